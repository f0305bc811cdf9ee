// @vitest-environment jsdom
// Exports, table, descriptions and keys of a complete time chart. jsdom computes no layout, so element sizes
// are set below.
import { inflateSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadWasm } from "../engine/testWasm.ts";
import { EventCode } from "../generated/constants.ts";
import { csvText } from "./exportCsv.ts";
import { addTextChunks, crc32 } from "./exportPng.ts";
import { FrameLoop } from "./frame.ts";
import { counter, gauge, SOLID } from "./tests/testSeries.ts";
import { createTimeChart, type TimeChart } from "./time/timeContent.ts";
import type { TimeChartOptions } from "./time/timePlot.ts";
import { TimeView } from "./timeView.ts";

const withPlainSpaces = (text: string): string => text.replaceAll("\u202f", " ");

let frame: ((now: number) => void) | null = null;
let now = 0;
const loop = new FrameLoop({
  request: (callback) => {
    frame = callback;
    return 1;
  },
  cancel: () => {},
  now: () => 0,
});

function runFrame(): void {
  const callback = frame;
  frame = null;
  now += 16;
  callback?.(now);
}

let host: HTMLElement;
let chart: TimeChart;
let timeView: TimeView;

const delivered = counter(0.5, [1000, 2500, 2500, 5000]);
const run = { computedTo: 2 };
const events = { rows: 2, data: Float64Array.from([0.7, 1, 0, 0, 2, 1.4, 4, 0, 0.2, 1]) };

function make(options: Partial<TimeChartOptions> = {}): void {
  timeView = new TimeView(2);
  chart = createTimeChart(host, { title: "Rate", unit: "bit/s", timeView, loop, ...options });
  chart.update({
    lines: [
      {
        id: "near",
        label: "near <1>",
        run,
        series: delivered,
        view: { kind: "rate", interval: 1 },
        scale: 8,
        style: SOLID,
      },
      {
        id: "old",
        flow: "near",
        label: "near",
        run,
        series: delivered,
        view: { kind: "rate", interval: 1 },
        scale: 8,
        style: SOLID,
        ghost: true,
      },
    ],
    references: [{ id: "capacity", label: "capacity", value: 40_000, extendsAxis: true }],
    events: { events, lineOf: () => null },
  });
}

beforeAll(loadWasm);

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 800 });
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 200 });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  host = document.createElement("div");
  document.body.append(host);
});

afterEach(() => {
  chart.destroy();
  host.remove();
});

describe("CSV", () => {
  it("contains amounts that add up to the recorded total", async () => {
    make();
    const lines = (await chart.toCSV({ link: "https://example.org/#s=abc" })).split("\r\n");
    expect(lines[0]).toBe("# Fairshare: Rate - https://example.org/#s=abc");
    expect(lines[1]).toContain("bins of 0.5 s");
    expect(lines[2]).toBe("t,flow,metric,value");
    const rows = lines
      .slice(3)
      .filter((line) => line !== "")
      .map((line) => line.split(","));
    const amounts = rows.filter((row) => row[2] === "delivered_bytes");
    expect(amounts.map((row) => Number(row[3]))).toEqual([1000, 1500, 0, 2500]);
    expect(amounts.reduce((sum, row) => sum + Number(row[3]), 0)).toBe(5000);
    const rates = rows.filter((row) => row[2] === "delivered_mean_bit_per_s");
    // The last value is the mean over the last second: (5000 - 2500) bytes * 8 bits = 20000 bit/s.
    expect(Number(rates.at(-1)?.[3])).toBe(20_000);
    expect(rows.length).toBe(8);
  });

  it("quotes cells with special characters and prevents cells from being formulas", () => {
    const text = csvText({ title: "a\nb" }, ["t", "flow", "metric"], [[0.1 + 0.2, 'x,"y"', "=1+1"]]);
    expect(text).toBe(`# a b\r\nt,flow,metric\r\n0.3,"x,""y""",'=1+1\r\n`);
  });
});

