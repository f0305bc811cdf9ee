//! The world: the state of the network, the endpoints and the applications. A world can be cloned, and its
//! future depends only on its state. Checkpoints, forks and the repetition of a part of a run with a finer
//! recording rely on both properties.

mod applications;
mod context;
mod failure;
#[cfg(any(test, feature = "testing"))]
mod testing;
mod timeline;

pub use applications::Applications;
pub use context::EndpointContext;
pub use failure::Failure;
pub use timeline::{Change, FIRST_SCHEDULED_ENTRY, TimedChange};

use self::applications::{START, STOP};
use self::timeline::Timeline;
use crate::ground::convert::narrow;
use crate::ground::digest::{Digest, mix};
use crate::ground::event_queue::{Class, LATEST, Slot};
use crate::ground::packet::{Packet, REQUEST};
use crate::ground::time::{NEVER, Time};
use crate::net::link::Link;
use crate::net::wire::Transit;
use crate::net::{Conn, Delivery, Net, RECEIVER_TIMERS, SENDER_TIMERS, SOURCE_TIMERS};
use crate::observer::Observer;
use crate::protocols::AnySender;
use crate::traffic::App;
use crate::transport::{AnyReceiver, Attachment, Receiver, Sender, SenderState, Standing, Timer};

/// One flow: a sender, and its connections, which have consecutive indices.
#[derive(Clone, Debug)]
pub struct Flow {
    pub sender: AnySender,
    /// Index of the first connection.
    pub first_conn: u32,
    /// Number of connections.
    pub conns: u32,
    /// Whether the flow has opened its connections before. Reopening then starts a new epoch.
    has_opened: bool,
    is_running: bool,
    /// Whether the timeline has switched the flow off. If so, the flow does not start at its start time.
    is_switched_off: bool,
}

impl Flow {
    pub fn new(sender: AnySender, first_conn: u32, conns: u32) -> Self {
        Flow { sender, first_conn, conns, has_opened: false, is_running: false, is_switched_off: false }
    }
}

/// Everything that decides the future of a run.
#[derive(Clone, Debug)]
pub struct World {
    net: Network,
    applications: Applications,
    flows: Vec<Flow>,
    receivers: Vec<AnyReceiver>,
    timeline: Timeline,
    /// Number of entries of the event queue that were handled.
    entries: u64,
}

/// Steps with a smaller budget of events end exactly after the last event, so they handle no arrival early.
/// Larger steps may exceed their budget by the events that happen within the time by which a link handles
/// arrivals early. This takes many times as long with a thousand flows, so the page's slices are not smaller
/// (`web/src/engine/runner.ts`).
const MIN_BUDGET: u64 = 1000;

/// A step ends earlier if programs compute much: this number of their operations takes as long as an event.
const OPERATIONS_PER_EVENT: u64 = 1000;

/// The network, with the transport's type of attachments.
pub type Network = Net<Attachment>;

impl World {
    /// Creates a world at time 0. `times` are the start and the stop of each flow.
    pub fn new(
        net: Network,
        applications: Applications,
        flows: Vec<Flow>,
        receivers: Vec<AnyReceiver>,
        times: &[(Time, Option<Time>)],
        timeline: Vec<TimedChange>,
    ) -> Self {
        let empty = Timeline::default();
        let mut world = World { net, applications, flows, receivers, timeline: empty, entries: 0 };
        for conn in world.net.links().iter().filter_map(|link| link.queue().probe()) {
            let flow = world.net.conns()[conn as usize].flow;
            world.applications.apps[flow as usize].is_probe = true;
        }
        for (flow, &(start, stop)) in times.iter().enumerate() {
            world.net.arm(Class::Source, narrow::<u32>(flow) * SOURCE_TIMERS + START, start);
            if let Some(stop) = stop {
                world.net.arm(Class::Source, narrow::<u32>(flow) * SOURCE_TIMERS + STOP, stop);
            }
        }
        world.set_timeline(timeline);
        world
    }

    pub fn now(&self) -> Time {
        self.net.now()
    }

    /// Number of events that have happened. It does not depend on which arrivals were handled early.
    pub fn events(&self) -> u64 {
        self.entries + self.net.direct_arrivals() - self.net.extra_entries()
    }

