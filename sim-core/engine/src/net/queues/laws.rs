//! Tests of each discipline's rules against values computed by hand.

use super::conformance::{Line, build, conns, packet};
use super::*;
use crate::ground::packet::{ECN_CAPABLE, ECT_1, MARKED};
use crate::ground::time::SECOND;
use serde_json::{Value, json};

const MS: Time = 1_000_000;
/// Serialization time of a packet of 1000 bytes at 10 Mb/s.
const SERVICE_TIME: Time = 800_000;

/// A line with a queue that is limited to `packets` packets.
fn line(kind: &str, settings: Value, packets: u64) -> Line {
    Line::new(build(kind, &settings, (packets, u64::MAX), &conns(30)))
}

/// Number of packets of a connection whose sending has begun.
fn sent_packets(line: &Line, conn: u32) -> u64 {
    line.sent.iter().filter(|(packet, _, _)| packet.conn == conn).count() as u64
}

#[test]
fn dropping_the_oldest_keeps_the_newest_packets() {
    let mut line = line("drop_tail", json!({"drop": "oldest"}), 5);
    for tx in 0..10 {
        line.arrive(packet(0, tx, 1000, 0), 0);
    }
    let dropped: Vec<u32> = line.dropped.iter().map(|(packet, _, _)| packet.tx).collect();
    assert_eq!(dropped, [1, 2, 3, 4]);
    line.run(SECOND);
    let sent: Vec<u32> = line.sent.iter().map(|(packet, _, _)| packet.tx).collect();
    assert_eq!(sent, [0, 5, 6, 7, 8, 9]);
}

#[test]
fn random_drops_hit_waiting_and_arriving_packets_equally() {
    let mut line = line("drop_tail", json!({"drop": "random"}), 9);
    for tx in 0..20_010 {
        line.arrive(packet(0, tx, 1000, 0), 0);
    }
    // Each drop chooses one of 10 packets, of which one has just arrived. Of 20 000 drops, the number of
    // packets that are dropped on arrival is binomial with mean 2000 and standard deviation 42.
    let dropped_on_arrival =
        line.dropped.iter().enumerate().filter(|(i, (packet, _, _))| packet.tx as usize == i + 10).count();
    assert!((1800..2200).contains(&dropped_on_arrival), "{dropped_on_arrival}");
}

/// The delay stays above the target. The first drop comes an interval after the delay is first above the
/// target. The following gaps are interval / sqrt(n): 100, 70.7, 57.7, 50, 44.7, 40.8 ms.
#[test]
fn codel_drops_at_the_times_of_the_control_law() {
    let mut line = line("codel", json!({}), 100_000);
    // A packet of 1000 bytes arrives every 0.4 ms, which is twice the rate of the line.
    for tx in 0..2500 {
        line.arrive(packet(0, tx, 1000, 0), u64::from(tx) * SERVICE_TIME / 2);
    }
    let times: Vec<f64> = line.dropped.iter().map(|(_, at, _)| *at as f64 / MS as f64).collect();
    // Packet n leaves the queue at 0.8 n ms, after 0.4 n ms. The first to wait for more than 5 ms is packet
    // 13, at 10.4 ms.
    let first = times[0];
    assert!((110.4..=111.2).contains(&first), "{first}");
    for (drop, expected) in times.iter().zip([0.0, 100.0, 170.7, 228.4, 278.4, 323.2, 364.0]) {
        // A drop happens at the next departure, at most one service time later.
        let delay = drop - first - expected;
        assert!((-0.01..=0.81).contains(&delay), "{drop} {expected}");
    }
    assert!(times.len() > 7);
}

#[test]
fn codel_does_not_drop_packets_of_short_bursts() {
    let mut line = line("codel", json!({}), 100_000);
    // A burst of 120 packets is sent in 96 ms, so the delay is above the target for less than an interval of
    // 100 ms.
    for burst in 0..10 {
        for tx in 0..120 {
            line.arrive(packet(0, burst * 120 + tx, 1000, 0), u64::from(burst) * SECOND);
        }
    }
    line.run(20 * SECOND);
    assert_eq!((line.dropped.len(), line.sent.len()), (0, 1200));
}

