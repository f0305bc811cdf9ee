// Installed and without a network: the site's server is really gone, not just pretended to be. And a newer version, which
// must wait until somebody asks for it and keep what is open.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Frame, type Page, test } from "@playwright/test";
// @ts-expect-error: a script without types
import { site } from "../scripts/lib/paths.mjs";
// @ts-expect-error: a script without types
import { serve } from "../scripts/serve.mjs";
import { patient } from "./lab.ts";

test.use({ serviceWorkers: "allow" });
test.describe.configure({ timeout: 120_000 });

const base = "/some/course/fairshare/";

interface Host {
  readonly url: string;
  close(): Promise<void>;
}

async function host(folder: string = site): Promise<Host> {
  const { server, url } = await serve({ folder, base, port: 0 });
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Waits until the copy is complete and in charge. */
async function copied(where: Page | Frame): Promise<void> {
  const inCharge = (): Promise<boolean> =>
    where.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
    });
  await expect.poll(inCharge, { timeout: 60_000 }).toBe(true);
}

async function computes(where: Page | Frame): Promise<void> {
  await expect(where.getByRole("img", { name: /^Share of fair share: .*\d/ })).toBeVisible(patient);
}

test("opens and computes without its server, every part of it", async ({ context }) => {
  const { url, close } = await host();
  const first = await context.newPage();
  await first.goto(url);
  await computes(first);
  await copied(first);
  await first.close();
  await close();
  const page = await context.newPage();
  await page.goto(`${url}#p=sawtooth`);
  await computes(page);
  // Parts that are loaded when they are opened, and were not before.
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  await expect(
    page.getByRole("dialog", { name: "Share" }).getByRole("textbox", { name: "Link" }),
  ).toHaveValue(/sawtooth/, patient);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Algorithms" }).click();
  await expect(page.getByRole("heading", { name: /NewReno/ }).first()).toBeVisible(patient);
});

test("opens without its server in a frame of a page from elsewhere", async ({ launchOptions }) => {
  const { url, close } = await host();
  const folder = mkdtempSync(join(tmpdir(), "fairshare-course-"));
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><title>Course</title><iframe src="${url}" width="1000" height="700"></iframe>`,
  );
  const course = await host(folder);
  // Playwright switches off that browsers keep a frame's storage apart for each site it is in, and a private window
  // then allows frames of other sites none: a profile that lasts and allows it stands in.
  const profile = mkdtempSync(join(tmpdir(), "fairshare-profile-"));
  mkdirSync(join(profile, "Default"));
  writeFileSync(join(profile, "Default", "Preferences"), '{"profile":{"cookie_controls_mode":0}}');
  const context = await chromium.launchPersistentContext(profile, launchOptions);
  const page = await context.newPage();
  try {
    // Another name for this machine and another port: another site.
    await page.goto(course.url.replace("localhost", "127.0.0.1"));
    await computes(await framed(page));
    await copied(await framed(page));
    await close();
    await page.reload();
    await computes(await framed(page));
  } finally {
    await context.close();
    await course.close();
    for (const made of [folder, profile]) rmSync(made, { recursive: true, force: true });
  }
});

async function framed(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  if (!frame) throw new Error("the frame is empty");
  return frame;
}

test("a new version waits to be asked, and keeps what is open", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "fairshare-update-"));
  cpSync(site, folder, { recursive: true });
  const { url, close } = await host(folder);
  try {
    await page.goto(url);
    await computes(page);
    await copied(page);
    const buffer = page.getByRole("textbox", { name: "Buffer, exact value" });
    await buffer.fill("21");
    await buffer.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Last change" })).toContainText("21", patient);
    // The same site, built again with another title.
    const index = join(folder, "index.html");
    writeFileSync(index, readFileSync(index, "utf8").replace("<title>Fairshare", "<title>Newer Fairshare"));
    const worker = join(folder, "sw.js");
    const text = readFileSync(worker, "utf8");
    const revised = text
      .replace(/(index\.html"?,revision:")[0-9a-f]+/, "$1new")
      .replace(/(revision:")[0-9a-f]+(",url:"index\.html")/, "$1new$2");
    expect(revised).not.toBe(text);
    writeFileSync(worker, revised);
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    const notice = page.getByRole("status").filter({ hasText: "A new version of Fairshare is ready" });
    await expect(notice).toBeVisible(patient);
    await expect(page).toHaveTitle(/^Fairshare/);
    await expect(buffer).toHaveValue("21");
    await notice.getByRole("button", { name: "Change to it" }).click();
    await expect(page).toHaveTitle(/^Newer Fairshare/, patient);
    await expect(buffer).toHaveValue("21", patient);
    await expect(notice).toHaveCount(0);
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
});
