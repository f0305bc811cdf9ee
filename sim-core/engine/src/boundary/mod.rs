//! The data that the simulator passes to the page, except for the results of checks and the catalogue: JSON
//! objects, the layout of arrays of numbers, and the codes in these arrays. The page's types and constants
//! are generated from these declarations.

pub mod program;
pub mod summary;

use crate::describe::SignalKind;
use crate::ground::json::shape::{Declaration, Member, Pairs, Shape};
use crate::params::Issue;
use crate::{choice, json_object};

json_object! {
    /// One recorded series of a run.
    #[derive(Clone, Debug)]
    pub struct SeriesInfo {
        /// The index of the series, by which blocks of values refer to it.
        pub key: usize,
        /// The entity that the series belongs to, such as `flow:near`, `link:forward` or `run`.
        pub entity: String,
        pub signal: &'static str,
        pub kind: SignalKind,
        pub unit: &'static str,
        pub label: &'static str,
    }
}

json_object! {
    /// Why a run stopped before its end.
    #[derive(Clone, Debug)]
    pub struct StopReport {
        pub message: String,
        /// The flow or link that caused the failure, if it is known.
        pub entity: Option<String>,
        /// Simulated time, s.
        pub at: f64,
        pub can_continue: bool,
        /// The place in the program of the flow `entity`, if the program could not continue.
        pub code: Option<CodePlace>,
    }
}

json_object! {
    /// A place in a program. Lines and columns count from 1, columns and the length in characters.
    #[derive(Clone, Debug)]
    pub struct CodePlace {
        pub line: u32,
        pub column: u32,
        pub length: u32,
        pub message: String,
    }
}

json_object! {
    /// A decision of an algorithm as a sentence, with the values in it.
    #[derive(Clone, Debug)]
    pub struct ExplainedDecision {
        /// Simulated time, s.
        pub t: f64,
        pub flow: String,
        /// The ID of the kind of decision, which the algorithm declares.
        pub kind: &'static str,
        pub label: &'static str,
        pub text: String,
        pub values: Pairs<Option<f64>>,
    }
}

json_object! {
    /// A decision as numbers. `Decision` has its sentence.
    #[derive(Clone, Debug)]
    pub struct RecordedDecision {
        /// Simulated time, s.
        pub t: f64,
        /// The ID of the algorithm or the queue discipline that decided.
        pub by: String,
        /// The index of the kind of decision among those that `by` declares.
        pub kind: u64,
        /// The inputs in the order of their declaration, after which a queue discipline adds zeros. A value
        /// that is not finite is null.
        pub values: Vec<Option<f64>>,
        /// The sentence, if a program says it.
        pub said: Option<String>,
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
    /// The mean of a sample and its 95 % confidence interval.
    #[derive(Clone, Debug)]
    pub struct Estimate {
        /// Number of values.
        pub samples: usize,
        /// Null if there are no values.
        pub mean: Option<f64>,
        /// Half the width of the interval; null for fewer than two values.
        pub half_width: Option<f64>,
    }
}

choice! {
    /// The result of comparing pairs of runs in several numbers, by Holm's method.
    pub enum PairedVerdict {
        /// Less than 5 % of all comparisons without a difference would have one as clear.
        Differ "differ",
        /// The difference may be chance.
        Chance "chance",
        /// All differences are zero.
        Same "same",
        /// Fewer than three pairs.
        TooFew "too-few",
    }
}

json_object! {
    /// A comparison of two scenarios, A and B, that were run with the same seeds.
    #[derive(Clone, Debug)]
    pub struct PairedComparison {
        pub a: Estimate,
        pub b: Estimate,
        /// The difference B - A of the two runs with the same seed.
        pub difference: Estimate,
        pub verdict: PairedVerdict,
    }
}

/// The declaration of the object that `record::RecordingSettings::from_json` reads.
pub fn recording_settings() -> Declaration {
    Declaration {
        name: "RecordingSettings",
        doc: "The data that is recorded in a run.",
        members: || {
            let ids = Shape::Text.list_of().or_null();
            vec![
                Member::optional("bins", "Maximum number of bins per series; an even number.", Shape::Number),
                Member::optional("decisions", "Whether decisions are recorded.", Shape::Boolean),
                Member::optional("events", "Whether events are recorded.", Shape::Boolean),
                Member::optional(
                    "signals",
                    "The IDs of the recorded signals; null records all signals.",
                    ids,
                ),
            ]
        },
    }
}

/// Number of header values of a series block: key, revision, bin width in s, number of bins, first bin.
pub const SERIES_HEADER: usize = 5;

/// Number of header values before the event rows: revision, number of rows, first row.
pub const EVENTS_HEADER: usize = 3;

/// Number of values of an event row: time in s, code, index of the entity, value, count.
pub const EVENT_COLUMNS: usize = 5;

/// The state of a simulation after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum StepState {
    Running = 0,
    /// The end of the scenario was reached.
    Complete = 1,
    /// The run failed. A `StopReport` contains the reason.
    Stopped = 2,
}

impl StepState {
    pub const ALL: [Self; 3] = [Self::Running, Self::Complete, Self::Stopped];
}
