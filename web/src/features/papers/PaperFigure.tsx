// A figure of an experiment. A click on a point, a cell or a curve opens its run; the tables offer the same to the keyboard.
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { type LiveSvg, liveSvg } from "../../charts/core/liveSvg.ts";
import {
  type Drawing,
  drawFigure,
  type Experiment,
  type GridForm,
  PAPER_VIEW,
  panelsOf,
  type Results,
  type View,
} from "../../charts/paper/index.ts";
import { P } from "../../strings/papers.ts";

interface PaperFigureProps {
  readonly drawing: Drawing;
  readonly experiment: Experiment;
  readonly results: Results;
  /** The results that are drawn behind as ghosts. */
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
  const host = useRef<HTMLDivElement>(null);
  const live = useRef<LiveSvg | null>(null);
  const view: View = { ...PAPER_VIEW, turn: PAPER_VIEW.turn + turn };
  const model = useRef({ panels, form, view, onCell });
  model.current = { panels, form, view, onCell };
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const label = `${experiment.place}: ${drawing.title}. ${P.figureHint}`;
    live.current = liveSvg(element, { class: "paper-figure", role: "img" }, 40, (width, theme) => {
      const { panels: shown, form: shownForm, view: shownView } = model.current;
      return {
        ...drawFigure(shown, { width, theme, form: shownForm, view: shownView }),
        fontSize: 12,
        label,
      };
    });
    const open = (event: Event): void => {
      const target = (event.target as Element).closest<SVGElement>("[data-cell]");
      if (target) model.current.onCell(target.dataset["cell"] ?? "");
    };
    element.addEventListener("click", open);
    return () => {
      element.removeEventListener("click", open);
      live.current?.destroy();
      live.current = null;
    };
  }, [drawing, experiment]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing depends on what the model holds
  useEffect(() => live.current?.redraw(), [panels, form, turn]);
  return panels.length === 0 ? null : <div className="paper-figure-host" ref={host} />;
}
