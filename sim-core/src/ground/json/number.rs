//! How numbers are written as JSON.

use serde_json::Value;

/// The largest integer that a JSON number carries exactly everywhere.
pub const MAX_SAFE: u64 = (1 << 53) - 1;

/// A JSON number in its shortest form: whole numbers are written as integers. Not finite becomes null.
pub fn number(x: f64) -> Value {
    if x.abs() <= MAX_SAFE as f64 && x.trunc() == x {
        if x < 0.0 { Value::from(x as i64) } else { Value::from(x as u64) }
    } else {
        Value::from(x)
    }
}
