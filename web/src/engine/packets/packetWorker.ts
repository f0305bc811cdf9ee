// The program of the worker that records stretches of one run with every packet. It works in slices, so that a newer request of a view
// replaces the earlier one, and computes the rest of the run when nothing is requested, so that later moments are quick.
import type { FromPacketWorker, StretchRequest, ToPacketWorker } from "./types.ts";

interface WasmStretch {
  advance(maxEvents: number, maxRows: number): boolean;
  reached(): number;
  rows(): Float64Array<ArrayBuffer>;
  free(): void;
}

interface WasmPacketRuns {
  ids(): string;
  advance(until: number, maxEvents: number): boolean;
  record(flow: string | undefined, link: string | undefined, from: number, to: number): WasmStretch;
}

/** The script that wasm-bindgen generated; wasm/papers/src/packets.rs documents the class. */
interface PacketScript {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  PacketRuns: new (document: string) => WasmPacketRuns;
}

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToPacketWorker>) => void) | null;
  postMessage(message: FromPacketWorker, transfer?: Transferable[]): void;
}

// In the DOM library's types, `self` is a window, but this file runs in a dedicated worker.
declare const self: WorkerScope;

/** Events between two looks at the messages: about 20 ms of computing. */
const RUN_SLICE = 60_000;
const STRETCH_SLICE = 4_000;
/** Later than the end of any run, in nanoseconds. */
const NEVER = Number.MAX_SAFE_INTEGER;

let run: WasmPacketRuns | null = null;
const waiting = new Map<string, StretchRequest>();
let isWorking = false;

/** Lets messages arrive. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Calls `advance` until it returns true, with turns between the calls. Returns false if `isObsolete` became true. */
async function complete(advance: () => boolean, isObsolete: () => boolean): Promise<boolean> {
  while (!advance()) {
    await nextTurn();
    if (isObsolete()) return false;
  }
  return true;
}

async function answer(runs: WasmPacketRuns, request: StretchRequest): Promise<void> {
  const isObsolete = (): boolean => waiting.has(request.view);
  if (!(await complete(() => runs.advance(request.from, RUN_SLICE), isObsolete))) return;
  const flow = "flow" in request.subject ? request.subject.flow : undefined;
  const link = "link" in request.subject ? request.subject.link : undefined;
  const stretch = runs.record(flow, link, request.from, request.to);
  const isComplete = await complete(() => stretch.advance(STRETCH_SLICE, request.maxRows), isObsolete);
  if (isComplete) {
    const [reached, rows] = [stretch.reached(), stretch.rows()];
    self.postMessage({ type: "stretch", request, reached, rows }, [rows.buffer]);
  }
  stretch.free();
}

/** Answers all requests, then computes the rest of the run. */
async function work(runs: WasmPacketRuns): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  for (;;) {
    const [request] = waiting.values();
    if (request === undefined) {
      if (runs.advance(NEVER, RUN_SLICE)) break;
      await nextTurn();
      continue;
    }
    waiting.delete(request.view);
    await answer(runs, request);
  }
  isWorking = false;
}

const fail = (error: unknown): void =>
  self.postMessage({ type: "failure", message: error instanceof Error ? error.message : String(error) });

async function open(message: Extract<ToPacketWorker, { type: "open" }>): Promise<void> {
  const { default: init, PacketRuns } = (await import(/* @vite-ignore */ message.script)) as PacketScript;
  await init({ module_or_path: message.module });
  run = new PacketRuns(message.document);
  const ids = JSON.parse(run.ids()) as {
    readonly flows: readonly string[];
    readonly links: readonly string[];
  };
  self.postMessage({ type: "ids", ...ids });
  await work(run);
}

self.onmessage = ({ data }) => {
  if (data.type === "open") {
    open(data).catch(fail);
    return;
  }
  waiting.set(data.request.view, data.request);
  if (run) work(run).catch(fail);
};
