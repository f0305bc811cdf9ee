// The thumbnail of an example: a small picture of its run.
import { type ReactNode, useEffect, useRef } from "react";
import type { SvgNode } from "../../../charts/core/svg.ts";
import { patchChildren } from "../../../charts/core/svgDom.ts";
import { counterAt, readTheme } from "../../../charts/index.ts";
import { reduceToExtremes, type ThumbLine, thumbNode } from "../../../charts/sparkline.ts";
import type { RunRecord, Series } from "../../../engine/types.ts";
import type { Example } from "../../../examples/example.ts";
import { membersOf } from "../flows/members.ts";
import { useServices } from "../state/context.tsx";

/** The size of a thumbnail in pixels. */
const WIDTH = 236;
const HEIGHT = 76;

/** The number of points of each line: one for every second pixel. */
const POINTS = 118;

/** The number of bins per series of a run: about two for each point of a line. */
const BINS = 256;

/** The record of each example, by id. */
const recordsByExample = new Map<string, Promise<RunRecord>>();

/**
 * The picture of an example. Its run is computed on the pool of workers when the drawer is opened for the
 * first time.
 */
export function Thumbnail({ example }: { readonly example: Example }): ReactNode {
  const { session } = useServices();
  const host = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let cancelled = false;
    let record = recordsByExample.get(example.id);
    if (!record) {
      record = session.engine.computeRecord(JSON.stringify(example.doc), BINS);
      recordsByExample.set(example.id, record);
      record.catch(() => recordsByExample.delete(example.id));
    }
    record
      .then((run) => {
        const element = host.current;
        if (cancelled || !element) return;
        patchChildren(element, [pictureOf(example, run, element)]);
      })
      .catch(() => undefined);
    return () => {
      cancelled = true;
    };
  }, [session, example]);
  return <span className="example-picture" ref={host} aria-hidden="true" />;
}

function pictureOf(example: Example, run: RunRecord, element: HTMLElement): SvgNode {
  const members = membersOf(run);
  const style = (colour: number): ThumbLine["style"] => ({ colour: colour % 8, dash: 0, marker: 0 });
  const { picture } = example;
  const lines: ThumbLine[] = [];
  const delivered = members.flatMap((member) => run.series(member.entity, "delivered") ?? []);
  if (picture === "wait") {
    const wait = run.series("link:forward", "queue_delay");
    if (wait) lines.push({ values: means(wait, POINTS), style: style(7) });
  } else if (picture === "total") {
    const rates = delivered.map((series) => ratesOf(series, run));
    const sum = (k: number): number => rates.reduce((total, values) => total + (values[k] ?? 0), 0);
    lines.push({ values: Array.from({ length: POINTS }, (_, k) => sum(k)), style: style(0) });
  } else if (picture === "rate") {
    for (const [i, series] of delivered.entries())
      lines.push({ values: ratesOf(series, run), style: style(i) });
  } else {
    for (const [i, member] of members.entries()) {
      const series = run.series(member.entity, picture) ?? run.series(member.entity, "in_flight");
      if (series) lines.push({ values: reduceToExtremes(lastOfBins(series), POINTS), style: style(i) });
    }
  }
  return thumbNode(lines, {
    width: WIDTH,
    height: HEIGHT,
    theme: readTheme(element),
    label: "",
    lineWidth: 1.4,
    ...(picture === "total" ? { reference: run.derived.capacity, top: run.derived.capacity * 1.05 } : {}),
  });
}

/**
 * `POINTS` values of the goodput in bit/s, each is the mean over the preceding fortieth of the run.
 */
function ratesOf(series: Series, run: RunRecord): readonly number[] {
  const step = run.duration / POINTS;
  const interval = Math.max(step, run.duration / 40);
  const bitsAt = (t: number): number => counterAt(series, run.computedTo, t) * 8;
  return Array.from({ length: POINTS }, (_, k) => {
    const t = (k + 1) * step;
    return (bitsAt(t) - bitsAt(Math.max(0, t - interval))) / Math.min(interval, t);
  });
}

/** The last value of each bin of a gauge. */
function lastOfBins(series: Series): Float64Array {
  return Float64Array.from({ length: series.bins }, (_, i) => series.data[i * 3 + 2] ?? Number.NaN);
}

/**
 * The means of a gauge over `count` intervals of equal length, which show the level of a queue without its
 * sawtooth.
 */
function means(series: Series, count: number): readonly number[] {
  const last = lastOfBins(series);
  return Array.from({ length: count }, (_, k) => {
    const from = Math.floor((k * last.length) / count);
    const interval = last.subarray(from, Math.max(from + 1, Math.floor(((k + 1) * last.length) / count)));
    const values = interval.filter((value) => !Number.isNaN(value));
    return values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : Number.NaN;
  });
}
