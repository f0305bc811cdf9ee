//! Senders of all window-based algorithms except Reno's family. They can observe every acknowledgement, and share one
//! compiled copy of the shared window sender, [`ControlledWindow`].

use crate::params::{Field, ParamSet};
use crate::transport::prelude::*;
use crate::transport::receivers::{AnyReceiver, ConnSpec};
use crate::transport::rto::RtoRule;
use crate::transport::stack::{
    ALL, APPLE, LINUX, NEWRENO_1999, OLD, QUIC, RFC_6298, Stack, TAHOE_1988, WINDOWS, WITH_RACK,
    WITHOUT_HYSTART,
};
use crate::transport::tcp_params::{SackRule, TcpParams};
use crate::transport::window::{self, AlgorithmHandle, Recovery, WindowAlgorithm, WindowSender};
use std::any::Any;
use std::fmt::Debug;

/// An algorithm without its type. Every algorithm that can be copied implements it.
pub trait Controller: WindowAlgorithm + Send {
    fn as_any(&mut self) -> &mut dyn Any;
    fn copy(&self) -> Box<dyn Controller>;
    fn add_to(&self, digest: &mut Digest);
    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, change: &mut crate::ground::digest::StateChange);
}

impl<T: WindowAlgorithm + State + Send + 'static> Controller for T {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
    fn copy(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }
    fn add_to(&self, digest: &mut Digest) {
        State::add_to(self, digest);
    }
    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, change: &mut crate::ground::digest::StateChange) {
        State::change(self, change);
    }
}

/// Any algorithm that observes every acknowledgement.
pub struct AnyController(Box<dyn Controller>);

/// Without the controller's values: the functions that write them would take 4 kB of the WebAssembly, and
/// nothing there calls them.
impl Debug for AnyController {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AnyController")
    }
}

impl Clone for AnyController {
    fn clone(&self) -> Self {
        AnyController(self.0.copy())
    }
}

impl State for AnyController {
    fn add_to(&self, digest: &mut Digest) {
        self.0.add_to(digest);
    }
    #[cfg(any(test, feature = "testing"))]
    fn change(&mut self, change: &mut crate::ground::digest::StateChange) {
        self.0.change(change);
    }
}

impl AlgorithmHandle for AnyController {
    type Algorithm = dyn Controller;
    const OBSERVES_EVERY_ACK: bool = true;
    #[inline]
    fn get(&self) -> &Self::Algorithm {
        &*self.0
    }
    #[inline]
    fn get_mut(&mut self) -> &mut Self::Algorithm {
        &mut *self.0
    }
}

/// The settings of an algorithm without those that do not apply to it.
pub fn fields_without<P: ParamSet>(names: &[&str]) -> Vec<Field> {
    without(P::fields(), names)
}

// Out of line, so that it is compiled once and not for each group of settings.
#[inline(never)]
fn without(mut fields: Vec<Field>, names: &[&str]) -> Vec<Field> {
    fields.retain(|field| !names.contains(&field.name));
    fields
}

/// Sets the stack that an algorithm imitates unless its flow states another one; null if it imitates none.
pub fn on_stack(mut fields: Vec<Field>, stack: Option<&'static str>) -> Vec<Field> {
    for field in fields.iter_mut().filter(|field| field.name == "stack") {
        field.default = Some(stack.into());
    }
    fields
}

/// Turns HyStart++ off by default in every stack, for algorithms that are older than it.
pub fn without_early_exit(mut fields: Vec<Field>) -> Vec<Field> {
    for field in fields.iter_mut().filter(|field| field.name == "hystart") {
        field.given = Vec::new();
        field.options().given(("stack", ALL, false));
    }
    fields
}

/// Turns HyStart on by default in Linux, for CUBIC.
pub fn with_early_exit(mut fields: Vec<Field>) -> Vec<Field> {
    for field in fields.iter_mut().filter(|field| field.name == "hystart") {
        field.given.retain(|given| given.values != WITHOUT_HYSTART);
        field.options().given(("stack", LINUX, true)).given(("stack", OLD, false));
    }
    fields
}

/// A window-based sender with a controller.
pub type ControlledWindow = WindowSender<AnyController>;

/// The recovery of senders with a controller.
pub const RECOVERY: Recovery = Recovery::Sack { rule: SackRule::Rfc6675 };

