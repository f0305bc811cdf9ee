// Adds branch hints to the simulator's WebAssembly: which way each branch goes in nearly all cases. V8, SpiderMonkey and
// JavaScriptCore read them and move the rare code away (docs/performance.md, "WebAssembly"). The hints come from counts: a copy of the
// module counts each branch while it runs the scenarios below. Runs are deterministic, so equal modules get equal hints.
//
// https://webassembly.github.io/branch-hinting describes the section.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** A branch gets a hint if it was counted this often, and if it goes one way in this share of cases. */
const MIN_COUNT = 2000;
const MIN_SHARE = 0.99;

const SECTION = { type: 1, function: 3, memory: 5, code: 10 };
const OP = { if: 0x04, brIf: 0x0d, call: 0x10, i32Const: 0x41 };
const PAGE = 65_536;

/** The scenarios that are counted: the first visit's algorithms, with short and long queues, with losses, with and without recording. */
const scenarios = [
  { flows: [{ algorithm: "cubic", count: 10 }], rate: 1e7, delay: 0.02, seconds: 20 },
  { flows: [{ algorithm: "reno", count: 32 }], rate: 1.5e7, delay: 0.015, seconds: 20 },
  { flows: [{ algorithm: "sack", count: 1 }], rate: 1e8, delay: 0.01, seconds: 10 },
  { flows: [{ algorithm: "sack", count: 200 }], rate: 1e8, delay: 0.02, seconds: 5 },
  {
    flows: [
      { algorithm: "sack", count: 50 },
      { algorithm: "tfrc", count: 50 },
    ],
    rate: 2e7,
    delay: 0.005,
    seconds: 5,
  },
  { flows: [{ algorithm: "bbr", count: 10 }], rate: 1e7, delay: 0.02, seconds: 10 },
].map(({ flows, rate, delay, seconds }) =>
  JSON.stringify({
    v: 2,
    duration: seconds,
    network: { kind: "dumbbell", forward: { rate, delay } },
    flows: flows.map((flow, index) => ({
      ...flow,
      id: `f${index}`,
      start: { min: 0, max: 0.5 },
      access: { sender: delay / 4, receiver: delay / 4 },
    })),
  }),
);

/** Reads the numbers of a module from a position on. */
class Reader {
  /** @param {Uint8Array} bytes @param {number} at */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() {
    return /** @type {number} */ (this.bytes[this.at++]);
  }
  /** An unsigned number (LEB128). */
  unsigned() {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }
  /** Skips numbers, whether they have a sign or not. */
  skip(count = 1) {
    for (let i = 0; i < count; i++) while (this.byte() >= 128);
  }
  /** Skips an instruction's operands. @param {number} op */
  skipOperands(op) {
    if (op === 0x0e || op === 0x1c) this.skip(this.unsigned() + (op === 0x0e ? 1 : 0));
    else if (op === 0x43) this.at += 4;
    else if (op === 0x44) this.at += 8;
    else if (op === 0xfc) this.skip(operandsOfPrefixed(this.unsigned()));
    else this.skip(operandsOf(op));
  }
}

/** The number of operands of an instruction, each of them a LEB128 number. @param {number} op */
function operandsOf(op) {
  if (op === 0x11 || op === 0x13 || (op >= 0x28 && op <= 0x3e)) return 2;
  const hasOne =
    (op >= 0x02 && op <= 0x04) ||
    (op >= 0x0c && op <= 0x12 && op !== 0x0f) ||
    (op >= 0x20 && op <= 0x26) ||
    (op >= 0x3f && op <= 0x42) ||
    op === 0xd0 ||
    op === 0xd2;
  if (hasOne) return 1;
  const hasNone = op <= 0x01 || op === 0x05 || op === 0x0b || op === 0x0f || op === 0x1a || op === 0x1b;
  if (hasNone || (op >= 0x45 && op <= 0xc4) || op === 0xd1) return 0;
  throw new Error(`the instruction 0x${op.toString(16)} is not known`);
}

