//! The recording of a run: series in bins, events, decisions, and the exact tallies from which summaries are
//! computed.
//!
//! A checkpoint contains the tallies but not the recorder.

/// The intervals of time into which all series are divided.
mod bins;
/// The current values of up to 8 gauges and 4 counters of one entity.
mod block;
mod decisions;
mod events;
mod recorder;
/// Read access to one series.
mod series;
/// All blocks, and the completed bins of their series.
mod series_table;
mod settings;
pub mod tally;

pub use bins::{BASE_WIDTH, BIN_RANGE, DEFAULT_BINS};
pub use decisions::{DecisionRecord, Decisions, MAX_VALUES, fill_template};
pub use events::{EventKind, Events, RecordedEvent};
pub use recorder::{GaugeGroup, Key, Recorder, SeriesEntry};
pub use series::{Counter, Gauge, MeanRate};
pub use series_table::SeriesTable;
pub use settings::{RecordingSettings, Watch};
