//! Runs a scenario and reads its time series as rows.

use serde_json::Value;
use sim_core::describe::SignalKind;
use sim_core::ground::time::{from_secs, to_secs};
use sim_core::record::{Recorder, RecordingSettings};
use sim_core::scenario::Scenario;
use sim_core::simulation::Simulation;

use crate::{RunError, Stop, advance};

/// Maximum number of bins of a series. In longer runs, the recorder merges pairs of bins.
const MAX_BINS: usize = 65_536;

/// The default width of bins: the smallest of the document's `measure.bins`, at most a tenth of a second.
pub fn default_width(scenario: &Scenario) -> f64 {
    scenario.measure.bins.iter().copied().fold(f64::MAX, f64::min).min(0.1)
}

/// Settings that record all signals in bins of this width.
pub fn recording(scenario: &Scenario, width: f64) -> RecordingSettings {
    let first_width = from_secs(width).max(1);
    let needed = from_secs(scenario.duration).div_ceil(first_width) + 2;
    let bins = usize::try_from(needed).unwrap_or(MAX_BINS).clamp(64, MAX_BINS) & !1;
    RecordingSettings { bins, first_width, series_budget: 1 << 30, ..RecordingSettings::default() }
}

/// A finished run and its series.
pub struct SeriesRun {
    pub simulation: Simulation,
    pub recorder: Recorder,
    pub summary: Value,
}

/// Runs a scenario to its end. The series end one nanosecond before the end, as the measurement window does,
/// so that their sums equal the summary.
pub fn run(scenario: Scenario, width: Option<f64>, stop: &Stop<'_>) -> Result<SeriesRun, RunError> {
    let width = width.unwrap_or_else(|| default_width(&scenario));
    let settings = RecordingSettings { events: false, ..recording(&scenario, width) };
    let mut simulation = Simulation::new(scenario, settings).map_err(RunError::Invalid)?;
    let end = simulation.end();
    advance(&mut simulation, end.saturating_sub(1), stop)?;
    simulation.update_series();
    let recorder = simulation.observer().rec.clone();
    advance(&mut simulation, end, stop)?;
    let summary = simulation.summary();
    Ok(SeriesRun { simulation, recorder, summary })
}

/// The value of a signal in one time bin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeriesRow<'a> {
    /// Start and width of the bin in seconds.
    pub t: f64,
    pub width: f64,
    /// `flow`, `link` or `run`.
    pub of: &'a str,
    /// The ID of the flow or link direction.
    pub id: &'a str,
    pub signal: &'a str,
    pub unit: &'a str,
    /// A counter: its increment within the bin. A gauge: its last value within the bin.
    pub value: f64,
    /// Smallest and largest value of a gauge within the bin.
    pub extent: Option<(f64, f64)>,
}

/// A time rounded to nanoseconds, which removes the rounding error of a product.
fn round_to_ns(seconds: f64) -> f64 {
    to_secs(from_secs(seconds))
}

/// Calls `visit` with every value of every series.
pub fn visit_rows<E>(
    recorder: &Recorder,
    mut visit: impl FnMut(&SeriesRow<'_>) -> Result<(), E>,
) -> Result<(), E> {
    for (index, entry) in recorder.directory().iter().enumerate() {
        let (of, id) = entry.entity.split_once(':').unwrap_or((&entry.entity, ""));
        let values = recorder.read(index, 0);
        let (Some(&width), Some(bins)) = (values.get(1), values.get(4..)) else { continue };
        let mut row = |bin: usize, value, extent| {
            let t = round_to_ns(bin as f64 * width);
            visit(&SeriesRow {
                t,
                width,
                of,
                id,
                signal: entry.signal.id,
                unit: entry.signal.unit,
                value,
                extent,
            })
        };
        match entry.signal.kind {
            SignalKind::Gauge => {
                for (bin, value) in bins.chunks_exact(3).enumerate() {
                    if value[2].is_finite() {
                        row(bin, value[2], Some((value[0], value[1])))?;
                    }
                }
            }
            SignalKind::Counter => {
                let mut previous_total = 0.0;
                for (bin, &total) in bins.iter().enumerate() {
                    row(bin, total - previous_total, None)?;
                    previous_total = total;
                }
            }
        }
    }
    Ok(())
}

/// A text as a field of CSV: in quotes if it contains a separator, a quote or a line break (RFC 4180, section 2).
pub fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_if_necessary() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
    }

    #[test]
    fn times_are_rounded_to_nanoseconds() {
        // 3 x 0.1 is 0.30000000000000004.
        assert_eq!(round_to_ns(3.0 * 0.1).to_string(), "0.3");
    }
}
