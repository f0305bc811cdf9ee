// Loads the simulator's WebAssembly inside a worker.
import init, { compileProgram, Document, version } from "../../../wasm/pkg/fairshare_wasm.js";

/** The part of the WebAssembly's interface that a worker uses; wasm/src documents the functions. */
export interface Simulator {
  readonly version: () => string;
  readonly Document: new (text: string) => SimulatorDocument;
  /** Compiles a program: a `ProgramReport` as JSON. Earlier releases do not have it. */
  readonly compileProgram?: (text: string) => string;
  /** The size of the WebAssembly's memory, which never shrinks. */
  readonly memoryBytes?: () => number;
}

/** A document, which the constructor validates. */
export interface SimulatorDocument {
  verdict(): string;
  rateSteps(): string;
  simulation(recording: string): Simulation;
  free(): void;
}

/** A run of a document. */
export interface Simulation {
  readonly now: number;
  readonly duration: number;
  keepCheckpoints(seconds: number): void;
  stepUntil(t: number, maxEvents: number): Float64Array;
  addChanges(later: string): void;
  failure(): string;
  directory(): string;
  entities(): string;
  readNew(): Float64Array;
  eventsNew(): Float64Array;
  summary(): string;
  resultId(): string;
  packetHops(): number;
  near(t: number): Simulation;
  recordDecisions(): void;
  decisions(flow: string): string;
  stopRecording(): void;
  recordLines(flow: string): void;
  programState(flow: string): string;
  free(): void;
}

export async function instantiate(module: WebAssembly.Module): Promise<Simulator> {
  const { memory } = await init({ module_or_path: module });
  return { version, Document, compileProgram, memoryBytes: () => memory.buffer.byteLength };
}
