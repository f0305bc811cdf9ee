//! Sweeps for the page, with the definition that the command line uses.

use crate::errors::{issue_error, issues_error, run_error};
use crate::features::PREDICTIONS;
use crate::{parse, records};
use fairshare_runs::shared_past::SharedPasts;
use fairshare_sweeps::document;
use fairshare_sweeps::measure::SweepRecord;
use fairshare_sweeps::report::SweepResults;
use fairshare_sweeps::sweep::{self, Cell, Design};
use fairshare_sweeps::tornado::tornado;
use sim_core::ground::json::to_text;
use sim_core::params::Issue;
use sim_core::simulation::kinds;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// A sweep of a scenario.
#[wasm_bindgen]
pub struct Sweep {
    sweep: sweep::Sweep,
    pasts: SharedPasts,
}

#[wasm_bindgen]
impl Sweep {
    /// Reads the document of a sweep.
    #[wasm_bindgen(constructor)]
    pub fn new(document: &str) -> Result<Sweep, JsError> {
        let sweep = document::read(&parse(document)?, kinds()).map_err(|issues| issues_error(&issues))?;
        let is_drawn = match sweep.design {
            Design::Grid => sweep.settings.len() <= 2,
            design => design == Design::OneAtATime,
        };
        if !is_drawn {
            return Err(issue_error(
                "vary",
                "The page draws a grid of one or two settings. `fairshare sweep` runs this document."
                    .to_owned(),
            ));
        }
        Ok(Self { sweep, pasts: SharedPasts::default() })
    }

    /// What the page needs to run the sweep: `Sweep::outline` as JSON. Fails if the scenario of a cell is not
    /// valid.
    pub fn outline(&self) -> Result<String, JsError> {
        let outline = self.sweep.outline(kinds()).map_err(|invalid| {
            let named =
                |issue: Issue| Issue { message: format!("{}: {}", invalid.cell, issue.message), ..issue };
            issues_error(&invalid.issues.into_iter().map(named).collect::<Vec<_>>())
        })?;
        Ok(to_text(&outline))
    }

    /// The document of a cell with one of its seeds, counted from 1.
    pub fn document(&self, cell: &str, run: u32) -> Result<String, JsError> {
        Ok(to_text(&self.sweep.document(self.cell(cell)?, run.into(), kinds())))
    }

    /// Runs a cell with one of its seeds, counted from 1, and returns its `SweepRecord` as JSON.
    pub fn run(&mut self, cell: &str, run: u32) -> Result<String, JsError> {
        let mut pasts = std::mem::take(&mut self.pasts);
        let record = self.sweep.run(self.cell(cell)?, run.into(), &mut pasts, kinds(), &|| false);
        self.pasts = pasts;
        Ok(to_text(&record.map_err(|error| run_error(&error))?.to_json()))
    }

    /// The results as the page draws them. `runs` has one list for each cell, in order, with the
    /// `SweepRecord` of each seed, as JSON.
    pub fn results(&self, runs: &str) -> Result<String, JsError> {
        Ok(to_text(&self.reduced(runs)?.drawn(PREDICTIONS)))
    }

    /// The text that `fairshare sweep --json` prints, with the argument of `results`.
    pub fn report(&self, runs: &str) -> Result<String, JsError> {
        Ok(self.reduced(runs)?.json())
    }

    /// The text that `fairshare sweep --csv` prints, with the argument of `results`.
    pub fn csv(&self, runs: &str) -> Result<String, JsError> {
        Ok(self.reduced(runs)?.csv())
    }

    fn cell(&self, id: &str) -> Result<&Cell, JsError> {
        let found = self.sweep.cells.iter().find(|cell| cell.id == id);
        found.ok_or_else(|| issue_error("cell", format!("The sweep has no cell {id}.")))
    }

    fn reduced(&self, runs: &str) -> Result<SweepResults<'_>, JsError> {
        Ok(SweepResults::new(&self.sweep, records(runs, SweepRecord::from_json)?))
    }
}

/// The document of a sweep that changes each number of a scenario by this many percent, one at a time.
#[wasm_bindgen]
pub fn tornado_document(scenario: &str, percent: f64, seeds: u32) -> Result<String, JsError> {
    let document = tornado(&parse(scenario)?, percent, seeds.into(), kinds());
    Ok(to_text(&document.map_err(|issues| issues_error(&issues))?))
}
