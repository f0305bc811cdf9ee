//! Simulated equivalents of the measurements of LDA+ over the Internet (figures 5 to 8): a path with loss in both directions,
//! and a path with congestion in one direction only.

use serde_json::{Value, json};

use super::{equation_assumption, lda_plus};
use crate::claims::{claim, every, reported};
use crate::document::{ACCESS, access, drop_tail};
use crate::model::{
    Assumption, Axis, AxisValue, Cell, Drawing, Experiment, Filter, Paper, Procedure, Quantity, Recording,
    RunPlan, quantity, ratio, statement,
};
use crate::run_result::{Measurements, RunResult, bins_between, slice_bins};
use crate::table::ResultTable;
use sim_core::analysis::descriptive::{mean, quantile};
use sim_core::analysis::smoothness::cov;

const PACKET: u32 = 1000;
/// The number of packets that each flow sends.
const PACKETS: u32 = 10_000;
const HEADER: u32 = 40;
const MAX_RATE: f64 = 1e6;
const ONE_SECOND: f64 = 1.0;
/// The warm-up in seconds. LDA+ needs eight reports from its initial rate to its limit.
const WARMUP: f64 = 60.0;

fn sender(id: &str, algorithm: &str, params: Value, packets: Option<u32>) -> Value {
    let source = match packets {
        Some(packets) => json!({ "kind": "finite", "bytes": packets * (PACKET - HEADER) }),
        None => json!({ "kind": "greedy" }),
    };
    json!({ "id": id, "algorithm": algorithm, "params": params, "packet": PACKET, "source": source, "access": access(ACCESS) })
}

fn lda_and_tcp(tcp_params: Value, packets: Option<u32>) -> Vec<Value> {
    vec![
        sender("lda", "lda_plus", lda_plus(json!({ "max_rate": MAX_RATE })), packets),
        sender("tcp", "reno", tcp_params, packets),
    ]
}

/// TCP of the measured hosts, SunOS 5.5 and 5.6: acknowledges every second packet, or one packet after 50 ms.
fn tcp() -> Value {
    let mut settings = super::tcp();
    settings["ack_every"] = json!(2);
    settings["ack_delay"] = json!(0.05);
    settings
}

fn hosts_assumptions() -> [Assumption; 2] {
    let acknowledgements = Assumption {
        what: "TCP acknowledges every second packet, or one after 50 ms",
        why: "So did SunOS 5.5 and 5.6, the hosts of table III.",
    };
    let delays = Assumption {
        what: "Senders add no random delay",
        why: "Hosts do not, and with random losses and random cross traffic nothing can fall into step.",
    };
    [acknowledgements, delays]
}

fn one_way(rtt: f64) -> f64 {
    crate::document::bottleneck_delay(rtt)
}

/// The time in seconds in which the link sends a full queue.
const QUEUE_SECONDS: f64 = 0.1;

/// A drop-tail queue that a link of `rate` bit/s empties in `QUEUE_SECONDS`.
fn queue(rate: f64) -> Value {
    drop_tail(rate * QUEUE_SECONDS / f64::from(8 * PACKET))
}

/// A document without random delays at the hosts. Flows do not synchronize, because losses and cross traffic are random.
fn scenario(duration: f64, forward: &Value, reverse: &Value, flows: Vec<Value>) -> Value {
    json!({ "v": 1, "duration": duration, "network": { "forward": forward, "reverse": reverse }, "jitter": { "mode": "off" }, "flows": flows })
}

/// Random loss of data and feedback in both directions.
fn symmetric(loss: f64, duration: f64, packets: Option<u32>) -> Value {
    let link = json!({ "rate": NARROW_RATE, "delay": one_way(0.12), "queue": queue(NARROW_RATE),
                       "loss": [{ "kind": "random", "probability": loss }] });
    scenario(duration, &link, &link, lda_and_tcp(tcp(), packets))
}

/// The cross traffic of the congested direction.
enum Load {
    /// A constant fraction of the link's rate.
    Steady(f64),
    /// Two fractions of the link's rate, each for half of the time.
    Changing(f64, f64),
}

const NARROW_RATE: f64 = 2e6;
const WIDE_RATE: f64 = 10e6;

