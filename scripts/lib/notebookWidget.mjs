// Builds the charts of notebooks (web/src/features/notebook) into the Python package, as one module and one
// style sheet.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";
import { filesUnder, fingerprint, unlessFresh } from "./stamps.mjs";

const folder = inRoot("sim-core", "python", "python", "fairshare", "static");

/** The built files, which become part of the wheel. */
export const widgetFiles = [join(folder, "widget.js"), join(folder, "widget.css")];

const sources = ["charts", "features/notebook", "language", "scenario"].map((folder) => `web/src/${folder}`);

/** Builds the charts, unless their sources have not changed. Returns whether they were built. */
export const buildNotebookWidget = () =>
  unlessFresh(
    "notebook-widget",
    fingerprint(filesUnder([...sources, "package-lock.json"])),
    widgetFiles,
    buildWidget,
  );

async function buildWidget() {
  // Packages of npm are imported where they are used: they exist only after setup.
  const { build } = await import("vite");
  const environment = process.env.NODE_ENV;
  await build({
    configFile: false,
    root: inRoot("web"),
    publicDir: false,
    logLevel: "error",
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      lib: {
        entry: inRoot("web", "src", "features", "notebook", "widget.ts"),
        formats: ["es"],
        fileName: () => "widget.js",
        cssFileName: "widget",
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  // Vite sets NODE_ENV, and a program that this process starts later would inherit it.
  if (environment === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = environment;
  const missing = widgetFiles.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`the build has not written ${missing.join(", ")}`);
}
