// The program of a worker that reads a file of measured data with the laboratory's WebAssembly
// (wasm/laboratory/src/features/measured.rs).
import type { ImportedFile, ImportedSeries, ImportProblem } from "../../engine/imports/types.ts";
import { serveCalls } from "../../engine/workers/serve.ts";
import type { ImportCalls } from "./calls.ts";

interface MeasuredScript {
  readonly ImportedData: {
    new (file: Uint8Array): { about(): string; numbers(index: number): Float64Array<ArrayBuffer> };
  };
}

/** What `about` gives: a file whose series have no numbers yet, or its problem. */
type About =
  | { readonly problem: ImportProblem }
  | (Omit<ImportedFile, "series"> & {
      readonly series: readonly Pick<ImportedSeries, "name" | "quantity">[];
    });

serveCalls<ImportCalls, MeasuredScript>(({ ImportedData }) => ({
  read: async (chosen, { transfer }) => {
    const data = new ImportedData(new Uint8Array(await chosen.arrayBuffer()));
    const about = JSON.parse(data.about()) as About;
    if ("problem" in about) return about;
    const series = about.series.map((one, index): ImportedSeries => {
      const numbers = data.numbers(index);
      const count = numbers.length / 3;
      transfer(numbers.buffer);
      const [starts, ends] = [numbers.subarray(0, count), numbers.subarray(count, 2 * count)];
      return { ...one, starts, ends, values: numbers.subarray(2 * count) };
    });
    return { file: { ...about, series } };
  },
}));
