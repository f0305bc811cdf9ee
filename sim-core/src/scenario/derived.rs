//! Facts that follow from a scenario without a run: base round-trip times, queue limits in every unit, fair shares, and an
//! estimate of the number of packets.

use std::collections::BTreeSet;

use serde_json::Value;

use super::model::{FlowSpec, Role, Scenario, TimelineChange};
use super::network::NetworkSpec;
use super::routes::Route;
use crate::analysis::max_min;
use crate::ground::math::{ceil, floor, round};
use crate::ground::order::sorted;
use crate::json_object;
use crate::params::Limit;

json_object! {
    /// Facts that follow from a document without a run.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Derived {
        /// The members of all flows: a flow with a `count` has the members `id.0`, `id.1`, ...
        pub flows: Vec<DerivedFlow>,
        /// Names of the nodes, in the order of the document.
        pub nodes: Vec<String>,
        pub links: Vec<DerivedLink>,
        /// The lowest initial rate of the links that the measured flows' data crosses, in bit/s. In a dumbbell this is the rate
        /// of the forward direction.
        pub capacity: f64,
        pub estimated_packets: f64,
    }
}

json_object! {
    /// A flow; an entry with `count` yields one for each member. A range is represented by its midpoint.
    #[derive(Clone, Debug, PartialEq)]
    pub struct DerivedFlow {
        pub id: String,
        /// Round-trip time of a small packet on an empty network, s.
        pub base_rtt: f64,
        /// Size of a full packet, bytes.
        pub packet: u64,
        pub algorithm: String as "AlgorithmId",
        pub start: f64,
        /// The link directions that its data crosses.
        pub route: Vec<String>,
        /// The link directions that its feedback crosses.
        pub back: Vec<String>,
        /// Its max-min fair share in bit/s, with all flows active and the links' initial rates. In a dumbbell it is an equal share.
        pub fair_share: f64,
    }
}

json_object! {
    /// A direction of a link at the start of the run.
    #[derive(Clone, Debug, PartialEq)]
    pub struct DerivedLink {
        /// `forward` and `reverse` in a dumbbell; in other networks the link's ID comes first, as in `ab.forward`.
        pub id: String,
        /// The node at its start.
        pub from: String,
        /// The node at its end.
        pub to: String,
        /// bit/s
        pub rate: f64,
        /// One-way propagation time, s.
        pub delay: f64,
        pub limit: LimitInUnits,
    }
}

json_object! {
    /// A queue limit in every unit. `packets` is the number of packets of the largest size that fit.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct LimitInUnits {
        pub packets: f64,
        pub bytes: f64,
        pub seconds: f64,
        /// Null if the base round-trip time is zero.
        pub bdp: Option<f64>,
    }
}

/// Converts a limit of a link with this rate, given the largest base round-trip time and the largest packet of its flows.
/// A multiple of the bandwidth-delay product is rounded to the nearest packet, at least one.
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

/// Propagation delay of both routes, without the access links.
fn propagation(network: &NetworkSpec, route: &Route) -> f64 {
    route.data.iter().chain(&route.feedback).map(|&link| network.links[link].delay).fold(0.0, |a, b| a + b)
}

/// The base round-trip time of a flow with these access delays.
pub fn base_rtt(network: &NetworkSpec, flow: &FlowSpec, sender: f64, receiver: f64) -> f64 {
    propagation(network, &flow.route) + 2.0 * (sender + receiver)
}

/// Properties of the flows whose data or feedback crosses a direction of a link. If no flow crosses it, they are those of
/// all flows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The largest base round-trip time. For a range, the upper end counts.
    pub base_rtt: f64,
    /// The largest packet, bytes.
    pub packet: u64,
}

/// The crossing flows of each direction, by index in `NetworkSpec::links`.
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
        flow.route.data.iter().chain(&flow.route.feedback).for_each(|&link| join(&mut found[link]));
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

/// The directions that carry data of measured flows; if there are none, of background flows, or else of reverse flows.
pub fn compared_links(scenario: &Scenario) -> Vec<usize> {
    let of = |role: Role| -> BTreeSet<usize> {
        let flows = scenario.flows.iter().filter(|flow| flow.role == role);
        flows.flat_map(|flow| flow.route.data.iter().copied()).collect()
    };
    let roles = [Role::Measured, Role::Background, Role::Reverse].map(of);
    roles.into_iter().find(|links| !links.is_empty()).unwrap_or_default().into_iter().collect()
}

/// The max-min fair share of a member of each flow entry in bit/s, with all flows active and the links' initial rates.
/// Feedback does not count, and every source is assumed to have data at all times.
pub fn fair_shares(scenario: &Scenario) -> Vec<f64> {
    let capacities: Vec<f64> = scenario.network.links.iter().map(|link| link.rate).collect();
    let loads =
        scenario.flows.iter().map(|flow| max_min::RouteLoad { links: &flow.route.data, flows: flow.count });
    max_min::shares(&capacities, &loads.collect::<Vec<_>>())
}

impl Derived {
    /// Derives the facts of a scenario.
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
            let (route, back) = (ids(&flow.route.data), ids(&flow.route.feedback));
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
        let narrowest = compared_links(scenario).into_iter().map(|link| network.links[link].rate);
        Self {
            flows: flows.collect(),
            nodes: network.nodes.clone(),
            links: network.document_order.iter().map(link).collect(),
            capacity: narrowest.reduce(f64::min).unwrap_or(0.0),
            estimated_packets: estimated_work(scenario).packets,
        }
    }
}

/// An estimate of the work of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Number of data packets.
    pub packets: f64,
    /// Number of data packets over a single link that would be the same work. A packet also crosses two access links, so
    /// each further link adds a third.
    pub over_one_link: f64,
}

/// Estimates the number of data packets. Flows that react to congestion together send at most what their links can carry.
/// Other flows send what their sources produce, at most at the rate of their access links.
pub fn estimated_work(scenario: &Scenario) -> Work {
    let network = &scenario.network;
    let carried = carried_bits(scenario);
    // Flows that react to congestion, grouped by the link of their route that can carry the least.
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
        let weight = (flow.route.data.len() as f64 + 2.0) / 3.0;
        let narrowest = flow.route.data.iter().copied().min_by(|&a, &b| carried[a].total_cmp(&carried[b]));
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

/// The bits that each direction can carry during the run, including the changes of its rate.
fn carried_bits(scenario: &Scenario) -> Vec<f64> {
    let links = &scenario.network.links;
    let mut changes: Vec<(f64, usize, f64)> = Vec::new();
    for timed in &scenario.timeline {
        if let TimelineChange::Rate { link, rate } = timed.change {
            changes.push((timed.at, link, rate));
        }
    }
    // For each direction: the bits so far, the current rate, and the time from which it applies.
    let mut state: Vec<(f64, f64, f64)> = links.iter().map(|link| (0.0, link.rate, 0.0)).collect();
    for (at, link, new) in sorted(changes, |a, b| a.0.total_cmp(&b.0)) {
        let (bits, rate, since) = &mut state[link];
        *bits += *rate * (at - *since).max(0.0);
        (*rate, *since) = (new, at);
    }
    let end = |(bits, rate, since): (f64, f64, f64)| bits + rate * (scenario.duration - since).max(0.0);
    state.into_iter().map(end).collect()
}

/// The packets that all members of a flow would send if only their access links limited them.
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
