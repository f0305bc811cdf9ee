//! The quantities that experiments measure or derive.

/// How the values of several seeds are averaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedAverage {
    Mean,
    /// The geometric mean. It is used for ratios, because the ratios 2 and 1/2 then average to 1.
    Geometric,
}

/// A quantity that an experiment measures in each run or derives from other quantities.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    pub id: &'static str,
    pub label: &'static str,
    pub unit: &'static str,
    pub averaging: SeedAverage,
    /// The value at which flows share fairly; `None` if there is none.
    pub fair: Option<f64>,
}
