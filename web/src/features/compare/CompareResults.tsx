// The results of A and B side by side, and their means over ten seeds.
import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { Table } from "../../components/Table.tsx";
import { compareAll } from "../../engine/numbers.ts";
import type { Estimate, PairedComparison, RunSummary } from "../../generated/types.ts";
import { differenceText, intervalText, numberText, type RunNumber } from "../../scenario/numbers.ts";
import { formatQuantity, MISSING } from "../../scenario/units.ts";
import { pageTexts } from "../../texts/index.ts";
import { type ComparedNumber, comparedNumbers } from "../lab/numbers/comparedNumbers.ts";
import type { Run } from "../lab/state/labStore.ts";
import { labTexts } from "../lab/texts/index.ts";
import { compareTexts } from "./texts/index.ts";
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
  const numbers = comparedNumbers(summaryA, summaryB, b.doc);
  const comparisons =
    samples && seeds.length > 1
      ? compareAll(numbers.map((number) => [values(number, samples.a), values(number, samples.b)]))
      : [];
  const rows = numbers.map((compared, i) => ({
    compared,
    number: compared.number,
    valueA: compared.read(summaryA),
    valueB: compared.read(summaryB),
    paired: comparisons[i] ?? null,
  }));
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
        caption={`${seeds.length > 1 ? compareTexts.overSeeds({ n: seeds.length }) : compareTexts.results}, ${span}`}
        columns={[
          { key: "what", head: compareTexts.result, cell: (r) => r.compared.name },
          { key: "a", head: "A", cell: (r) => resultOf(r.number, r.valueA, r.paired?.a), numeric: true },
          { key: "b", head: "B", cell: (r) => resultOf(r.number, r.valueB, r.paired?.b), numeric: true },
          {
            key: "d",
            head: compareTexts.difference,
            cell: (r) => <Difference row={r} seeds={seeds.length} />,
            numeric: true,
          },
        ]}
        rows={rows}
        rowKey={(r) => r.compared.id}
      />
      <div className="cluster">
        <SeedsControl seeds={seedRuns} />
        {samples?.finished && seeds.length > 2 && <p role="status">{verdictText(differing)}</p>}
      </div>
      {seeds.length > 2 && <p className="field-note">{compareTexts.holm({ n: rows.length })}</p>}
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
        <progress max={SEEDS * 2} value={samples.done} aria-label={compareTexts.seeds} />
        <span>{compareTexts.seedsRunning({ done: samples.done, all: SEEDS * 2 })}</span>
        <Button small onClick={cancel}>
          {compareTexts.cancel}
        </Button>
      </>
    );
  return <Button onClick={start}>{compareTexts.seeds}</Button>;
}

/** A mean and its interval that may need two lines, because the panel is narrow. */
const breakable = (text: string): string => text.replace("\u202f\u00b1", " \u00b1");

function VerdictMark({ verdict }: { readonly verdict: PairedComparison["verdict"] | undefined }): ReactNode {
  if (verdict === "differ") return <b className="text-s">{compareTexts.differ}</b>;
  if (verdict === "chance") return <span className="text-s faint">{compareTexts.chance}</span>;
  return verdict === "same" ? <span className="text-s faint">{compareTexts.same}</span> : null;
}

/**
 * A mean and its 95 % interval as text, or the mean alone if there are too few values for an interval.
 * `isDifference`: the estimate is the difference of two results.
 */
function estimateText(number: RunNumber, estimate: Estimate, isDifference = false): string {
  const mean = estimate.mean ?? Number.NaN;
  if (estimate.half_width === null)
    return isDifference ? differenceText(number, mean) : numberText(number, mean);
  return intervalText(number, mean, estimate.half_width, isDifference);
}

/** A number whose difference between B and A exceeds its spread over the seeds. */
interface DifferingNumber {
  readonly compared: ComparedNumber;
  /** B minus A. */
  readonly difference: number;
}

/** Which run is better for which numbers, in one sentence. */
function verdictText(results: readonly DifferingNumber[]): string {
  if (results.length === 0) return compareTexts.verdictNone;
  const betterRun = ({ compared, difference }: DifferingNumber): "A" | "B" | undefined => {
    const { better } = compared.number;
    if (better === "neither") return undefined;
    return difference < 0 === (better === "less") ? "B" : "A";
  };
  const namesOf = (run: "A" | "B" | undefined): string =>
    results
      .filter((result) => betterRun(result) === run)
      .map(({ compared }) => compared.name)
      .join(", ");
  const parts = (["B", "A"] as const).flatMap((run) =>
    namesOf(run) === "" ? [] : [compareTexts.better({ run, names: namesOf(run) })],
  );
  const others = namesOf(undefined);
  if (others !== "") parts.push(compareTexts.differsToo({ names: others }));
  return `${parts.join("; ")}. ${compareTexts.exceeds({ n: results.length })}`;
}
