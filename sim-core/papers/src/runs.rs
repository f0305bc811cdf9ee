//! The three stages of an experiment: its cells are run with each seed, each run is measured, and the
//! measurements of all runs are reduced to results and verdicts.
//!
//! A run depends only on its cell and its seed, so runs can be made in any order, in several processes, and
//! on different days. `RunRecord` contains the results of a run that are stored. It can be stored as JSON,
//! and the results do not depend on whether it was.

use fairshare_runs::{RunError, Stop, run};
use serde_json::{Map, Value, json};

use crate::axes::{AxisValue, Coordinates, coordinates_json};
use crate::changes::{AppliedChange, ChangedExperiment, changeable};
use crate::export;
use crate::library::{find, questions_about};
use crate::model::{Cell, FIRST_SEED, RunPlan};
use crate::run_result::{Curve, Measurements, RunResult};
use crate::table::{ResultTable, optional_json};
use sim_core::describe::Kinds;
use sim_core::ground::intern::intern;
use sim_core::params::number;
use sim_core::scenario::{Derived, Scenario};
use sim_core::simulation::VERSION;

/// What remains of one run of a cell: its result ID and its measurements.
#[derive(Clone, Debug)]
pub struct RunRecord {
    pub result_id: String,
    pub measurements: Measurements,
}

impl RunPlan {
    /// Measures the result of a run.
    pub fn record(&self, cell: &Cell, seed: u64, result: &Value) -> RunRecord {
        let mut measurements = Measurements::default();
        self.rules.measure(&RunResult { at: &cell.at, result }, &mut measurements);
        if seed != FIRST_SEED {
            measurements.curves.clear();
        }
        RunRecord { result_id: result["result_id"].as_str().unwrap_or_default().to_owned(), measurements }
    }

    /// Runs a cell with a seed and measures the result.
    pub fn run(&self, cell: &Cell, seed: u64, kinds: &Kinds, stop: &Stop<'_>) -> Result<RunRecord, RunError> {
        let result = run::run(cell.with_seed(seed), self.recording, kinds, stop)?;
        Ok(self.record(cell, seed, &result))
    }

    /// Collects the measurements of all runs and derives further numbers. `runs` has one list for each cell,
    /// in the order of `cells`, and each list has one run for each seed. A cell with an empty list has no
    /// results yet.
    pub fn table(&self, runs: Vec<Vec<RunRecord>>) -> ResultTable {
        let mut table = ResultTable::new(&self.quantities);
        for (cell, runs) in self.cells.iter().zip(runs) {
            table.add_cell(&cell.at, runs.into_iter().map(|run| run.measurements).collect());
        }
        let coordinates: Vec<&Coordinates> = self.cells.iter().map(|cell| &cell.at).collect();
        self.rules.derive(&coordinates, &mut table);
        table.remove_empty_columns();
        table
    }
}

/// The results of an experiment, as a table and as the JSON that is stored and printed.
#[derive(Debug)]
pub struct Reduction {
    pub table: ResultTable,
    pub results: Value,
}

/// Reduces the runs of an experiment to results and verdicts. `runs` has one list for each cell, in order,
/// and each list has one run for each seed. Returns `None` if the experiment is not simulated.
pub fn reduce(changed: &ChangedExperiment, runs: Vec<Vec<RunRecord>>) -> Option<Reduction> {
    let ChangedExperiment { experiment, changes } = changed;
    let plan = experiment.plan()?;
    let ids: Vec<Vec<String>> =
        runs.iter().map(|cell| cell.iter().map(|run| run.result_id.clone()).collect()).collect();
    let table = plan.table(runs);
    let mut results = export::results(experiment, &table, &ids);
    if !changes.is_empty() {
        results["changes"] = changes.iter().map(AppliedChange::to_json).collect();
    }
    Some(Reduction { table, results })
}

fn curve_json(curve: &Curve) -> Value {
    json!({ "name": curve.name, "label": curve.label, "from": curve.from, "step": curve.step, "values": curve.values })
}

