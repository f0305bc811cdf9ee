// The program of a worker that runs cells of the papers' experiments and of sweeps. It answers calls one by
// one.
import { serveCalls } from "../workers/serve.ts";
import type { PapersCalls, RunSubject } from "./types.ts";

/** An experiment or a sweep in the WebAssembly; wasm/laboratory/src documents the functions. */
interface WasmSubject {
  outline(): string;
  document(cell: string, seed: number): string;
  run(cell: string, seed: number): string;
  results(records: string): string;
  report(records: string): string;
  /** Of a sweep. */
  csv?(records: string): string;
  free(): void;
}

/** The script that wasm-bindgen generated. */
interface PapersScript {
  readonly Experiment: {
    new (id: string, changes: string): WasmSubject;
    ofAlternative(id: string, changes: string, only: string): WasmSubject;
  };
  readonly Sweep: new (document: string) => WasmSubject;
  readonly addPaper: (file: string) => string;
  readonly tornado_document: (scenario: string, percent: number, seeds: number) => string;
}

/** The subject of the latest call. Most calls concern the same experiment. */
let open: { readonly key: string; readonly subject: WasmSubject } | null = null;

/** The text of the paper's file that was added last. */
let added: string | null = null;

function create(script: PapersScript, choice: RunSubject): WasmSubject {
  if ("sweep" in choice) return new script.Sweep(choice.sweep);
  if (choice.file !== undefined && choice.file !== added) {
    script.addPaper(choice.file);
    added = choice.file;
  }
  const { experiment, changes, only } = choice;
  return only
    ? script.Experiment.ofAlternative(experiment, JSON.stringify(changes), JSON.stringify(only))
    : new script.Experiment(experiment, JSON.stringify(changes));
}

function subjectOf(script: PapersScript, choice: RunSubject): WasmSubject {
  const key =
    "sweep" in choice
      ? choice.sweep
      : JSON.stringify([choice.experiment, choice.changes, choice.only, choice.file]);
  if (open?.key === key) return open.subject;
  open?.subject.free();
  open = null;
  open = { key, subject: create(script, choice) };
  return open.subject;
}

serveCalls<PapersCalls, PapersScript>((script) => {
  const about = ({ subject }: { readonly subject: RunSubject }): WasmSubject => subjectOf(script, subject);
  return {
    open: ({ file }) => script.addPaper(file),
    outline: (asked) => about(asked).outline(),
    document: (asked) => about(asked).document(asked.cell, asked.seed),
    run: (asked) => about(asked).run(asked.cell, asked.seed),
    results: (asked) => about(asked).results(asked.records),
    report: (asked) => about(asked).report(asked.records),
    csv: (asked) => about(asked).csv?.(asked.records) ?? "",
    tornado: ({ subject, percent, seeds }) =>
      script.tornado_document("sweep" in subject ? subject.sweep : "", percent, seeds),
  };
});
