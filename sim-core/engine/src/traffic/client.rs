//! Clients, which request data over connections, each of which is a flow from a server. A request takes the propagation
//! delay of the path back, and no packet of the network carries it.

use super::page::{Arrived, PageBrowser};
use super::rpc::Caller;
use super::video::{Player, PlayerEvent};
use crate::ground::rng::Rng;
use crate::ground::rng::digest_of;
use crate::ground::time::Time;
use crate::traffic::Transfer;
use crate::traffic::responses::WantedResponse;

/// One connection of a client.
#[derive(Clone, Copy, Debug)]
struct Connection {
    flow: u32,
    /// How long a request is on its way to the server.
    request_delay: Time,
    is_running: bool,
}

/// A request that a client sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewRequest {
    /// The client's number of the connection.
    pub connection: usize,
    /// Whether it opens the connection, or replaces it by a fresh one.
    pub opens: bool,
    pub response: WantedResponse,
}

/// What a client knows and does in a call.
#[derive(Debug)]
pub struct ClientCx<'a> {
    pub now: Time,
    pub rng: &'a mut Rng,
    pub requests: Vec<NewRequest>,
    /// When the client's timer expires next, if the client sets it.
    pub wake: Option<Time>,
    /// Number of transfers that begin.
    pub begun: u64,
    /// The transfers that are complete.
    pub completed: Vec<Transfer>,
    /// What happens in the player of a video.
    pub player: Vec<PlayerEvent>,
    /// What of a web page has arrived, if this changes.
    pub arrived: Option<Arrived>,
}

/// The rules of a client. A client opens its connections itself.
pub trait ClientRules {
    /// The first connection may be used, or again after all of them were stopped. `usable` states which may be used.
    fn start(&mut self, usable: &[bool], cx: &mut ClientCx);
    /// Which connections may be used has changed.
    fn on_change(&mut self, usable: &[bool], cx: &mut ClientCx);
    /// A response has arrived completely.
    fn on_response(&mut self, connection: usize, id: u32, cx: &mut ClientCx);
    fn on_timer(&mut self, cx: &mut ClientCx);
    /// A hash of the state that determines the future.
    fn digest(&self) -> u64;
}

/// The rules of a client of any kind.
#[derive(Clone, Debug)]
pub enum AnyClient {
    Browser(PageBrowser),
    Caller(Caller),
    Player(Player),
}

impl AnyClient {
    fn rules(&mut self) -> &mut dyn ClientRules {
        match self {
            AnyClient::Browser(browser) => browser,
            AnyClient::Caller(caller) => caller,
            AnyClient::Player(player) => player,
        }
    }

    fn digest(&self) -> u64 {
        match self {
            AnyClient::Browser(browser) => browser.digest(),
            AnyClient::Caller(caller) => caller.digest(),
            AnyClient::Player(player) => player.digest(),
        }
    }
}

/// What a call of a client has led to.
#[derive(Debug, Default)]
pub struct ClientResult {
    /// The requests, each with its flow and the time at which it arrives at the server.
    pub requests: Vec<(u32, Time, NewRequest)>,
    pub wake: Option<Time>,
    pub begun: u64,
    pub completed: Vec<Transfer>,
    pub player: Vec<PlayerEvent>,
    pub arrived: Option<Arrived>,
}

#[derive(Clone, Debug)]
pub struct Client {
    /// Index of the client's entry in the scenario's list of flows.
    entry: usize,
    rng: Rng,
    rules: AnyClient,
    connections: Vec<Connection>,
}

impl Client {
    pub fn new(entry: usize, rng: Rng, rules: AnyClient) -> Self {
        Client { entry, rng, rules, connections: Vec::new() }
    }

    pub fn entry(&self) -> usize {
        self.entry
    }

    /// Adds a connection.
    pub fn join(&mut self, flow: u32, request_delay: Time) {
        self.connections.push(Connection { flow, request_delay, is_running: false });
    }

    /// The flow whose timer is the client's, and whose results contain the client's transfers.
    pub fn first(&self) -> u32 {
        self.connections.first().map_or(0, |connection| connection.flow)
    }

    fn call(&mut self, now: Time, call: impl FnOnce(&mut dyn ClientRules, &mut ClientCx)) -> ClientResult {
        let mut cx = ClientCx {
            now,
            rng: &mut self.rng,
            requests: Vec::new(),
            wake: None,
            begun: 0,
            completed: Vec::new(),
            player: Vec::new(),
            arrived: None,
        };
        call(self.rules.rules(), &mut cx);
        let ClientCx { requests, wake, begun, completed, player, arrived, .. } = cx;
        let requests = requests
            .into_iter()
            .filter_map(|request| {
                let connection = self.connections.get(request.connection)?;
                Some((connection.flow, now + connection.request_delay, request))
            })
            .collect();
        ClientResult { requests, wake, begun, completed, player, arrived }
    }

    /// A connection has started or stopped.
    pub fn update_running(&mut self, flow: u32, is_running: bool, now: Time) -> ClientResult {
        let had_any = self.has_running();
        if let Some(connection) = self.connections.iter_mut().find(|connection| connection.flow == flow) {
            connection.is_running = is_running;
        }
        let usable: Vec<bool> = self.connections.iter().map(|connection| connection.is_running).collect();
        match (had_any, self.has_running()) {
            (false, true) => self.call(now, |rules, cx| rules.start(&usable, cx)),
            (true, true) => self.call(now, |rules, cx| rules.on_change(&usable, cx)),
            _ => ClientResult::default(),
        }
    }

    pub fn has_running(&self) -> bool {
        self.connections.iter().any(|connection| connection.is_running)
    }

    /// Responses have arrived completely on a flow.
    pub fn on_responses(&mut self, flow: u32, ids: &[u32], now: Time) -> ClientResult {
        let position = self.connections.iter().position(|c| c.flow == flow && c.is_running);
        let Some(connection) = position else { return ClientResult::default() };
        self.call(now, |rules, cx| ids.iter().for_each(|&id| rules.on_response(connection, id, cx)))
    }

    pub fn on_timer(&mut self, now: Time) -> ClientResult {
        if !self.has_running() {
            return ClientResult::default();
        }
        self.call(now, |rules, cx| rules.on_timer(cx))
    }

    pub fn digest(&self) -> u64 {
        let running = self.connections.iter().filter(|connection| connection.is_running).count();
        digest_of(&[running as u64, self.rules.digest()])
    }
}
