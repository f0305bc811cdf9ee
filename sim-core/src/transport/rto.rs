//! Round-trip estimation and the retransmission timeout: by RFC 6298, Linux or ns-2.

use crate::choice;
use crate::ground::time::{MILLISECOND, SECOND, Time, from_secs, to_secs};

choice! {
    /// How the retransmission timeout is computed from round-trip samples.
    pub enum RtoRule {
        /// RFC 6298: the smoothed RTT and four deviations; the minimum applies to their sum.
        Rfc6298 "rfc6298" "RFC 6298",
        /// As in Linux: the minimum applies to the deviation term, not to the sum.
        Linux "linux" "Linux",
        /// As in ns-2: samples in whole ticks, integer arithmetic, and a timeout of at least two ticks.
        Ns2 "ns2" "ns-2",
    }
}

/// Truncates to whole nanoseconds. Converting to a signed integer takes one instruction, and values that do not fit are beyond
/// any maximum.
#[inline]
fn whole(ns: f64) -> Time {
    ns as i64 as Time
}

/// Smoothed round-trip time, its deviation, and the timeout with backoff (RFC 6298).
#[derive(Clone, Debug)]
pub struct RttEstimator {
    rule: RtoRule,
    floor: Time,
    tick: Time,
    /// Minimum of the deviation term, as an integer and as a float.
    least_deviation: Time,
    least_deviation_ns: f64,
    initial: Time,
    ceiling: Time,
    srtt: f64,
    rttvar: f64,
    has_sample: bool,
    /// ns-2's smoothed RTT and deviation in ticks, with 3 and 2 fraction bits, and its timeout in ticks.
    ticks: (i64, i64, i64),
    backoff: u32,
    /// The present timeout, which is read far more often than it changes.
    timeout: Time,
}

/// Largest backoff factor; timeouts reach their maximum long before.
const LARGEST_BACKOFF: u32 = 1 << 16;

impl RttEstimator {
    pub fn new(rule: RtoRule, floor: f64, tick: f64, initial: f64, ceiling: f64) -> Self {
        let mut estimator = RttEstimator {
            rule,
            floor: from_secs(floor),
            tick: from_secs(tick).max(1),
            least_deviation: 0,
            least_deviation_ns: 0.0,
            initial: from_secs(initial),
            ceiling: from_secs(ceiling),
            srtt: 0.0,
            rttvar: 0.0,
            has_sample: false,
            ticks: (0, 0, 0),
            backoff: 1,
            timeout: 0,
        };
        estimator.find_least_deviation();
        estimator.timeout = estimator.compute();
        estimator
    }

    fn find_least_deviation(&mut self) {
        self.least_deviation = if self.rule == RtoRule::Linux { self.floor } else { self.tick };
        self.least_deviation_ns = self.least_deviation as f64;
    }

    /// Takes new settings and keeps the measurements.
    pub fn configure(&mut self, rule: RtoRule, floor: f64, tick: f64, initial: f64, ceiling: f64) {
        let before = (self.rule, self.tick);
        (self.rule, self.tick) = (rule, from_secs(tick).max(1));
        (self.floor, self.initial, self.ceiling) = (from_secs(floor), from_secs(initial), from_secs(ceiling));
        if self.has_sample && rule == RtoRule::Ns2 && before != (self.rule, self.tick) {
            let in_ticks = |seconds: f64| (from_secs(seconds) / self.tick).max(1) as i64;
            let (srtt, rttvar) = (in_ticks(self.srtt) << 3, in_ticks(self.rttvar) << 2);
            self.ticks = (srtt, rttvar, ((rttvar << 3) + srtt) >> 3);
        }
        self.find_least_deviation();
        self.timeout = self.compute();
    }

    /// A packet sent at `sent` was acknowledged at `now`.
    #[inline]
    pub fn sample(&mut self, sent: Time, now: Time) {
        if self.rule == RtoRule::Ns2 || !self.has_sample {
            return self.sample_first_or_in_ticks(sent, now);
        }
        self.smooth(now.saturating_sub(sent));
        self.timeout = self.backed_off(self.base_timeout());
    }

    /// Takes the first sample (RFC 6298 section 2.2), or any sample by ns-2's rule.
    #[inline(never)]
    fn sample_first_or_in_ticks(&mut self, sent: Time, now: Time) {
        let rtt = now.saturating_sub(sent);
        if self.rule == RtoRule::Ns2 {
            self.sample_in_ticks(sent, now);
        }
        if self.has_sample {
            self.smooth(rtt);
        } else {
            self.srtt = to_secs(rtt);
            self.rttvar = self.srtt / 2.0;
            self.has_sample = true;
        }
        self.timeout = self.compute();
    }

