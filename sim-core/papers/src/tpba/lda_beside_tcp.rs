//! LDA in competition with two TCP flows (figure 3). With this experiment the paper motivates TPBA.

use serde_json::json;

use super::{FIRST_NETWORK, assumptions, media};
use crate::claims::{claim, every};
use crate::model::{
    Axis, Cell, Drawing, Experiment, Filter, Paper, Procedure, Recording, RunPlan, quantity, statement,
};

/// The width of the recorded bins in seconds.
const BIN: f64 = 0.5;
/// Pairs of a number of adaptations and the rate in kb/s that the closed form gives after so many.
const CLOSED_FORM: [(u32, f64); 3] = [(1, 605.0), (2, 607.5), (3, 608.7)];

pub fn fig3() -> Experiment {
    let params = json!({ "initial_rate": 600e3, "initial_increase": 10e3, "reduction": 3, "adapt_interval": 3, "report_interval": 1 });
    let flows = vec![FIRST_NETWORK.tcp("tcp1"), FIRST_NETWORK.tcp("tcp2"), media("lda", "lda", params, 1.0)];
    Experiment {
        id: "tpba-fig3",
        paper: Paper::Tpba,
        place: "Figure 3",
        title: "LDA beside two TCP flows",
        shows: "LDA that starts above its share stays above it, because it loses no packets.",
        statements: vec![statement(
            "Flow 3 (LDA) stays faster than the TCP flows. The difference grows slightly at each adaptation. No loss is reported.",
        )],
        claims: vec![
            claim(
                "LDA's payload rate is from 600 to 615 kb/s and never falls",
                [every("least").at_least(600.0), every("most").at_most(615.0), every("falls").at_most(0.0)],
            ),
            claim("LDA loses no packet", [every("lost").at_most(0.0)]),
            claim("Each TCP flow gets 250 to 320 kb/s", [every("tcp").within(250.0, 320.0)]),
            claim(
                "The rates after each adaptation are those of the closed form: 605.0, 607.5 and 608.7 kb/s, with the limit 609.9 kb/s",
                [every("off_form").at_most(0.3), every("most").at_most(609.95)],
            ),
        ],
        assumptions: assumptions(),
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![
                Axis { id: "flow", label: "Flow", unit: "", log: false },
                Axis { id: "step", label: "Adaptation", unit: "", log: false },
            ],
            cells: vec![Cell { at: Vec::new(), document: FIRST_NETWORK.document(30.0, flows) }],
            seeds: 1,
            recording: Recording::series(BIN, &["throughput", "rate"]),
            quantities: vec![
                quantity("least", "Least rate of LDA", "kb/s"),
                quantity("most", "Greatest rate of LDA", "kb/s"),
                quantity("falls", "How often LDA's rate falls", ""),
                quantity("lost", "Lost packets of LDA", ""),
                quantity("tcp", "Rate of a TCP flow", "kb/s"),
                quantity("off_form", "Distance from the closed form", "kb/s"),
            ],
            measure: |run, out| {
                let rates: Vec<f64> = run.series("flow:lda", "rate").iter().map(|bps| bps / 1e3).collect();
                let finite_rates: Vec<f64> = rates.iter().copied().filter(|x| x.is_finite()).collect();
                out.number("least", finite_rates.iter().copied().reduce(f64::min));
                out.number("most", finite_rates.iter().copied().reduce(f64::max));
                out.number(
                    "falls",
                    finite_rates.windows(2).filter(|pair| pair[1] < pair[0] - 1e-6).count() as f64,
                );
                out.number("lost", run.mean("lda", "lost"));
                for (flow, id) in [(1_u32, "tcp1"), (2, "tcp2")] {
                    let rate = run.mean(id, "throughput_bps").map(|bps| bps / 1e3);
                    out.number_at("tcp", vec![("flow", flow.into())], rate);
                }
                // The rates after 0, 1, 2, ... adaptations.
                let mut steps = finite_rates.clone();
                steps.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
                for (step, expected) in CLOSED_FORM {
                    let error = steps.get(step as usize).map(|rate| (rate - expected).abs());
                    out.number_at("off_form", vec![("step", step.into())], error);
                }
                for (label, id) in [("TCP 1", "tcp1"), ("TCP 2", "tcp2"), ("LDA", "lda")] {
                    let rates = run.rates(id, "throughput", 1.0).iter().map(|bps| bps / 1e3).collect();
                    out.curve("rate", label, 0.0, 1.0, rates);
                }
            },
            derive: |_| {},
            drawings: vec![Drawing::Series {
                title: "Rates on the wire",
                curves: &["rate"],
                y: "Rate",
                unit: "kb/s",
                only: Filter::default(),
            }],
        })),
    }
}
