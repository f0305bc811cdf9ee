//! Changes of a link while packets are on it (see "Changes of the rate" in the module documentation of
//! [`super`]).

use super::Link;
use crate::ground::convert::narrow;
use crate::ground::event_queue::{Class, Slot};
use crate::ground::packet::wait_units;
use crate::ground::time::{NEVER, Time};
use crate::net::context::LinkContext;
use crate::net::observer::NetworkObserver;
use crate::net::types::Departure;
use crate::net::wire::Place;

/// A change of a link direction by the timeline, by a rate schedule or by an outage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinkChange {
    /// A new rate in bit/s.
    Rate(f64),
    /// An outage begins (`true`) or ends (`false`). Nothing is sent during an outage, whatever the rate.
    Outage(bool),
    Delay(Time),
    Limit {
        packets: u64,
        bytes: u64,
    },
}

impl Link {
    /// Applies a change at the current time.
    pub(in crate::net) fn change<N: Copy>(
        &mut self,
        change: LinkChange,
        cx: &mut LinkContext<N>,
        obs: &mut impl NetworkObserver,
    ) {
        let now = cx.now;
        // A packet whose last bit leaves now was sent at the old rate, so its service is completed before the
        // change.
        self.report_until(now, &cx.conns, obs);
        while self.in_service.is_some_and(|served| served.departure.departs == now) {
            self.complete_service(cx, obs);
        }
        let work = self.take_work_left(now);
        match change {
            LinkChange::Rate(rate) => {
                self.rate = rate;
                self.apply_rate(now, obs);
            }
            LinkChange::Outage(begins) => {
                self.outages = if begins { self.outages + 1 } else { self.outages.saturating_sub(1) };
                self.apply_rate(now, obs);
            }
            LinkChange::Delay(delay) => self.delay = delay,
            LinkChange::Limit { packets, bytes } => {
                self.queue.set_limit(packets, bytes);
                self.arrival_limit = self.arrival_limit.and(self.queue.arrival_limit());
            }
        }
        if self.line.is_stopped() {
            self.stalled = work;
        }
        let is_retimed = !matches!(change, LinkChange::Limit { .. })
            && !self.impairments.as_ref().is_some_and(|impairments| impairments.has_own_times());
        match work {
            Some(work) if is_retimed && self.lazy => self.recompute_departures(work, cx),
            Some(work) if is_retimed => self.retime_in_service(work, cx),
            _ => {}
        }
    }

    /// The work left of the packet in service, which `stalled` no longer contains; `None` if the line is
    /// idle.
    fn take_work_left(&mut self, now: Time) -> Option<u128> {
        let stalled = self.stalled.take();
        // The times at which the packet in service departs, and at which its first remaining bit is sent.
        let (departs, begins) = if self.lazy {
            (self.backlog.front()?.departs, now)
        } else {
            let served = self.in_service?;
            (served.departure.departs, served.begins.max(now))
        };
        Some(stalled.unwrap_or_else(|| self.line.work_left(begins, departs)))
    }

    /// Sets the rate of the line, which is 0 during an outage.
    fn apply_rate(&mut self, now: Time, obs: &mut impl NetworkObserver) {
        let rate = if self.outages > 0 { 0.0 } else { self.rate };
        obs.rate_changed(self.index, now, rate);
        self.line.set_rate(rate);
        self.queue.set_rate(rate);
    }

    /// Event path: moves the departure of the packet in service. `work` is the work left of this packet.
    fn retime_in_service<N>(&mut self, work: u128, cx: &mut LinkContext<N>) {
        let Some(served) = &mut self.in_service else {
            debug_assert!(false, "work is left although no packet is in service");
            return;
        };
        let departs = self.line.resume(cx.now.max(served.begins), work);
        if served.departure.departs != departs {
            served.departure.departs = departs;
            if departs != NEVER {
                cx.heap.push(departs, Slot::new(Class::Departure, self.index));
            }
        }
    }

    /// Lazy and fused paths: computes again all departures that have not happened, and with them the arrivals
    /// at the far end and, on the fused path, at the endpoints. `work` is the work left of the packet in
    /// service.
    fn recompute_departures<N>(&mut self, work: u128, cx: &mut LinkContext<N>) {
        self.last_arrival = self.latest_arrival_of_departed;
        // Packets that have not departed from this link are the last packets of their wire: an egress wire, or that
        // of the propagating packets. Their number in each wire gives the position of the first of them.
        let mut left_in_wires = vec![0usize; cx.conns.len() * 2];
        let mut left_in_flight = 0;
        for departure in self.backlog.iter().filter(|departure| !departure.next.is_lost()) {
            if cx.fuse && departure.next.is_last() {
                left_in_wires[egress_entity(departure)] += 1;
            } else {
                left_in_flight += 1;
            }
        }
        // The wires on which packets have moved, each with the position of the next packet to move.
        let mut moved: Vec<(usize, Place)> = Vec::new();
        let departed_in_flight = self.propagating.count() - left_in_flight;
        let (mut next_in_flight, _) = self.propagating.place_at(departed_in_flight, 0, &cx.transits);
        // The departure time of the previous packet.
        let mut previous = self.last_departure;
        for index in 0..self.backlog.len() {
            let Some(&departure) = self.backlog.get(index) else { break };
            let departs =
                if index == 0 { self.line.resume(cx.now, work) } else { self.line.send(0, departure.size) };
            self.backlog.retime(index, departs);
            let wait = std::mem::replace(&mut previous, departs).max(departure.arrived) - departure.arrived;
            if departure.next.is_lost() {
                continue;
            }
            let arrival = self.arrival_of(departs);
            if cx.fuse && departure.next.is_last() {
                let wire = egress_entity(&departure);
                let access = &mut cx.conns[wire / 2].paths[wire % 2].egress;
                let entry = match moved.iter().position(|&(known, _)| known == wire) {
                    Some(entry) => entry,
                    None => {
                        let position = access.wire.count() - left_in_wires[wire];
                        let (place, state) = access.wire.place_at(position, access.delay, &cx.transits);
                        access.line.reset_to(state);
                        moved.push((wire, place));
                        moved.len() - 1
                    }
                };
                let at = access.line.send(arrival, departure.size).saturating_add(access.delay);
                let carry = access.line.state().carry;
                let place = moved[entry].1;
                if let Some(transit) = cx.transits.get_mut(place) {
                    transit.at = at;
                    transit.carry = carry;
                }
                moved[entry].1 = cx.transits.following(place);
            } else {
                if let Some(transit) = cx.transits.get_mut(next_in_flight) {
                    transit.at = arrival;
                    transit.packet.waited = departure.waited.saturating_add(wait_units(wait));
                }
                next_in_flight = cx.transits.following(next_in_flight);
            }
        }
        for (wire, _) in moved {
            let slot = Slot::new(Class::Egress, narrow::<u32>(wire));
            let egress = &mut cx.conns[wire / 2].paths[wire % 2].egress;
            egress.wire.reschedule(slot, &mut cx.heap, &cx.transits);
        }
        let slot = Slot::new(Class::Propagation, self.index);
        self.propagating.reschedule(slot, &mut cx.heap, &cx.transits);
    }
}

/// The entity of the egress access link that a packet reaches after its last link.
fn egress_entity(departure: &Departure) -> usize {
    usize::from(departure.conn) * 2 + usize::from(departure.feedback)
}
