// The format of a document determines the defaults that forms show.
import type { Locator, Page } from "@playwright/test";
import type { ScenarioDocument } from "../web/src/generated/types.ts";
import { decodeLink, encodeLink } from "../web/src/scenario/shareLink.ts";
import { longTimeout, openLab, pause, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

/** Opens the settings of the first flow. Returns the check box of HyStart++. */
async function openHystart(page: Page): Promise<Locator> {
  const flows = page.getByRole("region", { name: "Flows" });
  await flows.locator("details.flow-more summary").first().click();
  return flows.getByRole("checkbox", { name: "HyStart++" });
}

/** The document in the address. */
async function sharedDocument(page: Page): Promise<ScenarioDocument | undefined> {
  const decoded = await decodeLink(new URL(page.url()).hash);
  return decoded.kind === "scenario" ? decoded.content.scenario : undefined;
}

test("HyStart++ is off by default in a scenario of format 1", async ({ page }) => {
  const scenario: ScenarioDocument = { v: 1, duration: 5, flows: [{ id: "a", algorithm: "cubic" }] };
  await openLab(page, await encodeLink({ scenario }));
  await pause(page);
  const hystart = await openHystart(page);
  await expect(hystart).not.toBeChecked(longTimeout);
  await hystart.check();
  await waitForChange(page, /hyStart\+\+ off . on/);
  await expect.poll(async () => (await sharedDocument(page))?.flows?.[0]?.params).toEqual({ hystart: true });
  expect((await sharedDocument(page))?.v).toBe(1);
});

test("HyStart++ is on by default in a new scenario", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "New scenario" }).getByRole("button", { name: "Dumbbell" }).click();
  const hystart = await openHystart(page);
  await expect(hystart).toBeChecked(longTimeout);
  await hystart.uncheck();
  await waitForChange(page, /hyStart\+\+ on . off/);
  await expect.poll(async () => (await sharedDocument(page))?.flows?.[0]?.params).toEqual({ hystart: false });
  expect((await sharedDocument(page))?.v).toBe(3);
  await hystart.check();
  await expect.poll(async () => (await sharedDocument(page))?.flows?.[0]?.params ?? null).toBe(null);
});

test("the stack of a flow determines the defaults that its form shows", async ({ page }) => {
  const scenario: ScenarioDocument = { v: 3, duration: 5, flows: [{ id: "a" }] };
  await openLab(page, await encodeLink({ scenario }));
  await pause(page);
  await openHystart(page);
  const flows = page.getByRole("region", { name: "Flows" });
  const rack = flows.getByRole("checkbox", { name: "RACK-TLP" });
  const stack = flows.getByRole("combobox", { name: "Stack" });
  await expect(stack).toHaveValue("linux");
  await expect(rack).toBeChecked();
  await stack.selectOption("FreeBSD");
  await waitForChange(page, /stack Linux . FreeBSD/);
  await expect(rack).not.toBeChecked();
  await stack.selectOption("No stack");
  await expect.poll(async () => (await sharedDocument(page))?.flows?.[0]?.params).toEqual({ stack: null });
  await stack.selectOption("Linux");
  await expect.poll(async () => (await sharedDocument(page))?.flows?.[0]?.params ?? null).toBe(null);
});
