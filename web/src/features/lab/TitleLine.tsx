// The title of the scenario, its note, and, for an example, buttons for changes that the example suggests.
import { type ReactNode, useState } from "react";
import { applySuggestion } from "../../scenario/example.ts";
import { findExample } from "../../scenario/firstExample.ts";
import { sameJson, writePath } from "../../scenario/path.ts";
import { suggestionApplies, textsFit } from "../../scenario/suggestions.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useScenario } from "./hooks.ts";

export function TitleLine(): ReactNode {
  const { scenario, catalogue } = useServices();
  const title = useScenario((s) => s.doc.title ?? "");
  const note = useScenario((s) => s.doc.note ?? "");
  const example = useScenario((s) => findExample(s.origin.example));
  const doc = useScenario((s) => s.doc);
  const opened = useScenario((s) => s.opened);
  const fit = textsFit(doc, example?.doc ?? opened);
  const suggestions = (example?.suggestions ?? []).filter((s) => suggestionApplies(s, doc, catalogue));
  const [editing, setEditing] = useState(false);
  const rename = (text: string): void => {
    setEditing(false);
    const next = text.trim().slice(0, 200);
    if (next !== title) scenario.getState().apply("title", (d) => writePath(d, "title", next || undefined));
  };
  return (
    <section className="title-line" aria-label={S.lab.scenario}>
      <div className="title-text">
        {editing ? (
          <input
            className="title-box"
            defaultValue={title}
            maxLength={200}
            aria-label={S.lab.editTitle}
            // biome-ignore lint/a11y/noAutofocus: the user has just activated this field
            autoFocus
            onBlur={(event) => rename(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.currentTarget.blur();
              if (event.key === "Escape") setEditing(false);
            }}
          />
        ) : (
          <h1>
            <button type="button" title={S.lab.editTitle} onClick={() => setEditing(true)}>
              {fit === "no" && title ? S.lab.changedFrom(title) : title || S.lab.untitled}
            </button>
          </h1>
        )}
        {note && fit !== "no" && <p>{fit === "before" ? S.lab.noteBefore(note) : note}</p>}
      </div>
      {suggestions.length > 0 && (
        <div className="tries">
          <span>{S.lab.try}</span>
          {suggestions.map((suggestion) => {
            const isApplied = sameJson(applySuggestion(doc, suggestion, new Set()), doc);
            return (
              <button
                key={suggestion.label}
                type="button"
                className="chip"
                disabled={isApplied}
                title={isApplied ? S.lab.alreadyApplied : undefined}
                onClick={() => {
                  const { apply, usedIds } = scenario.getState();
                  apply(`try ${suggestion.label}`, (d) => applySuggestion(d, suggestion, usedIds));
                }}
              >
                {suggestion.label}
              </button>
            );
          })}
        </div>
      )}
    </section>
  );
}
