// The packets above the network picture, painted on a canvas: thousands of shapes that move with every frame
// are cheaper there than as elements. The picture below stays as it is, for screen readers and for printing.
import { setText } from "../core/dom.ts";
import { type ChartTheme, styleColour } from "../theme.ts";
import { isNamedInside, type NetworkModel } from "./drawNetwork.ts";
import { filledShare } from "./linkShapes.ts";
import type { NetworkPicture } from "./networkPicture.ts";
import {
  type Dot,
  dotAt,
  fallOf,
  type Moment,
  type PacketColours,
  type PacketScene,
  PacketStage,
  type SceneSource,
} from "./packetDots.ts";
import type { Packet } from "./packetLegs.ts";
import {
  emptyQueues,
  type Look,
  MANY_SHAPES,
  paintPlainDots,
  paintShapes,
  plainShape,
  type Shape,
  shapeOf,
  streamShape,
} from "./packetLook.ts";
import { PacketWays, packetHeightOf, type WayContext } from "./packetWays.ts";
import type { NetworkPlan } from "./plan.ts";
import { mixedShares, packetsPerDot, type StreamFlow, type StreamLink, streamDots } from "./streamDots.ts";

/** The recorded counters of a run, by flow and link direction, until a time in seconds. */
export interface RunCounters {
  readonly sent: (flow: string, t: number) => number;
  readonly dropped: (link: string, t: number) => number;
}

/** The data that the layer shows at a moment. */
export interface LayerFrame {
  readonly moment: Moment;
  /** The packets of a stretch that covers the moment; null if there is none. */
  readonly source: SceneSource | null;
  /**
   * Whether packets are too fast to be followed. If so, the dots of the stream are drawn on the lines, and
   * single packets only in queues and as drops.
   */
  readonly streams: boolean;
  readonly stream: { readonly counters: RunCounters; readonly crossing: number; readonly packets: number };
  readonly colours: PacketColours;
  /** From this age in seconds on, packets have the colour of old packets. */
  readonly oldest: number;
  /** Whether a packet is highlighted. */
  readonly isChosen: (packet: Packet) => boolean;
}

/** Facts about the painted frame. */
export interface LayerResult {
  readonly scene: PacketScene | null;
  /** The number of packets for which a dot of the stream stands; 0 without a stream. */
  readonly perDot: number;
  /** Whether the queues show an earlier moment, so that the picture has to be painted again. */
  readonly isHeld: boolean;
}

/** Values that are computed once per drawing of the picture, from its plan and its data. */
interface Derived {
  readonly model: NetworkModel;
  readonly ways: PacketWays;
  readonly colours: ReadonlyMap<string, string>;
  readonly streamFlows: readonly Omit<StreamFlow, "sentUntil">[];
  readonly bundles: readonly (readonly string[])[];
}

export class PacketLayer {
  readonly #canvas: HTMLCanvasElement;
  readonly #picture: NetworkPicture;
  #context: WayContext;
  readonly #onChange: () => void;
  #derived: Derived | null = null;
  #stage: { readonly source: SceneSource; readonly ways: PacketWays; readonly stage: PacketStage } | null =
    null;
  #dots: readonly Dot[] = [];
  readonly #queues = new HeldQueues();

