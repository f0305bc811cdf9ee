//! How soon TPBA answers when another flow comes or goes (table 3).

use serde_json::{Value, json};

use super::super::checks::{every, line};
use super::super::document::with;
use super::super::model::{
    Assumption, At, Axis, Cell, Does, Drawing, Experiment, Paper, Runs, Watch, quantity, says,
};
use super::follow::{UNIT_2, greatest, probings, tpba};
use super::{NEAR, choices};
use crate::analysis::tpba::Response;

const COMES: &str = "flow 2 comes";
const GOES: &str = "flow 2 goes";
const EVENT: f64 = 10.0;

pub fn tab3() -> Experiment {
    let cell = |name: &'static str, second: Value| Cell {
        at: vec![("case", At::Text(name))],
        document: NEAR.document(30.0, vec![NEAR.tcp("tcp1"), second, tpba(UNIT_2, json!({}), 0.0)]),
    };
    Experiment {
        id: "tpba-tab3",
        paper: Paper::Tpba,
        place: "Table 3",
        title: "How long TPBA needs to answer",
        shows: "Time until flow 3 has its new share after another flow has come or gone.",
        states: vec![says(
            "When a flow comes at most 2.8 s, 2.0 in the mean; when it goes at most 3.2, 2.8 in the mean.",
        )],
        lines: vec![
            line("mean T_pr and T_pi in [0.4, 4] s", [every("t").within(0.4, 4.0)]),
            line("max <= 5 s", [every("most").at_most(5.0)]),
        ],
        assumptions: {
            let mut all = choices();
            all.push(Assumption {
                what: "Counted from the event, or from flow 3's next probing if that is later, to the third of three rates over 400 ms within 10 % of the share",
                why: "The averages are shorter than a running period, in which TPBA cannot know.",
            });
            all
        },
        does: Does::Run(Box::new(Runs {
            axes: vec![Axis { id: "case", label: "Case", unit: "", log: false }],
            cells: vec![
                cell(COMES, NEAR.joins("tcp2", EVENT, None)),
                cell(GOES, with(NEAR.tcp("tcp2"), json!({ "stop": EVENT }))),
            ],
            seeds: 10,
            watch: Watch::series(0.1, &["throughput", "probing"]),
            quantities: vec![
                quantity("t", "Response", "s"),
                quantity("most", "The longest of all runs", "s"),
            ],
            measure: |ran, out| {
                let share = if ran.is("case", COMES) { 400e3 } else { 600e3 };
                let periods = probings(ran, "media");
                // One that goes on at the event counts from the event.
                let counted = periods
                    .iter()
                    .find(|(from, to)| *from >= EVENT || (*from < EVENT && *to > EVENT))
                    .map(|(from, _)| from.max(EVENT));
                let rates = ran.rates("media", "throughput", 0.4);
                out.number("t", counted.and_then(|from| Response::DEFAULT.time(&rates, from, share)));
            },
            derive: |table| {
                let most: Vec<_> = [COMES, GOES]
                    .into_iter()
                    .map(|case| {
                        let only = super::super::checks::on("case", case);
                        let found = table.points("t", &only).next();
                        let values: Option<Vec<f64>> =
                            found.and_then(|point| point.values.iter().copied().collect());
                        (case, values.and_then(|values| greatest(&values)))
                    })
                    .collect();
                for (case, value) in most {
                    table.derived("most", vec![("case", At::Text(case))], value);
                }
            },
            drawings: vec![Drawing::Table { title: "Response", quantities: &["t", "most"] }],
        })),
    }
}
