//! The errors of the laboratory.

pub use crate::boundary_errors::{issue_error, issues_error};
use fairshare_runs::RunError;
use wasm_bindgen::prelude::JsError;

pub fn run_error(error: &RunError) -> JsError {
    match error {
        RunError::Invalid(issues) => issues_error(issues),
        error => issue_error("run", error.to_string()),
    }
}
