//! NADA's receiver: measures delay, loss and marks, combines them into one congestion signal, and reports it
//! at a fixed interval (RFC 8698 section 4.2).

use super::arrival_log::{ArrivalKind, ArrivalLog};
use crate::ground::packet::MARKED;
use crate::transport::prelude::*;
use crate::transport::reports::NadaReport;

signals! {
    /// The signals of the receiver.
    pub const SIGNALS: NadaReceiverSignals {
        /// The signal x, computed from delay, losses and marks.
        x_curr: "Congestion signal" in "s";
        /// The queueing delay d, measured by the receiver.
        d_queue: "Queueing delay" in "s";
        /// The queueing delay after the warping.
        d_tilde: "Warped delay" in "s";
        /// Smoothed ratio of lost packets.
        p_loss: "Loss ratio";
        /// Smoothed ratio of marked packets.
        p_mark: "Mark ratio";
        /// The receive rate R, measured over the observation window.
        r_recv: "Receive rate" in "bit/s";
    }
}

/// The delay is the smallest of this number of samples (RFC 8698 section 5.1.1).
const MIN_FILTER: usize = 15;
/// Weight of a new sample in the smoothed ratios of losses and marks, ALPHA (RFC 8698 section 4.2).
const RATIO_WEIGHT: f64 = 0.1;
/// Largest congestion signal in seconds. The penalties grow with the square of the ratios: a loss of 50 %
/// alone would be 25 s.
const LARGEST_SIGNAL: f64 = 0.5;
/// The reference ratios PLRREF and PMRREF.
const REFERENCE_RATIO: f64 = 0.01;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NadaSettings {
    /// Time between reports.
    pub interval: Time,
    /// Observation window LOGWIN.
    pub window: Time,
    /// Largest queueing delay, in seconds, without warping: QTH.
    pub warp_above: f64,
    /// Exponent of the warping, LAMBDA; `None` if delays are not warped.
    pub warping: Option<f64>,
    /// Number of average loss intervals during which a loss counts as recent: MULTILOSS.
    pub loss_memory: f64,
    /// Queueing delay, in seconds, below which the path counts as uncongested: QEPS.
    pub empty_below: f64,
    /// Penalty in seconds at the reference ratio of losses: DLOSS.
    pub loss_penalty: f64,
    /// Penalty in seconds at the reference ratio of marks: DMARK.
    pub mark_penalty: f64,
    /// Size of a report on the wire, in bytes.
    pub report_size: u16,
}

#[derive(Clone, Copy, Debug, State)]
struct Sample {
    at: Time,
    size: u16,
    is_marked: bool,
    /// Number of packets found missing at this arrival.
    skipped: u32,
    /// Queueing delay in ns.
    queueing: Time,
}

#[derive(Clone, Debug, State)]
#[state(not(settings))]
pub struct NadaReceiver {
    settings: NadaSettings,
    log: ArrivalLog,
    /// The smallest one-way delay so far.
    base_delay: Option<Time>,
    /// The arrivals within the observation window.
    window: Deque<Sample>,
    /// The newest one-way delays, for the minimum filter.
    delays: Deque<Time>,
    p_loss: f64,
    p_mark: f64,
    /// Sequence number after the last loss, and the average number of packets between losses.
    last_loss: Option<u32>,
    loss_interval: f64,
    /// The newest packet: its number, its timestamp and its arrival.
    newest: (u32, Time, Time),
    is_reporting: bool,
}

/// The queueing delay after the non-linear warping (RFC 8698 section 4.2, equation 1), in seconds.
pub fn warped(delay: f64, threshold: f64, lambda: f64) -> f64 {
    if delay < threshold { delay } else { threshold * math::exp(-lambda * (delay - threshold) / threshold) }
}

/// The penalty of a ratio of losses or marks (RFC 8698 section 4.2, equation 2), in the unit of
/// `at_reference`.
pub fn penalty(ratio: f64, at_reference: f64) -> f64 {
    at_reference * (ratio / REFERENCE_RATIO) * (ratio / REFERENCE_RATIO)
}

