//! TAIMD over time: convergence of flows that start one after another (figure 5), a long flow and many short flows
//! (figure 8), and the effect of the parameters delta and k.

use serde_json::{Value, json};

use super::{document, flow, network_assumptions, tcp, tfrc, tfrc_assumption};
use crate::claims::{claim, every, reported};
use crate::document::with;
use crate::model::{
    Assumption, Axis, AxisValue, Cell, Coordinates, Drawing, Experiment, Filter, Paper, Procedure, Quantity,
    Recording, RunPlan, quantity, statement,
};
use crate::run_result::{Measurements, RunResult, bins_between, slice_bins};
use crate::table::ResultTable;
use sim_core::analysis::convergence::{EpsilonFair, Series};
use sim_core::analysis::descriptive::mean;
use sim_core::analysis::fairness::jain;
use sim_core::analysis::smoothness::{cov, mean_cov, widen_bins};

const BASIC: &str = "basic";
const FAST: &str = "fast";
const TFRC: &str = "TFRC";

/// Five flows start ten seconds apart.
const FLOWS: u32 = 5;
const LAST_START: f64 = 40.0;

fn five_flows(algorithm: &str, params: &Value) -> Vec<Value> {
    (0..FLOWS)
        .map(|i| flow(&format!("f{}", i + 1), algorithm, params.clone(), 1, 10.0 * f64::from(i)))
        .collect()
}

fn duration(protocol: &str) -> f64 {
    if protocol == BASIC { 600.0 } else { 300.0 }
}

fn start_cell(protocol: &'static str, rate: f64) -> Cell {
    let flows = match protocol {
        BASIC => five_flows("taimd", &json!({ "fast_convergence": false })),
        FAST => five_flows("taimd", &json!({})),
        _ => five_flows("tfrc", &tfrc()),
    };
    let at: Coordinates = vec![("how", AxisValue::Text(protocol)), ("B", rate.into())];
    Cell { at, document: document(rate * 1e6, (duration(protocol), 100.0), &[], flows) }
}

/// The rates of the five flows in bins of one second.
fn rates_of(run: &RunResult) -> Vec<Vec<f64>> {
    (1..=FLOWS).map(|i| run.rates(&format!("f{i}"), "throughput", 1.0)).collect()
}

fn convergence_time(rates: &[Vec<f64>], epsilon: f64) -> Option<f64> {
    let rows: Vec<&[f64]> = rates.iter().map(Vec::as_slice).collect();
    let rule = EpsilonFair { epsilon, ..EpsilonFair::TAIMD };
    rule.convergence_time(Series { bin: 1.0, flows: &rows }, LAST_START)
}

fn measure_start(run: &RunResult, out: &mut Measurements) {
    let rates = rates_of(run);
    let end = rates.first().map_or(0, Vec::len);
    out.number("t", convergence_time(&rates, 0.25));
    out.number("t_half", convergence_time(&rates, 0.5));
    let last_means: Option<Vec<f64>> =
        rates.iter().map(|flow_rates| mean(slice_bins(flow_rates, end.saturating_sub(100)..end))).collect();
    out.number("end_jain", last_means.and_then(|rates| jain(&rates)));
    let steady: Vec<Vec<f64>> =
        rates.iter().map(|one| widen_bins(slice_bins(one, bins_between(100.0, 300.0, 1.0)), 5)).collect();
    out.number("cov", mean_cov(steady.iter().map(Vec::as_slice)));
    for (i, one) in rates.iter().enumerate() {
        let shown = widen_bins(one, 2).iter().map(|bps| bps / 1e6).collect();
        out.curve("rate", format!("flow {}", i + 1), 0.0, 2.0, shown);
    }
}

fn start_quantities() -> Vec<Quantity> {
    vec![
        quantity("t", "Time to fairness within 25 % after the last start", "s"),
        quantity("t_half", "Time to fairness within 50 %", "s"),
        quantity("end_jain", "Jain's index of the last 100 s", ""),
        quantity("cov", "CoV in bins of 5 s, 100 to 300 s", ""),
        quantity("fast_over_basic", "Time with fast convergence over that without", ""),
        quantity("fast_less_basic", "Time with fast convergence less that without", "s"),
        quantity("cov_over_taimd", "CoV of TFRC over that of TAIMD", ""),
        quantity("cov_over_slow", "CoV of TFRC at 10 Mb/s over that at 2 Mb/s", ""),
    ]
}

