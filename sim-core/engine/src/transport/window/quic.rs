//! QUIC's loss recovery (RFC 9002) in the shared window sender. `transport/quic.rs` contains the rules by
//! packet numbers; this file connects them to the data, the window and the timer.

use super::acknowledgements::AckResult;
use super::loss_recovery::RecoveryPhase;
use super::parts::SendLimit;
use super::{AlgorithmHandle, Congestion, WindowAlgorithm, WindowSender, decision};
use crate::transport::journal::{Journal, Note};
use crate::transport::mark_count::ReportedMarks;
use crate::transport::prelude::*;
use crate::transport::quic::{
    FoundLosses, GRANULARITY, MINIMUM_WINDOW, NewlyAcknowledged, PROBES, QuicLossDetection,
};
use crate::transport::reports::{DELAY_UNIT, QuicAck};

impl<A: AlgorithmHandle> WindowSender<A> {
    /// Whether QUIC's loss recovery is in use.
    pub(super) fn uses_quic(&self) -> bool {
        self.repair.as_ref().is_some_and(|repair| repair.quic().is_some())
    }

    /// The journal of QUIC's packets; `None` without QUIC's loss recovery.
    pub(super) fn quic_journal(&mut self) -> Option<&mut Journal> {
        self.quic_mut().map(|quic| &mut quic.journal)
    }

    fn note(&mut self, note: Note) {
        if let Some(journal) = self.quic_journal() {
            journal.note(note);
        }
    }

    fn quic_mut(&mut self) -> Option<&mut QuicLossDetection> {
        self.repair.as_mut()?.quic_mut()
    }

    /// The probe timeout without backoff, with the longest delay of an acknowledgement.
    fn probe_timeout(&self) -> Time {
        self.rtt.probe_timeout(GRANULARITY, from_secs(self.params.ack_delay))
    }

    /// Processes an acknowledgement of packet numbers (RFC 9002 appendix A.7). All data below `next` has
    /// arrived.
    #[cold]
    pub(super) fn process_quic_ack(
        &mut self,
        packet: &Packet,
        next: u32,
        attachment: u32,
        cx: &mut impl Context,
    ) -> Option<AckResult> {
        let Some(Attachment::Quic(report)) = cx.take_attachment(attachment) else { return None };
        let next = next.max(self.board.una());
        let received_before = self.received();
        if A::OBSERVES_EVERY_ACK {
            self.begin_observation(packet, next, cx.now());
        }
        let newly = self.acknowledge_numbers(&report, cx.now());
        let latest = newly.rtt.map(|rtt| self.sample_quic_rtt(rtt, &report, cx));
        self.board.advance(next);
        self.next = self.board.high();
        self.timeouts.timed_out_packet = None;
        self.find_quic_losses(cx);
        if newly.outside_of_recovery > 0 {
            self.end_quic_recovery(cx);
            self.grow_by_quic_ack(newly.outside_of_recovery, cx);
        }
        let new_marks = self.quic_mut().map_or(0, |quic| quic.new_marks(report.marks));
        let count = if self.params.ecn { new_marks } else { 0 };
        if count > 0 {
            self.note(Note::Marked { count });
            self.reduce_by_quic_mark(cx);
        }
        self.update_quic_phase();
        if A::OBSERVES_EVERY_ACK {
            let marks = ReportedMarks { any: count > 0, count: Some(count) };
            self.observe(packet, received_before, latest, marks, cx);
        }
        Some(AckResult { rtt_sample: latest, restarts_timer: newly.packets > 0 })
    }

    /// Marks the data of the newly acknowledged packets as received.
    fn acknowledge_numbers(&mut self, report: &QuicAck, now: Time) -> NewlyAcknowledged {
        let WindowSender { board, algorithm, repair, .. } = self;
        let Some(quic) = repair.as_mut().and_then(|repair| repair.quic_mut()) else {
            return NewlyAcknowledged::default();
        };
        let mut sampler = algorithm.get_mut().sampler();
        quic.acknowledge(report, now, |seq| {
            board.sack(seq, seq + 1);
            if let Some(sampler) = &mut sampler {
                sampler.deliver(seq, now);
            }
        })
    }

    /// Takes a round-trip sample without the delay of the acknowledgement (section 5.3) and returns it.
    fn sample_quic_rtt(&mut self, rtt: Time, report: &QuicAck, cx: &mut impl Context) -> Time {
        let (delay, max_delay) = (Time::from(report.delay) * DELAY_UNIT, from_secs(self.params.ack_delay));
        let adjusted = self.quic_mut().map_or(rtt, |quic| quic.adjusted_rtt(rtt, delay, max_delay));
        self.note(Note::RoundTrip { rtt, adjusted });
        let now = cx.now();
        self.rtt.clear_back_off();
        self.rtt.sample(now - adjusted, now);
        cx.count_rtt(rtt);
        if self.params.hystart {
            self.sample_hystart(adjusted, self.board.una(), cx);
        }
        adjusted
    }

    /// Finds lost packets and reduces the window if they are a new sign of congestion (appendices A.10 and
    /// B.8).
    #[inline(never)]
    fn find_quic_losses(&mut self, cx: &mut impl Context) {
        let (now, srtt) = (cx.now(), from_secs(self.rtt.srtt()));
        let WindowSender { board, algorithm, repair, .. } = self;
        let Some(quic) = repair.as_mut().and_then(|repair| repair.quic_mut()) else { return };
        let mut sampler = algorithm.get_mut().sampler();
        let found = quic.detect_losses(srtt, now, |seq| {
            if board.declare_lost(seq)
                && let Some(sampler) = &mut sampler
            {
                sampler.lose(seq);
            }
        });
        if found.packets == 0 {
            return;
        }
        if found.is_new_congestion {
            self.begin_quic_recovery(&found, cx);
        }
        if QuicLossDetection::is_persistent(found.longest, self.probe_timeout()) {
            self.collapse_by_persistent_congestion(&found, cx);
        }
    }

