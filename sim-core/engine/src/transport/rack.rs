//! RACK-TLP (RFC 8985): finds losses by the times at which packets were sent. A packet is lost if a packet
//! that was sent later has been received, and if the packet is overdue by more than a reordering window. A
//! tail loss probe replaces the silence after the last packets by an acknowledgement that shows which of them
//! are missing.

use crate::ground::ring::Ring;
use crate::transport::prelude::*;
use crate::transport::scoreboard::DUP_THRESH;

/// Number of recoveries without an unnecessary retransmission after which the reordering window returns to
/// its first size (section 6.2, step 4).
const PERSIST: u32 = 16;

/// The smallest round-trip time is taken over the last one to two of these intervals. Linux uses a window of
/// 300 s.
const MIN_RTT_INTERVAL: Time = 150 * SECOND;

/// Timeout of a probe before the first round-trip sample (section 7.2).
const FIRST_PROBE_TIMEOUT: Time = SECOND;

/// No packet, in the list of outstanding packets.
const NONE: u32 = u32::MAX;

// The flags of a packet.

/// The packet is in the list of outstanding packets: it was sent, and is neither received nor lost.
const OUTSTANDING: u8 = 1;
const RECEIVED: u8 = 2;
const EVER_RESENT: u8 = 4;

/// A packet from the oldest unacknowledged to the highest sent.
#[derive(Clone, Copy, Debug, Default, State)]
struct TimedPacket {
    /// When the packet was sent last.
    at: Time,
    /// The neighbours in the list of outstanding packets, which is in the order of sending.
    earlier: u32,
    later: u32,
    flags: u8,
}

/// Why the sender has set the timer of RACK-TLP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
pub enum RackTimer {
    /// The timer is not set.
    Off,
    /// A packet is lost unless it is reported as received before the timer expires (section 6.2, step 5).
    Reordering,
    /// A probe is due (section 7.2).
    Probe,
}

/// The outcome of a probe, which its acknowledgement shows (section 7.4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeOutcome {
    /// No probe is outstanding, or its fate is not known yet.
    Nothing,
    /// The probe was a new packet, or an unnecessary retransmission: no packet was lost.
    Unnecessary,
    /// The probe repaired a loss. Contains the number of packets that were in flight when it was sent.
    Repaired(u32),
}

/// A probe that is outstanding (section 5.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, State)]
struct TailProbe {
    /// One above the highest packet sent when the probe was sent.
    end: u32,
    is_retransmission: bool,
    /// Packets in flight when the probe was sent.
    in_flight: u32,
}

/// The facts about the connection from which the reordering window is computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct RackFacts {
    /// Packets above the oldest unacknowledged packet that are reported as received.
    pub sacked: u32,
    pub in_recovery: bool,
    /// Smoothed round-trip time in seconds.
    pub srtt: f64,
    /// The next new packet.
    pub high: u32,
}

/// A change of the reordering window that a decision reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReorderingChange {
    Nothing,
    /// Reordering was seen for the first time.
    ReorderingSeen,
    /// An unnecessary retransmission has widened the window.
    Widened,
    /// The window returns to its first size.
    Reset,
}

#[derive(Clone, Debug, State)]
#[state(not(echo, latest, duplicate, saw_reordering_before, was_in_recovery))]
pub struct Rack {
    /// The packets from `first` to the highest sent.
    packets: Ring<TimedPacket>,
    first: u32,
    /// The ends of the list of outstanding packets.
    oldest: u32,
    newest: u32,
    /// Of the received packet that was sent last: when it was sent (RACK.xmit_ts), and its number (RACK.end_seq).
    sent_at: Time,
    seq: u32,
    /// The round-trip time of that packet (RACK.rtt).
    rtt: Time,
    /// The smallest round-trip times of the last and the present interval, and the end of the present
    /// interval.
    min_rtts: [Time; 2],
    interval_end: Time,
    /// One above the highest packet received (RACK.fack).
    highest_received: u32,
    reordering_seen: bool,
    /// The reordering window, which is a multiple of a quarter of the smallest round-trip time.
    window: Time,
    multiple: u32,
    persist: u32,
    /// Duplicates do not widen the window again until this packet is acknowledged (RACK.dsack_round).
    duplicate_round: Option<u32>,
    /// The probe that is outstanding, and whether a round-trip sample has been taken since the last probe.
    probe: Option<TailProbe>,
    sampled_since_probe: bool,
    timer: RackTimer,
    /// The next new packet when the timer of the probe was set last.
    timed_high: u32,
    // ---- the acknowledgement in process ----
    /// The timestamp that it echoes; `NEVER` without timestamps.
    echo: Time,
    /// The packet that was sent last among those that the acknowledgement reports as received: its time and
    /// its number.
    latest: Option<(Time, u32)>,
    /// The duplicate that it reports.
    duplicate: Option<u32>,
    saw_reordering_before: bool,
    /// Whether the sender was in recovery before it.
    was_in_recovery: bool,
}

