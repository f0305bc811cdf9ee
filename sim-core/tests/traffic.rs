//! What sources offer and report over a whole network: transfers, each over a fresh connection, and how long they take.

mod support;

use serde_json::{Value, json};
use support::{end, finished, flow, real, unwatched};

/// A path that holds nothing up: 100 Mb/s, no jitter, a round trip of `rtt` seconds; packets of 1000 bytes.
fn open_road(rtt: f64, mut flow: Value, duration: f64) -> Value {
    flow["packet"] = json!(1000);
    json!({"v": 1, "duration": duration, "jitter": {"mode": "off"}, "flows": [flow],
           "network": {"forward": {"rate": 1e8, "delay": rtt / 2.0 - 0.01, "queue": {"limit": {"packets": 1000}}}}})
}

/// One packet at first, no handshake: the connections of ns-2, and of the papers.
fn plain_tcp() -> Value {
    json!({"initial_window": 1, "handshake": false})
}

/// From a window of 1 a transfer of n packets takes ceil(log2(n + 1)) rounds: 1, 2, 4, ... packets, 2^k - 1 after k rounds.
#[test]
fn a_short_transfer_takes_as_many_rounds_as_slow_start_needs() {
    for (packets, rounds) in [(1, 1), (2, 2), (3, 2), (4, 3), (7, 3), (8, 4), (15, 4), (16, 5), (100, 7)] {
        let source = json!({"kind": "finite", "bytes": packets * 960});
        let document = open_road(
            0.2,
            json!({"id": "a", "algorithm": "reno", "params": plain_tcp(), "source": source}),
            5.0,
        );
        let summary = finished(&document).summary();
        let took = real(&flow(&summary, "a")["completion_s"]);
        // Sending takes less than 0.1 ms for each packet of the last round.
        let least = 0.2 * f64::from(rounds);
        assert!(took >= least && took < least + 0.006, "{packets} packets: {took} s");
        let transfers = &flow(&summary, "a")["transfers"];
        assert_eq!((&transfers["begun"], &transfers["count"]), (&json!(1), &json!(1)));
        assert_eq!(transfers["payload_bytes"], json!(packets * 960));
    }
}

/// 27 servers that nothing holds up offer about 2.6, 1.9 and 1.3 Mb/s at round trips of 0.15, 0.25 and 0.45 s. In runs of a
/// minute the mean size of about 1700 objects decides, which lies 10 to 30 % apart from run to run: the median of 15 is within
/// 15 %.
#[test]
fn servers_offer_what_sizes_pauses_and_slow_start_make() {
    for (rtt, expected) in [(0.15, 2.6e6), (0.25, 1.9e6), (0.45, 1.3e6)] {
        let servers = json!({"id": "www", "algorithm": "reno", "params": plain_tcp(), "count": 27,
                             "source": {"kind": "web"}});
        let mut document = open_road(rtt, servers, 70.0);
        document["warmup"] = json!(10);
        let mut offered: Vec<f64> = (0..15)
            .map(|seed| {
                document["seed"] = json!(seed);
                let summary = finished(&document).summary();
                let flows = summary["flows"].as_array().expect("flows");
                flows.iter().map(|flow| real(&flow["goodput_bps"])).sum()
            })
            .collect();
        offered.sort_by(f64::total_cmp);
        assert!((offered[7] / expected - 1.0).abs() < 0.15, "{rtt} s: {offered:?}");
    }
}

/// Objects of just one packet, 200 ms there and back: a fresh connection each, with its own handshake and slow start.
#[test]
fn every_object_has_a_connection_of_its_own() {
    let source = json!({"kind": "web", "largest": 1, "pause": 0.1, "pause_shape": 10});
    for algorithm in support::algorithms() {
        let flow_of = json!({"id": "a", "algorithm": algorithm, "params": support::hurried(algorithm), "source": source});
        let document = open_road(0.2, flow_of, 30.0);
        let mut run = unwatched(&document);
        end(&mut run);
        run.world().check_conservation().expect("nothing is lost or made");
        let summary = run.summary();
        let a = flow(&summary, "a");
        let (begun, count) = (real(&a["transfers"]["begun"]), real(&a["transfers"]["count"]));
        assert!(begun > 10.0, "{algorithm}: {begun} objects");
        assert_eq!(run.world().net().conns[0].epoch as f64, begun - 1.0, "{algorithm}");
        if algorithm == "udp" {
            assert_eq!(count, 0.0, "it cannot know");
        } else {
            assert!(begun - count <= 1.0, "{algorithm}: {count} of {begun}");
            let shortest = real(&a["transfers"]["completion_s"]["min"]);
            assert!(shortest >= 0.2, "{algorithm}: {shortest}");
        }
    }
}

