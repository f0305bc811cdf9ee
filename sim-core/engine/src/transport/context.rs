//! The interface between an endpoint and the simulation. It is a trait, so that endpoints do not depend on
//! the `world` module.

use crate::describe::{Decided, SignalIndex};
use crate::ground::packet::{FEEDBACK, Outgoing, Packet};
use crate::ground::rng::Rng;
use crate::ground::time::Time;
use crate::transport::attachment::Attachment;
use crate::transport::body::Body;

/// The named timers of a sender's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Timer {
    /// The retransmission timeout or the no-feedback timeout.
    Timeout = 0,
    /// The next paced packet is due.
    Send = 1,
    /// The end of a round trip or an adaptation interval.
    Round = 2,
    /// Any other timer of the protocol.
    Other = 3,
}

impl Timer {
    pub const ALL: [Timer; 4] = [Timer::Timeout, Timer::Send, Timer::Round, Timer::Other];
}

/// The recorded state of a window-based sender. `None` leaves the recorded value unchanged.
#[derive(Clone, Copy, Debug)]
pub struct WindowState {
    /// Number of packets that the sender counts as in flight.
    pub in_flight: u32,
    /// A new round-trip sample, already counted by [`Context::count_rtt`].
    pub rtt: Option<Time>,
    /// Slow-start threshold in packets.
    pub ssthresh: Option<f64>,
    /// Smoothed round-trip time in seconds.
    pub srtt: f64,
    /// Retransmission timeout in seconds.
    pub rto: f64,
}

/// Why the program of a sender cannot continue, and where in its text. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFault {
    /// The kind of the fault, such as `budget`.
    pub code: &'static str,
    pub line: u32,
    pub column: u32,
    /// Number of characters at this place.
    pub length: u32,
    pub message: String,
}

/// Data that an application has ready and its sender has not pulled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    pub bytes: u64,
    /// When the oldest of these bytes became ready; 0 if there are none.
    pub since: Time,
}

/// What a sender that sends each packet once sends next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datagram {
    /// `PARITY`, `AGAIN` or `AUDIO`; 0 for new payload.
    pub flags: u8,
    /// Bytes of payload; 0 if there is nothing to send.
    pub bytes: u32,
    /// The packet's first word, if it has one of these flags.
    pub word: u32,
}

/// Data of a connection that its sender has not pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsent {
    /// Bytes that the application has ready; `u64::MAX` if it always has data.
    pub bytes: u64,
    /// Whether the connection ends after them.
    pub closes: bool,
}

/// The context of one connection's endpoint. Every call takes effect immediately.
pub trait Context {
    fn now(&self) -> Time;

    /// The flow's index.
    fn flow(&self) -> u32;

    /// The index of the connection within its flow.
    fn index_in_flow(&self) -> u32;

    /// The connection's index among all connections.
    fn conn(&self) -> u32;

    /// The context of another connection of this flow, by its index within the flow.
    fn connection(&mut self, index_in_flow: u32) -> impl Context + '_;

    // ---- the path ----

    /// Size of full data packets on the wire, in bytes.
    fn packet_size(&self) -> u16;

    /// Sets the size of full data packets of this connection, before it starts.
    fn set_packet_size(&mut self, packet: u16);

    /// Sum of the propagation delays to the receiver and back.
    fn base_rtt(&self) -> Time;

    /// The earliest time at which the queue of this endpoint's access link can take another packet.
    fn access_link_ready_at(&self) -> Time;

    // ---- packets ----

    /// Sends a data packet. Returns the number of this transmission, counted from the start of the
    /// connection.
    fn send(&mut self, out: Outgoing) -> u32;

    /// Sends feedback that carries `timestamp`.
    fn send_feedback(&mut self, timestamp: Time, out: Outgoing);

    /// Sends feedback about the data packet `seq`, echoing its `timestamp`.
    #[inline]
    fn reply(&mut self, seq: u32, timestamp: Time, size: u16, flags: u8, body: Body) {
        self.send_feedback(timestamp, Outgoing { seq, size, flags: flags | FEEDBACK, payload: body.into() });
    }

    /// Stores content that does not fit into a packet. Returns the attachment's index.
    fn put_attachment(&mut self, attachment: Attachment) -> u32;

    /// Removes and returns the attachment of a packet that has arrived.
    fn take_attachment(&mut self, index: u32) -> Option<Attachment>;

    // ---- timers ----

    /// Sets a timer of the sender to expire at `at`. This replaces the time that was set before.
    fn arm(&mut self, timer: Timer, at: Time);

    fn cancel(&mut self, timer: Timer);

