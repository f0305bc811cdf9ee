//! Careful Resume (draft-ietf-tsvwg-careful-resume-24): CUBIC that remembers the window of an earlier
//! connection on the same path. After a first round trip without congestion it jumps to half of that window, and gives the jump up
//! if it causes congestion.

use crate::protocols::cubic::{self, CubicRules};
use crate::protocols::prelude::*;

params! {
    pub struct Params {
        /// The congestion window that an earlier connection had on this path. The sender jumps to half of it.
        saved_window: f64 = 200.0, unit "packets", range 2.0..=1e6, scale log, cite "draft-ietf-tsvwg-careful-resume-24 section 3.3";
        /// The smallest round-trip time of the earlier connection. The sender does not jump if its own is at most half of it or more than
        /// ten times as long, because the path is then another one.
        saved_rtt: Option<f64> = None, unit "s", range 0.0001..=10.0, scale log, label "Saved RTT", null "not compared", cite "draft-ietf-tsvwg-careful-resume-24 section 4.2.1";
        /// The largest window to which the sender jumps.
        max_jump: Option<f64> = None, unit "packets", range 2.0..=1e6, scale log, label "Largest jump", null "no limit", cite "draft-ietf-tsvwg-careful-resume-24 section 3.3";
        ..tcp: TcpParams;
    }
}

/// Share of the acknowledged packets to which slow start leads after a jump that caused congestion (Beta of the draft).
const BETA: f64 = 0.5;
/// Smallest window after a reduction, in packets.
const MIN_WINDOW: f64 = 2.0;

signals! {
    const SIGNALS: CarefulSignals {
        ..window: window::WindowSignals;
        /// The packets that the path has carried since before the jump: the window that is validated.
        pipe: "PipeSize" in "packets";
    }
}

decisions! {
    mod decision after window::decision {
        values {
            saved: "Window of the earlier connection." in "packets",
            pipe: "Packets that the path has carried." in "packets",
        }
        /// The first packets have arrived without congestion. The earlier connection had a window of {saved} packets: the window jumps
        /// {from} -> {to} packets.
        Jumps "careful_jumps" "Jump" { from, to, saved }
        /// The round-trip time is {rtt}, that of the earlier connection was {saved_rtt}: the path is another one, so there is no jump.
        OtherPath "careful_other_path" "Another path" {
            rtt: "Smallest round-trip time." in "s", saved_rtt: "Smallest round-trip time of the earlier connection." in "s",
        }
        /// One round trip after the jump, {to} packets are in flight, and {pipe} have been carried. They are the window until
        /// the packets of the jump are acknowledged.
        Validates "careful_validates" "Validation" { to, pipe }
        /// All packets of the jump have arrived: {pipe} have been carried, and the window of {to} packets is valid.
        Confirmed "careful_confirmed" "Jump confirmed" { to, pipe }
        /// The packets of the jump are through, with congestion. The path has carried {pipe} packets: slow start ends at {threshold}.
        Retreated "careful_retreated" "Retreat over" { pipe, threshold: "Threshold." in "packets" }
    }
}

/// The phases of section 3. `Normal` also stands for an end of Careful Resume, whatever its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
enum ResumePhase {
    Reconnaissance,
    Unvalidated,
    Validating,
    Retreat,
    Normal,
}

#[derive(Clone, Debug, State)]
pub struct CarefulRules {
    params: Params,
    cubic: CubicRules,
    phase: ResumePhase,
    /// All packets below this packet are the initial data; 0 before the first acknowledgement.
    initial_end: u32,
    /// The validated capacity in packets: PipeSize of the draft.
    pipe: f64,
    /// The first packet of the jump, and the packet after its last one.
    first: u32,
    last: u32,
    /// When the phase `Unvalidated` ends at the latest.
    until: Time,
    min_rtt: Time,
    /// The next new packet, as the last acknowledgement showed it.
    high: u32,
}

impl CarefulRules {
    fn new(params: Params) -> Self {
        let cubic = CubicRules::new(cubic::Params::default());
        CarefulRules {
            params,
            cubic,
            phase: ResumePhase::Reconnaissance,
            initial_end: 0,
            pipe: 0.0,
            first: 0,
            last: 0,
            until: 0,
            min_rtt: NEVER,
            high: 0,
        }
    }

    /// The window to which the sender jumps: at most half of the saved window (section 3.3).
    fn jump(&self) -> f64 {
        (self.params.saved_window / 2.0).min(self.params.max_jump.unwrap_or(f64::INFINITY))
    }

