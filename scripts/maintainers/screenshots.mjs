// npm run screenshots: takes screenshots of the main views of the built site. Those that the documentation shows
// are written to docs/screenshots, the others to .tools/screenshots. `npm run screenshots -- lab compare` takes only
// the views `lab` and `compare`, and `class` the views of docs/teaching.md. With `face`, it also writes the
// animation of its packets.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { installFromApt, launchChromium } from "../lib/browser.mjs";
import { classViews, isOfClass } from "../lib/classViews.mjs";
import { inRoot, isMain, toolsDir } from "../lib/paths.mjs";
import { outputOf, run } from "../lib/run.mjs";
import { inTemporaryFolder } from "../lib/tables.mjs";
import { serve } from "../serve.mjs";

const shown = inRoot("docs", "screenshots");
const folder = join(toolsDir, "screenshots");
/** The sizes of a phone, half a screen, a laptop and a projector. */
const sizes = [
  { width: 390, height: 844 },
  { width: 640, height: 900 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
];
const colourSchemes = /** @type {const} */ (["light", "dark"]);
/** The simulated time that all screenshots of the Lab show, in seconds. */
const screenshotTime = "12.3";

/** @typedef {import("@playwright/test").Page} Page */

/** Two groups of fifty flows on one link. */
const fiftyAgainstFifty = {
  v: 1,
  title: "Fifty LDA+ flows against fifty TCP flows",
  warmup: 5,
  network: { kind: "dumbbell", forward: { rate: 1e8, delay: 0.02, queue: { kind: "red" } } },
  flows: [
    { id: "lda", label: "LDA+", algorithm: "lda_plus", count: 50 },
    { id: "tcp", label: "TCP", algorithm: "newreno", count: 50 },
  ],
};

/** A graph of five nodes, whose flows share some of the links. */
const fiveNodes = {
  v: 1,
  title: "Three flows in a graph of five nodes",
  network: {
    kind: "graph",
    nodes: ["a", "b", "c", "d", "e"].map((id) => ({ id })),
    links: ["ab", "bc", "cd", "bd", "de"].map((id) => ({
      id,
      from: id[0],
      to: id[1],
      forward: { rate: 1e7, delay: 0.01 },
    })),
  },
  flows: [
    { id: "ac", path: { from: "a", to: "c" } },
    { id: "ae", path: { from: "a", to: "e" } },
    { id: "bd", path: { from: "b", to: "d" } },
  ],
};

/** The address of a scenario. @param {object} doc */
const addressOf = (doc) => `#s=${deflateRawSync(JSON.stringify(doc)).toString("base64url")}`;

/** Addresses of the views that do not begin with the first example. @type {Record<string, string>} */
const addresses = {
  face: `#p=near-far&l=face&t=${screenshotTime}`,
  slow: "#p=near-far&l=face&t=8",
  groups: addressOf(fiftyAgainstFifty),
  graph: addressOf(fiveNodes),
};

/** @param {"Examples" | "Share"} name */
const openDialog = (name) => async (/** @type {Page} */ page) => {
  await page.keyboard.press({ Examples: "e", Share: "s" }[name]);
  await page.getByRole("dialog", { name }).waitFor();
};

/**
 * A page of the section Papers.
 * @param {string | null} address
 * @param {string} drawn the selector of an element that the page shows when it is complete
 */
const paperView =
  (address, drawn = ".paper-figure") =>
  async (/** @type {Page} */ page) => {
    await page.evaluate(
      (fragment) => {
        location.hash = fragment;
      },
      `#/papers${address === null ? "" : `/${address}`}`,
    );
    await page.locator(drawn).first().waitFor();
  };

/** Waits until single packets are drawn in the picture of the network. */
const packetsDrawn = async (/** @type {Page} */ page) =>
  page.locator('.live-status[data-live="packets"]').waitFor();

/** Switches slow motion on. The run stays paused. @param {Page} page */
const slowDown = (page) => page.getByRole("button", { name: "Slow motion" }).click();

/** In the first example, a packet was dropped shortly before this time, in seconds. */
const DROP = 8;
/** The animation: its start and its step in seconds of the run, the number of frames, and the time that each is shown, in ms. */
const moving = { from: DROP - 0.026, step: 0.002, frames: 24, duration: 160 };

/**
 * Moves the playhead by the slider, which accepts any time.
 * @param {Page} page
 * @param {number} t in seconds
 */
async function seek(page, t) {
  await page.locator(".scrub-slider").evaluate((slider, time) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    set?.call(slider, String(time));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, t);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Joins screenshots to an animation, with a program of Debian's package webp.
 * @param {readonly Buffer[]} screenshots
 * @param {number} duration of each of them, in ms
 */
async function animate(screenshots, duration) {
  if (outputOf("img2webp", ["-version"]) === undefined) await installFromApt("webp");
  return inTemporaryFolder(async (folder) => {
    const files = screenshots.map((picture, number) => {
      writeFileSync(join(folder, `${number}.png`), picture);
      return join(folder, `${number}.png`);
    });
    const result = join(folder, "animation.webp");
    const quality = ["-lossy", "-q", "70", "-d", String(duration)];
    await run("img2webp", ["-loop", "0", ...quality, ...files, "-o", result], { isSilent: true });
    return readFileSync(result);
  });
}

/** The first face in slow motion: packets wait, one falls out, acknowledgements return. @param {Page} page */
async function takeMovingPackets(page) {
  await slowDown(page);
  await seek(page, moving.from);
  await packetsDrawn(page);
  await waitUntilStill(page);
  /** @type {Buffer[]} */
  const screenshots = [];
  for (let i = 0; i < moving.frames; i++) {
    await seek(page, moving.from + i * moving.step);
    screenshots.push(await page.screenshot());
  }
  return animate(screenshots, moving.duration);
}

/**
 * The views, each with the actions that lead to the view from the start page.
 * @type {Record<string, (page: Page) => Promise<void>>}
 */
const views = {
  face: packetsDrawn,
  /** The layout with one question in slow motion, when the full queue drops a packet. */
  slow: async (page) => {
    await slowDown(page);
    await seek(page, DROP);
    await packetsDrawn(page);
  },
  lab: async () => undefined,
  compare: async (page) => {
    await page.getByRole("button", { name: "Buffer of 15 packets" }).click();
    const sentence = page.locator("p.last-change");
    await sentence.filter({ hasNotText: "\u2026" }).waitFor();
    await sentence.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("table", { name: "Results" }).waitFor();
    await page.getByRole("region", { name: "Compare" }).scrollIntoViewIfNeeded();
  },
  why: async (page) => {
    await page.keyboard.press("d");
    await page.locator(".why-answer").waitFor();
  },
  groups: async (page) => {
    await page.getByText("middle 80", { exact: false }).first().waitFor();
  },
  graph: async (page) => {
    await page.locator(".fs-network [data-link]").first().waitFor();
  },
  /** The Lab as an audience sees it. */
  "presented-lab": async (page) => {
    await page.keyboard.press("p");
    await page.locator(".is-presenting").waitFor();
  },
  /** The settings of the flows on a phone. */
  flows: async (page) => {
    await page.getByRole("button", { name: "Flows", exact: true }).click();
    await page.getByRole("group", { name: "Changes apply" }).waitFor();
  },
  share: openDialog("Share"),
  examples: async (page) => {
    await openDialog("Examples")(page);
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".example-picture")].every((picture) => picture.childElementCount > 0),
    );
  },
  papers: paperView(null, ".scheme-picture"),
  "paper-surface": paperView("tfwc/fig1b"),
  "paper-curves": paperView("ldaplus/fig11b"),
  "paper-series": paperView("tpba/fig10"),
  "paper-histogram": paperView("ldaplus/fig4b"),
  "paper-cases": paperView("tpba/fig29"),
  "paper-table": paperView("ldaplus/tab1", ".experiment-figure table"),
  /** The lesson as an audience sees it. */
  "presented-lesson": async (page) => {
    await page.evaluate(() => {
      location.hash = "#/lessons/buffer/read";
    });
    await page.getByRole("heading", { name: /^Step 2 of/ }).waitFor();
    await page.keyboard.press("p");
    await page.getByRole("radio").nth(1).check();
    await page.locator(".lesson-verdict.is-right, .lesson-verdict.is-wrong").waitFor();
  },
  algorithms: async (page) => {
    await page.evaluate(() => {
      location.hash = "#/algorithms/cubic";
    });
    await page.locator(".article svg, .article canvas").first().waitFor();
  },
  ...classViews,
};

