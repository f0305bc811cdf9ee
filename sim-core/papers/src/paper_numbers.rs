//! The numbers that the papers state about their figures, as marks of the figures, and the values of quantities that
//! mean a fair division. Neither belongs to the definition of an experiment: they change no run and no verdict.

use serde_json::{Value, json};
use sim_core::params::number;

use crate::model::{AxisCondition, Filter};

/// A number or range that the text of a paper states, and where it belongs in a figure.
#[derive(Clone, Debug)]
pub struct PaperNumber {
    /// The quantity or the name of the curve. Empty if the number is a time that concerns every curve.
    pub quantity: &'static str,
    /// The coordinates to which the statement applies.
    pub only: Filter,
    /// The values from the smallest to the largest, in the unit of the quantity; `None` if the paper states only
    /// where something holds.
    pub value: Option<(f64, f64)>,
    /// The time in seconds at which it holds, from first to last.
    pub time: Option<(f64, f64)>,
    /// The statement in a few words, with its unit.
    pub text: &'static str,
}

impl PaperNumber {
    fn between(mut self, axis: &'static str, from: f64, to: f64) -> Self {
        self.only.0.push(AxisCondition::Between { axis, from, to });
        self
    }

    fn at(self, axis: &'static str, value: f64) -> Self {
        self.between(axis, value, value)
    }

    fn is(mut self, axis: &'static str, text: &'static str) -> Self {
        self.only.0.push(AxisCondition::Is { axis, text });
        self
    }

    fn during(mut self, from: f64, to: f64) -> Self {
        self.time = Some((from, to));
        self
    }

    pub fn to_json(&self) -> Value {
        let mut out = json!({ "text": self.text, "where": self.only.to_json() });
        if !self.quantity.is_empty() {
            out["quantity"] = Value::from(self.quantity);
        }
        for (name, range) in [("value", self.value), ("time", self.time)] {
            if let Some((from, to)) = range {
                out[name] = json!([number(from), number(to)]);
            }
        }
        out
    }
}

/// A single number.
fn states(quantity: &'static str, value: f64, text: &'static str) -> PaperNumber {
    range(quantity, value, value, text)
}

/// A range of numbers.
fn range(quantity: &'static str, from: f64, to: f64, text: &'static str) -> PaperNumber {
    PaperNumber { quantity, only: Filter::default(), value: Some((from, to)), time: None, text }
}

/// A statement about a part of the figure, without a value.
fn holds(quantity: &'static str, text: &'static str) -> PaperNumber {
    PaperNumber { quantity, only: Filter::default(), value: None, time: None, text }
}

/// A time in seconds that concerns every curve.
fn time(from: f64, to: f64, text: &'static str) -> PaperNumber {
    holds("", text).during(from, to)
}

