//! The delivery-rate sampler of model-based algorithms (draft-ietf-ccwg-bbr-06 section 4.1;
//! draft-cheng-iccrg-delivery-rate-estimation-02). For each packet, the sender stores how much had been
//! delivered when the packet was sent. When the packet is acknowledged, the difference to the present count
//! is divided by the longer of two times: the time to send and the time to acknowledge these packets. The
//! quotient is a sample of the rate at which the path delivers packets.
//!
//! All quantities are in packets. An algorithm that uses the sampler owns it and returns it in
//! [`WindowAlgorithm::sampler`](super::window::WindowAlgorithm::sampler). The shared window sender then
//! reports the packets that are sent, delivered and lost. Without a sampler, the shared sender does nothing.

use crate::ground::ring::Ring;
use crate::transport::prelude::*;

/// The facts that are stored about a packet when it is sent.
#[derive(Clone, Copy, Debug, Default, State)]
struct Sent {
    /// When the packet was sent last.
    at: Time,
    /// When the packet was sent whose acknowledgement was the latest at that time: the start of the sample's
    /// send interval.
    first_sent: Time,
    /// When the latest acknowledgement had arrived at that time: the start of the sample's acknowledgement
    /// interval.
    delivered_at: Time,
    /// Number of packets delivered up to that time.
    delivered: u64,
    /// Number of packets lost up to that time.
    lost: u64,
    /// Number of packets in flight, this packet included.
    in_flight: u32,
    /// Whether the application limited the sender.
    app_limited: bool,
    /// Whether the packet is delivered.
    is_delivered: bool,
}

/// The packets that one acknowledgement shows to be delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RateSample {
    /// Delivery rate in packets per second; `None` if the sample is not valid.
    pub rate: Option<f64>,
    /// Whether the application limited the sender when the newest packet of the sample was sent. Such a
    /// sample can be below the rate of the path.
    pub app_limited: bool,
    /// Number of packets that had been delivered when the newest packet of the sample was sent.
    pub prior_delivered: u64,
    /// Number of packets delivered since then.
    pub delivered: u64,
    /// Number of packets lost since then.
    pub lost: u64,
    /// Number of packets in flight when the newest packet of the sample was sent, this packet included.
    pub sent_in_flight: u32,
    /// Number of packets that this acknowledgement newly covers.
    pub newly_delivered: u32,
    /// Number of packets newly found lost.
    pub newly_lost: u32,
    /// Number of packets in flight before this acknowledgement.
    pub in_flight_before: u32,
}

/// A packet that was found lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, State)]
pub struct LostPacket {
    /// Number of packets in flight when the lost packet was sent, this packet included.
    pub sent_in_flight: u32,
    /// Number of packets lost between the sending of this packet and the present, this packet included.
    pub lost_since: u64,
    /// Number of packets delivered when the loss was found.
    pub delivered: u64,
    /// Whether the application limited the sender when the packet was sent.
    pub app_limited: bool,
}

/// A packet that counts as lost and is not delivered yet.
#[derive(Clone, Copy, Debug, Default, State)]
struct SuspectedLoss {
    seq: u32,
    /// When the packet was sent again for the first time since it counts as lost; `NEVER` if it was not.
    resent_at: Time,
}

/// The stored losses, for algorithms that process each loss.
#[derive(Clone, Debug, Default, State)]
struct Losses {
    /// The packets found lost since the end of the previous acknowledgement, by a timer or by the
    /// acknowledgement in process.
    found: Vec<LostPacket>,
    /// In the order of their numbers.
    suspected: Vec<SuspectedLoss>,
    /// Whether a retransmission has repaired a loss since there were no suspected ones.
    has_repaired: bool,
}

impl Losses {
    fn position(&self, seq: u32) -> Result<usize, usize> {
        self.suspected.binary_search_by_key(&seq, |loss| loss.seq)
    }