#[test]
fn codel_marks_packets_of_ecn_capable_senders() {
    let mut line = line("codel", json!({}), 100_000);
    for tx in 0..2500 {
        line.arrive(packet(0, tx, 1000, ECN_CAPABLE), u64::from(tx) * SERVICE_TIME / 2);
    }
    assert_eq!(line.dropped.len(), 0);
    assert!(line.marked > 7, "{}", line.marked);
}

/// Between the thresholds, the gaps between drops are uniform on 1/p .. 2/p - 1 with `wait`, with a mean of
/// about 1.5/p, and uniform on 1 .. 1/p - 1 without `wait`, with a mean of 0.5/p. The average queue length is
/// always 30, so p = 0.1 x (30 - 10) / (50 - 10) = 0.05.
#[test]
fn red_spaces_drops_out() {
    for (wait, mean, low, high) in [(true, 29.5, 20, 40), (false, 10.0, 1, 20)] {
        let settings = json!({"min_threshold": 10, "max_threshold": 50, "weight": 1, "wait": wait});
        let mut red = build("red", &settings, (1000, u64::MAX), &conns(1));
        let state = ArrivalState { now: 5, waiting: 30, waiting_bytes: 45_000, busy: true, idle_since: 0 };
        let mut effects = Effects::default();
        let mut gaps = Vec::new();
        let mut gap = 0u32;
        for tx in 0..600_000 {
            gap += 1;
            if red.admit(&mut packet(0, tx, 1500, 0), &state, &mut effects) != Verdict::Accept {
                gaps.push(gap);
                gap = 0;
            }
        }
        let observed_mean = gaps.iter().map(|g| f64::from(*g)).sum::<f64>() / gaps.len() as f64;
        assert!((observed_mean / mean - 1.0).abs() < 0.02, "{observed_mean} instead of {mean}");
        // The first gap does not count, because it begins when the average crosses the threshold and not at a
        // drop.
        let (min, max) = (gaps[1..].iter().min(), gaps[1..].iter().max());
        assert!(min >= Some(&low) && max <= Some(&high), "{min:?} {max:?}");
    }
}

#[test]
fn red_averages_over_idle_time_and_does_not_drop_in_short_queues() {
    let settings = json!({"min_threshold": 5, "max_threshold": 15, "weight": 0.002, "mean_packet": 1000});
    let mut line = line("red", settings.clone(), 1000);
    // A burst of L packets into an empty queue keeps the average below 5 if L + 1 + (0.998^(L+1) - 1) /
    // 0.002 < 5, which holds for L <= 71. The burst has one packet more, which is on the line.
    for tx in 0..72 {
        line.arrive(packet(0, tx, 1000, 0), 0);
    }
    assert_eq!(line.dropped.len(), 0);
    // While at most one packet waits, no packet is dropped, whatever the average.
    let mut red = build(
        "red",
        &json!({"min_threshold": 0, "max_threshold": 0, "weight": 1}),
        (100, u64::MAX),
        &conns(1),
    );
    let mut effects = Effects::default();
    let state = |waiting| ArrivalState { now: 5, waiting, waiting_bytes: 0, busy: true, idle_since: 0 };
    assert_eq!(red.admit(&mut packet(0, 0, 1500, 0), &state(1), &mut effects), Verdict::Accept);
    assert_ne!(red.admit(&mut packet(0, 0, 1500, 0), &state(2), &mut effects), Verdict::Accept);
    // In 0.1 s of idle time, the line could send 125 packets of 1000 bytes. The average falls from 3 to 3 x
    // 0.998^125, and by another factor 0.998 with the arrival at the empty queue.
    let mut red = build("red", &settings, (100, u64::MAX), &conns(1));
    effects.records_signals = true;
    for _ in 0..20_000 {
        red.admit(&mut packet(0, 0, 1000, 0), &state(3), &mut effects);
        effects.signals.clear();
    }
    let idle = ArrivalState { now: SECOND / 10, waiting: 0, waiting_bytes: 0, busy: false, idle_since: 0 };
    red.admit(&mut packet(0, 0, 1000, 0), &idle, &mut effects);
    let expected = 3.0 * crate::ground::math::powi(0.998, 126);
    assert!((effects.signals[0].2 - expected).abs() < 1e-9, "{} {expected}", effects.signals[0].2);
}

