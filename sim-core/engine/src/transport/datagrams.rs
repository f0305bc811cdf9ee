//! The sending half of a connection that sends each packet once: its life cycle, its sequence numbers, and
//! payload from the application.

use crate::ground::packet::Outgoing;
use crate::transport::prelude::*;

/// The body of a data packet that carries no information for the receiver.
pub const PLAIN_DATA: Body = Body::Data { unit: 0, info: 0, attachment: 0 };

/// The value of `info` in the body of padding, which the receiver discards.
const PADDING: u32 = 1;

/// Whether a data packet is padding.
pub fn is_padding(packet: &Packet) -> bool {
    matches!(Body::of(packet), Body::Data { info: PADDING, .. })
}

/// The state that all senders without retransmission share.
#[derive(Clone, Debug, State)]
#[state(not(header))]
pub struct DatagramSocket {
    /// Bytes of header in each data packet.
    header: u16,
    /// Sequence number of the next data packet.
    next: u32,
    /// Whether the flow has started and has not stopped.
    is_running: bool,
    /// Whether the application had no data at the last attempt to send a packet.
    is_starved: bool,
    /// Whether the delivery of all data has been reported.
    is_completed: bool,
}

impl DatagramSocket {
    /// `header`: bytes of header in each data packet.
    pub fn new(header: u16) -> Self {
        DatagramSocket { header, next: 0, is_running: false, is_starved: false, is_completed: false }
    }

    /// Bytes of header in each data packet.
    pub fn header(&self) -> u16 {
        self.header
    }

    /// Records that the flow starts.
    pub fn start(&mut self) {
        self.is_running = true;
        self.is_starved = false;
    }

    /// Records that the flow stops, and cancels all timers of the connection.
    pub fn stop(&mut self, cx: &mut impl Context) {
        self.is_running = false;
        cancel_timers(cx);
    }

    /// Whether the flow has started and has not stopped.
    #[inline]
    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// Whether the application had no data at the last attempt to send a packet.
    #[inline]
    pub fn is_starved(&self) -> bool {
        self.is_starved
    }

    /// Whether the delivery of all data has been reported.
    pub fn is_completed(&self) -> bool {
        self.is_completed
    }

    /// The sequence number of the next data packet, which is the number of data packets sent.
    #[inline]
    pub fn next(&self) -> u32 {
        self.next
    }

    /// Marks the socket as starved: it waits for [`Sender::on_app`](super::Sender::on_app).
    pub fn wait_for_data(&mut self) {
        self.is_starved = true;
    }

    /// Ends the wait for data, because the application has more data. Returns whether a running sender was
    /// waiting.
    pub fn resume(&mut self) -> bool {
        self.is_running && std::mem::take(&mut self.is_starved)
    }

    /// Sends a full packet, or a shorter packet if the application has less data. Returns the packet's size.
    /// If the application has no data, returns `None` and marks the socket as starved.
    // Measured: out of line, dumbbell a takes 1 % more instructions.
    #[inline(always)]
    pub fn send<C: Context>(&mut self, cx: &mut C, body: impl FnOnce(&mut C) -> Body) -> Option<u16> {
        self.send_flagged(cx, 0, body)
    }

    /// Like [`send`](Self::send), with flags of the packet.
    #[inline(always)]
    pub fn send_flagged<C: Context>(
        &mut self,
        cx: &mut C,
        flags: u8,
        body: impl FnOnce(&mut C) -> Body,
    ) -> Option<u16> {
        let full = u32::from(cx.packet_size().saturating_sub(self.header).max(1));
        let datagram = cx.pull_datagram(full, self.next);
        let payload = datagram.bytes;
        self.is_starved = payload == 0;
        if self.is_starved {
            return None;
        }
        let size = narrow::<u16>(payload) + self.header;
        let mut out = Outgoing { seq: self.next, size, flags, payload: body(cx).into() };
        if datagram.flags != 0 {
            out.flags |= datagram.flags;
            out.payload.words[0] = datagram.word;
        }
        cx.send(out);
        self.next += 1;
        Some(size)
    }

    /// Sends a full packet without data. Returns its size.
    pub fn send_padding(&mut self, cx: &mut impl Context) -> u16 {
        let size = cx.packet_size();
        let payload = Body::Data { unit: 0, info: PADDING, attachment: 0 }.into();
        cx.send(Outgoing { seq: self.next, size, flags: 0, payload });
        self.next += 1;
        size
    }

    /// Reports that all data has arrived, if the application has finished and completion has not been
    /// reported yet. Returns whether this call reported completion.
    pub fn complete(&mut self, cx: &mut impl Context) -> bool {
        let completes = !self.is_completed && cx.app_finished();
        if completes {
            self.is_completed = true;
            cx.completed();
        }
        completes
    }
}

/// Cancels all timers of a sender's connection.
pub fn cancel_timers(cx: &mut impl Context) {
    for timer in Timer::ALL {
        cx.cancel(timer);
    }
}
