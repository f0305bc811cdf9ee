//! Proportional rate reduction (RFC 9937) and RACK-TLP (RFC 8985) in the window chassis. `transport/prr.rs` and `transport/rack.rs`
//! contain their rules; this file connects the rules to the scoreboard, the window and the timers.

use super::signals::{OVERDUE, PROBE, PROBE_REPAIRED, PRR_STARTS, REORDERING_SEEN, REORDERING_WINDOW};
use super::{Congestion, Recovery, WindowAlgorithm, WindowMode, WindowSender};
use crate::ground::packet::Packet;
use crate::ground::time::{NEVER, Time, to_secs};
use crate::transport::ack_receiver::SackBlocks;
use crate::transport::prr::PrrFacts;
use crate::transport::rack::{ProbeOutcome, Rack, RackFacts, RackTimer, ReorderingChange};
use crate::transport::tcp_params::SackRule;
use crate::transport::{Context, Timer};

impl<A: WindowAlgorithm> WindowSender<A> {
    /// Whether proportional rate reduction determines the window during recovery.
    pub(super) fn uses_prr(&self) -> bool {
        self.params.prr && !self.goes_back() && !self.algorithm.owns_window()
    }

    /// Applies the settings: starts or ends the use of RACK-TLP. The chassis uses both only with the recovery of RFC 6675.
    pub(super) fn configure_repair(&mut self) {
        let uses_rack =
            self.params.rack && matches!(self.recovery, Recovery::Sack { rule: SackRule::Rfc6675 });
        if !uses_rack {
            self.rack = None;
        } else if self.rack.is_none() {
            let (una, high) = (self.board.una(), self.board.high());
            self.rack = Some(Box::new(Rack::starting_at(una, high, self.last_sent)));
        }
        self.repairs = self.rack.is_some() || self.uses_prr();
        self.skips_send_record = !A::OBSERVES
            && !self.params.pacing
            && self.params.timestamps
            && !self.carries_offsets
            && !self.repairs;
    }

    fn is_repairing(&self) -> bool {
        matches!(self.mode, WindowMode::Recovery | WindowMode::AfterReset)
    }

    /// Records that packet `seq` is sent.
    #[cold]
    pub(super) fn record_repair_send(&mut self, seq: u32, now: Time) {
        self.prr.sent();
        if let Some(rack) = &mut self.rack {
            rack.sent(seq, now);
        }
    }

    /// An acknowledgement of all packets below `next` begins to be processed.
    #[cold]
    pub(super) fn begin_repair(&mut self, packet: &Packet, next: u32, rtt_sample: Option<Time>, now: Time) {
        self.prr.begin_ack(self.received(), self.board.una());
        let in_recovery = self.is_repairing();
        if let Some(rack) = &mut self.rack {
            rack.begin_ack(if self.params.timestamps { packet.stamp } else { NEVER }, in_recovery);
            if let Some(rtt) = rtt_sample {
                rack.sample(rtt, now);
            }
            rack.advance(next, now);
        }
    }

    /// Reports a duplicate to RACK: the first block lies below the cumulative acknowledgement or within the second block (RFC 2883
    /// section 4).
    #[cold]
    pub(super) fn find_reported_duplicate(&mut self, blocks: &SackBlocks, next: u32) {
        let mut blocks = blocks.iter();
        let (Some((from, to)), second) = (blocks.next(), blocks.next()) else { return };
        let is_within = |(start, end): (u32, u32)| start <= from && to <= end;
        if (to <= next || second.is_some_and(is_within))
            && let Some(rack) = &mut self.rack
        {
            rack.report_duplicate(from);
        }
    }

    /// Ends the processing of an acknowledgement of all packets below `next`. `is_duplicate` says that the acknowledgement acknowledges
    /// nothing new and carries no SACK block.
    #[cold]
    pub(super) fn end_repair(&mut self, next: u32, is_duplicate: bool, cx: &mut impl Context) {
        self.end_ack_of_rack(next, is_duplicate, cx);
        if self.mode == WindowMode::Recovery && self.uses_prr() && !self.prr.has_begun() {
            self.reduce_in_proportion();
        }
    }

