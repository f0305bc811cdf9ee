// The engines of earlier releases. Links that were recorded with the page of release 0.1.0 give the results that they state.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import links from "../../../e2e/links-0.1.0.json";
import * as pageScript from "../../../wasm/pkg/fairshare_wasm.js";
import type { CheckResult, ScenarioDocument } from "../generated/types.ts";
import { applySettings, decodeLink } from "../scenario/shareLink.ts";
import { adaptBoundary1, type Boundary1 } from "./releaseSimulator.ts";
import { RELEASES, releaseOf } from "./releases.ts";
import type { Simulator } from "./simulator.ts";
import { loadWasm } from "./testWasm.ts";

const folderOf = (version: string): string => join(process.cwd(), "public", "engines", version);

describe.each(RELEASES)("release $version", ({ version, files }) => {
  test("its files are unchanged", () => {
    const hashes = readdirSync(folderOf(version)).map((file) => [
      file,
      createHash("sha256")
        .update(readFileSync(join(folderOf(version), file)))
        .digest("hex"),
    ]);
    expect(Object.fromEntries(hashes)).toEqual(files);
  });
});

test("a link needs a release if it states the version of a known release other than the page's version", () => {
  expect(releaseOf("0.1.0", "0.2.0")?.version).toBe("0.1.0");
  expect(releaseOf("0.1.0", "0.1.0")).toBeUndefined();
  expect(releaseOf(undefined, "0.2.0")).toBeUndefined();
  expect(releaseOf("9.9.9", "0.2.0")).toBeUndefined();
});

describe("the engine of release 0.1.0", () => {
  const folder = folderOf("0.1.0");
  let simulator: Simulator;
  beforeAll(async () => {
    await loadWasm();
    const { Document, version } = pageScript;
    const releasedScript = (await import(
      /* @vite-ignore */ pathToFileURL(join(folder, "fairshare_wasm.js")).href
    )) as unknown as Boundary1;
    const module = await WebAssembly.compile(readFileSync(join(folder, "fairshare_wasm_bg.wasm")));
    simulator = await adaptBoundary1(releasedScript, module, { Document, version });
  });

  const examples = JSON.parse(readFileSync(join(folder, "examples.json"), "utf8")) as readonly {
    readonly id: string;
    readonly doc: ScenarioDocument;
  }[];

  async function documentOf(link: string): Promise<ScenarioDocument> {
    const decoded = await decodeLink(link);
    if (decoded.kind === "scenario") return decoded.content.scenario;
    if (decoded.kind !== "example") throw new Error(`${link} is not a link to a scenario`);
    const example = examples.find(({ id }) => id === decoded.example);
    if (!example) throw new Error(`release 0.1.0 has no example ${decoded.example}`);
    return applySettings(example.doc, decoded.settings);
  }

  test.each(links)("gives the result of the link: $name", async ({ link, result }) => {
    const document = new simulator.Document(JSON.stringify(await documentOf(link)));
    const simulation = document.simulation(JSON.stringify({ signals: [], events: false }));
    while (simulation.stepUntil(simulation.duration, 1e6)[2] === 0);
    expect(simulation.resultId()).toBe(result);
    simulation.free();
    document.free();
  });

  test("gives the fair shares and rate steps that the page needs, and the version of the release", async () => {
    const document = new simulator.Document(JSON.stringify(await documentOf("#p=near-far")));
    const { ok, derived } = JSON.parse(document.verdict()) as CheckResult;
    expect(ok).toBe(true);
    expect(derived?.flows.map((flow) => flow.fair_share)).toEqual([5e6, 5e6]);
    expect(JSON.parse(document.rateSteps())).toHaveLength(2);
    expect(simulator.version()).toBe("0.1.0");
  });

  test("accepts groups, which it does not know, and keeps them in the canonical form", async () => {
    const doc = await documentOf("#p=near-far");
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
