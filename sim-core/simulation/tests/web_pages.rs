//! Tests of clients in a complete network: load times of web pages, from closed forms and from published measurements.

use crate::support::{
    as_f64, build_simulation, finished_run, flow, new_run, recorded_run, result_id_of, run_to_end, run_until,
};
use serde_json::{Value, json};
use sim_core::describe::{AlgorithmInfo, Family};
use sim_core::ground::time::from_secs;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::build::BuildOptions;
use sim_core::simulation::kinds;

/// A flow that loads pages with the given settings. HTTP/1.1 uses six connections.
fn browser(http: &str, settings: &Value) -> Value {
    let mut source = json!({"kind": "page", "http": http, "page": "equal", "pause": 1});
    for (name, value) in settings.as_object().expect("settings") {
        source[name] = value.clone();
    }
    let (stack, count) = (if http == "3" { "quic" } else { "linux" }, if http == "1.1" { 6 } else { 1 });
    json!({"id": "a", "algorithm": "cubic", "params": {"stack": stack}, "count": count, "source": source,
           "access": {"sender": 0, "receiver": 0}})
}

/// The flow alone on a path with a base RTT of `rtt` seconds.
fn path(flow: &Value, rate: f64, rtt: f64, loss: f64, duration: f64) -> Value {
    let rules =
        if loss > 0.0 { json!([{"kind": "random", "probability": loss, "what": "data"}]) } else { json!([]) };
    json!({"v": 1, "duration": duration, "jitter": {"mode": "off"}, "flows": [flow],
           "network": {"access_rate": 1e10, "forward": {"rate": rate, "delay": rtt / 2.0, "loss": rules, "queue": {"limit": {"packets": 500}}}}})
}

fn load_times(document: &Value) -> Value {
    finished_run(document).summary()["transfers"][0]["completion_s"].clone()
}

/// A page with one small object on a fast path takes a round trip for each of: the handshake, TLS over TCP, the document
/// and the object. With a smaller TLS message than the first window, its size does not matter.
#[test]
fn a_small_page_takes_the_round_trips_of_its_protocols() {
    for (http, tls, rounds) in
        [("1.1", 4000, 4.0), ("2", 4000, 4.0), ("3", 4000, 3.0), ("1.1", 0, 3.0), ("2", 0, 3.0)]
    {
        let settings = json!({"objects": 1, "object_size": 1000, "tls": tls});
        let times = load_times(&path(&browser(http, &settings), 1e9, 0.1, 0.0, 10.0));
        // QUIC paces: the second packet of the document follows the first after 5 ms.
        let margin = if http == "3" { 0.006 } else { 0.001 };
        for statistic in ["min", "max"] {
            let time = as_f64(&times[statistic]);
            assert!(time >= 0.1 * rounds && time < 0.1 * rounds + margin, "HTTP/{http}, TLS {tls}: {times}");
        }
    }
}

/// 64 small objects need 11 rounds on six connections: the first connection is ready when the others open, for two rounds,
/// in which it gets two objects. The others share 62 with it, six in each round. One multiplexed connection gets all of
/// them in one round.
#[test]
fn six_connections_need_a_round_for_six_objects_and_one_multiplexed_connection_one_for_all() {
    let settings = json!({"objects": 64, "object_size": 100});
    let time = |http| as_f64(&load_times(&path(&browser(http, &settings), 1e9, 0.1, 0.0, 10.0))["mean"]);
    let (one, six) = (time("2"), time("1.1"));
    // Three rounds until the document is complete. Of the 64 packets, ten are in the first window, so there are three
    // rounds of slow start.
    assert!((0.4..0.61).contains(&one), "HTTP/2: {one}");
    assert!((six - (0.3 + 0.2 + 0.1 * 11.0)).abs() < 0.002, "HTTP/1.1: {six}");
}

/// The mean load time over pages and seeds.
fn mean(http: &str, settings: &Value, (rate, rtt, loss): (f64, f64, f64)) -> f64 {
    let times = (1..=4).map(|seed| {
        let mut document = path(&browser(http, settings), rate, rtt, loss, 120.0);
        document["seed"] = json!(seed);
        as_f64(&load_times(&document)["mean"])
    });
    times.sum::<f64>() / 4.0
}

