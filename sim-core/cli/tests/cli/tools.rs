//! Commands around a scenario: comparison, links, examples by name, changes of all flows, completions and manual pages.

use serde_json::Value;

use super::*;

#[test]
fn compare_says_which_numbers_differ() {
    let change = ["compare", "-", "--set", "network.forward.rate=2500000", "--seeds", "3", "--json"];
    let compared: Value = serde_json::from_str(&succeeds(&fairshare_reading(TWO_FLOWS, &change))).unwrap();
    let number = |name: &str| {
        let numbers = compared["numbers"].as_array().unwrap();
        numbers.iter().find(|number| number["name"] == name).unwrap().clone()
    };
    let rate = number("near.goodput_bps");
    assert_eq!(rate["verdict"], "differ");
    assert_eq!(rate["difference"]["samples"], 3);
    let [a, b] = ["a", "b"].map(|side| rate[side]["mean"].as_f64().unwrap());
    let difference = rate["difference"]["mean"].as_f64().unwrap();
    assert!((b - a - difference).abs() < 1e-6 * a, "{rate}");
    assert_declared("compare", &compared);
    let both =
        ["compare", "-", "--set-both", "network.forward.rate=2500000", "--set", "title=B", "--seeds", "3"];
    let text = succeeds(&fairshare_reading(TWO_FLOWS, &both));
    assert!(text.contains("the same") && !text.contains("differs"), "{text}");
}

/// Harm as Ware and others define it: of a goodput the share that is lost, of a delay the share that the others cause.
#[test]
fn compare_states_the_harm_to_a_flow_that_would_be_alone() {
    let run = |flow: &str| {
        fairshare_reading(TWO_FLOWS, &["compare", "-", "--alone", flow, "--seeds", "3", "--json"])
    };
    let compared: Value = serde_json::from_str(&succeeds(&run("near"))).unwrap();
    let numbers = compared["numbers"].as_array().unwrap();
    assert!(
        numbers.iter().all(|number| number["name"].as_str().unwrap().starts_with("near.")),
        "{numbers:?}"
    );
    let harm = |name: &str, of: fn(f64, f64) -> f64| {
        let number = numbers.iter().find(|number| number["name"] == name).unwrap();
        let [a, b] = ["a", "b"].map(|side| number[side]["mean"].as_f64().unwrap());
        let harm = number["harm"].as_f64().unwrap();
        assert!((harm - of(a, b)).abs() < 1e-9 && harm > 0.0 && harm < 1.0, "{number}");
        harm
    };
    let goodput = harm("near.goodput_bps", |alone, among| (alone - among) / alone);
    assert!(goodput > 0.1, "{goodput}");
    harm("near.rtt_ms", |alone, among| (among - alone) / among);
    assert!(stderr(&run("nobody")).contains("no flow `nobody`"));
}

#[test]
fn two_equal_scenarios_are_the_same() {
    let folder = Folder::new("compare-equal");
    let [a, b] = ["a.json", "b.json"].map(|name| folder.file(name, TWO_FLOWS));
    let text = succeeds(&fairshare(&["compare", &a, &b, "--seeds", "3"]));
    assert!(text.contains("the same") && !text.contains("differs"), "{text}");
    assert_eq!(status(&fairshare(&["compare", &a])), 2);
}

#[test]
fn examples_have_names_and_links() {
    let id =
        |given: &str| succeeds(&fairshare(&["digest", given])).split_whitespace().next().unwrap().to_owned();
    assert_eq!(id("near-far"), id("#p=near-far"));
    let link = succeeds(&fairshare(&["link", "near-far", "--page", "https://example.org/"]));
    assert_eq!(link, "https://example.org/#p=near-far\n");
    assert_eq!(id(link.trim()), id("near-far"));
    let misspelt = fairshare(&["run", "near-farr"]);
    assert_eq!(status(&misspelt), 2);
    assert!(stderr(&misspelt).contains("Did you mean the example `near-far`?"), "{}", stderr(&misspelt));
}

#[test]
fn a_change_of_all_flows_is_one_for_each() {
    let all = fairshare_reading(TWO_FLOWS, &["digest", "-"]);
    assert_eq!(status(&all), 0);
    let run = |arguments: &[&str]| -> Value {
        serde_json::from_str(&succeeds(&fairshare_reading(TWO_FLOWS, arguments))).unwrap()
    };
    let wild = run(&["run", "-", "--json", "--set", "flows.*.algorithm=bbr"]);
    let each =
        run(&["run", "-", "--json", "--set", "flows.near.algorithm=bbr", "--set", "flows.far.algorithm=bbr"]);
    assert_eq!(wild["result_id"], each["result_id"]);
}

#[test]
fn a_change_of_the_algorithm_drops_what_the_new_one_does_not_have_and_says_so() {
    let document =
        TWO_FLOWS.replacen(r#""id": "near","#, r#""id": "near", "params": { "hystart": true },"#, 1);
    assert_ne!(document, TWO_FLOWS);
    let run = |further: &[&str]| {
        let arguments = [&["run", "-", "--json", "--set", "flows.*.algorithm=bbr"], further].concat();
        fairshare_reading(&document, &arguments)
    };
    let output = run(&[]);
    assert!(stderr(&output).contains("`bbr` has no setting `hystart`"), "{}", stderr(&output));
    let without = fairshare_reading(TWO_FLOWS, &["run", "-", "--json", "--set", "flows.*.algorithm=bbr"]);
    assert_eq!(succeeds(&output), succeeds(&without));
    assert_eq!(stderr(&run(&["--quiet"])), "");
}

#[test]
fn colours_are_for_terminals_or_on_request() {
    let run = |further: &[&str]| succeeds(&fairshare_reading(TWO_FLOWS, &[&["run", "-"], further].concat()));
    assert!(!run(&[]).contains('\x1b'));
    assert!(run(&["--color", "always"]).contains("\x1b[1mflow"));
    let mistake = |color: &str| stderr(&fairshare(&["run", "--nothing", color]));
    assert!(mistake("--color=always").contains('\x1b'));
    assert!(!mistake("--color=never").contains('\x1b'));
}

#[test]
fn shells_and_man_know_the_commands() {
    assert!(succeeds(&fairshare(&["completions", "bash"])).contains("compare"));
    let folder = Folder::new("man");
    succeeds(&fairshare(&["man", &folder.path("")]));
    let page = std::fs::read_to_string(folder.path("fairshare-run.1")).unwrap();
    assert!(page.contains("share link"), "{page}");
}

#[test]
fn checks_are_also_json() {
    let output = fairshare_reading(
        r#"{ "v": 1, "flows": [{ "id": "a", "algoritm": "cubic" }] }"#,
        &["validate", "-", "--json"],
    );
    assert_eq!(status(&output), 2);
    let found: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(found["files"][0]["valid"], false);
    assert!(found["files"][0]["problems"][1].as_str().unwrap().contains("Did you mean `algorithm`?"));
    assert_declared("validate", &found);
}

/// Checks that a printed object has the members that its schema declares, and the number of its format.
pub fn assert_declared(command: &str, printed: &Value) {
    let schema: Value =
        serde_json::from_str(&succeeds(&fairshare(&["schema", "--results", command]))).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(printed), keys(&schema["properties"]));
    assert_eq!(printed["format"], schema["properties"]["format"]["const"]);
    assert!(schema["required"].as_array().unwrap().contains(&"format".into()));
}
