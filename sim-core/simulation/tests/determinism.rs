//! The result of a run depends only on the scenario, its seed and the version. The result ID does not change
//! if a run is divided into steps, cloned, restored, forked, recorded or explained. The random numbers of a
//! flow do not depend on other flows.

use crate::support::{
    build_simulation, documents, dumbbell, finished_run, flow, multi_link_documents, new_run, result_id_of,
    run_to_end, run_until_ns, scenario, seeded_config,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::ground::convert::narrow;
use sim_core::ground::rng::{Purpose, Rng};
use sim_core::ground::time::{SECOND, Time, from_secs};
use sim_core::record::{RecordingSettings, Watch};
use sim_core::scenario::change::set;
use sim_core::simulation::build::BuildOptions;
use sim_core::simulation::{Simulation, kinds};

/// Recording settings with their names, from recording nothing to recording everything.
fn recordings() -> Vec<(&'static str, RecordingSettings)> {
    let all = RecordingSettings::default();
    vec![
        ("nothing", RecordingSettings::none()),
        ("everything", RecordingSettings { decisions: true, ..all.clone() }),
        (
            "few bins",
            RecordingSettings { bins: 16, decisions: true, event_limit: 2, decision_limit: 2, ..all.clone() },
        ),
        ("fine bins", RecordingSettings { first_width: 1000, ..all.clone() }),
        ("no events", RecordingSettings { events: false, ..all.clone() }),
        ("one signal", RecordingSettings { watch: Watch::Only(vec!["cwnd".to_owned()]), ..all.clone() }),
        ("a tiny budget", RecordingSettings { series_budget: 1, ..all }),
    ]
}

/// Runs to the end in steps of random durations and numbers of events.
fn run_in_slices(simulation: &mut Simulation, seed: u64) {
    let mut rng = Rng::new(seed, Purpose::Algorithm, 0);
    while simulation.now() < simulation.end() {
        let until = simulation.now() + rng.below(SECOND);
        let events = if rng.below(3) == 0 { u64::MAX } else { rng.below(3000) };
        simulation.step(until, events).unwrap();
    }
}

proptest! {
    #![proptest_config(seeded_config(80))]

    #[test]
    fn slicing_cloning_and_recording_do_not_change_the_result(document in documents(), seed in any::<u64>()) {
        let document = document.0;
        let uninterrupted = finished_run(&document);
        let (expected, summary) = (uninterrupted.result_id_text(), uninterrupted.summary());
        prop_assert_eq!(&result_id_of(&document), &expected, "a second run");

        let mut slices = new_run(&document);
        slices.keep_checkpoints(0.3);
        run_in_slices(&mut slices, seed);
        run_to_end(&mut slices);
        prop_assert_eq!(&slices.result_id_text(), &expected, "run in slices");
        prop_assert_eq!(&slices.summary(), &summary, "run in slices");

        for (name, recording) in recordings() {
            let mut recorded = build_simulation(&document, recording, BuildOptions::default());
            run_to_end(&mut recorded);
            prop_assert_eq!(&recorded.result_id_text(), &expected, "recording {}", name);
            prop_assert_eq!(&recorded.summary(), &summary, "recording {}", name);
        }

        let at = seed % (4 * SECOND);
        let mut original = new_run(&document);
        run_until_ns(&mut original, at);
        let (id_before, summary_before) = (original.result_id_text(), original.summary());
        let mut copy = original.clone();
        run_to_end(&mut original);
        prop_assert_eq!(&copy.result_id_text(), &id_before, "running the original changed its clone");
        prop_assert_eq!(&copy.summary(), &summary_before, "running the original changed its clone");
        run_to_end(&mut copy);
        prop_assert_eq!(&copy.result_id_text(), &expected, "cloned");
        prop_assert_eq!(&copy.summary(), &summary, "cloned");
    }

    #[test]
    fn results_do_not_depend_on_the_order_of_flows_or_on_titles_labels_groups_and_notes(document in documents(), rotation in 0..4usize) {
        let document = document.0;
        let expected = result_id_of(&document);
        let mut other = document;
        if let Some(flows) = other["flows"].as_array_mut() {
            let len = flows.len();
            flows.rotate_left(rotation % len);
            flows[0]["label"] = "Another name".into();
            flows[0]["group"] = "A group".into();
        }
        other["title"] = "Another title".into();
        other["note"] = "Another note".into();
        other["measure"] = json!({"bins": [0.5]});
        prop_assert_eq!(&result_id_of(&other), &expected);
    }

    #[test]
    fn results_do_not_depend_on_the_order_of_links_and_nodes(document in multi_link_documents(), rotation in 0..4usize) {
        let mut document = document.0;
        let expected = result_id_of(&document);
        if document["network"]["kind"] == "graph" {
            for list in ["links", "nodes"] {
                let list = document["network"][list].as_array_mut().unwrap();
                list.reverse();
                let len = list.len();
                list.rotate_left(rotation % len);
            }
        }
        document["flows"].as_array_mut().unwrap().reverse();
        prop_assert_eq!(&result_id_of(&document), &expected);
    }
}

/// Changes that a fork can make: paths of settings and new values.
fn changes() -> Vec<(&'static str, Value)> {
    vec![
        ("network.forward.rate", json!(2e6)),
        ("network.forward.rate", json!(0)),
        ("network.forward.delay", json!(0.0)),
        ("network.forward.delay", json!(0.08)),
        ("network.forward.queue.limit", json!({"packets": 3})),
        (
            "network.forward.loss",
            json!([{"kind": "random", "probability": 0.02}, {"kind": "every", "n": 50, "where": "exit"}]),
        ),
        ("network.reverse.rate", json!(1e5)),
        ("flows.near.active", json!(false)),
        ("flows.mid.active", json!(false)),
        ("flows.mid.params.min_rto", json!(1)),
        ("flows.mid.params.receive_window", json!(5)),
        ("flows.noise.params.rate", json!(3e6)),
    ]
}

/// A document with five kinds of flows, among them reverse traffic, and with a timeline.
fn varied_document() -> Value {
    let mut document = dumbbell(
        json!([
            {"id": "near", "algorithm": "newreno"},
            {"id": "mid", "algorithm": "sack", "count": 2, "access": {"sender": {"min": 0.0, "max": 0.03}, "receiver": 0.001}},
            {"id": "far", "algorithm": "cubic", "source": {"kind": "on_off", "rate": 6e6, "on": 0.3, "off": 0.2}},
            {"id": "noise", "algorithm": "udp", "role": "background", "params": {"rate": 5e5}, "packet": 400},
            {"id": "back", "algorithm": "reno", "role": "reverse"}
        ]),
        8.0,
    );
    document["network"]["reverse"] = json!({"rate": 1e6, "delay": 0.01});
    document["timeline"] = json!([
        {"at": 1.0, "set": "network.forward.rate", "to": 6e6},
        {"at": 2.5, "set": "network.forward.loss", "to": [{"kind": "random", "probability": 0.002}]},
        {"at": 6.0, "set": "network.forward.rate", "to": 1e7},
        {"at": 6.5, "set": "flows.near.params.min_rto", "to": 0.5}
    ]);
    document
}

#[test]
fn a_fork_equals_a_run_of_the_forked_document() {
    let document = varied_document();
    // The start, an arbitrary time, a round time at which packets may be due, and the times of two timeline
    // entries.
    for at in [0.0, 2.345_678_9, 2.5, 4.0, 6.0] {
        let mut original = new_run(&document);
        original.keep_checkpoints(0.5);
        if at > 0.0 {
            run_until_ns(&mut original, from_secs(at) - 1);
        }
        for (set, to) in changes() {
            let mut forked = document.clone();
            let entry = json!({"at": at, "set": set, "to": to});
            forked["timeline"].as_array_mut().unwrap().push(entry.clone());
            let uninterrupted = finished_run(&forked);
            assert_ne!(uninterrupted.result_id_text(), result_id_of(&document), "{entry} has no effect");
            let mut fork = original.fork(scenario(&forked)).unwrap();
            run_to_end(&mut fork);
            assert_eq!(fork.result_id_text(), uninterrupted.result_id_text(), "{entry}");
            assert_eq!(fork.summary(), uninterrupted.summary(), "{entry}");
        }
    }
}

/// The fork changes the first or the last of three links.
#[test]
fn a_fork_over_several_links_equals_a_run_of_the_forked_document() {
    let mut document = varied_document();
    let link = document["network"].take();
    document["network"] = json!({"kind": "parking_lot", "links": [
        {"id": "a", "forward": link["forward"], "reverse": link["reverse"]},
        {"id": "b", "forward": {"rate": 8e6, "queue": {"kind": "codel"}}},
        {"id": "c", "forward": {"rate": 9e6, "delay": 0.0}}]});
    document["flows"][0]["path"] = json!({"from": "r2"});
    document["flows"][2]["path"] = json!({"to": "r3"});
    for entry in document["timeline"].as_array_mut().unwrap() {
        entry["set"] = entry["set"].as_str().unwrap().replace("network.", "network.links.a.").into();
    }
    let mut original = new_run(&document);
    run_until_ns(&mut original, from_secs(2.5) - 1);
    for (set, to) in changes() {
        for link in ["a", "c"] {
            let set = set.replace("network.", &format!("network.links.{link}."));
            if set == "network.links.c.reverse.rate" {
                continue; // The document gives this link no reverse direction, so it has no reverse rate to set.
            }
            let mut forked = document.clone();
            let entry = json!({"at": 2.5, "set": set, "to": to});
            forked["timeline"].as_array_mut().unwrap().push(entry.clone());
            let uninterrupted = finished_run(&forked);
            let mut fork = original.fork(scenario(&forked)).unwrap();
            run_to_end(&mut fork);
            assert_eq!(fork.result_id_text(), uninterrupted.result_id_text(), "{entry}");
            assert_eq!(fork.summary(), uninterrupted.summary(), "{entry}");
        }
    }
}

#[test]
fn forks_of_forks_and_longer_forks_equal_uninterrupted_runs() {
    let document = varied_document();
    let mut first = document.clone();
    first["timeline"]
        .as_array_mut()
        .unwrap()
        .push(json!({"at": 3.0, "set": "network.forward.rate", "to": 3e6}));
    let mut second = first.clone();
    second["timeline"]
        .as_array_mut()
        .unwrap()
        .push(json!({"at": 5.0, "set": "flows.far.active", "to": false}));
    let mut run = new_run(&document);
    run_until_ns(&mut run, from_secs(3.0) - 1);
    let mut run = run.fork(scenario(&first)).unwrap();
    run_until_ns(&mut run, from_secs(5.0) - 1);
    let mut run = run.fork(scenario(&second)).unwrap();
    run_until_ns(&mut run, from_secs(5.5));
    second["duration"] = json!(10);
    let mut run = run.fork(scenario(&second)).unwrap();
    run_to_end(&mut run);
    let uninterrupted = finished_run(&second);
    assert_eq!(run.result_id_text(), uninterrupted.result_id_text());
    assert_eq!(run.summary(), uninterrupted.summary());
}

/// A fork cannot change the past, because no document would describe its result.
#[test]
fn a_fork_that_changes_the_past_is_rejected() {
    let document = varied_document();
    let mut run = new_run(&document);
    run_until_ns(&mut run, from_secs(4.0));
    let rejected_path = |change: &dyn Fn(&mut Value)| {
        let mut other = document.clone();
        change(&mut other);
        let issues = run.fork(scenario(&other)).err().unwrap_or_default();
        assert_eq!(issues.len(), 1, "{issues:?}");
        issues[0].path.clone()
    };
    assert_eq!(rejected_path(&|d| d["seed"] = json!(2)), "seed");
    assert_eq!(rejected_path(&|d| d["network"]["forward"]["rate"] = json!(2e7)), "network");
    assert_eq!(rejected_path(&|d| d["flows"][0]["packet"] = json!(1000)), "flows[0]");
    assert_eq!(rejected_path(&|d| d["timeline"][0]["to"] = json!(1e6)), "timeline[0]");
    let late = json!({"at": 4.0, "set": "network.forward.rate", "to": 1e6});
    assert_eq!(rejected_path(&|d| d["timeline"].as_array_mut().unwrap().push(late.clone())), "timeline[4]");
    let shorter = |d: &mut Value| (d["duration"], d["timeline"]) = (json!(3), json!([]));
    assert_eq!(rejected_path(&shorter), "duration");
    // A fork may change titles, labels, groups and timeline entries in the future.
    let mut other = document;
    other["title"] = json!("x");
    other["flows"][0]["label"] = json!("x");
    other["flows"][0]["group"] = json!("x");
    other["timeline"][3]["at"] = json!(7.5);
    assert!(run.fork(scenario(&other)).is_ok());
}

#[test]
fn explanations_equal_recorded_decisions_and_do_not_change_the_run() {
    let document = varied_document();
    let mut recorded = build_simulation(
        &document,
        RecordingSettings { decisions: true, decision_limit: 1 << 20, ..RecordingSettings::default() },
        BuildOptions::default(),
    );
    run_to_end(&mut recorded);
    let index = narrow::<u32>(recorded.flows().iter().position(|meta| meta.id == "mid.0").unwrap());
    let decisions_within = |from: f64, to: f64| {
        let range = from_secs(from)..=from_secs(to);
        recorded.observer().rec.decisions().iter().filter(|d| d.flow == index && range.contains(&d.t)).count()
    };
    assert!(decisions_within(0.0, 8.0) > 5, "there are too few decisions to explain");
    let mut run = new_run(&document);
    run.keep_checkpoints(0.5);
    for step in 1..=16u64 {
        run_until_ns(&mut run, step * SECOND / 2);
        let (id, summary) = (run.result_id_text(), run.summary());
        let now = step as f64 / 2.0;
        for (from, to) in [(0.0, now), (now - 0.4, now), (now / 2.0, now / 2.0 + 0.3)] {
            let decisions = run.explain("mid.0", from, to).unwrap();
            assert_eq!(
                decisions.as_array().unwrap().len(),
                decisions_within(from, to),
                "{from} to {to} at {now}"
            );
        }
        // Invalid ranges of times return no decisions outside the run, and do not take long.
        for (from, to) in
            [(5.0, 2.0), (-1.0, 0.0), (1e300, 1e300), (0.0, f64::NAN), (f64::INFINITY, f64::INFINITY)]
        {
            assert!(
                run.explain("mid.0", from, to).unwrap().as_array().unwrap().len()
                    <= decisions_within(0.0, now)
            );
        }
        assert!(run.explain("nobody", 0.0, 1.0).is_err());
        assert_eq!((run.result_id_text(), run.summary()), (id, summary));
    }
    assert_eq!(run.result_id_text(), recorded.result_id_text());
}

/// Values that depend on the random numbers of a flow in a network without queueing: the base RTT,
/// the start, and four numbers for each tenth of a second. These four are the packets sent, the
/// packets received, a hash of the packets received, and the time of the last departure.
fn observe_flow(document: &Value, id: &str) -> (Time, Time, Vec<u64>) {
    let mut run = new_run(document);
    let index = run.flows().iter().position(|meta| meta.id == id).unwrap();
    let mut samples = Vec::new();
    for step in 1..=40u64 {
        run_until_ns(&mut run, step * SECOND / 10);
        let conn = &run.world().net().conns()[run.world().flows()[index].first_conn as usize];
        samples.extend([
            conn.paths[0].sent,
            conn.paths[0].egress.arrived,
            conn.paths[0].egress.hash,
            conn.paths[0].last_left(),
        ]);
    }
    (run.flows()[index].base_rtt, run.flows()[index].start, samples)
}

#[test]
fn other_flows_do_not_change_the_random_numbers_of_a_flow() {
    // UDP flows do not react to each other, and on a link of 1 Gb/s packets wait only a few microseconds for
    // packets of other flows. Random loss alone therefore determines which packets arrive, and the jitter of
    // the sender alone determines when packets depart.
    let udp = |id: &str, count: u32| {
        json!({"id": id, "algorithm": "udp", "count": count, "start": {"min": 0.0, "max": 1.0},
               "access": {"sender": {"min": 0.0, "max": 0.05}, "receiver": {"min": 0.0, "max": 0.05}},
               "source": {"kind": "on_off", "rate": 1e6, "on": 0.1, "off": 0.1}})
    };
    let document = |flows: Value| {
        let mut document = dumbbell(flows, 4.0);
        document["network"]["forward"]["rate"] = json!(1e9);
        document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.1}]);
        document["jitter"] = json!({"mode": "delay", "max": 0.001});
        document
    };
    // A packet of another flow can delay an arrival by some microseconds. Of the arrivals, only the final
    // number is therefore compared.
    let comparable = |(base_rtt, start, samples): (Time, Time, Vec<u64>)| {
        let departures: Vec<u64> = samples.chunks(4).flat_map(|sample| [sample[0], sample[3]]).collect();
        let arrived = samples[samples.len() - 3];
        (base_rtt, start, departures, arrived)
    };
    let alone = comparable(observe_flow(&document(json!([udp("m", 1)])), "m"));
    assert!(alone.3 > 100, "{alone:?}");
    for others in [json!([udp("a", 3), udp("m", 1)]), json!([udp("z", 1), udp("m", 1), udp("b", 2)])] {
        assert_eq!(comparable(observe_flow(&document(others), "m")), alone);
    }
    // A member of a group has the same random numbers if the group grows.
    let third = comparable(observe_flow(&document(json!([udp("m", 3)])), "m.2"));
    assert_eq!(comparable(observe_flow(&document(json!([udp("m", 5)])), "m.2")), third);
    assert_ne!(third, alone);
    // Another seed gives other random numbers.
    let mut other = document(json!([udp("m", 1)]));
    other["seed"] = json!(2);
    assert_ne!(comparable(observe_flow(&other, "m")), alone);
}

