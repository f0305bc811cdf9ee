// npm run bench [-- ARGS]: measures packet-hops per second of the native simulator; passes all arguments to `fairshare bench`
// (try --quick). Other measurements:
//   --browser           the WebAssembly in Chromium and Node compared with native (also --quick, --runs N, --only NAME;
//                       `--only graph` is a network of many links)
//   --frames            the main thread's work per frame
//   --visit             the waiting times of a visitor
//   --memory [MINUTES]  the page's memory over time
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
  // These modules import npm packages, which exist only after setup.
  if (kind === "--browser") {
    const { browserBench } = await import("./lib/browser-bench.mjs");
    await step("Benchmark the WebAssembly against native", () => browserBench(args));
  } else if (kind === "--frames") {
    const { frameBench } = await import("./lib/frame-bench.mjs");
    await step("Measure the main thread's work per frame", frameBench);
  } else if (kind === "--visit") {
    const { visitBench } = await import("./lib/visit-bench.mjs");
    await step("Measure the waiting times of a visitor", visitBench);
  } else {
    const { memoryBench } = await import("./lib/memory-bench.mjs");
    await step("Measure the page's memory", () => memoryBench(args));
  }
});
