//! The window chassis: sequence numbers, acknowledgement clock, loss recovery as an axis of its own (Tahoe, Reno,
//! NewReno, SACK), retransmission timer, pacing, handshake. An algorithm says only how its window grows and shrinks.

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

/// How losses are repaired.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recovery {
    /// Third duplicate: window 1 and go back to the loss (Jacobson 1988).
    Tahoe,
    /// Third duplicate: resend one, go on at half the window until something new is acknowledged (RFC 5681).
    Reno,
    /// As Reno, but stay until all that was out is acknowledged (RFC 6582).
    NewReno { timer: PartialTimer },
    /// Selective acknowledgements (RFC 6675).
    Sack { rule: SackRule },
}

/// The window that an algorithm acts on, in packets.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub cwnd: f64,
    pub ssthresh: f64,
}

impl Window {
    #[inline]
    pub fn in_slow_start(&self) -> bool {
        self.cwnd < self.ssthresh
    }

    /// Slow start: one packet per packet acknowledged, at most two per acknowledgement (RFC 3465).
    #[inline]
    pub fn slow_start(&mut self, acked: u32) {
        self.cwnd += f64::from(acked.min(2));
    }

    /// Congestion avoidance: one packet per window acknowledged.
    #[inline]
    pub fn avoid_congestion(&mut self, acked: u32) {
        self.cwnd += f64::from(acked) / self.cwnd;
    }
}

/// What an algorithm is told with each acknowledgement.
#[derive(Clone, Copy, Debug)]
pub struct Acked {
    pub packets: u32,
    pub now: Time,
    /// Smoothed round-trip time in seconds.
    pub srtt: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Congestion {
    /// Duplicate acknowledgements or selective ones.
    Loss,
    Timeout,
}

/// The rules of one algorithm.
pub trait WindowAlgorithm: Clone {
    /// New data was acknowledged outside of recovery.
    fn on_ack(&mut self, w: &mut Window, acked: Acked);
    /// Congestion, once per window: sets `ssthresh`; the chassis sets the window. `base` is what a reduction is counted
    /// from, in packets.
    fn on_congestion(&mut self, w: &mut Window, base: f64, kind: Congestion, now: Time);
    /// The algorithm's own signals after something changed.
    fn emit(&self, _cx: &mut impl Context) {}
    fn digest(&self) -> u64 {
        0
    }
    /// Forgets what it has learned: a fresh connection begins.
    fn restart(&mut self) {}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Not started, or waiting for the handshake.
    Opening,
    Open,
    /// Fast recovery.
    Recovery,
    /// After a timeout, until all that was out is acknowledged.
    AfterTimeout,
}

/// What came of an acknowledgement.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    /// The round trip, if it was a sample.
    sampled: Option<Time>,
    /// The retransmission timer starts anew.
    restarts_timer: bool,
}

#[derive(Clone, Debug)]
pub struct WindowSender<A> {
    pub algorithm: A,
    recovery: Recovery,
    params: TcpParams,
    header: u16,
    /// What the receiver allows in flight, in whole packets.
    receive_window: u32,
    /// New packets are sent while fewer than this are out: the receiver's window, a fraction of a packet included.
    most_out: u32,
    w: Window,
    board: Scoreboard,
    /// Next packet to send; below `board.high()` only after going back.
    next: u32,
    mode: Mode,
    /// Recovery ends when this is acknowledged; no second reduction before.
    recover: u32,
    duplicates: u32,
    /// Reno's allowance for packets that have left the network.
    inflation: f64,
    /// ns-2's estimate of packets in flight during recovery.
    ns2_pipe: i64,
    partial_seen: bool,
    rescued: bool,
    rtt: RttEstimator,
    /// The packet being timed when timestamps are off, and when it was sent.
    timed: Option<(u32, Time)>,
    last_sent: Time,
    next_paced: Time,
    /// The window, neither the application nor the receiver, ended the last burst.
    limited: bool,
    /// Oldest packet at the last timeout: a second timeout of the same data does not lower the threshold again.
    timed_out_at: Option<u32>,
    stopped: bool,
    completed: bool,
    /// The next new packet says that the window was reduced because of a mark.
    tells_reduction: bool,
    /// The window was reduced when this was the next new packet, which says so: echoes count again once it is acknowledged.
    reduced_until: u32,
    /// Payload of a full packet, found out at the start.
    payload: u32,
    /// The application is greedy: it need not be asked.
    endless: bool,
    /// Payload bytes that may still be taken from the application.
    allowance: u64,
    /// Data packets say which bytes of the stream they carry.
    tells_offsets: bool,
    /// How often the window was reduced.
    reductions: u32,
    /// Nothing is to be looked after where a packet is sent, as `is_plain` says.
    plain: bool,
}

