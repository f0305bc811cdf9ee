// Every example shows what its sentence claims: the runs of the examples are computed, and the numbers of
// each claim are compared.
import { beforeAll, expect, test } from "vitest";
import { counterAt } from "../../../charts/index.ts";
import type { GrowingRecord } from "../../../engine/record.ts";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { applySuggestion } from "../../../examples/example.ts";
import { EXAMPLES } from "../../../examples/examples.ts";
import { findExample } from "../../../examples/firstExample.ts";
import { EventCode } from "../../../generated/constants.ts";
import type { FlowSummary, LinkSummary, RunSummary } from "../../../generated/types.ts";
import { numberOf, readNumber } from "../../../scenario/numbers.ts";

type Run = GrowingRecord & { readonly summary: RunSummary };

interface ExampleRuns {
  readonly base: Run;
  /** The run of the suggested change with this label. */
  readonly change: (label: string) => Run;
}

function runsOf(id: string): ExampleRuns {
  const example = findExample(id);
  if (!example) throw new Error(`There is no example ${id}.`);
  const change = (label: string): Run => {
    const suggestion = example.suggestions.find((s) => s.label === label);
    if (!suggestion) throw new Error(`The example ${id} has no suggestion "${label}".`);
    const ids = new Set(example.doc.flows?.map((flow) => flow.id));
    return computeRun(applySuggestion(example.doc, suggestion, ids));
  };
  return { base: computeRun(example.doc), change };
}

function flowOf({ summary }: Run, id: string): FlowSummary {
  const found = summary.flows.find((flow) => flow.id === id);
  if (!found) throw new Error(`There is no flow ${id}.`);
  return found;
}

function linkOf({ summary }: Run): LinkSummary {
  const found = summary.links.find((link) => link.id === "forward");
  if (!found) throw new Error("There is no link.");
  return found;
}

const goodput = (run: Run, id: string): number => flowOf(run, id).goodput_bps;
const utilisation = (run: Run): number => linkOf(run).utilisation ?? Number.NaN;
/** The mean queueing delay, in ms. */
const wait = (run: Run): number => linkOf(run).queue_delay_ms?.mean ?? Number.NaN;

/** The goodput of a flow between two times, in bit/s. */
function rateBetween(run: Run, id: string, from: number, to: number): number {
  const series = run.series(`flow:${id}`, "delivered");
  if (!series) return 0;
  return ((counterAt(series, run.duration, to) - counterAt(series, run.duration, from)) * 8) / (to - from);
}

/** The packets that a flow sends between two times. */
function sentBetween(run: Run, id: string, from: number, to: number): number {
  const series = run.series(`flow:${id}`, "sent");
  if (!series) throw new Error(`${id} has no count of packets sent.`);
  return counterAt(series, run.duration, to) - counterAt(series, run.duration, from);
}

