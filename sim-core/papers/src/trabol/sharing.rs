//! TCP beside one rival on a link of 92 Mb/s: another TCP flow, plain UDP, radar data without control, or TRABOL
//! (figures 7 and 8, table 1).

use serde_json::{Value, json};

use crate::axes::filter_by_text;
use crate::claims::{claim, every, reported};
use crate::document::{bottleneck_delay, drop_tail, flow, with};
use crate::model::{
    Assumption, Axis, AxisValue, Cell, Drawing, Experiment, Filter, Paper, Procedure, Quantity, Recording,
    RunPlan, Statement, quantity, statement,
};
use crate::run_result::{Measurements, RunResult, bins_between, slice_bins};
use crate::table::ResultTable;
use sim_core::analysis::descriptive::mean;
use sim_core::analysis::fairness::{jain, tfi};

/// The rate that Fast Ethernet achieves between the hosts of the test bed.
const RATE: f64 = 92e6;
const RTT: f64 = 0.001;
const BUFFER: f64 = 64.0;
const PACKET: u32 = 1500;
/// The payload share of a plain UDP packet: 1472 of 1500 bytes.
const UDP_PAYLOAD_SHARE: f64 = 1472.0 / 1500.0;

fn on_test_bed(duration: f64, warmup: f64, flows: Vec<Value>) -> Value {
    json!({
        "v": 1, "duration": duration, "warmup": warmup,
        "network": { "forward": { "rate": RATE, "delay": bottleneck_delay(RTT), "queue": drop_tail(BUFFER) } },
        "flows": flows,
    })
}

/// A TCP flow with SACK, as computers of that time used.
fn tcp(id: &str) -> Value {
    flow(id, "sack", json!({}), PACKET, 1)
}

/// A UDP flow at the highest rate that a sender achieves on Fast Ethernet: 95.7 Mb/s, more than the 92 Mb/s of the
/// link.
fn udp() -> Value {
    flow("rival", "udp", json!({ "rate": 95.7e6 }), PACKET, 1)
}

/// Radar data without congestion control: bursts at the speed of the network card.
fn radar() -> Value {
    let source = json!({ "kind": "on_off", "rate": 100e6 * UDP_PAYLOAD_SHARE, "on": 0.019, "off": 0.006, "distribution": "fixed" });
    with(flow("rival", "udp", json!({}), PACKET, 1), json!({ "source": source }))
}

fn trabol(target: f64) -> Value {
    flow("rival", "trabol", json!({ "target_rate": target, "min_rate": 45e6 }), PACKET, 1)
}

const TCP: &str = "TCP";
const UDP: &str = "UDP";
const RADAR: &str = "radar";
const TRABOL: &str = "TRABOL";
const TRABOL_150: &str = "TRABOL, 150 Mb/s";

fn rival(name: &str) -> Value {
    match name {
        TCP => tcp("rival"),
        UDP => udp(),
        RADAR => radar(),
        TRABOL => trabol(49e6),
        _ => trabol(150e6),
    }
}

const TOGETHER: &str = "both";
const TCP_ALONE: &str = "TCP alone";
const RIVAL_ALONE: &str = "rival alone";

/// The duration and the warm-up in seconds of runs with this rival.
fn duration_and_warmup(name: &str) -> (f64, f64) {
    if name == TRABOL || name == TRABOL_150 { (18.0, 0.0) } else { (60.0, 5.0) }
}

/// For each rival of TCP: a run with both flows, and a run with each flow alone, which the fairness index needs.
fn cells(rivals: &[&'static str]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &name in rivals {
        let (duration, warmup) = duration_and_warmup(name);
        for (run, flows) in [
            (TOGETHER, vec![tcp("tcp"), rival(name)]),
            (TCP_ALONE, vec![tcp("tcp")]),
            (RIVAL_ALONE, vec![rival(name)]),
        ] {
            let at = vec![("rival", AxisValue::Text(name)), ("run", AxisValue::Text(run))];
            cells.push(Cell { at, document: on_test_bed(duration, warmup, flows) });
        }
    }
    cells
}

/// The width of the bins of figure 7b's curves in seconds.
const CURVE_BIN: f64 = 1.0;

fn measure(run: &RunResult, out: &mut Measurements) {
    let rate = |entry: &str| mean(&run.each(entry, "throughput_bps")).map(|bps| bps / 1e6);
    out.number("x1", rate("tcp"));
    out.number("x2", rate("rival"));
    for (entry, label) in [("tcp", "TCP"), ("rival", "rival")] {
        let rates: Vec<f64> = run.rates(entry, "throughput", 0.1).iter().map(|bps| bps / 1e6).collect();
        if run.is("run", TOGETHER) && !rates.is_empty() {
            out.curve("rate", label, 0.0, 0.1, rates);
        }
    }
}

