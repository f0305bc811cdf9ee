//! Statements that TPBA's paper makes without a figure: sensitivity to parameters, proposed improvements, several TPBA flows
//! at once.

use serde_json::{Value, json};

use super::single_flow::{ActivePeriod, UNIT_5120_BYTES, fairness, probing_share, tpba};
use super::{HostPair, NEAR, assumptions, media};
use crate::claims::{ValueSelection, claim, every, reported};
use crate::model::{
    Assumption, Axis, AxisValue, Cell, Claim, Drawing, Experiment, Filter, Paper, Procedure, Quantity,
    Recording, RunPlan, quantity, statement,
};
use crate::run_result::{Measurements, RunResult, bins_between, slice_bins};
use sim_core::analysis::descriptive::mean;

/// The end of the run in seconds.
const END: f64 = 300.0;
/// The time at which flow 4 starts, in seconds.
const JOIN_TIME: f64 = 200.0;
const ONE_SECOND: f64 = 1.0;

/// The scenario of figure 22 with other settings of TPBA. The rate of the link is multiplied by `rate_factor`.
fn document(params: Value, rate_factor: f64) -> Value {
    let network = HostPair { rate: NEAR.rate * rate_factor, ..NEAR };
    network.document(
        END,
        vec![
            network.tcp("tcp1"),
            network.tcp("tcp2"),
            tpba(UNIT_5120_BYTES, params, 0.0),
            network.tcp_starting_at("tcp4", JOIN_TIME, None),
        ],
    )
}

fn measure(run: &RunResult, out: &mut Measurements) {
    let flows = [
        ActivePeriod { id: "tcp1", from: 0.0, to: END },
        ActivePeriod { id: "tcp2", from: 0.0, to: END },
        ActivePeriod { id: "media", from: 0.0, to: END },
        ActivePeriod { id: "tcp4", from: JOIN_TIME, to: END },
    ];
    let f = fairness(&flows, ONE_SECOND, &|id| run.rates(id, "throughput", ONE_SECOND));
    out.number("f", mean(slice_bins(&f, bins_between(10.0, END, ONE_SECOND))));
    out.number("probing", probing_share(run, "media"));
    // A share of 400 kb/s on the wire among three flows, as TCP's payload.
    let fair_rate = 400e3 * 1460.0 / 1500.0;
    let found: Vec<f64> = run
        .series("flow:media", "start_rate")
        .into_iter()
        .take(bins_between(0.0, JOIN_TIME, run.width()).end)
        .filter(|rate| rate.is_finite())
        .map(|rate| (rate / fair_rate - 1.0).abs())
        .collect();
    out.number("off", mean(&found));
    // A flow that only probes sends no reports, and its counter has no value.
    let reports = run.series("flow:media", "rtcp_bytes");
    out.number("rtcp", reports.last().copied().filter(|bytes| bytes.is_finite()).unwrap_or(0.0));
}

fn quantities() -> Vec<Quantity> {
    vec![
        quantity("f", "Mean f", ""),
        quantity("probing", "Share of the time in probing", ""),
        quantity("off", "Mean relative distance of the rate found, r_s, from the fair share", ""),
        quantity("rtcp", "RTCP's reports in both directions", "bytes"),
    ]
}

fn experiment(
    id: &'static str,
    place: &'static str,
    title: &'static str,
    shows: &'static str,
    paper_statement: &'static str,
    claims: Vec<Claim>,
    plan: RunPlan,
) -> Experiment {
    Experiment {
        id,
        paper: Paper::Tpba,
        place,
        title,
        shows,
        statements: vec![statement(paper_statement)],
        claims,
        assumptions: {
            let mut all = assumptions();
            all.push(Assumption {
                what: "All settings except those that the statement names, and the scenario of figure 22.",
                why: "The text describes no experiment.",
            });
            all
        },
        procedure: Procedure::Simulate(Box::new(plan)),
    }
}

fn plan(axes: Vec<Axis>, cells: Vec<Cell>) -> RunPlan {
    RunPlan {
        axes,
        cells,
        seeds: 3,
        recording: Recording::series(0.1, &["throughput", "probing", "start_rate", "rtcp_bytes"]),
        quantities: quantities(),
        measure,
        derive: |_| {},
        drawings: vec![Drawing::Table {
            title: "One change at a time",
            quantities: &["f", "probing", "off", "rtcp"],
        }],
    }
}

