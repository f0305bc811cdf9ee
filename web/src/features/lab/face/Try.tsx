// The button with a change that the example suggests, and the button that takes all changes back.
import type { ReactNode } from "react";
import { IconButton } from "../../../components/icons.tsx";
import { applySuggestion, type SuggestedChange } from "../../../examples/example.ts";
import { exampleTexts } from "../../../examples/exampleTexts.ts";
import { findExample } from "../../../examples/firstExample.ts";
import { suggestionApplies } from "../../../examples/suggestions.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { flowIds } from "../../../scenario/edit.ts";
import { sameJson } from "../../../scenario/path.ts";
import { F } from "../../../strings/face.ts";
import { S } from "../../../strings/index.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";
import type { Face } from "./useFace.ts";

/**
 * Offers the first suggested change that the scenario does not have yet and, after the last one, the scenario
 * as it was opened.
 */
export function Try({ face }: { readonly face: Face }): ReactNode {
  const { scenario, catalogue } = useServices();
  const { doc, opened, origin } = useScenario((s) => s);
  const example = findExample(origin.example);
  const texts = example && exampleTexts(example).suggestions;
  const next = face.tries.find(
    (change) => suggestionApplies(change, doc, catalogue) && !isApplied(change, doc),
  );
  const label = next && (texts?.[example?.suggestions.indexOf(next) ?? -1] ?? next.label);
  const { apply, usedIds } = scenario.getState();
  const isAsOpened = sameJson(doc, opened);
  const startOver = (): void => apply("start over", () => opened);
  const tryNext = (change: SuggestedChange): void =>
    apply(`try ${change.label}`, (d) => applySuggestion(d, change, usedIds));
  return (
    <div className="face-try">
      {face.tries.length > 0 && (
        <button
          type="button"
          className="button is-primary"
          disabled={!next && isAsOpened}
          onClick={() => (next ? tryNext(next) : startOver())}
        >
          {label ? `${S.lab.try}: ${label}` : F.startOver}
        </button>
      )}
      {/* After the last change, the other button starts over. */}
      {(next || face.tries.length === 0) && (
        <IconButton
          icon="revert"
          label={F.startOver}
          tipSide="left"
          disabled={isAsOpened}
          onClick={startOver}
        />
      )}
    </div>
  );
}

/** Whether a document has a change already. A flow that was added twice would be two flows. */
function isApplied(change: SuggestedChange, doc: ScenarioDocument): boolean {
  const ids = flowIds(doc);
  if (change.add) return change.add.every(({ id }) => ids.includes(id));
  return sameJson(applySuggestion(doc, change, new Set()), doc);
}
