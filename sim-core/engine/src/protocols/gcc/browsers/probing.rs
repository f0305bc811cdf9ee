//! When browsers probe, and what the probes find (WebRTC's `probe_controller`, `bitrate_prober` and
//! `probe_bitrate_estimator`): at the start, after a probe that found more, while the application limits the
//! rate, and after a large drop.

use super::super::probe::Probe;
use crate::protocols::prelude::*;

/// Rates of the two bursts at the start, relative to the rate at the start.
pub const FIRST_FACTORS: [f64; 2] = [3.0, 6.0];
/// Rate of a further burst, relative to the estimate, if the estimate exceeds this share of the last burst.
const NEXT_FACTOR: f64 = 2.0;
const CONTINUES_ABOVE: f64 = 0.7;
/// Largest rate of a burst in bit/s if the rate has no limit.
const LARGEST: f64 = 5e6;
/// A burst has at least this number of packets and lasts at least this time, in seconds.
const PACKETS: u32 = 5;
const DURATION: f64 = 0.015;
/// The burst begins with a packet of at least this number of bytes, or of what this time, in seconds, allows.
const FIRST_BYTES: f64 = 200.0;
const FIRST_DURATION: f64 = 0.002;
/// The share of these packets and bytes that must have arrived.
const NEEDED_SHARE: f64 = 0.8;
/// A burst that arrives faster than this multiple of the rate at which it was sent says nothing.
const LARGEST_RATIO: f64 = 2.0;
/// How long a result may take, and a burst at sender and receiver.
const LONGEST: Time = SECOND;
/// A burst that could not begin for this time is discarded.
const EXPIRES_AFTER: Time = 5 * SECOND;
/// Time between bursts while the application limits the rate, in seconds; the rate doubles.
const ALR_INTERVAL: f64 = 5.0;
const ALR_FACTOR: f64 = 2.0;
/// A drop is large if this share of the estimate is left. Within these seconds, a burst at this share of the
/// estimate before the drop tests it, unless such a burst was sent within the last seconds.
const LARGE_DROP: f64 = 0.66;
const DROP_MEMORY: f64 = 5.0;
const DROP_SHARE: f64 = 0.85;
const DROP_UNCERTAINTY: f64 = 0.05;
/// Such a burst needs an application that limits the rate, or did so within these seconds.
pub const ALR_MEMORY: f64 = 3.0;

/// A probe that found a rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundRate {
    /// The rate of the burst, the rate at which it arrived, and the estimate, in bit/s.
    pub probe: f64,
    pub arrived: f64,
    pub rate: f64,
}

#[derive(Clone, Debug, Default, State)]
pub struct Prober {
    /// Rates of the bursts to send, and when they were planned.
    planned: Deque<(f64, Time)>,
    /// The bursts whose packets are being sent or reported.
    bursts: Deque<Burst>,
    /// A further burst follows if the estimate exceeds this. `None` while no result is expected.
    further_above: Option<f64>,
    /// When a burst was last planned.
    planned_at: Time,
    /// The estimate of the available rate in bit/s.
    estimate: f64,
    /// When the estimate last fell by a large step, and its value before.
    dropped: Option<(Time, f64)>,
    /// When a burst last tested a drop.
    drop_tested_at: Option<Time>,
    /// Whether the estimator allows bursts.
    is_allowed: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, State)]
struct Burst {
    probe: Probe,
    sent_bytes: u64,
}

impl Burst {
    /// The bytes that make the burst long enough.
    fn least_bytes(&self) -> f64 {
        self.probe.rate * DURATION / 8.0
    }

