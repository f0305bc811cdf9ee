//! The traits by which the network reports events. The observer implements them
//! (`observer/links.rs` and `observer/link_record.rs`). The network calls them with static dispatch and never reads anything back that could change the simulation.

use super::types::{Cause, Conn, Departure};
use crate::describe::SignalIndex;
use crate::ground::time::Time;

/// Receives notifications about the packets in the network.
pub trait NetworkObserver {
    /// Access to the record of one link.
    type Link<'a>: LinkObserver
    where
        Self: 'a;

    /// The record of one link, to report several changes of its queue or several departures together.
    fn link(&mut self, link: u32) -> Option<Self::Link<'_>>;

    /// From `now` on, `packets` packets wait at the link, with a total of `bytes` bytes.
    fn queue_changed(&mut self, link: u32, now: Time, packets: u32, bytes: u64);

    /// The last bit of a packet has left the link's line at `departure.departs`. Before its service, the
    /// packet waited for `waited`.
    fn packet_departed(&mut self, link: u32, departure: &Departure, waited: Time);

    /// A queue or a loss rule has dropped a packet of `conn`. `loss_happens` records it as an event.
    fn packet_lost(&mut self, link: u32, conn: &Conn, now: Time, feedback: bool, cause: Cause);

    /// A packet of `flow` is lost now.
    fn loss_happens(&mut self, link: u32, flow: u32, now: Time, cause: Cause);

    /// Whether events are recorded; if not, `loss_happens` need not be called.
    fn records_events(&self) -> bool;

    /// A queue has marked a packet of `conn`.
    fn packet_marked(&mut self, link: u32, conn: &Conn, now: Time);

    /// A receiver of limited rate has not accepted a packet, which is lost.
    fn receiver_overrun(&mut self, conn: &Conn, now: Time);

    /// The queue discipline has set one of its signals.
    fn queue_signal(&mut self, link: u32, signal: SignalIndex, now: Time, value: f64);

    /// The queue discipline explains why it dropped or marked a packet of `flow`. `kind` is the index of the
    /// decision in the discipline's list.
    fn queue_decision(&mut self, link: u32, flow: u32, now: Time, kind: u32, inputs: &[f64]);

    /// From `now` on, the link's rate is `rate` bit/s.
    fn rate_changed(&mut self, link: u32, now: Time, rate: f64);

    /// Whether the signals that queue disciplines and algorithms declare are recorded; if not, they
    /// need not be reported.
    fn records_declared_signals(&self) -> bool;

    /// Whether decisions are recorded; if not, they need not be reported.
    fn records_decisions(&self) -> bool;
}

/// Receives several changes of one link's queue, or several departures, in the order of time.
pub trait LinkObserver {
    /// At `now`, the number of waiting packets becomes `packets`, with a total of `bytes` bytes. If series
    /// are recorded, `record_queue_lengths` must be called after the last of several calls.
    fn queue_changed(&mut self, now: Time, packets: u32, bytes: u64);

    fn records_series(&self) -> bool;

    /// Adds the numbers of waiting packets to the series. All of them are in one bin, because links report
    /// before a bin ends.
    fn record_queue_lengths(&mut self, lengths: &Extent<u32>);

    /// The packets have departed consecutively. The packet before the first of them departed at `last`.
    /// `queued` is false if no packet except perhaps the first had to wait. Returns the departure time of the
    /// last packet.
    fn packets_departed(&mut self, departures: &[Departure], last: Time, queued: bool) -> Time;
}

/// The summary of successive values of a gauge that a bin stores, and the first of the values.
#[derive(Clone, Copy, Debug)]
pub struct Extent<T> {
    pub first: T,
    pub first_at: Time,
    pub min: T,
    pub max: T,
    pub last: T,
    pub last_at: Time,
}

impl<T: Copy + Ord> Extent<T> {
    /// The extent of one value.
    pub fn of(at: Time, value: T) -> Self {
        Self { first: value, first_at: at, min: value, max: value, last: value, last_at: at }
    }

    #[inline]
    pub fn add(&mut self, at: Time, value: T) {
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        (self.last, self.last_at) = (value, at);
    }
}
