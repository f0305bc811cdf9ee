//! The experiments of the papers, with the code that the command line uses.

use crate::errors::{issue_error, issues_error, run_error};
use crate::{parse, records};
use fairshare_papers::changes::{Change, ChangedExperiment, change};
use fairshare_papers::export::{cell_document, opened};
use fairshare_papers::model::{Cell, RunPlan};
use fairshare_papers::outcomes::{self, FurtherRuns, Records};
use fairshare_papers::runs::{RunRecord, outline, reduce, report};
use serde_json::Value;
use sim_core::ground::json::to_text;
use sim_core::simulation::kinds;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// An experiment, with or without changed assumptions.
#[wasm_bindgen]
pub struct Experiment {
    changed: ChangedExperiment,
    /// The runs that some alternatives of claims need, if these are the runs of this object.
    further: Option<FurtherRuns>,
}

#[wasm_bindgen]
impl Experiment {
    /// Finds an experiment by its ID and applies `changes`: a list of objects with `path` and `value`, as
    /// JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(id: &str, changes: &str) -> Result<Experiment, JsError> {
        let (experiment, changes) = Self::found(id, changes)?;
        let changed = change(&experiment, &changes, kinds());
        Ok(Self { changed: changed.map_err(|error| issues_error(&error.issues()))?, further: None })
    }

    /// The further runs that a reading, a cause or a counter-run of a claim needs: its `changes`, and the cells
    /// that run, as the JSON of `only`. An alternative without `only` has an empty list.
    #[wasm_bindgen(js_name = ofAlternative)]
    pub fn of_alternative(id: &str, changes: &str, only: &str) -> Result<Experiment, JsError> {
        let (experiment, changes) = Self::found(id, changes)?;
        let runs = FurtherRuns::find(&experiment, &changes, &parse(only)?)
            .ok_or_else(|| issue_error("changes", format!("No claim of {id} needs these runs.")))?;
        let changed = runs.experiment(&experiment, kinds());
        Ok(Self { changed: changed.map_err(|error| issues_error(&error.issues()))?, further: Some(runs) })
    }

    /// What the page needs to run the experiment: `runs::outline` as JSON.
    pub fn outline(&self) -> String {
        let mut outline = outline(&self.changed, kinds());
        if let Some(runs) = &self.further {
            outline["seeds"] = runs.seeds.into();
        }
        to_text(&outline)
    }

    /// The document of a cell with a seed, in canonical form.
    pub fn document(&self, cell: &str, seed: u32) -> Result<String, JsError> {
        let (_, cell) = self.cell(cell)?;
        Ok(to_text(&cell_document(cell, seed.into(), kinds())))
    }

    /// Runs a cell with a seed and returns its `RunRecord` as JSON.
    pub fn run(&self, cell: &str, seed: u32) -> Result<String, JsError> {
        let (plan, cell) = self.cell(cell)?;
        let record = plan.run(cell, seed.into(), kinds(), &|| false).map_err(|error| run_error(&error))?;
        Ok(to_text(&record.to_json()))
    }

    /// Reduces runs to the results that `fairshare papers --json` prints. Those of an experiment without
    /// changes also have what its claims are under other coordinates or quantities, and those of further runs
    /// have what the claims are under the alternatives that need them. `runs` has one list for each cell, in
    /// order, with the `RunRecord` of each seed, as JSON.
    pub fn results(&self, runs: &str) -> Result<String, JsError> {
        let runs = records(runs, RunRecord::from_json)?;
        let mut results = self.reduced(runs.clone())?;
        match &self.further {
            Some(further) => outcomes::add_tried(&mut results, further, &self.changed, runs),
            None if self.changed.changes.is_empty() => {
                outcomes::add_own(&mut results, &self.changed.experiment, &runs);
            }
            None => {}
        }
        Ok(to_text(&results))
    }

    /// The text that `fairshare papers ID --json` prints, with the arguments of `results`.
    pub fn report(&self, runs: &str) -> Result<String, JsError> {
        Ok(report(&[(&self.changed, &self.reduced(records(runs, RunRecord::from_json)?)?)]))
    }

    /// The experiment with this ID, and the changes that a text has as JSON.
    fn found(id: &str, changes: &str) -> Result<(fairshare_papers::model::Experiment, Vec<Change>), JsError> {
        let experiment = fairshare_papers::find(id)
            .ok_or_else(|| issue_error("experiment", format!("There is no experiment {id}.")))?;
        let changes = Change::list_from_json(&parse(changes)?).map_err(|issue| issues_error(&[issue]))?;
        Ok((experiment, changes))
    }

    fn cell(&self, id: &str) -> Result<(&RunPlan, &Cell), JsError> {
        let plan = self.changed.experiment.plan();
        let found = plan.and_then(|plan| Some((plan, plan.cells.iter().find(|cell| cell.id() == id)?)));
        found.ok_or_else(|| issue_error("cell", format!("{} has no cell {id}.", self.changed.experiment.id)))
    }

    fn reduced(&self, runs: Records) -> Result<Value, JsError> {
        let id = self.changed.experiment.id;
        let reduction = reduce(&self.changed, runs)
            .ok_or_else(|| issue_error("records", format!("{id} is not simulated.")))?;
        Ok(reduction.results)
    }
}

/// Reads a paper's file and adds its experiments to those that `Experiment` finds. Returns `export::opened` as
/// JSON. A file may not have the id of a paper of this project.
#[wasm_bindgen(js_name = addPaper)]
pub fn add_paper(text: &str) -> Result<String, JsError> {
    let loaded = fairshare_papers::add(text, false).map_err(|issue| issues_error(&[issue]))?;
    Ok(to_text(&opened(loaded)))
}
