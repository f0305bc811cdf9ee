//! Fairshare's simulator: congestion control schemes sharing a network, packet by packet.
//!
//! A result is a pure function of (scenario, seed, version): no clock, no host randomness, no thread order. The library
//! knows nothing of files, threads or WebAssembly; docs/architecture.md is the guided tour.
#![cfg_attr(
    test,
    allow(clippy::duplicate_mod, reason = "the conformance tests below each bring what they share")
)]

pub mod analysis;
pub mod boundary;
pub mod catalogue;
pub mod describe;
pub mod ground;
pub mod net;
pub mod observer;
pub mod params;
pub mod protocols;
pub mod record;
pub mod scenario;
pub mod simulation;
pub mod traffic;
pub mod transport;
pub mod world;

// Runs the conformance tests for the template of `fairshare new-protocol`, which is registered only in the library's own
// tests.
#[cfg(test)]
extern crate self as sim_core;
#[cfg(test)]
#[path = "../tests/conformance.rs"]
mod conformance;
#[cfg(test)]
#[path = "../tests/conformance_calls.rs"]
mod conformance_calls;