/// Wang, Balasubramanian, Krishnamurthy and Wetherall, "How speedy is SPDY?" (NSDI 2014): on synthetic pages, one connection
/// helps where there are many small objects and no loss, and hurts at a loss of 2 % where objects are large. The
/// bounds are that the effect is a factor of two in either direction.
#[test]
fn one_connection_helps_small_objects_without_loss_and_hurts_large_objects_with_loss() {
    let (small, large) = (json!({"object_size": 1000}), json!({"objects": 16, "object_size": 100_000}));
    let path = |loss| (1e7, 0.1, loss);
    let ratio = |settings, loss| mean("2", settings, path(loss)) / mean("1.1", settings, path(loss));
    let (helps, hurts) = (ratio(&small, 0.0), ratio(&large, 0.02));
    assert!(helps < 0.5, "64 objects of 1 kB without loss: {helps}");
    assert!(hurts > 2.0, "16 objects of 100 kB with 2 % loss: {hurts}");
}

/// RFC 9114 section 2: lost packets delay only the streams whose data they carried. On the median page with a loss of 2 %,
/// streams of their own are faster than one stream, and six connections are faster than both.
#[test]
fn streams_of_their_own_wait_less_for_lost_packets_than_one_stream() {
    let settings = json!({"page": "desktop_2024"});
    let [six, one, streams] = ["1.1", "2", "3"].map(|http| mean(http, &settings, (2e7, 0.05, 0.02)));
    assert!(streams < 0.95 * one && six < 0.5 * one, "{six} {one} {streams}");
    let without_loss = mean("2", &settings, (2e7, 0.05, 0.0));
    assert!(one > 4.0 * without_loss, "{one} with and {without_loss} without loss");
}

/// The page has the number and the bytes of the medians.
#[test]
fn the_median_pages_have_the_published_sizes() {
    for (page, kilobytes) in [("desktop_2024", 1894), ("mobile_2024", 1660)] {
        let document = path(&browser("2", &json!({"page": page, "pause": 100})), 1e8, 0.02, 0.0, 10.0);
        let transfers = finished_run(&document).summary()["transfers"][0].clone();
        let bytes = as_f64(&transfers["payload_bytes"]);
        // Sizes of objects are rounded down.
        assert!((1024.0 * f64::from(kilobytes) - bytes).abs() < 60.0, "{page}: {bytes}");
        assert_eq!((&transfers["begun"], &transfers["count"]), (&json!(1), &json!(1)));
    }
}

/// Whatever the algorithm, every page that has begun is complete before the next one begins, although packets are lost.
#[test]
fn every_algorithm_that_repeats_lost_data_completes_pages() {
    let repeats = |info: &&AlgorithmInfo| {
        info.family == Family::Window && info.fields.iter().any(|field| field.name == "stack")
    };
    for info in kinds().algorithms.iter().filter(repeats) {
        for http in ["1.1", "2", "3"] {
            let mut flow = browser(http, &json!({"objects": 10, "object_size": 5000, "pause": 0.3}));
            (flow["algorithm"], flow["params"]) =
                (json!(info.id), crate::support::params_for_short_runs(info.id));
            let mut run = new_run(&path(&flow, 5e6, 0.04, 0.02, 20.0));
            run_to_end(&mut run);
            run.world().check_conservation().expect("packets are conserved");
            let transfers = run.summary()["transfers"][0].clone();
            let (begun, count) = (as_f64(&transfers["begun"]), as_f64(&transfers["count"]));
            assert!(
                count > 5.0 && (begun == count || begun == count + 1.0),
                "{} HTTP/{http}: {transfers}",
                info.id
            );
        }
    }
}