/// A path that is fast and free of loss in one direction and overloaded in the other. If `data_in_clean_direction`,
/// data cross the fast direction. `window` is TCP's receive window in bytes.
fn asymmetric(
    data_in_clean_direction: bool,
    load: Load,
    window: f64,
    duration: f64,
    packets: Option<u32>,
) -> Value {
    let link = |rate: f64| json!({ "rate": rate, "delay": one_way(0.15), "queue": queue(rate) });
    let (wide, narrow) = (link(WIDE_RATE), link(NARROW_RATE));
    let mut settings = tcp();
    settings["receive_window"] = json!(window / f64::from(PACKET));
    let mut flows = lda_and_tcp(settings, packets);
    let role = if data_in_clean_direction { "reverse" } else { "background" };
    let mut cross = |id: &str, params: Value, source: Value| {
        flows.push(json!({ "id": id, "role": role, "algorithm": "udp", "params": params, "packet": PACKET,
                           "source": source, "access": access(ACCESS) }));
    };
    // The rate of a source is payload: 28 bytes of each packet are headers.
    let payload = PACKET - 28;
    let steady = match load {
        Load::Steady(share) => share,
        Load::Changing(low, high) => {
            let rate = (high - low) * NARROW_RATE * f64::from(payload) / f64::from(PACKET);
            cross("waves", json!({}), json!({ "kind": "on_off", "rate": rate, "on": 5, "off": 5 }));
            low
        }
    };
    if steady > 0.0 {
        // Packets arrive at random times, as from many senders, so that all flows lose the same fraction. A single periodic source
        // would take every free place in the queue: it would lose 10 %, and the other flows half of their packets.
        let packets = steady * NARROW_RATE / f64::from(8 * PACKET);
        let source = json!({ "kind": "arrivals", "per_second": packets, "size": payload, "sizes": "fixed", "overflow": "queue" });
        cross("cross", json!({}), source);
    }
    let (forward, reverse) = if data_in_clean_direction { (wide, narrow) } else { (narrow, wide) };
    scenario(duration, &forward, &reverse, flows)
}

/// The rates of TCP and LDA+ in each second, and the range of seconds after the warm-up in which both flows send.
fn rates_of_both(run: &RunResult) -> (Vec<f64>, Vec<f64>, std::ops::Range<usize>) {
    let of = |id| run.rates(id, "delivered", ONE_SECOND);
    let (tcp, lda) = (of("tcp"), of("lda"));
    let last = |rates: &[f64]| rates.iter().rposition(|&rate| rate > 0.0).unwrap_or(0);
    let end = last(&tcp).min(last(&lda));
    let start = bins_between(0.0, WARMUP, ONE_SECOND).end;
    (tcp, lda, start.min(end)..end)
}

fn loss_of(run: &RunResult, id: &str) -> Option<f64> {
    run.mean(id, "loss_fraction").map(|share| 100.0 * share)
}

fn measure(run: &RunResult, out: &mut Measurements) {
    let (tcp, lda, steady) = rates_of_both(run);
    let rate = |rates: &[f64]| mean(slice_bins(rates, steady.clone()));
    let (tcp_rate, lda_rate) = (rate(&tcp), rate(&lda));
    out.number("F", lda_rate.zip(tcp_rate).map(|(lda, tcp)| lda / tcp));
    out.number("tcp", tcp_rate.map(|bps| bps / 1e3));
    out.number("lda", lda_rate.map(|bps| bps / 1e3));
    out.number("of_cap", lda_rate.map(|bps| bps / MAX_RATE));
    out.number("loss", loss_of(run, "lda"));
}

fn quantities(more: &[Quantity]) -> Vec<Quantity> {
    let mut all = vec![
        ratio("F", "Friendliness F"),
        quantity("tcp", "TCP's goodput", "kb/s"),
        quantity("lda", "Goodput of LDA+", "kb/s"),
        quantity("of_cap", "Goodput of LDA+ as a share of its cap", ""),
        quantity("loss", "Packets of LDA+ lost", "%"),
    ];
    all.extend_from_slice(more);
    all
}

