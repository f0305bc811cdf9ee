//! Computes the run of a document again, within a budget of events.

use serde_json::Value;
use sim_core::ground::json::to_text;
use sim_core::ground::time::to_secs;
use sim_core::record::RecordingSettings;
use sim_core::scenario::{self, Derived};
use sim_core::simulation::{Simulation, kinds};

/// The largest number of events of a run. Computing them takes a few seconds.
pub const EVENT_BUDGET: u64 = 50_000_000;
/// A run with a larger estimated number of packets exceeds the budget in any case, and is not begun.
const PACKET_BUDGET: f64 = EVENT_BUDGET as f64;

/// A complete run.
pub struct Run {
    pub simulation: Simulation,
    pub derived: Derived,
    pub summary: Value,
    pub warmup: f64,
    /// Simulated time, s.
    pub end: f64,
    pub result: String,
}

#[derive(Clone, Debug)]
pub enum RunProblem {
    /// The document is not valid. The text has the first problems.
    Invalid(String),
    /// The run needs more events than the budget.
    Budget,
    /// A fault of the simulator.
    Broken(String),
}

impl Run {
    pub fn compute(document: &Value) -> Result<Self, RunProblem> {
        let checked = scenario::check_value(document.clone(), kinds());
        let Some(scenario) = checked.scenario else {
            if checked.issues.iter().any(|issue| issue.code == "too_much_work") {
                return Err(RunProblem::Budget);
            }
            let first: Vec<String> = checked.issues.iter().take(3).map(ToString::to_string).collect();
            return Err(RunProblem::Invalid(first.join(" ")));
        };
        let derived = Derived::of(&scenario);
        if derived.estimated_packets > PACKET_BUDGET {
            return Err(RunProblem::Budget);
        }
        let (warmup, end) = (scenario.warmup, scenario.duration);
        let invalid = |issues: Vec<sim_core::params::Issue>| {
            RunProblem::Invalid(issues.first().map_or_else(String::new, ToString::to_string))
        };
        let mut simulation = Simulation::new(scenario, RecordingSettings::default()).map_err(invalid)?;
        let until = simulation.end();
        let step = simulation
            .step(until, EVENT_BUDGET)
            .map_err(|failure| RunProblem::Broken(failure.to_string()))?;
        if !step.finished {
            return Err(RunProblem::Budget);
        }
        simulation.update_series();
        let (summary, result) = (simulation.summary(), simulation.result_id_text());
        Ok(Run { end: end.min(to_secs(until)), simulation, derived, summary, warmup, result })
    }
}

/// A key of documents that have the same run.
pub fn key_of(document: &Value) -> String {
    to_text(document)
}
