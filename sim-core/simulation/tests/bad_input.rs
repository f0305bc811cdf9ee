//! Tests with invalid and malicious input through all layers, from parsing to simulating. Each input either
//! runs or is rejected with a path and a message. Nothing panics, hangs or allocates without limit.

use crate::support::{Document, documents, dumbbell, multi_link_documents, seeded_config};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::ground::time::SECOND;
use sim_core::params::Issue;
use sim_core::record::RecordingSettings;
use sim_core::scenario::{Scenario, parse_bytes, share_link};
use sim_core::simulation::{Simulation, kinds};

/// Parses a document and builds its simulation, without a recording.
fn open(text: &str) -> Result<Simulation, Vec<Issue>> {
    Simulation::new(Scenario::from_text(text, kinds())?, RecordingSettings::none())
}

/// Sets the value at a JSON pointer in a valid document and returns the issue that results, which must be the
/// only one.
fn issue_after_change(pointer: &str, to: Value) -> Issue {
    let mut document = dumbbell(json!([{"id": "near"}, {"id": "far", "start": 1, "stop": 20}]), 30.0);
    document["timeline"] = json!([{"at": 3, "set": "network.forward.rate", "to": 0}]);
    document["network"]["forward"]["loss"] = json!([{"kind": "every", "n": 100}]);
    document["jitter"] = json!({"max": 0.001});
    assert!(open(&document.to_string()).is_ok(), "the document should be valid before the change");
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match document.pointer_mut(parent) {
        Some(Value::Array(items)) => items[name.parse::<usize>().unwrap()] = to.clone(),
        Some(object) => object[name] = to.clone(),
        None => panic!("no {parent}"),
    }
    let mut issues = open(&document.to_string()).err().unwrap_or_default();
    assert_eq!(issues.len(), 1, "{pointer} = {to}: {issues:?}");
    let issue = issues.remove(0);
    assert!(
        issue.message.ends_with(['.', '?']) && issue.message.len() > 20,
        "the message should be a sentence: {issue:?}"
    );
    issue
}

#[test]
fn each_mistake_is_reported_with_its_path() {
    let cases = [
        ("/flows/0/colour", json!("red"), "flows[0].colour", "unknown_field"),
        ("/network/forward/rate", json!("fast"), "network.forward.rate", "wrong_type"),
        ("/network/forward/delay", json!(-1), "network.forward.delay", "out_of_range"),
        ("/network/forward/rate", json!(0), "network.forward.rate", "out_of_range"),
        ("/network/forward/rate", json!(1e300), "network.forward.rate", "out_of_range"),
        (
            "/network/forward/queue/limit",
            json!({"packets": 0}),
            "network.forward.queue.limit.packets",
            "out_of_range",
        ),
        (
            "/network/forward/queue/kind",
            json!("no_such_queue"),
            "network.forward.queue.kind",
            "unknown_choice",
        ),
        ("/network/forward/loss/0/n", json!(0), "network.forward.loss[0].n", "out_of_range"),
        ("/flows/1/start", json!(20), "flows[1].stop", "bad_order"),
        ("/flows/1/id", json!("near"), "flows[1].id", "duplicate_id"),
        ("/flows/1/id", json!("../etc"), "flows[1].id", "bad_id"),
        ("/flows/0/count", json!(10_000), "flows[0].count", "out_of_range"),
        ("/flows/0/packet", json!(10), "flows[0].packet", "out_of_range"),
        ("/duration", json!(31_536_000), "duration", "out_of_range"),
        ("/duration", json!(0), "duration", "out_of_range"),
        ("/seed", json!(-1), "seed", "out_of_range"),
        ("/jitter/max", json!(-0.1), "jitter.max", "out_of_range"),
        ("/timeline/0/to", json!(-5), "timeline[0].to", "out_of_range"),
        ("/timeline/0/at", json!(1000), "timeline[0].at", "outside_run"),
    ];
    for (pointer, to, path, code) in cases {
        let issue = issue_after_change(pointer, to.clone());
        assert_eq!((issue.path.as_str(), issue.code), (path, code), "{pointer} = {to}: {}", issue.message);
    }
}

