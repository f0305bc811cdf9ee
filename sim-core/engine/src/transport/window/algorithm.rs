//! The trait that a window-based algorithm implements, and the values that the shared window sender passes to
//! it.

use crate::describe::{Decided, SignalIndex};
use crate::transport::ack_receiver::AckReceiver;
use crate::transport::delivery_rate::{DeliveryRate, RateSample};
use crate::transport::prelude::*;
use crate::transport::tcp_params::{HystartRule, PartialTimer, SackRule};

/// How lost packets are recovered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recovery {
    /// At the third duplicate acknowledgement: sets the window to 1 packet and retransmits the lost packet
    /// and all packets after it (Jacobson 1988).
    Tahoe,
    /// At the third duplicate acknowledgement: retransmits one packet and sends at half the window until new
    /// data is acknowledged (RFC 5681 section 3.2).
    Reno,
    /// Like Reno, but recovery lasts until all data is acknowledged that had been sent when the loss was
    /// detected (RFC 6582).
    NewReno { timer: PartialTimer },
    /// Retransmits the packets that selective acknowledgements show to be lost (RFC 6675).
    Sack { rule: SackRule },
}

/// The congestion window and the slow-start threshold, both in packets. An algorithm changes them.
#[derive(Clone, Copy, Debug, Default, State)]
pub struct CongestionWindow {
    pub cwnd: f64,
    pub ssthresh: f64,
}

impl CongestionWindow {
    #[inline]
    pub fn in_slow_start(&self) -> bool {
        self.cwnd < self.ssthresh
    }

    /// Slow start: adds one packet per packet acknowledged, at most two per acknowledgement (RFC 3465
    /// section 2.2).
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
    /// By duplicate acknowledgements or selective acknowledgements.
    Loss,
    /// By a congestion mark.
    Mark,
    /// By the retransmission timer.
    Timeout,
}

/// The information in an acknowledgement, for algorithms that observe every acknowledgement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Feedback {
    pub now: Time,
    /// The round-trip time of the newest packet that the acknowledgement covers.
    pub rtt: Option<Time>,
    /// Smoothed round-trip time in seconds.
    pub srtt: f64,
    /// Delay of the data packet on its way to the receiver, if the receiver reports it.
    pub one_way: Option<Time>,
    /// Number of marked packets that the receiver has received, if the receiver reports it.
    pub report: u32,
    /// Number of packets newly acknowledged, in order or selectively.
    pub delivered: u32,
    /// Number of packets in flight after the acknowledgement: neither received nor lost.
    pub in_flight: u32,
    /// All packets below this packet are acknowledged.
    pub una: u32,
    /// The next new packet.
    pub high: u32,
    /// Whether the acknowledgement reports a congestion mark.
    pub marked: bool,
    /// Number of packets whose marks the acknowledgement reports. If the receiver does not count marks, all
    /// packets newly acknowledged.
    pub marks: u32,
    /// Whether the sender is in fast recovery.
    pub in_recovery: bool,
    /// Whether the sender retransmits after a timeout.
    pub after_timeout: bool,
    /// Whether the congestion window is the limit, not the application or the receiver's window.
    pub window_limited: bool,
    /// The delivery-rate sample, if the algorithm has a sampler.
    pub sample: Option<RateSample>,
}

/// The part of [`Context`] that an algorithm needs while it processes an event: reports and random numbers.
pub trait Reports {
    /// Reports a decision by its kind and values. Algorithms call `decide`.
    fn report_decision(&mut self, kind: u32, values: &[f64]);
    /// Reports the value of one of the algorithm's own signals.
    fn signal(&mut self, signal: SignalIndex, value: f64);
    /// A random number from 0 to below 1 of the sender's stream.
    fn uniform(&mut self) -> f64;
}

impl dyn Reports + '_ {
    /// Reports one of the algorithm's decisions.
    #[inline]
    pub fn decide<D: Decided>(&mut self, decision: D) {
        self.report_decision(D::KIND, decision.values().as_ref());
    }
}

pub(crate) struct ContextReports<'a, C>(pub &'a mut C);

impl<C: Context> Reports for ContextReports<'_, C> {
    fn report_decision(&mut self, kind: u32, values: &[f64]) {
        if self.0.records_decisions() {
            self.0.report_decision(kind, values);
        }
    }
    fn signal(&mut self, signal: SignalIndex, value: f64) {
        self.0.signal(signal, value);
    }
    fn uniform(&mut self) -> f64 {
        self.0.rng().uniform()
    }
}

/// The values of an algorithm that an undo of a reduction restores. An algorithm defines their meaning. Times
/// in nanoseconds are exact up to 2^53.
pub type SavedRules = [f64; 7];

