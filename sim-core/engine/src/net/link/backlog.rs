//! Departures that were computed in advance and not simulated as events (the lazy and the fused path of
//! docs/glossary.md): the departures of the packets in service and waiting, and the departures that have
//! happened but have not been reported.
//!
//! A comparison with the current time shows which packets have departed. The records of a departure
//! (counters, hash, tallies, series) do not depend on when it is reported. Departures are therefore reported
//! in batches, and always before the records are read.

use std::hint::select_unpredictable;

use crate::ground::convert::narrow;
use crate::ground::ring::Ring;
use crate::ground::time::{NEVER, Time};
use crate::net::types::Departure;

/// Number of unreported departures at which an arrival makes the link report them.
const BATCH: usize = 32;

/// The ring of computed departures of one link.
#[derive(Clone, Debug)]
pub struct Backlog {
    /// Packets that have departed but have not been reported, then the packet in service, then the waiting
    /// packets.
    ring: Ring<Departure>,
    /// Number of packets in the ring that have departed.
    departed: usize,
    /// Departure time of the packet in service; `NEVER` if there is none.
    next_departure: Time,
    /// Bytes of the waiting packets.
    waiting_bytes: u64,
    /// Number of packets in the ring that had arrived when the queue length was last reported.
    reported_arrivals: usize,
    /// Bytes of the waiting packets when the queue length was last reported.
    reported_bytes: u64,
    /// Whether any packet has waited at the last report or since.
    has_queued: bool,
    /// Number of packets in the ring that are lost at the exit.
    lost: u32,
}

impl Default for Backlog {
    fn default() -> Self {
        Backlog {
            ring: Ring::default(),
            departed: 0,
            next_departure: NEVER,
            waiting_bytes: 0,
            reported_arrivals: 0,
            reported_bytes: 0,
            has_queued: false,
            lost: 0,
        }
    }
}

impl Backlog {
    /// Counts the packets that depart until `now` as departed. `now` must be earlier than `NEVER`.
    // Measured: with `#[inline]` only, dumbbell d takes 0.5 % more instructions.
    #[inline(always)]
    pub fn advance_to(&mut self, now: Time) {
        while self.next_departure <= now {
            self.departed += 1;
            let Some(departure) = self.ring.get(self.departed) else {
                self.next_departure = NEVER;
                break;
            };
            self.waiting_bytes -= u64::from(departure.size);
            self.next_departure = departure.departs;
        }
    }

    /// Whether there are so many unreported departures that the link must report them now.
    #[inline]
    pub fn has_full_batch(&self) -> bool {
        self.departed >= BATCH
    }

    /// Number of packets in service and waiting at the time of the last `advance_to`.
    #[inline]
    pub fn len(&self) -> usize {
        self.ring.len() - self.departed
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number and bytes of the waiting packets, without the packet in service.
    #[inline]
    pub fn waiting(&self) -> (u32, u64) {
        match self.len() {
            0 => (0, 0),
            packets => (narrow::<u32>(packets) - 1, self.waiting_bytes),
        }
    }

    /// The packet in service.
    #[inline]
    pub fn front(&self) -> Option<&Departure> {
        self.ring.get(self.departed)
    }

    /// Adds a packet that has arrived now.
    #[inline]
    pub fn push(&mut self, departure: Departure) {
        if self.is_empty() {
            self.next_departure = departure.departs;
        } else {
            self.waiting_bytes += u64::from(departure.size);
            self.has_queued = true;
        }
        self.lost += u32::from(departure.next.is_lost());
        self.ring.push(departure);
    }

    /// The packet at `index`. The packet in service has index 0.
    pub fn get(&self, index: usize) -> Option<&Departure> {
        self.ring.get(self.departed + index)
    }

    /// Changes the departure time of the packet at `index`.
    pub fn retime(&mut self, index: usize, departs: Time) {
        if let Some(departure) = self.ring.get_mut(self.departed + index) {
            departure.departs = departs;
            if index == 0 {
                self.next_departure = departs;
            }
        }
    }

    /// The packets in service and waiting.
    pub fn iter(&self) -> impl Iterator<Item = &Departure> + '_ {
        self.ring.iter().skip(self.departed)
    }

    /// Number of packets whose departure has not been reported.
    pub fn unreported(&self) -> u64 {
        self.ring.len() as u64
    }

