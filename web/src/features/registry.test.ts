// The registry has every feature, and what the manifests say fits together.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRoute } from "../address/route.ts";
import type { FeatureLink } from "../extension/feature.ts";
import { install, pageAt } from "../extension/installed.ts";
import { FEATURES } from "./registry.ts";

const FOLDER = join(process.cwd(), "web", "src", "features");
const pages = FEATURES.flatMap((feature) => feature.pages ?? []);

test("every folder with a manifest is a feature with the folder's name", () => {
  const folders = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((path) => /^\w+[/\\]manifest\.tsx?$/.test(path))
    .map((path) => path.split(/[/\\]/)[0]);
  expect(FEATURES.map(({ id }) => id).sort()).toEqual(folders.sort());
});

test("pages, dialogs and offers have ids of their own", () => {
  const ids = FEATURES.flatMap(({ dialogs = [], offers = {} }) => [
    ...dialogs.map(({ id }) => `dialog ${id}`),
    ...Object.keys(offers).map((name) => `offer ${name}`),
  ]).concat(pages.map(({ id, within = "" }) => `page ${within}/${id}`));
  expect(new Set(ids).size).toBe(ids.length);
});

test("every link leads to a page of a feature", () => {
  install(FEATURES);
  const links: readonly FeatureLink[] = FEATURES.flatMap((feature) => feature.links ?? []);
  const algorithms = ["newreno", "cubic"];
  const flows = algorithms.map((id) => ({ id }));
  const answers = [true, false].map((compares) => ({ flows, rules: new Set(algorithms), compares }));
  for (const { address, place } of links) {
    const abouts = place === "answer" ? answers : ["hand"];
    const fragments = abouts.flatMap((about) => (address as (about: unknown) => string | null)(about) ?? []);
    expect(fragments, place).not.toEqual([]);
    for (const route of fragments.map(readRoute))
      expect(route && pageAt(route.section, route.page), place).toBeTruthy();
  }
});
