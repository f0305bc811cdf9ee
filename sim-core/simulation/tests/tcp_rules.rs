//! Rules of the RFCs that TCP senders follow, each in a short run whose result follows by hand.

use crate::support::{
    as_f64, build_simulation, dumbbell, finished_run, flow, new_run, run_to_end, run_until,
};
use serde_json::{Value, json};
use sim_core::ground::convert::whole;
use sim_core::ground::math;
use sim_core::record::RecordingSettings;
use sim_core::simulation::Simulation;
use sim_core::simulation::build::BuildOptions;

const TCP: [&str; 5] = ["tahoe", "reno", "newreno", "sack", "cubic"];

/// One flow `a` on 10 Mb/s with a base RTT of 40 ms and a queue of 200 packets. No random delays. Packets of
/// 1500 bytes.
fn one_flow(algorithm: &str, params: Value, duration: f64) -> Value {
    let a = json!({"id": "a", "algorithm": algorithm, "packet": 1500, "params": params,
                   "access": {"sender": 0.005, "receiver": 0.005}});
    let mut document = dumbbell(json!([a]), duration);
    document["jitter"] = json!({"mode": "off"});
    document["network"]["forward"]["queue"]["limit"] = json!({"packets": 200});
    document
}

fn window(run: &Simulation) -> f64 {
    run.world().sender_state(0).window.expect("TCP has a window")
}

fn in_flight(run: &Simulation) -> u32 {
    run.world().sender_state(0).in_flight
}

/// The number of decisions of each kind that flow `a` takes in a run to the end.
fn count_decisions(document: &Value, kind: &str) -> usize {
    let settings = RecordingSettings { decisions: true, ..RecordingSettings::default() };
    let mut run = build_simulation(document, settings, BuildOptions::default());
    run_to_end(&mut run);
    let decisions = run.decisions("a").expect("decisions are recorded");
    decisions.as_array().expect("a list").iter().filter(|decision| decision["kind"] == kind).count()
}

/// RFC 5681 section 2: a duplicate equals the greatest acknowledgement received. RFC 7323 section 4.1: only
/// an acknowledgement of new data gives a sample.
///
/// 60 packets of 1.2 ms are in flight, so the round-trip time is 72 ms, and the link is always busy. Every
/// fifth acknowledgement takes a detour of 10 ms, and the eight behind it overtake it. No packet is lost and
/// none overtakes another, so no acknowledgement is a duplicate. In 20 s the link sends 16 667 packets. A
/// sample of an overtaken acknowledgement would be up to 82 ms.
#[test]
fn overtaken_acknowledgements_are_ignored() {
    for algorithm in TCP {
        let mut document = one_flow(algorithm, json!({"receive_window": 60}), 20.0);
        document["warmup"] = json!(0);
        document["network"]["reverse"] = json!({"rate": 1e7, "delay": 0.01, "impairments": {"reorder": {"probability": 0.2, "delay": 0.01}}});
        let summary = finished_run(&document).summary();
        let a = flow(&summary, "a");
        assert_eq!((&a["retransmitted"], &a["lost"]), (&json!(0), &json!(0)), "{algorithm}");
        assert!(as_f64(&a["delivered"]) > 16_400.0, "{algorithm}: {}", a["delivered"]);
        assert!(as_f64(&a["rtt_ms"]["max"]) < 75.0, "{algorithm}: {}", a["rtt_ms"]);
    }
}

/// RFC 6675 section 2: an acknowledgement without new SACK blocks is no duplicate.
///
/// 60 packets are in flight when the link stops for 0.6 s. The link keeps them, and the timeout makes the
/// sender retransmit them. All answers to the second copies are acknowledgements without new information, so
/// nothing reduces the window after the timeout.
#[test]
fn answers_to_unnecessary_retransmissions_do_not_reduce_the_window() {
    for algorithm in ["newreno", "sack", "cubic"] {
        let mut document = one_flow(algorithm, json!({"receive_window": 60}), 12.0);
        document["network"]["forward"]["impairments"] = json!({"outages": [{"at": 5, "lasts": 0.6}]});
        assert!(count_decisions(&document, "timeout") >= 1, "{algorithm}");
        assert_eq!(count_decisions(&document, "loss"), 0, "{algorithm}");
        let summary = finished_run(&document).summary();
        assert_eq!(flow(&summary, "a")["lost"], json!(0), "{algorithm}");
        assert!(as_f64(&flow(&summary, "a")["retransmitted"]) > 10.0, "{algorithm}");
    }
}