/**
 * Opens the page and seeks to `screenshotTime`.
 * @param {Page} page
 * @param {string} url
 */
async function open(page, url) {
  // The whole Lab, unless the address names a layout.
  await page.addInitScript(() => localStorage.setItem("fairshare.setting.layout", JSON.stringify("all")));
  await page.goto(url);
  await page.locator('.scrub[style*="--computed: 1;"]').waitFor();
  if (url.includes("l=face")) return;
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const time = page.getByRole("textbox", { name: "Time in seconds" });
  await time.fill(screenshotTime);
  await time.press("Enter");
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.evaluate(async () => void (await document.fonts.ready));
}

/**
 * Waits until two successive screenshots are equal, which means that everything is drawn and nothing moves.
 * Gives up after 20 attempts, which take at least 6 s.
 * @param {Page} page
 */
async function waitUntilStill(page) {
  let before = await page.screenshot();
  for (let tries = 0; tries < 20; tries++) {
    await page.waitForTimeout(300);
    const now = await page.screenshot();
    if (now.equals(before)) return;
    before = now;
  }
}

/** The views of the Lab that are taken in both colour schemes. */
const labViews = ["compare", "why", "groups", "graph"];

/**
 * Whether to take a screenshot: of a class as `isOfClass` states, of the Lab and of its first face in every size and colour scheme, of its
 * other views on a laptop, of the presenter's view in the size of a projector, and of the other views in two
 * combinations of size and scheme, because the files are committed.
 * @param {string} name
 * @param {number} width
 * @param {string} scheme
 */