/// The rules of one window-based algorithm. The shared sender calls these hooks.
///
/// This is the only list of the hooks. The shared sender calls them through an [`AlgorithmHandle`], so
/// nothing forwards them.
pub trait WindowAlgorithm {
    /// New data was acknowledged, and the window may grow: increases `w.cwnd`.
    fn on_ack(&mut self, _w: &mut CongestionWindow, _acked: Acked) {}
    /// From `since` until `now`, the application or the receiver's window limited the sender, and the window
    /// could not grow. Called at the end of this interval, which can contain several round trips or a time
    /// without packets.
    fn on_app_limited_end(&mut self, _since: Time, _now: Time) {}
    /// Congestion was detected: sets `w.ssthresh`, from which the shared window sender then sets `w.cwnd`.
    /// Losses and marks call this at most once per window of data. `base` is the number of packets that the
    /// reduction is computed from, usually the packets in flight.
    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, now: Time);
    /// The values that [`restore`](Self::restore) needs. Called before `on_congestion`.
    fn save(&self) -> SavedRules {
        [0.0; 7]
    }
    /// The last reduction was unnecessary: restores what `on_congestion` has changed, other than the window and
    /// the threshold.
    fn restore(&mut self, _saved: &SavedRules) {}
    /// Reports the algorithm's own signals. Called after every event if these signals are recorded.
    fn emit(&self, _out: &mut dyn Reports) {}
    /// A fresh connection begins: resets the algorithm's state.
    fn restart(&mut self);

    /// The connection is open, and no data has been sent. `srtt` is the round-trip time of the handshake in
    /// seconds, or 0.
    fn on_open(&mut self, _w: &mut CongestionWindow, _now: Time, _srtt: f64) {}
    /// How slow start ends before a loss, while the settings select this.
    #[inline]
    fn hystart_rule(&self) -> HystartRule {
        HystartRule::Rfc9406
    }
    /// When the present stage of congestion avoidance began; `None` before its first acknowledgement.
    fn epoch_start(&self) -> Option<Time> {
        None
    }
    /// Whether the algorithm has a slow start of its own, which HyStart++ does not replace.
    #[inline]
    fn has_own_slow_start(&self) -> bool {
        false
    }
    /// Whether the algorithm paces packets whatever the settings are. `gap` then determines the pace.
    #[inline]
    fn paces(&self) -> bool {
        false
    }
    /// Seconds between packets.
    #[inline]
    fn gap(&self, _w: &CongestionWindow, _srtt: f64) -> f64 {
        0.0
    }
    /// Whether a packet that was sent later than its pacing time shortens the gap after it, by at most half.
    fn makes_up_delays(&self) -> bool {
        false
    }
    /// Whether the algorithm alone changes the window, except after a timeout. The shared sender then does
    /// not set the window to the threshold at a loss or mark and at the end of recovery.
    #[inline]
    fn owns_window(&self) -> bool {
        false
    }
    /// Whether a mark at this time does not reduce the window.
    fn ignores_mark(&self, _now: Time) -> bool {
        false
    }
    /// The first packet after an idle period will be sent.
    fn on_idle_end(&mut self, _w: &mut CongestionWindow, _now: Time) {}

    // ---- only for algorithms that observe every acknowledgement ----

    /// Sets up the receiver, if its acknowledgements must report more than those of TCP.
    fn prepare(&self, _receiver: &mut AckReceiver) {}

    /// An acknowledgement was processed, in any phase. `on_ack` has been called before if the window may
    /// grow.
    fn observe(&mut self, _w: &mut CongestionWindow, _feedback: &Feedback, _out: &mut dyn Reports) {}
    /// The delivery-rate sampler of the algorithm; `None` if it has none.
    #[inline]
    fn sampler(&mut self) -> Option<&mut DeliveryRate> {
        None
    }
    /// The ECN field of all packets, SYN and retransmissions included. `None` for the rules of RFC 3168, by
    /// which only new data is ECN-capable, as ECT(0).
    #[inline]
    fn ecn_field(&self) -> Option<u8> {
        None
    }
}

/// How the shared sender stores its algorithm: by value, so that the calls of the algorithm's hooks are
/// compiled into the sender, or as a trait object.
pub trait AlgorithmHandle: Clone + State {
    type Algorithm: WindowAlgorithm + ?Sized;
    /// Whether the algorithm observes every acknowledgement. It is a constant, so that it costs nothing for
    /// other algorithms.
    const OBSERVES_EVERY_ACK: bool;
    fn get(&self) -> &Self::Algorithm;
    fn get_mut(&mut self) -> &mut Self::Algorithm;
}

impl<A: WindowAlgorithm + State> AlgorithmHandle for A {
    type Algorithm = A;
    const OBSERVES_EVERY_ACK: bool = false;
    #[inline]
    fn get(&self) -> &A {
        self
    }
    #[inline]
    fn get_mut(&mut self) -> &mut A {
        self
    }
}
