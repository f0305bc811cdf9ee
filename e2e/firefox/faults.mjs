// What a person made is not lost in Firefox and WebKit, where storage, private windows, WebAssembly and workers differ from
// Chromium's (e2e/kept.spec.ts, e2e/offline.spec.ts and e2e/failures.spec.ts): a full, refused or cleared storage, a private
// window, a service worker of the last release, a crash in the worker and a WebAssembly that cannot start each end in a
// sentence that says what to do.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { site } from "../../scripts/lib/paths.mjs";
import { serve } from "../../scripts/serve.mjs";
import { inPageOf } from "./inPage.mjs";

/**
 * @typedef {import("../../scripts/lib/engines.mjs").TabSession} TabSession
 * @typedef {import("../../scripts/lib/engines.mjs").Engine<TabSession>} Engine
 * @typedef {import("../../scripts/lib/engines.mjs").StartOptions} StartOptions
 * @typedef {{ url: string, folder: string, session: TabSession, inPage: ReturnType<typeof inPageOf>, open: (url: string) => Promise<void> }} Opened
 */

/** Edits the buffer and waits until the address has the edit and its result. */
const editBuffer = `async (text) => {
  await fill("Buffer, exact value", text);
  await wait("the edit in the address", () => location.hash.includes(text) && resultInAddress());
}`;

/** Saves everything as a file and returns its text. The dialog about the data must be open. */
const saveData = `async () => {
  const saved = [];
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) => { saved.push(blob); return create.call(URL, blob); };
  (await control("button", "Save everything as a file")).click();
  return (await wait("the file", () => saved[0])).text();
}`;

/** Fills the storage of the page's origin to its last character. */
const fillStorage = `() => {
  for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (let i = 0; ; i += 1) localStorage.setItem("of another page " + size + " " + i, "x".repeat(size));
    } catch {
      // Now shorter texts.
    }
  }
}`;

const bufferIs = (/** @type {string} */ text) =>
  `await wait("the buffer ${text}", () => named("input", "Buffer, exact value")?.value === "${text}");`;

/**
 * Opens a copy of the built site, changed by `change`, in a browser of its own.
 * @param {Engine} engine
 * @param {{ start?: StartOptions, headers?: Record<string, string>, change?: (folder: string) => void }} options
 * @param {(opened: Opened) => Promise<void>} work
 */
async function withPage(engine, { start, headers = {}, change }, work) {
  const copy = change && mkdtempSync(join(tmpdir(), "fairshare-site-"));
  if (copy && change) {
    cpSync(site, copy, { recursive: true });
    change(copy);
  }
  const folder = copy ?? site;
  const { url, close } = await serve({ folder, base: "/any/path/", port: 0, headers });
  const session = await engine.start(start);
  try {
    const inPage = inPageOf(session);
    await work({ url, folder, session, inPage, open: (address) => session.open(address) });
  } finally {
    await session.close();
    await close();
    if (copy) rmSync(copy, { recursive: true, force: true });
  }
}

/** The file of the worker that simulates. @param {string} folder */
function workerFile(folder) {
  const name = readdirSync(join(folder, "assets")).find((file) => /^worker-.*\.js$/.test(file));
  assert.ok(name);
  return join(folder, "assets", name);
}

/** Runs a program before that of the page. @param {string} folder @param {string} program */
function addProgram(folder, program) {
  writeFileSync(join(folder, "first.js"), program);
  const index = join(folder, "index.html");
  writeFileSync(
    index,
    readFileSync(index, "utf8").replace("<head>", `<head><script src="./first.js"></script>`),
  );
}

/** A new version of the site, which differs only in its title. @param {string} folder */
function writeNewVersion(folder) {
  const [index, worker] = [join(folder, "index.html"), join(folder, "sw.js")];
  writeFileSync(index, readFileSync(index, "utf8").replace("<title>Fairshare", "<title>Newer Fairshare"));
  const text = readFileSync(worker, "utf8");
  const revised = text
    .replace(/(index\.html"?,revision:")[0-9a-f]+/, "$1new")
    .replace(/(revision:")[0-9a-f]+(",url:"index\.html")/, "$1new$2");
  assert.notEqual(revised, text);
  writeFileSync(worker, revised);
}

