// The beginning of a visit: opens the link in the address bar, or the first example; then saves scenarios as they change.
import type { ScenarioDocument } from "../generated/types.ts";
import { EXAMPLES, type Example, findExample } from "../scenario/examples.ts";
import { applySettings, decodeLink, type LinkContent, type LinkProblem } from "../scenario/shareLink.ts";
import { browserStorage, saveRecent } from "../scenario/storage.ts";
import { newVisit, type Origin, type ScenarioStore } from "../scenario/store.ts";

export interface RefusedLink {
  readonly problem: LinkProblem | "unknownExample";
  readonly raw: string;
}

export interface Opening {
  readonly doc: ScenarioDocument;
  readonly origin: Origin;
  readonly content: LinkContent | null;
  readonly refused: RefusedLink | null;
}

/** The scenario that opens without a link. */
const FIRST = EXAMPLES[0] as Example;

export async function readOpening(fragment: string): Promise<Opening> {
  const plain = (refused: RefusedLink | null): Opening => ({
    doc: FIRST.doc,
    origin: newVisit("example", FIRST.id),
    content: null,
    refused,
  });
  const decoded = await decodeLink(fragment);
  switch (decoded.kind) {
    case "empty":
      return plain(null);
    case "problem":
      return plain({ problem: decoded.problem, raw: decoded.raw });
    case "example": {
      const example = findExample(decoded.example);
      if (!example) return plain({ problem: "unknownExample", raw: decoded.example });
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

const SAVE_AFTER_MS = 800;

/** Saves every scenario that was changed or came from outside of the page under Recent. */
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
    // When another scenario is opened, the one before is saved at once.
    if (now.origin === before.origin) timer = setTimeout(save, SAVE_AFTER_MS);
    else save(before);
  });
  const leaving = (): void => {
    clearTimeout(timer);
    save();
  };
  addEventListener("pagehide", leaving);
  return () => {
    clearTimeout(timer);
    removeEventListener("pagehide", leaving);
    stop();
  };
}
