// What the pages about algorithms say about runs, as data: each sentence with the runs that show it. The page offers
// these runs, and pageClaims.test.ts computes them again.
import type { AlgorithmId } from "../../generated/types.ts";
import {
  AS_PUBLISHED,
  asFast,
  atHighLoss,
  atLoss,
  type Claimed,
  computed,
  copas,
  DUAL,
  fourLosses,
  goodput,
  highspeedDecrease,
  highspeedIncrease,
  LONG,
  ldaRate,
  manyPragues,
  on,
  radar,
  ratio,
  shown,
  signal,
  summary,
  TEN,
  utilisation,
  wait,
} from "./claimRuns.ts";

/** For each algorithm, words of its page, and what shows them. */
export const PAGE_CLAIMS: Readonly<Partial<Record<AlgorithmId, Readonly<Record<string, Claimed>>>>> = {
  tahoe: {
    "every loss reduces the window to one packet": [
      shown(fourLosses("tahoe"), signal("tahoe", "cwnd", "min", 1, 2), { above: 0.99, below: 1.01 }),
    ],
  },
  reno: {
    "several losses in one window often end in a timeout": [
      shown(fourLosses("reno"), summary("reno", "timeouts"), { above: 0.5, below: 1.5 }),
    ],
  },
  newreno: {
    "Reno that can also recover from several losses in one window without a timeout, one per round trip": [
      shown(fourLosses("newreno"), summary("newreno", "timeouts"), { below: 0.5 }),
      // Four round trips of 0.1 s after the loss is found at 1.1 s.
      shown(
        fourLosses("newreno"),
        { kind: "events", event: "recoveryEnded", flow: "newreno", from: 1.4, to: 1.65 },
        { above: 0.5, below: 1.5 },
      ),
    ],
  },
  sack: {
    "knows which packets are missing and can retransmit several in one round trip": [
      shown(
        fourLosses("sack"),
        { kind: "events", event: "recoveryEnded", flow: "sack", from: 1.1, to: 1.35 },
        { above: 0.5, below: 1.5 },
      ),
    ],
  },
  cubic: {
    "on short paths as fast as Reno's": [
      shown(on({ rate: 1000, rtt: 10, packets: 10_000, loss: 0.001 }, "cubic"), utilisation, {
        over: on({ rate: 1000, rtt: 10, packets: 10_000, loss: 0.001 }, "sack"),
        seeds: 3,
        above: 0.9,
        below: 1.25,
      }),
    ],
    "After a loss, the window grows fast at first, hardly at all near the old peak, and then faster and faster":
      [
        shown(on({ ...LONG, bdp: 0.5, duration: 60 }, "cubic"), signal("cubic", "cwnd", "max"), {
          above: 600,
          below: 640,
        }),
      ],
  },
  highspeed: {
    "At 1000 packets, the increase is 8 packets and the decrease a third": [
      computed(highspeedIncrease(1000), 7.5, 8.5),
      computed(highspeedDecrease(1000), 0.32, 0.345),
    ],
    "At 83000 packets, the increase is 72 packets and the decrease a tenth": [
      computed(highspeedIncrease(83_000), 71.5, 73),
      computed(highspeedDecrease(83_000), 0.0999, 0.1001),
    ],
    "$10^{-7}$, which is 10 Gb/s at a round-trip time of 100 ms": [
      computed((83_000 * 1500 * 8) / 0.1, 9.9e9, 1.01e10),
    ],
    "Two such flows converge slowly, because the larger flow grows faster": [
      shown(
        on({ ...LONG, bdp: 0.5, duration: 90 }, AS_PUBLISHED.highspeed, {
          ...AS_PUBLISHED.highspeed,
          id: "late",
          start: 20,
        }),
        ratio(goodput("highspeed", 40, 60), goodput("late", 40, 60)),
        { above: 1.5 },
      ),
    ],
  },
  scalable: {
    "14 round trips after a loss, the rate is as high as before, at any rate": [
      computed(Math.ceil(Math.log(8 / 7) / Math.log(1.01)), 13.5, 14.5),
    ],
    "in $\\ln(8/7)/\\ln 1.01 = 13.4$ round trips at any rate": [
      computed(Math.log(8 / 7) / Math.log(1.01), 13.35, 13.45),
    ],
    "so two flows that lose at the same time keep the ratio of their windows: the algorithm is not fair": [
      shown(
        on({ ...LONG, bdp: 0.5, duration: 120 }, "scalable", {
          algorithm: "scalable",
          id: "late",
          start: 20,
        }),
        ratio(goodput("scalable", 90, 120), goodput("late", 90, 120)),
        { above: 1.5 },
      ),
    ],
  },
  bic: {
    "flows with a short round-trip time get more than their share": [
      shown(
        on(
          { ...LONG, bdp: 0.5 },
          { algorithm: "bic", id: "near", access: { sender: 0, receiver: 0 } },
          { algorithm: "bic", id: "far", access: { sender: 0.05, receiver: 0 } },
        ),
        ratio(goodput("near"), goodput("far")),
        { above: 1.3 },
      ),
    ],
  },
  htcp: {
    "After 10 s, $\\alpha$ is 111": [computed(1 + 10 * 9 + (9 / 2) ** 2, 110.5, 111.5)],
    "A loss reduces it by just enough to empty the queue": [
      shown(on({ ...TEN, bdp: 0.5 }, "htcp"), utilisation, { above: 0.97 }),
      shown(on({ ...TEN, bdp: 0.5 }, "htcp"), signal("link:forward", "queue", "min"), { below: 2 }),
    ],
  },
  illinois: {
    "The window grows fast after a loss and slowly before the next loss, so its mean is above Reno's": [
      shown(
        on({ ...LONG, bdp: 0.5, duration: 120 }, { algorithm: "illinois", id: "a" }),
        signal("a", "cwnd", "mean"),
        { over: on({ ...LONG, bdp: 0.5, duration: 120 }, { algorithm: "sack", id: "a" }), above: 1.05 },
      ),
    ],
  },
  binomial: {
    "TCP's mean window at equal loss": [
      shown(atLoss("binomial"), utilisation, { over: atLoss("sack"), seeds: 3, above: 0.75, below: 1.25 }),
    ],
    "SQRT still gets 1.5 times as much as SACK (10 Mb/s, 40 ms, one BDP)": [
      shown(
        on({ ...TEN, duration: 180, warmup: 60 }, "binomial", "sack"),
        ratio(goodput("binomial"), goodput("sack")),
        { seeds: 3, above: 1.45, below: 1.55 },
      ),
    ],
  },
  simd: {
    "With $\\beta = 1/16$ the rate is far smoother than TCP's": [
      shown(
        on({ rate: 10, rtt: 40, bdp: 0.2 }, { algorithm: "simd", id: "a" }),
        { kind: "variation", flow: "a" },
        { over: on({ rate: 10, rtt: 40, bdp: 0.2 }, { algorithm: "sack", id: "a" }), below: 0.6 },
      ),
    ],
    "The mean is TCP's $\\sqrt{3/(2p)}$": [
      shown(atLoss("simd"), utilisation, { over: atLoss("sack"), seeds: 3, above: 0.8, below: 1.25 }),
    ],
  },
  westwood: {
    "With a buffer of one BDP, the bandwidth times the smallest round-trip time is half of the peak window, so Westwood+ behaves like Reno":
      [
        shown(
          on({ ...TEN, duration: 180, warmup: 60 }, "westwood", "sack"),
          ratio(goodput("westwood"), goodput("sack")),
          { above: 0.67, below: 1.5 },
        ),
      ],
    "With a smaller buffer, the product is more than half of the peak, and the link stays busy": [
      shown(on({ ...TEN, bdp: 0.25 }, AS_PUBLISHED.westwood), utilisation, { above: 0.97 }),
    ],
    "A random loss, for example on a radio link, hardly reduces the window, because the bandwidth has not changed":
      [
        shown(on({ ...TEN, loss: 0.005 }, { ...AS_PUBLISHED.westwood, id: "a" }), utilisation, {
          seeds: 3,
          above: 0.9,
        }),
      ],
    "A random loss on a radio link therefore hardly slows it down": [
      shown(on({ ...TEN, loss: 0.005 }, AS_PUBLISHED.westwood), utilisation, { seeds: 3, above: 0.9 }),
    ],
  },
  vegas: {
    "it keeps two to four of its own packets in the queue instead of filling the queue": [
      shown(on(TEN, "vegas"), signal("link:forward", "queue", "mean"), { above: 1, below: 4 }),
      shown(on(TEN, "vegas"), summary("vegas", "loss_fraction"), { below: 1e-9 }),
    ],
    "In competition with a flow that fills the queue, Vegas reduces its window until its share is small": [
      shown(on(TEN, "vegas", "newreno"), ratio(goodput("vegas"), goodput("newreno")), { below: 0.25 }),
    ],
    "A flow that starts while others queue packets mistakes their queueing delay for propagation delay and gets more than its share":
      [
        shown(
          on({ ...TEN, bdp: 4, duration: 120 }, "vegas", { algorithm: "vegas", id: "late", start: 30 }),
          ratio(goodput("late", 60, 120), goodput("vegas", 60, 120)),
          { above: 1.1 },
        ),
      ],
  },
  ledbat: {
    "it keeps the queueing delay at no more than 100 ms, and reduces its rate if other flows cause more queueing delay":
      [
        shown(on({ ...TEN, packets: 400, warmup: 30 }, "ledbat"), wait, { above: 0.095, below: 0.105 }),
        shown(on({ ...TEN, packets: 400 }, "ledbat", "newreno"), signal("ledbat", "cwnd", "mean", 30), {
          below: 6,
        }),
      ],
    "LEDBAT falls to its smallest window of two packets": [
      shown(on({ ...TEN, packets: 400 }, "ledbat", "newreno"), signal("ledbat", "cwnd", "min", 30), {
        above: 1.99,
        below: 2.01,
      }),
    ],
    "If the buffer holds less than the target, the delay never reaches the target, and LEDBAT behaves like Reno":
      [
        shown(
          on({ ...TEN, bdp: 1, duration: 180, warmup: 60 }, "ledbat", "newreno"),
          ratio(goodput("ledbat"), goodput("newreno")),
          { above: 0.67, below: 1.5 },
        ),
      ],
  },
  ledbat_pp: {
    "so slowdowns cost about a tenth of the throughput": [
      shown(on({ ...TEN, packets: 400, duration: 180 }, "ledbat_pp"), utilisation, {
        above: 0.87,
        below: 0.97,
      }),
    ],
    "flows that started later measure the true base delay, and lose the latecomer's advantage": [
      shown(
        on({ ...TEN, packets: 400, duration: 240 }, "ledbat_pp", {
          algorithm: "ledbat_pp",
          id: "late",
          start: 30,
        }),
        ratio(goodput("late", 90, 240), goodput("ledbat_pp", 90, 240)),
        { above: 0.67, below: 1.5 },
      ),
    ],
  },
  copa: {
    "In equilibrium the queue oscillates between 0 and $2.5/\\delta$ packets per flow with a period of five round trips":
      [
        shown(on(TEN, "copa"), signal("link:forward", "queue", "max"), { below: 7.5 }),
        shown(on(TEN, "copa"), signal("link:forward", "queue", "min"), { below: 0.5 }),
        shown(on(TEN, "copa"), utilisation, { above: 0.97 }),
      ],
    "packets wait for 0.5 ms with one flow and 1.1 ms with two, but for more than 100 ms with eight and sixteen, and in some runs with four":
      [
        shown(copas(1), wait, { above: 0.00045, below: 0.00055 }),
        shown(copas(2), wait, { above: 0.00105, below: 0.00115 }),
        ...[8, 16].map((count) => shown(copas(count), wait, { seeds: 2, above: 0.1 })),
        shown(copas(4), wait, { seeds: 5, above: 0.03 }),
      ],
    "Without mode switching, they wait for 2 ms with four flows and 4 ms with eight": [
      shown(copas(4, { mode_switching: false }), wait, { above: 0.0015, below: 0.0025 }),
      shown(copas(8, { mode_switching: false }), wait, { above: 0.0035, below: 0.0045 }),
    ],
    "on a link of 50 Mb/s and 40 ms, 93 % behind a policer of 10 Mb/s with 15 kB": [
      shown(
        on({ rate: 50, rtt: 40, loss: { kind: "policer", rate: 1e7, burst: 15_000 } }, "copa"),
        summary("copa", "loss_fraction"),
        { above: 0.92, below: 0.94 },
      ),
    ],
  },
  c4: {
    "behind FQ-CoDel, packets wait for up to 1.6 s after a fall from 50 to 5 Mb/s": [
      shown(
        {
          ...on({ rate: 50, rtt: 40, queue: { kind: "fq_codel" }, duration: 25, warmup: 5 }, "c4"),
          timeline: [{ at: 10, set: "network.forward.rate", to: 5e6 }],
        },
        signal("link:forward", "queue_delay", "max"),
        { above: 1.5, below: 1.7 },
      ),
    ],
    "On links with DualPI2 it uses 85 to 97 % of 5 to 100 Mb/s": [
      [5, 10],
      [5, 80],
      [100, 10],
      [100, 80],
    ].map(([rate = 0, rtt = 0]) =>
      shown(on({ rate, rtt, queue: DUAL }, "c4"), utilisation, { above: 0.845, below: 0.975 }),
    ),
    "A call behind FQ-CoDel gets 68 to 75 % of 1 to 3 Mb/s": [1, 2, 3].map((rate) =>
      shown(
        on({ rate, rtt: 50, queue: { kind: "fq_codel" } }, { algorithm: "c4", source: { kind: "media" } }),
        utilisation,
        { above: 0.67, below: 0.76 },
      ),
    ),
  },
  dctcp: {
    "The link stays busy if $K > CR/7$": [
      shown(
        on(
          { rate: 100, rtt: 1, queue: { kind: "step", threshold: 5 }, duration: 10, warmup: 2 },
          { algorithm: "dctcp", params: { ack_every: 1 } },
        ),
        utilisation,
        { above: 0.98 },
      ),
    ],
    "Flows that react to a mark as to a loss starve when they compete with DCTCP": [
      shown(
        on({ rate: 100, rtt: 1, queue: { kind: "step", threshold: 20 }, duration: 10, warmup: 2 }, "dctcp", {
          algorithm: "newreno",
          params: { ecn: true },
        }),
        ratio(goodput("newreno"), goodput("dctcp")),
        { below: 0.2 },
      ),
    ],
  },
  prague: {
    "its packets wait for about 1 ms or less, and at equal RTTs it is at most twice as fast as classic flows":
      [
        shown(on({ rate: 10, rtt: 40, queue: DUAL }, "prague"), wait, { below: 0.001 }),
        shown(on({ rate: 40, rtt: 10, queue: DUAL }, "prague"), wait, { below: 0.001 }),
        shown(
          on({ rate: 40, rtt: 25, queue: DUAL, duration: 100 }, "prague", "cubic"),
          ratio(goodput("prague"), goodput("cubic")),
          { below: 2 },
        ),
      ],
    "from 10 to 40 Mb/s and from 10 to 40 ms, Prague's rate is 0.8 to 1.8 times CUBIC's": [
      [10, 10],
      [10, 40],
      [20, 20],
      [40, 10],
      [40, 25],
      [40, 40],
    ].map(([rate = 0, rtt = 0]) =>
      shown(
        on({ rate, rtt, queue: DUAL, duration: 100 }, "prague", "cubic"),
        ratio(goodput("prague"), goodput("cubic")),
        { above: 0.75, below: 1.85 },
      ),
    ),
    "at 40 Mb/s with base round-trip times of 20 and 100 ms, it is 6.7 times CUBIC's": [
      shown(
        on({ rate: 40, rtt: 20, queue: DUAL, duration: 100 }, "prague", {
          algorithm: "cubic",
          access: { sender: 0.02, receiver: 0.02 },
        }),
        ratio(goodput("prague"), goodput("cubic")),
        { above: 6.2, below: 7.2 },
      ),
    ],
    "both get 1.3 to 1.6 times as much as SACK without pacing at 10 Mb/s and 40 ms": [
      shown(
        on({ ...TEN, duration: 180, warmup: 60 }, { algorithm: "prague", id: "a" }, "sack"),
        ratio(goodput("a"), goodput("sack")),
        { seeds: 3, above: 1.3, below: 1.6 },
      ),
      shown(
        on(
          { ...TEN, duration: 180, warmup: 60 },
          { algorithm: "sack", id: "a", params: { pacing: true } },
          "sack",
        ),
        ratio(goodput("a"), goodput("sack")),
        { seeds: 3, above: 1.3, below: 1.6 },
      ),
    ],
    "Otherwise the packets of many flows form a standing queue, however many of them are marked": [
      shown(manyPragues(false), wait, { above: 0.012 }),
      shown(manyPragues(true), wait, { over: manyPragues(false), below: 0.75 }),
    ],
    "In such a queue, Prague starves classic flows, as DCTCP does": [
      shown(
        on({ ...TEN, queue: { kind: "codel", limit: { packets: 1000 } } }, "prague", {
          algorithm: "cubic",
          params: { ecn: true },
        }),
        ratio(goodput("cubic"), goodput("prague")),
        { below: 0.2 },
      ),
    ],
  },
  bbr: {
    "A flow alone has an almost empty queue": [
      shown(
        on({ ...TEN, bdp: 4 }, AS_PUBLISHED.bbr),
        ratio(signal("link:forward", "queue", "mean"), { kind: "link", property: "bdp" }),
        { below: 0.15 },
      ),
    ],
    // A BDP has 33 packets.
    "each takes two BDPs, and the queue holds one BDP and about seven packets of each flow": [
      [2, 44, 51],
      [4, 57, 66],
      [8, 82, 97],
    ].map(([count = 0, above = 0, below = 0]) =>
      shown(
        on({ ...TEN, bdp: 4 }, { ...AS_PUBLISHED.bbr, count, start: { min: 0, max: 1 } }),
        signal("link:forward", "queue", "mean"),
        { seeds: 3, above, below },
      ),
    ),
    // Single runs differ; the test of the simulator computes twenty runs for each number (tests/controllers.rs).
    "At 10 Mb/s and 40 ms, a flow uses 0.93 of the link at a loss of 5 %, 0.84 at 10 %, 0.72 at 15 % and 0.39 at 20 %":
      [
        [0.05, 0.9, 0.95],
        [0.1, 0.8, 0.88],
        [0.15, 0.62, 0.8],
        [0.2, 0.29, 0.5],
      ].map(([loss = 0, above = 0, below = 1]) =>
        shown(on({ ...TEN, loss }, { algorithm: "bbr", params: { stack: null } }), utilisation, {
          seeds: 5,
          above,
          below,
        }),
      ),
    "At 100 Mb/s, it uses 0.80 at 5 % and 0.04 at 20 %": [
      [0.05, 0.7, 0.9],
      [0.2, 0.01, 0.08],
    ].map(([loss = 0, above = 0, below = 1]) =>
      shown(on({ rate: 100, rtt: 40, loss }, { algorithm: "bbr", params: { stack: null } }), utilisation, {
        seeds: 2,
        above,
        below,
      }),
    ),
    "so in a short buffer the flow starves flows that react to losses": [
      shown(on({ ...TEN, bdp: 0.25 }, "bbr", "cubic"), ratio(goodput("bbr"), goodput("cubic")), { above: 4 }),
    ],
  },
  bbr3: {
    "Every 5 s, *RTT probing* halves the packets in flight for 200 ms, at a cost of about 2 %": [
      shown(on(TEN, "bbr3"), utilisation, { above: 0.955, below: 0.99 }),
    ],
    "at 10 Mb/s and 40 ms, a flow uses 0.82 of the link at a loss of 1 % and 0.57 at 2 %": [
      [0.01, 0.76, 0.88],
      [0.02, 0.5, 0.7],
    ].map(([loss = 0, above = 0, below = 1]) =>
      shown(on({ ...TEN, loss }, { algorithm: "bbr3", params: { stack: null } }), utilisation, {
        seeds: 5,
        above,
        below,
      }),
    ),
    "In a short buffer version 3 loses far less than version 1, and flows that react to losses keep more of the link":
      [
        shown(
          on({ ...TEN, bdp: 0.5 }, { algorithm: "bbr3", id: "a", count: 4 }),
          { kind: "events", event: "drop" },
          { over: on({ ...TEN, bdp: 0.5 }, { algorithm: "bbr", id: "a", count: 4 }), below: 0.4 },
        ),
        shown(on({ ...TEN, bdp: 0.5 }, { algorithm: "bbr3", id: "a" }, "cubic"), goodput("cubic"), {
          over: on({ ...TEN, bdp: 0.5 }, { algorithm: "bbr", id: "a" }, "cubic"),
          above: 1.5,
        }),
      ],
  },
  rap: {
    "so at a high loss RAP is faster than TCP: $\\sqrt{3/(2p)}$ packets per round trip at any $p$": [
      // In bit/s: packets of 1500 bytes per round trip of 0.1 s, of which 0.9 arrive.
      shown(atHighLoss("rap"), goodput("a"), {
        seeds: 3,
        above: 0.8 * Math.sqrt(1.5 / 0.1) * 0.9 * 120_000,
        below: 1.2 * Math.sqrt(1.5 / 0.1) * 0.9 * 120_000,
      }),
    ],
    "At a loss of 10 %, it gets 1.5 times as much as SACK": [
      shown(atHighLoss("rap"), goodput("a"), { over: atHighLoss("sack"), seeds: 3, above: 1.45, below: 1.6 }),
    ],
  },
  gaimd: {
    "(0.333, 0.2) and the default (0.2, 0.125) are as fast as TCP and smoother": [
      asFast("gaimd"),
      asFast("gaimd", { alpha: 1 / 3, beta: 0.2 }),
    ],
    "Without timeouts, its mean window is a quarter larger than TCP's": [
      computed(Math.sqrt((0.31 * (2 - 0.125)) / (2 * 0.125)) / Math.sqrt(1.5), 1.2, 1.3),
    ],
  },
  tfwc: {
    "TFRC's equation with a window as in TCP": [asFast("tfwc")],
    "It is nearly as smooth as TFRC": [
      shown(
        on({ ...TEN, duration: 120 }, { algorithm: "tfwc", id: "a" }, "sack"),
        { kind: "variation", flow: "a" },
        {
          over: on({ ...TEN, duration: 120 }, { algorithm: "tfrc", id: "a" }, "sack"),
          seeds: 3,
          above: 0.6,
          below: 1.4,
        },
      ),
    ],
  },
  ldaf: {
    "the increase from 10 to 400 kb/s at a bottleneck of 1.2 Mb/s takes 48 steps": [
      computed(Math.ceil(Math.log((1 - 400 / 1200) / (1 - 10 / 1200)) / Math.log(1 - 10 / 1200)), 47.5, 48.5),
    ],
  },
  trabol: {
    "The rate falls to 67.5 Mb/s and rises to 85.1, 102.7, 120.3, 137.9 (4 % are lost) and 150 Mb/s": [
      computed(0.45 * 150, 67.45, 67.55),
      computed(67.5 + 20 * 0.88, 85.05, 85.15),
      computed(67.5 + 4 * 20 * 0.88, 137.85, 137.95),
      computed(1 - 132 / 137.9, 0.035, 0.045),
      shown(radar(132), signal("trabol", "rate", "min", 1, 30), { above: 67.4e6, below: 67.6e6 }),
      shown(radar(132), signal("trabol", "rate", "max", 1, 30), { above: 149.9e6, below: 150.1e6 }),
    ],
    "on a link of 132 Mb/s, 12 % are lost": [computed(1 - 132 / 150, 0.115, 0.125)],
    "On a link of 120 Mb/s it stays at 131.5 Mb/s, with a loss of 9 %": [
      // The buffer makes the loss of the first ray, and with it the steps, differ a little.
      computed(67.5 + 4 * 20 * 0.8, 131.45, 131.55),
      shown(radar(120), signal("trabol", "rate", "mean", 15, 30), { above: 130.5e6, below: 133e6 }),
      shown(radar(120), summary("trabol", "loss_fraction"), { above: 0.08, below: 0.1 }),
    ],
    "After a loss of 25 %, an $I_0$ of 20 Mb/s gives steps of 15 Mb/s": [computed(20 * 0.75, 14.9, 15.1)],
  },
  tfrcp: {
    "its rate falls by up to three orders of magnitude, and returns in about ten doublings": [
      shown(
        on({ ...TEN, duration: 120 }, "tfrcp"),
        ratio(signal("tfrcp", "rate", "max"), signal("tfrcp", "rate", "min")),
        { above: 500, below: 2000 },
      ),
    ],
    "sends at up to twice the capacity for a whole interval and loses up to half of its packets": [
      shown(on({ rate: 10, rtt: 40, bdp: 1 }, "tfrcp"), signal("tfrcp", "rate", "max"), {
        above: 1.2e7,
        below: 2.05e7,
      }),
    ],
  },
  udp: {
    "Losses have no effect on it": [
      shown(on({ ...TEN }, { algorithm: "udp", params: { rate: 2e7 } }), goodput("udp"), {
        above: 9.9e6,
        below: 1.01e7,
      }),
    ],
  },
  tfrc: {
    "Sends at the rate that TCP would have at the loss rate": [asFast("tfrc")],
  },
  taimd: {
    "the flow is as fast as TCP at equal loss": [asFast("taimd")],
  },
  lda: {
    "152 kb/s with $A_0 = 10$ kb/s": [ldaRate(1e4, 152e3)],
    "456 kb/s with $A_0 = 100$ kb/s": [ldaRate(1e5, 456e3)],
  },
};
