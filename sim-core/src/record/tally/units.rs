//! Gaps between complete application data units (`j_A`), by the phase of the flow: probing, running, or switching between
//! them. `analysis/media.rs` defines the terms (Tobe and others 2000, section 4).
//!
//! TCP delivers a unit when all bytes up to its end have arrived. Datagrams deliver a unit when all of its bytes have arrived.

use std::collections::VecDeque;

use super::{Samples, TimeWindow};
use crate::analysis::media::{Phase, SWITCH_MARGIN, UnitArrivals};
use crate::analysis::percentiles::Histogram;
use crate::ground::time::{Time, from_secs, to_secs};

/// Maximum number of gaps whose phase is undecided. The phase of a gap is undecided until no switch can follow within the margin.
const MAX_WAITING: usize = 4096;

#[derive(Clone, Debug)]
pub struct UnitTally {
    /// Size of a unit in bytes.
    size: u64,
    /// The connection that carries a stream; other connections carry datagrams.
    stream: u32,
    /// Bytes of the stream that arrived in order, and the received ranges beyond them in ascending order.
    in_order: u64,
    beyond: Vec<(u64, u64)>,
    datagrams: UnitArrivals,
    /// Number of complete units in the whole run.
    complete: u64,
    /// Time at which the latest unit was completed.
    last: Option<Time>,
    probing: bool,
    /// Time of the last switch between probing and running.
    switched: Option<Time>,
    /// Gaps whose phase is undecided: end and length in seconds.
    waiting: VecDeque<(Time, f64)>,
    /// Gaps by phase, in the order of `phase_index`.
    gaps: [Samples; 3],
    window: TimeWindow,
    /// Gaps of all phases within the window.
    all: Histogram,
}

fn phase_index(phase: Phase) -> usize {
    match phase {
        Phase::Probing => 0,
        Phase::Running => 1,
        Phase::Switching => 2,
    }
}

impl UnitTally {
    pub fn new(size: u32, stream: u32, window: TimeWindow) -> Self {
        UnitTally {
            size: u64::from(size.max(1)),
            stream,
            in_order: 0,
            beyond: Vec::new(),
            datagrams: UnitArrivals::default(),
            complete: 0,
            last: None,
            probing: true,
            switched: None,
            waiting: VecDeque::new(),
            gaps: [Samples::new(window), Samples::new(window), Samples::new(window)],
            window,
            all: Histogram::default(),
        }
    }

    /// Handles a restart of the connection: streams start again at offset 0.
    pub fn restart(&mut self) {
        (self.in_order, self.last, self.probing, self.switched) = (0, None, true, None);
        self.beyond.clear();
        self.datagrams = UnitArrivals::default();
    }

    /// Handles a switch of the flow to probing (`true`) or to running (`false`).
    pub fn switch(&mut self, now: Time, probing: bool) {
        self.file_decided_gaps(now);
        let switching = &mut self.gaps[phase_index(Phase::Switching)];
        for (at, gap) in self.waiting.drain(..) {
            switching.push(at, gap);
        }
        (self.probing, self.switched) = (probing, Some(now));
    }

    /// Counts the waiting gaps after which the margin has passed without a switch. If there are too many, also counts the oldest
    /// ones.
    fn file_decided_gaps(&mut self, now: Time) {
        let margin = from_secs(SWITCH_MARGIN);
        let phase = phase_index(if self.probing { Phase::Probing } else { Phase::Running });
        while let Some(&(at, gap)) = self.waiting.front() {
            if at.saturating_add(margin) >= now && self.waiting.len() <= MAX_WAITING {
                break;
            }
            self.waiting.pop_front();
            self.gaps[phase].push(at, gap);
        }
    }

    /// Handles the first delivery of `bytes` of payload on connection `conn`. In a stream they start at `offset` (the low 32
    /// bits); in datagrams they belong to `unit`. Returns the gap in seconds before the first unit that they complete.
    pub fn delivered(&mut self, now: Time, conn: u32, unit: u32, offset: u32, bytes: u32) -> Option<f64> {
        let bytes = u64::from(bytes);
        let complete = if conn == self.stream {
            let before = self.in_order / self.size;
            self.add_stream_bytes(offset, bytes);
            self.in_order / self.size - before
        } else {
            let before = self.datagrams.complete();
            self.datagrams.on_bytes(now, u64::from(unit), bytes, self.size);
            self.datagrams.complete() - before
        };
        let mut gap = None;
        for _ in 0..complete {
            self.complete += 1;
            if let Some(last) = self.last.replace(now) {
                let ns = now.saturating_sub(last);
                if self.window.contains(now) {
                    self.all.add(ns);
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
        if self.switched.is_some_and(is_near) {
            self.gaps[phase_index(Phase::Switching)].push(now, gap);
        } else {
            self.waiting.push_back((now, gap));
            self.file_decided_gaps(now);
        }
    }

    fn add_stream_bytes(&mut self, offset: u32, bytes: u64) {
        // Of all offsets with these low 32 bits, the one nearest to `in_order` is meant.
        let ahead = i64::from(offset.wrapping_sub(self.in_order as u32).cast_signed());
        let Some(from) = self.in_order.checked_add_signed(ahead) else { return };
        let mut range = (from, from.saturating_add(bytes));
        // Replaces all received ranges that overlap or touch the new range by their union with it.
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

    /// Number of complete units in the whole run.
    pub fn complete(&self) -> u64 {
        self.complete
    }

    /// The gaps of all phases.
    pub fn all_gaps(&self) -> &Histogram {
        &self.all
    }

    /// The gaps of a phase. Undecided gaps are counted in the current phase.
    pub fn gaps(&self, phase: Phase) -> Samples {
        let mut samples = self.gaps[phase_index(phase)].clone();
        if phase == (if self.probing { Phase::Probing } else { Phase::Running }) {
            self.waiting.iter().for_each(|&(at, gap)| samples.push(at, gap));
        }
        samples
    }

    /// Approximate memory used, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.waiting.len() * 16 + self.beyond.len() * 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn a_stream_delivers_in_order() {
        let mut units = tally(1000);
        let mut segment = |ms: u64, offset: u32, bytes: u32| {
            units.delivered(ms * MILLISECOND, STREAM, 0, offset, bytes);
            units.complete()
        };
        assert_eq!(segment(0, 0, 1500), 1);
        // Bytes 1500 to 2000 are missing, so later bytes are not in order.
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
            units.delivered(at * MILLISECOND, DATAGRAMS, unit as u32, 0, 500);
        }
        // Within half a second of the switch, one gap of 900 ms ends before it and one of 400 ms ends after it. The gaps of the
        // probing phase are 1000 and 1000 ms, and those of the running phase 300 ms three times.
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
    fn streams_longer_than_32_bit_offsets_are_counted() {
        let mut units = tally(1 << 30);
        for index in 0..40_u64 {
            units.delivered(index, STREAM, 0, ((index << 28) & 0xffff_ffff) as u32, 1 << 28);
        }
        assert_eq!(units.complete(), 10);
    }
}
