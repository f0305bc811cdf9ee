// node scripts/maintainers/icons.mjs: draws the PNG icons of the installable page from public/icon.svg, with the Chromium
// of the browser tests. The icons are committed. Run this script after changing public/icon.svg.
import { readFileSync, writeFileSync } from "node:fs";
import { launchChromium } from "../lib/browser.mjs";
import { inRoot, isMain } from "../lib/paths.mjs";

const background = "#12303f";

/**
 * The icons. `share` is the width of the drawing as a share of the icon's width. Systems may crop a maskable
 * icon to a circle, so its drawing is smaller and its background fills the square.
 * @type {{ name: string, size: number, share: number, background?: string }[]}
 */
const icons = [
  { name: "icon-192.png", size: 192, share: 1 },
  { name: "icon-512.png", size: 512, share: 1 },
  { name: "icon-maskable-512.png", size: 512, share: 0.76, background },
  { name: "apple-touch-icon.png", size: 180, share: 0.86, background },
];

async function drawIcons() {
  const svg = Buffer.from(readFileSync(inRoot("public", "icon.svg"))).toString("base64");
  const browser = await launchChromium();
  try {
    for (const { name, size, share, background: colour = "transparent" } of icons) {
      const page = await browser.newPage({ viewport: { width: size, height: size } });
      const side = Math.round(size * share);
      await page.setContent(
        `<style>html,body{margin:0;height:100%;background:${colour};display:grid;place-items:center}</style>` +
          `<img width="${side}" height="${side}" src="data:image/svg+xml;base64,${svg}">`,
      );
      await page.locator("img").evaluate(async (image) => {
        if (image instanceof HTMLImageElement) await image.decode();
      });
      writeFileSync(inRoot("public", name), await page.screenshot({ omitBackground: true }));
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

if (isMain(import.meta)) await drawIcons();
