// Ticks, label placement, event symbols, the shared time state, the frame loop and the data of sparklines.
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { EventCode } from "../generated/constants.ts";
import { linear, scaleColumn } from "./core/scales.ts";
import { timeTicks, valueTicks } from "./core/ticks.ts";
import { type FrameHost, FrameLoop } from "./frame.ts";
import { placeLabels } from "./plot/labels.ts";
import { reduceToExtremes } from "./sparkline.ts";
import { pickEvent, placeEvents } from "./time/events.ts";
import { TimeView } from "./timeView.ts";

describe("ticks", () => {
  it("have a unit that fits the length of the axis", () => {
    const labels = timeTicks(0, 60, 900).map((tick) => tick.label.replace("\u202f", " "));
    expect(labels[0]).toBe("0");
    expect(labels.at(-1)).toBe("60 s");
    expect(timeTicks(0, 3600, 900).map((tick) => tick.label)).toContain("30:00");
    expect(timeTicks(12.3, 12.31, 500).length).toBeGreaterThan(2);
  });

  it("are at round values", () => {
    const ticks = valueTicks(12e6, 1e6, 120);
    expect(ticks.map((tick) => tick.label)).toEqual(["0", "5", "10"]);
    const [bottom, , top] = scaleColumn(
      ticks.map((tick) => tick.value),
      linear([0, 12e6], [120, 0]),
    );
    expect(bottom).toBe(120);
    expect(top).toBeCloseTo(20, 9);
  });
});

describe("placeLabels", () => {
  it("prevents overlaps with few moves", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { maxLength: 18 }), (wanted) => {
        const placed = placeLabels(wanted, 16, 0, 300);
        const pairs = wanted
          .map((wantedCentre, i) => ({ wantedCentre, at: placed[i] ?? 0, i }))
          .sort((a, b) => a.wantedCentre - b.wantedCentre || a.i - b.i);
        for (const [i, pair] of pairs.entries()) {
          expect(pair.at).toBeGreaterThanOrEqual(8 - 1e-6);
          expect(pair.at).toBeLessThanOrEqual(292 + 1e-6);
          const next = pairs[i + 1];
          if (next !== undefined) expect(next.at - pair.at).toBeGreaterThanOrEqual(16 - 1e-6);
        }
      }),
      { seed: 11, numRuns: 300 },
    );
    expect(placeLabels([50, 100], 16, 0, 300)).toEqual([50, 100]);
    expect(placeLabels([100, 100], 16, 0, 300)).toEqual([92, 108]);
  });

  it("keeps a given order also while the values of the lines cross", () => {
    expect(placeLabels([50, 100], 16, 0, 300, [0, 1])).toEqual([50, 100]);
    expect(placeLabels([100, 50], 16, 0, 300, [0, 1])).toEqual([67, 83]);
  });
});

describe("event symbols", () => {
  const rows = [
    [1, EventCode.drop, 0, 0, 1],
    [1.01, EventCode.drop, 0, 0, 2],
    [5, EventCode.timeout, 1, 0.2, 1],
    [6, EventCode.windowCut, 1, 10, 1],
  ];
  const events = { rows: rows.length, data: Float64Array.from(rows.flat()) };
  const geometry = {
    from: 0,
    to: 10,
    width: 100,
    railY: 5,
    yOf: (_: string, t: number) => (t === 5 ? 40 : Number.NaN),
  };

  it("are merged where they would overlap", () => {
    const symbols = placeEvents(
      { events, lineOf: (code) => (code === EventCode.timeout ? "b" : null) },
      geometry,
    );
    expect(symbols.map(({ x, y, count, line }) => ({ x, y, count, line }))).toEqual([
      { x: 10, y: 5, count: 3, line: null },
      { x: 50, y: 40, count: 1, line: "b" },
    ]);
    expect(symbols[0]?.event).toEqual({ row: 0, t: 1, code: 1, entity: 0, value: 0, count: 1 });
  });

  it("are picked by a pointer at most 9 pixels away", () => {
    const marks = placeEvents({ events, lineOf: () => null }, geometry);
    expect(pickEvent(marks, 12, 6)?.event.row).toBe(0);
    expect(pickEvent(marks, 30, 5)).toBeNull();
    expect(pickEvent(marks, 28, 5, true)?.event.row).toBe(0);
  });
});

