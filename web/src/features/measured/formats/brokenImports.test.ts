// Files that cannot be read, with the place of the problem, and damaged files at random: the only error is an
// ImportError, in a bounded time.
import { describe, expect, test } from "vitest";
import { ImportError, LIMITS, type ProblemCode, type ProblemPlace } from "../../../engine/imports/types.ts";
import { firstError } from "./json.ts";
import { readImport, unpack } from "./readImport.ts";
import { bytesOf, gzipped, pcapOf, TOOL_FILES, toolFile, udpPacket, viewOf } from "./testFiles.ts";

async function problemOf(bytes: Uint8Array<ArrayBuffer>): Promise<ImportError["problem"]> {
  try {
    await readImport(bytes);
  } catch (error) {
    if (error instanceof ImportError) return error.problem;
    throw error;
  }
  throw new Error("the file was read");
}

const text = (name: Parameters<typeof toolFile>[0]): string => new TextDecoder().decode(toolFile(name));

const table = (seventh: string): string =>
  ["time,rate", "0,1", "1,2", "2,3", "3,4", "4,5", seventh, "6,7", ""].join("\n");

const CASES: readonly (readonly [string, () => Uint8Array<ArrayBuffer>, ProblemCode, ProblemPlace])[] = [
  ["an empty file", () => new Uint8Array(0), "empty", {}],
  ["a file of spaces", () => bytesOf(" \n \n"), "empty", {}],
  ["an empty gzip", () => gzipped(new Uint8Array(0)), "empty", {}],
  ["a text in line 7", () => bytesOf(table("5,fast")), "notANumber", { line: 7, column: "rate" }],
  ["a text as time in line 7", () => bytesOf(table("five,6")), "notANumber", { line: 7, column: "time" }],
  ["a time that decreases", () => bytesOf(table("2.5,6")), "timesDecrease", { line: 7, column: "time" }],
  ["what iperf3 shows", () => bytesOf("Connecting to host a, port 5201\n"), "iperf3Text", {}],
  ["a table without times", () => bytesOf("a,rate\n1,2\n"), "noTimeColumn", { line: 1 }],
  ["a table without values", () => bytesOf("time,colour\n1,2\n"), "noValueColumn", { line: 1 }],
  ["a table of one column", () => bytesOf("1\n2\n"), "noValueColumn", { line: 1 }],
  [
    "iperf3 with a wrong field",
    () => bytesOf(text("iperf3-udp.json").replace(/"bytes":\s*\d{4,}/, '"bytes": "many"')),
    "wrongField",
    { field: "intervals[0].streams[0].bytes" },
  ],
  [
    "iperf3 without a field",
    () => bytesOf(text("iperf3-udp.json").replace(/"socket":\s*5,(?=\s*"start")/, "")),
    "missingField",
    { field: "intervals[0].streams[0].socket" },
  ],
  [
    "an error of iperf3",
    () => bytesOf('{"start":{},"error":"unable to connect"}'),
    "toolError",
    { field: "error" },
  ],
  ["JSON that ends early", () => bytesOf('{\n "intervals": [\n'), "damagedJson", { line: 3, byte: 18 }],
  ["other JSON", () => bytesOf('{"v":1}'), "unknownFormat", { byte: 0 }],
  ["a binary file", () => new Uint8Array(64).map((_, i) => i), "unknownFormat", { byte: 0 }],
  ["a truncated header of a capture", () => toolFile("lo.pcap").slice(0, 20), "damagedCapture", { byte: 20 }],
  ["a capture without packets", () => toolFile("lo.pcap").slice(0, 24), "noPackets", { byte: 24 }],
  [
    "a capture that ends in its first packet",
    () => toolFile("lo.pcap").slice(0, 50),
    "damagedCapture",
    { byte: 24 },
  ],
  ["a link type that is not read", () => pcapOf([], { little: true, link: 127 }), "linkType", { byte: 20 }],
  ["flent without results", () => bytesOf('{"x_values":[0,1],"results":{}}'), "noSeries", {}],
  [
    "flent with a wrong number of values",
    () => bytesOf('{"x_values":[0,1],"results":{"TCP upload":[1]}}'),
    "wrongField",
    { field: "results.TCP upload" },
  ],
];

describe("a message has the place", () => {
  test.each(CASES)("%s", async (_, make, code, place) => {
    expect(await problemOf(make())).toMatchObject({ code, place });
  });

  test("the message about a gzip that ends early states after how many bytes", async () => {
    const whole = toolFile("tcp_nup.flent.gz");
    const { code, place } = await problemOf(whole.slice(0, 5000));
    expect(code).toBe("damagedGzip");
    expect(place.byte).toBeGreaterThanOrEqual(0);
  });

  test("the message about a packet with an impossible length states the position of the length", async () => {
    const packet = { seconds: 1, fraction: 0, data: udpPacket(100) };
    const bytes = pcapOf([packet, packet], { little: false, link: 101 });
    const second = 24 + 16 + 128;
    viewOf(bytes).setUint32(second + 8, 0x7fffffff);
    expect(await problemOf(bytes)).toMatchObject({ code: "damagedCapture", place: { byte: second + 8 } });
  });
});

