//! The scenario document: one JSON text that determines a run (docs/scenario.md).
//!
//! A text is processed in stages: `parse` reads JSON, `formats` checks the format, `validate` reports every problem
//! with its path, and `model` defines the typed scenario with all defaults. `canonical` writes the shortest form of a document,
//! which share links contain. `derived` computes facts that follow from a scenario without a run.

mod canonical;
pub mod catalogue;
mod check_network;
mod check_timeline;
mod derived;
mod formats;
mod model;
mod network;
mod parse;
mod rate_steps;
#[cfg(feature = "tools")]
pub mod readable_link;
mod routes;
pub mod schema;
mod set;
#[cfg(feature = "tools")]
pub mod share_link;
mod target;
mod validate;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use canonical::{canonical, expanded};
pub use derived::{
    CrossingFlows, Derived, LimitInUnits, Work, base_rtt, bottleneck_candidates, crossings, estimated_work,
    fair_shares, resolve_limit,
};
pub use formats::{CURRENT as SCHEMA_VERSION, convert, format_of};
pub use model::*;
pub use network::NetworkSpec;
pub use parse::{MAX_TEXT_BYTES, parse, parse_bytes, read_capped};
pub use rate_steps::{LinkRates, rate_steps};
pub use routes::Route;
pub use set::set_path;
pub use validate::validate;

use serde_json::Value;

use sim_engine::describe::Kinds;
use sim_engine::ground::json::to_text;
use sim_engine::json_object;
use sim_engine::params::Issue;

impl Scenario {
    /// Reads and validates a document. The error contains all problems of the document.
    pub fn from_text(text: &str, kinds: &Kinds) -> Result<Self, Vec<Issue>> {
        Self::from_value(parse(text)?, kinds)
    }

    /// Validates a document that has been parsed.
    pub fn from_value(document: Value, kinds: &Kinds) -> Result<Self, Vec<Issue>> {
        formats::check_format(&document)?;
        validate(&document, kinds)
    }
}

/// The result of checking a document.
#[derive(Clone, Debug)]
pub struct Checked {
    /// All problems of the document; empty if it is valid.
    pub issues: Vec<Issue>,
    /// The canonical form; `None` unless the document is valid.
    pub canonical: Option<Value>,
    pub scenario: Option<Scenario>,
}

/// Checks the text of a document without running it. A text that is not JSON has one issue.
pub fn check(text: &str, kinds: &Kinds) -> Checked {
    match parse(text) {
        Ok(document) => check_value(document, kinds),
        Err(issues) => Checked { issues, canonical: None, scenario: None },
    }
}

/// Checks a document that has been parsed.
pub fn check_value(document: Value, kinds: &Kinds) -> Checked {
    match formats::check_format(&document).and_then(|()| validate(&document, kinds)) {
        Ok(scenario) => {
            let canonical = Some(canonical(&document, kinds));
            Checked { issues: Vec::new(), canonical, scenario: Some(scenario) }
        }
        Err(issues) => Checked { issues, canonical: None, scenario: None },
    }
}

impl Checked {
    pub fn to_json(&self) -> Value {
        let result = CheckResult {
            ok: self.issues.is_empty(),
            issues: self.issues.clone(),
            canonical: self.canonical.as_ref().map(to_text),
            derived: self.scenario.as_ref().map(Derived::of),
        };
        result.to_json()
    }
}

json_object! {
    /// The result of checking a document's text.
    #[derive(Clone, Debug)]
    pub struct CheckResult {
        pub ok: bool,
        pub issues: Vec<Issue>,
        /// Canonical JSON text, which omits defaults; null unless the document is valid.
        pub canonical: Option<String>,
        /// Null unless the document is valid.
        pub derived: Option<Derived>,
    }
}
