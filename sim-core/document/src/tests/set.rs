//! Tests of `set`, which implements the option `--set path=value`.

use serde_json::{Value, json};

use crate::Scenario;
use crate::change::set;
use crate::testing::{everything, kinds};

/// Asserts that an assignment to the document of `everything` results in the value at `pointer`.
#[track_caller]
fn assert_sets(assignment: &str, pointer: &str, expected: Value) {
    let mut document = everything();
    set(&mut document, assignment, &kinds()).unwrap();
    assert_eq!(document.pointer(pointer), Some(&expected), "{assignment}");
}

/// Asserts that an assignment to the document of `everything` fails with `part` in the message.
#[track_caller]
fn assert_refuses(assignment: &str, part: &str) {
    let issue = set(&mut everything(), assignment, &kinds()).unwrap_err();
    assert!(issue.message.contains(part), "{}", issue.message);
}

#[test]
fn values_of_every_type_are_set() {
    assert_sets("network.forward.rate=5M", "/network/forward/rate", json!(5_000_000));
    assert_sets("network.forward.rate=1.5Gbit/s", "/network/forward/rate", json!(1_500_000_000));
    assert_sets("network.forward.rate = 64kbps", "/network/forward/rate", json!(64_000));
    assert_sets("network.forward.rate=1e7", "/network/forward/rate", json!(10_000_000));
    assert_sets("network.forward.delay=35ms", "/network/forward/delay", json!(0.035));
    assert_sets("network.forward.delay=7us", "/network/forward/delay", json!(0.000007));
    assert_sets("duration=2min", "/duration", json!(120));
    assert_sets("network.forward.queue.limit=20", "/network/forward/queue/limit", json!({"packets": 20}));
    assert_sets("network.forward.queue.limit=0.5bdp", "/network/forward/queue/limit", json!({"bdp": 0.5}));
    assert_sets("network.forward.queue.limit=64kB", "/network/forward/queue/limit", json!({"bytes": 64_000}));
    assert_sets("network.forward.queue.limit=10ms", "/network/forward/queue/limit", json!({"seconds": 0.01}));
    assert_sets(
        "network.forward.queue.limit.bytes=9000",
        "/network/forward/queue/limit",
        json!({"bytes": 9000}),
    );
    assert_sets("network.forward.loss[0].probability=2%", "/network/forward/loss/0/probability", json!(0.02));
    assert_sets("flows.near.params.min_rto=200ms", "/flows/0/params/min_rto", json!(0.2));
    assert_sets("flows.near.params.receive_window=null", "/flows/0/params/receive_window", Value::Null);
    assert_sets("flows[1].algorithm=newreno", "/flows/1/algorithm", json!("newreno"));
    assert_sets("flows.*.algorithm=vegas", "/flows/1/algorithm", json!("vegas"));
    assert_sets("flows.far.access.sender=0..10ms", "/flows/1/access/sender", json!({"min": 0, "max": 0.01}));
    assert_sets("flows.far.source=finite", "/flows/1/source", json!({"kind": "finite"}));
    assert_sets("flows.noise.source.rate=2M", "/flows/2/source/rate", json!(2_000_000));
    assert_sets("flows.near.label=A = B", "/flows/0/label", json!("A = B"));
    assert_sets("measure.bins=[0.5]", "/measure/bins", json!([0.5]));
    assert_sets("seed=9", "/seed", json!(9));
    assert_sets("jitter.mode=off", "/jitter/mode", json!("off"));
    assert_sets("timeline[0].to=3e6", "/timeline/0/to", json!(3_000_000));
}

#[test]
fn omitted_objects_are_created() {
    let mut document = json!({"v": 1, "network": {"forward": {"rate": 2e6}}, "flows": [{"id": "a"}]});
    for assignment in
        ["network.reverse.delay=50ms", "flows.a.source.kind=cbr", "flows.a.source.rate=1M", "jitter.max=1ms"]
    {
        set(&mut document, assignment, &kinds()).unwrap();
    }
    // The reverse direction keeps the rate that it used before, which is the rate of the forward direction.
    assert_eq!(document["network"]["reverse"], json!({"rate": 2e6, "delay": 0.05}));
    assert_eq!(document["flows"][0]["source"], json!({"kind": "cbr", "rate": 1_000_000}));
    assert!(Scenario::from_value(document, &kinds()).is_ok());
}

#[test]
fn a_setting_of_a_missing_reverse_direction_changes_no_other_setting() {
    let forward = json!({
        "rate": 2e6, "delay": 0.03, "queue": {"kind": "codel", "target": 0.01}, "loss": [{"kind": "every", "n": 9}],
        "schedule": {"kind": "points", "points": [{"at": 1, "rate": 1e6}]},
        "impairments": {"jitter": {"delay": 0.01}, "outages": [{"at": 2}]}
    });
    let mut dumbbell = json!({"v": 1, "network": {"forward": forward}, "flows": [{"id": "a"}]});
    set(&mut dumbbell, "network.reverse.delay=50ms", &kinds()).unwrap();
    let expected = json!({"rate": 2e6, "delay": 0.05, "queue": {"kind": "codel", "target": 0.01}});
    assert_eq!(dumbbell["network"]["reverse"], expected);

    let links = json!([{"id": "ab", "forward": forward}]);
    let mut row = json!({"v": 1, "network": {"kind": "parking_lot", "links": links}, "flows": [{"id": "a"}]});
    set(&mut row, "network.links.ab.reverse.delay=50ms", &kinds()).unwrap();
    assert_eq!(row["network"]["links"][0]["reverse"], expected);

    // Packets may leave every 5 ms, so that the mean rate is 2.4 Mb/s.
    let traced = json!({"forward": {"rate": 9e6, "impairments": {"trace": "5\n10\n"}}});
    let mut traced = json!({"v": 1, "network": traced, "flows": [{"id": "a"}]});
    set(&mut traced, "network.reverse.delay=50ms", &kinds()).unwrap();
    assert_eq!(traced["network"]["reverse"], json!({"rate": 2_400_000, "delay": 0.05}));
}

#[test]
fn mistakes_are_explained() {
    assert_refuses("duration", "path=value");
    assert_refuses("network.forward.rat=5", "Did you mean `rate`?");
    assert_refuses("network.forward.rate=fast", "a rate such as 5M");
    assert_refuses("network.forward.rate=5ms", "a rate such as 5M");
    assert_refuses("flows.nobody.label=x", "No flow has the ID `nobody`");
    assert_refuses("flows.near.params.rto=1", "There is no setting called `rto`");
    assert_refuses("duration.x=1", "a single value");
    assert_refuses("network.forward.queue.limit=lots", "a limit such as 50");
    assert_refuses("measure.bins=0.5", "a list in JSON");
    assert_refuses("timeline[9].at=3", "has 6 entries");
    assert_refuses("=3", "no setting called");
    assert_refuses("network.forward.delay=1e999", "a time such as");
}
