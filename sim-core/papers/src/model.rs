//! The declaration of an experiment: scenarios along axes, measured quantities, figures, the statements of
//! the paper, the claims that the results must satisfy, and assumptions where the paper does not specify
//! something.

use std::sync::Arc;

use serde_json::{Value, json};
use sim_core::params::number;

pub use crate::axes::{Axis, AxisCondition, AxisValue, Coordinates, Filter};
use crate::judge::ClaimVerdict;
pub use crate::paper::Paper;
pub use crate::quantity::Quantity;
use crate::questions::Change;
use crate::rules::Rules;
use fairshare_runs::run::Recording;

/// The first seed of every experiment. Curves are drawn from its runs.
pub const FIRST_SEED: u64 = 1;

/// One scenario of an experiment. It runs with the seeds 1, 2 and so on.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The coordinates of the cell on the axes of the experiment.
    pub at: Coordinates,
    /// The document, without a seed.
    pub document: Value,
}

impl Cell {
    /// The name of the cell within its experiment: `B=0.5,n=20`, or `run` for a cell without coordinates.
    pub fn id(&self) -> String {
        if self.at.is_empty() {
            return "run".to_owned();
        }
        self.at.iter().map(|(axis, at)| format!("{axis}={at}")).collect::<Vec<_>>().join(",")
    }

    /// The document with a seed.
    pub fn with_seed(&self, seed: u64) -> Value {
        let mut document = self.document.clone();
        if let Some(object) = document.as_object_mut() {
            object.insert("seed".to_owned(), Value::from(seed));
        }
        document
    }
}

/// A figure or table of results, declared as data, so that the documentation and the page draw the same
/// figures.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// Curves over time, one panel for each cell that matches the filter `only`.
    Series {
        title: &'static str,
        curves: &'static [&'static str],
        y: &'static str,
        unit: &'static str,
        only: Filter,
    },
    /// Quantities over the axis `x`, one curve for each value of the axis `by`.
    Curves {
        title: &'static str,
        quantities: &'static [&'static str],
        x: &'static str,
        by: &'static str,
        only: Filter,
    },
    /// A quantity over the axes `x` and `y`, one panel for each value of the axis `by`.
    Surface {
        title: &'static str,
        quantity: &'static str,
        x: &'static str,
        y: &'static str,
        by: &'static str,
    },
    /// Shares over an axis of bins, one curve for each combination of values on the other axes.
    Histogram { title: &'static str, quantity: &'static str, bin: &'static str },
    /// Quantities as columns, one row for each combination of coordinates.
    Table { title: &'static str, quantities: &'static [&'static str] },
}

impl Drawing {
    /// The name of the kind in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Series { .. } => "series",
            Self::Curves { .. } => "curves",
            Self::Surface { .. } => "surface",
            Self::Histogram { .. } => "histogram",
            Self::Table { .. } => "table",
        }
    }

    pub fn title(&self) -> &'static str {
        match self {
            Self::Series { title, .. }
            | Self::Curves { title, .. }
            | Self::Surface { title, .. }
            | Self::Histogram { title, .. }
            | Self::Table { title, .. } => title,
        }
    }

    pub fn to_json(&self) -> Value {
        let (kind, title) = (self.kind(), self.title());
        match self {
            Self::Series { curves, y, unit, only, .. } => {
                json!({ "kind": kind, "title": title, "curves": curves, "y": y, "unit": unit, "where": only.to_json() })
            }
            Self::Curves { quantities, x, by, only, .. } => {
                json!({ "kind": kind, "title": title, "quantities": quantities, "x": x, "by": by, "where": only.to_json() })
            }
            Self::Surface { quantity, x, y, by, .. } => {
                json!({ "kind": kind, "title": title, "quantity": quantity, "x": x, "y": y, "by": by })
            }
            Self::Histogram { quantity, bin, .. } => {
                json!({ "kind": kind, "title": title, "quantity": quantity, "bin": bin })
            }
            Self::Table { quantities, .. } => {
                json!({ "kind": kind, "title": title, "quantities": quantities })
            }
        }
    }
}