describe("TimeView", () => {
  it("keeps the window inside the run", () => {
    const timeView = new TimeView(60);
    timeView.setDomain(-5, 20);
    expect(timeView.state.domain).toEqual([0, 20]);
    timeView.panBy(100);
    expect(timeView.state.domain).toEqual([40, 60]);
    timeView.zoomBy(2, 50);
    expect(timeView.state.domain).toEqual([45, 55]);
    timeView.setDomain(10, 10);
    expect(timeView.state.domain[1] - timeView.state.domain[0]).toBeCloseTo(1e-3, 9);
  });

  it("moves a zoomed window when the playhead leaves it", () => {
    const timeView = new TimeView(60);
    timeView.setDomain(10, 20);
    timeView.setPlayhead(20.5, true);
    expect(timeView.state.domain[0]).toBeCloseTo(19.5, 9);
    expect(timeView.state.domain[1]).toBeCloseTo(29.5, 9);
  });

  it("removes a selection that extends beyond the new duration", () => {
    const timeView = new TimeView(60);
    timeView.setBrush([50, 40]);
    expect(timeView.state.brush).toEqual([40, 50]);
    timeView.setDuration(45);
    expect(timeView.state.brush).toBeNull();
    expect(timeView.state.domain).toEqual([0, 45]);
  });

  it("notifies listeners of changes only", () => {
    const timeView = new TimeView(60);
    const listener = vi.fn();
    timeView.subscribe(listener);
    timeView.setCursor(3);
    timeView.setCursor(3);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe("FrameLoop", () => {
  /** A frame host whose frames the test runs, and whose clock the test sets. */
  function testHost() {
    let next: ((now: number) => void) | null = null;
    const state = { clock: 0 };
    const frames: FrameHost = {
      request: (callback) => {
        next = callback;
        return 1;
      },
      cancel: () => {
        next = null;
      },
      now: () => state.clock,
    };
    const run = (now: number): boolean => {
      const callback = next;
      next = null;
      callback?.(now);
      return callback !== null;
    };
    return { frames, run, state };
  }

  it("runs one frame for several requests", () => {
    const { frames, run } = testHost();
    const loop = new FrameLoop(frames);
    const draw = vi.fn(() => false);
    loop.add({ draw });
    expect(run(0)).toBe(true);
    expect(run(16)).toBe(false);
    loop.request();
    loop.request();
    run(32);
    expect(draw).toHaveBeenCalledTimes(2);
  });

  it("puts off heavy work when the time of a frame is used up", () => {
    const { frames, run, state } = testHost();
    const loop = new FrameLoop(frames);
    const drawn: string[] = [];
    const heavy = (name: string) => {
      let done = false;
      return {
        draw: (_now: number, mayDraw: () => boolean): boolean => {
          if (done) return false;
          if (!mayDraw()) return true;
          state.clock += 10;
          drawn.push(name);
          done = true;
          return false;
        },
      };
    };
    loop.add(heavy("a"));
    loop.add(heavy("b"));
    run(0);
    expect(drawn).toEqual(["a"]);
    run(16);
    expect(drawn).toEqual(["a", "b"]);
  });

  it("runs the tasks in turn although playback takes the whole time of each frame", () => {
    const { frames, run, state } = testHost();
    const loop = new FrameLoop(frames);
    const drawn: string[] = [];
    loop.animate(() => {
      state.clock += 50;
    });
    for (const name of ["a", "b", "c"]) {
      let done = false;
      loop.add({
        draw: (_now, mayDraw) => {
          if (done) return false;
          if (!mayDraw()) return true;
          done = true;
          drawn.push(name);
          return false;
        },
      });
    }
    for (let i = 0; i < 6; i += 1) run(i * 16);
    expect(drawn).toEqual(["a", "b", "c"]);
  });

  it("measures all tasks before one of them draws", () => {
    const { frames, run } = testHost();
    const loop = new FrameLoop(frames);
    const steps: string[] = [];
    for (const name of ["a", "b"])
      loop.add({
        measure: () => void steps.push(`measure ${name}`),
        draw: () => {
          steps.push(`draw ${name}`);
          return false;
        },
      });
    run(0);
    expect(steps).toEqual(["measure a", "measure b", "draw a", "draw b"]);
  });

  it("adapts the rate to the duration of frames", () => {
    const { frames, run, state } = testHost();
    const loop = new FrameLoop(frames);
    const strides: number[] = [];
    loop.onStride = (stride) => strides.push(stride);
    let cost = 20;
    let drawn = 0;
    loop.animate(() => {
      state.clock += cost;
      drawn += 1;
    });
    for (let i = 0; i < 2; i += 1) run(i * 16);
    expect(strides).toEqual([]);
    run(32);
    expect(strides).toEqual([2]);
    cost = 1;
    for (let i = 3; i < 400; i += 1) run(i * 16);
    expect(strides).toEqual([2, 1]);
    expect(drawn).toBeGreaterThan(100);
  });
});

describe("reduceToExtremes", () => {
  it("keeps the peaks and dips of a long array", () => {
    const values = Float64Array.from({ length: 1000 }, (_, i) => (i === 417 ? 99 : i === 600 ? -5 : 1));
    const short = reduceToExtremes(values, 100);
    expect(short.length).toBe(100);
    expect(Math.max(...short)).toBe(99);
    expect(Math.min(...short)).toBe(-5);
  });
});
