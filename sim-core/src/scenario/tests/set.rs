//! Tests of `--set path=value`.

use serde_json::{Value, json};

use crate::scenario::testing::{everything, kinds};
use crate::scenario::{Scenario, set_path};

#[track_caller]
fn sets(assignment: &str, pointer: &str, expected: Value) {
    let mut document = everything();
    set_path(&mut document, assignment, &kinds()).unwrap();
    assert_eq!(document.pointer(pointer), Some(&expected), "{assignment}");
}

#[track_caller]
fn refuses(assignment: &str, part: &str) {
    let issue = set_path(&mut everything(), assignment, &kinds()).unwrap_err();
    assert!(issue.message.contains(part), "{}", issue.message);
}

#[test]
fn values_with_units() {
    sets("network.forward.rate=5M", "/network/forward/rate", json!(5_000_000));
    sets("network.forward.rate=1.5Gbit/s", "/network/forward/rate", json!(1_500_000_000));
    sets("network.forward.rate = 64kbps", "/network/forward/rate", json!(64_000));
    sets("network.forward.rate=1e7", "/network/forward/rate", json!(10_000_000));
    sets("network.forward.delay=35ms", "/network/forward/delay", json!(0.035));
    sets("network.forward.delay=7us", "/network/forward/delay", json!(0.000007));
    sets("duration=2min", "/duration", json!(120));
    sets("network.forward.queue.limit=20", "/network/forward/queue/limit", json!({"packets": 20}));
    sets("network.forward.queue.limit=0.5bdp", "/network/forward/queue/limit", json!({"bdp": 0.5}));
    sets("network.forward.queue.limit=64kB", "/network/forward/queue/limit", json!({"bytes": 64_000}));
    sets("network.forward.queue.limit=10ms", "/network/forward/queue/limit", json!({"seconds": 0.01}));
    sets("network.forward.queue.limit.bytes=9000", "/network/forward/queue/limit", json!({"bytes": 9000}));
    sets("network.forward.loss[0].probability=2%", "/network/forward/loss/0/probability", json!(0.02));
    sets("flows.near.params.min_rto=200ms", "/flows/0/params/min_rto", json!(0.2));
    sets("flows.near.params.receive_window=null", "/flows/0/params/receive_window", Value::Null);
    sets("flows[1].algorithm=newreno", "/flows/1/algorithm", json!("newreno"));
    sets("flows.far.access.sender=0..10ms", "/flows/1/access/sender", json!({"min": 0, "max": 0.01}));
    sets("flows.far.source=finite", "/flows/1/source", json!({"kind": "finite"}));
    sets("flows.noise.source.rate=2M", "/flows/2/source/rate", json!(2_000_000));
    sets("flows.near.label=A = B", "/flows/0/label", json!("A = B"));
    sets("measure.bins=[0.5]", "/measure/bins", json!([0.5]));
    sets("seed=9", "/seed", json!(9));
    sets("jitter.mode=off", "/jitter/mode", json!("off"));
    sets("timeline[0].to=3e6", "/timeline/0/to", json!(3_000_000));
}

#[test]
fn omitted_parts_are_created() {
    let mut document = json!({"v": 1, "network": {"forward": {"rate": 2e6}}, "flows": [{"id": "a"}]});
    for assignment in
        ["network.reverse.delay=50ms", "flows.a.source.kind=cbr", "flows.a.source.rate=1M", "jitter.max=1ms"]
    {
        set_path(&mut document, assignment, &kinds()).unwrap();
    }
    // The reverse direction keeps the settings of the forward direction, except for the delay.
    assert_eq!(document["network"]["reverse"], json!({"rate": 2e6, "delay": 0.05}));
    assert_eq!(document["flows"][0]["source"], json!({"kind": "cbr", "rate": 1_000_000}));
    assert!(Scenario::from_value(document, &kinds()).is_ok());
}

#[test]
fn mistakes_are_explained() {
    refuses("duration", "path=value");
    refuses("network.forward.rat=5", "Did you mean `rate`?");
    refuses("network.forward.rate=fast", "a rate such as 5M");
    refuses("network.forward.rate=5ms", "a rate such as 5M");
    refuses("flows.nobody.label=x", "No flow has the ID `nobody`");
    refuses("flows.near.params.rto=1", "There is no setting called `rto`");
    refuses("duration.x=1", "one value");
    refuses("network.forward.queue.limit=lots", "a limit such as 50");
    refuses("measure.bins=0.5", "a list in JSON");
    refuses("timeline[9].at=3", "has 6 entries");
    refuses("=3", "no setting called");
    refuses("network.forward.delay=1e999", "a time such as");
}
