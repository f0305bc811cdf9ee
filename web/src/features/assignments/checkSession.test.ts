// The list of a check: nothing that is handed in is lost, in one batch or several, before and after a reload.
import { beforeAll, describe, expect, test } from "vitest";
import { zipOf } from "../../../../e2e/zip.ts";
import { isSkipped } from "./calls.ts";
import type { DroppedFile } from "./checker.ts";
import { CheckSession, withBatch } from "./checkSession.ts";
import { loadChecks, memoryKeeper, openTestChecker } from "./testChecker.ts";

beforeAll(loadChecks);

const SCENARIO = { v: 1, title: "T", duration: 2, network: { forward: { rate: 1e6 } }, flows: [{ id: "a" }] };
const ASSIGNMENT = JSON.stringify({
  ...{ fairshare: "assignment", v: 1, id: "one", title: "T", text: "", due: "", version: "1" },
  ...{ scenario: SCENARIO, charts: [], seed: "same", settings: [], controls: [] },
  questions: [{ id: "why", kind: "text", ask: "Why?" }],
  key: {},
});

/** A hand-in whose log has eight changes of the answer at times that only this student has. */
function handIn(name: string, student: number): string {
  let [state, t] = [student * 7919 + 13, 0];
  const log = Array.from({ length: 8 }, (_, i) => {
    state = (state * 48_271) % 2_147_483_647;
    t += 2000 + (state % 60_000);
    return { t, answer: "why", value: i === 7 ? `Reason ${student}` : `Draft ${i}` };
  });
  const answers = { why: `Reason ${student}` };
  const facts = { version: "0", scenario: SCENARIO, result: "0", spent: 60 };
  return JSON.stringify({ fairshare: "hand-in", v: 1, assignment: "one", name, ...facts, answers, log });
}

const file = (name: string, content: string | Uint8Array<ArrayBuffer>, path = ""): DroppedFile => ({
  name,
  path,
  file: new Blob([content]),
});

async function opened(keeper = memoryKeeper(), version = "1") {
  const session = new CheckSession(openTestChecker, keeper, version);
  await session.open(ASSIGNMENT);
  return session;
}

/** The files of the list and the kinds of their findings. Every hand-in here is of another version. */
const listed = (session: CheckSession): readonly string[] =>
  session
    .state()
    .reports.map((report) =>
      [report.file, ...report.findings.map(({ kind }) => kind).filter((kind) => kind !== "version")].join(
        " ",
      ),
    );

test("every entry of a drop is listed, read or with the reason", async () => {
  const session = await opened();
  const zip = zipOf([
    ["./eva.json", Buffer.from(handIn("eva", 1))],
    [".hid.json", Buffer.from(handIn("hid", 2))],
    ["__MACOSX/jan.json", Buffer.from(handIn("jan", 3))],
    ["../up.json", Buffer.from(handIn("up", 4))],
    ["deep/in.zip", zipOf([["kim.json", Buffer.from(handIn("kim", 5))]])],
  ]);
  await session.add([
    file("all.zip", new Uint8Array(zip)),
    file("class/.git/x", "x", ".git/x"),
    file("class/a.json", handIn("a", 6), "a.json"),
    file(".chosen.json", handIn("b", 7)),
    file("utf16.json", new Uint8Array([0xff, 0xfe, 0x7b, 0])),
  ]);
  expect(listed(session)).toEqual([
    ".chosen.json",
    "all.zip/../up.json",
    "all.zip/./eva.json",
    "all.zip/.hid.json skipped",
    "all.zip/__MACOSX/jan.json skipped",
    "all.zip/deep/in.zip/kim.json",
    "class/.git/x skipped",
    "class/a.json",
    "utf16.json unreadable",
  ]);
  expect(session.state().added).toEqual({ files: 9, repeated: 0 });
  expect(session.state().reports.filter(isSkipped)).toHaveLength(4);
  const csv = await session.csv();
  for (const { file: name } of session.state().reports) expect(csv).toContain(`\n${name}`);
});

