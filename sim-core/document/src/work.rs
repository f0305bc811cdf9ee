//! An estimate of the work of a run.

use super::link::LinkSpec;
use super::model::{FlowSpec, TimelineChange, TimelineEntry, WorkEstimate};
use super::network::NetworkSpec;
use sim_engine::ground::math::ceil;
use sim_engine::ground::order::sorted;
use sim_engine::traffic::Offer;

/// Estimates the number of data packets. Together, the flows that react to congestion send at most what their
/// links can carry. Every other flow sends the data that its source produces, at most at the rate of its
/// access link.
pub fn estimate_work(
    duration: f64,
    network: &NetworkSpec,
    flows: &[FlowSpec],
    timeline: &[TimelineEntry],
) -> WorkEstimate {
    let capacities = capacity_bits(duration, &network.links, timeline);
    // The flows that react to congestion, grouped by the link with the smallest capacity on their data route.
    #[derive(Clone, Copy)]
    struct ResponsiveFlows {
        /// Packets that the flows of the group offer.
        offered: f64,
        one_link_equivalent: f64,
        /// The smallest packet size, bytes.
        packet: u64,
    }
    let mut groups = vec![
        ResponsiveFlows { offered: 0.0, one_link_equivalent: 0.0, packet: u64::MAX };
        network.links.len()
    ];
    let mut work = WorkEstimate { packets: 0.0, one_link_equivalent: 0.0 };
    for flow in flows {
        let offered = offered_packets(flow, duration, network.access_rate);
        let weight = (flow.route.data.len() as f64 + 2.0) / 3.0;
        let narrowest =
            flow.route.data.iter().copied().min_by(|&a, &b| capacities[a].total_cmp(&capacities[b]));
        match narrowest.filter(|_| flow.responsive) {
            Some(link) => {
                let group = &mut groups[link];
                group.offered += offered;
                group.one_link_equivalent += offered * weight;
                group.packet = group.packet.min(flow.packet_size);
            }
            None => {
                work.packets += offered;
                work.one_link_equivalent += offered * weight;
            }
        }
    }
    for (group, bits) in groups.iter().zip(&capacities).filter(|(group, _)| group.offered > 0.0) {
        let packets = group.offered.min(bits / (8.0 * group.packet as f64));
        work.packets += packets;
        work.one_link_equivalent += group.one_link_equivalent * packets / group.offered;
    }
    WorkEstimate { packets: ceil(work.packets), one_link_equivalent: ceil(work.one_link_equivalent) }
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

/// The packets that all flows of an entry would send if only their access links limited them.
fn offered_packets(flow: &FlowSpec, duration: f64, access_rate: f64) -> f64 {
    let end = flow.stop.map_or(duration, |stop| stop.min(duration));
    let active = (end - flow.start.min).max(0.0);
    let packet_bits = 8.0 * flow.packet_size as f64;
    let access_limit = access_rate * active / packet_bits;
    let wanted = match flow.source.offers() {
        Offer::Bytes(bytes) => ceil(bytes / flow.packet_size as f64),
        Offer::Rate(rate) => rate * active / packet_bits,
        Offer::Unlimited => access_limit,
    };
    wanted.min(access_limit) * flow.count as f64
}
