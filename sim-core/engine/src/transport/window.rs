//! The shared window sender: the code that all window-based senders with retransmissions share. It numbers
//! packets, processes acknowledgements, recovers losses (Tahoe, Reno, NewReno or SACK, independently of the
//! algorithm), runs the retransmission timer, paces packets and opens the connection. An algorithm
//! ([`WindowAlgorithm`]) determines how the window grows and shrinks.

mod acknowledgements;
mod algorithm;
mod hystart;
mod loss_recovery;
mod parts;
mod quic;
mod recovery;
mod repair;
mod sending;
mod signals;
mod undo;

use self::acknowledgements::AckResult;
pub(crate) use self::algorithm::ContextReports;
pub use self::algorithm::{
    Acked, AlgorithmHandle, Congestion, CongestionWindow, Feedback, Recovery, Reports, SavedRules,
    WindowAlgorithm,
};
use self::hystart::HyStart;
use self::loss_recovery::{LossRecovery, RecoveryPhase};
use self::parts::{LastReduction, Pacing, SendLimit, Stream, Timeouts};
use self::repair::LossRepair;
pub use self::signals::{SIGNALS, WindowSignals, decision, decisions_with_inflation};
use super::ack_receiver::AckReceiver;
use super::mark_count::{MarkCount, counted_bits};
use super::quic_receiver::QuicReceiver;
use super::rto::RttEstimator;
use super::scoreboard::Scoreboard;
use super::tcp_params::{HalveBase, SackRule, TcpParams};
use crate::transport::context::WindowState;
use crate::transport::journal::Journal;
use crate::transport::prelude::*;
use crate::transport::receivers::AnyReceiver;

#[derive(Clone, Debug, State)]
#[state(not(receive_window_floor, receive_window_ceil, needs_send_bookkeeping))]
pub struct WindowSender<A> {
    params: TcpParams,
    /// The receiver's window in packets, rounded down.
    receive_window_floor: u32,
    /// The receiver's window in packets, rounded up. Recovery sends new packets only while fewer than this
    /// are unacknowledged.
    receive_window_ceil: u32,
    window: CongestionWindow,
    /// Next packet to send. Below `board.high()` only while the sender retransmits from an earlier packet
    /// after a loss.
    next: u32,
    recovery: LossRecovery,
    /// The state of every packet that is not acknowledged in order.
    board: Scoreboard,
    rtt: RttEstimator,
    #[state(then self.recovery.add_method_to(digest))]
    pub algorithm: A,
    /// Without timestamps: the packet whose round trip is being measured, and when it was sent.
    #[state(if !self.params.timestamps)]
    timed: Option<(u32, Time)>,
    #[state(if self.params.idle_restart)]
    last_sent: Time,
    #[state(if self.params.pacing || self.pacing.by_algorithm)]
    pacing: Pacing,
    limit: SendLimit,
    timeouts: Timeouts,
    stopped: bool,
    completed: bool,
    #[state(if self.params.ecn)]
    reduction: LastReduction,
    /// With accurate feedback of marks: their number.
    #[state(if self.params.counts_marks())]
    marks: MarkCount,
    /// With the setting `rate_limited_increase`: the largest number of packets in flight since the last
    /// reduction, at first the initial window. Counted while the congestion window does not limit sending.
    #[state(if self.params.rate_limited_increase)]
    max_flight: u32,
    stream: Stream,
    /// Number of recoveries and timeouts. Congestion marks do not count.
    losses_and_timeouts: u32,
    #[state(if self.params.hystart)]
    hystart: HyStart,
    /// Proportional rate reduction, RACK-TLP, the undo of reductions and QUIC's loss detection, if the settings
    /// select any of them.
    #[state(if self.params.prr || self.params.rack || self.params.undo || self.params.f_rto || self.params.quic)]
    repair: Option<Box<LossRepair>>,
    /// Whether the sender needs `record_send`: it paces, times single packets, sends offsets in the stream,
    /// observes every acknowledgement, or uses proportional rate reduction or RACK-TLP.
    needs_send_bookkeeping: bool,
}

/// The receiver's window in packets; `f64::MAX` for no limit.
fn receive_window(params: &TcpParams) -> f64 {
    params.receive_window.unwrap_or(f64::MAX)
}

/// The recovery of a sender for whose algorithm `recovery` is selected. QUIC retransmits the packets that are
/// known to be lost.
fn recovery_with(params: &TcpParams, recovery: Recovery) -> Recovery {
    if params.quic { Recovery::Sack { rule: SackRule::Rfc6675 } } else { recovery }
}

/// Largest retransmission timeout in seconds (RFC 6298 section 2.5).
const MAX_RTO: f64 = 60.0;