describe("SVG", () => {
  it("is well-formed and contains text, link and every bin", async () => {
    make();
    const source = await chart.toSVG({ link: "https://example.org/?a=1&b=2", background: "white" });
    const doc = new DOMParser().parseFromString(source, "image/svg+xml");
    expect(doc.querySelector("parsererror")).toBeNull();
    expect(doc.querySelector("metadata")?.textContent).toContain("https://example.org/?a=1&b=2");
    const texts = [...doc.querySelectorAll("text")].map((element) => element.textContent);
    expect(texts).toContain("near <1>");
    expect(texts).toContain("capacity");
    const path = [...doc.querySelectorAll("g[clip-path] path")].at(-1)?.getAttribute("d") ?? "";
    expect(path.match(/[ML]/g)?.length).toBe(4);
  });
});

describe("the text of an SVG document", () => {
  const textOf = async (): Promise<string> => {
    const doc = new DOMParser().parseFromString(await chart.toSVG(), "image/svg+xml");
    return withPlainSpaces(doc.querySelector("desc")?.textContent ?? "");
  };

  it("is about the window that the picture shows, wherever the playhead is", async () => {
    make();
    timeView.setPlayhead(0.5);
    expect(await textOf()).toMatch(/^Rate, 0.0 s to 2.0 s: near <1> averages 20 kb\/s/);
    timeView.setDomain(1, 2);
    expect(await textOf()).toMatch(/^Rate, 1.0 s to 2.0 s: /);
  });
});

describe("PNG text", () => {
  it("is written after the header chunk with a correct checksum", () => {
    const base =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";
    const png = Uint8Array.from(atob(base), (c) => c.charCodeAt(0));
    const out = addTextChunks(png, [["Source", "https://example.org/#s=abc"]]);
    const view = new DataView(out.buffer);
    const chunks: { type: string; body: Uint8Array }[] = [];
    for (let at = 8; at < out.length; ) {
      const length = view.getUint32(at);
      const typed = out.subarray(at + 4, at + 8 + length);
      expect(view.getUint32(at + 8 + length)).toBe(crc32(typed));
      chunks.push({ type: String.fromCharCode(...typed.subarray(0, 4)), body: typed.subarray(4) });
      at += 12 + length;
    }
    expect(chunks.map((chunk) => chunk.type)).toEqual(["IHDR", "tEXt", "IDAT", "IEND"]);
    expect(String.fromCharCode(...(chunks[1]?.body ?? []))).toBe("Source\0https://example.org/#s=abc");
    expect(inflateSync(chunks[2]?.body ?? new Uint8Array()).length).toBeGreaterThan(0);
    expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  });
});

describe("words and numbers", () => {
  it("describe the run up to the playhead", () => {
    make();
    // 5000 bytes in 2 s are 20 kb/s. Two packets were dropped, and one timeout occurred.
    expect(withPlainSpaces(chart.describe())).toBe(
      "Rate, 0.0 s to 2.0 s: near <1> averages 20 kb/s (from 12 kb/s to 20 kb/s). 2 drops and 1 timeout.",
    );
    timeView.setPlayhead(1);
    // 2500 bytes were delivered in the first second.
    expect(withPlainSpaces(chart.describe())).toContain(
      "near <1> averages 20 kb/s (from 16 kb/s to 20 kb/s). 2 drops.",
    );
  });

  it("describe many lines by their mean and their extremes", () => {
    make();
    const line = (i: number) => {
      const series = counter(1, [125 * (i + 1), 250 * (i + 1)]);
      return {
        id: `f${i}`,
        label: `f${i}`,
        run,
        series,
        view: { kind: "rate", interval: 1 },
        scale: 8,
        style: SOLID,
      } as const;
    };
    chart.update({ lines: Array.from({ length: 9 }, (_, i) => line(i)) });
    // The constant rates of the lines are 1000 to 9000 bit/s.
    expect(withPlainSpaces(chart.describe())).toBe(
      "Rate, 0.0 s to 2.0 s: 9 lines average 5 kb/s each; highest f8 with 9 kb/s, lowest f0 with 1 kb/s.",
    );
  });

  it("make a table with at most the requested number of rows", () => {
    make();
    const { columns, rows } = chart.table();
    expect(columns.map((column) => column.label)).toEqual(["Time, s", "near <1>, kb/s"]);
    expect(rows.map((row) => row[0])).toEqual([0.5, 1, 1.5, 2]);
    expect(rows.map((row) => row[1])).toEqual([16_000, 20_000, 12_000, 20_000]);
    const [time, near] = columns;
    expect(rows.map(([t]) => time?.text?.(Number(t)))).toEqual(["0.5", "1.0", "1.5", "2.0"]);
    expect(rows.map(([, rate]) => near?.text?.(Number(rate)))).toEqual(["16.0", "20.0", "12.0", "20.0"]);
    expect(chart.table(2).rows.length).toBe(2);
  });
});

