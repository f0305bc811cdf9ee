//! The window chassis: what all window-based senders share. It numbers packets, processes acknowledgements, recovers losses
//! (Tahoe, Reno, NewReno or SACK, independently of the algorithm), runs the retransmission timer, paces packets and opens the
//! connection. An algorithm ([`WindowAlgorithm`]) determines how the window grows and shrinks.

mod acknowledgements;
mod algorithm;
mod hystart;
mod recovery;
mod repair;
mod sending;
mod signals;

use self::algorithm::ContextReports;
pub use self::algorithm::{
    Acked, AlgorithmHandle, Congestion, CongestionWindow, Feedback, Recovery, Reports, WindowAlgorithm,
};
pub use self::signals::{SIGNALS, WindowSignals, decision, decisions_with_inflation};
use crate::transport::context::{Context, Timer, WindowState};
use crate::transport::endpoint::{Sender, SenderState};
use crate::transport::receivers::AnyReceiver;

use self::acknowledgements::AckResult;
use self::hystart::HyStart;
use self::repair::LossRepair;
use super::ack_receiver::AckReceiver;
use super::rto::RttEstimator;
use super::scoreboard::Scoreboard;
use super::tcp_params::{HalveBase, SackRule, TcpParams};
use crate::ground::digest::Digest;
#[cfg(any(test, feature = "testing"))]
use crate::ground::digest::{Changed, State};
use crate::ground::math;
use crate::ground::packet::Packet;
use crate::ground::time::{NEVER, Time};
use crate::{state, state_enum};

/// The phase of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WindowMode {
    /// Not started, or waiting for the handshake.
    Opening,
    Open,
    /// In fast recovery.
    Recovery,
    /// After a timeout or a loss in Tahoe has set the window to one packet, until all data sent before is acknowledged.
    AfterReset,
}

#[derive(Clone, Debug)]
pub struct WindowSender<A> {
    pub algorithm: A,
    recovery: Recovery,
    params: TcpParams,
    /// Bytes of header in each data packet.
    header: u16,
    /// The receiver's window in packets, rounded down.
    receive_window: u32,
    /// The receiver's window in packets, rounded up. Recovery sends new packets only while fewer than this are unacknowledged.
    receive_limit: u32,
    w: CongestionWindow,
    /// The state of every packet that is not acknowledged in order.
    board: Scoreboard,
    /// Next packet to send. Below `board.high()` only while the sender goes back after a loss.
    next: u32,
    mode: WindowMode,
    /// Recovery ends once all packets below this one are acknowledged; until then the window is not reduced again (RFC 6582
    /// section 3.2).
    recover: u32,
    /// Consecutive duplicate acknowledgements outside of recovery.
    duplicates: u32,
    /// Number of packets by which Reno's recovery inflates the window, because as many packets have left the network (RFC 5681
    /// section 3.2, step 4).
    inflation: f64,
    /// ns-2's estimate of packets in flight during recovery.
    ns2_pipe: i64,
    /// Whether a partial acknowledgement has arrived in this recovery.
    partial_seen: bool,
    /// Whether the rescue retransmission of this recovery has been used (RFC 6675 section 4, rule 4 of NextSeg).
    rescue_used: bool,
    rtt: RttEstimator,
    /// Without timestamps: the packet whose round trip is being measured, and when it was sent.
    timed: Option<(u32, Time)>,
    last_sent: Time,
    /// With pacing: the earliest time of the next packet.
    next_paced: Time,
    /// Whether the congestion window ended the last burst of packets, not the application or the receiver's window.
    window_limited: bool,
    /// While the congestion window is not the limit: the last time at which it could grow.
    could_grow_at: Time,
    /// Oldest unacknowledged packet at the last timeout; `None` after new data has been acknowledged. A repeated timeout of this
    /// packet does not lower the threshold again (RFC 5681 section 3.1), except in ns-2.
    timed_out_packet: Option<u32>,
    /// Whether slow start follows a timeout. The window then grows by at most one packet per acknowledgement (RFC 3465 section 2.3).
    slow_start_after_timeout: bool,
    /// Number of timeouts of the SYN.
    lost_syns: u32,
    stopped: bool,
    completed: bool,
    /// Whether the next new packet carries the flag CWR, which announces a reduction (RFC 3168 section 6.1.2).
    announces_reduction: bool,
    /// Sequence number of the next new packet at the last reduction. Echoed marks are ignored until this packet is
    /// acknowledged.
    reduced_until: u32,
    /// Payload of a full packet in bytes.
    payload: u32,
    /// Whether the application always has data.
    app_is_greedy: bool,
    /// Payload bytes that may still be taken from the application.
    byte_allowance: u64,
    /// Whether data packets carry their offset in the stream.
    carries_offsets: bool,
    /// Number of recoveries and timeouts. Congestion marks do not count.
    losses_and_timeouts: u32,
    /// Whether the sender skips `record_send`, because it neither paces, nor times single packets, nor sends offsets in the stream, nor
    /// uses proportional rate reduction or RACK-TLP.
    skips_send_record: bool,
    /// The algorithm's `paces` and `makes_up_delays`, which do not change.
    paces_by_algorithm: bool,
    makes_up_delays: bool,
    hystart: HyStart,
    /// Proportional rate reduction and RACK-TLP, if the settings select at least one of them.
    repair: Option<Box<LossRepair>>,
}

