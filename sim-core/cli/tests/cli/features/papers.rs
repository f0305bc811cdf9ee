//! Tests of `fairshare papers` and `fairshare sweep`: the listing, and results that do not depend on
//! interruptions, on the number of parallel jobs, or on stored results.

use crate::tools::assert_declared;
use crate::{Folder, TWO_FLOWS, fairshare, fairshare_reading, status, stderr, succeeds};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The ID of an experiment with few and short runs.
const SHORT_EXPERIMENT: &str = "trabol-tcp-tcp";

fn papers(arguments: &[&str], results: &str) -> String {
    succeeds(&fairshare(&[&["papers"], arguments, &["--results", results]].concat()))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The paths of the stored results in a folder.
fn result_files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries(folder)
        .flat_map(|inner| entries(&inner).collect::<Vec<_>>())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    files
}

#[test]
fn the_text_and_json_listings_agree() {
    let text = succeeds(&fairshare(&["papers"]));
    for name in ["LDA+", "TFWC", "TRABOL"] {
        assert!(text.lines().any(|line| line == name), "{text}");
    }
    let all = json(&succeeds(&fairshare(&["papers", "--json"])));
    let ids: Vec<&str> =
        all.as_array().unwrap().iter().map(|experiment| experiment["id"].as_str().unwrap()).collect();
    assert!(ids.iter().all(|id| text.contains(id)));
}

#[test]
fn unknown_experiments_are_rejected() {
    let unknown = fairshare(&["papers", "no-such-thing"]);
    assert_eq!(status(&unknown), 2);
    assert!(stderr(&unknown).contains("no-such-thing"));
}

#[test]
fn the_file_of_another_paper_is_listed_and_run() {
    let folder = Folder::new("papers-file");
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../papers/papers/trabol.yaml")).unwrap();
    let other = text.replace("id: trabol", "id: other").replace("\"trabol-", "\"other-");
    let other = other.replace("{trabol-", "{other-");
    let file = folder.file("other.yaml", &other);
    let listing = succeeds(&fairshare(&["papers", "--file", &file]));
    assert!(listing.contains("other-fig7b") && !listing.contains("trabol-fig7b"), "{listing}");
    let results = folder.path("results");
    let own = json(&papers(&["--file", &file, "other-fig7b", "--json"], &results));
    let theirs = json(&papers(&["trabol-fig7b", "--json"], &results));
    assert_eq!(own[0]["results"]["cells"], theirs[0]["results"]["cells"]);

    let tabs = folder.file("tabs.yaml", "paper: 1\n\tid: x\n");
    let wrong = folder
        .file("wrong.yaml", other.replace("check: x1[run='both', rival='UDP'] <= 8", "check: x1 about 8"));
    for (file, place) in [(tabs, "Line 2"), (wrong, "claims[0].check")] {
        let refused = fairshare(&["papers", "--file", &file]);
        assert_eq!(status(&refused), 2);
        assert!(stderr(&refused).contains(place), "{}", stderr(&refused));
    }
}

#[test]
fn the_template_of_a_paper_is_a_file_whose_experiment_runs() {
    let folder = Folder::new("papers-template");
    let file = folder.file("new.yaml", succeeds(&fairshare(&["new-paper", "first"])));
    let text = papers(&["--file", &file, "first-fig1"], &folder.path("results"));
    assert!(text.contains("AGREES") && text.contains("PAPER GIVES NO NUMBER"), "{text}");
    assert_eq!(status(&fairshare(&["new-paper", "a-b"])), 2);
}

