//! The boundary between the simulator and the page. It only converts values. Documents are passed as JSON text, verdicts,
//! summaries and explanations as objects with named members, series and events as copies in arrays of f64. Every error is thrown
//! as an `Error` whose message is JSON: `{"issues": [...]}` for an invalid argument, `{"panic": {...}}` for a
//! fault of the simulator.

mod arithmetic;
mod errors;
mod opening;
mod program;
mod reader;
mod recorded;
mod simulation;
mod values;

pub use opening::{check, open};
pub use simulation::Simulation;

use sim_core::simulation::VERSION;
use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once, when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    errors::throw_panics();
}

/// The version of the simulator. Results are reproducible within a version.
#[wasm_bindgen]
pub fn version() -> String {
    VERSION.to_owned()
}