    /// The phase before the jump: jumps when the initial data is acknowledged, the path is the earlier one, and the window is the limit.
    fn reconnoitre(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        if self.initial_end == 0 {
            self.initial_end = feedback.high;
        }
        if feedback.in_recovery || feedback.after_timeout || !w.in_slow_start() || w.cwnd >= self.jump() {
            self.phase = ResumePhase::Normal;
        } else if feedback.una >= self.initial_end && feedback.window_limited && self.min_rtt < NEVER {
            let rtt = to_secs(self.min_rtt);
            if let Some(saved_rtt) =
                self.params.saved_rtt.filter(|saved| rtt <= saved / 2.0 || rtt > 10.0 * saved)
            {
                self.phase = ResumePhase::Normal;
                out.decide(decision::OtherPath { rtt, saved_rtt });
                return;
            }
            let (from, to) = (w.cwnd, self.jump());
            self.phase = ResumePhase::Unvalidated;
            self.pipe = f64::from(feedback.in_flight);
            w.cwnd = to;
            self.first = feedback.high;
            self.until = feedback.now + from_secs(feedback.srtt);
            out.decide(decision::Jumps { from, to, saved: self.params.saved_window });
        }
    }

    /// Ends the jump when it is sent, a packet of it is acknowledged, or a round trip has passed (section 3.3).
    fn end_jump(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        let flight = f64::from(feedback.in_flight);
        if flight < w.cwnd.floor() && feedback.una <= self.first && feedback.now < self.until {
            return;
        }
        if flight < self.params.tcp.initial_window || flight <= self.pipe {
            // The application has not used the jump.
            w.cwnd = self.pipe.max(self.params.tcp.initial_window);
            self.phase = ResumePhase::Normal;
            return;
        }
        w.cwnd = flight;
        self.last = feedback.high;
        self.phase = ResumePhase::Validating;
        out.decide(decision::Validates { to: flight, pipe: self.pipe });
    }
}

impl WindowAlgorithm for CarefulRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        // The window does not grow during the jump and the retreat (sections 3.3 and 3.5).
        if !matches!(self.phase, ResumePhase::Unvalidated | ResumePhase::Retreat) {
            self.cubic.on_ack(w, acked);
        }
    }

    fn on_app_limited_end(&mut self, since: Time, now: Time) {
        self.cubic.on_app_limited_end(since, now);
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, now: Time) {
        match self.phase {
            ResumePhase::Unvalidated | ResumePhase::Validating if kind != Congestion::Timeout => {
                if self.phase == ResumePhase::Unvalidated {
                    self.last = self.high;
                }
                self.phase = ResumePhase::Retreat;
                // CUBIC knows only the window that the path has carried.
                let mut valid = CongestionWindow { cwnd: self.pipe, ssthresh: w.ssthresh };
                self.cubic.on_congestion(&mut valid, self.pipe, kind, now);
                w.ssthresh = (self.pipe / 2.0).max(MIN_WINDOW);
            }
            ResumePhase::Retreat if kind != Congestion::Timeout => w.ssthresh = w.cwnd.max(MIN_WINDOW),
            _ => {
                self.phase = ResumePhase::Normal;
                self.cubic.on_congestion(w, base, kind, now);
            }
        }
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        if let Some(rtt) = feedback.rtt {
            self.min_rtt = self.min_rtt.min(rtt.max(1));
        }
        self.high = feedback.high;
        if !matches!(self.phase, ResumePhase::Reconnaissance | ResumePhase::Normal) {
            self.pipe += f64::from(feedback.delivered);
        }
        match self.phase {
            ResumePhase::Reconnaissance => self.reconnoitre(w, feedback, out),
            ResumePhase::Unvalidated => self.end_jump(w, feedback, out),
            ResumePhase::Validating if feedback.una >= self.last => {
                self.phase = ResumePhase::Normal;
                out.decide(decision::Confirmed { to: w.cwnd, pipe: self.pipe });
            }
            ResumePhase::Retreat if feedback.una >= self.last && !feedback.in_recovery => {
                self.phase = ResumePhase::Normal;
                w.ssthresh = (self.pipe * BETA).max(MIN_WINDOW);
                out.decide(decision::Retreated { pipe: self.pipe, threshold: w.ssthresh });
            }
            _ => {}
        }
    }

    fn has_own_slow_start(&self) -> bool {
        matches!(self.phase, ResumePhase::Unvalidated | ResumePhase::Retreat)
    }

    fn paces(&self) -> bool {
        true
    }

    fn gap(&self, w: &CongestionWindow, srtt: f64) -> f64 {
        // The jump is sent over one round trip (section 4.3.2).
        if self.phase == ResumePhase::Unvalidated { srtt / w.cwnd } else { 0.0 }
    }

    fn emit(&self, out: &mut dyn Reports) {
        if !matches!(self.phase, ResumePhase::Reconnaissance | ResumePhase::Normal) {
            out.signal(SIGNALS.pipe, self.pipe);
        }
    }

    fn restart(&mut self) {
        *self = CarefulRules::new(self.params.clone());
    }
}

