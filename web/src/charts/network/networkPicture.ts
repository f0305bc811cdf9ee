// The picture of the network in the page. It draws flows and links with their queues, and handles pointer and
// keys.
import "../charts.css";
import { liveSvg } from "../core/liveSvg.ts";
import type { SvgNode } from "../core/svg.ts";
import { presenterFontSize } from "../textSize.ts";
import { chartTexts } from "../texts/index.ts";
import { handleKey, makeOneTabStop, type PictureTarget, targetOf } from "./choice.ts";
import { drawNetwork, type NetworkModel, type PictureData } from "./drawNetwork.ts";
import { waitingText } from "./linkShapes.ts";
import type { meshPlan, reducedData } from "./meshPlan.ts";
import {
  compactHeight,
  dumbbellHeight,
  dumbbellPlan,
  fontSizeFor,
  hostRows,
  type NetworkPlan,
} from "./plan.ts";

export interface NetworkPictureOptions {
  /** Larger text, for a projector. */
  readonly presenter?: boolean;
  /** Whether packets are drawn above the picture. */
  readonly isLive?: boolean;
  readonly onHover?: (flow: string | null) => void;
  /** A flow or a link was clicked, or chosen with Enter. Without this, none can be chosen. */
  readonly onSelect?: (target: PictureTarget) => void;
}

export interface NetworkPicture {
  readonly element: SVGSVGElement;
  update(data: PictureData): void;
  /** Draws something on top of the network until the next call. Null draws nothing. */
  drawAbove(draw: ((model: NetworkModel) => readonly SvgNode[]) | null): void;
  change(options: NetworkPictureOptions): void;
  destroy(): void;
  describe(): string;
}

/** A picture whose host is at least this high, in pixels, leaves space for a row of controls below it. */
export const LARGE_HEIGHT = 150;
/**
 * The height of the row of controls in pixels. In a narrow picture, the row's text is above the controls. On
 * a projector, the row has the font size of the picture.
 */
const controlsHeight = (width: number, presenterSize: number): number =>
  Math.max(width < 480 ? 68 : 48, 2.4 * presenterSize);

export function createNetworkPicture(host: HTMLElement, options: NetworkPictureOptions = {}): NetworkPicture {
  let settings = options;
  let data: PictureData = { flows: [], links: [] };
  let above: Parameters<NetworkPicture["drawAbove"]>[0] = null;
  let isDestroyed = false;
  /** The id of the link or node under the pointer or with the focus. */
  let pointedId = "";
  const plans = new PicturePlan(() => redraw());
  const hostHeight = heightReader(host);
  const live = liveSvg(host, { class: "fs-network", role: "group" }, 80, (width, theme, height) => {
    const least = hostHeight(width, height);
    const isLarge = least >= LARGE_HEIGHT;
    const presenterSize = settings.presenter ? presenterFontSize() : 0;
    const space = least - (isLarge ? controlsHeight(width, presenterSize) : 0);
    const fontSize = presenterSize || fontSizeFor(width, isLarge ? space : 0);
    const shown = plans.shown(data);
    const plan = shown && plans.of(shown, width, fontSize, space, isLarge);
    if (shown === null || plan === null) return null;
    const { isLive = false, onSelect } = settings;
    const model = { plan, data: shown, theme, fontSize, pointedId, isLive, isFixed: onSelect === undefined };
    const nodes = [...drawNetwork(model), ...(above?.(model) ?? [])];
    return { nodes, height: plan.height, fontSize, label: describePicture(shown) };
  });
  const root = live.element;
  const redraw = (): void => {
    if (isDestroyed) return;
    live.redraw();
    makeOneTabStop(root);
  };
  handlePointer(root, {
    hover: (flow) => settings.onHover?.(flow),
    point: (id) => {
      if (id === pointedId) return;
      pointedId = id;
      redraw();
    },
    choose: (target) => settings.onSelect?.(target),
  });
  return {
    element: root,
    update(next) {
      data = next;
      redraw();
    },
    drawAbove(next) {
      if (next === null && above === null) return;
      above = next;
      redraw();
    },
    change(next) {
      settings = { ...settings, ...next };
      redraw();
    },
    destroy() {
      isDestroyed = true;
      live.destroy();
    },
    describe: () => describePicture(plans.shown(data) ?? data),
  };
}

/**
 * Returns the function that reads the height of the host that a picture may fill: the minimum height that the
 * style sheet gives to it, or its whole height if its property `--network-fills` is set. Without this
 * property, the height of the host follows from the picture, so it cannot determine the picture. Styles are
 * read only when the width or the class of the host changes, because they may be outdated while the picture
 * is drawn.
 */
