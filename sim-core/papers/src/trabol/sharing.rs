//! TCP beside one rival on a link of 92 Mb/s: another TCP flow, plain UDP, radar data without control, or TRABOL
//! (figures 7 and 8, table 1).

use serde_json::{Value, json};

use crate::axes::filter_by_text;
use crate::claims::{ValueSelection, claim, every, reported};
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

/// The highest rate in bit/s that a UDP sender achieves on Fast Ethernet. It is more than the 92 Mb/s of the link.
const UDP_MAX: f64 = 95.7e6;
/// The rate of the link minus the 8 Mb/s that TCP gets beside UDP in the paper's table, in bit/s.
const UDP_REST: f64 = 84e6;

fn udp(rate: f64) -> Value {
    flow("rival", "udp", json!({ "rate": rate }), PACKET, 1)
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
const UDP_84: &str = "UDP, 84 Mb/s";
const RADAR: &str = "radar";
const TRABOL: &str = "TRABOL";
const TRABOL_150: &str = "TRABOL, 150 Mb/s";

fn rival(name: &str) -> Value {
    match name {
        TCP => tcp("rival"),
        UDP => udp(UDP_MAX),
        UDP_84 => udp(UDP_REST),
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
    for name in [TCP, UDP, UDP_84, RADAR, TRABOL, TRABOL_150] {
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
        quantity("tfi", "Throughput-based fairness index, equal reference rates", ""),
        quantity("tfi_alone", "The index with the rate that each flow gets alone as its reference rate", ""),
        quantity("from_jain", "Difference of the index from Jain's index, equal reference rates", ""),
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
            what: "A round-trip time of 1 ms, and a drop-tail queue of 64 packets",
            why: "The hosts are on a LAN. The paper gives no values.",
        },
        Assumption {
            what: "Runs of 60 s, of which the first 5 s are excluded",
            why: "The paper does not give the duration.",
        },
        Assumption {
            what: "TCP with SACK, and packets of 1500 bytes",
            why: "The hosts use Ethernet. The paper does not name its TCP. Computers of its time used SACK. With plain Reno, TCP \
                  waits for a timeout of 0.2 s after every second loss and uses only three quarters of the link even alone (docs/deviations.md).",
        },
        Assumption {
            what: "The index has equal reference rates, $y_1 = y_2$. The index with the rate that each flow gets alone is shown for comparison",
            why: "With equal reference rates and $x_2 = 92 - x_1$, the rates of the paper's table give 1, 0.594, 0.716 and 0.996, which are \
                  the four indices of the table. A sender with a target of 49 Mb/s has a reference rate of 49 Mb/s otherwise, and 43 Mb/s \
                  beside it would give an index of 0.88.",
        },
    ]
}

/// A statement of the paper that gives a value.
fn paper_value(text: &'static str, quantity: &'static str, value: f64) -> Statement {
    Statement { text, quantity, value: Some(value) }
}

/// TCP's rate while it shares the link with a rival.
fn shared_rate(name: &'static str) -> ValueSelection {
    every("x1").where_is("run", TOGETHER).where_is("rival", name)
}

/// The index with equal reference rates.
fn index(name: &'static str) -> ValueSelection {
    every("tfi").where_is("rival", name)
}

fn tcp_tcp() -> Experiment {
    Experiment {
        id: "trabol-tcp-tcp",
        paper: Paper::Trabol,
        place: "Table 1, row 1",
        title: "Two TCP flows",
        shows: "Two TCP flows between two pairs of hosts share the link evenly.",
        statements: vec![
            paper_value("Each flow gets 46 Mb/s.", "x1", 46.0),
            paper_value("The index is 1.", "tfi", 1.0),
        ],
        claims: vec![claim(
            "Each flow gets 43.5 to 46.5 of the link's 92 Mb/s, and the index is at least 0.99",
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

/// Why TCP gets less beside UDP than in the paper.
const UDP_CAUSE: &str = "UDP that sends more than the link carries keeps the queue full, and nearly every packet of TCP is dropped. \
    The paper's UDP flow must have left 8 of 92 Mb/s free. The paper does not give its rate.";

fn udp_assumption() -> Assumption {
    Assumption {
        what: "UDP at a constant 95.7 Mb/s. UDP at 84 Mb/s is shown for comparison",
        why: "The paper does not give the rate. netperf sends as fast as it can, which is 95.7 Mb/s on Fast Ethernet. 84 Mb/s is calculated \
              from the result: the link's 92 Mb/s minus TCP's 8 Mb/s.",
    }
}

fn fig7a() -> Experiment {
    Experiment {
        id: "trabol-fig7a",
        paper: Paper::Trabol,
        place: "Figure 7a",
        title: "TCP and continuous UDP",
        shows: "UDP that does not react to congestion leaves TCP a small part of the link.",
        statements: vec![
            paper_value("TCP gets at most 8 Mb/s on average.", "x1", 8.0),
            paper_value("The index is 0.59.", "tfi", 0.59),
        ],
        claims: vec![
            claim("Beside UDP at 95.7 Mb/s, TCP gets at most 8 Mb/s", [shared_rate(UDP).at_most(8.0)]),
            claim(
                "Beside UDP at 95.7 Mb/s, TCP gets 7 to 9 Mb/s and the index is 0.57 to 0.61, as in table 1",
                [shared_rate(UDP).within(7.0, 9.0), index(UDP).within(0.57, 0.61)],
            )
            .because(UDP_CAUSE),
            claim(
                "Beside UDP at 84 Mb/s, TCP gets 7 to 9 Mb/s and the index is 0.57 to 0.61, as in table 1",
                [shared_rate(UDP_84).within(7.0, 9.0), index(UDP_84).within(0.57, 0.61)],
            ),
        ],
        assumptions: {
            let mut all = assumptions();
            all.push(udp_assumption());
            all
        },
        procedure: Procedure::Simulate(Box::new(plan(&[UDP, UDP_84]))),
    }
}

/// UDP traffic from 20 to 40 s.
const UDP_FROM: f64 = 20.0;
const UDP_TO: f64 = 40.0;

fn fig7b() -> Experiment {
    let document = on_test_bed(
        60.0,
        0.0,
        vec![tcp("tcp"), with(udp(UDP_MAX), json!({ "start": UDP_FROM, "stop": UDP_TO }))],
    );
    Experiment {
        id: "trabol-fig7b",
        paper: Paper::Trabol,
        place: "Figure 7b",
        title: "UDP for part of the time",
        shows: "TCP's rate falls when UDP starts and recovers when UDP ends.",
        statements: vec![statement(
            "TCP's throughput falls when UDP is introduced and is high again when UDP ends.",
        )],
        claims: vec![claim(
            "TCP's mean rate is at least 85 Mb/s before and after UDP, and at most 15 Mb/s during it, without the first 5 s of each part",
            [every("before").at_least(85.0), every("after").at_least(85.0), every("during").at_most(15.0)],
        )],
        assumptions: {
            let mut all = assumptions();
            all[1] = Assumption {
                what: "Runs of 60 s, with UDP at 95.7 Mb/s from 20 to 40 s",
                why: "The paper gives neither the times nor the rate.",
            };
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
    plan.quantities.push(quantity("more", "TCP's rate beside radar minus beside continuous UDP", "Mb/s"));
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
        title: "TCP and radar data without control",
        shows: "The radar sends bursts, and TCP sends in the gaps between them.",
        statements: vec![
            paper_value("TCP gets 17 Mb/s.", "x1", 17.0),
            paper_value("The index is 0.71.", "tfi", 0.71),
            statement("TCP sends in the gaps between the bursts of the radar."),
        ],
        claims: vec![claim(
            "TCP gets 8 to 25 Mb/s, more than beside continuous UDP at 95.7 Mb/s, and the index is 0.6 to 0.8",
            [
                every("x1").where_is("run", TOGETHER).where_is("rival", RADAR).within(8.0, 25.0),
                every("more").above(0.0),
                index(RADAR).within(0.6, 0.8),
            ],
        )],
        assumptions: {
            let mut all = assumptions();
            all.push(radar_assumption());
            all
        },
        procedure: Procedure::Simulate(Box::new(plan)),
    }
}

fn radar_assumption() -> Assumption {
    Assumption {
        what: "The radar sends 100 Mb/s for 19 ms and then nothing for 6 ms, a mean of 76 Mb/s",
        why: "The paper mentions bursts with gaps of a few milliseconds and gives no rate. The two durations are chosen so that 92 - 76 = 16 Mb/s \
              remain for TCP, about what the paper measured. The claim therefore tests only whether TCP can use the gaps.",
    }
}

fn trabol_assumption() -> Assumption {
    Assumption {
        what: "TRABOL with a target rate of 49 Mb/s and a minimum rate of 45 Mb/s, in runs of 18 s",
        why: "The paper gives no rates for this run. With the target rate of 150 Mb/s from figure 5, TRABOL takes most of the link \
              (`trabol-fig8-150`). 49 Mb/s is calculated from the result: the link's 92 Mb/s minus TCP's 43 Mb/s. The claim therefore tests only \
              whether TCP gets what TRABOL leaves.",
    }
}

fn fig8() -> Experiment {
    Experiment {
        id: "trabol-fig8",
        paper: Paper::Trabol,
        place: "Figure 8",
        title: "TCP and TRABOL",
        shows: "A radar with rate control leaves TCP about half of the link.",
        statements: vec![
            paper_value("TCP gets 43 Mb/s on average over 18 s.", "x1", 43.0),
            paper_value("The index is 0.995.", "tfi", 0.995),
        ],
        claims: vec![claim(
            "TCP gets 38 to 47 Mb/s, and the index is at least 0.97",
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
        quantity("epochs", "Congestion epochs: from one decrease of TRABOL's rate to the next", ""),
        quantity("epoch_least", "Smallest mean rate of TCP in an epoch", "Mb/s"),
        quantity("epoch_mean", "Mean rate of TCP in an epoch", "Mb/s"),
        quantity("epoch_most", "Largest mean rate of TCP in an epoch", "Mb/s"),
        quantity("after", "TCP's rate after TRABOL's last decrease", "Mb/s"),
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
        title: "TCP and TRABOL with the published target rate",
        shows: "With the target rate of 150 Mb/s that the paper gives for figure 5, TRABOL does not leave TCP a fair share.",
        statements: vec![
            paper_value("TCP gets 43 Mb/s on average over 18 s.", "x1", 43.0),
            paper_value("The index is 0.995.", "tfi", 0.995),
            statement("A TCP flow that exists for at least one congestion epoch gets a fair share."),
        ],
        claims: vec![
            claim(
                "TCP gets 38 to 47 Mb/s, and the index is at least 0.97",
                [shared_rate(TRABOL_150).within(38.0, 47.0), index(TRABOL_150).at_least(0.97)],
            )
            .because(
                "After its first decrease, TRABOL increases its rate until a ray loses more than 5 %, and then keeps it: about 100 Mb/s, \
                 which is more than the link carries. A loss below 10 % causes no decrease, so TCP never gets a share of the link.",
            ),
            reported("TCP's rate in each congestion epoch, which the paper calls a fair share"),
        ],
        assumptions: {
            let mut all = assumptions();
            all[1] = Assumption {
                what: "TRABOL with a target rate of 150 Mb/s and a minimum rate of 45 Mb/s, in runs of 18 s",
                why: "The paper gives these rates for figure 5, and no others.",
            };
            all
        },
        procedure: Procedure::Simulate(Box::new(plan)),
    }
}

fn tab1() -> Experiment {
    let mut plan = plan(&[TCP, UDP, UDP_84, RADAR, TRABOL]);
    plan.quantities.extend([
        quantity("order", "x1 of a row minus x1 of the row that should have less", "Mb/s"),
        quantity("tfi_order", "Index of a row minus that of the row that should have less", ""),
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
        title: "TCP's rate and the fairness index with four rivals",
        shows: "The four rows of the paper's table: TCP, UDP, and radar without and with control.",
        statements: vec![
            statement("TCP gets 46, 8, 17 and 43 Mb/s beside TCP, UDP, radar and TRABOL."),
            statement("The index is 1, 0.59, 0.71 and 0.995."),
        ],
        claims: vec![
            claim(
                "TCP's rate has the paper's order: UDP < radar < TRABOL <= TCP",
                [
                    every("order").where_is("rival", RADAR).above(0.0),
                    every("order").where_is("rival", TRABOL).above(0.0),
                    every("order").where_is("rival", TCP).at_least(0.0),
                ],
            ),
            claim(
                "The index has the same order",
                [
                    every("tfi_order").where_is("rival", RADAR).above(0.0),
                    every("tfi_order").where_is("rival", TRABOL).above(0.0),
                    every("tfi_order").where_is("rival", TCP).at_least(0.0),
                ],
            ),
            claim(
                "TCP's rate is within 2 Mb/s of the paper's, and the index within 0.02, beside TCP, radar and TRABOL",
                [
                    shared_rate(TCP).within(44.0, 48.0),
                    shared_rate(RADAR).within(15.0, 19.0),
                    shared_rate(TRABOL).within(41.0, 45.0),
                    index(TCP).within(0.98, 1.0),
                    index(RADAR).within(0.69, 0.73),
                    index(TRABOL).within(0.975, 1.0),
                ],
            ),
            claim(
                "Beside UDP at 95.7 Mb/s, TCP's rate is within 2 Mb/s of the paper's 8, and the index within 0.02 of 0.59",
                [shared_rate(UDP).within(6.0, 10.0), index(UDP).within(0.57, 0.61)],
            )
            .because(UDP_CAUSE),
            claim(
                "Beside UDP at 84 Mb/s, TCP's rate is within 2 Mb/s of the paper's 8, and the index within 0.02 of 0.59",
                [shared_rate(UDP_84).within(6.0, 10.0), index(UDP_84).within(0.57, 0.61)],
            ),
            claim(
                "With equal reference rates, the index equals Jain's index within 10^-9",
                [every("from_jain").at_most(1e-9)],
            ),
        ],
        assumptions: {
            let mut all = assumptions();
            all.push(udp_assumption());
            all.push(radar_assumption());
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
