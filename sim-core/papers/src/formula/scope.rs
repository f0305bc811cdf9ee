//! Evaluates formulas.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use fairshare_measures::numbers::{Of, find};
use serde_json::Value as Json;

use super::functions::{Rule, Signal};
use super::parse::{Condition, Formula, Test};
use super::value::{List, UNDEFINED, Value, operation};
use crate::axes::{AxisValue, value_on};
use crate::run_result::RunResult;
use crate::table::{DataPoint, ResultTable};

/// The largest depth of definitions that refer to definitions.
const MAX_DEPTH: usize = 40;

/// The definition of a named value.
#[derive(Clone, Debug)]
pub enum Definition {
    Is(Formula),
    /// The coordinate on `axis` selects one of several formulas.
    By {
        axis: String,
        cases: Vec<(String, Formula)>,
        otherwise: Option<Formula>,
    },
}

/// Named values, by name.
pub type Definitions = BTreeMap<String, Definition>;

/// The other values that formulas can read, in addition to definitions and coordinates.
#[derive(Clone, Copy)]
pub enum Data<'a> {
    None,
    Run(&'a RunResult<'a>),
    Table(&'a ResultTable),
}

/// What the names in a formula mean.
pub struct Scope<'a> {
    pub definitions: &'a Definitions,
    /// The coordinates of a cell or of a derived value.
    pub coordinates: &'a [(&'static str, AxisValue)],
    /// Further names with their values.
    pub variables: &'a [(String, Value)],
    pub data: Data<'a>,
    /// Whether a formula read values of a quantity that has none at these coordinates.
    missing: Cell<bool>,
    depth: Cell<usize>,
    /// The values of names that were evaluated before.
    known: RefCell<BTreeMap<String, Value>>,
}

