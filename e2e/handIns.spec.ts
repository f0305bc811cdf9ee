// The hand-ins of a large class in one drop: each file is checked, and exactly those with findings stand out.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { idsInNode } from "../scripts/lib/engines.mjs";
import { simulatorVersion } from "../scripts/lib/paths.mjs";
import { longTimeout } from "./lab.ts";

test.describe.configure({ timeout: 240_000 });

const STUDENTS = 300;
const queue = (packets: number) => ({ queue: { kind: "drop_tail", limit: { packets } } });
const scenario = (packets: number) => ({
  v: 3,
  duration: 6,
  warmup: 1,
  seed: 1,
  network: { kind: "dumbbell", forward: { rate: 2_000_000, ...queue(packets) } },
  flows: [{ id: "a", algorithm: "newreno" }],
});
const ASSIGNMENT = {
  ...{ fairshare: "assignment", v: 1, id: "class", version: simulatorVersion(), title: "Buffers", text: "" },
  ...{ due: "", seed: "same", scenario: scenario(20), charts: [], controls: [] },
  settings: [{ path: "network.forward.queue.limit", access: "free" }],
  questions: [{ id: "q1", kind: "choice", ask: "How busy?", options: ["below half", "above half"] }],
  key: {
    q1: {
      when: [[{ of: { kind: "utilisation" }, below: 0.5 }], [{ of: { kind: "utilisation" }, above: 0.5 }]],
    },
  },
};

/** The hand-in of a student, whose log has times that no other student has. */
function handIn(student: number, result: string): Record<string, unknown> {
  let state = Math.imul(student + 1, 2_654_435_761) >>> 0;
  const times = [0, 1, 2].map(() => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return 2000 + (state % 60_000);
  });
  const [first = 0, second = 0, third = 0] = times;
  return {
    ...{ fairshare: "hand-in", v: 1, assignment: "class", name: `student ${student}`, result },
    ...{ version: simulatorVersion(), scenario: scenario(6), spent: 300 + student, answers: { q1: 1 } },
    log: [
      { t: first, set: "network.forward.queue.limit", to: { packets: 9 } },
      { t: first + second, set: "network.forward.queue.limit", to: { packets: 6 } },
      { t: first + second + third, answer: "q1", value: 1 },
    ],
  };
}

/** An assignment whose only question is a goal that its scenario misses. */
const GOAL = {
  ...ASSIGNMENT,
  id: "goal",
  questions: [
    {
      ...{ id: "q1", kind: "goal", ask: "Leave half of the link unused." },
      when: [{ of: { kind: "utilisation" }, below: 0.5 }],
    },
  ],
  key: {},
};

const jsonFile = (name: string, value: unknown) => ({
  ...{ name, mimeType: "application/json" },
  buffer: Buffer.from(JSON.stringify(value)),
});

