//! Statements that TPBA's paper makes without a figure: sensitivity to parameters, proposed improvements, several TPBA flows
//! at once. The results are reported, not judged.

use serde_json::{Value, json};

use super::single_flow::{ActivePeriod, UNIT_5120_BYTES, fairness, probing_share, tpba};
use super::{HostPair, NEAR, assumptions, media};
use crate::claims::reported;
use crate::model::{
    Assumption, Axis, AxisValue, Cell, Drawing, Experiment, Filter, Paper, Procedure, Quantity, Recording,
    RunPlan, quantity, statement,
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
    // A flow that only probes sends no reports, and its counter has no value.
    let reports = run.series("flow:media", "rtcp_bytes");
    out.number("rtcp", reports.last().copied().filter(|bytes| bytes.is_finite()).unwrap_or(0.0));
}

fn quantities() -> Vec<Quantity> {
    vec![
        quantity("f", "Mean f", ""),
        quantity("probing", "Share of the time in probing", ""),
        quantity("rtcp", "RTCP's reports, both ways", "bytes"),
    ]
}

fn experiment(
    id: &'static str,
    place: &'static str,
    title: &'static str,
    shows: &'static str,
    paper_statement: &'static str,
    reported_claim: &'static str,
    plan: RunPlan,
) -> Experiment {
    Experiment {
        id,
        paper: Paper::Tpba,
        place,
        title,
        shows,
        statements: vec![statement(paper_statement)],
        claims: vec![reported(reported_claim)],
        assumptions: {
            let mut all = assumptions();
            all.push(Assumption { what: "All values", why: "No figure, no numbers." });
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
        recording: Recording::series(0.1, &["throughput", "probing", "rtcp_bytes"]),
        quantities: quantities(),
        measure,
        derive: |_| {},
        drawings: vec![Drawing::Table {
            title: "One change at a time",
            quantities: &["f", "probing", "rtcp"],
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
    add("T_TCP 0.3 s", json!({ "measure_interval": 0.3 }));
    add("T_TCP 3 s", json!({ "measure_interval": 3 }));
    add("threshold 1 kb/s", json!({ "threshold": 1e3 }));
    add("threshold 10 Mb/s", json!({ "threshold": 1e7 }));
    add("T_TCP 0.01 s, threshold 10 Mb/s", json!({ "measure_interval": 0.01, "threshold": 1e7 }));
    add("reports each 0.5 s", json!({ "report_interval": 0.5 }));
    experiment(
        "tpba-sens",
        "Section 4",
        "What TPBA is sensitive to",
        "Measuring interval, threshold and report interval, each changed alone.",
        "T_TCP must be several round trips; too short a T_TCP gives a rate that cannot be trusted.",
        "T_TCP in {0.01, 0.3, 1, 3} s, eps in {1, 30, 10^4} kb/s, share of time in probing, f, RTCP bytes for T_rtcp 1 and 0.5",
        plan(vec![Axis { id: "change", label: "Change", unit: "", log: false }], cells),
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
        "Measuring between reductions, a threshold in percent, and returning early to probing.",
        "30 kb/s is too strict on fast links and too loose on slow ones.",
        "embedded_monitor, z = 5 % and early_return one by one against the default, on N-TP1 and at 0.1x and 10x its rate (where 30 kb/s is too loose or too strict)",
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
        "Section 8",
        "Several TPBA flows",
        "Two and four TPBA flows beside two TCP flows, without any coordination.",
        "The paper expects fairness, but did not try it.",
        "2 and 4 TPBA flows beside 2 TCP, starts U(0, 10) s [C]; the paper expects fairness but did not try; report f and the share of time in which probings overlap",
        plan,
    )
}

pub fn experiments() -> Vec<Experiment> {
    vec![sensitivity(), improvements(), several_flows()]
}
