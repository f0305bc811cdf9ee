//! The comparison with the congestion controllers of production code. scripts/maintainers/production drives them with the
//! packets of our runs; `npm run validate -- --only production` stores both windows in data/production.json.
//! Here, without the library, our windows are recomputed, and the stored differences are checked.

use serde_json::Value;
use sim_core::ground::time::{from_secs, to_secs};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};

use super::stored;

/// Largest mean and largest median difference of the windows. docs/validation.md explains the differences.
const BOUNDS: [(&str, f64, f64); 6] = [
    ("cubic-constant-rtt", 0.08, 0.06),
    ("cubic-buffer", 0.25, 0.25),
    ("cubic-short-rtt", 0.30, 0.30),
    ("bbr3-buffer", 0.20, 0.20),
    ("bbr3-loss", 0.15, 0.02),
    ("bbr3-beside-cubic", 0.35, 0.25),
];

fn rows() -> Vec<Value> {
    stored::rows(include_str!("../data/production.json"))
}

/// Time in seconds, our window, the library's window, and whether the run is in recovery.
fn samples(row: &Value) -> Vec<[f64; 4]> {
    let sample = |sample: &Value| [0, 1, 2, 3].map(|i| sample[i].as_f64().expect("a number"));
    row["samples"].as_array().expect("a list of samples").iter().map(sample).collect()
}

#[test]
fn our_windows_are_those_that_were_compared_with_production_code() {
    for row in rows() {
        let scenario = Scenario::from_value(row["document"].clone(), kinds()).expect("a valid document");
        let mut simulation = Simulation::new(scenario, RecordingSettings::none()).expect("can be built");
        let bytes = f64::from(simulation.flows()[0].packet);
        let stored = samples(&row);
        assert!(stored.len() > 100, "{}", row["case"]);
        for [at, ours, ..] in stored {
            simulation.step(from_secs(at), u64::MAX).expect("runs");
            let window = simulation.world().sender_state(0).window.expect("a window");
            assert!(
                (window * bytes - ours).abs() <= 1.0,
                "{} at {} s: {window} packets, stored {ours} bytes; `npm run validate -- --only production` regenerates",
                row["case"],
                to_secs(simulation.now())
            );
        }
    }
}

#[test]
fn windows_differ_from_those_of_production_code_only_by_the_explained_amounts() {
    let rows = rows();
    assert_eq!(rows.len(), BOUNDS.len());
    for (row, (case, mean, median)) in rows.iter().zip(BOUNDS) {
        assert_eq!(row["case"], case);
        let compared = samples(row).into_iter().filter(|&[at, .., recovery]| at >= 10.0 && recovery == 0.0);
        let mut differences: Vec<f64> =
            compared.map(|[_, ours, production, _]| (production / ours - 1.0).abs()).collect();
        differences.sort_by(f64::total_cmp);
        let measured = (stored::mean(&differences), differences[differences.len() / 2]);
        assert!((measured.0 - stored::number(row, "difference")).abs() < 1e-9, "{case}");
        assert!(measured.0 <= mean && measured.1 <= median, "{case}: {measured:?}");
        // Both reduce the window by the same factor.
        if case.starts_with("cubic") {
            let factors: [f64; 2] = [0, 1].map(|i| row["factor"][i].as_f64().expect("a factor"));
            assert!(factors.iter().all(|factor| (factor - 0.7).abs() < 0.01), "{case}: {factors:?}");
        }
    }
}