describe("sizes are limited", () => {
  test("a file above the limit is refused before it is read", async () => {
    expect(await problemOf(new Uint8Array(LIMITS.file + 1))).toMatchObject({ code: "tooLarge" });
  });

  test("a small file that unpacks to more than the limit is refused", async () => {
    const bomb = gzipped(new Uint8Array(20_000_000));
    expect(bomb.length).toBeLessThan(50_000);
    await expect(unpack(bomb, 1_000_000)).rejects.toMatchObject({ problem: { code: "unpacksTooLarge" } });
  });

  test("a table with too many rows names the first row too many", async () => {
    const rows = "1,2\n".repeat(LIMITS.rows + 1);
    expect(await problemOf(bytesOf(rows))).toMatchObject({
      code: "tooManyRows",
      place: { line: LIMITS.rows + 1 },
    });
  });

  test("packets centuries apart do not make centuries of bins", async () => {
    const data = udpPacket(100);
    const packets = [0, 0xfffffffe].map((seconds) => ({ seconds, fraction: 0, data }));
    const { series } = await readImport(pcapOf(packets, { little: true, link: 101 }));
    expect(series[0]?.values.length).toBeLessThanOrEqual(20_000);
  });

  test("each packet of a flow of its own: the flows with the most bytes are listed", async () => {
    const packets = Array.from({ length: 500 }, (_, i) => ({
      seconds: i,
      fraction: 0,
      data: udpPacket(i, [i + 1, 9]),
    }));
    const { series, notes } = await readImport(pcapOf(packets, { little: true, link: 101 }));
    expect(series).toHaveLength(LIMITS.listed);
    expect(series[0]?.name).toMatchObject({ from: "A:500" });
    expect(notes).toEqual([{ code: "moreFlows", shown: LIMITS.listed, all: 500 }]);
  });
});

describe("the place of a syntax error in JSON", () => {
  test.each([
    ['{"a": 1,}', 8],
    ["[1, 2", 5],
    ['{"a" 1}', 5],
    ['["a\\x"]', 1],
    ["[1] 2", 4],
    ["", 0],
    ["[01]", 2],
  ])("%s", (broken, at) => {
    expect(() => JSON.parse(broken) as unknown).toThrow();
    expect(firstError(broken)).toBe(at);
  });

  test("deeply nested brackets do not exhaust the stack", async () => {
    expect((await problemOf(bytesOf("[".repeat(2_000_000)))).code).toMatch(/damagedJson|unknownFormat/);
  });
});

/** Numbers from 0 to 1 that repeat with the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Reads a damaged file. Fails on any error but an ImportError, and on values that no chart can draw. */
async function readDamaged(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const { series } = await readImport(bytes);
    for (const { starts, ends, values } of series) {
      expect(values.every(Number.isFinite)).toBe(true);
      expect(starts.every((t, i) => t <= (ends[i] ?? Number.NaN) && t >= (ends[i - 1] ?? t))).toBe(true);
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
  }
}

describe("files damaged at random", () => {
  test.each(TOOL_FILES)("%s", async (name) => {
    const whole = toolFile(name);
    const unpacked = await unpack(whole);
    const random = randomFrom(name.length);
    for (let round = 0; round < 60; round += 1) {
      const source = round % 2 === 0 ? whole : unpacked;
      await readDamaged(source.slice(0, Math.floor(random() * source.length)));
      const flipped = source.slice();
      const flips = 1 + Math.floor(random() * 12);
      // Half of the flips are near the start, where the headers are.
      for (let i = 0; i < flips; i += 1) {
        const at = Math.floor(random() * (random() < 0.5 ? Math.min(400, flipped.length) : flipped.length));
        flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      }
      await readDamaged(flipped);
    }
  });

  test("noise", async () => {
    const random = randomFrom(7);
    for (let round = 0; round < 300; round += 1) {
      const noise = Uint8Array.from({ length: Math.floor(random() * 600) }, () => Math.floor(random() * 256));
      // The beginnings of known formats lead further into the readers.
      const start = [[], [0xd4, 0xc3, 0xb2, 0xa1], [0x0a, 0x0d, 0x0d, 0x0a], [0x1f, 0x8b], [0x1e], [0x7b]][
        round % 6
      ];
      noise.set((start ?? []).slice(0, noise.length));
      await readDamaged(noise);
    }
  });
});
