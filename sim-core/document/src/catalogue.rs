//! The catalogue: the registry of algorithms, sources, queue disciplines and loss rules and the fields of the
//! document, as one JSON value. Forms, legends, help pages and types are generated from it.

#[cfg(feature = "tools")]
mod algorithm_page;
#[cfg(feature = "tools")]
mod generated;
#[cfg(feature = "tools")]
mod json_schema;
#[cfg(feature = "tools")]
mod python;
#[cfg(feature = "tools")]
mod result_schema;
#[cfg(feature = "tools")]
mod settings_page;
#[cfg(feature = "tools")]
mod share;
#[cfg(feature = "tools")]
mod typescript;

#[cfg(feature = "tools")]
pub use generated::{GeneratedFile, generated_files, setting_pages};
#[cfg(feature = "tools")]
pub use json_schema::json_schema;
#[cfg(feature = "tools")]
pub use python::python;
#[cfg(feature = "tools")]
pub use result_schema::{RESULT_FORMAT, result_schema};
#[cfg(feature = "tools")]
pub use typescript::typescript;

use serde_json::Value;

use crate::{FORMAT, schema};
use sim_engine::describe::{AlgorithmInfo, Decision, KindInfo, Kinds, Signal};
use sim_engine::ground::json::shape::Pairs;
use sim_engine::json_object;
use sim_engine::net::queues;
use sim_engine::params::{Field, Variant};
pub use sim_engine::registry::kinds;

json_object! {
    /// Everything that a document can name, and the fields of a document.
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
        /// The queue disciplines that are also the medium of their link, by their IDs.
        pub media: Vec<&'static str>,
        pub losses: Vec<KindInfo>,
        /// The decisions of each queue discipline that has any, by its ID.
        pub queue_decisions: Pairs<Vec<Decision>>,
        /// The signals that every link has.
        pub link_signals: Vec<Signal>,
        /// The signals that every flow has.
        pub flow_signals: Vec<Signal>,
        /// The signals of the run as a whole.
        pub run_signals: Vec<Signal>,
    }
}

