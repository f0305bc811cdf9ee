import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, LOSS, QUEUE } from "./scenarios.ts";

export const WIRELESS: Lesson = {
  id: "wireless",
  title: "The errors of a radio link",
  point: "The same loss rate hurts less in bursts, and control by loss misreads the errors of a radio link.",
  learn: "what the errors of a radio link do to a sender",
  minutes: 10,
  level: "intermediate",
  order: 130,
  scenario: dumbbell("Loss that is not congestion", {
    rate: 1e7,
    limit: { packets: 100 },
    flows: [flow("single", "flow", "sack", 0.06)],
    loss: [{ kind: "random", probability: 0.01, flow: "single" }],
    duration: 120,
    settings: { warmup: 5 },
  }),
  charts: ["rate", "queue"],
  values: {
    rate: { kind: "goodput", flow: "single" },
    busy: { kind: "utilisation" },
    lost: { kind: "summary", flow: "single", field: "loss_fraction" },
    queue: { kind: "signal", entity: "link:forward", signal: "queue", stat: "mean" },
  },
  steps: [
    {
      id: "why",
      text: "A radio link of 10 Mb/s loses one packet in a hundred. Look at the queue of [the flow](curve:single).",
      notes:
        "The queue is the key: if it is empty, nothing is congested. Ask what the sender can observe of the queue.",
      task: {
        kind: "choose",
        ask: "Is the link congested?",
        options: [
          {
            id: "yes",
            text: "Yes, packets wait in the queue most of the time",
            when: [
              { of: { kind: "signal", entity: "link:forward", signal: "queue", stat: "mean" }, above: 5 },
            ],
          },
          {
            id: "sometimes",
            text: "Now and then: one to five packets wait on average",
            when: [
              {
                of: { kind: "signal", entity: "link:forward", signal: "queue", stat: "mean" },
                above: 1,
                below: 5,
              },
            ],
          },
          {
            id: "no",
            text: "No, the queue is nearly empty",
            when: [
              { of: { kind: "signal", entity: "link:forward", signal: "queue", stat: "mean" }, below: 1 },
            ],
          },
        ],
        hint: "In your run {queue} wait on average, and the link is busy {busy} of the time.",
      },
    },
    {
      id: "predict",
      text: "So far the flow, which uses SACK, got {rate}. Errors of radio links come in bursts. Now the link still loses one packet in a hundred, but the losses come about three at a time.",
      notes:
        "The same number of packets is lost. Ask whether only the number counts, or also how many of them fall into one window.",
      task: {
        kind: "predict",
        ask: "How large is the goodput now?",
        set: [[LOSS, [{ kind: "gilbert_elliott", loss: 0.01, burst: 3, flow: "single" }]]],
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 1e7,
          bars: [
            {
              id: "with-losses-in-bursts",
              label: "with losses in bursts",
              measure: { kind: "goodput", flow: "single" },
            },
          ],
        },
        after:
          "SACK repairs all losses of a window together and halves the window once. Three losses in a burst therefore cost little more than one.",
      },
    },
    {
      id: "mend",
      text: "The flow now gets {rate}, on a link of 10 Mb/s.",
      task: {
        kind: "goal",
        ask: "Bring the goodput above 8 Mb/s by changing one control.",
        controls: [
          {
            id: "queue",
            label: "Queue discipline",
            options: [
              { id: "drop-tail", label: "Drop-tail", set: [] },
              { id: "codel", label: "CoDel", set: [[QUEUE, { kind: "codel", limit: { packets: 100 } }]] },
            ],
          },
          {
            id: "loss",
            label: "Repair by the radio link itself",
            options: [
              { id: "none", label: "none", set: [] },
              { id: "one-in-ten", label: "nine losses of ten", set: [[`${LOSS}.0.loss`, 0.001]] },
            ],
          },
        ],
        when: [{ of: { kind: "goodput", flow: "single" }, above: 8e6 }],
        hint: "Your flow gets {rate}. The queue is not the reason for its losses.",
      },
    },
    {
      id: "controller",
      text: "Not every sender takes a loss as a sign of congestion. The losses are single again, one packet in a hundred.",
      set: [[LOSS, [{ kind: "random", probability: 0.01, flow: "single" }]]],
      task: {
        kind: "goal",
        ask: "Choose a sender whose goodput is above 8 Mb/s.",
        controls: [
          {
            id: "algorithm",
            label: "Sender",
            options: [
              { id: "sack", label: "SACK", set: [] },
              { id: "cubic", label: "CUBIC", set: [["flows.single.algorithm", "cubic"]] },
              { id: "westwood", label: "Westwood+", set: [["flows.single.algorithm", "westwood"]] },
              { id: "bbr", label: "BBR", set: [["flows.single.algorithm", "bbr"]] },
            ],
          },
        ],
        when: [{ of: { kind: "goodput", flow: "single" }, above: 8e6 }],
        hint: "Your flow gets {rate}. Which sender measures the path, and does not reduce its rate at a loss?",
      },
    },
  ],
  freePlay:
    "Make the bursts longer than five packets: the retransmissions are lost as well, and the flow waits for its timer again and again.",
  reading: [
    {
      id: "balakrishnan",
      text: "H. Balakrishnan et al.: A Comparison of Mechanisms for Improving TCP Performance over Wireless Links. 1997.",
    },
    { id: "gilbert-1960", text: "E. Gilbert: Capacity of a Burst-Noise Channel. 1960." },
  ],
};
