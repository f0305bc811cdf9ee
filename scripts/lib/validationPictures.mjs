// Draws the pictures of docs/validation.md, from the committed results and from runs.
import { writeFileSync } from "node:fs";
import { plotFigure, shareMap } from "./figures.mjs";
import { csvRows, fairshare } from "./native.mjs";
import { inRoot } from "./paths.mjs";
import { meanOf, readReference, readResults, readText } from "./validation.mjs";

/**
 * A link direction with a drop-tail queue. The rate is in bit/s, the delay in seconds, and the limit of the
 * queue in packets.
 * @param {number} rate
 * @param {number} delay
 * @param {number} packets
 * @param {import("../../web/src/generated/types.ts").JsonObject[]} [loss]
 */
const link = (rate, delay, packets, loss = []) => ({
  rate,
  delay,
  queue: { kind: "drop_tail", limit: { packets } },
  loss,
});

/**
 * Runs a scenario and returns the values of one signal of its flow `f`, by time.
 * @param {object} scenario
 * @param {string} name
 * @param {number} bin the width of the bins in seconds
 */
async function signalPoints(scenario, name, bin) {
  /** @type {[t: number, value: number][]} */
  const points = [];
  for (const [t, , flow, what, value] of await csvRows(scenario, "flows.csv", bin))
    if (flow === "f" && what === name && value !== "") points.push([Number(t), Number(value)]);
  return points;
}

/** Plots the congestion window of one flow with two limits of the queue. */
async function sawtooth() {
  /** @param {number} packets the limit of the queue */
  const run = (packets) =>
    signalPoints(
      {
        v: 1,
        duration: 60,
        network: { kind: "dumbbell", forward: link(1e7, 0.05, packets) },
        jitter: { mode: "off" },
        flows: [
          {
            id: "f",
            algorithm: "sack",
            params: { stack: null, hystart: false },
            packet: 1500,
            access: { sender: 0, receiver: 0 },
          },
        ],
      },
      "cwnd",
      0.05,
    );
  const oneBdp = await run(82);
  const tenthOfBdp = await run(7);
  // The limits are one BDP and a tenth of a BDP (83 and 8 packets), minus the packet in service. The window's
  // peak is the BDP plus the limit plus two packets: the packet in service, and the growth until the sender
  // detects the loss. The BDP is 1e6 bits, and a packet has 12e3 bits.
  const oneBdpPeak = 1e6 / 12e3 + 82 + 2;
  const tenthOfBdpPeak = 1e6 / 12e3 + 7 + 2;
  /** @type {(v: number) => [number, number][]} */
  const flat = (v) => [
    [10, v],
    [60, v],
  ];
  return plotted({
    title: "One SACK flow on 10 Mb/s and 100 ms: its window with two buffers",
    x: { label: "time, s", range: [10, 60] },
    y: { label: "window, packets", range: [0, 220] },
    lines: [
      { label: "buffer of one BDP", points: oneBdp.filter(([t]) => t >= 10), colour: 0 },
      { label: "buffer of 0.1 BDP", points: tenthOfBdp.filter(([t]) => t >= 10), colour: 1 },
      { label: "theory: BDP plus buffer, and half of it", points: flat(oneBdpPeak), kind: "theory" },
      { label: "", points: flat(oneBdpPeak / 2), kind: "theory" },
      { label: "", points: flat(tenthOfBdpPeak), kind: "theory" },
      { label: "", points: flat(tenthOfBdpPeak / 2), kind: "theory" },
    ],
  });
}

/**
 * The packets per round trip that models of TCP allow at a loss rate `p`, if every packet is acknowledged.
 * @typedef {{ p: number, square_root: number, padhye: number, tfrc: number }} ModelRow
 */

/**
 * Computes the models of TCP for a round-trip time of 0.1 s and a first timeout of 0.2 s.
 * @param {number[]} probabilities of loss
 * @returns {Promise<ModelRow[]>}
 */
