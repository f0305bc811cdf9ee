//! Stretches of a run with every packet: equal to the traces of the whole run, which the command line writes,
//! packet for packet.

use fairshare_exports::{ExportOptions, Format, export};
use fairshare_runs::stretch::{COLUMNS, PacketRun, ROW_KINDS, Row, RowKind, Stretch, Subject};
use serde_json::{Value, json};
use sim_core::ground::convert::whole;
use sim_core::ground::packet::{CWR_OR_ECE, ECN_CAPABLE, ECT_1, MARKED, SYN};
use sim_core::ground::time::{SECOND, Time, from_secs};
use sim_core::scenario::{Scenario, parse};
use sim_core::simulation::kinds;

fn scenario(document: &Value) -> Scenario {
    Scenario::from_value(document.clone(), kinds()).unwrap()
}

/// Three scenarios: drop-tail with TCP and media over a lossy link, several links with RED and marks, and
/// fair queueing with reordering.
fn scenarios() -> Vec<Value> {
    let mut first = parse(include_str!("data/scenario.json")).unwrap();
    first["duration"] = json!(8);
    let network = |network: Value, flows: Value| {
        let mut document = first.clone();
        document["network"] = network;
        document["flows"] = flows;
        document
    };
    let several = network(
        json!({ "kind": "parking_lot", "links": [
            { "id": "ab", "forward": { "rate": 4e6, "queue": { "kind": "red", "ecn": true } } },
            { "id": "bc", "forward": { "rate": 2e6, "loss": [{ "kind": "random", "probability": 0.01 }] } }] }),
        json!([{ "id": "a", "algorithm": "sack", "path": { "from": "r1", "to": "r3" }, "params": { "ecn": true } },
            { "id": "b", "algorithm": "cubic", "path": { "from": "r1", "to": "r2" }, "params": { "ecn": true } }]),
    );
    let fair = network(
        json!({ "forward": { "rate": 3e6, "queue": { "kind": "fq_codel" },
            "impairments": { "reorder": { "probability": 0.02, "delay": 0.01 }, "jitter": { "delay": 0.002 } } } }),
        json!([{ "id": "tcp", "algorithm": "sack" }, { "id": "web", "source": { "kind": "web" } }, { "id": "cbr", "algorithm": "udp" }]),
    );
    vec![first, several, fair]
}

/// Three stretches. One contains the end of the warm-up, and another the end of the run.
const MOMENTS: [(f64, f64); 3] = [(0.9, 1.3), (4.123_456_789, 4.7), (7.5, 8.0)];

fn record(run: &PacketRun, subject: Subject, from: Time, to: Time) -> Stretch {
    let mut stretch = run.record(subject, from, to).unwrap();
    // Few events at a time, so that every kind of interruption occurs.
    while !stretch.advance(97, usize::MAX).unwrap() {}
    stretch
}

fn computed(document: &Value) -> PacketRun {
    let mut run = PacketRun::new(scenario(document)).unwrap();
    while !run.advance(run.end(), 1000).unwrap() {}
    run
}

fn column(row: &Row, name: &str) -> f64 {
    row[COLUMNS.iter().position(|column| *column == name).unwrap()]
}

fn kind(row: &Row) -> RowKind {
    ROW_KINDS[whole::<usize>(column(row, "kind"))].1
}

