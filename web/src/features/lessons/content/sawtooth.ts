import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, LIMIT } from "./scenarios.ts";

export const SAWTOOTH: Lesson = {
  id: "sawtooth",
  title: "The sawtooth",
  point: "Loss is how TCP measures capacity.",
  learn: "how TCP finds out what a path can carry, and what its window does meanwhile",
  minutes: 10,
  level: "introduction",
  week: 1,
  order: 11,
  topic: "window",
  terms: ["congestion window (cwnd)", "congestion avoidance", "NewReno", "BDP"],
  needs: [],
  scenario: dumbbell("The sawtooth", {
    rate: 1e7,
    limit: { bdp: 1 },
    flows: [flow("one", "one flow", "newreno", 0.08, { params: { initial_ssthresh: 60 } })],
    duration: 60,
  }),
  wholePicture: true,
  charts: ["window*220", "queue*120", "rate*50"],
  values: {
    bdp: { kind: "link", property: "bdp" },
    limit: { kind: "link", property: "limit" },
    highest: { kind: "signal", entity: "flow:one", signal: "cwnd", stat: "max", from: 10 },
    lowest: { kind: "signal", entity: "flow:one", signal: "cwnd", stat: "min", from: 10 },
    busy: { kind: "utilisation", from: 5 },
    cuts: { kind: "events", event: "windowCut", flow: "one" },
  },
  steps: [
    {
      id: "watch",
      text: "[One flow](curve:one) sends over a link of 10 Mb/s. A round trip takes 80 ms, so {bdp} fill the path. The congestion window is the number of packets that the sender may have in the network. Play the run and watch the window and the queue.",
      notes:
        "Before you press Play, ask how a sender can know the capacity of a path that it cannot see. Pause when the queue begins to grow, and point out that the rate stays the same from then on.",
      task: { kind: "watch", until: 8 },
    },
    {
      id: "predict",
      text: "The sender uses NewReno: in each round trip without a loss, it adds one packet to its window. The path holds {bdp}, and the buffer holds {limit} more. What happens to the window when both are full?",
      notes:
        "Let two or three students draw. Many expect a window that stays level at the top. Ask them who would tell the sender that the buffer is full.",
      task: {
        kind: "predict",
        ask: "Draw the congestion window of the next 25 seconds.",
        what: {
          kind: "curve",
          entity: "flow:one",
          signal: "cwnd",
          label: "Congestion window",
          unit: "packets",
          from: 8,
          to: 33,
          max: 200,
        },
        after:
          "The buffer overflows, packets are lost, and the sender halves its window. Then it climbs again by one packet per round trip. The loss is the only sign by which the sender learns that the path is full.",
      },
    },
    {
      id: "count",
      text: "Each vertical fall of the sawtooth is one cut. The window lay between {lowest} and {highest}.",
      task: {
        kind: "number",
        ask: "How often was the window cut in the whole run? Count the falls in the chart of the window.",
        measure: { kind: "events", event: "windowCut", flow: "one" },
        unit: "cuts",
        factor: 1,
        tolerance: 0.001,
        hint: "Count every fall of the window to about half, from the start of the run to its end.",
        after:
          "The window was cut {cuts} times: each time the buffer overflowed, and the acknowledgements of the packets behind the gap told the sender.",
      },
    },
    {
      id: "busy",
      text: "After a cut, the sender waits until half of its packets are acknowledged. Meanwhile the queue drains. Look at the lowest points of the queue.",
      task: {
        kind: "choose",
        ask: "How busy is the link, although the window is halved again and again?",
        options: [
          {
            id: "about-half-time",
            text: "About half of the time",
            hint: "The window is halved, but it was larger than the path. Does the link have a packet to send as long as the queue is not empty?",
            when: [{ of: { kind: "utilisation", from: 5 }, below: 0.6 }],
          },
          {
            id: "about-three-quarters-time",
            text: "About three quarters of the time",
            when: [{ of: { kind: "utilisation", from: 5 }, above: 0.6, below: 0.9 }],
          },
          {
            id: "nearly-all-time",
            text: "Nearly all of the time",
            when: [{ of: { kind: "utilisation", from: 5 }, above: 0.9 }],
          },
        ],
        hint: "Look at the chart of the rate after each cut: does it fall below the capacity? A link is busy as long as a packet waits for it.",
        after: "The queue is nearly empty only for a moment, so the link is busy {busy} of the time.",
      },
    },
    {
      id: "smaller",
      text: "The buffer holds one bandwidth-delay product. That is just enough to keep the link busy after a cut.",
      task: {
        kind: "change",
        ask: "Give the link a quarter of this [buffer](control), and watch the queue after each cut.",
        control: {
          id: "buffer",
          label: "Buffer",
          options: [
            { id: "1-bdp", label: "1 BDP", set: [] },
            { id: "0-25-bdp", label: "0.25 BDP", set: [[LIMIT, { bdp: 0.25 }]] },
            { id: "4-bdp", label: "4 BDP", set: [[LIMIT, { bdp: 4 }]] },
          ],
        },
        when: [{ of: { kind: "utilisation", from: 5 }, below: 0.97 }],
        hint: "Your link is still busy {busy} of the time. Choose the smaller buffer.",
        after:
          "The link is now busy only {busy} of the time: after each cut the queue stays empty until the window has grown again, and the rate is below the capacity. Near 42 s, even a packet that was sent again meets a full queue. NewReno cannot notice this, waits for its timer, which a triangle marks, and begins again with one packet.",
      },
    },
  ],
  freePlay: "Change the algorithm to CUBIC, or add a second flow, and compare the sawtooths.",
  reading: [
    {
      id: "rfc-5681",
      text: "M. Allman, V. Paxson, E. Blanton: TCP Congestion Control. RFC 5681.",
      url: "https://www.rfc-editor.org/rfc/rfc5681",
    },
    { id: "kurose-ross", text: "Kurose and Ross, Computer Networking, section 3.7." },
  ],
};
