//! Losses, congestion marks and timeouts of a window-based sender: how the sender reacts to each, how the window
//! changes, and when recovery ends (RFC 5681, RFC 6582, RFC 6675, RFC 3168; ns-2's rules if the settings select them).

use super::decision;
use super::{
    Acked, AlgorithmHandle, Congestion, Recovery, WindowAlgorithm, WindowMode, WindowSender, initial_window,
    receive_window,
};
use crate::ground::time::{Time, to_secs};
use crate::transport::context::{Context, Timer};
use crate::transport::scoreboard::DUP_THRESH;
use crate::transport::tcp_params::{Growth, HalveBase, PartialTimer, SackRule};

/// Smallest slow-start threshold, in packets (RFC 5681 equation 4).
pub(super) const MIN_THRESHOLD: f64 = 2.0;

/// An unlimited threshold is `f64::MAX`. It is lowered to this value before it is rounded to whole packets, so that it fits into
/// a u32.
const MAX_WHOLE_THRESHOLD: f64 = 1e9;

impl<A: AlgorithmHandle> WindowSender<A> {
    /// The number of packets that a reduction is computed from: the packets in flight or the window, as the settings select.
    pub(super) fn reduction_base(&self) -> f64 {
        match self.params.halve {
            HalveBase::Window => self.w.cwnd.min(receive_window(&self.params)),
            // FlightSize, but at most the window: packets sent by limited transmit do not count (RFC 5681 section 3.2, step 2).
            HalveBase::Flight => {
                f64::from(self.board.high() - self.board.una()).min(self.w.cwnd.max(1.0) as u32 as f64)
            }
        }
    }

    /// Lowers the slow-start threshold. Returns the window at the start of recovery.
    pub(super) fn lower_threshold(&mut self, base: f64, kind: Congestion, now: Time) -> f64 {
        self.algorithm.get_mut().on_congestion(&mut self.w, base, kind, now);
        if self.algorithm.get().owns_window() {
            return self.w.cwnd;
        }
        match self.params.halve {
            HalveBase::Flight => self.w.ssthresh,
            HalveBase::Window => {
                // In ns-2 the minimum of 2 packets applies to the threshold but not to the window, and the threshold is a whole
                // number of packets.
                let window = if self.w.ssthresh > MIN_THRESHOLD { self.w.ssthresh } else { base / 2.0 };
                self.w.ssthresh = self.w.ssthresh.min(MAX_WHOLE_THRESHOLD) as u32 as f64;
                window.max(1.0)
            }
        }
    }

    /// Processes the acknowledgement of all packets below `next`. Returns whether the retransmission timer restarts.
    // Measured: out of line, dumbbell d takes 0.2 % more instructions.
    #[inline(always)]
    pub(super) fn on_new_ack(&mut self, next: u32, may_grow: bool, cx: &mut impl Context) -> bool {
        let acked = self.board.advance(next);
        self.next = self.next.max(self.board.una());
        self.duplicates = 0;
        self.timed_out_packet = None;
        if self.mode != WindowMode::Open {
            return self.on_new_ack_after_loss(next, acked, cx);
        }
        if !self.window_limited {
            if self.params.grow_only_when_limited {
                return true;
            }
            self.could_grow_at = cx.now();
        }
        if may_grow {
            self.grow(acked, cx);
        }
        true
    }

    /// Processes the acknowledgement of new data outside of the mode `Open`. Returns whether the retransmission timer restarts.
    #[cold]
    fn on_new_ack_after_loss(&mut self, next: u32, acked: u32, cx: &mut impl Context) -> bool {
        let mut grows = false;
        match self.recovery {
            _ if self.mode == WindowMode::AfterReset => {
                grows = true;
                if next >= self.recover {
                    self.mode = WindowMode::Open;
                }
            }
            Recovery::NewReno { timer } if next < self.recover => {
                // A partial acknowledgement: packet `next` is lost too. The window is deflated by the packets acknowledged, and
                // inflated by one packet (RFC 6582 section 3.2, step 3).
                self.inflation = (self.inflation - f64::from(acked) + 1.0).max(1.0 - self.w.cwnd);
                let is_first = !std::mem::replace(&mut self.partial_seen, true);
                self.resend(next, cx);
                return timer == PartialTimer::SlowButSteady || is_first;
            }
            Recovery::Sack { rule } if next < self.recover => {
                self.ns2_pipe -= 2;
                if rule == SackRule::Ns2 {
                    self.rtt.clear_back_off();
                }
            }
            _ => {
                self.leave_recovery(cx);
                grows = self.params.growth == Growth::Acks && !self.uses_sack();
            }
        }
        if grows {
            if !self.window_limited {
                self.could_grow_at = cx.now();
            }
            self.grow(acked, cx);
        }
        true
    }

