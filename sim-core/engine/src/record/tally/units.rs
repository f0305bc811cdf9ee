//! Gaps between completed application data units (`j_A`), for each phase of the flow: probing, running, or
//! switching between these two. `analysis/media.rs` defines the terms (Tobe and others 2000, section 4).
//!
//! A unit in a TCP stream is complete when all bytes of the stream up to the unit's end have arrived. A unit
//! in datagrams is complete when all bytes of the unit have arrived.

use super::{Samples, TimeWindow};
use crate::analysis::media::{Phase, SWITCH_MARGIN, UnitArrivals};
use crate::analysis::percentiles::Histogram;
use crate::ground::convert::low_bits;
use crate::ground::deque::Deque;
use crate::ground::time::{Time, from_secs, to_secs};

/// Maximum number of gaps whose phase is undecided. A gap belongs to the switching phase if a switch follows
/// within `SWITCH_MARGIN`, so its phase is undecided for this time.
const MAX_UNDECIDED: usize = 4096;

#[derive(Clone, Debug)]
pub struct UnitTally {
    /// Size of a unit in bytes.
    size: u64,
    /// Index of the connection that carries a stream. Other connections carry datagrams.
    stream_conn: u32,
    /// Number of bytes of the stream that have arrived without a gap.
    in_order: u64,
    /// The received ranges of the stream beyond `in_order`, in ascending order.
    beyond: Vec<(u64, u64)>,
    datagrams: UnitArrivals,
    /// Number of units completed in the whole run.
    completed: u64,
    /// Time at which the latest unit was completed.
    last_completed: Option<Time>,
    /// Whether the flow is probing; otherwise it is running.
    probing: bool,
    /// Time of the last switch between probing and running.
    last_switch: Option<Time>,
    /// Gaps whose phase is undecided: the time of the end, and the length in seconds.
    undecided: Deque<(Time, f64)>,
    /// Gaps by phase, in the order of `phase_index`.
    gaps: [Samples; 3],
    window: TimeWindow,
    /// Gaps of all phases within the window, in ns.
    all_gaps: Histogram,
}

fn phase_index(phase: Phase) -> usize {
    match phase {
        Phase::Probing => 0,
        Phase::Running => 1,
        Phase::Switching => 2,
    }
}

impl UnitTally {
    /// `size`: size of a unit in bytes. `stream_conn`: index of the connection that carries a stream.
    pub fn new(size: u32, stream_conn: u32, window: TimeWindow) -> Self {
        UnitTally {
            size: u64::from(size.max(1)),
            stream_conn,
            in_order: 0,
            beyond: Vec::new(),
            datagrams: UnitArrivals::default(),
            completed: 0,
            last_completed: None,
            probing: true,
            last_switch: None,
            undecided: Deque::new(),
            gaps: [Samples::new(window), Samples::new(window), Samples::new(window)],
            window,
            all_gaps: Histogram::default(),
        }
    }

    /// Handles a restart of the connection: the stream starts again at offset 0.
    pub fn restart(&mut self) {
        (self.in_order, self.last_completed, self.probing, self.last_switch) = (0, None, true, None);
        self.beyond.clear();
        self.datagrams = UnitArrivals::default();
    }

    /// Handles a switch of the flow to probing (`true`) or to running (`false`).
    pub fn switch(&mut self, now: Time, probing: bool) {
        self.count_decided_gaps(now);
        let switching = &mut self.gaps[phase_index(Phase::Switching)];
        for (at, gap) in self.undecided.drain(..) {
            switching.push(at, gap);
        }
        (self.probing, self.last_switch) = (probing, Some(now));
    }

    /// Counts the undecided gaps after which the margin has passed without a switch. If more than
    /// `MAX_UNDECIDED` gaps remain, also counts the oldest of them.
    fn count_decided_gaps(&mut self, now: Time) {
        let margin = from_secs(SWITCH_MARGIN);
        let phase = phase_index(if self.probing { Phase::Probing } else { Phase::Running });
        while let Some(&(at, gap)) = self.undecided.front() {
            if at.saturating_add(margin) >= now && self.undecided.len() <= MAX_UNDECIDED {
                break;
            }
            self.undecided.pop_front();
            self.gaps[phase].push(at, gap);
        }
    }

    /// Handles the first delivery of `bytes` bytes of payload on connection `conn`. In a stream, these bytes
    /// start at an offset whose low 32 bits are `offset`; in datagrams, they belong to `unit`. Returns the
    /// gap in seconds before the first unit that the bytes complete.
    pub fn delivered(&mut self, now: Time, conn: u32, unit: u32, offset: u32, bytes: u32) -> Option<f64> {
        let bytes = u64::from(bytes);
        let newly_completed = if conn == self.stream_conn {
            let before = self.in_order / self.size;
            self.add_stream_bytes(offset, bytes);
            self.in_order / self.size - before
        } else {
            let before = self.datagrams.completed();
            self.datagrams.on_bytes(now, u64::from(unit), bytes, self.size);
            self.datagrams.completed() - before
        };
        let mut gap = None;
        for _ in 0..newly_completed {
            self.completed += 1;
            if let Some(last) = self.last_completed.replace(now) {
                let ns = now.saturating_sub(last);
                if self.window.contains(now) {
                    self.all_gaps.add(ns);
                }
                let seconds = to_secs(ns);
                gap = gap.or(Some(seconds));
                self.add_gap(now, seconds);
            }
        }
        gap
    }

