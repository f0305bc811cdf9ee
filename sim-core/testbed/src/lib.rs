//! A testbed for congestion controllers of other code: implement [`Controller`], and the controller controls a flow of a
//! simulated network. The battery runs it on twenty networks; every failure has a link that shows it in the page.
//!
//! ```no_run
//! # use fairshare_testbed::{Battery, Controller, Packet};
//! # struct Mine;
//! # impl Controller for Mine {
//! #     fn name(&self) -> &str { "mine" }
//! #     fn window(&self) -> u64 { 15_000 }
//! #     fn on_acknowledged(&mut self, _: u64, _: &Packet, _: u64) {}
//! #     fn on_lost(&mut self, _: u64, _: &Packet, _: u64) {}
//! # }
//! Battery::run(|| Box::new(Mine)).assert();
//! ```
//!
//! docs/testbed.md describes what is simulated.

mod battery;
mod check;
mod controller;
mod flight;
mod networks;
mod run;

pub use battery::{Battery, Trial};
pub use check::{Check, Network, Verdict};
pub use controller::{Controller, Nanoseconds, Packet, RoundTrip};
pub use networks::networks;
pub use run::{Run, Second, TESTED};
