//! Builds a world from a validated scenario: assigns indices and random streams, and resolves limits.
//!
//! Flows are ordered by ID, so their order in the document does not affect results.

use crate::catalogue::kinds;
use crate::ground::event_queue::MAX_ENTITIES;
use crate::ground::order::{order_by, sorted};
use crate::ground::rng::{Purpose, Rng, hash_text, mix};
use crate::ground::time::{Time, from_secs};
use crate::net::access::{Jitter, Path};
use crate::net::impairments::{self, Impairments};
use crate::net::link::Link;
use crate::net::link::retime::LinkChange;
use crate::net::loss::{self, LossRule};
use crate::net::observer::NetworkObserver;
use crate::net::queues::{AnyQueue, QueueConn, QueueFacts};
use crate::net::receiver_limit::ReceiverLimit;
use crate::net::{Conn, Net, SENDER_TIMERS};
use crate::observer::{LinkLimit, Observer};
use crate::params::{Issue, Limit, ParamSet, ValueRange};
use crate::protocols::AnySender;
use crate::record::Recorder;
use crate::record::tally::{MediaTally, TimeWindow};
use crate::scenario::{
    self as model, Crossing, JitterMode, LossPlace, NetworkSpec, PacketClass, Role, Scenario, crossings,
    resolve_limit,
};
use crate::traffic::arrivals::{Arrivals, Pool};
use crate::traffic::media::{Media as MediaSource, Params as MediaParams};
use crate::traffic::{AnySource, App, Source, SourceFacts};
use crate::transport::{FlowFacts, Sender};
use crate::world::{Applications, Change, Flow, SCHEDULED, TimedChange, World};
use serde_json::Value;
use std::collections::BTreeMap;

/// Options of the implementation. They do not affect results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    /// Compute departures on arrival if the queue discipline allows it.
    pub lazy: bool,
    /// Pass packets of a route's last link directly to the access link.
    pub fuse: bool,
}

impl Default for BuildOptions {
    fn default() -> Self {
        BuildOptions { lazy: true, fuse: true }
    }
}

/// Properties of a flow that do not change during a run.
#[derive(Clone, Debug)]
pub struct FlowMeta {
    pub id: String,
    pub label: String,
    pub algorithm: String,
    pub role: Role,
    pub base_rtt: Time,
    pub packet: u16,
    pub header: u16,
    /// Index of its entry in the document's list of flows.
    pub entry: usize,
    pub start: Time,
    pub stop: Option<Time>,
}

/// Properties of a link direction that do not change during a run.
#[derive(Clone, Debug)]
pub struct LinkMeta {
    /// `forward` or `reverse` in a dumbbell; for example `ab.reverse` in other networks.
    pub id: String,
    /// Initial rate in bit/s.
    pub rate: f64,
}

/// A world at time 0, and the properties of its flows and links.
#[derive(Clone, Debug)]
pub struct BuiltWorld {
    pub world: World,
    /// The flows, by their indices in the world.
    pub flows: Vec<FlowMeta>,
    /// The flows' indices in the world, in the order of the document.
    pub order: Vec<u32>,
    /// Link directions, in the order of their IDs.
    pub links: Vec<LinkMeta>,
}

/// A flow with the access delays that it has drawn.
struct Placement {
    meta: FlowMeta,
    sender: Time,
    receiver: Time,
}

fn draw(range: ValueRange, rng: &mut Rng) -> f64 {
    // A fixed value also takes a random number, so that it does not affect the values drawn after it.
    let u = rng.uniform();
    range.min + (range.max - range.min) * u
}

