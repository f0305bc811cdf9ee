//! Tests of IFP against values computed by hand: slow start, saw-tooth, timeouts, and no retransmission.

use crate::ground::time::{MILLISECOND, SECOND};
use crate::protocols::testing::{
    self, assert_close, lose_every, packets_per_second, run_to, simulation, summary_number,
};
use serde_json::{Value, json};

fn single_flow(params: Value, loss: Value, duration: f64) -> Value {
    testing::single_flow("ifp", params, loss, duration)
}

/// The sender's window in packets at the simulated time `at`.
fn window_at(document: &Value, at: u64) -> f64 {
    let mut run = simulation(document);
    run_to(&mut run, at);
    run.world().sender_state(0).window.unwrap_or(0.0)
}

#[test]
fn slow_start_doubles_each_round_trip_up_to_the_threshold() {
    let document = single_flow(json!({"initial_ssthresh": 16, "pacing": false}), json!([]), 3.0);
    for (round, expected) in [(0, 1.0), (1, 2.0), (2, 4.0), (3, 8.0), (4, 16.0)] {
        assert_eq!(window_at(&document, round * 100 * MILLISECOND + 50 * MILLISECOND), expected);
    }
    // From 16 packets on, the window grows by slightly less than one packet per round trip.
    assert_close(window_at(&document, 950 * MILLISECOND), 21.0, 0.02);
}

#[test]
fn periodic_loss_gives_the_mean_of_renos_sawtooth() {
    // The window grows from w/2 to w in w/2 round trips, in which 3/8 w^2 = 100 packets are sent. So w is
    // 16.3 packets and the mean 12.25. The range covers the delay until a loss is detected, three packets and
    // a round trip, and the rounding to whole packets.
    let packets = packets_per_second(&single_flow(json!({}), lose_every(100), 200.0)) * 0.1;
    assert!((11.6..13.2).contains(&packets), "{packets}");
}

#[test]
fn ifp_is_at_most_a_fifth_faster_than_sack_at_equal_loss() {
    let mut tcp = testing::single_flow("sack", json!({"pacing": false}), lose_every(100), 200.0);
    tcp["flows"][0]["params"]["halve"] = json!("flight");
    let tcp = packets_per_second(&tcp);
    // TCP's window does not grow during recovery, which takes one of the nine round trips between losses. IFP
    // has no recovery phase.
    let ratio = packets_per_second(&single_flow(json!({}), lose_every(100), 200.0)) / tcp;
    assert!((1.0..1.2).contains(&ratio), "{ratio}");
}

#[test]
fn the_loss_of_a_whole_window_causes_one_timeout_and_no_retransmission() {
    // All packets from 3 s to 3.15 s are lost.
    let mut document = single_flow(json!({}), json!([]), 6.0);
    document["warmup"] = json!(0);
    document["timeline"] = json!([
        {"at": 3, "set": "network.forward.loss", "to": [{"kind": "random", "probability": 1.0}]},
        {"at": 3.15, "set": "network.forward.loss", "to": []}]);
    let mut run = simulation(&document);
    run_to(&mut run, 6 * SECOND);
    assert_eq!(summary_number(&run, "timeouts"), 1.0);
    assert_eq!(summary_number(&run, "retransmitted"), 0.0, "packets are not retransmitted");
    // The packets received and lost add up to those sent, apart from those in flight and a tolerance of
    // 64 packets.
    let state = run.world().sender_state(0);
    let known = summary_number(&run, "delivered") + summary_number(&run, "lost");
    assert!((summary_number(&run, "sent") - known).abs() <= f64::from(state.in_flight) + 64.0);
}

#[test]
fn redundancy_makes_lost_acknowledgements_harmless() {
    let reductions = |redundancy: u32| {
        let mut document =
            single_flow(json!({"redundancy": redundancy, "initial_ssthresh": 16}), json!([]), 20.0);
        document["warmup"] = json!(0);
        document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05,
            "queue": {"kind": "drop_tail", "limit": {"packets": 100}},
            "loss": [{"kind": "every", "n": 5, "first": 20}]});
        let mut run = simulation(&document);
        run_to(&mut run, 20 * SECOND);
        summary_number(&run, "window_cuts")
    };
    assert_eq!(reductions(8), 0.0);
    assert!(reductions(0) > 10.0, "each lost acknowledgement looks like a lost packet");
}
