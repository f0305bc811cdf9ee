//! A short notation for claims: `claim("F in [0.7, 1.0]", [every("F").within(0.7, 1.0)])`.

use crate::model::{AxisCondition, Check, Claim, Criterion, Filter};

/// A claim and the checks that decide it.
pub fn claim<const N: usize>(text: &'static str, checks: [Check; N]) -> Claim {
    Claim { text, checks: checks.into(), judged: true, cause: None }
}

/// A claim without a criterion. The measured values are reported but not judged.
pub fn reported(text: &'static str) -> Claim {
    Claim { text, checks: Vec::new(), judged: false, cause: None }
}

impl Claim {
    /// States the cause of a difference between the paper and the measurement.
    pub fn because(mut self, cause: &'static str) -> Self {
        self.cause = Some(cause);
        self
    }
}

/// The values of a quantity that a check examines. Methods such as `within` add a criterion and return the check.
pub struct ValueSelection {
    quantity: &'static str,
    only: Filter,
}

/// Selects every value of a quantity.
pub fn every(quantity: &'static str) -> ValueSelection {
    ValueSelection { quantity, only: Filter::default() }
}

impl ValueSelection {
    /// Selects only the values whose coordinate on `axis` is from `from` to `to`, including both.
    pub fn between(mut self, axis: &'static str, from: f64, to: f64) -> Self {
        self.only.0.push(AxisCondition::Between { axis, from, to });
        self
    }

    /// Selects only the values whose coordinate on `axis` is `text`.
    pub fn where_is(mut self, axis: &'static str, text: &'static str) -> Self {
        self.only.0.push(AxisCondition::Is { axis, text });
        self
    }

    /// The quantity and the filter.
    pub(crate) fn into_parts(self) -> (&'static str, Filter) {
        (self.quantity, self.only)
    }

    fn check(self, criterion: Criterion) -> Check {
        Check { quantity: self.quantity, only: self.only, criterion }
    }

    pub fn within(self, low: f64, high: f64) -> Check {
        self.check(Criterion::Within(low, high))
    }

    pub fn at_least(self, minimum: f64) -> Check {
        self.check(Criterion::AtLeast(minimum))
    }

    pub fn at_most(self, maximum: f64) -> Check {
        self.check(Criterion::AtMost(maximum))
    }

    pub fn above(self, limit: f64) -> Check {
        self.check(Criterion::Above(limit))
    }

    pub fn below(self, limit: f64) -> Check {
        self.check(Criterion::Below(limit))
    }

    pub fn never(self) -> Check {
        self.check(Criterion::Never)
    }

    pub fn defined(self) -> Check {
        self.check(Criterion::Defined)
    }
}
