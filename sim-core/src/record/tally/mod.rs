//! Exact statistics that summaries need, accumulated while the simulation runs, each over a measurement window. They are
//! part of the world (a checkpoint holds them), cheap to clone, and never depend on what is recorded for display.

mod capacity;
mod levels;
mod media;
mod queue;
mod rates;
mod samples;
mod transfers;
mod units;

pub use capacity::Capacity;
pub use levels::{TimeMean, TimeWeighted};
pub use media::Media;
pub use queue::QueueTime;
pub use rates::{RateBins, RateStats, Rates};
pub use samples::{Intervals, Samples};
pub use transfers::Transfers;
pub use units::UnitTally;

/// The time over which something is measured: from `from` on, until just before `to`, in ns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub from: u64,
    pub to: u64,
}

impl Window {
    /// The whole run.
    pub const ALL: Self = Self { from: 0, to: u64::MAX };

    #[inline]
    pub fn contains(self, t: u64) -> bool {
        self.from <= t && t < self.to
    }
}

/// Measures how much time passed inside a window between two calls.
#[derive(Clone, Copy, Debug)]
struct Clock {
    since: u64,
    to: u64,
}

impl Clock {
    fn new(window: Window) -> Self {
        Self { since: window.from, to: window.to }
    }

    /// Time inside the window since the last lap.
    #[inline]
    fn lap(&mut self, now: u64) -> u64 {
        if now < self.since || now >= self.to {
            return self.lap_at_edge(now);
        }
        let passed = now - self.since;
        self.since = now;
        passed
    }

    /// Before the window, and across its end.
    #[cold]
    fn lap_at_edge(&mut self, now: u64) -> u64 {
        let until = now.min(self.to);
        if until <= self.since {
            return 0;
        }
        let passed = until - self.since;
        self.since = until;
        passed
    }
}