/** @param {Engine} engine */
function storageTests(engine) {
  const { name } = engine;

  test(`${name}: with a full storage the page says what to do, and its file has the work`, () =>
    withPage(engine, {}, async ({ url, inPage, open }) => {
      await open(`${url}#p=near-far`);
      const text = await inPage(
        `(${fillStorage})();
         await (${editBuffer})("33");
         const notice = await alertWith("cannot store your work");
         if (!notice.textContent.includes("Save it as a file before you leave")) throw new Error(notice.textContent);
         (await control("button", "Your data", notice)).click();
         return (${saveData})();`,
      );
      assert.match(JSON.parse(text).texts["fairshare.recent.1"], /"packets":33/);
    }));

  test(`${name}: everything is saved as one file and loaded after the data of the site is cleared`, () =>
    withPage(engine, {}, async ({ url, inPage, open }) => {
      await open(`${url}#p=near-far`);
      const openData = `(await control("button", "Examples")).click(); (await control("button", "Your data")).click();`;
      const text = await inPage(
        `await (${editBuffer})("31"); await (${editBuffer})("32"); ${openData} return (${saveData})();`,
      );
      await inPage(
        `addEventListener("pagehide", () => { localStorage.clear(); sessionStorage.clear(); }); return null;`,
      );
      await open("about:blank");
      await open(`${url}#p=sawtooth`);
      await inPage(
        `await wait("a result", resultInAddress);
         ${openData}
         const transfer = new DataTransfer();
         transfer.items.add(new File([args[0]], "data.json", { type: "application/json" }));
         const input = await wait("the chooser", () => document.querySelector('dialog[open] input[type="file"]'));
         input.files = transfer.files;
         input.dispatchEvent(new Event("change", { bubbles: true }));
         const button = await control("button", "Load and restart the page");
         setTimeout(() => button.click(), 200);
         return null;`,
        text,
      );
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await inPage(
        `${bufferIs("32")} (await control("header button", "Undo")).click(); ${bufferIs("31")} return null;`,
      );
    }));
}

/** @param {Engine} engine @param {StartOptions} refused how the browser refuses to store anything, if it can */
function refusedStorageTest(engine, refused) {
  // As in a browser that blocks the data of sites.
  const refuse = `for (const name of ["localStorage", "sessionStorage", "indexedDB"])
    Object.defineProperty(window, name, { get: () => { throw new DOMException("The operation is insecure.", "SecurityError"); } });`;
  const options = refused.preferences
    ? { start: refused }
    : { change: (/** @type {string} */ folder) => addProgram(folder, refuse) };
  test(`${engine.name}: with a refused storage the page works, says what to do, and its file has the work`, () =>
    withPage(engine, options, async ({ url, inPage, open }) => {
      await open(`${url}#p=near-far`);
      const text = await inPage(
        `let stores = true;
         try { localStorage.setItem("a", "b"); } catch { stores = false; }
         if (stores) throw new Error("the browser stores texts");
         await fill("Buffer, exact value", "33");
         const notice = await alertWith("cannot store your work");
         (await control("button", "Your data", notice)).click();
         await alertWith("Save it as a file now");
         return (${saveData})();`,
      );
      assert.match(JSON.parse(text).texts["fairshare.recent.1"], /33/);
    }));
}

/** @param {Engine} engine @param {StartOptions} privateWindow */
function privateWindowTest(engine, privateWindow) {
  test(`${engine.name}: in a private window an edit outlives a reload`, () =>
    withPage(engine, { start: privateWindow }, async ({ url, inPage, open }) => {
      await open(`${url}#p=near-far`);
      await inPage(`await (${editBuffer})("33"); setTimeout(() => location.reload(), 100); return null;`);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await inPage(
        `${bufferIs("33")}
         (await control("button", "Examples")).click();
         const recent = await wait("the list", () => named("section", "Recent"));
         if (recent.querySelectorAll("li").length !== 1) throw new Error(recent.textContent);
         return null;`,
      );
    }));
}

