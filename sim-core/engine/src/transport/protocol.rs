//! The interface of an algorithm to the registry.

use super::context::Context;
use super::endpoint::Sender;
use super::expectations::Expectations;
use super::receivers::ConnSpec;
use crate::describe::AlgorithmInfo;
use crate::ground::time::Time;
use crate::params::{Issue, ParamSet};

/// Properties of a flow that [`Protocol::build`] receives.
#[derive(Clone, Copy, Debug)]
pub struct FlowFacts {
    /// Size of full data packets on the wire, in bytes, with headers.
    pub packet: u16,
    /// Sum of the propagation delays of the forward and the reverse path.
    pub base_rtt: Time,
}

/// A congestion control algorithm as an entry of the registry.
pub trait Protocol: Sender + Clone {
    type Params: ParamSet;
    /// The name that documents use.
    const ID: &'static str;

    /// The algorithm's entry in the catalogue.
    fn info() -> AlgorithmInfo;
    /// Builds the sender and describes its connections; most senders have one.
    fn build(params: &Self::Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>);
    /// The issues of settings that contradict each other although each setting is within its range. An
    /// issue's path is the name of the setting.
    fn contradictions(_params: &Self::Params) -> Vec<Issue> {
        Vec::new()
    }
    /// Applies settings that an entry of the timeline changed while the flow runs.
    fn set_params(&mut self, params: &Self::Params, cx: &mut impl Context);
    /// Bytes of headers in each data packet. All other bytes are payload.
    fn header_bytes() -> u16 {
        40
    }
    /// The bounds that the conformance tests check. The default is the bounds of the algorithm's family. An
    /// algorithm overrides this method if its rules imply other bounds.
    fn expectations() -> Expectations {
        Expectations::of(Self::info().family)
    }
}
