// The run with which the page compares an example when it opens the example.
import { useEffect } from "react";
import { applySuggestion } from "../../../examples/example.ts";
import { exampleTexts } from "../../../examples/exampleTexts.ts";
import { findExample } from "../../../examples/firstExample.ts";
import { sameRun } from "../../../scenario/edit.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";

/** Keeps the run with which the open example is compared, the run of one of its suggested changes. */
export function useExampleComparison(): void {
  const { session, scenario } = useServices();
  const origin = useScenario((s) => s.origin);
  useEffect(() => {
    const example = findExample(origin.example);
    const index = example?.stage.compare;
    const change = index === undefined ? undefined : example?.suggestions[index];
    if (!example || !change || index === undefined) return;
    const name = exampleTexts(example).suggestions[index] ?? change.label;
    const isUnchanged = (): boolean => {
      const { doc, origin: current } = scenario.getState();
      return current === origin && sameRun(doc, example.doc);
    };
    if (!isUnchanged()) return;
    const ids = new Set(example.doc.flows?.map((flow) => flow.id));
    session.runs
      .computeRun(applySuggestion(example.doc, change, ids))
      .then((run) => isUnchanged() && session.runs.pinRunOfExample(name, run))
      // Without the second run the example is shown without the comparison.
      .catch(() => undefined);
  }, [session, scenario, origin]);
}
