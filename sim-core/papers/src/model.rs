//! What an experiment is: its scenarios along axes, what is measured, how it is drawn, what the paper says of it, the lines that
//! must hold, and what had to be assumed.

use serde_json::{Map, Value, json};

use super::ran::{Measured, Ran};
use super::table::Table;
use sim_core::params::number;

/// The papers, by what their authors proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paper {
    LdaPlus,
    Tfwc,
    Trabol,
    Taimd,
    Tpba,
    /// Experiments of this project for algorithms that no paper's figure runs.
    Own,
}

impl Paper {
    pub const ALL: [Self; 6] = [Self::LdaPlus, Self::Tfwc, Self::Trabol, Self::Taimd, Self::Tpba, Self::Own];

    /// What experiments' ids begin with, and pages are called.
    pub fn id(self) -> &'static str {
        match self {
            Self::LdaPlus => "ldaplus",
            Self::Tfwc => "tfwc",
            Self::Trabol => "trabol",
            Self::Taimd => "taimd",
            Self::Tpba => "tpba",
            Self::Own => "own",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::LdaPlus => "LDA+",
            Self::Tfwc => "TFWC",
            Self::Trabol => "TRABOL",
            Self::Taimd => "TAIMD",
            Self::Tpba => "TPBA",
            Self::Own => "Our own",
        }
    }
}

/// A value on an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum At {
    Number(f64),
    Text(&'static str),
}

impl At {
    pub fn to_json(self) -> Value {
        match self {
            Self::Number(x) => number(x),
            Self::Text(text) => Value::from(text),
        }
    }

    pub fn number(self) -> Option<f64> {
        match self {
            Self::Number(x) => Some(x),
            Self::Text(_) => None,
        }
    }
}

impl From<f64> for At {
    fn from(x: f64) -> Self {
        Self::Number(x)
    }
}

impl From<u32> for At {
    fn from(x: u32) -> Self {
        Self::Number(f64::from(x))
    }
}

impl From<&'static str> for At {
    fn from(text: &'static str) -> Self {
        Self::Text(text)
    }
}

impl std::fmt::Display for At {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(x) => write!(out, "{x}"),
            Self::Text(text) => out.write_str(text),
        }
    }
}

/// A place among the axes: where a cell is, or a measured value belongs.
pub type Place = Vec<(&'static str, At)>;

/// Something that is varied.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    pub id: &'static str,
    pub label: &'static str,
    pub unit: &'static str,
    /// Drawn on a logarithmic scale.
    pub log: bool,
}

/// One scenario; its seeds are 1, 2, ...
#[derive(Clone, Debug)]
pub struct Cell {
    pub at: Place,
    /// Without a seed.
    pub document: Value,
}

impl Cell {
    /// `B=0.5,n=20`: what people name it by; `run` for the only one.
    pub fn id(&self) -> String {
        if self.at.is_empty() {
            return "run".to_owned();
        }
        self.at.iter().map(|(axis, at)| format!("{axis}={at}")).collect::<Vec<_>>().join(",")
    }

    /// The document for one seed.
    pub fn with_seed(&self, seed: u64) -> Value {
        let mut document = self.document.clone();
        if let Some(object) = document.as_object_mut() {
            object.insert("seed".to_owned(), Value::from(seed));
        }
        document
    }
}

/// What is recorded of a run besides its summary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watch {
    /// Width of the bins in seconds; exact as long as the run has at most 60,000 of them.
    pub width: f64,
    /// Signals, of all flows and links that have them.
    pub signals: &'static [&'static str],
    /// Drops, timeouts, cuts.
    pub events: bool,
    /// What the algorithms decided, and why.
    pub decisions: bool,
}

impl Watch {
    /// The summary alone.
    pub const NOTHING: Self = Self { width: 1.0, signals: &[], events: false, decisions: false };

    pub const fn series(width: f64, signals: &'static [&'static str]) -> Self {
        Self { width, signals, ..Self::NOTHING }
    }

    pub fn to_json(self) -> Value {
        json!({ "width": number(self.width), "signals": self.signals, "events": self.events,
                "decisions": self.decisions })
    }
}

/// How values of several seeds become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Averaging {
    Mean,
    /// Of ratios: 2 and 1/2 average to 1.
    Geometric,
}

/// A number that is measured or derived.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    pub id: &'static str,
    pub label: &'static str,
    pub unit: &'static str,
    pub averaging: Averaging,
}

/// A plain quantity.
pub const fn quantity(id: &'static str, label: &'static str, unit: &'static str) -> Quantity {
    Quantity { id, label, unit, averaging: Averaging::Mean }
}

/// A ratio of rates, averaged over runs by its logarithm.
pub const fn ratio(id: &'static str, label: &'static str) -> Quantity {
    Quantity { id, label, unit: "", averaging: Averaging::Geometric }
}

