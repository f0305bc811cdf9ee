//! Tests of traffic sources in a complete network: the load that they offer, transfers over fresh
//! connections, and completion times.

use crate::support::{as_f64, finished_run, flow, new_run, run_to_end};
use serde_json::{Value, json};

/// One flow with packets of 1000 bytes on an uncongested path of 100 Mb/s, with a base RTT of `rtt` seconds
/// and no jitter.
fn uncongested(rtt: f64, mut flow: Value, duration: f64) -> Value {
    flow["packet"] = json!(1000);
    json!({"v": 1, "duration": duration, "jitter": {"mode": "off"}, "flows": [flow],
           "network": {"forward": {"rate": 1e8, "delay": rtt / 2.0 - 0.01, "queue": {"limit": {"packets": 1000}}}}})
}

/// Settings of TCP as in the papers: an initial window of one packet and no handshake.
fn tcp_without_handshake() -> Value {
    json!({"initial_window": 1, "handshake": false})
}

/// In slow start from a window of 1, k rounds deliver 1 + 2 + 4 + ... = 2^k - 1 packets. A transfer of n
/// packets therefore takes ceil(log2(n + 1)) rounds.
#[test]
fn a_short_transfer_takes_the_rounds_of_slow_start() {
    for (packets, rounds) in [(1, 1), (2, 2), (3, 2), (4, 3), (7, 3), (8, 4), (15, 4), (16, 5), (100, 7)] {
        let source = json!({"kind": "finite", "bytes": packets * 960});
        let document = uncongested(
            0.2,
            json!({"id": "a", "algorithm": "reno", "params": tcp_without_handshake(), "source": source}),
            5.0,
        );
        let summary = finished_run(&document).summary();
        let completion = as_f64(&flow(&summary, "a")["acknowledged_s"]);
        // The last round has at most 37 packets, and each takes less than 0.1 ms to send. 6 ms include a
        // margin.
        let earliest = 0.2 * f64::from(rounds);
        assert!(completion >= earliest && completion < earliest + 0.006, "{packets} packets: {completion} s");
        let transfers = &flow(&summary, "a")["transfers"];
        assert_eq!((&transfers["begun"], &transfers["count"]), (&json!(1), &json!(1)));
        assert_eq!(transfers["payload_bytes"], json!(packets * 960));
    }
}

/// 27 web servers on an uncongested path offer about 2.6, 1.9 and 1.3 Mb/s at RTTs of 0.15, 0.25 and 0.45 s.
/// The load in a run of one minute depends on the mean size of about 1700 heavy-tailed objects, which varies
/// by 10 to 30 % between runs. The tolerance of the median of 15 runs is 15 %.
#[test]
fn web_servers_offer_the_expected_load() {
    for (rtt, expected) in [(0.15, 2.6e6), (0.25, 1.9e6), (0.45, 1.3e6)] {
        let servers = json!({"id": "www", "algorithm": "reno", "params": tcp_without_handshake(), "count": 27,
                             "source": {"kind": "web"}});
        let mut document = uncongested(rtt, servers, 70.0);
        document["warmup"] = json!(10);
        let mut offered: Vec<f64> = (0..15)
            .map(|seed| {
                document["seed"] = json!(seed);
                let summary = finished_run(&document).summary();
                let flows = summary["flows"].as_array().expect("flows");
                flows.iter().map(|flow| as_f64(&flow["goodput_bps"])).sum()
            })
            .collect();
        offered.sort_by(f64::total_cmp);
        let median = offered[7];
        assert!((median / expected - 1.0).abs() < 0.15, "{rtt} s: {offered:?}");
    }
}

/// Each object of one packet uses a fresh connection with its own handshake and slow start. The RTT is
/// 200 ms.
#[test]
fn every_object_uses_a_fresh_connection() {
    let source = json!({"kind": "web", "largest": 1, "pause": 0.1, "pause_shape": 10});
    for algorithm in crate::support::algorithm_ids() {
        let server = json!({"id": "a", "algorithm": algorithm, "params": crate::support::params_for_short_runs(algorithm), "source": source});
        let document = uncongested(0.2, server, 30.0);
        let mut run = new_run(&document);
        run_to_end(&mut run);
        run.world().check_conservation().expect("packets are conserved");
        let summary = run.summary();
        let a = flow(&summary, "a");
        let (begun, count) = (as_f64(&a["transfers"]["begun"]), as_f64(&a["transfers"]["count"]));
        assert!(begun > 10.0, "{algorithm}: {begun} objects");
        assert_eq!(run.world().net().conns()[0].epoch as f64, begun - 1.0, "{algorithm}");
        if algorithm == "udp" {
            assert_eq!(count, 0.0, "UDP has no feedback, so it cannot detect the end of a transfer");
        } else {
            assert!(begun - count <= 1.0, "{algorithm}: {count} of {begun}");
            let shortest = as_f64(&a["transfers"]["acknowledged_s"]["min"]);
            assert!(shortest >= 0.2, "{algorithm}: {shortest}");
        }
    }
}

