// A figure as a file.
import { svgToPng } from "../charts/exportPng.ts";
import { plainTheme } from "../charts/index.ts";
import { figureDocument, type GridForm, PAPER_VIEW, type Panel } from "../charts/paper/index.ts";

interface Picture {
  readonly panels: readonly Panel[];
  readonly title: string;
  readonly form: GridForm;
  readonly turn: number;
}

/** The width of a saved figure in pixels. */
const WIDTH = 900;

export function figureSvg({ panels, title, form, turn }: Picture): string {
  const view = { ...PAPER_VIEW, turn: PAPER_VIEW.turn + turn };
  return figureDocument(panels, { width: WIDTH, theme: plainTheme("light"), form, view }, title);
}

export function figurePng(picture: Picture): ReturnType<typeof svgToPng> {
  const text = figureSvg(picture);
  const height = Number(/height="(\d+)"/.exec(text)?.[1] ?? WIDTH);
  return svgToPng(text, { width: WIDTH, height, title: picture.title });
}
