// The pictures of docs/quick-start.md, one for each step.

/** @typedef {import("@playwright/test").Page} Page */

const showEverything = (/** @type {Page} */ page) =>
  page.getByRole("button", { name: "Show everything" }).click();

/** @param {Page} page */
async function change(page) {
  await showEverything(page);
  await page.getByRole("button", { name: "Buffer of 15 packets" }).click();
  await page.getByText("Last change").first().waitFor();
}

/** @param {Page} page */
async function compare(page) {
  await change(page);
  await page.getByRole("button", { name: "Compare", exact: true }).first().click();
  await page.getByRole("region", { name: "Compare" }).getByRole("button", { name: "Try 10 seeds" }).click();
  await page.getByText("Mean over 10 seeds").waitFor();
}

/** @param {Page} page */
async function share(page) {
  await compare(page);
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
}

/** The upper part of the screen. @param {number} height */
const top = (height) => (/** @type {Page} */ page) =>
  page.screenshot({ clip: { x: 0, y: 0, width: 1280, height } });

/** A part of the page by its role and name. @param {"dialog" | "region"} role @param {string} name */
const part = (role, name) => (/** @type {Page} */ page) => page.getByRole(role, { name }).screenshot();

const common = /** @type {const} */ ({ width: 1280, quality: 0.4, isFirstVisit: true });

export const quickStartPictures = [
  { ...common, name: "quick-start-open", prepare: async () => {}, shot: top(600) },
  { ...common, name: "quick-start-lab", quality: 0.3, prepare: showEverything, shot: top(440) },
  { ...common, name: "quick-start-change", quality: 0.15, prepare: change, shot: top(440) },
  { ...common, name: "quick-start-compare", prepare: compare, shot: part("region", "Compare") },
  { ...common, name: "quick-start-share", prepare: share, shot: part("dialog", "Share") },
];