/// How something is drawn. All of it is data: the document generator and the page draw from the same.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// Curves that a run recorded, one panel for each cell that the filter lets through.
    Series {
        title: &'static str,
        curves: &'static [&'static str],
        y: &'static str,
        unit: &'static str,
        only: Filter,
    },
    /// Quantities over an axis, one line for each value of `by`.
    Curves {
        title: &'static str,
        quantities: &'static [&'static str],
        x: &'static str,
        by: &'static str,
        only: Filter,
    },
    /// A quantity over two axes, one panel for each value of `by`.
    Surface {
        title: &'static str,
        quantity: &'static str,
        x: &'static str,
        y: &'static str,
        by: &'static str,
    },
    /// Shares over an axis of bins, one series for each value of the other axes.
    Histogram { title: &'static str, quantity: &'static str, bin: &'static str },
    /// Quantities as columns, one row for each place.
    Table { title: &'static str, quantities: &'static [&'static str] },
}

impl Drawing {
    /// The name of its kind.
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

/// Which places of a quantity are meant: all that satisfy every condition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter(pub Vec<Condition>);

/// A condition on one axis. A place without that axis does not satisfy it.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    Between { axis: &'static str, from: f64, to: f64 },
    Is { axis: &'static str, text: &'static str },
}

impl Filter {
    pub fn lets(&self, place: &[(&'static str, At)]) -> bool {
        let value = |axis: &str| place.iter().find(|(name, _)| *name == axis).map(|(_, at)| *at);
        self.0.iter().all(|condition| match condition {
            Condition::Between { axis, from, to } => {
                value(axis).and_then(At::number).is_some_and(|x| (*from..=*to).contains(&x))
            }
            Condition::Is { axis, text } => value(axis) == Some(At::Text(text)),
        })
    }

    pub fn to_json(&self) -> Value {
        let one = |condition: &Condition| {
            let mut object = Map::new();
            match condition {
                Condition::Between { axis, from, to } => {
                    object.insert("axis".into(), Value::from(*axis));
                    if from.is_finite() {
                        object.insert("from".into(), number(*from));
                    }
                    if to.is_finite() {
                        object.insert("to".into(), number(*to));
                    }
                }
                Condition::Is { axis, text } => {
                    object.insert("axis".into(), Value::from(*axis));
                    object.insert("is".into(), Value::from(*text));
                }
            }
            Value::Object(object)
        };
        self.0.iter().map(one).collect()
    }
}

/// What must hold for every value that a check picks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Holds {
    Within(f64, f64),
    AtLeast(f64),
    AtMost(f64),
    Above(f64),
    Below(f64),
    /// There is no such value: what was waited for never happened.
    Never,
    /// There is a value.
    Defined,
}

/// One condition that a program can decide.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    pub quantity: &'static str,
    pub only: Filter,
    pub holds: Holds,
}

/// A line of the catalogue of experiments: its words, and what decides it.
#[derive(Clone, Debug)]
pub struct Line {
    pub text: &'static str,
    /// Empty: reported, not judged.
    pub checks: Vec<Check>,
    /// The paper gives no number for it: only reported.
    pub judged: bool,
    /// Where it fails: what an ablation showed to be the cause.
    pub cause: Option<&'static str>,
}

/// Something that the paper states: in numbers or in words about a curve.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    pub text: &'static str,
    /// The quantity that it is about, or "".
    pub quantity: &'static str,
    /// What the paper gives for it, if it is one number.
    pub value: Option<f64>,
}

/// A sentence of the paper.
pub const fn says(text: &'static str) -> Statement {
    Statement { text, quantity: "", value: None }
}

/// Something that the paper does not say, what we chose, and why.
#[derive(Clone, Copy, Debug)]
pub struct Assumption {
    pub what: &'static str,
    pub why: &'static str,
}

/// What runs, and what is made of it.
#[derive(Clone, Debug)]
pub struct Runs {
    pub axes: Vec<Axis>,
    pub cells: Vec<Cell>,
    /// How many seeds "all" are.
    pub seeds: u64,
    pub watch: Watch,
    pub quantities: Vec<Quantity>,
    /// Numbers and curves of one run.
    pub measure: fn(&Ran, &mut Measured),
    /// Numbers that need several cells, from the means over seeds.
    pub derive: fn(&mut Table),
    pub drawings: Vec<Drawing>,
}

/// An experiment, figure or table.
#[derive(Clone, Debug)]
pub struct Experiment {
    pub id: &'static str,
    pub paper: Paper,
    /// Figure 1a, Table 2, Section VI.
    pub place: &'static str,
    pub title: &'static str,
    /// What it shows, in one sentence.
    pub shows: &'static str,
    pub states: Vec<Statement>,
    pub lines: Vec<Line>,
    pub assumptions: Vec<Assumption>,
    pub does: Does,
}

/// Whether there is anything to run.
#[derive(Clone, Debug)]
pub enum Does {
    Run(Box<Runs>),
    /// Drawings, tables of hosts, pseudo-code: why there is nothing to run, and where else it is found here.
    NotSimulated(&'static str),
}

impl Experiment {
    pub fn runs(&self) -> Option<&Runs> {
        match &self.does {
            Does::Run(runs) => Some(runs),
            Does::NotSimulated(_) => None,
        }
    }

    /// Lines that are judged.
    pub fn judged(&self) -> usize {
        self.lines.iter().filter(|line| line.judged).count()
    }
}
