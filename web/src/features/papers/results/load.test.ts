// Stored results are loaded when they are needed, and the last ones are kept.
import { deflateSync } from "node:zlib";
import { beforeEach, expect, test, vi } from "vitest";

let fetched: string[];
let load: typeof import("./load.ts")["load"];

beforeEach(async () => {
  fetched = [];
  vi.stubGlobal("document", { baseURI: "http://localhost/" });
  vi.stubGlobal("fetch", async (url: URL) => {
    fetched.push(url.pathname);
    const content = deflateSync(JSON.stringify({ of: url.pathname }));
    return new Response(content, { status: url.pathname.includes("missing") ? 404 : 200 });
  });
  vi.resetModules();
  ({ load } = await import("./load.ts"));
});

test("a file is fetched once", async () => {
  expect(await load("index")).toBe(await load("index"));
  expect(fetched).toEqual(["/papers/index.json.zlib"]);
});

test("a file that was not among the last six is fetched again", async () => {
  for (const name of ["index", "a", "b", "c", "index", "d", "e", "f"]) await load(name);
  fetched.length = 0;
  await load("index");
  expect(fetched).toEqual([]);
  await load("a");
  expect(fetched).toEqual(["/papers/a.json.zlib"]);
});

test("a load that failed is tried again", async () => {
  await expect(load("missing")).rejects.toThrow("404");
  await expect(load("missing")).rejects.toThrow("404");
  expect(fetched).toHaveLength(2);
});
