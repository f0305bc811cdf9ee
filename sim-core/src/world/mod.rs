//! The world: network, endpoints and applications at one moment. It is `Clone`, and its future is a function of itself
//! alone: checkpoints, "change from here" and looking closer at a moment all rest on that.

mod context;

pub use context::EndpointContext;

use crate::ground::event_queue::{Class, Slot};
use crate::ground::order::sorted;
use crate::ground::packet::Packet;
use crate::ground::rng::mix;
use crate::ground::time::{NEVER, Time};
use crate::net::link::Link;
use crate::net::loss::LossRule;
use crate::net::retime::LinkChange;
use crate::net::serializer::Mark;
use crate::net::wire::Transit;
use crate::net::{Net, RECEIVER_TIMERS, SENDER_TIMERS, SOURCE_TIMERS};
use crate::observer::{LinkLimit, Observer};
use crate::protocols::AnySender;
use crate::traffic::Ready;
use crate::traffic::arrivals::{Arrival, Attendance};
use crate::transport::{AnyReceiver, FlowFacts, Receiver, Sender, SenderState, Timer};
use serde_json::Value;

const START: u32 = 0;
const STOP: u32 = 1;
/// The source's own timer.
const WAKE: u32 = 2;
/// At the first flow of a pool: something arrives.
const ARRIVAL: u32 = 3;

/// One flow: a sender, and the connections that it uses.
#[derive(Clone, Debug)]
pub struct Flow {
    pub sender: AnySender,
    pub first_conn: u32,
    pub conns: u32,
    /// A connection was opened before: another one is a fresh one in the same place.
    opened: bool,
    running: bool,
    /// The timeline has switched it off: its start time alone does not start it.
    held: bool,
}

impl Flow {
    pub fn new(sender: AnySender, first_conn: u32, conns: u32) -> Self {
        Flow { sender, first_conn, conns, opened: false, running: false, held: false }
    }
}

/// A change of the timeline, in indices.
#[derive(Clone, Debug)]
pub enum Change {
    Link {
        link: u32,
        change: LinkChange,
        limit: Option<LinkLimit>,
    },
    Loss {
        link: u32,
        rules: Vec<LossRule>,
    },
    Active {
        flows: Vec<u32>,
        active: bool,
    },
    /// All settings of the algorithm, as they are from then on.
    Settings {
        flows: Vec<u32>,
        settings: Value,
    },
}

/// Changes numbered from here on are those of rate schedules, of which nobody is told one by one.
pub const SCHEDULED: u32 = 1 << 20;

#[derive(Clone, Debug)]
pub struct TimedChange {
    pub at: Time,
    /// Place in the document's timeline; from `SCHEDULED` on it is a schedule's.
    pub entry: u32,
    pub change: Change,
}

/// Why a run cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// More events than the run was allowed.
    EventBudget { at: Time, events: u64 },
    /// Something that must hold does not: a bug in Fairshare.
    Broken { at: Time, entity: String, what: &'static str },
}

impl Failure {
    pub fn at(&self) -> Time {
        match self {
            Failure::EventBudget { at, .. } | Failure::Broken { at, .. } => *at,
        }
    }

    /// The run may be continued with a larger budget.
    pub fn can_continue(&self) -> bool {
        matches!(self, Failure::EventBudget { .. })
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = crate::ground::time::to_secs(self.at());
        match self {
            Failure::EventBudget { events, .. } => {
                write!(f, "The run was stopped at {at} s after {events} events, as many as it was allowed.")
            }
            Failure::Broken { entity, what, .. } => {
                write!(
                    f,
                    "The simulation broke at {at} s: {entity} {what}. This is a fault of Fairshare; please report it."
                )
            }
        }
    }
}

#[derive(Clone, Debug)]
pub struct World {
    pub net: Net,
    pub flows: Vec<Flow>,
    pub receivers: Vec<AnyReceiver>,
    timeline: Vec<TimedChange>,
    next_change: usize,
    pub events: u64,
}

impl World {
    /// `times`: when each flow starts and stops.
    pub fn new(
        net: Net,
        flows: Vec<Flow>,
        receivers: Vec<AnyReceiver>,
        times: &[(Time, Option<Time>)],
        timeline: Vec<TimedChange>,
    ) -> Self {
        let mut world = World { net, flows, receivers, timeline: Vec::new(), next_change: 0, events: 0 };
        for (flow, &(start, stop)) in times.iter().enumerate() {
            world.net.arm(Class::Source, flow as u32 * SOURCE_TIMERS + START, start);
            if let Some(stop) = stop {
                world.net.arm(Class::Source, flow as u32 * SOURCE_TIMERS + STOP, stop);
            }
        }
        world.set_timeline(timeline);
        world
    }

