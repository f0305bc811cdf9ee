//! The sending half of a connection that sends each packet once: its life cycle, its sequence numbers, and payload from the
//! application.

use super::{Context, Outgoing, Timer};
use crate::transport::Body;

/// A data packet's body without anything for the receiver to read.
pub const PLAIN_DATA: Body = Body::Data { unit: 0, info: 0, note: 0 };

/// What every sender without retransmission keeps track of.
#[derive(Clone, Debug)]
pub struct DatagramSocket {
    header: u16,
    next: u32,
    running: bool,
    starved: bool,
    completed: bool,
}

impl DatagramSocket {
    /// `header`: bytes of header in each data packet.
    pub fn new(header: u16) -> Self {
        DatagramSocket { header, next: 0, running: false, starved: false, completed: false }
    }

    /// Bytes of header in each data packet.
    pub fn header(&self) -> u16 {
        self.header
    }

    /// The flow starts.
    pub fn start(&mut self) {
        self.running = true;
        self.starved = false;
    }

    /// The flow stops: cancels all timers of the connection.
    pub fn stop(&mut self, cx: &mut impl Context) {
        self.running = false;
        cancel_timers(cx);
    }

    /// Whether the flow has started and has not stopped.
    #[inline]
    pub fn is_running(&self) -> bool {
        self.running
    }

    /// Whether the application had no data when a packet could last be sent.
    #[inline]
    pub fn is_starved(&self) -> bool {
        self.starved
    }

    /// Whether the delivery of all data has been reported.
    pub fn is_completed(&self) -> bool {
        self.completed
    }

    /// The sequence number of the next data packet, which is the number of data packets sent.
    #[inline]
    pub fn next(&self) -> u32 {
        self.next
    }

    /// Waits for [`Sender::on_app`](super::Sender::on_app) before sending more.
    pub fn wait_for_data(&mut self) {
        self.starved = true;
    }

    /// The application has data again. Returns whether a running sender was waiting for it.
    pub fn resume(&mut self) -> bool {
        self.running && std::mem::take(&mut self.starved)
    }

    /// Sends a full packet, or a shorter one if the application has less. Returns its size, or `None` if the application has
    /// nothing now; the socket is then starved.
    #[inline(always)] // Each caller has one call per packet in its hot path.
    pub fn send<C: Context>(&mut self, cx: &mut C, body: impl FnOnce(&mut C) -> Body) -> Option<u16> {
        let payload = cx.pull(u32::from(cx.packet_size().saturating_sub(self.header).max(1)));
        self.starved = payload == 0;
        if self.starved {
            return None;
        }
        let size = payload as u16 + self.header;
        let payload = body(cx).into();
        cx.send(Outgoing { seq: self.next, size, flags: 0, payload });
        self.next += 1;
        Some(size)
    }

    /// Reports that all data has arrived, if the application has finished and this was not reported before. Returns whether it
    /// did.
    pub fn complete(&mut self, cx: &mut impl Context) -> bool {
        let completes = !self.completed && cx.app_finished();
        if completes {
            self.completed = true;
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
