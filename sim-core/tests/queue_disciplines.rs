//! What queue disciplines do to real flows, held against ns-2 (RED), against a second model's figures (CoDel, PIE) and
//! against arithmetic: averages, losses, delays, shares.

mod support;

use serde_json::{Value, json};
use support::{finished, flow, real};

/// 10 Mb/s, round trips of 44 to 80 ms, packets of 1000 bytes, 20 s to be left out of 100 s.
fn many(count: u32, algorithm: &str, params: Value, queue: Value) -> Value {
    let span = json!({"min": 0.006, "max": 0.015});
    json!({"v": 1, "duration": 100, "warmup": 20,
           "network": {"kind": "dumbbell", "forward": {"rate": 1e7, "delay": 0.01, "queue": queue},
                       "reverse": {"rate": 1e7, "delay": 0.01, "queue": {"kind": "drop_tail", "limit": {"packets": 1000}}}},
           "flows": [{"id": "a", "count": count, "algorithm": algorithm, "params": params, "packet": 1000,
                      "access": {"sender": span, "receiver": span}, "start": {"min": 0, "max": 2}}]})
}

fn red(min: f64, max: f64, more: Value) -> Value {
    let mut queue = json!({"kind": "red", "min_threshold": min, "max_threshold": max, "weight": 8e-4,
                           "mean_packet": 1000, "limit": {"packets": 300}});
    if let Some(more) = more.as_object() {
        for (name, value) in more {
            queue[name] = value.clone();
        }
    }
    queue
}

/// The link forward in the summary: mean queue in packets, drop rate, utilisation, mean queue delay in ms, marks.
fn link(document: &Value) -> [f64; 5] {
    let summary = finished(document).summary();
    let link = &summary["links"][0];
    [
        real(&link["queue_packets"]["mean"]),
        real(&link["drop_rate"]),
        real(&link["utilisation"]),
        real(&link["queue_delay_ms"]["mean"]),
        real(&link["marks"]),
    ]
}

/// ns-2, one seed: mean average, loss, utilisation. RED's average grows with the load. Bands: 12 % or 1.2 packets for the
/// queue, 15 % for the loss (ns-2's seeds differ by some percent, its TCPs begin with two packets), 0.02 for utilisation.
#[test]
fn red_settles_where_ns2_has_it() {
    for (count, min, max, queue, loss, utilisation) in [
        (5, 5.0, 15.0, 6.8, 0.006, 0.967),
        (20, 5.0, 15.0, 12.1, 0.044, 0.996),
        (50, 5.0, 15.0, 16.5, 0.119, 0.990),
        (20, 20.0, 60.0, 38.1, 0.0304, 1.0),
        (50, 20.0, 60.0, 61.0, 0.082, 1.0),
    ] {
        let [mean, dropped, used, ..] = link(&many(count, "sack", json!({}), red(min, max, json!({}))));
        println!("{count} {min}: queue {mean} ({queue}) loss {dropped} ({loss}) use {used} ({utilisation})");
        assert!((mean - queue).abs() < (0.12 * queue).max(1.2), "{count} flows: queue {mean}, ns-2 {queue}");
        assert!((dropped / loss - 1.0).abs() < 0.15, "{count} flows: loss {dropped}, ns-2 {loss}");
        assert!((used - utilisation).abs() < 0.02, "{count} flows: utilisation {used}, ns-2 {utilisation}");
    }
}

/// With spacing, gaps are 1.5 times as long: the loss is the probability at the mean average over 1.5, within 8 %.
#[test]
fn reds_loss_follows_its_average() {
    let [mean, dropped, ..] = link(&many(20, "sack", json!({}), red(20.0, 60.0, json!({}))));
    let law = 0.1 * (mean - 20.0) / 40.0 / 1.5;
    println!("law {law} dropped {dropped}");
    assert!((dropped / law - 1.0).abs() < 0.08, "{dropped}, by the law {law}");
}

/// Adaptive RED holds its average between 9 and 11, whatever the number of flows.
#[test]
fn adaptive_red_does_not_care_how_many() {
    for count in [5, 20, 50] {
        let [mean, ..] = link(&many(count, "sack", json!({}), red(5.0, 15.0, json!({"adaptive": true}))));
        println!("adaptive {count}: {mean}");
        assert!((8.8..11.2).contains(&mean), "{count} flows: {mean}");
    }
}

/// With marks nothing is lost as long as the probability is below the limit for marking; ns-2: average 40.2, no loss.
#[test]
fn flows_that_know_marks_lose_nothing() {
    let ecn = json!({"ecn": true});
    let [mean, dropped, used, _, marks] = link(&many(20, "sack", ecn.clone(), red(20.0, 60.0, json!({}))));
    println!("ecn: {mean} {dropped} {used} {marks}");
    assert_eq!(dropped, 0.0);
    assert!((mean / 40.2 - 1.0).abs() < 0.12 && used > 0.99 && marks > 1000.0, "{mean} {used} {marks}");
    // Those that do not are dropped instead, by the same queue.
    let mut document = many(10, "sack", ecn, red(20.0, 60.0, json!({})));
    let mut deaf = document["flows"][0].clone();
    deaf["id"] = json!("deaf");
    deaf["params"] = json!({});
    document["flows"] = json!([document["flows"][0], deaf]);
    let summary = finished(&document).summary();
    for index in 0..10 {
        assert_eq!(real(&flow(&summary, &format!("a.{index}"))["lost"]), 0.0);
        assert!(real(&flow(&summary, &format!("deaf.{index}"))["lost"]) > 20.0);
    }
}

