//! How a window-based sender sends packets: how many packets may be in flight, which packet is sent next, and
//! which facts about a sent packet the sender stores.

use super::loss_recovery::RecoveryPhase;
use super::parts::SendLimit;
use super::{AlgorithmHandle, WindowAlgorithm, WindowSender, decision};
use crate::ground::convert::low_bits;
use crate::ground::packet::{CWR_OR_ECE, ECN_CAPABLE, Outgoing, PUSH, RETRANSMITTED, SYN};
use crate::transport::journal::Note;
use crate::transport::prelude::*;
use crate::transport::rto::RtoRule;
use crate::transport::scoreboard::DUP_THRESH;

impl<A: AlgorithmHandle> WindowSender<A> {
    /// Number of packets that may be in flight: the congestion window, plus the packets of limited transmit
    /// (RFC 3042) or Reno's inflation, but at most the receiver's window.
    #[inline]
    fn allowed(&self) -> u32 {
        let duplicates = self.recovery.duplicates;
        let extra = match self.recovery.phase {
            RecoveryPhase::Open if duplicates == 0 || !self.params.limited_transmit => 0.0,
            // With RACK, the packets reported as received have left the network.
            RecoveryPhase::Open if self.uses_rack() => f64::from(duplicates),
            RecoveryPhase::Open => f64::from(duplicates.min(DUP_THRESH - 1)),
            RecoveryPhase::Recovery { inflation } => inflation,
            RecoveryPhase::Opening | RecoveryPhase::AfterReset => 0.0,
        };
        whole::<u32>(self.window.cwnd + extra).max(1).min(self.receive_window_floor)
    }

    /// Sends the packets that the window, the application and pacing allow.
    #[inline]
    pub(super) fn try_send(&mut self, cx: &mut impl Context) {
        self.send_within_window(cx);
        if self.params.last_beyond_window && !self.stream.app_is_greedy {
            self.send_last(cx);
        }
    }

    /// As in Linux, sends the packet with the connection's last data, and its FIN, even if the window is full.
    #[cold]
    fn send_last(&mut self, cx: &mut impl Context) {
        let rest = cx.unsent();
        let is_last = rest.closes && rest.bytes > 0 && rest.bytes <= u64::from(self.stream.payload);
        if is_last
            && self.next == self.board.high()
            && self.board.len() < self.receive_window_floor
            && !(self.needs_send_bookkeeping && self.is_delayed_by_pacing(cx))
        {
            self.send_new_in_recovery(cx);
        }
    }

    #[inline(always)]
    fn send_within_window(&mut self, cx: &mut impl Context) {
        if self.board.is_empty() {
            self.restart_after_idle(cx);
        }
        let allowed = self.allowed();
        if self.recovery.is_open() && self.next == self.board.high() {
            // There is nothing to retransmit.
            for _ in self.board.len()..allowed {
                if self.needs_send_bookkeeping && self.is_delayed_by_pacing(cx) {
                    return;
                }
                if !self.send_new(cx) {
                    self.note_lack_of_data();
                    self.set_window_limited(false, cx);
                    return;
                }
            }
        } else if !self.send_until_full(allowed, cx) {
            return;
        }
        // If the receiver's window is the limit, the congestion window must not grow.
        self.set_window_limited(allowed < self.receive_window_floor, cx);
    }

    /// Records whether the congestion window is the limit. When an interval ends in which it was not the
    /// limit, reports that interval to the algorithm.
    #[inline(always)] // Usually nothing changes.
    fn set_window_limited(&mut self, window_limited: bool, cx: &mut impl Context) {
        if self.limit.is_window() != window_limited {
            self.change_limit(cx.now());
        }
    }

    #[inline(never)]
    fn change_limit(&mut self, now: Time) {
        match self.limit {
            SendLimit::CongestionWindow => {
                self.limit = SendLimit::Other { last_growth: now };
                // Until now, the window was full.
                self.max_flight = self.max_flight.max(whole::<u32>(self.window.cwnd.min(1e9)));
            }
            SendLimit::Other { last_growth } => {
                self.limit = SendLimit::CongestionWindow;
                self.algorithm.get_mut().on_app_limited_end(last_growth, now);
            }
        }
    }

    /// Reports the time without packets to the algorithm. Returns to the initial window if no packet was sent
    /// for the length of a retransmission timeout (RFC 5681 section 4.1).
    #[cold]
    fn restart_after_idle(&mut self, cx: &mut impl Context) {
        if let SendLimit::Other { last_growth } = &mut self.limit {
            let since = std::mem::replace(last_growth, cx.now());
            self.algorithm.get_mut().on_app_limited_end(since, cx.now());
            self.algorithm.get_mut().on_idle_end(&mut self.window, cx.now());
        }
        if self.params.idle_restart
            && cx.now() - self.last_sent > self.rtt.timeout()
            && self.window.cwnd > self.params.initial_window
        {
            let cwnd_before = self.window.cwnd;
            if self.params.gradual_restart {
                // As in Linux, slow start continues up to three quarters of the window.
                self.window.ssthresh = self.window.ssthresh.max(0.75 * cwnd_before);
                let mut idle = cx.now() - self.last_sent;
                while idle > self.rtt.timeout() && self.window.cwnd > self.params.initial_window {
                    self.window.cwnd /= 2.0;
                    idle -= self.rtt.timeout();
                }
                self.window.cwnd = self.window.cwnd.max(self.params.initial_window);
            } else {
                self.window.cwnd = self.params.initial_window;
            }
            self.max_flight = 0;
            cx.decide(decision::IdleRestart { from: cwnd_before, to: self.window.cwnd });
        }
    }

