// Opens the page of every experiment of the papers at four widths, in the light and the dark scheme, and
// looks for errors in the console, for content that is wider than the window, and for problems that the
// accessibility checker axe finds.
import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { serve } from "../serve.mjs";
import { launchChromium } from "./browser.mjs";
import { inRoot, site } from "./paths.mjs";
import { note } from "./steps.mjs";

/** The widths of the window in CSS pixels. */
const WIDTHS = [390, 640, 1280, 1920];
const HEIGHT = 900;
/** @type {("light" | "dark")[]} */
const SCHEMES = ["light", "dark"];
const TIMEOUT_MS = 120_000;

/** @typedef {{ id: string, paper: string, title: string, drawings?: { kind: string }[] }} Experiment */

/**
 * The result of the check: the number of pages, the widths and schemes in which all pages were opened, and
 * the problems found.
 * @typedef {{ pages: number, checked: string[], problems: string[] }} MatrixResult
 */

/** All experiments of the index. @returns {Experiment[]} */
export const experimentsOfPapers = () =>
  JSON.parse(readFileSync(inRoot("public", "papers", "index.json"), "utf8")).experiments;

/** The address of an experiment's page. @param {Experiment} experiment */
export const experimentAddress = ({ id, paper }) => `#/papers/${paper}/${id.slice(paper.length + 1)}`;

/**
 * Opens the page of an experiment, and returns the problems that it has.
 * @param {import("@playwright/test").Page} page
 * @param {Experiment} experiment
 * @returns {Promise<string[]>}
 */
async function problemsOf(page, experiment) {
  await page.evaluate((address) => {
    location.hash = address;
  }, experimentAddress(experiment));
  await page.getByRole("heading", { level: 1, name: experiment.title, exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelector(".papers-loading") === null);
  const figure = page.locator(".paper-figure").first();
  const kinds = (experiment.drawings ?? []).map(({ kind }) => kind);
  if (kinds.some((kind) => kind !== "table")) await figure.waitFor();
  else if (kinds.length > 0) await page.getByRole("table").first().waitFor();
  else await page.getByRole("heading", { name: "Not simulated" }).waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return [
    ...(overflow > 0 ? [`is ${overflow} px wider than the window`] : []),
    ...serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`),
  ];
}

/**
 * Checks all pages of experiments in a built site, and passes the result to `store` after each width and
 * scheme.
 * @param {(result: MatrixResult) => void} store
 * @param {string} [folder] the site's folder
 */
export async function checkPaperPages(store, folder = site) {
  const experiments = experimentsOfPapers();
  const { server, url } = await serve({ folder, port: 0 });
  const browser = await launchChromium();
  /** @type {string[]} */
  const problems = [];
  /** @type {string[]} */
  const checked = [];
  try {
    for (const scheme of SCHEMES) {
      for (const width of WIDTHS) {
        const context = await browser.newContext({
          viewport: { width, height: HEIGHT },
          colorScheme: scheme,
          reducedMotion: "reduce",
          serviceWorkers: "block",
        });
        const page = await context.newPage();
        page.setDefaultTimeout(TIMEOUT_MS);
        let where = "first page";
        /** @param {string} text */
        const report = (text) => {
          problems.push(`${where}, ${width} px, ${scheme}: ${text}`);
          note(problems.at(-1) ?? "");
        };
        page.on("console", (message) => {
          if (message.type() === "error") report(`console: ${message.text()}`);
        });
        page.on("pageerror", (error) => report(`error: ${error.message}`));
        await page.goto(`${url}#/papers`);
        await page.getByRole("heading", { level: 1, name: "Papers" }).waitFor();
        for (const experiment of experiments) {
          where = experiment.id;
          for (const problem of await problemsOf(page, experiment)) report(problem);
        }
        checked.push(`${width} px, ${scheme}`);
        note(`${checked.at(-1)}: ${experiments.length} pages`);
        store({ pages: experiments.length, checked, problems });
        await context.close();
      }
    }
  } finally {
    await browser.close();
    server.close();
  }
  return problems;
}
