//! TPBA's response time when another flow starts or stops (table 3).

use serde_json::json;

use super::single_flow::{UNIT_5120_BYTES, largest, probing_periods, tpba};
use super::{NEAR, NEAR_8K, WINDOW_8_KB, WINDOW_16_KB, assumptions, with_8_kb_variant};
use crate::claims::{ValueSelection, claim, every};
use crate::document::with;
use crate::model::{
    Assumption, Axis, AxisValue, Cell, Drawing, Experiment, Filter, Paper, Procedure, Recording, RunPlan,
    quantity, statement,
};
use sim_core::analysis::tpba::Response;

const FLOW_2_STARTS: &str = "flow 2 starts";
const FLOW_2_STOPS: &str = "flow 2 stops";
/// The time in seconds at which flow 2 starts or stops.
const EVENT_TIME: f64 = 10.0;

/// Why the response to a flow that stops is longer than in the paper.
const CAUSE_FLOW_STOPS: &str = "After flow 2 has stopped, two windows of 12 segments share the queue. About four windows of each flow pass in a second, so measurements differ by up to a \
                                window, and probing takes longer. With windows of 6 segments T_pi is 0.5 s.";

/// Selects a quantity of one case with the window of 16 kB.
fn judged(quantity: &'static str, case: &'static str) -> ValueSelection {
    every(quantity).where_is("case", case).where_is("variant", WINDOW_16_KB)
}

pub fn tab3() -> Experiment {
    let cell = |case: &'static str, variant: &'static str| {
        let network = if variant == WINDOW_8_KB { NEAR_8K } else { NEAR };
        let flow_2 = if case == FLOW_2_STARTS {
            network.tcp_starting_at("tcp2", EVENT_TIME, None)
        } else {
            with(network.tcp("tcp2"), json!({ "stop": EVENT_TIME }))
        };
        let flows = vec![network.tcp("tcp1"), flow_2, tpba(UNIT_5120_BYTES, network.socket_params(), 0.0)];
        Cell {
            at: vec![("case", AxisValue::Text(case)), ("variant", AxisValue::Text(variant))],
            document: network.document(60.0, flows),
        }
    };
    Experiment {
        id: "tpba-tab3",
        paper: Paper::Tpba,
        place: "Table 3",
        title: "How long TPBA needs to respond",
        shows: "Time until flow 3 has its new share after another flow has started or stopped.",
        statements: vec![statement(
            "T_pr, after a flow has started: 2.0 s in the mean, at most 2.8 s. T_pi, after it has stopped: 2.8 s in the mean, at most 3.2 s.",
        )],
        claims: vec![
            claim("The mean of T_pr is from 0.4 to 4 s", [judged("t", FLOW_2_STARTS).within(0.4, 4.0)]),
            claim("The mean of T_pi is from 0.4 to 4 s", [judged("t", FLOW_2_STOPS).within(0.4, 4.0)])
                .because(CAUSE_FLOW_STOPS),
            claim("The largest T_pr is at most 5 s", [judged("most", FLOW_2_STARTS).at_most(5.0)]),
            claim("The largest T_pi is at most 5 s", [judged("most", FLOW_2_STOPS).at_most(5.0)])
                .because(CAUSE_FLOW_STOPS),
            claim(
                "The mean of T_pi is longer than that of T_pr",
                [every("order").where_is("variant", WINDOW_16_KB).above(0.0)],
            ),
        ],
        assumptions: {
            let mut all = with_8_kb_variant(assumptions());
            all.push(Assumption {
                what: "A response time begins with the event, or with flow 3's next probing period if that is later. It ends with the first \
                       of three successive rates over 400 ms that are within 10 % of the share.",
                why: "The paper counts until the rate of flow 3 is stable, in rates over 400 ms. Its times are shorter than a running \
                      period, in which TPBA cannot notice the event.",
            });
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![
                Axis { id: "case", label: "Case", unit: "", log: false },
                Axis { id: "variant", label: "TCP's window", unit: "", log: false },
            ],
            cells: vec![
                cell(FLOW_2_STARTS, WINDOW_16_KB),
                cell(FLOW_2_STOPS, WINDOW_16_KB),
                cell(FLOW_2_STARTS, WINDOW_8_KB),
                cell(FLOW_2_STOPS, WINDOW_8_KB),
            ],
            seeds: 10,
            recording: Recording::series(0.1, &["throughput", "probing"]),
            quantities: vec![
                quantity("t", "Response time", "s"),
                quantity("most", "Longest response time of all trials", "s"),
                quantity("order", "Mean T_pi minus mean T_pr", "s"),
            ],
            measure: |run, out| {
                let fair_share = if run.is("case", FLOW_2_STARTS) { 400e3 } else { 600e3 };
                let periods = probing_periods(run, "media");
                // The response time is counted from the event if a probing period is in progress, and otherwise from the
                // start of the next probing period.
                let counted_from = periods
                    .iter()
                    .find(|(from, to)| *from >= EVENT_TIME || (*from < EVENT_TIME && *to > EVENT_TIME))
                    .map(|(from, _)| from.max(EVENT_TIME));
                let rates = run.rates("media", "throughput", 0.4);
                out.number(
                    "t",
                    counted_from.and_then(|from| Response::DEFAULT.time(&rates, from, fair_share)),
                );
            },
            derive: |table| {
                let all: Vec<_> = table
                    .points("t", &Filter::default())
                    .map(|point| {
                        let values: Option<Vec<f64>> = point.values.iter().copied().collect();
                        (point.at.clone(), values.and_then(|values| largest(&values)))
                    })
                    .collect();
                for (at, longest) in all {
                    table.add_derived("most", at, longest);
                }
                for variant in [WINDOW_16_KB, WINDOW_8_KB] {
                    let of = |case| {
                        let at = [("case", AxisValue::Text(case)), ("variant", AxisValue::Text(variant))];
                        table.value("t", &at)
                    };
                    let order = of(FLOW_2_STOPS).zip(of(FLOW_2_STARTS)).map(|(stops, starts)| stops - starts);
                    table.add_derived("order", vec![("variant", AxisValue::Text(variant))], order);
                }
            },
            drawings: vec![Drawing::Table { title: "Response times", quantities: &["t", "most"] }],
        })),
    }
}
