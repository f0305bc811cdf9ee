//! A scenario document for JavaScript. It is validated once, and simulations and derived values are computed from it.

use crate::errors;
use crate::simulation::Simulation;
use serde_json::Value;
use sim_core::catalogue::kinds;
use sim_core::ground::json::shape::ToJson;
use sim_core::ground::json::to_text;
use sim_core::record::RecordingSettings;
use sim_core::scenario::{self, Checked};
use sim_core::simulation;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

#[wasm_bindgen]
pub struct Document {
    checked: Checked,
}

#[wasm_bindgen]
impl Document {
    /// Reads and validates a text. If it is not a valid document, the verdict contains issues.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Document {
        Document { checked: scenario::check(text, kinds()) }
    }

    /// The verdict: `CheckResult` as JSON.
    pub fn verdict(&self) -> String {
        to_text(&self.checked.to_json())
    }

    /// The rates of all link directions over the run, as the times at which they change: a list of `LinkRates` as JSON. The list is
    /// empty for a document with issues.
    #[wasm_bindgen(js_name = rateSteps)]
    pub fn rate_steps(&self) -> String {
        let Checked { canonical: Some(canonical), scenario: Some(scenario), .. } = &self.checked else {
            return "[]".to_owned();
        };
        let full = scenario::expanded(canonical, kinds());
        to_text(&scenario::rate_steps(&full, scenario).to_json())
    }

    /// A run of the document at time 0. `recording`: `RecordingSettings` as JSON.
    pub fn simulation(&self, recording: &str) -> Result<Simulation, JsError> {
        let Some(scenario) = &self.checked.scenario else {
            return Err(errors::issues_error(&self.checked.issues));
        };
        let settings: Value = scenario::parse(recording).map_err(|issues| errors::issues_error(&issues))?;
        let settings = RecordingSettings::from_json(&settings)
            .map_err(|message| errors::issue_error("recording", message))?;
        let simulation = simulation::Simulation::new(scenario.clone(), settings);
        simulation.map(Simulation::from_core).map_err(|issues| errors::issues_error(&issues))
    }
}
