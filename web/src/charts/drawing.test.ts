// @vitest-environment jsdom Tests of what charts draw, and in which frames. The canvas context counts calls
// of lineTo and clearRect.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadWasm } from "../engine/testWasm.ts";
import { type BarItem, createBarChart } from "./barChart.ts";
import { FrameLoop } from "./frame.ts";
import type { PictureTarget } from "./network/choice.ts";
import type { PictureFlow } from "./network/drawNetwork.ts";
import { meshPlan } from "./network/meshPlan.ts";
import { createNetworkPicture } from "./network/networkPicture.ts";
import { dumbbellPlan } from "./network/plan.ts";
import { counter, SOLID } from "./tests/testSeries.ts";
import { plainTheme } from "./theme.ts";
import { createTimeChart, type TimeChart } from "./time/timeContent.ts";
import { TimeView } from "./timeView.ts";

const withPlainSpaces = (text: string): string => text.replaceAll("\u202f", " ");

const calls = { lineTo: 0, clearRect: 0 };
const nothing = (): void => {};
const context = new Proxy(
  {},
  {
    get: (_target, name) => {
      if (name === "lineTo") return () => (calls.lineTo += 1);
      if (name === "clearRect") return () => (calls.clearRect += 1);
      return nothing;
    },
    set: () => true,
  },
) as CanvasRenderingContext2D;

let frame: ((now: number) => void) | null = null;
let clock = 0;
let now = 0;
const loop = new FrameLoop({
  request: (callback) => {
    frame = callback;
    return 1;
  },
  cancel: nothing,
  now: () => clock,
});

/** Runs frames, `step` ms apart, until no frame is requested. */
function runFrames(step = 1000): void {
  for (let i = 0; i < 20 && frame !== null; i += 1) {
    const callback = frame;
    frame = null;
    now += step;
    callback(now);
  }
}

let host: HTMLElement;

beforeAll(loadWasm);

beforeEach(() => {
  vi.useFakeTimers();
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 1000 });
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 200 });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context);
  host = document.createElement("div");
  document.body.append(host);
});

afterEach(() => {
  vi.useRealTimers();
  host.remove();
});

