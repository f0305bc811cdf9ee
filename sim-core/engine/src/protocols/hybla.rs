//! TCP Hybla (Caini and Firrincieli 2004), as in Linux: a flow with a long round-trip time grows as fast per second as one with a short reference
//! round-trip time.

use crate::protocols::prelude::*;

params! {
    pub struct Params {
        /// The round-trip time of the flow whose growth per second this one has. Flows with a shorter one grow like Reno.
        reference_rtt: f64 = 0.025, unit "s", range 0.001..=1.0, scale log, label "Reference RTT", cite "Linux tcp_hybla, rtt0";
        /// Largest window to which the growth leads.
        largest_window: f64 = 65535.0, unit "packets", range 10.0..=65535.0, scale log, cite "Linux tcp_hybla";
        ..tcp: TcpParams;
    }
}

const MIN_WINDOW: f64 = 2.0;
/// Largest relative round-trip time that counts in slow start: its growth exceeds every window.
const MAX_EXPONENT: f64 = 64.0;

signals! {
    const SIGNALS: HyblaSignals {
        ..window: window::WindowSignals;
        /// Smallest smoothed round-trip time relative to the reference, at least 1.
        rho: "Rho";
    }
}

decisions! {
    mod decision after window::decision {
        /// The smoothed round-trip time of {rtt} is {rho} times the reference: the window grows by {increase} packets per packet in slow start,
        /// and by {rise} packets per round trip in congestion avoidance.
        Adapts "hybla_adapts" "Growth" {
            rtt: "Smoothed round-trip time." in "s", rho: "Round-trip time relative to the reference, at least 1.",
            increase: "Growth per packet in slow start." in "packets", rise: "Growth per round trip in congestion avoidance." in "packets",
        }
    }
}

#[derive(Clone, Debug, State)]
pub struct HyblaRules {
    params: Params,
    /// The smallest smoothed round-trip time in seconds; infinite before the first one.
    min_srtt: f64,
    /// Whether the growth has changed since it was reported.
    is_new: bool,
}

impl HyblaRules {
    fn new(params: Params) -> Self {
        HyblaRules { params, min_srtt: f64::INFINITY, is_new: false }
    }

    fn rho(&self) -> f64 {
        if self.min_srtt.is_finite() { (self.min_srtt / self.params.reference_rtt).max(1.0) } else { 1.0 }
    }

    /// Growth per packet acknowledged in slow start: 2^rho - 1.
    fn increase(&self) -> f64 {
        (math::pow(2.0, self.rho().min(MAX_EXPONENT)) - 1.0).min(self.params.largest_window)
    }

    fn note(&mut self, srtt: f64) {
        if srtt > 0.0 && srtt < self.min_srtt {
            self.min_srtt = srtt;
            self.is_new = true;
        }
    }
}

impl WindowAlgorithm for HyblaRules {
    fn on_open(&mut self, w: &mut CongestionWindow, _: Time, srtt: f64) {
        self.note(srtt);
        // Linux begins with rho packets. That would be fewer than its usual 10 for round-trip times below ten times the reference.
        w.cwnd = w.cwnd.max(self.rho().min(self.params.largest_window));
    }

    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        self.note(acked.srtt);
        let packets = f64::from(acked.packets);
        let bound = self.params.largest_window.max(w.cwnd);
        if w.in_slow_start() {
            w.cwnd = (w.cwnd + self.increase() * packets).min(w.ssthresh).min(bound);
        } else {
            let rho = self.rho();
            w.cwnd = (w.cwnd + rho * rho * packets / w.cwnd).min(bound);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, _: Congestion, _: Time) {
        w.ssthresh = (base / 2.0).max(MIN_WINDOW);
    }

    fn observe(&mut self, _: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        self.note(feedback.srtt);
        if std::mem::take(&mut self.is_new) {
            let rho = self.rho();
            out.decide(decision::Adapts {
                rtt: self.min_srtt,
                rho,
                increase: self.increase(),
                rise: rho * rho,
            });
        }
    }

    fn emit(&self, out: &mut dyn Reports) {
        out.signal(SIGNALS.rho, self.rho());
    }

    fn restart(&mut self) {
        *self = HyblaRules::new(self.params.clone());
    }

    fn has_own_slow_start(&self) -> bool {
        true
    }
}

controlled_tcp!(Hybla, HyblaRules, "hybla", "TCP Hybla", {
    // Slow start has rules of its own.
    const FIELDS: List<Field> = || controller::fields_without::<Params>(&["hystart"]);
    const SIGNALS: List<Signal> = HyblaSignals::list;
    const DECISIONS: List<Decision> = decision::list;

    fn largest_step(params: &Params) -> f64 {
        params.largest_window
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    fn with_rtt(srtt: f64) -> (HyblaRules, CongestionWindow) {
        let mut rules = HyblaRules::new(Params::default());
        let mut w = CongestionWindow { cwnd: 10.0, ssthresh: f64::INFINITY };
        rules.on_open(&mut w, 0, srtt);
        (rules, w)
    }

    fn ack(rules: &mut HyblaRules, w: &mut CongestionWindow, srtt: f64) {
        rules.on_ack(w, Acked { packets: 1, now: 0, srtt });
    }

    /// Growth per packet: 1 up to the reference, 3 at twice, 15 at four times, 65535 at the most.
    #[test]
    fn slow_start_grows_by_a_power_of_the_relative_round_trip_time() {
        for (srtt, increase) in [(0.01, 1.0), (0.025, 1.0), (0.05, 3.0), (0.1, 15.0), (3.0, 65_525.0)] {
            let (mut rules, mut w) = with_rtt(srtt);
            let before = 10.0;
            w.cwnd = before;
            ack(&mut rules, &mut w, srtt);
            assert!((w.cwnd - before - increase).abs() < 1e-9, "{srtt}: {}", w.cwnd);
        }
        let (mut rules, mut w) = with_rtt(0.1);
        w.ssthresh = 16.0;
        ack(&mut rules, &mut w, 0.1);
        assert_eq!(w.cwnd, 16.0, "not above the threshold");
    }

    /// At four times the reference, a window of 50 packets grows by 16 packets in a round trip, by 16/50 per packet.
    #[test]
    fn congestion_avoidance_grows_by_the_square_of_the_relative_round_trip_time() {
        for (srtt, rise) in [(0.02, 1.0), (0.1, 16.0), (0.2, 64.0)] {
            let (mut rules, mut w) = with_rtt(srtt);
            (w.cwnd, w.ssthresh) = (50.0, 40.0);
            ack(&mut rules, &mut w, srtt);
            assert!((w.cwnd - 50.0 - rise / 50.0).abs() < 1e-9, "{srtt}");
        }
    }

    #[test]
    fn only_a_smaller_round_trip_time_changes_the_growth() {
        let (mut rules, mut w) = with_rtt(0.1);
        ack(&mut rules, &mut w, 0.3);
        assert_eq!(rules.rho(), 4.0);
        ack(&mut rules, &mut w, 0.05);
        assert_eq!(rules.rho(), 2.0);
    }

    #[test]
    fn the_first_window_is_at_least_the_relative_round_trip_time() {
        for (srtt, window) in [(0.1, 10.0), (0.6, 24.0)] {
            assert!((with_rtt(srtt).1.cwnd - window).abs() < 1e-9, "{srtt}");
        }
    }
}