impl NadaReceiver {
    pub fn new(settings: NadaSettings) -> Self {
        NadaReceiver {
            settings,
            log: ArrivalLog::default(),
            base_delay: None,
            window: Deque::new(),
            delays: Deque::new(),
            p_loss: 0.0,
            p_mark: 0.0,
            last_loss: None,
            loss_interval: 0.0,
            newest: (0, 0, 0),
            is_reporting: false,
        }
    }

    /// Updates the average interval between losses after packets before `seq` were found missing.
    fn on_loss(&mut self, seq: u32) {
        let interval = f64::from(seq - self.last_loss.unwrap_or(0));
        self.loss_interval = match self.last_loss {
            None => interval,
            Some(_) => RATIO_WEIGHT * interval + (1.0 - RATIO_WEIGHT) * self.loss_interval,
        };
        self.last_loss = Some(seq);
    }

    /// The weight of the warped delay: 1 for `loss_memory` average loss intervals after a loss, then falling
    /// to 0 within one more.
    fn warping_weight(&self) -> f64 {
        let Some(last) = self.last_loss else { return 0.0 };
        let since = f64::from(self.log.expected - last);
        let expires = self.settings.loss_memory * self.loss_interval;
        math::limit(1.0 - (since - expires) / self.loss_interval.max(1.0), 0.0, 1.0)
    }

    /// The smallest of the newest delays, as a queueing delay in seconds.
    fn queueing_delay(&self) -> f64 {
        let smallest = self.delays.iter().copied().min().unwrap_or(0);
        to_secs(smallest.saturating_sub(self.base_delay.unwrap_or(0)))
    }

    /// The delay after warping, in seconds.
    fn warped_delay(&self, delay: f64) -> f64 {
        let Some(lambda) = self.settings.warping else { return delay };
        let weight = self.warping_weight();
        weight * warped(delay, self.settings.warp_above, lambda) + (1.0 - weight) * delay
    }

    fn report(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        while self.window.front().is_some_and(|sample| sample.at + self.settings.window <= now) {
            self.window.pop_front();
        }
        if self.window.is_empty() {
            self.is_reporting = false;
            return;
        }
        let (mut bytes, mut skipped, mut marked, mut is_queue_empty) = (0_u64, 0, 0, true);
        for sample in self.window.iter() {
            bytes += u64::from(sample.size);
            skipped += sample.skipped;
            marked += u32::from(sample.is_marked);
            is_queue_empty &= to_secs(sample.queueing) < self.settings.empty_below;
        }
        let arrived = self.window.len() as f64;
        let smooth = |old: f64, new: f64| RATIO_WEIGHT * new + (1.0 - RATIO_WEIGHT) * old;
        self.p_loss = smooth(self.p_loss, f64::from(skipped) / (arrived + f64::from(skipped)));
        self.p_mark = smooth(self.p_mark, f64::from(marked) / arrived);
        let d_queue = self.queueing_delay();
        let d_tilde = self.warped_delay(d_queue);
        let x_curr = d_tilde
            + penalty(self.p_mark, self.settings.mark_penalty)
            + penalty(self.p_loss, self.settings.loss_penalty);
        let x_curr = x_curr.min(LARGEST_SIGNAL);
        let r_recv = bytes as f64 * 8.0 / to_secs(self.settings.window);
        let is_uncongested = skipped == 0 && marked == 0 && is_queue_empty;
        let (seq, timestamp, at) = self.newest;
        let report = NadaReport { x_curr, r_recv, p_loss: self.p_loss, delay: now - at, is_uncongested };
        let attachment = cx.put_attachment(Attachment::Nada(report));
        cx.reply(seq, timestamp, self.settings.report_size, 0, Body::Report { attachment });
        if cx.records_own_signals() {
            cx.signal(SIGNALS.x_curr, x_curr);
            cx.signal(SIGNALS.d_queue, d_queue);
            cx.signal(SIGNALS.d_tilde, d_tilde);
            cx.signal(SIGNALS.p_loss, self.p_loss);
            cx.signal(SIGNALS.p_mark, self.p_mark);
            cx.signal(SIGNALS.r_recv, r_recv);
        }
        cx.arm_receiver(0, now + self.settings.interval);
    }
}

