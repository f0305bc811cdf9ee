// The parts of an example that the page shows as one question: the setting that the reader changes, the
// pictures, and the order in which the suggested changes are offered. The questions are texts of the page
// (texts).
import type { questionTexts } from "./texts/index.ts";

export interface ExampleLayout {
  readonly control: string;
  /** Default: the network, the rate of each flow, and the fair shares. */
  readonly pictures?: readonly string[];
  /**
   * The answer: the goodput of the flows with these ids compared with each other, the utilisation of the
   * link, the waiting time in its queue, the frames of flows with media, the load times of pages, the stalls of video, or the goodput of all flows and its variation. Default: the waiting
   * time if a picture shows the queue, otherwise a comparison of the measured flows or, if there is only one, the
   * utilisation.
   */
  readonly answer?: readonly string[] | "use" | "wait" | "media" | "pages" | "video" | "smooth";
  /**
   * Paths of further settings whose effect the reason of the question explains. It always explains the control, and the
   * settings next to it unless it is a buffer.
   */
  readonly explained?: readonly string[];
  /** The queue disciplines of which the reason is true, if it names one. Default: all. */
  readonly disciplines?: readonly string[];
  /** The indices of the suggested changes, in the order in which they are offered. */
  readonly tries: readonly [0 | 1 | 2, ...(0 | 1 | 2)[]];
}

export type LayoutId = keyof typeof questionTexts.questions;

/** The pictures of a layout that names none, and of one with live media. */
export const DEFAULT_PICTURES: readonly string[] = ["network", "rate", "shares"];
export const CALL_PICTURES: readonly string[] = ["call", "network"];

const BUFFER = "network.forward.queue.limit";
const WAIT = ["network", "queue.ms"];

/** The layouts by the ids of the examples, in the order in which the page offers them. */
const LAYOUTS: Readonly<Record<LayoutId, ExampleLayout>> = {
  "near-far": { control: "flows.far.access.sender", tries: [1, 0, 2] },
  "call-download": {
    control: BUFFER,
    pictures: ["call", ...WAIT, "shares"],
    tries: [0, 1, 2],
    answer: "media",
    explained: ["network.forward.queue"],
  },
  "film-download": {
    control: "network.forward.rate",
    pictures: ["player", "network", "shares"],
    tries: [0, 1, 2],
    answer: "video",
    explained: ["flows.film.source.rule", "network.forward.queue"],
  },
  bufferbloat: { control: BUFFER, pictures: WAIT, tries: [0, 2, 1] },
  "bbr-cubic": { control: BUFFER, tries: [2, 0, 1] },
  codel: {
    control: BUFFER,
    pictures: WAIT,
    tries: [0, 1, 2],
    explained: ["network.forward.queue"],
    disciplines: ["codel", "drop_tail"],
  },
  unresponsive: { control: "flows.udp.source.rate", tries: [1, 0] },
  sawtooth: { control: BUFFER, pictures: ["network", "window"], tries: [0, 2, 1] },
  "random-loss": { control: "network.forward.loss.0.probability", tries: [0, 2], answer: "use" },
  "page-loss": {
    control: "network.forward.loss.0.probability",
    pictures: ["page", "network"],
    tries: [0, 1, 2],
    answer: "pages",
    explained: [
      "flows.page.source.http",
      "flows.page.count",
      "flows.page.params.stack",
      "network.forward.loss",
    ],
  },
  "wifi-slow": {
    control: "network.forward.queue.stations.0.rate",
    tries: [0, 1, 2],
    answer: ["laptop", "tablet", "phone"],
    explained: ["network.forward.queue"],
  },
  satellite: {
    control: "network.forward.schedule.gap",
    pictures: ["network", "queue.ms"],
    tries: [0, 1, 2],
    answer: "wait",
    explained: ["flows.download.algorithm", "network.forward.queue", "network.forward.schedule"],
  },
  "fq-codel": {
    control: "flows.flood.source.rate",
    tries: [1, 0, 2],
    answer: ["flood", "a", "b"],
    explained: ["network.forward.queue"],
  },
  "parking-lot": { control: "network.links.b.forward.rate", tries: [1, 0, 2] },
  tfrc: { control: "network.forward.rate", tries: [0, 1, 2], answer: "smooth" },
  "cubic-newreno": { control: "network.forward.rate", tries: [0, 2, 1] },
  twenty: { control: BUFFER, pictures: ["network", "rate.total", "shares"], tries: [0, 2, 1] },
};

/** The ids of the examples with a layout. */
export const LAYOUT_IDS = Object.keys(LAYOUTS) as readonly LayoutId[];

export const hasLayout = (id: string | undefined): id is LayoutId => LAYOUT_IDS.some((known) => known === id);

/** The layout of an example. Undefined if it has none. */
export const layoutOf = (id: string | undefined): ExampleLayout | undefined =>
  hasLayout(id) ? LAYOUTS[id] : undefined;
