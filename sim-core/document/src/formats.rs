//! The formats of the document. A document states its format in `v`, and its format determines the defaults
//! of its settings.
//!
//! Every format remains valid with its own defaults, so old documents and links keep their results. A changed
//! default is declared next to the old default, with the first format that has it (`Field::later`).
//! `canonical::convert` writes a document in another format without changing its meaning.

use serde_json::Value;

use sim_engine::params::{Issue, describe_value, whole_number};

/// The latest format, which new documents have.
///
/// 1. The first format.
/// 2. `hystart` is on by default.
/// 3. A flow imitates the TCP of a current operating system (`stack`), uses CUBIC unless it states an
///    algorithm, and its encoder follows the rate that the controller recommends. CoDel, FQ-CoDel, PIE and
///    DualPI2 have the limits of Linux.
pub const CURRENT: u64 = 3;

/// Checks whether the document is an object that states a known format.
pub fn check_format(document: &Value) -> Result<(), Vec<Issue>> {
    let Value::Object(object) = document else {
        let message = format!(
            "A scenario is an object {{ \"v\": {CURRENT}, ... }}; {} was given.",
            describe_value(document)
        );
        return Err(vec![Issue::new("", "wrong_type", message)]);
    };
    let (code, message) = match object.get("v") {
        None => {
            let message = format!("The format is missing. Begin the document with \"v\": {CURRENT}.");
            ("missing", message)
        }
        Some(value) => match whole_number(value) {
            Some(format) if (1..=CURRENT).contains(&format) => return Ok(()),
            Some(format) if format > CURRENT => {
                let message = format!(
                    "This document has format {format}, but this version of Fairshare supports formats up to {CURRENT}. Open it with a newer version."
                );
                ("newer_version", message)
            }
            _ => {
                let message =
                    format!("There is no format {}. Write \"v\": {CURRENT}.", describe_value(value));
                ("unknown_version", message)
            }
        },
    };
    Err(vec![Issue::new("v", code, message)])
}