    pub fn net(&self) -> &Network {
        &self.net
    }

    pub fn app(&self, flow: u32) -> &App {
        &self.applications.apps[flow as usize]
    }

    pub fn flows(&self) -> &[Flow] {
        &self.flows
    }

    /// The sender of a flow. Only what does not affect the run may be changed.
    pub fn sender_mut(&mut self, flow: u32) -> &mut AnySender {
        &mut self.flows[flow as usize].sender
    }

    pub fn receivers(&self) -> &[AnyReceiver] {
        &self.receivers
    }

    pub fn sender_state(&self, flow: u32) -> SenderState {
        self.flows[flow as usize].sender.state()
    }

    /// What the sender of a flow knows about a packet (`Sender::standing`).
    pub fn standing(&self, flow: u32, connection: u32, seq: u32) -> Option<Standing> {
        self.flows[flow as usize].sender.standing(connection, seq)
    }

    /// Runs until all events that are due at or before `until` have happened, or until `max_events` events
    /// have happened, or slightly more (see `MIN_BUDGET`). Returns true when `until` is reached. If the event
    /// budget is used up first, returns false, and the present time is the time of the last event.
    pub fn step(&mut self, until: Time, max_events: u64, obs: &mut Observer) -> Result<bool, Failure> {
        let mut remaining = max_events;
        let is_exact = max_events < MIN_BUDGET;
        obs.resume(self.net.now());
        self.net.adopt_recording(obs);
        self.net.take_extra_entries();
        // The run stops at each edge of a window or a bin, so that packets need not be assigned to windows
        // and bins one by one.
        loop {
            let edge = obs.next_edge();
            let is_complete =
                self.advance(until.min(edge.saturating_sub(1)), &mut remaining, is_exact, obs)?;
            self.net.report_links(obs);
            obs.count_loss_events(self.net.now());
            if !is_complete || until < edge || edge == NEVER {
                return Ok(is_complete);
            }
            if obs.is_edge_of_measurement(edge) {
                for (index, link) in self.net.links().iter().enumerate() {
                    obs.store_bytes_in_service(index, edge, link.bytes_sent_of_packet_in_service(edge));
                }
            }
            if until == edge && !self.has_event_by(edge, obs) {
                self.net.set_now(until);
                obs.cross_window_edge(edge);
                return Ok(true);
            }
            obs.cross_edge(edge);
        }
    }

    /// Like [`World::step`], but does not stop at edges. Reduces `remaining` by the number of events. With
    /// `is_exact`, no arrival is handled before it happens.
    fn advance(
        &mut self,
        until: Time,
        remaining: &mut u64,
        is_exact: bool,
        obs: &mut Observer,
    ) -> Result<bool, Failure> {
        loop {
            let change = self.timeline.next_at();
            if let Some(before_change) = change.checked_sub(1) {
                let mut horizon = until.min(before_change);
                if is_exact {
                    horizon = horizon.min(self.net.earliest_time());
                }
                if !self.advance_to_horizon(horizon, remaining, obs)? {
                    return Ok(false);
                }
                if horizon == until {
                    self.net.set_now(self.net.now().max(until));
                    return Ok(true);
                }
                if horizon < before_change {
                    continue;
                }
            }
            let Some(rest) = remaining.checked_sub(1) else { return Ok(false) };
            *remaining = rest;
            self.entries += 1;
            self.net.set_now(change);
            self.apply_due_changes(obs);
        }
    }