/// Builds a sender with the given rules, and its only connection.
pub fn build(
    rules: impl WindowAlgorithm + State + Send + 'static,
    recovery: Recovery,
    tcp: &TcpParams,
    header: u16,
) -> (ControlledWindow, Vec<ConnSpec>) {
    build_boxed(Box::new(rules), recovery, tcp, header)
}

fn build_boxed(
    rules: Box<dyn Controller>,
    recovery: Recovery,
    tcp: &TcpParams,
    header: u16,
) -> (ControlledWindow, Vec<ConnSpec>) {
    let mut receiver = window::receiver(recovery, tcp);
    match &mut receiver {
        AnyReceiver::AckReceiver(receiver) => rules.prepare(receiver),
        AnyReceiver::QuicReceiver(receiver) => rules.prepare(receiver.data_mut()),
        _ => {}
    }
    (WindowSender::new(AnyController(rules), recovery, tcp, header), vec![ConnSpec { receiver }])
}

/// Applies new settings to a sender and to its rules, which are of the type `R`.
pub fn set_params<R: WindowAlgorithm + 'static>(
    sender: &mut ControlledWindow,
    recovery: Recovery,
    tcp: &TcpParams,
    configure: impl FnOnce(&mut R),
) {
    sender.set_params(recovery, tcp);
    if let Some(rules) = rules_mut(sender) {
        configure(rules);
    }
}

/// The rules of a sender, if they are of the type `R`.
pub fn rules_mut<R: WindowAlgorithm + 'static>(sender: &mut ControlledWindow) -> Option<&mut R> {
    sender.algorithm.0.as_mut().as_any().downcast_mut()
}

/// Defines a protocol with a controller: its names in documents and for readers, and what differs from the defaults
/// of `Protocol`. The file that calls this macro defines `Params` and the rules with a field `params`. A closure can
/// give the settings of TCP, which otherwise are `params.tcp`, and a second one the rules, which otherwise are
/// `Rules::new(params)`.
#[macro_export]
macro_rules! controlled_tcp {
    ($Name:ident, $Rules:ident, $id:literal, $name:literal $(, { $($item:tt)* })?) => {
        $crate::controlled_tcp!($Name, $Rules, $id, $name, |params| params.tcp $(, { $($item)* })?);
    };
    ($Name:ident, $Rules:ident, $id:literal, $name:literal, |$params:ident| $tcp:expr $(, { $($item:tt)* })?) => {
        $crate::controlled_tcp!(
            $Name, $Rules, $id, $name, |$params| $tcp, |params, _facts| $Rules::new(params.clone())
            $(, { $($item)* })?
        );
    };
    (
        $Name:ident, $Rules:ident, $id:literal, $name:literal,
        |$params:ident| $tcp:expr, |$settings:ident, $facts:ident| $rules:expr $(, { $($item:tt)* })?
    ) => {
        #[derive(Clone, Debug, $crate::ground::digest::State)]
        pub struct $Name($crate::transport::controller::ControlledWindow);

        impl $crate::transport::Protocol for $Name {
            type Params = Params;
            const ID: &'static str = $id;
            const NAME: &'static str = $name;
            $($($item)*)?

            fn build(
                $params: &Params,
                $facts: &$crate::transport::FlowFacts,
            ) -> (Self, Vec<$crate::transport::ConnSpec>) {
                use $crate::transport::controller;
                let header = <Self as $crate::transport::Protocol>::header_bytes();
                let $settings = $params;
                let (sender, connections) = controller::build($rules, controller::RECOVERY, &$tcp, header);
                ($Name(sender), connections)
            }

            fn set_params(&mut self, $params: &Params, _: &mut impl $crate::transport::Context) {
                use $crate::transport::controller;
                let configure = |rules: &mut $Rules| rules.params = $params.clone();
                controller::set_params(&mut self.0, controller::RECOVERY, &$tcp, configure);
            }
        }

        $crate::delegate_sender!($Name);
    };
}

