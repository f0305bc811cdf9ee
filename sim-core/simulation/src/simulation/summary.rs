//! The summary of a run: the results within the measurement window for each flow, each link direction, and
//! the whole run.
//!
//! `goodput_bps` counts the bytes of first deliveries including headers, `goodput_payload_bps` the same
//! packets without headers, and `throughput_bps` all bytes that left the last link of the route, including
//! retransmissions.

use crate::analysis::convergence::{EpsilonFair, Series};
use crate::analysis::fairness;
use crate::analysis::media::Phase;
use crate::analysis::percentiles::Histogram;
use crate::boundary::summary::{
    AudioSummary, DataUnitGaps, DataUnitsSummary, Distribution, DistributionAndMin, FairnessSummary,
    FlowSummary, FlowTransfers, GapStatistics, LinkSummary, MeanAndRange, MediaSummary, QueueLevels,
    RunSummary, TimeShares, TransfersSummary, VideoSummary, WindowFlowSummary, WindowSummary,
};
use crate::catalogue::kinds;
use crate::describe::Family;
use crate::ground::json::shape::Pairs;
use crate::ground::time::{SECOND, Time, to_secs};
use crate::observer::{FlowCounts, FlowTally, LinkTally};
use crate::record::tally::{MediaTally, SLOWDOWN_UNIT, TimeWindow, Transfers, UnitTally, VideoTally};
use crate::scenario::{Role, bottleneck_candidates, fair_shares};
use crate::simulation::build::{FlowMeta, LinkMeta};
use crate::simulation::{Simulation, VERSION};
use serde_json::Value;

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Statistics of a histogram of durations in ns, in units of `unit` ns; `None` if there are no samples.
fn distribution(histogram: &Histogram, unit: f64) -> Option<DistributionAndMin> {
    let percentile = |percent| Some(histogram.percentile(percent)? as f64 / unit);
    Some(DistributionAndMin {
        min: histogram.min()? as f64 / unit,
        mean: histogram.mean()? / unit,
        p50: percentile(50.0)?,
        p95: percentile(95.0)?,
        p99: percentile(99.0)?,
        max: histogram.max()? as f64 / unit,
    })
}

/// A millisecond in ns.
const MILLISECOND: f64 = 1e6;
/// A second in ns.
const SECOND_F64: f64 = 1e9;

fn without_min(distribution: DistributionAndMin) -> Distribution {
    let DistributionAndMin { mean, p50, p95, p99, max, .. } = distribution;
    Distribution { mean, p50, p95, p99, max }
}

/// The time in seconds within the window, up to `now`, between a flow's start and its stop.
fn active_seconds(meta: &FlowMeta, window: TimeWindow, now: u64) -> f64 {
    let from = window.from.max(meta.start);
    let to = window.to.min(now).min(meta.stop.unwrap_or(u64::MAX));
    to_secs(to.saturating_sub(from))
}

/// The mean rate in bit/s; 0 if no time has passed.
fn rate(bytes: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { bytes as f64 * 8.0 / seconds } else { 0.0 }
}

/// The rates of a flow within the measurement window, in bit/s.
struct FlowRates {
    goodput: f64,
    throughput: f64,
    role: Role,
    family: Family,
    algorithm: String,
}

impl Simulation {
    /// The `RunSummary` as JSON.
    pub fn summary(&self) -> Value {
        self.run_summary().to_json()
    }

