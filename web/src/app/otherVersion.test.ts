// @vitest-environment jsdom
// Links of other versions: where their site is, and whether a host has it.
import { afterEach, expect, test, vi } from "vitest";
import { readOpening } from "./boot.ts";
import { hasSite, OtherVersion, siteOf } from "./otherVersion.ts";

afterEach(() => vi.unstubAllGlobals());

test("the site of a release is next to the site of every other release", () => {
  expect(siteOf("1.0.0", "https://a.edu/fair/")).toBe("https://a.edu/fair/v/1.0.0/");
  expect(siteOf("1.0.0", "https://a.edu/fair/index.html?present")).toBe("https://a.edu/fair/v/1.0.0/");
  expect(siteOf("1.0.0", "https://a.edu/fair/v/1.2.0/")).toBe("https://a.edu/fair/v/1.0.0/");
  expect(siteOf("../x", "https://a.edu/")).toBe("https://a.edu/v/..%2Fx/");
});

test.each([
  [new Response(null, { headers: { "content-type": "image/svg+xml" } }), true],
  [new Response(null, { headers: { "content-type": "text/html" } }), false],
  [new Response(null, { status: 404, headers: { "content-type": "image/svg+xml" } }), false],
  [new TypeError("no connection"), false],
])("a site exists only if the host answers with a file of it", async (answer, exists) => {
  vi.stubGlobal("fetch", () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)));
  expect(await hasSite("https://a.edu/v/1.0.0/")).toBe(exists);
});

test("a link of another version is opened only on request", async () => {
  const link = "#p=near-far&r=0123456789abcdef&e=0.9.0";
  await expect(readOpening(link, "1.0.0")).rejects.toThrow(OtherVersion);
  const { origin } = await readOpening(link, "1.0.0", { anyVersion: true });
  expect(origin.example).toBe("near-far");
  expect((await readOpening(link, "0.9.0")).link?.result).toBe("0123456789abcdef");
  expect((await readOpening("#p=near-far", "1.0.0")).link?.engine).toBeUndefined();
});
