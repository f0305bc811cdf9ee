//! TCP Prague (draft-briscoe-iccrg-prague-congestion-control-04): DCTCP's response for the Internet. Its
//! packets carry ECT(1), so a DualPI2 queue serves them with short delays; its growth does not depend on
//! round-trip times below 25 ms; and packets are paced.

use crate::ground::packet::ECT_1;
use crate::protocols::prelude::*;
use crate::transport::ack_receiver::AckReceiver;
use crate::transport::tcp_params::EcnFeedback;

params! {
    pub struct Params {
        /// Weight of the last round trip in the average of the marked share.
        gain: f64 = 0.0625, range 0.001..=1.0, scale log, label "Estimation gain g", cite "draft-briscoe-iccrg-prague-congestion-control-04";
        /// Flows with a shorter round-trip time adapt as if it were this long, so that they do not starve
        /// flows with longer round-trip times.
        virtual_rtt: f64 = 0.025, unit "s", range 0.0..=1.0, label "Virtual RTT", cite "draft-briscoe-iccrg-prague-congestion-control-04";
        /// Respond to marks nearly as Reno does while the round-trip time varies as it does in a queue that marks by
        /// RFC 3168. Off by default in Linux.
        classic_fallback: bool = false, label "Classic fallback", cite "Briscoe and Ahmed 2019";
        /// Let the window fall below two packets. Packets then follow each other at intervals of more than half a round
        /// trip.
        below_two: bool = true, label "Windows below 2 packets", cite "tcp_prague.c, frac_cwnd";
        ..tcp: TcpParams;
    }
}

/// Smallest number of packets in flight that the window allows.
const MIN_WINDOW: f64 = 2.0;
/// Smallest window by which packets are paced, in packets: that of Swift (Kumar and others 2020, section 3.4). Linux has
/// none.
const MIN_PACED: f64 = 0.001;

signals! {
    const SIGNALS: PragueSignals {
        ..window: window::WindowSignals;
        /// The averaged share of marked packets.
        alpha: "Alpha";
        /// The share of marked packets in the last round trip.
        share: "Marked share";
        /// Packets by which the window grows in a round trip without marks.
        increase: "Growth" in "packets";
        /// Packets per round trip at which the sender paces. Below two, it is less than the window.
        paced: "Paced window" in "packets";
        /// How much the round-trip time resembles that of a queue that marks by RFC 3168: from 0 to 17; above 8, the fallback acts.
        classic: "Classic score";
    }
}

decisions! {
    mod decision after window::decision {
        /// {marked} of {acked} packets were marked: alpha {from} -> {to}.
        Updates "prague_alpha" "Share of marks" {
            marked: "Marked packets." in "packets", acked: "Packets delivered." in "packets", from: "Alpha before.",
            to: "Alpha after.",
        }
        /// The round-trip time varies by {deviation}, and {depth} of it are queueing: the queue looks like one that marks by RFC 3168. The response
        /// becomes that of Reno.
        FallsBack "prague_falls_back" "Classic queue" {
            deviation: "Mean deviation of the round-trip time." in "s", depth: "Mean queueing delay." in "s",
        }
        /// The round-trip time varies by {deviation} only: the queue no longer looks like one that marks by RFC 3168.
        Resumes "prague_resumes" "L4S queue" { deviation: "Mean deviation of the round-trip time." in "s" }
    }
}

/// The score of an L4S queue that is certain, of which every value up to `L4S` means an L4S queue. One more is a classic one, and the score
/// stops at twice as much certainty. The values of Linux (`L_STICKY`, `CLASSIC_ECN`, `C_STICKY`).
const L4S: f64 = 8.0;
const CLASSIC: f64 = L4S + 1.0;
const MAX_SCORE: f64 = CLASSIC + L4S;
/// The deviation of the round-trip time and the queueing delay above which the score rises, in seconds (`V0`, `D0`).
const DEVIATION: f64 = 750e-6;
const DEPTH: f64 = 2e-3;
/// Smallest deviation, in seconds.
const MIN_DEVIATION: f64 = 1e-6;
/// Share of alpha that a certain classic queue gives at least.
const CLASSIC_ALPHA: f64 = 0.625;

