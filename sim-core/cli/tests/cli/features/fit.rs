//! Tests of `fairshare fit`.

use super::*;

#[test]
fn three_numbers_give_a_sentence_and_what_would_change_the_line() {
    let printed =
        succeeds(&fairshare(&["fit", "--rate", "8M", "--ping", "24", "--loaded-ping", "310", "--jobs", "1"]));
    assert!(
        printed.starts_with("Your line is about 8.32 Mb/s with 24 ms; its buffer holds at least"),
        "{printed}"
    );
    assert!(printed.contains("With CAKE at 7.9 Mb/s, a call would wait"), "{printed}");
    assert!(printed.contains("tc qdisc replace dev eth0 root cake bandwidth 7900kbit"), "{printed}");
    assert!(printed.contains("FQ-CoDel at 7.9 Mb/s: #s="), "{printed}");
    assert!(printed.contains("sysctl -w net.ipv4.tcp_congestion_control=bbr"), "{printed}");
    let with_units = ["--rate", "8Mbit/s", "--ping", "0.024s", "--loaded-ping", "310ms", "--jobs", "1"];
    assert_eq!(succeeds(&fairshare(&[&["fit"][..], &with_units[..]].concat())), printed);
    let wrong = fairshare(&["fit", "--rate", "8X", "--ping", "24", "--loaded-ping", "310"]);
    assert!(stderr(&wrong).contains("expected a rate such as 5M or 64k (bit/s)"), "{}", stderr(&wrong));
    let printed = succeeds(&fairshare(&["fit", "../measured/tests/samples/ookla.json", "--estimate"]));
    assert!(
        printed.starts_with("Your line is about 29.3 Mb/s with 17.9 ms; its buffer holds at least"),
        "{printed}"
    );
    assert!(printed.contains("The upload is described"), "{printed}");
}

#[test]
fn a_file_is_fitted_or_refused_with_the_reason() {
    let document = r#"{"v": 1, "duration": 8, "network": {"forward": {"rate": 6e6, "delay": 0.01,
        "queue": {"limit": {"packets": 100}}}}, "flows": [
        {"id": "ping", "algorithm": "sack", "packet": 100, "source": {"kind": "cbr", "rate": 8000}},
        {"id": "up", "algorithm": "cubic", "packet": 1500, "start": 1}]}"#;
    let folder = Folder::new("fit");
    let path = folder.0.join("up.flent.gz");
    let path = path.to_str().unwrap();
    succeeds(&fairshare_reading(document, &["export", "-", "--as", "flent", "--output", path]));
    let json: serde_json::Value =
        serde_json::from_str(&succeeds(&fairshare(&["fit", path, "--json", "--estimate"]))).unwrap();
    let rate = json["rate"]["value"].as_f64().unwrap();
    assert!((5.7e6..6.3e6).contains(&rate), "{json:#}");
    assert_eq!(json["queue"][0], "drop_tail");
    assert_eq!(json["proposals"], serde_json::json!([]));
    let short = document.replace("\"duration\": 8", "\"duration\": 2");
    let qlog = folder.0.join("up.sqlog");
    let qlog = qlog.to_str().unwrap();
    succeeds(&fairshare_reading(&short, &["export", "-", "--as", "qlog", "--flow", "up", "--output", qlog]));
    let refused = succeeds(&fairshare(&["fit", qlog]));
    assert!(refused.starts_with("No answer. The transfers took"), "{refused}");
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    let failed = fairshare(&["fit", "src/main.rs"]);
    assert_eq!(status(&failed), 2);
    let message = stderr(&failed);
    assert!(message.contains("src/main.rs: No column has the times"), "{message}");
}