fn internet(paths: &'static str, why: &'static str) -> Vec<Assumption> {
    let mut all = vec![
        Assumption { what: paths, why },
        Assumption {
            what: "F over the time in which both send; the first 60 s left out; 600 s at most",
            why: "From 80 kb/s LDA+ needs 40 s to its cap even without loss; a flow that is alone says nothing.",
        },
        Assumption {
            what: "Both run until they have sent 10,000 packets; LDA+ at most 1 Mb/s",
            why: "As measured.",
        },
        equation_assumption(),
    ];
    all.extend(hosts_assumptions());
    all
}

const SYMMETRIC: &str =
    "2 Mb/s and 120 ms with a queue of 100 ms in packets; 1, 2, 4, 6, 8, 10 % random loss both ways";
const WHY_SYMMETRIC: &str = "Stands for the lossy paths between St. Petersburg, Berlin and Philadelphia, of which only the losses are known.";

const LOSSES: [f64; 6] = [0.01, 0.02, 0.04, 0.06, 0.08, 0.10];

fn sym_runs() -> RunPlan {
    let cells = LOSSES
        .map(|p| Cell { at: vec![("p", (100.0 * p).into())], document: symmetric(p, 600.0, Some(PACKETS)) });
    RunPlan {
        axes: vec![Axis { id: "p", label: "Random loss", unit: "%", log: false }],
        cells: cells.into(),
        seeds: 10,
        recording: Recording::series(ONE_SECOND, &["delivered"]),
        quantities: quantities(&[
            quantity("near_one", "Share of the runs with F from 0.8 to 1.2", ""),
            quantity("near", "The same, of all runs", ""),
        ]),
        measure: |run, out| {
            measure(run, out);
            let (tcp, lda, steady) = rates_of_both(run);
            let rate = |rates: &[f64]| mean(slice_bins(rates, steady.clone()));
            let f = rate(&lda).zip(rate(&tcp)).map(|(lda, tcp)| lda / tcp);
            out.number("near_one", f.map(|f| if (0.8..=1.2).contains(&f) { 1.0 } else { 0.0 }));
        },
        derive: |table| {
            let all = table.means("near_one", &Filter::default()).and_then(|shares| mean(&shares));
            table.add_derived("near", Vec::new(), all);
        },
        drawings: vec![Drawing::Curves {
            title: "Friendliness over loss",
            quantities: &["F"],
            x: "p",
            by: "",
            only: Filter::default(),
        }],
    }
}

fn fig5_sym() -> Experiment {
    Experiment {
        id: "ldaplus-fig5abc",
        paper: Paper::LdaPlus,
        place: "Figures 5a to 5c",
        title: "LDA+ and TCP over lossy paths",
        shows: "One LDA+ and one TCP flow over paths that lose packets both ways share evenly.",
        statements: vec![statement("Over lossy paths F is 0.6 to 1.4, mostly 0.8 to 1.2.")],
        claims: vec![claim(
            "sym: every F in [0.5, 1.5], >= 60 % in [0.8, 1.2]",
            [every("F").within(0.5, 1.5), every("near").at_least(0.6)],
        )],
        assumptions: internet(SYMMETRIC, WHY_SYMMETRIC),
        procedure: Procedure::Simulate(Box::new(sym_runs())),
    }
}

fn fig6_sym() -> Experiment {
    let mut plan = sym_runs();
    plan.drawings = vec![Drawing::Curves {
        title: "Loss",
        quantities: &["loss"],
        x: "p",
        by: "",
        only: Filter::default(),
    }];
    Experiment {
        id: "ldaplus-fig6abc",
        paper: Paper::LdaPlus,
        place: "Figures 6a to 6c",
        title: "Losses over lossy paths",
        shows: "The losses that belong to figures 5a to 5c: ours are set.",
        statements: vec![statement("Some percent, up to more than 10.")],
        claims: Vec::new(),
        assumptions: internet(SYMMETRIC, WHY_SYMMETRIC),
        procedure: Procedure::Simulate(Box::new(plan)),
    }
}

const CLEAN_WAY: &str = "data the clean way";
const LOSSY_WAY: &str = "data the lossy way";
const CLEAN_WAY_64_KB: &str = "clean way, 64 kB window";

/// TCP's receive window in bytes.
const SMALL_WINDOW: f64 = 8192.0;
/// The load, as a fraction of the link's rate, of which a tenth is lost.
const LOAD_FOR_TEN_PERCENT_LOSS: f64 = 1.11;