/// The numbers that a paper states about the figure or table of an experiment.
pub fn paper_numbers(experiment: &str) -> Vec<PaperNumber> {
    match experiment {
        "ldaplus-tab1" => table_one(),
        "ldaplus-fig4a" => vec![],
        "ldaplus-fig4b" => vec![
            states("occupancy", 0.48, "48 %").is("queue", "RED").at("interval", 5.0).at("q", 0.0),
            states("occupancy", 0.17, "17 %").is("queue", "RED").at("interval", 5.0).at("q", 0.1),
        ],
        "ldaplus-tab2" | "ldaplus-tab2-ftp" => table_two(),
        "ldaplus-fig5abc" => {
            vec![range("F", 0.6, 1.4, "all: 0.6 to 1.4"), range("F", 0.8, 1.2, "most: 0.8 to 1.2")]
        }
        "ldaplus-fig5d" => vec![
            states("F", 4.0, "about 4").is("path", "data in the lossless direction"),
            states("F", 0.8, "about 0.8").is("path", "data in the lossy direction"),
        ],
        "ldaplus-fig6d" => vec![
            range("loss", 0.0, 1.0, "below 1 %").is("path", "data in the lossless direction"),
            range("loss", 10.0, 100.0, "above 10 %").is("path", "data in the lossy direction"),
        ],
        "ldaplus-fig7b" => vec![range("loss", 5.0, 25.0, "reverse: 5 to 25 %")],
        "ldaplus-fig9a" => vec![
            states("F", 1.5, "few flows: 1.5").is("with", "RAP").between("N", 1.0, 8.0),
            states("F", 1.0, "many flows: 1").is("with", "RAP").between("N", 32.0, 64.0),
        ],
        "ldaplus-fig9b" => vec![
            states("tcp", 5.4, "TCP: 5.4 kbyte/s on average"),
            states("other", 4.5, "LDA+: 4.5 kbyte/s on average"),
        ],
        "ldaplus-fig10b" => vec![states("F", 1.0, "about 1")],
        "ldaplus-fig11a" => vec![range("F", 0.7, 1.0, "0.7 to about 1")],
        "ldaplus-fig11b" => vec![states("F", 2.3, "8 bit: 2.3").is("with", "LDA+ 8 bit").at("N", 6.0)],
        "tfwc-fig1a" => vec![
            states("theta", 0.1, "below 1 Mb/s: about 0.1").is("with", "TFRC").between("B", 0.0, 0.99),
            holds("theta", "from about 5 Mb/s: reasonably fair").is("with", "TFRC").between("B", 5.0, 20.0),
        ],
        "tfwc-fig1b" => vec![
            holds("theta", "below 1 Mb/s: significantly fairer than TFRC")
                .is("with", "TFWC")
                .between("B", 0.0, 0.99),
            holds("theta", "from about 5 Mb/s: reasonably fair").is("with", "TFWC").between("B", 5.0, 20.0),
            states("theta", 0.1, "below 1 Mb/s: about 0.1").is("with", "TFRC").between("B", 0.0, 0.99),
            holds("theta", "from about 5 Mb/s: reasonably fair").is("with", "TFRC").between("B", 5.0, 20.0),
        ],
        "trabol-fig5a" => vec![states("rate", 500.0, "about 500 Mb/s")],
        "trabol-fig5b" => vec![
            range("loss", 0.0, 25.0, "at most 25 %").is("how", "TRABOL"),
            range("loss", 0.0, 25.0, "at most 25 %").is("how", "TRABOL, start at 500 Mb/s"),
        ],
        "trabol-tcp-tcp" => sharing("TCP", 46.0, "TCP: 46 Mb/s", 1.0, "1"),
        "trabol-fig7a" => sharing("UDP", 8.0, "TCP: at most 8 Mb/s", 0.59, "0.59"),
        "trabol-fig7c" => sharing("radar", 17.0, "TCP: 17 Mb/s", 0.71, "0.71"),
        "trabol-fig8" => sharing("TRABOL", 43.0, "TCP: 43 Mb/s", 0.995, "0.995"),
        "trabol-tab1" => [
            sharing("TCP", 46.0, "TCP: 46 Mb/s", 1.0, "1"),
            sharing("UDP", 8.0, "TCP: at most 8 Mb/s", 0.59, "0.59"),
            sharing("radar", 17.0, "TCP: 17 Mb/s", 0.71, "0.71"),
            sharing("TRABOL", 43.0, "TCP: 43 Mb/s", 0.995, "0.995"),
        ]
        .concat(),
        "taimd-fig5a" => vec![
            range("t", 200.0, f64::INFINITY, "more than 200 s").is("how", "basic"),
            states("t", 50.0, "about 50 s").is("how", "fast"),
        ],
        "tpba-fig10" => vec![
            time(10.0, 10.0, "flow 2 starts"),
            time(13.8, 13.8, "second probing: 13.8 s"),
            time(25.0, 25.0, "flow 2 stops"),
        ],
        "tpba-fig11" => {
            vec![states("f", 0.7, "f = 0.7").during(10.0, 10.0), time(13.8, 13.8, "second probing: 13.8 s")]
        }
        "tpba-fig14" => vec![time(4.0, 6.0, "flow 1 at 0"), time(27.0, 27.0, "UDP losses: 27 s")],
        "tpba-fig15" => vec![time(4.0, 6.0, "flow 1 at 0")],
        "tpba-fig16" => vec![time(27.0, 27.0, "UDP losses: 27 s")],
        "tpba-tab3" => vec![
            states("t", 2.0, "2.0 s").is("case", "flow 2 starts"),
            states("t", 2.8, "2.8 s").is("case", "flow 2 stops"),
            states("most", 2.8, "2.8 s").is("case", "flow 2 starts"),
            states("most", 3.2, "3.2 s").is("case", "flow 2 stops"),
        ],
        "tpba-fig20" | "tpba-fig22" | "tpba-fig23" | "tpba-fig24" | "tpba-fig25" | "tpba-fig26"
        | "tpba-fig27" | "tpba-fig28" | "tpba-fig32" => vec![time(200.0, 200.0, "flow 4 starts")],
        _ => Vec::new(),
    }
}