/// The fairness index of each rival: with equal reference rates, as in the paper's table, and relative to the rate of
/// each flow alone.
fn derive(table: &mut ResultTable) {
    for name in [TCP, UDP, RADAR, TRABOL, TRABOL_150] {
        let of = |quantity, run| {
            table.value(quantity, &[("rival", AxisValue::Text(name)), ("run", AxisValue::Text(run))])
        };
        let rates = of("x1", TOGETHER).zip(of("x2", TOGETHER));
        let alone = of("x1", TCP_ALONE).zip(of("x2", RIVAL_ALONE));
        let Some(((x1, x2), (y1, y2))) = rates.zip(alone) else { continue };
        let at = vec![("rival", AxisValue::Text(name))];
        let equal_index = tfi(&[x1, x2], &[y1, y1]);
        table.add_derived("tfi", at.clone(), equal_index);
        table.add_derived("tfi_alone", at.clone(), tfi(&[x1, x2], &[y1, y2]));
        table.add_derived(
            "from_jain",
            at,
            equal_index.zip(jain(&[x1, x2])).map(|(tfi, jain)| (tfi - jain).abs()),
        );
    }
}

fn quantities(additional: &[Quantity]) -> Vec<Quantity> {
    let mut all = vec![
        quantity("x1", "TCP's rate", "Mb/s"),
        quantity("x2", "The rival's rate", "Mb/s"),
        quantity("tfi", "Throughput-based fairness index, equal claims", ""),
        quantity("tfi_alone", "The index with each flow's rate alone as its claim", ""),
        quantity("from_jain", "Distance of the index from Jain's where both alone are alike", ""),
    ];
    all.extend_from_slice(additional);
    all
}

const RIVAL: Axis = Axis { id: "rival", label: "Rival", unit: "", log: false };
const RUN: Axis = Axis { id: "run", label: "Who sends", unit: "", log: false };

