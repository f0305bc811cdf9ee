//! A window that a person sets while the run is computed gives the result of the finished document.

use crate::support::{dumbbell, finished_run, new_run, run_to_end, run_until_ns, scenario};
use serde_json::{Value, json};
use sim_core::ground::convert::narrow;
use sim_core::ground::rng::{Purpose, Rng};
use sim_core::ground::time::{MILLISECOND, from_secs, to_secs};

/// A window by hand next to another algorithm, on a network whose rate the timeline changes.
fn document(rival: &str, timeline: &Value) -> Value {
    let flows = json!([{"id": "you", "algorithm": "hand"}, {"id": "rival", "algorithm": rival}]);
    let mut document = dumbbell(flows, 12.0);
    document["as_stated"] = json!(true);
    document["timeline"] = timeline.clone();
    document
}

#[test]
fn a_drive_has_the_result_of_its_document() {
    for (seed, rival) in [(1, "cubic"), (2, "bbr"), (3, "hand"), (4, "tfrc")] {
        let mut entries = vec![json!({"at": 6, "set": "network.forward.rate", "to": 4e6})];
        let mut drive = new_run(&document(rival, &json!(entries)));
        drive.keep_checkpoints(1.0);
        let mut rng = Rng::new(seed, Purpose::Algorithm, 0);
        while drive.now() + 100 * MILLISECOND < drive.end() {
            let now = drive.now() + (1 + rng.below(90)) * MILLISECOND;
            run_until_ns(&mut drive, now);
            let at = to_secs(drive.now() + MILLISECOND);
            let entry = json!({"at": at, "set": "flows.you.params.window", "to": 1 + rng.below(120)});
            drive.add_changes(&scenario(&document(rival, &json!([entry])))).unwrap();
            entries.push(entry);
        }
        assert!(entries.len() > 150);
        run_to_end(&mut drive);
        let whole = finished_run(&document(rival, &json!(entries)));
        assert_eq!(drive.result_id_text(), whole.result_id_text(), "against {rival}");
        assert_eq!(drive.summary(), whole.summary(), "against {rival}");
        assert_eq!(drive.scenario(), whole.scenario(), "against {rival}");
    }
}

#[test]
fn a_larger_window_lets_packets_go_at_the_time_of_the_move() {
    let at = 2.001;
    let entry = json!({"at": at, "set": "flows.you.params.window", "to": 60});
    let mut run = new_run(&document("cubic", &json!([entry])));
    run_until_ns(&mut run, from_secs(at) - 1);
    let in_flight = |run: &sim_core::simulation::Simulation| {
        let you = run.flows().iter().position(|flow| flow.id == "you").unwrap();
        run.world().sender_state(narrow::<u32>(you)).in_flight
    };
    assert_eq!(in_flight(&run), 10);
    run_until_ns(&mut run, from_secs(at));
    assert_eq!(in_flight(&run), 60);
}

#[test]
fn changes_of_the_past_of_links_and_of_other_scenarios_are_refused() {
    let window = |at: f64| json!([{"at": at, "set": "flows.you.params.window", "to": 5}]);
    let mut run = new_run(&document("cubic", &json!([])));
    run_until_ns(&mut run, from_secs(2.0));
    let mut refused = |later: &Value| {
        let issues = run.add_changes(&scenario(later)).unwrap_err();
        (issues[0].path.clone(), issues[0].code)
    };
    assert_eq!(refused(&document("cubic", &window(2.0))), ("timeline[0]".to_owned(), "not_later"));
    let link = json!([{"at": 3, "set": "network.forward.rate", "to": 1e6}]);
    assert_eq!(refused(&document("cubic", &link)), ("timeline[0]".to_owned(), "not_later"));
    assert_eq!(refused(&document("reno", &window(3.0))), ("flows[1]".to_owned(), "past_differs"));
}
