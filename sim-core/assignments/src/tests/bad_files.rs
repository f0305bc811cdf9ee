//! Files that somebody changed by intent: each is named for what it is. Those that only a comparison of everything with
//! everything could find are not named, because it would accuse honest students, too.

use serde_json::{Value, json};
use sim_core::ground::convert::narrow;
use sim_core::ground::json::to_text;
use sim_core::ground::math::round;
use sim_core::scenario::change::{apply, write_path};

use crate::assignment::Assignment;
use crate::check::check;
use crate::compare::compare;
use crate::files::unpack;
use crate::report::Report;
use crate::table::csv;
use crate::tests::{assignment, assignment_file, hand_in, kinds_of, time, zip};

/// A hand-in that states that the queue is short, with a queue that is not.
fn forged_goal(assignment: &Assignment, student: u32) -> Value {
    let mut value = hand_in(assignment, "forged goal", student);
    let limit = json!({ "packets": 300 });
    value["log"][2]["to"] = limit.clone();
    let path = "network.forward.queue.limit".to_owned();
    let document = apply(&assignment.start("x"), &[(path, Some(limit))]);
    value["result"] = json!(crate::run::Run::compute(&document).ok().unwrap().result);
    value["scenario"] = document;
    value
}

fn with_times(value: &mut Value, time: impl Fn(usize) -> f64) {
    for (i, entry) in value["log"].as_array_mut().unwrap().iter_mut().enumerate() {
        entry["t"] = json!(time(i));
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of files and of what is found in each")]
fn each_bad_file_is_named_for_what_it_is() {
    let assignment = assignment("same");
    let changed = |name: &str, student: u32, change: &dyn Fn(&mut Value)| {
        let mut value = hand_in(&assignment, name, student);
        change(&mut value);
        to_text(&value).into_bytes()
    };
    let number_as = |text: &'static str| {
        move |v: &mut Value| {
            v["answers"]["q2"] = json!(text);
            v["log"][4]["value"] = json!(text);
        }
    };
    let whole = changed("x", 9, &|_| {});
    let scenario_with = |path: &'static str, to: Value| {
        move |v: &mut Value| v["scenario"] = write_path(&v["scenario"], path, Some(&to))
    };
    let nested =
        (0..5).fold(zip(&[("x.json", &whole)], false), |inside, _| zip(&[("more.zip", &inside)], false));
    let archive = zip(&[("x.json", &whole)], true);
    // The file, its content, the kind of the finding, and a part of its text. No kind: nothing is found.
    let files: Vec<(&str, Vec<u8>, &str, &str)> = vec![
        (
            "arabic digits",
            changed("a1", 1, &number_as("\u{661}\u{66b}\u{662}\u{663}")),
            "form",
            "question 2 is a text",
        ),
        ("comma in a text", changed("a2", 2, &number_as("1,23")), "form", "writes a number"),
        (
            "no option",
            changed("a3", 3, &|v| {
                v["answers"]["q1"] = json!(7);
                v["log"][3]["value"] = json!(7);
            }),
            "form",
            "one of 2 options",
        ),
        ("forged goal", to_text(&forged_goal(&assignment, 4)).into_bytes(), "goal", "question 4 is reached"),
        ("all in 250 ms", changed("a5", 5, &|v| with_times(v, |i| 40.0 * i as f64)), "pace", "within"),
        (
            "whole seconds",
            changed("a6", 6, &|v| with_times(v, |i| 1000.0 * (i + 1) as f64)),
            "pace",
            "whole seconds",
        ),
        (
            "equal distances",
            changed("a7", 7, &|v| with_times(v, |i| 1234.0 * i as f64)),
            "pace",
            "equal distances",
        ),
        ("cyrillic", changed("\u{430}lice", 8, &|_| {}), "name", "looks like that of alice"),
        ("alice", changed("alice", 10, &|_| {}), "name", "looks like that of cyrillic"),
        ("empty name", changed("", 11, &|_| {}), "name", "empty"),
        ("name of spaces", changed("  ", 12, &|_| {}), "name", "empty"),
        ("name of 5000 letters", changed("x", 13, &|v| v["name"] = json!("x".repeat(5000))), "name", "5000"),
        ("right to left", changed("x\u{202e}y", 14, &|_| {}), "name", "not seen"),
        ("copy", changed("copy", 15, &|_| {}), "same", "the same as that of original"),
        ("original", changed("original", 15, &|_| {}), "same", "the same as that of copy"),
        ("seed", changed("a16", 16, &scenario_with("seed", json!(77))), "locked", "seed"),
        (
            "rate",
            changed("a17", 17, &scenario_with("network.forward.rate", json!(9e6))),
            "locked",
            "forward.rate",
        ),
        ("result", changed("a18", 18, &|v| v["result"] = json!("0123456789abcdef")), "result", "reproduced"),
        ("answer", changed("a19", 19, &|v| v["answers"]["q2"] = json!(12.5)), "log", "answers"),
        ("negative times", changed("a20", 20, &|v| v["log"][0]["t"] = json!(-5)), "log", "not in order"),
        ("truncated", whole[..whole.len() / 2].to_vec(), "unreadable", "ends before"),
        (
            "1e999",
            to_text(&json!({})).replace("{}", "{\"spent\": 1e999}").into_bytes(),
            "unreadable",
            "too large",
        ),
        ("duplicate key", b"{\"v\": 1, \"v\": 1}".to_vec(), "unreadable", "twice"),
        ("brackets", vec![b'['; 200_000], "unreadable", "nested too deeply"),
        ("utf16", whole.iter().flat_map(|byte| [*byte, 0]).collect(), "unreadable", ""),
        ("pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3".to_vec(), "unreadable", "not text"),
        ("empty", Vec::new(), "unreadable", "The file is empty."),
        ("cut.zip", archive[..archive.len() - 30].to_vec(), "zip", "damaged"),
        ("nested.zip", nested, "zip", "nested too deeply"),
        ("other", changed("a30", 30, &|v| v["assignment"] = json!("other")), "assignment", "another"),
        ("long run", changed("a31", 31, &scenario_with("duration", json!(1e7))), "invalid", "86400"),
        ("markup", changed("<img src=x onerror=alert(1)>", 32, &|_| {}), "", ""),
        // What only a comparison of everything with everything could know.
        (
            "shifted",
            changed("a33", 15, &|v| with_times(v, |i| f64::from(time(15, narrow::<u32>(i) + 1)) + 137_000.0)),
            "",
            "",
        ),
        (
            "stretched",
            changed("a34", 15, &|v| {
                with_times(v, |i| round(f64::from(time(15, narrow::<u32>(i) + 1)) * 1.37));
            }),
            "",
            "",
        ),
        (
            "spliced",
            changed("a35", 35, &|v| {
                with_times(v, |i| {
                    f64::from(time(if i < 4 { 15 } else { 36 }, narrow::<u32>(i) + 1))
                        + if i < 4 { 0.0 } else { 4e5 }
                });
            }),
            "",
            "",
        ),
        (
            "paraphrase",
            changed("a37", 37, &|v| {
                v["answers"]["q3"] = json!("As run 15 shows, the queue drains.");
                v["log"][5]["value"] = json!("As run 15 shows, the queue drains.");
            }),
            "",
            "",
        ),
    ];
    let found = files.iter().flat_map(|(file, bytes, ..)| unpack(file, bytes));
    let report = |found: crate::files::Found| match found.text {
        Ok(text) => check(&assignment, &found.file, &text),
        Err(finding) => Report::refused(&found.file, finding),
    };
    let reports = compare(found.map(report).collect());
    assert_eq!(reports.len(), files.len());
    for (file, _, kind, text) in &files {
        let report = reports.iter().find(|report| report.file.starts_with(file)).unwrap();
        if kind.is_empty() {
            assert!(report.findings.is_empty(), "{file}: {:?}", report.findings);
        } else {
            let is_named = report.findings.iter().any(|one| one.kind == *kind && one.text.contains(text));
            assert!(is_named, "{file}: {:?}", report.findings);
        }
    }
}