/// A TCP with a handshake needs two round trips for an object of one packet, and its window is the first one again.
#[test]
fn a_fresh_connection_starts_slowly_again() {
    let source = json!({"kind": "web", "size": 300, "size_shape": 10, "largest": 300, "pause": 0.5});
    for algorithm in ["tahoe", "reno", "newreno", "sack", "cubic"] {
        let server =
            json!({"id": "a", "algorithm": algorithm, "params": {"initial_window": 2}, "source": source});
        let summary = finished(&open_road(0.2, server, 60.0)).summary();
        let a = flow(&summary, "a");
        assert_eq!(real(&a["cwnd"]["min"]), 2.0, "{algorithm}");
        // Handshake, then 2, 4, ... 256 packets: 270 to 300 packets take eight rounds, every time.
        let took = &a["transfers"]["completion_s"];
        assert!(real(&took["min"]) >= 1.8 && real(&took["max"]) < 1.85, "{algorithm}: {took}");
    }
}

/// Switched off in the middle of an object and on again: the object is forgotten, a new one comes after a pause.
#[test]
fn a_server_that_is_switched_off_forgets_its_object() {
    let source = json!({"kind": "web", "size": 5000, "size_shape": 10, "largest": 5000, "pause": 0.2});
    let mut document = open_road(
        0.2,
        json!({"id": "a", "algorithm": "sack", "params": {"receive_window": 20}, "source": source}),
        60.0,
    );
    document["timeline"] = json!([{"at": 20, "set": "flows.a.active", "to": false}, {"at": 30, "set": "flows.a.active", "to": true}]);
    let mut run = unwatched(&document);
    support::until(&mut run, 21.0);
    let sent = |run: &sim_core::simulation::Simulation| flow(&run.summary(), "a")["sent"].clone();
    let before = sent(&run);
    support::until(&mut run, 30.0);
    assert_eq!(sent(&run), before, "silent while it is off");
    end(&mut run);
    run.world().check_conservation().expect("nothing is lost or made");
    let summary = run.summary();
    let a = flow(&summary, "a");
    // 20 packets each 0.2 s: an object of 4500 to 5000 packets takes 45 to 50 s and none is complete.
    assert_eq!((&a["transfers"]["begun"], &a["transfers"]["count"]), (&json!(2), &json!(0)));
    assert_eq!(a["transfers"]["completion_s"], Value::Null);
    assert!(real(&sent(&run)) > real(&before) + 1000.0);
}

/// All members of a flow together, beside each alone.
#[test]
fn transfers_are_summed_over_members() {
    let servers = json!({"id": "www", "algorithm": "newreno", "count": 5, "source": {"kind": "web"}});
    let summary = finished(&open_road(0.1, servers, 30.0)).summary();
    let members = summary["flows"].as_array().expect("flows");
    let sum = |what: &str| members.iter().map(|member| real(&member["transfers"][what])).sum::<f64>();
    let all = &summary["transfers"][0];
    assert_eq!(all["id"], "www");
    for what in ["begun", "count", "payload_bytes"] {
        assert_eq!(real(&all[what]), sum(what), "{what}");
    }
    let longest = members.iter().map(|member| real(&member["transfers"]["completion_s"]["max"]));
    assert_eq!(real(&all["completion_s"]["max"]), longest.fold(0.0, f64::max));
}

