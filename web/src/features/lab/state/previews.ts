// Starts preview runs while a slider moves: at most one per interval, always with the latest document.
import type { ScenarioDocument } from "../../../generated/types.ts";

/** The minimum time between the starts of two previews: at most eleven previews a second. */
const INTERVAL_MS = 90;

export class Previews {
  readonly #load: (doc: ScenarioDocument) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest: ScenarioDocument | null = null;

  constructor(load: (doc: ScenarioDocument) => void) {
    this.#load = load;
  }

  /** Requests a preview of a document. The preview starts at the end of the interval, unless a later request replaces the document. */
  request(doc: ScenarioDocument): void {
    this.#latest = doc;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#latest) this.#load(this.#latest);
    }, INTERVAL_MS);
  }

  /** Discards the requested document if it has not been loaded yet. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#latest = null;
  }
}