fn place_flows(scenario: &Scenario) -> (Vec<Placement>, Vec<u32>) {
    let mut placed = Vec::new();
    for (entry, flow) in scenario.flows.iter().enumerate() {
        let links = flow.route.data.iter().chain(&flow.route.feedback);
        let propagation: Time = links.map(|&link| from_secs(scenario.network.links[link].delay)).sum();
        for (member, name) in flow.members().enumerate() {
            let mut rng = Rng::new(scenario.seed, Purpose::Placement, hash_text(&name.id));
            let sender = from_secs(draw(flow.sender, &mut rng));
            let receiver = from_secs(draw(flow.receiver, &mut rng));
            let start = from_secs(draw(flow.start, &mut rng));
            let base_rtt = propagation + 2 * (sender + receiver);
            let meta = FlowMeta {
                id: name.id,
                label: name.label,
                algorithm: flow.algorithm.clone(),
                role: flow.role,
                base_rtt,
                packet: flow.packet.min(65_535) as u16,
                header: AnySender::header_bytes(&flow.algorithm),
                entry,
                start,
                stop: flow.stop.map(from_secs),
            };
            placed.push(((flow.id.clone(), member), Placement { meta, sender, receiver }));
        }
    }
    let order = order_by(placed.len(), &|a, b| placed[a].0.cmp(&placed[b].0));
    let mut place_of = vec![0; placed.len()];
    for (world, &document) in order.iter().enumerate() {
        place_of[document] = world as u32;
    }
    let mut unsorted: Vec<Option<Placement>> =
        placed.into_iter().map(|(_, placement)| Some(placement)).collect();
    let flows = order.iter().filter_map(|&document| unsorted[document].take()).collect();
    (flows, place_of)
}

/// The limits of a queue in packets and in bytes. A limit that does not apply is `u64::MAX`.
fn limits(limit: Limit, rate: f64, crossing: Crossing) -> (u64, u64, LinkLimit) {
    let resolved = resolve_limit(limit, rate, crossing.base_rtt, crossing.packet);
    match limit {
        Limit::Packets(_) | Limit::Bdp(_) => {
            let packets = resolved.packets as u64;
            (packets, u64::MAX, LinkLimit { limit: packets, in_bytes: false })
        }
        Limit::Bytes(_) | Limit::Seconds(_) => {
            let bytes = resolved.bytes as u64;
            (u64::MAX, bytes, LinkLimit { limit: bytes, in_bytes: true })
        }
    }
}

/// The distinct routes of all flows.
#[derive(Default)]
struct RouteTable {
    routes: Vec<Vec<u32>>,
    /// Index of each route in `routes`.
    known: BTreeMap<Vec<usize>, u32>,
}

impl RouteTable {
    /// The index of a route, which is added if it is new.
    fn index_of(&mut self, route: &[usize]) -> u32 {
        if let Some(&index) = self.known.get(route) {
            return index;
        }
        let index = self.routes.len() as u32;
        self.routes.push(route.iter().map(|&link| link as u32).collect());
        self.known.insert(route.to_vec(), index);
        index
    }
}

struct Builder<'a> {
    scenario: &'a Scenario,
    net: &'a NetworkSpec,
    /// By link direction.
    crossings: Vec<Crossing>,
    /// Indices of the connections of each flow entry, in ascending order.
    conns_of_entry: Vec<Vec<u32>>,
    flows_of_entry: Vec<Vec<u32>>,
    /// The properties of each connection that queues can use.
    queue_conns: Vec<QueueConn>,
    /// The connections that cross each link; see `QueueFacts`.
    ways: Vec<Vec<u32>>,
    /// See `needs_immediate_exit_losses`.
    immediate_losses: Vec<bool>,
}

/// The connections and directions that cross each link.
fn ways_by_link(links: usize, conns: &[Conn], routes: &RouteTable) -> Vec<Vec<u32>> {
    let mut ways = vec![Vec::new(); links];
    for (conn, state) in conns.iter().enumerate() {
        for (direction, way) in state.paths.iter().enumerate() {
            for &link in &routes.routes[way.route as usize] {
                ways[link as usize].push(conn as u32 * 2 + direction as u32);
            }
        }
    }
    ways
}

/// For each link, whether it has loss rules at its exit and lies on a route with other links. Such a link must not be lazy:
/// a lazy link can report a loss at its exit after another link has reported a later one.
fn needs_immediate_exit_losses(scenario: &Scenario) -> Vec<bool> {
    let exits = |rules: &[model::LossRuleSpec]| rules.iter().any(|rule| rule.place == LossPlace::Exit);
    let mut lossy: Vec<bool> = scenario.network.links.iter().map(|link| exits(&link.loss)).collect();
    for timed in &scenario.timeline {
        if let model::TimelineChange::Loss { link, rules } = &timed.change {
            lossy[*link] |= exits(rules);
        }
    }
    let mut shared_route = vec![false; lossy.len()];
    for route in scenario.flows.iter().flat_map(|flow| [&flow.route.data, &flow.route.feedback]) {
        if route.len() > 1 {
            route.iter().for_each(|&link| shared_route[link] = true);
        }
    }
    lossy.into_iter().zip(shared_route).map(|(lossy, shared)| lossy && shared).collect()
}