impl Default for Rack {
    fn default() -> Self {
        Rack {
            packets: Ring::default(),
            first: 0,
            oldest: NONE,
            newest: NONE,
            sent_at: 0,
            seq: 0,
            rtt: 0,
            min_rtts: [NEVER; 2],
            interval_end: 0,
            highest_received: 0,
            reordering_seen: false,
            window: 0,
            multiple: 1,
            persist: PERSIST,
            duplicate_round: None,
            probe: None,
            sampled_since_probe: false,
            timer: RackTimer::Off,
            timed_high: 0,
            echo: NEVER,
            latest: None,
            duplicate: None,
            saw_reordering_before: false,
            was_in_recovery: false,
        }
    }
}

impl Rack {
    /// The state of a connection that begins to use RACK-TLP while packets are in flight: the packets from
    /// `una` to below `high` count as sent at `at`.
    pub fn starting_at(una: u32, high: u32, at: Time) -> Self {
        let mut rack = Rack { first: una, highest_received: una, timed_high: una, ..Rack::default() };
        (una..high).for_each(|seq| rack.sent(seq, at));
        rack
    }

    fn packet(&self, seq: u32) -> Option<&TimedPacket> {
        self.packets.get(seq.wrapping_sub(self.first) as usize)
    }

    fn packet_mut(&mut self, seq: u32) -> Option<&mut TimedPacket> {
        self.packets.get_mut(seq.wrapping_sub(self.first) as usize)
    }

    // ---- the list of outstanding packets ----

    /// Removes a packet from the list. Does nothing if it is not in the list.
    fn unlink(&mut self, seq: u32) {
        let Some(packet) = self.packet_mut(seq).filter(|packet| packet.flags & OUTSTANDING != 0) else {
            return;
        };
        packet.flags &= !OUTSTANDING;
        let (earlier, later) = (packet.earlier, packet.later);
        match self.packet_mut(earlier) {
            Some(packet) if earlier != NONE => packet.later = later,
            _ => self.oldest = later,
        }
        match self.packet_mut(later) {
            Some(packet) if later != NONE => packet.earlier = earlier,
            _ => self.newest = earlier,
        }
    }

    /// Adds a packet at the end of the list.
    fn append(&mut self, seq: u32) {
        let earlier = self.newest;
        if let Some(packet) = self.packet_mut(seq) {
            packet.flags |= OUTSTANDING;
            (packet.earlier, packet.later) = (earlier, NONE);
        }
        self.link_last(earlier, seq);
    }

    /// Packet `seq` follows `earlier` at the end of the list.
    #[inline]
    fn link_last(&mut self, earlier: u32, seq: u32) {
        match self.packet_mut(earlier) {
            Some(packet) if earlier != NONE => packet.later = seq,
            _ => self.oldest = seq,
        }
        self.newest = seq;
    }