/// The expected values follow from the formulas of ns-2's automatic settings, for several link delays in
/// seconds and link rates in packets per second.
#[test]
fn red_has_the_automatic_settings_of_ns2() {
    let close = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-3, "{a} {b}");
    close(red::automatic_weight(0.01, 2500.0), 3.9992e-4);
    close(red::automatic_weight(0.05, 2500.0), 2.645e-4);
    close(red::automatic_weight(0.01, 375.0), 2.663e-3);
    close(red::automatic_weight(0.01, 25_000.0), 4.0e-5);
    close(red::automatic_weight(0.01, 1250.0), 8.0e-4);
    close(red::automatic_threshold(2500.0), 6.25);
    close(red::automatic_threshold(375.0), 5.0);
    close(red::automatic_threshold(25_000.0), 62.5);
    close(red::automatic_bottom(1e7), 0.008);
}

#[test]
fn pie_reduces_its_steps_at_small_probabilities() {
    for (p, divisor) in
        [(5e-7, 2048.0), (5e-6, 512.0), (5e-5, 128.0), (5e-4, 32.0), (5e-3, 8.0), (5e-2, 2.0), (0.5, 1.0)]
    {
        assert_eq!(pie::step_scale(p), 1.0 / divisor);
    }
}

#[test]
fn pie_does_not_drop_packets_of_the_first_burst() {
    let mut line = line("pie", json!({}), 10_000);
    // A burst of 180 packets is sent in 144 ms, within the burst allowance of 150 ms, but the delay is far
    // above the reference.
    for tx in 0..180 {
        line.arrive(packet(0, tx, 1000, 0), MS);
    }
    line.run(SECOND);
    assert_eq!(line.dropped.len(), 0);
}

/// The arrival rate is 1.5 times the rate of the line and does not react to drops, so PIE must drop a third
/// of the packets.
#[test]
fn pie_controls_the_delay_of_unresponsive_traffic() {
    let mut line = line("pie", json!({}), 10_000);
    let mut rng = crate::ground::rng::Rng::new(1, crate::ground::rng::Purpose::Traffic, 0);
    let mut now = 0;
    for tx in 0..150_000 {
        // The mean gap is two thirds of a service time.
        now += rng.below(2 * SERVICE_TIME * 2 / 3);
        line.arrive(packet(0, tx, 1000, 0), now);
    }
    // Only the last 20 s count, after the controller has settled.
    let from = now - 20 * SECOND;
    let dropped = line.dropped.iter().filter(|(_, at, _)| *at > from).count() as f64;
    let waits_ms: Vec<f64> =
        line.sent.iter().filter(|(_, at, _)| *at > from).map(|(_, _, waited)| *waited as f64 / 1e6).collect();
    let drop_share = dropped / (dropped + waits_ms.len() as f64);
    let mean_wait_ms = waits_ms.iter().sum::<f64>() / waits_ms.len() as f64;
    assert!((drop_share - 1.0 / 3.0).abs() < 0.01, "{drop_share}");
    assert!((mean_wait_ms - 15.0).abs() < 3.0, "{mean_wait_ms}");
}

/// Two flows have packets of 500 and of 1500 bytes. If turns count bytes, three small packets are sent for
/// each large packet. If turns count packets, the numbers are equal.
#[test]
fn drr_shares_the_line_equally_by_bytes_or_by_packets() {
    for (count_packets, ratio) in [(false, 3.0), (true, 1.0)] {
        let mut line = line("drr", json!({"count_packets": count_packets, "quantum": 1500}), 400);
        for tx in 0..4000 {
            line.arrive(packet(0, tx, 500, 0), u64::from(tx) * 400_000);
            line.arrive(packet(1, tx, 1500, 0), u64::from(tx) * 400_000);
        }
        let (small, large) = (sent_packets(&line, 0) as f64, sent_packets(&line, 1) as f64);
        assert!((small / large / ratio - 1.0).abs() < 0.01, "{small} {large}");
    }
}

