//! What follows from a scenario without running it: base round-trip times, buffer limits in every unit, and about how
//! many packets a run will send.

use std::collections::BTreeSet;

use serde_json::Value;

use super::model::{FlowSpec, Role, Scenario, TimelineChange};
use super::network::Network;
use super::routes::Route;
use crate::analysis::max_min;
use crate::ground::math::{ceil, floor, round};
use crate::ground::order::sorted;
use crate::json_object;
use crate::params::Limit;

json_object! {
    /// What follows from a document without running it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Derived {
        /// The members of all flows: a flow with a `count` has the members `id.0`, `id.1`, ...
        pub flows: Vec<DerivedFlow>,
        /// In the order of the document.
        pub nodes: Vec<String>,
        pub links: Vec<DerivedLink>,
        /// The lowest rate at the start of any link that the measured flows' data passes, bit/s: the forward direction's in
        /// a dumbbell.
        pub capacity: f64,
        pub estimated_packets: f64,
    }
}

json_object! {
    /// A flow after `count` has been written out. Where a range is given, its middle is shown.
    #[derive(Clone, Debug, PartialEq)]
    pub struct DerivedFlow {
        pub id: String,
        /// Round-trip time of a small packet on an empty network, s.
        pub base_rtt: f64,
        /// Size of a full packet, bytes.
        pub packet: u64,
        pub algorithm: String as "AlgorithmId",
        pub start: f64,
        /// The directions of links that its data takes.
        pub route: Vec<String>,
        /// The directions of links that acknowledgements and reports take.
        pub back: Vec<String>,
        /// Its max-min fair share, bit/s: with all flows present, at the links' rates at the start. In a dumbbell an equal split.
        pub fair_share: f64,
    }
}

json_object! {
    /// A direction of a link at the start of the run.
    #[derive(Clone, Debug, PartialEq)]
    pub struct DerivedLink {
        /// `forward` and `reverse` in a dumbbell; in other networks the link's ID comes first, as in `ab.forward`.
        pub id: String,
        /// The node where it begins.
        pub from: String,
        /// The node where it ends.
        pub to: String,
        /// bit/s
        pub rate: f64,
        /// One-way propagation time, s.
        pub delay: f64,
        pub limit: LimitInUnits,
    }
}

json_object! {
    /// A queue limit in every unit. `packets` are packets of the largest size that fit.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct LimitInUnits {
        pub packets: f64,
        pub bytes: f64,
        pub seconds: f64,
        /// Null if the base round-trip time is zero.
        pub bdp: Option<f64>,
    }
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
    let bdp = bytes * 8.0 / (rate * base_rtt);
    LimitInUnits { packets, bytes, seconds: bytes * 8.0 / rate, bdp: bdp.is_finite().then_some(bdp) }
}

/// Propagation there and back, without the access links.
fn propagation(network: &Network, route: &Route) -> f64 {
    route.there.iter().chain(&route.back).map(|&link| network.links[link].delay).fold(0.0, |a, b| a + b)
}

/// The base round-trip time of a flow with these access delays.
pub fn base_rtt(network: &Network, flow: &FlowSpec, sender: f64, receiver: f64) -> f64 {
    propagation(network, &flow.route) + 2.0 * (sender + receiver)
}

/// What the flows are that cross a direction of a link, with data or with what comes back. Where none does, all count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The largest base round-trip time; of a range the upper end counts.
    pub base_rtt: f64,
    /// The largest packet, bytes.
    pub packet: u64,
}

/// For each direction of `Network::links`.
pub fn crossings(scenario: &Scenario) -> Vec<Crossing> {
    let mut all = Crossing { base_rtt: 0.0, packet: 0 };
    let mut found = vec![all; scenario.network.links.len()];
    for flow in &scenario.flows {
        let base_rtt = base_rtt(&scenario.network, flow, flow.sender.max, flow.receiver.max);
        let join = |crossing: &mut Crossing| {
            crossing.base_rtt = crossing.base_rtt.max(base_rtt);
            crossing.packet = crossing.packet.max(flow.packet);
        };
        join(&mut all);
        flow.route.there.iter().chain(&flow.route.back).for_each(|&link| join(&mut found[link]));
    }
    if all.packet == 0 {
        all.packet = 1500;
    }
    for crossing in &mut found {
        if crossing.packet == 0 {
            *crossing = all;
        }
    }
    found
}

/// Directions of links that carry data of flows which are compared; of others if there are none.
pub fn shared(scenario: &Scenario) -> Vec<usize> {
    let of = |role: Role| -> BTreeSet<usize> {
        let flows = scenario.flows.iter().filter(|flow| flow.role == role);
        flows.flat_map(|flow| flow.route.there.iter().copied()).collect()
    };
    let roles = [Role::Measured, Role::Background, Role::Reverse].map(of);
    roles.into_iter().find(|links| !links.is_empty()).unwrap_or_default().into_iter().collect()
}

