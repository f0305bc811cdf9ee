// Compares results that the page computed with the stored results, line by line.
import type { Coordinates, Results } from "../../../charts/paper/index.ts";
import type { StoredResults } from "../results/model.ts";
import { paperRunTexts } from "./texts/index.ts";

/** A value that differs. */
export interface Difference {
  readonly what: string;
  readonly stored: string;
  readonly computed: string;
}

/** Whether two values are equal byte by byte as JSON. */
const sameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const atText = (at: Coordinates): string =>
  Object.entries(at)
    .map(([axis, value]) => `${axis} = ${value}`)
    .join(", ");

const text = (value: unknown): string =>
  value === undefined || value === null ? paperRunTexts.none : String(value);

/** The runs whose result IDs differ, among the seeds that `computed` has. */
function differentRuns(stored: Results, computed: Results): readonly Difference[] {
  return computed.cells.flatMap((cell) => {
    const ids = stored.cells.find(({ id }) => id === cell.id)?.result_ids ?? [];
    return cell.result_ids.flatMap((id, i) =>
      id === ids[i]
        ? []
        : [
            {
              what: paperRunTexts.resultId({ cell: cell.id, seed: i + 1 }),
              stored: text(ids[i]),
              computed: id,
            },
          ],
    );
  });
}

/** The values, curves and verdicts that differ. Both results have all seeds. */
function differentValues(stored: Results, computed: Results): readonly Difference[] {
  const verdicts = stored.lines.flatMap((line, i) => {
    const other = computed.lines[i];
    if (other && sameText(line, other)) return [];
    return [
      {
        what: paperRunTexts.verdictOf({ line: i + 1 }),
        stored: line.verdict,
        computed: text(other?.verdict),
      },
    ];
  });
  const values = stored.quantities.flatMap((column) => {
    const points = computed.quantities.find(({ id }) => id === column.id)?.points ?? [];
    return column.points.flatMap((point) => {
      const other = points.find(({ at }) => sameText(at, point.at));
      if (other && sameText(other, point)) return [];
      const what = paperRunTexts.valueOf({ quantity: column.label, at: atText(point.at) });
      return [{ what, stored: text(point.mean), computed: text(other?.mean) }];
    });
  });
  const curves = stored.curves.flatMap((cell) => {
    const other = computed.curves.find(({ at }) => sameText(at, cell.at));
    if (other && sameText(other, cell)) return [];
    const named = (found: typeof cell | undefined): string =>
      text(found?.curves.map(({ label }) => label).join(", "));
    return [
      {
        what: paperRunTexts.curvesOf({ cell: atText(cell.at) }),
        stored: named(cell),
        computed: named(other),
      },
    ];
  });
  return [...verdicts, ...values, ...curves];
}

export interface StoredComparison {
  /** Whether all seeds were compared, and not only the result IDs of some. */
  readonly isComplete: boolean;
  readonly runs: number;
  readonly differences: readonly Difference[];
}

/**
 * Compares finished results with the stored results. With fewer seeds than stored, only the result IDs can be
 * compared.
 */
export function compareWithStored(stored: StoredResults, computed: Results): StoredComparison {
  const runs = computed.cells.reduce((sum, { result_ids }) => sum + result_ids.length, 0);
  const isComplete = computed.seeds === stored.seeds;
  const differences = [
    ...differentRuns(stored, computed),
    ...(isComplete ? differentValues(stored, computed) : []),
  ];
  // Whatever is not compared line by line above differs as a whole.
  const { definition, seconds, documents, outcomes, further, ...results } = stored;
  const { outcomes: ofOwnRuns, ...own } = computed;
  if (isComplete && differences.length === 0 && !sameText(results, own))
    differences.push({ what: "JSON", stored: definition, computed: computed.version });
  return { isComplete, runs, differences };
}

/** The verdicts of a claim in two results. */
export interface ComparedVerdict {
  /** The number of the claim, counted from 1. */
  readonly line: number;
  readonly stored: Results["lines"][number]["verdict"];
  readonly computed: Results["lines"][number]["verdict"];
  readonly isChanged: boolean;
}

/**
 * The verdicts of all claims of an experiment, in the stored results and with a changed assumption. Of an
 * opened paper no results are stored, so that no verdict is changed.
 */
export function comparedVerdicts(stored: Results, computed: Results): readonly ComparedVerdict[] {
  return computed.lines.map(({ verdict }, i) => {
    const before = stored.lines[i]?.verdict ?? verdict;
    return { line: i + 1, stored: before, computed: verdict, isChanged: before !== verdict };
  });
}
