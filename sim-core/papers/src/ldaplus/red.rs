//! LDA+ with file transfers and web traffic on 10 Mb/s under RED and FIFO (figures 2 to 4, tables I and II).

use serde_json::{Value, json};

use super::{equation_assumption, lda_plus, tcp};
use crate::axes::filter_by_text;
use crate::claims::{claim, every, reported};
use crate::document::{bottleneck_delay, drop_tail, flow, with};
use crate::model::{
    Assumption, Axis, AxisValue, Cell, Coordinates, Drawing, Experiment, Filter, Paper, Procedure, Quantity,
    Recording, RunPlan, quantity, ratio, statement,
};
use crate::run_result::{Measurements, RunResult, bins_between, slice_bins};
use crate::table::ResultTable;
use sim_core::analysis::descriptive::mean;
use sim_core::analysis::fairness::{friendliness, rate_spread};
use sim_core::analysis::smoothness::{cov, share_within};

const RATE: f64 = 10e6;
const PACKET: u32 = 1000;
const FLOWS_OF_EACH_KIND: u32 = 27;

/// The parameters that vary between the runs. `times` are the duration and the warm-up in seconds.
#[derive(Clone)]
struct Setting {
    rtt: f64,
    /// The time in seconds in which the link sends a full buffer.
    buffer: f64,
    red: bool,
    lda: u32,
    ftp: u32,
    /// The number of web servers.
    www: u32,
    lda_params: Value,
    times: (f64, f64),
}

impl Setting {
    fn new(rtt: f64, buffer: f64) -> Self {
        Self {
            rtt,
            buffer,
            red: true,
            lda: FLOWS_OF_EACH_KIND,
            ftp: FLOWS_OF_EACH_KIND,
            www: FLOWS_OF_EACH_KIND,
            lda_params: json!({}),
            times: (1000.0, 200.0),
        }
    }

    fn document(&self) -> Value {
        let packets = RATE * self.buffer / f64::from(8 * PACKET);
        let queue = if self.red {
            json!({ "kind": "red", "limit": { "packets": packets as u64 }, "min_threshold": 0.3 * packets,
                    "max_threshold": 0.8 * packets, "weight": 0.002, "max_probability": 0.1, "gentle": false })
        } else {
            drop_tail(packets)
        };
        let mut flows = Vec::new();
        if self.lda > 0 {
            flows.push(flow("lda", "lda_plus", lda_plus(self.lda_params.clone()), PACKET, self.lda));
        }
        if self.ftp > 0 {
            flows.push(flow("ftp", "reno", tcp(), PACKET, self.ftp));
        }
        if self.www > 0 {
            flows.push(with(
                flow("www", "reno", tcp(), PACKET, self.www),
                json!({ "role": "background", "source": { "kind": "web" } }),
            ));
        }
        for flow in &mut flows {
            flow["start"] = if flow["id"] == "lda" { json!(0) } else { json!({ "min": 0, "max": 1 }) };
        }
        json!({
            "v": 1, "duration": self.times.0, "warmup": self.times.1,
            "network": { "forward": { "rate": RATE, "delay": bottleneck_delay(self.rtt), "queue": queue } },
            "flows": flows,
        })
    }
}

const TAU: Axis = Axis { id: "tau", label: "Round trip", unit: "s", log: false };
const TAU_Q: Axis = Axis { id: "tau_q", label: "Buffer", unit: "s", log: false };

fn common_quantities() -> Vec<Quantity> {
    vec![
        quantity("r", "Mean sending rate of an LDA+ flow", "kb/s"),
        quantity("sigma", "Standard deviation of the LDA+ flows' mean sending rates", "kb/s"),
        quantity("spread", "This deviation divided by the mean sending rate", ""),
        ratio("F", "Friendliness F"),
        quantity("u", "Share of the link that LDA+ and file transfers get", ""),
        quantity("total", "Utilisation with web traffic", ""),
        quantity("loss", "Packets of LDA+ lost", "%"),
    ]
}

