// Encoded links can be decoded. Decoding a broken, hostile or newer link gives a specific problem and does
// not throw.
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ScenarioDocument } from "../generated/types.ts";
import { dumbbellOf } from "./descriptors.ts";
import { MAX_INFLATED, pack, unpack } from "./packed.ts";
import {
  applySettings,
  decodeLink,
  encodeLink,
  encodeReadable,
  lengthClass,
  settingsBetween,
} from "./shareLink.ts";

const doc: ScenarioDocument = {
  v: 1,
  title: "A near and a far flow",
  network: { forward: { rate: 1e7, delay: 0.01, queue: { kind: "drop_tail", limit: { packets: 30 } } } },
  flows: [{ id: "near", algorithm: "newreno" }],
};

const linkOf = (text: string): string => `#s=${deflateRawSync(text).toString("base64url")}`;

test("unpacking gives the text that was packed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 5000 }), async (text) => {
      expect(await unpack(await pack(text))).toEqual({ text });
    }),
    { numRuns: 50 },
  );
});

test("decoding a link gives the scenario, the result, the version of the simulator and the view that were encoded", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })),
      fc.option(fc.stringMatching(/^[0-9a-f]{16}$/), { nil: undefined }),
      fc.double({ min: 0, max: 1e4, noNaN: true, noDefaultInfinity: true }),
      async (extra, result, t) => {
        const scenario = JSON.parse(JSON.stringify({ ...extra, v: 1 }));
        const content = {
          scenario,
          engine: "0.1.0",
          view: { t: t === 0 ? 0 : t, z: [t, t + 1] as const, b: [t + 0.25, t + 0.5] as const },
          ...(result ? { result } : {}),
        };
        expect(await decodeLink(await encodeLink(content))).toEqual({
          kind: "scenario",
          content: JSON.parse(JSON.stringify(content)),
        });
      },
    ),
    { numRuns: 60 },
  );
});

test("a small scenario has a short link", async () => {
  const link = await encodeLink({ scenario: doc });
  expect(link.startsWith("#s=")).toBe(true);
  expect(lengthClass(link.length)).toBe("anywhere");
});

test("a link with random text is reported as a problem", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 300 }), async (text) => {
      const decoded = await decodeLink(`#s=${text}`);
      expect(decoded.kind).toBe("problem");
    }),
    { numRuns: 100 },
  );
  for (const broken of ["#s=", "#hello", "#s=AAAA", "#.1", "#s=%%%", "#t=3&p=near-far"])
    expect((await decodeLink(broken)).kind, broken).toBe("problem");
});

test("a truncated link is reported as broken", async () => {
  const link = await encodeLink({ scenario: doc });
  const decoded = await decodeLink(link.slice(0, -7));
  expect(decoded).toMatchObject({ kind: "problem", problem: "broken" });
});

test("a link that expands beyond the limit is refused", async () => {
  // 64 MB of spaces deflate to about 64 kB.
  const decoded = await decodeLink(linkOf(" ".repeat(64 * 1024 * 1024)));
  expect(decoded).toMatchObject({ kind: "problem", problem: "too-big" });
  const belowLimit = linkOf(`{"v":1,"note":"${"x".repeat(MAX_INFLATED - 100)}"}`);
  expect((await decodeLink(belowLimit)).kind).toBe("scenario");
});

test("a link of a version before 1.0 is reported as old", async () => {
  expect(await decodeLink("#1.abcdef")).toEqual({ kind: "problem", problem: "old", raw: "1.abcdef" });
});

test("invalid values of the result, version and view are ignored", async () => {
  expect(await decodeLink(`${linkOf(JSON.stringify(doc))}&r=%3Cimg%3E&e=%3C&t=-1&z=3_2`)).toEqual({
    kind: "scenario",
    content: { scenario: doc },
  });
});

test("a link of a whole scenario can state settings", async () => {
  const decoded = await decodeLink(`${linkOf(JSON.stringify(doc))}&network.forward.rate=5000000`);
  expect(decoded).toMatchObject({
    content: { scenario: { network: { forward: { rate: 5e6, delay: 0.01 } } } },
  });
});

