//! What is recorded of a run: series in bins, events, decisions, and the exact tallies that summaries are made from.
//! See `recorder` for how the engine uses it.

mod bins;
mod decisions;
mod events;
mod recorder;
mod series;
pub mod tally;

pub use bins::{BASE_WIDTH, BIN_RANGE, DEFAULT_BINS};
pub use decisions::{DecisionRecord, Decisions, MAX_VALUES, render, significant, with_unit};
pub use events::{Event, EventKind, Events};
pub use recorder::{Entry, Key, Recorder, Settings, Watch};
pub use series::{Counter, Gauge, MeanRate};
