// A film of a part of a run: the network and the charts, drawn for one moment after the other and then written by the
// browser's recorder. A frame depends on its moment of the run and not on the speed of the machine.

import { readTheme } from "../../charts/index.ts";
import { localNumber } from "../../language/localized.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { shownPlots } from "../lab/charts/chartMenu.ts";
import type { LabSession } from "../lab/state/session.ts";
import { FilmProblem } from "./calls.ts";
import { exportTexts } from "./texts/index.ts";

const WIDTH = 1280;
const HEIGHT = 720;
const MARGIN = 24;
/** Frames per second. */
const RATE = 25;
/** The largest height of the picture of the network. */
const NETWORK_HEIGHT = 330;
const BITS_PER_SECOND = 6e6;
/** The packets of a moment are waited for at most so many frames of the page. */
const PATIENCE = 180;
const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];

/** The simulated seconds of a part of a run, and the length of its longest film in seconds. */
const STRETCHES: Readonly<Record<keyof typeof exportTexts.stretches, readonly [number, number]>> = {
  near: [5, 5],
  slow: [0.1, 5],
  whole: [Number.POSITIVE_INFINITY, 15],
};

export interface FilmRequest {
  readonly session: LabSession;
  readonly title: string;
  readonly stretch: keyof typeof STRETCHES;
  readonly signal: AbortSignal;
  /** Called with the share of the work that is done. */
  readonly onShare: (share: number) => void;
}