/// 20 flows are hashed to 16 queues, so some flows share a queue and send half as many packets as others. If
/// the hash function changes often, all flows send similar numbers of packets.
#[test]
fn flows_that_share_a_queue_send_less_unless_the_hash_changes() {
    let packets_by_flow = |settings: Value| -> Vec<u64> {
        let mut line = line("drr", settings, 100);
        // Each flow has at most two packets in the queue: a new packet arrives when an earlier packet has
        // been sent or dropped.
        let mut next_tx = [0u32; 20];
        for round in 0..20_000u64 {
            line.run(round * SERVICE_TIME);
            for conn in 0..20u32 {
                if next_tx[conn as usize] < 2 + finished_packets(&line, conn) {
                    line.arrive(packet(conn, next_tx[conn as usize], 1000, 0), round * SERVICE_TIME);
                    next_tx[conn as usize] += 1;
                }
            }
        }
        (0..20).map(|conn| sent_packets(&line, conn)).collect()
    };
    let max_to_min = |sent: &[u64]| {
        *sent.iter().max().unwrap_or(&0) as f64 / (*sent.iter().min().unwrap_or(&1)).max(1) as f64
    };
    let fixed_hash = packets_by_flow(json!({"buckets": 16}));
    let changing_hash = packets_by_flow(json!({"buckets": 16, "perturb": 0.1}));
    let separate_queues = packets_by_flow(json!({}));
    assert!(max_to_min(&fixed_hash) > 1.9, "{fixed_hash:?}");
    assert!(max_to_min(&changing_hash) < 1.25, "{changing_hash:?}");
    assert!(max_to_min(&separate_queues) < 1.01, "{separate_queues:?}");
}

/// One more than the highest ordinal among the packets of a connection that were sent or dropped last.
fn finished_packets(line: &Line, conn: u32) -> u32 {
    let is_of_conn = |packet: &Packet| packet.conn == conn;
    let sent = line.sent.iter().rev().find(|(p, _, _)| is_of_conn(p)).map_or(0, |(p, _, _)| p.tx + 1);
    let dropped = line.dropped.iter().rev().find(|(p, _, _)| is_of_conn(p)).map_or(0, |(p, _, _)| p.tx + 1);
    sent.max(dropped)
}

/// Packets of a flow that sends little wait for at most two packets of other flows, however much the other
/// flows send.
#[test]
fn fq_codel_serves_a_sparse_flow_first() {
    let mut line = line("fq_codel", json!({}), 10_240);
    for tick in 0..20_000u32 {
        let now = u64::from(tick) * SERVICE_TIME / 2;
        line.arrive(packet(1 + tick % 4, tick / 4, 1000, 0), now);
        if tick % 100 == 50 {
            line.arrive(packet(0, tick / 100, 200, 0), now + 7);
        }
    }
    let sparse_flow = line.sent.iter().filter(|(packet, _, _)| packet.conn == 0);
    let waited: Vec<Time> = sparse_flow.map(|(_, _, waited)| *waited).collect();
    assert_eq!(waited.len(), 200);
    // The new queue of the sparse flow is served before the old queues of the other four flows. Its packet
    // waits for the packet in service, and perhaps for one more packet.
    assert!(waited.iter().all(|waited| *waited <= 2 * SERVICE_TIME), "{:?}", waited.iter().max());
    assert!(line.dropped.iter().all(|(packet, _, _)| packet.conn != 0));
}

