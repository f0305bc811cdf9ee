// Straight lines across the whole plot, and rectangles of its full height.
import { type Column, type Mark, mark } from "../core/mark.ts";
import { type Attributes, svg } from "../core/svg.ts";

/** The look of all elements of a mark, or of each by its index. */
export type Look = Attributes | ((index: number) => Attributes);
export const lookOf = (look: Look, index: number): Attributes =>
  typeof look === "function" ? look(index) : look;

/** A line of one pixel is sharp between two pixels' edges. */
const sharp = (pixel: number): number => Math.round(pixel) + 0.5;

export function ruleX(x: Column, look: Look): Mark {
  return mark({ x }, (columns, { width, height }) =>
    Array.from(columns.x, sharp).flatMap((at, i) =>
      at > 0 && at < width ? [svg("line", { x1: at, x2: at, y2: height, ...lookOf(look, i) })] : [],
    ),
  );
}

export function ruleY(y: Column, look: Look): Mark {
  return mark({ y }, (columns, { width }) =>
    Array.from(columns.y, sharp).map((at, i) =>
      svg("line", { x2: width, y1: at, y2: at, ...lookOf(look, i) }),
    ),
  );
}
