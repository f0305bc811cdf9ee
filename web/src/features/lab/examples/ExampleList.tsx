// The examples in groups, with a search.
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { patchChildren } from "../../../charts/core/dom.ts";
import { readTheme } from "../../../charts/index.ts";
import { thumbNode } from "../../../charts/sparkline.ts";
import type { Example } from "../../../examples/example.ts";
import { EXAMPLE_GROUPS, examplesOf } from "../../../examples/exampleGroups.ts";
import { EXAMPLES } from "../../../examples/examples.ts";
import { exampleTexts } from "../../../examples/exampleTexts.ts";
import type { Catalogue } from "../../../generated/types.ts";
import { algorithmOf, kindAt } from "../../../scenario/descriptors.ts";
import { useServices } from "../state/context.tsx";
import { labTexts } from "../texts/index.ts";
import { linesOf } from "./exampleLines.ts";

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
        className="text-box is-wide"
        aria-label={labTexts.examples.search}
        placeholder={labTexts.examples.search}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p className={query.trim() === "" ? "visually-hidden" : "field-note"} role="status">
        {query.trim() === "" ? "" : labTexts.examples.found({ n: count })}
      </p>
      {groups.map(({ group, examples }) => (
        <section key={group} aria-label={labTexts.examples.groups[group]}>
          <h2 className="text-l strong">{labTexts.examples.groups[group]}</h2>
          <ul className="examples-grid grid">
            {examples.map((example) => (
              <li key={example.id}>
                <button type="button" className="example card is-link" onClick={() => onOpen(example)}>
                  <Thumbnail example={example} />
                  <b>{exampleTexts(example).title}</b>
                  <span className="soft text-s">{exampleTexts(example).point}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** The size of a thumbnail in pixels. */
const SIZE = { width: 236, height: 76 };

/**
 * The picture of an example. Its run is computed on the pool of workers when the drawer is opened for the
 * first time.
 */
function Thumbnail({ example }: { readonly example: Example }): ReactNode {
  const { session } = useServices();
  const host = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let cancelled = false;
    linesOf(example, session.engine)
      .then(({ lines, ...scale }) => {
        const element = host.current;
        if (cancelled || !element) return;
        const theme = readTheme(element);
        patchChildren(element, [thumbNode(lines, { ...SIZE, ...scale, theme, label: "", lineWidth: 1.4 })]);
      })
      .catch(() => undefined);
    return () => {
      cancelled = true;
    };
  }, [session, example]);
  return <span className="example-picture" ref={host} aria-hidden="true" />;
}

/** Without accents and capital letters, so that "debit" finds "débit". */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/**
 * Everything that can be searched of an example: its texts, and the algorithms, the labels and the queue of
 * its scenario.
 */
export function searchTextOf(example: Example, catalogue: Catalogue): string {
  const { doc } = example;
  const { title, point } = exampleTexts(example);
  const nameIn = (list: readonly { readonly id: string; readonly name: string }[], id: string): string =>
    `${id} ${list.find((one) => one.id === id)?.name ?? ""}`;
  const flows = (doc.flows ?? []).map(
    ({ id, label }) => `${label ?? id} ${nameIn(catalogue.algorithms, algorithmOf(catalogue, id, doc))}`,
  );
  const queue = nameIn(catalogue.queues, kindAt(catalogue, "network.forward.queue", doc));
  return plain([title, point, ...flows, queue].join(" "));
}

/** Whether a text contains all words of a query. */
export const matches = (text: string, query: string): boolean =>
  plain(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