    fn add_gap(&mut self, now: Time, gap: f64) {
        let is_near = |at: Time| now.saturating_sub(at) <= from_secs(SWITCH_MARGIN);
        if self.last_switch.is_some_and(is_near) {
            self.gaps[phase_index(Phase::Switching)].push(now, gap);
        } else {
            self.undecided.push_back((now, gap));
            self.count_decided_gaps(now);
        }
    }

    fn add_stream_bytes(&mut self, offset: u32, bytes: u64) {
        // `offset` has only the low 32 bits. Of all full offsets with these bits, the nearest to `in_order`
        // is used.
        let ahead = i64::from(offset.wrapping_sub(low_bits::<u32>(self.in_order)).cast_signed());
        let Some(from) = self.in_order.checked_add_signed(ahead) else { return };
        let mut range = (from, from.saturating_add(bytes));
        // Replaces the new range and all received ranges that overlap or touch it by their union.
        let start = self.beyond.partition_point(|received| received.1 < range.0);
        let mut end = start;
        while let Some(received) = self.beyond.get(end).filter(|received| received.0 <= range.1) {
            range = (range.0.min(received.0), range.1.max(received.1));
            end += 1;
        }
        self.beyond.splice(start..end, [range]);
        if let Some(&(from, to)) = self.beyond.first()
            && from <= self.in_order
        {
            self.in_order = self.in_order.max(to);
            self.beyond.remove(0);
        }
    }

    /// Number of units completed in the whole run.
    pub fn completed(&self) -> u64 {
        self.completed
    }

    /// The gaps of all phases, in ns.
    pub fn all_gaps(&self) -> &Histogram {
        &self.all_gaps
    }

    /// The gaps of a phase, in seconds. Undecided gaps are counted in the current phase.
    pub fn gaps(&self, phase: Phase) -> Samples {
        let mut samples = self.gaps[phase_index(phase)].clone();
        if phase == (if self.probing { Phase::Probing } else { Phase::Running }) {
            self.undecided.iter().for_each(|&(at, gap)| samples.push(at, gap));
        }
        samples
    }

    /// Approximate memory used, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.undecided.len() * 16 + self.beyond.len() * 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::convert::narrow;
    use crate::ground::time::{MILLISECOND, SECOND};

    const STREAM: u32 = 4;
    const DATAGRAMS: u32 = 5;

    fn tally(size: u32) -> UnitTally {
        UnitTally::new(size, STREAM, TimeWindow::ALL)
    }

    fn means(tally: &UnitTally) -> [Option<f64>; 3] {
        [Phase::Probing, Phase::Running, Phase::Switching].map(|phase| tally.gaps(phase).mean())
    }

    #[test]
    fn a_unit_of_a_stream_is_complete_when_all_bytes_up_to_its_end_have_arrived() {
        let mut units = tally(1000);
        let mut segment = |ms: u64, offset: u32, bytes: u32| {
            units.delivered(ms * MILLISECOND, STREAM, 0, offset, bytes);
            units.completed()
        };
        assert_eq!(segment(0, 0, 1500), 1);
        // Bytes 1500 to 1999 are missing, so the bytes after them complete no unit.
        assert_eq!(segment(10, 2000, 1500), 1);
        assert_eq!(segment(20, 4000, 500), 1);
        assert_eq!(segment(50, 1500, 500), 3, "units 1 and 2 are complete at once");
        assert_eq!(segment(60, 3500, 500), 4);
        assert_eq!(segment(70, 3500, 500), 4, "a duplicate has no effect");
        // Gaps 50, 0 and 10 ms.
        assert_eq!(units.gaps(Phase::Probing).count(), 3);
        assert!((means(&units)[0].unwrap() - 0.02).abs() < 1e-12);
    }

    #[test]
    fn gaps_are_counted_by_phase() {
        let mut units = tally(500);
        let mut offset = 0;
        for at in [0, 1000, 2000, 2900] {
            units.delivered(at * MILLISECOND, STREAM, 0, offset, 500);
            offset += 500;
        }
        units.switch(3 * SECOND, false);
        for (unit, at) in [3300, 3600, 3900, 4200].into_iter().enumerate() {
            units.delivered(at * MILLISECOND, DATAGRAMS, narrow::<u32>(unit), 0, 500);
        }
        // Within half a second of the switch, a gap of 900 ms ends before the switch and a gap of 400 ms
        // after it. The probing phase has two gaps of 1000 ms, and the running phase three gaps of 300 ms.
        let [probing, running, switching] = means(&units);
        assert!((probing.unwrap() - 1.0).abs() < 1e-9);
        assert!((running.unwrap() - 0.3).abs() < 1e-9);
        assert!((switching.unwrap() - 0.65).abs() < 1e-9);
        assert_eq!(units.gaps(Phase::Running).count(), 3);
        // All phases: 300, 300, 300, 400, 900, 1000, 1000 ms.
        assert_eq!(units.all_gaps().count(), 7);
        assert!((units.all_gaps().percentile(50.0).unwrap() as f64 / 4e8 - 1.0).abs() < 0.01);
    }

    #[test]
    fn units_of_streams_longer_than_4_gib_are_counted() {
        let mut units = tally(1 << 30);
        for index in 0..40_u64 {
            units.delivered(index, STREAM, 0, ((index << 28) & 0xffff_ffff) as u32, 1 << 28);
        }
        assert_eq!(units.completed(), 10);
    }
}
