// Start of a visit: opens the scenario of the link in the address bar, or the first example. Afterwards, autosave stores
// scenarios as they change.
import type { ScenarioDocument } from "../generated/types.ts";
import { EXAMPLES, type Example, findExample } from "../scenario/examples.ts";
import { applySettings, decodeLink, type LinkContent, type LinkProblem } from "../scenario/shareLink.ts";
import { browserStorage, saveRecent } from "../scenario/storage.ts";
import { newVisit, type Origin, type ScenarioStore } from "../scenario/store.ts";

export interface RefusedLink {
  readonly problem: LinkProblem | "unknownExample";
  /** The fragment of the link, or the unknown id of an example. */
  readonly raw: string;
}

export interface Opening {
  readonly doc: ScenarioDocument;
  readonly origin: Origin;
  readonly content: LinkContent | null;
  readonly refused: RefusedLink | null;
}

/** The example that opens without a link. */
const FIRST_EXAMPLE = EXAMPLES[0] as Example;

export async function readOpening(fragment: string): Promise<Opening> {
  const openFirstExample = (refused: RefusedLink | null): Opening => ({
    doc: FIRST_EXAMPLE.doc,
    origin: newVisit("example", FIRST_EXAMPLE.id),
    content: null,
    refused,
  });
  const decoded = await decodeLink(fragment);
  switch (decoded.kind) {
    case "empty":
      return openFirstExample(null);
    case "problem":
      return openFirstExample({ problem: decoded.problem, raw: decoded.raw });
    case "example": {
      const example = findExample(decoded.example);
      if (!example) return openFirstExample({ problem: "unknownExample", raw: decoded.example });
      const doc = applySettings(example.doc, decoded.settings);
      const { result, engine, view } = decoded;
      const content = {
        scenario: doc,
        ...(result ? { result } : {}),
        ...(engine ? { engine } : {}),
        ...(view ? { view } : {}),
      };
      return { doc, origin: newVisit("example", example.id), content, refused: null };
    }
    case "scenario": {
      const { content } = decoded;
      return { doc: content.scenario, origin: newVisit("link"), content, refused: null };
    }
  }
}

const SAVE_DELAY_MS = 800;

/**
 * Stores the open scenario in the list of recent scenarios after each edit. An example without edits is not stored. Returns the
 * function that stops autosaving.
 */
export function autosave(scenario: ScenarioStore): () => void {
  const storage = browserStorage();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = ({ doc, origin, edits } = scenario.getState()): void => {
    if (edits === 0 && origin.kind === "example") return;
    saveRecent(storage, { id: origin.visit, title: doc.title ?? "", saved: Date.now(), doc });
  };
  const stop = scenario.subscribe((now, before) => {
    if (now.doc === before.doc) return;
    clearTimeout(timer);
    // When another scenario is opened, the previous one is saved at once.
    if (now.origin === before.origin) timer = setTimeout(save, SAVE_DELAY_MS);
    else save(before);
  });
  const saveNow = (): void => {
    clearTimeout(timer);
    save();
  };
  addEventListener("pagehide", saveNow);
  return () => {
    clearTimeout(timer);
    removeEventListener("pagehide", saveNow);
    stop();
  };
}
