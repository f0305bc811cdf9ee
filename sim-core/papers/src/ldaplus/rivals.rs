//! LDA+ compared with RAP and TFRCP (figures 9 to 11). RAP and TFRCP compete with TCP in the scenarios of their
//! authors, and LDA+ competes with TCP in the same scenarios.

use serde_json::{Value, json};

use super::{equation_assumption, tcp};
use crate::axes::filter_by_text;
use crate::claims::{claim, every, reported};
use crate::document::{bottleneck_delay, drop_tail, flow, with};
use crate::model::{
    Assumption, Axis, AxisCondition, AxisValue, Cell, Drawing, Experiment, Filter, Paper, Procedure,
    Quantity, Recording, RunPlan, quantity, ratio, statement,
};
use crate::run_result::{Measurements, RunResult};
use crate::table::ResultTable;
use sim_core::analysis::descriptive::{mean, rank_correlation};
use sim_core::analysis::fairness::friendliness;

const PACKET: u32 = 100;
const RTT: f64 = 0.04;

/// The fair share of a flow in bit/s, in experiments in which the link's rate grows with the number of flows.
const FAIR_SHARE: f64 = 40e3;

/// The numbers of flows of each kind in figures 9 and 10, in which the link has 40 kb/s for each flow.
const FLOWS_ON_GROWING_LINK: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
/// The numbers of flows of each kind in figure 11, in which the link has 1.5 Mb/s.
const FLOWS_ON_FIXED_LINK: [u32; 8] = [6, 8, 10, 12, 16, 20, 25, 30];

fn rate_of(flows: u32) -> f64 {
    2.0 * f64::from(flows) * FAIR_SHARE
}

