//! TPBA over two networks in detail (figures 10 to 12 and 14 to 18), its response (table 3) and its fairness beside many TCPs (figure 19).

use serde_json::{Value, json};

use super::super::checks::{every, line};
use super::super::model::{
    Assumption, At, Axis, Cell, Condition, Does, Drawing, Experiment, Filter, Line, Paper, Quantity, Runs,
    Watch, quantity, says,
};
use super::super::ran::{Measured, Ran, bins_between, within};
use super::super::table::Table;
use super::follow::{
    Active, FINE, SIGNALS, UNIT_1, UNIT_2, fairness, greatest, least, payload_rates, probings, tpba,
};
use super::{NEAR, Network, choices};
use crate::analysis::descriptive::{mean, median, population_deviation};
use crate::analysis::tpba::Response;

/// Over the ocean: nothing but the windows limits the flows.
const FAR: Network = Network { rate: 10e6, rtt: 0.16, ..NEAR };
const OCEAN_LOSS: f64 = 1e-4;
const HALF: f64 = 0.5;
const SECOND: f64 = 1.0;

const FLOW_2: (f64, f64) = (10.0, 25.0);

fn three(network: Network, duration: f64, unit: &str) -> Value {
    network.document(
        duration,
        vec![
            network.tcp("tcp1", 0.0, None),
            network.tcp("tcp2", FLOW_2.0, Some(FLOW_2.1)),
            tpba(unit, json!({}), 1.0),
        ],
    )
}

fn there(end: f64) -> [Active<'static>; 3] {
    [
        Active { id: "tcp1", from: 0.0, to: end },
        Active { id: "tcp2", from: FLOW_2.0, to: FLOW_2.1 },
        Active { id: "media", from: 1.0, to: end },
    ]
}

fn measure_near(ran: &Ran, out: &mut Measured) {
    let end = 45.0;
    let rate = |id: &str| ran.rates(id, "throughput", HALF);
    let f = fairness(&there(end), HALF, &rate);
    let cut = |from, to| within(&f, bins_between(from, to, HALF));
    out.number("f_early", least(cut(6.0, 9.5)));
    out.number("f_dip", least(cut(10.0, 12.0)));
    let periods = probings(ran, "media");
    let second = periods.get(1).map(|(from, _)| *from);
    out.number("second_probing", second);
    let restored = second.and_then(|from| {
        let first = (from / HALF) as usize;
        let found = f.get(first..)?.windows(3).position(|three| three.iter().all(|f| *f >= 0.95))?;
        Some((first + found) as f64 * HALF - from)
    });
    out.number("restored", restored.map(|t| t.max(0.0)));
    let next = periods.iter().find(|(from, _)| *from >= FLOW_2.1).map(|(_, to)| *to);
    let level = next.filter(|to| *to + SECOND <= end).and_then(|to| {
        let of =
            |id: &str| mean(within(&ran.rates(id, "throughput", 0.1), bins_between(to, to + SECOND, 0.1)));
        of("tcp1").zip(of("media")).map(|(a, b)| (a / b - 1.0).abs())
    });
    out.number("level_at", next.filter(|to| to.is_finite()).map(|to| to + SECOND));
    out.number("level", level);
    out.number("lost", ran.mean("media", "lost"));
    let gaps = ran.series("flow:media", "unit_gap");
    let settled: Vec<f64> =
        within(&gaps, bins_between(3.0, end, FINE)).iter().copied().filter(|x| x.is_finite()).collect();
    let middle = median(&settled);
    let switches: Vec<f64> =
        periods.iter().flat_map(|(from, to)| [*from, *to]).filter(|t| *t > 3.0 && t.is_finite()).collect();
    let near: Vec<f64> = switches
        .iter()
        .flat_map(|t| within(&gaps, bins_between(t - 0.5, t + 0.5, FINE)).to_vec())
        .filter(|x| x.is_finite())
        .collect();
    out.number("gap_at_switch", greatest(&near).zip(middle).map(|(most, middle)| most / middle));
    let in_probing = |t: f64| periods.iter().any(|(from, to)| t >= *from && t < *to);
    let phase = |probing: bool| -> Vec<f64> {
        let all = gaps.iter().enumerate().filter(|(bin, gap)| {
            let t = *bin as f64 * FINE;
            t > 3.0 && gap.is_finite() && in_probing(t) == probing
        });
        all.map(|(_, gap)| *gap).collect()
    };
    let spread = |probing| population_deviation(&phase(probing));
    out.number(
        "gap_probing_over_running",
        spread(true).zip(spread(false)).map(|(p, r)| if r > 0.0 { p / r } else { 1e3 }),
    );
    draw(ran, out, &f, HALF, &gaps);
}