    /// When a timer of the sender expires; `NEVER` if the timer is not set.
    fn due(&self, timer: Timer) -> Time;

    fn arm_receiver(&mut self, timer: u32, at: Time);

    fn cancel_receiver(&mut self, timer: u32);

    // ---- random numbers ----

    /// The sender's random stream.
    fn rng(&mut self) -> &mut Rng;

    /// The receiver's random stream.
    fn receiver_rng(&mut self) -> &mut Rng;

    // ---- the application ----

    /// Takes up to `max` payload bytes from the application. Returns the number of bytes, 0 if the
    /// application has no data now.
    fn pull(&mut self, max: u32) -> u32;

    /// Takes up to `max` bytes for packet number `seq`: of new payload, or of what the application has to send before.
    fn pull_datagram(&mut self, max: u32, seq: u32) -> Datagram;

    /// Whether the application will never have more data.
    fn app_finished(&self) -> bool;

    /// The data that the sender has not pulled.
    fn unsent(&self) -> Unsent;

    /// Whether the application always has data.
    fn app_is_greedy(&self) -> bool;

    /// The largest rate of packets on the wire at which the application's encoder produces, in bit/s; `None` without an encoder.
    fn encoder_limit(&self) -> Option<f64>;

    /// The data that the application has ready and the sender has not pulled. Empty for a source that always
    /// has data.
    fn waiting(&self) -> Waiting;

    /// Recommends a rate of packets on the wire to the application, in bit/s. An encoder can follow it.
    fn recommend_rate(&mut self, rate: f64);

    /// Reports that all data of this connection has arrived, according to the feedback that the sender has
    /// received.
    fn completed(&mut self);

    /// Reports that all data of this connection has been sent, for senders without feedback that confirms its
    /// arrival.
    fn sent_all(&mut self);

    /// Reports that a data packet has reached the application, once for each packet.
    fn delivered(&mut self, packet: &Packet);

    /// Operations that the programs of all flows have used so far.
    fn operations(&self) -> u64;

    /// Counts operations that the program of this sender has used.
    fn count_operations(&mut self, operations: u64);

    /// Ends the run, because the program of this sender cannot continue.
    fn fail(&mut self, fault: ProgramFault);

    // ---- reports to the observer, which do not change the simulation ----

    /// Whether the algorithm's own signals are recorded. If not, the algorithm need not compute them.
    fn records_own_signals(&self) -> bool;

    /// Reports the value of one of the algorithm's own signals, which `signals!` declares.
    fn signal(&mut self, signal: SignalIndex, value: f64);

    /// Reports one of the algorithm's decisions, which `decisions!` declares.
    #[inline]
    fn decide<D: Decided>(&mut self, decision: D) {
        if self.records_decisions() {
            self.report_decision(D::KIND, decision.values().as_ref());
        }
    }

    fn records_decisions(&self) -> bool;

    /// Records a decision by its kind and values. Senders call `decide`.
    fn report_decision(&mut self, kind: u32, values: &[f64]);

    /// Reports a round-trip sample.
    fn report_rtt(&mut self, rtt: Time);

    /// Counts a round-trip sample in the summary only. `report_window_state` adds the sample to the recorded
    /// series.
    fn count_rtt(&mut self, rtt: Time);

    /// Reports the congestion window in packets and, if series are recorded, the packets in flight.
    fn report_window(&mut self, cwnd: f64, in_flight: impl FnOnce() -> u32);

    /// Reports the congestion window in packets and, if series are recorded, the state of the shared window
    /// sender.
    fn report_window_state(&mut self, cwnd: f64, state: impl FnOnce() -> WindowState);

    /// Reports the rate at which a paced sender may send, in bit/s.
    fn report_rate(&mut self, rate: f64);

    /// Reports that the sender reduced its window or rate; `window` is the new window in packets;
    /// rate-based senders convert their new rate to a window.
    fn report_reduction(&mut self, window: f64);

    /// Reports that loss recovery is over.
    fn report_recovered(&mut self);

    /// Reports that the retransmission or no-feedback timer expired after `timeout` seconds.
    fn report_timeout(&mut self, timeout: f64);

    /// Reports that the flow begins to probe the path (`true`) or to send normally (`false`).
    fn report_probing(&mut self, probing: bool);

    /// From now on, deliveries are counted in application data units of `bytes` bytes. The connection with
    /// index `stream` carries the units as a stream, other connections carry them as datagrams. The times
    /// between units are recorded as the algorithm's own signal `signal`.
    fn track_units(&mut self, bytes: u32, stream: u32, signal: SignalIndex);
}
