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
        what: "TCP acknowledges every second packet, or one packet after 50 ms, and has a receive window of 8192 bytes.",
        why: "The hosts of table III ran SunOS 5.5 and 5.6, with these defaults.",
    };
    let delays = Assumption {
        what: "Senders add no random delay.",
        why: "The paper measured hosts. Losses and cross traffic are random here, so flows do not synchronize.",
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

/// Random loss of data and feedback in both directions. `window` is TCP's receive window in bytes, if it limits TCP.
fn symmetric(loss: f64, window: Option<f64>, duration: f64, packets: Option<u32>) -> Value {
    let link = json!({ "rate": NARROW_RATE, "delay": one_way(0.12), "queue": queue(NARROW_RATE),
                       "loss": [{ "kind": "random", "probability": loss }] });
    let mut settings = tcp();
    settings["receive_window"] = json!(window.map(|bytes| bytes / f64::from(PACKET)));
    scenario(duration, &link, &link, lda_and_tcp(settings, packets))
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
        quantity("of_cap", "Goodput of LDA+ divided by its maximum", ""),
        quantity("loss", "Packets of LDA+ lost", "%"),
    ];
    all.extend_from_slice(more);
    all
}

fn internet(paths: &'static str, why: &'static str) -> Vec<Assumption> {
    let mut all = vec![
        Assumption { what: paths, why },
        Assumption {
            what: "F is computed over the time in which both flows send, without the first 60 s. A run lasts at most 600 s.",
            why: "From 80 kb/s, LDA+ needs 40 s to reach its maximum even without loss. A flow that sends alone says nothing about F.",
        },
        Assumption {
            what: "Both flows send 10,000 packets. LDA+ sends at most 1 Mb/s.",
            why: "Section V says so.",
        },
        equation_assumption(),
    ];
    all.extend(hosts_assumptions());
    all
}

const SYMMETRIC: &str = "The path has 2 Mb/s, a round trip of 120 ms, a queue of 100 ms, and a random loss of 1, 2, 4, 6, 8 or 10 % in both directions.";
const WHY_SYMMETRIC: &str = "It stands for the lossy paths between St. Petersburg, Berlin and Philadelphia, of which the text gives only that they are lossy in both directions.";

const LOSSES: [f64; 6] = [0.01, 0.02, 0.04, 0.06, 0.08, 0.10];

fn sym_runs() -> RunPlan {
    let mut cells = Vec::new();
    for (name, window) in [(WINDOW_8_KB, Some(SMALL_WINDOW)), (UNLIMITED, None)] {
        for p in LOSSES {
            cells.push(Cell {
                at: vec![("window", AxisValue::Text(name)), ("p", (100.0 * p).into())],
                document: symmetric(p, window, 600.0, Some(PACKETS)),
            });
        }
    }
    RunPlan {
        axes: vec![
            Axis { id: "window", label: "TCP's window", unit: "", log: false },
            Axis { id: "p", label: "Random loss", unit: "%", log: false },
        ],
        cells,
        seeds: 10,
        recording: Recording::series(ONE_SECOND, &["delivered"]),
        quantities: quantities(&[
            quantity("near_one", "Share of the runs with F from 0.8 to 1.2", ""),
            quantity("near", "Share of the runs with F from 0.8 to 1.2, over all losses", ""),
        ]),
        measure: |run, out| {
            measure(run, out);
            let (tcp, lda, steady) = rates_of_both(run);
            let rate = |rates: &[f64]| mean(slice_bins(rates, steady.clone()));
            let f = rate(&lda).zip(rate(&tcp)).map(|(lda, tcp)| lda / tcp);
            out.number("near_one", f.map(|f| if (0.8..=1.2).contains(&f) { 1.0 } else { 0.0 }));
        },
        derive: |table| {
            for name in [WINDOW_8_KB, UNLIMITED] {
                let only = crate::axes::filter_by_text("window", name);
                let all = table.means("near_one", &only).and_then(|shares| mean(&shares));
                table.add_derived("near", vec![("window", AxisValue::Text(name))], all);
            }
        },
        drawings: vec![Drawing::Curves {
            title: "Friendliness over loss",
            quantities: &["F"],
            x: "p",
            by: "window",
            only: Filter::default(),
        }],
    }
}