/// With all flows in one queue, FQ-CoDel sends and drops the same packets as CoDel.
#[test]
fn fq_codel_of_one_queue_is_codel() {
    let run = |kind, settings| {
        let mut line = line(kind, settings, 10_000);
        for tx in 0..4000 {
            line.arrive(packet(tx % 3, tx, 1000, 0), u64::from(tx) * SERVICE_TIME * 2 / 3);
        }
        line.run(100 * SECOND);
        let sent: Vec<(u32, Time)> = line.sent.iter().map(|(packet, at, _)| (packet.tx, *at)).collect();
        let dropped: Vec<(u32, Time)> = line.dropped.iter().map(|(packet, at, _)| (packet.tx, *at)).collect();
        (sent, dropped)
    };
    let (codel, fq) = (run("codel", json!({})), run("fq_codel", json!({"buckets": 1})));
    assert!(codel.1.len() > 5);
    assert_eq!(codel, fq);
}

/// A packet arrives every 0.4 ms, which is twice the rate of the line, so waits grow by 0.4 ms from packet to packet. The
/// threshold of 2 ms is exceeded by all packets from the seventh on, except for the last one.
#[test]
fn fq_codel_marks_every_packet_that_waits_for_longer_than_the_threshold() {
    for (selector, flags, marks) in [
        ("ecn", ECN_CAPABLE, true),
        ("ecn", ECT_1, true),
        ("ect1", ECN_CAPABLE, false),
        ("ect1", ECT_1, true),
    ] {
        let settings = json!({"ce_threshold": 0.002, "ce_selector": selector, "interval": 10, "target": 10});
        let mut line = line("fq_codel", settings, 100_000);
        for tx in 0..500 {
            line.arrive(packet(0, tx, 1000, flags), u64::from(tx) * SERVICE_TIME / 2);
        }
        line.run(10 * SECOND);
        assert_eq!((line.sent.len(), line.dropped.len()), (500, 0));
        for (packet, _, waited) in &line.sent {
            assert_eq!(packet.flags & MARKED == MARKED, marks && *waited > 2 * MS, "{selector} {waited}");
        }
        assert_eq!(line.marked > 400, marks, "{selector} {}", line.marked);
    }
}

/// Packets of a flow that sends little wait for at most two packets of other flows, although four unresponsive flows have
/// twice the rate of the line together and are held at a delay of about 15 ms each.
#[test]
fn fq_pie_holds_each_flow_at_the_reference_and_serves_a_sparse_flow_first() {
    let mut line = line("fq_pie", json!({}), 10_240);
    for tick in 0..150_000u32 {
        let now = u64::from(tick) * SERVICE_TIME * 2 / 3;
        line.arrive(packet(1 + tick % 4, tick / 4, 1000, 0), now);
        if tick % 100 == 50 {
            line.arrive(packet(0, tick / 100, 200, 0), now + 7);
        }
    }
    let waits = |conn: u32| -> Vec<Time> {
        let of_conn = line.sent.iter().filter(|(packet, at, _)| packet.conn == conn && *at > 60 * SECOND);
        of_conn.map(|(_, _, waited)| *waited).collect()
    };
    assert!(waits(0).iter().all(|waited| *waited <= 2 * SERVICE_TIME), "{:?}", waits(0).iter().max());
    assert!(line.dropped.iter().all(|(packet, _, _)| packet.conn != 0));
    let mean = |list: &[Time]| list.iter().sum::<Time>() as f64 / list.len() as f64 / MS as f64;
    for conn in 1..5 {
        assert!((mean(&waits(conn)) - 15.0).abs() < 3.0, "{conn}: {}", mean(&waits(conn)));
        let share = waits(conn).len() as f64 / waits(1).len() as f64;
        assert!((share - 1.0).abs() < 0.02, "{conn}: {share}");
    }
}

