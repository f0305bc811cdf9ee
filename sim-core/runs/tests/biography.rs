//! The lives of packets, compared with the rows of stretches and with the decisions of the flow.

use fairshare_runs::biography::Biography;
use fairshare_runs::stretch::{COLUMNS, PacketRun, ROW_KINDS, Row, RowKind};
use serde_json::{Value, json};
use sim_core::describe::Decided;
use sim_core::ground::convert::{narrow, whole};
use sim_core::ground::packet::{RETRANSMITTED, SYN};
use sim_core::ground::time::from_secs;
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};
use sim_core::transport::window::decision;
use std::collections::BTreeMap;

/// A dumbbell of 4 Mb/s with a short queue.
fn document(flow: Value, queue: Value) -> Value {
    json!({ "v": 1, "duration": 12, "network": { "kind": "dumbbell",
        "forward": { "rate": 4e6, "delay": 0.02, "queue": queue } }, "flows": [flow] })
}

fn scenario(document: &Value) -> Scenario {
    Scenario::from_value(document.clone(), kinds()).unwrap()
}

fn number(row: &Row, name: &str) -> u64 {
    whole::<u64>(row[COLUMNS.iter().position(|column| *column == name).unwrap()])
}

fn value(row: &Row, name: &str) -> f64 {
    row[COLUMNS.iter().position(|column| *column == name).unwrap()]
}

fn kind(row: &Row) -> RowKind {
    ROW_KINDS[whole::<usize>(row[1])].1
}

/// A run with the rows of its first flow, and its decisions: time in ns and kind.
struct Recorded {
    run: PacketRun,
    rows: Vec<Row>,
    decisions: Vec<(u64, u32)>,
}

fn recorded(document: &Value) -> Recorded {
    let mut run = PacketRun::new(scenario(document)).unwrap();
    while !run.advance(run.end(), 100_000).unwrap() {}
    let flow = document["flows"][0]["id"].as_str().unwrap().to_owned();
    let mut stretch = run.record(run.flow(Some(&flow)).unwrap(), 0, run.end()).unwrap();
    while !stretch.advance(100_000, usize::MAX).unwrap() {}
    let mut simulation = Simulation::new(scenario(document), RecordingSettings::none()).unwrap();
    simulation.record_decisions();
    simulation.run().unwrap();
    let algorithm = document["flows"][0]["algorithm"].as_str().unwrap();
    let decided = simulation.recorded_decisions(&flow).unwrap().into_iter();
    let own = decided.filter(|decision| decision.by == algorithm);
    let decisions = own.map(|decision| (from_secs(decision.t), narrow::<u32>(decision.kind)));
    let (rows, decisions) = (stretch.rows().to_vec(), decisions.collect());
    Recorded { run, rows, decisions }
}

fn tell(recorded: &Recorded, question: &Value) -> Value {
    let mut life = Biography::new(&recorded.run, question).unwrap();
    // Few events at a time, so that every kind of interruption occurs.
    while !life.advance(&recorded.run, 97).unwrap() {}
    life.to_json(&recorded.run)
}

/// The question about the packet of a row.
fn about(row: &Row) -> Value {
    json!({ "flow": "a", "connection": 0, "isFeedback": number(row, "feedback") == 1, "isSyn": false,
        "seq": number(row, "seq"), "ordinal": number(row, "ordinal"), "at": number(row, "at") })
}

/// The times of the entries of these kinds.
fn times(life: &Value, kinds: &[&str]) -> Vec<u64> {
    let entries = life["entries"].as_array().unwrap().iter();
    let wanted = entries.filter(|entry| kinds.contains(&entry["kind"].as_str().unwrap()));
    wanted.map(|entry| entry["at"].as_u64().unwrap()).collect()
}

const SIGNS: [&str; 9] =
    ["duplicates", "partial", "selective", "age", "numbers", "time", "timeout", "probe", "timer"];

