//! Packets in service and waiting where departures are computed on arrival, and behind them those that have departed but are
//! not in the books yet.
//!
//! Who is still there follows from (ring, now) at the cost of a comparison; what the books say of a departure - counters,
//! hash, tallies, series - depends on the packet alone. So books are kept for many departures at a time, and always before
//! anybody reads them.

use super::Conn;
use super::link::{Fate, Link, event_hash};
use super::lose_at_exit;
use super::observer::{LinkObserver, NetworkObserver};
use crate::ground::ring::Ring;
use crate::ground::time::{NEVER, Time};

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

#[derive(Clone, Debug)]
pub struct Backlog {
    /// Departed and not booked, then in service, then waiting.
    ring: Ring<InSystem>,
    departed: usize,
    /// When the packet in service departs; `NEVER` where there is none.
    next: Time,
    /// Bytes that wait.
    waiting: u64,
    /// How many of the ring's packets have arrived according to the books, and bytes that wait according to them.
    booked: usize,
    booked_waiting: u64,
    /// Somebody has had to wait since the books were last kept, or did so then.
    queued: bool,
    /// How many of the ring's packets are lost at the exit.
    lost: u32,
}

impl Default for Backlog {
    fn default() -> Self {
        Backlog {
            ring: Ring::default(),
            departed: 0,
            next: NEVER,
            waiting: 0,
            booked: 0,
            booked_waiting: 0,
            queued: false,
            lost: 0,
        }
    }
}

impl Backlog {
    /// Lets go of what has departed by `now`, which is not `NEVER`.
    #[inline(always)]
    pub fn look(&mut self, now: Time) {
        while self.next <= now {
            self.departed += 1;
            let Some(entry) = self.ring.get(self.departed) else {
                self.next = NEVER;
                break;
            };
            self.waiting -= u64::from(entry.size);
            self.next = entry.departs;
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
        match self.len() {
            0 => (0, 0),
            there => (there as u32 - 1, self.waiting),
        }
    }

    /// The packet in service.
    #[inline]
    pub fn front(&self) -> Option<&InSystem> {
        self.ring.get(self.departed)
    }

    #[inline(always)]
    pub fn push(&mut self, entry: InSystem) {
        if self.is_empty() {
            self.next = entry.departs;
        } else {
            self.waiting += u64::from(entry.size);
            self.queued = true;
        }
        self.lost += u32::from(entry.fate.is_lost());
        self.ring.push(entry);
    }

    pub fn get(&self, index: usize) -> Option<&InSystem> {
        self.ring.get(self.departed + index)
    }

    /// A packet departs at another time than was computed when it came.
    pub fn retime(&mut self, index: usize, departs: Time) {
        if let Some(entry) = self.ring.get_mut(self.departed + index) {
            entry.departs = departs;
            if index == 0 {
                self.next = departs;
            }
        }
    }

    /// Packets in service and waiting.
    pub fn iter(&self) -> impl Iterator<Item = &InSystem> + '_ {
        self.ring.iter().skip(self.departed)
    }

    /// Packets of which the books know no departure.
    pub fn unbooked(&self) -> u64 {
        self.ring.len() as u64
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.ring.bytes()
    }
}

/// Books what has arrived and what has departed since the books were last kept: departures in their order, and the levels of
/// the queue in theirs.
#[inline(never)]
pub fn keep_books(link: &mut Link, l: u32, conns: &[Conn], obs: &mut impl NetworkObserver) {
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
    } else if let Some(mut books) = obs.link(l) {
        system.book_levels(|at, packets, bytes| books.queue_changed(at, packets, bytes));
        books.flush_queue();
    }
    system.forget_departed();
}

fn book_departures(link: &mut Link, l: u32, from: usize, to: usize, obs: &mut impl NetworkObserver) {
    let parts = link.system.ring.slices(from, to);
    let mut last = link.last_departure;
    if let Some(mut books) = obs.link(l) {
        for part in parts {
            last = books.packets_departed(part, last, link.system.queued);
        }
    }
    // In a loop of its own: both need all of the processor's registers.
    let (mut hash, mut bytes) = (link.hash, 0);
    for part in parts {
        for entry in part {
            let conn = u32::from(entry.conn);
            hash = hash.wrapping_add(event_hash(entry.departs, conn, entry.tx, entry.feedback, 0));
            bytes += u64::from(entry.size);
        }
    }
    (link.hash, link.last_departure) = (hash, last);
    link.counters.departures += (to - from) as u64;
    link.counters.departed_bytes += bytes;
    // Only the last of them can be lost (`keep_books`).
    let ring = &link.system.ring;
    let kept = to - usize::from(to > from && ring.get(to - 1).is_some_and(|entry| entry.fate.is_lost()));
    if kept > from
        && let Some(entry) = ring.get(kept - 1)
    {
        link.departed_arrival = link.departed_arrival.max(entry.departs + link.delay);
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
        let (mut there, mut bytes, mut gone) = (self.booked, self.booked_waiting, 0);
        let departure = |place| if place < self.departed { self.ring.get(place) } else { None };
        let mut serving = departure(gone);
        loop {
            // What departs at the moment of an arrival goes before it, but nothing departs before it has arrived.
            let departs = serving.map_or(NEVER, |entry| entry.departs);
            let arrives = self.ring.get(there).filter(|entry| entry.arrived < departs || there <= gone);
            let at = match arrives {
                Some(entry) => {
                    there += 1;
                    if there - gone < 2 {
                        continue;
                    }
                    bytes += u64::from(entry.size);
                    entry.arrived
                }
                None if serving.is_none() => break,
                None => {
                    gone += 1;
                    serving = departure(gone);
                    let Some(next) = self.ring.get(gone).filter(|_| there > gone) else { continue };
                    bytes -= u64::from(next.size);
                    departs
                }
            };
            tell(at, (there - gone - 1) as u32, bytes);
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
            system.look(NEVER - 1);
            keep(&mut system, &mut told);
            assert_eq!(
                (system.ring.len(), system.booked, system.booked_waiting, system.waiting),
                (0, 0, 0, 0)
            );
            told
        };
        let watched = told(1);
        assert!(watched.iter().any(|level| level.1 > 5) && watched.is_sorted_by_key(|level| level.0));
        for every in [2, 3, 17, 400, 5000] {
            assert_eq!(told(every), watched, "every {every}");
        }
    }
}
