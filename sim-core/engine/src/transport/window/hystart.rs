//! HyStart++ (RFC 9406): the first slow start ends when the round-trip time grows, before the queue
//! overflows. CUBIC can use the older HyStart (Ha and Rhee 2011) with the constants of Linux instead.

use super::{AlgorithmHandle, WindowAlgorithm, WindowSender, decision};
use crate::transport::prelude::*;
use crate::transport::tcp_params::HystartRule;

// The constants of RFC 9406 section 4.3.
const MIN_RTT_THRESH: Time = 4 * MILLISECOND;
const MAX_RTT_THRESH: Time = 16 * MILLISECOND;
const MIN_RTT_DIVISOR: Time = 8;
const N_RTT_SAMPLE: u32 = 8;
const CSS_GROWTH_DIVISOR: f64 = 4.0;
const CSS_ROUNDS: u32 = 5;
/// Most packets by which an acknowledgement raises the window, unless packets are paced.
const L: u32 = 8;

// The constants of Linux (the parameters `hystart_low_window` and `hystart_ack_delta_us` of CUBIC).

/// Smallest window at which HyStart ends slow start, in packets.
const LOW_WINDOW: f64 = 16.0;
/// Acknowledgements belong to a train if they follow each other within this time.
const ACK_DELTA: Time = 2 * MILLISECOND;

/// An unlimited threshold: the first slow start.
const UNLIMITED: f64 = 1e12;

/// The change of slow start that an acknowledgement causes.
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

#[derive(Clone, Debug, State)]
#[state(not(has_train))]
pub(super) struct HyStart {
    /// The smallest round-trip times of the last and the present round; `NEVER` before their first samples.
    last_min: Time,
    present_min: Time,
    samples: u32,
    /// The round ends when all packets below this packet are acknowledged.
    round_end: u32,
    /// The smallest round-trip time when conservative slow start began; `NEVER` outside of it.
    baseline: Time,
    /// The number of rounds of conservative slow start.
    rounds: u32,
    #[state(if self.has_train)]
    train: AckTrain,
    /// Whether HyStart as in Linux is in use.
    has_train: bool,
}

/// The state of HyStart as in Linux.
#[derive(Clone, Copy, Debug, State)]
struct AckTrain {
    /// The smallest round-trip time of the connection, and of the present round; `NEVER` before their first samples.
    smallest: Time,
    present: Time,
    samples: u32,
    /// The round ends when a packet above this packet's predecessor is acknowledged: the next new packet at its start.
    round_end: u32,
    /// When the round began, and when the last acknowledgement of the train arrived.
    began: Time,
    last: Time,
    /// Whether HyStart has ended slow start.
    found: bool,
}

impl Default for AckTrain {
    fn default() -> Self {
        let (smallest, present) = (NEVER, NEVER);
        AckTrain { smallest, present, samples: 0, round_end: 0, began: 0, last: 0, found: false }
    }
}

impl AckTrain {
    /// Begins a round, in which all packets below `high` have been sent.
    fn begin_round(&mut self, high: u32, now: Time) {
        (self.present, self.samples, self.round_end) = (NEVER, 0, high);
        (self.began, self.last) = (now, now);
    }

    /// Processes an acknowledgement of all packets below `una` with the round-trip time `rtt` at a window of at
    /// least [`LOW_WINDOW`]. `slack` is added to the smallest round-trip time, half of which a train may last, or
    /// all of it with pacing.
    fn update(&mut self, rtt: Time, now: Time, slack: Time, is_paced: bool) -> Option<HystartEnd> {
        let mut end = None;
        if now - self.last <= ACK_DELTA {
            self.last = now;
            let limit = (self.smallest + slack) / if is_paced { 1 } else { 2 };
            let lasted = now - self.began;
            if lasted > limit {
                end = Some(HystartEnd::Train { lasted, limit });
            }
        }
        self.present = self.present.min(rtt);
        if self.samples < N_RTT_SAMPLE {
            self.samples += 1;
        } else {
            let margin = (self.smallest / MIN_RTT_DIVISOR).clamp(MIN_RTT_THRESH, MAX_RTT_THRESH);
            if self.present > self.smallest + margin {
                end = end.or(Some(HystartEnd::Delay { present: self.present, smallest: self.smallest }));
            }
        }
        self.found |= end.is_some();
        end
    }
}

/// Why HyStart ends slow start. All values are in ns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HystartEnd {
    /// The train of acknowledgements has lasted for a time longer than its limit.
    Train { lasted: Time, limit: Time },
    /// The smallest round-trip time of the round is above the smallest one so far.
    Delay { present: Time, smallest: Time },
}

impl Default for HyStart {
    fn default() -> Self {
        HyStart {
            last_min: NEVER,
            present_min: NEVER,
            samples: 0,
            round_end: 0,
            baseline: NEVER,
            rounds: 0,
            train: AckTrain::default(),
            has_train: false,
        }
    }
}

impl HyStart {
    #[inline]
    pub(super) fn sample(&mut self, rtt: Time) {
        self.present_min = self.present_min.min(rtt);
        self.samples += 1;
    }

    /// Begins HyStart as in Linux again, after a timeout.
    pub(super) fn forget_train(&mut self, high: u32, now: Time) {
        self.train = AckTrain::default();
        self.train.begin_round(high, now);
    }

    fn is_conservative(&self) -> bool {
        self.baseline < NEVER
    }

