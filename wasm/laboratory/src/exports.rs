//! Writes runs in the formats of other tools, with the code that the command line uses.

use super::parse;
use crate::errors::{issue_error, issues_error};
use fairshare_exports::{ExportError, ExportOptions, Format, export};
use sim_core::scenario::Scenario;
use sim_core::simulation::kinds;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// Runs a document and writes it in a format. `flow` and `link` select the contents, and `url` is the address
/// of the scenario.
#[wasm_bindgen(js_name = exportRun)]
pub fn export_run(
    format: &str,
    document: &str,
    flow: Option<String>,
    link: Option<String>,
    url: Option<String>,
) -> Result<Vec<u8>, JsError> {
    let format = Format::from_id(format)
        .ok_or_else(|| issue_error("format", format!("There is no format {format}.")))?;
    let scenario = Scenario::from_value(parse(document)?, kinds()).map_err(|issues| issues_error(&issues))?;
    let options = ExportOptions { flow, link, bin: None, url };
    let mut out = Vec::new();
    export(format, scenario, &options, &mut out, &mut |_| true).map_err(error_of)?;
    Ok(out)
}

/// The error that the page receives.
pub fn error_of(error: ExportError) -> JsError {
    match error {
        ExportError::Scenario(issues) => issues_error(&issues),
        ExportError::Option(message) => issue_error("export", message),
        ExportError::Run(failure) => issue_error("export", failure.to_string()),
        ExportError::Write(error) => issue_error("export", error.to_string()),
        ExportError::Stopped => issue_error("export", "The run was stopped."),
    }
}
