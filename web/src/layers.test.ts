// The folders of web/src form layers, and imports only look down (docs/architecture.md, "Layers").
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { expect, test } from "vitest";

/** Folders, top layer first. Those of one layer must not import each other. */
const LAYERS: readonly (readonly string[])[] = [
  ["."],
  ["app"],
  ["features/algorithms", "features/lab"],
  ["charts", "components"],
  ["engine", "scenario"],
  ["strings"],
  ["generated", "styles"],
];

const ROOT = join(process.cwd(), "web", "src");
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*)"(\.{1,2}\/[^"]+)"/g;

/** The folder of a file as the layers name it: `features/lab` for `features/lab/state/session.ts`. */
function folderOf(path: string): string {
  const folders = dirname(path).split(sep);
  return folders.slice(0, folders[0] === "features" ? 2 : 1).join("/");
}

function layerOf(folder: string): number {
  return LAYERS.findIndex((layer) => layer.includes(folder));
}

/** Code of the page, without tests and what they share. */
function sources(): readonly string[] {
  return readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter(
    (path) => /(?<!\.d)\.tsx?$/.test(path) && !/\.test\.tsx?$|[/\\]test[A-Z]\w*\.ts$/.test(path),
  );
}

/** What an import may not do, or null. */
function problem(from: string, to: string): string | null {
  const [above, below] = [folderOf(from), folderOf(to)];
  if (above === below) return null;
  if (layerOf(above) < 0) return `${above} is in no layer: add it to LAYERS in web/src/layers.test.ts.`;
  if (layerOf(below) > layerOf(above)) return null;
  return (
    `${from} imports ${to}, but ${above} is not above ${below}. Move what both need to a lower folder, ` +
    "or pass it down as an argument."
  );
}

test("imports only look down", () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(100);
  const problems: string[] = [];
  for (const file of files) {
    for (const [, target = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(IMPORT)) {
      const path = relative(ROOT, normalize(join(ROOT, dirname(file), target)));
      // What lies outside of web/src is generated, as the WebAssembly.
      const found = path.startsWith("..") ? null : problem(file, path);
      if (found) problems.push(found);
    }
  }
  expect(problems).toEqual([]);
});

test("upward and sideways imports are found, and downward ones are not", () => {
  expect(problem("components/a.ts", "features/lab/b.ts")).toContain("components is not above features/lab");
  expect(problem("features/lab/a.ts", "features/algorithms/b.ts")).not.toBeNull();
  expect(problem("elsewhere/a.ts", "strings/en.ts")).toContain("LAYERS");
  expect(problem("app/a.ts", "strings/en.ts")).toBeNull();
  expect(problem("features/lab/state/a.ts", "features/lab/b.ts")).toBeNull();
});
