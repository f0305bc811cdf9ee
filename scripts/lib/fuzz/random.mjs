// Random numbers and random changes of texts and documents for fuzzing. A seed always gives the same
// sequence.

/** A small generator (SplitMix32, by Doug Lea and Guy Steele with 32-bit constants). */
export class Random {
  #state;

  /** @param {number} seed @param {number} [stream] */
  constructor(seed, stream = 0) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b)) >>> 0;
  }

  /** A whole number in [0, 2^32). */
  next() {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  }

  /** A number in [0, 1). */
  unit() {
    return this.next() / 2 ** 32;
  }

  /** A whole number in [0, bound). @param {number} bound */
  below(bound) {
    return Math.floor(this.unit() * bound);
  }

  /**
   * @template T
   * @param {readonly T[]} items at least one
   * @returns {T}
   */
  pick(items) {
    return /** @type {T} */ (items[this.below(items.length)]);
  }
}

const snippets = [
  "{",
  "}",
  "[",
  ",",
  '"',
  "\\u0000",
  "null",
  "-",
  "1e999",
  "NaN",
  "%",
  "=",
  "&",
  "#",
  ".",
  "__proto__",
];

/**
 * Changes some characters.
 * @param {string} text
 * @param {Random} random
 */
export function changeText(text, random) {
  const at = random.below(text.length + 1);
  const end = at + random.below(20);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at) + String.fromCharCode(random.below(128)) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text.slice(end);
    case 2:
      return text.slice(0, at) + text.slice(at, end) + text.slice(at);
    case 3:
      return text.slice(0, at);
    case 4:
      return text.slice(0, at) + String.fromCharCode(random.below(0x10000)) + text.slice(at);
    default:
      return text.slice(0, at) + random.pick(snippets) + text.slice(at);
  }
}

/** Numbers at the edges of types, formats and ranges. */
export const numbers = [
  0, -0, 1, -1, 0.5, 1e-9, 1e-300, 1e9, 1e18, 1e300, 4294967296, 9007199254740992, 86401,
];

/** A random value. @param {Random} random @returns {unknown} */
export function randomValue(random) {
  return random.pick([
    null,
    true,
    random.pick(numbers),
    random.below(100),
    "a",
    "",
    "near",
    [],
    {},
    [1, 2],
    { kind: "random", min: 3, max: 1 },
  ]);
}

/**
 * A copy of a document with one changed value.
 * @param {unknown} document
 * @param {Random} random
 * @returns {unknown}
 */
export function changeValue(document, random) {
  if (typeof document !== "object" || document === null || random.below(6) === 0) {
    if (typeof document === "number" && random.below(2) === 0)
      return document * random.pick([0, 0.5, 2, 10, -1]);
    return randomValue(random);
  }
  const keys = Object.keys(document);
  if (keys.length === 0) return randomValue(random);
  const key = random.pick(keys);
  if (Array.isArray(document)) {
    const index = Number(key);
    const choice = random.below(8);
    if (choice === 0) return document.toSpliced(index, 1);
    if (choice === 1) return [...document, document[index]];
    return document.with(index, changeValue(document[index], random));
  }
  const members = /** @type {Record<string, unknown>} */ (document);
  if (random.below(8) === 0)
    return Object.fromEntries(Object.entries(members).filter(([name]) => name !== key));
  return { ...members, [key]: changeValue(members[key], random) };
}