/** The same for the instructions after the prefix 0xfc. @param {number} op */
function operandsOfPrefixed(op) {
  if (op < 8) return 0;
  if (op > 17) throw new Error(`the instruction 0xfc ${op} is not known`);
  return [8, 10, 12, 14].includes(op) ? 2 : 1;
}

/** @param {number} value @returns {number[]} */
const unsigned = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]);
/** A non-negative number in the encoding of numbers with a sign. @param {number} value @returns {number[]} */
const signed = (value) => (value < 64 ? [value] : [(value & 127) | 128, ...signed(value >>> 7)]);

/** @typedef {{ id: number, content: Uint8Array }} Section */

/** @param {Uint8Array} module @returns {Section[]} */
function sectionsOf(module) {
  const reader = new Reader(module, 8);
  const sections = [];
  while (reader.at < module.length) {
    const [id, size] = [reader.byte(), reader.unsigned()];
    sections.push({ id, content: module.subarray(reader.at, reader.at + size) });
    reader.at += size;
  }
  return sections;
}

/** @param {Uint8Array} module @param {Section[]} sections */
const withSections = (module, sections) =>
  Buffer.concat([
    module.subarray(0, 8),
    ...sections.flatMap(({ id, content }) => [Uint8Array.from([id, ...unsigned(content.length)]), content]),
  ]);

/** The bodies of the module's functions, each with the offsets of its branches. @param {Uint8Array} code */
function functionsOf(code) {
  const reader = new Reader(code);
  return Array.from({ length: reader.unsigned() }, () => {
    const size = reader.unsigned();
    const body = code.subarray(reader.at, reader.at + size);
    reader.at += size;
    const inBody = new Reader(body);
    for (let groups = inBody.unsigned(); groups > 0; groups--) inBody.skip(2);
    const branches = [];
    while (inBody.at < size) {
      const at = inBody.at;
      const op = inBody.byte();
      if (op === OP.if || op === OP.brIf) branches.push(at);
      inBody.skipOperands(op);
    }
    return { body, branches };
  });
}

/** Appends an entry to a section that is a list. @param {Section[]} sections @param {number} id @param {number[]} entry */
function append(sections, id, entry) {
  const section = /** @type {Section} */ (sections.find((section) => section.id === id));
  const reader = new Reader(section.content);
  const count = reader.unsigned();
  section.content = Buffer.concat([
    Uint8Array.from(unsigned(count + 1)),
    section.content.subarray(reader.at),
    Uint8Array.from(entry),
  ]);
  return count;
}

/**
 * A copy of a module that counts its branches behind its first memory, and the address of the counts: for each branch, how often
 * it was not taken and how often it was.
 * @param {Uint8Array} module
 */
export function withCounts(module) {
  const sections = sectionsOf(module).map((section) => ({ ...section }));
  const find = (/** @type {number} */ id) =>
    /** @type {Section} */ (sections.find((section) => section.id === id));
  const functions = functionsOf(find(SECTION.code).content);
  const branches = functions.reduce((sum, { branches }) => sum + branches.length, 0);
  const memory = new Reader(find(SECTION.memory).content);
  const [, hasMaximum, pages] = [memory.unsigned(), memory.byte(), memory.unsigned()];
  if (hasMaximum !== 0) throw new Error("a memory with a maximum is not supported");
  const address = pages * PAGE;
  const size = pages + Math.ceil((branches * 8) / PAGE);
  find(SECTION.memory).content = Uint8Array.from([1, 0, ...unsigned(size)]);
  // The counting function takes the condition and the number of the branch, and returns the condition.
  const type = append(sections, SECTION.type, [0x60, 2, 0x7f, 0x7f, 1, 0x7f]);
  const imported = importedFunctions(sections);
  const index = imported + append(sections, SECTION.function, unsigned(type));
  const count = [
    ...[1, 1, 0x7f], // one local: the address of the count
    ...[0x20, 1, 0x41, 3, 0x74, 0x20, 0, 0x41, 0, 0x47, 0x41, 2, 0x74, 0x6a, 0x22, 2],
    ...[0x20, 2, 0x28, 2, ...unsigned(address), 0x41, 1, 0x6a, 0x36, 2, ...unsigned(address)],
    ...[0x20, 0, 0x0b],
  ];
  let branch = 0;
  const bodies = functions.map(({ body, branches }) => {
    const parts = [];
    let from = 0;
    for (const at of branches) {
      const call = [OP.i32Const, ...signed(branch++), OP.call, ...unsigned(index)];
      parts.push(body.subarray(from, at), Uint8Array.from(call));
      from = at;
    }
    return Buffer.concat([...parts, body.subarray(from)]);
  });
  const all = [...bodies, Uint8Array.from(count)];
  find(SECTION.code).content = Buffer.concat([
    Uint8Array.from(unsigned(all.length)),
    ...all.flatMap((body) => [Uint8Array.from(unsigned(body.length)), body]),
  ]);
  return { counting: withSections(module, sections), address, branches };
}

