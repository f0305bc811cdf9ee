// npm run bench [-- ARGS]: packet-hops per second, natively; all arguments go to `fairshare bench` (try --quick). With
// --browser: as WebAssembly in Chromium and in Node, against native (--quick, --only and --runs apply; --only graph is the
// network of many links). With --frames: what the page's main thread does per frame. With --visit: how long a visitor waits.
// With --memory [MINUTES]: what the page holds.
import { build } from "./build.mjs";
import { fairshare } from "./lib/native.mjs";
import { main, step } from "./lib/steps.mjs";
import { setup } from "./setup.mjs";

const args = process.argv.slice(2);
const kind = ["--browser", "--frames", "--visit", "--memory"].find((name) => args.includes(name));

await main(async () => {
  await setup({ browser: kind !== undefined });
  if (kind === undefined) {
    await step("Benchmark the simulator natively", () => fairshare(["bench", ...args]));
    return;
  }
  await build();
  // Only now: before set-up there is nothing to import.
  if (kind === "--browser") {
    const { browserBench } = await import("./lib/browser-bench.mjs");
    await step("Benchmark the WebAssembly against native", () => browserBench(args));
  } else if (kind === "--frames") {
    const { frameBench } = await import("./lib/frame-bench.mjs");
    await step("Measure the main thread's work per frame", frameBench);
  } else if (kind === "--visit") {
    const { visitBench } = await import("./lib/visit-bench.mjs");
    await step("Measure how long a visitor waits", visitBench);
  } else {
    const { memoryBench } = await import("./lib/memory-bench.mjs");
    await step("Measure what the page holds", () => memoryBench(args));
  }
});