impl Builder<'_> {
    fn loss_rules(&self, link: usize, rules: &[model::LossRuleSpec]) -> Result<Vec<LossRule>, Vec<Issue>> {
        let mut built = Vec::new();
        for (index, rule) in rules.iter().enumerate() {
            let pattern = loss::pattern(&rule.rule.kind, &rule.rule.params)?;
            let place = match rule.place {
                LossPlace::Arrival => loss::LossPlace::Arrival,
                LossPlace::Exit => loss::LossPlace::Exit,
            };
            let which = match rule.what {
                PacketClass::Data => loss::PacketClass::Data,
                PacketClass::Feedback => loss::PacketClass::Feedback,
                PacketClass::All => loss::PacketClass::All,
            };
            let conns = rule.flow.as_ref().map(|id| {
                let entry = self.scenario.flows.iter().position(|flow| flow.id == *id);
                entry.map_or_else(Vec::new, |entry| self.conns_of_entry[entry].clone())
            });
            let key = hash_text(&self.net.links[link].id);
            built.push(LossRule::new(pattern, place, which, conns, self.scenario.seed, key, index as u64));
        }
        Ok(built)
    }

    fn link(&self, link: usize, options: BuildOptions) -> Result<Link, Vec<Issue>> {
        let from = &self.net.links[link];
        let key = hash_text(&from.id);
        let (limit_packets, limit_bytes, _) = limits(from.limit, from.rate, self.crossings[link]);
        let facts = QueueFacts {
            limit_packets,
            limit_bytes,
            rate: from.rate,
            delay: from.delay,
            max_packet: self.crossings[link].packet,
            seed: self.scenario.seed,
            link: key,
            conns: &self.queue_conns,
            directions: &self.ways[link],
        };
        let queue = AnyQueue::build(&from.queue.kind, &from.queue.params, &facts)?;
        let loss = self.loss_rules(link, &from.loss)?;
        let lazy = options.lazy && !self.immediate_losses[link];
        let impairments = Impairments::build(&from.impairments, self.scenario.seed, key);
        let link = Link::new(key, from.rate, from_secs(from.delay), queue, loss, lazy);
        Ok(link.with_impairments(impairments))
    }

    fn timeline(&self) -> Result<Vec<TimedChange>, Vec<Issue>> {
        let mut changes = Vec::new();
        let mut settings: Vec<Value> = self.scenario.flows.iter().map(|flow| flow.params.clone()).collect();
        // Changes of settings accumulate in the order in which they apply.
        let entries: Vec<_> = self.scenario.timeline.iter().enumerate().collect();
        for (entry, timed) in sorted(entries, |a, b| a.1.at.total_cmp(&b.1.at)) {
            let change = match &timed.change {
                model::TimelineChange::Rate { link, rate } => {
                    Change::Link { link: *link as u32, change: LinkChange::Rate(*rate), limit: None }
                }
                model::TimelineChange::Delay { link, delay } => {
                    let change = LinkChange::Delay(from_secs(*delay));
                    Change::Link { link: *link as u32, change, limit: None }
                }
                model::TimelineChange::Limit { link, limit } => {
                    let rate = self.net.links[*link].rate;
                    let (packets, bytes, shown) = limits(*limit, rate, self.crossings[*link]);
                    let change = LinkChange::Limit { packets, bytes };
                    Change::Link { link: *link as u32, change, limit: Some(shown) }
                }
                model::TimelineChange::Loss { link, rules } => {
                    Change::Loss { link: *link as u32, rules: self.loss_rules(*link, rules)? }
                }
                model::TimelineChange::Active { flow, active } => {
                    Change::Active { flows: self.flows_of_entry[*flow].clone(), active: *active }
                }
                model::TimelineChange::Param { flow, name, value } => {
                    if let Value::Object(settings) = &mut settings[*flow] {
                        settings.insert(name.clone(), value.clone());
                    }
                    let flows = self.flows_of_entry[*flow].clone();
                    Change::Settings { flows, settings: settings[*flow].clone() }
                }
            };
            let scheduled =
                entry.checked_sub(self.scenario.listed_changes).map(|place| place as u32 + SCHEDULED);
            let entry = scheduled.unwrap_or(entry as u32);
            changes.push(TimedChange { at: from_secs(timed.at), entry, change });
        }
        for (link, from) in self.net.links.iter().enumerate().map(|(link, from)| (link as u32, from)) {
            for (from, to) in impairments::outages(&from.impairments) {
                for (at, begins) in [(from, true), (to, false)] {
                    let change = Change::Link { link, change: LinkChange::Outage(begins), limit: None };
                    changes.push(TimedChange { at: from_secs(at), entry: OUTAGES + link, change });
                }
            }
        }
        Ok(changes)
    }
}