fn sensitivity() -> Experiment {
    let mut cells = Vec::new();
    let mut add = |change: &'static str, params: Value| {
        cells.push(Cell { at: vec![("change", AxisValue::Text(change))], document: document(params, 1.0) });
    };
    add("none", json!({}));
    add("T_TCP 0.01 s", json!({ "measure_interval": 0.01 }));
    add(T_TCP_0_3, json!({ "measure_interval": 0.3 }));
    add(T_TCP_0_4, json!({ "measure_interval": 0.4 }));
    add(T_TCP_0_5, json!({ "measure_interval": 0.5 }));
    add("T_TCP 3 s", json!({ "measure_interval": 3 }));
    add("threshold 1 kb/s", json!({ "threshold": 1e3 }));
    add("threshold 10 Mb/s", json!({ "threshold": 1e7 }));
    add("reports every 0.5 s", json!({ "report_interval": 0.5 }));
    let mut plan = plan(vec![Axis { id: "change", label: "Change", unit: "", log: false }], cells);
    plan.quantities.push(quantity(
        "shorter",
        "Share of the time in probing with T_TCP 1 s, minus that with this T_TCP",
        "",
    ));
    plan.derive = |table| {
        let probing = |change| table.value("probing", &[("change", AxisValue::Text(change))]);
        let less = [T_TCP_0_3, T_TCP_0_4, T_TCP_0_5]
            .map(|change| (change, probing("none").zip(probing(change)).map(|(usual, short)| usual - short)));
        for (change, value) in less {
            table.add_derived("shorter", vec![("change", AxisValue::Text(change))], value);
        }
    };
    experiment(
        "tpba-sens",
        "Sections 4 and 6.1",
        "Sensitivity of TPBA",
        "Measuring interval, threshold and report interval, each changed alone.",
        "T_TCP must be several round trips. Table 3 indicates that T_TCP can be smaller than 1 s; a smaller T_TCP allows an earlier switch to the \
         running period.",
        vec![
            claim(
                "With T_TCP 0.3, 0.4 and 0.5 s, the flow probes for a smaller share of the time than with 1 s",
                [every("shorter").above(0.0)],
            ).because("A threshold of 30 kb/s is 0.8 segments in 0.3 s, 1.03 in 0.4 s and 1.3 in 0.5 s. Whether three rates agree depends on how many segments of a window fall into an interval. With 0.4 s the share is 0.22, with 1 s 0.40, with 0.5 s 0.72, with 0.3 s 0.63."),
            reported(
                "Fairness, the share of the time in probing, the rate found, and the bytes of reports for each change",
            ),
        ],
        plan,
    )
}

const T_TCP_0_3: &str = "T_TCP 0.3 s";
const T_TCP_0_4: &str = "T_TCP 0.4 s";
const T_TCP_0_5: &str = "T_TCP 0.5 s";

/// The misconfigurations of section 7: a measuring interval of 1 ms with a threshold of 1 kb/s, and with one of 10 Mb/s.
fn misconfigurations() -> Experiment {
    let mut cells = Vec::new();
    for (rule, positive) in [(RATES_ABOVE_0, true), (PRINTED_RULE, false)] {
        for interval in [0.001, 0.01] {
            for threshold in [1e3, 1e7] {
                let params =
                    json!({ "measure_interval": interval, "threshold": threshold, "positive": positive });
                let at = vec![
                    ("rule", AxisValue::Text(rule)),
                    ("interval", (interval * 1e3).into()),
                    ("threshold", (threshold / 1e3).into()),
                ];
                cells.push(Cell { at, document: document(params, 1.0) });
            }
        }
    }
    let axes = vec![
        Axis { id: "rule", label: "Rates of 0", unit: "", log: false },
        Axis { id: "interval", label: "T_TCP", unit: "ms", log: false },
        Axis { id: "threshold", label: "Threshold", unit: "kb/s", log: false },
    ];
    let mut experiment = experiment(
        "tpba-misconfigured",
        "Section 7",
        "TPBA with unsuitable settings",
        "Measuring intervals of 1 ms with a strict and with a loose threshold.",
        "With T_TCP = 1 ms and a threshold of 1 kb/s, the rate-probing period may not be completed. With 1 ms and 10 Mb/s, the measured rate is not \
         trustworthy.",
        vec![
            claim(
                "With 1 ms and 1 kb/s, the flow probes for at least 99 % of the time",
                [judged("probing", 1.0, 1.0).at_least(0.99)],
            ),
            claim(
                "With 1 ms and 10 Mb/s, probing ends, and the rates found differ from the fair share by at least 25 % in the mean",
                [judged("probing", 1.0, 1e4).below(0.99), judged("off", 1.0, 1e4).at_least(0.25)],
            ).because("In 1 ms the receiver acknowledges no segment or at least one, which is a rate of 0 or of 11.7 Mb/s and more. Such rates differ by more than 10 Mb/s, and three in a row above 0 do not occur. FreeBSD's clock makes 10 ms of 1 ms; the statement then holds."),
            claim(
                "The same with the clock of FreeBSD, which makes 10 ms of 1 ms: with 1 kb/s the flow probes for at least 99 % of the time; with 10 Mb/s the \
                 rates found differ from the fair share by at least 25 % in the mean",
                [
                    judged("probing", 10.0, 1.0).at_least(0.99),
                    judged("probing", 10.0, 1e4).below(0.99),
                    judged("off", 10.0, 1e4).at_least(0.25),
                ],
            ),
            reported("The same values by the printed rule, with which three rates of 0 end probing"),
        ],
        plan(axes, cells),
    );
    experiment.assumptions.push(Assumption {
        what: "A rate of 0 does not end probing.",
        why: "By the printed rule, three rates of 0 agree. At 1 ms most rates are 0, so probing would end at once with a rate of 0. Section 7 says \
              that it may not be completed.",
    });
    experiment
}

