// Edits of the nodes, links and ends of flows of a graph. Each edit takes a document and returns a new
// document. An edit does not make a valid document invalid if there is a sensible alternative: a new node is
// connected in the same step, and flows keep their ends.
import type { FlowDocument, NetworkDocument, ScenarioDocument } from "../generated/types.ts";
import { freshId } from "./edit.ts";

export type GraphNetwork = Extract<NetworkDocument, { readonly kind: "graph" }>;
export type GraphLink = NonNullable<GraphNetwork["links"]>[number];

/** A position in a drawing, in the unit square. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The two ends of a flow: the nodes of its sender and its receiver. */
export interface FlowEnds {
  readonly from: string;
  readonly to: string;
}

/** The network of a document if it is a graph. */
export function graphOf(doc: ScenarioDocument): GraphNetwork | null {
  return doc.network?.kind === "graph" ? doc.network : null;
}

/**
 * The ids of the nodes that flows can have as ends, in their order: the nodes of a graph or the routers of a
 * parking lot.
 */
export function nodeIds({ network }: ScenarioDocument): readonly string[] {
  if (network?.kind === "graph") return (network.nodes ?? []).map((node) => node.id);
  if (network?.kind === "parking_lot")
    return Array.from({ length: (network.links?.length ?? 0) + 1 }, (_, i) => `r${i + 1}`);
  return [];
}

/**
 * The ends of a flow. Without a path, a flow connects the first and the last node, in the opposite order if
 * its role is `reverse`.
 */
export function endsOf(flow: FlowDocument, nodes: readonly string[]): FlowEnds {
  const [first = "", last = ""] = [nodes[0], nodes.at(-1)];
  const [from, to] = flow.role === "reverse" ? [last, first] : [first, last];
  return { from: flow.path?.from ?? from, to: flow.path?.to ?? to };
}

/**
 * The id of a new node: the letter after the last letter in use, or a number if all letters are used or the
 * ids are words.
 */
export function newNodeId(nodes: readonly string[]): string {
  const used = new Set(nodes);
  const last = nodes.at(-1) ?? "";
  if (nodes.length === 0) return "a";
  if (/^[a-z]$/.test(last)) {
    const letter = "abcdefghijklmnopqrstuvwxyz".split("").find((candidate) => !used.has(candidate));
    return letter ?? freshId("n-1", used);
  }
  const numbered = /^(.*?)(\d+)$/.exec(last);
  if (!numbered) return freshId(last, used);
  let number = Number(numbered[2]) + 1;
  while (used.has(`${numbered[1]}${number}`)) number += 1;
  return `${numbered[1]}${number}`;
}

/**
 * The id of a new link, made from the ids of its nodes: `ab` from `a` and `b`, `home-sea` from `home` and
 * `sea`.
 */
export function newLinkId(from: string, to: string, links: readonly GraphLink[]): string {
  const joint = from.length === 1 && to.length === 1 ? "" : "-";
  return freshId(`${from}${joint}${to}`.slice(0, 36), new Set(links.map((link) => link.id)));
}

function withGraph(doc: ScenarioDocument, change: (network: GraphNetwork) => GraphNetwork): ScenarioDocument {
  const network = graphOf(doc);
  return network ? { ...doc, network: change(network) } : doc;
}

/**
 * States the ends of every flow that relies on the first and the last node, so that the list of nodes can
 * change.
 */
function keepFlowEnds(doc: ScenarioDocument): ScenarioDocument {
  const nodes = nodeIds(doc);
  const flows = (doc.flows ?? []).map((flow) =>
    flow.path?.from && flow.path.to ? flow : { ...flow, path: { ...flow.path, ...endsOf(flow, nodes) } },
  );
  return { ...doc, flows };
}

/** Adds a node and the link that connects it to the node `from`, which defaults to the last node. */
export function addNode(doc: ScenarioDocument, from?: string, at?: Place): ScenarioDocument {
  const network = graphOf(doc);
  if (!network) return doc;
  const ids = nodeIds(doc);
  const id = newNodeId(ids);
  const neighbour = from ?? ids.at(-1);
  const added = withGraph(keepFlowEnds(doc), (graph) => ({
    ...graph,
    nodes: [...(graph.nodes ?? []), { id, ...(at ? roundPlace(at) : {}) }],
  }));
  return neighbour === undefined ? added : addLink(added, neighbour, id);
}

