import { test } from "vitest";
import { changedText, check } from "../../storage/testInputs.ts";
import { compareKept, countsOf, readKeptText } from "./keptFile.ts";

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
