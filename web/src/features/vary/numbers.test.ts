// The numbers of a sweep, which the command line and Python also write, are those of the run's summary.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import init, { Sweep } from "../../../../wasm/laboratory/pkg/fairshare_laboratory_wasm.js";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import { EXAMPLES } from "../../examples/examples.ts";
import catalogue from "../../generated/catalogue.json";
import { NUMBERS } from "../../generated/numbers.ts";
import { readNumber } from "../../scenario/numbers.ts";
import { metricChoices, metricName, metricOf } from "./metrics.ts";

beforeAll(async () => {
  await loadWasm();
  const file = join(process.cwd(), "wasm", "laboratory", "pkg", "fairshare_laboratory_wasm_bg.wasm");
  await init({ module_or_path: readFileSync(file) });
});

describe.each(["near-far", "bufferbloat", "call-download", "bbr-cubic", "fq-codel"])("%s", (id) => {
  const doc = EXAMPLES.find((example) => example.id === id)?.doc;
  if (!doc) throw new Error(`There is no example ${id}.`);

  test("a cell of a sweep has the numbers of the summary", () => {
    const { summary } = computeRun(doc);
    const sweep = new Sweep(
      JSON.stringify({
        sweep: 1,
        scenario: doc,
        seeds: 1,
        vary: [{ path: "duration", values: [String(doc.duration ?? 30)] }],
      }),
    );
    const { cells } = JSON.parse(sweep.outline()) as { cells: { id: string }[] };
    const record = JSON.parse(sweep.run(cells[0]?.id ?? "", 1)) as {
      result_id: string;
      numbers: Record<string, number | null>;
    };
    expect(record.result_id).toBe(summary.result_id);
    let compared = 0;
    for (const [name, value] of Object.entries(record.numbers)) {
      const { number, owner } = metricOf(name);
      if (!number) throw new Error(`The page does not know the number ${name}.`);
      const flow = summary.flows.find((one) => one.id === owner);
      const part = { run: summary.fairness, link: summary.links[0], flow, media: flow, packets: flow }[
        number.of as "run" | "link" | "flow" | "media" | "packets"
      ];
      if (part === undefined) continue;
      expect(readNumber(number, part), name).toBe(value);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
    // Every number that the page offers is in the results.
    for (const choice of metricChoices(doc, catalogue)) expect(record.numbers).toHaveProperty([choice.id]);
  });
});

test("a number has the same name in every section", () => {
  const doc = { v: 1 as const, flows: [{ id: "near" }] };
  for (const number of NUMBERS.filter(({ swept }) => swept)) {
    const owner = number.of === "run" ? "" : number.of === "link" ? "forward." : "near.";
    expect(metricName(`${owner}${number.id}`, doc)).not.toBe(`${owner}${number.id}`);
  }
});