fn measure(run: &RunResult, out: &mut Measurements) {
    let goodputs = run.each("lda", "goodput_bps");
    let window = &run.result["summary"]["window"];
    let seconds = window[1].as_f64().zip(window[0].as_f64()).map_or(f64::NAN, |(to, from)| to - from);
    let rates: Vec<f64> =
        run.each("lda", "sent").iter().map(|packets| packets * f64::from(8 * PACKET) / seconds).collect();
    let (r, sigma) = (mean(&rates), rate_spread(&rates));
    out.number("r", r.map(|bps| bps / 1e3));
    out.number("sigma", sigma.map(|bps| bps / 1e3));
    out.number("spread", sigma.zip(r).map(|(sigma, r)| sigma / r));
    out.number("F", friendliness(&goodputs, &run.each("ftp", "goodput_bps")));
    out.number("u", (run.sum("lda", "goodput_bps") + run.sum("ftp", "goodput_bps")) / RATE);
    out.number("total", run.utilisation());
    out.number("loss", run.mean("lda", "loss_fraction").map(|share| 100.0 * share));
    for (tenth, share) in
        run.link("forward")["occupancy"].as_array().map_or(&[][..], Vec::as_slice).iter().enumerate()
    {
        out.number_at("occupancy", vec![("q", (tenth as f64 / 10.0).into())], share.as_f64());
    }
}

fn assumptions() -> Vec<Assumption> {
    vec![
        Assumption {
            what: "RED drops with a probability of up to 0.1, averages with a weight of 0.002, is not gentle, and counts packets.",
            why: "The paper gives only the thresholds, 0.3 and 0.8 of the buffer. These are the usual values of the time.",
        },
        Assumption {
            what: "TCP has no receiver's limit and an initial window of one packet. The LDA+ flows start together, the TCP flows within the \
                   first second.",
            why: "The paper gives no window. It says that all RTP connections start at the same time.",
        },
        equation_assumption(),
        Assumption {
            what: "Rates are in kb/s.",
            why: "The tables give no unit. No other unit fits a link of 10 Mb/s.",
        },
    ]
}

const DELAYS: [f64; 3] = [0.1, 0.2, 0.4];
const BUFFERS: [f64; 2] = [0.1, 0.5];

/// The paper's table I: buffer and round trip in seconds, r in kb/s, u.
const TABLE_1: [(f64, f64, f64, f64); 6] = [
    (0.1, 0.1, 155.9, 0.87),
    (0.1, 0.2, 134.7, 0.84),
    (0.1, 0.4, 134.0, 0.80),
    (0.5, 0.1, 148.5, 0.87),
    (0.5, 0.2, 156.3, 0.88),
    (0.5, 0.4, 168.6, 0.88),
];