    /// The results of the run so far within the measurement window.
    pub fn run_summary(&self) -> RunSummary {
        let now = self.now();
        let window = self.obs.window;
        let to = window.to.min(now);
        let fair_shares = fair_shares(self.scenario());
        let mut flows = Vec::new();
        let mut rates = Vec::new();
        for &index in self.document_order() {
            let meta = &self.flows()[index as usize];
            let tally = &self.obs.flows[index as usize];
            let counts = &tally.counts();
            let seconds = active_seconds(meta, window, now);
            let family = kinds().algorithm(&meta.algorithm).map_or(Family::None, |info| info.family);
            rates.push(FlowRates {
                goodput: rate(counts.delivered_bytes, seconds),
                throughput: rate(counts.throughput_bytes, seconds),
                role: meta.role,
                family,
                algorithm: meta.algorithm.clone(),
            });
            flows.push(self.flow_summary(meta, tally, counts, seconds, fair_shares[meta.entry]));
        }
        let links = self
            .scenario()
            .network
            .document_order
            .iter()
            .map(|&link| {
                link_summary(&self.links()[link], &self.obs.links[link], self.utilisation(link), now)
            })
            .collect();
        let windows = self
            .scenario()
            .measure
            .windows
            .iter()
            .enumerate()
            .map(|(index, declared)| (declared.id.clone(), self.window_summary(index)))
            .collect();
        let fairness = self.fairness(&rates);
        RunSummary {
            version: VERSION,
            result_id: self.result_id_text(),
            seed: self.scenario().seed,
            duration: to_secs(now),
            window: [to_secs(window.from), to_secs(to)],
            packet_hops: self.packet_hops(),
            flows,
            links,
            windows: Pairs(windows),
            transfers: self.all_transfers(),
            fairness,
        }
    }

    /// The coefficient of variation of a flow's rate for each declared width of bins.
    fn cov_by_bin(&self, tally: &FlowTally, now: Time) -> Vec<(String, Option<f64>)> {
        self.scenario()
            .measure
            .bins
            .iter()
            .zip(tally.rates.at(now).declared())
            .map(|(width, bins)| {
                let cov = bins.stats().and_then(|stats| stats.cov);
                (format!("{width}"), cov.and_then(finite))
            })
            .collect()
    }

    fn flow_summary(
        &self,
        meta: &FlowMeta,
        tally: &FlowTally,
        counts: &FlowCounts,
        seconds: f64,
        fair_share: f64,
    ) -> FlowSummary {
        let now = self.now();
        let goodput = rate(counts.delivered_bytes, seconds);
        let payload =
            rate(counts.delivered_bytes.saturating_sub(counts.delivered * u64::from(meta.header)), seconds);
        let events = tally.loss_events.events();
        // In a short window, more packets can be lost than are sent: those that were sent before it.
        let concerned = counts.sent.max(counts.lost);
        let cwnd = tally.cwnd.at(now);
        let cwnd = match (cwnd.mean(), cwnd.min(), cwnd.max()) {
            (Some(mean), Some(min), Some(max)) => Some(MeanAndRange { mean, min, max }),
            _ => None,
        };
        let completion = tally.completed.zip(tally.started);
        let one_way = tally.one_way.as_ref();
        FlowSummary {
            id: meta.id.clone(),
            label: meta.label.clone(),
            algorithm: meta.algorithm.clone(),
            role: meta.role.as_str(),
            base_rtt_ms: meta.base_rtt as f64 / MILLISECOND,
            goodput_bps: goodput,
            goodput_payload_bps: payload,
            throughput_bps: rate(counts.throughput_bytes, seconds),
            sent: counts.sent,
            delivered: counts.delivered,
            delivered_bytes: counts.delivered_bytes,
            lost: counts.lost,
            retransmitted: counts.retransmitted,
            loss_fraction: ratio(counts.lost, concerned),
            loss_events: events,
            loss_event_rate: ratio(events, concerned),
            timeouts: counts.timeouts,
            window_cuts: counts.cuts + counts.timeouts,
            cwnd,
            rtt_ms: distribution(&tally.rtt, MILLISECOND),
            rpm: tally.rtt.trimmed_mean(95.0).and_then(|mean| finite(60.0 * SECOND_F64 / mean)),
            queue_delay_ms: distribution(&tally.queue_delay, MILLISECOND).map(without_min),
            cov: Pairs(self.cov_by_bin(tally, now)),
            jitter_ms: tally.intervals.jitter().map(|s| s * 1e3).and_then(finite),
            one_way_delay_ms: one_way.and_then(|t| distribution(&t.delays, MILLISECOND)).map(without_min),
            delay_jitter_ms: one_way.and_then(|t| t.jitter()).map(|s| s * 1e3),
            completion_s: completion.map(|((arrived, _), start)| to_secs(arrived.saturating_sub(start))),
            acknowledged_s: completion.map(|((_, known), start)| to_secs(known - start)),
            media: tally.media.as_ref().map(|media| media_summary(media, now)),
            video: tally.video.as_ref().map(|video| video_summary(video, now)),
            transfers: tally.transfers.as_ref().map(|transfers| transfers_summary(transfers)),
            data_units: tally.units.as_ref().map(|units| data_units_summary(&units.0)),
            fair_share_bps: fair_share,
        }
    }

