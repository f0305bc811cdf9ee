//! TFWC: the experiments of Choi and Handley, "Fairer TCP-Friendly Congestion Control Protocol for Multimedia
//! Streaming Applications" (2007). The paper has one figure with two panels: TCP's share when it competes with TFRC
//! and with TFWC, over the rate of the link and the number of flows. `open` lists what the text of the paper leaves open.

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

fn document(name: &str, rate: f64, flows: u32, min_buffer: f64) -> Value {
    let bits = rate * 1e6;
    // The limit of a queue does not count the packet in service.
    let queue_limit = (bits * 0.012 / f64::from(8 * PACKET)).max(min_buffer - 1.0);
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

/// The smallest buffer in packets, including the packet in service: the smallest one in the authors' scripts.
const MIN_BUFFER: f64 = 15.0;

fn cells(protocols: &[&'static str]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &name in protocols {
        for rate in RATES {
            for flows in FLOWS {
                let at = vec![("with", AxisValue::Text(name)), ("B", rate.into()), ("n", flows.into())];
                cells.push(Cell { at, document: document(name, rate, flows, MIN_BUFFER) });
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

/// Rates in Mb/s below 1 Mb/s, and from 5 Mb/s on.
const SLOW_LINKS: (f64, f64) = (0.0, 0.99);
const FAST_LINKS: (f64, f64) = (5.0, f64::INFINITY);

/// Rates in Mb/s at which one flow of each kind has more than a few packets per round trip.
const NOT_SLOW_LINKS: (f64, f64) = (1.0, f64::INFINITY);

/// The mean distance of these shares from one half.
fn mean_distance(thetas: &[f64]) -> Option<f64> {
    mean(&thetas.iter().map(|theta| (theta - 0.5).abs()).collect::<Vec<f64>>())
}

fn with_flows(mut filter: Filter, flows: u32) -> Filter {
    let flows = f64::from(flows);
    filter.0.push(AxisCondition::Between { axis: "n", from: flows, to: flows });
    filter
}

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
        table.add_derived("unfairness", at.clone(), mean_distance(&thetas));
        table.add_derived("trend", at.clone(), rank_correlation(&rates, &thetas));
        let (from, to) = NOT_SLOW_LINKS;
        let one_flow = table.means("theta", &with_flows(between(name, from, to), 1));
        table.add_derived("one_flow", at, one_flow.and_then(|thetas| mean_distance(&thetas)));
        for flows in FLOWS {
            let (from, to) = SLOW_LINKS;
            let thetas = table.means("theta", &with_flows(between(name, from, to), flows));
            let at = vec![("with", AxisValue::Text(name)), ("n", flows.into())];
            table.add_derived("median_slow_n", at, thetas.and_then(|thetas| median(&thetas)));
        }
    }
    let of = |quantity, name| table.value(quantity, &[("with", AxisValue::Text(name))]);
    let gain = of("median_slow", TFWC).zip(of("median_slow", TFRC)).map(|(ours, theirs)| ours - theirs);
    let fairer = of("unfairness", TFRC).zip(of("unfairness", TFWC)).map(|(theirs, ours)| theirs - ours);
    table.add_derived("gain_slow", Vec::new(), gain);
    table.add_derived("fairer_by", Vec::new(), fairer);
    for rate in RATES {
        for flows in FLOWS {
            let at = |name| [("with", AxisValue::Text(name)), ("B", rate.into()), ("n", flows.into())];
            let distance = |name| table.value("theta", &at(name)).map(|theta| (theta - 0.5).abs());
            let Some((tfrc, tfwc)) = distance(TFRC).zip(distance(TFWC)) else { continue };
            table.add_derived("closer_by", vec![("B", rate.into()), ("n", flows.into())], Some(tfrc - tfwc));
        }
    }
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
            quantity("median_slow_n", "Median share of TCP below 1 Mb/s, for each number of flows", ""),
            quantity("median_fast", "Median share of TCP from 5 Mb/s on", ""),
            quantity("unfairness", "Mean distance of TCP's share from one half", ""),
            quantity("trend", "Rank correlation of TCP's share with the rate", ""),
            quantity(
                "one_flow",
                "Mean distance of TCP's share from one half, one flow of each kind, from 1 Mb/s on",
                "",
            ),
            quantity("gain_slow", "Median share of TCP below 1 Mb/s: beside TFWC minus beside TFRC", ""),
            quantity("fairer_by", "Mean distance from one half: beside TFRC minus beside TFWC", ""),
            quantity("closer_by", "Distance from one half: beside TFRC minus beside TFWC", ""),
        ],
        measure,
        derive,
        drawings: vec![
            Drawing::Surface { title: "TCP's share", quantity: "theta", x: "B", y: "n", by: "with" },
            Drawing::Table {
                title: "Summary",
                quantities: &["median_slow", "median_fast", "unfairness", "trend", "one_flow"],
            },
            Drawing::Table { title: "TCP's share in each scenario", quantities: &["theta"] },
        ],
    }
}

fn assumptions() -> Vec<Assumption> {
    vec![
        Assumption {
            what: "Rates of 0.1, 0.25, 0.5, 1, 2, 5, 10 and 20 Mb/s, with 1, 2, 5, 10, 20, 50 and 100 flows of each kind",
            why: "The paper gives the ranges, but not the values in between.",
        },
        Assumption {
            what: "The buffer holds the packets that the link sends in 12 ms, but at least 15 packets with the one in service",
            why: "At 0.1 Mb/s the link sends 0.15 packets in 12 ms, so the simulations must have had a minimum. The paper gives none. \
                  15 packets is the smallest buffer in the scripts that the authors published later. `tfwc-floor` repeats \
                  the slower links with 2, 5, 10, 15 and 20 packets.",
        },
        Assumption {
            what: "Packets of 1000 bytes, and as many TCP flows on the reverse path as on the forward path",
            why: "The paper gives neither. The reverse flows and the random access delays prevent phase effects, as in the paper, so \
                  the senders add no random delay.",
        },
        Assumption {
            what: "TCP with SACK, with the clocks of ns-2",
            why: "The paper does not name its TCP, but it used ns-2, and the authors' later scripts use SACK.",
        },
        Assumption {
            what: "For each flow one access link has a delay of 0.2 to 2 ms, and the other has none",
            why: "With random delays on both access links the mean round-trip time would be 14.4 ms. The paper states 12 ms.",
        },
        Assumption {
            what: "Runs of 100 s, and 200 s below 1 Mb/s; the first 20 s are excluded; flows start within the first second; 3 seeds",
            why: "The paper does not give these. Slow links carry few packets.",
        },
        Assumption {
            what: "No value for scenarios in which the fair share of a flow is less than 20 packets",
            why: "With 200 flows on 0.1 Mb/s, each flow sends a packet in 16 s, which is too few to measure a share.",
        },
    ]
}

pub fn experiments() -> Vec<Experiment> {
    vec![fig1a(), fig1b(), smallest_buffer()]
}

fn fig1a() -> Experiment {
    Experiment {
        id: "tfwc-fig1a",
        paper: Paper::Tfwc,
        place: "Figure 1a",
        title: "TFRC and TCP",
        shows: "TCP's share of a link with a short round-trip time that it shares with as many TFRC flows, over the rate of the link and the number of flows.",
        statements: vec![
            statement("Below 1 Mb/s, TCP's share is about 0.1."),
            statement("This holds for any number of flows."),
            statement("TFRC and TCP are reasonably fair above about 5 Mb/s."),
            statement("With one flow of each kind there is a little unfairness."),
        ],
        claims: vec![
            claim(
                "Below 1 Mb/s, the median of TCP's share is less than 0.25",
                [every("median_slow").where_is("with", TFRC).below(0.25)],
            ),
            claim(
                "Below 1 Mb/s, TCP's share is less than 0.25 in every scenario",
                [every("theta").where_is("with", TFRC).between("B", SLOW_LINKS.0, SLOW_LINKS.1).below(0.25)],
            ),
            claim(
                "Below 1 Mb/s, the median of TCP's share is about 0.1 (0.05 to 0.15)",
                [every("median_slow").where_is("with", TFRC).within(0.05, 0.15)],
            )
            .because("The share depends on the smallest buffer, which the paper does not give (`tfwc-floor`), and on the number of flows: it falls \
                 from about 0.2 with one flow of each kind to less than 0.1 with 50 or more.",
            ),
            claim(
                "Below 1 Mb/s, the median of TCP's share is less than 0.25 for each number of flows",
                [every("median_slow_n").where_is("with", TFRC).below(0.25)],
            ),
            claim(
                "From 5 Mb/s on, the median of TCP's share is between 0.35 and 0.75",
                [every("median_fast").where_is("with", TFRC).within(0.35, 0.75)],
            ),
            claim(
                "From 5 Mb/s on, TCP's share is between 0.35 and 0.75 in every scenario",
                [every("theta")
                    .where_is("with", TFRC)
                    .between("B", FAST_LINKS.0, FAST_LINKS.1)
                    .within(0.35, 0.75)],
            )
            .because(
                "The paper calls these links reasonably fair and gives no number. TCP gets more than 0.75 with 2 to 10 flows of \
                 each kind and less than 0.35 with 50 or 100.",
            ),
            claim(
                "TCP's share grows with the rate of the link: their rank correlation is above 0.5",
                [every("trend").where_is("with", TFRC).above(0.5)],
            ),
            claim(
                "With one flow of each kind, from 1 Mb/s on, the mean distance of TCP's share from one half is between 0.05 and 0.25",
                [every("one_flow").where_is("with", TFRC).within(0.05, 0.25)],
            ),
            reported("The same with TFRC as RFC 5348 specifies it"),
        ],
        assumptions: {
            let mut all = assumptions();
            all.push(Assumption {
                what: "The claims are about TFRC as ns-2 had it in 2007. TFRC as RFC 5348 specifies it is shown for comparison",
                why: "The timeout in TFRC's equation differs. ns-2 measures it with a clock of 0.1 s, which is long for a round-trip time of 12 ms and \
                      lowers TFRC's rate on fast links. RFC 5348 uses four round-trip times.",
            });
            all
        },
        procedure: Procedure::Simulate(Box::new(plan(&[TFRC, TFRC_RFC5348]))),
    }
}

fn fig1b() -> Experiment {
    Experiment {
        id: "tfwc-fig1b",
        paper: Paper::Tfwc,
        place: "Figure 1b",
        title: "TFWC and TCP",
        shows: "The same as figure 1a with TFWC, whose packets are clocked by acknowledgements.",
        statements: vec![
            statement("TFWC is significantly fairer than TFRC on slow links."),
            statement("TFWC and TCP are reasonably fair above about 5 Mb/s."),
        ],
        claims: vec![
            claim(
                "Below 1 Mb/s, the median of TCP's share is at least 0.15 larger beside TFWC than beside TFRC",
                [every("gain_slow").at_least(0.15)],
            ),
            claim(
                "Below 1 Mb/s, TCP's share is closer to one half beside TFWC than beside TFRC in every scenario",
                [every("closer_by").between("B", SLOW_LINKS.0, SLOW_LINKS.1).above(0.0)],
            ),
            claim(
                "Below 5 Mb/s, TCP's share beside TFWC is between 0.25 and 0.75 in every scenario",
                [every("theta").where_is("with", TFWC).between("B", 0.0, 4.9).within(0.25, 0.75)],
            )
            .because("The share depends on the smallest buffer, which the paper does not give. See `tfwc-floor`."),
            claim(
                "From 5 Mb/s on, the median of TCP's share beside TFWC is between 0.35 and 0.75",
                [every("median_fast").where_is("with", TFWC).within(0.35, 0.75)],
            ),
            claim(
                "From 5 Mb/s on, TCP's share beside TFWC is between 0.35 and 0.75 in every scenario",
                [every("theta")
                    .where_is("with", TFWC)
                    .between("B", FAST_LINKS.0, FAST_LINKS.1)
                    .within(0.35, 0.75)],
            )
            .because(
                "The paper calls these links reasonably fair and gives no number. TCP gets less than 0.35 with 50 or 100 flows of \
                 each kind.",
            ),
            claim(
                "The mean distance of TCP's share from one half over all scenarios is smaller beside TFWC than beside TFRC",
                [every("fairer_by").above(0.0)],
            ),
            reported("The same with the rules of the authors' simulator code"),
        ],
        assumptions: {
            let mut all = assumptions();
            all.push(Assumption {
                what: "The claims are about TFWC as the paper specifies it. The authors' simulator code is shown for comparison",
                why: "The code rounds the window down to whole packets, averages 16 loss intervals and has other thresholds. The paper \
                      mentions none of this.",
            });
            all
        },
        procedure: Procedure::Simulate(Box::new(plan(&[TFWC, TFWC_AUTHORS, TFRC]))),
    }
}

/// Smallest buffers in packets, including the packet in service, and the rates and numbers of flows at which they
/// matter.
const MIN_BUFFERS: [f64; 5] = [2.0, 5.0, 10.0, 15.0, 20.0];
const NARROW_RATES: [f64; 6] = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0];
const FLOW_COUNTS: [u32; 4] = [1, 5, 20, 100];

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
                    cells.push(Cell { at, document: document(name, rate, flows, floor) });
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
        quantity("least", "Smallest share of TCP in any scenario", ""),
        quantity("unfairness", "Mean distance of TCP's share from one half", ""),
        quantity("trend", "Rank correlation of TCP's share with the rate", ""),
        quantity("gain_slow", "Median share of TCP below 1 Mb/s: beside TFWC minus beside TFRC", ""),
    ];
    plan.derive = derive_for_each_buffer;
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
        Drawing::Table {
            title: "Summary",
            quantities: &["median_slow", "median_one", "median_two", "least", "unfairness", "trend"],
        },
    ];
    let at_floor =
        |quantity, name, floor| every(quantity).where_is("with", name).between("floor", floor, floor);
    Experiment {
        id: "tfwc-floor",
        paper: Paper::Tfwc,
        place: "Figure 1, the buffer",
        title: "The smallest buffer",
        shows: "How TCP's share on slow links depends on the smallest buffer, which the paper does not give.",
        statements: vec![statement("The buffer is one bandwidth-delay product. The paper gives no minimum.")],
        claims: vec![
            claim(
                "With at least 5, 10 or 15 packets, the median of TCP's share beside TFRC below 1 Mb/s is less than 0.25",
                [5.0, 10.0, 15.0].map(|floor| at_floor("median_slow", TFRC, floor).below(0.25)),
            ),
            claim(
                "With at least 5, 10 or 15 packets, this median is at least 0.15 larger beside TFWC than beside TFRC",
                [5.0, 10.0, 15.0].map(|floor| every("gain_slow").between("floor", floor, floor).at_least(0.15)),
            ),
            claim(
                "With at least 5, 10 or 15 packets, TCP's share beside TFRC grows with the rate: their rank correlation is above 0.5",
                [5.0, 10.0, 15.0].map(|floor| at_floor("trend", TFRC, floor).above(0.5)),
            ),
            claim(
                "With at least 15 packets, TCP's share beside TFWC is 0.25 or more in every scenario",
                [at_floor("least", TFWC, 15.0).at_least(0.25)],
            ),
            claim(
                "With at least 10 packets, TCP's share beside TFWC is 0.25 or more in every scenario",
                [at_floor("least", TFWC, 10.0).at_least(0.25)],
            )
            .because("TCP's share is just below 0.25 at 0.5 Mb/s with 20 flows of each kind."),
            claim(
                "With at least 5 packets, TCP's share beside TFWC is 0.25 or more in every scenario",
                [at_floor("least", TFWC, 5.0).at_least(0.25)],
            )
            .because(
                "With a buffer of 5 packets, TCP starves beside TFWC as well at 0.5 and 1 Mb/s, with five or more flows of each kind.",
            ),
        ],
        assumptions: {
            let mut all = assumptions();
            all[0] = Assumption {
                what: "Rates of 0.1, 0.25, 0.5, 1, 2 and 5 Mb/s, with 1, 5, 20 and 100 flows of each kind",
                why: "At these rates the bandwidth-delay product is less than eight packets.",
            };
            all[1] = Assumption {
                what: "The buffer holds the packets that the link sends in 12 ms, but at least 2, 5, 10, 15 or 20 packets with the one in service",
                why: "At 0.1 Mb/s the link sends 0.15 packets in 12 ms, so the simulations must have had a minimum.",
            };
            all
        },
        procedure: Procedure::Simulate(Box::new(plan)),
    }
}