fn plan(rivals: &[&'static str]) -> RunPlan {
    RunPlan {
        axes: vec![RIVAL, RUN],
        cells: cells(rivals),
        seeds: 1,
        recording: Recording::series(0.1, &["throughput"]),
        quantities: quantities(&[]),
        measure,
        derive,
        drawings: vec![
            Drawing::Series {
                title: "Rate over time",
                curves: &["rate"],
                y: "Rate",
                unit: "Mb/s",
                only: filter_by_text("run", TOGETHER),
            },
            Drawing::Table { title: "Rates and index", quantities: &["x1", "x2", "tfi", "tfi_alone"] },
        ],
    }
}

fn assumptions() -> Vec<Assumption> {
    vec![
        Assumption {
            what: "Round trip of 1 ms, drop-tail queue of 64 packets",
            why: "Hosts on a LAN; not given.",
        },
        Assumption { what: "60 s of which 5 are left out", why: "Not given." },
        Assumption {
            what: "TCP with SACK, packets of 1500 bytes",
            why: "Ethernet; the paper does not name its TCP, and the computers of its test bed, like all of their time, \
                  answered losses selectively. Plain Reno stands still for a fifth of a second after every second loss \
                  here, and leaves a quarter of the link unused even alone (docs/deviations.md).",
        },
        Assumption {
            what: "The index is that of equal claims, $y_1 = y_2$; beside it the one with what each flow gets alone",
            why: "All four indices of the paper's table follow from its rates so, with $x_2 = 92 - x_1$: 1, 0.594, 0.716, 0.996. \
                  A sender that is told to send 49 Mb/s would claim 49 of 92 otherwise, and 43 beside 49 would be 0.88.",
        },
    ]
}

/// A statement of the paper that gives a value.
fn paper_value(text: &'static str, quantity: &'static str, value: f64) -> Statement {
    Statement { text, quantity, value: Some(value) }
}

fn tcp_tcp() -> Experiment {
    Experiment {
        id: "trabol-tcp-tcp",
        paper: Paper::Trabol,
        place: "Table 1, row 1",
        title: "Two TCP flows",
        shows: "Two TCP flows between two pairs of hosts share the link evenly.",
        statements: vec![
            paper_value("46 Mb/s each.", "x1", 46.0),
            paper_value("The index is 1.", "tfi", 1.0),
        ],
        claims: vec![claim(
            "each 43.5-46.5 Mb/s of 92 (wire), TFI >= 0.99",
            [
                every("x1").where_is("run", TOGETHER).within(43.5, 46.5),
                every("x2").where_is("run", TOGETHER).within(43.5, 46.5),
                every("tfi").at_least(0.99),
            ],
        )],
        assumptions: assumptions(),
        procedure: Procedure::Simulate(Box::new(plan(&[TCP]))),
    }
}

fn fig7a() -> Experiment {
    Experiment {
        id: "trabol-fig7a",
        paper: Paper::Trabol,
        place: "Figure 7a",
        title: "TCP beside continuous UDP",
        shows: "UDP that does not give way leaves TCP next to nothing.",
        statements: vec![
            paper_value("TCP never gets more than 8 Mb/s on average.", "x1", 8.0),
            paper_value("The index is 0.59.", "tfi", 0.59),
        ],
        claims: vec![claim(
            "x1 <= 12 Mb/s, TFI in [0.5, 0.65]",
            [every("x1").where_is("run", TOGETHER).at_most(12.0), every("tfi").within(0.5, 0.65)],
        )],
        assumptions: {
            let mut all = assumptions();
            all.push(Assumption {
                what: "UDP at a constant 95.7 Mb/s",
                why: "The most that UDP gets through Fast Ethernet; netperf sends all it can.",
            });
            all
        },
        procedure: Procedure::Simulate(Box::new(plan(&[UDP]))),
    }
}

/// UDP traffic from 20 to 40 s.
const UDP_FROM: f64 = 20.0;
const UDP_TO: f64 = 40.0;

fn fig7b() -> Experiment {
    let document =
        on_test_bed(60.0, 0.0, vec![tcp("tcp"), with(udp(), json!({ "start": UDP_FROM, "stop": UDP_TO }))]);
    Experiment {
        id: "trabol-fig7b",
        paper: Paper::Trabol,
        place: "Figure 7b",
        title: "UDP that comes and goes",
        shows: "TCP falls when UDP starts and comes back when it ends.",
        statements: vec![statement("TCP's throughput suffers when UDP is introduced, and recovers.")],
        claims: vec![claim(
            "mean TCP before and after (5 s margin) >= 85 Mb/s, during <= 15",
            [every("before").at_least(85.0), every("after").at_least(85.0), every("during").at_most(15.0)],
        )],
        assumptions: {
            let mut all = assumptions();
            all[1] = Assumption { what: "UDP from 20 to 40 s of 60", why: "The times are not given." };
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: Vec::new(),
            cells: vec![Cell { at: Vec::new(), document }],
            seeds: 1,
            recording: Recording::series(0.1, &["throughput"]),
            quantities: vec![
                quantity("before", "TCP before UDP", "Mb/s"),
                quantity("during", "TCP beside UDP", "Mb/s"),
                quantity("after", "TCP after UDP", "Mb/s"),
            ],
            measure: |run, out| {
                let rates: Vec<f64> =
                    run.rates("tcp", "throughput", 0.1).iter().map(|bps| bps / 1e6).collect();
                // The five seconds after the start and after each change are excluded.
                for (name, from, to) in [
                    ("before", 5.0, UDP_FROM),
                    ("during", UDP_FROM + 5.0, UDP_TO),
                    ("after", UDP_TO + 5.0, 60.0),
                ] {
                    out.number(name, mean(slice_bins(&rates, bins_between(from, to, 0.1))));
                }
                let seconds: Vec<f64> =
                    run.rates("tcp", "throughput", CURVE_BIN).iter().map(|bps| bps / 1e6).collect();
                out.curve("rate", "TCP", 0.0, CURVE_BIN, seconds);
                let rival = run.rates("rival", "throughput", CURVE_BIN);
                out.curve("rate", "UDP", 0.0, CURVE_BIN, rival.iter().map(|bps| bps / 1e6).collect());
            },
            derive: |_| {},
            drawings: vec![Drawing::Series {
                title: "Rate over time",
                curves: &["rate"],
                y: "Rate",
                unit: "Mb/s",
                only: Filter::default(),
            }],
        })),
    }
}

