//! Tests of RAP against values computed by hand: steps, saw-tooth, clusters, timeouts, fine-grain adaptation.

use super::*;
use crate::ground::time::{MILLISECOND, SECOND};
use crate::protocols::testing::{
    self, assert_close, bytes_per_second, lose_every, packets_per_second, run_to, simulation, summary_number,
};
use serde_json::{Value, json};

fn single_flow(params: Value, loss: Value, duration: f64) -> Value {
    testing::single_flow("rap", params, loss, duration)
}

#[test]
fn steps_add_one_packet_per_round_trip() {
    // Each step adds alpha / 0.1 s to 1 / gap: 50, 60, 70, 80 packets per second with alpha 1, and 50, 55
    // with alpha 0.5.
    let mut gap: f64 = 0.02;
    for expected in [60.0, 70.0, 80.0] {
        gap = gap_after_increase(gap, 0.1, 1.0);
        assert_close(1.0 / gap, expected, 1e-12);
    }
    assert_close(1.0 / gap_after_increase(0.02, 0.1, 0.5), 55.0, 1e-12);
}

#[test]
fn the_rate_grows_by_alpha_per_round_trip_squared() {
    // The rate grows by 1 / 0.1^2 = 100 packets per second in each second at a round-trip time of 100 ms, and
    // by 625 at 40 ms.
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
fn the_second_packet_follows_the_first_acknowledgement_or_in_ns2_after_two_seconds() {
    let sent = |params: Value, at: Time| {
        let mut simulation = simulation(&single_flow(params, json!([]), 5.0));
        run_to(&mut simulation, at);
        simulation.world().net().conns()[0].paths[0].sent
    };
    assert_eq!(sent(json!({}), 150 * MILLISECOND), 2);
    assert_eq!(sent(json!({"flavour": "ns2"}), 1900 * MILLISECOND), 1, "the first gap has not expired");
    assert!(sent(json!({"flavour": "ns2"}), 2100 * MILLISECOND) >= 2);
}

#[test]
fn periodic_loss_gives_the_square_root_law() {
    // The square-root law gives sqrt(3/2) / sqrt(0.01) = 12.25 packets per round trip for a rate that grows
    // continuously. RAP's rate grows in steps of a round trip: 8 + 9 + ... + 15 = 92 packets in eight round
    // trips, the other 8 in half a round trip at 16, and then 8 again. That is 100 packets in 8.5 round
    // trips, 11.76 in each. The delay until a loss is detected does not matter, because there are as many
    // packets between two reductions as between two losses. ns-2's agent sends 11.75 packets per round trip,
    // and 4.89 at a loss of 1/20.
    for (n, expected) in [(100, 100.0 / 8.5), (20, 4.889)] {
        let packets = packets_per_second(&single_flow(json!({}), lose_every(n), 200.0)) * 0.1;
        assert_close(packets, expected, 0.02);
    }
}

#[test]
fn the_square_root_law_holds_where_tcp_has_timeouts() {
    // At p = 0.1, the square-root law gives sqrt(3/2) / sqrt(0.1) = 3.87 packets per round trip, TCP's
    // equation 1.77. RAP is slightly faster than the law, because several losses in one round trip reduce the
    // rate once.
    let loss = json!([{"kind": "random", "probability": 0.1, "what": "data"}]);
    let packets = packets_per_second(&single_flow(json!({}), loss, 400.0)) * 0.1;
    assert!((3.8..5.0).contains(&packets), "{packets}");
}

#[test]
fn a_cluster_of_losses_halves_the_rate_once() {
    // Five losses in one round trip of about 20 packets: one reduction.
    let mut document =
        single_flow(json!({}), json!([{"kind": "listed", "packets": [200, 201, 203, 205, 207]}]), 20.0);
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
fn lost_acknowledgements_do_not_count_as_losses() {
    // Acknowledgements are lost from 4 s on, when there are several packets in each round trip. With a single
    // packet per round trip, the timeout would expire before the next acknowledgement arrives.
    let mut document = single_flow(json!({"max_rate": 4e6}), json!([]), 20.0);
    document["warmup"] = json!(0);
    document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05,
        "queue": {"kind": "drop_tail", "limit": {"packets": 100}}});
    document["timeline"] =
        json!([{"at": 4, "set": "network.reverse.loss", "to": [{"kind": "every", "n": 2}]}]);
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
    assert_close(bytes_per_second(&run), 1000.0 / MAX_GAP, 1e-9);
}