fn derive_start(table: &mut ResultTable) {
    let of = |quantity, protocol, rate: f64| {
        table.value(quantity, &[("how", AxisValue::Text(protocol)), ("B", rate.into())])
    };
    let mut derived = Vec::new();
    for rate in [2.0, 10.0] {
        let both = of("t", FAST, rate).zip(of("t", BASIC, rate));
        derived.push(("fast_over_basic", rate, both.map(|(fast, basic)| fast / basic)));
        derived.push(("fast_less_basic", rate, both.map(|(fast, basic)| fast - basic)));
        let cov_values = of("cov", TFRC, rate).zip(of("cov", FAST, rate));
        derived.push(("cov_over_taimd", rate, cov_values.map(|(tfrc, taimd)| tfrc / taimd)));
    }
    let tfrc = of("cov", TFRC, 10.0).zip(of("cov", TFRC, 2.0));
    derived.push(("cov_over_slow", 10.0, tfrc.map(|(fast_link, slow_link)| fast_link / slow_link)));
    for (quantity, rate, value) in derived {
        let at = vec![("B", AxisValue::Number(rate))];
        if value.is_some() {
            table.add_derived(quantity, at, value);
        }
    }
}

fn start_runs(cells: Vec<Cell>) -> RunPlan {
    RunPlan {
        axes: vec![
            Axis { id: "how", label: "Protocol", unit: "", log: false },
            Axis { id: "B", label: "Bottleneck", unit: "Mb/s", log: false },
        ],
        cells,
        seeds: 8,
        recording: Recording::series(1.0, &["throughput"]),
        quantities: start_quantities(),
        measure: measure_start,
        derive: derive_start,
        drawings: vec![
            Drawing::Series {
                title: "Rates of the five flows",
                curves: &["rate"],
                y: "Rate",
                unit: "Mb/s",
                only: Filter::default(),
            },
            Drawing::Table { title: "Convergence", quantities: &["t", "t_half", "end_jain", "cov"] },
        ],
    }
}

fn start_assumptions() -> Vec<Assumption> {
    let mut all = network_assumptions().to_vec();
    all.extend([
        Assumption {
            what: "The flows start at 0, 10, 20, 30 and 40 s",
            why: "The text does not state when the flows start.",
        },
        Assumption {
            what: "Runs of 300 s, or 600 s without fast convergence; eight seeds; packets of 1000 bytes",
            why: "The paper gives none of these numbers. The times of single seeds differ by a factor of two.",
        },
        Assumption {
            what: "Rates are fair when each flow is within 25 % of the mean in three successive windows of 10 s",
            why: "The paper does not define when flows have converged.",
        },
        tfrc_assumption(),
    ]);
    all
}