  /** `onChange` is called when the picture was drawn again, after which the packets must be painted again. */
  constructor(host: HTMLElement, picture: NetworkPicture, context: WayContext, onChange: () => void) {
    this.#picture = picture;
    this.#context = context;
    this.#onChange = onChange;
    this.#canvas = document.createElement("canvas");
    this.#canvas.className = "fs-packets";
    this.#canvas.setAttribute("aria-hidden", "true");
    host.append(this.#canvas);
    picture.drawAbove((model) => {
      this.#derive(model);
      return [];
    });
  }

  destroy(): void {
    this.#picture.drawAbove(null);
    this.#canvas.remove();
  }

  /** Sets the links of another network. */
  setContext(context: WayContext): void {
    this.#context = context;
    if (this.#derived)
      this.#derived = { ...this.#derived, ways: new PacketWays(this.#derived.model.plan, context) };
  }

  /** The packet at a point of the picture, or the nearest one within `reach` pixels. */
  packetAt(x: number, y: number, reach: number): Packet | null {
    return dotAt(this.#dots, x, y, reach)?.packet ?? null;
  }

  /** The link direction whose queue is at a point of the picture, in pixels. */
  queueAt(x: number, y: number): string | null {
    const { plan } = this.#derived?.model ?? {};
    for (const { id } of plan?.links ?? []) {
      const queue = this.#derived?.ways.link(id)?.queue;
      if (!queue) continue;
      const { length, height } = queue.inside;
      const middle = queue.behind(length / 2);
      const [dx, dy] = [x - middle.x, y - middle.y];
      const along = dx * Math.cos(middle.angle) + dy * Math.sin(middle.angle);
      const across = -dx * Math.sin(middle.angle) + dy * Math.cos(middle.angle);
      if (Math.abs(along) <= length / 2 && Math.abs(across) <= height / 2) return id;
    }
    return null;
  }

  #derive(model: NetworkModel): void {
    const same = this.#derived?.model.plan === model.plan ? this.#derived : null;
    const { data, theme, plan } = model;
    const colours = new Map(data.flows.map(({ id, style }) => [id, styleColour(style, theme)]));
    const lines = plan.hosts.length > 0 ? plan.hosts.filter(({ side }) => side === "left") : plan.routes;
    const bundles = lines.map(({ flows }) => flows);
    const routes = new Map(data.flows.map(({ id, route = [] }) => [id, route]));
    const streamFlows = bundles.map((ids) => {
      const [first = ""] = ids;
      const isMixed = ids.some((id) => colours.get(id) !== colours.get(first));
      const colour = isMixed ? theme.muted : (colours.get(first) ?? theme.muted);
      return { id: first, route: routes.get(first) ?? [], colour };
    });
    const ways = same?.ways ?? new PacketWays(plan, this.#context);
    this.#derived = { model, ways, colours, streamFlows, bundles };
    this.#onChange();
  }

  /** Paints a frame. Null before the picture was drawn. */
  paint(frame: LayerFrame): LayerResult | null {
    const derived = this.#derived;
    const context = this.#canvas.getContext("2d");
    if (derived === null || context === null) return null;
    const { model } = derived;
    const { plan, theme } = model;
    this.#fit(context, plan.width, plan.height);
    const scene = this.#sceneOf(frame, derived);
    const shapes: Shape[] = [];
    let perDot = 0;
    let isHeld = false;
    if (scene === null || frame.streams) {
      perDot = packetsPerDot(frame.stream.packets);
      shapes.push(...this.#streamShapes(frame, derived, perDot, scene !== null));
    }
    paintShapes(context, emptyQueues(derived.ways, plan, theme));
    if (scene !== null) {
      const look = this.#look(frame, derived);
      const shown = this.#shownOf(frame, scene);
      this.#dots = shown.dots;
      isHeld = shown.waiting !== scene.waiting;
      this.#writeCounts(shown.waiting, derived);
      if (!frame.streams) paintLanes(context, derived, theme);
      const isMany = this.#dots.length > MANY_SHAPES;
      const others = isMany ? paintPlainDots(context, this.#dots, look, frame.isChosen) : this.#dots;
      for (const dot of others) shapes.push(shapeOf(dot, look, frame.isChosen(dot.packet)));
    } else this.#dots = [];
    paintShapes(context, shapes);
    paintNodeNames(context, plan, theme);
    return { scene, perDot, isHeld };
  }

  /** Gives the canvas the size of the picture, and clears it. */
  #fit(context: CanvasRenderingContext2D, width: number, height: number): void {
    const scale = devicePixelRatio || 1;
    const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
    if (this.#canvas.width !== w || this.#canvas.height !== h) {
      this.#canvas.width = w;
      this.#canvas.height = h;
      this.#canvas.style.width = `${width}px`;
      this.#canvas.style.height = `${height}px`;
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
  }

  #sceneOf({ source, moment }: LayerFrame, { model, ways }: Derived): PacketScene | null {
    if (source === null || !source.legs.covers(moment.at)) return null;
    if (this.#stage?.source !== source || this.#stage.ways !== ways) {
      this.#stage = { source, ways, stage: new PacketStage(model.plan, ways, source) };
      this.#queues.clear();
    }
    return this.#stage.stage.scene(moment);
  }

  #look({ colours, oldest, source }: LayerFrame, { model, colours: byFlow }: Derived): Look {
    const { theme } = model;
    const colourOf = (flow: number): string => byFlow.get(source?.flows[flow] ?? "") ?? theme.muted;
    return { colours, theme, colourOf, oldest };
  }

  #streamShapes(
    { moment, stream }: LayerFrame,
    derived: Derived,
    perDot: number,
    hasDrops: boolean,
  ): Shape[] {
    const { model, ways, streamFlows, bundles } = derived;
    const { counters, crossing } = stream;
    const t = moment.at / 1e9;
    const flows = streamFlows.map(
      (flow, i): StreamFlow => ({
        ...flow,
        sentUntil: (time) => (bundles[i] ?? []).reduce((sum, id) => sum + counters.sent(id, time), 0),
      }),
    );
    const links = hasDrops
      ? []
      : model.plan.links.map(
          ({ id }): StreamLink => ({ id, droppedUntil: (time) => counters.dropped(id, time) }),
        );
    const size = Math.max(4, packetHeightOf(model.plan) * 0.8);
    const depth = fallOf(model.plan);
    const dots = streamDots(ways, flows, links, {
      t,
      crossing,
      fall: moment.fade / 1e9,
      perDot,
      depth,
      size,
    });
    const waiting = hasDrops ? [] : mixedQueues(derived, flows, t, crossing);
    return [...waiting, ...dots.map((dot) => streamShape(dot, model.theme, size))];
  }

  /** All packets, or those in the queues if packets on the lines are too fast. */
  #shownOf({ streams }: LayerFrame, scene: PacketScene): ShownQueues {
    if (streams) return this.#queues.at(scene, performance.now());
    this.#queues.clear();
    return scene;
  }

  /** Writes the numbers of waiting packets over those of the picture. */
  #writeCounts(waiting: PacketScene["waiting"], { model }: Derived): void {
    for (const text of this.#picture.element.querySelectorAll<SVGTextElement>("[data-count-of]")) {
      const link = text.dataset["countOf"] ?? "";
      if (!model.plan.links.some(({ id }) => id === link)) continue;
      setText(text, (text.textContent ?? "").replace(/^\d+/, String(waiting.get(link) ?? 0)));
    }
  }
}

