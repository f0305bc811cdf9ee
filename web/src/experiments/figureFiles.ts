// A figure as a file.
import { pngOf } from "../charts/exportPng.ts";
import { plainTheme } from "../charts/index.ts";
import { figurePicture, type GridForm, PAPER_VIEW, type Panel } from "../charts/paper/index.ts";

interface Figure {
  readonly panels: readonly Panel[];
  readonly title: string;
  readonly form: GridForm;
  readonly turn: number;
  /** What a reader of the file needs to know. */
  readonly origin?: string;
}

/** The width of a saved figure in pixels. */
const WIDTH = 900;

const pictureOf = ({ panels, title, form, turn, origin }: Figure) => {
  const view = { ...PAPER_VIEW, turn: PAPER_VIEW.turn + turn };
  return figurePicture(panels, { width: WIDTH, theme: plainTheme("light"), form, view }, title, [], origin);
};

export const figureSvg = (figure: Figure): string => pictureOf(figure).svg;
export const figurePng = (figure: Figure): Promise<Blob> => pngOf(pictureOf(figure), figure);
