//! Tests that the stored results of all experiments belong to this version and to the current definitions,
//! that their derived numbers and verdicts follow from their measured numbers, and that the simulator
//! reproduces a sample of them. `npm run validate` regenerates the results.

use std::fs;
use std::path::PathBuf;

use fairshare_papers::changes::ChangedExperiment;
use fairshare_papers::export::{self, definition};
use fairshare_papers::find;
use fairshare_papers::model::Experiment;
use fairshare_papers::outcomes::{self, Finished, FurtherRuns, Records};
use fairshare_papers::runs::{RunRecord, reduce};
use fairshare_papers::stored::{self, measured_numbers};
use miniz_oxide::inflate::decompress_to_vec_zlib;
use serde_json::{Value, json};
use sim_core::simulation::{VERSION, kinds};

/// Pairs of an experiment and a cell that the test runs again: at least one for each paper and for each kind
/// of drawing.
const SAMPLE: [(&str, &str); 11] = [
    ("tpba-fig3", "run"),
    ("tpba-fig26", "case=LDA-3-1-10-3,variant=16 kB"),
    ("tpba-tab3", "case=flow 2 starts,variant=16 kB"),
    ("trabol-fig7b", "run"),
    ("tfwc-fig1b", "with=TFWC,B=0.5,n=5"),
    ("ldaplus-fig9a", "with=RAP,N=2"),
    ("ldaplus-fig4b", "queue=RED,interval=5"),
    ("taimd-fig7", "company=alone,with=TAIMD,B=2"),
    ("rfc9438-tab1", "tcp=CUBIC, C = 0.4,N=1000,first=1,start=printed window"),
    ("bbr-probes", "case=short buffer"),
    ("own-gaimd", "who=GAIMD,p=10"),
];

fn results_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public/papers")
}

/// All stored results, by the experiment to which they belong.
fn stored_results() -> Vec<(Experiment, Value)> {
    let mut results = Vec::new();
    for entry in fs::read_dir(results_folder()).expect("public/papers").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(id) = name.strip_suffix(".json.zlib").filter(|id| *id != "index") else { continue };
        let experiment = find(id).unwrap_or_else(|| panic!("{name} belongs to no experiment"));
        let packed = fs::read(entry.path()).expect("the file exists");
        let text = decompress_to_vec_zlib(&packed).expect("stored results are compressed");
        results.push((experiment, serde_json::from_slice(&text).expect("stored results are JSON")));
    }
    results
}

#[test]
fn stored_results_belong_to_this_version_and_definition() {
    for (experiment, stored) in stored_results() {
        let id = experiment.id;
        assert_eq!(
            stored["version"], VERSION,
            "{id}: results of another version; `npm run validate` regenerates them"
        );
        assert_eq!(
            stored["definition"],
            definition(&experiment).as_str(),
            "{id}: results of another definition; `fairshare papers {id} --seeds all --write` regenerates them"
        );
        assert_eq!(stored["lines"].as_array().map(Vec::len), Some(experiment.claims.len()), "{id}");
        let seeds = experiment.plan().map(|plan| plan.seeds);
        assert_eq!(stored["seeds"].as_u64(), seeds, "{id}: the results do not cover all seeds");
    }
}

fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[][..], Vec::as_slice)
}

/// The records of the runs that stored results have, without curves.
fn stored_records(experiment: &Experiment, stored: &Value) -> Records {
    stored::records(experiment, stored).expect("the records are complete")
}

#[test]
fn derived_numbers_and_verdicts_follow_from_the_stored_measurements() {
    for (experiment, stored) in stored_results() {
        let records = stored_records(&experiment, &stored);
        let id = experiment.id;
        let further: Vec<Finished> = FurtherRuns::of(&experiment)
            .into_iter()
            .zip(entries(&stored["further"]))
            .map(|(runs, stored)| {
                let changed = runs.experiment(&experiment, kinds()).expect("the changes are valid");
                Finished { records: stored_records(&changed.experiment, stored), runs, changed }
            })
            .collect();
        let mut results = reduce(&ChangedExperiment::unchanged(experiment.clone()), records.clone())
            .expect("the experiment is simulated")
            .results;
        assert_eq!(results["quantities"], stored["quantities"], "{id}");
        assert_eq!(results["lines"], stored["lines"], "{id}");
        if experiment.claims.iter().any(|claim| claim.quote.is_some()) {
            outcomes::add(&mut results, &experiment, &records, &further);
            assert_eq!(results["outcomes"], stored["outcomes"], "{id}");
            assert_eq!(results["further"], stored["further"], "{id}");
        }
    }
}

#[test]
fn headlines_have_all_numbers_and_a_status_and_settings_have_results() {
    let all = stored_results();
    let stored = |id: &str| Some(all.iter().find(|(experiment, _)| experiment.id == id)?.1.clone());
    let index = export::index(&stored);
    let mut count = 0;
    for paper in entries(&index["papers"]) {
        for headline in entries(&paper["headlines"]) {
            let answer = headline["answer"].as_str().expect("a text");
            assert!(!answer.contains('\u{2026}'), "{answer}");
            assert_ne!(headline["status"], "no results", "{answer}");
            assert!(headline["status"] != "holds if" || headline["condition"].is_string(), "{answer}");
            count += 1;
        }
        for setting in entries(&paper["decides"]) {
            for option in &entries(&setting["options"])[1..] {
                assert!(option["further"].is_u64(), "{}: {}", paper["id"], option["label"]);
            }
        }
    }
    assert!(count >= 20, "{count}");
}