/// Outages are applied after the changes of schedules at the same time.
const OUTAGES: u32 = 2 * SCHEDULED;

/// The jitter of a flow's sender. `slowest` is the lowest rate of its path. `window` says whether the sender has a window;
/// only such senders send batches.
fn jitter(scenario: &Scenario, packet: u16, slowest: f64, window: bool) -> Jitter {
    let service = || from_secs(f64::from(packet) * 8.0 / slowest);
    let max = scenario.jitter.max.map_or_else(service, from_secs);
    match scenario.jitter.mode {
        JitterMode::Off => Jitter::Off,
        JitterMode::Delay => Jitter::Delay(max),
        JitterMode::Serial => Jitter::Serial(max),
        JitterMode::Batch if window => Jitter::Batch(max),
        JitterMode::Batch => Jitter::Off,
    }
}

/// The pool of a flow whose source is `arrivals`. The members of a flow entry share a pool.
fn pool_of(scenario: &Scenario, entry: usize, flow: usize, pools: &mut Vec<Pool>) -> Option<u32> {
    let from = &scenario.flows[entry];
    if from.source.kind != Arrivals::ID {
        return None;
    }
    let found = pools.iter().position(|pool| pool.entry() == entry).unwrap_or_else(|| {
        let rng = Rng::new(scenario.seed, Purpose::Traffic, hash_text(&from.id));
        pools.push(Pool::new(entry, &from.source.params, rng));
        pools.len() - 1
    });
    pools[found].join(flow as u32);
    Some(found as u32)
}