    /// What the arrivals so far say.
    fn found(&self) -> Option<FoundRate> {
        let probe = &self.probe;
        let (sent, received) = probe.durations();
        let has_enough = f64::from(probe.arrivals) >= NEEDED_SHARE * f64::from(PACKETS)
            && probe.bytes as f64 >= NEEDED_SHARE * self.least_bytes();
        let is_valid = (1..=LONGEST).contains(&sent) && (1..=LONGEST).contains(&received);
        if !has_enough || !is_valid || probe.received_rate() > LARGEST_RATIO * probe.sent_rate() {
            return None;
        }
        Some(FoundRate { probe: probe.rate, arrived: probe.received_rate(), rate: probe.result() })
    }
}

impl Prober {
    /// Plans the bursts at the start.
    pub fn start(&mut self, rate: f64, most: Option<f64>, now: Time) {
        (self.estimate, self.is_allowed) = (rate, true);
        self.plan(&FIRST_FACTORS.map(|factor| factor * rate), true, most, now);
    }

    /// Plans bursts at these rates. `continues`: whether further bursts may follow.
    fn plan(&mut self, rates: &[f64], continues: bool, most: Option<f64>, now: Time) {
        if !self.is_allowed {
            return;
        }
        let (most, mut continues) = (most.unwrap_or(LARGEST), continues);
        for &rate in rates {
            continues &= rate < most;
            self.planned.push_back((rate.min(most), now));
        }
        self.planned_at = now;
        self.further_above = self.planned.back().filter(|_| continues).map(|last| CONTINUES_ABOVE * last.0);
    }

    /// The estimate has changed. `is_allowed`: whether neither delay nor losses forbid a burst.
    pub fn on_estimate(&mut self, rate: f64, is_allowed: bool, most: Option<f64>, now: Time) {
        if rate < LARGE_DROP * self.estimate {
            self.dropped = Some((now, self.estimate));
        }
        (self.estimate, self.is_allowed) = (rate, is_allowed);
        if self.further_above.is_some_and(|above| rate > above) {
            self.plan(&[NEXT_FACTOR * rate], true, most, now);
        }
    }

    /// Plans a burst if the application has limited the rate for long enough since `alr`.
    pub fn on_time(&mut self, alr: Option<Time>, most: Option<f64>, now: Time) {
        if self.further_above.is_some() && now - self.planned_at > LONGEST {
            self.further_above = None;
        }
        let due = alr.map(|since| since.max(self.planned_at) + from_secs(ALR_INTERVAL));
        if self.further_above.is_none() && due.is_some_and(|due| now >= due) {
            self.plan(&[ALR_FACTOR * self.estimate], true, most, now);
        }
    }

    /// The queue has drained after an overuse, and the application limits the rate: tests a large drop.
    pub fn on_recovery(&mut self, most: Option<f64>, now: Time) {
        let Some((at, before)) = self.dropped else { return };
        let rate = DROP_SHARE * before;
        let is_recent = |time: Time, seconds: f64| to_secs(now - time) < seconds;
        if self.further_above.is_none()
            && (1.0 - DROP_UNCERTAINTY) * rate > self.estimate
            && is_recent(at, DROP_MEMORY)
            && !self.drop_tested_at.is_some_and(|at| is_recent(at, ALR_INTERVAL))
        {
            self.drop_tested_at = Some(now);
            self.plan(&[rate], false, most, now);
        }
    }

    /// The rate of the burst that is being sent, in bit/s.
    pub fn sending_rate(&self) -> Option<f64> {
        self.bursts.back().filter(|burst| !burst.probe.is_sent).map(|burst| burst.probe.rate)
    }

    /// Packet `seq` has been sent. Returns the rate of a burst that begins with the packet.
    pub fn on_sent(&mut self, seq: u32, size: u16, now: Time) -> Option<f64> {
        if let Some(burst) = self.bursts.back_mut().filter(|burst| !burst.probe.is_sent) {
            burst.probe.extend(seq);
            burst.sent_bytes += u64::from(size);
            burst.probe.is_sent =
                burst.probe.sent_packets() >= PACKETS && burst.sent_bytes as f64 >= burst.least_bytes();
            return None;
        }
        while self.planned.front().is_some_and(|planned| now - planned.1 > EXPIRES_AFTER) {
            self.planned.pop_front();
        }
        let least = |rate: f64| FIRST_BYTES.min(rate * FIRST_DURATION / 8.0);
        let (rate, _) = *self.planned.front().filter(|planned| f64::from(size) >= least(planned.0))?;
        self.planned.pop_front();
        self.bursts.push_back(Burst { probe: Probe::begin(rate, seq, now), sent_bytes: u64::from(size) });
        Some(rate)
    }

