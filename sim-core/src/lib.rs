//! Fairshare simulator core.

pub mod catalogue;
pub mod math;
pub mod params;
pub mod record;
