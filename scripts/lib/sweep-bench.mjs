// npm run bench -- --sweep: makes 1000 runs of the default scenario as a sweep in the page, on all cores, and
// compares the elapsed time with the time of one worker per run, multiplied by the number of runs and divided
// by the number of cores. The times between frames show whether the page stays responsive. On a busy machine,
// the elapsed times include waits for a core, so the processor time that the tasks of the page's main thread
// take is printed as well.
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { serve } from "../serve.mjs";
import { percentile } from "./frame-bench.mjs";
import { timeRuns } from "./papers-bench.mjs";
import { inRoot } from "./paths.mjs";

const RUNS = 1000;
const RUNS_OF_ONE_WORKER = 200;
const TIMEOUT_MS = 1_800_000;
/** A task that takes longer than this can delay a frame. */
const LONG_TASK_MS = 8;

/**
 * The fragment of a sweep that runs the default scenario with this number of seeds.
 * @param {number} seeds
 */
function fragmentOf(seeds) {
  const [example] = JSON.parse(readFileSync(inRoot("public", "examples.json"), "utf8"));
  const vary = [{ path: "network.forward.queue.limit", values: ["30"] }];
  const text = JSON.stringify({ sweep: 1, scenario: example.doc, vary, seeds });
  return `#/vary/${deflateRawSync(text).toString("base64url")}`;
}

/**
 * @param {string} url
 * @param {number | undefined} workers
 * @param {number} seeds
 */
async function runSweep(url, workers, seeds) {
  /** @type {number[]} */
  let frames = [];
  /** @type {number[]} */
  let tasks = [];
  const times = await timeRuns(
    url,
    workers,
    fragmentOf(seeds),
    async (page) => {
      await page.evaluate(() => {
        /** @type {number[]} */
        const found = [];
        Object.assign(window, { frameTimes: found });
        let before = performance.now();
        const next = () => {
          const now = performance.now();
          found.push(now - before);
          before = now;
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      });
      await page
        .context()
        .browser()
        ?.startTracing(page, { categories: ["toplevel", "__metadata"] });
      await page.getByRole("button", { name: "Run the sweep" }).click();
    },
    async (page) => {
      const done = page.getByText(`${seeds} of ${seeds} runs`, { exact: true }).first();
      await done.waitFor({ timeout: TIMEOUT_MS });
      frames = await page.evaluate(
        () => /** @type {typeof window & { frameTimes: number[] }} */ (window).frameTimes,
      );
      const trace = await page.context().browser()?.stopTracing();
      tasks = taskTimes(String(trace));
    },
  );
  return { ...times, frames, tasks };
}

/**
 * The processor times in ms of the tasks of the busiest main thread of a renderer, from a trace of Chromium.
 * @param {string} text
 */
function taskTimes(text) {
  /** @type {{ pid: number, tid: number, ph: string, name: string, tdur?: number, args?: { name?: string } }[]} */
  const events = JSON.parse(text).traceEvents;
  const of = (/** @type {{ pid: number, tid: number }} */ { pid, tid }) => `${pid} ${tid}`;
  const isMain = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain").map(of),
  );
  /** @type {Map<string, number[]>} */
  const threads = new Map();
  for (const event of events) {
    if (event.ph !== "X" || event.name !== "ThreadControllerImpl::RunTask" || !isMain.has(of(event)))
      continue;
    const times = threads.get(of(event)) ?? [];
    times.push((event.tdur ?? 0) / 1000);
    threads.set(of(event), times);
  }
  const sum = (/** @type {number[]} */ times) => times.reduce((total, time) => total + time, 0);
  const busiest = [...threads.values()].sort((a, b) => sum(b) - sum(a))[0];
  if (!busiest) throw new Error("The trace contains no task of the page.");
  return busiest;
}

export async function sweepBench() {
  const { server, url } = await serve({ port: 0 });
  try {
    const one = await runSweep(url, 1, RUNS_OF_ONE_WORKER);
    const all = await runSweep(url, undefined, RUNS);
    for (const [{ cores, wall, withoutWaits }, runs] of /** @type {const} */ ([
      [one, RUNS_OF_ONE_WORKER],
      [all, RUNS],
    ]))
      console.log(
        `${cores} workers, ${runs} runs: ${wall.toFixed(1)} s; without waits for a core ${withoutWaits.toFixed(1)} s`,
      );
    const factor = RUNS / RUNS_OF_ONE_WORKER / all.cores;
    console.log("Compared with one worker's time per run x runs / cores:");
    console.log(`  elapsed ${(all.wall / (one.wall * factor)).toFixed(2)}`);
    console.log(`  without waits for a core ${(all.withoutWaits / (one.withoutWaits * factor)).toFixed(2)}`);
    console.log(`Time between frames, 95th percentile: ${percentile(all.frames, 0.95).toFixed(1)} ms`);
    const total = all.tasks.reduce((sum, time) => sum + time, 0);
    const long = all.tasks.filter((time) => time > LONG_TASK_MS).length;
    console.log(
      `Tasks of the page: ${(total / 1000).toFixed(1)} s of processor time, longest ${Math.max(...all.tasks).toFixed(1)} ms, ${long} of more than ${LONG_TASK_MS} ms`,
    );
  } finally {
    server.close();
  }
}
