//! Lost packets of live media are asked for and sent again: the receiver's list of missing packets and its requests
//! (NACK, RFC 4585 section 6.2.1), and the sender's store of packets (RFC 4588). Both follow libwebrtc's `NackRequester`
//! and `RtpPacketHistory`. Both ends are in this file because they refer to the same packets. What one end
//! sends to the other crosses the network in a request or in the header of a packet.

use crate::ground::convert::narrow;
use crate::ground::deque::Deque;
use crate::ground::rng::digest_of;
use crate::ground::time::{MILLISECOND, NEVER, Time};
use crate::transport::reports::RepairRequest;

/// How often a packet is asked for, at most.
const MOST_REQUESTS: u8 = 10;
/// How often the receiver looks for packets to ask for again.
const INTERVAL: Time = 20 * MILLISECOND;
/// The round-trip time before the first measurement.
const DEFAULT_RTT: Time = 100 * MILLISECOND;

/// A packet of media that the sender stores until the player has shown its frame.
#[derive(Clone, Copy, Debug)]
struct Stored {
    /// The sequence number of its first transmission.
    seq: u32,
    bytes: u32,
    /// When the player shows the frame.
    shown: Time,
    requests: u8,
    /// When the receiver asked for it last.
    asked: Time,
    /// When the sender sent it again; 0 if it did not.
    again: Time,
}

#[derive(Clone, Debug)]
pub struct Repair {
    /// The packets of media from number `first` on.
    stored: Deque<Stored>,
    first: u32,
    /// The number after the highest that has arrived.
    expected: u32,
    /// The numbers below `expected` of packets that have not arrived.
    missing: Vec<u32>,
    /// The numbers of packets that the sender has to send again.
    due: Deque<u32>,
    rtt: Time,
    /// When the receiver looks for packets to ask for again.
    wake: Time,
    /// Sequence number of the packet that the sender sends next, and the time.
    next: (u32, Time),
    /// Bytes sent again since the last frame, and their mean rate in bit/s.
    bytes: u64,
    rate: f64,
}

impl Default for Repair {
    fn default() -> Self {
        Repair {
            stored: Deque::new(),
            first: 0,
            expected: 0,
            missing: Vec::new(),
            due: Deque::new(),
            rtt: DEFAULT_RTT,
            wake: NEVER,
            next: (0, 0),
            bytes: 0,
            rate: 0.0,
        }
    }
}

impl Repair {
    pub fn set_rtt(&mut self, rtt: Time) {
        self.rtt = rtt;
    }

    /// When the receiver looks for packets to ask for again; `NEVER` if none is missing.
    pub fn wake(&self) -> Time {
        self.wake
    }

    fn packet(&mut self, number: u32) -> Option<&mut Stored> {
        self.stored.get_mut(number.checked_sub(self.first)? as usize)
    }

    /// The mean rate at which packets are sent again, in bit/s.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// Adds the time since the last frame, `interval` in seconds, to the mean rate, with a weight.
    pub fn average(&mut self, weight: f64, interval: f64) {
        self.rate += weight * (self.bytes as f64 * 8.0 / interval - self.rate);
        self.bytes = 0;
    }

    /// Stores a packet of media that is sent for the first time, after [`send_again`](Self::send_again) has found none.
    pub fn store(&mut self, bytes: u32, shown: Time) {
        let (seq, now) = self.next;
        while self.stored.front().is_some_and(|packet| packet.shown <= now) {
            self.stored.pop_front();
            self.first += 1;
        }
        self.stored.push_back(Stored { seq, bytes, shown, requests: 0, asked: 0, again: 0 });
    }

    /// The next packet to send again, as sequence number `seq`: the sequence number of its first transmission, and its payload.
    pub fn send_again(&mut self, seq: u32, now: Time) -> Option<(u32, u32)> {
        self.next = (seq, now);
        while let Some(number) = self.due.pop_front() {
            let Some(packet) = self.packet(number).filter(|packet| packet.shown > now) else { continue };
            packet.again = now;
            let sent = (packet.seq, packet.bytes);
            self.bytes += u64::from(sent.1);
            return Some(sent);
        }
        None
    }

    /// The sender gets a request. It sends a packet again unless it did so within the last round trip.
    pub fn on_request(&mut self, request: &RepairRequest, now: Time) {
        let rtt = self.rtt;
        for number in request.numbers() {
            let Some(packet) = self.packet(number).filter(|packet| packet.shown > now) else { continue };
            let is_recent = packet.again > 0 && now < packet.again + rtt;
            if !is_recent && !self.due.iter().any(|&due| due == number) {
                self.due.push_back(number);
            }
        }
    }

    /// The packet that was first sent as `seq` has arrived. Returns the packets that are missing since then, as requests.
    pub fn on_arrival(&mut self, seq: u32, now: Time) -> Vec<RepairRequest> {
        let Ok(index) = self.stored.binary_search_by_key(&seq, |packet| packet.seq) else {
            return Vec::new();
        };
        let number = self.first + narrow::<u32>(index);
        self.missing.retain(|&missing| missing != number);
        if number < self.expected {
            return Vec::new();
        }
        self.missing.extend(self.expected.max(self.first)..number);
        self.expected = number + 1;
        self.ask(now, |packet, _| packet.requests == 0)
    }

    /// Asks again for the packets that have been missing for a round trip since the last request.
    pub fn on_timer(&mut self, now: Time) -> Vec<RepairRequest> {
        self.wake = NEVER;
        self.ask(now, |packet, rtt| now >= packet.asked + rtt)
    }

