//! DCTCP (RFC 8257): the share of marked packets determines how much the window shrinks.

use crate::ground::packet::ECN_CAPABLE;
use crate::protocols::prelude::*;
use crate::transport::ack_receiver::AckReceiver;

params! {
    pub struct Params {
        /// Weight of the last window in the average of the marked share.
        gain: f64 = 0.0625, range 0.001..=1.0, scale log, label "Estimation gain g", cite "RFC 8257 section 4.2";
        /// The average of the marked share at the start. With 1, the first mark halves the window.
        initial_alpha: f64 = 1.0, range 0.0..=1.0, label "Initial alpha", cite "RFC 8257 section 4.2";
        ..tcp: TcpParams;
    }
}

signals! {
    const SIGNALS: DctcpSignals {
        ..window: window::WindowSignals;
        /// The averaged share of marked packets.
        alpha: "Alpha";
        /// The share of marked packets in the last window.
        share: "Marked share";
    }
}

decisions! {
    mod decision after window::decision {
        /// {marked} of {acked} packets of the window were marked: alpha {from} -> {to}.
        Updates "dctcp_alpha" "Share of marks" {
            marked: "Marked packets of the window." in "packets",
            acked: "Packets acknowledged in the window." in "packets", from: "Alpha before.", to: "Alpha after.",
        }
    }
}

#[derive(Clone, Debug, State)]
pub struct DctcpRules {
    params: Params,
    alpha: f64,
    /// Packets acknowledged in the present window, and the number of these that were marked.
    acked: u32,
    marked: u32,
    /// The share of marked packets of the last window.
    share: f64,
    /// The window of observation ends when all packets below this packet are acknowledged.
    window_end: u32,
}

impl DctcpRules {
    fn new(params: Params) -> Self {
        let alpha = params.initial_alpha;
        DctcpRules { params, alpha, acked: 0, marked: 0, share: 0.0, window_end: 0 }
    }

    /// The settings of the shared sender: explicit congestion notification is always on.
    fn tcp(params: &Params) -> TcpParams {
        TcpParams { ecn: true, ..params.tcp.clone() }
    }
}

impl WindowAlgorithm for DctcpRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
        } else {
            w.avoid_congestion(acked.packets);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, _: Time) {
        w.ssthresh = match kind {
            // RFC 8257 section 3.3, equation 9.
            Congestion::Mark => w.cwnd * (1.0 - self.alpha / 2.0),
            // Losses halve the window, as in other TCPs (section 3.5).
            _ => base / 2.0,
        }
        .max(2.0);
    }

    fn observe(&mut self, _: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        self.acked += feedback.delivered;
        self.marked += feedback.marks;
        if feedback.una <= self.window_end {
            return;
        }
        self.window_end = feedback.high;
        if self.acked > 0 {
            // RFC 8257 section 3.3, steps 5 to 7.
            self.share = f64::from(self.marked) / f64::from(self.acked);
            let before = self.alpha;
            self.alpha = (1.0 - self.params.gain) * self.alpha + self.params.gain * self.share;
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

    /// A switch drops packets that are not ECN-capable above its threshold, so all packets are, the SYN
    /// included (RFC 8257 section 3.6).
    fn ecn_field(&self) -> Option<u8> {
        Some(ECN_CAPABLE)
    }

    fn emit(&self, out: &mut dyn Reports) {
        out.signal(SIGNALS.alpha, self.alpha);
        out.signal(SIGNALS.share, self.share);
    }

    fn restart(&mut self) {
        *self = DctcpRules::new(self.params.clone());
    }

    fn prepare(&self, receiver: &mut AckReceiver) {
        match self.params.tcp.ecn_feedback {
            None => receiver.echo_marks_exactly(),
            Some(_) => receiver.answer_syn_with(ECN_CAPABLE),
        }
    }
}

controlled_tcp!(Dctcp, DctcpRules, "dctcp", "DCTCP", |params| DctcpRules::tcp(params), {
    // Explicit congestion notification is always on.
    const FIELDS: List<Field> = || controller::fields_without::<Params>(&["ecn"]);
    const SIGNALS: List<Signal> = DctcpSignals::list;
    const DECISIONS: List<Decision> = decision::list;
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::controller::testing::RecordedReports;

    /// A window of ten packets, `marked` of them marked. Returns alpha.
    fn window(rules: &mut DctcpRules, marked: u32) -> f64 {
        let (mut w, mut reports) =
            (CongestionWindow { cwnd: 10.0, ssthresh: 1.0 }, RecordedReports::default());
        let high = rules.window_end + 10;
        for i in 0..10 {
            let una = rules.window_end + u32::from(i == 9);
            let feedback =
                Feedback { delivered: 1, marks: u32::from(i < marked), una, high, ..Feedback::default() };
            rules.observe(&mut w, &feedback, &mut reports);
        }
        rules.alpha
    }

    #[test]
    fn alpha_averages_the_share_of_marked_packets() {
        let mut rules = DctcpRules::new(Params::default());
        // 15/16 + 1/16 x 0.5 = 0.96875; then 15/16 x 0.96875 = 0.908203125.
        assert_eq!(window(&mut rules, 5), 0.96875);
        assert_eq!(window(&mut rules, 0), 0.908203125);
        for _ in 0..200 {
            window(&mut rules, 2);
        }
        assert!((rules.alpha - 0.2).abs() < 1e-5);
    }

    #[test]
    fn a_mark_reduces_the_window_by_half_of_alpha_and_a_loss_halves_it() {
        let mut rules = DctcpRules::new(Params::default());
        let mut w = CongestionWindow { cwnd: 40.0, ssthresh: 1.0 };
        rules.on_congestion(&mut w, 30.0, Congestion::Mark, 0);
        assert_eq!(w.ssthresh, 20.0, "alpha = 1 at the start");
        rules.alpha = 0.2;
        rules.on_congestion(&mut w, 30.0, Congestion::Mark, 0);
        assert_eq!(w.ssthresh, 36.0);
        rules.on_congestion(&mut w, 30.0, Congestion::Loss, 0);
        assert_eq!(w.ssthresh, 15.0);
    }
}
