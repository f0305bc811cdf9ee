//! Five TAIMD or TFRC flows with and without five TCP flows, over the rate of the link (figures 6 and 7). The paper's
//! captions of these figures are swapped; the experiments follow its text.

use serde_json::json;

use super::{document, flow, network_assumptions, tcp, tcp_sack, tfrc, tfrc_assumption};
use crate::claims::{claim, every, reported};
use crate::model::{
    Assumption, Axis, AxisCondition, AxisValue, Cell, Coordinates, Drawing, Experiment, Filter, Paper,
    Procedure, Quantity, Recording, RunPlan, quantity, ratio, statement,
};
use crate::run_result::{Measurements, RunResult};
use crate::table::ResultTable;
use sim_core::analysis::descriptive::{mean, rank_correlation};
use sim_core::analysis::fairness::tcp_ratio;

const RATES: [f64; 8] = [1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0];
const TAIMD: &str = "TAIMD";
const TFRC: &str = "TFRC";
const PROTOCOLS: [&str; 2] = [TAIMD, TFRC];
const WITH_TCP: &str = "with TCP";
const WITH_SACK: &str = "with TCP SACK";
const ALONE: &str = "alone";

/// The width in seconds of the bins in which the coefficient of variation is measured: twice what the paper calls RTT.
const BIN: f64 = 0.1;

fn cells(company: &[&'static str]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &company in company {
        for name in PROTOCOLS {
            for rate in RATES {
                let (algorithm, params) = if name == TAIMD { ("taimd", json!({})) } else { ("tfrc", tfrc()) };
                let mut flows = vec![flow("friend", algorithm, params, 5, 0.0)];
                match company {
                    WITH_TCP => flows.push(tcp("tcp", json!({}), 5, 0.0)),
                    WITH_SACK => flows.push(tcp_sack("tcp", json!({}), 5, 0.0)),
                    _ => {}
                }
                let at: Coordinates = vec![
                    ("company", AxisValue::Text(company)),
                    ("with", AxisValue::Text(name)),
                    ("B", rate.into()),
                ];
                cells.push(Cell { at, document: document(rate * 1e6, (300.0, 100.0), &[BIN], flows) });
            }
        }
    }
    cells
}

fn measure(run: &RunResult, out: &mut Measurements) {
    out.number("cov", run.mean_cov("friend", "0.1"));
    let lost = run.sum("friend", "lost") / run.sum("friend", "sent");
    out.number("loss", lost);
    out.number("u", run.utilisation());
    if !run.is("company", ALONE) {
        let of = |entry| run.each(entry, "throughput_bps");
        out.number("rho", tcp_ratio(&of("tcp"), &of("friend")));
    }
}

fn quantities() -> Vec<Quantity> {
    vec![
        quantity("cov", "CoV in bins of 0.1 s, mean of the flows", ""),
        quantity("loss", "Share of the packets lost", ""),
        ratio("rho", "TCP's rate over the others'"),
        quantity("u", "Utilisation", ""),
        quantity("rho_low", "Mean ratio up to 2 Mb/s", ""),
        quantity("rho_high", "Mean ratio from 10 Mb/s on", ""),
        quantity("rho_growth", "The second less the first", ""),
        quantity("cov_over_alone", "CoV with TCP over that without", ""),
        quantity("loss_over_alone", "Loss with TCP over that without", ""),
        quantity("cov_ratio", "CoV of TAIMD over that of TFRC", ""),
        quantity("loss_ratio", "Loss of TAIMD over that of TFRC", ""),
        quantity("trend", "Rank correlation of the CoV with the rate", ""),
        quantity("loss_predicted", "TAIMD's loss over what the model predicts", ""),
    ]
}

fn coordinates(company: &'static str, name: &'static str, rate: f64) -> Coordinates {
    vec![("company", AxisValue::Text(company)), ("with", AxisValue::Text(name)), ("B", rate.into())]
}

/// Rates of the link in Mb/s, and the loss rates that the deterministic model predicts. In the model the windows of
/// five flows add up to the BDP plus the buffer.
const PREDICTED: [(f64, f64); 4] = [(5.0, 0.0026), (7.0, 0.0013), (10.0, 0.00064), (20.0, 0.00016)];

