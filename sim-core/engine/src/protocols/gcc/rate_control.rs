//! GCC's rate control: the delay-based rate (draft-ietf-rmcat-gcc-02 section 5.5) and the loss-based limit
//! (section 6).

use super::Params;
use super::trendline::Usage;
use crate::protocols::prelude::*;

/// Weight of a new sample in the estimate of the capacity (draft section 5.5).
const CAPACITY_WEIGHT: f64 = 0.05;
/// Number of standard deviations within which a receive rate agrees with the estimate of the capacity.
const DEVIATIONS: f64 = 3.0;
/// Range of the normalized variance of the capacity, in kb/s.
const VARIANCES: (f64, f64) = (0.4, 2.5);
/// Time by which the detector's reaction exceeds the round-trip time, in seconds.
const DETECTION_TIME: f64 = 0.1;
/// Frames per second and bytes per packet from which the additive increase takes the size of a packet.
const FRAMES_PER_SECOND: f64 = 30.0;
const PACKET_BITS: f64 = 9600.0;
/// Smallest additive increase in bit/s per second.
const SMALLEST_SLOPE: f64 = 4000.0;
/// Number of packets over which the loss fraction is measured.
const LOSS_PACKETS: u32 = 20;
/// Time between increases of the loss-based limit, and the part of the time between its decreases that the
/// round-trip time does not determine, in seconds.
const LOSS_INCREASE_INTERVAL: f64 = 1.0;
const LOSS_DECREASE_INTERVAL: f64 = 0.3;

/// The state of the rate control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
pub enum RateState {
    Hold,
    Increase,
}

/// An estimate of the link's capacity: the mean and the variance of the receive rate at overuse, in kb/s.
#[derive(Clone, Copy, Debug, Default, PartialEq, State)]
pub struct CapacityEstimate {
    estimate: Option<f64>,
    /// The variance divided by the mean.
    variance: f64,
}

impl CapacityEstimate {
    pub fn estimate(&self) -> Option<f64> {
        self.estimate.map(|kbps| kbps * 1e3)
    }

    fn deviation(&self) -> f64 {
        math::pow(self.variance * self.estimate.unwrap_or(0.0), 0.5)
    }

    /// Whether a receive rate in bit/s is above (or below) three standard deviations around the estimate.
    fn is_below(&self, received: f64) -> bool {
        self.estimate.is_some_and(|mean| received / 1e3 > mean + DEVIATIONS * self.deviation())
    }

    fn is_above(&self, received: f64) -> bool {
        self.estimate.is_some_and(|mean| received / 1e3 < mean - DEVIATIONS * self.deviation())
    }

    fn add(&mut self, received: f64) {
        let sample = received / 1e3;
        let mean =
            self.estimate.map_or(sample, |mean| (1.0 - CAPACITY_WEIGHT) * mean + CAPACITY_WEIGHT * sample);
        let error = mean - sample;
        let variance =
            (1.0 - CAPACITY_WEIGHT) * self.variance + CAPACITY_WEIGHT * error * error / mean.max(1.0);
        *self = CapacityEstimate {
            estimate: Some(mean),
            variance: math::limit(variance, VARIANCES.0, VARIANCES.1),
        };
    }
}

/// What the rate control did with a report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Nothing: the queue drains, or a decrease has to take effect first.
    Held,
    /// The rate grows by a factor.
    Multiplied,
    /// The rate grows by about half a packet per response time.
    Added,
    /// The rate fell below the receive rate.
    Decreased,
    /// The rate was halved, because no receive rate was known.
    Halved,
}

/// The delay-based rate.
#[derive(Clone, Debug, State)]
pub struct DelayBased {
    /// In bit/s.
    pub rate: f64,
    pub state: RateState,
    /// When the rate changed last.
    changed_at: Time,
    pub capacity: CapacityEstimate,
}

/// Additive increase in bit/s per second: half a packet per response time, the round-trip time plus 100 ms
/// (draft section 5.5).
pub fn additive_slope(rate: f64, rtt: f64) -> f64 {
    let frame = rate / FRAMES_PER_SECOND;
    let packet = frame / math::ceil(frame / PACKET_BITS).max(1.0);
    (0.5 * packet / (rtt + DETECTION_TIME)).max(SMALLEST_SLOPE)
}

