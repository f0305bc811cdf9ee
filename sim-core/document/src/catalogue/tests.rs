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
