//! Scalable TCP (Kelly 2003): multiplicative increase and a small multiplicative decrease, so that recovery
//! takes as many round trips at any rate.

use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::ground::time::Time;
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_TCP;
use crate::transport::tcp_params::TcpParams;
use crate::transport::window::{self, Acked, Congestion, CongestionWindow, WindowAlgorithm};
use crate::{controlled_tcp, params, state};

params! {
    pub struct Params {
        /// Packets by which each acknowledged packet increases the window.
        increase: f64 = 0.01, unit "packets", range 0.0001..=1.0, scale log, cite "Kelly 2003";
        /// Share by which a loss reduces the window.
        decrease: f64 = 0.125, range 0.01..=0.9, cite "Kelly 2003";
        /// Below this window, the flow behaves like Reno.
        low_window: f64 = 16.0, unit "packets", range 0.0..=1e6, cite "Kelly 2003";
        ..tcp: TcpParams;
    }
}

#[derive(Clone, Debug)]
pub struct ScalableRules {
    p: Params,
}

impl ScalableRules {
    fn new(p: Params) -> Self {
        ScalableRules { p }
    }
}

impl WindowAlgorithm for ScalableRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
        } else if w.cwnd < self.p.low_window {
            w.avoid_congestion(acked.packets);
        } else {
            // Never more slowly than Reno.
            w.cwnd += f64::from(acked.packets) * self.p.increase.max(1.0 / w.cwnd);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, _: Congestion, _: Time) {
        let decrease = if w.cwnd < self.p.low_window { 0.5 } else { self.p.decrease };
        w.ssthresh = (base * (1.0 - decrease)).max(2.0);
    }

    fn restart(&mut self) {}
}

state!(ScalableRules {} not { p });

/// The mechanism: alone, or with other flows of the same kind.
const MECHANISM: Picture = Picture {
    caption: "Alone on a 50 Mb/s link with a base RTT of 100 ms and half a BDP of buffer. The window grows by 1 % in each round trip and falls by an eighth at a loss.",
    document: r#"{"v": 1, "duration": 60,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 5e7, "delay": 0.04, "queue": {"kind": "drop_tail", "limit": {"bdp": 0.5}}}},
        "flows": [{"id": "own", "params": {"initial_ssthresh": 200}, "access": {"sender": 0.005, "receiver": 0.005}}]}"#,
    charts: &["cwnd", "queue"],
};

fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: "scalable",
        name: "Scalable TCP",
        family: Family::Window,
        summary: help_text(
            "Multiplicative increase: 14 round trips after a loss, the rate is as high as before, at any rate.",
        ),
        doc: help_text(
            "Each acknowledged packet adds $a = 0.01$ packets to the window, and a loss reduces the window by the share $b = 1/8$:\n\n\
              $$w \\leftarrow w + a \\text{ per packet}, \\qquad w \\leftarrow (1 - b)\\, w \\text{ per loss}$$\n\n\
              The window therefore grows by 1 % per round trip, and after a loss it returns to its old value in $\\ln(8/7)/\\ln 1.01 = \
              13.4$ round trips at any rate. Reno needs $w/2$ round trips. Under random loss the mean window is $a/(b\\,p)$. Below 16 \
              packets, and wherever Reno is faster, the flow behaves like Reno.\n\n\
              Increase and decrease are both multiplicative, so two flows that lose at the same time keep the ratio of their windows: the \
              algorithm is not fair.",
        ),
        pictures: pictures(&[MECHANISM, WITH_TCP]),
        references: citations(&[Reference {
            title: "T. Kelly, Scalable TCP: Improving Performance in Highspeed Wide Area Networks, 2003",
            url: "https://doi.org/10.1145/956981.956989",
        }]),
        fields: Params::fields(),
        signals: window::WindowSignals::list(),
        decisions: window::decision::list(),
    }
}

controlled_tcp!(Scalable, ScalableRules, "scalable");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::convert::whole;

    #[test]
    fn the_return_from_a_loss_takes_13_to_14_round_trips_at_any_window() {
        for peak in [200.0, 2000.0, 20_000.0] {
            let mut rules = ScalableRules::new(Params::default());
            let mut w = CongestionWindow { cwnd: peak, ssthresh: 1.0 };
            rules.on_congestion(&mut w, peak, Congestion::Loss, 0);
            assert_eq!(w.ssthresh, 0.875 * peak);
            w.cwnd = w.ssthresh;
            let mut rounds = 0;
            while w.cwnd < peak {
                let packets = whole::<u32>(w.cwnd);
                rules.on_ack(&mut w, Acked { packets, now: 0, srtt: 0.1 });
                rounds += 1;
            }
            assert_eq!(rounds, 14, "{peak}");
        }
        let mut rules = ScalableRules::new(Params::default());
        let mut w = CongestionWindow { cwnd: 10.0, ssthresh: 1.0 };
        rules.on_ack(&mut w, Acked { packets: 1, now: 0, srtt: 0.1 });
        assert_eq!(w.cwnd, 10.1, "Reno below 16 packets");
        rules.on_congestion(&mut w, 10.0, Congestion::Loss, 0);
        assert_eq!(w.ssthresh, 5.0);
    }
}
