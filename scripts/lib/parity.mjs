// The documents whose result IDs must be equal in the native command, in Node and in a browser, and their
// native result IDs.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fairshare } from "./native.mjs";
import { pageCode } from "./pageCode.mjs";
import { inRoot, toolsDir } from "./paths.mjs";

const goldenDocuments = inRoot("sim-core", "simulation", "tests", "golden", "documents.json");

/**
 * A scenario whose result ID is compared.
 * @typedef {{ name: string, text: string }} ParityDocument
 */

/** The ids, titles, statements and documents of the page's examples. */
export async function pageExamples() {
  /** @type {typeof import("../../web/src/examples/examples.ts")} */
  const { EXAMPLES } = await pageCode("examples/examples.ts");
  return EXAMPLES.map(({ id, title, point, doc }) => ({ id, title, point, doc }));
}

/**
 * A program and CUBIC on a link that loses packets and marks them.
 * @param {string} code
 */
const programDocument = (code) => ({
  v: 1,
  duration: 20,
  seed: 7,
  network: {
    kind: "dumbbell",
    forward: {
      rate: 1e7,
      delay: 0.02,
      loss: [{ kind: "random", probability: 0.002 }],
      queue: { kind: "step", threshold: 20, limit: { packets: 60 } },
    },
  },
  flows: [
    { id: "mine", algorithm: "own", params: { code, ecn: true } },
    { id: "cubic", algorithm: "cubic", start: 2 },
  ],
});

/**
 * Every golden scenario, every example of the page, and every program to begin with.
 * @returns {Promise<ParityDocument[]>}
 */
export async function parityDocuments() {
  const goldens = Object.entries(JSON.parse(readFileSync(goldenDocuments, "utf8"))).map(
    ([name, document]) => ({
      name: `golden ${name}`,
      text: JSON.stringify(document),
    }),
  );
  const examples = (await pageExamples()).map(({ id, doc }) => ({
    name: `example ${id}`,
    text: JSON.stringify(doc),
  }));
  const folder = inRoot("sim-core", "script", "examples");
  const programs = readdirSync(folder).filter((file) => file.endsWith(".fair"));
  const scripted = programs.sort().map((file) => ({
    name: `program ${file.slice(0, -5)}`,
    text: JSON.stringify(programDocument(readFileSync(join(folder, file), "utf8"))),
  }));
  if (goldens.length === 0 || examples.length === 0 || scripted.length === 0)
    throw new Error("there are no documents to compare");
  return [...goldens, ...examples, ...scripted];
}

/** Loads the simulator's WebAssembly in Node, and returns the function that opens the run of a document with it. */
export async function runOpener() {
  /** @type {typeof import("../../wasm/pkg/fairshare_wasm.js")} */
  const { default: init, open } = await import(inRoot("wasm", "pkg", "fairshare_wasm.js"));
  await init({ module_or_path: readFileSync(inRoot("wasm", "pkg", "fairshare_wasm_bg.wasm")) });
  return (/** @type {string} */ text) => {
    const { issues, simulation } = open(text, undefined);
    if (!simulation) throw new Error(JSON.stringify(issues));
    return simulation;
  };
}

/**
 * The result IDs that `fairshare digest` computes, in the order of the documents.
 * @param {ParityDocument[]} documents
 * @returns {Promise<string[]>}
 */
export async function nativeResultIds(documents) {
  // Several test suites may run this function at the same time, so each process has its own folder.
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
    const ids = [...output.matchAll(/^([0-9a-f]{16})\b/gm)].map(([, id = ""]) => id);
    if (ids.length !== documents.length)
      throw new Error(`${documents.length} documents gave ${ids.length} result IDs:\n${output}`);
    return ids;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
