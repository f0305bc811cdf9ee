import type { FlowDocument } from "../generated/types.ts";

/** The name of a flow: its label, or its id if it has none. */
export function labelOf(flow: FlowDocument): string {
  return flow.label?.trim() ? flow.label : flow.id;
}
