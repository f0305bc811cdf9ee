//! Losses, congestion marks and timeouts of a window-based sender: how the sender reacts to each, how the
//! window changes, and when recovery ends (RFC 5681, RFC 6582, RFC 6675, RFC 3168; ns-2's rules if the
//! settings select them).

use super::loss_recovery::{Method, RecoveryPhase};
use super::parts::SendLimit;
use super::{
    Acked, AlgorithmHandle, Congestion, WindowAlgorithm, WindowSender, decision, initial_window,
    receive_window,
};
use crate::transport::prelude::*;
use crate::transport::scoreboard::DUP_THRESH;
use crate::transport::tcp_params::{Growth, HalveBase};

/// Smallest slow-start threshold, in packets (RFC 5681 equation 4).
pub(super) const MIN_THRESHOLD: f64 = 2.0;

/// An unlimited threshold is `f64::MAX`. It is lowered to this value before it is rounded to whole packets,
/// so that it fits into a u32.
const MAX_WHOLE_THRESHOLD: f64 = 1e9;

impl<A: AlgorithmHandle> WindowSender<A> {
    /// The number of packets that a reduction is computed from: the packets in flight or the window, as the
    /// settings select.
    pub(super) fn reduction_base(&self) -> f64 {
        match self.params.halve {
            HalveBase::Window => self.window.cwnd.min(receive_window(&self.params)),
            HalveBase::Cwnd => whole::<u32>(self.window.cwnd.max(1.0)) as f64,
            // FlightSize, but at most the window: packets sent by limited transmit do not count (RFC 5681
            // section 3.2, step 2).
            HalveBase::Flight => f64::from(self.board.high() - self.board.una())
                .min(whole::<u32>(self.window.cwnd.max(1.0)) as f64),
        }
    }

    /// Lowers the slow-start threshold. Returns the window at the start of recovery.
    pub(super) fn lower_threshold(&mut self, base: f64, kind: Congestion, now: Time) -> f64 {
        self.algorithm.get_mut().on_congestion(&mut self.window, base, kind, now);
        if self.algorithm.get().owns_window() {
            return self.window.cwnd;
        }
        match self.params.halve {
            HalveBase::Flight | HalveBase::Cwnd => self.window.ssthresh,
            HalveBase::Window => {
                // In ns-2 the minimum of 2 packets applies to the threshold but not to the window, and the
                // threshold is a whole number of packets.
                let window =
                    if self.window.ssthresh > MIN_THRESHOLD { self.window.ssthresh } else { base / 2.0 };
                self.window.ssthresh = whole::<u32>(self.window.ssthresh.min(MAX_WHOLE_THRESHOLD)) as f64;
                window.max(1.0)
            }
        }
    }

    /// Processes the acknowledgement of all packets below `next`. Returns whether the retransmission timer
    /// restarts.
    // Measured: out of line, dumbbell d takes 0.2 % more instructions.
    #[inline(always)]
    pub(super) fn on_new_ack(&mut self, next: u32, may_grow: bool, cx: &mut impl Context) -> bool {
        let acked = self.board.advance(next);
        self.next = self.next.max(self.board.una());
        self.recovery.duplicates = 0;
        self.timeouts.timed_out_packet = None;
        if !self.recovery.is_open() {
            return self.on_new_ack_after_loss(next, acked, cx);
        }
        if !self.limit.is_window() {
            if self.params.rate_limited_increase {
                return self.grow_by_flight(acked, may_grow, cx);
            }
            if self.params.grow_only_when_limited {
                return true;
            }
            self.limit = SendLimit::Other { last_growth: cx.now() };
        }
        if may_grow {
            self.grow(acked, cx);
        }
        true
    }

    /// Processes the acknowledgement of new data outside of the mode `Open`. Returns whether the
    /// retransmission timer restarts.
    #[cold]
    fn on_new_ack_after_loss(&mut self, next: u32, acked: u32, cx: &mut impl Context) -> bool {
        let is_partial = Some(next) < self.recovery.recover;
        let mut grows = false;
        match self.recovery.method {
            _ if self.recovery.is_after_reset() => {
                grows = true;
                if !is_partial {
                    self.recovery.phase = RecoveryPhase::Open;
                }
            }
            Method::NewReno { .. } if is_partial => {
                // Packet `next` is lost too.
                let restarts_timer = self.recovery.on_partial_ack(acked, self.window.cwnd);
                self.resend(next, cx);
                return restarts_timer;
            }
            Method::Sack { .. } if is_partial => {
                self.recovery.change_ns2_pipe(-2);
                if self.recovery.uses_ns2_sack() {
                    self.rtt.clear_back_off();
                }
            }
            _ => {
                self.leave_recovery(cx);
                grows = self.params.growth == Growth::Acks && !self.recovery.uses_sack();
            }
        }
        if grows {
            if !self.limit.is_window() {
                self.limit = SendLimit::Other { last_growth: cx.now() };
            }
            self.grow(acked, cx);
        }
        true
    }