/// Neither pacing nor timing of single packets nor places in the stream: what most senders do without.
fn is_plain(params: &TcpParams, tells_offsets: bool) -> bool {
    !params.pacing && params.timestamps && !tells_offsets
}

/// The receiver's window in packets.
fn receive_window(params: &TcpParams) -> f64 {
    params.receive_window.unwrap_or(f64::MAX)
}

/// The retransmission timeout grows to this many seconds at most (RFC 6298 section 2.5).
const CEILING: f64 = 60.0;

fn initial_window(params: &TcpParams) -> Window {
    Window { cwnd: params.initial_window, ssthresh: params.initial_ssthresh.unwrap_or(f64::MAX) }
}

impl<A: WindowAlgorithm> WindowSender<A> {
    pub fn new(algorithm: A, recovery: Recovery, params: &TcpParams, header: u16) -> Self {
        WindowSender {
            algorithm,
            recovery,
            header,
            receive_window: receive_window(params) as u32,
            most_out: math::ceil(receive_window(params)) as u32,
            w: initial_window(params),
            board: Scoreboard::default(),
            next: 0,
            mode: Mode::Opening,
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
            tells_reduction: false,
            reduced_until: 0,
            payload: 0,
            endless: false,
            allowance: u64::MAX,
            tells_offsets: false,
            reductions: 0,
            plain: is_plain(params, false),
            params: params.clone(),
        }
    }

    // ---- for protocols that use a TCP as a part ----

    /// No more than so many bytes from now on; `u64::MAX`: no limit.
    pub fn allow_bytes(&mut self, bytes: u64) {
        self.allowance = bytes;
    }

    /// Payload bytes sent, without what was sent again.
    pub fn sent_bytes(&self) -> u64 {
        self.board.sent_bytes().saturating_sub(u64::from(self.board.high()) * u64::from(self.header))
    }

    /// Payload bytes acknowledged in order.
    pub fn acked_bytes(&self) -> u64 {
        self.board.acked_bytes().saturating_sub(u64::from(self.board.una()) * u64::from(self.header))
    }

    /// Data packets say which bytes of the stream they carry, in `info`.
    pub fn tell_offsets(&mut self) {
        self.tells_offsets = true;
        self.plain = is_plain(&self.params, self.tells_offsets);
    }

    /// How often the window was reduced since the start.
    pub fn reductions(&self) -> u32 {
        self.reductions
    }

    pub fn set_window(&mut self, cwnd: f64) {
        self.w.cwnd = cwnd;
    }

    pub fn window(&self) -> Window {
        self.w
    }

    pub fn srtt(&self) -> f64 {
        self.rtt.srtt()
    }