/// The flows of a scenario: a kind of TCP, and the algorithm that competes with it.
#[derive(Clone)]
struct Competitors {
    tcp_kind: &'static str,
    tcp_params: Value,
    /// The ID and the settings of the other algorithm.
    other: (&'static str, Value),
    /// Whether senders delay each packet by a random time of up to one packet's transmission time on the link. The paper
    /// describes this delay for RAP's scenario (section VI.A), and not for TFRCP's (section VI.B).
    random_delay: bool,
}

impl Competitors {
    /// Reno and another algorithm, without random delay.
    fn reno_and(other: (&'static str, Value)) -> Self {
        Self { tcp_kind: "reno", tcp_params: tcp(), other, random_delay: false }
    }

    /// The same with the random delay of RAP's scenario.
    fn with_random_delay(self) -> Self {
        Self { random_delay: true, ..self }
    }

    fn with_tcp(self, params: Value) -> Self {
        Self { tcp_params: with(self.tcp_params, params), ..self }
    }
}

/// `flows` TCP flows beside the same number of other flows. The buffer holds what the link sends in four round-trip times.
fn document(rate: f64, flows: u32, competitors: Competitors, times: (f64, f64)) -> Value {
    let Competitors { tcp_kind, tcp_params, other, random_delay } = competitors;
    let jitter = if random_delay { "delay" } else { "off" };
    let start = json!({ "min": 0, "max": 1 });
    let buffer = 4.0 * rate * RTT / f64::from(8 * PACKET);
    json!({
        "v": 1, "duration": times.0, "warmup": times.1,
        "jitter": { "mode": jitter },
        "network": { "forward": { "rate": rate, "delay": bottleneck_delay(RTT), "queue": drop_tail(buffer) } },
        "flows": [
            with(flow("tcp", tcp_kind, tcp_params, PACKET, flows), json!({ "start": start })),
            with(flow("other", other.0, other.1, PACKET, flows), json!({ "start": start })),
        ],
    })
}

/// RAP with fine-grain adaptation and random gaps that vary by up to one packet's transmission time on the link.
fn rap(rate: f64) -> (&'static str, Value) {
    ("rap", json!({ "fine_grain": true, "gap_noise": f64::from(8 * PACKET) / rate }))
}

fn tfrcp(interval: f64) -> (&'static str, Value) {
    ("tfrcp", json!({ "interval": interval }))
}

/// LDA+ with an initial rate of ten packets per second. `bits` is the resolution of the reported loss.
fn lda_plus(bits: &str) -> (&'static str, Value) {
    lda_plus_with(json!({ "loss_field": bits }))
}

fn lda_plus_with(params: Value) -> (&'static str, Value) {
    ("lda_plus", super::lda_plus(params))
}

/// TCP with timeouts of at least 1 s, as in the BSD systems of the time.
fn least_timeout_of_1_s() -> Value {
    json!({ "min_rto": 1, "rto_rule": "rfc6298" })
}

const N: Axis = Axis { id: "N", label: "Flows of each kind", unit: "", log: true };
const BESIDE: Axis = Axis { id: "with", label: "Beside TCP", unit: "", log: false };

fn quantities(more: &[Quantity]) -> Vec<Quantity> {
    let mut all = vec![
        ratio("F", "Friendliness F"),
        quantity("tcp", "Goodput of a TCP flow", "kbyte/s"),
        quantity("other", "Goodput of a flow that competes with TCP", "kbyte/s"),
    ];
    all.extend_from_slice(more);
    all
}

fn measure(run: &RunResult, out: &mut Measurements) {
    let (tcp, other) = (run.each("tcp", "goodput_bps"), run.each("other", "goodput_bps"));
    out.number("F", friendliness(&other, &tcp));
    out.number("tcp", mean(&tcp).map(|bps| bps / 8e3));
    out.number("other", mean(&other).map(|bps| bps / 8e3));
    out.number("tcp_events", run.mean("tcp", "loss_event_rate").map(|rate| rate * 256.0));
}

fn filter_by_n(with: &'static str, from: f64, to: f64) -> Filter {
    let mut filter = filter_by_text("with", with);
    filter.0.push(AxisCondition::Between { axis: "N", from, to });
    filter
}

fn mean_of(table: &ResultTable, quantity: &str, only: &Filter) -> Option<f64> {
    mean(&table.means(quantity, only)?)
}

const ANY_N: (f64, f64) = (0.0, f64::INFINITY);

fn assumptions() -> Vec<Assumption> {
    vec![
        Assumption { what: "N is 1, 2, 4, ... 64.", why: "The text does not give the axis." },
        Assumption {
            what: "Three runs of 200 s; the first 50 s are a warm-up. Flows start within the first second.",
            why: "The paper gives no times.",
        },
        Assumption {
            what: "Sizes are those on the wire. Goodput counts the wire bytes of first deliveries.",
            why: "Only then do the paper's 5.4 and 4.5 kbyte/s add up to 99 % of the link.",
        },
        Assumption {
            what: "TCP has an initial window of one packet, acknowledges each packet, and has timeouts of at least 0.2 s.",
            why: "The text names Reno and gives no settings. Simulators of the time acknowledged each packet. BSD had timeouts of at least 1 s; variants \
                  show this and delayed acknowledgements.",
        },
    ]
}

fn lda_plus_assumptions() -> [Assumption; 2] {
    let start = Assumption {
        what: "LDA+ starts with 10 packets per second and an increase of 5 kb/s, has a report every 5 s, and probes with 4 packets.",
        why: "The first values are those of section IV. The text gives no length of probes; variants have 10 packets.",
    };
    [start, equation_assumption()]
}

/// The assumption about random delays in RAP's scenario.
fn random_delay_assumption() -> Assumption {
    Assumption {
        what: "Senders delay each packet by a random time of up to a packet's transmission time on the link.",
        why: "Section VI.A describes this delay for RAP's scenario.",
    }
}

/// The assumption about random delays in TFRCP's scenario.
fn no_random_delay_assumption() -> Assumption {
    Assumption {
        what: "Senders add no random delay.",
        why: "Section VI.B describes TFRCP's scenario with round trip, packet size and buffer, and without such a delay.",
    }
}

/// Why LDA+ gets more beside Reno than the paper states.
const CAUSE_RENO_TIMEOUTS: &str = "Reno's timeouts. The random delay of the senders spreads Reno's losses over its window, and more than a third of its reductions at N = 4 end in \
                    a timeout. ns-2's Reno does the same beside constant traffic: 94 reductions and 33 timeouts in 200 s, here 98 and 36. With NewReno in Reno's \
                    place the mean of F over N from 4 on is 0.82, with SACK 0.82, with Reno and no random delay 0.83.";

/// Why TCP gets more beside LDA+ than the paper states if senders add no random delay.
const CAUSE_TIMEOUTS_OF_THE_TIME: &str = "TCP's least timeout, which the text does not give, is 0.2 s here. With 1 s, as in the BSD systems of the time, F with 8 bits is 1.99, 1.02, 1.03 and \
                                          0.86 at N = 6, 8, 16 and 30.";

const RAP: &str = "RAP";
const RAP_RENO: &str = "RAP, Reno";
const LDA: &str = "LDA+";

/// Variants of the runs with LDA+, which are reported and not judged.
const LDA_D_1: &str = "LDA+, D = 1";
const LDA_PROBES: &str = "LDA+, probes of 10";
const LDA_TIMEOUT: &str = "LDA+, timeouts of 1 s";
const LDA_DELAYED: &str = "LDA+, delayed ACKs";
const LDA_RANDOM_DELAY: &str = "LDA+, random delay";

/// A name, and the function that returns the competitors for a link's rate.
type Scenario = (&'static str, fn(f64) -> Competitors);

fn growing_link_cells(scenarios: &[Scenario]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &(name, competitors) in scenarios {
        for flows in FLOWS_ON_GROWING_LINK {
            let rate = rate_of(flows);
            let document = document(rate, flows, competitors(rate), (200.0, 50.0));
            cells.push(Cell { at: vec![("with", AxisValue::Text(name)), ("N", flows.into())], document });
        }
    }
    cells
}

fn curves(title: &'static str) -> Vec<Drawing> {
    let only = Filter::default();
    vec![
        Drawing::Curves { title, quantities: &["F"], x: "N", by: "with", only: only.clone() },
        Drawing::Curves {
            title: "Mean rate of a flow",
            quantities: &["tcp", "other"],
            x: "N",
            by: "with",
            only,
        },
    ]
}

fn fig9a() -> Experiment {
    Experiment {
        id: "ldaplus-fig9a",
        paper: Paper::LdaPlus,
        place: "Figure 9a",
        title: "RAP beside TCP",
        shows: "How RAP shares a link with the same number of TCP flows, in the scenario of RAP's authors.",
        statements: vec![
            statement("With few flows, RAP gets 50 % more than TCP. With many flows the shares are equal."),
            statement("RAP's authors report that fairness is slightly worse with Reno than with SACK."),
        ],
        claims: vec![
            claim(
                "For N from 2 to 8, F is from 1.2 to 1.9. For N from 2 to 16, F and N have a rank correlation below -0.5",
                [
                    every("F").where_is("with", RAP).between("N", 2.0, 8.0).within(1.2, 1.9),
                    every("trend").below(-0.5),
                ],
            ),
            claim(
                "With Reno, the mean of F over N from 2 to 64 is larger than with SACK by at most 0.3",
                [every("reno_worse").within(0.0, 0.3)],
            ).because("Reno's timeouts: with the random delay, losses are spread over a window. ns-2 itself has an F of 4 to 5.5 with Reno and without fine-grain adaptation."),
            reported("F at N = 1 and from N = 32 on (ns-2 itself gives 1.3 at 32)"),
        ],
        assumptions: {
            let mut all = assumptions();
            all.push(Assumption {
                what: "RAP uses fine-grain adaptation, and its gaps vary at random by up to a packet's transmission time.",
                why: "Section VI.A describes both. In ns-2, F is 2 to 4 without them.",
            });
            all.push(random_delay_assumption());
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![BESIDE, N],
            cells: growing_link_cells(&[
                (RAP, |rate| Competitors {
                    tcp_kind: "sack",
                    ..Competitors::reno_and(rap(rate)).with_random_delay()
                }),
                (RAP_RENO, |rate| Competitors::reno_and(rap(rate)).with_random_delay()),
            ]),
            seeds: 3,
            recording: Recording::SUMMARY_ONLY,
            quantities: quantities(&[
                quantity("trend", "Rank correlation of F with N, N = 2 to 16", ""),
                quantity("reno_worse", "Mean F over N = 2 to 64: with Reno minus with SACK", ""),
            ]),
            measure,
            derive: |table| {
                let only = filter_by_n(RAP, 2.0, 16.0);
                let numbers: Vec<f64> =
                    table.points("F", &only).filter_map(|p| p.axis("N")?.number()).collect();
                let trend = table.means("F", &only).and_then(|values| rank_correlation(&numbers, &values));
                table.add_derived("trend", Vec::new(), trend);
                let many = |name| mean_of(table, "F", &filter_by_n(name, 2.0, f64::INFINITY));
                let worse = many(RAP_RENO).zip(many(RAP)).map(|(reno, sack)| reno - sack);
                table.add_derived("reno_worse", Vec::new(), worse);
            },
            drawings: curves("RAP's friendliness"),
        })),
    }
}

fn fig9b() -> Experiment {
    Experiment {
        id: "ldaplus-fig9b",
        paper: Paper::LdaPlus,
        place: "Figure 9b",
        title: "LDA+ beside TCP, in RAP's place",
        shows: "How LDA+ shares the links of figure 9a with TCP.",
        statements: vec![statement("On average over N, TCP gets 5.4 kbyte/s and LDA+ 4.5 kbyte/s.")],
        claims: vec![
            claim(
                "Together, a TCP flow and an LDA+ flow get at least 9.4 kbyte/s in the mean over N",
                [every("pair").at_least(9.4)],
            ),
            claim(
                "The mean of F over N from 4 on is from 0.7 to 1.0",
                [every("mean_F").where_is("with", LDA).within(0.7, 1.0)],
            )
            .because(CAUSE_RENO_TIMEOUTS),
            reported(
                "F with D = 1, with probes of 10 packets, with delayed acknowledgements, and with timeouts of at least 1 s",
            ),
        ],
        assumptions: {
            let mut all = assumptions();
            all.extend(lda_plus_assumptions());
            all.push(random_delay_assumption());
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![BESIDE, N],
            cells: growing_link_cells(&[
                (LDA, |_| Competitors::reno_and(lda_plus("8")).with_random_delay()),
                (LDA_D_1, |_| {
                    Competitors::reno_and(lda_plus_with(json!({ "acked_per_ack": 1 }))).with_random_delay()
                }),
                (LDA_PROBES, |_| {
                    Competitors::reno_and(lda_plus_with(json!({ "probe_packets": 10 }))).with_random_delay()
                }),
                (LDA_DELAYED, |_| {
                    let reno_and_lda = Competitors::reno_and(lda_plus("8")).with_random_delay();
                    reno_and_lda.with_tcp(json!({ "ack_every": 2, "ack_delay": 0.2 }))
                }),
                (LDA_TIMEOUT, |_| {
                    Competitors::reno_and(lda_plus("8")).with_random_delay().with_tcp(least_timeout_of_1_s())
                }),
            ]),
            seeds: 3,
            recording: Recording::SUMMARY_ONLY,
            quantities: quantities(&[
                quantity("pair", "Rates of a TCP and an LDA+ flow together, mean over N", "kbyte/s"),
                quantity("mean_F", "Mean F over N from 4 on", ""),
            ]),
            measure,
            derive: |table| {
                let all = filter_by_n(LDA, ANY_N.0, ANY_N.1);
                let pair = mean_of(table, "tcp", &all).zip(mean_of(table, "other", &all)).map(|(a, b)| a + b);
                table.add_derived("pair", Vec::new(), pair);
                for name in [LDA, LDA_D_1, LDA_PROBES, LDA_DELAYED, LDA_TIMEOUT] {
                    let many = mean_of(table, "F", &filter_by_n(name, 4.0, f64::INFINITY));
                    table.add_derived("mean_F", vec![("with", AxisValue::Text(name))], many);
                }
            },
            drawings: curves("Friendliness of LDA+"),
        })),
    }
}

