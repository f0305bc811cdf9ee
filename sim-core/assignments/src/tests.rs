//! The check of hand-ins: some of thirty files have every kind of problem, and the check names exactly these
//! files.

use sim_core::ground::convert::narrow;
use std::io::Write as _;

use serde_json::{Value, json};
use sim_core::catalogue::kinds;
use sim_core::ground::json::to_text;
use sim_core::ground::quantity::significant;
use sim_core::scenario::canonical;
use sim_core::scenario::change::{apply, covers, differences, write_path};
use sim_core::simulation::VERSION;

use crate::assignment::{Assignment, seed_of};
use crate::check::check;
use crate::compare::compare;
use crate::files::{MAX_HAND_IN, MAX_ZIP, refusal_of_size, unpack};
use crate::report::{Report, State};
use crate::run::Run;
use crate::table::csv;

pub fn scenario() -> Value {
    json!({ "v": 1, "title": "Buffer", "duration": 6, "warmup": 1, "seed": 1,
            "network": { "forward": { "rate": 2e6, "queue": { "limit": { "packets": 20 } } } },
            "flows": [{ "id": "a", "algorithm": "newreno" }] })
}

pub fn assignment_file(seed: &str) -> Value {
    let busy = json!({ "kind": "utilisation" });
    json!({
        "fairshare": "assignment", "v": 1, "id": "test", "title": "Buffers", "scenario": scenario(), "seed": seed,
        "settings": [{ "path": "network.forward.queue.limit", "access": "free" },
                     { "path": "network.forward.rate", "access": "hidden" }],
        "questions": [
            { "id": "q1", "kind": "choice", "ask": "How busy?", "options": ["below half", "above half"] },
            { "id": "q2", "kind": "number", "ask": "How busy?", "unit": "%", "tolerance": 0.05 },
            { "id": "q3", "kind": "text", "ask": "Why?" },
            { "id": "q4", "kind": "goal", "ask": "Keep the wait short.",
              "when": [{ "of": { "kind": "wait" }, "below": 0.05 }] },
            { "id": "q5", "kind": "predict", "ask": "How busy with 2 packets?",
              "what": { "kind": "bars", "unit": "", "bars": [{ "label": "busy", "measure": busy }] },
              "set": [["network.forward.queue.limit", { "packets": 2 }]] },
        ],
        "key": { "q1": { "when": [[{ "of": busy, "below": 0.5 }], [{ "of": busy, "above": 0.5 }]] },
                 "q2": { "measure": busy, "factor": 100 } },
    })
}

pub fn assignment(seed: &str) -> Assignment {
    Assignment::read(&to_text(&assignment_file(seed))).unwrap()
}

/// The time of the entry `i` of a student's log: the sum of intervals of 2 to 62 s that only this student has.
pub fn time(student: u32, i: u32) -> u32 {
    let mut state = student.wrapping_mul(2_654_435_761) ^ 0x9e37_79b9;
    let interval = |_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        2_000 + state % 60_000
    };
    (0..=i).map(interval).sum()
}

/// The hand-in of a student who works correctly, with a log whose times depend on `student`.
pub fn hand_in(assignment: &Assignment, name: &str, student: u32) -> Value {
    let limit = json!({ "packets": 6 });
    let document =
        apply(&assignment.start(name), &[("network.forward.queue.limit".to_owned(), Some(limit.clone()))]);
    let run = Run::compute(&document).ok().unwrap();
    let utilisation = fairshare_measures::measure::Measure::read(&json!({ "kind": "utilisation" })).unwrap();
    let busy = significant(100.0 * utilisation.of(&run), 4);
    let busy: f64 = busy.parse().unwrap();
    let t = |i: u32| time(student, i);
    let why = format!("The queue drains, as run {student} shows.");
    json!({
        "fairshare": "hand-in", "v": 1, "assignment": "test", "name": name, "version": VERSION,
        "scenario": canonical(&document, kinds()), "result": run.result, "spent": 300 + student,
        "answers": { "q1": 1, "q2": busy, "q3": why, "q4": true, "q5": [0.5] },
        "log": [{ "t": t(1), "answer": "q5", "value": [0.5] },
                { "t": t(2), "set": "network.forward.queue.limit", "to": { "packets": 9 } },
                { "t": t(3), "set": "network.forward.queue.limit", "to": limit },
                { "t": t(4), "answer": "q1", "value": 1 }, { "t": t(5), "answer": "q2", "value": busy },
                { "t": t(6), "answer": "q3", "value": why }, { "t": t(7), "answer": "q4", "value": true }],
    })
}

