// The files of a release: what must hold before it, the texts that state its version, its archived engine, and the
// hashes of what is built from it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";

/** A released version; versions with a suffix are not released. */
export const RELEASED = /^\d+\.\d+\.\d+$/;

/**
 * Why the chosen steps of a release cannot be done now, as sentences.
 * @param {object} state
 * @param {string} state.version
 * @param {string} state.stated the version that the sources state
 * @param {string} state.status the output of `git status --porcelain`
 * @param {string} state.branch
 * @param {string[]} state.tags
 * @param {string} state.notes the text of docs/releases.md
 * @param {string[]} state.archived the versions whose engines are archived
 * @param {string | undefined} state.committer whom commits name
 * @param {string[]} state.steps the names of the steps
 */
export function problemsBefore({ version, stated, status, branch, tags, notes, archived, committer, steps }) {
  if (!RELEASED.test(version))
    return [`"${version}" is no version of a release. Example: npm run release -- 1.0.0`];
  const problems = [];
  if (branch !== "main")
    problems.push(
      `Releases are made from the branch main, not from ${branch || "no branch"}: git switch main`,
    );
  if (committer === undefined)
    problems.push(
      "Git does not know whom commits name: set `git config user.name` and `git config user.email`.",
    );
  if (tags.includes(`v${version}`))
    problems.push(`The tag v${version} exists already, so ${version} is released. Choose the next version.`);
  if (steps.includes("tree")) {
    if (status !== "")
      problems.push(
        `The tree has uncommitted changes. Commit them or put them aside (git stash):\n${status}`,
      );
    if (archived.includes(version)) problems.push(`The engine of ${version} is archived already.`);
    if (!notes.includes(`\n## ${version} (in preparation)\n`))
      problems.push(
        `docs/releases.md has no section "## ${version} (in preparation)". Write there what is new.`,
      );
  } else if (!notes.includes(`\n## ${version} (`))
    problems.push(`docs/releases.md has no section about ${version}.`);
  if (!steps.includes("version") && stated !== version)
    problems.push(`The sources state the version ${stated}. Continue with --from version.`);
  return problems;
}

/** The text of CITATION.cff for a version. @param {string} text @param {string} version @param {string} date */
export function citationOf(text, version, date) {
  const stated = text.replace(/^version: .*$/m, `version: ${version}`).replace(/^date-released: .*\n/m, "");
  return stated.replace(/^version: .*$/m, (line) => `${line}\ndate-released: "${date}"`);
}

/** The day that CITATION.cff states, in seconds since 1970; before a release, the first day that archives can state. @param {string} text */
export function releaseTime(text) {
  const date = /^date-released: "(.*)"$/m.exec(text)?.[1] ?? "1980-01-01";
  return Date.parse(`${date}T00:00:00Z`) / 1000;
}

/** A date as docs/releases.md writes it, such as 3 December 2026. @param {string} date as 2026-12-03 */
export const longDate = (date) =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );

/**
 * The text of docs/releases.md in which a version is no longer in preparation.
 * @param {string} text
 * @param {string} version
 * @param {string} date
 */
export const datedNotes = (text, version, date) =>
  text
    .replace(`\n## ${version} (in preparation)\n`, `\n## ${version} (${longDate(date)})\n`)
    .replace(`\nUntil ${version} is released, the version is ${version}-dev. `, `\nTag \`v${version}\`. `);

/** The section of docs/releases.md about a version. @param {string} text @param {string} version */
export function notesOf(text, version) {
  const start = text.indexOf(`\n## ${version} `);
  if (start < 0) throw new Error(`docs/releases.md has no section about ${version}`);
  const end = text.indexOf("\n## ", start + 1);
  return text.slice(start + 1, end < 0 ? undefined : end).trimEnd();
}

/** The files of an archived engine. The script is imported by browsers, the others are compressed. */
export const ENGINE_FILES = /** @type {const} */ ([
  "fairshare_wasm.js",
  "fairshare_wasm_bg.wasm",
  "catalogue.json",
  "examples.json",
]);

/**
 * Writes an engine into `folder`, and returns the hashes of the uncompressed contents.
 * @param {string} folder
 * @param {Readonly<Record<string, Uint8Array>>} contents
 */