    /// Handles the events up to `horizon`. The timeline must not change anything before it. Returns false if
    /// the event budget is used up. The events up to the latest arrival that was handled early are then
    /// handled in addition.
    fn advance_to_horizon(
        &mut self,
        horizon: Time,
        remaining: &mut u64,
        obs: &mut Observer,
    ) -> Result<bool, Failure> {
        self.net.set_horizon(horizon);
        let mut limit = horizon.min(LATEST);
        let mut has_ended = false;
        loop {
            let at = self.net.next_time();
            if at > limit {
                break;
            }
            if *remaining == 0 {
                if !has_ended {
                    (limit, has_ended) = self.end_budget(limit, remaining);
                    continue;
                }
                *remaining = 1;
            }
            *remaining -= 1;
            let slot = self.net.next_slot();
            if at >= self.net.now() {
                self.net.set_now(at);
            } else if slot.class() != Class::Ingress {
                let entity = format!("{:?} {}", slot.class(), slot.entity());
                return Err(Failure::Broken { at: self.net.now(), entity, what: "was due in the past" });
            }
            self.entries += 1;
            self.handle(at, slot, obs);
            if self.applications.unpaid >= OPERATIONS_PER_EVENT {
                let work = std::mem::take(&mut self.applications.unpaid) / OPERATIONS_PER_EVENT;
                *remaining = remaining.saturating_sub(work);
            }
        }
        if let Some(failure) = &self.applications.failure {
            return Err(Failure::clone(failure));
        }
        if *remaining == 0 && !has_ended {
            *remaining = self.net.take_extra_entries();
        }
        if *remaining == 0 {
            let latest = self.net.end_early_arrivals();
            self.net.set_now(self.net.now().max(latest));
            return Ok(false);
        }
        Ok(true)
    }

    /// Called when the event budget is used up. Adds the entries that were no events to it. If there are none, the
    /// budget has ended: from then on packets are deferred, so no event after the latest early arrival may be handled,
    /// because a deferred packet can arrive before it. Returns the time up to which events are handled, at most
    /// `limit`, and whether the budget has ended.
    #[cold]
    fn end_budget(&mut self, limit: Time, remaining: &mut u64) -> (Time, bool) {
        *remaining = self.net.take_extra_entries();
        if *remaining > 0 { (limit, false) } else { (limit.min(self.net.end_early_arrivals()), true) }
    }

    /// Whether an event or a computed departure is due at or before `at`.
    fn has_event_by(&mut self, at: Time, obs: &mut Observer) -> bool {
        let departs = |link: &Link| link.backlog().front().is_some_and(|entry| entry.departs <= at);
        self.net.has_event_by(at, obs) || self.net.links().iter().any(departs)
    }

    /// Handles one event, which is due at `at`.
    #[inline]
    fn handle(&mut self, at: Time, slot: Slot, obs: &mut Observer) {
        let entity = slot.entity();
        match slot.class() {
            Class::Ingress => self.net.enter(entity, at, obs),
            Class::Egress => {
                let Some(&Transit { carry, packet, .. }) = self.net.arriving_at_endpoint(entity) else {
                    return;
                };
                let delivery = self.net.complete_delivery(entity, slot, &packet, carry);
                if let Some(Delivery { flow, receiver_is_limited }) = delivery {
                    self.deliver(&packet, flow, receiver_is_limited, obs);
                }
            }
            Class::Sender => self.on_sender_timer(entity, obs),
            class => self.handle_rare(class, entity, obs),
        }
    }

    /// Handles events of the rare classes. This is a separate function, so that `handle` needs no jump table
    /// and keeps more values in registers.
    #[cold]
    fn handle_rare(&mut self, class: Class, entity: u32, obs: &mut Observer) {
        match class {
            Class::Propagation => self.net.land(entity, obs),
            Class::Departure => self.net.depart(entity, obs),
            Class::Receiver => self.on_receiver_timer(entity, obs),
            Class::Source => self.on_source_timer(entity, obs),
            // `advance` handles changes of the timeline, and `handle` the other classes.
            Class::Timeline | Class::Ingress | Class::Egress | Class::Sender => {}
        }
    }

    fn on_sender_timer(&mut self, entity: u32, obs: &mut Observer) {
        if self.net.timer_expires(Class::Sender, entity) {
            let conn = entity / SENDER_TIMERS;
            let timer = Timer::ALL[(entity % SENDER_TIMERS) as usize];
            let flow = self.net.conn(conn).flow;
            let mut cx = EndpointContext::new(&mut self.net, &mut self.applications, obs, flow, conn);
            self.flows[flow as usize].sender.on_timer(timer, &mut cx);
        }
    }

