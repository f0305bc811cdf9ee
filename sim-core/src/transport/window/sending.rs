//! Sending of a window-based sender: how much may go, which packet is next, and what is noted when it goes.

use super::signals::RESTARTED;
use super::{Mode, Recovery, WindowAlgorithm, WindowSender};
use crate::ground::packet::{ECHO, ECN_CAPABLE, RETRANSMITTED, SYN};
use crate::ground::time::{Time, from_secs};
use crate::transport::Body;
use crate::transport::rto::RtoRule;
use crate::transport::scoreboard::DUP_THRESH;
use crate::transport::tcp_params::SackRule;
use crate::transport::{Context, Outgoing, Timer};

impl<A: WindowAlgorithm> WindowSender<A> {
    /// Packets that may be in flight now.
    #[inline]
    fn allowed(&self) -> u32 {
        let extra = if self.mode == Mode::Open && self.duplicates == 0 {
            0.0
        } else if self.mode != Mode::Open || !self.params.limited_transmit {
            self.inflation
        } else {
            f64::from(self.duplicates.min(DUP_THRESH - 1))
        };
        ((self.w.cwnd + extra) as u32).max(1).min(self.receive_window)
    }

    /// Sends what window, application and pacing allow.
    #[inline(always)] // For `go_on` alone.
    pub(super) fn try_send(&mut self, cx: &mut impl Context) {
        if self.board.is_empty() {
            self.after_idle(cx);
        }
        // Sending changes nothing about it.
        let allowed = self.allowed();
        if self.mode == Mode::Open && self.next == self.board.high() {
            // Every packet is a new one, and the receiver has room for it.
            for _ in self.board.out()..allowed {
                if !self.plain && self.is_early(cx) {
                    return;
                }
                if !self.send_new(cx) {
                    self.limited = false;
                    return;
                }
            }
        } else if !self.send_many(allowed, cx) {
            return;
        }
        // Where the receiver takes no more a larger window would change nothing, and would grow for ever.
        self.limited = allowed < self.receive_window;
    }

    /// Nothing is out: after a long silence the window begins anew.
    #[cold]
    fn after_idle(&mut self, cx: &mut impl Context) {
        if self.params.idle_restart
            && cx.now() - self.last_sent > self.rtt.timeout()
            && self.w.cwnd > self.params.initial_window
        {
            let from = self.w.cwnd;
            self.w.cwnd = self.params.initial_window;
            cx.decide(RESTARTED, &[from, self.w.cwnd]);
        }
    }

    /// Pacing lets nothing out yet, and says when.
    #[inline(never)]
    fn is_early(&mut self, cx: &mut impl Context) -> bool {
        let early = self.params.pacing && self.rtt.has_sample() && cx.now() < self.next_paced;
        if early {
            cx.arm(Timer::Send, self.next_paced);
        }
        early
    }

    /// The same where something may have to be sent again; whether as many are in flight then as are allowed.
    #[inline(never)]
    fn send_many(&mut self, allowed: u32, cx: &mut impl Context) -> bool {
        while self.in_flight() < allowed {
            if !self.plain && self.is_early(cx) {
                return false;
            }
            if !self.send_one(cx) {
                self.limited = false;
                return false;
            }
        }
        true
    }

    /// The next packet by priority; false if there is none.
    #[inline]
    fn send_one(&mut self, cx: &mut impl Context) -> bool {
        if self.selective() && self.mode != Mode::Open && !self.is_going_back() {
            return self.send_selectively(cx);
        }
        if self.next < self.board.high() {
            let seq = self.next;
            self.resend(seq, cx);
            self.next += 1;
            return true;
        }
        self.send_new_besides(cx)
    }

    /// What was lost, then new data, then what may be lost.
    fn send_selectively(&mut self, cx: &mut impl Context) -> bool {
        if let Some(seq) = self.board.next_lost() {
            self.resend(seq, cx);
            return true;
        }
        if self.send_new_besides(cx) {
            return true;
        }
        if self.mode == Mode::Recovery && matches!(self.recovery, Recovery::Sack { rule: SackRule::Rfc6675 })
        {
            if let Some(seq) = self.board.next_hole() {
                self.resend(seq, cx);
                return true;
            }
            if !self.rescued && self.board.una() < self.recover {
                // RFC 6675 rule 4: once per recovery the last packet out that is missing, so that a lost tail is
                // heard of.
                self.rescued = true;
                if let Some(last) = self.board.last_missing().filter(|&last| !self.board.was_resent(last)) {
                    self.resend(last, cx);
                    return true;
                }
            }
        }
        false
    }