/// Recognizes a queue that marks by RFC 3168 by the variation of the round-trip time, as Linux does (Briscoe and Ahmed 2019, section 3).
#[derive(Clone, Debug, State)]
struct ClassicQueue {
    score: f64,
    /// The smallest round-trip time, and its mean and mean deviation, all in seconds; the mean is 0 before the first sample.
    smallest: f64,
    mean: f64,
    deviation: f64,
    /// The weight of a sample in the mean is 2^-shift, and half of that in the deviation.
    shift: i32,
}

impl Default for ClassicQueue {
    fn default() -> Self {
        ClassicQueue { score: 0.0, smallest: to_secs(NEVER), mean: 0.0, deviation: MIN_DEVIATION, shift: 18 }
    }
}

impl ClassicQueue {
    fn sample(&mut self, rtt: f64) {
        self.smallest = self.smallest.min(rtt);
        if self.mean == 0.0 {
            self.mean = rtt;
            return;
        }
        let weight = math::powi(0.5, self.shift);
        let error = rtt - self.mean;
        self.mean += weight * error;
        self.deviation += weight / 2.0 * (error.abs() - self.deviation);
    }

    /// A mark: the next samples are averaged over several round trips of the window.
    fn adapt(&mut self, threshold: f64) {
        let bits = whole::<i32>(math::log2(threshold.clamp(1.0, 1e9)));
        self.shift = (bits + bits / 2 + 1).min(18);
    }

    fn depth(&self) -> f64 {
        (self.mean - self.smallest).max(0.0)
    }

    fn update(&mut self) {
        if self.mean == 0.0 {
            return;
        }
        let variation = math::log2(self.deviation.max(MIN_DEVIATION) / DEVIATION);
        // A queue can only bring the score towards the classic one.
        let queue = math::log2((self.depth() / DEPTH).max(1.0));
        self.score = (self.score + variation / 2.0 + queue / 2.0).clamp(0.0, MAX_SCORE);
    }

    /// The smallest alpha by which a mark reduces the window.
    fn alpha(&self) -> f64 {
        CLASSIC_ALPHA * (self.score.min(CLASSIC) - L4S).max(0.0)
    }
}

#[derive(Clone, Debug, State)]
#[state(not(paced))]
pub struct PragueRules {
    params: Params,
    /// The averaged share of marked packets. It is 0 until the first mark, which sets it to 1.
    alpha: f64,
    /// Packets delivered since the last update of alpha, and the number of these that were marked.
    acked: u32,
    marked: u32,
    /// The share of marked packets at the last update.
    share: f64,
    /// Alpha is updated when all packets below this packet are acknowledged and the virtual round-trip time
    /// is over.
    round_end: u32,
    updated_at: Time,
    /// When a mark last reduced the window. `None` before the first mark.
    reduced_at: Option<Time>,
    /// Packets by which the acknowledgement in process lets the window grow in congestion avoidance.
    growth: u32,
    /// Number of marked packets that the receiver has reported.
    reported: u32,
    /// Smoothed round-trip time, s.
    srtt: f64,
    /// Used with the setting `classic_fallback`.
    #[state(if self.params.classic_fallback)]
    classic: ClassicQueue,
    /// The window by which packets are paced, divided by the congestion window; below 1 only while the congestion
    /// window is at its minimum.
    #[state(if self.params.below_two)]
    paced_share: f64,
    /// The window by which packets are paced after the last acknowledgement, for the signal.
    paced: f64,
}

impl PragueRules {
    fn new(params: Params) -> Self {
        PragueRules {
            params,
            classic: ClassicQueue::default(),
            alpha: 0.0,
            acked: 0,
            marked: 0,
            share: 0.0,
            round_end: 0,
            updated_at: 0,
            reduced_at: None,
            growth: 0,
            reported: 0,
            srtt: 0.0,
            paced_share: 1.0,
            paced: 0.0,
        }
    }

