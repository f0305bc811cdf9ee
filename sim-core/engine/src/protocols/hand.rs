//! A window that a person sets: it changes only when the timeline changes the setting `window`. Losses are
//! repaired, and nothing else happens on its own.

use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::ground::time::Time;
use crate::transport::controller::{self, ControlledWindow, PacedParams};
use crate::transport::window::{self, Congestion, CongestionWindow, Feedback, Reports, WindowAlgorithm};
use crate::transport::{ConnSpec, Context, FlowFacts, Protocol, Sender};
use crate::{decisions, delegate_sender, params, state};

params! {
    pub struct Params {
        /// The window: the largest number of packets in flight.
        window: f64 = 10.0, unit "packets", range 1.0..=10_000.0, scale log;
        ..paced: PacedParams;
    }
}

decisions! {
    mod decision after window::decision {
        /// The person at the controls changes the window from {from} to {to} packets.
        Moved "hand_moved" "Moved by hand" { from, to }
    }
}

#[derive(Clone, Debug)]
pub struct HandRules {
    window: f64,
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

    fn owns_window(&self) -> bool {
        true
    }

    fn restart(&mut self) {}
}

state!(HandRules {} not { window });

/// A window that is raised in steps, next to a CUBIC flow.
const STEPS: Picture = Picture {
    caption: "On a 10 Mb/s link with a base RTT of 100 ms and a buffer of one BDP, with a CUBIC flow: the window is 20 packets, 80 from 10 s, 40 from 20 s.",
    document: r#"{"v": 1, "duration": 30,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 1e7, "delay": 0.04, "queue": {"kind": "drop_tail", "limit": {"bdp": 1}}}},
        "flows": [
            {"id": "own", "params": {"window": 20}, "access": {"sender": 0.005, "receiver": 0.005}},
            {"id": "tcp", "label": "CUBIC", "algorithm": "cubic", "access": {"sender": 0.005, "receiver": 0.005}}],
        "timeline": [
            {"at": 10, "set": "flows.own.params.window", "to": 80},
            {"at": 20, "set": "flows.own.params.window", "to": 40}]}"#,
    charts: &["cwnd", "goodput", "queue"],
};

#[derive(Clone, Debug)]
pub struct Hand(ControlledWindow);

impl Protocol for Hand {
    type Params = Params;
    const ID: &'static str = "hand";

    fn info() -> AlgorithmInfo {
        AlgorithmInfo {
            id: Self::ID,
            name: "By hand",
            family: Family::None,
            summary: help_text("Keeps the window that you set, and changes it only when you do."),
            doc: help_text(
                "You are the controller. The window stays as you set it: it does not grow on acknowledgements, and losses, marks \
                  and round-trip times do not change it. Lost packets are sent again. After a timeout, the flow sends one packet, and \
                  the next acknowledgement restores your window.\n\n\
                  The page's *Drive by hand* runs a scenario in real time and writes each move as an entry of the timeline, which sets \
                  `flows.ID.params.window`. The document is then run, linked and explained as any other. With a window $w$ in packets and a \
                  round-trip time $R$, the flow sends $w / R$ packets per second. A window above its share of the pipe and the buffer \
                  causes losses; a smaller one leaves capacity to others.",
            ),
            pictures: pictures(&[STEPS]),
            references: citations(&[Reference {
                title: "V. Jacobson and M. Karels, Congestion Avoidance and Control, 1988 (the window, before there were rules for it)",
                url: "https://doi.org/10.1145/52324.52356",
            }]),
            fields: controller::fields_without::<Params>(&["initial_window"]),
            signals: window::WindowSignals::list(),
            decisions: decision::list(),
        }
    }

    fn build(params: &Params, _: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let rules = HandRules { window: params.window };
        let (sender, connections) = controller::build(rules, &params.paced.tcp(), Self::header_bytes());
        (Hand(sender), connections)
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let mut from = params.window;
        controller::set_params(&mut self.0, &params.paced.tcp(), |rules: &mut HandRules| {
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
