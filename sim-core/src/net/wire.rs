//! Packets in flight, in the order in which they will arrive: a ring, of which only the head is in the event queue.

use super::serializer::Mark;
use crate::ground::event_queue::{EventHeap, LATEST, Slot};
use crate::ground::packet::Packet;
use crate::ground::ring::Ring;
use crate::ground::time::{NEVER, Time};

/// A packet and when it arrives: one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub struct Transit {
    pub at: Time,
    /// Remainder of the access link's line after this packet, so that a changed rate upstream can be applied exactly.
    pub carry: u64,
    pub packet: Packet,
}

#[derive(Clone, Debug)]
pub struct Wire {
    pub ring: Ring<Transit>,
    /// Time of the entry in the event queue that counts; others of this wire are stale.
    queued: Time,
    /// Arrival and remainder of the packet that arrived last, where that is asked for (`pass`).
    last: Mark,
}

impl Default for Wire {
    fn default() -> Self {
        Wire { ring: Ring::default(), queued: NEVER, last: Mark::default() }
    }
}

impl Wire {
    #[inline(always)]
    pub fn push(&mut self, transit: Transit, slot: Slot, heap: &mut EventHeap) {
        let (at, first) = (transit.at, self.ring.is_empty());
        self.ring.push(transit);
        // Last, so that whoever calls this keeps nothing in mind meanwhile.
        if first && at <= LATEST {
            self.queued = at;
            heap.push(at, slot);
        }
    }

    /// The wire's entry is at the top of the event queue, at time `now`: the packet that arrives. `None` if the entry is stale;
    /// it is gone then.
    #[inline(always)] // Once per event: a packet that a call returns is copied twice.
    pub fn arriving(&self, now: Time, heap: &mut EventHeap) -> Option<&Transit> {
        if self.queued != now {
            heap.pop();
            return None;
        }
        self.ring.head()
    }

    /// Lets go of the packet that arrives, and leaves the event queue with an entry for the next one.
    #[inline(always)]
    pub fn advance(&mut self, slot: Slot, heap: &mut EventHeap) {
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

    /// Remembers where the access line stood after a packet that arrives.
    #[inline(always)]
    pub fn pass(&mut self, mark: Mark) {
        self.last = mark;
    }

    /// Where the access line stood before the transit at `index`, given the access link's delay.
    pub fn mark_before(&self, index: usize, delay: Time) -> Mark {
        let mark = match index.checked_sub(1).and_then(|i| self.ring.get(i)) {
            Some(before) => Mark { free_at: before.at, carry: before.carry },
            None => self.last,
        };
        Mark { free_at: mark.free_at.saturating_sub(delay), carry: mark.carry }
    }

    /// After times in the ring were changed: the head's entry in the event queue is made to fit.
    pub fn requeue(&mut self, slot: Slot, heap: &mut EventHeap) {
        let head = self.ring.front().map_or(NEVER, |t| t.at);
        if head != self.queued {
            self.queued = head;
            if head <= LATEST {
                heap.push(head, slot);
            }
        }
    }
}
