// The start of the page: decides which scenario is opened, the scenario of the link in the address bar or the
// first example. Autosave then stores the scenario as it changes.
import { FIRST_EXAMPLE, loadExample } from "../examples/firstExample.ts";
import { isFramed } from "../extension/installed.ts";
import type { ScenarioDocument } from "../generated/types.ts";
import { saveUndo, tabStorage } from "../scenario/keptHistory.ts";
import type { Opening, RefusedLink } from "../scenario/opening.ts";
import { applySettings, decodeLink } from "../scenario/shareLink.ts";
import { newOrigin, type ScenarioStore } from "../scenario/store.ts";
import { browserStorage, saveRecent } from "../storage/storage.ts";
import { OtherVersion } from "./otherVersion.ts";

/** What a link compares its scenario with. */
async function comparisonOf(
  text: string | undefined,
  doc: ScenarioDocument,
  example: ScenarioDocument | undefined,
): Promise<Pick<Opening, "comparison">> {
  if (text === undefined) return {};
  const { readComparison } = await import("../scenario/comparisonLink.ts");
  return { comparison: (await readComparison(text, doc, example)) ?? "unreadable" };
}

export const firstExample = (refused: RefusedLink | null): Opening => ({
  doc: FIRST_EXAMPLE.doc,
  origin: newOrigin("example", FIRST_EXAMPLE.id),
  link: null,
  refused,
});

/**
 * Reads the link in the fragment of the address. Throws `OtherVersion` if the link names another version than
 * `pageVersion`, unless `anyVersion` is set.
 */
export async function readOpening(
  fragment: string,
  pageVersion: string,
  { anyVersion = globalThis.fairshareFile !== undefined } = {},
): Promise<Opening> {
  if (fragment.replace(/^#/, "") === "") return firstExample(null);
  const decoded = await decodeLink(fragment);
  const checkVersion = (version: string | undefined): void => {
    if (version !== undefined && version !== pageVersion && !anyVersion) throw new OtherVersion(version);
  };
  switch (decoded.kind) {
    case "empty":
      return firstExample(null);
    case "problem":
      return firstExample({ problem: decoded.problem, raw: decoded.raw });
    case "example": {
      const { result, engine } = decoded;
      checkVersion(engine);
      const example = await loadExample(decoded.example);
      if (!example) return firstExample({ problem: "unknownExample", raw: decoded.example });
      const doc = applySettings(example.doc, decoded.settings);
      // A link without a result, such as a link in a text about the example, opens the example as the list of
      // examples does.
      const opensLikeList = !result && decoded.settings.length === 0;
      const view = decoded.view ?? (opensLikeList ? example.stage.view : undefined);
      const link = {
        scenario: doc,
        ...(result ? { result } : {}),
        ...(engine ? { engine } : {}),
        ...(view ? { view } : {}),
      };
      const comparison = await comparisonOf(decoded.comparison, doc, example.doc);
      return { doc, origin: newOrigin("example", example.id), link, ...comparison, refused: null };
    }
    case "scenario": {
      const { content: link } = decoded;
      checkVersion(link.engine);
      const of = link.view?.l?.of;
      const example = of === undefined ? undefined : await loadExample(of);
      const comparison = await comparisonOf(link.comparison, link.scenario, example?.doc);
      return {
        doc: link.scenario,
        origin: newOrigin("link", example?.id),
        link,
        ...comparison,
        refused: null,
      };
    }
  }
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
    if (!isFramed()) saveUndo(tabStorage(), location.hash, scenario.getState().history);
  };
  addEventListener("pagehide", leave);
  return () => {
    stop();
    removeEventListener("pagehide", leave);
    // The page stops autosaving when it fails, possibly before the last edit was saved.
    if (timer !== undefined) saveImmediately();
  };
}
