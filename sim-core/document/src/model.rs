//! The typed scenario from which a simulation is built, with all defaults. Values of ranges (`ValueRange`)
//! are drawn when the simulation is built. A scenario exists only for a document without problems
//! (`document.rs`).

use super::link::LossRuleSpec;
use super::network::NetworkSpec;
use super::routes::Route;
use super::schema::{JitterMode, Role};
use sim_engine::params::{Limit, ValueRange};
use sim_engine::protocols::AlgorithmSettings;
use sim_engine::traffic::SourceSettings;

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
    /// The timeline entries of the document in document order, followed by the rate changes of the
    /// links' rate schedules.
    pub timeline: Vec<TimelineEntry>,
    /// Number of timeline entries in the document.
    pub explicit_changes: usize,
    pub measure: Measure,
    pub work: WorkEstimate,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenderJitter {
    pub mode: JitterMode,
    /// Maximum delay in seconds. `None` means the transmission time of a packet at the initial rate of the
    /// path's slowest link.
    pub max: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FlowSpec {
    pub id: String,
    /// The label in the document; if empty, the ID is shown.
    pub label: String,
    pub role: Role,
    pub algorithm: AlgorithmSettings,
    /// Whether the algorithm reacts to congestion.
    pub responsive: bool,
    pub source: SourceSettings,
    /// Size of a full packet in bytes, including headers.
    pub packet_size: u64,
    /// One-way delay of the access link at the sender, s.
    pub sender_access_delay: ValueRange,
    /// One-way delay of the access link at the receiver, s.
    pub receiver_access_delay: ValueRange,
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
    /// The flows that this entry defines: one flow with the entry's ID, or `id.0`, `id.1` and so on if
    /// `count` is above 1.
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

/// A change during the run. A link is an index into `NetworkSpec::links`. A flow is an index into
/// `Scenario::flows`; the change applies to all flows of this entry.
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
    /// All settings of the flow's algorithm after the change of one of them.
    Settings {
        flow: usize,
        settings: AlgorithmSettings,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Widths of the intervals over which smoothness is measured, s.
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

/// An estimate of the work of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorkEstimate {
    /// Number of data packets.
    pub packets: f64,
    /// The work as a number of packets that cross a single link. Together with its access links, a packet
    /// over n links crosses n + 2 links, so it counts as (n + 2) / 3 packets.
    pub one_link_equivalent: f64,
    /// The part that costs most, with its work.
    pub largest: Option<(f64, WorkPart)>,
}

/// A part of a document that causes work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkPart {
    /// The packets of a flow, an index into `Scenario::flows`.
    Packets(usize),
    /// The data that the source of a flow produces, or the transfers that it begins.
    Source(usize),
    /// The reports of a flow.
    Reports(usize),
    /// The updates of the queue of a link, an index into `NetworkSpec::links`.
    Updates(usize),
}
