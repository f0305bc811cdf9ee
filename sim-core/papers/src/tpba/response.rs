//! TPBA's response time when another flow starts or stops (table 3).

use serde_json::json;

use super::single_flow::{UNIT_5120_BYTES, largest, probing_periods, tpba};
use super::{NEAR, NEAR_8K, WINDOW_8_KB, WINDOW_16_KB, assumptions, with_8_kb_variant};
use crate::claims::{claim, every};
use crate::document::with;
use crate::model::{
    Assumption, Axis, AxisValue, Cell, Drawing, Experiment, Filter, Paper, Procedure, Recording, RunPlan,
    quantity, statement,
};
use sim_core::analysis::tpba::Response;

const FLOW_2_STARTS: &str = "flow 2 comes";
const FLOW_2_STOPS: &str = "flow 2 goes";
/// The time in seconds at which flow 2 starts or stops.
const EVENT_TIME: f64 = 10.0;

const CAUSE: &str = "The answer to a flow that goes takes 0.7 s. That to one that comes lasts as long as the probing, 14.6 s in the mean: \
                     three windows of eleven segments fill the queue in turns, each goes round in a third of a second, a rate over 0.4 s \
                     sees one or two of them, and measurements differ by a window. With windows of five segments, beside it, the \
                     answer takes 2.1 s in the mean and 4.7 at most (paper: 2.0 and 2.8).";

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
        title: "How long TPBA needs to answer",
        shows: "Time until flow 3 has its new share after another flow has come or gone.",
        statements: vec![statement(
            "When a flow comes at most 2.8 s, 2.0 in the mean; when it goes at most 3.2, 2.8 in the mean.",
        )],
        claims: vec![
            claim(
                "mean T_pr and T_pi in [0.4, 4] s",
                [every("t").where_is("variant", WINDOW_16_KB).within(0.4, 4.0)],
            )
            .because(CAUSE),
            claim("max <= 5 s", [every("most").where_is("variant", WINDOW_16_KB).at_most(5.0)])
                .because(CAUSE),
        ],
        assumptions: {
            let mut all = with_8_kb_variant(assumptions());
            all.push(Assumption {
                what: "Counted from the event, or from flow 3's next probing if that is later, to the end of the first of three rates over 400 ms in a row within 10 % of the share",
                why: "The averages are shorter than a running period, in which TPBA cannot know.",
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
                quantity("t", "Response", "s"),
                quantity("most", "The longest of all runs", "s"),
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
            },
            drawings: vec![Drawing::Table { title: "Response", quantities: &["t", "most"] }],
        })),
    }
}
