// @vitest-environment jsdom
// Maps of networks: names cover neither each other nor nodes, routes do not jump at nodes, and the link under
// the pointer is described in full.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SOLID } from "../tests/testSeries.ts";
import { fitText, textWidth } from "../textSize.ts";
import { pointAlong } from "./graphHandles.ts";
import { graphPlan, offsetPath, PORT_RADIUS, portPlace, roundedPath } from "./graphPlan.ts";
import { type Box, coveredShare, LabelPlaces, overlap } from "./labelPlaces.ts";
import type { Mesh } from "./mesh.ts";
import { meshPlan } from "./meshPlan.ts";
import { createNetworkPicture } from "./networkPicture.ts";
import type { NetworkFlow, Point } from "./plan.ts";

const FONT = 11.5;

/**
 * A connected network of `n` nodes: a tree and up to `extra` more links, and a flow over every third link.
 */
function network(n: number, extra: number): { readonly mesh: Mesh; readonly flows: readonly NetworkFlow[] } {
  let state = n * 7919 + 12345;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
  const pairs: (readonly [number, number])[] = [];
  for (let i = 1; i < n; i += 1) pairs.push([Math.max(0, i - 1 - draw(Math.min(i, 4))), i]);
  for (let i = 0; i < extra; i += 1) {
    const a = draw(n - 1);
    const b = Math.min(n - 1, a + 1 + draw(4));
    if (!pairs.some(([x, y]) => x === a && y === b)) pairs.push([a, b]);
  }
  const nodes = Array.from({ length: n }, (_, i) => ({ id: `n${i}`, label: `Town ${i}` }));
  const links = pairs.map(([a, b]) => ({ id: `${a}-${b}.forward`, from: `n${a}`, to: `n${b}` }));
  const flows = pairs
    .filter((_, i) => i % 3 === 0)
    .map(([a, b], i) => ({
      id: `f${i}`,
      label: `f${i}`,
      group: "newreno",
      reverse: false,
      route: [`${a}-${b}.forward`],
    }));
  return { mesh: { kind: "graph", nodes, links }, flows };
}

describe("a map", () => {
  for (const [n, extra, minNames] of [
    [5, 2, 5],
    [10, 5, 10],
    [20, 12, 19],
    [30, 20, 27],
  ] as const)
    it(`of ${n} nodes has names that cover neither each other nor nodes`, () => {
      const { mesh, flows } = network(n, extra);
      const width = n > 16 ? 900 : 520;
      const plan = meshPlan(mesh, flows, width, FONT);
      const half = plan.textSize / 2;
      const named = plan.routers.flatMap((router): Box[] => {
        const at = router.labelAt;
        if (!at) return [];
        const w = textWidth(router.label ?? "", plan.textSize) / 2;
        return [{ left: at.x - w, right: at.x + w, top: at.y - half, bottom: at.y + half }];
      });
      expect(named.length).toBeGreaterThanOrEqual(minNames);
      named.forEach((box, i) => {
        for (const other of named.slice(i + 1)) expect(overlap(box, other)).toBe(false);
        for (const { x, y } of plan.routers) {
          const r = plan.routerRadius;
          expect(overlap(box, { left: x - r, right: x + r, top: y - r, bottom: y + r })).toBe(false);
        }
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(width);
        expect(box.bottom).toBeLessThanOrEqual(plan.height);
      });
    });

  it("draws every router", () => {
    const { mesh, flows } = network(100, 60);
    const plan = meshPlan(mesh, flows, 900, FONT);
    expect(plan.routers).toHaveLength(100);
    expect(plan.routers.filter((router) => router.labelAt).length).toBeGreaterThan(60);
    const used = new Set(flows.flatMap((flow) => flow.route));
    for (const place of plan.links) if (place.queue.width > 0) expect(used.has(place.id)).toBe(true);
  });

  it("has space for the number of packets, the limit and the unit at each queue if it has few nodes", () => {
    const { mesh, flows } = network(3, 0);
    const few = meshPlan(mesh, flows, 520, FONT);
    const queues = few.links.filter((place) => place.queue.width > 0);
    expect(queues.length).toBeGreaterThan(0);
    for (const { countAt } of queues)
      expect(countAt?.width).toBeGreaterThanOrEqual(textWidth("188 / 200 packets", few.textSize));
    const large = network(30, 20);
    const many = meshPlan(large.mesh, large.flows, 900, FONT);
    for (const { countAt } of many.links)
      if (countAt) expect(countAt.width).toBeLessThanOrEqual(textWidth("18888", many.textSize));
  });

  it("draws routes over one link side by side", () => {
    const { mesh } = network(2, 0);
    const routes = ["a", "b", "c"].map((id) => ({
      flows: [{ id, label: id, group: "", reverse: false }],
      links: mesh.links,
    }));
    const ys = graphPlan(mesh, routes, 500, FONT).routes.map((route) => route.start.y);
    expect(new Set(ys.map((y) => y.toFixed(1))).size).toBe(3);
  });
});

