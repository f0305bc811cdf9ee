import type { Lesson, Setting } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT, RATE, setRtt } from "./scenarios.ts";

const GOODPUT = { kind: "goodput", flow: "one" } as const;
const BURST_TIME = { kind: "summary", flow: "burst", field: "completion_s" } as const;
const PACED_TIME = { kind: "summary", flow: "paced", field: "completion_s" } as const;

/** A transfer of 60 packets that begins with 40 packets. */
const transfer = (id: string, label: string, start: number, pacing: boolean) =>
  flow(id, label, "newreno", 0.1, {
    start,
    source: { kind: "finite", bytes: 87_600 },
    params: { initial_window: 40, pacing },
  });

const TRANSFERS: readonly Setting[] = [
  [RATE, 2e7],
  [LIMIT, { packets: 20 }],
  ["duration", 10],
  ["warmup", 0],
  ["flows", [transfer("burst", "burst", 0, false), transfer("paced", "paced", 6, true)]],
];

export const ACK_CLOCK: Lesson = {
  id: "ack-clock",
  title: "The clock of the acknowledgements",
  point:
    "A sender is limited by the receiver’s window as well as by its own; acknowledgements space its packets, and pacing does so where none have arrived yet.",
  learn: "what limits a window other than congestion, and what spaces packets",
  minutes: 12,
  level: "introduction",
  week: 2,
  order: 21,
  topic: "window",
  terms: ["ACK clock", "flow control", "receive window (rwnd)", "pacing"],
  needs: ["sawtooth"],
  scenario: dumbbell("The clock of the acknowledgements", {
    rate: 2e7,
    limit: { packets: 100 },
    flows: [flow("one", "one flow", "newreno", 0.1, { params: { receive_window: 43 } })],
    duration: 20,
    settings: { warmup: 2 },
  }),
  charts: ["rate", "window", "queue"],
  values: {
    bdp: { kind: "link", property: "bdp" },
    rate: GOODPUT,
    window: { kind: "signal", entity: "flow:one", signal: "cwnd", stat: "mean" },
    busy: { kind: "utilisation" },
    burst: BURST_TIME,
    paced: PACED_TIME,
    drops: { kind: "events", event: "drop", flow: "burst" },
  },
  steps: [
    {
      id: "watch",
      text: "[One flow](curve:one) sends over a link of 20 Mb/s with a round trip of 100 ms. The path holds {bdp}. The receiver can store 64 kB, which are 43 packets, and tells the sender so in each acknowledgement: this is its receive window.",
      notes:
        "Flow control protects the receiver, congestion control the network. Ask which of the two windows decides how many packets may be on their way.",
      task: { kind: "watch", until: 10 },
    },
    {
      id: "rate",
      text: "Nothing is lost, and the link is busy only {busy} of the time. In each round trip, the sender may send as many packets as the smaller of the two windows allows.",
      task: {
        kind: "number",
        ask: "How fast can the flow be with a window of 43 packets of 1500 bytes and a round trip of 100 ms? A value within 5 % is right.",
        measure: GOODPUT,
        unit: "Mb/s",
        factor: 1e-6,
        tolerance: 0.05,
        hint: "One window is sent in each round trip: 43 packets of 12 000 bits in 0.1 s.",
        after: "The flow gets {rate}: window divided by round trip, whatever the rate of the link.",
      },
    },
    {
      id: "limit",
      text: "The window is {window} on average, and the flow gets {rate}.",
      task: {
        kind: "goal",
        ask: "Bring the goodput above 9 Mb/s by changing one control.",
        controls: [
          {
            id: "link",
            label: "Rate of the link",
            options: [
              { id: "20-mb-s", label: "20 Mb/s", set: [] },
              { id: "40-mb-s", label: "40 Mb/s", set: [[RATE, 4e7]] },
            ],
          },
          {
            id: "receiver",
            label: "The receiver stores",
            options: [
              { id: "43-packets", label: "43 packets", set: [] },
              { id: "100-packets", label: "100 packets", set: [["flows.one.params.receive_window", 100]] },
            ],
          },
          {
            id: "rtt",
            label: "Round trip",
            options: [
              { id: "100-ms", label: "100 ms", set: [] },
              { id: "50-ms", label: "50 ms", set: setRtt(0.05, "one") },
            ],
          },
        ],
        when: [{ of: GOODPUT, above: 9e6 }],
        hint: "Your flow gets {rate}. Which controls occur in window divided by round trip?",
        after:
          "The flow now gets {rate}, because the goodput is the window divided by the round trip. Today’s receivers raise their window while data arrives, so that it is not the limit (auto-tuning).",
      },
    },
    {
      id: "pacing",
      text: "Every acknowledgement lets one packet leave, so packets follow each other as they left the slowest link: acknowledgements are the sender’s clock. At its start, a connection has no such clock. Two transfers of 60 packets begin with 40 packets each: one sends them at once, and the other spreads them over a round trip (pacing). The buffer holds 20 packets.",
      notes:
        "Draw the 40 packets in front of a buffer for 20. Ask how many arrive while one leaves: the access link is much faster.",
      task: {
        kind: "predict",
        ask: "How long do the two transfers take?",
        set: TRANSFERS,
        what: {
          kind: "bars",
          label: "Completion time",
          unit: "s",
          max: 3,
          bars: [
            { id: "burst", label: "all at once", measure: BURST_TIME },
            { id: "paced", label: "paced", measure: PACED_TIME },
          ],
        },
        after:
          "The burst overflows the buffer: {drops} packets are lost, and the transfer takes {burst}. Paced, no packet is lost, and it takes {paced}.",
      },
    },
  ],
  freePlay:
    "Let the receiver acknowledge only every eighth packet, and watch the queue: each acknowledgement then lets eight packets leave at once.",
  reading: [
    { id: "jacobson-1988", text: "V. Jacobson: Congestion Avoidance and Control. SIGCOMM 1988." },
    {
      id: "rfc-9293",
      text: "Transmission Control Protocol (TCP). RFC 9293.",
      url: "https://www.rfc-editor.org/rfc/rfc9293",
    },
  ],
};
