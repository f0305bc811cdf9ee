//! TPBA over the ocean, where the receive windows rather than the link limit the flows (figures 14 to 18).

use serde_json::{Value, json};

use super::single_flow::{
    FINE_BIN, SIGNALS, UNIT_64_BYTES, UNIT_5120_BYTES, active_periods, add_curves, fairness, largest,
    packet_size_of, payload_rates, probing_periods, series, smallest, three_flows,
};
use super::{HostPair, NEAR, assumptions};
use crate::claims::{claim, every};
use crate::model::{
    Assumption, Axis, AxisValue, Cell, Claim, Drawing, Experiment, Paper, Procedure, Quantity, Recording,
    RunPlan, quantity, statement,
};
use crate::run_result::{Measurements, RunResult, bins_between, slice_bins};
use sim_core::analysis::descriptive::{mean, median};

/// The path over the ocean, on which only the receive windows limit the flows.
pub const FAR: HostPair = HostPair { rate: 10e6, rtt: 0.16, ..NEAR };
/// The probability of random loss on the path over the ocean.
pub const OCEAN_LOSS: f64 = 1e-4;
const ONE_SECOND: f64 = 1.0;

/// Start and end in seconds of the outage of flow 1.
const OUTAGE: (f64, f64) = (4.0, 5.0);
/// Start and end in seconds of the time in which flow 3 loses 5 % of its packets.
const BURST: (f64, f64) = (27.0, 28.0);
/// The end of the run in seconds.
const FAR_END: f64 = 40.0;

fn far_document(unit: &str) -> Value {
    let mut document = three_flows(FAR, FAR_END, unit);
    let steady = json!({ "kind": "random", "probability": OCEAN_LOSS });
    let loss_of =
        |flow: &str, probability: f64| json!({ "kind": "random", "probability": probability, "flow": flow });
    let set = |at: f64, rules: Vec<Value>| json!({ "at": at, "set": "network.forward.loss", "to": rules });
    document["network"]["forward"]["loss"] = json!([steady]);
    document["timeline"] = json!([
        set(OUTAGE.0, vec![steady.clone(), loss_of("tcp1", 1.0)]),
        set(OUTAGE.1, vec![steady.clone()]),
        set(BURST.0, vec![steady.clone(), loss_of("media", 0.05)]),
        set(BURST.1, vec![steady.clone()]),
    ]);
    document
}

fn measure_far(run: &RunResult, out: &mut Measurements) {
    let unit = if run.is("unit", UNIT_64_BYTES) { UNIT_64_BYTES } else { UNIT_5120_BYTES };
    let rate = |id: &str| payload_rates(run, id, ONE_SECOND, packet_size_of(unit));
    let f = fairness(&active_periods(FAR_END), ONE_SECOND, &rate);
    let mean_kbps = |rates: &[f64], from, to| {
        mean(slice_bins(rates, bins_between(from, to, ONE_SECOND))).map(|bps| bps / 1e3)
    };
    let (one, two, three) = (rate("tcp1"), rate("tcp2"), rate("media"));
    // A time in which all three flows send and nothing disturbs them.
    let calm = (14.0, 25.0);
    out.number("rate1", mean_kbps(&one, calm.0, calm.1));
    out.number("rate2", mean_kbps(&two, calm.0, calm.1));
    out.number("rate3", mean_kbps(&three, calm.0, calm.1));
    let change =
        mean_kbps(&one, 8.0, 10.0).zip(mean_kbps(&one, 12.0, 14.0)).map(|(a, b)| (b / a - 1.0).abs());
    out.number("change1", change);
    let calm_f = slice_bins(&f, bins_between(calm.0, calm.1, ONE_SECOND));
    out.number("f_calm", smallest(calm_f));
    out.number("f_mean", mean(calm_f));
    out.number(
        "f_outage",
        smallest(slice_bins(&f, bins_between(OUTAGE.0, OUTAGE.1 + ONE_SECOND, ONE_SECOND))),
    );
    let allowed = run.series("flow:media", "rate");
    let losses = run.series("flow:media", "loss");
    let fine = |from, to| bins_between(from, to, FINE_BIN);
    let known = |values: &[f64]| values.iter().copied().filter(|x| x.is_finite()).collect::<Vec<f64>>();
    let before = known(slice_bins(&allowed, fine(BURST.0 - 0.5, BURST.0))).last().copied();
    let periods = probing_periods(run, "media");
    let next_probing = periods.iter().find(|(from, _)| *from > BURST.0).copied();
    let until = next_probing.map_or(FAR_END, |(from, _)| from);
    let after = smallest(&known(slice_bins(&allowed, fine(BURST.0, until))));
    let p = largest(&known(slice_bins(&losses, fine(BURST.0, until))));
    // The fraction by which flow 3 reduces its rate after the burst, divided by 3 p.
    let fall = before.zip(after).zip(p).map(|((before, after), p)| (1.0 - after / before) / (3.0 * p));
    out.number("fall_each", fall.filter(|x| x.is_finite()));
    // The rate of the first running period after the burst, relative to the last rate before the burst.
    let back = next_probing.filter(|(_, to)| *to + ONE_SECOND <= FAR_END).and_then(|(_, to)| {
        let restored = known(slice_bins(&allowed, fine(to, to + ONE_SECOND))).last().copied();
        restored.zip(before).map(|(restored, before)| (restored / before - 1.0).abs())
    });
    out.number("back", back);
    let gaps = run.series("flow:media", "unit_gap");
    let median_gap = median(&known(slice_bins(&gaps, fine(8.0, FAR_END))));
    let largest_gap = largest(&known(slice_bins(&gaps, fine(BURST.0, BURST.1 + 0.5))));
    out.number("gap_at_burst", largest_gap.zip(median_gap).map(|(largest, median)| largest / median));
    add_curves(run, out, &f, ONE_SECOND, &gaps);
}

