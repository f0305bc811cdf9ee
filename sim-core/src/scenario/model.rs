//! The typed scenario that a simulation is built from: every value checked, every default filled in. Ranges from which
//! flows draw (`ValueRange`) are carried as they are; drawing belongs to the build step, which has the random streams.

use serde_json::{Map, Value};

use super::network::{self, Network};
use super::routes::{Route, Router};
use super::schema::{LOSS_SHARED, QUEUE_SHARED};
use super::target::{Target, target};
use crate::choice;
use crate::describe::{Family, Kinds};
use crate::net::impairments;
use crate::params::{Limit, ParamType, TAG, ValueRange, whole_number};

choice! {
    /// What a flow is there for.
    pub enum Role {
        /// Its results count in the fairness metrics.
        Measured "measured",
        /// It shares the path, but is not compared.
        Background "background",
        /// It sends against the others: from right to left, unless its path says otherwise.
        Reverse "reverse",
    }
}

choice! {
    /// How senders add small random delays.
    pub enum JitterMode {
        /// Each packet is delayed by its own random time, in order.
        Delay "delay",
        /// Each packet takes a random processing time, one after the other.
        Serial "serial",
        /// A packet waits for a random time and takes along what its window allows by then, as the overhead of ns-2's TCP does. Paced senders are left alone.
        Batch "batch",
        /// None.
        Off "off",
    }
}

choice! {
    /// Where a loss rule acts.
    pub enum LossPlace {
        /// Before the queue.
        Arrival "arrival",
        /// After service.
        Exit "exit",
    }
}

choice! {
    /// Which packets a loss rule matches.
    pub enum PacketClass {
        /// Packets that carry payload.
        Data "data",
        /// Acknowledgements and reports.
        Feedback "feedback",
        /// Both.
        All "all",
    }
}

/// A setting of a link that can change during a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkSetting {
    Rate,
    Delay,
    Limit,
    Loss,
}

/// Something registered, and its own settings (all of them, defaults included).
#[derive(Clone, Debug, PartialEq)]
pub struct ConfiguredKind {
    pub kind: String,
    pub params: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    pub title: String,
    pub note: String,
    pub seed: u64,
    pub duration: f64,
    pub warmup: f64,
    pub network: Network,
    pub jitter: SenderJitter,
    pub flows: Vec<FlowSpec>,
    /// In document order; after them the changes that rate schedules come to.
    pub timeline: Vec<TimelineEntry>,
    /// How many of them the document lists.
    pub listed: usize,
    pub measure: Measure,
}

