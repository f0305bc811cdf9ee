// Records the packets of a run in tests, with the built WebAssembly.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import init, { PacketRuns } from "../../../../wasm/laboratory/pkg/fairshare_laboratory_wasm.js";
import type { StretchAnswer } from "../../engine/packets/types.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import type { SceneSource } from "../network/packetDots.ts";
import { PacketLegs } from "../network/packetLegs.ts";

export const NS = 1e9;

export async function loadRecorder(): Promise<void> {
  const file = join(process.cwd(), "wasm", "laboratory", "pkg", "fairshare_laboratory_wasm_bg.wasm");
  await init({ module_or_path: readFileSync(file) });
}

/** A recorded stretch with the ids of its links and flows. */
interface RecordedStretch {
  readonly answer: StretchAnswer;
  readonly links: string[];
  readonly flows: string[];
}

/** The stretch of a run between two times in seconds. */
export function recordStretch(document: ScenarioDocument, from: number, to: number): RecordedStretch {
  const runs = new PacketRuns(JSON.stringify(document));
  while (!runs.advance(to * NS, 100_000));
  const { links, flows } = JSON.parse(runs.ids()) as { links: string[]; flows: string[] };
  const stretch = runs.record(undefined, undefined, from * NS, to * NS);
  while (!stretch.advance(100_000, 1_000_000));
  const request = {
    view: "network",
    subject: { network: true } as const,
    from: from * NS,
    to: to * NS,
    maxRows: 1e6,
  };
  const rows = stretch.rows() as Float64Array<ArrayBuffer>;
  return { answer: { request, reached: stretch.reached(), rows }, links, flows };
}

/** The packets of a run between two times in seconds. */
export function recordPackets(
  document: ScenarioDocument,
  from: number,
  to: number,
  limitOf: SceneSource["limitOf"],
): SceneSource {
  const { answer, links, flows } = recordStretch(document, from, to);
  return { legs: PacketLegs.of(answer), links, flows, limitOf };
}
