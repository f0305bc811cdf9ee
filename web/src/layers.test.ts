// The folders of web/src form layers. A file imports only from its own folder and from lower layers. A feature is a
// folder that imports from no other feature, and that nothing but the registry imports (docs/architecture.md, "Layers" and
// "Features").
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { expect, test } from "vitest";

/** The folders of each layer, the top layer first. Folders of one layer must not import from each other. */
const LAYERS: readonly (readonly string[])[] = [
  ["."],
  ["features"],
  ["app"],
  ["feature"],
  ["tasks"],
  ["features/lab"],
  ["experiments"],
  ["extension"],
  ["charts", "components", "examples"],
  ["address", "engine", "scenario", "storage"],
  ["texts"],
  ["language"],
  ["generated", "styles"],
];

/** The folders of the Lab, in layers like those above. The Lab itself, its view, is on top. */
const LAB_LAYERS: readonly (readonly string[])[] = [
  ["features/lab"],
  ["face"],
  ["examples", "runs", "share", "stack", "why"],
  ["overview", "views"],
  ["packets"],
  ["charts", "numbers", "settings"],
  ["state"],
  ["flows"],
  ["texts"],
].map((layer) => layer.map((folder) => folder.replace(/^(?!features)/, "features/lab/")));

/**
 * The packages and files that a folder must not import although they are lower: charts and components get
 * their data as arguments.
 */
const FORBIDDEN: Readonly<Record<string, readonly RegExp[]>> = {
  charts: [/^npm:react(-dom)?(\/|$)/, /^npm:zustand(\/|$)/, /store(\.tsx?)?$/, /^engine\/(worker|client)/],
  components: [/^npm:zustand(\/|$)/, /store(\.tsx?)?$/, /^engine\//],
  address: [/^npm:react(-dom)?(\/|$)/],
  engine: [/^npm:react(-dom)?(\/|$)/],
  examples: [/^npm:react(-dom)?(\/|$)/],
  scenario: [/^npm:react(-dom)?(\/|$)/],
  storage: [/^npm:react(-dom)?(\/|$)/],
};

const ROOT = join(process.cwd(), "web", "src");
/** An import that is loaded with its file. */
const STATIC_IMPORT = /(?:\bfrom\s+|\bimport\s+)"([^"\s]+)"/g;
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*)"([^"\s]+)"/g;

/** The features: all folders of `features/` but the Lab, which is the core of the page. */
const isFeature = (folder: string): boolean => /^features\/(?!lab$)[^/]+$/.test(folder);

/** The folder of a file: `features/lab` for `features/lab/state/session.ts`. */
function folderOf(path: string): string {
  const folders = dirname(path).split(sep);
  return folders.slice(0, folders[0] === "features" ? 2 : 1).join("/");
}

/**
 * The folder of a file of the Lab as it is written in LAB_LAYERS: `features/lab/state` for
 * `features/lab/state/session.ts`.
 */
const labFolderOf = (path: string): string => dirname(path).split(sep).slice(0, 3).join("/");

/** The index of a folder's layer: 0 is the top layer, -1 means that `layers` does not contain the folder. */
function layerIndex(folder: string, layers = LAYERS): number {
  return layers.findIndex((layer) => layer.includes(isFeature(folder) ? "feature" : folder));
}

/** The reason why a file of the Lab must not import another file of the Lab, or null. */
function labProblem(from: string, to: string): string | null {
  const [importer, imported] = [labFolderOf(from), labFolderOf(to)];
  if (layerIndex(importer, LAB_LAYERS) < 0)
    return `${importer} is in no layer: add it to LAB_LAYERS in web/src/layers.test.ts.`;
  if (importer === imported || layerIndex(imported, LAB_LAYERS) > layerIndex(importer, LAB_LAYERS))
    return null;
  return `${from} imports ${to}, but ${importer} is not above ${imported}.`;
}

/** The source files of the page, without tests and the modules that tests share. */
function sources(): readonly string[] {
  return readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter(
    (path) => /(?<!\.d)\.tsx?$/.test(path) && !/\.test\.tsx?$|[/\\]test[A-Z]\w*\.ts$/.test(path),
  );
}

/** Whether an import names a package, which is written with a prefix here. */
const isPackage = (target: string): boolean => target.startsWith("npm:");

/** The reason why a file must not import a file of another folder that is a feature, or null. */
function featureProblem(from: string, to: string): string | null {
  if (from === "features/registry.ts" && /^features\/\w+\/manifest\.tsx?$/.test(to)) return null;
  return `${from} imports ${to}, but only the registry imports a feature, and only its manifest.`;
}

