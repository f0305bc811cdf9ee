//! Tests of rules that the page implements as well, because it applies them before the WebAssembly is loaded.
//! The page's tests use the same vectors (web/src/scenario/vectors.test.ts).

use super::super::share_link;
use super::*;
use crate::change::{Setting, apply, set, write_path};

fn vectors() -> Value {
    serde_json::from_str(include_str!("vectors.json")).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

#[test]
fn edits_by_path_follow_the_vectors() {
    let paths = &vectors()["paths"];
    for edit in list(&paths["edits"]) {
        let path = edit["path"].as_str().unwrap();
        assert_eq!(
            write_path(&paths["document"], path, edit.get("value")),
            edit["result"],
            "{}",
            edit["about"]
        );
    }
}

#[test]
fn settings_in_order_follow_the_vectors() {
    let settings = &vectors()["settings"];
    let pairs = |list: &Value| -> Vec<Setting> {
        let pair = |pair: &Value| (pair[0].as_str().unwrap().to_owned(), pair.get(1).cloned());
        list.as_array().unwrap().iter().map(pair).collect()
    };
    for case in list(&settings["edits"]) {
        let written = |next: Value, (path, value): &Setting| write_path(&next, path, value.as_ref());
        let expected = pairs(&case["changes"]).iter().fold(settings["document"].clone(), written);
        assert_eq!(apply(&settings["document"], &pairs(&case["settings"])), expected, "{}", case["about"]);
    }
}

#[test]
fn typed_quantities_follow_the_vectors() {
    for vector in list(&vectors()["quantities"]) {
        let [text, unit] = [0, 1].map(|i| vector[i].as_str().unwrap());
        let path = match unit {
            "bit/s" => "network.forward.rate",
            "s" => "duration",
            "bytes" => "flows.near.packet",
            "packets" => "flows.near.params.initial_window",
            _ => "network.forward.loss.0.probability",
        };
        let mut document = json!({ "v": 1, "flows": [{ "id": "near" }],
            "network": { "forward": { "loss": [{ "kind": "random" }] } } });
        let done = set(&mut document, &format!("{path}={text}"), &kinds());
        let value = done.ok().and_then(|_| {
            document.pointer(&format!("/{}", path.replace('.', "/").replace("near", "0"))).cloned()
        });
        assert_eq!(value.as_ref().and_then(Value::as_f64), vector[2].as_f64(), "{text} in {unit}");
    }
}

#[test]
fn share_links_follow_the_vectors() {
    for vector in list(&vectors()["links"]) {
        let decoded = share_link::decode(vector["link"].as_str().unwrap()).ok();
        let text = |name: &str| vector[name].as_str().map(str::to_owned);
        let expected = vector.get("scenario").map(|scenario| share_link::ShareLink {
            scenario: scenario.clone(),
            result_id: text("result"),
            version: text("version"),
        });
        assert_eq!(decoded, expected, "{}", vector["about"]);
    }
}

#[test]
fn readable_links_follow_the_vectors() {
    let example = share_link::decode("#p=near-far").unwrap().scenario;
    for vector in list(&vectors()["examples"]) {
        let decoded = share_link::decode(vector["link"].as_str().unwrap()).unwrap();
        let settings = vector["settings"].as_object().unwrap().iter();
        let expected =
            settings.fold(example.clone(), |next, (path, value)| write_path(&next, path, Some(value)));
        assert_eq!(decoded.scenario, expected, "{}", vector["about"]);
    }
}
