//! Radar data over a path that is slower than the radar (figure 5): the loss of each ray, with and without TRABOL.

use serde_json::{Value, json};

use crate::claims::{claim, every};
use crate::document::{bottleneck_delay, drop_tail, flow};
use crate::model::{
    Assumption, Axis, AxisValue, Cell, Claim, Drawing, Experiment, Filter, Paper, Procedure, Recording,
    RunPlan, quantity, statement,
};
use crate::run_result::{Measurements, RunResult, bins_between, slice_bins};
use sim_core::analysis::descriptive::{mean, median};

const PACKET: u32 = 1500;
const RTT: f64 = 0.0005;
const LAN_RATE: f64 = 650e6;
const BUFFER: f64 = 256.0;
/// The duration of a ray in seconds.
const RAY: f64 = 0.12;

/// The rate of the sender in bit/s without control.
const FULL_RATE: f64 = 500e6;

const NO_CONTROL: &str = "no control";
/// TRABOL that starts at its target rate.
const TRABOL: &str = "TRABOL";
/// TRABOL that starts at the rate without control.
const TRABOL_FULL_START: &str = "TRABOL, start at 500 Mb/s";

fn cell(control: &'static str, path_mbps: f64, duration: f64) -> Cell {
    let sender = match control {
        NO_CONTROL => flow("radar", "udp", json!({ "rate": FULL_RATE }), PACKET, 1),
        TRABOL_FULL_START => flow("radar", "trabol", json!({ "start_rate": FULL_RATE }), PACKET, 1),
        _ => flow("radar", "trabol", json!({}), PACKET, 1),
    };
    let document: Value = json!({
        "v": 1, "duration": duration, "jitter": { "mode": "off" },
        "network": {
            "forward": { "rate": path_mbps * 1e6, "delay": bottleneck_delay(RTT), "queue": drop_tail(BUFFER) },
            "access_rate": LAN_RATE,
        },
        "flows": [sender],
    });
    Cell { at: vec![("how", AxisValue::Text(control)), ("takes", path_mbps.into())], document }
}

/// The indices of the rates that are more than 1 Mb/s below the previous rate.
fn reductions(rates: &[f64]) -> Vec<usize> {
    (1..rates.len()).filter(|&i| rates[i] < rates[i - 1] - 1.0).collect()
}

fn measure(run: &RunResult, out: &mut Measurements) {
    let sent: Vec<f64> = run.counts("radar", "sent");
    let lost: Vec<f64> = run.counts("radar", "lost");
    let rates: Vec<f64> = sent.iter().map(|packets| packets * f64::from(8 * PACKET) / RAY / 1e6).collect();
    let end = rates.len() as f64 * RAY;
    let steady = bins_between(5.0, end, RAY);
    out.number("rate", mean(slice_bins(&rates, steady.clone())));
    let total = |of: &[f64], range: std::ops::Range<usize>| slice_bins(of, range).iter().sum::<f64>();
    out.number("loss", Some(total(&lost, steady.clone()) / total(&sent, steady.clone())));
    let losses: Vec<f64> =
        lost.iter().zip(&sent).map(|(lost, sent)| if *sent > 0.0 { lost / sent } else { 0.0 }).collect();
    let start = slice_bins(&losses, bins_between(0.0, 2.0, RAY));
    out.number("worst_at_start", start.iter().copied().reduce(f64::max));
    let after_start = slice_bins(&losses, bins_between(2.0, end, RAY));
    out.number("worst", after_start.iter().copied().reduce(f64::max));
    let lossy = after_start.iter().filter(|loss| **loss > 0.05).count();
    out.number("lossy", (!after_start.is_empty()).then(|| 100.0 * lossy as f64 / after_start.len() as f64));
    out.number("median_loss", median(after_start));
    // The rate that the algorithm allows, for each ray.
    let allowed_rates: Vec<f64> = run.series("flow:radar", "rate").iter().map(|bps| bps / 1e6).collect();
    let allowed_rates = slice_bins(&allowed_rates, steady);
    let cuts = reductions(allowed_rates);
    out.number("trough", allowed_rates.iter().copied().reduce(f64::min));
    let steps: Vec<f64> =
        allowed_rates.windows(2).map(|two| two[1] - two[0]).filter(|step| *step > 0.1).collect();
    out.number("step", median(&steps));
    let periods: Vec<f64> = cuts.windows(2).map(|two| (two[1] - two[0]) as f64 * RAY).collect();
    out.number("period", mean(&periods));
    out.number("allowed", mean(allowed_rates));
    out.curve("rate", "sending rate", 0.0, RAY, rates);
    out.curve("loss", "loss", 0.0, RAY, losses.iter().map(|loss| 100.0 * loss).collect());
}

