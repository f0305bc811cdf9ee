// The colours and the font of charts, read from CSS custom properties once per change of theme. A page may
// set --chart-text, --chart-1 and so on; properties that are not set come from the palette for the colour
// scheme. Forced colours override all of them.
import { dispatch } from "d3-dispatch";
import { mixHex } from "./core/mixHex.ts";
import { DASHES, GHOST_COLOURS, LINE_COLOURS, type LineStyle, type ThemeName } from "./palette.ts";

export interface ChartTheme {
  readonly name: ThemeName;
  readonly background: string;
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly axis: string;
  readonly ghost: string;
  readonly accent: string;
  readonly selection: string;
  readonly lines: readonly string[];
  readonly font: string;
  /**
   * The system forces its own colours: all lines have one colour, and dashes and markers distinguish them.
   */
  readonly forced: boolean;
}

type SurfaceColours = Omit<ChartTheme, "lines" | "font" | "forced" | "name" | "ghost">;

const SURFACE_COLOURS: Readonly<Record<ThemeName, SurfaceColours>> = {
  light: {
    background: "#ffffff",
    text: "#1b2330",
    muted: "#5c6675",
    grid: "#e6e9ee",
    axis: "#aab2bd",
    accent: "#2f6fb3",
    selection: "rgba(47,111,179,0.12)",
  },
  dark: {
    background: "#0f1419",
    text: "#e8ecf1",
    muted: "#9aa5b3",
    grid: "#232b35",
    axis: "#525d6b",
    accent: "#7db4ea",
    selection: "rgba(125,180,234,0.16)",
  },
};

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** The default theme, which does not depend on the page. Exported pictures and tests use it. */
export function plainTheme(name: ThemeName): ChartTheme {
  return {
    name,
    ...SURFACE_COLOURS[name],
    ghost: GHOST_COLOURS[name],
    lines: LINE_COLOURS[name],
    font: FONT,
    forced: false,
  };
}

/** What has the look of a line: `ghost` if it belongs to an older run. */
interface Lined {
  readonly style: LineStyle;
  readonly ghost?: boolean;
}

/** The mixed colours of each theme, cached because hundreds of flows need them several times a second. */
const mixedColours = new WeakMap<ChartTheme, Map<string, string>>();

/** The colour of a line in a theme, mixed with the text colour by its shade (`color-mix(in srgb)` in CSS). */
export function styleColour(style: LineStyle, theme: ChartTheme): string {
  const colour = theme.lines[style.colour % theme.lines.length] ?? theme.text;
  return style.shade && !theme.forced ? mixedColour(colour, theme.text, style.shade, theme) : colour;
}

/**
 * The share of the background in the colours of older runs. All of them have a contrast of at least
 * 2:1 in both themes.
 */
const PALENESS = 0.35;

/** The colour of a line of an older run: the colour of its flow, mixed with the background. */
function paleColour(style: LineStyle, theme: ChartTheme): string {
  return theme.forced
    ? theme.ghost
    : mixedColour(styleColour(style, theme), theme.background, PALENESS, theme);
}

/** The colour of a line of the current or of an older run. */
export const lineColour = ({ style, ghost }: Lined, theme: ChartTheme): string =>
  ghost ? paleColour(style, theme) : styleColour(style, theme);

function mixedColour(colour: string, other: string, share: number, theme: ChartTheme): string {
  const cached = mixedColours.get(theme) ?? new Map<string, string>();
  mixedColours.set(theme, cached);
  const key = `${colour} ${other} ${share}`;
  let mixed = cached.get(key);
  if (mixed === undefined) {
    mixed = mixHex(colour, other, share);
    cached.set(key, mixed);
  }
  return mixed;
}

/**
 * The dash pattern of a line whose dashes are `scale` times as long as in `DASHES`; null for a solid line. If
 * the system forces colours, lines differ by their dashes instead of their colours.
 */
export function dashOf({ colour, dash, marker }: LineStyle, theme: ChartTheme, scale = 1): string | null {
  const pattern = DASHES[(theme.forced ? dash + colour + marker : dash) % DASHES.length] ?? [];
  return pattern.map((length) => length * scale).join(" ") || null;
}

/**
 * Attributes that outline a text in the background colour, so that it is readable over lines. `width` is in
 * pixels.
 */
export const halo = (theme: ChartTheme, width = 4) => ({
  stroke: theme.background,
  "stroke-width": width,
  "stroke-linejoin": "round",
  "paint-order": "stroke",
});

/** Reads the theme that applies to an element. */
export function readTheme(element: Element): ChartTheme {
  const style = getComputedStyle(element);
  const base = plainTheme(isDark(style) ? "dark" : "light");
  const property = (name: string, fallback: string): string =>
    style.getPropertyValue(`--chart-${name}`).trim() || fallback;
  if (matches("(forced-colors: active)")) {
    return {
      ...base,
      background: "Canvas",
      text: "CanvasText",
      muted: "CanvasText",
      grid: "GrayText",
      axis: "CanvasText",
      ghost: "GrayText",
      accent: "Highlight",
      selection: "rgba(128,128,128,0.25)",
      lines: base.lines.map(() => "CanvasText"),
      forced: true,
    };
  }
  const names = ["background", "text", "muted", "grid", "axis", "ghost", "accent", "selection"] as const;
  return {
    ...base,
    ...Object.fromEntries(names.map((name) => [name, property(name, base[name])])),
    lines: base.lines.map((colour, index) => property(String(index + 1), colour)),
    font: property("font", style.fontFamily || base.font),
  };
}

function isDark(style: CSSStyleDeclaration): boolean {
  const scheme = style.getPropertyValue("color-scheme");
  if (scheme.includes("dark") && !scheme.includes("light")) return true;
  if (scheme.includes("light") && !scheme.includes("dark")) return false;
  return matches("(prefers-color-scheme: dark)");
}

function matches(query: string): boolean {
  return typeof matchMedia === "function" && matchMedia(query).matches;
}

const events = dispatch<object, { change: [] }>("change");
let subscribers = 0;

/**
 * Calls `changed` when the theme may have changed: when a system setting (dark mode, forced colours,
 * contrast) changes, or the class, style or data-theme attribute of the page. Returns the function that stops
 * the calls.
 */
export function watchTheme(changed: () => void): () => void {
  subscribers += 1;
  const name = `change.${subscribers}` as const;
  events.on(name, changed);
  if (subscribers === 1 && typeof matchMedia === "function" && typeof MutationObserver === "function") {
    const notify = (): void => events.call("change");
    for (const query of [
      "(prefers-color-scheme: dark)",
      "(forced-colors: active)",
      "(prefers-contrast: more)",
    ]) {
      matchMedia(query).addEventListener("change", notify);
    }
    const observer = new MutationObserver(notify);
    const options = { attributes: true, attributeFilter: ["class", "style", "data-theme"] };
    observer.observe(document.documentElement, options);
    if (document.body !== null) observer.observe(document.body, options);
  }
  return () => void events.on(name, null);
}

/** The theme of an element, which is read when it is first needed after a change. */
export function themeOf(
  element: Element,
  changed: () => void,
): { readonly read: () => ChartTheme; readonly stop: () => void } {
  let theme: ChartTheme | null = null;
  const stop = watchTheme(() => {
    theme = null;
    changed();
  });
  const read = (): ChartTheme => {
    theme ??= readTheme(element);
    return theme;
  };
  return { read, stop };
}