/// A browser that is switched off gives up its page, and begins a new one when it is switched on.
#[test]
fn a_browser_that_is_switched_off_begins_again() {
    for http in ["1.1", "2", "3"] {
        let settings = json!({"objects": 20, "object_size": 500_000, "pause": 50});
        let mut document = path(&browser(http, &settings), 1e7, 0.04, 0.0, 40.0);
        document["timeline"] = json!([{"at": 4, "set": "flows.a.active", "to": false}, {"at": 10, "set": "flows.a.active", "to": true}]);
        let mut run = new_run(&document);
        run_until(&mut run, 5.0);
        let sent = |summary: &Value| -> f64 {
            summary["flows"].as_array().expect("flows").iter().map(|flow| as_f64(&flow["sent"])).sum()
        };
        let before = sent(&run.summary());
        run_until(&mut run, 10.0);
        assert_eq!(sent(&run.summary()), before, "HTTP/{http}");
        run_to_end(&mut run);
        let summary = run.summary();
        let transfers = &summary["transfers"][0];
        assert_eq!((&transfers["begun"], &transfers["count"]), (&json!(2), &json!(1)), "HTTP/{http}");
        assert!(flow(&summary, if http == "1.1" { "a.1" } else { "a" })["completion_s"].is_null());
    }
}

/// All ways to simulate a link give the same results.
#[test]
fn all_paths_agree_on_pages() {
    for http in ["1.1", "2", "3"] {
        let mut document = path(&browser(http, &json!({"page": "mobile_2024"})), 1e7, 0.03, 0.01, 8.0);
        document["network"]["access_rate"] = json!(2e7);
        let expected = result_id_of(&document);
        for options in [BuildOptions { lazy: true, fuse: false }, BuildOptions { lazy: false, fuse: false }] {
            let mut run = build_simulation(&document, RecordingSettings::none(), options);
            run_to_end(&mut run);
            assert_eq!(run.result_id_text(), expected, "HTTP/{http}, {options:?}");
        }
    }
}

/// A client needs a sender that repeats lost data, and a browser with HTTP/2 a single connection.
#[test]
fn clients_that_cannot_work_are_reported() {
    let issues = |flow: Value| {
        let document = path(&flow, 1e7, 0.04, 0.0, 10.0);
        Scenario::from_value(document, kinds()).err().unwrap_or_default()
    };
    for algorithm in ["udp", "tfrc", "tfwc", "gcc"] {
        for source in ["page", "video", "rpc"] {
            let found = issues(json!({"id": "a", "algorithm": algorithm, "source": {"kind": source}}));
            assert!(found.iter().any(|issue| issue.code == "needs_retransmission"), "{algorithm}: {found:?}");
        }
    }
    let mut two = browser("2", &json!({}));
    assert_eq!(issues(two.clone()), []);
    two["count"] = json!(2);
    assert_eq!(issues(two)[0].path, "flows[0].source.http");
}

/// The series of a page rise from 0 to 1 and begin again with the next load. A page of equal objects has no fonts to miss.
#[test]
fn the_shares_of_a_page_are_recorded_by_kind() {
    let run = recorded_run(&path(
        &browser("2", &json!({"page": "desktop_2024", "pause": 100})),
        1e7,
        0.1,
        0.0,
        10.0,
    ));
    let rec = &run.observer().rec;
    let share = |kind, t| rec.gauge_of(rec.key_of("flow:a", kind)).unwrap().value_at(from_secs(t)).unwrap();
    for kind in ["documents", "style_sheets", "fonts", "scripts", "images"] {
        let values: Vec<f64> = (1..100).map(|step| share(kind, f64::from(step) / 10.0)).collect();
        assert_eq!((values[0], values[98]), (0.0, 1.0), "{kind}");
        assert!(values.is_sorted(), "{kind}");
    }
    // The browser asks for style sheets first, and for images last.
    let first = |kind| (1..100).find(|&step| share(kind, f64::from(step) / 10.0) == 1.0);
    assert!(first("style_sheets") < first("images"));
    let run = recorded_run(&path(&browser("3", &json!({"pause": 0.5})), 1e7, 0.1, 0.0, 10.0));
    let rec = &run.observer().rec;
    let value =
        |signal, t| rec.gauge_of(rec.key_of("flow:a", signal)).unwrap().value_at(from_secs(t)).unwrap();
    assert_eq!((value("fonts", 0.1), value("documents", 0.1)), (1.0, 0.0));
    assert!(value("page_began", 10.0) > 5.0);
}