#[test]
fn further_runs_alone_give_the_stored_judgements_of_the_alternatives_that_need_them() {
    let mut judged = 0;
    for (experiment, stored) in stored_results() {
        for (runs, stored_runs) in FurtherRuns::of(&experiment).into_iter().zip(entries(&stored["further"])) {
            let found = FurtherRuns::find(&experiment, &runs.changes, &stored_runs["only"]);
            assert_eq!(found.map(|found| found.seeds), Some(runs.seeds), "{}", experiment.id);
            let changed = runs.experiment(&experiment, kinds()).expect("the changes are valid");
            let records = stored_records(&changed.experiment, stored_runs);
            let mut results = json!({});
            outcomes::add_tried(&mut results, &runs, &changed, records);
            for (own, stored) in entries(&results["outcomes"]).iter().zip(entries(&stored["outcomes"])) {
                for list in ["readings", "causes"] {
                    let pairs = entries(&own[list]).iter().zip(entries(&stored[list]));
                    for (own, stored) in pairs.filter(|(own, _)| !own.is_null()) {
                        assert_eq!(own, stored, "{}: {:?}", experiment.id, runs.changes);
                        judged += 1;
                    }
                }
                if !own["counter"].is_null() {
                    assert_eq!(own["counter"], stored["counter"], "{}: {:?}", experiment.id, runs.changes);
                }
            }
        }
    }
    assert!(judged > 100, "only {judged} judgements");
}

#[test]
fn the_criterion_of_every_counter_run_is_false() {
    let mut faults = Vec::new();
    for (experiment, stored) in stored_results() {
        for (index, claim) in
            experiment.claims.iter().enumerate().filter(|(_, claim)| claim.counter.is_some())
        {
            if let Some(fault) = outcomes::counter_fault(claim, &stored["outcomes"][index]) {
                faults.push(format!("{}, line {}: {fault}", experiment.id, index + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Experiments whose smallest further cell the test runs again, at least one for each paper.
const FURTHER_SAMPLE: [&str; 3] = ["tpba-fig3", "tpba-fig26", "ldaplus-fig8"];

#[test]
fn a_sample_of_further_runs_reproduces_the_stored_runs() {
    for id in FURTHER_SAMPLE {
        let experiment = find(id).unwrap_or_else(|| panic!("{id}"));
        let all = stored_results();
        let (_, stored) = all.iter().find(|(experiment, _)| experiment.id == id).expect("it is stored");
        let all_runs = FurtherRuns::of(&experiment);
        assert_eq!(entries(&stored["further"]).len(), all_runs.len(), "{id}");
        for (runs, stored) in all_runs.iter().zip(entries(&stored["further"])).take(1) {
            let changed = runs.experiment(&experiment, kinds()).expect("the changes are valid");
            let plan = changed.experiment.plan().expect("the experiment is simulated");
            let record = plan.run(&plan.cells[0], 1, kinds(), &|| false).expect("the run succeeds");
            assert_eq!(record.result_id, stored["cells"][0]["result_ids"][0], "{id}: {:?}", runs.changes);
        }
    }
}

#[test]
fn a_sample_reproduces_the_stored_results() {
    let kinds = kinds();
    let all = stored_results();
    for (id, cell_id) in SAMPLE {
        let (experiment, stored) =
            all.iter().find(|(experiment, _)| experiment.id == id).expect("the sample is stored");
        let plan = experiment.plan().expect("the sample is simulated");
        let index = plan.cells.iter().position(|cell| cell.id() == cell_id);
        let index = index.unwrap_or_else(|| panic!("{id}/{cell_id}"));
        let stored_cell = &stored["cells"][index];
        let record = plan.run(&plan.cells[index], 1, kinds, &|| false).expect("the run succeeds");
        assert_eq!(
            record.result_id, stored_cell["result_ids"][0],
            "{id}/{cell_id}: the stored results were made by different code; `npm run validate` regenerates them"
        );
        let numbers = |numbers: &Value| {
            let mut numbers: Vec<String> = entries(numbers).iter().map(Value::to_string).collect();
            numbers.sort();
            numbers
        };
        let measured = record.to_json()["numbers"].clone();
        assert_eq!(
            numbers(&measured),
            numbers(&measured_numbers(experiment, stored, stored_cell, 0)),
            "{id}/{cell_id}"
        );
        let mut records: Vec<Vec<RunRecord>> = plan.cells.iter().map(|_| Vec::new()).collect();
        records[index].push(record);
        let results = reduce(&ChangedExperiment::unchanged(experiment.clone()), records)
            .expect("the sample is simulated")
            .results;
        for curves in entries(&results["curves"]) {
            assert!(entries(&stored["curves"]).contains(curves), "{id}/{cell_id}: other curves");
        }
        assert_eq!(
            results["curves"].as_array().map(Vec::len),
            Some(usize::from(!entries(&stored["curves"]).is_empty())),
            "{id}"
        );
    }
}
