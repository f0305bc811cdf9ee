//! CUBIC (RFC 9438) compared with its response function, its Reno-friendly region and its sawtooth.

use super::run::{assert_within, assert_within_fraction, one_flow, summary, utilisation, window};
use serde_json::json;
use sim_core::analysis::response::{CUBIC_BETA, CUBIC_C, aimd_window, pure_cubic_window};

#[test]
fn periodic_loss_gives_the_response_function() {
    // RFC 9438 section 5.1. Without fast convergence all peaks are equal. The initial slow start threshold
    // limits the first peak, because a first peak that is too high would shrink by only 0.1 % per loss. The
    // formula neglects that each recovery suspends growth for one RTT and that CUBIC's target is the window
    // one RTT ahead; the tolerance of 10 % is for these two effects.
    for (p, n) in [(1e-4, 10_000_u64), (2e-4, 5_000)] {
        let mut document =
            one_flow("cubic", json!({"fast_convergence": false, "initial_ssthresh": 100}), 1e9, 0.1, 10_000);
        document["network"]["forward"]["loss"] = json!([{"kind": "every", "n": n, "what": "data"}]);
        document["duration"] = json!(600);
        document["warmup"] = json!(200);
        let expected = pure_cubic_window(p, 0.1, CUBIC_C, CUBIC_BETA);
        assert_within_fraction(
            &format!("mean window, 1 in {n} lost, CUBIC"),
            window(&summary(document), "mean"),
            expected,
            0.10,
        );
    }
}

#[test]
fn cubic_equals_reno_in_the_reno_friendly_region() {
    // RFC 9438 section 4.3. With an RTT of 10 ms and a loss of 1 in 1000, and with 100 ms and 1 in 200,
    // Reno's window is larger than the window that the cubic function gives. The tolerance of 10 % is for
    // recoveries, which the Reno-friendly estimate neglects. They differ because CUBIC reaches Reno's mean
    // with smaller oscillations.
    for (rtt, n) in [(0.01, 1000_u64), (0.1, 200)] {
        let p = 1.0 / n as f64;
        assert!(pure_cubic_window(p, rtt, CUBIC_C, CUBIC_BETA) < aimd_window(p, 1.0, 0.5));
        let mean_window = |algorithm: &str| {
            let mut document = one_flow(algorithm, json!({}), 1e9, rtt, 10_000);
            document["network"]["forward"]["loss"] = json!([{"kind": "every", "n": n, "what": "data"}]);
            window(&summary(document), "mean")
        };
        assert_within_fraction(
            &format!("mean window, 1 in {n} lost, {rtt} s, CUBIC against Reno"),
            mean_window("cubic"),
            mean_window("sack"),
            0.10,
        );
    }
}

#[test]
fn the_utilisation_of_cubic_follows_from_its_buffer() {
    // Limits of the queue in packets and the expected utilisation, from an independent packet model without
    // timeouts. The tolerance is the same as in the test for Reno in main.rs.
    let cases = [
        (false, [(82, 1.000), (41, 1.000), (19, 0.990), (7, 0.962)]),
        (true, [(82, 1.000), (41, 1.000), (19, 0.988), (7, 0.938)]),
    ];
    for (fast_convergence, expected) in cases {
        for (buffer, expected) in expected {
            let params = json!({"fast_convergence": fast_convergence});
            let measured = utilisation(&summary(one_flow("cubic", params, 1e7, 0.1, buffer)));
            let algorithm = if fast_convergence { "CUBIC" } else { "CUBIC without fast convergence" };
            assert_within(
                &format!("utilisation, {algorithm}, {buffer} packets of buffer"),
                measured,
                expected,
                0.015,
            );
        }
    }
}

#[test]
fn a_second_flow_converges_to_its_fair_share() {
    // Two flows with an RTT of 100 ms share 10 Mb/s with a buffer of one BDP. The second flow starts at 60 s.
    // From 200 s later on, each flow has half of the rate. The tolerance is 15 %, because the 100 s of the
    // measurement contain only about ten periods of the sawtooth. While the first flow is alone, the queue
    // never empties, and the tolerance is 2 %.
    let mut document = one_flow("cubic", json!({}), 1e7, 0.1, 83);
    document["jitter"] = json!({"mode": "delay"});
    document["duration"] = json!(360);
    let mut second = document["flows"][0].clone();
    second["id"] = json!("second");
    second["start"] = json!(60);
    document["flows"].as_array_mut().expect("a list").push(second);
    document["measure"] =
        json!({"windows": [{"id": "alone", "from": 30, "to": 60}, {"id": "late", "from": 260, "to": 360}]});
    let s = summary(document);
    let goodput = |window: &str, flow: usize| {
        s["windows"][window]["flows"][flow]["goodput_bps"].as_f64().expect("a rate")
    };
    assert_within_fraction("goodput before a second flow joins, CUBIC", goodput("alone", 0), 1e7, 0.02);
    assert_within_fraction("goodput of the first of two, CUBIC", goodput("late", 0), 5e6, 0.15);
    assert_within_fraction("goodput of the second of two, CUBIC", goodput("late", 1), 5e6, 0.15);
}
