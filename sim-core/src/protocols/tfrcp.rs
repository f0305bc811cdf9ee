//! TFRCP: a rate from the full throughput model, set once in each fixed interval from the losses of that interval.
//!
//! Padhye, Kurose, Towsley and Koodli 1999. It is not the later TFRC: its `p` is a plain loss fraction, and it doubles when an
//! interval has no loss.

#[cfg(test)]
mod tests;

use crate::analysis::equation::{ThroughputEquation, Timeout};
use crate::describe::{AlgorithmInfo, Decision, DecisionInput, Family, Reference, Signal, sources, words};
use crate::ground::packet::Packet;
use crate::transport::{Body, Note};
use crate::ground::time::{Time, from_secs, to_secs};
use crate::params;
use crate::params::ParamSet;
use crate::transport::flight::Flight;
use crate::transport::pacer::Pacer;
use crate::transport::rto::{RtoRule, RttEstimator};
use crate::transport::smoothed::TimeoutRule;
use crate::transport::vector_receiver::{VectorReceiver, VectorSettings};
use crate::transport::{
    AnyReceiver, ConnSpec, Context, FlowFacts, Outgoing, Protocol, Sender, SenderState, Timer, digest_of,
};

params! {
    pub struct Params {
        /// The rate is set once in so long.
        interval: f64 = 2.0, unit "s", range 0.1..=10.0, label "Interval M", cite "Padhye and others 1999";
        /// Packets per acknowledgement of the TCP that the model stands for.
        acked_per_ack: u32 = 1, unit "packets", range 1..=2, label "Packets per ACK", cite "Padhye and others 1998";
        /// The model's receiver window.
        max_window: f64 = 10_000.0, unit "packets", range 4.0..=1e5, scale log, label "Largest window", cite "Padhye and others 1998";
        /// What the model takes for TCP's retransmission timeout.
        t_rto: TimeoutRule = TimeoutRule::Tcp, label "Timeout in the model";
        /// Floor of the timeout that is measured, and the least value where one is asked for.
        min_rto: f64 = 0.2, unit "s", range 0.0..=3.0, label "Smallest timeout";
        /// Growth of the rate after an interval without loss.
        increase: f64 = 2.0, range 1.1..=2.0, label "Increase factor", cite "Padhye and others 1999";
        /// Later packets received that make a packet count as lost.
        reordering: u32 = 3, unit "packets", range 1..=10, label "Reordering threshold";
        /// The rate never exceeds this.
        max_rate: Option<f64> = None, unit "bit/s", range 100.0..=1e11, scale log, label "Largest rate", null "no limit";
        /// Earlier packets that each acknowledgement tells of.
        redundancy: u32 = 8, unit "packets", range 0..=255, label "ACK redundancy", cite "Padhye and others 1999";
        /// Size of an acknowledgement on the wire.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size";
    }
}

/// Longest time between packets, in seconds.
const LONGEST_GAP: f64 = 64.0;
/// No round trip is taken to be shorter, in seconds.
const SHORTEST_RTT: f64 = 1e-4;
/// An interval with less than this share of the packets that the rate allowed says nothing about a higher rate.
const LEAST_USED: f64 = 0.5;

#[derive(Clone, Debug)]
pub struct Tfrcp {
    params: Params,
    size: f64,
    /// In bytes per second.
    rate: f64,
    rtt: RttEstimator,
    flight: Flight,
    acked: u32,
    lost: u32,
    sent: u32,
    /// Loss fraction of the last interval.
    p: f64,
    model: f64,
    interval_from: Time,
    pacer: Pacer,
    running: bool,
    starved: bool,
    completed: bool,
}

const LOSS: usize = 0;
const MODEL: usize = 1;
const SRTT: usize = 2;
const T_RTO: usize = 3;
const PACKETS: usize = 4;

const SET: u32 = 0;
const DOUBLED: u32 = 1;
const HALVED: u32 = 2;
const KEPT: u32 = 3;
const BEGUN: u32 = 4;

