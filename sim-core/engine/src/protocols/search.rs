//! SEARCH, slow start exit at right chokepoint (draft-chung-ccwg-search-09, as Firefox's `neqo` implements it): slow start
//! ends when the packets delivered within a window of time fall short of those sent within the same window one round trip
//! earlier. Congestion avoidance is CUBIC's (RFC 9438).

use crate::protocols::cubic::{self, CubicRules};
use crate::protocols::prelude::*;

params! {
    pub struct Params {
        /// Length of the window of time, in round-trip times at the start of the connection.
        window: f64 = 3.5, range 1.0..=10.0, label "Window of time", cite "draft-chung-ccwg-search-09, WINDOW_SIZE_FACTOR";
        /// Share of the packets sent that must be missing among those delivered for slow start to end.
        threshold: f64 = 0.26, range 0.01..=0.9, cite "draft-chung-ccwg-search-09, THRESH";
        ..tcp: TcpParams;
    }
}

/// Number of bins of the window of time (`W`).
const BINS: u64 = 10;
/// Number of further bins, so that the window one round trip earlier is still known (`EXTRA_BINS`).
const EXTRA_BINS: u64 = 15;
const ACKED_BINS: usize = 11;
const SENT_BINS: usize = 26;

signals! {
    const SIGNALS: SearchSignals {
        ..window: window::WindowSignals;
        /// Share of the packets sent in a window of time that is missing among those delivered one round trip later.
        shortfall: "Shortfall";
    }
}

decisions! {
    mod decision after window::decision {
        /// SEARCH ends slow start at a window of {window}: {delivered} were delivered in a window of time, and {sent} had been
        /// sent in that one round trip earlier. {shortfall} of them are missing.
        Ends "search_ends" "Slow start ends" {
            window: "The congestion window." in "packets",
            delivered: "Packets delivered in the window of time." in "packets",
            sent: "Packets sent in the window of time one round trip earlier." in "packets",
            shortfall: "Share that is missing.",
        }
    }
}

/// The packets that had been delivered and sent in all by the end of each bin.
#[derive(Clone, Debug, Default, State)]
struct History {
    /// Length of a bin.
    bin: Time,
    /// When the next bin begins.
    ends: Time,
    /// Number of the latest bin.
    latest: u64,
    acked: [u64; ACKED_BINS],
    sent: [u64; SENT_BINS],
}

impl History {
    fn new(bin: Time, now: Time, delivered: u64, sent: u64) -> Self {
        let mut all = History { bin, ends: now + bin, ..Self::default() };
        (all.acked[0], all.sent[0]) = (delivered, sent);
        all
    }

    fn acked(&self, bin: u64) -> u64 {
        self.acked[narrow::<usize>(bin % ACKED_BINS as u64)]
    }

    fn sent(&self, bin: u64) -> u64 {
        self.sent[narrow::<usize>(bin % SENT_BINS as u64)]
    }

    fn store(&mut self, delivered: u64, sent: u64) {
        self.acked[narrow::<usize>(self.latest % ACKED_BINS as u64)] = delivered;
        self.sent[narrow::<usize>(self.latest % SENT_BINS as u64)] = sent;
    }

    /// Begins the bins up to `now`, of which the skipped ones repeat the last values. Returns how many have begun.
    fn advance(&mut self, now: Time, delivered: u64, sent: u64) -> u64 {
        if now < self.ends {
            return 0;
        }
        let passed = (now - self.ends) / self.bin + 1;
        let last = (self.acked(self.latest), self.sent(self.latest));
        for _ in 1..passed.min(BINS + 1) {
            self.latest += 1;
            self.store(last.0, last.1);
        }
        self.latest += 1;
        self.store(delivered, sent);
        self.ends += passed * self.bin;
        passed
    }