/// The receiver's window in packets; `f64::MAX` for no limit.
fn receive_window(params: &TcpParams) -> f64 {
    params.receive_window.unwrap_or(f64::MAX)
}

/// Largest retransmission timeout in seconds (RFC 6298 section 2.5).
const MAX_RTO: f64 = 60.0;

/// The window with which a connection opens after `lost_syns` timeouts of its SYN. After more than one, it opens with one packet
/// (RFC 6928 section 2). ns-2 instead lowers the threshold at the first.
fn initial_window(params: &TcpParams, lost_syns: u32) -> CongestionWindow {
    let mut w = CongestionWindow {
        cwnd: params.initial_window,
        ssthresh: params.initial_ssthresh.unwrap_or(f64::MAX),
    };
    match params.halve {
        HalveBase::Flight if lost_syns > 1 => w.cwnd = 1.0,
        HalveBase::Window if lost_syns > 0 => w.ssthresh = recovery::MIN_THRESHOLD,
        _ => {}
    }
    w
}

impl<A: AlgorithmHandle> WindowSender<A> {
    pub fn new(algorithm: A, recovery: Recovery, params: &TcpParams, header: u16) -> Self {
        let mut sender = WindowSender {
            paces_by_algorithm: algorithm.get().paces(),
            makes_up_delays: algorithm.get().makes_up_delays(),
            algorithm,
            recovery,
            header,
            receive_window: receive_window(params) as u32,
            receive_limit: math::ceil(receive_window(params)) as u32,
            w: initial_window(params, 0),
            board: Scoreboard::default(),
            next: 0,
            mode: WindowMode::Opening,
            recover: 0,
            duplicates: 0,
            inflation: 0.0,
            ns2_pipe: 0,
            partial_seen: false,
            rescue_used: false,
            rtt: RttEstimator::new(params.rto_rule, params.min_rto, params.tick, params.initial_rto, MAX_RTO),
            timed: None,
            last_sent: 0,
            next_paced: 0,
            window_limited: true,
            could_grow_at: 0,
            timed_out_packet: None,
            slow_start_after_timeout: false,
            lost_syns: 0,
            stopped: false,
            completed: false,
            announces_reduction: false,
            reduced_until: 0,
            payload: 0,
            app_is_greedy: false,
            byte_allowance: u64::MAX,
            carries_offsets: false,
            losses_and_timeouts: 0,
            skips_send_record: false,
            hystart: HyStart::default(),
            repair: None,
            params: params.clone(),
        };
        sender.configure_repair();
        sender
    }

    // ---- methods for protocols that contain a TCP sender ----

    /// Limits the payload bytes that may still be sent; `u64::MAX` removes the limit.
    pub fn allow_bytes(&mut self, bytes: u64) {
        self.byte_allowance = bytes;
    }

    /// Payload bytes sent, not counting retransmissions.
    pub fn sent_bytes(&self) -> u64 {
        self.board.sent_bytes().saturating_sub(u64::from(self.board.high()) * u64::from(self.header))
    }

    /// Payload bytes acknowledged in order.
    pub fn acked_bytes(&self) -> u64 {
        self.board.acked_bytes().saturating_sub(u64::from(self.board.una()) * u64::from(self.header))
    }

    /// Makes data packets carry their offset in the stream, in `info`.
    pub fn carry_offsets(&mut self) {
        self.carries_offsets = true;
        self.configure_repair();
    }

