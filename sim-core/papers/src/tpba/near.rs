//! TPBA with one and two competing TCP flows on the near network: rates, fairness, gaps between data units (figures
//! 10 to 12).

use serde_json::Value;

use super::single_flow::{
    FINE_BIN, FLOW_2_TIMES, SIGNALS, UNIT_5120_BYTES, active_periods, add_curves, fairness, probing_periods,
    series, smallest, three_flows,
};
use super::{NEAR, NEAR_8K, WINDOW_8_KB, WINDOW_16_KB, assumptions, with_8_kb_variant};
use crate::claims::{claim, every};
use crate::model::{
    Axis, AxisValue, Cell, Claim, Experiment, Paper, Procedure, Quantity, Recording, RunPlan, quantity,
    statement,
};
use crate::run_result::{Measurements, RunResult, bins_between, slice_bins};
use sim_core::analysis::descriptive::mean;

const HALF_SECOND: f64 = 0.5;
const ONE_SECOND: f64 = 1.0;

fn measure_near(run: &RunResult, out: &mut Measurements) {
    let end = 45.0;
    let rate = |id: &str| run.rates(id, "throughput", HALF_SECOND);
    // Jain's index in bins of half a second, which the paper calls f.
    let f = fairness(&active_periods(end), HALF_SECOND, &rate);
    let fairness_between = |from, to| slice_bins(&f, bins_between(from, to, HALF_SECOND));
    out.number("f_early", smallest(fairness_between(6.0, 9.5)));
    out.number("f_dip", smallest(fairness_between(10.0, 12.0)));
    let periods = probing_periods(run, "media");
    let second_probing_start = periods.get(1).map(|(from, _)| *from);
    out.number("second_probing", second_probing_start);
    let restored = second_probing_start.and_then(|from| {
        let first_bin = (from / HALF_SECOND) as usize;
        let found = f.get(first_bin..)?.windows(3).position(|three| three.iter().all(|f| *f >= 0.95))?;
        Some((first_bin + found) as f64 * HALF_SECOND - from)
    });
    out.number("restored", restored.map(|t| t.max(0.0)));
    // The end of the first probing period that starts after flow 2 has stopped.
    let probing_end = periods.iter().find(|(from, _)| *from >= FLOW_2_TIMES.1).map(|(_, to)| *to);
    let level = probing_end.filter(|to| *to + ONE_SECOND <= end).and_then(|to| {
        let mean_rate = |id: &str| {
            mean(slice_bins(&run.rates(id, "throughput", 0.1), bins_between(to, to + ONE_SECOND, 0.1)))
        };
        mean_rate("tcp1").zip(mean_rate("media")).map(|(a, b)| (a / b - 1.0).abs())
    });
    out.number("level_at", probing_end.filter(|to| to.is_finite()).map(|to| to + ONE_SECOND));
    out.number("level", level);
    out.number("lost", run.mean("media", "lost"));
    // The largest gap near a switch between probing and running, and the standard deviations of the gaps while probing
    // and while running, away from switches.
    let gaps = &run.flows("media").first().map_or(Value::Null, |flow| flow["data_units"]["gap_ms"].clone());
    let gap_statistic = |phase: &str, statistic: &str| gaps[phase][statistic].as_f64();
    let quotient = |a: Option<f64>, b: Option<f64>| a.zip(b).filter(|(_, b)| *b > 0.0).map(|(a, b)| a / b);
    out.number("gap_at_switch", quotient(gap_statistic("switching", "max"), gap_statistic("all", "p50")));
    out.number(
        "gap_probing_over_running",
        quotient(gap_statistic("probing", "sd"), gap_statistic("running", "sd")),
    );
    let gaps = run.series("flow:media", "unit_gap");
    add_curves(run, out, &f, HALF_SECOND, &gaps);
}

fn near_quantities() -> Vec<Quantity> {
    vec![
        quantity("f_early", "Least f from 6 to 9.5 s", ""),
        quantity("f_dip", "Least f from 10 to 12 s", ""),
        quantity("second_probing", "Start of the second probing period", "s"),
        quantity("restored", "Time from there until f is 0.95", "s"),
        quantity(
            "level_at",
            "One second after the end of the first probing period that starts after flow 2 has stopped",
            "s",
        ),
        quantity("level", "Relative difference of flows 1 and 3 in the second before that", ""),
        quantity("lost", "Packets of flow 3 lost", ""),
        quantity(
            "gap_at_switch",
            "Largest gap between data units near a switch, divided by the median gap",
            "",
        ),
        quantity(
            "gap_probing_over_running",
            "Standard deviation of the gaps while probing, divided by that while running",
            "",
        ),
    ]
}

