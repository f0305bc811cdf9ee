// The small pictures in the lists of lessons and algorithms: a few lines with few values, from runs of the simulator.
// A lesson's picture ends where its first prediction begins, so that it does not give the answer away.
import { existsSync, writeFileSync } from "node:fs";
import { csvRows } from "./native.mjs";
import { pageCode } from "./pageCode.mjs";
import { inRoot } from "./paths.mjs";

/** The number of values of a line, the largest value that is stored, and the largest number of lines. */
const POINTS = 48;
const TOP = 99;
const MOST_LINES = 4;

/**
 * The values of a line at equal distances in time, as shares of the largest value of the picture; null where the run has
 * none.
 * @typedef {(number | null)[]} ThumbValues
 */
/** @typedef {{ readonly lines: readonly ThumbValues[] }} Thumb */
/** @typedef {readonly (readonly [t: number, value: number | null])[]} Points */

/**
 * The lines of a picture with whole numbers from 0 to `TOP`.
 * @param {readonly Points[]} curves
 * @param {number} duration
 * @returns {Thumb}
 */
export function thumbOf(curves, duration) {
  const lines = curves.slice(0, MOST_LINES).map((points) => {
    /** @type {number[][]} */
    const bins = Array.from({ length: POINTS }, () => []);
    for (const [t, value] of points) {
      if (value === null || Number.isNaN(value)) continue;
      // The tolerance covers the rounding of times; a value at the very end begins a bin that has no length.
      bins[Math.floor((t / duration) * POINTS + 1e-6)]?.push(value);
    }
    return bins.map((values) =>
      values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : null,
    );
  });
  const top = Math.max(1e-12, ...lines.flat().map((value) => value ?? 0));
  return {
    lines: lines.map((line) =>
      line.map((value) => (value === null ? null : Math.round((TOP * value) / top))),
    ),
  };
}

/**
 * The picture of each algorithm: the first panel of its first figure.
 * @param {readonly { file: string, panels: readonly { curves: readonly { points: Points }[] }[] }[]} figures
 * @returns {Record<string, Thumb>}
 */
export function algorithmThumbs(figures) {
  /** @type {Record<string, Thumb>} */
  const thumbs = {};
  for (const { file, panels } of figures) {
    const id = file.replace(/(-\d+)?\.svg$/, "");
    const curves = (panels[0]?.curves ?? []).map(({ points }) => points);
    const duration = Math.max(0, ...curves.flat().map(([t]) => t));
    if (!thumbs[id] && curves.length > 0) thumbs[id] = thumbOf(curves, duration);
  }
  return thumbs;
}

/**
 * The signal that a lesson's first chart shows: of flows or of links, and whether it is a counter.
 * @param {string} chart
 * @returns {{ file: "flows.csv" | "links.csv", signal: string, counter: boolean }}
 */
function signalOf(chart) {
  const name = chart.split(/[*|.]/)[0] ?? "";
  if (chart.startsWith("queue.ms")) return { file: "links.csv", signal: "queue_delay", counter: false };
  if (name === "queue") return { file: "links.csv", signal: "queue", counter: false };
  if (name === "window") return { file: "flows.csv", signal: "cwnd", counter: false };
  return { file: "flows.csv", signal: "delivered", counter: true };
}

/**
 * The lines of a signal in a file of `fairshare run --csv`, in the order of the file. Links other than `forward` are
 * left out if there is one.
 * @param {readonly string[][]} rows
 * @param {{ signal: string, counter: boolean }} what
 * @returns {Points[]}
 */
function curvesOf(rows, { signal, counter }) {
  /** @type {Map<string, [number, number][]>} */
  const curves = new Map();
  for (const [t = "", width = "", entity = "", name, value = ""] of rows) {
    if (name !== signal || value === "") continue;
    const points = curves.get(entity) ?? [];
    points.push([Number(t), counter ? Number(value) / Number(width) : Number(value)]);
    curves.set(entity, points);
  }
  const forward = curves.get("forward");
  return forward ? [forward] : [...curves.values()];
}

/** The lessons of the page, each with the document of its picture: normally what it shows before anything is answered. */
async function lessonDocuments() {
  const list = "features/lessons/content/index.ts";
  if (!existsSync(inRoot("web", "src", list))) return [];
  /** @type {{ LESSONS: readonly import("../../web/src/tasks/model.ts").Lesson[] }} */
  const { LESSONS } = await pageCode(list);
  /** @type {typeof import("../../web/src/tasks/play.ts")} */
  const { documentOf, NEW_STATE } = await pageCode("tasks/play.ts");
  return LESSONS.map((lesson) => ({
    id: lesson.id,
    chart: lesson.charts[0] ?? "rate",
    doc: lesson.wholePicture ? lesson.scenario : documentOf(lesson, NEW_STATE),
  }));
}

/** @returns {Promise<Record<string, Thumb>>} */
async function lessonThumbs() {
  /** @type {Record<string, Thumb>} */
  const thumbs = {};
  for (const { id, chart, doc } of await lessonDocuments()) {
    const what = signalOf(chart);
    const duration = doc.duration ?? 60;
    thumbs[id] = thumbOf(curvesOf(await csvRows(doc, what.file, duration / POINTS), what), duration);
  }
  return thumbs;
}

/**
 * Writes the pictures of both lists, one line for each.
 * @param {Parameters<typeof algorithmThumbs>[0]} figures
 */
export async function writeThumbs(figures) {
  /** @param {Record<string, Thumb>} thumbs */
  const text = (thumbs) =>
    `{\n${Object.entries(thumbs)
      .map(([id, { lines }]) => `  ${JSON.stringify(id)}: ${JSON.stringify(lines)}`)
      .join(",\n")}\n}\n`;
  writeFileSync(inRoot("web", "src", "generated", "algorithmThumbs.json"), text(algorithmThumbs(figures)));
  writeFileSync(inRoot("web", "src", "generated", "lessonThumbs.json"), text(await lessonThumbs()));
}
