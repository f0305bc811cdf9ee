// Runs an experiment or a sweep in the page: makes the runs of its cells on all cores, stores each finished
// run in the browser, and reduces the runs to results while they arrive. A session lasts until the page is
// closed, also while another view is open.
import { createStore, type StoreApi } from "zustand/vanilla";
import type { WorkerProgram } from "../workers/client.ts";
import { WorkerPool } from "../workers/pool.ts";
import type { RecordKeeper, RecordScope } from "./recordStore.ts";
import { ListOrder, type RunOrder } from "./refiningOrder.ts";
import type { CellRun, Outline, PapersCalls, RunOutline } from "./types.ts";

export type RunPhase = "idle" | "loading" | "running" | "pausing" | "paused" | "finished" | "failed";

export interface RunState<Results, Plan extends RunOutline = Outline> {
  readonly phase: RunPhase;
  readonly outline: Plan | null;
  /** The number of seeds that were requested. */
  readonly seeds: number;
  /** The number of finished runs among the requested ones. */
  readonly finished: number;
  readonly total: number;
  /** The number of runs that the browser has stored before, for all seeds. */
  readonly kept: number;
  readonly secondsLeft: number | null;
  /** The results of the finished runs. */
  readonly results: Results | null;
  /** The number of seeds for which `results` contains every cell. */
  readonly completeSeeds: number;
  /** Why the session failed. */
  readonly message: string | null;
  /** Whether the browser stores finished runs, so that they survive a reload. */
  readonly isStoring: boolean;
}

/** What a session needs from the browser. */
export interface RunEnvironment {
  readonly program: WorkerProgram;
  readonly store: RecordKeeper;
  readonly cores: number;
  now(): number;
}

/** The shortest time between two reductions. */
const REDUCE_INTERVAL_MS = 700;
/** Reductions occupy at most this share of the page's thread. */
const REDUCE_SHARE = 0.02;
/** The shortest time between two publications of the progress. Small runs finish several times in a frame. */
const PROGRESS_INTERVAL_MS = 100;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const runKey = ({ cell, seed }: CellRun): string => `${seed} ${cell}`;

/** The order of the missing runs of a session. `recordOf` gives the record of a run that is finished. */
export type OrderOf<Plan> = (
  outline: Plan,
  missing: readonly CellRun[],
  recordOf: (run: CellRun) => string | undefined,
) => RunOrder;

/** The largest runs come first, so that the last runs end at about the same time. */
function largestFirst(outline: RunOutline, missing: readonly CellRun[]): RunOrder {
  const packets = new Map(outline.cells.map(({ id, packets: of }) => [id, of]));
  const size = ({ cell }: CellRun): number => packets.get(cell) ?? 0;
  return new ListOrder([...missing].sort((a, b) => a.seed - b.seed || size(b) - size(a)));
}

export class RunSession<Results, Plan extends RunOutline = Outline> {
  readonly scope: RecordScope;
  readonly state: StoreApi<RunState<Results, Plan>>;
  readonly #orderOf: OrderOf<Plan>;
  readonly #environment: RunEnvironment;
  readonly #parse: (text: string) => Results;
  /** The records of finished runs by `runKey`. */
  readonly #records = new Map<string, string>();
  /** The worker that answers everything but runs. */
  #desk: WorkerPool<PapersCalls> | null = null;
  /** The runs that are being made. */
  #making: { readonly pool: WorkerPool<PapersCalls>; readonly order: RunOrder } | null = null;
  #startedAt = 0;
  #packetsDone = 0;
  #isReducing = false;
  /** Whether runs have finished since the current reduction began. */
  #reduceAgain = false;
  #reduceTimer: ReturnType<typeof setTimeout> | undefined;
  #reducedAt = Number.NEGATIVE_INFINITY;
  /** How long the last reduction occupied the page's thread. */
  #reduceCostMs = 0;
  /** The number of finished runs among the requested ones, which `state` publishes a few times a second. */
  #finished = 0;
  #publishTimer: ReturnType<typeof setTimeout> | undefined;
  #publishedAt = Number.NEGATIVE_INFINITY;

  constructor(
    scope: RecordScope,
    environment: RunEnvironment,
    parse: (text: string) => Results,
    orderOf: OrderOf<Plan> = largestFirst,
  ) {
    this.scope = scope;
    this.#orderOf = orderOf;
    this.#environment = environment;
    this.#parse = parse;
    this.state = createStore<RunState<Results, Plan>>(() => ({
      phase: "idle",
      outline: null,
      seeds: 1,
      finished: 0,
      total: 0,
      kept: 0,
      secondsLeft: null,
      results: null,
      completeSeeds: 0,
      message: null,
      isStoring: true,
    }));
  }

