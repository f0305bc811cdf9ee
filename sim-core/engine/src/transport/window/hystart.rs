//! HyStart++ (RFC 9406): the first slow start ends when the round-trip time grows, before the queue
//! overflows.

use super::decision;
use super::{AlgorithmHandle, WindowAlgorithm, WindowSender};
use crate::ground::time::{MILLISECOND, NEVER, Time, to_secs};
use crate::state;
use crate::transport::context::Context;

// The constants of RFC 9406 section 4.3.
const MIN_RTT_THRESH: Time = 4 * MILLISECOND;
const MAX_RTT_THRESH: Time = 16 * MILLISECOND;
const MIN_RTT_DIVISOR: Time = 8;
const N_RTT_SAMPLE: u32 = 8;
const CSS_GROWTH_DIVISOR: f64 = 4.0;
const CSS_ROUNDS: u32 = 5;
/// Most packets by which an acknowledgement raises the window, unless packets are paced.
const L: u32 = 8;

/// An unlimited threshold: the first slow start.
const UNLIMITED: f64 = 1e12;

/// What an acknowledgement changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SlowStartChange {
    Nothing,
    /// Conservative slow start begins.
    Slows,
    /// The round-trip time is low again: slow start continues.
    Back,
    /// Conservative slow start has lasted for its rounds: slow start ends.
    Ends,
}

#[derive(Clone, Debug)]
pub(super) struct HyStart {
    /// The smallest round-trip times of the last and the present round; `NEVER` before their first samples.
    last_min: Time,
    present_min: Time,
    samples: u32,
    /// The round ends when all packets below this packet are acknowledged.
    round_end: u32,
    /// Conservative slow start: the smallest round-trip time at its start, and the number of rounds. `NEVER`
    /// outside of it.
    baseline: Time,
    rounds: u32,
}

impl Default for HyStart {
    fn default() -> Self {
        HyStart { last_min: NEVER, present_min: NEVER, samples: 0, round_end: 0, baseline: NEVER, rounds: 0 }
    }
}

impl HyStart {
    #[inline]
    pub(super) fn sample(&mut self, rtt: Time) {
        self.present_min = self.present_min.min(rtt);
        self.samples += 1;
    }

    fn is_conservative(&self) -> bool {
        self.baseline < NEVER
    }

    /// By how many packets the window grows when `acked` packets are acknowledged.
    fn growth(&self, acked: u32, is_paced: bool) -> f64 {
        let packets = f64::from(if is_paced { acked } else { acked.min(L) });
        if self.is_conservative() { packets / CSS_GROWTH_DIVISOR } else { packets }
    }

    /// Processes an acknowledgement of all packets below `una` (RFC 9406 section 4.2).
    fn on_ack(&mut self, una: u32, high: u32) -> SlowStartChange {
        let mut change = SlowStartChange::Nothing;
        if self.samples >= N_RTT_SAMPLE && self.present_min < NEVER {
            if self.is_conservative() {
                if self.present_min < self.baseline {
                    self.baseline = NEVER;
                    change = SlowStartChange::Back;
                }
            } else if self.last_min < NEVER {
                let threshold = (self.last_min / MIN_RTT_DIVISOR).clamp(MIN_RTT_THRESH, MAX_RTT_THRESH);
                if self.present_min >= self.last_min + threshold {
                    (self.baseline, self.rounds) = (self.present_min, 0);
                    change = SlowStartChange::Slows;
                }
            }
        }
        if una >= self.round_end {
            // The round in which conservative slow start began counts.
            if self.is_conservative() {
                self.rounds += 1;
                if self.rounds >= CSS_ROUNDS {
                    change = SlowStartChange::Ends;
                }
            }
            (self.last_min, self.present_min, self.samples) = (self.present_min, NEVER, 0);
            self.round_end = high;
        }
        change
    }
}

state!(HyStart { last_min, present_min, samples, round_end, baseline, rounds } not {});

