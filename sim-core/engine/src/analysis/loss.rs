//! Loss events: a loss and all losses in the round-trip time after it are one event.
//!
//! The grouping follows RFC 5348 section 5.2. The metric is computed from the drops in the network, in the
//! same way for every protocol, and does not depend on the loss detection of the protocol.

/// Counts the loss events of one flow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LossEvents {
    events: u64,
    /// Time of the first loss of the latest event.
    event_began_ns: Option<u64>,
    /// The losses that are not counted yet, with the round-trip time of the flow at each.
    reported: Vec<(u64, u64)>,
}

impl LossEvents {
    /// Stores a loss, given the flow's current round-trip time. Links report losses in batches, so a loss at one
    /// link may be reported after a later loss at another link.
    pub fn on_loss(&mut self, now_ns: u64, rtt_ns: u64) {
        self.reported.push((now_ns, rtt_ns));
    }

    /// Counts the losses until `now_ns`. All of them must have been reported, except for others at `now_ns`. A
    /// loss starts a new event if it happens more than one round trip after the first loss of the latest event.
    pub fn count_until(&mut self, now_ns: u64) {
        self.reported.sort_unstable();
        let due = self.reported.partition_point(|&(at, _)| at <= now_ns);
        for (at, rtt) in self.reported.drain(..due) {
            if self.event_began_ns.is_none_or(|began| at.saturating_sub(began) > rtt) {
                self.events += 1;
                self.event_began_ns = Some(at);
            }
        }
    }

    /// Loss events that are counted.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.events
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn events(losses: &[(u64, u64)]) -> u64 {
        let mut flow = LossEvents::default();
        for &(at, rtt) in losses {
            flow.on_loss(at, rtt);
        }
        flow.count_until(u64::MAX);
        flow.events()
    }

    #[test]
    fn losses_within_a_round_trip_are_one_event() {
        // RTT 100 ms: losses at 1.00 s, 1.05 s and 1.10 s, which is exactly one RTT later, are one event. The
        // losses at 1.11 s and 1.30 s each start a new event.
        let losses = [1_000, 1_050, 1_100, 1_110, 1_300].map(|at| (at, 100));
        assert_eq!([1, 2, 3, 4, 5].map(|count| events(&losses[..count])), [1, 1, 1, 2, 3]);
    }

    #[test]
    fn later_losses_are_not_counted_yet() {
        let mut flow = LossEvents::default();
        flow.on_loss(30, 5);
        flow.on_loss(10, 5);
        flow.count_until(20);
        assert_eq!(flow.events(), 1);
        flow.on_loss(23, 5);
        flow.count_until(30);
        assert_eq!(flow.events(), 3);
    }

    proptest! {
        #[test]
        fn neither_the_order_of_reports_nor_the_times_of_counting_matter(
            mut losses in prop::collection::vec((0..1_000_u64, 0..100_u64), 1..60),
            mut times in prop::collection::vec(0..1_000_u64, 0..8),
        ) {
            times.sort_unstable();
            let expected = events(&losses);
            prop_assert!(expected >= 1 && expected <= losses.len() as u64);
            let mut flow = LossEvents::default();
            for time in times {
                // Losses at the time of a count may be reported after it.
                let is_reported = |&(at, rtt): &(u64, u64)| at < time || (at == time && rtt < 50);
                let (reported, later): (Vec<_>, _) = losses.into_iter().partition(is_reported);
                losses = later;
                reported.iter().rev().for_each(|&(at, rtt)| flow.on_loss(at, rtt));
                flow.count_until(time);
            }
            losses.iter().rev().for_each(|&(at, rtt)| flow.on_loss(at, rtt));
            flow.count_until(u64::MAX);
            prop_assert_eq!(flow.events(), expected);
        }
    }
}
