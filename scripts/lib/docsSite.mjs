// Makes the documentation a small site below the page (dist/docs), with Eleventy.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { inRoot, root, site, uncommitted } from "./paths.mjs";
import { filesUnder, fingerprint, unlessFresh } from "./stamps.mjs";
import { Failure, step } from "./steps.mjs";

/**
 * What is used of Eleventy's configuration.
 * @typedef {{ page: { inputPath: string } }} OfPage
 * @typedef {{
 *   ignores: Set<string>,
 *   addGlobalData: (name: string, value: () => (data: OfPage) => string) => void,
 *   addPassthroughCopy: (paths: Readonly<Record<string, string>>) => void,
 *   addPlugin: (plugin: unknown, options: object) => void,
 *   addPreprocessor: (name: string, formats: string, change: (data: unknown, content: string) => string) => void,
 *   addTemplate: (path: string, content: string) => void,
 *   addTransform: (name: string, change: (this: OfPage, content: string) => string) => void,
 *   setTemplateFormats: (formats: string) => void,
 *   setUseGitIgnore: (isUsed: boolean) => void,
 * }} Configuration
 */

/** The pages at the top of the project that belong to the documentation. */
const topPages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
/** The folder in which Eleventy finds them. */
const topFolder = "docs/project/";
/** The folder of the charts' pictures, some of which the documentation shows. */
const gallery = "web/src/charts/gallery";

const sources = () => [
  ...filesUnder(["docs"], uncommitted),
  ...topPages.map((page) => inRoot(page)),
  inRoot("scripts", "lib", "docsSite.mjs"),
];