fn draw(ran: &Ran, out: &mut Measured, f: &[f64], seconds: f64, gaps: &[f64]) {
    for (id, label) in [("tcp1", "flow 1"), ("tcp2", "flow 2"), ("media", "flow 3")] {
        let rates = ran.rates(id, "throughput", HALF).iter().map(|bps| bps / 1e3).collect();
        out.curve("rate", label, 0.0, HALF, rates);
    }
    out.curve("f", "f", 0.0, seconds, f.to_vec());
    out.curve("gap", "j_A", 0.0, FINE, gaps.iter().map(|s| s * 1e3).collect());
}

fn near_quantities() -> Vec<Quantity> {
    vec![
        quantity("f_early", "Least f from 6 to 9.5 s", ""),
        quantity("f_dip", "Least f from 10 to 12 s", ""),
        quantity("second_probing", "Start of the second probing", "s"),
        quantity("restored", "From there until f is 0.95", "s"),
        quantity("level_at", "End of the probing after flow 2 has ended, and a second", "s"),
        quantity("level", "Distance of flows 1 and 3 then", ""),
        quantity("lost", "Packets of flow 3 lost", ""),
        quantity("gap_at_switch", "Largest gap between data units at a switch over the median", ""),
        quantity("gap_probing_over_running", "Standard deviation of the gaps: probing over running", ""),
    ]
}

fn series(
    title: &'static str,
    curves: &'static [&'static str],
    y: &'static str,
    unit: &'static str,
) -> Drawing {
    Drawing::Series { title, curves, y, unit, only: Filter::default() }
}

fn near() -> Vec<Experiment> {
    let experiment = |id, place, title, shows, states, lines: Vec<Line>, drawing| Experiment {
        id,
        paper: Paper::Tpba,
        place,
        title,
        shows,
        states,
        lines,
        assumptions: choices(),
        does: Does::Run(Box::new(Runs {
            axes: Vec::new(),
            cells: vec![Cell { at: Vec::new(), document: three(NEAR, 45.0, UNIT_2) }],
            seeds: 10,
            watch: Watch::series(FINE, SIGNALS),
            quantities: near_quantities(),
            measure: measure_near,
            derive: |_| {},
            drawings: vec![drawing],
        })),
    };
    vec![
        experiment(
            "tpba-fig10",
            "Figure 10",
            "TPBA beside one and two TCP flows: rates",
            "Flow 2 comes at 10 s and goes at 25; TPBA finds its new share in its next probing.",
            vec![
                says(
                    "Flow 3 keeps its rate when flow 2 starts, flow 1 gives way; the second probing begins at 13.8 s.",
                ),
                says("After 25 s flows 1 and 3 are levelled by the following probing; no loss."),
            ],
            vec![
                line("second probing starts in [13, 16]", [every("second_probing").within(13.0, 16.0)]),
                line(
                    "after flow 2 ends, flow 1 and 3 within 10 % by the end of the next probing + 1 s (<= 42 s, so run 45 s)",
                    [every("level").at_most(0.10), every("level_at").at_most(42.0)],
                ),
                line("no UDP loss", [every("lost").at_most(0.0)]),
            ],
            series("Rates", &["rate"], "Rate", "kb/s"),
        ),
        experiment(
            "tpba-fig11",
            "Figure 11",
            "TPBA beside one and two TCP flows: fairness",
            "The index falls when flow 2 starts and is restored by the next probing.",
            vec![says("f falls to 0.7 at 10 s; the second probing restores it to near 1.")],
            vec![
                line("f >= 0.95 in 6-9.5 s", [every("f_early").at_least(0.95)]),
                line(
                    "min f in 10-12 s in [0.6, 0.8] (0.5-s bins [C]; wider ones hide the dip, as flow 2 needs only about 1 s)",
                    [every("f_dip").within(0.6, 0.8)],
                ),
                line("f >= 0.95 within 4 s of it", [every("restored").at_most(4.0)]),
            ],
            series("Jain's index", &["f"], "f", ""),
        ),
        experiment(
            "tpba-fig12",
            "Figure 12",
            "TPBA beside one and two TCP flows: gaps between data units",
            "What the application sees of the switches between the transports.",
            vec![says("No jump at the switches, larger jitter in probing.")],
            vec![
                line("within 0.5 s of switches j_A <= 2.5 median", [every("gap_at_switch").at_most(2.5)]),
                line("s.d. of j_A probing > running", [every("gap_probing_over_running").above(1.0)]),
            ],
            series("From one whole data unit to the next", &["gap"], "Gap", "ms"),
        ),
    ]
}

