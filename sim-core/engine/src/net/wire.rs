//! Packets in flight, in the order of their arrival. Only the first packet of a wire has an entry in the
//! event queue.
//!
//! The packets of all wires are in one store, linked in the order of each wire. The store reuses the position
//! that was freed last, because it is still in the processor's cache. The number of positions is the largest
//! number of packets that were in flight at one time. Measured: with a ring for each wire, dumbbell e takes
//! 20 % more time and 16 MiB more memory, and a, b and d take 3 % fewer instructions.

use super::serializer::LineState;
use crate::ground::convert::narrow;
use crate::ground::event_queue::{EventHeap, LATEST, Slot};
use crate::ground::packet::Packet;
use crate::ground::time::{NEVER, Time};

/// A packet and when it arrives, in one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub struct Transit {
    /// When the packet arrives.
    pub at: Time,
    /// On the wire of an egress access link: the `carry` of the line after this packet (see `LineState`).
    /// From it, the times of later packets can be computed again after the rate of an earlier link has
    /// changed.
    pub carry: u64,
    pub packet: Packet,
}

/// The index of a position in a [`TransitStore`].
pub type Place = u32;

/// No place. At this index, the store has a packet that never arrives.
const NONE: Place = 0;

/// The packets of all wires of a network.
#[derive(Clone, Debug)]
pub struct TransitStore {
    transits: Vec<Transit>,
    /// For each position, the next position: on the same wire, or in the list of free positions.
    next: Vec<Place>,
    /// There is always a free position.
    first_free: Place,
}

impl Default for TransitStore {
    fn default() -> Self {
        let never = Transit { at: NEVER, ..Transit::default() };
        let mut store = TransitStore { transits: vec![never], next: vec![NONE], first_free: NONE };
        store.grow();
        store
    }
}

impl TransitStore {
    /// Heap memory used, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.transits.as_slice()) + size_of_val(self.next.as_slice())
    }

    fn get(&self, place: Place) -> Option<&Transit> {
        self.transits.get(place as usize).filter(|_| place != NONE)
    }

    pub fn get_mut(&mut self, place: Place) -> Option<&mut Transit> {
        self.transits.get_mut(place as usize).filter(|_| place != NONE)
    }

    /// The position of the packet after the packet at `place`.
    #[inline]
    pub fn following(&self, place: Place) -> Place {
        self.next.get(place as usize).copied().unwrap_or(NONE)
    }

    #[inline]
    fn link(&mut self, place: Place, next: Place) {
        if let Some(link) = self.next.get_mut(place as usize) {
            *link = next;
        }
    }

    /// Adds free places, half as many as there are.
    #[cold]
    fn grow(&mut self) {
        let first = self.transits.len();
        let count = (first / 2).max(64);
        self.transits.reserve_exact(count);
        self.next.reserve_exact(count);
        self.transits.resize(first + count, Transit::default());
        self.next.extend((1..count).map(|i| narrow::<Place>(first + i)));
        self.next.push(NONE);
        self.first_free = narrow::<Place>(first);
    }

    /// Frees a position and returns the next position of its wire.
    #[inline]
    fn free(&mut self, place: Place) -> Place {
        let Some(link) = self.next.get_mut(place as usize) else { return NONE };
        let next = std::mem::replace(link, self.first_free);
        self.first_free = place;
        next
    }
}

/// Packets that propagate over one link.
#[derive(Clone, Debug)]
pub struct Wire {
    first: Place,
    last: Place,
    len: u32,
    /// Time of the valid entry in the event queue; `NEVER` if there is none. Entries of this wire with other
    /// times are stale.
    entry_time: Time,
    /// State of the access line after the packet that arrived last (`set_last_line_state`), plus the link's
    /// delay.
    last_line_state: LineState,
}

impl Default for Wire {
    fn default() -> Self {
        let last_line_state = LineState::default();
        Wire { first: NONE, last: NONE, len: 0, entry_time: NEVER, last_line_state }
    }
}

impl Wire {
    /// Number of packets on the wire.
    pub fn count(&self) -> usize {
        self.len as usize
    }