/// A value of a table, and its digits as the paper prints them.
type Printed = (f64, &'static str);

/// Table I of the LDA+ paper: rates in kb/s.
fn table_one() -> Vec<PaperNumber> {
    // Round trip, buffer, r, sigma, F, u.
    let rows: [(f64, f64, [Printed; 4]); 6] = [
        (0.1, 0.1, [(155.9, "155.9"), (4.0, "4.0"), (0.85, "0.85"), (0.87, "0.87")]),
        (0.2, 0.1, [(134.7, "134.7"), (4.9, "4.9"), (0.72, "0.72"), (0.84, "0.84")]),
        (0.4, 0.1, [(134.0, "134.0"), (8.5, "8.5"), (0.78, "0.78"), (0.80, "0.80")]),
        (0.1, 0.5, [(148.5, "148.5"), (7.3, "7.3"), (0.82, "0.82"), (0.87, "0.87")]),
        (0.2, 0.5, [(156.3, "156.3"), (10.3, "10.3"), (0.88, "0.88"), (0.88, "0.88")]),
        (0.4, 0.5, [(168.6, "168.6"), (15.1, "15.1"), (1.02, "1.02"), (0.88, "0.88")]),
    ];
    rows.into_iter()
        .flat_map(|(tau, tau_q, values)| {
            ["r", "sigma", "F", "u"].into_iter().zip(values).map(move |(quantity, (value, text))| {
                states(quantity, value, text).at("tau", tau).at("tau_q", tau_q)
            })
        })
        .collect()
}

/// Table II of the LDA+ paper: rates in kb/s.
fn table_two() -> Vec<PaperNumber> {
    // Queue, report interval, r, utilisation.
    let rows: [(&'static str, f64, [Printed; 2]); 6] = [
        ("FIFO", 5.0, [(126.88, "126.88"), (0.991, "0.991")]),
        ("FIFO", 2.0, [(122.43, "122.43"), (0.993, "0.993")]),
        ("FIFO", 1.0, [(121.206, "121.206"), (0.997, "0.997")]),
        ("RED", 5.0, [(105.031, "105.031"), (0.971, "0.971")]),
        ("RED", 2.0, [(118.066, "118.066"), (0.991, "0.991")]),
        ("RED", 1.0, [(107.361, "107.361"), (0.997, "0.997")]),
    ];
    rows.into_iter()
        .flat_map(|(queue, interval, values)| {
            ["r", "total"].into_iter().zip(values).map(move |(quantity, (value, text))| {
                states(quantity, value, text).is("queue", queue).at("interval", interval)
            })
        })
        .collect()
}

/// A row of table 1 of the TRABOL paper: TCP's rate in Mb/s and the fairness index beside a rival.
fn sharing(
    rival: &'static str,
    rate: f64,
    rate_text: &'static str,
    index: f64,
    index_text: &'static str,
) -> Vec<PaperNumber> {
    let numbers =
        [states("rate", rate, rate_text), states("x1", rate, rate_text), states("tfi", index, index_text)];
    numbers.into_iter().map(|number| number.is("rival", rival).is("run", "both")).collect()
}

/// Which part of the results the figure of the paper shows. Experiments that share their runs have more results than their
/// figure.
pub fn shown_in_figure(experiment: &str) -> Filter {
    let only = |axis, text| Filter(vec![AxisCondition::Is { axis, text }]);
    match experiment {
        "ldaplus-fig4a" => only("queue", "FIFO"),
        "ldaplus-fig4b" => only("queue", "RED"),
        _ => Filter::default(),
    }
}

/// The value of a quantity at which flows share fairly.
pub fn fair_value(quantity: &str) -> Option<f64> {
    match quantity {
        "theta" | "median_slow" | "median_fast" | "median_one" | "median_two" => Some(0.5),
        "F" | "rho" | "f" | "f_payload" | "tfi" | "tfi_alone" | "f3" | "f4" | "end_jain" => Some(1.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::all;

    #[test]
    fn every_number_belongs_to_a_quantity_or_curve_of_its_experiment() {
        let mut numbers = 0;
        for experiment in all() {
            let Some(plan) = experiment.plan() else {
                assert!(paper_numbers(experiment.id).is_empty(), "{}", experiment.id);
                continue;
            };
            let drawings =
                plan.drawings.iter().map(|drawing| drawing.to_json().to_string()).collect::<String>();
            let shown = shown_in_figure(experiment.id);
            assert!(shown.0.is_empty() || plan.cells.iter().any(|cell| shown.matches(&cell.at)));
            for number in paper_numbers(experiment.id) {
                numbers += 1;
                let known =
                    number.quantity.is_empty() || drawings.contains(&format!("\"{}\"", number.quantity));
                assert!(known, "{}: no drawing shows {}", experiment.id, number.quantity);
                for condition in &number.only.0 {
                    let (AxisCondition::Between { axis, .. } | AxisCondition::Is { axis, .. }) = condition;
                    assert!(plan.axes.iter().any(|known| known.id == *axis), "{}: {axis}", experiment.id);
                }
            }
        }
        assert!(numbers > 60, "{numbers}");
    }
}
