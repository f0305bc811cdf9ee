//! Starts and stops flows, calls their sources, opens a connection for each transfer, and assigns arriving
//! transfers to the flows of a pool.

use super::{EndpointContext, Failure, Network, World};
use crate::ground::event_queue::Class;
use crate::ground::packet::Packet;
use crate::ground::time::{NEVER, Time};
use crate::net::{RECEIVER_TIMERS, SOURCE_TIMERS};
use crate::observer::Observer;
use crate::protocols::AnySender;
use crate::traffic::arrivals::{Arrival, Pool, PoolChange};
use crate::traffic::client::{Client, ClientResult};
use crate::traffic::{App, Ready, Transfer};
use crate::transport::{Attachment, Receiver, Sender};

/// Index of the timer at which a flow starts, among the timers of its source.
pub(super) const START: u32 = 0;
/// Index of the timer at which a flow stops.
pub(super) const STOP: u32 = 1;
/// Index of the timer that a source sets.
pub(super) const WAKE: u32 = 2;
/// Index of the timer at which the next transfer arrives at a pool, of a client's timer, or of the receiver of a call. Only the
/// first flow of a pool or a client uses it.
pub(super) const ARRIVAL: u32 = 3;

/// The application of each flow, and the pools.
#[derive(Clone, Debug, Default)]
pub struct Applications {
    pub apps: Vec<App>,
    /// Pools: groups of flows that together serve one stream of arriving transfers.
    pub pools: Vec<Pool>,
    /// Clients, which request the data of flows.
    pub clients: Vec<Client>,
    /// Operations that the programs of all flows have used.
    pub operations: u64,
    /// Those operations that no step has counted as events yet.
    pub unpaid: u64,
    /// The reason for the end of the run, if the program of a sender could not continue.
    pub failure: Option<Box<Failure>>,
}

impl Applications {
    /// Whether a transfer waits in the flow's pool.
    fn has_waiting_transfer(&self, flow: u32) -> bool {
        let pool = self.apps[flow as usize].pool.and_then(|pool| self.pools.get(pool as usize));
        pool.is_some_and(Pool::has_waiting)
    }

    /// All applications, and the pool of the flow. `None` if the flow does not belong to a pool.
    fn pool_of(&mut self, flow: u32) -> Option<(&mut [App], &mut Pool)> {
        let Applications { apps, pools, .. } = self;
        let pool = apps[flow as usize].pool?;
        Some((apps, pools.get_mut(pool as usize)?))
    }

    /// Calls the client of a flow, and does what the client wants.
    pub(super) fn call_client(
        &mut self,
        flow: u32,
        net: &mut Network,
        obs: &mut Observer,
        call: impl FnOnce(&mut Client) -> ClientResult,
    ) {
        let Some(client) = self.apps[flow as usize].client else { return };
        let client = &mut self.clients[client as usize];
        let first = client.first();
        let ClientResult { requests, wake, begun, completed, player, arrived } = call(client);
        for (flow, arrives, request) in requests {
            let wake = self.apps[flow as usize].request(request.response, request.opens, arrives);
            net.arm(Class::Source, flow * SOURCE_TIMERS + WAKE, wake);
        }
        if let Some(wake) = wake {
            net.arm(Class::Source, first * SOURCE_TIMERS + ARRIVAL, wake);
        }
        for transfer in completed {
            obs.client_completed(first, net.now(), transfer);
        }
        (0..begun).for_each(|_| obs.transfer_began(first));
        for event in player {
            obs.player(first, net.now(), event);
        }
        if let Some(arrived) = arrived {
            obs.page_arrived(first, net.now(), arrived);
        }
    }

    /// Ends the flow's current transfer. Returns the transfer and the time at which the source's timer
    /// expires, or `None` if there is no transfer.
    pub(super) fn end_transfer(&mut self, flow: u32, now: Time) -> Option<(Transfer, Time)> {
        let (transfer, wake) = self.apps[flow as usize].complete(now)?;
        Some((transfer, if self.has_waiting_transfer(flow) { now } else { wake }))
    }
}

