use super::super::AnyQueue;
use super::super::conformance::{build, conns, packet};
use super::*;
use serde_json::{Value, json};

/// A cell of 10 Mb/s at the best signal, so that a slot of 1 ms has 10,000 bits, with three users. Without other settings,
/// their signals do not move and no block has errors.
fn cell(settings: Value) -> AnyQueue {
    let mut all = json!({"signal": 15, "variation": 0, "errors": 0});
    for (name, value) in settings.as_object().into_iter().flatten() {
        all[name] = value.clone();
    }
    build("cellular", &all, (u64::MAX, u64::MAX), &conns(3))
}

fn store(cell: &mut AnyQueue, conns: impl IntoIterator<Item = u32>, now: Time) {
    for (tx, conn) in conns.into_iter().enumerate() {
        let packet = packet(conn, narrow::<u32>(tx), 1250, 0);
        cell.enqueue(Queued { packet, arrived: now, ..Queued::default() }, &mut Effects::default());
    }
}

/// The connection and the time in microseconds of the next packets.
fn sent(cell: &mut AnyQueue, count: usize) -> Vec<(u32, u64)> {
    let mut list = Vec::new();
    while list.len() < count && cell.waiting().0 > 0 {
        let now = cell.ready_at();
        while let Some(queued) = cell.dequeue(now, &mut Effects::default()) {
            list.push((queued.packet.conn, now / 1000));
        }
    }
    list.truncate(count);
    list
}

/// The number of packets of each user.
fn counts(sent: &[(u32, u64)]) -> [usize; 3] {
    [0, 1, 2].map(|conn| sent.iter().filter(|sent| sent.0 == conn).count())
}

/// A packet that arrives at 0.3 ms is sent in the slot from 1 to 2 ms. At the best signal, each slot has one packet of
/// 10,000 bits, and at signal 7, 1.4766 / 5.5547 of it, so that five packets take 18.8 slots.
#[test]
fn packets_arrive_at_the_ends_of_slots_at_the_rate_of_the_signal() {
    let mut best = cell(json!({}));
    store(&mut best, [0; 3], 300_000);
    assert_eq!(sent(&mut best, 9), [(0, 2000), (0, 3000), (0, 4000)]);
    let mut seven = cell(json!({"users": [{"flow": "flow1", "signal": 7}]}));
    store(&mut seven, [1; 5], 300_000);
    assert_eq!(
        sent(&mut seven, 9).iter().map(|sent| sent.1).collect::<Vec<_>>(),
        [5000, 9000, 13_000, 17_000, 20_000]
    );
}

/// Three users with a quarter of a slot each share one slot.
#[test]
fn users_share_a_slot_that_one_of_them_does_not_fill() {
    let mut cell = cell(json!({}));
    for conn in 0..3 {
        let queued = Queued { packet: packet(conn, 0, 312, 0), ..Queued::default() };
        cell.enqueue(queued, &mut Effects::default());
    }
    assert_eq!(sent(&mut cell, 9), [(0, 2000), (1, 2000), (2, 2000)]);
}

/// Blocks that are sent again take their share of later slots: with an error rate of a half, each takes two slots on average.
/// All packets are late by multiples of 8 ms, and those behind a block with errors wait for it.
#[test]
fn blocks_with_errors_arrive_eight_slots_later_and_hold_up_those_behind() {
    let mut cell = cell(json!({"errors": 0.5}));
    store(&mut cell, [0; 4000], 0);
    let times: Vec<u64> = sent(&mut cell, 4000).iter().map(|sent| sent.1).collect();
    assert!(times.is_sorted());
    let lasts = times.last().map_or(0, |last| last / 1000);
    // Without the limit of seven repetitions, 8000; the standard deviation is 90.
    assert!((7700..8300).contains(&lasts), "{lasts}");
    // A packet that follows one with errors arrives together with it.
    let together = times.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert!(together > 2000, "{together}");
}