fn plan(cells: Vec<Cell>) -> RunPlan {
    let series = |title, curves, y, unit| Drawing::Series { title, curves, y, unit, only: Filter::default() };
    RunPlan {
        axes: vec![
            Axis { id: "how", label: "Control", unit: "", log: false },
            Axis { id: "takes", label: "The path carries", unit: "Mb/s", log: false },
        ],
        cells,
        seeds: 1,
        recording: Recording::series(RAY, &["sent", "lost", "rate"]),
        quantities: vec![
            quantity("rate", "Sending rate", "Mb/s"),
            quantity("loss", "Share of the packets lost", ""),
            quantity("worst_at_start", "Largest loss of a ray in the first 2 s", ""),
            quantity("worst", "Largest loss of a ray after 2 s", ""),
            quantity("lossy", "Rays that lose more than 5 %, after 2 s", "%"),
            quantity("median_loss", "Median loss of a ray", ""),
            quantity("trough", "Smallest rate that the algorithm sets", "Mb/s"),
            quantity("step", "Median increase", "Mb/s"),
            quantity("period", "Time from one decrease to the next", "s"),
            quantity("allowed", "Mean rate that the algorithm sets", "Mb/s"),
        ],
        measure,
        derive: |_| {},
        drawings: vec![
            series("Sending rate", &["rate"], "Rate", "Mb/s"),
            series("Loss of each ray", &["loss"], "Loss", "%"),
        ],
    }
}

fn assumptions(path: &'static str, why: &'static str) -> Vec<Assumption> {
    vec![
        Assumption {
            what: "A round-trip time of 0.5 ms, a buffer of 256 packets, and packets of 1500 bytes",
            why: "The hosts are on a LAN. The paper gives no values.",
        },
        Assumption { what: path, why },
        Assumption {
            what: "Runs of 30 s, and of 60 s for figure 5c",
            why: "The paper does not give the duration.",
        },
    ]
}

