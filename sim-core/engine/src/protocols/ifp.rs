//! IFP: TCP's window without retransmission, converted into a rate for a media source.
//!
//! Follows Jacobs and Eleftheriadis 1996, as Sisalem and Wolisz 2000 describe it (section V), and Reno where
//! these papers give no rule. It uses the window sender of the media protocols (`transport/media_window.rs`).

#[cfg(test)]
mod tests;

use crate::protocols::prelude::*;
use crate::transport::media_window::{self, MediaRules, MediaWindow, MediaWindowParams};

params! {
    pub struct Params {
        /// The rate for the source is averaged over this number of round trips.
        smoothing: f64 = 1.0, unit "RTT", range 0.0..=20.0, label "Rate smoothing";
        /// Number of earlier packets that each acknowledgement also reports, so that a lost acknowledgement
        /// does not look like a lost packet.
        redundancy: u32 = 0, unit "packets", range 0..=255, label "ACK redundancy";
        ..window: MediaWindowParams;
    }
}

signals! {
    const SIGNALS: IfpSignals {
        ..window: media_window::MediaWindowSignals;
        /// The rate to which the source should adapt.
        source_rate: "Rate for the source" in "bit/s";
    }
}

#[derive(Clone, Debug, State)]
#[state(not(smoothing))]
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

    /// Half of the packets in flight, at least two packets (RFC 5681 equation 4).
    fn reduced(&self, _: f64, in_flight: f64) -> f64 {
        (in_flight / 2.0).max(2.0)
    }

    fn emit(&mut self, rate: f64, srtt: f64, cx: &mut impl Context) {
        // A moving average: the weight of the new rate grows with the time since the last update.
        let now = cx.now();
        let (averaging_time, elapsed) = (self.smoothing * srtt, to_secs(now - self.updated_at));
        let weight = if averaging_time > 0.0 { elapsed / (averaging_time + elapsed) } else { 1.0 };
        self.source_rate =
            if self.source_rate > 0.0 { self.source_rate + weight * (rate - self.source_rate) } else { rate };
        self.updated_at = now;
        if cx.records_own_signals() {
            cx.signal(SIGNALS.source_rate, self.source_rate);
        }
    }

    fn restart(&mut self) {
        (self.source_rate, self.updated_at) = (0.0, 0);
    }
}

#[derive(Clone, Debug, State)]
pub struct Ifp(MediaWindow<IfpRules>);

impl Protocol for Ifp {
    type Params = Params;
    const ID: &'static str = "ifp";
    const NAME: &'static str = "IFP";
    const SIGNALS: List<Signal> = IfpSignals::list;
    const DECISIONS: List<Decision> = || {
        media_window::decisions(
            "A packet was lost: window {from} -> {to} packets, half of the {out} in flight. The packet is not \
             retransmitted.",
        )
    };

    fn expectations() -> Expectations {
        Expectations {
            // By default each acknowledgement covers one packet only, so a lost acknowledgement looks like a
            // lost packet. At 30 % loss the equation of Padhye and others (1998) gives 0.005 of the link for
            // TCP, and a window of sqrt(1.5 / 0.3) = 2.2 packets gives 0.066 without timeouts. IFP has some
            // timeouts and is between these values.
            goodput_with_feedback_loss: 0.01,
            ..Expectations::of(Family::Window)
        }
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let rules = IfpRules { smoothing: params.smoothing, source_rate: 0.0, updated_at: 0 };
        let window =
            MediaWindow::new(rules, &params.window, params.redundancy, Self::header_bytes(), facts.packet);
        (Ifp(window), media_window::connections(&params.window, params.redundancy))
    }

    fn set_params(&mut self, params: &Params, _: &mut impl Context) {
        self.0.set_params(&params.window, params.redundancy);
        self.0.rules.smoothing = params.smoothing;
    }
}

delegate_sender!(Ifp);
