//! The catalogue: the registry of algorithms, sources, queue disciplines and loss rules as one JSON value. Forms, legends,
//! help pages and types are generated from it.

#[cfg(feature = "tools")]
mod algorithm_page;
#[cfg(feature = "tools")]
mod generated;
#[cfg(feature = "tools")]
mod json_schema;
#[cfg(feature = "tools")]
mod scenario_page;
#[cfg(feature = "tools")]
mod typescript;

#[cfg(feature = "tools")]
pub use generated::{Generated, OWNED_FOLDERS, generated};
#[cfg(feature = "tools")]
pub use json_schema::json_schema;
#[cfg(feature = "tools")]
pub use scenario_page::scenario_page;
#[cfg(feature = "tools")]
pub use typescript::typescript;

use std::sync::OnceLock;

use serde_json::Value;

use crate::describe::{AlgorithmInfo, Contradictions, KindInfo, Kinds, Signal};
use crate::json_object;
use crate::params::{Field, Variant};
use crate::scenario::{SCHEMA_VERSION, schema};
use crate::{net, observer, protocols, traffic};

/// The registry: the algorithms, sources, queue disciplines, loss rules and signals that a document can name. It is built on
/// first use.
pub fn kinds() -> &'static Kinds {
    static KINDS: OnceLock<Kinds> = OnceLock::new();
    KINDS.get_or_init(|| Kinds {
        algorithms: protocols::infos(),
        contradictions: Contradictions(protocols::contradictions),
        sources: traffic::infos(),
        queues: net::queues::infos(),
        losses: net::loss::infos(),
        flow_signals: observer::flow_signals(),
        link_signals: observer::link_signals(),
        ..Kinds::default()
    })
}

json_object! {
    /// Everything that a document can name, and the fields of the document itself.
    #[derive(Clone, Debug)]
    pub struct Catalogue {
        /// The simulator's version.
        pub version: &'static str,
        /// The version of the document format.
        pub schema_version: u64,
        pub document: Field,
        pub algorithms: Vec<AlgorithmInfo>,
        pub sources: Vec<KindInfo>,
        pub queues: Vec<KindInfo>,
        pub losses: Vec<KindInfo>,
        /// The signals of every link.
        pub link_signals: Vec<Signal>,
        /// The signals of every flow.
        pub flow_signals: Vec<Signal>,
        /// The signals of the run as a whole.
        pub run_signals: Vec<Signal>,
    }
}

/// The whole catalogue as one JSON value.
pub fn catalogue(kinds: &Kinds) -> Value {
    // Queues and losses are listed with the fields that all of their sort share.
    let parts = |parts: &[KindInfo], variants: Vec<Variant>| -> Vec<KindInfo> {
        let whole =
            |(part, variant): (&KindInfo, Variant)| KindInfo { fields: variant.fields, ..part.clone() };
        parts.iter().zip(variants).map(whole).collect()
    };
    let catalogue = Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        schema_version: SCHEMA_VERSION,
        document: schema::document(kinds),
        algorithms: kinds.algorithms.clone(),
        sources: kinds.sources.clone(),
        queues: parts(&kinds.queues, schema::queue_variants(kinds)),
        losses: parts(&kinds.losses, schema::loss_variants(kinds)),
        link_signals: kinds.link_signals.clone(),
        flow_signals: kinds.flow_signals.clone(),
        run_signals: kinds.run_signals.clone(),
    };
    catalogue.to_json()
}

#[cfg(all(test, feature = "tools"))]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::params::Field;
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
        let kinds = kinds();
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
                let full = crate::scenario::expanded(&json!({"v": 1, "flows": [flow]}), kinds);
                let checked = crate::scenario::check_value(full, kinds);
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
            "export type NewrenoParams = {",
            "  readonly algorithm?: AlgorithmId;",
            "  readonly id: string;",
            "  readonly loss?: readonly LossRule[];",
            "export type ScenarioDocument = {",
            "  readonly receive_window?: number | null;",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        assert_eq!(text.matches("export type LinkDocument").count(), 1);
    }
}
