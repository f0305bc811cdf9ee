// Moves the packets of the shown run in the network picture: single packets from a recorded stretch, or a
// stream from the counters of the record. It follows the playhead during playback, pauses and scrubbing. It
// contains no React, because it works in every frame.
import { frameLoop, prefersReducedMotion } from "../../../charts/frame.ts";
import type { NetworkPicture } from "../../../charts/network/networkPicture.ts";
import type { PacketColours, PacketScene, SceneSource } from "../../../charts/network/packetDots.ts";
import { HOLD, PacketLayer, type RunCounters } from "../../../charts/network/packetLayer.ts";
import { LegReader, type Packet } from "../../../charts/network/packetLegs.ts";
import { counterAt } from "../../../charts/series.ts";
import type { RunRecord, Series } from "../../../engine/types.ts";
import { byteLimitSteps, countsBytes, packetLimitSteps, stepAt } from "../flows/limitSteps.ts";
import type { LabSession } from "../state/session.ts";
import { chartOf } from "../state/shownCharts.ts";
import { followStretch, NO_STRETCH, type ShownStretch, type StretchFollower } from "./followStretch.ts";
import {
  factsOf,
  type LiveMode,
  MAX_STEPS,
  modeOf,
  type RunFacts,
  SLOW_SPEED,
  windowsAt,
} from "./liveMode.ts";

const NS = 1e9;
/** Falls and glows last this long, in seconds of wall-clock time. */
const FADE = 0.9;
/** A dot of the stream needs this long from sender to receiver, in seconds of wall-clock time. */
const CROSSING = 1.6;
/** Under reduced motion, the picture changes at most this often during playback. In ms. */
const STILL = 500;
/** A run that is not complete is recorded only after this time, because computing it comes first. In ms. */
const OPEN_AFTER = 2500;
/** Playback does not wait for the packets of a run that takes longer than this to be computed. In ms. */
const LONG_RUN = 1200;
/**
 * While a setting is dragged, a run is shown for a fraction of a second. The packets of such a run are not
 * recorded. In ms.
 */
const SETTLED_AFTER = 250;

/**
 * The largest distance in pixels from a packet at which a click, or the touch of a finger, means the packet.
 */
const REACH = 9;
const TOUCH_REACH = 22;

/** The number of rows of a stretch that are read in a frame. */
const ROWS_PER_FRAME = 1500;

/** During playback, the description for screen readers is written this often, because it counts all packets. In ms. */
const DESCRIBE_EVERY = 1000;

/** The texts about the picture. */
export interface LiveState {
  readonly mode: LiveMode;
  /** Whether single packets are wanted and not there yet. */
  readonly isLoading: boolean;
  readonly failure: string;
  readonly perDot: number;
  /** The time shown, in seconds. */
  readonly t: number;
  readonly scene: PacketScene | null;
  readonly source: SceneSource | null;
}

const NOTHING_YET: LiveState = {
  mode: "stream",
  isLoading: false,
  failure: "",
  perDot: 0,
  t: 0,
  scene: null,
  source: null,
};

/** What the user and the page want. */
export interface LiveChoices {
  readonly isLarge: boolean;
  /** Whether a view of single packets is open. The picture then follows its cursor. */
  readonly followsCursor: boolean;
  readonly colours: PacketColours;
}

