//! The scenario document: one JSON text that determines a run (docs/scenario.md).
//!
//! A text becomes a `Document` by parsing, and only by parsing: `parse` reads JSON, `validate`
//! reports every problem with its path, and `reading` reads the typed scenario (`model`) with all defaults. A document has its canonical form (`canonical`), which share links contain, and the
//! facts that follow from it without a run (`derived`, `rate_steps`).

// A test writes all settings of a flow in one `json!`.
#![cfg_attr(test, recursion_limit = "256")]

mod canonical;
pub mod catalogue;
pub mod change;
mod check_network;
mod check_timeline;
mod derived;
mod direction;
mod document;
pub mod limits;
mod link;
mod messages;
mod model;
mod network;
mod parse;
mod rate_steps;
mod read;
mod reading;
mod routes;
pub mod schema;
#[cfg(feature = "tools")]
pub mod share_link;
mod target;
mod validate;
mod work;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use canonical::{canonical, expanded};
pub use derived::{
    CrossingFlows, Derived, LimitInUnits, base_rtt, bottleneck_candidates, crossings, fair_shares,
    resolve_limit,
};
pub use document::{CheckResult, Document};
pub use link::{LinkSpec, LossRuleSpec};
pub use model::*;
pub use network::NetworkSpec;
pub use parse::{MAX_TEXT_BYTES, parse, parse_bytes, read_capped};
pub use rate_steps::{LinkRates, rate_steps};
pub use routes::Route;
pub use schema::{FORMAT, JitterMode, Role};
