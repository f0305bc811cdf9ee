//! The series of measured files for the page's charts.

use fairshare_measured::problem::ReadProblem;
use fairshare_measured::read::read_for_charts;
use fairshare_measured::series::{ImportedFile, ImportedSeries};
use serde_json::{Value, json};
use sim_core::ground::json::to_text;
use wasm_bindgen::prelude::wasm_bindgen;

/// A file that was read, or its problem.
#[wasm_bindgen]
pub struct ImportedData {
    file: Result<ImportedFile, ReadProblem>,
}

#[wasm_bindgen]
impl ImportedData {
    #[wasm_bindgen(constructor)]
    pub fn new(file: &[u8]) -> ImportedData {
        Self { file: read_for_charts(file) }
    }

    /// The format, the notes, and the names and quantities of the series, or the problem, as JSON.
    pub fn about(&self) -> String {
        let about = |one: &ImportedSeries| json!({"name": one.name, "quantity": one.quantity});
        to_text(&match &self.file {
            Ok(ImportedFile { format, series, notes }) => {
                let series: Vec<Value> = series.iter().map(about).collect();
                json!({"format": format, "notes": notes, "series": series})
            }
            Err(problem) => json!({"problem": problem.to_json()}),
        })
    }

    /// The starts of a series' values, their ends, and the values.
    pub fn numbers(&self, index: usize) -> Vec<f64> {
        let series = self.file.as_ref().ok().and_then(|file| file.series.get(index));
        series.map_or_else(Vec::new, |one| [&one.starts[..], &one.ends, &one.values].concat())
    }
}
