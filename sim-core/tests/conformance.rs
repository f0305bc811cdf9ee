//! What every congestion control algorithm must do, over the registry: a new one is held to it without an edit here.
//! The calling bench that feeds senders what no network would is in conformance_calls.rs.

mod support;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sim_core::describe::{AlgorithmInfo, Family};
use sim_core::ground::rng::{Purpose, Rng};
use sim_core::ground::time::SECOND;
use sim_core::params::{Field, FieldKind, number};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};
use support::{dumbbell, end, finished, fitting, flow, hurried, real, to_conform, until, unwatched};

fn for_each(check: impl Fn(&AlgorithmInfo)) {
    for info in &to_conform() {
        // A panic then says whose it is.
        println!("algorithm {}", info.id);
        check(info);
    }
}

/// The numbers a field allows at its ends, and others just outside.
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
    let mut all = fitting(algorithm);
    for (name, value) in params.as_object().into_iter().flatten() {
        all[name] = value.clone();
    }
    dumbbell(json!([{"id": "a", "algorithm": algorithm, "params": all}]), duration)
}

/// Settings that are each within their range can still contradict each other: a target rate below the smallest rate.
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
            "the doc explains, and its mathematics closes"
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
            for input in decision.inputs {
                assert!(
                    decision.template.contains(&format!("{{{}}}", input.id)) || !input.doc.is_empty(),
                    "{decision:?}"
                );
            }
            for part in decision.template.split('{').skip(1) {
                let name = part.split('}').next().unwrap_or_default();
                assert!(
                    decision.inputs.iter().any(|input| input.id == name),
                    "{name} in {}",
                    decision.template
                );
            }
        }
    });
    for info in to_conform() {
        assert!(ids.insert(info.id), "{} is registered twice", info.id);
    }
}