const CAUSE_SMALL_WINDOW: &str = "With a loss of 1 %, the window of 8192 bytes limits TCP, but not LDA+: F is larger there. Without the limit F is about 1.";

fn fig5_sym() -> Experiment {
    Experiment {
        id: "ldaplus-fig5abc",
        paper: Paper::LdaPlus,
        place: "Figures 5a to 5c",
        title: "LDA+ and TCP over lossy paths",
        shows: "Shares of one LDA+ and one TCP flow over paths that lose packets in both directions.",
        statements: vec![statement(
            "Over lossy paths F is from 0.6 to 1.4, and most values are from 0.8 to 1.2.",
        )],
        claims: vec![
            claim(
                "F is from 0.5 to 1.5 at every loss",
                [every("F").where_is("window", WINDOW_8_KB).within(0.5, 1.5)],
            )
            .because(CAUSE_SMALL_WINDOW),
            claim(
                "F is from 0.8 to 1.2 in at least 60 % of the runs",
                [every("near").where_is("window", WINDOW_8_KB).at_least(0.6)],
            )
            .because(CAUSE_SMALL_WINDOW),
            reported("F with a TCP without a receiver's limit"),
        ],
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
        by: "window",
        only: Filter::default(),
    }];
    Experiment {
        id: "ldaplus-fig6abc",
        paper: Paper::LdaPlus,
        place: "Figures 6a to 6c",
        title: "Losses over lossy paths",
        shows: "The losses in the runs of figures 5a to 5c. They are set, not measured.",
        statements: vec![statement("The links are rather lossy in both directions.")],
        claims: Vec::new(),
        assumptions: internet(SYMMETRIC, WHY_SYMMETRIC),
        procedure: Procedure::Simulate(Box::new(plan)),
    }
}

const CLEAN_WAY: &str = "data in the lossless direction";
const LOSSY_WAY: &str = "data in the lossy direction";
const CLEAN_WAY_64_KB: &str = "lossless direction, 64 kB window";
/// Other loads of the lossy direction, and the length of a probe. They are reported, not judged.
const OTHER_LOADS: [(&str, f64); 3] =
    [("lossy, load 1.00", 1.0), ("lossy, load 1.03", 1.03), ("lossy, load 1.11", 1.11)];
const LOSSY_WAY_PROBES: &str = "lossy, probes of 10";

/// The names of TCP's windows.
const WINDOW_8_KB: &str = "8 kB";
const UNLIMITED: &str = "no limit";

/// TCP's receive window in bytes.
const SMALL_WINDOW: f64 = 8192.0;
/// The load of cross traffic, as a fraction of the link's rate, of which a tenth is lost if nothing else crosses the link.
const LOAD_FOR_TEN_PERCENT_LOSS: f64 = 1.11;
/// The load of cross traffic with which an LDA+ flow that crosses the link loses a tenth of its packets.
const LOAD_FOR_TEN_PERCENT_LOSS_OF_DATA: f64 = 1.02;

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
            asymmetric(false, Load::Steady(LOAD_FOR_TEN_PERCENT_LOSS_OF_DATA), SMALL_WINDOW, 600.0, full),
        ),
    ];
    for (name, load) in OTHER_LOADS {
        cells.push(cell(name, 10.0, asymmetric(false, Load::Steady(load), SMALL_WINDOW, 600.0, full)));
    }
    let mut long_probes =
        asymmetric(false, Load::Steady(LOAD_FOR_TEN_PERCENT_LOSS_OF_DATA), SMALL_WINDOW, 600.0, full);
    long_probes["flows"][0]["params"]["probe_packets"] = json!(10);
    cells.push(cell(LOSSY_WAY_PROBES, 10.0, long_probes));
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

