//! Changing a link while packets are on it: a new rate re-times what waits and keeps the bits already sent; a shorter
//! delay never lets a packet overtake; an outage is rate 0 and resumes where it stopped.

use super::Net;
use super::observer::NetworkObserver;
use crate::ground::event_queue::{Class, Slot};
use crate::ground::packet::wait_units;
use crate::ground::time::{NEVER, Time};

/// What a timeline entry changes of a link direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinkChange {
    Rate(f64),
    /// An outage begins, or ends: nothing is sent while there is one, whatever the rate.
    Outage(bool),
    Delay(Time),
    Limit {
        packets: u64,
        bytes: u64,
    },
}

impl<N: Copy> Net<N> {
    pub fn change_link(&mut self, l: u32, change: LinkChange, obs: &mut impl NetworkObserver) {
        let now = self.now;
        // A packet whose last bit leaves at this moment has been sent at the old rate.
        self.drain(l, now, obs);
        while self.links[l as usize].in_service.is_some_and(|served| served.entry.departs == now) {
            self.complete(l, obs);
        }
        let link = &mut self.links[l as usize];
        let (in_service, begins) = if link.lazy {
            (link.system.front().map(|first| first.departs), now)
        } else {
            let served = link.in_service;
            (served.map(|served| served.entry.departs), served.map_or(now, |served| served.begins.max(now)))
        };
        let work = match (in_service, link.stalled.take()) {
            (None, _) => None,
            (Some(_), Some(work)) => Some(work),
            (Some(departs), None) => Some(link.line.work_left(begins, departs)),
        };
        match change {
            LinkChange::Rate(_) | LinkChange::Outage(_) => {
                match change {
                    LinkChange::Outage(true) => link.outages += 1,
                    LinkChange::Outage(false) => link.outages = link.outages.saturating_sub(1),
                    LinkChange::Rate(rate) => link.wanted = rate,
                    _ => {}
                }
                let rate = if link.outages > 0 { 0.0 } else { link.wanted };
                obs.rate_changed(l, now, rate);
                link.line.set_rate(rate);
                link.queue.set_rate(rate);
                if link.line.stopped() {
                    link.stalled = work;
                }
            }
            LinkChange::Delay(delay) => {
                if link.line.stopped() {
                    link.stalled = work;
                }
                link.delay = delay;
            }
            LinkChange::Limit { packets, bytes } => {
                link.queue.set_limit(packets, bytes);
                link.tail = link.tail.and(link.queue.tail());
                link.stalled = if link.line.stopped() { work } else { None };
                return;
            }
        }
        let traced = link.impairments.as_ref().is_some_and(|impairments| impairments.is_traced());
        let Some(work) = work.filter(|_| !traced) else { return };
        if link.lazy {
            self.retime(l, work);
        } else {
            self.retime_in_service(l, work);
        }
    }

    fn retime_in_service(&mut self, l: u32, work: u128) {
        let link = &mut self.links[l as usize];
        let Some(served) = &mut link.in_service else { return };
        let departs = link.line.resume(self.now.max(served.begins), work);
        if served.entry.departs != departs {
            served.entry.departs = departs;
            if departs != NEVER {
                self.heap.push(departs, Slot::new(Class::Departure, l));
            }
        }
    }

    /// Departures computed ahead are computed again, and with them arrivals at the far end and, where the link is
    /// fused with the access links behind it, at the endpoints.
    fn retime(&mut self, l: u32, work: u128) {
        let link = &mut self.links[l as usize];
        let count = link.system.len();
        link.last_arrival = link.departed_arrival;
        // How many of each wire's packets have not departed here: they are the last ones in it.
        let mut behind = vec![0usize; self.conns.len() * 2];
        let mut own_behind = 0;
        for entry in link.system.iter().filter(|entry| !entry.fate.is_lost()) {
            if self.fuse && entry.fate.is_last() {
                behind[usize::from(entry.conn) * 2 + usize::from(entry.feedback)] += 1;
            } else {
                own_behind += 1;
            }
        }
        let mut touched = Vec::new();
        // When the one before leaves, which is when the next begins.
        let mut before = link.last_departure;
        for index in 0..count {
            let Some(&entry) = self.links[l as usize].system.get(index) else { break };
            let link = &mut self.links[l as usize];
            let departs =
                if index == 0 { link.line.resume(self.now, work) } else { link.line.send(0, entry.size) };
            link.system.retime(index, departs);
            let waits = std::mem::replace(&mut before, departs).max(entry.arrived) - entry.arrived;
            if entry.fate.is_lost() {
                continue;
            }
            let arrival = link.arrival_of(departs);
            let direction = usize::from(entry.feedback);
            let wire = usize::from(entry.conn) * 2 + direction;
            if self.fuse && entry.fate.is_last() {
                let lane = &mut self.conns[usize::from(entry.conn)].ways[direction].egress;
                let position = lane.wire.ring.len() - behind[wire];
                if !touched.contains(&wire) {
                    touched.push(wire);
                    let mark = lane.wire.mark_before(position, lane.delay);
                    lane.line.return_to(mark);
                }
                let at = lane.line.send(arrival, entry.size).saturating_add(lane.delay);
                let carry = lane.line.mark().carry;
                if let Some(transit) = lane.wire.ring.get_mut(position) {
                    transit.at = at;
                    transit.carry = carry;
                }
                behind[wire] -= 1;
            } else {
                let flight = &mut link.flight.ring;
                let position = flight.len() - own_behind;
                if let Some(transit) = flight.get_mut(position) {
                    transit.at = arrival;
                    transit.packet.waited = entry.waited.saturating_add(wait_units(waits));
                }
                own_behind -= 1;
            }
        }
        for wire in touched {
            let slot = Slot::new(Class::Egress, wire as u32);
            self.conns[wire / 2].ways[wire % 2].egress.wire.requeue(slot, &mut self.heap);
        }
        self.links[l as usize].flight.requeue(Slot::new(Class::Flight, l), &mut self.heap);
    }
}
