// A congestion control that the user writes in the page: the editor, its errors, the charts of signals, and links with code.
import type { Locator, Page } from "@playwright/test";
import {
  lastChangeLine,
  linkTo,
  longTimeout,
  openLab,
  pause,
  scenarioIn,
  seek,
} from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

const stateOf = (page: Page): Locator => page.locator(".program-state");
const editor = (page: Page): Locator => page.getByRole("textbox", { name: "Program of mine" });

/** Opens the editor with the program that everyone begins with. */
async function writeYourOwn(page: Page): Promise<void> {
  await openLab(page);
  await page.getByRole("region", { name: "Flows" }).getByRole("button", { name: "Write your own" }).click();
  await expect(editor(page)).toBeVisible(longTimeout);
  await expect(stateOf(page)).toHaveText("The charts show this program.", longTimeout);
}

/** Replaces the text of the editor. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

/** The result ID of the open scenario and a link to it, from the dialog Share. */
async function share(page: Page): Promise<{ readonly link: string; readonly result: string }> {
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  const id = dialog.locator(".result-id");
  await expect(id).toHaveText(/^[0-9a-f]{16}$/, longTimeout);
  const result = (await id.textContent()) ?? "";
  const box = dialog.getByRole("textbox", { name: "Link" });
  await expect(box).toHaveValue(/^http/, longTimeout);
  const link = await box.inputValue();
  await dialog.getByRole("button", { name: "Close" }).click();
  return { link, result };
}

/** The fragment of a link to a scenario in which one flow has a program. */
function linkToProgram(code: string): string {
  const scenario = { v: 1, duration: 5, flows: [{ id: "mine", algorithm: "own", params: { code } }] };
  return linkTo(scenario);
}

const AIMD = `# My own rule
setting gain = 0.5 in 0.1..2 "Packets per round trip."

on_ack {
  cwnd += gain * acked / cwnd
}

on_congestion {
  ssthresh = max(base * 0.7, 2)
  say("Lost <b>something</b>: {base}")
}

signal my_window = cwnd
`;