fn far_quantities() -> Vec<Quantity> {
    vec![
        quantity("rate1", "Flow 1, 14 to 25 s, payload", "kb/s"),
        quantity("rate2", "Flow 2, 14 to 25 s, payload", "kb/s"),
        quantity("rate3", "Flow 3, 14 to 25 s, payload", "kb/s"),
        quantity("change1", "Relative change of flow 1 when flow 2 starts", ""),
        quantity("f_calm", "Least f, 14 to 25 s", ""),
        quantity("f_mean", "Mean f, 14 to 25 s", ""),
        quantity("f_outage", "Least f during the outage", ""),
        quantity("fall_each", "Reduction of flow 3's rate after the burst, divided by 3 p", ""),
        quantity(
            "fall",
            "Mean over the trials in which a report of the burst arrived before the next probing period",
            "",
        ),
        quantity(
            "back",
            "Relative difference of the rate after the next probing period from that before the burst",
            "",
        ),
        quantity(
            "gap_at_burst",
            "Largest gap between data units at the burst, divided by the median gap",
            "",
        ),
        quantity(
            "unit_rate",
            "Rate of a flow with units of 64 bytes, divided by that with units of 5120 bytes",
            "",
        ),
        quantity("unit_f", "Mean f with units of 64 bytes, divided by that with units of 5120 bytes", ""),
    ]
}

pub fn far_assumptions() -> Vec<Assumption> {
    let mut all = assumptions();
    all[2] = Assumption {
        what: "Rates are those of payload.",
        why: "Section 6.1 says that they were measured at the receiver's socket.",
    };
    all.push(Assumption {
        what: "The path has 10 Mb/s, a round trip of 160 ms, and a random loss of 0.01 %.",
        why: "The paper gives only the delays. Flow 2 does not influence flows 1 and 3, so the rate of the path does not limit them.",
    });
    all.push(Assumption {
        what: "Flow 1 loses all packets from 4 to 5 s, and flow 3 loses 5 % from 27 to 28 s.",
        why: "The paper reports these events without a cause, so the scenario contains them.",
    });
    all
}

