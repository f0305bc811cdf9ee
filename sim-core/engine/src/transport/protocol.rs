//! The interface of an algorithm to the registry.

use super::expectations::Expectations;
use super::receivers::ConnSpec;
use super::window::{self, WindowSignals};
use crate::describe::{AlgorithmInfo, Decision, Family, List, Signal};
use crate::params::{Field, Issue, ParamSet};
use crate::transport::prelude::*;

/// Properties of a flow that [`Protocol::build`] receives.
#[derive(Clone, Copy, Debug)]
pub struct FlowFacts {
    /// Size of full data packets on the wire, in bytes, with headers.
    pub packet: u16,
    /// Sum of the propagation delays of the forward and the reverse path.
    pub base_rtt: Time,
}

/// A congestion control algorithm as an entry of the registry. It states what differs from the shared window sender.
pub trait Protocol: Sender + Clone {
    type Params: ParamSet;
    /// The name that documents use.
    const ID: &'static str;
    /// The name that readers see.
    const NAME: &'static str;
    const FAMILY: Family = Family::Window;
    /// The settings in documents: all parameters, unless some do not apply.
    const FIELDS: List<Field> = <Self::Params as ParamSet>::fields;
    const SIGNALS: List<Signal> = WindowSignals::list;
    const DECISIONS: List<Decision> = window::decision::list;

    /// The algorithm's entry in the catalogue.
    fn info() -> AlgorithmInfo {
        AlgorithmInfo::new(Self::ID, Self::NAME, Self::FAMILY, Self::FIELDS, Self::SIGNALS, Self::DECISIONS)
    }
    /// Builds the sender and describes its connections; most senders have one.
    fn build(params: &Self::Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>);
    /// Reports and timers per second of a flow that do not follow from its packets, for an estimate of the work of a run.
    fn reports_per_second(_params: &Self::Params) -> f64 {
        10.0
    }
    /// The rate in bit/s at which a flow can send whatever it learns of the network, for an estimate of the work of a run.
    fn fixed_rate(_params: &Self::Params) -> f64 {
        0.0
    }
    /// The most packets by which an acknowledgement opens the window, for an estimate of the work of a run. Algorithms that at most
    /// double it have 0.
    fn largest_step(_params: &Self::Params) -> f64 {
        0.0
    }
    /// The highest rate in bit/s at which a flow sends whose application always has data, for an estimate of the work of a
    /// run. The default is that nothing but the network limits it.
    fn greedy_rate(_params: &Self::Params) -> f64 {
        f64::INFINITY
    }
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
        Expectations::of(Self::FAMILY)
    }
}