async function tcpModels(probabilities) {
  const { printed } = await fairshare(
    ["model", "--rtt", "0.1", "--timeout", "0.2", "--p", probabilities.join(",")],
    {
      profile: "test",
      log: "validate-model",
    },
  );
  return JSON.parse(printed);
}

/**
 * A figure with one plot.
 * @param {import("./figures.mjs").Plot} plot
 */
const plotted = (plot) => plotFigure(plot.title, [plot]);

/** Plots TCP's response to random loss, and the response in theory. */
async function lossResponse() {
  const { cases } = readReference();
  const results = readResults();
  const models = await tcpModels(Array.from({ length: 61 }, (_, i) => 10 ** (-4.1 + (i / 60) * 3)));
  /** @type {(kind: string) => [number, number][]} */
  const points = (kind) =>
    cases
      .filter(({ id }) => id.startsWith(`a2.${kind}.`) && id.endsWith(".fine"))
      .map(({ id, loss }) => [loss, meanOf(results, id, "pkts_per_rtt")]);
  return plotted({
    title: "Response to random loss, 1 Gb/s and 100 ms",
    x: { label: "probability of loss", range: [7e-5, 0.08], log: true },
    y: { label: "packets delivered per round trip", range: [2, 200], log: true },
    lines: [
      {
        label: "theory: sqrt(3/2p), and Padhye's full model with T0 = 0.2 s",
        points: models.map(({ p, square_root }) => [p, square_root]),
        kind: "theory",
      },
      { label: "", points: models.map(({ p, padhye }) => [p, padhye]), kind: "theory" },
      { label: "Reno", points: points("Reno"), kind: "dots", colour: 0 },
      { label: "NewReno", points: points("Newreno"), kind: "dots", colour: 1 },
      { label: "SACK", points: points("Sack1"), kind: "dots", colour: 2 },
    ],
  });
}

/** Plots TFRC's equation and the response functions of TFRC, TFWC, RAP, IFP and TCP. */
async function responses() {
  /** @type {{ rows: { algorithm: string, p: number, packets_per_rtt: number }[] }} */
  const { rows } = JSON.parse(readText("response.json"));
  /** @type {(algorithm: string) => [number, number][]} */
  const points = (algorithm) =>
    rows.filter((row) => row.algorithm === algorithm).map((row) => [row.p, row.packets_per_rtt]);
  const models = await tcpModels(Array.from({ length: 61 }, (_, i) => 10 ** (-4.1 + (i / 60) * 3.2)));
  /** @typedef {(label: string, algorithm: string, colour: number) => import("./figures.mjs").Line} MakeLine */
  /** @type {MakeLine} */
  const dots = (label, algorithm, colour) => ({ label, points: points(algorithm), kind: "dots", colour });
  /** @type {MakeLine} */
  const lineOf = (label, algorithm, colour) => ({ label, points: points(algorithm), kind: "line", colour });
  return plotted({
    title: "Response to random loss, 100 ms: TFRC's equation, TFRC, TFWC, RAP, IFP and TCP",
    x: { label: "probability of loss", range: [8e-5, 0.13], log: true },
    y: { label: "packets sent per round trip", range: [1, 400], log: true },
    lines: [
      {
        label: "theory: sqrt(3/2p), and TFRC's equation with a timeout of four round trips",
        points: models.map(({ p, square_root }) => [p, square_root]),
        kind: "theory",
      },
      { label: "", points: models.map(({ p, tfrc }) => [p, tfrc]), kind: "theory" },
      dots("TFRC", "tfrc", 0),
      dots("TFWC", "tfwc", 1),
      dots("RAP", "rap", 2),
      dots("IFP", "ifp", 3),
      lineOf("Reno", "reno", 0),
      lineOf("SACK", "sack", 1),
      lineOf("CUBIC", "cubic", 2),
    ],
  });
}