const RATES_ABOVE_0: &str = "do not end probing";
const PRINTED_RULE: &str = "end probing, as printed";

/// Selects a quantity of the runs in which rates of 0 do not end probing, for a `T_TCP` in ms and a threshold in kb/s.
fn judged(quantity: &'static str, interval: f64, threshold: f64) -> ValueSelection {
    every(quantity).where_is("rule", RATES_ABOVE_0).between("interval", interval, interval).between(
        "threshold",
        threshold,
        threshold,
    )
}

fn improvements() -> Experiment {
    let mut cells = Vec::new();
    for factor in [0.1, 1.0, 10.0] {
        for (change, params) in [
            ("none", json!({})),
            ("measured between reductions", json!({ "embedded": true })),
            ("threshold of 5 %", json!({ "proportion": 0.05 })),
            ("early return", json!({ "early_return": 2 })),
        ] {
            let at = vec![("change", AxisValue::Text(change)), ("rate", (NEAR.rate * factor / 1e6).into())];
            cells.push(Cell { at, document: document(params, factor) });
        }
    }
    let axes = vec![
        Axis { id: "change", label: "Improvement", unit: "", log: false },
        Axis { id: "rate", label: "Link", unit: "Mb/s", log: true },
    ];
    let mut plan = plan(axes, cells);
    plan.drawings = vec![
        Drawing::Curves {
            title: "Fairness",
            quantities: &["f"],
            x: "rate",
            by: "change",
            only: Filter::default(),
        },
        Drawing::Table { title: "One improvement at a time", quantities: &["f", "probing"] },
    ];
    experiment(
        "tpba-improved",
        "Section 7",
        "The improvements that the paper proposes",
        "Measuring between reductions of the window, a threshold in percent, and an early return to probing.",
        "A difference of 100 kb/s affects flows of 300 kb/s much more than flows of 10 Mb/s. The threshold should therefore be a percentage, for example 5 %.",
        vec![reported(
            "Fairness and the share of the time in probing with each improvement, on links of 0.12, 1.2 and 12 Mb/s",
        )],
        plan,
    )
}

fn several_flows() -> Experiment {
    let cell = |count: u32| {
        let mut flows = vec![NEAR.tcp("tcp1"), NEAR.tcp("tcp2")];
        for i in 1..=count {
            let mut flow = media(&format!("media{i}"), "tpba", json!({}), 0.0);
            flow["start"] = json!({ "min": 0, "max": 10 });
            flows.push(flow);
        }
        Cell { at: vec![("count", count.into())], document: NEAR.document(END, flows) }
    };
    let mut plan =
        plan(vec![Axis { id: "count", label: "TPBA flows", unit: "", log: false }], vec![cell(2), cell(4)]);
    plan.quantities.push(quantity("overlap", "Share of the time in which at least two probe", ""));
    plan.measure = |run, out| {
        let count = run.axis_number("count") as u32;
        let media: Vec<String> = (1..=count).map(|i| format!("media{i}")).collect();
        let ids: Vec<&str> = ["tcp1", "tcp2"].into_iter().chain(media.iter().map(String::as_str)).collect();
        let flows: Vec<ActivePeriod> =
            ids.iter().map(|&id| ActivePeriod { id, from: 0.0, to: END }).collect();
        let f = fairness(&flows, ONE_SECOND, &|id| run.rates(id, "throughput", ONE_SECOND));
        out.number("f", mean(slice_bins(&f, bins_between(20.0, END, ONE_SECOND))));
        let probing_series: Vec<Vec<f64>> =
            media.iter().map(|id| run.series(&format!("flow:{id}"), "probing")).collect();
        let bins = probing_series.iter().map(Vec::len).min().unwrap_or(0);
        // All flows have started after 20 s.
        let first_bin = bins_between(0.0, 20.0, run.width()).end;
        let probing_flows = |bin: usize| probing_series.iter().filter(|series| series[bin] > 0.5).count();
        let overlapping_bins = (first_bin..bins).filter(|&bin| probing_flows(bin) >= 2).count();
        out.number(
            "overlap",
            (bins > first_bin).then(|| overlapping_bins as f64 / (bins - first_bin) as f64),
        );
        let shares: Option<Vec<f64>> = media.iter().map(|id| probing_share(run, id)).collect();
        out.number("probing", shares.and_then(|shares| mean(&shares)));
    };
    plan.drawings =
        vec![Drawing::Table { title: "Several TPBA flows", quantities: &["f", "probing", "overlap"] }];
    experiment(
        "tpba-multi",
        "Section 7",
        "Several TPBA flows",
        "Two and four TPBA flows beside two TCP flows.",
        "The paper expects that each flow finds its rate, but did not test it.",
        vec![reported(
            "Fairness and the share of the time in which at least two flows probe; the flows start within the first 10 s",
        )],
        plan,
    )
}

pub fn experiments() -> Vec<Experiment> {
    vec![sensitivity(), misconfigurations(), improvements(), several_flows()]
}
