//! The JSON that the page receives has the shapes that sim-core declares. The page's types are generated from
//! these declarations. Every declared key is present with a value of its type, and there are no other keys.

use sim_core::ground::convert::narrow;
use std::collections::BTreeSet;

use serde_json::{Value, json};
use sim_core::boundary::summary::RunSummary;
use sim_core::boundary::{EVENT_COLUMNS, ExplainedDecision, RecordedDecision, SeriesInfo};
use sim_core::catalogue::{Catalogue, catalogue, kinds};
use sim_core::describe::Kinds;
use sim_core::ground::json::shape::{Shape, ToJson};
use sim_core::params::Issue;
use sim_core::record::{EventKind, RecordingSettings};
use sim_core::scenario::{CheckResult, Document, Scenario};
use sim_core::simulation::Simulation;

/// Asserts that a value has a shape; `what` names the value in the message.
fn assert_has_shape(shape: &Shape, value: &Value, what: &str) {
    if let Err(difference) = shape.check(value, what) {
        panic!("{difference}");
    }
}

/// Documents that together use every algorithm, source, queue discipline, loss rule and kind of network.
fn documents(kinds: &Kinds) -> Vec<Value> {
    let near_flow = json!({"id": "near"});
    let mut documents = vec![
        json!({"v": 1, "duration": 3, "flows": [near_flow], "network": {"kind": "parking_lot"}}),
        json!({"v": 1, "duration": 3, "flows": [near_flow], "network": {"kind": "graph"}}),
        json!({"v": 1, "duration": 3, "flows": [{"id": "many", "count": 3, "start": {"min": 0, "max": 1}}],
               "measure": {"bins": [0.5, 1], "windows": [{"id": "middle", "from": 1, "to": 2}]},
               "timeline": [{"at": 1, "set": "network.forward.rate", "to": 0}]}),
        // Without any delay the bandwidth-delay product is 0.
        json!({"v": 1, "duration": 1, "network": {"forward": {"delay": 0}},
               "flows": [{"id": "near", "access": {"sender": 0, "receiver": 0}}]}),
    ];
    for algorithm in &kinds.algorithms {
        documents.push(
            json!({"v": 1, "duration": 4, "flows": [near_flow, {"id": "own", "algorithm": algorithm.id}]}),
        );
    }
    for source in &kinds.sources {
        let flow = json!({"id": "own", "source": {"kind": source.id}});
        documents.push(json!({"v": 1, "duration": 4, "flows": [flow]}));
    }
    for queue in &kinds.queues {
        let forward = json!({"queue": {"kind": queue.id}});
        documents.push(json!({"v": 1, "duration": 3, "network": {"forward": forward}, "flows": [near_flow]}));
    }
    for loss in &kinds.losses {
        let forward = json!({"loss": [{"kind": loss.id}]});
        documents.push(json!({"v": 1, "duration": 3, "network": {"forward": forward}, "flows": [near_flow]}));
    }
    documents
}

/// Adds to `keys` each key that has a value other than null in an object within `value`.
fn add_non_null_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                if !inner.is_null() {
                    keys.insert(key.clone());
                }
                add_non_null_keys(inner, keys);
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| add_non_null_keys(inner, keys)),
        _ => {}
    }
}

/// The decisions of an algorithm or a queue discipline in the catalogue.
fn decisions_of<'a>(catalogue: &'a Value, id: &str) -> &'a Value {
    let algorithms = catalogue["algorithms"].as_array().expect("a list");
    let algorithm = algorithms.iter().find(|algorithm| algorithm["id"] == id);
    algorithm.map_or(&catalogue["queue_decisions"][id], |algorithm| &algorithm["decisions"])
}

