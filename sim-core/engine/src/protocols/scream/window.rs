//! SCReAM's network congestion control (RFC 8298 section 4.1.2). Windows are in bytes, delays in seconds.

use super::Params;
use crate::protocols::prelude::*;
use crate::transport::windowed::{WindowedMax, WindowedMin};

/// Smallest window in bytes, MIN_CWND, and in packets.
const SMALLEST_WINDOW: f64 = 3000.0;
const SMALLEST_WINDOW_PACKETS: f64 = 2.0;
/// Weight of a new sample in the average of the delay relative to its target, QDELAY_WEIGHT.
const DELAY_WEIGHT: f64 = 0.1;
/// Number of averages from which the trend is computed.
const TREND_SAMPLES: usize = 20;
/// Factor by which the memory of the trend decays with each sample.
const TREND_MEMORY: f64 = 0.99;
/// Numbers of samples of the delay for the variance and for the average that determine the target.
const VARIANCE_SAMPLES: usize = 200;
const AVERAGE_SAMPLES: usize = 50;
/// Share of round trips with losses above which other flows are assumed to cause losses.
const LOSSY_ABOVE: f64 = 0.002;
/// Factor of the target when such flows compete.
const LOSSY_FACTOR: f64 = 1.5;
/// Variance of the normalized delay below which the target may follow the delay.
const STEADY_BELOW: f64 = 0.2;
/// Weight of a round trip in the share of round trips with losses.
const ROUND_WEIGHT: f64 = 0.01;
/// Number of seconds over which the largest number of bytes in flight is remembered.
const FLIGHT_MEMORY: usize = 5;

/// How an acknowledgement changed the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowChange {
    /// By the bytes acknowledged.
    Fast,
    /// The fast increase has ended.
    LeftFast,
    /// According to the delay's distance from its target.
    ByDelay,
}

#[derive(Clone, Debug, State)]
#[state(not(segment, samples, largest_norm, smallest_norm))]
pub struct ScreamWindow {
    cwnd: f64,
    /// Largest segment in bytes.
    segment: f64,
    /// The newest queueing delay and its target.
    delay: f64,
    target: f64,
    /// Average of the delay relative to its target, and the newest values of this average.
    fraction: f64,
    fractions: Deque<f64>,
    trend: f64,
    trend_memory: f64,
    /// The newest delays, relative to the lowest target.
    norms: Deque<f64>,
    /// The number of samples so far, and the largest and the smallest of `norms`.
    samples: u64,
    largest_norm: WindowedMax,
    smallest_norm: WindowedMin,
    /// Share of round trips with losses.
    loss_rate: f64,
    /// Whether the present round trip has a loss.
    round_has_loss: bool,
    /// When the present round trip began.
    round_began: Time,
    is_fast: bool,
    /// Since when the trend has been small.
    small_trend_since: Option<Time>,
    /// Largest number of bytes in flight in each of the last seconds, and the newest of these seconds.
    largest_flights: [f64; FLIGHT_MEMORY],
    second: u64,
}