    /// For each flow entry with transfers, the sum over the transfers of all its flows.
    fn all_transfers(&self) -> Vec<FlowTransfers> {
        let mut all = Vec::new();
        for (entry, flow) in self.scenario().flows.iter().enumerate() {
            let mut sum = Transfers::default();
            let mut has_transfers = false;
            for (meta, tally) in self.flows().iter().zip(&self.obs.flows) {
                if let Some(transfers) = tally.transfers.as_ref().filter(|_| meta.entry == entry) {
                    sum.merge(transfers);
                    has_transfers = true;
                }
            }
            if has_transfers {
                let TransfersSummary {
                    begun,
                    refused,
                    count,
                    payload_bytes,
                    completion_s,
                    acknowledged_s,
                    slowdown,
                } = transfers_summary(&sum);
                let id = flow.id.clone();
                all.push(FlowTransfers {
                    begun,
                    refused,
                    count,
                    payload_bytes,
                    completion_s,
                    acknowledged_s,
                    slowdown,
                    id,
                });
            }
        }
        all
    }

    /// Rates and losses within a window that the document declares, by index in its list of windows.
    fn window_summary(&self, index: usize) -> WindowSummary {
        let window = self.obs.windows[index];
        let flows = self
            .document_order()
            .iter()
            .map(|&flow| {
                let meta = &self.flows()[flow as usize];
                let counts = self.obs.flows[flow as usize].counts_in(index);
                let seconds = active_seconds(meta, window, self.now());
                WindowFlowSummary {
                    id: meta.id.clone(),
                    goodput_bps: rate(counts.delivered_bytes, seconds),
                    throughput_bps: rate(counts.throughput_bytes, seconds),
                    sent: counts.sent,
                    lost: counts.lost,
                }
            })
            .collect();
        WindowSummary { from: to_secs(window.from), to: to_secs(window.to.min(self.now())), flows }
    }

    fn fairness(&self, rates: &[FlowRates]) -> FairnessSummary {
        let measured: Vec<&FlowRates> = rates.iter().filter(|r| r.role == Role::Measured).collect();
        let goodputs: Vec<f64> = measured.iter().map(|r| r.goodput).collect();
        // Theta and friendliness compare the measured TCP flows with all other measured flows.
        let is_tcp = |r: &&&FlowRates| r.family == Family::Window && is_tcp(&r.algorithm);
        let values = |tcp: bool, value: fn(&FlowRates) -> f64| -> Vec<f64> {
            measured.iter().filter(|r| is_tcp(r) == tcp).map(|r| value(r)).collect()
        };
        let (tcp, other) = (values(true, |r| r.throughput), values(false, |r| r.throughput));
        let has_both = !tcp.is_empty() && !other.is_empty();
        let theta = if has_both { fairness::theta(&tcp, &other) } else { None };
        let friendliness = if has_both {
            fairness::friendliness(&values(false, |r| r.goodput), &values(true, |r| r.goodput))
        } else {
            None
        };
        let convergence = self.convergence();
        let candidates = bottleneck_candidates(self.scenario());
        let utilisation = candidates.iter().map(|&link| self.utilisation(link)).reduce(f64::max);
        FairnessSummary {
            jain: fairness::jain(&goodputs).and_then(finite),
            theta: theta.and_then(finite),
            friendliness: friendliness.and_then(finite),
            convergence_s: convergence.and_then(finite),
            utilisation: utilisation.and_then(finite),
        }
    }

    /// The bits that a link has sent within the measurement window as a fraction of the bits that it could
    /// have sent.
    fn utilisation(&self, link: usize) -> f64 {
        let (window, now, tally) = (self.obs.window, self.now(), &self.obs.links[link]);
        let in_service = self.world().net().links()[link].bytes_sent_of_packet_in_service(now);
        let seconds = to_secs(window.to.min(now).saturating_sub(window.from));
        let bits = tally.carried_bytes(in_service) * 8.0;
        let carried = if seconds > 0.0 { bits / seconds } else { 0.0 };
        match self.scenario().network.links[link].impairments.trace_bits(window.from, window.to.min(now)) {
            // The first packet of the window can have used bytes that the trace let through before.
            Some(possible) if possible > 0.0 => (bits / possible).min(1.0),
            Some(_) => f64::NAN,
            None => carried / tally.capacity.mean_rate(now),
        }
    }