impl DelayBased {
    pub fn new(rate: f64, now: Time) -> Self {
        DelayBased {
            rate,
            state: RateState::Increase,
            changed_at: now,
            capacity: CapacityEstimate::default(),
        }
    }

    /// Whether the last change of the rate has had time to take effect, or the receive rate is below half of
    /// the rate.
    fn may_decrease(&self, received: Option<f64>, rtt: f64, now: Time) -> bool {
        let since = to_secs(now - self.changed_at);
        since >= math::limit(rtt, 0.01, 0.2) || received.is_some_and(|received| received < 0.5 * self.rate)
    }

    /// Sets the rate to the result of a probe.
    pub fn set(&mut self, rate: f64, now: Time) {
        (self.rate, self.changed_at) = (rate, now);
    }

    /// Adapts the rate to the detector's hypothesis and the receive rate in bit/s.
    pub fn adapt(
        &mut self,
        usage: Usage,
        received: Option<f64>,
        rtt: f64,
        now: Time,
        params: &Params,
    ) -> Action {
        match usage {
            Usage::Over => self.on_overuse(received, rtt, now, params),
            Usage::Under => {
                self.state = RateState::Hold;
                Action::Held
            }
            Usage::Normal => {
                if self.state == RateState::Hold {
                    (self.state, self.changed_at) = (RateState::Increase, now);
                }
                self.increase(received, rtt, now, params)
            }
        }
    }

    fn on_overuse(&mut self, received: Option<f64>, rtt: f64, now: Time, params: &Params) -> Action {
        if !self.may_decrease(received, rtt, now) {
            return Action::Held;
        }
        self.state = RateState::Hold;
        self.changed_at = now;
        let Some(received) = received else {
            self.rate /= 2.0;
            return Action::Halved;
        };
        let mut decreased = params.decrease * received;
        if decreased > self.rate
            && let Some(capacity) = self.capacity.estimate()
        {
            decreased = params.decrease * capacity;
        }
        let from = self.rate;
        self.rate = decreased.min(from);
        if self.capacity.is_above(received) {
            self.capacity = CapacityEstimate::default();
        }
        self.capacity.add(received);
        if self.rate < from { Action::Decreased } else { Action::Held }
    }

    fn increase(&mut self, received: Option<f64>, rtt: f64, now: Time, params: &Params) -> Action {
        if received.is_some_and(|received| self.capacity.is_below(received)) {
            self.capacity = CapacityEstimate::default();
        }
        let seconds = to_secs(now - self.changed_at);
        self.changed_at = now;
        let largest = received.map_or(f64::INFINITY, |received| 1.5 * received + 10e3);
        if self.rate >= largest {
            return Action::Held;
        }
        let (action, increased) = if self.capacity.estimate().is_some() {
            (Action::Added, self.rate + additive_slope(self.rate, rtt) * seconds)
        } else {
            (
                Action::Multiplied,
                self.rate
                    + (self.rate * (math::pow(params.increase, seconds.min(1.0)) - 1.0))
                        .max(1000.0 * seconds),
            )
        };
        self.rate = increased.min(largest);
        action
    }
}

/// The limit that follows from losses (draft section 6).
#[derive(Clone, Debug, Default, State)]
pub struct LossBased {
    /// In bit/s; `None` while losses do not limit the rate.
    pub limit: Option<f64>,
    /// Packets expected and received at the end of the last measurement.
    expected: u32,
    received: u32,
    /// The last loss fraction.
    pub loss: f64,
    changed_at: Time,
}

