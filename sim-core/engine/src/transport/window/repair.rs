//! Proportional rate reduction (RFC 9937) and RACK-TLP (RFC 8985) in the shared window sender, and the state of
//! the undo of reductions (`undo.rs`) and of QUIC's loss detection (`quic.rs`).
//! `transport/prr.rs` and `transport/rack.rs` contain their rules; this file connects the rules to the
//! scoreboard, the window and the timers.

use super::undo::ReductionUndo;
use super::{AlgorithmHandle, Congestion, WindowAlgorithm, WindowSender, decision};
use crate::transport::delivery_rate::DeliveryRate;
use crate::transport::journal::Note;
use crate::transport::prelude::*;
use crate::transport::prr::{Prr, PrrFacts};
use crate::transport::quic::QuicLossDetection;
use crate::transport::rack::{ProbeOutcome, Rack, RackFacts, RackTimer, ReorderingChange};
use crate::transport::reports::SackBlocks;
use crate::transport::scoreboard::Scoreboard;
use crate::transport::tcp_params::HalveBase;

/// Proportional rate reduction, RACK-TLP, undo and QUIC's loss detection of a sender, each if the settings select it.
///
/// The functions of this type do not depend on the sender's algorithm, so each is compiled once.
#[derive(Clone, Debug, Default, State)]
#[state(not(uses_undo, uses_quic))]
pub struct LossRepair {
    prr: Option<Prr>,
    rack: Option<Rack>,
    #[state(if self.uses_undo)]
    undo: Option<ReductionUndo>,
    #[state(if self.uses_quic)]
    quic: Option<Box<QuicLossDetection>>,
    /// Whether the last two are in use: result IDs contain them only then.
    uses_undo: bool,
    uses_quic: bool,
}

/// Reports a change of the reordering window.
#[cold]
fn decide_change(change: ReorderingChange, rack: &Rack, cx: &mut impl Context) {
    let window = to_secs(rack.window());
    match change {
        ReorderingChange::Nothing => {}
        ReorderingChange::ReorderingSeen => cx.decide(decision::ReorderingSeen { window }),
        ReorderingChange::Widened | ReorderingChange::Reset => {
            cx.decide(decision::ReorderingWindow { multiple: f64::from(rack.multiple()), window });
        }
    }
}

/// An acknowledgement whose processing ends.
struct EndedAck {
    /// All packets below this packet are acknowledged.
    next: u32,
    /// Whether it acknowledges no new data and has no SACK block.
    is_duplicate: bool,
    in_recovery: bool,
    /// Smoothed round-trip time in seconds.
    srtt: f64,
}

impl LossRepair {
    /// Starts or ends the use of either part. `last_sent` is the time at which the last packet was sent.
    fn configure(&mut self, uses_prr: bool, uses_rack: bool, board: &Scoreboard, last_sent: Time) {
        if !uses_prr {
            self.prr = None;
        } else if self.prr.is_none() {
            self.prr = Some(Prr::default());
        }
        if !uses_rack {
            self.rack = None;
        } else if self.rack.is_none() {
            self.rack = Some(Rack::starting_at(board.una(), board.high(), last_sent));
        }
    }

    /// The state of RACK-TLP, if it is in use.
    pub(super) fn rack_mut(&mut self) -> Option<&mut Rack> {
        self.rack.as_mut()
    }

    /// The state of the undo, if it is in use.
    pub(super) fn undo(&self) -> Option<&ReductionUndo> {
        self.undo.as_ref()
    }

    pub(super) fn undo_mut(&mut self) -> Option<&mut ReductionUndo> {
        self.undo.as_mut()
    }

    /// QUIC's loss detection, if it is in use.
    pub(super) fn quic(&self) -> Option<&QuicLossDetection> {
        self.quic.as_deref()
    }

    pub(super) fn quic_mut(&mut self) -> Option<&mut QuicLossDetection> {
        self.quic.as_deref_mut()
    }

    /// Packet `seq` is sent. Returns QUIC's packet number, 0 without QUIC.
    #[inline]
    fn sent(&mut self, seq: u32, now: Time) -> u32 {
        if let Some(prr) = &mut self.prr {
            prr.sent();
        }
        if let Some(rack) = &mut self.rack {
            rack.sent(seq, now);
        }
        self.quic.as_mut().map_or(0, |quic| quic.sent(seq, now))
    }

