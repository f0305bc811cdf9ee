// The engines of earlier releases. Links that were recorded with the page of a release give the results that
// they state.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import * as pageScript from "../../../wasm/pkg/fairshare_wasm.js";
import type { CheckResult, ScenarioDocument } from "../generated/types.ts";
import { applySettings, decodeLink } from "../scenario/shareLink.ts";
import { RELEASE_CONTENTS } from "./releaseContents.ts";
import { releaseSimulator } from "./releaseSimulator.ts";
import { RELEASES, releaseOf } from "./releases.ts";
import type { Simulator } from "./simulator.ts";
import { loadWasm } from "./testWasm.ts";

const folderOf = (version: string): string => join(process.cwd(), "public", "engines", version);

/** The content of a file of a release, which is compressed except if it is the script. */
function readStored(version: string, file: string): Buffer {
  const path = join(folderOf(version), file);
  return file.endsWith(".js") ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`));
}

describe.each(RELEASES)("release $version", ({ version }) => {
  test("its files are unchanged", () => {
    const hashes = readdirSync(folderOf(version)).map((file) => [
      file.replace(/\.gz$/, ""),
      createHash("sha256")
        .update(readStored(version, file.replace(/\.gz$/, "")))
        .digest("hex"),
    ]);
    expect(Object.fromEntries(hashes)).toEqual(RELEASE_CONTENTS[version]?.files);
  });
});

test("a link needs a release if it states the version of a known release other than the page's version", () => {
  expect(releaseOf("0.1.0", "0.2.0")?.version).toBe("0.1.0");
  expect(releaseOf("0.1.0", "0.1.0")).toBeUndefined();
  expect(releaseOf(undefined, "0.2.0")).toBeUndefined();
  expect(releaseOf("9.9.9", "0.2.0")).toBeUndefined();
});

/** The links that were recorded with a release. */
const linksOf = (version: string): readonly { name: string; link: string; result: string }[] =>
  JSON.parse(readFileSync(join(process.cwd(), "e2e", `links-${version}.json`), "utf8"));

/** The engine of a release, and the documents of links that the release made. */
async function loadRelease(version: string): Promise<Simulator> {
  const release = RELEASES.find((entry) => entry.version === version);
  if (!release) throw new Error(`there is no release ${version}`);
  await loadWasm();
  const folder = folderOf(version);
  const script = await import(/* @vite-ignore */ pathToFileURL(join(folder, "fairshare_wasm.js")).href);
  const module = await WebAssembly.compile(new Uint8Array(readStored(version, "fairshare_wasm_bg.wasm")));
  const { Document, version: pageVersion } = pageScript;
  return releaseSimulator(release.boundary, script, module, async () => ({ Document, version: pageVersion }));
}

/** The document of a link that a release made. */
async function documentOf(version: string, link: string): Promise<ScenarioDocument> {
  const decoded = await decodeLink(link);
  if (decoded.kind === "scenario") return decoded.content.scenario;
  if (decoded.kind !== "example") throw new Error(`${link} is not a link to a scenario`);
  const examples = JSON.parse(readStored(version, "examples.json").toString()) as readonly {
    readonly id: string;
    readonly doc: ScenarioDocument;
  }[];
  const example = examples.find(({ id }) => id === decoded.example);
  if (!example) throw new Error(`release ${version} has no example ${decoded.example}`);
  return applySettings(example.doc, decoded.settings);
}

describe.each(RELEASES)("the engine of release $version", ({ version }) => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await loadRelease(version);
  });

  test("states its version", () => {
    expect(simulator.version()).toBe(version);
  });

  test.each(linksOf(version))("gives the result of the link: $name", async ({ link, result }) => {
    const document = new simulator.Document(JSON.stringify(await documentOf(version, link)));
    const simulation = document.simulation(JSON.stringify({ signals: [], events: false }));
    while (simulation.stepUntil(simulation.duration, 1e6)[2] === 0);
    expect(simulation.resultId()).toBe(result);
    simulation.free();
    document.free();
  });

  test("has recorded links", () => {
    expect(linksOf(version).length).toBeGreaterThanOrEqual(5);
  });

  test("gives the fair shares and rate steps that the page needs", async () => {
    const document = new simulator.Document(JSON.stringify(await documentOf(version, "#p=near-far")));
    const { ok, derived } = JSON.parse(document.verdict()) as CheckResult;
    expect(ok).toBe(true);
    expect(derived?.flows.map((flow) => flow.fair_share)).toEqual([5e6, 5e6]);
    expect(JSON.parse(document.rateSteps())).toHaveLength(2);
  });

  test("accepts groups, which release 0.1.0 does not know", async () => {
    const doc = await documentOf(version, "#p=near-far");
    const grouped = { ...doc, flows: (doc.flows ?? []).map((flow) => ({ ...flow, group: "Both" })) };
    const resultOf = (text: string): { readonly result: string; readonly verdict: CheckResult } => {
      const document = new simulator.Document(text);
      const simulation = document.simulation(JSON.stringify({ signals: [], events: false }));
      while (simulation.stepUntil(simulation.duration, 1e6)[2] === 0);
      return {
        result: simulation.resultId(),
        verdict: JSON.parse(document.verdict()) as CheckResult,
      };
    };
    const { result, verdict } = resultOf(JSON.stringify(grouped));
    expect(verdict.issues).toEqual([]);
    expect(result).toBe(resultOf(JSON.stringify(doc)).result);
    const canonical = JSON.parse(verdict.canonical ?? "{}") as ScenarioDocument;
    expect(canonical.flows?.map((flow) => flow.group)).toEqual(["Both", "Both"]);
    // The canonical form is a fixed point.
    expect(resultOf(verdict.canonical ?? "").verdict.canonical).toBe(verdict.canonical);
  });

  test("refuses an invalid document with the issues of the release", () => {
    const document = new simulator.Document('{"v":1,"duration":-1}');
    const { ok, issues } = JSON.parse(document.verdict()) as CheckResult;
    expect(ok).toBe(false);
    expect(issues.map(({ path }) => path)).toContain("duration");
  });
});
