//! Metrics and throughput models as pure functions.
//!
//! These functions do not depend on the simulator. The tests compare their results with calculations by hand,
//! which are in the comments. Only tests use some models, such as NADA's.
//!
//! Conventions, unless a function says otherwise:
//! * `None` means *undefined* (nothing to average, nothing sent, a division by zero), never 0.
//! * Rates, windows and sizes are not negative. If an input is NaN, infinite or negative, a metric is
//!   undefined and a model returns 0. No function returns NaN.
//! * A function of the rates of several flows accepts any unit of rate, if all rates have the same unit.

pub mod confidence;
pub mod convergence;
pub mod descriptive;
pub mod equation;
pub mod fairness;
pub mod loss;
pub mod max_min;
pub mod media;
pub mod percentiles;
pub mod rates;
pub mod response;
pub mod sawtooth;
pub mod smoothness;
pub mod tpba;

/// Whether every value is finite and not negative.
fn all_non_negative(values: &[f64]) -> bool {
    values.iter().all(|&x| is_non_negative(x))
}

/// Whether a value is finite and not negative.
fn is_non_negative(x: f64) -> bool {
    x.is_finite() && x >= 0.0
}

/// Whether a value is finite and above zero.
fn is_positive(x: f64) -> bool {
    x.is_finite() && x > 0.0
}

/// Limits a result, which may have overflowed, to `[0, f64::MAX]`.
fn limit_to_finite(x: f64) -> f64 {
    crate::ground::math::limit(x, 0.0, f64::MAX)
}

/// Asserts that two numbers are equal within a relative tolerance, or within an absolute tolerance if 0 is
/// expected.
#[cfg(test)]
#[track_caller]
fn assert_close(actual: f64, expected: f64, relative: f64) {
    let tolerance = if expected.abs() > 0.0 { relative * expected.abs() } else { relative };
    assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected} within {relative}");
}