/// The autocorrelation of the values at a lag of one sample, relative to the autocorrelation without lag.
fn autocorrelation(values: &Deque<f64>) -> f64 {
    let Some(&first) = values.front() else { return 0.0 };
    let (mut square, mut product, mut previous) = (first * first, -0.0, first);
    values.iter().skip(1).for_each(|&value| {
        square += value * value;
        product += previous * value;
        previous = value;
    });
    if square > 0.0 { product / square } else { 0.0 }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

fn push(values: &mut Deque<f64>, value: f64, most: usize) {
    values.push_back(value);
    if values.len() > most {
        values.pop_front();
    }
}

impl ScreamWindow {
    pub fn new(params: &Params, segment: f64) -> Self {
        ScreamWindow {
            cwnd: SMALLEST_WINDOW.max(SMALLEST_WINDOW_PACKETS * segment),
            segment,
            delay: 0.0,
            target: params.target_low,
            fraction: 0.0,
            fractions: Deque::new(),
            trend: 0.0,
            trend_memory: 0.0,
            norms: Deque::new(),
            samples: 0,
            largest_norm: WindowedMax::default(),
            smallest_norm: WindowedMin::default(),
            loss_rate: 0.0,
            round_has_loss: false,
            round_began: 0,
            is_fast: true,
            small_trend_since: None,
            largest_flights: [0.0; FLIGHT_MEMORY],
            second: 0,
        }
    }

    pub fn cwnd(&self) -> f64 {
        self.cwnd
    }

    pub fn delay(&self) -> f64 {
        self.delay
    }

    pub fn target(&self) -> f64 {
        self.target
    }

    pub fn trend(&self) -> f64 {
        self.trend
    }

    /// The trend and its memory.
    pub fn trends(&self) -> (f64, f64) {
        (self.trend, self.trend_memory)
    }

    pub fn is_fast(&self) -> bool {
        self.is_fast
    }

    fn smallest(&self) -> f64 {
        SMALLEST_WINDOW.max(SMALLEST_WINDOW_PACKETS * self.segment)
    }

    /// Whether the window allows `bytes` bytes in flight: one segment more than the window while the delay is
    /// below its target (RFC 8298 section 4.1.2.5).
    pub fn allows(&self, bytes: f64) -> bool {
        bytes <= self.cwnd + if self.delay <= self.target { self.segment } else { 0.0 }
    }

    /// Records the bytes in flight after a packet was sent.
    pub fn on_sent(&mut self, in_flight: f64, now: Time) {
        self.advance(now);
        let newest = &mut self.largest_flights[narrow::<usize>(self.second % FLIGHT_MEMORY as u64)];
        *newest = newest.max(in_flight);
    }

    /// Forgets the seconds that are over.
    fn advance(&mut self, now: Time) {
        let second = now / SECOND;
        for passed in (self.second + 1..=second).rev().take(FLIGHT_MEMORY) {
            self.largest_flights[narrow::<usize>(passed % FLIGHT_MEMORY as u64)] = 0.0;
        }
        self.second = second;
    }

    /// Takes a sample of the delay: updates trend and target (RFC 8298 sections 4.1.2 and 4.1.2.3).
    pub fn observe(&mut self, delay: f64, params: &Params) {
        self.delay = delay;
        self.fraction = (1.0 - DELAY_WEIGHT) * self.fraction + DELAY_WEIGHT * delay / self.target;
        push(&mut self.fractions, self.fraction, TREND_SAMPLES);
        self.trend = math::limit(autocorrelation(&self.fractions) * self.fraction, 0.0, 1.0);
        self.trend_memory = (TREND_MEMORY * self.trend_memory).max(self.trend);
        self.record_norm(delay / params.target_low);
        if params.compete {
            if self.delays_are_small() {
                self.target = params.target_low;
                self.limit_target(params);
            } else {
                self.adjust_target(params);
            }
        }
    }

    fn record_norm(&mut self, norm: f64) {
        push(&mut self.norms, norm, VARIANCE_SAMPLES);
        self.samples += 1;
        self.largest_norm.add(self.samples, norm, VARIANCE_SAMPLES as u64 - 1);
        self.smallest_norm.add(self.samples, norm, VARIANCE_SAMPLES as u64 - 1);
    }

    /// Whether the delays are so small that `adjust_target` would choose the lowest target: no average
    /// exceeds the largest value, and no deviation exceeds half of the range. This saves the sums over all
    /// samples.
    fn delays_are_small(&self) -> bool {
        // Leaves more room than the rounding errors of the sums need.
        const ROOM: f64 = 0.999;
        let largest = self.largest_norm.get();
        let deviation = (largest - self.smallest_norm.get().unwrap_or(0.0)) / 2.0;
        LOSSY_FACTOR * (largest + deviation) < ROOM && deviation * deviation < ROOM * STEADY_BELOW
    }

    /// Raises the target of the delay if a loss-based flow seems to fill the queue (RFC 8298
    /// section 4.1.2.3).
    fn adjust_target(&mut self, params: &Params) {
        let average = mean(self.norms.iter().copied());
        let variance = mean(self.norms.iter().map(|norm| (norm - average) * (norm - average)));
        let recent = self.norms.len().saturating_sub(AVERAGE_SAMPLES);
        let recent_average = mean(self.norms.range(recent..).copied());
        let new = (recent_average + variance.sqrt()) * params.target_low;
        self.target = if self.loss_rate > LOSSY_ABOVE {
            LOSSY_FACTOR * new
        } else if variance < STEADY_BELOW {
            new
        } else if new < params.target_low {
            (0.5 * self.target).max(new)
        } else {
            0.9 * self.target
        };
        self.limit_target(params);
    }

    /// Limits the target of the delay.
    pub fn limit_target(&mut self, params: &Params) {
        self.target = math::limit(self.target, params.target_low, params.target_high);
    }

    /// Counts round trips with losses.
    pub fn count_round(&mut self, has_loss: bool, rtt: f64, now: Time) {
        self.round_has_loss |= has_loss;
        if to_secs(now - self.round_began) >= rtt {
            let sample = if self.round_has_loss { ROUND_WEIGHT } else { 0.0 };
            self.loss_rate = (1.0 - ROUND_WEIGHT) * self.loss_rate + sample;
            (self.round_has_loss, self.round_began) = (false, now);
        }
    }

    /// Reacts to a loss or a mark.
    pub fn reduce(&mut self, share: f64) {
        self.is_fast = false;
        self.small_trend_since = None;
        self.cwnd = (share * self.cwnd).max(self.smallest());
    }

    /// Reacts to the loss of all packets in flight.
    pub fn collapse(&mut self) {
        self.reduce(0.0);
    }

    /// Adapts the window to an acknowledgement of `bytes` bytes (RFC 8298 section 4.1.2.2). `in_flight`:
    /// before the acknowledgement.
    pub fn on_ack(
        &mut self,
        delay: f64,
        bytes: f64,
        in_flight: f64,
        now: Time,
        params: &Params,
    ) -> WindowChange {
        self.observe(delay, params);
        let mut growth = WindowChange::ByDelay;
        if self.is_fast {
            if self.trend < params.trend_threshold {
                if 1.5 * in_flight + bytes > self.cwnd {
                    self.cwnd += bytes;
                }
                return WindowChange::Fast;
            }
            self.is_fast = false;
            growth = WindowChange::LeftFast;
        }
        let off_target = (self.target - delay) / self.target;
        if off_target <= 0.0 || 1.25 * in_flight + bytes > self.cwnd {
            self.cwnd += params.gain * off_target * bytes * self.segment / self.cwnd;
        }
        self.advance(now);
        let largest_flight = self.largest_flights.iter().copied().fold(in_flight, f64::max);
        self.cwnd = self.cwnd.min(params.headroom * largest_flight).max(self.smallest());
        growth
    }

    /// Resumes the fast increase after the trend has been small for a while (RFC 8298 section 4.1.2.7).
    /// Returns whether it resumes.
    pub fn resume_fast(&mut self, now: Time, params: &Params) -> bool {
        if self.is_fast || self.trend >= params.trend_threshold {
            self.small_trend_since = None;
            return false;
        }
        let since = *self.small_trend_since.get_or_insert(now);
        self.is_fast = to_secs(now - since) >= params.resume_after;
        self.is_fast
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::rng::{Purpose, Rng};
    use crate::params::ParamSet;
    use serde_json::json;

    fn params() -> Params {
        Params::read(&json!({"compete": false})).unwrap()
    }

    /// A window of 20 000 bytes with segments of 1000 bytes, after the fast increase.
    fn window() -> ScreamWindow {
        let mut window = ScreamWindow::new(&params(), 1000.0);
        (window.cwnd, window.is_fast) = (20e3, false);
        window.on_sent(20e3, 0);
        window
    }

    #[test]
    fn the_window_grows_with_the_distance_of_the_delay_from_its_target() {
        let mut window = window();
        // An off-target of (100 - 20) / 100 = 0.8: 0.8 x 2000 x 1000 / 20000 = 80 bytes.
        assert_eq!(window.on_ack(0.02, 2000.0, 20e3, 0, &params()), WindowChange::ByDelay);
        assert!((window.cwnd - 20_080.0).abs() < 1e-9);
        // 150 ms: an off-target of -0.5 takes 0.5 x 2000 x 1000 / 20080 = 49.8 bytes.
        window.on_ack(0.15, 2000.0, 20e3, 0, &params());
        assert!((window.cwnd - 20_030.199).abs() < 1e-3);
    }

    #[test]
    fn the_window_does_not_grow_while_it_is_not_used_and_is_at_most_110_percent_of_the_bytes_in_flight() {
        let mut window = window();
        // 1.25 x 14000 + 2000 = 19500 bytes are less than the window.
        window.on_ack(0.02, 2000.0, 14e3, 0, &params());
        assert_eq!(window.cwnd, 20e3);
        // After 5 s with 10000 bytes in flight at most, the window is 11000 bytes.
        window.on_sent(10e3, 6 * SECOND);
        window.on_ack(0.02, 2000.0, 10e3, 6 * SECOND, &params());
        assert!((window.cwnd - 11e3).abs() < 1e-9);
    }

    #[test]
    fn fast_increase_adds_the_acknowledged_bytes_until_the_delay_grows() {
        let mut window = ScreamWindow::new(&params(), 1000.0);
        assert_eq!((window.cwnd, window.is_fast()), (3000.0, true));
        assert_eq!(window.on_ack(0.0, 2000.0, 3000.0, 0, &params()), WindowChange::Fast);
        assert_eq!(window.cwnd, 5000.0);
        let mut samples = 1;
        while window.on_ack(0.09, 1000.0, 50e3, 0, &params()) == WindowChange::Fast {
            samples += 1;
        }
        // The average of 0.9 of the target is 0.9 (1 - 0.9^n): 0.155 after two samples, 0.23 after three,
        // 0.29 after four. The autocorrelation is below 1, so the trend exceeds 0.2 at the fourth sample
        // after the first one.
        assert_eq!(samples, 4);
        assert!(window.trend() >= 0.2 && !window.is_fast());
        // Without a delay for 5 s, it resumes.
        (0..60).for_each(|_| window.observe(0.0, &params()));
        assert!(!window.resume_fast(SECOND, &params()) && !window.resume_fast(5 * SECOND, &params()));
        assert!(window.resume_fast(6 * SECOND, &params()));
    }

    #[test]
    fn a_loss_leaves_80_percent_and_at_least_3000_bytes() {
        let mut window = window();
        window.reduce(0.8);
        assert_eq!(window.cwnd, 16e3);
        window.collapse();
        assert_eq!(window.cwnd, 3000.0);
    }

    #[test]
    fn one_segment_above_the_window_is_allowed_while_the_delay_is_below_its_target() {
        let mut window = window();
        assert!(window.allows(21e3) && !window.allows(21_001.0));
        window.observe(0.11, &params());
        assert!(window.allows(20e3) && !window.allows(20_001.0));
    }

    #[test]
    fn small_delays_give_the_lowest_target_as_the_formula_does() {
        let params = Params::read(&json!({})).unwrap();
        let mut window = ScreamWindow::new(&params, 1000.0);
        let mut rng = Rng::new(3, Purpose::Impairment, 0);
        let mut small = 0;
        for step in 0..4000u32 {
            // Delays of up to 40 ms, and up to 300 ms for a tenth of the time, with and without losses of
            // others.
            let most = if step % 2000 < 200 { 0.3 } else { 0.04 };
            window.loss_rate = if step % 1000 < 500 { 0.01 } else { 0.0 };
            let delay = most * rng.uniform();
            let mut exact = window.clone();
            exact.record_norm(delay / params.target_low);
            exact.adjust_target(&params);
            window.observe(delay, &params);
            assert_eq!(window.target, exact.target, "step {step}");
            small += u32::from(window.delays_are_small());
        }
        assert!((500..3500).contains(&small), "both ways must have been used: {small}");
    }

    #[test]
    fn steady_delays_and_losses_of_others_raise_the_target() {
        let params = Params::read(&json!({})).unwrap();
        let mut window = ScreamWindow::new(&params, 1000.0);
        // A steady delay of 250 ms: the average is 2.5 of the target of 100 ms, without variance.
        (0..200).for_each(|_| window.observe(0.25, &params));
        assert!((window.target() - 0.25).abs() < 1e-9);
        // Losses in every round trip: 1.5 times as much.
        window.count_round(true, 0.05, SECOND);
        window.observe(0.25, &params);
        assert!((window.target() - 0.375).abs() < 1e-9);
        // At most 400 ms, and at least 100 ms.
        (0..200).for_each(|_| window.observe(0.35, &params));
        assert_eq!(window.target(), 0.4);
        window.loss_rate = 0.0;
        (0..400).for_each(|_| window.observe(0.01, &params));
        assert_eq!(window.target(), 0.1);
    }
}
