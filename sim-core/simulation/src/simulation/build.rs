//! Builds a world from a validated scenario: assigns indices and random streams, and resolves limits.
//!
//! Flows are ordered by ID, so their order in the document does not affect results.

use crate::catalogue::kinds;
use crate::describe::Family;
use crate::ground::convert::{narrow, whole};
use crate::ground::digest::mix;
use crate::ground::event_queue::MAX_ENTITIES;
use crate::ground::order::order_by;
use crate::ground::rng::{Purpose, Rng, hash_text};
use crate::ground::time::{Time, from_secs};
use crate::net::access::{Jitter, Path};
use crate::net::impairments::Impairments;
use crate::net::link::Link;
use crate::net::link::retime::LinkChange;
use crate::net::loss::{LossPlace, LossRule};
use crate::net::observer::NetworkObserver;
use crate::net::queues::{QueueConn, QueueFacts};
use crate::net::receiver_limit::ReceiverLimit;
use crate::net::{Conn, Net, SENDER_TIMERS};
use crate::observer::{LinkLimit, Observer};
use crate::params::{Issue, Limit, ValueRange};
use crate::record::Recorder;
use crate::record::tally::{MediaTally, OneWay, TimeWindow, Transfers};
use crate::scenario::{
    self as model, CrossingFlows, JitterMode, NetworkSpec, Role, Scenario, crossings, resolve_limit,
};
use crate::traffic::arrivals::Pool;
use crate::traffic::client::{AnyClient, Client};
use crate::traffic::page::PageBrowser;
use crate::traffic::rpc::Caller;
use crate::traffic::video::Player;
use crate::traffic::{App, SourceFacts, SourceSettings};
use crate::transport::{AnyReceiver, FlowFacts, Sender};
use crate::world::{Applications, Change, FIRST_SCHEDULED_ENTRY, Flow, TimedChange, World};
use std::collections::BTreeMap;

/// Bytes that the values of all programs of a run can take. Each copy of a run takes as many.
const MAX_PROGRAM_BYTES: usize = 32 << 20;

/// Options of the implementation. They do not affect results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    /// Compute each packet's departure when it arrives, if the queue discipline allows it (the lazy path).
    pub lazy: bool,
    /// Compute a packet's passage of the access link together with its departure from its route's last link
    /// (the fused path).
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
    /// Size of a full packet in bytes, including headers.
    pub packet: u16,
    /// Size of the headers in bytes.
    pub header: u16,
    /// Index of the flow's entry in the document's list of flows.
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
    /// Properties of the flows, by index in the world.
    pub flows: Vec<FlowMeta>,
    /// The world's index of each flow, in the order of the document.
    pub document_order: Vec<u32>,
    /// Properties of the link directions, in the order of their IDs.
    pub links: Vec<LinkMeta>,
}

/// A flow and the access delays drawn for it.
struct Placement {
    meta: FlowMeta,
    sender_delay: Time,
    receiver_delay: Time,
}

/// Draws a uniformly distributed value from a range.
fn draw(range: ValueRange, rng: &mut Rng) -> f64 {
    // A random number is taken even if the range is a fixed value, so that the later draws do not depend on
    // it.
    let u = rng.uniform();
    range.min + (range.max - range.min) * u
}

/// Returns the flows in the order of their IDs, which is their order in the world, and the world's index of
/// each flow in the order of the document.
fn place_flows(scenario: &Scenario) -> (Vec<Placement>, Vec<u32>) {
    let mut placed = Vec::new();
    for (entry, flow) in scenario.flows.iter().enumerate() {
        let links = flow.route.data.iter().chain(&flow.route.feedback);
        let propagation: Time = links.map(|&link| from_secs(scenario.network.links[link].delay)).sum();
        for (member, name) in flow.members().enumerate() {
            let mut rng = Rng::new(scenario.seed, Purpose::Placement, hash_text(&name.id));
            let sender_delay = from_secs(draw(flow.sender_access_delay, &mut rng));
            let receiver_delay = from_secs(draw(flow.receiver_access_delay, &mut rng));
            let start = from_secs(draw(flow.start, &mut rng));
            let base_rtt = propagation + 2 * (sender_delay + receiver_delay);
            let meta = FlowMeta {
                id: name.id,
                label: name.label,
                algorithm: flow.algorithm.id().to_owned(),
                role: flow.role,
                base_rtt,
                packet: flow.packet_size.min(65_535) as u16,
                header: flow.algorithm.header_bytes(),
                entry,
                start,
                stop: flow.stop.map(from_secs),
            };
            placed.push(((flow.id.clone(), member), Placement { meta, sender_delay, receiver_delay }));
        }
    }
    let document_indices = order_by(placed.len(), &|a, b| placed[a].0.cmp(&placed[b].0));
    let mut world_indices = vec![0; placed.len()];
    for (world_index, &document_index) in document_indices.iter().enumerate() {
        world_indices[document_index] = narrow::<u32>(world_index);
    }
    let mut unsorted: Vec<Option<Placement>> =
        placed.into_iter().map(|(_, placement)| Some(placement)).collect();
    let flows = document_indices.iter().filter_map(|&index| unsorted[index].take()).collect();
    (flows, world_indices)
}

