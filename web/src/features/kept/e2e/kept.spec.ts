// Nothing that a user made is lost: everything in the browser can be saved as one file and loaded again, and a full,
// refused or cleared storage, an update in another tab, a clock that is set back and a simulator that cannot start
// each end in a sentence that says what to do.
import { readFileSync, writeFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { longTimeout, openLab, pause, setBuffer, waitForChange } from "../../../../../e2e/lab.ts";
import { expect, plainTest, test } from "../../../../../e2e/test.ts";

const buffer = (page: Page) => page.getByRole("textbox", { name: "Buffer, exact value" });
const undo = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Undo" });

async function editBuffer(page: Page, text: string): Promise<void> {
  await setBuffer(page, text);
  await waitForChange(page, new RegExp(text));
}

/** Opens the dialog about the data of this browser. */
async function openData(page: Page) {
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("button", { name: "Your data" }).click();
  return page.getByRole("dialog", { name: "Your data" });
}

async function saveData(page: Page, path: string): Promise<string> {
  const downloading = page.waitForEvent("download", longTimeout);
  await page.getByRole("button", { name: "Save everything as a file" }).click();
  await (await downloading).saveAs(path);
  return readFileSync(path, "utf8");
}

async function chooseFile(page: Page, path: string): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Load a file" }).click();
  await (await choosing).setFiles(path);
}

/** A page of another browser, in the whole Lab. */
async function otherBrowser(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(() => localStorage.setItem("fairshare.setting.layout", '"all"'));
  return page;
}

test("everything is saved as one file and loaded in another browser", async ({ page, browser }, info) => {
  await page.addInitScript(() =>
    localStorage.setItem("fairshare.setting.lesson.sawtooth", '"{\\"later\\":1}"'),
  );
  await openLab(page, "#p=sawtooth");
  await pause(page);
  await editBuffer(page, "31");
  await editBuffer(page, "32");
  await expect.poll(() => page.url(), longTimeout).toMatch(/%3A32.*&r=/);
  const dialog = await openData(page);
  await expect(dialog).toContainText("1 lesson,");
  const path = info.outputPath("data.json");
  const text = await saveData(page, path);
  expect(JSON.parse(text)).toMatchObject({ fairshare: "browser", v: 1 });

  const other = await otherBrowser(browser);
  await openLab(other);
  await pause(other);
  await editBuffer(other, "17");
  await openData(other);
  await chooseFile(other, path);
  await other.getByRole("button", { name: "Load and restart the page" }).click();
  // The scenario of the file is open with its undo steps.
  await expect(buffer(other)).toHaveValue("32", longTimeout);
  await undo(other).click();
  await expect(buffer(other)).toHaveValue("31", longTimeout);
  // The scenario that was open before is still in the list.
  await other.getByRole("button", { name: "Examples" }).click();
  const recent = other.getByRole("region", { name: "Recent" }).getByRole("listitem");
  await expect(recent).toHaveCount(2);
  const lesson = () => other.evaluate(() => localStorage.getItem("fairshare.setting.lesson.sawtooth"));
  expect(await lesson()).toBe('"{\\"later\\":1}"');
  await other.context().close();
});

test("other files are refused, and contents that differ are kept until the user chooses those of the file", async ({
  page,
}, info) => {
  const name = "fairshare.setting.lesson.sawtooth";
  const path = info.outputPath("file.json");
  writeFileSync(path, JSON.stringify({ fairshare: "browser", v: 1, texts: { [name]: '"file"' } }));
  await openLab(page);
  await page.evaluate((key) => localStorage.setItem(key, '"browser"'), name);
  const stored = () => page.evaluate((key) => localStorage.getItem(key), name);
  const dialog = await openData(page);
  // Files that are no data of a browser, or of a later version, are refused with a sentence.
  const other = info.outputPath("other.json");
  for (const [text, sentence] of [
    ["{", "no file with the data of a browser"],
    ['{"v":1}', "no file with the data of a browser"],
    ['{"fairshare":"browser","v":2,"texts":{}}', "A later version of Fairshare wrote this file"],
  ] as const) {
    writeFileSync(other, text);
    await chooseFile(page, other);
    await expect(dialog.getByRole("alert")).toContainText(sentence);
  }
  await chooseFile(page, path);
  await expect(dialog).toContainText("One thing is in both with different contents");
  await dialog.getByRole("button", { name: "Load and restart the page" }).click();
  await expect(dialog).toHaveCount(0, longTimeout);
  expect(await stored()).toBe('"browser"');
  await openData(page);
  await chooseFile(page, path);
  await dialog.getByRole("radio", { name: "what is in the file" }).check();
  await dialog.getByRole("button", { name: "Load and restart the page" }).click();
  await expect(dialog).toHaveCount(0, longTimeout);
  expect(await stored()).toBe('"file"');
});

