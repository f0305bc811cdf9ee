//! Properties of the delay-based, model-based and ECN-based algorithms that their publications state, as runs
//! on one link of 10 Mb/s or 100 Mb/s with packets of 1500 bytes.

use crate::support::{as_f64, finished_run};
use serde_json::{Value, json};
use sim_core::ground::convert::whole;

/// A link of `rate` bit/s with a base round-trip time of `rtt` seconds and a buffer of `buffer` packets.
pub fn link(rate: f64, rtt: f64, buffer: u32) -> Value {
    json!({"kind": "dumbbell", "access_rate": 100.0 * rate,
        "forward": {"rate": rate, "delay": rtt / 2.0, "queue": {"kind": "drop_tail", "limit": {"packets": buffer}}}})
}

pub fn document(network: Value, flows: Value, duration: f64) -> Value {
    json!({"v": 1, "seed": 3, "duration": duration, "warmup": duration / 3.0, "network": network, "flows": flows})
}

pub fn flow(id: &str, algorithm: &str) -> Value {
    json!({"id": id, "algorithm": algorithm, "access": {"sender": 0, "receiver": 0}})
}

fn summary(network: Value, flows: Value, duration: f64) -> Value {
    finished_run(&document(network, flows, duration)).summary()
}

pub fn utilisation(summary: &Value) -> f64 {
    as_f64(&summary["links"][0]["utilisation"])
}

fn mean_queue(summary: &Value) -> f64 {
    as_f64(&summary["links"][0]["queue_packets"]["mean"])
}

fn drop_rate(summary: &Value) -> f64 {
    as_f64(&summary["links"][0]["drop_rate"])
}

/// The share of the first flow's goodput.
fn share(summary: &Value) -> f64 {
    let goodputs: Vec<f64> =
        summary["flows"].as_array().unwrap().iter().map(|flow| as_f64(&flow["goodput_bps"])).collect();
    goodputs[0] / goodputs.iter().sum::<f64>()
}

fn with_loss(mut network: Value, probability: f64) -> Value {
    network["forward"]["loss"] = json!([{"kind": "random", "probability": probability, "what": "data"}]);
    network
}

#[test]
fn vegas_queues_one_to_three_packets_without_loss() {
    for buffer in [83, 20] {
        let mut vegas = flow("a", "vegas");
        vegas["params"] = json!({"alpha": 1, "beta": 3});
        let summary = summary(link(1e7, 0.1, buffer), json!([vegas]), 60.0);
        // The BDP is 83.3 packets, and the packet in service adds one: the window is 85.3 to 87.3, ns-2's
        // is 89.
        let window = as_f64(&summary["flows"][0]["cwnd"]["mean"]);
        assert!((84.0..=90.0).contains(&window), "{buffer}: {window}");
        assert!((0.5..=3.5).contains(&mean_queue(&summary)), "{buffer}: {}", mean_queue(&summary));
        assert!(
            drop_rate(&summary) == 0.0 && utilisation(&summary) > 0.995,
            "{buffer}: {}",
            utilisation(&summary)
        );
    }
}

#[test]
fn vegas_gives_way_to_sack_and_gets_more_in_a_short_buffer() {
    let share_at = |buffer| {
        share(&summary(link(1e7, 0.1, buffer), json!([flow("v", "vegas"), flow("s", "sack")]), 120.0))
    };
    // ns-2: 7 % with 83 packets of buffer.
    let (deep, shallow) = (share_at(83), share_at(10));
    assert!(deep < 0.2 && shallow > 2.0 * deep, "{deep} {shallow}");
}

#[test]
fn ledbat_keeps_its_target_and_yields_to_reno() {
    let run = |flows| summary(link(1e7, 0.04, 400), flows, 120.0);
    let alone = run(json!([flow("l", "ledbat")]));
    // 100 ms of 1.2 ms per packet: 83 packets.
    assert!((mean_queue(&alone) - 83.3).abs() < 5.0 && utilisation(&alone) > 0.99, "{}", mean_queue(&alone));
    let faster = run(json!([flow("l", "ledbat_pp")]));
    // 60 ms are 50 packets. Slowdowns empty the queue for about a tenth of the time.
    assert!((35.0..=52.0).contains(&mean_queue(&faster)), "{}", mean_queue(&faster));
    for algorithm in ["ledbat", "ledbat_pp"] {
        let with_reno = share(&run(json!([flow("l", algorithm), flow("r", "reno")])));
        assert!(with_reno < 0.1, "{algorithm}: {with_reno}");
    }
}

