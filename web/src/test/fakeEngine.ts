// A small deterministic stand-in for the simulator, for tests and for looking at the page while developing it. A fluid
// model in steps of 5 ms: windows grow and halve, one queue, no packets. It never ships.
import type {
  BatchHandle,
  BatchJob,
  CheckResult,
  Decision,
  Derived,
  EngineClient,
  EngineListener,
  EventRows,
  FlowSummary,
  Issue,
  LoadOptions,
  RunFailure,
  RunId,
  RunOutcome,
  RunRecord,
  RunSummary,
  Series,
  SeriesInfo,
} from "../engine/types.ts";
import type { FlowDocument, ScenarioDocument, Span } from "../scenario/document.ts";
import catalogue from "./catalogue.fixture.json";

const STEP = 0.005;
const BINS = 2048;

const mid = (span: Span | undefined, fallback: number): number =>
  span === undefined ? fallback : typeof span === "number" ? span : (span.min + span.max) / 2;

function members(flow: FlowDocument): FlowDocument[] {
  const count = flow.count ?? 1;
  if (count === 1) return [flow];
  return Array.from({ length: count }, (_, i) => ({
    ...flow,
    id: `${flow.id}.${i}`,
    label: `${flow.label ?? flow.id} ${i}`,
  }));
}

function derive(doc: ScenarioDocument): Derived {
  const link = doc.network?.forward ?? {};
  const rate = link.rate ?? 1e7;
  const delay = link.delay ?? 0.01;
  const flows = (doc.flows ?? []).flatMap(members).map((f) => ({
    id: f.id,
    base_rtt: 2 * (delay + mid(f.access?.sender, 0.005) + mid(f.access?.receiver, 0.005)),
    packet: f.packet ?? 1500,
    algorithm: f.algorithm ?? "newreno",
    start: mid(f.start, 0),
    route: [f.role === "reverse" ? "reverse" : "forward"],
    back: [f.role === "reverse" ? "forward" : "reverse"],
  }));
  const rtt = Math.max(0.001, ...flows.map((f) => f.base_rtt));
  const packet = Math.max(64, ...flows.map((f) => f.packet));
  const limit = (link.queue?.limit ?? { packets: 50 }) as Record<string, number>;
  const bdp = (rate * rtt) / 8 / packet;
  const packets = Math.max(
    1,
    Math.round(
      limit.packets ??
        (limit.bytes !== undefined ? limit.bytes / packet : undefined) ??
        (limit.seconds !== undefined ? (limit.seconds * rate) / 8 / packet : undefined) ??
        (limit.bdp ?? 1) * bdp,
    ),
  );
  const all = {
    packets,
    bytes: packets * packet,
    seconds: (packets * packet * 8) / rate,
    bdp: packets / bdp,
  };
  return {
    flows,
    nodes: ["left", "right"],
    links: [
      { id: "forward", from: "left", to: "right", rate, delay, limit: all },
      { id: "reverse", from: "right", to: "left", rate, delay, limit: all },
    ],
    capacity: rate,
    estimated_packets: (rate * (doc.duration ?? 60)) / 8 / packet,
  };
}

function issuesOf(doc: ScenarioDocument): Issue[] {
  const issues: Issue[] = [];
  const rate = doc.network?.forward?.rate;
  if (rate !== undefined && !(rate > 0))
    issues.push({
      path: "network.forward.rate",
      code: "out_of_range",
      message: `The rate must be more than 0; ${rate} bit/s was given.`,
    });
  for (const [i, f] of (doc.flows ?? []).entries())
    if (!catalogue.algorithms.some((a) => a.id === (f.algorithm ?? "newreno")))
      issues.push({
        path: `flows[${i}].algorithm`,
        code: "unknown",
        message: `There is no algorithm called ${f.algorithm}.`,
      });
  if (doc.v !== 1)
    issues.push({ path: "v", code: "version", message: "This scenario was made by a newer Fairshare." });
  return issues;
}

interface FakeRun extends RunRecord {
  version: number;
  computedTo: number;
  outcome: RunOutcome | null;
  failure: RunFailure | null;
}

function hash(text: string): string {
  let a = 2166136261;
  let b = 5381;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 16777619);
    b = (Math.imul(b, 33) ^ text.charCodeAt(i)) | 0;
  }
  return (a >>> 0).toString(16).padStart(8, "0") + (b >>> 0).toString(16).padStart(8, "0");
}