    /// All packets that counted as lost count as outstanding again, in the order of sending. `is_reordered`: a
    /// retransmitted packet had only been overtaken, so the network reorders packets, as Linux concludes.
    pub fn forget_losses(&mut self, is_reordered: bool) {
        self.reordering_seen |= is_reordered;
        let mut missing: Vec<(Time, u32)> = (self.first..)
            .zip(self.packets.iter())
            .filter(|(_, packet)| packet.flags & RECEIVED == 0)
            .map(|(seq, packet)| (packet.at, seq))
            .collect();
        missing.sort_unstable();
        (self.oldest, self.newest) = (NONE, NONE);
        missing.into_iter().for_each(|(_, seq)| self.append(seq));
        self.probe = None;
    }

    /// Records that packet `seq` was sent, for the first time or again (section 6.1).
    #[inline]
    pub fn sent(&mut self, seq: u32, now: Time) {
        if seq == self.first + narrow::<u32>(self.packets.len()) {
            self.packets.push(TimedPacket { at: now, earlier: self.newest, later: NONE, flags: OUTSTANDING });
            self.link_last(self.newest, seq);
        } else {
            self.sent_again(seq, now);
        }
    }

    #[cold]
    fn sent_again(&mut self, seq: u32, now: Time) {
        self.unlink(seq);
        let Some(packet) = self.packet_mut(seq) else { return };
        packet.at = now;
        packet.flags |= EVER_RESENT;
        if packet.flags & RECEIVED == 0 {
            self.append(seq);
        }
    }

    // ---- an acknowledgement ----

    /// An acknowledgement begins to be processed. `echo` is the timestamp that it echoes, `NEVER` without
    /// timestamps.
    #[inline]
    pub fn begin_ack(&mut self, echo: Time, in_recovery: bool) {
        (self.echo, self.latest, self.duplicate) = (echo, None, None);
        (self.saw_reordering_before, self.was_in_recovery) = (self.reordering_seen, in_recovery);
    }

    /// The acknowledgement reports that packet `seq` has arrived more than once (RFC 2883).
    pub fn report_duplicate(&mut self, seq: u32) {
        self.duplicate = Some(seq);
    }

    /// Takes a round-trip sample (section 6.2, step 1).
    #[inline]
    pub fn sample(&mut self, rtt: Time, now: Time) {
        self.sampled_since_probe = true;
        if now >= self.interval_end {
            self.min_rtts = [self.min_rtts[1], NEVER];
            self.interval_end = now + MIN_RTT_INTERVAL;
        }
        self.min_rtts[1] = self.min_rtts[1].min(rtt);
    }

    /// The smallest recent round-trip time; 0 before the first sample.
    pub fn min_rtt(&self) -> Time {
        let [last, present] = self.min_rtts;
        let min = last.min(present);
        if min == NEVER { 0 } else { min }
    }

    /// Records that packet `seq` is received, in order or selectively (section 6.2, steps 2 and 3). Returns when it was
    /// sent if it was sent once.
    pub fn deliver(&mut self, seq: u32, now: Time) -> Option<Time> {
        self.unlink(seq);
        let packet = self.packet_mut(seq).filter(|packet| packet.flags & RECEIVED == 0)?;
        packet.flags |= RECEIVED;
        let (at, was_resent) = (packet.at, packet.flags & EVER_RESENT != 0);
        if seq >= self.highest_received {
            self.highest_received = seq + 1;
        } else if !was_resent {
            self.reordering_seen = true;
        }
        // The acknowledgement of a retransmitted packet can belong to an earlier transmission. The timestamp
        // shows this, and so does a round trip that is too short.
        if was_resent && ((self.echo != NEVER && self.echo < at) || now - at < self.min_rtt()) {
            return None;
        }
        if self.latest.is_none_or(|latest| (at, seq) > latest) {
            self.latest = Some((at, seq));
        }
        (!was_resent).then_some(at)
    }

    /// Whether the oldest packet was sent last after `sent`.
    pub fn resent_oldest_after(&self, sent: Time) -> bool {
        self.packets.front().is_some_and(|packet| packet.at > sent)
    }

