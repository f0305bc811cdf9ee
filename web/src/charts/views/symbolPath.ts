// Many symbols as one path, which views over time paint on canvas, where the part after the playhead is
// dimmed.
import type { SymbolType } from "d3-shape";
import type { LinePen, Outline } from "../core/svg.ts";

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
