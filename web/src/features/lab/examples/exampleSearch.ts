// Finds examples by words of their titles and statements in the language of the page, and by the contents of
// their scenarios.
import type { Example } from "../../../examples/example.ts";
import { exampleTexts } from "../../../examples/exampleTexts.ts";
import type { Catalogue } from "../../../generated/types.ts";
import { algorithmOf, kindAt } from "../../../scenario/descriptors.ts";

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