describe("a line along links", () => {
  const places: Readonly<Record<string, Point>> = {
    a: { x: 0, y: 0 },
    b: { x: 100, y: 0 },
    c: { x: 100, y: 100 },
    d: { x: 5, y: 1 },
  };
  const at = (node: string): Point => places[node] ?? { x: 0, y: 0 };
  const link = (from: string, to: string) => ({ id: from + to, from, to });

  it("has its corner where the lines along both links intersect", () => {
    // The line runs 10 pixels to the right of the direction of travel. For a link to the right, that is below
    // it on the screen, so the corner is at (90, 10).
    const points = offsetPath([link("a", "b"), link("b", "c")], at, () => 10, 5);
    expect(points).toEqual([
      { x: 5, y: 10 },
      { x: 90, y: 10 },
      { x: 90, y: 95 },
    ]);
    expect(roundedPath(points, 6)).toBe("M5.0 10.0L84.0 10.0Q90.0 10.0 90.0 16.0L90.0 95.0");
  });

  it("has no far corner where a route almost turns back", () => {
    for (const { x, y } of offsetPath([link("a", "b"), link("b", "d")], at, () => 10, 5)) {
      expect(Math.abs(x)).toBeLessThan(125);
      expect(Math.abs(y)).toBeLessThan(25);
    }
  });
});

describe("label places", () => {
  const bounds = { left: 0, top: 0, right: 200, bottom: 100 };
  const wish = { at: { x: 100, y: 50 }, gap: 4, width: 40, height: 10 };

  it("are above the point, unless something is drawn there", () => {
    expect(new LabelPlaces(bounds, [], []).place(wish)).toMatchObject({ x: 100, y: 41 });
    const above = { from: { x: 0, y: 41 }, to: { x: 200, y: 41 }, cost: 2 };
    expect(new LabelPlaces(bounds, [], [above]).place(wish)).toMatchObject({ x: 100, y: 59 });
  });

  it("are null if every position would cover another text or a node", () => {
    const everywhere = { left: 20, right: 180, top: 10, bottom: 90 };
    expect(new LabelPlaces(bounds, [everywhere], []).place(wish)).toBeNull();
    const places = new LabelPlaces(bounds, [], []);
    expect(places.place({ ...wish, towards: [{ x: 0, y: -1 }] })).not.toBeNull();
    expect(places.place({ ...wish, towards: [{ x: 0, y: -1 }] })).toBeNull();
  });

  it("measure the length of a segment inside a box as a share of the width of the box", () => {
    const box = { left: 0, right: 10, top: 0, bottom: 10 };
    expect(coveredShare(box, { from: { x: -5, y: 5 }, to: { x: 5, y: 5 }, cost: 1 })).toBeCloseTo(0.5, 9);
    expect(coveredShare(box, { from: { x: 20, y: -5 }, to: { x: 20, y: 50 }, cost: 1 })).toBe(0);
  });
});

describe("the link under the pointer or with the focus", () => {
  beforeEach(() => {
    Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 520 });
    Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 200 });
  });

  it("is described in full", async () => {
    const { mesh } = network(4, 0);
    const host = document.createElement("div");
    document.body.append(host);
    const picture = createNetworkPicture(host);
    const links = mesh.links.map(({ id }) => ({
      id,
      name: id.replace(".forward", ""),
      label: "10 Mb/s, 5 ms",
      queue: 7,
      limit: 40,
      drops: 0,
      down: false,
    }));
    const flow = { id: "f", label: "f", group: "newreno", reverse: false, route: [mesh.links[0]?.id ?? ""] };
    picture.update({ mesh, links, flows: [{ ...flow, style: SOLID, share: 0.5, rate: 5e6, active: true }] });
    // The code that plans maps is loaded when there is a map to draw.
    await vi.waitFor(() => expect(host.querySelector("[data-link]")).not.toBeNull());
    const notes = (): string[] =>
      [...host.querySelectorAll(".fs-notes text")].map((note) => note.textContent ?? "");
    const group = host.querySelector<SVGElement>("[data-link]");
    expect(notes()).toContain("7");
    group?.dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));
    expect(notes()).toEqual(["0-1: 10 Mb/s, 5 ms, 7 / 40 packets"]);
    host.querySelector("svg")?.dispatchEvent(new MouseEvent("pointerleave"));
    expect(notes()).toEqual(["7"]);
    group?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    expect(notes()).toEqual(["0-1: 10 Mb/s, 5 ms, 7 / 40 packets"]);
    picture.destroy();
    host.remove();
  });
});