describe("a time chart", () => {
  const ends = Array.from({ length: 600 }, (_, k) => 1000 * k + 900 * (k % 2));
  const series = counter(0.1, ends);
  const run = { computedTo: 50 };
  let timeView: TimeView;
  let chart: TimeChart;

  beforeEach(() => {
    series.bins = 500;
    run.computedTo = 50;
    timeView = new TimeView(60);
    chart = createTimeChart(host, { title: "Rate", unit: "bit/s", timeView, loop });
    const view = { kind: "rate", interval: 0.1 } as const;
    chart.update({ lines: [{ id: "a", label: "a", run, series, view, scale: 8, style: SOLID }] });
    runFrames();
    calls.lineTo = 0;
    calls.clearRect = 0;
  });

  afterEach(() => chart.destroy());

  it("paints only the new end when the run grows", () => {
    series.bins = 510;
    run.computedTo = 51;
    loop.request();
    runFrames();
    expect(calls.lineTo).toBeGreaterThan(8);
    expect(calls.lineTo).toBeLessThan(60);
  });

  it("dims the data after the playhead, unless the effect of an edit is shown", () => {
    const data = host.querySelector<HTMLElement>(".fs-data");
    timeView.setPlayhead(20);
    runFrames();
    expect(data?.style.maskImage).toContain("linear-gradient");
    timeView.setShowsEffect(true);
    runFrames();
    expect(data?.style.maskImage).toBe("none");
    expect(calls).toEqual({ lineTo: 0, clearRect: 0 });
  });

  it("keeps the end of the value axis while values arrive", () => {
    const ends = Array.from({ length: 600 }, (_, k) => 1000 * k);
    const series = counter(0.1, ends);
    series.bins = 10;
    const growing = { computedTo: 1 };
    const view = { kind: "rate", interval: 0.1 } as const;
    const references = [{ id: "capacity", label: "capacity", value: 1e6, extendsAxis: true }];
    const topTicks: string[] = [];
    const tick = (): void => {
      runFrames(20);
      const text = [...host.querySelectorAll(".fs-y-axis text")].at(-1)?.textContent ?? "";
      if (topTicks.at(-1) !== text) topTicks.push(text);
    };
    chart.update({
      lines: [{ id: "a", label: "a", run: growing, series, view, scale: 8, style: SOLID }],
      references,
    });
    for (let t = 1; t <= 60; t += 1) {
      series.bins = 10 * t;
      growing.computedTo = t;
      loop.request();
      tick();
    }
    expect(topTicks).toEqual(["200"]);
    for (let i = 0; i < 40; i += 1) {
      loop.request();
      tick();
    }
    // The rate is 80 kb/s, and the capacity is far above it.
    expect(topTicks).toEqual(["200", "100"]);
  });

  it("paints no data when only playhead and cursor move", () => {
    timeView.setPlayhead(20);
    timeView.setCursor(12);
    runFrames();
    expect(calls).toEqual({ lineTo: 0, clearRect: 0 });
    expect(host.querySelector<HTMLElement>(".fs-data")?.style.maskImage).toContain("linear-gradient");
    // The label shows the value at the cursor: bin 119 ends at 12 s and grew by 1900 bytes in 0.1 s, which is
    // 152 kb/s.
    expect(host.querySelector(".fs-value")?.textContent).toBe("152");
  });

  it("states values of the time in its heading", () => {
    const written = (): (string | null | undefined)[] =>
      [".fs-value", ".fs-label-heading"].map((part) => host.querySelector(part)?.textContent);
    timeView.setPlayhead(20.05);
    runFrames();
    const atPlayhead = written();
    timeView.setCursor(12);
    runFrames(10);
    expect(written()[0]).toBe("152");
    expect(written()[0]).not.toBe(atPlayhead[0]);
    timeView.setCursor(null);
    runFrames(10);
    expect(written()).toEqual(atPlayhead);
  });

  it("writes the values of labels when the page writes its numbers, once the page does", () => {
    const value = (): string | null | undefined => host.querySelector(".fs-label-heading")?.textContent;
    timeView.setPlayhead(20);
    timeView.announceNumbers();
    runFrames();
    const before = value();
    timeView.setPlayhead(30);
    runFrames(20);
    expect(value()).toBe(before);
    timeView.announceNumbers();
    runFrames();
    expect(value()).toContain("30");
  });

  it("paints everything when the window changes", () => {
    timeView.setDomain(10, 30);
    runFrames();
    expect(calls.lineTo).toBeGreaterThan(190);
  });

  it("shades outages behind the data", async () => {
    const view = { kind: "rate", interval: 0.1 } as const;
    const bands = [
      { from: 10, to: 20, label: "down" },
      { from: 30, to: 30.01, label: "down" },
    ];
    const lines = [{ id: "a", label: "a", run, series, view, scale: 8, style: SOLID }];
    chart.update({ lines, bands, settingChanges: [40, 70] });
    runFrames();
    const width = Number(
      host
        .querySelector(".fs-data")
        ?.getAttribute("style")
        ?.match(/width: (\d+)px/)?.[1],
    );
    const boxes = [...host.querySelectorAll(".fs-bands rect")];
    expect(Number(boxes[0]?.getAttribute("x")) / width).toBeCloseTo(10 / 60, 4);
    expect(Number(boxes[1]?.getAttribute("x")) / width).toBeCloseTo(30 / 60, 4);
    expect(Number(boxes[0]?.getAttribute("width")) / width).toBeCloseTo(10 / 60, 4);
    expect(Number(boxes[1]?.getAttribute("width"))).toBeGreaterThan(1);
    expect([...host.querySelectorAll(".fs-bands text")].map((label) => label.textContent)).toEqual([
      "down",
      "",
    ]);
    timeView.setPlayhead(25);
    expect(chart.describe()).toMatch(/Down from 10(\.0)?\ss to 20(\.0)?\ss\.$/);
    const picture = await chart.toSVG();
    expect(picture.match(/fill-opacity="0\.17"/g)).toHaveLength(2);
    timeView.setDomain(22, 28);
    runFrames();
    expect(host.querySelectorAll(".fs-bands rect")).toHaveLength(0);
  });

  it("makes up for a redraw that was put off because the frame had no time left", () => {
    let otherFrames = 3;
    const stopOther = loop.add({
      draw: (_now, mayDraw) => {
        if (otherFrames === 0) return false;
        if (mayDraw()) {
          otherFrames -= 1;
          clock += 100;
        }
        return true;
      },
    });
    chart.invalidate();
    // The two tasks take turns.
    runFrames();
    expect(otherFrames).toBe(0);
    expect(calls.lineTo).toBeGreaterThan(400);
    stopOther();
  });

  it("draws although playback takes the whole time of each frame", () => {
    const stopPlayback = loop.animate(() => {
      clock += 100;
    });
    chart.invalidate();
    runFrames();
    expect(calls.lineTo).toBeGreaterThan(400);
    stopPlayback();
  });

  it("names the line under the pointer if there are more than eight lines", () => {
    const view = { kind: "rate", interval: 0.1 } as const;
    const make = (n: number) =>
      Array.from({ length: n }, (_, i) => ({
        id: `f${i}`,
        label: `f${i}`,
        flow: `f${i}`,
        run,
        series,
        view,
        // The values of line i are i + 1 times those of line 0.
        scale: 8 * (i + 1),
        style: SOLID,
      }));
    const move = (x: number, y: number): void => {
      const front = host.querySelector(".fs-front");
      const moved = new MouseEvent("pointermove", { clientX: x, clientY: y, bubbles: true });
      front?.dispatchEvent(moved);
      runFrames();
    };
    chart.update({ lines: make(8) });
    runFrames();
    move(300, 60);
    expect(timeView.state.highlight).toBeNull();
    chart.update({ lines: make(12) });
    runFrames();
    const found = new Set<string | null>();
    for (let y = 0; y < 200; y += 4) {
      move(300, y);
      found.add(timeView.state.highlight);
      if (timeView.state.highlight !== null)
        expect(host.querySelector(".fs-named")?.textContent).toMatch(
          new RegExp(`^${timeView.state.highlight} `),
        );
    }
    expect(found.size).toBeGreaterThan(6);
    host.querySelector(".fs-front")?.dispatchEvent(new MouseEvent("pointerleave"));
    expect(timeView.state.highlight).toBeNull();
  });

  it("fades all other lines if it shows the highlighted flow", () => {
    const base = host.querySelector<HTMLElement>(".fs-base");
    timeView.setHighlight("somebody else");
    runFrames();
    expect(base?.style.opacity).not.toBe("0.22");
    const view = { kind: "rate", interval: 0.1 } as const;
    const line = (id: string) => ({ id, label: id, run, series, view, style: SOLID });
    chart.update({ lines: [line("a"), line("b")] });
    timeView.setHighlight("b");
    runFrames();
    expect(base?.style.opacity).toBe("0.22");
    expect([...host.querySelectorAll(".fs-label")].map((row) => row.classList.contains("fs-faded"))).toEqual([
      true,
      false,
    ]);
  });
});