    fn on_receiver_timer(&mut self, entity: u32, obs: &mut Observer) {
        if self.net.timer_expires(Class::Receiver, entity) {
            let conn = entity / RECEIVER_TIMERS;
            let flow = self.net.conn(conn).flow;
            let mut cx = EndpointContext::new(&mut self.net, &mut self.applications, obs, flow, conn);
            self.receivers[conn as usize].on_timer(entity % RECEIVER_TIMERS, &mut cx);
        }
    }

    /// Hands a packet to its endpoint.
    #[inline]
    fn deliver(&mut self, packet: &Packet, flow: u32, receiver_is_limited: bool, obs: &mut Observer) {
        let conn = packet.conn;
        if packet.is_feedback() {
            if packet.flags & REQUEST != 0 {
                return self.on_request(packet, flow, obs);
            }
            let mut cx = EndpointContext::new(&mut self.net, &mut self.applications, obs, flow, conn);
            self.flows[flow as usize].sender.on_feedback(packet, &mut cx);
        } else if !receiver_is_limited || self.net.receiver_accepts(packet, obs) {
            let mut cx = EndpointContext::new(&mut self.net, &mut self.applications, obs, flow, conn);
            self.receivers[conn as usize].on_data(packet, &mut cx);
        }
    }

    /// Approximate memory of a clone in bytes. Most of it is used for packets and for state that is stored
    /// per packet.
    pub fn bytes(&self) -> usize {
        let structs = size_of::<Conn>() + size_of::<Flow>() + size_of::<AnyReceiver>();
        // 2048 bytes is an estimate for a flow's settings, its timers, and its entries in the event queue.
        let programs: usize = self.flows.iter().map(|flow| flow.sender.program_bytes()).sum();
        self.flows.len() * (structs + 2048) + self.net.packet_bytes() + programs
    }

    /// The result ID at the current time: a hash over every departure, loss and mark of every link direction,
    /// every arrival at an endpoint, and the states of the endpoints and applications.
    pub fn result_id(&self) -> u64 {
        // The constant is "fairshar" in ASCII.
        let mut h = mix(0x6661_6972_7368_6172 ^ self.net.now());
        for link in self.net.links() {
            h = mix(h ^ link.state_hash());
        }
        for conn in self.net.conns() {
            for path in &conn.paths {
                h = mix(h ^ conn.key ^ path.egress.hash);
                h = mix(h ^ path.sent << 32 ^ path.egress.arrived);
            }
        }
        for receiver in &self.receivers {
            h = mix(h ^ receiver.digest());
        }
        for flow in &self.flows {
            h = mix(h ^ flow.sender.digest());
        }
        for app in &self.applications.apps {
            if let Some(digest) = app.digest() {
                h = mix(h ^ digest);
            }
        }
        for pool in &self.applications.pools {
            h = mix(h ^ pool.digest());
        }
        for client in &self.applications.clients {
            h = mix(h ^ client.digest());
        }
        for limit in self.net.conns().iter().filter_map(|conn| conn.receiver_limit.as_ref()) {
            h = mix(h ^ limit.digest());
        }
        h
    }

    /// A hash of the complete states of all receivers and queues. The result ID contains a part of these
    /// states.
    pub fn receivers_and_queues_digest(&self) -> u64 {
        let receivers = self.receivers.iter().map(Digest::of);
        let queues = self.net.links().iter().map(|link| Digest::of(link.queue()));
        receivers.chain(queues).fold(0, |h, digest| mix(h ^ digest))
    }

    /// Checks an invariant: every packet that was sent has arrived, was lost, or is in the network.
    pub fn check_conservation(&self) -> Result<(), Failure> {
        let mut lost = 0;
        let mut in_network = 0;
        let (mut sent, mut arrived) = (0, 0);
        for link in self.net.links() {
            lost += link.counters().drops + link.counters().losses;
        }
        for (index, conn) in self.net.conns().iter().enumerate() {
            for (direction, path) in conn.paths.iter().enumerate() {
                sent += path.sent;
                arrived += path.egress.arrived;
                in_network += self.net.in_flight(narrow::<u32>(index), direction);
            }
        }
        if sent == arrived + lost + in_network {
            Ok(())
        } else {
            let what = "lost or created packets";
            Err(Failure::Broken { at: self.net.now(), entity: "the network".to_owned(), what })
        }
    }
}
