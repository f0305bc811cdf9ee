// Compare: a run is kept as A, what is shown is B. A table of the settings that differ and of the results; ten seeds of both
// say whether a difference is more than chance.
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useFocusBack } from "../../components/focusBack.ts";
import { Table } from "../../components/surfaces.tsx";
import type { BatchHandle, RunSummary } from "../../engine/types.ts";
import { diffDocuments } from "../../scenario/diff.ts";
import { sameRun } from "../../scenario/edit.ts";
import { formatIndex, formatPercent, formatPoints, formatQuantity } from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useLab } from "./hooks.ts";
import type { Run } from "./state/labStore.ts";
import { compare, type Estimate, estimate, type Verdict } from "./statistics.ts";
import { inTime } from "./traffic.ts";

const SEEDS = 10;

interface Measure {
  readonly id: string;
  readonly name: string;
  readonly of: (summary: RunSummary) => number | null;
  readonly text: (value: number, digits?: number) => string;
  /** A difference of two values, where it reads otherwise than a value. */
  readonly delta?: (value: number, digits?: number) => string;
}

/** What A and B are compared by: each flow that both have, then the link. */
function measures(a: RunSummary, b: RunSummary): readonly Measure[] {
  const shared = b.flows.filter((f) => a.flows.some((o) => o.id === f.id)).slice(0, 12);
  const flows = shared.map((flow): Measure => {
    const name = flow.label || flow.id;
    return {
      id: flow.id,
      name: S.compare.goodputOf(name),
      of: (s) => s.flows.find((f) => f.id === flow.id)?.goodput_bps ?? null,
      text: (x, digits) => formatQuantity(x, "bit/s", digits),
    };
  });
  return [
    ...flows,
    ...trafficMeasures(a, b),
    {
      id: "/jain",
      name: S.lab.jain,
      of: (s) => s.fairness.jain,
      text: (x) => formatIndex(x),
    },
    {
      id: "/use",
      name: S.compare.utilisation,
      of: (s) => s.links[0]?.utilisation ?? null,
      text: (x, digits) => formatPercent(x, digits),
      delta: formatPoints,
    },
    {
      id: "/wait",
      name: S.compare.wait,
      of: (s) => s.links[0]?.queue_delay_ms?.mean ?? null,
      text: (x, digits) => formatQuantity(x / 1000, "s", digits),
    },
    {
      id: "/drops",
      name: S.compare.dropRate,
      of: (s) => s.links[0]?.drop_rate ?? null,
      text: (x, digits) => formatPercent(x, digits),
      delta: formatPoints,
    },
  ];
}

/** Of transfers and media that both runs have: what their users notice. */
function trafficMeasures(a: RunSummary, b: RunSummary): readonly Measure[] {
  const seconds = (x: number, digits?: number): string => formatQuantity(x, "s", digits);
  const transfers = (b.transfers ?? [])
    .filter(({ id }) => a.transfers?.some((other) => other.id === id))
    .flatMap(({ id = "" }): Measure[] => {
      const of = (part: "p50" | "p95") => (s: RunSummary) =>
        s.transfers?.find((t) => t.id === id)?.completion_s?.[part] ?? null;
      return [
        { id: `/half/${id}`, name: S.compare.halfWithin(id), of: of("p50"), text: seconds },
        { id: `/most/${id}`, name: S.compare.mostWithin(id), of: of("p95"), text: seconds },
      ];
    });
  const media = b.flows
    .filter((flow) => flow.media && a.flows.some((other) => other.id === flow.id && other.media))
    .flatMap((flow): Measure[] => {
      const of = (s: RunSummary) => s.flows.find((f) => f.id === flow.id)?.media ?? null;
      const name = flow.label || flow.id;
      return [
        {
          id: `/time/${flow.id}`,
          name: S.compare.framesInTime(name),
          of: (s) => {
            const known = of(s);
            return known && inTime(known);
          },
          text: (x, digits) => formatPercent(x, digits),
          delta: formatPoints,
        },
        {
          id: `/still/${flow.id}`,
          name: S.compare.stoodStill(name),
          of: (s) => of(s)?.stalled_s ?? null,
          text: seconds,
        },
      ];
    });
  return [...transfers, ...media].slice(0, 12);
}

