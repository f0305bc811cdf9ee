// Draws the figures of the documentation with the page's drawing code (web/src/charts/paper).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";

const papersFolder = inRoot("docs", "papers", "figures");

/**
 * The page's drawing code.
 * @returns {Promise<typeof import("../../web/src/charts/paper/index.ts")>}
 */
export async function drawingCode() {
  // Packages of npm are imported where they are used: they exist only after setup.
  const { runnerImport } = await import("vite");
  const environment = process.env.NODE_ENV;
  const { module } = await runnerImport(inRoot("web", "src", "charts", "paper", "index.ts"), {
    configFile: false,
    logLevel: "error",
  });
  // Vite sets NODE_ENV when it reads a configuration, and a build that this process starts later would inherit it.
  if (environment === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = environment;
  return /** @type {typeof import("../../web/src/charts/paper/index.ts")} */ (module);
}

/**
 * The figures of all experiments that have stored results: the name of the file, and the document.
 * @returns {Promise<Map<string, string>>}
 */
export async function paperFigures() {
  const { documentationFigure, panelsOf } = await drawingCode();
  /** @param {string} name */
  const stored = (name) => JSON.parse(readFileSync(inRoot("public", "papers", `${name}.json`), "utf8"));
  const figures = new Map();
  for (const experiment of stored("index").experiments) {
    if (!experiment.verdicts) continue;
    const results = stored(experiment.id);
    experiment.drawings.forEach(
      (
        /** @type {import("../../web/src/charts/paper/types.ts").Drawing} */ drawing,
        /** @type {number} */ number,
      ) => {
        const panels = panelsOf(drawing, experiment, results);
        if (panels.length === 0) return;
        const title = `${experiment.place}: ${drawing.title}`;
        figures.set(`${experiment.id}-${number + 1}.svg`, documentationFigure(panels, title));
      },
    );
  }
  return figures;
}

/** Writes the figures of docs/papers, and removes those of experiments that no longer exist. */
export async function writePaperFigures() {
  const figures = await paperFigures();
  mkdirSync(papersFolder, { recursive: true });
  for (const file of readdirSync(papersFolder)) if (!figures.has(file)) rmSync(join(papersFolder, file));
  for (const [file, text] of figures) writeFileSync(join(papersFolder, file), text);
}
