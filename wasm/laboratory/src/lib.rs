//! The WebAssembly interface of the parts that the page loads on demand: the features, and stretches of runs with every
//! packet. The module contains the simulator, so that one module runs everything. It only converts values: everything is
//! passed as JSON text, except rows of packets. Every error is thrown as an `Error` whose message is JSON:
//! `{"issues": [...]}` for an invalid argument, `{"panic": {...}}` for a fault of the simulator.

#[path = "../../src/errors.rs"]
mod boundary_errors;
mod errors;
mod features;
mod packets;

use errors::{issue_error, issues_error};
use serde::de::DeserializeOwned;
use serde_json::Value;
use sim_core::scenario::Scenario;
use sim_core::simulation::{VERSION, kinds};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// Runs once, when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    boundary_errors::throw_panics();
}

/// The version of the simulator. Results are reproducible within a version.
#[wasm_bindgen]
pub fn version() -> String {
    VERSION.to_owned()
}

/// Reads JSON from the page. `scenario::parse` is not used, because it limits the size of its text.
fn parse<T: DeserializeOwned>(text: &str) -> Result<T, JsError> {
    serde_json::from_str(text).map_err(|error| issue_error("json", error.to_string()))
}

fn scenario(document: &str) -> Result<Scenario, JsError> {
    Scenario::from_value(parse(document)?, kinds()).map_err(|issues| issues_error(&issues))
}

/// Reads a list, for each cell, of the records of its runs.
fn records<T>(text: &str, read: fn(&Value) -> Result<T, String>) -> Result<Vec<Vec<T>>, JsError> {
    let cells: Vec<Vec<Value>> = parse(text)?;
    let runs: Result<_, String> = cells.iter().map(|cell| cell.iter().map(read).collect()).collect();
    runs.map_err(|problem| issue_error("records", problem))
}
