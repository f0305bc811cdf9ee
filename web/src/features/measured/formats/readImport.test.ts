// Files of the real tools (testData/README.md). The expected numbers come from the tools: sums of tshark's
// fields, and of the files' own bytes. Files that `fairshare export` wrote are read as well.
import { describe, expect, test } from "vitest";
import type { ImportedFile, ImportedSeries, Quantity, SeriesName } from "../../../engine/imports/types.ts";
import { readImport } from "./readImport.ts";
import { bytesIn, bytesOf, joined, ownExport, pcapOf, toolFile, udpPacket } from "./testFiles.ts";

const isNamed = (name: SeriesName, part: object): boolean =>
  Object.entries(part).every(([key, value]) =>
    Object.entries(name).some(([k, v]) => k === key && v === value),
  );

function find(file: ImportedFile, quantity: Quantity, part: object): ImportedSeries {
  const found = file.series.find((one) => one.quantity === quantity && isNamed(one.name, part));
  if (!found) throw new Error(`no ${quantity} of ${JSON.stringify(part)}`);
  return found;
}

const meanOf = ({ values }: ImportedSeries): number => values.reduce((a, b) => a + b, 0) / values.length;

describe("flent", () => {
  test("rates and round trips have the values of the file", async () => {
    const file = await readImport(toolFile("tcp_nup.flent.gz"));
    expect(file.format).toBe("flent");
    const sum = find(file, "rate", { text: "TCP upload sum" });
    expect(sum.values).toHaveLength(31);
    expect(meanOf(sum)).toBeCloseTo(7_184_231.7, 0);
    // The first of 26 empty steps of 0.2 s is at 0; the first value is the mean from 5.0 s to 5.2 s, after
    // the first ping at -0.2 s.
    expect(sum.ends[0]).toBeCloseTo(5.4, 9);
    expect((sum.ends[0] ?? 0) - (sum.starts[0] ?? 0)).toBeCloseTo(0.2, 9);
    expect(meanOf(find(file, "rtt", { text: "TCP upload::1 tcp_rtt" }))).toBeCloseTo(0.0600466, 6);
    const ping = find(file, "rtt", { text: "Ping (ms) ICMP" });
    expect(ping.values).toHaveLength(79);
    expect(meanOf(ping)).toBeCloseTo(0.034066, 5);
    // Windows and shares are in no chart.
    expect(file.series.some(({ name }) => name.kind === "own" && /cwnd|fairness|var/.test(name.text))).toBe(
      false,
    );
  });

  test("an export of a run is read", async () => {
    const file = await readImport(ownExport("run.flent.gz"));
    expect(find(file, "rate", { text: "TCP upload::1" }).values.slice(0, 3)).toEqual(
      Float64Array.of(600_000, 1_920_000, 2_040_000),
    );
    expect(find(file, "rtt", { text: "Ping (ms) ICMP" }).values[1]).toBeCloseTo(0.086, 6);
  });
});

