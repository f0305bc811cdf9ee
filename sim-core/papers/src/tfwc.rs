//! TFWC: the experiments of Choi and Handley, "Fairer TCP-Friendly Congestion Control Protocol for Multimedia
//! Streaming Applications" (2007). The paper has one figure with two panels: TCP's share when it competes with TFRC
//! and with TFWC, over the rate of the link and the number of flows.

pub mod open;

use serde_json::{Value, json};

use crate::axes::filter_by_text;
use crate::claims::{claim, every, reported};
use crate::document::{drop_tail, ns2_sack};
use crate::model::{
    Assumption, Axis, AxisCondition, AxisValue, Cell, Drawing, Experiment, Filter, Paper, Procedure,
    Recording, RunPlan, quantity, statement,
};
use crate::run_result::{Measurements, RunResult};
use crate::table::ResultTable;
use sim_core::analysis::descriptive::{mean, median, rank_correlation};
use sim_core::analysis::fairness;

const RATES: [f64; 8] = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0];
const FLOWS: [u32; 7] = [1, 2, 5, 10, 20, 50, 100];
const PACKET: u32 = 1000;

/// The smallest number of packets per flow for which a share is measured.
const MIN_PACKETS: f64 = 20.0;

const TFRC: &str = "TFRC";
const TFRC_RFC5348: &str = "TFRC (RFC 5348)";
const TFWC: &str = "TFWC";
const TFWC_AUTHORS: &str = "TFWC (authors' code)";

/// The algorithm that shares the link with TCP, and its settings.
fn protocol(name: &str) -> (&'static str, Value) {
    match name {
        TFRC => ("tfrc", json!({ "flavour": "ns2" })),
        TFRC_RFC5348 => ("tfrc", json!({})),
        TFWC_AUTHORS => (
            "tfwc",
            json!({ "rounding": "truncate", "intervals": 16, "weights": "authors", "ndupack": 4,
                    "timer_threshold": 2.5, "gap_factor": 0.8, "back_off": "two_rtt" }),
        ),
        _ => ("tfwc", json!({})),
    }
}

fn duration(rate: f64) -> f64 {
    if rate < 1.0 { 200.0 } else { 100.0 }
}

const WARMUP: f64 = 20.0;

fn document(name: &str, rate: f64, flows: u32, min_queue_limit: f64) -> Value {
    let bits = rate * 1e6;
    let queue_limit = (bits * 0.012 / f64::from(8 * PACKET)).max(min_queue_limit);
    let entry = |id: &str, algorithm: &str, params: Value, role: &str| {
        json!({ "id": id, "role": role, "algorithm": algorithm, "params": params, "packet": PACKET, "count": flows,
                "access": { "sender": { "min": 0.0002, "max": 0.002 }, "receiver": 0 },
                "start": { "min": 0, "max": 1 } })
    };
    let (algorithm, params) = protocol(name);
    json!({
        "v": 1, "duration": duration(rate), "warmup": WARMUP,
        // The paper prevents phase effects by random access delays and reverse traffic.
        "jitter": { "mode": "off" },
        "network": { "forward": { "rate": bits, "delay": 0.005, "queue": drop_tail(queue_limit) } },
        "flows": [
            entry("tcp", "sack", ns2_sack(), "measured"),
            entry("other", algorithm, params, "measured"),
            entry("back", "sack", ns2_sack(), "reverse"),
        ],
    })
}

/// The smallest limit of the queue in packets. With the packet in service the buffer holds five packets, the fewest
/// that allow a fast retransmit.
const MIN_QUEUE_LIMIT: f64 = 4.0;

fn cells(protocols: &[&'static str]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &name in protocols {
        for rate in RATES {
            for flows in FLOWS {
                let at = vec![("with", AxisValue::Text(name)), ("B", rate.into()), ("n", flows.into())];
                cells.push(Cell { at, document: document(name, rate, flows, MIN_QUEUE_LIMIT) });
            }
        }
    }
    cells
}

