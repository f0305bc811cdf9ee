// Draws panels as a figure that follows the width of the page. A click on a point, a cell or a curve opens
// its run.
import "./experiments.css";
import { type ReactNode, useEffect, useRef } from "react";
import { type LiveSvg, liveSvg } from "../charts/core/liveSvg.ts";
import { drawFigure, type GridForm, PAPER_VIEW, type Panel, type View } from "../charts/paper/index.ts";

interface PanelFigureProps {
  readonly panels: readonly Panel[];
  /** The text about the figure for screen readers. */
  readonly label: string;
  readonly form: GridForm;
  readonly turn: number;
  /** Whether the figure takes little space. */
  readonly compact?: boolean;
  readonly onCell: (cell: string) => void;
}

export function PanelFigure({
  panels,
  label,
  form,
  turn,
  compact = false,
  onCell,
}: PanelFigureProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const live = useRef<LiveSvg | null>(null);
  const view: View = { ...PAPER_VIEW, turn: PAPER_VIEW.turn + turn };
  const model = useRef({ panels, form, view, onCell });
  model.current = { panels, form, view, onCell };
  const isEmpty = panels.length === 0;
  useEffect(() => {
    const element = host.current;
    if (!element || isEmpty) return undefined;
    live.current = liveSvg(element, { class: "paper-figure", role: "img" }, 40, (width, theme) => {
      const { panels: shown, form: shownForm, view: shownView } = model.current;
      return {
        ...drawFigure(shown, { width, theme, form: shownForm, view: shownView, compact }),
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
  }, [label, isEmpty, compact]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing depends on the contents of the model
  useEffect(() => live.current?.redraw(), [panels, form, turn]);
  return isEmpty ? null : <div className="paper-figure-host" ref={host} />;
}
