import { describe, expect, it } from "vitest";
import { reducedData } from "./largeMesh.ts";
import type { Mesh, MeshLink } from "./mesh.ts";
import { MAX_NODES } from "./plan.ts";

const both = (id: string, from: string, to: string, alike = ""): MeshLink[] => [
  { id: `${id}.forward`, from, to, alike },
  { id: `${id}.reverse`, from: to, to: from, alike },
];

const meshOf = (links: readonly MeshLink[]): Mesh => ({
  kind: "graph",
  nodes: [...new Set(links.flatMap(({ from, to }) => [from, to]))].map((id) => ({ id, label: id })),
  links,
});

const shown = (mesh: Mesh, queues: Readonly<Record<string, number>> = {}) =>
  reducedData({
    mesh,
    flows: [],
    links: mesh.links.map(({ id }) => ({
      id,
      label: "10 Mb/s",
      queue: queues[id] ?? 0,
      limit: 10,
      drops: 0,
      down: false,
    })),
  });

describe("the picture of a large network", () => {
  it("is not changed while each node can be read", () => {
    const mesh = meshOf(both("a", "x", "y"));
    const data = { mesh, flows: [], links: [] };
    expect(reducedData(data)).toBe(data);
  });

  it("shows a ring of 1,000 links with few nodes, which represent all", () => {
    const mesh = meshOf(
      Array.from({ length: 1000 }, (_, i) => both(`l${i}`, `n${i}`, `n${(i + 1) % 1000}`)).flat(),
    );
    const { mesh: drawn, links } = shown(mesh);
    expect(drawn?.nodes.length).toBeLessThanOrEqual(MAX_NODES);
    const members = drawn?.nodes.map(({ label }) => Number(/×\u202f(\d+)$/.exec(label)?.[1] ?? 1));
    expect(members?.reduce((sum, n) => sum + n, 0)).toBe(1000);
    // A ring stays a ring: each node has a link to both of its neighbours.
    expect(drawn?.links).toHaveLength(2 * (drawn?.nodes.length ?? 0));
    expect(links.map(({ id }) => id)).toEqual(drawn?.links.map(({ id }) => id));
  });

  it("joins equal hosts of a node, keeps a host that differs, and shows the fullest link of several", () => {
    const hosts = Array.from({ length: 100 }, (_, i) =>
      both(`a${i}`, "core", `h${i}`, i === 7 ? "slow" : "fast"),
    );
    const { mesh, links } = shown(meshOf(hosts.flat()), { "a3.forward": 9, "a5.forward": 4 });
    expect(mesh?.nodes.map(({ label }) => label)).toEqual(["core", "h0 ×\u202f99", "h7"]);
    const joined = links.find(({ id }) => id === "a0 ×\u202f99.forward");
    expect(joined).toMatchObject({
      target: "a3.forward",
      queue: 9,
      name: "a3.forward, the fullest of 99 links",
    });
  });

  it("reduces a network whose parts are not connected", () => {
    const mesh = meshOf(
      Array.from({ length: 200 }, (_, i) => both(`l${i}`, `a${i}`, `b${i}`, `${i}`)).flat(),
    );
    expect(shown(mesh).mesh?.nodes.length).toBeLessThanOrEqual(MAX_NODES);
  });

  it("leads the routes of flows over the drawn links", () => {
    const mesh = meshOf(Array.from({ length: 100 }, (_, i) => both(`l${i}`, `n${i}`, `n${i + 1}`)).flat());
    const flow = {
      id: "f",
      label: "f",
      group: "f",
      reverse: false,
      route: mesh.links.filter(({ id }) => id.endsWith(".forward")).map(({ id }) => id),
      style: { colour: 0, dash: 0 },
      share: 1,
      rate: 1e7,
      active: true,
    };
    const { mesh: drawn, flows } = reducedData({ ...shown(mesh), mesh, flows: [flow as never] });
    const ids = drawn?.links.map(({ id }) => id) ?? [];
    expect(flows[0]?.route?.every((id) => ids.includes(id))).toBe(true);
    expect(flows[0]?.route).toHaveLength((drawn?.nodes.length ?? 0) - 1);
  });
});
