//! Undo of reductions that turn out to be unnecessary, because no packet was lost. Three kinds of evidence
//! show this: an acknowledgement echoes a timestamp from before the retransmission (Eifel, RFC 3522), the
//! receiver reports that all retransmitted packets arrived twice (RFC 2883, RFC 3708), or packets that were
//! not sent again are acknowledged after a timeout (F-RTO, RFC 5682). As in Linux, the sender then returns to
//! the window and the threshold from before the reduction.

use super::loss_recovery::RecoveryPhase;
use super::{AlgorithmHandle, CongestionWindow, SavedRules, WindowAlgorithm, WindowSender, decision};
use crate::transport::prelude::*;
use crate::transport::reports::SackBlocks;

/// The window after F-RTO has found that a timeout was necessary (RFC 5682 section 3.1, step 3a).
const WINDOW_AFTER_REAL_TIMEOUT: f64 = 3.0;

/// The steps of F-RTO (RFC 5682 sections 2.1 and 3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, State)]
enum ForwardStep {
    /// F-RTO does not apply, or it has ended.
    #[default]
    Off,
    /// Step 2: waits for the acknowledgement of the retransmitted packet.
    Retransmitted,
    /// Step 2b: sends up to two new packets instead of further retransmissions.
    SendsNew,
    /// Step 3: waits for the acknowledgement after that.
    SentNew,
}

/// A reduction that can still turn out to be unnecessary.
#[derive(Clone, Copy, Debug, Default, State)]
struct Undoable {
    /// The window, the threshold and the values of the algorithm before it.
    window: CongestionWindow,
    rules: SavedRules,
    /// The packets up to which the reduction before it applied: losses among them cause no further reduction.
    reduced_until: u32,
    /// The packets from `begin` to below `end` were unacknowledged.
    begin: u32,
    end: u32,
    /// Whether a timeout caused it.
    by_timeout: bool,
    /// When a packet was retransmitted first; `NEVER` before that.
    first_resent: Time,
    /// Number of retransmissions that the receiver has not reported as duplicates.
    not_reported: u32,
    forward: ForwardStep,
}

/// The undo of unnecessary reductions, as the settings select it.
#[derive(Clone, Debug, Default, State)]
#[state(not(by_reports, by_forward))]
pub(super) struct ReductionUndo {
    /// Whether timestamps and reports of duplicates count as evidence.
    by_reports: bool,
    /// Whether F-RTO applies.
    by_forward: bool,
    reduction: Option<Undoable>,
}

impl ReductionUndo {
    pub(super) fn configure(&mut self, by_reports: bool, by_forward: bool) {
        (self.by_reports, self.by_forward) = (by_reports, by_forward);
    }

    /// A packet is retransmitted.
    pub(super) fn resent(&mut self, now: Time) {
        if let Some(reduction) = &mut self.reduction {
            reduction.first_resent = reduction.first_resent.min(now);
            reduction.not_reported += 1;
        }
    }

    /// The receiver reports that packet `seq` has arrived more than once.
    pub(super) fn report_duplicate(&mut self, seq: u32) {
        if let Some(reduction) = &mut self.reduction
            && (reduction.begin..reduction.end).contains(&seq)
        {
            reduction.not_reported = reduction.not_reported.saturating_sub(1);
        }
    }

    /// Whether the receiver has reported every retransmission as a duplicate.
    fn has_only_duplicates(&self) -> bool {
        self.by_reports && self.reduction.is_some_and(|r| r.first_resent < NEVER && r.not_reported == 0)
    }

    fn step(&self) -> ForwardStep {
        self.reduction.map_or(ForwardStep::Off, |reduction| reduction.forward)
    }
}

impl<A: AlgorithmHandle> WindowSender<A> {
    fn undo(&self) -> Option<&ReductionUndo> {
        self.repair.as_ref()?.undo()
    }

    fn undo_mut(&mut self) -> Option<&mut ReductionUndo> {
        self.repair.as_mut()?.undo_mut()
    }

