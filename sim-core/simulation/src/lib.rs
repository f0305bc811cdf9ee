//! Fairshare's simulator: a packet-level simulation of flows that share a network under congestion control.
//!
//! A result is a pure function of scenario, seed and version. It does not depend on clocks, on random numbers
//! of the host, or on the order of threads. The library does not use files, threads or WebAssembly.
//! docs/architecture.md describes its structure.
//!
//! The library has three crates. Each imports only from the crates before it: `sim_engine` simulates,
//! `sim_document` reads and checks scenarios, and this crate builds and runs the simulation of a scenario. It
//! re-exports the other two.

pub mod simulation;

pub use sim_document as scenario;
pub use sim_document::catalogue;
pub use sim_engine::{
    analysis, boundary, choice, describe, ground, json_object, net, observer, params, protocols, record,
    traffic, transport, world,
};
