// An SVG element in the page that is redrawn when the width of its host or the theme changes, and for
// printing.
import { type ChartTheme, plainTheme, themeOf } from "../theme.ts";
import { patchChildren, svgElement, watchSize } from "./dom.ts";
import type { SvgNode } from "./svg.ts";

/**
 * The widths of drawings for paper, in CSS pixels. The first fits between the margins of A4 and of US Letter.
 * The second is used for drawings that would be higher than `PRINT_HEIGHT` with the first, and is scaled down
 * to the width of the page.
 */
const PRINT_WIDTHS = [640, 900] as const;
/** The largest height of a drawing that fits on a page below a heading, in CSS pixels. */
const PRINT_HEIGHT = 800;

export interface LiveDrawing {
  readonly nodes: readonly SvgNode[];
  readonly height: number;
  readonly fontSize: number;
  /** The description for screen readers. */
  readonly label: string;
}

export interface LiveSvg {
  readonly element: SVGSVGElement;
  redraw(): void;
  destroy(): void;
}

/**
 * Adds an SVG element to `host` and fills it with the nodes that `draw` returns. `draw` is not called while
 * the host is narrower than `minWidth` pixels. If `draw` returns null, the element is not changed.
 */
export function liveSvg(
  host: HTMLElement,
  attributes: Readonly<Record<string, string>>,
  minWidth: number,
  draw: (width: number, theme: ChartTheme, hostHeight: number) => LiveDrawing | null,
): LiveSvg {
  // Without a height, an empty SVG element is 150 pixels high.
  const element = svgElement("svg", { height: "0", ...attributes }, host);
  let font = "";
  /** Returns the height of the drawing, or 0 if nothing was drawn. */
  const drawWith = (width: number, drawingTheme: ChartTheme): number => {
    const drawing = draw(width, drawingTheme, size.height());
    if (drawing === null) return 0;
    const { nodes, height, fontSize, label } = drawing;
    const viewBox = `0 0 ${width} ${height}`;
    const attributesToSet = { width, height, viewBox, "font-size": fontSize, "aria-label": label };
    // Setting an attribute makes the browser compute styles and layout again, even if the value is the same.
    for (const [name, value] of Object.entries(attributesToSet))
      if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
    if (font !== drawingTheme.font) element.style.setProperty("--fs-font", drawingTheme.font);
    font = drawingTheme.font;
    patchChildren(element, nodes);
    return height;
  };
  let isPrinting = false;
  let isDestroyed = false;
  const redraw = (): void => {
    if (isDestroyed || size.width() < minWidth) return;
    if (!isPrinting) {
      drawWith(size.width(), theme.read());
      return;
    }
    // Paper is white, and narrower than most windows.
    const paper = { ...plainTheme("light"), font: theme.read().font };
    const [narrow, wide] = PRINT_WIDTHS;
    if (drawWith(Math.min(size.width(), narrow), paper) > PRINT_HEIGHT) drawWith(wide, paper);
  };
  const redrawForPrint = (event: Event): void => {
    isPrinting = event.type === "beforeprint";
    redraw();
  };
  addEventListener("beforeprint", redrawForPrint);
  addEventListener("afterprint", redrawForPrint);
  const theme = themeOf(element, redraw);
  const size = watchSize(host, () => requestAnimationFrame(redraw));
  const destroy = (): void => {
    isDestroyed = true;
    theme.stop();
    size.stop();
    removeEventListener("beforeprint", redrawForPrint);
    removeEventListener("afterprint", redrawForPrint);
    element.remove();
  };
  return { element, redraw, destroy };
}
