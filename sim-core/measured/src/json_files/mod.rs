//! Files whose content is JSON. For charts, a field that is missing or has another type is a problem with its path. A measurement does
//! without a field unless nothing can be read without it.

use serde_json::Value;

use crate::problem::{ReadProblem, problem};

pub mod crusader;
pub mod flent;
pub mod iperf3;
pub mod qlog;
pub mod speed_test;
pub mod webrtc;

/// The values of a list; none if this is no list.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The problem that a value has the wrong type, or is missing.
fn wrong(value: &Value) -> ReadProblem {
    if value.is_null() { problem("missingField") } else { problem("wrongField").found(value) }
}

/// The values of a field, which must be a list.
fn items<'a>(of: &'a Value, name: &str) -> Result<&'a [Value], ReadProblem> {
    of[name].as_array().map(Vec::as_slice).ok_or_else(|| wrong(&of[name]).within(name))
}

/// A field, which must be a number.
fn number(of: &Value, name: &str) -> Result<f64, ReadProblem> {
    of[name].as_f64().ok_or_else(|| wrong(&of[name]).within(name))
}

/// A number, or NaN for null.
fn number_if_any(value: &Value) -> Result<f64, ReadProblem> {
    if value.is_null() { Ok(f64::NAN) } else { value.as_f64().ok_or_else(|| wrong(value)) }
}