export function archiveEngine(folder, contents) {
  if (existsSync(folder)) throw new Error(`${folder} exists: an archived engine never changes`);
  mkdirSync(folder, { recursive: true });
  return Object.fromEntries(
    ENGINE_FILES.map((name) => {
      const content = contents[name];
      if (content === undefined) throw new Error(`the engine has no ${name}`);
      if (name.endsWith(".js")) writeFileSync(join(folder, name), content);
      else writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
      return [name, sha256(content)];
    }),
  );
}

/** The generation of the interface of the present WebAssembly (web/src/engine/releases.ts). */
const BOUNDARY = 2;

/** The text of web/src/engine/releases.ts with a further release, once. @param {string} text @param {string} version */
export function withRelease(text, version) {
  const entry = `  { version: "${version}", boundary: ${BOUNDARY} },\n`;
  return text
    .replace(entry, "")
    .replace(/(RELEASES: readonly Release\[\] = \[\n(?: {2}\{.*\},\n)*)/, (list) => `${list}${entry}`);
}

/**
 * The text of web/src/engine/releaseContents.ts with a further release, once.
 * @param {string} text
 * @param {string} version
 * @param {string} commit
 * @param {Readonly<Record<string, string>>} hashes
 */
export function withContents(text, version, commit, hashes) {
  const files = Object.entries(hashes).map(([name, hash]) => `      "${name}": "${hash}",\n`);
  const entry = `  "${version}": {\n    commit: "${commit}",\n    files: {\n${files.join("")}    },\n  },\n`;
  const earlier = new RegExp(`  "${version.replaceAll(".", "\\.")}": \\{\n(?: {4}.*\n)* {2}\\},\n`);
  return text.replace(earlier, "").replace(/\};\n$/, `${entry}};\n`);
}

/** @param {Uint8Array} content */
export const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/** The hashes of all files below a folder, by their paths in it. @param {string} folder @returns {Record<string, string>} */
export function hashesBelow(folder) {
  /** @type {[string, string][]} */
  const hashes = [];
  /** @param {string} path */
  const visit = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) visit(join(path, name));
    else hashes.push([relative(folder, path).split(sep).join("/"), sha256(readFileSync(path))]);
  };
  visit(folder);
  return Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A field of a header of a tar file: an octal number that ends with a zero byte. @param {number} value @param {number} length */
const octal = (value, length) => `${value.toString(8).padStart(length - 1, "0")}\0`;

/** The header of a file in a tar file (POSIX ustar). @param {string} name @param {number} size @param {number} time */
function tarHeader(name, size, time) {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a tar file`);
  const header = Buffer.alloc(512);
  const owner = octal(0, 8);
  const fields = [octal(0o644, 8), owner, owner, octal(size, 12), octal(time, 12), " ".repeat(8), "0"];
  header.write(name);
  header.write(fields.join(""), 100);
  header.write("ustar\u000000", 257);
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte),
      7,
    )} `,
    148,
  );
  return header;
}

/**
 * All files below a folder as a compressed tar file, which is the same for everyone.
 * @param {string} folder
 * @param {string} name the folder in the tar file
 * @param {number} time the time of all files, in seconds since 1970
 */