  /** Reads the runs that the browser has stored. Does not load the WebAssembly. */
  async readKept(): Promise<void> {
    for (const { cell, seed, record } of await this.#environment.store.read(this.scope))
      this.#records.set(runKey({ cell, seed }), record);
    this.state.setState({ kept: this.#records.size });
  }

  /**
   * The cells of the experiment, and the assumptions that can be changed. Rejects if a change is not
   * possible.
   */
  async outline(): Promise<Plan> {
    const known = this.state.getState().outline;
    if (known) return known;
    const outline = JSON.parse(await this.#askDesk("outline", {})) as Plan;
    this.state.setState({ outline });
    return outline;
  }

  /** Makes the runs of all cells with the seeds 1 to `seeds` that are not finished yet. */
  async start(seeds: number): Promise<void> {
    this.#stopRuns();
    this.state.setState({ phase: "loading", seeds, message: null, secondsLeft: null });
    try {
      await this.readKept();
      const outline = await this.outline();
      // The session may have been cancelled, or started again, in the meantime.
      if (this.state.getState().phase !== "loading" || this.state.getState().seeds !== seeds) return;
      this.#begin(outline, seeds);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Begins no further run. The current runs are finished. */
  pause(): void {
    if (this.state.getState().phase !== "running") return;
    this.#making?.order.clear();
    this.state.setState({ phase: "pausing", secondsLeft: null });
  }

  resume(): void {
    void this.start(this.state.getState().seeds);
  }

  /** Ends the run. Finished runs are kept. */
  cancel(): void {
    clearTimeout(this.#reduceTimer);
    this.#publishProgress(null);
    this.#stopRuns();
    this.#desk?.dispose();
    this.#desk = null;
    this.state.setState({ phase: "idle", results: null, completeSeeds: 0, secondsLeft: null });
    this.state.setState({ kept: this.#records.size });
  }

  /** Forgets all finished runs of the session. */
  async discard(): Promise<void> {
    this.cancel();
    this.#records.clear();
    this.#finished = 0;
    this.state.setState({ kept: 0, finished: 0 });
    await this.#environment.store.remove(this.scope);
  }

  /** The document of a cell, with the changes, as JSON. */
  document(run: CellRun): Promise<string> {
    return this.#askDesk("document", run);
  }

  /** The text that `fairshare papers ID --json` prints, for the finished runs. */
  async report(): Promise<string> {
    const { outline, seeds } = this.state.getState();
    return this.#askDesk("report", { records: this.#recordsText(outline, seeds) });
  }

  /** The text that `fairshare sweep --csv` prints, for the finished runs of a sweep. */
  async csv(): Promise<string> {
    const { outline, seeds } = this.state.getState();
    return this.#askDesk("csv", { records: this.#recordsText(outline, seeds) });
  }

  #begin(outline: Plan, seeds: number): void {
    const runs = Array.from({ length: seeds }, (_, i) =>
      outline.cells.map(({ id }) => ({ cell: id, seed: i + 1 })),
    );
    const missing = runs.flat().filter((run) => !this.#records.has(runKey(run)));
    const total = outline.cells.length * seeds;
    this.#finished = total - missing.length;
    this.state.setState({ phase: "running", total, finished: this.#finished });
    this.#startedAt = this.#environment.now();
    this.#packetsDone = 0;
    const packetsOf = new Map(outline.cells.map(({ id, packets }) => [id, packets]));
    let packetsLeft = missing.reduce((sum, { cell }) => sum + (packetsOf.get(cell) ?? 0), 0);
    const order = this.#orderOf(outline, missing, (run) => this.#records.get(runKey(run)));
    const keep = (run: CellRun, record: string): void => {
      order.finished?.(run, record);
      this.#records.set(runKey(run), record);
      void this.#store(run, record);
      const packets = packetsOf.get(run.cell) ?? 0;
      packetsLeft -= packets;
      this.#packetsDone += packets;
      this.#progress(packetsLeft);
    };
    const finish = (): void => {
      this.#stopRuns();
      this.#publishProgress(null);
      const { finished } = this.state.getState();
      this.state.setState({ phase: finished === total ? "finished" : "paused", secondsLeft: null });
      this.#reduce(true);
      if (finished === total) void this.#environment.store.trim();
    };
    void this.#makeRuns(order, keep, finish);
    if (missing.length < total) this.#reduce(true);
  }

  /** Makes the runs of an order on all cores. */
  async #makeRuns(
    order: RunOrder,
    keep: (run: CellRun, record: string) => void,
    finish: () => void,
  ): Promise<void> {
    const size = Math.min(this.#environment.cores, order.length);
    const making = { pool: new WorkerPool<PapersCalls>(this.#environment.program, size), order };
    this.#making = making;
    const makeNext = async (): Promise<void> => {
      for (let run = order.take(); run && this.#making === making; run = order.take())
        try {
          const record = await making.pool.ask("run", { subject: this.scope, ...run });
          if (this.#making === making) keep(run, record);
        } catch (error) {
          if (this.#making === making)
            this.#fail(new Error(`${run.cell}, seed ${run.seed}: ${messageOf(error)}`));
        }
    };
    await Promise.all(Array.from({ length: size }, makeNext));
    if (this.#making === making) finish();
  }

  #stopRuns(): void {
    this.#making?.pool.dispose();
    this.#making = null;
  }

  async #store(run: CellRun, record: string): Promise<void> {
    const isStored = await this.#environment.store.write(this.scope, { ...run, record });
    if (!isStored) this.state.setState({ isStoring: false });
  }

  /** Counts a finished run, and publishes the progress soon. */
  #progress(packetsLeft: number): void {
    this.#finished += 1;
    const now = this.#environment.now();
    const seconds = (now - this.#startedAt) / 1000;
    const secondsLeft = this.#packetsDone > 0 ? (seconds * packetsLeft) / this.#packetsDone : null;
    const waitMs = this.#publishedAt + PROGRESS_INTERVAL_MS - now;
    clearTimeout(this.#publishTimer);
    if (waitMs <= 0) this.#publishProgress(secondsLeft);
    else this.#publishTimer = setTimeout(() => this.#publishProgress(secondsLeft), waitMs);
    this.#reduce(false);
  }

  #publishProgress(secondsLeft: number | null): void {
    clearTimeout(this.#publishTimer);
    this.#publishedAt = this.#environment.now();
    const { phase } = this.state.getState();
    this.state.setState({
      finished: this.#finished,
      kept: this.#records.size,
      secondsLeft: phase === "running" ? secondsLeft : null,
    });
  }

  /**
   * Reduces the finished runs to results soon: at once if `now` is true, otherwise not more often than is
   * useful.
   */
  #reduce(now: boolean): void {
    if (this.#isReducing) {
      this.#reduceAgain = true;
      return;
    }
    const elapsed = this.#environment.now() - this.#reducedAt;
    clearTimeout(this.#reduceTimer);
    this.#reduceTimer = setTimeout(
      () => void this.#reduceNow(),
      now ? 0 : Math.max(0, Math.max(REDUCE_INTERVAL_MS, this.#reduceCostMs / REDUCE_SHARE) - elapsed),
    );
  }

  async #reduceNow(): Promise<void> {
    const { outline, seeds } = this.state.getState();
    if (!outline) return;
    this.#isReducing = true;
    this.#reduceAgain = false;
    const isActive = (): boolean => !["idle", "failed"].includes(this.state.getState().phase);
    // The tasks of the page's thread: collecting the records, and reading and showing the results.
    let costMs = 0;
    const timed = <T>(task: () => T): T => {
      const start = performance.now();
      const result = task();
      costMs += performance.now() - start;
      return result;
    };
    try {
      const completeSeeds = timed(() => this.#completeSeeds(outline, seeds));
      const text = await this.#askDesk("results", {
        records: timed(() => this.#recordsText(outline, seeds)),
      });
      if (isActive()) timed(() => this.state.setState({ results: this.#parse(text), completeSeeds }));
    } catch (error) {
      if (isActive()) this.#fail(error);
    }
    this.#isReducing = false;
    this.#reduceCostMs = costMs;
    this.#reducedAt = this.#environment.now();
    if (this.#reduceAgain && isActive()) this.#reduce(false);
  }

  #completeSeeds(outline: Plan, seeds: number): number {
    for (let seed = 1; seed <= seeds; seed += 1)
      if (outline.cells.some(({ id }) => !this.#records.has(runKey({ cell: id, seed })))) return seed - 1;
    return seeds;
  }

  /**
   * The finished runs as JSON: one list for each cell, with the records of its seeds up to the first missing
   * record.
   */
  #recordsText(outline: Plan | null, seeds: number): string {
    const cells = (outline?.cells ?? []).map(({ id }) => {
      const records: string[] = [];
      for (let seed = 1; seed <= seeds; seed += 1) {
        const record = this.#records.get(runKey({ cell: id, seed }));
        if (record === undefined) break;
        records.push(record);
      }
      return `[${records.join(",")}]`;
    });
    return `[${cells.join(",")}]`;
  }

  /** Asks the worker that answers everything but runs. */
  #askDesk<Name extends keyof PapersCalls>(
    name: Name,
    about: Omit<PapersCalls[Name]["argument"], "subject">,
  ): Promise<string> {
    this.#desk ??= new WorkerPool<PapersCalls>(this.#environment.program, 1);
    return this.#desk.ask(name, { subject: this.scope, ...about });
  }

  #fail(error: unknown): void {
    this.#stopRuns();
    this.state.setState({ phase: "failed", message: messageOf(error), secondsLeft: null });
  }
}