/**
 * Draws the share of the throughput that the TCP flows get (theta of Choi and Handley 2007), for each rate of
 * the bottleneck and number of flows.
 * @param {string} surface
 * @param {string} title
 */
function tcpShareSurface(surface, title) {
  /** @type {{ rows: { surface: string, mbps: number, flows: number, theta: number | null }[] }} */
  const theta = JSON.parse(readText("theta.json"));
  const rows = theta.rows.filter((row) => row.surface === surface);
  return shareMap({
    title,
    unit: "TCP's share",
    x: { label: "bottleneck, Mb/s", values: [...new Set(rows.map((row) => row.mbps))] },
    y: { label: "flows of each kind", values: [...new Set(rows.map((row) => row.flows))] },
    value: (mbps, flows) => rows.find((row) => row.mbps === mbps && row.flows === flows)?.theta ?? null,
  });
}

/** The settings of ns-2's senders. */
const NS2_PARAMS = {
  initial_window: 1,
  initial_ssthresh: 28,
  receive_window: 28,
  idle_restart: false,
  grow_only_when_limited: false,
  growth: "acks",
  timestamps: false,
  rto_rule: "ns2",
  initial_rto: 3,
  halve: "window",
  limited_transmit: false,
  min_rto: 1,
  tick: 0.1,
};

/** Plots how four variants of TCP recover from three losses in one window (Fall and Floyd 1996). */
async function recoveries() {
  const variants = [
    { algorithm: "tahoe", label: "Tahoe", params: {} },
    { algorithm: "reno", label: "Reno", params: {} },
    { algorithm: "newreno", label: "NewReno", params: { partial_timer: "impatient" } },
    { algorithm: "sack", label: "SACK", params: { sack_rule: "ns2" } },
  ];
  /** @type {import("./figures.mjs").Line[]} */
  const lines = [];
  for (const { algorithm, label, params } of variants) {
    const loss = [{ kind: "listed", packets: [30, 32, 34], what: "data" }];
    const increments = await signalPoints(
      {
        v: 1,
        duration: 6.5,
        network: { kind: "dumbbell", forward: link(8e5, 0.1, 100, loss), access_rate: 16e6 },
        jitter: { mode: "off" },
        flows: [
          {
            id: "f",
            algorithm,
            params: { stack: null, hystart: false, ...NS2_PARAMS, ...params },
            packet: 1000,
            access: { sender: 0.0001, receiver: 0 },
            source: { kind: "finite", bytes: 200 * 960 },
          },
        ],
      },
      "delivered",
      0.02,
    );
    // The CSV file contains the increase of a counter in each bin.
    let sum = 0;
    /** @type {[number, number][]} */
    const points = increments.map(([t, bytes]) => {
      sum += bytes / 1000;
      return [t, sum];
    });
    lines.push({ label, points: points.filter(([t]) => t >= 1), colour: lines.length });
  }
  return plotted({
    title: "Three packets of one window lost: 200 packets with each recovery (Fall and Floyd 1996)",
    x: { label: "time, s", range: [1, 6.5] },
    y: { label: "packets delivered", range: [0, 210] },
    lines,
  });
}

/** Draws the pictures of docs/validation.md. */
export async function writePictures() {
  const write = (/** @type {string} */ name, /** @type {string} */ picture) =>
    writeFileSync(inRoot("docs", "validation", `${name}.svg`), picture);
  write("sawtooth", await sawtooth());
  write("loss-response", await lossResponse());
  write("recoveries", await recoveries());
  write("responses", await responses());
  const surfaces = {
    tfrc_ns2: "TCP's share with TFRC and ns-2's timer resolution",
    tfrc_rfc5348: "TCP's share with TFRC according to RFC 5348",
    tfwc: "TCP's share with TFWC",
    tfwc_authors: "TCP's share with TFWC and its authors' integer rules",
  };
  for (const [name, title] of Object.entries(surfaces))
    write(`theta-${name.replace("_", "-")}`, await tcpShareSurface(name, title));
}
