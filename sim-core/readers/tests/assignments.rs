//! Assignments with their keys, hand-ins, and zip files of them.

use super::mutate::{Outcome, check_inputs};
use super::{changed, changed_value, outcome, scenario, text};
use fairshare_assignments::assignment::Assignment;
use fairshare_assignments::files::unpack;
use fairshare_assignments::hand_in::HandIn;
use miniz_oxide::deflate::compress_to_vec;
use serde_json::{Value, json};

fn assignment() -> Value {
    let busy = json!({ "kind": "utilisation" });
    json!({
        "fairshare": "assignment", "v": 1, "id": "test", "title": "Buffers", "scenario": scenario(), "seed": "student",
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

fn hand_in() -> Value {
    json!({
        "fairshare": "hand-in", "v": 1, "assignment": "test", "name": "a", "version": "1.0.0", "scenario": scenario(),
        "result": "0123456789abcdef", "spent": 300,
        "answers": { "q1": 1, "q2": 84.5, "q3": "The queue drains.", "q4": true, "q5": [0.5] },
        "log": [{ "t": 1000, "answer": "q5", "value": [0.5] }, { "t": 2000, "begin": "q4" },
                { "t": 3000, "set": "network.forward.queue.limit", "to": { "packets": 9 } },
                { "t": 4000, "answer": "q1", "value": 1 }],
    })
}

#[test]
fn hand_ins_are_read_or_refused() {
    check_inputs(2000, changed_value(&[hand_in()]), |bytes, _| outcome(HandIn::read(&text(bytes))));
}

#[test]
fn assignments_with_keys_are_read_or_refused() {
    check_inputs(2000, changed_value(&[assignment()]), |bytes, _| {
        outcome(Assignment::read(&text(bytes)).map_err(|sentences| sentences.concat()))
    });
}

/// A zip file of stored and packed entries, which are named by their numbers.
fn zip(entries: &[Vec<u8>]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    let short = |number: usize| u16::try_from(number).unwrap().to_le_bytes();
    let long = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    for (index, content) in entries.iter().enumerate() {
        let is_packed = index % 2 == 1;
        let data = if is_packed { compress_to_vec(content, 6) } else { content.clone() };
        let mut entry =
            [short(20), short(0), short(if is_packed { 8 } else { 0 }), short(0), short(0)].concat();
        entry.extend([long(0), long(data.len()), long(content.len())].concat());
        entry.extend([short(1), short(0)].concat());
        let name = [b'0' + u8::try_from(index).unwrap()];
        let start = long(file.len());
        directory.extend([&b"PK\x01\x02\x14\x00"[..], &entry, &[0; 10], &start, &name].concat());
        file.extend([&b"PK\x03\x04"[..], &entry, &name, &data].concat());
    }
    let count = short(entries.len());
    let ends = [long(directory.len()), long(file.len())].concat();
    file.extend(directory);
    file.extend([&b"PK\x05\x06\0\0\0\0"[..], &count, &count, &ends, &[0; 2]].concat());
    file
}

#[test]
fn zip_files_are_unpacked_or_refused() {
    let text_of = |value: Value| value.to_string().into_bytes();
    let inner = zip(&[text_of(hand_in()), b"no hand-in".to_vec()]);
    let seeds = [zip(&[text_of(hand_in()), text_of(assignment()), inner.clone(), inner]), zip(&[])];
    check_inputs(2000, changed(&seeds), |bytes, _| {
        let found = unpack("class.zip", bytes);
        let refusals = found.iter().filter_map(|file| file.text.as_ref().err());
        if refusals.clone().any(|finding| finding.text.is_empty()) {
            return Err(format!("a refusal without a reason: {found:?}"));
        }
        Ok(if refusals.count() == 0 { Outcome::Accepted } else { Outcome::Refused })
    });
}