    /// The packets delivered in the latest window of time, and those sent in the window one round trip earlier, between two
    /// bins by interpolation. `None` while too little is known: at the start, and if the round-trip time is too long.
    fn compare(&self, rtt: Time) -> Option<(f64, f64)> {
        let earlier = self.latest.saturating_sub(rtt / self.bin);
        if earlier <= BINS || self.latest - earlier >= EXTRA_BINS {
            return None;
        }
        let fraction = (rtt % self.bin) as f64 / self.bin as f64;
        let sent_until = |bin: u64| self.sent(bin).saturating_sub(self.sent(bin - BINS)) as f64;
        let sent = fraction * sent_until(earlier - 1) + (1.0 - fraction) * sent_until(earlier);
        let delivered = self.acked(self.latest).saturating_sub(self.acked(self.latest - BINS)) as f64;
        (sent > 0.0).then_some((delivered, sent))
    }
}

#[derive(Clone, Debug, State)]
pub struct SearchRules {
    params: Params,
    cubic: CubicRules,
    /// Packets delivered since the start.
    delivered: u64,
    /// `None` outside of slow start, and before its first round-trip sample.
    history: Option<History>,
    shortfall: f64,
}

impl SearchRules {
    fn new(params: Params) -> Self {
        let cubic = CubicRules::new(cubic::Params::default());
        SearchRules { params, cubic, delivered: 0, history: None, shortfall: 0.0 }
    }

    /// Notes what has been delivered and sent. At the end of a bin, returns the packets delivered and sent if slow start
    /// must end.
    fn search(&mut self, feedback: &Feedback) -> Option<(f64, f64)> {
        let rtt = feedback.rtt.filter(|rtt| *rtt > 0)?;
        let (now, sent) = (feedback.now, u64::from(feedback.high));
        let Some(history) = &mut self.history else {
            let bin = whole::<Time>(rtt as f64 * self.params.window / BINS as f64).max(1);
            self.history = Some(History::new(bin, now, self.delivered, sent));
            return None;
        };
        let begun = history.advance(now, self.delivered, sent);
        if begun > BINS {
            // The sender has paused for longer than the window: the draft's option for missed bins.
            self.history = None;
            return None;
        }
        let (delivered, sent) = history.compare(rtt).filter(|_| begun > 0)?;
        self.shortfall = ((sent - delivered) / sent).max(0.0);
        (self.shortfall >= self.params.threshold).then_some((delivered, sent))
    }
}

impl WindowAlgorithm for SearchRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        self.cubic.on_ack(w, acked);
    }

    fn on_app_limited_end(&mut self, since: Time, now: Time) {
        self.cubic.on_app_limited_end(since, now);
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, now: Time) {
        self.cubic.on_congestion(w, base, kind, now);
        self.history = None;
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        self.delivered += u64::from(feedback.delivered);
        if !w.in_slow_start() || feedback.in_recovery || feedback.after_timeout {
            self.history = None;
            return;
        }
        if let Some((delivered, sent)) = self.search(feedback) {
            w.ssthresh = w.cwnd;
            self.history = None;
            let (window, shortfall) = (w.cwnd, self.shortfall);
            out.decide(decision::Ends { window, delivered, sent, shortfall });
        }
    }

    fn emit(&self, out: &mut dyn Reports) {
        if self.history.is_some() {
            out.signal(SIGNALS.shortfall, self.shortfall);
        }
    }

    fn restart(&mut self) {
        *self = SearchRules::new(self.params.clone());
    }

    fn has_own_slow_start(&self) -> bool {
        true
    }
}