    /// Replaces what is still to come of the timeline; entries at or before the present that were applied stay applied.
    pub fn set_timeline(&mut self, timeline: Vec<TimedChange>) {
        self.timeline = sorted(timeline, |a, b| (a.at, a.entry).cmp(&(b.at, b.entry)));
        self.next_change = 0;
        if let Some(first) = self.timeline.first() {
            self.net.heap.push(first.at, Slot::new(Class::Timeline, 0));
        }
    }

    /// What is still to come of the timeline after `now`.
    pub fn timeline_after(&self, now: Time) -> Vec<TimedChange> {
        self.timeline.iter().filter(|change| change.at > now).cloned().collect()
    }

    pub fn now(&self) -> Time {
        self.net.now
    }

    pub fn sender_state(&self, flow: u32) -> SenderState {
        self.flows[flow as usize].sender.state()
    }

    /// Runs until everything due at or before `until` has happened, or `max_events` are done. True: all done.
    pub fn step(&mut self, until: Time, max_events: u64, obs: &mut Observer) -> Result<bool, Failure> {
        let mut left = max_events;
        obs.resume(self.net.now);
        // Up to each edge of a window and of the series' bins, so that nobody has to ask at each packet where it lies.
        loop {
            let edge = obs.edge();
            let all = self.advance(until.min(edge.saturating_sub(1)), &mut left, obs)?;
            self.drain(obs);
            if !all || until < edge || edge == NEVER {
                return Ok(all);
            }
            if until == edge && !self.is_due(edge) {
                self.net.now = until;
                obs.turn_windows(edge);
                return Ok(true);
            }
            obs.turn(edge);
        }
    }

    /// Runs until everything due at or before `until` has happened, or none of the events are left. True: all done.
    fn advance(&mut self, until: Time, left: &mut u64, obs: &mut Observer) -> Result<bool, Failure> {
        while let Some((at, slot)) = self.net.heap.peek() {
            if at > until {
                break;
            }
            if *left == 0 {
                return Ok(false);
            }
            *left -= 1;
            if at < self.net.now {
                let entity = format!("{:?} {}", slot.class(), slot.entity());
                return Err(Failure::Broken { at: self.net.now, entity, what: "was due in the past" });
            }
            self.net.now = at;
            self.events += 1;
            self.handle(slot, obs);
        }
        self.net.now = self.net.now.max(until);
        Ok(true)
    }

    /// Whether anything happens at or before `at`.
    fn is_due(&mut self, at: Time) -> bool {
        let departs = |link: &Link| link.system.front().is_some_and(|entry| entry.departs <= at);
        self.net.heap.peek().is_some_and(|(next, _)| next <= at) || self.net.links.iter().any(departs)
    }

    /// Lets links tell all that has happened.
    fn drain(&mut self, obs: &mut Observer) {
        for link in 0..self.net.links.len() as u32 {
            self.net.drain(link, self.net.now, obs);
        }
    }

    #[inline]
    fn handle(&mut self, slot: Slot, obs: &mut Observer) {
        let entity = slot.entity();
        let now = self.net.now;
        match slot.class() {
            Class::Ingress => self.net.enter(entity, slot, obs),
            Class::Egress => {
                let conn = &mut self.net.conns[entity as usize / 2];
                let lane = &mut conn.ways[entity as usize % 2].egress;
                let Some(&Transit { carry, packet, .. }) = lane.wire.arriving(now, &mut self.net.heap) else {
                    return;
                };
                lane.wire.pass(Mark { free_at: now, carry });
                lane.wire.advance(slot, &mut self.net.heap);
                lane.packets += 1;
                lane.hash = lane.hash.wrapping_add(mix(now ^ u64::from(packet.tx).rotate_left(40)));
                let (flow, limited) = (conn.flow, conn.intake.is_some());
                if packet.epoch == conn.epoch {
                    self.deliver(&packet, flow, limited, obs);
                } else {
                    // Of an earlier connection in this place.
                    self.net.notes.take(packet.note());
                }
            }
            Class::Sender => self.sender_timer(entity, obs),
            class => self.handle_rarer(class, entity, obs),
        }
    }

