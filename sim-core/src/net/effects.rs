//! What a queue discipline does besides taking and giving packets: drops, marks, values of its own signals, and why. The
//! link books all of it after each call. Kept and reused, so that nothing is allocated per packet.

use super::link::Cause;
use crate::ground::packet::{ECN_CAPABLE, MARKED, Packet};
use crate::ground::time::Time;

/// Values of a decision.
pub const INPUTS: usize = 4;

#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Somebody watches the discipline's signals.
    pub watched: bool,
    /// Somebody wants to know why.
    pub explains: bool,
    pub dropped: Vec<(Packet, Cause)>,
    /// The packets as they are after marking.
    pub marked: Vec<Packet>,
    /// Place in the discipline's signals, when, and the value.
    pub signals: Vec<(usize, Time, f64)>,
    /// Connection, place in the discipline's decisions, inputs.
    pub decisions: Vec<(u32, u32, [f64; INPUTS])>,
}

impl Effects {
    /// A packet that was in the queue is dropped.
    #[inline]
    pub fn drop(&mut self, packet: Packet, cause: Cause) {
        self.dropped.push((packet, cause));
    }

    /// Marks the packet if its sender understands marks; false: it must be dropped instead.
    #[inline]
    pub fn mark(&mut self, packet: &mut Packet) -> bool {
        if packet.flags & ECN_CAPABLE == 0 {
            return false;
        }
        packet.flags |= MARKED;
        self.marked.push(*packet);
        true
    }

    #[inline]
    pub fn signal(&mut self, index: usize, at: Time, value: f64) {
        if self.watched {
            self.signals.push((index, at, value));
        }
    }

    #[inline]
    pub fn decide(&mut self, packet: &Packet, kind: u32, inputs: [f64; INPUTS]) {
        if self.explains {
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