impl<A: AlgorithmHandle> WindowSender<A> {
    /// Whether HyStart++ determines the growth of the window: in the first slow start, unless the algorithm
    /// has a slow start of its own.
    #[inline]
    pub(super) fn uses_hystart(&self) -> bool {
        self.params.hystart && self.window.ssthresh >= UNLIMITED && !self.algorithm.get().has_own_slow_start()
    }

    /// Grows the window in slow start by the rules of HyStart++.
    #[cold]
    pub(super) fn grow_by_hystart(&mut self, acked: u32, cx: &mut impl Context) {
        self.window.cwnd += self.hystart.growth(acked, self.params.pacing);
        let last_min = to_secs(self.hystart.last_min);
        let present_min = to_secs(self.hystart.present_min);
        match self.hystart.on_ack(self.board.una(), self.board.high()) {
            SlowStartChange::Nothing => {}
            SlowStartChange::Slows => cx.decide(decision::HystartSlows {
                before: last_min,
                after: present_min,
                window: self.window.cwnd,
            }),
            SlowStartChange::Back => {
                cx.decide(decision::HystartBack { rtt: present_min, window: self.window.cwnd })
            }
            SlowStartChange::Ends => {
                self.window.ssthresh = self.window.cwnd;
                cx.decide(decision::HystartEnds { window: self.window.cwnd });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A round of ten packets with the given round-trip times in ms. Returns the changes.
    fn round(hystart: &mut HyStart, rtts: [u64; 10]) -> Vec<SlowStartChange> {
        let end = hystart.round_end;
        let mut changes = Vec::new();
        for (una, rtt) in (end - 9..=end).zip(rtts) {
            hystart.sample(rtt * MILLISECOND);
            let change = hystart.on_ack(una, end + 10);
            if change != SlowStartChange::Nothing {
                changes.push(change);
            }
        }
        changes
    }

    fn started() -> HyStart {
        HyStart { round_end: 10, ..HyStart::default() }
    }

    #[test]
    fn an_eighth_of_the_round_trip_within_4_and_16_ms_starts_conservative_slow_start() {
        for (base, threshold) in [(8, 4), (80, 10), (400, 16)] {
            let mut hystart = started();
            assert_eq!(round(&mut hystart, [base; 10]), []);
            assert_eq!(round(&mut hystart, [base + threshold - 1; 10]), []);
            let mut hystart = started();
            round(&mut hystart, [base; 10]);
            assert_eq!(round(&mut hystart, [base + threshold; 10]), [SlowStartChange::Slows]);
            assert_eq!(
                (hystart.growth(4, false), hystart.growth(100, false)),
                (1.0, 2.0),
                "a quarter of 4 and of 8"
            );
            assert_eq!(hystart.growth(100, true), 25.0);
        }
    }

    #[test]
    fn slow_start_ends_after_five_rounds_unless_the_round_trip_time_falls() {
        let mut hystart = started();
        round(&mut hystart, [100; 10]);
        assert_eq!(round(&mut hystart, [120; 10]), [SlowStartChange::Slows]);
        for _ in 0..3 {
            assert_eq!(round(&mut hystart, [130; 10]), []);
        }
        assert_eq!(
            round(&mut hystart, [130; 10]),
            [SlowStartChange::Ends],
            "the fifth round, with that of the start"
        );
        let mut hystart = started();
        round(&mut hystart, [100; 10]);
        round(&mut hystart, [120; 10]);
        assert_eq!(round(&mut hystart, [119; 10]), [SlowStartChange::Back]);
        assert_eq!(hystart.growth(8, false), 8.0);
    }

    #[test]
    fn fewer_than_eight_samples_have_no_effect() {
        let mut hystart = started();
        round(&mut hystart, [100; 10]);
        for _ in 0..7 {
            hystart.sample(200 * MILLISECOND);
            assert_eq!(hystart.on_ack(11, 30), SlowStartChange::Nothing);
        }
        hystart.sample(200 * MILLISECOND);
        assert_eq!(hystart.on_ack(11, 30), SlowStartChange::Slows);
    }
}
