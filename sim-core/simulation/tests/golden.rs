//! Golden files: traces of every algorithm in five scenarios (tests/golden/traces.txt), and the result IDs
//! (result-ids.txt) of documents that together use every feature (documents.json).
//! `FAIRSHARE_REDRAW=1 cargo test -p sim-core golden::` updates the files. Review the changes before
//! committing them. `FAIRSHARE_REDRAW=missing` adds missing references, such as the trace of a new algorithm,
//! and changes no others.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::fuzz::targets::impossible_number;
use crate::support::{as_stated, dumbbell, finished_run, new_run, params_for_10_mbps, run_until_ns};
use serde_json::{Map, Value, json};
use sim_core::ground::time::{MILLISECOND, to_secs};
use sim_core::simulation::kinds;

fn golden_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

const HOW_TO_UPDATE: &str = "If this change is intended, give the reason in the commit message and update the file with `FAIRSHARE_REDRAW=1 cargo test -p sim-core golden::`.";

/// Compares the entries of the golden file `name` with `actual`, or writes the new ones, or all, if this is requested. An entry
/// begins with `mark` and its name, up to `end`. Its text follows, up to the next entry.
fn compare(name: &str, (mark, end): (&str, char), actual: &BTreeMap<String, String>) {
    let path = golden_file(name);
    let golden = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let entries = format!("\n{golden}");
    let mut stored: BTreeMap<String, String> = entries
        .split(&format!("\n{mark}"))
        .filter_map(|entry| entry.split_once(end))
        .map(|(name, text)| (name.to_owned(), text.trim_end_matches('\n').to_owned()))
        .collect();
    if let Some(redraw) = std::env::var_os("FAIRSHARE_REDRAW") {
        let known = if redraw == "missing" { std::mem::take(&mut stored) } else { BTreeMap::new() };
        stored =
            actual.iter().map(|(id, text)| (id.clone(), known.get(id).unwrap_or(text).clone())).collect();
        let text: String = stored.iter().map(|(id, text)| format!("{mark}{id}{end}{text}\n")).collect();
        if text != golden {
            fs::write(&path, text).expect("written");
        }
    }
    let mut changed: Vec<String> = stored.keys().filter(|id| !actual.contains_key(*id)).cloned().collect();
    for (id, text) in actual {
        let known = stored.get(id).map_or("", String::as_str);
        let differs = known.lines().zip(text.lines()).find(|(was, is)| was != is);
        if let Some((was, is)) = differs {
            changed.push(format!("{id}:\n  was {was}\n  is  {is}"));
        } else if known != text {
            changed.push(format!("{id}: it is missing, or has a different number of lines"));
        }
    }
    assert!(changed.is_empty(), "tests/golden/{name}: {}\n{HOW_TO_UPDATE}", changed.join("\n"));
}

// ---- traces ----

/// Titles and documents of five scenarios. The trace shows the flow `a`.
fn trace_scenarios(algorithm: &str) -> Vec<(&'static str, Value)> {
    let first_flow = json!({"id": "a", "algorithm": algorithm, "params": params_for_10_mbps(algorithm)});
    let distant_flow = json!({"id": "b", "algorithm": algorithm, "params": params_for_10_mbps(algorithm), "access": {"sender": 0.04, "receiver": 0.005}});
    let mut rate_drop = dumbbell(json!([first_flow]), 6.0);
    rate_drop["timeline"] = json!([{"at": 2, "set": "network.forward.rate", "to": 2e6}, {"at": 4, "set": "network.forward.rate", "to": 1e7}]);
    let cross_traffic = json!({"id": "b", "algorithm": "udp", "role": "background",
        "source": {"kind": "on_off", "rate": 6e6, "on": 1, "off": 1, "distribution": "fixed"}});
    vec![
        ("alone: 10 Mb/s, 40 ms, a buffer of one BDP", dumbbell(json!([first_flow]), 6.0)),
        ("against Reno", dumbbell(json!([first_flow, {"id": "b", "algorithm": "reno"}]), 6.0)),
        ("against itself with a round trip of 110 ms", dumbbell(json!([first_flow, distant_flow]), 6.0)),
        ("the rate drops to 2 Mb/s at 2 s and is back at 4 s", rate_drop),
        ("on-off cross traffic of 6 Mb/s, a second each", dumbbell(json!([first_flow, cross_traffic]), 6.0)),
    ]
}