    // ---- proportional rate reduction ----

    /// Recovery begins: sets the window of its first acknowledgement.
    pub(super) fn start_prr(&mut self, cx: &mut impl Context) {
        self.prr.start(self.board.high());
        self.reduce_in_proportion();
        cx.decide(PRR_STARTS, &[f64::from(self.prr.recover_fs()), self.w.ssthresh]);
    }

    /// Sets the window to the packets in flight and those that may be sent for this acknowledgement.
    fn reduce_in_proportion(&mut self) {
        let facts = PrrFacts {
            received: self.received(),
            una: self.board.una(),
            pipe: self.board.pipe(),
            ssthresh: self.w.ssthresh,
        };
        if let Some(window) = self.prr.on_ack(facts) {
            self.w.cwnd = window;
        }
    }

    // ---- RACK ----

    fn end_ack_of_rack(&mut self, next: u32, is_duplicate: bool, cx: &mut impl Context) {
        let facts = RackFacts {
            sacked: self.board.sacked(),
            in_recovery: self.is_repairing(),
            srtt: self.rtt.srtt(),
            high: self.board.high(),
        };
        let Some(rack) = &mut self.rack else { return };
        let change = rack.end_ack(facts, cx.now());
        let (window, multiple) = (to_secs(rack.window()), f64::from(rack.multiple()));
        let outcome = rack.process_probe(next, is_duplicate);
        match change {
            ReorderingChange::Nothing => {}
            ReorderingChange::ReorderingSeen => cx.decide(REORDERING_SEEN, &[window]),
            ReorderingChange::Widened | ReorderingChange::Reset => {
                cx.decide(REORDERING_WINDOW, &[multiple, window]);
            }
        }
        self.mark_overdue(cx);
        if self.mode == WindowMode::Open {
            self.duplicates = self.board.sacked();
        }
        if let ProbeOutcome::Repaired(in_flight) = outcome {
            self.on_repair_by_probe(in_flight, cx);
        }
    }

    /// Marks the packets that are overdue as lost, and starts recovery if there are any (RFC 8985 section 6.2, step 5).
    fn mark_overdue(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        let Some(rack) = &mut self.rack else { return };
        let (rtt, window) = (to_secs(rack.rtt()), to_secs(rack.window()));
        let mut first = None;
        let mut count = 0;
        while let Some((seq, age)) = rack.next_lost(now) {
            if self.board.declare_lost(seq) {
                count += 1;
                first = first.or(Some((seq, age)));
                if let Some(sampler) = self.algorithm.sampler() {
                    sampler.lose(seq);
                }
            }
        }
        if let Some((seq, age)) = first {
            self.prr.lose(count);
            cx.decide(OVERDUE, &[f64::from(seq), to_secs(age), rtt, window, f64::from(count)]);
        }
        if self.mode == WindowMode::Open && self.board.next_lost().is_some() && self.may_enter_recovery() {
            if let Some(rack) = &mut self.rack {
                rack.forget_probe();
            }
            self.enter_recovery(cx);
        }
    }

    /// Marks the packets that a retransmission timeout shows to be lost (RFC 8985 section 6.3).
    pub(super) fn mark_overdue_at_timeout(&mut self, cx: &mut impl Context) {
        let (now, una) = (cx.now(), self.board.una());
        let Some(rack) = &mut self.rack else { return };
        rack.forget_probe();
        while let Some(seq) = rack.next_lost_at_timeout(una, now) {
            if self.board.declare_lost(seq)
                && let Some(sampler) = self.algorithm.sampler()
            {
                sampler.lose(seq);
            }
        }
    }

    // ---- tail loss probes and the timer ----

