// The examples with pictures of their real runs, what was worked on recently in this browser, and files.
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { counterAt, readTheme } from "../../charts/index.ts";
import { type ThumbLine, thin, thumbSvg } from "../../charts/sparkline.ts";
import { IconButton } from "../../components/icons.tsx";
import { Dialog } from "../../components/surfaces.tsx";
import type { RunRecord, Series } from "../../engine/types.ts";
import { EXAMPLES, type Example } from "../../scenario/examples.ts";
import { browserShelf, forgetRecent, type RecentEntry, readRecent } from "../../scenario/storage.ts";
import { newVisit } from "../../scenario/store.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { membersOf } from "./readout.ts";

export interface ExamplesDrawerProps {
  readonly onClose: () => void;
  readonly onOpenFile: () => void;
}

export default function ExamplesDrawer(props: ExamplesDrawerProps): ReactNode {
  return (
    <Dialog kind="drawer" title={S.examples.title} open onClose={props.onClose}>
      <DrawerContent {...props} />
    </Dialog>
  );
}

function DrawerContent({ onClose, onOpenFile }: ExamplesDrawerProps): ReactNode {
  const { scenario } = useServices();
  const shelf = useMemo(browserShelf, []);
  const [recent, setRecent] = useState(() => readRecent(shelf));
  const openExample = (example: Example): void => {
    scenario.getState().open(example.doc, newVisit("example", example.id));
    onClose();
  };
  const openRecent = (entry: RecentEntry): void => {
    scenario.getState().open(entry.doc, { ...newVisit("recent"), visit: entry.id });
    onClose();
  };
  const forget = (id?: string): void => {
    forgetRecent(shelf, id);
    setRecent(readRecent(shelf));
  };
  return (
    <div className="examples">
      <p className="examples-intro">{S.examples.intro}</p>
      <ul className="examples-grid">
        {EXAMPLES.map((example) => (
          <li key={example.id}>
            <button type="button" className="example" onClick={() => openExample(example)}>
              <Thumbnail example={example} />
              <b>{example.title}</b>
              <span>{example.point}</span>
            </button>
          </li>
        ))}
      </ul>
      <section className="recent" aria-label={S.examples.recent}>
        <header className="panel-head">
          <h2>{S.examples.recent}</h2>
          <button type="button" className="button is-small" onClick={onOpenFile}>
            {S.examples.openFile}
          </button>
        </header>
        <p className="field-note">{shelf ? S.examples.local : S.examples.noStorage}</p>
        {shelf && recent.length === 0 && <p className="empty">{S.examples.noRecent}</p>}
        <ul>
          {recent.map((entry) => (
            <li key={entry.id}>
              <button type="button" onClick={() => openRecent(entry)}>
                <b>{entry.title || S.lab.untitled}</b>
                <span>{ago(entry.saved)}</span>
              </button>
              <IconButton
                icon="close"
                size={16}
                label={S.examples.forgetOne(entry.title || S.lab.untitled)}
                tipSide="left"
                onClick={() => forget(entry.id)}
              />
            </li>
          ))}
        </ul>
        {recent.length > 1 && (
          <button type="button" className="button is-small is-quiet" onClick={() => forget()}>
            {S.examples.forget}
          </button>
        )}
      </section>
    </div>
  );
}

function ago(saved: number): string {
  const minutes = Math.round((saved - Date.now()) / 60_000);
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes > -60) return format.format(minutes, "minute");
  return minutes > -60 * 24
    ? format.format(Math.round(minutes / 60), "hour")
    : format.format(Math.round(minutes / 1440), "day");
}

const WIDTH = 236;
const HEIGHT = 76;
const POINTS = 118;
const cache = new Map<string, Promise<RunRecord>>();

/** A picture of the example's own run, computed aside the first time the drawer is open. */
function Thumbnail({ example }: { readonly example: Example }): ReactNode {
  const { session } = useServices();
  const host = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let late = false;
    let record = cache.get(example.id);
    if (!record) {
      record = session.engine.sketch(JSON.stringify(example.doc), 256);
      cache.set(example.id, record);
      record.catch(() => cache.delete(example.id));
    }
    record
      .then((run) => {
        const element = host.current;
        if (late || !element) return;
        // Made by thumbSvg from numbers alone: no text of anybody's reaches the markup.
        element.innerHTML = pictureOf(example, run, element);
      })
      .catch(() => undefined);
    return () => {
      late = true;
    };
  }, [session, example]);
  return <span className="example-picture" ref={host} aria-hidden="true" />;
}

function pictureOf(example: Example, run: RunRecord, element: HTMLElement): string {
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
      if (series) lines.push({ values: thin(lastOfBins(series), POINTS), style: style(i) });
    }
  }
  return thumbSvg(lines, {
    width: WIDTH,
    height: HEIGHT,
    theme: readTheme(element),
    label: "",
    lineWidth: 1.4,
    ...(picture === "total" ? { reference: run.derived.capacity, top: run.derived.capacity * 1.05 } : {}),
  });
}

/** Goodput in bit/s, each value the mean over a fortieth of the run. */
function ratesOf(series: Series, run: RunRecord): readonly number[] {
  const step = run.duration / POINTS;
  const interval = Math.max(step, run.duration / 40);
  const bitsAt = (t: number): number => counterAt(series, run.computedTo, t) * 8;
  return Array.from({ length: POINTS }, (_, k) => {
    const t = (k + 1) * step;
    return (bitsAt(t) - bitsAt(Math.max(0, t - interval))) / Math.min(interval, t);
  });
}

function lastOfBins(series: Series): Float64Array {
  return Float64Array.from({ length: series.bins }, (_, i) => series.data[i * 3 + 2] ?? Number.NaN);
}

/** Means of a gauge over equal parts of the run: its level, without the teeth. */
function means(series: Series, parts: number): readonly number[] {
  const last = lastOfBins(series);
  return Array.from({ length: parts }, (_, k) => {
    const from = Math.floor((k * last.length) / parts);
    const part = last.subarray(from, Math.max(from + 1, Math.floor(((k + 1) * last.length) / parts)));
    const known = part.filter((value) => !Number.isNaN(value));
    return known.length > 0 ? known.reduce((a, b) => a + b, 0) / known.length : Number.NaN;
  });
}