#[test]
fn a_timeout_below_the_round_trip_time_grows() {
    // The round-trip time jumps from 40 ms to 240 ms while the timeout is 1.2 x 40 ms. Packets count as lost
    // before their acknowledgements arrive, but these acknowledgements still give round-trip samples.
    let mut document = single_flow(json!({"max_rate": 4e5}), json!([]), 30.0);
    document["network"]["forward"]["delay"] = json!(0.02);
    document["timeline"] = json!([{"at": 10, "set": "network.forward.delay", "to": 0.12}]);
    document["warmup"] = json!(12);
    let mut run = simulation(&document);
    run_to(&mut run, 30 * SECOND);
    assert_eq!(
        (summary_number(&run, "timeouts"), summary_number(&run, "window_cuts")),
        (0.0, 0.0),
        "no timeouts from two seconds after the change on"
    );
    assert_close(bytes_per_second(&run) * 8.0, 4e5, 1e-9);
}

#[test]
fn a_coarse_and_noisy_clock_lengthens_the_round_trip() {
    // A sample of 100 ms is 90 ms in ticks of 30 ms. Up to 20 ms of noise lengthens a sample. The first rate
    // is one packet per round trip.
    let first_rtt = |params: Value| {
        let mut run = simulation(&single_flow(params, json!([]), 1.0));
        run_to(&mut run, 150 * MILLISECOND);
        1000.0 / bytes_per_second(&run)
    };
    assert_close(first_rtt(json!({})), 0.1, 1e-3);
    assert_close(first_rtt(json!({"rtt_tick": 0.03})), 0.09, 1e-9);
    let noisy = first_rtt(json!({"rtt_noise": 0.02}));
    assert!((0.1..0.1203).contains(&noisy), "{noisy}");
}

#[test]
fn a_random_delay_in_each_gap_lengthens_the_gap_by_half_of_it_on_average() {
    // The largest rate is 100 packets per second. Each gap of 10 ms is lengthened by 0 to 10 ms: 1000 / 15 =
    // 66.7 packets per second.
    let packets =
        packets_per_second(&single_flow(json!({"max_rate": 8e5, "gap_noise": 0.01}), json!([]), 200.0));
    assert_close(packets, 66.7, 0.03);
}

#[test]
fn the_fine_grain_factor_is_limited_only_in_the_papers_flavour() {
    // The round-trip time doubles from 0.1 s: (0.1 x 0.1 + 0.9 x 0.2) / (0.99 x 0.1 + 0.01 x 0.2) = 0.19 /
    // 0.101 = 1.881.
    let mut rap = RapRules::new(&Params { fine_grain: true, ..Params::default() }, 1000);
    (rap.frtt, rap.xrtt) = (0.1 + 0.9 * 0.1, 0.1 + 0.01 * 0.1);
    assert_close(rap.fine_grain(), 1.881, 1e-3);
    rap.frtt = 5.0;
    assert_eq!(rap.fine_grain(), 2.0);
    rap.params.flavour = RapFlavour::Ns2;
    assert!(rap.fine_grain() > 40.0);
}

#[test]
fn the_rate_does_not_grow_while_the_application_uses_less_than_half_of_it() {
    let mut document = single_flow(json!({}), json!([]), 30.0);
    document["flows"][0]["source"] = json!({"kind": "cbr", "rate": 80_000});
    let mut run = simulation(&document);
    run_to(&mut run, 30 * SECOND);
    // The application sends 10.4 packets per second, one or two in a step of 100 ms. The rate stops growing
    // at 5 packets per step, of which two are less than half.
    assert!((30_000.0..=50_000.0).contains(&bytes_per_second(&run)), "{}", bytes_per_second(&run));
}
