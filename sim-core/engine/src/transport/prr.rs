//! Proportional Rate Reduction (RFC 9937): how many packets a sender may send for each acknowledgement during
//! fast recovery, so that the packets in flight fall evenly to the slow-start threshold.

use crate::transport::prelude::*;

/// The variables of RFC 9937 section 6, in packets.
#[derive(Clone, Debug, Default, State)]
#[state(not(received_before, una_before, newly_lost, has_begun))]
pub struct Prr {
    /// Packets in flight when recovery began, including those that the acknowledgement of that moment
    /// reported as received.
    recover_fs: u32,
    /// Packets reported as received in this recovery.
    delivered: u32,
    /// Packets sent in this recovery.
    out: u32,
    /// Of the acknowledgement that is being processed: the packets received before it.
    received_before: u32,
    /// The oldest packet unacknowledged before it.
    una_before: u32,
    /// The packets that it shows to be lost.
    newly_lost: u32,
    /// Whether recovery began with this acknowledgement, which then has been processed.
    has_begun: bool,
}

/// The state of the connection after an acknowledgement has been processed, in packets.
#[derive(Clone, Copy, Debug)]
pub struct PrrFacts {
    /// Packets received: acknowledged in order or selectively.
    pub received: u32,
    /// The oldest unacknowledged packet.
    pub una: u32,
    /// Packets in flight.
    pub pipe: u32,
    /// The slow-start threshold.
    pub ssthresh: f64,
}

impl Prr {
    /// An acknowledgement begins to be processed.
    pub fn begin_ack(&mut self, received: u32, una: u32) {
        (self.received_before, self.una_before, self.newly_lost) = (received, una, 0);
        self.has_begun = false;
    }

    /// The acknowledgement shows that `count` packets are lost.
    pub fn lose(&mut self, count: u32) {
        self.newly_lost += count;
    }

    /// A packet was sent.
    pub fn sent(&mut self) {
        self.out += 1;
    }

    /// Recovery begins. `high` is the next new packet. The packets that were received before the
    /// acknowledgement in process do not count: they will not be reported in this recovery. `base` replaces
    /// the packets in flight.
    pub fn start(&mut self, high: u32, base: Option<u32>) {
        (self.delivered, self.out, self.has_begun) = (0, 0, true);
        self.recover_fs = base.unwrap_or(high - self.received_before);
    }

    /// Whether recovery began with the acknowledgement in process.
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Packets in flight at the start of recovery.
    pub fn recover_fs(&self) -> u32 {
        self.recover_fs
    }