/// The condition that every value selected by a check must satisfy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Criterion {
    Within(f64, f64),
    AtLeast(f64),
    AtMost(f64),
    Above(f64),
    Below(f64),
    /// The value is undefined. This is used for the time of an event that must not happen.
    Never,
    /// The value is defined.
    Defined,
}

/// A condition on the values of one quantity.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    pub quantity: &'static str,
    /// Selects the values that the check examines.
    pub only: Filter,
    /// Whether the check examines the mean of these values.
    pub mean: bool,
    pub criterion: Criterion,
}

/// A sentence of the paper, and where it is.
#[derive(Clone, Copy, Debug)]
pub struct Quote {
    pub text: &'static str,
    pub place: &'static str,
}

/// A verdict that the author of a paper's file states, because no result can give it.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    pub verdict: ClaimVerdict,
    pub why: &'static str,
}

/// The origin of the bounds of a criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandSource {
    /// The words of the paper.
    Text,
    /// The digits that the paper prints.
    Digits,
    /// The spread over the seeds.
    Spread,
}

impl BandSource {
    pub fn text(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Digits => "digits",
            Self::Spread => "spread",
        }
    }
}

/// The origin of a criterion's bounds.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    pub source: BandSource,
    pub why: &'static str,
}

/// Other runs, or other results of the same runs, on which the criterion of a claim is tried.
#[derive(Clone, Debug)]
pub struct Alternative {
    pub what: &'static str,
    /// Coordinates that replace the coordinates of the claim's checks on the same axes.
    pub at: Filter,
    /// The quantity that replaces the quantity of the claim's checks.
    pub of: Option<&'static str>,
    /// Changes of the scenarios, as on the command line. Without changes, no further runs are needed.
    pub changes: Vec<Change>,
    /// The cells that run with the changes.
    pub only: Filter,
    /// The number of seeds that run with the changes.
    pub seeds: Option<u64>,
    /// Whether it is the most plausible reading of the text. Without such a reading, this is the experiment.
    pub best: bool,
    /// Whether it is a reading of the whole paper.
    pub bundle: bool,
}

/// A numbered claim about the results, and the checks that decide it.
#[derive(Clone, Debug)]
pub struct Claim {
    pub text: &'static str,
    /// The statement of the paper with which the claim compares the results.
    pub quote: Option<Quote>,
    /// Whether the claim checks something that the paper does not state.
    pub ours: bool,
    /// Empty if the claim is not judged.
    pub checks: Vec<Check>,
    /// The share of the values that must satisfy their criterion.
    pub share: f64,
    pub band: Option<Band>,
    pub finding: Option<Finding>,
    /// Whether the most plausible reading of the text is unknown.
    pub unknown: bool,
    /// Runs for which the claim must not agree.
    pub counter: Option<Alternative>,
    /// Other readings for values that the text does not give.
    pub readings: Vec<Alternative>,
    /// False if the paper gives no number. The values are then only reported.
    pub judged: bool,
    /// The cause of a difference between paper and measurement, if it is known.
    pub cause: Option<&'static str>,
    /// Runs without the cause.
    pub causes: Vec<Alternative>,
}

impl Claim {
    /// Returns whether the claim compares results with a statement of the paper.
    pub fn is_of_paper(&self) -> bool {
        self.judged && !self.ours
    }

    /// The other results on which the criterion is tested, in addition to the results of the experiment.
    pub fn alternatives(&self) -> impl Iterator<Item = &Alternative> {
        self.counter.iter().chain(&self.readings).chain(&self.causes)
    }
}

/// A statement of the paper, in numbers or about the shape of a curve.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    pub text: &'static str,
    /// The id of the quantity that the statement is about, or an empty text.
    pub quantity: &'static str,
    /// The value that the paper gives, if it is a single number.
    pub value: Option<f64>,
}