fn measure(run: &RunResult, out: &mut Measurements) {
    let (rate, flows) = (run.axis_number("B"), run.axis_number("n"));
    let packets = rate * 1e6 * (duration(rate) - WARMUP) / f64::from(8 * PACKET) / (2.0 * flows);
    if packets >= MIN_PACKETS {
        let of = |entry| run.each(entry, "throughput_bps");
        out.number("theta", fairness::theta(&of("tcp"), &of("other")));
        out.number("utilisation", run.utilisation());
    }
}

fn between(name: &'static str, from: f64, to: f64) -> Filter {
    let mut filter = filter_by_text("with", name);
    filter.0.push(AxisCondition::Between { axis: "B", from, to });
    filter
}

const SLOW_LINKS: (f64, f64) = (0.0, 0.99);
const FAST_LINKS: (f64, f64) = (5.0, f64::INFINITY);

fn derive(table: &mut ResultTable) {
    for name in [TFRC, TFRC_RFC5348, TFWC, TFWC_AUTHORS] {
        let all = filter_by_text("with", name);
        let Some(thetas) = table.means("theta", &all) else { continue };
        let rates: Vec<f64> = table.points("theta", &all).filter_map(|p| p.axis("B")?.number()).collect();
        let at = vec![("with", AxisValue::Text(name))];
        let median_between =
            |table: &ResultTable, (from, to)| median(&table.means("theta", &between(name, from, to))?);
        let (slow, fast) = (median_between(table, SLOW_LINKS), median_between(table, FAST_LINKS));
        table.add_derived("median_slow", at.clone(), slow);
        table.add_derived("median_fast", at.clone(), fast);
        let distances: Vec<f64> = thetas.iter().map(|theta| (theta - 0.5).abs()).collect();
        table.add_derived("unfairness", at.clone(), mean(&distances));
        table.add_derived("trend", at, rank_correlation(&rates, &thetas));
    }
    let of = |quantity, name| table.value(quantity, &[("with", AxisValue::Text(name))]);
    let gain = of("median_slow", TFWC).zip(of("median_slow", TFRC)).map(|(ours, theirs)| ours - theirs);
    let fairer = of("unfairness", TFRC).zip(of("unfairness", TFWC)).map(|(theirs, ours)| theirs - ours);
    table.add_derived("gain_slow", Vec::new(), gain);
    table.add_derived("fairer_by", Vec::new(), fairer);
}

