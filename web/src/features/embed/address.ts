// The address of an embedded view: the page with a query, such as `?embed=fairness,rate,queue.ms&autoplay=1`,
// before the fragment of a share link or of a lesson. docs/embedding.md describes the parameters.

/** The panels of an embedded view other than charts. */
export const PANELS = ["network", "fairness", "controls"] as const;
export type Panel = (typeof PANELS)[number];

export interface EmbedOptions {
  readonly panels: readonly Panel[];
  /** The names of charts, from top to bottom, as in share links. */
  readonly charts: readonly string[];
  /** Whether the view shows one question about the scenario instead of panels and charts. */
  readonly face: boolean;
  /**
   * Whether the run plays when the view is loaded. Otherwise the view shows the complete run until the reader
   * plays it.
   */
  readonly autoplay: boolean;
  /** Null: the colour scheme of the reader's system. */
  readonly theme: "light" | "dark" | null;
  /**
   * The only origin whose messages the view accepts. Null: the view accepts messages from the page that
   * embeds it, whatever its origin.
   */
  readonly origin: string | null;
  /** The paths of the settings that the panel "controls" shows. If there are none, the page chooses them. */
  readonly controls: readonly string[];
}

/** The largest number of settings that the panel "controls" shows. */
export const MAX_CONTROLS = 6;

/** The largest number of panels and charts that are read from an address. */
const MAX_NAMES = 20;

/** The name of the layout with one question, which an address contains instead of the names of panels. */
const FACE = "face";

const isPanel = (name: string): name is Panel => PANELS.some((panel) => panel === name);

const PATH = /^[A-Za-z0-9_.-]{1,120}$/;

/**
 * Reads the options from the query of an address. Null if the address is not the address of an embedded view.
 */
export function readEmbed(query: string): EmbedOptions | null {
  const parameters = new URLSearchParams(query);
  const names = parameters.get("embed");
  if (names === null) return null;
  const chosen = [...new Set(names.split(",").filter((name) => name !== ""))].slice(0, MAX_NAMES);
  const theme = parameters.get("theme");
  return {
    panels: chosen.filter(isPanel),
    charts: chosen.filter((name) => !isPanel(name) && name !== FACE),
    face: chosen.includes(FACE),
    autoplay: parameters.get("autoplay") === "1",
    theme: theme === "light" || theme === "dark" ? theme : null,
    origin: readOrigin(parameters.get("origin")),
    controls: (parameters.get("controls") ?? "")
      .split(",")
      .filter((path) => PATH.test(path))
      .slice(0, MAX_CONTROLS),
  };
}

/** The origin of an address. Null if the text is not an address. */
function readOrigin(text: string | null): string | null {
  try {
    return text === null ? null : new URL(text).origin;
  } catch {
    return null;
  }
}

const shownIn = ({ face, panels, charts }: EmbedOptions): string =>
  face ? FACE : [...panels, ...charts].join(",");

/**
 * The address of an embedded view. `link` is a link to the full page. Its fragment contains the scenario or
 * lesson that the view shows.
 */
export function embedAddress(link: string, options: EmbedOptions): string {
  const url = new URL(link);
  const { searchParams } = url;
  searchParams.set("embed", shownIn(options));
  if (options.autoplay) searchParams.set("autoplay", "1");
  if (options.theme) searchParams.set("theme", options.theme);
  if (options.origin) searchParams.set("origin", options.origin);
  if (options.controls.length > 0) searchParams.set("controls", options.controls.join(","));
  // Commas are allowed in a query and keep the address readable.
  url.search = searchParams.toString().replaceAll("%2C", ",");
  return url.href;
}

/** The size of a frame in CSS pixels. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** The HTML element that embeds an address. `title` is its name for screen readers. */
export function iframeSnippet(address: string, title: string, { width, height }: FrameSize): string {
  const style = `width: 100%; max-width: ${width}px; height: ${height}px; border: 0`;
  return `<iframe src="${escapeAttribute(address)}" title="${escapeAttribute(title)}" style="${style}" loading="lazy" allow="clipboard-write; fullscreen"></iframe>`;
}

/** The custom element that embeds a link. `script` is the address of fairshare-lab.js. */
export function elementSnippet(
  link: string,
  script: string,
  options: EmbedOptions,
  title: string,
  { width, height }: FrameSize,
): string {
  const attributes = [
    ["link", new URL(link).hash],
    ["panels", shownIn(options)],
    ["label", title],
    ["theme", options.theme],
    ["controls", options.controls.join(",")],
  ].flatMap(([name, value]) => (value ? [`${name}="${escapeAttribute(value)}"`] : []));
  if (options.autoplay) attributes.push("autoplay");
  const style = `max-width: ${width}px; height: ${height}px`;
  return [
    `<script src="${escapeAttribute(script)}" async></script>`,
    `<fairshare-lab ${attributes.join(" ")} style="${style}"></fairshare-lab>`,
  ].join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

const escapeAttribute = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => ENTITIES[character] ?? character);
