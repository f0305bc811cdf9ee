import type { Json } from "../../../generated/types.ts";
import type { Lesson, Setting } from "../../../tasks/model.ts";
import { dumbbell, flow, LOSS } from "./scenarios.ts";

const TIME = (id: string) => ({ kind: "summary", flow: id, field: "completion_s" }) as const;
const TIMEOUTS = (id: string) => ({ kind: "events", event: "timeout", flow: id }) as const;
const RATE = (id: string) => ({ kind: "goodput", flow: id }) as const;

/** The settings of loss recovery by the ids of the flows. */
const RECOVERY = { tcp: {}, rack: { rack: true }, quic: { quic: true } } as const;
const NAMES = { tcp: "TCP with SACK", rack: "TCP with RACK-TLP", quic: "QUIC" } as const;
const IDS = ["tcp", "rack", "quic"] as const;

/** The last packet of each transfer is lost. */
const TAIL: readonly Setting[] = [
  [LOSS, IDS.map((id) => ({ kind: "listed", packets: [40], flow: id })) as unknown as Json],
];

const LONG: readonly Setting[] = [
  [LOSS, [{ kind: "random", probability: 0.05 }]],
  ["duration", 60],
  ["warmup", 5],
  [
    "flows",
    (["tcp", "quic"] as const).map((id) =>
      flow(id, NAMES[id], "sack", 0.06, { params: RECOVERY[id] }),
    ) as unknown as Json,
  ],
];