    /// Seconds from the last start of a measured flow until the rates of all measured flows are within 20 %
    /// of their mean in three successive seconds. `None` if the run has fewer than two measured flows, or if
    /// their rates have not converged.
    fn convergence(&self) -> Option<f64> {
        let now = self.now();
        let measured: Vec<usize> =
            (0..self.flows().len()).filter(|&i| self.flows()[i].role == Role::Measured).collect();
        if measured.len() < 2 {
            return None;
        }
        let last_start = measured.iter().map(|&i| to_secs(self.flows()[i].start)).fold(0.0, f64::max);
        let rates: Option<Vec<Vec<f64>>> = measured
            .iter()
            .map(|&i| {
                let rates = self.obs.flows[i].rates.at(now);
                Some(rates.one_second_bins().bytes_per_bin()?.iter().map(|&b| b as f64 * 8.0).collect())
            })
            .collect();
        let rates = rates?;
        let rates: Vec<&[f64]> = rates.iter().map(Vec::as_slice).collect();
        EpsilonFair::DEFAULT.convergence_time(Series { bin: to_secs(SECOND), flows: &rates }, last_start)
    }
}

fn transfers_summary(transfers: &Transfers) -> TransfersSummary {
    TransfersSummary {
        begun: transfers.begun,
        refused: transfers.refused,
        count: transfers.completion_times.count(),
        payload_bytes: transfers.payload_bytes,
        completion_s: distribution(&transfers.completion_times, SECOND_F64),
        acknowledged_s: distribution(&transfers.acknowledgement_times, SECOND_F64),
        slowdown: distribution(&transfers.slowdowns, SLOWDOWN_UNIT),
    }
}

fn video_summary(video: &VideoTally, now: u64) -> VideoSummary {
    VideoSummary {
        startup_s: video.startup.map(to_secs),
        stalls: video.stalls(now),
        stalled_s: to_secs(video.stalled(now)),
        rate_bps: video.mean_rate().and_then(finite),
        switches: video.switches,
        segments: video.segments,
    }
}

fn media_summary(media: &MediaTally, now: u64) -> MediaSummary {
    let counts = media.counts(now);
    MediaSummary {
        frames: counts.generated,
        on_time: counts.on_time,
        late: counts.late,
        missing: counts.missing,
        given_up: counts.given_up,
        rate_bps: media.mean_rate().and_then(finite),
        changes: counts.rate_changes,
        delay_ms: distribution(&media.frame_delays, MILLISECOND),
        gap_ms: distribution(&media.frame_gaps, MILLISECOND).map(without_min),
        stalls: counts.stalls,
        stalled_s: to_secs(counts.stall_ns),
        freezes: counts.freezes,
        frozen_s: to_secs(counts.frozen_ns),
        audio: media.audio.as_ref().map(|audio| AudioSummary {
            in_time: audio.in_time,
            late: audio.late,
            lost: audio.lost(),
            delay_ms: distribution(&audio.delays, MILLISECOND),
        }),
    }
}

fn data_units_summary(units: &UnitTally) -> DataUnitsSummary {
    let ms = |value: Option<f64>| value.map(|seconds| seconds * 1e3).and_then(finite);
    let statistics = |phase: Phase| {
        let gaps = units.gaps(phase);
        let (mean, sd) = (ms(gaps.mean()), ms(gaps.sd()));
        GapStatistics { count: gaps.count(), mean, sd, min: ms(gaps.min()), max: ms(gaps.max()) }
    };
    DataUnitsSummary {
        complete: units.completed(),
        gap_ms: DataUnitGaps {
            probing: statistics(Phase::Probing),
            running: statistics(Phase::Running),
            switching: statistics(Phase::Switching),
            all: distribution(units.all_gaps(), MILLISECOND),
        },
    }
}