    /// Takes new settings while it runs; those of the start count if it has not started yet.
    pub fn set_params(&mut self, recovery: Recovery, params: &TcpParams) {
        self.params = params.clone();
        self.plain = is_plain(&self.params, self.tells_offsets);
        self.receive_window = receive_window(params) as u32;
        self.most_out = math::ceil(receive_window(params)) as u32;
        self.rtt.configure(params.rto_rule, params.min_rto, params.tick, params.initial_rto, CEILING);
        if self.mode == Mode::Opening {
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

    /// After a timeout everything is sent again, in order, whatever was received.
    fn forgets(&self) -> bool {
        !matches!(self.recovery, Recovery::Sack { rule: SackRule::Rfc6675 })
    }

    #[inline]
    fn is_going_back(&self) -> bool {
        self.mode == Mode::AfterTimeout && self.forgets()
    }

    /// Packets in flight as the present mode counts them.
    #[inline]
    fn in_flight(&self) -> u32 {
        if self.mode == Mode::Open || !self.selective() || self.is_going_back() {
            self.next - self.board.una()
        } else if let (Recovery::Sack { rule: SackRule::Ns2 }, Mode::Recovery) = (self.recovery, self.mode) {
            self.ns2_pipe.max(0) as u32
        } else {
            self.board.pipe()
        }
    }

    /// The same without those that duplicates have told of: what is really under way.
    #[inline]
    fn under_way(&self) -> u32 {
        let in_flight = self.in_flight();
        // Mostly nothing is to be converted.
        if self.inflation > 0.0 { in_flight.saturating_sub(self.inflation as u32) } else { in_flight }
    }

    fn open(&mut self, cx: &mut impl Context) {
        self.mode = Mode::Open;
        self.last_sent = cx.now();
    }

    /// Takes up an acknowledgement, if one has come; sends what may be sent now, sees to the retransmission timer, and
    /// reports. Whatever happens to a sender ends here: one function, which keeps at hand what its parts look at.
    #[inline(never)]
    fn go_on(&mut self, acknowledgement: Option<&Packet>, cx: &mut impl Context) {
        let mut told = Told::default();
        if let Some(packet) = acknowledgement {
            match self.take_up(packet, cx) {
                Some(news) => told = news,
                None => return,
            }
        }
        if self.mode != Mode::Opening {
            self.try_send(cx);
            self.keep_timer(told.restarts_timer, cx);
        }
        self.report(told.sampled, cx);
    }

    /// The retransmission timer runs while anything is out (RFC 6298 section 5).
    #[inline(always)] // For `go_on` alone.
    fn keep_timer(&mut self, restarts: bool, cx: &mut impl Context) {
        if self.board.is_empty() {
            cx.cancel(Timer::Timeout);
        } else if restarts || cx.due(Timer::Timeout) == NEVER {
            cx.arm(Timer::Timeout, cx.now() + self.rtt.timeout());
        }
    }

    /// Signals after something changed.
    #[inline(always)] // For `go_on` alone.
    fn report(&mut self, sampled: Option<Time>, cx: &mut impl Context) {
        cx.report_window_state(self.w.cwnd, || WindowState {
            in_flight: self.under_way(),
            rtt: sampled,
            ssthresh: Some(self.w.ssthresh).filter(|ssthresh| *ssthresh < 1e12),
            srtt: self.rtt.srtt(),
            rto: self.rtt.timeout_secs(),
        });
        if cx.records_own_signals() {
            self.algorithm.emit(cx);
        }
        if !self.completed && self.board.is_empty() && cx.app_finished() && self.mode == Mode::Open {
            self.completed = true;
            cx.completed();
        }
    }

    /// Takes a round-trip sample, and returns it.
    #[inline(always)] // The call would cost as much as the work.
    fn measure(&mut self, sent: Time, cx: &mut impl Context) -> Time {
        let now = cx.now();
        self.rtt.sample(sent, now);
        let rtt = now.saturating_sub(sent);
        cx.count_rtt(rtt);
        rtt
    }

    /// The same where it is less often.
    #[inline(never)]
    fn measure_anew(&mut self, sent: Time, cx: &mut impl Context) -> Time {
        self.rtt.clear_back_off();
        self.measure(sent, cx)
    }

    /// Without timestamps one packet per window is timed. Its sample, not the acknowledgement itself, ends the back-off
    /// (RFC 6298 section 5): an acknowledgement of what was sent twice says nothing about the path (Karn).
    fn measure_timed(&mut self, next: u32, cx: &mut impl Context) -> Option<Time> {
        let (_, sent) = self.timed.filter(|(seq, _)| next > *seq)?;
        self.timed = None;
        Some(self.measure_anew(sent, cx))
    }

    /// An acknowledgement while the connection is being opened, or one that says nothing.
    #[cold]
    fn on_handshake(&mut self, packet: &Packet, cx: &mut impl Context) -> Option<Told> {
        if self.mode != Mode::Opening || packet.flags & SYN == 0 {
            return None;
        }
        let sampled = Some(self.measure_anew(packet.stamp, cx));
        cx.cancel(Timer::Timeout);
        self.open(cx);
        Some(Told { sampled, restarts_timer: false })
    }

    /// Takes up what an acknowledgement tells, if it tells anything.
    #[inline(always)] // For `go_on` alone.
    fn take_up(&mut self, packet: &Packet, cx: &mut impl Context) -> Option<Told> {
        let Body::Ack { next, note, .. } = Body::of(packet) else { return None };
        if self.mode == Mode::Opening || packet.flags & SYN != 0 || next > self.board.high() {
            cx.take_note(note);
            return self.on_handshake(packet, cx);
        }
        let is_new = next > self.board.una();
        let sampled = if !self.params.timestamps {
            self.measure_timed(next, cx)
        } else if is_new || self.mode == Mode::Open {
            if is_new {
                self.rtt.clear_back_off();
            }
            Some(self.measure(packet.stamp, cx))
        } else {
            None
        };
        let news = note != 0 && self.take_blocks(note, cx);
        let mut restarts_timer = false;
        if is_new {
            restarts_timer = self.on_new_ack(next, cx);
            // A partial acknowledgement with blocks may itself show that the first packet is lost.
            if news && self.mode == Mode::Open && self.selective() && self.board.next_lost().is_some() {
                self.on_duplicate(news, cx);
            }
        } else {
            self.on_duplicate(news, cx);
        }
        if packet.flags & ECHO != 0 && self.params.ecn {
            self.on_echo(cx);
        }
        Some(Told { sampled, restarts_timer })
    }

    /// Takes up what an acknowledgement tells in blocks; whether anything of it is new.
    #[inline(never)]
    fn take_blocks(&mut self, note: u32, cx: &mut impl Context) -> bool {
        let Some(Note::Sack(blocks)) = cx.take_note(note) else { return false };
        let mut news = false;
        for (from, to) in blocks.iter() {
            news |= self.board.sack(from, to) > 0;
        }
        match (self.recovery, self.mode) {
            (Recovery::Sack { rule: SackRule::Ns2 }, Mode::Recovery) => _ = self.board.judge(1),
            // ns-2 counts duplicates that came, not packets that they tell of.
            (Recovery::Sack { rule: SackRule::Ns2 }, _) => {}
            _ => _ = self.board.judge(DUP_THRESH),
        }
        news
    }
}

impl<A: WindowAlgorithm> Sender for WindowSender<A> {
    fn start(&mut self, cx: &mut impl Context) {
        self.stopped = false;
        self.payload = u32::from(cx.packet_size().saturating_sub(self.header).max(1));
        self.endless = cx.app_is_greedy();
        if self.params.handshake {
            self.send_syn(cx);
        } else {
            self.open(cx);
            self.go_on(None, cx);
        }
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.stopped = true;
        if self.mode == Mode::Opening {
            // Nobody is left to open a connection for.
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
        self.go_on(Some(packet), cx);
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match timer {
            Timer::Timeout => self.on_timeout(cx),
            Timer::Send => {}
            Timer::Round | Timer::Other => return,
        }
        self.go_on(None, cx);
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        self.go_on(None, cx);
    }

    fn state(&self) -> SenderState {
        SenderState { window: Some(self.w.cwnd), rate: None, in_flight: self.under_way() }
    }

    fn digest(&self) -> u64 {
        // Nothing of a sender that does not speak ECN depends on these.
        let told = (u64::from(self.reduced_until) << 32) | (u64::from(self.tells_reduction) << 31);
        let marks = if self.params.ecn { told } else { 0 };
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

/// The receiver that goes with a recovery.
pub fn receiver(recovery: Recovery, params: &TcpParams) -> AnyReceiver {
    let sack = matches!(recovery, Recovery::Sack { .. });
    AnyReceiver::AckReceiver(AckReceiver::new(sack, params.ack_every, params.ack_delay, params.ack_size))
}
