//! Changes of a link while packets are on it (see "Changes of the rate" in the module documentation of [`super`]).

use crate::ground::event_queue::{Class, Slot};
use crate::ground::packet::wait_units;
use crate::ground::time::{NEVER, Time};
use crate::net::Net;
use crate::net::observer::NetworkObserver;
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

impl<N: Copy> Net<N> {
    /// Applies a change to link `l` at the current time.
    pub fn change_link(&mut self, l: u32, change: LinkChange, obs: &mut impl NetworkObserver) {
        let now = self.now;
        // A packet whose last bit leaves now was sent at the old rate, so its service is completed before the change.
        self.report_link(l, now, obs);
        while self.links[l as usize].in_service.is_some_and(|served| served.departure.departs == now) {
            self.complete_service(l, obs);
        }
        let link = &mut self.links[l as usize];
        // When the packet in service departs, and when its first remaining bit is sent.
        let (departs, begins) = if link.lazy {
            (link.backlog.front().map(|first| first.departs), now)
        } else {
            let served = link.in_service;
            (
                served.map(|served| served.departure.departs),
                served.map_or(now, |served| served.begins.max(now)),
            )
        };
        let work = match (departs, link.stalled.take()) {
            (None, _) => None,
            (Some(_), Some(work)) => Some(work),
            (Some(departs), None) => Some(link.line.work_left(begins, departs)),
        };
        match change {
            LinkChange::Rate(_) | LinkChange::Outage(_) => {
                match change {
                    LinkChange::Outage(true) => link.outages += 1,
                    LinkChange::Outage(false) => link.outages = link.outages.saturating_sub(1),
                    LinkChange::Rate(rate) => link.rate = rate,
                    _ => {}
                }
                let rate = if link.outages > 0 { 0.0 } else { link.rate };
                obs.rate_changed(l, now, rate);
                link.line.set_rate(rate);
                link.queue.set_rate(rate);
                if link.line.is_stopped() {
                    link.stalled = work;
                }
            }
            LinkChange::Delay(delay) => {
                if link.line.is_stopped() {
                    link.stalled = work;
                }
                link.delay = delay;
            }
            LinkChange::Limit { packets, bytes } => {
                link.queue.set_limit(packets, bytes);
                link.arrival_limit = link.arrival_limit.and(link.queue.arrival_limit());
                link.stalled = if link.line.is_stopped() { work } else { None };
                return;
            }
        }
        let traced = link.impairments.as_ref().is_some_and(|impairments| impairments.is_traced());
        let Some(work) = work.filter(|_| !traced) else { return };
        if link.lazy {
            self.recompute_departures(l, work);
        } else {
            self.retime_in_service(l, work);
        }
    }

    /// Event path: moves the departure of the packet in service. `work` is the work left of this packet.
    fn retime_in_service(&mut self, l: u32, work: u128) {
        let link = &mut self.links[l as usize];
        let Some(served) = &mut link.in_service else {
            debug_assert!(false, "work is left although no packet is in service");
            return;
        };
        let departs = link.line.resume(self.now.max(served.begins), work);
        if served.departure.departs != departs {
            served.departure.departs = departs;
            if departs != NEVER {
                self.heap.push(departs, Slot::new(Class::Departure, l));
            }
        }
    }

    /// Lazy and fused paths: computes again all departures that have not happened, and with them the arrivals at the far end
    /// and, on the fused path, at the endpoints. `work` is the work left of the packet in service.
    fn recompute_departures(&mut self, l: u32, work: u128) {
        let link = &mut self.links[l as usize];
        let count = link.backlog.len();
        link.last_arrival = link.departed_arrival;
        // Packets that have not departed from this link are the last packets of their wire. They are counted for each wire of an
        // egress access link and for the flight, to find their positions in these wires.
        let mut left_in_wires = vec![0usize; self.conns.len() * 2];
        let mut left_in_flight = 0;
        for departure in link.backlog.iter().filter(|departure| !departure.next.is_lost()) {
            if self.fuse && departure.next.is_last() {
                left_in_wires[usize::from(departure.conn) * 2 + usize::from(departure.feedback)] += 1;
            } else {
                left_in_flight += 1;
            }
        }
        // The wires of which packets have moved, each with the place of the next packet to move.
        let mut moved: Vec<(usize, Place)> = Vec::new();
        let departed_in_flight = link.flight.count() - left_in_flight;
        let (mut next_in_flight, _) = link.flight.place_at(departed_in_flight, 0, &self.transits);
        // When the previous packet departs.
        let mut previous = link.last_departure;
        for index in 0..count {
            let Some(&departure) = self.links[l as usize].backlog.get(index) else { break };
            let link = &mut self.links[l as usize];
            let departs =
                if index == 0 { link.line.resume(self.now, work) } else { link.line.send(0, departure.size) };
            link.backlog.retime(index, departs);
            let wait = std::mem::replace(&mut previous, departs).max(departure.arrived) - departure.arrived;
            if departure.next.is_lost() {
                continue;
            }
            let arrival = link.arrival_of(departs);
            let direction = usize::from(departure.feedback);
            let wire = usize::from(departure.conn) * 2 + direction;
            if self.fuse && departure.next.is_last() {
                let access = &mut self.conns[usize::from(departure.conn)].paths[direction].egress;
                let entry = match moved.iter().position(|&(known, _)| known == wire) {
                    Some(entry) => entry,
                    None => {
                        let position = access.wire.count() - left_in_wires[wire];
                        let (place, state) = access.wire.place_at(position, access.delay, &self.transits);
                        access.line.reset_to(state);
                        moved.push((wire, place));
                        moved.len() - 1
                    }
                };
                let at = access.line.send(arrival, departure.size).saturating_add(access.delay);
                let carry = access.line.state().carry;
                let place = moved[entry].1;
                if let Some(transit) = self.transits.get_mut(place) {
                    transit.at = at;
                    transit.carry = carry;
                }
                moved[entry].1 = self.transits.following(place);
            } else {
                if let Some(transit) = self.transits.get_mut(next_in_flight) {
                    transit.at = arrival;
                    transit.packet.waited = departure.waited.saturating_add(wait_units(wait));
                }
                next_in_flight = self.transits.following(next_in_flight);
            }
        }
        for (wire, _) in moved {
            let slot = Slot::new(Class::Egress, wire as u32);
            let egress = &mut self.conns[wire / 2].paths[wire % 2].egress;
            egress.wire.reschedule(slot, &mut self.heap, &self.transits);
        }
        let slot = Slot::new(Class::Flight, l);
        self.links[l as usize].flight.reschedule(slot, &mut self.heap, &self.transits);
    }
}
