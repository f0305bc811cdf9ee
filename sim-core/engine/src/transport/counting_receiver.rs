//! The receiver of senders with a rate whose rules are a program: RTP's receiver, which also counts bytes and
//! marks and measures the loss event rate (RFC 5348 section 5).

use crate::ground::convert::{low_bits, nearest_f32};
use crate::ground::packet::MARKED;
use crate::transport::loss_history::{Averaging, LossHistory};
use crate::transport::prelude::*;
use crate::transport::reports::ArrivalCounts;
use crate::transport::rtcp_receiver::RtcpReceiver;

/// The latest eight loss intervals count (RFC 5348 section 5.4).
const AVERAGING: Averaging = Averaging { intervals: 8, discount: None, open_is_additional: false };

#[derive(Clone, Debug, State)]
pub struct CountingReceiver {
    rtcp: RtcpReceiver,
    bytes: u64,
    packets: u32,
    marked: u32,
    /// The packet that is expected next.
    next: u32,
    history: LossHistory,
    /// The first lost packet of the latest loss event, and when the loss was found.
    event: Option<(u32, Time)>,
    /// The round-trip time that the sender stated last. Losses within it belong to one event.
    rtt: Time,
}

impl CountingReceiver {
    pub fn new(rtcp: RtcpReceiver) -> Self {
        let history = LossHistory::new(AVERAGING);
        CountingReceiver { rtcp, bytes: 0, packets: 0, marked: 0, next: 0, history, event: None, rtt: 0 }
    }

    fn count(&mut self, packet: &Packet, now: Time) {
        self.bytes += u64::from(packet.size);
        self.packets = self.packets.saturating_add(1);
        self.marked += u32::from(packet.flags & MARKED == MARKED);
        if packet.seq > self.next {
            self.lose(self.next, now);
        }
        self.next = self.next.max(packet.seq.saturating_add(1));
        if let Some((first, _)) = self.event {
            self.history.set_open(f64::from(self.next.saturating_sub(first)));
        }
    }

    /// Processes a gap that begins with the packet `seq`. The first interval is the number of packets before
    /// the first loss.
    fn lose(&mut self, seq: u32, now: Time) {
        match self.event {
            None => self.history.begin(f64::from(seq.max(1))),
            Some((_, at)) if now <= at + self.rtt => return,
            Some((first, _)) => self.history.close(f64::from(seq.saturating_sub(first))),
        }
        self.event = Some((seq, now));
    }
}

impl Receiver for CountingReceiver {
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        if matches!(Body::of(packet), Body::Data { .. }) {
            self.count(packet, cx.now());
        } else if let Some(Attachment::Rtt(rtt)) = cx.take_attachment(packet.attachment()) {
            self.rtt = rtt;
        }
        self.rtcp.on_data(packet, cx);
    }

    fn on_timer(&mut self, timer: u32, cx: &mut impl Context) {
        let CountingReceiver { bytes, packets, marked, .. } = *self;
        let loss_events = nearest_f32(self.history.rate());
        self.rtcp.arrivals = Some(ArrivalCounts { bytes: low_bits(bytes), packets, marked, loss_events });
        self.rtcp.on_timer(timer, cx);
    }

    fn restart(&mut self) {
        self.rtcp.restart();
        *self = CountingReceiver::new(self.rtcp.clone());
    }

    fn adopt(&mut self, other: Self) {
        self.rtcp.adopt(other.rtcp);
    }

    fn digest(&self) -> u64 {
        let marks = u64::from(self.marked) << 32 | u64::from(self.next);
        digest_of(&[self.rtcp.digest(), self.bytes, marks, self.history.digest()])
    }
}
