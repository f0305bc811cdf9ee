// node scripts/icons.mjs: draws the PNG icons that installing the page needs from public/icon.svg, with the Chromium of the
// browser tests. The pictures are committed; run it when the icon has changed.
import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { knownBrowser } from "./lib/browser.mjs";
import { browserFlags } from "./lib/browser-flags.mjs";
import { inRoot, isMain } from "./lib/paths.mjs";

const ground = "#12303f";

/** A maskable icon may be cut to a circle: its drawing keeps to the middle, its ground fills the square. */
const icons = [
  { name: "icon-192.png", size: 192, share: 1 },
  { name: "icon-512.png", size: 512, share: 1 },
  { name: "icon-maskable-512.png", size: 512, share: 0.76, ground },
  { name: "apple-touch-icon.png", size: 180, share: 0.86, ground },
];

async function drawIcons() {
  const svg = Buffer.from(readFileSync(inRoot("public", "icon.svg"))).toString("base64");
  const executablePath = knownBrowser();
  const browser = await chromium.launch({
    args: browserFlags,
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    for (const { name, size, share, ground: colour = "transparent" } of icons) {
      const page = await browser.newPage({ viewport: { width: size, height: size } });
      const side = Math.round(size * share);
      await page.setContent(
        `<style>html,body{margin:0;height:100%;background:${colour};display:grid;place-items:center}</style>` +
          `<img width="${side}" height="${side}" src="data:image/svg+xml;base64,${svg}">`,
      );
      await page.locator("img").evaluate((image) => image.decode());
      writeFileSync(inRoot("public", name), await page.screenshot({ omitBackground: true }));
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

if (isMain(import.meta)) await drawIcons();