pub fn experiments() -> Vec<Experiment> {
    let experiment =
        |id, place, title, shows, statements, claims: Vec<Claim>, assumptions, cells| Experiment {
            id,
            paper: Paper::Trabol,
            place,
            title,
            shows,
            statements,
            claims,
            assumptions,
            procedure: Procedure::Simulate(Box::new(plan(cells))),
        };
    let on = |control| every("rate").where_is("how", control);
    let at = |quantity, path_mbps| every(quantity).between("takes", path_mbps, path_mbps);
    vec![
        experiment(
            "trabol-fig5a",
            "Figure 5a",
            "Radar data without control",
            "Without control the sender continues at its full rate although three quarters of the packets are lost.",
            vec![statement("The sender sends at about 500 Mb/s, and the loss persists.")],
            vec![
                claim("The rate is within 3 % of 500 Mb/s", [on(NO_CONTROL).within(485.0, 515.0)]),
                claim(
                    "After 5 s, the loss is what the path of 120 Mb/s cannot carry: 1 - 120/500 = 0.76, within 0.03",
                    [every("loss").within(0.73, 0.79)],
                ),
            ],
            assumptions(
                "The receiver accepts 120 Mb/s",
                "The paper gives no value. The rate must be below TRABOL's target rate of 150 Mb/s.",
            ),
            vec![cell(NO_CONTROL, 120.0, 30.0)],
        ),
        experiment(
            "trabol-fig5b",
            "Figure 5b",
            "Loss with and without control",
            "With control, the loss has short peaks only, except at the start.",
            vec![
                statement("With control, the loss has short peaks of at most 25 %."),
                statement("The initial transient is an exception."),
            ],
            vec![
                claim(
                    "With control, after 2 s, no ray loses more than 25 %",
                    [
                        every("worst").where_is("how", TRABOL_FULL_START).at_most(0.25),
                        every("worst").where_is("how", TRABOL).at_most(0.25),
                    ],
                ),
                claim(
                    "With control, after 2 s, fewer than 20 % of the rays lose more than 5 %",
                    [
                        every("lossy").where_is("how", TRABOL_FULL_START).below(20.0),
                        every("lossy").where_is("how", TRABOL).below(20.0),
                    ],
                ),
                claim(
                    "With a start at 500 Mb/s, a ray in the first 2 s loses more than 25 %",
                    [every("worst_at_start").where_is("how", TRABOL_FULL_START).above(0.25)],
                ),
                claim(
                    "With a start at the target rate, a ray in the first 2 s loses more than 25 %",
                    [every("worst_at_start").where_is("how", TRABOL).above(0.25)],
                )
                .because(
                    "A sender that starts at 150 Mb/s loses 12 % on a path of 132 Mb/s, which is not more than later peaks. \
                     The transient of the paper requires a higher rate at the start.",
                ),
                claim(
                    "Without control, the median loss of a ray is more than 50 %",
                    [every("median_loss").where_is("how", NO_CONTROL).above(0.5)],
                ),
            ],
            {
                let mut all = assumptions(
                    "The receiver accepts 132 Mb/s",
                    "The paper gives no value. Peaks of 10 to 25 % at 150 Mb/s require a rate between 112.5 and 135 Mb/s.",
                );
                all.push(Assumption {
                    what: "The sender with control starts at 500 Mb/s. A start at the target rate is shown for comparison",
                    why: "The paper does not give the rate at the start. It excludes an initial transient from the limit of 25 %, and a start at \
                          the target rate causes no such transient.",
                });
                all
            },
            vec![
                cell(NO_CONTROL, 132.0, 30.0),
                cell(TRABOL_FULL_START, 132.0, 30.0),
                cell(TRABOL, 132.0, 30.0),
            ],
        ),
        experiment(
            "trabol-fig5c",
            "Figure 5c",
            "Rate and loss with control",
            "A loss above 10 % reduces the rate to 45 %, and the rate then increases in equal steps.",
            vec![statement("After a loss of 25 % each step is 15 Mb/s.")],
            vec![
                claim(
                    "On a path of 132 Mb/s, the rate falls from 150 to 67.5 Mb/s (within 2) and increases in steps of 17.6 Mb/s (within 1), \
                     with a period of 1.8 to 2.3 s and a mean of 106 Mb/s (within 6)",
                    [
                        at("trough", 132.0).within(65.5, 69.5),
                        at("step", 132.0).within(16.6, 18.6),
                        at("period", 132.0).within(1.8, 2.3),
                        at("allowed", 132.0).within(100.0, 112.0),
                    ],
                ),
                claim(
                    "On a path of 120 Mb/s, the rate settles at 131.5 Mb/s (within 3) with a loss of 8 to 10 %",
                    [at("allowed", 120.0).within(128.5, 134.5), at("loss", 120.0).within(0.08, 0.10)],
                ),
            ],
            assumptions(
                "The receiver accepts 132 or 120 Mb/s",
                "The paper gives no value. Above 128 Mb/s the rate alternates between decreases and increases. Between 115 and \
                 128 Mb/s it settles at a rate whose loss does not cause a decrease.",
            ),
            vec![cell(TRABOL, 132.0, 60.0), cell(TRABOL, 120.0, 60.0)],
        ),
    ]
}
