//! The exports of a small run: equal to the stored files, and with the sums of the summary. `npm run validate
//! -- --only exports` opens such files with the tools for their formats. EXPORTS_WRITE=1 writes the stored
//! files again.

use std::path::Path;

use fairshare_exports::{ExportOptions, Format, export};
use fairshare_runs::RunError;
use fairshare_runs::packet_tracker::PacketEvent;
use fairshare_runs::packets::{PacketWriter, build, follow};
use miniz_oxide::inflate::decompress_to_vec;
use serde_json::{Value, json};
use sim_core::ground::time::from_secs;
use sim_core::record::RecordingSettings;
use sim_core::scenario::{Scenario, parse};
use sim_core::simulation::{Simulation, kinds};
use sim_core::world::World;

const SMALL: &str = include_str!("data/scenario.json");

fn scenario(document: &Value) -> Scenario {
    Scenario::from_value(document.clone(), kinds()).unwrap()
}

fn small() -> Value {
    parse(SMALL).unwrap()
}

/// The small scenario with other settings and no warm-up.
fn with(changes: &Value) -> Value {
    let mut document = small();
    document["warmup"] = json!(0);
    for (name, value) in changes.as_object().unwrap() {
        document[name] = value.clone();
    }
    document
}

fn try_export(format: Format, document: &Value, options: &ExportOptions) -> Result<Vec<u8>, RunError> {
    let mut out = Vec::new();
    export(format, scenario(document), options, &mut out, &|| false).map(|()| out)
}

fn exported(format: Format, document: &Value) -> Vec<u8> {
    try_export(format, document, &ExportOptions::default()).unwrap()
}

fn text(format: Format, document: &Value) -> String {
    String::from_utf8(exported(format, document)).unwrap()
}

fn summary(document: &Value) -> Value {
    let mut simulation = Simulation::new(scenario(document), RecordingSettings::none()).unwrap();
    simulation.run().unwrap();
    simulation.summary()
}

#[test]
fn files_equal_the_stored_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let is_writing = std::env::var_os("EXPORTS_WRITE").is_some();
    for format in Format::ALL {
        let path = folder.join(format!("run.{}", format.extension()));
        let bytes = exported(format, &small());
        if is_writing {
            std::fs::write(&path, &bytes).unwrap();
        }
        let stored = std::fs::read(&path).unwrap();
        assert!(bytes == stored, "{} differs from {}", format.id(), path.display());
    }
}

/// Scenarios on all kinds of queues, with impairments, several links, several connections and changes.
fn variety() -> Vec<Value> {
    let flows = json!([{ "id": "tcp" }, { "id": "web", "source": { "kind": "web" } }, { "id": "cbr", "algorithm": "udp" }]);
    vec![
        with(&json!({ "duration": 5 })),
        with(&json!({ "duration": 5, "flows": flows,
            "network": { "forward": { "rate": 3e6, "queue": { "kind": "fq_codel" },
                "impairments": { "reorder": { "probability": 0.02, "delay": 0.01 }, "jitter": { "delay": 0.002 } } } } })),
        with(
            &json!({ "duration": 5, "flows": [{ "id": "a", "path": { "from": "r1", "to": "r3" } }, { "id": "b", "path": { "from": "r2", "to": "r3" } }],
            "network": { "kind": "parking_lot", "links": [
                { "id": "ab", "forward": { "rate": 4e6, "queue": { "kind": "red" } } },
                { "id": "bc", "forward": { "rate": 2e6, "loss": [{ "kind": "random", "probability": 0.01 }] } }] } }),
        ),
        with(&json!({ "duration": 5, "timeline": [
            { "at": 1, "set": "network.forward.rate", "to": 5e5 }, { "at": 3, "set": "network.forward.rate", "to": 8e6 }] })),
    ]
}

#[test]
fn the_tracker_follows_every_packet_without_changing_the_result() {
    for document in variety() {
        let summary = summary(&document);
        let trace = text(Format::Ns2, &document);
        let count = |letter: &str, link: &str, trace: &str| {
            let from_to = if link.ends_with("forward") { 1 } else { -1 };
            trace
                .lines()
                .filter(|line| {
                    let fields: Vec<&str> = line.split(' ').collect();
                    let (from, to): (i64, i64) = (fields[2].parse().unwrap(), fields[3].parse().unwrap());
                    let first = match link.split('.').next() {
                        Some("bc") => 1,
                        _ => 0,
                    };
                    fields[0] == letter && to - from == from_to && from.min(to) == first
                })
                .count() as u64
        };
        let mut total = 0;
        for link in summary["links"].as_array().unwrap() {
            let id = link["id"].as_str().unwrap();
            let lost = link["drops"].as_u64().unwrap() + link["losses"].as_u64().unwrap();
            assert_eq!(count("d", id, &trace), lost, "{id} of {document}");
            // Every packet that has arrived was sent, was dropped, or is still at the link.
            let [arrived, sent, landed] = ["+", "-", "r"].map(|letter| count(letter, id, &trace));
            assert!(
                arrived >= sent && sent >= landed && arrived - landed < lost + 200,
                "{arrived} {sent} {landed}"
            );
            total += landed;
        }
        assert!(total > 500, "{total}");
    }
}

