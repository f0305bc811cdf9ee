// Converts the network of a document to another kind. Settings that the new kind can express are kept. The
// others are listed, so that the page can ask for confirmation.
import type {
  Catalogue,
  FlowDocument,
  LinkDocument,
  NetworkDocument,
  ScenarioDocument,
  TimelineEntry,
} from "../generated/types.ts";
import { type Dumbbell, dumbbellOf, kindAt, numberAt } from "./descriptors.ts";
import { labelOf } from "./flowLabel.ts";
import { nodeIds } from "./graphEdits.ts";

export type NetworkKind = NonNullable<NetworkDocument["kind"]>;

const KINDS: readonly string[] = ["dumbbell", "parking_lot", "graph"] satisfies readonly NetworkKind[];

export function isNetworkKind(kind: string): kind is NetworkKind {
  return KINDS.includes(kind);
}

/** The parts of a document that a conversion drops. */
export interface Lost {
  /** The ids of links. */
  readonly links: readonly string[];
  /** Whether the nodes and the links between them are dropped. */
  readonly nodes: boolean;
  /** The labels of the flows whose path is dropped. */
  readonly paths: readonly string[];
  /** The number of changes during the run that are dropped. */
  readonly changes: number;
}

export interface Conversion {
  readonly doc: ScenarioDocument;
  /** Null if the new network has all settings of the old network. */
  readonly lost: Lost | null;
}

interface Link {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly one_way?: boolean;
  readonly forward?: LinkDocument;
  readonly reverse?: LinkDocument | null;
}

/**
 * A network, with the names that links and nodes have in the new network. Flows keep their paths if `nodes`
 * is not null.
 */
interface Target {
  readonly network: NetworkDocument;
  /** The new prefixes of the paths of links' settings, by the old prefixes. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** The new names of nodes. Null if paths are dropped. */
  readonly nodes: ReadonlyMap<string, string> | null;
  readonly lostLinks?: readonly string[];
  readonly lostNodes?: boolean;
}

/**
 * Converts the network of a document whose links and nodes are stated (descriptors.ts, `withNetworkLists`).
 */
export function convertNetwork(doc: ScenarioDocument, kind: NetworkKind, catalogue: Catalogue): Conversion {
  const network = doc.network ?? {};
  if (kindAt(catalogue, "network", doc) === kind) return { doc, lost: null };
  const target = targetOf(doc, kind, catalogue);
  const access = network.access_rate === undefined ? {} : { access_rate: network.access_rate };
  const flows = (doc.flows ?? []).map((flow) => withPath(flow, target, network));
  const timeline = (doc.timeline ?? []).flatMap((entry) => renamed(entry, target.prefixes));
  const lost: Lost = {
    links: target.lostLinks ?? [],
    nodes: target.lostNodes ?? false,
    paths: (doc.flows ?? [])
      .filter((flow, i) => flow.path && !flows[i]?.path && target.nodes === null)
      .map((flow) => labelOf(flow, doc)),
    changes: (doc.timeline?.length ?? 0) - timeline.length,
  };
  const { timeline: _timeline, ...rest } = doc;
  return {
    doc: {
      ...rest,
      network: { ...target.network, ...access },
      ...(doc.flows ? { flows } : {}),
      ...(timeline.length > 0 ? { timeline } : {}),
    },
    lost: lost.links.length > 0 || lost.nodes || lost.paths.length > 0 || lost.changes > 0 ? lost : null,
  };
}

function targetOf(doc: ScenarioDocument, kind: NetworkKind, catalogue: Catalogue): Target {
  const network = doc.network ?? {};
  const dumbbell = dumbbellOf({ network });
  if (dumbbell) return fromDumbbell(doc, dumbbell, kind, catalogue);
  const links = linksOf(network);
  if (kind === "dumbbell") return toDumbbell(doc, links, catalogue);
  if (kind === "graph") {
    const nodes = nodeIds(doc);
    return {
      network: { kind, nodes: nodes.map((id) => ({ id })), links },
      prefixes: new Map(links.map(samePrefix)),
      nodes: new Map(nodes.map((id) => [id, id])),
    };
  }
  return toParkingLot(doc, links);
}