/// The window with which a connection opens after `lost_syns` timeouts of its SYN. After more than one
/// timeout of the SYN, the connection begins with a window of one packet (RFC 6928 section 2). ns-2 instead
/// lowers the threshold at the first timeout.
fn initial_window(params: &TcpParams, lost_syns: u32) -> CongestionWindow {
    let mut w = CongestionWindow {
        cwnd: params.initial_window,
        ssthresh: params.initial_ssthresh.unwrap_or(f64::MAX),
    };
    match params.halve {
        HalveBase::Flight | HalveBase::Cwnd if lost_syns > 1 => w.cwnd = 1.0,
        HalveBase::Window if lost_syns > 0 => w.ssthresh = recovery::MIN_THRESHOLD,
        _ => {}
    }
    w
}

impl<A: AlgorithmHandle> WindowSender<A> {
    pub fn new(algorithm: A, recovery: Recovery, params: &TcpParams, header: u16) -> Self {
        let (by_algorithm, makes_up_delays) = (algorithm.get().paces(), algorithm.get().makes_up_delays());
        let mut sender = WindowSender {
            algorithm,
            receive_window_floor: whole::<u32>(receive_window(params)),
            receive_window_ceil: whole::<u32>(math::ceil(receive_window(params))),
            window: initial_window(params, 0),
            board: Scoreboard::default(),
            next: 0,
            recovery: LossRecovery::new(recovery_with(params, recovery)),
            rtt: RttEstimator::new(params.rto_rule, params.min_rto, params.tick, params.initial_rto, MAX_RTO),
            timed: None,
            last_sent: 0,
            pacing: Pacing { next_paced: 0, by_algorithm, makes_up_delays: by_algorithm && makes_up_delays },
            limit: SendLimit::CongestionWindow,
            timeouts: Timeouts::default(),
            stopped: false,
            completed: false,
            reduction: LastReduction::default(),
            marks: MarkCount::default(),
            max_flight: whole::<u32>(params.initial_window),
            stream: Stream {
                byte_allowance: u64::MAX,
                header,
                payload: 0,
                app_is_greedy: false,
                carries_offsets: false,
            },
            losses_and_timeouts: 0,
            needs_send_bookkeeping: false,
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
        self.stream.byte_allowance = bytes;
    }

    /// Payload bytes sent, not counting retransmissions.
    pub fn sent_bytes(&self) -> u64 {
        self.board.sent_bytes().saturating_sub(u64::from(self.board.high()) * u64::from(self.stream.header))
    }

    /// Payload bytes acknowledged in order.
    pub fn acked_bytes(&self) -> u64 {
        self.board.acked_bytes().saturating_sub(u64::from(self.board.una()) * u64::from(self.stream.header))
    }

    /// Makes data packets carry their offset in the stream, in `info`.
    pub fn carry_offsets(&mut self) {
        self.stream.carries_offsets = true;
        self.configure_repair();
    }

    /// Number of recoveries and timeouts since the start. Congestion marks do not count.
    pub fn losses_and_timeouts(&self) -> u32 {
        self.losses_and_timeouts
    }

    /// Whether the algorithm paces packets from now on.
    pub fn set_paced(&mut self, paced: bool) {
        self.pacing.by_algorithm = paced;
    }

    /// Sets the congestion window in packets.
    pub fn set_window(&mut self, cwnd: f64) {
        self.window.cwnd = cwnd;
    }

    pub fn window(&self) -> CongestionWindow {
        self.window
    }

    /// Smoothed round-trip time in seconds.
    pub fn srtt(&self) -> f64 {
        self.rtt.srtt()
    }

    /// Applies new settings while the sender runs. The initial window and threshold take effect only if the
    /// connection is not open yet.
    pub fn set_params(&mut self, recovery: Recovery, params: &TcpParams) {
        self.params = params.clone();
        self.receive_window_floor = whole::<u32>(receive_window(params));
        self.receive_window_ceil = whole::<u32>(math::ceil(receive_window(params)));
        self.rtt.configure(params.rto_rule, params.min_rto, params.tick, params.initial_rto, MAX_RTO);
        if self.recovery.is_opening() {
            self.window = initial_window(params, self.timeouts.lost_syns);
        }
        self.recovery.select(recovery_with(params, recovery), self.board.pipe());
        self.configure_repair();
    }

    /// Whether the sender is retransmitting all unacknowledged packets in order.
    #[inline]
    fn is_going_back(&self) -> bool {
        self.recovery.is_after_reset() && self.recovery.uses_go_back_n()
    }

    /// Number of packets in flight. After a loss, a sender with selective acknowledgements uses the pipe of
    /// RFC 6675 section 4 or ns-2's estimate. In all other cases, every packet counts that was sent and is
    /// not acknowledged.
    #[inline]
    fn in_flight(&self) -> u32 {
        if self.recovery.is_open() {
            self.next - self.board.una()
        } else if !self.recovery.uses_go_back_n() {
            self.board.pipe()
        } else if !self.recovery.uses_sack() || self.recovery.is_after_reset() {
            self.next - self.board.una()
        } else {
            self.recovery.ns2_pipe().unwrap_or_else(|| self.board.pipe())
        }
    }

    /// Number of packets in flight, without the packets that have arrived according to duplicate
    /// acknowledgements.
    #[inline]
    fn outstanding(&self) -> u32 {
        let in_flight = self.in_flight();
        let inflation = self.recovery.inflation();
        if inflation > 0.0 { in_flight.saturating_sub(whole::<u32>(inflation)) } else { in_flight }
    }

    /// Opens the connection, so that data can be sent.
    fn open(&mut self, cx: &mut impl Context) {
        self.recovery.phase = RecoveryPhase::Open;
        self.last_sent = cx.now();
        self.algorithm.get_mut().on_open(&mut self.window, cx.now(), self.rtt.srtt());
    }

    /// Processes an acknowledgement, if there is one, sends the packets that may be sent, updates the
    /// retransmission timer, and reports the state. The handlers of all events call this function last. It is
    /// a single function so that the sender's state stays in registers.
    fn process_ack_and_send(&mut self, acknowledgement: Option<&Packet>, cx: &mut impl Context) {
        let mut result = AckResult::default();
        if let Some(packet) = acknowledgement {
            match self.process_ack(packet, cx) {
                Some(processed) => result = processed,
                None => return,
            }
        }
        if !self.recovery.is_opening() {
            self.try_send(cx);
            self.update_retransmission_timer(result.restarts_timer, cx);
            if self.repair.is_some() {
                self.update_repair_timer(result.restarts_timer, cx);
            }
        }
        self.report(result.rtt_sample, cx);
    }

    /// Keeps the retransmission timer running while packets are unacknowledged, and restarts it if `restarts`
    /// is true (RFC 6298 section 5).
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
        cx.report_window_state(self.window.cwnd, || WindowState {
            in_flight: self.outstanding(),
            rtt: rtt_sample,
            ssthresh: Some(self.window.ssthresh).filter(|ssthresh| *ssthresh < 1e12),
            srtt: self.rtt.srtt(),
            rto: self.rtt.timeout_secs(),
        });
        if cx.records_own_signals() {
            self.algorithm.get().emit(&mut ContextReports(cx));
        }
        let is_done = !self.completed && self.board.is_empty() && cx.app_finished();
        // QUIC's recovery ends with a packet that is sent after it began. At the end of a transfer, there may be none.
        if is_done && (self.recovery.is_open() || self.uses_quic()) {
            self.completed = true;
            cx.completed();
        }
    }
}