fn estimator(params: &Params) -> RttEstimator {
    RttEstimator::new(RtoRule::Rfc6298, params.min_rto, 0.001, 1.0, 60.0)
}

impl Tfrcp {
    fn new(params: &Params, packet: u16) -> Self {
        let size = f64::from(packet.max(1));
        Tfrcp {
            params: params.clone(),
            size,
            // A packet per second until the round trip is known.
            rate: size,
            rtt: estimator(params),
            flight: Flight::new(params.reordering),
            acked: 0,
            lost: 0,
            sent: 0,
            p: 0.0,
            model: 0.0,
            interval_from: 0,
            pacer: Pacer::default(),
            running: false,
            starved: false,
            completed: false,
        }
    }

    fn timeout(&self) -> f64 {
        let four = 4.0 * self.rtt.srtt();
        match self.params.t_rto {
            TimeoutRule::FourRtt => four,
            TimeoutRule::Tcp => to_secs(self.rtt.timeout()),
            TimeoutRule::Least => four.max(self.params.min_rto),
        }
    }

    fn set_rate(&mut self, rate: f64) {
        let most = self.params.max_rate.map_or(1e11, |bits| bits / 8.0);
        // An interval without a packet would say nothing, and the rate could never rise again.
        self.rate = rate.min(most).max(self.size / self.params.interval.min(LONGEST_GAP));
    }

    fn set_clock(&mut self, cx: &mut impl Context) {
        if self.running && !self.starved {
            let due = self.pacer.due(self.size / self.rate);
            cx.arm(Timer::Send, due.max(cx.now() + 1));
        }
        cx.report_rate(self.rate * 8.0);
    }

    fn send_and_go_on(&mut self, cx: &mut impl Context) {
        if !self.running {
            return;
        }
        let header = Self::header_bytes();
        let payload = cx.pull(u32::from(cx.packet_size().saturating_sub(header).max(1)));
        self.starved = payload == 0;
        if self.starved {
            return;
        }
        let body = Body::Data { unit: 0, info: 0, note: 0 };
        cx.send(Outgoing { seq: self.flight.next(), size: payload as u16 + header, flags: 0, payload: body.into() });
        self.flight.sent(cx.now());
        self.pacer.sent(cx.now());
        self.sent += 1;
        self.set_clock(cx);
    }

    /// The end of an interval: the one place where the rate changes.
    fn set_by_interval(&mut self, cx: &mut impl Context) {
        if let Some(at) = cx.now().checked_sub(self.rtt.timeout()) {
            let lost = &mut self.lost;
            self.flight.lose_older(at, |_, _| *lost += 1);
        }
        let before = self.rate;
        let known = self.acked + self.lost;
        let could = self.rate * to_secs(cx.now() - self.interval_from) / self.size;
        if !self.rtt.has_sample() || known == 0 {
            if self.sent > 0 {
                self.set_rate(self.rate / 2.0);
                cx.decide(HALVED, &[before * 8.0, self.rate * 8.0]);
            }
        } else if self.lost > 0 {
            self.p = f64::from(self.lost) / f64::from(known);
            let equation = ThroughputEquation {
                acked_per_ack: f64::from(self.params.acked_per_ack),
                timeout: Timeout::Seconds(self.timeout()),
                clamp: true,
            };
            let rtt = self.rtt.srtt().max(SHORTEST_RTT);
            self.model = equation.rate_within(self.size, rtt, self.p, self.params.max_window);
            self.set_rate(self.model);
            cx.report_reduction(self.rate * self.rtt.srtt() / self.size);
            cx.decide(SET, &[before * 8.0, self.rate * 8.0, f64::from(self.lost), f64::from(known), self.p]);
        } else {
            self.p = 0.0;
            if f64::from(known) >= LEAST_USED * could {
                self.set_rate(self.rate * self.params.increase);
                cx.decide(DOUBLED, &[before * 8.0, self.rate * 8.0, f64::from(known)]);
            } else {
                cx.decide(KEPT, &[before * 8.0, f64::from(known), could]);
            }
        }
        if cx.records_own_signals() {
            cx.signal(LOSS, self.p);
            cx.signal(PACKETS, f64::from(known));
            if self.p > 0.0 {
                cx.signal(MODEL, self.model * 8.0);
            }
            if self.rtt.has_sample() {
                cx.signal(SRTT, self.rtt.srtt());
                cx.signal(T_RTO, self.timeout());
            }
        }
        if self.starved && cx.app_finished() && self.flight.out() == 0 && !self.completed {
            self.completed = true;
            cx.completed();
        }
        (self.acked, self.lost, self.sent) = (0, 0, 0);
        self.begin_interval(cx);
        self.set_clock(cx);
    }

