//! The congestion controllers of quinn-proto (its unmodified files), with what these files need of the rest of that crate.

#![allow(dead_code, reason = "quinn-proto uses parts of its files that the testbed does not")]

pub use std::time::{Duration, Instant};

include!(concat!(env!("OUT_DIR"), "/congestion.rs"));

pub mod connection {
    use std::time::Duration;

    /// The round-trip times that controllers read, set from outside. quinn-proto's own has no public constructor.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct RttEstimator {
        pub latest: Duration,
        pub smoothed: Duration,
        pub min: Duration,
    }

    impl RttEstimator {
        pub fn get(&self) -> Duration {
            self.smoothed
        }

        pub fn conservative(&self) -> Duration {
            self.smoothed.max(self.latest)
        }

        pub fn min(&self) -> Duration {
            self.min
        }
    }
}
