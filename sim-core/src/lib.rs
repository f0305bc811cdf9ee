//! Fairshare's simulator: congestion control schemes sharing a network, packet by packet.
//!
//! A result is a pure function of (scenario, seed, version): no clock, no host randomness, no thread order. The library
//! knows nothing of files, threads or WebAssembly; docs/architecture.md is the guided tour.

pub mod analysis;
pub mod build;
pub mod catalogue;
pub mod engine;
pub mod math;
pub mod net;
pub mod params;
pub mod protocols;
pub mod record;
pub mod scenario;
pub mod sim;
pub mod summary;
pub mod traffic;
pub mod transport;