/// With all flows in one queue, FQ-PIE sends and drops the same packets as PIE.
#[test]
fn fq_pie_of_one_queue_is_pie() {
    let run = |kind, settings| {
        let mut line = line(kind, settings, 10_000);
        for tx in 0..40_000 {
            line.arrive(packet(tx % 3, tx, 1000, 0), u64::from(tx) * SERVICE_TIME * 2 / 3);
        }
        line.run(100 * SECOND);
        let sent: Vec<(u32, Time)> = line.sent.iter().map(|(packet, at, _)| (packet.tx, *at)).collect();
        let dropped: Vec<(u32, Time)> = line.dropped.iter().map(|(packet, at, _)| (packet.tx, *at)).collect();
        (sent, dropped)
    };
    let (pie, fq) = (run("pie", json!({})), run("fq_pie", json!({"buckets": 1})));
    assert!(pie.1.len() > 100);
    assert_eq!(pie, fq);
}

/// The arrival rate is 1.5 times the rate of the line and does not react, so PI2 must drop a third of the classic packets,
/// with p' = 0.577, and holds the delay at its target.
#[test]
fn pi2_controls_the_delay_of_unresponsive_traffic() {
    let mut line = line("pi2", json!({}), 10_000);
    let mut rng = crate::ground::rng::Rng::new(1, crate::ground::rng::Purpose::Traffic, 0);
    let mut now = 0;
    for tx in 0..150_000 {
        now += rng.below(2 * SERVICE_TIME * 2 / 3);
        line.arrive(packet(0, tx, 1000, 0), now);
    }
    let from = now - 20 * SECOND;
    let dropped = line.dropped.iter().filter(|(_, at, _)| *at > from).count() as f64;
    let waits: Vec<Time> = line.sent.iter().filter(|(_, at, _)| *at > from).map(|sent| sent.2).collect();
    let (share, mean_ms) = (
        dropped / (dropped + waits.len() as f64),
        waits.iter().sum::<Time>() as f64 / waits.len() as f64 / MS as f64,
    );
    assert!((share - 1.0 / 3.0).abs() < 0.01, "{share}");
    assert!((mean_ms - 20.0).abs() < 3.0, "{mean_ms}");
}

/// A flood of 1.2 times the rate of the line carries ECT(1) but does not react, and shares the L queue with a quiet flow of
/// 1 %. Queue protection sends most of the flood through the C queue, so that the quiet flow waits for a few packets only.
#[test]
fn queue_protection_keeps_the_wait_of_a_quiet_flow_short() {
    // The mean wait of the quiet flow in ms, and the number of its packets that were lost.
    let quiet = |protect: bool| {
        let mut line = line("dual_pi2", json!({"protect": protect}), 500);
        for tick in 0..50_000u32 {
            let now = u64::from(tick) * SERVICE_TIME * 5 / 6;
            line.arrive(packet(0, tick, 1000, ECT_1), now);
            if tick % 120 == 50 {
                line.arrive(packet(1, tick / 120, 200, ECT_1), now + 7);
            }
        }
        let waits: Vec<Time> = line.sent.iter().filter(|sent| sent.0.conn == 1).map(|sent| sent.2).collect();
        let lost = line.dropped.iter().filter(|drop| drop.0.conn == 1).count();
        (waits.iter().sum::<Time>() as f64 / waits.len() as f64 / MS as f64, lost)
    };
    let (without, with) = (quiet(false), quiet(true));
    println!("{without:?} {with:?}");
    assert!(without.0 > 10.0 && with.0 < 5.0, "{without:?} {with:?}");
    assert!(with.1 <= without.1, "{without:?} {with:?}");
}

#[test]
fn priority_is_strict() {
    let mut line = line("priority", json!({"first": "listed", "flows": ["flow1"]}), 10);
    for tx in 0..30 {
        line.arrive(packet(0, tx, 1000, 0), 0);
    }
    for tx in 0..5 {
        line.arrive(packet(1, tx, 1000, 0), 1);
    }
    line.run(SECOND);
    let order: Vec<u32> = line.sent.iter().map(|(packet, _, _)| packet.conn).collect();
    // The first packet is on the line when the packets of connection 1 arrive. They replace five of the ten
    // waiting packets.
    assert_eq!(order, [0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
    assert!(line.dropped.iter().all(|(packet, _, _)| packet.conn == 0));
}
