//! The limits of a document, which bound the memory and the time of a run.

use sim_engine::net::schedule;
pub use sim_engine::net::types::MAX_RATE;

/// Maximum duration of a run in simulated seconds: one day.
pub const MAX_DURATION: f64 = 86_400.0;
/// Maximum number of entries of `flows`, and of flows that all entries together define.
pub const MAX_FLOWS: usize = 2000;
/// A drive by hand has up to 2000 entries, in addition to those of its scenario.
pub const MAX_TIMELINE_ENTRIES: usize = 3000;
/// Maximum number of links of a parking lot.
pub const MAX_PARKING_LOT_LINKS: usize = 100;
pub const MAX_NODES: usize = 1000;
pub const MAX_LINKS: usize = 1000;
/// Maximum number of links of a route. A packet counts its hops in one byte.
pub const MAX_HOPS: usize = 255;
/// Maximum total number of rate changes in the schedules of all links.
pub const MAX_SCHEDULED_CHANGES: usize = 2 * schedule::MAX_CHANGES;
/// Maximum estimated number of packets of a run.
pub const MAX_PACKETS: f64 = 2e8;
/// Maximum total number of buckets (subqueues) in the queues of all link directions.
pub const MAX_BUCKETS: f64 = 1_000_000.0;
