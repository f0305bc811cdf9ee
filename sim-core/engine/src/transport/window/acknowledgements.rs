//! How a window-based sender processes acknowledgements: validity, round-trip samples and SACK blocks.
//! `recovery.rs` contains the changes of the window.

use super::algorithm::ContextReports;
use super::{AlgorithmHandle, Feedback, WindowAlgorithm, WindowSender};
use crate::ground::packet::{CWR_OR_ECE, SYN};
use crate::transport::mark_count::{ReportedMarks, counted_bits};
use crate::transport::prelude::*;
use crate::transport::reports::DELAY_UNIT;
use crate::transport::scoreboard::DUP_THRESH;

/// The result of processing an acknowledgement.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AckResult {
    /// The round-trip sample that the acknowledgement gives, if any.
    pub(super) rtt_sample: Option<Time>,
    /// Whether the retransmission timer restarts.
    pub(super) restarts_timer: bool,
}

impl<A: AlgorithmHandle> WindowSender<A> {
    /// Takes a round-trip sample and returns it.
    #[inline]
    fn sample_rtt(&mut self, sent: Time, cx: &mut impl Context) -> Time {
        let now = cx.now();
        self.rtt.sample(sent, now);
        let rtt = now.saturating_sub(sent);
        cx.count_rtt(rtt);
        rtt
    }

    /// Takes a round-trip sample, clears the timer's backoff, and returns the sample.
    fn sample_rtt_and_clear_backoff(&mut self, sent: Time, cx: &mut impl Context) -> Time {
        self.rtt.clear_back_off();
        self.sample_rtt(sent, cx)
    }

    /// Without timestamps: takes a round-trip sample if the timed packet is acknowledged. The sender times
    /// one packet per window. Only a sample of the timed packet clears the backoff, because an
    /// acknowledgement of a retransmitted packet is ambiguous (Karn's algorithm, RFC 6298 section 3).
    fn sample_timed_packet(&mut self, next: u32, cx: &mut impl Context) -> Option<Time> {
        let (_, sent) = self.timed.filter(|(seq, _)| next > *seq)?;
        self.timed = None;
        Some(self.sample_rtt_and_clear_backoff(sent, cx))
    }

    /// Opens the connection if the packet acknowledges the SYN. Ignores any other packet and returns `None`.
    #[cold]
    fn on_handshake(&mut self, packet: &Packet, cx: &mut impl Context) -> Option<AckResult> {
        if !self.recovery.is_opening() || packet.flags & SYN == 0 {
            return None;
        }
        let rtt_sample = Some(self.sample_rtt_and_clear_backoff(packet.timestamp, cx));
        cx.cancel(Timer::Timeout);
        self.open(cx);
        Some(AckResult { rtt_sample, restarts_timer: false })
    }

