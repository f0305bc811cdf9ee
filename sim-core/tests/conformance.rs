//! Requirements on every registered congestion control algorithm. They apply to a new algorithm without a change here. The bounds
//! on rates and losses are those of the family (`Expectations`), or those that an algorithm declares with its reasons. The tests with arbitrary calls are in conformance_calls.rs.

mod support;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sim_core::describe::{AlgorithmInfo, Family};
use sim_core::ground::rng::{Purpose, Rng};
use sim_core::ground::time::SECOND;
use sim_core::params::{Field, FieldKind, number};
use sim_core::protocols;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};
use sim_core::transport::Expectations;
use support::{
    algorithms_under_test, as_f64, dumbbell, finished_run, flow, new_run, params_for_10_mbps,
    params_for_short_runs, run_to_end, run_until,
};

fn for_each(check: impl Fn(&AlgorithmInfo)) {
    for info in &algorithms_under_test() {
        // The output of a failed test ends with the algorithm that failed.
        println!("algorithm {}", info.id);
        check(info);
    }
}

/// The bounds of a field's range, and values just outside.
fn ends(field: &Field) -> (Vec<Value>, Vec<Value>) {
    let (min, max) = (field.bounds.min, field.bounds.max);
    let whole = matches!(field.kind, FieldKind::Integer);
    let step = |x: f64| if whole { 1.0 } else { (x.abs() * 1e-9).max(1e-12) };
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    if let Some(min) = min {
        inside.push(number(if field.bounds.above { min + step(min) } else { min }));
        outside.push(number(if field.bounds.above { min } else { min - step(min) }));
    }
    if let Some(max) = max {
        inside.push(number(max));
        outside.push(number(max + step(max)));
    }
    (inside, outside)
}

fn extremes(field: &Field) -> Vec<Value> {
    let mut values = match &field.kind {
        FieldKind::Number | FieldKind::Integer => ends(field).0,
        FieldKind::Boolean => vec![json!(true), json!(false)],
        FieldKind::Choice(choices) => choices.iter().map(|choice| json!(choice.value)).collect(),
        _ => Vec::new(),
    };
    values.extend(field.default.clone());
    if field.nullable {
        values.push(Value::Null);
    }
    values
}

fn alone(algorithm: &str, params: Value, duration: f64) -> Value {
    let mut all = params_for_10_mbps(algorithm);
    for (name, value) in params.as_object().into_iter().flatten() {
        all[name] = value.clone();
    }
    dumbbell(json!([{"id": "a", "algorithm": algorithm, "params": all}]), duration)
}

/// Returns whether a document is rejected because its settings contradict each other although each is within its range, such as a
/// target rate below the minimum rate.
fn contradicts(document: &Value) -> bool {
    let found = issues(document);
    !found.is_empty() && found.iter().all(|(_, code)| *code == "contradiction")
}

fn issues(document: &Value) -> Vec<(String, &'static str)> {
    let found = Scenario::from_text(&document.to_string(), kinds()).err().unwrap_or_default();
    found.into_iter().map(|issue| (issue.path, issue.code)).collect()
}

#[test]
fn everything_is_documented() {
    let mut ids = BTreeSet::new();
    for_each(|info| {
        assert!(
            info.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'),
            "{}",
            info.id
        );
        assert!(info.summary.ends_with('.') && info.summary.len() < 160, "the summary is one sentence");
        assert!(
            info.doc.len() > 100 && info.doc.matches('$').count() % 2 == 0,
            "the documentation is not empty, and all formulas are closed"
        );
        assert!(!info.references.is_empty());
        for reference in info.references {
            assert!(reference.title.len() > 5 && reference.url.starts_with("https://"), "{reference:?}");
        }
        let mut names = BTreeSet::new();
        for field in &info.fields {
            assert!(names.insert(field.name), "{} twice", field.name);
            assert!(field.doc.ends_with('.') && field.doc.len() > 10, "{}: {}", field.name, field.doc);
            assert!(field.default.is_some() && !field.label.is_empty(), "{}", field.name);
            if matches!(field.kind, FieldKind::Number | FieldKind::Integer) {
                assert!(
                    field.bounds.min.is_some() && field.bounds.max.is_some(),
                    "{} has a range",
                    field.name
                );
                assert!(
                    !field.unit.is_empty() || !field.cite.is_empty(),
                    "{} has a unit or a source",
                    field.name
                );
            }
            assert!(!field.nullable || !field.null_means.is_empty(), "{} says what null means", field.name);
            if let FieldKind::Choice(choices) = &field.kind {
                assert!(choices.iter().all(|choice| !choice.doc.is_empty()), "{}", field.name);
            }
        }
        let mut signals = BTreeSet::new();
        for signal in &info.signals {
            assert!(
                signals.insert(signal.id) && !signal.label.is_empty() && signal.doc.ends_with('.'),
                "{signal:?}"
            );
        }
        for decision in &info.decisions {
            let mut inputs = BTreeSet::new();
            for input in decision.inputs {
                assert!(inputs.insert(input.id), "{} twice in {}", input.id, decision.id);
                assert!(
                    input.doc.len() > 1 && input.doc.ends_with('.'),
                    "input {} of {} is documented by a sentence",
                    input.id,
                    decision.id
                );
                // An input without a unit that the sentence does not show could not be interpreted.
                assert!(
                    decision.template.contains(&format!("{{{}}}", input.id)) || !input.unit.is_empty(),
                    "the sentence of {} shows its input {}",
                    decision.id,
                    input.id
                );
            }
            for part in decision.template.split('{').skip(1) {
                let name = part.split('}').next().unwrap_or_default();
                assert!(inputs.contains(name), "{name} in {}", decision.template);
            }
        }
    });
    for info in algorithms_under_test() {
        assert!(ids.insert(info.id), "{} is registered twice", info.id);
    }
}