/// Files that cost as much as a file can: in steps, in runs, in flows, in depth and in text.
fn worst_files(assignment: &Assignment) -> Vec<(String, String)> {
    let good = |student: u32| hand_in(assignment, &format!("worst {student}"), student);
    let with = |student: u32, change: &dyn Fn(&mut Value)| {
        let mut value = good(student);
        change(&mut value);
        (format!("worst-{student}.json"), to_text(&value))
    };
    let set = |path: &str, to: Value| json!({ "t": 1e7, "set": path, "to": to });
    let answer = |id: &str| json!({ "t": 1e7, "answer": id, "value": 1 });
    let fast = json!({ "forward": { "rate": 1e12, "queue": { "limit": { "packets": 20 } } } });
    let queue = json!({ "kind": "fq_pie", "buckets": 65_536, "update": 0.0001 });
    vec![
        with(901, &|v| v["scenario"]["duration"] = json!(86_400)),
        with(902, &|v| v["scenario"]["network"] = fast.clone()),
        with(903, &|v| v["scenario"]["flows"][0]["count"] = json!(2000)),
        with(904, &|v| v["scenario"]["network"]["forward"]["queue"] = queue.clone()),
        // A long log over a large setting.
        with(905, &|v| {
            let log = v["log"].as_array_mut().unwrap();
            log.push(set("note", json!("x".repeat(200_000))));
            log.extend((0..10_000).map(|_| set("seed", json!(1))));
        }),
        // Each answer is given in another scenario, each of which takes long.
        with(906, &|v| {
            let log = v["log"].as_array_mut().unwrap();
            for (i, id) in ["q1", "q2", "q4"].into_iter().enumerate() {
                log.push(set("duration", json!(40_000 + i)));
                log.push(answer(id));
            }
        }),
        ("worst-907.json".to_owned(), "[".repeat(900_000)),
        with(908, &|v| v["answers"]["q3"] = json!("y".repeat(900_000))),
        with(909, &|v| v["log"] = json!(vec![set("seed", json!(1)); 20_001])),
        with(910, &|v| v["log"] = json!(vec![json!({ "t": 1, "set": "flows.a.start", "to": 1 }); 15_000])),
    ]
}