fn derive(table: &mut ResultTable) {
    let value = |table: &ResultTable, quantity, at: Coordinates| table.value(quantity, &at);
    let quotient = |a: Option<f64>, b: Option<f64>| a.zip(b).map(|(a, b)| a / b);
    for name in PROTOCOLS {
        let between = |from: f64, to: f64| {
            Filter(vec![
                AxisCondition::Is { axis: "company", text: WITH_TCP },
                AxisCondition::Is { axis: "with", text: name },
                AxisCondition::Between { axis: "B", from, to },
            ])
        };
        let rho = |table: &ResultTable, from, to| mean(&table.means("rho", &between(from, to))?);
        let (low, high) = (rho(table, 0.0, 2.0), rho(table, 10.0, f64::INFINITY));
        let at = || vec![("with", AxisValue::Text(name))];
        if low.is_some() || high.is_some() {
            table.add_derived("rho_low", at(), low);
            table.add_derived("rho_high", at(), high);
            table.add_derived("rho_growth", at(), high.zip(low).map(|(high, low)| high - low));
        }
        for rate in RATES {
            for (quantity, id) in [("cov", "cov_over_alone"), ("loss", "loss_over_alone")] {
                let with = value(table, quantity, coordinates(WITH_TCP, name, rate));
                if with.is_some() {
                    let more = quotient(with, value(table, quantity, coordinates(ALONE, name, rate)));
                    table.add_derived(id, vec![("with", AxisValue::Text(name)), ("B", rate.into())], more);
                }
            }
        }
    }
    for company in [WITH_TCP, ALONE] {
        for rate in RATES {
            for (quantity, id) in [("cov", "cov_ratio"), ("loss", "loss_ratio")] {
                let ours = value(table, quantity, coordinates(company, TAIMD, rate));
                let theirs = value(table, quantity, coordinates(company, TFRC, rate));
                if ours.is_some() {
                    table.add_derived(
                        id,
                        vec![("company", AxisValue::Text(company)), ("B", rate.into())],
                        quotient(ours, theirs),
                    );
                }
            }
        }
    }
    for name in PROTOCOLS {
        let covs: Option<Vec<f64>> =
            RATES.iter().map(|&rate| value(table, "cov", coordinates(ALONE, name, rate))).collect();
        let trend = covs.and_then(|covs| rank_correlation(&RATES, &covs));
        table.add_derived("trend", vec![("with", AxisValue::Text(name))], trend);
    }
    for (rate, predicted) in PREDICTED {
        let loss = value(table, "loss", coordinates(ALONE, TAIMD, rate)).map(|loss| loss / predicted);
        table.add_derived("loss_predicted", vec![("B", rate.into())], loss);
    }
}

