//! What everything that is registered says about itself - algorithms, sources, queues, losses -: settings, signals, decisions,
//! citations. The catalogue, forms, validation and reference pages are made from these descriptions.

use serde_json::{Value, json};

pub use crate::params::words;
use crate::params::{Field, Issue, fields_json};

/// A named series that something exposes while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    pub id: &'static str,
    pub label: &'static str,
    pub unit: &'static str,
    pub kind: SignalKind,
    pub doc: &'static str,
}

/// How a series is read: a gauge has a value at any time, a counter only grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalKind {
    Gauge,
    Counter,
}

impl SignalKind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gauge => "gauge",
            Self::Counter => "counter",
        }
    }
}

impl Signal {
    pub const fn gauge(id: &'static str, label: &'static str, unit: &'static str, doc: &'static str) -> Self {
        Self { id, label, unit, kind: SignalKind::Gauge, doc: words(doc) }
    }

    pub const fn counter(
        id: &'static str,
        label: &'static str,
        unit: &'static str,
        doc: &'static str,
    ) -> Self {
        Self { id, label, unit, kind: SignalKind::Counter, doc: words(doc) }
    }

    pub fn to_json(&self) -> Value {
        json!({"id": self.id, "label": self.label, "unit": self.unit, "kind": self.kind.as_str(), "doc": self.doc})
    }
}

/// A sentence with which an algorithm explains what it did: `{name}` in the template is an input's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub id: &'static str,
    pub label: &'static str,
    pub template: &'static str,
    pub inputs: &'static [DecisionInput],
}

/// One value of a decision's sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionInput {
    pub id: &'static str,
    pub unit: &'static str,
    pub doc: &'static str,
}

impl Decision {
    pub fn to_json(&self) -> Value {
        let inputs: Value =
            self.inputs.iter().map(|i| json!({"id": i.id, "unit": i.unit, "doc": i.doc})).collect();
        json!({"id": self.id, "label": self.label, "template": self.template, "inputs": inputs})
    }
}

/// A paper or standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    pub title: &'static str,
    pub url: &'static str,
}

/// What the algorithm adjusts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// A congestion window.
    Window,
    /// A rate, several times per round trip.
    Rate,
    /// A rate, at each receiver report.
    Report,
    /// Nothing: it does not react to congestion.
    None,
}

impl Family {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::Rate => "rate",
            Self::Report => "report",
            Self::None => "none",
        }
    }
}

/// Citations, which only readers of help need: empty where help is not built in.
#[inline(always)]
pub const fn sources(list: &[Reference]) -> &[Reference] {
    if cfg!(feature = "tools") { list } else { &[] }
}

/// Everything that is said about a congestion control algorithm.
#[derive(Clone, Debug)]
pub struct AlgorithmInfo {
    pub id: &'static str,
    pub name: &'static str,
    pub family: Family,
    /// One sentence.
    pub summary: &'static str,
    /// Markdown, with mathematics as `$...$`.
    pub doc: &'static str,
    pub references: &'static [Reference],
    pub fields: Vec<Field>,
    pub signals: Vec<Signal>,
    pub decisions: Vec<Decision>,
}

impl AlgorithmInfo {
    pub fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "family": self.family.as_str(),
            "summary": self.summary,
            "doc": self.doc,
            "references": self.references.iter().map(|r| json!({"title": r.title, "url": r.url})).collect::<Value>(),
            "fields": fields_json(&self.fields),
            "signals": signals_json(&self.signals),
            "decisions": self.decisions.iter().map(Decision::to_json).collect::<Value>(),
        })
    }
}

/// Everything that is said about a traffic source, a queue discipline or a kind of loss.
#[derive(Clone, Debug)]
pub struct KindInfo {
    pub id: &'static str,
    pub name: &'static str,
    pub doc: &'static str,
    /// Its own fields; those that all of its sort share (a queue's limit, a loss rule's flow) are added by the schema.
    pub fields: Vec<Field>,
    pub signals: Vec<Signal>,
}

impl KindInfo {
    pub fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "doc": self.doc,
            "fields": fields_json(&self.fields),
            "signals": signals_json(&self.signals),
        })
    }
}

pub fn signals_json(signals: &[Signal]) -> Value {
    signals.iter().map(Signal::to_json).collect()
}

/// What contradicts each other in an algorithm's settings, given its id and an object of them.
#[derive(Clone, Copy, Debug)]
pub struct Contradictions(pub fn(&str, &Value) -> Vec<Issue>);

impl Default for Contradictions {
    fn default() -> Self {
        Self(|_, _| Vec::new())
    }
}

/// All that is registered: what a document may name.
#[derive(Clone, Debug, Default)]
pub struct Kinds {
    pub algorithms: Vec<AlgorithmInfo>,
    /// Holds an algorithm's settings against each other.
    pub contradictions: Contradictions,
    pub sources: Vec<KindInfo>,
    pub queues: Vec<KindInfo>,
    pub losses: Vec<KindInfo>,
    /// What every link, every flow and the run as a whole expose.
    pub link_signals: Vec<Signal>,
    pub flow_signals: Vec<Signal>,
    pub run_signals: Vec<Signal>,
}

impl Kinds {
    /// The algorithm that a document calls by this name.
    pub fn algorithm(&self, id: &str) -> Option<&AlgorithmInfo> {
        self.algorithms.iter().find(|info| info.id == id)
    }

    /// The parameters of that algorithm.
    pub fn params_of(&self, id: &str) -> Option<&[Field]> {
        self.algorithm(id).map(|info| info.fields.as_slice())
    }
}