impl World {
    pub(super) fn on_source_timer(&mut self, entity: u32, obs: &mut Observer) {
        if self.net.timer_expires(Class::Source, entity) {
            let flow = entity / SOURCE_TIMERS;
            match entity % SOURCE_TIMERS {
                START if self.flows[flow as usize].is_switched_off => {}
                START => self.start(flow, obs),
                STOP => self.stop(flow, obs),
                ARRIVAL if self.applications.apps[flow as usize].client.is_some() => {
                    let now = self.net.now();
                    self.applications.call_client(flow, &mut self.net, obs, |client| client.on_timer(now));
                }
                ARRIVAL if self.applications.apps[flow as usize].repair().is_some() => {
                    self.ask_again(flow, obs);
                }
                ARRIVAL => self.transfer_arrives(flow, obs),
                _ if self.applications.apps[flow as usize].pool.is_some() => {
                    self.start_waiting_transfer(flow, obs);
                }
                _ => self.wake_source(flow, obs),
            }
        }
    }

    /// Calls the source of a flow after its timer has expired.
    fn wake_source(&mut self, flow: u32, obs: &mut Observer) {
        let now = self.net.now();
        let result = self.applications.apps[flow as usize].on_timer(now);
        self.arm_source(flow, result.wake);
        if let Some(unit) = result.produced {
            obs.unit_produced(flow, now, unit);
        }
        match result.ready {
            Ready::Nothing => {}
            Ready::More => self.with_sender(flow, obs, |sender, cx| sender.on_app(cx)),
            Ready::Fresh => {
                self.applications.apps[flow as usize].begin(now);
                obs.transfer_began(flow);
                self.open(flow, obs);
            }
            Ready::Opens => self.open(flow, obs),
        }
    }

    /// The receiver of a call asks again for packets that are still missing.
    fn ask_again(&mut self, flow: u32, obs: &mut Observer) {
        let now = self.net.now();
        let repair = self.applications.apps[flow as usize].repair();
        let requests = repair.map_or_else(Vec::new, |repair| repair.on_timer(now));
        self.with_sender(flow, obs, |_, cx| cx.request(&requests));
    }

    /// The sender of a call gets a request for packets.
    #[cold]
    pub(super) fn on_request(&mut self, packet: &Packet, flow: u32, obs: &mut Observer) {
        let now = self.net.now();
        if let Some(Attachment::Request(request)) = self.net.take_attachment(packet.attachment())
            && let Some(repair) = self.applications.apps[flow as usize].repair()
        {
            repair.on_request(&request, now);
            self.with_sender(flow, obs, |sender, cx| sender.on_app(cx));
        }
    }

    /// Handles the arrival of a transfer at the pool whose first flow is `first`.
    fn transfer_arrives(&mut self, first: u32, obs: &mut Observer) {
        let now = self.net.now();
        let Some((apps, pool)) = self.applications.pool_of(first) else {
            debug_assert!(false, "only flows of a pool have an arrival timer");
            return;
        };
        let next = now + pool.gap();
        let arrival = pool.arrive(now, |flow| apps[flow as usize].is_free());
        // This timer is set before the transfer starts, because packets of the transfer may pass links early,
        // but only until the next event (see `net/early.rs`). The next arrival is such an event: it can start
        // a transfer of another flow.
        self.net.arm(Class::Source, first * SOURCE_TIMERS + ARRIVAL, next);
        match arrival {
            Arrival::Assigned { flow, bytes } => self.start_transfer(flow, now, bytes, obs),
            Arrival::Queued => {}
            Arrival::Refused => obs.refused(first),
        }
    }

    /// If the flow is free, starts the transfer that has waited longest in its pool.
    fn start_waiting_transfer(&mut self, flow: u32, obs: &mut Observer) {
        let Some((apps, pool)) = self.applications.pool_of(flow) else { return };
        let waiting = if apps[flow as usize].is_free() { pool.pop_waiting() } else { None };
        if let Some((since, bytes)) = waiting {
            self.start_transfer(flow, since, bytes, obs);
        }
    }

    /// Starts a transfer that arrived at `since` on a free flow of its pool.
    fn start_transfer(&mut self, flow: u32, since: Time, bytes: u64, obs: &mut Observer) {
        self.applications.apps[flow as usize].assign(since, bytes);
        obs.transfer_began(flow);
        self.open(flow, obs);
    }