pub fn convergence() -> Vec<Experiment> {
    let experiment = |id, place, title, shows, statements, claims, cells| Experiment {
        id,
        paper: Paper::Taimd,
        place,
        title,
        shows,
        statements,
        claims,
        assumptions: start_assumptions(),
        procedure: Procedure::Simulate(Box::new(start_runs(cells))),
    };
    vec![
        experiment(
            "taimd-fig5a",
            "Figure 5a",
            "Convergence of five TAIMD flows on 10 Mb/s",
            "The time until five flows that start one after another share evenly, with and without fast convergence.",
            vec![statement(
                "Flows converge in more than 200 s without fast convergence, and in 50 s with it.",
            )],
            vec![
                claim(
                    "Without fast convergence the time is at least 60 s; with it at most 0.8 times as long; Jain's index at the end is at least 0.98",
                    [
                        every("t").where_is("how", BASIC).at_least(60.0),
                        every("fast_over_basic").at_most(0.8),
                        every("end_jain").at_least(0.98),
                    ],
                ),
                claim(
                    "Without fast convergence the time is more than 200 s",
                    [every("t").where_is("how", BASIC).above(200.0)],
                )
                .because(
                    "Over eight seeds the mean is 142 s, with a 95 % interval of 107 to 178 s. The paper states neither when flows start nor \
                     when they count as converged.",
                ),
                claim(
                    "With fast convergence the time is 50 s, within a factor of 1.5",
                    [every("t").where_is("how", FAST).within(33.0, 75.0)],
                )
                .because("Over eight seeds the mean is 101 s, with a 95 % interval of 61 to 141 s."),
            ],
            vec![start_cell(BASIC, 10.0), start_cell(FAST, 10.0)],
        ),
        experiment(
            "taimd-fig5b",
            "Figure 5b",
            "Convergence of five TAIMD flows on 2 Mb/s",
            "Losses are frequent on a slow link, and flows converge quickly with and without fast convergence.",
            vec![statement("The time is acceptable without fast convergence.")],
            vec![claim(
                "Without fast convergence the time is at most 60 s; with it at most 10 s longer",
                [every("t").where_is("how", BASIC).at_most(60.0), every("fast_less_basic").at_most(10.0)],
            )],
            vec![start_cell(BASIC, 2.0), start_cell(FAST, 2.0)],
        ),
        experiment(
            "taimd-fig5c",
            "Figure 5c",
            "Convergence of five TFRC flows",
            "TFRC converges quickly, and then its rates vary slowly and widely.",
            vec![statement(
                "TFRC converges quickly. In the steady state its rates fluctuate widely, most at low loss rates (10 Mb/s).",
            )],
            vec![
                claim(
                    "Each flow is within 50 % of the mean after at most 60 s",
                    [every("t_half").where_is("how", TFRC).at_most(60.0)],
                ),
                claim(
                    "TFRC's CoV in bins of 5 s at 10 Mb/s is more than 1.5 times TAIMD's",
                    [every("cov_over_taimd").between("B", 10.0, 10.0).above(1.5)],
                )
                .because(
                    "The CoV is measured from 100 to 300 s, and TAIMD's flows are fair only at 141 s in the mean. Figure 7, where all \
                     flows start together, has the steady state.",
                ),
                claim(
                    "TFRC's CoV is larger at 10 Mb/s, where the loss is low, than at 2 Mb/s",
                    [every("cov_over_slow").above(1.0)],
                )
                .because(
                    "In figure 7 TFRC's CoV falls with the rate as well. Its rates vary slowly at 10 Mb/s, but not more.",
                ),
            ],
            vec![start_cell(TFRC, 10.0), start_cell(TFRC, 2.0), start_cell(FAST, 10.0)],
        ),
    ]
}

const TAIMD: &str = "TAIMD";
const CAPPED: &str = "TAIMD, TCP capped";
const BURST: &str = "TAIMD, all mice at once";
const ALL_LIMITED: &str = "TAIMD, all limited";
const ALL_CAPPED: [(&str, u32); 4] = [
    ("TAIMD, all limited, TCP capped at 25", AVAILABLE_CAP),
    ("TAIMD, all limited, TCP capped at 20", 20),
    ("TAIMD, all limited, TCP capped at 15", 15),
    ("TAIMD, all limited, TCP capped at 10", 10),
];
const TAIMD_SOURCE: &str = "TAIMD, limited by its source";

const RATE: f64 = 7e6;
const RATE_LIMIT: f64 = 1e6;
const MICE: u32 = 30;
const MOUSE_DURATION: f64 = 5.0;
/// The mice that start together do so within this many seconds and end as many seconds later.
const BURST_END: f64 = 400.0 + 2.0 * MOUSE_DURATION;

/// The slow start threshold in packets with four free flows: TCP's share of the link, 7/6 Mb/s, times the mean round-trip
/// time of 150 ms (100 ms and half of the buffer) are 21 whole packets.
const SHARE_CAP: u32 = 21;
/// The slow start threshold in packets with five limited flows: the 2 Mb/s that they leave times 100 ms are 25 packets.
const AVAILABLE_CAP: u32 = 25;

fn mice(params: &Value, burst: bool) -> Vec<Value> {
    let start = |i: u32| {
        if burst {
            return 400.0 + f64::from(i) / 6.0;
        }
        // Each start time is shifted by up to a second either way, in irregular steps of a tenth of a second.
        let shift = f64::from((i * 13 + 5) % 21) / 10.0 - 1.0;
        (401.0 + 200.0 / f64::from(MICE) * f64::from(i) + shift).min(600.0 - MOUSE_DURATION)
    };
    let mouse = |i: u32| {
        let start = sim_core::ground::math::round(start(i) * 1e3) / 1e3;
        let times = json!({ "role": "background", "start": start, "stop": start + MOUSE_DURATION });
        with(tcp(&format!("mouse{}", i + 1), params.clone(), 1, 0.0), times)
    };
    (0..MICE).map(mouse).collect()
}

