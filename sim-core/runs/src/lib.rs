//! Runs of scenarios, for the features that need more than a summary. The simulator does not depend on this crate.
//!
//! `run` makes a run whose record is JSON, which can be stored; `shared_past` makes several runs that are equal up to some
//! time. `series` makes a run and reads its time series as rows. `packets` follows every packet of a run with a
//! `packet_tracker`, `stretch` records the packets of a part of a run for the page, and `biography` tells the life of one
//! packet.

pub mod biography;
pub mod packet_tracker;
pub mod packets;
pub mod run;
pub mod series;
pub mod shared_past;
pub mod stretch;

use std::fmt;
use std::io;

use sim_core::ground::time::Time;
use sim_core::params::Issue;
use sim_core::simulation::Simulation;
use sim_core::world::Failure;

/// The number of events between two calls of `stop`. Simulating them takes a few milliseconds.
pub const EVENTS_PER_STEP: u64 = 100_000;

/// Asked at intervals during a run. The run stops if it returns true.
pub type Stop<'a> = dyn Fn() -> bool + 'a;

/// Why a run has no result.
#[derive(Debug)]
pub enum RunError {
    /// The document is invalid.
    Invalid(Vec<Issue>),
    /// An option does not fit the scenario.
    Option(String),
    /// The run failed.
    Failed(Failure),
    /// What the run writes could not be written.
    Write(io::Error),
    /// `stop` returned true at this simulated time.
    Stopped(Time),
}

impl From<Failure> for RunError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(issues) => {
                out.write_str(&issues.iter().map(Issue::to_string).collect::<Vec<_>>().join(" "))
            }
            Self::Option(message) => out.write_str(message),
            Self::Failed(failure) => failure.fmt(out),
            Self::Write(error) => error.fmt(out),
            Self::Stopped(_) => out.write_str("The run was stopped."),
        }
    }
}

/// Simulates until `until`, or until `stop` returns true.
pub fn advance(simulation: &mut Simulation, until: Time, stop: &Stop<'_>) -> Result<(), RunError> {
    while simulation.step(until, EVENTS_PER_STEP)?.now < until {
        if stop() {
            return Err(RunError::Stopped(simulation.now()));
        }
    }
    Ok(())
}
