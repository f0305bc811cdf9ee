// Saves the figures of an experiment as SVG or PNG, its values as CSV, and its results as JSON.
import type { ReactNode } from "react";
import { svgToPng } from "../../charts/exportPng.ts";
import { plainTheme } from "../../charts/index.ts";
import {
  type Experiment,
  figureDocument,
  type GridForm,
  PAPER_VIEW,
  panelsOf,
  type Results,
} from "../../charts/paper/index.ts";
import { Menu } from "../../components/Menu.tsx";
import { download } from "../../scenario/file.ts";
import { P } from "../../strings/papers.ts";
import { valuesCsv } from "./csv.ts";

interface SaveMenuProps {
  readonly experiment: Experiment;
  readonly results: Results;
  readonly form: GridForm;
  readonly turn: number;
}

/** The width of a saved figure in pixels. */
const WIDTH = 900;

export function SaveMenu({ experiment, results, form, turn }: SaveMenuProps): ReactNode {
  const { id, place, title } = experiment;
  const picture = (): string => {
    const panels = (experiment.drawings ?? []).flatMap((drawing) => panelsOf(drawing, experiment, results));
    const view = { ...PAPER_VIEW, turn: PAPER_VIEW.turn + turn };
    return figureDocument(
      panels,
      { width: WIDTH, theme: plainTheme("light"), form, view },
      `${place}: ${title}`,
    );
  };
  const savePng = async (): Promise<void> => {
    const text = picture();
    const height = Number(/height="(\d+)"/.exec(text)?.[1] ?? WIDTH);
    download(
      `${id}.png`,
      "image/png",
      await svgToPng(text, { width: WIDTH, height, title: `${place}: ${title}` }),
    );
  };
  return (
    <Menu
      label={P.save}
      icon="file"
      items={[
        { label: P.saveSvg, onSelect: () => download(`${id}.svg`, "image/svg+xml", picture()) },
        { label: P.savePng, onSelect: () => void savePng() },
        {
          label: P.saveCsv,
          onSelect: () => download(`${id}.csv`, "text/csv", valuesCsv(experiment, results)),
        },
        {
          label: P.saveJson,
          onSelect: () => download(`${id}.json`, "application/json", `${JSON.stringify(results, null, 1)}\n`),
        },
      ]}
    />
  );
}
