//! LDA: adapts a rate to RTCP's reports by an increase that shrinks with every step without loss, and by reductions in proportion to
//! the loss (Sisalem and Schulzrinne 1998, as printed by Tobe, Tamura, Nishino and Tokuda 2000). The rules are in
//! `lda_family/rules.rs`.

use super::lda_family::{self, LdaParams};
use crate::describe::{AlgorithmInfo, Family, help_text};
use crate::lda_family;
use crate::params::ParamSet;
use crate::transport::Expectations;

const DOC: &str = "Every few seconds the sender evaluates the RTCP reports since the last adaptation: the loss $p$, the round-trip time \
    $\\tau$, and the bottleneck's rate $b$ measured by packet pairs.\n\n\
    **No loss**, $r < b$:\n\n\
    $$AIR \\leftarrow \\min\\left(AIR\\,(1 - r/b),\\ \\frac{M}{2\\tau}\\left(\\frac{T_{adapt}}{\\tau} + 1\\right)\\right), \\quad r \\leftarrow r + AIR$$\n\n\
    The second term is the growth of a TCP's rate until the next adaptation. At or above $b$ the rate becomes $b$. **Loss**: \
    $AIR \\leftarrow AIR_0$ and $r \\leftarrow \\max(r\\,(1 - p R_f),\\ r_{min})$.\n\n\
    **What to see**: $AIR$ is remembered, so it shrinks with every step, and the rate converges to a value that does not depend on its fair \
    share: 152 kb/s from $AIR_0 = 10$ kb/s behind 1.2 Mb/s, and 456 kb/s from 100. Only a loss resets the increase.\n\n\
    **Interpretation.** The rate $r$ and the packet size $M$ count the application's bytes (512 of 552 on the wire in the paper), $b$ counts bytes on the wire; with a \
    setting $r$ counts all bytes. $\\tau$ is the last sample, with queueing delay. Without an estimate of $b$ the rate does not change.\n\n\
    **Lost reports.** The loss between two adaptations is the difference of the reports' cumulative counters, so the next report makes up for a lost one; a setting \
    uses the mean of the reports' fractions instead, weighted by their packets. Without any report the rate does not change; after three \
    intervals without a report it is halved, and again after each further one.";

fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: "lda",
        name: "LDA",
        family: Family::Report,
        summary: help_text("Adapts a media flow's rate to RTCP's reports with an increase that shrinks at every step without loss."),
        doc: help_text(DOC),
        references: lda_family::references(),
        fields: LdaParams::fields(),
        signals: lda_family::signals(),
        decisions: lda_family::decisions(),
    }
}

/// The increase shrinks with each step, so that the rate comes to rest below the link's rate: at 6.0 of 10 Mb/s of payload from half of
/// the link, and at 4.5 of 10 Mb/s, the root of twice the bottleneck's rate times the increase, from the minimum rate after an outage.
fn expectations() -> Expectations {
    Expectations { alone: 0.55, after_outage: 0.4, ..Expectations::of(Family::Report) }
}

lda_family!(Lda, "lda", fixed: false, expectations: expectations());

#[cfg(test)]
mod tests {
    use crate::ground::time::SECOND;
    use crate::protocols::testing::{close, of_summary, run_to, simulation};
    use serde_json::{Value, json};

    /// Behind 1.2 Mb/s with two TCPs of eleven segments, as in the paper's figures 3, 26 and 27. The media flow's id sorts first.
    fn beside_two_tcps(params: Value, duration: f64) -> Value {
        let still = json!({"sender": 0, "receiver": 0});
        json!({"v": 1, "duration": duration,
            "network": {"kind": "dumbbell",
                "forward": {"rate": 1.2e6, "delay": 0.006, "queue": {"kind": "drop_tail", "limit": {"packets": 120}}}},
            "flows": [
                {"id": "media", "algorithm": "lda", "packet": 552, "params": params, "access": still},
                {"id": "tcp", "algorithm": "reno", "count": 2, "params": {"receive_window": 11}, "access": still}]})
    }

    #[test]
    fn comes_to_rest_beside_two_tcps_as_by_hand() {
        // Rates after some seconds, 3 per step: the closed forms 605.0, 607.5 and 609.9; 151.6; 456.0 kb/s.
        let cases = [
            (json!({"initial_rate": 600e3}), vec![(4, 605.0), (7, 607.5), (60, 609.9)]),
            (json!({}), vec![(4, 19.917), (190, 151.5)]),
            (json!({"initial_increase": 100e3}), vec![(190, 456.0)]),
        ];
        for (params, expected) in cases {
            let last = expected[expected.len() - 1].0;
            let mut run = simulation(&beside_two_tcps(params.clone(), last as f64));
            for (at, kbps) in expected {
                run_to(&mut run, at * SECOND);
                let rate = run.world().sender_state(0).rate.unwrap_or(0.0) / 1e3;
                close(rate, kbps, 1e-3);
            }
            assert_eq!(of_summary(&run, "lost"), 0.0, "{params}");
        }
    }
}
