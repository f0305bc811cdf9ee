// npm run bench [-- ARGS]: measures the packet-hops per second of the native simulator. All arguments are
// passed to `fairshare bench`, for example --quick. These arguments select another measurement:
//   --browser  the speed of the WebAssembly in Chromium and Node, compared with the native simulator. Further arguments:
//              --quick, --runs N, --only NAME; with --instructions, its instructions instead (v8-count.mjs)
//   --frames   the main thread's work per frame
//   --slider   the delay from a moved slider to the changed chart; folders of other built sites can follow
//   --visit    the waiting times of a visitor
import { build } from "../build.mjs";
import { fairshare } from "../lib/native.mjs";
import { main, step } from "../lib/steps.mjs";
import { setup } from "../setup.mjs";

const args = process.argv.slice(2);
const measurement = ["--browser", "--frames", "--slider", "--visit"].find((name) => args.includes(name));

await main(async () => {
  await setup({ browser: measurement !== undefined });
  if (measurement === undefined) {
    await step("Benchmark the simulator natively", () => fairshare(["bench", ...args]));
    return;
  }
  await build();
  // These modules import npm packages, which exist only after setup.
  if (measurement === "--browser" && args.includes("--instructions")) {
    const { v8Count } = await import("./v8-count.mjs");
    await step("Count the instructions of the WebAssembly", () => v8Count(args));
  } else if (measurement === "--browser") {
    const { browserBench } = await import("./browser-bench.mjs");
    await step("Benchmark the WebAssembly against native", () => browserBench(args));
  } else if (measurement === "--frames") {
    const { frameBench } = await import("./frame-bench.mjs");
    await step("Measure the main thread's work per frame", frameBench);
  } else if (measurement === "--slider") {
    const { sliderBench } = await import("./slider-bench.mjs");
    await step("Measure the delay from a moved slider to the changed chart", () => sliderBench(args));
  } else {
    const { visitBench } = await import("./visit-bench.mjs");
    await step("Measure the waiting times of a visitor", visitBench);
  }
});