    /// Processes an acknowledgement. Returns `None` if the acknowledgement is not valid in the present state
    /// of the connection.
    #[inline]
    pub(super) fn process_ack(&mut self, packet: &Packet, cx: &mut impl Context) -> Option<AckResult> {
        let Body::Ack { next, newest_after, attachment, .. } = Body::of(packet) else { return None };
        if self.recovery.is_opening() || packet.flags & SYN != 0 || next > self.board.high() {
            cx.take_attachment(attachment);
            return self.on_handshake(packet, cx);
        }
        if attachment != 0 && self.uses_quic() {
            return self.process_quic_ack(packet, next, attachment, cx);
        }
        if next < self.board.una() {
            self.on_old_ack(packet, next, attachment, cx);
            return Some(AckResult::default());
        }
        let is_new = next > self.board.una();
        let una_before = self.board.una();
        let received_before = self.received();
        if A::OBSERVES_EVERY_ACK {
            self.begin_observation(packet, next, cx.now());
        }
        let mut rtt_sample = self.sample_of_ack(packet, next, is_new, cx);
        // The retransmission timer takes the round-trip time of the first packet that the acknowledgement
        // covers, which includes the receiver's wait for the others (RFC 7323 section 4.3). HyStart++, RACK
        // and the algorithms take that of the newest packet, because it shows the delay of the path
        // (draft-ietf-ccwg-bbr-06 section 5.5.7.1, RFC 9002 section 5.1).
        // Without timestamps, the sender times a single packet.
        let newest_after = if self.params.timestamps { Time::from(newest_after) } else { 0 };
        let newest_rtt = rtt_sample.map(|rtt| rtt.saturating_sub(newest_after));
        if self.params.hystart
            && let Some(rtt) = newest_rtt
        {
            self.sample_hystart(rtt, next, cx);
        }
        // `repair` is the state of PRR and RACK.
        if self.repair.is_some() {
            self.begin_repair(packet, next, newest_rtt, cx);
        }
        let (has_new_blocks, sacked_sent) =
            if attachment != 0 { self.process_sack_blocks(attachment, next, cx) } else { (false, None) };
        let mut restarts_timer = false;
        if let Some(sent) = sacked_sent.filter(|_| rtt_sample.is_none() && self.params.sack_rtt) {
            rtt_sample = Some(self.sample_rtt_and_clear_backoff(sent, cx));
            restarts_timer = self.rack_mut().is_some_and(|rack| rack.resent_oldest_after(sent));
        }
        let shows_mark = self.params.ecn && self.shows_mark(packet);
        if is_new {
            // The window does not grow by an acknowledgement that reports a mark (RFC 3168 section 6.1.2). An
            // algorithm with ECN rules of its own (DCTCP, Prague) knows which packets were marked, and
            // decides itself.
            let may_grow = !shows_mark || self.algorithm.get().ecn_field().is_some();
            restarts_timer = self.on_new_ack(next, may_grow, cx);
            // An acknowledgement with new SACK blocks counts as a duplicate even if it acknowledges new data,
            // and may itself show that the next packet is lost (RFC 6675 sections 2 and 5).
            if has_new_blocks && self.recovery.is_open() && !self.recovery.uses_go_back_n() {
                self.on_duplicate(has_new_blocks, cx);
            }
        } else {
            self.on_duplicate(has_new_blocks, cx);
        }
        let marks = self.process_marks(packet, shows_mark, una_before, received_before, cx);
        if self.repair.is_some() {
            self.end_repair(next, !is_new && attachment == 0, cx);
        }
        if A::OBSERVES_EVERY_ACK {
            let rtt = newest_rtt.or_else(|| self.rtt_of_new_block(packet, has_new_blocks, cx.now()));
            self.observe(packet, received_before, rtt, marks, cx);
        }
        Some(AckResult { rtt_sample, restarts_timer })
    }

    /// The round-trip sample that an acknowledgement of all packets below `next` gives, if any.
    #[inline]
    fn sample_of_ack(
        &mut self,
        packet: &Packet,
        next: u32,
        is_new: bool,
        cx: &mut impl Context,
    ) -> Option<Time> {
        if !self.params.timestamps {
            return self.sample_timed_packet(next, cx);
        }
        if !is_new && !self.recovery.is_open() {
            return None;
        }
        if is_new {
            self.rtt.clear_back_off();
        }
        Some(self.sample_rtt(packet.timestamp, cx))
    }

    /// Whether an acknowledgement reports a mark, as far as this is known before the packets are counted that it
    /// covers.
    #[cold]
    fn shows_mark(&self, packet: &Packet) -> bool {
        if !self.params.counts_marks() {
            return packet.flags & CWR_OR_ECE != 0;
        }
        let Body::Ack { echo, .. } = Body::of(packet) else { return false };
        self.marks.differs(echo, counted_bits(self.params.ecn_feedback))
    }

