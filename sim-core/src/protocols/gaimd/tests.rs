//! GAIMD against its closed forms: the mean of the saw-tooth, the friendly line, and TAIMD's one-step case.

use super::*;
use crate::protocols::testing::{close, every, packets_per_second, wide};
use serde_json::json;

fn mean_window(alpha: f64, beta: f64, n: u64) -> f64 {
    packets_per_second(&wide("gaimd", json!({"alpha": alpha, "beta": beta}), every(n), 400.0)) * 0.1
}

fn formula(alpha: f64, beta: f64, p: f64) -> f64 {
    (alpha * (2.0 - beta) / (2.0 * beta * p)).sqrt()
}

#[test]
fn the_formula_by_hand() {
    close(formula(1.0, 0.5, 0.01), 12.247, 1e-4);
    close(formula(0.2, 0.125, 0.01), 12.247, 1e-4);
    close(formula(0.31, 0.125, 0.01), 15.248, 1e-4);
    for (beta, alpha) in [(0.5, 1.0), (0.2, 1.0 / 3.0), (0.125, 0.2)] {
        close(friendly_increase(beta), alpha, 1e-12);
    }
}

#[test]
fn the_mean_of_the_sawtooth_is_that_of_the_formula() {
    // Whole packets of the window are out, half a packet less than the window in the mean; and a loss is known three packets
    // and a round trip late.
    for (alpha, beta) in [(1.0, 0.5), (0.2, 0.125), (0.31, 0.125), (1.0 / 3.0, 0.2)] {
        close(mean_window(alpha, beta, 100), formula(alpha, beta, 0.01) - 0.5, 0.02);
        close(mean_window(alpha, beta, 1000), formula(alpha, beta, 0.001) - 0.5, 0.02);
    }
}

#[test]
fn friendly_pairs_are_as_fast_as_tcp() {
    let tcp = mean_window(1.0, 0.5, 100);
    for (alpha, beta) in [(0.2, 0.125), (1.0 / 3.0, 0.2)] {
        close(mean_window(alpha, beta, 100), tcp, 0.02);
    }
}

#[test]
fn it_is_taimd_with_one_step() {
    // From the peak TAIMD gives up 2 beta / (1 + beta) with equal steps: 0.0952 for 0.05. Its timer sends parts of packets in the
    // mean, so half a packet less is out here.
    let decrease: f64 = 2.0 * 0.05 / 1.05;
    close(decrease, 0.095_24, 1e-4);
    let one_step = packets_per_second(&wide("taimd", json!({"k": 1}), every(400), 400.0)) * 0.1;
    close(mean_window(0.15, decrease, 400), one_step - 0.5, 0.02);
    close(mean_window(0.15, decrease, 400), formula(0.15, decrease, 1.0 / 400.0) - 0.5, 0.02);
}