    /// Whether pacing delays the next packet. If so, sets the send timer.
    // Measured: with the whole function out of line, BBR v1 takes 13 instructions more per packet.
    #[inline(always)]
    fn is_delayed_by_pacing(&mut self, cx: &mut impl Context) -> bool {
        let is_early = cx.now() < self.pacing.next_paced
            && (self.pacing.by_algorithm || (self.params.pacing && self.rtt.has_sample()));
        if is_early {
            self.wait_for_pacing(cx);
        }
        is_early
    }

    // Measured: see `is_delayed_by_pacing`.
    #[inline(never)]
    fn wait_for_pacing(&self, cx: &mut impl Context) {
        cx.arm(Timer::Send, self.pacing.next_paced);
    }

    /// Sends packets until the window is full. Returns false if pacing or a lack of data ends this earlier.
    fn send_until_full(&mut self, allowed: u32, cx: &mut impl Context) -> bool {
        if self.is_held_back_by_forward() {
            return false;
        }
        while self.in_flight() < allowed {
            if self.needs_send_bookkeeping && self.is_delayed_by_pacing(cx) {
                return false;
            }
            if !self.send_next(cx) {
                self.note_lack_of_data();
                self.set_window_limited(false, cx);
                return false;
            }
        }
        true
    }

    /// Reports to the sampler that the application has no data, so that the next samples are marked
    /// application-limited.
    #[inline]
    fn note_lack_of_data(&mut self) {
        if let Some(journal) = self.quic_journal() {
            journal.note(Note::NoData);
        }
        let in_flight = self.board.pipe();
        if let Some(sampler) = self.algorithm.get_mut().sampler() {
            sampler.limited_by_application(in_flight);
        }
    }

    /// Sends the packet with the highest priority. Returns false if there is no packet to send.
    #[inline]
    fn send_next(&mut self, cx: &mut impl Context) -> bool {
        if self.recovery.uses_sack() && !self.recovery.is_open() && !self.is_going_back() {
            return self.send_selectively(cx);
        }
        if self.next < self.board.high() {
            let seq = self.next;
            self.resend(seq, cx);
            self.next += 1;
            return true;
        }
        self.send_new_in_recovery(cx)
    }

    /// Sends by the rules of NextSeg (RFC 6675 section 4): lost packets first, then new data, then packets
    /// that may be lost.
    fn send_selectively(&mut self, cx: &mut impl Context) -> bool {
        if let Some(seq) = self.board.next_lost() {
            self.resend(seq, cx);
            return true;
        }
        if self.send_new_in_recovery(cx) {
            return true;
        }
        if self.recovery.is_recovering() && !self.uses_rack() && !self.recovery.uses_go_back_n() {
            if let Some(seq) = self.board.next_hole() {
                self.resend(seq, cx);
                return true;
            }
            if Some(self.board.una()) < self.recovery.recover && self.recovery.take_rescue() {
                // Rule 4: once per recovery, retransmits the last packet that is missing. The acknowledgement
                // of this packet reveals losses at the end of the data sent.
                if let Some(last) = self.board.last_missing().filter(|&last| !self.board.was_resent(last)) {
                    self.resend(last, cx);
                    return true;
                }
            }
        }
        false
    }

    /// Sends a new packet in recovery, within the receiver's window.
    #[cold]
    pub(super) fn send_new_in_recovery(&mut self, cx: &mut impl Context) -> bool {
        let sent = self.board.len() < self.receive_window_ceil && self.send_new(cx);
        self.recovery.change_ns2_pipe(i64::from(sent));
        sent
    }

    /// Sends a new packet. Returns false if the application has no data, the byte allowance is used up, or
    /// the flow has stopped.
    // Measured: out of line, dumbbell d takes 0.4 % more instructions.
    #[inline(always)]
    fn send_new(&mut self, cx: &mut impl Context) -> bool {
        if self.stopped {
            return false;
        }
        let limit = narrow::<u32>(self.stream.byte_allowance.min(u64::from(self.stream.payload)));
        let payload = if self.stream.app_is_greedy { limit } else { cx.pull(limit) };
        if payload == 0 {
            return false;
        }
        if self.stream.byte_allowance != u64::MAX {
            self.stream.byte_allowance -= u64::from(payload);
        }
        let size = narrow::<u16>(payload) + self.stream.header;
        let seq = self.board.record_new(size);
        self.next = seq + 1;
        let mut flags = 0;
        if self.params.ecn {
            // By RFC 3168 section 6.1.5, retransmissions are not ECN-capable.
            flags = self.ecn_of_all_packets().unwrap_or(ECN_CAPABLE);
            // With accurate feedback, reductions are not announced (RFC 9768 section 3.2.2: CWR is a
            // bit of the ACE field).
            if std::mem::take(&mut self.reduction.is_unannounced) && !self.params.counts_marks() {
                flags |= CWR_OR_ECE;
            }
        }
        self.transmit(seq, size, flags | self.push_flag(seq, cx), cx);
        true
    }

