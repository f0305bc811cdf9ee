//! The window chassis: sequence numbers, acknowledgement clock, loss recovery as an axis of its own (Tahoe, Reno,
//! NewReno, SACK), retransmission timer, pacing, handshake. An algorithm says only how its window grows and shrinks.

mod recovery;
mod signals;

pub use self::signals::{OWN, OWN_DECISIONS, RTO, SRTT, SSTHRESH, decisions, signals};

use self::signals::RESTARTED;
use super::ack_receiver::AckReceiver;
use super::rto::{RtoRule, RttEstimator};
use super::scoreboard::{DUP_THRESH, Scoreboard};
use super::tcp_params::{PartialTimer, SackRule, TcpParams};
use super::{AnyReceiver, Cx, Outgoing, Sender, SenderState, Timer, digest_of};
use crate::engine::packet::{Body, ECHO, ECN_CAPABLE, Note, Packet, RETRANSMITTED, SYN};
use crate::engine::time::{NEVER, Time, from_secs, to_secs};

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
    fn emit(&self, _cx: &mut Cx) {}
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

#[derive(Clone, Debug)]
pub struct WindowSender<A> {
    pub algorithm: A,
    recovery: Recovery,
    params: TcpParams,
    header: u16,
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
    /// Payload bytes that may still be taken from the application.
    allowance: u64,
    /// Payload bytes sent, without what was sent again.
    sent_bytes: u64,
    /// Data packets say which bytes of the stream they carry.
    tells_offsets: bool,
    /// How often the window was reduced.
    reductions: u32,
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
            allowance: u64::MAX,
            sent_bytes: 0,
            tells_offsets: false,
            reductions: 0,
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
        self.sent_bytes
    }

    /// Payload bytes acknowledged in order.
    pub fn acked_bytes(&self) -> u64 {
        self.board.acked_bytes().saturating_sub(u64::from(self.board.una()) * u64::from(self.header))
    }

    /// Data packets say which bytes of the stream they carry, in `info`.
    pub fn tell_offsets(&mut self) {
        self.tells_offsets = true;
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
        self.rtt.configure(params.rto_rule, params.min_rto, params.tick, params.initial_rto, CEILING);
        if self.mode == Mode::Opening {
            self.w = initial_window(params);
        }
        if self.recovery != recovery {
            self.recovery = recovery;
            self.ns2_pipe = i64::from(self.board.pipe());
        }
    }

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

    fn receive_window(&self) -> f64 {
        self.params.receive_window.unwrap_or(f64::MAX)
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
        self.in_flight().saturating_sub(self.inflation.max(0.0) as u32)
    }

    /// Packets that may be in flight now.
    #[inline]
    fn allowed(&self) -> f64 {
        let extra = if self.mode == Mode::Open && self.params.limited_transmit {
            f64::from(self.duplicates.min(DUP_THRESH - 1))
        } else {
            self.inflation
        };
        ((self.w.cwnd + extra) as u32 as f64).max(1.0).min(self.receive_window() as u32 as f64)
    }

    fn open(&mut self, cx: &mut Cx) {
        self.mode = Mode::Open;
        self.last_sent = cx.now();
        self.report(cx);
        self.try_send(cx);
    }

    /// Sends what window, application and pacing allow.
    #[inline]
    fn try_send(&mut self, cx: &mut Cx) {
        if self.mode == Mode::Opening {
            return;
        }
        if self.params.idle_restart
            && self.board.is_empty()
            && cx.now() - self.last_sent > self.rtt.timeout()
            && self.w.cwnd > self.params.initial_window
        {
            let from = self.w.cwnd;
            self.w.cwnd = self.params.initial_window;
            cx.decide(RESTARTED, &[from, self.w.cwnd]);
        }
        loop {
            let allowed = self.allowed();
            if f64::from(self.in_flight()) >= allowed {
                // Where the receiver takes no more a larger window would change nothing, and would grow for ever.
                self.limited = allowed < self.receive_window() as u32 as f64;
                break;
            }
            if self.params.pacing && self.rtt.has_sample() && cx.now() < self.next_paced {
                cx.arm(Timer::Send, self.next_paced);
                break;
            }
            if !self.send_one(cx) {
                self.limited = false;
                break;
            }
        }
    }

    /// The next packet by priority; false if there is none.
    #[inline]
    fn send_one(&mut self, cx: &mut Cx) -> bool {
        if self.selective() && self.mode != Mode::Open && !self.is_going_back() {
            if let Some(seq) = self.board.next_lost() {
                self.resend(seq, cx);
                return true;
            }
            if self.send_new(cx) {
                return true;
            }
            if self.mode == Mode::Recovery
                && matches!(self.recovery, Recovery::Sack { rule: SackRule::Rfc6675 })
            {
                if let Some(seq) = self.board.next_hole() {
                    self.resend(seq, cx);
                    return true;
                }
                if !self.rescued && self.board.una() < self.recover {
                    // RFC 6675 rule 4: once per recovery the last packet out that is missing, so that a lost tail is
                    // heard of.
                    self.rescued = true;
                    if let Some(last) = self.board.last_missing().filter(|&last| !self.board.was_resent(last))
                    {
                        self.resend(last, cx);
                        return true;
                    }
                }
            }
            return false;
        }
        if self.next < self.board.high() {
            let seq = self.next;
            self.resend(seq, cx);
            self.next += 1;
            return true;
        }
        self.send_new(cx)
    }

    #[inline]
    fn send_new(&mut self, cx: &mut Cx) -> bool {
        if self.stopped || f64::from(self.board.high() - self.board.una()) >= self.receive_window() {
            return false;
        }
        let most = u32::from(cx.packet_size().saturating_sub(self.header).max(1));
        let payload = cx.pull(self.allowance.min(u64::from(most)) as u32);
        if payload == 0 {
            return false;
        }
        if self.allowance != u64::MAX {
            self.allowance -= u64::from(payload);
        }
        let size = payload as u16 + self.header;
        let seq = self.board.high();
        self.board.sent_new(size);
        self.next = seq + 1;
        let mut flags = 0;
        if self.params.ecn {
            // New data only: a retransmission is never marked (RFC 3168 section 6.1.5).
            flags = if std::mem::take(&mut self.tells_reduction) { ECN_CAPABLE | ECHO } else { ECN_CAPABLE };
        }
        self.transmit(seq, size, flags, cx);
        true
    }

    fn resend(&mut self, seq: u32, cx: &mut Cx) {
        let size = self.board.resent(seq);
        // ns-2 goes on timing a packet sent after the first that is missing: its sample holds the wait for the repair.
        if self.params.rto_rule != RtoRule::Ns2 && self.timed.is_some_and(|(timed, _)| timed >= seq) {
            self.timed = None;
        }
        self.transmit(seq, size, RETRANSMITTED, cx);
    }

    #[inline]
    fn transmit(&mut self, seq: u32, size: u16, flags: u8, cx: &mut Cx) {
        let now = cx.now();
        self.last_sent = now;
        self.ns2_pipe += 1;
        if !self.params.timestamps && self.timed.is_none() && flags & RETRANSMITTED == 0 {
            self.timed = Some((seq, now));
        }
        let mut info = 0;
        if flags & RETRANSMITTED == 0 {
            info = if self.tells_offsets { self.sent_bytes as u32 } else { 0 };
            self.sent_bytes += u64::from(size.saturating_sub(self.header));
        } else if self.tells_offsets {
            info = self.offset_of(seq);
        }
        cx.send(Outgoing { seq, size, flags, body: Body::Data { unit: 0, info, note: 0 } });
        if cx.due(Timer::Timeout) == NEVER {
            cx.arm(Timer::Timeout, now + self.rtt.timeout());
        }
        if self.params.pacing {
            // Twice the window per round trip in slow start, a fifth more than it otherwise, as Linux does.
            let gain = if self.w.in_slow_start() { 2.0 } else { 1.2 };
            let gap = self.rtt.srtt() / (gain * self.w.cwnd);
            self.next_paced = self.next_paced.max(now) + from_secs(gap);
        }
    }

    /// Where in the stream a packet begins, in its low 32 bits.
    fn offset_of(&self, seq: u32) -> u32 {
        let payload =
            |seq| self.board.segment(seq).map_or(0, |s| u64::from(s.size.saturating_sub(self.header)));
        (self.acked_bytes() + (self.board.una()..seq).map(payload).sum::<u64>()) as u32
    }

    fn send_syn(&mut self, cx: &mut Cx) {
        let size = self.params.ack_size as u16;
        cx.send(Outgoing { seq: 0, size, flags: SYN, body: Body::Data { unit: 0, info: 0, note: 0 } });
        cx.arm(Timer::Timeout, cx.now() + self.rtt.timeout());
    }

    /// Signals after something changed.
    #[inline]
    fn report(&mut self, cx: &mut Cx) {
        cx.obs.window_is(cx.flow(), cx.now(), self.w.cwnd, || self.under_way());
        if cx.obs.wants_own_signals() {
            if self.w.ssthresh < 1e12 {
                cx.signal(SSTHRESH, self.w.ssthresh);
            }
            cx.signal(SRTT, self.rtt.srtt());
            cx.signal(RTO, to_secs(self.rtt.timeout()));
            self.algorithm.emit(cx);
        }
        if !self.completed && self.board.is_empty() && cx.app_finished() && self.mode == Mode::Open {
            self.completed = true;
            cx.completed();
        }
    }

    /// Takes a round-trip sample if there is one. A sample, not the acknowledgement itself, ends the back-off (RFC 6298
    /// section 5): without timestamps an acknowledgement of what was sent twice says nothing about the path (Karn).
    fn measure(&mut self, packet: &Packet, next: u32, cx: &mut Cx) {
        let now = cx.now();
        if self.params.timestamps {
            if next > self.board.una() {
                self.rtt.clear_back_off();
            }
            if next > self.board.una() || self.mode == Mode::Open {
                self.rtt.sample(packet.stamp, now);
                cx.obs.rtt(cx.flow(), now, now.saturating_sub(packet.stamp));
            }
        } else if let Some((seq, sent)) = self.timed
            && next > seq
        {
            self.timed = None;
            self.rtt.clear_back_off();
            self.rtt.sample(sent, now);
            cx.obs.rtt(cx.flow(), now, now - sent);
        }
    }
}

