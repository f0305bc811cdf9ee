use super::super::AnyQueue;
use super::super::conformance::{build, conns, packet};
use super::*;
use serde_json::{Value, json};

/// A sender with three stations at 10 Mb/s, of which `settings` can make some slower. Without other settings, a packet of
/// 1458 bytes takes 1.2 ms, a transmission 0.1 ms more, and nobody draws a backoff.
fn queue(settings: Value) -> AnyQueue {
    let mut all = json!({"overhead": 0.0001, "contention_window": 0, "fq_codel": false});
    for (name, value) in settings.as_object().into_iter().flatten() {
        all[name] = value.clone();
    }
    build("wifi", &all, (u64::MAX, u64::MAX), &conns(3))
}

fn store(queue: &mut AnyQueue, conns: impl IntoIterator<Item = u32>) {
    for (tx, conn) in conns.into_iter().enumerate() {
        let packet = packet(conn, narrow::<u32>(tx), 1458, 0);
        queue.enqueue(Queued { packet, ..Queued::default() }, &mut Effects::default());
    }
}

/// The connection and the air in microseconds of the next packets.
fn sent(queue: &mut AnyQueue, count: usize) -> Vec<(u32, u64)> {
    let next = |_| {
        let queued = queue.dequeue(0, &mut Effects::default())?;
        Some((queued.packet.conn, queue.air() / 1000))
    };
    (0..count).filter_map(next).collect()
}

/// Air in microseconds and packets of each connection.
fn totals(sent: &[(u32, u64)]) -> [(u64, u64); 3] {
    let mut totals = [(0, 0); 3];
    for &(conn, air) in sent {
        totals[conn as usize].0 += air;
        totals[conn as usize].1 += 1;
    }
    totals
}

fn slow(flow: &str) -> Value {
    json!([{"flow": flow, "rate": 1e6}])
}

#[test]
fn only_the_first_packet_of_a_transmission_takes_its_fixed_time() {
    // Three packets of 1.2 ms fit into 4 ms, or two if an aggregate has at most two.
    let mut long = queue(json!({}));
    store(&mut long, [0; 7]);
    assert_eq!(
        sent(&mut long, 9).iter().map(|s| s.1).collect::<Vec<_>>(),
        [1300, 1200, 1200, 1300, 1200, 1200, 1300]
    );
    let mut short = queue(json!({"max_packets": 2}));
    store(&mut short, [0; 5]);
    assert_eq!(sent(&mut short, 9).iter().map(|s| s.1).collect::<Vec<_>>(), [1300, 1200, 1300, 1200, 1300]);
}

#[test]
fn a_packet_that_arrives_later_is_not_part_of_the_transmission() {
    let mut queue = queue(json!({}));
    store(&mut queue, [0]);
    assert_eq!(sent(&mut queue, 1), [(0, 1300)]);
    store(&mut queue, [0]);
    assert_eq!(sent(&mut queue, 1), [(0, 1300)]);
}

/// At 1 Mb/s a packet takes 12 ms, so one packet of station 2 takes the air of ten packets of another.
#[test]
fn turns_of_one_transmission_give_the_slow_station_most_of_the_air() {
    let mut queue = queue(json!({"scheduler": "round_robin", "max_packets": 1, "stations": slow("flow2")}));
    store(&mut queue, (0..300).map(|tx| tx % 3));
    assert_eq!(totals(&sent(&mut queue, 30)), [(13_000, 10), (13_000, 10), (121_000, 10)]);
}

#[test]
fn turns_of_equal_air_give_each_station_the_same_air() {
    let mut queue = queue(json!({"stations": slow("flow2")}));
    store(&mut queue, (0..3000).map(|tx| tx % 3));
    let [fast, other, slow] = totals(&sent(&mut queue, 1000));
    // No station is ahead by more than its longest transmission.
    assert!(
        fast.0.abs_diff(slow.0) < 12_200 && fast.0.abs_diff(other.0) < 4_000,
        "{fast:?} {other:?} {slow:?}"
    );
    assert!(fast.1 > 9 * slow.1, "{fast:?} {slow:?}");
}

/// The driver takes all packets for the station of the first one, also those behind packets for others.
#[test]
fn one_queue_serves_stations_in_the_order_of_their_packets() {
    let mut queue = queue(json!({"scheduler": "fifo", "max_packets": 2}));
    store(&mut queue, [0, 1, 0, 0, 2, 1]);
    assert_eq!(sent(&mut queue, 9), [(0, 1300), (0, 1200), (1, 1300), (1, 1200), (0, 1300), (2, 1300)]);
}

/// With one other transmitter, each of the two wins every second time, and both draw the same of 16 numbers every 16th
/// time, so for each transmission there is one of the neighbour, and 2/15 collisions. The larger windows after collisions
/// change this by less than 3 %.
#[test]
fn a_neighbour_wins_the_channel_as_often_as_the_sender() {
    let settings = json!({"max_packets": 1, "contention_window": 15, "slot": 0, "neighbours": 1, "neighbour_air": 0.003});
    let mut queue = queue(settings);
    store(&mut queue, [0; 20_000]);
    let air = sent(&mut queue, 20_000).iter().map(|s| s.1).sum::<u64>() as f64 / 2e4;
    let expected = 1300.0 + 3100.0 * (1.0 + 2.0 / 15.0);
    assert!((air / expected - 1.0).abs() < 0.03, "{air} µs, expected {expected}");
}

#[test]
fn stations_that_contend_send_equally_often() {
    let mut queue = queue(
        json!({"scheduler": "contention", "max_packets": 1, "contention_window": 15, "stations": slow("flow1")}),
    );
    store(&mut queue, (0..9000).map(|tx| tx % 3));
    for (_, packets) in totals(&sent(&mut queue, 6000)) {
        // Binomial with mean 2000 and standard deviation 37.
        assert!((1870..2130).contains(&packets), "{packets}");
    }
}

#[test]
fn a_station_can_have_several_flows() {
    let mut conns = conns(3);
    for (conn, flow) in conns.iter_mut().zip(["anna-call", "ben", "anna-film"]) {
        conn.flow = flow.to_owned();
    }
    let settings =
        json!({"names": "prefix", "overhead": 0, "contention_window": 0, "stations": slow("anna-film")});
    let mut queue = build("wifi", &settings, (u64::MAX, u64::MAX), &conns);
    store(&mut queue, (0..3000).map(|tx| tx % 3));
    let [call, ben, film] = totals(&sent(&mut queue, 900));
    assert!(
        (call.0 + film.0).abs_diff(ben.0) < 12_200 && call.1.abs_diff(film.1) < 2,
        "{call:?} {ben:?} {film:?}"
    );
}