/** Computes everything at once; the client hands it out bit by bit. */
function compute(doc: ScenarioDocument, runId: RunId): FakeRun {
  const derived = derive(doc);
  const duration = doc.duration ?? 60;
  const seed = doc.seed ?? 1;
  const width = Math.max(STEP, duration / BINS);
  const bins = Math.ceil(duration / width - 1e-9);
  const directory: SeriesInfo[] = [];
  const store = new Map<string, Series>();
  const make = (
    entity: string,
    signal: string,
    kind: "gauge" | "counter",
    unit: string,
    label: string,
  ): Float64Array => {
    const info = { key: directory.length, entity, signal, kind, unit, label };
    directory.push(info);
    const data = new Float64Array(kind === "gauge" ? bins * 3 : bins).fill(kind === "gauge" ? Number.NaN : 0);
    store.set(`${entity}/${signal}`, { info, rev: 1, width, bins, data });
    return data;
  };
  const flows = (doc.flows ?? []).flatMap(members).map((flow, index) => {
    const known = derived.flows[index];
    const entity = `flow:${flow.id}`;
    const window = flow.algorithm !== "udp";
    return {
      flow,
      window,
      entity,
      base: known?.base_rtt ?? 0.04,
      size: known?.packet ?? 1500,
      start: mid(flow.start, 0) + index * 0.013,
      stop: flow.stop ?? duration,
      cwnd: 2,
      ssthresh: 1e9,
      epoch: 0,
      wMax: 0,
      hold: 0,
      bytes: 0,
      sent: 0,
      lost: 0,
      cuts: 0,
      rttSum: 0,
      rttN: 0,
      series: {
        delivered: make(entity, "delivered", "counter", "bytes", "Delivered"),
        throughput: make(entity, "throughput", "counter", "bytes", "Throughput"),
        sent: make(entity, "sent", "counter", "packets", "Sent"),
        lost: make(entity, "lost", "counter", "packets", "Lost"),
        in_flight: make(entity, "in_flight", "gauge", "packets", "In flight"),
        rtt: make(entity, "rtt", "gauge", "s", "RTT"),
        ...(window ? { cwnd: make(entity, "cwnd", "gauge", "packets", "Congestion window") } : {}),
      } as Record<string, Float64Array>,
    };
  });
  const link = {
    queue: make("link:forward", "queue", "gauge", "packets", "Queue"),
    queue_delay: make("link:forward", "queue_delay", "gauge", "s", "Queueing delay"),
    departed: make("link:forward", "departed", "counter", "bytes", "Departed"),
    drops: make("link:forward", "drops", "counter", "packets", "Drops"),
  };
  const rows: number[] = [];
  const gauge = (data: Float64Array, bin: number, value: number): void => {
    const i = bin * 3;
    data[i] = Number.isNaN(data[i] ?? Number.NaN) ? value : Math.min(data[i] ?? value, value);
    data[i + 1] = Number.isNaN(data[i + 1] ?? Number.NaN) ? value : Math.max(data[i + 1] ?? value, value);
    data[i + 2] = value;
  };
  let random = seed * 2654435761 + 12345;
  const uniform = (): number => {
    random = (Math.imul(random | 0, 1664525) + 1013904223) >>> 0;
    return random / 2 ** 32;
  };
  const timeline = [...(doc.timeline ?? [])].sort((a, b) => a.at - b.at);
  let rate = derived.capacity;
  let limit = derived.links[0]?.limit.packets ?? 50;
  let next = 0;
  let queue = 0;
  let departed = 0;
  let drops = 0;
  const off = new Set<string>();
  for (let t = 0; t < duration; t += STEP) {
    const bin = Math.min(bins - 1, Math.floor(t / width));
    for (; next < timeline.length && (timeline[next]?.at ?? 0) <= t; next++) {
      const entry = timeline[next];
      if (!entry) break;
      if (entry.set === "network.forward.rate") rate = Number(entry.to);
      if (entry.set === "network.forward.queue.limit")
        limit = (entry.to as { packets?: number }).packets ?? limit;
      const active = /^flows\.(.+)\.active$/.exec(entry.set);
      if (active?.[1]) entry.to ? off.delete(active[1]) : off.add(active[1]);
      rows.push(t, 10, 0, 0, 1);
    }
    const pps = rate / 8 / 1500;
    const queueDelay = pps > 0 ? queue / pps : 0;
    let offered = 0;
    const demand = flows.map((f) => {
      if (t < f.start || t >= f.stop || off.has(f.flow.id)) return 0;
      const source = f.flow.source as { kind?: string; rate?: number } | undefined;
      const d = f.window ? f.cwnd / (f.base + queueDelay) : (source?.rate ?? 2e6) / 8 / f.size;
      offered += d;
      return d;
    });
    const before = queue;
    queue = Math.max(0, queue + (offered - pps) * STEP);
    const over = queue > limit;
    const excess = over ? queue - limit : 0;
    if (over) queue = limit;
    const served = Math.min(pps * STEP, before + offered * STEP);
    // One victim per congestion event, picked with a chance that follows its share, as a drop-tail queue does.
    let pick = over ? uniform() * offered : -1;
    flows.forEach((f, i) => {
      const d = demand[i] ?? 0;
      if (d === 0) return;
      const share = offered > 0 ? d / offered : 0;
      const got = served * share;
      f.bytes += got * f.size;
      f.sent += d * STEP;
      const rtt = f.base + queueDelay;
      f.rttSum += rtt;
      f.rttN += 1;
      if (f.window) {
        f.cwnd +=
          f.cwnd < f.ssthresh
            ? d * STEP
            : f.flow.algorithm === "cubic"
              ? cubicGrowth(f, t, STEP)
              : STEP / rtt;
        f.cwnd += (uniform() - 0.5) * 0.02;
      }
      pick -= d;
      if (over && t > f.hold && ((pick < 0 && pick > -d) || uniform() < 0.25 * share)) {
        const lost = Math.max(1, Math.round(excess * share + uniform()));
        f.lost += lost;
        drops += lost;
        rows.push(t, 1, 0, 0, lost);
        if (f.window) {
          f.wMax = f.cwnd;
          f.cwnd = Math.max(2, f.cwnd * (f.flow.algorithm === "cubic" ? 0.7 : 0.5));
          f.ssthresh = f.cwnd;
          f.epoch = t;
          f.hold = t + rtt * 1.5;
          f.cuts += 1;
          rows.push(t, 5, i, f.cwnd, 1);
          if (uniform() < 0.03) {
            rows.push(t, 4, i, 0.2, 1);
            f.cwnd = 1;
          }
        }
      }
      gauge(f.series.rtt as Float64Array, bin, rtt);
      gauge(f.series.in_flight as Float64Array, bin, Math.max(0, d * rtt * 0.98));
      if (f.series.cwnd) gauge(f.series.cwnd, bin, f.cwnd);
    });
    departed += served * 1500;
    gauge(link.queue, bin, Math.round(queue));
    gauge(link.queue_delay, bin, pps > 0 ? queue / pps : 0);
    for (const f of flows) {
      (f.series.delivered as Float64Array)[bin] = f.bytes * 0.97;
      (f.series.throughput as Float64Array)[bin] = f.bytes;
      (f.series.sent as Float64Array)[bin] = Math.round(f.sent);
      (f.series.lost as Float64Array)[bin] = f.lost;
    }
    link.departed[bin] = departed;
    link.drops[bin] = drops;
  }
  const events: EventRows = { rows: rows.length / 5, data: Float64Array.from(rows), total: rows.length / 5 };
  const goodputs = flows.map((f) => (f.bytes * 0.97 * 8) / duration);
  const total = goodputs.reduce((a, b) => a + b, 0);
  const squares = goodputs.reduce((a, b) => a + b * b, 0);
  const digest = hash(JSON.stringify(doc));
  const summary: RunSummary = {
    version: catalogue.version,
    digest,
    seed,
    duration,
    window: [doc.warmup ?? 0, duration],
    packet_hops: Math.round(departed / 1500) * 6,
    flows: flows.map(
      (f, i): FlowSummary => ({
        id: f.flow.id,
        label: f.flow.label ?? f.flow.id,
        algorithm: f.flow.algorithm ?? "newreno",
        role: f.flow.role ?? "measured",
        base_rtt_ms: f.base * 1000,
        goodput_bps: goodputs[i] ?? 0,
        throughput_bps: (f.bytes * 8) / duration,
        sent: Math.round(f.sent),
        delivered: Math.round(f.bytes / f.size),
        lost: f.lost,
        retransmitted: f.window ? f.lost : 0,
        loss_fraction: f.sent > 0 ? f.lost / f.sent : null,
        loss_events: f.cuts,
        loss_event_rate: f.sent > 0 ? f.cuts / f.sent : null,
        timeouts: f.window ? 0 : null,
        window_cuts: f.window ? f.cuts : null,
        cwnd: f.window ? { mean: f.cwnd, min: 1, max: f.wMax } : null,
        rtt_ms:
          f.rttN > 0
            ? {
                min: f.base * 1000,
                mean: (f.rttSum / f.rttN) * 1000,
                p50: (f.rttSum / f.rttN) * 1000,
                p95: f.base * 1000 + 34,
                p99: f.base * 1000 + 36,
                max: f.base * 1000 + 36,
              }
            : null,
        queue_delay_ms: { mean: 20, p50: 22, p95: 34, p99: 36, max: 36 },
        cov: { "0.1": 0.3 },
        jitter_ms: 1.2,
        completion_s: null,
      }),
    ),
    links: [
      {
        id: "forward",
        rate_bps: derived.capacity,
        utilisation: (departed * 8) / duration / derived.capacity,
        queue_packets: { mean: limit * 0.6, p50: limit * 0.62, p95: limit * 0.97, max: limit },
        queue_bytes_mean: limit * 900,
        queue_delay_ms: { mean: 20, p50: 22, p95: 34, p99: 36, max: 36 },
        occupancy: [0, 0, 0.1, 0.1, 0.1, 0.1, 0.2, 0.2, 0.1, 0.1],
        arrivals: Math.round(departed / 1500) + drops,
        departures: Math.round(departed / 1500),
        drops,
        drop_rate: drops / (departed / 1500 + drops),
        losses: 0,
        marks: 0,
      },
    ],
    fairness: {
      jain: squares > 0 ? total ** 2 / (flows.length * squares) : null,
      theta: null,
      friendliness: null,
      tfi: null,
      convergence_s: 12.4,
      utilisation: total / derived.capacity,
    },
  };
  const outcome = { resultId: digest, summary, packetHops: summary.packet_hops, wallMs: 40 };
  return {
    runId,
    document: doc,
    derived,
    version: 1,
    computedTo: duration,
    duration,
    directory,
    series: (entity, signal) => store.get(`${entity}/${signal}`),
    events,
    entityName: (code, index) =>
      code === 4 || (code >= 5 && code <= 9) ? (flows[index]?.entity ?? "run") : "link:forward",
    linkName: () => "link:forward",
    outcome,
    failure: null,
  };
}

