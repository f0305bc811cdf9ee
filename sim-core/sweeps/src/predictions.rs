//! The values of models for the cells of a sweep, as columns next to the numbers that they predict.

use fairshare_measures::prediction::{Predict, Prediction};
use serde_json::{Value, json};
use sim_core::params::number;
use sim_core::scenario::Scenario;
use sim_core::simulation::kinds;

use crate::measure::{SweepRecord, unit_of};
use crate::sweep::{Cell, Sweep};

/// The mean of a number over the runs of a cell. `None` if a run has no value.
fn mean(runs: &[SweepRecord], name: &str) -> Option<f64> {
    let values: Option<Vec<f64>> = runs.iter().map(|run| run.number(name)).collect();
    values.filter(|values| !values.is_empty()).map(|values| values.iter().sum::<f64>() / values.len() as f64)
}

/// For each number and each model that predicts it, a column `NUMBER:MODEL` with the value in each cell. Columns without
/// values are left out.
pub fn columns(sweep: &Sweep, cells: &[(&Cell, &[SweepRecord])], predict: &[Predict]) -> Vec<Value> {
    let mut columns: Vec<(Prediction, Vec<Value>)> = Vec::new();
    let names = sweep.metric_names();
    for (cell, runs) in cells.iter().filter(|(_, runs)| !runs.is_empty()) {
        let Ok(scenario) = Scenario::from_value(sweep.document(cell, 1, kinds()), kinds()) else { continue };
        let predicted = predict.iter().flat_map(|predict| predict(&scenario, &|name| mean(runs, name)));
        for one in predicted.filter(|one| names.contains(&one.number)) {
            let point = json!({ "at": sweep.coordinates(cell), "mean": number(one.value) });
            let is_same =
                |(other, _): &&mut (Prediction, _)| (&other.number, other.model) == (&one.number, one.model);
            match columns.iter_mut().find(is_same) {
                Some((_, points)) => points.push(point),
                None => columns.push((one, vec![point])),
            }
        }
    }
    let column = |(Prediction { number, model, .. }, points): (Prediction, Vec<Value>)| json!({ "id": format!("{number}:{model}"), "label": model, "unit": unit_of(&number), "points": points });
    columns.into_iter().map(column).collect()
}
