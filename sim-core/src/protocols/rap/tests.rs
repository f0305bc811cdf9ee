//! RAP against hand arithmetic: steps, sawtooth, clusters, timeouts, fine grain.

use super::*;
use crate::ground::time::{MILLISECOND, SECOND};
use crate::protocols::testing::{self, assert_close, bytes_per_second, lose_every, packets_per_second, run_to, simulation, summary_number};
use serde_json::{Value, json};

fn single_flow(params: Value, loss: Value, duration: f64) -> Value {
    testing::single_flow("rap", params, loss, duration)
}

#[test]
fn steps_add_one_packet_per_round_trip() {
    // 1 / gap grows by 1 / 0.1 s: 50, 60, 70, 80 packets per second. With alpha 0.5 half of that: 55.
    let mut gap: f64 = 0.02;
    for expected in [60.0, 70.0, 80.0] {
        gap = increased_rate_gap(gap, 0.1, 1.0);
        assert_close(1.0 / gap, expected, 1e-12);
    }
    assert_close(1.0 / increased_rate_gap(0.02, 0.1, 0.5), 55.0, 1e-12);
}

#[test]
fn the_rate_grows_by_alpha_per_round_trip_squared() {
    // 1 / 0.1^2 = 100 packets per second more each second; 625 at 40 ms. Each step is one smoothed round trip.
    for (delay, slope) in [(0.05, 100.0), (0.02, 625.0)] {
        let mut document = single_flow(json!({}), json!([]), 10.0);
        document["network"]["forward"]["delay"] = json!(delay);
        let mut simulation = simulation(&document);
        run_to(&mut simulation, SECOND);
        let before = bytes_per_second(&simulation) / 1000.0;
        run_to(&mut simulation, 3 * SECOND);
        assert_close((bytes_per_second(&simulation) / 1000.0 - before) / 2.0, slope, 0.03);
    }
}

#[test]
fn the_start_is_one_packet_per_round_trip_at_once_or_after_two_seconds() {
    let sent = |params: Value, at: Time| {
        let mut simulation = simulation(&single_flow(params, json!([]), 5.0));
        run_to(&mut simulation, at);
        simulation.world().net().conns[0].paths[0].ingress.packets
    };
    assert_eq!(sent(json!({}), 150 * MILLISECOND), 2);
    assert_eq!(sent(json!({"flavour": "ns2"}), 1900 * MILLISECOND), 1, "its first gap runs out");
    assert!(sent(json!({"flavour": "ns2"}), 2100 * MILLISECOND) >= 2);
}

#[test]
fn periodic_loss_gives_the_square_root_law() {
    // The square-root law gives sqrt(3/2) / sqrt(0.01) = 12.25 packets per round trip for a rate that grows evenly. In steps of
    // a round trip it is half a packet less: 8 + 9 + ... + 15 = 92 packets in eight round trips, half a round trip at 16
    // for the other 8, and back to 8: 100 packets in 8.5 round trips, 11.76 in each. When the loss is known does not
    // matter: from cut to cut there are as many packets as from loss to loss. ns-2's agent sends 11.75, and 4.89 at 1/20.
    for (n, expected) in [(100, 100.0 / 8.5), (20, 4.889)] {
        let packets = packets_per_second(&single_flow(json!({}), lose_every(n), 200.0)) * 0.1;
        assert_close(packets, expected, 0.02);
    }
}

#[test]
fn the_square_root_law_holds_where_tcp_has_timeouts() {
    // p = 0.1: sqrt(3/2) / sqrt(0.1) = 3.87 packets per round trip; TCP's equation gives 1.77. Losses of one round trip merge.
    let loss = json!([{"kind": "random", "probability": 0.1, "what": "data"}]);
    let packets = packets_per_second(&single_flow(json!({}), loss, 400.0)) * 0.1;
    assert!((3.8..5.0).contains(&packets), "{packets}");
}

#[test]
fn a_cluster_of_losses_halves_the_rate_once() {
    // All in one round trip of some 20 packets.
    let mut document = single_flow(json!({}), json!([{"kind": "listed", "packets": [200, 201, 203, 205, 207]}]), 20.0);
    document["warmup"] = json!(0);
    let mut together = simulation(&document);
    run_to(&mut together, 20 * SECOND);
    assert_eq!((summary_number(&together, "window_cuts"), summary_number(&together, "lost")), (1.0, 5.0));
    // Two losses two round trips apart: two reductions.
    let mut document = single_flow(json!({}), json!([{"kind": "listed", "packets": [200, 240]}]), 20.0);
    document["warmup"] = json!(0);
    let mut apart = simulation(&document);
    run_to(&mut apart, 20 * SECOND);
    assert_eq!(summary_number(&apart, "window_cuts"), 2.0);
}

