// Loads the index and the stored results when they are needed. Keeps what was used last.
import { useEffect, useMemo, useState } from "react";
import type { PaperIndex, StoredResults } from "./model.ts";

/** The number of files that are kept. The largest results take some MiB of memory. */
const MAX_KEPT = 6;

/** The latest loads, the last used one last. */
const loads = new Map<string, Promise<unknown>>();

/** The compressed file of public/papers with this content. */
export const fileOf = (name: string): string => `papers/${name}.json.zlib`;

async function fetchJson(name: string): Promise<unknown> {
  const response = await fetch(new URL(fileOf(name), document.baseURI));
  if (!response.ok || !response.body) throw new Error(`${fileOf(name)}: ${response.status}`);
  return new Response(response.body.pipeThrough(new DecompressionStream("deflate"))).json();
}

/** The content of a file of public/papers. A load that failed is tried again at the next call. */
export function load(name: string): Promise<unknown> {
  const known = loads.get(name) ?? fetchJson(name);
  loads.delete(name);
  loads.set(name, known);
  for (const oldest of [...loads.keys()].slice(0, -MAX_KEPT)) loads.delete(oldest);
  known.catch(() => loads.delete(name));
  return known;
}

export type Loaded<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly retry: () => void }
  | { readonly state: "ready"; readonly value: T };

function useLoaded<T>(name: string | null): Loaded<T> {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ name: string; result: Loaded<T> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the file again
  useEffect(() => {
    if (name === null) return undefined;
    let cancelled = false;
    load(name).then(
      (value) => {
        if (!cancelled) setLoaded({ name, result: { state: "ready", value: value as T } });
      },
      () => {
        const retry = (): void => setAttempt((count) => count + 1);
        if (!cancelled) setLoaded({ name, result: { state: "failed", retry } });
      },
    );
    return () => {
      cancelled = true;
    };
  }, [name, attempt]);
  return loaded?.name === name ? loaded.result : { state: "loading" };
}

export function useIndex(): Loaded<PaperIndex> {
  const loaded = useLoaded<PaperIndex>("index");
  return useMemo(
    () => (loaded.state === "ready" ? { state: "ready", value: withSummaries(loaded.value) } : loaded),
    [loaded],
  );
}

/** An index with what the first screens of papers need that name nothing for them. */
export const withSummaries = <Index extends PaperIndex>(index: Index): Index => ({
  ...index,
  papers: index.papers.map((paper) => ({
    kind: paper.id === "own" ? "own" : paper.id === "rfc9438" ? "rfc" : "paper",
    headlines: [],
    decides: [],
    undecidable: [],
    ...(paper as Partial<PaperIndex["papers"][number]>),
    in_short: paper.in_short || paper.brief,
  })),
});

/** The stored results of an experiment; `id` is null if it has none. */
export const useStoredResults = (id: string | null): Loaded<StoredResults> => useLoaded<StoredResults>(id);