    /// Takes a further sample (RFC 6298 section 2.3): the deviation first, with the old mean.
    #[inline]
    fn smooth(&mut self, rtt: Time) {
        // A signed integer converts to a float in one instruction.
        let r = rtt as i64 as f64 / 1e9;
        let deviation = (self.srtt - r).abs();
        self.rttvar += (deviation - self.rttvar) / 4.0;
        self.srtt += (r - self.srtt) / 8.0;
    }

    /// The timeout without backoff, by the rule of RFC 6298 or Linux.
    #[inline]
    fn base_timeout(&self) -> Time {
        let sum = whole(self.srtt * 1e9 + 0.5) + self.four_deviations();
        if self.rule == RtoRule::Rfc6298 { sum.max(self.floor) } else { sum }
    }

    #[inline]
    fn backed_off(&self, once: Time) -> Time {
        once.saturating_mul(u64::from(self.backoff)).min(self.ceiling)
    }

    /// Four deviations, with their minimum.
    #[inline]
    fn four_deviations(&self) -> Time {
        let ns = 4.0 * self.rttvar * 1e9 + 0.5;
        // In the common case the comparison saves the conversion.
        if ns < self.least_deviation_ns { self.least_deviation } else { self.least_deviation.max(whole(ns)) }
    }

    fn sample_in_ticks(&mut self, sent: Time, now: Time) {
        // The clock is read in ticks at both ends, so a sample is the number of ticks that began in between.
        let rtt = (now / self.tick).saturating_sub(sent / self.tick).max(1) as i64;
        let (srtt, rttvar, _) = &mut self.ticks;
        if *srtt == 0 {
            *srtt = rtt << 3;
            *rttvar = rtt << 1;
        } else {
            let delta = rtt - (*srtt >> 3);
            *srtt = (*srtt + delta).max(1);
            *rttvar = (*rttvar + delta.abs() - (*rttvar >> 2)).max(1);
        }
        self.ticks.2 = ((self.ticks.1 << 3) + self.ticks.0) >> 3;
    }

    /// Smoothed round-trip time in seconds; 0 before the first sample.
    #[inline]
    pub fn srtt(&self) -> f64 {
        self.srtt
    }

    #[inline]
    pub fn has_sample(&self) -> bool {
        self.has_sample
    }

    /// The timeout, with backoff.
    #[inline]
    pub fn timeout(&self) -> Time {
        self.timeout
    }

    /// The timeout in seconds, with backoff.
    #[inline]
    pub fn timeout_secs(&self) -> f64 {
        // A signed integer converts to a float in one instruction.
        self.timeout as i64 as f64 / 1e9
    }

    fn compute(&self) -> Time {
        match (self.rule, self.has_sample) {
            (RtoRule::Ns2, has_sample) => {
                let measured = (self.ticks.2 as u64 * self.tick).max(self.floor);
                self.backed_off(if has_sample { measured } else { self.initial }).max(2 * self.tick)
            }
            (_, true) => self.backed_off(self.base_timeout()),
            (_, false) => self.backed_off(self.initial),
        }
    }

    /// The timer has expired: doubles the timeout (RFC 6298 section 5.5).
    pub fn back_off(&mut self) {
        self.backoff = (self.backoff * 2).min(LARGEST_BACKOFF);
        if self.rule == RtoRule::Ns2 && self.backoff > 8 {
            // After this many backoffs ns-2 discards its mean: the next sample starts a new one.
            self.ticks.1 += self.ticks.0 >> 3;
            self.ticks.0 = 0;
        }
        self.timeout = self.compute();
    }

    #[inline]
    pub fn clear_back_off(&mut self) {
        if self.backoff != 1 {
            self.backoff = 1;
            self.timeout = self.compute();
        }
    }

    pub fn digest(&self) -> u64 {
        super::digest_of(&[self.srtt.to_bits(), self.rttvar.to_bits(), self.timeout()])
    }
}

