// The run with which the page compares an example when it opens the example.
import { useEffect } from "react";
import { findExample } from "../../../examples/firstExample.ts";
import { sameRun } from "../../../scenario/edit.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";

/** Keeps the run with which the open example is compared. */
export function useExampleComparison(): void {
  const { session, scenario } = useServices();
  const origin = useScenario((s) => s.origin);
  useEffect(() => {
    const example = findExample(origin.example);
    if (example?.stage.compare === undefined) return;
    const isUnchanged = (): boolean => {
      const { doc, origin: current } = scenario.getState();
      return current === origin && sameRun(doc, example.doc);
    };
    if (!isUnchanged()) return;
    import("./exampleComparison.ts")
      .then(({ suggestedRun }) => suggestedRun(session, example))
      .then((compared) => {
        if (compared && isUnchanged()) session.runs.pinRunOfExample(compared.name, compared.run);
      })
      // Without the second run the example is shown without the comparison.
      .catch(() => undefined);
  }, [session, scenario, origin]);
}