const INTERVALS: [(&str, f64); 4] =
    [("TFRCP 2 s", 2.0), ("TFRCP 3 s", 3.0), ("TFRCP 4 s", 4.0), ("TFRCP 5 s", 5.0)];

fn fig10a() -> Experiment {
    Experiment {
        id: "ldaplus-fig10a",
        paper: Paper::LdaPlus,
        place: "Figure 10a",
        title: "TFRCP beside TCP on a link that grows with the flows",
        shows: "How TFRCP shares a link with the same number of TCP flows, for four adaptation intervals.",
        statements: vec![statement(
            "F is near 1, especially with an interval of 2 s. With longer intervals and few flows, TFRCP is more aggressive than TCP.",
        )],
        claims: vec![
            claim(
                "With an interval of 2 s, the mean of F over N is from 0.75 to 1.25",
                [every("mean_F").where_is("with", INTERVALS[0].0).within(0.75, 1.25)],
            ),
            claim(
                "The mean of F over N up to 4 is larger with an interval of 5 s than with 2 s",
                [every("longer").above(0.0)],
            ),
        ],
        assumptions: {
            let mut all = assumptions();
            all.push(Assumption {
                what: "Intervals of 2, 3, 4, 5 s.",
                why: "The text names only 2 and 5 s.",
            });
            all.push(no_random_delay_assumption());
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![BESIDE, N],
            cells: growing_link_cells(&[
                (INTERVALS[0].0, |_| Competitors::reno_and(tfrcp(2.0))),
                (INTERVALS[1].0, |_| Competitors::reno_and(tfrcp(3.0))),
                (INTERVALS[2].0, |_| Competitors::reno_and(tfrcp(4.0))),
                (INTERVALS[3].0, |_| Competitors::reno_and(tfrcp(5.0))),
            ]),
            seeds: 3,
            recording: Recording::SUMMARY_ONLY,
            quantities: quantities(&[
                quantity("mean_F", "Mean F over N", ""),
                quantity("longer", "Mean F over N up to 4: interval of 5 s minus 2 s", ""),
            ]),
            measure,
            derive: |table| {
                for (name, _) in INTERVALS {
                    let all = mean_of(table, "F", &filter_by_text("with", name));
                    table.add_derived("mean_F", vec![("with", AxisValue::Text(name))], all);
                }
                let few = |table: &ResultTable, name| mean_of(table, "F", &filter_by_n(name, 0.0, 4.0));
                let longer = few(table, INTERVALS[3].0)
                    .zip(few(table, INTERVALS[0].0))
                    .map(|(long, short)| long - short);
                table.add_derived("longer", Vec::new(), longer);
            },
            drawings: curves("TFRCP's friendliness"),
        })),
    }
}