const prefixOf = ({ id }: Pick<Link, "id">): string => `network.links.${id}.`;
const samePrefix = (link: Link): readonly [string, string] => [prefixOf(link), prefixOf(link)];

/** The links of a parking lot or a graph with their nodes. */
function linksOf(network: NetworkDocument): readonly Link[] {
  if (network.kind === "graph") return network.links ?? [];
  if (network.kind !== "parking_lot") return [];
  return (network.links ?? []).map((link, i) => {
    const { id, ...directions } = link;
    return { id, from: `r${i + 1}`, to: `r${i + 2}`, ...directions };
  });
}

/** The number of hops of a parking lot that is made from a dumbbell. */
const HOPS = 3;

/**
 * The bottleneck becomes the only link of a graph, or the first hop of a parking lot whose other hops have
 * its rate and queue. The hops of the parking lot divide the delay, so flows that cross all of them keep
 * their base RTTs.
 */
function fromDumbbell(
  doc: ScenarioDocument,
  { forward, reverse }: Dumbbell,
  kind: NetworkKind,
  catalogue: Catalogue,
): Target {
  const directions = { ...(forward ? { forward } : {}), ...(reverse ? { reverse } : {}) };
  const prefixes = (id: string): ReadonlyMap<string, string> => new Map([["network.", prefixOf({ id })]]);
  if (kind === "graph") {
    const link = { id: "ab", from: "a", to: "b", ...directions };
    const network = { kind, nodes: [{ id: "a" }, { id: "b" }], links: [link] } as const;
    return { network, prefixes: prefixes("ab"), nodes: new Map() };
  }
  const delayOf = (direction: Direction): number => numberAt(catalogue, `network.${direction}.delay`, doc);
  const [first, other] = dividedDelay(delayOf("forward"));
  const [firstReverse, otherReverse] = reverse ? dividedDelay(delayOf("reverse")) : [];
  const hop = {
    forward: withoutEffects({ ...forward, ...other }),
    ...(reverse ? { reverse: withoutEffects({ ...reverse, ...otherReverse }) } : {}),
  };
  const links = [
    {
      id: "a",
      forward: { ...forward, ...first },
      ...(reverse ? { reverse: { ...reverse, ...firstReverse } } : {}),
    },
    { id: "b", ...hop },
    { id: "c", ...hop },
  ];
  return { network: { kind: "parking_lot", links }, prefixes: prefixes("a"), nodes: new Map() };
}

type Direction = "forward" | "reverse";
type Delay = Pick<LinkDocument, "delay">;

/** The delays of the first hop and of each other hop, whose sum is the delay of a direction. */
function dividedDelay(delay: number): readonly [first: Delay, other: Delay] {
  const other = Number((delay / HOPS).toPrecision(4));
  return [{ delay: rounded(delay - (HOPS - 1) * other) }, { delay: other }];
}

/** A time rounded to nanoseconds, the resolution of simulated time. */
const rounded = (seconds: number): number => Number(seconds.toFixed(9));

/** Rate, delay and queue of a direction, without losses, schedule and impairments. */
function withoutEffects({ rate, delay, queue }: LinkDocument): LinkDocument {
  return {
    ...(rate === undefined ? {} : { rate }),
    ...(delay === undefined ? {} : { delay }),
    ...(queue === undefined ? {} : { queue }),
  };
}

/** The slowest link becomes the bottleneck. If the links form a row, it gets the delay of the whole row. */
function toDumbbell(doc: ScenarioDocument, links: readonly Link[], catalogue: Catalogue): Target {
  const rateOf = (link: Link): number => numberAt(catalogue, `${prefixOf(link)}forward.rate`, doc);
  const delayOf = (link: Link, direction: Direction): number =>
    numberAt(catalogue, `${prefixOf(link)}${direction}.delay`, doc);
  const slowest = links.reduce<Link | undefined>(
    (best, link) => (best && rateOf(best) <= rateOf(link) ? best : link),
    undefined,
  );
  const { forward, reverse } = withDelayOf(rowOf(nodeIds(doc), links), slowest, delayOf);
  const network = {
    kind: "dumbbell",
    ...(forward ? { forward } : {}),
    ...(reverse ? { reverse } : {}),
  } as const;
  const prefixes = new Map(slowest ? [[prefixOf(slowest), "network."]] : []);
  const others = links.filter((link) => link !== slowest).map((link) => link.id);
  const isOneLink = others.length === 0 && nodeIds(doc).length === 2 && !slowest?.one_way;
  return {
    network,
    prefixes,
    nodes: isOneLink && allPathsAreDefault(doc) ? new Map() : null,
    lostLinks: others,
  };
}

