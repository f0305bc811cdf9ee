//! Senders whose rules are a program in the document. Programs with the rules of a registered algorithm give
//! its results, runs are repeatable, and a program that cannot continue ends the run with its line and
//! column.

use crate::support::windows::{assert_same_windows, networks};
use crate::support::{
    as_f64, build_simulation, dumbbell, finished_run, flow, new_run, program, result_id_of, run_to_end,
    run_until,
};
use serde_json::{Value, json};
use sim_core::ground::rng::{Purpose, Rng};
use sim_core::ground::time::{SECOND, from_secs};
use sim_core::record::RecordingSettings;
use sim_core::scenario::change::set;
use sim_core::scenario::{Scenario, canonical};
use sim_core::simulation::build::BuildOptions;
use sim_core::simulation::{Simulation, kinds};
use sim_core::world::Failure;

fn own(code: &str) -> Value {
    json!({"id": "a", "algorithm": "own", "params": {"code": code}})
}

/// A document with one flow that runs a program.
fn one(code: &str, duration: f64) -> Value {
    dumbbell(json!([own(code)]), duration)
}

fn messages(document: &Value) -> Vec<(String, String)> {
    let issues = Scenario::from_text(&document.to_string(), kinds()).err().unwrap_or_default();
    issues.into_iter().map(|issue| (issue.path, issue.message)).collect()
}

#[test]
fn the_example_for_reno_has_exactly_the_windows_of_sack() {
    for network in networks() {
        assert_same_windows(&network, "sack", &json!({}), program("reno"), &json!({}));
    }
}

#[test]
fn the_example_for_aimd_has_exactly_the_windows_of_binomial() {
    for network in networks() {
        for alpha in [0.3, 1.0, 2.0] {
            let params = json!({"k": 0, "l": 1, "alpha": alpha, "beta": 0.5});
            let settings = json!({"alpha": alpha, "beta": 0.5});
            assert_same_windows(&network, "binomial", &params, program("aimd"), &settings);
        }
    }
}

/// Goodput in bit/s and the mean queue in packets of one flow that is alone on a network.
fn alone(network: &Value, sender: Value) -> (f64, f64) {
    let mut document = network.clone();
    document["warmup"] = json!(10);
    document["flows"] = json!([sender]);
    let summary = finished_run(&document).summary();
    (as_f64(&flow(&summary, "a")["goodput_bps"]), as_f64(&summary["links"][0]["queue_packets"]["mean"]))
}

/// The other examples do not have exactly the results of the algorithm of the same name. The table states the
/// largest accepted differences of the goodput (as a factor) and of the mean queue (in packets).
#[test]
fn the_other_examples_stay_close_to_the_algorithms_of_the_same_name() {
    let path = dumbbell(json!([]), 60.0);
    let mut marks = path.clone();
    marks["network"]["forward"]["queue"] =
        json!({"kind": "step", "threshold": 10, "limit": {"packets": 100}});
    let reports = json!({"report_interval": 0.5, "initial_rate": 1e6});
    let cases = [
        (&path, "cubic", json!({}), "cubic", json!({}), 1.001, 0.1),
        (&path, "vegas", json!({}), "vegas", json!({}), 1.001, 0.1),
        (&marks, "dctcp", json!({}), "dctcp", json!({"ecn": true}), 1.001, 0.1),
        (&path, "bbr", json!({}), "bbr", json!({}), 1.05, 5.0),
        (&path, "tfrc", json!({}), "tfrc", json!({"report_interval": 0.05}), 1.1, 8.0),
        (&path, "lda_plus", reports.clone(), "lda-plus", reports, 1.01, 1.0),
    ];
    for (network, algorithm, params, example, mut own_params, factor, packets) in cases {
        own_params["code"] = json!(program(example));
        let (expected, expected_queue) =
            alone(network, json!({"id": "a", "algorithm": algorithm, "params": params}));
        let (found, queue) = alone(network, json!({"id": "a", "algorithm": "own", "params": own_params}));
        println!("{example}: {found:.0} and {expected:.0} bit/s, {queue:.1} and {expected_queue:.1} packets");
        assert!(found < expected * factor && expected < found * factor, "{example}: {found} {expected}");
        assert!((queue - expected_queue).abs() < packets, "{example}: {queue} {expected_queue}");
    }
}

