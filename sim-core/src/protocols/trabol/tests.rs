//! TRABOL against hand arithmetic: the I-factor, groups and gaps, the rule on a fluid link, and rays on a real one.

use super::*;
use crate::ground::time::MILLISECOND;
use crate::protocols::testing::{assert_close, run_to, simulation, summary_number};
use serde_json::{Value, json};

#[test]
fn the_i_factor_by_hand() {
    let params = Params::default();
    for (loss, increase) in [(0.0, 20e6), (0.05, 19e6), (0.10, 18e6), (0.25, 15e6), (0.40, 12e6), (1.0, 1e6)] {
        let rule = RayRule { trigger: loss, ..RayRule::new(&params) };
        assert_close(rule.increase(&params), increase, 1e-12);
    }
    // Rays per step: the causing loss over 5 %, rounded up.
    for (loss, rays) in [(0.12, 3), (0.15, 3), (0.20, 4), (0.25, 5), (1.0, 20)] {
        assert_eq!(RayRule { trigger: loss, ..RayRule::new(&params) }.dwell(&params), rays, "{loss}");
    }
}

#[test]
fn groups_and_gaps_by_hand() {
    let trabol = TrabolRules::new(&Params::default(), 1500);
    assert_eq!((trabol.packets_at(150e6), trabol.packets_at(45e6)), (1500, 450));
    assert_close(trabol.spacing(), 80e-6, 1e-12);
    // 450 packets take 36 ms and leave 84 ms to 45 gaps.
    assert_close(trabol.group_gap(450), 0.084 / 45.0, 1e-12);
    assert_eq!(trabol.group_gap(1500), 0.0);
    let reduced = TrabolRules { planned: 450, ..trabol };
    assert_close(to_secs(reduced.send_time(9)), 9.0 * 80e-6, 1e-9);
    assert_close(to_secs(reduced.send_time(10)), 10.0 * 80e-6 + 0.084 / 45.0, 1e-6);
}

/// Rates in Mb/s of `rays` rays on a link that passes `capacity` Mb/s and loses the rest, with immediate reports.
fn fluid(params: &Params, capacity: f64, rays: usize) -> Vec<f64> {
    let mut rule = RayRule::new(params);
    (0..rays)
        .map(|_| {
            let rate = rule.rate;
            rule.on_loss((1.0 - capacity * 1e6 / rate).max(0.0), params);
            rate / 1e6
        })
        .collect()
}

fn assert_rates(actual: &[f64], expected: &[f64]) {
    for (i, (actual, expected)) in actual.iter().zip(expected).enumerate() {
        assert!((actual - expected).abs() < 1e-6, "ray {i}: {actual} is not {expected}");
    }
}

#[test]
fn steps_up_and_a_severe_cut() {
    // Into 132: L = 0.12, steps of 17.6 every three rays, and 137.9 loses 4.3 %: a period of 16 rays.
    let mut period = vec![150.0];
    for rate in [67.5, 85.1, 102.7, 120.3, 137.9] {
        period.extend([rate; 3]);
    }
    let rates = fluid(&Params::default(), 132.0, 160);
    assert_rates(&rates, &period.repeat(10));
    assert_close(rates.iter().sum::<f64>() / 160.0, 105.656, 1e-4);
}

#[test]
fn a_loss_between_the_two_bounds_is_held_for_ever() {
    // Into 120: L = 0.20, steps of 16 every four rays; 131.5 loses 8.75 %.
    let rates = fluid(&Params::default(), 120.0, 100);
    let mut expected = vec![150.0];
    for rate in [67.5, 83.5, 99.5, 115.5] {
        expected.extend([rate; 4]);
    }
    expected.extend([131.5; 83]);
    assert_rates(&rates, &expected);
    // Into 135 to 142.5 it never leaves 150: 10 to 5 %.
    for capacity in [135.0, 139.0, 142.5] {
        assert_rates(&fluid(&Params::default(), capacity, 50), &[150.0; 50]);
    }
    // With the other stop rule the increase continues.
    let goes_on = Params { stop_at: StopAt::MaxLoss, ..Params::default() };
    assert!(fluid(&goes_on, 120.0, 100).iter().filter(|&&rate| rate > 140.0).count() > 3);
}

