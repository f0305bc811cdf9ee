//! The kinds of hand-ins that a class produces, by accident or by intent. Of a folder with all of them, exactly
//! the wrong ones are named, and every entry is accounted for.

use serde_json::{Value, json};
use sim_core::catalogue::kinds;
use sim_core::ground::json::to_text;
use sim_core::scenario::canonical;
use sim_core::scenario::change::write_path;

use crate::assignment::Assignment;
use crate::check::check;
use crate::compare::compare;
use crate::files::unpack;
use crate::report::Report;
use crate::run::Run;
use crate::table::csv;
use crate::tests::{assignment, hand_in, kinds_of, states, zip};

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
        ("05-copy.json", bytes(&good("copy", 1))),
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
        ("12-markup.json", changed(15, &|v| v["name"] = json!("<img src=x onerror=alert(1)>"))),
        ("13-large.json", vec![b' '; 50_000_000]),
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
            ("01-good.json", vec!["same"]),
            ("03-answer-edited.json", vec!["log"]),
            ("03-result-edited.json", vec!["result"]),
            ("04-rate-edited.json", vec!["locked", "result", "log"]),
            ("04-rate-in-log.json", vec!["locked"]),
            ("05-copy.json", vec!["same"]),
            ("06-utf16.json", vec!["unreadable"]),
            ("07-truncated.json", vec!["unreadable"]),
            ("08-time-back.json", vec!["log"]),
            ("08-time-negative.json", vec!["log"]),
            ("09-seed.json", vec!["locked", "log"]),
            ("13-large.json", vec!["size"]),
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
    assert_eq!(
        finding(&reports, "05-copy.json"),
        "Its log is the same as that of 01-good.json, with the same times."
    );
    let shown = reports.iter().find(|report| report.file == "18-reordered-name.json").unwrap();
    assert_eq!(shown.name, "Ada[U+202E]ylevoL");
    let wrong = reports.iter().find(|report| report.file == "02-wrong.json").unwrap();
    assert_eq!(states(wrong)[0], "wrong");
    assert_eq!(csv(&assignment, &reports).matches("\r\n").count(), 1 + reports.len());
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