fn disturbed_cell(protocol: &'static str) -> Cell {
    let all_capped = ALL_CAPPED.iter().find(|(name, _)| *name == protocol);
    let cap = match all_capped {
        Some((_, threshold)) => json!({ "initial_ssthresh": threshold }),
        None if protocol == CAPPED => json!({ "initial_ssthresh": SHARE_CAP }),
        None => json!({}),
    };
    let by_source = json!({ "source": { "kind": "cbr", "rate": RATE_LIMIT * 0.96 } });
    let limit = json!({ "rate_limit": RATE_LIMIT });
    let mut flows = if protocol == TFRC {
        vec![flow("free", "tfrc", tfrc(), 4, 0.0), with(flow("limited", "tfrc", tfrc(), 1, 0.0), by_source)]
    } else if protocol == TAIMD_SOURCE {
        vec![
            flow("free", "taimd", json!({}), 4, 0.0),
            with(flow("limited", "taimd", json!({}), 1, 0.0), by_source),
        ]
    } else if protocol == ALL_LIMITED || all_capped.is_some() {
        vec![flow("limited", "taimd", limit, 5, 0.0)]
    } else {
        vec![flow("free", "taimd", json!({}), 4, 0.0), flow("limited", "taimd", limit, 1, 0.0)]
    };
    flows.push(with(tcp("elephant", cap.clone(), 1, 0.0), json!({ "start": 200, "stop": 350 })));
    flows.extend(mice(&cap, protocol == BURST));
    Cell { at: vec![("how", AxisValue::Text(protocol))], document: document(RATE, (600.0, 0.0), &[], flows) }
}

/// The mean rates of an entry's flows in bins of one second.
fn mean_rates(run: &RunResult, entry: &str) -> Vec<f64> {
    let ids = run.ids(entry);
    let mut sum: Vec<f64> = Vec::new();
    for id in &ids {
        let own = run.rates(id, "throughput", 1.0);
        sum.resize(sum.len().max(own.len()), 0.0);
        sum.iter_mut().zip(&own).for_each(|(sum, own)| *sum += own);
    }
    sum.iter_mut().for_each(|rate| *rate /= ids.len().max(1) as f64);
    sum
}

fn measure_disturbed(run: &RunResult, out: &mut Measurements) {
    let mega =
        |rates: &[f64], from, to| mean(slice_bins(rates, bins_between(from, to, 1.0))).map(|bps| bps / 1e6);
    let (limited, elephant) = (mean_rates(run, "limited"), run.rates("elephant", "throughput", 1.0));
    let before = mega(&limited, 100.0, 200.0);
    let last_mouse = if run.is("how", BURST) { BURST_END } else { 600.0 };
    let beside_mice = mega(&limited, 400.0, last_mouse);
    out.number("before", before);
    out.number("beside_elephant", mega(&limited, 200.0, 350.0));
    out.number("elephant", mega(&elephant, 200.0, 350.0));
    out.number("beside_mice", beside_mice);
    out.number("lost_to_mice", before.zip(beside_mice).map(|(before, beside)| 1.0 - beside / before));
    let cov_values: Vec<f64> = run
        .ids("free")
        .iter()
        .filter_map(|id| {
            let rates = run.rates(id, "throughput", 5.0);
            cov(slice_bins(&rates, bins_between(100.0, 200.0, 5.0)))
        })
        .collect();
    out.number("free_cov", mean(&cov_values));
    let mega_curve =
        |rates: Vec<f64>| widen_bins(&rates, 2).iter().map(|bps| bps / 1e6).collect::<Vec<f64>>();
    if let Some(id) = run.ids("free").first() {
        out.curve("rate", "free", 0.0, 2.0, mega_curve(run.rates(id, "throughput", 1.0)));
    }
    out.curve("rate", "limited", 0.0, 2.0, mega_curve(limited));
    out.curve("rate", "elephant", 0.0, 2.0, mega_curve(elephant));
    let mut sum: Vec<f64> = Vec::new();
    for i in 1..=MICE {
        let own = run.rates(&format!("mouse{i}"), "throughput", 1.0);
        sum.resize(sum.len().max(own.len()), 0.0);
        sum.iter_mut().zip(&own).for_each(|(sum, own)| *sum += own);
    }
    out.curve("rate", "mice", 0.0, 2.0, mega_curve(sum));
}