    /// Number of recoveries and timeouts since the start. Congestion marks do not count.
    pub fn losses_and_timeouts(&self) -> u32 {
        self.losses_and_timeouts
    }

    /// Sets the congestion window in packets.
    pub fn set_window(&mut self, cwnd: f64) {
        self.w.cwnd = cwnd;
    }

    pub fn window(&self) -> CongestionWindow {
        self.w
    }

    /// Smoothed round-trip time in seconds.
    pub fn srtt(&self) -> f64 {
        self.rtt.srtt()
    }

    /// Applies new settings while the sender runs. The initial window and threshold take effect only if the connection is not open
    /// yet.
    pub fn set_params(&mut self, recovery: Recovery, params: &TcpParams) {
        self.params = params.clone();
        self.receive_window = receive_window(params) as u32;
        self.receive_limit = math::ceil(receive_window(params)) as u32;
        self.rtt.configure(params.rto_rule, params.min_rto, params.tick, params.initial_rto, MAX_RTO);
        if self.mode == WindowMode::Opening {
            self.w = initial_window(params, self.lost_syns);
        }
        if self.recovery != recovery {
            self.recovery = recovery;
            self.ns2_pipe = i64::from(self.board.pipe());
        }
        self.configure_repair();
    }

    /// Whether the sender uses selective acknowledgements.
    #[inline]
    fn uses_sack(&self) -> bool {
        matches!(self.recovery, Recovery::Sack { .. })
    }

    /// Whether a timeout makes the sender retransmit all unacknowledged packets in order (go-back-N), even packets that
    /// selective acknowledgements have covered.
    fn goes_back(&self) -> bool {
        !matches!(self.recovery, Recovery::Sack { rule: SackRule::Rfc6675 })
    }

    /// Whether the sender is retransmitting all unacknowledged packets in order.
    #[inline]
    fn is_going_back(&self) -> bool {
        self.mode == WindowMode::AfterReset && self.goes_back()
    }

    /// Number of packets in flight. After a loss, a sender with selective acknowledgements uses the pipe of RFC 6675 section 4 or
    /// ns-2's estimate. In all other cases, every packet counts that was sent and is not acknowledged.
    #[inline]
    fn in_flight(&self) -> u32 {
        if self.mode == WindowMode::Open || !self.uses_sack() || self.is_going_back() {
            self.next - self.board.una()
        } else if let (Recovery::Sack { rule: SackRule::Ns2 }, WindowMode::Recovery) =
            (self.recovery, self.mode)
        {
            self.ns2_pipe.max(0) as u32
        } else {
            self.board.pipe()
        }
    }

    /// Number of packets in flight, without the packets that have arrived according to duplicate acknowledgements.
    #[inline]
    fn outstanding(&self) -> u32 {
        let in_flight = self.in_flight();
        if self.inflation > 0.0 { in_flight.saturating_sub(self.inflation as u32) } else { in_flight }
    }

    /// Opens the connection, so that data can be sent.
    fn open(&mut self, cx: &mut impl Context) {
        self.mode = WindowMode::Open;
        self.last_sent = cx.now();
    }

    /// Processes an acknowledgement, if there is one, sends the packets that may be sent, updates the retransmission timer, and
    /// reports the state. The handlers of all events call this function last. It is a single function so that the sender's state
    /// stays in registers.
    fn process_ack_and_send(&mut self, acknowledgement: Option<&Packet>, cx: &mut impl Context) {
        let mut result = AckResult::default();
        if let Some(packet) = acknowledgement {
            match self.process_ack(packet, cx) {
                Some(processed) => result = processed,
                None => return,
            }
        }
        if self.mode != WindowMode::Opening {
            self.try_send(cx);
            self.update_retransmission_timer(result.restarts_timer, cx);
            if self.repair.is_some() {
                self.update_rack_timer(result.restarts_timer, cx);
            }
        }
        self.report(result.rtt_sample, cx);
    }

    /// Keeps the retransmission timer running while packets are unacknowledged, and restarts it if `restarts` is true (RFC 6298
    /// section 5).
    #[inline]
    fn update_retransmission_timer(&mut self, restarts: bool, cx: &mut impl Context) {
        if self.board.is_empty() {
            cx.cancel(Timer::Timeout);
        } else if restarts || cx.due(Timer::Timeout) == NEVER {
            cx.arm(Timer::Timeout, cx.now() + self.rtt.timeout());
        }
    }

