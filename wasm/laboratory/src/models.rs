//! The models over a run, with the definitions that the command line uses.

use super::parse;
use crate::errors::issues_error;
use fairshare_models::facts::RunFacts;
use fairshare_models::report::{self, MeasuredSeries};
use sim_core::ground::json::to_text;
use sim_core::scenario::Scenario;
use sim_core::simulation::kinds;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

fn scenario(document: &str) -> Result<Scenario, JsError> {
    Scenario::from_value(parse(document)?, kinds()).map_err(|issues| issues_error(&issues))
}

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
