// A drive: while a person moves the window of a flow, the engine computes the run in real time, and never further than
// the playhead will be in the next frame. If computing falls behind, simulated time waits. The moves become
// entries of the timeline.
import { frameLoop } from "../../charts/index.ts";
import type { RunHandle } from "../../engine/types.ts";
import type { ScenarioDocument, TimelineEntry } from "../../generated/types.ts";
import { windowPath, withTimeline } from "./documents.ts";

/** At most 20 moves per second, in milliseconds between two moves, and at most this number in all. */
const MOVE_INTERVAL_MS = 50;
export const MOST_MOVES = 2000;
/** A frame advances the run by at most this time, so that it does not jump after the tab was suspended. */
const LONGEST_STEP_MS = 100;
/** The shortest advance. A move is a millisecond after what is computed, so it falls into the advance. */
const SHORTEST_STEP_MS = 2;

/** What a drive needs of a driven run. */
export type DrivenRun = Pick<RunHandle, "advance" | "end" | "record" | "subscribe">;

export interface DriveOptions {
  readonly run: DrivenRun;
  readonly doc: ScenarioDocument;
  /** The id of the flow whose window is moved, and its window at the start. */
  readonly flow: string;
  readonly window: number;
  readonly onTime: (t: number) => void;
  /** Called once with the result ID when the run has reached its end. */
  readonly onEnd: (resultId: string) => void;
}

export class Drive {
  /** The window that the person wants, in whole packets. */
  wanted: number;
  readonly moves: TimelineEntry[] = [];
  readonly #options: DriveOptions;
  /** The window that the run has after the last move. */
  #window: number;
  #lastMoveMs = Number.NEGATIVE_INFINITY;
  /** All times are in milliseconds: what is computed, the time that the engine computes to, and the end. */
  #computedMs = 0;
  #targetMs = 0;
  readonly #endMs: number;
  /** The real time that has passed since the last advance. */
  #owedMs = 0;
  #stopFrames: (() => void) | null = null;

  constructor(options: DriveOptions) {
    this.#options = options;
    this.wanted = options.window;
    this.#window = options.window;
    this.#endMs = Math.round((options.doc.duration ?? 0) * 1000);
  }

  /** Follows the run. Returns the function that stops following. */
  listen(): () => void {
    const { run, onEnd } = this.#options;
    let isListening = true;
    const unsubscribe = run.subscribe(() => this.#arrive(run.record?.computedTo ?? 0));
    void run.end.then((end) => {
      if (!isListening || !end || !("resultId" in end)) return;
      this.pause();
      onEnd(end.resultId);
    });
    return () => {
      isListening = false;
      unsubscribe();
    };
  }

  get running(): boolean {
    return this.#stopFrames !== null;
  }

  /** The time of the drive, in seconds. */
  get time(): number {
    return this.#computedMs / 1000;
  }

  /** Computes the first milliseconds, so that there is something to show before the drive begins. */
  prepare(): void {
    this.#advance(SHORTEST_STEP_MS);
  }

  run(): void {
    this.#owedMs = 0;
    this.#stopFrames ??= frameLoop().animate((_now, elapsed) => this.tick(elapsed));
  }

  pause(): void {
    this.#stopFrames?.();
    this.#stopFrames = null;
  }

  /** Real time has passed: asks the engine for as much simulated time, unless it still computes. */
  tick(elapsedMs: number): void {
    this.#owedMs = Math.min(this.#owedMs + elapsedMs, LONGEST_STEP_MS);
    if (this.#computedMs < this.#targetMs) return;
    const until = Math.min(this.#endMs, Math.round(this.#computedMs + this.#owedMs));
    if (until < Math.min(this.#endMs, this.#computedMs + SHORTEST_STEP_MS)) return;
    this.#advance(until);
  }

  #advance(untilMs: number): void {
    const { run, doc } = this.#options;
    const move = this.#nextMove();
    this.#owedMs = 0;
    this.#targetMs = untilMs;
    // The engine adds the timeline of this document to the run.
    run.advance(untilMs / 1000, move && JSON.stringify(withTimeline(doc, [move])));
  }

  /** Records the wanted window as a move a millisecond after what is computed. Null if no move is due. */
  #nextMove(): TimelineEntry | null {
    const atMs = this.#computedMs + 1;
    if (this.wanted === this.#window || this.moves.length >= MOST_MOVES) return null;
    if (atMs - this.#lastMoveMs < MOVE_INTERVAL_MS || atMs >= this.#endMs) return null;
    this.#window = this.wanted;
    this.#lastMoveMs = atMs;
    const move = { at: atMs / 1000, set: windowPath(this.#options.flow), to: this.wanted };
    this.moves.push(move);
    return move;
  }

  #arrive(computedTo: number): void {
    this.#computedMs = Math.round(computedTo * 1000);
    this.#options.onTime(computedTo);
  }
}