const OUTAGE: (f64, f64) = (4.0, 5.0);
const BURST: (f64, f64) = (27.0, 28.0);
const FAR_END: f64 = 40.0;

fn far_document(unit: &str) -> Value {
    let mut document = three(FAR, FAR_END, unit);
    let steady = json!({ "kind": "random", "probability": OCEAN_LOSS });
    let of =
        |flow: &str, probability: f64| json!({ "kind": "random", "probability": probability, "flow": flow });
    let set = |at: f64, rules: Vec<Value>| json!({ "at": at, "set": "network.forward.loss", "to": rules });
    document["network"]["forward"]["loss"] = json!([steady]);
    document["timeline"] = json!([
        set(OUTAGE.0, vec![steady.clone(), of("tcp1", 1.0)]),
        set(OUTAGE.1, vec![steady.clone()]),
        set(BURST.0, vec![steady.clone(), of("media", 0.05)]),
        set(BURST.1, vec![steady.clone()]),
    ]);
    document
}

fn wire_of(unit: &str) -> f64 {
    if unit == UNIT_1 { 104.0 } else { 552.0 }
}

fn measure_far(ran: &Ran, out: &mut Measured) {
    let unit = if ran.is("unit", UNIT_1) { UNIT_1 } else { UNIT_2 };
    let rate = |id: &str| payload_rates(ran, id, SECOND, wire_of(unit));
    let f = fairness(&there(FAR_END), SECOND, &rate);
    let span =
        |rates: &[f64], from, to| mean(within(rates, bins_between(from, to, SECOND))).map(|bps| bps / 1e3);
    let (one, two, three) = (rate("tcp1"), rate("tcp2"), rate("media"));
    let calm = (14.0, 25.0);
    out.number("rate1", span(&one, calm.0, calm.1));
    out.number("rate2", span(&two, calm.0, calm.1));
    out.number("rate3", span(&three, calm.0, calm.1));
    let change = span(&one, 8.0, 10.0).zip(span(&one, 12.0, 14.0)).map(|(a, b)| (b / a - 1.0).abs());
    out.number("change1", change);
    let calm_f = within(&f, bins_between(calm.0, calm.1, SECOND));
    out.number("f_calm", least(calm_f));
    out.number("f_mean", mean(calm_f));
    out.number("f_outage", least(within(&f, bins_between(OUTAGE.0, OUTAGE.1 + SECOND, SECOND))));
    let own = ran.series("flow:media", "rate");
    let losses = ran.series("flow:media", "loss");
    let fine = |from, to| bins_between(from, to, FINE);
    let known = |values: &[f64]| values.iter().copied().filter(|x| x.is_finite()).collect::<Vec<f64>>();
    let before = known(within(&own, fine(BURST.0 - 0.5, BURST.0))).last().copied();
    let periods = probings(ran, "media");
    let next = periods.iter().find(|(from, _)| *from > BURST.0).copied();
    let until = next.map_or(FAR_END, |(from, _)| from);
    let after = least(&known(within(&own, fine(BURST.0, until))));
    let p = greatest(&known(within(&losses, fine(BURST.0, until))));
    let fall = before.zip(after).zip(p).map(|((before, after), p)| (1.0 - after / before) / (3.0 * p));
    out.number("fall", fall.filter(|x| x.is_finite()));
    // The rate of the next running period against that before the burst.
    let back = next.filter(|(_, to)| *to + SECOND <= FAR_END).and_then(|(_, to)| {
        let again = known(within(&own, fine(to, to + SECOND))).last().copied();
        again.zip(before).map(|(again, before)| (again / before - 1.0).abs())
    });
    out.number("back", back);
    let gaps = ran.series("flow:media", "unit_gap");
    let middle = median(&known(within(&gaps, fine(8.0, FAR_END))));
    let worst = greatest(&known(within(&gaps, fine(BURST.0, BURST.1 + 0.5))));
    out.number("gap_at_burst", worst.zip(middle).map(|(worst, middle)| worst / middle));
    draw(ran, out, &f, SECOND, &gaps);
}

