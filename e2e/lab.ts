// What the specs of the Lab share: opening it, waiting for a complete run, and reading what the page says.
import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** On a busy machine a run may take its time; nothing here measures it. */
export const patient = { timeout: 30_000 };

/** Opens the Lab and waits until the run is complete: only then has it a result ID, and all of its charts can be asked. */
export async function openLab(page: Page, fragment = ""): Promise<void> {
  await page.goto(fragment === "" ? "" : `./${fragment}`);
  await settled(page);
}

export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Undo" }).first()).toBeVisible(patient);
  await expect.poll(() => new URL(page.url()).hash, patient).toMatch(/^#(p=.*&r=[0-9a-f]{16}|1\.)/);
  // A long link is in the address bar from the start.
  await expect(page.locator(".scrub")).toHaveAttribute("style", /--computed:\s*1;/, patient);
}

export async function pause(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
}

/** Jumps to a moment by the box that takes it as text. */
export async function seek(page: Page, seconds: number): Promise<void> {
  const box = page.getByRole("textbox", { name: "Time in seconds" });
  await box.fill(String(seconds));
  await box.press("Enter");
  await expect(box).toHaveValue(seconds.toFixed(1));
}

export async function setBuffer(page: Page, text: string): Promise<void> {
  const box = page.getByRole("textbox", { name: "Buffer, exact value" });
  await box.fill(text);
  await box.press("Enter");
}

export const lastChange = (page: Page): Locator =>
  page.getByRole("status").filter({ hasText: "Last change" });

/** Waits until the sentence of the last change has its second half: what it did. */
export async function changed(page: Page, what: RegExp): Promise<void> {
  await expect(lastChange(page)).toContainText(what, patient);
  await expect(lastChange(page)).not.toContainText("\u2026", patient);
}

/** The shares that the bars show, in percent of a fair share, by flow. */
export async function shares(page: Page): Promise<Readonly<Record<string, number>>> {
  const label = await page.getByRole("img", { name: /^Share of fair share/ }).getAttribute("aria-label");
  const found = [...(label ?? "").matchAll(/([\w-]+) ([\d.]+)\s?%/g)];
  return Object.fromEntries(found.map(([, flow, share]) => [flow, Number(share)]));
}

/** Opens one of the disclosures below the charts. */
export async function disclose(page: Page, name: string | RegExp): Promise<Locator> {
  const details = page.locator("details").filter({ has: page.locator("summary", { hasText: name }) });
  await details.locator("summary").click();
  return details;
}

/** A figure of the page as a number in bit/s. */
export function bitsPerSecond(text: string): { readonly value: number; readonly half: number } {
  const found = /^([\d.]+)\s*([kMG]?)b\/s$/.exec(text.trim());
  if (!found) throw new Error(`not a rate: ${text}`);
  const [, digits = "", prefix = ""] = found;
  const factor = { "": 1, k: 1e3, M: 1e6, G: 1e9 }[prefix] ?? 1;
  const decimals = digits.split(".")[1]?.length ?? 0;
  return { value: Number(digits) * factor, half: (factor * 10 ** -decimals) / 2 };
}
