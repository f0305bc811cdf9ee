//! Functions for the experiments with one TPBA flow: documents, probing periods, fairness over time, and gaps between
//! data units.

use serde_json::{Value, json};

use super::{HostPair, media};
use crate::model::{Drawing, Filter};
use crate::run_result::{Measurements, RunResult};
use sim_core::analysis::fairness::jain;

/// The width of the recorded bins in seconds.
pub const FINE_BIN: f64 = 0.05;
/// The recorded signals.
pub const SIGNALS: &[&str] = &["throughput", "lost", "sent", "rate", "probing", "unit_gap", "loss"];

pub const UNIT_64_BYTES: &str = "64 bytes";
pub const UNIT_5120_BYTES: &str = "5120 bytes";

/// A TPBA flow that starts within a second after `start` and sends data units of one packet of 64 bytes, or of ten
/// packets of 512 bytes.
pub fn tpba(unit: &str, mut params: Value, start: f64) -> Value {
    if unit == UNIT_64_BYTES {
        params["unit_packets"] = json!(1);
        let mut flow = media("media", "tpba", params, start);
        flow["packet"] = json!(64 + 40);
        return flow;
    }
    media("media", "tpba", params, start)
}

/// The times in seconds at which flow 2 starts and stops.
pub const FLOW_2_TIMES: (f64, f64) = (10.0, 25.0);

/// The three flows of section 6.1. Flow 2 starts and stops during the run.
pub fn three_flows(network: HostPair, duration: f64, unit: &str) -> Value {
    network.document(
        duration,
        vec![
            network.tcp("tcp1"),
            network.tcp_starting_at("tcp2", FLOW_2_TIMES.0, Some(FLOW_2_TIMES.1)),
            tpba(unit, network.socket_params(), 1.0),
        ],
    )
}

/// The periods in which the flows of `three_flows` are active. That of the media flow starts at 2 s, the latest time at
/// which the flow starts.
pub fn active_periods(end: f64) -> [ActivePeriod<'static>; 3] {
    [
        ActivePeriod { id: "tcp1", from: 0.0, to: end },
        ActivePeriod { id: "tcp2", from: FLOW_2_TIMES.0, to: FLOW_2_TIMES.1 },
        ActivePeriod { id: "media", from: 2.0, to: end },
    ]
}

/// The size of a UDP packet in bytes, headers included.
pub fn packet_size_of(unit: &str) -> f64 {
    if unit == UNIT_64_BYTES { 104.0 } else { 552.0 }
}

/// The start and end of each probing period in seconds. The end of the last period is infinite if the run ends before the
/// period.
pub fn probing_periods(run: &RunResult, id: &str) -> Vec<(f64, f64)> {
    let probing = run.series(&format!("flow:{id}"), "probing");
    let mut periods: Vec<(f64, f64)> = Vec::new();
    let mut was_probing = false;
    for (bin, &value) in probing.iter().enumerate() {
        let is_probing = value > 0.5;
        let t = bin as f64 * run.width();
        if is_probing && !was_probing {
            periods.push((t, f64::INFINITY));
        } else if !is_probing
            && was_probing
            && let Some(last) = periods.last_mut()
        {
            last.1 = t;
        }
        was_probing = is_probing;
    }
    periods
}

/// The fraction of the time that a flow spends probing.
pub fn probing_share(run: &RunResult, id: &str) -> Option<f64> {
    let probing = run.series(&format!("flow:{id}"), "probing");
    let known: Vec<f64> = probing.into_iter().filter(|x| x.is_finite()).collect();
    sim_core::analysis::descriptive::mean(&known)
}

/// A flow and the times in seconds between which it sends.
pub struct ActivePeriod<'a> {
    pub id: &'a str,
    pub from: f64,
    pub to: f64,
}

/// Jain's index of the rates of the active flows, in bins of `seconds`. `rate` returns the rates of a flow in these bins.
pub fn fairness(flows: &[ActivePeriod], seconds: f64, rate: &dyn Fn(&str) -> Vec<f64>) -> Vec<f64> {
    let all: Vec<Vec<f64>> = flows.iter().map(|flow| rate(flow.id)).collect();
    let bins = all.iter().map(Vec::len).min().unwrap_or(0);
    let is_active = |flow: &ActivePeriod, bin: usize| {
        let t = bin as f64 * seconds;
        t >= flow.from - 1e-9 && t < flow.to - 1e-9
    };
    (0..bins)
        .map(|bin| {
            let rates: Vec<f64> = flows
                .iter()
                .zip(&all)
                .filter(|(flow, _)| is_active(flow, bin))
                .map(|(_, rates)| rates[bin])
                .collect();
            jain(&rates).unwrap_or(f64::NAN)
        })
        .collect()
}

