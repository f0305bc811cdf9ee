//! Records the queue and the departures of one link: in series, in the link's tallies, and in the tallies of
//! the flows whose packets it sends.

use super::{FlowTally, LinkKeys, LinkTally, Observer};
use crate::ground::packet::WAIT_UNIT;
use crate::ground::time::Time;
use crate::net::observer::{Extent, LinkObserver};
use crate::net::types::Departure;
use crate::record::{Key, Recorder};

/// Access to everything that is recorded about one link.
pub struct LinkRecord<'a> {
    tally: &'a mut LinkTally,
    keys: &'a LinkKeys,
    flows: &'a mut [FlowTally],
    rec: &'a mut Recorder,
    /// Whether the current time is within the measurement window.
    measuring: bool,
    records_series: bool,
}

impl<'a> LinkRecord<'a> {
    #[inline]
    pub(super) fn of(observer: &'a mut Observer, link: u32) -> Option<Self> {
        Some(LinkRecord {
            records_series: observer.rec.records_series(),
            tally: observer.links.get_mut(link as usize)?,
            keys: observer.link_keys.get(link as usize)?,
            flows: &mut observer.flows,
            rec: &mut observer.rec,
            measuring: observer.measuring,
        })
    }

    /// Records several values of a gauge within one bin. A bin stores only their minimum, maximum and last
    /// value, so only these are recorded. The first value may be set at the very start of the bin. The last
    /// value of the previous bin then does not count in this bin. `convert` converts a value to the recorded
    /// unit and must be monotonic.
    fn record_extent<T: Copy>(&mut self, key: Key, extent: &Extent<T>, convert: impl Fn(T) -> f64) {
        let Extent { first, first_at, min, max, last, last_at } = *extent;
        for (at, value) in [(first_at, first), (last_at, min), (last_at, max), (last_at, last)] {
            self.rec.gauge(key, at, convert(value));
        }
    }

    /// Records departures of packets that did not wait, except perhaps the first packet. `last` is the time
    /// of the departure before them. Returns the time of the latest departure.
    fn departed_without_waiting(&mut self, departures: &[Departure], last: Time) -> Time {
        let Some((first, rest)) = departures.split_first() else { return last };
        self.departed(first, waited(first, last));
        let Some(latest) = rest.last() else { return first.departs };
        self.rec.gauge(self.keys.queue_delay, latest.departs, 0.0);
        if self.measuring {
            self.tally.delay.add_many(0, rest.len());
        }
        for departure in rest {
            self.tally.total.departed_bytes += u64::from(departure.size);
            self.count_for_flow(departure, 0);
        }
        latest.departs
    }

    /// Records that a packet, which had waited for `waited`, was sent completely at `departure.departs`.
    pub(super) fn departed(&mut self, departure: &Departure, waited: Time) {
        self.rec.gauge(self.keys.queue_delay, departure.departs, in_seconds(waited));
        self.tally_departure(departure, waited);
    }

    #[inline]
    fn tally_departure(&mut self, departure: &Departure, waited: Time) {
        if self.measuring {
            self.tally.delay.add(waited);
        }
        self.tally.total.departed_bytes += u64::from(departure.size);
        self.count_for_flow(departure, waited);
    }

    #[inline]
    fn count_for_flow(&mut self, departure: &Departure, waited: Time) {
        if is_last_for_data(departure)
            && let Some(tally) = self.flows.get_mut(usize::from(departure.flow))
        {
            tally.total.throughput_bytes += u64::from(departure.size);
            if self.measuring {
                tally.queue_delay.add(waited + u64::from(departure.waited) * WAIT_UNIT);
            }
        }
    }
}

impl LinkObserver for LinkRecord<'_> {
    #[inline]
    fn queue_changed(&mut self, now: Time, packets: u32, bytes: u64) {
        self.tally.queue.set(now, packets, bytes);
    }

    #[inline]
    fn records_series(&self) -> bool {
        self.records_series
    }

    fn record_queue_lengths(&mut self, lengths: &Extent<u32>) {
        self.record_extent(self.keys.queue, lengths, f64::from);
    }

    #[inline]
    fn packets_departed(&mut self, departures: &[Departure], mut last: Time, queued: bool) -> Time {
        if !queued {
            return self.departed_without_waiting(departures, last);
        }
        let Some(first) = departures.first() else { return last };
        let mut waits = Extent::of(first.departs, waited(first, last));
        let (mut waited_sum, mut bytes) = (0_u64, 0);
        for departure in departures {
            let wait = waited(departure, last);
            last = departure.departs;
            waits.add(last, wait);
            waited_sum = waited_sum.saturating_add(wait);
            bytes += u64::from(departure.size);
            if self.measuring {
                self.tally.delay.add_before_totals(wait);
            }
            self.count_for_flow(departure, wait);
        }
        self.tally.total.departed_bytes += bytes;
        if self.measuring {
            self.tally.delay.add_totals(departures.len(), waited_sum, waits.min, waits.max);
        }
        if self.records_series {
            self.record_extent(self.keys.queue_delay, &waits, in_seconds);
        }
        last
    }
}