fn fig10b() -> Experiment {
    Experiment {
        id: "ldaplus-fig10b",
        paper: Paper::LdaPlus,
        place: "Figure 10b",
        title: "LDA+ beside TCP, in TFRCP's place",
        shows: "How LDA+ shares the links of figure 10a with TCP.",
        statements: vec![statement("F is about 1.")],
        claims: vec![
            claim(
                "The mean of F over N is from 0.7 to 1.15",
                [every("mean_F").where_is("with", LDA).within(0.7, 1.15)],
            ),
            claim("Each F is from 0.6 to 1.4", [every("F").where_is("with", LDA).within(0.6, 1.4)]).because("Only at N = 1, where the two flows synchronize: F is 0.3 to 8 with different seeds. With random delays at the senders F is 1.6 there, too."),
            reported(
                "F with the random delay of figure 9, with D = 1, with probes of 10 packets, and with timeouts of at least 1 s",
            ),
        ],
        assumptions: {
            let mut all = assumptions();
            all.extend(lda_plus_assumptions());
            all.push(no_random_delay_assumption());
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![BESIDE, N],
            cells: growing_link_cells(&[
                (LDA, |_| Competitors::reno_and(lda_plus("8"))),
                (LDA_RANDOM_DELAY, |_| Competitors::reno_and(lda_plus("8")).with_random_delay()),
                (LDA_D_1, |_| Competitors::reno_and(lda_plus_with(json!({ "acked_per_ack": 1 })))),
                (LDA_PROBES, |_| Competitors::reno_and(lda_plus_with(json!({ "probe_packets": 10 })))),
                (LDA_TIMEOUT, |_| Competitors::reno_and(lda_plus("8")).with_tcp(least_timeout_of_1_s())),
            ]),
            seeds: 3,
            recording: Recording::SUMMARY_ONLY,
            quantities: quantities(&[quantity("mean_F", "Mean F over N", "")]),
            measure,
            derive: |table| {
                for name in [LDA, LDA_RANDOM_DELAY, LDA_D_1, LDA_PROBES, LDA_TIMEOUT] {
                    let all = mean_of(table, "F", &filter_by_text("with", name));
                    table.add_derived("mean_F", vec![("with", AxisValue::Text(name))], all);
                }
            },
            drawings: curves("Friendliness of LDA+"),
        })),
    }
}