/// Payload rates of a flow in bit/s, in bins of `seconds`. `packet` is the size of a UDP packet in bytes. While TPBA
/// probes, its packets are TCP packets, which have another ratio of payload to size.
pub fn payload_rates(run: &RunResult, id: &str, seconds: f64, packet: f64) -> Vec<f64> {
    let wire = run.rates(id, "throughput", seconds);
    let probing = run.series(&format!("flow:{id}"), "probing");
    let bins_per_value = sim_core::ground::math::round(seconds / run.width()) as usize;
    // The fraction of the bin in which the flow sent over TCP. Flows without the signal `probing` are TCP flows.
    let tcp_fraction = |bin: usize| {
        let probing_bins = probing.get(bin * bins_per_value..(bin + 1) * bins_per_value).unwrap_or(&[]);
        if probing_bins.is_empty() {
            1.0
        } else {
            probing_bins.iter().filter(|x| **x > 0.5).count() as f64 / probing_bins.len() as f64
        }
    };
    let (tcp, udp) = (1460.0 / 1500.0, (packet - 40.0) / packet);
    wire.iter()
        .enumerate()
        .map(|(bin, rate)| rate * (tcp_fraction(bin) * tcp + (1.0 - tcp_fraction(bin)) * udp))
        .collect()
}

/// Adds the curves of the flows' rates, of Jain's index `f` in bins of `seconds`, and of the gaps between data units.
pub fn add_curves(run: &RunResult, out: &mut Measurements, f: &[f64], seconds: f64, gaps: &[f64]) {
    for (id, label) in [("tcp1", "flow 1"), ("tcp2", "flow 2"), ("media", "flow 3")] {
        let rates = run.rates(id, "throughput", 0.5).iter().map(|bps| bps / 1e3).collect();
        out.curve("rate", label, 0.0, 0.5, rates);
    }
    out.curve("f", "f", 0.0, seconds, f.to_vec());
    out.curve("gap", "j_A", 0.0, FINE_BIN, gaps.iter().map(|s| s * 1e3).collect());
}

/// A figure of curves over time.
pub fn series(
    title: &'static str,
    curves: &'static [&'static str],
    y: &'static str,
    unit: &'static str,
) -> Drawing {
    Drawing::Series { title, curves, y, unit, only: Filter::default() }
}

/// The time in seconds, after `from`, at which a flow has settled at the rate `share`: the end of the first of three
/// consecutive seconds in which its rate is within 15 % of `share`. `rates` has one value for each second.
pub fn settling_time(rates: &[f64], from: f64, share: f64) -> Option<f64> {
    let first = from as usize;
    let is_near = |rate: &f64| (rate - share).abs() <= 0.15 * share;
    let found = rates.get(first..)?.windows(3).position(|three| three.iter().all(is_near))?;
    Some((first + found + 1) as f64)
}

/// The smallest finite value, if there is one.
pub fn smallest(values: &[f64]) -> Option<f64> {
    values.iter().copied().filter(|x| x.is_finite()).reduce(f64::min)
}

/// The largest finite value, if there is one.
pub fn largest(values: &[f64]) -> Option<f64> {
    values.iter().copied().filter(|x| x.is_finite()).reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settling_time_is_the_end_of_the_first_of_three_seconds_near_the_share() {
        // The seconds are numbered from 0. 340 is within 15 % of 300, 350 is not. Second 2 is near the share, but second 3
        // is not. Seconds 4 to 6 are near the share, so the flow has settled at the end of second 4.
        let rates = [600.0, 600.0, 300.0, 350.0, 340.0, 260.0, 300.0, 100.0];
        assert_eq!(settling_time(&rates, 0.0, 300.0), Some(5.0));
        assert_eq!(settling_time(&rates, 5.0, 300.0), None);
    }

    #[test]
    fn probing_periods_are_read_from_the_series() {
        let result = json!({ "width": 0.5, "series": { "flow:a": { "probing": [null, 1, 1, 0, 0, 1] } } });
        let run = RunResult { at: &[], result: &result };
        assert_eq!(probing_periods(&run, "a"), [(0.5, 1.5), (2.5, f64::INFINITY)]);
        assert_eq!(probing_share(&run, "a"), Some(0.6));
    }

    #[test]
    fn fairness_counts_active_flows_only() {
        let flows =
            [ActivePeriod { id: "a", from: 0.0, to: 2.0 }, ActivePeriod { id: "b", from: 1.0, to: 2.0 }];
        let rate = |id: &str| if id == "a" { vec![6.0, 6.0] } else { vec![0.0, 0.0] };
        // A flow alone has an index of 1, two flows of which one gets nothing have 1/2.
        assert_eq!(fairness(&flows, 1.0, &rate), [1.0, 0.5]);
    }
}
