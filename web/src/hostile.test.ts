// The readers of files and messages that others write accept an input or refuse it as they say, whatever it
// contains. They never throw anything else.
import fc from "fast-check";
import { expect, test } from "vitest";
import { readAssignment } from "./features/assignments/files.ts";
import { readRequest } from "./features/embed/protocol.ts";
import { compareKept, countsOf, readKeptText } from "./features/kept/keptFile.ts";

const ASSIGNMENT = {
  fairshare: "assignment",
  v: 1,
  id: "0123456789abcdef",
  version: "1.0.0",
  title: "Title",
  text: "Text",
  due: "",
  seed: "same",
  scenario: { v: 1, flows: [{ id: "a" }] },
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
    "fairshare.recent.1": '[{"id":"a","title":"t","saved":1,"doc":{"v":1}}]',
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

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(-0, 1e300, 2 ** 53, "__proto__", {}, [], { kind: "random", min: 3, max: 1 }),
);

/** Documents in which some of the values at any depth are replaced by others. */
const changed = (document: unknown): fc.Arbitrary<unknown> => {
  const unchanged = fc.constant(document);
  const parts: fc.Arbitrary<unknown> = Array.isArray(document)
    ? fc.tuple(...document.map(changed))
    : typeof document === "object" && document !== null
      ? fc.record(Object.fromEntries(Object.entries(document).map(([name, part]) => [name, changed(part)])))
      : unchanged;
  return fc.oneof({ arbitrary: parts, weight: 30 }, { arbitrary: value, weight: 1 });
};

/** The texts of such documents, some of which end early. */
const changedText = (document: unknown): fc.Arbitrary<string> =>
  fc
    .tuple(changed(document), fc.option(fc.nat(200)))
    .map(([content, end]) => (JSON.stringify(content) ?? "").slice(0, end ?? undefined));

/** Checks the inputs, some of which must be accepted and some refused. */
function check<T>(inputs: fc.Arbitrary<T>, isAccepted: (input: T) => boolean): void {
  const outcomes = new Set<boolean>();
  fc.assert(
    fc.property(inputs, (input) => void outcomes.add(isAccepted(input))),
    { numRuns: 1000 },
  );
  expect(outcomes).toEqual(new Set([true, false]));
}

test("any assignment is read or refused", () => {
  check(changedText(ASSIGNMENT), (text) => readAssignment(text).ok);
});

test("any file of a browser's data is read, counted and compared, or refused", () => {
  check(changedText(KEPT), (text) => {
    const read = readKeptText(text);
    if (!read.ok) return false;
    countsOf(read.kept);
    compareKept(read.kept, { ...read.kept, texts: KEPT.texts });
    compareKept({ ...read.kept, texts: KEPT.texts }, read.kept);
    return true;
  });
});

test("any message of another page is a request, is not addressed to the view, or is refused with its place", () => {
  check(changed(MESSAGE), (message) => {
    try {
      return readRequest(message) !== null;
    } catch (error) {
      expect(error).toHaveProperty("at", expect.any(String));
      return false;
    }
  });
});
