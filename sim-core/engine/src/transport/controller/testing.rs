//! Helpers for the tests of controllers.

use crate::describe::SignalIndex;
use crate::transport::window::Reports;

/// Stores the reports of a controller. Its random numbers are given.
#[derive(Clone, Debug, Default)]
pub struct RecordedReports {
    pub decisions: Vec<(u32, Vec<f64>)>,
    pub signals: Vec<(SignalIndex, f64)>,
    pub random: f64,
}

impl RecordedReports {
    /// The kinds of the decisions in the order of their reports.
    pub fn kinds(&self) -> Vec<u32> {
        self.decisions.iter().map(|(kind, _)| *kind).collect()
    }
}

impl Reports for RecordedReports {
    fn report_decision(&mut self, kind: u32, values: &[f64]) {
        self.decisions.push((kind, values.to_vec()));
    }
    fn signal(&mut self, signal: SignalIndex, value: f64) {
        self.signals.push((signal, value));
    }
    fn uniform(&mut self) -> f64 {
        self.random
    }
}
