//! Tests that the stored results of all experiments belong to this version and to the current definitions, and that the
//! simulator reproduces a sample of the results. `npm run validate` regenerates the results.

use std::fs;
use std::path::PathBuf;

use fairshare_papers::cell::run;
use fairshare_papers::export::{definition, missing};
use fairshare_papers::find;
use serde_json::Value;
use sim_core::simulation::{VERSION, kinds};

/// Pairs of an experiment and a cell that the test runs again: at least one for each paper and for each kind of drawing.
const SAMPLE: [(&str, &str); 9] = [
    ("tpba-fig3", "run"),
    ("tpba-fig26", "case=LDA-3-1-10-3,variant=16 kB"),
    ("tpba-tab3", "case=flow 2 starts,variant=16 kB"),
    ("trabol-fig7b", "run"),
    ("tfwc-fig1b", "with=TFWC,B=0.5,n=5"),
    ("ldaplus-fig9a", "with=RAP,N=2"),
    ("ldaplus-fig4b", "queue=RED,interval=5"),
    ("taimd-fig7", "company=alone,with=TAIMD,B=2"),
    ("own-gaimd", "who=GAIMD,p=10"),
];

fn results_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public/papers")
}

fn stored_results(id: &str) -> Option<Value> {
    let text = fs::read_to_string(results_folder().join(format!("{id}.json"))).ok()?;
    Some(serde_json::from_str(&text).expect("stored results are JSON"))
}

#[test]
fn stored_results_belong_to_this_version_and_definition() {
    for entry in fs::read_dir(results_folder()).expect("public/papers").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(id) = name.strip_suffix(".json").filter(|id| *id != "index") else { continue };
        let experiment = find(id).unwrap_or_else(|| panic!("{name} belongs to no experiment"));
        let stored = stored_results(id).expect("the file exists");
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

#[test]
fn a_sample_reproduces_the_stored_results() {
    let kinds = kinds();
    for (id, cell_id) in SAMPLE {
        let experiment = find(id).expect("the sample is among the experiments");
        assert!(
            missing(&experiment, kinds).is_empty(),
            "{id} needs an algorithm or a source that does not exist"
        );
        let plan = experiment.plan().expect("the sample is simulated");
        let cell =
            plan.cells.iter().find(|cell| cell.id() == cell_id).unwrap_or_else(|| panic!("{id}/{cell_id}"));
        let stored = stored_results(id).unwrap_or_else(|| panic!("{id} has no stored results"));
        let stored_cell =
            stored["cells"].as_array().and_then(|cells| cells.iter().find(|cell| cell["id"] == cell_id));
        let expected =
            stored_cell.map(|cell| &cell["result_ids"][0]).expect("the stored results have the cell");
        let result = run(cell.with_seed(1), plan.recording, kinds, &|| false).expect("the run succeeds");
        assert_eq!(
            result["result_id"], *expected,
            "{id}/{cell_id}: the stored results were made by different code; `npm run validate` regenerates them"
        );
    }
}
