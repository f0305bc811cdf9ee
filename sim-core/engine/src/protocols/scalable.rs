//! Scalable TCP (Kelly 2003): multiplicative increase and a small multiplicative decrease, so that recovery
//! takes as many round trips at any rate.

use crate::protocols::prelude::*;

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

#[derive(Clone, Debug, State)]
pub struct ScalableRules {
    params: Params,
}

impl ScalableRules {
    fn new(params: Params) -> Self {
        ScalableRules { params }
    }
}

impl WindowAlgorithm for ScalableRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
        } else if w.cwnd < self.params.low_window {
            w.avoid_congestion(acked.packets);
        } else {
            // Never more slowly than Reno.
            w.cwnd += f64::from(acked.packets) * self.params.increase.max(1.0 / w.cwnd);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, _: Congestion, _: Time) {
        let decrease = if w.cwnd < self.params.low_window { 0.5 } else { self.params.decrease };
        w.ssthresh = (base * (1.0 - decrease)).max(2.0);
    }

    fn restart(&mut self) {}
}

controlled_tcp!(Scalable, ScalableRules, "scalable", "Scalable TCP");

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
