//! The values of formulas, and their arithmetic.

use crate::axes::AxisValue;

/// Numbers at equal distances: a series over time, or the values of several flows.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// The time in seconds between two successive numbers; 1 if the list is not a series.
    pub step: f64,
    /// An undefined number is NaN.
    pub numbers: Vec<f64>,
}

/// A value. An undefined number is NaN.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Text(String),
    List(List),
    /// A list for each of several flows.
    Group(Vec<List>),
}

pub const UNDEFINED: Value = Value::Number(f64::NAN);

impl List {
    pub fn new(step: f64, numbers: Vec<f64>) -> Self {
        Self { step, numbers }
    }

    /// A list that is not a series.
    pub fn plain(numbers: Vec<f64>) -> Self {
        Self::new(1.0, numbers)
    }

    pub fn map(&self, map: impl Fn(f64) -> f64) -> Self {
        Self::new(self.step, self.numbers.iter().map(|&x| map(x)).collect())
    }

    /// The numbers of the bins between two times.
    pub fn between(&self, from: f64, to: f64) -> &[f64] {
        if from.is_nan() || to.is_nan() {
            return &[];
        }
        crate::run_result::slice_bins(&self.numbers, crate::run_result::bins_between(from, to, self.step))
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Self {
        Self::Number(x)
    }
}

impl From<Option<f64>> for Value {
    fn from(x: Option<f64>) -> Self {
        Self::Number(x.unwrap_or(f64::NAN))
    }
}

impl From<bool> for Value {
    fn from(is_true: bool) -> Self {
        Self::Number(f64::from(u8::from(is_true)))
    }
}

impl From<AxisValue> for Value {
    fn from(value: AxisValue) -> Self {
        match value {
            AxisValue::Number(x) => Self::Number(x),
            AxisValue::Text(text) => Self::Text(text.to_owned()),
        }
    }
}

impl Value {
    /// The number, or the only number of a list with one number; otherwise NaN.
    pub fn number(&self) -> f64 {
        match self {
            Self::Number(x) => *x,
            Self::List(list) if list.numbers.len() == 1 => list.numbers[0],
            _ => f64::NAN,
        }
    }

    /// The list. A number is a list with one number, and a group the list of all its numbers.
    pub fn list(&self) -> List {
        match self {
            Self::Number(x) => List::plain(vec![*x]),
            Self::Text(_) => List::plain(vec![f64::NAN]),
            Self::List(list) => list.clone(),
            Self::Group(lists) => {
                List::plain(lists.iter().flat_map(|list| list.numbers.iter().copied()).collect())
            }
        }
    }

    /// The lists of a group. Another value is a group with one list.
    pub fn group(&self) -> Vec<List> {
        match self {
            Self::Group(lists) => lists.clone(),
            other => vec![other.list()],
        }
    }

    /// Returns whether this is a defined number other than 0.
    pub fn is_true(&self) -> bool {
        is_true(self.number())
    }

    /// Applies a function to every number.
    pub fn map(&self, map: impl Fn(f64) -> f64 + Copy) -> Self {
        match self {
            Self::Text(_) => UNDEFINED,
            Self::Number(x) => Self::Number(map(*x)),
            Self::List(list) => Self::List(list.map(map)),
            Self::Group(lists) => Self::Group(lists.iter().map(|list| list.map(map)).collect()),
        }
    }
}

pub fn is_true(x: f64) -> bool {
    !x.is_nan() && x != 0.0
}

/// Applies a function of two numbers to two values. A number is combined with every number of a list, a list
/// with every list of a group, and two lists or groups pairwise.
pub fn combine(left: &Value, right: &Value, function: fn(f64, f64) -> f64) -> Value {
    let lists = |a: &List, b: &List| {
        List::new(a.step, a.numbers.iter().zip(&b.numbers).map(|(&x, &y)| function(x, y)).collect())
    };
    match (left, right) {
        (Value::Text(_), _) | (_, Value::Text(_)) => UNDEFINED,
        (Value::Number(x), Value::Number(y)) => Value::Number(function(*x, *y)),
        (_, Value::Number(y)) => left.map(|x| function(x, *y)),
        (Value::Number(x), _) => right.map(|y| function(*x, y)),
        (Value::List(a), Value::List(b)) => Value::List(lists(a, b)),
        (Value::Group(all), Value::Group(others)) => {
            Value::Group(all.iter().zip(others).map(|(a, b)| lists(a, b)).collect())
        }
        (Value::Group(all), Value::List(b)) => Value::Group(all.iter().map(|a| lists(a, b)).collect()),
        (Value::List(a), Value::Group(others)) => Value::Group(others.iter().map(|b| lists(a, b)).collect()),
    }
}

/// The result of an operator. Comparisons and logical operators give 1 or 0.
pub fn operation(operator: &str, left: &Value, right: &Value) -> Value {
    if let (Value::Text(left), Value::Text(right)) = (left, right) {
        return match operator {
            "=" => Value::from(left == right),
            "!=" => Value::from(left != right),
            _ => UNDEFINED,
        };
    }
    let function: fn(f64, f64) -> f64 = match operator {
        "+" => |x, y| x + y,
        "-" => |x, y| x - y,
        "*" => |x, y| x * y,
        "/" => |x, y| x / y,
        "<" => |x, y| truth(x < y),
        "<=" => |x, y| truth(x <= y),
        ">" => |x, y| truth(x > y),
        ">=" => |x, y| truth(x >= y),
        "=" => |x, y| truth(x == y),
        "!=" => |x, y| truth(x != y),
        "and" => |x, y| truth(is_true(x) && is_true(y)),
        "or" => |x, y| truth(is_true(x) || is_true(y)),
        _ => |_, _| f64::NAN,
    };
    combine(left, right, function)
}

fn truth(is_true: bool) -> f64 {
    f64::from(u8::from(is_true))
}