#[test]
fn slowdowns_take_away_the_advantage_of_the_latecomer() {
    let share_of_first = |algorithm: &str| {
        let mut late = flow("late", algorithm);
        late["start"] = json!(30);
        share(&summary(link(1e7, 0.04, 400), json!([flow("first", algorithm), late]), 240.0))
    };
    let (plain, with_slowdowns) = (share_of_first("ledbat"), share_of_first("ledbat_pp"));
    assert!(plain < 0.2, "the first LEDBAT flow is pushed aside: {plain}");
    assert!((0.35..=0.65).contains(&with_slowdowns), "{with_slowdowns}");
}

#[test]
fn westwood_survives_random_loss_that_stops_reno() {
    let rate = |algorithm| {
        utilisation(&summary(with_loss(link(1e7, 0.1, 83), 0.01), json!([flow("a", algorithm)]), 60.0))
    };
    let (reno, westwood) = (rate("sack"), rate("westwood"));
    assert!(westwood > 2.0 * reno, "{westwood} {reno}");
    // A buffer of 8 packets: Reno uses 0.81 of the link.
    let shallow = utilisation(&summary(link(1e7, 0.1, 8), json!([flow("a", "westwood")]), 60.0));
    assert!(shallow > 0.95, "{shallow}");
}

#[test]
fn bbr_alone_fills_the_link_with_a_short_queue() {
    for algorithm in ["bbr", "bbr3"] {
        let summary = summary(link(1e7, 0.04, 200), json!([flow("a", algorithm)]), 60.0);
        // The BDP is 33 packets.
        assert!(utilisation(&summary) > 0.95, "{algorithm}: {}", utilisation(&summary));
        assert!(mean_queue(&summary) < 0.25 * 33.3, "{algorithm}: {}", mean_queue(&summary));
        assert_eq!(drop_rate(&summary), 0.0, "{algorithm}");
    }
}

#[test]
fn acknowledgements_of_many_packets_do_not_stall_algorithms_that_measure_the_path() {
    // The round-trip time of the first of the packets that an acknowledgement covers includes the wait for the
    // others. With it, BBR v3 fills 0.22 of the link at 16 packets, Vegas 0.07 at 4, and Copa 0.47 at 16.
    for (algorithm, packets, minimum) in
        [("bbr", 16, 0.94), ("bbr3", 16, 0.94), ("vegas", 4, 0.65), ("copa", 16, 0.7)]
    {
        let mut one = flow("a", algorithm);
        one["params"] = json!({"ack_every": packets});
        let summary = summary(link(5e7, 0.04, 167), json!([one]), 30.0);
        assert!(utilisation(&summary) > minimum, "{algorithm}: {}", utilisation(&summary));
    }
}

#[test]
fn bbr_uses_most_of_a_link_with_random_loss() {
    // Version 3 reduces its rate by the share lost in each of at most 63 round trips between two probes: (1 -
    // 0.99^63) / 0.63 = 0.745 on average at a loss of 1 %. A probe that loses more than 2 % by chance ends
    // early. Reno's window of 12 packets fills 0.37 and 0.04.
    for (algorithm, rate, loss, minimum) in [
        ("bbr", 1e7, 0.01, 0.93),
        ("bbr", 1e7, 0.05, 0.85),
        ("bbr3", 1e7, 0.01, 0.65),
        ("bbr3", 1e8, 0.01, 0.65),
    ] {
        let network = with_loss(link(rate, 0.04, 700), loss);
        let used = utilisation(&summary(network, json!([flow("a", algorithm)]), 30.0));
        assert!(used > minimum, "{algorithm} at {loss}: {used}");
    }
}

/// The share of a link with 40 ms, a buffer of one BDP and random loss that a flow uses from 20 to 60 s: the
/// mean over `seeds` runs.
fn used_at_loss(algorithm: &str, rate: f64, loss: f64, seeds: u32) -> f64 {
    let used = |seed| {
        let mut network = with_loss(link(rate, 0.04, 1), loss);
        network["forward"]["queue"]["limit"] = json!({"bdp": 1});
        let mut document = document(network, json!([flow("a", algorithm)]), 60.0);
        document["seed"] = json!(seed);
        utilisation(&finished_run(&document).summary())
    };
    (1..=seeds).map(used).sum::<f64>() / f64::from(seeds)
}

