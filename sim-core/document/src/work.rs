//! An estimate of the work of a run.

use super::link::LinkSpec;
use super::model::{FlowSpec, TimelineChange, TimelineEntry, WorkEstimate, WorkPart};
use super::network::NetworkSpec;
use sim_engine::ground::math::ceil;
use sim_engine::ground::order::sorted;
use sim_engine::traffic::Offer;

/// The work of an update of a queue, a report of a flow or an expiry of a source's timer, in packets over one link.
const TIMER: f64 = 0.1;
/// The work of a transfer or frame in addition to its full packets: it ends with a smaller one, and a transfer opens and
/// closes its connection.
const UNIT: f64 = 2.0;

/// Collects the parts of the work.
struct Parts(WorkEstimate);

impl Parts {
    fn add(&mut self, work: f64, part: WorkPart) {
        self.0.one_link_equivalent += work;
        if self.0.largest.as_ref().is_none_or(|(most, _)| work > *most) {
            self.0.largest = Some((work, part));
        }
    }
}

/// The flows that react to congestion with the same link of the smallest capacity on their data route.
#[derive(Clone, Copy)]
struct ResponsiveFlows {
    /// Packets that the flows of the group offer.
    offered: f64,
    one_link_equivalent: f64,
    /// The smallest packet size, bytes.
    packet: u64,
    /// The flow that offers most of them.
    most: (f64, usize),
}

const NO_FLOWS: ResponsiveFlows =
    ResponsiveFlows { offered: 0.0, one_link_equivalent: 0.0, packet: u64::MAX, most: (0.0, 0) };

/// Estimates the work of a run. Together, the flows that react to congestion send at most what their links can carry.
/// Every other flow sends the data that its source produces, at most at the rate of its access link. Sources, queues and
/// reports have timers, which expire whether or not packets are sent.
pub fn estimate_work(
    duration: f64,
    network: &NetworkSpec,
    flows: &[FlowSpec],
    timeline: &[TimelineEntry],
) -> WorkEstimate {
    let capacities = capacity_bits(duration, &network.links, timeline);
    let mut groups = vec![NO_FLOWS; network.links.len()];
    // The data and feedback streams that cross each link.
    let mut streams = vec![0.0; network.links.len()];
    let mut parts = Parts(WorkEstimate { packets: 0.0, one_link_equivalent: 0.0, largest: None });
    for (index, flow) in flows.iter().enumerate() {
        let greedy = greedy_rate(index, flow, timeline);
        let (wanted, access_limit) = wanted_packets(flow, duration, network.access_rate, greedy);
        let offered = wanted.min(access_limit);
        let weight = (flow.route.data.len() as f64 + 2.0) / 3.0;
        let narrowest =
            flow.route.data.iter().copied().min_by(|&a, &b| capacities[a].total_cmp(&capacities[b]));
        match narrowest.filter(|_| flow.responsive) {
            Some(link) => {
                let group = &mut groups[link];
                group.offered += offered;
                group.one_link_equivalent += offered * weight;
                group.packet = group.packet.min(flow.packet_size);
                if offered > group.most.0 {
                    group.most = (offered, index);
                }
            }
            None => {
                parts.0.packets += offered;
                parts.add(offered * weight, WorkPart::Packets(index));
            }
        }
        for &link in flow.route.data.iter().chain(&flow.route.feedback) {
            streams[link] += flow.count as f64;
        }
        let (active, count) = (active_time(flow, duration), flow.count as f64);
        // What is sent whatever the network does crosses the route at most at the rate of the access link. The rest costs
        // the timer that sends it.
        let fixed = flow.algorithm.fixed_rate() * active / (8.0 * flow.packet_size as f64) * count;
        let (sent, carried) = (fixed.min(wanted), fixed.min(offered));
        parts.add(carried * weight + (sent - carried) * TIMER, WorkPart::Packets(index));
        // A window that opens at once sends packets that the first queue drops.
        parts.add((flow.algorithm.largest_step() * count).min(wanted) * TIMER, WorkPart::Packets(index));
        if let Offer::Rate(rate) = flow.source.offers() {
            let produced = rate * active / payload_bits(flow) * count;
            parts.add(produced * TIMER, WorkPart::Source(index));
        }
        let units = flow.source.units_per_second(count) * active;
        parts.add(units * UNIT * weight, WorkPart::Source(index));
        parts.add(flow.algorithm.reports_per_second() * active * count * TIMER, WorkPart::Reports(index));
    }
    for (group, bits) in groups.iter().zip(&capacities).filter(|(group, _)| group.offered > 0.0) {
        let packets = group.offered.min(bits / (8.0 * group.packet as f64));
        parts.0.packets += packets;
        parts.add(group.one_link_equivalent * packets / group.offered, WorkPart::Packets(group.most.1));
    }
    for (index, (link, streams)) in network.links.iter().zip(&streams).enumerate() {
        let updates = link.queue.updates_per_second() * duration * streams.max(1.0);
        parts.add(updates * TIMER, WorkPart::Updates(index));
    }
    let mut work = parts.0;
    work.packets = ceil(work.packets);
    work.one_link_equivalent = ceil(work.one_link_equivalent);
    work
}

/// The bits that each link direction can carry during the run, with the changes of its rate by the
/// timeline and by schedules, but without outages.
fn capacity_bits(duration: f64, links: &[LinkSpec], timeline: &[TimelineEntry]) -> Vec<f64> {
    let mut changes: Vec<(f64, usize, f64)> = Vec::new();
    for timed in timeline {
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
    let end = |(bits, rate, since): (f64, f64, f64)| bits + rate * (duration - since).max(0.0);
    state.into_iter().map(end).collect()
}

/// The longest time for which a flow of an entry is active, s.
fn active_time(flow: &FlowSpec, duration: f64) -> f64 {
    let end = flow.stop.map_or(duration, |stop| stop.min(duration));
    (end - flow.start.min).max(0.0)
}

/// The bits of data in a full packet. Sources offer data without headers.
fn payload_bits(flow: &FlowSpec) -> f64 {
    8.0 * flow.packet_size.saturating_sub(u64::from(flow.algorithm.header_bytes())).max(1) as f64
}

/// The highest rate at which the algorithm of a flow sends data that are always there, with all changes of its settings.
fn greedy_rate(index: usize, flow: &FlowSpec, timeline: &[TimelineEntry]) -> f64 {
    let later = timeline.iter().filter_map(|timed| match &timed.change {
        TimelineChange::Settings { flow, settings } if *flow == index => Some(settings),
        _ => None,
    });
    [&flow.algorithm].into_iter().chain(later).map(|settings| settings.greedy_rate()).fold(0.0, f64::max)
}

/// The packets that all flows of an entry would send if nothing limited them, and those that their access links carry.
/// `greedy` is the rate at which the algorithm sends data that are always there.
fn wanted_packets(flow: &FlowSpec, duration: f64, access_rate: f64, greedy: f64) -> (f64, f64) {
    let (active, count) = (active_time(flow, duration), flow.count as f64);
    let access_limit = access_rate * active / (8.0 * flow.packet_size as f64) * count;
    let wanted = match flow.source.offers() {
        Offer::Bytes(bytes) => ceil(8.0 * bytes / payload_bits(flow)) * count,
        Offer::Rate(rate) => rate * active / payload_bits(flow) * count,
        Offer::Unlimited => greedy * active / (8.0 * flow.packet_size as f64) * count,
    };
    (wanted, access_limit)
}