    /// Reduces the window at the first loss of a packet that was sent after the last recovery began
    /// (sections 7.3.2 and B.6).
    fn begin_quic_recovery(&mut self, found: &FoundLosses, cx: &mut impl Context) {
        let (now, from) = (cx.now(), self.window.cwnd);
        self.losses_and_timeouts += 1;
        self.window.cwnd = self.lower_threshold(from, Congestion::Loss, now).max(MINIMUM_WINDOW);
        self.record_reduction();
        self.recovery.recover = Some(self.board.high());
        self.recovery.begin_selective();
        if let Some(quic) = self.quic_mut() {
            quic.begin_recovery(now);
        }
        cx.report_reduction(self.window.cwnd);
        cx.decide(decision::Loss { from, to: self.window.cwnd, seq: f64::from(found.first), flight: from });
        // One packet is sent even if the window is full, to repair the loss sooner (section 7.3.2).
        if let Some(seq) = self.board.next_lost() {
            self.resend(seq, cx);
        }
    }

    /// All packets sent over a long time are lost: the window becomes the smallest one (section 7.6).
    fn collapse_by_persistent_congestion(&mut self, found: &FoundLosses, cx: &mut impl Context) {
        self.note(Note::PersistentCongestion);
        let from = self.window.cwnd;
        if self.algorithm.get().owns_window() {
            self.lower_threshold(from, Congestion::Timeout, cx.now());
        }
        self.window.cwnd = MINIMUM_WINDOW;
        if let Some(quic) = self.quic_mut() {
            quic.end_recovery();
        }
        cx.report_reduction(self.window.cwnd);
        cx.decide(decision::PersistentCongestion {
            from,
            to: self.window.cwnd,
            lasted: to_secs(found.longest),
        });
    }

    /// The receiver has counted a new congestion mark (section 7.1).
    fn reduce_by_quic_mark(&mut self, cx: &mut impl Context) {
        let before = self.reduction.reduced_until;
        self.on_ecn_echo(cx);
        let now = cx.now();
        if self.reduction.reduced_until != before
            && let Some(quic) = self.quic_mut()
        {
            quic.begin_recovery(now);
        }
    }

    /// A packet is acknowledged that was sent after recovery began: it ends (section 7.3.2).
    fn end_quic_recovery(&mut self, cx: &mut impl Context) {
        if self.recovery.is_recovering() && self.recovery.recover.is_some() {
            self.recovery.recover = None;
            cx.report_recovered();
            cx.decide(decision::Recovered { from: self.window.cwnd, to: self.window.cwnd });
        }
    }

    /// The phase of the shared sender: `Open` if no loss is to be repaired and no recovery lasts.
    fn update_quic_phase(&mut self) {
        if self.recovery.is_opening() {
            return;
        }
        if self.recovery.recover.is_some() || self.board.next_lost().is_some() {
            self.recovery.phase = RecoveryPhase::Recovery { inflation: 0.0 };
        } else {
            self.recovery.phase = RecoveryPhase::Open;
            self.recovery.duplicates = self.board.sacked();
        }
    }

    /// Lets the window grow by the packets that were sent after the last recovery began (appendix B.5).
    fn grow_by_quic_ack(&mut self, packets: u32, cx: &mut impl Context) {
        if !self.limit.is_window() {
            if self.params.rate_limited_increase {
                self.grow_by_flight(packets, true, cx);
                return;
            }
            if self.params.grow_only_when_limited {
                return;
            }
            self.limit = SendLimit::Other { last_growth: cx.now() };
        }
        self.grow(packets, cx);
    }

    // ---- the timer ----

    /// Sets the timer (appendix A.8).
    pub(super) fn update_quic_timer(&mut self, cx: &mut impl Context) {
        let probe_timeout = self.probe_timeout();
        match self.quic_mut().and_then(|quic| quic.deadline(probe_timeout)) {
            Some(at) => cx.arm(Timer::Timeout, at.max(cx.now())),
            None => cx.cancel(Timer::Timeout),
        }
    }

    /// The timer has expired: finds lost packets by the time threshold, or sends probes without regard to the
    /// window (section 6.2.4, appendix A.9). A probe is a new packet if there is one, otherwise the oldest
    /// data that is not acknowledged.
    pub(super) fn quic_timer_expired(&mut self, cx: &mut impl Context) {
        if self.quic_mut().is_some_and(QuicLossDetection::expire) {
            self.send_quic_probes(to_secs(cx.now() - self.last_sent), cx);
        } else {
            self.find_quic_losses(cx);
            self.update_quic_phase();
        }
    }

    fn send_quic_probes(&mut self, waited: f64, cx: &mut impl Context) {
        let mut first = None;
        for probe in 0..PROBES {
            let seq = if self.send_new_in_recovery(cx) {
                self.board.high() - 1
            } else {
                let oldest = if probe == 0 { Some(self.board.una()) } else { self.board.last_missing() };
                let Some(seq) = oldest.filter(|&seq| seq < self.board.high() && first != Some(seq)) else {
                    break;
                };
                if let Some(quic) = self.quic_mut() {
                    quic.will_repeat(seq);
                }
                self.resend(seq, cx);
                seq
            };
            first = first.or(Some(seq));
        }
        if let Some(seq) = first {
            cx.decide(decision::Probe { waited, seq: f64::from(seq) });
        }
    }
}
