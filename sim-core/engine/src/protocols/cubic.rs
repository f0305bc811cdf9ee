//! CUBIC (RFC 9438): the window is a cubic function of the time since the last loss, and never grows more
//! slowly than Reno's.

use crate::protocols::prelude::*;
use crate::transport::stack::LINUX;
use crate::transport::tcp_params::{HystartRule, SackRule};
use crate::transport::window::SavedRules;

params! {
    pub struct Params {
        /// The constant $C$ of the cubic function, which determines how fast the window grows.
        c: f64 = 0.4, unit "packets/s^3", range 0.01..=10.0, scale log, label "C", cite "RFC 9438 section 4.1";
        /// Share of the window that remains after a loss.
        beta: f64 = 0.7, range 0.1..=0.95, label "Beta", cite "RFC 9438 section 4.6";
        /// After a loss at a window below the last peak, assume an even lower peak, so that new flows get
        /// their share sooner.
        fast_convergence: bool = true, cite "RFC 9438 section 4.7";
        /// How losses and packets in flight are determined from selective acknowledgements.
        sack_rule: SackRule = SackRule::Rfc6675, label "SACK rule", cite "RFC 6675", group "Loss recovery";
        /// How slow start ends before a loss, while `hystart` is on.
        hystart_rule: HystartRule = HystartRule::Rfc9406, given ("stack", LINUX, "linux"), label "HyStart", cite "Ha and Rhee 2011", group "Start of a connection";
        /// As in Linux: the window of a Reno-like flow grows by the same 0.53 packets per round trip above the old peak, instead
        /// of by one packet.
        constant_slope: bool = false, given ("stack", LINUX, true), label "Constant slope", cite "Linux, bictcp_update";
        /// Reduce the window less at a congestion mark than at a loss: to 0.85 of the packets in flight.
        abe: bool = false, label "ABE", cite "RFC 8511";
        ..tcp: TcpParams;
    }
}

signals! {
    const SIGNALS: CubicSignals {
        ..window: window::WindowSignals;
        /// The window around which growth is slow: the window at the last loss, or less with fast
        /// convergence.
        w_max: "Old peak" in "packets";
        /// The window that a Reno-like flow would have.
        w_est: "Reno's window" in "packets";
        /// K: time from the start of congestion avoidance until the window reaches the old peak.
        k: "Time to the old peak" in "s";
    }
}

/// The share of the packets in flight that remains after a congestion mark with ABE (RFC 8511 section 4.1).
const BETA_ECN: f64 = 0.85;

/// The rules of RFC 9438, in packets and seconds.
#[derive(Clone, Debug, State)]
pub struct CubicRules {
    params: Params,
    /// The window around which the cubic function is flat (section 4.2).
    w_max: f64,
    /// The congestion window before the last reduction, in packets (section 4.1.2).
    cwnd_prior: f64,
    /// The present stage of congestion avoidance; `None` until its first acknowledgement.
    epoch: Option<Epoch>,
    /// Whether a timeout caused the last reduction and no stage has begun since.
    after_timeout: bool,
    /// Whether no loss or mark has reduced the window since the start or the last timeout.
    #[state(if self.params.hystart_rule == HystartRule::Linux)]
    peak_is_unknown: bool,
}

/// Without a peak, the window grows by at least this share of the acknowledged packets, as in Linux: 5 % per round trip.
const GROWTH_WITHOUT_PEAK: f64 = 0.05;

/// A stage of congestion avoidance: the time between two reductions, without slow start.
#[derive(Clone, Copy, Debug, Default, State)]
struct Epoch {
    start: Time,
    /// K of section 4.2, in seconds.
    k: f64,
    /// The window of the Reno-friendly region (section 4.3).
    w_est: f64,
    /// Increase of `w_est` per window of acknowledged packets; 1 once `w_est` has reached `cwnd_prior`.
    alpha: f64,
}

impl CubicRules {
    pub fn new(params: Params) -> Self {
        CubicRules {
            params,
            w_max: 0.0,
            cwnd_prior: 0.0,
            epoch: None,
            after_timeout: false,
            peak_is_unknown: true,
        }
    }

    /// K of section 4.2: seconds from the start of the stage until the cubic function reaches `w_max`.
    pub fn k(&self, cwnd_epoch: f64) -> f64 {
        if cwnd_epoch >= self.w_max { 0.0 } else { math::cbrt((self.w_max - cwnd_epoch) / self.params.c) }
    }