/// The max-min fair share of each member of each flow of the document, bit/s: with all flows there, at the rates at the
/// start. Acknowledgements and reports count nothing, and neither does what a source has to send.
pub fn fair_shares(scenario: &Scenario) -> Vec<f64> {
    let capacities: Vec<f64> = scenario.network.links.iter().map(|link| link.rate).collect();
    let ways =
        scenario.flows.iter().map(|flow| max_min::RouteLoad { links: &flow.route.there, flows: flow.count });
    max_min::shares(&capacities, &ways.collect::<Vec<_>>())
}

impl Derived {
    pub fn of(scenario: &Scenario) -> Self {
        let network = &scenario.network;
        let crossings = crossings(scenario);
        let link = |&place: &usize| {
            let (link, crossing) = (&network.links[place], crossings[place]);
            DerivedLink {
                id: link.id.clone(),
                from: network.nodes[link.from].clone(),
                to: network.nodes[link.to].clone(),
                rate: link.rate,
                delay: link.delay,
                limit: resolve_limit(link.limit, link.rate, crossing.base_rtt, crossing.packet),
            }
        };
        let ids = |way: &[usize]| way.iter().map(|&link| network.links[link].id.clone()).collect::<Vec<_>>();
        let middle = |span: crate::params::ValueRange| 0.5 * (span.min + span.max);
        let flows = scenario.flows.iter().zip(fair_shares(scenario)).flat_map(|(flow, fair_share)| {
            let base_rtt = base_rtt(network, flow, middle(flow.sender), middle(flow.receiver));
            let (route, back) = (ids(&flow.route.there), ids(&flow.route.back));
            flow.members().map(move |member| DerivedFlow {
                id: member.id,
                base_rtt,
                packet: flow.packet,
                algorithm: flow.algorithm.clone(),
                start: middle(flow.start),
                route: route.clone(),
                back: back.clone(),
                fair_share,
            })
        });
        let narrowest = shared(scenario).into_iter().map(|link| network.links[link].rate);
        Self {
            flows: flows.collect(),
            nodes: network.nodes.clone(),
            links: network.listed.iter().map(link).collect(),
            capacity: narrowest.reduce(f64::min).unwrap_or(0.0),
            estimated_packets: estimated_work(scenario).packets,
        }
    }
}

/// About how much a run has to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Data packets that the senders send.
    pub packets: f64,
    /// The same as packets over one link: a packet and what it brings back pass two
    /// access links each besides, so that a further link adds a third.
    pub over_one_link: f64,
}

/// About how many data packets the senders send. Flows that react to congestion together send no more than the links
/// on their way carry; those that do not send what their source gives them, at most at the rate of their access link.
pub fn estimated_work(scenario: &Scenario) -> Work {
    let network = &scenario.network;
    let carried = carried_bits(scenario);
    // Flows that react are taken together by the narrowest link on their way.
    #[derive(Clone, Copy)]
    struct ResponsiveFlows {
        offered: f64,
        over_one_link: f64,
        smallest: u64,
    }
    let mut groups =
        vec![ResponsiveFlows { offered: 0.0, over_one_link: 0.0, smallest: u64::MAX }; network.links.len()];
    let mut work = Work { packets: 0.0, over_one_link: 0.0 };
    for flow in &scenario.flows {
        let offered = offered_packets(flow, scenario.duration, network.access_rate);
        let weight = (flow.route.there.len() as f64 + 2.0) / 3.0;
        let narrowest = flow.route.there.iter().copied().min_by(|&a, &b| carried[a].total_cmp(&carried[b]));
        match narrowest.filter(|_| flow.responsive) {
            Some(link) => {
                let group = &mut groups[link];
                group.offered += offered;
                group.over_one_link += offered * weight;
                group.smallest = group.smallest.min(flow.packet);
            }
            None => {
                work.packets += offered;
                work.over_one_link += offered * weight;
            }
        }
    }
    for (group, bits) in groups.iter().zip(&carried).filter(|(group, _)| group.offered > 0.0) {
        let packets = group.offered.min(bits / (8.0 * group.smallest as f64));
        work.packets += packets;
        work.over_one_link += group.over_one_link * packets / group.offered;
    }
    Work { packets: ceil(work.packets), over_one_link: ceil(work.over_one_link) }
}

/// What each direction can carry during the run, with the changes of its rate.
fn carried_bits(scenario: &Scenario) -> Vec<f64> {
    let links = &scenario.network.links;
    let mut changes: Vec<(f64, usize, f64)> = Vec::new();
    for timed in &scenario.timeline {
        if let TimelineChange::Rate { link, rate } = timed.change {
            changes.push((timed.at, link, rate));
        }
    }
    // Bits so far, and the rate since when.
    let mut state: Vec<(f64, f64, f64)> = links.iter().map(|link| (0.0, link.rate, 0.0)).collect();
    for (at, link, new) in sorted(changes, |a, b| a.0.total_cmp(&b.0)) {
        let (bits, rate, since) = &mut state[link];
        *bits += *rate * (at - *since).max(0.0);
        (*rate, *since) = (new, at);
    }
    let end = |(bits, rate, since): (f64, f64, f64)| bits + rate * (scenario.duration - since).max(0.0);
    state.into_iter().map(end).collect()
}

/// What all members of a flow would send if nothing held them back but their access link.
fn offered_packets(flow: &FlowSpec, duration: f64, access_rate: f64) -> f64 {
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
