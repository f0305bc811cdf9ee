// What somebody does in the Lab: see who gets more, change things, go back, compare, ask why.
import { changed, disclose, lastChange, openLab, patient, pause, seek, setBuffer, shares } from "./lab.ts";
import { expect, test } from "./test.ts";

test("opens running, and the bars say who gets more", async ({ page }) => {
  await openLab(page);
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  const moment = page.getByRole("slider", { name: "Moment" });
  const before = Number(await moment.inputValue());
  await expect.poll(async () => Number(await moment.inputValue()), patient).toBeGreaterThan(before);
  await page
    .getByRole("radio", { name: "whole run" })
    .and(page.locator(".shares input"))
    .check({ force: true });
  await expect.poll(() => shares(page), patient).toMatchObject({ near: expect.any(Number) });
  const { near = 0, far = 0 } = await shares(page);
  expect(near).toBeGreaterThan(100);
  expect(far).toBeLessThan(100);
  expect(far).toBeGreaterThan(0);
});

test("a slider leaves ghosts and a sentence; undo and redo give the same results again", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await expect.poll(() => new URL(page.url()).hash, patient).toMatch(/&t=/);
  const first = new URL(page.url()).hash;
  const slider = page.getByRole("slider", { name: "Buffer" });
  await slider.focus();
  await slider.press("Shift+ArrowRight");
  await changed(page, /buffer 30 \u2192 \d+\spackets/);
  await expect(lastChange(page)).toContainText(/far [\d.]+ \u2192 [\d.]+\s[kM]b\/s/);
  await expect(page.getByText(/grey: before/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Hide grey lines" })).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash, patient).toMatch(/limit=.*&r=[0-9a-f]{16}.*&t=/);
  const second = new URL(page.url()).hash;
  await lastChange(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("textbox", { name: "Buffer, exact value" })).toHaveValue("30");
  await expect.poll(() => new URL(page.url()).hash, patient).toBe(first);
  await page.getByRole("banner").getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => new URL(page.url()).hash, patient).toBe(second);
});

test("a change from a moment on becomes an entry of the run", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await seek(page, 10);
  await page.getByRole("radio", { name: /^from 10\.0/ }).check({ force: true });
  const rate = page.getByRole("textbox", { name: "Rate, exact value" });
  await rate.fill("5M");
  await rate.press("Enter");
  await changed(page, /rate/i);
  const list = page.getByRole("region", { name: "Changes during the run" });
  await expect(list.getByRole("listitem")).toHaveText(/10\s*s.*rate.*5\s*Mb\/s/i);
  await list.getByRole("button", { name: "Remove this change" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(0);
});

test("compares two runs, in one seed and in ten", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await setBuffer(page, "15");
  await changed(page, /buffer/i);
  await lastChange(page).getByRole("button", { name: "Compare" }).click();
  const panel = page.getByRole("region", { name: "Compare" });
  const settings = panel.getByRole("table", { name: "Settings that differ" });
  await expect(settings.getByRole("row").nth(1)).toHaveText(/buffer.*30.*15/i);
  await expect(panel.getByRole("table", { name: "Results" }).getByRole("row")).not.toHaveCount(1);
  await panel.getByRole("button", { name: "Try 10 seeds" }).click();
  const means = panel.getByRole("table", { name: "Mean over 10 seeds with 95 % interval" });
  await expect(means).toBeVisible(patient);
  await expect(means.getByRole("row", { name: /near: goodput/ })).toHaveText(/\u00b1.*\u00b1.*\u00b1/);
  await expect(panel.getByRole("status")).toHaveText(/more than chance/i, patient);
});

test("an event answers why, with a decision of the algorithm", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await seek(page, 20);
  const events = await disclose(page, "Events");
  await events
    .getByRole("button", { name: /(near|far).*drop/i })
    .first()
    .click();
  const why = page.getByRole("region", { name: "Why?" });
  await expect(why.getByRole("listitem").first()).toHaveText(/\d+\.\d{3}\s*s.*\d/, patient);
  // The moments in the answer lead there.
  const decision = why.getByRole("listitem").getByRole("button").first();
  const at = Number.parseFloat((await decision.textContent()) ?? "");
  await decision.click();
  await expect(page.getByRole("textbox", { name: "Time in seconds" })).toHaveValue(at.toFixed(1));
});

test("a flow is added, renamed and removed", async ({ page }) => {
  await openLab(page);
  await pause(page);
  const flows = page.getByRole("region", { name: "Flows" });
  await flows.getByRole("button", { name: "Add", exact: true }).click();
  await changed(page, /added/);
  await expect(flows.getByRole("combobox")).toHaveCount(3);
  await flows.getByRole("button", { name: "Actions for flow" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name of the flow" }).fill("third");
  await page.keyboard.press("Enter");
  await expect.poll(async () => Object.keys(await shares(page)), patient).toContain("third");
  await flows.getByRole("button", { name: "Actions for third" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(flows.getByRole("combobox")).toHaveCount(2);
  await changed(page, /third removed/);
});

test("compares without losing the charts from sight", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await page.getByRole("button", { name: "Halve the buffer" }).click();
  await changed(page, /buffer/i);
  await lastChange(page).getByRole("button", { name: "Compare" }).click();
  await expect(page.getByRole("table", { name: "Results" })).toBeInViewport();
  for (const name of ["Rate", "Queue"])
    await expect(page.getByRole("application", { name })).toBeInViewport({ ratio: 1 });
});

test("every choice has a name, also those that are pictures", async ({ page }) => {
  await openLab(page);
  const appearance = page.getByRole("group", { name: "Appearance" });
  for (const name of ["Light", "Like the system", "Dark"])
    await expect(appearance.getByRole("radio", { name })).toHaveCount(1);
  await expect(page.getByRole("group", { name: "Window or packets in flight" })).toHaveCount(1);
});
