//! What a link tells of its queue and of its departures, in the order of time: series, the link's own tallies, and those of
//! the flow whose packet it is.

use super::observer::{FlowKeys, FlowTally, LinkKeys, LinkTally};
use super::packet::WAIT_UNIT;
use super::time::Time;
use crate::net::backlog::InSystem;
use crate::record::Recorder;
use crate::record::tally::Window;

/// The books of one link.
pub struct LinkBooks<'a> {
    pub(super) tally: &'a mut LinkTally,
    pub(super) keys: &'a LinkKeys,
    pub(super) flows: &'a mut [FlowTally],
    pub(super) flow_keys: &'a [FlowKeys],
    pub(super) rec: &'a mut Recorder,
    pub(super) window: Window,
    pub(super) windows: &'a [Window],
    /// Whether any of the link's series or of its flows' is recorded.
    pub(super) recorded: bool,
}

impl LinkBooks<'_> {
    /// So much waits from `now` on.
    #[inline(always)]
    pub fn queue(&mut self, now: Time, packets: u32, bytes: u64) {
        self.tally.queue.set(now, packets, bytes);
        if self.recorded {
            self.rec.gauge(self.keys.queue, now, f64::from(packets));
        }
    }

    /// Packets were sent completely, one after the other, after another one at `last`. Returns when the last one was.
    #[inline(always)]
    pub fn departures(&mut self, entries: &[InSystem], mut last: Time) -> Time {
        for entry in entries {
            self.departed(entry, entry.arrived.max(last) - entry.arrived);
            last = entry.departs;
        }
        last
    }

    /// A packet was sent completely, at `entry.departs`, having waited for `waited`.
    #[inline(always)]
    pub fn departed(&mut self, entry: &InSystem, waited: Time) {
        let at = entry.departs;
        let size = u64::from(entry.size);
        let ends = !entry.feedback & entry.fate.is_last();
        if self.window.contains(at) {
            self.tally.delay.add(waited);
            self.tally.departed_bytes += size;
            if ends && let Some(tally) = self.flows.get_mut(usize::from(entry.flow)) {
                tally.queue_delay.add(waited + u64::from(entry.waited) * WAIT_UNIT);
                tally.counts.throughput_bytes += size;
            }
        }
        if self.recorded | !self.windows.is_empty() {
            self.departed_besides(entry, waited, ends);
        }
    }

    /// What else there is to tell of a departure, where there is something.
    #[inline(never)]
    fn departed_besides(&mut self, entry: &InSystem, waited: Time, ends: bool) {
        let at = entry.departs;
        let size = u64::from(entry.size);
        self.rec.gauge(self.keys.queue_delay, at, waited as f64 * 1e-9);
        self.rec.count(self.keys.departed, at, size);
        if !ends {
            return;
        }
        if let Some(keys) = self.flow_keys.get(usize::from(entry.flow)) {
            self.rec.count(keys.throughput, at, size);
        }
        if let Some(tally) = self.flows.get_mut(usize::from(entry.flow)) {
            for (window, counts) in self.windows.iter().zip(&mut tally.windows) {
                if window.contains(at) {
                    counts.throughput_bytes += size;
                }
            }
        }
    }
}
