//! The axes along which an experiment varies its scenarios, coordinates on them, and filters over
//! coordinates.

use serde_json::{Map, Value};
use sim_core::ground::intern::intern;
use sim_core::params::number;

/// A parameter that an experiment varies.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    pub id: &'static str,
    pub label: &'static str,
    pub unit: &'static str,
    /// Whether figures use a logarithmic scale.
    pub log: bool,
}

/// A value on an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AxisValue {
    Number(f64),
    Text(&'static str),
}

impl AxisValue {
    pub fn to_json(self) -> Value {
        match self {
            Self::Number(x) => number(x),
            Self::Text(text) => Value::from(text),
        }
    }

    /// A coordinate of stored results.
    pub fn from_json(at: &Value) -> Self {
        at.as_str()
            .map_or_else(|| Self::Number(at.as_f64().unwrap_or(f64::NAN)), |text| Self::Text(intern(text)))
    }

    pub fn number(self) -> Option<f64> {
        match self {
            Self::Number(x) => Some(x),
            Self::Text(_) => None,
        }
    }
}

impl From<f64> for AxisValue {
    fn from(x: f64) -> Self {
        Self::Number(x)
    }
}

impl From<u32> for AxisValue {
    fn from(x: u32) -> Self {
        Self::Number(f64::from(x))
    }
}

impl From<&'static str> for AxisValue {
    fn from(text: &'static str) -> Self {
        Self::Text(text)
    }
}

impl std::fmt::Display for AxisValue {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(x) => write!(out, "{x}"),
            Self::Text(text) => out.write_str(text),
        }
    }
}

/// The coordinates of a cell (a combination of axis values that is run) or of a measured value: pairs of an
/// axis id and a value on that axis.
pub type Coordinates = Vec<(&'static str, AxisValue)>;

/// The value on `axis` among `coordinates`; `None` if they do not contain that axis.
pub fn value_on(axis: &str, coordinates: &[(&'static str, AxisValue)]) -> Option<AxisValue> {
    coordinates.iter().find(|(name, _)| *name == axis).map(|(_, value)| *value)
}

/// Coordinates as a JSON object with a field for each axis.
pub fn coordinates_json(coordinates: &[(&'static str, AxisValue)]) -> Value {
    Value::Object(coordinates.iter().map(|(axis, value)| ((*axis).to_owned(), value.to_json())).collect())
}

/// Selects the coordinates that satisfy every condition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter(pub Vec<AxisCondition>);

/// A condition on one axis. Coordinates without that axis do not satisfy it.
#[derive(Clone, Debug, PartialEq)]
pub enum AxisCondition {
    /// The value is a number from `from` to `to`, including both.
    Between { axis: &'static str, from: f64, to: f64 },
    /// The value is this text. A `*` at its end stands for any characters.
    Is { axis: &'static str, text: &'static str },
}

impl Filter {
    pub fn matches(&self, coordinates: &[(&'static str, AxisValue)]) -> bool {
        self.0.iter().all(|condition| match condition {
            AxisCondition::Between { axis, from, to } => value_on(axis, coordinates)
                .and_then(AxisValue::number)
                .is_some_and(|x| (*from..=*to).contains(&x)),
            AxisCondition::Is { axis, text } => match (value_on(axis, coordinates), text.strip_suffix('*')) {
                (Some(AxisValue::Text(at)), Some(start)) => at.starts_with(start),
                (at, _) => at == Some(AxisValue::Text(text)),
            },
        })
    }

    pub fn to_json(&self) -> Value {
        let condition_json = |condition: &AxisCondition| {
            let mut object = Map::new();
            match condition {
                AxisCondition::Between { axis, from, to } => {
                    object.insert("axis".into(), Value::from(*axis));
                    if from.is_finite() {
                        object.insert("from".into(), number(*from));
                    }
                    if to.is_finite() {
                        object.insert("to".into(), number(*to));
                    }
                }
                AxisCondition::Is { axis, text } => {
                    object.insert("axis".into(), Value::from(*axis));
                    object.insert("is".into(), Value::from(*text));
                }
            }
            Value::Object(object)
        };
        self.0.iter().map(condition_json).collect()
    }
}
