//! What the network reports while it runs, as traits that the observer above implements. The network calls them with static
//! dispatch and never reads anything back that could change the simulation.

use super::Conn;
use super::link::Cause;
use super::link::backlog::Departure;
use crate::ground::time::Time;

/// Receives what happens to packets on links.
pub trait NetworkObserver {
    /// The record of one link.
    type Link<'a>: LinkObserver
    where
        Self: 'a;

    /// The record of one link, to report several changes of its queue or several departures together.
    fn link(&mut self, link: u32) -> Option<Self::Link<'_>>;

    /// From `now` on, `packets` of `bytes` in all wait at the link.
    fn queue_changed(&mut self, link: u32, now: Time, packets: u32, bytes: u64);

    /// The link has sent a packet completely, at `departure.departs`, after it had waited for `waited`.
    fn packet_departed(&mut self, link: u32, departure: &Departure, waited: Time);

    /// A queue has dropped a packet of `conn`, or a loss rule has taken it.
    fn packet_lost(&mut self, link: u32, conn: &Conn, now: Time, feedback: bool, cause: Cause);

    /// A queue has marked a packet of `conn`.
    fn packet_marked(&mut self, link: u32, conn: &Conn, now: Time);

    /// A receiver of limited rate could not take a packet, which is lost.
    fn receiver_overrun(&mut self, conn: &Conn, now: Time);

    /// The queue discipline reports one of its own signals, by its index in the discipline's list.
    fn queue_signal(&mut self, link: u32, index: usize, now: Time, value: f64);

    /// The queue discipline explains why it dropped or marked a packet of `flow`.
    fn queue_decision(&mut self, link: u32, flow: u32, now: Time, kind: u32, inputs: &[f64]);

    /// From `now` on, the link sends `rate` bits per second.
    fn rate_changed(&mut self, link: u32, now: Time, rate: f64);

    /// Whether signals of disciplines are recorded; if not, they need not be reported.
    fn records_own_signals(&self) -> bool;

    /// Whether decisions are recorded; if not, they need not be reported.
    fn records_decisions(&self) -> bool;
}

/// Receives several changes of one link's queue, or several departures, in the order of time.
pub trait LinkObserver {
    /// From `now` on, `packets` of `bytes` in all wait. After the last of several calls, `flush_queue` must be called.
    fn queue_changed(&mut self, now: Time, packets: u32, bytes: u64);

    /// Completes a sequence of `queue_changed`.
    fn flush_queue(&mut self);

    /// The packets were sent completely, one after the other; the packet before the first one was sent at `last`. `queued`
    /// is false if none of them except the first had to wait. Returns when the last one was sent.
    fn packets_departed(&mut self, departures: &[Departure], last: Time, queued: bool) -> Time;
}
