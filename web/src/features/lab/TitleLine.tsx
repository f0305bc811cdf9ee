// The title of the scenario, its note, and, for an example, buttons for changes that the example suggests.
import { type ReactNode, useState } from "react";
import { applySuggestion } from "../../scenario/example.ts";
import { findExample } from "../../scenario/firstExample.ts";
import { writePath } from "../../scenario/path.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useScenario } from "./hooks.ts";

export function TitleLine(): ReactNode {
  const { scenario } = useServices();
  const title = useScenario((s) => s.doc.title ?? "");
  const note = useScenario((s) => s.doc.note ?? "");
  const example = useScenario((s) => findExample(s.origin.example));
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
              {title || S.lab.untitled}
            </button>
          </h1>
        )}
        {note && <p>{note}</p>}
      </div>
      {example && (
        <div className="tries">
          <span>{S.lab.try}</span>
          {example.suggestions.map((suggestion) => (
            <button
              key={suggestion.label}
              type="button"
              className="chip"
              onClick={() => {
                const { apply, usedIds } = scenario.getState();
                apply(`try ${suggestion.label}`, (d) => applySuggestion(d, suggestion, usedIds));
              }}
            >
              {suggestion.label}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