    /// The settings of the shared sender: explicit congestion notification is on, except with classic feedback.
    fn tcp(params: &Params) -> TcpParams {
        TcpParams { ecn: !PragueRules::is_reno(params), ..params.tcp.clone() }
    }

    /// Whether the receiver has no accurate feedback. As in Linux (`prague_reno`), the sender is then one of Reno
    /// without marks and pacing.
    fn is_reno(params: &Params) -> bool {
        params.tcp.ecn_feedback == Some(EcnFeedback::Classic)
    }

    /// The window by which packets are paced.
    fn paced(&self, w: &CongestionWindow) -> f64 {
        w.cwnd * self.paced_share
    }

    /// Reduces the window. At most `MIN_WINDOW` packets remain in flight while they are paced by a smaller window.
    fn reduce(&mut self, w: &mut CongestionWindow, window: f64) {
        w.ssthresh = window.max(MIN_WINDOW);
        if self.params.below_two {
            self.paced_share = window.clamp(MIN_PACED, MIN_WINDOW) / MIN_WINDOW;
        }
    }

    /// Lets the window grow by an acknowledgement of `growth` packets without marks. Below one packet, the growth
    /// is that of a window of one packet, as in Linux.
    fn grow(&mut self, w: &mut CongestionWindow, growth: u32) {
        let window = self.paced(w);
        let grown = window + f64::from(growth) * self.increase() / window.max(1.0);
        if self.paced_share >= 1.0 || (grown >= MIN_WINDOW && w.cwnd >= MIN_WINDOW) {
            (w.cwnd, self.paced_share) = (grown, 1.0);
        } else {
            self.paced_share = (grown / w.cwnd).min(1.0);
        }
    }

    /// Decides once per round whether the queue is a classic one.
    fn judge_queue(&mut self, out: &mut dyn Reports) {
        let before = self.classic.score;
        self.classic.update();
        let (after, deviation) = (self.classic.score, self.classic.deviation);
        if before <= L4S && after > L4S {
            out.decide(decision::FallsBack { deviation, depth: self.classic.depth() });
        } else if before > L4S && after <= L4S {
            out.decide(decision::Resumes { deviation });
        }
    }

    /// Packets by which the window grows per round trip: 1, or less if the round-trip time is below the
    /// virtual round-trip time.
    fn increase(&self) -> f64 {
        if self.srtt <= 0.0 {
            return 1.0;
        }
        let ratio = self.srtt / self.srtt.max(self.params.virtual_rtt);
        ratio * ratio
    }
}

