//! `fairshare check`: reads files and folders, prints a table, CSV or JSON, and refuses files that are not
//! assignments. The rules of checking are tested in sim-core/assignments.

use super::*;
use serde_json::{Value, json};

fn scenario(rate: f64) -> Value {
    json!({ "v": 1, "title": "Check", "duration": 3, "network": { "forward": { "rate": rate } }, "flows": [{ "id": "a" }] })
}

fn assignment() -> Value {
    json!({
        "fairshare": "assignment", "v": 1, "id": "one", "title": "Check", "scenario": scenario(1e6), "seed": "same",
        "settings": [],
        "questions": [{ "id": "q1", "kind": "choice", "ask": "?", "options": ["yes", "no"], "points": 2 }],
        "key": { "q1": { "right": 1 } },
    })
}

fn hand_in(name: &str, scenario: &Value, answer: u32, t: u32) -> Value {
    let digest = succeeds(&fairshare_reading(&scenario.to_string(), &["digest", "-"]));
    json!({
        "fairshare": "hand-in", "v": 1, "assignment": "one", "name": name, "version": env!("CARGO_PKG_VERSION"),
        "scenario": scenario, "result": &digest[..16], "answers": { "q1": answer }, "spent": 90,
        "log": [{ "t": t, "answer": "q1", "value": answer }],
    })
}

#[test]
fn check_judges_the_hand_ins_in_files_and_folders() {
    let folder = Folder::new("check");
    std::fs::create_dir_all(folder.path("class/.hidden")).unwrap();
    let key = folder.file("key.json", assignment().to_string());
    folder.file("class/right.json", hand_in("=right", &scenario(1e6), 1, 5000).to_string());
    folder.file("class/wrong.json", hand_in("wrong", &scenario(1e6), 0, 6000).to_string());
    folder.file("class/.hidden/x.json", "not read");
    let locked = folder.file("locked.json", hand_in("locked", &scenario(2e6), 1, 7000).to_string());
    let class = folder.path("class");

    let csv = succeeds(&fairshare(&["check", &key, &class, &locked, "--csv", "--jobs", "2"]));
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.trim_end().split(',').collect()).collect();
    let row = |file: &str| rows.iter().find(|row| row[0].ends_with(file)).unwrap();
    assert_eq!(rows[0][2..6], ["right", "of", "points", "of points"]);
    assert_eq!(rows[0][6..9], ["question 1", "answer to question 1", "points of question 1 (of 2)"]);
    assert_eq!(row("right.json")[1..9], ["'=right", "1", "1", "2", "2", "right", "no", "2"]);
    assert_eq!(row("wrong.json")[1..9], ["wrong", "0", "1", "0", "2", "wrong", "yes", "0"]);
    assert_eq!(row("locked.json")[1..9], ["locked", "1", "1", "2", "2", "right", "no", "2"]);
    assert!(row("locked.json").last().unwrap().contains("network.forward.rate"), "{csv}");
    assert!(csv.contains("`.hidden` begins with a dot"), "{csv}");
    assert_eq!(rows.len(), 5);

    let text = succeeds(&fairshare(&["check", &key, &class, &locked]));
    assert!(text.ends_with("4 files: 3 checked, 1 not read\n"), "{text}");
    assert!(text.contains("question 1") && text.contains("2 of 2") && !text.contains("q1"), "{text}");
    assert!(
        text.contains("1 of 1") && text.contains("Locked settings were changed: network.forward.rate."),
        "{text}"
    );
    let list: Value =
        serde_json::from_str(&succeeds(&fairshare(&["check", &key, &class, "--json"]))).unwrap();
    let right = list.as_array().unwrap().iter().find(|report| report["name"] == "=right").unwrap();
    assert_eq!(right["answers"][0]["state"], "right");
    assert_eq!(right["findings"], json!([]));
}

/// The autograder of docs/autograders, with the program that it calls.
#[cfg(unix)]
#[test]
fn the_autograder_grades_a_hand_in() {
    let folder = Folder::new("autograder");
    for case in ["right", "wrong", "broken"] {
        std::fs::create_dir_all(folder.path(case)).unwrap();
    }
    let key = folder.file("key.json", assignment().to_string());
    folder.file("right/a.json", hand_in("a", &scenario(1e6), 1, 5000).to_string());
    folder.file("wrong/b.json", hand_in("b", &scenario(2e6), 0, 5000).to_string());
    folder.file("broken/c.json", "{");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/autograders/gradescope/grade.py");
    let grade = |case: &str, last: &[&str]| {
        let mut command = std::process::Command::new("python3");
        let command = command.env("FAIRSHARE", env!("CARGO_BIN_EXE_fairshare")).args([script, &key]);
        command.arg(folder.path(case)).args(last).output().unwrap()
    };
    let results = folder.path("results.json");
    let graded = |case: &str| -> Value {
        succeeds(&grade(case, &[&results]));
        serde_json::from_str(&std::fs::read_to_string(&results).unwrap()).unwrap()
    };
    assert_eq!(
        graded("right")["tests"],
        json!([{ "name": "Question 1", "score": 2, "max_score": 2, "output": "no: right" }])
    );
    let wrong = graded("wrong");
    assert_eq!(wrong["tests"][0]["score"], 0);
    assert_eq!(wrong["tests"][1]["visibility"], "hidden");
    assert!(wrong["tests"][1]["output"].as_str().unwrap().contains("network.forward.rate"));
    assert_eq!(graded("broken")["score"], 0);
    assert_eq!(status(&grade("right", &["--question", "1"])), 0);
    assert_eq!(status(&grade("wrong", &["--question", "1"])), 1);
}

#[test]
fn files_that_cannot_be_checked_are_named() {
    let folder = Folder::new("check-bad");
    let key = folder.file("key.json", assignment().to_string());
    let mut students = assignment();
    students.as_object_mut().unwrap().remove("key");
    let students = folder.file("students.json", students.to_string());
    let refused = fairshare(&["check", &students, &key]);
    assert_eq!(status(&refused), 2);
    assert!(stderr(&refused).contains("students' file"), "{}", stderr(&refused));
    assert_eq!(status(&fairshare(&["check", &key, &folder.path("missing.json")])), 2);

    let large = folder.file("large.json", "");
    std::fs::File::options().write(true).open(&large).unwrap().set_len(200_000_000).unwrap();
    let text = succeeds(&fairshare(&["check", &key, &large, &key]));
    assert!(text.contains("The file has 200 MB."), "{text}");
    assert!(text.ends_with("2 files: 0 checked, 2 not read\n"), "{text}");
    assert!(text.contains("This file is an assignment, not a hand-in."), "{text}");
}
