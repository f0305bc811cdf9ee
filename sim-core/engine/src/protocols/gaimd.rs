//! GAIMD: additive increase and multiplicative decrease with arbitrary constants (Yang and Lam 2000). TAIMD
//! (Nishantha and Hayashida 2009) with equal steps is a GAIMD.
//!
//! It uses the window sender of the media protocols (`transport/media_window.rs`), not that of TCP
//! (`transport/window.rs`), because it is compared with media protocols, and because without a recovery phase
//! its saw-tooth follows the formulas.

#[cfg(test)]
mod tests;

use crate::protocols::prelude::*;
use crate::transport::media_window::{self, MediaRules, MediaWindow, MediaWindowParams};

params! {
    pub struct Params {
        /// Packets per round trip by which the window grows.
        alpha: f64 = 0.2, unit "packets", range 0.01..=10.0, scale log, label "Alpha: increase", cite "Yang and Lam 2000";
        /// Share by which a loss reduces the window. Much of the literature calls the remaining share beta.
        beta: f64 = 0.125, range 0.01..=0.95, label "Beta: decrease", cite "Yang and Lam 2000";
        /// Number of earlier packets that each acknowledgement also reports, so that lost acknowledgements do
        /// not count as losses.
        redundancy: u32 = 64, unit "packets", range 0..=255, label "ACK redundancy";
        ..window: MediaWindowParams;
    }
}

/// The alpha with which a flow of this `beta` has TCP's mean window at equal loss, if neither has timeouts.
pub fn friendly_increase(beta: f64) -> f64 {
    3.0 * beta / (2.0 - beta)
}

signals! {
    const SIGNALS: GaimdSignals {
        ..window: media_window::MediaWindowSignals;
        /// Increase of the window per round trip.
        alpha: "Alpha" in "packets";
        /// Share by which a loss reduces the window.
        beta: "Beta";
        /// The alpha at which a flow with this beta has TCP's mean window.
        friendly_alpha: "Friendly increase" in "packets";
    }
}

#[derive(Clone, Debug, State)]
#[state(not(alpha, beta))]
pub struct GaimdRules {
    alpha: f64,
    beta: f64,
}

impl GaimdRules {
    fn new(params: &Params) -> Self {
        GaimdRules { alpha: params.alpha, beta: params.beta }
    }
}

impl MediaRules for GaimdRules {
    fn increase(&self) -> f64 {
        self.alpha
    }

    fn reduced(&self, window: f64, _: f64) -> f64 {
        ((1.0 - self.beta) * window).max(1.0)
    }

    fn emit(&mut self, _: f64, _: f64, cx: &mut impl Context) {
        if cx.records_own_signals() {
            cx.signal(SIGNALS.alpha, self.alpha);
            cx.signal(SIGNALS.beta, self.beta);
            cx.signal(SIGNALS.friendly_alpha, friendly_increase(self.beta));
        }
    }
}

#[derive(Clone, Debug, State)]
pub struct Gaimd(MediaWindow<GaimdRules>);

impl Protocol for Gaimd {
    type Params = Params;
    const ID: &'static str = "gaimd";
    const NAME: &'static str = "GAIMD";
    const SIGNALS: List<Signal> = GaimdSignals::list;
    const DECISIONS: List<Decision> = || {
        media_window::decisions(
            "A packet was lost: window {from} -> {to} packets, with {out} in flight. The packet is not \
             retransmitted.",
        )
    };

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let header = Self::header_bytes();
        let window = MediaWindow::new(
            GaimdRules::new(params),
            &params.window,
            params.redundancy,
            header,
            facts.packet,
        );
        (Gaimd(window), media_window::connections(&params.window, params.redundancy))
    }

    fn set_params(&mut self, params: &Params, _: &mut impl Context) {
        self.0.set_params(&params.window, params.redundancy);
        self.0.rules = GaimdRules::new(params);
    }
}

delegate_sender!(Gaimd);
