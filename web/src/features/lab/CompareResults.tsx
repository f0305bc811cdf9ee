// The results of A and B side by side, and their means over ten seeds.
import type { ReactNode } from "react";
import { Table } from "../../components/Table.tsx";
import type { RunSummary } from "../../generated/types.ts";
import { S } from "../../strings/index.ts";
import { differenceText, estimateText, type Measure, measures, resultText } from "./compareMeasures.ts";
import type { Run } from "./state/labStore.ts";
import { compare, type Estimate, estimate, type Verdict } from "./statistics.ts";
import { SEEDS, useSeeds } from "./useSeeds.ts";

export function CompareResults({ a, b }: { readonly a: Run; readonly b: Run }): ReactNode {
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
    if (many) return estimateText(measure, many);
    return value === null ? "\u2013" : resultText(measure, value);
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
              if (r.verdict) return estimateText(r.measure, r.verdict.difference, true);
              return r.x === null || r.y === null ? "\u2013" : differenceText(r.measure, r.y - r.x);
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
