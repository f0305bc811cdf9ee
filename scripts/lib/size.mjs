// Computes the compressed size of the first download: of all files that the page requests until the first run
// is drawn, without code that is loaded on demand and without the offline copy.
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { site } from "./paths.mjs";
import { Failure, note } from "./steps.mjs";

/**
 * The maximum size of a first visit in kB, with Brotli compression.
 * Every queue discipline and source is part of the simulator's module, so it was raised by 9 for cells, BBA and parity, by 3 for
 * calls that send lost packets again, and by 3 for cake-autorate and for comparisons of several numbers.
 */
const LIMIT = 705;

/**
 * The names of the files that a built file requests when it is loaded.
 * @param {string} file
 */
function referencedFiles(file) {
  // A typeface with a range of characters is loaded only when a text contains one of them.
  const text = readFileSync(file, "utf8").replace(/@font-face\s*\{[^}]*unicode-range[^}]*\}/g, "");
  const patterns = file.endsWith(".html")
    ? [/(?:src|href)="(\.\/(?:assets\/)?[\w.-]+\.(?:js|css|svg))"/g]
    : file.endsWith(".css")
      ? [/url\(["']?(\.\/[\w.-]+\.woff2)/g]
      : [
          // Only static imports: the code of `import(...)` is loaded on demand.
          /(?:from|import)\s*["'`](\.\/[\w.-]+\.js)["'`]/g,
          /["'`](?:\.\/|assets\/)?(worker-[\w-]+\.js|[\w-]+\.wasm)["'`]/g,
        ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
}

/**
 * The path of the built file to which a name in the file `from` refers.
 * @param {string} from
 * @param {string} name
 */
function resolveName(from, name) {
  const candidates = [
    join(dirname(from), name),
    join(dirname(from), "assets", basename(name)),
    join(site, name),
  ];
  return candidates.find((path) => existsSync(path));
}

/** The files of a first visit with their compressed sizes, the largest first. */
export function firstLoad() {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  /** @param {string} file */
  const visit = (file) => {
    if (sizes.has(file)) return;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    sizes.set(file, brotliCompressSync(readFileSync(file), quality).length);
    if (!/\.(html|css|js)$/.test(file)) return;
    for (const name of referencedFiles(file)) {
      const next = resolveName(file, name);
      if (next) visit(next);
    }
  };
  visit(join(site, "index.html"));
  return [...sizes]
    .map(([file, bytes]) => ({ name: basename(file), bytes }))
    .sort((a, b) => b.bytes - a.bytes);
}

export function checkSize() {
  const files = firstLoad();
  for (const expected of [/\.wasm$/, /^worker-/, /^index-.*\.js$/, /\.css$/, /\.woff2$/])
    if (!files.some(({ name }) => expected.test(name)))
      throw new Failure(
        `Found no file that matches ${expected} in a first visit; scripts/lib/size.mjs may not recognise its reference.`,
      );
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  for (const { name, bytes } of files) note(`${(bytes / 1000).toFixed(1).padStart(6)} kB  ${name}`);
  note(`${total.toFixed(1)} kB in total; the limit is ${LIMIT}`);
  if (total > LIMIT) {
    throw new Failure(
      `A first visit loads ${total.toFixed(0)} kB, more than ${LIMIT}. Load parts that a first visit does not need on demand.`,
    );
  }
}
