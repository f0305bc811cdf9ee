// Fuzzing of the built page: random clicks, keys, texts and links. There may be no uncaught error, no error
// on the console and no failed request, and the page must answer afterwards.
import { serve } from "../../serve.mjs";
import { knownBrowser } from "../browser.mjs";
import { browserFlags } from "../browser-flags.mjs";
import { changeText, Random } from "./random.mjs";

const base = "/any/path/";
/** After this number of actions, the page is opened again in a new browser. */
const ACTIONS_PER_PAGE = 60;
const keys = [
  "Tab",
  "Enter",
  "Escape",
  " ",
  "ArrowLeft",
  "ArrowRight",
  "ArrowDown",
  "Home",
  "End",
  "?",
  "k",
  "z",
  "+",
  "-",
  "1",
];
const links = [
  "#p=near-far",
  "#p=near-far&network.forward.queue.limit.packets=17",
  "#p=nothing",
  "#1.q1YqVrKqVipTslJKTEpW",
  "#learn",
  "#papers",
  "",
];
const texts = ["0", "1", "17", "-1", "1e9", "abc", "", "0.001", "99999999", "5 Mb/s", "\u{1f600}"];
const controls =
  'button, a[href^="#"], input, select, summary, textarea, [role="slider"], [role="tab"], [role="application"], [role="menuitem"], [role="option"]';

/**
 * @param {{ seed: number, count: number }} piece
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function fuzzClicks({ seed, count }) {
  const random = new Random(seed);
  const { server, url } = await serve({ base, port: 0 });
  /** @type {import("./counts.mjs").Counts} */
  const counts = { inputs: 0, accepted: 0, refused: {}, problems: [] };
  try {
    while (counts.inputs < count) {
      const actions = Math.min(ACTIONS_PER_PAGE, count - counts.inputs);
      await fuzzPage(url, random, actions, counts);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return counts;
}

/**
 * Opens the page in a new browser and performs a number of random actions.
 * @param {string} url
 * @param {Random} random
 * @param {number} actions
 * @param {import("./counts.mjs").Counts} counts
 */
async function fuzzPage(url, random, actions, counts) {
  const executablePath = knownBrowser();
  const { chromium, devices } = await import("@playwright/test");
  const browser = await chromium.launch({
    args: browserFlags,
    ...(executablePath ? { executablePath } : {}),
  });
  const context = await browser.newContext({
    ...devices["Desktop Chrome"],
    serviceWorkers: "block",
    acceptDownloads: true,
  });
  const page = await context.newPage();
  /** @type {string[]} */
  const done = [];
  const fault = (/** @type {string} */ message) =>
    counts.problems.push({ index: counts.inputs, message, input: done.join("\n") });
  page.on("pageerror", (error) => fault(`uncaught: ${error.stack ?? error.message}`));
  page.on("crash", () => fault("the page crashed"));
  page.on("console", (message) => {
    if (message.type() === "error") fault(`console: ${message.text()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) fault(`${response.status()}: ${response.url()}`);
  });
  page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
  try {
    await page.goto(url);
    await page.waitForSelector("main", { timeout: 60_000 });
    for (let action = 0; action < actions; action++) {
      const what = await act(page, random, done);
      counts.inputs += 1;
      if (what === "") counts.accepted += 1;
      else counts.refused[what] = (counts.refused[what] ?? 0) + 1;
      if (!page.url().startsWith(url)) await page.goto(url);
    }
    await page.waitForTimeout(200);
    if ((await page.locator("main, [role=alert]").count()) === 0) fault("the page is empty");
  } catch (error) {
    // The failed action is counted, too, so that the loop ends even if the page never works.
    counts.inputs += 1;
    fault(error instanceof Error ? error.message : String(error));
  } finally {
    await browser.close().catch(() => undefined);
  }
}

/**
 * Performs one action. Returns "" or the reason for which it had no effect.
 * @param {import("@playwright/test").Page} page
 * @param {Random} random
 * @param {string[]} done
 */
async function act(page, random, done) {
  const choice = random.below(20);
  if (choice < 3) {
    const key = random.pick(keys);
    done.push(`press ${key}`);
    await page.keyboard.press(key);
    return "";
  }
  if (choice === 3) {
    let link = random.pick(links);
    if (random.below(2) === 0) link = `#${changeText(link.slice(1), random)}`;
    done.push(`link ${link}`);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link);
    return "";
  }
  if (choice === 4) {
    const back = random.below(2) === 0;
    done.push(back ? "back" : "forward");
    // Before its first address, a tab has an empty page.
    await (back ? page.goBack({ timeout: 2000 }) : page.goForward({ timeout: 2000 })).catch(() => null);
    return "";
  }
  const visible = await page.locator(controls).filter({ visible: true }).all();
  if (visible.length === 0) return "no control";
  const control = random.pick(visible);
  try {
    const name = await control.evaluate(
      (element) =>
        `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40)}`,
      undefined,
      { timeout: 2000 },
    );
    if (/^(INPUT|TEXTAREA)/.test(name) && random.below(2) === 0) {
      const text = random.pick(texts);
      done.push(`fill ${name} with ${text}`);
      await control.fill(text, { timeout: 2000 });
      await control.press("Enter", { timeout: 2000 });
    } else if (name.startsWith("SELECT")) {
      const options = await control.locator("option").count();
      const option = random.below(Math.max(1, options));
      done.push(`select option ${option} of ${name}`);
      await control.selectOption({ index: option }, { timeout: 2000 });
    } else {
      done.push(`click ${name}`);
      await control.click({ timeout: 2000, noWaitAfter: true });
    }
    return "";
  } catch (error) {
    // The control was covered, disabled or removed meanwhile.
    return error instanceof Error && /Timeout/.test(error.message) ? "not reachable" : "not possible";
  }
}
