//! Tests of TFWC against values computed by hand: window by the equation, first loss, timer mode, lost
//! acknowledgements.

use super::window::TfwcMode;
use super::*;
use crate::analysis::equation::ThroughputEquation;
use crate::ground::time::{MILLISECOND, SECOND};
use crate::protocols::testing::{self, assert_close, lose_every, packets_per_second, run_to, simulation};
use serde_json::{Value, json};
use sim_core::simulation::Simulation;

fn single_flow(params: Value, loss: Value, duration: f64) -> Value {
    testing::single_flow("tfwc", params, loss, duration)
}

/// The window in packets.
fn window(run: &Simulation) -> f64 {
    let state = run.world().sender_state(0);
    // While a timer clocks the packets, the sender has a rate instead, which is converted to packets per
    // round trip of 100 ms.
    state.window.or(state.rate.map(|rate| rate / 8000.0 * 0.1)).unwrap_or(0.0)
}

#[test]
fn slow_start_doubles_each_round_trip() {
    let mut run = simulation(&single_flow(json!({}), json!([]), 1.0));
    for (round, expected) in [(0, 1.0), (1, 2.0), (2, 4.0), (3, 8.0), (4, 16.0), (5, 32.0)] {
        run_to(&mut run, round * 100 * MILLISECOND + 50 * MILLISECOND);
        assert_eq!(window(&run), expected);
    }
}

#[test]
fn the_first_loss_halves_the_window_and_fills_the_history() {
    // Window before and after the loss, and the loss interval whose equation window equals the window after
    // the loss: W(p = 1/187.46) = 16.
    for (before, after, interval) in
        [(32.0, 16.0, 187.46), (16.0, 8.0, 57.28), (8.0, 4.0, 22.0), (4.0, 2.0, 11.02)]
    {
        let p = ThroughputEquation::TFRC.loss_for_window(before / 2.0, 1.0);
        assert_close(1.0 / p, interval, 1e-3);
        assert_close(ThroughputEquation::TFRC.window(p, 1.0), after, 1e-9);
    }
    // In a run: packet 40 is lost, in the round of 32 packets that begins with packet 31. The
    // acknowledgements of 31 to 39, 41 and 42 raise the window from 32 to 43. The acknowledgement of packet
    // 43 reveals the loss, which halves the window to 21.5.
    let listed = json!([{"kind": "listed", "packets": [40]}]);
    let mut run = simulation(&single_flow(json!({}), listed, 1.0));
    run_to(&mut run, 550 * MILLISECOND);
    assert_eq!(window(&run), 32.0);
    run_to(&mut run, 610 * MILLISECOND);
    assert_close(window(&run), 21.5, 1e-6);
}

#[test]
fn the_window_follows_the_equation_at_any_round_trip_time() {
    // With one loss in 100, the equation's window is 11.233 packets at round-trip times of 20 and 100 ms, and
    // 11 if rounded down. With one loss in 20 it is 3.686 packets, rounded down to 3 or to the nearest
    // number, 4.
    let packets = |params: Value, n: u64, rtt: f64| {
        let mut document = single_flow(params, lose_every(n), 100.0);
        document["network"]["forward"]["delay"] = json!(rtt / 2.0);
        packets_per_second(&document) * rtt
    };
    assert_close(packets(json!({}), 100, 0.1), 11.233, 0.02);
    assert_close(packets(json!({}), 100, 0.02), 11.233, 0.03);
    assert_close(packets(json!({"rounding": "truncate"}), 100, 0.1), 11.0, 0.03);
    let mut run = simulation(&single_flow(json!({"rounding": "truncate"}), lose_every(20), 60.0));
    run_to(&mut run, 60 * SECOND);
    assert_eq!(window(&run), 3.0);
    let mut run = simulation(&single_flow(json!({"rounding": "round"}), lose_every(20), 60.0));
    run_to(&mut run, 60 * SECOND);
    assert_eq!(window(&run), 4.0);
}

#[test]
fn a_window_below_two_is_clocked_by_a_timer() {
    // With one loss in 10, W = 1.770 and the gap is 100 / 1.770 = 56.5 ms, which gives 17.70 packets per
    // second. A loss is detected three packets late, which can lengthen the open interval by three packets.
    let mut run = simulation(&single_flow(json!({}), lose_every(10), 100.0));
    run_to(&mut run, 100 * SECOND);
    assert_close(window(&run), 1.77, 0.05);
    assert_close(packets_per_second(&single_flow(json!({}), lose_every(10), 200.0)), 17.7, 0.05);
    // The mode follows p: W = 2 at p = 0.09078.
    let mut tfwc = Tfwc::new(&Params::default(), 1000);
    for (interval, mode) in [(11.1, TfwcMode::Window), (10.9, TfwcMode::Timer)] {
        tfwc.window.history.begin(interval);
        tfwc.window.update(&tfwc.params);
        assert_eq!(tfwc.window.mode, mode, "interval {interval}: {}", tfwc.window.cwnd);
    }
    // With the authors' threshold of 2.5, the mode changes at p = 0.0747, one loss in 13.39 packets.
    tfwc.params.timer_threshold = 2.5;
    for (interval, mode) in [(13.5, TfwcMode::Window), (13.3, TfwcMode::Timer)] {
        tfwc.window.history.begin(interval);
        tfwc.window.update(&tfwc.params);
        assert_eq!(tfwc.window.mode, mode);
    }
}

