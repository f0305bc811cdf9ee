//! The event queue: a binary heap of 64-bit keys. Each slot has at most one valid entry. The code
//! that handles events ignores all other entries of a slot, which are stale.
//!
//! A key consists of a time, a class and an entity, in 47, 3 and 14 bits: enough for a day of simulated time
//! and 4096 connections. Events at equal times are ordered by class and entity, never by the order in which
//! they were pushed. The result of a run therefore does not depend on the order of pushes
//! (docs/architecture.md, "Equal times").

use super::time::Time;
use crate::ground::convert::low_bits;

/// The classes of events, in the order in which events at equal times are processed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub enum Class {
    /// A change of the timeline.
    Timeline = 0,
    /// A link has sent a packet completely. Only links on the event path have such events.
    Departure = 1,
    /// A packet arrives at the far end of a link.
    Propagation = 2,
    /// A packet arrives at the first link of its route, from an access link.
    Ingress = 3,
    /// A packet arrives at its endpoint, from an access link.
    Egress = 4,
    /// An application starts, stops or generates data.
    Source = 5,
    /// A timer of a receiver expires.
    Receiver = 6,
    /// A timer of a sender expires.
    Sender = 7,
}

/// Number of bits of a slot that identify the entity within its class.
const ENTITY_BITS: u32 = 14;
const SLOT_BITS: u32 = ENTITY_BITS + 3;
/// Maximum number of entities of a class.
pub const MAX_ENTITIES: u32 = 1 << ENTITY_BITS;
/// The latest time of a key, later than the end of any run. Later times are replaced by this time, so no key
/// equals `ABSENT`.
pub const LATEST: Time = (Time::MAX >> SLOT_BITS) - 1;

/// The source of an event: a class, and an entity within the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(u32);

impl Slot {
    pub fn new(class: Class, entity: u32) -> Self {
        debug_assert!(entity < MAX_ENTITIES);
        Slot((class as u32) << ENTITY_BITS | entity)
    }