impl RunRecord {
    /// The record as JSON. `from_json` returns the same record.
    pub fn to_json(&self) -> Value {
        let number = |(quantity, at, value): &(&str, Coordinates, Option<f64>)| {
            json!([quantity, coordinates_json(at), optional_json(*value)])
        };
        let Measurements { numbers, curves } = &self.measurements;
        json!({ "result_id": self.result_id, "numbers": numbers.iter().map(number).collect::<Value>(),
                "curves": curves.iter().map(curve_json).collect::<Value>() })
    }

    /// Reads a record. The error names the part that is missing or has the wrong type.
    pub fn from_json(json: &Value) -> Result<Self, String> {
        let result_id = text(&json["result_id"], "result_id")?.to_owned();
        let numbers =
            list(&json["numbers"], "numbers")?.iter().map(number_from_json).collect::<Result<_, _>>()?;
        let curves =
            list(&json["curves"], "curves")?.iter().map(curve_from_json).collect::<Result<_, _>>()?;
        Ok(Self { result_id, measurements: Measurements { numbers, curves } })
    }
}

fn text<'a>(json: &'a Value, name: &str) -> Result<&'a str, String> {
    json.as_str().ok_or_else(|| format!("`{name}` of a run is not a text."))
}

fn list<'a>(json: &'a Value, name: &str) -> Result<&'a Vec<Value>, String> {
    json.as_array().ok_or_else(|| format!("`{name}` of a run is not a list."))
}

fn coordinates_from_json(at: &Map<String, Value>) -> Result<Coordinates, String> {
    let value = |value: &Value| match value {
        Value::String(text) => Ok(AxisValue::Text(intern(text))),
        other => other
            .as_f64()
            .map(AxisValue::Number)
            .ok_or_else(|| "A coordinate of a run is neither a number nor a text.".to_owned()),
    };
    at.iter().map(|(axis, at)| Ok((intern(axis), value(at)?))).collect()
}

fn number_from_json(json: &Value) -> Result<(&'static str, Coordinates, Option<f64>), String> {
    let at = json[1].as_object().ok_or("The coordinates of a number of a run are not an object.")?;
    Ok((intern(text(&json[0], "numbers")?), coordinates_from_json(at)?, json[2].as_f64()))
}

fn curve_from_json(json: &Value) -> Result<Curve, String> {
    let number =
        |name: &str| json[name].as_f64().ok_or_else(|| format!("`{name}` of a curve is not a number."));
    let values = list(&json["values"], "values")?;
    Ok(Curve {
        name: intern(text(&json["name"], "name")?),
        label: text(&json["label"], "label")?.to_owned(),
        from: number("from")?,
        step: number("step")?,
        // JSON has no number for a bin without a value.
        values: values.iter().map(|value| value.as_f64().unwrap_or(f64::NAN)).collect(),
    })
}

/// The data that a program needs to run an experiment: the cells with their coordinates and the estimated
/// number of packets of a run, the number of seeds, the hash of the definition without the changes, and the
/// assumptions that can be changed.
pub fn outline(changed: &ChangedExperiment, kinds: &Kinds) -> Value {
    let ChangedExperiment { experiment, changes } = changed;
    let packets = |cell: &Cell| {
        let scenario = Scenario::from_value(cell.with_seed(FIRST_SEED), kinds);
        scenario.map_or(0.0, |scenario| Derived::of(&scenario).estimated_packets)
    };
    let cells = experiment.plan().map_or(&[][..], |plan| &plan.cells);
    let (tcp, algorithms) = changeable(experiment, kinds);
    json!({
        "id": experiment.id,
        "version": VERSION,
        "definition": find(experiment.id).map(|unchanged| export::definition(&unchanged)),
        "seeds": experiment.plan().map_or(0, |plan| plan.seeds),
        "cells": cells.iter().map(|cell| {
            json!({ "id": cell.id(), "at": coordinates_json(&cell.at), "packets": number(packets(cell)) })
        }).collect::<Value>(),
        "changes": changes.iter().map(AppliedChange::to_json).collect::<Value>(),
        "questions": questions_about(experiment).iter().map(|question| question.to_json()).collect::<Value>(),
        "tcp": tcp,
        "algorithms": algorithms,
    })
}

