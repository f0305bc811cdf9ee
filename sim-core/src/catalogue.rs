//! What is registered - algorithms, sources, queues, losses - and what the page can know of it: one JSON value from
//! which forms, legends, help pages and types follow.

#[cfg(feature = "cli")]
mod algorithm_page;
#[cfg(feature = "cli")]
mod generated;
#[cfg(feature = "cli")]
mod json_schema;
#[cfg(feature = "cli")]
mod scenario_page;
#[cfg(feature = "cli")]
mod typescript;

#[cfg(feature = "cli")]
pub use generated::{Generated, OWNED_FOLDERS, generated};
#[cfg(feature = "cli")]
pub use json_schema::json_schema;
#[cfg(feature = "cli")]
pub use scenario_page::scenario_page;
#[cfg(feature = "cli")]
pub use typescript::typescript;

use serde_json::{Value, json};

use crate::params::{Field, Issue, Variant, fields_json};
use crate::scenario::{SCHEMA_VERSION, schema};

/// A text that only readers of forms and help need: nothing where those are not built in, as in the WebAssembly, whose
/// page has the catalogue as a file.
#[inline(always)]
pub const fn words(text: &str) -> &str {
    if cfg!(feature = "words") { text } else { "" }
}

/// What is cited, likewise.
#[inline(always)]
pub const fn sources(list: &[Reference]) -> &[Reference] {
    if cfg!(feature = "words") { list } else { &[] }
}

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

/// The whole catalogue as one JSON value.
pub fn catalogue(kinds: &Kinds) -> Value {
    // Queues and losses are shown with the fields that all of their sort share.
    let parts = |parts: &[KindInfo], variants: Vec<Variant>| -> Value {
        let whole = |(part, variant): (&KindInfo, Variant)| {
            KindInfo { fields: variant.fields, ..part.clone() }.to_json()
        };
        parts.iter().zip(variants).map(whole).collect()
    };
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "schema_version": SCHEMA_VERSION,
        "document": schema::document(kinds).to_json(),
        "algorithms": kinds.algorithms.iter().map(AlgorithmInfo::to_json).collect::<Value>(),
        "sources": kinds.sources.iter().map(KindInfo::to_json).collect::<Value>(),
        "queues": parts(&kinds.queues, schema::queue_variants(kinds)),
        "losses": parts(&kinds.losses, schema::loss_variants(kinds)),
        "link_signals": signals_json(&kinds.link_signals),
        "flow_signals": signals_json(&kinds.flow_signals),
        "run_signals": signals_json(&kinds.run_signals),
    })
}

fn signals_json(signals: &[Signal]) -> Value {
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

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;
    use crate::scenario::testing;

    #[test]
    fn the_catalogue_says_everything_once() {
        let all = catalogue(&testing::kinds());
        assert_eq!(all["schema_version"], 1);
        assert_eq!(all["queues"][0]["fields"][0]["name"], "limit");
        assert_eq!(all["losses"][0]["fields"][1]["name"], "flow");
        let document = &all["document"]["fields"];
        let algorithm = document.pointer("/8/item/fields/3").unwrap();
        assert_eq!((&algorithm["name"], &algorithm["type"]), (&json!("algorithm"), &json!("choice")));
        assert_eq!(algorithm["choices"].as_array().unwrap().len(), 3);
    }

    /// What the simulator registers, as opposed to what these tests do.
    #[test]
    fn everything_registered_is_documented_and_its_defaults_are_valid() {
        let kinds = crate::sim::kinds();
        fn explained(owner: &str, fields: &[Field]) {
            for field in fields {
                assert!(field.doc.len() > 5, "{owner}.{} has no help text", field.name);
                assert!(field.default.is_some(), "{owner}.{} has no default", field.name);
            }
        }
        for info in &kinds.algorithms {
            explained(info.id, &info.fields);
            assert!(
                !info.summary.is_empty() && !info.doc.is_empty() && !info.references.is_empty(),
                "{}",
                info.id
            );
        }
        let parts = [&kinds.sources, &kinds.queues, &kinds.losses];
        for info in parts.into_iter().flatten() {
            explained(info.id, &info.fields);
            assert!(!info.doc.is_empty(), "{}", info.id);
        }
        // Written out in full, every default passes its own check.
        for info in &kinds.algorithms {
            for source in &kinds.sources {
                let flow = json!({"id": "a", "algorithm": info.id, "source": {"kind": source.id}});
                let full = crate::scenario::expanded(&json!({"v": 1, "flows": [flow]}), &kinds);
                let checked = crate::scenario::check_value(full, &kinds);
                assert_eq!(checked.issues, [], "{} with {}", info.id, source.id);
            }
        }
    }

    #[test]
    fn the_json_schema_follows_the_fields() {
        let schema = json_schema(&testing::kinds());
        assert_eq!(schema["required"], json!(["v"]));
        let flow = schema.pointer("/properties/flows/items").unwrap();
        assert_eq!(flow["required"], json!(["id"]));
        assert_eq!(flow["allOf"][0]["if"], json!({"properties": {"algorithm": {"const": "newreno"}}}));
        assert_eq!(flow["allOf"][1]["if"]["required"], json!(["algorithm"]));
        let min_rto = flow.pointer("/allOf/1/then/properties/params/properties/min_rto").unwrap();
        assert_eq!((&min_rto["minimum"], &min_rto["default"]), (&json!(0.001), &json!(0.2)));
        assert_eq!(schema.pointer("/properties/duration/exclusiveMinimum"), Some(&json!(0)));
        // A direction of a link is said once, for all networks.
        let graph = schema.pointer("/properties/network/oneOf/2/properties/links/items/properties").unwrap();
        assert_eq!(graph["forward"]["$ref"], "#/$defs/link");
        assert_eq!(graph["reverse"]["anyOf"][0]["$ref"], "#/$defs/link");
        assert_eq!(schema.pointer("/$defs/link/properties/rate/minimum"), Some(&json!(1)));
    }

    #[test]
    fn the_types_name_every_part() {
        let text = typescript(&testing::kinds());
        for part in [
            "export type AlgorithmId = \"newreno\" | \"cubic\" | \"udp\";",
            "export interface NewrenoParams {",
            "  readonly algorithm?: AlgorithmId;",
            "  readonly id: string;",
            "  readonly loss?: readonly LossRule[];",
            "export interface ScenarioDocument {",
            "  readonly receive_window?: number | null;",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        assert_eq!(text.matches("export interface LinkDocument").count(), 1);
    }
}
