// Finds a Chromium for the browser tests: the browser that Playwright installs, Debian's Chromium without
// windows, or an installed browser.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browserFlags } from "./browser-flags.mjs";
import { root, toolsDir } from "./paths.mjs";
import { nodeProgram, outputOf, run } from "./run.mjs";
import { Failure, note, step } from "./steps.mjs";

const choiceFile = join(toolsDir, "browser.json");
const isRoot = process.getuid?.() === 0;
/**
 * Debian's package of Chromium without windows, and its command. For each test, it needs about a second of processor time
 * less than a browser that also draws the toolbar of a window that nobody sees.
 */
const shell = "chromium-headless-shell";
const commands = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const usualPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Whether Playwright can start this browser and load a page in it.
 * @param {string} executable the path, or "" for the browser that Playwright installs
 */
function isUsable(executable) {
  const program = `
    import { chromium } from "@playwright/test";
    const browser = await chromium.launch({ ${executable ? `executablePath: ${JSON.stringify(executable)},` : ""}
      args: ${JSON.stringify(browserFlags)} });
    const page = await browser.newPage();
    await page.setContent("<title>ready</title>");
    const title = await page.title();
    await browser.close();
    process.exit(title === "ready" ? 0 : 1);`;
  const args = ["--input-type=module", "--eval", program];
  return spawnSync(process.execPath, args, { cwd: root, stdio: "ignore", timeout: 60_000 }).status === 0;
}

/**
 * The path of an installed command.
 * @param {string} name
 */
const commandPath = (name) =>
  process.platform === "win32" ? outputOf("where", [name]) : outputOf("sh", ["-c", `command -v ${name}`]);

/** The paths of the browsers that are installed. */
function installedBrowsers() {
  return [process.env.FAIRSHARE_BROWSER, ...commands.map(commandPath), ...usualPaths]
    .filter((path) => path !== undefined)
    .filter((path) => existsSync(path));
}

/** Whether Playwright's own Chromium works, after downloading it if necessary. */
async function playwrightsBrowserWorks() {
  if (isUsable("")) return true;
  const [node, cli] = nodeProgram("@playwright/test", "playwright");
  const download = await run(node, [...cli, "install", "--only-shell", "chromium"], {
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" },
    log: "playwright",
    mayFail: true,
    timeout: 300_000,
  });
  if (download.status !== 0) {
    note("Playwright's own Chromium cannot be downloaded here");
    return false;
  }
  if (!isUsable("") && isRoot) {
    note("Playwright's Chromium does not start; installing the system libraries that it may lack");
    await run(node, [...cli, "install-deps", "chromium"], { log: "playwright-deps", mayFail: true });
  }
  return isUsable("");
}

/**
 * Installs packages of Debian if this process may use apt-get. Waits for another program that is installing packages.
 * @param {string[]} names
 */
export async function installFromApt(...names) {
  if (!isRoot || !outputOf("apt-get", ["--version"])) return;
  note(`installing Debian's packages ${names.join(", ")}`);
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...names]])
    await run("apt-get", ["-o", "DPkg::Lock::Timeout=600", ...args], {
      env: { DEBIAN_FRONTEND: "noninteractive" },
      log: "apt",
      mayFail: true,
    });
}

/**
 * The browser that setup found: its path, "" for the browser that Playwright installs, or undefined if setup
 * has not found a browser yet or the browser no longer exists.
 */
export function knownBrowser() {
  if (!existsSync(choiceFile)) return undefined;
  const { executable } = JSON.parse(readFileSync(choiceFile, "utf8"));
  return executable === "" || existsSync(executable) ? executable : undefined;
}

/** Starts the Chromium that setup found. */
export async function launchChromium() {
  // Packages of npm are imported where they are used: they exist only after setup.
  const { chromium } = await import("@playwright/test");
  const executablePath = knownBrowser();
  return chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) });
}

/** Finds or installs a browser. Returns its path, or "" for the browser that Playwright installs. */
async function findBrowser() {
  if (!process.env.FAIRSHARE_BROWSER && (await playwrightsBrowserWorks())) return "";
  if (!process.env.FAIRSHARE_BROWSER && !commandPath(shell)) await installFromApt(shell);
  const found = installedBrowsers().find(isUsable);
  if (found) return found;
  await installFromApt("chromium");
  const fromApt = installedBrowsers().find(isUsable);
  if (fromApt) return fromApt;
  throw new Failure(
    "No Chromium for the browser tests.",
    `Use one of these:
  npx playwright install --with-deps chromium
  sudo apt-get install chromium-headless-shell      (or your system's package of Chromium or Chrome)
  FAIRSHARE_BROWSER=/path/to/chrome npm test`,
  );
}

export async function ensureBrowser() {
  const known = knownBrowser();
  const manifest = readFileSync(join(root, "node_modules", "@playwright", "test", "package.json"), "utf8");
  const { version } = JSON.parse(manifest);
  // The browser that Playwright installs belongs to one version of Playwright, so search again after an
  // update of Playwright.
  if (known !== undefined && JSON.parse(readFileSync(choiceFile, "utf8")).playwright === version) return;
  await step("Find a Chromium for the browser tests", async () => {
    const executable = await findBrowser();
    note(executable ? `using ${executable}` : "using Playwright's own Chromium");
    mkdirSync(toolsDir, { recursive: true });
    writeFileSync(choiceFile, JSON.stringify({ executable, playwright: version }));
  });
}