    /// Lets the algorithm increase the window.
    #[inline]
    pub(super) fn grow(&mut self, acked: u32, cx: &mut impl Context) {
        if self.uses_hystart() {
            return self.grow_by_hystart(acked, cx);
        }
        let was_in_slow_start = self.window.in_slow_start();
        let one =
            self.params.growth == Growth::Acks || (was_in_slow_start && self.timeouts.slow_start_follows);
        let mut acked = if one { 1 } else { acked };
        let srtt = self.rtt.srtt();
        if was_in_slow_start && acked > 1 && self.params.slow_start_limit != Some(2) {
            acked = self.slow_start_in_steps(acked, cx.now());
        }
        self.algorithm.get_mut().on_ack(&mut self.window, Acked { packets: acked, now: cx.now(), srtt });
        if was_in_slow_start && !self.window.in_slow_start() {
            self.timeouts.slow_start_follows = false;
            cx.decide(decision::SlowStartEnds { ssthresh: self.window.ssthresh });
        }
    }

    /// Slow start with another limit per acknowledgement than the two packets that algorithms apply (RFC 3465
    /// section 2.2): reports the acknowledged packets in steps of two. Returns the packets of the last step.
    #[cold]
    fn slow_start_in_steps(&mut self, acked: u32, now: Time) -> u32 {
        let srtt = self.rtt.srtt();
        let mut rest = acked.min(self.params.slow_start_limit.unwrap_or(u32::MAX));
        while rest > 2 && self.window.in_slow_start() {
            self.algorithm.get_mut().on_ack(&mut self.window, Acked { packets: 2, now, srtt });
            rest -= 2;
        }
        rest
    }

    /// Growth while the congestion window does not limit sending (draft-ietf-ccwg-ratelimited-increase
    /// section 3): up to what the largest number of packets in flight since the last reduction would have made
    /// of the window. Does not lower the window. `acked` packets have been acknowledged. Returns whether the
    /// retransmission timer restarts.
    #[cold]
    pub(super) fn grow_by_flight(&mut self, acked: u32, may_grow: bool, cx: &mut impl Context) -> bool {
        self.max_flight = self.max_flight.max(self.board.len() + acked);
        let flight = f64::from(self.max_flight);
        let before = self.window.cwnd;
        let limit = if self.window.in_slow_start() { 2.0 * flight } else { flight + 1.0 };
        if may_grow && before < limit {
            self.limit = SendLimit::Other { last_growth: cx.now() };
            self.grow(acked, cx);
            self.window.cwnd = self.window.cwnd.min(limit.max(before));
        }
        true
    }

    /// Ends recovery. Sets the window to the threshold (RFC 5681 section 3.2, step 6), except under ns-2's
    /// rules.
    #[cold]
    pub(super) fn leave_recovery(&mut self, cx: &mut impl Context) {
        let cwnd_before = self.window.cwnd + self.recovery.inflation();
        self.recovery.phase = RecoveryPhase::Open;
        if (self.params.halve != HalveBase::Window && !self.algorithm.get().owns_window()) || self.uses_prr()
        {
            self.window.cwnd = self.window.ssthresh;
        }
        if self.recovery.uses_ns2_sack() {
            // In ns-2, a recovery that has ended does not prevent another recovery. Only a timeout does.
            self.recovery.recover = None;
        }
        cx.report_recovered();
        cx.decide(decision::Recovered { from: cwnd_before, to: self.window.cwnd });
    }

    /// Processes a duplicate acknowledgement (RFC 5681 section 3.2; RFC 6675 section 5): enters recovery if a
    /// packet counts as lost. In Reno's and NewReno's recovery, each duplicate acknowledgement adds one
    /// packet to the window, because a packet has left the network.
    pub(super) fn on_duplicate(&mut self, has_new_blocks: bool, cx: &mut impl Context) {
        if self.board.is_empty() {
            return;
        }
        if self.recovery.is_recovering() {
            self.recovery.on_duplicate_in_recovery();
            return;
        }
        // With SACK, an acknowledgement without new blocks is no duplicate. It answers an unnecessary
        // retransmission (RFC 6675 section 2).
        if !has_new_blocks && self.recovery.uses_sack() {
            return;
        }
        if self.uses_rack() {
            // RACK finds losses by time, not by the number of duplicates.
            return;
        }
        self.recovery.duplicates += 1;
        let detects_loss = self.recovery.duplicates >= DUP_THRESH
            || (self.recovery.uses_sack() && self.recovery.is_open() && self.board.next_lost().is_some());
        if detects_loss && self.recovery.is_open() && self.recovery.may_begin(self.board.una()) {
            self.enter_recovery(cx);
        }
    }