/// The first packet of a user alone arrives after one slot, or 8, 16, ... slots later, with the probabilities 0.9, 0.09, ...
#[test]
fn a_tenth_of_the_blocks_is_sent_again() {
    let mut cell = cell(json!({"errors": 0.1}));
    let mut late = [0u64; 4];
    for number in 0..20_000u64 {
        let at = number * 200_000_000;
        store(&mut cell, [0], at);
        let arrived = sent(&mut cell, 1)[0].1 * 1000 - at;
        // The first slot of the run begins at 1 ms.
        let slots = arrived / 1_000_000 - 1 - u64::from(number == 0);
        assert!(slots.is_multiple_of(8), "{slots}");
        late[narrow::<usize>(slots / 8).min(3)] += 1;
    }
    // Binomial: 18,000, 1800, 180 and 20, with standard deviations of 42, 40, 13 and 4.
    assert!(
        late[0].abs_diff(18_000) < 170 && late[1].abs_diff(1800) < 160 && late[2].abs_diff(180) < 54,
        "{late:?}"
    );
}

/// A signal that moves one step up or down between two bounds is at each quality for the same time.
#[test]
fn a_signal_is_at_each_quality_for_the_same_time() {
    let mut cell = cell(json!({"signal": 10, "variation": 2, "every": 0.001}));
    store(&mut cell, [0; 40_000], 0);
    let list = sent(&mut cell, 40_000);
    let mean = (8..=12).map(share_at).sum::<f64>() / 5.0;
    let share = 40_000.0 * 1000.0 / list.last().map_or(0.0, |last| last.1 as f64);
    assert!((share / mean - 1.0).abs() < 0.02, "{share}, expected {mean}");
}

/// In turns, a user at signal 4 gets as many slots as the others, and so 0.6016 / 5.5547 of their packets.
#[test]
fn turns_give_the_same_number_of_slots() {
    let mut cell = cell(json!({"scheduler": "round_robin", "users": [{"flow": "flow2", "signal": 4}]}));
    store(&mut cell, (0..9000).map(|tx| tx % 3), 0);
    let [first, second, third] = counts(&sent(&mut cell, 2000));
    assert!(first.abs_diff(second) <= 1, "{first} {second}");
    assert!((third as f64 / first as f64 - 0.6016 / 5.5547).abs() < 0.01, "{third} {first}");
}

/// Proportional fairness gives users with constant signals the same number of slots, whatever their signals. With signals that
/// change independently, each user gets slots in which its signal is good: the rate of all is that of the best of three
/// signals, if the means follow slowly (Knopp and Humblet 1995).
#[test]
fn proportional_fairness_gives_slots_to_good_signals() {
    for average in [1, 100] {
        let mut constant = cell(json!({"average": average, "users": [{"flow": "flow2", "signal": 7}]}));
        store(&mut constant, (0..9000).map(|tx| tx % 3), 0);
        let [first, second, third] = counts(&sent(&mut constant, 2000));
        assert!(first.abs_diff(second) <= 20, "{average}: {first} {second}");
        assert!((third as f64 / first as f64 - 1.4766 / 5.5547).abs() < 0.02, "{average}: {third} {first}");
    }

    let signals = json!({"signal": 10, "variation": 4, "every": 0.001, "average": 10_000});
    let mut moving = cell(signals);
    store(&mut moving, (0..120_000).map(|tx| tx % 3), 0);
    let list = sent(&mut moving, 60_000);
    let share = 60_000.0 * 1000.0 / list.last().map_or(0.0, |last| last.1 as f64);
    // The best of three draws from 9 equally likely signals is at most the k-th with probability (k / 9)^3.
    let most = |k: u32| f64::from(k * k * k) / 729.0;
    let best: f64 = (1..=9).map(|k| (most(k) - most(k - 1)) * share_at(5 + k)).sum();
    assert!((share / best - 1.0).abs() < 0.04, "{share}, best of three {best}");
    let counts = counts(&list);
    assert!(counts.iter().all(|count| count.abs_diff(20_000) < 1500), "{counts:?}");
}

/// Each user has a part of the limit of its own, so a full queue of one does not refuse packets of another.
#[test]
fn a_user_cannot_fill_the_queues_of_others() {
    let conns = conns(3);
    let mut cell = build("cellular", &json!({}), (30, u64::MAX), &conns);
    let state = ArrivalState { now: 0, waiting: 0, waiting_bytes: 0, busy: false, idle_since: 0 };
    let mut accepted = [0; 3];
    for tx in 0..90 {
        let mut packet = packet(u32::from(tx >= 60) * 2, tx, 1000, 0);
        if cell.admit(&mut packet, &state, &mut Effects::default()) == Verdict::Accept {
            accepted[packet.conn as usize] += 1;
            cell.enqueue(Queued { packet, ..Queued::default() }, &mut Effects::default());
        }
    }
    assert_eq!(accepted, [10, 0, 10]);
}
