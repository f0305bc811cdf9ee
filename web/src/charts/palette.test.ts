import { describe, expect, it } from "vitest";
import {
  BACKGROUNDS,
  GHOST_COLOURS,
  LINE_COLOURS,
  type LineStyle,
  StyleBook,
  type ThemeName,
} from "./palette.ts";
import { lineColour, plainTheme, styleColour } from "./theme.ts";

type Triple = readonly [number, number, number];

// Matrices of Machado, Oliveira and Fernandes (2009) for complete protanopia, deuteranopia and tritanopia
// (severity 1.0). They apply to linear RGB.
const VISION: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** The linear RGB components of a colour, from 0 to 1. */
function linearRgb(hex: string): Triple {
  const component = (at: number): number => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [component(1), component(3), component(5)];
}

/** WCAG 2.2 contrast ratio. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string): number => {
    const [r, g, blue] = linearRgb(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  };
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Converts linear RGB to OKLab (Ottosson 2020). */
function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** A colour in OKLab, as perceived with the given kind of colour vision. */
function perceived(hex: string, vision: string): Triple {
  const [r, g, b] = linearRgb(hex);
  const rows = VISION[vision];
  if (rows === undefined) throw new Error(vision);
  const component = (row: Triple): number => Math.max(0, Math.min(1, row[0] * r + row[1] * g + row[2] * b));
  return oklab([component(rows[0]), component(rows[1]), component(rows[2])]);
}

/** The distance between two colours in OKLab, with the given kind of colour vision. */
function distance(a: string, b: string, vision: string): number {
  const [x, y] = [perceived(a, vision), perceived(b, vision)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

/** The smallest distance between any two of the colours. */
function smallestDistance(colours: readonly string[], vision: string): number {
  let smallest = Number.POSITIVE_INFINITY;
  colours.forEach((a, i) => {
    for (const b of colours.slice(i + 1)) smallest = Math.min(smallest, distance(a, b, vision));
  });
  return smallest;
}

describe("contrast and distance", () => {
  it("have known values for known colours", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 6);
    // Two colours of D3's default palette are almost equal with protan vision, so the charts do not use it.
    const d3 = [
      "#1f77b4",
      "#ff7f0e",
      "#2ca02c",
      "#d62728",
      "#9467bd",
      "#8c564b",
      "#e377c2",
      "#7f7f7f",
      "#bcbd22",
      "#17becf",
    ];
    expect(smallestDistance(d3, "protan")).toBeCloseTo(0.007, 3);
    expect(smallestDistance(d3, "normal")).toBeCloseTo(0.113, 3);
  });
});

describe.each(["light", "dark"] as ThemeName[])("the %s palette", (theme) => {
  it("has a sufficient contrast against every background", () => {
    for (const background of BACKGROUNDS[theme]) {
      for (const colour of [...LINE_COLOURS[theme], GHOST_COLOURS[theme]]) {
        expect(contrast(colour, background), `${colour} on ${background}`).toBeGreaterThanOrEqual(2.95);
      }
      for (const colour of LINE_COLOURS[theme])
        expect(contrast(colour, background)).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(["normal", "protan", "deutan", "tritan"])("has distinguishable colours for %s vision", (vision) => {
    expect(smallestDistance(LINE_COLOURS[theme], vision)).toBeGreaterThanOrEqual(0.06);
  });

  it("has a contrast of at least 2:1 for the lines of the run before", () => {
    const { background } = plainTheme(theme);
    for (let colour = 0; colour < LINE_COLOURS[theme].length; colour += 1) {
      const pale = lineColour({ style: { colour, dash: 0, marker: 0 }, ghost: true }, plainTheme(theme));
      expect(contrast(pale, background), pale).toBeGreaterThanOrEqual(2);
    }
  });

  it("reserves grey for the lines of an older run", () => {
    const chroma = (hex: string): number => {
      const [, a, b] = perceived(hex, "normal");
      return Math.hypot(a, b);
    };
    for (const colour of LINE_COLOURS[theme]) expect(chroma(colour)).toBeGreaterThan(0.05);
    expect(chroma(GHOST_COLOURS[theme])).toBeLessThan(0.03);
  });
});

describe("StyleBook", () => {
  const flow = (id: string, algorithm = "newreno") => ({ id, algorithm });

  it("keeps a flow's style when other flows are added, removed or reordered", () => {
    const book = new StyleBook();
    const before = book.assign([flow("a"), flow("b"), flow("c")]);
    const after = book.assign([flow("c"), flow("a"), flow("d")]);
    expect(after.get("a")).toEqual(before.get("a"));
    expect(after.get("c")).toEqual(before.get("c"));
    // The new flow gets the style of the removed flow.
    expect(after.get("d")).toEqual(before.get("b"));
  });

  it("gives eight flows eight colours", () => {
    const book = new StyleBook(["tahoe", "newreno"]);
    const eight = Array.from({ length: 8 }, (_, i) => flow(`f${i}`));
    expect(new Set([...book.assign(eight).values()].map((style) => style.colour)).size).toBe(8);
    const nine = [...eight, flow("t", "tahoe")];
    const styles = book.assign(nine);
    expect(styles.get("t")?.colour).toBe(0);
    expect(new Set(eight.map((f) => styles.get(f.id)?.colour))).toEqual(new Set([1]));
    // The flows have one colour and different shades, and every shade has a contrast of at least 3:1
    // with the background.
    const looks = eight.map((f) => `${styles.get(f.id)?.dash} ${styles.get(f.id)?.shade ?? 0}`);
    expect(new Set(looks).size).toBe(8);
    expect(eight.every((f) => styles.get(f.id)?.dash === 0)).toBe(true);
    for (const name of ["light", "dark"] as const) {
      const theme = plainTheme(name);
      for (const f of eight) {
        const style = styles.get(f.id) as LineStyle;
        expect(contrast(styleColour(style, theme), theme.background)).toBeGreaterThanOrEqual(3);
      }
    }
    book.mode = "flow";
    expect(new Set([...book.assign(nine).values()].map((style) => style.colour)).size).toBe(8);
  });
});
