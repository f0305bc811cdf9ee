//! Tests of adaptive video and of requests with fan-in in a complete network.

use crate::support::{as_f64, build_simulation, finished_run, flow, recorded_run, result_id_of, run_to_end};
use serde_json::{Value, json};
use sim_core::ground::time::from_secs;
use sim_core::record::RecordingSettings;
use sim_core::simulation::build::BuildOptions;

/// The flow alone on a path with a base RTT of `rtt` seconds, on which each data packet is lost with a probability.
fn path(flow: &Value, rate: f64, rtt: f64, loss: f64, duration: f64) -> Value {
    let rules =
        if loss > 0.0 { json!([{"kind": "random", "probability": loss, "what": "data"}]) } else { json!([]) };
    let mut flow = flow.clone();
    flow["access"] = json!({"sender": 0, "receiver": 0});
    json!({"v": 1, "duration": duration, "jitter": {"mode": "off"}, "flows": [flow],
           "network": {"access_rate": 1e10, "forward": {"rate": rate, "delay": rtt / 2.0, "loss": rules, "queue": {"limit": {"packets": 400}}}}})
}

fn video(settings: &Value) -> Value {
    let mut source = json!({"kind": "video"});
    for (name, value) in settings.as_object().expect("settings") {
        source[name] = value.clone();
    }
    json!({"id": "tv", "algorithm": "cubic", "params": {"stack": "linux"}, "source": source})
}

fn shown(document: &Value) -> Value {
    flow(&finished_run(document).summary(), "tv")["video"].clone()
}

/// A video of 1 Mb/s fills the buffer of 30 s at once, and then a segment is requested whenever one has been played.
#[test]
fn a_full_buffer_paces_the_requests() {
    let video = shown(&path(&video(&json!({"rates": [1e6], "buffer": 30})), 1e8, 0.04, 0.0, 100.0));
    // The handshake and the request take two round trips, and 500 kB some more in slow start.
    assert!((0.08..0.5).contains(&as_f64(&video["startup_s"])), "{video}");
    assert_eq!((&video["stalls"], &video["switches"]), (&json!(0), &json!(0)));
    // After 100 s, 99.8 s have been played, and between 26 and 34 s wait.
    let segments = as_f64(&video["segments"]);
    assert!((31.0..=34.0).contains(&segments), "{video}");
}

/// A video of 1 Mb/s over a link that carries half of it stalls for half of the time.
#[test]
fn a_video_with_twice_the_rate_of_the_link_stalls_for_half_of_the_time() {
    let document = path(&video(&json!({"rates": [1e6]})), 0.5e6 * 1500.0 / 1460.0, 0.04, 0.0, 400.0);
    let run = recorded_run(&document);
    let video = flow(&run.summary(), "tv")["video"].clone();
    let played = 4.0 * as_f64(&video["segments"]);
    let stalled = as_f64(&video["stalled_s"]);
    assert!((stalled / 400.0 - 0.5).abs() < 0.03, "{video}");
    assert!((played + stalled + as_f64(&video["startup_s"]) - 400.0).abs() < 12.0, "{video}");
    let rec = &run.observer().rec;
    let level =
        |signal, t| rec.gauge_of(rec.key_of("flow:tv", signal)).unwrap().value_at(from_secs(t)).unwrap();
    let total = level("video_played", 400.0) + stalled + as_f64(&video["startup_s"]);
    assert!((total - 400.0).abs() < 1e-3, "{total}");
    assert!((1..400).all(|t| (0.0..=4.0).contains(&level("video_buffer", f64::from(t)))));
    assert_eq!(level("segment_rate", 400.0), 1e6);
    // Each segment takes 8 s and plays for 4 s.
    assert!((as_f64(&video["stalls"]) - 49.0).abs() <= 2.0, "{video}");
}

/// Both rules settle at the highest bit rate that the link carries: BOLA's time-average utility is within O(1/V) of the
/// optimum (Spiteri, Urgaonkar and Sitaraman 2016, theorem 1), and BOLA-O does not alternate between two bit rates. The bound
/// is that the mean over five minutes, with the start, is within 15 % of that bit rate, and that the picture never stalls.
#[test]
fn both_rules_settle_at_the_highest_bit_rate_that_the_link_carries() {
    for rule in ["bola", "throughput"] {
        for (rate, settled) in
            [(0.6e6, 0.3e6), (1.6e6, 1.2e6), (2.4e6, 1.85e6), (3.5e6, 2.85e6), (8e6, 4.3e6)]
        {
            let video = shown(&path(&video(&json!({"rule": rule})), rate, 0.04, 0.0, 300.0));
            let mean = as_f64(&video["rate_bps"]);
            assert!((mean / settled - 1.0).abs() < 0.15, "{rule} at {rate}: {video}");
            assert_eq!(video["stalls"], json!(0), "{rule} at {rate}");
            assert!(as_f64(&video["switches"]) <= 12.0, "{rule} at {rate}: {video}");
        }
    }
}