fn asym_runs() -> RunPlan {
    let full = Some(PACKETS);
    let cell = |path: &'static str, loss: f64, document| Cell {
        at: vec![("path", AxisValue::Text(path)), ("back", loss.into())],
        document,
    };
    let mut cells = vec![
        cell(
            CLEAN_WAY,
            10.0,
            asymmetric(true, Load::Steady(LOAD_FOR_TEN_PERCENT_LOSS), SMALL_WINDOW, 600.0, full),
        ),
        cell(
            LOSSY_WAY,
            10.0,
            asymmetric(false, Load::Steady(LOAD_FOR_TEN_PERCENT_LOSS), SMALL_WINDOW, 600.0, full),
        ),
    ];
    for loss in [0.0, 5.0, 10.0, 25.0] {
        let share = if loss > 0.0 { 1.0 / (1.0 - loss / 100.0) } else { 0.0 };
        cells.push(cell(
            CLEAN_WAY_64_KB,
            loss,
            asymmetric(true, Load::Steady(share), 65536.0, SNAPSHOT_DURATION, None),
        ));
    }
    RunPlan {
        axes: vec![
            Axis { id: "path", label: "Path", unit: "", log: false },
            Axis { id: "back", label: "Loss on the narrow link", unit: "%", log: false },
        ],
        cells,
        seeds: 10,
        recording: Recording::series(ONE_SECOND, &["delivered"]),
        quantities: quantities(&[]),
        measure,
        derive: |_: &mut ResultTable| {},
        drawings: vec![Drawing::Table { title: "Both directions", quantities: &["F", "tcp", "lda", "loss"] }],
    }
}

const ASYMMETRIC: &str = "One way 10 Mb/s without loss, the other 2 Mb/s with 11 % more UDP than it takes, in packets at random times; 150 ms, \
                          queues of 100 ms in packets";
const WHY_ASYMMETRIC: &str =
    "Stands for the path between Berlin and Philadelphia: below 1 % loss one way, above 10 % the other.";

fn asym_assumptions() -> Vec<Assumption> {
    let mut all = internet(ASYMMETRIC, WHY_ASYMMETRIC);
    all.push(Assumption {
        what: "TCP's receive window of 8192 bytes",
        why: "Usual then, and 1 Mb/s over 8192 bytes in 0.25 s is 3.8, the factor that was measured. Lost acknowledgements alone \
              hardly slow a TCP.",
    });
    all.push(Assumption {
        what: "Ten seeds",
        why: "As for the lossy paths. With four, F the lossy way came out anywhere from 0.3 to 0.5, and one LDA+ flow that lost its first reports decided \
              figure 7.",
    });
    all
}

fn both_ways_assumptions() -> Vec<Assumption> {
    let mut all = asym_assumptions();
    all.push(Assumption {
        what: "With a window of 64 kB both run for 120 s without an end",
        why: "TCP would have sent its 10,000 packets before the first 60 s are over.",
    });
    all
}

fn fig5d() -> Experiment {
    Experiment {
        id: "ldaplus-fig5d",
        paper: Paper::LdaPlus,
        place: "Figure 5d",
        title: "LDA+ and TCP over a path that is clean one way",
        shows: "Where only acknowledgements meet congestion, TCP stays slow and LDA+ fills its allowance.",
        statements: vec![statement("F is about 0.8 one way and about 4 the other, with LDA+ at its cap.")],
        claims: vec![
            claim(
                "Asym clean-forward: LDA+ mean >= 0.95 r_max after 60 s, forward loss 0, F in [2.5, 6]",
                [
                    every("of_cap").where_is("path", CLEAN_WAY).at_least(0.95),
                    every("loss").where_is("path", CLEAN_WAY).at_most(0.0),
                    every("F").where_is("path", CLEAN_WAY).within(2.5, 6.0),
                ],
            ),
            claim("Asym lossy-forward: F in [0.5, 1.2]", [every("F").where_is("path", LOSSY_WAY).within(0.5, 1.2)]).because(
                "0.38 over ten seeds, 0.52 over the first four; the paper's mean is 0.8. At a fifth lost the equation lives by its timeout of four round \
                 trips, some 0.9 s, where TCP's is half of that; and one packet in three then belongs to a probe, four packets back to back into a full \
                 queue. Counted by what arrives F is 0.42; with a timeout of two round trips 0.53, with a probe at each twentieth report \
                 0.68, with both 0.86, and beside a TCP whose timeout is a second at least 0.73.",
            ),
            reported(
                "Report only: clean-forward with rwnd 64 kB (pure ACK-loss effect, expect well below 4), reverse loss 0, 5, 10, 25 %",
            ),
        ],
        assumptions: both_ways_assumptions(),
        procedure: Procedure::Simulate(Box::new(asym_runs())),
    }
}

