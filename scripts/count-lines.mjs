// npm run count-lines [-- REVISION]: counts the hand-written production lines of the commit or, without a
// revision, of the files in git. Rust is counted without tests, TypeScript without tests and texts of the
// interface. Data that replaces code is counted as well. Generated files, test data, documentation and
// committed results do not count.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { inRoot, isMain, root } from "./lib/paths.mjs";

/** Parts of paths of tests and generated files, which do not count. */
const EXCLUDED = [
  /(^|\/)(tests?|testData|benches|e2e|generated|golden|node_modules|dist|target)\//,
  /^(public|docs)\//,
  /^scripts\/maintainers\/production\//,
  /\.(test|spec)\.[a-z]+$/,
  /\/(tests|net\/queues\/(conformance|laws))\.rs$/,
  /(_tests|testing)\.[a-z]+$/,
  // What tests share.
  /\/test[A-Z]\w*\.tsx?$/,
  /\/texts\/\w+(\.d)?\.json(\.ts)?$/,
  /^web\/src\/features\/\w+\/menu\.json$/,
  /^web\/src\/features\/lessons\/content\/\w+\.json$/,
];

/** @type {readonly { kind: string, counts: (path: string) => boolean }[]} */
const KINDS = [
  { kind: "Rust", counts: (path) => path.endsWith(".rs") },
  { kind: "TypeScript", counts: (path) => /^web\/.*\.tsx?$/.test(path) },
  { kind: "Scripts", counts: (path) => path.endsWith(".mjs") },
  { kind: "CSS", counts: (path) => path.endsWith(".css") },
  {
    kind: "Declarations (JSON, TOML, YAML)",
    counts: (path) => /^(sim-core|web)\/.*\.(json|toml|yaml)$/.test(path) && !path.endsWith("Cargo.toml"),
  },
];

/**
 * The text of a Rust file up to its test module, which is at the end of the file.
 * @param {string} text
 */
function withoutRustTests(text) {
  const start = text.search(/^#\[cfg\(test\)\]\n(#\[[^\n]*\]\n)*mod \w+ \{/m);
  return start < 0 ? text : text.slice(0, start);
}

/**
 * Counts the lines of each kind.
 * @param {string | undefined} revision
 */
export function countLines(revision) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  const paths = revision ? git("ls-tree", "-r", "--name-only", revision) : git("ls-files");
  const text = (/** @type {string} */ path) =>
    revision ? git("show", `${revision}:${path}`) : readFileSync(inRoot(path), "utf8");
  const counts = new Map(KINDS.map(({ kind }) => [kind, 0]));
  for (const path of paths.split("\n")) {
    if (path === "" || EXCLUDED.some((pattern) => pattern.test(path))) continue;
    const kind = KINDS.find(({ counts }) => counts(path))?.kind;
    if (kind === undefined) continue;
    const content = kind === "Rust" ? withoutRustTests(text(path)) : text(path);
    counts.set(kind, (counts.get(kind) ?? 0) + content.split("\n").length - 1);
  }
  return counts;
}

if (isMain(import.meta)) {
  const counts = countLines(process.argv[2]);
  for (const [kind, lines] of counts) console.log(`${String(lines).padStart(8)}  ${kind}`);
  console.log(`${String([...counts.values()].reduce((sum, lines) => sum + lines, 0)).padStart(8)}  all`);
}
