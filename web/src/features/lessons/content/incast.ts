import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, LIMIT } from "./scenarios.ts";

export const INCAST: Lesson = {
  id: "incast",
  title: "Incast in a data centre",
  point:
    "Many servers that answer at once overflow a small buffer, and the timer decides how long everyone waits.",
  learn: "what happens when many servers answer at once",
  minutes: 10,
  level: "advanced",
  week: 11,
  order: 112,
  topic: "marks",
  terms: ["incast", "RTO", "data centre"],
  needs: ["rto"],
  scenario: dumbbell("Incast in a data centre", {
    rate: 1e9,
    limit: { packets: 64 },
    flows: [],
    duration: 3,
    settings: {
      network: {
        kind: "dumbbell",
        forward: { rate: 1e9, delay: 0.00003, queue: { kind: "drop_tail", limit: { packets: 64 } } },
      },
      flows: [
        {
          id: "server",
          label: "server",
          algorithm: "newreno",
          count: 40,
          access: { sender: 0.00001, receiver: 0.00001 },
          start: 0.5,
          source: { kind: "finite", bytes: 128_000 },
          params: { min_rto: 0.2 },
        },
      ],
    },
  }),
  charts: ["use*150", "queue"],
  values: {
    timeouts: { kind: "events", event: "timeout" },
    drops: { kind: "events", event: "drop" },
    busy: { kind: "utilisation", from: 0.5, to: 0.75 },
    limit: { kind: "link", property: "limit" },
  },
  steps: [
    {
      id: "predict",
      text: "A client asks 40 servers for 128 kB each. All of them answer at 0.5 s over one link of 1 Gb/s, with a round trip of 100 µs and a buffer of {limit}. The 5 MB need 41 ms if the link is always busy.",
      notes:
        "Compute the size of the first burst together: 40 servers times the initial window. Compare it with the buffer, then let the class draw.",
      task: {
        kind: "predict",
        ask: "Draw the rate of the link in the next 0.5 s.",
        what: {
          kind: "curve",
          entity: "link:forward",
          signal: "departed",
          label: "Rate of the link",
          unit: "bit/s",
          from: 0.52,
          to: 1.02,
          max: 1e9,
        },
        after:
          "The first burst overflows the buffer. Some flows lose the end of their windows, so nothing is left that could reveal the loss. They wait for their timers.",
      },
    },
    {
      id: "why",
      text: "Your run has {drops} drops and {timeouts} timeouts.",
      task: {
        kind: "choose",
        ask: "How busy was the link between 0.5 s and 0.75 s?",
        options: [
          {
            id: "less-than-50-percent",
            text: "Less than 50 %",
            when: [{ of: { kind: "utilisation", from: 0.5, to: 0.75 }, below: 0.5 }],
          },
          {
            id: "50-percent-or-more",
            text: "50 % or more",
            when: [{ of: { kind: "utilisation", from: 0.5, to: 0.75 }, above: 0.5 }],
          },
        ],
        hint: "Look at the gap between the first burst and the next packets.",
        after:
          "The link was busy {busy} of the time: after the first burst it is almost idle until the timers expire, although servers still have data to send.",
      },
    },
    {
      id: "goal",
      text: "The minimum of the timer is 200 ms, two thousand round trips. The buffer holds {limit}, and the first packets of all servers are 400.",
      task: {
        kind: "goal",
        ask: "Bring the number of timeouts to zero, by changing one control.",
        controls: [
          {
            id: "timer",
            label: "Minimum of the timer",
            options: [
              { id: "200-ms", label: "200 ms", set: [] },
              { id: "10-ms", label: "10 ms", set: [["flows.server.params.min_rto", 0.01]] },
            ],
          },
          {
            id: "buffer",
            label: "Buffer",
            options: [
              { id: "64-packets", label: "64 packets", set: [] },
              { id: "256-packets", label: "256 packets", set: [[LIMIT, { packets: 256 }]] },
              { id: "4000-packets", label: "4000 packets", set: [[LIMIT, { packets: 4000 }]] },
            ],
          },
        ],
        when: [{ of: { kind: "events", event: "timeout" }, below: 1 }],
        hint: "Your run has {drops} drops and {timeouts} timeouts. A timer that expires sooner shortens the silence but is still a timeout. How many packets reach the buffer at once?",
        after:
          "Your run has {drops} drops and {timeouts} timeouts: the buffer now holds all that the servers send at once. Each port of a switch would need this memory, and a long transfer would fill it and make every other packet wait.",
      },
    },
  ],
  freePlay: "Give the timer a minimum of 1 ms and the small buffer: how long does the whole answer take?",
  reading: [
    {
      id: "vasudevan",
      text: "V. Vasudevan et al.: Safe and Effective Fine-Grained TCP Retransmissions for Datacenter Communication. SIGCOMM 2009.",
    },
    {
      id: "rfc-8257",
      text: "Data Center TCP (DCTCP). RFC 8257.",
      url: "https://www.rfc-editor.org/rfc/rfc8257",
    },
  ],
};
