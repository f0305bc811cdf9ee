// Mixes two colours. d3-color could do this as well, and in other colour spaces, but it would add 4 kB to the
// first download.

type Channels = readonly [number, number, number];

/** A colour between two colours, as `#rrggbb`: `colour` at share 0, `other` at 1. Transparency is ignored. */
export function mixHex(colour: string, other: string, share: number): string {
  const [a, b] = [channels(colour), channels(other)];
  return `#${a.map((from, i) => hex(from + share * ((b[i] ?? from) - from))).join("")}`;
}

function hex(channel: number): string {
  return Math.round(channel).toString(16).padStart(2, "0");
}

/** The red, green and blue of a colour in any notation of CSS. Black if the colour is invalid. */
function channels(colour: string): Channels {
  return hexChannels(colour) ?? rgbChannels(colour) ?? rgbChannels(computed(colour)) ?? [0, 0, 0];
}

function hexChannels(colour: string): Channels | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour)?.[1];
  if (digits === undefined) return null;
  const value = (at: number): number =>
    digits.length === 3
      ? Number.parseInt((digits[at] ?? "0").repeat(2), 16)
      : Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  return [value(0), value(1), value(2)];
}

function rgbChannels(colour: string): Channels | null {
  const [r, g, b] = /^rgba?\(/.test(colour) ? (colour.match(/[\d.]+/g) ?? []).map(Number) : [];
  return r === undefined || g === undefined || b === undefined ? null : [r, g, b];
}

/** The colour as the browser computes it, `rgb(...)`. */
function computed(colour: string): string {
  if (typeof document === "undefined") return colour;
  const element = document.createElement("i");
  element.style.color = colour;
  document.documentElement.append(element);
  const result = getComputedStyle(element).color;
  element.remove();
  return result;
}
