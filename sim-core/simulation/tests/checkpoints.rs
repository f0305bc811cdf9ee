//! `Simulation::copy_at_or_before` makes a copy of a run at an earlier time, from a checkpoint. The
//! copy has the state of the time of the checkpoint, and making a copy does not change the run.

use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};

const SECOND: u64 = 1_000_000_000;

fn simulation() -> Simulation {
    let text = r#"{"v":1,"duration":20,"network":{"kind":"dumbbell","forward":{"queue":{"kind":"drop_tail",
        "limit":{"packets":20}}}},"flows":[{"id":"b"},{"id":"a","algorithm":"cubic","access":{"sender":0.02}}]}"#;
    let scenario = Scenario::from_text(text, kinds()).expect("valid");
    Simulation::new(scenario, RecordingSettings::default()).expect("builds")
}

fn run_until(seconds: u64) -> Simulation {
    let mut sim = simulation();
    sim.step(seconds * SECOND, u64::MAX).expect("runs");
    sim
}

#[test]
fn a_copy_has_the_summary_of_a_run_that_ends_at_its_time() {
    let mut sim = simulation();
    sim.keep_checkpoints(1.5);
    let final_summary = run_until(20).summary();
    for seconds in [0, 4, 7, 19] {
        sim.run().expect("runs");
        let mut copy = sim.copy_at_or_before(seconds * SECOND).expect("builds");
        assert!(copy.now() <= seconds * SECOND && copy.now() + 10 * SECOND > seconds * SECOND);
        copy.step(seconds * SECOND, u64::MAX).expect("runs");
        assert_eq!(copy.summary(), run_until(seconds).summary(), "at {seconds} s");
    }
    assert_eq!(sim.summary(), final_summary);
}

#[test]
fn without_checkpoints_a_copy_starts_at_time_zero() {
    let sim = run_until(20);
    let mut copy = sim.copy_at_or_before(3 * SECOND).expect("builds");
    assert_eq!(copy.now(), 0);
    copy.step(3 * SECOND, u64::MAX).expect("runs");
    assert_eq!(copy.result_id(), run_until(3).result_id());
}

#[test]
fn explanations_equal_recorded_decisions() {
    let mut sim = simulation();
    sim.keep_checkpoints(1.0);
    sim.run().expect("runs");
    let id = sim.result_id();
    let scenario = sim.scenario().clone();
    let mut recorded =
        Simulation::new(scenario, RecordingSettings { decisions: true, ..RecordingSettings::none() })
            .expect("builds");
    recorded.run().expect("runs");
    let all = recorded.decisions("a").expect("known");
    let all = all.as_array().expect("a list");
    let recorded_decisions: Vec<_> =
        all.iter().filter(|d| d["t"].as_f64().is_some_and(|t| (6.0..=12.0).contains(&t))).collect();
    assert!(!recorded_decisions.is_empty());
    let explained = sim.explain("a", 6.0, 12.0).expect("known");
    assert_eq!(explained.as_array().expect("a list").iter().collect::<Vec<_>>(), recorded_decisions);
    // A range of times includes both of its ends.
    let t = recorded_decisions[0]["t"].as_f64().expect("a time");
    let at_one_time = sim.explain("a", t, t).expect("known");
    assert_eq!(
        at_one_time.as_array().map(Vec::len),
        Some(recorded_decisions.iter().filter(|d| d["t"] == recorded_decisions[0]["t"]).count())
    );
    assert!(sim.explain("nobody", 0.0, 1.0).is_err());
    assert_eq!(sim.result_id(), id);
}
