//! What experiments about one TPBA flow look at: its periods, fairness over time, gaps between data units.

use serde_json::{Value, json};

use super::super::model::{Drawing, Filter};
use super::super::ran::{Measured, Ran};
use super::{Network, media};
use sim_core::analysis::fairness::jain;

/// Width of the recorded bins.
pub const FINE: f64 = 0.05;
pub const SIGNALS: &[&str] = &["throughput", "lost", "sent", "rate", "probing", "unit_gap", "loss"];

pub const UNIT_1: &str = "64 bytes";
pub const UNIT_2: &str = "5120 bytes";

/// A TPBA flow that starts at `start` and sends data units of one packet of 64 bytes or of ten of 512.
pub fn tpba(unit: &str, mut params: Value, start: f64) -> Value {
    if unit == UNIT_1 {
        params["unit_packets"] = json!(1);
        let mut flow = media("media", "tpba", params, start);
        flow["packet"] = json!(64 + 40);
        return flow;
    }
    media("media", "tpba", params, start)
}

/// When flow 2 comes and goes.
pub const FLOW_2: (f64, f64) = (10.0, 25.0);

/// The three flows of section 6.1: flow 2 comes and goes.
pub fn three(network: Network, duration: f64, unit: &str) -> Value {
    network.document(
        duration,
        vec![
            network.tcp("tcp1"),
            network.joins("tcp2", FLOW_2.0, Some(FLOW_2.1)),
            tpba(unit, network.socket(), 1.0),
        ],
    )
}

/// When they are there; the adaptive one from a second at the latest after it may start.
pub fn there(end: f64) -> [Active<'static>; 3] {
    [
        Active { id: "tcp1", from: 0.0, to: end },
        Active { id: "tcp2", from: FLOW_2.0, to: FLOW_2.1 },
        Active { id: "media", from: 2.0, to: end },
    ]
}

/// Bytes on the wire of a packet of UDP.
pub fn wire_of(unit: &str) -> f64 {
    if unit == UNIT_1 { 104.0 } else { 552.0 }
}

/// Begin and end of the probing periods; the last may be open.
pub fn probings(ran: &Ran, id: &str) -> Vec<(f64, f64)> {
    let state = ran.series(&format!("flow:{id}"), "probing");
    let mut periods: Vec<(f64, f64)> = Vec::new();
    let mut before = false;
    for (bin, &value) in state.iter().enumerate() {
        let probing = value > 0.5;
        let t = bin as f64 * ran.width();
        if probing && !before {
            periods.push((t, f64::INFINITY));
        } else if !probing
            && before
            && let Some(last) = periods.last_mut()
        {
            last.1 = t;
        }
        before = probing;
    }
    periods
}

/// Share of the time that a flow spends in probing.
pub fn probing_share(ran: &Ran, id: &str) -> Option<f64> {
    let state = ran.series(&format!("flow:{id}"), "probing");
    let known: Vec<f64> = state.into_iter().filter(|x| x.is_finite()).collect();
    sim_core::analysis::descriptive::mean(&known)
}

/// Someone who sends between two times.
pub struct Active<'a> {
    pub id: &'a str,
    pub from: f64,
    pub to: f64,
}

/// Jain's index in each bin of `seconds` over those who are there; `rate` gives a flow's rates.
pub fn fairness(flows: &[Active], seconds: f64, rate: &dyn Fn(&str) -> Vec<f64>) -> Vec<f64> {
    let all: Vec<Vec<f64>> = flows.iter().map(|flow| rate(flow.id)).collect();
    let bins = all.iter().map(Vec::len).min().unwrap_or(0);
    let there = |flow: &Active, bin: usize| {
        let t = bin as f64 * seconds;
        t >= flow.from - 1e-9 && t < flow.to - 1e-9
    };
    (0..bins)
        .map(|bin| {
            let rates: Vec<f64> = flows
                .iter()
                .zip(&all)
                .filter(|(flow, _)| there(flow, bin))
                .map(|(_, rates)| rates[bin])
                .collect();
            jain(&rates).unwrap_or(f64::NAN)
        })
        .collect()
}

