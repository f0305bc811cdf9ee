// The button with a change that the example suggests, and the button that takes all changes back.

import type { ReactNode } from "react";
import { chartTexts } from "../../../charts/texts/index.ts";
import { IconButton } from "../../../components/icons.tsx";
import { applySuggestion, type SuggestedChange } from "../../../examples/example.ts";
import { exampleTexts } from "../../../examples/exampleTexts.ts";
import { findExample } from "../../../examples/firstExample.ts";
import { suggestionApplies } from "../../../examples/suggestions.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { flowIds } from "../../../scenario/edit.ts";
import { sameJson } from "../../../scenario/path.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";
import { faceTexts } from "./texts/index.ts";
import type { Face } from "./useFace.ts";

/**
 * Offers the suggested changes in order and, after the last change, the scenario without changes. Each begins
 * with the scenario without changes, so that the effects of several do not add up.
 */
export function Try({ face }: { readonly face: Face }): ReactNode {
  const { scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const origin = useScenario((s) => s.origin);
  const { start, tries } = face;
  const example = findExample(origin.example);
  const texts = example && exampleTexts(example).suggestions;
  const next = tries
    .slice(tries.findLastIndex((change) => isApplied(change, doc)) + 1)
    .find((change) => suggestionApplies(change, start, catalogue));
  const label = next && (texts?.[example?.suggestions.indexOf(next) ?? -1] ?? next.label);
  const { apply, usedIds } = scenario.getState();
  const isAsStarted = sameJson(doc, start);
  const startOver = (): void => apply("start over", () => start);
  // The flow that a change adds gets the same id in every try. Its id counts as unused, because each try begins
  // without the flow of the try before.
  const others = new Set(
    [...usedIds].filter((used) => !tries.some(({ add }) => add?.some(({ id }) => id === used))),
  );
  const tryNext = (change: SuggestedChange): void =>
    apply(`try ${change.label}`, () => applySuggestion(start, change, others));
  return (
    <div className="face-try row">
      {tries.length > 0 && (
        <button
          type="button"
          className="button is-primary grow"
          disabled={!next && isAsStarted}
          onClick={() => (next ? tryNext(next) : startOver())}
        >
          {label ? chartTexts.named({ name: pageTexts.lab.try, text: label }) : faceTexts.startOver}
        </button>
      )}
      {/* After the last change, the other button starts over. */}
      {(next || tries.length === 0) && (
        <IconButton
          icon="revert"
          label={faceTexts.startOver}
          tipSide="left"
          disabled={isAsStarted}
          onClick={startOver}
        />
      )}
    </div>
  );
}

/** Whether a document has a change already. A change that adds flows is recognised by their ids, because adding them again would change
 * the document. */
function isApplied(change: SuggestedChange, doc: ScenarioDocument): boolean {
  const ids = flowIds(doc);
  if (change.add) return change.add.every(({ id }) => ids.includes(id));
  return sameJson(applySuggestion(doc, change, new Set()), doc);
}
