//! Tallies: exact statistics for the summary, accumulated during the run over a measurement window. Tallies
//! do not depend on the recording settings. Checkpoints contain them, so tallies must be cheap to clone.

mod audio;
mod capacity;
mod levels;
mod media;
mod one_way;
mod queue;
mod rates;
mod samples;
mod transfers;
mod units;
mod video;

pub use capacity::Capacity;
pub use levels::{TimeMean, TimeWeighted};
pub use media::MediaTally;
pub use one_way::OneWay;
pub use queue::QueueTime;
pub use rates::{RateBins, RateStats, Rates};
pub use samples::{Intervals, Samples};
pub use transfers::{SLOWDOWN_UNIT, Transfers};
pub use units::UnitTally;
pub use video::VideoTally;

/// The interval of time `[from, to)`, in ns, over which something is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeWindow {
    pub from: u64,
    pub to: u64,
}

impl TimeWindow {
    /// The whole run.
    pub const ALL: Self = Self { from: 0, to: u64::MAX };

    #[inline]
    pub fn contains(self, t: u64) -> bool {
        self.from <= t && t < self.to
    }
}

/// Measures the time inside a window that passes between two calls.
#[derive(Clone, Copy, Debug)]
struct Clock {
    /// Time of the last call, but not before the start of the window or after its end.
    since: u64,
    /// End of the window.
    to: u64,
}

impl Clock {
    fn new(window: TimeWindow) -> Self {
        Self { since: window.from, to: window.to }
    }

    /// Returns the time inside the window since the last call.
    #[inline]
    fn lap(&mut self, now: u64) -> u64 {
        if now < self.since || now >= self.to {
            return self.lap_at_edge(now);
        }
        let passed = now - self.since;
        self.since = now;
        passed
    }

    /// `lap` for times before the window, at its end or later.
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