function heightReader(host: HTMLElement): (width: number, height: number) => number {
  let known: { readonly key: string; readonly pixels: number; readonly fills: boolean } | null = null;
  return (width, height) => {
    const key = `${width} ${host.className}`;
    if (known?.key !== key) {
      const style = getComputedStyle(host);
      const fills = style.getPropertyValue("--network-fills").trim() !== "";
      known = { key, pixels: Number.parseFloat(style.minHeight) || 0, fills };
    }
    return known.fills ? Math.max(known.pixels, height) : known.pixels;
  };
}

/** Called when the pointer or the focus is on an element, and when an element is chosen. */
interface PointerActions {
  readonly hover: (flow: string | null) => void;
  readonly point: (id: string) => void;
  readonly choose: (target: PictureTarget) => void;
}

function handlePointer(root: SVGSVGElement, { hover, point, choose }: PointerActions): void {
  const pointAt = (element: Element | null): void => {
    const target = element?.closest<SVGElement>("[data-link],[data-node]");
    point(target?.dataset["link"] ?? target?.dataset["node"] ?? "");
  };
  root.addEventListener("pointerover", (event) => {
    const element = event.target as Element;
    hover(element.closest<SVGElement>("[data-flow]")?.dataset["flow"] ?? null);
    pointAt(element);
  });
  root.addEventListener("pointerleave", () => {
    hover(null);
    pointAt(null);
  });
  root.addEventListener("focusin", (event) => pointAt(event.target as Element));
  root.addEventListener("focusout", () => pointAt(null));
  root.addEventListener("click", (event) => {
    const target = targetOf(event.target as Element);
    if (target) choose(target);
  });
  root.addEventListener("keydown", (event) => handleKey(root, event, choose));
}

/** The flows that send and the state of every link, in words. */
function describePicture({ flows, links }: PictureData): string {
  const active = flows.filter((flow) => flow.active).length;
  const states = links.map((link) => {
    const state = link.down ? chartTexts.down : waitingText(link);
    const { forward, reverse } = chartTexts.directions;
    const id = link.id === "forward" ? forward : link.id === "reverse" ? reverse : link.id;
    return chartTexts.linkState({ id, label: link.label, state, dropping: link.drops > 0 });
  });
  return chartTexts.sending({ active, all: flows.length, links: states.join("; ") });
}

export class PicturePlan {
  readonly #onLoaded: () => void;
  #plan: NetworkPlan | null = null;
  #key = "";
  /** The code for networks of several links, or null until it is loaded. */
  #meshes: { readonly meshPlan: typeof meshPlan; readonly reducedData: typeof reducedData } | null = null;

  /** `onLoaded` is called when the code for a plan has been loaded. */
  constructor(onLoaded: () => void) {
    this.#onLoaded = onLoaded;
  }

  /** The data as they are drawn; null until the code for them is loaded. */
  shown(data: PictureData): PictureData | null {
    if (!data.mesh) return data;
    if (this.#meshes === null) this.#load();
    return this.#meshes?.reducedData(data) ?? null;
  }

  /**
   * The plan of the data, at least `leastHeight` pixels high; null until the code for it is loaded. With
   * `isCompact`, hosts are placed as close to each other as texts allow if a dumbbell would otherwise be
   * higher.
   */
  of(
    data: PictureData,
    width: number,
    fontSize: number,
    leastHeight: number,
    isCompact: boolean,
  ): NetworkPlan | null {
    const { mesh = null, flows, links } = data;
    const hasReverse = links.some((link) => link.id === "reverse");
    const height = Math.max(
      leastHeight,
      (isCompact ? compactHeight : dumbbellHeight)(hostRows(flows), fontSize, hasReverse),
    );
    const hosts = flows.map(({ id, label, reverse, group, groupIsClosed, route }) => [
      id,
      label,
      reverse,
      group,
      groupIsClosed,
      route,
    ]);
    const key = JSON.stringify([width, height, fontSize, hasReverse, mesh, hosts]);
    if (this.#plan !== null && key === this.#key) return this.#plan;
    if (mesh === null) this.#plan = dumbbellPlan(flows, width, height, fontSize, hasReverse);
    else if (this.#meshes === null) {
      this.#load();
      return null;
    } else this.#plan = this.#meshes.meshPlan(mesh, flows, width, fontSize, undefined, leastHeight);
    this.#key = key;
    return this.#plan;
  }

  #load(): void {
    import("./meshPlan.ts").then(
      (module) => {
        this.#meshes = module;
        this.#onLoaded();
      },
      () => undefined,
    );
  }
}
