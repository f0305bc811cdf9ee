// All files and headings that the documentation and the comments refer to exist.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { inRoot, root } from "./paths.mjs";

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(inRoot(file)));
const pages = files.filter((file) => file.endsWith(".md"));
const sources = files.filter((file) => /\.(rs|toml|m?js|tsx?|css|html|md)$/.test(file));

/** @param {string} file */
const read = (file) => readFileSync(inRoot(file), "utf8");

/** The folders to which a path in a page may be relative, in addition to the folder of the page. */
const baseFolders = [
  "",
  "sim-core/",
  "sim-core/simulation/",
  "sim-core/simulation/src/",
  "sim-core/engine/src/",
  "sim-core/document/src/",
  "web/src/",
  "web/src/charts/",
];

/**
 * Whether a path in a page names an existing file or folder of the project. The path may contain `*`. A file
 * name without a folder may be in any folder.
 * @param {string} page
 * @param {string} path
 */
function isInProject(page, path) {
  const pattern = path.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll("*", "[^/]*");
  const starts = path.includes("/") ? [...baseFolders, `${dirname(page)}/`] : ["", ".*/"];
  const expression = new RegExp(`^(?:${starts.join("|")})${pattern}(?:/|$)`);
  return files.some((file) => expression.test(file));
}

/** A page without its blocks of code. @param {string} text */
const withoutBlocks = (text) => text.replace(/^```[\s\S]*?^```$/gm, "").replace(/^ {4}.*$/gm, "");

/** A page without its code, whose brackets are no links. @param {string} text */
const withoutCode = (text) => withoutBlocks(text).replace(/`[^`\n]*`/g, "");

/** Whether a file, or a file in this folder, is part of the repository. @param {string} path */
const isListed = (path) =>
  files.includes(path) || files.some((file) => file.startsWith(`${path.replace(/\/$/, "")}/`));

test("every relative link of a page leads to a file of the repository", () => {
  const broken = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
      .map(([, target = ""]) => target)
      // The badges are files of the host, whatever the repository's name is there.
      .filter((target) => !target.startsWith("../../actions/"))
      .filter((target) => !isListed(join(dirname(page), decodeURIComponent(target))))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test("every path in a page exists", () => {
  // Examples in the pages create files named `my_own` or `myOwn`, and
  // the language `nl`.
  const missing = pages.flatMap((page) =>
    [
      ...read(page).matchAll(
        /`([\w.*/-]+\.(?:rs|mjs|ts|tsx|md|toml)|(?:sim-core|wasm|web|scripts|docs|e2e)\/[\w.*/-]*)`/g,
      ),
    ]
      .map(([, path = ""]) => path)
      .filter((path) => !/my_|myOwn|\/nl(\/|$)/.test(path) && !isInProject(page, path))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

/**
 * The headings of a page.
 * @param {string} page
 */
const headings = (page) => [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);

test("every page and heading that a comment cites exists", () => {
  const missing = sources.flatMap((file) => {
    // Join the lines of a comment, because a citation may continue on the next line.
    const text = read(file).replaceAll(/\n\s*(?:\/\/[/!]?|#|\*)\s*/g, " ");
    return [
      ...text.matchAll(
        /\b(docs\/(?!algorithms\/|commands|papers\/|settings|validation\/cases)[\w./-]+\.md)(?:,\s+"([^"\n]{1,80})")?/g,
      ),
    ]
      .filter(([, page = "", heading = ""]) => {
        return !files.includes(page) || !headings(page).some((existing) => existing.startsWith(heading));
      })
      .map(([citation]) => `${file}: ${citation}`);
  });
  expect(missing).toEqual([]);
});

test("the list of decisions contains every decision", () => {
  const list = read("docs/decisions/README.md");
  const unlisted = pages
    .filter((page) => /^docs\/decisions\/\d/.test(page))
    .filter((page) => !list.includes(page.slice(15)));
  expect(unlisted).toEqual([]);
});

test("the settings and functions in the guide to adding an algorithm match the code", () => {
  const sources = ["protocols/template.rs", "protocols/vegas.rs", "transport/rate.rs"];
  const code = sources.map((name) => read(`sim-core/engine/src/${name}`)).join("");
  const blocks = [...read("docs/adding-an-algorithm.md").matchAll(/```rust\n(.*?)```/gs)];
  const declarations = blocks
    .flatMap(([, block = ""]) => block.split("\n"))
    .map((line) => line.trim().replace(/ \{ \.\.\. \}.*$/, ""))
    .filter((line) => /^fn |^\w+: /.test(line));
  expect(declarations.length).toBeGreaterThan(0);
  expect(declarations.filter((line) => !code.includes(line))).toEqual([]);
});

test("the map of the documentation lists every page", () => {
  const map = read("docs/README.md");
  const own = pages.filter((page) => /^docs\/[\w-]+\.md$/.test(page) && page !== "docs/README.md");
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter((page) => !map.includes(`(${page.slice("docs/".length)})`))).toEqual([]);
});

test("every link to a heading of a page leads to a heading", () => {
  // As the host of the repository makes anchors of headings.
  const anchorsOf = (/** @type {string} */ page) => [
    ...[...read(page).matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id),
    ...headings(page).map((heading) =>
      heading
        .toLowerCase()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  ];
  const broken = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)]
      .map(([, path = "", anchor = ""]) => [path === "" ? page : join(dirname(page), path), anchor])
      .filter(([target = "", anchor = ""]) => target.endsWith(".md") && !anchorsOf(target).includes(anchor))
      .map(([target, anchor]) => `${page}: ${target}#${anchor}`),
  );
  expect(broken).toEqual([]);
});