    /// Reacts to the marks that an acknowledgement reports, and returns them.
    #[inline]
    fn process_marks(
        &mut self,
        packet: &Packet,
        shows_mark: bool,
        una_before: u32,
        received_before: u32,
        cx: &mut impl Context,
    ) -> ReportedMarks {
        if !self.params.ecn {
            return ReportedMarks::default();
        }
        let marks = self.take_marks(packet, shows_mark, received_before);
        if marks.any && !self.was_answered(marks, una_before) {
            self.on_ecn_echo(cx);
        }
        marks
    }

    /// Whether the counted marks can all be on packets that were sent before the last reduction. The window is then
    /// not reduced again, because one reduction answers all marks of a window of data (RFC 3168 section 6.1.2). A
    /// delayed acknowledgement covers the last packet of that window together with the first of the next.
    fn was_answered(&self, marks: ReportedMarks, una_before: u32) -> bool {
        let sent_before = self.reduction.reduced_until.saturating_sub(una_before);
        self.algorithm.get().ecn_field().is_none() && marks.count.is_some_and(|count| count <= sent_before)
    }

    /// The marks that an acknowledgement reports.
    #[cold]
    fn take_marks(&mut self, packet: &Packet, shows_mark: bool, received_before: u32) -> ReportedMarks {
        if !self.params.counts_marks() {
            return ReportedMarks { any: shows_mark, count: None };
        }
        let Body::Ack { echo, .. } = Body::of(packet) else { return ReportedMarks::default() };
        let newly = self.received().saturating_sub(received_before);
        let timestamp = if self.params.timestamps { packet.timestamp } else { 0 };
        let count = self.marks.take(echo, counted_bits(self.params.ecn_feedback), newly, timestamp);
        ReportedMarks { any: count > 0, count: Some(count) }
    }

    /// In recovery: the round-trip time of the packet that an acknowledgement reports selectively. As in Linux,
    /// algorithms observe it while RACK measures each packet. Otherwise a delay-based algorithm would not see
    /// the queue until the oldest loss is repaired.
    fn rtt_of_new_block(&self, packet: &Packet, has_new_blocks: bool, now: Time) -> Option<Time> {
        let is_measured = has_new_blocks && self.params.timestamps && self.uses_rack();
        is_measured.then(|| now - packet.timestamp)
    }

    /// Processes an acknowledgement below the oldest unacknowledged packet, which a later acknowledgement has
    /// overtaken. Such an acknowledgement is no duplicate, because a duplicate equals the greatest
    /// acknowledgement received (RFC 5681 section 2), and it gives no round-trip sample (RFC 7323
    /// section 4.1). Only a sender by RFC 6675 uses its SACK blocks: new blocks make any acknowledgement a
    /// duplicate (RFC 6675 section 2).
    #[cold]
    fn on_old_ack(&mut self, packet: &Packet, next: u32, attachment: u32, cx: &mut impl Context) {
        if self.recovery.uses_go_back_n() {
            cx.take_attachment(attachment);
        } else if attachment != 0 {
            let received_before = self.received();
            if A::OBSERVES_EVERY_ACK {
                self.begin_observation(packet, self.board.una(), cx.now());
            }
            if self.repair.is_some() {
                self.begin_repair(packet, next, None, cx);
            }
            if self.process_sack_blocks(attachment, next, cx).0 {
                self.on_duplicate(true, cx);
            }
            if self.repair.is_some() {
                self.end_repair(next, false, cx);
            }
            if A::OBSERVES_EVERY_ACK {
                self.observe(&Packet::default(), received_before, None, ReportedMarks::default(), cx);
            }
        }
    }

    /// Number of packets that the sender knows to be received.
    #[inline]
    pub(super) fn received(&self) -> u32 {
        self.board.una() + self.board.sacked()
    }

    /// Reports to the sampler that all packets below `next` are acknowledged.
    pub(super) fn begin_observation(&mut self, packet: &Packet, next: u32, now: Time) {
        let in_flight = self.board.pipe();
        if let Some(sampler) = self.algorithm.get_mut().sampler() {
            sampler.begin(in_flight, packet.timestamp);
            sampler.advance(next, now);
        }
    }