/** @param {Engine} engine @param {StartOptions} withoutWasm */
function startTests(engine, withoutWasm) {
  const { name } = engine;

  test(`${name}: without WebAssembly the page says what to do, and saves what the browser keeps`, () =>
    withPage(engine, { start: withoutWasm }, async ({ url, inPage, open }) => {
      await open(`${url}#p=near-far`);
      const [text, address] = await inPage(
        `await wait("the sentence", () => document.body.textContent.includes("Fairshare needs WebAssembly. Update the browser"));
         localStorage.setItem("fairshare.recent.1", '[{"id":"a","title":"mine","saved":1,"doc":{"v":1}}]');
         return [await (${saveData})(), location.hash];`,
      );
      assert.match(text, /mine/);
      assert.match(address, /^#p=near-far/);
    }));

  const headers = { "Content-Security-Policy": "script-src 'self'" };
  test(`${name}: with a policy that forbids WebAssembly the page says what to do`, () =>
    withPage(engine, { headers }, async ({ url, inPage, open }) => {
      await open(`${url}#p=near-far`);
      await inPage(
        `await wait("the sentence", () => document.body.textContent.includes("ask the administrator to allow it for this page")); return null;`,
      );
    }));
}

/** @param {Engine} engine */
function crashTests(engine) {
  for (const [what, program] of /** @type {const} */ ([
    [
      "a trap",
      `Float64Array.prototype.slice = () => { throw new WebAssembly.RuntimeError("unreachable"); };`,
    ],
    ["the end of the worker", "self.close();"],
  ])) {
    /** A worker is broken some seconds after it has begun the long run. @param {string} folder */
    const change = (folder) => {
      const file = workerFile(folder);
      const start = `addEventListener("message", ({ data }) => {
        if (/"duration":\\s*20000/.test(data?.text)) setTimeout(() => { ${program} }, 2000);
      });\n`;
      writeFileSync(file, start + readFileSync(file, "utf8"));
    };
    test(`${engine.name}: the page keeps the scenario after ${what}, and can run again`, () =>
      withPage(engine, { change }, async ({ url, inPage, open }) => {
        await open(`${url}#p=near-far&duration=20000`);
        const result = await inPage(
          `const alert = await alertWith("stopped unexpectedly");
           if (!alert.textContent.includes("kept")) throw new Error(alert.textContent);
           ${bufferIs("30")}
           await fill("Duration, exact value", "5");
           return wait("a result", () => location.hash.includes("duration=5&") && resultInAddress());`,
        );
        assert.match(result, /^[0-9a-f]{16}$/);
      }));
  }
}

/** Waits until the service worker has copied the site and controls the page. */
const waitForOfflineCopy = `async () => {
  for (let i = 0; i < 600; i++) {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("there is no offline copy");
}`;

/** Clicks "Update" in the notice with this text, after the script has ended, because the page starts again. */
const update = (/** @type {string} */ text) =>
  `const notice = await wait("the notice", () =>
     [...document.querySelectorAll('[role="status"]')].find((status) => status.textContent.includes("${text}")));
   if (!document.title.startsWith("Fairshare")) throw new Error("the page has changed to " + document.title);
   const button = await control("button", "Update", notice);
   setTimeout(() => button.click(), 200);
   return null;`;

/** @param {Engine} engine */
function updateTests(engine) {
  // The copy of the site is changed while it is open.
  const change = () => {};

  test(`${engine.name}: an update in one of two tabs keeps the scenarios of both`, () =>
    withPage(engine, { change }, async ({ url, folder, session, inPage, open }) => {
      const first = await session.tab();
      await open(`${url}#p=near-far`);
      await inPage(`await (${waitForOfflineCopy})(); await (${editBuffer})("21"); return null;`);
      const second = await session.openTab();
      await session.switchTab(second);
      await open(`${url}#p=sawtooth`);
      await inPage(`await (${waitForOfflineCopy})(); await (${editBuffer})("34"); return null;`);
      // The page registers the worker some seconds after its start.
      await new Promise((resolve) => setTimeout(resolve, 5000));
      writeNewVersion(folder);
      const isNewer = (/** @type {string} */ packets) =>
        `await wait("the new version", () => document.title.startsWith("Newer Fairshare")); ${bufferIs(packets)} return null;`;
      await session.switchTab(first);
      await inPage(
        `await (await navigator.serviceWorker.getRegistration()).update(); ${update("A new version of Fairshare is ready")}`,
      );
      await new Promise((resolve) => setTimeout(resolve, 5000));
      await inPage(isNewer("21"));
      // The other tab was not interrupted, and states what happened.
      await session.switchTab(second);
      await inPage(`${bufferIs("34")} ${update("Fairshare was updated in another tab")}`);
      await new Promise((resolve) => setTimeout(resolve, 5000));
      await inPage(isNewer("34"));
    }));

  test(`${engine.name}: the page starts without its offline copy under a service worker of the last release`, () =>
    withPage(engine, { change }, async ({ url, folder, inPage, open }) => {
      await open(`${url}#p=near-far`);
      await inPage(`await (${waitForOfflineCopy})(); await (${editBuffer})("21"); return null;`);
      writeNewVersion(folder);
      await inPage(
        `for (const name of await caches.keys()) await caches.delete(name);
         setTimeout(() => location.reload(), 100);
         return null;`,
      );
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await inPage(`${bufferIs("21")} await wait("a result", resultInAddress); return null;`);
    }));
}

/**
 * Registers the tests of one browser.
 * @param {Engine} engine
 * @param {{ refused: StartOptions, privateWindow: StartOptions, withoutWasm: StartOptions }} options
 */
export function faultTests(engine, { refused, privateWindow, withoutWasm }) {
  storageTests(engine);
  refusedStorageTest(engine, refused);
  privateWindowTest(engine, privateWindow);
  startTests(engine, withoutWasm);
  crashTests(engine);
  updateTests(engine);
}