    // Timers and all that is rarer have functions of their own: what every protocol does at its timers would take registers from
    // what brings packets, and three classes are told apart by comparing where eight take a table.

    #[inline(never)]
    fn handle_rarer(&mut self, class: Class, entity: u32, obs: &mut Observer) {
        match class {
            Class::Flight => self.net.land(entity, obs),
            Class::Departure => self.net.depart(entity, obs),
            Class::Timeline => self.change(obs),
            Class::Receiver => self.receiver_timer(entity, obs),
            Class::Source => self.source_timer(entity, obs),
            // `handle` sees to these.
            Class::Ingress | Class::Egress | Class::Sender => {}
        }
    }

    #[inline(never)]
    fn sender_timer(&mut self, entity: u32, obs: &mut Observer) {
        if self.net.timer_fires(Class::Sender, entity) {
            let conn = entity / SENDER_TIMERS;
            let timer = Timer::ALL[(entity % SENDER_TIMERS) as usize];
            let flow = self.net.conns[conn as usize].flow;
            let mut cx = EndpointContext::new(&mut self.net, obs, flow, conn);
            self.flows[flow as usize].sender.on_timer(timer, &mut cx);
        }
    }

    fn receiver_timer(&mut self, entity: u32, obs: &mut Observer) {
        if self.net.timer_fires(Class::Receiver, entity) {
            let conn = entity / RECEIVER_TIMERS;
            let flow = self.net.conns[conn as usize].flow;
            let mut cx = EndpointContext::new(&mut self.net, obs, flow, conn);
            self.receivers[conn as usize].on_timer(entity % RECEIVER_TIMERS, &mut cx);
        }
    }

    fn source_timer(&mut self, entity: u32, obs: &mut Observer) {
        if self.net.timer_fires(Class::Source, entity) {
            self.source(entity / SOURCE_TIMERS, entity % SOURCE_TIMERS, obs);
        }
    }

    #[inline(always)]
    fn deliver(&mut self, packet: &Packet, flow: u32, limited: bool, obs: &mut Observer) {
        let conn = packet.conn;
        if packet.is_feedback() {
            let mut cx = EndpointContext::new(&mut self.net, obs, flow, conn);
            self.flows[flow as usize].sender.on_feedback(packet, &mut cx);
        } else if !limited || self.taken(packet, obs) {
            let mut cx = EndpointContext::new(&mut self.net, obs, flow, conn);
            self.receivers[conn as usize].on_data(packet, &mut cx);
        }
    }

    /// Whether a receiver of limited rate takes this packet; otherwise it is lost.
    fn taken(&mut self, packet: &Packet, obs: &mut Observer) -> bool {
        let now = self.net.now;
        let conn = &mut self.net.conns[packet.conn as usize];
        let taken = conn.intake.as_mut().is_none_or(|intake| intake.takes(now, packet.size));
        if !taken {
            // What the links have to tell of the time before comes first.
            let route = conn.ways[0].route as usize;
            for hop in 0..self.net.routes[route].len() {
                self.net.drain(self.net.routes[route][hop], now, obs);
            }
            obs.overrun(&self.net.conns[packet.conn as usize], now);
            self.net.notes.take(packet.note());
        }
        taken
    }

    fn source(&mut self, flow: u32, what: u32, obs: &mut Observer) {
        match what {
            START if self.flows[flow as usize].held => {}
            START => self.start(flow, obs),
            STOP => self.stop(flow, obs),
            ARRIVAL => self.arrival(flow, obs),
            _ if self.net.apps[flow as usize].pool.is_some() => self.take_up(flow, obs),
            _ => {
                let now = self.net.now;
                let woken = self.net.apps[flow as usize].on_timer(now);
                self.wake_at(flow, woken.wake);
                if let Some(made) = woken.made {
                    obs.made(flow, now, made);
                }
                match woken.ready {
                    Ready::Nothing => {}
                    Ready::More => self.with_sender(flow, obs, |sender, cx| sender.on_app(cx)),
                    Ready::Fresh => {
                        self.net.apps[flow as usize].begin(now);
                        obs.transfer_began(flow);
                        self.open(flow, obs);
                    }
                }
            }
        }
    }