/**
 * Adds a link in both directions, with the settings of the last link, so that a network of equal links is
 * quick to build.
 */
export function addLink(doc: ScenarioDocument, from: string, to: string): ScenarioDocument {
  const ids = new Set(nodeIds(doc));
  if (from === to || !ids.has(from) || !ids.has(to)) return doc;
  return withGraph(doc, (graph) => {
    const links = graph.links ?? [];
    const { forward, reverse } = links.at(-1) ?? {};
    const link = {
      id: newLinkId(from, to, links),
      from,
      to,
      ...(forward ? { forward } : {}),
      ...(reverse ? { reverse } : {}),
    };
    return { ...graph, links: [...links, link] };
  });
}

/** Removes links and everything that refers to them: timeline entries, and the listed paths of flows. */
function withoutLinks(doc: ScenarioDocument, gone: ReadonlySet<string>): ScenarioDocument {
  if (gone.size === 0) return doc;
  const { timeline, ...rest } = withGraph(doc, (graph) => ({
    ...graph,
    links: (graph.links ?? []).filter((link) => !gone.has(link.id)),
  }));
  const entries = (timeline ?? []).filter((entry) => {
    const [, , link = ""] = /^network\.links\.([^.]+)\./.test(entry.set) ? entry.set.split(".") : [];
    return !gone.has(link);
  });
  const flows = (doc.flows ?? []).map((flow) => {
    const { links, back, ...ends } = flow.path ?? {};
    const lists = {
      ...(links && !links.some((id) => gone.has(id)) ? { links } : {}),
      ...(back && !back.some((id) => gone.has(id)) ? { back } : {}),
    };
    return flow.path ? { ...flow, path: { ...ends, ...lists } } : flow;
  });
  return { ...rest, flows, ...(entries.length > 0 ? { timeline: entries } : {}) };
}

export function removeLink(doc: ScenarioDocument, id: string): ScenarioDocument {
  return withoutLinks(doc, new Set([id]));
}

/**
 * Removes a node with its links. Its neighbours are connected with each other where the graph would fall
 * apart, and flows that ended at the node end at one of its neighbours.
 */
export function removeNode(doc: ScenarioDocument, id: string): ScenarioDocument {
  const network = graphOf(doc);
  if (!network || (network.nodes ?? []).length <= 2) return doc;
  const lost = (network.links ?? []).filter((link) => link.from === id || link.to === id);
  const neighbours = [...new Set(lost.map((link) => (link.from === id ? link.to : link.from)))];
  let next = withoutLinks(keepFlowEnds(doc), new Set(lost.map((link) => link.id)));
  next = withGraph(next, (graph) => ({
    ...graph,
    nodes: (graph.nodes ?? []).filter((node) => node.id !== id),
  }));
  const [hub, ...others] = neighbours;
  if (hub !== undefined)
    for (const other of others) if (!reachable(next, hub).has(other)) next = addLink(next, hub, other);
  const remaining = nodeIds(next);
  const flows = (next.flows ?? []).map((flow) => {
    const { from, to } = endsOf(flow, remaining);
    if (from !== id && to !== id) return flow;
    const other = from === id ? to : from;
    const end = [...neighbours, ...remaining].find((node) => node !== other) ?? "";
    return { ...flow, path: from === id ? { from: end, to } : { from, to: end } };
  });
  return { ...next, flows };
}

/** The nodes that links connect to a node, and the node itself. */
function reachable(doc: ScenarioDocument, start: string): ReadonlySet<string> {
  const links = graphOf(doc)?.links ?? [];
  const found = new Set([start]);
  for (const node of found)
    for (const link of links) {
      if (link.from === node) found.add(link.to);
      if (link.to === node) found.add(link.from);
    }
  return found;
}

/** Changes the name of a node in drawings; an empty name, or the id, removes the name. */
export function renameNode(doc: ScenarioDocument, id: string, label: string): ScenarioDocument {
  const text = label.trim().slice(0, 80);
  return withGraph(doc, (graph) => ({
    ...graph,
    nodes: (graph.nodes ?? []).map((node) => {
      if (node.id !== id) return node;
      const { label: _label, ...rest } = node;
      return text === "" || text === id ? rest : { ...rest, label: text };
    }),
  }));
}