    /// Adds a packet. It must not arrive earlier than the packets on the wire.
    // Measured: out of line, the packet is copied twice, and dumbbells a, b and d take 6 % more instructions.
    #[inline(always)]
    pub fn push(&mut self, transit: Transit, slot: Slot, heap: &mut EventHeap, store: &mut TransitStore) {
        let at = transit.at;
        let is_first = self.append(transit, store);
        // The call of the event queue comes last, so that no registers have to be saved for it.
        if is_first && at <= LATEST {
            self.entry_time = at;
            heap.push(at, slot);
        }
    }

    /// Adds a packet without an entry in the event queue. Returns whether it is the only packet on the wire.
    // Measured: see `push`.
    #[inline(always)]
    pub fn append(&mut self, transit: Transit, store: &mut TransitStore) -> bool {
        let place = store.first_free;
        if let Some(target) = store.transits.get_mut(place as usize) {
            *target = transit;
        }
        if let Some(next) = store.next.get_mut(place as usize) {
            store.first_free = std::mem::replace(next, NONE);
        }
        if store.first_free == NONE {
            store.grow();
        }
        self.len += 1;
        let before = std::mem::replace(&mut self.last, place);
        if self.first != NONE {
            store.link(before, place);
            return false;
        }
        self.first = place;
        true
    }