describe("iperf3", () => {
  test.each([
    ["iperf3-tcp.json", [376_000]],
    ["iperf3-two-streams.json", [7_481_816, 4_461_288, 3_020_528]],
    ["iperf3-udp.json", [1_000_568]],
    ["iperf3-bidir.json", [2_759_888, 1_643_480]],
    ["iperf3-reverse.json", [2_790_296]],
  ] as const)("%s has the bytes of its intervals", async (name, expected) => {
    const file = await readImport(toolFile(name));
    expect(file.format).toBe("iperf3");
    const rates = file.series.filter(({ quantity }) => quantity === "rate");
    expect(rates).toHaveLength(expected.length);
    // An interval that begins before the end of the previous interval is shortened by less than 0.1 %.
    rates.forEach((rate, i) => {
      expect(Math.abs(bytesIn(rate) / (expected[i] ?? 0) - 1)).toBeLessThan(1e-3);
    });
  });

  test("streams have round trips", async () => {
    const file = await readImport(toolFile("iperf3-bidir.json"));
    expect(find(file, "rtt", { kind: "stream", number: 1 }).values).toHaveLength(4);
    expect(find(file, "rate", { kind: "stream", number: 1 }).name).toMatchObject({ received: false });
    expect(find(file, "rate", { kind: "stream", number: 2 }).name).toMatchObject({ received: true });
    const rtt = find(await readImport(toolFile("iperf3-two-streams.json")), "rtt", { number: 1 });
    expect(rtt.values[2]).toBeCloseTo(0.086618, 9);
  });

  test("the lines of --json-stream are read", async () => {
    const interval = (start: number): string =>
      JSON.stringify({
        event: "interval",
        data: {
          streams: [{ socket: 5, start, end: start + 1, bytes: 1000, rtt: 20_000, sender: true }],
          sum: {},
        },
      });
    const text = [
      '{"event":"start","data":{}}',
      interval(0),
      interval(1),
      '{"event":"end","data":{}}',
      "",
    ].join("\n");
    await expect(readImport(bytesOf(text))).rejects.toMatchObject({
      problem: { code: "missingField", place: { field: "line 2: data.sum.start" } },
    });
    const file = await readImport(bytesOf(text.replaceAll(',"sum":{}', "")));
    expect(find(file, "rate", { number: 1 }).values).toEqual(Float64Array.of(8000, 8000));
    expect(find(file, "rtt", { number: 1 }).values).toEqual(Float64Array.of(0.02, 0.02));
  });
});

describe("qlog", () => {
  test("packets and round trips of aioquic", async () => {
    const file = await readImport(toolFile("aioquic.qlog.gz"));
    expect(file.format).toBe("qlog");
    expect(bytesIn(find(file, "rate", { kind: "sent", vantage: "server" }))).toBeCloseTo(124_674, 3);
    expect(bytesIn(find(file, "rate", { kind: "received" }))).toBeCloseTo(3343, 3);
    const rtt = find(file, "rtt", { vantage: "server" });
    expect(rtt.values).toHaveLength(50);
    expect(rtt.values[3]).toBeCloseTo(0.007719084, 9);
  });

  test("the sequence that a run is exported to", async () => {
    const text = new TextDecoder().decode(ownExport("run.sqlog"));
    const lengths = [...text.matchAll(/"quic:packet_sent".*?"length":(\d+)/g)].map((found) =>
      Number(found[1]),
    );
    const file = await readImport(ownExport("run.sqlog"));
    expect(lengths.length).toBeGreaterThan(50);
    expect(bytesIn(find(file, "rate", { kind: "sent" }))).toBeCloseTo(
      lengths.reduce((a, b) => a + b),
      3,
    );
    expect(file.notes).toEqual([]);
  });

  test("a broken record of a sequence is passed over and counted", async () => {
    const records = [
      '{"trace":{}}',
      '{"time":1,"name":"x:packet_sent","data":{"raw":{"length":100}}}',
      '{"time":2,"na',
    ];
    const file = await readImport(bytesOf(records.map((record) => `\u001e${record}\n`).join("")));
    expect(file.notes).toEqual([{ code: "skippedLines", lines: 1, first: 3 }]);
    expect(bytesIn(find(file, "rate", { kind: "sent" }))).toBeCloseTo(100, 6);
  });

  test("times relative to the previous event, and events as lists", async () => {
    const relative = {
      qlog_version: "0.4",
      traces: [
        {
          common_fields: { time_format: "relative_to_previous_event" },
          events: [10, 20, 30].map((time) => ({
            time,
            name: "quic:recovery_metrics_updated",
            data: { smoothed_rtt: time },
          })),
        },
      ],
    };
    const rtt = find(await readImport(bytesOf(JSON.stringify(relative))), "rtt", {});
    expect([...rtt.starts].map((t) => Math.round(t * 1e3))).toEqual([0, 20, 50]);
    const listed = {
      qlog_version: "draft-01",
      traces: [
        {
          event_fields: ["relative_time", "category", "event_type", "data"],
          events: [[5, "transport", "packet_sent", { header: { packet_size: 500 } }]],
        },
      ],
    };
    expect(bytesIn(find(await readImport(bytesOf(JSON.stringify(listed))), "rate", {}))).toBeCloseTo(500, 6);
  });
});

