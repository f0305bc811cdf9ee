// Fuzzing of the reader of hand-ins: texts and zip files with random changes. Each file is listed with its text or with the
// reason why it is not read, and each text has a report. Nothing is thrown.
import { readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import { countInputs } from "./counts.mjs";
import { changeBytes, randomText } from "./files.mjs";
import { Random } from "./random.mjs";

const SCENARIO = {
  ...{ v: 3, duration: 1, seed: 1, network: { forward: { rate: 1e6, queue: { limit: { packets: 9 } } } } },
  flows: [{ id: "a", algorithm: "newreno" }],
};
const ASSIGNMENT = {
  ...{ fairshare: "assignment", v: 1, id: "test", title: "Buffers", scenario: SCENARIO, seed: "same" },
  settings: [{ path: "network.forward.queue.limit", access: "free" }],
  questions: [
    { id: "q1", kind: "choice", ask: "How busy?", options: ["below half", "above half"] },
    { id: "q2", kind: "number", ask: "How busy?", unit: "%", tolerance: 0.05 },
  ],
  key: {
    q1: {
      when: [[{ of: { kind: "utilisation" }, below: 0.5 }], [{ of: { kind: "utilisation" }, above: 0.5 }]],
    },
    q2: { measure: { kind: "utilisation" }, factor: 100 },
  },
};
const HAND_IN = {
  ...{ fairshare: "hand-in", v: 1, assignment: "test", name: "a student", version: "1.0.0-dev", spent: 300 },
  ...{ scenario: SCENARIO, result: "0123456789abcdef", answers: { q1: 1, q2: 95 } },
  log: [
    { t: 2000, answer: "q1", value: 1 },
    { t: 9000, set: "network.forward.queue.limit", to: { packets: 6 } },
  ],
};

/** A zip file with one uncompressed entry. @param {string} name @param {Buffer} content */
function zipOf(name, content) {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt32LE(content.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt32LE(content.length, 20);
  central.writeUInt32LE(content.length, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + content.length, 16);
  return Buffer.concat([local, Buffer.from(name), content, central, Buffer.from(name), end]);
}

/** @param {{ seed: number, count: number, index?: number | undefined }} piece */
export async function fuzzHandIns(piece) {
  const wasm = await import("../../../wasm/laboratory/pkg/fairshare_laboratory_wasm.js");
  await wasm.default({
    module_or_path: readFileSync(inRoot("wasm", "laboratory", "pkg", "fairshare_laboratory_wasm_bg.wasm")),
  });
  const assignment = new wasm.Assignment(JSON.stringify(ASSIGNMENT));
  return countInputs(piece, (index, describe) => {
    const random = new Random(piece.seed, index);
    let bytes = Buffer.from(randomText(HAND_IN, random));
    if (random.below(3) === 0) bytes = changeBytes(zipOf("hand-in.json", bytes), random);
    describe(bytes.toString("base64"));
    const found = JSON.parse(wasm.unpack("file", bytes));
    if (found.length === 0) throw new Error("the file is not listed");
    let isChecked = false;
    for (const { file, text, report } of found) {
      if (text === undefined && report === undefined) throw new Error(`${file} has neither text nor report`);
      if (typeof text !== "string") continue;
      const { findings, answers } = JSON.parse(assignment.check(file, text));
      if (findings.length === 0 && answers.length === 0) throw new Error(`${file} has an empty report`);
      isChecked ||= answers.length > 0;
    }
    return isChecked ? "" : "not read";
  });
}