/// The whole catalogue as one JSON value.
pub fn catalogue(kinds: &Kinds) -> Value {
    // Queue disciplines and loss rules are listed with their own fields and the fields that all of them
    // share.
    let with_all_fields = |infos: &[KindInfo], variants: Vec<Variant>| -> Vec<KindInfo> {
        let extended =
            |(info, variant): (&KindInfo, Variant)| KindInfo { fields: variant.fields, ..info.clone() };
        infos.iter().zip(variants).map(extended).collect()
    };
    let queue_decisions = queues::decisions().into_iter().map(|(id, decisions)| (id.to_owned(), decisions));
    let catalogue = Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        schema_version: FORMAT,
        document: schema::document(kinds).clone(),
        algorithms: kinds.algorithms.clone(),
        sources: kinds.sources.clone(),
        media: kinds.queues.iter().map(|queue| queue.id).filter(|id| queues::is_medium(id)).collect(),
        queues: with_all_fields(&kinds.queues, schema::queue_variants(kinds)),
        losses: with_all_fields(&kinds.losses, schema::loss_variants(kinds)),
        queue_decisions: Pairs(queue_decisions.filter(|(_, decisions)| !decisions.is_empty()).collect()),
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
    use crate::testing;
    use sim_engine::params::Field;

    #[test]
    fn the_catalogue_contains_queues_losses_and_the_document() {
        let all = catalogue(&testing::kinds());
        assert_eq!(all["schema_version"], 1);
        assert_eq!(all["queues"][0]["fields"][0]["name"], "limit");
        assert_eq!(all["losses"][0]["fields"][1]["name"], "flow");
        let named = |fields: &serde_json::Value, name: &str| {
            fields.as_array().unwrap().iter().find(|field| field["name"] == name).cloned().unwrap()
        };
        let flows = named(&all["document"]["fields"], "flows");
        let algorithm = named(&flows["item"]["fields"], "algorithm");
        assert_eq!(algorithm["type"], "choice");
        assert_eq!(algorithm["choices"].as_array().unwrap().len(), 3);
    }

    /// Checks the registry of the simulator, not the small registry that the other tests use.
    #[test]
    fn the_registry_is_documented_and_its_defaults_are_valid() {
        let kinds = kinds();
        fn check_fields(owner: &str, fields: &[Field]) {
            for field in fields {
                assert!(field.doc.len() > 5, "{owner}.{} has no help text", field.name);
                assert!(field.default.is_some(), "{owner}.{} has no default", field.name);
            }
        }
        for info in &kinds.algorithms {
            check_fields(info.id, &info.fields);
            assert!(
                !info.summary.is_empty() && !info.doc.is_empty() && !info.references.is_empty(),
                "{}",
                info.id
            );
        }
        let kinds_with_fields = [&kinds.sources, &kinds.queues, &kinds.losses];
        for info in kinds_with_fields.into_iter().flatten() {
            check_fields(info.id, &info.fields);
            assert!(!info.doc.is_empty(), "{}", info.id);
        }
        // A document in which every default is written out is valid.
        for info in &kinds.algorithms {
            for source in &kinds.sources {
                let flow = json!({"id": "a", "algorithm": info.id, "source": {"kind": source.id}});
                let full = crate::expanded(&json!({"v": 1, "flows": [flow]}), kinds);
                let mut problems = crate::Document::read(&full, kinds).err().unwrap_or_default();
                // Only algorithms that repeat lost data can answer requests.
                problems.retain(|issue| issue.code != "needs_retransmission");
                assert_eq!(problems, [], "{} with {}", info.id, source.id);
            }
        }
    }

    #[test]
    fn the_json_schema_follows_the_fields() {
        let schema = json_schema(&testing::kinds());
        assert_eq!(schema["required"], json!(["v"]));
        let flow = schema.pointer("/properties/flows/items").unwrap();
        assert_eq!(flow["required"], json!(["id"]));
        assert_eq!(flow["allOf"][0]["if"]["required"], json!(["algorithm"]));
        assert_eq!(flow["allOf"][1]["if"], json!({"properties": {"algorithm": {"const": "cubic"}}}));
        let min_rto = flow.pointer("/allOf/1/then/properties/params/properties/min_rto").unwrap();
        assert_eq!((&min_rto["minimum"], &min_rto["default"]), (&json!(0.001), &json!(0.2)));
        assert_eq!(schema.pointer("/properties/duration/exclusiveMinimum"), Some(&json!(0)));
        // The settings of a link direction are defined once, for all kinds of network.
        let graph = schema.pointer("/properties/network/oneOf/2/properties/links/items/properties").unwrap();
        assert_eq!(graph["forward"]["$ref"], "#/$defs/link");
        assert_eq!(graph["reverse"]["anyOf"][0]["$ref"], "#/$defs/link");
        assert_eq!(schema.pointer("/$defs/link/properties/rate/minimum"), Some(&json!(1)));
    }

    #[test]
    fn the_python_functions_have_the_settings_as_arguments() {
        let text = python(&testing::kinds());
        for line in [
            "AlgorithmId = Literal[\"newreno\", \"cubic\", \"udp\"]",
            "    @_described\n    def cubic(",
            "    \"receive_window\": \"",
            "    algorithm: AlgorithmId | Algorithm = UNSET,",
            "    from_: float,",
            "    return _document({\"v\": 1, **_given(locals())})",
            "GraphLink = TypedDict(",
            "class ParkingLotLink(TypedDict, total=False):",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
        assert_eq!(text.matches("\ndef link(").count(), 1);
    }

    #[test]
    fn the_types_contain_algorithms_and_parts_of_the_document() {
        let text = typescript(&testing::kinds());
        for line in [
            "export type AlgorithmId = \"newreno\" | \"cubic\" | \"udp\";",
            "export type AlgorithmParams = {",
            "  readonly algorithm?: AlgorithmId;",
            "  readonly id: string;",
            "  readonly loss?: readonly LossRule[];",
            "export type ScenarioDocument = {",
            "  readonly receive_window?: number | null;",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
        assert_eq!(text.matches("export type LinkDocument").count(), 1);
        // A parameter of two algorithms.
        assert_eq!(text.matches("  readonly receive_window?").count(), 1);
    }
}
