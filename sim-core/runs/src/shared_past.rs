//! Runs whose documents are equal up to some time and differ only after it. The simulation up to that time is
//! run once and continued with each document. The results equal those of complete runs.

use serde_json::Value;
use sim_core::describe::Kinds;
use sim_core::ground::time::{Time, from_secs};
use sim_core::scenario::Scenario;
use sim_core::simulation::Simulation;

use crate::run::{Recording, complete, new_simulation};
use crate::{RunError, Stop, advance};

/// The largest number of simulations that are kept. It bounds the memory.
const MAX_KEPT: usize = 8;

/// Simulations at times up to which several runs are equal. Only the summary of a run is recorded.
#[derive(Default)]
pub struct SharedPasts {
    /// The last simulation is the one that was used last.
    kept: Vec<Simulation>,
}

impl SharedPasts {
    /// Runs a document to its end, or until `stop` returns true. If a kept simulation has the same past as
    /// the document, continues this simulation. Otherwise keeps the simulation shortly before `shared_until`,
    /// the time in seconds up to which later runs are expected to be equal to this run; 0 if there is none.
    pub fn run(
        &mut self,
        document: Value,
        shared_until: f64,
        kinds: &Kinds,
        stop: &Stop<'_>,
    ) -> Result<Value, RunError> {
        let scenario = Scenario::from_value(document, kinds).map_err(RunError::Invalid)?;
        let simulation = self.start(scenario, shared_until, stop)?;
        complete(simulation, Recording::SUMMARY_ONLY, stop)
    }

    fn start(
        &mut self,
        scenario: Scenario,
        shared_until: f64,
        stop: &Stop<'_>,
    ) -> Result<Simulation, RunError> {
        // A change at a time needs a simulation that ends before the events at this time.
        let until: Time = from_secs(shared_until.clamp(0.0, scenario.duration)).saturating_sub(1);
        if until == 0 {
            return new_simulation(scenario, Recording::SUMMARY_ONLY);
        }
        if let Some(place) = self.kept.iter().position(|kept| kept.is_past_of(&scenario)) {
            let past = self.kept.remove(place);
            let fork = past.fork(scenario).map_err(RunError::Invalid);
            self.kept.push(past);
            return fork;
        }
        let mut past = new_simulation(scenario, Recording::SUMMARY_ONLY)?;
        advance(&mut past, until, stop)?;
        let fork = past.fork(past.scenario().clone()).map_err(RunError::Invalid)?;
        if self.kept.len() == MAX_KEPT {
            self.kept.remove(0);
        }
        self.kept.push(past);
        Ok(fork)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::run;
    use serde_json::json;
    use sim_core::simulation::kinds;

    fn document(seed: u64, at: f64, rate: f64) -> Value {
        json!({
            "v": 1, "seed": seed, "duration": 8,
            "flows": [{ "id": "a" }, { "id": "b", "algorithm": "tfrc" }],
            "timeline": [{ "at": at, "set": "network.forward.rate", "to": rate }]
        })
    }

    #[test]
    fn results_equal_those_of_complete_runs() {
        let mut pasts = SharedPasts::default();
        for (seed, at, rate) in
            [(1, 5.0, 2e6), (1, 5.0, 4e6), (2, 5.0, 4e6), (1, 6.0, 3e6), (1, 5.0, 2e6), (1, 2.0, 2e6)]
        {
            let document = document(seed, at, rate);
            let whole = run(document.clone(), Recording::SUMMARY_ONLY, kinds(), &|| false).unwrap();
            assert_eq!(pasts.run(document, 5.0, kinds(), &|| false).unwrap(), whole, "{seed} {at} {rate}");
        }
        // One past for each seed, and one of the run that changes earlier.
        assert_eq!(pasts.kept.len(), 3);
    }

    #[test]
    fn the_number_of_kept_simulations_is_bounded() {
        let mut pasts = SharedPasts::default();
        for seed in 1..=2 * MAX_KEPT as u64 {
            pasts.run(document(seed, 1.0, 2e6), 1.0, kinds(), &|| false).unwrap();
        }
        assert_eq!(pasts.kept.len(), MAX_KEPT);
    }

    #[test]
    fn a_run_without_a_shared_past_keeps_no_simulation() {
        let mut pasts = SharedPasts::default();
        pasts.run(document(1, 5.0, 2e6), 0.0, kinds(), &|| false).unwrap();
        assert!(pasts.kept.is_empty());
    }

    #[test]
    fn a_stopped_run_keeps_no_simulation() {
        let mut pasts = SharedPasts::default();
        let mut long = document(1, 500.0, 2e6);
        long["duration"] = json!(600);
        assert!(matches!(pasts.run(long, 500.0, kinds(), &|| true), Err(RunError::Stopped(_))));
        assert!(pasts.kept.is_empty());
    }
}