/// Every fresh TCP connection starts with a handshake and the initial window.
#[test]
fn a_fresh_connection_repeats_slow_start() {
    let source = json!({"kind": "web", "size": 300, "size_shape": 10, "largest": 300, "pause": 0.5});
    for algorithm in ["tahoe", "reno", "newreno", "sack", "cubic"] {
        let server =
            json!({"id": "a", "algorithm": algorithm, "params": {"initial_window": 2}, "source": source});
        let summary = finished_run(&uncongested(0.2, server, 60.0)).summary();
        let a = flow(&summary, "a");
        assert_eq!(as_f64(&a["cwnd"]["min"]), 2.0, "{algorithm}");
        // 270 to 300 packets take a handshake and eight rounds of 2, 4, ... 256 packets.
        let completion = &a["transfers"]["acknowledged_s"];
        assert!(
            as_f64(&completion["min"]) >= 1.8 && as_f64(&completion["max"]) < 1.85,
            "{algorithm}: {completion}"
        );
    }
}

/// A server that is switched off during an object discards the object. When the server is switched on again,
/// it pauses and then sends a new object.
#[test]
fn a_server_that_is_switched_off_discards_its_object() {
    let source = json!({"kind": "web", "size": 5000, "size_shape": 10, "largest": 5000, "pause": 0.2});
    let mut document = uncongested(
        0.2,
        json!({"id": "a", "algorithm": "sack", "params": {"receive_window": 20}, "source": source}),
        60.0,
    );
    document["timeline"] = json!([{"at": 20, "set": "flows.a.active", "to": false}, {"at": 30, "set": "flows.a.active", "to": true}]);
    let mut run = new_run(&document);
    crate::support::run_until(&mut run, 21.0);
    let sent = |run: &sim_core::simulation::Simulation| flow(&run.summary(), "a")["sent"].clone();
    let sent_before_pause = sent(&run);
    crate::support::run_until(&mut run, 30.0);
    assert_eq!(sent(&run), sent_before_pause, "packets were sent while the flow was off");
    run_to_end(&mut run);
    run.world().check_conservation().expect("packets are conserved");
    let summary = run.summary();
    let a = flow(&summary, "a");
    // At 20 packets per 0.2 s an object of 4500 to 5000 packets takes 45 to 50 s, so no object is complete.
    assert_eq!((&a["transfers"]["begun"], &a["transfers"]["count"]), (&json!(2), &json!(0)));
    assert_eq!(a["transfers"]["completion_s"], Value::Null);
    assert!(as_f64(&sent(&run)) > as_f64(&sent_before_pause) + 1000.0);
}

/// The summary of a group's transfers is the sum over its members.
#[test]
fn transfers_are_summed_over_members() {
    let servers = json!({"id": "www", "algorithm": "newreno", "count": 5, "source": {"kind": "web"}});
    let summary = finished_run(&uncongested(0.1, servers, 30.0)).summary();
    let members = summary["flows"].as_array().expect("flows");
    let sum = |field: &str| members.iter().map(|member| as_f64(&member["transfers"][field])).sum::<f64>();
    let group = &summary["transfers"][0];
    assert_eq!(group["id"], "www");
    for field in ["begun", "count", "payload_bytes"] {
        assert_eq!(as_f64(&group[field]), sum(field), "{field}");
    }
    let longest_of_members = members.iter().map(|member| as_f64(&member["transfers"]["completion_s"]["max"]));
    assert_eq!(as_f64(&group["completion_s"]["max"]), longest_of_members.fold(0.0, f64::max));
}

