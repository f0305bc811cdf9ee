//! The papers' experiments: the results that the repository keeps are of this version and of these definitions, and a sample of them
//! is what the simulator still gives. `npm run validate` makes them anew.

use std::fs;
use std::path::PathBuf;

use fairshare_papers::cell::run;
use fairshare_papers::export::{definition, missing};
use fairshare_papers::find;
use serde_json::Value;
use sim_core::simulation::{VERSION, kinds};

/// Experiment and cell that are run again: one for each paper at least, and one of each kind of drawing.
const SAMPLE: [(&str, &str); 9] = [
    ("tpba-fig3", "run"),
    ("tpba-fig26", "case=LDA-3-1-10-3,variant=16 kB"),
    ("tpba-tab3", "case=flow 2 comes,variant=16 kB"),
    ("trabol-fig7b", "run"),
    ("tfwc-fig1b", "with=TFWC,B=0.5,n=5"),
    ("ldaplus-fig9a", "with=RAP,N=2"),
    ("ldaplus-fig4b", "queue=RED,interval=5"),
    ("taimd-fig7", "company=alone,with=TAIMD,B=2"),
    ("own-gaimd", "who=GAIMD,p=10"),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public/papers")
}

fn kept(id: &str) -> Option<Value> {
    let text = fs::read_to_string(folder().join(format!("{id}.json"))).ok()?;
    Some(serde_json::from_str(&text).expect("kept results are JSON"))
}

#[test]
fn kept_results_are_of_this_version_and_of_these_definitions() {
    for entry in fs::read_dir(folder()).expect("public/papers").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(id) = name.strip_suffix(".json").filter(|id| *id != "index") else { continue };
        let experiment = find(id).unwrap_or_else(|| panic!("{name} is of no experiment"));
        let kept = kept(id).expect("it is there");
        assert_eq!(
            kept["version"], VERSION,
            "{id}: another version's results; `npm run validate` makes them anew"
        );
        assert_eq!(
            kept["definition"],
            definition(&experiment).as_str(),
            "{id}: results of another definition; `fairshare papers {id} --seeds all --write` makes them anew"
        );
        assert_eq!(kept["lines"].as_array().map(Vec::len), Some(experiment.lines.len()), "{id}");
        let seeds = experiment.runs().map(|runs| runs.seeds);
        assert_eq!(kept["seeds"].as_u64(), seeds, "{id}: not all seeds");
    }
}

#[test]
fn a_sample_still_gives_the_kept_results() {
    let kinds = kinds();
    for (id, cell_id) in SAMPLE {
        let experiment = find(id).expect("the sample is among the experiments");
        assert!(missing(&experiment, &kinds).is_empty(), "{id} needs what there is not");
        let runs = experiment.runs().expect("the sample can be run");
        let cell =
            runs.cells.iter().find(|cell| cell.id() == cell_id).unwrap_or_else(|| panic!("{id}/{cell_id}"));
        let kept = kept(id).unwrap_or_else(|| panic!("{id} has no kept results"));
        let of_cell =
            kept["cells"].as_array().and_then(|cells| cells.iter().find(|cell| cell["id"] == cell_id));
        let expected = of_cell.map(|cell| &cell["result_ids"][0]).expect("the kept results have the cell");
        let result = run(cell.with_seed(1), runs.watch, &kinds, &|| false).expect("it runs to the end");
        assert_eq!(
            result["result_id"], *expected,
            "{id}/{cell_id}: the results are of another state of the code; `npm run validate` makes them anew"
        );
    }
}