impl Default for RttEstimator {
    fn default() -> Self {
        RttEstimator::new(RtoRule::Rfc6298, 1.0, to_secs(MILLISECOND), 1.0, to_secs(60 * SECOND))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// What is spared in the usual case changes no timeout by a nanosecond.
        #[test]
        fn the_timeout_is_the_formula_to_the_nanosecond(
            rtts in prop::collection::vec(prop_oneof![3 => 0u64..SECOND, 1 => 0u64..90 * SECOND], 1..60),
            floor in prop_oneof![Just(0.0), 0.001..1.5],
            linux in any::<bool>(),
        ) {
            let rule = if linux { RtoRule::Linux } else { RtoRule::Rfc6298 };
            let mut rtt = RttEstimator::new(rule, floor, 0.01, 1.0, 60.0);
            let (mut srtt, mut rttvar) = (0.0, 0.0);
            for (index, sample) in rtts.into_iter().enumerate() {
                rtt.sample(7, 7 + sample);
                let r = to_secs(sample);
                if index == 0 {
                    (srtt, rttvar) = (r, r / 2.0);
                } else {
                    rttvar += ((srtt - r).abs() - rttvar) / 4.0;
                    srtt += (r - srtt) / 8.0;
                }
                let (mean, four) = (from_secs(srtt), from_secs(4.0 * rttvar));
                let sum = if linux {
                    mean + four.max(from_secs(floor))
                } else {
                    (mean + four.max(from_secs(0.01))).max(from_secs(floor))
                };
                prop_assert_eq!(rtt.timeout(), sum.min(60 * SECOND));
            }
        }
    }

    fn after_constant_samples(rule: RtoRule, floor: f64, tick: f64) -> RttEstimator {
        let mut rtt = RttEstimator::new(rule, floor, tick, 1.0, 60.0);
        for i in 0..200u64 {
            rtt.sample(i * SECOND, i * SECOND + SECOND / 10);
        }
        rtt
    }

    #[test]
    fn constant_samples_end_at_the_floor() {
        let timeout = |rule, floor, tick| to_secs(after_constant_samples(rule, floor, tick).timeout());
        assert_eq!(timeout(RtoRule::Rfc6298, 1.0, 0.001), 1.0);
        assert!((timeout(RtoRule::Linux, 0.2, 0.001) - 0.3).abs() < 1e-6);
        assert_eq!(timeout(RtoRule::Ns2, 0.2, 0.01), 0.2);
    }

    #[test]
    fn ns2_backs_off_to_the_ceiling_and_then_measures_anew() {
        let mut rtt = after_constant_samples(RtoRule::Ns2, 0.2, 0.01);
        let mut timeouts = Vec::new();
        for _ in 0..10 {
            rtt.back_off();
            timeouts.push(rtt.timeout() / (SECOND / 10));
        }
        assert_eq!(timeouts, [4, 8, 16, 32, 64, 128, 256, 512, 600, 600], "tenths of a second");
        // 500 ms: 50 ticks, a deviation of 25, 50 + 4 x 25 = 150 ticks. From the old mean of 10 it would be 10 + 40 / 8 + ...
        rtt.clear_back_off();
        rtt.sample(0, SECOND / 2);
        assert_eq!(to_secs(rtt.timeout()), 1.5);
    }

    #[test]
    fn first_samples_follow_rfc_6298() {
        // 100 ms: srtt 0.1, rttvar 0.05, RTO 0.1 + 4 x 0.05 = 0.3. Then 200 ms: rttvar 0.05 + (0.1 - 0.05)/4 = 0.0625,
        // srtt 0.1 + 0.1/8 = 0.1125, RTO 0.1125 + 0.25 = 0.3625.
        let mut rtt = RttEstimator::new(RtoRule::Rfc6298, 0.0, 0.001, 1.0, 60.0);
        assert_eq!(rtt.timeout(), SECOND);
        rtt.sample(0, 100 * MILLISECOND);
        assert!((to_secs(rtt.timeout()) - 0.3).abs() < 1e-9);
        rtt.sample(0, 200 * MILLISECOND);
        assert!((to_secs(rtt.timeout()) - 0.3625).abs() < 1e-9);
    }

    #[test]
    fn the_timeout_doubles_up_to_its_ceiling_and_recovers() {
        let mut rtt = after_constant_samples(RtoRule::Rfc6298, 1.0, 0.001);
        let mut seen = Vec::new();
        for _ in 0..8 {
            seen.push(to_secs(rtt.timeout()));
            rtt.back_off();
        }
        assert_eq!(seen, [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]);
        rtt.clear_back_off();
        assert_eq!(to_secs(rtt.timeout()), 1.0);
    }

    #[test]
    fn ns2_counts_in_ticks_of_its_clock() {
        // One tick at least; 10 ms ticks, a sample of 95 ms from 0.007 to 0.102 crosses 10 tick starts.
        let mut rtt = RttEstimator::new(RtoRule::Ns2, 0.0, 0.01, 3.0, 60.0);
        assert_eq!(rtt.timeout(), 3 * SECOND);
        rtt.sample(7 * MILLISECOND, 102 * MILLISECOND);
        // srtt 10 ticks, deviation 5: 10 + 4 x 5 = 30 ticks.
        assert_eq!(rtt.timeout(), 300 * MILLISECOND);
    }
}
