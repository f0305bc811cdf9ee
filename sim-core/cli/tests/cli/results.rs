//! Tests of successful runs: the fields of the summary, CSV files that match it exactly, result IDs,
//! settings, links.

use super::*;
use serde_json::Value;
use sim_core::scenario::share_link::{ShareLink, encode};

fn json(output: &Output) -> Value {
    serde_json::from_str(&succeeds(output)).unwrap()
}

fn run_json(document: &str, further_arguments: &[&str]) -> Value {
    let mut arguments = vec!["run", "-", "--json"];
    arguments.extend(further_arguments);
    json(&fairshare_reading(document, &arguments))
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of fields")]
fn the_summary_has_every_documented_field() {
    let summary = run_json(TWO_FLOWS, &[]);
    let assert_has_fields = |value: &Value, fields: &[&str]| {
        for field in fields {
            assert!(value.get(field).is_some(), "{field} is missing");
        }
    };
    assert_has_fields(
        &summary,
        &["version", "result_id", "seed", "duration", "window", "packet_hops", "flows", "links", "fairness"],
    );
    assert_eq!(summary["window"], serde_json::json!([2, 12]));
    let ids: Vec<&str> =
        summary["flows"].as_array().unwrap().iter().map(|flow| flow["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["near", "far"], "the flows are not in the order of the document");
    assert_has_fields(
        &summary["flows"][0],
        &[
            "label",
            "algorithm",
            "role",
            "base_rtt_ms",
            "goodput_bps",
            "throughput_bps",
            "sent",
            "delivered",
            "lost",
            "retransmitted",
            "loss_fraction",
            "loss_events",
            "loss_event_rate",
            "timeouts",
            "window_cuts",
            "cwnd",
            "rtt_ms",
            "queue_delay_ms",
            "cov",
            "jitter_ms",
            "completion_s",
        ],
    );
    assert_has_fields(&summary["flows"][0]["rtt_ms"], &["min", "mean", "p50", "p95", "p99", "max"]);
    assert_has_fields(&summary["flows"][0]["cov"], &["0.1", "1"]);
    assert_has_fields(
        &summary["links"][0],
        &[
            "id",
            "rate_bps",
            "utilisation",
            "queue_packets",
            "queue_delay_ms",
            "occupancy",
            "arrivals",
            "departures",
            "drops",
            "drop_rate",
            "losses",
            "marks",
        ],
    );
    assert_has_fields(
        &summary["fairness"],
        &["jain", "theta", "friendliness", "convergence_s", "utilisation"],
    );
}

#[test]
fn the_table_contains_the_flows_and_the_speed() {
    let text = succeeds(&fairshare_reading(TWO_FLOWS, &["run", "-"]));
    let digest = run_json(TWO_FLOWS, &[])["result_id"].as_str().unwrap().to_owned();
    for part in ["Two", &digest, "near", "cubic", "forward", "Jain", "packet-hops in", "million per second"] {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

/// The rows of a CSV file without its header.
fn rows(folder: &Folder, name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder.path(name)).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn csv_sums_equal_the_summary() {
    let folder = Folder::new("csv");
    let summary = run_json(TWO_FLOWS, &["--csv", &folder.path("")]);
    let sum_in_window = |file: &str, id: &str, signal: &str| -> f64 {
        let is_in_window =
            |row: &&Vec<String>| row[2] == id && row[3] == signal && row[0].parse::<f64>().unwrap() >= 2.0;
        rows(&folder, file).iter().filter(is_in_window).map(|row| row[4].parse::<f64>().unwrap()).sum()
    };
    for flow in summary["flows"].as_array().unwrap() {
        let id = flow["id"].as_str().unwrap();
        let delivered = sum_in_window("flows.csv", id, "delivered");
        assert!(delivered > 0.0);
        assert_eq!(delivered, flow["delivered_bytes"].as_f64().unwrap(), "{id}");
        assert_eq!(delivered * 8.0 / 10.0, flow["goodput_bps"].as_f64().unwrap(), "{id}");
        let received = sum_in_window("flows.csv", id, "throughput");
        assert_eq!(received * 8.0 / 10.0, flow["throughput_bps"].as_f64().unwrap(), "{id}");
        assert_eq!(sum_in_window("flows.csv", id, "sent"), flow["sent"].as_f64().unwrap(), "{id}");
        assert_eq!(sum_in_window("flows.csv", id, "lost"), flow["lost"].as_f64().unwrap(), "{id}");
    }
    for link in summary["links"].as_array().unwrap() {
        let id = link["id"].as_str().unwrap();
        let lost = link["drops"].as_f64().unwrap() + link["losses"].as_f64().unwrap();
        assert_eq!(sum_in_window("links.csv", id, "drops"), lost, "{id}");
        let departed = sum_in_window("links.csv", id, "departed");
        // The series count a packet when its last bit leaves. The utilisation counts the part of each packet
        // inside the window, so at each edge of the window up to one packet of 1500 bytes differs.
        let rate = link["rate_bps"].as_f64().unwrap();
        let difference = departed * 8.0 / 10.0 / rate - link["utilisation"].as_f64().unwrap();
        assert!(difference.abs() <= 1500.0 * 8.0 / 10.0 / rate, "{id}: {difference}");
    }
    // All files have their final names, and no temporary file remains.
    let mut names: Vec<String> = std::fs::read_dir(folder.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["events.csv", "flows.csv", "links.csv", "signals.csv", "summary.csv"]);
}

#[test]
fn csv_files_explain_their_signals() {
    let folder = Folder::new("csv-words");
    run_json(TWO_FLOWS, &["--csv", &folder.path("deep/below"), "--bin", "0.5"]);
    let flows = std::fs::read_to_string(folder.path("deep/below/flows.csv")).unwrap();
    assert!(flows.starts_with("t,width,flow,signal,value,min,max\n"));
    assert!(flows.contains("\n0.5,0.5,near,cwnd,"), "the bins do not have the requested width");
    let signals = std::fs::read_to_string(folder.path("deep/below/signals.csv")).unwrap();
    let mut used_signals: Vec<&str> =
        flows.lines().skip(1).map(|line| line.split(',').nth(3).unwrap()).collect();
    used_signals.sort_unstable();
    used_signals.dedup();
    assert!(used_signals.len() > 5);
    for signal in used_signals {
        assert!(signals.contains(&format!("flow,{signal},")), "signals.csv does not explain {signal}");
    }
    let summary = std::fs::read_to_string(folder.path("deep/below/summary.csv")).unwrap();
    assert!(summary.contains("\nflow,near,rtt_ms.p95,") && summary.contains("\nrun,,fairness.jain,"));
}

#[test]
fn a_gauge_is_between_its_minimum_and_maximum() {
    let folder = Folder::new("csv-gauges");
    run_json(TWO_FLOWS, &["--csv", &folder.path("")]);
    let mut rows_checked = 0;
    for row in rows(&folder, "flows.csv").iter().filter(|row| row[3] == "cwnd") {
        let number = |i: usize| row[i].parse::<f64>().unwrap();
        assert!(number(5) <= number(4) && number(4) <= number(6), "{row:?}");
        rows_checked += 1;
    }
    assert!(rows_checked > 200);
}

#[test]
fn recording_does_not_change_the_result() {
    let folder = Folder::new("recording");
    let plain = run_json(TWO_FLOWS, &[]);
    let mut with_events = run_json(TWO_FLOWS, &["--events", "--csv", &folder.path("")]);
    let events = with_events.as_object_mut().unwrap().remove("events").unwrap();
    assert_eq!(plain, with_events);
    let kinds: Vec<&str> =
        events.as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect();
    for kind in ["flow_started", "loss", "window_cut", "recovery_left"] {
        assert!(kinds.contains(&kind), "no {kind}");
    }
    assert_eq!(rows(&folder, "events.csv").len(), kinds.len());
}

#[test]
fn settings_and_seeds_are_applied_in_order() {
    let with_both_settings =
        run_json(TWO_FLOWS, &["--set", "network.forward.rate=1M", "--set", "network.forward.rate=8M"]);
    assert_eq!(with_both_settings["links"][0]["rate_bps"], 8_000_000);
    let with_seed = run_json(TWO_FLOWS, &["--seed", "7"]);
    assert_eq!(with_seed["seed"], 7);
    assert_ne!(with_seed["result_id"], run_json(TWO_FLOWS, &[])["result_id"]);
    assert_eq!(with_seed["result_id"], run_json(TWO_FLOWS, &["--set", "seed=7"])["result_id"]);
}

#[test]
fn result_ids_are_printed_and_compared() {
    let folder = Folder::new("digest");
    let file = folder.file("two.json", TWO_FLOWS);
    let id = run_json(TWO_FLOWS, &[])["result_id"].as_str().unwrap().to_owned();
    assert_eq!(succeeds(&fairshare(&["digest", &file, &file])), format!("{id}  {file}\n{id}  {file}\n"));
    succeeds(&fairshare(&["digest", &file, "--expect", &id.to_uppercase()]));
    let other = fairshare(&["digest", &file, "--expect", "0123456789abcdef"]);
    assert_eq!(status(&other), 1);
    assert!(stderr(&other).contains("not 0123456789abcdef"));
}

fn link(result_id: Option<&str>, version: Option<&str>) -> String {
    let scenario = serde_json::from_str(TWO_FLOWS).unwrap();
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let link = ShareLink { scenario, result_id: owned(result_id), version: owned(version) };
    format!("https://example.org/lab/{}", encode(&link))
}

#[test]
fn links_and_documents_have_the_same_results() {
    let folder = Folder::new("links");
    let id = run_json(TWO_FLOWS, &[])["result_id"].as_str().unwrap().to_owned();
    let valid_link = link(Some(&id), None);
    assert_eq!(json(&fairshare(&["run", "--json", &valid_link]))["result_id"], id.as_str());
    let file = folder.file("link.txt", format!("{valid_link}\n"));
    assert!(succeeds(&fairshare(&["digest", &file])).starts_with(&id));
    assert!(succeeds(&fairshare_reading(&valid_link, &["validate", "-"])).contains("2 flows"));
}

#[test]
fn readable_links_name_an_example_and_its_changed_settings() {
    let short = "https://example.org/lab/#p=near-far&duration=5&network.forward.rate=5000000";
    let id = json(&fairshare(&["run", "--json", short]))["result_id"].as_str().unwrap().to_owned();
    assert!(succeeds(&fairshare(&["digest", short])).starts_with(&id));
    assert!(succeeds(&fairshare(&["digest", short, "--expect", &id])).starts_with(&id));
    assert!(succeeds(&fairshare_reading(short, &["digest", "-"])).starts_with(&id));
    let current = format!("{short}&e={}", env!("CARGO_PKG_VERSION"));
    assert!(succeeds(&fairshare(&["digest", &current])).contains("made with version"));
}

#[test]
fn digest_refuses_links_of_other_versions_and_names_the_version() {
    for other in [link(None, Some("0.0.1")), "#p=near-far&e=0.0.1".to_owned()] {
        let refused = fairshare(&["digest", &other]);
        assert_eq!(status(&refused), 2);
        assert!(stderr(&refused).contains("made with version 0.0.1"), "{}", stderr(&refused));
    }
}

#[test]
fn a_link_with_another_result_id_fails_unless_version_or_scenario_differ() {
    let same_version = fairshare(&["run", "--json", &link(Some("0123456789abcdef"), None)]);
    assert_eq!(status(&same_version), 1);
    assert!(stderr(&same_version).contains("0123456789abcdef"));
    let older_version = fairshare(&["run", "--json", &link(Some("0123456789abcdef"), Some("0.0.1"))]);
    assert_eq!(status(&older_version), 0);
    assert!(stderr(&older_version).contains("0.0.1"));
    let changed_seed = fairshare(&["run", "--json", &link(Some("0123456789abcdef"), None), "--seed", "3"]);
    assert_eq!(status(&changed_seed), 0, "the result ID of a changed scenario was compared");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_files() {
    let folder = Folder::new("interrupted");
    let long = TWO_FLOWS.replace("\"duration\": 12", "\"duration\": 80000");
    let file = folder.file("long.json", long);
    let interrupted_after = |wait: u64| {
        let child = Command::new(env!("CARGO_BIN_EXE_fairshare"))
            .args(["run", &file, "--csv", &folder.path("out")])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        let signal_status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(signal_status.success());
        child.wait_with_output().unwrap()
    };
    // On a busy machine the signal may arrive before the program has installed its handler, and then ends the
    // program. The test then tries again with a longer wait.
    let output =
        [300, 1500, 6000].into_iter().map(interrupted_after).find(|output| output.status.code().is_some());
    let output = output.unwrap();
    assert_eq!(status(&output), 130, "{}", stderr(&output));
    assert!(stderr(&output).contains("Interrupted at"));
    assert_eq!(stdout(&output), "");
    let files = std::fs::read_dir(folder.path("out")).map_or(0, Iterator::count);
    assert_eq!(files, 0);
}

#[test]
fn closed_output_does_not_panic() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fairshare"))
        .args(["catalog", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
}

#[test]
fn models_of_tcp_are_computed_for_every_loss_rate() {
    let arguments = ["model", "--rtt", "0.1", "--timeout", "0.2", "--p", "0.0001,0.01,0.1,0.3"];
    let rows = json(&fairshare(&arguments));
    let expected = [
        (0.0001, 122.474_487_1, 122.177_938_3, 122.364_359_2),
        (0.01, 12.247_448_7, 11.569_360_9, 11.233_223_4),
        (0.1, 3.872_983_3, 2.751_358_4, 1.770_102_1),
        (0.3, 2.236_068_0, 0.977_151_2, 0.194_847_3),
    ];
    assert_eq!(rows.as_array().unwrap().len(), expected.len());
    for (i, (p, square_root, padhye, tfrc)) in expected.into_iter().enumerate() {
        assert_eq!(rows[i]["p"], p);
        for (name, value) in [("square_root", square_root), ("padhye", padhye), ("tfrc", tfrc)] {
            let found = rows[i][name].as_f64().unwrap();
            assert!((found - value).abs() < 6e-8, "{name} at {p}: {found}");
        }
    }
}
