// The program of a worker that fits measurements and runs proposals.
import { refusalInWords, serveCalls } from "../../engine/workers/serve.ts";
import type { FitFile, LineCalls } from "./calls.ts";
import { SAMPLE } from "./sample.ts";

interface WasmFit {
  next(distances: string): number;
  score(distances: string, index: number): string;
  answer(distances: string): string;
  free(): void;
}

/** The script that wasm-bindgen generated. */
interface LineScript {
  readonly LineFit: { new (file: Uint8Array): WasmFit };
  readonly fitNumbers: (rate: number, ping: number, loaded: number) => string;
  readonly fitProposal: (document: string, seed: number) => string;
  readonly exportRun: (format: string, document: string, flow?: string, link?: string) => Uint8Array;
}

serveCalls<LineCalls, LineScript>(({ LineFit, fitNumbers, fitProposal, exportRun }) => {
  let kept: { readonly id: number; readonly fit: WasmFit } | null = null;
  const fitOf = async ({ id, file }: FitFile): Promise<WasmFit> => {
    if (kept?.id !== id) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      kept?.fit.free();
      kept = null;
      kept = { id, fit: new LineFit(bytes) };
    }
    return kept.fit;
  };
  return {
    next: async (at) => (await fitOf(at)).next(at.distances),
    score: async (at) => (await fitOf(at)).score(at.distances, at.index),
    answer: async (at) => (await fitOf(at)).answer(at.distances),
    numbers: ({ rate, ping, loaded }) => fitNumbers(rate, ping, loaded),
    proposal: ({ document, seed }) => fitProposal(document, seed),
    sample: (format) => {
      const isOfFlow = format === "qlog" || format === "pcapng";
      return exportRun(format, JSON.stringify(SAMPLE), isOfFlow ? "upload" : undefined);
    },
  };
}, refusalInWords);
