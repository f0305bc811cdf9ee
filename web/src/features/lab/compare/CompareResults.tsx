// The results of A and B side by side, and their means over ten seeds.
import type { ReactNode } from "react";
import { Table } from "../../../components/Table.tsx";
import { compareRuns } from "../../../engine/numbers.ts";
import type { Estimate, PairedComparison, RunSummary } from "../../../generated/types.ts";
import { differenceText, numberText, type RunNumber } from "../../../scenario/numbers.ts";
import { formatQuantity, MISSING } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import type { Run } from "../state/labStore.ts";
import { labTexts } from "../texts/index.ts";
import { type ComparedNumber, comparedNumbers, estimateText, verdictText } from "./comparedNumbers.ts";
import { SEEDS, useSeeds } from "./useSeeds.ts";

export function CompareResults({ a, b }: { readonly a: Run; readonly b: Run }): ReactNode {
  const summaryA = a.outcome?.summary;
  const summaryB = b.outcome?.summary;
  const seedRuns = useSeeds(a, b);
  const { samples } = seedRuns;
  if (!summaryA || !summaryB) return <p className="field-note">{pageTexts.lab.noResultsYet}</p>;
  // Seeds for which the runs of both A and B are complete.
  const seeds = samples ? [...samples.a.keys()].filter((seed) => samples.b.has(seed)) : [];
  const values = ({ read }: ComparedNumber, summaries: ReadonlyMap<number, RunSummary>): number[] =>
    seeds.flatMap((seed) => {
      const summary = summaries.get(seed);
      return summary ? (read(summary) ?? []) : [];
    });
  const rows = comparedNumbers(summaryA, summaryB, b.doc).map((compared) => {
    const valueA = compared.read(summaryA);
    const valueB = compared.read(summaryB);
    const hasSamples = samples && seeds.length > 1;
    const paired = hasSamples ? compareRuns(values(compared, samples.a), values(compared, samples.b)) : null;
    return { compared, number: compared.number, valueA, valueB, paired };
  });
  const differing = rows.flatMap(({ compared, paired }) =>
    paired?.verdict === "differ" ? [{ compared, difference: paired.difference.mean ?? 0 }] : [],
  );
  const span = labTexts.numbers.span({
    from: formatQuantity(summaryB.window[0], "s"),
    to: formatQuantity(summaryB.window[1], "s"),
  });
  return (
    <div>
      <Table
        caption={`${seeds.length > 1 ? labTexts.compare.overSeeds({ n: seeds.length }) : labTexts.compare.results}, ${span}`}
        columns={[
          { key: "what", head: labTexts.compare.result, cell: (r) => r.compared.name },
          { key: "a", head: "A", cell: (r) => resultOf(r.number, r.valueA, r.paired?.a), numeric: true },
          { key: "b", head: "B", cell: (r) => resultOf(r.number, r.valueB, r.paired?.b), numeric: true },
          {
            key: "d",
            head: labTexts.compare.difference,
            cell: (r) => <Difference row={r} seeds={seeds.length} />,
            numeric: true,
          },
        ]}
        rows={rows}
        rowKey={(r) => r.compared.id}
      />
      <div className="row compare-seeds">
        <SeedsControl seeds={seedRuns} />
        {samples?.finished && seeds.length > 2 && <p role="status">{verdictText(differing)}</p>}
      </div>
    </div>
  );
}

interface ResultRow {
  readonly number: RunNumber;
  readonly valueA: number | null;
  readonly valueB: number | null;
  /** The comparison over the seeds. */
  readonly paired: PairedComparison | null;
}

/** The mean over the seeds with its interval, or the value of the run. */
const resultOf = (number: RunNumber, value: number | null, estimate: Estimate | undefined): string =>
  estimate ? breakable(estimateText(number, estimate)) : numberText(number, value);

function Difference({ row, seeds }: { readonly row: ResultRow; readonly seeds: number }): ReactNode {
  const { number, valueA, valueB, paired } = row;
  if (paired)
    return (
      <>
        {breakable(estimateText(number, paired.difference, true))}{" "}
        {seeds > 2 && <VerdictMark verdict={paired.verdict} />}
      </>
    );
  return valueA === null || valueB === null ? MISSING : differenceText(number, valueB - valueA);
}

interface SeedsControlProps {
  readonly seeds: ReturnType<typeof useSeeds>;
}

/** Starts or cancels the runs with other seeds. */
function SeedsControl({ seeds: { samples, start, cancel } }: SeedsControlProps): ReactNode {
  if (samples && !samples.finished)
    return (
      <>
        <progress max={SEEDS * 2} value={samples.done} aria-label={labTexts.compare.seeds} />
        <span>{labTexts.compare.seedsRunning({ done: samples.done, all: SEEDS * 2 })}</span>
        <button type="button" className="button is-small" onClick={cancel}>
          {labTexts.compare.cancel}
        </button>
      </>
    );
  return (
    <button type="button" className="button" onClick={start}>
      {labTexts.compare.seeds}
    </button>
  );
}

/** A mean and its interval that may need two lines, because the panel is narrow. */
const breakable = (text: string): string => text.replace("\u202f\u00b1", " \u00b1");

function VerdictMark({ verdict }: { readonly verdict: PairedComparison["verdict"] | undefined }): ReactNode {
  if (verdict === "differ") return <b className="verdict">{labTexts.compare.differ}</b>;
  if (verdict === "chance") return <span className="verdict is-soft">{labTexts.compare.chance}</span>;
  return verdict === "same" ? <span className="verdict is-soft">{labTexts.compare.same}</span> : null;
}
