// Test doubles for the engine: a worker whose messages a test sends, and sample contents of messages.

import type { RunSummary, SeriesInfo } from "../generated/types.ts";
import type { FrameData, FromWorker, RunOpening, ToWorker } from "./protocol.ts";
import type { RunFailure, RunOutcome } from "./types.ts";
import type { WorkerLike } from "./workerConnection.ts";

export class FakeWorker implements WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  onmessageerror: ((event: MessageEvent) => void) | null = null;
  readonly received: ToWorker[] = [];
  terminated = false;

  postMessage(message: ToWorker): void {
    this.received.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  /** The received messages of one type, the latest last. */
  all<T extends ToWorker["type"]>(type: T): (ToWorker & { type: T })[] {
    return this.received.filter((message): message is ToWorker & { type: T } => message.type === type);
  }

  last<T extends ToWorker["type"]>(type: T): ToWorker & { type: T } {
    const message = this.all(type).at(-1);
    if (!message) throw new Error(`The worker received no ${type}.`);
    return message;
  }

  emit(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }

  emitReady(): void {
    this.emit({ type: "ready", version: "0.0.0", module: {} as WebAssembly.Module });
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

export const opening: RunOpening = {
  canonical: '{"v":1}',
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

export function frame(computedTo: number, series: number[] = [], events: number[] = [0, 0, 0]): FrameData {
  return {
    computedTo,
    series: Float64Array.from(series) as Float64Array<ArrayBuffer>,
    events: Float64Array.from(events) as Float64Array<ArrayBuffer>,
    remaining: null,
  };
}

export const outcome = (resultId: string): RunOutcome => ({
  resultId,
  summary: { digest: resultId, flows: [] as RunSummary["flows"] } as RunSummary,
  packetHops: 1,
  wallMs: 1,
});

export const invalid: RunFailure = {
  kind: "invalid",
  message: "No.",
  at: null,
  entity: null,
  canContinue: false,
  code: null,
  issues: [{ path: "seed", code: "type", message: "No." }],
};
