// The part of a flow's base RTT that the network determines.
import type { Derived } from "../../../generated/types.ts";

/**
 * The sum of the delays, in seconds, of all link directions that the data and the feedback of a flow cross,
 * from the routes that the simulator computed. Null if the simulator has not reported the flow yet. The
 * members of a flow with `count` have equal routes.
 */
export function pathDelay(derived: Derived | null, id: string): number | null {
  const flow = derived?.flows.find((f) => f.id === id || f.id === `${id}.0`);
  if (!derived || !flow) return null;
  const delayOf = (link: string): number => derived.links.find((l) => l.id === link)?.delay ?? 0;
  const sum = [...flow.route, ...flow.back].reduce((total, link) => total + delayOf(link), 0);
  return Number(sum.toPrecision(12));
}
