//! Calls senders in ways that no network would. Feedback arrives in any order, repeatedly, very late or with
//! invented fields. Timers expire that are not set. Calls by the application, stops, restarts and changes of
//! settings happen at any time. The state must stay finite and bounded, and a stopped sender must not send
//! new data. Like the tests in conformance.rs, these tests cover all registered algorithms.

use crate::support::{algorithms_under_test, dumbbell, params_for_10_mbps, scenario, seeded_config};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::describe::AlgorithmInfo;
use sim_core::ground::packet::{FEEDBACK, Packet, RETRANSMITTED, SYN};
use sim_core::ground::time::{MILLISECOND, SECOND, Time};
use sim_core::net::SENDER_TIMERS;
use sim_core::observer::Observer;
use sim_core::protocols::{self, AlgorithmSettings};
use sim_core::record::{Recorder, RecordingSettings};
use sim_core::simulation::build::{self, BuildOptions};
use sim_core::transport::body::MAX_NEWEST_AFTER;
use sim_core::transport::reports::SackBlocks;
use sim_core::transport::{Attachment, Body};
use sim_core::transport::{Context, Receiver, Sender, Timer};
use sim_core::world::EndpointContext;
use sim_core::world::World;

/// A call to the sender or the receiver.
#[derive(Clone, Copy, Debug)]
enum Op {
    /// Simulated time passes, and timers that are due expire.
    Wait(Time),
    /// One of the data packets sent so far, chosen at random, arrives at the receiver, possibly again.
    Data(usize),
    /// The data packets sent since the previous `DataExcept` arrive in order, except one in every `n`, which
    /// is dropped.
    DataExcept(usize),
    /// One of the feedback packets sent so far, chosen at random, arrives at the sender, possibly again.
    Feedback(usize),
    /// The feedback sent since the previous `AllFeedback` arrives at the sender in order.
    AllFeedback,
    /// Feedback with arbitrary fields arrives at the sender. The bits of `flags` also choose the number of
    /// SACK blocks, the range of the timestamp, and whether the packet has an attachment.
    InventedFeedback {
        next: u32,
        echo: u32,
        timestamp: Time,
        flags: u8,
        blocks: [(u32, u32); 3],
        report: bool,
    },
    /// A timer expires, even if it is not set.
    Timer(usize),
    /// The application notifies the sender of new data.
    App,
    /// The flow stops.
    Stop,
    /// The flow starts again with a fresh connection.
    Restart,
    /// A setting changes to an end of its range; all other settings have their initial values.
    Settings(usize),
}

fn op() -> impl Strategy<Value = Op> {
    let mostly_small = prop_oneof![0..50u32, 0..5000u32, any::<u32>()];
    let block = (mostly_small.clone(), mostly_small.clone());
    let invented = (
        mostly_small.clone(),
        mostly_small,
        any::<u64>(),
        any::<u8>(),
        [block.clone(), block.clone(), block],
        any::<bool>(),
    );
    prop_oneof![
        4 => prop_oneof![0..SECOND, 0..MILLISECOND, Just(0)].prop_map(Op::Wait),
        3 => any::<usize>().prop_map(Op::Data),
        6 => (2..30usize).prop_map(Op::DataExcept),
        3 => any::<usize>().prop_map(Op::Feedback),
        6 => Just(Op::AllFeedback),
        2 => invented.prop_map(|(next, echo, timestamp, flags, blocks, report)| Op::InventedFeedback {
            next, echo, timestamp, flags, blocks, report
        }),
        1 => (0..4usize).prop_map(Op::Timer),
        1 => Just(Op::App),
        1 => Just(Op::Stop),
        1 => Just(Op::Restart),
        1 => any::<usize>().prop_map(Op::Settings),
    ]
}

