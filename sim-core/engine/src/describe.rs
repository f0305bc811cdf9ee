//! Descriptions of algorithms, traffic sources, queue disciplines and loss rules: their settings, signals,
//! decisions and citations. The catalogue, forms, validation and reference pages are generated from these
//! descriptions.

mod decisions;
mod markdown;
mod signals;

pub use decisions::{Decided, Decision, DecisionInput, append_decisions, shows_all, with_template};
pub use signals::{Signal, SignalIndex, SignalKind, append_signals};

use std::sync::OnceLock;

use serde_json::Value;

use crate::params::Field;
pub use crate::params::help_text;
use crate::{choice, json_object};

json_object! {
    /// A paper or standard.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Reference {
        pub title: &'static str,
        pub url: &'static str,
    }
}

/// Makes a list of settings, signals or decisions.
pub type List<T> = fn() -> Vec<T>;

choice! {
    /// The family of an algorithm: the quantity that it adjusts, and how often.
    pub enum Family {
        /// A congestion window.
        Window "window",
        /// A rate, several times per round trip.
        Rate "rate",
        /// A rate, at each receiver report.
        Report "report",
        /// Nothing. The algorithm does not react to congestion.
        None "none",
    }
}

json_object! {
    /// A run that shows the mechanism of an algorithm. The page and the reference compute it and draw its
    /// charts.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Picture as "AlgorithmPicture" {
        /// A description of the run: the network, the events, and what to look at.
        pub caption: &'static str,
        /// The document as JSON text. The flow with the ID `own` states no algorithm: it uses the algorithm
        /// that is described.
        pub document: &'static str,
        /// The charts from top to bottom. A chart is a list of signals of the flow `own`, separated by
        /// spaces. `goodput` stands for the goodput of each flow, and `queue` for the queue of the link
        /// `forward`. Signals without values are left out.
        pub charts: Vec<&'static str>,
    }
}

impl Picture {
    /// The document with the algorithm of the flow `own`. `Null` if the document is not valid JSON, which a
    /// test excludes.
    pub fn document_with(&self, algorithm: &str) -> Value {
        let mut document: Value = serde_json::from_str(self.document).unwrap_or_default();
        let flows = document.get_mut("flows").and_then(Value::as_array_mut);
        for flow in flows.into_iter().flatten() {
            if flow["id"] == "own" {
                flow["algorithm"] = algorithm.into();
            }
        }
        document
    }
}

impl AlgorithmInfo {
    /// An entry without texts, which are in the Markdown file of the algorithm.
    // Out of line, so that it is compiled once and not for each algorithm.
    #[inline(never)]
    pub fn new(
        id: &'static str,
        name: &'static str,
        family: Family,
        fields: List<Field>,
        signals: List<Signal>,
        decisions: List<Decision>,
    ) -> Self {
        let (summary, doc) = ("", "");
        let (pictures, references) = (Vec::new(), Vec::new());
        let (fields, signals, decisions) = (fields(), signals(), decisions());
        AlgorithmInfo { id, name, family, summary, doc, pictures, references, fields, signals, decisions }
    }

    /// The name of the file with a figure of a picture.
    pub fn picture_file(&self, index: usize) -> String {
        if index == 0 { format!("{}.svg", self.id) } else { format!("{}-{}.svg", self.id, index + 1) }
    }
}

json_object! {
    /// The description of a congestion control algorithm.
    #[derive(Clone, Debug)]
    pub struct AlgorithmInfo {
        pub id: &'static str as "AlgorithmId",
        pub name: &'static str,
        pub family: Family,
        /// One sentence.
        pub summary: &'static str,
        /// Markdown, with mathematics as `$...$`.
        pub doc: &'static str,
        pub pictures: Vec<Picture>,
        pub references: Vec<Reference>,
        pub fields: Vec<Field>,
        pub signals: Vec<Signal>,
        pub decisions: Vec<Decision>,
    }
}

json_object! {
    /// The description of a traffic source, a queue discipline or a kind of loss rule.
    #[derive(Clone, Debug)]
    pub struct KindInfo {
        pub id: &'static str,
        pub name: &'static str,
        pub doc: &'static str,
        /// The fields of this kind. The schema adds the fields that all kinds share, such as a queue's limit
        /// or a loss rule's flow.
        pub fields: Vec<Field>,
        pub signals: Vec<Signal>,
    }
}

impl KindInfo {
    /// An entry without text, which is in the Markdown file of the kind.
    pub fn new(id: &'static str, name: &'static str, fields: Vec<Field>, signals: Vec<Signal>) -> Self {
        KindInfo { id, name, doc: "", fields, signals }
    }
}

/// The registry: everything that a document can name.
#[derive(Clone, Debug, Default)]
pub struct Kinds {
    pub algorithms: Vec<AlgorithmInfo>,
    pub sources: Vec<KindInfo>,
    pub queues: Vec<KindInfo>,
    pub losses: Vec<KindInfo>,
    /// The signals that every link has.
    pub link_signals: Vec<Signal>,
    /// The signals that every flow has.
    pub flow_signals: Vec<Signal>,
    /// The signals of the run as a whole.
    pub run_signals: Vec<Signal>,
    /// The fields of a document, which follow from the kinds. The crate `sim_document` fills it.
    pub document: OnceLock<Field>,
}

impl Kinds {
    pub fn algorithm(&self, id: &str) -> Option<&AlgorithmInfo> {
        self.algorithms.iter().find(|info| info.id == id)
    }

    /// The parameters of the algorithm with this ID.
    pub fn params_of(&self, id: &str) -> Option<&[Field]> {
        self.algorithm(id).map(|info| info.fields.as_slice())
    }
}