/// Builds the world at time 0. The scenario has been validated; the error contains problems that only the owner of a setting
/// can detect.
pub fn build(scenario: &Scenario, options: BuildOptions) -> Result<BuiltWorld, Vec<Issue>> {
    let net = &scenario.network;
    let (placements, order) = place_flows(scenario);
    let mut routes = RouteTable::default();
    let mut conns = Vec::new();
    let mut flows = Vec::new();
    let mut receivers = Vec::new();
    let mut apps = Vec::new();
    let mut pools = Vec::new();
    let mut times = Vec::new();
    let mut queue_conns = Vec::new();
    let mut conns_of_entry = vec![Vec::new(); scenario.flows.len()];
    let mut flows_of_entry = vec![Vec::new(); scenario.flows.len()];
    for (index, placement) in placements.iter().enumerate() {
        let meta = &placement.meta;
        let flow = &scenario.flows[meta.entry];
        let key = hash_text(&meta.id);
        let facts = FlowFacts { packet: meta.packet, base_rtt: meta.base_rtt };
        let at = |issues: Vec<Issue>, part: &str| -> Vec<Issue> {
            let place = |issue: Issue| Issue { path: format!("flows[{}].{part}", meta.entry), ..issue };
            issues.into_iter().map(place).collect()
        };
        let (sender, specs) =
            AnySender::build(&flow.algorithm, &flow.params, &facts).map_err(|issues| at(issues, "params"))?;
        let payload = u32::from(meta.packet.saturating_sub(meta.header).max(1));
        let source_facts = SourceFacts { payload, packet: u32::from(meta.packet) };
        let source = AnySource::build(&flow.source.kind, &flow.source.params, &source_facts)
            .map_err(|issues| at(issues, "source"))?;
        let mut app = App::new(source, Rng::new(scenario.seed, Purpose::Traffic, key));
        app.pool = pool_of(scenario, meta.entry, index, &mut pools);
        apps.push(app);
        let (there, back) = (routes.index_of(&flow.route.data), routes.index_of(&flow.route.feedback));
        let links = flow.route.data.iter().chain(&flow.route.feedback);
        let slowest = links.map(|&link| net.links[link].rate).fold(net.access_rate, f64::min);
        let window = sender.state().window.is_some();
        let first_conn = conns.len() as u32;
        for (sub, spec) in specs.into_iter().enumerate() {
            let key = mix(key ^ (sub as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let stream = |purpose| Rng::new(scenario.seed, purpose, key);
            let data = Path::new(
                net.access_rate,
                (placement.sender, placement.receiver),
                jitter(scenario, meta.packet, slowest, window),
                there,
                stream(Purpose::SenderJitter),
            );
            let feedback = Path::new(
                net.access_rate,
                (placement.receiver, placement.sender),
                Jitter::Off,
                back,
                stream(Purpose::SenderJitter),
            );
            conns_of_entry[meta.entry].push(conns.len() as u32);
            queue_conns.push(QueueConn {
                key,
                flow: flow.id.clone(),
                measured: flow.role == Role::Measured,
                background: flow.role == Role::Background,
            });
            conns.push(Conn {
                flow: index as u32,
                index_in_flow: sub as u32,
                key,
                epoch: 0,
                packet_size: meta.packet,
                base_rtt: meta.base_rtt,
                paths: [data, feedback],
                first_links: Default::default(),
                receiver_limit: flow
                    .receiver_rate
                    .map(|rate| Box::new(ReceiverLimit::new(rate, flow.receiver_buffer))),
                rngs: [stream(Purpose::Algorithm), stream(Purpose::Receiver)],
            });
            receivers.push(spec.receiver);
        }
        flows_of_entry[meta.entry].push(index as u32);
        let count = conns.len() as u32 - first_conn;
        flows.push(Flow::new(sender, first_conn, count));
        times.push((meta.start, meta.stop));
    }
    if conns.len() as u32 > MAX_ENTITIES / SENDER_TIMERS {
        let most = MAX_ENTITIES / SENDER_TIMERS;
        let message = format!("All flows together may have {most} connections; these have {}.", conns.len());
        return Err(vec![Issue::new("flows", "too_many", message)]);
    }
    let builder = Builder {
        scenario,
        net,
        crossings: crossings(scenario),
        ways: ways_by_link(net.links.len(), &conns, &routes),
        immediate_losses: needs_immediate_exit_losses(scenario),
        conns_of_entry,
        flows_of_entry,
        queue_conns,
    };
    let links: Result<Vec<Link>, _> = (0..net.links.len()).map(|link| builder.link(link, options)).collect();
    let timeline = builder.timeline()?;
    let network = Net::new(links?, routes.routes, conns, flows.len(), options.fuse);
    let world = World::new(network, Applications { apps, pools }, flows, receivers, &times, timeline);
    Ok(BuiltWorld {
        world,
        flows: placements.into_iter().map(|placement| placement.meta).collect(),
        order,
        links: net.links.iter().map(|link| LinkMeta { id: link.id.clone(), rate: link.rate }).collect(),
    })
}

/// The observer of a world, with all series and tallies registered.
pub fn observe(scenario: &Scenario, built: &BuiltWorld, recorder: Recorder) -> Observer {
    let window = TimeWindow { from: from_secs(scenario.warmup), to: from_secs(scenario.duration) };
    let declared = |w: &model::MeasureWindow| TimeWindow { from: from_secs(w.from), to: from_secs(w.to) };
    let windows = scenario.measure.windows.iter().map(declared).collect();
    let bins: Vec<Time> = scenario.measure.bins.iter().map(|&width| from_secs(width).max(1)).collect();
    let own_signals = recorder.settings().watch != crate::record::Watch::Only(Vec::new());
    let mut obs = Observer::new(recorder, window, windows, own_signals);
    // Series and tallies are added in the order of the flows' indices in the world.
    for (index, meta) in built.flows.iter().enumerate() {
        let own = kinds().algorithm(&meta.algorithm);
        obs.add_flow(&format!("flow:{}", meta.id), own.map_or(&[], |info| &info.signals), &bins);
        if built.world.app(index as u32).transfers() {
            obs.flows[index].transfers = Some(Box::default());
        }
        let source = &scenario.flows[meta.entry].source;
        if source.kind == MediaSource::ID {
            let delay = MediaParams::read(&source.params).deadline;
            obs.flows[index].media = Some(Box::new(MediaTally::new(meta.header, from_secs(delay), window)));
        }
    }
    for (index, (link, crossing)) in scenario.network.links.iter().zip(crossings(scenario)).enumerate() {
        let (_, _, limit) = limits(link.limit, link.rate, crossing);
        let own = kinds().queues.iter().find(|info| info.id == link.queue.kind);
        obs.add_link(&format!("link:{}", link.id), limit, own.map_or(&[], |info| &info.signals));
        obs.rate_changed(index as u32, 0, link.rate);
    }
    obs
}
