//! Fairshare simulator core.

pub mod math;

pub mod catalogue;
pub mod params;