describe("fair-share bars", () => {
  const described = (): string =>
    withPlainSpaces(host.querySelector(".fs-bars")?.getAttribute("aria-label") ?? "");
  const item = (id: string, share: number, group = id) => ({
    id,
    label: id,
    share,
    group,
    kind: "TCP",
    rate: share * 1e6,
    style: SOLID,
  });

  it("have lengths proportional to their shares, on the scale of the line at 100 %", () => {
    const bars = createBarChart(host);
    bars.update([item("near", 1.42), item("far", 0.58)]);
    const widths = [...host.querySelectorAll("rect.fs-bar")].map((bar) => Number(bar.getAttribute("width")));
    const left = Number(host.querySelector("rect.fs-bar")?.getAttribute("x"));
    const line = Number(host.querySelector("line")?.getAttribute("x1"));
    expect((widths[0] ?? 0) / (widths[1] ?? 1)).toBeCloseTo(1.42 / 0.58, 2);
    expect((widths[0] ?? 0) / (line - left)).toBeCloseTo(1.42, 2);
    expect(described()).toBe("Share of fair share: near 142 %, far 58 %.");
    bars.destroy();
    expect(host.childElementCount).toBe(0);
  });

  it("show the shares of the run before as outlines, on the same scale", () => {
    const bars = createBarChart(host);
    bars.update([{ ...item("near", 1.2), before: 0.6 }, item("new", 0.5)], { before: "before" });
    const bar = host.querySelector("rect.fs-bar");
    const [outline, ...others] = host.querySelectorAll(".fs-bar-before > *");
    expect(others).toEqual([]);
    const end = Number(/H([\d.]+)V/.exec(outline?.getAttribute("d") ?? "")?.[1]);
    const left = Number(bar?.getAttribute("x"));
    expect(end - left).toBeCloseTo(Number(bar?.getAttribute("width")) / 2, -0.4);
    expect(described()).toBe("Share of fair share: near 120 % (before: 60 %), new 50 %.");
    bars.destroy();
  });

  it("become dots by group when there are many", () => {
    const bars = createBarChart(host);
    bars.update(
      Array.from({ length: 40 }, (_, i) =>
        item(`f${i}`, i % 2 === 0 ? 0.5 : 1.5, i % 2 === 0 ? "reno" : "cubic"),
      ),
    );
    expect(host.querySelectorAll("circle").length).toBe(40);
    expect(described()).toBe(
      "Share of fair share: reno (20 flows) 50 % on average (from 50 % to 50 %), cubic (20 flows) 150 % on average (from 150 % to 150 %).",
    );
    bars.destroy();
  });

  it("write their values in columns, which stay in their places while the bars change", () => {
    Object.defineProperty(host, "clientWidth", { value: 420, configurable: true });
    const bars = createBarChart(host);
    const columns = (items: readonly BarItem[]): (string | null)[][] => {
      bars.update(items);
      return [...host.querySelectorAll("text")]
        .filter((text) => /%$|b\/s$|^m/.test(text.textContent ?? "") && !text.textContent?.startsWith("fair"))
        .map((text) => [text.getAttribute("x"), withPlainSpaces(text.textContent ?? "")]);
    };
    const [one, other] = [columns([item("near", 0.4)]), columns([item("near", 0.9)])];
    expect(one.map(([, text]) => text)).toEqual(["40.0 %", expect.stringMatching(/b\/s$/)]);
    expect(other.map(([x]) => x)).toEqual(one.map(([x]) => x));
    const group = columns([item("a", 0.5, "web"), item("b", 1.3, "web")]).map(([, text]) => text);
    expect(group.slice(0, 4)).toEqual(["mean", "min\u2013max", "mean", "90.0 %"]);
    expect(group).toContain("50.0\u2013130 %");
    // Of ten flows or more, as in the bands of charts and in tables, the middle 80 %.
    const many = columns(Array.from({ length: 11 }, (_, i) => item(`w${i}`, i / 10, "web")));
    expect(many.map(([, text]) => text)).toEqual(expect.arrayContaining(["middle 80 %", "10.0\u201390.0 %"]));
    bars.destroy();
  });

  it("of flows without a group share a row only if there are too many", () => {
    const bars = createBarChart(host);
    bars.update([item("a", 1, "web"), item("b", 2, "web"), ...["c", "d"].map((id) => item(id, 0.5))]);
    expect(described()).toBe(
      "Share of fair share: web (2 flows) 150 % on average (from 100 % to 200 %), c 50 %, d 50 %.",
    );
    bars.update([
      item("a", 1, "web"),
      item("b", 2, "web"),
      ...Array.from("cdefghijklmno", (id) => item(id, 0.5)),
    ]);
    expect(described()).toBe(
      "Share of fair share: web (2 flows) 150 % on average (from 100 % to 200 %), TCP (13 flows) 50 % on average (from 50 % to 50 %).",
    );
    bars.destroy();
  });
});