#[test]
fn below_the_smallest_rate_loss_persists() {
    let mut expected = vec![150.0, 67.5];
    expected.extend([45.0; 98]);
    assert_rates(&fluid(&Params::default(), 40.0, 100), &expected);
    // The other reading of the D-factor keeps 0.55.
    let subtract = Params { d_mode: Decrease::Subtract, ..Params::default() };
    assert_rates(&fluid(&subtract, 132.0, 2), &[150.0, 82.5]);
}

/// A receiver that takes `capacity` bit/s, on a network of 1 ms that is much faster: spacing within a group is that of 150 Mb/s,
/// so the buffer takes what a ray of less has too much for a moment.
fn lan(params: Value, capacity: f64, duration: f64) -> Value {
    json!({"v": 1, "duration": duration, "jitter": {"mode": "off"},
        "network": {"kind": "dumbbell", "access_rate": 1e9,
            "forward": {"rate": capacity, "delay": 0.0005, "queue": {"kind": "drop_tail", "limit": {"packets": 64}}}},
        "flows": [{"id": "a", "algorithm": "trabol", "params": params, "access": {"sender": 0, "receiver": 0}}]})
}

#[test]
fn rays_on_a_link_follow_the_rule() {
    let mut run = simulation(&lan(json!({}), 132e6, 12.0));
    let rates: Vec<f64> = (0..100)
        .map(|ray| {
            run_to(&mut run, ray * 120 * MILLISECOND + 60 * MILLISECOND);
            run.world().sender_state(0).rate.unwrap_or(0.0) / 1e6
        })
        .collect();
    // Losses come in whole packets, and the buffer takes 64 of 1500.
    let steps: Vec<f64> = rates.windows(2).filter(|pair| pair[0] != pair[1]).map(|pair| pair[1]).collect();
    for (rate, expected) in steps.iter().zip([67.5, 85.1, 102.7, 120.3, 137.9, 150.0].repeat(5)) {
        assert!((rate - expected).abs() < 4.0, "{steps:?}");
    }
    assert!(steps.len() >= 24, "{steps:?}");
    assert_eq!(summary_number(&run, "retransmitted"), 0.0);
}

#[test]
fn silence_counts_as_the_loss_of_a_ray_once() {
    // Rays 25 to 41 are lost, each as a whole.
    let mut document = lan(json!({}), 1e9, 12.0);
    document["timeline"] = json!([{"at": 3, "set": "network.forward.loss", "to": [{"kind": "random", "probability": 1.0}]},
        {"at": 5.04, "set": "network.forward.loss", "to": []}]);
    let mut run = simulation(&document);
    run_to(&mut run, 4900 * MILLISECOND);
    assert_close(run.world().sender_state(0).rate.unwrap_or(0.0), 67.5e6, 1e-12);
    assert_eq!(summary_number(&run, "timeouts"), 1.0);
    // Back by the least increase: a twentieth of 20 Mb/s every twenty rays.
    run_to(&mut run, 11_900 * MILLISECOND);
    let rate = run.world().sender_state(0).rate.unwrap_or(0.0);
    assert!((69e6..71e6).contains(&rate), "{rate}");
}

#[test]
fn rates_and_losses_the_wrong_way_round_are_refused() {
    let kinds = crate::simulation::kinds();
    let places = |params: Value, timeline: Value| {
        let mut document = lan(params, 132e6, 10.0);
        document["timeline"] = timeline;
        let found = crate::scenario::check(&document.to_string(), kinds).issues;
        found.into_iter().map(|issue| (issue.path, issue.code)).collect::<Vec<_>>()
    };
    let one = |path: &str| vec![(path.to_owned(), "contradiction")];
    assert_eq!(places(json!({"target_rate": 40e6}), json!([])), one("flows[0].params.target_rate"));
    assert_eq!(places(json!({"min_loss": 0.2}), json!([])), one("flows[0].params.min_loss"));
    let later = json!([{"at": 5, "set": "flows.a.params.min_rate", "to": 200e6}]);
    assert_eq!(places(json!({}), later), one("timeline[0].to"));
    assert_eq!(places(json!({"target_rate": 49e6}), json!([])), []);
}