/// Five mice of one second each. Every mouse uses a fresh connection, and nothing is sent between mice.
#[test]
fn mice_use_fresh_connections_with_pauses_between_them() {
    let source = json!({"kind": "mice", "lifetime": 1, "every": 3, "times": 5});
    let mouse = json!({"id": "a", "algorithm": "sack", "params": {"receive_window": 10, "initial_ssthresh": 10}, "source": source});
    let mut document = uncongested(0.1, mouse, 20.0);
    let windows = (0..12)
        .map(|i| json!({"id": format!("w{i}"), "from": f64::from(i) * 1.5, "to": f64::from(i + 1) * 1.5}));
    document["measure"] = json!({"windows": windows.collect::<Vec<_>>()});
    let mut run = new_run(&document);
    run_to_end(&mut run);
    assert_eq!(run.world().net().conns()[0].epoch, 4);
    let summary = run.summary();
    assert_eq!(
        flow(&summary, "a")["transfers"],
        Value::Null,
        "mice end after their lifetime, so they are not transfers"
    );
    for i in 0..12 {
        let sent = as_f64(&summary["windows"][format!("w{i}")]["flows"][0]["sent"]);
        // The first five even windows contain one mouse each: the packet of the handshake and nine rounds of
        // ten packets. All other windows are in pauses.
        let expected = if i % 2 == 0 && i < 10 { 91.0 } else { 0.0 };
        assert_eq!(sent, expected, "window {i}");
    }
}

/// A radar source sends at exactly its mean rate: 76 Mb/s for 10 s are 63 333 1/3 packets of 1500 bytes.
#[test]
fn a_radar_source_sends_at_exactly_its_mean_rate() {
    let radar = json!({"id": "a", "algorithm": "udp", "source": {"kind": "radar"}});
    let mut document = uncongested(0.05, radar, 11.0);
    document["flows"][0]["packet"] = json!(1500);
    document["flows"][0]["stop"] = json!(10);
    let summary = finished_run(&document).summary();
    assert_eq!(flow(&summary, "a")["sent"], json!(63_334));
    assert_eq!(flow(&summary, "a")["delivered"], json!(63_334));
}

// ---- receivers of limited rate ----

/// A receiver that accepts 120 Mb/s drops 0.76 of the packets of 500 Mb/s. The tolerance of 0.001 allows for
/// the packets in the receiver's buffer, which are less than 0.0001 of the packets of one second, and for
/// bursts that are only partly within the measurement window.
#[test]
fn an_overloaded_receiver_drops_the_excess() {
    let radar = json!({"id": "a", "algorithm": "udp", "source": {"kind": "radar", "rate": 5e8, "off": 0},
                       "access": {"sender": 0, "receiver": 0, "receiver_rate": 1.2e8}});
    let mut document = json!({"v": 1, "duration": 3, "warmup": 1, "jitter": {"mode": "off"}, "flows": [radar],
        "network": {"forward": {"rate": 6.5e8, "delay": 0.00025, "queue": {"limit": {"packets": 256}}}}});
    let mut run = new_run(&document);
    run_to_end(&mut run);
    run.world().check_conservation().expect("packets are conserved");
    let summary = run.summary();
    let a = flow(&summary, "a");
    assert!((as_f64(&a["loss_fraction"]) - 0.76).abs() < 0.001, "{}", a["loss_fraction"]);
    assert!((as_f64(&a["goodput_bps"]) / 1.2e8 - 1.0).abs() < 0.001, "{}", a["goodput_bps"]);
    assert!((as_f64(&a["throughput_bps"]) / 5e8 - 1.0).abs() < 0.001, "the link did not carry all packets");
    assert_eq!((&summary["links"][0]["drops"], &summary["links"][0]["losses"]), (&json!(0), &json!(0)));
    // Bursts that fit into the buffer, at a mean rate below the receiver's, are not dropped.
    document["flows"][0]["source"] = json!({"kind": "radar", "rate": 5e8, "on": 0.00024, "off": 0.00077});
    assert_eq!(flow(&finished_run(&document).summary(), "a")["lost"], json!(0));
}

/// TCP recovers from losses at a slow receiver. Its goodput is at most the receiver's rate and, because TCP
/// halves its window at each loss, at least half of that rate.
#[test]
fn tcp_stays_below_the_rate_of_the_receiver() {
    for algorithm in ["newreno", "sack", "cubic"] {
        let a = json!({"id": "a", "algorithm": algorithm, "access": {"receiver_rate": 2e6, "receiver_buffer": 15_000}});
        let mut document = crate::support::dumbbell(json!([a]), 40.0);
        document["warmup"] = json!(10);
        let goodput = as_f64(&flow(&finished_run(&document).summary(), "a")["goodput_bps"]);
        assert!(goodput > 1e6 && goodput < 2.01e6, "{algorithm}: {goodput}");
    }
}