/** Places in a queue whose single packets are not known have this width in pixels if one for each packet would be thinner. */
const SLOT = 4;

/** The number and the width of places for packets that fill a part of a queue, in pixels: one each, unless they would be thin. */
export function placesFor(
  waiting: number,
  filled: number,
): { readonly count: number; readonly width: number } {
  const packets = Math.round(waiting);
  const count = packets * SLOT <= filled ? packets : Math.max(1, Math.floor(filled / SLOT));
  return { count, width: filled / Math.max(1, count) };
}

/**
 * The packets in the queues while single packets are not known: as many as are recorded, in the colours of the flows in
 * proportion to what each flow sent during the last crossing.
 */
function mixedQueues(
  { model: { data, plan, theme }, ways }: Derived,
  flows: readonly StreamFlow[],
  t: number,
  crossing: number,
): readonly Shape[] {
  const start = Math.max(0, t - crossing);
  return data.links.flatMap((link) => {
    const { id } = link;
    const { queue } = plan.links.some((place) => place.id === id) ? (ways.link(id) ?? {}) : {};
    const crossed = flows.filter(({ route }) => route.includes(id));
    if (!queue || !(link.queue > 0)) return [];
    const { length, height } = queue.inside;
    const { count, width } = placesFor(link.queue, length * filledShare(link));
    const weights = crossed.map(({ sentUntil }) => sentUntil(t) - sentUntil(start));
    return mixedShares(weights, count).map((flow, slot) =>
      plainShape(
        queue.behind((slot + 0.5) * width),
        Math.min(width - 1, height),
        height - 2,
        crossed[flow]?.colour ?? theme.muted,
      ),
    );
  });
}

/** Paints the nodes that have their names inside once more, so that packets pass behind the names. */
function paintNodeNames(context: CanvasRenderingContext2D, plan: NetworkPlan, theme: ChartTheme): void {
  const { routerRadius: r, routerHeight: height, textSize: size } = plan;
  const named = plan.routers.filter((place) => place.label && isNamedInside(place, plan));
  if (named.length === 0) return;
  context.font = `${size}px ${theme.font}`;
  context.textAlign = "center";
  context.lineWidth = 1.5;
  context.strokeStyle = theme.text;
  for (const { x, y, label = "" } of named) {
    context.beginPath();
    context.roundRect(x - r, y - height / 2, 2 * r, height, r);
    context.fillStyle = theme.background;
    context.fill();
    context.stroke();
    context.fillStyle = theme.muted;
    context.fillText(label, x, y + size * 0.3);
  }
}

/** The lanes of the directions that the picture does not draw, as dotted lines. */
function paintLanes(context: CanvasRenderingContext2D, { ways }: Derived, theme: ChartTheme): void {
  context.strokeStyle = theme.axis;
  context.lineWidth = 1;
  context.setLineDash([1, 5]);
  context.lineCap = "round";
  for (const lane of ways.lanes) {
    const [from, to] = [lane(0), lane(1)];
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  context.setLineDash([]);
  context.lineCap = "butt";
}

// The queues in the picture while packets are too fast to be followed. Queues that changed with every frame
// would flicker, and their numbers could not be read. The queues and their numbers therefore show the same
// instant for `HOLD` ms.

/** The time for which the picture shows the queues of one instant, in ms. */
export const HOLD = 200;

const isWaiting = ({ stage }: Dot): boolean => stage === "queue" || stage === "service";

/** The packets in the picture and the numbers of waiting packets, both of the same instant. */
export interface ShownQueues {
  readonly dots: readonly Dot[];
  readonly waiting: PacketScene["waiting"];
}

export class HeldQueues {
  #held: PacketScene | null = null;
  #heldSince = Number.NEGATIVE_INFINITY;
  #drops = 0;

  /**
   * The queues at `now`, in ms of wall-clock time, with the falling packets of `scene`. After a new drop the
   * queues of `scene` are shown at once, so that the queue is full while its packet falls.
   */
  at(scene: PacketScene, now: number): ShownQueues {
    const falling = scene.dots.filter(({ stage }) => stage === "drop");
    const isNewDrop = scene.dropped > this.#drops;
    this.#drops = scene.dropped;
    if (this.#held === null || isNewDrop || now - this.#heldSince >= HOLD)
      [this.#held, this.#heldSince] = [scene, now];
    return { dots: [...this.#held.dots.filter(isWaiting), ...falling], waiting: this.#held.waiting };
  }

  /** Discards the shown state, because the packets of another run or another picture follow. */
  clear(): void {
    this.#held = null;
  }
}