fn fixed_link_cells(scenarios: &[(&'static str, Competitors)]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (name, competitors) in scenarios {
        for flows in FLOWS_ON_FIXED_LINK {
            let document = document(1.5e6, flows, competitors.clone(), (300.0, 100.0));
            cells.push(Cell { at: vec![("with", AxisValue::Text(name)), ("N", flows.into())], document });
        }
    }
    cells
}

fn fixed_assumptions() -> Vec<Assumption> {
    let mut all = assumptions();
    all[0] = Assumption {
        what: "N is 6, 8, 10, 12, 16, 20, 25, 30.",
        why: "The text names only 6. The other numbers are ours.",
    };
    all[1] = Assumption {
        what: "Three runs of 300 s; the first 100 s are a warm-up. Flows start within the first second.",
        why: "The paper gives no times.",
    };
    all
}

fn fig11a() -> Experiment {
    let competitors: Vec<_> =
        INTERVALS.iter().map(|&(name, interval)| (name, Competitors::reno_and(tfrcp(interval)))).collect();
    Experiment {
        id: "ldaplus-fig11a",
        paper: Paper::LdaPlus,
        place: "Figure 11a",
        title: "TFRCP beside TCP on 1.5 Mb/s",
        shows: "How TFRCP shares a link of 1.5 Mb/s with the same number of TCP flows.",
        statements: vec![statement("F is 0.7 to about 1, depending on the interval.")],
        claims: vec![claim("Every F is from 0.6 to 1.2", [every("F").within(0.6, 1.2)])],
        assumptions: {
            let mut all = fixed_assumptions();
            all.push(no_random_delay_assumption());
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![BESIDE, N],
            cells: fixed_link_cells(&competitors),
            seeds: 3,
            recording: Recording::SUMMARY_ONLY,
            quantities: quantities(&[]),
            measure,
            derive: |_| {},
            drawings: curves("TFRCP's friendliness"),
        })),
    }
}