fn cell(variant: &'static str) -> Cell {
    let network = if variant == WINDOW_8_KB { NEAR_8K } else { NEAR };
    Cell {
        at: vec![("variant", AxisValue::Text(variant))],
        document: three_flows(network, 45.0, UNIT_5120_BYTES),
    }
}

pub fn experiments() -> Vec<Experiment> {
    let experiment = |id, place, title, shows, statements, claims: Vec<Claim>, drawing| Experiment {
        id,
        paper: Paper::Tpba,
        place,
        title,
        shows,
        statements,
        claims,
        assumptions: with_8_kb_variant(assumptions()),
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![Axis { id: "variant", label: "TCP's window", unit: "", log: false }],
            cells: vec![cell(WINDOW_16_KB), cell(WINDOW_8_KB)],
            seeds: 10,
            recording: Recording::series(FINE_BIN, SIGNALS),
            quantities: near_quantities(),
            measure: measure_near,
            derive: |_| {},
            drawings: vec![drawing],
        })),
    };
    let with_16_kb = |quantity| every(quantity).where_is("variant", WINDOW_16_KB);
    vec![
        experiment(
            "tpba-fig10",
            "Figure 10",
            "TPBA beside one and two TCP flows: rates",
            "Flow 2 starts at 10 s and stops at 25 s. TPBA finds its new share in its next probing period.",
            vec![
                statement(
                    "Flow 3 keeps its rate when flow 2 starts, and flow 1 becomes slower. The second probing period starts at 13.8 s.",
                ),
                statement(
                    "After flow 2 has stopped at 25 s, the next probing period makes the rates of flows 1 and 3 equal. No packet is lost at a switch.",
                ),
            ],
            vec![
                claim(
                    "The second probing period starts from 13 to 16 s",
                    [with_16_kb("second_probing").within(13.0, 16.0)],
                ),
                claim(
                    "After flow 2 has stopped, the rates of flows 1 and 3 differ by at most 10 % in the second after the next probing \
                     period, and this second ends by 42 s",
                    [with_16_kb("level").at_most(0.10), with_16_kb("level_at").at_most(42.0)],
                ),
                claim("Flow 3 loses no packet", [with_16_kb("lost").at_most(0.0)]),
            ],
            series("Rates", &["rate"], "Rate", "kb/s"),
        ),
        experiment(
            "tpba-fig11",
            "Figure 11",
            "TPBA beside one and two TCP flows: fairness",
            "The index falls when flow 2 starts and rises again in the next probing period.",
            vec![statement("f falls to 0.7 at 10 s. The second probing period restores it to nearly 1.")],
            vec![
                claim("f is at least 0.95 from 6 to 9.5 s", [with_16_kb("f_early").at_least(0.95)]),
                claim(
                    "The smallest f from 10 to 12 s, in bins of 0.5 s, is from 0.6 to 0.8",
                    [with_16_kb("f_dip").within(0.6, 0.8)],
                ),
                claim(
                    "f is at least 0.95 within 4 s of the start of the second probing period",
                    [with_16_kb("restored").at_most(4.0)],
                ),
            ],
            series("Jain's index", &["f"], "f", ""),
        ),
        experiment(
            "tpba-fig12",
            "Figure 12",
            "TPBA beside one and two TCP flows: gaps between data units",
            "Times between whole data units at the receiver, also when the flow switches between TCP and UDP.",
            vec![statement(
                "No significant jump at the switches. The gaps vary more while probing than while running.",
            )],
            vec![
                claim(
                    "Within 0.5 s of a switch, no gap is longer than 2.5 times the median",
                    [with_16_kb("gap_at_switch").at_most(2.5)],
                ).because("When UDP takes over, the last window of TCP is still in the queue: its length decides. With 6 segments the gap is 2.1 times the median, with 11 segments 1.9 times."),
                claim(
                    "The standard deviation of the gaps is larger while probing than while running",
                    [with_16_kb("gap_probing_over_running").above(1.0)],
                ),
            ],
            series("From one whole data unit to the next", &["gap"], "Gap", "ms"),
        ),
    ]
}
