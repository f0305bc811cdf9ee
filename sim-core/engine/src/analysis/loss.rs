//! Loss events: a loss and all losses in the round-trip time after it are one event.
//!
//! The grouping follows RFC 5348 section 5.2. The metric is computed from the drops in the network, in the
//! same way for every protocol, and does not depend on the loss detection of the protocol.

/// Counts packets, losses and loss events of one flow.
///
/// `loss_event_rate <= loss_fraction`, with equality if all losses are more than a round trip apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LossEvents {
    packets: u64,
    losses: u64,
    events: u64,
    /// Time of the first loss of the latest event.
    event_began_ns: Option<u64>,
}

impl LossEvents {
    /// Counts `count` sent packets, whether or not they will be lost.
    pub fn on_sent(&mut self, count: u64) {
        self.packets = self.packets.saturating_add(count);
    }

    /// Counts a loss, given the flow's current round-trip time. Returns whether the loss starts a new event:
    /// whether it happens more than one round trip after the first loss of the latest event.
    pub fn on_loss(&mut self, now_ns: u64, rtt_ns: u64) -> bool {
        self.losses = self.losses.saturating_add(1);
        let is_same_event = self.event_began_ns.is_some_and(|began| now_ns.saturating_sub(began) <= rtt_ns);
        if !is_same_event {
            self.events = self.events.saturating_add(1);
            self.event_began_ns = Some(now_ns);
        }
        !is_same_event
    }

    /// Packets sent.
    #[must_use]
    pub fn packets(&self) -> u64 {
        self.packets
    }

    /// Packets lost.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.losses
    }

    /// Loss events.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Loss events / packets sent.
    #[must_use]
    pub fn loss_event_rate(&self) -> Option<f64> {
        (self.packets > 0).then(|| self.events as f64 / self.packets as f64)
    }

    /// Packets lost / packets sent.
    #[must_use]
    pub fn loss_fraction(&self) -> Option<f64> {
        (self.packets > 0).then(|| self.losses as f64 / self.packets as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn losses_within_a_round_trip_are_one_event() {
        let mut flow = LossEvents::default();
        flow.on_sent(100);
        // RTT 100 ms: losses at 1.00 s, 1.05 s and 1.10 s, which is exactly one RTT later, are one event. The
        // losses at 1.11 s and 1.30 s each start a new event.
        let times = [1_000, 1_050, 1_100, 1_110, 1_300];
        let starts_event: Vec<bool> =
            times.iter().map(|ms| flow.on_loss(ms * 1_000_000, 100_000_000)).collect();
        assert_eq!(starts_event, [true, false, false, true, true]);
        assert_eq!((flow.packets(), flow.losses(), flow.events()), (100, 5, 3));
        assert_close(flow.loss_event_rate().unwrap(), 0.03, 1e-15);
        assert_close(flow.loss_fraction().unwrap(), 0.05, 1e-15);
    }

    #[test]
    fn rates_without_packets_are_undefined_and_extreme_values_saturate() {
        let mut flow = LossEvents::default();
        assert_eq!((flow.loss_event_rate(), flow.loss_fraction()), (None, None));
        // A loss with an earlier time than the start of the latest event belongs to this event. Extreme
        // numbers do not overflow.
        assert!(flow.on_loss(u64::MAX, 0));
        assert!(!flow.on_loss(0, u64::MAX));
        flow.on_sent(u64::MAX);
        flow.on_sent(1);
        assert_eq!(flow.packets(), u64::MAX);
    }

    proptest! {
        #[test]
        fn events_never_outnumber_losses(gaps in prop::collection::vec(1..1_000_u64, 1..100), rtt in 0..500_u64) {
            let mut flow = LossEvents::default();
            let mut now = 0;
            for gap in &gaps {
                now += gap;
                flow.on_loss(now, rtt);
            }
            prop_assert!(flow.events() >= 1 && flow.events() <= flow.losses());
            if gaps.iter().all(|&gap| gap > rtt) {
                prop_assert_eq!(flow.events(), flow.losses());
            }
        }
    }
}