/// The time that a packet waited, given the time `last` at which its predecessor was sent completely.
#[inline]
fn waited(departure: &Departure, last: Time) -> Time {
    departure.arrived.max(last) - departure.arrived
}

/// Whether the link is the last link of a data packet's route.
#[inline]
fn is_last_for_data(departure: &Departure) -> bool {
    !departure.feedback & departure.next.is_last()
}

fn in_seconds(time: Time) -> f64 {
    time as f64 * 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::percentiles::Histogram;
    use crate::ground::convert::low_bits;
    use crate::net::observer::NetworkObserver;
    use crate::net::types::NextStop;
    use crate::observer::LinkLimit;
    use crate::record::RecordingSettings;
    use crate::record::tally::TimeWindow;

    /// Records two thousand departures and queue lengths of a link that two flows share, and returns the
    /// series and means. Some departures are at edges of bins of 1 ms, and some have equal times. They are
    /// reported in batches of `batch`, or, for 0, by the calls for single packets. If `queued` is true,
    /// packets may arrive before the previous packet was sent.
    fn recorded(batch: usize, origin: u64, queued: bool) -> Vec<Vec<f64>> {
        let rec = Recorder::new(RecordingSettings { bins: 64, origin, ..RecordingSettings::default() });
        let mut observer = Observer::new(rec, TimeWindow::ALL, Vec::new(), true);
        for flow in ["flow:a", "flow:b"] {
            observer.add_flow(flow, &[], &[]);
        }
        observer.add_link("link:forward", LinkLimit { limit: 100, in_bytes: false }, &[]);
        let (mut random, mut at, mut departures, mut last) = (7_u64, 0, Vec::new(), 0);
        for _ in 0..2000 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            at += (random >> 60) * 62_500;
            let (flow, size) = ((random >> 50) as u16 % 2, 40 + low_bits::<u16>(random >> 40) % 1000);
            let max_wait = if queued { 4_000_000 } else { 1 };
            let arrived = at - ((random >> 30) % max_wait).min(at);
            let next = NextStop::after((random >> 20) % 4 > 0);
            departures.push(Departure { departs: at, arrived, flow, size, next, ..Departure::default() });
        }
        let mut remaining = departures.as_slice();
        while let Some(first) = remaining.first() {
            if first.departs >= observer.next_edge() {
                observer.cross_edge(first.departs);
            }
            let in_bin = remaining.partition_point(|departure| departure.departs < observer.next_edge());
            let (reported, later) = remaining.split_at(in_bin.min(batch.max(1)));
            remaining = later;
            let queue_length = |departure: &Departure| u32::from(departure.size) % 90;
            if batch == 0 {
                let departure = &reported[0];
                observer.queue_changed(0, departure.departs, queue_length(departure), 0);
                observer.packet_departed(0, departure, waited(departure, last));
                last = departure.departs;
                continue;
            }
            let mut link = LinkRecord::of(&mut observer, 0).unwrap();
            let mut lengths = Extent::of(first.departs, queue_length(first));
            for departure in reported {
                link.queue_changed(departure.departs, queue_length(departure), 0);
                lengths.add(departure.departs, queue_length(departure));
            }
            link.record_queue_lengths(&lengths);
            last = link.packets_departed(reported, last, queued);
        }
        observer.finish(last + 1);
        let mut all: Vec<_> =
            (0..observer.rec.directory().len()).map(|index| observer.rec.read(index, 0)).collect();
        let delay = &observer.links[0].delay;
        let mean = |delay: &Histogram| delay.mean().unwrap_or(f64::NAN);
        all.push(vec![delay.count() as f64, mean(delay), mean(&observer.flows[0].queue_delay)]);
        all
    }

    #[test]
    fn batches_are_recorded_like_single_packets() {
        for (origin, queued) in [(0, true), (300_000_000, true), (0, false), (300_000_000, false)] {
            let bits = |batch| {
                let series = recorded(batch, origin, queued);
                assert!(series.iter().any(|values| values.len() > 100));
                series.into_iter().flatten().map(f64::to_bits).collect::<Vec<_>>()
            };
            let singly = bits(0);
            for batch in [1, 2, 32, 700] {
                assert!(bits(batch) == singly, "batches of {batch}, from {origin}");
            }
        }
    }
}