describe("batches", () => {
  test("add up, and a copy is found across them", async () => {
    const session = await opened();
    await session.add([file("a.json", handIn("a", 1)), file("b.json", handIn("b", 2))]);
    expect(listed(session)).toEqual(["a.json", "b.json"]);
    await session.add([file("c.json", handIn("c", 1))]);
    expect(listed(session)).toEqual(["a.json same", "b.json", "c.json same"]);
    expect(session.state().reports[2]?.findings.at(-1)?.text).toContain("the same as that of a.json");
    // Without the copy, nothing is left of the finding.
    await session.remove("c.json");
    expect(listed(session)).toEqual(["a.json", "b.json"]);
  });

  test("name files of one name apart, and list the same file once", async () => {
    const session = await opened();
    await session.add([file("work.json", handIn("a", 1))]);
    await session.add([file("work.json", handIn("b", 2)), file("work.json", handIn("a", 1))]);
    await session.add([file("work.json", handIn("b", 2))]);
    expect(listed(session)).toEqual(["work.json", "work.json (2)"]);
    expect(session.state().added).toEqual({ files: 0, repeated: 1 });
  });

  test("that follow while another one is checked are not lost", async () => {
    const session = await opened();
    const [one, two] = [file("a.json", handIn("a", 1)), file("b.json", handIn("b", 2))];
    await Promise.all([session.add([one]), session.add([two])]);
    expect(listed(session)).toEqual(["a.json", "b.json"]);
  });
});

describe("the kept list", () => {
  test("survives a reload until the teacher starts again", async () => {
    const keeper = memoryKeeper();
    const before = await opened(keeper);
    await before.add([file("a.json", handIn("a", 1)), file("b.json", handIn("a copy", 1))]);
    const after = new CheckSession(openTestChecker, keeper, "1");
    await after.restore();
    expect(after.state()).toMatchObject({ isRestored: true, isKept: true, reports: before.state().reports });
    expect(listed(after)).toEqual(["a.json same", "b.json same"]);
    await after.startAgain();
    expect(after.state()).toMatchObject({ files: [], reports: [], assignment: { id: "one" } });
    const empty = new CheckSession(openTestChecker, keeper, "1");
    await empty.restore();
    expect(empty.state()).toMatchObject({ assignment: null, files: [] });
  });

  test("contains hand-ins that a reload interrupted, and checks them then", async () => {
    const keeper = memoryKeeper();
    const never = async (text: string) => ({
      ...(await openTestChecker(text)),
      check: () => new Promise<void>(() => {}),
    });
    const session = new CheckSession(never, keeper, "1");
    await session.open(ASSIGNMENT);
    void session.add([file("a.json", handIn("a", 1))]);
    await expect.poll(() => keeper.lists.get("one")?.files.length).toBe(1);
    const after = new CheckSession(openTestChecker, keeper, "1");
    await after.restore();
    expect(listed(after)).toEqual(["a.json"]);
  });

  test("is judged again by another version", async () => {
    const keeper = memoryKeeper();
    const session = await opened(keeper);
    await session.add([file("a.json", handIn("a", 1))]);
    const [list] = keeper.lists.values();
    if (!list) throw new Error("Nothing is kept.");
    keeper.lists.set("one", {
      ...list,
      files: list.files.map((one) => ({ ...one, report: one.report && { ...one.report, spent: 77 } })),
    });
    const [same, other] = [await opened(keeper), await opened(keeper, "2")];
    expect(same.state().reports[0]?.spent).toBe(77);
    expect(other.state().reports[0]?.spent).toBe(60);
  });
});

test("four hundred hand-ins are listed, and only the copies are named", async () => {
  const session = await opened();
  const files = Array.from({ length: 399 }, (_, i) => file(`${i}.json`, handIn(`s${i}`, i + 1)));
  await session.add(files);
  await session.add([file("copy.json", handIn("copy", 200))]);
  expect(session.state().reports).toHaveLength(400);
  expect(listed(session).filter((entry) => entry.includes(" "))).toEqual(["199.json same", "copy.json same"]);
});

test("a hand-in whose check fails stays in the list", async () => {
  const failing = async (text: string) => {
    const checker = await openTestChecker(text);
    return { ...checker, compare: () => Promise.reject(new Error("The worker ended.")) };
  };
  const session = new CheckSession(failing, memoryKeeper(), "1");
  await session.open(ASSIGNMENT);
  await session.add([file("a.json", handIn("a", 1))]);
  expect(session.state().files.map((one) => one.file)).toEqual(["a.json"]);
  expect(session.state().problem).toEqual({ message: "The worker ended." });
});

test("the key of another kind of file is refused with the reason", async () => {
  const session = new CheckSession(openTestChecker, memoryKeeper(), "1");
  await session.open("{}");
  expect(session.state().problem).toMatchObject({ message: expect.stringContaining("not an assignment") });
});

test("a batch keeps the order and the reports of the list", () => {
  const one = withBatch(
    [],
    [
      { file: "a", text: "1" },
      { file: "b", text: "2" },
    ],
  );
  const two = withBatch(one.files, [{ file: "a", text: "3" }]);
  expect(two.files.map((entry) => [entry.file, entry.text])).toEqual([
    ["a", "1"],
    ["b", "2"],
    ["a (2)", "3"],
  ]);
});
