//! What everything that is registered says about itself - algorithms, sources, queues, losses -: settings, signals, decisions,
//! citations. The catalogue, forms, validation and reference pages are made from these descriptions.

use serde_json::Value;

use crate::ground::json::shape::{Shape, ToJson};
use crate::json_object;
pub use crate::params::words;
use crate::params::{Field, Issue};

json_object! {
    /// A named series that something exposes while it runs.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Signal {
        pub id: &'static str,
        pub label: &'static str,
        pub unit: &'static str,
        pub kind: SignalKind,
        pub doc: &'static str,
    }
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

impl ToJson for SignalKind {
    fn to_json(&self) -> Value {
        self.as_str().into()
    }
    fn shape() -> Shape {
        Shape::OneOf([Self::Gauge, Self::Counter].map(Self::as_str).to_vec())
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
}

json_object! {
    /// A sentence with which an algorithm explains what it did: `{name}` in the template is an input's value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Decision as "DecisionKind" {
        pub id: &'static str,
        pub label: &'static str,
        pub template: &'static str,
        pub inputs: &'static [DecisionInput],
    }
}

json_object! {
    /// One value of a decision's sentence.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct DecisionInput {
        pub id: &'static str,
        pub unit: &'static str,
        pub doc: &'static str,
    }
}

json_object! {
    /// A paper or standard.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Reference {
        pub title: &'static str,
        pub url: &'static str,
    }
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

impl ToJson for Family {
    fn to_json(&self) -> Value {
        self.as_str().into()
    }
    fn shape() -> Shape {
        Shape::OneOf([Self::Window, Self::Rate, Self::Report, Self::None].map(Self::as_str).to_vec())
    }
}

/// Citations, which only readers of help need: empty where help is not built in.
#[inline(always)]
pub const fn sources(list: &[Reference]) -> &[Reference] {
    if cfg!(feature = "tools") { list } else { &[] }
}

json_object! {
    /// Everything that is said about a congestion control algorithm.
    #[derive(Clone, Debug)]
    pub struct AlgorithmInfo {
        pub id: &'static str as "AlgorithmId",
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
}

json_object! {
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
