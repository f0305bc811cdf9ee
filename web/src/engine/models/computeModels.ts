// Computes the models of a finished run in a worker. The WebAssembly is loaded when models are first shown.
import { programWith } from "../laboratory.ts";
import { askOnce } from "../workers/client.ts";
import type { ModelCalls, ModelRequest, ModelResult } from "./types.ts";

const spawn = (): Worker =>
  new Worker(new URL("./modelWorker.ts", import.meta.url), { type: "module", name: "models" });

/** Rejects if the computation fails or if `signal` is aborted. */
export const computeModels = (request: ModelRequest, signal: AbortSignal): Promise<ModelResult> =>
  askOnce<ModelCalls, "compute">(programWith(spawn), "compute", request, signal);