/** Fills the storage of the page's origin to its last character. */
function fillStorage(): void {
  for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (let i = 0; ; i += 1) localStorage.setItem(`of another page ${size} ${i}`, "x".repeat(size));
    } catch {
      // Now shorter texts.
    }
  }
}

test("with a full storage the page says what to do, and its file has the work", async ({ page }, info) => {
  await openLab(page);
  await pause(page);
  await page.evaluate(fillStorage);
  await editBuffer(page, "33");
  const notice = page.getByRole("alert").filter({ hasText: "cannot store your work" });
  await expect(notice).toContainText("Save it as a file before you leave", longTimeout);
  await notice.getByRole("button", { name: "Your data" }).click();
  const text = await saveData(page, info.outputPath("data.json"));
  const { texts } = JSON.parse(text);
  expect(texts["fairshare.recent.1"]).toContain('"packets":33');
  // Entries that were stored before can still be read.
  expect(await page.evaluate(() => localStorage.getItem("fairshare.setting.layout"))).toBe('"all"');
});

test("with a refused storage the page works, says what to do, and its file has the work", async ({
  page,
}, info) => {
  // As in a browser that blocks the data of sites.
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
  });
  await page.goto("./#p=sawtooth&duration=20");
  await expect(buffer(page)).toBeVisible(longTimeout);
  await setBuffer(page, "33");
  await expect(page.getByRole("alert").filter({ hasText: "cannot store your work" })).toBeVisible(
    longTimeout,
  );
  await page.getByRole("button", { name: "Examples" }).click();
  await expect(page.getByText("does not let the page store anything")).toBeVisible();
  await page.getByRole("region", { name: "Recent" }).getByRole("button", { name: "Your data" }).click();
  const dialog = page.getByRole("dialog", { name: "Your data" });
  await expect(dialog.getByRole("alert")).toContainText("Save it as a file now");
  const { texts, undo: steps } = JSON.parse(await saveData(page, info.outputPath("data.json")));
  // The buffer of this example is stated in bandwidth-delay products.
  expect(texts["fairshare.recent.1"]).toContain('"bdp":33');
  expect(JSON.parse(steps).steps).toHaveLength(2);
});

test("after the data of the site is cleared, the open scenario is stored again", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await editBuffer(page, "33");
  await expect.poll(() => page.url(), longTimeout).toMatch(/33.*&r=/);
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  // The second reload stores the scenario under the same entry. The page reloads itself, because the browser's own
  // command may reload an address that the page has just replaced.
  for (let i = 0; i < 2; i += 1) {
    await Promise.all([page.waitForEvent("load"), page.evaluate(() => location.reload())]);
    await expect(buffer(page)).toHaveValue("33", longTimeout);
  }
  await page.getByRole("button", { name: "Examples" }).click();
  await expect(page.getByRole("region", { name: "Recent" }).getByRole("listitem")).toHaveCount(1);
});

plainTest(
  "a browser without WebAssembly, and one that cannot read the program, say what to do and keep the work",
  async ({ page, browser }, info) => {
    await page.addInitScript(() => {
      localStorage.setItem("fairshare.recent.1", '[{"id":"a","title":"mine","saved":1,"doc":{"v":1}}]');
      Reflect.deleteProperty(window, "WebAssembly");
    });
    // The worker has no WebAssembly either.
    await page.route(/\/assets\/worker-.*\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `delete self.WebAssembly;${await response.text()}` });
    });
    await page.goto("./#p=near-far");
    await expect(page.getByRole("heading", { name: "The simulator could not start" })).toBeVisible(
      longTimeout,
    );
    await expect(page.getByText("Fairshare needs WebAssembly")).toContainText("Update the browser");
    expect(await saveData(page, info.outputPath("data.json"))).toContain("mine");
    expect(page.url()).toContain("#p=near-far");
    // A browser that is too old for the program, or gets none, shows a sentence.
    for (const body of ["this is no program {", null]) {
      const old = await browser.newPage();
      await old.route(/\/assets\/index-.*\.js$/, (route) =>
        body === null ? route.abort() : route.fulfill({ contentType: "text/javascript", body }),
      );
      await old.goto("./#p=near-far");
      await expect(old.getByRole("alert")).toContainText(
        "Fairshare needs a browser of 2023 or newer",
        longTimeout,
      );
      await old.close();
    }
  },
);
