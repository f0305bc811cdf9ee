//! Compares the results of an experiment with its claims.
//!
//! A claim *agrees* when all values that its checks select satisfy their criterion, or the share of them that the
//! claim states. It *differs* when none does, and agrees *partly* otherwise. An author can state another verdict
//! with its reason.

use serde_json::{Value, json};

use crate::axes::coordinates_json;
use crate::model::{Check, Claim, Criterion, Experiment};
use crate::table::{ResultTable, optional_json};
use sim_core::params::number;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimVerdict {
    Agrees,
    Partly,
    Differs,
    /// The claim agrees under some readings of the text and not under others, and which of them is the most
    /// plausible is unknown.
    Depends,
    /// The claim does not agree, because the result is better than what the paper states.
    Better,
    /// The text does not give what decides the claim.
    Untestable,
    /// The paper states what cannot be true together.
    Contradiction,
    /// The paper gives no number, so the values are only reported.
    NoNumber,
}

impl ClaimVerdict {
    pub fn text(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Partly => "partly",
            Self::Differs => "differs",
            Self::Depends => "depends on the reading",
            Self::Better => "better than stated",
            Self::Untestable => "cannot be tested",
            Self::Contradiction => "the paper contradicts itself",
            Self::NoNumber => "paper gives no number",
        }
    }
}

/// A value that a check selected, and whether it satisfies the criterion.
#[derive(Clone, Debug)]
pub struct CheckedValue {
    /// Index of the check within its claim.
    pub check: usize,
    pub at: Value,
    pub value: Option<f64>,
    pub holds: bool,
}

/// The verdict on a claim and the values that decided it.
#[derive(Clone, Debug)]
pub struct Judgement {
    pub verdict: ClaimVerdict,
    pub values: Vec<CheckedValue>,
}

fn satisfies(value: Option<f64>, criterion: Criterion) -> bool {
    match (criterion, value) {
        (Criterion::Never, value) => value.is_none(),
        (_, None) => false,
        (Criterion::Defined, Some(_)) => true,
        (Criterion::Within(low, high), Some(x)) => (low..=high).contains(&x),
        (Criterion::AtLeast(minimum), Some(x)) => x >= minimum,
        (Criterion::AtMost(maximum), Some(x)) => x <= maximum,
        (Criterion::Above(limit), Some(x)) => x > limit,
        (Criterion::Below(limit), Some(x)) => x < limit,
    }
}

/// The verdict on a claim by the results in a table.
pub fn judge_claim(claim: &Claim, table: &ResultTable) -> Judgement {
    let mut values = Vec::new();
    for (index, check) in claim.checks.iter().enumerate() {
        let count_before = values.len();
        let checked = |at: Value, value: Option<f64>| CheckedValue {
            check: index,
            at,
            value,
            holds: satisfies(value, check.criterion),
        };
        if check.mean {
            let mean = table
                .means(check.quantity, &check.only)
                .map(|all| all.iter().sum::<f64>() / all.len() as f64);
            values.push(checked(json!({}), mean));
            continue;
        }
        let points = table.points(check.quantity, &check.only);
        values.extend(points.map(|point| checked(coordinates_json(&point.at), point.mean)));
        // A check that selects no values fails.
        if values.len() == count_before {
            values.push(CheckedValue { check: index, at: json!({}), value: None, holds: false });
        }
    }
    let verdict = match values.iter().filter(|value| value.holds).count() {
        _ if !claim.judged => ClaimVerdict::NoNumber,
        0 => ClaimVerdict::Differs,
        n if n as f64 >= claim.share * values.len() as f64 => ClaimVerdict::Agrees,
        _ => ClaimVerdict::Partly,
    };
    Judgement { verdict, values }
}

/// Judges every claim of an experiment, in order.
pub fn judge(experiment: &Experiment, table: &ResultTable) -> Vec<Judgement> {
    let stated = |claim: &Claim| {
        let judged = judge_claim(claim, table);
        Judgement { verdict: claim.stated(judged.verdict), ..judged }
    };
    experiment.claims.iter().map(stated).collect()
}

impl Claim {
    /// The verdict that the author states, or else that of the results. If the results agree, the statement that they are
    /// better does not count.
    pub fn stated(&self, verdict: ClaimVerdict) -> ClaimVerdict {
        match self.finding {
            Some(finding) if finding.verdict != ClaimVerdict::Better || verdict != ClaimVerdict::Agrees => {
                finding.verdict
            }
            _ => verdict,
        }
    }
}

impl Check {
    pub fn to_json(&self) -> Value {
        let mut out = json!({ "quantity": self.quantity });
        if !self.only.0.is_empty() {
            out["where"] = self.only.to_json();
        }
        if self.mean {
            out["mean"] = true.into();
        }
        match self.criterion {
            Criterion::Within(low, high) => {
                out["at_least"] = number(low);
                out["at_most"] = number(high);
            }
            Criterion::AtLeast(minimum) => out["at_least"] = number(minimum),
            Criterion::AtMost(maximum) => out["at_most"] = number(maximum),
            Criterion::Above(limit) => out["above"] = number(limit),
            Criterion::Below(limit) => out["below"] = number(limit),
            Criterion::Never => out["defined"] = Value::from(false),
            Criterion::Defined => out["defined"] = Value::from(true),
        }
        out
    }
}

impl Judgement {
    pub fn to_json(&self) -> Value {
        let value_json = |value: &CheckedValue| json!({ "check": value.check, "at": value.at, "value": optional_json(value.value), "holds": value.holds });
        json!({ "verdict": self.verdict.text(), "values": self.values.iter().map(value_json).collect::<Value>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axes::Filter;

    #[test]
    fn a_claim_asks_for_all_values_a_share_of_them_or_their_mean() {
        let experiment = crate::find("trabol-tcp-tcp").unwrap();
        let point = |run: &str, mean: f64| json!({ "at": { "run": run }, "mean": mean });
        let columns =
            json!([{ "id": "x1", "points": [point("a", 45.0), point("b", 47.0), point("c", 48.0)] }]);
        let table = ResultTable::from_json(&experiment.plan().unwrap().quantities, &columns);
        let mut claim = experiment.claims[0].clone();
        let criterion = Criterion::AtLeast(46.0);
        claim.checks = vec![Check { quantity: "x1", only: Filter::default(), mean: false, criterion }];
        assert_eq!(judge_claim(&claim, &table).verdict, ClaimVerdict::Partly);
        claim.share = 0.66;
        assert_eq!(judge_claim(&claim, &table).verdict, ClaimVerdict::Agrees);
        claim.share = 1.0;
        claim.checks[0].mean = true;
        let judged = judge_claim(&claim, &table);
        assert_eq!((judged.verdict, judged.values.len()), (ClaimVerdict::Agrees, 1));
        assert_eq!(claim.stated(ClaimVerdict::Differs), ClaimVerdict::Differs);
        let why = "W";
        claim.finding = Some(crate::model::Finding { verdict: ClaimVerdict::Better, why });
        assert_eq!(claim.stated(ClaimVerdict::Differs), ClaimVerdict::Better);
        assert_eq!(claim.stated(ClaimVerdict::Agrees), ClaimVerdict::Agrees);
    }
}
