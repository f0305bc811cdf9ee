// Finds a Chromium that the browser tests can drive: Playwright's own, an installed one, or one from apt.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browserFlags } from "./browser-flags.mjs";
import { root, toolsDir } from "./paths.mjs";
import { ask, nodeProgram, run } from "./run.mjs";
import { Failure, note, step } from "./steps.mjs";

const memory = join(toolsDir, "browser.json");
const isRoot = process.getuid?.() === 0;
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const usualPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Whether Playwright can really start this browser ("" means its own) and load a page in it. */
function works(executable) {
  const program = `
    import { chromium } from "@playwright/test";
    const browser = await chromium.launch({ ${executable ? `executablePath: ${JSON.stringify(executable)},` : ""}
      args: ${JSON.stringify(browserFlags)} });
    const page = await browser.newPage();
    await page.setContent("<title>ready</title>");
    const title = await page.title();
    await browser.close();
    process.exit(title === "ready" ? 0 : 1);`;
  const options = { cwd: root, stdio: "ignore", timeout: 60_000 };
  return spawnSync(process.execPath, ["--input-type=module", "--eval", program], options).status === 0;
}

function installed() {
  const find = (name) =>
    process.platform === "win32" ? ask("where", [name]) : ask("sh", ["-c", `command -v ${name}`]);
  return [process.env.FAIRSHARE_BROWSER, ...names.map(find), ...usualPlaces].filter(
    (path) => path && existsSync(path),
  );
}

async function playwrightsOwn() {
  if (works("")) return true;
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
  if (!works("") && isRoot) {
    note("it lacks system libraries; asking Playwright to install them");
    await run(node, [...cli, "install-deps", "chromium"], { log: "playwright-deps", mayFail: true });
  }
  return works("");
}

async function fromApt() {
  if (!isRoot || !ask("apt-get", ["--version"])) return;
  note("installing Debian's chromium package");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { env, log: "apt", mayFail: true });
  await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], {
    env,
    log: "apt",
    mayFail: true,
  });
}

/** The browser that setup settled on: a path, "" for Playwright's own, undefined before setup. */
export function knownBrowser() {
  if (!existsSync(memory)) return undefined;
  const { executable } = JSON.parse(readFileSync(memory, "utf8"));
  return executable === "" || existsSync(executable) ? executable : undefined;
}

async function search() {
  if (!process.env.FAIRSHARE_BROWSER && (await playwrightsOwn())) return "";
  const found = installed().find(works);
  if (found) return found;
  await fromApt();
  const fetched = installed().find(works);
  if (fetched) return fetched;
  throw new Failure(
    "No Chromium for the browser tests.",
    `Any one of these will do:
  npx playwright install --with-deps chromium
  sudo apt-get install chromium      (or your system's package of Chromium or Chrome)
  FAIRSHARE_BROWSER=/path/to/chrome npm test`,
  );
}

export async function ensureBrowser() {
  const known = knownBrowser();
  const lock = readFileSync(join(root, "node_modules", "@playwright", "test", "package.json"), "utf8");
  const { version } = JSON.parse(lock);
  // Playwright's own browser belongs to one version of Playwright: look again after an update.
  if (known !== undefined && JSON.parse(readFileSync(memory, "utf8")).playwright === version) return;
  await step("Find a Chromium for the browser tests", async () => {
    const executable = await search();
    note(executable ? `using ${executable}` : "using Playwright's own Chromium");
    mkdirSync(toolsDir, { recursive: true });
    writeFileSync(memory, JSON.stringify({ executable, playwright: version }));
  });
}