fn disturbed_runs(cells: Vec<Cell>) -> RunPlan {
    RunPlan {
        axes: vec![Axis { id: "how", label: "Protocol", unit: "", log: false }],
        cells,
        seeds: 3,
        recording: Recording::series(1.0, &["throughput"]),
        quantities: vec![
            quantity("before", "Rate of the limited flows, 100 to 200 s", "Mb/s"),
            quantity("beside_elephant", "Rate of the limited flows beside the elephant", "Mb/s"),
            quantity("elephant", "Rate of the elephant", "Mb/s"),
            quantity("beside_mice", "Rate of the limited flows beside the mice", "Mb/s"),
            quantity("lost_to_mice", "Share of their rate that the limited flows lose to the mice", ""),
            quantity("free_cov", "CoV of the free flows in bins of 5 s, 100 to 200 s", ""),
            quantity("recovered", "Share of that loss which the cap prevents", ""),
            quantity("rougher", "CoV of TFRC's free flows less that of TAIMD's", ""),
            quantity(
                "taimd_loses_more",
                "Share that TAIMD loses to the mice less that of TFRC, both limited by their sources",
                "",
            ),
        ],
        measure: measure_disturbed,
        derive: |table| {
            let of = |quantity, protocol| table.value(quantity, &[("how", AxisValue::Text(protocol))]);
            let recovered = |without, capped| {
                let lost = of("lost_to_mice", without).zip(of("lost_to_mice", capped));
                lost.map(|(uncapped, capped)| (uncapped - capped) / uncapped)
            };
            let capped = std::iter::once((TAIMD, CAPPED));
            let all_capped = ALL_CAPPED.iter().map(|&(name, _)| (ALL_LIMITED, name));
            let derived: Vec<_> = capped
                .chain(all_capped)
                .map(|(without, capped)| (capped, recovered(without, capped)))
                .collect();
            let rougher = of("free_cov", TFRC).zip(of("free_cov", TAIMD)).map(|(tfrc, taimd)| tfrc - taimd);
            let more = of("lost_to_mice", TAIMD_SOURCE)
                .zip(of("lost_to_mice", TFRC))
                .map(|(taimd, tfrc)| taimd - tfrc);
            for (name, value) in derived {
                if value.is_some() {
                    table.add_derived("recovered", vec![("how", AxisValue::Text(name))], value);
                }
            }
            for (quantity, value) in [("rougher", rougher), ("taimd_loses_more", more)] {
                if value.is_some() {
                    table.add_derived(quantity, Vec::new(), value);
                }
            }
        },
        drawings: vec![
            Drawing::Series {
                title: "Rates",
                curves: &["rate"],
                y: "Rate",
                unit: "Mb/s",
                only: Filter::default(),
            },
            Drawing::Table {
                title: "Phases",
                quantities: &[
                    "before",
                    "beside_elephant",
                    "elephant",
                    "beside_mice",
                    "lost_to_mice",
                    "free_cov",
                ],
            },
        ],
    }
}

fn disturbed_assumptions() -> Vec<Assumption> {
    let mut all = network_assumptions().to_vec();
    all.extend([
        Assumption {
            what: "Two readings: four free flows and one limited flow in one run, and a run in which all five flows are limited to 1 Mb/s",
            why: "Section 4.4 lists \"four\" free flows \"and one\" limited flow, which are its five flows. It also calls them \"two \
                  operating conditions\", which can be two runs. Each reading has its own lines.",
        },
        Assumption {
            what: "Every 6.67 s a mouse starts that lasts 5 s, up to a second early or late. Another run has all 30 mice within 5 s; \
                   its mean is that of the ten seconds in which they send.",
            why: "The paper does not state whether the mice start together.",
        },
        Assumption {
            what: "The cap on slow start is the available bandwidth times the mean round-trip time: beside four free flows a share of \
                   7/6 Mb/s times 150 ms, 21 packets; beside five limited flows the unused 2 Mb/s times 100 ms, 25 packets. Caps of \
                   10, 15 and 20 packets are shown too.",
            why: "Section 4.4 gives this rule, but no number.",
        },
        Assumption {
            what: "TFRC's limited flow has a source of constant rate. Figure 8b also limits a TAIMD flow in this way.",
            why: "TFRC has no limit of its own. TAIMD's limit holds its window, which reacts differently to losses.",
        },
        Assumption { what: "Three seeds; packets of 1000 bytes", why: "The paper gives neither number." },
        tfrc_assumption(),
    ]);
    all
}

