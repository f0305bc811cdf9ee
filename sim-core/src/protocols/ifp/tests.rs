//! IFP against hand arithmetic: slow start, sawtooth, timeouts, and that nothing is sent twice.

use crate::ground::time::{MILLISECOND, SECOND};
use crate::protocols::testing::{self, close, every, of_summary, packets_per_second, run_to, simulation};
use serde_json::{Value, json};

fn wide(params: Value, loss: Value, duration: f64) -> Value {
    testing::wide("ifp", params, loss, duration)
}

fn window(document: &Value, at: u64) -> f64 {
    let mut run = simulation(document);
    run_to(&mut run, at);
    run.world().sender_state(0).window.unwrap_or(0.0)
}

#[test]
fn slow_start_doubles_each_round_trip_up_to_the_threshold() {
    let document = wide(json!({"initial_ssthresh": 16, "pacing": false}), json!([]), 3.0);
    for (round, expected) in [(0, 1.0), (1, 2.0), (2, 4.0), (3, 8.0), (4, 16.0)] {
        assert_eq!(window(&document, round * 100 * MILLISECOND + 50 * MILLISECOND), expected);
    }
    // Then a packet per round trip, hardly less.
    close(window(&document, 950 * MILLISECOND), 21.0, 0.02);
}

#[test]
fn periodic_loss_gives_renos_sawtooth() {
    // From w/2 to w in w/2 round trips: 3/8 w^2 = 100 packets, w = 16.3, a mean of 12.25 packets per round trip. The three
    // packets and the round trip until a loss is known, and whole packets, move it by some.
    let packets = packets_per_second(&wide(json!({}), every(100), 200.0)) * 0.1;
    assert!((11.6..13.2).contains(&packets), "{packets}");
}

#[test]
fn it_is_hardly_faster_than_tcp_with_sack_under_the_same_losses() {
    let mut tcp = testing::wide("sack", json!({"pacing": false}), every(100), 200.0);
    tcp["flows"][0]["params"]["halve"] = json!("flight");
    let tcp = packets_per_second(&tcp);
    // TCP stands still for the round trip of its recovery, in a cycle of nine; IFP has none.
    let ratio = packets_per_second(&wide(json!({}), every(100), 200.0)) / tcp;
    assert!((1.0..1.2).contains(&ratio), "{ratio}");
}

#[test]
fn a_window_lost_at_once_ends_in_one_timeout_and_a_window_of_one() {
    // All packets from 3 s to 3.5 s are lost.
    let mut document = wide(json!({}), json!([]), 6.0);
    document["warmup"] = json!(0);
    document["timeline"] = json!([
        {"at": 3, "set": "network.forward.loss", "to": [{"kind": "random", "probability": 1.0}]},
        {"at": 3.15, "set": "network.forward.loss", "to": []}]);
    let mut run = simulation(&document);
    run_to(&mut run, 6 * SECOND);
    assert_eq!(of_summary(&run, "timeouts"), 1.0);
    assert_eq!(of_summary(&run, "retransmitted"), 0.0, "nothing is ever sent again");
    // Packets received and lost add up to packets sent, except for those in flight.
    let state = run.world().sender_state(0);
    let known = of_summary(&run, "delivered") + of_summary(&run, "lost");
    assert!((of_summary(&run, "sent") - known).abs() <= f64::from(state.in_flight) + 64.0);
}

#[test]
fn redundancy_makes_lost_acknowledgements_harmless() {
    let run = |redundancy: u32| {
        let mut document = wide(json!({"redundancy": redundancy, "initial_ssthresh": 16}), json!([]), 20.0);
        document["warmup"] = json!(0);
        document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05,
            "queue": {"kind": "drop_tail", "limit": {"packets": 100}},
            "loss": [{"kind": "every", "n": 5, "first": 20}]});
        let mut run = simulation(&document);
        run_to(&mut run, 20 * SECOND);
        of_summary(&run, "window_cuts")
    };
    assert_eq!(run(8), 0.0);
    assert!(run(0) > 10.0, "each lost acknowledgement looks like a lost packet");
}
