//! Successful runs: the fields of the summary, CSV files that match it exactly, result IDs, settings, links.

use super::*;
use serde_json::Value;
use sim_core::scenario::share_link::{ShareLink, encode};

fn json(output: &Output) -> Value {
    serde_json::from_str(&succeeds(output)).unwrap()
}

fn run_json(document: &str, more: &[&str]) -> Value {
    let mut arguments = vec!["run", "-", "--json"];
    arguments.extend(more);
    json(&fairshare_reading(document, &arguments))
}

#[test]
fn the_summary_has_every_documented_field() {
    let summary = run_json(TWO, &[]);
    let has = |value: &Value, fields: &[&str]| {
        for field in fields {
            assert!(value.get(field).is_some(), "{field} is missing");
        }
    };
    has(
        &summary,
        &["version", "digest", "seed", "duration", "window", "packet_hops", "flows", "links", "fairness"],
    );
    assert_eq!(summary["window"], serde_json::json!([2, 12]));
    let ids: Vec<&str> =
        summary["flows"].as_array().unwrap().iter().map(|flow| flow["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["near", "far"], "flows come in the order of the document");
    has(
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
    has(&summary["flows"][0]["rtt_ms"], &["min", "mean", "p50", "p95", "p99", "max"]);
    has(&summary["flows"][0]["cov"], &["0.1", "1"]);
    has(
        &summary["links"][0],
        &[
            "id",
            "rate_bps",
            "utilisation",
            "queue_packets",
            "queue_bytes_mean",
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
    has(&summary["fairness"], &["jain", "theta", "friendliness", "tfi", "convergence_s", "utilisation"]);
}

#[test]
fn the_table_names_every_flow_and_the_speed() {
    let text = succeeds(&fairshare_reading(TWO, &["run", "-"]));
    let digest = run_json(TWO, &[])["digest"].as_str().unwrap().to_owned();
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
    let summary = run_json(TWO, &["--csv", &folder.path("")]);
    let counted = |file: &str, id: &str, signal: &str| -> f64 {
        let inside =
            |row: &&Vec<String>| row[2] == id && row[3] == signal && row[0].parse::<f64>().unwrap() >= 2.0;
        rows(&folder, file).iter().filter(inside).map(|row| row[4].parse::<f64>().unwrap()).sum()
    };
    for flow in summary["flows"].as_array().unwrap() {
        let id = flow["id"].as_str().unwrap();
        let delivered = counted("flows.csv", id, "delivered");
        assert!(delivered > 0.0);
        assert_eq!(delivered, flow["delivered_bytes"].as_f64().unwrap(), "{id}");
        assert_eq!(delivered * 8.0 / 10.0, flow["goodput_bps"].as_f64().unwrap(), "{id}");
        let through = counted("flows.csv", id, "throughput");
        assert_eq!(through * 8.0 / 10.0, flow["throughput_bps"].as_f64().unwrap(), "{id}");
        assert_eq!(counted("flows.csv", id, "sent"), flow["sent"].as_f64().unwrap(), "{id}");
        assert_eq!(counted("flows.csv", id, "lost"), flow["lost"].as_f64().unwrap(), "{id}");
    }
    for link in summary["links"].as_array().unwrap() {
        let id = link["id"].as_str().unwrap();
        let lost = link["drops"].as_f64().unwrap() + link["losses"].as_f64().unwrap();
        assert_eq!(counted("links.csv", id, "drops"), lost, "{id}");
        let departed = counted("links.csv", id, "departed");
        let used = departed * 8.0 / 10.0 / link["rate_bps"].as_f64().unwrap();
        assert_eq!(used, link["utilisation"].as_f64().unwrap(), "{id}");
    }
    // All files have their final names, and no temporary files remain.
    let mut names: Vec<String> = std::fs::read_dir(folder.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["events.csv", "flows.csv", "links.csv", "signals.csv", "summary.csv"]);
}

#[test]
fn csv_describes_its_signals() {
    let folder = Folder::new("csv-words");
    run_json(TWO, &["--csv", &folder.path("deep/below"), "--bin", "0.5"]);
    let flows = std::fs::read_to_string(folder.path("deep/below/flows.csv")).unwrap();
    assert!(flows.starts_with("t,width,flow,signal,value,min,max\n"));
    assert!(flows.contains("\n0.5,0.5,near,cwnd,"), "bins have the requested width");
    let signals = std::fs::read_to_string(folder.path("deep/below/signals.csv")).unwrap();
    let mut used: Vec<&str> = flows.lines().skip(1).map(|line| line.split(',').nth(3).unwrap()).collect();
    used.sort_unstable();
    used.dedup();
    assert!(used.len() > 5);
    for signal in used {
        assert!(signals.contains(&format!("flow,{signal},")), "{signal} is not explained");
    }
    let summary = std::fs::read_to_string(folder.path("deep/below/summary.csv")).unwrap();
    assert!(summary.contains("\nflow,near,rtt_ms.p95,") && summary.contains("\nrun,,fairness.jain,"));
}

#[test]
fn a_gauge_lies_between_its_minimum_and_maximum() {
    let folder = Folder::new("csv-gauges");
    run_json(TWO, &["--csv", &folder.path("")]);
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
    let plain = run_json(TWO, &[]);
    let mut with_events = run_json(TWO, &["--events", "--csv", &folder.path("")]);
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
    let faster = run_json(TWO, &["--set", "network.forward.rate=1M", "--set", "network.forward.rate=8M"]);
    assert_eq!(faster["links"][0]["rate_bps"], 8_000_000);
    let seeded = run_json(TWO, &["--seed", "7"]);
    assert_eq!(seeded["seed"], 7);
    assert_ne!(seeded["digest"], run_json(TWO, &[])["digest"]);
    assert_eq!(seeded["digest"], run_json(TWO, &["--set", "seed=7"])["digest"]);
}

#[test]
fn result_ids_are_printed_and_compared() {
    let folder = Folder::new("digest");
    let file = folder.file("two.json", TWO);
    let id = run_json(TWO, &[])["digest"].as_str().unwrap().to_owned();
    assert_eq!(succeeds(&fairshare(&["digest", &file, &file])), format!("{id}  {file}\n{id}  {file}\n"));
    succeeds(&fairshare(&["digest", &file, "--expect", &id.to_uppercase()]));
    let other = fairshare(&["digest", &file, "--expect", "0123456789abcdef"]);
    assert_eq!(status(&other), 1);
    assert!(stderr(&other).contains("not 0123456789abcdef"));
}

fn link(result_id: Option<&str>, version: Option<&str>) -> String {
    let scenario = serde_json::from_str(TWO).unwrap();
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let link = ShareLink { scenario, result_id: owned(result_id), version: owned(version), view: None };
    format!("https://example.org/lab/{}", encode(&link))
}

#[test]
fn links_run_like_documents() {
    let folder = Folder::new("links");
    let id = run_json(TWO, &[])["digest"].as_str().unwrap().to_owned();
    let good = link(Some(&id), None);
    assert_eq!(json(&fairshare(&["run", "--json", &good]))["digest"], id.as_str());
    let file = folder.file("link.txt", format!("{good}\n"));
    assert!(succeeds(&fairshare(&["digest", &file])).starts_with(&id));
    assert!(succeeds(&fairshare_reading(&good, &["validate", "-"])).contains("2 flows"));
}

#[test]
fn a_link_with_another_result_id_fails() {
    let wrong = fairshare(&["run", "--json", &link(Some("0123456789abcdef"), None)]);
    assert_eq!(status(&wrong), 1);
    assert!(stderr(&wrong).contains("0123456789abcdef"));
    let older = fairshare(&["run", "--json", &link(Some("0123456789abcdef"), Some("0.0.1"))]);
    assert_eq!(status(&older), 0);
    assert!(stderr(&older).contains("0.0.1"));
    let changed = fairshare(&["run", "--json", &link(Some("0123456789abcdef"), None), "--seed", "3"]);
    assert_eq!(status(&changed), 0, "a changed scenario has another result ID");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing_behind() {
    let folder = Folder::new("interrupted");
    let long = TWO.replace("\"duration\": 12", "\"duration\": 80000");
    let file = folder.file("long.json", long);
    let interrupted_after = |wait: u64| {
        let child = Command::new(env!("CARGO_BIN_EXE_fairshare"))
            .args(["run", &file, "--csv", &folder.path("out")])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        child.wait_with_output().unwrap()
    };
    // On a busy machine the signal may arrive before the program handles it. It then ends the program, and a longer wait follows.
    let output =
        [300, 1500, 6000].into_iter().map(interrupted_after).find(|output| output.status.code().is_some());
    let output = output.unwrap();
    assert_eq!(status(&output), 130, "{}", stderr(&output));
    assert!(stderr(&output).contains("Interrupted at"));
    assert_eq!(stdout(&output), "");
    let left = std::fs::read_dir(folder.path("out")).map_or(0, Iterator::count);
    assert_eq!(left, 0);
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
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(1), ""));
}
