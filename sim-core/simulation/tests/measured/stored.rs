//! Functions that compute, read and write stored results.

use crate::support::plain::plain;
use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, VERSION, kinds};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs a document, which must be valid, to its end.
pub fn simulate(document: &Value, settings: RecordingSettings) -> Simulation {
    let scenario =
        Scenario::from_value(plain(document), kinds()).unwrap_or_else(|issues| panic!("{issues:?}"));
    let mut sim = Simulation::new(scenario, settings).expect("a valid scenario can be built");
    sim.run().expect("runs to the end");
    sim
}

/// Runs a document, which must be valid, and returns the summary.
pub fn summary(document: Value) -> Value {
    simulate(&document, RecordingSettings::none()).summary()
}

pub fn number(value: &Value, name: &str) -> f64 {
    value[name].as_f64().unwrap_or_else(|| panic!("{name} is not a number: {value}"))
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The name of a case.
pub fn id(case: &Value) -> &str {
    case["id"].as_str().expect("a name")
}

/// The pairs outside of their bands that a file lists with their causes, each as `CASE METRIC`.
pub fn explained(text: &str) -> Vec<String> {
    let data: Value = serde_json::from_str(text).expect("valid JSON");
    let pairs = data.as_array().expect("a list of causes").iter().flat_map(|cause| {
        assert!(cause["why"].as_str().is_some_and(|why| why.len() > 40), "a cause has no explanation");
        cause["pairs"].as_array().expect("a list of pairs").clone()
    });
    pairs.map(|pair| pair.as_str().expect("a pair is a text").to_owned()).collect()
}

/// Measures a sample of the cases and compares it with the stored results.
pub fn check_sample(sample: &[&str], cases: &[Value], results: &[Value], measure: impl Fn(&Value) -> Value) {
    for name in sample {
        let case = cases.iter().find(|case| id(case) == *name).expect("the sample is among the cases");
        let stored = results.iter().find(|row| row["case"] == *name).expect("the results have all cases");
        assert_eq!(&measure(case), stored, "`npm run validate` regenerates the results");
    }
}

/// Measures all items with two threads, and returns the results in the order of the items.
pub fn measure_all<T: Sync>(items: &[T], measure: impl Fn(&T) -> Value + Sync) -> Vec<Value> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut measured = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return measured };
            measured.push((index, measure(item)));
        }
    };
    let mut results = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut all = work();
        all.extend(other.join().expect("no run panics"));
        all
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, value)| value).collect()
}

/// The rows of a file of results. Panics if the results belong to another version.
pub fn rows(text: &str) -> Vec<Value> {
    let data: Value = serde_json::from_str(text).expect("valid JSON");
    assert_eq!(data["version"], VERSION, "results of another version: `npm run validate` regenerates them");
    data["rows"].as_array().expect("a list of rows").clone()
}

/// Writes the rows to a file if the environment variable NS2_WRITE is set. `npm run validate` sets
/// it to have all stored results written, not only those of the comparison with ns-2.
pub fn write(name: &str, about: &str, rows: &[Value]) {
    if std::env::var_os("NS2_WRITE").is_none() {
        return;
    }
    let lines: Vec<String> = rows.iter().map(|row| format!("    {row}")).collect();
    let (version, about) = (json!(VERSION), json!(about));
    let text = format!(
        "{{\n  \"version\": {version},\n  \"about\": {about},\n  \"rows\": [\n{}\n  ]\n}}\n",
        lines.join(",\n")
    );
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::write(path, text).expect("the results can be written");
}