    /// By how many packets the window grows when `acked` packets are acknowledged.
    fn growth(&self, acked: u32, is_limited: bool) -> f64 {
        let packets = f64::from(if is_limited { acked.min(L) } else { acked });
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

impl<A: AlgorithmHandle> WindowSender<A> {
    /// Whether HyStart++ determines the growth of the window: in the first slow start, unless the algorithm
    /// has a slow start of its own.
    #[inline]
    pub(super) fn uses_hystart(&self) -> bool {
        self.params.hystart
            && self.window.ssthresh >= UNLIMITED
            && !self.algorithm.get().has_own_slow_start()
            && self.algorithm.get().hystart_rule() == HystartRule::Rfc9406
    }

    /// Takes the round-trip time of the newest packet that an acknowledgement of all packets below `una` covers.
    #[cold]
    pub(super) fn sample_hystart(&mut self, rtt: Time, una: u32, cx: &mut impl Context) {
        self.hystart.sample(rtt);
        if self.algorithm.get().hystart_rule() == HystartRule::Linux {
            self.end_by_train(rtt, una, cx);
        }
    }

    /// Ends slow start by the rules of HyStart, as in Linux: also in a slow start after idle time or a timeout, and
    /// whether or not the window limits sending.
    fn end_by_train(&mut self, rtt: Time, una: u32, cx: &mut impl Context) {
        let (now, high) = (cx.now(), self.board.high());
        self.hystart.has_train = true;
        // After the start of congestion avoidance, samples are discarded for a second.
        let epoch = self.algorithm.get().epoch_start();
        if epoch.is_some_and(|start| now.saturating_sub(start) < SECOND) {
            return;
        }
        let train = &mut self.hystart.train;
        train.smallest = train.smallest.min(rtt);
        if train.found || !self.window.in_slow_start() {
            return;
        }
        if una > train.round_end {
            train.begin_round(high, now);
        }
        if self.window.cwnd < LOW_WINDOW {
            return;
        }
        // Linux's estimate of the delay by bursts: four of its largest bursts of 64 KiB at the pacing rate of two
        // windows per round trip, at most 1 ms.
        let bytes = self.window.cwnd * f64::from(self.stream.payload + u32::from(self.stream.header));
        let slack = from_secs(262_144.0 * self.rtt.srtt() / (2.0 * bytes)).min(MILLISECOND);
        let Some(end) = train.update(rtt, now, slack, self.params.pacing) else { return };
        let window = self.window.cwnd;
        self.window.ssthresh = window;
        match end {
            HystartEnd::Train { lasted, limit } => {
                let [lasted, limit] = [lasted, limit].map(to_secs);
                cx.decide(decision::HystartTrain { lasted, limit, window });
            }
            HystartEnd::Delay { present, smallest } => {
                let [before, after] = [smallest, present].map(to_secs);
                cx.decide(decision::HystartDelay { before, after, window });
            }
        }
    }

    /// Grows the window in slow start by the rules of HyStart++.
    #[cold]
    pub(super) fn grow_by_hystart(&mut self, acked: u32, cx: &mut impl Context) {
        let is_limited = !self.params.pacing && self.params.slow_start_limit.is_some();
        self.window.cwnd += self.hystart.growth(acked, is_limited);
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
                (hystart.growth(4, true), hystart.growth(100, true)),
                (1.0, 2.0),
                "a quarter of 4 and of 8"
            );
            assert_eq!(hystart.growth(100, false), 25.0);
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
        assert_eq!(hystart.growth(8, true), 8.0);
    }

    /// The acknowledgements of a round at intervals of `step` µs, with a round-trip time of 40 ms. Returns why slow
    /// start ends, and after how many acknowledgements.
    fn train(step: Time, count: Time, is_paced: bool) -> Option<(HystartEnd, Time)> {
        let mut train = AckTrain { smallest: 40 * MILLISECOND, ..AckTrain::default() };
        train.begin_round(10, SECOND);
        (0..count).find_map(|number| {
            let end = train.update(40 * MILLISECOND, SECOND + number * step * 1000, 0, is_paced)?;
            Some((end, number + 1))
        })
    }

    #[test]
    fn a_train_of_half_a_round_trip_ends_slow_start() {
        // Ha and Rhee 2011 section 4.1: the length of the train is compared with the smallest one-way delay,
        // half of the round-trip time. At 0.5 ms, acknowledgement 42 is 20.5 ms after the first.
        let lasted = 20_500_000;
        let expected = HystartEnd::Train { lasted, limit: 20 * MILLISECOND };
        assert_eq!(train(500, 60, false), Some((expected, 42)));
        assert_eq!(train(500, 60, true), None, "with pacing, a train may last for a round trip");
        assert_eq!(train(2001, 60, false), None, "acknowledgements above 2 ms apart are no train");
    }

    #[test]
    fn a_round_trip_time_above_its_minimum_ends_slow_start() {
        // Section 4.2: an eighth of the smallest round-trip time, within 4 and 16 ms, and eight samples before.
        let mut train = AckTrain { smallest: 80 * MILLISECOND, ..AckTrain::default() };
        let mut round = |rtt: Time, count: Time| {
            train.begin_round(10, SECOND);
            (1..=count)
                .filter_map(|n| train.update(rtt * MILLISECOND, SECOND * (1 + n), 0, false))
                .collect::<Vec<_>>()
        };
        assert_eq!(round(90, 9), [], "10 ms above the smallest");
        assert_eq!(round(91, 8), [], "eight samples are stored first");
        let end = HystartEnd::Delay { present: 91 * MILLISECOND, smallest: 80 * MILLISECOND };
        assert_eq!(round(91, 9), [end]);
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
