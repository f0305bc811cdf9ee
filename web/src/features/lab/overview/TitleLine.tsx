// One line: the title of the scenario, its note or the last change, and the fair shares. For an example, also buttons
// for changes that the example suggests.
import { type ReactNode, useState } from "react";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { applySuggestion, type SuggestedChange } from "../../../examples/example.ts";
import { exampleTexts } from "../../../examples/exampleTexts.ts";
import { findExample } from "../../../examples/firstExample.ts";
import { suggestionApplies } from "../../../examples/suggestions.ts";
import { sameJson, writePath } from "../../../scenario/path.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import { useLinkCheck } from "../state/linkCheck.ts";
import { useScenarioTexts } from "../state/useScenarioTexts.ts";
import { Sentence } from "./Sentence.tsx";

const LastChangeLine = lazyPart(() => import("./LastChange.tsx"));

const ResultLine = lazyPart(() => import("./ResultLine.tsx"));

const SharesLine = lazyPart(() => import("./SharesLine.tsx"));

export function TitleLine({ offersChanges }: { readonly offersChanges: boolean }): ReactNode {
  const { note } = useScenarioTexts();
  const hasRun = useLab((s) => s.issues.length === 0 || s.run !== null);
  return (
    <section className="title-line" aria-label={pageTexts.lab.scenario}>
      <Title />
      {offersChanges && <Suggestions />}
      <div className="story">
        {note && (
          <p className="note soft">
            <Sentence key={note}>{note}</Sentence>
          </p>
        )}
        <ChangeLine />
      </div>
      {/* A scenario that cannot be run has no shares. */}
      <div className="shares-place">{hasRun && <SharesLine />}</div>
    </section>
  );
}

/** The line about the last change or, before the first change, about the result that the opened link states. */
function ChangeLine(): ReactNode {
  const hasLastChange = useLab((s) => s.lastChange !== null);
  const expectsResult = useLab((s) => s.expected !== null);
  const check = useLinkCheck();
  return hasLastChange && (check === null || check === "same") ? (
    <LastChangeLine />
  ) : (
    expectsResult && <ResultLine />
  );
}

/** The title, which becomes a text box when it is clicked. */
function Title(): ReactNode {
  const { scenario } = useServices();
  const { title, heading } = useScenarioTexts();
  const [editing, setEditing] = useState(false);
  const rename = (text: string): void => {
    setEditing(false);
    const next = text.trim().slice(0, 200);
    if (next !== title) scenario.getState().apply("title", (d) => writePath(d, "title", next || undefined));
  };
  if (!editing)
    return (
      <div className="title-text">
        <h1 className="text-l">
          <button type="button" title={pageTexts.lab.editTitle} onClick={() => setEditing(true)}>
            {heading}
          </button>
        </h1>
        <ChangesDuringRun />
      </div>
    );
  return (
    <input
      className="title-box text-l"
      defaultValue={title}
      maxLength={200}
      aria-label={pageTexts.lab.editTitle}
      // biome-ignore lint/a11y/noAutofocus: the user has just activated this field
      autoFocus
      onBlur={(event) => rename(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") setEditing(false);
      }}
    />
  );
}

/** Buttons for the changes that the example suggests. */
export function Suggestions(): ReactNode {
  const { scenario, catalogue } = useServices();
  const example = useScenario((s) => findExample(s.origin.example));
  const doc = useScenario((s) => s.doc);
  const suggestions = (example?.suggestions ?? []).filter((s) => suggestionApplies(s, doc, catalogue));
  const texts = example && exampleTexts(example);
  const labelOf = (suggestion: SuggestedChange): string =>
    texts?.suggestions[example?.suggestions.indexOf(suggestion) ?? -1] ?? suggestion.label;
  if (suggestions.length === 0) return null;
  return (
    <div className="tries cluster">
      <span className="faint">{pageTexts.lab.try}</span>
      {suggestions.map((suggestion) => {
        const isApplied = sameJson(applySuggestion(doc, suggestion, new Set()), doc);
        return (
          <button
            key={suggestion.label}
            type="button"
            className="chip"
            disabled={isApplied}
            title={isApplied ? pageTexts.lab.alreadyApplied : undefined}
            onClick={() => {
              const { apply, usedIds } = scenario.getState();
              apply(`try ${suggestion.label}`, (d) => applySuggestion(d, suggestion, usedIds));
            }}
          >
            {labelOf(suggestion)}
          </button>
        );
      })}
    </div>
  );
}

/** The number of times at which settings change during the run, and the first of these times. */
function ChangesDuringRun(): ReactNode {
  const timeline = useScenario((s) => s.doc.timeline);
  const times = [...new Set(timeline?.map((entry) => entry.at))].sort((a, b) => a - b);
  const [first] = times;
  if (first === undefined) return null;
  return (
    <span className="faint text-s">
      {pageTexts.lab.changesDuringRun({ n: times.length, first: formatQuantity(first, "s") })}
    </span>
  );
}