#[test]
fn every_setting_within_its_range_runs() {
    for_each(|info| {
        let runs = |params: Value, later: Value| {
            let mut document = alone(info.id, params, 1.5);
            document["network"]["forward"]["rate"] = json!(2e6);
            let changes = later.as_object().into_iter().flatten();
            document["timeline"] = changes
                .map(|(name, to)| json!({"at": 0.7, "set": format!("flows.a.params.{name}"), "to": to}))
                .collect();
            if contradicts(&document) {
                return;
            }
            let mut run = new_run(&document);
            run_to_end(&mut run);
            run.world().check_conservation().unwrap();
            let summary = run.summary();
            assert!(flow(&summary, "a")["sent"].as_u64().unwrap() > 0, "nothing sent in {document}");
        };
        for field in &info.fields {
            for value in extremes(field) {
                runs(json!({field.name: value.clone()}), json!({}));
                runs(json!({}), json!({field.name: value}));
            }
        }
        // All settings at one end of their ranges, and random combinations of both ends.
        let mut rng = Rng::new(1, Purpose::Algorithm, 0);
        for round in 0..30 {
            let mut draw = || {
                let mut params = json!({});
                for field in &info.fields {
                    let values = extremes(field);
                    let pick = match round {
                        0 => 0,
                        1 => 1.min(values.len() - 1),
                        _ => rng.below(values.len() as u64) as usize,
                    };
                    params[field.name] = values[pick].clone();
                }
                params
            };
            let (first, then) = (draw(), draw());
            runs(first, then);
        }
    });
}

#[test]
fn every_setting_outside_its_range_is_rejected_with_its_path() {
    for_each(|info| {
        for field in &info.fields {
            let path = format!("flows[0].params.{}", field.name);
            let assert_rejected = |value: Value| {
                let found = issues(&alone(info.id, json!({field.name: value.clone()}), 1.0));
                assert_eq!(found.len(), 1, "{} = {value}: {found:?}", field.name);
                assert_eq!(found[0].0, path, "{value}");
                let mut late = alone(info.id, json!({}), 1.0);
                late["timeline"] =
                    json!([{"at": 0.5, "set": format!("flows.a.params.{}", field.name), "to": value}]);
                let found = issues(&late);
                assert_eq!((found.len(), found[0].0.as_str()), (1, "timeline[0].to"), "{value}: {found:?}");
            };
            for value in ends(field).1 {
                assert_rejected(value);
            }
            assert_rejected(json!({"wrong": "type"}));
            if !field.nullable {
                assert_rejected(Value::Null);
            }
        }
        let found = issues(&alone(info.id, json!({"no_such_setting": 1}), 1.0));
        assert_eq!(found, [("flows[0].params.no_such_setting".to_owned(), "unknown_field")]);
    });
}

