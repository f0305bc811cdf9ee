// The program of the worker that records stretches of one run with every packet. It works in slices, so that
// a newer request of a view replaces the earlier one, and computes the remaining part of the run while
// nothing is requested, so that requests for later moments are answered quickly.
import { type CallContext, serveCalls } from "../workers/serve.ts";
import { createTurns } from "../workers/turns.ts";
import type { Biography, PacketCalls, PacketIds, StretchAnswer, StretchRequest } from "./types.ts";

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

interface WasmBiography {
  advance(runs: WasmPacketRuns, maxEvents: number): boolean;
  json(runs: WasmPacketRuns): string;
  free(): void;
}

/** The script that wasm-bindgen generated; wasm/laboratory/src/packets.rs documents the class. */
interface PacketScript {
  PacketRuns: new (document: string) => WasmPacketRuns;
  PacketBiography: new (runs: WasmPacketRuns, question: string) => WasmBiography;
}

/** Events between two looks at the messages: about 20 ms of computing. */
const RUN_SLICE = 60_000;
const STRETCH_SLICE = 4_000;
/** Later than the end of any run, in nanoseconds. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** A call that waits. `answer` returns false if the call was cancelled before it was answered. */
interface Waiting {
  answer(): Promise<boolean>;
  reject(error: unknown): void;
}

const waiting: Waiting[] = [];
let isWorking = false;
/** The reason why the run could not be computed to its end. Every later call is refused for this reason. */
let failure: unknown = null;

/** Lets messages arrive. */
const nextTurn = createTurns();

/**
 * Calls `advance` until it returns true, with turns between the calls. Returns false if `isObsolete` became
 * true.
 */
async function complete(advance: () => boolean, isObsolete: () => boolean): Promise<boolean> {
  while (!advance()) {
    await nextTurn();
    if (isObsolete()) return false;
  }
  return true;
}

/** Records a stretch. Returns null if the call was cancelled before the stretch was complete. */
async function record(
  runs: WasmPacketRuns,
  request: StretchRequest,
  { isCancelled, transfer }: CallContext,
): Promise<StretchAnswer | null> {
  if (isCancelled()) return null;
  if (!(await complete(() => runs.advance(request.from, RUN_SLICE), isCancelled))) return null;
  const flow = "flow" in request.subject ? request.subject.flow : undefined;
  const link = "link" in request.subject ? request.subject.link : undefined;
  const stretch = runs.record(flow, link, request.from, request.to);
  try {
    if (!(await complete(() => stretch.advance(STRETCH_SLICE, request.maxRows), isCancelled))) return null;
    const [reached, rows] = [stretch.reached(), stretch.rows()];
    transfer(rows.buffer);
    return { request, reached, rows };
  } finally {
    stretch.free();
  }
}

/** Tells the life of a packet. Returns null if the call was cancelled before the life was complete. */
async function tell(
  runs: WasmPacketRuns,
  biography: WasmBiography,
  { isCancelled }: CallContext,
): Promise<Biography | null> {
  try {
    const isTold = await complete(() => biography.advance(runs, STRETCH_SLICE), isCancelled);
    return isTold ? (JSON.parse(biography.json(runs)) as Biography) : null;
  } finally {
    biography.free();
  }
}

/** Computes a slice of the remaining part of the run. Returns whether the run is complete. */
function advanceRest(runs: WasmPacketRuns): boolean {
  try {
    return runs.advance(NEVER, RUN_SLICE);
  } catch (error) {
    failure = error;
    return true;
  }
}

/** Answers all calls, then computes the remaining part of the run. */
async function work(runs: WasmPacketRuns): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  for (;;) {
    const next = waiting.shift();
    if (next === undefined) {
      if (advanceRest(runs)) break;
      await nextTurn();
      continue;
    }
    try {
      if (!(await next.answer())) next.reject(new Error("The call was cancelled."));
    } catch (error) {
      next.reject(error);
    }
  }
  isWorking = false;
}

serveCalls<PacketCalls, PacketScript>(({ PacketRuns, PacketBiography }) => {
  let runs: WasmPacketRuns | null = null;
  /** Answers a call when those before it are answered. */
  const inTurn = <Answer>(find: (runs: WasmPacketRuns) => Promise<Answer | null>): Promise<Answer> => {
    const opened = runs;
    if (opened === null) throw new Error("No run is open.");
    if (failure !== null) throw failure;
    return new Promise<Answer>((resolve, reject) => {
      const answer = async (): Promise<boolean> => {
        const found = await find(opened);
        if (found !== null) resolve(found);
        return found !== null;
      };
      waiting.push({ answer, reject });
      void work(opened);
    });
  };
  return {
    open: (document) => {
      runs = new PacketRuns(document);
      void work(runs);
      return JSON.parse(runs.ids()) as PacketIds;
    },
    record: (request, context) => inTurn((opened) => record(opened, request, context)),
    tell: (question, context) =>
      inTurn((opened) => tell(opened, new PacketBiography(opened, JSON.stringify(question)), context)),
  };
});
