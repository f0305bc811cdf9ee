// Which documents must give the same result ID natively, in Node and in a browser, and what they give natively.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";
import { fairshare } from "./native.mjs";
import { inRoot, toolsDir } from "./paths.mjs";

const golden = inRoot("sim-core", "tests", "golden");

/** Every golden scenario and every example of the page: `[{ name, text }]`. */
export async function parityDocuments() {
  const files = readdirSync(golden).filter((file) => file.endsWith(".json"));
  const goldens = files.sort().map((file) => ({
    name: `golden ${file.slice(0, -5)}`,
    text: readFileSync(join(golden, file), "utf8"),
  }));
  const { module } = await runnerImport(inRoot("web", "src", "scenario", "examples.ts"), {
    configFile: false,
    logLevel: "error",
  });
  const examples = module.EXAMPLES.map(({ id, doc }) => ({
    name: `example ${id}`,
    text: JSON.stringify(doc),
  }));
  if (goldens.length === 0 || examples.length === 0) throw new Error("there is nothing to compare");
  return [...goldens, ...examples];
}

/** The result IDs of `fairshare digest`, in the order of the documents. */
export async function nativeResultIds(documents) {
  // Several suites may do this at the same time.
  const folder = join(toolsDir, `parity-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    const files = documents.map(({ text }, index) => {
      const file = join(folder, `${index}.json`);
      writeFileSync(file, text);
      return file;
    });
    const { output } = await fairshare(["digest", ...files], { profile: "test", log: "digest" });
    const ids = [...output.matchAll(/^([0-9a-f]{16})\b/gm)].map((match) => match[1]);
    if (ids.length !== documents.length)
      throw new Error(`${documents.length} documents gave ${ids.length} result IDs:\n${output}`);
    return ids;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