#[test]
#[expect(clippy::too_many_lines, reason = "all shapes are checked in the same runs")]
fn runs_have_the_declared_shapes() {
    let kinds = kinds();
    let mut non_null_keys = BTreeSet::new();
    let mut decisions = 0;
    let catalogue = catalogue(kinds);
    for document in documents(kinds) {
        let text = document.to_string();
        let result = CheckResult::of(&Document::parse(&text, kinds)).to_json();
        assert_has_shape(&CheckResult::shape(), &result, &text);
        assert_eq!(result["issues"], json!([]), "{text}");
        add_non_null_keys(&result, &mut non_null_keys);

        let scenario = Scenario::from_text(&text, kinds).expect("the document is valid");
        let mut sim =
            Simulation::new(scenario, RecordingSettings::default()).expect("a valid scenario can be built");
        assert_has_shape(&RunSummary::shape(), &sim.summary(), &format!("at the start of {text}"));
        sim.keep_checkpoints(1.0);
        sim.run().expect("runs to the end");
        let summary = sim.summary();
        assert_has_shape(&RunSummary::shape(), &summary, &text);
        add_non_null_keys(&summary, &mut non_null_keys);
        assert_has_shape(&SeriesInfo::shape().list_of(), &sim.observer().rec.directory_json(), &text);
        assert_eq!((sim.observer().rec.events().read(0).len() - 2) % EVENT_COLUMNS, 0);
        let mut repeated = sim.copy_at_or_before(0).expect("can be built again");
        repeated.record_decisions();
        repeated.run().expect("runs to the end");
        for flow in result["derived"]["flows"].as_array().expect("a list") {
            let id = flow["id"].as_str().expect("a text");
            let explained = sim.explain(id, 0.0, 4.0).expect("the flow exists");
            assert_has_shape(&ExplainedDecision::shape().list_of(), &explained, &text);
            let explained = explained.as_array().expect("a list");
            decisions += explained.len();
            let recorded = repeated.recorded_decisions(id).expect("the flow exists").to_json();
            assert_has_shape(&RecordedDecision::shape().list_of(), &recorded, &text);
            let recorded = recorded.as_array().expect("a list");
            assert_eq!(recorded.len(), explained.len(), "{text}");
            for (numbers, words) in recorded.iter().zip(explained) {
                assert_eq!(numbers["t"], words["t"]);
                let values: Vec<&Value> = words["values"].as_object().expect("an object").values().collect();
                let recorded = numbers["values"].as_array().expect("a list");
                assert_eq!(recorded.iter().take(values.len()).collect::<Vec<_>>(), values);
                assert!(recorded[values.len()..].iter().all(|value| value == 0), "{numbers}");
                // The sentence that the numbers refer to begins and ends like the sentence with the numbers.
                let by = numbers["by"].as_str().expect("a text");
                let kind = narrow::<usize>(numbers["kind"].as_u64().expect("an index"));
                let template = decisions_of(&catalogue, by)[kind]["template"].as_str().expect("a text");
                let (start, end) = (template.find('{'), template.rfind('}'));
                let sentence = words["text"].as_str().expect("a text");
                assert!(sentence.starts_with(&template[..start.unwrap_or(template.len())]), "{sentence}");
                assert!(sentence.ends_with(&template[end.map_or(0, |end| end + 1)..]), "{sentence}");
            }
        }
    }
    assert!(decisions > 100, "only {decisions} decisions were checked");
    // Each of these keys can be null. At least one document must have a value for it.
    for key in [
        "cwnd",
        "rtt_ms",
        "media",
        "transfers",
        "data_units",
        "gap_ms",
        "jitter_ms",
        "one_way_delay_ms",
        "delay_jitter_ms",
        "completion_s",
        "acknowledged_s",
        "theta",
        "friendliness",
        "jain",
        "convergence_s",
        "bdp",
        "occupancy",
        "windows",
    ] {
        assert!(non_null_keys.contains(key), "{key} is null for every document");
    }
}

#[test]
fn rejections_have_the_declared_shape() {
    let kinds = kinds();
    for text in [
        "",
        "{",
        "[]",
        "{}",
        r#"{"v":1,"sede":3}"#,
        r#"{"v":99}"#,
        r#"{"v":1,"flows":[{"id":"a","start":-1}]}"#,
    ] {
        let result = CheckResult::of(&Document::parse(text, kinds)).to_json();
        assert_has_shape(&CheckResult::shape(), &result, text);
        assert_eq!((&result["ok"], &result["derived"]), (&json!(false), &Value::Null), "{text}");
        assert_has_shape(&Issue::shape().list_of(), &result["issues"], text);
    }
}

#[test]
fn the_catalogue_has_the_declared_shape() {
    assert_has_shape(&Catalogue::shape(), &catalogue(kinds()), "catalogue");
}

#[test]
fn event_codes_are_numbered_from_one_in_the_order_of_their_kinds() {
    for (index, kind) in EventKind::ALL.into_iter().enumerate() {
        assert_eq!(usize::from(kind.code()), index + 1);
    }
}