/// The limits of a queue in packets and in bytes, and the limit to report to the observer. Only one of the
/// first two applies; the other is `u64::MAX`.
fn limits(limit: Limit, rate: f64, crossing: CrossingFlows) -> (u64, u64, LinkLimit) {
    let resolved = resolve_limit(limit, rate, crossing.base_rtt, crossing.packet);
    match limit {
        Limit::Packets(_) | Limit::Bdp(_) => {
            let packets = whole::<u64>(resolved.packets);
            (packets, u64::MAX, LinkLimit { limit: packets, in_bytes: false })
        }
        Limit::Bytes(_) | Limit::Seconds(_) => {
            let bytes = whole::<u64>(resolved.bytes);
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
    /// Returns the index of a route. Adds the route if it is new.
    fn index_or_insert(&mut self, route: &[usize]) -> u32 {
        if let Some(&index) = self.known.get(route) {
            return index;
        }
        let index = narrow::<u32>(self.routes.len());
        self.routes.push(route.iter().map(|&link| narrow::<u32>(link)).collect());
        self.known.insert(route.to_vec(), index);
        index
    }
}

/// Builds the links and the timeline of a world from the properties of its flows and connections.
struct Builder<'a> {
    scenario: &'a Scenario,
    net: &'a NetworkSpec,
    /// For each link direction, properties of the flows that cross it.
    crossings: Vec<CrossingFlows>,
    /// Indices of the connections of each flow entry, in ascending order.
    conns_of_entry: Vec<Vec<u32>>,
    /// Indices of the flows of each flow entry in the world.
    flows_of_entry: Vec<Vec<u32>>,
    /// The properties of each connection that queues can use.
    queue_conns: Vec<QueueConn>,
    /// See `streams_by_link`.
    streams: Vec<Vec<u32>>,
    /// See `must_report_exit_losses_at_once`.
    report_losses_at_once: Vec<bool>,
}

/// For each link, the data and feedback streams that cross it, encoded as in `QueueFacts::streams`.
fn streams_by_link(links: usize, conns: &[Conn], routes: &RouteTable) -> Vec<Vec<u32>> {
    let mut streams = vec![Vec::new(); links];
    for (conn, state) in conns.iter().enumerate() {
        for (is_feedback, path) in state.paths.iter().enumerate() {
            for &link in &routes.routes[path.route as usize] {
                streams[link as usize].push(narrow::<u32>(conn) * 2 + narrow::<u32>(is_feedback));
            }
        }
    }
    streams
}

/// For each link, whether it has loss rules at its exit and is on a route with other links. Such a link must
/// not be lazy: a lazy link can report a loss at its exit after another link has reported a loss that happens
/// later.
fn must_report_exit_losses_at_once(scenario: &Scenario) -> Vec<bool> {
    let has_exit_rule =
        |rules: &[model::LossRuleSpec]| rules.iter().any(|rule| rule.place == LossPlace::Exit);
    let mut lossy: Vec<bool> = scenario.network.links.iter().map(|link| has_exit_rule(&link.loss)).collect();
    for timed in &scenario.timeline {
        if let model::TimelineChange::Loss { link, rules } = &timed.change {
            lossy[*link] |= has_exit_rule(rules);
        }
    }
    let mut on_longer_route = vec![false; lossy.len()];
    for route in scenario.flows.iter().flat_map(|flow| [&flow.route.data, &flow.route.feedback]) {
        if route.len() > 1 {
            route.iter().for_each(|&link| on_longer_route[link] = true);
        }
    }
    lossy.into_iter().zip(on_longer_route).map(|(lossy, longer)| lossy && longer).collect()
}

impl Builder<'_> {
    fn loss_rules(&self, link: usize, rules: &[model::LossRuleSpec]) -> Vec<LossRule> {
        let key = hash_text(&self.net.links[link].id);
        let build = |(index, rule): (usize, &model::LossRuleSpec)| {
            let conns = rule.flow.as_ref().map(|id| {
                let entry = self.scenario.flows.iter().position(|flow| flow.id == *id);
                entry.map_or_else(Vec::new, |entry| self.conns_of_entry[entry].clone())
            });
            let pattern = rule.settings.pattern();
            LossRule::new(pattern, rule.place, rule.class, conns, self.scenario.seed, key, index as u64)
        };
        rules.iter().enumerate().map(build).collect()
    }

    fn link(&self, link: usize, options: BuildOptions) -> Link {
        let spec = &self.net.links[link];
        let key = hash_text(&spec.id);
        let (limit_packets, limit_bytes, _) = limits(spec.limit, spec.rate, self.crossings[link]);
        let facts = QueueFacts {
            limit_packets,
            limit_bytes,
            rate: spec.rate,
            delay: spec.delay,
            max_packet: self.crossings[link].packet,
            seed: self.scenario.seed,
            link: key,
            conns: &self.queue_conns,
            streams: &self.streams[link],
        };
        let loss = self.loss_rules(link, &spec.loss);
        let lazy = options.lazy && !self.report_losses_at_once[link];
        let queue = spec.queue.build(&facts);
        let impairments = Impairments::build(&spec.impairments, self.scenario.seed, key, queue.is_medium());
        let line = (spec.rate, from_secs(spec.delay));
        let link = Link::new(narrow::<u32>(link), key, line, queue, loss, lazy);
        link.with_impairments(impairments)
    }

    fn timeline(&self) -> Vec<TimedChange> {
        let mut changes = Vec::new();
        for (entry, timed) in self.scenario.timeline.iter().enumerate() {
            let change = match &timed.change {
                model::TimelineChange::Rate { link, rate } => {
                    Change::Link { link: narrow::<u32>(*link), change: LinkChange::Rate(*rate), limit: None }
                }
                model::TimelineChange::Delay { link, delay } => {
                    let change = LinkChange::Delay(from_secs(*delay));
                    Change::Link { link: narrow::<u32>(*link), change, limit: None }
                }
                model::TimelineChange::Limit { link, limit } => {
                    let rate = self.net.links[*link].rate;
                    let (packets, bytes, reported) = limits(*limit, rate, self.crossings[*link]);
                    let change = LinkChange::Limit { packets, bytes };
                    Change::Link { link: narrow::<u32>(*link), change, limit: Some(reported) }
                }
                model::TimelineChange::Loss { link, rules } => {
                    Change::Loss { link: narrow::<u32>(*link), rules: self.loss_rules(*link, rules) }
                }
                model::TimelineChange::Active { flow, active } => {
                    Change::Active { flows: self.flows_of_entry[*flow].clone(), active: *active }
                }
                model::TimelineChange::Settings { flow, settings } => {
                    let flows = self.flows_of_entry[*flow].clone();
                    Change::Settings { flows, settings: settings.clone() }
                }
            };
            // Entries after the entries of the document come from rate schedules. Their numbers count from
            // FIRST_SCHEDULED_ENTRY.
            let in_schedules = entry.checked_sub(self.scenario.explicit_changes);
            let entry = in_schedules
                .map_or(narrow::<u32>(entry), |index| narrow::<u32>(index) + FIRST_SCHEDULED_ENTRY);
            changes.push(TimedChange { at: from_secs(timed.at), entry, change });
        }
        for (link, spec) in self.net.links.iter().enumerate().map(|(link, spec)| (narrow::<u32>(link), spec))
        {
            for (from, to) in spec.impairments.outage_times() {
                for (at, begins) in [(from, true), (to, false)] {
                    let change = Change::Link { link, change: LinkChange::Outage(begins), limit: None };
                    changes.push(TimedChange { at: from_secs(at), entry: FIRST_OUTAGE_ENTRY + link, change });
                }
            }
        }
        changes
    }
}

