//! Numbers as JSON values.

use crate::ground::convert::whole;
use serde_json::Value;

/// The largest integer up to which every JSON reader represents all integers exactly:
/// `Number.MAX_SAFE_INTEGER` in JavaScript.
pub const MAX_SAFE: u64 = (1 << 53) - 1;

/// A JSON number in its shortest form: whole numbers are written as integers. NaN and infinities become null.
pub fn number(x: f64) -> Value {
    if x.abs() <= MAX_SAFE as f64 && x.trunc() == x {
        if x < 0.0 { Value::from(whole::<i64>(x)) } else { Value::from(whole::<u64>(x)) }
    } else {
        Value::from(x)
    }
}