    /// Reduces the window and starts to retransmit the lost packets.
    #[cold]
    pub(super) fn enter_recovery(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        let base = self.reduction_base();
        let cwnd_before = self.window.cwnd;
        self.losses_and_timeouts += 1;
        self.store_before_reduction(false);
        self.recovery.recover = Some(self.board.high());
        // If a congestion mark has already reduced the window for this window of data, the threshold stays.
        let window = if self.board.una() >= self.reduction.reduced_until || self.algorithm.get().owns_window()
        {
            self.lower_threshold(base, Congestion::Loss, now)
        } else {
            self.window.ssthresh
        };
        self.record_reduction();
        self.timed = None;
        let una = self.board.una();
        match self.recovery.method {
            Method::Tahoe => {
                self.window.cwnd = 1.0;
                self.next = una;
                self.recovery.duplicates = 0;
                self.recovery.phase = RecoveryPhase::AfterReset;
            }
            Method::Reno | Method::NewReno { .. } => {
                self.window.cwnd = window;
                self.recovery.begin_inflated();
                self.resend(una, cx);
            }
            Method::Sack { .. } => {
                self.window.cwnd = window;
                self.begin_selective_recovery(una, base, cx);
            }
        }
        cx.report_reduction(self.window.cwnd);
        cx.decide(decision::Loss {
            from: cwnd_before,
            to: self.window.cwnd,
            seq: f64::from(una),
            flight: base,
        });
        cx.arm(Timer::Timeout, now + self.rtt.timeout());
    }

    /// Marks the first packet as lost and retransmits the first lost packet.
    fn begin_selective_recovery(&mut self, una: u32, base: f64, cx: &mut impl Context) {
        self.recovery.begin_selective();
        if !self.uses_rack() && self.board.mark_first_lost() == 1 {
            if let Some(repair) = &mut self.repair {
                repair.lose(1);
            }
            if let Some(sampler) = self.algorithm.get_mut().sampler() {
                sampler.lose(una);
            }
        }
        if self.recovery.uses_ns2_sack() {
            self.board.detect_losses(1);
        }
        self.start_prr(base, cx);
        // The first retransmission is sent even if the pipe is full (RFC 6675 section 5, step 4.3).
        if let Some(seq) = self.board.next_lost() {
            self.resend(seq, cx);
        }
        // Set after the retransmission, because ns-2's estimate of the packets in flight does not include it.
        self.recovery.set_ns2_pipe(i64::from(self.board.high() - una) - i64::from(DUP_THRESH));
    }

    /// Records that the window has been reduced, whatever the cause. Congestion marks in this window of data
    /// are then ignored, and the next new packet announces the reduction to the receiver (CWR, RFC 3168
    /// section 6.1.2).
    pub(super) fn record_reduction(&mut self) {
        self.reduction.reduced_until = self.board.high();
        self.max_flight = 0;
        self.reduction.is_unannounced = true;
        self.timeouts.slow_start_follows = false;
    }

    /// The receiver echoed a congestion mark: reduces the window as for a loss, at most once per window of
    /// data, without a retransmission (RFC 3168 section 6.1.2).
    #[cold]
    pub(super) fn on_ecn_echo(&mut self, cx: &mut impl Context) {
        if !self.recovery.is_open() || self.board.una() <= self.reduction.reduced_until {
            return;
        }
        if self.algorithm.get().ignores_mark(cx.now()) {
            return;
        }
        let base = self.reduction_base();
        let cwnd_before = self.window.cwnd;
        self.algorithm.get_mut().on_congestion(&mut self.window, base, Congestion::Mark, cx.now());
        if !self.algorithm.get().owns_window() {
            self.window.cwnd = self.window.ssthresh.min(cwnd_before);
        }
        self.record_reduction();
        cx.report_reduction(self.window.cwnd);
        cx.decide(decision::Marked { from: cwnd_before, to: self.window.cwnd, flight: base });
    }

    /// The retransmission timer expired: sets the window to one packet, doubles the timeout, and prepares to
    /// retransmit all data, beginning with the oldest unacknowledged packet (RFC 5681 section 3.1; RFC 6298
    /// sections 5.4 to 5.6).
    pub(super) fn on_timeout(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        if self.recovery.is_opening() {
            self.rtt.back_off();
            self.timeouts.lost_syns += 1;
            self.window = initial_window(&self.params, self.timeouts.lost_syns);
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
        let cwnd_before = self.window.cwnd;
        self.prepare_undo_of_timeout(self.timeouts.timed_out_packet == Some(una));
        // A repeated timeout of one packet does not lower the threshold again (RFC 5681 section 3.1), except
        // in ns-2.
        if self.timeouts.timed_out_packet != Some(una) || self.params.halve == HalveBase::Window {
            let base = self.reduction_base();
            self.lower_threshold(base, Congestion::Timeout, now);
            self.timeouts.timed_out_packet = Some(una);
        }
        self.window.cwnd = 1.0;
        self.recovery.duplicates = 0;
        self.timed = None;
        self.record_reduction();
        self.timeouts.slow_start_follows = true;
        self.hystart.forget_train(self.board.high(), now);
        self.recovery.recover = Some(self.board.high());
        self.recovery.phase = RecoveryPhase::AfterReset;
        if self.recovery.uses_go_back_n() {
            if self.recovery.uses_sack() {
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
            to: self.window.cwnd,
            seq: f64::from(una),
            rto: to_secs(timeout),
        });
        self.pacing.next_paced = now;
        cx.arm(Timer::Timeout, now + self.rtt.timeout());
        if self.uses_rack()
            && let Some(seq) = self.board.next_lost()
        {
            // The packets that are not overdue count as in flight, but must not prevent the retransmission.
            self.resend(seq, cx);
        }
    }
}
