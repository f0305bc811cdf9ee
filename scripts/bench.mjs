// npm run bench [-- ARGS]: packet-hops per second, natively; all arguments go to `fairshare bench` (try --quick).
import { fairshare } from "./lib/native.mjs";
import { main, step } from "./lib/steps.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup();
  await step("Benchmark the simulator natively", () => fairshare(["bench", ...process.argv.slice(2)]));
});