#[test]
fn the_delay_target_is_held() {
    let mut document = dumbbell(json!([own(program("delay-target"))]), 60.0);
    document["warmup"] = json!(10);
    document["network"]["forward"]["queue"]["limit"] = json!({"packets": 200});
    for target in [0.01, 0.02, 0.05] {
        document["flows"][0]["params"]["settings"] = json!({"target": target});
        let summary = finished_run(&document).summary();
        // A packet of 1500 bytes takes 1.2 ms.
        let queue = as_f64(&summary["links"][0]["queue_packets"]["mean"]) * 0.0012;
        assert!((queue - target).abs() < 0.003, "{target} s: {queue} s");
    }
}

#[test]
fn the_result_id_covers_the_text_and_the_settings() {
    let id = |code: &str, settings: Value| {
        let mut document = one(code, 5.0);
        document["flows"][0]["params"]["settings"] = settings;
        result_id_of(&document)
    };
    let aimd = program("aimd");
    let first = id(aimd, json!({}));
    assert_eq!(id(aimd, json!({"alpha": 1})), first, "the default");
    let others = [
        id(&format!("{aimd}# another comment\n"), json!({})),
        id(aimd, json!({"beta": 0.3})),
        id(&aimd.replace("alpha * acked", "acked * alpha * 2"), json!({})),
    ];
    for (index, other) in others.iter().enumerate() {
        assert_ne!(*other, first);
        assert!(!others[..index].contains(other));
    }
}

#[test]
fn a_document_without_a_program_runs_the_example_for_reno() {
    let mut stated = one(program("reno"), 5.0);
    let mut unstated = stated.clone();
    unstated["flows"][0]["params"] = json!({});
    assert_eq!(result_id_of(&stated), result_id_of(&unstated));
    assert_eq!(canonical(&stated, kinds()), canonical(&unstated, kinds()), "the default is left out");
    stated["flows"][0]["params"]["code"] = json!("sender window");
    assert_ne!(result_id_of(&stated), result_id_of(&unstated));
}

/// A program that draws random numbers, reports them, and changes its window by them.
const RANDOM: &str = r#"
var drawn = random()
on_ack { cwnd = 5 + 20 * random() }
on_round {
  drawn = random()
  say("Drew {drawn} with a window of {cwnd}")
}
signal drawn = drawn
"#;

#[test]
fn random_numbers_depend_on_the_seed_and_on_the_flow_only() {
    let document = |seed: u64, flows: Value| {
        let mut document = dumbbell(flows, 3.0);
        document["seed"] = json!(seed);
        document
    };
    let window = |document: &Value, flow: u32| {
        let mut run = new_run(document);
        run_until(&mut run, 0.2);
        run.world().sender_state(flow).window.unwrap()
    };
    let alone = window(&document(1, json!([own(RANDOM)])), 0);
    assert_eq!(window(&document(1, json!([own(RANDOM)])), 0), alone);
    assert_ne!(window(&document(2, json!([own(RANDOM)])), 0), alone);
    let second = json!({"id": "b", "algorithm": "own", "params": {"code": RANDOM}});
    let two = document(1, json!([own(RANDOM), second]));
    assert_ne!(window(&two, 0), window(&two, 1));
}

#[test]
fn runs_in_slices_clones_and_repetitions_have_the_same_result() {
    for code in [RANDOM, program("bbr"), program("lda-plus"), program("tfrc"), program("cubic")] {
        let mut document = one(code, 12.0);
        document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.01}]);
        document["timeline"] = json!([{"at": 4, "set": "flows.a.active", "to": false},
            {"at": 5, "set": "flows.a.active", "to": true}]);
        let expected = result_id_of(&document);
        let recording = RecordingSettings { decisions: true, ..RecordingSettings::default() };
        let mut sliced = build_simulation(&document, recording, BuildOptions::default());
        sliced.keep_checkpoints(1.0);
        let mut rng = Rng::new(5, Purpose::Algorithm, 0);
        let mut clone = sliced.clone();
        while sliced.now() < sliced.end() {
            sliced.step(sliced.now() + rng.below(SECOND / 4), rng.below(700)).unwrap();
            if rng.below(15) == 0 {
                clone = sliced.clone();
            }
        }
        run_to_end(&mut sliced);
        run_to_end(&mut clone);
        assert_eq!((sliced.result_id_text(), clone.result_id_text()), (expected.clone(), expected.clone()));
        let mut copy = sliced.copy_at_or_before(from_secs(7.3)).unwrap();
        run_to_end(&mut copy);
        assert_eq!(copy.result_id_text(), expected);
    }
}

