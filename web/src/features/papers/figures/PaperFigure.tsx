// A figure of an experiment. A click on a point, a cell or a curve opens its run; the tables offer the same
// to the keyboard.
import { type ReactNode, useMemo } from "react";
import {
  type Drawing,
  type Experiment,
  type GridForm,
  panelsOf,
  type Results,
} from "../../../charts/paper/index.ts";
import { PanelFigure } from "../../../experiments/PanelFigure.tsx";
import { paperTexts } from "../texts/index.ts";

interface PaperFigureProps {
  readonly drawing: Drawing;
  readonly experiment: Experiment;
  readonly results: Results;
  /** The results that are drawn in grey behind the others. */
  readonly before: Results | null;
  readonly form: GridForm;
  readonly turn: number;
  readonly onCell: (cell: string) => void;
}

export function PaperFigure(props: PaperFigureProps): ReactNode {
  const { drawing, experiment, results, before, form, turn, onCell } = props;
  const panels = useMemo(
    () => panelsOf(drawing, experiment, results, before),
    [drawing, experiment, results, before],
  );
  const label = `${experiment.place}: ${drawing.title}. ${paperTexts.figureHint}`;
  return <PanelFigure {...{ panels, label, form, turn, onCell }} />;
}
