//! What models predict for numbers of a run. A feature with models gives predictions, and a feature with results shows them.

use sim_core::scenario::Scenario;

/// The value that a model gives for a number of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// The name of the number, such as `a.goodput_bps`.
    pub number: String,
    pub model: &'static str,
    pub value: f64,
}

/// The predictions for a scenario. The function gives the measured value of a number, because some models need it.
pub type Predict = fn(&Scenario, &dyn Fn(&str) -> Option<f64>) -> Vec<Prediction>;
