//! The recording of a run: series in bins, events, decisions, and the exact tallies from which summaries are computed.
//!
//! A checkpoint contains the tallies but not the recorder.

mod bank;
mod banks;
mod bins;
mod decisions;
mod events;
mod recorder;
mod series;
mod settings;
pub mod tally;

pub use banks::Banks;
pub use bins::{BASE_WIDTH, BIN_RANGE, DEFAULT_BINS};
pub use decisions::{DecisionRecord, Decisions, MAX_VALUES, render, significant, with_unit};
pub use events::{EventKind, Events, RecordedEvent};
pub use recorder::{GaugeGroup, Key, Recorder, SeriesEntry};
pub use series::{Counter, Gauge, MeanRate};
pub use settings::{RecordingSettings, Watch};
