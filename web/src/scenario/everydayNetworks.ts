// Everyday networks to start from: each as settings of the document. What they stand for, and from where their figures are,
// the texts of the page say (app/texts).
import type { FlowDocument, NetworkDocument, ScenarioDocument } from "../generated/types.ts";

const buffer = (bytes: number) => ({ kind: "drop_tail", limit: { bytes } }) as const;

/** Networks to start from, each with one flow. */
export const NETWORKS = {
  home: {
    network: {
      kind: "dumbbell",
      forward: { rate: 5e7, delay: 0.005, queue: buffer(256_000) },
      reverse: { rate: 1e7, delay: 0.005, queue: buffer(256_000) },
    },
    flows: [{ id: "download" }],
  },
  mobile: {
    network: {
      kind: "dumbbell",
      forward: {
        rate: 2e7,
        delay: 0.02,
        queue: buffer(1_500_000),
        schedule: { kind: "periodic", shape: "triangle", low: 5e6, high: 3.5e7, period: 20 },
      },
      reverse: { rate: 8e6, delay: 0.02, queue: buffer(600_000) },
    },
    flows: [{ id: "download" }],
  },
  dataCentre: {
    duration: 2,
    network: {
      kind: "dumbbell",
      access_rate: 1e10,
      forward: { rate: 1e9, delay: 2e-5, queue: { kind: "step", threshold: 20, limit: { packets: 250 } } },
    },
    flows: ["flow", "flow-2"].map((id) => ({
      id,
      algorithm: "dctcp" as const,
      access: { sender: 1e-5, receiver: 1e-5 },
    })),
  },
} as const satisfies Readonly<
  Record<
    string,
    Omit<ScenarioDocument, "v" | "flows"> & {
      readonly network: NetworkDocument;
      readonly flows: readonly FlowDocument[];
    }
  >
>;

export type StartNetwork = keyof typeof NETWORKS;
