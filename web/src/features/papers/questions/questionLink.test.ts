// The changes of an experiment in the address, and the command that makes the same changes.
import { expect, test } from "vitest";
import { changesOf, commandOf, fragmentWith } from "./questionLink.ts";

test("changes are read back from the address that contains them", () => {
  const changes = [
    { path: "tcp", value: "newreno" },
    { path: "network.forward.queue.limit", value: '{"packets":5}' },
    { path: "flows.a.start", value: "0..10ms" },
  ];
  const fragment = fragmentWith("#/papers/ldaplus/fig9b", changes);
  expect(fragment.startsWith("#/papers/ldaplus/fig9b?set=tcp%3Dnewreno&set=")).toBe(true);
  expect(changesOf(fragment)).toEqual(changes);
  expect(fragmentWith(fragment, [])).toBe("#/papers/ldaplus/fig9b");
  expect(changesOf("#/papers/ldaplus/fig9b?set=nothing&set==5&other=1")).toEqual([]);
});

test("the command quotes values that a shell would change", () => {
  const changes = [
    { path: "tcp", value: "newreno" },
    { path: "buffer", value: '{"packets":5}' },
  ];
  expect(commandOf("ldaplus-fig9b", changes, 3)).toBe(
    `fairshare papers ldaplus-fig9b --seeds 3 --set tcp=newreno --set 'buffer={"packets":5}'`,
  );
});

test("the command names the file of an opened paper", () => {
  expect(commandOf("mine-fig1", [{ path: "tcp", value: "reno" }], 1, "mine.yaml")).toBe(
    "fairshare papers --file mine.yaml mine-fig1 --seeds 1 --set tcp=reno",
  );
});