const ASYMMETRIC: &str = "One direction has 10 Mb/s and no loss. The other has 2 Mb/s and random cross traffic of which 10 % is lost. The round trip is 150 ms, the \
                          queues hold 100 ms.";
const WHY_ASYMMETRIC: &str = "It stands for the path between Berlin and Philadelphia, with losses below 1 % in one direction and above 10 % in the other.";

fn asym_assumptions() -> Vec<Assumption> {
    let mut all = internet(ASYMMETRIC, WHY_ASYMMETRIC);
    all.push(Assumption {
        what: "In the lossy direction, the cross traffic is 1.02 times the link's rate if data crosses it, and 1.11 times if only feedback crosses it.",
        why: "The text gives the measured loss, more than 10 %, and not the load. With 1.02 LDA+ loses 10 % of its packets, with 1.11 it loses 20 %. Feedback adds \
              nothing to the load, so it loses 10 % with 1.11.",
    });
    all.push(Assumption {
        what: "Ten seeds.",
        why: "With four seeds, F in the lossy direction varies by a third.",
    });
    all
}

fn both_ways_assumptions() -> Vec<Assumption> {
    let mut all = asym_assumptions();
    all.push(Assumption {
        what: "With a window of 64 kB, both flows send for 120 s.",
        why: "TCP would have sent its 10,000 packets within the first 60 s.",
    });
    all
}

