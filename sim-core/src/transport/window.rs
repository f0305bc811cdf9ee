//! The window chassis: what all window-based senders share. It numbers packets, processes acknowledgements, recovers losses
//! (Tahoe, Reno, NewReno or SACK, independently of the algorithm), runs the retransmission timer, paces packets and opens the
//! connection. An algorithm ([`WindowAlgorithm`]) says how its window grows and shrinks.

mod recovery;
mod sending;
mod signals;

pub use self::signals::{OWN, OWN_DECISIONS, decisions, signals};

use super::WindowState;
use super::ack_receiver::AckReceiver;
use super::rto::RttEstimator;
use super::scoreboard::{DUP_THRESH, Scoreboard};
use super::tcp_params::{PartialTimer, SackRule, TcpParams};
use super::{AnyReceiver, Context, Sender, SenderState, Timer, digest_of};
use crate::ground::math;
use crate::ground::packet::{ECHO, Packet, SYN};
use crate::ground::time::{NEVER, Time};
use crate::transport::{Body, Note};

/// How lost packets are recovered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recovery {
    /// At the third duplicate acknowledgement: sets the window to 1 and sends again from the loss on (Jacobson 1988).
    Tahoe,
    /// At the third duplicate acknowledgement: retransmits one packet and sends at half the window until new data is acknowledged
    /// (RFC 5681 section 3.2).
    Reno,
    /// As Reno, but recovery lasts until all data sent before the loss is acknowledged (RFC 6582).
    NewReno { timer: PartialTimer },
    /// Retransmits what selective acknowledgements show to be lost (RFC 6675).
    Sack { rule: SackRule },
}

/// The congestion window and slow-start threshold that an algorithm sets, in packets.
#[derive(Clone, Copy, Debug)]
pub struct CongestionWindow {
    pub cwnd: f64,
    pub ssthresh: f64,
}

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

/// An acknowledgement of new data, as an algorithm sees it.
#[derive(Clone, Copy, Debug)]
pub struct Acked {
    pub packets: u32,
    pub now: Time,
    /// Smoothed round-trip time in seconds.
    pub srtt: f64,
}

/// How congestion was detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Congestion {
    /// By duplicate or selective acknowledgements, or a congestion mark.
    Loss,
    Timeout,
}

/// The rules of one window-based algorithm.
pub trait WindowAlgorithm: Clone {
    /// New data was acknowledged outside of loss recovery: increases `w.cwnd`.
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked);
    /// Congestion was detected, which happens at most once per window: sets `w.ssthresh`, and the chassis sets the window. `base` is
    /// the number of packets that a reduction is computed from, usually the packets in flight.
    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, now: Time);
    /// Emits the algorithm's own signals after something has changed.
    fn emit(&self, _cx: &mut impl Context) {}
    /// Everything that decides the algorithm's future, mixed into a hash.
    fn digest(&self) -> u64 {
        0
    }
    /// A fresh connection begins: resets what the algorithm has learned.
    fn restart(&mut self) {}
}

/// The state of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WindowMode {
    /// Not started, or waiting for the handshake.
    Opening,
    Open,
    /// In fast recovery.
    Recovery,
    /// After a timeout, until all data sent before it is acknowledged.
    AfterTimeout,
}

/// The result of processing an acknowledgement.
#[derive(Clone, Copy, Debug, Default)]
struct AckResult {
    /// The round-trip sample, if there was one.
    sampled: Option<Time>,
    /// Whether the retransmission timer restarts.
    restarts_timer: bool,
}