    /// Asks for the missing packets that `is_due` selects, and forgets those whose frames the player has passed and those
    /// that were asked for often enough.
    fn ask(&mut self, now: Time, is_due: impl Fn(&Stored, Time) -> bool) -> Vec<RepairRequest> {
        let (rtt, mut missing) = (self.rtt, std::mem::take(&mut self.missing));
        let mut requests: Vec<RepairRequest> = Vec::new();
        missing.retain(|&number| {
            let Some(packet) = self.packet(number) else { return false };
            if packet.shown <= now || packet.requests >= MOST_REQUESTS {
                return false;
            }
            if is_due(packet, rtt) {
                packet.requests += 1;
                packet.asked = now;
                if !requests.last_mut().is_some_and(|request| request.add(number)) {
                    requests.push(RepairRequest::new(number));
                }
            }
            true
        });
        self.missing = missing;
        if self.missing.is_empty() {
            self.wake = NEVER;
        } else if self.wake == NEVER {
            self.wake = now + INTERVAL;
        }
        requests
    }

    pub fn digest(&self) -> u64 {
        let missing = self.missing.iter().fold(0, |digest, &number| digest_of(&[digest, number.into()]));
        let ends = [self.first, self.expected, narrow::<u32>(self.due.len())].map(u64::from);
        digest_of(&[ends[0], ends[1], ends[2], missing, self.rtt, self.bytes, self.rate.to_bits()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Time = MILLISECOND;

    /// Packets 0 to 9 of media have the sequence numbers 0, 2, 4 and so on, are sent each 10 ms, and are shown 400 ms later.
    fn ten_packets() -> Repair {
        let mut repair = Repair::default();
        for number in 0..10 {
            let now = Time::from(number) * 10 * MS;
            assert_eq!(repair.send_again(2 * number, now), None);
            repair.store(1000, now + 400 * MS);
        }
        repair
    }

    fn numbers(requests: &[RepairRequest]) -> Vec<u32> {
        requests.iter().flat_map(RepairRequest::numbers).collect()
    }

    #[test]
    fn a_gap_is_asked_for_at_once_and_again_after_each_round_trip() {
        let mut repair = ten_packets();
        repair.set_rtt(50 * MS);
        assert!(repair.on_arrival(0, 20 * MS).is_empty() && repair.wake() == NEVER);
        assert!(repair.on_arrival(1, 20 * MS).is_empty(), "not a packet of media");
        assert_eq!(numbers(&repair.on_arrival(8, 60 * MS)), [1, 2, 3]);
        assert_eq!(repair.wake(), 80 * MS);
        // The packet with the number 2 arrives late, and the next packets reveal no further gap.
        assert!(repair.on_arrival(4, 70 * MS).is_empty() && repair.on_arrival(10, 70 * MS).is_empty());
        for (at, asked) in [(80, &[][..]), (100, &[]), (120, &[1, 3]), (140, &[]), (180, &[1, 3])] {
            assert_eq!(numbers(&repair.on_timer(at * MS)), asked, "{at} ms");
        }
        // Packet 1 is shown at 410 ms, packet 3 at 430 ms.
        assert_eq!(numbers(&repair.on_timer(420 * MS)), [3]);
        assert!(repair.on_timer(440 * MS).is_empty());
        assert_eq!(repair.wake(), NEVER);
    }

    #[test]
    fn a_packet_is_asked_for_at_most_ten_times() {
        let mut repair = ten_packets();
        repair.set_rtt(MS);
        let first = repair.on_arrival(2, 20 * MS).len();
        let asked: usize = (2..20).map(|n| repair.on_timer(n * 20 * MS).len()).sum();
        assert_eq!(first + asked, 10);
    }

    #[test]
    fn the_sender_repeats_a_packet_once_in_a_round_trip_until_it_is_shown() {
        let mut repair = ten_packets();
        let [request] = repair.on_arrival(6, 50 * MS)[..] else { panic!("one request") };
        repair.on_request(&request, 75 * MS);
        repair.on_request(&request, 76 * MS);
        let sent: Vec<_> = std::iter::from_fn(|| repair.send_again(21, 80 * MS)).collect();
        assert_eq!(sent, [(0, 1000), (2, 1000), (4, 1000)]);
        repair.on_request(&request, 179 * MS);
        assert_eq!(repair.send_again(22, 179 * MS), None);
        repair.on_request(&request, 180 * MS);
        assert_eq!(repair.send_again(23, 405 * MS), Some((2, 1000)), "packet 0 was shown at 400 ms");
    }

    #[test]
    fn a_repeated_packet_is_not_asked_for_again() {
        let mut repair = ten_packets();
        let [request] = repair.on_arrival(2, 50 * MS)[..] else { panic!("one request") };
        repair.on_request(&request, 75 * MS);
        assert_eq!(repair.send_again(20, 75 * MS), Some((0, 1000)));
        repair.on_arrival(0, 100 * MS);
        assert!(repair.on_timer(200 * MS).is_empty());
    }

    #[test]
    fn a_request_needs_four_bytes_for_seventeen_packets() {
        let mut request = RepairRequest::new(100);
        assert_eq!(request.size(), 44);
        assert!((101..=116).all(|number| request.add(number)) && request.size() == 44);
        assert!(request.add(117) && request.size() == 48);
        assert!(request.add(164) && !request.add(165));
        assert_eq!(request.numbers().last(), Some(164));
    }
}