impl<A: WindowAlgorithm> Sender for WindowSender<A> {
    fn start(&mut self, cx: &mut Cx) {
        self.stopped = false;
        if self.params.handshake {
            self.send_syn(cx);
        } else {
            self.open(cx);
        }
    }

    fn stop(&mut self, cx: &mut Cx) {
        self.stopped = true;
        if self.mode == Mode::Opening {
            // Nobody is left to open a connection for.
            cx.cancel(Timer::Timeout);
        }
    }

    fn restart(&mut self, cx: &mut Cx) {
        for timer in Timer::ALL {
            cx.cancel(timer);
        }
        let mut algorithm = self.algorithm.clone();
        algorithm.restart();
        *self = WindowSender::new(algorithm, self.recovery, &self.params, self.header);
        self.start(cx);
    }

    #[inline]
    fn on_feedback(&mut self, packet: &Packet, cx: &mut Cx) {
        let Body::Ack { next, note, .. } = packet.body else { return };
        let sacked = cx.take_note(note);
        if self.mode == Mode::Opening {
            if packet.flags & SYN != 0 {
                self.rtt.clear_back_off();
                self.rtt.sample(packet.stamp, cx.now());
                cx.obs.rtt(cx.flow(), cx.now(), cx.now().saturating_sub(packet.stamp));
                cx.cancel(Timer::Timeout);
                self.open(cx);
            }
            return;
        }
        if packet.flags & SYN != 0 || next > self.board.high() {
            return;
        }
        self.measure(packet, next, cx);
        let mut news = false;
        if let Some(Note::Sack(blocks)) = sacked {
            for (from, to) in blocks.iter() {
                news |= self.board.sack(from, to) > 0;
            }
            match (self.recovery, self.mode) {
                (Recovery::Sack { rule: SackRule::Ns2 }, Mode::Recovery) => _ = self.board.judge(1),
                // ns-2 counts duplicates that came, not packets that they tell of.
                (Recovery::Sack { rule: SackRule::Ns2 }, _) => {}
                _ => _ = self.board.judge(DUP_THRESH),
            }
        }
        if next > self.board.una() {
            self.on_new_ack(next, cx);
            // A partial acknowledgement with blocks may itself show that the first packet is lost.
            if self.mode == Mode::Open && self.selective() && self.board.next_lost().is_some() && news {
                self.on_duplicate(news, cx);
            }
        } else {
            self.on_duplicate(news, cx);
        }
        if packet.flags & ECHO != 0 && self.params.ecn {
            self.on_echo(cx);
        }
        self.try_send(cx);
        self.report(cx);
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut Cx) {
        match timer {
            Timer::Timeout => self.on_timeout(cx),
            Timer::Send => self.try_send(cx),
            Timer::Round | Timer::Other => {}
        }
        self.report(cx);
    }

    fn on_app(&mut self, cx: &mut Cx) {
        self.try_send(cx);
        self.report(cx);
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