    /// Reports the sender's state and signals. Reports completion once all data is acknowledged.
    #[inline]
    fn report(&mut self, rtt_sample: Option<Time>, cx: &mut impl Context) {
        cx.report_window_state(self.w.cwnd, || WindowState {
            in_flight: self.outstanding(),
            rtt: rtt_sample,
            ssthresh: Some(self.w.ssthresh).filter(|ssthresh| *ssthresh < 1e12),
            srtt: self.rtt.srtt(),
            rto: self.rtt.timeout_secs(),
        });
        if cx.records_own_signals() {
            self.algorithm.get().emit(&mut ContextReports(cx));
        }
        if !self.completed && self.board.is_empty() && cx.app_finished() && self.mode == WindowMode::Open {
            self.completed = true;
            cx.completed();
        }
    }
}

impl<A: AlgorithmHandle> Sender for WindowSender<A> {
    fn start(&mut self, cx: &mut impl Context) {
        self.stopped = false;
        self.payload = u32::from(cx.packet_size().saturating_sub(self.header).max(1));
        self.app_is_greedy = cx.app_is_greedy();
        if self.params.handshake {
            self.send_syn(cx);
        } else {
            self.open(cx);
            self.process_ack_and_send(None, cx);
        }
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.stopped = true;
        if self.mode == WindowMode::Opening {
            cx.cancel(Timer::Timeout);
        }
    }

    fn restart(&mut self, cx: &mut impl Context) {
        for timer in Timer::ALL {
            cx.cancel(timer);
        }
        let mut algorithm = self.algorithm.clone();
        algorithm.get_mut().restart();
        *self = WindowSender::new(algorithm, self.recovery, &self.params, self.header);
        self.start(cx);
    }

    #[inline]
    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        self.process_ack_and_send(Some(packet), cx);
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match timer {
            Timer::Timeout | Timer::Other if self.rack_timer_expired(timer, cx) => {}
            Timer::Timeout => self.on_timeout(cx),
            Timer::Send => {}
            Timer::Round | Timer::Other => return,
        }
        self.process_ack_and_send(None, cx);
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        self.process_ack_and_send(None, cx);
    }

    fn state(&self) -> SenderState {
        SenderState { window: Some(self.w.cwnd), rate: None, in_flight: self.outstanding() }
    }

    fn digest(&self) -> u64 {
        Digest::of(self)
    }

    #[cfg(any(test, feature = "testing"))]
    fn changed(&self) -> Vec<Changed<Self>> {
        State::changed(self)
    }
}

state_enum!(WindowMode { Opening, Open, Recovery, AfterReset });

state!(impl<A: AlgorithmHandle> WindowSender<A> {
    w,
    next,
    recover,
    duplicates,
    mode,
    board,
    rtt,
    algorithm,
    inflation,
    ns2_pipe if |s| s.recovery == Recovery::Sack { rule: SackRule::Ns2 },
    partial_seen if |s| matches!(s.recovery, Recovery::NewReno { .. }),
    rescue_used if |s| s.recovery == Recovery::Sack { rule: SackRule::Rfc6675 },
    timed if |s| !s.params.timestamps,
    last_sent if |s| s.params.idle_restart,
    next_paced if |s| s.params.pacing || s.algorithm.get().paces(),
    window_limited,
    could_grow_at if |s| !s.window_limited,
    timed_out_packet,
    slow_start_after_timeout,
    lost_syns,
    stopped,
    completed,
    announces_reduction if |s| s.params.ecn,
    reduced_until if |s| s.params.ecn,
    byte_allowance,
    losses_and_timeouts,
    hystart if |s| s.params.hystart,
    repair if |s| s.params.prr || s.params.rack,
} not {
    recovery, params, header, receive_window, receive_limit, payload, app_is_greedy, carries_offsets, skips_send_record,
    paces_by_algorithm, makes_up_delays,
});

/// The receiver for a kind of recovery. The receiver sends SACK blocks only if the sender uses them.
pub fn receiver(recovery: Recovery, params: &TcpParams) -> AnyReceiver {
    let sack = matches!(recovery, Recovery::Sack { .. });
    let mut receiver = AckReceiver::new(sack, params.ack_every, params.ack_delay, params.ack_size);
    if params.rack {
        receiver.report_duplicates();
    }
    AnyReceiver::AckReceiver(receiver)
}