    fn begin_interval(&mut self, cx: &mut impl Context) {
        self.interval_from = cx.now();
        if !self.completed {
            cx.arm(Timer::Round, cx.now() + from_secs(self.params.interval));
        }
    }
}

impl Protocol for Tfrcp {
    type Params = Params;
    const ID: &'static str = "tfrcp";

    fn info() -> AlgorithmInfo {
        const FROM: DecisionInput = DecisionInput { id: "from", unit: "bit/s", doc: "Rate before." };
        const TO: DecisionInput = DecisionInput { id: "to", unit: "bit/s", doc: "Rate after." };
        const PACKETS: DecisionInput =
            DecisionInput { id: "packets", unit: "packets", doc: "Packets of the interval, received and lost." };
        AlgorithmInfo {
            id: Self::ID,
            name: "TFRCP",
            family: Family::Report,
            summary: words("Sets its rate every few seconds to what a model of TCP gives for the losses since; doubles it when there \
                      were none."),
            doc: words("Every packet is acknowledged, with a few bits about the packets before it. Each interval of $M$ seconds \
                  the sender takes the fraction $p$ of its packets that were lost and sets\n\n\
                  $$r = \\min\\left(\\frac{W_{max} s}{R},\\ \\frac{s}{R \\sqrt{2bp/3} + T_0 \\min\\left(1, 3 \
                  \\sqrt{3bp/8}\\right) p (1 + 32 p^2)}\\right)$$\n\n\
                  Without loss it doubles its rate. Within an interval nothing changes, whatever happens.\n\n\
                  Alone on a link it therefore overshoots to up to twice the capacity for a whole interval, loses up to half \
                  of its packets, and collapses by up to two orders of magnitude, from where it takes some doublings to come \
                  back. That is the algorithm; a large buffer softens it, and *Largest rate* stops it. It sends at least one \
                  packet in each interval: without one it would never learn that it may send more."),
            references: sources(&[
                Reference {
                    title: "J. Padhye, J. Kurose, D. Towsley and R. Koodli, A Model Based TCP-Friendly Rate Control \
                            Protocol, 1999",
                    url: "https://www.nossdav.org/",
                },
                Reference {
                    title: "J. Padhye, V. Firoiu, D. Towsley and J. Kurose, Modeling TCP Throughput: A Simple Model and its \
                            Empirical Validation, 1998",
                    url: "https://doi.org/10.1145/285237.285291",
                },
            ]),
            fields: Params::fields(),
            signals: vec![
                Signal::gauge("loss_fraction", "Loss fraction", "", "Packets lost of all in the last interval."),
                Signal::gauge("model_rate", "Model's rate", "bit/s", "What the model gives for the last interval with loss."),
                Signal::gauge("srtt", "Smoothed RTT", "s", "R of the model."),
                Signal::gauge("t_rto", "Timeout in the model", "s", "What stands for TCP's retransmission timeout."),
                Signal::gauge("interval_packets", "Packets in the interval", "packets", "Received and lost in the last interval."),
            ],
            decisions: vec![
                Decision {
                    id: "model",
                    label: "Model",
                    template: "{lost} of {packets} packets were lost, p = {p}: rate {from} -> {to}.",
                    inputs: &[
                        FROM,
                        TO,
                        DecisionInput { id: "lost", unit: "packets", doc: "Packets lost in the interval." },
                        PACKETS,
                        DecisionInput { id: "p", unit: "", doc: "Loss fraction." },
                    ],
                },
                Decision {
                    id: "increase",
                    label: "No loss",
                    template: "None of {packets} packets was lost: rate {from} -> {to}.",
                    inputs: &[FROM, TO, PACKETS],
                },
                Decision {
                    id: "silence",
                    label: "No acknowledgement",
                    template: "Nothing was acknowledged in the whole interval: rate {from} -> {to}.",
                    inputs: &[FROM, TO],
                },
                Decision {
                    id: "unused",
                    label: "No increase",
                    template: "No loss, but only {packets} of {could} packets were sent: the rate stays at {from}.",
                    inputs: &[
                        FROM,
                        PACKETS,
                        DecisionInput { id: "could", unit: "packets", doc: "Packets that the rate allowed." },
                    ],
                },
                Decision {
                    id: "first_ack",
                    label: "First acknowledgement",
                    template: "First acknowledgement, round trip {srtt}: rate {from} -> {to}, one packet per round trip until the \
                               interval ends.",
                    inputs: &[FROM, TO, DecisionInput { id: "srtt", unit: "s", doc: "First sample of the round trip." }],
                },
            ],
        }
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let settings = VectorSettings {
            span: params.redundancy,
            ack_size: params.ack_size as u16,
            // Its few bits fit the acknowledgement's header.
            bytes_per_16: 0,
        };
        let receiver = AnyReceiver::VectorReceiver(VectorReceiver::new(settings));
        (Tfrcp::new(params, facts.packet), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        self.params = params.clone();
        self.flight.set_overtakers(params.reordering);
        self.rtt.configure(RtoRule::Rfc6298, params.min_rto, 0.001, 1.0, 60.0);
        self.set_rate(self.rate);
        self.set_clock(cx);
    }
}

impl Sender for Tfrcp {
    fn start(&mut self, cx: &mut impl Context) {
        self.running = true;
        self.begin_interval(cx);
        self.send_and_go_on(cx);
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.running = false;
        cx.cancel(Timer::Send);
        cx.cancel(Timer::Round);
    }

