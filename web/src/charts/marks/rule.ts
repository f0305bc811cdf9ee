// Straight lines across the whole plot.
import { type Column, type Mark, mark } from "../core/mark.ts";
import { type Attributes, svg } from "../core/svg.ts";

/** The look of all elements of a mark, or of each by its index. */
export type Look = Attributes | ((index: number) => Attributes);
export const lookOf = (look: Look, index: number): Attributes =>
  typeof look === "function" ? look(index) : look;

/** A line of one pixel is sharp if it is centred on a pixel, that is at a half-integer coordinate. */
const sharp = (pixel: number): number => Math.round(pixel) + 0.5;

/** Vertical lines at the values of `x`. */
export function verticalRules(x: Column, look: Look): Mark {
  return mark({ x }, (columns, { width, height }) =>
    Array.from(columns.x, sharp).flatMap((at, i) =>
      at > 0 && at < width ? [svg("line", { x1: at, x2: at, y2: height, ...lookOf(look, i) })] : [],
    ),
  );
}

/** Horizontal lines at the values of `y`. */
export function horizontalRules(y: Column, look: Look): Mark {
  return mark({ y }, (columns, { width }) =>
    Array.from(columns.y, sharp).map((at, i) =>
      svg("line", { x2: width, y1: at, y2: at, ...lookOf(look, i) }),
    ),
  );
}