pub fn kinds_of(report: &Report) -> Vec<&str> {
    report.findings.iter().map(|finding| finding.kind.as_str()).collect()
}

pub fn states(report: &Report) -> Vec<&str> {
    report.answers.iter().map(|judged| judged.state.name()).collect()
}

const GOOD: [&str; 5] = ["right", "right", "to read", "right", "given"];

/// A zip file with these entries, which are stored or deflated.
pub fn zip(entries: &[(&str, &[u8])], deflate: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    for (name, content) in entries {
        let method =
            if deflate { rawzip::CompressionMethod::DEFLATE } else { rawzip::CompressionMethod::STORE };
        let (mut entry, config) = archive.new_file(written(name)).compression_method(method).start().unwrap();
        let packed = miniz_oxide::deflate::compress_to_vec(content, 6);
        // The writer counts the bytes that pass through it, so the compressor writes to it.
        let mut writer = config.wrap(Packed { out: &mut entry, packed: deflate.then_some(packed) });
        writer.write_all(content).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    for (name, _) in entries {
        let from = written(name);
        let places = (0..bytes.len().saturating_sub(name.len()))
            .filter(|at| bytes[*at..].starts_with(from.as_bytes()));
        for at in places.collect::<Vec<_>>() {
            bytes[at..at + name.len()].copy_from_slice(name.as_bytes());
        }
    }
    bytes
}

/// A name that the writer leaves as it is, of the same length. The writer would remove `../` and the like.
fn written(name: &str) -> String {
    name.replace("./", "\u{1}\u{2}").replace(['\\', ':'], "\u{3}")
}

/// Writes a prepared compressed text in place of the text.
struct Packed<W> {
    out: W,
    packed: Option<Vec<u8>>,
}

impl<W: std::io::Write> std::io::Write for Packed<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match &mut self.packed {
            Some(packed) => {
                self.out.write_all(packed)?;
                packed.clear();
            }
            None => self.out.write_all(bytes)?,
        }
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of files and of the expected findings")]
fn the_check_names_exactly_the_files_with_problems() {
    let assignment = assignment("same");
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut add = |file: &str, value: &Value| files.push((file.to_owned(), to_text(value).into_bytes()));
    for student in 1..=19 {
        add(
            &format!("good-{student:02}.json"),
            &hand_in(&assignment, &format!("student {student}"), student),
        );
    }
    let formula = hand_in(&assignment, "=1+1", 20);
    add("formula.json", &formula);
    // A locked setting was changed, and the result was computed with it.
    let mut locked = hand_in(&assignment, "locked", 21);
    let document = write_path(&locked["scenario"], "network.forward.rate", Some(&json!(5e6)));
    locked["result"] = json!(Run::compute(&document).ok().unwrap().result);
    locked["scenario"] = document;
    add("locked.json", &locked);
    let mut forged = hand_in(&assignment, "forged", 22);
    forged["result"] = json!("0123456789abcdef");
    add("forged.json", &forged);
    let mut answers = hand_in(&assignment, "answers", 23);
    answers["answers"]["q1"] = json!(0);
    add("answers.json", &answers);
    let copied = hand_in(&assignment, "copied", 1);
    add("copied.json", &copied);
    let mut version = hand_in(&assignment, "version", 24);
    version["version"] = json!("0.1.0");
    version["result"] = json!("0123456789abcdef");
    add("version.json", &version);
    let mut budget = hand_in(&assignment, "budget", 25);
    budget["scenario"] = write_path(&budget["scenario"], "network.forward.rate", Some(&json!(1e10)));
    budget["scenario"] = write_path(&budget["scenario"], "duration", Some(&json!(100)));
    add("budget.json", &budget);
    files.push(("broken.json".to_owned(), b"{\"fairshare\":".to_vec()));
    files.push(("large.json".to_owned(), vec![b' '; narrow::<usize>(MAX_HAND_IN) + 1]));
    let zipped = to_text(&hand_in(&assignment, "zipped", 30)).into_bytes();
    let inner = to_text(&hand_in(&assignment, "inner", 31)).into_bytes();
    let bomb = vec![b'0'; 300_000_000];
    let nested = zip(&[("inner.json", &inner)], false);
    let entries: [(&str, &[u8]); 3] =
        [("a/zipped.json", &zipped), ("bomb.json", &bomb), ("nested.zip", &nested)];
    files.push(("all.zip".to_owned(), zip(&entries, true)));
    assert_eq!(files.len(), 29);

    let found: Vec<_> = files.iter().flat_map(|(file, bytes)| unpack(file, bytes)).collect();
    let reports = compare(
        found
            .into_iter()
            .map(|found| match found.text {
                Ok(text) => check(&assignment, &found.file, &text),
                Err(finding) => Report::refused(&found.file, finding),
            })
            .collect(),
    );
    let named: Vec<(&str, Vec<&str>)> = reports
        .iter()
        .filter(|report| !report.findings.is_empty())
        .map(|report| (report.file.as_str(), kinds_of(report)))
        .collect();
    assert_eq!(
        named,
        [
            ("all.zip/bomb.json", vec!["size"]),
            ("answers.json", vec!["log"]),
            ("broken.json", vec!["unreadable"]),
            ("budget.json", vec!["locked", "budget", "log"]),
            ("copied.json", vec!["same"]),
            ("forged.json", vec!["result"]),
            ("good-01.json", vec!["same"]),
            ("large.json", vec!["size"]),
            ("locked.json", vec!["locked", "log"]),
            ("version.json", vec!["version"]),
        ]
    );
    for report in &reports {
        match report.file.as_str() {
            "all.zip/bomb.json" | "broken.json" | "large.json" => {
                assert!(report.answers.is_empty())
            }
            "answers.json" => assert_eq!(states(report), ["wrong", "right", "to read", "right", "given"]),
            _ => assert_eq!(states(report), GOOD, "{}", report.file),
        }
    }
    let locked = reports.iter().find(|report| report.file == "locked.json").unwrap();
    assert!(locked.findings[0].text.contains("network.forward.rate"), "{}", locked.findings[0].text);

    let table = csv(&assignment, &reports);
    assert_eq!(table.lines().count(), 1 + reports.len());
    assert!(reports.iter().any(|report| report.file == "all.zip/nested.zip/inner.json"));
    assert!(table.contains("\r\nformula.json,'=1+1,3,3,3,3,right,above half,1,"), "{table}");
    // The reports that the page passes between its workers are complete.
    let passed: Vec<Report> =
        reports.iter().map(|report| serde_json::from_value(report.to_json()).unwrap()).collect();
    assert_eq!(passed, reports);
}

#[test]
fn a_seed_by_student_belongs_to_the_pseudonym() {
    let assignment = assignment("student");
    let own = hand_in(&assignment, "one", 1);
    assert_eq!(states(&check(&assignment, "own", &to_text(&own))), GOOD);
    assert_eq!(kinds_of(&check(&assignment, "own", &to_text(&own))), [""; 0]);
    let mut other = own.clone();
    other["name"] = json!("two");
    let report = check(&assignment, "other", &to_text(&other));
    assert_eq!(kinds_of(&report), ["locked", "log"]);
    assert!(report.findings[0].text.contains("seed"));
    // The page computes the same seeds (features/assignments/edits.test.ts).
    assert_eq!(seed_of("test", "one"), 1 + fnv("test\none") % 1_000_000);
    assert_eq!([seed_of("a1", "Ada"), seed_of("a1", "\u{e9}\u{1f600}")], [SEED_ADA, SEED_UNICODE]);
}

const SEED_ADA: u32 = 571_178;
const SEED_UNICODE: u32 = 561_055;

fn fnv(text: &str) -> u32 {
    let mut hash: u32 = 2_166_136_261;
    for byte in text.bytes() {
        hash ^= u32::from(byte);
        hash = hash.wrapping_mul(16_777_619);
    }
    hash
}

#[test]
fn every_answer_is_judged_with_the_scenario_in_which_it_was_given() {
    let assignment = assignment("same");
    let mut value = hand_in(&assignment, "one", 1);
    // The student leaves the scenario of the goal after the answer.
    let limit = json!({ "packets": 300 });
    value["log"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "t": 3e6, "set": "network.forward.queue.limit", "to": limit }));
    let document =
        apply(&assignment.start("one"), &[("network.forward.queue.limit".to_owned(), Some(limit.clone()))]);
    value["scenario"] = document.clone();
    value["result"] = json!(Run::compute(&document).ok().unwrap().result);
    let report = check(&assignment, "x", &to_text(&value));
    assert_eq!((kinds_of(&report), states(&report)), (vec![], GOOD.to_vec()));
    // An answer that is given in the last scenario is judged with it.
    let end = json!({ "t": 4e6, "answer": "q4", "value": true });
    value["log"].as_array_mut().unwrap().push(end);
    let report = check(&assignment, "x", &to_text(&value));
    assert_eq!(states(&report)[3], "wrong");
}

