//! GAIMD: additive increase and multiplicative decrease with arbitrary constants (Yang and Lam 2000). TAIMD
//! (Nishantha and Hayashida 2009) with equal steps is a GAIMD.
//!
//! It uses the window sender of the media protocols (`transport/media_window.rs`), not that of TCP
//! (`transport/window.rs`), because it is compared with media protocols, and because without a recovery phase
//! its saw-tooth follows the formulas.

#[cfg(test)]
mod tests;

use crate::describe::{AlgorithmInfo, Family, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_TCP;
use crate::transport::media_window::{self, MediaRules, MediaWindow, MediaWindowParams};
use crate::transport::{ConnSpec, Context, FlowFacts, Protocol};
use crate::{delegate_sender, params, signals};

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

#[derive(Clone, Debug)]
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

crate::state!(GaimdRules {} not { alpha, beta });

#[derive(Clone, Debug)]
pub struct Gaimd(MediaWindow<GaimdRules>);

impl Protocol for Gaimd {
    type Params = Params;
    const ID: &'static str = "gaimd";

    fn info() -> AlgorithmInfo {
        AlgorithmInfo {
            id: Self::ID,
            name: "GAIMD",
            family: Family::Window,
            summary: help_text(
                "TCP's increase and decrease with other constants: smaller steps up and down give a smoother rate.",
            ),
            doc: help_text(
                "After slow start the window $w$ grows by $\\alpha$ packets per round trip and is reduced by the share $\\beta$ \
                  at a loss, at most once per round trip:\n\n\
                  $$w \\leftarrow w + \\frac{\\alpha}{w} \\text{ per acknowledgement}, \\quad w \\leftarrow (1-\\beta)\\,w \
                  \\text{ per loss event}$$\n\n\
                  Under periodic loss of one packet in $1/p$ the saw-tooth has the mean\n\n\
                  $$\\bar w = \\sqrt{\\frac{\\alpha\\,(2-\\beta)}{2\\,\\beta\\,p}}$$\n\n\
                  which is TCP's $\\sqrt{3/(2p)}$ for $\\alpha = 3\\beta/(2-\\beta)$; the signal *Friendly increase* shows this \
                  value. Pairs $(\\alpha, \\beta)$ to try: (1, 0.5) is TCP itself. (0.333, 0.2) and the default (0.2, 0.125) are as \
                  fast as TCP and smoother. (0.31, 0.125) is the published pair; its $\\alpha = 4(1-(1-\\beta)^2)/3$ accounts for \
                  TCP's timeouts and is rounded. Without timeouts, its mean window is a quarter larger than TCP's. With a \
                  small $\\alpha$ the flow needs $1/\\alpha$ times as long as TCP to take up unused capacity.\n\n\
                  As in all media protocols here, packets are not retransmitted: a lost packet leaves the window as soon as three \
                  later packets are acknowledged. Slow start and timeouts are Reno's. TAIMD is GAIMD with a faster increase below its \
                  fair share than above it.",
            ),
            pictures: pictures(&[WITH_TCP]),
            references: citations(&[
                Reference {
                    title: "Y. R. Yang and S. S. Lam, General AIMD Congestion Control, 2000",
                    url: "https://doi.org/10.1109/ICNP.2000.896303",
                },
                Reference {
                    title: "D.-M. Chiu and R. Jain, Analysis of the Increase and Decrease Algorithms for Congestion \
                            Avoidance in Computer Networks, 1989",
                    url: "https://doi.org/10.1016/0169-7552(89)90019-6",
                },
            ]),
            fields: Params::fields(),
            signals: GaimdSignals::list(),
            decisions: media_window::decisions(
                "A packet was lost: window {from} -> {to} packets, with {out} in flight. The packet is not \
                 retransmitted.",
            ),
        }
    }

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
