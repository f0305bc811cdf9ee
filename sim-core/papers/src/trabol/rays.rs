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

const NO_CONTROL: &str = "no control";
const TRABOL: &str = "TRABOL";

fn cell(control: &'static str, path_mbps: f64, duration: f64) -> Cell {
    let sender = if control == NO_CONTROL {
        flow("radar", "udp", json!({ "rate": 500e6 }), PACKET, 1)
    } else {
        flow("radar", "trabol", json!({}), PACKET, 1)
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
            Axis { id: "takes", label: "The path takes", unit: "Mb/s", log: false },
        ],
        cells,
        seeds: 1,
        recording: Recording::series(RAY, &["sent", "lost", "rate"]),
        quantities: vec![
            quantity("rate", "Sending rate", "Mb/s"),
            quantity("loss", "Share of the packets lost", ""),
            quantity("worst", "Largest loss of a ray after 2 s", ""),
            quantity("lossy", "Rays that lose more than 5 %, after 2 s", "%"),
            quantity("median_loss", "Median loss of a ray", ""),
            quantity("trough", "Least rate that the sender allows itself", "Mb/s"),
            quantity("step", "Median step up", "Mb/s"),
            quantity("period", "From cut to cut", "s"),
            quantity("allowed", "Mean rate that the sender allows itself", "Mb/s"),
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
            what: "Round trip of 0.5 ms, 256 packets of buffer, packets of 1500 bytes",
            why: "A LAN; not given.",
        },
        Assumption { what: path, why },
        Assumption { what: "30 s; 60 s for figure 5c", why: "Not given." },
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
            "Without control the sender does not notice that three quarters are lost.",
            vec![statement("About 500 Mb/s, with persistent loss.")],
            vec![
                claim("rate within 3 % of 500", [on(NO_CONTROL).within(485.0, 515.0)]),
                claim(
                    "loss in steady part = 1 - C_rx/500 = 0.76 +- 0.03",
                    [every("loss").within(0.73, 0.79)],
                ),
            ],
            assumptions("The receiver takes 120 Mb/s", "Not given; below what TRABOL aims at."),
            vec![cell(NO_CONTROL, 120.0, 30.0)],
        ),
        experiment(
            "trabol-fig5b",
            "Figure 5b",
            "Loss with and without control",
            "With control there are only short peaks of loss.",
            vec![statement("With control there are short peaks of at most 25 % after the start.")],
            vec![
                claim(
                    "controlled: after 2 s, max per-ray loss <= 0.27, share of rays with loss > 5 % below 20 %",
                    [
                        every("worst").where_is("how", TRABOL).at_most(0.27),
                        every("lossy").where_is("how", TRABOL).below(20.0),
                    ],
                ),
                claim(
                    "uncontrolled median > 0.5",
                    [every("median_loss").where_is("how", NO_CONTROL).above(0.5)],
                ),
            ],
            assumptions("The receiver takes 132 Mb/s", "Peaks of 10 to 25 % at 150 Mb/s need 112.5 to 135."),
            vec![cell(NO_CONTROL, 132.0, 30.0), cell(TRABOL, 132.0, 30.0)],
        ),
        experiment(
            "trabol-fig5c",
            "Figure 5c",
            "Rate and loss with control",
            "The rate falls to 45 % of itself at a loss and climbs back in equal steps.",
            vec![statement("After a loss of 25 % the steps are 15 Mb/s.")],
            vec![
                claim(
                    "at C_rx 132: saw-tooth 150 -> 67.5 (+-2) then steps of 17.6 +- 1, period 1.8-2.3 s, mean 106 +- 6",
                    [
                        at("trough", 132.0).within(65.5, 69.5),
                        at("step", 132.0).within(16.6, 18.6),
                        at("period", 132.0).within(1.8, 2.3),
                        at("allowed", 132.0).within(100.0, 112.0),
                    ],
                ),
                claim(
                    "at 120: settles at 131.5 +- 3 with loss 8-10 %",
                    [at("allowed", 120.0).within(128.5, 134.5), at("loss", 120.0).within(0.08, 0.10)],
                ),
            ],
            assumptions(
                "The receiver takes 132 or 120 Mb/s",
                "Above 128 the rate saws, between 115 and 128 it settles with a loss that is tolerated.",
            ),
            vec![cell(TRABOL, 132.0, 60.0), cell(TRABOL, 120.0, 60.0)],
        ),
    ]
}