/// A sender and its receiver without a network. The harness decides which packets arrive.
struct EndpointHarness {
    world: World,
    obs: Observer,
    /// All data packets sent so far, of all epochs.
    data: Vec<Packet>,
    /// Number of packets at the start of `data` that a `DataExcept` has delivered or dropped.
    data_handled: usize,
    /// All feedback packets sent so far, of all epochs, with their attachments.
    feedback: Vec<(Packet, Option<Attachment>)>,
    /// Number of packets at the start of `feedback` that an `AllFeedback` has delivered.
    feedback_delivered: usize,
    is_stopped: bool,
    /// Number of packets, except retransmissions and handshakes, that were sent after a stop.
    new_after_stop: usize,
    algorithm: &'static str,
    /// The parameters, and the ends of the ranges of those that have one.
    params: Value,
    ends: Vec<(&'static str, f64)>,
    /// The largest value of the setting `window`, `saved_window` or `largest_window` of an algorithm that has one, otherwise 0.
    largest_window_setting: f64,
}

impl EndpointHarness {
    fn new(info: &AlgorithmInfo, source: Value) -> Self {
        let algorithm = info.id;
        let document = dumbbell(
            json!([{"id": "a", "algorithm": algorithm, "params": params_for_10_mbps(algorithm), "source": source}]),
            1000.0,
        );
        let scenario = scenario(&document);
        let built = build::build(&scenario, BuildOptions::default()).unwrap();
        let recorder = Recorder::new(RecordingSettings { decisions: true, ..RecordingSettings::default() });
        let obs = build::observe(&scenario, &built, recorder);
        let window_setting = info
            .fields
            .iter()
            .find(|field| ["window", "saved_window", "largest_window"].contains(&field.name));
        let largest_window_setting = window_setting.and_then(|field| field.bounds.max).unwrap_or(0.0);
        let ends = info.fields.iter().flat_map(|field| {
            [field.bounds.min, field.bounds.max].into_iter().flatten().map(|end| (field.name, end))
        });
        let mut harness = EndpointHarness {
            world: built.world,
            obs,
            data: Vec::new(),
            data_handled: 0,
            feedback: Vec::new(),
            feedback_delivered: 0,
            is_stopped: false,
            new_after_stop: 0,
            algorithm,
            params: scenario.flows[0].algorithm.to_json(),
            ends: ends.collect(),
            largest_window_setting,
        };
        harness.world.app_mut(0).start(0);
        harness.call_sender(|sender, cx| sender.start(cx));
        harness
    }

    /// Calls the sender and collects the packets that it sends.
    fn call_sender(&mut self, call: impl FnOnce(&mut protocols::AnySender, &mut EndpointContext)) {
        self.world.with_sender(0, &mut self.obs, call);
        self.collect();
    }

    /// Takes the packets sent since the previous call off the access links and appends them to `data` and
    /// `feedback`.
    fn collect(&mut self) {
        for packet in self.world.net_mut().take_sent(0, 0) {
            if self.is_stopped && packet.flags & (RETRANSMITTED | SYN) == 0 {
                self.new_after_stop += 1;
            }
            self.data.push(packet);
        }
        for packet in self.world.net_mut().take_sent(0, 1) {
            let attachment = self.world.net_mut().take_attachment(packet.attachment());
            self.feedback.push((packet, attachment));
        }
    }

    /// Delivers the data packet at `index` to the receiver, unless the packet is of an earlier epoch.
    fn deliver_data(&mut self, index: usize) {
        let Some(packet) = self.data.get(index).copied() else { return };
        if packet.epoch != self.world.net().conns()[0].epoch {
            return;
        }
        self.world.with_receiver(0, &mut self.obs, |receiver, cx| receiver.on_data(&packet, cx));
        self.collect();
    }

    /// Delivers a feedback packet to the sender, unless the packet is of an earlier epoch.
    fn deliver_feedback(&mut self, mut packet: Packet, attachment: Option<Attachment>) {
        if packet.epoch != self.world.net().conns()[0].epoch {
            return;
        }
        let index = attachment.map_or(0, |attachment| self.world.net_mut().put_attachment(attachment));
        packet.payload.attachment = index;
        self.call_sender(|sender, cx| sender.on_feedback(&packet, cx));
    }

