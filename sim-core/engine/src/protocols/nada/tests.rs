//! Tests of NADA's rules against values computed by hand. tests/media.rs tests whole runs.

use super::*;
use crate::params::ParamSet;
use crate::protocols::testing::assert_close;
use serde_json::json;

fn rules(settings: serde_json::Value) -> NadaRules {
    NadaRules::new(&Params::read(&settings).unwrap(), 1000)
}

#[test]
fn the_gradual_update_by_hand() {
    let mut rules = rules(json!({"max_rate": 1.5e6, "initial_rate": 1e6}));
    rules.last_signal = Some(0.02);
    // The target is 10 ms x 1.5 / 1 = 15 ms. An offset of 15 ms changes 1 Mb/s by 0.5 (100 / 500) (15
    // / 500) = 0.3 %, and a change of 10 ms by 0.5 x 2 x 10 / 500 = 2 %.
    assert_close(rules.target(), 0.015, 1e-12);
    assert_close(rules.gradual(0.03, 0.1), 977e3, 1e-12);
    // At its target the rate stays.
    rules.last_signal = Some(0.015);
    assert_close(rules.gradual(0.015, 0.1), 1e6, 1e-12);
}

#[test]
fn the_accelerated_increase_by_hand() {
    let mut rules = rules(json!({}));
    rules.rtt = 0.05;
    // 50 / (50 + 100 + 120) = 0.185, and at most 0.5 at any round-trip time.
    assert_close(rules.ramp_up(), 0.185_185_185, 1e-8);
    rules.params.filter_delay = 0.0;
    rules.params.report_interval = 0.02;
    rules.rtt = 0.01;
    assert_close(rules.ramp_up(), 0.5, 1e-12);
}

#[test]
fn the_rate_stays_within_its_limits() {
    let mut rules = rules(json!({"min_rate": 2e5, "max_rate": 1e6}));
    for (rate, limited) in [(1.0, 2e5), (5e5, 5e5), (1e9, 1e6)] {
        rules.set_rate(rate);
        assert_eq!(rules.rate, limited);
    }
}