#[test]
fn the_authors_gap_is_shorter_on_long_paths_and_longer_on_short_paths() {
    // At p = 0.1 and a gap factor of 0.8. Packets per round trip: 2.21 at 100 ms with a timeout of 4 R, 2.56
    // at 100 ms with a timeout of 0.3 s, and 0.575 at 12 ms with 0.3 s.
    for (rtt, rule, packets) in
        [(0.1, TimeoutRule::FourRtt, 2.21), (0.1, TimeoutRule::Tcp, 2.56), (0.012, TimeoutRule::Tcp, 0.575)]
    {
        let params = Params { gap_factor: 0.8, t_rto: rule, ..Params::default() };
        let mut tfwc = Tfwc::new(&params, 1000);
        tfwc.window.history.begin(10.0);
        for _ in 0..50 {
            tfwc.sample_rtt(rtt);
        }
        assert_close(rtt / tfwc.gap(), packets, 0.005);
    }
}

#[test]
fn losses_sent_within_a_round_trip_are_one_event() {
    let reductions = |packets: Value| {
        let listed = json!([{"kind": "listed", "packets": packets}]);
        let mut document = single_flow(json!({}), listed, 8.0);
        document["warmup"] = json!(0);
        let mut run = simulation(&document);
        run_to(&mut run, 8 * SECOND);
        run.summary()["flows"][0]["window_cuts"].as_u64()
    };
    // The first loss is an event of its own; losses 2 packets apart are one event, losses 60 packets apart
    // are two.
    assert_eq!(reductions(json!([40, 200])), Some(2));
    assert_eq!(reductions(json!([40, 200, 202])), Some(2));
    assert_eq!(reductions(json!([40, 200, 260])), Some(3));
}

#[test]
fn lost_acknowledgements_do_not_change_the_loss_intervals() {
    // One packet in 100 is lost, and half of the acknowledgements from 5 s on. The vectors of the other
    // acknowledgements cover the packets of the lost ones.
    let run = |ack_loss: Value| {
        let mut document = single_flow(json!({}), lose_every(100), 100.0);
        document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05,
            "queue": {"kind": "drop_tail", "limit": {"packets": 100}}});
        document["timeline"] = json!([{"at": 5, "set": "network.reverse.loss", "to": ack_loss}]);
        let mut run = simulation(&document);
        run_to(&mut run, 100 * SECOND);
        window(&run)
    };
    let with_losses = run(json!([{"kind": "random", "probability": 0.5}]));
    // The closed intervals equal the period of 100. The open interval at the end of the run adds at most 3 of
    // 6 packets to the mean.
    assert_close(with_losses, 11.233, 0.01);
    assert_close(run(json!([])), 11.233, 0.01);
}

#[test]
fn a_timeout_sends_the_next_packet_and_doubles_the_timeout() {
    // All packets are lost. Packets are sent at 0, 3, 9, 21, 45 and 93 s, and then every 60 s.
    let mut document = single_flow(json!({}), json!([{"kind": "random", "probability": 1.0}]), 160.0);
    document["network"]["forward"]["rate"] = json!(1e7);
    let mut run = simulation(&document);
    for (at, sent) in [(1, 1), (4, 2), (10, 3), (22, 4), (46, 5), (94, 6), (152, 6), (154, 7)] {
        run_to(&mut run, at * SECOND);
        assert_eq!(run.world().net().conns()[0].paths[0].sent, sent, "at {at} s");
    }
}

#[test]
fn weights_of_the_authors_code() {
    let tfwc = Tfwc::new(&Params { weights: Weights::Authors, intervals: 16, ..Params::default() }, 1000);
    let mut history = tfwc.window.history;
    // Sixteen intervals, the oldest of 1000 packets and the others of 10. The weight of the oldest is 2/14,
    // the sum of all weights 4 + 2 (1/3 + 1/4 + ... + 1/14).
    history.begin(1000.0);
    for _ in 0..15 {
        history.close(10.0);
    }
    let sum: f64 = 4.0 + (3..=14).map(|i| 2.0 / f64::from(i)).sum::<f64>();
    assert_close(
        history.mean().unwrap_or(0.0),
        (10.0 * (sum - 2.0 / 14.0) + 1000.0 * 2.0 / 14.0) / sum,
        1e-9,
    );
}
