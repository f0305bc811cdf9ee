// The strings of the editor of programs, which are loaded with it.
import { localized } from "./localized.ts";

export const PROGRAM = localized("program", {
  title: (flow: string) => `Program of ${flow}`,
  label: (flow: string) => `Program of ${flow}`,
  keys: "Tab indents, Ctrl+Space completes. Escape, then Tab leaves the editor.",
  begin: "Begin from",
  beginHint: "Choose an example",
  begins: {
    empty: "An empty program",
    reno: "Reno",
    aimd: "AIMD",
    cubic: "CUBIC",
    vegas: "Vegas",
    "delay-target": "A delay target",
    dctcp: "DCTCP",
    bbr: "A toy BBR",
    "lda-plus": "LDA+",
    tfrc: "TFRC",
  } as Readonly<Record<string, string>>,
  works: "The charts show this program.",
  checking: "The program is being checked.",
  broken: (count: number) =>
    count === 1
      ? "There is an error. The charts show the last program without errors."
      : `There are ${count} errors. The charts show the last program without errors.`,
  stopped: "The program stopped the run.",
  place: (line: number, column: number) => `Line ${line}, column ${column}`,
  faults: "Errors of the program",
  onlyIn: (handlers: string) => `Only in ${handlers}.`,
  values: "Values at the playhead",
  settings: "Settings of the program",
  signals: "Signals",
  showSignal: (name: string) => `Show the chart of ${name}`,
  race: "Race it",
  names: "What a program can use",
  handlers: "Blocks that run",
  inputs: "To read",
  controls: "To change",
  functions: "Functions",
});
