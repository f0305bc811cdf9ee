//! Tests of TRABOL against values computed by hand: the I-factor, groups and gaps, the rule on a fluid link,
//! and rays on a simulated link.

use super::*;
use crate::ground::time::MILLISECOND;
use crate::protocols::testing::{assert_close, run_to, simulation, summary_number};
use serde_json::{Value, json};

#[test]
fn the_i_factor_by_hand() {
    let params = Params::default();
    for (loss, increase) in [(0.0, 20e6), (0.05, 19e6), (0.10, 18e6), (0.25, 15e6), (0.40, 12e6), (1.0, 1e6)]
    {
        let rule = RayRule { trigger_loss: loss, ..RayRule::new(&params) };
        assert_close(rule.increase(&params), increase, 1e-12);
    }
    // Rays per step: the loss that caused the decrease, divided by 5 % and rounded up.
    for (loss, rays) in [(0.12, 3), (0.15, 3), (0.20, 4), (0.25, 5), (1.0, 20)] {
        assert_eq!(
            RayRule { trigger_loss: loss, ..RayRule::new(&params) }.rays_per_step(&params),
            rays,
            "{loss}"
        );
    }
}

#[test]
fn groups_and_gaps_equal_values_computed_by_hand() {
    let trabol = TrabolRules::new(&Params::default(), 1500);
    assert_eq!((trabol.packets_at(150e6), trabol.packets_at(45e6)), (1500, 450));
    assert_close(trabol.spacing(), 80e-6, 1e-12);
    // 450 packets take 36 ms of the ray's 120 ms. The other 84 ms are divided among 45 gaps.
    assert_close(trabol.group_gap(450), 0.084 / 45.0, 1e-12);
    assert_eq!(trabol.group_gap(1500), 0.0);
    let reduced = TrabolRules { planned: 450, ..trabol };
    assert_close(to_secs(reduced.send_time(9)), 9.0 * 80e-6, 1e-9);
    assert_close(to_secs(reduced.send_time(10)), 10.0 * 80e-6 + 0.084 / 45.0, 1e-6);
}

/// Rates in Mb/s of `rays` rays on a link that carries `capacity` Mb/s and loses all excess, with immediate
/// reports.
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
fn the_rate_alternates_between_a_decrease_and_steps_up() {
    // On a link of 132 Mb/s, L = 0.12 causes steps of 17.6 Mb/s every three rays. 137.9 Mb/s loses 4.3 %,
    // which does not end the increase. The period is 16 rays.
    let mut period = vec![150.0];
    for rate in [67.5, 85.1, 102.7, 120.3, 137.9] {
        period.extend([rate; 3]);
    }
    let rates = fluid(&Params::default(), 132.0, 160);
    assert_rates(&rates, &period.repeat(10));
    assert_close(rates.iter().sum::<f64>() / 160.0, 105.656, 1e-4);
}

#[test]
fn a_loss_between_min_loss_and_max_loss_persists() {
    // On a link of 120 Mb/s, L = 0.20 causes steps of 16 Mb/s every four rays, until 131.5 Mb/s loses 8.75 %.
    let rates = fluid(&Params::default(), 120.0, 100);
    let mut expected = vec![150.0];
    for rate in [67.5, 83.5, 99.5, 115.5] {
        expected.extend([rate; 4]);
    }
    expected.extend([131.5; 83]);
    assert_rates(&rates, &expected);
    // On links of 135 to 142.5 Mb/s the rate stays at 150 Mb/s, with losses of 10 to 5 %.
    for capacity in [135.0, 139.0, 142.5] {
        assert_rates(&fluid(&Params::default(), capacity, 50), &[150.0; 50]);
    }
    // With the other stop rule the increase continues.
    let until_max_loss = Params { stop_at: StopAt::MaxLoss, ..Params::default() };
    assert!(fluid(&until_max_loss, 120.0, 100).iter().filter(|&&rate| rate > 140.0).count() > 3);
}

#[test]
fn below_the_smallest_rate_loss_persists() {
    let mut expected = vec![150.0, 67.5];
    expected.extend([45.0; 98]);
    assert_rates(&fluid(&Params::default(), 40.0, 100), &expected);
    // In the other interpretation of the D-factor, 0.55 of the rate remains.
    let subtract = Params { d_mode: Decrease::Subtract, ..Params::default() };
    assert_rates(&fluid(&subtract, 132.0, 2), &[150.0, 82.5]);
}