#[test]
fn the_pages_of_bbr_state_what_runs_show() {
    let states = |algorithm: &str, sentence: String| {
        let info = sim_core::protocols::infos().into_iter().find(|info| info.id == algorithm).unwrap();
        (!info.doc.contains(&sentence)).then(|| format!("{algorithm}: {sentence}"))
    };
    let at = |loss| used_at_loss("bbr", 1e7, loss, 20);
    let first = states(
        "bbr",
        format!(
            "a flow uses {:.2} of the link at a loss of 5 %, {:.2} at 10 %, {:.2} at 15 % and {:.2} at 20 %. At 100 Mb/s, it uses {:.2} at 5 % and {:.2} at 20 %.",
            at(0.05),
            at(0.1),
            at(0.15),
            at(0.2),
            used_at_loss("bbr", 1e8, 0.05, 5),
            used_at_loss("bbr", 1e8, 0.2, 5),
        ),
    );
    let at = |loss| used_at_loss("bbr3", 1e7, loss, 20);
    let third = states(
        "bbr3",
        format!("a flow uses {:.2} of the link at a loss of 1 % and {:.2} at 2 %.", at(0.01), at(0.02)),
    );
    let refuted: Vec<String> = [first, third].into_iter().flatten().collect();
    assert_eq!(refuted, [] as [&str; 0], "the runs show this, the pages do not state it");
}

#[test]
fn several_bbr_flows_queue_about_a_bdp() {
    let four: Vec<Value> = (0..4).map(|i| flow(&format!("f{i}"), "bbr")).collect();
    let summary = summary(link(1e7, 0.04, 400), json!(four), 60.0);
    // Each flow keeps two BDPs of its share in flight: one BDP of 33 packets is in the queue, and three
    // packets more per flow.
    let queue = mean_queue(&summary);
    assert!((20.0..=60.0).contains(&queue) && utilisation(&summary) > 0.97, "{queue}");
}

#[test]
fn bbr_3_loses_less_in_a_short_buffer_than_bbr_1() {
    // 0.2 BDP of 83 packets.
    let loss = |algorithm| {
        drop_rate(&summary(link(2e7, 0.05, 17), json!([flow("a", algorithm), flow("b", algorithm)]), 60.0))
    };
    let (first, third) = (loss("bbr"), loss("bbr3"));
    assert!(first > 0.02, "version 1 loses several percent: {first}");
    assert!(third < 0.5 * first, "{third} {first}");
}

#[test]
fn bbr_3_leaves_cubic_more_of_a_short_buffer_than_bbr_1() {
    let cubic = |algorithm| {
        1.0 - share(&summary(link(2e7, 0.04, 33), json!([flow("b", algorithm), flow("c", "cubic")]), 90.0))
    };
    let (with_bbr1, with_bbr3) = (cubic("bbr"), cubic("bbr3"));
    assert!(with_bbr1 < 0.3 && with_bbr3 > with_bbr1, "{with_bbr1} {with_bbr3}");
}

#[test]
fn copa_alone_keeps_a_few_packets_and_competes_with_cubic() {
    let alone = summary(link(1e7, 0.04, 200), json!([flow("a", "copa")]), 60.0);
    // The queue oscillates between 0 and 2.5 / delta = 5 packets.
    assert!(
        utilisation(&alone) > 0.95 && mean_queue(&alone) < 6.0,
        "{} {}",
        utilisation(&alone),
        mean_queue(&alone)
    );
    let share_of = |algorithm: &str, params: Value| {
        let mut first = flow("a", algorithm);
        first["params"] = params;
        share(&summary(link(1e7, 0.04, 66), json!([first, flow("c", "cubic")]), 120.0))
    };
    let copa = share_of("copa", json!({}));
    let without = share_of("copa", json!({"mode_switching": false}));
    let vegas = share_of("vegas", json!({}));
    assert!(copa > 0.2 && copa > 1.5 * without && copa > 1.5 * vegas, "{copa} {without} {vegas}");
}

