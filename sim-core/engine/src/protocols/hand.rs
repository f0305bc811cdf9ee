//! A window that a person or a controller outside of the simulator sets: it changes only when the timeline changes the
//! setting `window`. Losses are repaired, and nothing else happens on its own.

use crate::net::types::MAX_RATE;
use crate::protocols::prelude::*;

params! {
    pub struct Params {
        /// The window: the largest number of packets in flight.
        window: f64 = 10.0, unit "packets", range 1.0..=10_000.0, scale log;
        /// Spread packets over the round trip: 1.2 windows per round trip.
        pacing: bool = false, cite "RFC 9002 section 7.7";
        /// The rate at which packets leave while the window allows them. Replaces the rate that follows from the window.
        pacing_rate: Option<f64> = None, unit "bit/s", range 100.0..=MAX_RATE, scale log, null "no rate of its own";
        /// Use explicit congestion notification: queues mark packets instead of dropping them.
        ecn: bool = false, label "ECN", cite "RFC 3168";
        ..paced: PacedParams;
    }
}

decisions! {
    mod decision after window::decision {
        /// The person at the controls changes the window from {from} to {to} packets.
        Moved "hand_moved" "Moved by hand" { from, to }
    }
}

#[derive(Clone, Debug, State)]
#[state(not(window, gap))]
pub struct HandRules {
    window: f64,
    /// Seconds between packets; `None` without a rate.
    gap: Option<f64>,
}

impl Params {
    fn tcp(&self) -> TcpParams {
        TcpParams { pacing: self.pacing, ecn: self.ecn, ..self.paced.tcp() }
    }

    fn gap(&self, packet: u16) -> Option<f64> {
        self.pacing_rate.map(|rate| f64::from(packet) * 8.0 / rate)
    }
}

impl WindowAlgorithm for HandRules {
    /// The threshold has no effect, because the window never grows on its own.
    fn on_congestion(&mut self, w: &mut CongestionWindow, _: f64, _: Congestion, _: Time) {
        w.ssthresh = self.window.max(2.0);
    }

    fn on_open(&mut self, w: &mut CongestionWindow, _: Time, _: f64) {
        (w.cwnd, w.ssthresh) = (self.window, self.window);
    }

    /// A timeout sets the window to one packet. The next acknowledgement restores it.
    fn observe(&mut self, w: &mut CongestionWindow, _: &Feedback, _: &mut dyn Reports) {
        w.cwnd = self.window;
    }

    fn has_own_slow_start(&self) -> bool {
        true
    }

    fn paces(&self) -> bool {
        self.gap.is_some()
    }

    fn gap(&self, _: &CongestionWindow, _: f64) -> f64 {
        self.gap.unwrap_or(0.0)
    }

    fn owns_window(&self) -> bool {
        true
    }

    fn restart(&mut self) {}
}

#[derive(Clone, Debug, State)]
pub struct Hand(ControlledWindow);

impl Protocol for Hand {
    type Params = Params;
    const ID: &'static str = "hand";
    const NAME: &'static str = "By hand";
    const FAMILY: Family = Family::None;
    const FIELDS: List<Field> = || controller::fields_without::<Params>(&["initial_window"]);
    const DECISIONS: List<Decision> = decision::list;

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let rules = HandRules { window: params.window, gap: params.gap(facts.packet) };
        let (sender, connections) = controller::build(rules, RECOVERY, &params.tcp(), Self::header_bytes());
        (Hand(sender), connections)
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let mut from = params.window;
        let gap = params.gap(cx.packet_size());
        self.0.set_paced(gap.is_some());
        controller::set_params(&mut self.0, RECOVERY, &params.tcp(), |rules: &mut HandRules| {
            rules.gap = gap;
            from = std::mem::replace(&mut rules.window, params.window);
        });
        if from != params.window {
            self.0.set_window(params.window);
            cx.decide(decision::Moved { from, to: params.window });
            // A larger window lets packets go at once.
            self.0.on_app(cx);
        }
    }
}

delegate_sender!(Hand);
