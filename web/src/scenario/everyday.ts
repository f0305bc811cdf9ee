// Everyday traffic that can be added to a scenario: each kind as settings of the document. What it stands for, the texts of the
// page say (features/lab/texts).
import type { FlowDocument } from "../generated/types.ts";

/** Traffic by the id of its flows. Fairness compares the downloads only: the others ask for less, or send back. */
export const TRAFFIC = {
  download: {},
  upload: { role: "reverse" },
  call: { role: "background", algorithm: "gcc", source: { kind: "media" } },
  game: { role: "background", algorithm: "udp", packet: 160, source: { kind: "cbr", rate: 67_584 } },
  inputs: { role: "reverse", algorithm: "udp", packet: 68, source: { kind: "cbr", rate: 20_480 } },
  web: {
    role: "background",
    source: { kind: "web", size: 500, size_shape: 2.5, pause: 3, pause_shape: 2.5 },
  },
  film: { role: "background", source: { kind: "video" } },
  backup: { role: "reverse", count: 4 },
} as const satisfies Readonly<Record<string, Omit<FlowDocument, "id">>>;

export type TrafficKind = keyof typeof TRAFFIC;

export const TRAFFIC_KINDS = Object.keys(TRAFFIC) as readonly TrafficKind[];

/** The kind that is added together with another one: a game also sends what its player does, at the same tick. */
export const SENT_BACK: Readonly<Partial<Record<TrafficKind, TrafficKind>>> = { game: "inputs" };
