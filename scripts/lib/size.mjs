// What a first visit loads, compressed as hosts do: everything that the page asks for until the first run is drawn. Parts that
// are loaded when they are opened, and the copy for working without a network, are not in it.
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { site } from "./paths.mjs";
import { Failure, note } from "./steps.mjs";

/** kB, the budget of the design. */
const BUDGET = 400;
/**
 * kB that fail the tests. It is above the budget because the simulator has outgrown it: lower it whenever something was
 * saved, until it is the budget.
 */
const MOST = 475;

/** Files that a file names, by the endings that the build gives them. */
function named(file) {
  const text = readFileSync(file, "utf8");
  const patterns = file.endsWith(".html")
    ? [/(?:src|href)="(\.\/(?:assets\/)?[\w.-]+\.(?:js|css|svg))"/g]
    : file.endsWith(".css")
      ? [/url\(["']?(\.\/[\w.-]+\.woff2)/g]
      : [
          // Static imports alone: `import(...)` is for later.
          /(?:from|import)\s*["'`](\.\/[\w.-]+\.js)["'`]/g,
          /["'`](?:\.\/|assets\/)?(worker-[\w-]+\.js|[\w-]+\.wasm)["'`]/g,
        ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]));
}

function find(from, name) {
  const places = [join(dirname(from), name), join(dirname(from), "assets", basename(name)), join(site, name)];
  return places.find((place) => existsSync(place));
}

/** Files of the first visit with their compressed sizes, the largest first. */
export function firstLoad() {
  const seen = new Map();
  const visit = (file) => {
    if (seen.has(file)) return;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    seen.set(file, brotliCompressSync(readFileSync(file), quality).length);
    if (!/\.(html|css|js)$/.test(file)) return;
    for (const name of named(file)) {
      const next = find(file, name);
      if (next) visit(next);
    }
  };
  visit(join(site, "index.html"));
  return [...seen]
    .map(([file, bytes]) => ({ name: basename(file), bytes }))
    .sort((a, b) => b.bytes - a.bytes);
}

export function checkSize() {
  const files = firstLoad();
  for (const needed of [/\.wasm$/, /^worker-/, /^index-.*\.js$/, /\.css$/, /\.woff2$/])
    if (!files.some(({ name }) => needed.test(name)))
      throw new Failure(
        `The first visit would load nothing like ${needed}: scripts/lib/size.mjs does not see it.`,
      );
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  for (const { name, bytes } of files) note(`${(bytes / 1000).toFixed(1).padStart(6)} kB  ${name}`);
  note(`${total.toFixed(1)} kB in all; the budget is ${BUDGET}`);
  if (total > MOST) {
    throw new Failure(
      `A first visit loads ${total.toFixed(0)} kB, more than ${MOST}. Load what is not needed at once when it is opened.`,
    );
  }
}