#[test]
fn copa_flows_with_different_round_trip_times_share_the_link() {
    let mut distant = flow("far", "copa");
    distant["access"] = json!({"sender": 0.04, "receiver": 0});
    let near = share(&summary(link(2e7, 0.02, 300), json!([flow("near", "copa"), distant]), 120.0));
    assert!((0.35..=0.65).contains(&near), "{near}");
}

/// A link of 100 Mb/s and 1 ms with step marking at `k` packets.
fn marking(k: u32) -> Value {
    json!({"kind": "dumbbell", "access_rate": 1e10, "forward": {"rate": 1e8, "delay": 0.0005,
        "queue": {"kind": "step", "threshold": k, "limit": {"packets": 500}}}})
}

#[test]
fn dctcp_keeps_the_queue_at_the_threshold() {
    let flows = json!([flow("a", "dctcp"), flow("b", "dctcp")]);
    let at_20 = summary(marking(20), flows.clone(), 9.0);
    // W = (CR + K) / 2 = (8.3 + 20) / 2 = 14 packets. The queue reaches K + N and falls by half of sqrt(2 N
    // (CR + K)) = 5.3 packets.
    assert!((14.0..=22.5).contains(&mean_queue(&at_20)), "{}", mean_queue(&at_20));
    assert!(utilisation(&at_20) > 0.99 && drop_rate(&at_20) == 0.0);
    assert!((share(&at_20) - 0.5).abs() < 0.1, "{}", share(&at_20));
    // A seventh of the BDP is 1.2 packets; with less, the link is idle at times.
    let at_0 = summary(marking(0), flows, 9.0);
    assert!(utilisation(&at_0) < utilisation(&at_20) - 0.005, "{}", utilisation(&at_0));
}

#[test]
fn dctcp_without_marks_behaves_like_reno() {
    let used = |algorithm| utilisation(&summary(link(1e7, 0.1, 20), json!([flow("a", algorithm)]), 90.0));
    assert!((used("dctcp") - used("sack")).abs() < 0.01, "{} {}", used("dctcp"), used("sack"));
}

#[test]
fn dctcp_connections_open_while_long_flows_keep_the_queue_at_its_threshold() {
    // The long flows hold about 20 waiting packets. A SYN or a retransmission that is not ECN-capable would
    // often be dropped, and sent again after 1 s or 0.2 s. 20 answers of 20 kB at 100 Mb/s alongside two long
    // flows take less than 0.1 s.
    let mut flows = vec![flow("long", "dctcp"), flow("other", "dctcp")];
    for i in 0..20 {
        let mut host = flow(&format!("host{i}"), "dctcp");
        host["start"] = json!({"min": 0.5, "max": 0.501});
        host["source"] = json!({"kind": "finite", "bytes": 20_000});
        flows.push(host);
    }
    let mut document = document(marking(20), json!(flows), 1.5);
    document["warmup"] = json!(0);
    let run = finished_run(&document).summary();
    let hosts = &run["flows"].as_array().unwrap()[2..];
    let completion: Vec<Option<f64>> = hosts.iter().map(|flow| flow["completion_s"].as_f64()).collect();
    assert!(completion.iter().all(|at| at.is_some_and(|s| s < 0.1)), "{completion:?}");
}

#[test]
fn flows_that_halve_at_a_mark_starve_against_dctcp() {
    let mut reno = flow("r", "sack");
    reno["params"] = json!({"ecn": true});
    let dctcp = share(&summary(marking(20), json!([flow("d", "dctcp"), reno]), 15.0));
    assert!(dctcp > 0.7, "{dctcp}");
}

#[test]
fn hystart_ends_the_first_slow_start_before_the_queue_overflows() {
    for algorithm in ["sack", "cubic", "scalable", "highspeed"] {
        let lost = |hystart: bool| {
            let mut a = flow("a", algorithm);
            a["params"] = json!({"hystart": hystart});
            let mut document = document(link(1e7, 0.1, 1000), json!([a]), 10.0);
            document["warmup"] = json!(0);
            as_f64(&finished_run(&document).summary()["links"][0]["drops"])
        };
        let (with, without) = (lost(true), lost(false));
        // The window grows to 160 packets while the path fills, and to 320 until a whole round has seen the
        // queue. Five rounds with a quarter of the growth make it 320 x 1.25^5 = 977 packets, less than the
        // 1083 of path and buffer, which doubling overshoots.
        assert!(with == 0.0 && without > 100.0, "{algorithm}: {with} {without}");
    }
}

