//! QUIC's receiver (RFC 9000 section 13.2, draft-ietf-quic-ack-frequency): acknowledges packet numbers, not
//! data. A packet number is never used twice.

use super::ack_receiver::AckReceiver;
use super::ranges::Ranges;
use super::reports::{DELAY_UNIT, QuicAck};
use crate::ground::packet::{CWR_OR_ECE, ECT_1, MARKED, SYN};
use crate::transport::prelude::*;

/// The only timer: a delayed acknowledgement is due.
const DELAYED: u32 = 0;

/// Number of ranges of packet numbers that are remembered.
const MAX_RANGES: usize = 32;

#[derive(Clone, Debug, State)]
#[state(not(ack_every, max_delay))]
pub struct QuicReceiver {
    /// The data received, and what acknowledgements report besides packet numbers.
    data: AckReceiver,
    /// Number of packets per acknowledgement, and the longest delay of an acknowledgement.
    ack_every: u32,
    max_delay: Time,
    numbers: Ranges,
    /// One above the largest packet number.
    end: u32,
    /// When the packet with the largest number arrived.
    arrived_at: Time,
    /// Number of packets that are not acknowledged yet.
    waiting: u32,
    /// Number of packets received with a congestion mark.
    marks: u32,
    /// The packet that arrived last: sequence number, timestamp and transmission number.
    last_seq: u32,
    last_timestamp: Time,
    last_tx: u32,
}

impl QuicReceiver {
    pub fn new(ack_every: u32, max_delay: f64, ack_size: u32) -> Self {
        QuicReceiver {
            data: AckReceiver::new(false, 1, 0.0, ack_size),
            ack_every: ack_every.max(1),
            max_delay: from_secs(max_delay),
            numbers: Ranges::default(),
            end: 0,
            arrived_at: 0,
            waiting: 0,
            marks: 0,
            last_seq: 0,
            last_timestamp: 0,
            last_tx: 0,
        }
    }

    pub fn data_mut(&mut self) -> &mut AckReceiver {
        &mut self.data
    }

    /// Records a packet number. Returns whether the packet must be acknowledged at once, because its number
    /// does not follow the largest one (RFC 9000 section 13.2.1).
    fn record(&mut self, number: u32, now: Time) -> bool {
        self.numbers.add(number, number + 1, |_| {});
        let ranges = self.numbers.as_slice();
        if ranges.len() > MAX_RANGES {
            let oldest = ranges[ranges.len() - MAX_RANGES].0;
            self.numbers.remove_below(oldest);
        }
        let is_next = number == self.end;
        if number >= self.end {
            (self.end, self.arrived_at) = (number + 1, now);
        }
        !is_next
    }

    fn acknowledge(&mut self, cx: &mut impl Context) {
        let delay = (cx.now() - self.arrived_at) / DELAY_UNIT;
        let mut ack = QuicAck::new(u32::try_from(delay).unwrap_or(u32::MAX), self.marks);
        self.numbers.as_slice().iter().rev().for_each(|range| ack.push(*range));
        if self.waiting > 0 {
            self.waiting = 0;
            cx.cancel_receiver(DELAYED);
        }
        let attachment = cx.put_attachment(Attachment::Quic(ack));
        self.data.reply_to(self.last_seq, self.last_timestamp, self.last_tx, attachment, cx);
    }
}

impl Receiver for QuicReceiver {
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        if packet.flags & (SYN | CWR_OR_ECE | ECT_1) != 0 && self.data.on_flags(packet, cx) {
            return;
        }
        let Body::Data { info: number, .. } = Body::of(packet) else { return };
        self.data.receive(packet, cx);
        let is_marked = packet.flags & MARKED == MARKED;
        self.marks += u32::from(is_marked);
        (self.last_seq, self.last_timestamp, self.last_tx) = (packet.seq, packet.timestamp, packet.tx);
        self.waiting += 1;
        if self.record(number, cx.now()) || is_marked || self.waiting >= self.ack_every {
            self.acknowledge(cx);
        } else if self.waiting == 1 {
            cx.arm_receiver(DELAYED, cx.now() + self.max_delay);
        }
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        if self.waiting > 0 {
            self.acknowledge(cx);
        }
    }

    fn restart(&mut self) {
        let mut data = self.data.clone();
        data.restart();
        *self = QuicReceiver {
            data,
            ack_every: self.ack_every,
            max_delay: self.max_delay,
            ..QuicReceiver::new(1, 0.0, 0)
        };
    }

    fn adopt(&mut self, other: Self) {
        (self.ack_every, self.max_delay) = (other.ack_every, other.max_delay);
        self.data.adopt(other.data);
    }

    fn digest(&self) -> u64 {
        Digest::of(self)
    }
}