/// One sender, one reduction per window of data however many marks: it fills a link under CoDel without losing anything
/// after slow start.
#[test]
fn one_marked_flow_halves_once_per_window() {
    let queue = json!({"kind": "codel", "limit": {"packets": 1000}});
    let summary = finished(&many(1, "newreno", json!({"ecn": true}), queue)).summary();
    let (link, flow) = (&summary["links"][0], flow(&summary, "a"));
    let (marks, cuts) = (real(&link["marks"]), real(&flow["window_cuts"]));
    println!("marks {marks} cuts {cuts} use {}", link["utilisation"]);
    assert_eq!(real(&link["drops"]), 0.0);
    assert!(cuts >= 5.0 && cuts <= marks + 1.0, "{cuts} cuts, {marks} marks");
    assert!(real(&link["utilisation"]) > 0.8);
}

/// CoDel at 10 Mb/s and 100 ms: utilisation and mean delay in ms for 1, 2, 10 and 30 flows, as a simpler model of Reno
/// without timeouts has them. Bands: 0.04; 25 %, and 40 % for 30 flows, whose timeouts the model lacks.
#[test]
fn codel_holds_the_delay_and_costs_a_lone_flow() {
    for (count, utilisation, delay, band) in
        [(1, 0.81, 1.2, 0.25), (2, 0.91, 2.6, 0.25), (10, 0.99, 10.7, 0.25), (30, 1.0, 19.0, 0.4)]
    {
        let [_, dropped, used, mean, _] =
            link(&far(count, json!({"kind": "codel", "limit": {"packets": 1000}})));
        println!("codel {count}: use {used} ({utilisation}) delay {mean} ({delay}) loss {dropped}");
        assert!((used - utilisation).abs() < 0.04, "{count} flows: {used}");
        assert!((mean / delay - 1.0).abs() < band, "{count} flows: {mean} ms");
    }
}

/// NewReno over 100 ms, packets of 1500 bytes.
fn far(count: u32, queue: Value) -> Value {
    let mut document = many(count, "newreno", json!({}), queue);
    for side in ["forward", "reverse"] {
        document["network"][side]["delay"] = json!(0.04);
    }
    document["flows"][0]["access"] = json!({"sender": 0.005, "receiver": 0.005});
    document["flows"][0]["packet"] = json!(1500);
    document
}

/// PIE, 10 Mb/s, 100 ms: ten flows come to the reference of 15 ms with the link full, and lose what windows of that size
/// lose, (1.22/W)^2 with W = 9.6 packets, within a quarter. A lone flow often leaves the queue empty.
#[test]
fn pie_comes_to_its_reference() {
    let pie = json!({"kind": "pie", "limit": {"packets": 1000}});
    let [_, dropped, used, mean, _] = link(&far(10, pie.clone()));
    println!("pie: use {used} delay {mean} loss {dropped}");
    assert!((mean - 15.0).abs() < 1.5, "{mean} ms");
    assert!(used > 0.98 && (dropped / 0.0162 - 1.0).abs() < 0.25, "{used} {dropped}");
    let [_, _, used, mean, _] = link(&far(1, pie));
    println!("pie alone: use {used} delay {mean}");
    assert!((used - 0.907).abs() < 0.03 && (mean - 8.2).abs() < 1.5, "{used} {mean}");
}

/// A Reno beside twice the link's rate of UDP gets its half under FQ-CoDel, and next to nothing under drop-tail.
#[test]
fn fq_codel_protects_the_polite() {
    let run = |queue: Value| {
        let document = json!({"v": 1, "duration": 60, "warmup": 10,
            "network": {"kind": "dumbbell", "forward": {"rate": 1e7, "delay": 0.005, "queue": queue},
                        "reverse": {"rate": 1e7, "delay": 0.005}},
            "flows": [{"id": "polite", "algorithm": "reno", "access": {"sender": 0.001, "receiver": 0.001}},
                      {"id": "rude", "algorithm": "udp", "source": {"kind": "cbr", "rate": 2e7}}]});
        let summary = finished(&document).summary();
        real(&flow(&summary, "polite")["goodput_bps"])
    };
    let fair = run(json!({"kind": "fq_codel", "limit": {"packets": 1000}}));
    let unfair = run(json!({"kind": "drop_tail", "limit": {"packets": 50}}));
    println!("fq {fair} tail {unfair}");
    assert!((fair / 5e6 - 1.0).abs() < 0.05, "{fair}");
    assert!(unfair < 5e5, "{unfair}");
}

/// Why a queue dropped or marked a packet is told with the flow's own decisions.
#[test]
fn queues_say_why() {
    let mut simulation = support::unwatched(&many(20, "sack", json!({}), red(5.0, 15.0, json!({}))));
    support::until(&mut simulation, 10.0);
    simulation.record_decisions();
    support::until(&mut simulation, 20.0);
    let told = simulation.decisions("a.3").expect("the flow is there");
    let text = told.to_string();
    assert!(text.contains("RED dropped a packet"), "{text}");
    assert!(text.contains("early_drop"));
}
