// The strings of the panels that run and question an experiment. They are loaded with the section "Papers".
import { localized } from "./localized.ts";

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** A duration in words, as an estimate. */
function durationText(seconds: number): string {
  if (seconds < 2) return "a moment";
  if (seconds < 50) return `${Math.max(5, Math.round(seconds / 5) * 5)} seconds`;
  if (seconds < 100) return "a minute";
  if (seconds < 3000) return `${Math.round(seconds / 60)} minutes`;
  return count(Math.max(1, Math.round(seconds / 3600)), "hour", "hours");
}

export const R = localized("paperRuns", {
  runTitle: "Run it here",
  runLead: (cells: number, seeds: number) =>
    `Your browser computes ${count(cells, "scenario", "scenarios")} with ${count(seeds, "seed", "seeds")} each, and compares the results with the stored ones.`,
  runChanged:
    "The changed figure is run in the next section. Remove the changes there to run the figure as it is stored.",
  runOne: "Run with one seed",
  runAll: (seeds: number) => `Run all ${seeds} seeds`,
  run: "Run",
  runRest: (seeds: number) => `Continue to all ${seeds} seeds`,
  kept: (runs: number) => `${count(runs, "finished run is", "finished runs are")} kept in this browser.`,
  discard: "Discard finished runs",
  loading: "The simulator is being loaded.",
  progress: (finished: number, total: number) => `${finished} of ${total} runs`,
  progressLabel: "Finished runs",
  left: (seconds: number) => `about ${durationText(seconds)} left`,
  pausing: "The current runs are being finished.",
  paused: "Paused.",
  pause: "Pause",
  resume: "Continue",
  cancel: "Cancel",
  notStored: "This browser does not store the runs, so reloading the page loses them.",
  failed: "The run stopped.",
  provisional: "One seed: the verdicts are provisional.",
  filling: "The figure fills as runs finish. Verdicts follow when every scenario has a result.",
  equal: (runs: number) => `Equal to the stored results: all ${runs} runs, values and verdicts.`,
  equalSeed: (runs: number) =>
    `All ${count(runs, "run has", "runs have")} the stored result ID. Run all seeds to compare the means and the verdicts.`,
  notEqual: (differences: number) =>
    `${count(differences, "difference", "differences")} from the stored results:`,
  moreDifferences: (n: number) => `${n} more`,
  runReadings: (readings: number) => `Run ${count(readings, "reading", "readings")} with all seeds`,
  readingsEqual: "All seeds were run here. Verdicts and values are equal to the stored ones.",
  readingsDiffer: "All seeds were run here. Some verdicts or values differ from the stored ones.",
  readingsDone: "All seeds were run here.",
  otherVersion: (stored: string, computed: string) =>
    `The stored results belong to version ${stored}, and this page runs version ${computed}.`,
  difference: (what: string, stored: string, computed: string) =>
    `${what}: stored ${stored}, here ${computed}`,
  showStored: "Show the stored results",
  showNew: "Show the results of this run",
  saveReport: "Save the results as JSON",
  noteRun: (complete: boolean, seeds: number) =>
    complete
      ? `Computed in this browser, ${count(seeds, "seed", "seeds")}.`
      : "Computed in this browser, incomplete.",
  resultId: (cell: string, seed: number) => `result ID of ${cell}, seed ${seed}`,
  verdictOf: (line: number) => `verdict on claim ${line}`,
  valueOf: (quantity: string, at: string) => (at === "" ? quantity : `${quantity} at ${at}`),
  curvesOf: (cell: string) => `curves of ${cell}`,
  none: "none",

  questionTitle: "Question it",
  questionLead:
    "Change an assumption for the whole figure, run it, and see both versions over each other. The address of the page carries the change.",
  choose: "Choose an assumption to change",
  ready: "Ready-made questions",
  ask: "Ask",
  asked: "Asked",
  other: "Another assumption",
  otherLead: "A change applies to all scenarios of the figure. Several changes are applied in order.",
  subject: "What to change",
  subjects: {
    tcp: "TCP flavour",
    "tcp.ack_every": "Packets per acknowledgement of TCP",
    jitter: "Random delay at the senders",
    buffer: "Buffer",
    packet: "Packet size",
    "tcp.packet": "Packet size of TCP",
  },
  settingsOfTcp: "Settings of TCP",
  settingsOf: (algorithm: string) => `Settings of ${algorithm}`,
  packetOf: (algorithm: string) => `Packet size of ${algorithm}`,
  bufferFactor: "Buffer, as a multiple of the paper's",
  addChange: "Add the change",
  changes: "Changes",
  removeChange: (text: string) => `Remove ${text}`,
  reset: "Remove all changes",
  changedCells: (changed: number, cells: number) =>
    `Changes ${changed} of ${count(cells, "scenario", "scenarios")}.`,
  notPossible: "This change is not possible:",
  noteChanged: (changes: string, seeds: number) =>
    `Changed: ${changes}. ${count(seeds, "seed", "seeds")}; the stored results are drawn behind.`,
  noteChangedFilling: (changes: string) =>
    `Changed: ${changes}. The figure fills as runs finish; the stored results are drawn behind.`,
  verdictsChanged: (changed: number) =>
    changed === 0 ? "No verdict changes." : `${count(changed, "verdict changes", "verdicts change")}.`,
  verdictChanged: "changed",
  claim: (line: number, text: string) => `Claim ${line}: ${text}`,
  from: "stored",
  to: "with the change",
  commandLine: "The same on the command line",
} as const);
