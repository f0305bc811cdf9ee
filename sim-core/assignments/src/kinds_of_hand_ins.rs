//! The kinds of hand-ins that a class produces, by accident or by intent. Of a folder with all of them, exactly
//! the wrong ones are named, and every entry is accounted for.

use serde_json::{Value, json};
use sim_core::catalogue::kinds;
use sim_core::ground::json::to_text;
use sim_core::ground::math::round;
use sim_core::scenario::{canonical, write_path};

use crate::assignment::Assignment;
use crate::check::{Report, check};
use crate::compare::compare;
use crate::files::unpack;
use crate::run::Run;
use crate::table::csv;
use crate::tests::{assignment, assignment_file, hand_in, kinds_of, states, time, zip};

fn bytes(value: &Value) -> Vec<u8> {
    to_text(value).into_bytes()
}

/// The reports on files, compared with each other.
fn checked(assignment: &Assignment, files: &[(&str, Vec<u8>)]) -> Vec<Report> {
    let found = files.iter().flat_map(|(file, bytes)| unpack(file, bytes));
    let report = |found: crate::files::Found| match found.text {
        Ok(text) => check(assignment, &found.file, &text),
        Err(finding) => Report::refused(&found.file, finding),
    };
    compare(found.map(report).collect())
}

fn named(reports: &[Report]) -> Vec<(&str, Vec<&str>)> {
    let named = reports.iter().filter(|report| !report.findings.is_empty());
    named.map(|report| (report.file.as_str(), kinds_of(report))).collect()
}

fn finding<'a>(reports: &'a [Report], file: &str) -> &'a str {
    &reports.iter().find(|report| report.file == file).unwrap().findings[0].text
}

/// A hand-in with other times, each from its index and its time before.
fn timed(mut value: Value, name: &str, change: impl Fn(usize, f64) -> f64) -> Value {
    value["name"] = json!(name);
    for (i, entry) in value["log"].as_array_mut().unwrap().iter_mut().enumerate() {
        entry["t"] = json!(change(i, entry["t"].as_f64().unwrap()));
    }
    value
}