impl WindowAlgorithm for PragueRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
        } else if PragueRules::is_reno(&self.params) {
            w.avoid_congestion(acked.packets);
        } else {
            self.growth = acked.packets;
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, now: Time) {
        let window = match kind {
            Congestion::Mark => {
                if self.reduced_at.replace(now).is_none() {
                    // The first mark ends slow start, and halves the window.
                    self.alpha = 1.0;
                }
                let mut alpha = self.alpha;
                if self.params.classic_fallback {
                    self.classic.adapt(w.ssthresh);
                    alpha = alpha.max(self.classic.alpha());
                }
                self.paced(w) * (1.0 - alpha / 2.0)
            }
            // Losses halve the window, as in other TCPs.
            _ if self.paced_share < 1.0 => self.paced(w).min(base) / 2.0,
            _ => base / 2.0,
        };
        self.reduce(w, window);
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        self.srtt = feedback.srtt;
        if PragueRules::is_reno(&self.params) {
            return;
        }
        if let Some(rtt) = feedback.rtt.filter(|_| self.params.classic_fallback) {
            self.classic.sample(to_secs(rtt));
        }
        let marked = if self.params.tcp.ecn_feedback.is_some() {
            feedback.marks
        } else {
            // An acknowledgement that a later acknowledgement has overtaken reports fewer marks.
            feedback.report.saturating_sub(self.reported)
        };
        self.reported += marked;
        self.acked += feedback.delivered;
        self.marked += marked;
        // Only packets without marks let the window grow.
        let growth = std::mem::take(&mut self.growth).saturating_sub(marked);
        self.grow(w, growth);
        self.paced = self.paced(w);
        let wait = from_secs(self.params.virtual_rtt);
        if feedback.una <= self.round_end || feedback.now < self.updated_at + wait {
            return;
        }
        (self.round_end, self.updated_at) = (feedback.high, feedback.now);
        if self.params.classic_fallback && self.reduced_at.is_some() {
            self.judge_queue(out);
        }
        if self.acked > 0 && self.reduced_at.is_some() {
            self.share = (f64::from(self.marked) / f64::from(self.acked)).min(1.0);
            let before = self.alpha;
            self.alpha += self.params.gain * (self.share - self.alpha);
            if self.marked > 0 {
                out.decide(decision::Updates {
                    marked: f64::from(self.marked),
                    acked: f64::from(self.acked),
                    from: before,
                    to: self.alpha,
                });
            }
        }
        (self.acked, self.marked) = (0, 0);
    }

    /// The growth per second is that of a flow with the virtual round-trip time. One reduction per virtual
    /// round trip therefore keeps both in balance. Linux does the same.
    fn ignores_mark(&self, now: Time) -> bool {
        self.reduced_at.is_some_and(|at| now < at + from_secs(self.params.virtual_rtt))
    }

    fn paces(&self) -> bool {
        !PragueRules::is_reno(&self.params)
    }

    fn makes_up_delays(&self) -> bool {
        true
    }

    fn gap(&self, w: &CongestionWindow, srtt: f64) -> f64 {
        // Two windows per round trip while the window doubles, so that pacing does not limit slow start.
        let gain = if w.cwnd < w.ssthresh / 2.0 { 2.0 } else { 1.0 };
        srtt / (gain * self.paced(w))
    }

    fn ecn_field(&self) -> Option<u8> {
        (!PragueRules::is_reno(&self.params)).then_some(ECT_1)
    }

    fn emit(&self, out: &mut dyn Reports) {
        out.signal(SIGNALS.alpha, self.alpha);
        out.signal(SIGNALS.share, self.share);
        out.signal(SIGNALS.increase, self.increase());
        if self.params.below_two {
            out.signal(SIGNALS.paced, self.paced);
        }
        if self.params.classic_fallback {
            out.signal(SIGNALS.classic, self.classic.score);
        }
    }

    fn restart(&mut self) {
        *self = PragueRules::new(self.params.clone());
    }

    fn prepare(&self, receiver: &mut AckReceiver) {
        match self.params.tcp.ecn_feedback {
            None => receiver.report_marks(),
            Some(EcnFeedback::Classic) => {}
            Some(_) => receiver.answer_syn_with(ECT_1),
        }
    }
}

