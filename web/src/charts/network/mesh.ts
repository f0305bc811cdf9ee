// Networks of several links: their nodes and link directions, and the routes of flows as a picture draws
// them.
import { group } from "d3-array";
import { bundle, type NetworkFlow, type Point } from "./plan.ts";

export interface MeshNode {
  readonly id: string;
  readonly label: string;
  /**
   * The place that the document gives the node in a map, in the unit square. Without it, the node is placed
   * automatically.
   */
  readonly at?: Point;
}

/** One direction of a link. */
export interface MeshLink {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** A text that is the same for directions with equal settings. */
  readonly alike?: string;
}

/** A network of several links. */
export interface Mesh {
  /** A parking lot is drawn as a row, with the nodes in their order. */
  readonly kind: "parking_lot" | "graph";
  readonly nodes: readonly MeshNode[];
  readonly links: readonly MeshLink[];
}

/**
 * Flows that share a route are drawn as separate lines only as long as the picture has at most about this
 * many lines.
 */
const MAX_SINGLE_LINES = 24;

/** A route, and the flows that share its line in the picture. */
export interface Route {
  readonly flows: readonly NetworkFlow[];
  readonly links: readonly MeshLink[];
}

/**
 * The lines to draw: one per flow if there are few enough flows, otherwise one for the flows of each group on
 * each route.
 */
export function routesOf(flows: readonly NetworkFlow[], links: readonly MeshLink[]): readonly Route[] {
  const byId = new Map(links.map((link) => [link.id, link]));
  const byRoute = group(flows, (flow) => (flow.route ?? []).join());
  const maxPerRoute = Math.max(1, Math.floor(MAX_SINGLE_LINES / Math.max(1, byRoute.size)));
  return [...byRoute.values()].flatMap((members) =>
    bundle(members, maxPerRoute).map((flows) => ({
      flows,
      links: (flows[0]?.route ?? []).flatMap((id) => byId.get(id) ?? []),
    })),
  );
}

/** The label of the only flow, or the flows' group and their number. */
export function nameOf(flows: readonly NetworkFlow[]): string {
  return flows.length === 1
    ? (flows[0]?.label ?? "")
    : `${flows[0]?.group ?? ""} \u00d7\u202f${flows.length}`;
}

/**
 * The link directions that are drawn: every direction that carries data and, of every link that carries no
 * data, the first listed direction.
 */
export function drawnLinks(routes: readonly Route[], links: readonly MeshLink[]): readonly MeshLink[] {
  const used = new Set(routes.flatMap((route) => route.links.map((link) => link.id)));
  const pairOf = ({ from, to }: MeshLink): string => [from, to].sort().join(" ");
  const usedPairs = new Set(links.filter(({ id }) => used.has(id)).map(pairOf));
  const drawnPairs = new Set<string>();
  return links.filter((link) => {
    const pair = pairOf(link);
    const isShown = used.has(link.id) || !(drawnPairs.has(pair) || usedPairs.has(pair));
    if (isShown) drawnPairs.add(pair);
    return isShown;
  });
}