export default function Compare({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { session, scenario, catalogue } = useServices();
  const panel = useFocusBack<HTMLElement>();
  const pinned = useLab((s) => s.pinned);
  const had = useRef(pinned);
  // The button that was pressed to keep a run as A is gone with that.
  useEffect(() => {
    if (pinned !== had.current && document.activeElement === document.body) panel.current?.focus();
    had.current = pinned;
  }, [pinned, panel]);
  const run = useLab((s) => s.run);
  const before = useLab((s) => s.lastChange?.before?.outcome != null);
  const changes = useMemo(
    () => (pinned && run ? diffDocuments(pinned.run.doc, run.doc, catalogue) : []),
    [pinned, run, catalogue],
  );
  if (!pinned) {
    return (
      <section ref={panel} tabIndex={-1} className="compare" aria-label={S.compare.title}>
        <p>{S.compare.intro}</p>
        <div className="row">
          <button
            type="button"
            className="button is-primary"
            disabled={!run?.outcome}
            onClick={() => session.comparison.pin()}
          >
            {S.compare.pin}
          </button>
          {before && (
            <button type="button" className="button" onClick={() => session.comparison.pinBefore()}>
              {S.compare.pinBefore}
            </button>
          )}
          <button type="button" className="button is-quiet" onClick={onClose}>
            {S.lab.close}
          </button>
        </div>
      </section>
    );
  }
  const same = run !== null && sameRun(pinned.run.doc, run.doc);
  return (
    <section ref={panel} tabIndex={-1} className="compare" aria-label={S.compare.title}>
      <header className="compare-head">
        <h2>{S.compare.title}</h2>
        <p>{same ? S.compare.pinned(pinned.name) : S.compare.legend(pinned.name)}</p>
        <div className="row">
          <button
            type="button"
            className="button is-small"
            disabled={same}
            onClick={() => scenario.getState().apply("back to A", () => pinned.run.doc)}
          >
            {S.compare.back}
          </button>
          <button
            type="button"
            className="button is-small"
            onClick={() => {
              session.unpin();
              onClose();
            }}
          >
            {S.compare.unpin}
          </button>
        </div>
      </header>
      {!same && (
        <div className="compare-tables">
          <Table
            caption={S.compare.settings}
            columns={[
              { key: "what", head: S.compare.setting, cell: (c) => c.what },
              { key: "a", head: "A", cell: (c) => c.from },
              { key: "b", head: "B", cell: (c) => c.to },
            ]}
            rows={changes}
            rowKey={(c) => c.path}
          />
          {run && <Results a={pinned.run} b={run} />}
        </div>
      )}
    </section>
  );
}

interface Samples {
  readonly done: number;
  readonly a: ReadonlyMap<number, RunSummary>;
  readonly b: ReadonlyMap<number, RunSummary>;
  readonly finished: boolean;
}

function Results({ a, b }: { readonly a: Run; readonly b: Run }): ReactNode {
  const before = a.outcome?.summary;
  const after = b.outcome?.summary;
  const { samples, start, cancel } = useSeeds(a, b);
  if (!before || !after) return <p className="field-note">{S.lab.notYet}</p>;
  const list = measures(before, after);
  const seeds = samples ? [...samples.a.keys()].filter((seed) => samples.b.has(seed)) : [];
  const values = (measure: Measure, runs: ReadonlyMap<number, RunSummary>): number[] =>
    seeds.flatMap((seed) => {
      const summary = runs.get(seed);
      return summary ? (measure.of(summary) ?? []) : [];
    });
  const rows = list.map((measure) => {
    const x = measure.of(before);
    const y = measure.of(after);
    const many = samples && seeds.length > 1;
    const va = many ? values(measure, samples.a) : [];
    const vb = many ? values(measure, samples.b) : [];
    return {
      measure,
      x,
      y,
      ea: many ? estimate(va) : null,
      eb: many ? estimate(vb) : null,
      verdict: many ? compare(va, vb) : null,
    };
  });
  const differing = rows.filter((r) => r.verdict?.verdict === "differ").map((r) => r.measure.name);
  const show = (measure: Measure, value: number | null, many: Estimate | null): string => {
    if (many) return withInterval(measure, many);
    return value === null ? "\u2013" : measure.text(value);
  };
  return (
    <div>
      <Table
        caption={seeds.length > 1 ? S.compare.overSeeds(seeds.length) : S.compare.results}
        columns={[
          { key: "what", head: S.compare.result, cell: (r) => r.measure.name },
          { key: "a", head: "A", numeric: true, cell: (r) => show(r.measure, r.x, r.ea) },
          { key: "b", head: "B", numeric: true, cell: (r) => show(r.measure, r.y, r.eb) },
          {
            key: "d",
            head: S.compare.difference,
            numeric: true,
            cell: (r) => {
              if (r.verdict) return withInterval(r.measure, r.verdict.difference, true);
              return r.x === null || r.y === null ? "\u2013" : signed(r.measure, r.y - r.x);
            },
          },
          ...(seeds.length > 2
            ? [
                {
                  key: "v",
                  head: "",
                  cell: (r: (typeof rows)[number]) => <VerdictMark verdict={r.verdict?.verdict} />,
                },
              ]
            : []),
        ]}
        rows={rows}
        rowKey={(r) => r.measure.id}
      />
      <div className="row compare-seeds">
        {samples && !samples.finished ? (
          <>
            <progress max={SEEDS * 2} value={samples.done} aria-label={S.compare.seeds} />
            <span>{S.compare.seedsRunning(samples.done, SEEDS * 2)}</span>
            <button type="button" className="button is-small" onClick={cancel}>
              {S.compare.cancel}
            </button>
          </>
        ) : (
          <button type="button" className="button" onClick={start}>
            {S.compare.seeds}
          </button>
        )}
        {samples?.finished && seeds.length > 2 && (
          <p role="status">
            {differing.length > 0 ? S.compare.verdictSome(differing.join(", ")) : S.compare.verdictNone}
          </p>
        )}
      </div>
    </div>
  );
}

function VerdictMark({ verdict }: { readonly verdict: Verdict | undefined }): ReactNode {
  if (verdict === "differ") return <b className="verdict">{S.compare.differ}</b>;
  if (verdict === "chance") return <span className="verdict is-soft">{S.compare.chance}</span>;
  return verdict === "same" ? <span className="verdict is-soft">{S.compare.same}</span> : null;
}

function signed(measure: Measure, value: number): string {
  const text = measure.delta ?? measure.text;
  return value < 0 ? `\u2212${text(-value)}` : `+${text(value)}`;
}

function withInterval(measure: Measure, e: Estimate, sign = false): string {
  const mean = sign ? signed(measure, e.mean) : measure.text(e.mean);
  const text = sign ? (measure.delta ?? measure.text) : measure.text;
  return Number.isNaN(e.half) ? mean : `${mean} \u00b1\u202f${text(e.half, 2)}`;
}

/** Both documents with seeds from their own on, on the pool. */
function useSeeds(
  a: Run,
  b: Run,
): { readonly samples: Samples | null; readonly start: () => void; readonly cancel: () => void } {
  const { session } = useServices();
  const [samples, setSamples] = useState<Samples | null>(null);
  const handle = useRef<BatchHandle | null>(null);
  const cancel = (): void => {
    handle.current?.cancel();
    handle.current = null;
    setSamples((s) => (s ? { ...s, finished: true } : s));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other runs make the samples void
  useEffect(() => {
    setSamples(null);
    return () => handle.current?.cancel();
  }, [a.id, b.id]);
  const start = (): void => {
    handle.current?.cancel();
    const seed = (b.doc.seed ?? 1) as number;
    const found = { a: new Map<number, RunSummary>(), b: new Map<number, RunSummary>() };
    let done = 0;
    setSamples({ done, ...found, finished: false });
    const jobs = Array.from({ length: SEEDS }, (_, i) => i).flatMap((i) =>
      (["a", "b"] as const).map((side) => ({
        id: `${side}/${seed + i}`,
        text: JSON.stringify({ ...(side === "a" ? a : b).doc, seed: seed + i }),
      })),
    );
    const batch = session.engine.batch(jobs, (id, result) => {
      const [side, number] = id.split("/");
      done += 1;
      if ("summary" in result) found[side === "a" ? "a" : "b"].set(Number(number), result.summary);
      if (handle.current === batch)
        setSamples({ done, a: new Map(found.a), b: new Map(found.b), finished: false });
    });
    handle.current = batch;
    void batch.finished.then(() => {
      if (handle.current !== batch) return;
      handle.current = null;
      setSamples({ done, a: new Map(found.a), b: new Map(found.b), finished: true });
    });
  };
  return { samples, start, cancel };
}
