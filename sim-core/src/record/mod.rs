//! What is recorded of a run: series in bins, events, decisions, and the exact tallies that summaries are made from.
//! See `recorder` for how the engine uses it.
//!
//! The recorder is no part of a checkpoint. After going back to one without an edit, what was recorded up to the old
//! time is still right: let the world run with `Recorder::off()` until it is there again, then go on with the old one.

mod bank;
mod banks;
mod bins;
mod decisions;
mod events;
mod recorder;
mod series;
pub mod tally;

pub use banks::Banks;
pub use bins::{BASE_WIDTH, BIN_RANGE, DEFAULT_BINS};
pub use decisions::{DecisionRecord, Decisions, MAX_VALUES, render, significant, with_unit};
pub use events::{Event, EventKind, Events};
pub use recorder::{Entry, Group, Key, Recorder, Settings, Watch};
pub use series::{Counter, Gauge, MeanRate};
