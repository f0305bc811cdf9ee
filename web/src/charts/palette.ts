// Colours, dashes and markers of the charts. The eight hues are derived from Petroff (2021), "Accessible
// Color Sequences for Data Visualization", without its two greys, because grey is reserved for the lines of
// an older run. Each theme has its own variant of the hues, because colours with a contrast of 3:1 on both
// white and near-black have a narrow range of lightness and would differ less from each other.
// palette.test.ts checks the contrast, and the differences between colours with protan, deutan and tritan
// vision. The categorical palettes of d3-scale-chromatic fail these checks.
import { range } from "d3-array";

export type ThemeName = "light" | "dark";

/** Line colours per theme, in order of assignment. */
export const LINE_COLOURS: Readonly<Record<ThemeName, readonly string[]>> = {
  light: ["#3f90da", "#c77b01", "#b91901", "#822cb6", "#428a8d", "#c45306", "#9e6352", "#968c60"],
  dark: ["#3f93dd", "#ffa90e", "#ce341d", "#9a46cf", "#91dbde", "#e96403", "#b87866", "#b5a86d"],
};

/** The backgrounds on which the colours have enough contrast: the page and its panels. */
export const BACKGROUNDS: Readonly<Record<ThemeName, readonly string[]>> = {
  light: ["#ffffff", "#f5f6f8"],
  dark: ["#0f1419", "#111827", "#1a2029"],
};

/** Colours of the lines of an older run. No flow of the current run has them. */
export const GHOST_COLOURS: Readonly<Record<ThemeName, string>> = { light: "#8a8f98", dark: "#7b8490" };

/**
 * Dash patterns, as lengths of strokes and gaps for a line 1 pixel wide. The first pattern, which is empty,
 * is a solid line.
 */
export const DASHES: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [8, 3, 2, 3]];

export const MARKERS = ["circle", "square", "triangle", "diamond"] as const;
export type Marker = (typeof MARKERS)[number];

/** The appearance of a line in any theme: indices into the tables above. */
export interface LineStyle {
  readonly colour: number;
  readonly dash: number;
  readonly marker: number;
  /**
   * The share of the text colour that is mixed in, 0 if absent. It distinguishes the flows of one algorithm.
   */
  readonly shade?: number;
}

/**
 * Shades of the flows of one algorithm, in order of assignment; consecutive shades differ strongly. Mixing in
 * the text colour only increases the contrast with the background.
 */
export const SHADES: readonly number[] = [0, 0.55, 0.28, 0.72, 0.14, 0.64, 0.42, 0.8];

/** The properties of a flow on which its style depends. */
export interface FlowIdentity {
  readonly id: string;
  readonly algorithm: string;
}

export type ColourMode = "auto" | "flow" | "algorithm";

/** For up to this many flows, "auto" gives each flow its own colour. */
export const FLOWS_WITH_OWN_COLOUR = 8;

const HUES = LINE_COLOURS.light.length;

/**
 * Assigns the styles of lines. If each flow has its own colour, a flow keeps its style while other flows are
 * added, removed or reordered. If each algorithm has its own colour, an algorithm keeps its colour, but the
 * shade, dash and marker of a flow depend on its position among the flows of its algorithm. The colour
 * follows from a number, which flows or algorithms get in the order in which they are first seen.
 */
export class StyleBook {
  /** Whether `assign` gives each flow or each algorithm its own colour. */
  mode: ColourMode = "auto";
  readonly #flowNumbers = new Map<string, number>();
  readonly #algorithmNumbers = new Map<string, number>();

  /** The given algorithms get the first colours, in the given order. */
  constructor(algorithms: readonly string[] = []) {
    for (const id of algorithms) numberOf(this.#algorithmNumbers, id);
  }

  /** The styles of all flows of a scenario. New flows may get the numbers of removed flows. */
  assign(flows: readonly FlowIdentity[], mode: ColourMode = this.mode): Map<string, LineStyle> {
    const byFlow = mode === "flow" || (mode === "auto" && flows.length <= FLOWS_WITH_OWN_COLOUR);
    return byFlow ? this.#byFlow(flows) : this.#byAlgorithm(flows);
  }

  #byFlow(flows: readonly FlowIdentity[]): Map<string, LineStyle> {
    const present = new Set(flows.map((flow) => flow.id));
    const newFlows = flows.filter((flow) => !this.#flowNumbers.has(flow.id));
    if (newFlows.length > 0) {
      for (const id of [...this.#flowNumbers.keys()]) if (!present.has(id)) this.#flowNumbers.delete(id);
    }
    const styles = new Map<string, LineStyle>();
    for (const flow of flows) {
      const index = numberOf(this.#flowNumbers, flow.id);
      styles.set(flow.id, styleOf(index % HUES, Math.floor(index / HUES)));
    }
    return styles;
  }

  #byAlgorithm(flows: readonly FlowIdentity[]): Map<string, LineStyle> {
    const instances = new Map<string, number>();
    const styles = new Map<string, LineStyle>();
    for (const flow of flows) {
      const index = numberOf(this.#algorithmNumbers, flow.algorithm);
      const instance = instances.get(flow.algorithm) ?? 0;
      instances.set(flow.algorithm, instance + 1);
      // The first flows of an algorithm differ by shade, further flows by dashes. With more flows than
      // combinations of shade and dash, flows do not differ by dashes: many dashed lines in one colour are
      // unreadable, and the line under the pointer is highlighted anyway. Algorithms beyond the number of
      // hues differ by dashes.
      const shadeRound = Math.floor(instance / SHADES.length);
      const dash = flows.length > SHADES.length * DASHES.length ? 0 : shadeRound;
      const shade = SHADES[instance % SHADES.length] ?? 0;
      const colour = index % HUES;
      const style = {
        colour,
        dash: (dash + Math.floor(index / HUES)) % DASHES.length,
        marker: instance % MARKERS.length,
      };
      styles.set(flow.id, shade > 0 ? { ...style, shade } : style);
    }
    return styles;
  }
}

/**
 * The style of a flow or algorithm that has its own colour. `round` is the number of times that all hues are
 * already in use.
 */
function styleOf(colour: number, round: number): LineStyle {
  return { colour, dash: round % DASHES.length, marker: round % MARKERS.length };
}

/** The number of an id. An id without a number gets the lowest free number. */
function numberOf(numbers: Map<string, number>, id: string): number {
  const known = numbers.get(id);
  if (known !== undefined) return known;
  const taken = new Set(numbers.values());
  const free = range(numbers.size + 1).find((index) => !taken.has(index)) ?? 0;
  numbers.set(id, free);
  return free;
}
