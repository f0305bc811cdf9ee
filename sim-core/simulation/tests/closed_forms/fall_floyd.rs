//! Recovery of Tahoe, Reno, NewReno and SACK from one to four losses in one window (Fall and Floyd 1996).
//!
//! The path has 8 Mb/s and 0.1 ms to a router, then 0.8 Mb/s and 100 ms to the receiver. The transfer has
//! 200 packets of 1000 bytes and a maximum window of 28 packets. Packets are numbered by their arrival at the
//! slow link. The first one, two, three or four of the packets 30, 32, 34 and 36 are lost. The expected
//! results are those of ns-2.35 in an equal scenario.

use super::run::{assert_within_fraction, flow, summary};
use serde_json::{Value, json};
use sim_core::ground::convert::whole;

/// The seconds until all data are acknowledged, the number of timeouts, and the number of retransmitted
/// packets.
type Outcome = (f64, u32, u32);

fn scenario(algorithm: &str, drops: usize, fine_timers: bool) -> Value {
    let mut params = json!({
        "initial_window": 1, "initial_ssthresh": 28, "receive_window": 28, "idle_restart": false,
        "grow_only_when_limited": false, "growth": "acks", "timestamps": false, "rto_rule": "ns2", "initial_rto": 3,
        "halve": "window",
        "limited_transmit": fine_timers,
        "min_rto": if fine_timers { 0.2 } else { 1.0 },
        "tick": if fine_timers { 0.01 } else { 0.1 },
    });
    match algorithm {
        "newreno" => params["partial_timer"] = json!("impatient"),
        "sack" => params["sack_rule"] = json!("ns2"),
        _ => {}
    }
    // Number 0 is the packet of the handshake. Retransmissions also have numbers.
    let lost: Vec<u64> = [30, 32, 34, 36].into_iter().take(drops).collect();
    json!({
        "v": 1, "duration": 20,
        "network": {"kind": "dumbbell",
            "forward": {"rate": 8e5, "delay": 0.1, "queue": {"kind": "drop_tail", "limit": {"packets": 100}},
                        "loss": [{"kind": "listed", "packets": lost, "what": "data"}]},
            // In ns-2 the slow link ends at the receiver, so the path has one access link. Here the path
            // has two access links of twice the rate, which take the same time.
            "access_rate": 16e6},
        "jitter": {"mode": "off"},
        "flows": [{"id": "f", "algorithm": algorithm, "params": params, "packet": 1000,
                   "access": {"sender": 0.0001, "receiver": 0},
                   "source": {"kind": "finite", "bytes": 200 * 960}}],
    })
}

fn outcome(algorithm: &str, drops: usize, fine_timers: bool) -> Outcome {
    let s = summary(scenario(algorithm, drops, fine_timers));
    assert_eq!(flow(&s, "lost"), drops as f64);
    (flow(&s, "acknowledged_s"), whole::<u32>(flow(&s, "timeouts")), whole::<u32>(flow(&s, "retransmitted")))
}

#[track_caller]
fn check(algorithm: &str, fine_timers: bool, expected: &[(usize, Outcome)]) {
    for &(drops, (seconds, timeouts, retransmitted)) in expected {
        let measured = outcome(algorithm, drops, fine_timers);
        assert_eq!(
            (measured.1, measured.2),
            (timeouts, retransmitted),
            "{algorithm}, {drops} lost: {measured:?}"
        );
        // The tolerance is 1 %. The times of ns-2 are known to 10 ms, which is 0.3 % of the shortest time.
        assert_within_fraction(
            &format!("seconds for 200 packets, {drops} of one window lost, {algorithm}"),
            measured.0,
            seconds,
            0.01,
        );
    }
}

#[test]
fn tahoe_restarts_and_retransmits_received_packets() {
    check("tahoe", false, &[(1, (4.16, 0, 1)), (2, (4.28, 0, 3)), (3, (4.39, 0, 6)), (4, (4.37, 0, 9))]);
}

#[test]
fn reno_recovers_from_one_loss_and_waits_for_the_timer_after_two() {
    check("reno", false, &[(1, (3.70, 0, 1)), (2, (6.02, 1, 2)), (3, (6.12, 1, 4)), (4, (6.25, 1, 7))]);
}

#[test]
fn newreno_takes_up_to_one_more_rtt_for_each_further_loss() {
    check("newreno", false, &[(1, (3.70, 0, 1)), (2, (3.85, 0, 2)), (3, (4.03, 0, 3)), (4, (4.22, 0, 4))]);
    let times: Vec<f64> = (1..=4).map(|drops| outcome("newreno", drops, false).0).collect();
    // The RTT is 0.2 s. Each further loss adds less than one RTT to the transfer, because the sender also
    // sends new packets during recovery.
    assert!(times.windows(2).all(|pair| (0.12..0.22).contains(&(pair[1] - pair[0]))), "{times:?}");
}

#[test]
fn sack_retransmits_lost_packets_only() {
    check("sack", false, &[(1, (3.72, 0, 1)), (2, (3.75, 0, 2)), (3, (3.76, 0, 3)), (4, (3.77, 0, 4))]);
}

#[test]
fn fine_timers_shorten_timeouts_and_expire_during_newreno_recovery() {
    for (algorithm, drops, seconds) in
        [("reno", 2, 5.36), ("reno", 3, 5.40), ("reno", 4, 5.54), ("newreno", 3, 4.97), ("newreno", 4, 5.21)]
    {
        let (time, timeouts, _) = outcome(algorithm, drops, true);
        assert_eq!(timeouts, 1, "{algorithm}, {drops} lost");
        assert_within_fraction(
            &format!("the same with a 10 ms clock, {drops} lost, {algorithm}"),
            time,
            seconds,
            0.01,
        );
    }
    for drops in 1..=4 {
        assert_eq!(outcome("sack", drops, true).1, 0);
    }
    assert_eq!(outcome("newreno", 2, true).1, 0);
}
