//! Comparison with ns-2.35, an independent packet simulator. For each case and metric in
//! data/ns2-reference.json, the mean over 5 seeds must be within the tolerance in that file, except for the
//! known differences in data/ns2-outside.json. The tolerances were fixed before the cases were run in this
//! simulator. They follow from the spread over ns-2's seeds and from differences that are expected between
//! implementations; docs/validation.md lists them.
//!
//! `npm run validate` runs all cases and writes data/ns2-results.json. `npm test` recomputes a sample, to
//! detect committed results that are out of date.

mod measures;
mod reference;
mod settings;

use crate::support::plain::plain;
use reference::{ReferenceCase, SEEDS, cases};
use serde_json::{Map, Value, json};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, VERSION, kinds};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The cases that `npm test` recomputes, chosen because they run quickly. Together they cover Reno, NewReno,
/// SACK, TFRC and RAP, delayed acknowledgements, loss of acknowledgements, RED, and TFRC in competition with
/// TCP.
const SAMPLE: [&str; 11] = [
    "a1.Reno.10M.100ms.buf0.25",
    "a1.Sack1.10M.100ms.buf0.5",
    "a2.Newreno.p0.01.100ms.ns2default",
    "e1.Sack1x10.10M.50ms.red5-15.g1.wq0.002",
    "a2.Sack1-delack.p0.01.100ms.fine",
    "f3.Sack1x1.10M.100ms.ackloss0.25.p0.005",
    "a1.TFRC.10M.100ms.buf0.5",
    "a1.RAP.10M.100ms.buf0.25",
    "a2.TFRC.p0.01.100ms.t0_4r.rfc5348",
    "b.ns2default.0.5M.N5.minbuf5",
    "d.tfrc40k.TFRC-Reno.ns2default.N1",
];

/// The number of cases in the reference file.
const CASES: usize = 463;
/// The number of (case, metric) pairs in the reference file.
const PAIRS: usize = 1350;

/// Runs a case and returns the summary. With `phase`, the summary covers only this interval, given as its
/// start and end in seconds, and the run ends with it.
fn run(case: &ReferenceCase, seed: u64, phase: Option<(f64, f64)>) -> Value {
    let scenario = Scenario::from_value(plain(&case.scenario(seed, phase)), kinds())
        .unwrap_or_else(|issues| panic!("{}: {issues:?}", case.id));
    let mut sim =
        Simulation::new(scenario, RecordingSettings::none()).expect("a valid scenario can be built");
    sim.run().expect("runs to the end");
    sim.summary()
}

/// Runs a case with all seeds. Returns the mean and the standard deviation over the seeds for each metric of
/// the case.
fn measure_case(case: &ReferenceCase) -> Value {
    let mut phases: Vec<Option<(f64, f64)>> = Vec::new();
    for phase in case.metrics.iter().map(|metric| ReferenceCase::phase(&metric.name)) {
        if !phases.contains(&phase) {
            phases.push(phase);
        }
    }
    let run_all_seeds =
        |&phase: &Option<(f64, f64)>| SEEDS.iter().map(|&seed| run(case, seed, phase)).collect::<Vec<_>>();
    let summaries: Vec<Vec<Value>> = phases.iter().map(run_all_seeds).collect();
    let mut statistics = Map::new();
    for metric in &case.metrics {
        let phase = ReferenceCase::phase(&metric.name);
        let phase_index =
            phases.iter().position(|&run_phase| run_phase == phase).expect("every phase was run");
        let values: Vec<f64> = summaries[phase_index]
            .iter()
            .map(|summary| {
                case.measure(&metric.name, summary)
                    .unwrap_or_else(|| panic!("{} has no value for {}", case.id, metric.name))
            })
            .collect();
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0);
        statistics.insert(metric.name.clone(), json!({"mean": mean, "sd": variance.sqrt()}));
    }
    Value::Object(statistics)
}

fn is_within_tolerance(metric: &reference::ReferenceMetric, ours: f64) -> bool {
    (ours - metric.mean).abs() <= metric.tolerance
}

/// The (case, metric) pairs that are outside their tolerance for a known cause, each as `CASE METRIC`.
/// data/ns2-outside.json and docs/deviations.md give the causes.
fn known_differences() -> Vec<String> {
    let data: Value = serde_json::from_str(include_str!("../data/ns2-outside.json")).expect("valid JSON");
    let causes = data.as_array().expect("a list of causes");
    causes
        .iter()
        .flat_map(|cause| {
            assert!(cause["why"].as_str().is_some_and(|why| why.len() > 40), "a cause has no explanation");
            cause["pairs"].as_array().expect("a list of pairs").clone()
        })
        .map(|pair| pair.as_str().expect("a pair is a text").to_owned())
        .collect()
}

