//! SCReAM's media rate control: the rate that the encoder should produce (RFC 8298 section 4.1.3). Rates are
//! in bit/s.

use super::Params;
use crate::protocols::prelude::*;

/// Factor of the rate while the sending queue is too long, TARGET_RATE_SCALE_RTP_QDELAY.
const QUEUE_SCALE: f64 = 0.95;
/// Number of measurements from which the median of the encoder's rate is taken: 10 s.
const MEDIAN_SAMPLES: usize = 50;

/// The sending queue: its bits, and their delay in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SendingQueue {
    pub bits: f64,
    pub delay: f64,
}

/// The cause of a change of the rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateChange {
    /// The fast increase.
    Fast,
    /// Throughput, trend and sending queue.
    Regular,
    /// The sending queue was too long.
    Queue,
}

#[derive(Clone, Debug, State)]
pub struct MediaRate {
    target: f64,
    /// The target at the last congestion.
    last_max: Option<f64>,
    /// Bytes sent and acknowledged since the last change.
    sent: u64,
    acknowledged: u64,
    /// When the rate was last changed.
    adjusted_at: Time,
    /// The larger of the rates at which packets were sent and acknowledged.
    throughput: f64,
    /// Bits in the sending queue at the last change.
    queued: f64,
    /// The encoder's rate at the last changes.
    media_rates: Deque<f64>,
}

impl MediaRate {
    pub fn new(params: &Params) -> Self {
        MediaRate {
            target: params.min_rate,
            last_max: None,
            sent: 0,
            acknowledged: 0,
            adjusted_at: 0,
            throughput: 0.0,
            queued: 0.0,
            media_rates: Deque::new(),
        }
    }

    pub fn start(&mut self, now: Time) {
        self.adjusted_at = now;
    }

    pub fn target(&self) -> f64 {
        self.target
    }

    pub fn throughput(&self) -> f64 {
        self.throughput
    }

    pub fn on_sent(&mut self, size: u16) {
        self.sent += u64::from(size);
    }

    pub fn on_acknowledged(&mut self, bytes: u64) {
        self.acknowledged += bytes;
    }

    pub fn limit(&mut self, params: &Params) {
        self.target = math::limit(self.target, params.min_rate, params.max_rate.max(params.min_rate));
    }

    /// Remembers the rate at which congestion set in.
    pub fn remember_congestion(&mut self) {
        self.last_max = Some(self.target);
    }

    /// Reacts to a loss or a mark.
    pub fn reduce(&mut self, share: f64, params: &Params) {
        self.remember_congestion();
        self.target *= share;
        self.limit(params);
    }

    /// The factor of an increase: 1 far from the rate of the last congestion, 0.2 near it.
    fn scale(&self) -> f64 {
        let Some(last) = self.last_max else { return 1.0 };
        let distance = 4.0 * (self.target - last) / last;
        math::limit(distance * distance, 0.2, 1.0)
    }

    /// Changes the rate. `is_fast`: the fast increase applies. `trends`: the trend of the delay and its memory.
    /// `is_greedy`: the encoder always produces what it may send.
    pub fn adjust(
        &mut self,
        is_fast: bool,
        trends: (f64, f64),
        queue: SendingQueue,
        is_greedy: bool,
        now: Time,
        params: &Params,
    ) -> RateChange {
        let seconds = to_secs(now - self.adjusted_at).max(1e-6);
        let rate = |bytes: u64| bytes as f64 * 8.0 / seconds;
        self.throughput = rate(self.sent).max(rate(self.acknowledged));
        let produced = (self.sent as f64 * 8.0 + queue.bits - self.queued).max(0.0) / seconds;
        let media_rate = if is_greedy { self.target } else { produced };
        self.media_rates.push_back(media_rate);
        if self.media_rates.len() > MEDIAN_SAMPLES {
            self.media_rates.pop_front();
        }
        (self.sent, self.acknowledged, self.adjusted_at, self.queued) = (0, 0, now, queue.bits);
        let (trend, trend_memory) = trends;
        let ramp_up = params.ramp_up.min(self.target / 2.0) * params.adjust_interval;
        let mut change = RateChange::Regular;
        if is_fast {
            change = RateChange::Fast;
            self.target += ramp_up * self.scale();
        } else {
            let delta = self.throughput * (1.0 - params.guard * trend) - params.queue_factor * queue.bits;
            self.target += if delta > 0.0 { (delta * self.scale()).min(ramp_up) } else { delta };
            if queue.delay > params.queue_delay {
                change = RateChange::Queue;
                self.target *= QUEUE_SCALE;
            }
        }
        self.limit_by_rates(media_rate, 2.0 - trend_memory);
        self.limit(params);
        change
    }

    /// Limits the target to `scale` times the largest of the throughput, the encoder's rate and its median.
    fn limit_by_rates(&mut self, media_rate: f64, scale: f64) {
        let largest = self.throughput.max(media_rate);
        // The median can only raise the limit, so it need not be computed for a target within the limit.
        if self.target > largest * scale {
            self.target = self.target.min(largest.max(self.median()) * scale);
        }
    }