function cubicGrowth(f: { cwnd: number; wMax: number; epoch: number }, t: number, step: number): number {
  const k = Math.cbrt((f.wMax * 0.3) / 0.4);
  const at = (time: number): number => 0.4 * (time - k) ** 3 + f.wMax;
  return Math.max(step * 2, Math.min(f.cwnd * step * 4, at(t - f.epoch + step) - at(t - f.epoch)));
}

export function createFakeEngine(): EngineClient {
  const listeners = new Set<EngineListener>();
  const runs = new Map<RunId, FakeRun>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = (text: string): CheckResult => {
    try {
      const doc = JSON.parse(text) as ScenarioDocument;
      const issues = issuesOf(doc);
      const ok = issues.length === 0;
      return {
        ok,
        issues,
        canonical: ok ? JSON.stringify(doc) : null,
        migrated_from: null,
        derived: ok ? derive(doc) : null,
      };
    } catch {
      return {
        ok: false,
        issues: [{ path: "", code: "syntax", message: "This is not JSON." }],
        canonical: null,
        migrated_from: null,
        derived: null,
      };
    }
  };
  return {
    ready: () => Promise.resolve({ version: catalogue.version, catalogue: JSON.stringify(catalogue) }),
    check: (text) => Promise.resolve(check(text)),
    load: (text: string, runId: RunId, _options?: LoadOptions) => {
      clearTimeout(timer);
      const verdict = check(text);
      if (!verdict.ok) {
        const failure: RunFailure = {
          kind: "invalid",
          message: verdict.issues[0]?.message ?? "",
          at: null,
          entity: null,
          canContinue: false,
          issues: verdict.issues,
        };
        timer = setTimeout(() => {
          for (const l of listeners) l.failed?.(runId, failure);
        }, 0);
        return;
      }
      timer = setTimeout(() => {
        const run = compute(JSON.parse(text) as ScenarioDocument, runId);
        runs.set(runId, run);
        for (const l of listeners) {
          l.frame?.(runId, run);
          l.progress?.(runId, run.computedTo, run.duration, 0);
          if (run.outcome) l.done?.(runId, run.outcome);
        }
      }, 5);
    },
    record: (runId) => runs.get(runId),
    drop: (runId) => void runs.delete(runId),
    hold: () => undefined,
    cancel: () => clearTimeout(timer),
    explain: (_runId, flow, from, to): Promise<readonly Decision[]> =>
      Promise.resolve([
        {
          t: (from + to) / 2,
          flow,
          kind: "loss",
          text: "loss: window 52.0 \u2192 26.0 packets",
          values: { from: 52, to: 26 },
        },
      ]),
    summary: (runId) => {
      const outcome = runs.get(runId)?.outcome;
      return outcome ? Promise.resolve(outcome.summary) : Promise.reject(new Error("no such run"));
    },
    batch: (jobs: readonly BatchJob[], onResult): BatchHandle => {
      let cancelled = false;
      const finished = (async () => {
        for (const job of jobs) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          if (cancelled) return;
          const outcome = compute(JSON.parse(job.text) as ScenarioDocument, job.id).outcome;
          if (outcome) onResult(job.id, outcome);
        }
      })();
      return {
        finished,
        cancel: () => {
          cancelled = true;
        },
      };
    },
    sketch: (text) => Promise.resolve(compute(JSON.parse(text) as ScenarioDocument, "sketch")),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => listeners.clear(),
  };
}