fn plan(protocols: &[&'static str]) -> RunPlan {
    RunPlan {
        axes: vec![
            Axis { id: "with", label: "Beside TCP", unit: "", log: false },
            Axis { id: "B", label: "Bottleneck", unit: "Mb/s", log: true },
            Axis { id: "n", label: "Flows of each kind", unit: "", log: true },
        ],
        cells: cells(protocols),
        seeds: 3,
        recording: Recording::SUMMARY_ONLY,
        quantities: vec![
            quantity("theta", "TCP's share", ""),
            quantity("utilisation", "Utilisation", ""),
            quantity("median_slow", "Median share of TCP below 1 Mb/s", ""),
            quantity("median_fast", "Median share of TCP from 5 Mb/s on", ""),
            quantity("unfairness", "Mean distance of TCP's share from one half", ""),
            quantity("trend", "Rank correlation of TCP's share with the rate", ""),
            quantity("gain_slow", "Median share of TCP below 1 Mb/s: beside TFWC less beside TFRC", ""),
            quantity("fairer_by", "Mean distance from one half: beside TFRC less beside TFWC", ""),
        ],
        measure,
        derive,
        drawings: vec![
            Drawing::Surface { title: "TCP's share", quantity: "theta", x: "B", y: "n", by: "with" },
            Drawing::Table {
                title: "In short",
                quantities: &["median_slow", "median_fast", "unfairness", "trend"],
            },
        ],
    }
}

fn assumptions() -> Vec<Assumption> {
    vec![
        Assumption {
            what: "Rates 0.1, 0.25, 0.5, 1, 2, 5, 10, 20 Mb/s; 1, 2, 5, 10, 20, 50, 100 flows of each kind",
            why: "The paper gives the ranges, not the grid.",
        },
        Assumption {
            what: "Buffer: what 12 ms of the rate fill, at least 5 packets with the one in service",
            why: "12 ms at 0.1 Mb/s are 0.15 packets, so a floor must have existed. Five is the least that allows a fast \
                  retransmit; the authors' later scripts never go below 15.",
        },
        Assumption {
            what: "Packets of 1000 bytes; as many TCP flows on the way back as ahead",
            why: "Neither size nor number of the reverse flows is given. They and the access delays break phase effects, as the \
                  paper says: senders add no random delay.",
        },
        Assumption {
            what: "TCP with SACK and ns-2's clocks",
            why: "The paper does not name its TCP, but ran in ns-2. The authors' later scripts use SACK, and in ns-2 itself SACK \
                  gives the paper's figure.",
        },
        Assumption {
            what: "One access link of each flow has 0.2 to 2 ms one way, the other none",
            why: "Both sides random would give a mean round trip of 14.4 ms; the paper says 12.",
        },
        Assumption {
            what: "100 s of which 20 are left out; 200 s below 1 Mb/s; starts within the first second; 3 seeds",
            why: "Not given. Slow links carry few packets.",
        },
        Assumption {
            what: "No value where a flow's fair share is less than 20 packets",
            why: "With 200 flows on 0.1 Mb/s each has a packet in 16 s: nothing can be said of shares.",
        },
    ]
}

pub fn experiments() -> Vec<Experiment> {
    vec![
        Experiment {
            id: "tfwc-fig1a",
            paper: Paper::Tfwc,
            place: "Figure 1a",
            title: "TFRC beside TCP",
            shows: "How much of a short, narrow link TCP gets beside as many TFRC flows, over the link's rate and the number of flows.",
            statements: vec![
                statement("Below 1 Mb/s TCP's share is about 0.1, whatever the number of flows."),
                statement("From 5 Mb/s on both are reasonably fair."),
                statement("One flow of each kind shows a little unfairness."),
            ],
            claims: vec![
                claim(
                    "TFRC (ns-2 clocks) median theta over cells with B < 1: < 0.25",
                    [every("median_slow").where_is("with", TFRC).below(0.25)],
                ),
                claim(
                    "B >= 5: in [0.35, 0.75]",
                    [every("median_fast").where_is("with", TFRC).within(0.35, 0.75)],
                ),
                claim(
                    "Rank correlation of TFRC theta with B > 0.5",
                    [every("trend").where_is("with", TFRC).above(0.5)],
                ),
                reported("TFRC of today (RFC 5348) beside it"),
            ],
            assumptions: {
                let mut all = assumptions();
                all.push(Assumption {
                    what: "TFRC as ns-2 had it in 2007 is judged, RFC 5348 is shown beside it",
                    why: "The figure rests on a clock: ns-2 measures TFRC's timeout in ticks of 0.1 s, which at a round trip of 12 ms \
                          makes it slow. With four round trips for the timeout, TFRC starves TCP even at 20 Mb/s.",
                });
                all
            },
            procedure: Procedure::Simulate(Box::new(plan(&[TFRC, TFRC_RFC5348]))),
        },
        Experiment {
            id: "tfwc-fig1b",
            paper: Paper::Tfwc,
            place: "Figure 1b",
            title: "TFWC beside TCP",
            shows: "The same with TFWC, whose packets are clocked by acknowledgements.",
            statements: vec![
                statement("TFWC is clearly fairer than TFRC below 5 Mb/s."),
                statement("From 5 Mb/s on both are reasonably fair."),
            ],
            claims: vec![
                claim(
                    "TFWC median for B < 1 at least 0.15 above TFRC's",
                    [every("gain_slow").at_least(0.15)],
                ),
                claim(
                    "B >= 5: in [0.35, 0.75]",
                    [every("median_fast").where_is("with", TFWC).within(0.35, 0.75)],
                ),
                claim(
                    "mean abs(theta - 0.5) over all cells smaller for TFWC",
                    [every("fairer_by").above(0.0)],
                ),
                reported("TFWC with the authors' integer rules beside it"),
            ],
            assumptions: {
                let mut all = assumptions();
                all.push(Assumption {
                    what: "TFWC as the paper specifies it is judged, the authors' simulator code is shown beside it",
                    why: "The code takes whole packets, 16 intervals and other thresholds, none of which the paper mentions.",
                });
                all
            },
            procedure: Procedure::Simulate(Box::new(plan(&[TFWC, TFWC_AUTHORS, TFRC]))),
        },
        smallest_buffer(),
    ]
}

/// Smallest buffers in packets, including the packet in service, and the rates and numbers of flows at which they
/// matter.
const MIN_BUFFERS: [f64; 5] = [2.0, 5.0, 10.0, 15.0, 20.0];
const NARROW_RATES: [f64; 4] = [0.25, 0.5, 1.0, 2.0];
const FLOW_COUNTS: [u32; 3] = [1, 5, 20];

/// The effect of the smallest buffer on figure 1.
fn smallest_buffer() -> Experiment {
    let mut cells = Vec::new();
    for name in [TFRC, TFWC] {
        for floor in MIN_BUFFERS {
            for rate in NARROW_RATES {
                for flows in FLOW_COUNTS {
                    let at = vec![
                        ("with", AxisValue::Text(name)),
                        ("floor", floor.into()),
                        ("B", rate.into()),
                        ("n", flows.into()),
                    ];
                    cells.push(Cell { at, document: document(name, rate, flows, floor - 1.0) });
                }
            }
        }
    }
    let mut plan = plan(&[]);
    plan.axes.insert(1, Axis { id: "floor", label: "Smallest buffer", unit: "packets", log: false });
    plan.cells = cells;
    plan.quantities = vec![
        quantity("theta", "TCP's share", ""),
        quantity("utilisation", "Utilisation", ""),
        quantity("median_slow", "Median share of TCP below 1 Mb/s", ""),
        quantity("median_one", "Median share of TCP at 1 Mb/s", ""),
        quantity("median_two", "Median share of TCP at 2 Mb/s", ""),
    ];
    plan.derive = |table| {
        for name in [TFRC, TFWC] {
            for floor in MIN_BUFFERS {
                for (id, (from, to)) in
                    [("median_slow", SLOW_LINKS), ("median_one", (1.0, 1.0)), ("median_two", (2.0, 2.0))]
                {
                    let mut only = between(name, from, to);
                    only.0.push(AxisCondition::Between { axis: "floor", from: floor, to: floor });
                    let thetas = table.means("theta", &only);
                    let at = vec![("with", AxisValue::Text(name)), ("floor", floor.into())];
                    table.add_derived(id, at, thetas.and_then(|thetas| median(&thetas)));
                }
            }
        }
    };
    let curves = |title, quantity: &'static [&'static str]| Drawing::Curves {
        title,
        quantities: quantity,
        x: "floor",
        by: "with",
        only: Filter::default(),
    };
    plan.drawings = vec![
        curves("TCP's share below 1 Mb/s", &["median_slow"]),
        curves("TCP's share at 1 Mb/s", &["median_one"]),
        curves("TCP's share at 2 Mb/s", &["median_two"]),
    ];
    Experiment {
        id: "tfwc-floor",
        paper: Paper::Tfwc,
        place: "Figure 1, the buffer",
        title: "The smallest buffer",
        shows: "What TCP's share on narrow links owes to a buffer that the paper does not give.",
        statements: vec![statement("The buffer is the bandwidth-delay product; no least value is given.")],
        claims: vec![reported("scan 2, 5, 10, 15, 20")],
        assumptions: {
            let mut all = assumptions();
            all[0] = Assumption {
                what: "Rates 0.25, 0.5, 1, 2 Mb/s; 1, 5, 20 flows of each kind",
                why: "Where the product is less than a few packets.",
            };
            all[1] = Assumption {
                what: "A buffer of at least 2, 5, 10, 15 or 20 packets, the one in service included",
                why: "12 ms at 0.1 Mb/s are 0.15 packets, so a floor must have existed.",
            };
            all
        },
        procedure: Procedure::Simulate(Box::new(plan)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queues_hold_twelve_milliseconds_but_at_least_the_minimum() {
        // 20 Mb/s * 12 ms = 240 kbit = 30 packets. 0.1 Mb/s * 12 ms = 0.15 packets, so that the minimum of 4 applies.
        let limit = |rate| {
            document(TFRC, rate, 1, MIN_QUEUE_LIMIT)["network"]["forward"]["queue"]["limit"]["packets"]
                .clone()
        };
        assert_eq!((limit(20.0), limit(0.1)), (json!(30), json!(4)));
    }
}
