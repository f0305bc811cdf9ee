// Opens exported runs with the tools that they are for, and compares their sums with the summary: flent's
// loader, tshark, awk, and the crate qlog.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installFromApt } from "./browser.mjs";
import { fairshare } from "./native.mjs";
import { inRoot, toolsDir } from "./paths.mjs";
import { outputOf, run } from "./run.mjs";
import { note } from "./steps.mjs";

/** The versions of the Python packages. */
const packages = ["flent==2.3.0"];
const folder = join(toolsDir, "exports");
const python = join(folder, "python", "bin", "python");

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

/** Installs the Python packages into a folder below .tools. Returns whether they are there. */
async function ensurePython() {
  const system = ["python3", "python"].find((name) => outputOf(name, ["--version"]));
  if (system === undefined) return false;
  if (!existsSync(python)) {
    mkdirSync(folder, { recursive: true });
    await run(system, ["-m", "venv", join(folder, "python")], { log: "exports", mayFail: true });
  }
  if (!outputOf(python, ["-c", "import flent.resultset"])) {
    note(`installing ${packages.join(" and ")} from PyPI`);
    await run(python, ["-m", "pip", "install", "--quiet", ...packages], { log: "exports", mayFail: true });
  }
  return outputOf(python, ["-c", "import flent.resultset"]) !== undefined;
}

export async function checkExports() {
  await run("cargo", ["test", "--package", "fairshare-exports", "--features", "qlog"]);
  if (!outputOf("tshark", ["--version"])) await installFromApt("tshark");
  if (!(await ensurePython())) {
    note("Python or its packages cannot be installed: CSV, flent, pcapng and ns-2 are not checked");
    return;
  }
  const files = join(folder, "files");
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files);
  const document = join(files, "scenario.json");
  writeFileSync(document, JSON.stringify(scenario));
  const { printed } = await fairshare(["run", document, "--json"], { profile: "test", log: "exports" });
  writeFileSync(join(files, "summary.json"), printed);
  const names = {
    csv: "run.csv",
    flent: "run.flent.gz",
    ns2: "run.tr",
    pcapng: "run.pcapng",
  };
  for (const [format, name] of Object.entries(names))
    await fairshare(["export", document, "--as", format, "--output", join(files, name)], { profile: "test" });
  await run(python, [inRoot("scripts", "lib", "check_exports.py"), files]);
}