#[derive(Clone, Debug)]
pub struct WindowSender<A> {
    pub algorithm: A,
    recovery: Recovery,
    params: TcpParams,
    header: u16,
    /// The receiver's window in whole packets.
    receive_window: u32,
    /// New packets are sent in recovery while fewer than this are outstanding: the receiver's window, rounded up.
    receive_limit: u32,
    w: CongestionWindow,
    board: Scoreboard,
    /// Next packet to send; below `board.high()` only while the sender goes back after a loss.
    next: u32,
    mode: WindowMode,
    /// Recovery ends when this packet is acknowledged, and the window is not reduced again before (RFC 6582 section 3.2).
    recover: u32,
    duplicates: u32,
    /// Added to the window in Reno's recovery for packets that have left the network (RFC 5681 section 3.2, step 4).
    inflation: f64,
    /// ns-2's estimate of packets in flight during recovery.
    ns2_pipe: i64,
    /// A partial acknowledgement has arrived in this recovery.
    partial_seen: bool,
    /// The rescue retransmission of this recovery has been sent (RFC 6675 section 4, rule 4 of NextSeg).
    rescued: bool,
    rtt: RttEstimator,
    /// Without timestamps: the packet that is being timed, and when it was sent.
    timed: Option<(u32, Time)>,
    last_sent: Time,
    next_paced: Time,
    /// The window, not the application or the receiver, limited the last burst.
    limited: bool,
    /// Oldest unacknowledged packet at the last timeout. A further timeout of the same data does not lower the threshold again
    /// (RFC 5681 section 3.1).
    timed_out_at: Option<u32>,
    stopped: bool,
    completed: bool,
    /// The next new packet carries the flag that the window was reduced (CWR, RFC 3168 section 6.1.2).
    announces_reduction: bool,
    /// The next new packet at the last reduction. Echoes of marks count again once it is acknowledged.
    reduced_until: u32,
    /// Payload of a full packet in bytes.
    payload: u32,
    /// The application always has data.
    greedy: bool,
    /// Payload bytes that may still be taken from the application.
    allowance: u64,
    /// Data packets carry their offset in the stream.
    carries_offsets: bool,
    /// Number of reductions of the window.
    reductions: u32,
    /// The result of `is_plain`.
    plain: bool,
}

/// Whether a sender uses neither pacing, nor timing of single packets, nor offsets in the stream.
fn is_plain(params: &TcpParams, carries_offsets: bool) -> bool {
    !params.pacing && params.timestamps && !carries_offsets
}

/// The receiver's window in packets.
fn receive_window(params: &TcpParams) -> f64 {
    params.receive_window.unwrap_or(f64::MAX)
}

/// Largest retransmission timeout in seconds (RFC 6298 section 2.5).
const CEILING: f64 = 60.0;

fn initial_window(params: &TcpParams) -> CongestionWindow {
    CongestionWindow { cwnd: params.initial_window, ssthresh: params.initial_ssthresh.unwrap_or(f64::MAX) }
}

impl<A: WindowAlgorithm> WindowSender<A> {
    pub fn new(algorithm: A, recovery: Recovery, params: &TcpParams, header: u16) -> Self {
        WindowSender {
            algorithm,
            recovery,
            header,
            receive_window: receive_window(params) as u32,
            receive_limit: math::ceil(receive_window(params)) as u32,
            w: initial_window(params),
            board: Scoreboard::default(),
            next: 0,
            mode: WindowMode::Opening,
            recover: 0,
            duplicates: 0,
            inflation: 0.0,
            ns2_pipe: 0,
            partial_seen: false,
            rescued: false,
            rtt: RttEstimator::new(params.rto_rule, params.min_rto, params.tick, params.initial_rto, CEILING),
            timed: None,
            last_sent: 0,
            next_paced: 0,
            limited: true,
            timed_out_at: None,
            stopped: false,
            completed: false,
            announces_reduction: false,
            reduced_until: 0,
            payload: 0,
            greedy: false,
            allowance: u64::MAX,
            carries_offsets: false,
            reductions: 0,
            plain: is_plain(params, false),
            params: params.clone(),
        }
    }

    // ---- for protocols that contain a TCP ----

    /// Limits the payload bytes that may still be sent; `u64::MAX` removes the limit.
    pub fn allow_bytes(&mut self, bytes: u64) {
        self.allowance = bytes;
    }