    /// Whether a burst is ready to follow the one that has just ended.
    pub fn has_next(&self) -> bool {
        self.bursts.back().is_some_and(|burst| burst.probe.is_sent) && !self.planned.is_empty()
    }

    /// Packet `seq`, sent at `sent`, has arrived at `at`. Returns what its burst says.
    pub fn on_arrival(&mut self, seq: u32, sent: Time, at: Time, size: u16) -> Option<FoundRate> {
        let is_over = |burst: &Burst| {
            burst.probe.arrivals > 0 && burst.probe.last_arrival().saturating_add(LONGEST) < at
        };
        while self.bursts.front().is_some_and(is_over) {
            self.bursts.pop_front();
        }
        let burst = self.bursts.iter_mut().find(|burst| burst.probe.contains(seq))?;
        burst.probe.add_arrival(sent, at, size);
        burst.found()
    }

    /// Forgets all bursts.
    pub fn clear(&mut self) {
        self.planned.clear();
        self.bursts.clear();
        self.further_above = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::MILLISECOND;

    const MEDIA: u16 = 1000;

    /// Sends packets as long as a burst lasts, which arrive at `capacity` bit/s. Returns the last result.
    fn send_burst(prober: &mut Prober, first: u32, from: Time, capacity: f64) -> (u32, Option<FoundRate>) {
        let (mut seq, mut at, mut found) = (first, from, None);
        prober.on_sent(seq, MEDIA, at).expect("a burst begins");
        let mut arrival = at + 50 * MILLISECOND;
        found = prober.on_arrival(seq, at, arrival, MEDIA).or(found);
        while let Some(rate) = prober.sending_rate() {
            seq += 1;
            at += from_secs(8.0 * f64::from(MEDIA) / rate);
            arrival = (at + 50 * MILLISECOND).max(arrival + from_secs(8.0 * f64::from(MEDIA) / capacity));
            assert_eq!(prober.on_sent(seq, MEDIA, at), None);
            found = prober.on_arrival(seq, at, arrival, MEDIA).or(found);
        }
        (seq + 1, found)
    }

    fn started() -> Prober {
        let mut prober = Prober::default();
        prober.start(300e3, None, 0);
        prober
    }

    #[test]
    fn two_bursts_at_three_and_six_times_the_rate_begin_the_flow() {
        let mut prober = started();
        assert_eq!(Vec::from_iter(prober.planned.iter().map(|planned| planned.0)), [900e3, 1.8e6]);
        let (next, found) = send_burst(&mut prober, 0, 0, 1e9);
        let found = found.expect("a result");
        assert!((found.rate - 900e3).abs() < 1e3, "{found:?}");
        // Five packets of 8000 bits in 15 ms would be 2.67 Mb/s: at 900 kb/s the packets decide, not the time.
        assert_eq!(next, 5);
        assert!(prober.has_next());
        let (_, found) = send_burst(&mut prober, next, 50 * MILLISECOND, 1e9);
        assert!((found.expect("a result").rate - 1.8e6).abs() < 1e3);
        assert!(!prober.has_next());
    }

    #[test]
    fn a_burst_begins_with_a_packet_that_is_large_enough() {
        let mut prober = started();
        // 2 ms at 900 kb/s are 225 bytes, more than 200.
        assert_eq!(prober.on_sent(0, 199, 0), None);
        assert_eq!(prober.on_sent(1, 200, 0), Some(900e3));
    }

    #[test]
    fn further_bursts_double_the_estimate_up_to_5_megabits_and_stop_below_70_percent() {
        let mut prober = started();
        prober.clear();
        prober.further_above = Some(0.7 * 1.8e6);
        prober.on_estimate(1.26e6, true, None, 0);
        assert!(prober.planned.is_empty(), "not above 70 % of 1.8 Mb/s");
        prober.on_estimate(1.8e6, true, None, 0);
        assert_eq!(prober.planned.pop_front(), Some((3.6e6, 0)));
        prober.on_estimate(3.6e6, true, None, SECOND);
        assert_eq!(prober.planned.pop_front(), Some((5e6, SECOND)));
        assert_eq!(prober.further_above, None, "a burst at the limit is the last one");
    }

    #[test]
    fn no_burst_is_planned_while_delay_or_losses_forbid_it() {
        let mut prober = started();
        prober.clear();
        prober.on_estimate(1e6, false, None, 0);
        prober.on_time(Some(0), None, 6 * SECOND);
        assert!(prober.planned.is_empty());
        prober.on_estimate(1e6, true, None, 0);
        prober.on_time(Some(0), None, 6 * SECOND);
        assert_eq!(prober.planned.pop_front(), Some((2e6, 6 * SECOND)));
    }

    #[test]
    fn an_application_that_limits_the_rate_is_probed_every_five_seconds_at_twice_the_estimate() {
        let mut prober = started();
        prober.clear();
        prober.on_time(Some(2 * SECOND), None, 7 * SECOND - 1);
        assert!(prober.planned.is_empty());
        prober.on_time(Some(2 * SECOND), None, 7 * SECOND);
        assert_eq!(prober.planned.pop_front(), Some((600e3, 7 * SECOND)));
        // The result of this burst is awaited for a second, then the next burst for 5 s.
        for (second, is_due) in [(9, false), (11, false), (12, true)] {
            prober.on_time(Some(2 * SECOND), None, second * SECOND);
            assert_eq!(prober.planned.pop_front().is_some(), is_due, "{second} s");
        }
    }

    #[test]
    fn a_large_drop_is_tested_once_at_85_percent_of_the_estimate_before() {
        let mut prober = started();
        prober.clear();
        prober.on_estimate(2e6, true, None, 0);
        prober.on_estimate(1e6, true, None, 2 * SECOND);
        prober.on_recovery(None, 3 * SECOND);
        assert_eq!(prober.planned.pop_front(), Some((1.7e6, 3 * SECOND)));
        prober.on_recovery(None, 4 * SECOND);
        assert!(prober.planned.is_empty(), "the last test was a second before");
        // A drop to 70 % is not large.
        let mut prober = started();
        prober.clear();
        prober.on_estimate(210e3, true, None, 0);
        prober.on_recovery(None, SECOND);
        assert!(prober.planned.is_empty());
    }

    #[test]
    fn a_burst_that_arrives_slowly_gives_95_percent_of_the_rate_of_its_arrival() {
        let mut prober = started();
        let (_, found) = send_burst(&mut prober, 0, 0, 600e3);
        let found = found.expect("a result");
        assert!((found.arrived - 600e3).abs() < 1e3 && (found.rate - 570e3).abs() < 1e3, "{found:?}");
    }

    #[test]
    fn a_burst_that_arrives_more_than_twice_as_fast_as_it_was_sent_says_nothing() {
        let mut prober = started();
        prober.on_sent(0, MEDIA, 0);
        for seq in 1..5 {
            prober.on_sent(seq, MEDIA, Time::from(seq) * 9 * MILLISECOND);
        }
        let results = (0..5).filter_map(|seq| {
            let at = Time::from(seq);
            prober.on_arrival(seq, at * 9 * MILLISECOND, (100 + at * 4) * MILLISECOND, MEDIA)
        });
        assert_eq!(results.count(), 0);
    }
}