/** The reason for which a text cannot be the id of a link, or null if it can. */
export function linkIdProblem(
  doc: ScenarioDocument,
  id: string,
  next: string,
): "characters" | "taken" | null {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(next)) return "characters";
  const isTaken = (graphOf(doc)?.links ?? []).some((link) => link.id === next && link.id !== id);
  return isTaken ? "taken" : null;
}

/**
 * Changes the id of a link, also in the timeline and in the paths of flows. Does nothing if the id is invalid
 * or in use.
 */
export function renameLink(doc: ScenarioDocument, id: string, next: string): ScenarioDocument {
  if (next === id || linkIdProblem(doc, id, next) !== null) return doc;
  const renamed = (list: readonly string[] | undefined): readonly string[] | undefined =>
    list?.map((entry) => (entry === id ? next : entry));
  const prefix = `network.links.${id}.`;
  const changed = withGraph(doc, (graph) => ({
    ...graph,
    links: (graph.links ?? []).map((link) => (link.id === id ? { ...link, id: next } : link)),
  }));
  return {
    ...changed,
    flows: (doc.flows ?? []).map((flow) => {
      if (!flow.path?.links && !flow.path?.back) return flow;
      const [links, back] = [renamed(flow.path.links), renamed(flow.path.back)];
      return { ...flow, path: { ...flow.path, ...(links ? { links } : {}), ...(back ? { back } : {}) } };
    }),
    ...(doc.timeline
      ? {
          timeline: doc.timeline.map((entry) =>
            entry.set.startsWith(prefix)
              ? { ...entry, set: `network.links.${next}.${entry.set.slice(prefix.length)}` }
              : entry,
          ),
        }
      : {}),
  };
}

/**
 * Changes an end of a link. Listed paths of flows that use the link are removed, because they may be
 * interrupted.
 */
export function setLinkEnds(doc: ScenarioDocument, id: string, ends: Partial<FlowEnds>): ScenarioDocument {
  const link = (graphOf(doc)?.links ?? []).find((candidate) => candidate.id === id);
  if (!link) return doc;
  const next = { ...link, ...ends };
  if (next.from === next.to || (next.from === link.from && next.to === link.to)) return doc;
  const changed = withGraph(doc, (graph) => ({
    ...graph,
    links: (graph.links ?? []).map((candidate) => (candidate.id === id ? next : candidate)),
  }));
  const flows = (doc.flows ?? []).map((flow) => {
    if (!flow.path?.links?.includes(id) && !flow.path?.back?.includes(id)) return flow;
    const { links: _links, back: _back, ...path } = flow.path;
    return { ...flow, path };
  });
  return { ...changed, flows };
}

/** Changes an end of a flow, or both. Its listed links are removed, because they lead to the old end. */
export function setFlowEnds(doc: ScenarioDocument, id: string, ends: Partial<FlowEnds>): ScenarioDocument {
  const nodes = nodeIds(doc);
  const flow = doc.flows?.find((candidate) => candidate.id === id);
  if (!flow) return doc;
  const now = endsOf(flow, nodes);
  const path = { ...now, ...ends };
  if (path.from === path.to || (path.from === now.from && path.to === now.to)) return doc;
  return { ...doc, flows: (doc.flows ?? []).map((other) => (other === flow ? { ...flow, path } : other)) };
}

/** Adds a flow between two nodes. */
export function addFlowBetween(
  doc: ScenarioDocument,
  ends: FlowEnds,
  used: ReadonlySet<string>,
): ScenarioDocument {
  if (ends.from === ends.to) return doc;
  const taken = new Set([...used, ...(doc.flows ?? []).map((flow) => flow.id)]);
  const joint = ends.from.length === 1 && ends.to.length === 1 ? "" : "-";
  const id = freshId(`${ends.from}${joint}${ends.to}`.slice(0, 36), taken);
  return { ...doc, flows: [...(doc.flows ?? []), { id, path: ends }] };
}