pub fn disturbance() -> Vec<Experiment> {
    let experiment = |id, place, title, shows, statements, claims, cells| Experiment {
        id,
        paper: Paper::Taimd,
        place,
        title,
        shows,
        statements,
        claims,
        assumptions: disturbed_assumptions(),
        procedure: Procedure::Simulate(Box::new(disturbed_runs(cells))),
    };
    let mut capped = vec![disturbed_cell(CAPPED), disturbed_cell(TAIMD), disturbed_cell(ALL_LIMITED)];
    capped.extend(ALL_CAPPED.iter().map(|&(name, _)| disturbed_cell(name)));
    vec![
        experiment(
            "taimd-fig8a",
            "Figure 8a",
            "TAIMD beside an elephant and mice",
            "A long TCP flow shares the link with TAIMD. Short TCP flows reduce the rate of limited TAIMD flows.",
            vec![
                statement("TAIMD interacts well with the elephant."),
                statement("The throughput of a limited flow drops beside mice."),
            ],
            vec![
                claim(
                    "Beside the elephant the limited flow has at least 0.85 Mb/s and the elephant 0.7 to 1.8 Mb/s",
                    [
                        every("beside_elephant").where_is("how", TAIMD).at_least(0.85),
                        every("elephant").where_is("how", TAIMD).within(0.7, 1.8),
                    ],
                ),
                claim(
                    "All five limited: beside the elephant they have at least 0.85 Mb/s each",
                    [every("beside_elephant").where_is("how", ALL_LIMITED).at_least(0.85)],
                ),
                claim(
                    "Beside mice the limited flow loses at least 5 % of its rate",
                    [every("lost_to_mice").where_is("how", TAIMD).at_least(0.05)],
                )
                .because(
                    "Four free flows keep the queue full, so slow start of a mouse ends early. With all five flows limited, the link has \
                     room for a long slow start, which ends with many losses.",
                ),
                claim(
                    "All five limited: beside mice they lose at least 5 % of their rate",
                    [every("lost_to_mice").where_is("how", ALL_LIMITED).at_least(0.05)],
                ),
            ],
            vec![disturbed_cell(TAIMD), disturbed_cell(ALL_LIMITED), disturbed_cell(BURST)],
        ),
        experiment(
            "taimd-fig8b",
            "Figure 8b",
            "TFRC beside an elephant and mice",
            "The same as figure 8a with TFRC instead of TAIMD.",
            vec![statement(
                "TFRC fluctuates widely. Beside mice its limited flow becomes stable again after a short glitch, while TAIMD's loses \
                 throughput.",
            )],
            vec![
                claim(
                    "The CoV of TFRC's free flows in bins of 5 s from 100 to 200 s is above TAIMD's",
                    [every("rougher").above(0.0)],
                ),
                claim(
                    "TFRC's limited flow loses less than 5 % of its rate beside mice",
                    [every("lost_to_mice").where_is("how", TFRC).below(0.05)],
                ),
                claim(
                    "With the same limit by the source, TAIMD loses more of its rate beside mice than TFRC",
                    [every("taimd_loses_more").above(0.0)],
                )
                .because(
                    "With the same limit both lose 0.2 % at most: the window of a flow that its source limits is larger than the flow needs. \
                     TAIMD's loss in figure 8a is an effect of the limit on its window.",
                ),
            ],
            vec![disturbed_cell(TFRC), disturbed_cell(TAIMD), disturbed_cell(TAIMD_SOURCE)],
        ),
        experiment(
            "taimd-fig8c",
            "Figure 8c",
            "TAIMD beside TCP whose slow start is capped",
            "Mice whose slow start ends early reduce TAIMD's rate little.",
            vec![
                statement("A limit on the window in TCP's slow start is a simple solution for the drop beside mice."),
                statement(
                    "Figure 8c shows \"almost similar\" results, so that a rough estimate of the bandwidth is satisfactory. The text does not say to which results they are similar.",
                ),
            ],
            vec![
                claim(
                    "The cap prevents at least half of the loss of figure 8a",
                    [every("recovered").where_is("how", CAPPED).at_least(0.5)],
                )
                .because(
                    "Four free flows keep the queue full, so slow start of a mouse ends early with and without the cap.",
                ),
                claim(
                    "All five limited: the cap of 25 packets prevents at least half of the loss of figure 8a",
                    [every("recovered").where_is("how", ALL_CAPPED[0].0).at_least(0.5)],
                ),
                reported("All five limited: caps of 20, 15 and 10 packets"),
            ],
            capped,
        ),
    ]
}

