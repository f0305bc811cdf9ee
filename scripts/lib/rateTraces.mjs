// Makes the built-in rates over time of a cellular, a Wi-Fi and a satellite link. They are synthetic, not
// measured: each is made from random numbers with a fixed seed. The comments below state how. `npm run gen`
// writes them, and a test compares them.
import { writeFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/**
 * Uniform random numbers from 0 to 1: a linear congruential generator (Numerical Recipes, 2nd edition,
 * section 7.1).
 * @param {number} seed
 */
function uniform(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @typedef {readonly [at: number, rate: number][]} Rates Times in s and rates in Mbit/s. */

/**
 * A user who moves through a cell: every half second the rate changes by up to a quarter, between 1 and 60
 * Mbit/s. One second in twenty is in a shadow, with a tenth of the rate.
 * @returns {Rates}
 */
function cellular() {
  const next = uniform(1);
  let level = 20;
  let shadow = 0;
  return Array.from({ length: 120 }, (_, step) => {
    level = Math.min(60, Math.max(1, level * (0.75 + 0.5 * next()) + 0.3));
    shadow = shadow > 0 ? shadow - 1 : next() < 0.025 ? 2 : 0;
    return [step / 2, shadow > 0 ? level / 10 : level];
  });
}

/**
 * A station of IEEE 802.11n with one stream in 20 MHz: every fifth of a second, its rate of the table 6.5 to
 * 65 Mbit/s moves by at most one step, and it gets between 40 and 80 % of the time of the channel.
 * @returns {Rates}
 */
function wifi() {
  const next = uniform(2);
  const table = [6.5, 13, 19.5, 26, 39, 52, 58.5, 65];
  let index = 5;
  return Array.from({ length: 150 }, (_, step) => {
    index = Math.min(table.length - 1, Math.max(0, index + Math.floor(3 * next()) - 1));
    return [step / 5, (table[index] ?? 0) * (0.4 + 0.4 * next())];
  });
}

/**
 * A satellite in a low orbit: every 15 s another satellite takes over, after 0.1 s without service, with a
 * new level between 30 and 150 Mbit/s. The rate changes by up to 10 % around the level each second.
 * @returns {Rates}
 */
function satellite() {
  const next = uniform(9);
  return Array.from({ length: 4 }).flatMap((_, pass) => {
    const level = 30 + 120 * next();
    /** @type {[number, number][]} */
    const seconds = Array.from({ length: 15 }, (_, i) => [15 * pass + i, level * (0.9 + 0.2 * next())]);
    /** @type {[number, number]} */
    const handover = [15 * pass + 14.9, 0];
    return [...seconds, handover];
  });
}

/** The files by their names, as tables with times in seconds and rates in Mbit/s. */
export function rateTraces() {
  /** @param {Rates} rates */
  const table = (rates) =>
    ["time (s),rate (Mbit/s)", ...rates.map(([at, rate]) => `${at},${rate.toFixed(1)}`), ""].join("\n");
  return { cellular: table(cellular()), wifi: table(wifi()), satellite: table(satellite()) };
}

/**
 * The path of the file of a built-in link.
 * @param {string} name
 */
export const rateTracePath = (name) =>
  inRoot("web", "src", "features", "lab", "settings", "rates", `${name}.csv`);

export function writeRateTraces() {
  for (const [name, text] of Object.entries(rateTraces())) writeFileSync(rateTracePath(name), text);
}