export function tarOf(folder, name, time) {
  const blocks = Object.keys(hashesBelow(folder)).flatMap((path) => {
    const content = readFileSync(join(folder, path));
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [tarHeader(`${name}/${path}`, content.length, time), content, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 9 });
}

/** One hash for all files of a list of hashes. @param {Readonly<Record<string, string>>} hashes */
export const hashOfAll = (hashes) =>
  sha256(
    Buffer.from(
      Object.entries(hashes)
        .map(([name, hash]) => `${hash}  ${name}\n`)
        .join(""),
    ),
  );

/**
 * With what a release was built.
 * @typedef {{ rust: string, node: string, platform: string, linker: string }} Tools
 * What was built from a version, and with what. Builds for one platform only are compared on this platform.
 * @typedef {Tools & { version: string, page: Record<string, string>, native: Record<string, string> }} Hashes
 */

/** The modules of the page, whose names in the page end with a part of their hash. */
const MODULES = ["fairshare_wasm_bg", "fairshare_laboratory_wasm_bg"];
const moduleName = (/** @type {string} */ path) => /([a-z_]+)-[\w-]+\.wasm$/.exec(path)?.[1] ?? "";
const isWheel = (/** @type {string} */ name) => name.endsWith(".whl");

/** What a release must contain but does not. @param {Hashes} hashes */
export function missingParts({ page, native }) {
  const pages = Object.keys(page);
  const others = Object.keys(native);
  const modules = pages.map(moduleName);
  return [
    ...(pages.includes("index.html") ? [] : ["the page"]),
    ...MODULES.filter((name) => !modules.includes(name)).map((name) => `the module ${name}`),
    ...(others.some((name) => /^fairshare(\.exe)?$/.test(name)) ? [] : ["the command line"]),
    ...(others.some(isWheel) ? [] : ["the wheel"]),
    ...(others.includes("parts.cdx.json") ? [] : ["the bill of materials"]),
  ];
}

/** How the tools of this machine differ from those of a release, as sentences. @param {Tools} expected @param {Tools} found */
export function differentTools(expected, found) {
  const notes = [];
  if (expected.rust !== found.rust)
    notes.push(
      `The release was built with ${expected.rust}, this machine has ${found.rust || "none"}. With rustup, the version of rust-toolchain.toml is used, unless RUSTUP_TOOLCHAIN is set.`,
    );
  if (expected.node !== found.node)
    notes.push(
      `The release was built with Node ${expected.node}, this machine has ${found.node}. Other versions can compress differently; the uncompressed files do not depend on it.`,
    );
  if (expected.platform !== found.platform)
    notes.push(
      `The release was built on ${expected.platform}, this machine is ${found.platform}: only the page is built and compared.`,
    );
  else if (expected.linker !== found.linker)
    notes.push(
      `The release was linked with ${expected.linker}, this machine has ${found.linker}. The command line and the wheel can differ therefore.`,
    );
  return notes;
}

/**
 * Compares what was built with the hashes of a release. Returns the differences as sentences, and what could not be
 * compared.
 * @param {Hashes} expected
 * @param {Hashes} found
 */
export function compareHashes(expected, found) {
  const page = differencesOf("the page", expected.page, found.page);
  if (expected.platform !== found.platform)
    return { differences: page, skipped: Object.keys(expected.native) };
  const builtWheel = Object.keys(found.native).some(isWheel);
  const skipped = builtWheel ? [] : Object.keys(expected.native).filter(isWheel);
  const native = Object.fromEntries(
    Object.entries(expected.native).filter(([name]) => !skipped.includes(name)),
  );
  const others = differencesOf("the builds for this platform", native, found.native);
  return { differences: [...page, ...others], skipped };
}

/**
 * @param {string} where
 * @param {Readonly<Record<string, string>>} expected
 * @param {Readonly<Record<string, string>>} found
 */
const differencesOf = (where, expected, found) =>
  [...new Set([...Object.keys(expected), ...Object.keys(found)])]
    .filter((name) => expected[name] !== found[name])
    .map((name) =>
      found[name] === undefined
        ? `${name} of ${where} is missing.`
        : expected[name] === undefined
          ? `${name} of ${where} is not part of the release.`
          : `${name} of ${where} differs.`,
    );

/** What to do about files that differ. @param {boolean} isChanged whether the sources have changes @param {boolean} isOther whether a tool differs */
export function remedyOf(isChanged, isOther) {
  if (isChanged) return "The sources have changes (git status). Verify a fresh clone of the tag.";
  if (isOther)
    return "Tools of this machine differ from those of the release, as stated above. Install the same versions and try again.";
  return "Sources and tools are those of the release, so this should not happen. Report it with the lines above; SECURITY.md says how, if the release may have been changed.";
}

/** The notes of a release with the hashes of what was built. @param {string} notes @param {Hashes} hashes */
export function notesWithHashes(notes, { version, rust, node, platform, page, native }) {
  const modules = Object.entries(page).filter(([name]) => MODULES.includes(moduleName(name)));
  const rows = [["page (all files)", hashOfAll(page)], ...modules, ...Object.entries(native)];
  return [
    notes,
    "",
    `Built with ${rust} and Node ${node} on ${platform}. \`npm run verify -- ${version}\` builds it again and compares.`,
    "",
    "| file | SHA-256 |",
    "| --- | --- |",
    ...rows.map(([name, hash]) => `| ${name} | \`${hash}\` |`),
    "",
  ].join("\n");
}
