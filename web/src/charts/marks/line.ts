// Lines and areas, drawn by d3-shape. NaN in a column is a gap.
import { area, type CurveFactory, curveLinear, line } from "d3-shape";
import { type Column, type Mark, mark } from "../core/mark.ts";
import { type Attributes, type Outline, path } from "../core/svg.ts";

/** The outline of a line through points. */
export function lineOutline(x: Column, y: Column, curve: CurveFactory = curveLinear): Outline {
  const shape = line<number>(
    (_, i) => x[i] ?? 0,
    (_, i) => y[i] ?? 0,
  )
    .defined((_, i) => !Number.isNaN(y[i]))
    .curve(curve);
  return (pen) => void shape.context(pen as CanvasRenderingContext2D)(x);
}

/** A line through points. */
export function lineMark(
  channels: { readonly x: Column; readonly y: Column },
  look: Attributes,
  curve?: CurveFactory,
): Mark {
  return mark(channels, ({ x, y }) => [path(lineOutline(x, y, curve), { fill: "none", ...look })]);
}

/** The area between two columns of vertical positions. */
export function areaMark(
  channels: { readonly x: Column; readonly y1: Column; readonly y2: Column },
  look: Attributes,
  curve: CurveFactory = curveLinear,
): Mark {
  return mark(channels, ({ x, y1, y2 }) => {
    const shape = area<number>(
      (_, i) => x[i] ?? 0,
      (_, i) => y1[i] ?? 0,
      (_, i) => y2[i] ?? 0,
    )
      .defined((_, i) => !Number.isNaN(y1[i]))
      .curve(curve);
    return [path((pen) => void shape.context(pen as CanvasRenderingContext2D)(x), look)];
  });
}
