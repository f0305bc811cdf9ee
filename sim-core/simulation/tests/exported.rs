//! Algorithms that `fairshare export-algorithm` made of the programs to begin with. `npm test` has one of them,
//! and `npm run validate -- --only translations` all ten. Each computes the bits of its program.
#![cfg(feature = "template")]

mod support;

use serde_json::{Map, Value, json};
use sim_core::params::Field;
use sim_core::protocols;
use sim_core::protocols::own::exported::ExportedAlgorithm;
use support::program;
use support::windows::{assert_same_windows, networks};

/// The exported algorithms with the programs from which they were made.
fn exported() -> Vec<(&'static str, &'static str, Vec<Field>)> {
    let of = |id: &'static str| Some((id, program(&id.strip_prefix("exported_")?.replace('_', "-"))));
    protocols::infos()
        .into_iter()
        .filter_map(|info| of(info.id).map(|(id, code)| (id, code, info.fields)))
        .collect()
}

/// The network without settings of the first flow that the algorithm does not have.
fn with_known_settings(mut network: Value, fields: &[Field]) -> Value {
    if let Some(params) = network["flows"][0].get_mut("params").and_then(Value::as_object_mut) {
        params.retain(|name, _| fields.iter().any(|field| field.name == name.as_str()));
    }
    network
}

#[test]
fn exported_algorithms_have_the_windows_of_their_programs_to_the_last_bit() {
    assert!(!exported().is_empty());
    for (id, code, fields) in exported() {
        println!("{id}");
        for network in networks() {
            assert_same_windows(&with_known_settings(network, &fields), id, &json!({}), code, &json!({}));
        }
    }
}

/// Each setting has a value halfway between its default and the end of its range.
#[test]
fn exported_settings_are_those_of_the_program() {
    for (id, code, fields) in exported() {
        let made = ExportedAlgorithm::of(code, id).unwrap();
        let middle = |name: &String| {
            let field = fields.iter().find(|field| field.name == name.as_str()).unwrap();
            let default = made.settings[name].as_f64().unwrap();
            json!((default + field.bounds.max.unwrap()) / 2.0)
        };
        let settings: Map<String, Value> =
            made.settings.keys().map(|name| (name.clone(), middle(name))).collect();
        let settings = Value::Object(settings);
        assert_same_windows(&networks()[0], id, &settings, code, &settings);
    }
}

/// The program `reno` is the program `aimd` with its default settings.
#[test]
fn exported_aimd_has_the_windows_of_the_program_for_reno() {
    for network in networks() {
        assert_same_windows(&network, "exported_aimd", &json!({}), program("reno"), &json!({}));
    }
}

/// The formatter changes spaces and commas only.
#[test]
fn the_exported_file_is_what_the_translation_writes() {
    let signs = |text: &str| text.replace(',', "").split_whitespace().collect::<String>();
    let made = ExportedAlgorithm::of(program("aimd"), "exported_aimd").unwrap();
    assert_eq!(signs(&made.text), signs(include_str!("../../engine/src/protocols/exported_aimd.rs")));
    assert_eq!(made.description, include_str!("../../engine/src/protocols/exported_aimd.md"));
}
