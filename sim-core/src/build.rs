//! From a checked scenario to a world: indices, streams of random numbers, resolved limits.
//!
//! Flows are put in the order of their ids, so that the order in which a document lists them decides nothing.

use crate::engine::heap::MOST_ENTITIES;
use crate::engine::observer::{LinkLimit, Observer};
use crate::engine::rng::{Purpose, Rng, hash_text, mix};
use crate::engine::time::{Time, from_secs};
use crate::engine::world::{Change, Flow, SCHEDULED, TimedChange, World};
use crate::net::access::{Jitter, Way};
use crate::net::link::Link;
use crate::net::loss::{self, LossRule};
use crate::net::queues::{self, AnyQueue, QueueConn, QueueFacts};
use crate::net::retime::LinkChange;
use crate::net::{Conn, Net, SENDER_TIMERS};
use crate::params::{Issue, Limit, Span};
use crate::protocols::{self, AnySender};
use crate::record::Recorder;
use crate::record::tally::Window;
use crate::scenario::{
    self as model, JitterMode, LinkRef, Network, Place, Role, Scenario, What, largest_base_rtt,
    largest_packet, resolve_limit,
};
use crate::traffic::{AnySource, App, SourceFacts};
use crate::transport::FlowFacts;
use serde_json::Value;

/// How a world is built, apart from its scenario. None of it may change a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    /// Compute departures on arrival where the queue allows it.
    pub lazy: bool,
    /// Hand packets of the last hop straight to the access link.
    pub fuse: bool,
}

impl Default for BuildOptions {
    fn default() -> Self {
        BuildOptions { lazy: true, fuse: true }
    }
}

/// What is known of a flow besides its state.
#[derive(Clone, Debug)]
pub struct FlowMeta {
    pub id: String,
    pub label: String,
    pub algorithm: String,
    pub role: Role,
    pub base_rtt: Time,
    pub packet: u16,
    pub header: u16,
    /// Index of its entry in the document's flows.
    pub entry: usize,
    pub start: Time,
    pub stop: Option<Time>,
}

#[derive(Clone, Debug)]
pub struct LinkMeta {
    pub id: &'static str,
    /// Rate at the start, bit/s.
    pub rate: f64,
}

#[derive(Clone, Debug)]
pub struct Built {
    pub world: World,
    /// By the world's flow index.
    pub flows: Vec<FlowMeta>,
    /// World indices in the order of the document.
    pub order: Vec<u32>,
    pub links: Vec<LinkMeta>,
}

/// Link directions of a dumbbell.
const FORWARD: u32 = 0;
const REVERSE: u32 = 1;

struct Placement {
    meta: FlowMeta,
    sender: Time,
    receiver: Time,
}

fn draw(span: Span, rng: &mut Rng) -> f64 {
    // Always one draw, so that a fixed value leaves the others where they were.
    let u = rng.uniform();
    span.min + (span.max - span.min) * u
}