test("the readable form contains an example and settings", async () => {
  const link = encodeReadable("near-far", [
    ["network.forward.rate", 5e6],
    ["flows.far.algorithm", "cubic"],
  ]);
  expect(link).toBe("#p=near-far&network.forward.rate=5000000&flows.far.algorithm=cubic");
  const decoded = await decodeLink(link);
  expect(decoded).toMatchObject({ kind: "example", example: "near-far" });
  if (decoded.kind !== "example") return;
  const changed = applySettings({ ...doc, flows: [{ id: "far", algorithm: "newreno" }] }, decoded.settings);
  expect(dumbbellOf(changed)?.forward?.rate).toBe(5e6);
  expect(changed.flows?.[0]?.algorithm).toBe("cubic");
});

test("the readable form contains the expected result", async () => {
  const link = encodeReadable("near-far", [], { result: "0123456789abcdef", engine: "0.1.0" });
  expect(link).toBe("#p=near-far&r=0123456789abcdef&e=0.1.0");
  expect(await decodeLink(link)).toEqual({
    kind: "example",
    example: "near-far",
    settings: [],
    result: "0123456789abcdef",
    engine: "0.1.0",
  });
  expect(await decodeLink("#p=x&r=zzz&e=%3Cimg%3E")).toEqual({ kind: "example", example: "x", settings: [] });
});

test("settingsBetween gives the settings that turn one document into another", async () => {
  const to: ScenarioDocument = {
    ...doc,
    seed: 7,
    title: "12",
    network: { forward: { ...dumbbellOf(doc)?.forward, queue: { kind: "drop_tail", limit: { bdp: 1 } } } },
    flows: [{ id: "near", algorithm: "cubic", params: { beta: 0.8 } }],
  };
  const settings = settingsBetween(doc, to);
  const decoded = await decodeLink(encodeReadable("x", settings ?? []));
  expect(decoded.kind).toBe("example");
  if (decoded.kind === "example") expect(applySettings(doc, decoded.settings)).toEqual(to);
  expect(settingsBetween(doc, { ...doc, flows: [] })).toBeNull();
  const { title: _title, ...untitled } = doc;
  expect(settingsBetween(doc, untitled as ScenarioDocument)).toBeNull();
});

test("a readable link cannot change prototypes", async () => {
  expect(await decodeLink("#p=x&__proto__.polluted=1")).toMatchObject({ kind: "problem" });
  expect(await decodeLink("#p=x&network.constructor.prototype.a=1")).toMatchObject({ kind: "problem" });
});

test("a readable link contains the view", async () => {
  const view = { t: 12.3, z: [5, 20.5] as const, b: [6, 7] as const };
  const link = encodeReadable("near-far", [], { view });
  expect(link).toBe("#p=near-far&t=12.3&z=5_20.5&b=6_7");
  expect(await decodeLink(link)).toMatchObject({ kind: "example", view });
  for (const bad of ["t=-1", "t=1e999", "t=x", "t=", "z=5", "z=9_5", "z=1_2_3", "b=_"])
    expect(await decodeLink(`#p=near-far&${bad}`), bad).not.toHaveProperty("view");
});

test("both forms of links contain the charts and the opened groups", async () => {
  const view = { c: ["rate.total", "queue.ms"], o: ["web", "group:50 % ~ one"] };
  const readable = encodeReadable("near-far", [], { view });
  expect(readable).toContain("&c=rate.total~queue.ms");
  expect(await decodeLink(readable)).toMatchObject({ kind: "example", view });
  const packed = await encodeLink({ scenario: { v: 1 }, view });
  expect(await decodeLink(packed)).toMatchObject({ kind: "scenario", content: { view } });
  const many = JSON.stringify(Array.from({ length: 51 }, () => "a"));
  for (const bad of ["o=%5B", "o=1", "o=[1]", `o=${encodeURIComponent(many)}`])
    expect(await decodeLink(`#p=near-far&${bad}`), bad).not.toHaveProperty("view");
});
