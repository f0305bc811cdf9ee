// The groups of flows that share a host in the picture of a network.
import { expect, it } from "vitest";
import { bundle } from "./plan.ts";

const flows = (group: string, count: number, groupIsClosed: boolean) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${group}.${i}`,
    label: `${group} ${i}`,
    group,
    groupIsClosed,
    reverse: false,
  }));

const sizes = (bundles: readonly (readonly unknown[])[]): readonly number[] => bundles.map((b) => b.length);

it("draws a closed group as one host, however few flows it has", () => {
  expect(sizes(bundle([...flows("bulk", 3, true), ...flows("web", 2, false)]))).toEqual([3, 1, 1]);
});

it("draws an open group as one host if there are too many flows", () => {
  expect(sizes(bundle([...flows("bulk", 3, true), ...flows("web", 20, false)]))).toEqual([3, 20]);
});

it("merges the smallest groups if there are too many groups", () => {
  const groups = Array.from({ length: 10 }, (_, i) => flows(`g${i}`, i + 1, true)).flat();
  const found = sizes(bundle(groups, 4));
  expect(found).toEqual([8, 9, 10, 28]);
});
