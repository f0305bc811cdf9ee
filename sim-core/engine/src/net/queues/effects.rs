//! The effects of a call to a queue discipline other than its result: drops and marks of packets, signals, and decisions. The link
//! applies and reports all effects after each call. The lists are reused, so that no memory is allocated for a packet.

use crate::ground::packet::{MARKED, Packet};
use crate::ground::time::Time;
use crate::net::link::Cause;

/// The largest number of values that explain a decision.
pub const MAX_INPUTS: usize = 4;

#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Whether the discipline's signals are recorded.
    pub records_signals: bool,
    /// Whether decisions are recorded.
    pub records_decisions: bool,
    pub dropped: Vec<(Packet, Cause)>,
    /// Copies of the packets that were marked, with the mark.
    pub marked: Vec<Packet>,
    /// The index of the signal in the discipline's list, the time, and the value.
    pub signals: Vec<(usize, Time, f64)>,
    /// The connection of the packet, the index of the decision in the discipline's list, and the inputs.
    pub decisions: Vec<(u32, u32, [f64; MAX_INPUTS])>,
}

impl Effects {
    /// Drops a packet that the discipline has removed from the queue.
    #[inline]
    pub fn drop(&mut self, packet: Packet, cause: Cause) {
        self.dropped.push((packet, cause));
    }

    /// Marks a packet if its sender understands marks (RFC 3168 section 5). Otherwise returns false, and the caller must drop it.
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
    pub fn signal(&mut self, index: usize, at: Time, value: f64) {
        if self.records_signals {
            self.signals.push((index, at, value));
        }
    }

    /// Reports a decision about a packet.
    #[inline]
    pub fn decide(&mut self, packet: &Packet, kind: u32, inputs: [f64; MAX_INPUTS]) {
        if self.records_decisions {
            self.decisions.push((packet.conn, kind, inputs));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.dropped.is_empty()
            && self.marked.is_empty()
            && self.signals.is_empty()
            && self.decisions.is_empty()
    }
}
