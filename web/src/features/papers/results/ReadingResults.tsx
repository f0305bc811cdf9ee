// What a reading of a paper's text gives: measured values from the stored results, and a note.
import type { ReactNode } from "react";
import { coordinatesText, matches, meanText, pointsOf, quantityOf } from "../../../charts/paper/index.ts";
import { useStoredResults } from "./load.ts";
import type { OpenQuestion, PaperIndex } from "./model.ts";

type Reading = OpenQuestion["readings"][number];

export function ReadingResults({
  reading,
  index,
}: {
  readonly reading: Reading;
  readonly index: PaperIndex;
}): ReactNode {
  return (
    <>
      {reading.measured.map((measured) => (
        <MeasuredValues
          key={`${measured.experiment} ${measured.quantity}`}
          measured={measured}
          index={index}
        />
      ))}
      {reading.note}
    </>
  );
}

function MeasuredValues({
  measured: { experiment: id, quantity, where },
  index,
}: {
  readonly measured: Reading["measured"][number];
  readonly index: PaperIndex;
}): ReactNode {
  const experiment = index.experiments.find((candidate) => candidate.id === id);
  const loaded = useStoredResults(id);
  if (!experiment || loaded.state !== "ready") return null;
  const points = pointsOf(loaded.value, quantity).filter(({ at }) => matches(where, at));
  const { label, unit } = quantityOf(experiment, quantity);
  // A coordinate is stated only if the values differ in it.
  const constant = Object.keys(points[0]?.at ?? {}).filter(
    (axis) => new Set(points.map(({ at }) => at[axis])).size === 1,
  );
  const values = points.map((point) => {
    const at = coordinatesText(experiment, point.at, constant);
    return `${meanText(point)}${at === "" ? "" : ` (${at})`}`;
  });
  return `${label}: ${values.join("; ")}${unit === "" ? "" : ` ${unit}`}. `;
}