describe("captures", () => {
  // The sums of tshark's `ip.len`, or `ipv6.plen` with 40 bytes for each header.
  test.each([
    ["lo.pcap", [381_089, 5052, 995, 481]],
    ["lo-nano.pcap", [381_141, 5104, 1152, 1048]],
    ["any-sll.pcap", [381_141, 5104, 1152, 1048]],
    ["any-sll2.pcap", [381_141, 5104, 1152, 1048]],
    ["ipv6.pcap", [66_725, 4616, 693, 516]],
    ["two-flows.pcapng", [363_245, 21_097, 14_144, 1281, 1122, 848]],
  ] as const)("%s has the bytes of each five-tuple", async (name, expected) => {
    const { series } = await readImport(toolFile(name));
    const sums = series
      .filter(({ quantity }) => quantity === "rate")
      .map((rate) => Math.round(bytesIn(rate)));
    expect(sums).toEqual(expected);
  });

  test("raw IP, version 4 and 6", async () => {
    const { series } = await readImport(toolFile("tun-raw.pcap"));
    const sums = series.map((rate) => bytesIn(rate)).reduce((a, b) => a + b, 0);
    expect(Math.round(sums)).toBe(51_956);
    expect(series.map(({ name }) => name)).toEqual([
      { kind: "flow", protocol: "UDP", from: "A:6000", to: "B:7000" },
      { kind: "flow", protocol: "UDP", from: "C:6000", to: "D:7000" },
    ]);
  });

  test("hosts are letters: the page receives no addresses", async () => {
    for (const name of ["lo.pcap", "ipv6.pcap", "two-flows.pcapng"] as const) {
      const text = JSON.stringify((await readImport(toolFile(name))).series.map((one) => one.name));
      expect(text).toMatch(/"from":"A:\d+"/);
      expect(text).not.toMatch(/127\.0|::1|7f00/);
    }
  });

  test("the round trips of a slow link are those that tshark finds", async () => {
    const file = await readImport(toolFile("two-flows.pcapng"));
    const rtt = find(file, "rtt", { from: "A:45006" });
    // tshark also takes acknowledgements of retransmissions, so the means are close, not equal.
    expect(meanOf(rtt)).toBeGreaterThan(0.05);
    expect(meanOf(rtt)).toBeLessThan(0.08);
    expect(meanOf(find(await readImport(toolFile("lo.pcap")), "rtt", { from: "A:48346" }))).toBeCloseTo(
      2.7e-5,
      5,
    );
  });

  const ethernet = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 8, 0];
  const vlan = [...ethernet.slice(0, 12), 0x81, 0, 0, 7, 8, 0];
  const sll = [0, 0, 3, 4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0];
  const sll2 = [8, 0, 0, 0, 0, 0, 0, 1, 3, 4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0];
  test.each([
    ["Ethernet", 1, ethernet],
    ["Ethernet with a VLAN tag", 1, vlan],
    ["Linux cooked", 113, sll],
    ["Linux cooked v2", 276, sll2],
    ["raw IP", 101, []],
    ["IPv4", 228, []],
    ["loopback, little endian", 0, [2, 0, 0, 0]],
    ["loopback, big endian", 0, [0, 0, 0, 2]],
    ["OpenBSD loopback", 108, [0, 0, 0, 2]],
  ] as const)("%s in both byte orders and both units of time", async (_, link, header) => {
    const data = joined(header, udpPacket(972));
    for (const little of [true, false])
      for (const nanoseconds of [true, false]) {
        const fraction = nanoseconds ? 250_000_000 : 250_000;
        const packets = [
          { seconds: 1_700_000_000, fraction: 0, data },
          { seconds: 1_700_000_000, fraction, data },
        ];
        const { series } = await readImport(pcapOf(packets, { little, link, nanoseconds }));
        expect(series).toHaveLength(1);
        expect(bytesIn(series[0] as ImportedSeries)).toBeCloseTo(2000, 6);
        expect(series[0]?.starts.at(-1)).toBeCloseTo(0.25, 9);
      }
  });

  test("the capture that a run is exported to", async () => {
    const file = await readImport(ownExport("run.pcapng"));
    expect(file.format).toBe("pcapng");
    // The sums of tshark's `ip.len`.
    expect(bytesIn(find(file, "rate", { protocol: "TCP" }))).toBeCloseTo(156_052, 3);
    expect(bytesIn(find(file, "rate", { protocol: "UDP" }))).toBeCloseTo(3000, 3);
    expect(find(file, "rtt", { protocol: "TCP" }).values.length).toBeGreaterThan(30);
  });

  test("a capture that ends within a packet is read up to there", async () => {
    const bytes = toolFile("lo.pcap").slice(0, 10_000);
    const { notes, series } = await readImport(bytes);
    const [note] = notes;
    expect(note).toMatchObject({ code: "endsEarly" });
    expect(note?.code === "endsEarly" && note.byte > 9800 && note.byte < 10_000 && note.packets > 80).toBe(
      true,
    );
    expect(series.length).toBeGreaterThan(0);
  });
});

