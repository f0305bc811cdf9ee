//! Departures that the lazy and fused paths have computed: packets in service and waiting, and behind them packets that have
//! departed but are not reported yet.
//!
//! Which packets are still there follows from the ring and the time, at the cost of a comparison. What has to be recorded of a
//! departure - counters, hash, tallies, series - depends on the packet alone. Departures are therefore reported many at a time,
//! and always before anybody reads the result.

use super::super::Conn;
use super::{Link, NextStop, event_hash};
use crate::ground::ring::Ring;
use crate::ground::time::{NEVER, Time};
use crate::net::observer::{LinkObserver, NetworkObserver};

/// When a packet arrived at a link and when it departs, with the fields of its header that are recorded. 32 bytes, because one is
/// written and read for each packet and link.
#[derive(Clone, Copy, Debug, Default)]
pub struct Departure {
    pub departs: Time,
    pub arrived: Time,
    pub tx: u32,
    /// Waiting time at earlier links, in the unit of `Packet::waited`.
    pub waited: u32,
    pub conn: u16,
    pub flow: u16,
    pub size: u16,
    pub feedback: bool,
    pub next: NextStop,
}

const _: () = assert!(size_of::<Departure>() == 32);

/// As many departures are reported together unless somebody reads the result before.
const BATCH: usize = 32;

/// The ring of computed departures of one link.
#[derive(Clone, Debug)]
pub struct Backlog {
    /// Departed and not reported, then in service, then waiting.
    ring: Ring<Departure>,
    /// How many packets of the ring have departed.
    departed: usize,
    /// When the packet in service departs; `NEVER` if there is none.
    next: Time,
    /// Bytes that wait.
    waiting: u64,
    /// How many packets of the ring had arrived when the queue length was last reported, and the bytes that waited then.
    reported_arrivals: usize,
    reported_waiting: u64,
    /// Whether a packet has had to wait since the last report, or waited at that moment.
    queued: bool,
    /// How many packets of the ring are lost at the exit.
    lost: u32,
}

impl Default for Backlog {
    fn default() -> Self {
        Backlog {
            ring: Ring::default(),
            departed: 0,
            next: NEVER,
            waiting: 0,
            reported_arrivals: 0,
            reported_waiting: 0,
            queued: false,
            lost: 0,
        }
    }
}

impl Backlog {
    /// Counts the packets that depart until `now` as departed. `now` must be earlier than `NEVER`.
    #[inline(always)]
    pub fn advance_to(&mut self, now: Time) {
        while self.next <= now {
            self.departed += 1;
            let Some(departure) = self.ring.get(self.departed) else {
                self.next = NEVER;
                break;
            };
            self.waiting -= u64::from(departure.size);
            self.next = departure.departs;
        }
    }

    /// Whether enough packets have departed to be reported together.
    #[inline]
    pub fn has_full_batch(&self) -> bool {
        self.departed >= BATCH
    }

    /// Packets in service and waiting at the time of the last `advance_to`.
    #[inline]
    pub fn len(&self) -> usize {
        self.ring.len() - self.departed
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Waiting packets and bytes, without the packet in service.
    #[inline]
    pub fn waiting(&self) -> (u32, u64) {
        match self.len() {
            0 => (0, 0),
            packets => (packets as u32 - 1, self.waiting),
        }
    }

    /// The packet in service.
    #[inline]
    pub fn front(&self) -> Option<&Departure> {
        self.ring.get(self.departed)
    }

    /// Adds a packet that has arrived now.
    #[inline(always)]
    pub fn push(&mut self, departure: Departure) {
        if self.is_empty() {
            self.next = departure.departs;
        } else {
            self.waiting += u64::from(departure.size);
            self.queued = true;
        }
        self.lost += u32::from(departure.next.is_lost());
        self.ring.push(departure);
    }

    /// The `index`th packet, from 0 for the one in service.
    pub fn get(&self, index: usize) -> Option<&Departure> {
        self.ring.get(self.departed + index)
    }

    /// Changes the departure time of the `index`th packet.
    pub fn retime(&mut self, index: usize, departs: Time) {
        if let Some(departure) = self.ring.get_mut(self.departed + index) {
            departure.departs = departs;
            if index == 0 {
                self.next = departs;
            }
        }
    }

    /// Packets in service and waiting.
    pub fn iter(&self) -> impl Iterator<Item = &Departure> + '_ {
        self.ring.iter().skip(self.departed)
    }

    /// Packets whose departure was not reported.
    pub fn unreported(&self) -> u64 {
        self.ring.len() as u64
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.ring.bytes()
    }

    /// Removes the packets that have departed, after all of them were reported.
    fn remove_departed(&mut self) {
        self.ring.drop_many(self.departed);
        self.reported_arrivals -= self.departed;
        self.departed = 0;
        self.queued = self.len() > 1;
    }

    /// The first departed packet at `from` or after it that is lost at the exit.
    #[inline]
    fn next_lost(&self, from: usize) -> Option<usize> {
        if self.lost == 0 {
            return None;
        }
        (from..self.departed)
            .find(|&index| self.ring.get(index).is_some_and(|departure| departure.next.is_lost()))
    }

