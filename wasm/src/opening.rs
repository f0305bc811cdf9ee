//! Documents for JavaScript: their check, and the opening of a run.

use crate::errors;
use crate::simulation::Simulation;
use crate::values::{from_js, js_value, to_js};
use js_sys::{Object, Reflect};
use sim_core::catalogue::kinds;
use sim_core::params::Issue;
use sim_core::record::RecordingSettings;
use sim_core::scenario::{CheckResult, Document};
use sim_core::simulation;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// Checks the text of a document. Returns a `CheckResult`.
#[wasm_bindgen]
pub fn check(text: &str) -> JsValue {
    to_js(&CheckResult::of(&Document::parse(text, kinds())))
}

/// Opens the run of a document at time 0, in one call: `Opened` in web/src/engine/simulator.ts. `recording` has the members
/// of `RecordingSettings`; without it, nothing is recorded.
#[wasm_bindgen]
pub fn open(text: &str, recording: JsValue) -> Result<JsValue, JsError> {
    let recording = match recording.is_undefined() {
        true => serde_json::json!({ "signals": [], "events": false }),
        false => from_js(&recording),
    };
    let settings = RecordingSettings::from_json(&recording)
        .map_err(|message| errors::issue_error("recording", message))?;
    let parsed = Document::parse(text, kinds());
    let simulation = parsed
        .as_ref()
        .map_err(Clone::clone)
        .and_then(|document| simulation::Simulation::new(document.scenario().clone(), settings));
    match (&parsed, simulation) {
        (Ok(document), Ok(simulation)) => Ok(opened(&parsed, document, simulation).into()),
        (_, Err(issues)) => Ok(refused(issues)),
        (Err(issues), _) => Ok(refused(issues.clone())),
    }
}

fn refused(issues: Vec<Issue>) -> JsValue {
    to_js(&CheckResult::of(&Err(issues)))
}

/// The verdict on a valid document, the other data that are known before the run, and the run.
fn opened(
    parsed: &Result<Document, Vec<Issue>>,
    document: &Document,
    simulation: simulation::Simulation,
) -> Object {
    let opened = Object::from(to_js(&CheckResult::of(parsed)));
    let flows: Vec<String> = simulation.flows().iter().map(|flow| flow.id.clone()).collect();
    let links: Vec<String> = simulation.links().iter().map(|link| link.id.clone()).collect();
    let directory = js_value(&simulation.observer().rec.directory_json());
    let simulation = Simulation::from_core(simulation);
    let members = [
        ("document", js_value(document.canonical())),
        ("rates", to_js(&document.rate_steps())),
        ("duration", simulation.duration().into()),
        ("directory", directory),
        ("flows", to_js(&flows)),
        ("links", to_js(&links)),
        ("simulation", simulation.into()),
    ];
    for (name, value) in members {
        // Setting a member of a plain object cannot fail.
        Reflect::set(&opened, &name.into(), &value).unwrap_or_default();
    }
    opened
}
