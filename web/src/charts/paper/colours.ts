// The colours of heat maps and surfaces. The colours of shares diverge at the fair value: orange below it,
// blue above it. Those of other quantities go from light to dark. People with protan, deutan and tritan
// vision can also distinguish the colours of both scales, and the values are written in the cells.
import { rgb } from "d3-color";
import { interpolateRgb, piecewise } from "d3-interpolate";

const DIVERGING = ["#b35806", "#e08214", "#fdb863", "#f7f7f7", "#8fc3e8", "#3b8bc9", "#1b4f8f"];
const SEQUENTIAL = ["#f7f7f7", "#c4dbee", "#7fb2d9", "#3b82b8", "#1d4f80"];

/** The colour of each value in a range. With a fair value the colours diverge there. */
export function valueColours(
  [low, high]: readonly [number, number],
  fair: number | undefined,
): (value: number) => string {
  const colour = piecewise(interpolateRgb, fair === undefined ? SEQUENTIAL : DIVERGING);
  const middle = fair ?? (low + high) / 2;
  return (value) => {
    const inside = Math.min(high, Math.max(low, value));
    const share =
      inside < middle ? (inside - low) / (middle - low) : 1 + (inside - middle) / (high - middle || 1);
    return colour(share / 2);
  };
}

/**
 * The colour of a text on a background: dark on light, light on dark. With black as `dark` the contrast is at
 * least 4.5 on every background.
 */
export function textOn(background: string, dark = "#111111"): string {
  const { r, g, b } = rgb(background);
  const linear = (channel: number): number => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? dark : "#ffffff";
}