/// Derives the summary of each smallest buffer.
fn derive_for_each_buffer(table: &mut ResultTable) {
    for floor in MIN_BUFFERS {
        let with_floor = |mut filter: Filter| {
            filter.0.push(AxisCondition::Between { axis: "floor", from: floor, to: floor });
            filter
        };
        for name in [TFRC, TFWC] {
            let at = vec![("with", AxisValue::Text(name)), ("floor", floor.into())];
            for (id, (from, to)) in
                [("median_slow", SLOW_LINKS), ("median_one", (1.0, 1.0)), ("median_two", (2.0, 2.0))]
            {
                let thetas = table.means("theta", &with_floor(between(name, from, to)));
                table.add_derived(id, at.clone(), thetas.and_then(|thetas| median(&thetas)));
            }
            let all = with_floor(filter_by_text("with", name));
            let Some(thetas) = table.means("theta", &all) else { continue };
            let rates: Vec<f64> = table.points("theta", &all).filter_map(|p| p.axis("B")?.number()).collect();
            table.add_derived("least", at.clone(), thetas.iter().copied().reduce(f64::min));
            table.add_derived("unfairness", at.clone(), mean_distance(&thetas));
            table.add_derived("trend", at, rank_correlation(&rates, &thetas));
        }
        let slow =
            |name| table.value("median_slow", &[("with", AxisValue::Text(name)), ("floor", floor.into())]);
        let gain = slow(TFWC).zip(slow(TFRC)).map(|(ours, theirs)| ours - theirs);
        table.add_derived("gain_slow", vec![("floor", floor.into())], gain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queues_hold_twelve_milliseconds_but_at_least_the_minimum() {
        // 20 Mb/s * 12 ms = 240 kbit = 30 packets. 0.1 Mb/s * 12 ms = 0.15 packets, so that the minimum applies: 14
        // packets wait while the fifteenth is sent.
        let limit = |rate| {
            document(TFRC, rate, 1, MIN_BUFFER)["network"]["forward"]["queue"]["limit"]["packets"].clone()
        };
        assert_eq!((limit(20.0), limit(0.1)), (json!(30), json!(14)));
    }
}