fn far_quantities() -> Vec<Quantity> {
    vec![
        quantity("rate1", "Flow 1, 14 to 25 s, payload", "kb/s"),
        quantity("rate2", "Flow 2, 14 to 25 s, payload", "kb/s"),
        quantity("rate3", "Flow 3, 14 to 25 s, payload", "kb/s"),
        quantity("change1", "Change of flow 1 when flow 2 starts", ""),
        quantity("f_calm", "Least f, 14 to 25 s", ""),
        quantity("f_mean", "Mean f, 14 to 25 s", ""),
        quantity("f_outage", "Least f during the outage", ""),
        quantity("fall", "Fall of flow 3 after the burst over 3 p", ""),
        quantity("back", "Distance from before, after the next probing", ""),
        quantity("gap_at_burst", "Largest gap between data units at the burst over the median", ""),
        quantity("unit_rate", "Rate of flow 3 with units of 64 bytes over that with 5120", ""),
        quantity("unit_f", "Mean f with units of 64 bytes over that with 5120", ""),
    ]
}

fn far_choices() -> Vec<Assumption> {
    let mut all = choices();
    all[1] = Assumption { what: "Payload rates", why: "Measured at the receiver's socket." };
    all.push(Assumption {
        what: "10 Mb/s, 160 ms, one packet in 10,000 lost at random",
        why: "Only the delays are given; the rate must not be what limits two flows.",
    });
    all.push(Assumption {
        what: "Flow 1 loses everything from 4 to 5 s; flow 3 loses 5 % from 27 to 28 s",
        why: "Events of unknown cause in the paper, put in on purpose.",
    });
    all
}

