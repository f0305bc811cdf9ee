//! Fairshare's simulator: a packet-level simulation of flows that share a network under congestion control.
//!
//! A result is a pure function of scenario, seed and version. It does not depend on clocks, on random numbers of the host, or on
//! the order of threads. The library does not use files, threads or WebAssembly. docs/architecture.md describes its structure.
#![cfg_attr(
    test,
    allow(clippy::duplicate_mod, reason = "both conformance test files include tests/support as a module")
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

// Both conformance test files are also modules of the library's unit tests, to test the template of `fairshare new-protocol`,
// which is registered only in unit tests.
#[cfg(test)]
extern crate self as sim_core; // The test files refer to this crate as `sim_core`.
#[cfg(test)]
#[path = "../tests/conformance.rs"]
mod conformance;
#[cfg(test)]
#[path = "../tests/conformance_calls.rs"]
mod conformance_calls;