#[test]
fn algorithms_for_fat_paths_are_faster_than_reno_on_such_a_path() {
    // 200 Mb/s and 100 ms: a BDP of 1667 packets, of which Reno needs 833 round trips or 83 s to regain a
    // half.
    let used = |algorithm| {
        let mut a = flow("a", algorithm);
        a["params"] = json!({"initial_ssthresh": 500});
        let mut network = link(2e8, 0.1, 400);
        network["forward"]["loss"] = json!([{"kind": "every", "n": 40_000, "what": "data"}]);
        utilisation(&summary(network, json!([a]), 60.0))
    };
    let reno = used("sack");
    for algorithm in ["highspeed", "scalable", "bic", "htcp", "illinois", "cubic"] {
        assert!(used(algorithm) > reno + 0.05, "{algorithm}: {} {reno}", used(algorithm));
    }
}

/// A DualPI2 link of `rate` bit/s with a base round-trip time of `rtt` seconds.
fn dual_queue(rate: f64, rtt: f64) -> Value {
    json!({"kind": "dumbbell", "access_rate": 100.0 * rate, "forward": {"rate": rate, "delay": rtt / 2.0,
        "queue": {"kind": "dual_pi2", "limit": {"packets": 10_000}}}})
}

#[test]
fn prague_and_cubic_have_similar_rates_through_a_dual_queue() {
    // The windows of Prague and Reno are 2 / p and 2.4 / p, where p is the marking probability of the L
    // queue. With a base RTT of 10 ms, CUBIC's RTT is 25 ms with the delay of the C queue, and Prague adapts
    // as with 25 ms.
    for rtt in [0.01, 0.04] {
        for rate in [4e6, 12e6, 40e6, 120e6, 200e6] {
            let flows = json!([flow("prague", "prague"), flow("cubic", "cubic")]);
            // At 200 Mb/s and 40 ms CUBIC loses a packet about every 10 s.
            let summary = summary(dual_queue(rate, rtt), flows, 150.0);
            let ratio = share(&summary) / (1.0 - share(&summary));
            let delay = |i: usize| as_f64(&summary["flows"][i]["queue_delay_ms"]["mean"]);
            println!("{rate} {rtt}: {ratio} {} {} {}", delay(0), delay(1), utilisation(&summary));
            assert!((0.5..=2.0).contains(&ratio), "{rate} {rtt}: {ratio}");
            assert!(utilisation(&summary) > 0.9, "{rate} {rtt}: {}", utilisation(&summary));
            // The L queue marks above 1 ms, if more than one packet waits: 24 ms / (rate in Mb/s) for two
            // packets.
            let two_packets = 24_000.0 / (rate / 1e3);
            assert!(delay(0) < 2.0_f64.max(two_packets), "{rate} {rtt}: {}", delay(0));
            assert!((5.0..=25.0).contains(&delay(1)), "{rate} {rtt}: {}", delay(1));
        }
    }
}

#[test]
fn prague_alone_is_marked_by_the_threshold_only_and_fills_the_link() {
    let run = summary(dual_queue(4e7, 0.02), json!([flow("prague", "prague")]), 30.0);
    let delay = as_f64(&run["flows"][0]["queue_delay_ms"]["mean"]);
    assert!(
        utilisation(&run) > 0.95 && delay < 1.5 && drop_rate(&run) == 0.0,
        "{} {delay}",
        utilisation(&run)
    );
    // A packet of 24 ms at 0.5 Mb/s is longer than the threshold of 1 ms. A queue of one packet is not
    // marked, so the link stays busy.
    let slow = summary(dual_queue(5e5, 0.02), json!([flow("prague", "prague")]), 60.0);
    assert!(utilisation(&slow) > 0.95, "{}", utilisation(&slow));
}

#[test]
fn prague_without_marks_behaves_like_reno() {
    let used = |algorithm| utilisation(&summary(link(1e7, 0.1, 20), json!([flow("a", algorithm)]), 90.0));
    // Paced packets fill the gaps between acknowledgements less well than Reno's pairs in a buffer of a
    // quarter of the BDP: 0.843 and 0.875.
    let (prague, reno) = (used("prague"), used("sack"));
    assert!(prague < reno && prague > reno - 0.04, "{prague} {reno}");
}

