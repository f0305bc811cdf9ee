//! The models over a run, with the definitions that the command line uses.

use crate::{parse, scenario};
use fairshare_models::facts::RunFacts;
pub use fairshare_models::report::predictions;
use fairshare_models::report::{self, MeasuredSeries};
use sim_core::ground::json::to_text;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// The width in seconds of the intervals in which a run is compared with the fluid model.
#[wasm_bindgen(js_name = modelIntervals)]
pub fn model_intervals(document: &str) -> Result<f64, JsError> {
    Ok(report::comparison_width(&RunFacts::of(&scenario(document)?)))
}

/// What `fairshare models --json` prints for a run, from its document, its summary, and its series as
/// `MeasuredSeries::from_json` reads them.
#[wasm_bindgen(js_name = modelReport)]
pub fn model_report(document: &str, summary: &str, measured: &str) -> Result<String, JsError> {
    let measured = MeasuredSeries::from_json(&parse(measured)?);
    Ok(to_text(&report::report(&scenario(document)?, &parse(summary)?, Some(&measured))))
}