fn place_flows(scenario: &Scenario, net: &model::Dumbbell) -> (Vec<Placement>, Vec<u32>) {
    let mut placed = Vec::new();
    for (entry, flow) in scenario.flows.iter().enumerate() {
        for (member, name) in flow.members().enumerate() {
            let mut rng = Rng::new(scenario.seed, Purpose::Placement, hash_text(&name.id));
            let sender = from_secs(draw(flow.sender, &mut rng));
            let receiver = from_secs(draw(flow.receiver, &mut rng));
            let start = from_secs(draw(flow.start, &mut rng));
            let base_rtt =
                from_secs(net.forward.delay) + from_secs(net.reverse.delay) + 2 * (sender + receiver);
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
    let mut order: Vec<u32> = (0..placed.len() as u32).collect();
    order.sort_by(|&a, &b| placed[a as usize].0.cmp(&placed[b as usize].0));
    let mut place_of = vec![0; placed.len()];
    for (world, &document) in order.iter().enumerate() {
        place_of[document as usize] = world as u32;
    }
    let mut sorted: Vec<Option<Placement>> =
        placed.into_iter().map(|(_, placement)| Some(placement)).collect();
    let flows = order.iter().filter_map(|&document| sorted[document as usize].take()).collect();
    (flows, place_of)
}

/// Limits in waiting packets and in waiting bytes; what does not limit is `u64::MAX`.
fn limits(limit: Limit, rate: f64, base_rtt: f64, packet: u64) -> (u64, u64, LinkLimit) {
    let resolved = resolve_limit(limit, rate, base_rtt, packet);
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

struct Builder<'a> {
    scenario: &'a Scenario,
    net: &'a model::Dumbbell,
    base_rtt: f64,
    packet: u64,
    /// Connections of each entry of the document's flows, ascending.
    conns_of_entry: Vec<Vec<u32>>,
    flows_of_entry: Vec<Vec<u32>>,
    /// What queues can know of each connection.
    queue_conns: Vec<QueueConn>,
}

fn link_name(link: u32) -> &'static str {
    if link == FORWARD { "forward" } else { "reverse" }
}

impl Builder<'_> {
    fn loss_rules(&self, link: u32, rules: &[model::LossRule]) -> Result<Vec<LossRule>, Vec<Issue>> {
        let mut built = Vec::new();
        for (index, rule) in rules.iter().enumerate() {
            let pattern = loss::pattern(&rule.rule.kind, &rule.rule.params)?;
            let place = match rule.place {
                Place::Arrival => loss::Place::Arrival,
                Place::Exit => loss::Place::Exit,
            };
            let which = match rule.what {
                What::Data => loss::Which::Data,
                What::Feedback => loss::Which::Feedback,
                What::All => loss::Which::All,
            };
            let conns = rule.flow.as_ref().map(|id| {
                let entry = self.scenario.flows.iter().position(|flow| flow.id == *id);
                entry.map_or_else(Vec::new, |entry| self.conns_of_entry[entry].clone())
            });
            let key = hash_text(link_name(link));
            built.push(LossRule::new(pattern, place, which, conns, self.scenario.seed, key, index as u64));
        }
        Ok(built)
    }

    fn link(&self, link: u32, options: BuildOptions) -> Result<(Link, LinkLimit), Vec<Issue>> {
        let from = if link == FORWARD { &self.net.forward } else { &self.net.reverse };
        let key = hash_text(link_name(link));
        let (limit_packets, limit_bytes, limit) = limits(from.limit, from.rate, self.base_rtt, self.packet);
        let facts = QueueFacts {
            limit_packets,
            limit_bytes,
            rate: from.rate,
            delay: from.delay,
            packet: self.packet,
            seed: self.scenario.seed,
            link: key,
            conns: &self.queue_conns,
        };
        let queue = AnyQueue::build(&from.queue.kind, &from.queue.params, &facts)?;
        let loss = self.loss_rules(link, &from.loss)?;
        Ok((Link::new(key, from.rate, from_secs(from.delay), queue, loss, options.lazy), limit))
    }

    fn timeline(&self) -> Result<Vec<TimedChange>, Vec<Issue>> {
        let index = |link: LinkRef| if link == LinkRef::Forward { FORWARD } else { REVERSE };
        let mut changes = Vec::new();
        let mut settings: Vec<Value> = self.scenario.flows.iter().map(|flow| flow.params.clone()).collect();
        // In the order in which they apply: settings add up.
        let mut entries: Vec<_> = self.scenario.timeline.iter().enumerate().collect();
        entries.sort_by(|a, b| a.1.at.total_cmp(&b.1.at));
        for (entry, timed) in entries {
            let change = match &timed.change {
                model::Change::Rate { link, rate } => {
                    Change::Link { link: index(*link), change: LinkChange::Rate(*rate), limit: None }
                }
                model::Change::Delay { link, delay } => {
                    let change = LinkChange::Delay(from_secs(*delay));
                    Change::Link { link: index(*link), change, limit: None }
                }
                model::Change::Limit { link, limit } => {
                    let from = if *link == LinkRef::Forward { &self.net.forward } else { &self.net.reverse };
                    let (packets, bytes, shown) = limits(*limit, from.rate, self.base_rtt, self.packet);
                    let change = LinkChange::Limit { packets, bytes };
                    Change::Link { link: index(*link), change, limit: Some(shown) }
                }
                model::Change::Loss { link, rules } => {
                    Change::Loss { link: index(*link), rules: self.loss_rules(index(*link), rules)? }
                }
                model::Change::Active { flow, active } => {
                    Change::Active { flows: self.flows_of_entry[*flow].clone(), active: *active }
                }
                model::Change::Param { flow, name, value } => {
                    if let Value::Object(settings) = &mut settings[*flow] {
                        settings.insert(name.clone(), value.clone());
                    }
                    let flows = self.flows_of_entry[*flow].clone();
                    Change::Settings { flows, settings: settings[*flow].clone() }
                }
            };
            let scheduled = entry.checked_sub(self.scenario.listed).map(|place| place as u32 + SCHEDULED);
            let entry = scheduled.unwrap_or(entry as u32);
            changes.push(TimedChange { at: from_secs(timed.at), entry, change });
        }
        Ok(changes)
    }
}

fn jitter(scenario: &Scenario, packet: u16, rates: &[f64]) -> Jitter {
    let max = scenario.jitter.max.map_or_else(
        || {
            let slowest = rates.iter().copied().fold(f64::MAX, f64::min);
            from_secs(f64::from(packet) * 8.0 / slowest)
        },
        from_secs,
    );
    match scenario.jitter.mode {
        JitterMode::Off => Jitter::Off,
        JitterMode::Delay => Jitter::Delay(max),
        JitterMode::Serial => Jitter::Serial(max),
        JitterMode::Batch => Jitter::Batch(max),
    }
}

