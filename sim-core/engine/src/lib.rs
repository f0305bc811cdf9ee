//! The engine of Fairshare's simulator: networks, transport, congestion control algorithms, traffic,
//! recording, and the registry of everything that a scenario can name. It does not read documents: the crate
//! `sim_document`, which uses it, does.

pub mod analysis;
pub mod boundary;
pub mod describe;
pub mod ground;
pub mod net;
pub mod observer;
pub mod params;
pub mod protocols;
pub mod record;
pub mod registry;
pub mod traffic;
pub mod transport;
pub mod world;
