// npm run bench [-- ARGS]: measures the packet-hops per second of the native simulator. All arguments are
// passed to `fairshare bench`, for example --quick. These arguments select another measurement:
//   --browser           the speed of the WebAssembly in Chromium and Node, compared with the native simulator. Further arguments:
//                       --quick, --runs N, --only NAME; `--only graph` is a network of many links
//   --frames            the main thread's work per frame
//   --slider [FOLDERS]  the delay from a moved slider to the changed chart, also of other built sites
//   --visit             the waiting times of a visitor
//   --memory [MINUTES]  the page's memory over time
//   --papers            the waiting times for figures, and TFWC's whole surface on all cores, compared with one worker; with --quick
//                       only the waiting times
//   --packets           the waiting times for views of single packets
//   --programs          the cost of programs, natively and in Chromium, and the time of a race in the page; with --quick fewer runs
//   --scale             CPU time and result size of the runs of a sweep, by flow count and rate; with --quick only low rates
//   --sweep             1000 runs of the default scenario on all cores, compared with one worker
import { build } from "./build.mjs";
import { fairshare } from "./lib/native.mjs";
import { main, step } from "./lib/steps.mjs";
import { setup } from "./setup.mjs";

const args = process.argv.slice(2);
const measurement = [
  "--browser",
  "--frames",
  "--slider",
  "--visit",
  "--memory",
  "--papers",
  "--packets",
  "--programs",
  "--sweep",
].find((name) => args.includes(name));
const isScale = args.includes("--scale");

await main(async () => {
  await setup({ browser: measurement !== undefined });
  if (isScale) {
    const { scaleBench } = await import("./lib/scale-bench.mjs");
    await step("Measure what the runs of a sweep cost", () => scaleBench(args));
    return;
  }
  if (measurement === undefined) {
    await step("Benchmark the simulator natively", () => fairshare(["bench", ...args]));
    return;
  }
  await build();
  // These modules import npm packages, which exist only after setup.
  if (measurement === "--browser") {
    const { browserBench } = await import("./lib/browser-bench.mjs");
    await step("Benchmark the WebAssembly against native", () => browserBench(args));
  } else if (measurement === "--frames") {
    const { frameBench } = await import("./lib/frame-bench.mjs");
    await step("Measure the main thread's work per frame", frameBench);
  } else if (measurement === "--slider") {
    const { sliderBench } = await import("./lib/slider-bench.mjs");
    await step("Measure the delay from a moved slider to the changed chart", () => sliderBench(args));
  } else if (measurement === "--visit") {
    const { visitBench } = await import("./lib/visit-bench.mjs");
    await step("Measure the waiting times of a visitor", visitBench);
  } else if (measurement === "--papers") {
    const { papersBench } = await import("./lib/papers-bench.mjs");
    await step("Measure the waiting times for figures, and an experiment on all cores", () =>
      papersBench(args),
    );
  } else if (measurement === "--packets") {
    const { packetsBench } = await import("./lib/packets-bench.mjs");
    await step("Measure the waiting times for views of single packets", packetsBench);
  } else if (measurement === "--programs") {
    const { programsBench } = await import("./lib/programs-bench.mjs");
    await step("Measure the cost of programs, and a race", () => programsBench(args));
  } else if (measurement === "--sweep") {
    const { sweepBench } = await import("./lib/sweep-bench.mjs");
    await step("Measure a sweep on all cores", sweepBench);
  } else {
    const { memoryBench } = await import("./lib/memory-bench.mjs");
    await step("Measure the page's memory", () => memoryBench(args));
  }
});