    /// The flag of a packet with the last data that the application has ready, if the receiver heeds it.
    #[inline]
    fn push_flag(&self, seq: u32, cx: &impl Context) -> u8 {
        let is_push = self.params.quick_acks
            && !self.stream.app_is_greedy
            && seq + 1 == self.board.high()
            && cx.unsent().bytes == 0;
        if is_push { PUSH } else { 0 }
    }

    /// The ECN field of every packet, if it does not follow RFC 3168.
    #[inline]
    fn ecn_of_all_packets(&self) -> Option<u8> {
        if A::OBSERVES_EVERY_ACK { self.algorithm.get().ecn_field() } else { None }
    }

    /// Retransmits packet `seq`.
    #[cold]
    pub(super) fn resend(&mut self, seq: u32, cx: &mut impl Context) {
        self.recovery.change_ns2_pipe(1);
        if let Some(repair) = &mut self.repair
            && let Some(undo) = repair.undo_mut()
        {
            undo.resent(cx.now());
        }
        let size = self.board.record_retransmission(seq);
        // Stops timing if the timed packet is `seq` or a later packet (Karn's algorithm). ns-2 continues to
        // time the packet, so ns-2's sample includes the recovery.
        if self.params.rto_rule != RtoRule::Ns2 && self.timed.is_some_and(|(timed, _)| timed >= seq) {
            self.timed = None;
        }
        let flags = RETRANSMITTED | self.push_flag(seq, cx) | self.ecn_of_all_packets().unwrap_or(0);
        self.transmit(seq, size, flags, cx);
    }

    /// Hands a packet to the network.
    // Measured: out of line, dumbbells b and d take 1 % more instructions.
    #[inline(always)]
    fn transmit(&mut self, seq: u32, size: u16, flags: u8, cx: &mut impl Context) {
        let now = cx.now();
        self.last_sent = now;
        let info = if self.needs_send_bookkeeping { self.record_send(seq, flags, now) } else { 0 };
        if A::OBSERVES_EVERY_ACK {
            let in_flight = self.board.pipe();
            if let Some(sampler) = self.algorithm.get_mut().sampler() {
                sampler.sent(seq, in_flight, now);
            }
        }
        cx.send(Outgoing { seq, size, flags, payload: Body::Data { unit: 0, info, attachment: 0 }.into() });
    }

    /// Records that a packet is sent, as far as the settings require it. Returns the packet's offset in the
    /// stream, or QUIC's packet number.
    fn record_send(&mut self, seq: u32, flags: u8, now: Time) -> u32 {
        if !self.params.timestamps && self.timed.is_none() && flags & RETRANSMITTED == 0 {
            self.timed = Some((seq, now));
        }
        self.pace_next(now);
        let number = self.record_repair_send(seq, now);
        if self.stream.carries_offsets { self.offset_of(seq) } else { number }
    }

    /// Determines the earliest time of the next packet.
    fn pace_next(&mut self, now: Time) {
        if self.pacing.by_algorithm {
            let gap = self.algorithm.get().gap(&self.window, self.rtt.srtt());
            self.pacing.send(now, from_secs(gap));
        } else if self.params.pacing {
            // As in Linux, the rate is two windows per round trip in slow start and 1.2 windows otherwise.
            let gain = if self.window.in_slow_start() { 2.0 } else { 1.2 };
            let gap = self.rtt.srtt() / (gain * self.window.cwnd);
            self.pacing.send(now, from_secs(gap));
        }
    }

    /// The offset of a packet in the stream, modulo 2^32.
    fn offset_of(&self, seq: u32) -> u32 {
        let payload =
            |seq| self.board.segment(seq).map_or(0, |s| u64::from(s.size.saturating_sub(self.stream.header)));
        if seq + 1 == self.board.high() {
            return low_bits::<u32>(self.sent_bytes() - payload(seq));
        }
        low_bits::<u32>(self.acked_bytes() + (self.board.una()..seq).map(payload).sum::<u64>())
    }

    /// Sends a SYN and starts the retransmission timer.
    pub(super) fn send_syn(&mut self, cx: &mut impl Context) {
        let size = narrow::<u16>(self.params.ack_size);
        cx.send(Outgoing {
            seq: 0,
            size,
            flags: SYN | self.ecn_of_all_packets().unwrap_or(0),
            payload: Body::Data { unit: 0, info: 0, attachment: 0 }.into(),
        });
        cx.arm(Timer::Timeout, cx.now() + self.rtt.timeout());
    }
}
