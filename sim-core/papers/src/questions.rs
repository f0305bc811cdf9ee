//! The questions of a paper: questions that its text leaves open, with the possible readings, and ready-made
//! questions about assumptions, with the changes that answer them.

use serde_json::{Value, json};

use crate::axes::Filter;

/// A question that the text of a paper does not answer.
#[derive(Clone, Debug)]
pub struct OpenQuestion {
    /// The place in the paper: Figure 1, Section VI.
    pub place: &'static str,
    /// The question, as one sentence with a question mark.
    pub question: &'static str,
    /// What the paper states about it.
    pub paper_states: &'static str,
    /// The possible readings. The experiments use the first reading.
    pub readings: Vec<Reading>,
    /// Why the experiments use the first reading.
    pub reason: &'static str,
}

/// A possible reading of the text, and its results.
#[derive(Clone, Debug)]
pub struct Reading {
    pub what: &'static str,
    /// Values from the stored results of experiments.
    pub measured: Vec<MeasuredValues>,
    /// Results in words. Empty if the measured values are sufficient.
    pub note: &'static str,
}

/// Selects values of a quantity from the results of an experiment.
#[derive(Clone, Debug)]
pub struct MeasuredValues {
    pub experiment: &'static str,
    pub quantity: &'static str,
    pub only: Filter,
}

/// A change of one assumption: a path and a value, as on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub path: String,
    pub value: String,
}

impl Change {
    pub fn to_json(&self) -> Value {
        json!({ "path": self.path, "value": self.value })
    }
}

/// A question about an assumption of experiments, and the changes that answer it.
#[derive(Clone, Debug)]
pub struct ReadyQuestion {
    /// The name for `--set`, unique among the questions of all papers.
    pub id: &'static str,
    /// The question, as one sentence with a question mark.
    pub question: &'static str,
    /// What the experiment assumes, and why the question is worth asking.
    pub about: &'static str,
    pub changes: Vec<Change>,
    /// The ids of the experiments that the question is about, or prefixes of ids.
    pub experiments: Vec<&'static str>,
}

impl ReadyQuestion {
    /// Returns whether the question is about the experiment with this id.
    pub fn is_about(&self, experiment: &str) -> bool {
        self.experiments.iter().any(|prefix| experiment.starts_with(prefix))
    }

    pub fn to_json(&self) -> Value {
        json!({ "id": self.id, "question": self.question, "about": self.about,
                "changes": self.changes.iter().map(Change::to_json).collect::<Value>() })
    }
}
