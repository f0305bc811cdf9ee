//! Notifications from the network: they update the tallies and series of links, and the losses of flows.

use super::Observer;
use super::link_record::LinkRecord;
use crate::describe::SignalIndex;
use crate::ground::convert::whole;
use crate::ground::time::Time;
use crate::net::observer::NetworkObserver;
use crate::net::types::{Cause, Conn, Departure};
use crate::record::EventKind;

/// This bit is set in the kinds of recorded decisions that belong to queue disciplines. The other bits of
/// such a kind are the link times `KINDS_PER_LINK`, plus the index among the decisions of the link's
/// discipline.
const OF_LINK: u16 = 0x8000;
/// Largest number of kinds of decisions of a queue discipline.
const KINDS_PER_LINK: u16 = 8;

/// The kind under which a decision of a link's discipline is recorded; `None` if the index of the
/// link or of the kind is too large for the encoding.
fn encode_link_decision(link: u32, kind: u32) -> Option<u16> {
    let link = u16::try_from(link).ok().filter(|link| *link < OF_LINK / KINDS_PER_LINK)?;
    let kind = u16::try_from(kind).ok().filter(|kind| *kind < KINDS_PER_LINK)?;
    Some(OF_LINK | (link * KINDS_PER_LINK) | kind)
}

/// The link of a recorded decision and the index among the decisions of the link's discipline, if `kind`
/// belongs to a queue discipline.
pub fn decode_link_decision(kind: u16) -> Option<(usize, usize)> {
    let number = kind.checked_sub(OF_LINK)?;
    Some((usize::from(number / KINDS_PER_LINK), usize::from(number % KINDS_PER_LINK)))
}

impl NetworkObserver for Observer {
    type Link<'a> = LinkRecord<'a>;

    #[inline]
    fn link(&mut self, link: u32) -> Option<LinkRecord<'_>> {
        LinkRecord::of(self, link)
    }

    fn queue_changed(&mut self, link: u32, now: Time, packets: u32, bytes: u64) {
        self.links[link as usize].queue.set(now, packets, bytes);
        self.rec.gauge(self.link_keys[link as usize].queue, now, f64::from(packets));
    }

    fn packet_departed(&mut self, link: u32, departure: &Departure, waited: Time) {
        if let Some(mut record) = self.link(link) {
            record.departed(departure, waited);
        }
    }

    fn packet_lost(&mut self, link: u32, conn: &Conn, now: Time, feedback: bool, cause: Cause) {
        let counts = &mut self.links[link as usize].total;
        match cause {
            Cause::LossRule => counts.losses += 1,
            Cause::QueueFull | Cause::QueueEarly => counts.drops += 1,
        }
        if feedback {
            return;
        }
        self.flows[conn.flow as usize].total.lost += 1;
        if self.measuring {
            // Losses within one round trip are one loss event. The round-trip time is estimated as the base
            // RTT plus the mean waiting time at this link.
            let mean_wait = self.links[link as usize].delay.mean().unwrap_or(0.0);
            let rtt = conn.base_rtt + whole::<Time>(mean_wait);
            self.flows[conn.flow as usize].loss_events.on_loss(now, rtt);
        }
    }

    fn loss_happens(&mut self, link: u32, flow: u32, now: Time, cause: Cause) {
        let kind = if cause == Cause::LossRule { EventKind::Loss } else { EventKind::Drop };
        self.rec.event(now, kind, flow, f64::from(link));
    }

    fn records_events(&self) -> bool {
        self.rec.settings().events
    }

    fn packet_marked(&mut self, link: u32, conn: &Conn, now: Time) {
        self.rec.event(now, EventKind::Mark, conn.flow, f64::from(link));
        self.links[link as usize].total.marks += 1;
    }

    fn receiver_overrun(&mut self, conn: &Conn, now: Time) {
        self.rec.event(now, EventKind::ReceiverDrop, conn.flow, 0.0);
        self.flows[conn.flow as usize].total.lost += 1;
        if self.measuring {
            self.flows[conn.flow as usize].loss_events.on_loss(now, conn.base_rtt);
        }
    }

    fn queue_signal(&mut self, link: u32, signal: SignalIndex, now: Time, value: f64) {
        if let Some(&key) = self.link_keys[link as usize].discipline.get(signal.get()) {
            self.rec.gauge(key, now, value);
        }
    }

    fn queue_decision(&mut self, link: u32, flow: u32, now: Time, kind: u32, inputs: &[f64]) {
        if let Some(kind) = encode_link_decision(link, kind) {
            self.rec.decision(now, flow, kind, inputs);
        }
    }

    fn rate_changed(&mut self, link: u32, now: Time, rate: f64) {
        self.links[link as usize].capacity.set_rate(now, rate);
    }

    #[inline]
    fn records_declared_signals(&self) -> bool {
        self.records_declared_signals
    }

    #[inline]
    fn records_decisions(&self) -> bool {
        self.rec.records_decisions()
    }
}