const BITS_8: &str = "LDA+ 8 bit";
const BITS_32: &str = "LDA+ 32 bit";

fn fig11b() -> Experiment {
    Experiment {
        id: "ldaplus-fig11b",
        paper: Paper::LdaPlus,
        place: "Figure 11b",
        title: "LDA+ beside TCP on 1.5 Mb/s, with losses reported coarsely and finely",
        shows: "Eight bits cannot report a loss below 1/256. With few flows LDA+ then gets more than its share.",
        statements: vec![
            crate::model::Statement {
                text: "With 8 bits, F is 2.3 at N = 6, and about 1 with many flows.",
                quantity: "F",
                value: Some(2.3),
            },
            statement(
                "With 32 bits, F is below 1 with few flows, and the same as with 8 bits with many flows.",
            ),
        ],
        claims: vec![
            claim(
                "With 8 bits, F is from 1.7 to 2.9 at N = 6",
                [every("F").where_is("with", BITS_8).between("N", 6.0, 6.0).within(1.7, 2.9)],
            ).because(CAUSE_TIMEOUTS_OF_THE_TIME),
            claim(
                "With 8 bits, F is from 1.1 to 1.9 at N = 8",
                [every("F").where_is("with", BITS_8).between("N", 8.0, 8.0).within(1.1, 1.9)],
            ).because(CAUSE_TIMEOUTS_OF_THE_TIME),
            claim(
                "With 8 bits, F is from 0.7 to 1.25 from N = 16 on",
                [every("F").where_is("with", BITS_8).between("N", 16.0, f64::INFINITY).within(0.7, 1.25)],
            ).because(CAUSE_TIMEOUTS_OF_THE_TIME),
            claim(
                "With 32 bits, F is below 1.05 at N = 6",
                [every("F").where_is("with", BITS_32).between("N", 6.0, 6.0).below(1.05)],
            ),
            claim(
                "From N = 16 on, F with 8 and with 32 bits differs by less than 0.15",
                [every("gap").between("N", 16.0, f64::INFINITY).below(0.15)],
            ).because("Eight bits round a loss down by 1/512 in the mean, and the equation gives a rate that is a tenth higher. From N = 25 on the difference is below 0.15."),
            claim(
                "With 8 bits and N = 6, TCP's loss event rate is within 30 % of 1/256",
                [every("tcp_events").where_is("with", BITS_8).between("N", 6.0, 6.0).within(0.7, 1.3)],
            ),
            reported(
                "F with timeouts of at least 1 s, with the random delay of figure 9, with D = 1, and with probes of 10 packets",
            ),
        ],
        assumptions: {
            let mut all = fixed_assumptions();
            all.extend(lda_plus_assumptions());
            all.push(no_random_delay_assumption());
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![BESIDE, N],
            cells: {
                let lda = |bits| Competitors::reno_and(lda_plus(bits));
                fixed_link_cells(&[
                    (BITS_8, lda("8")),
                    (BITS_32, lda("32")),
                    ("8 bit, timeouts of 1 s", lda("8").with_tcp(least_timeout_of_1_s())),
                    ("32 bit, timeouts of 1 s", lda("32").with_tcp(least_timeout_of_1_s())),
                    ("8 bit, random delay", lda("8").with_random_delay()),
                    ("32 bit, random delay", lda("32").with_random_delay()),
                    ("8 bit, D = 1", Competitors::reno_and(lda_plus_with(json!({ "acked_per_ack": 1 })))),
                    (
                        "8 bit, probes of 10",
                        Competitors::reno_and(lda_plus_with(json!({ "probe_packets": 10 }))),
                    ),
                ])
            },
            seeds: 3,
            recording: Recording::SUMMARY_ONLY,
            quantities: quantities(&[
                quantity("gap", "Difference of F with 8 and with 32 bits", ""),
                quantity("tcp_events", "TCP's loss events per 256 packets", ""),
            ]),
            measure,
            derive: |table| {
                for flows in FLOWS_ON_FIXED_LINK {
                    let of = |name| table.value("F", &[("with", AxisValue::Text(name)), ("N", flows.into())]);
                    let gap = of(BITS_8).zip(of(BITS_32)).map(|(coarse, fine)| (coarse - fine).abs());
                    table.add_derived("gap", vec![("N", flows.into())], gap);
                }
            },
            drawings: curves("Friendliness of LDA+"),
        })),
    }
}

pub fn experiments() -> Vec<Experiment> {
    vec![fig9a(), fig9b(), fig10a(), fig10b(), fig11a(), fig11b()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::ACCESS;

    #[test]
    fn queue_limits_and_delays_are_those_of_the_paper() {
        // Packets of 100 bytes, 8 for each of the 2 N flows: 4 C tau = 4 * 80 kb/s * 0.04 s = 12.8 kbit = 16 packets at N = 1.
        let reno_and_tfrcp = || Competitors::reno_and(tfrcp(2.0));
        let one = document(rate_of(1), 1, reno_and_tfrcp(), (200.0, 50.0));
        assert_eq!(one["network"]["forward"]["queue"]["limit"]["packets"], 16);
        // 240 kbit at 1.5 Mb/s.
        let fixed = document(1.5e6, 6, reno_and_tfrcp(), (300.0, 100.0));
        assert_eq!(fixed["network"]["forward"]["queue"]["limit"]["packets"], 300);
        let delay = fixed["network"]["forward"]["delay"].as_f64().unwrap();
        assert!((2.0 * (delay + 2.0 * ACCESS) - RTT).abs() < 1e-12);
    }
}
