//! Comparison with ns-2.35, an independent packet simulator. For each case and metric in
//! data/ns2-reference.json, the mean over 5 seeds must lie within the tolerance in that file, except for the known
//! differences in data/ns2-outside.json. The tolerances were fixed before this
//! simulator was run, from the spread over ns-2's seeds and from differences that are expected between
//! implementations; docs/validation.md lists them.
//!
//! `npm run validate` runs all cases and writes data/ns2-results.json. `npm test` recomputes a sample, to detect
//! results of another version or of other code.

mod measures;
mod reference;
mod settings;

use reference::{ReferenceCase, SEEDS, cases};
use serde_json::{Map, Value, json};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, VERSION, kinds};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The cases that `npm test` recomputes: the shortest case of each set, one for each kind of recovery, and one or two
/// for each of the other algorithms.
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

/// The numbers of cases and of pairs of a case and a metric in the reference file.
const CASES: usize = 461;
const PAIRS: usize = 1342;

/// The summary of a run, or of a phase of the run that a metric needs.
fn run(case: &ReferenceCase, seed: u64, phase: Option<(f64, f64)>) -> Value {
    let scenario = Scenario::from_value(case.scenario(seed, phase), kinds())
        .unwrap_or_else(|issues| panic!("{}: {issues:?}", case.id));
    let mut sim =
        Simulation::new(scenario, RecordingSettings::none()).expect("a valid scenario can be built");
    sim.run().expect("runs to the end");
    sim.summary()
}

/// Mean and standard deviation over the seeds, for each metric of the case.
fn measure(case: &ReferenceCase) -> Value {
    let mut phases: Vec<Option<(f64, f64)>> = Vec::new();
    for phase in case.metrics.iter().map(|metric| ReferenceCase::phase(&metric.name)) {
        if !phases.contains(&phase) {
            phases.push(phase);
        }
    }
    let of_phase =
        |&phase: &Option<(f64, f64)>| SEEDS.iter().map(|&seed| run(case, seed, phase)).collect::<Vec<_>>();
    let summaries: Vec<Vec<Value>> = phases.iter().map(of_phase).collect();
    let mut out = Map::new();
    for metric in &case.metrics {
        let phase = ReferenceCase::phase(&metric.name);
        let phase_index = phases.iter().position(|&known| known == phase).expect("every phase was run");
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
        out.insert(metric.name.clone(), json!({"mean": mean, "sd": variance.sqrt()}));
    }
    Value::Object(out)
}

fn is_within_tolerance(metric: &reference::ReferenceMetric, ours: f64) -> bool {
    (ours - metric.mean).abs() <= metric.tolerance
}

/// The pairs of a case and a metric that are outside of their tolerance for a known cause. The file and
/// docs/deviations.md give the causes.
fn explained_pairs() -> Vec<String> {
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
            "{}: the tolerance is too wide",
            metric.name
        );
    }
}

#[test]
fn committed_results_are_within_their_tolerances() {
    let (results, known) = (committed_results(), explained_pairs());
    assert_eq!(
        results["version"], VERSION,
        "results of another version: `npm run validate` regenerates them"
    );
    for case in cases() {
        for metric in &case.metrics {
            let ours = results["cases"][&case.id][&metric.name]["mean"].as_f64();
            let ours = ours.unwrap_or_else(|| panic!("{} {} is missing", case.id, metric.name));
            let explained = known.contains(&format!("{} {}", case.id, metric.name));
            assert!(
                is_within_tolerance(metric, ours) != explained,
                "{} {}: {ours}, ns-2 {}, listed as a known difference: {explained}",
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
            measure(case),
            results["cases"][id],
            "{id}: the committed results were made by different code; `npm run validate` regenerates them"
        );
    }
}

/// Runs all cases. `NS2_ONLY` selects cases by a prefix of their ids, and `NS2_WRITE` writes the results.
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
            done.push((index, measure(case)));
        }
    };
    let mut results: Vec<(usize, Value)> = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut all = work();
        all.extend(other.join().expect("no case panics"));
        all
    });
    results.sort_by_key(|(index, _)| *index);
    let known = explained_pairs();
    let mut outside = 0;
    for (case, (_, figures)) in cases.iter().zip(&results) {
        for metric in &case.metrics {
            let ours = figures[&metric.name]["mean"].as_f64().expect("a mean");
            let within_tolerance = is_within_tolerance(metric, ours);
            outside +=
                u32::from(!within_tolerance && !known.contains(&format!("{} {}", case.id, metric.name)));
            println!(
                "{} {:44} {:26} {:11.5} ns-2 {:11.5} sd {:9.3} tolerance {:9.3} ({:+.2} of it)",
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
    assert_eq!(outside, 0, "pairs outside of their tolerance without a known cause");
}

/// Writes these results. For cases that were not run, the stored results are written again; the sample shows that
/// they belong to the current code.
fn write_results(run: &[ReferenceCase], results: &[(usize, Value)]) {
    let stored = committed_results();
    assert!(
        stored["version"] == VERSION || run.len() == CASES,
        "results of two versions cannot be mixed: run all cases"
    );
    let lines: Vec<String> = cases()
        .iter()
        .map(|case| {
            let new_result = run.iter().position(|ran| ran.id == case.id).map(|index| &results[index].1);
            format!("    {:?}: {}", case.id, new_result.unwrap_or(&stored["cases"][&case.id]))
        })
        .collect();
    let text = format!(
        "{{\n  \"version\": {VERSION:?},\n  \"seeds\": {SEEDS:?},\n  \"cases\": {{\n{}\n  }}\n}}\n",
        lines.join(",\n")
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/ns2-results.json");
    std::fs::write(path, text).expect("the results can be written");
}
