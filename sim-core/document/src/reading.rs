//! Reads the typed scenario from an expanded document. A value that cannot be read gives `None`, never a
//! default: every default is stated once, in the schema.

use serde_json::Value;

use super::link::read_loss;
use super::model::{
    FlowSpec, Measure, MeasureWindow, Scenario, SenderJitter, TimelineChange, TimelineEntry, WorkEstimate,
};
use super::network::NetworkSpec;
use super::read::{list_items, member, read_number, read_text, read_typed};
use super::routes::Route;
use super::target::{LinkSetting, TimelineTarget};
use super::work::estimate_work;
use sim_engine::describe::{Family, Kinds};
use sim_engine::params::{Limit, ParamType, TAG, whole_number};
use sim_engine::protocols::AlgorithmSettings;
use sim_engine::traffic::SourceSettings;

/// The setting that a timeline entry changes, and its new value with all defaults. If it is a setting of an
/// algorithm: all settings of the algorithm after the change.
#[derive(Clone, Debug)]
pub struct ResolvedChange {
    pub target: TimelineTarget,
    pub value: Value,
    pub settings: Option<AlgorithmSettings>,
}

/// The parts of a scenario that determine the work of a run. They can be read from a document that has
/// problems in other parts.
#[derive(Clone, Debug)]
pub struct Workload {
    pub duration: f64,
    pub network: NetworkSpec,
    pub flows: Vec<FlowSpec>,
    pub timeline: Vec<TimelineEntry>,
    pub explicit_changes: usize,
    pub work: WorkEstimate,
}

impl Workload {
    /// Reads these parts of an expanded document, if they have no problems. `algorithms` and `routes` belong
    /// to the flows and `changes` to the entries of the timeline.
    pub fn read(
        full: &Value,
        (network, routes): (NetworkSpec, Vec<Route>),
        algorithms: Vec<Option<AlgorithmSettings>>,
        changes: Vec<ResolvedChange>,
        kinds: &Kinds,
    ) -> Option<Self> {
        let duration = read_number(full, "duration")?;
        let mut timeline = Vec::with_capacity(changes.len());
        for (entry, change) in list_items(full, "timeline").zip(changes) {
            let at = read_number(entry, "at")?;
            timeline.push(TimelineEntry { at, change: read_change(change, &network)? });
        }
        let explicit_changes = timeline.len();
        for &link in &network.document_order {
            let changes = network.links[link].schedule.changes(duration)?;
            let change = |(at, rate)| TimelineEntry { at, change: TimelineChange::Rate { link, rate } };
            timeline.extend(changes.into_iter().map(change));
            let delays = network.links[link].schedule.delay_changes(duration);
            let change = |(at, delay)| TimelineEntry { at, change: TimelineChange::Delay { link, delay } };
            timeline.extend(delays.into_iter().map(change));
        }
        let flows = list_items(full, "flows").zip(routes).zip(algorithms);
        let read = |((flow, route), algorithm)| read_flow(flow, route, algorithm?, kinds);
        let flows = flows.map(read).collect::<Option<Vec<_>>>()?;
        let work = estimate_work(duration, &network, &flows, &timeline);
        Some(Self { duration, flows, network, timeline, explicit_changes, work })
    }
}

impl Scenario {
    /// Reads the other parts of an expanded document without problems.
    pub fn read(full: &Value, workload: Workload) -> Option<Self> {
        let Workload { duration, network, flows, timeline, explicit_changes, work } = workload;
        let (jitter, measure) = (member(full, "jitter"), member(full, "measure"));
        let window = |w: &Value| {
            Some(MeasureWindow {
                id: read_text(w, "id")?,
                from: read_number(w, "from")?,
                to: read_number(w, "to")?,
            })
        };
        Some(Self {
            title: read_text(full, "title")?,
            note: read_text(full, "note")?,
            seed: full.get("seed").and_then(whole_number)?,
            duration,
            warmup: read_number(full, "warmup")?,
            jitter: SenderJitter { mode: read_typed(jitter, "mode")?, max: read_typed(jitter, "max") },
            flows,
            network,
            timeline,
            explicit_changes,
            measure: Measure {
                bins: read_typed(measure, "bins")?,
                windows: list_items(measure, "windows").map(window).collect::<Option<_>>()?,
            },
            work,
        })
    }
}

fn read_flow(flow: &Value, route: Route, algorithm: AlgorithmSettings, kinds: &Kinds) -> Option<FlowSpec> {
    let (access, source) = (member(flow, "access"), member(flow, "source"));
    Some(FlowSpec {
        id: read_text(flow, "id")?,
        label: read_text(flow, "label")?,
        role: read_typed(flow, "role")?,
        responsive: kinds.algorithm(algorithm.id())?.family != Family::None,
        algorithm,
        source: SourceSettings::read(source.get(TAG)?.as_str()?, source)?,
        packet_size: read_typed(flow, "packet")?,
        sender_access_delay: read_typed(access, "sender")?,
        receiver_access_delay: read_typed(access, "receiver")?,
        route,
        receiver_rate: read_typed(access, "receiver_rate"),
        receiver_buffer: read_typed(access, "receiver_buffer")?,
        start: read_typed(flow, "start")?,
        stop: read_typed(flow, "stop"),
        count: read_typed(flow, "count")?,
    })
}

fn read_change(change: ResolvedChange, network: &NetworkSpec) -> Option<TimelineChange> {
    let value = change.value;
    Some(match change.target {
        TimelineTarget::Active { flow } => TimelineChange::Active { flow, active: value.as_bool()? },
        TimelineTarget::Param { flow, .. } => TimelineChange::Settings { flow, settings: change.settings? },
        TimelineTarget::Link { link, setting } => {
            let link = network.link(&link)?;
            match setting {
                LinkSetting::Rate => TimelineChange::Rate { link, rate: value.as_f64()? },
                LinkSetting::Delay => TimelineChange::Delay { link, delay: value.as_f64()? },
                LinkSetting::Limit => TimelineChange::Limit { link, limit: Limit::from_value(&value)? },
                LinkSetting::Loss => {
                    let rules = value.as_array()?.iter().map(read_loss).collect::<Option<_>>()?;
                    TimelineChange::Loss { link, rules }
                }
            }
        }
    })
}
