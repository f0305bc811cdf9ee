//! Tests of CAKE's rules against values computed by hand.

use super::*;
use crate::ground::packet::{CWR_OR_ECE, ECN_CAPABLE, FEEDBACK, MARKED, Payload};
use crate::ground::rng::hash_text;
use crate::ground::time::SECOND;
use crate::net::queues::QueueConn;
use crate::net::queues::conformance::{Line, build, conns, packet};
use serde_json::{Value, json};

const MS: Time = 1_000_000;
/// Serialization time of a packet of 1000 bytes at 10 Mb/s.
const SERVICE_TIME: Time = 800_000;

fn line(settings: &Value, packets: u64) -> Line {
    Line::new(build(Cake::ID, settings, (packets, u64::MAX), &conns(30)))
}

/// Connections of the flows with the given ids.
fn conns_of(flows: &[(&str, u32)]) -> Vec<QueueConn> {
    let all = flows.iter().flat_map(|&(flow, count)| (0..count).map(move |i| (flow, i)));
    all.map(|(flow, i)| QueueConn {
        key: hash_text(&format!("{flow}{i}")),
        flow: flow.to_owned(),
        measured: true,
        background: false,
    })
    .collect()
}

/// Packets sent within 8 s by each flow of the document, while all connections have packets to send. A long round-trip
/// time keeps COBALT out of the way.
fn shares(settings: &Value, flows: &[(&str, u32)]) -> Vec<f64> {
    let mut settings = settings.clone();
    settings["rtt"] = json!(1000);
    let all = conns_of(flows);
    let mut line = Line::new(build(Cake::ID, &settings, (1_000_000, u64::MAX), &all));
    for tx in 0..8000 {
        for conn in 0..narrow::<u32>(all.len()) {
            line.arrive(packet(conn, tx, 1000, 0), 0);
        }
    }
    line.run(8 * SECOND);
    assert_eq!(line.dropped.len(), 0);
    let of_flow = |flow: &str| {
        let is_ours = |sent: &&(Packet, Time, Time)| all[sent.0.conn as usize].flow == flow;
        line.sent.iter().filter(is_ours).count() as f64 / line.sent.len() as f64
    };
    flows.iter().map(|(flow, _)| of_flow(flow)).collect()
}

/// Three hosts with one, four and sixteen connections.
const HOME: [(&str, u32); 3] = [("anna", 1), ("ben", 4), ("cleo", 16)];

#[test]
fn hosts_share_the_link_equally_whatever_their_number_of_flows() {
    for isolation in ["triple_isolate", "hosts"] {
        for share in shares(&json!({"isolation": isolation}), &HOME) {
            assert!((share * 3.0 - 1.0).abs() < 0.02, "{isolation}: {share}");
        }
    }
}

#[test]
fn without_hosts_flows_share_the_link_equally() {
    let found = shares(&json!({"isolation": "flows"}), &HOME);
    for (share, (flow, connections)) in found.iter().zip(HOME) {
        let expected = f64::from(connections) / 21.0;
        assert!((share / expected - 1.0).abs() < 0.02, "{flow}: {share}");
    }
}

#[test]
fn flows_with_the_same_beginning_of_the_id_can_be_one_host() {
    let flows = [("anna-video", 1), ("anna-upload", 3), ("ben", 1)];
    let found = shares(&json!({"hosts": "prefix"}), &flows);
    assert!((found[0] + found[1] - 0.5).abs() < 0.01, "{found:?}");
    assert!((found[0] - 0.125).abs() < 0.01, "anna's flows share her half equally: {found:?}");
    let separate = shares(&json!({"hosts": "flow"}), &flows);
    assert!(separate.iter().all(|share| (share * 3.0 - 1.0).abs() < 0.02), "{separate:?}");
}

/// Rate in bit/s of a shaper that always has packets, on a line of 10 Mb/s.
fn shaped_rate(settings: &Value, size: u16) -> f64 {
    let mut line = line(settings, 500);
    for tx in 0..30_000 {
        line.arrive(packet(tx % 3, tx / 3, size, 0), u64::from(tx) * 400 * u64::from(size));
    }
    let end = 29_999 * 400 * u64::from(size);
    let bytes: u64 = line.sent.iter().filter(|sent| sent.1 <= end).map(|sent| u64::from(sent.0.size)).sum();
    bytes as f64 * 8e9 / end as f64
}

#[test]
fn the_shaper_keeps_its_rate() {
    for rate in [1e6, 4.7e6, 9.5e6] {
        let found = shaped_rate(&json!({"bandwidth": rate}), 1000);
        assert!((found / rate - 1.0).abs() < 0.005, "{found} instead of {rate}");
    }
    // A rate above that of the line has no effect.
    let found = shaped_rate(&json!({"bandwidth": 2e7}), 1000);
    assert!((found / 1e7 - 1.0).abs() < 0.005, "{found}");
}