/** The address of a Markdown file below dist/docs. @param {string} path from the root of the project */
const addressOf = (path) =>
  topPages.includes(path)
    ? `project/${path.replace(/\.md$/, ".html").toLowerCase()}`
    : path.replace(/^docs\//, "").replace(/(README)?\.md$/, (_, index) => (index ? "index.html" : ".html"));

/** The identifier of a heading, as hosts of repositories make it: links to headings work in both. @param {string} text */
const headingId = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

/**
 * The target of a link: an address of this site for what the site has, and nothing for files that only a clone has.
 * @param {string} target
 * @param {string} page the path of the page with the link, from the root of the project
 */
function linkTarget(target, page) {
  if (/^([a-z]+:|#)/.test(target)) return target;
  const [path = "", heading] = target.split("#");
  const file = relative(root, join(root, dirname(page), path));
  if (!existsSync(inRoot(file)) || uncommitted.some((path) => `${file}/`.startsWith(`${path}/`)))
    return undefined;
  const isPage = file.endsWith(".md") && (file.startsWith("docs/") || topPages.includes(file));
  if (!isPage && !/\.(svg|webp|png)$/.test(file)) return undefined;
  const address = isPage ? addressOf(file) : file.replace(/^docs\//, "").replace(gallery, "gallery");
  return relative(dirname(addressOf(page)), address) + (heading ? `#${heading}` : "");
}

/**
 * The groups of links at the side, which are the rows of docs/README.md.
 * @param {string} current the path of the page from the root of the project
 */
function navigation(current) {
  const lines = readFileSync(inRoot("docs", "README.md"), "utf8").split("\n");
  const entries = lines.flatMap((line) => {
    const group = /^\| \*\*(.+)\*\* \|/.exec(line)?.[1];
    if (group) return [`<h2>${group}</h2>`];
    return [...line.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)].map(([, , target = ""]) => {
      const file = relative(root, inRoot("docs", target));
      const attributes = file === current ? ' aria-current="page"' : "";
      return `<a href="${linkTarget(relative(dirname(current) || ".", file), current)}"${attributes}>${titleOf(file)}</a>`;
    });
  });
  return [...new Set(entries)].join("\n");
}

/** The first heading of a page. @param {string} file */
const titleOf = (file) => /^# (.*)$/m.exec(readFileSync(inRoot(file), "utf8"))?.[1] ?? file;

/** The template of all pages. @param {string} file from the root of the project @param {string} content */
function document(file, content) {
  const up = relative(dirname(addressOf(file)), ".") || ".";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'">
<title>${titleOf(file)} - Fairshare</title>
<link rel="stylesheet" href="${up}/style.css">
</head>
<body>
<header class="top"><a href="${up}/../index.html">Fairshare</a><a href="${up}/index.html">Documentation</a></header>
<div class="columns">
<nav aria-label="Documentation">${navigation(file)}</nav>
<main>${content}</main>
</div>
</body>
</html>
`;
}

/** Adapts the links, pictures and tables of a page to the site. @param {string} content @param {string} page */
const withTargets = (content, page) =>
  content
    // A host's policy can forbid styles in attributes.
    .replaceAll(' style="text-align:right"', ' class="right"')
    .replaceAll(/ style="text-align:(left|center)"/g, "")
    .replace(/<a href="([^"]*)">([\s\S]*?)<\/a>/g, (_, target, text) => {
      const address = linkTarget(target, page);
      return address === undefined ? `<code>${text}</code>` : `<a href="${address}">${text}</a>`;
    })
    .replace(/(<img src=")([^"]*)"/g, (_, start, target) => `${start}${linkTarget(target, page) ?? target}"`);

async function write() {
  // Packages of npm are imported where they are used: they exist only after setup.
  // @ts-expect-error The package has no types.
  const { default: Eleventy, IdAttributePlugin } = await import("@11ty/eleventy");
  /** The path of a page from the root of the project. @param {string} inputPath */
  const fileOf = (inputPath) => {
    const file = relative(root, resolve(inputPath));
    return file.startsWith(topFolder) ? file.slice(topFolder.length) : file;
  };
  const eleventy = new Eleventy(relative(process.cwd(), inRoot("docs")), join(site, "docs"), {
    quietMode: true,
    configPath: "",
    config: (/** @type {Configuration} */ config) => {
      config.setUseGitIgnore(false);
      for (const path of uncommitted) config.ignores.add(path);
      config.addPlugin(IdAttributePlugin, { slugify: headingId });
      for (const folder of ["screenshots", "validation"])
        config.addPassthroughCopy({ [`docs/${folder}/**/*.{svg,webp,png}`]: folder });
      config.addPassthroughCopy({ "docs/style.css": "style.css" });
      config.addPassthroughCopy({ [`${gallery}/packets-*.svg`]: "gallery" });
      // Only the repository's own site has the states of its workflows.
      const withoutBadges = (/** @type {string} */ text) => text.replace(/^\[!\[.*\n/gm, "");
      for (const page of topPages)
        config.addTemplate(`project/${page}`, withoutBadges(readFileSync(inRoot(page), "utf8")));
      config.addGlobalData(
        "permalink",
        () =>
          ({ page }) =>
            addressOf(fileOf(page.inputPath)),
      );
      config.addTransform("page", function (content) {
        const file = fileOf(this.page.inputPath);
        return document(file, withTargets(content, file));
      });
      config.setTemplateFormats("md");
      // Pages contain braces, which are no templates.
      config.addPreprocessor("text", "md", (_, content) => `{% raw %}${content}{% endraw %}`);
    },
  });
  await eleventy.write();
  const broken = filesUnder(["dist/docs"])
    .filter((file) => file.endsWith(".html"))
    .flatMap((file) => brokenLinks(file));
  if (broken.length > 0) throw new Failure(`Links without a target: ${broken.join(", ")}`);
}

/** The links and pictures of a written page whose file does not exist. @param {string} file */
const brokenLinks = (file) =>
  [...readFileSync(file, "utf8").matchAll(/(?:href|src)="(?![a-z]+:|#)([^"#]+)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !existsSync(join(dirname(file), target)))
    .map((target) => `${relative(site, file)}: ${target}`);

/** Makes the site of the documentation if it is out of date. A build of the page removes it. */
export const buildDocs = () =>
  unlessFresh("docs", fingerprint(sources()), [join(site, "docs", "index.html")], () =>
    step("Make the site of the documentation", write),
  );