describe("keys", () => {
  const press = (key: string): void => {
    const plot = host.querySelector(".fs-plot");
    plot?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  };
  /** What a screen reader says when a key is pressed. */
  const said = (key: string): string => {
    press(key);
    return withPlainSpaces(host.querySelector('[role="status"]')?.textContent ?? "");
  };

  it("announce an event with the value of the line on which it is drawn", () => {
    make();
    const line = (id: string) =>
      ({
        id,
        label: id,
        run,
        series: delivered,
        view: { kind: "rate", interval: 1 },
        scale: 8,
        style: SOLID,
      }) as const;
    chart.update({ lines: [line("near"), line("far")], events: { events, lineOf: () => "far" } });
    runFrame();
    timeView.setCursor(0.5);
    expect(said("]")).toBe("0.70 s, far: 18.3 kb/s, drops");
    // Further steps in time read the same line.
    expect(said("ArrowRight")).toContain("far");
  });

  it("move the cursor", () => {
    const onPick = vi.fn();
    make({ onPick });
    runFrame();
    timeView.setCursor(0.5);
    // Until 0.7 s, 1000 + 1500 * 0.2 / 0.5 = 1600 bytes have arrived: 12800 bits in 0.7 s are 18.3 kb/s.
    expect(said("]")).toBe("0.70 s, near <1>: 18.3 kb/s, drops");
    press("Enter");
    expect(onPick).toHaveBeenCalledTimes(1);
    expect(onPick.mock.calls[0]?.[0]).toMatchObject({ code: EventCode.drop, count: 2 });
    expect(said("[")).toContain("no earlier event");
    press("Home");
    expect(timeView.state.cursor).toBe(0);
    press("+");
    expect(timeView.state.domain[1] - timeView.state.domain[0]).toBeLessThan(2);
  });
});

describe("the caption", () => {
  it("states unit and averaging interval", () => {
    make();
    runFrame();
    runFrame();
    expect(withPlainSpaces(host.querySelector(".fs-chart-note")?.textContent ?? "")).toMatch(
      /^kb\/s\s+\u00b7\s+mean over 1 s$/,
    );
  });

  it("shows the given text when there are no lines", () => {
    make();
    chart.update({ lines: [], emptyText: "No flows. Add one." });
    runFrame();
    expect(host.querySelector(".fs-empty")?.textContent).toBe("No flows. Add one.");
  });
});

describe("gauges", () => {
  it("export min, max and last of every bin", async () => {
    timeView = new TimeView(2);
    chart = createTimeChart(host, { title: "Window", unit: "packets", timeView, loop });
    const series = gauge(1, [
      [1, 4, 3],
      [2, 8, 8],
    ]);
    chart.update({ lines: [{ id: "a", label: "a", run, series, view: { kind: "value" }, style: SOLID }] });
    const lines = (await chart.toCSV()).split("\r\n").slice(3, -1);
    expect(lines).toEqual([
      "1,a,cwnd_min_packets,1",
      "1,a,cwnd_max_packets,4",
      "1,a,cwnd_last_packets,3",
      "2,a,cwnd_min_packets,2",
      "2,a,cwnd_max_packets,8",
      "2,a,cwnd_last_packets,8",
    ]);
  });
});
