// Loads the simulator's WebAssembly inside a worker.
import init, { check, compileProgram, open, version } from "../../../wasm/pkg/fairshare_wasm.js";
import type {
  CheckResult,
  ProgramReport,
  ProgramState,
  RecordingSettings,
  RunSummary,
  StopReport,
} from "../generated/types.ts";
import type { RunOpening } from "./simulatorCalls.ts";
import type { Decision } from "./types.ts";

/** The part of the WebAssembly's interface that a worker uses; wasm/src documents the functions. */
export interface Simulator {
  readonly version: () => string;
  readonly check: (text: string) => CheckResult;
  /** Opens the run of a document. Without `recording`, nothing is recorded. */
  readonly open: (text: string, recording?: RecordingSettings) => Opened | Refused;
  /** Compiles a program. */
  readonly compileProgram: (text: string) => ProgramReport;
  /** The size of the WebAssembly's memory, which never shrinks. */
  readonly memoryBytes: () => number;
}

/** A run at time 0, and what is known before it is computed. */
export interface Opened extends RunOpening {
  readonly ok: true;
  readonly simulation: Simulation;
}

export interface Refused {
  readonly ok: false;
  readonly issues: CheckResult["issues"];
}

/** A run of a document. */
export interface Simulation {
  readonly now: number;
  readonly duration: number;
  keepCheckpoints(seconds: number): void;
  stepUntil(t: number, maxEvents: number): Float64Array;
  addChanges(later: string): void;
  failure(): StopReport | null;
  readNew(): Float64Array;
  eventsNew(): Float64Array;
  summary(): RunSummary;
  resultId(): string;
  packetHops(): number;
  near(t: number): Simulation;
  recordDecisions(): void;
  decisions(flow: string): readonly Decision[];
  stopRecording(): void;
  recordLines(flow: string): void;
  programState(flow: string): ProgramState | null;
  free(): void;
}

export async function instantiate(module: WebAssembly.Module): Promise<Simulator> {
  const { memory } = await init({ module_or_path: module });
  return { version, check, open, compileProgram, memoryBytes: () => memory.buffer.byteLength };
}