#[test]
fn runs_are_deterministic_and_conserve_packets() {
    for_each(|info| {
        let mut document = dumbbell(
            json!([{"id": "a", "algorithm": info.id, "params": params_for_10_mbps(info.id), "count": 3, "start": {"min": 0, "max": 1}},
                   {"id": "back", "algorithm": info.id, "params": params_for_10_mbps(info.id), "role": "reverse"}]),
            6.0,
        );
        document["network"]["forward"]["loss"] =
            json!([{"kind": "random", "probability": 0.01}, {"kind": "every", "n": 97, "where": "exit"}]);
        document["timeline"] = json!([{"at": 2, "set": "network.forward.rate", "to": 0},
            {"at": 2.7, "set": "network.forward.rate", "to": 4e6}, {"at": 3, "set": "network.forward.delay", "to": 0.002}]);
        let expected = finished_run(&document).result_id();
        assert_eq!(finished_run(&document).result_id(), expected, "twice");
        let mut recorded = Simulation::new(
            support::scenario(&document),
            RecordingSettings { decisions: true, ..RecordingSettings::default() },
        )
        .unwrap();
        let mut rng = Rng::new(3, Purpose::Algorithm, 0);
        let mut clone = recorded.clone();
        while recorded.now() < recorded.end() {
            recorded.step(recorded.now() + rng.below(SECOND / 4), rng.below(500)).unwrap();
            recorded.world().check_conservation().unwrap();
            if rng.below(20) == 0 {
                clone = recorded.clone();
            }
        }
        run_to_end(&mut recorded);
        assert_eq!(recorded.result_id(), expected, "sliced, recorded");
        run_to_end(&mut clone);
        assert_eq!(clone.result_id(), expected, "cloned");
        // The sentence of every recorded decision has all of its inputs.
        for decision in recorded.decisions("a.0").unwrap().as_array().unwrap() {
            assert!(!decision["text"].as_str().unwrap().contains(['{', '}']), "{decision}");
        }
    });
}

/// The goodput of the flow during a part of the run, as a fraction of the link's rate.
fn share(document: &Value, from: f64, to: f64) -> f64 {
    let mut document = document.clone();
    document["measure"] = json!({"bins": [1], "windows": [{"id": "w", "from": from, "to": to}]});
    let mut run = new_run(&document);
    run_to_end(&mut run);
    run.world().check_conservation().unwrap();
    let summary = run.summary();
    as_f64(&summary["windows"]["w"]["flows"][0]["goodput_bps"])
        / as_f64(&document["network"]["forward"]["rate"])
}

/// Returns whether an algorithm responds to congestion.
fn reacts(info: &AlgorithmInfo) -> bool {
    info.family != Family::None
}

/// The bounds that an algorithm declares.
fn expectations(info: &AlgorithmInfo) -> Expectations {
    protocols::expectations(info.id).expect("the algorithm is registered")
}

#[test]
fn fills_an_idle_path() {
    for_each(|info| {
        if !reacts(info) {
            return;
        }
        let least = expectations(info).alone;
        let got = share(&alone(info.id, params_for_short_runs(info.id), 60.0), 20.0, 60.0);
        println!("goodput {got}, at least {least}");
        assert!(got >= least && got <= 1.0, "{}: {got}", info.id);
    });
}

#[test]
fn backs_off_when_the_rate_drops() {
    for_each(|info| {
        if !reacts(info) {
            return;
        }
        let expected = expectations(info);
        let mut document = alone(info.id, params_for_short_runs(info.id), 40.0);
        document["timeline"] = json!([{"at": 15, "set": "network.forward.rate", "to": 1e6}]);
        document["measure"] = json!({"windows": [{"id": "w", "from": 25, "to": 40}]});
        let summary = finished_run(&document).summary();
        let (sent, lost) =
            (&summary["windows"]["w"]["flows"][0]["sent"], &summary["windows"]["w"]["flows"][0]["lost"]);
        let rate = as_f64(sent) * 1500.0 * 8.0 / 15.0 / 1e6;
        let lost_fraction = as_f64(lost) / as_f64(sent);
        let got = share(&document, 25.0, 40.0);
        println!("sends {rate}, loses {lost_fraction}, goodput {got}; {expected:?}");
        assert!(rate < expected.sent_after_rate_drop, "{} sends {rate} of the new rate", info.id);
        assert!(lost_fraction < expected.lost_after_rate_drop, "{} loses {lost} of {sent}", info.id);
        assert!(got > expected.after_rate_drop, "{}: goodput {got}", info.id);
    });
}

#[test]
fn recovers_from_an_outage() {
    for_each(|info| {
        let mut document = alone(info.id, params_for_short_runs(info.id), 40.0);
        document["timeline"] = json!([{"at": 8, "set": "network.forward.rate", "to": 0}, {"at": 10, "set": "network.forward.rate", "to": 1e7}]);
        let least = expectations(info).after_outage;
        let got = share(&document, 20.0, 40.0);
        println!("goodput {got}, more than {least}");
        assert!(got > least, "{}: {got}", info.id);
    });
}

#[test]
fn survives_random_loss() {
    for_each(|info| {
        let mut document = alone(info.id, params_for_short_runs(info.id), 30.0);
        document["network"]["forward"]["loss"] =
            json!([{"kind": "random", "probability": 0.05, "what": "data"}]);
        // Half of the rate that the full equation of Padhye and others (1998) gives for a loss of 5 %, an RTT of 40 ms and a timeout of
        // 0.2 s: 1.1 Mb/s.
        let got = share(&document, 5.0, 30.0);
        println!("goodput {got}");
        assert!(got > 0.055, "{}: {got}", info.id);
    });
}

