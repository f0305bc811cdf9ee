// Straight lines that cross the plot from one edge to the opposite edge.
import { type Column, type Mark, mark } from "../core/mark.ts";
import { type Attributes, svg } from "../core/svg.ts";

/**
 * The attributes of all elements of a mark, or a function that returns the attributes of the element with a
 * given index.
 */
export type Look = Attributes | ((index: number) => Attributes);
export const lookOf = (look: Look, index: number): Attributes =>
  typeof look === "function" ? look(index) : look;

/**
 * The half-integer coordinate nearest to a position. A line of one pixel at a half-integer coordinate is
 * sharp.
 */
const pixelCentre = (pixel: number): number => Math.round(pixel) + 0.5;

/** Vertical lines at those values of `x` that are inside the plot. */
export function verticalRules(x: Column, look: Look): Mark {
  return mark({ x }, (columns, { width, height }) =>
    Array.from(columns.x, pixelCentre).flatMap((at, i) =>
      at > 0 && at < width ? [svg("line", { x1: at, x2: at, y2: height, ...lookOf(look, i) })] : [],
    ),
  );
}

/** Horizontal lines at the values of `y`. */
export function horizontalRules(y: Column, look: Look): Mark {
  return mark({ y }, (columns, { width }) =>
    Array.from(columns.y, pixelCentre).map((at, i) =>
      svg("line", { x2: width, y1: at, y2: at, ...lookOf(look, i) }),
    ),
  );
}