/// Experiments with their results, as `fairshare papers --json` prints them.
pub fn report(experiments: &[(&ChangedExperiment, &Value)]) -> String {
    let one = |(changed, results): &(&ChangedExperiment, &Value)| json!({ "experiment": export::description(&changed.experiment), "results": results });
    format!("{:#}\n", experiments.iter().map(one).collect::<Value>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::changes::{Change, change};
    use sim_core::simulation::kinds;

    /// Short experiments: at least one for each kind of drawing, and one with text among the coordinates of
    /// its numbers.
    const SHORT: [&str; 4] = ["trabol-tcp-tcp", "tpba-tab3", "tpba-fig26", "tpba-sens"];

    fn records(changed: &ChangedExperiment, seeds: u64) -> Vec<Vec<RunRecord>> {
        let plan = changed.experiment.plan().unwrap();
        let run = |cell: &Cell, seed| plan.run(cell, seed, kinds(), &|| false).unwrap();
        plan.cells.iter().map(|cell| (1..=seeds).map(|seed| run(cell, seed)).collect()).collect()
    }

    #[test]
    fn results_do_not_depend_on_whether_the_runs_were_stored() {
        for id in SHORT {
            let changed = ChangedExperiment::unchanged(crate::find(id).unwrap());
            let direct = records(&changed, 2);
            let through_text = |record: &RunRecord| {
                let json: Value = serde_json::from_str(&record.to_json().to_string()).unwrap();
                RunRecord::from_json(&json).unwrap()
            };
            let stored = direct.iter().map(|cell| cell.iter().map(through_text).collect()).collect();
            let (direct, stored) = (reduce(&changed, direct).unwrap(), reduce(&changed, stored).unwrap());
            assert_eq!(direct.results.to_string(), stored.results.to_string(), "{id}");
        }
    }

    #[test]
    fn every_experiment_can_be_reduced_before_its_runs_are_complete() {
        for experiment in crate::built_in().into_iter().filter(|experiment| experiment.plan().is_some()) {
            let changed = ChangedExperiment::unchanged(experiment);
            let plan = changed.experiment.plan().unwrap();
            let empty = RunRecord { result_id: String::new(), measurements: Measurements::default() };
            for step in [usize::MAX, 1, 2, 3] {
                // Every `step`-th cell has a run that measured nothing; the others have no run.
                let runs = (1..=plan.cells.len())
                    .map(|i| if i % step == 0 { vec![empty.clone()] } else { Vec::new() });
                let reduction = reduce(&changed, runs.collect()).unwrap();
                assert_eq!(
                    reduction.results["lines"].as_array().map(Vec::len),
                    Some(changed.experiment.claims.len()),
                    "{}",
                    changed.experiment.id
                );
            }
        }
    }

    #[test]
    fn a_damaged_record_is_refused() {
        let good = json!({ "result_id": "a", "numbers": [["t", { "N": 1 }, null]], "curves": [] });
        assert!(RunRecord::from_json(&good).is_ok());
        for (field, bad) in
            [("result_id", json!(1)), ("numbers", json!([["t", [], 1]])), ("curves", json!([{}]))]
        {
            let mut record = good.clone();
            record[field] = bad;
            assert!(RunRecord::from_json(&record).is_err(), "{field}");
        }
    }

    #[test]
    fn results_state_the_changes_and_the_definition_of_the_experiment() {
        let experiment = crate::find("trabol-tcp-tcp").unwrap();
        let changes = [Change { path: "tcp".to_owned(), value: "newreno".to_owned() }];
        let changed = change(&experiment, &changes, kinds()).unwrap();
        let unchanged = ChangedExperiment::unchanged(experiment);
        let results = |changed: &ChangedExperiment| reduce(changed, records(changed, 1)).unwrap().results;
        assert!(results(&unchanged).get("changes").is_none());
        let results = results(&changed);
        assert_eq!(results["changes"], json!([{ "path": "tcp", "value": "newreno", "cells": 3 }]));
        let definition = |changed| outline(changed, kinds())["definition"].clone();
        assert_eq!(definition(&changed), definition(&unchanged));
    }
}
