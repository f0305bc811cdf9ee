//! Tests of `fairshare models`.

use super::*;

/// Four Reno flows at a RED queue.
const RED: &str = r#"{ "v": 1, "duration": 20, "warmup": 5,
    "network": { "forward": { "rate": 4e6, "queue": { "kind": "red", "limit": { "packets": 100 } } } },
    "flows": [{ "id": "many", "algorithm": "newreno", "count": 4 }] }"#;

#[test]
fn models_with_a_value_are_printed_and_the_others_on_request() {
    let printed = succeeds(&fairshare_reading(RED, &["models", "-"]));
    assert!(printed.contains("Mathis (square root)  many  rate"), "{printed}");
    assert!(
        printed.contains("Fluid model: outside its range. Fewer than 20 flows share the queue"),
        "{printed}"
    );
    assert!(printed.contains("At rest: a window of "), "{printed}");
    assert!(!printed.contains("CUBIC"), "{printed}");
    let all = succeeds(&fairshare_reading(RED, &["models", "-", "--all"]));
    assert!(all.contains("CUBIC's law"), "{all}");
    assert!(all.contains("The algorithm follows another rule."), "{all}");
    let cubic = succeeds(&fairshare_reading(RED, &["models", "-", "--set", "flows.many.algorithm=cubic"]));
    assert!(
        cubic.contains("Fluid model: does not apply. The equations of at least one algorithm"),
        "{cubic}"
    );
}

#[test]
fn json_contains_the_solution_in_equal_intervals() {
    let json: serde_json::Value =
        serde_json::from_str(&succeeds(&fairshare_reading(RED, &["models", "-", "--json"]))).unwrap();
    let fluid = &json["fluid"];
    let width = fluid["width"].as_f64().unwrap();
    let intervals = fluid["queue"].as_array().unwrap().len();
    assert!((intervals as f64 * width - 20.0).abs() < 1e-9, "{intervals} of {width} s");
    assert_eq!(fluid["classes"][0]["window"].as_array().unwrap().len(), intervals);
    // In 15 s after the warm-up the flows have cut their windows, so Mathis's law has a value of the right
    // size.
    let mathis = &json["lines"][0];
    assert_eq!((&mathis["model"], &mathis["quantity"]), (&"mathis".into(), &"rate".into()));
    assert!((0.5..2.0).contains(&mathis["ratio"].as_f64().unwrap()), "{mathis}");
}