fn trace(document: &Value, link: &str) -> Vec<String> {
    let options = ExportOptions { link: Some(link.to_owned()), ..ExportOptions::default() };
    let mut out = Vec::new();
    export(Format::Ns2, scenario(document), &options, &mut out, &|| false).unwrap();
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

/// The fields of a line of an ns-2 trace that a row determines: event, time, size, flags, flow, port,
/// sequence number, packet number.
fn fields_of_line(line: &str) -> Option<(u64, [String; 8])> {
    let fields: Vec<&str> = line.split(' ').collect();
    let (seconds, fraction) = fields[1].split_once('.')?;
    let at = seconds.parse::<u64>().ok()? * SECOND + fraction.parse::<u64>().ok()?;
    let port = fields[8].split('.').nth(1)?;
    let taken = [fields[0], fields[1], fields[5], fields[6], fields[7], port, fields[10], fields[11]];
    Some((at, taken.map(str::to_owned)))
}

fn fields_of_row(row: &Row) -> Option<[String; 8]> {
    let letter = match kind(row) {
        RowKind::Arrived => "+",
        RowKind::Started => "-",
        RowKind::Landed => "r",
        RowKind::Dropped => "d",
        _ => return None,
    };
    let at = whole::<u64>(column(row, "at"));
    let (flags, is_feedback) = (whole::<u8>(column(row, "flags")), column(row, "feedback") == 1.0);
    let letter_if = |set: bool, letter: &str| if set { letter.to_owned() } else { "-".to_owned() };
    let echo = flags & CWR_OR_ECE != 0;
    let flag_text = [
        letter_if(echo && is_feedback, "C"),
        "--".to_owned(),
        letter_if(echo && !is_feedback, "A"),
        letter_if(flags & MARKED == MARKED, "E"),
        "-".to_owned(),
        letter_if(flags & (ECN_CAPABLE | ECT_1) != 0, "N"),
    ];
    let next = column(row, "first");
    let number = if flags & SYN == 0 && !next.is_nan() { next - 1.0 } else { column(row, "seq") };
    Some([
        letter.to_owned(),
        format!("{}.{:09}", at / SECOND, at % SECOND),
        column(row, "size").to_string(),
        flag_text.concat(),
        column(row, "flow").to_string(),
        column(row, "connection").to_string(),
        number.to_string(),
        column(row, "number").to_string(),
    ])
}

#[test]
fn a_stretch_of_a_link_equals_the_trace_of_the_whole_run() {
    let mut compared = 0;
    for document in scenarios() {
        let run = computed(&document);
        let links: Vec<String> = run.link_ids().map(str::to_owned).collect();
        for (link, (from, to)) in links.iter().flat_map(|link| MOMENTS.map(|moment| (link, moment))) {
            let (from, to) = (from_secs(from), from_secs(to));
            let stretch = record(&run, run.link(Some(link)).unwrap(), from, to);
            let rows: Vec<[String; 8]> = stretch.rows().iter().filter_map(fields_of_row).collect();
            let lines: Vec<[String; 8]> = trace(&document, link)
                .iter()
                .filter_map(|line| fields_of_line(line))
                .filter(|(at, _)| (from..=to).contains(at))
                .map(|(_, fields)| fields)
                .collect();
            assert_eq!(rows.len(), lines.len(), "{link} from {from}");
            for (row, line) in rows.iter().zip(&lines) {
                assert_eq!(row[..7], line[..7], "{link}");
                // A packet that was sent before the stretch has no number.
                assert!(row[7] == "NaN" || row[7] == line[7], "{row:?} {line:?}");
            }
            compared += rows.len();
            let known = rows.iter().filter(|row| row[7] != "NaN").count();
            assert!(rows.is_empty() || known * 2 > rows.len(), "{known} of {}", rows.len());
        }
    }
    assert!(compared > 5000, "{compared}");
}

/// The events of a qlog of a flow: whether the packet was sent, the time in nanoseconds, the packet number.
fn qlog(document: &Value, flow: &str) -> Vec<(bool, u64, u64)> {
    let options = ExportOptions { flow: Some(flow.to_owned()), ..ExportOptions::default() };
    let mut out = Vec::new();
    export(Format::Qlog, scenario(document), &options, &mut out, &|| false).unwrap();
    out.split(|&byte| byte == 0x1e)
        .filter(|record| !record.is_empty())
        .filter_map(|record| {
            let event: Value = serde_json::from_slice(record).unwrap();
            let is_sent = match event["name"].as_str()? {
                "quic:packet_sent" => true,
                "quic:packet_received" => false,
                _ => return None,
            };
            let at = whole::<u64>(event["time"].as_f64()? * 1e6 + 0.5);
            Some((is_sent, at, event["data"]["header"]["packet_number"].as_u64()?))
        })
        .collect()
}

#[test]
fn a_stretch_of_a_flow_equals_the_qlog_of_the_whole_run() {
    let (mut compared, mut retransmitted, mut blocks) = (0, 0, 0);
    for document in scenarios() {
        let run = computed(&document);
        let flows: Vec<String> = run.flow_ids().map(str::to_owned).collect();
        for (flow, (from, to)) in flows.iter().flat_map(|flow| MOMENTS.map(|moment| (flow, moment))) {
            let (from, to) = (from_secs(from), from_secs(to));
            let stretch = record(&run, run.flow(Some(flow)).unwrap(), from, to);
            let rows: Vec<(bool, u64, u64)> = stretch
                .rows()
                .iter()
                .filter_map(|row| {
                    let is_sent = match (kind(row), column(row, "feedback") == 1.0) {
                        (RowKind::Sent, false) => true,
                        (RowKind::Delivered, true) => false,
                        _ => return None,
                    };
                    Some((is_sent, whole::<u64>(column(row, "at")), whole::<u64>(column(row, "ordinal"))))
                })
                .collect();
            let mut events = qlog(&document, flow);
            events.retain(|(_, at, _)| (from..=to).contains(at));
            assert_eq!(rows, events, "{flow} from {from}");
            compared += rows.len();
            retransmitted += stretch
                .rows()
                .iter()
                .filter(|row| kind(row) == RowKind::Sent && whole::<u8>(column(row, "flags")) & 1 == 1)
                .count();
            blocks += stretch.rows().iter().filter(|row| kind(row) == RowKind::Sack).count();
        }
    }
    assert!(compared > 1500, "{compared}");
    assert!(retransmitted > 5 && blocks > 20, "{retransmitted} {blocks}");
}

#[test]
fn stretches_do_not_depend_on_the_time_that_the_run_has_reached() {
    for document in scenarios() {
        let complete = computed(&document);
        let fresh = PacketRun::new(scenario(&document)).unwrap();
        let (from, to) = (from_secs(2.0), from_secs(2.4));
        for subject in [complete.flow(None).unwrap(), complete.link(None).unwrap(), Subject::Network] {
            let expected = record(&complete, subject, from, to);
            // NaN is not equal to itself, so the bits are compared.
            let bits = |stretch: &Stretch| {
                stretch.rows().iter().flat_map(|row| row.map(f64::to_bits)).collect::<Vec<u64>>()
            };
            assert_eq!(bits(&record(&fresh, subject, from, to)), bits(&expected));
            // A stretch that begins earlier contains the same steps.
            let longer = record(&fresh, subject, 0, to);
            let steps = |stretch: &Stretch| {
                let rows = stretch.rows().iter();
                let steps = rows.filter(|row| {
                    whole::<u64>(column(row, "at")) >= from
                        && !matches!(kind(row), RowKind::Window | RowKind::Waiting | RowKind::InService)
                });
                steps
                    .map(|row| {
                        (row[..10].iter().map(|v| v.to_bits()).collect::<Vec<u64>>(), row[11].to_bits())
                    })
                    .collect::<Vec<_>>()
            };
            assert_eq!(steps(&longer), steps(&expected));
        }
    }
}

#[test]
fn the_first_rows_are_the_packets_present_at_the_link() {
    for document in scenarios() {
        let run = computed(&document);
        for link in run.link_ids().map(str::to_owned).collect::<Vec<_>>() {
            let subject = run.link(Some(&link)).unwrap();
            let whole_run = record(&run, subject, 0, from_secs(4.0));
            let mut here: Vec<(u64, u64, u64)> = Vec::new();
            for row in whole_run.rows() {
                let id = ["flow", "feedback", "ordinal"].map(|name| whole::<u64>(column(row, name)));
                let id = (id[0], id[1], id[2]);
                match kind(row) {
                    RowKind::Arrived => here.push(id),
                    RowKind::Departed | RowKind::Dropped => here.retain(|other| *other != id),
                    _ => {}
                }
            }
            let later = record(&run, subject, from_secs(4.0) + 1, from_secs(4.1));
            let mut present: Vec<(u64, u64, u64)> = later
                .rows()
                .iter()
                .filter(|row| matches!(kind(row), RowKind::Waiting | RowKind::InService))
                .map(|row| {
                    let id = ["flow", "feedback", "ordinal"].map(|name| whole::<u64>(column(row, name)));
                    (id[0], id[1], id[2])
                })
                .collect();
            here.sort_unstable();
            present.sort_unstable();
            assert_eq!(present, here, "{link}");
        }
    }
}

#[test]
fn the_network_stretch_has_the_steps_of_all_links_and_endpoints() {
    for document in scenarios() {
        let run = computed(&document);
        let (from, to) = (from_secs(4.123_456_789), from_secs(4.7));
        let bits = |row: &Row| row.map(f64::to_bits);
        let network = record(&run, Subject::Network, from, to);
        for (index, link) in run.link_ids().enumerate() {
            let expected: Vec<_> =
                record(&run, run.link(Some(link)).unwrap(), from, to).rows().iter().map(bits).collect();
            let found: Vec<_> =
                network.rows().iter().filter(|row| column(row, "link") == index as f64).map(bits).collect();
            assert!(found == expected, "{link}");
        }
        for flow in run.flow_ids() {
            let is_end = |row: &&Row| {
                matches!(
                    (kind(row), column(row, "feedback") == 1.0),
                    (RowKind::Sent, false) | (RowKind::Delivered, true)
                )
            };
            let subject = run.flow(Some(flow)).unwrap();
            let stretch = record(&run, subject, from, to);
            let expected: Vec<_> = stretch.rows().iter().filter(is_end).map(bits).collect();
            let position = run.flow_ids().position(|id| id == flow).unwrap() as f64;
            let found: Vec<_> = network
                .rows()
                .iter()
                .filter(|row| column(row, "flow") == position)
                .filter(is_end)
                .map(bits)
                .collect();
            assert!(found == expected, "{flow}");
        }
    }
}

#[test]
fn the_window_edge_is_the_acknowledged_number_plus_the_window() {
    let document = scenarios().remove(1);
    let run = computed(&document);
    let stretch = record(&run, run.flow(None).unwrap(), from_secs(3.0), from_secs(6.0));
    let mut acknowledged = f64::NAN;
    let mut edges = 0;
    for row in stretch.rows() {
        match kind(row) {
            RowKind::Delivered if column(row, "feedback") == 1.0 => {
                acknowledged = column(row, "first").max(acknowledged);
            }
            RowKind::Window => {
                assert_eq!(column(row, "first"), acknowledged + column(row, "second").floor());
                edges += 1;
            }
            _ => {}
        }
    }
    assert!(edges > 50, "{edges}");
}

#[test]
fn marks_equal_the_count_in_the_summary() {
    let mut document = scenarios().remove(1);
    document["warmup"] = json!(0);
    let run = computed(&document);
    let stretch = record(&run, run.link(Some("ab.forward")).unwrap(), 0, run.end());
    let marked = stretch.rows().iter().filter(|row| kind(row) == RowKind::Marked).count();
    let mut simulation = fairshare_runs::packets::build(scenario(&document)).unwrap();
    simulation.run().unwrap();
    let summary = simulation.summary();
    let link = summary["links"].as_array().unwrap().iter().find(|link| link["id"] == "ab.forward").unwrap();
    assert_eq!(link["marks"], marked);
    assert!(marked > 3, "{marked}");
}

#[test]
fn a_stretch_ends_when_it_has_enough_rows() {
    let run = computed(&scenarios().remove(0));
    let mut stretch = run.record(run.flow(None).unwrap(), from_secs(1.0), from_secs(8.0)).unwrap();
    while !stretch.advance(100, 50).unwrap() {}
    assert!((50..60).contains(&stretch.rows().len()), "{}", stretch.rows().len());
    assert!(stretch.reached() < from_secs(2.0));
}