#[test]
fn a_say_statement_gives_a_decision_with_its_values() {
    let mut run = new_run(&one(RANDOM, 5.0));
    run_to_end(&mut run);
    let decisions = run.explain("a", 1.0, 2.0).unwrap();
    let said: Vec<&str> = decisions
        .as_array()
        .unwrap()
        .iter()
        .filter(|decision| decision["kind"] == "said")
        .map(|decision| decision["text"].as_str().unwrap())
        .collect();
    assert!(said.len() > 5, "{decisions}");
    assert!(said.iter().all(|text| text.starts_with("Drew 0.") && text.contains("a window of ")), "{said:?}");
    let numbers = said.iter().map(|text| text["Drew ".len()..].split(' ').next().unwrap().parse::<f64>());
    assert!(numbers.map(Result::unwrap).all(|drawn| (0.0..1.0).contains(&drawn)), "{said:?}");
}

#[test]
fn the_signals_of_a_program_are_recorded_under_their_own_names() {
    let code = format!("{}\nsignal cwnd = 77 unit \"packets\" \"A constant.\"", program("dctcp"));
    let mut document = one(&code, 5.0);
    document["flows"][0]["params"]["ecn"] = json!(true);
    document["network"]["forward"]["queue"] = json!({"kind": "step", "threshold": 10});
    let mut run = build_simulation(&document, RecordingSettings::default(), BuildOptions::default());
    run_to_end(&mut run);
    run.update_series();
    let directory = run.observer().rec.directory_json();
    let series = |signal: &str| {
        let found = directory
            .as_array()
            .unwrap()
            .iter()
            .position(|info| info["entity"] == "flow:a" && info["signal"] == signal);
        let index = found.unwrap_or_else(|| panic!("no {signal} in {directory}"));
        (directory[index].clone(), run.observer().rec.read(index, 0)[4..].to_vec())
    };
    let (info, values) = series("own_alpha");
    assert_eq!((info["label"].as_str(), info["unit"].as_str()), (Some("alpha"), Some("")));
    let present: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
    assert!(present.len() > 100 && present.iter().all(|alpha| (0.0..=1.0).contains(alpha)), "{present:?}");
    let (info, constants) = series("own_cwnd");
    assert_eq!(info["unit"], "packets");
    assert!(constants.iter().all(|value| value.is_nan() || *value == 77.0));
    let (_, windows) = series("cwnd");
    assert!(windows.iter().any(|value| value.is_finite() && *value != 77.0));
}

#[test]
fn settings_of_a_program_are_set_by_paths_and_by_the_timeline() {
    let mut document = one(program("aimd"), 10.0);
    set(&mut document, "flows.a.params.settings.alpha=0.25", kinds()).unwrap();
    assert_eq!(document["flows"][0]["params"]["settings"], json!({"alpha": 0.25}));
    let changed = result_id_of(&document);
    assert_ne!(changed, result_id_of(&one(program("aimd"), 10.0)));
    document["timeline"] = json!([{"at": 5, "set": "flows.a.params.settings.alpha", "to": 4}]);
    let timed = result_id_of(&document);
    assert_ne!(timed, changed);
    document["timeline"][0]["to"] = json!(0.25);
    assert_eq!(result_id_of(&document), changed, "the same value");
    document["timeline"][0]["to"] = json!(100);
    let expected = "`alpha` must be between 0.01 and 10 packets; 100 was given.";
    assert_eq!(messages(&document), [("timeline[0].to".to_owned(), expected.to_owned())]);
    document["timeline"][0] = json!({"at": 5, "set": "flows.a.params.code", "to": ""});
    assert_eq!(messages(&document).len(), 1, "a program cannot change");
    let switch = "setting fast = false\non_ack { if fast { cwnd += 1 } }";
    let mut document = one(switch, 5.0);
    let slow = result_id_of(&document);
    set(&mut document, "flows.a.params.settings.fast=true", kinds()).unwrap();
    assert_ne!(result_id_of(&document), slow);
}

