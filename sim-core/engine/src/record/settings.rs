//! The recording settings: the signals, events and decisions to record, and their resolution.

use serde_json::Value;

use super::bins::{BASE_WIDTH, BIN_RANGE, DEFAULT_BINS};

/// The signals to record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watch {
    All,
    /// Only the signals with these ids.
    Only(Vec<String>),
}

/// The data to record, and the limits of their amount.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordingSettings {
    /// Maximum number of bins per series. The recorder halves it until all series fit into `series_budget`.
    pub bins: usize,
    /// Initial width of bins in ns. Later widths are this width times a power of two.
    pub first_width: u64,
    /// Start of bin 0 in ns. Above 0 if a part of a run is recorded again at a higher resolution.
    pub origin: u64,
    pub watch: Watch,
    /// Whether events are recorded.
    pub events: bool,
    /// Whether decisions are recorded.
    pub decisions: bool,
    /// Maximum number of event rows, in addition to one row for each class of events.
    pub event_limit: usize,
    /// Maximum number of decisions. Older decisions are discarded.
    pub decision_limit: usize,
    /// Maximum size of the bins of all series together, in bytes. The page's copy of the series needs twice
    /// this size.
    pub series_budget: usize,
}

impl Default for RecordingSettings {
    fn default() -> Self {
        Self {
            bins: DEFAULT_BINS,
            first_width: BASE_WIDTH,
            origin: 0,
            watch: Watch::All,
            events: true,
            decisions: false,
            event_limit: 4096,
            decision_limit: 4096,
            series_budget: 32 << 20,
        }
    }
}

impl RecordingSettings {
    /// Settings that record nothing, for summaries on the command line and for benchmarks.
    pub fn none() -> Self {
        Self { watch: Watch::Only(Vec::new()), events: false, decisions: false, ..Self::default() }
    }

    /// Reads `{ "bins": 2048, "decisions": false, "events": true, "signals": null | [ids] }`. All fields are
    /// optional; unknown fields are an error. The error is a message for the user.
    pub fn from_json(value: &Value) -> Result<Self, String> {
        let Some(object) = value.as_object() else {
            return Err("The recording settings must be an object.".into());
        };
        let mut settings = Self::default();
        for (name, value) in object {
            match name.as_str() {
                "bins" => {
                    let (min, max) = BIN_RANGE;
                    settings.bins = value
                        .as_u64()
                        .and_then(|n| usize::try_from(n).ok())
                        .filter(|n| (min..=max).contains(n) && n % 2 == 0)
                        .ok_or_else(|| format!("bins must be an even whole number from {min} to {max}."))?;
                }
                "decisions" => settings.decisions = read_flag(name, value)?,
                "events" => settings.events = read_flag(name, value)?,
                "signals" => settings.watch = read_watch(value)?,
                _ => return Err(format!("There is no recording setting \"{name}\".")),
            }
        }
        Ok(settings)
    }

    /// Whether a signal is recorded.
    pub(super) fn watches(&self, signal: &str) -> bool {
        match &self.watch {
            Watch::All => true,
            Watch::Only(ids) => ids.iter().any(|id| id == signal),
        }
    }
}

fn read_flag(name: &str, value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| format!("{name} must be true or false."))
}

fn read_watch(value: &Value) -> Result<Watch, String> {
    if value.is_null() {
        return Ok(Watch::All);
    }
    let ids = value.as_array().and_then(|ids| ids.iter().map(|id| id.as_str().map(String::from)).collect());
    ids.map(Watch::Only).ok_or_else(|| "signals must be null or a list of signal ids.".into())
}
