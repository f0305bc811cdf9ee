//! The event queue: a binary heap of 64-bit keys, one pending entry for each slot.
//!
//! A key is (time, class, entity), in 47, 3 and 14 bits: a day of simulated time fits, and 4096 connections. Equal times
//! are ordered by what is due and whose it is, never by when it was pushed, so any correct path through the engine gives
//! the same run (docs/architecture.md, "Equal times").

use super::time::Time;

/// What can be due, in the order in which things of one moment happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub enum Class {
    /// A change of the timeline: before anything else at its moment.
    Timeline = 0,
    /// A link has sent a packet completely (only links that decide at dequeue).
    Departure = 1,
    /// The head of a link's flight arrives at the link's far end.
    Flight = 2,
    /// A packet arrives at the first link of its path, from an access link.
    Ingress = 3,
    /// A packet arrives at its endpoint, from an access link.
    Egress = 4,
    /// An application has more to send, starts or stops.
    Source = 5,
    /// A named timer of a receiver.
    Receiver = 6,
    /// A named timer of a sender.
    Sender = 7,
}

/// Bits of a slot that number the entity within its class.
const ENTITY_BITS: u32 = 14;
const SLOT_BITS: u32 = ENTITY_BITS + 3;
/// How many entities of a class there may be.
pub const MOST_ENTITIES: u32 = 1 << ENTITY_BITS;
/// Later times are all one: no run lasts that long.
const LATEST: Time = Time::MAX >> SLOT_BITS;

/// One thing that can be due: a class and the entity within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(u32);

impl Slot {
    pub fn new(class: Class, entity: u32) -> Self {
        debug_assert!(entity < MOST_ENTITIES);
        Slot((class as u32) << ENTITY_BITS | entity)
    }

    #[inline]
    pub fn class(self) -> Class {
        match self.0 >> ENTITY_BITS {
            0 => Class::Timeline,
            1 => Class::Departure,
            2 => Class::Flight,
            3 => Class::Ingress,
            4 => Class::Egress,
            5 => Class::Source,
            6 => Class::Receiver,
            _ => Class::Sender,
        }
    }

    #[inline]
    pub fn entity(self) -> u32 {
        self.0 & ((1 << ENTITY_BITS) - 1)
    }
}

#[inline]
fn key(at: Time, slot: Slot) -> u64 {
    at.min(LATEST) << SLOT_BITS | u64::from(slot.0)
}

#[derive(Clone, Debug, Default)]
pub struct EventHeap {
    /// The heap, and after it `ABSENT` where the last pair of children would lack one.
    keys: Vec<u64>,
    len: usize,
    /// The first key has been popped and is still in its place: what is pushed next takes it, in one pass instead of two.
    hole: bool,
}

/// Later than every key.
const ABSENT: u64 = u64::MAX;

impl EventHeap {
    pub fn with_capacity(entries: usize) -> Self {
        EventHeap { keys: Vec::with_capacity(entries), ..Self::default() }
    }

    pub fn len(&self) -> usize {
        self.len - usize::from(self.hole)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The next event, left in place: a run may end before it.
    #[inline]
    pub fn peek(&mut self) -> Option<(Time, Slot)> {
        self.fill_hole();
        let key = self.keys.first().copied().filter(|_| self.len > 0)?;
        Some((key >> SLOT_BITS, Slot(key as u32 & ((1 << SLOT_BITS) - 1))))
    }

    #[inline]
    pub fn push(&mut self, at: Time, slot: Slot) {
        let key = key(at, slot);
        if std::mem::take(&mut self.hole) {
            return self.sift_down(key);
        }
        let mut i = self.len;
        if i == self.keys.len() {
            self.grow();
        }
        self.len += 1;
        while i > 0 {
            let parent = (i - 1) / 2;
            if self.keys[parent] <= key {
                break;
            }
            self.keys[i] = self.keys[parent];
            i = parent;
        }
        self.keys[i] = key;
    }

    /// Room for a pair of children, or for the first key.
    fn grow(&mut self) {
        self.keys.resize((self.len + 1) | 1, ABSENT);
    }

    /// Takes the next event away.
    #[inline]
    pub fn pop(&mut self) {
        self.fill_hole();
        self.hole = self.len > 0;
    }

    #[inline]
    fn fill_hole(&mut self) {
        if std::mem::take(&mut self.hole) {
            self.move_last();
        }
    }

    /// Puts the last key in the place of the first.
    fn move_last(&mut self) {
        let Some(last) = self.len.checked_sub(1) else { return };
        self.len = last;
        let key = std::mem::replace(&mut self.keys[last], ABSENT);
        if last > 0 {
            self.sift_down(key);
        }
    }

    /// Puts a new key in the place of the next event: one pass instead of a pop and a push.
    #[inline]
    pub fn replace_top(&mut self, at: Time, slot: Slot) {
        self.fill_hole();
        self.sift_down(key(at, slot));
    }

    #[inline]
    fn sift_down(&mut self, key: u64) {
        let keys = self.keys.as_mut_slice();
        let mut i = 0;
        // Which child is smaller is anybody's guess: computed, not branched on.
        while let Some(&[left, right]) = keys.get(2 * i + 1..2 * i + 3) {
            let smallest = left.min(right);
            if key <= smallest {
                break;
            }
            keys[i] = smallest;
            i = 2 * i + 1 + usize::from(right < left);
        }
        keys[i] = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_times_come_out_by_class_then_entity_whatever_the_order_of_pushing() {
        let mut slots = vec![
            (5, Slot::new(Class::Sender, 0)),
            (5, Slot::new(Class::Egress, 3)),
            (5, Slot::new(Class::Egress, 1)),
            (4, Slot::new(Class::Sender, 9)),
            (5, Slot::new(Class::Timeline, 0)),
        ];
        let mut orders = Vec::new();
        for _ in 0..slots.len() {
            slots.rotate_left(1);
            let mut heap = EventHeap::default();
            for &(at, slot) in &slots {
                heap.push(at, slot);
            }
            let mut order = Vec::new();
            while let Some((at, slot)) = heap.peek() {
                order.push((at, slot.class(), slot.entity()));
                heap.pop();
            }
            orders.push(order);
        }
        let expected = vec![
            (4, Class::Sender, 9),
            (5, Class::Timeline, 0),
            (5, Class::Egress, 1),
            (5, Class::Egress, 3),
            (5, Class::Sender, 0),
        ];
        assert!(orders.iter().all(|order| *order == expected));
    }

    #[test]
    fn random_operations_come_out_sorted() {
        let mut heap = EventHeap::default();
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 33
        };
        let mut clock = 0;
        for step in 0..20_000 {
            let at = clock + next() % 50;
            match (next() % 3, heap.peek()) {
                (0, Some((t, _))) => {
                    assert!(t >= clock);
                    clock = t;
                    heap.pop();
                }
                (1, Some((t, _))) => {
                    assert!(t >= clock);
                    clock = t;
                    heap.replace_top(clock + next() % 50, Slot::new(Class::Flight, step % MOST_ENTITIES));
                }
                _ => heap.push(at, Slot::new(Class::Ingress, step % MOST_ENTITIES)),
            }
        }
        while let Some((t, _)) = heap.peek() {
            assert!(t >= clock);
            clock = t;
            heap.pop();
        }
    }
}