    #[inline(never)]
    fn send_new_besides(&mut self, cx: &mut impl Context) -> bool {
        let sent = self.board.out() < self.most_out && self.send_new(cx);
        self.ns2_pipe += i64::from(sent);
        sent
    }

    #[inline(always)] // Where one is sent after the other, and for `send_new_besides`.
    fn send_new(&mut self, cx: &mut impl Context) -> bool {
        if self.stopped {
            return false;
        }
        let most = self.allowance.min(u64::from(self.payload)) as u32;
        let payload = if self.endless { most } else { cx.pull(most) };
        if payload == 0 {
            return false;
        }
        if self.allowance != u64::MAX {
            self.allowance -= u64::from(payload);
        }
        let size = payload as u16 + self.header;
        let seq = self.board.sent_new(size);
        self.next = seq + 1;
        let mut flags = 0;
        if self.params.ecn {
            // New data only: a retransmission is never marked (RFC 3168 section 6.1.5).
            flags = if std::mem::take(&mut self.tells_reduction) { ECN_CAPABLE | ECHO } else { ECN_CAPABLE };
        }
        self.transmit(seq, size, flags, cx);
        true
    }

    #[inline(never)]
    pub(super) fn resend(&mut self, seq: u32, cx: &mut impl Context) {
        self.ns2_pipe += 1;
        let size = self.board.resent(seq);
        // ns-2 goes on timing a packet sent after the first that is missing: its sample holds the wait for the repair.
        if self.params.rto_rule != RtoRule::Ns2 && self.timed.is_some_and(|(timed, _)| timed >= seq) {
            self.timed = None;
        }
        self.transmit(seq, size, RETRANSMITTED, cx);
    }

    #[inline(always)] // For new packets and for others.
    fn transmit(&mut self, seq: u32, size: u16, flags: u8, cx: &mut impl Context) {
        let now = cx.now();
        self.last_sent = now;
        let info = if self.plain { 0 } else { self.note(seq, flags, now) };
        cx.send(Outgoing { seq, size, flags, payload: Body::Data { unit: 0, info, note: 0 }.into() });
    }

    /// What senders that are not plain note of a packet that they send; returns what it says of its place in the stream.
    #[inline(never)]
    fn note(&mut self, seq: u32, flags: u8, now: Time) -> u32 {
        if !self.params.timestamps && self.timed.is_none() && flags & RETRANSMITTED == 0 {
            self.timed = Some((seq, now));
        }
        if self.params.pacing {
            // Twice the window per round trip in slow start, a fifth more than it otherwise, as Linux does.
            let gain = if self.w.in_slow_start() { 2.0 } else { 1.2 };
            let gap = self.rtt.srtt() / (gain * self.w.cwnd);
            self.next_paced = self.next_paced.max(now) + from_secs(gap);
        }
        if self.tells_offsets { self.offset_of(seq) } else { 0 }
    }

    /// Where in the stream a packet begins, in its low 32 bits.
    fn offset_of(&self, seq: u32) -> u32 {
        let payload =
            |seq| self.board.segment(seq).map_or(0, |s| u64::from(s.size.saturating_sub(self.header)));
        if seq + 1 == self.board.high() {
            return (self.sent_bytes() - payload(seq)) as u32;
        }
        (self.acked_bytes() + (self.board.una()..seq).map(payload).sum::<u64>()) as u32
    }

    pub(super) fn send_syn(&mut self, cx: &mut impl Context) {
        let size = self.params.ack_size as u16;
        cx.send(Outgoing {
            seq: 0,
            size,
            flags: SYN,
            payload: Body::Data { unit: 0, info: 0, note: 0 }.into(),
        });
        cx.arm(Timer::Timeout, cx.now() + self.rtt.timeout());
    }
}
