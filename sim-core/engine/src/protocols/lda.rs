//! LDA: adapts a rate to RTCP's reports. Each step without loss increases the rate, by less than the step
//! before, and a loss reduces the rate in proportion to the loss (Sisalem and Schulzrinne 1998, as printed by
//! Tobe, Tamura, Nishino and Tokuda 2000). The rules are in `lda_family/rules.rs`.

use crate::lda_family;
use crate::protocols::prelude::*;

/// The tests that use these numbers have a link of 10 Mb/s and an initial increase of 1 Mb/s. The increase becomes
/// smaller with each step, so the rate converges to a value below the link's rate. If the rate begins at half of
/// the link's rate, it converges to 6.0 Mb/s of payload. After an outage it begins at the minimum rate and
/// converges to 4.5 Mb/s, which is the square root of twice the bottleneck's rate times the initial increase.
fn expectations() -> Expectations {
    Expectations { goodput_alone: 0.55, goodput_after_outage: 0.4, ..Expectations::of(Family::Report) }
}

lda_family!(Lda, "lda", "LDA", from_initial_increase: false, expectations: expectations());

#[cfg(test)]
mod tests {
    use crate::ground::time::SECOND;
    use crate::protocols::testing::{assert_close, run_to, simulation, summary_number};
    use serde_json::{Value, json};

    /// A media flow and two TCP flows with windows of at most eleven packets at a bottleneck of 1.2 Mb/s, as
    /// in figures 3, 26 and 27 of Tobe and others. The media flow has index 0, because flows are sorted by
    /// id.
    fn with_two_tcps(params: Value, duration: f64) -> Value {
        let no_delay = json!({"sender": 0, "receiver": 0});
        json!({"v": 1, "duration": duration,
            "network": {"kind": "dumbbell",
                "forward": {"rate": 1.2e6, "delay": 0.006, "queue": {"kind": "drop_tail", "limit": {"packets": 120}}}},
            "flows": [
                {"id": "media", "algorithm": "lda", "packet": 552, "params": params, "access": no_delay},
                {"id": "tcp", "algorithm": "reno", "count": 2, "params": {"receive_window": 11}, "access": no_delay}]})
    }

    #[test]
    fn the_rate_with_two_tcps_converges_as_computed_by_hand() {
        // Pairs of a time in s and the rate in kb/s. There is an adaptation every 3 s. `lda_family/rules.rs`
        // tests these rates without a network.
        let cases = [
            (json!({"initial_rate": 600e3}), vec![(4, 605.0), (7, 607.5), (60, 609.9)]),
            (json!({}), vec![(4, 19.917), (190, 151.5)]),
            (json!({"initial_increase": 100e3}), vec![(190, 456.0)]),
        ];
        for (params, expected) in cases {
            let last = expected[expected.len() - 1].0;
            let mut run = simulation(&with_two_tcps(params.clone(), last as f64));
            for (at, kbps) in expected {
                run_to(&mut run, at * SECOND);
                let rate = run.world().sender_state(0).rate.unwrap_or(0.0) / 1e3;
                assert_close(rate, kbps, 1e-3);
            }
            assert_eq!(summary_number(&run, "lost"), 0.0, "{params}");
        }
    }

    #[test]
    fn bursts_preserve_the_rate() {
        // 600 kb/s of payload in packets of 512 bytes are 146.5 packets per second; the rate does not change
        // before 3 s. Probes and bursts send up to nine packets early.
        for burst in [1, 10] {
            let params = json!({"initial_rate": 600e3, "burst_packets": burst, "probe_every": 20});
            let mut run = simulation(&with_two_tcps(params, 3.0));
            run_to(&mut run, 3 * SECOND);
            let sent = summary_number(&run, "sent");
            assert!((sent - 3.0 * 146.5).abs() <= 10.0, "bursts of {burst}: {sent} packets");
        }
    }
}
