//! Programs of `own` on the command line.

use super::*;
use serde_json::{Value, json};

/// The path of a program to begin with.
fn example(id: &str) -> String {
    format!("{}/../script/examples/{id}.fair", env!("CARGO_MANIFEST_DIR"))
}

fn summary(output: &Output) -> Value {
    serde_json::from_str(&succeeds(output)).unwrap()
}

#[test]
fn a_program_runs_alone() {
    let summary = summary(&fairshare(&["run", &example("cubic"), "--json", "--set", "duration=5"]));
    assert_eq!(summary["flows"][0]["algorithm"], "own");
    assert!(summary["flows"][0]["goodput_bps"].as_f64().unwrap() > 5e6, "{summary}");
}

#[test]
fn a_program_from_a_file_is_the_one_in_the_document() {
    let document = |params: Value| {
        let flows = json!([{"id": "mine", "algorithm": "own", "params": params}, {"id": "tcp"}]);
        json!({"v": 1, "duration": 5, "flows": flows}).to_string()
    };
    let code = std::fs::read_to_string(example("vegas")).unwrap();
    let stated = summary(&fairshare_reading(&document(json!({ "code": code })), &["run", "-", "--json"]));
    let vegas = example("vegas");
    let given = summary(&fairshare_reading(&document(json!({})), &["run", "-", "--json", "--own", &vegas]));
    assert_eq!(given["result_id"], stated["result_id"]);
    let set = ["run", "-", "--json", "--own", &vegas, "--set", "flows.mine.params.settings.low=8"];
    let with_setting = summary(&fairshare_reading(&document(json!({})), &set));
    assert_ne!(with_setting["result_id"], stated["result_id"]);
}

#[test]
fn a_program_needs_a_flow_that_runs_it() {
    let output = fairshare_reading(TWO_FLOWS, &["run", "-", "--own", &example("reno")]);
    assert!(status(&output) == 2 && stderr(&output).contains("no flow has the algorithm own"));
}

#[test]
fn faults_name_flow_line_and_column() {
    let folder = Folder::new("own-faults");
    let endless = folder.file("endless.fair", "on_ack {\n  while cwnd > 0 { }\n}\n");
    let output = fairshare(&["run", &endless]);
    let text = stderr(&output);
    assert!(status(&output) == 1, "{text}");
    assert!(text.contains("the flow own stopped the run at") && text.contains("Line 2, column"), "{text}");
    let misspelt = folder.file("misspelt.fair", "on_ack {\n  cwnd += acked / cwind\n}\n");
    let output = fairshare(&["run", &misspelt]);
    let text = stderr(&output);
    assert!(status(&output) == 2 && text.contains("Line 2, column 19"), "{text}");
}