#[test]
fn mistakes_in_a_program_are_reported_with_line_and_column() {
    let mut document = one("on_ack {\n  cwnd += acked / cwind\n}\non_loss { }", 5.0);
    let found = messages(&document);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|(path, _)| path == "flows[0].params.code"));
    assert!(found[0].1.starts_with("Line 2, column 19: ") && found[0].1.contains("cwnd"), "{found:?}");
    assert!(found[1].1.starts_with("Line 4, column 1: "), "{found:?}");
    document["flows"][0]["params"] = json!({"code": "x".repeat(70_000)});
    let expected = "Program can have at most 65536 bytes; 70000 were given.";
    assert_eq!(messages(&document), [("flows[0].params.code".to_owned(), expected.to_owned())]);
    document["flows"][0]["params"] =
        json!({"code": program("aimd"), "settings": {"alfa": 1, "beta": 0.99, "alpha": true}});
    let paths: Vec<String> = messages(&document).into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths, ["alfa", "beta", "alpha"].map(|name| format!("flows[0].params.settings.{name}")));
    document["flows"][0]["params"] = json!({"code": "var x = 1 / 0"});
    assert!(messages(&document)[0].1.starts_with("Line 1, column "), "{:?}", messages(&document));
}

/// The place and the message of the fault that ends a run.
fn fault(code: &str) -> (f64, u32, u32, String) {
    let mut document = dumbbell(json!([{"id": "tcp"}, own(code)]), 10.0);
    document["flows"][1]["id"] = json!("mine");
    let mut run = new_run(&document);
    let Err(failure) = run.run() else { panic!("the run ends well: {code}") };
    assert_eq!(run.run().unwrap_err(), failure, "the run cannot continue");
    assert!(!failure.can_continue());
    let at = run.now();
    let mut sliced = new_run(&document);
    let sliced = loop {
        if let Err(failure) = sliced.step(sliced.now() + SECOND / 50, 300) {
            break failure;
        }
    };
    assert_eq!(sliced, failure, "slices end at the same place");
    let text = failure.to_string();
    let Failure::Program { at: failed_at, name, fault, .. } = failure else { panic!("{text}") };
    assert_eq!((name.as_str(), failed_at), ("mine", at));
    assert!(text.contains("the flow mine stopped the run at"), "{text}");
    assert!(text.contains(&format!("Line {}, column {}:", fault.line, fault.column)), "{text}");
    (at as f64 / 1e9, fault.line, fault.column, fault.message)
}

#[test]
fn a_program_that_cannot_continue_ends_the_run_at_its_place() {
    let (at, line, column, message) = fault("on_ack {\n  while true { }\n}");
    assert!((0.05..1.0).contains(&at) && line == 2 && column >= 3, "{at} {line} {column}");
    assert!(message.contains("more than 100000 operations"), "{message}");
    let (_, line, column, message) = fault("on_round {\n\n  cwnd = 10 / 0 * cwnd\n}");
    assert!(line == 3 && column >= 10 && message.contains("divided by 0"), "{line} {column} {message}");
    let (_, line, _, message) = fault("on_ack { cwnd = -1 }");
    assert!(line == 1 && message.contains("`cwnd` would become -1"), "{message}");
    let (_, _, _, message) = fault("on_ack { cwnd = 1e300 * 1e300 }");
    assert!(message.contains("infinity"), "{message}");
    let (_, _, _, message) = fault("on_ack { cwnd = 1e300 }");
    assert!(message.contains("`cwnd` would become 1.000e300 packets"), "{message}");
    let (_, _, _, message) = fault("on_start { ssthresh = ln(-1) }");
    assert!(message.contains("no value"), "{message}");
    // The link loses a packet after the window has grown.
    let (at, line, _, _) = fault("on_ack { cwnd += acked }\non_congestion { ssthresh = sqrt(0 - cwnd) }");
    assert!(at > 0.1 && line == 2, "{at}");
    let (at, line, _, message) = fault("sender rate\non_timer { rate = 0 - rate }\non_start { timer = 2.5 }");
    assert!((at - 2.5).abs() < 1e-9 && line == 2 && message.contains("`rate`"), "{at} {message}");
    let (_, line, _, message) = fault("on_ack {\n  for i in 0..17 { say(\"{i}\") }\n}");
    assert!(line == 2 && message.contains("16 sentences"), "{message}");
}

