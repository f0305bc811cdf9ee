//! What follows from a scenario without running it: base round-trip times, buffer limits in every unit, and about how
//! many packets a run will send.

use serde_json::{Value, json};

use super::model::{Change, Flow, Link, LinkRef, Network, Role, Scenario};
use crate::math::{ceil, floor, round};
use crate::params::{Limit, number};

/// What the page shows beside the settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    pub flows: Vec<DerivedFlow>,
    pub links: Vec<DerivedLink>,
    /// Rate of the forward bottleneck at the start, bit/s.
    pub capacity: f64,
    pub estimated_packets: f64,
}

/// A flow after `count` has been written out. Where a range is given, its middle is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct DerivedFlow {
    pub id: String,
    pub base_rtt: f64,
    pub packet: u64,
    pub algorithm: String,
    pub start: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DerivedLink {
    pub id: &'static str,
    pub rate: f64,
    pub delay: f64,
    pub limit: LimitInUnits,
}

/// The same limit in every unit. `packets` are packets of the largest size that fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitInUnits {
    pub packets: f64,
    pub bytes: f64,
    pub seconds: f64,
    /// Infinite where the base round-trip time is zero.
    pub bdp: f64,
}

/// A limit at a link of this rate, for the largest base round-trip time and the largest packet of the flows.
/// A bandwidth-delay product is rounded to the nearest packet, at least one.
pub fn resolve_limit(limit: Limit, rate: f64, base_rtt: f64, packet: u64) -> LimitInUnits {
    let size = packet as f64;
    let (packets, bytes) = match limit {
        Limit::Packets(n) => (n as f64, n as f64 * size),
        Limit::Bytes(n) => (floor(n as f64 / size), n as f64),
        Limit::Seconds(s) => {
            let bytes = s * rate / 8.0;
            (floor(bytes / size), bytes)
        }
        Limit::Bdp(x) => {
            let packets = round(x * rate * base_rtt / (8.0 * size)).max(1.0);
            (packets, packets * size)
        }
    };
    LimitInUnits { packets, bytes, seconds: bytes * 8.0 / rate, bdp: bytes * 8.0 / (rate * base_rtt) }
}

/// The largest base round-trip time of the flows; of a range the upper end counts.
pub fn largest_base_rtt(scenario: &Scenario) -> f64 {
    let Network::Dumbbell(net) = &scenario.network;
    let own = |flow: &Flow| 2.0 * (flow.sender.max + flow.receiver.max);
    net.forward.delay + net.reverse.delay + scenario.flows.iter().map(own).fold(0.0, f64::max)
}

/// The largest packet of the flows, bytes.
pub fn largest_packet(scenario: &Scenario) -> u64 {
    scenario.flows.iter().map(|flow| flow.packet).max().unwrap_or(1500)
}

impl Derived {
    pub fn of(scenario: &Scenario) -> Self {
        let Network::Dumbbell(net) = &scenario.network;
        let (base_rtt, packet) = (largest_base_rtt(scenario), largest_packet(scenario));
        let link = |id, link: &Link| DerivedLink {
            id,
            rate: link.rate,
            delay: link.delay,
            limit: resolve_limit(link.limit, link.rate, base_rtt, packet),
        };
        let middle = |span: crate::params::Span| 0.5 * (span.min + span.max);
        let bottleneck = net.forward.delay + net.reverse.delay;
        let flows = scenario.flows.iter().flat_map(|flow| {
            let base_rtt = bottleneck + 2.0 * (middle(flow.sender) + middle(flow.receiver));
            flow.members().map(move |member| DerivedFlow {
                id: member.id,
                base_rtt,
                packet: flow.packet,
                algorithm: flow.algorithm.clone(),
                start: middle(flow.start),
            })
        });
        Self {
            flows: flows.collect(),
            links: vec![link("forward", &net.forward), link("reverse", &net.reverse)],
            capacity: net.forward.rate,
            estimated_packets: estimated_packets(scenario),
        }
    }

    pub fn to_json(&self) -> Value {
        let flow = |f: &DerivedFlow| {
            json!({
                "id": f.id, "base_rtt": number(f.base_rtt), "packet": f.packet, "algorithm": f.algorithm,
                "start": number(f.start),
            })
        };
        let link = |l: &DerivedLink| {
            json!({
                "id": l.id, "rate": number(l.rate), "delay": number(l.delay),
                "limit": {
                    "packets": number(l.limit.packets), "bytes": number(l.limit.bytes),
                    "seconds": number(l.limit.seconds), "bdp": number(l.limit.bdp),
                },
            })
        };
        json!({
            "flows": self.flows.iter().map(flow).collect::<Value>(),
            "links": self.links.iter().map(link).collect::<Value>(),
            "capacity": number(self.capacity),
            "estimated_packets": number(self.estimated_packets),
        })
    }
}

/// About how many data packets the senders send. Flows that react to congestion together send no more than the
/// bottleneck carries; those that do not send what their source gives them, at most at the rate of their access link.
pub fn estimated_packets(scenario: &Scenario) -> f64 {
    let Network::Dumbbell(net) = &scenario.network;
    let mut total = 0.0;
    for link in [LinkRef::Forward, LinkRef::Reverse] {
        let flows = || {
            let reverse = link == LinkRef::Reverse;
            scenario.flows.iter().filter(move |flow| (flow.role == Role::Reverse) == reverse)
        };
        let smallest = flows().filter(|flow| flow.responsive).map(|flow| flow.packet).min().unwrap_or(1500);
        let carried = carried_bits(scenario, link) / (8.0 * smallest as f64);
        let (mut responsive, mut fixed) = (0.0, 0.0);
        for flow in flows() {
            let offered = offered_packets(flow, scenario.duration, net.access_rate);
            if flow.responsive { responsive += offered } else { fixed += offered }
        }
        total += responsive.min(carried) + fixed;
    }
    ceil(total)
}

/// What one direction can carry during the run, with the changes of its rate.
fn carried_bits(scenario: &Scenario, link: LinkRef) -> f64 {
    let Network::Dumbbell(net) = &scenario.network;
    let mut rate = if link == LinkRef::Forward { net.forward.rate } else { net.reverse.rate };
    let mut changes: Vec<(f64, f64)> = Vec::new();
    for timed in &scenario.timeline {
        match timed.change {
            Change::Rate { link: changed, rate } if changed == link => changes.push((timed.at, rate)),
            _ => {}
        }
    }
    changes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut bits, mut since) = (0.0, 0.0);
    for (at, new) in changes {
        bits += rate * (at - since).max(0.0);
        (rate, since) = (new, at);
    }
    bits + rate * (scenario.duration - since).max(0.0)
}

/// What all members of a flow would send if nothing held them back but their access link.
fn offered_packets(flow: &Flow, duration: f64, access_rate: f64) -> f64 {
    let end = flow.stop.map_or(duration, |stop| stop.min(duration));
    let active = (end - flow.start.min).max(0.0);
    let setting = |name| flow.source.params.get(name).and_then(Value::as_f64);
    let per_packet = 8.0 * flow.packet as f64;
    let by_link = access_rate * active / per_packet;
    let wanted = match (setting("bytes"), setting("rate")) {
        (Some(bytes), _) => ceil(bytes / flow.packet as f64),
        (None, Some(rate)) => {
            let duty = match (setting("on"), setting("off")) {
                (Some(on), Some(off)) if on + off > 0.0 => on / (on + off),
                _ => 1.0,
            };
            rate * duty * active / per_packet
        }
        (None, None) => by_link,
    };
    wanted.min(by_link) * flow.count as f64
}