    #[inline]
    pub fn class(self) -> Class {
        match self.0 >> ENTITY_BITS {
            0 => Class::Timeline,
            1 => Class::Departure,
            2 => Class::Propagation,
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

/// A priority queue of events.
#[derive(Clone, Debug)]
pub struct EventHeap {
    /// The smallest key; `ABSENT` if there is none. It is read more often than the heap changes.
    next: u64,
    /// The heap as pairs of siblings, so that one bounds check covers both children of a key. Keys are
    /// numbered from 1, the smallest key. Pair `n` contains the children of key `n`, which are keys `2 n` and
    /// `2 n + 1`. Pair 0 contains a sentinel 0, which stops keys that move up, and key 1. Missing keys are
    /// `ABSENT`.
    pairs: Vec<[u64; 2]>,
    len: usize,
    /// Whether key 1 was popped but not yet removed. The next push replaces it, which takes one pass through
    /// the heap instead of two.
    hole: bool,
}

/// Stands for a missing key. It is larger than every key.
const ABSENT: u64 = u64::MAX;

impl Default for EventHeap {
    fn default() -> Self {
        EventHeap { next: ABSENT, pairs: Vec::new(), len: 0, hole: false }
    }
}

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

    /// The next event, which stays in the queue.
    #[inline]
    pub fn peek(&self) -> Option<(Time, Slot)> {
        (self.next != ABSENT).then_some((self.next_time(), self.next_slot()))
    }

    /// The slot of the next event. The queue must not be empty.
    #[inline]
    pub fn next_slot(&self) -> Slot {
        Slot(low_bits::<u32>(self.next) & ((1 << SLOT_BITS) - 1))
    }

    /// The time of the next event; later than `LATEST` if there is none.
    #[inline]
    pub fn next_time(&self) -> Time {
        self.next >> SLOT_BITS
    }

    /// The smaller child of key 1, and its number.
    #[inline]
    fn smaller_child(&self) -> (u64, usize) {
        let [left, right] = self.pairs.get(1).copied().unwrap_or([ABSENT; 2]);
        (left.min(right), 2 + usize::from(right < left))
    }

    /// Adds an event.
    #[inline]
    pub fn push(&mut self, at: Time, slot: Slot) {
        let key = key(at, slot);
        self.next = self.next.min(key);
        if std::mem::take(&mut self.hole) {
            self.sift_down(1, key);
        } else {
            self.sift_up(key);
        }
    }

    /// Removes the next event. The queue must not be empty.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(!self.is_empty(), "an event is popped from an empty queue");
        if self.hole {
            self.remove(self.smaller_child().1);
        } else {
            self.hole = self.len > 0;
        }
        self.next = self.smaller_child().0;
    }

    /// Replaces the next event by another event, in one pass through the heap instead of a pop and a push.
    /// The queue must not be empty.
    #[inline]
    pub fn replace_top(&mut self, at: Time, slot: Slot) {
        debug_assert!(!self.is_empty(), "an event is replaced in an empty queue");
        let key = key(at, slot);
        if self.hole {
            self.sift_down(self.smaller_child().1, key);
            self.next = self.smaller_child().0;
        } else {
            // Before the change, so that nothing waits for the stores of `sift_down`.
            self.next = key.min(self.smaller_child().0);
            self.sift_down(1, key);
        }
    }

    /// Removes all events of a slot. This takes a pass through all events.
    pub fn remove_slot(&mut self, slot: Slot) {
        let mut rest = Self::with_capacity(self.len());
        while let Some((at, next)) = self.peek() {
            self.pop();
            if next != slot {
                rest.push(at, next);
            }
        }
        *self = rest;
    }

    /// Removes key `n` by moving the last key to its position.
    fn remove(&mut self, n: usize) {
        let Some(last) = self.pairs.as_flattened_mut().get_mut(self.len) else {
            debug_assert!(false, "the heap has fewer keys than its length says");
            return;
        };
        debug_assert!(n <= self.len, "a key that is not in the heap is removed");
        let key = std::mem::replace(last, ABSENT);
        self.len -= 1;
        if n <= self.len {
            self.sift_down(n, key);
        }
    }

    /// Appends a key to the heap and moves it up to its position.
    fn sift_up(&mut self, key: u64) {
        let mut n = self.len + 1;
        let keys = self.pairs.as_flattened_mut();
        if n >= keys.len() {
            return self.grow_and_push(key);
        }
        self.len = n;
        while let Some(&parent) = keys.get(n / 2) {
            if parent <= key {
                break;
            }
            keys[n] = parent;
            n /= 2;
        }
        if let Some(target) = keys.get_mut(n) {
            *target = key;
        }
    }

    #[cold]
    fn grow_and_push(&mut self, key: u64) {
        self.pairs.resize(self.len.div_ceil(2) + 1, [ABSENT; 2]);
        self.pairs[0][0] = 0;
        self.sift_up(key);
    }

    /// Replaces key `n` by `key` and moves it down to its position.
    // Measured: inlined, dumbbells b and d take 0.6 % more instructions.
    #[inline(never)]
    fn sift_down(&mut self, mut n: usize, key: u64) {
        let pairs = self.pairs.as_mut_slice();
        // A branch on which child is smaller would often be mispredicted, so the comparison is an index.
        while let Some(children) = pairs.get(n) {
            let child = usize::from(children[1] < children[0]);
            let smallest = children[child];
            let keys = pairs.as_flattened_mut();
            if key <= smallest {
                keys[n] = key;
                return;
            }
            keys[n] = smallest;
            n = 2 * n + child;
        }
        if let Some(target) = pairs.as_flattened_mut().get_mut(n) {
            *target = key;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn removing_a_slot_keeps_the_other_events() {
        let timeline = Slot::new(Class::Timeline, 0);
        let mut heap = EventHeap::default();
        for at in [3, 1, 4, 1, 5] {
            heap.push(at, Slot::new(Class::Sender, low_bits::<u32>(at)));
            heap.push(at, timeline);
        }
        heap.pop();
        heap.remove_slot(timeline);
        let mut times = Vec::new();
        while let Some((at, slot)) = heap.peek() {
            assert_eq!((slot.class(), u64::from(slot.entity())), (Class::Sender, at));
            times.push(at);
            heap.pop();
        }
        assert_eq!(times, [1, 1, 3, 4, 5]);
        heap.push(2, timeline);
        assert_eq!((heap.len(), heap.peek()), (1, Some((2, timeline))));
    }

    #[test]
    fn equal_times_are_ordered_by_class_and_entity() {
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
    fn events_are_popped_and_replaced_without_a_peek() {
        let slot = |entity| Slot::new(Class::Ingress, entity);
        let mut heap = EventHeap::default();
        (0..7).for_each(|entity| heap.push(Time::from(entity * 10), slot(entity)));
        heap.pop(); // removes 0 and leaves a hole
        heap.pop(); // removes 10 while there is a hole
        assert_eq!((heap.len(), heap.peek()), (5, Some((20, slot(2)))));
        heap.pop();
        heap.replace_top(45, slot(8)); // replaces 30 while 20 has left a hole
        assert_eq!((heap.len(), heap.peek()), (4, Some((40, slot(4)))));
        heap.replace_top(41, slot(9));
        heap.push(5, slot(1));
        heap.push(44, slot(3));
        let mut times = Vec::new();
        while let Some((at, _)) = heap.peek() {
            times.push(at);
            heap.pop();
        }
        assert_eq!(times, [5, 41, 44, 45, 50, 60]);
        assert!(heap.is_empty());
    }

    #[test]
    fn random_operations_match_a_sorted_set() {
        let mut heap = EventHeap::default();
        let mut model = BTreeSet::new();
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 33
        };
        let mut clock = 0;
        for step in 0..100_000 {
            let next = model.first().copied();
            // Only at some steps, because removing an event must work without a `peek` before it.
            if random() % 2 == 0 {
                assert_eq!(heap.peek().map(|(at, slot)| (at, slot.0)), next);
            }
            assert_eq!((heap.len(), heap.is_empty()), (model.len(), model.is_empty()));
            // The queue grows for 500 steps, then shrinks for 500 steps until it is empty.
            let shrinks = step / 500 % 2 == 1;
            let slot = Slot::new(Class::Ingress, step % MAX_ENTITIES);
            let at = clock + random() % 50;
            match (random() % 4, next) {
                (0, Some(first)) | (1, Some(first)) if shrinks || step % 3 == 0 => {
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
                _ if !shrinks || random() % 4 == 0 => {
                    model.insert((at, slot.0));
                    heap.push(at, slot);
                }
                _ => {}
            }
        }
    }
}