controlled_tcp!(Search, SearchRules, "search", "CUBIC with SEARCH", {
    // Slow start has rules of its own.
    const FIELDS: List<Field> = || controller::fields_without::<Params>(&["hystart"]);
    const SIGNALS: List<Signal> = SearchSignals::list;
    const DECISIONS: List<Decision> = decision::list;
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::MILLISECOND;

    /// Bins of 35 ms at a round-trip time of 100 ms, with as many packets sent and delivered by the end of each bin.
    fn history(bins: u64, sent: impl Fn(u64) -> u64, delivered: impl Fn(u64) -> u64) -> History {
        let bin = 35 * MILLISECOND;
        let mut history = History::new(bin, 0, delivered(0), sent(0));
        for n in 1..=bins {
            assert_eq!(history.advance(n * bin, delivered(n), sent(n)), 1);
        }
        history
    }

    #[test]
    fn nothing_is_compared_before_a_window_and_a_round_trip() {
        let linear = |bins: u64| history(bins, |n| 10 * n, |n| 10 * n).compare(100 * MILLISECOND);
        // A round trip is 2.86 bins: two whole bins, so that bin 13 is compared with bin 11.
        assert_eq!((linear(12), linear(13).is_some()), (None, true));
    }

    /// Sent: n^2 by the end of bin n. One round trip of 2.86 bins before bin 20 are bins 18 and 17: 18^2 - 8^2 = 260 and
    /// 17^2 - 7^2 = 240, of which 6/7 count: 242.86. Delivered since bin 10: 100.
    #[test]
    fn packets_sent_between_two_bins_are_interpolated() {
        let history = history(20, |n| n * n, |n| 10 * n);
        let (delivered, sent) = history.compare(100 * MILLISECOND).unwrap();
        assert!(
            (delivered - 100.0).abs() < 1e-9 && (sent - (240.0 * 6.0 + 260.0) / 7.0).abs() < 1e-6,
            "{sent}"
        );
    }

    #[test]
    fn a_round_trip_of_fifteen_bins_is_too_long() {
        let history = history(40, |n| 10 * n, |n| 10 * n);
        assert!(history.compare(15 * 35 * MILLISECOND - 1).is_some());
        assert!(history.compare(15 * 35 * MILLISECOND).is_none());
    }

    #[test]
    fn skipped_bins_repeat_the_last_values() {
        let mut history = history(12, |n| 10 * n, |n| 10 * n);
        assert_eq!(history.advance(16 * 35 * MILLISECOND, 500, 600), 4);
        assert_eq!((history.latest, history.acked(15), history.acked(16)), (16, 120, 500));
        assert_eq!((history.sent(13), history.sent(16)), (120, 600));
    }

    /// A window that doubles every round trip of 100 ms, of which everything is delivered one round trip later: no
    /// shortfall. From 1 s on at most 100 packets are delivered per round trip: slow start ends.
    #[test]
    fn slow_start_ends_when_the_deliveries_fall_behind() {
        let mut rules = SearchRules::new(Params::default());
        let mut w = CongestionWindow { cwnd: 1e4, ssthresh: f64::INFINITY };
        let sent = |ms: f64| 4.0 * crate::ground::math::pow(2.0, ms / 100.0);
        let (mut delivered, mut ended) = (0, None);
        for ms in 1..3000u32 {
            let capped =
                if ms < 1000 { sent(f64::from(ms) - 100.0) } else { sent(900.0) + f64::from(ms - 1000) };
            let total = whole::<u64>(capped);
            let now = Time::from(ms) * MILLISECOND;
            let feedback = Feedback {
                now,
                rtt: Some(100 * MILLISECOND),
                delivered: narrow::<u32>(total - delivered),
                high: whole::<u32>(sent(f64::from(ms))),
                ..Feedback::default()
            };
            delivered = total;
            rules.delivered += u64::from(feedback.delivered);
            if rules.search(&feedback).is_some() {
                ended = Some(ms);
                break;
            }
        }
        assert!(w.in_slow_start());
        // The deliveries keep up until 1 s; within a window of time the shortfall then rises above 0.26.
        assert!(ended.is_some_and(|ms| (1000..1200).contains(&ms)), "{ended:?}");
        rules.on_congestion(&mut w, 100.0, Congestion::Loss, 0);
        assert!(rules.history.is_none() && (w.ssthresh - 70.0).abs() < 1e-9);
    }
}