fn fig6d() -> Experiment {
    Experiment {
        id: "ldaplus-fig6d",
        paper: Paper::LdaPlus,
        place: "Figure 6d",
        title: "Losses over a path that is clean one way",
        shows: "The losses that belong to figure 5d.",
        statements: vec![statement("Below 1 % one way, above 10 % the other.")],
        claims: Vec::new(),
        assumptions: both_ways_assumptions(),
        procedure: Procedure::Simulate(Box::new(asym_runs())),
    }
}

/// The width of bins in seconds. It is so small that one acknowledgement released all packets of a bin.
const FINE_BIN: f64 = 0.002;

/// The fraction of acknowledgements that follow the previous one by less than half of the mean spacing of data
/// packets. Acknowledgements are observed through the packets that they release.
fn compressed_share(sends: &[f64]) -> Option<f64> {
    let times: Vec<usize> = (0..sends.len()).filter(|&bin| sends[bin] > 0.0).collect();
    let total: f64 = sends.iter().sum();
    let spacing = sends.len() as f64 / total;
    let gaps: Vec<f64> = times.windows(2).map(|pair| (pair[1] - pair[0]) as f64).collect();
    let compressed_gaps = gaps.iter().filter(|&&gap| gap < spacing / 2.0).count();
    (!gaps.is_empty()).then(|| compressed_gaps as f64 / gaps.len() as f64)
}

const SNAPSHOT_DURATION: f64 = 120.0;

fn fig7_measure(run: &RunResult, out: &mut Measurements) {
    let steady = bins_between(WARMUP, SNAPSHOT_DURATION, ONE_SECOND);
    let rates = |id| run.rates(id, "delivered", ONE_SECOND);
    let (tcp, lda) = (rates("tcp"), rates("lda"));
    out.number("loss", loss_of(run, "lda"));
    let seconds = |signal| -> Vec<f64> {
        let per = sim_core::ground::math::round(ONE_SECOND / run.width()) as usize;
        run.counts("cross", signal).chunks_exact(per).map(|bins| bins.iter().sum()).collect()
    };
    let losses: Vec<f64> =
        seconds("lost").iter().zip(seconds("sent")).map(|(lost, sent)| 100.0 * lost / sent).collect();
    out.number("back_p10", quantile(slice_bins(&losses, steady.clone()), 0.1));
    out.number("back_p90", quantile(slice_bins(&losses, steady.clone()), 0.9));
    let (lda_cov, tcp_cov) = (cov(slice_bins(&lda, steady.clone())), cov(slice_bins(&tcp, steady.clone())));
    out.number("lda_cov", lda_cov);
    out.number("tcp_cov", tcp_cov);
    out.number("times", tcp_cov.zip(lda_cov).map(|(tcp, lda)| if lda > 0.0 { tcp / lda } else { 1e3 }));
    let sends = run.series("flow:tcp", "sent");
    let fine = bins_between(WARMUP, SNAPSHOT_DURATION, run.width());
    out.number("compressed", compressed_share(slice_bins(&sends, fine)).map(|share| 100.0 * share));
    let kilo = |rates: &[f64]| rates.iter().map(|bps| bps / 1e3).collect::<Vec<f64>>();
    out.curve("rate", "LDA+", 0.0, ONE_SECOND, kilo(&lda));
    out.curve("rate", "TCP", 0.0, ONE_SECOND, kilo(&tcp));
    out.curve("loss", "back", 0.0, ONE_SECOND, losses);
}

