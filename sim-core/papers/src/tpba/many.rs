//! TPBA's fairness when it competes with one to six TCP flows (figure 19).

use serde_json::{Value, json};

use super::NEAR;
use super::far::{FAR, OCEAN_LOSS, far_assumptions};
use super::single_flow::{
    ActivePeriod, UNIT_64_BYTES, UNIT_5120_BYTES, fairness, largest, packet_size_of, payload_rates,
    probing_periods, smallest, tpba,
};
use crate::claims::{claim, every};
use crate::model::{
    Assumption, Axis, AxisCondition, AxisValue, Cell, Coordinates, Drawing, Experiment, Filter, Paper,
    Procedure, Recording, RunPlan, quantity, statement,
};
use crate::run_result::{bins_between, slice_bins};
use crate::table::ResultTable;
use sim_core::analysis::descriptive::mean;

const ONE_SECOND: f64 = 1.0;

pub fn fig19() -> Experiment {
    let mut cells = Vec::new();
    for (name, network) in [("12 ms", NEAR), ("160 ms", FAR)] {
        for unit in [UNIT_64_BYTES, UNIT_5120_BYTES] {
            for n in 1..=6_u32 {
                let mut flows: Vec<Value> = (1..=n).map(|i| network.tcp(&format!("tcp{i}"))).collect();
                flows.push(tpba(unit, json!({}), 0.0));
                let mut document = network.document(40.0, flows);
                if name != "12 ms" {
                    document["network"]["forward"]["loss"] =
                        json!([{ "kind": "random", "probability": OCEAN_LOSS }]);
                }
                let at = vec![
                    ("path", AxisValue::Text(name)),
                    ("unit", AxisValue::Text(unit)),
                    ("N_tcp", n.into()),
                ];
                cells.push(Cell { at, document });
            }
        }
    }
    Experiment {
        id: "tpba-fig19",
        paper: Paper::Tpba,
        place: "Figure 19",
        title: "TPBA beside one to six TCP flows",
        shows: "Fairness does not depend on the number of TCP flows.",
        statements: vec![statement("Fairness does not depend on the number of TCP flows.")],
        claims: vec![
            claim("f is at least 0.9 in every cell", [every("f").at_least(0.9)]).because("Only packets of 64 bytes at 12 ms have a lower f. They carry 40 bytes of headers: at TCP's payload rate they need 1.6 times its rate on the wire, and 120 of them fill the queue, so that hundreds are lost."),
            claim(
                "Over the numbers of TCP flows, the largest and the smallest f differ by at most 0.08",
                [every("range").at_most(0.08)],
            ),
        ],
        assumptions: {
            let mut all = far_assumptions();
            all.pop();
            all.push(Assumption {
                what: "1 to 6 TCP flows.",
                why: "The text does not give the numbers. Seven windows of 12 segments fit into the queue of 120 packets.",
            });
            all.push(Assumption {
                what: "f is the mean over the seconds after the first probing period, and over the trials in which this period ends. At 12 ms \
                       it is computed from rates on the wire, at 160 ms from payload rates.",
                why: "The paper measured at the interface and at the socket. A trial that probes until its end has no time after its first \
                      probing period.",
            });
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![
                Axis { id: "path", label: "Path", unit: "", log: false },
                Axis { id: "unit", label: "Data unit", unit: "", log: false },
                Axis { id: "N_tcp", label: "TCP flows", unit: "", log: false },
            ],
            cells,
            seeds: 10,
            recording: Recording::series(0.1, &["throughput", "probing"]),
            quantities: vec![
                quantity("f", "Jain's index after the first probing period", ""),
                quantity("f_payload", "The same from payload at 12 ms", ""),
                quantity("trials", "Trials in which the first probing period ends", ""),
                quantity("f_each", "Jain's index of a trial", ""),
                quantity("f_payload_each", "The same from payload", ""),
                quantity("range", "Largest minus smallest index over the numbers of TCP flows", ""),
            ],
            measure: |run, out| {
                let unit = if run.is("unit", UNIT_64_BYTES) { UNIT_64_BYTES } else { UNIT_5120_BYTES };
                let n = run.axis_number("N_tcp") as u32;
                let ids: Vec<String> =
                    (1..=n).map(|i| format!("tcp{i}")).chain(["media".to_owned()]).collect();
                let flows: Vec<ActivePeriod> =
                    ids.iter().map(|id| ActivePeriod { id, from: 0.0, to: 40.0 }).collect();
                let is_near = run.is("path", "12 ms");
                let on_wire = |id: &str| run.rates(id, "throughput", ONE_SECOND);
                let payload = |id: &str| payload_rates(run, id, ONE_SECOND, packet_size_of(unit));
                let first_probing_end =
                    probing_periods(run, "media").first().map(|(_, to)| *to).filter(|to| to.is_finite());
                let after = |f: Vec<f64>| {
                    first_probing_end.and_then(|to| {
                        mean(slice_bins(&f, bins_between(sim_core::ground::math::ceil(to), 40.0, ONE_SECOND)))
                    })
                };
                let of_payload = after(fairness(&flows, ONE_SECOND, &payload));
                if is_near {
                    out.number("f_each", after(fairness(&flows, ONE_SECOND, &on_wire)));
                    out.number("f_payload_each", of_payload);
                } else {
                    out.number("f_each", of_payload);
                }
            },
            derive: |table: &mut ResultTable| {
                for (each, all) in [("f_each", "f"), ("f_payload_each", "f_payload")] {
                    let known: Vec<(Coordinates, Vec<f64>)> = table
                        .points(each, &Filter::default())
                        .map(|point| (point.at.clone(), point.values.iter().copied().flatten().collect()))
                        .collect();
                    for (at, values) in known {
                        if all == "f" {
                            table.add_derived("trials", at.clone(), Some(values.len() as f64));
                        }
                        table.add_derived(all, at, mean(&values));
                    }
                }
                for path in ["12 ms", "160 ms"] {
                    for unit in [UNIT_64_BYTES, UNIT_5120_BYTES] {
                        let only = Filter(vec![
                            AxisCondition::Is { axis: "path", text: path },
                            AxisCondition::Is { axis: "unit", text: unit },
                        ]);
                        let all = table.means("f", &only);
                        let range =
                            all.and_then(|f| largest(&f).zip(smallest(&f)).map(|(high, low)| high - low));
                        table.add_derived(
                            "range",
                            vec![("path", AxisValue::Text(path)), ("unit", AxisValue::Text(unit))],
                            range,
                        );
                    }
                }
            },
            drawings: vec![
                Drawing::Curves {
                    title: "160 ms",
                    quantities: &["f"],
                    x: "N_tcp",
                    by: "unit",
                    only: crate::axes::filter_by_text("path", "160 ms"),
                },
                Drawing::Curves {
                    title: "12 ms, from payload",
                    quantities: &["f_payload"],
                    x: "N_tcp",
                    by: "unit",
                    only: crate::axes::filter_by_text("path", "12 ms"),
                },
                Drawing::Table {
                    title: "Trials in which the first probing period ends",
                    quantities: &["trials"],
                },
                Drawing::Curves {
                    title: "12 ms",
                    quantities: &["f"],
                    x: "N_tcp",
                    by: "unit",
                    only: crate::axes::filter_by_text("path", "12 ms"),
                },
            ],
        })),
    }
}