    /// The cubic function W_cubic of section 4.2, `t` seconds after the start of the stage.
    fn cubic(&self, t: f64, k: f64) -> f64 {
        let d = t - k;
        self.params.c * d * d * d + self.w_max
    }

    /// Begins a stage of congestion avoidance.
    fn begin(&mut self, w: &CongestionWindow, now: Time) -> Epoch {
        if self.after_timeout || w.cwnd >= self.w_max {
            // The present window becomes the peak in the first stage after a timeout (section 4.8) and in a
            // stage that begins above the old peak.
            self.w_max = w.cwnd;
            self.after_timeout = false;
        }
        let k = self.k(w.cwnd);
        // With this increase and the decrease `beta`, the mean window equals Reno's (section 4.3).
        let alpha = 3.0 * (1.0 - self.params.beta) / (1.0 + self.params.beta);
        Epoch { start: now, k, w_est: w.cwnd, alpha }
    }
}

impl WindowAlgorithm for CubicRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            // Slow start ends a stage, for example after an idle period.
            self.epoch = None;
            w.slow_start(acked.packets);
            return;
        }
        let mut epoch = match self.epoch {
            Some(epoch) => epoch,
            None => self.begin(w, acked.now),
        };
        let n = f64::from(acked.packets);
        let t = to_secs(acked.now - epoch.start);
        // The cubic function's value one round trip from now, within [cwnd, 1.5 cwnd] (section 4.2).
        let target = self.cubic(t + acked.srtt, epoch.k).max(w.cwnd).min(1.5 * w.cwnd);
        epoch.w_est += epoch.alpha * n / w.cwnd;
        if epoch.w_est >= self.cwnd_prior && !self.params.constant_slope {
            epoch.alpha = 1.0;
        }
        let before = w.cwnd;
        if self.cubic(t, epoch.k) < epoch.w_est {
            w.cwnd = w.cwnd.max(epoch.w_est);
        } else {
            // The concave and the convex region (sections 4.4 and 4.5).
            w.cwnd += n * (target - w.cwnd) / w.cwnd;
        }
        if self.peak_is_unknown && self.params.hystart_rule == HystartRule::Linux {
            w.cwnd = w.cwnd.max(before + GROWTH_WITHOUT_PEAK * n);
        }
        self.epoch = Some(epoch);
    }

    fn on_app_limited_end(&mut self, since: Time, now: Time) {
        // The time of the cubic function does not include intervals in which the window could not grow
        // (sections 4.2 and 5.8).
        if let Some(epoch) = &mut self.epoch {
            epoch.start += now - since.max(epoch.start).min(now);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, _: Time) {
        // Fast convergence (section 4.7): a window that did not reach the last peak sets the new peak below
        // itself.
        self.w_max = if self.params.fast_convergence && w.cwnd < self.w_max {
            w.cwnd * (1.0 + self.params.beta) / 2.0
        } else {
            w.cwnd
        };
        self.cwnd_prior = w.cwnd;
        let beta = if self.params.abe && kind == Congestion::Mark { BETA_ECN } else { self.params.beta };
        w.ssthresh = (base * beta).max(2.0);
        self.epoch = None;
        self.after_timeout = kind == Congestion::Timeout;
        self.peak_is_unknown = self.after_timeout;
    }

    #[inline]
    fn hystart_rule(&self) -> HystartRule {
        self.params.hystart_rule
    }
    fn epoch_start(&self) -> Option<Time> {
        self.epoch.map(|epoch| epoch.start)
    }

    fn save(&self) -> SavedRules {
        let Epoch { start, k, w_est, alpha } = self.epoch.unwrap_or_default();
        // Without an epoch, its increase is 0, which no epoch has.
        [self.w_max, self.cwnd_prior, f64::from(self.after_timeout), start as f64, k, w_est, alpha]
    }

    fn restore(&mut self, saved: &SavedRules) {
        // RFC 9438 section 4.9: the values from before the reduction. The stage of congestion avoidance
        // continues.
        let [w_max, cwnd_prior, after_timeout, start, k, w_est, alpha] = *saved;
        (self.w_max, self.cwnd_prior, self.after_timeout) = (w_max, cwnd_prior, after_timeout != 0.0);
        self.epoch = (alpha > 0.0).then(|| Epoch { start: whole::<Time>(start), k, w_est, alpha });
    }

    fn emit(&self, out: &mut dyn Reports) {
        if self.w_max > 0.0 {
            out.signal(SIGNALS.w_max, self.w_max);
        }
        if let Some(epoch) = self.epoch {
            out.signal(SIGNALS.w_est, epoch.w_est);
            out.signal(SIGNALS.k, epoch.k);
        }
    }

    fn restart(&mut self) {
        (self.w_max, self.cwnd_prior) = (0.0, 0.0);
        (self.epoch, self.after_timeout) = (None, false);
    }
}

