import type { Lesson } from "../../../tasks/model.ts";
import { dumbbell, flow, LOSS, RATE, setRtt } from "./scenarios.ts";

const QUEUE_MEAN = { kind: "signal", entity: "link:forward", signal: "queue", stat: "mean" } as const;
const GOODPUT = { kind: "goodput", flow: "one" } as const;

export const LOSS_LAW: Lesson = {
  id: "loss-law",
  title: "Rate and loss, and the errors of radio links",
  point:
    "A flow’s rate is inversely proportional to its round-trip time and to the square root of the loss rate, also where losses are errors and no congestion.",
  learn: "how fast a flow is at a given loss rate and round trip, and what the errors of a radio link change",
  minutes: 20,
  level: "intermediate",
  week: 8,
  order: 81,
  topic: "recovery",
  terms: ["Mathis", "Padhye", "square root law", "random loss", "wireless", "Westwood+"],
  needs: ["sawtooth"],
  scenario: dumbbell("The square root law", {
    rate: 1e8,
    limit: { bdp: 1 },
    flows: [flow("one", "one flow", "sack", 0.1)],
    loss: [{ kind: "random", probability: 0.01 }],
    duration: 200,
    settings: { warmup: 10 },
  }),
  charts: ["rate", "window", "models.rate"],
  values: {
    rate: GOODPUT,
    window: { kind: "signal", entity: "flow:one", signal: "cwnd", stat: "mean" },
    lost: { kind: "summary", flow: "one", field: "loss_fraction" },
    busy: { kind: "utilisation" },
  },
  steps: [
    {
      id: "window",
      text: "The link of 100 Mb/s is nearly empty, but it loses one packet in a hundred at random. [The flow](curve:one) reaches only {rate}, because it halves its window at each loss.",
      notes:
        "The answer is rate times round trip, divided by the size of a packet in bits. Let the class write down the formula before anybody enters a number.",
      task: {
        kind: "number",
        ask: "The flow has a round trip of 100 ms and packets of 1500 bytes. How many packets does it deliver per round trip? A value within 30 % is right.",
        measure: { kind: "signal", entity: "flow:one", signal: "cwnd", stat: "mean" },
        unit: "packets",
        factor: 1,
        tolerance: 0.3,
        hint: "Multiply {rate} by 0.1 s, and divide by the 12 000 bits of a packet.",
        after:
          "The mean window is {window}. By the law of the square root it is about 1.2 divided by the root of the loss rate of 0.01, or 12 packets.",
      },
    },
    {
      id: "quarter",
      text: "Between two losses the window grows by one packet per round trip. A loss halves it.",
      notes:
        "The guesses are usually four times and two times. Ask those who say two what happens to the height of the teeth.",
      task: {
        kind: "predict",
        ask: "The loss rate falls to a quarter. How large is the goodput then?",
        set: [[`${LOSS}.0.probability`, 0.0025]],
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 8e6,
          bars: [{ id: "with-loss-rate-0-25", label: "with a loss rate of 0.25 %", measure: GOODPUT }],
        },
        after:
          "By the law of the square root, a quarter of the loss gives twice the rate, and the run is near to it: the rate is proportional to one over the square root of the loss rate. The chart of the models shows the law of Mathis and the law of Padhye next to the run.",
      },
    },
    {
      id: "rtt",
      text: "The flow now gets {rate}. The loss rate stays as it is.",
      task: {
        kind: "goal",
        ask: "Bring the goodput above 6 Mb/s by changing one control.",
        controls: [
          {
            id: "rtt",
            label: "Round trip",
            options: [
              { id: "100-ms", label: "100 ms", set: [] },
              { id: "200-ms", label: "200 ms", set: setRtt(0.2, "one") },
              { id: "25-ms", label: "25 ms", set: setRtt(0.025, "one") },
            ],
          },
          {
            id: "rate",
            label: "Rate of the link",
            options: [
              { id: "100-mb-s", label: "100 Mb/s", set: [] },
              { id: "200-mb-s", label: "200 Mb/s", set: [["network.forward.rate", 2e8]] },
            ],
          },
        ],
        when: [{ of: GOODPUT, above: 6e6 }],
        hint: "Your flow gets {rate}. The law contains the loss rate and the round trip, but not the rate of the link.",
        after:
          "The law also contains the round-trip time: a window of the same size is delivered once per round trip. Your flow now gets {rate}.",
      },
    },
    {
      id: "radio",
      text: "The round trip is 100 ms and the loss rate 1 % again: the link is a radio link, which loses packets by errors. Look at its queue. The flow gets {rate}.",
      set: [...setRtt(0.1, "one"), [RATE, 1e8], [LOSS, [{ kind: "random", probability: 0.01 }]]],
      task: {
        kind: "choose",
        ask: "Is the link congested?",
        options: [
          {
            id: "yes",
            text: "Yes, packets wait in the queue most of the time",
            when: [{ of: QUEUE_MEAN, above: 5 }],
            hint: "The flow reduces its window as if it were. But what would a packet have to wait for? The link is busy {busy} of the time.",
          },
          {
            id: "sometimes",
            text: "Now and then: one to five packets wait on average",
            when: [{ of: QUEUE_MEAN, above: 1, below: 5 }],
          },
          { id: "no", text: "No, the queue is nearly empty", when: [{ of: QUEUE_MEAN, below: 1 }] },
        ],
        hint: "In your run, the link is busy {busy} of the time. Look at the chart of the window: how many packets are on their way?",
        after:
          "The link is busy {busy} of the time, and its queue is empty. The sender cannot tell an error from an overflow, and treats both as congestion.",
      },
    },
    {
      id: "bursts",
      text: "Errors of radio links come in bursts. Now the link still loses one packet in a hundred, but the losses come about three at a time. So far the flow, which uses SACK, got {rate}.",
      notes:
        "The same number of packets is lost. Ask whether only the number counts, or also how many of them fall into one window.",
      task: {
        kind: "predict",
        ask: "How large is the goodput now?",
        set: [[LOSS, [{ kind: "gilbert_elliott", loss: 0.01, burst: 3, flow: "one" }]]],
        what: {
          kind: "bars",
          label: "Mean goodput",
          unit: "bit/s",
          max: 8e6,
          bars: [{ id: "with-losses-in-bursts", label: "with losses in bursts", measure: GOODPUT }],
        },
        after:
          "The flow gets {rate}. SACK repairs all losses of a window together and halves the window once, so three losses in a burst cost little more than one.",
      },
    },
    {
      id: "controller",
      text: "Not every sender takes a loss as a sign of congestion. The losses are single again, one packet in a hundred.",
      set: [[LOSS, [{ kind: "random", probability: 0.01 }]]],
      task: {
        kind: "goal",
        ask: "Choose a sender whose goodput is above 50 Mb/s.",
        controls: [
          {
            id: "algorithm",
            label: "Sender",
            options: [
              { id: "sack", label: "SACK", set: [] },
              { id: "cubic", label: "CUBIC", set: [["flows.one.algorithm", "cubic"]] },
              { id: "westwood", label: "Westwood+", set: [["flows.one.algorithm", "westwood"]] },
              { id: "bbr", label: "BBR", set: [["flows.one.algorithm", "bbr"]] },
            ],
          },
        ],
        when: [{ of: GOODPUT, above: 5e7 }],
        hint: "Your flow gets {rate}. Which sender measures the path, and does not reduce its rate at a loss?",
        after:
          "The flow gets {rate}: BBR sends at the rate at which its packets arrive, and a lost packet in a hundred does not change this rate.",
      },
    },
  ],
  freePlay: "Set the loss rate to 5 %: timeouts take over, and the flow falls below the law.",
  reading: [
    {
      id: "mathis-1997",
      text: "M. Mathis, J. Semke, J. Mahdavi, T. Ott: The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm. CCR 1997.",
    },
    {
      id: "balakrishnan",
      text: "H. Balakrishnan et al.: A Comparison of Mechanisms for Improving TCP Performance over Wireless Links. 1997.",
    },
    {
      id: "padhye-1998",
      text: "J. Padhye, V. Firoiu, D. Towsley, J. Kurose: Modeling TCP Throughput. SIGCOMM 1998.",
    },
  ],
};