/// A table with lines for steps of 0.1 s of simulated time: the state of the first sender at that time, the packets
/// that wait at the forward link, and the increments of the flow's counters since the step before. It shows every
/// tenth line, and a hash of all lines.
fn trace(document: &Value) -> String {
    let mut run = new_run(document);
    let mut text = String::from("   t s  window   Mb/s  flight  queue  sent  again  lost  got\n");
    let mut previous = [0; 4];
    let (mut steps, mut hash) = (0, 0xcbf2_9ce4_8422_2325_u64);
    while run.now() < run.end() {
        let next = run.now() + 100 * MILLISECOND;
        run_until_ns(&mut run, next);
        let state = run.world().sender_state(0);
        let or_dash = |value: Option<f64>, unit: f64| {
            value.map_or_else(|| "-".to_owned(), |x| format!("{:.2}", x / unit))
        };
        let counts = run.observer().flows[0].counts();
        let counters = [counts.sent, counts.retransmitted, counts.lost, counts.delivered];
        let [sent, retransmitted, lost, delivered] = [0, 1, 2, 3].map(|i| counters[i] - previous[i]);
        previous = counters;
        let (queue, _) = run.world().net().links()[0].waiting();
        let line = format!(
            "{:6.1} {:>7} {:>6} {:7} {queue:6} {sent:5} {retransmitted:6} {lost:5} {delivered:4}",
            to_secs(run.now()),
            or_dash(state.window, 1.0),
            or_dash(state.rate, 1e6),
            state.in_flight,
        );
        let fnv = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        hash = line.bytes().fold(hash, fnv);
        steps += 1;
        if steps % 10 == 0 {
            text += &format!("{line}\n");
        }
    }
    text + &format!("all {steps} lines: {hash:016x}\n")
}

#[test]
fn traces_of_all_algorithms_are_unchanged() {
    let mut traces = BTreeMap::new();
    for info in sim_core::protocols::infos() {
        let mut text = format!("{}: {}\n", info.name, info.summary);
        for (title, document) in trace_scenarios(info.id) {
            text += &format!("\n{title}\n{}", trace(&document));
        }
        traces.insert(info.id.to_owned(), text.trim_end().to_owned());
    }
    compare("traces.txt", ("= ", '\n'), &traces);
}

// ---- documents ----

/// The golden documents by name.
fn documents() -> Map<String, Value> {
    let text = fs::read_to_string(golden_file("documents.json")).expect("readable");
    serde_json::from_str(&text).expect("JSON")
}

/// If the result ID of a document changes, shared links no longer reproduce their results.
#[test]
fn result_ids_are_unchanged() {
    let id = |document| finished_run(&as_stated(document)).result_id_text();
    let ids: BTreeMap<String, String> =
        documents().into_iter().map(|(name, document)| (name, id(document))).collect();
    assert!(ids.len() >= 8);
    compare("result-ids.txt", ("", ' '), &ids);
}

/// Random documents are in `fuzz`; those runs can end early.
#[test]
fn numbers_of_whole_runs_are_possible() {
    let examples: Value = serde_json::from_str(include_str!("../../document/examples.json")).expect("JSON");
    let examples = examples.as_array().expect("a list").iter();
    let examples = examples.map(|one| (one["id"].to_string(), one["doc"].clone())).collect::<Vec<_>>();
    for (name, document) in documents().into_iter().chain(examples) {
        let run = finished_run(&as_stated(document));
        run.world().check_conservation().unwrap();
        assert_eq!(impossible_number(&name, &run.summary()), None);
    }
}

/// The golden documents together use all names of the schema that `wanted` lists. A new feature must be added
/// to one of the documents.
#[test]
fn golden_documents_use_every_feature() {
    /// Adds all texts in a value and all its field names, followed by a colon, to `found`.
    fn collect_names(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                for (name, value) in object {
                    found.push(format!("{name}:"));
                    collect_names(value, found);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| collect_names(item, found)),
            Value::String(text) => found.push(text.clone()),
            _ => {}
        }
    }
    let mut found = Vec::new();
    documents().values().for_each(|document| collect_names(document, &mut found));
    let kinds = kinds();
    let mut wanted: Vec<String> = kinds.algorithms.iter().map(|info| info.id.to_owned()).collect();
    for kind in kinds.sources.iter().chain(&kinds.queues).chain(&kinds.losses) {
        wanted.push(kind.id.to_owned());
        wanted.extend(kind.fields.iter().map(|field| format!("{}:", field.name)));
    }
    let other_names = "title: note: seed: warmup: reverse: access_rate: jitter: label: role: background reverse packet: access: receiver_rate: receiver_buffer: impairments: jitter: shape: exponential reorder: shaper: framing: cell: carries: overhead: outages: lasts: trace: min: start: stop: count: \
                 packets: bytes: seconds: bdp: flow: where: exit what: data feedback delay serial off network.forward.rate network.forward.delay \
                 network.forward.queue.limit network.forward.loss network.reverse.rate measure: bins: windows: \
                 parking_lot graph nodes: links: from: to: one_way: path: back: network.links.ab.forward.rate network.links.b.reverse.loss";
    wanted.extend(other_names.split_whitespace().map(str::to_owned));
    let missing: Vec<_> = wanted.iter().filter(|name| !found.contains(name)).collect();
    assert!(
        missing.is_empty(),
        "no document of tests/golden uses {missing:?}: add one that uses them. `FAIRSHARE_REDRAW=missing` adds its result ID"
    );
    assert!(found.iter().any(|text| text.starts_with("flows.") && text.ends_with(".active")));
    assert!(found.iter().any(|text| text.starts_with("flows.") && text.contains(".params.")));
}
