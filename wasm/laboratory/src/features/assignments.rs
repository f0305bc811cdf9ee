//! Checks hand-ins of assignments for the page, with the rules that the command line uses.

use crate::errors::issues_error;
use crate::parse;
use fairshare_assignments::assignment;
use fairshare_assignments::check::check;
use fairshare_assignments::compare::compare;
use fairshare_assignments::report::Report;
use fairshare_assignments::{files, table};
use serde_json::json;
use sim_core::ground::convert::whole;
use sim_core::ground::json::to_text;
use sim_core::params::Issue;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// An assignment with its key.
#[wasm_bindgen]
pub struct Assignment {
    assignment: assignment::Assignment,
}

#[wasm_bindgen]
impl Assignment {
    /// Reads the lecturer's file.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Assignment, JsError> {
        let assignment = assignment::Assignment::read(text).map_err(|problems| {
            let issues: Vec<Issue> =
                problems.into_iter().map(|problem| Issue::new("", "assignment", problem)).collect();
            issues_error(&issues)
        })?;
        Ok(Self { assignment })
    }

    /// Checks the text of a file. Returns a report as JSON.
    pub fn check(&self, file: &str, text: &str) -> String {
        to_text(&check(&self.assignment, file, text).to_json())
    }

    /// Sorts a list of reports and adds the findings of a comparison of their logs.
    pub fn compare(&self, reports: &str) -> Result<String, JsError> {
        let compared = compare(parse::<Vec<Report>>(reports)?);
        Ok(to_text(&compared.iter().map(Report::to_json).collect()))
    }

    /// The CSV of a list of compared reports.
    pub fn csv(&self, reports: &str) -> Result<String, JsError> {
        Ok(table::csv(&self.assignment, &parse::<Vec<Report>>(reports)?))
    }
}

/// The hand-ins of a file: a list of objects with `file` and either `text` or `report`, as JSON.
#[wasm_bindgen]
pub fn unpack(file: &str, bytes: &[u8]) -> String {
    let found = files::unpack(file, bytes).into_iter().map(|found| match found.text {
        Ok(text) => json!({ "file": found.file, "text": text }),
        Err(finding) => {
            json!({ "file": &found.file, "report": Report::refused(&found.file, finding).to_json() })
        }
    });
    to_text(&found.collect())
}

/// The report on a file in a folder that is not read because of its path in there, as JSON. Empty if the file
/// may be read.
#[wasm_bindgen]
pub fn skipped(file: &str, path: &str) -> String {
    files::skip_reason(path)
        .map_or_else(String::new, |finding| to_text(&Report::refused(file, finding).to_json()))
}

/// The report on a file that is too large to be read, as JSON. Empty if the file may be read.
#[wasm_bindgen(js_name = refusal)]
pub fn refusal(file: &str, size: f64, first_bytes: &[u8]) -> String {
    let refusal = files::refusal_of_size(whole::<u64>(size), files::is_zip(first_bytes));
    refusal.map_or_else(String::new, |finding| to_text(&Report::refused(file, finding).to_json()))
}
