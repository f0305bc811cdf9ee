//! Fairshare simulator core.

pub mod math;