test("a student writes an algorithm, breaks it, mends it and shares it", async ({ page, browser }) => {
  await writeYourOwn(page);
  await pause(page);
  await write(page, AIMD);
  await expect(stateOf(page)).toHaveText("The charts show this program.", longTimeout);
  const first = await share(page);

  // Its signal becomes a chart, and its setting a slider.
  await page.getByRole("button", { name: "my_window" }).click();
  await expect(page.getByRole("application", { name: /my_window/ })).toBeVisible(longTimeout);
  await expect(page.getByRole("slider", { name: /gain/ }).first()).toBeVisible();
  // The charts scroll in their part of the Lab.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);

  // An error is shown with its line while the charts keep the last program.
  await write(page, AIMD.replace("acked / cwnd", "akced / cwnd"));
  const faults = page.getByRole("list", { name: "Errors of the program" });
  await expect(faults).toContainText("Line 5, column 18", longTimeout);
  await expect(faults).toContainText("acked");
  await faults.getByRole("button", { name: "Line 5, column 18" }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Control+Delete");
  await page.keyboard.insertText("acked");
  await expect(stateOf(page)).toHaveText("The charts show this program.", longTimeout);

  const { link, result } = await share(page);
  expect(result).toBe(first.result);
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(link);
  await expect(lastChangeLine(other)).toContainText("both results as the link states", longTimeout);
  expect((await share(other)).result).toBe(result);
  await expect(other.getByRole("textbox", { name: "Program of mine" })).toContainText("my_window");
  await context.close();
});

test("a broken text stays after a reload, undo takes back a program, and the editor works with keys and examples", async ({
  page,
}) => {
  await writeYourOwn(page);
  await write(page, "on_ack { cwnd = 7 }");
  await expect(stateOf(page)).toHaveText("The charts show this program.", longTimeout);
  await expect.poll(() => scenarioIn(page.url()), longTimeout).toContain("cwnd = 7");
  await write(page, "on_ack { cwnd = 7 ");
  await expect(stateOf(page)).toContainText("There is an error", longTimeout);
  await page.reload();
  await expect(editor(page)).toHaveText("on_ack { cwnd = 7 ", longTimeout);
  await expect(stateOf(page)).toContainText("There is an error", longTimeout);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(editor(page)).toContainText("TCP Reno", longTimeout);
  await expect(stateOf(page)).toHaveText("The charts show this program.", longTimeout);
  // Tab indents, Escape with Tab leaves the editor, and names are completed.
  await write(page, "on_ack {\n");
  await page.keyboard.press("Tab");
  await expect(editor(page)).toBeFocused();
  await expect(editor(page)).toContainText("on_ack");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(editor(page)).not.toBeFocused();
  await write(page, "on_ack { ac");
  await page.keyboard.press("Control+Space");
  await expect(page.getByRole("option", { name: /acked/ })).toBeVisible(longTimeout);
  await page.keyboard.press("Escape");
  const examples = page.getByRole("combobox", { name: "Begin from" });
  const labels = await examples.locator("option").allTextContents();
  const names = labels.filter((label) => label !== "Choose an example");
  expect(names).toHaveLength(10);
  // Tests of the simulator run each of them.
  for (const name of names.slice(-2)) {
    await examples.selectOption(name);
    await expect(stateOf(page)).toHaveText("The charts show this program.", longTimeout);
  }
});

test("the lines that ran and the values of variables are next to the text, and what the program says is text in Why", async ({
  page,
}) => {
  const says = 'on_round {\n  rounds += 1\n  say("<img src=x onerror=alert(1)> {cwnd}")\n}';
  await openLab(page, linkToProgram(`var rounds = 0\non_ack { cwnd += acked / cwnd }\n${says}`));
  await expect(editor(page)).toContainText("rounds", longTimeout);
  await pause(page);
  await seek(page, 1);
  await expect(editor(page)).toContainText(/rounds = [1-9]/, longTimeout);
  await expect(page.locator(".program-values")).toContainText(/cwnd\s=\s\d/);
  await expect(page.locator(".fair-ran").first()).toBeVisible();
  const early = await page.locator(".fair-value").first().textContent();
  await seek(page, 4);
  await expect(page.locator(".fair-value").first()).not.toHaveText(early ?? "", longTimeout);
  await page.locator(".play").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("d");
  const why = page.getByRole("region", { name: "Why?" });
  await expect(why).toContainText("<img src=x onerror=alert(1)>", longTimeout);
  expect(await page.locator("img[src='x']").count()).toBe(0);
});

const WITH_TEXTS = `# A setting gets a slider. It can be swept and shared.
setting gain = 0.5 in 0.1..2 "Growth per round trip."

on_ack {
  cwnd += gain * random() * acked / cwnd  # the window follows
}
`;

test("comments of a program are shown in the language of the page, and the program and its result stay as they are", async ({
  page,
}) => {
  await openLab(page, linkToProgram(WITH_TEXTS));
  await page.getByRole("button", { name: "Edit the program" }).first().click();
  await expect(editor(page)).toContainText("# the window follows", longTimeout);
  const { result } = await share(page);
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitem", { name: "Deutsch" }).click();
  const own = page.getByRole("textbox", { name: "Programm von mine" });
  await expect(own).toContainText("# das Fenster folgt", longTimeout);
  await expect(own).toContainText('"Wachstum pro Umlauf."');
  await page.getByRole("banner").getByRole("button", { name: "Teilen" }).click();
  const dialog = page.getByRole("dialog", { name: "Teilen" });
  await expect(dialog.locator(".result-id")).toHaveText(result, longTimeout);
  await dialog.getByRole("button", { name: "Schließen" }).click();
  // What the student writes becomes part of the program, whose other comments are English in the document.
  await own.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("# Mein Kommentar");
  await expect.poll(() => scenarioIn(page.url()), longTimeout).toContain("Mein Kommentar");
  const { flows } = JSON.parse(scenarioIn(page.url()));
  expect(flows[0].params).toEqual({ code: `${WITH_TEXTS}# Mein Kommentar` });
});