impl<A: AlgorithmHandle> Sender for WindowSender<A> {
    fn start(&mut self, cx: &mut impl Context) {
        self.stopped = false;
        self.stream.payload = u32::from(cx.packet_size().saturating_sub(self.stream.header).max(1));
        self.stream.app_is_greedy = cx.app_is_greedy();
        if self.params.handshake {
            self.send_syn(cx);
        } else {
            self.open(cx);
            self.process_ack_and_send(None, cx);
        }
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.stopped = true;
        if self.recovery.is_opening() {
            cx.cancel(Timer::Timeout);
        }
    }

    fn restart(&mut self, cx: &mut impl Context) {
        for timer in Timer::ALL {
            cx.cancel(timer);
        }
        let mut algorithm = self.algorithm.clone();
        algorithm.get_mut().restart();
        *self = WindowSender::new(algorithm, self.recovery.kind(), &self.params, self.stream.header);
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

    fn standing(&self, _connection: u32, seq: u32) -> Option<Standing> {
        let receipt = self.board.receipt(seq);
        let will_go_back = self.next <= seq && seq < self.board.high();
        let is_missed = receipt == Receipt::None && (will_go_back || self.board.is_lost_not_resent(seq));
        let sign = match (self.uses_quic(), self.recovery.uses_sack()) {
            (true, _) => "numbers",
            (false, true) => "selective",
            (false, false) => "duplicates",
        };
        let counts_marks = self.params.ecn && (self.params.quic || self.params.counts_marks());
        Some(Standing { receipt, is_missed, sign, counts_marks })
    }

    fn journal(&mut self) -> Option<&mut Journal> {
        self.quic_journal()
    }

    fn state(&self) -> SenderState {
        SenderState { window: Some(self.window.cwnd), rate: None, in_flight: self.outstanding() }
    }
}

/// The receiver for a kind of recovery. The receiver sends SACK blocks only if the sender uses them.
pub fn receiver(recovery: Recovery, params: &TcpParams) -> AnyReceiver {
    if params.quic {
        let receiver = QuicReceiver::new(params.ack_every, params.ack_delay, params.ack_size);
        return AnyReceiver::QuicReceiver(receiver);
    }
    let sack = matches!(recovery, Recovery::Sack { .. });
    let mut receiver = AckReceiver::new(sack, params.ack_every, params.ack_delay, params.ack_size);
    if params.rack || params.undo {
        receiver.report_duplicates();
    }
    if params.quick_acks {
        receiver.acknowledge_quickly();
        if params.growing_window {
            receiver.grow_window(params.receive_window);
        }
    }
    if params.counts_marks() {
        receiver.count_marks(counted_bits(params.ecn_feedback));
    }
    AnyReceiver::AckReceiver(receiver)
}