#[test]
fn lost_acknowledgements_are_no_loss() {
    // Once there are some packets in each round trip: a single one would time out before the next acknowledgement reveals its loss.
    let mut document = single_flow(json!({"max_rate": 4e6}), json!([]), 20.0);
    document["warmup"] = json!(0);
    document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05,
        "queue": {"kind": "drop_tail", "limit": {"packets": 100}}});
    document["timeline"] = json!([{"at": 4, "set": "network.reverse.loss", "to": [{"kind": "every", "n": 2}]}]);
    let mut run = simulation(&document);
    run_to(&mut run, 20 * SECOND);
    assert_eq!(summary_number(&run, "window_cuts"), 0.0);
    assert_close(bytes_per_second(&run) * 8.0, 4e6, 1e-9);
}

#[test]
fn without_acknowledgements_the_gap_doubles_up_to_its_limit() {
    let mut document = single_flow(json!({}), json!([]), 600.0);
    document["network"]["forward"]["rate"] = json!(1e7);
    document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05,
        "queue": {"kind": "drop_tail", "limit": {"packets": 100}},
        "loss": [{"kind": "random", "probability": 1.0}]});
    let mut run = simulation(&document);
    run_to(&mut run, 600 * SECOND);
    assert_close(bytes_per_second(&run), 1000.0 / LONGEST_GAP, 1e-9);
}

#[test]
fn a_timeout_that_is_too_short_mends_itself() {
    // The path grows from 40 ms to 240 ms at once while the timeout is 1.2 round trips of 40 ms: packets count as lost before
    // their acknowledgements come, but what these say of the round trip is taken.
    let mut document = single_flow(json!({"max_rate": 4e5}), json!([]), 30.0);
    document["network"]["forward"]["delay"] = json!(0.02);
    document["timeline"] = json!([{"at": 10, "set": "network.forward.delay", "to": 0.12}]);
    document["warmup"] = json!(12);
    let mut run = simulation(&document);
    run_to(&mut run, 30 * SECOND);
    assert_eq!((summary_number(&run, "timeouts"), summary_number(&run, "window_cuts")), (0.0, 0.0), "two seconds later");
    assert_close(bytes_per_second(&run) * 8.0, 4e5, 1e-9);
}

#[test]
fn a_coarse_and_noisy_clock_lengthens_the_round_trip() {
    // Samples of 100 ms in ticks of 30 ms: 90 ms, with up to 20 ms of noise 90 or 120. One packet per round trip at first.
    let first = |params: Value| {
        let mut run = simulation(&single_flow(params, json!([]), 1.0));
        run_to(&mut run, 150 * MILLISECOND);
        1000.0 / bytes_per_second(&run)
    };
    assert_close(first(json!({})), 0.1, 1e-3);
    assert_close(first(json!({"rtt_tick": 0.03})), 0.09, 1e-9);
    let noisy = first(json!({"rtt_noise": 0.02}));
    assert!((0.1..0.1203).contains(&noisy), "{noisy}");
}

#[test]
fn a_random_delay_in_each_gap_slows_the_sender_by_half_of_it() {
    // 100 packets per second at most, each gap of 10 ms longer by 0 to 10 ms: 1000 / 15 = 66.7 per second.
    let packets = packets_per_second(&single_flow(json!({"max_rate": 8e5, "gap_noise": 0.01}), json!([]), 200.0));
    assert_close(packets, 66.7, 0.03);
}

#[test]
fn fine_grain_stretches_the_next_gap() {
    // The round trip doubles from 0.1 s: (0.1 x 0.1 + 0.9 x 0.2) / (0.99 x 0.1 + 0.01 x 0.2) = 0.19 / 0.101 = 1.881.
    let mut rap = RapRules::new(&Params { fine_grain: true, ..Params::default() }, 1000);
    (rap.frtt, rap.xrtt) = (0.1 + 0.9 * 0.1, 0.1 + 0.01 * 0.1);
    assert_close(rap.fine_grain(), 1.881, 1e-3);
    rap.frtt = 5.0;
    assert_eq!(rap.fine_grain(), 2.0);
    rap.params.flavour = RapFlavour::Ns2;
    assert!(rap.fine_grain() > 40.0);
}

#[test]
fn an_application_that_uses_little_gets_no_increase() {
    let mut document = single_flow(json!({}), json!([]), 30.0);
    document["flows"][0]["source"] = json!({"kind": "cbr", "rate": 80_000});
    let mut run = simulation(&document);
    run_to(&mut run, 30 * SECOND);
    // 10.4 packets per second, one or two in a step of 100 ms: growth stops at 5 packets per step, when even two are less than half.
    assert!((30_000.0..=50_000.0).contains(&bytes_per_second(&run)), "{}", bytes_per_second(&run));
}