describe("the network picture", () => {
  const flow = (id: string, share: number, group = "newreno"): PictureFlow => ({
    id,
    label: id,
    group,
    reverse: false,
    style: SOLID,
    share,
    rate: share * 1e7,
    active: true,
  });
  const link = { id: "forward", label: "10 Mb/s", queue: 15, limit: 30, drops: 3, down: false };

  it("writes the delay of the link at every rate or at none", () => {
    const found = new Set<boolean>();
    for (let width = 200; width < 700; width += 5) {
      Object.defineProperty(host, "clientWidth", { value: width, configurable: true });
      const picture = createNetworkPicture(host);
      const hasDelay = ["5 Mb/s, 5 ms", "100 Mb/s, 5 ms"].map((label) => {
        picture.update({ flows: [flow("near", 0.6)], links: [{ ...link, label }] });
        return [...host.querySelectorAll("text")].some((text) => text.textContent?.includes(", 5 ms"));
      });
      expect(hasDelay[0], `${width} px`).toBe(hasDelay[1]);
      found.add(hasDelay[0] ?? false);
      picture.destroy();
    }
    expect(found).toEqual(new Set([false, true]));
  });

  it("fills the box of the queue to the share of its limit", () => {
    const picture = createNetworkPicture(host);
    picture.update({ flows: [flow("near", 0.6), flow("far", 0.4)], links: [link] });
    const [box, fill] = [...host.querySelectorAll("rect")].filter(
      (rect) => Number(rect.getAttribute("rx")) < 3,
    );
    const inner = Number(box?.getAttribute("width")) - 4;
    expect(Number(fill?.getAttribute("width")) / inner).toBeCloseTo(0.5, 2);
    const text = [...host.querySelectorAll("text")].map((element) =>
      withPlainSpaces(element.textContent ?? ""),
    );
    expect(text).toEqual(
      expect.arrayContaining(["near", "far", "6.00 Mb/s", "4.00 Mb/s", "15 / 30 packets", "10 Mb/s"]),
    );
    expect(withPlainSpaces(picture.describe())).toBe(
      "2 of 2 flows sending; forward link 10 Mb/s, 15 of 30 packets waiting, dropping.",
    );
    picture.destroy();
  });

  it("states a limit in bytes as such, because more small packets may wait than full ones fit", () => {
    const picture = createNetworkPicture(host);
    picture.update({
      flows: [flow("near", 1)],
      links: [{ ...link, queue: 244, limit: 170, room: "256 kB" }],
    });
    expect([...host.querySelectorAll("text")].map((element) => element.textContent)).toContain(
      "244 packets / 256 kB",
    );
    expect(withPlainSpaces(picture.describe())).toContain("244 packets / 256 kB");
    picture.destroy();
  });

  it("fills the box of the queue in the colour of a flow only if all flows have it", () => {
    const picture = createNetworkPicture(host);
    const fillWith = (flows: readonly PictureFlow[]): string | null | undefined => {
      picture.update({ flows, links: [link] });
      const rects = [...host.querySelectorAll("rect")];
      return rects.filter((rect) => Number(rect.getAttribute("rx")) < 3)[1]?.getAttribute("fill");
    };
    const { lines, muted } = plainTheme("light");
    const other = { ...flow("far", 0.4), style: { ...SOLID, colour: 1 } };
    expect(fillWith([flow("near", 0.6)])).toBe(lines[SOLID.colour]);
    expect(fillWith([flow("near", 0.6), flow("far", 0.4)])).toBe(lines[SOLID.colour]);
    expect(fillWith([flow("near", 0.6), other])).toBe(muted);
    picture.destroy();
  });

  it("grows when flows are added and shrinks when they are removed", () => {
    const picture = createNetworkPicture(host);
    const height = (flows: readonly PictureFlow[]): number => {
      picture.update({ flows, links: [link] });
      return Number(picture.element.getAttribute("height"));
    };
    const few = height([flow("near", 0.6), flow("far", 0.4)]);
    const six = height(Array.from({ length: 6 }, (_, i) => flow(`f${i}`, 0.1)));
    // Six rows of 1.9 font sizes each, and 2.6 font sizes around them, with a font size of 12 px: 168 px.
    expect(six).toBe(168);
    expect(few).toBeLessThan(six);
    expect(height([flow("near", 0.6), flow("far", 0.4)])).toBe(few);
    picture.destroy();
  });

  it("draws many flows as one host per group", () => {
    const flows = Array.from({ length: 60 }, (_, i) => flow(`f${i}`, 0.01, `algorithm ${i % 12}`));
    const plan = dumbbellPlan(flows, 600, 200, 12, false);
    const left = plan.hosts.filter((place) => place.side === "left");
    expect(left.length).toBe(8);
    expect(left.flatMap((place) => place.flows).sort()).toEqual(flows.map((f) => f.id).sort());
    expect(left.at(-1)?.label).toBe("25 others");
  });

  it("reports flows and links that are chosen with the mouse or with keys", () => {
    const chosen: PictureTarget[] = [];
    const picture = createNetworkPicture(host, { onSelect: (target) => chosen.push(target) });
    picture.update({ flows: [flow("near", 0.6), flow("far", 0.4)], links: [link] });
    const items = [...host.querySelectorAll<SVGElement>("[role=button]")];
    expect(items.map((item) => withPlainSpaces(item.getAttribute("aria-label") ?? ""))).toEqual([
      "Link forward, 10 Mb/s, 15 of 30 packets waiting",
      "Flow near",
      "Flow far",
    ]);
    // The picture is one stop of the Tab key, even after arrow keys have moved the focus.
    const stops = (): number => items.filter((item) => item.getAttribute("tabindex") === "0").length;
    expect(stops()).toBe(1);
    items[0]?.focus();
    items[0]?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    expect(document.activeElement).toBe(items[1]);
    expect(stops()).toBe(1);
    items[1]?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    items[0]?.querySelector("line")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(chosen).toEqual([
      { kind: "flow", id: "near" },
      { kind: "link", id: "forward" },
    ]);
    picture.destroy();
  });

  it("draws a parking lot as a row, with the routes below it and without overlapping routes", () => {
    const nodes = ["r1", "r2", "r3", "r4"].map((id) => ({ id, label: id }));
    const links = ["a", "b", "c"].map((id, i) => ({
      id: `${id}.forward`,
      from: `r${i + 1}`,
      to: `r${i + 2}`,
    }));
    const over = (id: string, ...route: string[]) => ({
      ...flow(id, 0.3),
      route: route.map((name) => `${name}.forward`),
    });
    const flows = [over("long", "a", "b", "c"), over("one", "a"), over("two", "b"), over("late", "b", "c")];
    const plan = meshPlan({ kind: "parking_lot", nodes, links }, flows, 800, 12);
    expect(new Set(plan.routers.map((router) => router.y)).size).toBe(1);
    const xs = plan.routers.map((router) => router.x);
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
    expect(plan.links.map((place) => place.id)).toEqual(links.map((l) => l.id));
    const rowOf = Object.fromEntries(plan.routes.map((route) => [route.flows[0], route.start.y]));
    // "one" and "two" do not overlap, so they share a row; "late" overlaps "two".
    expect(rowOf["one"]).toBe(rowOf["two"]);
    expect(new Set([rowOf["long"], rowOf["one"], rowOf["late"]]).size).toBe(3);
    for (const route of plan.routes) expect(route.end.x).toBeGreaterThan(route.start.x);
  });

  it("draws a graph inside the picture", () => {
    const ring = Array.from({ length: 8 }, (_, i) => `n${i}`);
    const nodes = ring.map((id) => ({ id, label: id }));
    const links = ring.flatMap((id, i) => {
      const next = ring[(i + 1) % ring.length] ?? "";
      return [
        { id: `${id}.forward`, from: id, to: next },
        { id: `${id}.reverse`, from: next, to: id },
      ];
    });
    const flows = [{ ...flow("f", 0.5), route: ["n0.forward", "n1.forward"] }];
    const plan = meshPlan({ kind: "graph", nodes, links }, flows, 700, 12);
    expect(meshPlan({ kind: "graph", nodes, links }, flows, 700, 12)).toEqual(plan);
    for (const { x, y } of plan.routers) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(plan.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(plan.height);
    }
    for (const [i, a] of plan.routers.entries())
      for (const b of plan.routers.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(30);
    // For each of the eight links, one direction is drawn: the direction that carries data, or the first
    // direction.
    expect(plan.links.length).toBe(8);
    expect(plan.links.map((place) => place.id)).toContain("n0.forward");
  });
});