/// With an overhead of 10 bytes, a packet of 1000 bytes needs 22 cells of 53 bytes, 1166 bytes, or 1010 + 16 bytes of PTM.
/// A packet of 40 bytes counts as 84.
#[test]
fn the_shaper_counts_the_bytes_on_the_line() {
    for (settings, size, on_line) in [
        (json!({"overhead": 10, "framing": "atm"}), 1000, 1166.0),
        (json!({"overhead": 10, "framing": "ptm"}), 1000, 1026.0),
        (json!({"overhead": 38, "mpu": 84}), 40, 84.0),
        (json!({"overhead": -14}), 1014, 1000.0),
    ] {
        let mut with_rate = settings.clone();
        with_rate["bandwidth"] = json!(2e6);
        let expected = 2e6 * f64::from(size) / on_line;
        let found = shaped_rate(&with_rate, size);
        assert!((found / expected - 1.0).abs() < 0.005, "{settings}: {found} instead of {expected}");
    }
}

#[test]
fn the_shaper_has_no_burst_after_an_idle_time() {
    let mut line = line(&json!({"bandwidth": 1e6}), 500);
    for (start, first) in [(0, 0), (10 * SECOND, 20)] {
        for tx in 0..20 {
            line.arrive(packet(0, first + tx, 1000, 0), start);
        }
    }
    line.run(60 * SECOND);
    let starts: Vec<Time> = line.sent.iter().map(|sent| sent.1 - SERVICE_TIME).collect();
    // A packet of 1000 bytes takes 8 ms at 1 Mb/s.
    for pair in starts[20..].windows(2) {
        assert!(pair[1] - pair[0] >= 8 * MS - 1, "{} ms", (pair[1] - pair[0]) / MS);
    }
    assert_eq!(starts[20], 10 * SECOND);
}

/// The delay stays above the target. The first drop comes an interval after the delay is first above the target, at
/// packet 13, and raises the count to 2. The following gaps are interval / sqrt(n) for n = 2, 3, 4, 5.
#[test]
fn cobalt_drops_at_the_times_of_the_control_law() {
    let mut line = line(&json!({}), 100_000);
    for tx in 0..2500 {
        line.arrive(packet(0, tx, 1000, 0), u64::from(tx) * SERVICE_TIME / 2);
    }
    let times: Vec<f64> = line.dropped.iter().map(|(_, at, _)| *at as f64 / MS as f64).collect();
    assert!((110.4..=112.0).contains(&times[0]), "{}", times[0]);
    for (drop, expected) in times.iter().zip([0.0, 70.7, 128.4, 178.4, 223.2]) {
        let delay = drop - times[0] - expected;
        assert!((-0.81..=0.81).contains(&delay), "{drop} {expected}");
    }
    assert!(times.len() > 7);
}

#[test]
fn cobalt_marks_packets_of_ecn_capable_senders() {
    let mut line = line(&json!({}), 100_000);
    for tx in 0..2500 {
        line.arrive(packet(0, tx, 1000, ECN_CAPABLE), u64::from(tx) * SERVICE_TIME / 2);
    }
    assert_eq!(line.dropped.len(), 0);
    let marked = line.sent.iter().filter(|sent| sent.0.flags & MARKED == MARKED).count() as u64;
    assert!(line.marked > 7 && line.marked == marked, "{}", line.marked);
}

#[test]
fn blue_rises_once_in_a_target_and_falls_when_the_queue_is_empty() {
    let settings = CobaltSettings::new(0.1, None, 1500);
    let mut cobalt = CobaltState::default();
    for at in [6, 7, 12, 13, 18] {
        cobalt.note_overflow(&settings, at * MS);
    }
    assert!((cobalt.blue - 3.0 / 256.0).abs() < 1e-12, "{}", cobalt.blue);
    for at in [20, 24, 30, 31] {
        assert!(!cobalt.note_empty(&settings, at * MS), "at rest only when all has decayed");
    }
    assert!((cobalt.blue - (3.0 / 256.0 - 2.0 / 4096.0)).abs() < 1e-12, "{}", cobalt.blue);
}

/// The sender does not react, and has twice the rate of the line. Overflows raise BLUE's probability until it alone drops
/// half of the packets, marks or not.
#[test]
fn blue_holds_a_flood_below_the_limit() {
    let mut line = line(&json!({}), 100);
    for tx in 0..150_000 {
        line.arrive(packet(0, tx, 1000, ECN_CAPABLE), u64::from(tx) * SERVICE_TIME / 2);
    }
    let late = |from: u64| line.dropped.iter().filter(move |drop| drop.1 > from * SECOND);
    let full = late(40).filter(|drop| drop.2 == Cause::QueueFull).count();
    assert!(full < late(40).count() / 100, "{full} of {}", late(40).count());
}

