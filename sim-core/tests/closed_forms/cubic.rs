//! CUBIC (RFC 9438) compared with its response function, its Reno-friendly region and its sawtooth.

use crate::run::{assert_within, assert_within_fraction, one_flow, summary, utilisation, window};
use serde_json::json;
use sim_core::analysis::response::{CUBIC_BETA, CUBIC_C, aimd_window, cubic_own_window};

#[test]
fn periodic_loss_gives_the_response_function() {
    // RFC 9438 section 5.1, without fast convergence, so that all peaks are equal. The initial threshold limits the
    // first peak: near its previous peak CUBIC grows so slowly that a first peak that is too high would shrink by
    // only 0.1 % per loss. The tolerance of 10 % is for recoveries, each of which suspends growth for one RTT, and
    // for the target, which is the window one RTT ahead.
    for (p, n) in [(1e-4, 10_000_u64), (2e-4, 5_000)] {
        let mut document =
            one_flow("cubic", json!({"fast_convergence": false, "initial_ssthresh": 100}), 1e9, 0.1, 10_000);
        document["network"]["forward"]["loss"] = json!([{"kind": "every", "n": n, "what": "data"}]);
        document["duration"] = json!(600);
        document["warmup"] = json!(200);
        let expected = cubic_own_window(p, 0.1, CUBIC_C, CUBIC_BETA);
        assert_within_fraction(
            &format!("mean window, 1 in {n} lost, CUBIC"),
            window(&summary(document), "mean"),
            expected,
            0.10,
        );
    }
}

#[test]
fn in_the_reno_friendly_region_it_equals_reno() {
    // RFC 9438 section 4.3. At 10 ms and a loss of 1 in 1000, and at 100 ms and 1 in 200, Reno's window is larger
    // than the one that CUBIC's function gives. The tolerance of 10 % is for recoveries, which the Reno-friendly
    // estimate neglects: CUBIC reaches Reno's mean with smaller oscillations, so that its recoveries differ.
    for (rtt, n) in [(0.01, 1000_u64), (0.1, 200)] {
        let p = 1.0 / n as f64;
        assert!(cubic_own_window(p, rtt, CUBIC_C, CUBIC_BETA) < aimd_window(p, 1.0, 0.5));
        let mean = |algorithm: &str| {
            let mut document = one_flow(algorithm, json!({}), 1e9, rtt, 10_000);
            document["network"]["forward"]["loss"] = json!([{"kind": "every", "n": n, "what": "data"}]);
            window(&summary(document), "mean")
        };
        assert_within_fraction(
            &format!("mean window, 1 in {n} lost, {rtt} s, CUBIC against Reno"),
            mean("cubic"),
            mean("sack"),
            0.10,
        );
    }
}

#[test]
fn the_utilisation_of_cubic_follows_from_its_buffer() {
    // The expected values are from an independent packet model without timeouts. The tolerance is the same as for
    // Reno (main.rs).
    let cases = [
        (false, [(82, 1.000), (41, 1.000), (19, 0.990), (7, 0.962)]),
        (true, [(82, 1.000), (41, 1.000), (19, 0.988), (7, 0.938)]),
    ];
    for (fast_convergence, expected) in cases {
        for (buffer, expected) in expected {
            let params = json!({"fast_convergence": fast_convergence});
            let got = utilisation(&summary(one_flow("cubic", params, 1e7, 0.1, buffer)));
            let which = if fast_convergence { "CUBIC" } else { "CUBIC without fast convergence" };
            assert_within(&format!("utilisation, {which}, {buffer} packets of buffer"), got, expected, 0.015);
        }
    }
}

#[test]
fn a_second_flow_converges_to_its_fair_share() {
    // Two flows with an RTT of 100 ms share 10 Mb/s with a buffer of one BDP. The second flow starts at 60 s. 200 s
    // later each flow has half of the rate. The tolerance is 15 %, because the 100 s of the measurement contain only
    // about ten periods of the sawtooth. It is 2 % for the flow alone: headers are 40 of 1500 bytes, and the queue
    // never empties.
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
    let rate = |window: &str, flow: usize| {
        s["windows"][window]["flows"][flow]["goodput_bps"].as_f64().expect("a rate")
    };
    assert_within_fraction("goodput before a second flow joins, CUBIC", rate("alone", 0), 1e7, 0.02);
    assert_within_fraction("goodput of the first of two, CUBIC", rate("late", 0), 5e6, 0.15);
    assert_within_fraction("goodput of the second of two, CUBIC", rate("late", 1), 5e6, 0.15);
}