/** The last values of a gauge in the bins between two times. */
function valuesBetween(
  run: Run,
  entity: string,
  signal: string,
  from: number,
  to: number,
): readonly number[] {
  const series = run.series(entity, signal);
  if (!series) throw new Error(`${entity} has no ${signal}.`);
  const values: number[] = [];
  for (let bin = Math.ceil(from / series.width); (bin + 1) * series.width <= to; bin++) {
    const value = series.data[bin * 3 + 2];
    if (value !== undefined && !Number.isNaN(value)) values.push(value);
  }
  return values;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The number of events of a flow between two times. */
function eventCount(run: Run, code: number, id: string, from = 0, to = run.duration): number {
  let count = 0;
  const { data, rows } = run.events;
  for (let i = 0; i < rows * 5; i += 5) {
    const [t = 0, eventCode = 0, entity = 0, , events = 0] = data.subarray(i, i + 5);
    if (eventCode === code && t >= from && t < to && run.entityName(code, entity) === `flow:${id}`)
      count += events;
  }
  return count;
}

const window = (run: Run, id: string, from: number, to: number): readonly number[] =>
  valuesBetween(run, `flow:${id}`, "cwnd", from, to);

/** The claim of each example. */
const CLAIMS: Readonly<Record<string, (runs: ExampleRuns) => void>> = {
  "near-far": ({ base, change }) => {
    expect(goodput(base, "near")).toBeGreaterThan(3 * goodput(base, "far"));
    const equal = change("Equal round trips");
    expect(goodput(equal, "near") / goodput(equal, "far")).toBeCloseTo(1, 0.5);
  },
  sawtooth: ({ base, change }) => {
    // Six teeth: each begins with a window that is half of the highest window.
    expect(flowOf(base, "one").window_cuts).toBeGreaterThanOrEqual(5);
    const cwnd = window(base, "one", 15, 60);
    expect(Math.min(...cwnd) / Math.max(...cwnd)).toBeCloseTo(0.5, 1);
    expect(linkOf(base).queue_packets.max).toBe(Math.round(base.derived.links[0]?.limit.packets ?? 0));
    expect(utilisation(base)).toBeGreaterThan(0.99);
    expect(utilisation(change("A buffer of 0.25 BDP"))).toBeLessThan(0.95);
  },
  "call-download": ({ base, change }) => {
    const onTime = (run: Run): number =>
      readNumber(numberOf("media", "on_time_share"), flowOf(run, "call")) ?? 0;
    expect(onTime(base)).toBeGreaterThan(0.2);
    expect(onTime(base)).toBeLessThan(0.3);
    expect(onTime(change("CAKE"))).toBeGreaterThan(0.99);
    expect(onTime(change("A buffer of 30 packets"))).toBeGreaterThan(0.9);
    expect(onTime(change("Without the download"))).toBeGreaterThan(0.99);
  },
  "call-loss": ({ base, change }) => {
    const media = (run: Run, id: string): number =>
      readNumber(numberOf("media", id), flowOf(run, "call")) ?? 0;
    const onTime = (run: Run): number => media(run, "on_time_share");
    expect(onTime(base)).toBeGreaterThan(0.98);
    expect(media(base, "audio_lost")).toBeGreaterThan(0.01);
    expect(onTime(change("Lost packets stay lost"))).toBeGreaterThan(0.65);
    expect(onTime(change("Lost packets stay lost"))).toBeLessThan(0.85);
    expect(onTime(change("Parity instead"))).toBeGreaterThan(0.95);
    // A packet takes 125 ms, so a second attempt comes after the 200 ms at which its frame is shown.
    expect(onTime(change("RTT of 250 ms"))).toBeLessThan(0.85);
  },
  "film-download": ({ base, change }) => {
    const rate = (run: Run): number =>
      readNumber(numberOf("video", "video_rate_bps"), flowOf(run, "film")) ?? 0;
    expect(rate(base)).toBeLessThan(1.5e6);
    expect(rate(change("Buffer rule (BOLA)"))).toBeGreaterThan(1.2 * rate(base));
    expect(rate(change("FQ-CoDel"))).toBeGreaterThan(1.2 * rate(base));
    expect(rate(change("Without the download"))).toBeGreaterThan(4e6);
  },
  "page-loss": ({ base, change }) => {
    const load = (run: Run): number => run.summary.transfers[0]?.completion_s?.mean ?? 0;
    expect(load(base)).toBeGreaterThan(4 * load(change("A loss of 0.1 %")));
    expect(load(change("HTTP/3"))).toBeLessThan(load(base));
    expect(load(base)).toBeGreaterThan(3 * load(change("HTTP/1.1 with six connections")));
  },
  "cell-queues": ({ base, change }) => {
    const waitOf = (run: Run, id: string): number => flowOf(run, id).queue_delay_ms?.mean ?? 0;
    expect(waitOf(base, "ben-download")).toBeGreaterThan(700);
    expect(waitOf(base, "ben-call")).toBeLessThan(20);
    expect(waitOf(change("Both of one user"), "ben-call")).toBeGreaterThan(300);
    expect(waitOf(change("CoDel for each user"), "ben-download")).toBeLessThan(100);
  },
  "wifi-slow": ({ base, change }) => {
    const air = change("Turns of equal air");
    expect(goodput(air, "laptop")).toBeGreaterThan(2 * goodput(base, "laptop"));
    expect(goodput(air, "laptop")).toBeGreaterThan(10 * goodput(air, "phone"));
    expect(goodput(change("The phone comes nearer"), "laptop")).toBeGreaterThan(2 * goodput(base, "laptop"));
  },
  satellite: ({ base, change }) => {
    expect(wait(base)).toBeGreaterThan(3 * wait(change("BBR")));
    expect(wait(base)).toBeGreaterThan(3 * wait(change("FQ-CoDel")));
  },
  bufferbloat: ({ base, change }) => {
    expect(wait(base)).toBeGreaterThan(300);
    expect(wait(base)).toBeGreaterThan(10 * wait(change("Buffer of one BDP")));
    expect(flowOf(base, "call").queue_delay_ms?.mean).toBeGreaterThan(300);
  },
  "cubic-newreno": ({ base, change }) => {
    expect(goodput(base, "cubic")).toBeGreaterThan(2 * goodput(base, "newreno"));
    // On a short path both get about as much.
    const short = change("RTT of 20 ms");
    expect(goodput(short, "cubic")).toBeLessThan(1.5 * goodput(short, "newreno"));
  },
  unresponsive: ({ base }) => {
    expect(rateBetween(base, "udp", 16, 45)).toBeGreaterThan(0.98 * 6e6);
    const tcp = (from: number, to: number): number =>
      rateBetween(base, "a", from, to) + rateBetween(base, "b", from, to);
    expect(tcp(20, 45)).toBeLessThan(4.1e6);
    expect(tcp(20, 45)).toBeGreaterThan(3.6e6);
    expect(tcp(50, 60)).toBeGreaterThan(9e6);
  },
  generations: ({ base }) => {
    for (const id of ["tahoe", "reno", "newreno", "sack"])
      expect(eventCount(base, EventCode.loss, id)).toBe(4);
    // All windows are about equal before the losses at 3 s.
    const before = window(base, "sack", 2.9, 3).at(-1) ?? 0;
    for (const id of ["tahoe", "reno", "newreno"])
      expect((window(base, id, 2.9, 3).at(-1) ?? 0) / before).toBeCloseTo(1, 1);
    const lowest = (id: string): number => Math.min(...window(base, id, 3, 5));
    expect([lowest("tahoe"), lowest("reno")]).toEqual([1, 1]);
    expect(flowOf(base, "tahoe").timeouts).toBe(0);
    expect(flowOf(base, "reno").timeouts).toBe(1);
    expect(lowest("newreno")).toBeGreaterThan(0.45 * before);
    expect(lowest("sack")).toBeGreaterThan(0.45 * before);
    // NewReno's window begins to grow one round trip (0.1 s) later for each further loss.
    const growsAt = (id: string): number => {
      const start = Math.min(...window(base, id, 3, 5)) + 0.6;
      for (let t = 3.3; t < 5; t += 0.01) if ((window(base, id, t, t + 0.05)[0] ?? 0) > start) return t;
      return Number.NaN;
    };
    expect(growsAt("newreno") - growsAt("sack")).toBeGreaterThan(0.25);
    expect(growsAt("newreno") - growsAt("sack")).toBeLessThan(0.45);
  },
  staircase: ({ base }) => {
    const rates = (from: number, to: number, ...ids: readonly string[]): readonly number[] =>
      ids.map((id) => rateBetween(base, id, from, to));
    for (const [from, to, flows, share] of [
      [5, 15, ["first"], 20e6],
      [20, 30, ["first", "second"], 10e6],
      [35, 60, ["first", "second", "third"], 20e6 / 3],
      [65, 75, ["first", "second"], 10e6],
      [80, 90, ["first"], 20e6],
    ] as const)
      for (const rate of rates(from, to, ...flows)) {
        expect(rate / share).toBeGreaterThan(0.6);
        expect(rate / share).toBeLessThan(1.5);
      }
  },
  "rate-drop": ({ base }) => {
    const queueDelay = (from: number, to: number): number =>
      mean(valuesBetween(base, "link:forward", "queue_delay", from, to));
    expect(queueDelay(21, 40)).toBeGreaterThan(4 * queueDelay(5, 19.5));
    // The queue itself is about as long before and after: its limit is the same.
    const queue = (from: number, to: number): number =>
      mean(valuesBetween(base, "link:forward", "queue", from, to));
    expect(queue(21, 40) / queue(5, 19.5)).toBeLessThan(1.5);
  },
  "random-loss": ({ base, change }) => {
    expect(utilisation(base)).toBeLessThan(0.35);
    expect(linkOf(base).queue_packets.mean).toBeLessThan(1);
    expect(utilisation(change("No random loss"))).toBeGreaterThan(0.99);
  },
  twenty: ({ base, change }) => {
    expect(utilisation(base)).toBeGreaterThan(0.97);
    expect(utilisation(change("One flow instead"))).toBeLessThan(0.9);
  },
  "short-transfer": ({ base, change }) => {
    const rate = (run: Run, bytes: number): number =>
      (bytes * 8) / (flowOf(run, "short").completion_s ?? Number.NaN);
    const fair = 5e6;
    expect(rate(base, 1e6) / fair).toBeCloseTo(0.5, 1);
    expect(rate(change("10 MB"), 1e7) / fair).toBeGreaterThan(0.8);
  },
  red: ({ base, change }) => {
    const dropTail = change("Drop-tail instead");
    expect(wait(base)).toBeLessThan(wait(dropTail) / 4);
    expect(utilisation(base)).toBeGreaterThan(0.98 * utilisation(dropTail));
  },
  codel: ({ base, change }) => {
    expect(wait(base)).toBeLessThan(5);
    expect(utilisation(base)).toBeGreaterThan(0.93);
    expect(wait(change("Drop-tail instead"))).toBeGreaterThan(50 * wait(base));
  },
  "fq-codel": ({ base }) => {
    expect(flowOf(base, "flood").loss_fraction).toBeGreaterThan(0.5);
    // While the flood sends, the call loses no packets, and each of the other flows gets at least the fair
    // rate, a third of the link.
    expect(flowOf(base, "call").lost).toBe(0);
    for (const id of ["a", "b"]) expect(rateBetween(base, id, 22, 40)).toBeGreaterThan(0.8 * (1e7 / 3));
  },
  ecn: ({ base }) => {
    const [ecn, plain] = [flowOf(base, "ecn"), flowOf(base, "plain")];
    expect(ecn.window_cuts / plain.window_cuts).toBeCloseTo(1, 0.3);
    expect(ecn.retransmitted).toBe(0);
    expect(plain.retransmitted).toBeGreaterThan(20);
    expect(eventCount(base, EventCode.mark, "ecn", 20, 30)).toBeGreaterThan(3);
    expect(eventCount(base, EventCode.drop, "plain", 20, 30)).toBeGreaterThan(3);
  },
  tfrc: ({ base }) => {
    const [tfrc, tcp] = [flowOf(base, "tfrc"), flowOf(base, "tcp")];
    expect(tfrc.goodput_bps / tcp.goodput_bps).toBeGreaterThan(0.9);
    expect(tfrc.goodput_bps / tcp.goodput_bps).toBeLessThan(1.1);
    expect(tfrc.cov["1"]).toBeLessThan((tcp.cov["1"] ?? 0) * 0.7);
    // The lines are in the upper two thirds of the chart, whose axis ends at the capacity.
    expect(tfrc.goodput_bps / base.derived.capacity).toBeGreaterThan(0.33);
  },
  "slow-link": ({ base }) => {
    expect(goodput(base, "rap") / base.derived.capacity).toBeGreaterThan(0.5);
    expect(flowOf(base, "tcp").timeouts).toBeGreaterThan(60);
    expect(flowOf(base, "tcp").cwnd?.mean).toBeLessThan(4);
  },
  radio: ({ base, change }) => {
    const delays = valuesBetween(base, "link:forward", "queue_delay", 10, 60);
    expect(Math.max(...delays)).toBeGreaterThan(0.5);
    expect(wait(change("CoDel"))).toBeLessThan(wait(base) / 20);
  },
  "bursty-loss": ({ base }) => {
    const [single, bursts] = [flowOf(base, "single"), flowOf(base, "bursts")];
    expect(eventCount(base, EventCode.loss, "single") / single.sent).toBeCloseTo(0.01, 2);
    expect(eventCount(base, EventCode.loss, "bursts") / bursts.sent).toBeCloseTo(0.01, 2);
    expect(bursts.window_cuts / single.window_cuts).toBeCloseTo(0.5, 1);
    expect(bursts.goodput_bps).toBeGreaterThan(2 * single.goodput_bps);
  },
  "bbr-cubic": ({ base, change }) => {
    expect(goodput(base, "bbr")).toBeGreaterThan(4 * goodput(base, "cubic"));
    expect(goodput(change("A buffer of 0.2 BDP"), "bbr")).toBeGreaterThan(0.85 * 2e7);
    const deep = change("Buffer of eight BDP");
    expect(goodput(deep, "cubic")).toBeGreaterThan(2 * goodput(deep, "bbr"));
    const third = change("BBR v3 instead");
    expect(goodput(third, "cubic")).toBeGreaterThan(2 * goodput(base, "cubic"));
  },
  "bbr-many": ({ base, change }) => {
    // A fifth of the link would be 4 Mb/s.
    expect(goodput(base, "cubic")).toBeLessThan(0.1 * 4e6);
    expect(goodput(change("Buffer of eight BDP"), "cubic")).toBeGreaterThan(4e6);
    expect(goodput(change("A queue for each flow"), "cubic")).toBeGreaterThan(0.75 * 4e6);
  },
  "bbr-one": ({ base, change }) => {
    for (const run of [base, change("One CUBIC flow"), change("Sixteen CUBIC flows")]) {
      expect(goodput(run, "bbr") / 2e7).toBeGreaterThan(0.27);
      expect(goodput(run, "bbr") / 2e7).toBeLessThan(0.4);
    }
  },
  "bbr-loss": ({ base, change }) => {
    expect(goodput(base, "bbr")).toBeGreaterThan(0.8 * 2e7);
    expect(goodput(base, "cubic")).toBeLessThan(0.2 * 2e7);
    expect(goodput(change("5 % random loss"), "bbr")).toBeGreaterThan(0.8 * 2e7);
  },
  "vegas-newreno": ({ base, change }) => {
    expect(goodput(base, "newreno") / goodput(base, "vegas")).toBeGreaterThan(7);
    expect(goodput(base, "newreno") / goodput(base, "vegas")).toBeLessThan(10);
    const short = change("A buffer of 10 packets");
    expect(goodput(short, "vegas")).toBeGreaterThan(goodput(short, "newreno"));
    expect(linkOf(change("Vegas for both")).queue_packets.mean).toBeLessThan(9);
  },
  "quiet-download": ({ base, change }) => {
    expect(flowOf(base, "call").queue_delay_ms?.mean).toBeLessThan(4);
    expect(goodput(base, "download")).toBeGreaterThan(9.5e6);
    expect(wait(change("CUBIC instead"))).toBeGreaterThan(50 * wait(base));
    expect(wait(change("LEDBAT instead"))).toBeGreaterThan(60);
  },
  "copa-cubic": ({ base, change }) => {
    const share = (run: Run): number => {
      const [copa, cubic] = [rateBetween(run, "copa", 30, 90), rateBetween(run, "cubic", 30, 90)];
      return copa / (copa + cubic);
    };
    expect(share(base)).toBeGreaterThan(0.35);
    expect(share(change("Without mode switching"))).toBeLessThan(0.15);
    expect(valuesBetween(base, "flow:copa", "mode", 40, 90)).toContain(1);
  },
  "copa-rtts": ({ base, change }) => {
    expect(wait(base)).toBeGreaterThan(150);
    expect(wait(base)).toBeLessThan(250);
    expect(wait(change("A round trip of 40 ms for all"))).toBeLessThan(8);
    expect(wait(change("Without mode switching"))).toBeLessThan(15);
    expect(wait(change("Vegas instead"))).toBeLessThan(15);
  },
  "ledbat-yields": ({ base }) => {
    expect(rateBetween(base, "background", 10, 20)).toBeGreaterThan(9e6);
    expect(rateBetween(base, "background", 25, 40)).toBeLessThan(1e6);
    expect(rateBetween(base, "web", 25, 40)).toBeGreaterThan(9e6);
    expect(rateBetween(base, "background", 52, 60)).toBeGreaterThan(9e6);
  },
  "ledbat-latecomer": ({ base, change }) => {
    expect(rateBetween(base, "first", 90, 120)).toBeLessThan(1e6);
    expect(rateBetween(base, "late", 90, 120)).toBeGreaterThan(9e6);
    const measured = change("LEDBAT++ for both");
    expect(rateBetween(measured, "first", 90, 120)).toBeGreaterThan(4e6);
  },
  "radio-queues": ({ base }) => {
    const delay = (id: string): number => flowOf(base, id).queue_delay_ms?.mean ?? Number.NaN;
    for (const id of ["copa", "bbr", "vegas"])
      expect(goodput(base, id) / goodput(base, "cubic")).toBeCloseTo(1, 0);
    expect(delay("cubic")).toBeGreaterThan(2000);
    expect(delay("vegas")).toBeLessThan(30);
    expect(delay("bbr")).toBeLessThan(delay("cubic") / 10);
    expect(delay("copa")).toBeLessThan(delay("cubic") / 3);
  },
  cellular: ({ base, change }) => {
    const delay = (id: string): number => flowOf(base, id).queue_delay_ms?.mean ?? Number.NaN;
    for (const id of ["copa", "vegas"]) {
      expect(goodput(base, id)).toBeGreaterThan(0.85 * goodput(base, "cubic"));
      expect(delay(id)).toBeLessThan(delay("cubic") / 80);
    }
    expect(goodput(base, "gcc")).toBeLessThan(0.3 * goodput(base, "cubic"));
    const together = change("One queue for all");
    expect(goodput(together, "bbr")).toBeGreaterThan(2 * goodput(together, "cubic"));
  },
  "late-not-lost": ({ base, change }) => {
    expect(goodput(base, "time")).toBeGreaterThan(5 * goodput(base, "count"));
    const ordered = change("No detours");
    expect(goodput(ordered, "time") / goodput(ordered, "count")).toBeCloseTo(1, 0.5);
    const both = change("RACK-TLP for both");
    expect(goodput(both, "count")).toBeGreaterThan(0.6 * goodput(both, "time"));
  },
  prr: ({ base }) => {
    const before = window(base, "sack", 2.9, 3).at(-1) ?? 0;
    // The first acknowledgements that show the losses arrive after a round trip: 100 ms of propagation and 40
    // ms in the queue.
    expect(Math.max(...window(base, "sack", 3.14, 3.17))).toBeLessThan(0.55 * before);
    expect(Math.min(...window(base, "prr", 3.14, 3.17))).toBeGreaterThan(0.8 * before);
    for (const id of ["sack", "prr"]) {
      expect(flowOf(base, id).window_cuts).toBe(1);
      expect(Math.max(...window(base, id, 3.3, 3.4)) / before).toBeCloseTo(0.5, 1);
    }
    // Plain SACK sends no packets for 60 ms. In this time, PRR sends at least six packets.
    expect(sentBetween(base, "sack", 3.14, 3.2)).toBe(0);
    expect(sentBetween(base, "prr", 3.14, 3.2)).toBeGreaterThanOrEqual(6);
  },
  hystart: ({ base, change }) => {
    expect(linkOf(base).drops).toBeLessThan(linkOf(change("Without HyStart++")).drops / 2);
    expect(goodput(base, "one")).toBeGreaterThan(0.9 * 2e7);
  },
  "home-cake": ({ base, change }) => {
    const host = ({ summary }: Run, id: string): number =>
      summary.flows
        .filter((one) => one.id === id || one.id.startsWith(`${id}.`))
        .reduce((sum, one) => sum + one.goodput_bps, 0);
    const ratio = (run: Run): number => host(run, "cleo") / host(run, "anna");
    expect(base.summary.flows).toHaveLength(21);
    // The link of the flow alone is not always full, so the host with one download gets a tenth less.
    expect(ratio(base)).toBeLessThan(1.25);
    expect(ratio(change("Turns for downloads only"))).toBeGreaterThan(8);
    expect(ratio(change("FQ-CoDel instead"))).toBeGreaterThan(8);
  },
  "fat-path": ({ base }) => {
    expect(goodput(base, "htcp")).toBeGreaterThan(0.8 * 1e8);
    expect(goodput(base, "newreno")).toBeLessThan(0.15 * 1e8);
  },
  "dctcp-incast": ({ base, change }) => {
    const slowest = ({ summary }: Run): number => {
      const answers = summary.flows.filter((flow) => flow.id.startsWith("server"));
      expect(answers).toHaveLength(20);
      return Math.max(...answers.map((flow) => flow.completion_s ?? Number.POSITIVE_INFINITY));
    };
    expect(slowest(base)).toBeLessThan(0.05);
    expect(slowest(change("CUBIC without marks"))).toBeGreaterThan(0.5);
    // The initial windows of 20 flows are 200 packets, and the end of a window is repaired by a timeout of
    // 0.2 s.
    expect(slowest(change("A buffer of 100 packets"))).toBeGreaterThan(0.2);
  },
  "prague-cubic": ({ base, change }) => {
    const delay = (run: Run, id: string): number => flowOf(run, id).queue_delay_ms?.mean ?? Number.NaN;
    const ratio = (run: Run): number => goodput(run, "prague") / goodput(run, "cubic");
    expect(delay(base, "prague")).toBeLessThan(0.7);
    expect(delay(base, "cubic")).toBeGreaterThan(12);
    expect(delay(base, "cubic")).toBeLessThan(18);
    expect(ratio(base)).toBeGreaterThan(0.7);
    expect(ratio(base)).toBeLessThan(1.4);
    expect(delay(change("One queue without marks"), "prague")).toBeGreaterThan(20);
    // Neither CoDel nor the C queue recognises a scalable sender.
    for (const label of ["One queue with marks", "DCTCP instead of Prague"])
      expect(ratio(change(label))).toBeGreaterThan(4);
  },
  autorate: ({ base, change }) => {
    const line = ({ summary }: Run): LinkSummary | undefined =>
      summary.links.find(({ id }) => id === "line.forward");
    const wait = (run: Run): number => line(run)?.queue_delay_ms?.p95 ?? Number.NaN;
    const use = (run: Run): number => line(run)?.utilisation ?? Number.NaN;
    expect(wait(base)).toBeLessThan(80);
    expect(use(base)).toBeGreaterThan(0.7);
    expect(wait(change("Always 32 Mb/s"))).toBeGreaterThan(300);
    expect(wait(change("Always 8 Mb/s"))).toBeLessThan(10);
    expect(use(change("Always 8 Mb/s"))).toBeLessThan(0.5);
    expect(wait(change("A line that falls suddenly"))).toBeLessThan(300);
  },
  "parking-lot": ({ base }) => {
    const long = goodput(base, "long");
    for (const id of ["first", "second", "third"]) expect(long, id).toBeLessThan(goodput(base, id) / 4);
    // Each link has losses of its own.
    expect(base.summary.links.filter(({ id, drops }) => id.endsWith("forward") && drops > 50)).toHaveLength(
      3,
    );
  },
};

beforeAll(loadWasm);

test.each(EXAMPLES.map(({ id, title }) => [id, title]))("%s: %s", (id) => {
  const claim = CLAIMS[id];
  if (!claim) throw new Error(`The claim of ${id} is not tested.`);
  claim(runsOf(id));
});

test("every claim belongs to an example", () => {
  expect(Object.keys(CLAIMS).sort()).toEqual(EXAMPLES.map(({ id }) => id).sort());
});

test("the moment of an example is within its run and its zoom", () => {
  for (const { id, doc, stage } of EXAMPLES) {
    const { t, z } = stage.view ?? {};
    const [from, to] = z ?? [0, doc.duration ?? 0];
    expect(to, id).toBeLessThanOrEqual(doc.duration ?? 0);
    if (t !== undefined) expect(t >= from && t <= to, id).toBe(true);
  }
});