fn fig7() -> [Experiment; 2] {
    let document = asymmetric(true, Load::Changing(1.05, 1.33), SMALL_WINDOW, SNAPSHOT_DURATION, None);
    let plan = |drawing| RunPlan {
        axes: Vec::new(),
        cells: vec![Cell { at: Vec::new(), document: document.clone() }],
        seeds: 10,
        recording: Recording::series(FINE_BIN, &["delivered", "sent", "lost"]),
        quantities: vec![
            quantity("loss", "Packets of LDA+ lost", "%"),
            quantity("back_p10", "Loss on the way back in a second: 10th percentile", "%"),
            quantity("back_p90", "The same: 90th percentile", "%"),
            quantity("lda_cov", "CoV of LDA+ after 60 s", ""),
            quantity("tcp_cov", "CoV of TCP after 60 s", ""),
            quantity("times", "TCP's CoV over that of LDA+", ""),
            quantity("compressed", "Acknowledgements closer than half a data spacing", "%"),
        ],
        measure: fig7_measure,
        derive: |_| {},
        drawings: vec![drawing],
    };
    let series = |title, curves, y, unit| Drawing::Series { title, curves, y, unit, only: Filter::default() };
    let assumptions = || {
        let mut all = asym_assumptions();
        all.push(Assumption {
            what: "120 s; the cross traffic changes between 1.05 and 1.33 of the narrow link's rate",
            why: "5 to 25 % loss, as measured.",
        });
        all.push(Assumption {
            what: "Acknowledgements are seen by the packets that they release",
            why: "TCP's window is full all the time, so each lets out what it acknowledges.",
        });
        all
    };
    [
        Experiment {
            id: "ldaplus-fig7a",
            paper: Paper::LdaPlus,
            place: "Figure 7a",
            title: "Two minutes of one measurement: rates",
            shows: "TCP low and jagged, LDA+ flat at its cap.",
            statements: vec![statement("TCP's rate is low and jagged, that of LDA+ flat at its maximum.")],
            claims: vec![
                claim("LDA+ CoV < 0.05 after 60 s", [every("lda_cov").below(0.05)]),
                claim("TCP CoV >= 3x that", [every("times").at_least(3.0)]),
                claim(
                    "Also plot ACK inter-arrivals: share of ACKs arriving less than half a data spacing apart (compression) > 20 %",
                    [every("compressed").above(20.0)],
                ),
            ],
            assumptions: assumptions(),
            procedure: Procedure::Simulate(Box::new(plan(series("Rates", &["rate"], "Rate", "kb/s")))),
        },
        Experiment {
            id: "ldaplus-fig7b",
            paper: Paper::LdaPlus,
            place: "Figure 7b",
            title: "Two minutes of one measurement: losses",
            shows: "No loss ahead, 5 to 25 % on the way back.",
            statements: vec![statement("0 % ahead, 5 to 25 % back.")],
            claims: vec![
                claim("forward loss = 0", [every("loss").at_most(0.0)]),
                claim(
                    "1-s reverse loss has p10 >= 2 % and p90 in [12, 35] %",
                    [every("back_p10").at_least(2.0), every("back_p90").within(12.0, 35.0)],
                ),
            ],
            assumptions: assumptions(),
            procedure: Procedure::Simulate(Box::new(plan(series(
                "Loss on the way back",
                &["loss"],
                "Loss",
                "%",
            )))),
        },
    ]
}

