// An SVG element in the page that is redrawn when the width of its host or the theme changes.
import { type ChartTheme, readTheme, watchTheme } from "../theme.ts";
import { svgElement, watchSize } from "./dom.ts";
import type { SvgNode } from "./svg.ts";
import { patchChildren } from "./svgDom.ts";

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
 * Adds an SVG element to `host` and fills it with what `draw` returns. `draw` is not called while the host is narrower than `minWidth`
 * pixels. If `draw` returns null, the element is not changed.
 */
export function liveSvg(
  host: HTMLElement,
  attributes: Readonly<Record<string, string>>,
  minWidth: number,
  draw: (width: number, theme: ChartTheme) => LiveDrawing | null,
): LiveSvg {
  const element = svgElement("svg", attributes, host);
  let theme = readTheme(element);
  const redraw = (): void => {
    const width = size.width();
    const drawing = width < minWidth ? null : draw(width, theme);
    if (drawing === null) return;
    const { nodes, height, fontSize, label } = drawing;
    const attributesToSet = { width, height, "font-size": fontSize, "aria-label": label };
    for (const [name, value] of Object.entries(attributesToSet)) element.setAttribute(name, String(value));
    element.style.setProperty("--fs-font", theme.font);
    patchChildren(element, nodes);
  };
  const stopTheme = watchTheme(() => {
    theme = readTheme(element);
    redraw();
  });
  const size = watchSize(host, redraw);
  const destroy = (): void => {
    stopTheme();
    size.stop();
    element.remove();
  };
  return { element, redraw, destroy };
}