    /// Lets the algorithm increase the window.
    #[inline]
    fn grow(&mut self, acked: u32, cx: &mut impl Context) {
        if self.uses_hystart() {
            return self.grow_by_hystart(acked, cx);
        }
        let was_in_slow_start = self.w.in_slow_start();
        let one = self.params.growth == Growth::Acks || (was_in_slow_start && self.slow_start_after_timeout);
        let acked = if one { 1 } else { acked };
        self.algorithm
            .get_mut()
            .on_ack(&mut self.w, Acked { packets: acked, now: cx.now(), srtt: self.rtt.srtt() });
        if was_in_slow_start && !self.w.in_slow_start() {
            self.slow_start_after_timeout = false;
            cx.decide(decision::SlowStartEnds { ssthresh: self.w.ssthresh });
        }
    }

    /// Ends recovery. Sets the window to the threshold (RFC 5681 section 3.2, step 6), except under ns-2's rules.
    #[cold]
    pub(super) fn leave_recovery(&mut self, cx: &mut impl Context) {
        let cwnd_before = self.w.cwnd + self.inflation;
        self.mode = WindowMode::Open;
        self.inflation = 0.0;
        if (self.params.halve == HalveBase::Flight && !self.algorithm.get().owns_window()) || self.uses_prr()
        {
            self.w.cwnd = self.w.ssthresh;
        }
        if let Recovery::Sack { rule: SackRule::Ns2 } = self.recovery {
            // In ns-2, a recovery that has ended does not prevent another recovery. Only a timeout does.
            self.recover = 0;
        }
        cx.report_recovered();
        cx.decide(decision::Recovered { from: cwnd_before, to: self.w.cwnd });
    }

    /// Processes a duplicate acknowledgement (RFC 5681 section 3.2; RFC 6675 section 5): enters recovery if a packet counts as lost. In
    /// Reno's and NewReno's recovery, each duplicate acknowledgement adds one packet to the window, because a packet has left the
    /// network.
    pub(super) fn on_duplicate(&mut self, has_new_blocks: bool, cx: &mut impl Context) {
        if self.board.is_empty() {
            return;
        }
        if self.mode == WindowMode::Recovery {
            match self.recovery {
                Recovery::Reno | Recovery::NewReno { .. } => self.inflation += 1.0,
                _ => self.ns2_pipe -= 1,
            }
            return;
        }
        // With SACK, an acknowledgement without new blocks is no duplicate. It answers an unnecessary retransmission (RFC 6675
        // section 2).
        if !has_new_blocks && self.uses_sack() {
            return;
        }
        if self.uses_rack() {
            // RACK finds losses by time, not by the number of duplicates.
            return;
        }
        self.duplicates += 1;
        let detects_loss = self.duplicates >= DUP_THRESH
            || (self.uses_sack() && self.mode == WindowMode::Open && self.board.next_lost().is_some());
        if detects_loss && self.mode == WindowMode::Open && self.may_enter_recovery() {
            self.enter_recovery(cx);
        }
    }

    /// Whether a loss may start recovery: at most once per window of data, counted from the last recovery or timeout. By the rules
    /// of RFC 6675, all data sent before that recovery or timeout must be acknowledged. By all other rules, one packet sent later
    /// must be acknowledged as well, because earlier duplicate acknowledgements mostly result from unnecessary retransmissions
    /// (RFC 6582 section 3.2, step 2).
    pub(super) fn may_enter_recovery(&self) -> bool {
        let una = self.board.una();
        match self.recovery {
            Recovery::Sack { rule: SackRule::Rfc6675 } => una >= self.recover,
            _ => self.recover == 0 || una > self.recover,
        }
    }

    /// Reduces the window and starts to retransmit the lost packets.
    #[cold]
    pub(super) fn enter_recovery(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        let base = self.reduction_base();
        let cwnd_before = self.w.cwnd;
        self.losses_and_timeouts += 1;
        self.recover = self.board.high();
        // If a congestion mark has already reduced the window for this window of data, the threshold stays.
        let window = if self.board.una() >= self.reduced_until || self.algorithm.get().owns_window() {
            self.lower_threshold(base, Congestion::Loss, now)
        } else {
            self.w.ssthresh
        };
        self.record_reduction();
        self.timed = None;
        let una = self.board.una();
        match self.recovery {
            Recovery::Tahoe => {
                self.w.cwnd = 1.0;
                self.next = una;
                self.duplicates = 0;
                self.mode = WindowMode::AfterReset;
            }
            Recovery::Reno | Recovery::NewReno { .. } => {
                self.mode = WindowMode::Recovery;
                self.w.cwnd = window;
                self.inflation = f64::from(DUP_THRESH);
                self.partial_seen = false;
                self.resend(una, cx);
            }
            Recovery::Sack { rule } => {
                self.mode = WindowMode::Recovery;
                self.w.cwnd = window;
                self.rescue_used = false;
                if !self.uses_rack() && self.board.mark_first_lost() == 1 {
                    if let Some(repair) = &mut self.repair {
                        repair.lose(1);
                    }
                    if let Some(sampler) = self.algorithm.get_mut().sampler() {
                        sampler.lose(una);
                    }
                }
                if rule == SackRule::Ns2 {
                    self.board.detect_losses(1);
                }
                self.start_prr(cx);
                // The first retransmission is sent even if the pipe is full (RFC 6675 section 5, step 4.3).
                if let Some(seq) = self.board.next_lost() {
                    self.resend(seq, cx);
                }
                // Set after the retransmission, because ns-2's estimate of the packets in flight does not include it.
                self.ns2_pipe = i64::from(self.board.high() - una) - i64::from(DUP_THRESH);
            }
        }
        cx.report_reduction(self.w.cwnd);
        cx.decide(decision::Loss { from: cwnd_before, to: self.w.cwnd, seq: f64::from(una), flight: base });
        cx.arm(Timer::Timeout, now + self.rtt.timeout());
    }

