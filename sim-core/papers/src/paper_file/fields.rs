//! Reads the fields of the objects in a paper's file. An error has the path of the field that causes it.

use serde_json::{Map, Value};
use sim_core::params::{Issue, suggestion};

use crate::axes::{AxisCondition, AxisValue, Filter};
use crate::formula::{Condition, Data, Definitions, Formula, Parser, Scope, Test};
use sim_core::ground::intern::intern;

pub type Read<T> = Result<T, Issue>;

pub fn issue(path: &str, message: impl Into<String>) -> Issue {
    Issue::new(path, "paper", message)
}

/// The path of a field or an entry within another one.
pub fn within(parent: &str, name: impl std::fmt::Display) -> String {
    if parent.is_empty() { name.to_string() } else { format!("{parent}.{name}") }
}

/// An object, and its place in the file.
#[derive(Clone)]
pub struct Fields<'a> {
    pub object: &'a Map<String, Value>,
    pub path: String,
}

impl<'a> Fields<'a> {
    /// The fields of an object, which may have only these names.
    pub fn of(value: &'a Value, path: &str, known: &[&'static str]) -> Read<Self> {
        let object = object(value, path)?;
        if let Some(name) = object.keys().find(|name| !known.contains(&name.as_str())) {
            let hint = suggestion(name, known.iter().copied()).map_or_else(
                || format!("The fields are: {}.", known.join(", ")),
                |close| format!("Did you mean `{close}`?"),
            );
            return Err(issue(&within(path, name), format!("There is no field `{name}`. {hint}")));
        }
        Ok(Self { object, path: path.to_owned() })
    }

    pub fn path_of(&self, name: &str) -> String {
        within(&self.path, name)
    }

    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.object.get(name)
    }

    /// A text that must be there.
    pub fn text(&self, name: &str) -> Read<&'static str> {
        match self.get(name) {
            None => Err(issue(&self.path, format!("The field `{name}` is missing."))),
            Some(value) => text(value, &self.path_of(name)),
        }
    }

    pub fn optional_text(&self, name: &str) -> Read<Option<&'static str>> {
        self.get(name).map(|value| text(value, &self.path_of(name))).transpose()
    }

    pub fn text_or_empty(&self, name: &str) -> Read<&'static str> {
        Ok(self.optional_text(name)?.unwrap_or_default())
    }

    pub fn flag(&self, name: &str) -> Read<bool> {
        match self.get(name) {
            None => Ok(false),
            Some(value) => {
                value.as_bool().ok_or_else(|| issue(&self.path_of(name), "This is true or false."))
            }
        }
    }

    /// The entries of a list with their paths; no entries if the field is missing.
    pub fn list(&self, name: &str) -> Read<Vec<(&'a Value, String)>> {
        self.get(name).map_or_else(|| Ok(Vec::new()), |value| list(value, &self.path_of(name)))
    }

    /// Texts; a single text is a list with one entry.
    pub fn texts(&self, name: &str) -> Read<Vec<&'static str>> {
        match self.get(name) {
            Some(value @ Value::String(_)) => Ok(vec![text(value, &self.path_of(name))?]),
            _ => self.list(name)?.into_iter().map(|(value, path)| text(value, &path)).collect(),
        }
    }

    /// The members of an object in order, with their paths; none if the field is missing.
    pub fn members(&self, name: &str) -> Read<Vec<(&'a str, &'a Value, String)>> {
        let Some(value) = self.get(name) else { return Ok(Vec::new()) };
        let path = self.path_of(name);
        Ok(object(value, &path)?
            .iter()
            .map(|(name, value)| (name.as_str(), value, within(&path, name)))
            .collect())
    }

    pub fn formula(&self, name: &str) -> Read<Option<Formula>> {
        self.get(name).map(|value| formula(value, &self.path_of(name))).transpose()
    }

    pub fn filter(&self, name: &str) -> Read<Filter> {
        let Some(written) = self.optional_text(name)? else { return Ok(Filter::default()) };
        let read = || {
            let mut parser = Parser::new(written)?;
            let filter = filter(parser.conditions("")?)?;
            parser.end().map(|()| filter)
        };
        read().map_err(|message| issue(&self.path_of(name), message))
    }
}

pub fn object<'a>(value: &'a Value, path: &str) -> Read<&'a Map<String, Value>> {
    value.as_object().ok_or_else(|| issue(path, "This is an object."))
}

pub fn list<'a>(value: &'a Value, path: &str) -> Read<Vec<(&'a Value, String)>> {
    let list = value.as_array().ok_or_else(|| issue(path, "This is a list."))?;
    Ok(list.iter().enumerate().map(|(i, value)| (value, format!("{path}[{i}]"))).collect())
}

pub fn text(value: &Value, path: &str) -> Read<&'static str> {
    value.as_str().map(intern).ok_or_else(|| issue(path, "This is a text."))
}

/// A coordinate: a number or a text.
pub fn axis_value(value: &Value, path: &str) -> Read<AxisValue> {
    match value {
        Value::String(text) => Ok(AxisValue::Text(intern(text))),
        other => {
            let number = other.as_f64().map(AxisValue::Number);
            number.ok_or_else(|| issue(path, "This is a number or a text."))
        }
    }
}

pub fn axis_values(value: &Value, path: &str) -> Read<Vec<AxisValue>> {
    list(value, path)?.into_iter().map(|(value, path)| axis_value(value, &path)).collect()
}

/// A formula, or a number.
pub fn formula(value: &Value, path: &str) -> Read<Formula> {
    match value {
        Value::Number(number) => Ok(Formula::Number(number.as_f64().unwrap_or(f64::NAN))),
        other => Formula::read(text(other, path)?).map_err(|message| issue(path, message)),
    }
}

/// The value of a formula without names.
pub fn constant(formula: &Formula) -> f64 {
    Scope::new(&Definitions::new(), &[], &[], Data::None).number(formula)
}

/// A filter of constant conditions.
pub fn filter(conditions: Vec<Condition>) -> Result<Filter, String> {
    let known = |bound: &Formula| {
        Some(constant(bound)).filter(|x| !x.is_nan()).ok_or("A coordinate is neither a number nor a text.")
    };
    let read = |condition: Condition| {
        let axis = intern(&condition.axis);
        Ok(match &condition.test {
            Test::Equal(Formula::Text(text)) => AxisCondition::Is { axis, text: intern(text) },
            Test::Equal(number) => AxisCondition::Between { axis, from: known(number)?, to: known(number)? },
            Test::Between(from, to) => AxisCondition::Between {
                axis,
                from: from.as_ref().map_or(Ok(f64::NEG_INFINITY), known)?,
                to: to.as_ref().map_or(Ok(f64::INFINITY), known)?,
            },
        })
    };
    conditions.into_iter().map(read).collect::<Result<_, String>>().map(Filter)
}

/// A quantity and a filter, such as `F[with='RAP', N=2..8]`.
pub fn selection(parser: &mut Parser) -> Result<(&'static str, Filter), String> {
    let quantity = intern(&parser.name()?);
    let conditions = if parser.symbol("[") { parser.conditions("]")? } else { Vec::new() };
    Ok((quantity, filter(conditions)?))
}
