// Runs a scenario in a worker and returns it in the format of another tool. The WebAssembly is loaded when
// the first run is exported.
import { programWith } from "../../engine/laboratory.ts";
import { askOnce } from "../../engine/workers/client.ts";
import type { ExportCalls, ExportRequest } from "./calls.ts";

const spawn = (): Worker =>
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "export" });

/** Rejects if the run fails or if `signal` is aborted. */
export const exportRun = (request: ExportRequest, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> =>
  askOnce<ExportCalls, "exportRun">(programWith(spawn), "exportRun", request, signal);