/// Random loss drops the same number of a flow's packets whether or not other flows share the link.
#[test]
fn random_loss_of_a_flow_does_not_depend_on_other_flows() {
    let lost = |others: u32| {
        let mut flows = vec![json!({"id": "m", "algorithm": "udp", "params": {"rate": 1e6}})];
        if others > 0 {
            flows.push(json!({"id": "a", "algorithm": "newreno", "count": others}));
        }
        let mut document = dumbbell(flows.into(), 4.0);
        document["network"]["forward"]["rate"] = json!(1e8);
        document["network"]["forward"]["queue"]["limit"] = json!({"packets": 5000});
        document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.1}]);
        flow(&finished_run(&document).summary(), "m")["lost"].clone()
    };
    assert!(lost(0).as_u64().unwrap() > 15);
    assert_eq!(lost(0), lost(3));
}

#[test]
fn setting_a_missing_reverse_direction_to_the_value_that_it_already_has_changes_nothing() {
    let trace: String = (1..40).map(|i| format!("{}\n", i * i)).collect();
    let steps = json!({"kind": "points", "points": [{"at": 2, "rate": 2e6}]});
    let constant = json!({"kind": "constant"});
    let forwards = [
        (steps, json!({"jitter": {"delay": 0.02}, "reorder": {"probability": 0.1}, "outages": [{"at": 3}]})),
        (constant.clone(), json!({"framing": {}, "shaper": {"rate": 6e5}})),
        (constant, json!({ "trace": trace })),
    ];
    for (schedule, impairments) in forwards {
        let document = json!({
            "v": 1, "duration": 8, "flows": [{"id": "a"}, {"id": "b", "role": "reverse"}],
            "network": {"forward": {
                "rate": 1e6, "delay": 0.03, "queue": {"kind": "red", "limit": {"packets": 20}},
                "loss": [{"kind": "random", "probability": 0.05}],
                "schedule": schedule, "impairments": impairments
            }},
        });
        let rate = scenario(&document).network.links[1].rate;
        let expected = result_id_of(&document);
        let with = |assignment: &str| {
            let mut changed = document.clone();
            set(&mut changed, assignment, kinds()).unwrap();
            result_id_of(&changed)
        };
        for assignment in [
            format!("rate={rate}"),
            "delay=30ms".to_owned(),
            "queue.limit=20".to_owned(),
            "loss=[]".to_owned(),
            "impairments={}".to_owned(),
            "schedule=constant".to_owned(),
        ] {
            assert_eq!(with(&format!("network.reverse.{assignment}")), expected, "{assignment}");
        }
        assert_ne!(with("network.reverse.delay=31ms"), expected);
    }
}