params! {
    /// Settings of algorithms that pace by a rate of their own and set the window themselves.
    pub struct PacedParams {
        /// The operating system whose TCP the flow imitates. It determines the defaults of the settings for
        /// timeouts and acknowledgements, each of which can still be set.
        stack: Option<Stack> = Some(Stack::Linux), null "no stack";
        /// Window at the start of a connection.
        initial_window: f64 = 10.0, unit "packets", range 1.0..=1000.0, given ("stack", NEWRENO_1999, 2), given ("stack", TAHOE_1988, 1), cite "RFC 6928", group "Start of a connection";
        /// Receiver's window: the largest number of packets in flight.
        receive_window: Option<f64> = None, unit "packets", range 1.0..=1e7, scale log, null "no limit", cite "RFC 9293", group "Growth and idle periods";
        /// Number of packets per acknowledgement: with 1, the receiver acknowledges every packet; with 2,
        /// every second packet (delayed acknowledgements).
        ack_every: u32 = 1, unit "packets", range 1..=16, given ("stack", ALL, 2), label "Packets per ACK", cite "RFC 5681 section 4.2", group "Acknowledgements";
        /// Longest delay of an acknowledgement.
        ack_delay: f64 = 0.04, unit "s", range 0.0..=0.5, given ("stack", APPLE, 0.1), given ("stack", QUIC, 0.025), given ("stack", OLD, 0.2), label "ACK delay", cite "RFC 5681 section 4.2", group "Acknowledgements";
        /// Acknowledge packets at once while the sender may wait: the first 16, 16 after an idle period or a duplicate,
        /// the last of the application's data, and after marks. Otherwise the delay follows the packets' intervals.
        quick_acks: bool = false, given ("stack", LINUX, true), label "Quick ACKs", cite "Linux, tcp_event_data_recv", group "Acknowledgements";
        /// Let the receive window grow as in Linux, and acknowledge each packet with which it grows at once. Only with
        /// quick acknowledgements.
        growing_window: bool = false, label "Growing receive window", cite "Linux, tcp_grow_window", group "Acknowledgements";
        /// Size of an acknowledgement on the wire.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size", group "Acknowledgements";
        /// Open the connection with a handshake of one round trip, which also gives the first RTT sample.
        handshake: bool = true, cite "RFC 9293 section 3.5", group "Start of a connection";
        /// Send the packet that ends the data of a connection even if the congestion window is full.
        last_beyond_window: bool = false, given ("stack", LINUX, true), label "Last packet beyond the window", cite "Linux, tcp_cwnd_test", group "Growth and idle periods";
        /// How the retransmission timeout is computed.
        rto_rule: RtoRule = RtoRule::Linux, given ("stack", RFC_6298, "rfc6298"), label "Timeout rule", cite "RFC 6298", group "Timeouts and clock";
        /// Minimum of the retransmission timeout. With the Linux rule, the minimum applies to the deviation
        /// term.
        min_rto: f64 = 0.2, unit "s", range 0.001..=10.0, scale log, given ("stack", WINDOWS, 0.3), given ("stack", QUIC, 0.001), given ("stack", OLD, 1), label "Smallest timeout", cite "RFC 6298 section 2.4", group "Timeouts and clock";
        /// Timeout before the first round-trip sample.
        initial_rto: f64 = 1.0, unit "s", range 0.01..=60.0, scale log, given ("stack", OLD, 3), label "Initial timeout", cite "RFC 6298 section 2.1", group "Timeouts and clock";
        /// Detect losses by the times at which packets were sent, and send a probe to detect losses at the
        /// end of the data. Otherwise a retransmission counts as lost when a packet that was sent a quarter of the smallest
        /// round-trip time later has arrived.
        rack: bool = false, given ("stack", WITH_RACK, true), label "RACK-TLP", cite "RFC 8985", group "Loss recovery";
        /// Number packets and find losses as QUIC does, with probes instead of a retransmission timeout. Replaces RACK-TLP.
        quic: bool = false, given ("stack", QUIC, true), label "QUIC recovery", cite "RFC 9002", group "Loss recovery";
        /// Granularity of the clock that measures the round-trip time.
        tick: f64 = 0.001, unit "s", range 0.000001..=1.0, scale log, given ("stack", OLD, 0.5), label "Clock tick", cite "RFC 6298 section 4", group "Timeouts and clock";
    }
}

impl PacedParams {
    /// The settings of the shared window sender.
    pub fn tcp(&self) -> TcpParams {
        TcpParams {
            initial_window: self.initial_window,
            receive_window: self.receive_window,
            ack_every: self.ack_every,
            ack_delay: self.ack_delay,
            ack_size: self.ack_size,
            quick_acks: self.quick_acks,
            growing_window: self.growing_window,
            last_beyond_window: self.last_beyond_window,
            handshake: self.handshake,
            rto_rule: self.rto_rule,
            min_rto: self.min_rto,
            initial_rto: self.initial_rto,
            tick: self.tick,
            rack: self.rack,
            quic: self.quic,
            idle_restart: false,
            ..TcpParams::default()
        }
    }
}

#[cfg(test)]
pub mod testing;