/** Adds a flow over each link that no flow crosses alone. */
export function addCrossFlows(doc: ScenarioDocument, used: ReadonlySet<string>): ScenarioDocument {
  const nodes = nodeIds(doc);
  const pairs: readonly FlowEnds[] =
    doc.network?.kind === "parking_lot"
      ? nodes.slice(1).map((to, i) => ({ from: nodes[i] ?? "", to }))
      : (graphOf(doc)?.links ?? []).map(({ from, to }) => ({ from, to }));
  return pairs.reduce((next, pair) => {
    const isCrossed = (next.flows ?? []).some((flow) => {
      const { from, to } = endsOf(flow, nodes);
      return from === pair.from && to === pair.to;
    });
    return isCrossed ? next : addFlowBetween(next, pair, used);
  }, doc);
}

/** Gives every link the same queue discipline with its default settings; the limit of each queue stays. */
export function setAllQueues(doc: ScenarioDocument, kind: string): ScenarioDocument {
  const { network } = doc;
  if (network?.kind !== "parking_lot" && network?.kind !== "graph") return doc;
  type Direction = NonNullable<GraphLink["forward"]>;
  type Queue = NonNullable<Direction["queue"]>;
  const withQueue = (direction: Direction | undefined): Direction => {
    const limit = direction?.queue?.limit;
    return { ...direction, queue: { kind, ...(limit ? { limit } : {}) } as Queue };
  };
  const links = (network.links ?? []).map((link) => ({
    ...link,
    forward: withQueue(link.forward),
    ...(link.reverse ? { reverse: withQueue(link.reverse) } : {}),
  }));
  return { ...doc, network: { ...network, links } as NetworkDocument };
}

const roundPlace = ({ x, y }: Place): Place => ({ x: toHundredths(x), y: toHundredths(y) });
const toHundredths = (value: number): number => Math.round(Math.max(0, Math.min(1, value)) * 100) / 100;

/**
 * Stores the places of nodes, in hundredths of the drawing. Nodes that `places` does not contain keep their
 * positions.
 */
export function placeInDrawing(doc: ScenarioDocument, places: ReadonlyMap<string, Place>): ScenarioDocument {
  return withGraph(doc, (graph) => ({
    ...graph,
    nodes: (graph.nodes ?? []).map((node) => {
      const place = places.get(node.id);
      return place ? { ...node, ...roundPlace(place) } : node;
    }),
  }));
}

/** Removes the places of all nodes, so that they are placed automatically. */
export function placeAutomatically(doc: ScenarioDocument): ScenarioDocument {
  return withGraph(doc, (graph) => ({
    ...graph,
    nodes: (graph.nodes ?? []).map(({ x: _x, y: _y, ...node }) => node),
  }));
}

/**
 * Adds a hop at the end of a parking lot, with the settings of the last hop. Flows without a path cross it as
 * well.
 */
export function addHop(doc: ScenarioDocument): ScenarioDocument {
  const { network } = doc;
  if (network?.kind !== "parking_lot") return doc;
  const links = network.links ?? [];
  const id = newNodeId(links.map((link) => link.id));
  return { ...doc, network: { ...network, links: [...links, { ...links.at(-1), id }] } };
}

/**
 * Removes a hop of a parking lot. The routers behind it move up; a flow whose ends would be equal crosses all
 * hops.
 */
export function removeHop(doc: ScenarioDocument, id: string): ScenarioDocument {
  const { network } = doc;
  if (network?.kind !== "parking_lot") return doc;
  const links = network.links ?? [];
  const index = links.findIndex((link) => link.id === id);
  if (index < 0 || links.length < 2) return doc;
  const { timeline, ...rest } = doc;
  const entries = (timeline ?? []).filter((entry) => !entry.set.startsWith(`network.links.${id}.`));
  const moved = (router: string): string => {
    const number = Number(router.slice(1));
    return number > index + 1 ? `r${number - 1}` : router;
  };
  const flows = (doc.flows ?? []).map((flow) => {
    const { path, ...others } = flow;
    if (!path?.from || !path.to) return flow;
    const [from, to] = [moved(path.from), moved(path.to)];
    return from === to ? others : { ...others, path: { from, to } };
  });
  return {
    ...rest,
    flows,
    network: { ...network, links: links.filter((link) => link.id !== id) },
    ...(entries.length > 0 ? { timeline: entries } : {}),
  };
}