describe("a map with places from the document", () => {
  const mesh = (at: Point): Mesh => ({
    kind: "graph",
    nodes: [
      { id: "a", label: "a", at: { x: 0, y: 0 } },
      { id: "b", label: "b", at },
    ],
    links: [{ id: "ab.forward", from: "a", to: "b" }],
  });

  it("draws nodes there", () => {
    const [low, high] = [1, 0.25].map((y) => graphPlan(mesh({ x: 1, y }), [], 520, FONT).routers[1]);
    expect(low?.x).toBe(high?.x);
    expect(low?.y).toBeGreaterThan((high?.y ?? 0) + 50);
  });
});

describe("names on a map", () => {
  it("include the names of links and flows", () => {
    const { mesh, flows } = network(5, 2);
    const plan = meshPlan(mesh, flows, 900, FONT);
    expect(plan.links.map(({ name }) => name?.text)).toEqual(
      plan.links.map(({ id }) => id.replace(".forward", "")),
    );
    for (const route of plan.routes) expect(route.labelAt).not.toBeNull();
  });
});

describe("the picture of a graph", () => {
  it("is planned again when only the route of a flow changes", async () => {
    const { mesh } = network(4, 0);
    const host = document.createElement("div");
    document.body.append(host);
    const picture = createNetworkPicture(host);
    const show = (link: number): void =>
      picture.update({
        mesh,
        links: [],
        flows: [
          {
            ...{
              id: "f",
              label: "f",
              group: "newreno",
              reverse: false,
              style: SOLID,
              share: 0.5,
              rate: 5e6,
              active: true,
            },
            route: [mesh.links[link]?.id ?? ""],
          },
        ],
      });
    show(0);
    await vi.waitFor(() => expect(host.querySelector("[data-flow]")).not.toBeNull());
    const path = (): string | null | undefined => host.querySelector("[data-flow] path")?.getAttribute("d");
    const before = path();
    show(1);
    expect(path()).not.toBe(before);
    picture.destroy();
    host.remove();
  });
});

describe("the size of a text", () => {
  it("depends on its letters", () => {
    expect(textWidth("WWW", 10)).toBeGreaterThan(textWidth("lll", 10));
    expect(fitText("a long name", 10, 1000)).toBe("a long name");
    const cut = fitText("a long name", 10, 40);
    expect(cut).toMatch(/^a lo.*\u2026$/);
    expect(textWidth(cut, 10)).toBeLessThanOrEqual(40);
    expect(fitText("name", 10, 5)).toBe("");
  });
});

describe("a map that can be edited", () => {
  it("has names that leave the ports of all nodes free", () => {
    const { mesh, flows } = network(6, 3);
    const plan = meshPlan(mesh, flows, 520, 13, 400);
    expect(plan.height).toBe(400);
    const half = plan.textSize / 2;
    for (const { label = "", labelAt } of plan.routers) {
      if (!labelAt) continue;
      const w = textWidth(label, plan.textSize) / 2;
      const name = {
        left: labelAt.x - w,
        right: labelAt.x + w,
        top: labelAt.y - half,
        bottom: labelAt.y + half,
      };
      for (const router of plan.routers) {
        const { x, y } = portPlace(router, plan.routerRadius);
        const port = {
          left: x - PORT_RADIUS,
          right: x + PORT_RADIUS,
          top: y - PORT_RADIUS,
          bottom: y + PORT_RADIUS,
        };
        expect(overlap(name, port)).toBe(false);
      }
    }
  });
});

describe("a point along a line", () => {
  it("is at a distance from the start, at most in the middle", () => {
    const line = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 30 },
    ];
    expect(pointAlong(line, 4)).toEqual({ x: 4, y: 0 });
    expect(pointAlong(line, 15)).toEqual({ x: 10, y: 5 });
    expect(pointAlong(line, 100)).toEqual({ x: 10, y: 10 });
  });
});
