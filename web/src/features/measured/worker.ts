// The program of a worker that reads a file of measured data.
import { excerpt, ImportError, type ImportProblem } from "../../engine/imports/types.ts";
import { serveCalls } from "../../engine/workers/serve.ts";
import type { ImportCalls } from "./calls.ts";
import { readImport } from "./formats/readImport.ts";

function problemOf(error: unknown): ImportProblem {
  if (error instanceof ImportError) return error.problem;
  return { code: "failed", place: {}, detail: excerpt(error instanceof Error ? error.message : "") };
}

serveCalls<ImportCalls>(() => ({
  read: async (chosen, { transfer }) => {
    try {
      const file = await readImport(new Uint8Array(await chosen.arrayBuffer()));
      const buffers = file.series.flatMap(({ starts, ends, values }) => [
        starts.buffer,
        ends.buffer,
        values.buffer,
      ]);
      transfer(...new Set(buffers));
      return { file };
    } catch (error) {
      return { problem: problemOf(error) };
    }
  },
}));
