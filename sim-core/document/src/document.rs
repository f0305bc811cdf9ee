//! A valid document. Code that has a `Document` need not check it again.

use serde_json::Value;

use super::canonical::canonical_of;
use super::derived::Derived;
use super::model::Scenario;
use super::parse::parse;
use super::rate_steps::{LinkRates, rate_steps};
use super::schema::FORMAT;
use super::validate::validate;
use sim_engine::describe::Kinds;
use sim_engine::ground::json::to_text;
use sim_engine::json_object;
use sim_engine::params::{Issue, describe_value, whole_number};

/// Checks whether the document is an object that states the format.
fn check_format(document: &Value) -> Result<(), Vec<Issue>> {
    let (path, code, message) = match (document, document.get("v")) {
        (Value::Object(_), Some(v)) if whole_number(v) == Some(FORMAT) => return Ok(()),
        (Value::Object(_), Some(v)) => (
            "v",
            "unknown_version",
            format!(
                "This version of Fairshare reads format {FORMAT}, not {}. Write \"v\": {FORMAT}, or open the document with the version that made it.",
                describe_value(v)
            ),
        ),
        (Value::Object(_), None) => {
            ("v", "missing", format!("The format is missing. Begin the document with \"v\": {FORMAT}."))
        }
        _ => (
            "",
            "wrong_type",
            format!(
                "A scenario is an object {{ \"v\": {FORMAT}, ... }}; {} was given.",
                describe_value(document)
            ),
        ),
    };
    Err(vec![Issue::new(path, code, message)])
}

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

    /// The form with its fields in schema order and without defaults.
    pub fn canonical(&self) -> &Value {
        &self.canonical
    }

    /// The form that states every default. The timeline keeps the new values as the document writes them.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_format_of_this_version_is_accepted() {
        let code = |document: Value| check_format(&document).unwrap_err()[0].code;
        assert_eq!(check_format(&json!({"v": 1})), Ok(()));
        assert_eq!(code(json!({})), "missing");
        assert_eq!(code(json!({"v": 2})), "unknown_version");
        assert_eq!(code(json!({"v": "1"})), "unknown_version");
        assert_eq!(code(json!([1])), "wrong_type");
        let issue = &check_format(&json!({"v": 3})).unwrap_err()[0];
        assert_eq!(issue.path, "v");
        assert!(issue.message.contains("reads format 1, not 3. Write \"v\": 1"), "{}", issue.message);
    }
}
