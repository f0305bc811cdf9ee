//! BIC (Xu, Harfoush and Rhee 2004): a binary search between the window to which the last loss reduced the
//! window and the window at which that loss occurred.

use crate::protocols::prelude::*;

params! {
    pub struct Params {
        /// Share of the window that remains after a loss.
        beta: f64 = 0.8, range 0.1..=0.95, label "Beta", cite "Linux tcp_bic";
        /// Largest increase per round trip.
        max_increment: f64 = 16.0, unit "packets", range 1.0..=1000.0, scale log, label "Largest increase", cite "Xu and others 2004";
        /// Up to this window, the flow behaves like Reno.
        low_window: f64 = 14.0, unit "packets", range 0.0..=1e5, cite "Xu and others 2004";
        /// In each round trip, the window grows by the distance to the old peak divided by this number: 2 is a
        /// binary search, Linux uses 4.
        search: f64 = 4.0, range 1.5..=32.0, label "Search divisor", cite "Linux tcp_bic";
        /// Number of round trips for the last `search` packets below the old peak, and again for the first
        /// `search` packets above it.
        smooth: f64 = 20.0, unit "round trips", range 1.0..=200.0, label "Smooth part", cite "Linux tcp_bic";
        /// After a loss at a window below the last peak, assume an even lower peak, so that new flows get
        /// their share sooner.
        fast_convergence: bool = true, cite "Xu and others 2004";
        ..tcp: TcpParams;
    }
}

signals! {
    const SIGNALS: BicSignals {
        ..window: window::WindowSignals;
        /// The window before the last loss, or less with fast convergence.
        peak: "Old peak" in "packets";
        /// Increase of the window per round trip.
        increment: "Increase" in "packets";
    }
}

#[derive(Clone, Debug, State)]
pub struct BicRules {
    params: Params,
    /// The window before the last loss; 0 before the first.
    peak: f64,
    /// The increase of the last acknowledgement, per round trip.
    increment: f64,
}

impl BicRules {
    fn new(params: Params) -> Self {
        BicRules { params, peak: 0.0, increment: 0.0 }
    }

    /// The increase per round trip.
    fn increment(&self, window: f64) -> f64 {
        let Params { low_window, max_increment, search, smooth, .. } = self.params;
        if window <= low_window {
            return 1.0;
        }
        if self.peak == 0.0 {
            // No peak is known after a slow start without loss: at least 5 % per round trip, as in Linux.
            return max_increment.max(window / 20.0);
        }
        if window < self.peak {
            // Binary search below the old peak, with a slow end.
            let distance = (self.peak - window) / search;
            return if distance > max_increment {
                max_increment
            } else if distance <= 1.0 {
                search / smooth
            } else {
                distance
            };
        }
        // Above the old peak: slow at first, then faster and faster.
        let above = window - self.peak;
        if above < search {
            search / smooth
        } else if above < max_increment * (search - 1.0) {
            above / (search - 1.0)
        } else {
            max_increment
        }
    }
}

impl WindowAlgorithm for BicRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
        } else {
            self.increment = self.increment(w.cwnd);
            w.cwnd += self.increment * f64::from(acked.packets) / w.cwnd;
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, _: Congestion, _: Time) {
        let beta = if w.cwnd <= self.params.low_window { 0.5 } else { self.params.beta };
        self.peak = if self.params.fast_convergence && w.cwnd < self.peak {
            w.cwnd * (1.0 + self.params.beta) / 2.0
        } else {
            w.cwnd
        };
        w.ssthresh = (base * beta).max(2.0);
    }

    fn emit(&self, out: &mut dyn Reports) {
        if self.peak > 0.0 {
            out.signal(SIGNALS.peak, self.peak);
        }
        out.signal(SIGNALS.increment, self.increment);
    }

    fn restart(&mut self) {
        *self = BicRules::new(self.params.clone());
    }
}

controlled_tcp!(Bic, BicRules, "bic", "BIC", {
    const SIGNALS: List<Signal> = BicSignals::list;
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_increase_is_a_search_around_the_old_peak() {
        let mut rules = BicRules::new(Params::default());
        let mut w = CongestionWindow { cwnd: 1000.0, ssthresh: 1.0 };
        rules.on_congestion(&mut w, 1000.0, Congestion::Loss, 0);
        assert_eq!((rules.peak, w.ssthresh), (1000.0, 800.0));
        // (1000 - 800) / 4 = 50, at most 16; (1000 - 960) / 4 = 10; 3 below: 4 / 20; 2 above: 4 / 20; 30 /
        // 3 = 10; 16 at most.
        for (window, increment) in [
            (800.0, 16.0),
            (960.0, 10.0),
            (997.0, 0.2),
            (1002.0, 0.2),
            (1030.0, 10.0),
            (1100.0, 16.0),
            (10.0, 1.0),
        ] {
            assert_eq!(rules.increment(window), increment, "{window}");
        }
        w.cwnd = 900.0;
        rules.on_congestion(&mut w, 900.0, Congestion::Loss, 0);
        assert_eq!(rules.peak, 810.0, "fast convergence: 900 x 1.8 / 2");
    }
}
