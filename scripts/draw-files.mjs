// node scripts/draw-files.mjs [COMMIT] [COUNT]: selects source files for a review by someone who has not
// written them. The selection is pseudorandom and depends only on the commit's hash, so nobody can choose the
// files.
import { createHash } from "node:crypto";
import { outputOf } from "./lib/run.mjs";

const [commit = "HEAD", count = "30"] = process.argv.slice(2);
const hash = outputOf("git", ["rev-parse", commit])?.trim();
if (!hash) throw new Error(`git does not know the commit ${commit}`);

/** @param {string} path */
const isSource = (path) => /\.(rs|ts|tsx|mjs)$/.test(path) && !/(^|\/)(generated|golden)\//.test(path);
/** @param {string} path */
const rank = (path) => createHash("sha256").update(`${hash}:${path}`).digest("hex");

const files = (outputOf("git", ["ls-tree", "-r", "--name-only", hash]) ?? "").split("\n").filter(isSource);
const selected = files
  .map((path) => ({ path, rank: rank(path) }))
  .sort((a, b) => (a.rank < b.rank ? -1 : 1))
  .slice(0, Number(count));
console.log(selected.map(({ path }) => path).join("\n"));