    fn add(&mut self, seq: u32, packet: LostPacket) {
        self.found.push(packet);
        if let Err(position) = self.position(seq) {
            self.suspected.insert(position, SuspectedLoss { seq, resent_at: NEVER });
        }
    }

    fn resent(&mut self, seq: u32, now: Time) {
        if let Ok(position) = self.position(seq) {
            let resent_at = &mut self.suspected[position].resent_at;
            *resent_at = now.min(*resent_at);
        }
    }

    /// Records that packet `seq` is delivered. `echo` is the timestamp that the acknowledgement echoes.
    /// Returns whether this shows that no packet was lost.
    fn deliver(&mut self, seq: u32, echo: Time) -> bool {
        let Ok(position) = self.position(seq) else { return false };
        self.has_repaired |= echo >= self.suspected.remove(position).resent_at;
        self.suspected.is_empty() && !std::mem::take(&mut self.has_repaired)
    }
}

#[derive(Clone, Debug, State)]
// Most fields after `not` are set anew for each acknowledgement.
#[state(not(newest, newly_delivered, newly_lost, in_flight_before, tracks_losses, echo, is_spurious))]
pub struct DeliveryRate {
    /// The packets from `first` to the highest sent.
    packets: Ring<Sent>,
    first: u32,
    /// Packets delivered and packets lost since the start.
    delivered: u64,
    lost: u64,
    /// When the latest acknowledgement arrived.
    delivered_at: Time,
    /// When the packet was sent that the latest acknowledgement covered.
    first_sent: Time,
    /// Samples are limited by the application until this number of packets is delivered; 0 if none is.
    app_limited_until: u64,
    /// Smallest round-trip time so far.
    min_rtt: Time,
    /// Retransmissions in the order in which they were sent: sequence number and time.
    resent: Ring<(u32, Time)>,
    /// The newest packet that the acknowledgement in process covers.
    newest: Option<Sent>,
    newly_delivered: u32,
    /// Number of packets that the acknowledgement in process shows to be lost.
    newly_lost: u32,
    in_flight_before: u32,
    tracks_losses: bool,
    #[state(if self.tracks_losses)]
    losses: Losses,
    /// The timestamp that the acknowledgement in process echoes.
    echo: Time,
    /// Whether the acknowledgement in process shows that all these packets had arrived without their
    /// retransmissions.
    is_spurious: bool,
}

impl Default for DeliveryRate {
    fn default() -> Self {
        DeliveryRate {
            packets: Ring::default(),
            first: 0,
            delivered: 0,
            lost: 0,
            delivered_at: 0,
            first_sent: 0,
            app_limited_until: 0,
            min_rtt: NEVER,
            resent: Ring::default(),
            newest: None,
            newly_delivered: 0,
            newly_lost: 0,
            in_flight_before: 0,
            tracks_losses: false,
            losses: Losses::default(),
            echo: 0,
            is_spurious: false,
        }
    }
}

impl DeliveryRate {
    /// A sampler that also reports each lost packet, and losses that turn out to be none.
    pub fn with_losses() -> Self {
        DeliveryRate { tracks_losses: true, ..DeliveryRate::default() }
    }

    /// Packets delivered since the start.
    pub fn delivered(&self) -> u64 {
        self.delivered
    }

    /// Packets lost since the start.
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// When the latest acknowledgement arrived.
    pub fn delivered_at(&self) -> Time {
        self.delivered_at
    }

    /// Whether the application limits the samples of packets sent now.
    pub fn is_app_limited(&self) -> bool {
        self.app_limited_until > 0
    }

    /// Number of packets that the acknowledgement in process shows to be lost.
    pub fn newly_lost(&self) -> u32 {
        self.newly_lost
    }

    /// Whether the acknowledgement in process shows that no packet was lost of those that counted as lost:
    /// each has arrived without a retransmission, or the acknowledgement of its arrival echoes a timestamp
    /// from before the retransmission (RFC 3522).
    pub fn is_spurious(&self) -> bool {
        self.is_spurious
    }

