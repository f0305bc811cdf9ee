//! Counts and reports the departures that were computed in advance and not simulated as events (the lazy and
//! the fused path of docs/glossary.md). [`super::backlog`] stores them.

use super::{Link, event_hash};
use crate::ground::time::Time;
use crate::net::observer::{Extent, LinkObserver, NetworkObserver};
use crate::net::types::{Conn, Departure};

impl Link {
    /// Reports everything that has happened on the link up to `now`. This does not affect the simulation.
    pub(in crate::net) fn report_until(&mut self, now: Time, conns: &[Conn], obs: &mut impl NetworkObserver) {
        self.backlog.advance_to(now);
        self.report_departures(conns, obs);
    }

    /// Counts and reports all departures and queue lengths up to the last `Backlog::advance_to`.
    pub(super) fn report_departures(&mut self, conns: &[Conn], obs: &mut impl NetworkObserver) {
        let mut from = 0;
        while from < self.backlog.departed() {
            let lost = self.backlog.next_lost(from);
            let to = lost.map_or(self.backlog.departed(), |index| index + 1);
            self.report_range(from, to, obs);
            if let Some(&departure) = lost.and_then(|index| self.backlog.in_ring(index)) {
                self.lose_at_exit(&departure, conns, obs);
                self.backlog.forget_loss();
            }
            from = to;
        }
        let backlog = &mut self.backlog;
        if !backlog.has_queued() {
            backlog.skip_queue_report();
        } else if let Some(mut record) = obs.link(self.index) {
            if record.records_series() {
                let mut lengths: Option<Extent<u32>> = None;
                backlog.report_queue(|at, packets, bytes| {
                    record.queue_changed(at, packets, bytes);
                    lengths.get_or_insert(Extent::of(at, packets)).add(at, packets);
                });
                if let Some(lengths) = &lengths {
                    record.record_queue_lengths(lengths);
                }
            } else {
                backlog.report_queue(|at, packets, bytes| record.queue_changed(at, packets, bytes));
            }
        }
        backlog.remove_departed();
    }

    /// Counts and reports the departures `from..to` of the backlog, at least one. Of these, only the last
    /// departure may be lost at the exit.
    fn report_range(&mut self, from: usize, to: usize, obs: &mut impl NetworkObserver) {
        let slices = self.backlog.slices(from, to);
        let mut last = self.last_departure;
        if let Some(mut record) = obs.link(self.index) {
            for departures in slices {
                last = record.packets_departed(departures, last, self.backlog.has_queued());
            }
        }
        // This loop is separate from the loop above, because each of them needs all registers of the
        // processor.
        let (mut hash, mut bytes) = (self.hash, 0);
        for departures in slices {
            for departure in departures {
                let conn = u32::from(departure.conn);
                hash = hash.wrapping_add(event_hash(
                    departure.departs,
                    conn,
                    departure.tx,
                    departure.feedback,
                    0,
                ));
                bytes += u64::from(departure.size);
            }
        }
        (self.hash, self.last_departure) = (hash, last);
        self.counters.departures += (to - from) as u64;
        self.counters.departed_bytes += bytes;
        let is_lost = |departure: &Departure| departure.next.is_lost();
        let arriving_end = to - usize::from(self.backlog.in_ring(to - 1).is_some_and(is_lost));
        if arriving_end > from
            && let Some(departure) = self.backlog.in_ring(arriving_end - 1)
        {
            self.latest_arrival_of_departed =
                self.latest_arrival_of_departed.max(departure.departs + self.delay);
        }
    }
}