const DELTAS: [f64; 3] = [0.05, 0.1, 0.2];
const KS: [f64; 3] = [1.0, 3.0, 5.0];

pub fn sens() -> Experiment {
    let mut cells = Vec::new();
    for (company, alone) in [("starting", false), ("together", true)] {
        for delta in DELTAS {
            for k in KS {
                let params = json!({ "delta": delta, "k": k });
                let document = if alone {
                    document(
                        10e6,
                        (300.0, 100.0),
                        &[0.1],
                        (1..=FLOWS)
                            .map(|i| flow(&format!("f{i}"), "taimd", params.clone(), 1, 0.0))
                            .collect(),
                    )
                } else {
                    document(10e6, (300.0, 100.0), &[0.1], five_flows("taimd", &params))
                };
                let at = vec![("run", AxisValue::Text(company)), ("delta", delta.into()), ("k", k.into())];
                cells.push(Cell { at, document });
            }
        }
    }
    Experiment {
        id: "taimd-sens",
        paper: Paper::Taimd,
        place: "Section 3.5",
        title: "The effect of delta and k",
        shows: "A larger k needs fast convergence. A larger delta responds faster and is less smooth.",
        statements: vec![statement(
            "A larger k needs fast convergence. Delta must be large enough to respond to congestion and small enough to be smooth.",
        )],
        claims: vec![reported(
            "Time to fairness, CoV and loss at 10 Mb/s for k = 1, 3, 5 and delta = 0.05, 0.1, 0.2",
        )],
        assumptions: vec![Assumption {
            what: "These values of k and delta; one seed; the network of figures 5 and 7",
            why: "The paper names no values but k = 3 and delta = 0.1, and has no figure of their effect.",
        }],
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![
                Axis { id: "run", label: "Flows start", unit: "", log: false },
                Axis { id: "delta", label: "Delta", unit: "", log: false },
                Axis { id: "k", label: "k", unit: "", log: false },
            ],
            cells,
            seeds: 1,
            recording: Recording::series(1.0, &["throughput"]),
            quantities: vec![
                quantity("t", "Time to fairness within 25 % after the last start", "s"),
                quantity("cov", "CoV in bins of 0.1 s, mean of the flows", ""),
                quantity("loss", "Share of the packets lost", ""),
            ],
            measure: |run, out| {
                if run.is("run", "starting") {
                    out.number("t", convergence_time(&rates_of(run), 0.25));
                } else {
                    let ids: Vec<String> = (1..=FLOWS).map(|i| format!("f{i}")).collect();
                    let cov_values: Vec<f64> = ids.iter().filter_map(|id| run.mean_cov(id, "0.1")).collect();
                    out.number("cov", mean(&cov_values));
                    let sum = |field| ids.iter().map(|id| run.sum(id, field)).sum::<f64>();
                    out.number("loss", sum("lost") / sum("sent"));
                }
            },
            derive: |_| {},
            drawings: vec![
                Drawing::Surface { title: "Time to fairness", quantity: "t", x: "k", y: "delta", by: "run" },
                Drawing::Surface { title: "CoV", quantity: "cov", x: "k", y: "delta", by: "run" },
            ],
        })),
    }
}