/// Payload rates in bit/s of a flow in bins of `seconds`: what TPBA sends by TCP and by UDP has different headers.
pub fn payload_rates(ran: &Ran, id: &str, seconds: f64, packet: f64) -> Vec<f64> {
    let wire = ran.rates(id, "throughput", seconds);
    let state = ran.series(&format!("flow:{id}"), "probing");
    let per = sim_core::ground::math::round(seconds / ran.width()) as usize;
    let share = |bin: usize| {
        // Share of the bin that was probing; flows without such a state are TCP.
        let own = state.get(bin * per..(bin + 1) * per).unwrap_or(&[]);
        if own.is_empty() { 1.0 } else { own.iter().filter(|x| **x > 0.5).count() as f64 / own.len() as f64 }
    };
    let (tcp, udp) = (1460.0 / 1500.0, (packet - 40.0) / packet);
    wire.iter().enumerate().map(|(bin, rate)| rate * (share(bin) * tcp + (1.0 - share(bin)) * udp)).collect()
}

/// Rates, fairness and gaps between data units as curves.
pub fn draw(ran: &Ran, out: &mut Measured, f: &[f64], seconds: f64, gaps: &[f64]) {
    for (id, label) in [("tcp1", "flow 1"), ("tcp2", "flow 2"), ("media", "flow 3")] {
        let rates = ran.rates(id, "throughput", 0.5).iter().map(|bps| bps / 1e3).collect();
        out.curve("rate", label, 0.0, 0.5, rates);
    }
    out.curve("f", "f", 0.0, seconds, f.to_vec());
    out.curve("gap", "j_A", 0.0, FINE, gaps.iter().map(|s| s * 1e3).collect());
}

/// Curves over time.
pub fn series(
    title: &'static str,
    curves: &'static [&'static str],
    y: &'static str,
    unit: &'static str,
) -> Drawing {
    Drawing::Series { title, curves, y, unit, only: Filter::default() }
}

/// Rates by the second. When, from `from` on, the rate is near the share: the end of the first of three seconds in a row within 15 % of it.
pub fn settled(rates: &[f64], from: f64, share: f64) -> Option<f64> {
    let first = from as usize;
    let near = |rate: &f64| (rate - share).abs() <= 0.15 * share;
    let found = rates.get(first..)?.windows(3).position(|three| three.iter().all(near))?;
    Some((first + found + 1) as f64)
}

/// The least of the values; `None` for none.
pub fn least(values: &[f64]) -> Option<f64> {
    values.iter().copied().filter(|x| x.is_finite()).reduce(f64::min)
}

pub fn greatest(values: &[f64]) -> Option<f64> {
    values.iter().copied().filter(|x| x.is_finite()).reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_the_share_from_the_first_of_three_seconds_on() {
        // 340 of 300 is within 15 %, 350 is not; second 2 is alone, 4 to 6 stay near: at the end of second 4.
        let rates = [600.0, 600.0, 300.0, 350.0, 340.0, 260.0, 300.0, 100.0];
        assert_eq!(settled(&rates, 0.0, 300.0), Some(5.0));
        assert_eq!(settled(&rates, 5.0, 300.0), None);
    }

    #[test]
    fn periods_by_hand() {
        let result = json!({ "width": 0.5, "series": { "flow:a": { "probing": [null, 1, 1, 0, 0, 1] } } });
        let ran = Ran { at: &[], result: &result };
        assert_eq!(probings(&ran, "a"), [(0.5, 1.5), (2.5, f64::INFINITY)]);
        assert_eq!(probing_share(&ran, "a"), Some(0.6));
    }

    #[test]
    fn only_those_who_are_there_count() {
        let flows = [Active { id: "a", from: 0.0, to: 2.0 }, Active { id: "b", from: 1.0, to: 2.0 }];
        let rate = |id: &str| if id == "a" { vec![6.0, 6.0] } else { vec![0.0, 0.0] };
        // Alone: 1. Beside one that is starved: 1/2.
        assert_eq!(fairness(&flows, 1.0, &rate), [1.0, 0.5]);
    }
}
