// The further runs that the readings of a claim need: one session for each set of changes, one after another,
// with all seeds.
import { useMemo } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Alternative, ClaimLine, Judgement } from "../../../charts/paper/index.ts";
import { type AnySession, environment } from "../../../experiments/sessions.ts";
import type { StoredResults } from "../results/model.ts";
import { type ResultsSession, type ResultsState, sessionOf } from "./runSessions.ts";

export interface ReadingRunsState extends Pick<ResultsState, "phase" | "finished" | "total" | "secondsLeft"> {
  /** For each reading its verdict and values; null before its runs are finished, or if it needs none. */
  readonly judged: readonly (Judgement | null)[];
  readonly message: string | null;
}

/** The readings of a claim that need further runs. */
export const readingsToRun = ({ readings = [] }: ClaimLine): readonly Alternative[] =>
  readings.filter(({ changes = [] }) => changes.length > 0);

const IDLE: ReadingRunsState = {
  phase: "idle",
  finished: 0,
  total: 0,
  secondsLeft: null,
  judged: [],
  message: null,
};

/** The further runs of a claim's readings. It is started, paused and cancelled like a session. */
export class ReadingRuns implements AnySession {
  readonly state: StoreApi<ReadingRunsState> = createStore<ReadingRunsState>(() => IDLE);
  readonly #line: ClaimLine;
  readonly #sessions: readonly ResultsSession[];
  /** The number of runs of each session. */
  #runs: readonly number[] = [];
  /** The session that runs. */
  #current = 0;
  #startedAt = 0;
  #finishedAtStart = 0;
  /** Ends the subscription to the session that runs. */
  #unsubscribe: () => void = () => undefined;

  constructor(line: ClaimLine, sessions: readonly ResultsSession[]) {
    this.#line = line;
    this.#sessions = sessions;
  }

  /** Starts or continues with the first session that is not finished. Each has its own number of seeds. */
  async start(): Promise<void> {
    this.#unsubscribe();
    this.state.setState({ phase: "loading", message: null, secondsLeft: null });
    try {
      const outlines = await Promise.all(this.#sessions.map((session) => session.outline()));
      if (this.state.getState().phase !== "loading") return;
      this.#runs = outlines.map(({ cells, seeds }) => cells.length * seeds);
      this.#startedAt = environment.now();
      this.#finishedAtStart = this.#finished(this.#current, 0);
      this.state.setState({ total: this.#runs.reduce((sum, runs) => sum + runs, 0) });
      this.#begin(
        this.#current,
        outlines.map(({ seeds }) => seeds),
      );
    } catch (error) {
      this.state.setState({
        phase: "failed",
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  pause(): void {
    if (this.state.getState().phase === "running") this.#sessions[this.#current]?.pause();
  }

  resume(): void {
    void this.start();
  }

  /** Ends the runs. The browser keeps the finished runs. */
  cancel(): void {
    this.#unsubscribe();
    for (const session of this.#sessions) session.cancel();
    this.#current = 0;
    this.state.setState(IDLE);
  }

  async discard(): Promise<void> {
    this.cancel();
    await Promise.all(this.#sessions.map((session) => session.discard()));
  }

  /** The number of finished runs, if `current` is the session that runs and has finished `own` of them. */
  #finished(current: number, own: number): number {
    return this.#runs.slice(0, current).reduce((sum, runs) => sum + runs, own);
  }

  #begin(index: number, seeds: readonly number[]): void {
    const session = this.#sessions[index];
    this.#current = index;
    if (!session) {
      this.#current = 0;
      this.state.setState({ phase: "finished", finished: this.#finished(index, 0), secondsLeft: null });
      return;
    }
    const wanted = seeds[index] ?? 1;
    const follow = (state: ResultsState): void => this.#follow(state, index, seeds);
    void session.start(wanted);
    this.#unsubscribe = session.state.subscribe(follow);
  }

  #follow(state: ResultsState, index: number, seeds: readonly number[]): void {
    const { phase, results, completeSeeds, message } = state;
    const isDone = phase === "finished" && results !== null && completeSeeds === seeds[index];
    const own = phase === "loading" ? 0 : state.finished;
    const finished = this.#finished(index, own);
    const { total, judged } = this.state.getState();
    const seconds = (environment.now() - this.#startedAt) / 1000;
    const made = finished - this.#finishedAtStart;
    this.state.setState({
      // The session is finished before its results are there.
      phase: phase === "finished" || phase === "loading" ? "running" : phase,
      finished,
      secondsLeft: phase === "running" && made > 0 ? (seconds * (total - finished)) / made : null,
      message,
    });
    if (!isDone) return;
    this.#unsubscribe();
    const outcome = results.outcomes?.[this.#line.number - 1];
    const readings = this.#line.readings ?? [];
    this.state.setState({ judged: readings.map((_, i) => outcome?.readings?.[i] ?? judged[i] ?? null) });
    this.#begin(index + 1, seeds);
  }
}

const known = new Map<string, ReadingRuns>();

function readingRunsOf(stored: StoredResults, line: ClaimLine): ReadingRuns {
  const { id, version, definition } = stored;
  const key = JSON.stringify({ id, version, definition, line: line.number });
  const found = known.get(key);
  if (found) return found;
  // Two readings can be two quantities of the same runs.
  const sessions = new Set(
    readingsToRun(line).map(({ changes = [], only }) => sessionOf(stored, changes, only)),
  );
  const runs = new ReadingRuns(line, [...sessions]);
  known.set(key, runs);
  return runs;
}

/** The further runs of a claim's readings, and their state. */
export function useReadingRuns(
  stored: StoredResults,
  line: ClaimLine,
): readonly [ReadingRuns, ReadingRunsState] {
  const runs = useMemo(() => readingRunsOf(stored, line), [stored, line]);
  return [runs, useStore(runs.state)];
}