export class LivePicture {
  readonly #session: LabSession;
  readonly #layer: PacketLayer;
  #record: RunRecord;
  #facts: RunFacts;
  #counters: RunCounters;
  readonly #stops: (() => void)[] = [];
  readonly #listeners = new Set<() => void>();
  /** When the record was first shown, in ms. */
  #shownSince = performance.now();
  #choices: LiveChoices = {
    isLarge: false,
    followsCursor: false,
    colours: "flow",
  };
  #follower: StretchFollower | null = null;
  #stretch: ShownStretch = NO_STRETCH;
  /** The stretch that is being read; null when it has been read completely. */
  #reader: LegReader | null = null;
  #source: SceneSource | null = null;
  /** Whether the picture shows the queues of an earlier moment. */
  #isHeld = false;
  #isDirty = true;
  #drawnAt = Number.NaN;
  #drawnMs = Number.NEGATIVE_INFINITY;
  /** The data of the last frame, and the part of it that the page received last. */
  #state: LiveState = NOTHING_YET;
  #published: LiveState = NOTHING_YET;
  #publishedMs = Number.NEGATIVE_INFINITY;

  constructor(session: LabSession, record: RunRecord, host: HTMLElement, picture: NetworkPicture) {
    this.#session = session;
    this.#record = record;
    this.#facts = factsOf(record.derived);
    this.#counters = countersOf(record);
    this.#layer = new PacketLayer(host, picture, record.derived, () => this.#invalidate());
    const click = (event: MouseEvent): void => this.#click(event, picture.element);
    host.addEventListener("click", click, { capture: true });
    const move = (event: PointerEvent): void => this.#point(event, picture.element);
    host.addEventListener("pointermove", move);
    const loop = frameLoop();
    picture.change({ isLive: true });
    this.#stops.push(
      () => picture.change({ isLive: false }),
      loop.add({ draw: (now) => this.#draw(now) }),
      session.timeView.subscribe(() => loop.request()),
      session.store.subscribe((now, before) => {
        if (now.playing !== before.playing || now.speed !== before.speed || now.packet !== before.packet)
          this.#invalidate();
      }),
      session.sampler.subscribe(() => this.#publishInTurn()),
      () => host.removeEventListener("click", click, { capture: true }),
      () => host.removeEventListener("pointermove", move),
      () => this.#follower?.stop(),
      () => this.#layer.destroy(),
    );
  }

  destroy(): void {
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
  }

  /** Shows another run. The content of the earlier picture remains until the next frame. */
  show(record: RunRecord): void {
    if (record === this.#record) return;
    this.#follower?.stop();
    this.#follower = null;
    this.#stretch = NO_STRETCH;
    this.#source = null;
    this.#record = record;
    this.#facts = factsOf(record.derived);
    this.#counters = countersOf(record);
    this.#shownSince = performance.now();
    this.#layer.setContext(record.derived);
    this.#invalidate();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): LiveState => this.#published;

  choose(choices: LiveChoices): void {
    this.#choices = choices;
    this.#invalidate();
  }

  /** Tells the life of the packet that was dropped last, if one falls, otherwise of the one that was sent last. */
  followOne(): void {
    const { dots } = this.#state.scene ?? { dots: [] };
    const drops = dots.filter(({ stage }) => stage === "drop");
    const packets = (drops.length > 0 ? drops : dots).map(({ packet }) => packet);
    const data = packets.filter(({ isFeedback }) => !isFeedback);
    const newest = [...data].sort((a, b) => a.sentAt - b.sentAt).at(-1);
    if (newest) this.#follow(newest);
  }

  #follow({ sentAt, ...packet }: Packet): void {
    const flow = this.#source?.flows[packet.flow];
    const at = Number.isNaN(sentAt) ? Math.round(this.#time * NS) : sentAt;
    if (flow !== undefined) this.#session.follow({ ...packet, flow, at });
  }

  /** The packet whose life is shown, in the picture: one packet of feedback, or all transmissions of data. */
  readonly #isChosen = (packet: Packet): boolean => {
    const { packet: told } = this.#session.store.getState();
    return (
      told !== null &&
      this.#source?.flows[packet.flow] === told.flow &&
      packet.connection === told.connection &&
      packet.isFeedback === told.isFeedback &&
      packet.isSyn === told.isSyn &&
      (told.isFeedback ? packet.ordinal === told.ordinal : packet.seq === told.seq)
    );
  };

  #invalidate(): void {
    this.#isDirty = true;
    frameLoop().request();
    // The numbers follow when the frame is drawn.
    queueMicrotask(() => this.#follower?.check());
  }

  /** The simulated time that the picture shows, in seconds. */
  get #time(): number {
    const { cursor, playhead } = this.#session.timeView.state;
    return Math.min((this.#choices.followsCursor ? cursor : null) ?? playhead, this.#record.computedTo);
  }

  get #wantsPackets(): boolean {
    const { isLarge, followsCursor } = this.#choices;
    const { speed, packet } = this.#session.store.getState();
    return isLarge || followsCursor || packet !== null || speed <= SLOW_SPEED;
  }

  get #mode(): LiveMode {
    const { playing, speed } = this.#session.store.getState();
    return modeOf({ packets: this.#wantsPackets, playing, speed }, this.#facts);
  }

  /** Starts the recording of stretches when it is first needed. */
  #openStretch(): void {
    if (this.#follower !== null || this.#mode === "stream") return;
    const { isHeld } = this.#session.playback;
    const age = performance.now() - this.#shownSince;
    const isComplete = this.#record.outcome !== null;
    if (!isComplete && age > LONG_RUN) this.#session.playback.release();
    if (age < (isComplete ? (isHeld ? 0 : SETTLED_AFTER) : OPEN_AFTER)) {
      frameLoop().requestAfter(100);
      return;
    }
    this.#follower = followStretch(
      JSON.stringify(this.#record.document),
      () => {
        if (this.#mode === "stream") return null;
        const { speed } = this.#session.store.getState();
        const { duration } = this.#record;
        const { needed, recorded } = windowsAt(this.#time, speed, duration, this.#facts);
        const request = {
          view: "network",
          subject: { network: true } as const,
          from: Math.floor(recorded[0] * NS),
          to: Math.ceil(recorded[1] * NS),
          maxRows: 2 * MAX_STEPS,
        };
        return { window: needed, request };
      },
      (stretch) => this.#receive(stretch),
    );
  }

  #receive(stretch: ShownStretch): void {
    const { answer, ids } = stretch;
    if (answer !== this.#stretch.answer || ids !== this.#stretch.ids) {
      this.#reader = answer && ids ? new LegReader(answer) : null;
      if (this.#reader === null) this.#source = null;
    }
    this.#stretch = stretch;
    this.#invalidate();
    this.#publish();
  }

  /**
   * Reads a part of a new stretch. Until it has been read completely, the picture shows the previous stretch.
   */
  #read(): void {
    const legs = this.#reader?.advance(ROWS_PER_FRAME) ?? null;
    const { ids } = this.#stretch;
    if (legs === null || ids === null) return;
    const [record, t] = [this.#record, this.#time];
    const limitOf = remembered((link) => stepAt(packetLimitSteps(record, link), t));
    const largestOf = remembered((link) =>
      countsBytes(record, link)
        ? stepAt(byteLimitSteps(record, link), t) / Math.max(1, limitOf(link))
        : Number.NaN,
    );
    this.#reader = null;
    this.#source = {
      legs,
      links: ids.links,
      flows: ids.flows,
      limitOf,
      largestOf,
    };
    this.#isDirty = true;
  }

  /** Draws, if something changed. Returns whether a part of a stretch is left to read. */
  #draw(now: number): boolean {
    this.#openStretch();
    this.#read();
    this.#paint(now);
    return this.#reader !== null;
  }

  #paint(now: number): void {
    const t = this.#time;
    const at = Math.round(t * NS);
    const { playing, speed } = this.#session.store.getState();
    if (at === this.#drawnAt && !this.#isDirty && !this.#isHeld) return;
    const isStill = prefersReducedMotion();
    if (isStill && playing && now - this.#drawnMs < STILL) {
      frameLoop().requestAfter(STILL - (now - this.#drawnMs));
      return;
    }
    this.#follower?.check();
    const mode = this.#mode;
    const isCovered = this.#source?.legs.covers(at) ?? false;
    const hasFailed = this.#stretch.failure !== "";
    if (isCovered || hasFailed || (mode === "stream" && this.#wantsPackets)) this.#session.playback.release();
    const result = this.#layer.paint({
      moment: { at, fade: FADE * speed * NS },
      source: mode === "stream" ? null : this.#source,
      streams: mode === "queues",
      stream: {
        counters: this.#counters,
        crossing: CROSSING * speed,
        // Without motion, a stream would be a row of dots without meaning.
        packets: isStill ? Number.POSITIVE_INFINITY : this.#facts.packetsPerSecond * CROSSING * speed,
      },
      colours: this.#choices.colours,
      oldest: this.#facts.roundTrip * 2,
      isChosen: this.#isChosen,
    });
    if (result === null) return;
    const wasDirty = this.#isDirty;
    [this.#isDirty, this.#isHeld, this.#drawnAt, this.#drawnMs] = [false, result.isHeld, at, now];
    if (result.isHeld) frameLoop().requestAfter(HOLD);
    this.#state = {
      mode: isCovered ? mode : "stream",
      isLoading: mode !== "stream" && !isCovered,
      failure: this.#stretch.failure,
      perDot: result.perDot,
      t,
      scene: result.scene,
      source: this.#source,
    };
    if (wasDirty) this.#publish();
  }

  /** During playback, the description is written once a second. */
  #publishInTurn(): void {
    const { playing } = this.#session.store.getState();
    const isEarly = performance.now() - this.#publishedMs < DESCRIBE_EVERY;
    if (!(playing && isEarly)) this.#publish();
  }

  #publish(): void {
    if (this.#published === this.#state) return;
    this.#published = this.#state;
    this.#publishedMs = performance.now();
    for (const listener of [...this.#listeners]) listener();
  }

  #local(event: MouseEvent, element: Element): { readonly x: number; readonly y: number } {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #click(event: MouseEvent, element: Element): void {
    if (!(event.target instanceof Node && element.contains(event.target))) return;
    const { x, y } = this.#local(event, element);
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    const packet = this.#layer.packetAt(x, y, isTouch ? TOUCH_REACH : REACH);
    const queue = packet ? null : this.#layer.queueAt(x, y);
    if (packet) {
      event.stopPropagation();
      this.#follow(packet);
    } else if (queue !== null) this.#showQueue(queue, event);
  }

  /**
   * Shows the chart of a queue. In the whole Lab, the click also selects the link, whose settings the page
   * shows. In the layout with one question, the chart replaces another chart.
   */
  #showQueue(queue: string, event: Event): void {
    const { charts, layout } = this.#session.store.getState();
    if (layout !== null) {
      event.stopPropagation();
      this.#session.chooseQueue(queue);
      this.#session.store.setState({ instead: "queue" });
      return;
    }
    if (!charts.some((name) => chartOf(name) === "queue")) this.#session.showCharts([...charts, "queue"]);
    this.#session.chooseQueue(queue);
  }

  #point(event: PointerEvent, element: SVGSVGElement): void {
    const { x, y } = this.#local(event, element);
    const isOn = this.#layer.packetAt(x, y, REACH) !== null || this.#layer.queueAt(x, y) !== null;
    element.classList.toggle("is-on-packet", isOn);
  }
}

function countersOf(record: RunRecord): RunCounters {
  // The stream reads the counters of all flows in every frame.
  const reader = (kind: string, signal: string): ((id: string, t: number) => number) => {
    const known = new Map<string, Series>();
    return (id, t) => {
      const series = known.get(id) ?? record.series(`${kind}:${id}`, signal);
      if (series === undefined) return 0;
      known.set(id, series);
      return counterAt(series, record.computedTo, t);
    };
  };
  return { sent: reader("flow", "sent"), dropped: reader("link", "drops") };
}

/** The function with its results kept. */
function remembered(read: (id: string) => number): (id: string) => number {
  const known = new Map<string, number>();
  return (id) => {
    const value = known.get(id) ?? read(id);
    known.set(id, value);
    return value;
  };
}