#[test]
fn a_receiver_buffer_below_a_packet_and_an_empty_list_of_rates_are_rejected() {
    let a = json!({"id": "a", "access": {"receiver_rate": 1e6, "receiver_buffer": 1000}});
    let document =
        crate::support::dumbbell(json!([a, {"id": "m", "source": {"kind": "media", "rates": []}}]), 5.0);
    let found = sim_core::scenario::Scenario::from_text(&document.to_string(), sim_core::simulation::kinds());
    let found: Vec<_> = found
        .expect_err("the document is invalid")
        .into_iter()
        .map(|issue| (issue.path, issue.code))
        .collect();
    let expected = [("flows[0].access.receiver_buffer", "too_small"), ("flows[1].source.rates", "empty")];
    assert_eq!(found, expected.map(|(path, code)| (path.to_owned(), code)));
}

// ---- arrivals at a pool ----

fn pool(overflow: &str, members: u32, per_second: f64) -> Value {
    let source = json!({"kind": "arrivals", "per_second": per_second, "size": 96_000, "sizes": "fixed", "overflow": overflow});
    uncongested(
        0.1,
        json!({"id": "p", "algorithm": "reno", "params": tcp_without_handshake(), "count": members, "source": source}),
        200.0,
    )
}

/// Transfers of 100 packets take 7 rounds of 0.1 s from a window of 1. At 10 arrivals per second 7 members
/// are busy on average, so a pool of 40 is never full. In 200 s 2000 transfers arrive, with a standard
/// deviation of 45. The bound is four standard deviations.
#[test]
fn arrivals_are_assigned_to_free_members() {
    let mut run = new_run(&pool("refuse", 40, 10.0));
    run_to_end(&mut run);
    run.world().check_conservation().expect("packets are conserved");
    let summary = run.summary();
    let all = &summary["transfers"][0];
    assert!((as_f64(&all["begun"]) - 2000.0).abs() < 180.0, "{all}");
    assert_eq!(all["refused"], json!(0));
    assert!(as_f64(&all["begun"]) - as_f64(&all["count"]) < 20.0);
    let completion = &all["acknowledged_s"];
    assert!(as_f64(&completion["min"]) > 0.7 && as_f64(&completion["max"]) < 0.72, "{completion}");
}

/// Erlang's loss formula: 10 arrivals per second of 0.7065 s each are a load of 7.07 Erlang. A pool of 3
/// members refuses (7.07^3/6)/(1 + 7.07 + 7.07^2/2 + 7.07^3/6) = 0.640 of the arrivals. The standard
/// deviation of this fraction is 0.011, and the bound is three standard deviations.
#[test]
fn a_full_pool_refuses_according_to_erlang() {
    let summary = finished_run(&pool("refuse", 3, 10.0)).summary();
    let all = &summary["transfers"][0];
    let refused_share = as_f64(&all["refused"]) / (as_f64(&all["refused"]) + as_f64(&all["begun"]));
    assert!((refused_share - 0.640).abs() < 0.035, "{refused_share}");
    assert!(as_f64(&all["acknowledged_s"]["max"]) < 0.72);
}

/// A pool of one member with a load of rho = 0.7 is an M/D/1 queue with service times of 0.7065 s. The mean
/// wait is rho/(2 (1 - rho)) service times. The tolerance is a third of it, because consecutive waits are
/// correlated.
#[test]
fn a_full_pool_queues_arrivals() {
    let mut document = pool("queue", 1, 0.7 / 0.7065);
    document["duration"] = json!(4000);
    let summary = finished_run(&document).summary();
    let all = &summary["transfers"][0];
    assert_eq!(all["refused"], json!(0));
    let wait = as_f64(&all["acknowledged_s"]["mean"]) / 0.7065 - 1.0;
    assert!((wait / (0.7 / 0.6) - 1.0).abs() < 0.33, "the mean wait is {wait} service times");
}

// ---- media ----