fn fig7c() -> Experiment {
    let mut plan = plan(&[RADAR, UDP]);
    plan.quantities.push(quantity("more", "TCP's rate beside radar less beside continuous UDP", "Mb/s"));
    plan.derive = |table| {
        derive(table);
        let of =
            |name| table.value("x1", &[("rival", AxisValue::Text(name)), ("run", AxisValue::Text(TOGETHER))]);
        let gain = of(RADAR).zip(of(UDP)).map(|(radar, udp)| radar - udp);
        table.add_derived("more", Vec::new(), gain);
    };
    Experiment {
        id: "trabol-fig7c",
        paper: Paper::Trabol,
        place: "Figure 7c",
        title: "TCP beside radar without control",
        shows: "Radar data come in bursts, and TCP sends in the gaps between them.",
        statements: vec![
            paper_value("TCP gets 17 Mb/s.", "x1", 17.0),
            paper_value("The index is 0.71.", "tfi", 0.71),
            statement("TCP sends in bursts, in the gaps of the radar."),
        ],
        claims: vec![claim(
            "x1 in [8, 25] Mb/s, larger than fig7a's, TFI in [0.6, 0.8]",
            [
                every("x1").where_is("run", TOGETHER).where_is("rival", RADAR).within(8.0, 25.0),
                every("more").above(0.0),
                every("tfi").where_is("rival", RADAR).within(0.6, 0.8),
            ],
        )],
        assumptions: {
            let mut all = assumptions();
            all.push(Assumption {
                what: "Radar: 100 Mb/s for 19 ms, then 6 ms of silence (mean 76 Mb/s)",
                why: "Rays leave at the card's speed, some ms apart; 92 - 76 leaves TCP about what was measured.",
            });
            all
        },
        procedure: Procedure::Simulate(Box::new(plan)),
    }
}

fn trabol_assumption() -> Assumption {
    Assumption {
        what: "Target rate 49, least rate 45 Mb/s; 18 s",
        why: "Not given for this run. With the target of 150 TRABOL settles at 100 Mb/s and TCP starves: TCP's own losses stay \
              below the 5 % that TRABOL tolerates. Only a rate held near 49 gives the 43 that were measured.",
    }
}

fn fig8() -> Experiment {
    Experiment {
        id: "trabol-fig8",
        paper: Paper::Trabol,
        place: "Figure 8",
        title: "TCP beside TRABOL",
        shows: "Radar with rate control leaves TCP about half of the link.",
        statements: vec![
            paper_value("TCP gets 43 Mb/s on average over 18 s.", "x1", 43.0),
            paper_value("The index is 0.995.", "tfi", 0.995),
        ],
        claims: vec![claim(
            "x1 in [38, 47], TFI >= 0.97",
            [every("x1").where_is("run", TOGETHER).within(38.0, 47.0), every("tfi").at_least(0.97)],
        )],
        assumptions: {
            let mut all = assumptions();
            all[1] = trabol_assumption();
            all
        },
        procedure: Procedure::Simulate(Box::new(plan(&[TRABOL]))),
    }
}

/// The width in seconds of bins that are narrow enough to distinguish consecutive rays.
const RATE_BIN: f64 = 0.02;

/// Measures TCP's mean rate between consecutive reductions of TRABOL's rate, and after the last reduction.
fn measure_epochs(run: &RunResult, out: &mut Measurements) {
    let trabol_rate = run.series("flow:rival", "rate");
    let cuts: Vec<usize> =
        (1..trabol_rate.len()).filter(|&bin| trabol_rate[bin] < trabol_rate[bin - 1] - 1e3).collect();
    let tcp: Vec<f64> = run.rates("tcp", "throughput", RATE_BIN).iter().map(|bps| bps / 1e6).collect();
    let epochs: Vec<f64> = cuts.windows(2).filter_map(|two| mean(slice_bins(&tcp, two[0]..two[1]))).collect();
    out.number("epochs", epochs.len() as f64);
    out.number("epoch_least", epochs.iter().copied().reduce(f64::min));
    out.number("epoch_mean", mean(&epochs));
    out.number("epoch_most", epochs.iter().copied().reduce(f64::max));
    out.number("after", cuts.last().and_then(|&last| mean(slice_bins(&tcp, last..tcp.len()))));
}