impl<'a> Scope<'a> {
    pub fn new(
        definitions: &'a Definitions,
        coordinates: &'a [(&'static str, AxisValue)],
        variables: &'a [(String, Value)],
        data: Data<'a>,
    ) -> Self {
        let (missing, depth, known) = (Cell::default(), Cell::default(), RefCell::default());
        Self { definitions, coordinates, variables, data, missing, depth, known }
    }

    /// The value of a formula; `None` if it reads a quantity that has no values at these coordinates.
    pub fn value_of_existing(&self, formula: &Formula) -> Option<Value> {
        let value = self.value(formula);
        (!self.missing.get()).then_some(value)
    }

    pub fn number(&self, formula: &Formula) -> f64 {
        self.value(formula).number()
    }

    pub fn value(&self, formula: &Formula) -> Value {
        match formula {
            Formula::Number(x) => Value::Number(*x),
            Formula::Text(text) => Value::Text(text.clone()),
            Formula::Name(name) => self.named(name),
            Formula::Path(path) => match self.data {
                Data::Run(run) => summary_value(run, path),
                _ => UNDEFINED,
            },
            Formula::Select(quantity, conditions) => self.selected(quantity, conditions),
            Formula::Negative(inner) => self.value(inner).map(|x| -x),
            Formula::Operation(operator, left, right) => {
                operation(operator, &self.value(left), &self.value(right))
            }
            Formula::Call(function, arguments) => match function.rule {
                Rule::Values(rule) => {
                    let values: Vec<Value> = arguments.iter().map(|argument| self.value(argument)).collect();
                    rule(&values)
                }
                Rule::If => self.choice(arguments),
                Rule::Signal(signal) => self.signal(signal, arguments),
                Rule::Seeds => self.seeds(&arguments[0]),
                Rule::Coordinates => self.coordinates_of(&arguments[0], &arguments[1]),
            },
        }
    }

    /// `if`: a condition that is a number selects one of two values. A list selects a number of one of them at each
    /// position.
    fn choice(&self, arguments: &[Formula]) -> Value {
        let condition = self.value(&arguments[0]);
        let Value::List(choices) = &condition else {
            return self.value(&arguments[if condition.is_true() { 1 } else { 2 }]);
        };
        let (yes, no) = (self.value(&arguments[1]), self.value(&arguments[2]));
        let number_at = |value: &Value, position: usize| match value {
            Value::List(list) => list.numbers.get(position).copied().unwrap_or(f64::NAN),
            other => other.number(),
        };
        let chosen = |(position, &choice): (usize, &f64)| {
            number_at(if super::value::is_true(choice) { &yes } else { &no }, position)
        };
        Value::List(List::new(choices.step, choices.numbers.iter().enumerate().map(chosen).collect()))
    }

    fn named(&self, name: &str) -> Value {
        if let Some((_, value)) = self.variables.iter().find(|(known, _)| known == name) {
            return value.clone();
        }
        if let Some(value) = value_on(name, self.coordinates) {
            return Value::from(value);
        }
        if let Some(value) = self.known.borrow().get(name) {
            return value.clone();
        }
        let value = match (self.definitions.get(name), self.data) {
            (Some(definition), _) => self.defined(definition),
            (None, Data::Table(_)) => return self.selected(name, &[]),
            (None, _) => UNDEFINED,
        };
        self.known.borrow_mut().insert(name.to_owned(), value.clone());
        value
    }

    fn defined(&self, definition: &Definition) -> Value {
        let formula = match definition {
            Definition::Is(formula) => Some(formula),
            Definition::By { axis, cases, otherwise } => {
                let at = match self.named(axis) {
                    Value::Text(text) => text,
                    other => other.number().to_string(),
                };
                cases.iter().find(|(case, _)| *case == at).map(|(_, formula)| formula).or(otherwise.as_ref())
            }
        };
        let depth = self.depth.get();
        if depth > MAX_DEPTH {
            return UNDEFINED;
        }
        self.depth.set(depth + 1);
        let value = formula.map_or(UNDEFINED, |formula| self.value(formula));
        self.depth.set(depth);
        value
    }

    /// The data points of a quantity that satisfy the conditions, and have the coordinates of this scope on
    /// the other axes.
    fn points(&self, quantity: &str, conditions: &[Condition]) -> Vec<&'a DataPoint> {
        let Data::Table(table) = self.data else { return Vec::new() };
        let Some(column) = table.column(quantity) else { return Vec::new() };
        let tests: Vec<(&str, Bounds)> = conditions
            .iter()
            .map(|condition| (condition.axis.as_str(), self.bounds(&condition.test)))
            .collect();
        let is_selected = |point: &&DataPoint| {
            tests.iter().all(|(axis, bounds)| point.axis(axis).is_some_and(|at| bounds.contain(at)))
                && self.coordinates.iter().all(|(axis, at)| {
                    tests.iter().any(|(tested, _)| tested == axis) || point.axis(axis) == Some(*at)
                })
        };
        column.points.iter().filter(is_selected).collect()
    }

    fn bounds(&self, test: &Test) -> Bounds {
        let bound = |bound: &Option<Formula>| bound.as_ref().map(|bound| self.number(bound));
        match test {
            Test::Between(None, None) => Bounds::Any,
            Test::Between(from, to) => {
                Bounds::Numbers(bound(from).unwrap_or(f64::NEG_INFINITY), bound(to).unwrap_or(f64::INFINITY))
            }
            Test::Equal(value) => match self.value(value) {
                Value::Text(text) => Bounds::Text(text),
                other => Bounds::Numbers(other.number(), other.number()),
            },
        }
    }

    /// The means of the selected values: a number if one value is selected. Undefined if one of the means is.
    fn selected(&self, quantity: &str, conditions: &[Condition]) -> Value {
        let points = self.points(quantity, conditions);
        if points.is_empty() {
            self.missing.set(true);
            return UNDEFINED;
        }
        let means: Option<Vec<f64>> = points.iter().map(|point| point.mean).collect();
        match means {
            None => UNDEFINED,
            Some(means) if means.len() == 1 => Value::Number(means[0]),
            Some(means) => Value::List(List::plain(means)),
        }
    }

    /// The data points of a quantity that a formula names or selects.
    fn points_of(&self, quantity: &Formula) -> Vec<&'a DataPoint> {
        let points = match quantity {
            Formula::Name(name) => self.points(name, &[]),
            Formula::Select(name, conditions) => self.points(name, conditions),
            _ => Vec::new(),
        };
        if points.is_empty() {
            self.missing.set(true);
        }
        points
    }

    /// The coordinates of the quantity's data points on an axis.
    fn coordinates_of(&self, quantity: &Formula, axis: &Formula) -> Value {
        let Formula::Name(axis) = axis else { return UNDEFINED };
        let at = |point: &&DataPoint| point.axis(axis).and_then(AxisValue::number).unwrap_or(f64::NAN);
        Value::List(List::plain(self.points_of(quantity).iter().map(at).collect()))
    }

    /// The values of a quantity with each seed.
    fn seeds(&self, quantity: &Formula) -> Value {
        let points = self.points_of(quantity);
        let values =
            points.iter().flat_map(|point| point.values.iter().map(|value| value.unwrap_or(f64::NAN)));
        Value::List(List::plain(values.collect()))
    }

    fn signal(&self, signal: Signal, arguments: &[Formula]) -> Value {
        let (Data::Run(run), Formula::Path(path)) = (self.data, &arguments[0]) else { return UNDEFINED };
        let [entry, name] = path.as_slice() else { return UNDEFINED };
        let width = run.width();
        let seconds = arguments.get(1).map_or(width, |seconds| self.number(seconds));
        if !(seconds > 0.0 && width > 0.0) {
            return UNDEFINED;
        }
        let series = |id: &str| List::new(width, run.series(&format!("flow:{id}"), name));
        match signal {
            Signal::Rates => Value::List(List::new(seconds, run.rates(entry, name, seconds))),
            Signal::EachRate => {
                let ids = run.ids(entry);
                Value::Group(ids.iter().map(|id| List::new(seconds, run.rates(id, name, seconds))).collect())
            }
            Signal::Counts => Value::List(List::new(seconds, run.sums(entry, name, seconds))),
            Signal::Series => Value::List(
                run.ids(entry).first().map_or_else(|| List::new(width, Vec::new()), |id| series(id)),
            ),
            Signal::EachSeries => Value::Group(run.ids(entry).iter().map(|id| series(id)).collect()),
        }
    }
}

