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
/// Later times are all one: no run lasts that long. No key is as late as `ABSENT`.
pub const LATEST: Time = (Time::MAX >> SLOT_BITS) - 1;

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
    /// The heap by pairs of siblings: the first entry is key 1, second of the first pair, and pair `n` has the children of
    /// key `n`, keys `2 n` and `2 n + 1`. `ABSENT` where there is none. In pairs so that one look at the length does for both.
    /// Before the first entry stands a zero, below which nothing rises.
    pairs: Vec<[u64; 2]>,
    len: usize,
    /// The first key has been popped and is still in its place, which the next key pushed takes: one pass instead of two.
    hole: bool,
    /// The key that `peek` has told of: the first, or where that is popped, the smaller of those below it.
    next: usize,
}

/// Later than every key.
const ABSENT: u64 = u64::MAX;

impl EventHeap {
    pub fn with_capacity(entries: usize) -> Self {
        EventHeap { pairs: Vec::with_capacity(entries / 2 + 1), ..Self::default() }
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
        let [_, mut key] = *self.pairs.first()?;
        self.next = 1;
        if self.hole {
            let [left, right] = *self.pairs.get(1)?;
            key = left.min(right);
            self.next = 2 + usize::from(right < left);
        }
        (key != ABSENT).then_some((key >> SLOT_BITS, Slot(key as u32 & ((1 << SLOT_BITS) - 1))))
    }

    #[inline]
    pub fn push(&mut self, at: Time, slot: Slot) {
        let key = key(at, slot);
        if std::mem::take(&mut self.hole) {
            self.next = 1;
            self.sift_down(1, key);
        } else {
            self.sift_up(key);
        }
    }

    /// Takes away the event that `peek` has just told.
    #[inline]
    pub fn pop(&mut self) {
        if self.hole {
            self.fill(self.next);
        } else {
            self.hole = self.len > 0;
        }
    }

    /// Puts a new key in the place of the event that `peek` has just told: one pass instead of a pop and a push.
    #[inline]
    pub fn replace_top(&mut self, at: Time, slot: Slot) {
        self.sift_down(self.next, key(at, slot));
    }

    /// Puts the last key in the place of one that is popped.
    fn fill(&mut self, place: usize) {
        let Some(last) = self.pairs.as_flattened_mut().get_mut(self.len) else { return };
        debug_assert!(place <= self.len);
        let key = std::mem::replace(last, ABSENT);
        self.len -= 1;
        if place <= self.len {
            self.sift_down(place, key);
        }
    }

    /// Puts a key at the end, and where it belongs from there.
    #[inline(never)] // On its own so that who arms a timer that need not be moved saves no registers for it.
    fn sift_up(&mut self, key: u64) {
        let mut n = self.len + 1;
        let keys = self.pairs.as_flattened_mut();
        if n >= keys.len() {
            return self.grow_and_push(key);
        }
        self.len = n;
        while let Some(&above) = keys.get(n / 2) {
            if above <= key {
                break;
            }
            keys[n] = above;
            n /= 2;
        }
        if let Some(place) = keys.get_mut(n) {
            *place = key;
        }
    }

    #[cold]
    #[inline(never)]
    fn grow_and_push(&mut self, key: u64) {
        self.pairs.resize(self.len.div_ceil(2) + 1, [ABSENT; 2]);
        self.pairs[0][0] = 0;
        self.sift_up(key);
    }

    /// Puts a key over the `n`th, and where it belongs from there.
    #[inline(never)]
    fn sift_down(&mut self, mut n: usize, key: u64) {
        let pairs = self.pairs.as_mut_slice();
        // Which child is smaller is anybody's guess: computed, not branched on.
        while let Some(&[left, right]) = pairs.get(n) {
            let smallest = left.min(right);
            let keys = pairs.as_flattened_mut();
            if key <= smallest {
                keys[n] = key;
                return;
            }
            keys[n] = smallest;
            n = 2 * n + usize::from(right < left);
        }
        if let Some(place) = pairs.as_flattened_mut().get_mut(n) {
            *place = key;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

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
    fn random_operations_come_out_as_from_a_sorted_set() {
        let mut heap = EventHeap::default();
        let mut model = BTreeSet::new();
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 33
        };
        let mut clock = 0;
        for step in 0..100_000 {
            let next = heap.peek().map(|(at, slot)| (at, slot.0));
            assert_eq!(next, model.first().copied());
            assert_eq!((heap.len(), heap.is_empty()), (model.len(), model.is_empty()));
            // Spells of growth and of decline, down to nothing.
            let declines = step / 500 % 2 == 1;
            let slot = Slot::new(Class::Ingress, step % MOST_ENTITIES);
            let at = clock + random() % 50;
            match (random() % 4, next) {
                (0, Some(first)) | (1, Some(first)) if declines || step % 3 == 0 => {
                    clock = first.0;
                    model.pop_first();
                    heap.pop();
                }
                (0 | 1, Some(first)) => {
                    clock = first.0;
                    model.pop_first();
                    model.insert((clock + at % 50, slot.0));
                    heap.replace_top(clock + at % 50, slot);
                }
                _ if !declines || random() % 4 == 0 => {
                    model.insert((at, slot.0));
                    heap.push(at, slot);
                }
                _ => {}
            }
        }
    }
}
