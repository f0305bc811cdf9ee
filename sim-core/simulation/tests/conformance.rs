//! Requirements on every registered congestion control algorithm. A new algorithm is tested without a change
//! of this file. The bounds on rates and losses (`Expectations`) are those of the algorithm's family, unless
//! the algorithm declares and justifies its own bounds. Tests with arbitrary calls are in
//! conformance_calls.rs.

use sim_core::ground::convert::narrow;
use std::collections::BTreeSet;

use crate::support::{
    algorithm_of, algorithms_under_test, as_f64, dumbbell, finished_run, flow, new_run, params_for_10_mbps,
    params_for_short_runs, run_to_end, run_until, senders_under_test, tries_all_cases,
};
use serde_json::{Value, json};
use sim_core::describe::{AlgorithmInfo, Family, shows_all};
use sim_core::ground::rng::{Purpose, Rng};
use sim_core::ground::time::SECOND;
use sim_core::params::{Field, FieldKind, number};
use sim_core::protocols;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};
use sim_core::transport::Expectations;

fn for_each_algorithm(check: impl Fn(&AlgorithmInfo)) {
    for info in &algorithms_under_test() {
        // The last line of a failed test's output names the algorithm that failed.
        println!("algorithm {}", info.id);
        check(info);
    }
}

/// Like `for_each_algorithm`, and also for each example program.
fn for_each_sender(check: impl Fn(&AlgorithmInfo)) {
    for info in &senders_under_test() {
        println!("sender {}", info.id);
        check(info);
    }
}

