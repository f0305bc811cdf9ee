//! What a link tells of its queue and of its departures, in the order of time: series, the link's own tallies, and those of
//! the flow whose packet it is.

use super::{FlowTally, LinkKeys, LinkTally, Observer};
use crate::ground::packet::WAIT_UNIT;
use crate::ground::time::Time;
use crate::net::backlog::InSystem;
use crate::record::{Key, Recorder};

/// Least, greatest and last of the values that a gauge had within one bin: all that the bin keeps of them.
#[derive(Clone, Copy, Debug)]
struct Extent<T> {
    least: T,
    most: T,
    last: T,
}

impl<T: Copy + PartialOrd> Extent<T> {
    fn of(value: T) -> Self {
        Self { least: value, most: value, last: value }
    }

    #[inline(always)]
    fn put(&mut self, value: T) {
        if value < self.least {
            self.least = value;
        }
        if value > self.most {
            self.most = value;
        }
        self.last = value;
    }

    /// Tells them of a gauge, at a time in the bin; `shown` turns them into what is recorded and keeps their order.
    fn tell(self, rec: &mut Recorder, key: Key, at: Time, shown: impl Fn(T) -> f64) {
        for value in [self.least, self.most, self.last] {
            rec.gauge(key, at, shown(value));
        }
    }
}

/// The books of one link.
pub struct LinkBooks<'a> {
    tally: &'a mut LinkTally,
    keys: &'a LinkKeys,
    flows: &'a mut [FlowTally],
    rec: &'a mut Recorder,
    measuring: bool,
    /// Whether series are recorded.
    recorded: bool,
    /// Levels that the recorder has not been told yet, and the time of the last one; all lie in one bin, since books are kept
    /// before a bin ends.
    levels: Option<(Extent<u32>, Time)>,
}

impl<'a> LinkBooks<'a> {
    #[inline]
    pub(super) fn of(observer: &'a mut Observer, link: u32) -> Option<Self> {
        Some(LinkBooks {
            recorded: observer.rec.records_series(),
            tally: observer.links.get_mut(link as usize)?,
            keys: observer.link_keys.get(link as usize)?,
            flows: &mut observer.flows,
            rec: &mut observer.rec,
            measuring: observer.measuring,
            levels: None,
        })
    }

    /// So much waits from `now` on. To be followed by `close_levels` after the last of several.
    #[inline(always)]
    pub fn queue(&mut self, now: Time, packets: u32, bytes: u64) {
        self.tally.queue.set(now, packets, bytes);
        if self.recorded {
            match &mut self.levels {
                Some((levels, last)) => {
                    levels.put(packets);
                    *last = now;
                }
                None => self.first_level(now, packets),
            }
        }
    }

    /// The first of several: it may be at the very start of a bin.
    #[inline(never)]
    fn first_level(&mut self, now: Time, packets: u32) {
        self.rec.gauge(self.keys.queue, now, f64::from(packets));
        self.levels = Some((Extent::of(packets), now));
    }

    /// Tells the recorder what levels it has not been told of.
    pub fn close_levels(&mut self) {
        if let Some((levels, last)) = self.levels.take() {
            levels.tell(self.rec, self.keys.queue, last, f64::from);
        }
    }

    /// Packets were sent completely, one after the other, after another one at `last`. Returns when the last one was.
    /// `queued`: one of them had to wait, other than the first.
    #[inline(always)]
    pub fn departures(&mut self, entries: &[InSystem], mut last: Time, queued: bool) -> Time {
        if !queued {
            return self.departures_at_once(entries, last);
        }
        if self.recorded {
            self.record_departures(entries, last);
        }
        for entry in entries {
            self.tally_departure(entry, waited(entry, last));
            last = entry.departs;
        }
        last
    }

    /// The same where nobody had to wait but the first.
    fn departures_at_once(&mut self, entries: &[InSystem], last: Time) -> Time {
        let Some((first, rest)) = entries.split_first() else { return last };
        self.departed(first, waited(first, last));
        let Some(latest) = rest.last() else { return first.departs };
        self.rec.gauge(self.keys.queue_delay, latest.departs, 0.0);
        if self.measuring {
            self.tally.delay.add_many(0, rest.len());
        }
        rest.iter().for_each(|entry| self.count_departure(entry, 0));
        latest.departs
    }

    /// A packet was sent completely, at `entry.departs`, having waited for `waited`.
    pub fn departed(&mut self, entry: &InSystem, waited: Time) {
        self.rec.gauge(self.keys.queue_delay, entry.departs, in_seconds(waited));
        self.tally_departure(entry, waited);
    }