    fn set_forward_step(&mut self, step: ForwardStep) {
        if let Some(reduction) = self.undo_mut().and_then(|undo| undo.reduction.as_mut()) {
            reduction.forward = step;
        }
    }

    /// A timeout has expired, which may be that of a packet whose timeout had expired before. F-RTO then begins
    /// again (RFC 5682 section 3.1, step 2).
    pub(super) fn prepare_undo_of_timeout(&mut self, is_repeated: bool) {
        if !is_repeated {
            self.store_before_reduction(true);
        } else if self.undo().is_some_and(|undo| undo.step() != ForwardStep::Off) {
            self.set_forward_step(ForwardStep::Retransmitted);
        }
    }

    /// The window will be reduced: stores what an undo restores. A timeout during a recovery belongs to the
    /// reduction of the recovery, as in Linux.
    pub(super) fn store_before_reduction(&mut self, by_timeout: bool) {
        if self.undo().is_none() {
            return;
        }
        // F-RTO does not apply while the retransmissions of an earlier timeout are in progress (RFC 5682
        // section 2.1, step 1).
        let may_forward = by_timeout && !self.recovery.is_after_reset();
        let continues = by_timeout && self.recovery.is_recovering();
        let (window, rules) = (self.window, self.algorithm.get().save());
        let (begin, end) = (self.board.una(), self.board.high());
        let reduced_until = self.reduction.reduced_until;
        let Some(undo) = self.undo_mut() else { return };
        let forward =
            if may_forward && undo.by_forward { ForwardStep::Retransmitted } else { ForwardStep::Off };
        undo.reduction = match undo.reduction {
            Some(earlier) if continues => Some(Undoable { by_timeout, end, forward, ..earlier }),
            _ => Some(Undoable {
                window,
                rules,
                reduced_until,
                begin,
                end,
                by_timeout,
                first_resent: NEVER,
                not_reported: 0,
                forward,
            }),
        };
    }

    /// Whether F-RTO holds back retransmissions, because the next acknowledgement decides.
    #[inline]
    pub(super) fn is_held_back_by_forward(&self) -> bool {
        self.repair.is_some()
            && self.undo().is_some_and(|undo| undo.step() == ForwardStep::SentNew)
            && self.recovery.is_after_reset()
    }

    /// An acknowledgement of all packets below `next` begins to be processed, which echoes the timestamp
    /// `echo`; `NEVER` without timestamps.
    pub(super) fn undo_by_ack(&mut self, next: u32, echo: Time, cx: &mut impl Context) {
        if self.recovery.is_open() || next <= self.board.una() {
            return;
        }
        let Some(undo) = self.undo() else { return };
        let Some(reduction) = undo.reduction else { return };
        if undo.by_reports && echo < reduction.first_resent && reduction.first_resent < NEVER {
            // The packet that filled the hole is the original. While other retransmissions are in flight,
            // only the acknowledgement of all packets shows that those were unnecessary, too.
            let is_complete = Some(next) >= self.recovery.recover || !self.board.has_resent_from(next);
            if reduction.by_timeout || is_complete {
                let (from, to) = self.undo_reduction(cx);
                let waited = to_secs(reduction.first_resent - echo);
                return cx.decide(decision::UndoneByTime { from, to, waited });
            }
        }
        match reduction.forward {
            // Step 2a: everything is acknowledged. Step 2b otherwise.
            ForwardStep::Retransmitted => {
                let is_all = next >= reduction.end;
                let step = if is_all { ForwardStep::Off } else { ForwardStep::SendsNew };
                self.set_forward_step(step);
            }
            // Step 3b: data is acknowledged that was never sent again.
            ForwardStep::SentNew if next <= reduction.end && !self.board.was_resent_below(next) => {
                self.undo_by_forward(cx);
            }
            ForwardStep::SentNew => self.end_forward(),
            ForwardStep::Off | ForwardStep::SendsNew => {}
        }
    }