    fn restart(&mut self, cx: &mut impl Context) {
        for timer in Timer::ALL {
            cx.cancel(timer);
        }
        *self = Tfrcp::new(&self.params, cx.packet_size());
        self.start(cx);
    }

    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        let Some(Note::AckVector(vector)) = cx.take_note(packet.note()) else { return };
        let now = cx.now();
        if self.flight.acknowledge(packet.seq).is_some() {
            self.acked += 1;
        }
        // Also of a packet that counts as lost by now: else a timeout that is too short could never be mended.
        let first = !self.rtt.has_sample();
        self.rtt.sample(packet.stamp.min(now), now);
        cx.report_rtt(now.saturating_sub(packet.stamp));
        if first && self.running {
            // One packet per round trip, until the interval ends.
            let before = self.rate;
            self.set_rate(self.size / self.rtt.srtt().max(SHORTEST_RTT));
            cx.decide(BEGUN, &[before * 8.0, self.rate * 8.0, self.rtt.srtt()]);
            self.set_clock(cx);
        }
        for back in 1..=self.params.redundancy.min(vector.head) {
            let seq = vector.head - back;
            if vector.has(seq) == Some(true) && self.flight.acknowledge(seq).is_some() {
                self.acked += 1;
            }
        }
        let lost = &mut self.lost;
        self.flight.lose_overtaken(|_, _| *lost += 1);
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match timer {
            Timer::Send => self.send_and_go_on(cx),
            Timer::Round if self.running => self.set_by_interval(cx),
            _ => {}
        }
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        if self.starved && self.running {
            self.starved = false;
            self.set_clock(cx);
        }
    }

    fn state(&self) -> SenderState {
        SenderState { window: None, rate: Some(self.rate * 8.0), in_flight: self.flight.out() }
    }

    fn digest(&self) -> u64 {
        digest_of(&[
            self.rate.to_bits(),
            u64::from(self.acked),
            u64::from(self.lost),
            self.flight.digest(),
            self.rtt.digest(),
            self.pacer.digest(),
        ])
    }
}