    /// An acknowledgement begins to be processed, or a timer that can show losses has expired.
    #[inline]
    fn begin_prr(&mut self, board: &Scoreboard) {
        if let Some(prr) = &mut self.prr {
            prr.begin_ack(board.una() + board.sacked(), board.una());
        }
    }

    /// Selective acknowledgements or a timeout show that `count` packets are lost.
    pub(super) fn lose(&mut self, count: u32) {
        if let Some(prr) = &mut self.prr {
            prr.lose(count);
        }
    }

    /// Reports a duplicate to RACK: the first block is below the cumulative acknowledgement or within the
    /// second block (RFC 2883 section 4).
    fn find_reported_duplicate(&mut self, blocks: &SackBlocks, next: u32) {
        let mut blocks = blocks.iter();
        let (Some((from, to)), second) = (blocks.next(), blocks.next()) else { return };
        let is_within = |(start, end): (u32, u32)| start <= from && to <= end;
        if to <= next || second.is_some_and(is_within) {
            if let Some(rack) = &mut self.rack {
                rack.report_duplicate(from);
            }
            if let Some(undo) = &mut self.undo {
                undo.report_duplicate(from);
            }
        }
    }

    /// The window with which the sender sends as many packets as proportional rate reduction allows for the
    /// present acknowledgement; `None` if it does not change.
    fn window(&mut self, board: &Scoreboard, ssthresh: f64) -> Option<f64> {
        let una = board.una();
        let facts = PrrFacts { received: una + board.sacked(), una, pipe: board.pipe(), ssthresh };
        self.prr.as_mut()?.on_ack(facts)
    }

    /// Ends the processing of an acknowledgement: updates the reordering window and marks packets as lost.
    /// Returns the outcome of the probe that the acknowledgement shows.
    #[inline]
    fn end_ack(
        &mut self,
        ack: EndedAck,
        board: &mut Scoreboard,
        sampler: Option<&mut DeliveryRate>,
        cx: &mut impl Context,
    ) -> ProbeOutcome {
        let Some(rack) = &mut self.rack else { return ProbeOutcome::Nothing };
        let EndedAck { next, is_duplicate, in_recovery, srtt } = ack;
        let facts = RackFacts { sacked: board.sacked(), in_recovery, srtt, high: board.high() };
        let change = rack.end_ack(facts, cx.now());
        let outcome = rack.process_probe(next, is_duplicate);
        if change != ReorderingChange::Nothing {
            decide_change(change, rack, cx);
        }
        if rack.may_be_overdue() {
            self.mark_overdue(board, sampler, cx);
        }
        outcome
    }

    /// Marks the packets that are overdue as lost (RFC 8985 section 6.2, step 5).
    fn mark_overdue(
        &mut self,
        board: &mut Scoreboard,
        mut sampler: Option<&mut DeliveryRate>,
        cx: &mut impl Context,
    ) {
        let now = cx.now();
        let Some(rack) = &mut self.rack else { return };
        let mut first = None;
        let mut count = 0;
        while let Some((seq, age)) = rack.next_lost(now) {
            if board.declare_lost(seq) {
                count += 1;
                first = first.or(Some((seq, age)));
                if let Some(sampler) = &mut sampler {
                    sampler.lose(seq);
                }
            }
        }
        if let Some((seq, age)) = first {
            let times = [age, rack.rtt(), rack.window()].map(to_secs);
            cx.decide(decision::Overdue {
                seq: f64::from(seq),
                age: times[0],
                rtt: times[1],
                window: times[2],
                count: f64::from(count),
            });
            self.lose(count);
        }
    }

    /// Marks the packets that a retransmission timeout shows to be lost (RFC 8985 section 6.3).
    fn mark_overdue_at_timeout(
        &mut self,
        board: &mut Scoreboard,
        mut sampler: Option<&mut DeliveryRate>,
        now: Time,
    ) {
        let una = board.una();
        let Some(rack) = &mut self.rack else { return };
        rack.forget_probe();
        while let Some(seq) = rack.next_lost_at_timeout(una, now) {
            if board.declare_lost(seq)
                && let Some(sampler) = &mut sampler
            {
                sampler.lose(seq);
            }
        }
    }

