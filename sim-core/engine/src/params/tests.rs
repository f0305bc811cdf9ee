//! Tests of the descriptors that `params!` and `choice!` generate, and of the checker's messages.

use serde_json::json;

use crate::ground::json::shape::ToJson;

use super::{Checker, Field, FieldKind, Issue, Limit, ParamSet, Scale, ValueRange, label_of, suggestion};

crate::choice! {
    /// How lost packets are detected.
    pub enum SampleRecovery {
        /// Selective acknowledgements.
        Sack "sack",
        /// Partial acknowledgements.
        NewReno "newreno" "NewReno (RFC 6582)",
    }
}

crate::params! {
    /// Settings of all window protocols.
    pub struct SharedSettings {
        /// Smallest retransmission timeout.
        min_rto: f64 = 0.2, unit "s", range 0.001..=60.0, scale log, cite "RFC 6298 section 2.4";
    }
}

crate::params! {
    /// The settings under test.
    pub struct SampleGroup {
        /// Loss recovery,
        /// on two lines.
        recovery: SampleRecovery = SampleRecovery::Sack, label "Loss recovery";
        ack_every: u32 = 1, unit "packets", range 1..=16;
        limited_transmit: bool = true;
        receive_window: Option<f64> = None, above 0.0, max 1e7, null "unlimited";
        delay: ValueRange = ValueRange::exactly(0.0), range 0.0..;
        limit: Limit = Limit::Packets(50);
        ..shared: SharedSettings;
    }
}

fn issues(value: serde_json::Value) -> Vec<Issue> {
    let mut checker = Checker::new(&|_| None);
    checker.value(&Field::new("", FieldKind::Object(SampleGroup::fields()), ""), &value, "");
    checker.issues
}

#[test]
fn a_group_describes_its_fields() {
    let fields = SampleGroup::fields();
    let names: Vec<_> = fields.iter().map(|f| f.name).collect();
    let expected =
        ["recovery", "ack_every", "limited_transmit", "receive_window", "delay", "limit", "min_rto"];
    assert_eq!(names, expected);
    assert_eq!(fields[0].label, "Loss recovery");
    assert_eq!(fields[0].doc, "Loss recovery, on two lines.");
    assert_eq!(fields[0].default, Some(json!("sack")));
    assert_eq!(fields[1].kind, FieldKind::Integer);
    assert!(fields[3].nullable && fields[3].bounds.above);
    let rto: &Field = &fields[6];
    assert_eq!((rto.label.as_str(), rto.unit, rto.scale), ("Min RTO", "s", Scale::Log));
    assert_eq!(rto.cite, "RFC 6298 section 2.4");
    let json = fields[0].to_json();
    assert_eq!(json["choices"][1]["label"], "NewReno (RFC 6582)");
    assert_eq!(rto.to_json()["max"], json!(60));
}

#[test]
fn a_group_is_unchanged_by_writing_and_reading_json() {
    let group = SampleGroup::read(&json!({
        "recovery": "newreno", "ack_every": 2, "receive_window": 20, "delay": {"min": 0, "max": 1.5},
        "limit": {"bdp": 0.5}, "min_rto": 1
    }));
    let group = group.unwrap();
    assert_eq!(group.recovery, SampleRecovery::NewReno);
    assert_eq!(group.receive_window, Some(20.0));
    assert_eq!(group.shared.min_rto, 1.0);
    assert_eq!(group.limit, Limit::Bdp(0.5));
    assert_eq!(SampleGroup::read(&group.to_json()), Some(group));
    assert_eq!(SampleGroup::read(&json!({})), Some(SampleGroup::default()));
}

#[test]
fn a_setting_of_the_wrong_type_is_not_read() {
    assert_eq!(SampleGroup::read(&json!({"ack_every": "1"})), None);
    assert_eq!(SampleGroup::read(&json!({"min_rto": null})), None);
}

#[test]
fn problems_are_reported_with_their_path() {
    let refuses = |value, path: &str, code: &str, expected: &str| {
        let found = issues(value);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].path.as_str(), found[0].code), (path, code));
        assert!(found[0].message.contains(expected), "{}", found[0].message);
    };
    refuses(json!({"min_rto": 0}), "min_rto", "out_of_range", "between 0.001 s and 60 s; 0 s was given");
    refuses(json!({"min_rot": 1}), "min_rot", "unknown_field", "Did you mean `min_rto`?");
    refuses(json!({"min_rto": "1"}), "min_rto", "wrong_type", "without quotes");
    refuses(json!({"ack_every": 1.5}), "ack_every", "wrong_type", "a whole number");
    refuses(json!({"ack_every": null}), "ack_every", "wrong_type", "Leave the setting out");
    refuses(json!({"recovery": "sck"}), "recovery", "unknown_choice", "Did you mean `sack`?");
    refuses(json!({"limited_transmit": 1}), "limited_transmit", "wrong_type", "true or false");
    refuses(json!({"receive_window": 0}), "receive_window", "out_of_range", "more than 0");
    refuses(json!({"delay": {"min": 2, "max": 1}}), "delay", "empty_range", "Swap");
    refuses(json!({"delay": {"min": -2, "max": 1}}), "delay.min", "out_of_range", "0 or more");
    refuses(json!({"delay": {"min": 1}}), "delay.max", "missing", "`max` is missing");
    refuses(json!({"limit": {}}), "limit", "wrong_type", "exactly one of");
    refuses(json!({"limit": {"packets": 1, "bytes": 3}}), "limit", "wrong_type", "2 were given");
    refuses(json!({"limit": {"packets": 0}}), "limit.packets", "out_of_range", "between 1 and");
    refuses(json!([]), "", "wrong_type", "must be an object");
}

#[test]
fn a_setting_of_a_group_without_settings_is_reported() {
    let mut checker = Checker::new(&|_| None);
    let group = Field::new("params", FieldKind::Object(Vec::new()), "");
    assert_eq!(checker.value(&group, &json!({"rate": 1}), "params"), json!({}));
    let found: Vec<_> =
        checker.issues.iter().map(|issue| (issue.path.as_str(), issue.message.as_str())).collect();
    let message = "There is no setting called `rate`. There are no settings here.";
    assert_eq!(found, [("params.rate", message)]);
}

#[test]
fn labels_and_suggestions_follow_from_names() {
    assert_eq!(label_of("min_rto"), "Min RTO");
    assert_eq!(label_of("ack_every"), "ACK every");
    assert_eq!(suggestion("Duration", ["duration", "seed"].into_iter()), Some("duration"));
    assert_eq!(suggestion("dely", ["delay", "rate"].into_iter()), Some("delay"));
    assert_eq!(suggestion("xyzzy", ["delay", "rate"].into_iter()), None);
}
