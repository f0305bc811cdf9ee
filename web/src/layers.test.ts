// The folders of web/src form layers. A file imports only from its own folder and from lower layers (docs/architecture.md, "Layers").
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { expect, test } from "vitest";

/** The folders of each layer, the top layer first. Folders of one layer must not import from each other. */
const LAYERS: readonly (readonly string[])[] = [
  ["."],
  ["app"],
  ["features/embed"],
  ["features/assignments"],
  ["features/lessons"],
  ["features/present", "features/vary"],
  ["features/algorithms", "features/lab", "features/notebook", "features/papers"],
  ["charts", "components"],
  ["engine", "scenario"],
  ["strings"],
  ["generated", "styles", "embed"],
];

const ROOT = join(process.cwd(), "web", "src");
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*)"(\.{1,2}\/[^"]+)"/g;

/** The folder of a file as it is written in LAYERS: `features/lab` for `features/lab/state/session.ts`. */
function folderOf(path: string): string {
  const folders = dirname(path).split(sep);
  return folders.slice(0, folders[0] === "features" ? 2 : 1).join("/");
}

/** The index of a folder's layer: 0 is the top layer, -1 means that LAYERS does not contain the folder. */
function layerIndex(folder: string): number {
  return LAYERS.findIndex((layer) => layer.includes(folder));
}

/** The source files of the page, without tests and the modules that tests share. */
function sources(): readonly string[] {
  return readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter(
    (path) => /(?<!\.d)\.tsx?$/.test(path) && !/\.test\.tsx?$|[/\\]test[A-Z]\w*\.ts$/.test(path),
  );
}

/** The reason why the file `from` must not import the file `to`, or null. */
function importProblem(from: string, to: string): string | null {
  const [importer, imported] = [folderOf(from), folderOf(to)];
  if (importer === imported) return null;
  if (layerIndex(importer) < 0)
    return `${importer} is in no layer: add it to LAYERS in web/src/layers.test.ts.`;
  if (layerIndex(imported) > layerIndex(importer)) return null;
  return (
    `${from} imports ${to}, but ${importer} is not above ${imported}. Move what both need to a lower folder, ` +
    "or pass it down as an argument."
  );
}

test("files import only from their own folder and from lower layers", () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(100);
  const problems: string[] = [];
  for (const file of files) {
    for (const [, target = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(IMPORT)) {
      const path = relative(ROOT, normalize(join(ROOT, dirname(file), target)));
      // Files outside of web/src are generated, for example the WebAssembly package.
      const found = path.startsWith("..") ? null : importProblem(file, path);
      if (found) problems.push(found);
    }
  }
  expect(problems).toEqual([]);
});

test("imports from a higher layer or from another folder of a layer are problems, and other imports are not", () => {
  expect(importProblem("components/a.ts", "features/lab/b.ts")).toContain(
    "components is not above features/lab",
  );
  expect(importProblem("features/lab/a.ts", "features/algorithms/b.ts")).not.toBeNull();
  expect(importProblem("elsewhere/a.ts", "strings/en.ts")).toContain("LAYERS");
  expect(importProblem("app/a.ts", "strings/en.ts")).toBeNull();
  expect(importProblem("features/lab/state/a.ts", "features/lab/b.ts")).toBeNull();
});
