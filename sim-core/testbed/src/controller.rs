//! The trait through which a congestion controller of other code takes part.

/// A time or a duration in nanoseconds. The clock of a run begins at 0.
pub type Nanoseconds = u64;

/// A packet that was sent. A retransmission of its data is another packet with a new number, as in QUIC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    pub number: u64,
    /// Size on the wire.
    pub bytes: u64,
    pub sent_at: Nanoseconds,
}

/// The round-trip times of the connection (RFC 9002 section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundTrip {
    /// The newest sample, with the time for which the receiver delayed the acknowledgement.
    pub latest: Nanoseconds,
    /// The newest sample without this time.
    pub adjusted: Nanoseconds,
    pub smoothed: Nanoseconds,
    pub min: Nanoseconds,
}

/// A congestion controller. The testbed numbers and sends packets, finds losses, runs the timers and receives; the
/// controller hears of it and answers with a window.
///
/// The events of one nanosecond are reported in this order: round trip, acknowledged packets, timeout, lost packets,
/// persistent congestion, marks, sent packets, missing data of the application, and at last `on_end`. The testbed then asks for `window` and `pacing_rate`.
/// `in_flight` is the number of bytes in flight after the event.
pub trait Controller {
    fn name(&self) -> &str;
    /// The largest number of bytes that may be in flight. The testbed rounds it down to whole packets, and to at least 1.
    fn window(&self) -> u64;
    /// The rate at which packets may leave, in bit/s. With `None`, packets leave at 1.2 windows per round trip.
    fn pacing_rate(&self) -> Option<u64> {
        None
    }
    /// Whether packets are ECN-capable, so that queues mark them instead of dropping them. Asked once, before the start.
    fn reads_marks(&self) -> bool {
        false
    }
    fn on_sent(&mut self, _now: Nanoseconds, _packet: &Packet, _in_flight: u64) {}
    fn on_round_trip(&mut self, _now: Nanoseconds, _rtt: &RoundTrip) {}
    fn on_acknowledged(&mut self, now: Nanoseconds, packet: &Packet, in_flight: u64);
    fn on_lost(&mut self, now: Nanoseconds, packet: &Packet, in_flight: u64);
    /// All packets sent over a long time are lost (RFC 9002 section 7.6).
    fn on_persistent_congestion(&mut self, _now: Nanoseconds) {}
    /// The receiver has counted new congestion marks. `newest` is the newest packet that it has acknowledged.
    fn on_marked(&mut self, _now: Nanoseconds, _newest: &Packet, _marks: u64) {}
    /// The probe timeout has expired. This alone declares no packet lost.
    fn on_timeout(&mut self, _now: Nanoseconds) {}
    /// The window allowed another packet, but the application had no data.
    fn on_app_limited(&mut self, _now: Nanoseconds) {}
    /// All events of this nanosecond have been reported.
    fn on_end(&mut self, _now: Nanoseconds, _in_flight: u64) {}
}
