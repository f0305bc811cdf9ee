//! The rules of single disciplines, each held against arithmetic that stands beside it.

use super::conformance::{Line, build, conns, packet};
use super::*;
use crate::ground::packet::ECN_CAPABLE;
use crate::ground::time::SECOND;
use serde_json::json;

const MS: Time = 1_000_000;
/// A packet of 1000 bytes at 10 Mb/s.
const SERVICE: Time = 800_000;

fn line(kind: &str, settings: Value, packets: u64) -> Line {
    Line::new(build(kind, &settings, (packets, u64::MAX), &conns(30)))
}

fn sent_of(line: &Line, conn: u32) -> u64 {
    line.sent.iter().filter(|(packet, _, _)| packet.conn == conn).count() as u64
}

#[test]
fn drop_head_keeps_the_newest() {
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
fn random_drop_spares_nobody() {
    let mut line = line("drop_tail", json!({"drop": "random"}), 9);
    for tx in 0..20_010 {
        line.arrive(packet(0, tx, 1000, 0), 0);
    }
    // Each drop takes one of the 10 that are there. The share of arriving packets that go at once is 1 in 10:
    // 20 000 draws, s.d. 42.
    let at_once =
        line.dropped.iter().enumerate().filter(|(i, (packet, _, _))| packet.tx as usize == i + 10).count();
    assert!((1800..2200).contains(&at_once), "{at_once}");
}

/// A queue that is always bad: the first drop an interval after the delay is first seen above the target, then at
/// gaps of interval / sqrt(n): 100, 70.7, 57.7, 50, 44.7, 40.8 ms.
#[test]
fn codel_drops_at_its_times() {
    let mut line = line("codel", json!({}), 100_000);
    // Twice as much as the line carries, 1000 bytes each: a packet every 0.4 ms.
    for tx in 0..2500 {
        line.arrive(packet(0, tx, 1000, 0), u64::from(tx) * SERVICE / 2);
    }
    let times: Vec<f64> = line.dropped.iter().map(|(_, at, _)| *at as f64 / MS as f64).collect();
    // Packet n waits 0.4 n ms and is taken at 0.8 n ms: 5 ms are first exceeded by packet 13, at 10.4 ms.
    let first = times[0];
    assert!((110.4..=111.2).contains(&first), "{first}");
    for (drop, expected) in times.iter().zip([0.0, 100.0, 170.7, 228.4, 278.4, 323.2, 364.0]) {
        // A drop waits for the next departure, one service time away at most.
        let after = drop - first - expected;
        assert!((-0.01..=0.81).contains(&after), "{drop} {expected}");
    }
    assert!(times.len() > 7);
}

#[test]
fn codel_lets_short_bursts_pass() {
    let mut line = line("codel", json!({}), 100_000);
    // 120 packets at once take 96 ms: less than an interval above the target.
    for burst in 0..10 {
        for tx in 0..120 {
            line.arrive(packet(0, burst * 120 + tx, 1000, 0), u64::from(burst) * SECOND);
        }
    }
    line.run(20 * SECOND);
    assert_eq!((line.dropped.len(), line.sent.len()), (0, 1200));
}

#[test]
fn codel_marks_what_can_be_marked() {
    let mut line = line("codel", json!({}), 100_000);
    for tx in 0..2500 {
        line.arrive(packet(0, tx, 1000, ECN_CAPABLE), u64::from(tx) * SERVICE / 2);
    }
    assert_eq!(line.dropped.len(), 0);
    assert!(line.marked > 7, "{}", line.marked);
}

/// Between thresholds, with `wait` the gaps between drops are uniform on 1/p .. 2/p - 1, so about 1.5/p on average;
/// without, on 1 .. 1/p - 1, so 0.5/p. The queue is held constant by hand: p = 0.1 x (30 - 10) / (50 - 10) = 0.05.
#[test]
fn red_spaces_drops_out() {
    for (wait, mean, low, high) in [(true, 29.5, 20, 40), (false, 10.0, 1, 20)] {
        let settings = json!({"min_threshold": 10, "max_threshold": 50, "weight": 1, "wait": wait});
        let mut red = build("red", &settings, (1000, u64::MAX), &conns(1));
        let found = ArrivalState { now: 5, waiting: 30, waiting_bytes: 45_000, busy: true, idle_since: 0 };
        let mut effects = Effects::default();
        let mut gaps = Vec::new();
        let mut gap = 0u32;
        for tx in 0..600_000 {
            gap += 1;
            if red.admit(&mut packet(0, tx, 1500, 0), &found, &mut effects) != Verdict::Accept {
                gaps.push(gap);
                gap = 0;
            }
        }
        let observed = gaps.iter().map(|g| f64::from(*g)).sum::<f64>() / gaps.len() as f64;
        assert!((observed / mean - 1.0).abs() < 0.02, "{observed} instead of {mean}");
        // The very first gap begins when the average crosses the threshold.
        let (least, most) = (gaps[1..].iter().min(), gaps[1..].iter().max());
        assert!(least >= Some(&low) && most <= Some(&high), "{least:?} {most:?}");
    }
}

#[test]
fn red_knows_idle_time_and_spares_short_queues() {
    let settings = json!({"min_threshold": 5, "max_threshold": 15, "weight": 0.002, "mean_packet": 1000});
    let mut line = line("red", settings.clone(), 1000);
    // From an empty queue a burst of 71 keeps the average below 5: L + 1 + (0.998^(L+1) - 1) / 0.002 < 5 for L <= 71.
    for tx in 0..72 {
        line.arrive(packet(0, tx, 1000, 0), 0);
    }
    assert_eq!(line.dropped.len(), 0);
    // With no more than one packet waiting nothing is dropped, whatever the average.
    let mut red = build(
        "red",
        &json!({"min_threshold": 0, "max_threshold": 0, "weight": 1}),
        (100, u64::MAX),
        &conns(1),
    );
    let mut effects = Effects::default();
    let found = |waiting| ArrivalState { now: 5, waiting, waiting_bytes: 0, busy: true, idle_since: 0 };
    assert_eq!(red.admit(&mut packet(0, 0, 1500, 0), &found(1), &mut effects), Verdict::Accept);
    assert_ne!(red.admit(&mut packet(0, 0, 1500, 0), &found(2), &mut effects), Verdict::Accept);
    // 0.1 s of idle time are 125 packets of 1000 bytes: the average of 3 falls to 3 x 0.998^125, then once more.
    let mut red = build("red", &settings, (100, u64::MAX), &conns(1));
    effects.records_signals = true;
    for _ in 0..20_000 {
        red.admit(&mut packet(0, 0, 1000, 0), &found(3), &mut effects);
        effects.signals.clear();
    }
    let idle = ArrivalState { now: SECOND / 10, waiting: 0, waiting_bytes: 0, busy: false, idle_since: 0 };
    red.admit(&mut packet(0, 0, 1000, 0), &idle, &mut effects);
    let expected = 3.0 * crate::ground::math::powi(0.998, 126);
    assert!((effects.signals[0].2 - expected).abs() < 1e-9, "{} {expected}", effects.signals[0].2);
}

/// ns-2's automatic settings: 10 Mb/s with packets of 500 bytes and a delay of at most 30 ms, and so on.
#[test]
fn red_sets_itself() {
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
fn pie_scales_its_steps() {
    for (p, divisor) in
        [(5e-7, 2048.0), (5e-6, 512.0), (5e-5, 128.0), (5e-4, 32.0), (5e-3, 8.0), (5e-2, 2.0), (0.5, 1.0)]
    {
        assert_eq!(pie::scale(p), 1.0 / divisor);
    }
}

#[test]
fn pie_lets_the_first_burst_pass() {
    let mut line = line("pie", json!({}), 10_000);
    // 180 packets at once take 144 ms: within the burst allowance of 150 ms, though far above the reference.
    for tx in 0..180 {
        line.arrive(packet(0, tx, 1000, 0), MS);
    }
    line.run(SECOND);
    assert_eq!(line.dropped.len(), 0);
}

/// One and a half times what the line carries and no reaction: a third must go, and PIE finds that.
#[test]
fn pie_controls_what_does_not_react() {
    let mut line = line("pie", json!({}), 10_000);
    let mut rng = crate::ground::rng::Rng::new(1, crate::ground::rng::Purpose::Traffic, 0);
    let mut now = 0;
    for tx in 0..150_000 {
        now += rng.below(2 * SERVICE * 2 / 3);
        line.arrive(packet(0, tx, 1000, 0), now);
    }
    let late = now - 20 * SECOND;
    let dropped = line.dropped.iter().filter(|(_, at, _)| *at > late).count() as f64;
    let sent: Vec<f64> =
        line.sent.iter().filter(|(_, at, _)| *at > late).map(|(_, _, waited)| *waited as f64 / 1e6).collect();
    let share = dropped / (dropped + sent.len() as f64);
    let delay = sent.iter().sum::<f64>() / sent.len() as f64;
    assert!((share - 1.0 / 3.0).abs() < 0.01, "{share}");
    assert!((delay - 15.0).abs() < 3.0, "{delay}");
}

/// Packets of 500 and of 1500 bytes: by bytes alike with deficit round robin, one to three when turns count packets.
#[test]
fn drr_shares_by_bytes() {
    for (by_packets, ratio) in [(false, 3.0), (true, 1.0)] {
        let mut line = line("drr", json!({"count_packets": by_packets, "quantum": 1500}), 400);
        for tx in 0..4000 {
            line.arrive(packet(0, tx, 500, 0), u64::from(tx) * 400_000);
            line.arrive(packet(1, tx, 1500, 0), u64::from(tx) * 400_000);
        }
        // From when both wait. One quantum, three small packets, may be missing.
        let (small, large) = (sent_of(&line, 0) as f64, sent_of(&line, 1) as f64);
        assert!((small / large / ratio - 1.0).abs() < 0.01, "{small} {large}");
    }
}

/// 20 flows in 16 queues collide: some get half of what others get. Hashed anew all the time, all get the same.
#[test]
fn few_queues_collide_unless_hashed_anew() {
    let run = |settings: Value| -> Vec<u64> {
        let mut line = line("drr", settings, 100);
        // Each flow keeps two packets waiting or so: one comes whenever one of it has left, plus a first two.
        let mut next = [0u32; 20];
        for round in 0..20_000u64 {
            line.run(round * SERVICE);
            for conn in 0..20u32 {
                if next[conn as usize] < 2 + sent_of_fast(&line, conn) {
                    line.arrive(packet(conn, next[conn as usize], 1000, 0), round * SERVICE);
                    next[conn as usize] += 1;
                }
            }
        }
        (0..20).map(|conn| sent_of(&line, conn)).collect()
    };
    let spread = |sent: &[u64]| {
        *sent.iter().max().unwrap_or(&0) as f64 / (*sent.iter().min().unwrap_or(&1)).max(1) as f64
    };
    let fixed = run(json!({"buckets": 16}));
    let moved = run(json!({"buckets": 16, "perturb": 0.1}));
    let own = run(json!({}));
    assert!(spread(&fixed) > 1.9, "{fixed:?}");
    assert!(spread(&moved) < 1.25, "{moved:?}");
    assert!(spread(&own) < 1.01, "{own:?}");
}

fn sent_of_fast(line: &Line, conn: u32) -> u32 {
    let of = |packet: &Packet| packet.conn == conn;
    let sent =
        line.sent.iter().rev().find(|(packet, _, _)| of(packet)).map_or(0, |(packet, _, _)| packet.tx + 1);
    let dropped = line.dropped.iter().rev().find(|(packet, _, _)| of(packet)).map_or(0, |(p, _, _)| p.tx + 1);
    sent.max(dropped)
}

/// A flow that sends little waits one packet of every other flow at most, however much those send.
#[test]
fn fq_codel_shields_a_sparse_flow() {
    let mut line = line("fq_codel", json!({}), 10_240);
    for tick in 0..20_000u32 {
        let now = u64::from(tick) * SERVICE / 2;
        line.arrive(packet(1 + tick % 4, tick / 4, 1000, 0), now);
        if tick % 100 == 50 {
            line.arrive(packet(0, tick / 100, 200, 0), now + 7);
        }
    }
    let of_sparse = line.sent.iter().filter(|(packet, _, _)| packet.conn == 0);
    let waited: Vec<Time> = of_sparse.map(|(_, _, waited)| *waited).collect();
    assert_eq!(waited.len(), 200);
    // It goes ahead of the four queues of those that send much: it waits for the packet on the line alone, or for one more.
    assert!(waited.iter().all(|waited| *waited <= 2 * SERVICE), "{:?}", waited.iter().max());
    assert!(line.dropped.iter().all(|(packet, _, _)| packet.conn != 0));
}

/// With all flows in one queue it is CoDel.
#[test]
fn fq_codel_of_one_queue_is_codel() {
    let run = |kind, settings| {
        let mut line = line(kind, settings, 10_000);
        for tx in 0..4000 {
            line.arrive(packet(tx % 3, tx, 1000, 0), u64::from(tx) * SERVICE * 2 / 3);
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
    // One is on the line already; of the ten places, five are taken from the others.
    assert_eq!(order, [0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
    assert!(line.dropped.iter().all(|(packet, _, _)| packet.conn == 0));
}
