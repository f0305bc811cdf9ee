//! The throughput that reports confirm (WebRTC's `robust_throughput_estimator`): bytes over time within a
//! window of packets, without the longest pause, and not above the rate at which these packets were sent.

use crate::protocols::prelude::*;

/// The window has at least this number of packets and this duration,
const FEWEST: usize = 20;
const SHORTEST: Time = SECOND;
/// and at most these.
const MOST: usize = 500;
const LONGEST: Time = 5 * SECOND;
/// Number of packets without which there is no estimate.
const NEEDED: usize = 10;

#[derive(Clone, Copy, Debug, Default, PartialEq, State)]
struct ReportedPacket {
    sent: Time,
    at: Time,
    size: u16,
}

#[derive(Clone, Debug, Default, State)]
pub struct Throughput {
    /// The newest packets that arrived, in the order of their arrivals.
    packets: Deque<ReportedPacket>,
    /// The latest time at which a packet was sent that has left the window.
    left_sent: Time,
}

impl Throughput {
    /// Adds a packet that was sent at `sent` and arrived at `at`.
    pub fn add(&mut self, sent: Time, at: Time, size: u16) {
        self.packets.push_back(ReportedPacket { sent, at, size });
        let mut index = self.packets.len() - 1;
        while index > 0 && self.packets[index].at < self.packets[index - 1].at {
            self.packets.swap(index, index - 1);
            index -= 1;
        }
        while self.is_first_too_old() {
            let first = self.packets.pop_front().map_or(0, |packet| packet.sent);
            self.left_sent = self.left_sent.max(first);
        }
    }

    fn is_first_too_old(&self) -> bool {
        let (Some(first), Some(last)) = (self.packets.front(), self.packets.back()) else { return false };
        let (count, duration) = (self.packets.len(), last.at - first.at);
        count > MOST || duration > LONGEST || (count > FEWEST && duration > SHORTEST)
    }

    /// The throughput in bit/s, once enough packets have arrived.
    pub fn rate(&self) -> Option<f64> {
        if self.packets.len() < NEEDED {
            return None;
        }
        let received = self.receive_rate();
        Some(self.send_rate().map_or(received, |sent| sent.min(received)))
    }

    /// The bytes after the first packet over the time in which they arrived. The second longest pause replaces
    /// the longest one.
    fn receive_rate(&self) -> f64 {
        let (mut longest, mut second, mut bytes, mut before) = (0, 0, 0, None);
        for packet in self.packets.iter() {
            if let Some(before) = before {
                let pause = packet.at - before;
                if pause > longest {
                    (longest, second) = (pause, longest);
                } else {
                    second = second.max(pause);
                }
                bytes += u64::from(packet.size);
            }
            before = Some(packet.at);
        }
        let first = self.packets.front().map_or(0, |packet| packet.at);
        rate(bytes, before.unwrap_or(first) - first - longest + second)
    }

    /// The bytes before the last packet over the time in which they were sent. Packets sent before one that has
    /// left the window do not count. `None` if too few packets are left.
    fn send_rate(&self) -> Option<f64> {
        let (mut count, mut bytes) = (0, 0);
        let (mut first, mut last): (Option<Time>, Option<ReportedPacket>) = (None, None);
        for packet in self.packets.iter().filter(|packet| packet.sent >= self.left_sent) {
            count += 1;
            bytes += u64::from(packet.size);
            first = Some(first.map_or(packet.sent, |first| first.min(packet.sent)));
            if last.is_none_or(|last| packet.sent > last.sent) {
                last = Some(*packet);
            }
        }
        let (first, last) = (first?, last?);
        (count >= NEEDED).then(|| rate(bytes - u64::from(last.size), last.sent - first))
    }
}

/// The rate in bit/s of bytes within a time, which counts as at least a millisecond.
fn rate(bytes: u64, time: Time) -> f64 {
    bytes as f64 * 8.0 / to_secs(time.max(MILLISECOND))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packets of 1000 bytes, sent `gap` ms apart, that arrive as `at` says, in ms.
    fn after(count: u64, gap: u64, at: impl Fn(u64) -> u64) -> Throughput {
        let mut throughput = Throughput::default();
        (0..count).for_each(|n| throughput.add(n * gap * MILLISECOND, at(n) * MILLISECOND, 1000));
        throughput
    }

    #[test]
    fn ten_packets_are_needed_and_the_first_one_counts_as_time_only() {
        assert_eq!(after(9, 10, |n| 50 + 10 * n).rate(), None);
        // 9 x 8000 bit in 90 ms.
        assert!((after(10, 10, |n| 50 + 10 * n).rate().expect("a rate") - 800e3).abs() < 1e-6);
    }

    #[test]
    fn a_single_pause_of_the_network_does_not_lower_the_estimate() {
        // Packet 10 and all later ones arrive 300 ms late. The pause of 310 ms counts as 10 ms.
        let late = after(20, 10, |n| 50 + 10 * n + if n >= 10 { 300 } else { 0 });
        assert!((late.rate().expect("a rate") - 800e3).abs() < 1e-6);
    }

    #[test]
    fn the_estimate_does_not_exceed_the_rate_at_which_packets_were_sent() {
        // Sent 10 ms apart, held back by a queue and released 1 ms apart.
        let released = after(20, 10, |n| 500 + n);
        assert!((released.rate().expect("a rate") - 800e3).abs() < 1e-6);
    }

    #[test]
    fn the_window_has_at_least_20_packets_and_a_second() {
        // 100 packets per second: 101 packets span a second.
        let throughput = after(400, 10, |n| 50 + 10 * n);
        assert_eq!(throughput.packets.len(), 101);
        // Two packets per second: at most 5 s.
        let slow = after(30, 500, |n| 50 + 500 * n);
        assert_eq!(slow.packets.len(), 11);
    }
}