    /// Sets the timer: for packets that will be overdue, otherwise for a probe. A probe is due some time
    /// after new data was sent or acknowledged, while no loss is repaired and no packet is missing below a
    /// received one (RFC 8985 section 7.2). `probe_after` is that time, `None` while a loss is repaired.
    #[inline]
    fn update_timer(
        &mut self,
        board: &Scoreboard,
        probe_after: Option<Time>,
        acknowledged: bool,
        cx: &mut impl Context,
    ) {
        let Some(rack) = &mut self.rack else { return };
        let has_new_packets = rack.take_new_packets(board.high());
        let timer = if board.is_empty() {
            RackTimer::Off
        } else if let Some(at) = rack.reordering_deadline() {
            cx.arm(Timer::Other, at);
            RackTimer::Reordering
        } else if let Some(timeout) = probe_after.filter(|_| board.sacked() == 0) {
            if acknowledged || has_new_packets {
                cx.arm(Timer::Other, (cx.now() + timeout).min(cx.due(Timer::Timeout)));
                RackTimer::Probe
            } else if rack.timer() == RackTimer::Probe {
                RackTimer::Probe
            } else {
                RackTimer::Off
            }
        } else {
            RackTimer::Off
        };
        if timer == RackTimer::Off {
            cx.cancel(Timer::Other);
        }
        rack.set_timer(timer);
    }

    /// Why the timer of RACK-TLP had been set, if it is this timer that has expired. A probe precedes a
    /// retransmission timeout that is due at the same time.
    fn expired(&mut self, timer: Timer, cx: &impl Context) -> Option<RackTimer> {
        let rack = self.rack.as_mut()?;
        let reason = rack.timer();
        if timer == Timer::Timeout && (reason != RackTimer::Probe || cx.due(Timer::Other) > cx.now()) {
            return None;
        }
        rack.set_timer(RackTimer::Off);
        Some(reason)
    }
}

impl<A: AlgorithmHandle> WindowSender<A> {
    /// Whether RACK-TLP or QUIC's loss detection finds the losses, and those of retransmissions.
    pub(super) fn uses_rack(&self) -> bool {
        self.repair.as_ref().is_some_and(|repair| repair.rack.is_some() || repair.quic.is_some())
    }

    /// Whether proportional rate reduction determines the window during recovery.
    pub(super) fn uses_prr(&self) -> bool {
        self.repair.as_ref().is_some_and(|repair| repair.prr.is_some())
    }

    /// The state of RACK-TLP, if it is in use.
    pub(super) fn rack_mut(&mut self) -> Option<&mut Rack> {
        self.repair.as_mut()?.rack_mut()
    }

    /// Applies the settings. The shared sender uses both parts only with the recovery of RFC 6675, and
    /// proportional rate reduction only if the algorithm leaves the window to the shared sender.
    pub(super) fn configure_repair(&mut self) {
        let uses_quic = self.params.quic;
        let uses_prr = !uses_quic
            && self.params.prr
            && !self.recovery.uses_go_back_n()
            && !self.algorithm.get().owns_window();
        let uses_rack = !uses_quic && self.params.rack && !self.recovery.uses_go_back_n();
        let (undo, f_rto) = (self.params.undo, self.params.f_rto);
        let may_undo = !uses_quic && (undo || f_rto) && !self.algorithm.get().owns_window();
        if uses_prr || uses_rack || may_undo || uses_quic {
            let repair = self.repair.get_or_insert_default();
            repair.configure(uses_prr, uses_rack, &self.board, self.last_sent);
            (repair.uses_undo, repair.uses_quic) = (may_undo, uses_quic);
            repair.undo = may_undo.then(|| repair.undo.take().unwrap_or_default());
            if let Some(state) = &mut repair.undo {
                state.configure(undo, f_rto);
            }
            repair.quic = uses_quic.then(|| repair.quic.take().unwrap_or_default());
        } else {
            self.repair = None;
        }
        self.needs_send_bookkeeping = A::OBSERVES_EVERY_ACK
            || self.params.pacing
            || !self.params.timestamps
            || self.stream.carries_offsets
            || uses_prr
            || uses_rack
            || uses_quic;
    }

