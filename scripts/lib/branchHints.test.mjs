// Branch hints of a small module.
import { expect, test } from "vitest";
import { hints, withCounts, withHints } from "./branchHints.mjs";

/** The function `f`, which counts its argument down to 0 and returns 7 if it was even. */
const module = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f],
  ...[3, 2, 1, 0],
  ...[5, 3, 1, 0, 1],
  ...[7, 14, 2, 1, 0x66, 0, 0, 6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2, 0],
  ...[10, 36, 1, 34, 1, 1, 0x7f],
  // even = (n & 1) == 0; loop { n -= 1; if n != 0 continue }
  ...[0x20, 0, 0x41, 1, 0x71, 0x45, 0x21, 1, 0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b],
  // if even { 7 } else { 0 }
  ...[0x20, 1, 0x04, 0x7f, 0x41, 7, 0x05, 0x41, 0, 0x0b, 0x0b],
]);

/** @param {Uint8Array} bytes */
function instanceOf(bytes) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes)));
  return /** @type {{ f: (n: number) => number, memory: WebAssembly.Memory }} */ (
    /** @type {unknown} */ (exports)
  );
}

function countsOf5000And3001() {
  const { counting, address, branches } = withCounts(module);
  const { f, memory } = instanceOf(counting);
  expect([f(5000), f(3001)]).toEqual([7, 0]);
  return new Uint32Array(memory.buffer, address, 2 * branches);
}

test("each branch is counted by its direction, and results stay the same", () => {
  expect([...countsOf5000And3001()]).toEqual([2, 7999, 1, 1]);
});

test("a branch that goes one way in nearly all cases gets a hint at its position in the function", () => {
  const section = hints(module, countsOf5000And3001());
  const bodyStart = module.indexOf(10, 40) + 4;
  // One function with number 0 and one hint: the position, the length 1, and the value "likely".
  expect([...section.slice(26)]).toEqual([1, 0, 1, module.indexOf(0x0d) - bodyStart, 1, 1]);
  const hinted = Uint8Array.from(withHints(module, section));
  const sections = WebAssembly.Module.customSections(
    new WebAssembly.Module(hinted),
    "metadata.code.branch_hint",
  );
  expect(sections.map(({ byteLength }) => byteLength)).toEqual([6]);
  expect(instanceOf(hinted).f(4)).toBe(7);
});
