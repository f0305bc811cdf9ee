// Test doubles for the engine: a worker whose messages a test sends, and sample contents of messages.

import type { RunSummary, SeriesInfo } from "../generated/types.ts";
import type { FrameData, RunEnd, RunFrame, RunOpening, SimulatorCalls } from "./simulatorCalls.ts";
import type { RunFailure, RunOutcome } from "./types.ts";
import type { CallMessage, ReplyMessage } from "./workers/calls.ts";
import type { CallableWorker } from "./workers/client.ts";

/** A call that a worker has received. */
export interface Asked<Name extends keyof SimulatorCalls> {
  readonly number: number;
  readonly argument: SimulatorCalls[Name]["argument"];
}

export class FakeWorker implements CallableWorker {
  onmessage: ((event: MessageEvent<ReplyMessage>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly received: CallMessage[] = [];
  terminated = false;

  postMessage(message: CallMessage): void {
    this.received.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  /** The calls with a name, the latest last. */
  all<Name extends keyof SimulatorCalls>(name: Name): Asked<Name>[] {
    return this.received.flatMap((message) =>
      message.type === "call" && message.name === name ? [message as Asked<Name>] : [],
    );
  }

  last<Name extends keyof SimulatorCalls>(name: Name): Asked<Name> {
    const call = this.all(name).at(-1);
    if (!call) throw new Error(`The worker received no ${name}.`);
    return call;
  }

  emit(message: ReplyMessage): void {
    this.onmessage?.({ data: message } as MessageEvent<ReplyMessage>);
  }

  answer<Name extends keyof SimulatorCalls>(
    { number }: Asked<Name>,
    answer: SimulatorCalls[Name]["answer"],
  ): void {
    this.emit({ type: "answer", number, answer });
  }

  frame({ number }: Asked<"open">, frame: RunFrame): void {
    this.emit({ type: "frame", number, frame });
  }

  /** Ends a call with an error, as a trap of the WebAssembly does. */
  crash({ number }: Asked<keyof SimulatorCalls>): void {
    this.emit({ type: "refusal", number, message: "unreachable", isFault: true });
  }
}

const seriesInfo = (key: number, entity: string, signal: string, kind: "gauge" | "counter"): SeriesInfo => ({
  key,
  entity,
  signal,
  kind,
  unit: "",
  label: signal,
});

export const opening: RunOpening & { readonly type: "opening" } = {
  type: "opening",
  canonical: '{"v":1}',
  document: { v: 1 },
  derived: { flows: [], nodes: [], links: [], capacity: 1e7, estimated_packets: 1 },
  rates: [],
  duration: 10,
  directory: [
    seriesInfo(0, "flow:near", "cwnd", "gauge"),
    seriesInfo(1, "flow:near", "sent", "counter"),
    seriesInfo(2, "flow:near", "rate", "gauge"),
  ],
  flows: ["near"],
  links: ["forward", "reverse"],
};

export function frame(
  computedTo: number,
  series: number[] = [],
  events: number[] = [0, 0, 0],
): FrameData & { readonly type: "data" } {
  return {
    type: "data",
    computedTo,
    series: Float64Array.from(series) as Float64Array<ArrayBuffer>,
    events: Float64Array.from(events) as Float64Array<ArrayBuffer>,
    remaining: null,
  };
}

export const outcome = (resultId: string): RunOutcome => ({
  resultId,
  summary: { result_id: resultId, flows: [] as RunSummary["flows"] } as RunSummary,
  packetHops: 1,
  wallMs: 1,
});

export const complete = (resultId: string, memoryBytes = 65_536): RunEnd => ({
  type: "complete",
  outcome: outcome(resultId),
  memoryBytes,
});

export const invalid: RunFailure["issues"] = [{ path: "seed", code: "type", message: "No." }];
