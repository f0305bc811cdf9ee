// Links of a release with their results. Tests of later versions open them with the engine of the release.
import { idsInNode } from "./engines.mjs";
import { pageExamples, parityDocuments } from "./parity.mjs";
import { inRoot } from "./paths.mjs";

/** What short links change in an example. @type {[name: string, example: string, settings: [path: string, value: number][]][]} */
const SHORT = [
  ["first example", "near-far", []],
  ["edited", "near-far", [["duration", 20]]],
  ["bbr and cubic", "bbr-cubic", []],
  ["dctcp incast", "dctcp-incast", []],
];
/** Documents of compressed links: two queues, an algorithm that the first simulator lacks, and a program. */
const COMPRESSED = ["golden dual-queue", "golden algorithm-hybla", "program reno"];

/** Runs the documents of links and returns the links, as the page of the version writes them. @param {string} version */
export async function recordLinks(version) {
  const { runnerImport } = await import("vite");
  const options = /** @type {const} */ ({ configFile: false, logLevel: "error" });
  /** @type {{ module: typeof import("../../web/src/scenario/shareLink.ts") }} */
  const share = await runnerImport(inRoot("web", "src", "scenario", "shareLink.ts"), options);
  /** @type {{ module: typeof import("../../web/src/scenario/readableLink.ts") }} */
  const readable = await runnerImport(inRoot("web", "src", "scenario", "readableLink.ts"), options);
  const examples = await pageExamples();
  const short = SHORT.map(([name, id, settings]) => {
    const example = examples.find((entry) => entry.id === id);
    if (example === undefined) throw new Error(`there is no example ${id}`);
    const texts = settings.map(([path, value]) => /** @type {const} */ ([path, String(value)]));
    const text = JSON.stringify(share.module.applySettings(example.doc, texts));
    const link = (/** @type {string} */ result) =>
      readable.module.encodeReadable(id, settings, { result, engine: version });
    return { name, text, link };
  });
  const documents = (await parityDocuments()).filter(({ name }) => COMPRESSED.includes(name));
  if (documents.length !== COMPRESSED.length) throw new Error(`one of these is missing: ${COMPRESSED}`);
  const compressed = documents.map(({ name, text }) => ({
    name,
    text,
    link: (/** @type {string} */ result) =>
      share.module.encodeLink({ scenario: JSON.parse(text), result, engine: version }),
  }));
  const all = [...short, ...compressed];
  const results = await idsInNode(all);
  return Promise.all(
    all.map(async ({ name, link }, index) => {
      const result = results[index] ?? "";
      if (!/^[0-9a-f]{16}$/.test(result)) throw new Error(`"${name}" has no result: ${result}`);
      return { name, link: await link(result), result };
    }),
  );
}