fn tab1() -> Experiment {
    let mut cells = Vec::new();
    for tau_q in BUFFERS {
        for tau in DELAYS {
            let at: Coordinates = vec![("tau", tau.into()), ("tau_q", tau_q.into())];
            cells.push(Cell { at, document: Setting::new(tau, tau_q).document() });
        }
    }
    let mut quantities = common_quantities();
    quantities.extend([
        quantity("mean_F", "Mean F", ""),
        quantity("wider", "Standard deviation with a round trip of 0.4 s minus that with 0.1 s", "kb/s"),
        quantity("off_r", "Relative distance of r from the table", ""),
        quantity("off_u", "Distance of u from the table", ""),
        quantity("r_change", "r with a round trip of 0.4 s minus r with 0.1 s", "kb/s"),
        quantity("u_change", "u with a round trip of 0.4 s minus u with 0.1 s", ""),
        quantity("F_change", "F with a round trip of 0.4 s minus F with 0.1 s", ""),
    ]);
    Experiment {
        id: "ldaplus-tab1",
        paper: Paper::LdaPlus,
        place: "Table I",
        title: "27 LDA+, 27 file transfers and 27 web servers under RED",
        shows: "For three round trips and two buffers, LDA+ gets about as much as TCP, and its flows get similar rates.",
        statements: vec![
            statement(
                "Buffer of 0.1 s, round trips of 0.1, 0.2, 0.4 s: r 155.9, 134.7, 134.0; sigma 4.0, 4.9, 8.5; F 0.85, 0.72, 0.78; u 0.87, 0.84, 0.80.",
            ),
            statement(
                "Buffer of 0.5 s: r 148.5, 156.3, 168.6; sigma 7.3, 10.3, 15.1; F 0.82, 0.88, 1.02; u 0.87, 0.88, 0.88.",
            ),
        ],
        claims: vec![
            claim(
                "Every F is from 0.6 to 1.2, and their mean is from 0.7 to 1.05",
                [every("F").within(0.6, 1.2), every("mean_F").within(0.7, 1.05)],
            ),
            claim("The standard deviation is at most 0.12 of r", [every("spread").at_most(0.12)]),
            claim(
                "With each buffer, the standard deviation is larger with a round trip of 0.4 s than with 0.1 s",
                [every("wider").above(0.0)],
            ),
            claim("Each u differs from the table's by at most 0.05", [every("off_u").at_most(0.05)]),
            claim("Each r differs from the table's by at most 20 %", [every("off_r").at_most(0.2)]),
            claim(
                "With the buffer of 0.1 s, r, u and F are smaller with a round trip of 0.4 s than with 0.1 s",
                [
                    every("r_change").between("tau_q", 0.1, 0.1).below(0.0),
                    every("u_change").between("tau_q", 0.1, 0.1).below(0.0),
                    every("F_change").between("tau_q", 0.1, 0.1).below(0.0),
                ],
            ).because("Only u is smaller. F grows with the round trip here, because LDA+ loses less: 6.1, 4.1 and 1.5 % with 0.1, 0.2 and 0.4 s. By the table's r, F and u, LDA+ and TCP lose 5.0, 3.3 and 3.1 %."),
            claim(
                "With the buffer of 0.5 s, r, u and F are larger with a round trip of 0.4 s than with 0.1 s",
                [
                    every("r_change").between("tau_q", 0.5, 0.5).above(0.0),
                    every("u_change").between("tau_q", 0.5, 0.5).above(0.0),
                    every("F_change").between("tau_q", 0.5, 0.5).above(0.0),
                ],
            ).because("Only F is not larger. It is 1.01, 0.96 and 0.99 here, so it does not grow from 0.82 to 1.02 as in the table."),
        ],
        assumptions: {
            let mut all = assumptions();
            all.push(Assumption {
                what: "r is the sending rate of LDA+. u is the share of the link that LDA+ and file transfers get, without web traffic.",
                why: "Section III calls r the transmission rate. If r were goodput, LDA+ and TCP would get 27 r (1 + 1/F), which exceeds u in all \
                      six cells, by 2 to 5 % of it. With the sending rate the difference is what LDA+ and TCP lose. Nothing is then left \
                      for web traffic, so u does not include it.",
            });
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![TAU, TAU_Q],
            cells,
            seeds: 4,
            recording: Recording::SUMMARY_ONLY,
            quantities,
            measure,
            derive: |table| {
                let all = table.means("F", &Filter::default()).and_then(|values| mean(&values));
                table.add_derived("mean_F", Vec::new(), all);
                for tau_q in BUFFERS {
                    for (quantity, change) in
                        [("sigma", "wider"), ("r", "r_change"), ("u", "u_change"), ("F", "F_change")]
                    {
                        let at =
                            |tau: f64| table.value(quantity, &[("tau", tau.into()), ("tau_q", tau_q.into())]);
                        let difference = at(0.4).zip(at(0.1)).map(|(long, short)| long - short);
                        table.add_derived(change, vec![("tau_q", tau_q.into())], difference);
                    }
                }
                for (tau_q, tau, r, u) in TABLE_1 {
                    let at: Coordinates = vec![("tau", tau.into()), ("tau_q", tau_q.into())];
                    let off_r = table.value("r", &at).map(|ours| (ours / r - 1.0).abs());
                    let off_u = table.value("u", &at).map(|ours| (ours - u).abs());
                    table.add_derived("off_r", at.clone(), off_r);
                    table.add_derived("off_u", at, off_u);
                }
            },
            drawings: vec![Drawing::Table {
                title: "Table I",
                quantities: &["r", "sigma", "F", "u", "total", "loss"],
            }],
        })),
    }
}

const BIN: f64 = 5.0;

const CAUSE_OSCILLATION: &str = "With a round trip of 0.1 s, a report covers about a hundred packets, of which six are lost with a deviation of 2.5. The reported loss varies by 40 %, \
     and the rate of the equation with it. With a report every 20 s, 74 to 86 % of the bins lie within 30 % and the CoV is 0.23 to 0.28.";

