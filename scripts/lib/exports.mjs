// Opens exported runs with the tools that they are for, and compares their sums with the summary: flent's
// loader, tshark, awk, and the crate qlog.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { installFromApt } from "./browser.mjs";
import { fairshare } from "./native.mjs";
import { inRoot } from "./paths.mjs";
import { bin, withPython } from "./python.mjs";
import { outputOf, run } from "./run.mjs";
import { inTemporaryFolder } from "./tables.mjs";

/** TCP with and without SACK and ECN, a media flow with RTP and RTCP, random loss, and a queue that marks. */
const scenario = {
  v: 1,
  title: "Exports",
  duration: 20,
  warmup: 5,
  network: {
    forward: {
      rate: 4e6,
      delay: 0.01,
      loss: [{ kind: "random", probability: 0.005 }],
      queue: { kind: "codel", limit: { packets: 50 } },
    },
  },
  flows: [
    { id: "sack", algorithm: "sack", params: { stack: null, hystart: false, ecn: true } },
    { id: "cubic", algorithm: "cubic", params: { stack: null, hystart: false }, start: 1 },
    { id: "media", algorithm: "lda_plus", packet: 500 },
  ],
};

export async function checkExports() {
  await run("cargo", ["test", "--package", "fairshare-exports", "--features", "qlog"]);
  if (!outputOf("tshark", ["--version"])) await installFromApt("tshark");
  await withPython("CSV, flent, pcapng and ns-2 are not checked", { flent: "flent==2.3.0" }, () =>
    inTemporaryFolder(async (files) => {
      const document = join(files, "scenario.json");
      writeFileSync(document, JSON.stringify(scenario));
      const { printed } = await fairshare(["run", document, "--json"], { profile: "test", log: "exports" });
      writeFileSync(join(files, "summary.json"), printed);
      const names = { csv: "run.csv", flent: "run.flent.gz", ns2: "run.tr", pcapng: "run.pcapng" };
      for (const [format, name] of Object.entries(names)) {
        const output = ["--as", format, "--output", join(files, name)];
        await fairshare(["export", document, ...output], { profile: "test" });
      }
      await run(bin("python"), [inRoot("scripts", "lib", "check_exports.py"), files]);
    }),
  );
}
