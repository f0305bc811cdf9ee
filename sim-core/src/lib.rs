//! Fairshare simulator core.

pub mod analysis;
pub mod catalogue;
pub mod math;
pub mod params;
pub mod record;
pub mod scenario;
