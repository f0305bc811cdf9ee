// Starts preview runs while a slider moves: the first at once, and the next with the latest document when the
// last one is complete or has taken too long.
import type { ScenarioDocument } from "../../../generated/types.ts";

/** A preview that is not complete after this time is replaced if a newer document is requested. In ms. */
const PATIENCE_MS = 90;

export class Previews {
  readonly #load: (doc: ScenarioDocument) => void;
  /** Set while a preview is computed. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest: ScenarioDocument | null = null;

  constructor(load: (doc: ScenarioDocument) => void) {
    this.#load = load;
  }

  /**
   * Requests a preview of a document, unless a later request replaces the document before the preview starts.
   */
  request(doc: ScenarioDocument): void {
    this.#latest = doc;
    if (this.#timer === undefined) this.next();
  }

  /**
   * Starts the preview of the latest document, because the previous one is complete or has taken too long.
   */
  next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const doc = this.#latest;
    if (!doc) return;
    this.#latest = null;
    this.#timer = setTimeout(() => this.next(), PATIENCE_MS);
    this.#load(doc);
  }

  /** Discards the requested document if it has not been loaded yet. */
  cancel(): void {
    this.#latest = null;
    this.next();
  }
}
