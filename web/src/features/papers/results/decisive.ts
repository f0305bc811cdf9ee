// Which assumptions of an experiment decide a verdict: those for which another reading of the paper gives another one.
import type { Experiment, Results, Verdict } from "../../../charts/paper/index.ts";

export interface DecisiveReading {
  /** The other reading. */
  readonly what: string;
  /** The claims whose verdict it changes. */
  readonly verdicts: readonly { readonly claim: number; readonly from: Verdict; readonly to: Verdict }[];
}

/** The other readings that change a verdict, those that change most verdicts first. */
export function decisiveReadings(experiment: Experiment, stored: Results): readonly DecisiveReading[] {
  const found = new Map<string, DecisiveReading["verdicts"][number][]>();
  for (const { number, readings = [] } of experiment.lines) {
    const from = stored.lines[number - 1]?.verdict;
    readings.forEach(({ what }, i) => {
      const to = stored.outcomes?.[number - 1]?.readings?.[i]?.verdict;
      if (from === undefined || to === undefined || to === from) return;
      found.set(what, [...(found.get(what) ?? []), { claim: number, from, to }]);
    });
  }
  return [...found]
    .map(([what, verdicts]) => ({ what, verdicts }))
    .sort((a, b) => b.verdicts.length - a.verdicts.length);
}