/// One direction of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkSpec {
    /// Its stable name: `forward` or `reverse`, with the link's id before it where there are several (`ab.forward`).
    pub id: String,
    /// Places in `Network::nodes`.
    pub from: usize,
    pub to: usize,
    pub rate: f64,
    pub delay: f64,
    pub queue: ConfiguredKind,
    pub limit: Limit,
    pub loss: Vec<LossRuleSpec>,
    /// As in the document, defaults included: see `net::impairments`.
    pub impairments: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LossRuleSpec {
    pub rule: ConfiguredKind,
    /// The flow of the document whose packets match; `None` is any.
    pub flow: Option<String>,
    pub place: LossPlace,
    pub what: PacketClass,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenderJitter {
    pub mode: JitterMode,
    /// `None`: one service time of the slowest link on the path at the start.
    pub max: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FlowSpec {
    pub id: String,
    /// As given; empty means the id.
    pub label: String,
    pub role: Role,
    pub algorithm: String,
    /// Whether the algorithm reacts to congestion at all.
    pub responsive: bool,
    /// Every parameter, defaults included.
    pub params: Value,
    pub source: ConfiguredKind,
    /// Bytes on the wire.
    pub packet: u64,
    pub sender: ValueRange,
    pub receiver: ValueRange,
    pub route: Route,
    /// What each receiver can take, bit/s; `None`: whatever comes.
    pub receiver_rate: Option<f64>,
    pub receiver_buffer: u64,
    pub start: ValueRange,
    pub stop: Option<f64>,
    pub count: u64,
}

/// One of the flows that an entry of the document stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub id: String,
    pub label: String,
}

impl FlowSpec {
    /// The flows that this entry stands for: itself, or `id.0`, `id.1`, ...
    pub fn members(&self) -> impl Iterator<Item = Member> + '_ {
        let label = if self.label.is_empty() { &self.id } else { &self.label };
        (0..self.count).map(move |i| {
            if self.count == 1 {
                Member { id: self.id.clone(), label: label.clone() }
            } else {
                Member { id: format!("{}.{i}", self.id), label: format!("{label}.{i}") }
            }
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TimelineEntry {
    pub at: f64,
    pub change: TimelineChange,
}

/// A change during the run. Links are given by their index in `Network::links`, flows by theirs in `Scenario::flows`, and
/// mean all members.
#[derive(Clone, Debug, PartialEq)]
pub enum TimelineChange {
    /// 0 is an outage.
    Rate {
        link: usize,
        rate: f64,
    },
    Delay {
        link: usize,
        delay: f64,
    },
    Limit {
        link: usize,
        limit: Limit,
    },
    /// The whole list of rules.
    Loss {
        link: usize,
        rules: Vec<LossRuleSpec>,
    },
    Active {
        flow: usize,
        active: bool,
    },
    Param {
        flow: usize,
        name: String,
        value: Value,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    pub bins: Vec<f64>,
    pub windows: Vec<MeasureWindow>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MeasureWindow {
    pub id: String,
    pub from: f64,
    pub to: f64,
}

impl Scenario {
    /// Reads an expanded document that has been checked. What cannot be read is zero or left out.
    pub(super) fn read(full: &Value, kinds: &Kinds) -> Self {
        let network = Network::read(full);
        let listed = items(full, "timeline").filter_map(|entry| read_change(full, entry, &network, kinds));
        let mut timeline: Vec<TimelineEntry> = listed.collect();
        let listed = timeline.len();
        for (id, changes) in network::scheduled(full, real(full, "duration")) {
            let Some(link) = network.link(&id) else { continue };
            let change = |(at, rate)| TimelineEntry { at, change: TimelineChange::Rate { link, rate } };
            timeline.extend(changes.into_iter().map(change));
        }
        let mut router = Router::new(&network);
        let flows = items(full, "flows").map(|flow| read_flow(flow, &mut router, kinds)).collect();
        Self {
            title: text(full, "title"),
            note: text(full, "note"),
            seed: full.get("seed").and_then(whole_number).unwrap_or(0),
            duration: real(full, "duration"),
            warmup: real(full, "warmup"),
            jitter: SenderJitter {
                mode: typed(part(full, "jitter"), "mode").unwrap_or(JitterMode::Delay),
                max: typed(part(full, "jitter"), "max"),
            },
            flows,
            network,
            timeline,
            listed,
            measure: Measure {
                bins: typed(part(full, "measure"), "bins").unwrap_or_default(),
                windows: items(part(full, "measure"), "windows")
                    .map(|w| MeasureWindow { id: text(w, "id"), from: real(w, "from"), to: real(w, "to") })
                    .collect(),
            },
        }
    }
}

/// The settings of a direction; its name and place are for the network to say.
pub(super) fn read_link(link: &Value) -> LinkSpec {
    let queue = part(link, "queue");
    let impairments = part(link, "impairments");
    LinkSpec {
        id: String::new(),
        from: 0,
        to: 0,
        rate: impairments::trace_rate(impairments).unwrap_or_else(|| real(link, "rate")),
        delay: real(link, "delay"),
        queue: chosen(queue, &QUEUE_SHARED),
        limit: typed(queue, "limit").unwrap_or(Limit::Packets(1)),
        loss: items(link, "loss").map(read_loss).collect(),
        impairments: impairments.clone(),
    }
}

fn read_loss(rule: &Value) -> LossRuleSpec {
    LossRuleSpec {
        rule: chosen(rule, &LOSS_SHARED),
        flow: rule.get("flow").and_then(Value::as_str).map(str::to_owned),
        place: typed(rule, "where").unwrap_or(LossPlace::Arrival),
        what: typed(rule, "what").unwrap_or(PacketClass::All),
    }
}

fn read_flow(flow: &Value, router: &mut Router<'_>, kinds: &Kinds) -> FlowSpec {
    let span = |object, name| typed(object, name).unwrap_or(ValueRange::exactly(0.0));
    FlowSpec {
        id: text(flow, "id"),
        label: text(flow, "label"),
        role: typed(flow, "role").unwrap_or(Role::Measured),
        responsive: kinds.algorithm(&text(flow, "algorithm")).is_none_or(|info| info.family != Family::None),
        algorithm: text(flow, "algorithm"),
        params: part(flow, "params").clone(),
        source: chosen(part(flow, "source"), &[]),
        packet: typed(flow, "packet").unwrap_or(1500),
        sender: span(part(flow, "access"), "sender"),
        receiver: span(part(flow, "access"), "receiver"),
        route: router.route(flow).unwrap_or_default(),
        receiver_rate: typed(part(flow, "access"), "receiver_rate"),
        receiver_buffer: typed(part(flow, "access"), "receiver_buffer").unwrap_or(15_000),
        start: span(flow, "start"),
        stop: typed(flow, "stop"),
        count: typed(flow, "count").unwrap_or(1),
    }
}

fn read_change(full: &Value, entry: &Value, network: &Network, kinds: &Kinds) -> Option<TimelineEntry> {
    let (target, field) = target(full, entry.get("set")?.as_str()?, kinds).ok()?;
    let to = super::canonical::full(&field, entry.get("to")?, kinds);
    let change = match target {
        Target::Active { flow } => TimelineChange::Active { flow, active: to.as_bool()? },
        Target::Param { flow, name } => TimelineChange::Param { flow, name, value: to },
        Target::Link { link, setting } => {
            let link = network.link(&link)?;
            match setting {
                LinkSetting::Rate => TimelineChange::Rate { link, rate: to.as_f64()? },
                LinkSetting::Delay => TimelineChange::Delay { link, delay: to.as_f64()? },
                LinkSetting::Limit => TimelineChange::Limit { link, limit: Limit::from_value(&to)? },
                LinkSetting::Loss => {
                    TimelineChange::Loss { link, rules: to.as_array()?.iter().map(read_loss).collect() }
                }
            }
        }
    };
    Some(TimelineEntry { at: real(entry, "at"), change })
}

/// What the tag names, and the settings that are its own.
fn chosen(value: &Value, shared: &[&str]) -> ConfiguredKind {
    let mut params = value.as_object().cloned().unwrap_or_else(Map::new);
    params.retain(|name, _| name != TAG && !shared.contains(&name.as_str()));
    ConfiguredKind { kind: text(value, TAG), params: Value::Object(params) }
}

pub(super) fn part<'a>(object: &'a Value, name: &str) -> &'a Value {
    object.get(name).unwrap_or(&Value::Null)
}

pub(super) fn typed<T: ParamType>(object: &Value, name: &str) -> Option<T> {
    object.get(name).and_then(T::from_value)
}

fn real(object: &Value, name: &str) -> f64 {
    typed(object, name).unwrap_or(0.0)
}

fn text(object: &Value, name: &str) -> String {
    object.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

pub(super) fn items<'a>(object: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    object.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice).iter()
}
