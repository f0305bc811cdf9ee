//! The stack of a flow determines the defaults of its settings.

use serde_json::{Value, json};

use crate::catalogue::kinds;
use crate::{Scenario, canonical, expanded};

/// The settings of a flow whose document contains only its algorithm and these settings.
fn settings(algorithm: &str, params: Value) -> Value {
    let document = json!({"v": 1, "flows": [{"id": "a", "algorithm": algorithm, "params": params}]});
    let scenario = Scenario::from_value(document, kinds()).unwrap();
    scenario.flows[0].algorithm.to_json()
}

#[test]
fn a_flow_uses_cubic_and_imitates_linux() {
    let document = json!({"v": 1, "flows": [{"id": "a"}]});
    let full = expanded(&document, kinds());
    assert_eq!(full["flows"][0]["algorithm"], "cubic");
    let all = &full["flows"][0]["params"];
    assert_eq!(
        json!([all["stack"], all["rack"], all["prr"], all["ack_every"]]),
        json!(["linux", true, true, 2])
    );
    assert_eq!(canonical(&document, kinds()), document);
}

#[test]
fn the_stack_determines_the_defaults_of_its_parts() {
    let of = |stack: Value| {
        let all = settings("cubic", json!({"stack": stack}));
        json!([all["rack"], all["prr"], all["hystart"], all["min_rto"], all["initial_window"]])
    };
    assert_eq!(of(json!("windows")), json!([true, true, true, 0.3, 10]));
    assert_eq!(of(json!("freebsd")), json!([false, true, true, 0.2, 10]));
    assert_eq!(of(json!("newreno_1999")), json!([false, false, false, 1, 2]));
    assert_eq!(of(json!("tahoe_1988")), json!([false, false, false, 1, 1]));
    assert_eq!(of(json!("quic")), json!([false, false, true, 0.001, 10]));
    assert_eq!(of(Value::Null), json!([false, false, true, 0.2, 10]));
}

#[test]
fn stacks_differ_in_undo_and_in_slow_start() {
    let of = |stack: Value| {
        let all = settings("cubic", json!({"stack": stack}));
        json!([all["undo"], all["f_rto"], all["quic"], all["slow_start_limit"], all["rate_limited_increase"]])
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
    let document = json!({"v": 1, "flows": [{"id": "a"}],
        "timeline": [{"at": 1, "set": "flows.a.params.quic", "to": true}]});
    let issues = Scenario::from_value(document, kinds()).unwrap_err();
    assert!(issues[0].message.contains("numbered"), "{}", issues[0].message);
}

#[test]
fn a_part_of_a_stack_can_be_set() {
    let all = settings("cubic", json!({"stack": "linux", "rack": false}));
    assert_eq!((&all["rack"], &all["prr"]), (&json!(false), &json!(true)));
}

#[test]
fn the_stack_cannot_change_during_a_run() {
    let document = json!({"v": 1, "flows": [{"id": "a"}],
        "timeline": [{"at": 1, "set": "flows.a.params.stack", "to": "windows"}]});
    let issues = Scenario::from_value(document, kinds()).unwrap_err();
    assert_eq!(issues[0].path, "timeline[0].set");
    assert!(issues[0].message.contains("determines the defaults"), "{}", issues[0].message);
}