/// The entry number of the first link's outages. It is above the numbers of the rate schedules' entries, so
/// that an outage is applied after a scheduled change at the same time.
const FIRST_OUTAGE_ENTRY: u32 = 2 * FIRST_SCHEDULED_ENTRY;

/// The jitter of a flow's sender. `lowest_rate` is the lowest rate on the flow's routes in bit/s. A sender
/// without a window has no jitter in batch mode.
fn jitter(scenario: &Scenario, packet: u16, lowest_rate: f64, has_window: bool) -> Jitter {
    let transmission_time = || from_secs(f64::from(packet) * 8.0 / lowest_rate);
    let max = scenario.jitter.max.map_or_else(transmission_time, from_secs);
    match scenario.jitter.mode {
        JitterMode::Off => Jitter::Off,
        JitterMode::Delay => Jitter::Delay(max),
        JitterMode::Serial => Jitter::Serial(max),
        JitterMode::Batch if has_window => Jitter::Batch(max),
        JitterMode::Batch => Jitter::Off,
    }
}

/// Adds a flow whose source is `arrivals` to the pool of its entry, which is created for the first flow of
/// the entry. Returns the pool's index, or `None` for other sources.
fn join_pool(scenario: &Scenario, entry: usize, flow: usize, pools: &mut Vec<Pool>) -> Option<u32> {
    let spec = &scenario.flows[entry];
    let SourceSettings::Arrivals(settings) = &spec.source else { return None };
    let index = pools.iter().position(|pool| pool.entry() == entry).unwrap_or_else(|| {
        let rng = Rng::new(scenario.seed, Purpose::Traffic, hash_text(&spec.id));
        pools.push(Pool::new(entry, (**settings).clone(), rng));
        pools.len() - 1
    });
    pools[index].join(narrow::<u32>(flow));
    Some(narrow::<u32>(index))
}