    /// Records that the window has been reduced, whatever the cause. Congestion marks in this window of data are then ignored, and
    /// the next new packet announces the reduction to the receiver (CWR, RFC 3168 section 6.1.2).
    pub(super) fn record_reduction(&mut self) {
        self.reduced_until = self.board.high();
        self.announces_reduction = true;
        self.slow_start_after_timeout = false;
    }

    /// The receiver echoed a congestion mark: reduces the window as for a loss, at most once per window of data, without a
    /// retransmission (RFC 3168 section 6.1.2).
    #[cold]
    pub(super) fn on_ecn_echo(&mut self, cx: &mut impl Context) {
        if self.mode != WindowMode::Open || self.board.una() <= self.reduced_until {
            return;
        }
        if self.algorithm.get().ignores_mark(cx.now()) {
            return;
        }
        let base = self.reduction_base();
        let cwnd_before = self.w.cwnd;
        self.algorithm.get_mut().on_congestion(&mut self.w, base, Congestion::Mark, cx.now());
        if !self.algorithm.get().owns_window() {
            self.w.cwnd = self.w.ssthresh.min(cwnd_before);
        }
        self.record_reduction();
        cx.report_reduction(self.w.cwnd);
        cx.decide(decision::Marked { from: cwnd_before, to: self.w.cwnd, flight: base });
    }

    /// The retransmission timer expired: sets the window to one packet, backs the timer off, and prepares to retransmit
    /// everything from the oldest unacknowledged packet on (RFC 5681 section 3.1; RFC 6298 sections 5.4 to 5.6).
    pub(super) fn on_timeout(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        if self.mode == WindowMode::Opening {
            self.rtt.back_off();
            self.lost_syns += 1;
            self.w = initial_window(&self.params, self.lost_syns);
            self.send_syn(cx);
            cx.report_timeout(to_secs(self.rtt.timeout()));
            return;
        }
        if self.board.is_empty() {
            return;
        }
        let timeout = self.rtt.timeout();
        self.losses_and_timeouts += 1;
        let una = self.board.una();
        let cwnd_before = self.w.cwnd;
        // A repeated timeout of one packet does not lower the threshold again (RFC 5681 section 3.1), except in ns-2.
        if self.timed_out_packet != Some(una) || self.params.halve == HalveBase::Window {
            let base = self.reduction_base();
            self.lower_threshold(base, Congestion::Timeout, now);
            self.timed_out_packet = Some(una);
        }
        self.w.cwnd = 1.0;
        self.inflation = 0.0;
        self.duplicates = 0;
        self.timed = None;
        self.record_reduction();
        self.slow_start_after_timeout = true;
        self.recover = self.board.high();
        self.mode = WindowMode::AfterReset;
        if self.goes_back() {
            if self.uses_sack() {
                self.board.discard_sacks();
            }
            self.next = una;
        } else if self.uses_rack() {
            self.mark_overdue_at_timeout(now);
        } else {
            let mut sampler = self.algorithm.get_mut().sampler();
            self.board.mark_each_lost(|seq| {
                if let Some(sampler) = &mut sampler {
                    sampler.lose(seq);
                }
            });
        }
        self.rtt.back_off();
        cx.report_timeout(to_secs(timeout));
        cx.decide(decision::Timeout {
            from: cwnd_before,
            to: self.w.cwnd,
            seq: f64::from(una),
            rto: to_secs(timeout),
        });
        self.next_paced = now;
        cx.arm(Timer::Timeout, now + self.rtt.timeout());
        if self.uses_rack()
            && let Some(seq) = self.board.next_lost()
        {
            // The packets that are not overdue count as in flight, but must not prevent the retransmission.
            self.resend(seq, cx);
        }
    }
}
