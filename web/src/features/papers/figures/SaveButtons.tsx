// Saves the figures of an experiment as SVG or PNG, its values as CSV, and its results as JSON.
import type { ReactNode } from "react";
import { type Experiment, type GridForm, panelsOf, type Results } from "../../../charts/paper/index.ts";
import { FileButtons } from "../../../components/FileButtons.tsx";
import { figurePng, figureSvg } from "../../../experiments/figureFiles.ts";
import { experimentTexts } from "../../../experiments/texts/index.ts";
import { paperTexts } from "../texts/index.ts";
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
  const named = (format: string, label: string) => ({
    format,
    label: `${label}: ${format}`,
    name: `${id}.${format.toLowerCase()}`,
  });
  const pictures = [
    { ...named("SVG", experimentTexts.saveSvg), type: "image/svg+xml", content: () => figureSvg(picture) },
    { ...named("PNG", experimentTexts.savePng), type: "image/png", content: () => figurePng(picture) },
  ];
  const values = [
    { ...named("CSV", paperTexts.saveCsv), type: "text/csv", content: () => valuesCsv(experiment, results) },
    {
      ...named("JSON", paperTexts.saveJson),
      type: "application/json",
      content: () => `${JSON.stringify(results, null, 1)}\n`,
    },
  ];
  // Tables have no picture.
  return (
    <FileButtons legend={paperTexts.save} files={panels.length > 0 ? [...pictures, ...values] : values} />
  );
}
