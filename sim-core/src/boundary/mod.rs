//! Data at the boundary to the page, except for the results of checks and the catalogue: JSON objects, the layout of arrays
//! of numbers, and the codes in them. The page's types and constants are generated from these declarations.

pub mod summary;

use crate::describe::SignalKind;
use crate::ground::json::shape::{Declaration, Member, Pairs, Shape, ToJson};
use crate::json_object;
use crate::params::Issue;
use serde_json::Value;

json_object! {
    /// One recorded series of a run.
    #[derive(Clone, Debug)]
    pub struct SeriesInfo {
        /// Its position in the directory, by which blocks of values name it.
        pub key: usize,
        /// What it belongs to: `flow:near`, `link:forward` or `run`.
        pub entity: String,
        pub signal: &'static str,
        pub kind: SignalKind,
        pub unit: &'static str,
        pub label: &'static str,
    }
}

json_object! {
    /// What the indices in rows of events stand for.
    #[derive(Clone, Debug)]
    pub struct EntityNames {
        pub flows: Vec<String>,
        pub links: Vec<String>,
    }
}

json_object! {
    /// Why a run stopped before its end.
    #[derive(Clone, Debug)]
    pub struct StopReport {
        pub message: String,
        /// The part of the network that failed, if one did.
        pub entity: Option<String>,
        /// Simulated time, s.
        pub at: f64,
        pub can_continue: bool,
    }
}

json_object! {
    /// A decision of an algorithm as a sentence, with the values in it.
    #[derive(Clone, Debug)]
    pub struct ExplainedDecision {
        /// Simulated time, s.
        pub t: f64,
        pub flow: String,
        /// The ID under which the algorithm declares it.
        pub kind: &'static str,
        pub label: &'static str,
        pub text: String,
        pub values: Pairs<Option<f64>>,
    }
}

json_object! {
    /// The message of an error that the caller caused.
    #[derive(Clone, Debug)]
    pub struct IssueReport {
        pub issues: Vec<Issue>,
    }
}

json_object! {
    /// The message of an error that is a fault of the simulator.
    #[derive(Clone, Debug)]
    pub struct PanicReport {
        pub panic: Panic,
    }
}

json_object! {
    #[derive(Clone, Debug)]
    pub struct Panic {
        pub message: String,
        /// File and line of the source.
        pub place: Option<String>,
    }
}

json_object! {
    /// The mean of some values and its 95 % interval.
    #[derive(Clone, Debug)]
    pub struct Estimate {
        pub samples: usize,
        /// Null if there is no value.
        pub mean: Option<f64>,
        /// Half the width of the interval; null for fewer than two values.
        pub half_width: Option<f64>,
    }
}

/// The result of comparing pairs of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairedVerdict {
    /// The 95 % interval of the differences excludes zero.
    Differ,
    /// The 95 % interval of the differences contains zero.
    Chance,
    /// All differences are zero.
    Same,
    /// Fewer than three pairs.
    TooFew,
}

impl PairedVerdict {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Differ => "differ",
            Self::Chance => "chance",
            Self::Same => "same",
            Self::TooFew => "too-few",
        }
    }
}

impl ToJson for PairedVerdict {
    fn to_json(&self) -> Value {
        self.as_str().into()
    }
    fn shape() -> Shape {
        Shape::OneOf([Self::Differ, Self::Chance, Self::Same, Self::TooFew].map(Self::as_str).to_vec())
    }
}

json_object! {
    /// Values of two settings, A and B, that were run with the same seeds.
    #[derive(Clone, Debug)]
    pub struct PairedComparison {
        pub a: Estimate,
        pub b: Estimate,
        /// B - A, pair by pair.
        pub difference: Estimate,
        pub verdict: PairedVerdict,
    }
}

/// What `record::RecordingSettings::from_json` reads.
pub fn recording_settings() -> Declaration {
    Declaration {
        name: "RecordingSettings",
        doc: "What to record of a run, and how finely.",
        members: || {
            let ids = Shape::Text.list_of().or_null();
            vec![
                Member::optional("bins", "Most bins per series: even.", Shape::Number),
                Member::optional("decisions", "Whether decisions are recorded.", Shape::Boolean),
                Member::optional("events", "Whether events are recorded.", Shape::Boolean),
                Member::optional("signals", "The signals that are recorded; null: all.", ids),
            ]
        },
    }
}

/// Numbers at the start of a block of a series: key, revision, width of a bin in s, number of bins, first bin.
pub const SERIES_HEADER: usize = 5;

/// Numbers before the rows of events: revision, number of rows, first row.
pub const EVENTS_HEADER: usize = 3;

/// Numbers in a row of events: time in s, code, index of the entity, value, count.
pub const EVENT_COLUMNS: usize = 5;

/// Whether a simulation goes on after a call that advanced it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum StepState {
    Running = 0,
    /// The end of the scenario was reached.
    Complete = 1,
    /// The run failed; a `StopReport` says why.
    Stopped = 2,
}

impl StepState {
    pub const ALL: [Self; 3] = [Self::Running, Self::Complete, Self::Stopped];
}