/// The target is 1.5 transmission times of the largest packet, 18 ms at 1 Mb/s, and the interval rises with it.
#[test]
fn the_target_rises_at_low_rates() {
    let settings = CobaltSettings::new(0.1, Some(1e6), 1500);
    assert_eq!(settings, CobaltSettings { target: 18 * MS, interval: 113 * MS, packet_time: 12 * MS });
    let settings = CobaltSettings::new(0.1, Some(1e8), 1500);
    assert_eq!(settings, CobaltSettings { target: 5 * MS, interval: 100 * MS, packet_time: 120_000 });
}

#[test]
fn a_sparse_flow_is_served_first() {
    let mut line = line(&json!({}), 10_240);
    for tick in 0..20_000u32 {
        let now = u64::from(tick) * SERVICE_TIME / 2;
        line.arrive(packet(1 + tick % 4, tick / 4, 1000, 0), now);
        if tick % 100 == 50 {
            line.arrive(packet(0, tick / 100, 200, 0), now + 7);
        }
    }
    let waited: Vec<Time> = line.sent.iter().filter(|sent| sent.0.conn == 0).map(|sent| sent.2).collect();
    assert_eq!(waited.len(), 200);
    assert!(waited.iter().all(|waited| *waited <= 2 * SERVICE_TIME), "{:?}", waited.iter().max());
}

/// An acknowledgement of all data before `number`.
fn ack(tx: u32, number: u32, flags: u8, attachment: u32) -> Packet {
    let payload = Payload { kind: crate::ground::packet::ACK, words: [number, 0], attachment };
    Packet { payload, ..packet(0, tx, 40, FEEDBACK | flags) }
}

/// The ordinals of the acknowledgements that leave, when all arrive while a data packet is sent.
fn filtered(filter: &str, acks: &[Packet]) -> Vec<u32> {
    let mut line = line(&json!({"ack_filter": filter}), 1000);
    line.arrive(packet(1, 0, 1500, 0), 0);
    for &packet in acks {
        line.arrive(packet, 1);
    }
    line.run(SECOND);
    assert_eq!(line.sent.len() + line.dropped.len(), acks.len() + 1);
    line.sent[1..].iter().map(|sent| sent.0.tx).collect()
}

#[test]
fn the_filter_keeps_the_last_two_acknowledgements_and_the_aggressive_one_the_last() {
    let acks: Vec<Packet> = (0..6).map(|i| ack(i, 10 + i, 0, 0)).collect();
    assert_eq!(filtered("off", &acks), [0, 1, 2, 3, 4, 5]);
    assert_eq!(filtered("on", &acks), [4, 5]);
    assert_eq!(filtered("aggressive", &acks), [5]);
}

#[test]
fn the_filter_keeps_duplicates_sack_blocks_and_changes_of_the_echo() {
    let duplicates: Vec<Packet> = (0..5).map(|i| ack(i, 10, 0, 0)).collect();
    assert_eq!(filtered("aggressive", &duplicates), [0, 1, 2, 3, 4]);
    let blocks: Vec<Packet> = (0..5).map(|i| ack(i, 10 + i, 0, 7)).collect();
    assert_eq!(filtered("aggressive", &blocks), [0, 1, 2, 3, 4]);
    let echoes = [ack(0, 10, 0, 0), ack(1, 11, CWR_OR_ECE, 0), ack(2, 12, 0, 0)];
    assert_eq!(filtered("aggressive", &echoes), [0, 1, 2]);
    let same_echo = [ack(0, 10, CWR_OR_ECE, 0), ack(1, 11, CWR_OR_ECE, 0)];
    assert_eq!(filtered("aggressive", &same_echo), [1]);
}

/// Reports other than acknowledgements of TCP are never filtered.
#[test]
fn the_filter_keeps_other_reports() {
    let reports: Vec<Packet> = (0..4).map(|i| packet(0, i, 40, FEEDBACK)).collect();
    assert_eq!(filtered("aggressive", &reports), [0, 1, 2, 3]);
}

/// Of a flood of twice the shaper's rate, the shaper lets its rate through. If dropped packets count as well, it lets
/// less through, but the failsafe still two thirds.
#[test]
fn after_the_slow_line_dropped_packets_count_for_the_shaper() {
    let rate = |ingress: bool| shaped_rate(&json!({"bandwidth": 4e6, "ingress": ingress}), 1000) / 4e6;
    assert!((rate(false) - 1.0).abs() < 0.005, "{}", rate(false));
    assert!((0.66..0.9).contains(&rate(true)), "{}", rate(true));
}