fn fig2() -> Experiment {
    let mut cells = Vec::new();
    for tau_q in BUFFERS {
        for tau in [0.1, 0.4] {
            let at: Coordinates = vec![("tau", tau.into()), ("tau_q", tau_q.into())];
            cells.push(Cell { at, document: Setting::new(tau, tau_q).document() });
        }
    }
    Experiment {
        id: "ldaplus-fig2",
        paper: Paper::LdaPlus,
        place: "Figure 2",
        title: "Rate of two LDA+ flows over time",
        shows: "The rates of LDA+ flows oscillate slowly around their means.",
        statements: vec![statement(
            "The rates of two arbitrary LDA+ flows oscillate by only about 30 % around their means, and slowly.",
        )],
        claims: vec![
            claim(
                "After 200 s, at least 80 % of the bins of a flow lie within 30 % of its mean",
                [every("near").at_least(0.8)],
            )
            .because(CAUSE_OSCILLATION),
            claim("The CoV of a flow is below 0.3", [every("cov").below(0.3)]).because(CAUSE_OSCILLATION),
            claim("The CoV of a flow is below that of TCP in the same bins", [every("smoother").above(0.0)])
                .because(CAUSE_OSCILLATION),
        ],
        assumptions: {
            let mut all = assumptions();
            all.push(Assumption {
                what: "Buffers of 0.1 and of 0.5 s.",
                why: "The text does not give the buffer of the figure. Both buffers of table I are judged.",
            });
            all.push(Assumption {
                what: "At least 80 % of the bins within 30 %, and a CoV below 0.3, in bins of 5 s.",
                why: "The paper gives neither a share nor a bin. These limits are ours; they read \"only around 30 %\" as usual, not as always.",
            });
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![TAU, TAU_Q, Axis { id: "flow", label: "Flow", unit: "", log: false }],
            cells,
            seeds: 1,
            recording: Recording::series(BIN, &["throughput"]),
            quantities: vec![
                quantity("near", "Share of the bins within 30 % of the flow's mean", ""),
                quantity("cov", "CoV of the flow's rate in bins of 5 s", ""),
                quantity("tcp_cov", "CoV of TCP flows in the same bins, mean of the flows", ""),
                quantity("smoother", "CoV of TCP minus that of the LDA+ flow", ""),
            ],
            measure: |run, out| {
                let steady = bins_between(200.0, 1000.0, BIN);
                let of = |id: &str| run.rates(id, "throughput", BIN);
                let covs: Vec<f64> =
                    run.ids("ftp").iter().filter_map(|id| cov(slice_bins(&of(id), steady.clone()))).collect();
                let tcp = mean(&covs);
                out.number("tcp_cov", tcp);
                for flow in 0..2_u32 {
                    let rates = of(&format!("lda.{flow}"));
                    let own = slice_bins(&rates, steady.clone());
                    let at = vec![("flow", flow.into())];
                    out.number_at(
                        "near",
                        at.clone(),
                        mean(own).and_then(|centre| share_within(own, centre, 0.3)),
                    );
                    out.number_at("cov", at.clone(), cov(own));
                    out.number_at("smoother", at, tcp.zip(cov(own)).map(|(tcp, own)| tcp - own));
                    let label = format!("LDA+ {}", flow + 1);
                    out.curve("rate", label, 0.0, BIN, rates.iter().map(|bps| bps / 1e3).collect());
                }
            },
            derive: |_| {},
            drawings: vec![Drawing::Series {
                title: "Rate of two LDA+ flows",
                curves: &["rate"],
                y: "Rate",
                unit: "kb/s",
                only: Filter::default(),
            }],
        })),
    }
}

fn measure_shares(run: &RunResult, out: &mut Measurements) {
    out.number("long", (run.sum("ftp", "goodput_bps") + run.sum("lda", "goodput_bps")) / RATE);
    out.number("www", run.sum("www", "goodput_bps") / RATE);
}

