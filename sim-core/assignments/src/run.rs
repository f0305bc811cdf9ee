//! Computes the run of a document again, within the work that it may declare.

use fairshare_measures::run::{Event, Facts, MeasuredRun, RecordedRun, events_in};
use fairshare_measures::series::Series;
use serde_json::Value;
use sim_core::ground::convert::whole;
use sim_core::ground::json::shape::ToJson;
use sim_core::ground::time::to_secs;
use sim_core::record::RecordingSettings;
use sim_core::scenario::limits::MAX_PACKETS;
use sim_core::scenario::{Derived, Scenario, rate_steps};
use sim_core::simulation::{Simulation, kinds};

/// The work that a single run may declare, in packets over one link.
const MAX_WORK: f64 = 1e7;
/// The most events for each packet of the declared work, and for each flow (sim-core/simulation/tests/fuzz).
const EVENTS_PER_PACKET: f64 = 16.0;
const EVENTS_PER_FLOW: f64 = 200.0;

/// A complete run.
pub struct Run {
    pub simulation: Simulation,
    facts: Facts,
    pub result: String,
    /// The work that its document declares, in packets over one link.
    pub work: f64,
}

#[derive(Clone, Debug)]
pub enum RunProblem {
    /// The document is not valid. The text has the first problems.
    Invalid(String),
    /// The document declares more work than it may: this much, in packets over one link.
    Budget(f64),
    /// A fault of the simulator.
    Broken(String),
}

/// The scenario of a document, and the work that it declares.
pub fn declared(document: &Value) -> Result<(Scenario, f64), RunProblem> {
    let scenario = Scenario::from_value(document.clone(), kinds()).map_err(|issues| {
        if issues.iter().any(|issue| issue.code == "too_much_work") {
            return RunProblem::Budget(MAX_PACKETS);
        }
        let first: Vec<String> = issues.iter().take(3).map(ToString::to_string).collect();
        RunProblem::Invalid(first.join(" "))
    })?;
    let work = scenario.work.one_link_equivalent;
    Ok((scenario, work))
}

impl Run {
    pub fn compute(document: &Value) -> Result<Self, RunProblem> {
        Self::within(document, MAX_WORK)
    }

    /// The run of a document, if it declares at most this work.
    pub fn within(document: &Value, most: f64) -> Result<Self, RunProblem> {
        let (scenario, work) = declared(document)?;
        if work > most {
            return Err(RunProblem::Budget(work));
        }
        let flows = scenario.flows.iter().map(|flow| flow.count as f64).sum::<f64>();
        let events = whole::<u64>(EVENTS_PER_PACKET * work + EVENTS_PER_FLOW * flows);
        let derived = Derived::of(&scenario);
        let rates = rate_steps(&scenario).to_json();
        let (warmup, end) = (scenario.warmup, scenario.duration);
        let invalid = |issues: Vec<sim_core::params::Issue>| {
            RunProblem::Invalid(issues.first().map_or_else(String::new, ToString::to_string))
        };
        let mut simulation = Simulation::new(scenario, RecordingSettings::default()).map_err(invalid)?;
        let until = simulation.end();
        let step =
            simulation.step(until, events).map_err(|failure| RunProblem::Broken(failure.to_string()))?;
        if !step.finished {
            return Err(RunProblem::Broken(
                "The run needs more events than its document declares.".to_owned(),
            ));
        }
        simulation.update_series();
        let facts = Facts {
            warmup,
            end: end.min(to_secs(until)),
            flows: delivering(&simulation),
            links: derived.links.to_json(),
            rates,
            summary: simulation.summary(),
        };
        let result = simulation.result_id_text();
        Ok(Run { simulation, facts, result, work })
    }
}

/// The names of the entities that record `delivered`.
fn delivering(simulation: &Simulation) -> Vec<String> {
    let entries = simulation.observer().rec.directory().iter();
    entries.filter(|entry| entry.signal.id == "delivered").map(|entry| entry.entity.clone()).collect()
}

const NS: f64 = 1e9;

impl RecordedRun for Run {
    type Values = Vec<f64>;

    fn series(&self, entity: &str, signal: &str) -> Option<Series<Vec<f64>>> {
        let recorder = &self.simulation.observer().rec;
        let key = recorder.key_of(entity, signal);
        let end = self.facts.end;
        let mut values = Vec::new();
        if let Some(gauge) = recorder.gauge_of(key).filter(|gauge| !gauge.is_blank()) {
            gauge.read(0, &mut values);
            let (width, bins) = (gauge.width() as f64 / NS, values.len() / 3);
            return Some(Series { is_counter: false, width, bins, end, values });
        }
        let counter = recorder.counter_of(key)?;
        counter.read(0, &mut values);
        Some(Series { is_counter: true, width: counter.width() as f64 / NS, bins: values.len(), end, values })
    }
}

impl MeasuredRun for Run {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn events(&self) -> Vec<Event> {
        let rows = self.simulation.observer().rec.events().read(0);
        events_in(rows.get(2..).unwrap_or_default())
    }

    fn flow_of(&self, event: &Event) -> Option<String> {
        self.simulation.flows().get(whole::<usize>(event.entity)).map(|flow| flow.id.clone())
    }
}
