// The example scenarios of networks with several bottlenecks.
import type { FlowDocument, LinkDocument } from "../generated/types.ts";
import { call, type Example, plain, setAlgorithms } from "./example.ts";

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

const AUTORATE: Pick<Example, "title" | "point"> = {
  title: "A shaper that follows the line",
  point:
    "On a line between 8 and 32 Mb/s, CAKE at a fixed rate makes packets wait or leaves half of the line unused; the rule of cake-autorate follows the line: short waits, and most of it is used.",
};

const ROUTER_QUEUE = "network.links.router.forward.queue";

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
  {
    id: "autorate",
    picture: "rate",
    ...AUTORATE,
    doc: {
      v: 1,
      title: AUTORATE.title,
      note: AUTORATE.point,
      duration: 60,
      network: {
        kind: "parking_lot",
        links: [
          {
            id: "router",
            forward: {
              rate: 1e9,
              delay: 0.001,
              queue: { kind: "cake", bandwidth: 16e6, probe: "probe", max_rate: 40e6 },
            },
          },
          {
            id: "line",
            forward: {
              rate: 8e6,
              delay: 0.01,
              queue: { kind: "drop_tail", limit: { packets: 1000 } },
              schedule: { kind: "periodic", shape: "triangle", low: 8e6, high: 32e6, period: 20 },
            },
          },
        ],
      },
      flows: [
        plain({ id: "download", label: "download", algorithm: "cubic", access }),
        plain({ ...call(), access }),
        plain({
          id: "probe",
          label: "probe",
          algorithm: "udp",
          role: "background",
          packet: 84,
          params: { rate: 13_440 },
          access,
        }),
      ],
    },
    suggestions: [
      { label: "Always 32 Mb/s", set: [[ROUTER_QUEUE, { kind: "cake", bandwidth: 32e6 }]] },
      { label: "Always 8 Mb/s", set: [[ROUTER_QUEUE, { kind: "cake", bandwidth: 8e6 }]] },
      { label: "A line that falls suddenly", set: [["network.links.line.forward.schedule.shape", "square"]] },
    ],
    stage: { view: { c: ["rate", "queue.ms"] }, compare: 0 },
  },
];