impl Receiver for NadaReceiver {
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        cx.delivered(packet);
        let now = cx.now();
        let skipped = match self.log.add(packet.seq) {
            ArrivalKind::Duplicate => return,
            ArrivalKind::Late => 0,
            ArrivalKind::Newest { skipped } => {
                self.newest = (packet.seq, packet.timestamp, now);
                skipped
            }
        };
        if skipped > 0 {
            self.on_loss(packet.seq);
        }
        let delay = now.saturating_sub(packet.timestamp);
        let base = self.base_delay.map_or(delay, |base| base.min(delay));
        self.base_delay = Some(base);
        self.delays.push_back(delay);
        if self.delays.len() > MIN_FILTER {
            self.delays.pop_front();
        }
        let is_marked = packet.flags & MARKED == MARKED;
        self.window.push_back(Sample {
            at: now,
            size: packet.size,
            is_marked,
            skipped,
            queueing: delay - base,
        });
        if !self.is_reporting {
            self.is_reporting = true;
            cx.arm_receiver(0, now + self.settings.interval);
        }
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        self.report(cx);
    }

    fn adopt(&mut self, other: Self) {
        self.settings = other.settings;
    }

    fn restart(&mut self) {
        *self = NadaReceiver::new(self.settings);
    }

    fn digest(&self) -> u64 {
        digest_of(&[
            u64::from(self.log.expected),
            u64::from(self.log.received),
            self.base_delay.unwrap_or(0),
            self.p_loss.to_bits(),
            self.p_mark.to_bits(),
            self.loss_interval.to_bits(),
            self.newest.2,
        ])
    }
}

/// The time for a setting in seconds, at least 1 ns.
pub fn interval(seconds: f64) -> Time {
    from_secs(seconds).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warping_and_penalties_by_hand() {
        // Below QTH = 50 ms the delay stays. At 100 ms: 50 exp(-0.5 (100 - 50) / 50) = 50 exp(-0.5) =
        // 30.33 ms.
        assert_eq!(warped(0.049, 0.05, 0.5), 0.049);
        assert!((warped(0.1, 0.05, 0.5) - 0.030_326_5).abs() < 1e-6);
        // 300 ms: 50 exp(-2.5) = 4.104 ms.
        assert!((warped(0.3, 0.05, 0.5) - 0.004_104_2).abs() < 1e-6);
        // A loss of 1 % costs 10 ms, 2 % four times as much; 2 % of marks cost 8 ms.
        assert!((penalty(0.01, 0.01) - 0.01).abs() < 1e-15 && (penalty(0.02, 0.01) - 0.04).abs() < 1e-15);
        assert!((penalty(0.02, 0.002) - 0.008).abs() < 1e-15);
    }

    #[test]
    fn a_loss_warps_delays_for_seven_average_loss_intervals() {
        let mut receiver = NadaReceiver::new(NadaSettings {
            interval: 1,
            window: 1,
            warp_above: 0.05,
            warping: Some(0.5),
            loss_memory: 7.0,
            empty_below: 0.01,
            loss_penalty: 0.01,
            mark_penalty: 0.002,
            report_size: 80,
        });
        assert_eq!(receiver.warping_weight(), 0.0);
        // The first loss before packet 100: an interval of 100 packets, so the loss counts until packet
        // 100 + 700.
        receiver.on_loss(100);
        for (expected, weight) in [(100, 1.0), (800, 1.0), (850, 0.5), (900, 0.0), (2000, 0.0)] {
            receiver.log.expected = expected;
            assert!((receiver.warping_weight() - weight).abs() < 1e-12, "{expected}");
        }
        // A second loss at 300: 0.1 x 200 + 0.9 x 100 = 110.
        receiver.on_loss(300);
        assert!((receiver.loss_interval - 110.0).abs() < 1e-12);
    }
}
