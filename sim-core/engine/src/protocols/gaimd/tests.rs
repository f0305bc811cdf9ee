//! Tests of GAIMD against closed forms: the mean of the saw-tooth, the pairs that are as fast as TCP, and
//! TAIMD with equal steps.

use super::*;
use crate::protocols::testing::{assert_close, lose_every, packets_per_second, single_flow};
use serde_json::json;

/// Packets sent per round trip of 100 ms if every `n`-th packet is lost.
fn packets_per_round_trip(alpha: f64, beta: f64, n: u64) -> f64 {
    packets_per_second(&single_flow("gaimd", json!({"alpha": alpha, "beta": beta}), lose_every(n), 400.0))
        * 0.1
}

/// Mean window of the saw-tooth, in packets, at the loss rate `p`.
fn mean_window(alpha: f64, beta: f64, p: f64) -> f64 {
    (alpha * (2.0 - beta) / (2.0 * beta * p)).sqrt()
}

#[test]
fn formulas_give_values_computed_by_hand() {
    assert_close(mean_window(1.0, 0.5, 0.01), 12.247, 1e-4);
    assert_close(mean_window(0.2, 0.125, 0.01), 12.247, 1e-4);
    assert_close(mean_window(0.31, 0.125, 0.01), 15.248, 1e-4);
    for (beta, alpha) in [(0.5, 1.0), (0.2, 1.0 / 3.0), (0.125, 0.2)] {
        assert_close(friendly_increase(beta), alpha, 1e-12);
    }
}

#[test]
fn packets_per_round_trip_follow_the_formula() {
    // Only whole packets can be in flight, on average half a packet less than the window. The tolerance
    // covers the delay until a loss is detected, three packets and a round trip.
    for (alpha, beta) in [(1.0, 0.5), (0.2, 0.125), (0.31, 0.125), (1.0 / 3.0, 0.2)] {
        assert_close(packets_per_round_trip(alpha, beta, 100), mean_window(alpha, beta, 0.01) - 0.5, 0.02);
        assert_close(packets_per_round_trip(alpha, beta, 1000), mean_window(alpha, beta, 0.001) - 0.5, 0.02);
    }
}

#[test]
fn friendly_pairs_reach_the_rate_of_tcp() {
    let tcp = packets_per_round_trip(1.0, 0.5, 100);
    for (alpha, beta) in [(0.2, 0.125), (1.0 / 3.0, 0.2)] {
        assert_close(packets_per_round_trip(alpha, beta, 100), tcp, 0.02);
    }
}

#[test]
fn taimd_with_equal_steps_is_a_gaimd() {
    // With equal steps, a loss reduces TAIMD's window by the share 2 beta / (1 + beta) of its peak: 0.0952
    // for a beta of 0.05. TAIMD's timer sends the real-valued window on average, GAIMD half a packet less.
    let decrease: f64 = 2.0 * 0.05 / 1.05;
    assert_close(decrease, 0.095_24, 1e-4);
    let taimd = packets_per_second(&single_flow("taimd", json!({"k": 1}), lose_every(400), 400.0)) * 0.1;
    assert_close(packets_per_round_trip(0.15, decrease, 400), taimd - 0.5, 0.02);
    assert_close(
        packets_per_round_trip(0.15, decrease, 400),
        mean_window(0.15, decrease, 1.0 / 400.0) - 0.5,
        0.02,
    );
}
