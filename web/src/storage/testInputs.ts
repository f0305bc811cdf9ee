// Random inputs for the readers of what others write. A reader accepts an input, or refuses it in the way that its types
// state; it never throws anything else.
import fc from "fast-check";
import { expect } from "vitest";

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(-0, 1e300, 2 ** 53, "__proto__", {}, [], { kind: "random", min: 3, max: 1 }),
);

/** Documents in which some of the values at any depth are replaced by others. */
export const changed = (document: unknown): fc.Arbitrary<unknown> => {
  const unchanged = fc.constant(document);
  const parts: fc.Arbitrary<unknown> = Array.isArray(document)
    ? fc.tuple(...document.map(changed))
    : typeof document === "object" && document !== null
      ? fc.record(Object.fromEntries(Object.entries(document).map(([name, part]) => [name, changed(part)])))
      : unchanged;
  return fc.oneof({ arbitrary: parts, weight: 30 }, { arbitrary: value, weight: 1 });
};

/** The texts of such documents, some of which end early. */
export const changedText = (document: unknown): fc.Arbitrary<string> =>
  fc
    .tuple(changed(document), fc.option(fc.nat(200)))
    .map(([content, end]) => (JSON.stringify(content) ?? "").slice(0, end ?? undefined));

/** Checks the inputs, some of which must be accepted and some refused. */
export function check<T>(inputs: fc.Arbitrary<T>, isAccepted: (input: T) => boolean): void {
  const outcomes = new Set<boolean>();
  fc.assert(
    fc.property(inputs, (input) => void outcomes.add(isAccepted(input))),
    { numRuns: 1000 },
  );
  expect(outcomes).toEqual(new Set([true, false]));
}
