// The start of the page: decides which scenario is opened, the scenario of the link in the address bar or the
// first example. Autosave then stores the scenario as it changes.
import type { ArchiveProblem } from "../engine/archive.ts";
import { fetchReleaseJson, type Release, releaseOf } from "../engine/releases.ts";
import { FIRST_EXAMPLE, loadExample } from "../examples/firstExample.ts";
import type { ScenarioDocument } from "../generated/types.ts";
import type { ReleasedExample } from "../scenario/history.ts";
import { saveUndo, tabStorage } from "../scenario/keptHistory.ts";
import type { Layout } from "../scenario/layout.ts";
import type { LinkContent, LinkProblem } from "../scenario/shareLink.ts";
import { newOrigin, type Origin, type ScenarioStore } from "../scenario/store.ts";
import { browserStorage, saveRecent } from "../storage/storage.ts";

export interface RefusedLink {
  readonly problem: LinkProblem | "unknownExample";
  /** The fragment of the link, or the unknown id of an example. */
  readonly raw: string;
}

export interface Opening {
  readonly doc: ScenarioDocument;
  readonly origin: Origin;
  /** The content of the link from which the scenario was opened; null for the first example. */
  readonly link: LinkContent | null;
  /** Default: the layout of the link, or without a link the layout that the user chose last. */
  readonly layout?: Layout | null;
  readonly refused: RefusedLink | null;
  /** The earlier release whose engine the link needs; null if the scenario runs with the page's engine. */
  readonly release: Release | null;
  /** The fragment of a link that states settings or a result, but no version. */
  readonly unversioned?: string;
  /** Why the engine that the link needs cannot be used on this host. The page's engine is used instead. */
  readonly archive?: { readonly version: string; readonly problem: ArchiveProblem };
}

/** Whether this is the page in the frame of another page. */
export const isEmbedded = (): boolean =>
  globalThis.fairshareFile?.scorm ?? new URLSearchParams(location.search).has("embed");

/**
 * Reads the link in the fragment of the address. `pageVersion` is the version of the page's engine. A link
 * that states no version is opened with the version `assumed`.
 */
export async function readOpening(fragment: string, pageVersion: string, assumed?: string): Promise<Opening> {
  const openFirstExample = (refused: RefusedLink | null): Opening => ({
    doc: FIRST_EXAMPLE.doc,
    origin: newOrigin("example", FIRST_EXAMPLE.id),
    link: null,
    refused,
    release: null,
  });
  if (fragment.replace(/^#/, "") === "") return openFirstExample(null);
  const { applySettings, decodeLink } = await import("../scenario/shareLink.ts");
  const decoded = await decodeLink(fragment);
  switch (decoded.kind) {
    case "empty":
      return openFirstExample(null);
    case "problem":
      return openFirstExample({ problem: decoded.problem, raw: decoded.raw });
    case "example": {
      const { result, engine = assumed } = decoded;
      const { release, archive } = await usableRelease(engine, pageVersion);
      const pageExample = release ? undefined : await loadExample(decoded.example);
      const example = release ? await releasedExample(release, decoded.example) : pageExample;
      if (!example) return openFirstExample({ problem: "unknownExample", raw: decoded.example });
      const doc = applySettings(example.doc, decoded.settings);
      // A link without a result, such as a link in a text about the example, opens the example as the list of
      // examples does.
      const opensLikeList = !result && decoded.settings.length === 0;
      const view = decoded.view ?? (opensLikeList ? pageExample?.stage.view : undefined);
      const link = {
        scenario: doc,
        ...(result ? { result } : {}),
        ...(engine ? { engine } : {}),
        ...(view ? { view } : {}),
      };
      // The texts and suggestions of the page's example may not fit the document of an earlier release.
      const origin = release
        ? { ...newOrigin("link"), released: { version: release.version, id: example.id, doc: example.doc } }
        : newOrigin("example", example.id);
      const unversioned = engine === undefined && !opensLikeList ? { unversioned: fragment } : {};
      return { doc, origin, link, refused: null, release, ...archive, ...unversioned };
    }
    case "scenario": {
      const { content: link } = decoded;
      const engine = link.engine ?? assumed;
      const { release, archive } = await usableRelease(engine, pageVersion);
      const unversioned = engine === undefined ? { unversioned: fragment } : {};
      const of = release ? undefined : link.view?.l?.of;
      const example = of === undefined ? undefined : await loadExample(of);
      const origin = newOrigin("link", example?.id);
      return { doc: link.scenario, origin, link, refused: null, release, ...archive, ...unversioned };
    }
  }
}

/** The earlier release that a link needs, if its archive on this host is complete and unchanged. */
async function usableRelease(
  engine: string | undefined,
  pageVersion: string,
): Promise<{ readonly release: Release | null; readonly archive?: Pick<Opening, "archive"> }> {
  const release = releaseOf(engine, pageVersion);
  if (!release) return { release: null };
  const { archiveProblem } = await import("../engine/archive.ts");
  const problem = await archiveProblem(release);
  if (problem === null) return { release };
  return { release: null, archive: { archive: { version: release.version, problem } } };
}

/** The example of an earlier release. Undefined if the release has none with this id. */
async function releasedExample(
  release: Release,
  id: string,
): Promise<Pick<ReleasedExample, "id" | "doc"> | undefined> {
  const examples = await fetchReleaseJson<Pick<ReleasedExample, "id" | "doc">[]>(release, "examples.json");
  return examples.find((example) => example.id === id);
}

/** An edit is saved when no other edit follows within this time. */
const SAVE_DELAY_MS = 800;

/**
 * Stores the open scenario in the list of recent scenarios after each edit. An example without edits is not
 * stored. Returns the function that saves an edit that is not saved yet, and stops autosaving.
 */
export function autosave(scenario: ScenarioStore): () => void {
  const storage = browserStorage();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = ({ doc, origin, edits } = scenario.getState()): void => {
    if (edits === 0 && origin.kind === "example") return;
    saveRecent(storage, { id: origin.openingId, title: doc.title ?? "", saved: Date.now(), doc });
  };
  const stop = scenario.subscribe((now, before) => {
    if (now.doc === before.doc) return;
    clearTimeout(timer);
    // When another scenario is opened, the previous scenario is saved at once.
    timer = undefined;
    if (now.origin === before.origin) timer = setTimeout(saveImmediately, SAVE_DELAY_MS);
    else save(before);
  });
  const saveImmediately = (): void => {
    clearTimeout(timer);
    timer = undefined;
    save();
  };
  const leave = (): void => {
    saveImmediately();
    if (!isEmbedded()) saveUndo(tabStorage(), location.hash, scenario.getState().history);
  };
  addEventListener("pagehide", leave);
  return () => {
    stop();
    removeEventListener("pagehide", leave);
    // The page stops autosaving when it fails, possibly before the last edit was saved.
    if (timer !== undefined) saveImmediately();
  };
}