    fn is_repairing(&self) -> bool {
        self.recovery.is_recovering() || self.recovery.is_after_reset()
    }

    /// Records that packet `seq` is sent. Returns QUIC's packet number, 0 without QUIC.
    #[inline]
    pub(super) fn record_repair_send(&mut self, seq: u32, now: Time) -> u32 {
        let Some(repair) = &mut self.repair else { return 0 };
        let number = repair.sent(seq, now);
        if let Some(quic) = &mut repair.quic {
            let bytes = self.board.segment(seq).map_or(0, |segment| segment.size);
            quic.journal.note(Note::Sent { number, bytes });
        }
        number
    }

    /// An acknowledgement of all packets below `next` begins to be processed.
    #[cold]
    #[inline(never)]
    pub(super) fn begin_repair(
        &mut self,
        packet: &Packet,
        next: u32,
        rtt_sample: Option<Time>,
        cx: &mut impl Context,
    ) {
        let now = cx.now();
        let echo = if self.params.timestamps { packet.timestamp } else { NEVER };
        if !self.recovery.is_open() {
            self.undo_by_ack(next, echo, cx);
        }
        let in_recovery = self.is_repairing();
        let Some(repair) = &mut self.repair else { return };
        repair.begin_prr(&self.board);
        if let Some(rack) = &mut repair.rack {
            rack.begin_ack(echo, in_recovery);
            if let Some(rtt) = rtt_sample {
                rack.sample(rtt, now);
            }
            rack.advance(next, now);
        }
    }

    /// Processes a report of duplicates in SACK blocks.
    #[inline]
    pub(super) fn find_reported_duplicate(&mut self, blocks: &SackBlocks, next: u32) {
        if let Some(repair) = &mut self.repair {
            repair.find_reported_duplicate(blocks, next);
        }
    }

    /// Ends the processing of an acknowledgement of all packets below `next`. `is_duplicate`: the
    /// acknowledgement acknowledges no new data and has no SACK block.
    #[cold]
    #[inline(never)]
    pub(super) fn end_repair(&mut self, next: u32, is_duplicate: bool, cx: &mut impl Context) {
        let ack = EndedAck { next, is_duplicate, in_recovery: self.is_repairing(), srtt: self.rtt.srtt() };
        let Some(repair) = &mut self.repair else { return };
        let outcome = repair.end_ack(ack, &mut self.board, self.algorithm.get_mut().sampler(), cx);
        if self.uses_rack() {
            if self.recovery.is_open() && self.board.next_lost().is_some() {
                self.recover_from_overdue(cx);
            }
            if self.recovery.is_open() {
                self.recovery.duplicates = self.board.sacked();
            }
            if let ProbeOutcome::Repaired(in_flight) = outcome {
                self.on_repair_by_probe(in_flight, cx);
            }
        }
        let has_begun = |repair: &LossRepair| repair.prr.as_ref().is_none_or(Prr::has_begun);
        if self.recovery.is_recovering() && !self.repair.as_deref().is_none_or(has_begun) {
            self.reduce_in_proportion();
        }
        self.continue_forward(is_duplicate, cx);
    }

    // ---- proportional rate reduction ----

    /// Recovery begins: sets the window of its first acknowledgement.
    /// `base` is the number of packets from which the threshold was computed. In Linux, the reduction is in proportion
    /// to it.
    pub(super) fn start_prr(&mut self, base: f64, cx: &mut impl Context) {
        let high = self.board.high();
        let base = (self.params.halve == HalveBase::Cwnd).then_some(whole::<u32>(base));
        let Some(prr) = self.repair.as_mut().and_then(|repair| repair.prr.as_mut()) else { return };
        prr.start(high, base);
        cx.decide(decision::PrrStarts { flight: f64::from(prr.recover_fs()), target: self.window.ssthresh });
        self.reduce_in_proportion();
    }

    /// Sets the window to the packets in flight and those that may be sent for this acknowledgement.
    fn reduce_in_proportion(&mut self) {
        let window = self.repair.as_mut().and_then(|repair| repair.window(&self.board, self.window.ssthresh));
        if let Some(window) = window {
            self.window.cwnd = window;
        }
    }

    // ---- RACK ----