/** A part of the run, and the length of its film, in seconds. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
}

/** The media type in which the browser writes films. Null if it cannot. */
function filmType(): string | null {
  if (typeof MediaRecorder !== "function" || !("captureStream" in HTMLCanvasElement.prototype)) return null;
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

interface Picture {
  readonly image: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/** A chart with the part of its picture that is its time axis. */
interface ChartPicture extends Picture {
  readonly left: number;
  readonly plotWidth: number;
}

async function imageOf(svg: string, width: number, height: number): Promise<Picture> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return { image, width, height };
}

const isVisible = (element: Element): boolean => element.getClientRects().length > 0;

/** The charts that the page shows, with the whole of their curves. */
async function chartPictures(): Promise<readonly ChartPicture[]> {
  const top = ({ element }: { readonly element: Element }): number => element.getBoundingClientRect().top;
  const plots = [...shownPlots].filter(({ element }) => isVisible(element));
  return Promise.all(
    plots
      .sort((a, b) => top(a) - top(b))
      .map(async (plot) => {
        const svg = await plot.toSVG({ background: "page" });
        const numbers = (pattern: RegExp): number[] => (pattern.exec(svg) ?? []).slice(1).map(Number);
        const [width = 0, height = 0] = numbers(/<svg[^>]* width="([\d.]+)" height="([\d.]+)"/);
        const [left = 0] = numbers(/translate\(([\d.]+),/);
        const [margin = 0] = numbers(/<clipPath id="plot"><rect[^>]* x="-([\d.]+)"/);
        const [clipped = 0] = numbers(/<clipPath id="plot"><rect[^>]* width="([\d.]+)"/);
        return { ...(await imageOf(svg, width, height)), left, plotWidth: clipped - 2 * margin };
      }),
  );
}

/** Draws the network with its packets as the page shows them now, and returns the lower end of the picture. */
async function drawNetwork(context: CanvasRenderingContext2D, host: Element, top: number): Promise<number> {
  const live = host.querySelector<SVGSVGElement>("svg.fs-network");
  if (!live) return top;
  const { left, top: above, width, height } = live.getBoundingClientRect();
  const copy = live.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", getComputedStyle(live).fontFamily);
  copy.removeAttribute("style");
  const halo = { "paint-order": "stroke", "stroke-width": "3", "stroke-linejoin": "round" };
  for (const text of copy.querySelectorAll(".fs-halo"))
    for (const [name, value] of Object.entries(halo)) text.setAttribute(name, value);
  const { image } = await imageOf(new XMLSerializer().serializeToString(copy), width, height);
  const scale = Math.min((WIDTH - 2 * MARGIN) / width, NETWORK_HEIGHT / height);
  context.save();
  context.translate((WIDTH - width * scale) / 2, top);
  context.scale(scale, scale);
  context.drawImage(image, 0, 0, width, height);
  const packets = host.querySelector<HTMLCanvasElement>("canvas.fs-packets");
  if (packets && packets.width > 0) {
    const place = packets.getBoundingClientRect();
    context.drawImage(packets, place.left - left, place.top - above, place.width, place.height);
  }
  context.restore();
  return top + height * scale + 12;
}

/**
 * Shows a moment of the run in the page, and waits until its packets are drawn. Returns whether single packets or queues
 * are shown.
 */
async function showMoment(session: LabSession, t: number, wantsPackets: boolean): Promise<boolean> {
  session.playback.seek(t);
  session.sampler.take();
  const hasPackets = (): boolean => document.querySelector(".live-status:not([data-live=stream])") !== null;
  for (let i = 0; i < 2 || (i < PATIENCE && wantsPackets && !hasPackets()); i += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return hasPackets();
}

/** Draws all frames, as compressed pictures. */
async function drawFrames(
  request: FilmRequest,
  { from, to, seconds }: Span,
  context: CanvasRenderingContext2D,
): Promise<readonly Blob[]> {
  const { session, title, signal, onShare } = request;
  const { run } = session.store.getState();
  const host = [...document.querySelectorAll(".network")].find(isVisible);
  const theme = readTheme(host ?? document.body);
  const charts = await chartPictures();
  const { domain } = session.timeView.state;
  if (!run?.outcome || (!host && charts.length === 0)) throw new FilmProblem(exportTexts.none);
  const all = Math.round(seconds * RATE);
  const frames: Blob[] = [];
  let hasPackets = true;
  for (let i = 0; i < all; i += 1) {
    signal.throwIfAborted();
    const t = from + ((to - from) * i) / (all - 1);
    // If the page shows no single packets here, the next frames do not wait for them.
    hasPackets = host ? await showMoment(session, t, hasPackets) : false;
    context.fillStyle = theme.background;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.fillStyle = theme.text;
    context.font = `600 26px ${theme.font}`;
    context.fillText(title, MARGIN, MARGIN + 22, WIDTH - 2 * MARGIN);
    const below = host ? await drawNetwork(context, host, MARGIN + 40) : MARGIN + 40;
    drawCharts(context, charts, (t - domain[0]) / (domain[1] - domain[0]), below, theme);
    context.fillStyle = theme.muted;
    context.font = `15px ${theme.font}`;
    const foot = {
      t: `${localNumber(t.toFixed(2))}\u202fs`,
      end: formatQuantity(run.record.duration, "s"),
      result: run.outcome.resultId,
    };
    context.fillText(exportTexts.foot(foot), MARGIN, HEIGHT - 10);
    const blob = await new Promise<Blob | null>((resolve) =>
      context.canvas.toBlob(resolve, "image/webp", 0.95),
    );
    if (blob) frames.push(blob);
    onShare(frames.length / all / 2);
  }
  return frames;
}

/** As many charts as fit below `top`, pale after the playhead, which is at this share of the time axis. */
function drawCharts(
  context: CanvasRenderingContext2D,
  charts: readonly ChartPicture[],
  share: number,
  top: number,
  theme: { readonly background: string; readonly text: string },
): void {
  const bottom = HEIGHT - 34;
  const first = charts[0];
  if (!first) return;
  const scale = Math.min((WIDTH - 2 * MARGIN) / first.width, (bottom - top) / first.height);
  let y = top;
  for (const { image, width, height, left, plotWidth } of charts) {
    if (y + height * scale > bottom + 1) break;
    const x = (WIDTH - first.width * scale) / 2;
    context.drawImage(image, x, y, width * scale, height * scale);
    const at = x + (left + plotWidth * Math.min(1, Math.max(0, share))) * scale;
    context.globalAlpha = 0.6;
    context.fillStyle = theme.background;
    context.fillRect(at, y + 30 * scale, x + (left + plotWidth) * scale - at, height * scale - 56 * scale);
    context.globalAlpha = 1;
    context.fillStyle = theme.text;
    context.fillRect(at - 1, y + 26 * scale, 2, height * scale - 52 * scale);
    y += height * scale;
  }
}

/** Plays the frames on the canvas at their times, and records it. */
async function writeFilm(
  frames: readonly Blob[],
  context: CanvasRenderingContext2D,
  type: string,
  { signal, onShare }: FilmRequest,
): Promise<Blob> {
  const recorder = new MediaRecorder(context.canvas.captureStream(RATE), {
    mimeType: type,
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start();
  const start = performance.now();
  try {
    for (const [i, frame] of frames.entries()) {
      signal.throwIfAborted();
      const bitmap = await createImageBitmap(frame);
      const wait = start + (1000 * i) / RATE - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      context.drawImage(bitmap, 0, 0);
      bitmap.close();
      onShare(0.5 + (i + 1) / frames.length / 2);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000 / RATE));
  } finally {
    recorder.stop();
    await stopped;
  }
  return new Blob(parts, { type });
}

/** The film as a file. The page shows the moment before again, whether or not the film is finished. */
export async function makeFilm(request: FilmRequest) {
  const { session, stretch } = request;
  const type = filmType();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  if (type === null || !context) throw new FilmProblem(exportTexts.unable);
  const { playback, store, timeView } = session;
  const { time, playing } = playback;
  const { speed } = store.getState();
  const { duration } = timeView.state;
  const [simulated, longest] = STRETCHES[stretch];
  const length = Math.min(simulated, duration);
  const seconds = stretch === "near" ? length : longest;
  const from = Math.max(0, Math.min(time - (stretch === "near" ? length / 2 : 0), duration - length));
  playback.pause();
  // Slow playback shows single packets.
  playback.setSpeed(length / seconds);
  try {
    const frames = await drawFrames(request, { from, to: from + length, seconds }, context);
    const content = await writeFilm(frames, context, type, request);
    return { extension: type.startsWith("video/mp4") ? "mp4" : "webm", type, content };
  } finally {
    playback.setSpeed(speed);
    playback.seek(time);
    if (playing) playback.play();
  }
}