/// What a condition demands, with the values of its formulas.
enum Bounds {
    Any,
    Numbers(f64, f64),
    /// A `*` matches any characters.
    Text(String),
}

impl Bounds {
    fn contain(&self, at: AxisValue) -> bool {
        match (self, at) {
            (Self::Any, _) => true,
            (Self::Numbers(from, to), AxisValue::Number(x)) => (*from..=*to).contains(&x),
            (Self::Text(pattern), AxisValue::Text(text)) => matches_pattern(pattern, text),
            _ => false,
        }
    }
}

fn matches_pattern(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(found) = text.find(part) else { return false };
        text = &text[found + part.len()..];
    }
    text.len() >= last.len() && text.ends_with(last)
}

/// The value at a path of names.
fn follow<'a>(from: &'a Json, path: &[String]) -> &'a Json {
    path.iter().fold(from, |value, name| &value[name.as_str()])
}

/// The part of a summary at a path: the number of the registry with this ID, or else the member.
fn number_of(kinds: &[Of], part: &Json, path: &[String]) -> Option<f64> {
    let number =
        path.first().filter(|_| path.len() == 1).and_then(|id| kinds.iter().find_map(|&of| find(of, id)));
    number.map_or_else(|| follow(part, path).as_f64(), |number| number.read(part))
}

/// A number or a list in a run's summary: of a link (`link.forward.utilisation`), of the run (`run.window`), or
/// of all flows of an entry.
fn summary_value(run: &RunResult, path: &[String]) -> Value {
    let of_json = |json: &Json| match json.as_array() {
        Some(list) => Value::List(List::plain(list.iter().map(|x| x.as_f64().unwrap_or(f64::NAN)).collect())),
        None => Value::from(json.as_f64()),
    };
    match path {
        [first, id, rest @ ..] if first == "link" => match number_of(&[Of::Link], run.link(id), rest) {
            Some(number) => Value::Number(number),
            None => of_json(follow(run.link(id), rest)),
        },
        [first, rest @ ..] if first == "run" => of_json(follow(&run.result["summary"], rest)),
        [entry, rest @ ..] => {
            let flows = run.flows(entry);
            Value::List(List::plain(
                flows
                    .iter()
                    .filter_map(|flow| number_of(&[Of::Flow, Of::Packets, Of::Media, Of::Video], flow, rest))
                    .collect(),
            ))
        }
        [] => UNDEFINED,
    }
}
