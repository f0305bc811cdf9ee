//! What most algorithms use.

pub use crate::describe::{Decision, Family, List, Signal};
pub use crate::params::{Field, Issue, ParamSet};
pub use crate::transport::controller::{self, ControlledWindow, PacedParams, RECOVERY};
pub use crate::transport::prelude::*;
pub use crate::transport::rate::{PacedSocket, RateAlgorithm, RateSender};
pub use crate::transport::tcp_params::TcpParams;
pub use crate::transport::window::{
    self, Acked, Congestion, CongestionWindow, Feedback, Recovery, Reports, WindowAlgorithm,
};
pub use crate::transport::{AnyReceiver, ConnSpec, Expectations, FlowFacts, Protocol};
pub use crate::{controlled_tcp, delegate_sender};