    #[inline(always)]
    fn tally_departure(&mut self, entry: &InSystem, waited: Time) {
        if self.measuring {
            self.tally.delay.add(waited);
        }
        self.count_departure(entry, waited);
    }

    #[inline(always)]
    fn count_departure(&mut self, entry: &InSystem, waited: Time) {
        let size = u64::from(entry.size);
        self.tally.total.departed_bytes += size;
        if ends(entry)
            && let Some(tally) = self.flows.get_mut(usize::from(entry.flow))
        {
            tally.total.throughput_bytes += size;
            if self.measuring {
                tally.queue_delay.add(waited + u64::from(entry.waited) * WAIT_UNIT);
            }
        }
    }

    /// Tells what departures waited. All lie in one bin, since books are kept before a bin ends; the first may be at its very start.
    #[inline(never)]
    fn record_departures(&mut self, entries: &[InSystem], mut last: Time) {
        let Some((first, rest)) = entries.split_first() else { return };
        let mut waits = Extent::of(waited(first, last));
        self.rec.gauge(self.keys.queue_delay, first.departs, in_seconds(waits.last));
        last = first.departs;
        for entry in rest {
            waits.put(waited(entry, last));
            last = entry.departs;
        }
        waits.tell(self.rec, self.keys.queue_delay, last, in_seconds);
    }
}

/// How long a packet waited that was sent after another one at `last`.
#[inline(always)]
fn waited(entry: &InSystem, last: Time) -> Time {
    entry.arrived.max(last) - entry.arrived
}

/// Whether the link is the last of the packet's way to the receiver.
#[inline(always)]
fn ends(entry: &InSystem) -> bool {
    !entry.feedback & entry.fate.is_last()
}

fn in_seconds(time: Time) -> f64 {
    time as f64 * 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::percentiles::Histogram;
    use crate::net::link::Fate;
    use crate::observer::LinkLimit;
    use crate::record::Settings;
    use crate::record::tally::Window;

    /// Two thousand departures and levels of a link that two flows share, some at the edges of bins of 1 ms and some without
    /// any time in between, told in batches of so many; 0: each by itself. `late`: packets may
    /// have arrived before the one before them was sent.
    fn recorded(batch: usize, origin: u64, late: bool) -> Vec<Vec<f64>> {
        let rec = Recorder::new(Settings { bins: 64, origin, ..Settings::default() });
        let mut observer = Observer::new(rec, Window::ALL, Vec::new(), true);
        for flow in ["flow:a", "flow:b"] {
            observer.add_flow(flow, &[], &[]);
        }
        observer.add_link("link:forward", LinkLimit { limit: 100, in_bytes: false }, &[]);
        let (mut draw, mut at, mut entries, mut last) = (7_u64, 0, Vec::new(), 0);
        for _ in 0..2000 {
            draw = draw.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            at += (draw >> 60) * 62_500;
            let (flow, size) = ((draw >> 50) as u16 % 2, 40 + (draw >> 40) as u16 % 1000);
            let before = if late { 4_000_000 } else { 1 };
            let arrived = at - ((draw >> 30) % before).min(at);
            let fate = Fate::new((draw >> 20) % 4 > 0, false);
            entries.push(InSystem { departs: at, arrived, flow, size, fate, ..InSystem::default() });
        }
        let mut rest = entries.as_slice();
        while let Some(first) = rest.first() {
            if first.departs >= observer.edge() {
                observer.turn(first.departs);
            }
            let in_bin = rest.partition_point(|entry| entry.departs < observer.edge());
            let (part, after) = rest.split_at(in_bin.min(batch.max(1)));
            rest = after;
            if batch == 0 {
                observer.queue(0, part[0].departs, u32::from(part[0].size) % 90, 0);
                observer.departed(0, &part[0], waited(&part[0], last));
                last = part[0].departs;
                continue;
            }
            let mut books = LinkBooks::of(&mut observer, 0).unwrap();
            part.iter().for_each(|entry| books.queue(entry.departs, u32::from(entry.size) % 90, 0));
            books.close_levels();
            last = books.departures(part, last, late);
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
    fn what_is_told_in_batches_is_recorded_like_what_is_told_one_by_one() {
        for (origin, late) in [(0, true), (300_000_000, true), (0, false), (300_000_000, false)] {
            let bits = |batch| {
                let series = recorded(batch, origin, late);
                assert!(series.iter().any(|one| one.len() > 100));
                series.into_iter().flatten().map(f64::to_bits).collect::<Vec<_>>()
            };
            let alone = bits(0);
            for batch in [1, 2, 32, 700] {
                assert!(bits(batch) == alone, "{batch} at a time, from {origin} on");
            }
        }
    }
}
