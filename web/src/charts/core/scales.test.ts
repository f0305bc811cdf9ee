// Scales and mixed colours equal those of D3, which they replace in the first download.
import { rgb } from "d3-color";
import { interpolateRgb } from "d3-interpolate";
import { scaleLinear } from "d3-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mixHex } from "./mixHex.ts";
import { clamped, linear, scaleColumn } from "./scales.ts";

const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });
const interval = fc.tuple(number, number);

describe("a linear scale", () => {
  it("equals D3's", () => {
    fc.assert(
      fc.property(interval, interval, number, (domain, range, x) => {
        const d3 = scaleLinear(domain, range).unknown(Number.NaN);
        const scale = linear(domain, range);
        expect(scale(x)).toBe(d3(x));
        expect(scale.invert(x)).toBe(d3.invert(x));
        expect(clamped(domain, range)(x)).toBe(d3.clamp(true)(x));
      }),
      { seed: 5, numRuns: 500, examples: [[[3, 3], [0, 8], 5]] },
    );
    expect(linear([0, 1], [0, 10])(Number.NaN)).toBeNaN();
    expect(linear([2, 2], [0, 10])(Number.NaN)).toBeNaN();
  });

  it("converts a column like single values", () => {
    const scale = linear([2, 12], [100, 0]);
    const column = [2, 4.5, Number.NaN, 12];
    const converted = [...scaleColumn(column, scale)];
    for (const [i, x] of column.entries()) {
      if (Number.isNaN(x)) expect(converted[i]).toBeNaN();
      else expect(converted[i]).toBeCloseTo(scale(x), 9);
    }
  });
});

describe("mixHex", () => {
  it("equals D3's mixture", () => {
    const channel = fc.integer({ min: 0, max: 255 });
    const colour = fc.oneof(
      fc.tuple(channel, channel, channel).map((channels) => rgb(...channels).formatHex()),
      fc.tuple(channel, channel, channel).map((channels) => `rgb(${channels.join(", ")})`),
      fc.tuple(channel, channel, channel).map(([r, g, b]) => `rgba(${r},${g},${b},0.4)`),
      fc.constantFrom("#fff", "#0aC"),
    );
    const share = fc.constantFrom(0, 0.25, 0.35, 0.5, 0.6, 1);
    const opaque = (text: string): string => rgb(text).formatHex();
    fc.assert(
      fc.property(colour, colour, share, (a, b, at) => {
        expect(mixHex(a, b, at)).toBe(rgb(interpolateRgb(opaque(a), opaque(b))(at)).formatHex());
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
