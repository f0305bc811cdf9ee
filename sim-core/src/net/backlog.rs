//! Packets in service and waiting where departures are computed on arrival, and behind them those that have departed but are
//! not in the books yet.
//!
//! Who is still there follows from (ring, now) at the cost of a comparison; what the books say of a departure - counters,
//! hash, tallies, series - depends on the packet alone. So books are kept for many departures at a time, and always before
//! anybody reads them.

use super::Conn;
use super::link::{Fate, Link, event_hash};
use super::lose_at_exit;
use super::ring::Ring;
use crate::engine::observer::Observer;
use crate::engine::time::Time;

/// A packet in service or waiting. 32 bytes: one is written and read for each packet and link.
#[derive(Clone, Copy, Debug, Default)]
pub struct InSystem {
    pub departs: Time,
    pub arrived: Time,
    pub tx: u32,
    /// The packet's wait at links before, in its units.
    pub waited: u32,
    pub conn: u16,
    pub flow: u16,
    pub size: u16,
    pub feedback: bool,
    pub fate: Fate,
}

const _: () = assert!(size_of::<InSystem>() == 32);

/// So many departures are booked together, unless somebody wants to know before.
const BATCH: usize = 32;

#[derive(Clone, Debug, Default)]
pub struct Backlog {
    /// Departed and not booked, then in service, then waiting.
    ring: Ring<InSystem>,
    departed: usize,
    /// Bytes in service and waiting.
    bytes: u64,
    /// How many of the ring's packets have arrived according to the books, and bytes that wait according to them.
    booked: usize,
    booked_waiting: u64,
    /// Somebody has had to wait since the books were last kept, or did so then.
    queued: bool,
    /// How many of the ring's packets are lost at the exit.
    lost: u32,
}

impl Backlog {
    /// Lets go of what has departed by `now`.
    #[inline(always)]
    pub fn look(&mut self, now: Time) {
        while let Some(entry) = self.ring.get(self.departed) {
            if entry.departs > now {
                break;
            }
            self.bytes -= u64::from(entry.size);
            self.departed += 1;
        }
    }

    /// Enough has departed to be booked together.
    #[inline]
    pub fn wants_booking(&self) -> bool {
        self.departed >= BATCH
    }

    /// Packets in service and waiting, after a look.
    #[inline]
    pub fn len(&self) -> usize {
        self.ring.len() - self.departed
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Waiting packets and bytes, without the one in service.
    #[inline]
    pub fn waiting(&self) -> (u32, u64) {
        match self.front() {
            None => (0, 0),
            Some(first) => (self.len() as u32 - 1, self.bytes - u64::from(first.size)),
        }
    }

    /// The packet in service.
    #[inline]
    pub fn front(&self) -> Option<&InSystem> {
        self.ring.get(self.departed)
    }

    #[inline(always)]
    pub fn push(&mut self, entry: InSystem) {
        self.ring.push(entry);
        self.bytes += u64::from(entry.size);
        self.lost += u32::from(entry.fate.is_lost());
        self.queued |= self.len() > 1;
    }

    pub fn get(&self, index: usize) -> Option<&InSystem> {
        self.ring.get(self.departed + index)
    }

    pub fn get_mut(&mut self, index: usize) -> Option<&mut InSystem> {
        self.ring.get_mut(self.departed + index)
    }

    /// Packets in service and waiting.
    pub fn iter(&self) -> impl Iterator<Item = &InSystem> + '_ {
        self.ring.iter().skip(self.departed)
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.ring.bytes()
    }
}

/// Books what has arrived and what has departed since the books were last kept: departures in their order, and the levels of
/// the queue in theirs.
#[inline(never)]
pub fn keep_books(link: &mut Link, l: u32, conns: &[Conn], obs: &mut Observer) {
    let mut from = 0;
    while from < link.system.departed {
        let lost = link.system.next_lost(from);
        let to = lost.map_or(link.system.departed, |place| place + 1);
        book_departures(link, l, from, to, obs);
        if let Some(&entry) = lost.and_then(|place| link.system.ring.get(place)) {
            lose_at_exit(link, l, &entry, conns, obs);
            link.system.lost -= 1;
        }
        from = to;
    }
    let system = &mut link.system;
    if !system.queued {
        // Nobody waited: there is nothing to tell of levels.
        system.booked = system.ring.len();
    } else if let Some(mut books) = obs.link_books(l) {
        system.book_levels(|at, packets, bytes| books.queue(at, packets, bytes));
        books.close_levels();
    }
    system.forget_departed();
}

