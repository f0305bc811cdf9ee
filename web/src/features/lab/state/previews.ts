// Runs while a slider moves: at most one begins per interval, always for the latest document.
import type { ScenarioDocument } from "../../../generated/types.ts";

const INTERVAL_MS = 90;

export class Previews {
  readonly #load: (doc: ScenarioDocument) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest: ScenarioDocument | null = null;

  constructor(load: (doc: ScenarioDocument) => void) {
    this.#load = load;
  }

  /** Previews a document once the interval is over. */
  request(doc: ScenarioDocument): void {
    this.#latest = doc;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#latest) this.#load(this.#latest);
    }, INTERVAL_MS);
  }

  /** Forgets a document that was requested and not yet previewed. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#latest = null;
  }
}
