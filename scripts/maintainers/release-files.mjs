// node scripts/maintainers/release-files.mjs FOLDER: builds the files of a release into a folder: the page as an archive and as an npm
// package, and the command line, which contains the page.
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build } from "../build.mjs";
import { buildProgram, packPage, programPath } from "../lib/native.mjs";
import { inRoot, isMain, simulatorVersion, site, toolsDir } from "../lib/paths.mjs";
import { run } from "../lib/run.mjs";
import { compilerSettings } from "../lib/rust.mjs";
import { Failure, main, step } from "../lib/steps.mjs";
import { setup } from "../setup.mjs";

/** The npm package of the page, whose folder `page` any web server can serve. @param {string} version */
const packageOf = (version) => ({
  name: "fairshare-page",
  version,
  description: "Fairshare, the congestion control lab, as a static site: serve the folder `page`",
  license: "MIT",
  files: ["page"],
});

/** @param {string} folder */
export async function buildFiles(folder) {
  const version = simulatorVersion();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build();
  await run("tar", ["-czf", join(folder, `fairshare-${version}-page.tar.gz`), "-C", site, "."]);
  const npmFolder = join(toolsDir, "npm-page");
  rmSync(npmFolder, { recursive: true, force: true });
  cpSync(site, join(npmFolder, "page"), { recursive: true });
  copyFileSync(inRoot("LICENSE"), join(npmFolder, "LICENSE"));
  copyFileSync(inRoot("README.md"), join(npmFolder, "README.md"));
  writeFileSync(join(npmFolder, "package.json"), `${JSON.stringify(packageOf(version), null, 2)}\n`);
  await run("npm", ["pack", npmFolder, "--pack-destination", folder], {});
  const page = await packPage(join(toolsDir, "page.zip"));
  await buildProgram("release", { ...compilerSettings(), ...page });
  copyFileSync(programPath("release"), join(folder, basename(programPath("release"))));
}

if (isMain(import.meta))
  await main(async () => {
    const [folder] = process.argv.slice(2);
    if (!folder) throw new Failure("Name a folder for the files.");
    await setup({ compiles: true });
    await step("Build the files of a release", () => buildFiles(resolve(folder)));
  });