    /// The packet that arrives now. The first entry in the event queue must be an entry of this wire. If this
    /// entry is stale, removes it and returns `None`.
    #[inline]
    pub fn arriving<'a>(
        &self,
        now: Time,
        heap: &mut EventHeap,
        store: &'a TransitStore,
    ) -> Option<&'a Transit> {
        if self.entry_time != now {
            heap.pop();
            return None;
        }
        store.transits.get(self.first as usize)
    }

    /// Removes the first packet, and replaces its entry in the event queue by an entry for the next packet.
    // Measured: out of line, dumbbells b and d take 1 % more instructions.
    #[inline(always)]
    pub fn remove_front(&mut self, slot: Slot, heap: &mut EventHeap, store: &mut TransitStore) {
        let next = store.free(self.first);
        self.first = next;
        self.len = self.len.wrapping_sub(1);
        match store.transits.get(next as usize) {
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

    /// Stores the state of the access line after the packet that arrives now, with the access link's delay
    /// added to `free_at`.
    #[inline]
    pub fn set_last_line_state(&mut self, state: LineState) {
        self.last_line_state = state;
    }

    /// The packet that arrives last.
    pub fn last<'a>(&self, store: &'a TransitStore) -> Option<&'a Transit> {
        if self.len == 0 { None } else { store.get(self.last) }
    }

    /// The packets in the order of their arrival.
    pub fn iter<'a>(&self, store: &'a TransitStore) -> impl Iterator<Item = &'a Transit> + use<'a> {
        let mut place = self.first;
        (0..self.len).map_while(move |_| {
            let transit = store.get(place);
            place = store.following(place);
            transit
        })
    }

    /// The position of the packet at `index`, and the state of the access line before it sent this packet.
    /// `delay` is the access link's delay.
    pub fn place_at(&self, index: usize, delay: Time, store: &TransitStore) -> (Place, LineState) {
        let (mut place, mut at_arrival) = (self.first, self.last_line_state);
        for transit in self.iter(store).take(index) {
            at_arrival = LineState { free_at: transit.at, carry: transit.carry };
            place = store.following(place);
        }
        (place, LineState { free_at: at_arrival.free_at.saturating_sub(delay), carry: at_arrival.carry })
    }

    /// Removes all packets, but not the entry in the event queue.
    #[cfg(any(test, feature = "testing"))]
    pub fn take_all(&mut self, store: &mut TransitStore) -> Vec<Packet> {
        let packets = self.iter(store).map(|transit| transit.packet).collect();
        for _ in 0..std::mem::take(&mut self.len) {
            self.first = store.free(self.first);
        }
        packets
    }

    /// Removes the entry of the first packet from the event queue, in which the first entry must be an entry
    /// of this wire with the time `at`. Returns whether the entry was valid.
    pub fn unschedule_first(&mut self, at: Time, heap: &mut EventHeap) -> bool {
        heap.pop();
        let is_valid = self.entry_time == at;
        if is_valid {
            self.entry_time = NEVER;
        }
        is_valid
    }

    /// Updates the entry in the event queue after arrival times have changed.
    pub fn reschedule(&mut self, slot: Slot, heap: &mut EventHeap, store: &TransitStore) {
        let first = self.iter(store).next().map_or(NEVER, |transit| transit.at);
        if first != self.entry_time {
            self.entry_time = first;
            if first <= LATEST {
                heap.push(first, slot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::ground::event_queue::Class;
    use crate::ground::rng::{Purpose, Rng};

    /// Wires that share a store behave like queues of their own.
    #[test]
    fn packets_of_several_wires_stay_in_order() {
        const WIRES: usize = 7;
        let (mut store, mut heap, mut rng) =
            (TransitStore::default(), EventHeap::with_capacity(8), Rng::new(7, Purpose::Impairment, 0));
        let mut wires = vec![Wire::default(); WIRES];
        let mut model = vec![VecDeque::new(); WIRES];
        let (mut now, mut last_arrival, mut most) = (0, 0, 0);
        for number in 0..20_000u32 {
            // Phases of growing and of shrinking numbers of packets.
            if rng.below(100) < if number % 4000 < 2000 { 60 } else { 40 } {
                let wire = narrow::<usize>(rng.below(WIRES as u64));
                last_arrival = last_arrival.max(now) + 1 + rng.below(50);
                let packet = Packet { seq: number, ..Packet::default() };
                let slot = Slot::new(Class::Ingress, narrow::<u32>(wire));
                let transit = Transit { at: last_arrival, carry: u64::from(number), packet };
                wires[wire].push(transit, slot, &mut heap, &mut store);
                model[wire].push_back((last_arrival, number));
            } else if let Some((at, slot)) = heap.peek() {
                now = at;
                let wire = slot.entity() as usize;
                let arrived = wires[wire].arriving(now, &mut heap, &store).map(|t| (t.at, t.packet.seq));
                assert_eq!(arrived, model[wire].pop_front());
                wires[wire].remove_front(slot, &mut heap, &mut store);
            }
            most = most.max(model.iter().map(VecDeque::len).sum::<usize>());
            let wire = number as usize % WIRES;
            let expected: Vec<_> = model[wire].iter().copied().collect();
            assert_eq!(wires[wire].iter(&store).map(|t| (t.at, t.packet.seq)).collect::<Vec<_>>(), expected);
            assert_eq!(wires[wire].last(&store).map(|t| t.at), expected.last().map(|e| e.0));
            assert_eq!(wires[wire].count(), expected.len());
        }
        assert!(most > 200, "the store must have grown: {most}");
        assert!(store.transits.len() < 2 * most, "{} places for {most} packets", store.transits.len());
        for (wire, model) in wires.iter_mut().zip(&model) {
            let taken: Vec<u32> = wire.take_all(&mut store).iter().map(|packet| packet.seq).collect();
            assert_eq!(taken, model.iter().map(|entry| entry.1).collect::<Vec<_>>());
            assert_eq!((wire.count(), wire.iter(&store).count()), (0, 0));
        }
    }

    #[test]
    fn places_are_found_with_the_state_of_the_line_before_them() {
        let (mut store, mut heap) = (TransitStore::default(), EventHeap::with_capacity(8));
        let mut wire = Wire::default();
        let slot = Slot::new(Class::Egress, 0);
        wire.set_last_line_state(LineState { free_at: 30, carry: 9 });
        for at in [100, 200, 300] {
            let packet = Packet { seq: narrow::<u32>(at), ..Packet::default() };
            wire.push(Transit { at, carry: at / 10, packet }, slot, &mut heap, &mut store);
        }
        let (first, before) = wire.place_at(0, 5, &store);
        assert_eq!(before, LineState { free_at: 25, carry: 9 });
        let (third, before) = wire.place_at(2, 5, &store);
        assert_eq!(before, LineState { free_at: 195, carry: 20 });
        assert_eq!(store.following(store.following(first)), third);
        assert_eq!(store.get_mut(third).map(|transit| transit.packet.seq), Some(300));
        let (behind, _) = wire.place_at(3, 5, &store);
        assert!(store.get_mut(behind).is_none());
    }
}
