//! Packets in flight, in the order of their arrival: a ring, of which only the first packet has an entry in the event queue.

use super::serializer::Mark;
use crate::ground::event_queue::{EventHeap, LATEST, Slot};
use crate::ground::packet::Packet;
use crate::ground::ring::Ring;
use crate::ground::time::{NEVER, Time};

/// A packet and when it arrives, in one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub struct Transit {
    pub at: Time,
    /// On the wire of an egress access link: the remainder of its line after this packet (see `Mark`), so that a change of an
    /// earlier link's rate can recompute the following packets exactly.
    pub carry: u64,
    pub packet: Packet,
}

/// Packets that propagate over one link.
#[derive(Clone, Debug)]
pub struct Wire {
    pub ring: Ring<Transit>,
    /// Time of the valid entry in the event queue; entries of this wire with other times are stale.
    queued: Time,
    /// Where the access line stood after the packet that arrived last (`set_last_mark`).
    last: Mark,
}

impl Default for Wire {
    fn default() -> Self {
        Wire { ring: Ring::default(), queued: NEVER, last: Mark::default() }
    }
}

impl Wire {
    /// Adds a packet behind the others. Its arrival must not be earlier than theirs.
    #[inline(always)]
    pub fn push(&mut self, transit: Transit, slot: Slot, heap: &mut EventHeap) {
        let (at, is_first) = (transit.at, self.ring.is_empty());
        self.ring.push(transit);
        // The event queue comes last, so that no registers have to be saved across this call.
        if is_first && at <= LATEST {
            self.queued = at;
            heap.push(at, slot);
        }
    }

    /// The packet that arrives now, given that an entry of this wire is the first in the event queue. If that entry is stale, removes
    /// it and returns `None`.
    #[inline(always)]
    pub fn arriving(&self, now: Time, heap: &mut EventHeap) -> Option<&Transit> {
        if self.queued != now {
            heap.pop();
            return None;
        }
        self.ring.head()
    }

    /// Removes the packet that arrives, and replaces its entry in the event queue by one for the next packet.
    #[inline(always)]
    pub fn remove_front(&mut self, slot: Slot, heap: &mut EventHeap) {
        match self.ring.drop_front() {
            Some(&Transit { at, .. }) if at <= LATEST => {
                self.queued = at;
                heap.replace_top(at, slot);
            }
            _ => {
                self.queued = NEVER;
                heap.pop();
            }
        }
    }

    /// Remembers where the access line stood after the packet that arrives.
    #[inline(always)]
    pub fn set_last_mark(&mut self, mark: Mark) {
        self.last = mark;
    }

    /// Where the access line stood before it sent the packet at `index`, given the access link's delay.
    pub fn mark_before(&self, index: usize, delay: Time) -> Mark {
        let mark = match index.checked_sub(1).and_then(|i| self.ring.get(i)) {
            Some(previous) => Mark { free_at: previous.at, carry: previous.carry },
            None => self.last,
        };
        Mark { free_at: mark.free_at.saturating_sub(delay), carry: mark.carry }
    }

    /// Updates the entry in the event queue after times in the ring were changed.
    pub fn reschedule(&mut self, slot: Slot, heap: &mut EventHeap) {
        let first = self.ring.front().map_or(NEVER, |transit| transit.at);
        if first != self.queued {
            self.queued = first;
            if first <= LATEST {
                heap.push(first, slot);
            }
        }
    }
}
