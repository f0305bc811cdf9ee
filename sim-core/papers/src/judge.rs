//! Holds what was measured against the lines of an experiment.
//!
//! A line *agrees* when every value that it picks satisfies its condition, *differs* when none does, and agrees *partly* in between.

use serde_json::{Value, json};

use super::model::{Check, Experiment, Holds, Line};
use super::table::{Table, optional, place_json};
use sim_core::params::number;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Agrees,
    Partly,
    Differs,
    NoNumber,
}

impl Verdict {
    pub fn text(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Partly => "partly",
            Self::Differs => "differs",
            Self::NoNumber => "paper gives no number",
        }
    }
}

/// One value that a check looked at.
#[derive(Clone, Debug)]
pub struct Looked {
    pub check: usize,
    pub at: Value,
    pub value: Option<f64>,
    pub good: bool,
}

#[derive(Clone, Debug)]
pub struct Judged {
    pub verdict: Verdict,
    pub looked: Vec<Looked>,
}

fn holds(holds: Holds, value: Option<f64>) -> bool {
    match (holds, value) {
        (Holds::Never, value) => value.is_none(),
        (_, None) => false,
        (Holds::Defined, Some(_)) => true,
        (Holds::Within(low, high), Some(x)) => (low..=high).contains(&x),
        (Holds::AtLeast(least), Some(x)) => x >= least,
        (Holds::AtMost(most), Some(x)) => x <= most,
        (Holds::Above(limit), Some(x)) => x > limit,
        (Holds::Below(limit), Some(x)) => x < limit,
    }
}

fn judge_line(line: &Line, table: &Table) -> Judged {
    let mut looked = Vec::new();
    for (index, check) in line.checks.iter().enumerate() {
        let before = looked.len();
        looked.extend(table.points(check.quantity, &check.only).map(|point| Looked {
            check: index,
            at: place_json(&point.at),
            value: point.mean,
            good: holds(check.holds, point.mean),
        }));
        // A check that finds nothing to look at has not been passed.
        if looked.len() == before {
            looked.push(Looked { check: index, at: json!({}), value: None, good: false });
        }
    }
    let good = looked.iter().filter(|one| one.good).count();
    let verdict = match good {
        _ if !line.judged => Verdict::NoNumber,
        0 => Verdict::Differs,
        n if n == looked.len() => Verdict::Agrees,
        _ => Verdict::Partly,
    };
    Judged { verdict, looked }
}

/// The verdict on each line, in order.
pub fn judge(experiment: &Experiment, table: &Table) -> Vec<Judged> {
    experiment.lines.iter().map(|line| judge_line(line, table)).collect()
}

impl Check {
    pub fn to_json(&self) -> Value {
        let mut out = json!({ "quantity": self.quantity });
        if !self.only.0.is_empty() {
            out["where"] = self.only.to_json();
        }
        match self.holds {
            Holds::Within(low, high) => {
                out["at_least"] = number(low);
                out["at_most"] = number(high);
            }
            Holds::AtLeast(least) => out["at_least"] = number(least),
            Holds::AtMost(most) => out["at_most"] = number(most),
            Holds::Above(limit) => out["above"] = number(limit),
            Holds::Below(limit) => out["below"] = number(limit),
            Holds::Never => out["defined"] = Value::from(false),
            Holds::Defined => out["defined"] = Value::from(true),
        }
        out
    }
}

impl Judged {
    /// The values that decided, those that did not hold first.
    pub fn to_json(&self) -> Value {
        let looked = |one: &Looked| json!({ "check": one.check, "at": one.at, "value": optional(one.value), "holds": one.good });
        json!({ "verdict": self.verdict.text(), "values": self.looked.iter().map(looked).collect::<Value>() })
    }
}