test("a goal that the run misses is not reached in the page, in the hand-in and in the check", async ({
  page,
}) => {
  await page.goto("./#/assignments");
  await page
    .getByLabel("Open an assignment")
    .setInputFiles(jsonFile("goal.json", { ...GOAL, key: undefined }), longTimeout);
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  const goal = page.getByRole("region", { name: /^1\./ });
  await expect(goal.getByText("Your run does not reach the goal yet.")).toBeVisible(longTimeout);
  await expect(goal.getByRole("button", { name: "Hand in this scenario for the goal" })).toBeDisabled();
  await page.getByRole("button", { name: "Hand in", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Hand in" });
  await expect(dialog.locator(".hand-in-answers")).toContainText("No answer");
  await expect(dialog.getByText("Goal reached")).toHaveCount(0);

  // A file that states the goal nevertheless.
  const [result = ""] = await idsInNode([{ name: "", text: JSON.stringify(scenario(6)) }]);
  const stated = handIn(1, result);
  const log = (stated.log as Record<string, unknown>[]).map((entry) =>
    "answer" in entry ? { ...entry, value: true } : entry,
  );
  await page.goto("./#/assignments/check");
  await page.locator("input[type=file]").first().setInputFiles(jsonFile("lecturer.json", GOAL), longTimeout);
  await expect(page.getByText("Buffers: 1 question")).toBeVisible(longTimeout);
  await page
    .locator(".drop-zone input[type=file]")
    .first()
    .setInputFiles(jsonFile("ada.json", { ...stated, assignment: "goal", answers: { q1: true }, log }));
  await expect(page.locator(".check-answer")).toHaveText("\u2717 wrongnot reached", longTimeout);
  // The table scrolls within the page.
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test("a goal by one control needs one control, and points are shown to student and teacher", async ({
  page,
}) => {
  const path = (name: string): string => `network.forward.${name}`;
  const control = (id: string, label: string, set: string, values: readonly [unknown, unknown]) => ({
    ...{ id, label },
    options: values.map((value, i) => ({ label: i === 0 ? "as given" : "changed", set: [[set, value]] })),
  });
  const file = {
    ...ASSIGNMENT,
    ...{ id: "one", settings: ["queue.limit", "rate"].map((name) => ({ path: path(name), access: "free" })) },
    controls: [
      control("limit", "Buffer", path("queue.limit"), [{ packets: 20 }, { packets: 6 }]),
      control("rate", "Rate", path("rate"), [2_000_000, 3_000_000]),
    ],
    questions: [
      {
        ...{ id: "q1", kind: "goal", ask: "Change the buffer only.", points: 3, oneControl: true },
        ...{ intro: "The buffer holds {limit}.", values: { limit: { kind: "link", property: "limit" } } },
        when: [{ of: { kind: "wait" }, below: 9 }],
      },
    ],
    key: {},
  };
  await page.goto("./#/assignments");
  await page
    .getByLabel("Open an assignment")
    .setInputFiles(jsonFile("one.json", { ...file, key: undefined }), longTimeout);
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  const goal = page.getByRole("region", { name: /^1\./ });
  await expect(goal).toContainText("(3 points)");
  await expect(goal.getByText("The buffer holds 20 packets.")).toBeVisible(longTimeout);
  const choose = (label: string, option: string) =>
    page.getByRole("group", { name: label, exact: true }).getByText(option, { exact: true }).click();
  await choose("Buffer", "changed");
  await expect(goal.getByText("Your run reaches the goal.")).toBeVisible(longTimeout);
  await choose("Rate", "changed");
  await expect(goal.getByText("More than one setting differs")).toBeVisible(longTimeout);
  await expect(goal.getByText("Your run reaches the goal.")).toHaveCount(0);
  await expect(goal.getByRole("button", { name: "Hand in this scenario for the goal" })).toBeDisabled();
  await choose("Rate", "as given");
  await goal.getByRole("button", { name: "Hand in this scenario for the goal" }).click(longTimeout);
  await page.getByRole("button", { name: "Hand in", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Hand in" });
  await expect(dialog.locator(".hand-in-answers")).toContainText("(3 points) Goal reached");
});

test("of three hundred hand-ins in one drop, exactly those with findings stand out", async ({ page }) => {
  const [result = ""] = await idsInNode([{ name: "", text: JSON.stringify(scenario(6)) }]);
  const files = Array.from({ length: STUDENTS }, (_, student) => {
    const text = JSON.stringify(handIn(student, result));
    return [`student-${String(student).padStart(3, "0")}.json`, text] as [string, string];
  });
  const replace = (student: number, text: string): void => {
    const file = files[student];
    if (file) file[1] = text;
  };
  replace(7, "{");
  replace(70, JSON.stringify(handIn(70, "0123456789abcdef")));
  replace(299, JSON.stringify({ ...handIn(150, result), name: "student 299" }));
  const folder = mkdtempSync(join(tmpdir(), "fairshare-class-"));
  try {
    const key = join(folder, "lecturer.json");
    writeFileSync(key, JSON.stringify(ASSIGNMENT));
    await page.goto("./#/assignments/check");
    const choosing = page.waitForEvent("filechooser", longTimeout);
    await page.getByRole("button", { name: "Choose the file" }).click(longTimeout);
    await (await choosing).setFiles(key);
    await expect(page.getByText("Buffers: 1 question")).toBeVisible(longTimeout);
    const dataTransfer = await page.evaluateHandle((dropped) => {
      const transfer = new DataTransfer();
      for (const [name, text] of dropped) transfer.items.add(new File([text], name));
      return transfer;
    }, files);
    await page.locator(".drop-zone").dispatchEvent("drop", { dataTransfer });
    await expect(
      page.getByText(`${STUDENTS - 1} files checked. 3 stand out. 1 other file is not read.`),
    ).toBeVisible({ timeout: 180_000 });
    const named = await page.evaluate(() =>
      [...document.querySelectorAll("tr.is-named .check-file")].map((cell) => cell.textContent),
    );
    expect(named.sort()).toEqual(["student-070", "student-150", "student-299"].map((name) => `${name}.json`));
    await expect(page.locator(".check-skipped .check-file")).toHaveText("student-007.json");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