#[test]
fn survives_the_loss_of_feedback() {
    for_each(|info| {
        let mut document = alone(info.id, params_for_short_runs(info.id), 30.0);
        document["network"]["reverse"] = json!({"rate": 1e7, "delay": 0.01,
            "loss": [{"kind": "random", "probability": 0.3, "what": "feedback"}]});
        let least = expectations(info).with_feedback_loss;
        let got = share(&document, 5.0, 30.0);
        println!("goodput {got}, more than {least}");
        assert!(got > least, "{}: {got}", info.id);
    });
}

#[test]
fn a_restart_is_a_fresh_connection() {
    for_each(|info| {
        // With a delay of 200 ms each way, packets and feedback of the first connection are in flight when the flow is switched on again.
        let mut document = dumbbell(
            json!([{"id": "a", "algorithm": info.id, "params": params_for_short_runs(info.id),
                    "access": {"sender": 0.095, "receiver": 0.095}}]),
            16.0,
        );
        document["jitter"] = json!({"mode": "off"});
        // The link is slow, so that it is busy soon, and has a large buffer that is not full yet.
        document["network"]["forward"]["rate"] = json!(1e6);
        document["network"]["forward"]["queue"]["limit"] = json!({"bdp": 10});
        // The first time after 3 s at which data and feedback are in flight, and remain so for some time.
        let mut probe = new_run(&document);
        let mut path_is_busy = 3.0;
        let mut busy = 0;
        while busy < 2 {
            path_is_busy += 0.02;
            assert!(path_is_busy < 8.0, "{}: feedback is never in flight", info.id);
            run_until(&mut probe, path_is_busy);
            let in_flight = [0, 1].map(|way| probe.world().net().in_flight(0, way));
            busy = if in_flight[0] > 0 && (in_flight[1] > 0 || !reacts(info)) { busy + 1 } else { 0 };
        }
        let path_is_busy = path_is_busy - 0.02;
        document["timeline"] = json!([{"at": path_is_busy, "set": "flows.a.active", "to": false},
            {"at": path_is_busy + 0.01, "set": "flows.a.active", "to": true}]);
        let mut run = new_run(&document);
        run_until(&mut run, path_is_busy + 0.01);
        assert_eq!(run.world().net().conns[0].epoch, 1);
        let arrived =
            |run: &Simulation| [0, 1].map(|way| run.world().net().conns[0].paths[way].egress.packets);
        let delivered = |run: &Simulation| flow(&run.summary(), "a")["delivered"].as_u64().unwrap();
        let (state, before, had) = (run.world().sender_state(0), arrived(&run), delivered(&run));
        run_until(&mut run, path_is_busy + 0.2);
        let after = arrived(&run);
        assert!(after[0] > before[0], "{}: old packets arrive", info.id);
        assert_eq!(delivered(&run), had, "{}: old packets count as new ones", info.id);
        assert!(!reacts(info) || after[1] > before[1], "{}: old feedback arrives", info.id);
        // New packets can only increase the number in flight. Only old feedback could decrease it.
        let mut now = run.world().sender_state(0);
        assert!(now.in_flight >= state.in_flight, "{}: the sender processed old feedback", info.id);
        now.in_flight = state.in_flight;
        assert_eq!(now, state, "{}: the sender processed old feedback", info.id);
        run_to_end(&mut run);
        run.world().check_conservation().unwrap();
        assert!(delivered(&run) > had + 50, "{} continues", info.id);
    });
}

/// A stopped sender sends no new data, and packets in flight leave the network.
#[test]
fn a_stopped_flow_sends_nothing_new() {
    for_each(|info| {
        let mut document = alone(info.id, json!({}), 10.0);
        document["flows"][0]["stop"] = json!(4);
        document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.01}]);
        let mut run = new_run(&document);
        run_until(&mut run, 4.0);
        let new = |run: &Simulation| {
            let summary = run.summary();
            let flow = flow(&summary, "a");
            flow["sent"].as_u64().unwrap() - flow["retransmitted"].as_u64().unwrap()
        };
        let sent = new(&run);
        run_to_end(&mut run);
        assert_eq!(new(&run), sent, "{} sent new data after its stop", info.id);
        let summary = run.summary();
        assert_eq!(
            flow(&summary, "a")["completion_s"],
            Value::Null,
            "{} was stopped before completion",
            info.id
        );
        let left: u64 = (0..2).map(|way| run.world().net().in_flight(0, way)).sum();
        assert_eq!(left, 0, "{}", info.id);
        assert_eq!(
            run.world().net().notes.in_use(),
            0,
            "{}: all notes are freed with their packets",
            info.id
        );
    });
}
