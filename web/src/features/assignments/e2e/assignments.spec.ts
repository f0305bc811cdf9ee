// An assignment without a server and without a network: a lecturer makes it, a student works on it and hands
// in, and the check of thirty files names exactly the files with findings.
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { axe } from "../../../../../e2e/axe.ts";
import { waitForCompleteRun } from "../../../../../e2e/lab.ts";
import { zipOf } from "../../../../../e2e/zip.ts";
import { site } from "../../../../../scripts/lib/paths.mjs";
import { serve } from "../../../../../scripts/serve.mjs";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { encodeLink } from "../../../scenario/shareLink.ts";
import type { Assignment, HandIn } from "../model.ts";

test.use({ serviceWorkers: "allow" });
test.describe.configure({ timeout: 240_000 });

const base = "/some/course/fairshare/";

const SCENARIO: ScenarioDocument = {
  v: 1,
  title: "Buffers",
  duration: 6,
  warmup: 1,
  network: { forward: { rate: 2_000_000, queue: { kind: "drop_tail", limit: { packets: 20 } } } },
  flows: [{ id: "a", algorithm: "newreno" }],
};

async function expectNoProblem(page: Page): Promise<void> {
  const { violations } = await axe(page).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

async function show(page: Page, fragment: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
}

/** The text of the file that an action saves. */
async function saved(page: Page, action: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent("download");
  await action();
  return readFileSync(await (await download).path(), "utf8");
}

/**
 * Opens the page at a scenario and waits until it works without a network, checks included. Then the server
 * is stopped.
 */
async function openOffline(page: Page, fragment: string): Promise<void> {
  const { url, close } = await serve({ folder: site, base, port: 0 });
  await page.goto(`${url}${fragment}`);
  await waitForCompleteRun(page);
  const isOfflineCopy = (): Promise<boolean> =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
    });
  await expect.poll(isOfflineCopy, { timeout: 60_000 }).toBe(true);
  await show(page, "#/assignments/check");
  await expect(page.getByRole("heading", { name: "Check hand-ins" })).toBeVisible();
  const storedParts = (): Promise<number> =>
    page.evaluate(async () => {
      const stored = await caches.open("laboratory");
      return (await stored.keys()).length;
    });
  await expect.poll(storedParts).toBe(2);
  await close();
}

/**
 * Makes an assignment with four questions from the scenario in the Lab, and returns the lecturer's and the
 * students' file.
 */
async function makeAssignment(page: Page): Promise<readonly [string, string]> {
  await show(page, "#");
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  await page.getByRole("link", { name: "Make an assignment" }).click();
  await expect(page.getByRole("heading", { name: "Make an assignment" })).toBeVisible();
  const add = page.getByRole("group", { name: "Add a question" });
  await add.getByRole("button", { name: "Prediction" }).click();
  await add.getByRole("button", { name: "Choice" }).click();
  const choice = page.getByRole("group", { name: "Question 2: Choice" });
  await choice.getByRole("textbox", { name: "Option 1" }).fill("The queue fills");
  await choice.getByRole("textbox", { name: "Option 2" }).fill("The queue stays empty");
  const points = choice.getByRole("textbox", { name: "Points for a right answer" });
  await points.fill("-1");
  await expect(choice.getByRole("alert")).toHaveText("Enter a number from 0 to 1000.");
  await points.fill("2");
  await expect(choice.getByRole("alert")).toHaveCount(0);
  await add.getByRole("button", { name: "Number" }).click();
  // A question keeps its answer when it moves.
  await page.getByRole("button", { name: "Move question 3 up" }).click();
  await page.getByRole("button", { name: "Move question 2 down" }).click();
  await add.getByRole("button", { name: "Goal" }).click();
  await page
    .getByRole("group", { name: "Question 4: Goal" })
    .getByRole("textbox", { name: "Limit (%)" })
    .fill("50");
  await expectNoProblem(page);
  const lecturers = await saved(page, () => page.getByRole("button", { name: "Save your file" }).click());
  const students = await saved(page, () =>
    page.getByRole("button", { name: "Save the students' file" }).click(),
  );
  return [lecturers, students];
}

