//! The settings of TFRC, with the values that depend on the flavour filled in.

use crate::analysis::equation::{ThroughputEquation, Timeout};
use crate::transport::smoothed::TimeoutRule;
use crate::{choice, params};

choice! {
    /// The specification or program that sender and receiver follow.
    pub enum Flavour {
        /// RFC 5348, the present standard.
        Rfc5348 "rfc5348" "RFC 5348",
        /// RFC 3448, the first standard: uses only the last receive rate, and starts with one packet per
        /// round trip.
        Rfc3448 "rfc3448" "RFC 3448",
        /// ns-2's Agent/TFRC with its default settings, with which most papers measured.
        Ns2 "ns2" "ns-2",
    }
}

params! {
    pub struct Params {
        /// The specification or program that sender and receiver follow. It also determines each setting with
        /// the value "as the flavour".
        flavour: Flavour = Flavour::Rfc5348;
        /// How TCP's retransmission timeout in the equation is determined.
        t_rto: Option<TimeoutRule> = None, label "Timeout in the equation", null "as the flavour: 4 R, in ns-2 as TCP measures it", cite "RFC 5348 section 3.1";
        /// Tick of the clock with which the timeout is measured as in TCP.
        t_rto_tick: f64 = 0.1, unit "s", range 0.0001..=1.0, scale log, label "Timeout's clock tick", cite "ns-2 tcp_tick_";
        /// Minimum of a timeout that is measured as in TCP.
        t_rto_floor: f64 = 0.0, unit "s", range 0.0..=3.0, label "Timeout's floor", cite "ns-2 minrto_";
        /// Minimum of 4 R, if the timeout is 4 R with a minimum.
        t_rto_least: f64 = 1.0, unit "s", range 0.01..=3.0, label "Least timeout", cite "RFC 5348 section 3.1";
        /// Number of loss intervals that are averaged.
        intervals: u32 = 8, range 2..=32, label "Loss intervals", cite "RFC 5348 section 5.4";
        /// Reduce the weight of older intervals after a long time without loss.
        discounting: bool = true, label "History discounting", cite "RFC 5348 section 5.5";
        /// Smallest factor by which discounting reduces the weight of older intervals.
        discount_floor: Option<f64> = None, range 0.1..=1.0, label "Least discount factor", null "as the flavour: 0.25, ns-2 0.5", cite "RFC 5348 section 5.5";
        /// Number of later packets received after which a packet counts as lost.
        ndupack: Option<u32> = None, unit "packets", range 1..=10, label "Reordering threshold", null "as the flavour: 3, ns-2 1", cite "RFC 5348 section 5.1";
        /// Weight of the previous average in the smoothed round-trip time.
        rtt_memory: Option<f64> = None, range 0.0..=0.99, label "RTT memory", null "as the flavour: 0.9, ns-2 0.95", cite "RFC 5348 section 4.3";
        /// Reduce the rate while the round-trip time grows: multiply it by the mean of $\sqrt{R}$ over the
        /// square root of the latest sample.
        damping: Option<bool> = None, label "Oscillation prevention", null "as the flavour: off, ns-2 on", cite "RFC 5348 section 4.5";
        /// Limit the factor $3\sqrt{3bp/8}$ of the equation to 1.
        clamp: Option<bool> = None, label "Limit in the equation", null "as the flavour: no, ns-2 yes", cite "Padhye and others 1998";
        /// Packets per acknowledgement of the TCP that the equation describes.
        acked_per_ack: u32 = 1, unit "packets", range 1..=2, label "Packets per ACK", cite "RFC 5348 section 3.1";
        /// Limit the rate to the receive rate if the last round trip had losses, and to slightly more if it
        /// had none.
        conservative: bool = false, cite "Bansal and others 2001";
        /// Largest ratio of the rate to the receive rate, after a round trip without loss.
        conservative_factor: Option<f64> = None, range 1.0..=2.0, null "as the flavour: 1.1, ns-2 1.5", cite "Bansal and others 2001";
        /// Factor by which each step of slow start multiplies the rate.
        slow_start_factor: f64 = 2.0, range 1.1..=4.0, cite "RFC 5348 section 4.3";
        /// Reports per round trip.
        reports_per_rtt: u32 = 1, range 1..=4, label "Reports per RTT", cite "RFC 5348 section 6";
        /// Each gap between packets is drawn at random. It is at most this fraction shorter or longer than
        /// its mean.
        dither: f64 = 0.0, range 0.0..=0.5, cite "ns-2 overhead_";
        /// Longest time between packets.
        t_mbi: f64 = 64.0, unit "s", range 8.0..=64.0, label "Longest gap", cite "RFC 5348 section 4.3";
        /// Size of a report on the wire.
        report_size: u32 = 40, unit "bytes", range 20..=1500;
    }
}

/// The settings that a sender uses, with the flavour's values filled in.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub flavour: Flavour,
    pub timeout_rule: TimeoutRule,
    pub timeout_tick: f64,
    pub timeout_floor: f64,
    pub least_timeout: f64,
    pub rtt_memory: f64,
    pub damping: bool,
    pub equation: ThroughputEquation,
    pub conservative: Option<f64>,
    pub slow_start_factor: f64,
    pub dither: f64,
    pub t_mbi: f64,
}

impl Settings {
    pub fn new(params: &Params) -> Self {
        let ns2 = params.flavour == Flavour::Ns2;
        let factor = params.conservative_factor.unwrap_or(if ns2 { 1.5 } else { 1.1 });
        Settings {
            flavour: params.flavour,
            timeout_rule: params.t_rto.unwrap_or(if ns2 { TimeoutRule::Tcp } else { TimeoutRule::FourRtt }),
            timeout_tick: params.t_rto_tick,
            timeout_floor: params.t_rto_floor,
            least_timeout: params.t_rto_least,
            rtt_memory: params.rtt_memory.unwrap_or(if ns2 { 0.95 } else { 0.9 }),
            damping: params.damping.unwrap_or(ns2),
            equation: ThroughputEquation {
                acked_per_ack: f64::from(params.acked_per_ack),
                timeout: Timeout::RoundTrips(4.0),
                clamp: params.clamp.unwrap_or(ns2),
            },
            conservative: params.conservative.then_some(factor),
            slow_start_factor: params.slow_start_factor,
            dither: params.dither,
            t_mbi: params.t_mbi,
        }
    }
}
