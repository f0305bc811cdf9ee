// A small live picture of the network in the page: keeps its plan, its size and theme, and the pointer.
import "../charts.css";
import { svgElement, watchSize } from "../core/dom.ts";
import { patchChildren } from "../core/svgDom.ts";
import { readTheme, watchTheme } from "../theme.ts";
import { handleKey, keepOneStop, type PictureTarget, targetOf } from "./choice.ts";
import { drawNetwork, type PictureData } from "./drawNetwork.ts";
import { waitingText } from "./linkShapes.ts";
import type { meshPlan } from "./meshPlan.ts";
import { dumbbellPlan, hostRows, type NetworkPlan } from "./plan.ts";

export interface NetworkPictureOptions {
  readonly presenter?: boolean;
  readonly onHover?: (flow: string | null) => void;
  /** A flow or a link was clicked, or chosen with Enter. */
  readonly onSelect?: (target: PictureTarget) => void;
}

export interface NetworkPicture {
  readonly element: SVGSVGElement;
  update(data: PictureData): void;
  change(options: NetworkPictureOptions): void;
  resize(): void;
  destroy(): void;
  describe(): string;
}

export function createNetworkPicture(host: HTMLElement, options: NetworkPictureOptions = {}): NetworkPicture {
  const root = svgElement("svg", { class: "fs-network", role: "group" }, host);
  let settings = options;
  let data: PictureData = { flows: [], links: [] };
  let theme = readTheme(root);
  let plan: NetworkPlan | null = null;
  let planKey = "";
  /** Plans of networks of several links are loaded when there is one to draw. */
  let meshPlans: typeof meshPlan | null = null;
  let isDestroyed = false;
  let pointed = "";

  const setPointed = (element: Element | null): void => {
    const part = element?.closest<SVGElement>("[data-link],[data-node]");
    const name = part?.dataset["link"] ?? part?.dataset["node"] ?? "";
    if (name === pointed) return;
    pointed = name;
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

  function loadMeshPlans(): void {
    import("./meshPlan.ts").then(
      (module) => {
        meshPlans = module.meshPlan;
        if (!isDestroyed) redraw();
      },
      () => undefined,
    );
  }

  /** The plan of the present data; null until the code for it is loaded. */
  function currentPlan(width: number, fontSize: number): NetworkPlan | null {
    const { mesh = null, flows, links } = data;
    const hasReverse = links.some((link) => link.id === "reverse");
    const least = Math.max(fontSize * (hostRows(flows) * 1.9 + 2.6), hasReverse ? fontSize * 8 : 0);
    // The host's height follows the picture's, so the picture could never become smaller again if it went by that.
    const minimum = Number.parseFloat(getComputedStyle(host).minHeight) || 0;
    const height = Math.max(minimum, Math.round(least));
    const hosts = flows.map((flow) => [flow.id, flow.label, flow.reverse]);
    const key = JSON.stringify([width, height, fontSize, hasReverse, mesh, hosts]);
    if (plan !== null && key === planKey) return plan;
    if (mesh !== null && meshPlans === null) {
      loadMeshPlans();
      return null;
    }
    planKey = key;
    plan =
      mesh !== null && meshPlans !== null
        ? meshPlans(mesh, flows, width, fontSize)
        : dumbbellPlan(flows, width, height, fontSize, hasReverse);
    root.setAttribute("width", String(width));
    root.setAttribute("height", String(plan.height));
    root.setAttribute("font-size", String(fontSize));
    root.style.setProperty("--fs-font", theme.font);
    return plan;
  }

  function redraw(): void {
    const width = size.width();
    if (width < 80) return;
    const fontSize = settings.presenter ? 18 : 11.5;
    const current = currentPlan(width, fontSize);
    if (current === null) return;
    patchChildren(root, drawNetwork({ plan: current, data, theme, fontSize, pointed }));
    root.setAttribute("aria-label", describe());
    keepOneStop(root);
  }

  function describe(): string {
    const active = data.flows.filter((flow) => flow.active).length;
    const links = data.links.map((link) => {
      const state = link.down ? "down" : waitingText(link);
      return `${link.id} link ${link.label}, ${state}${link.drops > 0 ? ", dropping" : ""}`;
    });
    return `${active} of ${data.flows.length} flows sending; ${links.join("; ")}.`;
  }

  const stopTheme = watchTheme(() => {
    theme = readTheme(root);
    redraw();
  });
  const size = watchSize(host, redraw);

  return {
    element: root,
    update(next) {
      data = next;
      redraw();
    },
    change(next) {
      settings = { ...settings, ...next };
      redraw();
    },
    resize: redraw,
    destroy() {
      isDestroyed = true;
      stopTheme();
      size.stop();
      root.remove();
    },
    describe,
  };
}