fn plan(company: &[&'static str], shown: &'static str) -> RunPlan {
    let curves = |title, quantities| Drawing::Curves {
        title,
        quantities,
        x: "B",
        by: "with",
        only: crate::axes::filter_by_text("company", shown),
    };
    let mut drawings = vec![curves("Smoothness", &["cov"]), curves("Loss", &["loss"])];
    if shown == WITH_TCP {
        drawings.push(curves("TCP's rate over the others'", &["rho"]));
    }
    RunPlan {
        axes: vec![
            Axis { id: "company", label: "Company", unit: "", log: false },
            Axis { id: "with", label: "Protocol", unit: "", log: false },
            Axis { id: "B", label: "Bottleneck", unit: "Mb/s", log: true },
        ],
        cells: cells(company),
        seeds: 3,
        recording: Recording::SUMMARY_ONLY,
        quantities: quantities(),
        measure,
        derive,
        drawings,
    }
}

fn assumptions() -> Vec<Assumption> {
    let mut all = network_assumptions().to_vec();
    all.extend([
        Assumption {
            what: "Figure 6 shows the flows beside TCP, and figure 7 the flows alone",
            why: "Sections 4.2 and 4.3 say so. The captions call figure 6 intra-protocol performance and figure 7 inter-protocol \
                  performance with TCP.",
        },
        Assumption {
            what: "Rates of 1, 2, 3, 5, 7, 10, 15 and 20 Mb/s",
            why: "The text names 2 Mb/s as a low and 10 Mb/s as a high rate, and no others.",
        },
        Assumption {
            what: "Runs of 300 s, of which the first 100 s are not measured; three seeds; packets of 1000 bytes",
            why: "The paper gives none of these numbers.",
        },
        tfrc_assumption(),
    ]);
    all
}

const INF: f64 = f64::INFINITY;

pub fn experiments() -> Vec<Experiment> {
    vec![
        Experiment {
            id: "taimd-fig6",
            paper: Paper::Taimd,
            place: "Figure 6",
            title: "Five TAIMD or TFRC flows beside five TCP flows",
            shows: "Smoothness, loss and TCP's share at different rates of the link.",
            statements: vec![
                statement(
                    "TAIMD and TFRC perform alike. Both are very fair to TCP at low loss, and become less fair as the loss grows.",
                ),
                statement("Both lose more packets and vary more than without TCP."),
            ],
            claims: vec![
                claim(
                    "From 10 Mb/s on, TCP's rate is 0.75 to 1.3 times that of the others",
                    [every("rho").where_is("company", WITH_TCP).between("B", 10.0, INF).within(0.75, 1.3)],
                ),
                claim(
                    "TCP's share is on average smaller up to 2 Mb/s than from 10 Mb/s on",
                    [every("rho_growth").above(0.0)],
                ),
                claim(
                    "From 3 Mb/s on, CoV and loss are above those without TCP at the same rate",
                    [
                        every("cov_over_alone").between("B", 3.0, INF).above(1.0),
                        every("loss_over_alone").between("B", 3.0, INF).above(1.0),
                    ],
                ),
                claim(
                    "TAIMD's CoV is 0.5 to 1.5 times TFRC's",
                    [every("cov_ratio").where_is("company", WITH_TCP).within(0.5, 1.5)],
                ),
                claim(
                    "TAIMD's loss is 0.6 to 1.4 times TFRC's",
                    [every("loss_ratio").where_is("company", WITH_TCP).within(0.6, 1.4)],
                ),
                reported("With TCP SACK instead of Reno: TCP's rate over that of the others"),
            ],
            assumptions: assumptions(),
            procedure: Procedure::Simulate(Box::new(plan(&[WITH_TCP, WITH_SACK, ALONE], WITH_TCP))),
        },
        Experiment {
            id: "taimd-fig7",
            paper: Paper::Taimd,
            place: "Figure 7",
            title: "Five TAIMD or TFRC flows alone",
            shows: "Smoothness and loss at different rates of the link.",
            statements: vec![
                statement("TAIMD's CoV decreases gradually with the link's rate. TFRC's CoV fluctuates."),
                statement("At high rates both lose alike. At low rates TAIMD loses slightly less."),
            ],
            claims: vec![
                claim(
                    "Rank correlation of TAIMD's CoV with the rate is at most -0.7",
                    [every("trend").where_is("with", TAIMD).at_most(-0.7)],
                ),
                claim(
                    "TFRC's CoV fluctuates: its rank correlation with the rate is above -0.7",
                    [every("trend").where_is("with", TFRC).above(-0.7)],
                )
                .because("TFRC's CoV is twice TAIMD's, but falls with the rate as TAIMD's does."),
                claim(
                    "From 5 Mb/s on, TAIMD's CoV is below TFRC's",
                    [every("cov_ratio").between("B", 5.0, INF).below(1.0)],
                ),
                claim(
                    "TAIMD's CoV at 10 Mb/s is below 0.10",
                    [every("cov").where_is("with", TAIMD).between("B", 10.0, 10.0).below(0.10)],
                ),
                claim(
                    "From 10 Mb/s on, TAIMD's loss is 0.6 to 1.4 times TFRC's",
                    [every("loss_ratio").between("B", 10.0, INF).within(0.6, 1.4)],
                ),
                claim(
                    "Up to 2 Mb/s, TAIMD's loss is at most 1.1 times TFRC's",
                    [every("loss_ratio").between("B", 0.0, 2.0).at_most(1.1)],
                )
                .because(
                    "TAIMD's law is TCP's without timeouts. At a window of few packets it balances at a higher loss than TFRC's \
                     equation, and at 1 Mb/s a reduction of 6 % is less than a packet.",
                ),
                claim(
                    "At 2 Mb/s, the low rate that the text names, TAIMD's loss is below TFRC's",
                    [every("loss_ratio").between("B", 2.0, 2.0).below(1.0)],
                ),
                claim("The utilisation is at least 0.97", [every("u").at_least(0.97)]),
                claim(
                    "TAIMD's loss at 5, 7, 10 and 20 Mb/s is within a factor of 2 of the model's 0.0026, 0.0013, 0.00064 and 0.00016",
                    [every("loss_predicted").within(0.5, 2.0)],
                ),
            ],
            assumptions: assumptions(),
            procedure: Procedure::Simulate(Box::new(plan(&[ALONE], ALONE))),
        },
    ]
}