/// Five connections of a second each: every one opens anew, and sends nothing new in between.
#[test]
fn mice_come_and_go() {
    let source = json!({"kind": "mice", "lifetime": 1, "every": 3, "times": 5});
    let mouse = json!({"id": "a", "algorithm": "sack", "params": {"receive_window": 10, "initial_ssthresh": 10}, "source": source});
    let mut document = open_road(0.1, mouse, 20.0);
    let windows = (0..12)
        .map(|i| json!({"id": format!("w{i}"), "from": f64::from(i) * 1.5, "to": f64::from(i + 1) * 1.5}));
    document["measure"] = json!({"windows": windows.collect::<Vec<_>>()});
    let mut run = unwatched(&document);
    end(&mut run);
    assert_eq!(run.world().net().conns[0].epoch, 4);
    let summary = run.summary();
    assert_eq!(flow(&summary, "a")["transfers"], Value::Null, "they are as long as they live");
    for i in 0..12 {
        let sent = real(&summary["windows"][format!("w{i}")]["flows"][0]["sent"]);
        // A handshake, nine rounds of ten packets; silence.
        let expected = if i % 2 == 0 && i < 10 { 91.0 } else { 0.0 };
        assert_eq!(sent, expected, "window {i}");
    }
}

/// The radar's mean reaches the far end to the packet: 76 Mb/s for 10 s are 63 333 1/3 packets of 1500 bytes.
#[test]
fn a_radar_sends_what_it_should() {
    let radar = json!({"id": "a", "algorithm": "udp", "source": {"kind": "radar"}});
    let mut document = open_road(0.05, radar, 11.0);
    document["flows"][0]["packet"] = json!(1500);
    document["flows"][0]["stop"] = json!(10);
    let summary = finished(&document).summary();
    assert_eq!(flow(&summary, "a")["sent"], json!(63_334));
    assert_eq!(flow(&summary, "a")["delivered"], json!(63_334));
}

// ---- receivers of limited rate ----

/// 500 Mb/s of UDP into a receiver that takes 120 Mb/s: 0.76 of it is lost, all at the receiver. The buffer's worth of packets at the
/// beginning is less than 0.0001 of what is sent in a second.
#[test]
fn an_overloaded_receiver_loses_what_is_too_much() {
    let radar = json!({"id": "a", "algorithm": "udp", "source": {"kind": "radar", "rate": 5e8, "off": 0},
                       "access": {"sender": 0, "receiver": 0, "receiver_rate": 1.2e8}});
    let mut document = json!({"v": 1, "duration": 3, "warmup": 1, "jitter": {"mode": "off"}, "flows": [radar],
        "network": {"forward": {"rate": 6.5e8, "delay": 0.00025, "queue": {"limit": {"packets": 256}}}}});
    let mut run = unwatched(&document);
    end(&mut run);
    run.world().check_conservation().expect("nothing is lost or made");
    let summary = run.summary();
    let a = flow(&summary, "a");
    assert!((real(&a["loss_fraction"]) - 0.76).abs() < 0.001, "{}", a["loss_fraction"]);
    assert!((real(&a["goodput_bps"]) / 1.2e8 - 1.0).abs() < 0.001, "{}", a["goodput_bps"]);
    assert!((real(&a["throughput_bps"]) / 5e8 - 1.0).abs() < 0.001, "the link carries all of it");
    assert_eq!((&summary["links"][0]["drops"], &summary["links"][0]["losses"]), (&json!(0), &json!(0)));
    // Packets within the rate, in bursts that the buffer takes, are not touched.
    document["flows"][0]["source"] = json!({"kind": "radar", "rate": 5e8, "on": 0.00024, "off": 0.00077});
    assert_eq!(flow(&finished(&document).summary(), "a")["lost"], json!(0));
}

/// TCP into a slow receiver lives with the losses, and stays below the rate.
#[test]
fn tcp_stays_below_a_receiver_s_rate() {
    for algorithm in ["newreno", "sack", "cubic"] {
        let a = json!({"id": "a", "algorithm": algorithm, "access": {"receiver_rate": 2e6, "receiver_buffer": 15_000}});
        let mut document = support::dumbbell(json!([a]), 40.0);
        document["warmup"] = json!(10);
        let got = real(&flow(&finished(&document).summary(), "a")["goodput_bps"]);
        assert!(got > 1e6 && got < 2.01e6, "{algorithm}: {got}");
    }
}