/** Works on the assignment of a link and returns the file that is handed in. */
async function workAndHandIn(page: Page, link: string): Promise<string> {
  await show(page, link.slice(link.indexOf("#")));
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  // The prediction comes first. Until it is made, the run is shown only up to 3 s.
  const task = page.getByRole("region", { name: "1. What will happen?" });
  await expect(task).toBeVisible();
  await expect(page.getByRole("region", { name: /^2\./ })).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Time in seconds" })).toHaveValue("3.0");
  await task.getByRole("slider").focus();
  await page.keyboard.press("ArrowUp");
  await task.getByRole("button", { name: "Continue at this level" }).click();
  await task.getByRole("button", { name: "Reveal" }).click();
  await expect(task.getByText(/^Level: /)).toBeVisible();
  await expectNoProblem(page);
  // The student changes the free setting.
  const buffer = page.getByRole("region", { name: "Settings that you can change" });
  const box = buffer.getByRole("textbox", { name: "Buffer, exact value" });
  await box.fill("6");
  await box.press("Enter");
  await page.getByRole("radio", { name: "The queue fills" }).check();
  const number = page.getByRole("region", { name: /^3\./ });
  await number.getByRole("textbox").fill("90");
  await number.getByRole("button", { name: "Save answer" }).click();
  await expect(number.getByText("Saved.")).toBeVisible();
  const goal = page.getByRole("region", { name: /^4\./ });
  await expect(goal.getByText("Your run reaches the goal.")).toBeVisible();
  await goal.getByRole("button", { name: "Hand in this scenario for the goal" }).click();
  await page.getByRole("button", { name: "Hand in", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Hand in" });
  await dialog.getByRole("textbox", { name: "Pseudonym" }).fill("student 0");
  await expectNoProblem(page);
  return saved(page, () => dialog.getByRole("button", { name: "Save the file" }).click());
}

/** A hand-in of another student: other times, and what `change` returns. */
function another(handIn: HandIn, student: number, change: Partial<HandIn> = {}): HandIn {
  // Intervals that only this student has.
  let [state, t] = [student * 7919 + 13, 0];
  const log = handIn.log.map((entry) => {
    state = (state * 48_271) % 2_147_483_647;
    t += 2000 + (state % 60_000);
    return { ...entry, t };
  });
  return { ...handIn, name: `student ${student}`, log, ...change };
}

test("the check of thirty hand-ins names exactly those with findings and keeps its list", async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "fairshare-assignments-"));
  try {
    await openOffline(page, await encodeLink({ scenario: SCENARIO }));
    const [lecturers, students] = await makeAssignment(page);
    expect(students).not.toContain('"key"');
    const link = await page.getByRole("textbox", { name: "Link for students" }).inputValue();
    const assignment = JSON.parse(lecturers) as Assignment & { key: Record<string, unknown> };
    expect(Object.keys(assignment.key)).toEqual(["q2", "q3"]);
    const own = JSON.parse(await workAndHandIn(page, link)) as HandIn;
    expect(own.name).toBe("student 0");

    const files: [string, string | Buffer][] = [];
    const add = (name: string, handIn: HandIn): void => void files.push([name, JSON.stringify(handIn)]);
    // This student answers faster than a person can, which the check would name.
    add("own.json", another(own, 28, { name: own.name }));
    for (let student = 1; student <= 19; student += 1)
      add(`good-${String(student).padStart(2, "0")}.json`, another(own, student));
    add("formula.json", another(own, 20, { name: "=HYPERLINK(1)" }));
    add("locked.json", another(own, 21, { scenario: { ...own.scenario, duration: 7 } }));
    add("forged.json", another(own, 22, { result: "0123456789abcdef" }));
    add("answers.json", another(own, 23, { answers: { ...own.answers, q2: 1 } }));
    add("copied.json", { ...another(own, 1), name: "copied" });
    add("version.json", another(own, 24, { version: "0.1.0" }));
    add(
      "budget.json",
      another(own, 25, {
        scenario: { ...own.scenario, duration: 80_000, network: { forward: { rate: 1e10 } } },
      }),
    );
    files.push(["broken.json", "{"]);
    files.push([
      "all.zip",
      zipOf([
        ["class/zipped.json", Buffer.from(JSON.stringify(another(own, 26)))],
        ["bomb.json", Buffer.alloc(100_000_000, "0")],
        ["nested.zip", zipOf([["inner.json", Buffer.from(JSON.stringify(another(own, 27)))]])],
      ]),
    ]);
    for (const [name, content] of files) writeFileSync(join(folder, name), content);
    const large = join(folder, "large.json");
    writeFileSync(large, "");
    truncateSync(large, 200_000_000);
    const key = join(folder, "lecturer.json");
    writeFileSync(key, lecturers);
    expect(files.length + 1).toBe(30);

    await show(page, "#/assignments/check");
    await expect(page.getByRole("heading", { name: "Check hand-ins" })).toBeVisible();
    await page.locator("input[type=file]").first().setInputFiles(key);
    await expect(page.getByText("Buffers: 4 questions")).toBeVisible();
    await page
      .locator(".drop-zone input[type=file]")
      .first()
      .setInputFiles([...files.map(([name]) => join(folder, name)), large]);
    await expect(page.getByText("29 files checked. 7 stand out. 3 other files are not read.")).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(30);
    const named = await page.evaluate(() =>
      [...document.querySelectorAll("tr.is-named")].map((row) => [
        row.querySelector(".check-file")?.textContent,
        [...row.querySelectorAll("[data-finding]")]
          .map((item) => item.getAttribute("data-finding"))
          .join(" "),
      ]),
    );
    expect(named).toEqual([
      ["answers.json", "log"],
      ["budget.json", "budget log"],
      ["copied.json", "same"],
      ["forged.json", "result"],
      ["good-01.json", "same"],
      ["locked.json", "locked result log"],
      ["version.json", "version"],
    ]);
    // Files that cannot be read do not stand out. They have a list of their own, each with the reason.
    await expect(page.locator(".check-skipped .check-file")).toHaveText([
      "all.zip/bomb.json",
      "broken.json",
      "large.json",
    ]);
    await expect(page.getByRole("row", { name: /^copied/ })).toContainText(
      "Its log is the same as that of good-01.json, with the same times.",
    );
    await expectNoProblem(page);
    const csv = await saved(page, () => page.getByRole("button", { name: "Save as CSV" }).click());
    expect(csv.slice(1, csv.indexOf("\r\n"))).toMatch(
      /^file,pseudonym,right,of,points,of points,question 1,answer to question 1,question 2,answer to question 2,points of question 2 \(of 2\),/,
    );
    const row = (file: string): readonly string[] =>
      csv
        .split("\r\n")
        .find((line) => line.startsWith(`${file},`))
        ?.split(",") ?? [];
    expect(row("formula.json")[1]).toBe("'=HYPERLINK(1)");
    expect(row("own.json").slice(2, 4)).toEqual(row("all.zip/class/zipped.json").slice(2, 4));
    expect(row("answers.json").slice(6, 15)).toContain("wrong");

    // The list survives a reload. A second batch adds to it, and is compared with the first.
    await page.reload();
    await expect(page.getByText("29 files checked. 7 stand out. 3 other files are not read.")).toBeVisible();
    await expect(page.getByText("The list is that of your last visit.")).toBeVisible();
    const late = { ...another(own, 2), name: "late" };
    const batch = zipOf([
      ["./late.json", Buffer.from(JSON.stringify(late))],
      ["__MACOSX/._late.json", Buffer.from("x")],
    ]);
    writeFileSync(join(folder, "second.zip"), batch);
    await page.locator(".drop-zone input[type=file]").first().setInputFiles(join(folder, "second.zip"));
    await expect(
      page.getByText(
        "30 files checked. 9 stand out. 4 other files are not read. The last files added 2 entries to the list.",
      ),
    ).toBeVisible();
    await expect(page.getByRole("row", { name: /^late/ })).toContainText("the same as that of good-02.json");
    await expect(page.locator('[data-file="second.zip/__MACOSX/._late.json"]')).toContainText("macOS");
    await axe(page);
    await page.getByRole("button", { name: "Remove second.zip/./late.json from the list" }).click();
    await expect(page.getByText("29 files checked. 7 stand out. 4 other files are not read.")).toBeVisible();
    await page.getByRole("button", { name: "Start again" }).click();
    await page.getByRole("button", { name: "Remove all and start again" }).click();
    await expect(page.getByRole("row")).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("Buffers: 4 questions")).toHaveCount(0);

    // The student's work is offered again.
    await show(page, "#/assignments");
    await page.getByRole("button", { name: "Continue: Buffers" }).click();
    await expect(page.getByText("4 of 4 questions answered")).toBeVisible();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
