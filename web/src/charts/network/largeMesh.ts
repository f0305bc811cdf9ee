// Draws a large network with fewer nodes and links. Equal hosts of one node become one with a number, then
// neighbouring nodes do, until the map has few enough of them to be read.
import { group, least, mean, range, sort, sum } from "d3-array";
import { chartTexts } from "../texts/index.ts";
import type { PictureData } from "./drawNetwork.ts";
import type { PictureLink } from "./linkShapes.ts";
import type { Mesh, MeshLink, MeshNode } from "./mesh.ts";
import { isLargeMesh, MAX_NODES } from "./plan.ts";

interface Reduction {
  readonly mesh: Mesh;
  /** The directions that each drawn direction represents. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** The drawn direction of each direction that is not inside of a drawn node. */
  readonly drawnOf: ReadonlyMap<string, string>;
}

const reductions = new WeakMap<Mesh, Reduction>();

/** The data as they are drawn: reduced if the network is large. */
export function reducedData(data: PictureData): PictureData {
  const { mesh } = data;
  if (!mesh || !isLargeMesh(mesh)) return data;
  const known = reductions.get(mesh) ?? reduce(mesh);
  reductions.set(mesh, known);
  const byId = new Map(data.links.map((link) => [link.id, link]));
  return {
    ...data,
    mesh: known.mesh,
    flows: data.flows.map((flow) => ({
      ...flow,
      route: [...new Set((flow.route ?? []).flatMap((id) => known.drawnOf.get(id) ?? []))],
    })),
    links: [...known.members].flatMap(([id, ids]) => {
      const links = ids.flatMap((member) => byId.get(member) ?? []);
      return links.length > 0 ? [asOne(id, links)] : [];
    }),
  };
}

/** Several directions as one. It shows the fullest of them, which is also the one that is chosen. */
function asOne(id: string, links: readonly PictureLink[]): PictureLink {
  const fullest = least(links, (link) => -link.queue / Math.max(1, link.limit)) as PictureLink;
  const name = fullest.name ?? fullest.id;
  return {
    ...fullest,
    id,
    target: fullest.id,
    name: links.length === 1 ? name : chartTexts.fullestOf({ name, n: links.length }),
    drops: sum(links, (link) => link.drops),
    down: links.every((link) => link.down),
  };
}

const times = (name: string, n: number): string => (n === 1 ? name : `${name} \u00d7\u202f${n}`);

function reduce(mesh: Mesh): Reduction {
  const clusters = clustersOf(mesh);
  const nodes = clusters.map((members) => nodeOf(members.flatMap((i) => mesh.nodes[i] ?? [])));
  const clusterOf = new Map<string, string>();
  for (const [i, members] of clusters.entries())
    for (const node of members) clusterOf.set(mesh.nodes[node]?.id ?? "", nodes[i]?.id ?? "");
  const between = group(
    mesh.links.filter(({ from, to }) => clusterOf.get(from) !== clusterOf.get(to)),
    ({ from, to }) => JSON.stringify([clusterOf.get(from), clusterOf.get(to)]),
  );
  const drawn = [...between.values()].map((links) => {
    const [first] = links as [MeshLink, ...MeshLink[]];
    const [, name = first.id, direction = ""] = /^(.*?)(\.forward|\.reverse)?$/.exec(first.id) ?? [];
    const link: MeshLink = {
      id: `${times(name, links.length)}${direction}`,
      from: clusterOf.get(first.from) ?? first.from,
      to: clusterOf.get(first.to) ?? first.to,
    };
    return { link, ids: links.map(({ id }) => id) };
  });
  return {
    mesh: { kind: "graph", nodes, links: drawn.map(({ link }) => link) },
    members: new Map(drawn.map(({ link, ids }) => [link.id, ids])),
    drawnOf: new Map(drawn.flatMap(({ link, ids }) => ids.map((id) => [id, link.id]))),
  };
}

/** Several nodes as one, in the middle of the places that the document gives them. */
function nodeOf(members: readonly MeshNode[]): MeshNode {
  const [first] = members as readonly [MeshNode, ...MeshNode[]];
  const places = members.flatMap(({ at }) => at ?? []);
  const at = { x: mean(places, ({ x }) => x) ?? 0, y: mean(places, ({ y }) => y) ?? 0 };
  return {
    id: first.id,
    label: times(first.label, members.length),
    ...(places.length === members.length ? { at } : {}),
  };
}

/** The nodes that are drawn as one, by their indices. */
function clustersOf({ nodes, links }: Mesh): number[][] {
  const index = new Map(nodes.map(({ id }, i) => [id, i]));
  const neighbours = nodes.map(() => new Set<number>());
  const kinds = nodes.map((): string[] => []);
  for (const { from, to, alike = "" } of links) {
    const [a, b] = [index.get(from), index.get(to)];
    if (a === undefined || b === undefined || a === b) continue;
    neighbours[a]?.add(b);
    neighbours[b]?.add(a);
    kinds[a]?.push(`from ${alike}`);
    kinds[b]?.push(`to ${alike}`);
  }
  const equal = group(range(nodes.length), (i) =>
    neighbours[i]?.size === 1 ? JSON.stringify([...(neighbours[i] ?? []), sort(kinds[i] ?? [])]) : i,
  );
  let clusters = [...equal.values()];
  while (clusters.length > MAX_NODES) clusters = withPairs(clusters, neighbours);
  return clusters;
}

/** Joins clusters in pairs, the smallest first, until there are few enough or each has a partner. */
function withPairs(clusters: readonly number[][], neighbours: readonly ReadonlySet<number>[]): number[][] {
  const clusterOf = new Map(clusters.flatMap((members, i) => members.map((node) => [node, i])));
  const next = clusters.map(
    (members, i) =>
      new Set(
        members
          .flatMap((node) => [...(neighbours[node] ?? [])].map((other) => clusterOf.get(other) ?? i))
          .filter((other) => other !== i),
      ),
  );
  const order = sort(range(clusters.length), (i) => clusters[i]?.length ?? 0);
  const partners = new Map<number, number>();
  const pair = (i: number, others: Iterable<number>): boolean => {
    const free = [...others].filter((other) => other !== i && !partners.has(other));
    const partner = least(free, (other) => clusters[other]?.length ?? 0);
    if (partner === undefined) return false;
    partners.set(i, partner);
    partners.set(partner, i);
    return true;
  };
  let left = clusters.length;
  for (const i of order) {
    if (left <= MAX_NODES) break;
    if (partners.has(i)) continue;
    const around = next[i] ?? new Set();
    // Hosts of one node are joined rather than a host with its node.
    const siblings = [...around].flatMap((node) => [...(next[node] ?? [])]);
    const hosts = around.size === 1 ? siblings.filter((other) => next[other]?.size === 1) : [];
    if (pair(i, hosts) || pair(i, around) || pair(i, siblings)) left -= 1;
  }
  if (partners.size === 0) pair(order[0] ?? 0, order);
  return clusters.flatMap((members, i) => {
    const partner = partners.get(i);
    if (partner === undefined) return [members];
    return partner < i ? [] : [[...members, ...(clusters[partner] ?? [])]];
  });
}