/// Makes a flow whose data a client requests a connection of a client, which is created for the first flow of an entry or
/// for each flow. Returns the client's index, or `None` for other sources.
fn join_client(
    scenario: &Scenario,
    placement: &Placement,
    flow: usize,
    clients: &mut Vec<Client>,
) -> Option<u32> {
    let entry = placement.meta.entry;
    let spec = &scenario.flows[entry];
    let rules = match &spec.source {
        SourceSettings::Page(settings) => AnyClient::Browser(PageBrowser::new(settings)),
        SourceSettings::Rpc(settings) => AnyClient::Caller(Caller::new(settings)),
        SourceSettings::Video(settings) => AnyClient::Player(Player::new(settings)),
        _ => return None,
    };
    // Each flow with video has a player of its own.
    let is_shared = !matches!(rules, AnyClient::Player(_));
    let known = clients.iter().position(|client| is_shared && client.entry() == entry);
    let index = known.unwrap_or_else(|| {
        let rng = Rng::new(scenario.seed, Purpose::Traffic, hash_text(&spec.id));
        clients.push(Client::new(entry, rng, rules));
        clients.len() - 1
    });
    let links: Time =
        spec.route.feedback.iter().map(|&link| from_secs(scenario.network.links[link].delay)).sum();
    let request_delay = links + placement.sender_delay + placement.receiver_delay;
    clients[index].join(narrow::<u32>(flow), request_delay);
    Some(narrow::<u32>(index))
}

/// The parts of a world that its flows determine. The flows are in the order of their IDs.
#[derive(Default)]
struct FlowParts {
    routes: RouteTable,
    conns: Vec<Conn>,
    flows: Vec<Flow>,
    receivers: Vec<AnyReceiver>,
    applications: Applications,
    start_stop_times: Vec<(Time, Option<Time>)>,
    queue_conns: Vec<QueueConn>,
    conns_of_entry: Vec<Vec<u32>>,
    flows_of_entry: Vec<Vec<u32>>,
}

impl FlowParts {
    fn new(scenario: &Scenario) -> Self {
        let entries = scenario.flows.len();
        FlowParts {
            conns_of_entry: vec![Vec::new(); entries],
            flows_of_entry: vec![Vec::new(); entries],
            ..FlowParts::default()
        }
    }