#[test]
fn a_buffer_that_takes_no_packet_is_refused() {
    let a = json!({"id": "a", "access": {"receiver_rate": 1e6, "receiver_buffer": 1000}});
    let document = support::dumbbell(json!([a, {"id": "m", "source": {"kind": "media", "rates": []}}]), 5.0);
    let found =
        sim_core::scenario::Scenario::from_text(&document.to_string(), &sim_core::simulation::kinds());
    let found: Vec<_> =
        found.expect_err("refused").into_iter().map(|issue| (issue.path, issue.code)).collect();
    let expected = [("flows[0].access.receiver_buffer", "too_small"), ("flows[1].source.rates", "empty")];
    assert_eq!(found, expected.map(|(path, code)| (path.to_owned(), code)));
}

// ---- arrivals at a pool ----

fn pool(overflow: &str, members: u32, per_second: f64) -> Value {
    let source = json!({"kind": "arrivals", "per_second": per_second, "size": 96_000, "sizes": "fixed", "overflow": overflow});
    open_road(
        0.1,
        json!({"id": "p", "algorithm": "reno", "params": plain_tcp(), "count": members, "source": source}),
        200.0,
    )
}

/// 100 packets from a window of 1 take 7 rounds of 0.1 s, and a little for sending. A pool of 40 is never full at 10 a second (7 at a
/// time in the mean), and 2000 +- 45 come in 200 s.
#[test]
fn arrivals_are_served_by_whoever_is_free() {
    let mut run = unwatched(&pool("refuse", 40, 10.0));
    end(&mut run);
    run.world().check_conservation().expect("nothing is lost or made");
    let summary = run.summary();
    let all = &summary["transfers"][0];
    assert!((real(&all["begun"]) - 2000.0).abs() < 180.0, "{all}");
    assert_eq!(all["refused"], json!(0));
    assert!(real(&all["begun"]) - real(&all["count"]) < 20.0);
    let took = &all["completion_s"];
    assert!(real(&took["min"]) > 0.7 && real(&took["max"]) < 0.72, "{took}");
}

/// Erlang's loss formula, whatever the sizes: 3 members, 10 a second of 0.7065 s each are 7.07 Erlang, of which (7.07^3/6)/(1 + 7.07 +
/// 7.07^2/2 + 7.07^3/6) = 0.638 are refused. A standard deviation is 0.011.
#[test]
fn a_full_pool_refuses_as_erlang_says() {
    let summary = finished(&pool("refuse", 3, 10.0)).summary();
    let all = &summary["transfers"][0];
    let share = real(&all["refused"]) / (real(&all["refused"]) + real(&all["begun"]));
    assert!((share - 0.638).abs() < 0.035, "{share}");
    assert!(real(&all["completion_s"]["max"]) < 0.72);
}

/// One member, 0.7 of its time used by services of 0.7065 s: those that wait do so for rho/(2 (1 - rho)) services in the mean (M/D/1), and
/// are served in order. Within a third: of 200 in a row each wait depends on the ones before.
#[test]
fn a_full_pool_lets_wait() {
    let mut document = pool("queue", 1, 0.7 / 0.7065);
    document["duration"] = json!(4000);
    let summary = finished(&document).summary();
    let all = &summary["transfers"][0];
    assert_eq!(all["refused"], json!(0));
    let wait = real(&all["completion_s"]["mean"]) / 0.7065 - 1.0;
    assert!((wait / (0.7 / 0.6) - 1.0).abs() < 0.33, "{wait} services");
}

// ---- media ----

