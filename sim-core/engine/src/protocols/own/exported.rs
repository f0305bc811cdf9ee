//! A program as an algorithm in Rust, for whoever wants to add it to the simulator (docs/adding-an-algorithm.md).

use fairshare_script::{RustAlgorithm, TakenNames, ValueKind, to_rust};
use serde_json::{Map, Value, json};

use super::params::{ChassisParams, fault_issue};
use crate::params::{Issue, ParamSet, number};
use crate::transport::window::WindowSignals;

/// An algorithm that a program became.
#[derive(Clone, Debug)]
pub struct ExportedAlgorithm {
    /// The file in `protocols/`.
    pub text: String,
    /// The Markdown file with its texts, next to it.
    pub description: String,
    /// The default values of its settings.
    pub settings: Map<String, Value>,
    /// What was not translated, with its line.
    pub left_out: Vec<String>,
}

impl ExportedAlgorithm {
    /// Translates a program. `name` is the ID of the algorithm.
    pub fn of(program: &str, name: &str) -> Result<Self, Vec<Issue>> {
        let (fields, signals) = (ChassisParams::fields(), WindowSignals::list());
        let settings: Vec<&str> = fields.iter().map(|field| field.name).collect();
        let signals: Vec<&str> = signals.iter().map(|signal| signal.id).collect();
        let taken = TakenNames { settings: &settings, signals: &signals };
        let made = to_rust(program, name, taken);
        let RustAlgorithm { text, description, left_out, settings } =
            made.map_err(|faults| faults.iter().map(fault_issue).collect::<Vec<_>>())?;
        let value = |kind: ValueKind, value: f64| match kind {
            ValueKind::Number => number(value),
            ValueKind::Truth => Value::from(value != 0.0),
        };
        let settings = settings.into_iter().map(|(name, kind, default)| (name, value(kind, default)));
        Ok(ExportedAlgorithm { text, description, settings: settings.collect(), left_out })
    }

    /// The algorithm as JSON: the text of the file, the settings, and what was not translated.
    pub fn to_json(&self) -> Value {
        json!({ "text": self.text, "settings": self.settings, "left_out": self.left_out })
    }
}