/// Over an uncongested path, every frame of a UDP flow arrives after the delay of the path.
#[test]
fn media_frames_on_an_uncongested_path_are_on_time() {
    let source = json!({"kind": "media", "rates": [2e6], "variation": 0});
    let mut document = uncongested(0.1, json!({"id": "m", "algorithm": "udp", "source": source}), 21.0);
    document["flows"][0]["stop"] = json!(20);
    let summary = finished_run(&document).summary();
    let m = &flow(&summary, "m")["media"];
    // The flow stops at 20 s and produces no frame at that time.
    assert_eq!((&m["frames"], &m["on_time"]), (&json!(600), &json!(600)));
    assert_eq!(
        (&m["late"], &m["missing"], &m["given_up"], &m["stalls"]),
        (&json!(0), &json!(0), &json!(0), &json!(0))
    );
    assert_eq!(as_f64(&m["rate_bps"]), 2e6);
    // The path has a delay of 50 ms. Sending 8333 bytes in nine packets takes less than a millisecond.
    assert!(
        as_f64(&m["delay_ms"]["min"]) >= 50.0 && as_f64(&m["delay_ms"]["max"]) < 51.0,
        "{}",
        m["delay_ms"]
    );
    assert!((as_f64(&m["gap_ms"]["mean"]) - 33.333).abs() < 0.01, "{}", m["gap_ms"]);
}

/// At a loss of 1 % a frame of nine packets is complete with probability 0.99^9 = 0.9135. About 548 of 600
/// frames are complete, with a standard deviation of 7. The bound is four standard deviations.
#[test]
fn a_frame_with_a_lost_packet_is_missing() {
    let source = json!({"kind": "media", "rates": [2e6], "variation": 0});
    let mut document = uncongested(0.1, json!({"id": "m", "algorithm": "udp", "source": source}), 21.0);
    document["flows"][0]["stop"] = json!(20);
    document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.01}]);
    let summary = finished_run(&document).summary();
    let m = &flow(&summary, "m")["media"];
    assert!((as_f64(&m["on_time"]) - 548.0).abs() < 28.0, "{m}");
    assert_eq!(as_f64(&m["on_time"]) + as_f64(&m["missing"]), 600.0);
}

/// TCP retransmits lost packets, but the frames then arrive late. An outage of one second stalls playback for
/// about a second.
#[test]
fn an_outage_stalls_playback() {
    let source = json!({"kind": "media", "rates": [1e6], "give_up": null});
    let mut document = uncongested(0.1, json!({"id": "m", "algorithm": "sack", "source": source}), 20.0);
    document["timeline"] = json!([{"at": 8, "set": "network.forward.rate", "to": 0}, {"at": 9, "set": "network.forward.rate", "to": 1e8}]);
    let summary = finished_run(&document).summary();
    let m = &flow(&summary, "m")["media"];
    assert_eq!(m["given_up"], json!(0));
    assert!(as_f64(&m["late"]) >= 20.0 && as_f64(&m["late"]) < 150.0, "{m}");
    // After the outage the queued frames arrive at once. Later frames arrive at the pace of slow start, so
    // playback can stall a few more times.
    assert!(as_f64(&m["stalls"]) >= 1.0 && as_f64(&m["stalls"]) <= 10.0, "{m}");
    assert!(as_f64(&m["stalled_s"]) > 0.8 && as_f64(&m["stalled_s"]) < 2.0, "{m}");
}

/// An encoder with several rates adapts to a path of 1.5 Mb/s and delivers most frames on time. An
/// encoder with a fixed rate of 4.3 Mb/s delivers at most 1.5/4.3 = 0.35 of its frames, and some of
/// these are late.
#[test]
fn a_media_source_adapts_its_rate_to_the_transport() {
    for algorithm in ["newreno", "cubic", "tfrc"] {
        let media_flow = |rates: Value| json!({"id": "m", "algorithm": algorithm, "source": {"kind": "media", "deadline": 0.4, "rates": rates}});
        let rates_of_encoder = json!([3e5, 7.5e5, 1.2e6, 1.85e6, 2.85e6, 4.3e6]);
        let run = |rates: Value| {
            let mut document = crate::support::dumbbell(json!([media_flow(rates)]), 60.0);
            document["network"]["forward"]["rate"] = json!(1.5e6);
            document["warmup"] = json!(15);
            let summary = finished_run(&document).summary();
            flow(&summary, "m")["media"].clone()
        };
        let on_time_share = |m: &Value| as_f64(&m["on_time"]) / as_f64(&m["frames"]);
        let (adapted, fixed) = (run(rates_of_encoder), run(json!([4.3e6])));
        assert!(on_time_share(&adapted) > 0.6, "{algorithm}: {adapted}");
        assert!(
            as_f64(&adapted["rate_bps"]) < 1.7e6 && as_f64(&adapted["changes"]) > 0.0,
            "{algorithm}: {adapted}"
        );
        assert!(on_time_share(&fixed) < 0.3, "{algorithm}: {fixed}");
    }
}