    /// Starts recovery if a packet counts as lost.
    #[cold]
    #[inline(never)]
    fn recover_from_overdue(&mut self, cx: &mut impl Context) {
        if self.recovery.is_open()
            && self.board.next_lost().is_some()
            && self.recovery.may_begin(self.board.una())
        {
            if let Some(rack) = self.rack_mut() {
                rack.forget_probe();
            }
            self.enter_recovery(cx);
        }
    }

    /// Marks the packets that a retransmission timeout shows to be lost.
    #[inline]
    pub(super) fn mark_overdue_at_timeout(&mut self, now: Time) {
        if let Some(repair) = &mut self.repair {
            repair.mark_overdue_at_timeout(&mut self.board, self.algorithm.get_mut().sampler(), now);
        }
    }

    // ---- tail loss probes and the timer ----

    /// Sets the timer of RACK-TLP or QUIC.
    #[cold]
    #[inline(never)]
    pub(super) fn update_repair_timer(&mut self, acknowledged: bool, cx: &mut impl Context) {
        if self.uses_quic() {
            return self.update_quic_timer(cx);
        }
        if !self.uses_rack() {
            return;
        }
        let ack_delay = if self.params.ack_every > 1 { self.params.ack_delay } else { 0.0 };
        let delay = self.params.probe_delay.unwrap_or(ack_delay);
        let probe_after =
            (self.recovery.is_open()).then(|| Rack::probe_timeout(self.rtt.srtt(), self.board.len(), delay));
        if let Some(repair) = &mut self.repair {
            repair.update_timer(&self.board, probe_after, acknowledged, cx);
        }
    }

    /// Handles the timer of RACK-TLP or QUIC. Returns false if another timer expired.
    #[cold]
    pub(super) fn rack_timer_expired(&mut self, timer: Timer, cx: &mut impl Context) -> bool {
        if self.uses_quic() {
            if !self.recovery.is_opening() {
                self.quic_timer_expired(cx);
            }
            return !self.recovery.is_opening();
        }
        let Some(repair) = &mut self.repair else { return false };
        let Some(reason) = repair.expired(timer, cx) else { return false };
        match reason {
            RackTimer::Off => {}
            RackTimer::Reordering => {
                repair.begin_prr(&self.board);
                repair.mark_overdue(&mut self.board, self.algorithm.get_mut().sampler(), cx);
                self.recover_from_overdue(cx);
            }
            RackTimer::Probe => self.send_probe(cx),
        }
        true
    }

    /// Sends a probe: a new packet if there is one, otherwise the highest packet sent. Restarts the
    /// retransmission timer (RFC 8985 section 7.3).
    #[cold]
    fn send_probe(&mut self, cx: &mut impl Context) {
        cx.cancel(Timer::Other);
        if self.rack_mut().is_some_and(|rack| rack.may_probe()) && !self.board.is_empty() {
            let waited = to_secs(cx.now() - self.last_sent);
            let is_retransmission = !self.send_new_in_recovery(cx);
            let high = self.board.high();
            if is_retransmission {
                self.resend(high - 1, cx);
            }
            if let Some(rack) = self.rack_mut() {
                rack.probe_sent(high, is_retransmission);
            }
            cx.decide(decision::Probe { waited, seq: f64::from(high - 1) });
        }
        cx.arm(Timer::Timeout, cx.now() + self.rtt.timeout());
    }

    /// A probe repaired a loss that no acknowledgement had shown: reduces the window as at a loss (RFC 8985
    /// section 7.4.2). `in_flight` is the number of packets in flight when the probe was sent.
    #[cold]
    fn on_repair_by_probe(&mut self, in_flight: u32, cx: &mut impl Context) {
        if !self.recovery.is_open() {
            return;
        }
        let cwnd_before = self.window.cwnd;
        let base = f64::from(in_flight).min(cwnd_before);
        self.losses_and_timeouts += 1;
        let window = self.lower_threshold(base, Congestion::Loss, cx.now());
        self.window.cwnd = window.min(cwnd_before);
        self.record_reduction();
        cx.report_reduction(self.window.cwnd);
        cx.decide(decision::ProbeRepaired { from: cwnd_before, to: self.window.cwnd, flight: base });
    }
}
