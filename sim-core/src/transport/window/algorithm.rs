//! The trait that a window-based algorithm implements, and the values that the window chassis passes to it.

use crate::ground::digest::State;
use crate::ground::time::Time;
use crate::state;
use crate::transport::Context;
use crate::transport::tcp_params::{PartialTimer, SackRule};

/// How lost packets are recovered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recovery {
    /// At the third duplicate acknowledgement: sets the window to 1 packet and retransmits everything from the lost packet on
    /// (Jacobson 1988).
    Tahoe,
    /// At the third duplicate acknowledgement: retransmits one packet and sends at half the window until new data is acknowledged
    /// (RFC 5681 section 3.2).
    Reno,
    /// As Reno, but recovery lasts until all data is acknowledged that had been sent when the loss was detected (RFC 6582).
    NewReno { timer: PartialTimer },
    /// Retransmits the packets that selective acknowledgements show to be lost (RFC 6675).
    Sack { rule: SackRule },
}

/// The congestion window and the slow-start threshold, both in packets. An algorithm changes them.
#[derive(Clone, Copy, Debug)]
pub struct CongestionWindow {
    pub cwnd: f64,
    pub ssthresh: f64,
}

state!(CongestionWindow { cwnd, ssthresh } not {});

impl CongestionWindow {
    #[inline]
    pub fn in_slow_start(&self) -> bool {
        self.cwnd < self.ssthresh
    }

    /// Slow start: adds one packet per packet acknowledged, at most two per acknowledgement (RFC 3465 section 2.2).
    #[inline]
    pub fn slow_start(&mut self, acked: u32) {
        self.cwnd += f64::from(acked.min(2));
    }

    /// Congestion avoidance: adds one packet per window of packets acknowledged (RFC 5681 section 3.1).
    #[inline]
    pub fn avoid_congestion(&mut self, acked: u32) {
        self.cwnd += f64::from(acked) / self.cwnd;
    }
}

/// An acknowledgement of new data.
#[derive(Clone, Copy, Debug)]
pub struct Acked {
    /// Number of packets newly acknowledged, or 1 if the setting `growth` counts acknowledgements.
    pub packets: u32,
    pub now: Time,
    /// Smoothed round-trip time in seconds.
    pub srtt: f64,
}

/// How congestion was detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Congestion {
    /// By duplicate acknowledgements, selective acknowledgements or a congestion mark.
    Loss,
    /// By the retransmission timer.
    Timeout,
}

/// The rules of one window-based algorithm.
pub trait WindowAlgorithm: Clone + State {
    /// New data was acknowledged, and the window may grow: increases `w.cwnd`.
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked);
    /// From `since` until `now`, the application or the receiver's window limited the sender, and the window could not grow. Called
    /// at the end of this interval, which can contain several round trips or a time without packets.
    fn on_limited(&mut self, _since: Time, _now: Time) {}
    /// Congestion was detected: sets `w.ssthresh`, from which the window chassis then sets `w.cwnd`. Losses and marks call this at
    /// most once per window of data. `base` is the number of packets that the reduction is computed from, usually the packets in flight.
    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, now: Time);
    /// Reports the algorithm's own signals. Called after every event if these signals are recorded.
    fn emit(&self, _cx: &mut impl Context) {}
    /// A fresh connection begins: resets the algorithm's state.
    fn restart(&mut self) {}
}