fn fig8_150() -> Experiment {
    let mut plan = plan(&[TRABOL_150]);
    plan.recording = Recording::series(RATE_BIN, &["throughput", "rate"]);
    plan.quantities.extend([
        quantity("epochs", "Congestion epochs: from one cut of TRABOL's rate to the next", ""),
        quantity("epoch_least", "TCP's rate in an epoch, least", "Mb/s"),
        quantity("epoch_mean", "TCP's rate in an epoch, mean", "Mb/s"),
        quantity("epoch_most", "TCP's rate in an epoch, most", "Mb/s"),
        quantity("after", "TCP's rate after TRABOL's last cut", "Mb/s"),
    ]);
    plan.measure = |run, out| {
        measure(run, out);
        if run.is("run", TOGETHER) {
            measure_epochs(run, out);
        }
    };
    plan.drawings.push(Drawing::Table {
        title: "TCP over congestion epochs",
        quantities: &["epochs", "epoch_least", "epoch_mean", "epoch_most", "after"],
    });
    Experiment {
        id: "trabol-fig8-150",
        paper: Paper::Trabol,
        place: "Figure 8, target 150 Mb/s",
        title: "TCP beside TRABOL with the published target",
        shows: "With the target rate of 150 Mb/s that the paper names elsewhere, TRABOL does not give way to TCP.",
        statements: vec![statement("A TCP that lives for one congestion epoch gets a fair share.")],
        claims: vec![reported(
            "R_t 150, R_m 45, expected failure: x1 < 25 (report); it also tests the paper's claim that a TCP which lives for one congestion epoch gets a fair share (report x1 per epoch)",
        )],
        assumptions: {
            let mut all = assumptions();
            all[1] = Assumption {
                what: "Target rate 150, least rate 45 Mb/s; 18 s",
                why: "The values of figure 5.",
            };
            all
        },
        procedure: Procedure::Simulate(Box::new(plan)),
    }
}

fn tab1() -> Experiment {
    let mut plan = plan(&[TCP, UDP, RADAR, TRABOL]);
    plan.quantities.extend([
        quantity("order", "x1 of one row less that of the row that should be below", "Mb/s"),
        quantity("tfi_order", "Index of one row less that of the row that should be below", ""),
    ]);
    plan.derive = |table| {
        derive(table);
        for (higher, lower) in [(RADAR, UDP), (TRABOL, RADAR), (TCP, TRABOL)] {
            let x1 = |name| {
                table.value("x1", &[("rival", AxisValue::Text(name)), ("run", AxisValue::Text(TOGETHER))])
            };
            let x1_difference = x1(higher).zip(x1(lower)).map(|(a, b)| a - b);
            let tfi = |name| table.value("tfi", &[("rival", AxisValue::Text(name))]);
            let tfi_difference = tfi(higher).zip(tfi(lower)).map(|(a, b)| a - b);
            let at = vec![("rival", AxisValue::Text(higher))];
            table.add_derived("order", at.clone(), x1_difference);
            table.add_derived("tfi_order", at, tfi_difference);
        }
    };
    Experiment {
        id: "trabol-tab1",
        paper: Paper::Trabol,
        place: "Table 1",
        title: "TCP's rate and the fairness index beside four rivals",
        shows: "The four rows of the paper's summary: TCP, UDP, radar without and with control.",
        statements: vec![
            statement("TCP's rate beside TCP, UDP, radar, TRABOL: 46, 8, 17, 43 Mb/s."),
            statement("The index: 1, 0.59, 0.71, 0.995."),
        ],
        claims: vec![
            claim(
                "order of x1 UDP < radar < TRABOL <= TCP",
                [
                    every("order").where_is("rival", RADAR).above(0.0),
                    every("order").where_is("rival", TRABOL).above(0.0),
                    every("order").where_is("rival", TCP).at_least(0.0),
                ],
            ),
            claim(
                "TFI in the same order",
                [
                    every("tfi_order").where_is("rival", RADAR).above(0.0),
                    every("tfi_order").where_is("rival", TRABOL).above(0.0),
                    every("tfi_order").where_is("rival", TCP).at_least(0.0),
                ],
            ),
            claim(
                "each TFI equals the Jain value for y1 = y2 to 10^-9 when y's are equal",
                [every("from_jain").at_most(1e-9)],
            ),
        ],
        assumptions: {
            let mut all = assumptions();
            all.push(trabol_assumption());
            all
        },
        procedure: Procedure::Simulate(Box::new(plan)),
    }
}

pub fn experiments() -> Vec<Experiment> {
    vec![tcp_tcp(), fig7a(), fig7b(), fig7c(), fig8(), fig8_150(), tab1()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radar_leaves_tcp_16_mbps() {
        // 100 Mb/s for 19 of every 25 ms are 76 Mb/s; 92 - 76 = 16.
        let source = &radar()["source"];
        let wire = source["rate"].as_f64().unwrap() / UDP_PAYLOAD_SHARE;
        let mean = wire * 0.019 / (0.019 + 0.006);
        assert!((mean - 76e6).abs() < 1.0);
        assert!((RATE - mean - 16e6).abs() < 1.0);
    }
}