export const QUIC: Lesson = {
  id: "quic",
  title: "QUIC: how it finds losses",
  point:
    "QUIC gives every transmission its own number, and probes instead of waiting for a timeout; RACK-TLP brings most of this to TCP.",
  learn: "how QUIC finds a lost packet, and what this saves compared with TCP’s timeouts",
  minutes: 12,
  level: "advanced",
  week: 8,
  order: 82,
  topic: "recovery",
  terms: ["QUIC", "PTO", "RACK-TLP", "tail loss probe"],
  needs: ["rto"],
  scenario: dumbbell("QUIC: how it finds losses", {
    rate: 2e7,
    limit: { bdp: 1 },
    flows: IDS.map((id, i) =>
      flow(id, NAMES[id], "sack", 0.06, {
        start: 2 * i,
        params: RECOVERY[id],
        source: { kind: "finite", bytes: 58_400 },
      }),
    ),
    duration: 6,
  }),
  charts: ["window", "sequence.quic", "rate"],
  values: {
    tcpTime: TIME("tcp"),
    rackTime: TIME("rack"),
    quicTime: TIME("quic"),
    tcp: RATE("tcp"),
    quic: RATE("quic"),
    tcpTimeouts: TIMEOUTS("tcp"),
    quicTimeouts: TIMEOUTS("quic"),
  },
  steps: [
    {
      id: "watch",
      text: "Three transfers of 40 packets follow each other on an empty path with a round trip of 60 ms. The first uses [TCP with SACK](curve:tcp), the second [TCP with RACK-TLP](curve:rack), and the third [QUIC](curve:quic). Without losses, they take {tcpTime}, {rackTime} and {quicTime}.",
      notes:
        "Only the recovery differs: all three grow alike. Ask which of the 40 packets it hurts most to lose.",
      task: { kind: "watch", until: 5 },
    },
    {
      id: "tail",
      text: "Now the last packet of each transfer is lost. Nothing follows it, so no acknowledgement can report the gap. TCP with SACK waits for its retransmission timer, which is at least 0.2 s longer than a round trip. QUIC sends a probe after about a round trip and a half (probe timeout), and so does the tail loss probe of RACK-TLP, a little later.",
      notes:
        "Let the class compute the order first: transfer without loss, plus the time until the sender does something, plus a half round trip.",
      task: {
        kind: "predict",
        ask: "How long do the three transfers take?",
        set: TAIL,
        what: {
          kind: "bars",
          label: "Completion time",
          unit: "s",
          max: 1,
          bars: IDS.map((id) => ({ id, label: NAMES[id], measure: TIME(id) })),
        },
        after:
          "TCP with SACK takes {tcpTime}, TCP with RACK-TLP {rackTime}, and QUIC {quicTime}: the earlier a sender probes, the sooner the last packet arrives.",
      },
    },
    {
      id: "timeout",
      text: "A probe is no timeout: the window stays as it is until a loss is certain. After a timeout, a sender begins again with a window of one packet.",
      task: {
        kind: "choose",
        ask: "Which of the transfers had a timeout?",
        options: [
          {
            id: "tcp",
            text: "Only TCP with SACK",
            when: [
              { of: TIMEOUTS("tcp"), above: 0.5 },
              { of: TIMEOUTS("rack"), below: 0.5 },
              { of: TIMEOUTS("quic"), below: 0.5 },
            ],
          },
          {
            id: "both",
            text: "Both TCP transfers",
            when: [
              { of: TIMEOUTS("tcp"), above: 0.5 },
              { of: TIMEOUTS("rack"), above: 0.5 },
            ],
            hint: "Look at the window of the second transfer: does it fall to one packet? TLP is a tail loss probe.",
          },
          { id: "all", text: "All three", when: [{ of: TIMEOUTS("quic"), above: 0.5 }] },
        ],
        hint: "In the chart of the window, a triangle marks each timeout. QUIC had {quicTimeouts}.",
        after:
          "TCP with SACK had {tcpTimeouts} timeout, and QUIC {quicTimeouts}: its probe made the receiver acknowledge, and the acknowledgement showed what was missing.",
      },
    },
    {
      id: "lossy",
      text: "A lost retransmission is the hard case for TCP: it has the number of the lost packet, so SACK cannot tell it from the original, and only the timer helps. QUIC gives it a new number, and finds its loss like any other. Two long flows now lose 5 % of their packets at random.",
      notes:
        "Ask how often a retransmission is lost as well: in one case out of twenty. With windows of five packets, this happens every few seconds.",
      task: {
        kind: "predict",
        ask: "How much does each flow get?",
        set: LONG,
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 2e6,
          bars: [
            { id: "tcp", label: "TCP with SACK", measure: RATE("tcp") },
            { id: "quic", label: "QUIC", measure: RATE("quic") },
          ],
        },
        after:
          "TCP gets {tcp} with {tcpTimeouts} timeouts, and QUIC {quic} with {quicTimeouts}. Both halve their windows at a loss, so the difference is the time that TCP spends waiting for its timer.",
      },
    },
    {
      id: "rack",
      text: "RACK-TLP (RFC 8985) gives TCP probes and a rule based on time: a packet counts as lost when one that was sent later has arrived, and some time has passed.",
      task: {
        kind: "goal",
        ask: "Bring the timeouts of TCP below 5 by changing one control.",
        controls: [
          {
            id: "recovery",
            label: "Loss recovery of TCP",
            options: [
              { id: "sack", label: "SACK", set: [] },
              { id: "rack", label: "RACK-TLP", set: [["flows.tcp.params.rack", true]] },
            ],
          },
          {
            id: "timer",
            label: "Minimum of TCP’s timer",
            options: [
              { id: "0-2-s", label: "0.2 s", set: [] },
              { id: "1-s", label: "1 s", set: [["flows.tcp.params.min_rto", 1]] },
            ],
          },
        ],
        when: [{ of: TIMEOUTS("tcp"), below: 5 }],
        hint: "Your TCP flow has {tcpTimeouts} timeouts and gets {tcp}. A longer timer makes each of them longer.",
        after:
          "TCP now has {tcpTimeouts} timeouts and gets {tcp}: it finds a lost retransmission by the time at which it was sent.",
      },
    },
  ],
  freePlay:
    "Give one packet in a hundred a detour of 8 ms, without losses: which of the two takes late packets for lost ones?",
  reading: [
    {
      id: "rfc-9002",
      text: "QUIC Loss Detection and Congestion Control. RFC 9002.",
      url: "https://www.rfc-editor.org/rfc/rfc9002",
    },
    {
      id: "rfc-8985",
      text: "The RACK-TLP Loss Detection Algorithm for TCP. RFC 8985.",
      url: "https://www.rfc-editor.org/rfc/rfc8985",
    },
  ],
};