#[derive(Clone, Debug, State)]
pub struct Cubic(ControlledWindow);

impl Params {
    fn recovery(&self) -> Recovery {
        Recovery::Sack { rule: self.sack_rule }
    }
}

impl Protocol for Cubic {
    type Params = Params;
    const ID: &'static str = "cubic";
    const NAME: &'static str = "CUBIC";
    const SIGNALS: List<Signal> = CubicSignals::list;
    const FIELDS: List<Field> = || controller::with_early_exit(Params::fields());

    fn build(params: &Params, _: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let rules = CubicRules::new(params.clone());
        let (sender, connections) =
            controller::build(rules, params.recovery(), &params.tcp, Self::header_bytes());
        (Cubic(sender), connections)
    }

    fn set_params(&mut self, params: &Params, _: &mut impl Context) {
        controller::set_params(&mut self.0, params.recovery(), &params.tcp, |rules: &mut CubicRules| {
            rules.params = params.clone();
        });
    }
}

delegate_sender!(Cubic);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::{SECOND, from_secs};

    fn rules(fast_convergence: bool) -> CubicRules {
        CubicRules::new(Params { fast_convergence, ..Params::default() })
    }

    #[test]
    fn k_follows_the_cube_root() {
        // K = cbrt(0.3 W_max / 0.4); W_max 50: cbrt(37.5) = 3.347; 168: cbrt(126) = 5.013; 8333:
        // cbrt(6249.75) = 18.42.
        for (w_max, k) in [(50.0, 3.347), (100.0, 4.217), (168.0, 5.013), (833.0, 8.549), (8333.0, 18.42)] {
            let mut rules = rules(true);
            rules.w_max = w_max;
            assert!((rules.k(0.7 * w_max) - k).abs() < 0.005, "{w_max}: {}", rules.k(0.7 * w_max));
        }
    }

    #[test]
    fn fast_convergence_sets_the_new_peak_below_the_window() {
        let mut rules = rules(true);
        let mut w = CongestionWindow { cwnd: 100.0, ssthresh: 1.0 };
        rules.on_congestion(&mut w, 100.0, Congestion::Loss, 0);
        assert_eq!((rules.w_max, w.ssthresh), (100.0, 70.0));
        w.cwnd = 80.0;
        rules.on_congestion(&mut w, 80.0, Congestion::Loss, 0);
        // 80 x 1.7 / 2 = 68.
        assert_eq!(rules.w_max, 68.0);
    }

    #[test]
    fn reaches_the_old_peak_after_k_and_is_flat_there() {
        // At 200 ms, windows around 1000 packets are far above the Reno-friendly region. From 700, K =
        // cbrt(300 / 0.4) = 9.086 s.
        let mut rules = rules(false);
        let mut w = CongestionWindow { cwnd: 1000.0, ssthresh: 1.0 };
        rules.on_congestion(&mut w, 1000.0, Congestion::Loss, 0);
        w.cwnd = w.ssthresh;
        let (mut now, step) = (0, from_secs(0.2 / 1000.0));
        while now < from_secs(9.086) {
            now += step;
            rules.on_ack(&mut w, Acked { packets: 1, now, srtt: 0.2 });
        }
        assert!((w.cwnd - 1000.0).abs() < 3.0, "{}", w.cwnd);
        // One second after K the cubic function has grown by only 0.4 packets.
        while now < from_secs(10.086) {
            now += step;
            rules.on_ack(&mut w, Acked { packets: 1, now, srtt: 0.2 });
        }
        assert!((w.cwnd - 1000.4).abs() < 3.0, "{}", w.cwnd);
    }

    #[test]
    fn time_without_growth_does_not_count() {
        // After a loss at 100 packets: K = cbrt(30 / 0.4) = 4.217 s. The window cannot grow from 2 s to 62 s,
        // so that the cubic function reaches the old peak 64.217 s after the loss. With the 60 s, it would be
        // 0.4 x 60^3 = 86 400 packets higher.
        let (rtt, k) = (0.2, 4.217_163);
        let mut rules = rules(false);
        let mut w = CongestionWindow { cwnd: 100.0, ssthresh: 1.0 };
        rules.on_congestion(&mut w, 100.0, Congestion::Loss, 0);
        w.cwnd = w.ssthresh;
        let mut epoch = rules.begin(&w, 0);
        assert!((epoch.k - k).abs() < 1e-5, "{}", epoch.k);
        epoch.w_est = 0.0;
        rules.epoch = Some(epoch);
        rules.on_app_limited_end(from_secs(2.0), from_secs(62.0));
        let start = rules.epoch.map(|epoch| epoch.start);
        assert_eq!(start, Some(60 * SECOND));
        // With one packet acknowledged, the window moves towards W(t + RTT) by 1/70 of the distance: W(2.2 s)
        // is 100 - 0.4 x 2.017^3 = 96.717.
        rules.on_ack(&mut w, Acked { packets: 1, now: from_secs(62.0), srtt: rtt });
        assert!((w.cwnd - (70.0 + 26.717 / 70.0)).abs() < 1e-3, "{}", w.cwnd);
        // An interval that began before the stage counts from the start of the stage.
        rules.on_app_limited_end(0, from_secs(63.0));
        assert_eq!(rules.epoch.map(|epoch| epoch.start), Some(63 * SECOND));
        // Slow start ends the stage.
        w.ssthresh = w.cwnd + 1.0;
        rules.on_ack(&mut w, Acked { packets: 1, now: from_secs(64.0), srtt: rtt });
        assert!(rules.epoch.is_none());
    }

    #[test]
    fn with_abe_a_mark_leaves_85_percent_of_the_packets_in_flight() {
        let mut rules = CubicRules::new(Params { abe: true, ..Params::default() });
        let mut w = CongestionWindow { cwnd: 100.0, ssthresh: 1.0 };
        rules.on_congestion(&mut w, 100.0, Congestion::Mark, 0);
        assert_eq!(w.ssthresh, 85.0);
        rules.on_congestion(&mut w, 100.0, Congestion::Loss, 0);
        assert_eq!(w.ssthresh, 70.0);
    }

    #[test]
    fn an_undo_restores_the_stage_of_congestion_avoidance() {
        // RFC 9438 section 4.9: after an unnecessary reduction, growth continues as without it.
        let mut rules = rules(true);
        let mut w = CongestionWindow { cwnd: 100.0, ssthresh: 1.0 };
        rules.on_congestion(&mut w, 100.0, Congestion::Loss, 0);
        w.cwnd = 70.0;
        let mut now = 0;
        for _ in 0..100 {
            now += SECOND / 100;
            rules.on_ack(&mut w, Acked { packets: 1, now, srtt: 0.1 });
        }
        let mut other = rules.clone();
        let saved = rules.save();
        rules.on_congestion(&mut w.clone(), 80.0, Congestion::Timeout, now);
        rules.on_ack(&mut w.clone(), Acked { packets: 1, now, srtt: 0.1 });
        rules.restore(&saved);
        let mut v = w;
        for _ in 0..100 {
            now += SECOND / 100;
            rules.on_ack(&mut w, Acked { packets: 1, now, srtt: 0.1 });
            other.on_ack(&mut v, Acked { packets: 1, now, srtt: 0.1 });
        }
        assert_eq!((w.cwnd, rules.w_max, rules.cwnd_prior), (v.cwnd, other.w_max, other.cwnd_prior));
    }

    #[test]
    fn small_windows_follow_reno() {
        // From 7 packets to the old peak of 10: the cubic function needs K = 1.96 s, the Reno-friendly region
        // only 57 ms at 0.53 packets per round trip of 10 ms.
        let mut rules = rules(false);
        let mut w = CongestionWindow { cwnd: 10.0, ssthresh: 1.0 };
        rules.on_congestion(&mut w, 10.0, Congestion::Loss, 0);
        w.cwnd = w.ssthresh;
        let mut now = 0;
        for _ in 0..8 {
            for _ in 0..whole::<u32>(w.cwnd) {
                now += SECOND / 100 / 8;
                rules.on_ack(&mut w, Acked { packets: 1, now, srtt: 0.01 });
            }
        }
        // Each round trip adds slightly less than 0.5294 packets, because only whole packets are
        // acknowledged: 9.9 after six round trips. In the seventh, `w_est` reaches the old peak of 10 and
        // then adds 1 packet per round trip: about 11.6 after eight.
        assert!((w.cwnd - 11.58).abs() < 0.05, "{}", w.cwnd);
    }
}
