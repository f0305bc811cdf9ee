//! Facts that can be computed from a scenario without a run: base round-trip times, queue limits in every
//! unit, fair shares, and an estimate of the number of packets.

use std::collections::BTreeSet;

use super::model::{FlowSpec, Scenario};
use super::network::NetworkSpec;
use super::routes::Route;
use super::schema::Role;
use sim_engine::analysis::max_min;
use sim_engine::ground::math::{floor, round};
use sim_engine::json_object;
use sim_engine::net::queues;
use sim_engine::params::Limit;

json_object! {
    /// Facts that can be computed from a document without a run.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Derived {
        /// All flows. An entry with a `count` above 1 defines the flows `id.0`, `id.1`, ...
        pub flows: Vec<DerivedFlow>,
        /// Names of the nodes, in the order of the document.
        pub nodes: Vec<String>,
        pub links: Vec<DerivedLink>,
        /// The lowest initial rate, in bit/s, of the links that the measured flows' data crosses. Without
        /// measured flows, the background flows count, and without these, the reverse flows.
        pub capacity: f64,
        /// The estimated number of data packets that the run sends.
        pub estimated_packets: f64,
    }
}

json_object! {
    /// Facts about one flow. If the document gives a range for a delay or the start, its midpoint is used.
    #[derive(Clone, Debug, PartialEq)]
    pub struct DerivedFlow {
        pub id: String,
        /// The sum of all propagation delays of a round trip, s.
        pub base_rtt: f64,
        /// Size of a full packet, bytes.
        pub packet: u64,
        pub algorithm: String as "AlgorithmId",
        /// Start time, s.
        pub start: f64,
        /// The link directions that the flow's data crosses.
        pub route: Vec<String>,
        /// The rate of the flow's bits on each of these, as a share of the link's rate: 1 except for stations of Wi-Fi networks.
        pub weights: Vec<f64>,
        /// The link directions that the flow's feedback crosses.
        pub back: Vec<String>,
        /// The flow's max-min fair share in bit/s, with all flows active and the links' initial rates. In a
        /// dumbbell the flows of one direction have equal shares, and stations of Wi-Fi networks equal air.
        pub fair_share: f64,
    }
}

json_object! {
    /// A direction of a link at the start of the run.
    #[derive(Clone, Debug, PartialEq)]
    pub struct DerivedLink {
        /// `forward` and `reverse` in a dumbbell; in other networks the link's ID comes first, as in
        /// `ab.forward`.
        pub id: String,
        /// The node at which the direction starts.
        pub from: String,
        /// The node at which the direction ends.
        pub to: String,
        /// bit/s
        pub rate: f64,
        /// One-way propagation time, s.
        pub delay: f64,
        pub limit: LimitInUnits,
        /// Whether the queue discipline is also the medium, so that a full queue does not wait for `limit.seconds`.
        pub is_medium: bool,
    }
}

json_object! {
    /// A queue limit in every unit. `packets` is how many packets of the largest size fit into the queue.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct LimitInUnits {
        pub packets: f64,
        pub bytes: f64,
        pub seconds: f64,
        /// Null if the base round-trip time is zero.
        pub bdp: Option<f64>,
    }
}

/// Converts a queue limit into every unit. `rate` is the link's rate in bit/s, `base_rtt` the largest base
/// round-trip time in seconds and `packet` the largest packet in bytes of the flows that cross the link. A
/// multiple of the bandwidth-delay product is rounded to the nearest whole number of packets, at least one.
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

/// The propagation delay of a flow's two routes in seconds, without the access links.
fn propagation(network: &NetworkSpec, route: &Route) -> f64 {
    route.data.iter().chain(&route.feedback).map(|&link| network.links[link].delay).fold(0.0, |a, b| a + b)
}

/// The base round-trip time of a flow for the given access delays, all in seconds.
pub fn base_rtt(network: &NetworkSpec, flow: &FlowSpec, sender_delay: f64, receiver_delay: f64) -> f64 {
    propagation(network, &flow.route) + 2.0 * (sender_delay + receiver_delay)
}

/// Properties of the flows whose data or feedback crosses a link direction. If no flow crosses the direction,
/// the properties are taken over all flows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossingFlows {
    /// The largest base round-trip time, s. If an access delay is a range, its upper end is used.
    pub base_rtt: f64,
    /// The largest packet, bytes.
    pub packet: u64,
}

