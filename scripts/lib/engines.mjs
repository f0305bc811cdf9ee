// Compares the result IDs of the native simulator with those of the WebAssembly in Node, Chromium, Firefox
// and WebKit. Finds, and on Debian installs, Firefox and WebKit.
import { existsSync, readdirSync } from "node:fs";
import { installFromApt, knownBrowser, launchChromium } from "./browser.mjs";
import { engineHost } from "./engine-page.mjs";
import { nativeResultIds, parityDocuments, runOpener } from "./parity.mjs";
import { outputOf } from "./run.mjs";
import { note } from "./steps.mjs";
import { startFirefox, startWebKit } from "./webdriver.mjs";

/**
 * A browser session with one page. `call` calls an async function of the page, given as source text. `problems` returns the
 * errors on the console since its last call, and `memory` the memory in use in MiB: the heap of the page in Chromium, and
 * the resident memory of the whole browser in the others. `closeOtherWindows` closes the windows that the page has opened.
 * @typedef {object} Session
 * @property {string} version
 * @property {(url: string) => Promise<void>} open
 * @property {(source: string, ...args: unknown[]) => Promise<any>} call
 * @property {(x: number, y: number) => Promise<void>} click
 * @property {(x: number, y: number, right: number, down: number) => Promise<void>} drag by a number of pixels
 * @property {(width: number, height: number) => Promise<void>} resize
 * @property {(keys: readonly string[]) => Promise<void>} press
 * @property {() => Promise<string[]>} problems
 * @property {() => Promise<number>} memory
 * @property {() => Promise<void>} closeOtherWindows
 * @property {() => Promise<void>} close
 */

/**
 * A session that can open several tabs and use one of them at a time.
 * @typedef {Session & { tab: () => Promise<string>, openTab: () => Promise<string>, switchTab: (handle: string) => Promise<void> }} TabSession
 */

/** The path of a program, or "". @param {string} name */
const find = (name) => {
  const path = outputOf("sh", ["-c", `command -v ${name}`]) ?? "";
  return path !== "" && existsSync(path) ? path : "";
};

const libraryFolder = "/usr/lib/x86_64-linux-gnu";

/** The path of WebKitGTK's MiniBrowser, which is in no folder of the PATH, or "". */
function findMiniBrowser() {
  const folders = ["/usr/lib", libraryFolder, "/usr/lib/aarch64-linux-gnu", "/usr/libexec"].filter(
    existsSync,
  );
  const candidates = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.startsWith("webkit2gtk-") || name.startsWith("webkitgtk-"))
      .map((name) => `${folder}/${name}/MiniBrowser`),
  );
  return candidates.find((path) => existsSync(path)) ?? "";
}

/**
 * What a browser is started with: preferences of Firefox, and environment variables of WebKit.
 * @typedef {{ preferences?: Record<string, string | number | boolean>, environment?: Record<string, string> }} StartOptions
 */

/**
 * A browser. `missing` names the programs that are not installed.
 * @template {Session} [Started=Session]
 * @typedef {object} Engine
 * @property {string} name
 * @property {string[]} packages the packages of Debian
 * @property {() => string[]} missing
 * @property {(options?: StartOptions) => Promise<Started>} start
 */

const findFirefox = () => find("firefox-esr") || find("firefox");

/** @type {Engine<TabSession>} */
export const firefox = {
  name: "Firefox",
  packages: ["firefox-esr"],
  missing: () => (findFirefox() ? [] : ["firefox-esr or firefox"]),
  start: ({ preferences } = {}) => startFirefox(findFirefox(), preferences),
};

/** @type {Engine} */
export const chromium = {
  name: "Chromium",
  packages: ["chromium"],
  missing: () => (knownBrowser() === undefined ? ["chromium"] : []),
  start: () => startChromium(),
};

/** @type {Engine<TabSession>} */
export const webkit = {
  name: "WebKit",
  packages: ["webkit2gtk-driver", "xvfb"],
  missing: () => [
    ...["WebKitWebDriver", "Xvfb"].filter((name) => !find(name)),
    ...(findMiniBrowser() ? [] : ["MiniBrowser"]),
  ],
  start: ({ environment } = {}) =>
    startWebKit(
      { driver: find("WebKitWebDriver"), display: find("Xvfb"), browser: findMiniBrowser() },
      {
        // The user root cannot use WebKit's sandbox, and a machine for tests may have no graphics card.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
        WEBKIT_DISABLE_COMPOSITING_MODE: "1",
        LIBGL_ALWAYS_SOFTWARE: "1",
        ...environment,
      },
    ),
};

/** The browsers in which result IDs are compared. */
export const engines = [chromium, firefox, webkit];

