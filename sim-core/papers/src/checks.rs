//! Short ways to write the lines that must hold: `line("F in [0.7, 1.0]", [mean("F").within(0.7, 1.0)])`.

use super::model::{Check, Condition, Filter, Holds, Line};

/// A line and what decides it.
pub fn line<const N: usize>(text: &'static str, checks: [Picked; N]) -> Line {
    Line { text, checks: checks.into_iter().map(|picked| picked.0).collect(), judged: true, cause: None }
}

/// A line for which no number is demanded.
pub fn reported(text: &'static str) -> Line {
    Line { text, checks: Vec::new(), judged: false, cause: None }
}

impl Line {
    /// What was found to be the cause of a difference.
    pub fn because(mut self, cause: &'static str) -> Self {
        self.cause = Some(cause);
        self
    }
}

/// A check with its condition.
pub struct Picked(Check);

/// Values of a quantity, not yet with a condition.
pub struct Values {
    quantity: &'static str,
    only: Filter,
}

/// Every value of a quantity.
pub fn every(quantity: &'static str) -> Values {
    Values { quantity, only: Filter::default() }
}

impl Values {
    /// Only where the axis lies in a range, ends included.
    pub fn at(mut self, axis: &'static str, from: f64, to: f64) -> Self {
        self.only.0.push(Condition::Between { axis, from, to });
        self
    }

    /// Only where the axis has this value.
    pub fn on(mut self, axis: &'static str, text: &'static str) -> Self {
        self.only.0.push(Condition::Is { axis, text });
        self
    }

    fn holds(self, holds: Holds) -> Picked {
        Picked(Check { quantity: self.quantity, only: self.only, holds })
    }

    pub fn within(self, low: f64, high: f64) -> Picked {
        self.holds(Holds::Within(low, high))
    }

    pub fn at_least(self, least: f64) -> Picked {
        self.holds(Holds::AtLeast(least))
    }

    pub fn at_most(self, most: f64) -> Picked {
        self.holds(Holds::AtMost(most))
    }

    pub fn above(self, limit: f64) -> Picked {
        self.holds(Holds::Above(limit))
    }

    pub fn below(self, limit: f64) -> Picked {
        self.holds(Holds::Below(limit))
    }

    pub fn never(self) -> Picked {
        self.holds(Holds::Never)
    }

    pub fn defined(self) -> Picked {
        self.holds(Holds::Defined)
    }
}

/// A filter for drawings.
pub fn on(axis: &'static str, text: &'static str) -> Filter {
    Filter(vec![Condition::Is { axis, text }])
}