/// The time of the first decision of this kind of a flow, and the link's summary at that time.
fn first_decision(document: &Value, flow: &str, kind: &str) -> Option<(f64, Value)> {
    let mut run = crate::support::new_run(document);
    run.record_decisions();
    crate::support::run_to_end(&mut run);
    let decisions = run.decisions(flow).expect("the flow exists");
    let found = decisions.as_array()?.iter().find(|decision| decision["kind"] == kind)?;
    let at = as_f64(&found["t"]);
    let mut again = crate::support::new_run(document);
    crate::support::run_until(&mut again, at);
    Some((at, again.summary()["links"][0].clone()))
}

/// draft-chung-ccwg-search, "Deployment and Performance Evaluation": over GEO, LEO and 4G links, SEARCH "almost always exits after capacity has
/// been reached but before packet loss has occurred"; "SEARCH Parameters": about two round trips after the capacity is reached. The paths have the
/// draft's round-trip times of 600, 30 and 60 ms. The bounds follow from the rules of version 09, whose comparison needs longer than the draft's: with
/// acknowledgements at the rate C of the link the sender sends at 2 C, so the round-trip time grows by half a second per second. After 4 round trips,
/// the window of time contains 3 BDP sent since then and 1.7 of the rounds before, of which 3.5 are delivered: a shortfall of 0.255. The comparison is
/// made at the end of a bin of 0.35 round trips. A buffer of six BDP holds the queue, one of two BDP does not.
#[test]
fn search_leaves_slow_start_after_the_capacity_is_reached_and_before_loss() {
    for (rate, rtt) in [(2e7, 0.6), (1e8, 0.03), (3e7, 0.06)] {
        let bdp = rate * rtt / 12_000.0;
        for (seed, buffer) in [(1, 6.0), (2, 6.0), (3, 6.0), (1, 2.0)] {
            let network = link(rate, rtt, whole::<u32>(buffer * bdp));
            let mut doc = document(network, json!([flow("a", "search")]), 20.0 * rtt);
            (doc["as_stated"], doc["seed"], doc["warmup"]) = (json!(true), json!(seed), json!(0));
            let found = first_decision(&doc, "a", "search_ends");
            if buffer < 3.0 {
                let dropped = |(_, link): (f64, Value)| as_f64(&link["drops"]) > 0.0;
                assert!(found.is_none_or(dropped), "the queue overflows first");
                continue;
            }
            let (at, link) = found.expect("slow start ends");
            // A round trip for the handshake, log2(BDP / 10) in which the window doubles from 10 packets to the BDP, and one until the packets
            // of this window are acknowledged.
            let full = rtt * (2.0 + sim_core::ground::math::log2(bdp / 10.0));
            let late = (at - full) / rtt;
            assert!((4.0..=5.5).contains(&late), "{late}");
            assert_eq!(as_f64(&link["drops"]), 0.0);
        }
    }
}

/// A queue that marks packets without regard to L4S, with a Prague flow and a CUBIC flow that use ECN.
fn classic_queue(queue: &Value, rate: f64, rtt: f64, fallback: bool) -> Value {
    let mut network = link(rate, rtt, 1000);
    network["forward"]["queue"] = queue.clone();
    network["forward"]["queue"]["limit"] = json!({"packets": 1000});
    let (mut prague, mut cubic) = (flow("p", "prague"), flow("c", "cubic"));
    prague["params"] = json!({"classic_fallback": fallback});
    cubic["params"] = json!({"ecn": true});
    let mut doc = document(network, json!([prague, cubic]), 60.0);
    doc["as_stated"] = json!(true);
    doc
}

/// Briscoe and Ahmed 2019, abstract: the fallback "very rarely falsely detects a Classic AQM as L4S. It also rarely detects an L4S AQM as
/// Classic in the majority of scenarios, but not at low link rates and large RTTs."
#[test]
fn the_fallback_of_prague_recognizes_classic_queues_and_rarely_takes_an_l4s_queue_for_one() {
    for queue in [json!({"kind": "codel"}), json!({"kind": "pie"})] {
        for (rate, rtt) in [(4e7, 0.01), (1e7, 0.03), (1e8, 0.02)] {
            let [without, with] = [false, true]
                .map(|fallback| share(&finished_run(&classic_queue(&queue, rate, rtt, fallback)).summary()));
            println!(
                "{queue} {rate} {rtt}: share of Prague {without:.2} without and {with:.2} with its fallback"
            );
        }
    }
    for (rate, rtt) in [(4e7, 0.01), (1e8, 0.02), (2e8, 0.01)] {
        let doc = classic_queue(&json!({"kind": "dual_pi2"}), rate, rtt, true);
        let found = first_decision(&doc, "p", "prague_falls_back");
        assert!(found.is_none(), "{rate} {rtt}: {found:?}");
    }
}