#[test]
fn bytes_on_a_link_agree_with_the_summary() {
    let document = with(&json!({ "duration": 5 }));
    let capture = exported(Format::Pcapng, &document);
    let (mut at, mut bytes, mut packets) = (0, 0, 0);
    let word = |at: usize| u32::from_le_bytes(capture[at..at + 4].try_into().unwrap());
    let mut last = 0;
    while at < capture.len() {
        let length = word(at + 4) as usize;
        assert_eq!(word(at + length - 4) as usize, length, "the lengths of a block differ");
        if word(at) == 6 {
            let time = u64::from(word(at + 12)) << 32 | u64::from(word(at + 16));
            assert!(time >= last, "packets are not in order");
            last = time;
            let captured = word(at + 20) as usize;
            let headers = &capture[at + 28..at + 28 + captured];
            // The sum of a header with its checksum is zero.
            let sum = headers[..20]
                .chunks(2)
                .map(|pair| u32::from(u16::from_be_bytes([pair[0], pair[1]])))
                .sum::<u32>();
            assert_eq!((sum & 0xffff) + (sum >> 16), 0xffff);
            // The option with the direction follows the packet; 2 is outbound. A SYN has options of 12 bytes,
            // which the simulator does not count.
            if capture[at + 28 + captured.next_multiple_of(4) + 4] == 2 {
                let is_syn = headers[9] == 6 && headers[33] & 2 != 0;
                bytes += u64::from(word(at + 24)) - if is_syn { 12 } else { 0 };
                packets += 1;
            }
        }
        at += length;
    }
    let link = &summary(&document)["links"][0];
    let used = link["utilisation"].as_f64().unwrap() * 5.0 * 2e6 / 8.0;
    // A packet that is being sent at the end counts partly.
    assert!(used >= bytes as f64 && used - (bytes as f64) < 1500.0, "{used} {bytes}");
    assert!(packets > 500);
}

#[test]
fn sums_of_the_series_equal_the_summary() {
    let document = with(&json!({ "duration": 5, "warmup": 1 }));
    let summary = summary(&document);
    let csv = text(Format::Csv, &document);
    let flent = exported(Format::Flent, &document);
    let flent: Value =
        serde_json::from_slice(&decompress_to_vec(&flent[10..flent.len() - 8]).unwrap()).unwrap();
    for (number, flow) in (1..).zip(summary["flows"].as_array().unwrap()) {
        let expected = flow["goodput_bps"].as_f64().unwrap() * 4.0 / 8.0;
        let rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let delivered: f64 = rows
            .filter(|row| {
                row[3] == flow["id"] && row[4] == "delivered" && row[0].parse::<f64>().unwrap() >= 1.0
            })
            .map(|row| row[6].parse::<f64>().unwrap())
            .sum();
        assert!((delivered - expected).abs() < 1e-6, "{delivered} {expected}");
        let rates = flent["results"][format!("TCP upload::{number}")].as_array().unwrap();
        let width = flent["metadata"]["STEP_SIZE"].as_f64().unwrap();
        let times = flent["x_values"].as_array().unwrap().iter();
        let in_window = times.zip(rates).filter(|(t, _)| t.as_f64().unwrap() >= 1.0 - 1e-9);
        let sum: f64 = in_window.map(|(_, rate)| rate.as_f64().unwrap() * width * 1e6 / 8.0).sum();
        assert!((sum - expected).abs() < 1e-3, "{sum} {expected}");
    }
}

#[cfg(feature = "qlog")]
#[test]
fn the_qlog_crate_reads_every_event() {
    use qlog::events::{Event, EventData};
    let document = with(&json!({ "duration": 5 }));
    let bytes = exported(Format::Qlog, &document);
    let records = bytes.iter().filter(|&&byte| byte == 0x1e).count();
    let reader = qlog::reader::QlogSeqReader::new(Box::new(bytes.as_slice())).unwrap();
    assert_eq!(reader.qlog.serialization_format, "application/qlog+json-seq");
    let (mut sent, mut lost, mut read, mut last) = (0, 0, 0, 0.0);
    for event in reader {
        let qlog::reader::Event::Qlog(Event { time, data, .. }) = event else {
            panic!("not an event of QUIC")
        };
        assert!(time >= last);
        (last, read) = (time, read + 1);
        match data {
            EventData::QuicPacketSent(_) => sent += 1,
            EventData::QuicPacketLost(_) => lost += 1,
            EventData::QuicPacketReceived(packet) => assert!(packet.frames.is_some()),
            EventData::QuicMetricsUpdated(_) => {}
            other => panic!("{other:?}"),
        }
    }
    // The header of the file is a record as well.
    assert_eq!(read, records - 1);
    let flow = &summary(&document)["flows"][0];
    assert_eq!(flow["sent"], sent);
    assert_eq!(flow["retransmitted"], lost);
    assert!(lost > 0);
}