/** @returns {Promise<Session>} */
async function startChromium() {
  const browser = await launchChromium();
  const page = await browser.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on("crash", () => problems.push("the page crashed"));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()} at ${message.location().url}`);
  });
  page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
  const system = await page.context().newCDPSession(page);
  return {
    version: browser.version(),
    open: async (url) => void (await page.goto(url)),
    call: (source, ...args) => page.evaluate(`(${source})(...${JSON.stringify(args)})`),
    click: (x, y) => page.mouse.click(x, y),
    drag: async (x, y, right, down) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + right, y + down, { steps: 4 });
      await page.mouse.up();
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    press: async (keys) => {
      for (const key of keys)
        await (/^[\x20-\x7e]+$/.test(key) ? page.keyboard.press(key) : page.keyboard.insertText(key));
    },
    problems: async () => problems.splice(0),
    memory: async () => {
      for (let i = 0; i < 3; i++) await system.send("HeapProfiler.collectGarbage");
      return (await system.send("Runtime.getHeapUsage")).usedSize / 2 ** 20;
    },
    closeOtherWindows: async () => {
      const others = page
        .context()
        .pages()
        .filter((other) => other !== page);
      await Promise.all(others.map((other) => other.close()));
    },
    close: () => browser.close(),
  };
}

/**
 * Installs an engine's packages if this process may do that. Returns the programs that are missing
 * afterwards.
 * @param {Engine} engine
 */
export async function ensureEngine(engine) {
  if (engine.missing().length > 0) await installFromApt(...engine.packages);
  return engine.missing();
}

/** The function of the engine's page that computes result IDs (e2e/engine/main.ts). */
const computeIds = `async (documents) => {
  const ids = [];
  const jobs = documents.map(({ text }, index) => ({ id: String(index), text }));
  await window.engineUnderTest.batch(jobs, (id, result) => {
    ids[Number(id)] = result.resultId ?? result.message;
  }).finished;
  return ids;
}`;

/**
 * The result IDs that the WebAssembly package computes in Node.
 * @param {import("./parity.mjs").ParityDocument[]} documents
 * @returns {Promise<string[]>}
 */
export async function idsInNode(documents) {
  const open = await runOpener();
  return documents.map(({ text }) => {
    const simulation = open(text);
    while (simulation.stepUntil(simulation.duration, 1e6)[2] === 0);
    const id = simulation.failure()?.message ?? simulation.resultId();
    simulation.free();
    return id;
  });
}

/**
 * The documents whose result IDs differ from the native result IDs, with both IDs.
 * @param {import("./parity.mjs").ParityDocument[]} documents
 * @param {string[]} expected
 * @param {string[]} ids
 */
const differences = (documents, expected, ids) =>
  documents.flatMap(({ name }, index) =>
    ids[index] === expected[index] ? [] : [{ name, expected: expected[index], found: ids[index] }],
  );

/**
 * The version of a browser, and the documents whose result IDs differ in it, with both IDs.
 * @param {Engine} engine
 * @param {import("./parity.mjs").ParityDocument[]} documents
 * @param {string[]} expected
 */
export async function differingIds(engine, documents, expected) {
  const host = await engineHost();
  try {
    const session = await engine.start();
    try {
      await session.open(host.url);
      const ids = await session.call(computeIds, documents);
      return { version: session.version, differing: differences(documents, expected, ids) };
    } finally {
      await session.close();
    }
  } finally {
    await host.close();
  }
}

/**
 * The result of a comparison with the native result IDs. `skipped` names the programs that are not installed.
 * @typedef {{ name: string, version: string, documents: number, equal: number, skipped: string }} EngineRow
 */

/**
 * Compares the result IDs of all golden scenarios and examples in Node and in all installed browsers with the
 * native result IDs.
 * @returns {Promise<EngineRow[]>}
 */
export async function compareEngines() {
  const documents = await parityDocuments();
  const expected = await nativeResultIds(documents);
  /** @param {string} name @param {string} version @param {ReturnType<typeof differences>} differing @returns {EngineRow} */
  const compared = (name, version, differing) => {
    for (const { name: document, expected, found } of differing)
      note(`${name}: ${document} has ${found}, not ${expected}`);
    const equal = documents.length - differing.length;
    note(`${name} ${version}: ${equal} of ${documents.length} result IDs equal the native ones`);
    return { name, version, documents: documents.length, equal, skipped: "" };
  };
  const inNode = differences(documents, expected, await idsInNode(documents));
  const rows = [compared("Node", process.versions.node, inNode)];
  for (const engine of engines) {
    const missing = await ensureEngine(engine);
    if (missing.length > 0) {
      const skipped = missing.join(", ");
      note(`${engine.name} is skipped, because it is not installed: ${skipped}`);
      note(`Debian's packages are ${engine.packages.join(", ")}; npm run validate installs them as root.`);
      rows.push({ name: engine.name, version: "", documents: documents.length, equal: 0, skipped });
      continue;
    }
    const { version, differing } = await differingIds(engine, documents, expected);
    rows.push(compared(engine.name, version, differing));
  }
  return rows;
}