    /// Payload bytes sent, without retransmissions.
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
        self.plain = is_plain(&self.params, self.carries_offsets);
    }

    /// Number of reductions of the window since the start.
    pub fn reductions(&self) -> u32 {
        self.reductions
    }

    pub fn set_window(&mut self, cwnd: f64) {
        self.w.cwnd = cwnd;
    }

    pub fn window(&self) -> CongestionWindow {
        self.w
    }

    pub fn srtt(&self) -> f64 {
        self.rtt.srtt()
    }

    /// Takes new settings while the sender runs. Initial values apply if the connection is not open yet.
    pub fn set_params(&mut self, recovery: Recovery, params: &TcpParams) {
        self.params = params.clone();
        self.plain = is_plain(&self.params, self.carries_offsets);
        self.receive_window = receive_window(params) as u32;
        self.receive_limit = math::ceil(receive_window(params)) as u32;
        self.rtt.configure(params.rto_rule, params.min_rto, params.tick, params.initial_rto, CEILING);
        if self.mode == WindowMode::Opening {
            self.w = initial_window(params);
        }
        if self.recovery != recovery {
            self.recovery = recovery;
            self.ns2_pipe = i64::from(self.board.pipe());
        }
    }

    #[inline]
    fn selective(&self) -> bool {
        matches!(self.recovery, Recovery::Sack { .. })
    }

    /// Whether a timeout makes the sender send everything again in order, even what selective acknowledgements have covered.
    fn goes_back(&self) -> bool {
        !matches!(self.recovery, Recovery::Sack { rule: SackRule::Rfc6675 })
    }

    #[inline]
    fn is_going_back(&self) -> bool {
        self.mode == WindowMode::AfterTimeout && self.goes_back()
    }

    /// Packets in flight, as the present mode counts them (RFC 6675 section 4, pipe, in recovery with selective acknowledgements).
    #[inline]
    fn in_flight(&self) -> u32 {
        if self.mode == WindowMode::Open || !self.selective() || self.is_going_back() {
            self.next - self.board.una()
        } else if let (Recovery::Sack { rule: SackRule::Ns2 }, WindowMode::Recovery) =
            (self.recovery, self.mode)
        {
            self.ns2_pipe.max(0) as u32
        } else {
            self.board.pipe()
        }
    }

    /// Packets in flight, less those that duplicate acknowledgements have shown to have arrived.
    #[inline]
    fn outstanding(&self) -> u32 {
        let in_flight = self.in_flight();
        if self.inflation > 0.0 { in_flight.saturating_sub(self.inflation as u32) } else { in_flight }
    }

    fn open(&mut self, cx: &mut impl Context) {
        self.mode = WindowMode::Open;
        self.last_sent = cx.now();
    }

    /// Processes an acknowledgement, if there is one, sends what may be sent, updates the retransmission timer, and reports. All
    /// events of a sender end here; a single function keeps the shared state in registers.
    #[inline(never)]
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
        }
        self.report(result.sampled, cx);
    }

    /// Keeps the retransmission timer running while packets are outstanding, and restarts it when `restarts` says so (RFC 6298
    /// section 5).
    #[inline(always)] // For `process_ack_and_send` alone.
    fn update_retransmission_timer(&mut self, restarts: bool, cx: &mut impl Context) {
        if self.board.is_empty() {
            cx.cancel(Timer::Timeout);
        } else if restarts || cx.due(Timer::Timeout) == NEVER {
            cx.arm(Timer::Timeout, cx.now() + self.rtt.timeout());
        }
    }

    /// Reports the sender's state and signals, and completion once all data is acknowledged.
    #[inline(always)] // For `process_ack_and_send` alone.
    fn report(&mut self, sampled: Option<Time>, cx: &mut impl Context) {
        cx.report_window_state(self.w.cwnd, || WindowState {
            in_flight: self.outstanding(),
            rtt: sampled,
            ssthresh: Some(self.w.ssthresh).filter(|ssthresh| *ssthresh < 1e12),
            srtt: self.rtt.srtt(),
            rto: self.rtt.timeout_secs(),
        });
        if cx.records_own_signals() {
            self.algorithm.emit(cx);
        }
        if !self.completed && self.board.is_empty() && cx.app_finished() && self.mode == WindowMode::Open {
            self.completed = true;
            cx.completed();
        }
    }

    /// Takes a round-trip sample and returns it.
    #[inline(always)] // The call would cost as much as the work.
    fn sample_rtt(&mut self, sent: Time, cx: &mut impl Context) -> Time {
        let now = cx.now();
        self.rtt.sample(sent, now);
        let rtt = now.saturating_sub(sent);
        cx.count_rtt(rtt);
        rtt
    }

    /// Takes an RTT sample and clears the backoff.
    #[inline(never)]
    fn sample_rtt_and_clear_backoff(&mut self, sent: Time, cx: &mut impl Context) -> Time {
        self.rtt.clear_back_off();
        self.sample_rtt(sent, cx)
    }

    /// Without timestamps, takes the sample of the timed packet if that is acknowledged. One packet per window is timed. Only its
    /// sample ends the backoff, because acknowledgements of retransmitted packets are ambiguous (Karn's algorithm, RFC 6298
    /// section 3).
    fn sample_timed_packet(&mut self, next: u32, cx: &mut impl Context) -> Option<Time> {
        let (_, sent) = self.timed.filter(|(seq, _)| next > *seq)?;
        self.timed = None;
        Some(self.sample_rtt_and_clear_backoff(sent, cx))
    }

    /// Opens the connection at the acknowledgement of the SYN; ignores any other acknowledgement that does not belong to the
    /// connection.
    #[cold]
    fn on_handshake(&mut self, packet: &Packet, cx: &mut impl Context) -> Option<AckResult> {
        if self.mode != WindowMode::Opening || packet.flags & SYN == 0 {
            return None;
        }
        let sampled = Some(self.sample_rtt_and_clear_backoff(packet.stamp, cx));
        cx.cancel(Timer::Timeout);
        self.open(cx);
        Some(AckResult { sampled, restarts_timer: false })
    }

    /// Processes an acknowledgement; `None` if it is not valid.
    #[inline(always)] // For `process_ack_and_send` alone.
    fn process_ack(&mut self, packet: &Packet, cx: &mut impl Context) -> Option<AckResult> {
        let Body::Ack { next, note, .. } = Body::of(packet) else { return None };
        if self.mode == WindowMode::Opening || packet.flags & SYN != 0 || next > self.board.high() {
            cx.take_note(note);
            return self.on_handshake(packet, cx);
        }
        let is_new = next > self.board.una();
        let sampled = if !self.params.timestamps {
            self.sample_timed_packet(next, cx)
        } else if is_new || self.mode == WindowMode::Open {
            if is_new {
                self.rtt.clear_back_off();
            }
            Some(self.sample_rtt(packet.stamp, cx))
        } else {
            None
        };
        let has_new_blocks = note != 0 && self.process_sack_blocks(note, cx);
        let mut restarts_timer = false;
        if is_new {
            restarts_timer = self.on_new_ack(next, cx);
            // A partial acknowledgement with blocks may itself show that the first packet is lost.
            if has_new_blocks
                && self.mode == WindowMode::Open
                && self.selective()
                && self.board.next_lost().is_some()
            {
                self.on_duplicate(has_new_blocks, cx);
            }
        } else {
            self.on_duplicate(has_new_blocks, cx);
        }
        if packet.flags & ECHO != 0 && self.params.ecn {
            self.on_ecn_echo(cx);
        }
        Some(AckResult { sampled, restarts_timer })
    }

    /// Processes the SACK blocks of an acknowledgement. Returns whether they cover packets that were not covered before.
    #[inline(never)]
    fn process_sack_blocks(&mut self, note: u32, cx: &mut impl Context) -> bool {
        let Some(Note::Sack(blocks)) = cx.take_note(note) else { return false };
        let mut has_new_blocks = false;
        for (from, to) in blocks.iter() {
            has_new_blocks |= self.board.sack(from, to) > 0;
        }
        match (self.recovery, self.mode) {
            (Recovery::Sack { rule: SackRule::Ns2 }, WindowMode::Recovery) => _ = self.board.judge(1),
            // ns-2 counts duplicate acknowledgements, not the packets that they cover.
            (Recovery::Sack { rule: SackRule::Ns2 }, _) => {}
            _ => _ = self.board.judge(DUP_THRESH),
        }
        has_new_blocks
    }
}

