//! The filter of acknowledgements of CAKE (`tc-cake`, ack-filter, and `cake_ack_filter` of Linux).

use super::cobalt::decision;
use super::{AckFilter, Cake};
use crate::ground::packet::CWR_OR_ECE;
use crate::net::queues::prelude::*;

/// Whether a later acknowledgement of the same connection contains all information of the earlier acknowledgement. An acknowledgement
/// with SACK blocks is never superfluous here: the network does not look into the blocks.
fn is_superfluous(earlier: &Packet, later: &Packet) -> bool {
    let (Some(number), Some(newest)) = (earlier.acknowledges(), later.acknowledges()) else { return false };
    earlier.attachment() == 0 && (number < newest || (number == newest && later.attachment() != 0))
}

impl Cake {
    /// Drops an acknowledgement in a queue that the packet at its end makes superfluous: the first of two, or, if the
    /// filter is aggressive, one directly before it with the same echo of marks. The echo must not change in between,
    /// which would lose its change.
    pub(super) fn filter_acks(&mut self, index: u32, effects: &mut Effects) {
        let packets = &self.flows[index as usize].packets;
        let Some(last) = packets.len().checked_sub(1) else { return };
        let Some(later) = packets.back().map(|queued| queued.packet) else { return };
        if later.acknowledges().is_none() {
            return;
        }
        // The place and the echo of the first superfluous acknowledgement.
        let mut first: Option<(usize, u8)> = None;
        let mut is_second = false;
        for place in 0..last {
            let Some(earlier) = packets.get(place).map(|queued| queued.packet) else { break };
            if earlier.stream() != later.stream() {
                continue;
            }
            let echo = earlier.flags & CWR_OR_ECE;
            first = first.filter(|&(_, before)| before == echo);
            if is_superfluous(&earlier, &later) {
                is_second = first.is_some();
                first = first.or(Some((place, echo)));
            }
            if is_second {
                break;
            }
        }
        let is_next_to = |place: usize, echo: u8| place + 1 == last && echo == later.flags & CWR_OR_ECE;
        let dropped = first.filter(|&(place, echo)| {
            is_second || (self.ack_filter == AckFilter::Aggressive && is_next_to(place, echo))
        });
        if let Some((place, _)) = dropped {
            self.drop_ack(index, place, &later, effects);
        }
    }

    fn drop_ack(&mut self, index: u32, place: usize, later: &Packet, effects: &mut Effects) {
        let flow = &mut self.flows[index as usize];
        let Some(victim) = flow.packets.remove(place).map(|queued| queued.packet) else { return };
        flow.bytes -= u64::from(victim.size);
        self.limit.remove(&victim);
        let number = |packet: &Packet| f64::from(packet.acknowledges().unwrap_or(0));
        effects.decide(&victim, decision::Filtered { later: number(later), earlier: number(&victim) });
        effects.drop(victim, Cause::QueueEarly);
    }
}