/// Each packet that arrives is acknowledged once, whatever else the acknowledgements of an algorithm report: marks, delays, blocks or numbers.
#[test]
fn every_packet_that_arrives_is_acknowledged_in_a_qlog() {
    let network = json!({ "forward": { "rate": 4e6, "queue": { "kind": "dual_pi2" } } });
    let settings = json!({ "prague": {}, "dctcp": {}, "c4": {}, "ledbat": {}, "cubic": { "ack_every": 4 }, "bbr": { "stack": "quic" }, "reno": {} });
    for (algorithm, params) in settings.as_object().unwrap() {
        let flows = json!([{ "id": "a", "algorithm": algorithm, "params": params },
            { "id": "b", "algorithm": "cubic", "role": "background" }]);
        let document = with(&json!({ "duration": 5, "network": network, "flows": flows }));
        let (mut sent, mut decided, mut acknowledged) = (0u64, Vec::new(), Vec::new());
        for record in text(Format::Qlog, &document).split('\u{1e}').skip(2) {
            let event: Value = serde_json::from_str(record).unwrap();
            match event["name"].as_str().unwrap() {
                "quic:packet_sent" => sent += 1,
                "quic:packet_lost" => {
                    decided.push(event["data"]["header"]["packet_number"].as_u64().unwrap())
                }
                "quic:packet_received" => {
                    for range in event["data"]["frames"][0]["acked_ranges"].as_array().unwrap() {
                        let [from, to] = [0, 1].map(|index| range[index].as_u64().unwrap());
                        assert!(from <= to && to < sent, "{algorithm}: {range}, {sent} packets sent");
                        acknowledged.extend(from..=to);
                    }
                }
                _ => {}
            }
        }
        let (all, lost) = (acknowledged.len(), decided.len());
        acknowledged.sort_unstable();
        acknowledged.dedup();
        let repeated = all - acknowledged.len();
        // A packet that was sent again may arrive all the same.
        decided.extend(acknowledged);
        decided.sort_unstable();
        decided.dedup();
        let open = sent - decided.len() as u64;
        println!("{algorithm}: {sent} sent, {lost} lost, {repeated} repetitions, {open} open");
        assert!(sent > 200 && open < 100, "{algorithm}: {open} of {sent} neither lost nor acknowledged");
        // The duplicate acknowledgements of a receiver without SACK say nothing new.
        let most = if algorithm == "reno" { sent / 4 } else { 0 };
        assert!(repeated as u64 <= most, "{algorithm}: {repeated} acknowledgements say nothing new");
    }
}

#[test]
fn a_new_connection_begins_with_new_numbers() {
    let flows = json!([{ "id": "web", "source": { "kind": "web" } }]);
    let capture = exported(Format::Pcapng, &with(&json!({ "duration": 5, "flows": flows })));
    // Ports of the senders, of the packets with the sequence number 1.
    let mut ports: Vec<[u8; 2]> = Vec::new();
    let mut at = 0;
    while at < capture.len() {
        let word = |place: usize| u32::from_le_bytes(capture[at + place..at + place + 4].try_into().unwrap());
        if word(0) == 6 && capture[at + 28 + 13] == 1 && capture[at + 28 + 24..at + 28 + 28] == [0, 0, 0, 1] {
            ports.push([capture[at + 28 + 20], capture[at + 28 + 21]]);
        }
        at += word(4) as usize;
    }
    ports.sort_unstable();
    ports.dedup();
    assert!(ports.len() > 2, "{ports:?}");
}

#[test]
fn options_that_do_not_fit_are_errors() {
    let message = |format, options: ExportOptions| match try_export(format, &small(), &options) {
        Err(RunError::Option(message)) => message,
        other => panic!("{other:?}"),
    };
    let link = ExportOptions { link: Some("back".into()), ..ExportOptions::default() };
    assert_eq!(
        message(Format::Pcapng, link.clone()),
        "There is no link \"back\". The links are forward, reverse."
    );
    assert_eq!(message(Format::Ns2, link), "There is no link \"back\". The links are forward, reverse.");
    let flow = ExportOptions { flow: Some("x".into()), ..ExportOptions::default() };
    assert_eq!(message(Format::Qlog, flow), "There is no flow \"x\". The flows are tcp, media.");
}

#[test]
fn a_run_can_be_stopped() {
    let document = with(&json!({ "duration": 1000 }));
    for format in [Format::Csv, Format::Ns2] {
        let stopped =
            export(format, scenario(&document), &ExportOptions::default(), &mut std::io::sink(), &|| true);
        assert!(matches!(stopped, Err(RunError::Stopped(_))));
    }
}

struct Ignore;

impl PacketWriter for Ignore {
    fn step(&mut self, _: &PacketEvent<'_>, _: &World) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_run_that_is_followed_has_the_same_result_id() {
    for document in variety() {
        let mut simulation = build(scenario(&document)).unwrap();
        follow(&mut simulation, &mut Ignore, &|| false).unwrap();
        assert_eq!(simulation.now(), from_secs(5.0));
        assert_eq!(simulation.result_id_text(), summary(&document)["result_id"], "{document}");
    }
}