fn far_runs(units: &[&'static str], drawing: Drawing) -> Runs {
    let cells =
        units.iter().map(|&unit| Cell { at: vec![("unit", At::Text(unit))], document: far_document(unit) });
    Runs {
        axes: vec![Axis { id: "unit", label: "Data unit", unit: "", log: false }],
        cells: cells.collect(),
        seeds: 10,
        watch: Watch::series(FINE, SIGNALS),
        quantities: far_quantities(),
        measure: measure_far,
        derive: |table| {
            let over = |quantity| {
                let of = |unit| table.value(quantity, &[("unit", At::Text(unit))]);
                of(UNIT_1).zip(of(UNIT_2)).map(|(small, large)| small / large)
            };
            for (quantity, value) in [("unit_rate", over("rate3")), ("unit_f", over("f_mean"))] {
                if value.is_some() {
                    table.derived(quantity, Vec::new(), value);
                }
            }
        },
        drawings: vec![drawing],
    }
}

fn far() -> Vec<Experiment> {
    let experiment =
        |id, place, title, shows, states, lines: Vec<Line>, units: &[&'static str], drawing| Experiment {
            id,
            paper: Paper::Tpba,
            place,
            title,
            shows,
            states,
            lines,
            assumptions: far_choices(),
            does: Does::Run(Box::new(far_runs(units, drawing))),
        };
    let rates = || series("Rates", &["rate"], "Rate", "kb/s");
    let gaps = || series("From one whole data unit to the next", &["gap"], "Gap", "ms");
    let mut all = vec![
        experiment(
            "tpba-fig14",
            "Figure 14",
            "TPBA over the ocean: rates",
            "Windows, not the link, limit the flows, so that they do not touch each other.",
            vec![
                says(
                    "Flow 2 does not affect the others; TCP flow 1 drops to 0 from 4 to 6 s for an unknown reason.",
                ),
                says("At 27 s UDP loses packets; the rate is cut, and recovers in the next probing."),
            ],
            vec![
                line(
                    "undisturbed payload rates within 15 % of 819 kb/s for TCP and flow 3",
                    [
                        every("rate1").within(0.85 * 819.0, 1.15 * 819.0),
                        every("rate2").within(0.85 * 819.0, 1.15 * 819.0),
                        every("rate3").within(0.85 * 819.0, 1.15 * 819.0),
                    ],
                ),
                line("flow 1 changes < 10 % when flow 2 starts", [every("change1").below(0.10)]),
                line(
                    "after the burst flow 3 falls by 3p (+-50 %) and is back within 10 % at the end of the next probing",
                    [every("fall").within(0.5, 1.5), every("back").at_most(0.10)],
                ),
            ],
            &[UNIT_2],
            rates(),
        ),
        experiment(
            "tpba-fig15",
            "Figure 15",
            "TPBA over the ocean: fairness",
            "The index is high but for the outage.",
            vec![says("f falls while flow 1 stands still.")],
            vec![
                line("f >= 0.9 outside events", [every("f_calm").at_least(0.9)]),
                line("f <= 0.7 during the outage", [every("f_outage").at_most(0.7)]),
            ],
            &[UNIT_2],
            series("Jain's index", &["f"], "f", ""),
        ),
        experiment(
            "tpba-fig16",
            "Figure 16",
            "TPBA over the ocean: gaps between data units",
            "Lost packets leave gaps between whole data units.",
            vec![says("A peak at 27 s, by lost packets.")],
            vec![line("largest j_A at the burst >= 2 median", [every("gap_at_burst").at_least(2.0)])],
            &[UNIT_2],
            gaps(),
        ),
    ];
    let small = "mean rates and f within 10 % of the ADU2 run (compare payload + headers on the same basis: ADU1 wire 104 byte; TCP carries it in full segments)";
    for (id, place, title, drawing) in [
        ("tpba-fig17", "Figure 17", "Small data units over the ocean: rates", rates()),
        ("tpba-fig18", "Figure 18", "Small data units over the ocean: gaps", gaps()),
    ] {
        let lines = if id == "tpba-fig17" {
            vec![line(small, [every("unit_rate").within(0.9, 1.1), every("unit_f").within(0.9, 1.1)])]
        } else {
            Vec::new()
        };
        all.push(experiment(
            id,
            place,
            title,
            "Data units of 64 bytes instead of 5120 make no essential difference.",
            vec![says("No essential difference.")],
            lines,
            &[UNIT_1, UNIT_2],
            drawing,
        ));
    }
    all
}

fn fig19() -> Experiment {
    let mut cells = Vec::new();
    for (name, network) in [("12 ms", NEAR), ("160 ms", FAR)] {
        for unit in [UNIT_1, UNIT_2] {
            for n in 1..=6_u32 {
                let mut flows: Vec<Value> =
                    (1..=n).map(|i| network.tcp(&format!("tcp{i}"), 0.0, None)).collect();
                flows.push(tpba(unit, json!({}), 0.0));
                let mut document = network.document(40.0, flows);
                if name != "12 ms" {
                    document["network"]["forward"]["loss"] =
                        json!([{ "kind": "random", "probability": OCEAN_LOSS }]);
                }
                let at = vec![("path", At::Text(name)), ("unit", At::Text(unit)), ("N_tcp", n.into())];
                cells.push(Cell { at, document });
            }
        }
    }
    Experiment {
        id: "tpba-fig19",
        paper: Paper::Tpba,
        place: "Figure 19",
        title: "TPBA beside more and more TCP flows",
        shows: "Fairness does not depend on the number of TCP flows.",
        states: vec![says("No dependence on the number of TCP flows.")],
        lines: vec![
            line("f >= 0.9 for every cell", [every("f").at_least(0.9)]),
            line("max - min over N_tcp <= 0.08", [every("range").at_most(0.08)]),
        ],
        assumptions: {
            let mut all = far_choices();
            all.pop();
            all.push(Assumption {
                what: "1 to 6 TCP flows",
                why: "Seven windows of 16 kB still fit the buffer of 120 packets.",
            });
            all.push(Assumption {
                what: "f is averaged over seconds from the end of the first probing on",
                why: "Not said.",
            });
            all
        },
        does: Does::Run(Box::new(Runs {
            axes: vec![
                Axis { id: "path", label: "Path", unit: "", log: false },
                Axis { id: "unit", label: "Data unit", unit: "", log: false },
                Axis { id: "N_tcp", label: "TCP flows", unit: "", log: false },
            ],
            cells,
            seeds: 10,
            watch: Watch::series(0.1, &["throughput", "probing"]),
            quantities: vec![
                quantity("f", "Jain's index after the first probing", ""),
                quantity("range", "Largest less smallest index over the number of TCP flows", ""),
            ],
            measure: |ran, out| {
                let unit = if ran.is("unit", UNIT_1) { UNIT_1 } else { UNIT_2 };
                let n = ran.axis_number("N_tcp") as u32;
                let ids: Vec<String> =
                    (1..=n).map(|i| format!("tcp{i}")).chain(["media".to_owned()]).collect();
                let flows: Vec<Active> = ids.iter().map(|id| Active { id, from: 0.0, to: 40.0 }).collect();
                let near = ran.is("path", "12 ms");
                let rate = |id: &str| {
                    if near {
                        ran.rates(id, "throughput", SECOND)
                    } else {
                        payload_rates(ran, id, SECOND, wire_of(unit))
                    }
                };
                let f = fairness(&flows, SECOND, &rate);
                let first = probings(ran, "media").first().map(|(_, to)| *to).filter(|to| to.is_finite());
                let after =
                    first.map(|to| within(&f, bins_between(crate::math::ceil(to), 40.0, SECOND)).to_vec());
                out.number("f", after.and_then(|f| mean(&f)));
            },
            derive: |table: &mut Table| {
                for path in ["12 ms", "160 ms"] {
                    for unit in [UNIT_1, UNIT_2] {
                        let only = Filter(vec![
                            Condition::Is { axis: "path", text: path },
                            Condition::Is { axis: "unit", text: unit },
                        ]);
                        let all = table.means("f", &only);
                        let range =
                            all.and_then(|f| greatest(&f).zip(least(&f)).map(|(high, low)| high - low));
                        table.derived(
                            "range",
                            vec![("path", At::Text(path)), ("unit", At::Text(unit))],
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
                    only: super::super::checks::on("path", "160 ms"),
                },
                Drawing::Curves {
                    title: "12 ms",
                    quantities: &["f"],
                    x: "N_tcp",
                    by: "unit",
                    only: super::super::checks::on("path", "12 ms"),
                },
            ],
        })),
    }
}

const COMES: &str = "flow 2 comes";
const GOES: &str = "flow 2 goes";
const EVENT: f64 = 10.0;

fn tab3() -> Experiment {
    let cell = |name: &'static str, second: Value| Cell {
        at: vec![("case", At::Text(name))],
        document: NEAR
            .document(30.0, vec![NEAR.tcp("tcp1", 0.0, None), second, tpba(UNIT_2, json!({}), 0.0)]),
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
                cell(COMES, NEAR.tcp("tcp2", EVENT, None)),
                cell(GOES, NEAR.tcp("tcp2", 0.0, Some(EVENT))),
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

pub fn experiments() -> Vec<Experiment> {
    let mut all = near();
    all.extend(far());
    all.push(fig19());
    all.push(tab3());
    all
}