fn fig5d() -> Experiment {
    Experiment {
        id: "ldaplus-fig5d",
        paper: Paper::LdaPlus,
        place: "Figure 5d",
        title: "LDA+ and TCP over a path that is lossy in one direction",
        shows: "Where only feedback meets congestion, LDA+ reaches its maximum and TCP does not.",
        statements: vec![
            statement(
                "F is about 0.8 in one direction and about 4 in the other, in which LDA+ stays at its maximum.",
            ),
            statement(
                "The text names Berlin to Philadelphia as the direction with F of about 0.8 and also as the one with losses below 1 %. Its explanation, losses of acknowledgements, requires that F is about 4 in the direction without losses.",
            ),
        ],
        claims: vec![
            claim(
                "With data in the lossless direction, LDA+ gets at least 0.95 of its maximum after 60 s and loses nothing, and F is from 2.5 to 6",
                [
                    every("of_cap").where_is("path", CLEAN_WAY).at_least(0.95),
                    every("loss").where_is("path", CLEAN_WAY).at_most(0.0),
                    every("F").where_is("path", CLEAN_WAY).within(2.5, 6.0),
                ],
            ),
            claim(
                "With data in the lossy direction, F is from 0.5 to 1.2",
                [every("F").where_is("path", LOSSY_WAY).within(0.5, 1.2)],
            ),
            reported("F in the lossy direction with other loads and with probes of 10 packets"),
            reported(
                "F in the lossless direction with a window of 64 kB and losses of feedback of 0, 5, 10 and 25 %",
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
        title: "Losses over a path that is lossy in one direction",
        shows: "The losses in the runs of figure 5d.",
        statements: vec![statement("Below 1 % in one direction, above 10 % in the other.")],
        claims: vec![
            claim(
                "With data in the lossless direction, LDA+ loses less than 1 %",
                [every("loss").where_is("path", CLEAN_WAY).below(1.0)],
            ),
            claim(
                "With data in the lossy direction, LDA+ loses from 9 to 13 %",
                [every("loss").where_is("path", LOSSY_WAY).within(9.0, 13.0)],
            ),
        ],
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
            quantity(
                "back_p10",
                "Loss of cross traffic in the reverse direction in 1 s: 10th percentile",
                "%",
            ),
            quantity(
                "back_p90",
                "Loss of cross traffic in the reverse direction in 1 s: 90th percentile",
                "%",
            ),
            quantity("lda_cov", "CoV of LDA+ after 60 s", ""),
            quantity("tcp_cov", "CoV of TCP after 60 s", ""),
            quantity("times", "CoV of TCP divided by that of LDA+", ""),
            quantity(
                "compressed",
                "Acknowledgements that follow the previous one by less than half of the data's spacing",
                "%",
            ),
        ],
        measure: fig7_measure,
        derive: |_| {},
        drawings: vec![drawing],
    };
    let series = |title, curves, y, unit| Drawing::Series { title, curves, y, unit, only: Filter::default() };
    let assumptions = || {
        let mut all = asym_assumptions();
        all.push(Assumption {
            what: "A run lasts 120 s. The cross traffic alternates between 1.05 and 1.33 times the narrow link's rate.",
            why: "The measured losses were from 5 to 25 %.",
        });
        all.push(Assumption {
            what: "Arrivals of acknowledgements are determined from the packets that they release.",
            why: "TCP's window is always full, so each acknowledgement releases packets.",
        });
        all
    };
    [
        Experiment {
            id: "ldaplus-fig7a",
            paper: Paper::LdaPlus,
            place: "Figure 7a",
            title: "Two minutes of one measurement: rates",
            shows: "The rate of TCP is low and varies, that of LDA+ is constant at its maximum.",
            statements: vec![statement(
                "The rate of TCP is low and varies, that of LDA+ stays at its maximum.",
            )],
            claims: vec![
                claim("After 60 s, the CoV of LDA+ is below 0.05", [every("lda_cov").below(0.05)]),
                claim("The CoV of TCP is at least three times that of LDA+", [every("times").at_least(3.0)]),
                claim(
                    "More than 20 % of the acknowledgements follow the previous one by less than half of the data's spacing",
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
            shows: "No loss in the direction of the data, 5 to 25 % in the reverse direction.",
            statements: vec![statement(
                "No loss in the direction of the data, from 5 to 25 % in the reverse direction.",
            )],
            claims: vec![
                claim("LDA+ loses no packet", [every("loss").at_most(0.0)]),
                claim(
                    "The loss of the reverse direction in 1 s has a 10th percentile of at least 2 % and a 90th percentile from 12 to 35 %",
                    [every("back_p10").at_least(2.0), every("back_p90").within(12.0, 35.0)],
                ),
            ],
            assumptions: assumptions(),
            procedure: Procedure::Simulate(Box::new(plan(series(
                "Loss in the reverse direction",
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
        shows: "LDA+ oscillates less than TCP and has a similar rate.",
        statements: vec![statement("LDA+ oscillates less than TCP and has in general a comparable rate.")],
        claims: vec![
            claim("The CoV of LDA+ is below 0.8 of that of TCP", [every("smoother").below(0.8)]).because("The window of 8192 bytes makes TCP smoother, and LDA+ varies with the random loss. Without the window the quotient is 0.73."),
            claim(
                "The mean rate of LDA+ divided by that of TCP is from 0.7 to 1.3",
                [every("F").within(0.7, 1.3)],
            ),
        ],
        assumptions: {
            let mut all = vec![
                Assumption {
                    what: "The path has 2 Mb/s, a round trip of 120 ms, and a random loss of 3 % in both directions. The figure shows 200 s after the first 60 s.",
                    why: "The text says only that the path is lossy.",
                },
                equation_assumption(),
                Assumption {
                    what: "Five seeds.",
                    why: "The result of a single run over random loss varies.",
                },
            ];
            all.extend(hosts_assumptions());
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: Vec::new(),
            cells: vec![Cell {
                at: Vec::new(),
                document: symmetric(0.03, Some(SMALL_WINDOW), WARMUP + 200.0, None),
            }],
            seeds: 5,
            recording: Recording::series(bin, &["delivered"]),
            quantities: vec![
                ratio("F", "Mean rate of LDA+ divided by that of TCP"),
                quantity("lda_cov", "CoV of LDA+ in bins of 2 s", ""),
                quantity("tcp_cov", "CoV of TCP in bins of 2 s", ""),
                quantity("smoother", "CoV of LDA+ divided by that of TCP", ""),
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
