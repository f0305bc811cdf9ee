// The examples in groups, with a search.
import { type ReactNode, useMemo, useState } from "react";
import type { Example } from "../../../examples/example.ts";
import { EXAMPLE_GROUPS, examplesOf } from "../../../examples/exampleGroups.ts";
import { EXAMPLES } from "../../../examples/examples.ts";
import { exampleTexts } from "../../../examples/exampleTexts.ts";
import { PARTS } from "../../../strings/labParts.ts";
import { useServices } from "../state/context.tsx";
import { Thumbnail } from "./ExamplePicture.tsx";
import { matches, searchTextOf } from "./exampleSearch.ts";

export function ExampleList({ onOpen }: { readonly onOpen: (example: Example) => void }): ReactNode {
  const { catalogue } = useServices();
  const [query, setQuery] = useState("");
  const texts = useMemo(
    () => new Map(EXAMPLES.map((example) => [example.id, searchTextOf(example, catalogue)])),
    [catalogue],
  );
  const groups = EXAMPLE_GROUPS.map((group) => ({
    group,
    examples: examplesOf(group).flatMap((id) => {
      const example = EXAMPLES.find((one) => one.id === id);
      return example && matches(texts.get(id) ?? "", query) ? [example] : [];
    }),
  })).filter(({ examples }) => examples.length > 0);
  const count = groups.reduce((sum, { examples }) => sum + examples.length, 0);
  return (
    <>
      <input
        type="search"
        className="text-box is-wide examples-search"
        aria-label={PARTS.examples.search}
        placeholder={PARTS.examples.search}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p className={query.trim() === "" ? "visually-hidden" : "field-note"} role="status">
        {query.trim() === "" ? "" : PARTS.examples.found(count)}
      </p>
      {groups.map(({ group, examples }) => (
        <section key={group} aria-label={PARTS.examples.groups[group]}>
          <h2 className="examples-group text-l strong">{PARTS.examples.groups[group]}</h2>
          <ul className="examples-grid grid">
            {examples.map((example) => (
              <li key={example.id}>
                <button type="button" className="example card" onClick={() => onOpen(example)}>
                  <Thumbnail example={example} />
                  <b>{exampleTexts(example).title}</b>
                  <span>{exampleTexts(example).point}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