    /// Reports to the algorithm an acknowledgement that has been processed. `rtt` is the round-trip time of
    /// the newest packet that it covers.
    pub(super) fn observe(
        &mut self,
        packet: &Packet,
        received_before: u32,
        rtt: Option<Time>,
        marks: ReportedMarks,
        cx: &mut impl Context,
    ) {
        let now = cx.now();
        let has_rack = self.uses_rack();
        let (mut sample, mut has_losses) = (None, false);
        if let Some(sampler) = self.algorithm.get_mut().sampler() {
            while let Some(seq) = sampler.next_lost_retransmission() {
                // RACK finds lost retransmissions itself.
                if !has_rack && self.board.mark_resent_lost(seq) {
                    sampler.lose(seq);
                }
            }
            sample = sampler.sample(rtt, now);
            has_losses = !sampler.lost_packets().is_empty();
        }
        // The value that the receiver echoes: the one-way delay, or a value that the algorithm's own receiver
        // defines.
        let echo = match Body::of(packet) {
            Body::Ack { echo, .. } => Some(echo),
            _ => None,
        };
        let delivered = self.received().saturating_sub(received_before);
        let feedback = Feedback {
            now,
            rtt,
            srtt: self.rtt.srtt(),
            one_way: echo.map(|delay| Time::from(delay) * DELAY_UNIT),
            report: echo.unwrap_or(0),
            delivered,
            in_flight: self.board.pipe(),
            una: self.board.una(),
            high: self.board.high(),
            marked: marks.any,
            marks: if marks.any { marks.count.unwrap_or(delivered) } else { 0 },
            in_recovery: self.recovery.is_recovering(),
            after_timeout: self.recovery.is_after_reset(),
            window_limited: self.limit.is_window(),
            sample,
        };
        self.algorithm.get_mut().observe(&mut self.window, &feedback, &mut ContextReports(cx));
        if has_losses && let Some(sampler) = self.algorithm.get_mut().sampler() {
            sampler.end();
        }
    }

    /// Processes the SACK blocks of an acknowledgement of all packets below `next`. Returns whether the blocks cover
    /// packets that no earlier block covered, and with RACK when the first of those was sent that was sent once.
    fn process_sack_blocks(
        &mut self,
        attachment: u32,
        next: u32,
        cx: &mut impl Context,
    ) -> (bool, Option<Time>) {
        let Some(Attachment::Sack(blocks)) = cx.take_attachment(attachment) else { return (false, None) };
        let mut sent = None;
        let now = cx.now();
        if self.repair.is_some() {
            self.find_reported_duplicate(&blocks, next);
            self.undo_by_blocks(&blocks, cx);
        }
        let mut sampler = self.algorithm.get_mut().sampler();
        let mut rack = self.repair.as_mut().and_then(|repair| repair.rack_mut());
        let has_new_blocks = self.board.sack_blocks(&blocks, |seq| {
            if let Some(sampler) = &mut sampler {
                sampler.deliver(seq, now);
            }
            if let Some(rack) = &mut rack {
                sent = sent.or(rack.deliver(seq, now));
            }
        });
        if self.recovery.uses_ns2_sack() {
            // In a recovery by ns-2's rules, one packet above with a SACK is enough. Before such a recovery, ns-2
            // counts duplicate acknowledgements, not the packets that they cover.
            if self.recovery.is_recovering() {
                self.board.detect_losses(1);
            }
        } else if rack.is_none() {
            // RACK finds losses when the acknowledgement has been processed.
            let count = self.board.detect_each_loss(DUP_THRESH, |seq| {
                if let Some(sampler) = &mut sampler {
                    sampler.lose(seq);
                }
            });
            if let Some(repair) = &mut self.repair {
                repair.lose(count);
            }
        }
        (has_new_blocks, sent)
    }
}
