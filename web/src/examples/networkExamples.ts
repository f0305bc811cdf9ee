// The example scenarios of networks with several bottlenecks.
import type { FlowDocument, LinkDocument } from "../generated/types.ts";
import { type Example, plain, setAlgorithms } from "./example.ts";

const access = { sender: 0.005, receiver: 0.005 };

/** A link with a buffer of 40 packets. */
const link = (id: string): { readonly id: string; readonly forward: LinkDocument } => ({
  id,
  forward: { rate: 1e7, delay: 0.01, queue: { kind: "drop_tail", limit: { packets: 40 } } },
});

const PARKING_LOT: Pick<Example, "title" | "point"> = {
  title: "The longer way through three links",
  point:
    "The flow over three links meets a queue at each of them and has the longest round trip, so it gets a fraction of what the flows over one link get.",
};

const FLOWS: readonly FlowDocument[] = [
  { id: "long", label: "long", algorithm: "newreno", access },
  { id: "first", label: "first", algorithm: "newreno", access, path: { from: "r1", to: "r2" } },
  { id: "second", label: "second", algorithm: "newreno", access, path: { from: "r2", to: "r3" } },
  { id: "third", label: "third", algorithm: "newreno", access, path: { from: "r3", to: "r4" } },
];

export const NETWORK_EXAMPLES: readonly Example[] = [
  {
    id: "parking-lot",
    picture: "rate",
    ...PARKING_LOT,
    doc: {
      v: 1,
      title: PARKING_LOT.title,
      note: PARKING_LOT.point,
      duration: 60,
      network: { kind: "parking_lot", links: ["a", "b", "c"].map(link) },
      flows: FLOWS.map(plain),
    },
    suggestions: [
      { label: "CUBIC for all", set: setAlgorithms("cubic", "long", "first", "second", "third") },
      { label: "BBR v3 for the long flow", set: setAlgorithms("bbr3", "long") },
      { label: "Without the second flow", remove: ["second"] },
    ],
    stage: { view: { c: ["rate", "window"] } },
  },
];
