// Symbols: markers that identify a line, and the shapes of events.

import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolDiamond,
  symbolDiamond2,
  symbolSquare,
  symbolTimes,
  symbolTriangle,
  symbolTriangle2,
} from "d3-shape";
import { EventCode } from "../../generated/constants.ts";
import { type Column, type Mark, mark } from "../core/mark.ts";
import { type Attributes, type LinePen, type Outline, svg } from "../core/svg.ts";
import { type LineStyle, MARKERS, type Marker } from "../palette.ts";
import { type Look, lookOf } from "./rule.ts";

const MARKER_SHAPES: Readonly<Record<Marker, SymbolType>> = {
  circle: symbolCircle,
  square: symbolSquare,
  triangle: symbolTriangle,
  diamond: symbolDiamond,
};

export const markerShape = (style: LineStyle): SymbolType =>
  MARKER_SHAPES[MARKERS[style.marker % MARKERS.length] ?? "circle"];

/** The symbol of a reduced congestion window: an arrow head that points down. */
const chevron: SymbolType = {
  draw(pen, size) {
    const r = Math.sqrt(size) * 0.6;
    pen.moveTo(-r, -r / 2);
    pen.lineTo(0, r / 2);
    pen.lineTo(r, -r / 2);
  },
};

/** The symbol of events that have no shape in EVENT_SHAPES: a vertical stroke. */
const verticalStroke: SymbolType = {
  draw(pen, size) {
    const r = Math.sqrt(size) * 0.6;
    pen.moveTo(0, -r);
    pen.lineTo(0, r);
  },
};

/** Events are distinguished by shape, not by colour. Each shape is stroked, not filled. */
const EVENT_SHAPES: ReadonlyMap<number, SymbolType> = new Map([
  [EventCode.drop, symbolTimes],
  [EventCode.loss, symbolCircle],
  [EventCode.mark, symbolDiamond2],
  [EventCode.timeout, symbolTriangle2],
  [EventCode.windowCut, chevron],
]);

export const eventShape = (code: number): SymbolType => EVENT_SHAPES.get(code) ?? verticalStroke;

/** A symbol with its centre at (`x`, `y`) in pixels, scaled to `area` square pixels. */
export const symbolAt = (x: number, y: number, shape: SymbolType, area: number, look: Attributes) =>
  svg("path", {
    d: symbol(shape, area).digits(2)() ?? "",
    transform: `translate(${Math.round(x * 100) / 100},${Math.round(y * 100) / 100})`,
    ...look,
  });

/** A line as a swatch of a legend or a label, `width` pixels wide. */
export const lineSwatch = (width: number, stroke: string, thickness: number, dashes?: string | null) =>
  svg("line", { x2: width, stroke, "stroke-width": thickness, "stroke-dasharray": dashes });

/** One symbol per point, each scaled to `area` square pixels. */
export function symbolMark(
  channels: { readonly x: Column; readonly y: Column },
  shapes: readonly SymbolType[],
  area: number,
  look: Look,
): Mark {
  return mark(channels, ({ x, y }) =>
    shapes.map((shape, i) => symbolAt(x[i] ?? 0, y[i] ?? 0, shape, area, lookOf(look, i))),
  );
}

/** One symbol of straight lines at each position in pixels, scaled to `area` square pixels. */
export const symbolOutline =
  (places: readonly (readonly [x: number, y: number])[], shape: SymbolType, area: number): Outline =>
  (pen) => {
    for (const [left, top] of places) {
      const shifted: LinePen = {
        moveTo: (x, y) => pen.moveTo(x + left, y + top),
        lineTo: (x, y) => pen.lineTo(x + left, y + top),
        closePath: () => pen.closePath(),
      };
      shape.draw(shifted as CanvasRenderingContext2D, area);
    }
  };