fn fig3() -> [Experiment; 2] {
    let base = Setting::new(0.4, 0.1);
    let cell = |name: &'static str, lda, ftp| Cell {
        at: vec![("beside", AxisValue::Text(name))],
        document: Setting { lda, ftp, ..base.clone() }.document(),
    };
    let plan = RunPlan {
        axes: vec![Axis { id: "beside", label: "Beside web traffic", unit: "", log: false }],
        cells: vec![cell("FTP", 0, FLOWS_OF_EACH_KIND), cell("LDA+", FLOWS_OF_EACH_KIND, 0)],
        seeds: 4,
        recording: Recording::SUMMARY_ONLY,
        quantities: vec![
            quantity("long", "Share of the link that long-lived flows get", ""),
            quantity("www", "Share of the link that web traffic gets", ""),
            ratio("alike", "Share of LDA+ divided by that of FTP"),
            ratio("www_alike", "Share of web traffic beside LDA+ divided by that beside FTP"),
            ratio("above", "Share of the long-lived flows divided by that of web traffic"),
        ],
        measure: measure_shares,
        derive: |table| {
            let of = |quantity, name| table.value(quantity, &[("beside", AxisValue::Text(name))]);
            let over = |a: Option<f64>, b: Option<f64>| a.zip(b).map(|(a, b)| a / b);
            let alike = over(of("long", "LDA+"), of("long", "FTP"));
            let www = over(of("www", "LDA+"), of("www", "FTP"));
            let above = ["FTP", "LDA+"].map(|name| (name, over(of("long", name), of("www", name))));
            table.add_derived("alike", Vec::new(), alike);
            table.add_derived("www_alike", Vec::new(), www);
            for (name, value) in above {
                table.add_derived("above", vec![("beside", AxisValue::Text(name))], value);
            }
        },
        drawings: vec![Drawing::Table { title: "Shares of the link", quantities: &["long", "www"] }],
    };
    let experiment = |id, place, title, shows, claims| Experiment {
        id,
        paper: Paper::LdaPlus,
        place,
        title,
        shows,
        statements: vec![
            statement("LDA+ gets much more than web traffic, and about as much as FTP in its place."),
            statement("Web traffic gets about the same beside LDA+ and beside FTP."),
        ],
        claims,
        assumptions: {
            let mut all = assumptions();
            all.push(Assumption {
                what: "Four runs of 1000 s; the first 200 s are a warm-up.",
                why: "Section IV.A gives these values for table I.",
            });
            all
        },
        procedure: Procedure::Simulate(Box::new(plan.clone())),
    };
    [
        experiment(
            "ldaplus-fig3a",
            "Figure 3a",
            "File transfers beside web traffic",
            "The shares of long-lived TCP flows and of web traffic.",
            vec![claim(
                "Long-lived flows get at least twice as much as web traffic, beside FTP and beside LDA+",
                [every("above").at_least(2.0)],
            )],
        ),
        experiment(
            "ldaplus-fig3b",
            "Figure 3b",
            "LDA+ beside web traffic",
            "LDA+ leaves web traffic as much as TCP does.",
            vec![
                claim(
                    "The share of LDA+ divided by that of FTP is from 0.8 to 1.25",
                    [every("alike").within(0.8, 1.25)],
                ),
                claim(
                    "The share of web traffic beside LDA+ divided by that beside FTP is from 0.75 to 1.35",
                    [every("www_alike").within(0.75, 1.35)],
                ),
            ],
        ),
    ]
}

const FIFO: &str = "FIFO";
const RED: &str = "RED";
const INTERVALS: [f64; 3] = [1.0, 2.0, 5.0];

fn report_cells(ftp: u32) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (name, red) in [(FIFO, false), (RED, true)] {
        for interval in INTERVALS {
            let params = json!({ "report_interval": interval });
            let setting =
                Setting { red, ftp, lda_params: params, times: (500.0, 100.0), ..Setting::new(0.4, 0.1) };
            let at: Coordinates = vec![("queue", AxisValue::Text(name)), ("interval", interval.into())];
            cells.push(Cell { at, document: setting.document() });
        }
    }
    cells
}

