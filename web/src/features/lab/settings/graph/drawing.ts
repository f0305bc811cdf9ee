// Describes the network of a document for the drawing of the editor. The nodes and links come from the
// document, so that the drawing shows an edit at once; routes, rates and delays come from the simulator.

import type { LineStyle } from "../../../../charts/index.ts";
import type { CanvasData, CanvasFlow } from "../../../../charts/network/graphHandles.ts";
import type { Derived, ScenarioDocument } from "../../../../generated/types.ts";
import { labelOf } from "../../../../scenario/flowLabel.ts";
import { endsOf, graphOf, nodeIds } from "../../../../scenario/graphEdits.ts";
import { formatQuantity } from "../../../../scenario/units.ts";

type Drawing = Pick<CanvasData, "mesh" | "flows" | "links" | "canMove">;
type Direction = Drawing["mesh"]["links"][number];

/** The directions of all links of a document, the forward direction of each link first. */
function directionsOf(doc: ScenarioDocument, nodes: readonly string[]): readonly Direction[] {
  const graph = graphOf(doc);
  const ends = graph
    ? (graph.links ?? [])
    : doc.network?.kind === "parking_lot"
      ? (doc.network.links ?? []).map(({ id }, i) => ({
          id,
          from: nodes[i] ?? "",
          to: nodes[i + 1] ?? "",
          one_way: false,
        }))
      : [];
  return ends.flatMap(({ id, from, to, one_way }) => [
    { id: `${id}.forward`, from, to },
    ...(one_way ? [] : [{ id: `${id}.reverse`, from: to, to: from }]),
  ]);
}

/** The style of a flow that is in no run yet. */
const NEW_FLOW_STYLE: LineStyle = { colour: 0, dash: 0, marker: 0 };

export function drawingOf(
  doc: ScenarioDocument,
  derived: Derived | null,
  styles: ReadonlyMap<string, LineStyle>,
): Drawing {
  const ids = nodeIds(doc);
  const directions = directionsOf(doc, ids);
  const byId = new Map(directions.map((direction) => [direction.id, direction]));
  const nodes = new Map((graphOf(doc)?.nodes ?? []).map((node) => [node.id, node]));
  const flows = (doc.flows ?? []).map((flow): CanvasFlow => {
    const { from, to } = endsOf(flow, ids);
    const facts = derived?.flows.find(({ id }) => id === flow.id || id === `${flow.id}.0`);
    const found = facts?.route ?? [];
    const steps = found.flatMap((id) => byId.get(id) ?? []);
    // Right after an edit, the simulator's route is still the route of the previous document.
    const isCurrent = steps.length === found.length && steps[0]?.from === from && steps.at(-1)?.to === to;
    return {
      id: flow.id,
      label: labelOf(flow, doc),
      group: flow.algorithm ?? facts?.algorithm ?? "",
      reverse: false,
      from,
      to,
      route: isCurrent ? found : [],
      style: styles.get(flow.id) ?? styles.get(`${flow.id}.0`) ?? NEW_FLOW_STYLE,
      share: Number.NaN,
      rate: Number.NaN,
      active: true,
    };
  });
  const links = directions.map(({ id }) => {
    const facts = derived?.links.find((link) => link.id === id);
    return {
      id,
      name: id.replace(/\.(forward|reverse)$/, ""),
      label: facts ? `${formatQuantity(facts.rate, "bit/s")}, ${formatQuantity(facts.delay, "s")}` : "",
      queue: Number.NaN,
      limit: facts?.limit.packets ?? 0,
      drops: 0,
      down: facts?.rate === 0,
    };
  });
  const meshNodes = ids.map((id) => {
    const { label = id, x, y } = nodes.get(id) ?? {};
    return { id, label, ...(typeof x === "number" && typeof y === "number" ? { at: { x, y } } : {}) };
  });
  const kind = graphOf(doc) ? "graph" : "parking_lot";
  return { mesh: { kind, nodes: meshNodes, links: directions }, flows, links, canMove: kind === "graph" };
}