/**
 * The directions of the bottleneck with the delay of a row of links. Without a row of several links, the
 * delay stays.
 */
function withDelayOf(
  row: readonly Link[] | null,
  slowest: Link | undefined,
  delayOf: (link: Link, direction: Direction) => number,
): Pick<Link, "forward" | "reverse"> {
  if (!row || row.length < 2 || !slowest) return slowest ?? {};
  const { forward, reverse } = slowest;
  const total = (delays: readonly number[]): number => rounded(delays.reduce((sum, delay) => sum + delay, 0));
  const delay = total(row.map((link) => delayOf(link, "forward")));
  const hasReverse = row.some((link) => link.reverse);
  // A reverse direction without settings has the delay of its forward direction.
  const back = row.map((link) => delayOf(link, link.reverse ? "reverse" : "forward"));
  return {
    forward: { ...forward, delay },
    ...(hasReverse ? { reverse: { ...(reverse ?? withoutEffects(forward ?? {})), delay: total(back) } } : {}),
  };
}

/**
 * If the nodes of a graph form a row, its links are kept. Otherwise the links are put in a row in their
 * order.
 */
function toParkingLot(doc: ScenarioDocument, links: readonly Link[]): Target {
  const row = rowOf(nodeIds(doc), links);
  const inOrder = row ?? links;
  const hops = inOrder.map(({ from: _from, to: _to, one_way: _oneWay, ...link }) => link);
  const names = row && [...row.map((link) => link.from), row.at(-1)?.to ?? ""];
  return {
    network: { kind: "parking_lot", links: hops },
    prefixes: new Map(links.map(samePrefix)),
    nodes: names && new Map(names.map((name, i) => [name, `r${i + 1}`])),
    lostNodes: row === null,
  };
}

/** The links in the order of a row from the first node to the last, or null if the nodes form no row. */
function rowOf(nodes: readonly string[], links: readonly Link[]): readonly Link[] | null {
  if (links.length !== nodes.length - 1 || links.some((link) => link.one_way)) return null;
  const row: Link[] = [];
  let at = nodes[0];
  while (row.length < links.length) {
    const next = links.filter((link) => link.from === at);
    if (next.length !== 1 || !next[0] || row.includes(next[0])) return null;
    row.push(next[0]);
    at = next[0].to;
  }
  // Flows without a path connect the first and the last node.
  return at === nodes.at(-1) ? row : null;
}

function allPathsAreDefault(doc: ScenarioDocument): boolean {
  const nodes = nodeIds(doc);
  return (doc.flows ?? []).every(({ path, role }) => {
    const ends = role === "reverse" ? [nodes.at(-1), nodes[0]] : [nodes[0], nodes.at(-1)];
    return (path?.from ?? ends[0]) === ends[0] && (path?.to ?? ends[1]) === ends[1];
  });
}

/** A flow whose path has the new names of its nodes, or no path if the new network has none. */
function withPath(flow: FlowDocument, { nodes, network }: Target, old: NetworkDocument): FlowDocument {
  const { path, ...rest } = flow;
  if (!path || !nodes || network.kind === "dumbbell" || old.kind === undefined) return rest;
  const name = (node: string | null | undefined): string | null | undefined =>
    typeof node === "string" ? nodes.get(node) : node;
  const { from, to, ...links } = path;
  const renamedPath = {
    ...(from === undefined ? {} : { from: name(from) ?? null }),
    ...(to === undefined ? {} : { to: name(to) ?? null }),
    ...links,
  };
  return { ...rest, path: renamedPath };
}

/** A change during the run with the new name of its link. Empty if the link is gone. */
function renamed(entry: TimelineEntry, prefixes: ReadonlyMap<string, string>): readonly TimelineEntry[] {
  if (!entry.set.startsWith("network.")) return [entry];
  for (const [before, after] of prefixes)
    if (entry.set.startsWith(before)) return [{ ...entry, set: after + entry.set.slice(before.length) }];
  return [];
}