    /// The packets found lost since the end of the previous acknowledgement.
    pub fn lost_packets(&self) -> &[LostPacket] {
        &self.losses.found
    }

    fn packet_mut(&mut self, seq: u32) -> Option<&mut Sent> {
        self.packets.get_mut(seq.wrapping_sub(self.first) as usize)
    }

    /// Records that packet `seq` was sent, for the first time or again. `in_flight` includes the packet.
    pub fn sent(&mut self, seq: u32, in_flight: u32, now: Time) {
        if in_flight <= 1 {
            // After an idle period, a sample measures from the first packet sent.
            (self.first_sent, self.delivered_at) = (now, now);
        }
        let sent = Sent {
            at: now,
            first_sent: self.first_sent,
            delivered_at: self.delivered_at,
            delivered: self.delivered,
            lost: self.lost,
            in_flight,
            app_limited: self.is_app_limited(),
            ..Sent::default()
        };
        if seq == self.first + narrow::<u32>(self.packets.len()) {
            self.packets.push(sent);
        } else {
            self.sent_again(seq, sent);
        }
    }

    #[cold]
    fn sent_again(&mut self, seq: u32, sent: Sent) {
        if let Some(packet) = self.packet_mut(seq) {
            *packet = Sent { is_delivered: packet.is_delivered, ..sent };
            self.losses.resent(seq, sent.at);
            self.resent.push((seq, sent.at));
        }
    }

    /// Records that the application has no data while the window would allow a packet.
    pub fn limited_by_application(&mut self, in_flight: u32) {
        self.app_limited_until = (self.delivered + u64::from(in_flight)).max(1);
    }

    /// Begins to process an acknowledgement. `in_flight` is the number of packets in flight before it, and
    /// `echo` the timestamp that it echoes.
    pub fn begin(&mut self, in_flight: u32, echo: Time) {
        self.newest = None;
        (self.newly_delivered, self.newly_lost) = (0, 0);
        self.in_flight_before = in_flight;
        self.echo = echo;
        self.is_spurious = false;
    }

    /// Ends the processing of an acknowledgement.
    pub fn end(&mut self) {
        self.losses.found.clear();
    }

    /// Records that packet `seq` is delivered.
    pub fn deliver(&mut self, seq: u32, now: Time) {
        if let Some(packet) = self.packet_mut(seq).filter(|packet| !packet.is_delivered) {
            packet.is_delivered = true;
            let packet = *packet;
            self.count_delivery(seq, packet, now);
        }
    }

    /// Counts packet `seq` as delivered.
    #[inline]
    fn count_delivery(&mut self, seq: u32, packet: Sent, now: Time) {
        self.is_spurious |= self.losses.deliver(seq, self.echo);
        self.delivered += 1;
        self.delivered_at = now;
        self.newly_delivered += 1;
        // The newest packet is the one that was sent last.
        if self.newest.is_none_or(|newest| packet.at >= newest.at) {
            self.newest = Some(packet);
            self.first_sent = packet.at;
        }
    }

    /// Records that all packets below `next` are acknowledged in order.
    pub fn advance(&mut self, next: u32, now: Time) {
        while self.first < next
            && let Some(packet) = self.packets.pop()
        {
            if !packet.is_delivered {
                self.count_delivery(self.first, packet, now);
            }
            self.first += 1;
        }
    }

    /// Records that packet `seq` counts as lost.
    pub fn lose(&mut self, seq: u32) {
        self.lost += 1;
        self.newly_lost += 1;
        if !self.tracks_losses {
            return;
        }
        let (lost, delivered) = (self.lost, self.delivered);
        if let Some(&mut packet) = self.packet_mut(seq) {
            let packet = LostPacket {
                sent_in_flight: packet.in_flight,
                lost_since: lost - packet.lost,
                delivered,
                app_limited: packet.app_limited,
            };
            self.losses.add(seq, packet);
        }
    }