const isWanted = (name, width, scheme) => {
  if (name.startsWith("class-")) return isOfClass(name, width, scheme);
  if (name === "face" || name === "lab") return true;
  if (name === "flows") return width === 390;
  if (name === "slow") return width === 1280 || width === 390;
  if (name.startsWith("presented")) return width === 1920;
  if (labViews.includes(name) && width === 1280) return true;
  return `${width}-${scheme}` === "1280-light" || `${width}-${scheme}` === "640-dark";
};

/**
 * A picture in the format WebP, which takes a third of the space of PNG.
 * @param {Page} page any page, which the browser does not show afterwards
 * @param {Buffer} png
 */
async function toWebp(page, png) {
  await page.goto("about:blank");
  const base64 = await page.evaluate(
    async (source) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      canvas.getContext("2d")?.drawImage(picture, 0, 0);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
      let text = "";
      for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
      return btoa(text);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  return Buffer.from(base64, "base64");
}

/** @typedef {{ viewport: { width: number, height: number }, colorScheme: "light" | "dark", reducedMotion: "reduce" | "no-preference" }} Settings */

/**
 * Opens a view in a new context, and returns its page.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} address
 * @param {Settings} settings
 */
async function openView(browser, address, settings) {
  const touch = settings.viewport.width === 390 ? { hasTouch: true, isMobile: true } : {};
  const context = await browser.newContext({ ...settings, ...touch });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await open(page, address);
  return page;
}

/** @param {string[]} selected the views to take; all if empty */
async function main(selected) {
  mkdirSync(folder, { recursive: true });
  const { server, url } = await serve({ port: 0 });
  const browser = await launchChromium();
  let bytes = 0;
  /** @param {string} name @param {Buffer} picture */
  const save = (name, picture) => {
    const file = `${name}.webp`;
    writeFileSync(join(existsSync(join(shown, file)) ? shown : folder, file), picture);
    bytes += picture.length;
    console.log(`${name}: ${Math.round(picture.length / 1000)} kB`);
  };
  /** @param {string} name */
  const isSelected = (name) =>
    selected.length === 0 ||
    selected.includes(name) ||
    (name.startsWith("class-") && selected.includes("class"));
  try {
    for (const viewport of sizes)
      for (const colorScheme of colourSchemes)
        for (const [name, prepare] of Object.entries(views)) {
          if (!isSelected(name) || !isWanted(name, viewport.width, colorScheme)) continue;
          // The small picture shows packets as a stream, which moves.
          const reducedMotion = name === "lab" ? "no-preference" : "reduce";
          /** @type {Settings} */
          const settings = { viewport, colorScheme, reducedMotion };
          const page = await openView(browser, url + (addresses[name] ?? ""), settings);
          await prepare(page);
          await waitUntilStill(page);
          const picture = await toWebp(page, await page.screenshot());
          await page.context().close();
          save(`${name}-${viewport.width}-${colorScheme}`, picture);
        }
    if (isSelected("face")) {
      const viewport = { width: 1280, height: 720 };
      /** @type {Settings} */
      const settings = { viewport, colorScheme: "light", reducedMotion: "reduce" };
      const page = await openView(browser, url + addresses["slow"], settings);
      save("face-moving", await takeMovingPackets(page));
    }
  } finally {
    await browser.close();
    server.close();
  }
  console.log(`${(bytes / 1e6).toFixed(2)} MB`);
}

if (isMain(import.meta)) await main(process.argv.slice(2));