fn book_departures(link: &mut Link, l: u32, from: usize, to: usize, obs: &mut Observer) {
    let parts = link.system.ring.slices(from, to);
    let mut last = link.last_departure;
    if let Some(mut books) = obs.link_books(l) {
        for part in parts {
            last = books.departures(part, last, link.system.queued);
        }
    }
    // In a loop of its own: both need all of the processor's registers.
    let (mut hash, mut bytes, mut last_kept) = (link.hash, 0, None);
    for entry in parts.into_iter().flatten() {
        hash = hash.wrapping_add(event_hash(entry.departs, entry.conn.into(), entry.tx, entry.feedback, 0));
        bytes += u64::from(entry.size);
        if !entry.fate.is_lost() {
            last_kept = Some(entry.departs);
        }
    }
    (link.hash, link.last_departure) = (hash, last);
    link.counters.departures += (to - from) as u64;
    link.counters.departed_bytes += bytes;
    if let Some(departs) = last_kept {
        link.departed_arrival = link.departed_arrival.max(departs + link.delay);
    }
}

impl Backlog {
    /// All that has departed is in the books.
    fn forget_departed(&mut self) {
        self.ring.drop_many(self.departed);
        self.booked -= self.departed;
        self.departed = 0;
        self.queued = self.len() > 1;
    }

    /// The first packet from a place on that departed to be lost.
    #[inline]
    fn next_lost(&self, from: usize) -> Option<usize> {
        if self.lost == 0 {
            return None;
        }
        (from..self.departed).find(|&place| self.ring.get(place).is_some_and(|entry| entry.fate.is_lost()))
    }

    /// Tells what waited after each arrival that made somebody wait, and after each departure that left somebody.
    #[inline(always)]
    fn book_levels(&mut self, mut tell: impl FnMut(Time, u32, u64)) {
        let (mut there, mut bytes) = (self.booked, self.booked_waiting);
        let mut serving = self.ring.get(0);
        let mut gone = 0;
        while let Some(&InSystem { departs, .. }) = serving.filter(|_| gone < self.departed) {
            // What departs at the moment of an arrival goes before it, but nothing departs before it has arrived.
            while let Some(entry) =
                self.ring.get(there).filter(|entry| entry.arrived < departs || there <= gone)
            {
                there += 1;
                if there - gone > 1 {
                    bytes += u64::from(entry.size);
                    tell(entry.arrived, (there - gone - 1) as u32, bytes);
                }
            }
            gone += 1;
            serving = self.ring.get(gone);
            if let Some(next) = serving.filter(|_| there > gone) {
                bytes -= u64::from(next.size);
                tell(departs, (there - gone - 1) as u32, bytes);
            }
        }
        while let Some(entry) = self.ring.get(there) {
            there += 1;
            if there - gone > 1 {
                bytes += u64::from(entry.size);
                tell(entry.arrived, (there - gone - 1) as u32, bytes);
            }
        }
        (self.booked, self.booked_waiting) = (there, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep(system: &mut Backlog, told: &mut Vec<(Time, u32, u64)>) {
        system.book_levels(|at, packets, bytes| told.push((at, packets, bytes)));
        system.forget_departed();
    }

    #[test]
    fn levels_are_the_same_however_often_the_books_are_kept() {
        // Packets of 1 to 4 bytes at a byte per tick; arrivals at random, some at the very moment of a departure. Kept at every
        // arrival, the levels are those of a queue that is watched all the time.
        let told = |every: usize| {
            let (mut system, mut told, mut free_at, mut now, mut draw) =
                (Backlog::default(), Vec::new(), 0, 0, 7_u64);
            for number in 0..2000 {
                draw = draw.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                now += (draw >> 40) % 6;
                system.look(now);
                if number % every == 0 {
                    keep(&mut system, &mut told);
                }
                let size = 1 + (draw >> 50) as u16 % 4;
                free_at = now.max(free_at) + u64::from(size);
                system.push(InSystem { departs: free_at, arrived: now, size, ..InSystem::default() });
            }
            system.look(Time::MAX);
            keep(&mut system, &mut told);
            assert_eq!((system.ring.len(), system.booked, system.booked_waiting, system.bytes), (0, 0, 0, 0));
            told
        };
        let watched = told(1);
        assert!(watched.iter().any(|level| level.1 > 5) && watched.is_sorted_by_key(|level| level.0));
        for every in [2, 3, 17, 400, 5000] {
            assert_eq!(told(every), watched, "every {every}");
        }
    }
}
