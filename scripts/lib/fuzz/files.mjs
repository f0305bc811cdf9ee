// Fuzzing of the readers of the page: measured data of other tools (captures, qlog, iperf3, flent, tables), assignments,
// the file with everything that a browser keeps, and messages of pages that embed a view. Each reader accepts an input
// or refuses it in its documented way, and never throws anything else.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { inRoot } from "../paths.mjs";
import { countInputs } from "./counts.mjs";
import { changeText, changeValue, Random } from "./random.mjs";

/** Files that are opened, to be changed: those of other tools, and a table. */
function samples() {
  const folder = inRoot("web", "src", "engine", "imports", "testData");
  const files = readdirSync(folder)
    .filter((name) => !name.endsWith(".md"))
    .sort()
    .map((name) => readFileSync(join(folder, name)));
  // Changes of compressed bytes only damage the compression.
  const unpacked = files.map((bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes));
  return [...files, ...unpacked, Buffer.from("time,rate_bps\n0,1e6\n1,2e6\n2,1.5e6\n")];
}

const ASSIGNMENT = {
  fairshare: "assignment",
  v: 1,
  id: "0123456789abcdef",
  version: "1.0.0",
  title: "Title",
  text: "Text",
  due: "",
  seed: "same",
  scenario: { v: 3, flows: [{ id: "a" }] },
  charts: ["rate"],
  settings: [{ path: "network.forward.queue.limit", access: "free" }],
  controls: [],
  questions: [{ id: "q1", kind: "number", ask: "How many?", unit: "", tolerance: 0.1 }],
  key: { q1: { measure: { kind: "jain", flows: ["a"] }, factor: 1 } },
};
const KEPT = {
  fairshare: "browser",
  v: 1,
  version: "1.0.0",
  texts: {
    "fairshare.recent.1": '[{"id":"a","title":"t","saved":1,"doc":{"v":3}}]',
    "fairshare.setting.keys": '"on"',
  },
  undo: '{"address":"#p=near-far","scenarios":[],"steps":[],"present":0}',
  lists: [{ id: "x" }],
};
const MESSAGE = {
  fairshare: 1,
  id: 7,
  method: "set",
  params: { settings: { "network.forward.rate": 1e6 }, t: 1 },
};

/** Bytes with random changes: single bytes, numbers of four bytes, parts that are cut out, doubled or appended. @param {Buffer} bytes @param {Random} random */
export function changeBytes(bytes, random) {
  let changed = Buffer.from(bytes.subarray(0, 4096 + random.below(Math.max(1, bytes.length))));
  for (let changes = random.below(6); changes > 0 && changed.length > 0; changes--) {
    const at = random.below(changed.length);
    const end = Math.min(changed.length, at + 1 + random.below(64));
    switch (random.below(5)) {
      case 0:
        changed[at] = random.below(256);
        break;
      case 1:
        if (at + 4 <= changed.length)
          changed.writeUInt32LE(random.pick([0, 1, 0xffff, 0x7fffffff, 0xffffffff]), at);
        break;
      case 2:
        changed = Buffer.concat([changed.subarray(0, at), changed.subarray(end)]);
        break;
      case 3:
        changed = Buffer.concat([changed.subarray(0, end), changed.subarray(at)]);
        break;
      default:
        changed = changed.subarray(0, at);
    }
  }
  return changed;
}

/** @param {string} file */
async function load(file) {
  const { runnerImport } = await import("vite");
  const { module } = await runnerImport(inRoot("web", "src", file), { configFile: false, logLevel: "error" });
  return /** @type {any} */ (module);
}

/** @param {{ seed: number, count: number, index?: number | undefined }} piece */
export async function fuzzFiles(piece) {
  const { readImport } = await load("engine/imports/readImport.ts");
  const { readAssignment } = await load("features/assignments/files.ts");
  const { compareKept, countsOf, readKeptText } = await load("features/kept/keptFile.ts");
  const { readRequest } = await load("features/embed/protocol.ts");
  const files = samples();

  /** The readers, each with a random input. @type {((random: Random, describe: (input: string) => void) => Promise<string> | string)[]} */
  const readers = [
    async (random, describe) => {
      const bytes = changeBytes(random.pick(files), random);
      describe(bytes.toString("base64"));
      try {
        await readImport(new Uint8Array(bytes));
        return "";
      } catch (error) {
        // The class of the error belongs to another copy of its module.
        const code = /** @type {{ problem?: { code?: string } }} */ (error).problem?.code;
        if (code === undefined) throw error;
        return code;
      }
    },
    (random, describe) => {
      const text = randomText(ASSIGNMENT, random);
      describe(text);
      const read = readAssignment(text);
      return read.ok ? "" : "no assignment";
    },
    (random, describe) => {
      const text = randomText(KEPT, random);
      describe(text);
      const read = readKeptText(text);
      if (!read.ok) return read.reason;
      countsOf(read.kept);
      compareKept(read.kept, { ...read.kept, texts: KEPT.texts });
      compareKept({ ...read.kept, texts: KEPT.texts }, read.kept);
      return "";
    },
    (random, describe) => {
      const message = changeValue(MESSAGE, random);
      describe(JSON.stringify(message) ?? "undefined");
      try {
        return readRequest(message) === null ? "not addressed" : "";
      } catch (error) {
        const at = /** @type {{ at?: string }} */ (error).at;
        if (at === undefined) throw error;
        return `refused at ${at}`;
      }
    },
  ];
  return countInputs(piece, (index, describe) => {
    const random = new Random(piece.seed, index);
    return random.pick(readers)(random, describe);
  });
}

/** A document as text, with changes of its values and of its characters. @param {object} document @param {Random} random */
export function randomText(document, random) {
  let value = /** @type {unknown} */ (document);
  for (let changes = random.below(4); changes > 0; changes--)
    value = changeValue(/** @type {any} */ (value), random);
  let text = JSON.stringify(value) ?? "";
  for (let changes = random.below(3); changes > 0; changes--) text = changeText(text, random);
  return text;
}