/** The reason why the file `from` must not import `to`, a file or a package, or null. */
function importProblem(from: string, to: string): string | null {
  const [importer, imported] = [folderOf(from), folderOf(to)];
  if (importer === imported) return importer === "features/lab" ? labProblem(from, to) : null;
  if (isFeature(imported) && !isPackage(to)) return featureProblem(from, to);
  if (layerIndex(importer) < 0)
    return `${importer} is in no layer: add it to LAYERS in web/src/layers.test.ts.`;
  if (FORBIDDEN[importer]?.some((pattern) => pattern.test(to)))
    return `${from} imports ${to}, which FORBIDDEN in web/src/layers.test.ts excludes: pass the data as an argument.`;
  if (isPackage(to) || layerIndex(imported) > layerIndex(importer)) return null;
  return (
    `${from} imports ${to}, but ${importer} is not above ${imported}. Move what both need to a lower folder, ` +
    "or pass it down as an argument."
  );
}

/** What a file imports: a path below web/src, or the name of a package. */
const importsOf = (file: string, form = IMPORT): readonly string[] =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(form)].map(([, target = ""]) =>
    target.startsWith(".") ? relative(ROOT, normalize(join(ROOT, dirname(file), target))) : `npm:${target}`,
  );

/** The imports of files from each other. Files outside of web/src are generated, for example the WebAssembly package. */
const importsIn = (files: readonly string[]): readonly (readonly [from: string, to: string])[] =>
  files.flatMap((from) =>
    importsOf(from)
      .filter((to) => !to.startsWith(".."))
      .map((to) => [from, to] as const),
  );

test("files import only from their own folder and from lower layers", () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(100);
  expect(importsIn(files).flatMap((both) => importProblem(...both) ?? [])).toEqual([]);
});

test("a test of a feature is in the feature's folder", () => {
  const tests = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.(test|spec)\.tsx?$/.test(path),
  );
  const problems = importsIn(tests).filter(
    ([from, to]) => isFeature(folderOf(to)) && folderOf(from) !== folderOf(to),
  );
  expect(problems).toEqual([]);
});

/** The files on a way of imports that leads from a file back to it, first of the first such file. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): readonly string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return [];
    const circles = (imports.get(file) ?? []).map((next) => follow(next, [...way, file]));
    done.add(file);
    return circles.find(({ length }) => length > 0) ?? [];
  };
  return [...imports.keys()].map((file) => follow(file, [])).find(({ length }) => length > 0) ?? [];
}

// An import that is loaded later may lead back: the form of an object shows fields, which may be objects.
test("no files import each other in a circle", () => {
  expect(circleIn(new Map(sources().map((file) => [file, importsOf(file, STATIC_IMPORT)])))).toEqual([]);
  const imports = new Map([
    ["a", ["b", "c"]],
    ["b", ["d"]],
    ["c", ["b"]],
    ["d", []],
  ]);
  expect(circleIn(imports)).toEqual([]);
  expect(circleIn(imports.set("d", ["c"]))).toEqual(["b", "d", "c", "b"]);
});

test("only imports from other folders and higher layers are problems", () => {
  expect(importProblem("components/a.ts", "features/lab/b.ts")).toContain(
    "components is not above features/lab",
  );
  expect(importProblem("features/lab/a.ts", "features/drive/b.ts")).toContain("only the registry");
  expect(importProblem("features/race/a.ts", "features/drive/manifest.ts")).toContain("only the registry");
  expect(importProblem("features/registry.ts", "features/drive/DriveView.tsx")).toContain(
    "only its manifest",
  );
  expect(importProblem("features/registry.ts", "features/drive/manifest.ts")).toBeNull();
  expect(importProblem("elsewhere/a.ts", "texts/index.ts")).toContain("LAYERS");
  expect(importProblem("app/a.ts", "texts/index.ts")).toBeNull();
  expect(importProblem("charts/a.ts", "npm:react-dom/client")).toContain("FORBIDDEN");
  expect(importProblem("components/a.tsx", "scenario/store.ts")).toContain("FORBIDDEN");
  expect(importProblem("charts/a.ts", "engine/client.ts")).not.toBeNull();
  expect(importProblem("charts/a.ts", "engine/types.ts")).toBeNull();
  expect(importProblem("components/a.tsx", "npm:react")).toBeNull();
  expect(importProblem("features/lab/state/a.ts", "features/lab/b.ts")).toContain("is not above");
  expect(importProblem("features/lab/elsewhere/a.ts", "features/lab/flows/b.ts")).toContain("LAB_LAYERS");
  expect(importProblem("features/lab/settings/graph/a.ts", "features/lab/settings/b.ts")).toBeNull();
  expect(importProblem("features/lab/b.ts", "features/lab/state/a.ts")).toBeNull();
});