/// A document with a link of `capacity` bit/s and a round-trip time of 1 ms. Packets within a group are
/// spaced as at 150 Mb/s, so the buffer of 64 packets absorbs the excess of a group at a lower rate.
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
    // The rates differ slightly from the fluid link's, because losses are whole packets and the buffer
    // absorbs 64 of 1500.
    let steps: Vec<f64> = rates.windows(2).filter(|pair| pair[0] != pair[1]).map(|pair| pair[1]).collect();
    for (rate, expected) in steps.iter().zip([67.5, 85.1, 102.7, 120.3, 137.9, 150.0].repeat(5)) {
        assert!((rate - expected).abs() < 4.0, "{steps:?}");
    }
    assert!(steps.len() >= 24, "{steps:?}");
    assert_eq!(summary_number(&run, "retransmitted"), 0.0);
}

#[test]
fn missing_reports_count_once_as_the_loss_of_a_ray() {
    // All packets of rays 25 to 41 are lost.
    let mut document = lan(json!({}), 1e9, 12.0);
    document["timeline"] = json!([{"at": 3, "set": "network.forward.loss", "to": [{"kind": "random", "probability": 1.0}]},
        {"at": 5.04, "set": "network.forward.loss", "to": []}]);
    let mut run = simulation(&document);
    run_to(&mut run, 4900 * MILLISECOND);
    assert_close(run.world().sender_state(0).rate.unwrap_or(0.0), 67.5e6, 1e-12);
    assert_eq!(summary_number(&run, "timeouts"), 1.0);
    // After a loss of 1, the rate grows by the least increase, a twentieth of 20 Mb/s, every twenty rays.
    run_to(&mut run, 11_900 * MILLISECOND);
    let rate = run.world().sender_state(0).rate.unwrap_or(0.0);
    assert!((69e6..71e6).contains(&rate), "{rate}");
}

#[test]
fn a_target_rate_below_the_smallest_and_a_min_loss_above_max_loss_are_refused() {
    let kinds = sim_core::simulation::kinds();
    let issues = |params: Value, timeline: Value| {
        let mut document = lan(params, 132e6, 10.0);
        document["timeline"] = timeline;
        let checked = sim_core::scenario::Scenario::from_value(document, kinds).err().unwrap_or_default();
        checked.into_iter().map(|issue| (issue.path, issue.code)).collect::<Vec<_>>()
    };
    let contradiction = |path: &str| vec![(path.to_owned(), "contradiction")];
    assert_eq!(issues(json!({"target_rate": 40e6}), json!([])), contradiction("flows[0].params.target_rate"));
    assert_eq!(issues(json!({"min_loss": 0.2}), json!([])), contradiction("flows[0].params.min_loss"));
    let later = json!([{"at": 5, "set": "flows.a.params.min_rate", "to": 200e6}]);
    assert_eq!(issues(json!({}), later), contradiction("timeline[0].to"));
    assert_eq!(issues(json!({"target_rate": 49e6}), json!([])), []);
}

#[test]
fn a_sender_with_a_start_rate_begins_at_this_rate_and_falls_to_a_rate_that_the_link_carries() {
    // The first ray has 5000 packets in 120 ms, the spacing of 500 Mb/s.
    let params = Params { start_rate: Some(500e6), ..Params::default() };
    let first = TrabolRules { planned: 5000, ..TrabolRules::new(&params, 1500) };
    assert_eq!(first.packets_at(first.rule.rate), 5000);
    assert_close(first.spacing(), 24e-6, 1e-12);
    assert_eq!(first.group_gap(5000), 0.0);
    // 500 Mb/s lose 74 % on 132 Mb/s and become 225, which lose 41 % and become 101.25. The steps are 0.587
    // of 20 Mb/s, each of nine rays.
    let mut expected = vec![500.0, 225.0];
    for step in 0..3 {
        expected.extend([101.25 + f64::from(step) * 20.0 * 132.0 / 225.0; 9]);
    }
    assert_rates(&fluid(&params, 132.0, 29), &expected);
    // A link that is fast enough does not keep the sender above its target rate.
    assert_rates(&fluid(&params, 650.0, 3), &[500.0, 150.0, 150.0]);
    let mut run = simulation(&lan(json!({ "start_rate": 500e6 }), 132e6, 1.0));
    run_to(&mut run, 119 * MILLISECOND);
    assert_close(summary_number(&run, "sent"), 5000.0, 0.02);
}

#[test]
fn a_start_rate_equal_to_the_target_rate_has_no_effect() {
    let packets_and_rate = |params| {
        let mut run = simulation(&lan(params, 132e6, 6.0));
        run_to(&mut run, 5900 * MILLISECOND);
        (summary_number(&run, "sent"), summary_number(&run, "delivered"), run.world().sender_state(0).rate)
    };
    assert_eq!(packets_and_rate(json!({ "start_rate": 150e6 })), packets_and_rate(json!({})));
}