/// Checks good files and the worst ones in two orders.
fn order_changes_nothing(good: u32) {
    let mut file = assignment_file("same");
    file["key"]["q1"] = json!({ "when": [[], []] });
    let assignment = Assignment::read(&to_text(&file)).unwrap();
    let first = to_text(&hand_in(&assignment, "student 0", 0));
    let mut files: Vec<(String, String)> = (0..good)
        .map(|i| {
            let text = first.replace("student 0", &format!("student {i}"));
            let shifted: Value = serde_json::from_str(&text).unwrap();
            let mut shifted = shifted;
            with_times(&mut shifted, |k| f64::from(time(i, narrow::<u32>(k) + 1)));
            (format!("good-{i}.json"), to_text(&shifted))
        })
        .collect();
    files.extend(worst_files(&assignment));
    let table = |files: &[(String, String)]| {
        let reports = files.iter().map(|(file, text)| check(&assignment, file, text)).collect();
        let reports: Vec<Report> = compare(reports);
        (csv(&assignment, &reports), reports)
    };
    let (forwards, reports) = table(&files);
    files.reverse();
    let (backwards, _) = table(&files);
    assert_eq!(forwards, backwards);
    for report in reports {
        let kinds = kinds_of(&report);
        if report.file.starts_with("good") {
            assert_eq!(kinds, [""; 0], "{}", report.file);
        } else {
            assert!(!kinds.is_empty(), "{}", report.file);
        }
        let reason = match report.file.as_str() {
            "worst-901.json" | "worst-902.json" | "worst-905.json" | "worst-906.json" => "budget",
            "worst-907.json" | "worst-908.json" | "worst-909.json" => "unreadable",
            _ => continue,
        };
        assert!(kinds.contains(&reason), "{}: {:?}", report.file, report.findings);
    }
}

#[test]
fn the_order_of_files_changes_nothing_and_the_worst_do_not_stop_the_others() {
    order_changes_nothing(20);
}

#[test]
#[ignore = "300 hand-ins; `npm run validate` runs it"]
fn validate_300_hand_ins_and_ten_worst_ones_in_any_order() {
    order_changes_nothing(300);
}
