// Saves the figures of an experiment as SVG or PNG, its values as CSV, and its results as JSON.
import type { ReactNode } from "react";
import { type Experiment, type GridForm, panelsOf, type Results } from "../../../charts/paper/index.ts";
import { figurePng, figureSvg } from "../../../experiments/figureFiles.ts";
import { download } from "../../../storage/file.ts";
import { P } from "../../../strings/papers.ts";
import { valuesCsv } from "./csv.ts";

interface SaveButtonsProps {
  readonly experiment: Experiment;
  readonly results: Results;
  readonly form: GridForm;
  readonly turn: number;
}

export function SaveButtons({ experiment, results, form, turn }: SaveButtonsProps): ReactNode {
  const { id, place, title } = experiment;
  const panels = (experiment.drawings ?? []).flatMap((drawing) => panelsOf(drawing, experiment, results));
  const picture = { panels, title: `${place}: ${title}`, form, turn };
  const savePng = async (): Promise<void> => download(`${id}.png`, "image/png", await figurePng(picture));
  const files: readonly (readonly [name: string, label: string, save: () => void])[] = [
    ["SVG", P.saveSvg, () => download(`${id}.svg`, "image/svg+xml", figureSvg(picture))],
    ["PNG", P.savePng, () => void savePng()],
    ["CSV", P.saveCsv, () => download(`${id}.csv`, "text/csv", valuesCsv(experiment, results))],
    [
      "JSON",
      P.saveJson,
      () => download(`${id}.json`, "application/json", `${JSON.stringify(results, null, 1)}\n`),
    ],
  ];
  // Tables have no picture.
  const offered = panels.length > 0 ? files : files.slice(2);
  return (
    <fieldset className="save-buttons">
      <legend>{P.save}</legend>
      {offered.map(([name, label, save]) => (
        <button
          key={name}
          type="button"
          className="button is-small"
          aria-label={`${label}: ${name}`}
          onClick={save}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