/// What an assumption changes. The page groups assumptions by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssumptionGroup {
    /// Links, queues, delays and losses.
    Network,
    /// The flows, their sources, and when they send.
    Traffic,
    /// The rules of senders and receivers.
    Algorithms,
    /// What is measured, when, and in how many runs.
    Measurement,
}

impl AssumptionGroup {
    pub const ALL: [Self; 4] = [Self::Network, Self::Traffic, Self::Algorithms, Self::Measurement];

    pub fn text(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Traffic => "traffic",
            Self::Algorithms => "algorithms",
            Self::Measurement => "measurement",
        }
    }
}

/// A choice that the paper leaves open, and the reason for it.
#[derive(Clone, Copy, Debug)]
pub struct Assumption {
    /// None if the paper's file does not state it.
    pub about: Option<AssumptionGroup>,
    pub what: &'static str,
    pub why: &'static str,
}

/// The runs of an experiment, and the evaluation of their results.
#[derive(Clone, Debug)]
pub struct RunPlan {
    pub axes: Vec<Axis>,
    pub cells: Vec<Cell>,
    /// The number of seeds of the complete experiment.
    pub seeds: u64,
    pub recording: Recording,
    pub quantities: Vec<Quantity>,
    /// How runs are measured, and how numbers are derived from the results of several cells.
    pub rules: Arc<Rules>,
    pub drawings: Vec<Drawing>,
    /// The numbers that the text of the paper states about its figure.
    pub numbers: Vec<PaperNumber>,
    /// Which part of the results the figure of the paper shows. Experiments that share their runs have more
    /// results than their figure.
    pub shown: Filter,
}

/// A number or range that the text of a paper states, as a mark of a figure. It changes no run and no
/// verdict.
#[derive(Clone, Debug)]
pub struct PaperNumber {
    /// The quantity or the name of the curve. Empty if the number is a time that concerns every curve.
    pub quantity: &'static str,
    /// The coordinates to which the statement applies.
    pub only: Filter,
    /// The values from the smallest to the largest, in the unit of the quantity; `None` if the paper states
    /// only a range of time.
    pub value: Option<(f64, f64)>,
    /// The time in seconds at which it holds, from first to last.
    pub time: Option<(f64, f64)>,
    /// The statement in a few words, with its unit.
    pub text: &'static str,
}

impl PaperNumber {
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

/// An experiment: a figure, a table or a passage of a paper.
#[derive(Clone, Debug)]
pub struct Experiment {
    pub id: &'static str,
    pub paper: Paper,
    /// The place in the paper: Figure 1a, Table 2, Section VI.
    pub place: &'static str,
    pub title: &'static str,
    /// What the experiment shows, in one sentence.
    pub shows: &'static str,
    pub statements: Vec<Statement>,
    pub claims: Vec<Claim>,
    pub assumptions: Vec<Assumption>,
    pub procedure: Procedure,
}

/// How an experiment is reproduced.
#[derive(Clone, Debug)]
pub enum Procedure {
    Simulate(Box<RunPlan>),
    /// The paper shows a diagram, a list of hosts or pseudo-code. The text says why no simulation is needed.
    NotSimulated(&'static str),
}

impl Experiment {
    /// The plan of the runs; `None` if the experiment is not simulated.
    pub fn plan(&self) -> Option<&RunPlan> {
        match &self.procedure {
            Procedure::Simulate(plan) => Some(plan),
            Procedure::NotSimulated(_) => None,
        }
    }

    /// The algorithms of the experiment's flows, in the order of their first occurrence.
    pub fn algorithms(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for cell in self.plan().map_or(&[][..], |plan| &plan.cells) {
            for flow in cell.document["flows"].as_array().map_or(&[][..], Vec::as_slice) {
                let name = flow["algorithm"].as_str().unwrap_or("cubic");
                if !all.iter().any(|known| known == name) {
                    all.push(name.to_owned());
                }
            }
        }
        all
    }
}
