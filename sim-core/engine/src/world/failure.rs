//! The reasons for which a run stops before its end.

use crate::ground::time::{Time, to_secs};
use crate::transport::ProgramFault;

/// The ways in which a run can fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The run has reached the number of events that it was allowed.
    EventBudget { at: Time, events: u64 },
    /// An invariant is violated, which is a bug in Fairshare. The message contains `entity` followed by the
    /// predicate `what`, for example "was due in the past".
    Broken { at: Time, entity: String, what: &'static str },
    /// The program of a flow cannot continue. `flow` is the index of the flow. `name` is its ID in the failures of
    /// a `Simulation`. The world does not know the ID, and states the index instead.
    Program { at: Time, flow: u32, name: String, fault: ProgramFault },
}

impl Failure {
    /// The simulated time at which the run failed.
    pub fn at(&self) -> Time {
        match self {
            Failure::EventBudget { at, .. } | Failure::Broken { at, .. } | Failure::Program { at, .. } => *at,
        }
    }

    /// Whether the run can be continued with a larger budget of events.
    pub fn can_continue(&self) -> bool {
        matches!(self, Failure::EventBudget { .. })
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = to_secs(self.at());
        match self {
            Failure::EventBudget { events, .. } => {
                write!(
                    f,
                    "The run was stopped at {at} s after {events} events, the largest number that it was allowed."
                )
            }
            Failure::Program { name, fault: ProgramFault { line, column, message, .. }, .. } => {
                write!(
                    f,
                    "The program of the flow {name} stopped the run at {at} s. Line {line}, column {column}: {message}"
                )
            }
            Failure::Broken { entity, what, .. } => {
                write!(
                    f,
                    "The simulation broke at {at} s: {entity} {what}. This is a fault of Fairshare; please report it."
                )
            }
        }
    }
}
