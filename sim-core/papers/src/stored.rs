//! Reads the measurements back from the stored results of an experiment, so that they can be judged again without
//! runs.

use serde_json::{Map, Value, json};

use crate::export;
use crate::model::Experiment;
use crate::outcomes::{FurtherRuns, Records};
use crate::questions::Change;
use crate::runs::RunRecord;
use sim_core::simulation::{VERSION, kinds};

fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[][..], Vec::as_slice)
}

/// The coordinates of a value in addition to those of the cell in which it was measured; `None` if it was
/// measured in another cell.
fn further_coordinates(at: &Value, cell: &Value) -> Option<Map<String, Value>> {
    let (at, cell) = (at.as_object()?, cell.as_object()?);
    let is_of_cell = cell.iter().all(|(axis, value)| at.get(axis) == Some(value));
    is_of_cell.then(|| {
        let further = at.iter().filter(|(axis, _)| !cell.contains_key(*axis));
        further.map(|(axis, value)| (axis.clone(), value.clone())).collect()
    })
}

/// The measured numbers of a cell and seed, as the record of a run has them.
pub fn measured_numbers(experiment: &Experiment, stored: &Value, cell: &Value, seed: usize) -> Value {
    let rules = experiment.plan().map_or(&[][..], |plan| &plan.rules.measured);
    let mut numbers = Vec::new();
    for measured in rules {
        let column = entries(&stored["quantities"]).iter().find(|column| column["id"] == measured.quantity);
        for point in column.map_or(&[][..], |column| entries(&column["points"])) {
            if let Some(further) = further_coordinates(&point["at"], &cell["at"]) {
                let value = point.get("values").map_or(&point["mean"], |values| &values[seed]);
                numbers.push(json!([measured.quantity, further, value]));
            }
        }
    }
    numbers.into()
}

/// The records of the runs that stored results have, without curves. The error names what a record lacks.
pub fn records(experiment: &Experiment, stored: &Value) -> Result<Records, String> {
    let record = |cell: &Value, seed: usize| {
        RunRecord::from_json(&json!({ "result_id": cell["result_ids"][seed], "curves": [],
                                      "numbers": measured_numbers(experiment, stored, cell, seed) }))
    };
    let of_cell =
        |cell: &Value| (0..entries(&cell["result_ids"]).len()).map(|seed| record(cell, seed)).collect();
    entries(&stored["cells"]).iter().map(of_cell).collect()
}

/// Whether stored results are of this version and of the experiment's scenarios and seeds.
pub fn has_runs_of(experiment: &Experiment, stored: &Value) -> bool {
    stored["version"] == VERSION
        && stored["seeds"].as_u64() == experiment.plan().map(|plan| plan.seeds)
        && stored["documents"] == export::cells(experiment, kinds())
}

/// The stored further runs with the same changes, cells and seeds, as one entry of the stored results.
pub fn further<'a>(stored: &'a Value, runs: &FurtherRuns) -> Option<&'a Value> {
    let changes: Value = runs.changes.iter().map(Change::to_json).collect();
    entries(&stored["further"]).iter().find(|further| {
        further["changes"] == changes
            && further["only"] == runs.only.to_json()
            && further["seeds"].as_u64() == Some(runs.seeds)
    })
}