/// RFC 6928 section 2: a connection whose SYN was retransmitted more than once opens with one packet.
///
/// The SYN is sent at 0 s, 1 s, 3 s and 7 s, because the timeout of 1 s doubles. The answer arrives 40 ms
/// later and the first acknowledgement of data 80 ms later.
#[test]
fn a_connection_opens_with_one_packet_after_two_lost_syns() {
    for (lost, opens, packets) in [(0, 0.0, 10), (1, 1.0, 10), (2, 3.0, 1), (3, 7.0, 1)] {
        let mut document = one_flow("sack", json!({}), 10.0);
        let ordinals: Vec<u64> = (0..lost).collect();
        document["network"]["forward"]["loss"] =
            json!([{"kind": "listed", "packets": ordinals, "what": "data"}]);
        // A change of settings before the connection opens keeps the rule.
        document["timeline"] = json!([{"at": opens, "set": "flows.a.params.ack_size", "to": 41}]);
        let mut run = new_run(&document);
        run_until(&mut run, opens + 0.06);
        assert_eq!(in_flight(&run), packets, "{lost} lost");
        assert_eq!(window(&run), f64::from(packets), "{lost} lost");
    }
}

/// The largest increase of the window at one event between two times in seconds.
fn largest_increase(run: &mut Simulation, until: f64) -> f64 {
    let until = whole::<u64>(until * 1e9);
    let (mut largest, mut before) = (0.0f64, window(run));
    while run.now() < until {
        run.step(until, 1).expect("the run continues");
        largest = largest.max(window(run) - before);
        before = window(run);
    }
    largest
}

/// RFC 3465 section 2.3: in slow start, an acknowledgement of two packets adds two packets to the window, but
/// only one in the slow start that follows a timeout.
///
/// The receiver acknowledges every second packet. A burst of losses takes a whole window of 60 packets at
/// 2 s, and a timeout halves the threshold to 30 packets. Slow start from 1 to 30 packets then follows.
#[test]
fn slow_start_after_a_timeout_adds_one_packet_per_acknowledgement() {
    for algorithm in ["reno", "newreno", "sack", "cubic"] {
        let mut document = one_flow(algorithm, json!({"receive_window": 60, "ack_every": 2}), 5.0);
        document["network"]["forward"]["loss"] =
            json!([{"kind": "burst", "at": 2, "packets": 60, "what": "data"}]);
        let mut run = new_run(&document);
        assert_eq!(largest_increase(&mut run, 2.0), 2.0, "{algorithm}: the first slow start");
        while window(&run) > 1.0 {
            run.step(3_000_000_000, 1).expect("the run continues");
            assert!(run.now() < 3_000_000_000, "{algorithm}: no timeout");
        }
        assert_eq!(largest_increase(&mut run, 5.0), 1.0, "{algorithm}: slow start after the timeout");
        assert!(window(&run) > 29.0, "{algorithm}: {}", window(&run));
    }
}

/// One CUBIC flow on a path of 1 Gb/s with a base RTT of 100 ms, which loses nothing. Slow start ends at
/// 100 packets. The window is then 100 + 0.4 t^3 after t seconds of congestion avoidance (RFC 9438
/// section 4.2 with K = 0).
fn cubic(params: Value, duration: f64) -> Value {
    let mut document = one_flow("cubic", params, duration);
    document["flows"][0]["params"]["initial_ssthresh"] = json!(100);
    document["network"]["forward"] = json!({"rate": 1e9, "delay": 0.05});
    document["flows"][0]["access"] = json!({"sender": 0, "receiver": 0});
    document
}

/// The window of [`cubic`] after another second of congestion avoidance, if it is `window` now.
fn one_second_later(window: f64) -> f64 {
    let t = math::cbrt((window - 100.0) / 0.4);
    100.0 + 0.4 * math::powi(t + 1.0, 3)
}

fn assert_close(what: &str, measured: f64, expected: f64) {
    assert!((measured / expected - 1.0).abs() < 0.04, "{what}: {measured}, {expected} expected");
}

/// RFC 9438 section 5.8: the time of the cubic function does not include idle periods.
///
/// The application sends for 5 s and pauses for 60 s, until 65 s. At 50 Mb/s it fills a window of 160 packets
/// in 40 ms. Including the pause, the cubic function would be at 100 000 packets, and the window would grow
/// by half in each round trip.
#[test]
fn the_window_of_cubic_continues_after_a_pause_where_it_was() {
    for grow_only_when_limited in [true, false] {
        let params = json!({"idle_restart": false, "grow_only_when_limited": grow_only_when_limited});
        let mut document = cubic(params, 70.0);
        document["flows"][0]["source"] =
            json!({"kind": "on_off", "rate": 5e7, "on": 5, "off": 60, "distribution": "fixed"});
        let mut run = new_run(&document);
        run_until(&mut run, 64.9);
        let before = window(&run);
        assert!((130.0..220.0).contains(&before), "{before}");
        run_until(&mut run, 66.1);
        assert_close("after the pause", window(&run), one_second_later(before));
    }
}