fn report_derive(table: &mut ResultTable) {
    let coordinates =
        |queue, interval: f64| vec![("queue", AxisValue::Text(queue)), ("interval", interval.into())];
    let time_above = |table: &ResultTable, queue, interval: f64, from: f64| {
        let mut filter = filter_by_text("queue", queue);
        filter.0.push(crate::model::AxisCondition::Between {
            axis: "interval",
            from: interval,
            to: interval,
        });
        filter.0.push(crate::model::AxisCondition::Between { axis: "q", from, to: 1.0 });
        table.means("occupancy", &filter).map(|shares| shares.iter().sum::<f64>())
    };
    for queue in [FIFO, RED] {
        let of = |quantity, interval| table.value(quantity, &coordinates(queue, interval));
        let more = of("total", 1.0).zip(of("total", 5.0)).map(|(short, long)| short - long);
        let rates = INTERVALS.map(|interval| of("r", interval));
        table.add_derived("more_u", vec![("queue", AxisValue::Text(queue))], more);
        let known: Option<Vec<f64>> = rates.into_iter().collect();
        let centre = known.as_deref().and_then(mean);
        for (interval, r) in INTERVALS.into_iter().zip(rates) {
            let off = centre.zip(r).map(|(mean, r)| (r / mean - 1.0).abs());
            table.add_derived("off_mean", coordinates(queue, interval), off);
        }
        for interval in INTERVALS {
            // Bins are named after their lower end: limits of 0.85 and 0.75 select the bins from 0.9 and from 0.8.
            let (ninety, eighty) =
                (time_above(table, queue, interval, 0.85), time_above(table, queue, interval, 0.75));
            table.add_derived("above_90", coordinates(queue, interval), ninety);
            table.add_derived("above_80", coordinates(queue, interval), eighty);
        }
    }
    let of = |quantity, queue, interval| table.value(quantity, &coordinates(queue, interval));
    let less = |a: Option<f64>, b: Option<f64>| a.zip(b).map(|(a, b)| a - b);
    let shorter_fuller =
        [FIFO, RED].map(|queue| (queue, less(of("above_90", queue, 1.0), of("above_90", queue, 5.0))));
    let red_emptier: Vec<_> =
        INTERVALS.iter().map(|&i| (i, less(of("above_90", FIFO, i), of("above_90", RED, i)))).collect();
    let red_over_half: Vec<_> = INTERVALS
        .iter()
        .map(|&i| {
            (i, of("above_80", RED, i).zip(of("above_80", FIFO, i)).map(|(red, fifo)| red - 0.5 * fifo))
        })
        .collect();
    for (queue, value) in shorter_fuller {
        table.add_derived("shorter_fuller", vec![("queue", AxisValue::Text(queue))], value);
    }
    for (interval, value) in red_emptier {
        table.add_derived("red_emptier", vec![("interval", interval.into())], value);
    }
    for (interval, value) in red_over_half {
        table.add_derived("red_over_half", vec![("interval", interval.into())], value);
    }
    let mut first = filter_by_text("queue", RED);
    first.0.push(crate::model::AxisCondition::Between { axis: "interval", from: 5.0, to: 5.0 });
    for (bin, to) in [(0.0, 0.05), (0.1, 0.15)] {
        let mut only = first.clone();
        only.0.push(crate::model::AxisCondition::Between { axis: "q", from: bin, to });
        let share = table.means("occupancy", &only).map(|shares| shares.iter().sum());
        table.add_derived("red_low", vec![("q", bin.into())], share);
    }
}

fn report_runs(ftp: u32) -> RunPlan {
    let mut quantities = common_quantities();
    quantities.extend([
        quantity("occupancy", "Share of the time", ""),
        quantity("above_90", "Share of the time in which more than 0.9 of the buffer is occupied", ""),
        quantity("above_80", "Share of the time in which more than 0.8 of the buffer is occupied", ""),
        quantity("more_u", "Utilisation with reports every 1 s minus that with 5 s", ""),
        quantity("off_mean", "Relative distance of r from its mean over the intervals", ""),
        quantity("shorter_fuller", "Time above 0.9 with reports every 1 s minus that with 5 s", ""),
        quantity("red_emptier", "Time above 0.9: FIFO minus RED", ""),
        quantity("red_over_half", "Time above 0.8: RED minus half of FIFO", ""),
        quantity("red_low", "RED, 5 s: share of the time in each of the two lowest tenths of the buffer", ""),
    ]);
    RunPlan {
        axes: vec![
            Axis { id: "queue", label: "Queue", unit: "", log: false },
            Axis { id: "interval", label: "Report interval", unit: "s", log: false },
            Axis { id: "q", label: "Queue as a share of the buffer", unit: "", log: false },
        ],
        cells: report_cells(ftp),
        seeds: 10,
        recording: Recording::SUMMARY_ONLY,
        quantities,
        measure,
        derive: report_derive,
        drawings: vec![
            Drawing::Histogram { title: "Occupancy of the buffer", quantity: "occupancy", bin: "q" },
            Drawing::Table { title: "Table II", quantities: &["r", "total"] },
        ],
    }
}

fn report_assumptions() -> Vec<Assumption> {
    let mut all = assumptions();
    all.push(Assumption {
        what: "Ten runs of 500 s; the first 100 s are a warm-up.",
        why: "Section IV.B gives ten runs of 500 s and no warm-up.",
    });
    all.push(Assumption {
        what: "In table II, u includes web traffic.",
        why: "With 27 LDA+ flows of 105 to 127 kb/s, LDA+ alone gets 0.28 to 0.34 of the link, and the table has 0.97 to 1. So u cannot mean here what \
              it means in table I.",
    });
    all.push(Assumption {
        what: "The scenario runs without file transfers, as section IV.B describes it, and with 27 of them.",
        why: "With 27 LDA+ flows alone, the table's rates leave 6.5 Mb/s to web traffic. The text does not say what fills the link.",
    });
    all
}

