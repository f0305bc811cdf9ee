//! What most queue disciplines use.

pub use super::{ArrivalState, Effects, Queue, QueueFacts, QueueLimit, Queued, Verdict};
pub use crate::describe::{Decision, List, Signal};
pub use crate::ground::convert::{narrow, whole};
pub use crate::ground::digest::State;
pub use crate::ground::math;
pub use crate::ground::packet::Packet;
pub use crate::ground::ring::Ring;
pub use crate::ground::rng::{Purpose, Rng};
pub use crate::ground::time::{Time, from_secs, to_secs};
pub use crate::net::types::Cause;
pub use crate::params::{Field, ParamSet};
pub use crate::{choice, decisions, params, signals};