/// draft-ietf-tsvwg-careful-resume-24, introduction: the time "to get up to speed" is shorter. A transfer of 5 MB over 20 Mb/s and 600 ms takes the
/// handshake, slow start from 10 packets, and the rest at the rate of the link; with a saved window of one BDP, the round trips between the
/// first and the one with half a BDP are left out.
#[test]
fn careful_resume_leaves_out_the_round_trips_up_to_half_the_saved_window() {
    let seconds = |algorithm: &str| {
        let mut a = flow("a", algorithm);
        if algorithm == "careful_resume" {
            a["params"] = json!({"saved_window": 1000, "saved_rtt": 0.6});
        }
        a["source"] = json!({"kind": "finite", "bytes": 5_000_000});
        let mut doc = document(link(2e7, 0.6, 2000), json!([a]), 30.0);
        (doc["as_stated"], doc["warmup"]) = (json!(true), json!(0));
        let summary = finished_run(&doc).summary();
        as_f64(&summary["transfers"][0]["completion_s"]["mean"])
    };
    let (cubic, careful) = (seconds("cubic"), seconds("careful_resume"));
    println!("CUBIC {cubic:.2} s, Careful Resume {careful:.2} s");
    // From 20 to 500 packets: log2(25) = 4.6 round trips, of which the last ones already fill half of the link.
    assert!((1.2..=2.8).contains(&(cubic - careful)), "{cubic} {careful}");
}

/// The aims of the paper (Baiocchi and others 2007), as ns-3's documentation lists them: "fully exploit the link capacity of high BDP networks while
/// inducing a small number of congestion events" and "compete friendly with Reno flows".
#[test]
fn yeah_fills_a_long_path_without_loss_and_competes_with_reno() {
    let alone = |algorithm: &str| summary(link(5e7, 0.1, 417), json!([flow("a", algorithm)]), 120.0);
    let (yeah, reno) = (alone("yeah"), alone("newreno"));
    let together = summary(link(2e7, 0.04, 67), json!([flow("y", "yeah"), flow("r", "newreno")]), 120.0);
    println!(
        "YeAH {} {}, Reno {} {}; together {}",
        utilisation(&yeah),
        drop_rate(&yeah),
        utilisation(&reno),
        drop_rate(&reno),
        share(&together)
    );
    assert!(utilisation(&yeah) > 0.99 && drop_rate(&yeah) == 0.0);
    assert!((0.35..=0.65).contains(&share(&together)));
}

/// Caini and Firrincieli 2004, abstract: the modifications "remove the performance dependence on RTT". Reno's rate at a loss probability p is
/// sqrt(1.5 / p) / RTT, and Hybla's that of the reference of 25 ms at any longer round-trip time, as long as there is less than one loss per round trip.
#[test]
fn the_rate_of_hybla_does_not_depend_on_the_round_trip_time() {
    let goodput = |algorithm: &str, rtt: f64| {
        let mut a = flow("a", algorithm);
        a["params"] = json!({"initial_ssthresh": 50});
        let mut doc = document(with_loss(link(1e8, rtt, 2000), 0.0005), json!([a]), 180.0);
        doc["as_stated"] = json!(true);
        as_f64(&finished_run(&doc).summary()["flows"][0]["goodput_bps"])
    };
    let reference = goodput("hybla", 0.025);
    for rtt in [0.1, 0.2, 0.3] {
        let (hybla, reno) = (goodput("hybla", rtt) / reference, goodput("newreno", rtt) / reference);
        println!("{rtt}: Hybla {hybla:.2}, Reno {reno:.2} of {reference:.3e}");
        assert!((0.75..=1.25).contains(&hybla), "{rtt}: {hybla}");
        assert!((0.6..=1.3).contains(&(reno * rtt / 0.025)), "{rtt}: {reno}");
    }
}