const CAUSE_UTILISATION: &str = "With reports every 1 s, a report covers 37 packets, and the loss of one reduces the rate by 16 %. When the queue overflows, all flows reduce their rates at once, \
     and 27 web servers send too little to fill the gap.";

fn reports() -> Vec<Experiment> {
    let experiment = |id, place, title, shows, statements, claims, ftp| Experiment {
        id,
        paper: Paper::LdaPlus,
        place,
        title,
        shows,
        statements,
        claims,
        assumptions: report_assumptions(),
        procedure: Procedure::Simulate(Box::new(report_runs(ftp))),
    };
    vec![
        experiment(
            "ldaplus-fig4a",
            "Figure 4a",
            "Report interval and buffer occupancy, FIFO",
            "Occupancy of a FIFO buffer with reports every 1, 2 and 5 s.",
            vec![
                statement("Longer report intervals reduce the occupancy of the higher ranges of the buffer, for FIFO and RED."),
                statement("With RED, more than 80 % of the buffer is occupied for much less of the time than with FIFO."),
            ],
            vec![
                claim(
                    "With FIFO, more than 90 % of the buffer is occupied for more of the time with reports every 1 s than every 5 s",
                    [every("shorter_fuller").where_is("queue", FIFO).above(0.0)],
                ),
                claim(
                    "More than 90 % of the buffer is occupied for less of the time with RED than with FIFO",
                    [every("red_emptier").above(0.0)],
                ),
                claim(
                    "More than 80 % of the buffer is occupied for less than half as much time with RED as with FIFO",
                    [every("red_over_half").below(0.0)],
                ),
            ],
            0,
        ),
        experiment(
            "ldaplus-fig4b",
            "Figure 4b",
            "Report interval and buffer occupancy, RED",
            "Occupancy of a RED buffer with reports every 1, 2 and 5 s.",
            vec![
                statement(
                    "With reports every 5 s, less than 10 % of the buffer is occupied for 48 % of the time, and 10 to 20 % for 17 % of the time.",
                ),
                statement(
                    "More than 90 % of the buffer is occupied for 2.4 % of the time with reports every 1 s, and for 1.8 % with 5 s.",
                ),
            ],
            vec![
                claim(
                    "With reports every 5 s, the lowest tenth of the buffer holds from 0.38 to 0.58 of the time, and the next tenth from 0.07 to 0.27",
                    [
                        every("red_low").between("q", 0.0, 0.0).within(0.38, 0.58),
                        every("red_low").between("q", 0.1, 0.1).within(0.07, 0.27),
                    ],
                ).because("27 web servers send 1.3 Mb/s here. When LDA+ reduces its rates the queue empties more often than in the paper, whose link is busy for 0.971 of the time."),
                claim(
                    "With RED, more than 90 % of the buffer is occupied for more of the time with reports every 1 s than every 5 s",
                    [every("shorter_fuller").where_is("queue", RED).above(0.0)],
                ),
                claim(
                    "With RED, the share of the time with more than 90 % occupied is within a factor of 2 of the paper's: 0.012 to 0.048 with reports \
                     every 1 s, 0.009 to 0.036 with 5 s",
                    [
                        every("above_90").where_is("queue", RED).between("interval", 1.0, 1.0).within(0.012, 0.048),
                        every("above_90").where_is("queue", RED).between("interval", 5.0, 5.0).within(0.009, 0.036),
                    ],
                ),
            ],
            0,
        ),
        experiment(
            "ldaplus-tab2",
            "Table II",
            "Report interval, rate and utilisation",
            "Mean rate of LDA+ and utilisation with reports every 1, 2 and 5 s.",
            vec![
                statement("FIFO, reports every 5, 2, 1 s: r 126.88, 122.43, 121.206; u 0.991, 0.993, 0.997."),
                statement("RED, reports every 5, 2, 1 s: r 105.031, 118.066, 107.361; u 0.971, 0.991, 0.997."),
            ],
            vec![
                claim("The utilisation is at least 0.93", [every("total").at_least(0.93)]).because(CAUSE_UTILISATION),
                claim(
                    "The utilisation with reports every 1 s is at least that with 5 s minus 0.01",
                    [every("more_u").at_least(-0.01)],
                )
                .because(CAUSE_UTILISATION),
                claim("With each queue, r differs from its mean over the intervals by at most 25 %", [every("off_mean").at_most(0.25)]),
                claim("r is from 80 to 170 kb/s, around the table's 105 to 127", [every("r").within(80.0, 170.0)]).because(
                    "27 LDA+ flows and 27 web servers alone: LDA+ takes what the web servers leave, which is 8 Mb/s or 300 kb/s for each flow. With 27 file \
                     transfers, in the next experiment, the rates are those of the table.",
                ),
            ],
            0,
        ),
        experiment(
            "ldaplus-tab2-ftp",
            "Table II, with file transfers",
            "Report interval, rate and utilisation with 27 file transfers",
            "The rates of the table appear if other long-lived flows share the link.",
            vec![statement("r is from 105 to 127, and u from 0.971 to 0.997.")],
            vec![
                claim("r is from 80 to 170 kb/s", [every("r").within(80.0, 170.0)])
                    .because("Only with RED and reports every 1 s, with which r is 178 kb/s."),
                claim("The utilisation is at least 0.93", [every("total").at_least(0.93)])
                    .because("Only with RED and reports every 1 s, with which it is 0.92."),
                claim(
                    "The utilisation with reports every 1 s is at least that with 5 s minus 0.01",
                    [every("more_u").at_least(-0.01)],
                )
                .because(CAUSE_UTILISATION),
            ],
            FLOWS_OF_EACH_KIND,
        ),
    ]
}

