//! Requests and answers with fan-in: a client asks all of its servers at once, as a search or a store that is spread over
//! many machines does (Dean and Barroso, "The tail at scale", 2013), and needs all answers. The connections persist.

use super::arrivals::{Sizes, draw_size};
use super::client::{ClientCx, ClientRules, NewRequest};
use super::responses::{Responses, WantedResponse, sends_responses};
use super::{Offer, Ready, Source, SourceCx, SourceFacts, Transfer};
use crate::ground::deque::Deque;
use crate::ground::rng::digest_of;
use crate::ground::time::{Time, from_secs};
use crate::params;

params! {
    pub struct Params {
        /// Mean number of requests per second, each of which goes to all servers. They arrive at random, whether earlier
        /// ones are answered or not.
        per_second: f64 = 10.0, unit "1/s", range 0.001..=100_000.0, scale log, label "Requests per second";
        /// Mean size of the answer of one server, without headers.
        size: f64 = 20_000.0, unit "bytes", range 1.0..=1e9, scale log, label "Size of an answer";
        /// How the sizes vary.
        sizes: Sizes = Sizes::Fixed, label "Sizes";
        /// Shape of the Pareto distribution.
        shape: f64 = 1.2, range 1.01..=10.0;
    }
}

/// Largest number of requests without all answers. Further ones are not made.
const MAX_OPEN: usize = 10_000;

#[derive(Clone, Debug)]
pub struct Rpc {
    responses: Responses,
}

impl Source for Rpc {
    type Params = Params;
    const ID: &'static str = "rpc";
    const NAME: &'static str = "Requests with fan-in";
    const USES_FRESH_CONNECTIONS: bool = true;
    const RECORDS_TRANSFERS: bool = true;

    fn build(_: &Params, _: &SourceFacts) -> Self {
        Rpc { responses: Responses::new(true) }
    }

    fn offers(params: &Params) -> Offer {
        Offer::Rate(8.0 * params.size * params.per_second)
    }

    fn units_per_second(params: &Params, flows: f64) -> f64 {
        flows * params.per_second
    }

    sends_responses!();
}

/// A request of which answers are missing.
#[derive(Clone, Copy, Debug)]
struct OpenRequest {
    id: u32,
    since: Time,
    bytes: u64,
    missing: usize,
}

/// The client that asks the servers.
#[derive(Clone, Debug)]
pub struct Caller {
    params: Params,
    usable: Vec<bool>,
    /// Which connections have been opened.
    has_opened: Vec<bool>,
    open: Deque<OpenRequest>,
    /// Number of the next request.
    next: u32,
}

impl Caller {
    pub fn new(params: &Params) -> Self {
        let params = params.clone();
        Caller { params, usable: Vec::new(), has_opened: Vec::new(), open: Deque::new(), next: 0 }
    }

    fn ask(&mut self, cx: &mut ClientCx) {
        if self.open.len() >= MAX_OPEN {
            return;
        }
        let id = self.next;
        self.next = self.next.wrapping_add(1);
        let mut request = OpenRequest { id, since: cx.now, bytes: 0, missing: 0 };
        for connection in (0..self.usable.len()).filter(|&connection| self.usable[connection]) {
            let bytes = draw_size(self.params.sizes, self.params.shape, self.params.size, None, cx.rng);
            (request.bytes, request.missing) = (request.bytes + bytes, request.missing + 1);
            let opens = !std::mem::replace(&mut self.has_opened[connection], true);
            let response = WantedResponse { id, bytes, urgency: 0, incremental: false };
            cx.requests.push(NewRequest { connection, opens, response });
        }
        self.open.push_back(request);
        cx.begun += 1;
    }

    fn wait(&self, cx: &mut ClientCx) {
        cx.wake = Some(cx.now + from_secs(cx.rng.exponential(1.0 / self.params.per_second)).max(1));
    }
}

impl ClientRules for Caller {
    fn start(&mut self, usable: &[bool], cx: &mut ClientCx) {
        (self.usable, self.has_opened) = (usable.to_vec(), vec![false; usable.len()]);
        self.open = Deque::new();
        self.wait(cx);
    }

    fn on_change(&mut self, usable: &[bool], _: &mut ClientCx) {
        for (connection, &is_usable) in usable.iter().enumerate() {
            self.has_opened[connection] &= is_usable;
        }
        self.usable = usable.to_vec();
    }

    fn on_response(&mut self, _: usize, id: u32, cx: &mut ClientCx) {
        let Some(index) = self.open.iter().position(|request| request.id == id) else { return };
        let Some(request) = self.open.get_mut(index) else { return };
        request.missing -= 1;
        let request = *request;
        if request.missing == 0 {
            self.open.retain(|open| open.id != id);
            cx.completed.push(Transfer { took: cx.now - request.since, bytes: request.bytes });
        }
    }

    fn on_timer(&mut self, cx: &mut ClientCx) {
        self.ask(cx);
        self.wait(cx);
    }

    fn digest(&self) -> u64 {
        let missing: usize = self.open.iter().map(|request| request.missing).sum();
        digest_of(&[u64::from(self.next), self.open.len() as u64, missing as u64])
    }
}