    /// SACK blocks begin to be processed. In step 3 of F-RTO, they decide if no cumulative acknowledgement
    /// has decided (RFC 5682 section 3.1).
    pub(super) fn undo_by_blocks(&mut self, blocks: &SackBlocks, cx: &mut impl Context) {
        if self.undo().is_some_and(ReductionUndo::has_only_duplicates) {
            let (from, to) = self.undo_reduction(cx);
            return cx.decide(decision::UndoneByDuplicates { from, to });
        }
        let Some(reduction) = self.undo().and_then(|undo| undo.reduction) else { return };
        if reduction.forward != ForwardStep::SentNew || !self.recovery.is_after_reset() {
            return;
        }
        let is_beyond = blocks.iter().any(|(_, to)| to > reduction.end);
        let is_original = |(from, to)| self.board.has_missing_original(from, to);
        if !is_beyond && blocks.iter().any(is_original) {
            self.undo_by_forward(cx);
        } else {
            self.end_forward();
        }
    }

    /// The processing of an acknowledgement ends. `is_duplicate`: it acknowledges no new data and has no SACK
    /// block.
    pub(super) fn continue_forward(&mut self, is_duplicate: bool, cx: &mut impl Context) {
        let Some(step) = self.undo().map(ReductionUndo::step).filter(|step| *step != ForwardStep::Off) else {
            return;
        };
        if !self.recovery.is_after_reset() {
            self.set_forward_step(ForwardStep::Off);
        } else if step == ForwardStep::SendsNew {
            let sent = self.send_new_in_recovery(cx) | self.send_new_in_recovery(cx);
            if sent {
                self.set_forward_step(ForwardStep::SentNew);
            } else {
                self.end_forward();
            }
        } else if is_duplicate && !self.recovery.uses_sack() {
            // Steps 2a and 3a of section 2.1.
            self.end_forward();
        }
    }

    /// The timeout was necessary: retransmits all packets that are not acknowledged.
    fn end_forward(&mut self) {
        let had_sent = self.undo().is_some_and(|undo| undo.step() == ForwardStep::SentNew);
        self.set_forward_step(ForwardStep::Off);
        if had_sent {
            self.window.cwnd = self.window.cwnd.min(WINDOW_AFTER_REAL_TIMEOUT);
            if self.recovery.uses_go_back_n() {
                self.next = self.board.una();
            }
        }
    }

    fn undo_by_forward(&mut self, cx: &mut impl Context) {
        let (from, to) = self.undo_reduction(cx);
        cx.decide(decision::UndoneByForward { from, to });
    }

    /// Returns to the state before the last reduction. Returns the window before and after. Losses of other
    /// packets are then detected anew.
    #[cold]
    fn undo_reduction(&mut self, cx: &mut impl Context) -> (f64, f64) {
        let from = self.window.cwnd + self.recovery.inflation();
        let Some(reduction) = self.undo_mut().and_then(|undo| undo.reduction.take()) else {
            return (from, from);
        };
        self.window.cwnd = from.max(reduction.window.cwnd);
        self.window.ssthresh = self.window.ssthresh.max(reduction.window.ssthresh);
        self.algorithm.get_mut().restore(&reduction.rules);
        // The next loss reduces the window, also among packets that were in flight at the undone reduction.
        self.reduction.reduced_until = reduction.reduced_until;
        if !self.recovery.is_open() {
            self.recovery.phase = RecoveryPhase::Open;
            (self.recovery.recover, self.recovery.duplicates) = (None, 0);
            (self.timeouts.timed_out_packet, self.timeouts.slow_start_follows) = (None, false);
            self.board.forget_losses();
            if let Some(rack) = self.rack_mut() {
                rack.forget_losses(!reduction.by_timeout);
            }
            self.next = self.board.high();
            cx.report_recovered();
        }
        (from, self.window.cwnd)
    }
}
