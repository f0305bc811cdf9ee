//! Round-trip estimation and the retransmission timeout: by RFC 6298, Linux or ns-2.

use crate::transport::prelude::*;

choice! {
    /// How the retransmission timeout is computed from round-trip samples.
    pub enum RtoRule {
        /// RFC 6298: the smoothed RTT plus four deviations; the minimum applies to the sum.
        Rfc6298 "rfc6298" "RFC 6298",
        /// As in Linux: the minimum applies to the deviation term, not to the sum.
        Linux "linux" "Linux",
        /// As in ns-2: samples in whole ticks, integer arithmetic, and a timeout of at least two ticks.
        Ns2 "ns2" "ns-2",
    }
}

/// Truncates to whole nanoseconds. Converts to a signed integer first, which then takes one instruction to
/// convert. A value that does not fit becomes the largest integer, which is above every maximum of a timeout.
#[inline]
fn truncate(ns: f64) -> Time {
    whole::<i64>(ns).cast_unsigned()
}

/// Smoothed round-trip time, its deviation, and the timeout with backoff (RFC 6298).
#[derive(Clone, Debug, State)]
#[state(not(
    rule,
    min_timeout,
    tick,
    min_deviation_term,
    min_deviation_term_ns,
    initial_timeout,
    max_timeout
))]
pub struct RttEstimator {
    rule: RtoRule,
    min_timeout: Time,
    tick: Time,
    /// Minimum of the term of four deviations in ns, as an integer and as a float.
    min_deviation_term: Time,
    min_deviation_term_ns: f64,
    initial_timeout: Time,
    max_timeout: Time,
    /// Smoothed round-trip time and its mean deviation in seconds.
    srtt: f64,
    rttvar: f64,
    has_sample: bool,
    #[state(if self.rule == RtoRule::Ns2)]
    ns2: Ns2Estimate,
    /// Factor by which the timeout is multiplied. It doubles when the timer expires.
    backoff: u32,
    /// The present timeout. Stored, because reads are far more frequent than changes.
    timeout: Time,
}

/// ns-2's estimates in ticks of its clock.
#[derive(Clone, Copy, Debug, Default, State)]
struct Ns2Estimate {
    /// Smoothed round-trip time in eighths of a tick; 0 without a sample.
    srtt: i64,
    /// Mean deviation in quarters of a tick.
    rttvar: i64,
    /// Timeout in ticks, without backoff.
    timeout: i64,
}

/// Largest backoff factor. Without backoff, every sender's timeout is at least 1 ms, because of its
/// minimum timeout or its clock tick, so the timeout reaches its maximum of 60 s before the factor
/// reaches this.
const MAX_BACKOFF: u32 = 1 << 16;

impl RttEstimator {
    pub fn new(rule: RtoRule, min_timeout: f64, tick: f64, initial_timeout: f64, max_timeout: f64) -> Self {
        let mut estimator = RttEstimator {
            rule,
            min_timeout: from_secs(min_timeout),
            tick: from_secs(tick).max(1),
            min_deviation_term: 0,
            min_deviation_term_ns: 0.0,
            initial_timeout: from_secs(initial_timeout),
            max_timeout: from_secs(max_timeout),
            srtt: 0.0,
            rttvar: 0.0,
            has_sample: false,
            ns2: Ns2Estimate::default(),
            backoff: 1,
            timeout: 0,
        };
        estimator.update_min_deviation_term();
        estimator.timeout = estimator.compute();
        estimator
    }

    fn update_min_deviation_term(&mut self) {
        self.min_deviation_term = if self.rule == RtoRule::Linux { self.min_timeout } else { self.tick };
        self.min_deviation_term_ns = self.min_deviation_term as f64;
    }

    /// Applies new settings and keeps the measurements.
    pub fn configure(
        &mut self,
        rule: RtoRule,
        min_timeout: f64,
        tick: f64,
        initial_timeout: f64,
        max_timeout: f64,
    ) {
        let old_settings = (self.rule, self.tick);
        (self.rule, self.tick) = (rule, from_secs(tick).max(1));
        (self.min_timeout, self.max_timeout) = (from_secs(min_timeout), from_secs(max_timeout));
        self.initial_timeout = from_secs(initial_timeout);
        if self.has_sample && rule == RtoRule::Ns2 && old_settings != (self.rule, self.tick) {
            let in_ticks = |seconds: f64| narrow::<i64>((from_secs(seconds) / self.tick).max(1));
            let (srtt, rttvar) = (in_ticks(self.srtt) << 3, in_ticks(self.rttvar) << 2);
            self.ns2 = Ns2Estimate { srtt, rttvar, timeout: ((rttvar << 3) + srtt) >> 3 };
        }
        self.update_min_deviation_term();
        self.timeout = self.compute();
    }

