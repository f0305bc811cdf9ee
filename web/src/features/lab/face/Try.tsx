// The button with a change that the example suggests, the button that takes all changes back, and the list of other questions.
import type { ReactNode } from "react";
import { IconButton } from "../../../components/icons.tsx";
import { applySuggestion } from "../../../examples/example.ts";
import { exampleTexts } from "../../../examples/exampleTexts.ts";
import { findExample } from "../../../examples/firstExample.ts";
import { suggestionApplies } from "../../../examples/suggestions.ts";
import { sameJson } from "../../../scenario/path.ts";
import { F } from "../../../strings/face.ts";
import { S } from "../../../strings/index.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";
import type { Face } from "./useFace.ts";

/** Offers the first suggested change that the scenario does not have yet. */
export function Try({ face }: { readonly face: Face }): ReactNode {
  const { scenario, catalogue } = useServices();
  const { doc, opened, origin } = useScenario((s) => s);
  const example = findExample(origin.example);
  const texts = example && exampleTexts(example).suggestions;
  const next = face.tries.find(
    (change) =>
      suggestionApplies(change, doc, catalogue) && !sameJson(applySuggestion(doc, change, new Set()), doc),
  );
  const label = next && (texts?.[example?.suggestions.indexOf(next) ?? -1] ?? next.label);
  const { apply, usedIds } = scenario.getState();
  return (
    <div className="face-try">
      {face.tries.length > 0 && (
        <button
          type="button"
          className="button is-primary"
          disabled={!next}
          onClick={() => next && apply(`try ${next.label}`, (d) => applySuggestion(d, next, usedIds))}
        >
          {label ? `${S.lab.try}: ${label}` : S.lab.alreadyApplied}
        </button>
      )}
      <IconButton
        icon="revert"
        label={F.startOver}
        tipSide="left"
        disabled={sameJson(doc, opened)}
        onClick={() => apply("start over", () => opened)}
      />
    </div>
  );
}
