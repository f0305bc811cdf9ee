//! Which packets Linux's receiver acknowledges at once (`tcp_input.c`).

use crate::transport::prelude::*;

/// Packets that are acknowledged at once at the start and after pauses, and after marks (Linux's
/// `TCP_MAX_QUICKACKS`).
pub(super) const QUICK_ACKS: u32 = 16;
pub(super) const QUICK_ACKS_AFTER_MARK: u32 = 2;

/// The state of quick acknowledgements.
#[derive(Clone, Copy, Debug, Default, State)]
pub(super) struct QuickAcks {
    /// Number of acknowledgements that will not be delayed.
    pub(super) left: u32,
    /// The present delay of other acknowledgements; 0 before the first packet.
    pub(super) delay: Time,
    /// When the last packet arrived in order.
    last: Time,
}

impl QuickAcks {
    /// Acknowledges at least the next `count` packets at once.
    pub(super) fn enter(&mut self, count: u32, least_delay: Time) {
        self.left = self.left.max(count);
        self.delay = least_delay;
    }

    /// A packet arrives in order: the delay follows the intervals between packets. An interval above the
    /// retransmission timeout `rto` shows that the sender may have restarted with a small window.
    pub(super) fn on_arrival(&mut self, now: Time, least_delay: Time, rto: Time) {
        let gap = now - self.last;
        if self.delay == 0 {
            self.enter(QUICK_ACKS, least_delay);
        } else if gap <= least_delay / 2 {
            self.delay = self.delay / 2 + least_delay / 2;
        } else if gap < self.delay {
            self.delay = (self.delay / 2 + gap).min(rto);
        } else if gap > rto {
            self.left = self.left.max(QUICK_ACKS);
        }
        self.last = now;
    }

    /// An acknowledgement is sent.
    pub(super) fn on_ack(&mut self, least_delay: Time) {
        if self.left == 1 {
            self.delay = least_delay;
        }
        self.left = self.left.saturating_sub(1);
    }
}

/// Bytes that a new connection can store: half of the second number of `tcp_rmem`.
const FIRST_BUFFER: u32 = 65_536;
/// Packets that are expected in the first round trip (`TCP_INIT_CWND`).
const FIRST_ROUND: u32 = 10;
/// The buffer grows for twice the packets of a round trip and these.
const SPARE: u64 = 16;

/// The growth of the receive window (`tcp_grow_window`, `tcp_rcv_space_adjust`), for an application that reads at once. It
/// decides which packets are acknowledged at once; what limits the sender is the setting `receive_window`. Numbers are packets.
#[derive(Clone, Copy, Debug, Default, State)]
pub(super) struct ReceiveWindow {
    /// The window that the receiver offers; 0 before the first packet.
    offered: u32,
    /// The space of the buffer.
    buffer: u32,
    /// The most that the application has read in a round trip.
    read: u32,
    /// The next packet at the start of the present measurement, and the time of this.
    from: u32,
    since: Time,
    /// Round-trip time as the receiver sees it: a smaller sample replaces it.
    rtt: Time,
    /// The smallest delay of a packet, and the timestamp of the last packet whose delay was measured.
    least_delay: Time,
    sampled: Time,
}

impl ReceiveWindow {
    /// A packet arrives, in order or above a gap, while `stored` packets wait for a gap to be filled. Returns whether
    /// the window grows.
    pub(super) fn on_arrival(
        &mut self,
        packet: &Packet,
        stored: u32,
        most: u32,
        base_rtt: Time,
        now: Time,
    ) -> bool {
        if self.offered == 0 {
            self.buffer = (FIRST_BUFFER / u32::from(packet.size)).min(most);
            self.offered = self.buffer.saturating_sub(1).max(1);
            (self.read, self.from, self.since) = (FIRST_ROUND, packet.seq, now);
            self.least_delay = Time::MAX;
        }
        // Packets that one acknowledgement released give one sample.
        if packet.timestamp != self.sampled || self.rtt == 0 {
            self.sampled = packet.timestamp;
            let delay = now.saturating_sub(packet.timestamp);
            self.least_delay = self.least_delay.min(delay);
            let sample = base_rtt + delay - self.least_delay;
            let is_lower = self.rtt == 0 || sample < self.rtt;
            self.rtt = if is_lower { sample } else { self.rtt + (sample - self.rtt) / 8 };
        }
        // The packet itself has not been read yet.
        let room = self.buffer.saturating_sub(stored + 1).saturating_sub(self.offered);
        self.offered += room.min(2);
        room > 0
    }

    /// The application has read all packets below `next`. Once per round trip, the buffer grows to four times what was
    /// read in it, if that is more than before.
    pub(super) fn on_read(&mut self, next: u32, most: u32, now: Time) {
        if now - self.since < self.rtt {
            return;
        }
        let read = next.saturating_sub(self.from);
        if read > self.read {
            let base = 2 * u64::from(read) + SPARE;
            let packets = base + 2 * base * u64::from(read - self.read) / u64::from(self.read);
            // The overhead of each packet is rounded up.
            let buffer = (packets + packets / 33).min(u64::from(most));
            self.buffer = self.buffer.max(narrow::<u32>(buffer));
            self.read = read;
        }
        (self.from, self.since) = (next, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first 300 packets of CUBIC at 10 Mb/s and 40 ms, whose HyStart stops at 58 packets. The kernel's window grows with
    /// packet 12 and with packets 32 to 147 (`tcpi_rcv_ssthresh` after each read).
    #[test]
    fn the_window_grows_with_the_packets_of_the_kernel() {
        const TRANSMISSION: Time = 1_211_200;
        let (mut window, mut acks, mut grown) =
            (ReceiveWindow::default(), Vec::<(u32, Time)>::new(), Vec::new());
        let (mut now, mut unacknowledged) = (0, 0);
        for seq in 0..300 {
            let released = acks.iter().find(|(next, _)| next + (10 + next).min(58) > seq);
            let timestamp = if seq < 10 {
                0
            } else {
                released.map(|(_, at)| at + 40 * MILLISECOND).expect("an acknowledgement")
            };
            now = timestamp.max(now) + TRANSMISSION;
            let packet = Packet { seq, timestamp, size: 1448, ..Packet::default() };
            let grows = window.on_arrival(&packet, 0, u32::MAX, 40 * MILLISECOND, now);
            window.on_read(seq + 1, u32::MAX, now);
            unacknowledged += 1;
            if seq < QUICK_ACKS || grows || unacknowledged == 2 {
                acks.push((seq + 1, now));
                unacknowledged = 0;
            }
            if grows {
                grown.push(seq + 1);
            }
        }
        let last = *grown.last().expect("the window grows");
        assert!((140..=160).contains(&last), "to packet {last}");
        assert_eq!(grown, std::iter::once(12).chain(32..=last).collect::<Vec<_>>());
    }
}