/// A hand-in with a text of its own.
fn explained(mut value: Value, why: &str) -> Value {
    value["answers"]["q3"] = json!(why);
    value["log"][5]["value"] = json!(why);
    value
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of files and of the expected findings")]
fn of_all_kinds_of_hand_ins_exactly_the_wrong_ones_are_named() {
    let assignment = assignment("same");
    let good = |name: &str, student| hand_in(&assignment, name, student);
    let changed = |student: u32, change: &dyn Fn(&mut Value)| {
        let mut value = good(&format!("student {student}"), student);
        change(&mut value);
        bytes(&value)
    };
    let mut files: Vec<(&str, Vec<u8>)> = vec![
        ("01-good.json", changed(1, &|_| {})),
        (
            "02-wrong.json",
            changed(2, &|v| {
                v["answers"]["q1"] = json!(0);
                v["log"][3]["value"] = json!(0);
            }),
        ),
        ("03-answer-edited.json", changed(3, &|v| v["answers"]["q2"] = json!(12.5))),
        ("03-result-edited.json", changed(4, &|v| v["result"] = json!("0123456789abcdef"))),
        (
            "04-rate-edited.json",
            changed(5, &|v| {
                v["scenario"] = write_path(&v["scenario"], "network.forward.rate", Some(&json!(5e6)));
            }),
        ),
        (
            "04-rate-in-log.json",
            changed(6, &|v| {
                let document = write_path(&v["scenario"], "network.forward.rate", Some(&json!(5e6)));
                v["result"] = json!(Run::compute(&document).ok().unwrap().result);
                v["scenario"] = canonical(&document, kinds());
                let set = json!({ "t": 1e7, "set": "network.forward.rate", "to": 5e6 });
                v["log"].as_array_mut().unwrap().push(set);
            }),
        ),
        ("05-copy.json", bytes(&timed(good("", 1), "copy", |_, t| t))),
        ("06-byte-order-mark.json", {
            let text = to_text(&good("mark", 7)).replace(",\"", ",\r\n\"");
            [b"\xef\xbb\xbf".to_vec(), text.into_bytes()].concat()
        }),
        ("06-utf16.json", changed(8, &|_| {}).iter().flat_map(|byte| [*byte, 0]).collect()),
        ("07-truncated.json", {
            let whole = changed(9, &|_| {});
            whole[..whole.len() / 2].to_vec()
        }),
        ("08-time-back.json", changed(10, &|v| v["log"][4]["t"] = json!(5))),
        ("08-time-negative.json", changed(11, &|v| v["log"][0]["t"] = json!(-5))),
        (
            "09-seed.json",
            changed(12, &|v| {
                let document = write_path(&v["scenario"], "seed", Some(&json!(77)));
                v["result"] = json!(Run::compute(&document).ok().unwrap().result);
                v["scenario"] = document;
            }),
        ),
        ("10-spliced.json", {
            let mut own = good("spliced", 13);
            for i in 0..4 {
                own["log"][i] = good("", 14)["log"][i].clone();
            }
            bytes(&timed(own, "spliced", |i, t| if i < 4 { t } else { t + 400_000.0 }))
        }),
        ("10-spliced-from.json", changed(14, &|_| {})),
        ("12-markup.json", changed(15, &|v| v["name"] = json!("<img src=x onerror=alert(1)>"))),
        ("13-large.json", vec![b' '; 50_000_000]),
        ("14-shifted.json", bytes(&explained(timed(good("", 16), "shifted", |_, t| t + 1000.0), "Short."))),
        ("14-shifted-from.json", changed(16, &|_| {})),
        (
            "15-scaled.json",
            bytes(&explained(timed(good("", 17), "scaled", |_, t| round(t * 1.37)), "No idea.")),
        ),
        ("15-scaled-from.json", changed(17, &|_| {})),
        (
            "16-rewritten.json",
            bytes(&timed(good("", 18), "rewritten", |i, _| f64::from(time(99, u32::try_from(i).unwrap())))),
        ),
        ("16-rewritten-from.json", changed(18, &|_| {})),
        ("17-merged.json", {
            let mut merged = good("merged", 19);
            let other = good("", 20)["log"]
                .as_array()
                .unwrap()
                .iter()
                .skip(1)
                .map(|entry| {
                    let mut entry = entry.clone();
                    entry["t"] = json!(entry["t"].as_f64().unwrap() + 1_000.0);
                    entry
                })
                .collect::<Vec<_>>();
            let log = merged["log"].as_array_mut().unwrap();
            log.extend(other);
            log.sort_by(|a, b| a["t"].as_f64().unwrap().total_cmp(&b["t"].as_f64().unwrap()));
            bytes(&merged)
        }),
        ("17-merged-from-a.json", changed(19, &|_| {})),
        ("17-merged-from-b.json", changed(20, &|_| {})),
        ("18-long-name.json", changed(21, &|v| v["name"] = json!("n".repeat(300)))),
        ("18-reordered-name.json", changed(22, &|v| v["name"] = json!("Ada\u{202e}ylevoL"))),
        ("19-last-release.json", changed(23, &|v| v["version"] = json!("0.2.0"))),
        ("20-other-assignment.json", changed(24, &|v| v["assignment"] = json!("another"))),
        ("21-\u{202e}nosj.json", changed(25, &|_| {})),
    ];
    let long = format!("{}.json", "x".repeat(300));
    let of = |student: u32| changed(student, &|_| {});
    let (eva, hidden, up, evil, odd, inner, second) =
        (of(40), of(41), of(42), of(43), of(44), of(45), of(46));
    let inner_zip = zip(&[("inner.json", &inner)], true);
    let nested_deeply = (0..3).fold(inner_zip.clone(), |inside, _| zip(&[("more.zip", &inside)], false));
    let bomb = vec![b'0'; 20_000_000];
    let entries: [(&str, &[u8]); 13] = [
        ("./eva.json", &eva),
        (".hid.json", &hidden),
        ("a/.b/fay.json", &hidden),
        ("__MACOSX/jan.json", &hidden),
        ("../up.json", &up),
        ("../../../etc/evil.json", &evil),
        ("C:\\odd\\..\\path.json", &odd),
        ("bomb.json", &bomb),
        ("inner.zip", &inner_zip),
        ("deep.zip", &nested_deeply),
        (&long, &second),
        ("twice.json", &of(47)),
        ("twice.json", &of(48)),
    ];
    files.push(("zip.zip", zip(&entries, true)));
    let reports = checked(&assignment, &files);
    assert_eq!(
        named(&reports),
        [
            ("01-good.json", vec!["copy"]),
            ("03-answer-edited.json", vec!["log"]),
            ("03-result-edited.json", vec!["result"]),
            ("04-rate-edited.json", vec!["locked", "result", "log"]),
            ("04-rate-in-log.json", vec!["locked"]),
            ("05-copy.json", vec!["copy"]),
            ("06-utf16.json", vec!["unreadable"]),
            ("07-truncated.json", vec!["unreadable"]),
            ("08-time-back.json", vec!["log"]),
            ("08-time-negative.json", vec!["log"]),
            ("09-seed.json", vec!["locked", "log"]),
            ("10-spliced-from.json", vec!["begun"]),
            ("10-spliced.json", vec!["begun"]),
            ("13-large.json", vec!["size"]),
            ("14-shifted-from.json", vec!["copy"]),
            ("14-shifted.json", vec!["copy"]),
            ("15-scaled-from.json", vec!["copy"]),
            ("15-scaled.json", vec!["copy"]),
            ("16-rewritten-from.json", vec!["copy"]),
            ("16-rewritten.json", vec!["copy"]),
            ("17-merged-from-a.json", vec!["copy"]),
            ("17-merged-from-b.json", vec!["copy"]),
            ("17-merged.json", vec!["copy", "copy"]),
            ("18-long-name.json", vec!["name"]),
            ("18-reordered-name.json", vec!["name"]),
            ("19-last-release.json", vec!["version"]),
            ("20-other-assignment.json", vec!["assignment"]),
            ("21-[U+202E]nosj.json", vec!["name"]),
            ("zip.zip/.hid.json", vec!["skipped"]),
            ("zip.zip/__MACOSX/jan.json", vec!["skipped"]),
            ("zip.zip/a/.b/fay.json", vec!["skipped"]),
            ("zip.zip/bomb.json", vec!["size"]),
            ("zip.zip/deep.zip/more.zip/more.zip", vec!["zip"]),
        ]
    );
    assert_eq!(reports.len(), files.len() - 1 + entries.len());
    let read: Vec<&str> = reports
        .iter()
        .filter(|report| report.file.starts_with("zip.zip") && !report.answers.is_empty())
        .map(|report| report.file.as_str())
        .collect();
    let long = format!("zip.zip/{long}");
    let odd = "zip.zip/C:\\odd\\..\\path.json";
    let expected = [
        "zip.zip/../../../etc/evil.json",
        "zip.zip/../up.json",
        "zip.zip/./eva.json",
        odd,
        "zip.zip/inner.zip/inner.json",
        "zip.zip/twice.json",
        "zip.zip/twice.json (2)",
        &long,
    ];
    assert_eq!(read, expected);
    assert!(
        finding(&reports, "14-shifted.json")
            .starts_with("7 times of its log are those of 14-shifted-from.json, 1 s later.")
    );
    assert!(finding(&reports, "15-scaled.json").contains("are those of 15-scaled-from.json times 1.370."));
    assert!(finding(&reports, "16-rewritten.json").contains("the same answers to questions 3 and 5"));
    for copy in ["05-copy", "14-shifted", "15-scaled"] {
        assert!(finding(&reports, &format!("{copy}.json")).contains("Practically certain"), "{copy}");
    }
    let shown = reports.iter().find(|report| report.file == "18-reordered-name.json").unwrap();
    assert_eq!(shown.name, "Ada[U+202E]ylevoL");
    let wrong = reports.iter().find(|report| report.file == "02-wrong.json").unwrap();
    assert_eq!(states(wrong)[0], "wrong");
    assert_eq!(csv(&assignment, &reports).matches("\r\n").count(), 1 + reports.len());
}

#[test]
fn of_four_hundred_hand_ins_only_the_two_copies_are_named() {
    let assignment = assignment("same");
    let first = check(&assignment, "", &to_text(&hand_in(&assignment, "", 0)));
    let report = |student: u32| {
        let mut report =
            Report { file: format!("{student:03}.json"), name: student.to_string(), ..first.clone() };
        for (i, step) in report.log.iter_mut().enumerate() {
            step.t = f64::from(time(student, u32::try_from(i).unwrap()));
        }
        report.log[5].text = format!("answer q3 Text(The queue of student {student} drains)");
        report
    };
    let mut reports: Vec<Report> = (1..=398).map(report).collect();
    for (student, name) in [(7, "x"), (8, "y")] {
        let mut copy = Report { file: format!("{name}.json"), name: name.to_owned(), ..report(student) };
        for step in &mut copy.log {
            step.t = round(step.t * 0.8) + 5_000.0;
        }
        reports.push(copy);
    }
    let reports = compare(reports);
    assert_eq!(reports.len(), 400);
    assert_eq!(
        named(&reports).into_iter().map(|(file, _)| file).collect::<Vec<_>>(),
        ["007.json", "008.json", "x.json", "y.json"]
    );
}

#[test]
fn an_assignment_of_the_last_release_is_checked() {
    let mut file = assignment_file("same");
    file["version"] = json!("0.2.0");
    file["scenario"]["v"] = json!(2);
    let old = Assignment::read(&to_text(&file)).unwrap();
    let reports = checked(&old, &[("a.json", bytes(&hand_in(&old, "a", 1)))]);
    assert_eq!(named(&reports), []);
    assert_eq!(states(&reports[0]), ["right", "right", "to read", "right", "given"]);
}

#[test]
fn answers_that_many_have_in_common_name_nobody() {
    let assignment = assignment("same");
    let lecture = "The queue of a bottleneck bridges the pause after each loss.";
    let files: Vec<(String, Vec<u8>)> = (1..=12)
        .map(|student| {
            let value = explained(hand_in(&assignment, &format!("s{student}"), student), lecture);
            (format!("{student}.json"), bytes(&value))
        })
        .collect();
    let files: Vec<(&str, Vec<u8>)> =
        files.iter().map(|(file, bytes)| (file.as_str(), bytes.clone())).collect();
    assert_eq!(named(&checked(&assignment, &files)), []);
    // Two of a class with the same words are named.
    let two = checked(&assignment, &files[..2]);
    assert!(
        finding(&two, "1.json").starts_with(
            "Its steps are those of 2.json at other times. Both have the same answers to question"
        )
    );
}

#[test]
fn a_spreadsheet_computes_no_cell() {
    let assignment = assignment("same");
    let starts = ["=1+1", "+1", "-1", "@SUM(A1)", "\u{ff1d}1+1", "\u{ff0b}1", "\u{ff0d}1", "\u{ff20}A1"];
    for (i, start) in starts.iter().enumerate() {
        for before in [
            "", " ", "\t", "\r", "\n", "\u{a0}", "\u{feff}", "a;", "a; ", "a\t", "a\n", "a\r\n", "a,", "\"",
            "a;\"", "\u{0}",
        ] {
            let name = format!("{before}{start}");
            let mut report = check(&assignment, &name, "{");
            report.name = name.clone();
            let table = csv(&assignment, &[report]);
            let row = table.split_once("\r\n").unwrap().1;
            let sign = start.chars().next().unwrap();
            // Every sign follows an apostrophe, a letter or a code in brackets.
            for (at, _) in row.match_indices(sign).filter(|(at, _)| row[*at..].starts_with(start)) {
                let last = row[..at].chars().next_back().unwrap_or(',');
                assert!(last == '\'' || last == ']', "{i} {name:?}: {row:?}");
            }
        }
    }
}
