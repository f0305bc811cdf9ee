//! Writes runs in the formats of other tools, with the code that the command line uses.

use crate::errors::{issue_error, run_error};
use crate::scenario;
use fairshare_exports::{ExportOptions, Format, export};
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
    let options = ExportOptions { flow, link, bin: None, url };
    let mut out = Vec::new();
    export(format, scenario(document)?, &options, &mut out, &|| false).map_err(|error| run_error(&error))?;
    Ok(out)
}