    /// A transfer arrives at a pool, of which this flow is the first.
    fn arrival(&mut self, first: u32, obs: &mut Observer) {
        let now = self.net.now;
        let Net { apps, pools, .. } = &mut self.net;
        let Some(pool) = apps[first as usize].pool.and_then(|pool| pools.get_mut(pool as usize)) else {
            return;
        };
        let next = now + pool.gap();
        match pool.arrive(now, |flow| apps[flow as usize].is_free()) {
            Arrival::Given { flow, bytes } => self.give(flow, now, bytes, obs),
            Arrival::Waits => {}
            Arrival::Refused => obs.refused(first),
        }
        self.net.arm(Class::Source, first * SOURCE_TIMERS + ARRIVAL, next);
    }

    /// A member of a pool is free: it takes up what has waited longest.
    fn take_up(&mut self, flow: u32, obs: &mut Observer) {
        let Net { apps, pools, .. } = &mut self.net;
        let app = &apps[flow as usize];
        let Some(pool) = app.pool.and_then(|pool| pools.get_mut(pool as usize)) else { return };
        if let Some((since, bytes)) = if app.is_free() { pool.longest_waiting() } else { None } {
            self.give(flow, since, bytes, obs);
        }
    }

    /// A transfer that arrived at `since` goes to a free member of its pool.
    fn give(&mut self, flow: u32, since: Time, bytes: u64, obs: &mut Observer) {
        self.net.apps[flow as usize].assign(since, bytes);
        obs.transfer_began(flow);
        self.open(flow, obs);
    }

    /// A member of a pool is there, or is there no longer.
    fn attend(&mut self, flow: u32, there: bool) {
        let now = self.net.now;
        let Net { apps, pools, .. } = &mut self.net;
        let Some(pool) = apps[flow as usize].pool.and_then(|pool| pools.get_mut(pool as usize)) else {
            return;
        };
        let timer = pool.first() * SOURCE_TIMERS + ARRIVAL;
        match pool.attend(there) {
            Attendance::Opens => {
                let at = now + pool.gap();
                self.net.arm(Class::Source, timer, at);
            }
            Attendance::Closes => self.net.cancel(Class::Source, timer),
            Attendance::Goes if there => self.wake_at(flow, now),
            Attendance::Goes => {}
        }
    }

    fn wake_at(&mut self, flow: u32, wake: Time) {
        if wake != NEVER {
            self.net.arm(Class::Source, flow * SOURCE_TIMERS + WAKE, wake);
        }
    }

    fn with_sender(
        &mut self,
        flow: u32,
        obs: &mut Observer,
        act: impl FnOnce(&mut AnySender, &mut EndpointContext),
    ) {
        let state = &mut self.flows[flow as usize];
        let mut cx = EndpointContext::new(&mut self.net, obs, flow, state.first_conn);
        act(&mut state.sender, &mut cx);
    }

    fn start(&mut self, flow: u32, obs: &mut Observer) {
        let state = &mut self.flows[flow as usize];
        if state.running {
            return;
        }
        state.running = true;
        let now = self.net.now;
        let app = &mut self.net.apps[flow as usize];
        let wake = app.start(now);
        let (begins, waits) = (app.begins(now), app.opens_connections());
        self.wake_at(flow, wake);
        obs.started(flow, now);
        if begins {
            obs.transfer_began(flow);
        }
        if !waits {
            self.open(flow, obs);
        }
        self.attend(flow, true);
    }

    /// A connection is opened: the flow's first, or a fresh one in its place.
    fn open(&mut self, flow: u32, obs: &mut Observer) {
        let state = &mut self.flows[flow as usize];
        let again = std::mem::replace(&mut state.opened, true);
        let (first, count) = (state.first_conn, state.conns);
        if again {
            self.begin_epoch(first, count);
            self.with_sender(flow, obs, |sender, cx| sender.restart(cx));
        } else {
            self.with_sender(flow, obs, |sender, cx| sender.start(cx));
        }
    }

    /// Fresh connections in the same places: packets of the old ones no longer arrive.
    fn begin_epoch(&mut self, first: u32, count: u32) {
        for conn in first..first + count {
            self.net.conns[conn as usize].epoch = self.net.conns[conn as usize].epoch.wrapping_add(1);
            self.receivers[conn as usize].restart();
            for timer in 0..RECEIVER_TIMERS {
                self.net.cancel(Class::Receiver, conn * RECEIVER_TIMERS + timer);
            }
        }
    }

    fn stop(&mut self, flow: u32, obs: &mut Observer) {
        let state = &mut self.flows[flow as usize];
        if !std::mem::replace(&mut state.running, false) {
            return;
        }
        self.net.apps[flow as usize].running = false;
        self.net.cancel(Class::Source, flow * SOURCE_TIMERS + WAKE);
        obs.stopped(flow, self.net.now);
        self.attend(flow, false);
        if self.flows[flow as usize].opened {
            self.with_sender(flow, obs, |sender, cx| sender.stop(cx));
        }
    }

