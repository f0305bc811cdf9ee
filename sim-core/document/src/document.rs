//! A valid document. Code that has a `Document` need not check it again.

use serde_json::Value;

use super::canonical::canonical_of;
use super::derived::Derived;
use super::formats::check_format;
use super::model::Scenario;
use super::parse::parse;
use super::rate_steps::{LinkRates, rate_steps};
use super::validate::validate;
use sim_engine::describe::Kinds;
use sim_engine::ground::json::to_text;
use sim_engine::json_object;
use sim_engine::params::Issue;

/// A valid document: its typed scenario, and its two forms.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    scenario: Scenario,
    expanded: Value,
    canonical: Value,
}

impl Document {
    /// Parses a text. The error contains all problems of the document; a text that is not JSON has one.
    pub fn parse(text: &str, kinds: &Kinds) -> Result<Self, Vec<Issue>> {
        Self::read(&parse(text)?, kinds)
    }

    /// Reads a JSON value.
    pub fn read(document: &Value, kinds: &Kinds) -> Result<Self, Vec<Issue>> {
        check_format(document)?;
        let (expanded, scenario) = validate(document, kinds)?;
        let canonical = canonical_of(document, &expanded, kinds);
        Ok(Self { scenario, expanded, canonical })
    }

    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    pub fn into_scenario(self) -> Scenario {
        self.scenario
    }

    /// The form with its fields in schema order and without defaults.
    pub fn canonical(&self) -> &Value {
        &self.canonical
    }

    /// The form that states every default. The new values in the timeline are as the document gives them.
    pub fn expanded(&self) -> &Value {
        &self.expanded
    }

    /// The rates of all link directions over the run.
    pub fn rate_steps(&self) -> Vec<LinkRates> {
        rate_steps(&self.scenario)
    }
}

impl Scenario {
    /// Parses a document of which only the scenario is needed. The error contains all problems of the
    /// document.
    pub fn from_text(text: &str, kinds: &Kinds) -> Result<Self, Vec<Issue>> {
        Self::from_value(parse(text)?, kinds)
    }

    /// Reads a document of which only the scenario is needed.
    pub fn from_value(document: Value, kinds: &Kinds) -> Result<Self, Vec<Issue>> {
        check_format(&document)?;
        validate(&document, kinds).map(|(_, scenario)| scenario)
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

impl CheckResult {
    pub fn of(parsed: &Result<Document, Vec<Issue>>) -> Self {
        let document = parsed.as_ref().ok();
        CheckResult {
            ok: document.is_some(),
            issues: parsed.as_ref().err().cloned().unwrap_or_default(),
            canonical: document.map(|document| to_text(&document.canonical)),
            derived: document.map(|document| Derived::of(&document.scenario)),
        }
    }
}
