//! Packets in flight, in the order of their arrival. They are stored in a ring, and only the first packet has an entry in the
//! event queue.

use super::serializer::LineState;
use crate::ground::event_queue::{EventHeap, LATEST, Slot};
use crate::ground::packet::Packet;
use crate::ground::ring::Ring;
use crate::ground::time::{NEVER, Time};

/// A packet and when it arrives, in one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub struct Transit {
    /// When the packet arrives.
    pub at: Time,
    /// On the wire of an egress access link: the `carry` of the line after this packet (see `LineState`). From it, the times of
    /// later packets can be computed again after the rate of an earlier link has changed.
    pub carry: u64,
    pub packet: Packet,
}

/// Packets that propagate over one link.
#[derive(Clone, Debug)]
pub struct Wire {
    pub ring: Ring<Transit>,
    /// Time of the valid entry in the event queue; `NEVER` if there is none. Entries of this wire with other times are stale.
    entry_time: Time,
    /// State of the access line after the packet that arrived last (`set_last_line_state`), plus the link's delay.
    last_line_state: LineState,
}

impl Default for Wire {
    fn default() -> Self {
        Wire { ring: Ring::default(), entry_time: NEVER, last_line_state: LineState::default() }
    }
}

impl Wire {
    /// Adds a packet. It must not arrive earlier than the packets on the wire.
    #[inline]
    pub fn push(&mut self, transit: Transit, slot: Slot, heap: &mut EventHeap) {
        let (at, is_first) = (transit.at, self.ring.is_empty());
        self.ring.push(transit);
        // The call of the event queue comes last, so that no registers have to be saved for it.
        if is_first && at <= LATEST {
            self.entry_time = at;
            heap.push(at, slot);
        }
    }

    /// The packet that arrives now. An entry of this wire must be the first one in the event queue. If this entry is stale,
    /// removes it and returns `None`.
    #[inline]
    pub fn arriving(&self, now: Time, heap: &mut EventHeap) -> Option<&Transit> {
        if self.entry_time != now {
            heap.pop();
            return None;
        }
        self.ring.head()
    }

    /// Removes the first packet, and replaces its entry in the event queue by an entry for the next packet.
    // Measured: out of line, dumbbells b and d take 1 % more instructions.
    #[inline(always)]
    pub fn remove_front(&mut self, slot: Slot, heap: &mut EventHeap) {
        match self.ring.drop_front() {
            Some(&Transit { at, .. }) if at <= LATEST => {
                self.entry_time = at;
                heap.replace_top(at, slot);
            }
            _ => {
                self.entry_time = NEVER;
                heap.pop();
            }
        }
    }

    /// Stores the state of the access line after the packet that arrives now, with the access link's delay added to `free_at`.
    #[inline]
    pub fn set_last_line_state(&mut self, state: LineState) {
        self.last_line_state = state;
    }

    /// The state of the access line before it sent the packet at `index`. `delay` is the access link's delay.
    pub fn line_state_before(&self, index: usize, delay: Time) -> LineState {
        let at_arrival = match index.checked_sub(1).and_then(|i| self.ring.get(i)) {
            Some(previous) => LineState { free_at: previous.at, carry: previous.carry },
            None => self.last_line_state,
        };
        LineState { free_at: at_arrival.free_at.saturating_sub(delay), carry: at_arrival.carry }
    }

    /// Updates the entry in the event queue after arrival times in the ring have changed.
    pub fn reschedule(&mut self, slot: Slot, heap: &mut EventHeap) {
        let first = self.ring.front().map_or(NEVER, |transit| transit.at);
        if first != self.entry_time {
            self.entry_time = first;
            if first <= LATEST {
                heap.push(first, slot);
            }
        }
    }
}
