//! TFWC: TFRC's equation gives a window instead of a rate, and acknowledgements clock the packets.
//!
//! Follows Choi and Handley 2007. Where the paper gives no rule, which concerns mostly small windows, it
//! follows the authors' simulator code and video tool. `tfwc/about.rs` describes the algorithm; the sender is
//! in `tfwc/sender.rs`.

mod about;
mod sender;
#[cfg(test)]
mod tests;
mod window;

use crate::protocols::prelude::*;
use crate::transport::smoothed::TimeoutRule;
use crate::transport::vector_receiver::{VectorReceiver, VectorSettings};
pub use sender::Tfwc;

choice! {
    /// How the window that the equation gives is rounded.
    pub enum Rounding {
        /// Not rounded.
        Real "real" "Real-valued",
        /// Rounded down, as in the authors' simulator code.
        Truncate "truncate" "Whole part",
        /// Rounded to the nearest whole number, at least 1, as in the authors' video tool.
        Round "round" "Nearest",
    }
}

choice! {
    /// Weights of the loss intervals.
    pub enum Weights {
        /// TFRC's weights: equal for the newer half, then falling to 0.2 in equal steps.
        Tfrc "tfrc" "As TFRC",
        /// The weights in the authors' simulator code: equal for the four newest intervals, then $2/(i-2)$
        /// for the i-th newest.
        Authors "authors" "As the authors' code",
    }
}

choice! {
    /// How the timeout changes after it expires.
    pub enum BackOff {
        /// It doubles each time, as in the paper.
        Double "double",
        /// It becomes two smoothed round-trip times, as in the authors' code.
        TwoRtt "two_rtt" "Two round trips",
    }
}

params! {
    pub struct Params {
        /// How the window that the equation gives is rounded.
        rounding: Rounding = Rounding::Real, cite "Choi and Handley 2007, eq. 1";
        /// Number of loss intervals that are averaged; 16 in the authors' simulator code.
        intervals: u32 = 8, range 4..=32, label "Loss intervals", cite "Choi and Handley 2007";
        /// Weights of the loss intervals.
        weights: Weights = Weights::Tfrc;
        /// A missing packet counts as lost once a packet with a number higher by this has arrived; 4 in the
        /// authors' simulator code.
        ndupack: u32 = 3, unit "packets", range 1..=10, label "Reordering threshold";
        /// Below this window, a timer and not acknowledgements triggers the packets; 2.5 and 2 in the
        /// authors' programs.
        timer_threshold: f64 = 2.0, unit "packets", range 1.0..=4.0, cite "the authors' code";
        /// Factor of the timer's gap; 0.8 in the authors' simulator code.
        gap_factor: f64 = 1.0, range 0.5..=1.2, cite "the authors' code";
        /// How TCP's timeout in the equation is determined while a timer triggers the packets.
        t_rto: TimeoutRule = TimeoutRule::FourRtt, label "Timeout in the timer's gap";
        /// Tick of the clock with which that timeout is measured as in TCP.
        t_rto_tick: f64 = 0.1, unit "s", range 0.0001..=1.0, scale log, label "Timeout's clock tick";
        /// Minimum of 4 R, if the timeout is 4 R with a minimum.
        t_rto_least: f64 = 1.0, unit "s", range 0.01..=3.0, label "Least timeout";
        /// Multiply the timer's gap by the ratio of the square root of the latest round-trip time to the mean
        /// of the square roots.
        damping: bool = false, label "Oscillation prevention";
        /// Weight of the previous average in the smoothed round-trip time.
        rtt_memory: f64 = 0.9, range 0.0..=0.99, label "RTT memory", cite "the authors' code; RFC 5348 section 4.3";
        /// How the timeout changes after it expires.
        back_off: BackOff = BackOff::Double, label "Back-off", cite "Choi and Handley 2007";
        /// Receiver's window.
        receive_window: f64 = 10_000.0, unit "packets", range 1.0..=1e6, scale log;
        /// Spread packets over the round trip instead of sending them on each acknowledgement.
        pacing: bool = false;
        /// Size of an acknowledgement on the wire, without its vector.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size";
        /// Bytes that each 16 packets of the vector add to an acknowledgement.
        vector_bytes: u32 = 0, unit "bytes", range 0..=16, label "Vector bytes per 16 packets";
    }
}

impl Protocol for Tfwc {
    type Params = Params;
    const ID: &'static str = "tfwc";
    const NAME: &'static str = "TFWC";
    const SIGNALS: List<Signal> = about::TfwcSignals::list;
    const DECISIONS: List<Decision> = about::decision::list;

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let receiver = AnyReceiver::VectorReceiver(VectorReceiver::new(VectorSettings {
            // An acknowledgement covers all packets that the sender has not checked for loss yet.
            span: u32::MAX - 1,
            ack_size: narrow::<u16>(params.ack_size),
            bytes_per_16: narrow::<u16>(params.vector_bytes),
        }));
        (Tfwc::new(params, facts.packet), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        self.change_settings(params, cx);
    }
}
