// The program of a worker that runs a scenario and writes it in the format of another tool.
import { serveCalls } from "../../engine/workers/serve.ts";
import type { ExportCalls } from "./calls.ts";

/** The script that wasm-bindgen generated; wasm/laboratory/src/features/exports.rs documents the function. */
interface ExportScript {
  exportRun(
    format: string,
    document: string,
    flow: string | undefined,
    link: string | undefined,
    url: string | undefined,
  ): Uint8Array<ArrayBuffer>;
}

serveCalls<ExportCalls, ExportScript>((script) => ({
  exportRun: ({ format, document, flow, link, url }, { transfer }) => {
    const bytes = script.exportRun(format, document, flow, link, url);
    transfer(bytes.buffer);
    return bytes;
  },
}));
