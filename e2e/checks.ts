// What holds on every page.
import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { expect } from "./test.ts";

export async function expectNoSeriousProblem(page: Page, view: string): Promise<void> {
  const { violations } = await axe(page).analyze();
  const found = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  expect(found, view).toEqual([]);
}

export const expectNoOverflow = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
