import { test } from "vitest";
import { changedText, check } from "../../storage/testInputs.ts";
import { readAssignment } from "./files.ts";

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

test("any assignment is read or refused", () => {
  check(changedText(ASSIGNMENT), (text) => readAssignment(text).ok);
});
