// Colours, dashes and markers of the charts. Eight hues derived from Petroff (2021), "Accessible Color Sequences for
// Data Visualization", without its two greys: grey is for ghosts only. Each theme has its own variant, because no palette
// keeps a contrast of 3:1 on both white and near-black. palette.test.ts measures contrast and the distances seen with protan,
// deutan and tritan vision; the categorical palettes of d3-scale-chromatic do not reach them.
import { range } from "d3-array";

export type ThemeName = "light" | "dark";

/** Line colours per theme, in order of assignment. */
export const LINE_COLOURS: Readonly<Record<ThemeName, readonly string[]>> = {
  light: ["#3f90da", "#c77b01", "#b91901", "#822cb6", "#428a8d", "#c45306", "#9e6352", "#968c60"],
  dark: ["#3f93dd", "#ffa90e", "#ce341d", "#9a46cf", "#91dbde", "#e96403", "#b87866", "#b5a86d"],
};

/** Backgrounds that the colours are made for: the page and the panels on it. */
export const BACKGROUNDS: Readonly<Record<ThemeName, readonly string[]>> = {
  light: ["#ffffff", "#f5f6f8"],
  dark: ["#0f1419", "#111827", "#1a2029"],
};

/** Ghosts: lines of an older run. Never used for a live flow. */
export const GHOST_COLOURS: Readonly<Record<ThemeName, string>> = { light: "#8a8f98", dark: "#7b8490" };

/** Solid, 8-4, 2-3 and 8-3-2-3, in multiples of a line width of 1. */
export const DASHES: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [8, 3, 2, 3]];

export const MARKERS = ["circle", "square", "triangle", "diamond"] as const;
export type Marker = (typeof MARKERS)[number];

/** The appearance of a line in any theme: indices into the tables above. */
export interface LineStyle {
  readonly colour: number;
  readonly dash: number;
  readonly marker: number;
  /** The share of the text's colour that is mixed in, 0 if absent: flows of one algorithm differ by it. */
  readonly shade?: number;
}

/** Shades of one colour, by instance: towards the text's colour, so that the contrast only grows, neighbours far apart. */
export const SHADES: readonly number[] = [0, 0.55, 0.28, 0.72, 0.14, 0.64, 0.42, 0.8];

/** What the assignment of styles depends on. */
export interface FlowIdentity {
  readonly id: string;
  readonly algorithm: string;
}

export type ColourMode = "auto" | "flow" | "algorithm";

/** Up to this many flows "auto" gives each flow a colour of its own. */
export const FLOWS_WITH_OWN_COLOUR = 8;

const HUES = LINE_COLOURS.light.length;

/**
 * Keeps the style of every flow stable: a flow keeps its slot while others come, go or change places, and an algorithm
 * keeps its colour. The assignment depends only on the order in which ids were first seen.
 */
export class StyleBook {
  /** Whether `assign` gives colours by flow or by algorithm. */
  mode: ColourMode = "auto";
  readonly #flowSlots = new Map<string, number>();
  readonly #algorithmSlots = new Map<string, number>();

  /** Algorithms given here get the first colours in this order; pass the catalogue's order once. */
  constructor(algorithms: readonly string[] = []) {
    for (const id of algorithms) slot(this.#algorithmSlots, id);
  }

  /** The styles of all flows of a scenario. Slots of flows that are gone may be taken by new ones. */
  assign(flows: readonly FlowIdentity[], mode: ColourMode = this.mode): Map<string, LineStyle> {
    const byFlow = mode === "flow" || (mode === "auto" && flows.length <= FLOWS_WITH_OWN_COLOUR);
    return byFlow ? this.#byFlow(flows) : this.#byAlgorithm(flows);
  }

  #byFlow(flows: readonly FlowIdentity[]): Map<string, LineStyle> {
    const present = new Set(flows.map((flow) => flow.id));
    const wanted = flows.filter((flow) => !this.#flowSlots.has(flow.id));
    if (wanted.length > 0) {
      for (const id of [...this.#flowSlots.keys()]) if (!present.has(id)) this.#flowSlots.delete(id);
    }
    const styles = new Map<string, LineStyle>();
    for (const flow of flows) {
      const index = slot(this.#flowSlots, flow.id);
      styles.set(flow.id, styleOf(index % HUES, Math.floor(index / HUES)));
    }
    return styles;
  }

  #byAlgorithm(flows: readonly FlowIdentity[]): Map<string, LineStyle> {
    const instances = new Map<string, number>();
    const styles = new Map<string, LineStyle>();
    for (const flow of flows) {
      const index = slot(this.#algorithmSlots, flow.algorithm);
      const instance = instances.get(flow.algorithm) ?? 0;
      instances.set(flow.algorithm, instance + 1);
      // The first instances differ by shade, further ones by dashes. Of very many all lines are solid: forty dash patterns in
      // one colour are unreadable, and the line under the pointer stands out anyway.
      const round = Math.floor(instance / SHADES.length);
      const dash = flows.length > SHADES.length * DASHES.length ? 0 : round;
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

function styleOf(colour: number, instance: number): LineStyle {
  return { colour, dash: instance % DASHES.length, marker: instance % MARKERS.length };
}

/** The slot of an id: the one it has, or the lowest free one. */
function slot(slots: Map<string, number>, id: string): number {
  const known = slots.get(id);
  if (known !== undefined) return known;
  const taken = new Set(slots.values());
  const free = range(slots.size + 1).find((index) => !taken.has(index)) ?? 0;
  slots.set(id, free);
  return free;
}