    /// Records that all packets below `next` are acknowledged in order.
    #[inline]
    pub fn advance(&mut self, next: u32, now: Time) {
        while self.first < next
            && let Some(packet) = self.packets.front()
        {
            // Mostly, the packet was sent once and is the oldest outstanding packet. It takes a short path.
            let TimedPacket { at, later, flags, .. } = *packet;
            if flags == OUTSTANDING && self.oldest == self.first {
                self.deliver_oldest(at, later);
            } else {
                self.deliver(self.first, now);
            }
            self.packets.drop_front();
            self.first += 1;
        }
    }

    /// Records that the first packet is received. It was sent once, at `at`, and is the oldest outstanding
    /// packet; `later` follows it in the list.
    #[inline]
    fn deliver_oldest(&mut self, at: Time, later: u32) {
        let seq = self.first;
        self.oldest = later;
        match self.packet_mut(later) {
            Some(packet) if later != NONE => packet.earlier = NONE,
            _ => self.newest = NONE,
        }
        if seq >= self.highest_received {
            self.highest_received = seq + 1;
        } else {
            self.reordering_seen = true;
        }
        if self.latest.is_none_or(|latest| (at, seq) > latest) {
            self.latest = Some((at, seq));
        }
    }

    /// Ends the processing of an acknowledgement: updates the packet that was sent last of those received
    /// (section 6.2, step 2) and the reordering window (step 4).
    #[inline]
    pub fn end_ack(&mut self, facts: RackFacts, now: Time) -> ReorderingChange {
        if let Some((at, seq)) = self.latest.take() {
            self.rtt = now - at;
            if (at, seq) > (self.sent_at, self.seq) {
                (self.sent_at, self.seq) = (at, seq);
            }
        }
        let mut change = ReorderingChange::Nothing;
        if self.reordering_seen && !self.saw_reordering_before {
            change = ReorderingChange::ReorderingSeen;
        }
        if self.duplicate_round.is_some_and(|round| self.first >= round) {
            self.duplicate_round = None;
        }
        if self.duplicate.is_some() && self.duplicate_round.is_none() {
            self.duplicate_round = Some(facts.high);
            self.multiple += 1;
            self.persist = PERSIST;
            change = ReorderingChange::Widened;
        } else if self.was_in_recovery && !facts.in_recovery {
            self.persist = self.persist.saturating_sub(1);
            if self.persist == 0 && self.multiple > 1 {
                self.multiple = 1;
                change = ReorderingChange::Reset;
            }
        }
        self.update_window(facts);
        change
    }

    /// The reordering window (section 6.2, step 4): 0 if no reordering has been seen and the evidence for a
    /// loss is strong, otherwise a multiple of a quarter of the smallest round-trip time, but at most the
    /// smoothed round-trip time.
    fn update_window(&mut self, facts: RackFacts) {
        self.window = if !self.reordering_seen && (facts.in_recovery || facts.sacked >= DUP_THRESH) {
            0
        } else {
            (u64::from(self.multiple) * self.min_rtt() / 4).min(from_secs(facts.srtt))
        };
    }

    /// The number of quarters of the smallest round-trip time in the reordering window.
    pub fn multiple(&self) -> u32 {
        self.multiple
    }

    /// The reordering window.
    pub fn window(&self) -> Time {
        self.window
    }

    /// The round-trip time of the packet that was sent last of those received.
    pub fn rtt(&self) -> Time {
        self.rtt
    }

    /// Whether a packet is outstanding that was not sent after the latest received packet. Only then can one be
    /// overdue.
    #[inline]
    pub fn may_be_overdue(&self) -> bool {
        self.oldest != NONE && self.packet(self.oldest).is_some_and(|packet| packet.at <= self.sent_at)
    }

    /// Removes and returns the next packet that is lost, with the time since it was sent (section 6.2, step
    /// 5).
    pub fn next_lost(&mut self, now: Time) -> Option<(u32, Time)> {
        let mut seq = self.oldest;
        while let Some(packet) = self.packet(seq).copied().filter(|_| seq != NONE) {
            if packet.at > self.sent_at || packet.at + self.rtt + self.window > now {
                // All packets after this packet were sent later.
                return None;
            }
            if (packet.at, seq) < (self.sent_at, self.seq) {
                self.unlink(seq);
                return Some((seq, now - packet.at));
            }
            seq = packet.later;
        }
        None
    }