    /// Heap memory used, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.ring.bytes()
    }

    /// Number of packets in the ring that have departed.
    pub(super) fn departed(&self) -> usize {
        self.departed
    }

    /// Whether any packet has waited at the last report or since.
    pub(super) fn has_queued(&self) -> bool {
        self.has_queued
    }

    /// The packets `from..to` of the ring, in two slices.
    #[inline]
    pub(super) fn slices(&self, from: usize, to: usize) -> [&[Departure]; 2] {
        self.ring.slices(from, to)
    }

    /// The packet at `index` of the ring, which begins with the packets that have departed.
    #[inline]
    pub(super) fn in_ring(&self, index: usize) -> Option<&Departure> {
        self.ring.get(index)
    }

    /// Counts one packet that is lost at the exit as reported.
    pub(super) fn forget_loss(&mut self) {
        self.lost -= 1;
    }

    /// Counts the queue length as reported. It has not changed, because no packet has waited.
    #[inline]
    pub(super) fn skip_queue_report(&mut self) {
        self.reported_arrivals = self.ring.len();
    }

    /// Removes the packets that have departed, after all of them were reported.
    pub(super) fn remove_departed(&mut self) {
        self.ring.drop_many(self.departed);
        self.reported_arrivals -= self.departed;
        self.departed = 0;
        self.has_queued = self.len() > 1;
    }

    /// Index in the ring of the first departed packet, at `from` or later, that is lost at the exit.
    #[inline]
    pub(super) fn next_lost(&self, from: usize) -> Option<usize> {
        if self.lost == 0 {
            return None;
        }
        (from..self.departed)
            .find(|&index| self.ring.get(index).is_some_and(|departure| departure.next.is_lost()))
    }

    /// Calls `report` in the order of time, after each arrival of a packet that has to wait and after each
    /// departure that other packets follow. Passes the time, and the number and bytes of the waiting packets.
    #[inline]
    pub(super) fn report_queue(&mut self, mut report: impl FnMut(Time, u32, u64)) {
        let ring = &self.ring;
        let (mut arrivals, mut departures, mut bytes) = (self.reported_arrivals, 0, self.reported_bytes);
        let Some(&Departure { departs: mut departure, .. }) = ring.slot_at(0) else { return };
        let Some(&Departure { arrived: mut arrival, mut size, .. }) = ring.slot_at(arrivals) else { return };
        // Without a branch on which of the two is next, because it would often be mispredicted: a fifth of the
        // mispredictions of dumbbell a.
        while arrivals < ring.len() {
            // A departure precedes an arrival at the same time, unless the line is free.
            let is_arrival = (arrival < departure) | (arrivals == departures);
            let at = select_unpredictable(is_arrival, arrival, departure);
            let index = select_unpredictable(is_arrival, arrivals, departures) + 1;
            let Some(next) = ring.slot_at(index) else { return };
            let (longer, shorter) = (bytes + u64::from(size), bytes.wrapping_sub(u64::from(next.size)));
            let present = arrivals - departures + usize::from(is_arrival);
            arrivals += usize::from(is_arrival);
            departures += usize::from(!is_arrival);
            arrival = select_unpredictable(is_arrival, next.arrived, arrival);
            size = select_unpredictable(is_arrival, next.size, size);
            departure = select_unpredictable(is_arrival, departure, next.departs);
            // A packet that finds the line free does not wait.
            if present > 1 {
                bytes = select_unpredictable(is_arrival, longer, shorter);
                report(at, narrow::<u32>(arrivals - departures - 1), bytes);
            }
        }
        for departures in departures..self.departed {
            let (Some(&Departure { departs, .. }), Some(next)) =
                (ring.get(departures), ring.get(departures + 1))
            else {
                break;
            };
            bytes -= u64::from(next.size);
            report(departs, narrow::<u32>(arrivals - departures - 2), bytes);
        }
        (self.reported_arrivals, self.reported_bytes) = (arrivals, bytes);
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
        // Packets of 1 to 4 bytes arrive at random times, some at the time of a departure. The line sends one
        // byte per nanosecond. The queue lengths are reported before every `every`th arrival.
        let lengths_reported = |every: usize| {
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
                (
                    backlog.ring.len(),
                    backlog.reported_arrivals,
                    backlog.reported_bytes,
                    backlog.waiting_bytes
                ),
                (0, 0, 0, 0)
            );
            reported
        };
        let expected = lengths_reported(1);
        assert!(expected.iter().any(|length| length.1 > 5) && expected.is_sorted_by_key(|length| length.0));
        for every in [2, 3, 17, 400, 5000] {
            assert_eq!(lengths_reported(every), expected, "reports before every {every}th arrival");
        }
    }
}