/// Huang and others 2014, section 3.1: with a line from the lowest bit rate, the picture does not stall while the link carries
/// that, and the mean bit rate is the link's. Bound: within 10 % over ten minutes, with the start; no stall.
#[test]
fn the_mean_bit_rate_of_bba_is_the_rate_of_the_link() {
    for rate in [0.6e6, 1.6e6, 2.4e6, 3.5e6] {
        let video = shown(&path(&video(&json!({"rule": "bba"})), rate, 0.04, 0.0, 600.0));
        let mean = as_f64(&video["rate_bps"]) / (rate * 1460.0 / 1500.0);
        println!("{rate}: {mean} {video}");
        assert!((mean - 1.0).abs() < 0.1, "{rate}: {mean} {video}");
        assert_eq!(video["stalls"], json!(0), "{rate}");
    }
}

/// A buffer bridges an outage that is shorter than it.
#[test]
fn a_buffer_bridges_a_shorter_outage() {
    for (buffer, stalls) in [(30.0, 0), (8.0, 1)] {
        let mut document = path(
            &video(&json!({"buffer": buffer, "rates": [2e6], "segment": 2, "resume": 2})),
            5e6,
            0.04,
            0.0,
            120.0,
        );
        document["timeline"] = json!([{"at": 60, "set": "network.forward.rate", "to": 0}, {"at": 75, "set": "network.forward.rate", "to": 5e6}]);
        let video = shown(&document);
        assert_eq!(video["stalls"], json!(stalls), "{buffer} s: {video}");
    }
}

fn servers(count: u32, settings: &Value) -> Value {
    let mut source = json!({"kind": "rpc"});
    for (name, value) in settings.as_object().expect("settings") {
        source[name] = value.clone();
    }
    json!({"id": "servers", "algorithm": "cubic", "params": {"stack": "linux"}, "count": count, "source": source})
}

fn requests(document: &Value) -> Value {
    finished_run(document).summary()["transfers"][0].clone()
}

/// A small answer takes one round trip, and one more for the handshake of the first request.
#[test]
fn a_small_answer_takes_a_round_trip() {
    let transfers =
        requests(&path(&servers(1, &json!({"size": 1000, "per_second": 4})), 1e9, 0.05, 0.0, 60.0));
    let (times, slowdown) = (&transfers["completion_s"], &transfers["slowdown"]);
    assert!(
        (as_f64(&times["min"]) - 0.05).abs() < 1e-4 && (as_f64(&times["max"]) - 0.1).abs() < 1e-4,
        "{times}"
    );
    assert!((as_f64(&slowdown["min"]) - 1.0).abs() < 2e-3 && (as_f64(&slowdown["max"]) - 2.0).abs() < 4e-3);
    assert!(as_f64(&transfers["count"]) > 180.0);
}

/// Dean and Barroso, "The tail at scale" (2013): if one answer in a hundred is slow, 63 % of the requests to a hundred servers
/// are. Here an answer is slow because its only packet is lost, with a probability of 1 %. The shares 1 - 0.99^n for 1, 20 and
/// 100 servers are 1, 18 and 63 %.
#[test]
fn the_slowest_of_many_answers_decides() {
    for (count, fast, slow) in [(1, "p95", "max"), (20, "p50", "p95"), (100, "min", "p50")] {
        let document = path(&servers(count, &json!({"size": 500, "per_second": 2})), 1e9, 0.02, 0.01, 300.0);
        let mut document = document;
        document["warmup"] = json!(5);
        let times = requests(&document)["completion_s"].clone();
        assert!(as_f64(&times[fast]) < 0.021 && as_f64(&times[slow]) > 0.03, "{count} servers: {times}");
    }
}

/// 160 packets of 40 answers overflow a queue of 60 packets, whatever the link's load. TCP of 1999 waits for a timeout of a
/// second; the probes of TCP of today repeat the ends of the answers after some round trips.
#[test]
fn answers_that_arrive_together_wait_for_timeouts_in_a_short_queue_without_probes() {
    let time = |packets: u32, algorithm: &str, stack: &str| {
        let mut flow = servers(40, &json!({"size": 5000, "per_second": 0.2}));
        (flow["algorithm"], flow["params"]) = (json!(algorithm), json!({"stack": stack}));
        let mut document = path(&flow, 1e8, 0.004, 0.0, 200.0);
        document["network"]["forward"]["queue"]["limit"]["packets"] = json!(packets);
        as_f64(&requests(&document)["completion_s"]["p50"])
    };
    // 40 answers of 5 kB take 17 ms at 100 Mb/s.
    let (old, today, long) =
        (time(60, "newreno", "newreno_1999"), time(60, "cubic", "linux"), time(400, "cubic", "linux"));
    assert!((0.017..0.023).contains(&long), "{long}");
    assert!(old > 0.5 && today > long && today < 0.1, "{old} {today}");
}

#[test]
fn all_paths_agree_on_video_and_requests() {
    let servers = servers(5, &json!({"size": 9000, "per_second": 20, "sizes": "exponential"}));
    for flow in [video(&json!({"segment": 1})), servers] {
        let document = path(&flow, 6e6, 0.03, 0.01, 15.0);
        let expected = result_id_of(&document);
        for options in [BuildOptions { lazy: true, fuse: false }, BuildOptions { lazy: false, fuse: false }] {
            let mut run = build_simulation(&document, RecordingSettings::none(), options);
            run_to_end(&mut run);
            run.world().check_conservation().expect("packets are conserved");
            assert_eq!(run.result_id_text(), expected, "{options:?}");
        }
    }
}