/// Whether an algorithm is a TCP variant, by its ID. Friendliness compares the other algorithms with the TCP
/// variants.
pub fn is_tcp(algorithm: &str) -> bool {
    matches!(algorithm, "tahoe" | "reno" | "newreno" | "sack" | "cubic")
}

fn link_summary(meta: &LinkMeta, tally: &LinkTally, utilisation: f64, now: u64) -> LinkSummary {
    let queue = tally.queue.at(now);
    let counts = tally.counts();
    // Each packet that departs adds one delay.
    let departures = tally.delay.count();
    let arrivals = departures + counts.drops;
    LinkSummary {
        id: meta.id.clone(),
        rate_bps: meta.rate,
        utilisation: finite(utilisation),
        queue_packets: QueueLevels {
            mean: queue.mean().and_then(finite),
            p50: queue.quantile(0.5),
            p95: queue.quantile(0.95),
            max: queue.max(),
        },
        queue_delay_ms: distribution(&tally.delay, MILLISECOND).map(without_min),
        occupancy: queue.occupancy_shares().map(TimeShares),
        arrivals,
        departures,
        drops: counts.drops,
        drop_rate: ratio(counts.drops, arrivals),
        losses: counts.losses,
        marks: counts.marks,
    }
}

#[cfg(test)]
mod tests {
    use crate::ground::time::MILLISECOND;
    use crate::record::RecordingSettings;
    use crate::scenario::Scenario;
    use crate::simulation::{Simulation, kinds};
    use serde_json::{Value, json};

    /// The utilisation of a full link of 20 kb/s, on which a packet of 1500 bytes takes 0.6 s, from 1 s to
    /// `end_ms` ms.
    fn utilisation(forward: Value, end_ms: u64) -> f64 {
        let mut forward = forward;
        forward["rate"] = json!(20e3);
        let document = json!({"v": 1, "duration": 10, "warmup": 1, "jitter": {"mode": "off"},
            "network": {"kind": "dumbbell", "access_rate": 1e8, "forward": forward},
            "flows": [{"id": "a", "algorithm": "udp", "packet": 1500, "source": {"kind": "cbr", "rate": 1e5}}],
            "timeline": [{"at": 2.5, "set": "network.forward.rate", "to": 8e3},
                         {"at": 4.1, "set": "network.forward.rate", "to": 20e3}]});
        let scenario = Scenario::from_value(document, kinds()).unwrap();
        let mut run = Simulation::new(scenario, RecordingSettings::none()).unwrap();
        run.step(end_ms * MILLISECOND, u64::MAX).unwrap();
        run.summary()["links"][0]["utilisation"].as_f64().unwrap()
    }

    /// A trace without a line between 100 ms and 10 s, and with 100 lines before, which a flow of 5 Mb/s uses.
    #[test]
    fn the_utilisation_of_a_trace_follows_its_lines() {
        let lines: Vec<String> = (1..=100).chain([10_000]).map(|ms: u32| ms.to_string()).collect();
        let document = json!({"v": 1, "duration": 1, "jitter": {"mode": "off"},
            "network": {"forward": {"impairments": {"trace": lines.join("\n")}}},
            "flows": [{"id": "a", "start": 0, "algorithm": "udp", "params": {"rate": 2e7}}]});
        let scenario = Scenario::from_value(document, kinds()).unwrap();
        let mut run = Simulation::new(scenario, RecordingSettings::none()).unwrap();
        run.step(u64::MAX, u64::MAX).unwrap();
        let used = run.summary()["links"][0]["utilisation"].as_f64().unwrap();
        assert!((0.3..=1.0).contains(&used), "{used}");
    }

    #[test]
    fn a_full_link_has_a_utilisation_of_one_although_packets_cross_the_edges_of_the_window() {
        for kind in ["drop_tail", "codel"] {
            for end_ms in [1001, 1300, 1700, 2600, 4000, 4200, 9999, 10_000] {
                let used = utilisation(json!({"delay": 0.01, "queue": {"kind": kind}}), end_ms);
                assert!(used <= 1.0 + 1e-9 && used > 1.0 - 1e-6, "{kind} until {end_ms} ms: {used}");
            }
        }
    }
}