/** The number of functions that a module imports. @param {Section[]} sections */
function importedFunctions(sections) {
  const section = sections.find(({ id }) => id === 2);
  if (!section) return 0;
  const reader = new Reader(section.content);
  let functions = 0;
  for (let count = reader.unsigned(); count > 0; count--) {
    for (let names = 0; names < 2; names++) {
      const length = reader.unsigned();
      reader.at += length;
    }
    if (reader.byte() !== 0) throw new Error("only imports of functions are supported");
    reader.skip();
    functions += 1;
  }
  return functions;
}

/**
 * Runs the scenarios with a module that counts. Returns the counts.
 * @param {string} script the JavaScript of the package
 * @param {ReturnType<typeof withCounts>} counted
 */
async function count(script, { counting, address, branches }) {
  const { default: init, Document } = await import(`${pathToFileURL(script)}?counts`);
  const { memory } = await init({ module_or_path: counting });
  for (const text of scenarios) {
    for (const recording of [{ signals: [], events: false }, {}]) {
      const simulation = new Document(text).simulation(JSON.stringify(recording));
      while (simulation.stepUntil(simulation.duration, 20_000)[2] === 0) simulation.readNew();
      simulation.free();
    }
  }
  return new Uint32Array(memory.buffer.slice(address, address + branches * 8));
}

/** The content of the section of hints. @param {Uint8Array} module @param {Uint32Array} counts */
export function hints(module, counts) {
  const sections = sectionsOf(module);
  const imported = importedFunctions(sections);
  const code = /** @type {Section} */ (sections.find(({ id }) => id === SECTION.code));
  let branch = 0;
  const entries = functionsOf(code.content).flatMap(({ branches }, index) => {
    const list = branches.flatMap((at) => {
      const [not = 0, taken = 0] = counts.subarray(2 * branch, 2 * branch + 2);
      branch += 1;
      const share = Math.max(not, taken) / (not + taken);
      if (not + taken < MIN_COUNT || share < MIN_SHARE) return [];
      return [[...unsigned(at), 1, taken > not ? 1 : 0]];
    });
    if (list.length === 0) return [];
    return [[...unsigned(imported + index), ...unsigned(list.length), ...list.flat()]];
  });
  const name = Buffer.from("metadata.code.branch_hint");
  return Uint8Array.from([name.length, ...name, ...unsigned(entries.length), ...entries.flat()]);
}

/** A module with a section of hints, which precedes the code. @param {Uint8Array} module @param {Uint8Array} content */
export function withHints(module, content) {
  const sections = sectionsOf(module);
  const code = sections.findIndex(({ id }) => id === SECTION.code);
  return withSections(module, [...sections.slice(0, code), { id: 0, content }, ...sections.slice(code)]);
}

/**
 * Adds the hints to a package.
 * @param {string} file its WebAssembly
 * @param {string} script its JavaScript
 */
export async function addBranchHints(file, script) {
  const module = new Uint8Array(readFileSync(file));
  writeFileSync(file, withHints(module, hints(module, await count(script, withCounts(module)))));
}
