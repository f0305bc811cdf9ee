//! IFP: TCP's window without retransmission, turned into a rate for a media source.
//!
//! Follows Jacobs and Eleftheriadis 1996, as Sisalem and Wolisz 2000 describe it (section V), and Reno where they give no rule. It
//! uses the window chassis of media senders (`transport/media_window.rs`).

#[cfg(test)]
mod tests;

use crate::describe::{AlgorithmInfo, Family, Reference, Signal, citations, help_text};
use crate::ground::time::{Time, to_secs};
use crate::params::ParamSet;
use crate::transport::media_window::{self, MediaRules, MediaWindow, MediaWindowParams, OWN_SIGNALS};
use crate::transport::{ConnSpec, Context, Expectations, FlowFacts, Protocol};
use crate::{delegate_sender, params};

params! {
    pub struct Params {
        /// Number of round trips over which the rate for the source is averaged.
        smoothing: f64 = 1.0, unit "RTT", range 0.0..=20.0, label "Rate smoothing";
        /// Number of earlier packets that each acknowledgement also reports, so that lost acknowledgements do not count as losses.
        redundancy: u32 = 0, unit "packets", range 0..=255, label "ACK redundancy";
        ..window: MediaWindowParams;
    }
}

#[derive(Clone, Debug)]
pub struct IfpRules {
    smoothing: f64,
    /// The averaged rate for the source, in bit/s, and when it was last updated.
    source_rate: f64,
    updated_at: Time,
}

impl MediaRules for IfpRules {
    fn increase(&self) -> f64 {
        1.0
    }

    /// Half of the packets in flight (as RFC 5681 equation 4).
    fn reduced(&self, _: f64, out: f64) -> f64 {
        (out / 2.0).max(2.0)
    }

    fn emit(&mut self, rate: f64, srtt: f64, cx: &mut impl Context) {
        // An average in time: the weight of the old value falls with the round trips that have passed.
        let now = cx.now();
        let (span, passed) = (self.smoothing * srtt, to_secs(now - self.updated_at));
        let share = if span > 0.0 { passed / (span + passed) } else { 1.0 };
        self.source_rate = if self.source_rate > 0.0 { self.source_rate + share * (rate - self.source_rate) } else { rate };
        self.updated_at = now;
        if cx.records_own_signals() {
            cx.signal(OWN_SIGNALS, self.source_rate);
        }
    }

    fn restart(&mut self) {
        (self.source_rate, self.updated_at) = (0.0, 0);
    }
}

#[derive(Clone, Debug)]
pub struct Ifp(MediaWindow<IfpRules>);

impl Protocol for Ifp {
    type Params = Params;
    const ID: &'static str = "ifp";

    fn expectations() -> Expectations {
        Expectations {
            // By default each acknowledgement names one packet only, so that a lost acknowledgement looks like a lost packet. At 30 %
            // loss the equation of Padhye and others (1998) gives 0.005 of the link for TCP, and a window of sqrt(1.5 / 0.3) = 2.2
            // packets gives 0.066 without timeouts. IFP, which has some timeouts, is between both.
            with_feedback_loss: 0.01,
            ..Expectations::of(Family::Window)
        }
    }

    fn info() -> AlgorithmInfo {
        AlgorithmInfo {
            id: Self::ID,
            name: "IFP",
            family: Family::Window,
            summary: help_text("TCP's window for media: nothing is sent twice, and the window over the round trip is the rate that the \
                      source adapts to."),
            doc: help_text("The window $w$ grows and shrinks as TCP Reno's: one packet per acknowledgement up to a threshold, then \
                  $1/w$ per acknowledgement; half of the packets in flight at a loss; one packet after a timeout. Unlike \
                  TCP, lost packets are not retransmitted, because they would arrive too late. A packet counts as lost when three \
                  later ones are acknowledged and leaves the window at once, so there is no recovery phase.\n\n\
                  The source gets the rate $r = w s / R$ and adapts its coding to it. Packets are spread over the \
                  round trip.\n\n\
                  Each acknowledgement covers one packet only, so a lost acknowledgement looks like a lost packet; with *ACK \
                  redundancy* it also covers earlier packets."),
            references: citations(&[Reference {
                title: "S. Jacobs and A. Eleftheriadis, Providing Video Services over Networks without Quality of Service \
                        Guarantees, 1996",
                url: "https://www.w3.org/AudioVideo/9610_Workshop/",
            }]),
            fields: Params::fields(),
            signals: media_window::signals(&[Signal::gauge(
                "source_rate",
                "Rate for the source",
                "bit/s",
                "The rate that the source should adapt to.",
            )]),
            decisions: media_window::decisions(
                "Three later packets arrived: window {from} -> {to} packets, half of the {out} in flight. There is no \
                 retransmission.",
            ),
        }
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let rules = IfpRules { smoothing: params.smoothing, source_rate: 0.0, updated_at: 0 };
        let window = MediaWindow::new(rules, &params.window, params.redundancy, Self::header_bytes(), facts.packet);
        (Ifp(window), media_window::connections(&params.window, params.redundancy))
    }

    fn set_params(&mut self, params: &Params, _: &mut impl Context) {
        self.0.set_params(&params.window, params.redundancy);
        self.0.rules.smoothing = params.smoothing;
    }
}

delegate_sender!(Ifp);