    /// The median of the encoder's rate over the last 10 s.
    fn median(&self) -> f64 {
        let mut sorted = [0.0_f64; MEDIAN_SAMPLES];
        // An insertion sort: an instance of the standard library's sort would take 5 kB of the WebAssembly.
        for (count, rate) in self.media_rates.iter().enumerate() {
            let larger =
                sorted[..count].iter().rev().take_while(|other| other.total_cmp(rate).is_gt()).count();
            sorted.copy_within(count - larger..count, count - larger + 1);
            sorted[count - larger] = *rate;
        }
        let count = self.media_rates.len();
        sorted[..count].get(count / 2).copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::rng::{Purpose, Rng};
    use crate::ground::time::MILLISECOND;
    use crate::params::ParamSet;
    use serde_json::json;

    const EMPTY: SendingQueue = SendingQueue { bits: 0.0, delay: 0.0 };

    /// A target of 1 Mb/s, and 25 000 bytes sent in each interval of 200 ms: a throughput of 1 Mb/s.
    fn media() -> (MediaRate, Params) {
        let params = Params::read(&json!({})).unwrap();
        let mut media = MediaRate::new(&params);
        media.target = 1e6;
        media.sent = 25_000;
        (media, params)
    }

    #[test]
    fn the_fast_increase_adds_200_kbps_per_second_far_from_the_last_congestion() {
        let (mut media, params) = media();
        assert_eq!(media.adjust(true, (0.0, 0.0), EMPTY, true, 200 * MILLISECOND, &params), RateChange::Fast);
        assert!((media.target() - 1.04e6).abs() < 1e-6);
        // Within 4 % of the last congestion: (4 x 0.04)^2 = 0.026, so a fifth of 40 kb/s.
        media.last_max = Some(1e6);
        media.adjust(true, (0.0, 0.0), EMPTY, true, 400 * MILLISECOND, &params);
        assert!((media.target() - 1.048e6).abs() < 1e-6);
    }

    #[test]
    fn the_target_is_limited_as_if_the_median_were_always_computed() {
        let (mut media, _) = media();
        let mut rng = Rng::new(5, Purpose::Algorithm, 0);
        let mut rate = || 1e5 + 1e6 * rng.uniform();
        media.media_rates = (0..MEDIAN_SAMPLES).map(|_| rate()).collect();
        let mut limited = 0;
        for _ in 0..1000 {
            (media.target, media.throughput) = (rate() * 2.0, rate());
            let (media_rate, scale, target) = (rate(), 1.0 + rate() / 2e6, media.target);
            let expected = target.min(media.throughput.max(media_rate).max(media.median()) * scale);
            media.limit_by_rates(media_rate, scale);
            assert_eq!(media.target, expected);
            limited += u32::from(media.target < target);
        }
        assert!((100..900).contains(&limited), "{limited}");
    }

    #[test]
    fn a_long_sending_queue_lowers_the_rate_by_5_percent() {
        let (mut media, params) = media();
        // 30 kbit wait for 30 ms: 1 Mb/s - 30 kbit is positive and limited to 40 kb/s; then 95 % of
        // 1.04 Mb/s.
        let queue = SendingQueue { bits: 30e3, delay: 0.03 };
        assert_eq!(
            media.adjust(false, (0.0, 0.0), queue, true, 200 * MILLISECOND, &params),
            RateChange::Queue
        );
        assert!((media.target() - 0.988e6).abs() < 1e-6);
    }

    #[test]
    fn the_rate_is_at_most_twice_the_rate_of_encoder_and_network_and_less_while_the_delay_grows() {
        let (mut media, params) = media();
        // The encoder produces 1 Mb/s only, although its target is 3 Mb/s: 1 Mb/s x (2 - 0.5).
        media.target = 3e6;
        media.adjust(false, (0.5, 0.5), EMPTY, false, 200 * MILLISECOND, &params);
        assert!((media.target() - 1.5e6).abs() < 1e-6);
    }

    #[test]
    fn the_median_is_the_middle_of_the_sorted_rates() {
        let (mut media, _) = media();
        assert_eq!(media.median(), 0.0);
        let mut rng = Rng::new(1, Purpose::Traffic, 0);
        for _ in 0..MEDIAN_SAMPLES {
            media.media_rates.push_back((rng.uniform() * 20.0).floor());
            let mut sorted: Vec<f64> = media.media_rates.iter().copied().collect();
            sorted.sort_by(f64::total_cmp);
            assert_eq!(media.median(), sorted[sorted.len() / 2]);
        }
    }

    #[test]
    fn a_loss_leaves_90_percent() {
        let (mut media, params) = media();
        media.reduce(params.beta_rate, &params);
        assert_eq!((media.target(), media.last_max), (0.9e6, Some(1e6)));
    }
}
