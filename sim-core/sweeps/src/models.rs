//! The values of models for the cells of a sweep, as columns next to the metrics that they predict.

use fairshare_models::model::{Model, Quantity};
use fairshare_models::report::cell_lines;
use serde_json::{Value, json};
use sim_core::params::number;
use sim_core::scenario::Scenario;
use sim_core::simulation::kinds;

use crate::measure::{SweepRecord, unit_of};
use crate::sweep::{Cell, Sweep};

/// The metrics that a line of a model predicts. A law gives the rate of all packets; under few losses this is
/// also the goodput.
fn metrics_of(model: Model, quantity: Quantity, of: &str) -> Vec<String> {
    match quantity {
        Quantity::Rate => vec![format!("{of}.throughput_bps"), format!("{of}.goodput_bps")],
        Quantity::Window => vec![format!("{of}.cwnd_packets")],
        Quantity::Queue if model == Model::DctcpQueue => vec!["forward.queue_max_packets".to_owned()],
        Quantity::Queue => vec!["forward.queue_packets".to_owned()],
        Quantity::Utilisation => vec!["forward.utilisation".to_owned()],
        Quantity::Buffer => Vec::new(),
    }
}

/// The mean of a metric over the runs of a cell. `None` if a run has no value.
fn mean(runs: &[SweepRecord], name: &str) -> Option<f64> {
    let values: Option<Vec<f64>> = runs.iter().map(|run| run.number(name)).collect();
    values.filter(|values| !values.is_empty()).map(|values| values.iter().sum::<f64>() / values.len() as f64)
}

/// For each metric and each model that predicts it, a column `METRIC:MODEL` with the value in each cell.
/// Columns without values are left out.
pub fn model_columns(sweep: &Sweep, cells: &[(&Cell, &[SweepRecord])]) -> Vec<Value> {
    let mut columns: Vec<(String, Model, Vec<Value>)> = Vec::new();
    let names = sweep.metric_names();
    for (cell, runs) in cells.iter().filter(|(_, runs)| !runs.is_empty()) {
        let Ok(scenario) = Scenario::from_value(sweep.document(cell, 1, kinds()), kinds()) else { continue };
        for line in cell_lines(&scenario, &|name| mean(runs, name)) {
            let Some(value) = line.value else { continue };
            let predicted = metrics_of(line.model, line.quantity, &line.of);
            for metric in predicted.into_iter().filter(|metric| names.contains(metric)) {
                let point = json!({ "at": sweep.coordinates(cell), "mean": number(value) });
                match columns.iter_mut().find(|(id, model, _)| *id == metric && *model == line.model) {
                    Some((_, _, points)) => points.push(point),
                    None => columns.push((metric, line.model, vec![point])),
                }
            }
        }
    }
    let column = |(metric, model, points): (String, Model, Vec<Value>)| {
        let (model, unit) = (model.as_str(), unit_of(&metric));
        json!({ "id": format!("{metric}:{model}"), "label": model, "unit": unit, "points": points })
    };
    columns.into_iter().map(column).collect()
}