/// The format of a document; the format of new documents if the document states none.
pub fn format_of(document: &Value) -> u64 {
    document.get("v").and_then(whole_number).unwrap_or(CURRENT)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Scenario;
    use crate::canonical::{canonical, convert, expanded};
    use crate::catalogue::kinds;

    #[test]
    fn only_known_formats_are_accepted() {
        let code = |document: Value| check_format(&document).unwrap_err()[0].code;
        assert_eq!(check_format(&json!({"v": 1})), Ok(()));
        assert_eq!(check_format(&json!({"v": CURRENT})), Ok(()));
        assert_eq!(code(json!({})), "missing");
        assert_eq!(code(json!({"v": CURRENT + 1})), "newer_version");
        assert_eq!(code(json!({"v": 0})), "unknown_version");
        assert_eq!(code(json!({"v": "1"})), "unknown_version");
        assert_eq!(code(json!([1])), "wrong_type");
    }

    /// Flows in a format: with the default of `hystart`, with each value of `hystart`, and with an algorithm
    /// that does not have the setting.
    fn document(format: u64) -> Value {
        json!({"v": format, "flows": [
            {"id": "plain", "algorithm": "cubic"},
            {"id": "off", "algorithm": "cubic", "params": {"hystart": false}},
            {"id": "on", "algorithm": "sack", "params": {"hystart": true}},
            {"id": "tfrc", "algorithm": "tfrc"},
        ], "timeline": [{"at": 5, "set": "flows.plain.params.hystart", "to": true}]})
    }

    fn hystart(document: &Value) -> Vec<Option<bool>> {
        let scenario = Scenario::from_value(document.clone(), kinds()).unwrap();
        scenario.flows.iter().map(|flow| flow.algorithm.to_json()["hystart"].as_bool()).collect()
    }

    #[test]
    fn hystart_is_on_by_default_from_format_2_on() {
        assert_eq!(hystart(&document(1)), [Some(false), Some(false), Some(true), None]);
        assert_eq!(hystart(&document(2)), [Some(true), Some(false), Some(true), None]);
    }

    #[test]
    fn the_canonical_form_keeps_the_format_and_omits_its_defaults() {
        for (format, params) in [
            (1, [Value::Null, Value::Null, json!({"hystart": true}), Value::Null]),
            (2, [Value::Null, json!({"hystart": false}), Value::Null, Value::Null]),
            (3, [Value::Null, json!({"hystart": false}), Value::Null, Value::Null]),
        ] {
            let short = canonical(&document(format), kinds());
            assert_eq!(short["v"], format);
            let stated: Vec<Value> =
                short["flows"].as_array().unwrap().iter().map(|flow| flow["params"].clone()).collect();
            assert_eq!(stated, params);
            assert_eq!(canonical(&expanded(&document(format), kinds()), kinds()), short);
        }
    }

    /// The settings of a flow whose document contains only its algorithm and these settings.
    fn settings(format: u64, algorithm: &str, params: Value) -> Value {
        let document = json!({"v": format, "flows": [{"id": "a", "algorithm": algorithm, "params": params}]});
        let scenario = Scenario::from_value(document, kinds()).unwrap();
        scenario.flows[0].algorithm.to_json()
    }

    #[test]
    fn a_flow_imitates_linux_from_format_3_on() {
        for (format, expected) in [
            (1, json!([null, false, false, 1])),
            (2, json!([null, false, false, 1])),
            (3, json!(["linux", true, true, 2])),
        ] {
            let all = settings(format, "cubic", json!({}));
            assert_eq!(json!([all["stack"], all["rack"], all["prr"], all["ack_every"]]), expected);
        }
    }

    #[test]
    fn the_stack_determines_the_defaults_of_its_parts() {
        let of = |stack: Value| {
            let all = settings(3, "cubic", json!({"stack": stack}));
            json!([all["rack"], all["prr"], all["hystart"], all["min_rto"], all["initial_window"]])
        };
        assert_eq!(of(json!("windows")), json!([true, true, true, 0.3, 10]));
        assert_eq!(of(json!("freebsd")), json!([false, true, true, 0.2, 10]));
        assert_eq!(of(json!("newreno_1999")), json!([false, false, false, 1, 2]));
        assert_eq!(of(json!("tahoe_1988")), json!([false, false, false, 1, 1]));
        assert_eq!(of(json!("quic")), json!([false, false, true, 0.001, 10]));
        assert_eq!(of(Value::Null), json!([false, false, true, 0.2, 10]), "the defaults of format 2");
    }

    #[test]
    fn stacks_differ_in_undo_and_in_slow_start() {
        let of = |stack: Value| {
            let all = settings(3, "cubic", json!({"stack": stack}));
            json!([
                all["undo"],
                all["f_rto"],
                all["quic"],
                all["slow_start_limit"],
                all["rate_limited_increase"]
            ])
        };
        assert_eq!(of(json!("linux")), json!([true, true, false, null, true]));
        assert_eq!(of(json!("windows")), json!([false, true, false, 2, false]));
        assert_eq!(of(json!("freebsd")), json!([true, false, false, 2, false]));
        assert_eq!(of(json!("quic")), json!([false, false, true, null, true]));
        assert_eq!(of(json!("newreno_1999")), json!([false, false, false, 2, false]));
        assert_eq!(of(Value::Null), json!([false, false, false, 2, false]));
    }

    #[test]
    fn quic_numbers_packets_differently_so_it_cannot_change_during_a_run() {
        let document = json!({"v": 3, "flows": [{"id": "a"}],
            "timeline": [{"at": 1, "set": "flows.a.params.quic", "to": true}]});
        let issues = Scenario::from_value(document, kinds()).unwrap_err();
        assert!(issues[0].message.contains("numbered"), "{}", issues[0].message);
    }

    #[test]
    fn a_part_of_a_stack_can_be_set() {
        let all = settings(3, "cubic", json!({"stack": "linux", "rack": false}));
        assert_eq!((&all["rack"], &all["prr"]), (&json!(false), &json!(true)));
    }

    #[test]
    fn the_stack_cannot_change_during_a_run() {
        let document = json!({"v": 3, "flows": [{"id": "a"}],
            "timeline": [{"at": 1, "set": "flows.a.params.stack", "to": "windows"}]});
        let issues = Scenario::from_value(document, kinds()).unwrap_err();
        assert_eq!(issues[0].path, "timeline[0].set");
        assert!(issues[0].message.contains("determines the defaults"), "{}", issues[0].message);
    }

    #[test]
    fn a_flow_without_an_algorithm_uses_cubic_from_format_3_on() {
        for (format, algorithm) in [(2, "newreno"), (3, "cubic")] {
            let document = json!({"v": format, "flows": [{"id": "a"}]});
            assert_eq!(expanded(&document, kinds())["flows"][0]["algorithm"], algorithm);
            assert_eq!(canonical(&document, kinds()), document);
        }
    }

    #[test]
    fn a_converted_document_has_the_same_meaning() {
        for (from, to) in [(1, 2), (2, 1), (1, 3), (2, 3), (3, 1), (3, 2)] {
            let old = document(from);
            let new = convert(&old, to, kinds());
            assert_eq!(format_of(&new), to);
            let read = |document: &Value| Scenario::from_value(document.clone(), kinds()).unwrap();
            assert_eq!(read(&new), read(&old), "{new}");
            assert_eq!(convert(&new, from, kinds()), canonical(&old, kinds()));
        }
    }
}
