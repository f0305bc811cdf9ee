// The queue that an edit concerns, which the charts of queues then show.
import type { Json, JsonObject, ScenarioDocument } from "../../../generated/types.ts";

/**
 * The link direction that differs between two documents with the same list of links: "b.forward". Null if no
 * link or several links differ, or if the network has no list of links.
 */
export function editedQueue(before: ScenarioDocument, after: ScenarioDocument): string | null {
  const [old, now] = [linksOf(before), linksOf(after)];
  if (old.length !== now.length) return null;
  const edited = now.flatMap((link, i) => {
    const last = old[i];
    return last === undefined || same(link, last) ? [] : [{ link, last }];
  });
  const [only, ...others] = edited;
  if (only === undefined || others.length > 0 || only.link["id"] !== only.last["id"]) return null;
  const isReverse = same(only.link["forward"], only.last["forward"]);
  return `${only.link["id"]}.${isReverse ? "reverse" : "forward"}`;
}

function linksOf(doc: ScenarioDocument): readonly JsonObject[] {
  const links = (doc.network as JsonObject | undefined)?.["links"];
  return Array.isArray(links) ? (links as readonly JsonObject[]) : [];
}

const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);
