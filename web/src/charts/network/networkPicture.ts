// The picture of the network in the page. It computes the positions of its elements when flows, links or size change, draws them, and
// handles pointer and keys.
import "../charts.css";
import { CHART } from "../../strings/charts.ts";
import { liveSvg } from "../core/liveSvg.ts";
import type { SvgNode } from "../core/svg.ts";
import { presenterFontSize } from "../textSize.ts";
import { handleKey, makeOneTabStop, type PictureTarget, targetOf } from "./choice.ts";
import { drawNetwork, type NetworkModel, type PictureData } from "./drawNetwork.ts";
import { waitingText } from "./linkShapes.ts";
import type { meshPlan } from "./meshPlan.ts";
import { dumbbellHeight, dumbbellPlan, hostRows, type NetworkPlan } from "./plan.ts";

export interface NetworkPictureOptions {
  /** Larger type, for a projector. */
  readonly presenter?: boolean;
  readonly onHover?: (flow: string | null) => void;
  /** A flow or a link was clicked, or chosen with Enter. */
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

export function createNetworkPicture(host: HTMLElement, options: NetworkPictureOptions = {}): NetworkPicture {
  let settings = options;
  let data: PictureData = { flows: [], links: [] };
  let plan: NetworkPlan | null = null;
  let planKey = "";
  let minHeight: { readonly key: string; readonly pixels: number } | null = null;
  /** `meshPlan`, which is loaded when the first network of several links must be drawn; null until then. */
  let loadedMeshPlan: typeof meshPlan | null = null;
  let above: Parameters<NetworkPicture["drawAbove"]>[0] = null;
  let isDestroyed = false;
  /** The id of the link or node under the pointer or with the focus. */
  let pointedId = "";
  const live = liveSvg(host, { class: "fs-network", role: "group" }, 80, (width, theme) => {
    const fontSize = settings.presenter ? presenterFontSize() : 12;
    const current = currentPlan(width, fontSize);
    if (current === null) return null;
    const model = { plan: current, data, theme, fontSize, pointedId };
    const nodes = [...drawNetwork(model), ...(above?.(model) ?? [])];
    return { nodes, height: current.height, fontSize, label: describe() };
  });
  const root = live.element;

  const setPointed = (element: Element | null): void => {
    const target = element?.closest<SVGElement>("[data-link],[data-node]");
    const id = target?.dataset["link"] ?? target?.dataset["node"] ?? "";
    if (id === pointedId) return;
    pointedId = id;
    redraw();
  };
  root.addEventListener("pointerover", (event) => {
    const element = event.target as Element;
    settings.onHover?.(element.closest<SVGElement>("[data-flow]")?.dataset["flow"] ?? null);
    setPointed(element);
  });
  root.addEventListener("pointerleave", () => {
    settings.onHover?.(null);
    setPointed(null);
  });
  root.addEventListener("focusin", (event) => setPointed(event.target as Element));
  root.addEventListener("focusout", () => setPointed(null));
  root.addEventListener("click", (event) => {
    const target = targetOf(event.target as Element);
    if (target) settings.onSelect?.(target);
  });
  root.addEventListener("keydown", (event) =>
    handleKey(root, event, (target) => settings.onSelect?.(target)),
  );

  function loadMeshPlan(): void {
    import("./meshPlan.ts").then(
      (module) => {
        loadedMeshPlan = module.meshPlan;
        if (!isDestroyed) redraw();
      },
      () => undefined,
    );
  }

  /** The plan of the current data; null until `meshPlan` is loaded if it is needed. */
  function currentPlan(width: number, fontSize: number): NetworkPlan | null {
    const { mesh = null, flows, links } = data;
    const hasReverse = links.some((link) => link.id === "reverse");
    const neededHeight = dumbbellHeight(hostRows(flows), fontSize, hasReverse);
    // The minimum height of the host element is used instead of its height, which follows that of the picture, so that the picture can
    // shrink.
    const height = Math.max(minHeightAt(width), neededHeight);
    const hosts = flows.map((flow) => [
      flow.id,
      flow.label,
      flow.reverse,
      flow.group,
      flow.groupIsClosed,
      flow.route,
    ]);
    const key = JSON.stringify([width, height, fontSize, hasReverse, mesh, hosts]);
    if (plan !== null && key === planKey) return plan;
    if (mesh !== null && loadedMeshPlan === null) {
      loadMeshPlan();
      return null;
    }
    planKey = key;
    plan =
      mesh !== null && loadedMeshPlan !== null
        ? loadedMeshPlan(mesh, flows, width, fontSize)
        : dumbbellPlan(flows, width, height, fontSize, hasReverse);
    return plan;
  }

  /** The minimum height that the style sheet gives to the host. It is read once per width, because styles may be outdated here. */
  function minHeightAt(width: number): number {
    const key = `${width} ${host.className}`;
    if (minHeight?.key !== key)
      minHeight = { key, pixels: Number.parseFloat(getComputedStyle(host).minHeight) || 0 };
    return minHeight.pixels;
  }

  function redraw(): void {
    live.redraw();
    makeOneTabStop(root);
  }

  function describe(): string {
    const active = data.flows.filter((flow) => flow.active).length;
    const links = data.links.map((link) => {
      const state = link.down ? CHART.down : waitingText(link);
      const { forward, reverse } = CHART.directions;
      const id = link.id === "forward" ? forward : link.id === "reverse" ? reverse : link.id;
      return CHART.linkState(id, link.label, state, link.drops > 0);
    });
    return CHART.sending(active, data.flows.length, links.join("; "));
  }

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
    describe,
  };
}