impl<A: WindowAlgorithm> Sender for WindowSender<A> {
    fn start(&mut self, cx: &mut impl Context) {
        self.stopped = false;
        self.payload = u32::from(cx.packet_size().saturating_sub(self.header).max(1));
        self.greedy = cx.app_is_greedy();
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
        algorithm.restart();
        *self = WindowSender::new(algorithm, self.recovery, &self.params, self.header);
        self.start(cx);
    }

    #[inline]
    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        self.process_ack_and_send(Some(packet), cx);
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match timer {
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
        // Without ECN the sender's future does not depend on these.
        let ecn = (u64::from(self.reduced_until) << 32) | (u64::from(self.announces_reduction) << 31);
        let marks = if self.params.ecn { ecn } else { 0 };
        digest_of(&[
            self.w.cwnd.to_bits(),
            self.w.ssthresh.to_bits(),
            u64::from(self.next),
            u64::from(self.recover),
            u64::from(self.duplicates) | marks,
            self.mode as u64,
            self.board.digest(),
            self.rtt.digest(),
            self.algorithm.digest(),
        ])
    }
}

/// The receiver that a kind of recovery needs.
pub fn receiver(recovery: Recovery, params: &TcpParams) -> AnyReceiver {
    let sack = matches!(recovery, Recovery::Sack { .. });
    AnyReceiver::AckReceiver(AckReceiver::new(sack, params.ack_every, params.ack_delay, params.ack_size))
}