/// Tells the lives of the dropped packets of a flow that repeats data, compares them with the rows, and counts the signs
/// by which the losses were noticed.
fn check_losses(document: &Value) -> BTreeMap<String, usize> {
    let recorded = recorded(document);
    let Recorded { run, rows, decisions, .. } = &recorded;
    let mut signs = BTreeMap::new();
    let is_lost_data = |row: &&Row| {
        let is_syn = number(row, "flags") & u64::from(SYN) != 0;
        kind(row) == RowKind::Dropped && number(row, "feedback") == 0 && !is_syn
    };
    let lost: Vec<&Row> = rows.iter().filter(is_lost_data).collect();
    assert!(lost.len() > 10, "{} losses", lost.len());
    // Every third loss is enough, because the queue drops many packets at once.
    for row in lost.iter().step_by(3) {
        let (seq, at) = (number(row, "seq"), number(row, "at"));
        let life = tell(&recorded, &about(row));
        assert_eq!(life["repeats"], true);
        // Only the sequence number is known of a packet that a decision names.
        let mut by_number = about(row);
        by_number["ordinal"] = Value::Null;
        assert_eq!(tell(&recorded, &by_number), life);
        let reached = life["reached"].as_u64().unwrap();
        // A flow of several transfers uses a number again in each of them.
        let is_original = |row: &&Row| {
            kind(row) == RowKind::Sent && number(row, "flags") & u64::from(RETRANSMITTED | SYN) == 0
        };
        let has_number = |row: &&Row| number(row, "seq") == seq && number(row, "feedback") == 0;
        let original = rows.iter().filter(is_original).filter(has_number);
        let start = original.map(|row| number(row, "at")).rfind(|&sent| sent <= at).unwrap();
        let own = |row: &&Row| has_number(row) && (start..=reached).contains(&number(row, "at"));
        let of = |wanted: RowKind, flags: u64| {
            rows.iter()
                .filter(own)
                .filter(|row| kind(row) == wanted)
                .filter(|row| {
                    let found = number(row, "flags");
                    found & u64::from(SYN) == 0 && (wanted != RowKind::Sent || found & 1 == flags)
                })
                .map(|row| number(row, "at"))
                .collect::<Vec<u64>>()
        };
        assert_eq!(times(&life, &["sent"]), of(RowKind::Sent, 0), "{seq}");
        let again = of(RowKind::Sent, u64::from(RETRANSMITTED));
        assert_eq!(times(&life, &["sentAgain"]), again, "{seq}");
        assert_eq!(times(&life, &["dropped"]), of(RowKind::Dropped, 0), "{seq}");
        assert!(times(&life, &["dropped"]).contains(&at));
        check_acknowledgement(&life, rows, seq);
        // Each time that the data were sent again, the sender had noticed something since the last time.
        let noticed = times(&life, &SIGNS);
        let mut since = times(&life, &["sent"])[0];
        for time in again {
            assert!(noticed.iter().any(|&at| since < at && at <= time), "{seq} at {time}: {life}");
            since = time;
        }
        check_signs(&life, decisions, &mut signs);
        assert_eq!(life["isComplete"], reached < run.end(), "{life}");
    }
    signs
}

/// The first acknowledgement of the data that the sender received, by the rows.
fn check_acknowledgement(life: &Value, rows: &[Row], seq: u64) {
    let sent = times(life, &["sent"])[0];
    let covers = |row: &&Row| {
        number(row, "at") > sent
            && match kind(row) {
                RowKind::Delivered => value(row, "first") > seq as f64,
                RowKind::Sack => value(row, "first") <= seq as f64 && value(row, "second") > seq as f64,
                _ => false,
            }
    };
    let first = rows.iter().find(covers).map(|row| number(row, "at"));
    let told = times(life, &["acknowledged", "echoed"]);
    // Rows do not contain the ranges of packet numbers that QUIC acknowledges.
    let has_ranges = life["entries"].to_string().contains("\"numbers\"");
    assert!(told.len() <= 1 && (has_ranges || told.first().copied() == first), "{seq} {first:?}: {life}");
}

/// The signs are those that the sender decided about at the same time.
fn check_signs(life: &Value, decisions: &[(u64, u32)], signs: &mut BTreeMap<String, usize>) {
    for entry in life["entries"].as_array().unwrap() {
        let (at, sign) = (entry["at"].as_u64().unwrap(), entry["kind"].as_str().unwrap());
        if !SIGNS.contains(&sign) {
            continue;
        }
        *signs.entry(sign.to_owned()).or_default() += 1;
        let decided: Vec<u32> =
            decisions.iter().filter(|(time, _)| *time == at).map(|(_, kind)| *kind).collect();
        assert_eq!(entry["isExplained"], !decided.is_empty(), "{entry} {decided:?}");
        let needed = match sign {
            "duplicates" => decision::Loss::KIND,
            "age" => decision::Overdue::KIND,
            "timeout" => decision::Timeout::KIND,
            "probe" => decision::Probe::KIND,
            _ => continue,
        };
        assert!(decided.contains(&needed), "{entry} {decided:?}");
    }
}