    /// Removes and returns the oldest retransmission that is lost too: a packet that was sent later, by more
    /// than a quarter of the smallest round-trip time, is delivered (the rule of RFC 8985 section 6.2 with
    /// its first reordering window).
    pub fn next_lost_retransmission(&mut self) -> Option<u32> {
        let newest_at = self.newest.as_ref()?.at;
        while let Some(&(seq, at)) = self.resent.front() {
            let is_outstanding =
                self.packet_mut(seq).is_some_and(|packet| !packet.is_delivered && packet.at == at);
            if is_outstanding && newest_at <= at.saturating_add(self.min_rtt / 4) {
                return None;
            }
            self.resent.drop_front();
            if is_outstanding {
                return Some(seq);
            }
        }
        None
    }

    /// Returns the sample of an acknowledgement; `None` if it covers no packet.
    pub fn sample(&mut self, rtt: Option<Time>, now: Time) -> Option<RateSample> {
        if let Some(rtt) = rtt {
            self.min_rtt = self.min_rtt.min(rtt.max(1));
        }
        if self.app_limited_until > 0 && self.delivered > self.app_limited_until {
            self.app_limited_until = 0;
        }
        let newest = self.newest?;
        let send_elapsed = newest.at.saturating_sub(newest.first_sent);
        let ack_elapsed = now.saturating_sub(newest.delivered_at);
        let interval = send_elapsed.max(ack_elapsed);
        let delivered = self.delivered - newest.delivered;
        // An interval below the smallest round-trip time results from acknowledgements that were lost or that
        // cover retransmissions.
        let is_valid = interval >= self.min_rtt && interval > 0;
        Some(RateSample {
            rate: is_valid.then(|| delivered as f64 / to_secs(interval)),
            app_limited: newest.app_limited,
            prior_delivered: newest.delivered,
            delivered,
            lost: self.lost - newest.lost,
            sent_in_flight: newest.in_flight,
            newly_delivered: self.newly_delivered,
            newly_lost: self.newly_lost,
            in_flight_before: self.in_flight_before,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::{MILLISECOND, SECOND};

    /// Sends packets `from..to` at intervals of 1 ms from `start` on, with `before` packets in flight.
    fn send(rate: &mut DeliveryRate, from: u32, to: u32, start: Time, before: u32) {
        for (i, seq) in (from..to).enumerate() {
            rate.sent(seq, before + narrow::<u32>(i) + 1, start + i as u64 * MILLISECOND);
        }
    }

    #[test]
    fn a_sample_is_the_deliveries_during_the_flight_of_a_packet() {
        let mut rate = DeliveryRate::default();
        // Packets at 0, 1, ... 9 ms; the path delivers one every 2 ms, the first after 100 ms.
        send(&mut rate, 0, 10, 0, 0);
        for seq in 0..10 {
            let now = (100 + 2 * u64::from(seq)) * MILLISECOND;
            rate.begin(10 - seq, 0);
            rate.advance(seq + 1, now);
            let sample = rate.sample(Some(100 * MILLISECOND), now).unwrap();
            // All packets were sent before the first acknowledgement, so the sample counts from 0 and lasts
            // until now.
            assert_eq!((sample.prior_delivered, sample.delivered), (0, u64::from(seq) + 1));
            let expected = (f64::from(seq) + 1.0) / (0.1 + 0.002 * f64::from(seq));
            assert!((sample.rate.unwrap() - expected).abs() < 1e-9, "{sample:?}");
            assert!(!sample.app_limited);
        }
        // A packet sent at 118 ms, with its acknowledgement at 218 ms, begins with ten packets delivered: one
        // in 100 ms.
        rate.sent(10, 2, 118 * MILLISECOND);
        rate.begin(1, 0);
        rate.advance(11, 218 * MILLISECOND);
        let sample = rate.sample(Some(100 * MILLISECOND), 218 * MILLISECOND).unwrap();
        // The send interval runs from packet 9, sent at 9 ms, to 118 ms: 109 ms, longer than the 100 ms of
        // acknowledgements.
        assert_eq!((sample.prior_delivered, sample.rate), (10, Some(1.0 / 0.109)));
    }

    #[test]
    fn compressed_acknowledgements_do_not_raise_the_rate() {
        let mut rate = DeliveryRate::default();
        // Ten packets at 10 ms intervals, all acknowledged at once after 100 ms more.
        for seq in 0..10 {
            rate.sent(seq, seq + 1, u64::from(seq) * 10 * MILLISECOND);
        }
        rate.begin(10, 0);
        rate.advance(10, 190 * MILLISECOND);
        let sample = rate.sample(Some(100 * MILLISECOND), 190 * MILLISECOND).unwrap();
        assert_eq!(sample.rate, Some(10.0 / 0.19), "the interval since the first packet was sent");
        // Ten more at the same pace, acknowledged in a burst of 10 us: sending took 90 ms, which is the
        // limit.
        for i in 0..10 {
            rate.sent(10 + i, i + 2, 190 * MILLISECOND + u64::from(i) * 10 * MILLISECOND);
        }
        for i in 0..10 {
            let now = 380 * MILLISECOND + u64::from(i) * 1000;
            rate.begin(10 - i, 0);
            rate.advance(11 + i, now);
            let sample = rate.sample(Some(100 * MILLISECOND), now).unwrap();
            assert!(sample.rate.unwrap() <= 100.0, "{i}: {sample:?}");
        }
    }

    #[test]
    fn samples_are_marked_until_all_packets_of_the_limited_period_are_delivered() {
        let mut rate = DeliveryRate::default();
        send(&mut rate, 0, 4, 0, 0);
        rate.limited_by_application(4);
        assert!(rate.is_app_limited());
        send(&mut rate, 4, 6, 10 * MILLISECOND, 4);
        let mut marks = Vec::new();
        for seq in 0..6 {
            rate.begin(6 - seq, 0);
            let now = SECOND + u64::from(seq) * MILLISECOND;
            rate.advance(seq + 1, now);
            marks.push((rate.sample(Some(SECOND), now).unwrap().app_limited, rate.is_app_limited()));
        }
        // The mark ends when more than the four packets in flight at that time are delivered. Packets 4 and 5
        // were sent before.
        let after = |seq: usize| (seq >= 4, seq < 4);
        assert_eq!(marks, (0..6).map(after).collect::<Vec<_>>());
    }

    #[test]
    fn an_interval_below_the_smallest_round_trip_gives_no_rate() {
        let mut rate = DeliveryRate::default();
        rate.sent(0, 1, 0);
        rate.begin(1, 0);
        rate.advance(1, 100 * MILLISECOND);
        assert!(rate.sample(Some(100 * MILLISECOND), 100 * MILLISECOND).unwrap().rate.is_some());
        rate.sent(1, 1, 100 * MILLISECOND);
        rate.begin(1, 0);
        rate.advance(2, 130 * MILLISECOND);
        assert_eq!(rate.sample(None, 130 * MILLISECOND).unwrap().rate, None);
        rate.begin(0, 0);
        assert_eq!(rate.sample(None, 131 * MILLISECOND), None, "nothing is delivered");
    }

    #[test]
    fn a_lost_packet_reports_what_was_in_flight_and_lost_since_it_was_sent() {
        let mut rate = DeliveryRate::with_losses();
        send(&mut rate, 0, 10, 0, 0);
        rate.begin(10, 0);
        rate.deliver(5, 100 * MILLISECOND);
        rate.lose(0);
        rate.lose(1);
        let expected = |sent_in_flight, lost_since| LostPacket {
            sent_in_flight,
            lost_since,
            delivered: 1,
            app_limited: false,
        };
        assert_eq!(rate.lost_packets(), [expected(1, 1), expected(2, 2)]);
        let sample = rate.sample(Some(95 * MILLISECOND), 100 * MILLISECOND).unwrap();
        assert_eq!((sample.newly_lost, sample.lost, sample.newly_delivered), (2, 2, 1));
        rate.sent(0, 8, 100 * MILLISECOND);
        rate.begin(8, 0);
        rate.advance(1, 200 * MILLISECOND);
        assert_eq!(
            rate.sample(None, 200 * MILLISECOND).unwrap().lost,
            0,
            "both losses precede the retransmission"
        );
    }

    #[test]
    fn a_retransmission_is_lost_when_a_packet_sent_a_quarter_round_trip_later_is_delivered() {
        let mut rate = DeliveryRate::default();
        send(&mut rate, 0, 10, 0, 0);
        rate.begin(10, 0);
        rate.deliver(9, 100 * MILLISECOND);
        _ = rate.sample(Some(100 * MILLISECOND), 100 * MILLISECOND);
        rate.sent(0, 9, 100 * MILLISECOND);
        rate.sent(10, 9, 110 * MILLISECOND);
        rate.sent(11, 9, 126 * MILLISECOND);
        rate.begin(9, 0);
        rate.deliver(10, 210 * MILLISECOND);
        assert_eq!(rate.next_lost_retransmission(), None, "10 ms later is within 25 ms");
        rate.begin(9, 0);
        rate.deliver(11, 226 * MILLISECOND);
        assert_eq!(rate.next_lost_retransmission(), Some(0));
        assert_eq!(rate.next_lost_retransmission(), None);
        // A retransmission that has arrived is not lost.
        rate.sent(1, 9, 230 * MILLISECOND);
        rate.sent(12, 9, 290 * MILLISECOND);
        rate.begin(9, 0);
        rate.deliver(1, 330 * MILLISECOND);
        rate.deliver(12, 390 * MILLISECOND);
        assert_eq!(rate.next_lost_retransmission(), None);
    }

    #[test]
    fn losses_found_by_a_timer_are_reported_with_the_next_acknowledgement() {
        let mut rate = DeliveryRate::with_losses();
        send(&mut rate, 0, 10, 0, 0);
        (0..10).for_each(|seq| rate.lose(seq));
        rate.sent(0, 1, 300 * MILLISECOND);
        rate.begin(1, 300 * MILLISECOND);
        rate.advance(1, 400 * MILLISECOND);
        let sample = rate.sample(Some(100 * MILLISECOND), 400 * MILLISECOND).unwrap();
        let reported =
            (rate.lost_packets().len(), rate.lost_packets()[9].lost_since, rate.lost_packets()[9].delivered);
        assert_eq!((reported, sample.newly_lost), ((10, 10, 0), 0));
        rate.end();
        assert_eq!(rate.lost_packets(), []);
    }

    #[test]
    fn losses_are_spurious_if_no_retransmission_repaired_one() {
        // Packets 0 and 1 count as lost at 100 ms. Packet 0 is sent again at 110 ms.
        let after_loss = || {
            let mut rate = DeliveryRate::with_losses();
            send(&mut rate, 0, 5, 0, 0);
            rate.begin(5, 4 * MILLISECOND);
            rate.deliver(4, 100 * MILLISECOND);
            rate.lose(0);
            rate.lose(1);
            rate.end();
            rate.sent(0, 3, 110 * MILLISECOND);
            rate
        };
        let deliver = |rate: &mut DeliveryRate, seq: u32, echo: Time| {
            rate.begin(3, echo);
            rate.deliver(seq, 150 * MILLISECOND);
            rate.is_spurious()
        };
        let mut rate = after_loss();
        assert!(!deliver(&mut rate, 1, MILLISECOND), "packet 0 may be lost");
        assert!(deliver(&mut rate, 0, 0), "the echo is older than the retransmission");
        assert!(!deliver(&mut rate, 2, 2 * MILLISECOND), "reported once");
        let mut rate = after_loss();
        assert!(!deliver(&mut rate, 0, 110 * MILLISECOND), "the retransmission has arrived");
        assert!(!deliver(&mut rate, 1, MILLISECOND), "one of the packets was lost");
    }
}
