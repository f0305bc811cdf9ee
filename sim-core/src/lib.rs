//! Fairshare's simulator: congestion control schemes sharing a network, packet by packet.
//!
//! A result is a pure function of (scenario, seed, version): no clock, no host randomness, no thread order. The library
//! knows nothing of files, threads or WebAssembly; docs/architecture.md is the guided tour.
#![cfg_attr(
    test,
    allow(clippy::duplicate_mod, reason = "the conformance tests below each bring what they share")
)]

pub mod analysis;
pub mod build;
pub mod catalogue;
pub mod engine;
pub mod math;
pub mod net;
pub mod order;
#[cfg(feature = "papers")]
pub mod papers;
pub mod params;
pub mod protocols;
pub mod record;
pub mod scenario;
pub mod sim;
pub mod summary;
pub mod traffic;
pub mod transport;

// The conformance tests over the registry once more, with what `fairshare new-protocol` writes among the algorithms: the
// template is compiled for the library's own tests alone.
#[cfg(test)]
extern crate self as sim_core;
#[cfg(test)]
#[path = "../tests/conformance.rs"]
mod conformance;
#[cfg(test)]
#[path = "../tests/conformance_calls.rs"]
mod conformance_calls;