#[test]
fn newreno_notices_losses_by_duplicates_partial_acknowledgements_and_timeouts() {
    let flow = json!({ "id": "a", "algorithm": "newreno", "params": { "stack": null, "hystart": false } });
    let mut document = document(flow, json!({ "limit": { "packets": 12 } }));
    document["network"]["forward"]["loss"] = json!([{ "kind": "random", "probability": 0.04 }]);
    let signs = check_losses(&document);
    assert_eq!(signs.keys().collect::<Vec<_>>(), ["duplicates", "partial", "timeout"]);
}

#[test]
fn selective_acknowledgements_show_losses() {
    let flow = json!({ "id": "a", "algorithm": "sack", "params": { "stack": null, "hystart": false } });
    let signs = check_losses(&document(flow, json!({ "limit": { "packets": 12 } })));
    assert!(signs["selective"] > 5 && !signs.contains_key("partial"), "{signs:?}");
}

#[test]
fn cubic_in_linux_finds_losses_by_age_by_probes_and_by_timeouts() {
    // Bursts of losses, so that the end of a transfer and retransmissions are lost too.
    let flow = json!({ "id": "a", "algorithm": "cubic", "params": { "stack": "linux" }, "source": { "kind": "web" } });
    let mut document = document(flow, json!({ "limit": { "packets": 12 } }));
    document["duration"] = json!(60);
    document["network"]["forward"]["loss"] = json!([{ "kind": "random", "probability": 0.1 }]);
    let signs = check_losses(&document);
    assert!(signs["age"] > 5 && signs["probe"] > 2 && signs["timeout"] > 1, "{signs:?}");
}

#[test]
fn quic_sends_data_again_under_new_packet_numbers() {
    let flow = json!({ "id": "a", "algorithm": "cubic", "params": { "stack": "quic" } });
    let mut document = document(flow, json!({ "limit": { "packets": 12 } }));
    document["network"]["forward"]["loss"] = json!([{ "kind": "random", "probability": 0.03 }]);
    let signs = check_losses(&document);
    assert!(signs["numbers"] > 2 && signs["time"] > 2, "{signs:?}");
    assert!(signs.keys().all(|sign| ["numbers", "time", "probe"].contains(&sign.as_str())), "{signs:?}");
}

#[test]
fn an_acknowledgement_carries_a_mark_back() {
    for feedback in [json!(null), json!("accurate")] {
        let params = json!({ "ecn": true, "ecn_feedback": feedback });
        let flow = json!({ "id": "a", "algorithm": "cubic", "params": params });
        let recorded = recorded(&document(flow, json!({ "kind": "codel", "ecn": true })));
        let marked: Vec<&Row> = recorded.rows.iter().filter(|row| kind(row) == RowKind::Marked).collect();
        assert!(marked.len() > 5, "{}", marked.len());
        let mut reductions = 0;
        for row in &marked {
            let life = tell(&recorded, &about(row));
            assert_eq!(times(&life, &["marked"]), [number(row, "at")]);
            if life["isComplete"] == false {
                continue;
            }
            let echoed = times(&life, &["echoed"]);
            assert!(echoed.len() == 1 && times(&life, &["acknowledged"]).is_empty(), "{life}");
            assert!(echoed[0] > number(row, "at"));
            reductions += recorded
                .decisions
                .iter()
                .filter(|(at, kind)| *at == echoed[0] && *kind == decision::Marked::KIND)
                .count();
        }
        assert!(reductions > 3, "{reductions}");
    }
}

#[test]
fn udp_and_media_do_not_send_packets_again() {
    let udp = json!({ "id": "a", "algorithm": "udp", "params": { "rate": 5e6 } });
    let call = json!({ "id": "a", "algorithm": "gcc", "source": { "kind": "media" } });
    for flow in [udp, call] {
        let mut document = document(flow, json!({ "limit": { "packets": 12 } }));
        document["network"]["forward"]["loss"] = json!([{ "kind": "random", "probability": 0.05 }]);
        let recorded = recorded(&document);
        let lost = recorded.rows.iter().filter(|row| kind(row) == RowKind::Dropped);
        let mut told = 0;
        for row in lost.take(20) {
            let life = tell(&recorded, &about(row));
            assert_eq!((&life["repeats"], &life["isComplete"]), (&json!(false), &json!(true)));
            let kinds: Vec<&str> = life["entries"]
                .as_array()
                .unwrap()
                .iter()
                .map(|entry| entry["kind"].as_str().unwrap())
                .collect();
            assert!(kinds == ["sent", "dropped"] || kinds == ["sent", "waited", "dropped"], "{kinds:?}");
            assert_eq!(times(&life, &["dropped"]), [number(row, "at")]);
            told += 1;
        }
        assert_eq!(told, 20);
    }
}

