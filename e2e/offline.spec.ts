// The site works offline after it was opened once. A new version replaces the old version only with the
// user's consent, and the open scenario stays open.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Frame, type Page, test } from "@playwright/test";
import { site } from "../scripts/lib/paths.mjs";
import { serve } from "../scripts/serve.mjs";
import { longTimeout, shownShares } from "./lab.ts";

test.use({ serviceWorkers: "allow" });

const base = "/some/course/fairshare/";

const startHost = (folder: string = site) => serve({ folder, base, port: 0 });

/** Waits until the service worker has copied the site and controls the page. */
async function expectOfflineCopy(where: Page | Frame): Promise<void> {
  const controlsPage = (): Promise<boolean> =>
    where.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
    });
  await expect.poll(controlsPage, { timeout: 60_000 }).toBe(true);
}

/** Waits until the page has computed results. */
async function expectResults(where: Page | Frame): Promise<void> {
  await expect(shownShares(where)).toBeVisible(longTimeout);
}

test("the page works without its server, including code and experiments that are loaded on demand", async ({
  context,
}) => {
  const { url, close } = await startHost();
  const first = await context.newPage();
  await first.goto(url);
  await expectResults(first);
  await expectOfflineCopy(first);
  // Once the section of the papers has been opened, all experiments are stored.
  await first.goto(`${url}#/papers/tfwc/fig1b`);
  await expect(first.locator(".paper-figure").first()).toBeVisible(longTimeout);
  const stored = (): Promise<number> =>
    first.evaluate(async () => (await (await caches.open("papers")).keys()).length);
  // The index, and the results of each experiment that has results.
  const files = readdirSync(join(site, "papers")).filter((name) => name.endsWith(".zlib"));
  await expect.poll(stored, { timeout: 60_000 }).toBe(files.length);
  await first.close();
  await close();
  const page = await context.newPage();
  await page.goto(`${url}#p=sawtooth`);
  await expectResults(page);
  // Open views whose code is loaded on demand, and which were not opened before.
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  await expect(
    page.getByRole("dialog", { name: "Share" }).getByRole("textbox", { name: "Link" }),
  ).toHaveValue(/sawtooth/, longTimeout);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Algorithms" }).click();
  await expect(page.getByRole("heading", { name: /NewReno/ }).first()).toBeVisible(longTimeout);
  // An example that the page did not run while it had a connection.
  await page.goto(`${url}#p=cellular`);
  await expectResults(page);
  await page.goto(`${url}#/papers/tpba/fig22`);
  await expect(page.locator(".paper-figure").first()).toBeVisible(longTimeout);
  // The service worker does not show the first example at an address that does not exist.
  await page.goto(`${url}?from=a-course`);
  await expectResults(page);
  await expect(page.goto(`${url}nothing`)).rejects.toThrow();
});

/** Simulates a new version of the site: only its title differs. */
function writeNewVersion(folder: string): void {
  const index = join(folder, "index.html");
  writeFileSync(index, readFileSync(index, "utf8").replace("<title>Fairshare", "<title>Newer Fairshare"));
  const worker = join(folder, "sw.js");
  const text = readFileSync(worker, "utf8");
  const revised = text
    .replace(/(index\.html"?,revision:")[0-9a-f]+/, "$1new")
    .replace(/(revision:")[0-9a-f]+(",url:"index\.html")/, "$1new$2");
  expect(revised).not.toBe(text);
  writeFileSync(worker, revised);
}

const lookForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

const bufferOf = (page: Page) => page.getByRole("textbox", { name: "Buffer, exact value" });

/** Edits the buffer and waits for the effect. */
async function editBuffer(page: Page, packets: string): Promise<void> {
  await bufferOf(page).fill(packets);
  await bufferOf(page).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Last change" })).toContainText(
    packets,
    longTimeout,
  );
}

test("an update in one of two tabs keeps the scenarios of both", async ({ context }) => {
  const folder = mkdtempSync(join(tmpdir(), "fairshare-update-"));
  cpSync(site, folder, { recursive: true });
  const { url, close } = await startHost(folder);
  try {
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto(`${url}#p=near-far`);
    await expectResults(first);
    await expectOfflineCopy(first);
    await second.goto(`${url}#p=sawtooth`);
    await expectResults(second);
    await editBuffer(first, "21");
    await editBuffer(second, "34");
    // The page registers the worker some seconds after its start.
    await second.waitForTimeout(5000);
    writeNewVersion(folder);
    await lookForUpdate(first);
    const ready = first.getByRole("status").filter({ hasText: "A new version of Fairshare is ready" });
    await ready.getByRole("button", { name: "Update" }).click(longTimeout);
    await expect(first).toHaveTitle(/^Newer Fairshare/, longTimeout);
    await expect(bufferOf(first)).toHaveValue("21", longTimeout);
    // The other tab was not interrupted, and states what happened.
    const replaced = second.getByRole("status").filter({ hasText: "Fairshare was updated in another tab" });
    await expect(replaced).toBeVisible(longTimeout);
    await expect(second).toHaveTitle(/^Fairshare/);
    await expect(bufferOf(second)).toHaveValue("34");
    await replaced.getByRole("button", { name: "Update" }).click();
    await expect(second).toHaveTitle(/^Newer Fairshare/, longTimeout);
    await expect(bufferOf(second)).toHaveValue("34", longTimeout);
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the page starts after its offline copy was deleted under a service worker of the last release", async ({
  context,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "fairshare-update-"));
  cpSync(site, folder, { recursive: true });
  const { url, close } = await startHost(folder);
  try {
    const page = await context.newPage();
    await page.goto(`${url}#p=near-far`);
    await expectResults(page);
    await expectOfflineCopy(page);
    await editBuffer(page, "21");
    await expect.poll(() => page.url(), longTimeout).toMatch(/21.*&r=/);
    writeNewVersion(folder);
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
    await page.reload();
    await expectResults(page);
    await expect(bufferOf(page)).toHaveValue("21", longTimeout);
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
});