    /// Updates the flow's pool, if it has one, after the flow has started or stopped.
    fn update_pool(&mut self, flow: u32, running: bool) {
        let now = self.net.now();
        let Some((_, pool)) = self.applications.pool_of(flow) else { return };
        let timer = pool.first() * SOURCE_TIMERS + ARRIVAL;
        match pool.update_running(running) {
            PoolChange::Opens => {
                let at = now + pool.gap();
                self.net.arm(Class::Source, timer, at);
            }
            PoolChange::Closes => self.net.cancel(Class::Source, timer),
            // When its timer expires, the flow starts a waiting transfer if there is one.
            PoolChange::Unchanged if running => self.arm_source(flow, now),
            PoolChange::Unchanged => {}
        }
    }

    /// Updates the flow's client, if it has one, after the flow has started or stopped.
    fn update_client(&mut self, flow: u32, running: bool, obs: &mut Observer) {
        let now = self.net.now();
        self.applications
            .call_client(flow, &mut self.net, obs, |client| client.update_running(flow, running, now));
    }

    /// Sets the source's own timer unless `wake` is `NEVER`.
    fn arm_source(&mut self, flow: u32, wake: Time) {
        if wake != NEVER {
            self.net.arm(Class::Source, flow * SOURCE_TIMERS + WAKE, wake);
        }
    }

    /// Calls the sender of a flow with its context.
    pub fn with_sender(
        &mut self,
        flow: u32,
        obs: &mut Observer,
        act: impl FnOnce(&mut AnySender, &mut EndpointContext),
    ) {
        let state = &mut self.flows[flow as usize];
        let mut cx = EndpointContext::new(&mut self.net, &mut self.applications, obs, flow, state.first_conn);
        act(&mut state.sender, &mut cx);
    }

    pub(super) fn start(&mut self, flow: u32, obs: &mut Observer) {
        let state = &mut self.flows[flow as usize];
        if state.is_running {
            return;
        }
        state.is_running = true;
        let now = self.net.now();
        let app = &mut self.applications.apps[flow as usize];
        let wake = app.start(now);
        let (transfer_begins, opens_later) = (app.has_transfer_begun_at(now), app.opens_connections());
        self.arm_source(flow, wake);
        obs.started(flow, now);
        if transfer_begins {
            obs.transfer_began(flow);
        }
        if !opens_later {
            self.open(flow, obs);
        }
        self.update_pool(flow, true);
        self.update_client(flow, true, obs);
    }

    /// Opens the connections of a flow. If they were opened before, replaces them by fresh connections.
    fn open(&mut self, flow: u32, obs: &mut Observer) {
        let state = &mut self.flows[flow as usize];
        let was_open = std::mem::replace(&mut state.has_opened, true);
        let (first, count) = (state.first_conn, state.conns);
        if was_open {
            self.begin_epoch(first, count);
            self.with_sender(flow, obs, |sender, cx| sender.restart(cx));
        } else {
            self.with_sender(flow, obs, |sender, cx| sender.start(cx));
        }
    }

    /// Begins a new epoch of connections and restarts their receivers. Packets of earlier epochs are ignored
    /// when they arrive.
    fn begin_epoch(&mut self, first: u32, count: u32) {
        for conn in first..first + count {
            let state = self.net.conn_mut(conn);
            state.epoch = state.epoch.wrapping_add(1);
            self.receivers[conn as usize].restart();
            for timer in 0..RECEIVER_TIMERS {
                self.net.cancel(Class::Receiver, conn * RECEIVER_TIMERS + timer);
            }
        }
    }

    pub(super) fn stop(&mut self, flow: u32, obs: &mut Observer) {
        let state = &mut self.flows[flow as usize];
        if !std::mem::replace(&mut state.is_running, false) {
            return;
        }
        self.applications.apps[flow as usize].running = false;
        self.net.cancel(Class::Source, flow * SOURCE_TIMERS + WAKE);
        obs.stopped(flow, self.net.now());
        self.update_pool(flow, false);
        self.update_client(flow, false, obs);
        if self.flows[flow as usize].has_opened {
            self.with_sender(flow, obs, |sender, cx| sender.stop(cx));
        }
    }
}