/// The world at time 0. The scenario was checked before, so issues here are those of settings that only their owner
/// can judge.
pub fn build(scenario: &Scenario, options: BuildOptions) -> Result<Built, Vec<Issue>> {
    let Network::Dumbbell(net) = &scenario.network;
    let (placements, order) = place_flows(scenario, net);
    let mut conns = Vec::new();
    let mut flows = Vec::new();
    let mut receivers = Vec::new();
    let mut apps = Vec::new();
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
        let source = AnySource::build(&flow.source.kind, &flow.source.params, &SourceFacts { payload })
            .map_err(|issues| at(issues, "source"))?;
        apps.push(App::new(source, Rng::new(scenario.seed, Purpose::Traffic, key)));
        let there = if flow.role == Role::Reverse { REVERSE } else { FORWARD };
        let rates = [net.forward.rate, net.reverse.rate, net.access_rate];
        let first_conn = conns.len() as u32;
        for (sub, spec) in specs.into_iter().enumerate() {
            let key = mix(key ^ (sub as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let stream = |purpose| Rng::new(scenario.seed, purpose, key);
            let data = Way::new(
                net.access_rate,
                (placement.sender, placement.receiver),
                jitter(scenario, meta.packet, &rates),
                there,
                stream(Purpose::SenderJitter),
            );
            let feedback = Way::new(
                net.access_rate,
                (placement.receiver, placement.sender),
                Jitter::Off,
                1 - there,
                stream(Purpose::SenderJitter),
            );
            conns_of_entry[meta.entry].push(conns.len() as u32);
            queue_conns.push(QueueConn { key, flow: flow.id.clone(), role: flow.role });
            conns.push(Conn {
                flow: index as u32,
                sub: sub as u32,
                key,
                epoch: 0,
                packet: meta.packet,
                base_rtt: meta.base_rtt,
                ways: [data, feedback],
                rngs: [stream(Purpose::Algorithm), stream(Purpose::Receiver)],
            });
            receivers.push(spec.receiver);
        }
        flows_of_entry[meta.entry].push(index as u32);
        let count = conns.len() as u32 - first_conn;
        flows.push(Flow::new(sender, first_conn, count));
        times.push((meta.start, meta.stop));
    }
    if conns.len() as u32 > MOST_ENTITIES / SENDER_TIMERS {
        let most = MOST_ENTITIES / SENDER_TIMERS;
        let message = format!("All flows together may have {most} connections; these have {}.", conns.len());
        return Err(vec![Issue::new("flows", "too_many", message)]);
    }
    let builder = Builder {
        scenario,
        net,
        base_rtt: largest_base_rtt(scenario),
        packet: largest_packet(scenario),
        conns_of_entry,
        flows_of_entry,
        queue_conns,
    };
    let links = vec![builder.link(FORWARD, options)?.0, builder.link(REVERSE, options)?.0];
    let timeline = builder.timeline()?;
    let routes = vec![vec![FORWARD], vec![REVERSE]];
    let world =
        World::new(Net::new(links, routes, conns, apps, options.fuse), flows, receivers, &times, timeline);
    Ok(Built {
        world,
        flows: placements.into_iter().map(|placement| placement.meta).collect(),
        order,
        links: vec![
            LinkMeta { id: "forward", rate: net.forward.rate },
            LinkMeta { id: "reverse", rate: net.reverse.rate },
        ],
    })
}

/// The observer that goes with a built world: every series and tally registered.
pub fn observe(scenario: &Scenario, built: &Built, recorder: Recorder) -> Observer {
    let Network::Dumbbell(net) = &scenario.network;
    let window = Window { from: from_secs(scenario.warmup), to: from_secs(scenario.duration) };
    let declared = |w: &model::Window| Window { from: from_secs(w.from), to: from_secs(w.to) };
    let windows = scenario.measure.windows.iter().map(declared).collect();
    let bins: Vec<Time> = scenario.measure.bins.iter().map(|&width| from_secs(width).max(1)).collect();
    let own_signals = recorder.settings().watch != crate::record::Watch::Only(Vec::new());
    let mut obs = Observer::new(recorder, window, windows, own_signals);
    let infos = protocols::infos();
    // Registered in the order of the document, for readers; tallies are by world index.
    for (index, meta) in built.flows.iter().enumerate() {
        debug_assert!(index < built.flows.len());
        let own = infos.iter().find(|info| info.id == meta.algorithm);
        obs.add_flow(&format!("flow:{}", meta.id), own.map_or(&[], |info| &info.signals), &bins);
    }
    let (base_rtt, packet) = (largest_base_rtt(scenario), largest_packet(scenario));
    let queue_infos = queues::infos();
    for (index, link) in [&net.forward, &net.reverse].into_iter().enumerate() {
        let (_, _, limit) = limits(link.limit, link.rate, base_rtt, packet);
        let id = if std::ptr::eq(link, &raw const net.forward) { "link:forward" } else { "link:reverse" };
        let own = queue_infos.iter().find(|info| info.id == link.queue.kind);
        obs.add_link(id, limit, own.map_or(&[], |info| &info.signals));
        obs.link_rate(index as u32, 0, link.rate);
    }
    obs
}