    /// When the last of the packets is overdue that were sent before a packet that has been received; `None`
    /// if there are no such packets (section 6.2, step 5).
    #[inline]
    pub fn reordering_deadline(&self) -> Option<Time> {
        if self.may_be_overdue() { self.last_deadline() } else { None }
    }

    fn last_deadline(&self) -> Option<Time> {
        let mut deadline = None;
        let mut seq = self.oldest;
        while let Some(packet) = self.packet(seq).filter(|packet| seq != NONE && packet.at <= self.sent_at) {
            if (packet.at, seq) < (self.sent_at, self.seq) {
                deadline = Some(packet.at + self.rtt + self.window);
            }
            seq = packet.later;
        }
        deadline
    }

    /// After a retransmission timeout: removes and returns the next packet that is lost, which is the oldest
    /// unacknowledged packet and every packet that is overdue (section 6.3).
    pub fn next_lost_at_timeout(&mut self, una: u32, now: Time) -> Option<u32> {
        let is_outstanding = |packet: &&TimedPacket| packet.flags & OUTSTANDING != 0;
        let seq = if self.packet(una).filter(is_outstanding).is_some() { una } else { self.oldest };
        let packet = self.packet(seq).filter(|_| seq != NONE)?;
        if seq != una && packet.at + self.rtt + self.window > now {
            return None;
        }
        self.unlink(seq);
        Some(seq)
    }

    // ---- tail loss probes ----

    /// Time until a probe (section 7.2): two smoothed round-trip times, and `delay` seconds if a single packet is in
    /// flight, whose acknowledgement the receiver may delay. `srtt` is in seconds, 0 before the first sample.
    pub fn probe_timeout(srtt: f64, in_flight: u32, delay: f64) -> Time {
        if srtt <= 0.0 {
            return FIRST_PROBE_TIMEOUT;
        }
        from_secs(2.0 * srtt + if in_flight == 1 { delay } else { 0.0 })
    }

    /// Whether a probe may be sent: no other probe is outstanding, and a round-trip sample has been taken
    /// since the last probe (section 7.3).
    pub fn may_probe(&self) -> bool {
        self.probe.is_none() && self.sampled_since_probe
    }

    /// Records that a probe was sent. `high` is the next new packet after it.
    pub fn probe_sent(&mut self, high: u32, is_retransmission: bool) {
        let in_flight = high - self.first;
        self.probe = Some(TailProbe { end: high, is_retransmission, in_flight });
        self.timed_high = high;
        self.sampled_since_probe = false;
    }

    /// The outcome of the probe after an acknowledgement of all packets below `next` (section 7.4.2).
    /// `is_duplicate`: the acknowledgement acknowledges no new data and has no SACK block.
    #[inline]
    pub fn process_probe(&mut self, next: u32, is_duplicate: bool) -> ProbeOutcome {
        let Some(probe) = self.probe.filter(|probe| next >= probe.end) else { return ProbeOutcome::Nothing };
        let outcome = if !probe.is_retransmission || self.duplicate == Some(probe.end - 1) {
            ProbeOutcome::Unnecessary
        } else if next > probe.end {
            // No duplicate was reported before newer data was acknowledged: the original was lost.
            ProbeOutcome::Repaired(probe.in_flight)
        } else if is_duplicate {
            ProbeOutcome::Unnecessary
        } else {
            return ProbeOutcome::Nothing;
        };
        self.probe = None;
        outcome
    }

    /// A timeout or a recovery makes the outstanding probe meaningless.
    pub fn forget_probe(&mut self) {
        self.probe = None;
    }

    // ---- the timer ----

    pub fn timer(&self) -> RackTimer {
        self.timer
    }

    pub fn set_timer(&mut self, timer: RackTimer) {
        self.timer = timer;
    }

    /// Whether new packets have been sent since the last call.
    #[inline]
    pub fn take_new_packets(&mut self, high: u32) -> bool {
        std::mem::replace(&mut self.timed_high, high) != high
    }
}

#[cfg(test)]
mod tests;
