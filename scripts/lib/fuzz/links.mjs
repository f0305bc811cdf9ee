// Fuzzing of the page's decoder of links, for both forms of links. It never throws, and a decoded link gives
// the same content when it is encoded again.
import { isDeepStrictEqual } from "node:util";
import { pageExamples } from "../parity.mjs";
import { inRoot } from "../paths.mjs";
import { countInputs } from "./counts.mjs";
import { changeText, changeValue, Random } from "./random.mjs";

/**
 * @param {{ seed: number, count: number, index?: number | undefined }} piece
 */
export async function fuzzLinks(piece) {
  const { seed } = piece;
  const { runnerImport } = await import("vite");
  /** @type {{ module: typeof import("../../../web/src/scenario/shareLink.ts") }} */
  const { module } = await runnerImport(inRoot("web", "src", "scenario", "shareLink.ts"), {
    configFile: false,
    logLevel: "error",
  });
  const { applySettings, decodeLink, encodeLink } = module;
  /** @type {{ module: typeof import("../../../web/src/scenario/readableLink.ts") }} */
  const readable = await runnerImport(inRoot("web", "src", "scenario", "readableLink.ts"), {
    configFile: false,
    logLevel: "error",
  });
  const { encodeReadable, settingsBetween } = readable.module;
  const examples = await pageExamples();

  /** A random link of one of the two forms. @param {Random} random */
  const randomLink = async (random) => {
    const { id, doc } = random.pick(examples);
    const other = /** @type {typeof doc} */ (changeValue(doc, random));
    const view = changeValue({ t: 1.5, z: [1, 2], b: [2, 3] }, random);
    const isView = typeof view === "object" && view !== null;
    const extras = { result: "0123456789abcdef", engine: "0.1.0", ...(isView ? { view } : {}) };
    if (random.below(2) === 0) return encodeLink({ scenario: other, ...extras });
    const settings = typeof other === "object" && other !== null ? (settingsBetween(doc, other) ?? []) : [];
    return encodeReadable(id, settings, { result: extras.result, engine: extras.engine });
  };

  return countInputs(piece, async (index, describe) => {
    const random = new Random(seed, index);
    let link = await randomLink(random);
    for (let changes = random.below(4); changes > 0; changes--) link = changeText(link, random);
    describe(link);
    const decoded = await decodeLink(link);
    if (decoded.kind === "scenario") {
      const again = await decodeLink(await encodeLink(decoded.content));
      if (again.kind !== "scenario" || !isDeepStrictEqual(again.content, decoded.content))
        throw new Error(`the link changes when it is encoded: ${JSON.stringify(again)}`);
      return "";
    }
    if (decoded.kind === "example") {
      const example = examples.find(({ id }) => id === decoded.example);
      if (example === undefined) return "unknown example";
      if (typeof applySettings(example.doc, decoded.settings) !== "object")
        throw new Error("the settings do not give a document");
      return "";
    }
    return decoded.kind === "empty" ? "empty" : decoded.problem;
  });
}