/// With the restart after idle, the window returns to 10 packets. Slow start to the threshold of 100 packets
/// takes four round trips, until 65.4 s. A new stage of congestion avoidance then begins. In 0.7 s, its cubic
/// function grows by 0.4 x 0.7^3 = 0.1 packets, and Reno's window, which is larger, by one packet in each of
/// seven round trips. In the old stage, the cubic function would be above 160 packets.
#[test]
fn a_stage_of_cubic_begins_after_the_slow_start_of_an_idle_restart() {
    let mut document = cubic(json!({}), 70.0);
    document["flows"][0]["source"] =
        json!({"kind": "on_off", "rate": 5e7, "on": 5, "off": 60, "distribution": "fixed"});
    let mut run = new_run(&document);
    run_until(&mut run, 66.1);
    assert!((105.0..108.0).contains(&window(&run)), "{}", window(&run));
}

/// RFC 9438 section 4.2: the time does not include periods in which the receiver's window was the limit.
///
/// The receiver's window of 150 packets is the limit from about 5.5 s to 60 s.
#[test]
fn the_window_of_cubic_continues_where_it_was_when_the_receiver_allows_more() {
    let mut document = cubic(json!({"receive_window": 150}), 62.0);
    document["timeline"] = json!([{"at": 60, "set": "flows.a.params.receive_window", "to": 1e6}]);
    let mut run = new_run(&document);
    run_until(&mut run, 59.9);
    let before = window(&run);
    assert!((150.0..152.0).contains(&before), "{before}");
    // The first window after the change is acknowledged a round trip later.
    run_until(&mut run, 61.05);
    assert_close("after the change", window(&run), one_second_later(before));
}

/// RFC 3168 section 6.1.2: the window does not grow by an acknowledgement that echoes a mark. The receiver
/// repeats the echo until the packet with CWR arrives, about a round trip after the reduction.
///
/// The queue marks above 20 packets, so at a window of about 33 + 20 packets, which halves. The next packet,
/// with CWR, can be sent when half of the packets in flight have arrived, 26 x 1.2 = 31 ms later, and its
/// acknowledgement takes at least another 40 ms. In the first 50 ms, some 40 acknowledgements echo the mark;
/// without the rule, they would add more than a packet to a window of 26.
#[test]
fn the_window_does_not_grow_by_echoes_of_a_mark() {
    for algorithm in ["reno", "newreno", "sack", "cubic"] {
        let mut document = one_flow(algorithm, json!({"ecn": true, "initial_ssthresh": 20}), 20.0);
        document["network"]["forward"]["queue"] =
            json!({"kind": "step", "threshold": 20, "limit": {"packets": 200}});
        let mut run = new_run(&document);
        let mut before = window(&run);
        let mut now = 0.0;
        while window(&run) > 0.8 * before {
            before = window(&run);
            now += 0.001;
            assert!(now < 10.0, "{algorithm}: no reduction");
            run_until(&mut run, now);
        }
        let reduced = window(&run);
        run_until(&mut run, now + 0.05);
        assert_eq!(window(&run), reduced, "{algorithm}: from {before}");
        run_until(&mut run, now + 0.3);
        assert!(window(&run) > reduced, "{algorithm}: the window grows again");
    }
}

/// draft-ietf-ccwg-ratelimited-increase section 3: at most 10 packets have been in flight, the initial window
/// included, so slow start ends at 20 packets and congestion avoidance at 11. RFC 9438 section 5.8 would not
/// let the window grow at all.
///
/// A source sends about four packets per round trip.
#[test]
fn a_source_that_does_not_fill_the_window_lets_it_grow_by_what_was_in_flight() {
    for algorithm in ["newreno", "sack", "cubic"] {
        for (ssthresh, by_flight, expected) in [(1000, true, 20.0), (5, true, 11.0), (1000, false, 10.0)] {
            let params = json!({"rate_limited_increase": by_flight, "initial_ssthresh": ssthresh,
                "idle_restart": false});
            let mut document = one_flow(algorithm, params, 20.0);
            document["flows"][0]["source"] = json!({"kind": "cbr", "rate": 1.2e6});
            let mut run = new_run(&document);
            run_until(&mut run, 20.0);
            assert_eq!(window(&run), expected, "{algorithm} {ssthresh} {by_flight}");
        }
    }
}

/// RFC 9406 section 4.3 and RFC 9002 section 7.3.1: without a limit, slow start doubles the window in each
/// round trip although one acknowledgement covers eight packets. With the limit of RFC 3465, two packets per
/// acknowledgement, it grows by a quarter.
#[test]
fn slow_start_without_a_limit_doubles_the_window_with_rare_acknowledgements() {
    for algorithm in ["newreno", "cubic", "westwood"] {
        for (limit, expected) in [(json!(null), 64.0), (json!(2), 25.0), (json!(4), 36.0)] {
            let params = json!({"slow_start_limit": limit, "initial_window": 16, "ack_every": 8,
                "handshake": false});
            let mut document = one_flow(algorithm, params, 0.3);
            document["network"]["forward"]["rate"] = json!(1e9);
            let mut run = new_run(&document);
            run_until(&mut run, 0.1);
            let window = window(&run);
            assert!((window - expected).abs() <= 4.0, "{algorithm} {limit}: {window}");
        }
    }
}
