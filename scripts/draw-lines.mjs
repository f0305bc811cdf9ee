// node scripts/draw-lines.mjs [COMMIT] [COUNT]: selects judged lines of the papers for an audit. The selection is
// pseudorandom and depends only on the commit's hash, so nobody can choose the lines.
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { outputOf } from "./lib/run.mjs";
import { storedPapers } from "./lib/storedPapers.mjs";

const [commit = "HEAD", count = "20"] = process.argv.slice(2);
const hash = outputOf("git", ["rev-parse", commit])?.trim();
if (!hash) throw new Error(`git does not know the commit ${commit}`);

/** The names of the judged lines of a stored result, such as "tpba-fig3 2". @param {string} file */
const linesOf = (file) => {
  const { id, outcomes = [] } = storedPapers(file.replace(".json.zlib", ""));
  return outcomes.flatMap((/** @type {{ counter?: object } | null} */ outcome, /** @type {number} */ i) =>
    outcome?.counter ? [`${id} ${i + 1}`] : [],
  );
};

/** @param {string} line */
const rank = (line) => createHash("sha256").update(`${hash}:${line}`).digest("hex");

const stored = readdirSync(join(root, "public/papers")).filter((file) => file !== "index.json.zlib");
const lines = stored.flatMap(linesOf).map((line) => ({ line, rank: rank(line) }));
lines.sort((a, b) => (a.rank < b.rank ? -1 : 1));
console.log(
  lines
    .slice(0, Number(count))
    .map(({ line }) => line)
    .join("\n"),
);
