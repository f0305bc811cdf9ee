// Files that are saved for use without a server: the page as one HTML file, opened from the file system, and
// a SCORM package in a host that implements the interface of SCORM 1.2.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";
import type { BrowserContext, Page } from "@playwright/test";
import { axe } from "../../../../../e2e/axe.ts";
import { linkTo, longTimeout, openLab, shownShares } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";
import { inRoot } from "../../../../../scripts/lib/paths.mjs";
import { serve } from "../../../../../scripts/serve.mjs";

let folder = "";
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fairshare-saved-"));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Clicks a button that saves a file, and returns the path of the file. */
async function save(page: Page, button: string): Promise<string> {
  const downloading = page.waitForEvent("download", longTimeout);
  await page.getByRole("button", { name: button }).click();
  const download = await downloading;
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/**
 * Opens a file from the file system without a network. Returns the page, and the requests and errors, which
 * must stay empty.
 */
async function openFile(context: BrowserContext, path: string): Promise<readonly [Page, string[]]> {
  await context.setOffline(true);
  const page = await context.newPage();
  const faults: string[] = [];
  const address = pathToFileURL(path).href;
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(blob|data):/.test(url) && url.split("#")[0] !== address) faults.push(url);
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await page.goto(address);
  return [page, faults];
}

async function resultId(page: Page): Promise<string> {
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  const id = page.getByRole("dialog", { name: "Share" }).locator(".result-id");
  await expect(id).toHaveText(/^[0-9a-f]{16}$/, longTimeout);
  return (await id.textContent()) ?? "";
}

test("a scenario with a program that is saved as one file gives the same result", async ({
  page,
  context,
}) => {
  const code = "on_ack { cwnd += 2 * acked / cwnd }\nsignal twice = 2 * cwnd";
  const flows = [{ id: "mine", algorithm: "own", params: { code } }, { id: "other" }];
  await openLab(page, linkTo({ v: 1, duration: 5, flows }));
  const expected = await resultId(page);
  await page.getByText("Save for offline use").click();
  const path = await save(page, "Save as one file");
  expect(path).toMatch(/\.html$/);

  const [file, faults] = await openFile(context, path);
  await expect(shownShares(file)).toBeVisible(longTimeout);
  await expect(file.getByRole("textbox", { name: "Program of mine" })).toContainText("twice", longTimeout);
  expect(await resultId(file)).toBe(expected);
  const link = file.getByRole("textbox", { name: "Link" });
  await expect(link).toHaveValue(new RegExp(`^${new URL(page.url()).origin}`));
  await expect(file.getByText("Save for offline use")).toHaveCount(0);
  await file.keyboard.press("Escape");
  await file.getByRole("button", { name: "Views" }).click();
  await file.getByRole("button", { name: "Measured data" }).click();
  const measured = file.getByRole("region", { name: "Measured data" });
  await expect(measured).toContainText("does not contain this part", longTimeout);
  // The file contains the parts that the page loads on demand.
  await file.getByRole("link", { name: "Algorithms" }).click();
  await expect(file.getByRole("link", { name: "CUBIC", exact: true })).toBeVisible();
  await file.getByRole("link", { name: "Lessons" }).click();
  await expect(file.getByRole("heading", { name: "Lessons" })).toBeVisible();
  await file.getByRole("link", { name: "Papers" }).click();
  await expect(file.getByText("does not contain this part")).toBeVisible();
  expect((await axe(file).analyze()).violations).toEqual([]);
  expect(faults).toEqual([]);
  // The content security policy of the file forbids requests to a network.
  expect(readFileSync(path, "utf8")).toContain("default-src 'none'");
});

/** Solves the first step of the lesson "sawtooth", which is to watch the run. */
async function solveFirstStep(where: Pick<Page, "getByRole">): Promise<void> {
  const time = where.getByRole("textbox", { name: "Time in seconds" });
  await time.fill("8");
  await time.press("Enter");
  await where.getByRole("button", { name: "Next step" }).click();
  await expect(where.getByRole("heading", { name: "Step 2 of" })).toBeVisible();
}

/** The files of a zip file, by name. */
function unzip(path: string): Map<string, Buffer> {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    files.set(name, inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(at + 20))));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

/**
 * A learning management system: scorm-again implements its interface, and the browser's storage keeps the
 * values that a session stores.
 */
const LMS = `<!doctype html><html lang="en"><title>Course</title>
<script src="scorm-again.js"></script>
<script>
  const stored = JSON.parse(localStorage.getItem("cmi") ?? "null");
  window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
  if (stored) API.loadFromJSON(stored.cmi);
  window.calls = [];
  API.on("LMSInitialize", () => calls.push("Initialize"));
  API.on("LMSFinish", () => { calls.push("Finish"); localStorage.setItem("finished", "yes"); });
  API.on("LMSCommit", () => {
    calls.push("Commit");
    localStorage.setItem("cmi", JSON.stringify(API.renderCommitCMI(true)));
  });
</script>
<iframe title="Lesson" src="package/index.html" style="width: 1200px; height: 700px"></iframe>`;

interface Cmi {
  readonly suspend_data: string;
  readonly core: {
    readonly lesson_status: string;
    readonly score: { readonly raw: string; readonly max: string };
    readonly session_time: string;
    readonly exit: string;
  };
}

const stored = (page: Page): Promise<Cmi | null> =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem("cmi") ?? "null") as { readonly cmi: Cmi } | null)?.cmi ?? null,
  );

test("a SCORM package continues where the student stopped", async ({ page, context }) => {
  await page.goto("./#/lessons/sawtooth");
  await page.getByText("For your course").click();
  await page.getByText("Save for offline use").click();
  const files = unzip(await save(page, "Save as a SCORM package"));
  expect([...files.keys()]).toEqual(["imsmanifest.xml", "index.html"]);
  mkdirSync(join(folder, "package"));
  for (const [name, content] of files) writeFileSync(join(folder, "package", name), content);
  writeFileSync(join(folder, "index.html"), LMS);
  cpSync(inRoot("node_modules/scorm-again/dist/scorm12.js"), join(folder, "scorm-again.js"));
  const { url, close } = await serve({ folder, port: 0 });
  try {
    const host = await context.newPage();
    await host.goto(url);
    const lesson = host.frameLocator("iframe");
    await expect(lesson.getByRole("heading", { name: "Step 1 of" })).toBeVisible(longTimeout);
    await expect.poll(async () => (await stored(host))?.core.lesson_status).toBe("incomplete");
    expect((await stored(host))?.core.score).toMatchObject({ raw: "0", max: "100" });
    await solveFirstStep(lesson);
    await expect.poll(async () => Number((await stored(host))?.core.score.raw)).toBeGreaterThan(0);
    const calls = await host.evaluate(() => (window as unknown as { calls: string[] }).calls);
    expect(calls[0]).toBe("Initialize");
    expect(calls.filter((call) => call === "Initialize")).toHaveLength(1);

    // The student leaves, and comes back later.
    await host.goto(`${url}package/imsmanifest.xml`);
    await host.goto(url);
    expect(await host.evaluate(() => localStorage.getItem("finished"))).toBe("yes");
    const left = await stored(host);
    expect(left?.suspend_data.length).toBeLessThanOrEqual(4096);
    await expect(lesson.getByRole("heading", { name: "Step 2 of" })).toBeVisible(longTimeout);
    expect(left?.core.lesson_status).toBe("incomplete");
  } finally {
    await close();
  }
});
