//! The typed scenario from which a simulation is built, with all defaults. Values of ranges (`ValueRange`) are drawn when the
//! simulation is built.

use serde_json::{Map, Value};

use super::network::{self, NetworkSpec};
use super::routes::{Route, Router};
use super::schema::{LOSS_SHARED, QUEUE_SHARED};
use super::target::{TimelineTarget, resolve_target};
use sim_engine::choice;
use sim_engine::describe::{Family, Kinds};
use sim_engine::net::impairments;
use sim_engine::net::loss::{LossPlace, PacketClass};
use sim_engine::params::{Limit, ParamType, TAG, ValueRange, whole_number};

choice! {
    /// The role of a flow in the fairness metrics.
    pub enum Role {
        /// The fairness metrics compare this flow.
        Measured "measured",
        /// The flow shares the links, but the fairness metrics do not include it.
        Background "background",
        /// The flow sends in the opposite direction: from right to left, unless it has a `path`. The fairness metrics do not include it.
        Reverse "reverse",
    }
}

choice! {
    /// How senders add small random delays.
    pub enum JitterMode {
        /// Each packet is delayed by its own random time, in order.
        Delay "delay",
        /// Each packet takes a random processing time; packets are processed one after the other.
        Serial "serial",
        /// A packet waits for a random time and is then sent with all packets that the window allows at that time, like the overhead of ns-2's TCP. Paced senders have no jitter.
        Batch "batch",
        /// No jitter.
        Off "off",
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

/// A registered kind of source, queue or loss rule, with the settings that belong to this kind, including defaults.
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
    /// Seconds of simulated time.
    pub duration: f64,
    /// Seconds at the start that the summary does not cover.
    pub warmup: f64,
    pub network: NetworkSpec,
    pub jitter: SenderJitter,
    pub flows: Vec<FlowSpec>,
    /// The timeline entries of the document in document order, followed by the rate changes of the schedules.
    pub timeline: Vec<TimelineEntry>,
    /// Number of timeline entries in the document.
    pub listed_changes: usize,
    pub measure: Measure,
}

/// One direction of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkSpec {
    /// `forward` or `reverse` in a dumbbell; for example `ab.forward` in other networks.
    pub id: String,
    /// Indices into `NetworkSpec::nodes`.
    pub from: usize,
    pub to: usize,
    /// Initial rate, bit/s.
    pub rate: f64,
    /// Initial one-way propagation delay, s.
    pub delay: f64,
    pub queue: ConfiguredKind,
    pub limit: Limit,
    pub loss: Vec<LossRuleSpec>,
    /// The value in the expanded document, which `net::impairments` reads.
    pub impairments: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LossRuleSpec {
    pub rule: ConfiguredKind,
    /// ID of the flow entry whose packets the rule counts; `None` for all flows.
    pub flow: Option<String>,
    pub place: LossPlace,
    pub class: PacketClass,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenderJitter {
    pub mode: JitterMode,
    /// Maximum delay in seconds. `None` means the transmission time of a packet at the initial rate of the path's slowest link.
    pub max: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FlowSpec {
    pub id: String,
    /// The label in the document; if empty, the ID is shown.
    pub label: String,
    pub role: Role,
    pub algorithm: String,
    /// Whether the algorithm reacts to congestion.
    pub responsive: bool,
    /// All settings of the algorithm, including defaults.
    pub params: Value,
    pub source: ConfiguredKind,
    /// Size of a full packet in bytes, including headers.
    pub packet: u64,
    /// One-way delay of the access link at the sender, s.
    pub sender: ValueRange,
    /// One-way delay of the access link at the receiver, s.
    pub receiver: ValueRange,
    pub route: Route,
    /// Rate at which each receiver accepts data, in bit/s; `None` for no limit.
    pub receiver_rate: Option<f64>,
    /// Size of each receiver's buffer in bytes, if its rate is limited.
    pub receiver_buffer: u64,
    /// Start time, s.
    pub start: ValueRange,
    /// Stop time, s.
    pub stop: Option<f64>,
    /// Number of flows that the entry defines.
    pub count: u64,
}

/// A flow that an entry of the document defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowMember {
    pub id: String,
    pub label: String,
}

impl FlowSpec {
    /// The flows that this entry defines: one flow with the entry's ID, or `id.0`, `id.1` and so on if `count` is above 1.
    pub fn members(&self) -> impl Iterator<Item = FlowMember> + '_ {
        let label = if self.label.is_empty() { &self.id } else { &self.label };
        (0..self.count).map(move |i| {
            if self.count == 1 {
                FlowMember { id: self.id.clone(), label: label.clone() }
            } else {
                FlowMember { id: format!("{}.{i}", self.id), label: format!("{label}.{i}") }
            }
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TimelineEntry {
    /// Time of the change, s.
    pub at: f64,
    pub change: TimelineChange,
}

/// A change during the run. A link is an index into `NetworkSpec::links`. A flow is an index into `Scenario::flows`; the change
/// applies to all of its members.
#[derive(Clone, Debug, PartialEq)]
pub enum TimelineChange {
    /// A new rate; 0 is an outage.
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
    /// A new list of loss rules.
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
    /// Bin widths, s.
    pub bins: Vec<f64>,
    pub windows: Vec<MeasureWindow>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MeasureWindow {
    pub id: String,
    /// Start and end, s.
    pub from: f64,
    pub to: f64,
}

impl Scenario {
    /// Reads an expanded document. If the document has problems, unreadable values become zero or are omitted, and the result
    /// is used only to estimate the work of a run.
    pub(super) fn read(full: &Value, kinds: &Kinds) -> Self {
        let network = NetworkSpec::read(full);
        let mut timeline: Vec<TimelineEntry> = list_items(full, "timeline")
            .filter_map(|entry| read_change(full, entry, &network, kinds))
            .collect();
        let listed_changes = timeline.len();
        for (link_id, changes) in network::scheduled_rates(full, read_number(full, "duration")) {
            let Some(link) = network.link(&link_id) else { continue };
            let change = |(at, rate)| TimelineEntry { at, change: TimelineChange::Rate { link, rate } };
            timeline.extend(changes.into_iter().map(change));
        }
        let mut router = Router::new(&network);
        let flows = list_items(full, "flows").map(|flow| read_flow(flow, &mut router, kinds)).collect();
        Self {
            title: read_text(full, "title"),
            note: read_text(full, "note"),
            seed: full.get("seed").and_then(whole_number).unwrap_or(0),
            duration: read_number(full, "duration"),
            warmup: read_number(full, "warmup"),
            jitter: SenderJitter {
                mode: read_typed(member(full, "jitter"), "mode").unwrap_or(JitterMode::Delay),
                max: read_typed(member(full, "jitter"), "max"),
            },
            flows,
            network,
            timeline,
            listed_changes,
            measure: Measure {
                bins: read_typed(member(full, "measure"), "bins").unwrap_or_default(),
                windows: list_items(member(full, "measure"), "windows")
                    .map(|w| MeasureWindow {
                        id: read_text(w, "id"),
                        from: read_number(w, "from"),
                        to: read_number(w, "to"),
                    })
                    .collect(),
            },
        }
    }
}

/// Reads the settings of a link direction. The caller sets the ID and the nodes.
pub(super) fn read_link(link: &Value) -> LinkSpec {
    let queue = member(link, "queue");
    let impairments = member(link, "impairments");
    LinkSpec {
        id: String::new(),
        from: 0,
        to: 0,
        rate: impairments::trace_rate(impairments).unwrap_or_else(|| read_number(link, "rate")),
        delay: read_number(link, "delay"),
        queue: read_kind(queue, &QUEUE_SHARED),
        limit: read_typed(queue, "limit").unwrap_or(Limit::Packets(1)),
        loss: list_items(link, "loss").map(read_loss).collect(),
        impairments: impairments.clone(),
    }
}

fn read_loss(rule: &Value) -> LossRuleSpec {
    LossRuleSpec {
        rule: read_kind(rule, &LOSS_SHARED),
        flow: rule.get("flow").and_then(Value::as_str).map(str::to_owned),
        place: read_typed(rule, "where").unwrap_or(LossPlace::Arrival),
        class: read_typed(rule, "what").unwrap_or(PacketClass::All),
    }
}

fn read_flow(flow: &Value, router: &mut Router<'_>, kinds: &Kinds) -> FlowSpec {
    let range = |object, name| read_typed(object, name).unwrap_or(ValueRange::exactly(0.0));
    FlowSpec {
        id: read_text(flow, "id"),
        label: read_text(flow, "label"),
        role: read_typed(flow, "role").unwrap_or(Role::Measured),
        responsive: kinds
            .algorithm(&read_text(flow, "algorithm"))
            .is_none_or(|info| info.family != Family::None),
        algorithm: read_text(flow, "algorithm"),
        params: member(flow, "params").clone(),
        source: read_kind(member(flow, "source"), &[]),
        packet: read_typed(flow, "packet").unwrap_or(1500),
        sender: range(member(flow, "access"), "sender"),
        receiver: range(member(flow, "access"), "receiver"),
        route: router.route(flow).unwrap_or_default(),
        receiver_rate: read_typed(member(flow, "access"), "receiver_rate"),
        receiver_buffer: read_typed(member(flow, "access"), "receiver_buffer").unwrap_or(15_000),
        start: range(flow, "start"),
        stop: read_typed(flow, "stop"),
        count: read_typed(flow, "count").unwrap_or(1),
    }
}

fn read_change(full: &Value, entry: &Value, network: &NetworkSpec, kinds: &Kinds) -> Option<TimelineEntry> {
    let (target, field) = resolve_target(full, entry.get("set")?.as_str()?, kinds).ok()?;
    let value = super::canonical::with_defaults(&field, entry.get("to")?, full, kinds);
    let change = match target {
        TimelineTarget::Active { flow } => TimelineChange::Active { flow, active: value.as_bool()? },
        TimelineTarget::Param { flow, name } => TimelineChange::Param { flow, name, value },
        TimelineTarget::Link { link, setting } => {
            let link = network.link(&link)?;
            match setting {
                LinkSetting::Rate => TimelineChange::Rate { link, rate: value.as_f64()? },
                LinkSetting::Delay => TimelineChange::Delay { link, delay: value.as_f64()? },
                LinkSetting::Limit => TimelineChange::Limit { link, limit: Limit::from_value(&value)? },
                LinkSetting::Loss => {
                    TimelineChange::Loss { link, rules: value.as_array()?.iter().map(read_loss).collect() }
                }
            }
        }
    };
    Some(TimelineEntry { at: read_number(entry, "at"), change })
}

/// Reads a kind and its settings, without the settings named in `shared`, which all kinds of its sort have.
fn read_kind(value: &Value, shared: &[&str]) -> ConfiguredKind {
    let mut params = value.as_object().cloned().unwrap_or_else(Map::new);
    params.retain(|name, _| name != TAG && !shared.contains(&name.as_str()));
    ConfiguredKind { kind: read_text(value, TAG), params: Value::Object(params) }
}

/// A member of an object, or null.
pub(super) fn member<'a>(object: &'a Value, name: &str) -> &'a Value {
    object.get(name).unwrap_or(&Value::Null)
}

pub(super) fn read_typed<T: ParamType>(object: &Value, name: &str) -> Option<T> {
    object.get(name).and_then(T::from_value)
}

fn read_number(object: &Value, name: &str) -> f64 {
    read_typed(object, name).unwrap_or(0.0)
}

fn read_text(object: &Value, name: &str) -> String {
    object.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The items of the list `name` of an object; none if the object has no such list.
pub(super) fn list_items<'a>(object: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    object.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice).iter()
}