describe("tables", () => {
  const read = (text: string): Promise<ImportedFile> => readImport(bytesOf(text));

  test("titles with units, in several dialects", async () => {
    const cases = [
      "time (s),rate (Mbit/s),rtt (ms)\n0,1.5,20\n1,2.5,30\n",
      "time_s;rate_mbps;ping_ms\r\n0;1,5;20\r\n1;2,5;30\r\n",
      "# made by hand\nt\tthroughput [kbit/s]\tround-trip time [s]\n10\t1500\t0.02\n11\t2500\t0.03\n",
      "timestamp,goodput (bit/s),latency (us)\n2026-11-23T10:00:00Z,1500000,20000\n2026-11-23T10:00:01Z,2500000,30000\n",
      '"Time (ms)","Rate, measured (kB/s)","RTT (ms)"\n0,187.5,20\n1000,312.5,30\n',
    ];
    for (const text of cases) {
      const file = await read(text);
      const [rate, rtt] = [find(file, "rate", {}), find(file, "rtt", {})];
      expect([...rate.values].map(Math.round), text).toEqual([1_500_000, 2_500_000]);
      expect(
        [...rtt.values].map((value) => Math.round(value * 1e3)),
        text,
      ).toEqual([20, 30]);
      expect(
        [...rate.starts].map((t) => Math.round(t * 1e6) / 1e6),
        text,
      ).toEqual([0, 1]);
      expect(
        [...rate.ends].map((t) => Math.round(t * 1e6) / 1e6),
        text,
      ).toEqual([1, 2]);
    }
  });

  test("without titles, the columns are seconds and bit/s", async () => {
    const file = await read("0 1000\n1 2000\n2 nan\n3 3000\n");
    expect([...(file.series[0]?.values ?? [])]).toEqual([1000, 2000, 3000]);
    expect([...(file.series[0]?.starts ?? [])]).toEqual([0, 1, 3]);
    expect(file.notes).toEqual([{ code: "assumedUnit", column: "2", unit: "bit/s" }]);
  });

  test("delays are no rates", async () => {
    const file = await read("t,delay (ms)\n0,5\n1,6\n");
    expect(file.series.map(({ quantity }) => quantity)).toEqual(["delay"]);
  });
});
