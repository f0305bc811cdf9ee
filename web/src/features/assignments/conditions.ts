// What students read about goals and numbers: conditions in words, and the time in which a number is measured.
import type { Condition, Measure, Window } from "../../engine/numbers.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { valueText } from "../../tasks/measures.ts";
import { quantitiesOf } from "./draft.ts";
import { quantityText } from "./NumberEditor.tsx";
import { assignmentTexts } from "./texts/index.ts";

/** The name of a measure; null if it is none of the quantities of the scenario. */
function measureName(measure: Measure, doc: ScenarioDocument): string | null {
  const { from: _from, to: _to, ...whole } = measure as Measure & Window;
  const found = quantitiesOf(doc).find((one) => {
    // A measure of the only link does not name it.
    const same = { ...one.measure, ...whole };
    return one.measure.kind === measure.kind && JSON.stringify(same) === JSON.stringify(one.measure);
  });
  return found ? quantityText(found) : null;
}

/** The time of a window as text, in a scenario. */
export const periodText = ({ from, to }: Window, doc: ScenarioDocument): string =>
  assignmentTexts.period({
    from: formatQuantity(from ?? doc.warmup ?? 0, "s"),
    to: formatQuantity(to ?? doc.duration ?? 60, "s"),
  });

/** A condition in words; null if its measure has no name. */
export function conditionText({ of, above, below }: Condition, doc: ScenarioDocument): string | null {
  const what = measureName(of, doc);
  if (what === null) return null;
  const sides = [
    ...(above === undefined ? [] : [assignmentTexts.conditionAbove({ what, limit: valueText(above, of) })]),
    ...(below === undefined ? [] : [assignmentTexts.conditionBelow({ what, limit: valueText(below, of) })]),
  ];
  const { from, to } = of as Window;
  const period =
    from === undefined && to === undefined ? [] : [`(${periodText({ from, to } as Window, doc)})`];
  return [sides.join("; "), ...period].join(" ");
}