controlled_tcp!(Prague, PragueRules, "prague", "TCP Prague", |params| PragueRules::tcp(params), {
    // Explicit congestion notification and pacing are always on.
    const FIELDS: List<Field> = || controller::fields_without::<Params>(&["ecn", "pacing"]);
    const SIGNALS: List<Signal> = PragueSignals::list;
    const DECISIONS: List<Decision> = decision::list;
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::MILLISECOND;
    use crate::transport::controller::testing::RecordedReports;

    fn window(cwnd: f64) -> CongestionWindow {
        CongestionWindow { cwnd, ssthresh: 1.0 }
    }

    /// An acknowledgement of one packet, when the receiver has reported `report` marked packets.
    fn ack(rules: &mut PragueRules, w: &mut CongestionWindow, now: Time, srtt: f64, report: u32) {
        rules.on_ack(w, Acked { packets: 1, now, srtt });
        let (una, high) = (rules.round_end + 1, rules.round_end + 10);
        let feedback = Feedback { now, srtt, delivered: 1, report, una, high, ..Feedback::default() };
        rules.observe(w, &feedback, &mut RecordedReports::default());
    }

    #[test]
    fn the_growth_at_short_round_trips_is_reduced_by_the_square_of_their_ratio_to_the_virtual_round_trip() {
        for (srtt, growth) in [(0.01, 0.16), (0.025, 1.0), (0.1, 1.0)] {
            let (mut rules, mut w) = (PragueRules::new(Params::default()), window(10.0));
            ack(&mut rules, &mut w, 0, srtt, 0);
            // (10 / 25)^2 = 0.16 packets per window of 10 packets.
            assert!((w.cwnd - (10.0 + growth / 10.0)).abs() < 1e-12, "{srtt}: {}", w.cwnd);
        }
        let (mut rules, mut w) = (PragueRules::new(Params::default()), window(10.0));
        ack(&mut rules, &mut w, 0, 0.1, 1);
        assert_eq!(w.cwnd, 10.0, "a marked packet adds nothing");
    }

    #[test]
    fn the_first_mark_halves_the_window_and_later_marks_reduce_it_by_half_of_alpha() {
        let (mut rules, mut w) = (PragueRules::new(Params::default()), window(40.0));
        rules.on_congestion(&mut w, 30.0, Congestion::Mark, 0);
        assert_eq!((w.ssthresh, rules.alpha), (20.0, 1.0));
        assert!(
            rules.ignores_mark(24 * MILLISECOND) && !rules.ignores_mark(25 * MILLISECOND),
            "once per virtual RTT"
        );
        rules.alpha = 0.2;
        rules.on_congestion(&mut w, 30.0, Congestion::Mark, 0);
        assert_eq!(w.ssthresh, 36.0);
        rules.on_congestion(&mut w, 30.0, Congestion::Loss, 0);
        assert_eq!(w.ssthresh, 15.0);
    }

    #[test]
    fn below_two_packets_the_pace_falls_while_two_packets_may_be_in_flight() {
        for (below_two, paced) in [(true, 1.0), (false, 2.0)] {
            let mut rules = PragueRules::new(Params { below_two, ..Params::default() });
            let mut w = window(2.0);
            (rules.reduced_at, rules.alpha) = (Some(0), 1.0);
            rules.on_congestion(&mut w, 2.0, Congestion::Mark, 1);
            assert_eq!((w.ssthresh, rules.paced(&w)), (2.0, paced));
            assert_eq!(rules.gap(&w, 0.01), 0.01 / paced);
        }
        let mut rules = PragueRules::new(Params { below_two: true, ..Params::default() });
        let mut w = window(2.0);
        rules.paced_share = 0.25;
        // A packet adds 0.16 packets, then 1, then 1 / 1.66.
        ack(&mut rules, &mut w, 0, 0.01, 0);
        assert!((rules.paced(&w) - 0.66).abs() < 1e-12 && w.cwnd == 2.0, "{}", rules.paced(&w));
        ack(&mut rules, &mut w, 0, 0.025, 0);
        assert!((rules.paced(&w) - 1.66).abs() < 1e-12 && w.cwnd == 2.0, "{}", rules.paced(&w));
        ack(&mut rules, &mut w, 0, 0.025, 0);
        assert!((rules.paced(&w) - (1.66 + 1.0 / 1.66)).abs() < 1e-12 && w.cwnd > 2.0, "{}", w.cwnd);
    }

    #[test]
    fn alpha_is_updated_once_per_virtual_round_trip() {
        let (mut rules, mut w) = (PragueRules::new(Params::default()), window(10.0));
        (rules.reduced_at, rules.alpha) = (Some(0), 1.0);
        // Ten packets, 3 ms apart, the first five of them marked.
        for i in 1..=10u32 {
            ack(&mut rules, &mut w, u64::from(i) * 3 * MILLISECOND, 0.01, i.min(5));
        }
        // At 27 ms nine packets have been delivered, five of them marked: 15/16 + 1/16 x 5/9.
        let expected = 15.0 / 16.0 + 5.0 / 9.0 / 16.0;
        assert!((rules.alpha - expected).abs() < 1e-12, "{} {expected}", rules.alpha);
    }
}