/// Returns the smallest and largest valid values of a field, and the nearest values outside its range.
fn range_ends(field: &Field) -> (Vec<Value>, Vec<Value>) {
    let (min, max) = (field.bounds.min, field.bounds.max);
    let is_integer = matches!(field.kind, FieldKind::Integer);
    let step = |x: f64| if is_integer { 1.0 } else { (x.abs() * 1e-9).max(1e-12) };
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

/// Returns the ends of a number's range or all values of a choice or boolean; then the default; then null if
/// the field allows it.
fn extreme_values(field: &Field) -> Vec<Value> {
    let mut values = match &field.kind {
        FieldKind::Number | FieldKind::Integer => range_ends(field).0,
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

/// A document with one flow `a` of the algorithm on a path of 10 Mb/s.
fn one_flow(algorithm: &str, params: Value, duration: f64) -> Value {
    let mut all_params = params_for_10_mbps(algorithm);
    for (name, value) in params.as_object().into_iter().flatten() {
        all_params[name] = value.clone();
    }
    dumbbell(json!([{"id": "a", "algorithm": algorithm_of(algorithm), "params": all_params}]), duration)
}

/// Returns whether the only reason for rejecting a document is that its settings contradict each other, for
/// example that a target rate is below the minimum rate.
fn has_contradictory_settings(document: &Value) -> bool {
    let found = issues(document);
    !found.is_empty() && found.iter().all(|(_, code)| *code == "contradiction")
}

/// The path and code of each issue of a document.
fn issues(document: &Value) -> Vec<(String, &'static str)> {
    let found = Scenario::from_text(&document.to_string(), kinds()).err().unwrap_or_default();
    found.into_iter().map(|issue| (issue.path, issue.code)).collect()
}

#[test]
#[expect(clippy::too_many_lines, reason = "one check for each part of a description")]
fn names_settings_signals_and_decisions_are_documented() {
    let mut ids = BTreeSet::new();
    for_each_algorithm(|info| {
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
        for reference in &info.references {
            assert!(reference.title.len() > 5 && reference.url.starts_with("https://"), "{reference:?}");
        }
        let mut names = BTreeSet::new();
        for field in &info.fields {
            assert!(names.insert(field.name), "setting {} is declared twice", field.name);
            assert!(field.doc.ends_with('.') && field.doc.len() > 10, "{}: {}", field.name, field.doc);
            assert!(field.default.is_some() && !field.label.is_empty(), "{}", field.name);
            if matches!(field.kind, FieldKind::Number | FieldKind::Integer) {
                assert!(
                    field.bounds.min.is_some() && field.bounds.max.is_some(),
                    "{} has no range",
                    field.name
                );
                assert!(
                    !field.unit.is_empty() || !field.cite.is_empty(),
                    "{} has neither a unit nor a citation",
                    field.name
                );
            }
            assert!(
                !field.nullable || !field.null_means.is_empty(),
                "{} does not say what null means",
                field.name
            );
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
                assert!(inputs.insert(input.id), "{} is declared twice in {}", input.id, decision.id);
                assert!(
                    input.doc.len() > 1 && input.doc.ends_with('.'),
                    "input {} of {} has no sentence as documentation",
                    input.id,
                    decision.id
                );
            }
            assert!(shows_all(decision.template, decision.inputs), "{decision:?}");
        }
    });
    for info in algorithms_under_test() {
        assert!(ids.insert(info.id), "{} is registered twice", info.id);
    }
}

#[test]
fn the_end_of_a_recovery_states_the_inflation_that_it_ends() {
    for info in algorithms_under_test() {
        let inflates = matches!(info.id, "reno" | "newreno");
        let states = |template: &str| template.contains("inflation by duplicate ACKs");
        assert_eq!(info.decisions.iter().any(|decision| states(decision.template)), inflates, "{}", info.id);
    }
}

/// Whether the timeline can change a setting: neither a program, nor a setting that only determines the defaults
/// of others, nor the numbering of packets.
fn can_change(field: &Field, fields: &[Field]) -> bool {
    let determines_defaults =
        fields.iter().flat_map(|other| &other.given).any(|given| given.setting == field.name);
    !determines_defaults && field.name != "quic" && !matches!(field.kind, FieldKind::Code { .. })
}

#[test]
fn extreme_settings_run_from_the_start_and_as_later_changes() {
    let shared = protocols::infos().into_iter().find(|info| info.id == "sack").expect("registered").fields;
    for_each_algorithm(|info| {
        let assert_runs = |params: Value, changed_params: Value| {
            let mut document = one_flow(info.id, params, 1.5);
            document["network"]["forward"]["rate"] = json!(2e6);
            let changes = changed_params.as_object().into_iter().flatten();
            document["timeline"] = changes
                .map(|(name, to)| json!({"at": 0.7, "set": format!("flows.a.params.{name}"), "to": to}))
                .collect();
            if has_contradictory_settings(&document) {
                return;
            }
            let mut run = new_run(&document);
            run_to_end(&mut run);
            run.world().check_conservation().unwrap();
            let summary = run.summary();
            assert!(flow(&summary, "a")["sent"].as_u64().unwrap() > 0, "nothing sent in {document}");
        };
        let is_changeable = |field: &&Field| can_change(field, &info.fields);
        for (index, field) in info.fields.iter().enumerate().filter(|(_, field)| is_changeable(field)) {
            // The settings that all TCPs share are the same code, so `npm test` tries a third of them with each algorithm, in
            // turn.
            let is_shared = shared.iter().any(|other| other.name == field.name);
            let has_turn =
                ["sack", "template"].contains(&info.id) || (index + info.id.len()).is_multiple_of(3);
            if is_shared && !has_turn && !tries_all_cases() {
                continue;
            }
            for value in extreme_values(field) {
                assert_runs(json!({field.name: value.clone()}), json!({}));
                assert_runs(json!({}), json!({field.name: value}));
            }
        }
        // In round 0 all settings have their first extreme value, in round 1 their second. Later rounds
        // combine extreme values at random.
        let mut rng = Rng::new(1, Purpose::Algorithm, 0);
        for round in 0..30 {
            let mut draw = || {
                let mut params = json!({});
                for field in info.fields.iter().filter(is_changeable) {
                    let values = extreme_values(field);
                    let pick = match round {
                        0 => 0,
                        1 => 1.min(values.len() - 1),
                        _ => narrow::<usize>(rng.below(values.len() as u64)),
                    };
                    params[field.name] = values[pick].clone();
                }
                params
            };
            let (initial, changed) = (draw(), draw());
            assert_runs(initial, changed);
        }
    });
}

#[test]
fn invalid_values_of_settings_are_rejected_with_their_paths() {
    for_each_algorithm(|info| {
        for field in &info.fields {
            let path = format!("flows[0].params.{}", field.name);
            let assert_rejected = |value: Value| {
                let found = issues(&one_flow(info.id, json!({field.name: value.clone()}), 1.0));
                assert_eq!(found.len(), 1, "{} = {value}: {found:?}", field.name);
                assert_eq!(found[0].0, path, "{value}");
                if !can_change(field, &info.fields) {
                    return;
                }
                let mut late = one_flow(info.id, json!({}), 1.0);
                late["timeline"] =
                    json!([{"at": 0.5, "set": format!("flows.a.params.{}", field.name), "to": value}]);
                let found = issues(&late);
                assert_eq!((found.len(), found[0].0.as_str()), (1, "timeline[0].to"), "{value}: {found:?}");
            };
            for value in range_ends(field).1 {
                assert_rejected(value);
            }
            assert_rejected(json!({"wrong": "type"}));
            if !field.nullable {
                assert_rejected(Value::Null);
            }
        }
        let found = issues(&one_flow(info.id, json!({"no_such_setting": 1}), 1.0));
        assert_eq!(found, [("flows[0].params.no_such_setting".to_owned(), "unknown_field")]);
    });
}

#[test]
fn runs_are_deterministic_and_conserve_packets() {
    for_each_sender(|info| {
        let mut document = dumbbell(
            json!([{"id": "a", "algorithm": algorithm_of(info.id), "params": params_for_10_mbps(info.id), "count": 3, "start": {"min": 0, "max": 1}},
                   {"id": "back", "algorithm": algorithm_of(info.id), "params": params_for_10_mbps(info.id), "role": "reverse"}]),
            6.0,
        );
        document["network"]["forward"]["loss"] =
            json!([{"kind": "random", "probability": 0.01}, {"kind": "every", "n": 97, "where": "exit"}]);
        document["timeline"] = json!([{"at": 2, "set": "network.forward.rate", "to": 0},
            {"at": 2.7, "set": "network.forward.rate", "to": 4e6}, {"at": 3, "set": "network.forward.delay", "to": 0.002}]);
        let expected = finished_run(&document).result_id();
        assert_eq!(finished_run(&document).result_id(), expected, "the result of a second run differs");
        let mut recorded = Simulation::new(
            crate::support::scenario(&document),
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
        assert_eq!(recorded.result_id(), expected, "the result of a recorded run in slices differs");
        run_to_end(&mut clone);
        assert_eq!(clone.result_id(), expected, "the result of a clone differs");
        // Every placeholder of a decision's sentence was replaced by a value.
        for decision in recorded.decisions("a.0").unwrap().as_array().unwrap() {
            assert!(!decision["text"].as_str().unwrap().contains(['{', '}']), "{decision}");
        }
    });
}

/// The goodput of the first flow between two times in seconds, as a fraction of the link's initial rate.
fn goodput_share(document: &Value, from: f64, to: f64) -> f64 {
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
fn responds_to_congestion(info: &AlgorithmInfo) -> bool {
    info.family != Family::None
}

/// The bounds that apply to an algorithm.
fn expectations(info: &AlgorithmInfo) -> Expectations {
    let declared = protocols::expectations(algorithm_of(info.id)).expect("the algorithm is registered");
    match info.id {
        // The window of ten packets is 0.3 of the bandwidth-delay product of the path, and of nine packets if 30 %
        // of the feedback is lost. It never grows, so one packet per round trip remains after an outage.
        "own/empty" => Expectations {
            goodput_alone: 0.28,
            goodput_after_outage: 0.025,
            goodput_with_feedback_loss: 0.25,
            ..declared
        },
        // The program forgets a rate after ten rounds. A round ends when all of its packets are acknowledged, which
        // takes seconds while every second packet is lost.
        "own/bbr" => Expectations { lost_after_rate_drop: 0.5, sent_after_rate_drop: 2.0, ..declared },
        "own/lda-plus" | "own/tfrc" => Expectations::of(Family::Report),
        _ => declared,
    }
}

#[test]
fn a_single_flow_fills_the_path() {
    for_each_sender(|info| {
        if !responds_to_congestion(info) {
            return;
        }
        let minimum = expectations(info).goodput_alone;
        let document = one_flow(info.id, params_for_short_runs(info.id), 60.0);
        let share = goodput_share(&document, 20.0, 60.0);
        println!("goodput share {share}, required: at least {minimum}");
        // Goodput counts whole packets on arrival, so a packet whose transmission began before 20 s counts as
        // well.
        let one_packet = 1500.0 * 8.0 / (40.0 * as_f64(&document["network"]["forward"]["rate"]));
        assert!(share >= minimum && share <= 1.0 + one_packet, "{}: {share}", info.id);
    });
}

#[test]
fn a_flow_backs_off_when_the_rate_drops() {
    for_each_sender(|info| {
        if !responds_to_congestion(info) {
            return;
        }
        let expected = expectations(info);
        let mut document = one_flow(info.id, params_for_short_runs(info.id), 40.0);
        document["timeline"] = json!([{"at": 15, "set": "network.forward.rate", "to": 1e6}]);
        document["measure"] = json!({"windows": [{"id": "w", "from": 25, "to": 40}]});
        let summary = finished_run(&document).summary();
        let (sent, lost) =
            (&summary["windows"]["w"]["flows"][0]["sent"], &summary["windows"]["w"]["flows"][0]["lost"]);
        // The packets have 1500 bytes, the window has 15 s, and the new rate is 1 Mb/s.
        let sent_share = as_f64(sent) * 1500.0 * 8.0 / 15.0 / 1e6;
        let lost_fraction = as_f64(lost) / as_f64(sent);
        let share = goodput_share(&document, 25.0, 40.0);
        println!("sends {sent_share} of the new rate, loses {lost_fraction}, goodput {share}; {expected:?}");
        assert!(sent_share < expected.sent_after_rate_drop, "{} sends {sent_share} of the new rate", info.id);
        assert!(lost_fraction < expected.lost_after_rate_drop, "{} loses {lost} of {sent}", info.id);
        assert!(share > expected.goodput_after_rate_drop, "{}: goodput {share}", info.id);
    });
}

#[test]
fn a_flow_recovers_from_an_outage() {
    for_each_sender(|info| {
        let mut document = one_flow(info.id, params_for_short_runs(info.id), 40.0);
        document["timeline"] = json!([{"at": 8, "set": "network.forward.rate", "to": 0}, {"at": 10, "set": "network.forward.rate", "to": 1e7}]);
        let minimum = expectations(info).goodput_after_outage;
        let share = goodput_share(&document, 20.0, 40.0);
        println!("goodput {share}, more than {minimum}");
        assert!(share > minimum, "{}: {share}", info.id);
    });
}

#[test]
fn a_flow_survives_random_loss() {
    for_each_sender(|info| {
        let mut document = one_flow(info.id, params_for_short_runs(info.id), 30.0);
        document["network"]["forward"]["loss"] =
            json!([{"kind": "random", "probability": 0.05, "what": "data"}]);
        // The full equation of Padhye and others (1998) gives 1.1 Mb/s for a loss of 5 %, an RTT of 40 ms and
        // a timeout of 0.2 s. The bound is half of that rate, as a fraction of 10 Mb/s.
        let share = goodput_share(&document, 5.0, 30.0);
        println!("goodput share {share}");
        let minimum = match info.id {
            // The window of the empty program never grows: after the first losses it is two packets or one.
            "own/empty" => 0.02,
            // A report with a loss of 5 % reduces the rate by the square root of 0.05, by 22 %.
            "own/lda-plus" => 0.04,
            _ => 0.055,
        };
        assert!(share > minimum, "{}: {share}", info.id);
    });
}

#[test]
fn a_flow_survives_the_loss_of_feedback() {
    for_each_sender(|info| {
        let mut document = one_flow(info.id, params_for_short_runs(info.id), 30.0);
        document["network"]["reverse"] = json!({"rate": 1e7, "delay": 0.01,
            "loss": [{"kind": "random", "probability": 0.3, "what": "feedback"}]});
        let minimum = expectations(info).goodput_with_feedback_loss;
        let share = goodput_share(&document, 5.0, 30.0);
        println!("goodput {share}, more than {minimum}");
        assert!(share > minimum, "{}: {share}", info.id);
    });
}

#[test]
fn a_restarted_flow_ignores_packets_of_its_first_connection() {
    for_each_sender(|info| {
        // The base RTT is 400 ms. The flow is switched off and on again while data and feedback of the first
        // connection are in flight.
        let mut params = params_for_short_runs(info.id);
        if info.fields.iter().any(|field| field.name == "initial_ssthresh") {
            // Twice the BDP, so that a slow start of any speed does not overflow the buffer.
            params["initial_ssthresh"] = json!(64);
        }
        let mut document = dumbbell(
            json!([{"id": "a", "algorithm": algorithm_of(info.id), "params": params,
                    "access": {"sender": 0.095, "receiver": 0.095}}]),
            16.0,
        );
        document["jitter"] = json!({"mode": "off"});
        // The link is slow, so it is soon busy. Its buffer is large, so it does not overflow before the
        // restart.
        document["network"]["forward"]["rate"] = json!(1e6);
        document["network"]["forward"]["queue"]["limit"] = json!({"bdp": 10});
        // Finds the first time after 3 s at which data and feedback are in flight both then and 20 ms later.
        // For an algorithm without feedback, only data must be in flight.
        let mut probe = new_run(&document);
        let mut probe_time = 3.0;
        let mut busy_probes = 0;
        while busy_probes < 2 {
            probe_time += 0.02;
            assert!(probe_time < 8.0, "{}: feedback is never in flight", info.id);
            run_until(&mut probe, probe_time);
            let in_flight = [0, 1].map(|path| probe.world().net().in_flight(0, path));
            busy_probes = if in_flight[0] > 0 && (in_flight[1] > 0 || !responds_to_congestion(info)) {
                busy_probes + 1
            } else {
                0
            };
        }
        let stop_time = probe_time - 0.02;
        document["timeline"] = json!([{"at": stop_time, "set": "flows.a.active", "to": false},
            {"at": stop_time + 0.01, "set": "flows.a.active", "to": true}]);
        let mut run = new_run(&document);
        run_until(&mut run, stop_time + 0.01);
        assert_eq!(run.world().net().conns()[0].epoch, 1);
        let arrived =
            |run: &Simulation| [0, 1].map(|path| run.world().net().conns()[0].paths[path].egress.arrived);
        let delivered = |run: &Simulation| flow(&run.summary(), "a")["delivered"].as_u64().unwrap();
        let (state, arrived_before, delivered_before) =
            (run.world().sender_state(0), arrived(&run), delivered(&run));
        run_until(&mut run, stop_time + 0.2);
        let arrived_after = arrived(&run);
        assert!(arrived_after[0] > arrived_before[0], "{}: no old packets arrive", info.id);
        assert_eq!(delivered(&run), delivered_before, "{}: old packets were counted as new", info.id);
        assert!(
            !responds_to_congestion(info) || arrived_after[1] > arrived_before[1],
            "{}: no old feedback arrives",
            info.id
        );
        // Within 0.2 s after the restart no feedback of the second connection arrives. New packets can
        // therefore only increase the number of packets in flight, and any other change of the state would be
        // due to old feedback.
        let mut state_after = run.world().sender_state(0);
        assert!(state_after.in_flight >= state.in_flight, "{}: the sender processed old feedback", info.id);
        state_after.in_flight = state.in_flight;
        assert_eq!(state_after, state, "{}: the sender processed old feedback", info.id);
        run_to_end(&mut run);
        run.world().check_conservation().unwrap();
        assert!(
            delivered(&run) > delivered_before + 50,
            "{}: the second connection delivers too little",
            info.id
        );
    });
}

/// A stopped sender may retransmit but sends no new data, and all packets leave the network.
#[test]
fn a_stopped_flow_sends_no_new_data() {
    for_each_sender(|info| {
        let mut document = one_flow(info.id, json!({}), 10.0);
        document["flows"][0]["stop"] = json!(4);
        document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.01}]);
        let mut run = new_run(&document);
        run_until(&mut run, 4.0);
        let sent_new = |run: &Simulation| {
            let summary = run.summary();
            let flow = flow(&summary, "a");
            flow["sent"].as_u64().unwrap() - flow["retransmitted"].as_u64().unwrap()
        };
        let sent_before_stop = sent_new(&run);
        run_to_end(&mut run);
        assert_eq!(sent_new(&run), sent_before_stop, "{} sent new data after its stop", info.id);
        let summary = run.summary();
        assert_eq!(
            flow(&summary, "a")["completion_s"],
            Value::Null,
            "{} reports a completion although it was stopped",
            info.id
        );
        let in_flight: u64 = (0..2).map(|path| run.world().net().in_flight(0, path)).sum();
        assert_eq!(in_flight, 0, "{}: packets remain in the network", info.id);
        assert_eq!(
            run.world().net().attachments().in_use(),
            0,
            "{}: notes were not freed with their packets",
            info.id
        );
    });
}