    #[inline(never)]
    fn change(&mut self, obs: &mut Observer) {
        self.net.heap.pop();
        let now = self.net.now;
        while let Some(next) = self.timeline.get(self.next_change).filter(|next| next.at <= now).cloned() {
            self.next_change += 1;
            if next.entry < SCHEDULED {
                obs.changed(next.entry, now);
            }
            self.apply(&next.change, obs);
        }
        if let Some(next) = self.timeline.get(self.next_change) {
            self.net.heap.push(next.at, Slot::new(Class::Timeline, 0));
        }
    }

    fn apply(&mut self, change: &Change, obs: &mut Observer) {
        match change {
            Change::Link { link, change, limit } => {
                self.net.change_link(*link, *change, obs);
                if let Some(limit) = limit {
                    obs.limit_changed(*link, self.net.now, *limit);
                }
            }
            Change::Loss { link, rules } => self.net.links[*link as usize].loss.clone_from(rules),
            Change::Active { flows, active } => {
                for &flow in flows {
                    self.flows[flow as usize].held = !active;
                    if *active { self.start(flow, obs) } else { self.stop(flow, obs) }
                }
            }
            Change::Settings { flows, settings } => {
                for &flow in flows {
                    self.set_params(flow, settings, obs);
                }
            }
        }
    }

    /// About how many bytes a clone takes; packets and per-packet state weigh most.
    pub fn bytes(&self) -> usize {
        let own = size_of::<crate::net::Conn>() + size_of::<Flow>() + size_of::<AnyReceiver>();
        // A flow's settings as JSON, its timers, its entries in the event queue.
        self.flows.len() * (own + 2048) + self.net.packet_bytes()
    }

    fn set_params(&mut self, flow: u32, settings: &Value, obs: &mut Observer) {
        let state = &self.flows[flow as usize];
        let conn = &self.net.conns[state.first_conn as usize];
        let facts = FlowFacts { packet: conn.packet, base_rtt: conn.base_rtt };
        let connections = state.sender.connections(settings, &facts);
        for (receiver, new) in self.receivers[state.first_conn as usize..].iter_mut().zip(connections) {
            receiver.adopt(new.receiver);
        }
        self.with_sender(flow, obs, |sender, cx| sender.set_params(settings, cx));
    }

    /// The result ID at the present: every departure, drop and mark of every link direction, every arrival at an
    /// endpoint, and the endpoints' states.
    pub fn result_id(&self) -> u64 {
        let mut h = mix(0x6661_6972_7368_6172 ^ self.net.now);
        for link in &self.net.links {
            h = mix(h ^ link.state_hash());
        }
        for conn in &self.net.conns {
            for way in &conn.ways {
                h = mix(h ^ conn.key ^ way.egress.hash);
                h = mix(h ^ way.ingress.packets << 32 ^ way.egress.packets);
            }
        }
        for receiver in &self.receivers {
            h = mix(h ^ receiver.digest());
        }
        for flow in &self.flows {
            h = mix(h ^ flow.sender.digest());
        }
        for app in &self.net.apps {
            if let Some(digest) = app.digest() {
                h = mix(h ^ digest);
            }
        }
        for pool in &self.net.pools {
            h = mix(h ^ pool.digest());
        }
        for intake in self.net.conns.iter().filter_map(|conn| conn.intake.as_ref()) {
            h = mix(h ^ intake.digest());
        }
        h
    }

    /// What must always hold: every packet sent has arrived, was lost, or is on its way.
    pub fn check_conservation(&self) -> Result<(), Failure> {
        let mut lost = 0;
        let mut under_way = 0;
        let (mut sent, mut arrived) = (0, 0);
        for link in &self.net.links {
            lost += link.counters.drops + link.counters.losses;
        }
        for (index, conn) in self.net.conns.iter().enumerate() {
            for (direction, way) in conn.ways.iter().enumerate() {
                sent += way.ingress.packets;
                arrived += way.egress.packets;
                under_way += self.net.in_flight(index as u32, direction);
            }
        }
        if sent == arrived + lost + under_way {
            Ok(())
        } else {
            let what = "lost or made packets";
            Err(Failure::Broken { at: self.net.now, entity: "the network".to_owned(), what })
        }
    }
}