fn committed_results() -> Value {
    serde_json::from_str(include_str!("../data/ns2-results.json")).expect("valid JSON")
}

#[test]
fn the_reference_file_is_complete() {
    let cases = cases();
    assert_eq!(cases.len(), CASES);
    assert_eq!(cases.iter().map(|case| case.metrics.len()).sum::<usize>(), PAIRS);
    for metric in cases.iter().flat_map(|case| &case.metrics) {
        assert!(
            metric.tolerance > 0.0 && metric.tolerance <= metric.largest_tolerance(),
            "{}: the tolerance must be positive and at most {}",
            metric.name,
            metric.largest_tolerance()
        );
    }
}

#[test]
fn committed_results_are_within_tolerance_unless_listed_as_known_differences() {
    let (results, known_differences) = (committed_results(), known_differences());
    assert_eq!(
        results["version"], VERSION,
        "results of another version: `npm run validate` regenerates them"
    );
    for case in cases() {
        for metric in &case.metrics {
            let ours = results["cases"][&case.id][&metric.name]["mean"].as_f64();
            let ours = ours.unwrap_or_else(|| panic!("{} {} is missing", case.id, metric.name));
            let is_known_difference = known_differences.contains(&format!("{} {}", case.id, metric.name));
            assert!(
                is_within_tolerance(metric, ours) != is_known_difference,
                "{} {}: {ours}, ns-2 {}, listed as a known difference: {is_known_difference}",
                case.id,
                metric.name,
                metric.mean
            );
        }
    }
}

#[test]
fn a_sample_reproduces_the_committed_results() {
    let (results, cases) = (committed_results(), cases());
    for id in SAMPLE {
        let case = cases.iter().find(|case| case.id == id).expect("the sample is among the cases");
        assert_eq!(
            measure_case(case),
            results["cases"][id],
            "{id}: the committed results were made by different code; `npm run validate` regenerates them"
        );
    }
}

/// Runs all cases, or those whose ids start with the value of the environment variable `NS2_ONLY`. If
/// `NS2_WRITE` is set, writes the results.
#[test]
#[ignore = "takes minutes; `npm run validate` runs it"]
fn validate_against_ns2() {
    let only = std::env::var("NS2_ONLY").unwrap_or_default();
    let cases: Vec<ReferenceCase> = cases().into_iter().filter(|case| case.id.starts_with(&only)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(index) else { return done };
            done.push((index, measure_case(case)));
        }
    };
    let mut results: Vec<(usize, Value)> = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut all = work();
        all.extend(other.join().expect("no case panics"));
        all
    });
    results.sort_by_key(|(index, _)| *index);
    let known_differences = known_differences();
    let mut unexplained = 0;
    for (case, (_, figures)) in cases.iter().zip(&results) {
        for metric in &case.metrics {
            let ours = figures[&metric.name]["mean"].as_f64().expect("a mean");
            let within_tolerance = is_within_tolerance(metric, ours);
            unexplained += u32::from(
                !within_tolerance && !known_differences.contains(&format!("{} {}", case.id, metric.name)),
            );
            println!(
                "{} {:44} {:26} {:11.5} ns-2 {:11.5} sd {:9.3} tolerance {:9.3} (difference {:+.2} of the tolerance)",
                if within_tolerance { "ok     " } else { "OUTSIDE" },
                case.id,
                metric.name,
                ours,
                metric.mean,
                metric.sd,
                metric.tolerance,
                (ours - metric.mean) / metric.tolerance,
            );
        }
    }
    if std::env::var_os("NS2_WRITE").is_some() {
        write_results(&cases, &results);
    }
    assert_eq!(unexplained, 0, "(case, metric) pairs outside their tolerance without a known cause");
}

/// Writes the results of `cases_run` to data/ns2-results.json and keeps the committed results of all other
/// cases. `a_sample_reproduces_the_committed_results` checks a few of those against the current code.
fn write_results(cases_run: &[ReferenceCase], results: &[(usize, Value)]) {
    let committed = committed_results();
    assert!(
        committed["version"] == VERSION || cases_run.len() == CASES,
        "results of two versions cannot be mixed: run all cases"
    );
    let lines: Vec<String> = cases()
        .iter()
        .map(|case| {
            let new_result =
                cases_run.iter().position(|case_run| case_run.id == case.id).map(|index| &results[index].1);
            format!("    {:?}: {}", case.id, new_result.unwrap_or(&committed["cases"][&case.id]))
        })
        .collect();
    let text = format!(
        "{{\n  \"version\": {VERSION:?},\n  \"seeds\": {SEEDS:?},\n  \"cases\": {{\n{}\n  }}\n}}\n",
        lines.join(",\n")
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/ns2-results.json");
    std::fs::write(path, text).expect("the results can be written");
}