    /// Adds the next flow: its application, sender and connections.
    fn add(&mut self, scenario: &Scenario, placement: &Placement) {
        let meta = &placement.meta;
        let flow = &scenario.flows[meta.entry];
        let index = self.flows.len();
        let key = hash_text(&meta.id);
        let facts = FlowFacts { packet: meta.packet, base_rtt: meta.base_rtt };
        let (sender, specs) = flow.algorithm.build(&facts);
        let payload = u32::from(meta.packet.saturating_sub(meta.header).max(1));
        let source_facts = SourceFacts { payload, packet: u32::from(meta.packet) };
        let mut app =
            App::new(flow.source.build(&source_facts), Rng::new(scenario.seed, Purpose::Traffic, key));
        app.pool = join_pool(scenario, meta.entry, index, &mut self.applications.pools);
        app.client = join_client(scenario, placement, index, &mut self.applications.clients);
        self.applications.apps.push(app);
        let has_window = sender.state().window.is_some();
        let first_conn = narrow::<u32>(self.conns.len());
        for (index_in_flow, spec) in specs.into_iter().enumerate() {
            let key = mix(key ^ (index_in_flow as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            self.add_connection(scenario, placement, (narrow(index_in_flow), key), has_window);
            self.receivers.push(spec.receiver);
        }
        self.flows_of_entry[meta.entry].push(narrow(index));
        let count = narrow::<u32>(self.conns.len()) - first_conn;
        self.flows.push(Flow::new(sender, first_conn, count));
        self.start_stop_times.push((meta.start, meta.stop));
    }

    /// Adds a connection of the next flow, with its index in the flow and its key.
    fn add_connection(
        &mut self,
        scenario: &Scenario,
        placement: &Placement,
        (index_in_flow, key): (u32, u64),
        has_window: bool,
    ) {
        let meta = &placement.meta;
        let flow = &scenario.flows[meta.entry];
        let net = &scenario.network;
        let (data_route, feedback_route) = (
            self.routes.index_or_insert(&flow.route.data),
            self.routes.index_or_insert(&flow.route.feedback),
        );
        let links = flow.route.data.iter().chain(&flow.route.feedback);
        let lowest_rate = links.map(|&link| net.links[link].rate).fold(net.access_rate, f64::min);
        let stream = |purpose| Rng::new(scenario.seed, purpose, key);
        let data = Path::new(
            net.access_rate,
            (placement.sender_delay, placement.receiver_delay),
            jitter(scenario, meta.packet, lowest_rate, has_window),
            data_route,
            stream(Purpose::SenderJitter),
        );
        let feedback = Path::new(
            net.access_rate,
            (placement.receiver_delay, placement.sender_delay),
            Jitter::Off,
            feedback_route,
            stream(Purpose::SenderJitter),
        );
        self.conns_of_entry[meta.entry].push(narrow(self.conns.len()));
        self.queue_conns.push(QueueConn {
            key,
            flow: flow.id.clone(),
            measured: flow.role == Role::Measured,
            background: flow.role == Role::Background,
        });
        self.conns.push(Conn {
            flow: narrow(self.flows.len()),
            index_in_flow,
            key,
            epoch: 0,
            packet_size: meta.packet,
            base_rtt: meta.base_rtt,
            paths: [data, feedback],
            receiver_limit: flow
                .receiver_rate
                .map(|rate| Box::new(ReceiverLimit::new(rate, flow.receiver_buffer))),
            rngs: [stream(Purpose::Algorithm), stream(Purpose::Receiver)],
        });
    }
}

/// Builds the world at time 0. The error states that the flows have too many connections.
pub fn build(scenario: &Scenario, options: BuildOptions) -> Result<BuiltWorld, Vec<Issue>> {
    let net = &scenario.network;
    let (placements, document_order) = place_flows(scenario);
    let mut parts = FlowParts::new(scenario);
    for placement in &placements {
        parts.add(scenario, placement);
    }
    let FlowParts { routes, conns, .. } = &parts;
    if narrow::<u32>(conns.len()) > MAX_ENTITIES / SENDER_TIMERS {
        let max = MAX_ENTITIES / SENDER_TIMERS;
        let message =
            format!("The flows can have at most {max} connections in total; they have {}.", conns.len());
        return Err(vec![Issue::new("flows", "too_many", message)]);
    }
    let program_bytes: usize = parts.flows.iter().map(|flow| flow.sender.program_bytes()).sum();
    if program_bytes > MAX_PROGRAM_BYTES {
        let message = format!(
            "The programs of all flows can keep at most {} values in total; they keep {}.",
            MAX_PROGRAM_BYTES / 8,
            program_bytes / 8
        );
        return Err(vec![Issue::new("flows", "too_many", message)]);
    }
    let builder = Builder {
        scenario,
        net,
        crossings: crossings(scenario),
        streams: streams_by_link(net.links.len(), conns, routes),
        report_losses_at_once: must_report_exit_losses_at_once(scenario),
        conns_of_entry: parts.conns_of_entry,
        flows_of_entry: parts.flows_of_entry,
        queue_conns: parts.queue_conns,
    };
    let links = (0..net.links.len()).map(|link| builder.link(link, options)).collect();
    let timeline = builder.timeline();
    let network = Net::new(links, parts.routes.routes, parts.conns, parts.flows.len(), options.fuse);
    let world = World::new(
        network,
        parts.applications,
        parts.flows,
        parts.receivers,
        &parts.start_stop_times,
        timeline,
    );
    Ok(BuiltWorld {
        world,
        flows: placements.into_iter().map(|placement| placement.meta).collect(),
        document_order,
        links: net.links.iter().map(|link| LinkMeta { id: link.id.clone(), rate: link.rate }).collect(),
    })
}

/// The observer of a world, with all series and tallies registered.
pub fn observe(scenario: &Scenario, built: &BuiltWorld, recorder: Recorder) -> Observer {
    let window = TimeWindow { from: from_secs(scenario.warmup), to: from_secs(scenario.duration) };
    let in_ns = |w: &model::MeasureWindow| TimeWindow { from: from_secs(w.from), to: from_secs(w.to) };
    let windows = scenario.measure.windows.iter().map(in_ns).collect();
    let bins: Vec<Time> = scenario.measure.bins.iter().map(|&width| from_secs(width).max(1)).collect();
    let records_declared_signals = recorder.settings().watch != crate::record::Watch::Only(Vec::new());
    let mut obs = Observer::new(recorder, window, windows, records_declared_signals);
    // Series and tallies are added in the order of the flows' indices in the world.
    for (index, meta) in built.flows.iter().enumerate() {
        let algorithm = kinds().algorithm(&meta.algorithm);
        let own = scenario.flows[meta.entry].algorithm.own_signals();
        let signals = own.as_deref().or_else(|| algorithm.map(|info| info.signals.as_slice()));
        let entity = format!("flow:{}", meta.id);
        obs.add_flow(&entity, signals.unwrap_or_default(), &bins);
        if built.world.app(narrow::<u32>(index)).records_transfers() {
            let flow = &scenario.flows[meta.entry];
            let links = flow.route.data.iter().map(|&link| scenario.network.links[link].rate);
            let lowest = links.fold(scenario.network.access_rate, f64::min);
            let empty_path = Some((meta.base_rtt, lowest));
            obs.flows[index].transfers = Some(Box::new(Transfers { empty_path, ..Transfers::default() }));
        }
        let source = &scenario.flows[meta.entry].source;
        if matches!(source, SourceSettings::Video(_)) {
            obs.add_video(index, &entity);
        }
        if matches!(source, SourceSettings::Page(_)) {
            obs.add_page(index, &entity);
        }
        let retransmits = algorithm.is_none_or(|info| info.family == Family::Window);
        if !retransmits || matches!(source, SourceSettings::Media(_)) {
            obs.flows[index].one_way = Some(Box::<OneWay>::default());
        }
        if let SourceSettings::Media(media) = source {
            let tally = MediaTally::new(meta.header, from_secs(media.deadline), window);
            obs.add_media(index, &entity, tally);
        }
    }
    for (index, (link, crossing)) in scenario.network.links.iter().zip(crossings(scenario)).enumerate() {
        let (_, _, limit) = limits(link.limit, link.rate, crossing);
        let discipline = kinds().queues.iter().find(|info| info.id == link.queue.id());
        obs.add_link(&format!("link:{}", link.id), limit, discipline.map_or(&[], |info| &info.signals));
        obs.rate_changed(narrow::<u32>(index), 0, link.rate);
    }
    obs
}