#[test]
fn a_log_that_the_page_cannot_write_is_named() {
    let assignment = assignment("same");
    let problem = |change: fn(&mut Value)| {
        let mut value = hand_in(&assignment, "one", 1);
        change(&mut value);
        let report = check(&assignment, "x", &to_text(&value));
        report.findings.iter().map(|finding| finding.text.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(problem(|_| {}), "");
    assert!(problem(|v| v["log"][3]["t"] = json!(5)).contains("not in order"));
    assert!(problem(|v| v["log"][3]["t"] = json!(-5)).contains("not in order"));
    assert!(problem(|v| v["log"][3]["answer"] = json!("q9")).contains("`q9`"));
    let twice = |v: &mut Value| {
        let again = json!({ "t": 1e7, "answer": "q5", "value": [0.9] });
        v["log"].as_array_mut().unwrap().push(again);
    };
    assert!(problem(twice).contains("changes the prediction"));
    assert!(
        problem(|v| drop(v["log"].as_array_mut().unwrap().remove(2)))
            .contains("does not lead to its scenario")
    );
    assert!(problem(|v| v["assignment"] = json!("other")).contains("another assignment"));
    // Allowed settings that are set and reset together with a locked setting.
    let through_locked = |v: &mut Value| {
        let log = v["log"].as_array_mut().unwrap();
        log.insert(3, json!({ "t": time(1, 3) + 1, "set": "network.forward.rate", "to": 9e6 }));
        log.insert(4, json!({ "t": time(1, 3) + 2, "set": "network.forward.rate", "to": 2e6 }));
    };
    assert!(problem(through_locked).contains("Locked settings were changed: network.forward.rate."));
}

#[test]
fn an_equal_log_is_a_finding_but_a_similar_one_is_not() {
    let assignment = assignment("same");
    let report = |name: &str, student| {
        check(&assignment, &format!("{name}.json"), &to_text(&hand_in(&assignment, name, student)))
    };
    let kinds = |reports: Vec<Report>| {
        compare(reports)
            .iter()
            .flat_map(|r| kinds_of(r).into_iter().map(str::to_owned).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds(vec![report("a", 1), report("b", 2)]), [""; 0]);
    assert_eq!(kinds(vec![report("a", 1), report("b", 1)]), ["same", "same"]);
    assert_eq!(kinds(vec![report("a", 1), report("a", 2)]), ["twice", "twice"]);
    // The same times with other steps, the same steps at other times, and a common beginning.
    let (mut steps, mut times, mut begun) = (report("b", 1), report("b", 1), report("b", 1));
    steps.log.iter_mut().for_each(|step| step.text.push('x'));
    times.log.iter_mut().for_each(|step| step.t += 1000.0);
    begun.log.truncate(4);
    for similar in [steps, times, begun] {
        assert_eq!(kinds(vec![report("a", 1), similar]), [""; 0]);
    }
}

#[test]
fn a_finding_names_at_most_five_other_files() {
    let assignment = assignment("same");
    let reports = ["a", "b", "c", "d", "e", "f", "g", "h"]
        .map(|name| check(&assignment, &format!("{name}.json"), &to_text(&hand_in(&assignment, name, 1))));
    let text = compare(reports.to_vec())[0].findings[0].text.clone();
    let files = "b.json, c.json, d.json, e.json, f.json and 2 more files";
    assert_eq!(text, format!("Its log is the same as that of {files}, with the same times."));
}

#[test]
fn the_students_file_and_other_files_are_refused_as_assignments() {
    let problem = |change: fn(&mut Value)| {
        let mut file = assignment_file("same");
        change(&mut file);
        Assignment::read(&to_text(&file)).err().unwrap_or_default().join(" ")
    };
    assert_eq!(problem(|_| {}), "");
    assert!(problem(|f| drop(f.as_object_mut().unwrap().remove("key"))).contains("students' file"));
    assert!(problem(|f| f["fairshare"] = json!("hand-in")).contains("hand-in"));
    assert!(problem(|f| f["v"] = json!(2)).contains("later version"));
    assert!(problem(|f| f["scenario"]["duration"] = json!(-1)).contains("duration"));
    assert!(problem(|f| f["questions"][0]["kind"] = json!("essay")).contains("q1"));
    assert!(problem(|f| f["questions"][1]["id"] = json!("q1")).contains("Two questions"));
    assert!(problem(|f| f["key"]["q1"] = json!({ "right": 7 })).contains("no option 7"));
    for points in [json!(-1), json!(1001), json!("2"), json!(true)] {
        let mut file = assignment_file("same");
        file["questions"][1]["points"] = points;
        let problems = Assignment::read(&to_text(&file)).err().unwrap_or_default();
        assert_eq!(problems, ["The question `q2`: `points` is not a number from 0 to 1000."]);
    }
    assert!(problem(|f| f["questions"][3]["oneControl"] = json!(1)).contains("`oneControl` is neither true"));
    assert!(Assignment::read("{").is_err());
}

#[test]
fn points_weigh_questions_and_are_one_without_a_statement() {
    let mut file = assignment_file("same");
    let hand_in = hand_in(&assignment("same"), "one", 1);
    let report = |file: &Value, hand_in: &Value| {
        let assignment = Assignment::read(&to_text(file)).unwrap();
        let report = check(&assignment, "one.json", &to_text(hand_in));
        let table = csv(&assignment, std::slice::from_ref(&report));
        (report.points(), report.score(), table)
    };
    let (points, score, table) = report(&file, &hand_in);
    assert_eq!((points, score), ((3.0, 3.0), (3, 3)));
    assert!(table.starts_with("file,pseudonym,right,of,points,of points,question 1,answer to question 1,points of question 1 (of 1),"));

    file["questions"][1]["points"] = json!(2.5);
    file["questions"][2]["points"] = json!(4);
    file["questions"][3]["points"] = json!(0);
    let mut wrong = hand_in.clone();
    wrong["answers"]["q1"] = json!(0);
    wrong["log"][3]["value"] = json!(0);
    let (points, score, table) = report(&file, &wrong);
    assert_eq!((points, score), ((2.5, 3.5), (2, 3)));
    let cells: Vec<&str> = table.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(cells[..9], ["one.json", "one", "2", "3", "2.5", "3.5", "wrong", "below half", "0"]);
    assert_eq!(cells[11], "2.5");
    // A text has no points until a person reads it. Its comma divides the cell here.
    assert_eq!((cells[12], cells[15]), ("to read", ""));
    let header = table.lines().next().unwrap();
    assert!(
        header.contains("points of question 3 (of 4)") && header.contains("answer to question 5,minutes")
    );
    // A file that cannot be read has no points.
    let assignment = Assignment::read(&to_text(&file)).unwrap();
    let refused = csv(&assignment, &[check(&assignment, "cut.json", "{")]);
    assert!(refused.lines().nth(1).unwrap().starts_with("cut.json,,0,0,0,0,not judged,"), "{refused}");
}

#[test]
fn a_goal_by_one_control_is_wrong_if_several_differ() {
    let (limit, algorithm) = ("network.forward.queue.limit", "flows.a.algorithm");
    let mut file = assignment_file("same");
    let free = |path: &str| json!({ "path": path, "access": "free" });
    file["settings"] = json!([free(limit), free(algorithm), free("flows.a.count"), free("flows.a.start")]);
    file["questions"][3]["when"][0]["below"] = json!(9);
    file["controls"] = json!([{ "id": "flows", "label": "Flows", "options": [
        { "label": "1", "set": [["flows.a.count", null], ["flows.a.start", null]] },
        { "label": "2", "set": [["flows.a.count", 2], ["flows.a.start", 1]] }] }]);
    let mut expected = |one_control: bool, settings: &[(&str, Value)]| {
        file["questions"][3]["oneControl"] = json!(one_control);
        let assignment = Assignment::read(&to_text(&file)).unwrap();
        let mut document = assignment.start("one");
        let mut log = Vec::new();
        for (path, value) in settings {
            document = apply(
                &document,
                &[((*path).to_owned(), Some(value.clone()).filter(|value| !value.is_null()))],
            );
            log.push(json!({ "t": log.len(), "set": path, "to": value }));
        }
        log.push(json!({ "t": log.len(), "answer": "q4", "value": true }));
        let hand_in = json!({ "fairshare": "hand-in", "v": 1, "assignment": "test", "name": "one", "version": VERSION,
            "scenario": canonical(&document, kinds()), "result": Run::compute(&document).ok().unwrap().result, "spent": 1,
            "answers": { "q4": true }, "log": log });
        let report = check(&assignment, "one.json", &to_text(&hand_in));
        let judged = &report.answers[3];
        let is_wrong = judged.state == State::Wrong;
        // The page lets students keep a goal only when it is reached.
        assert_eq!(kinds_of(&report), if is_wrong { vec!["goal"] } else { vec![] });
        (judged.state, judged.answer.clone(), judged.expected.clone())
    };
    let short = (limit, json!({ "packets": 4 }));
    let cubic = (algorithm, json!("cubic"));
    let right = (State::Right, "reached".to_owned(), String::new());
    let several = (State::Wrong, "reached".to_owned(), "by changing one control only".to_owned());
    assert_eq!(expected(true, std::slice::from_ref(&short)), right);
    assert_eq!(expected(true, &[short.clone(), cubic.clone()]), several);
    assert_eq!(expected(false, &[short.clone(), cubic.clone()]), right);
    // A control that is set back is not changed, and the settings of one control are one change.
    assert_eq!(expected(true, &[cubic, (algorithm, json!("newreno")), short.clone()]), right);
    let flows = [("flows.a.count", json!(2)), ("flows.a.start", json!(1))];
    assert_eq!(expected(true, &flows), right);
    let all = [flows[0].clone(), flows[1].clone(), short];
    assert_eq!(expected(true, &all), several);
}

#[test]
fn files_that_cannot_be_read_do_not_stand_out() {
    let assignment = assignment("same");
    let is_skipped = |text: &str| check(&assignment, "x.json", text).is_skipped();
    assert!(is_skipped("{") && is_skipped("notes") && is_skipped("[]"));
    let mut other = hand_in(&assignment, "one", 1);
    assert!(!is_skipped(&to_text(&other)));
    // A hand-in of another assignment has a name, and somebody must ask for the right one.
    other["assignment"] = json!("other");
    assert!(!is_skipped(&to_text(&other)));
}

#[test]
fn hostile_values_are_read_without_a_panic() {
    let assignment = assignment("same");
    let good = hand_in(&assignment, "one", 1);
    let values =
        [json!(null), json!(-1), json!(1e308), json!("x"), json!([]), json!({}), json!([[[]]]), json!(true)];
    for pointer in [
        "/name",
        "/version",
        "/scenario",
        "/scenario/network",
        "/scenario/flows",
        "/result",
        "/answers",
        "/answers/q1",
        "/answers/q2",
        "/answers/q5",
        "/spent",
        "/log",
        "/log/0",
        "/log/0/t",
        "/log/0/value",
        "/log/1/set",
        "/log/1/to",
        "/log/3/answer",
    ] {
        for value in &values {
            let mut changed = good.clone();
            *changed.pointer_mut(pointer).unwrap() = value.clone();
            let report = check(&assignment, "x", &to_text(&changed));
            let is_silent =
                report.findings.is_empty() && report.answers.iter().all(|a| a.state != State::Wrong);
            // These may have other values; the last of them because the next entry of the log replaces it.
            assert!(
                !is_silent || ["/name", "/spent", "/log/0/t", "/log/1/to"].contains(&pointer),
                "{pointer} {value}"
            );
        }
    }
    // A zip file that ends anywhere is refused or read in part.
    let archive = zip(&[("a.json", b"{}"), ("b.json", b"[]")], true);
    for length in 0..archive.len() {
        unpack("x.zip", &archive[..length]);
    }
    let mut damaged = archive.clone();
    for i in 0..damaged.len() {
        damaged[i] ^= 0xff;
        unpack("x.zip", &damaged);
        damaged[i] ^= 0xff;
    }
}

#[test]
fn sizes_are_judged_before_anything_is_read() {
    assert!(refusal_of_size(MAX_HAND_IN, false).is_none());
    assert!(refusal_of_size(200_000_000, false).unwrap().text.contains("200 MB"));
    assert!(refusal_of_size(MAX_ZIP, true).is_none());
    assert!(refusal_of_size(MAX_ZIP + 1, true).is_some());
}

#[test]
fn edits_write_the_values_at_their_paths() {
    let doc = scenario();
    assert_eq!(write_path(&doc, "flows.a.start", Some(&json!(2)))["flows"][0]["start"], json!(2));
    assert_eq!(write_path(&doc, "flows.0.start", Some(&json!(2)))["flows"][0]["start"], json!(2));
    assert_eq!(write_path(&doc, "flows.none.start", Some(&json!(2))), doc);
    assert_eq!(write_path(&doc, "flows.a", None)["flows"], json!([]));
    assert!(write_path(&doc, "network.forward.rate", None)["network"]["forward"].get("rate").is_none());
    let with_params = apply(
        &doc,
        &[
            ("flows.a.params.min_rto".to_owned(), Some(json!(1))),
            ("flows.a.algorithm".to_owned(), Some(json!("cubic"))),
        ],
    );
    assert!(with_params["flows"][0].get("params").is_none());
    assert!(covers("flows.a.algorithm", "flows.a.params.beta"));
    assert!(covers("network.forward", "network.forward.rate"));
    assert!(!covers("network.forward", "network.forwarder"));
    let other = write_path(&doc, "flows.a.start", Some(&json!(2)));
    assert_eq!(differences(&doc, &other, 9), ["flows.a.start"]);
}
