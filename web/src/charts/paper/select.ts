// Selects values of results by their coordinates, and writes coordinates as text.
import { localNumber } from "../../language/localized.ts";
import { significant } from "../../scenario/units.ts";
import { lowerFirst } from "../../scenario/valueText.ts";
import type { AxisValue, Condition, Coordinates, DataPoint, Experiment, Quantity, Results } from "./types.ts";

/**
 * Returns whether coordinates satisfy all conditions. A coordinate that is missing satisfies no condition.
 */
export function matches(where: readonly Condition[], at: Coordinates): boolean {
  return where.every(({ axis, is, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }) => {
    const value = at[axis];
    if (is !== undefined) return value === is;
    return typeof value === "number" && value >= from && value <= to;
  });
}

/**
 * Returns whether coordinates contradict none of the conditions. A missing coordinate matches every
 * condition.
 */
export function allows(where: readonly Condition[], at: Coordinates): boolean {
  return matches(
    where.filter(({ axis }) => at[axis] !== undefined),
    at,
  );
}

export const pointsOf = (results: Results, quantity: string): readonly DataPoint[] =>
  results.quantities.find(({ id }) => id === quantity)?.points ?? [];

/** A quantity with its label and unit; its id if the experiment does not declare it. */
export const quantityOf = (experiment: Experiment, id: string): Quantity =>
  experiment.quantities?.find((quantity) => quantity.id === id) ?? { id, label: id, unit: "" };

/** A label followed by its unit: "Rate (kb/s)". */
export const withUnit = (label: string, unit: string): string => (unit === "" ? label : `${label} (${unit})`);

export const valueText = (value: AxisValue): string =>
  typeof value === "string" ? value : localNumber(String(Number(value.toPrecision(4))));

/** Coordinates as text, without those on the axes in `except`: "RED, report interval 5 s". */
export function coordinatesText(
  experiment: Experiment,
  at: Coordinates,
  except: readonly string[] = [],
): string {
  return Object.entries(at)
    .filter(([id]) => !except.includes(id))
    .map(([id, value]) => {
      const axis = experiment.axes?.find((known) => known.id === id);
      if (typeof value === "string" || !axis) return valueText(value);
      const label = lowerFirst(axis.label);
      return `${label} ${valueText(value)}${axis.unit === "" ? "" : ` ${axis.unit}`}`;
    })
    .join(", ");
}

/** Whether a coordinate needs no label of its axis: a name such as "TFWC" does not, "both" and "50 packets" do. */
const isName = (value: AxisValue): boolean => typeof value === "string" && /^\p{Lu}/u.test(value);

/** A cell as a person would name it: "TFWC, bottleneck 0.1 Mb/s, flows of each kind: 20". */
export function cellTitle(experiment: Experiment, at: Coordinates): string {
  return Object.entries(at)
    .map(([id, value]) => {
      const axis = experiment.axes?.find((known) => known.id === id);
      if (!axis || isName(value)) return valueText(value);
      // A symbol such as "T_TCP" and a name such as "TCP flows" keep their first letter.
      const label = /^[A-Z][a-z]/.test(axis.label)
        ? `${axis.label.charAt(0).toLowerCase()}${axis.label.slice(1)}`
        : axis.label;
      if (typeof value === "string" || axis.unit === "") return `${label}: ${valueText(value)}`;
      return `${label} ${valueText(value)} ${axis.unit}`;
    })
    .join(", ");
}

/** The different values on an axis, in the order of their first occurrence. */
export function axisValues(points: readonly { readonly at: Coordinates }[], axis: string): AxisValue[] {
  const values = points.flatMap(({ at }) => (at[axis] === undefined ? [] : [at[axis]]));
  return [...new Set(values)];
}

/** The mean with half of its confidence interval, which has two significant digits: "0.823 \u00b1 0.021". */
export function meanText({ mean, interval }: DataPoint): string {
  if (mean === null) return "none";
  const half = interval ? (interval[1] - interval[0]) / 2 : 0;
  // Smaller intervals than a thousandth of the mean are not visible in its three digits.
  if (half < Math.abs(mean) / 1000 || half === 0) return significant(mean);
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(half)));
  const [middle, width] = [mean, half].map((value) => localNumber(value.toFixed(decimals)));
  return `${middle?.replace("-", "\u2212")} \u00b1 ${width}`;
}

/** The id of the cell whose coordinates are all in `at`; null unless exactly one cell is found. */
export function cellIdAt(results: Results, at: Coordinates): string | null {
  const found = results.cells.filter((cell) =>
    Object.entries(cell.at).every(([axis, value]) => at[axis] === value),
  );
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}