controlled_tcp!(CarefulResume, CarefulRules, "careful_resume", "CUBIC with Careful Resume", {
    const FIELDS: List<Field> = || controller::fields_without::<Params>(&["pacing"]);
    const SIGNALS: List<Signal> = CarefulSignals::list;
    const DECISIONS: List<Decision> = decision::list;
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::MILLISECOND;
    use crate::transport::controller::testing::RecordedReports;

    /// A sender of appendix B: 10 initial packets, and 29 packets in flight when the path is confirmed, with a saved window of 300.
    struct Example {
        rules: CarefulRules,
        w: CongestionWindow,
        reports: RecordedReports,
    }

    impl Example {
        fn new(params: Params) -> Self {
            let mut rules = CarefulRules::new(params);
            rules.initial_end = 10;
            let w = CongestionWindow { cwnd: 29.0, ssthresh: f64::INFINITY };
            Example { rules, w, reports: RecordedReports::default() }
        }

        /// An acknowledgement of all packets below `una`, of which `delivered` are new, with packets up to `high` sent.
        fn ack(&mut self, ms: Time, una: u32, delivered: u32, high: u32, in_flight: u32) {
            let feedback = Feedback {
                now: ms * MILLISECOND,
                rtt: Some(100 * MILLISECOND),
                srtt: 0.1,
                una,
                delivered,
                high,
                in_flight,
                window_limited: true,
                ..Feedback::default()
            };
            self.rules.observe(&mut self.w, &feedback, &mut self.reports);
        }
    }

    fn saved_300() -> Params {
        Params { saved_window: 300.0, ..Params::default() }
    }

    /// Appendix B.1: PipeSize is 29, and the window 150. The acknowledgement of the first packet of the jump ends the jump, that of the last
    /// one Careful Resume.
    #[test]
    fn the_example_of_the_draft_without_loss() {
        let mut e = Example::new(saved_300());
        e.ack(100, 10, 1, 39, 29);
        assert_eq!((e.rules.phase, e.rules.pipe, e.w.cwnd), (ResumePhase::Unvalidated, 29.0, 150.0));
        assert!((e.rules.gap(&e.w, 0.1) - 0.1 / 150.0).abs() < 1e-12);
        e.rules.on_ack(&mut e.w, Acked { packets: 1, now: 0, srtt: 0.1 });
        assert_eq!(e.w.cwnd, 150.0, "no growth during the jump");
        e.ack(150, 39, 29, 110, 71);
        assert_eq!((e.rules.phase, e.rules.pipe), (ResumePhase::Unvalidated, 58.0));
        // The first packet of the jump, number 39 from 0.
        e.ack(199, 40, 1, 160, 120);
        assert_eq!((e.rules.phase, e.w.cwnd, e.rules.last), (ResumePhase::Validating, 120.0, 160));
        e.rules.on_ack(&mut e.w, Acked { packets: 1, now: 0, srtt: 0.1 });
        assert_eq!(e.w.cwnd, 121.0, "slow start");
        e.ack(300, 160, 120, 281, 121);
        assert_eq!((e.rules.phase, e.w.cwnd), (ResumePhase::Normal, 121.0));
    }

    /// Appendix B.4: 34 packets of the jump have arrived when the 35th is lost. PipeSize is 63, and the window half of it. After the retreat
    /// the threshold is half of the final PipeSize.
    #[test]
    fn the_example_of_the_draft_with_a_loss() {
        let mut e = Example::new(saved_300());
        e.ack(100, 10, 1, 39, 29);
        e.ack(199, 40, 0, 160, 120);
        e.ack(230, 73, 34, 160, 86);
        assert_eq!(e.rules.pipe, 63.0);
        e.rules.on_congestion(&mut e.w, 86.0, Congestion::Loss, 230 * MILLISECOND);
        assert_eq!((e.rules.phase, e.w.ssthresh), (ResumePhase::Retreat, 31.5));
        e.w.cwnd = e.w.ssthresh;
        e.rules.on_ack(&mut e.w, Acked { packets: 1, now: 0, srtt: 0.1 });
        assert_eq!(e.w.cwnd, 31.5, "no growth during the retreat");
        e.ack(330, 160, 86, 160, 0);
        assert_eq!((e.rules.phase, e.rules.pipe, e.w.ssthresh), (ResumePhase::Normal, 149.0, 74.5));
        assert!(e.w.in_slow_start());
    }

    /// Appendix B.2: a sender that has sent little of the jump returns to the packets in flight.
    #[test]
    fn an_application_that_does_not_use_the_jump_does_not_keep_it() {
        let mut e = Example::new(saved_300());
        e.ack(100, 10, 1, 39, 29);
        e.ack(199, 40, 30, 89, 50);
        assert_eq!(
            (e.rules.phase, e.w.cwnd),
            (ResumePhase::Normal, 59.0),
            "50 in flight are fewer than 59 carried"
        );
    }

    #[test]
    fn another_round_trip_time_is_another_path() {
        for (saved_rtt, jumps) in [(0.19, true), (0.2, false), (0.011, true), (0.0099, false)] {
            let mut e = Example::new(Params { saved_rtt: Some(saved_rtt), ..saved_300() });
            e.ack(100, 10, 1, 39, 29);
            assert_eq!(e.w.cwnd == 150.0, jumps, "{saved_rtt}");
        }
    }

    #[test]
    fn a_timeout_ends_careful_resume() {
        let mut e = Example::new(saved_300());
        e.ack(100, 10, 1, 39, 29);
        e.rules.on_congestion(&mut e.w, 29.0, Congestion::Timeout, 0);
        assert_eq!(e.rules.phase, ResumePhase::Normal);
    }
}