#[test]
fn texts_that_are_not_valid_documents_are_rejected() {
    let first_code = |bytes: &[u8]| share_link::read(bytes).unwrap_err()[0].code;
    assert_eq!(first_code(b""), "empty");
    assert_eq!(first_code(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "not_text");
    assert_eq!(first_code(&vec![b' '; 3 << 20]), "too_long");
    assert_eq!(first_code(&vec![b'['; 1 << 20]), "syntax");
    assert_eq!(first_code(b"{\"v\": NaN}"), "not_a_number");
    assert_eq!(first_code(b"{\"v\": 1e999}"), "not_a_number");
    assert_eq!(first_code(b"#s=AAAA"), "bad_link");
    // A byte order mark before a document is accepted.
    assert!(parse_bytes("\u{feff}{}".as_bytes()).is_ok());
    for text in
        ["null", "3", "\"x\"", "[]", "{}", "{\"v\":1}", "{\"v\":99,\"flows\":[{\"id\":\"a\"}]}", "{\"v\":-1}"]
    {
        let issues = open(text).err().unwrap_or_default();
        assert!(!issues.is_empty() && issues.iter().all(|issue| !issue.message.is_empty()), "{text}");
    }
}

/// The sources produce far more than their access link can carry. The number of packets that wait for the
/// access link must stay bounded.
#[test]
fn the_queue_of_an_access_link_is_bounded() {
    let sources = [
        (json!({"rate": 1e11}), json!({"kind": "greedy"})),
        (json!({}), json!({"kind": "cbr", "rate": 1e9})),
        (json!({}), json!({"kind": "finite", "bytes": 1e9})),
        (json!({}), json!({"kind": "on_off", "rate": 1e9, "on": 1, "off": 0.001})),
    ];
    for mode in ["delay", "serial", "off"] {
        for (params, source) in &sources {
            let mut document =
                dumbbell(json!([{"id": "a", "algorithm": "udp", "params": params, "source": source}]), 2.0);
            document["jitter"] = json!({"mode": mode});
            document["network"]["access_rate"] = json!(2e7);
            let mut run = open(&document.to_string()).unwrap();
            for tenth in 1..=20 {
                run.step(tenth * SECOND / 10, u64::MAX).unwrap();
                let waiting = run.world().net().conns()[0].paths[0].ingress.wire.count();
                assert!(waiting <= 2100, "{waiting} packets wait for the access link of {document}");
            }
            // The sender uses at least 95 % of the access link of 20 Mb/s. Serial jitter is excluded, because
            // it adds a pause between packets.
            let sending_rate = run.world().net().conns()[0].paths[0].sent as f64 * 12_000.0 / 2.0;
            assert!(mode == "serial" || sending_rate > 1.9e7, "{sending_rate} bit/s: {document}");
        }
    }
}

/// Scenarios with extreme but valid rates, delays and packet sizes run, or are rejected as too much work.
#[test]
fn extreme_valid_values_run_or_are_rejected_as_too_much_work() {
    let flow = |packet: u32, delay: f64| json!({"id": "a", "packet": packet, "access": {"sender": delay, "receiver": delay}});
    for (rate, packet, delay, duration) in [
        (1.0, 65_535, 100.0, 86_400.0),
        (1.0, 48, 0.0, 86_400.0),
        (1e12, 65_535, 0.0, 0.001),
        (1e12, 48, 100.0, 0.001),
        (1e6, 48, 100.0, 2000.0),
    ] {
        for limit in [json!({"packets": 1}), json!({"bdp": 1}), json!({"seconds": 10}), json!({"bytes": 1})] {
            let mut document = dumbbell(json!([flow(packet, delay)]), duration);
            document["network"]["forward"] =
                json!({"rate": rate, "delay": delay, "queue": {"kind": "drop_tail", "limit": limit}});
            document["timeline"] = json!([
                {"at": duration / 4.0, "set": "network.forward.rate", "to": 1e-6},
                {"at": duration / 3.0, "set": "network.forward.delay", "to": 0},
                {"at": duration / 2.0, "set": "network.forward.rate", "to": 1e-3},
                {"at": duration / 1.5, "set": "network.forward.rate", "to": rate},
            ]);
            match open(&document.to_string()) {
                Ok(mut run) => {
                    run.step(u64::MAX, 200_000).unwrap();
                    run.world().check_conservation().unwrap();
                    let summary = run.summary().to_string();
                    assert!(!summary.contains("NaN") && !summary.contains("inf"), "{summary}");
                }
                Err(issues) => {
                    assert!(issues.iter().all(|issue| issue.code == "too_much_work"), "{issues:?}")
                }
            }
        }
    }
}

/// A setting that is cheap for one link can be too expensive for many links, so some limits apply to the sum
/// over all links.
#[test]
fn some_limits_apply_to_the_sum_over_all_links() {
    let chain = |forward: Value, count: usize| {
        let links = (0..count).map(|i| json!({"id": format!("l{i}"), "forward": forward})).collect::<Value>();
        json!({"v": 1, "duration": 20_000, "network": {"kind": "parking_lot", "links": links},
               "flows": [{"id": "a", "algorithm": "udp", "source": {"kind": "cbr", "rate": 1000}}]})
    };
    let issues_of = |document: Value| {
        let issues = open(&document.to_string()).err().unwrap_or_default();
        issues.into_iter().map(|issue| (issue.path, issue.code)).collect::<Vec<_>>()
    };
    // The limit is one million buckets. 7 links with 2 directions of 65 536 buckets are below the limit, and
    // 8 links are above it.
    let many_buckets = json!({"queue": {"kind": "fq_codel", "buckets": 65_536}});
    assert_eq!(issues_of(chain(many_buckets.clone(), 7)), []);
    let expected = ("network.links[7].forward.queue.buckets".to_owned(), "too_many");
    assert_eq!(issues_of(chain(many_buckets, 8)), [expected]);
    // The schedule changes the rate of a link 100 000 times: twice in each of 50 000 periods. Two links with
    // this schedule are valid, three are not.
    let scheduled = json!({"schedule": {"kind": "periodic", "period": 0.4}});
    assert_eq!(issues_of(chain(scheduled.clone(), 2)), []);
    assert_eq!(
        issues_of(chain(scheduled, 3)),
        [("network.links[2].forward.schedule".to_owned(), "too_many")]
    );
}

/// A random document in which one or two values are replaced by garbage.
fn corrupted() -> impl Strategy<Value = Document> {
    let garbage = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|x| json!(x)),
        proptest::sample::select(vec![0.0, -0.0, 1e-300, 1e-9, 1e9, 1e300, -1.0]).prop_map(|x| json!(x)),
        ".{0,12}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!([{"id": "x"}])),
        Just(json!({"kind": "random", "min": 3, "max": 1})),
    ];
    /// Collects the JSON pointers of a value and of all values within it.
    fn collect_pointers(value: &Value, pointer: String, pointers: &mut Vec<String>) {
        match value {
            Value::Object(object) => object
                .iter()
                .for_each(|(name, value)| collect_pointers(value, format!("{pointer}/{name}"), pointers)),
            Value::Array(items) => items
                .iter()
                .enumerate()
                .for_each(|(i, value)| collect_pointers(value, format!("{pointer}/{i}"), pointers)),
            _ => {}
        }
        pointers.push(pointer);
    }
    let valid = prop_oneof![documents(), multi_link_documents()];
    (valid, proptest::collection::vec((any::<usize>(), garbage), 1..3)).prop_map(|(mut document, changes)| {
        for (random_index, garbage) in changes {
            let mut pointers = Vec::new();
            collect_pointers(&document.0, String::new(), &mut pointers);
            let pointer = &pointers[random_index % pointers.len()];
            if let Some(value) = document.0.pointer_mut(pointer) {
                *value = garbage;
            }
        }
        document
    })
}

proptest! {
    #![proptest_config(seeded_config(1500))]

    #[test]
    fn corrupted_documents_are_rejected_or_run(document in corrupted()) {
        match open(&document.0.to_string()) {
            Err(issues) => {
                prop_assert!(!issues.is_empty());
                for issue in issues {
                    prop_assert!(!issue.message.is_empty() && !issue.code.is_empty());
                }
            }
            Ok(mut run) => {
                run.step(u64::MAX, 3_000).unwrap();
                run.world().check_conservation().unwrap();
                let summary = run.summary().to_string();
                prop_assert!(!summary.contains("NaN") && !summary.contains("inf"));
            }
        }
    }

    #[test]
    fn random_text_is_rejected(text in "\\PC{0,80}", bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        prop_assert!(open(&text).is_err());
        prop_assert!(share_link::read(&bytes).is_err() || Scenario::from_text(&String::from_utf8_lossy(&bytes), kinds()).is_err());
        let link = format!("#s={}", text.replace(' ', "A"));
        prop_assert!(share_link::decode(&link).is_err());
    }
}