    /// Sets the timer: for packets that will be overdue, otherwise for a probe. A probe is due some time after new data was sent or
    /// acknowledged, while no loss is repaired and no packet is missing below a received one (RFC 8985 section 7.2).
    #[cold]
    pub(super) fn update_rack_timer(&mut self, acknowledged: bool, cx: &mut impl Context) {
        let Some(rack) = &mut self.rack else { return };
        let has_new_packets = rack.take_new_packets(self.board.high());
        let timer = if self.board.is_empty() {
            RackTimer::Off
        } else if let Some(at) = rack.reordering_deadline() {
            cx.arm(Timer::Other, at);
            RackTimer::Reordering
        } else if self.mode != WindowMode::Open || self.board.sacked() > 0 {
            RackTimer::Off
        } else if acknowledged || has_new_packets {
            let ack_delay = if self.params.ack_every > 1 { self.params.ack_delay } else { 0.0 };
            let timeout = Rack::probe_timeout(self.rtt.srtt(), self.board.len(), ack_delay);
            cx.arm(Timer::Other, (cx.now() + timeout).min(cx.due(Timer::Timeout)));
            RackTimer::Probe
        } else if rack.timer() == RackTimer::Probe {
            RackTimer::Probe
        } else {
            RackTimer::Off
        };
        if timer == RackTimer::Off {
            cx.cancel(Timer::Other);
        }
        rack.set_timer(timer);
    }

    /// Handles the timer of RACK-TLP. A probe precedes a retransmission timeout that is due at the same time. Returns false if the timer
    /// that expired is another one.
    pub(super) fn rack_timer_expired(&mut self, timer: Timer, cx: &mut impl Context) -> bool {
        let Some(rack) = &mut self.rack else { return false };
        let reason = rack.timer();
        if timer == Timer::Timeout && (reason != RackTimer::Probe || cx.due(Timer::Other) > cx.now()) {
            return false;
        }
        rack.set_timer(RackTimer::Off);
        match reason {
            RackTimer::Off => {}
            RackTimer::Reordering => {
                self.prr.begin_ack(self.received(), self.board.una());
                self.mark_overdue(cx);
            }
            RackTimer::Probe => self.send_probe(cx),
        }
        true
    }

    /// Sends a probe: a new packet if there is one, otherwise the highest packet sent. Restarts the retransmission timer (RFC 8985
    /// section 7.3).
    #[cold]
    fn send_probe(&mut self, cx: &mut impl Context) {
        cx.cancel(Timer::Other);
        if self.rack.as_ref().is_some_and(|rack| rack.may_probe()) && !self.board.is_empty() {
            let waited = to_secs(cx.now() - self.last_sent);
            let is_retransmission = !self.send_new_in_recovery(cx);
            let seq = self.board.high() - 1;
            if is_retransmission {
                self.resend(seq, cx);
            }
            if let Some(rack) = &mut self.rack {
                rack.probe_sent(self.board.high(), is_retransmission);
            }
            cx.decide(PROBE, &[waited, f64::from(seq)]);
        }
        cx.arm(Timer::Timeout, cx.now() + self.rtt.timeout());
    }

    /// A probe repaired a loss that nothing else revealed: reduces the window as at a loss (RFC 8985 section 7.4.2). `in_flight` is the
    /// number of packets in flight when the probe was sent.
    fn on_repair_by_probe(&mut self, in_flight: u32, cx: &mut impl Context) {
        if self.mode != WindowMode::Open {
            return;
        }
        let cwnd_before = self.w.cwnd;
        let base = f64::from(in_flight).min(cwnd_before);
        self.losses_and_timeouts += 1;
        let window = self.lower_threshold(base, Congestion::Loss, cx.now());
        self.w.cwnd = window.min(cwnd_before);
        self.record_reduction();
        cx.report_reduction(self.w.cwnd);
        cx.decide(PROBE_REPAIRED, &[cwnd_before, self.w.cwnd, base]);
    }
}
