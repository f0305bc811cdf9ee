//! The TFRC receiver's loss events (RFC 5348 sections 5.1, 5.2 and 6.3.1).

use super::{LossEvent, MAX_PENDING, PacketArrival, ReceiverRules, TfrcReceiver};
use crate::analysis::equation::{ThroughputEquation, Timeout};
use crate::ground::convert::whole;
use crate::ground::time::Time;

impl TfrcReceiver {
    /// Processes an arrival: determines which packets now count as arrived or lost. Returns whether a loss
    /// event began.
    pub(super) fn resolve(&mut self, arrival: PacketArrival) -> bool {
        let Some(resolved) = self.resolved else {
            // Packets lost before the first arrival count as lost at the time of the first arrival.
            self.resolved = Some(arrival);
            return arrival.seq > 0 && !self.is_ns2() && self.record_losses(0, arrival.seq, arrival, arrival);
        };
        if arrival.seq <= resolved.seq {
            return false;
        }
        if arrival.seq == resolved.seq + 1 && self.pending_len == 0 {
            self.resolved = Some(arrival);
            return false;
        }
        let position = self.pending[..self.pending_len].partition_point(|p| p.seq < arrival.seq);
        if self.pending_len < MAX_PENDING {
            self.pending[position..=self.pending_len].rotate_right(1);
            self.pending[position] = arrival;
            self.pending_len += 1;
        }
        self.resolve_pending()
    }

    /// Resolves the pending packets up to the first gap whose packets may still arrive. Returns whether a
    /// loss event began.
    fn resolve_pending(&mut self) -> bool {
        let mut began = false;
        while let (Some(resolved), true) = (self.resolved, self.pending_len > 0) {
            let first = self.pending[0];
            if first.seq > resolved.seq + 1 {
                // The packets in the gap are lost once NDUPACK later packets have arrived (RFC 5348
                // section 5.1).
                if self.pending_len < self.settings.ndupack as usize {
                    break;
                }
                began |= self.record_losses(resolved.seq + 1, first.seq, resolved, first);
            }
            self.resolved = Some(first);
            self.pending[..self.pending_len].rotate_left(1);
            self.pending_len -= 1;
        }
        began
    }

    /// Processes the loss of packets `from..to` between the arrivals `before` and `after`. The times of the
    /// lost packets are interpolated (RFC 5348 section 5.2). Returns whether a loss event began.
    fn record_losses(&mut self, from: u32, to: u32, before: PacketArrival, after: PacketArrival) -> bool {
        self.losses_since_report += to - from;
        let distance = f64::from(after.seq.saturating_sub(before.seq).max(1));
        // A reordered packet can have a later time than the next packet in sequence.
        let step = after.time.saturating_sub(before.time) as f64 / distance;
        let mut began = false;
        for seq in from..to {
            let ahead = f64::from(seq.saturating_sub(before.seq));
            began |= self.record_loss(PacketArrival { seq, time: before.time + whole::<Time>(ahead * step) });
        }
        began
    }

    /// Processes the loss of one packet. Returns whether it began a loss event.
    fn record_loss(&mut self, lost: PacketArrival) -> bool {
        let Some(event) = self.event else {
            if self.early_loss.is_none() {
                self.early_loss = Some(lost);
            }
            return false;
        };
        // A loss begins a new event if it is more than one round trip after the start of the last event
        // (section 5.2). ns-2 also requires that the sender has received a report since the last event.
        let is_separate = lost.time > event.time + self.rtt;
        if !is_separate || (self.is_ns2() && self.fields.round <= event.round) {
            return false;
        }
        // ns-2's interval includes the packet that ends it, the RFC's the packet that begins it. Both have
        // the same length.
        self.history.close(f64::from(lost.seq.saturating_sub(event.first)));
        self.event = Some(LossEvent { first: lost.seq, time: lost.time, round: self.fields.round });
        self.has_new_event = true;
        true
    }

    /// After the first loss, once the round-trip time is known: begins the history with the loss interval for
    /// which the equation yields the receive rate (RFC 5348 section 6.3.1). Returns whether the history
    /// began.
    pub(super) fn begin_history(&mut self, now: Time) -> bool {
        let (Some(first), true) = (self.early_loss, self.fields.rtt > 0.0) else { return false };
        let size = f64::from(self.size);
        let x_recv = self.x_recv(now);
        let mut target = match self.settings.rules {
            ReceiverRules::Rfc5348 => x_recv.max(self.largest_x_recv),
            ReceiverRules::Rfc3448 | ReceiverRules::Ns2 => x_recv,
        };
        if target <= 0.0 {
            target = size / (2.0 * self.fields.rtt);
        }
        let timeout = Timeout::Seconds(self.fields.timeout);
        let equation = ThroughputEquation { timeout, ..self.settings.equation };
        let interval = 1.0 / equation.loss_for_rate(size, self.fields.rtt, target);
        let (interval, event) = if self.is_ns2() {
            // In ns-2 the interval is a whole number, and the event begins at the packet that revealed the
            // loss.
            let event =
                LossEvent { first: self.newest.seq, time: self.newest.time, round: self.fields.round };
            (whole::<u64>(interval) as f64, event)
        } else {
            (interval, LossEvent { first: first.seq, time: first.time, round: self.fields.round })
        };
        self.history.begin(interval);
        self.event = Some(event);
        self.has_new_event = true;
        true
    }
}