fn sens() -> Experiment {
    let base = Setting::new(0.2, 0.1);
    let mut cells = Vec::new();
    let mut add = |what: &'static str, setting: Setting| {
        cells.push(Cell { at: vec![("change", AxisValue::Text(what))], document: setting.document() });
    };
    add("none", base.clone());
    add("9 flows of each kind", Setting { lda: 9, ftp: 9, ..base.clone() });
    for (what, rate) in [("start: 1 packet/s", 8e3), ("start: 50 packets/s", 400e3)] {
        add(what, Setting { lda_params: json!({ "initial_rate": rate }), ..base.clone() });
    }
    for (what, increase) in [("A = 1 kb/s", 1e3), ("A = 50 kb/s", 50e3)] {
        add(what, Setting { lda_params: json!({ "initial_increase": increase }), ..base.clone() });
    }
    for (what, www) in
        [("no web servers", 0), ("9 web servers", 9), ("81 web servers", 81), ("200 web servers", 200)]
    {
        add(what, Setting { www, ..base.clone() });
    }
    add("D = 1", Setting { lda_params: json!({ "acked_per_ack": 1 }), ..base.clone() });
    add("probes of 10 packets", Setting { lda_params: json!({ "probe_packets": 10 }), ..base.clone() });
    add(FIFO, Setting { red: false, ..base });
    let mut quantities = common_quantities();
    quantities.push(quantity("queues_differ", "Difference of F with FIFO and with RED", ""));
    Experiment {
        id: "ldaplus-sens",
        paper: Paper::LdaPlus,
        place: "Section IV",
        title: "Sensitivity of LDA+",
        shows: "Number of flows, load of the web servers, initial rate, increase and queue discipline, each changed alone.",
        statements: vec![statement(
            "The authors varied the number of flows, the load of competing traffic, the initial rate, the increase and the buffer management. The buffer \
             management did not affect the performance of LDA+.",
        )],
        claims: vec![
            claim("F with FIFO and with RED differs by at most 0.35", [every("queues_differ").at_most(0.35)]),
            reported("r, sigma, F and u with each change"),
        ],
        assumptions: {
            let mut all = assumptions();
            all.push(Assumption {
                what: "The values of all changes. One seed.",
                why: "The paper gives no numbers. D and the length of probes have no value in the text either, so they are varied as well.",
            });
            all
        },
        procedure: Procedure::Simulate(Box::new(RunPlan {
            axes: vec![Axis { id: "change", label: "Change", unit: "", log: false }],
            cells,
            seeds: 1,
            recording: Recording::SUMMARY_ONLY,
            quantities,
            measure,
            derive: |table| {
                let of = |what| table.value("F", &[("change", AxisValue::Text(what))]);
                let differ = of("none").zip(of(FIFO)).map(|(red, fifo)| (red - fifo).abs());
                table.add_derived("queues_differ", Vec::new(), differ);
            },
            drawings: vec![Drawing::Table {
                title: "One change at a time",
                quantities: &["r", "sigma", "F", "u", "total"],
            }],
        })),
    }
}

pub fn experiments() -> Vec<Experiment> {
    let mut all = vec![tab1(), fig2()];
    all.extend(fig3());
    all.extend(reports());
    all.push(sens());
    all
}
