//! The effects of a call to a queue discipline other than its result: drops and marks of packets, signals,
//! and decisions. The link applies and reports all effects after each call. The lists are reused, so that no
//! memory is allocated for a packet.

use crate::describe::{Decided, SignalIndex};
use crate::ground::packet::MARKED;
use crate::net::queues::prelude::*;

/// The largest number of values that explain a decision.
pub const MAX_INPUTS: usize = 4;

#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Whether the discipline's signals are recorded.
    pub records_signals: bool,
    pub records_decisions: bool,
    pub dropped: Vec<(Packet, Cause)>,
    /// Copies of the packets that were marked, with the mark.
    pub marked: Vec<Packet>,
    /// The signal, the time, and the value.
    pub signals: Vec<(SignalIndex, Time, f64)>,
    /// The connection of the packet, the index of the decision in the discipline's list, and the inputs.
    pub decisions: Vec<(u32, u32, [f64; MAX_INPUTS])>,
}

impl Effects {
    /// Drops a packet that the discipline has removed from the queue.
    #[inline]
    pub fn drop(&mut self, packet: Packet, cause: Cause) {
        self.dropped.push((packet, cause));
    }

    /// Marks a packet if its sender understands marks (RFC 3168 section 5). Otherwise returns false, and the
    /// caller must drop it.
    #[inline]
    pub fn mark(&mut self, packet: &mut Packet) -> bool {
        if packet.flags & MARKED == 0 {
            return false;
        }
        packet.flags |= MARKED;
        self.marked.push(*packet);
        true
    }

    /// Reports the value of one of the discipline's signals.
    #[inline]
    pub fn signal(&mut self, signal: SignalIndex, at: Time, value: f64) {
        if self.records_signals {
            self.signals.push((signal, at, value));
        }
    }

    /// Reports a decision about a packet.
    #[inline]
    pub fn decide<D: Decided>(&mut self, packet: &Packet, decision: D) {
        if self.records_decisions {
            let values = decision.values();
            let values = values.as_ref();
            let mut padded = [0.0; MAX_INPUTS];
            padded[..values.len()].copy_from_slice(values);
            self.decisions.push((packet.conn, D::KIND, padded));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.dropped.is_empty()
            && self.marked.is_empty()
            && self.signals.is_empty()
            && self.decisions.is_empty()
    }
}