impl LossBased {
    /// Handles a report with the numbers of packets expected and received since the start. `rate` is the rate
    /// in use, `delay_based` the delay-based rate. Returns whether the limit changed.
    pub fn on_report(
        &mut self,
        counts: (u32, u32),
        rate: f64,
        delay_based: f64,
        rtt: f64,
        now: Time,
        params: &Params,
    ) -> bool {
        let expected = counts.0.saturating_sub(self.expected);
        if expected >= LOSS_PACKETS {
            let lost = expected.saturating_sub(counts.1.saturating_sub(self.received));
            self.loss = f64::from(lost) / f64::from(expected);
            (self.expected, self.received) = counts;
        }
        if self.limit.is_some_and(|limit| limit >= delay_based) {
            self.limit = None;
        }
        let since = to_secs(now - self.changed_at);
        if self.loss > params.loss_high && expected >= LOSS_PACKETS && since >= LOSS_DECREASE_INTERVAL + rtt {
            self.limit = Some(rate * (1.0 - 0.5 * self.loss));
        } else if let Some(limit) = self.limit
            && self.loss < params.loss_low
            && since >= LOSS_INCREASE_INTERVAL
        {
            self.limit = Some(limit * params.increase + 1000.0);
        } else {
            return false;
        }
        self.changed_at = now;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::SECOND;
    use crate::params::ParamSet;

    fn params() -> Params {
        Params::read(&serde_json::json!({})).unwrap()
    }

    #[test]
    fn the_rate_grows_by_8_percent_per_second_and_stays_below_1_5_times_the_receive_rate() {
        let mut control = DelayBased::new(1e6, 0);
        assert_eq!(control.adapt(Usage::Normal, Some(1e6), 0.05, SECOND, &params()), Action::Multiplied);
        assert!((control.rate - 1.08e6).abs() < 1.0);
        // Half a second: 1.08^0.5 = 1.03923.
        control.adapt(Usage::Normal, Some(1e6), 0.05, SECOND * 3 / 2, &params());
        assert!((control.rate / 1.08e6 - 1.039_230).abs() < 1e-6);
        // At most 1.5 x 700 + 10 = 1060 kb/s: the rate is above it and stays.
        assert_eq!(control.adapt(Usage::Normal, Some(7e5), 0.05, SECOND * 2, &params()), Action::Held);
    }

    #[test]
    fn overuse_sets_85_percent_of_the_receive_rate_and_then_half_a_packet_per_response_time_is_added() {
        let mut control = DelayBased::new(1.2e6, 0);
        assert_eq!(control.adapt(Usage::Over, Some(1e6), 0.05, SECOND, &params()), Action::Decreased);
        assert_eq!((control.rate, control.capacity.estimate()), (0.85e6, Some(1e6)));
        // A second decrease has to wait for a round trip of 50 ms.
        assert_eq!(
            control.adapt(Usage::Over, Some(0.9e6), 0.05, SECOND + SECOND / 40, &params()),
            Action::Held
        );
        assert_eq!(control.adapt(Usage::Under, Some(0.9e6), 0.05, SECOND * 2, &params()), Action::Held);
        // The change from Hold to Increase starts the clock.
        control.adapt(Usage::Normal, Some(0.85e6), 0.05, SECOND * 2, &params());
        // A frame of 850 kb/s / 30 = 28.3 kbit takes three packets of 9.444 kbit. Half of one in 150 ms are
        // 31 481 bit/s per second.
        assert!((additive_slope(0.85e6, 0.05) - 31_481.48).abs() < 0.01);
        assert_eq!(control.adapt(Usage::Normal, Some(0.85e6), 0.05, SECOND * 3, &params()), Action::Added);
        assert!((control.rate - 881_481.48).abs() < 0.01);
        // The variance is at least 0.4 kb/s of 1000 kb/s: a deviation of 20 kb/s. 1061 kb/s are more than
        // three of them above, so the capacity has changed and the increase is multiplicative again.
        assert_eq!(control.adapt(Usage::Normal, Some(1.059e6), 0.05, SECOND * 4, &params()), Action::Added);
        assert_eq!(
            control.adapt(Usage::Normal, Some(1.061e6), 0.05, SECOND * 5, &params()),
            Action::Multiplied
        );
        assert_eq!(control.capacity.estimate(), None);
    }

    #[test]
    fn losses_above_10_percent_limit_the_rate() {
        let mut loss = LossBased::default();
        let mut report = |counts, seconds: u64| {
            let changed = loss.on_report(counts, 1e6, 1e6, 0.05, seconds * SECOND, &params());
            (changed, loss.limit)
        };
        // 5 % are between the thresholds, 20 % reduce the rate by 10 %.
        assert_eq!(report((100, 95), 1), (false, None));
        assert_eq!(report((200, 175), 2), (true, Some(0.9e6)));
        // Without loss the limit rises by 8 % and 1 kb/s each second, until it does not limit the rate any
        // more.
        let (changed, limit) = report((300, 275), 3);
        assert!(changed && (limit.expect("a limit") - 973e3).abs() < 1e-6);
        let (changed, limit) = report((400, 375), 4);
        assert!(changed && (limit.expect("a limit") - 1_051_840.0).abs() < 1.0);
        assert_eq!(report((500, 475), 5), (false, None));
    }
}