#[test]
fn windows_are_limited_to_the_range_of_the_language() {
    for (code, window) in [("on_ack { cwnd = 9e6 }", 1e5), ("on_ack { cwnd = 0 }", 1.0)] {
        let mut run = new_run(&one(code, 2.0));
        run_until(&mut run, 0.09);
        assert_eq!(run.world().sender_state(0).window, Some(window), "{code}");
    }
}

#[test]
fn the_window_stays_bounded_when_a_program_sets_no_threshold_or_a_very_high_one() {
    for code in [
        "on_ack { cwnd += acked }\non_congestion { }",
        "on_ack { cwnd += acked }\non_congestion { ssthresh = 1e7 }",
        "on_ack { cwnd += acked }\non_every_ack { ssthresh = 1e7 }",
        "on_ack { cwnd += acked }\non_every_ack { ssthresh = 1e7 }\non_congestion { cwnd += 1 }",
    ] {
        let mut run = new_run(&one(code, 2.0));
        while run.now() < run.end() {
            run.step(run.now() + SECOND / 100, u64::MAX).unwrap();
            let window = run.world().sender_state(0).window.unwrap();
            assert!(window <= 1e5, "{code}: {window}");
        }
    }
}

#[test]
fn the_programs_of_all_flows_share_the_operations_of_a_run() {
    // Each call uses nearly as many operations as it may. A remainder counts as nine, and takes the time of one.
    let remainders = " % 7".repeat(16);
    let busy = format!("on_every_ack {{\n  for i in 0..650 {{ let x = i{remainders} }}\n}}");
    let mut document = one(&busy, 100.0);
    document["flows"][0]["count"] = json!(2);
    let mut run = new_run(&document);
    let Err(Failure::Program { at, fault, .. }) = run.run() else { panic!("the run ends well") };
    assert_eq!(fault.line, 2);
    assert!(fault.message.contains("All calls together used 4000000000 operations"), "{}", fault.message);
    document["flows"][0]["count"] = json!(1);
    let mut alone = new_run(&document);
    assert!(alone.step(at, u64::MAX).is_ok(), "one flow has not used them by then");
}

#[test]
fn a_step_ends_earlier_if_programs_compute_much() {
    let busy = "on_every_ack {\n  for i in 0..24000 { let x = i * i }\n}";
    let events = |code: &str| new_run(&one(code, 20.0)).step(from_secs(20.0), 20_000).unwrap().events;
    let (light, heavy) = (events("on_ack { cwnd += acked / cwnd }"), events(busy));
    assert!(light >= 19_000 && heavy < 3000, "{light} and {heavy} events");
}

#[test]
fn the_values_of_all_programs_of_a_run_are_limited() {
    let mut document = one("var big[4000] = 0\non_ack { big[0] = cwnd }", 1.0);
    let mut build = |count: u32| {
        document["flows"][0]["count"] = json!(count);
        let scenario = Scenario::from_text(&document.to_string(), kinds()).unwrap();
        Simulation::with_options(scenario, RecordingSettings::none(), BuildOptions::default()).map(drop)
    };
    assert!(build(900).is_ok());
    let issues = build(1100).unwrap_err();
    assert!(issues[0].message.contains("can keep at most 4194304 values"), "{}", issues[0].message);
}

#[test]
fn the_lines_that_ran_and_the_values_of_a_program_are_known() {
    let code = "var rounds = 0\non_ack { cwnd += acked / cwnd }\non_round {\n  let next = rounds + 1\n  rounds = next\n}";
    let mut run = new_run(&one(code, 5.0));
    run_until(&mut run, 1.0);
    let id = run.result_id_text();
    run.record_lines("a");
    assert!(run.program_state("b").is_none());
    run_until(&mut run, 2.0);
    let mut plain = new_run(&one(code, 5.0));
    run_until(&mut plain, 2.0);
    assert_eq!(run.result_id_text(), plain.result_id_text(), "recording changes no result");
    assert_ne!(run.result_id_text(), id);
    let state = run.program_state("a").unwrap();
    assert!(state.lines == [2] || state.lines == [4, 5], "{:?}", state.lines);
    let value = |name: &str| state.values.iter().find(|value| value.name == name).unwrap();
    assert_eq!((value("rounds").line, value("next").line, value("cwnd").line), (Some(1), Some(4), None));
    assert!(value("rounds").values[0].unwrap() > 5.0);
    assert_eq!(value("rounds").values, value("next").values);
}