fn fig8() -> Experiment {
    let bin = 2.0;
    Experiment {
        id: "ldaplus-fig8",
        paper: Paper::LdaPlus,
        place: "Figure 8",
        title: "200 seconds of one measurement over a lossy path",
        shows: "LDA+ is smoother than TCP and about as fast.",
        statements: vec![statement("LDA+ oscillates less than TCP and has in general a comparable rate.")],
        claims: vec![
            claim("CoV(LDA+) < 0.8 CoV(TCP)", [every("smoother").below(0.8)]),
            claim("mean ratio in [0.7, 1.3]", [every("F").within(0.7, 1.3)]),
        ],
        assumptions: {
            let mut all = vec![
                Assumption {
                    what: "2 Mb/s, 120 ms, 3 % random loss both ways; 200 s after the first 60",
                    why: "Of the path only the mean loss is known.",
                },
                equation_assumption(),
                Assumption { what: "Five seeds", why: "One run over random loss says little." },
            ];
            all.extend(hosts_assumptions());
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: Vec::new(),
            cells: vec![Cell { at: Vec::new(), document: symmetric(0.03, WARMUP + 200.0, None) }],
            seeds: 5,
            recording: Recording::series(bin, &["delivered"]),
            quantities: vec![
                ratio("F", "Mean rate of LDA+ over TCP's"),
                quantity("lda_cov", "CoV of LDA+ in bins of 2 s", ""),
                quantity("tcp_cov", "CoV of TCP in bins of 2 s", ""),
                quantity("smoother", "CoV of LDA+ over that of TCP", ""),
            ],
            measure: |run, out| {
                let bin = 2.0;
                let steady = bins_between(WARMUP, WARMUP + 200.0, bin);
                let (tcp, lda) = (run.rates("tcp", "delivered", bin), run.rates("lda", "delivered", bin));
                let (tcp, lda) = (slice_bins(&tcp, steady.clone()), slice_bins(&lda, steady));
                out.number("F", mean(lda).zip(mean(tcp)).map(|(lda, tcp)| lda / tcp));
                let (lda_cov, tcp_cov) = (cov(lda), cov(tcp));
                out.number("lda_cov", lda_cov);
                out.number("tcp_cov", tcp_cov);
                out.number("smoother", lda_cov.zip(tcp_cov).map(|(lda, tcp)| lda / tcp));
                for (label, rates) in [("LDA+", lda), ("TCP", tcp)] {
                    out.curve("rate", label, 0.0, bin, rates.iter().map(|bps| bps / 1e3).collect());
                }
            },
            derive: |_| {},
            drawings: vec![Drawing::Series {
                title: "Goodput in bins of 2 s",
                curves: &["rate"],
                y: "Goodput",
                unit: "kb/s",
                only: Filter::default(),
            }],
        })),
    }
}

pub fn experiments() -> Vec<Experiment> {
    let mut all = vec![fig5_sym(), fig5d(), fig6_sym(), fig6d()];
    all.extend(fig7());
    all.push(fig8());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_share_of_known_gaps() {
        // 4 packets in 12 bins have a mean spacing of 3 bins. Packets in bins 0, 4, 8, 11 have gaps of 4, 4 and 3, none below 1.5.
        let even = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0];
        assert_eq!(compressed_share(&even), Some(0.0));
        // 4 packets in 40 bins have a mean spacing of 10. Packets in bins 0, 3, 20, 36 have gaps of 3, 17 and 16; one of three is below 5.
        let mut bunched = [0.0; 40];
        for bin in [0, 3, 20, 36] {
            bunched[bin] = 1.0;
        }
        assert_eq!(compressed_share(&bunched), Some(1.0 / 3.0));
        // With two packets released by one acknowledgement there are 5 packets with a spacing of 8. Only the gap of 3 is below 4.
        bunched[3] = 2.0;
        assert_eq!(compressed_share(&bunched), Some(1.0 / 3.0));
        assert_eq!(compressed_share(&[0.0; 4]), None);
    }

    #[test]
    fn queue_limits_and_overload_match_the_rates() {
        let document = asymmetric(true, Load::Steady(LOAD_FOR_TEN_PERCENT_LOSS), SMALL_WINDOW, 120.0, None);
        // 2 Mb/s and 10 Mb/s for 0.1 s, in packets of 8000 bits.
        assert_eq!(document["network"]["reverse"]["queue"]["limit"]["packets"], 25);
        assert_eq!(document["network"]["forward"]["queue"]["limit"]["packets"], 125);
        // 1.11 times the 250 packets per second that the slow direction carries.
        let cross = document["flows"][2]["source"]["per_second"].as_f64().unwrap();
        assert!((cross - 277.5).abs() < 1e-9);
    }

    #[test]
    fn the_rate_factor_follows_from_the_small_window() {
        // LDA+'s limit of 1 Mb/s is 3.8 times TCP's limit of 8192 bytes per RTT, at 0.15 s of propagation and 0.1 s of queueing.
        assert!((MAX_RATE / (SMALL_WINDOW * 8.0 / 0.25) - 3.8).abs() < 0.02);
    }
}
