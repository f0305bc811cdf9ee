//! The boundary between the simulator and the page: conversion only. Documents, summaries and explanations cross it as
//! JSON text, numbers as arrays of f64 that are copies of their own. Every error is thrown as an `Error` whose message
//! is JSON: `{"issues": [...]}` for what the caller gave, `{"panic": {...}}` for a fault of the simulator.

mod arithmetic;
mod document;
mod errors;
mod reader;
mod simulation;

pub use document::Document;
pub use simulation::Simulation;

use sim_core::simulation::VERSION;
use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once, when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    errors::throw_panics();
}

/// The simulator's version, part of what makes a result reproducible.
#[wasm_bindgen]
pub fn version() -> String {
    VERSION.to_owned()
}
