// Computes the positions at which the elements of a network with several links are drawn: a parking lot in a
// row (rowPlan.ts), any other graph on a map (graphPlan.ts).
import { graphPlan } from "./graphPlan.ts";
import { type Mesh, routesOf } from "./mesh.ts";
import type { NetworkFlow, NetworkPlan } from "./plan.ts";
import { rowPlan } from "./rowPlan.ts";

/**
 * The plan of a network of several links. Width, font size and heights are in pixels. A map is `fixedHeight`
 * high, or chooses its height; the plan is at least `leastHeight` high.
 */
export function meshPlan(
  mesh: Mesh,
  flows: readonly NetworkFlow[],
  width: number,
  fontSize: number,
  fixedHeight?: number,
  leastHeight = 0,
): NetworkPlan {
  const routes = routesOf(flows, mesh.links);
  return mesh.kind === "parking_lot"
    ? rowPlan(mesh, routes, width, fontSize, leastHeight)
    : graphPlan(mesh, routes, width, fontSize, fixedHeight, leastHeight);
}