    /// Advances the simulated time by `duration` and fires the sender's timers that are due.
    fn wait(&mut self, duration: Time) {
        let until = self.world.net().now() + duration;
        loop {
            let earliest = |cx: &EndpointContext| {
                Timer::ALL.into_iter().map(|timer| (cx.due(timer), timer)).min_by_key(|(at, _)| *at)
            };
            let cx = self.world.context(0, &mut self.obs);
            let Some((at, timer)) = earliest(&cx).filter(|(at, _)| *at <= until) else { break };
            let now = self.world.now();
            self.world.net_mut().set_now(now.max(at));
            self.call_sender(|sender, cx| {
                cx.cancel(timer);
                sender.on_timer(timer, cx);
            });
            if self.data.len() > 200_000 {
                break;
            }
        }
        let now = self.world.now();
        self.world.net_mut().set_now(now.max(until));
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each operation")]
    fn apply(&mut self, op: Op) {
        match op {
            Op::Wait(duration) => self.wait(duration),
            Op::Data(index) => self.deliver_data(index % self.data.len().max(1)),
            Op::DataExcept(n) => {
                let until = self.data.len();
                for index in std::mem::replace(&mut self.data_handled, until)..until {
                    if index % n != 1 {
                        self.deliver_data(index);
                    }
                }
            }
            Op::Feedback(index) => {
                let index = index % self.feedback.len().max(1);
                if let Some((packet, attachment)) = self.feedback.get(index).copied() {
                    self.deliver_feedback(packet, attachment);
                }
            }
            Op::AllFeedback => {
                while let Some((packet, attachment)) = self.feedback.get(self.feedback_delivered).copied() {
                    self.feedback_delivered += 1;
                    self.deliver_feedback(packet, attachment);
                }
            }
            Op::InventedFeedback { next, echo, timestamp, flags, blocks, report } => {
                let body = if report {
                    Body::Report { attachment: 0 }
                } else {
                    Body::Ack { next, echo, newest_after: echo & MAX_NEWEST_AFTER, attachment: 0 }
                };
                let attachment = Attachment::Sack(SackBlocks { blocks, len: (flags % 4) });
                let packet = Packet {
                    timestamp: if flags & 64 == 0 {
                        timestamp % (self.world.net().now() + 1)
                    } else {
                        timestamp
                    },
                    payload: body.into(),
                    conn: 0,
                    seq: next,
                    tx: echo,
                    size: 40,
                    epoch: self.world.net().conns()[0].epoch,
                    hop: 1,
                    waited: 0,
                    flags: flags | FEEDBACK,
                };
                self.deliver_feedback(packet, (flags % 5 != 0).then_some(attachment));
            }
            Op::Timer(index) => self.call_sender(|sender, cx| {
                cx.cancel(Timer::ALL[index]);
                sender.on_timer(Timer::ALL[index], cx);
            }),
            Op::App => self.call_sender(|sender, cx| sender.on_app(cx)),
            Op::Stop => {
                self.is_stopped = true;
                self.world.app_mut(0).running = false;
                self.call_sender(|sender, cx| sender.stop(cx));
            }
            Op::Restart => {
                self.is_stopped = false;
                let now = self.world.net().now();
                self.world.app_mut(0).start(now);
                self.world.net_mut().conn_mut(0).epoch += 1;
                self.world.with_receiver(0, &mut self.obs, |receiver, _| receiver.restart());
                self.call_sender(|sender, cx| sender.restart(cx));
            }
            Op::Settings(index) => {
                if !self.ends.is_empty() {
                    let (name, end) = self.ends[index % self.ends.len()];
                    let mut params = self.params.clone();
                    params[name] = sim_core::params::number(end);
                    let settings = AlgorithmSettings::read(self.algorithm, &params)
                        .expect("the end of a range can be read");
                    self.call_sender(|sender, cx| sender.set_params(&settings, cx));
                }
            }
        }
    }

    /// Checks the sender, and the packets that it has sent since `data` had the length `sent_before`.
    fn check(&self, sent_before: usize) -> Result<(), TestCaseError> {
        let state = self.world.sender_state(0);
        if let Some(window) = state.window {
            // The window is at most 1000 packets at first and grows by at most two for each data or feedback
            // packet. The second 1000 packets are a margin.
            let grown = 1000.0 + 2.0 * (self.data.len() + self.feedback.len() + 1000) as f64;
            let max_window = grown.max(self.largest_window_setting);
            prop_assert!(window.is_finite() && window >= 1.0 && window <= max_window, "{state:?}");
        }
        if let Some(rate) = state.rate {
            prop_assert!(rate.is_finite() && (0.0..=1e12).contains(&rate), "{state:?}");
        }
        // Epochs only increase.
        let epoch = self.world.net().conns()[0].epoch;
        let sent_in_epoch = self.data.len() - self.data.partition_point(|packet| packet.epoch < epoch);
        prop_assert!(state.in_flight as usize <= sent_in_epoch, "{state:?}, {sent_in_epoch} packets sent");
        prop_assert_eq!(self.new_after_stop, 0, "new data was sent after a stop");
        let sent = &self.data[sent_before..];
        prop_assert!(sent.len() < 100_000, "{} packets sent in one call", sent.len());
        prop_assert!(sent.iter().all(|packet| packet.size >= 20 && packet.size <= 1500));
        Ok(())
    }
}

proptest! {
    #![proptest_config(seeded_config(150))]

    #[test]
    fn the_state_stays_bounded_in_any_order_of_calls(ops in proptest::collection::vec(op(), 1..150), source in 0..3usize) {
        assert_eq!(SENDER_TIMERS as usize, Timer::ALL.len());
        let source = [json!({"kind": "greedy"}), json!({"kind": "finite", "bytes": 300_000}), json!({"kind": "cbr", "rate": 1e6})]
            [source].clone();
        for info in algorithms_under_test() {
            let mut harness = EndpointHarness::new(&info, source.clone());
            let mut checked = 0;
            for &op in &ops {
                harness.apply(op);
                harness.check(checked).map_err(|error| TestCaseError::fail(format!("{} after {op:?}: {error}", info.id)))?;
                checked = harness.data.len();
                if checked > 200_000 {
                    break;
                }
            }
        }
    }
}
