//! A scenario document for JavaScript. It is validated once, and simulations and derived values are computed
//! from it.

use crate::errors;
use crate::simulation::Simulation;
use serde_json::Value;
use sim_core::catalogue::kinds;
use sim_core::ground::json::shape::ToJson;
use sim_core::ground::json::to_text;
use sim_core::params::Issue;
use sim_core::record::RecordingSettings;
use sim_core::scenario::{self, CheckResult};
use sim_core::simulation;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

#[wasm_bindgen]
pub struct Document {
    /// The document, or its problems.
    parsed: Result<scenario::Document, Vec<Issue>>,
}

#[wasm_bindgen]
impl Document {
    /// Reads and validates a text. If it is not a valid document, the verdict contains issues.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Document {
        Document { parsed: scenario::Document::parse(text, kinds()) }
    }

    /// The verdict: `CheckResult` as JSON.
    pub fn verdict(&self) -> String {
        to_text(&CheckResult::of(&self.parsed).to_json())
    }

    /// The rates of all link directions over the run, as the times at which they change: a list of
    /// `LinkRates` as JSON. The list is empty for a document with issues.
    #[wasm_bindgen(js_name = rateSteps)]
    pub fn rate_steps(&self) -> String {
        let Ok(document) = &self.parsed else { return "[]".to_owned() };
        to_text(&document.rate_steps().to_json())
    }

    /// A run of the document at time 0. `recording`: `RecordingSettings` as JSON.
    pub fn simulation(&self, recording: &str) -> Result<Simulation, JsError> {
        let document = self.parsed.as_ref().map_err(|issues| errors::issues_error(issues))?;
        let settings: Value = scenario::parse(recording).map_err(|issues| errors::issues_error(&issues))?;
        let settings = RecordingSettings::from_json(&settings)
            .map_err(|message| errors::issue_error("recording", message))?;
        let simulation = simulation::Simulation::new(document.scenario().clone(), settings);
        simulation.map(Simulation::from_core).map_err(|issues| errors::issues_error(&issues))
    }
}