#[test]
fn any_setting_within_its_range_runs() {
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
            let mut run = unwatched(&document);
            end(&mut run);
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
        // All at one end, or drawn from both.
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
fn any_setting_beyond_its_range_is_refused_with_its_place() {
    for_each(|info| {
        for field in &info.fields {
            let path = format!("flows[0].params.{}", field.name);
            let refused = |value: Value| {
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
                refused(value);
            }
            refused(json!({"wrong": "type"}));
            if !field.nullable {
                refused(Value::Null);
            }
        }
        let found = issues(&alone(info.id, json!({"no_such_setting": 1}), 1.0));
        assert_eq!(found, [("flows[0].params.no_such_setting".to_owned(), "unknown_field")]);
    });
}

#[test]
fn deterministic_and_conserving() {
    for_each(|info| {
        let mut document = dumbbell(
            json!([{"id": "a", "algorithm": info.id, "params": fitting(info.id), "count": 3, "start": {"min": 0, "max": 1}},
                   {"id": "back", "algorithm": info.id, "params": fitting(info.id), "role": "reverse"}]),
            6.0,
        );
        document["network"]["forward"]["loss"] =
            json!([{"kind": "random", "probability": 0.01}, {"kind": "every", "n": 97, "where": "exit"}]);
        document["timeline"] = json!([{"at": 2, "set": "network.forward.rate", "to": 0},
            {"at": 2.7, "set": "network.forward.rate", "to": 4e6}, {"at": 3, "set": "network.forward.delay", "to": 0.002}]);
        let expected = finished(&document).result_id();
        assert_eq!(finished(&document).result_id(), expected, "twice");
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
        end(&mut recorded);
        assert_eq!(recorded.result_id(), expected, "sliced, recorded");
        end(&mut clone);
        assert_eq!(clone.result_id(), expected, "cloned");
        // A recording of decisions can be told, every sentence of it.
        for told in recorded.decisions("a.0").unwrap().as_array().unwrap() {
            assert!(!told["text"].as_str().unwrap().contains(['{', '}']), "{told}");
        }
    });
}

/// Share of the link's rate that the flow delivers within a part of the run.
fn share(document: &Value, from: f64, to: f64) -> f64 {
    let mut document = document.clone();
    document["measure"] = json!({"bins": [1], "windows": [{"id": "w", "from": from, "to": to}]});
    let mut run = unwatched(&document);
    end(&mut run);
    run.world().check_conservation().unwrap();
    let summary = run.summary();
    real(&summary["windows"]["w"]["flows"][0]["goodput_bps"]) / real(&document["network"]["forward"]["rate"])
}

fn reacts(info: &AlgorithmInfo) -> bool {
    info.family != Family::None
}

#[test]
fn fills_an_empty_path() {
    for_each(|info| {
        // Tahoe, the least efficient of the window family, needs about four of every 33 round trips to be back after a
        // loss; a rate or report controller leaves some of the path unused to stay smooth.
        let least = match info.family {
            Family::Window => 0.87,
            Family::Rate => 0.8,
            // It doubles until it overshoots and then collapses: about 2 C / log2(C / s R) in the mean, a quarter here.
            Family::Report if info.id == "tfrcp" => 0.15,
            // Its increase shrinks with each step: from half of the link it comes to rest at 6.0 of 10 Mb/s of payload.
            Family::Report if info.id == "lda" => 0.55,
            Family::Report => 0.6,
            Family::None => return,
        };
        let got = share(&alone(info.id, hurried(info.id), 60.0), 20.0, 60.0);
        assert!(got >= least && got <= 1.0, "{}: {got}", info.id);
    });
}

#[test]
fn backs_off_when_the_rate_drops() {
    for_each(|info| {
        if !reacts(info) {
            return;
        }
        let mut document = alone(info.id, hurried(info.id), 40.0);
        document["timeline"] = json!([{"at": 15, "set": "network.forward.rate", "to": 1e6}]);
        document["measure"] = json!({"windows": [{"id": "w", "from": 25, "to": 40}]});
        let summary = finished(&document).summary();
        let (sent, lost) =
            (&summary["windows"]["w"]["flows"][0]["sent"], &summary["windows"]["w"]["flows"][0]["lost"]);
        let rate = real(sent) * 1500.0 * 8.0 / 15.0;
        // RAP adds a packet per round trip for each round trip, and no acknowledgement clock holds it while a queue of ten round
        // trips fills: it loses 18.6 % here, and ns-2's agent 18.7 % on the same path.
        // TFRCP sends at up to twice the rate for a whole interval in each of its cycles.
        let (most, most_lost) = match info.id {
            "rap" => (1.3e6, 0.22),
            "tfrcp" => (1.3e6, 0.4),
            // Leaves a share of up to 5 % of each ray alone, and cuts at 10 % only: 11 %.
            "trabol" => (1.2e6, 0.13),
            _ => (1.2e6, 0.1),
        };
        assert!(rate < most, "{} sends {rate} into 1 Mb/s", info.id);
        assert!(real(lost) / real(sent) < most_lost, "{} loses {lost} of {sent}", info.id);
        let got = share(&document, 25.0, 40.0);
        let least = if info.id == "tfrcp" { 0.02 } else { 0.05 };
        assert!(got > least, "{} still lives: {got}", info.id);
    });
}

#[test]
fn survives_a_blackout() {
    for_each(|info| {
        let mut document = alone(info.id, hurried(info.id), 40.0);
        document["timeline"] = json!([{"at": 8, "set": "network.forward.rate", "to": 0}, {"at": 10, "set": "network.forward.rate", "to": 1e7}]);
        // The timeout has doubled a few times when the link comes back: up to 3.2 s more of silence.
        let least = match info.id {
            "tfrcp" => 0.05,
            // The loss of a whole ray leads back by a twentieth of the initial increase, every twenty rays.
            "trabol" => 0.1,
            // From its smallest rate it comes to rest at the root of twice the bottleneck times the increase: 4.5 of 10 Mb/s.
            "lda" => 0.4,
            _ if reacts(info) => 0.6,
            _ => 0.09,
        };
        let got = share(&document, 20.0, 40.0);
        assert!(got > least, "{}: {got}", info.id);
    });
}

#[test]
fn survives_random_loss() {
    for_each(|info| {
        let mut document = alone(info.id, hurried(info.id), 30.0);
        document["network"]["forward"]["loss"] =
            json!([{"kind": "random", "probability": 0.05, "what": "data"}]);
        // Half of what the full equation of Padhye and others (1998) gives for 5 %, 40 ms and 0.2 s: 1.1 Mb/s.
        let got = share(&document, 5.0, 30.0);
        assert!(got > 0.055, "{}: {got}", info.id);
    });
}

#[test]
fn survives_the_loss_of_feedback() {
    for_each(|info| {
        let mut document = alone(info.id, hurried(info.id), 30.0);
        document["network"]["reverse"] = json!({"rate": 1e7, "delay": 0.01,
            "loss": [{"kind": "random", "probability": 0.3, "what": "feedback"}]});
        let least = match info.id {
            "tfrcp" => 0.15,
            // Names one packet in each acknowledgement by default: a lost one looks like a lost packet, as 30 % loss.
            "ifp" => 0.01,
            // Three reports in a row are lost every few seconds: each time that counts as the loss of a whole ray.
            "trabol" => 0.06,
            _ if reacts(info) => 0.3,
            _ => 0.09,
        };
        let got = share(&document, 5.0, 30.0);
        assert!(got > least, "{}: {got}", info.id);
    });
}

#[test]
fn a_restart_is_a_fresh_connection() {
    for_each(|info| {
        // 200 ms each way: when the flow is switched on again, packets and feedback of before are still under way.
        let mut document = dumbbell(
            json!([{"id": "a", "algorithm": info.id, "params": hurried(info.id),
                    "access": {"sender": 0.095, "receiver": 0.095}}]),
            16.0,
        );
        document["jitter"] = json!({"mode": "off"});
        // Slow enough to be filled soon, with a buffer that is not full yet.
        document["network"]["forward"]["rate"] = json!(1e6);
        document["network"]["forward"]["queue"]["limit"] = json!({"bdp": 10});
        // From 3 s on, the first moment at which data and feedback will both be under way for a while.
        let mut probe = unwatched(&document);
        let mut path_is_busy = 3.0;
        let mut busy = 0;
        while busy < 2 {
            path_is_busy += 0.02;
            assert!(path_is_busy < 8.0, "{}: feedback is never under way", info.id);
            until(&mut probe, path_is_busy);
            let under_way = [0, 1].map(|way| probe.world().net().in_flight(0, way));
            busy = if under_way[0] > 0 && (under_way[1] > 0 || !reacts(info)) { busy + 1 } else { 0 };
        }
        let path_is_busy = path_is_busy - 0.02;
        document["timeline"] = json!([{"at": path_is_busy, "set": "flows.a.active", "to": false},
            {"at": path_is_busy + 0.01, "set": "flows.a.active", "to": true}]);
        let mut run = unwatched(&document);
        until(&mut run, path_is_busy + 0.01);
        assert_eq!(run.world().net().conns[0].epoch, 1);
        let arrived =
            |run: &Simulation| [0, 1].map(|way| run.world().net().conns[0].paths[way].egress.packets);
        let delivered = |run: &Simulation| flow(&run.summary(), "a")["delivered"].as_u64().unwrap();
        let (state, before, had) = (run.world().sender_state(0), arrived(&run), delivered(&run));
        until(&mut run, path_is_busy + 0.2);
        let after = arrived(&run);
        assert!(after[0] > before[0], "{}: packets of before do arrive", info.id);
        assert_eq!(delivered(&run), had, "{}: but are not taken for new ones", info.id);
        assert!(!reacts(info) || after[1] > before[1], "{}: feedback of before does arrive", info.id);
        // What it has sent since adds to what is in flight; only feedback of before could have taken from it.
        let mut now = run.world().sender_state(0);
        assert!(now.in_flight >= state.in_flight, "{}: but is not listened to", info.id);
        now.in_flight = state.in_flight;
        assert_eq!(now, state, "{}: but is not listened to", info.id);
        end(&mut run);
        run.world().check_conservation().unwrap();
        assert!(delivered(&run) > had + 50, "{} goes on", info.id);
    });
}

/// Everybody stops when told to, and what was under way drains.
#[test]
fn stopping_ends_it() {
    for_each(|info| {
        let mut document = alone(info.id, json!({}), 10.0);
        document["flows"][0]["stop"] = json!(4);
        document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.01}]);
        let mut run = unwatched(&document);
        until(&mut run, 4.0);
        let new = |run: &Simulation| {
            let summary = run.summary();
            let flow = flow(&summary, "a");
            flow["sent"].as_u64().unwrap() - flow["retransmitted"].as_u64().unwrap()
        };
        let sent = new(&run);
        end(&mut run);
        assert_eq!(new(&run), sent, "{} sends nothing new after its stop", info.id);
        let summary = run.summary();
        assert_eq!(flow(&summary, "a")["completion_s"], Value::Null, "{} was stopped, not done", info.id);
        let left: u64 = (0..2).map(|way| run.world().net().in_flight(0, way)).sum();
        assert_eq!(left, 0, "{}", info.id);
        assert_eq!(run.world().net().notes.in_use(), 0, "{}: every note went with its packet", info.id);
    });
}
