// The values of an experiment as CSV (RFC 4180): one row for each value, with its coordinates, its mean and
// interval, and the values of the seeds. The points of curves over time follow, each with its time.
import type { Experiment, Results } from "../../../charts/paper/index.ts";

type Cell = string | number | null | undefined;

function field(value: Cell): string {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function valuesCsv(experiment: Experiment, results: Results): string {
  const axes = (experiment.axes ?? []).map(({ id }) => id);
  const seeds = Math.max(1, results.seeds);
  const seedNames = Array.from({ length: seeds }, (_, i) => `seed ${i + 1}`);
  const head = ["quantity", "unit", ...axes, "curve", "time in s", "mean", "low", "high", ...seedNames];
  const rows: Cell[][] = results.quantities.flatMap(({ id, unit, points }) =>
    points.map(({ at, mean, interval, values }) => [
      id,
      unit,
      ...axes.map((axis) => at[axis]),
      "",
      "",
      mean,
      interval?.[0],
      interval?.[1],
      ...(values ?? [mean]),
    ]),
  );
  const series: Cell[][] = results.curves.flatMap(({ at, curves }) =>
    curves.flatMap(({ name, label, from, step, values }) =>
      values.map((value, i) => [
        name,
        "",
        ...axes.map((axis) => at[axis]),
        label,
        Number((from + i * step).toPrecision(9)),
        value,
      ]),
    ),
  );
  return [head, ...rows, ...series]
    .map((row) => row.map(field).join(","))
    .join("\r\n")
    .concat("\r\n");
}
