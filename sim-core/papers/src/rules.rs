//! How an experiment measures its runs and derives numbers from its results, as formulas.

use crate::axes::{AxisValue, Coordinates, value_on};
use crate::formula::{Data, Definitions, Formula, Scope, Value};
use crate::run_result::{Measurements, RunResult};
use crate::table::ResultTable;

/// The rules of an experiment.
#[derive(Debug, Default)]
pub struct Rules {
    pub measured: Vec<Measured>,
    pub derived: Vec<Derived>,
    pub curves: Vec<CurveRule>,
    /// The axes in the order of coordinates.
    pub axes: Vec<&'static str>,
    /// Named values that a run has, among them the measured quantities.
    pub of_runs: Definitions,
    /// Named values that the results have.
    pub of_results: Definitions,
    /// The rules as they are written in the paper's file.
    pub text: String,
}

/// An axis, and the coordinates that the numbers of a list have on it.
pub type Along = (&'static str, Vec<AxisValue>);

/// A quantity that is measured in each run. Its formula is among the definitions.
#[derive(Debug)]
pub struct Measured {
    pub quantity: &'static str,
    /// The runs in which it is measured; all runs without this condition.
    pub when: Option<Formula>,
    pub along: Option<Along>,
}

/// A quantity that is derived from other quantities.
#[derive(Debug)]
pub struct Derived {
    pub quantity: &'static str,
    pub formula: Formula,
    pub along: Option<Along>,
    pub places: Places,
}

/// The coordinates at which a quantity is derived.
#[derive(Debug)]
pub enum Places {
    /// Each combination of coordinates on these axes that a cell has; with a list, only of these coordinates.
    /// Those on the last axis change fastest.
    Per(Vec<(&'static str, Option<Vec<AxisValue>>)>),
    /// These coordinates, with further named values.
    Rows(Vec<Row>),
}

/// Coordinates, and further named values.
pub type Row = (Coordinates, Vec<(String, Value)>);

/// A curve that is drawn over time.
#[derive(Debug)]
pub struct CurveRule {
    pub name: &'static str,
    /// The label. A `#` stands for the number of the flow, starting with 1.
    pub label: &'static str,
    pub formula: Formula,
    pub when: Option<Formula>,
}

impl Rules {
    /// Measures numbers and curves of one run.
    pub fn measure(&self, run: &RunResult, out: &mut Measurements) {
        let scope = Scope::new(&self.of_runs, run.at, &[], Data::Run(run));
        let holds = |when: &Option<Formula>| when.as_ref().is_none_or(|when| scope.value(when).is_true());
        for measured in self.measured.iter().filter(|measured| holds(&measured.when)) {
            let value = scope.value(&Formula::Name(measured.quantity.to_owned()));
            for (at, number) in numbers(&value, measured.along.as_ref()) {
                out.number_at(measured.quantity, at, number);
            }
        }
        for curve in self.curves.iter().filter(|curve| holds(&curve.when)) {
            for (i, list) in scope.value(&curve.formula).group().into_iter().enumerate() {
                if !list.numbers.is_empty() {
                    let label = curve.label.replace('#', &(i + 1).to_string());
                    out.curve(curve.name, label, 0.0, list.step, list.numbers);
                }
            }
        }
    }

    /// Derives numbers from the results of cells with these coordinates.
    pub fn derive(&self, cells: &[&Coordinates], table: &mut ResultTable) {
        for derived in &self.derived {
            let mut values = Vec::new();
            for (at, variables) in derived.places.rows(cells) {
                let scope = Scope::new(&self.of_results, &at, &variables, Data::Table(table));
                if let Some(value) = scope.value_of_existing(&derived.formula) {
                    for (further, number) in numbers(&value, derived.along.as_ref()) {
                        let mut at: Coordinates = at.iter().copied().chain(further).collect();
                        at.sort_by_key(|(axis, _)| self.axes.iter().position(|known| known == axis));
                        values.push((at, number));
                    }
                }
            }
            for (at, number) in values {
                table.add_derived(derived.quantity, at, Some(number));
            }
        }
    }
}

/// The numbers of a value with their further coordinates: one number without an axis, otherwise one for each
/// of its coordinates.
fn numbers(value: &Value, along: Option<&Along>) -> Vec<(Coordinates, f64)> {
    let Some((axis, places)) = along else { return vec![(Vec::new(), value.number())] };
    let list = value.list().numbers;
    let number =
        |(i, at): (usize, &AxisValue)| (vec![(*axis, *at)], list.get(i).copied().unwrap_or(f64::NAN));
    places.iter().enumerate().map(number).collect()
}

impl Places {
    fn rows(&self, cells: &[&Coordinates]) -> Vec<Row> {
        let axes = match self {
            Self::Rows(rows) => return rows.clone(),
            Self::Per(axes) => axes,
        };
        let exists = |at: &Coordinates| {
            cells.iter().any(|cell| at.iter().all(|(axis, value)| value_on(axis, cell) == Some(*value)))
        };
        let mut rows: Vec<Coordinates> = vec![Vec::new()];
        for (axis, only) in axes {
            let values = only.clone().unwrap_or_else(|| values_on(axis, cells));
            let with = |at: &Coordinates, value| at.iter().copied().chain([(*axis, value)]).collect();
            rows = rows.iter().flat_map(|at| values.iter().map(move |&value| with(at, value))).collect();
        }
        rows.retain(exists);
        rows.into_iter().map(|at| (at, Vec::new())).collect()
    }
}

/// The different coordinates of cells on an axis.
fn values_on(axis: &str, cells: &[&Coordinates]) -> Vec<AxisValue> {
    let mut values = Vec::new();
    for value in cells.iter().filter_map(|cell| value_on(axis, cell)) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}