#[test]
fn results_do_not_depend_on_jobs_or_interruptions() {
    let folder = Folder::new("papers-same");
    let (one, three, cut) = (folder.path("one"), folder.path("three"), folder.path("cut"));
    let expected = papers(&[SHORT_EXPERIMENT, "--jobs", "1", "--json"], &one);
    assert_eq!(expected, papers(&[SHORT_EXPERIMENT, "--jobs", "3", "--json"], &three));
    // The second time the results are read from the store.
    assert_eq!(expected, papers(&[SHORT_EXPERIMENT, "--json"], &one));

    // The command is killed after the first result and started again.
    let mut child = Command::new(env!("CARGO_BIN_EXE_fairshare"))
        .args(["papers", SHORT_EXPERIMENT, "--jobs", "1", "--json", "--results", &cut])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while result_files(Path::new(&cut)).is_empty() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let files_before: Vec<PathBuf> = result_files(Path::new(&cut));
    assert!(
        !files_before.is_empty() && files_before.len() < result_files(Path::new(&one)).len(),
        "the command was not killed half-way"
    );
    let times_before: Vec<_> =
        files_before.iter().map(|path| fs::metadata(path).unwrap().modified().unwrap()).collect();
    assert_eq!(expected, papers(&[SHORT_EXPERIMENT, "--json"], &cut));
    // Results that were stored before the command was killed are not computed again: their files are
    // unchanged.
    let times_after: Vec<_> =
        files_before.iter().map(|path| fs::metadata(path).unwrap().modified().unwrap()).collect();
    assert_eq!(times_before, times_after);
    let contents = |folder: &str| {
        result_files(Path::new(folder)).iter().map(|path| fs::read(path).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(contents(&one), contents(&cut));
}

#[test]
fn a_stored_result_with_another_key_is_computed_again() {
    let folder = Folder::new("papers-stale");
    let results = folder.path("results");
    let first = papers(&["trabol-fig7b", "--json"], &results);
    for path in result_files(Path::new(&results)) {
        let mut content = json(&fs::read_to_string(&path).unwrap());
        content["of"] = Value::from("something else");
        content["result"]["result_id"] = Value::from("0000000000000000");
        fs::write(&path, content.to_string()).unwrap();
    }
    assert_eq!(first, papers(&["trabol-fig7b", "--json"], &results));
    // An incomplete file is not used.
    for path in result_files(Path::new(&results)) {
        fs::write(&path, "{\"of\":").unwrap();
    }
    assert_eq!(first, papers(&["trabol-fig7b", "--json"], &results));
}

#[test]
fn an_emitted_scenario_has_the_result_id_of_its_cell() {
    let folder = Folder::new("papers-emit");
    let results = json(&papers(&["trabol-fig7b", "--json"], &folder.path("results")));
    let stored_id = results[0]["results"]["cells"][0]["result_ids"][0].as_str().unwrap().to_owned();
    let document = succeeds(&fairshare(&["papers", "--emit", "trabol-fig7b/run/1"]));
    let digest = succeeds(&fairshare_reading(&document, &["digest", "-"]));
    assert!(digest.contains(&stored_id), "{digest} {stored_id}");
    let link = succeeds(&fairshare(&["papers", "--emit", "trabol-fig7b", "--link"]));
    assert!(succeeds(&fairshare(&["digest", link.trim()])).contains(&stored_id));
    let unknown = fairshare(&["papers", "--emit", "tfwc-fig1a/B=77"]);
    assert_eq!(status(&unknown), 2);
    assert!(stderr(&unknown).contains("--cells"));
}

#[test]
fn a_changed_assumption_changes_all_scenarios_and_is_stated_in_the_output() {
    let folder = Folder::new("papers-set");
    let results = folder.path("results");
    let unchanged = json(&papers(&[SHORT_EXPERIMENT, "--json"], &results));
    let changed = json(&papers(&[SHORT_EXPERIMENT, "--set", "tcp=newreno", "--json"], &results));
    assert!(unchanged[0]["results"].get("changes").is_none());
    let change = &changed[0]["results"]["changes"][0];
    assert_eq!((&change["path"], &change["value"]), (&Value::from("tcp"), &Value::from("newreno")));
    let ids = |all: &Value| all[0]["results"]["cells"][0]["result_ids"][0].as_str().unwrap().to_owned();
    assert_ne!(ids(&unchanged), ids(&changed));
    // An emitted scenario has the change, and the result ID of its cell.
    let document = succeeds(&fairshare(&["papers", "--emit", "trabol-fig7b", "--set", "tcp=newreno"]));
    assert!(document.contains("newreno"));
    let text = papers(&[SHORT_EXPERIMENT, "--set", "tcp=newreno"], &results);
    assert!(
        text.contains("CHANGED: tcp = newreno") && text.contains("not the results of the paper's experiment")
    );
    // The name of a ready-made question applies its changes.
    let by_name = json(&papers(&[SHORT_EXPERIMENT, "--set", "trabol-newreno", "--json"], &results));
    assert_eq!(by_name, changed);
    let questions = succeeds(&fairshare(&["papers", SHORT_EXPERIMENT, "--questions"]));
    assert!(questions.contains("trabol-newreno") && questions.contains("tcp=newreno"), "{questions}");
}

#[test]
fn impossible_changes_are_rejected() {
    for (arguments, expected) in [
        (&["tfwc-fig1a", "--set", "tcp=newrno"][..], "Did you mean `newreno`?"),
        (&["tfwc-fig1a", "--set", "taimd.k=5"], "no flow with the algorithm taimd"),
        (&["tfwc-fig1a", "--set", "tcp"], "neither of the form path=value"),
        (&["tfwc-fig1a", "--set", "seed=5"], "--seeds"),
        (&["--set", "tcp=reno"], "Name the experiments"),
    ] {
        let refused = fairshare(&[&["papers"], arguments].concat());
        assert_eq!(status(&refused), 2, "{arguments:?}");
        assert!(stderr(&refused).contains(expected), "{arguments:?}: {}", stderr(&refused));
    }
    // Changed results are never stored in the repository.
    let stored = fairshare(&["papers", "tfwc-fig1a", "--set", "tcp=reno", "--write"]);
    assert_eq!(status(&stored), 2);
    // Experiments without TCP are left out.
    let folder = Folder::new("papers-set-left-out");
    let arguments = ["papers", "trabol-fig5", "trabol-tcp-tcp", "--set", "tcp=newreno", "--cells"];
    let some = fairshare(&[&arguments[..], &["--results", &folder.path("results")]].concat());
    assert_eq!(status(&some), 0);
    assert!(stderr(&some).contains("trabol-fig5a: left out"), "{}", stderr(&some));
}

#[test]
fn a_sweep_reports_means_and_intervals_and_uses_stored_results() {
    let folder = Folder::new("sweep");
    let (file, results) = (folder.file("two.json", TWO_FLOWS), folder.path("results"));
    let sweep = |further_arguments: &[&str]| {
        let common_arguments = ["sweep", file.as_str(), "--results", results.as_str(), "--seeds", "3"];
        let varied_settings =
            ["--vary", "network.forward.rate=1M..4M/2", "--vary", "flows.far.algorithm=cubic,reno"];
        fairshare(&[&common_arguments[..], &varied_settings[..], further_arguments].concat())
    };
    let all = json(&succeeds(&sweep(&["--json", "--jobs", "1"])));
    assert_declared("sweep", &all);
    let cells = all["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 4);
    assert_eq!(cells[1]["at"]["network.forward.rate"], "1M");
    assert_eq!(cells[1]["at"]["flows.far.algorithm"], "reno");
    assert_eq!(result_files(Path::new(&results)).len(), 12);

    // The mean of three runs of `fairshare run`.
    let jain_of_seed = |seed: &str| {
        let arguments = ["run", &file, "--json", "--seed", seed, "--set", "network.forward.rate=1M"];
        json(&succeeds(&fairshare(&arguments)))["fairness"]["jain"].as_f64().unwrap()
    };
    let mean = (jain_of_seed("1") + jain_of_seed("2") + jain_of_seed("3")) / 3.0;
    let jain = &cells[0]["numbers"]["jain"];
    assert!((jain["mean"].as_f64().unwrap() - mean).abs() < 1e-12);
    assert!(jain["half_width"].as_f64().unwrap() > 0.0);

    // The results are now read from the store. The CSV has one row for each combination of values and each
    // metric.
    let csv = succeeds(&sweep(&["--csv"]));
    assert_eq!(
        csv.lines().next(),
        Some("network.forward.rate,flows.far.algorithm,metric,mean,half_width,seeds")
    );
    // A metric that has a value in no cell has no rows.
    let numbers = cells.iter().flat_map(|cell| cell["numbers"].as_object().unwrap());
    let known: BTreeSet<_> = numbers.filter(|(_, number)| !number.is_null()).map(|(name, _)| name).collect();
    assert_eq!(csv.lines().count(), 1 + 4 * known.len());
    assert!(csv.lines().skip(1).all(|row| row.split(',').count() == 6));

    let unknown_setting =
        fairshare(&["sweep", &file, "--vary", "network.forward.speed=1,2", "--results", &results]);
    assert_eq!(status(&unknown_setting), 2);
    assert!(stderr(&unknown_setting).contains("speed"));
}

#[test]
fn a_sweeps_document_gives_the_bytes_of_the_arguments() {
    let folder = Folder::new("sweep-document");
    let results = folder.path("results");
    let document = format!(
        r#"{{ "sweep": 1, "seeds": 2, "scenario": {TWO_FLOWS}, "vary": [
            {{ "path": "network.forward.rate", "values": "1M..4M/2" }},
            {{ "path": "flows.far.algorithm", "values": ["cubic", "reno"] }} ] }}"#
    );
    let (file, scenario) = (folder.file("sweep.json", &document), folder.file("two.json", TWO_FLOWS));
    let from_document = succeeds(&fairshare(&["sweep", &file, "--csv", "--results", &results]));
    let varied = [
        "--vary",
        "network.forward.rate=1M..4M/2",
        "--vary",
        "flows.far.algorithm=cubic,reno",
        "--seeds",
        "2",
    ];
    let arguments = [&["sweep", &scenario, "--csv", "--results", &results][..], &varied].concat();
    assert_eq!(from_document, succeeds(&fairshare(&arguments)));

    let twice = fairshare(&["sweep", &file, "--seeds", "3", "--results", &results]);
    assert_eq!(status(&twice), 2);
    let wrong = folder.file("wrong.json", document.replace("1M..4M/2", "1M..4k/2"));
    let wrong = fairshare(&["sweep", &wrong, "--results", &results]);
    assert_eq!(status(&wrong), 2);
    assert!(stderr(&wrong).contains("vary[0].values"), "{}", stderr(&wrong));
    assert_eq!(status(&fairshare(&["sweep", &scenario, "--results", &results])), 2);
}