/// UDP over a path with room: every frame arrives, in the time that the path takes.
#[test]
fn media_on_an_open_road_are_all_in_time() {
    let source = json!({"kind": "media", "rates": [2e6], "variation": 0});
    let mut document = open_road(0.1, json!({"id": "m", "algorithm": "udp", "source": source}), 21.0);
    document["flows"][0]["stop"] = json!(20);
    let summary = finished(&document).summary();
    let m = &flow(&summary, "m")["media"];
    // The frame at 20 s, when the flow stops, is not made.
    assert_eq!((&m["frames"], &m["on_time"]), (&json!(600), &json!(600)));
    assert_eq!(
        (&m["late"], &m["missing"], &m["given_up"], &m["stalls"]),
        (&json!(0), &json!(0), &json!(0), &json!(0))
    );
    assert_eq!(real(&m["rate_bps"]), 2e6);
    // 50 ms of path; 8333 bytes in nine packets at 100 Mb/s twice and 1 Gb/s: below a millisecond.
    assert!(real(&m["delay_ms"]["min"]) >= 50.0 && real(&m["delay_ms"]["max"]) < 51.0, "{}", m["delay_ms"]);
    assert!((real(&m["gap_ms"]["mean"]) - 33.333).abs() < 0.01, "{}", m["gap_ms"]);
}

/// Of UDP that loses 1 % of its packets, a frame of nine is whole with probability 0.99^9 = 0.9135; of 600 that is 548 +- 7.
#[test]
fn a_lost_packet_spoils_its_frame() {
    let source = json!({"kind": "media", "rates": [2e6], "variation": 0});
    let mut document = open_road(0.1, json!({"id": "m", "algorithm": "udp", "source": source}), 21.0);
    document["flows"][0]["stop"] = json!(20);
    document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.01}]);
    let summary = finished(&document).summary();
    let m = &flow(&summary, "m")["media"];
    assert!((real(&m["on_time"]) - 548.0).abs() < 28.0, "{m}");
    assert_eq!(real(&m["on_time"]) + real(&m["missing"]), 600.0);
}

/// TCP repairs losses, but late; an outage of a second makes the picture stand still for about as long as nothing came.
#[test]
fn an_outage_stalls_the_picture() {
    let source = json!({"kind": "media", "rates": [1e6], "give_up": null});
    let mut document = open_road(0.1, json!({"id": "m", "algorithm": "sack", "source": source}), 20.0);
    document["timeline"] = json!([{"at": 8, "set": "network.forward.rate", "to": 0}, {"at": 9, "set": "network.forward.rate", "to": 1e8}]);
    let summary = finished(&document).summary();
    let m = &flow(&summary, "m")["media"];
    assert_eq!(m["given_up"], json!(0));
    assert!(real(&m["late"]) >= 20.0 && real(&m["late"]) < 150.0, "{m}");
    // What was in the queue comes at once; the rest as fast as slow start lets it, so that a few frames are late again.
    assert!(real(&m["stalls"]) >= 1.0 && real(&m["stalls"]) <= 10.0, "{m}");
    assert!(real(&m["stalled_s"]) > 0.8 && real(&m["stalled_s"]) < 2.0, "{m}");
}

/// The ladder follows the path: every algorithm that reacts to congestion carries most of the frames of a 4.3 Mb/s encoder on 1.5 Mb/s in
/// time, at a lower rate; without the ladder it does not.
#[test]
fn the_ladder_follows_the_transport() {
    for algorithm in ["newreno", "cubic", "tfrc"] {
        let source = |rates: Value| json!({"id": "m", "algorithm": algorithm, "source": {"kind": "media", "deadline": 0.4, "rates": rates}});
        let ladder = json!([3e5, 7.5e5, 1.2e6, 1.85e6, 2.85e6, 4.3e6]);
        let run = |rates: Value| {
            let mut document = support::dumbbell(json!([source(rates)]), 60.0);
            document["network"]["forward"]["rate"] = json!(1.5e6);
            document["warmup"] = json!(15);
            let summary = finished(&document).summary();
            flow(&summary, "m")["media"].clone()
        };
        let share = |m: &Value| real(&m["on_time"]) / real(&m["frames"]);
        let (adapted, stubborn) = (run(ladder), run(json!([4.3e6])));
        assert!(share(&adapted) > 0.6, "{algorithm}: {adapted}");
        assert!(
            real(&adapted["rate_bps"]) < 1.7e6 && real(&adapted["changes"]) > 0.0,
            "{algorithm}: {adapted}"
        );
        assert!(share(&stubborn) < 0.3, "{algorithm}: {stubborn}");
    }
}
