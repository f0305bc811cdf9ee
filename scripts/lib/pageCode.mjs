// Loads modules of the page into Node.
import { inRoot } from "./paths.mjs";

/** A module of the page. @param {string} path from web/src @returns {Promise<any>} */
export async function pageCode(path) {
  // Packages of npm are imported where they are used: they exist only after setup.
  const { runnerImport } = await import("vite");
  const environment = process.env.NODE_ENV;
  const { module } = await runnerImport(inRoot("web", "src", path), { configFile: false, logLevel: "error" });
  // Vite sets NODE_ENV when it reads a configuration, and a build that this process starts later would inherit it.
  if (environment === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = environment;
  return module;
}