    /// Takes the sample of a packet that was sent at `sent` and acknowledged at `now`.
    #[inline]
    pub fn sample(&mut self, sent: Time, now: Time) {
        if self.rule == RtoRule::Ns2 || !self.has_sample {
            return self.sample_first_or_ns2(sent, now);
        }
        self.smooth(now.saturating_sub(sent));
        self.timeout = self.backed_off(self.base_timeout());
    }

    /// Takes the first sample (RFC 6298 section 2.2), or any sample if ns-2's rule is selected.
    fn sample_first_or_ns2(&mut self, sent: Time, now: Time) {
        let rtt = now.saturating_sub(sent);
        if self.rule == RtoRule::Ns2 {
            self.sample_ns2(sent, now);
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

    /// Takes a sample after the first (RFC 6298 section 2.3). The deviation is updated first, because it uses
    /// the old mean.
    #[inline]
    fn smooth(&mut self, rtt: Time) {
        // A signed integer converts to a float in one instruction.
        let r = narrow::<i64>(rtt) as f64 / 1e9;
        let deviation = (self.srtt - r).abs();
        self.rttvar += (deviation - self.rttvar) / 4.0;
        self.srtt += (r - self.srtt) / 8.0;
    }

    /// The timeout without backoff, by the rules of RFC 6298 and Linux.
    #[inline]
    fn base_timeout(&self) -> Time {
        let sum = truncate(self.srtt * 1e9 + 0.5) + self.four_deviations();
        if self.rule == RtoRule::Rfc6298 { sum.max(self.min_timeout) } else { sum }
    }

    /// A timeout multiplied by the backoff factor, up to the maximum.
    #[inline]
    fn backed_off(&self, base: Time) -> Time {
        // WebAssembly calls a function to notice the overflow.
        let timeout = if self.backoff == 1 { base } else { base.saturating_mul(self.backoff.into()) };
        timeout.min(self.max_timeout)
    }

    /// The term of four deviations, at least its minimum.
    #[inline]
    fn four_deviations(&self) -> Time {
        let ns = 4.0 * self.rttvar * 1e9 + 0.5;
        // Usually the minimum applies, and the conversion to an integer is unnecessary.
        if ns < self.min_deviation_term_ns {
            self.min_deviation_term
        } else {
            self.min_deviation_term.max(truncate(ns))
        }
    }

    /// Takes a sample by ns-2's rule, in integer arithmetic.
    fn sample_ns2(&mut self, sent: Time, now: Time) {
        // Both times are truncated to ticks, so the sample is the number of ticks that began between them.
        let rtt = narrow::<i64>((now / self.tick).saturating_sub(sent / self.tick).max(1));
        let Ns2Estimate { srtt, rttvar, timeout } = &mut self.ns2;
        if *srtt == 0 {
            *srtt = rtt << 3;
            *rttvar = rtt << 1;
        } else {
            let delta = rtt - (*srtt >> 3);
            *srtt = (*srtt + delta).max(1);
            *rttvar = (*rttvar + delta.abs() - (*rttvar >> 2)).max(1);
        }
        *timeout = ((*rttvar << 3) + *srtt) >> 3;
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
        narrow::<i64>(self.timeout) as f64 / 1e9
    }

    /// Computes the timeout, with backoff, by the selected rule.
    fn compute(&self) -> Time {
        match (self.rule, self.has_sample) {
            (RtoRule::Ns2, has_sample) => {
                let measured = (narrow::<u64>(self.ns2.timeout) * self.tick).max(self.min_timeout);
                self.backed_off(if has_sample { measured } else { self.initial_timeout }).max(2 * self.tick)
            }
            (_, true) => self.backed_off(self.base_timeout()),
            (_, false) => self.backed_off(self.initial_timeout),
        }
    }

    /// The probe timeout of QUIC without backoff (RFC 9002 section 6.2.1).
    pub fn probe_timeout(&self, granularity: Time, max_ack_delay: Time) -> Time {
        if !self.has_sample {
            return self.initial_timeout;
        }
        from_secs(self.srtt) + from_secs(4.0 * self.rttvar).max(granularity) + max_ack_delay
    }

    /// Doubles the timeout after the timer has expired (RFC 6298 section 5.5).
    pub fn back_off(&mut self) {
        self.backoff = (self.backoff * 2).min(MAX_BACKOFF);
        if self.rule == RtoRule::Ns2 && self.backoff > 8 {
            // From the fourth doubling on, ns-2 discards the smoothed RTT. The next sample starts a new
            // estimate.
            self.ns2.rttvar += self.ns2.srtt >> 3;
            self.ns2.srtt = 0;
        }
        self.timeout = self.compute();
    }

    /// Sets the backoff factor to 1, after a sample that is not ambiguous.
    #[inline]
    pub fn clear_back_off(&mut self) {
        if self.backoff != 1 {
            self.backoff = 1;
            self.timeout = self.compute();
        }
    }

    pub fn digest(&self) -> u64 {
        Digest::of(self)
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
        /// The optimized computation gives the same timeout as the formula, to the nanosecond.
        #[test]
        fn the_timeout_equals_the_formula_to_the_nanosecond(
            rtts in prop::collection::vec(prop_oneof![3 => 0u64..SECOND, 1 => 0u64..90 * SECOND], 1..60),
            min_timeout in prop_oneof![Just(0.0), 0.001..1.5],
            linux in any::<bool>(),
        ) {
            let rule = if linux { RtoRule::Linux } else { RtoRule::Rfc6298 };
            let mut rtt = RttEstimator::new(rule, min_timeout, 0.01, 1.0, 60.0);
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
                let (mean, four_deviations) = (from_secs(srtt), from_secs(4.0 * rttvar));
                let sum = if linux {
                    mean + four_deviations.max(from_secs(min_timeout))
                } else {
                    (mean + four_deviations.max(from_secs(0.01))).max(from_secs(min_timeout))
                };
                prop_assert_eq!(rtt.timeout(), sum.min(60 * SECOND));
            }
        }
    }

    /// An estimator after 200 samples of 100 ms.
    fn after_constant_samples(rule: RtoRule, min_timeout: f64, tick: f64) -> RttEstimator {
        let mut rtt = RttEstimator::new(rule, min_timeout, tick, 1.0, 60.0);
        for i in 0..200u64 {
            rtt.sample(i * SECOND, i * SECOND + SECOND / 10);
        }
        rtt
    }

    #[test]
    fn after_constant_samples_each_rule_applies_its_minimum() {
        let timeout =
            |rule, min_timeout, tick| to_secs(after_constant_samples(rule, min_timeout, tick).timeout());
        assert_eq!(timeout(RtoRule::Rfc6298, 1.0, 0.001), 1.0);
        assert!((timeout(RtoRule::Linux, 0.2, 0.001) - 0.3).abs() < 1e-6);
        assert_eq!(timeout(RtoRule::Ns2, 0.2, 0.01), 0.2);
    }

    #[test]
    fn ns2_backs_off_to_the_maximum_and_discards_its_mean() {
        let mut rtt = after_constant_samples(RtoRule::Ns2, 0.2, 0.01);
        let mut timeouts = Vec::new();
        for _ in 0..10 {
            rtt.back_off();
            timeouts.push(rtt.timeout() / (SECOND / 10));
        }
        assert_eq!(timeouts, [4, 8, 16, 32, 64, 128, 256, 512, 600, 600], "tenths of a second");
        // A sample of 500 ms starts a new estimate: mean 50 ticks, deviation 25, timeout 50 + 4 x 25 = 150
        // ticks.
        rtt.clear_back_off();
        rtt.sample(0, SECOND / 2);
        assert_eq!(to_secs(rtt.timeout()), 1.5);
    }

    #[test]
    fn first_samples_follow_rfc_6298() {
        // After a sample of 100 ms: srtt 0.1, rttvar 0.05, RTO 0.1 + 4 x 0.05 = 0.3. After another of 200 ms:
        // rttvar 0.05 + (0.1 - 0.05)/4 = 0.0625, srtt 0.1 + 0.1/8 = 0.1125, RTO 0.1125 + 0.25 = 0.3625.
        let mut rtt = RttEstimator::new(RtoRule::Rfc6298, 0.0, 0.001, 1.0, 60.0);
        assert_eq!(rtt.timeout(), SECOND);
        rtt.sample(0, 100 * MILLISECOND);
        assert!((to_secs(rtt.timeout()) - 0.3).abs() < 1e-9);
        rtt.sample(0, 200 * MILLISECOND);
        assert!((to_secs(rtt.timeout()) - 0.3625).abs() < 1e-9);
    }

    #[test]
    fn the_timeout_doubles_up_to_the_maximum_until_the_backoff_is_cleared() {
        let mut rtt = after_constant_samples(RtoRule::Rfc6298, 1.0, 0.001);
        let mut timeouts = Vec::new();
        for _ in 0..8 {
            timeouts.push(to_secs(rtt.timeout()));
            rtt.back_off();
        }
        assert_eq!(timeouts, [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]);
        rtt.clear_back_off();
        assert_eq!(to_secs(rtt.timeout()), 1.0);
    }

    #[test]
    fn ns2_measures_in_ticks_of_its_clock() {
        // Ticks of 10 ms: 10 ticks begin between 7 ms and 102 ms, so the sample of 95 ms counts as 10 ticks.
        let mut rtt = RttEstimator::new(RtoRule::Ns2, 0.0, 0.01, 3.0, 60.0);
        assert_eq!(rtt.timeout(), 3 * SECOND);
        rtt.sample(7 * MILLISECOND, 102 * MILLISECOND);
        // Mean 10 ticks, deviation 5: 10 + 4 x 5 = 30 ticks.
        assert_eq!(rtt.timeout(), 300 * MILLISECOND);
    }
}