fn far_runs(units: &[&'static str], drawing: Drawing) -> RunPlan {
    let cells = units
        .iter()
        .map(|&unit| Cell { at: vec![("unit", AxisValue::Text(unit))], document: far_document(unit) });
    RunPlan {
        axes: vec![
            Axis { id: "unit", label: "Data unit", unit: "", log: false },
            Axis { id: "flow", label: "Flow", unit: "", log: false },
        ],
        cells: cells.collect(),
        seeds: 10,
        recording: Recording::series(FINE_BIN, SIGNALS),
        quantities: far_quantities(),
        measure: measure_far,
        derive: |table| {
            for unit in [UNIT_64_BYTES, UNIT_5120_BYTES] {
                let only = crate::axes::filter_by_text("unit", unit);
                let known: Vec<f64> = table
                    .points("fall_each", &only)
                    .flat_map(|point| point.values.iter().copied().flatten())
                    .collect();
                if !known.is_empty() {
                    table.add_derived("fall", vec![("unit", AxisValue::Text(unit))], mean(&known));
                }
            }
            let small_to_large = |quantity| {
                let of = |unit| table.value(quantity, &[("unit", AxisValue::Text(unit))]);
                of(UNIT_64_BYTES).zip(of(UNIT_5120_BYTES)).map(|(small, large)| small / large)
            };
            let rates = [
                (1_u32, small_to_large("rate1")),
                (2, small_to_large("rate2")),
                (3, small_to_large("rate3")),
            ];
            let f = small_to_large("f_mean");
            for (flow, value) in rates.into_iter().filter(|(_, value)| value.is_some()) {
                table.add_derived("unit_rate", vec![("flow", flow.into())], value);
            }
            if f.is_some() {
                table.add_derived("unit_f", Vec::new(), f);
            }
        },
        drawings: vec![drawing],
    }
}

pub fn experiments() -> Vec<Experiment> {
    let experiment =
        |id, place, title, shows, statements, claims: Vec<Claim>, units: &[&'static str], drawing| {
            Experiment {
                id,
                paper: Paper::Tpba,
                place,
                title,
                shows,
                statements,
                claims,
                assumptions: far_assumptions(),
                procedure: Procedure::Simulate(Box::new(far_runs(units, drawing))),
            }
        };
    let rates = || series("Rates", &["rate"], "Rate", "kb/s");
    let gaps = || series("From one whole data unit to the next", &["gap"], "Gap", "ms");
    let fairness_index = || series("Jain's index", &["f"], "f", "");
    let mut all = vec![
        experiment(
            "tpba-fig14",
            "Figure 14",
            "TPBA over the ocean: rates",
            "The receive windows limit the flows, so that they do not influence each other.",
            vec![
                statement(
                    "Flow 2 does not influence the others. From 4 to 6 s the rate of flow 1 is 0, for an unknown reason.",
                ),
                statement(
                    "At 27 s flow 3 loses packets on UDP. Its rate is reduced, and recovers in the next probing period.",
                ),
            ],
            vec![
                claim(
                    "From 14 to 25 s, each flow gets the rate of its window (12 segments in 160 ms, 876 kb/s) within 15 %",
                    [
                        every("rate1").within(0.85 * 876.0, 1.15 * 876.0),
                        every("rate2").within(0.85 * 876.0, 1.15 * 876.0),
                        every("rate3").within(0.85 * 876.0, 1.15 * 876.0),
                    ],
                ),
                claim(
                    "The rate of flow 1 changes by less than 10 % when flow 2 starts",
                    [every("change1").below(0.10)],
                ),
                claim(
                    "After the burst, the rate of flow 3 falls by the share 3 p within 50 %. After the next probing period it differs \
                     from that before the burst by at most 10 %",
                    [every("fall").within(0.5, 1.5), every("back").at_most(0.10)],
                ),
            ],
            &[UNIT_5120_BYTES],
            rates(),
        ),
        experiment(
            "tpba-fig15",
            "Figure 15",
            "TPBA over the ocean: fairness",
            "The index is high except during the outage.",
            vec![statement("f falls while the rate of flow 1 is 0.")],
            vec![
                claim("f is at least 0.9 from 14 to 25 s", [every("f_calm").at_least(0.9)]),
                claim("f is at most 0.7 at some time during the outage", [every("f_outage").at_most(0.7)]),
            ],
            &[UNIT_5120_BYTES],
            fairness_index(),
        ),
        experiment(
            "tpba-fig16",
            "Figure 16",
            "TPBA over the ocean: gaps between data units",
            "Lost packets leave gaps between whole data units.",
            vec![statement("A large gap at 27 s, caused by lost packets.")],
            vec![claim(
                "The largest gap at the burst is at least twice the median",
                [every("gap_at_burst").at_least(2.0)],
            )],
            &[UNIT_5120_BYTES],
            gaps(),
        ),
    ];
    for (id, place, title, drawing) in [
        ("tpba-fig17", "Figure 17", "Small data units over the ocean: rates", rates()),
        ("tpba-fig18", "Figure 18", "Small data units over the ocean: fairness", fairness_index()),
    ] {
        let claims = if id == "tpba-fig17" {
            vec![claim(
                "The flows' mean payload rates from 14 to 25 s differ by at most 10 % from those with units of 5120 bytes",
                [every("unit_rate").within(0.9, 1.1)],
            )]
        } else {
            vec![
                claim(
                    "From 14 to 25 s, the mean of f differs by at most 10 % from that with units of 5120 bytes",
                    [every("unit_f").within(0.9, 1.1)],
                ),
                claim(
                    "f is at least 0.9 from 14 to 25 s and at most 0.7 at some time during the outage",
                    [every("f_calm").at_least(0.9), every("f_outage").at_most(0.7)],
                ),
            ]
        };
        all.push(experiment(
            id,
            place,
            title,
            "Data units of 64 bytes give the results of data units of 5120 bytes.",
            vec![statement("No key difference between data units of 64 and of 5120 bytes.")],
            claims,
            &[UNIT_64_BYTES, UNIT_5120_BYTES],
            drawing,
        ));
    }
    all
}
