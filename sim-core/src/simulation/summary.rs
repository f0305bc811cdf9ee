//! The summary of a run: what happened within the measurement window, per flow, per link direction and for all.
//!
//! Rates say their basis: `goodput_bps` counts wire bytes of first deliveries, `goodput_payload_bps` the same without
//! headers, `throughput_bps` every wire byte that left the last link of the path, retransmissions included.

use crate::analysis::convergence::{EpsilonFair, Series};
use crate::analysis::fairness;
use crate::analysis::media::Phase;
use crate::analysis::percentiles::Histogram;
use crate::describe::Family;
use crate::ground::time::{SECOND, to_secs};
use crate::observer::{FlowCounts, FlowTally, LinkTally};
use crate::params::number;
use crate::protocols;
use crate::record::tally::{MediaTally, TimeWindow, Transfers, UnitTally};
use crate::scenario::{Role, fair_shares, shared};
use crate::simulation::build::{FlowMeta, LinkMeta};
use crate::simulation::{Simulation, VERSION};
use serde_json::{Map, Value, json};

fn real(value: f64) -> Value {
    if value.is_finite() { number(value) } else { Value::Null }
}

fn optional(value: Option<f64>) -> Value {
    value.map_or(Value::Null, real)
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn delays_ms(histogram: &Histogram, with_min: bool) -> Value {
    times(histogram, 1e6, with_min)
}

/// Times of which `unit` ns are one.
fn times(histogram: &Histogram, unit: f64, with_min: bool) -> Value {
    if histogram.count() == 0 {
        return Value::Null;
    }
    let shown = |ns: Option<u64>| optional(ns.map(|ns| ns as f64 / unit));
    let mut object = Map::new();
    if with_min {
        object.insert("min".to_owned(), shown(histogram.min()));
    }
    object.insert("mean".to_owned(), optional(histogram.mean().map(|ns| ns / unit)));
    for (name, percent) in [("p50", 50.0), ("p95", 95.0), ("p99", 99.0)] {
        object.insert(name.to_owned(), shown(histogram.percentile(percent)));
    }
    object.insert("max".to_owned(), shown(histogram.max()));
    Value::Object(object)
}

/// Seconds of the window in which a flow was there: the whole window, or from its start and to its stop.
fn active_seconds(meta: &FlowMeta, window: TimeWindow, now: u64) -> f64 {
    let from = window.from.max(meta.start);
    let to = window.to.min(now).min(meta.stop.unwrap_or(u64::MAX));
    to_secs(to.saturating_sub(from))
}

fn rate(bytes: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { bytes as f64 * 8.0 / seconds } else { 0.0 }
}

struct FlowRates {
    goodput: f64,
    throughput: f64,
    role: Role,
    family: Family,
    algorithm: String,
}

impl Simulation {
    /// Everything about the run so far, in the measurement window.
    pub fn summary(&self) -> Value {
        let now = self.now();
        let window = self.obs.window;
        let to = window.to.min(now);
        let infos = protocols::infos();
        let fair = fair_shares(self.scenario());
        let mut flows = Vec::new();
        let mut rates = Vec::new();
        for &index in self.order() {
            let meta = &self.flows()[index as usize];
            let tally = &self.obs.flows[index as usize];
            let counts = &tally.counts();
            let seconds = active_seconds(meta, window, now);
            let family =
                infos.iter().find(|info| info.id == meta.algorithm).map_or(Family::None, |i| i.family);
            rates.push(FlowRates {
                goodput: rate(counts.delivered_bytes, seconds),
                throughput: rate(counts.throughput_bytes, seconds),
                role: meta.role,
                family,
                algorithm: meta.algorithm.clone(),
            });
            let mut flow = self.flow_summary(meta, tally, counts, seconds);
            flow["fair_share_bps"] = real(fair[meta.entry]);
            flows.push(flow);
        }
        let links: Vec<Value> = self
            .scenario()
            .network
            .listed
            .iter()
            .map(|&link| link_summary(&self.links()[link], &self.obs.links[link], window, now))
            .collect();
        let windows: Map<String, Value> = self
            .scenario()
            .measure
            .windows
            .iter()
            .enumerate()
            .map(|(index, declared)| (declared.id.clone(), self.window_summary(index)))
            .collect();
        let fairness = self.fairness(&rates);
        json!({
            "version": VERSION,
            "digest": self.result_id_text(),
            "seed": self.scenario().seed,
            "duration": real(to_secs(now)),
            "window": [real(to_secs(window.from)), real(to_secs(to))],
            "packet_hops": self.packet_hops(),
            "flows": flows,
            "links": links,
            "windows": windows,
            "transfers": self.all_transfers(),
            "fairness": fairness,
        })
    }

    fn flow_summary(&self, meta: &FlowMeta, tally: &FlowTally, counts: &FlowCounts, seconds: f64) -> Value {
        let now = self.now();
        let goodput = rate(counts.delivered_bytes, seconds);
        let payload =
            rate(counts.delivered_bytes.saturating_sub(counts.delivered * u64::from(meta.header)), seconds);
        let events = tally.loss_events.events();
        let cov: Map<String, Value> = self
            .scenario()
            .measure
            .bins
            .iter()
            .zip(tally.rates.at(now).declared())
            .map(|(width, bins)| {
                let cov = bins.stats().and_then(|stats| stats.cov);
                (format!("{width}"), optional(cov))
            })
            .collect();
        let cwnd = tally.cwnd.at(now);
        let cwnd = match (cwnd.mean(), cwnd.min(), cwnd.max()) {
            (Some(mean), Some(min), Some(max)) => {
                json!({"mean": real(mean), "min": real(min), "max": real(max)})
            }
            _ => Value::Null,
        };
        let completion = tally.completed.zip(tally.started).map(|(end, start)| to_secs(end - start));
        json!({
            "id": meta.id,
            "label": meta.label,
            "algorithm": meta.algorithm,
            "role": meta.role.as_str(),
            "base_rtt_ms": real(meta.base_rtt as f64 / 1e6),
            "goodput_bps": real(goodput),
            "goodput_payload_bps": real(payload),
            "throughput_bps": real(rate(counts.throughput_bytes, seconds)),
            "sent": counts.sent,
            "delivered": counts.delivered,
            "delivered_bytes": counts.delivered_bytes,
            "lost": counts.lost,
            "retransmitted": counts.retransmitted,
            "loss_fraction": real(ratio(counts.lost, counts.sent)),
            "loss_events": events,
            "loss_event_rate": real(ratio(events, counts.sent)),
            "timeouts": counts.timeouts,
            "window_cuts": counts.cuts + counts.timeouts,
            "cwnd": cwnd,
            "rtt_ms": delays_ms(&tally.rtt, true),
            "queue_delay_ms": delays_ms(&tally.queue_delay, false),
            "cov": cov,
            "jitter_ms": optional(tally.intervals.jitter().map(|s| s * 1e3)),
            "completion_s": optional(completion),
            "media": tally.media.as_ref().map_or(Value::Null, |media| media_summary(media, now)),
            "transfers": tally.transfers.as_ref().map_or(Value::Null, |transfers| transfers_summary(transfers)),
            "data_units": tally.units.as_ref().map_or(Value::Null, |units| data_units(&units.0)),
        })
    }

    /// The transfers of all members of each flow of the document that makes some.
    fn all_transfers(&self) -> Value {
        let mut all: Vec<Value> = Vec::new();
        for (entry, flow) in self.scenario().flows.iter().enumerate() {
            let mut sum = Transfers::default();
            let mut any = false;
            for (meta, tally) in self.flows().iter().zip(&self.obs.flows) {
                if let Some(transfers) = tally.transfers.as_ref().filter(|_| meta.entry == entry) {
                    sum.merge(transfers);
                    any = true;
                }
            }
            if any {
                let mut summary = transfers_summary(&sum);
                summary["id"] = json!(flow.id);
                all.push(summary);
            }
        }
        Value::Array(all)
    }

    /// Rates and losses within a declared window.
    fn window_summary(&self, index: usize) -> Value {
        let window = self.obs.windows[index];
        let flows: Vec<Value> = self
            .order()
            .iter()
            .map(|&flow| {
                let meta = &self.flows()[flow as usize];
                let counts = self.obs.flows[flow as usize].counts_in(index);
                let seconds = active_seconds(meta, window, self.now());
                json!({
                    "id": meta.id,
                    "goodput_bps": real(rate(counts.delivered_bytes, seconds)),
                    "throughput_bps": real(rate(counts.throughput_bytes, seconds)),
                    "sent": counts.sent,
                    "lost": counts.lost,
                })
            })
            .collect();
        let to = to_secs(window.to.min(self.now()));
        json!({"from": real(to_secs(window.from)), "to": real(to), "flows": flows})
    }

    fn fairness(&self, rates: &[FlowRates]) -> Value {
        let measured: Vec<&FlowRates> = rates.iter().filter(|r| r.role == Role::Measured).collect();
        let goodputs: Vec<f64> = measured.iter().map(|r| r.goodput).collect();
        // TCP against everything else: theta and F compare these two groups.
        let is_tcp = |r: &&&FlowRates| r.family == Family::Window && is_tcp(&r.algorithm);
        let of = |tcp: bool, value: fn(&FlowRates) -> f64| -> Vec<f64> {
            measured.iter().filter(|r| is_tcp(r) == tcp).map(|r| value(r)).collect()
        };
        let (tcp, other) = (of(true, |r| r.throughput), of(false, |r| r.throughput));
        let both = !tcp.is_empty() && !other.is_empty();
        let theta = if both { fairness::theta(&tcp, &other) } else { None };
        let friendliness = if both {
            fairness::friendliness(&of(false, |r| r.goodput), &of(true, |r| r.goodput))
        } else {
            None
        };
        let convergence = self.convergence();
        // Of the links that the measured flows' data passes, the most used.
        let of_link = |&link: &usize| utilisation(&self.obs.links[link], self.obs.window, self.now());
        let utilisation = shared(self.scenario()).iter().map(of_link).reduce(f64::max);
        json!({
            "jain": optional(fairness::jain(&goodputs)),
            "theta": optional(theta),
            "friendliness": optional(friendliness),
            "tfi": Value::Null,
            "convergence_s": optional(convergence),
            "utilisation": optional(utilisation),
        })
    }

    /// Seconds after the last start of a measured flow until all are within a fifth of their mean for three seconds.
    fn convergence(&self) -> Option<f64> {
        let now = self.now();
        let measured: Vec<usize> =
            (0..self.flows().len()).filter(|&i| self.flows()[i].role == Role::Measured).collect();
        if measured.len() < 2 {
            return None;
        }
        let event = measured.iter().map(|&i| to_secs(self.flows()[i].start)).fold(0.0, f64::max);
        let rows: Option<Vec<Vec<f64>>> = measured
            .iter()
            .map(|&i| {
                let rates = self.obs.flows[i].rates.at(now);
                Some(rates.seconds().bytes_per_bin()?.iter().map(|&b| b as f64 * 8.0).collect())
            })
            .collect();
        let rows = rows?;
        let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let width = to_secs(SECOND);
        EpsilonFair::DEFAULT.converged_after(Series { bin: width, flows: &rows }, event)
    }
}

fn transfers_summary(transfers: &Transfers) -> Value {
    json!({
        "begun": transfers.begun,
        "refused": transfers.refused,
        "count": transfers.took.count(),
        "payload_bytes": transfers.payload,
        "completion_s": times(&transfers.took, 1e9, true),
    })
}

fn media_summary(media: &MediaTally, now: u64) -> Value {
    let counts = media.counts(now);
    json!({
        "frames": counts.made,
        "on_time": counts.on_time,
        "late": counts.late,
        "missing": counts.missing,
        "given_up": counts.given_up,
        "rate_bps": optional(media.mean_rate()),
        "changes": counts.changes,
        "delay_ms": delays_ms(&media.delay_of_frames, true),
        "gap_ms": delays_ms(&media.gaps, false),
        "stalls": counts.stalls,
        "stalled_s": real(to_secs(counts.stalled)),
    })
}

/// Gaps between whole data units, by what the flow was doing when they ended, and all together.
fn data_units(units: &UnitTally) -> Value {
    let ms = |value: Option<f64>| optional(value.map(|seconds| seconds * 1e3));
    let of = |phase: Phase| {
        let gaps = units.gaps(phase);
        json!({"count": gaps.count(), "mean": ms(gaps.mean()), "sd": ms(gaps.sd()), "min": ms(gaps.min()), "max": ms(gaps.max())})
    };
    json!({
        "complete": units.complete(),
        "gap_ms": {"probing": of(Phase::Probing), "running": of(Phase::Running), "switching": of(Phase::Switching),
                   "all": delays_ms(units.all_gaps(), true)},
    })
}

/// The TCPs, which the friendliness of others is measured against.
pub fn is_tcp(algorithm: &str) -> bool {
    matches!(algorithm, "tahoe" | "reno" | "newreno" | "sack" | "cubic")
}

/// Bits sent within the window, as a share of what could have been.
fn utilisation(tally: &LinkTally, window: TimeWindow, now: u64) -> f64 {
    let seconds = to_secs(window.to.min(now).saturating_sub(window.from));
    rate(tally.counts().departed_bytes, seconds) / tally.capacity.mean_rate(now)
}

fn link_summary(meta: &LinkMeta, tally: &LinkTally, window: TimeWindow, now: u64) -> Value {
    let queue = tally.queue.at(now);
    let level = |p: f64| queue.quantile(p).map_or(Value::Null, |packets| json!(packets));
    let counts = tally.counts();
    let arrivals = tally.delay.count() + counts.drops;
    json!({
        "id": meta.id,
        "rate_bps": real(meta.rate),
        "utilisation": real(utilisation(tally, window, now)),
        "queue_packets": {
            "mean": optional(queue.mean()), "p50": level(0.5), "p95": level(0.95),
            "max": queue.max().map_or(Value::Null, |packets| json!(packets)),
        },
        "queue_bytes_mean": optional(queue.mean_bytes()),
        "queue_delay_ms": delays_ms(&tally.delay, false),
        "occupancy": queue.occupancy_shares().map_or(Value::Null, |shares| json!(shares)),
        "arrivals": arrivals,
        "departures": tally.delay.count(),
        "drops": counts.drops,
        "drop_rate": real(ratio(counts.drops, arrivals)),
        "losses": counts.losses,
        "marks": counts.marks,
    })
}