    /// Processes an acknowledgement in recovery, or the acknowledgement with which recovery begins. Returns
    /// the new window in packets, or `None` if the acknowledgement reports no packet as received.
    pub fn on_ack(&mut self, facts: PrrFacts) -> Option<f64> {
        let newly_delivered = facts.received.saturating_sub(self.received_before);
        if newly_delivered == 0 && self.delivered > 0 {
            return None;
        }
        self.delivered += newly_delivered;
        let pipe = f64::from(facts.pipe);
        let (delivered, out) = (f64::from(self.delivered), f64::from(self.out));
        let mut count = if pipe > facts.ssthresh {
            // The packets sent stay in proportion to the packets delivered.
            math::ceil(delivered * facts.ssthresh / f64::from(self.recover_fs.max(1))) - out
        } else {
            // Conservative reduction bound: one packet for each packet delivered.
            let mut bound = (delivered - out).max(f64::from(newly_delivered));
            // Slow-start reduction bound: one more packet, if recovery makes progress without a further loss.
            if facts.una > self.una_before && self.newly_lost == 0 {
                bound += 1.0;
            }
            bound.min(f64::from(whole::<u32>(facts.ssthresh - pipe)))
        };
        if self.out == 0 {
            // The first retransmission is always sent.
            count = count.max(1.0);
        }
        Some(pipe + count.max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A recovery in which one acknowledgement arrives for each packet in flight. Packets are sent as soon as
    /// the window allows.
    struct PrrFlow {
        prr: Prr,
        high: u32,
        received: u32,
        pipe: u32,
        una: u32,
        ssthresh: f64,
    }

    impl PrrFlow {
        /// `flight` packets are in flight, and the first `lost` of them are lost and marked. The third
        /// acknowledgement of later packets starts recovery.
        fn new(flight: u32, lost: u32, ssthresh: f64) -> (PrrFlow, u32) {
            let mut flow = PrrFlow {
                prr: Prr::default(),
                high: flight,
                received: 2,
                pipe: flight - 2,
                una: 0,
                ssthresh,
            };
            flow.prr.begin_ack(flow.received, flow.una);
            flow.received += 1;
            flow.pipe -= 1 + lost;
            flow.prr.lose(lost);
            flow.prr.start(flow.high, None);
            let sent = flow.send();
            (flow, sent)
        }

        fn send(&mut self) -> u32 {
            let PrrFlow { received, una, pipe, ssthresh, .. } = *self;
            let Some(window) = self.prr.on_ack(PrrFacts { received, una, pipe, ssthresh }) else { return 0 };
            let mut sent = 0;
            while f64::from(self.pipe) < window {
                self.pipe += 1;
                self.prr.sent();
                sent += 1;
            }
            sent
        }

        /// An acknowledgement reports `packets` as received, moves `una` by `advance`, and shows `lost`
        /// packets to be lost.
        fn ack(&mut self, packets: u32, advance: u32, lost: u32) -> u32 {
            self.prr.begin_ack(self.received, self.una);
            self.received += packets;
            self.una += advance;
            self.pipe -= packets + lost;
            self.prr.lose(lost);
            self.send()
        }
    }

    #[test]
    fn one_loss_halves_the_packets_sent_evenly() {
        // RFC 9937 section 5, first example: 20 packets, packet 0 is lost, half of the packets remain.
        // Packets 1 and 2 were reported before, so RecoverFS is 18. The n-th acknowledgement allows ceil(n 10
        // / 18) packets in total.
        let (mut flow, first) = PrrFlow::new(20, 1, 10.0);
        assert_eq!((flow.prr.recover_fs(), first), (18, 1), "ceil(10 / 18) = 1: the retransmission");
        let sent: Vec<u32> = (0..8).map(|_| flow.ack(1, 0, 0)).collect();
        // ceil(20/18) = 2, ceil(30/18) = 2, 3, 3, 4, 4, 5, 5.
        assert_eq!(sent, [1, 0, 1, 0, 1, 0, 1, 0]);
        while flow.pipe > 10 {
            flow.ack(1, 0, 0);
        }
        assert_eq!(flow.pipe, 10, "recovery reaches the threshold and stays there");
        assert_eq!(flow.ack(1, 0, 0), 1);
        assert_eq!(flow.pipe, 10);
    }

    #[test]
    fn a_burst_of_losses_sends_one_packet_per_delivered_packet() {
        // 20 packets, 15 are lost: the pipe of 2 is below the threshold of 10. The conservative bound sends
        // one packet for each delivered packet.
        let (mut flow, first) = PrrFlow::new(20, 15, 10.0);
        assert_eq!((flow.pipe, first), (3, 1));
        assert_eq!((0..2).map(|_| flow.ack(1, 0, 0)).collect::<Vec<_>>(), [1, 1]);
        // Progress without a further loss adds one packet: slow start.
        assert_eq!(flow.ack(1, 1, 0), 2);
        assert_eq!(flow.ack(1, 1, 0), 2);
        // Progress that shows a further loss does not.
        assert_eq!(flow.ack(1, 1, 1), 1);
    }

    #[test]
    fn the_bounds_never_exceed_the_threshold() {
        let (mut flow, _) = PrrFlow::new(20, 11, 8.5);
        for _ in 0..30 {
            flow.ack(1, 1, 0);
            assert!(flow.pipe <= 8, "{}", flow.pipe);
        }
        assert_eq!(flow.pipe, 8, "whole packets below the threshold of 8.5");
    }

    #[test]
    fn packets_that_were_not_sent_in_time_can_be_sent_later() {
        // 40 packets, threshold 20. The application had no data for 6 acknowledgements; below the threshold
        // the bound catches up.
        let mut prr = Prr { recover_fs: 40, delivered: 30, out: 10, ..Prr::default() };
        prr.begin_ack(30, 0);
        // max(31 - 10, 1) = 21 packets, at most 20 - 12 = 8.
        assert_eq!(prr.on_ack(PrrFacts { received: 31, una: 0, pipe: 12, ssthresh: 20.0 }), Some(20.0));
    }

    #[test]
    fn an_acknowledgement_that_delivers_no_packet_does_not_change_the_window() {
        let (mut flow, _) = PrrFlow::new(20, 1, 10.0);
        flow.prr.begin_ack(flow.received, flow.una);
        let facts = PrrFacts { received: flow.received, una: 0, pipe: flow.pipe, ssthresh: 10.0 };
        assert_eq!(flow.prr.on_ack(facts), None);
    }
}