/// The `CrossingFlows` of each link direction, by index in `NetworkSpec::links`.
pub fn crossings(scenario: &Scenario) -> Vec<CrossingFlows> {
    let mut all = CrossingFlows { base_rtt: 0.0, packet: 0 };
    let mut found = vec![all; scenario.network.links.len()];
    for flow in &scenario.flows {
        let base_rtt =
            base_rtt(&scenario.network, flow, flow.sender_access_delay.max, flow.receiver_access_delay.max);
        let include = |crossing: &mut CrossingFlows| {
            crossing.base_rtt = crossing.base_rtt.max(base_rtt);
            crossing.packet = crossing.packet.max(flow.packet_size);
        };
        include(&mut all);
        flow.route.data.iter().chain(&flow.route.feedback).for_each(|&link| include(&mut found[link]));
    }
    for crossing in &mut found {
        if crossing.packet == 0 {
            *crossing = all;
        }
    }
    found
}

/// The link directions that carry data of measured flows. The bottleneck is one of them. Without measured
/// flows, these are the directions that carry data of background flows. Without background flows, these are
/// the directions that carry data of reverse flows.
pub fn bottleneck_candidates(scenario: &Scenario) -> Vec<usize> {
    let of = |role: Role| {
        let mut links = BTreeSet::new();
        for flow in scenario.flows.iter().filter(|flow| flow.role == role) {
            links.extend(&flow.route.data);
        }
        links
    };
    let roles = [Role::Measured, Role::Background, Role::Reverse].map(of);
    roles.into_iter().find(|links| !links.is_empty()).unwrap_or_default().into_iter().collect()
}

/// For each flow entry, the max-min fair share in bit/s of one of its flows, with all flows active and the
/// links' initial rates. Feedback does not count, and every source is assumed to have data at all times.
pub fn fair_shares(scenario: &Scenario) -> Vec<f64> {
    let capacities: Vec<f64> = scenario.network.links.iter().map(|link| link.rate).collect();
    let weights: Vec<Vec<f64>> = scenario.flows.iter().map(|flow| weights(scenario, flow)).collect();
    let loads = scenario.flows.iter().zip(&weights);
    let loads = loads.map(|(flow, weights)| max_min::RouteLoad {
        links: &flow.route.data,
        weights,
        flows: flow.count,
    });
    max_min::shares(&capacities, &loads.collect::<Vec<_>>())
}

/// For each link of a flow's route, the rate of its bits there as a share of the link's rate: 1 except for stations of
/// Wi-Fi and users of cellular networks.
fn weights(scenario: &Scenario, flow: &FlowSpec) -> Vec<f64> {
    let links = flow.route.data.iter().map(|&link| &scenario.network.links[link]);
    links
        .map(|link| link.queue.station_rate(&flow.id, link.rate).map_or(1.0, |rate| rate / link.rate))
        .collect()
}

impl Derived {
    /// Derives the facts of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let network = &scenario.network;
        let crossings = crossings(scenario);
        let link = |&index: &usize| {
            let (link, crossing) = (&network.links[index], crossings[index]);
            DerivedLink {
                id: link.id.clone(),
                from: network.nodes[link.from].clone(),
                to: network.nodes[link.to].clone(),
                rate: link.rate,
                delay: link.delay,
                limit: resolve_limit(link.limit, link.rate, crossing.base_rtt, crossing.packet),
                is_medium: queues::is_medium(link.queue.id()),
            }
        };
        let ids =
            |route: &[usize]| route.iter().map(|&link| network.links[link].id.clone()).collect::<Vec<_>>();
        let midpoint = |range: sim_engine::params::ValueRange| 0.5 * (range.min + range.max);
        let flows = scenario.flows.iter().zip(fair_shares(scenario)).flat_map(|(flow, fair_share)| {
            let base_rtt = base_rtt(
                network,
                flow,
                midpoint(flow.sender_access_delay),
                midpoint(flow.receiver_access_delay),
            );
            let (route, back) = (ids(&flow.route.data), ids(&flow.route.feedback));
            let weights = weights(scenario, flow);
            flow.members().map(move |member| DerivedFlow {
                id: member.id,
                base_rtt,
                packet: flow.packet_size,
                algorithm: flow.algorithm.id().to_owned(),
                start: midpoint(flow.start),
                route: route.clone(),
                weights: weights.clone(),
                back: back.clone(),
                fair_share,
            })
        });
        let rates = bottleneck_candidates(scenario).into_iter().map(|link| network.links[link].rate);
        Self {
            flows: flows.collect(),
            nodes: network.nodes.clone(),
            links: network.document_order.iter().map(link).collect(),
            capacity: rates.reduce(f64::min).unwrap_or(0.0),
            estimated_packets: scenario.work.packets,
        }
    }
}