#[test]
fn a_packet_that_waits_is_told_with_the_time_and_the_place() {
    let flow = json!({ "id": "a", "algorithm": "newreno" });
    let recorded = recorded(&document(flow, json!({ "limit": { "packets": 40 } })));
    let link = recorded.run.link(None).unwrap();
    let mut stretch = recorded.run.record(link, from_secs(5.0), from_secs(5.2)).unwrap();
    while !stretch.advance(1000, usize::MAX).unwrap() {}
    let mut waits = 0;
    for arrived in stretch.rows().iter().filter(|row| kind(row) == RowKind::Arrived) {
        let started = stretch
            .rows()
            .iter()
            .find(|row| kind(row) == RowKind::Started && value(row, "ordinal") == value(arrived, "ordinal"));
        let Some(started) = started else { continue };
        let life = tell(&recorded, &about(arrived));
        let time = number(started, "at") - number(arrived, "at");
        let waited =
            life["entries"].as_array().unwrap().iter().find(|entry| entry["kind"] == "waited").cloned();
        let Some(waited) = waited else {
            assert_eq!(time, 0);
            continue;
        };
        assert_eq!(
            (waited["at"].as_u64(), waited["link"].as_str()),
            (Some(number(arrived, "at")), Some("forward"))
        );
        assert_eq!(waited["seconds"], json!([time as f64 / 1e9]));
        waits += 1;
    }
    assert!(waits > 20, "{waits}");
}

#[test]
fn an_acknowledgement_has_a_life_of_its_own() {
    let flow = json!({ "id": "a", "algorithm": "newreno" });
    let recorded = recorded(&document(flow, json!({ "limit": { "packets": 40 } })));
    let row = recorded
        .rows
        .iter()
        .find(|row| kind(row) == RowKind::Delivered && number(row, "at") > from_secs(3.0));
    let row = row.unwrap();
    let life = tell(&recorded, &about(row));
    assert_eq!((&life["isComplete"], &life["repeats"]), (&json!(true), &json!(false)));
    assert_eq!(times(&life, &["delivered"]), [number(row, "at")]);
    assert_eq!(times(&life, &["sent"]).len(), 1);
}

#[test]
fn unknown_packets_are_refused() {
    let flow = json!({ "id": "a", "algorithm": "newreno" });
    let recorded = recorded(&document(flow, json!({ "limit": { "packets": 40 } })));
    let question = json!({ "flow": "a", "connection": 0, "isFeedback": false, "seq": 9_999_999, "at": 2e9 });
    let mut life = Biography::new(&recorded.run, &question).unwrap();
    let error = loop {
        match life.advance(&recorded.run, 1000) {
            Ok(true) => panic!("a life of no packet"),
            Ok(false) => {}
            Err(error) => break error.to_string(),
        }
    };
    assert_eq!(error, "The run has no such packet.");
    for (name, value) in [("connection", json!(3)), ("flow", json!("b"))] {
        let mut other = question.clone();
        other[name] = value;
        assert!(Biography::new(&recorded.run, &other).is_err());
    }
}

#[test]
fn a_lost_syn_is_sent_again_when_its_timer_expires() {
    let flow = json!({ "id": "a", "algorithm": "newreno", "params": { "handshake": true } });
    let mut document = document(flow, json!({ "limit": { "packets": 40 } }));
    document["network"]["forward"]["loss"] = json!([{ "kind": "listed", "packets": [0] }]);
    let recorded = recorded(&document);
    let dropped = recorded.rows.iter().find(|row| kind(row) == RowKind::Dropped).unwrap();
    assert!(number(dropped, "flags") & u64::from(SYN) != 0);
    let mut question = about(dropped);
    question["isSyn"] = json!(true);
    let life = tell(&recorded, &question);
    let kinds: Vec<&str> =
        life["entries"].as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["sent", "dropped", "timer", "sentAgain", "delivered", "acknowledged"]);
    assert_eq!(life["isComplete"], true);
}