    /// Calls `report` with time, packets and bytes of the queue after each arrival that had to wait and after each departure that
    /// left packets behind, in the order of time.
    #[inline(always)]
    fn report_queue(&mut self, mut report: impl FnMut(Time, u32, u64)) {
        let (mut arrived, mut bytes, mut gone) = (self.reported_arrivals, self.reported_waiting, 0);
        let departure = |index| if index < self.departed { self.ring.get(index) } else { None };
        let mut in_service = departure(gone);
        loop {
            // A departure precedes an arrival at the same moment, but no packet departs before it has arrived.
            let departs = in_service.map_or(NEVER, |departure| departure.departs);
            let arrival = self.ring.get(arrived).filter(|next| next.arrived < departs || arrived <= gone);
            let at = match arrival {
                Some(packet) => {
                    arrived += 1;
                    if arrived - gone < 2 {
                        continue;
                    }
                    bytes += u64::from(packet.size);
                    packet.arrived
                }
                None if in_service.is_none() => break,
                None => {
                    gone += 1;
                    in_service = departure(gone);
                    let Some(next) = self.ring.get(gone).filter(|_| arrived > gone) else { continue };
                    bytes -= u64::from(next.size);
                    departs
                }
            };
            report(at, (arrived - gone - 1) as u32, bytes);
        }
        (self.reported_arrivals, self.reported_waiting) = (arrived, bytes);
    }
}

/// Counts and reports all departures and queue lengths up to the last `advance_to`.
#[inline(never)]
pub fn report_departures(link: &mut Link, l: u32, conns: &[Conn], obs: &mut impl NetworkObserver) {
    let mut from = 0;
    while from < link.backlog.departed {
        let lost = link.backlog.next_lost(from);
        let to = lost.map_or(link.backlog.departed, |index| index + 1);
        report_range(link, l, from, to, obs);
        if let Some(&departure) = lost.and_then(|index| link.backlog.ring.get(index)) {
            link.lose_at_exit(l, &departure, conns, obs);
            link.backlog.lost -= 1;
        }
        from = to;
    }
    let backlog = &mut link.backlog;
    if !backlog.queued {
        // No packet waited, so the queue length has not changed.
        backlog.reported_arrivals = backlog.ring.len();
    } else if let Some(mut record) = obs.link(l) {
        backlog.report_queue(|at, packets, bytes| record.queue_changed(at, packets, bytes));
        record.flush_queue();
    }
    backlog.remove_departed();
}

/// Counts and reports the departures `from..to` of the ring, of which only the last one may be lost at the exit.
fn report_range(link: &mut Link, l: u32, from: usize, to: usize, obs: &mut impl NetworkObserver) {
    let parts = link.backlog.ring.slices(from, to);
    let mut last = link.last_departure;
    if let Some(mut record) = obs.link(l) {
        for part in parts {
            last = record.packets_departed(part, last, link.backlog.queued);
        }
    }
    // A separate loop, since both loops need all of the processor's registers.
    let (mut hash, mut bytes) = (link.hash, 0);
    for part in parts {
        for departure in part {
            let conn = u32::from(departure.conn);
            hash =
                hash.wrapping_add(event_hash(departure.departs, conn, departure.tx, departure.feedback, 0));
            bytes += u64::from(departure.size);
        }
    }
    (link.hash, link.last_departure) = (hash, last);
    link.counters.departures += (to - from) as u64;
    link.counters.departed_bytes += bytes;
    let ring = &link.backlog.ring;
    let is_lost = |index| ring.get(index).is_some_and(|departure: &Departure| departure.next.is_lost());
    let kept = to - usize::from(to > from && is_lost(to - 1));
    if kept > from
        && let Some(departure) = ring.get(kept - 1)
    {
        link.departed_arrival = link.departed_arrival.max(departure.departs + link.delay);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(backlog: &mut Backlog, reported: &mut Vec<(Time, u32, u64)>) {
        backlog.report_queue(|at, packets, bytes| reported.push((at, packets, bytes)));
        backlog.remove_departed();
    }

    #[test]
    fn queue_lengths_do_not_depend_on_how_often_they_are_reported() {
        // Packets of 1 to 4 bytes at one byte per tick, with random arrivals, some at the very moment of a departure. Reporting
        // after every arrival gives the lengths of a queue that is observed all the time.
        let reported = |every: usize| {
            let (mut backlog, mut reported, mut free_at, mut now, mut draw) =
                (Backlog::default(), Vec::new(), 0, 0, 7_u64);
            for number in 0..2000 {
                draw = draw.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                now += (draw >> 40) % 6;
                backlog.advance_to(now);
                if number % every == 0 {
                    report(&mut backlog, &mut reported);
                }
                let size = 1 + (draw >> 50) as u16 % 4;
                free_at = now.max(free_at) + u64::from(size);
                backlog.push(Departure { departs: free_at, arrived: now, size, ..Departure::default() });
            }
            backlog.advance_to(NEVER - 1);
            report(&mut backlog, &mut reported);
            assert_eq!(
                (backlog.ring.len(), backlog.reported_arrivals, backlog.reported_waiting, backlog.waiting),
                (0, 0, 0, 0)
            );
            reported
        };
        let observed = reported(1);
        assert!(observed.iter().any(|length| length.1 > 5) && observed.is_sorted_by_key(|length| length.0));
        for every in [2, 3, 17, 400, 5000] {
            assert_eq!(reported(every), observed, "every {every}");
        }
    }
}
