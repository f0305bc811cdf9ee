//! Tests of invalid input: the message names the position of the problem and its solution, and the exit
//! status is 2.

use super::*;

/// Asserts that a command was rejected with status 2, without output, and with a message that contains all of
/// `parts`.
fn assert_rejected(output: &Output, parts: &[&str]) {
    let message = stderr(output);
    assert_eq!(status(output), 2, "{message}");
    assert_eq!(stdout(output), "");
    for part in parts {
        assert!(message.contains(part), "no `{part}` in: {message}");
    }
}

#[test]
fn files_that_are_not_scenarios_are_rejected() {
    let folder = Folder::new("no-scenarios");
    let binary: Vec<u8> = (0..=255).cycle().take(5000).collect();
    let cases: &[(&str, &[u8], &str)] = &[
        ("empty.json", b"", "The document is empty"),
        ("blank.json", b" \n\t", "The document is empty"),
        ("binary.json", &binary, "not a text file"),
        ("zeros.json", &[0; 100], "binary file"),
        ("utf16.json", b"\xff\xfe{\0}\0", "UTF-16"),
        ("cut.json", b"{ \"v\": 1, \"flows\": [", "The text ends before the document is complete"),
        ("nan.json", b"{ \"v\": 1, \"duration\": NaN }", "`NaN` is not a number"),
        ("list.json", b"[1, 2]", "object"),
    ];
    for (name, content, message) in cases {
        let file = folder.file(name, content);
        for command in ["run", "validate", "digest"] {
            assert_rejected(&fairshare(&[command, &file]), &[name, message]);
        }
    }
}

#[test]
fn files_that_cannot_be_read_are_reported() {
    let folder = Folder::new("unreadable");
    let file = folder.file("here.json", TWO_FLOWS);
    for command in ["run", "validate", "digest"] {
        assert_rejected(
            &fairshare(&[command, &folder.path("missing.json")]),
            &["missing.json: There is no such file"],
        );
        assert_rejected(&fairshare(&[command, &folder.path("")]), &["This is a folder"]);
        assert_rejected(
            &fairshare(&[command, &format!("{file}/below.json")]),
            &["A part of this path is a file"],
        );
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_read_permission_is_reported() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("forbidden");
    let file = folder.file("secret.json", TWO_FLOWS);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&file).is_ok() {
        // The superuser can read every file, so the file is accepted.
        succeeds(&fairshare(&["validate", &file]));
    } else {
        assert_rejected(&fairshare(&["run", &file]), &["secret.json: You may not read it"]);
    }
}

#[test]
fn two_gigabytes_of_spaces_are_rejected_early() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fairshare"))
        .args(["run", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let spaces = vec![b' '; 1 << 20];
    let mut written = 0u64;
    while written < 2 << 30 && input.write_all(&spaces).is_ok() {
        written += spaces.len() as u64;
    }
    drop(input);
    assert_rejected(&child.wait_with_output().unwrap(), &["standard input", "longer than 2 MB"]);
    assert!(written < 16 << 20, "{written} bytes were written before the program closed its input");
}

#[test]
fn all_problems_of_a_document_are_listed_with_their_paths() {
    let document = r#"{ "v": 1, "duration": 40000000, "colour": 1,
        "network": { "forward": { "rate": 0, "queue": { "limit": { "packets": 0 } } } },
        "flows": [ { "id": "a", "start": 5, "stop": 2 },
                   { "id": "a", "access": { "sender": -3 } }, { "id": "b", "count": 10000 } ] }"#;
    let paths = [
        "duration",
        "colour",
        "network.forward.rate",
        "network.forward.queue.limit",
        "flows[0].stop",
        "flows[1].id",
        "flows[1].access.sender",
        "flows[2].count",
    ];
    for command in ["run", "validate", "digest"] {
        assert_rejected(&fairshare_reading(document, &[command, "-"]), &paths);
    }
}

#[test]
fn damaged_links_are_rejected() {
    assert_rejected(&fairshare(&["run", "#s=abcde"]), &["link", "Copy the whole link again"]);
    assert_rejected(&fairshare(&["run", "https://example.org/#1.abcd"]), &["before 1.0"]);
    assert_rejected(&fairshare(&["digest", "#p=near-fat"]), &["link", "near-far"]);
    let long = format!("#s={}", "A".repeat(600_000));
    assert_rejected(&fairshare_reading(&long, &["run", "-"]), &["too long"]);
}

#[test]
fn invalid_arguments_are_rejected() {
    assert_rejected(&fairshare(&["run"]), &["<FILE>"]);
    assert_rejected(&fairshare(&["rnu", "x"]), &["unrecognized subcommand", "'run'"]);
    assert_rejected(&fairshare(&["run", "x", "--duration", "5"]), &["'--set duration=VALUE'"]);
    assert_rejected(&fairshare_reading(TWO_FLOWS, &["run", "-", "--seed", "-1"]), &["--seed"]);
    assert_rejected(
        &fairshare_reading(TWO_FLOWS, &["run", "-", "--set", "network.forward.speed=1"]),
        &["--set", "speed"],
    );
    assert_rejected(
        &fairshare_reading(TWO_FLOWS, &["run", "-", "--set", "warmup=99"]),
        &["with --set warmup=99", "warmup:"],
    );
    assert_rejected(&fairshare_reading(TWO_FLOWS, &["run", "-", "--bin", "0.1"]), &["--csv"]);
    assert_rejected(
        &fairshare_reading(TWO_FLOWS, &["digest", "-", "--expect", "12"]),
        &["16 hexadecimal digits"],
    );
    assert_rejected(&fairshare(&["catalog", "nothing"]), &["nothing", "`fairshare catalog` lists"]);
    assert_rejected(&fairshare(&["catalog", "codell"]), &["Did you mean `codel`?"]);
    assert_rejected(&fairshare(&["bench", "--only", "z"]), &["nothing called `z`"]);
}

#[test]
fn models_reject_invalid_times_and_loss_rates() {
    let model = |rtt: &str, timeout: &str, p: &str| {
        fairshare(&["model", "--rtt", rtt, "--timeout", timeout, &format!("--p={p}")])
    };
    for invalid in ["0", "inf", "NaN", "soon"] {
        assert_rejected(&model(invalid, "0.2", "0.1"), &["--rtt", invalid, "seconds above 0"]);
        assert_rejected(&model("0.1", invalid, "0.1"), &["--timeout", invalid, "seconds above 0"]);
    }
    for invalid in ["0", "1.01", "-0.1", "NaN", "1%"] {
        let list = format!("0.1,{invalid}");
        assert_rejected(&model("0.1", "0.2", &list), &["--p", invalid, "from 1e-8 to 1"]);
    }
    assert_rejected(&fairshare(&["model", "--rtt", "0.1", "--timeout", "0.2"]), &["--p"]);
}

#[test]
fn valid_files_are_reported_next_to_an_invalid_file() {
    let folder = Folder::new("among");
    let (good, bad) = (folder.file("good.json", TWO_FLOWS), folder.file("bad.json", "{}"));
    let output = fairshare(&["validate", &good, &bad]);
    assert_eq!(status(&output), 2);
    assert!(stdout(&output).contains("good.json: valid, 2 flows"));
    assert!(stderr(&output).contains("bad.json: 1 problem"));
}
