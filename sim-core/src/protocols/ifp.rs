//! IFP: TCP's window without retransmission, turned into a rate for a media source.
//!
//! Jacobs and Eleftheriadis 1996, as the authors of LDA+ describe it (Sisalem and Wolisz 2000, section V); where they are
//! silent, Reno's rules.

#[cfg(test)]
mod tests;

use crate::catalogue::{AlgorithmInfo, Decision, DecisionInput, Family, Reference, Signal};
use crate::engine::packet::{Body, Note, Packet};
use crate::engine::time::{NEVER, Time, from_secs, to_secs};
use crate::params;
use crate::params::ParamSet;
use crate::transport::flight::Flight;
use crate::transport::rto::{RtoRule, RttEstimator};
use crate::transport::vector_receiver::{VectorReceiver, VectorSettings};
use crate::transport::{
    AnyReceiver, ConnSpec, Cx, FlowFacts, Outgoing, Protocol, Sender, SenderState, Timer, digest_of,
};

params! {
    pub struct Params {
        /// Window at the start.
        initial_window: f64 = 1.0, unit "packets", range 1.0..=10.0;
        /// Slow start ends when the window reaches this many packets.
        initial_ssthresh: f64 = 64.0, unit "packets", range 2.0..=1e4, scale log, label "Initial slow-start threshold";
        /// Later packets received that make a packet count as lost.
        dupthresh: u32 = 3, unit "packets", range 1..=10, label "Reordering threshold";
        /// Floor of the timeout.
        min_rto: f64 = 0.2, unit "s", range 0.05..=3.0, label "Smallest timeout";
        /// Spread packets over the round trip.
        pacing: bool = true;
        /// The source hears of a mean of the rate over so many round trips.
        smoothing: f64 = 1.0, unit "RTT", range 0.0..=20.0, label "Rate smoothing";
        /// Earlier packets that each acknowledgement tells of as well, so that lost acknowledgements are no loss.
        redundancy: u32 = 0, unit "packets", range 0..=255, label "ACK redundancy";
        /// Size of an acknowledgement on the wire.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size";
    }
}

/// Longest timeout, and the one before the first sample, in seconds.
const LONGEST_RTO: f64 = 60.0;
const INITIAL_RTO: f64 = 1.0;

#[derive(Clone, Debug)]
pub struct Ifp {
    params: Params,
    size: f64,
    cwnd: f64,
    ssthresh: f64,
    flight: Flight,
    /// Losses of packets below this belong to a window that has been cut.
    recover: u32,
    rtt: RttEstimator,
    next_paced: Time,
    /// The rate that the source hears of, in bit/s.
    told: f64,
    told_at: Time,
    running: bool,
    starved: bool,
    completed: bool,
}

const SSTHRESH: usize = 0;
const SRTT: usize = 1;
const RTO: usize = 2;
const TOLD: usize = 3;

const LOSS: u32 = 0;
const TIMEOUT: u32 = 1;

impl Ifp {
    fn new(params: &Params, packet: u16) -> Self {
        Ifp {
            params: params.clone(),
            size: f64::from(packet.max(1)),
            cwnd: params.initial_window,
            ssthresh: params.initial_ssthresh,
            flight: Flight::new(params.dupthresh),
            recover: 0,
            rtt: RttEstimator::new(RtoRule::Rfc6298, params.min_rto, 0.001, INITIAL_RTO, LONGEST_RTO),
            next_paced: 0,
            told: 0.0,
            told_at: 0,
            running: false,
            starved: false,
            completed: false,
        }
    }

    /// The window as a rate in bit/s; before the first sample a packet in each timeout.
    fn rate(&self) -> f64 {
        let bits = self.size * 8.0;
        if self.rtt.has_sample() {
            self.cwnd * bits / self.rtt.srtt().max(1e-9)
        } else {
            bits / to_secs(self.rtt.timeout())
        }
    }

    fn try_send(&mut self, cx: &mut Cx) {
        if !self.running {
            return;
        }
        while f64::from(self.flight.out()) < self.cwnd.max(1.0).trunc() {
            let paces = self.params.pacing && self.rtt.has_sample();
            if paces && cx.now() < self.next_paced {
                cx.arm(Timer::Send, self.next_paced);
                return;
            }
            let header = Self::header_bytes();
            let payload = cx.pull(u32::from(cx.packet_size().saturating_sub(header).max(1)));
            if payload == 0 {
                self.starved = true;
                if self.flight.out() == 0 {
                    cx.cancel(Timer::Timeout);
                    self.complete_if_done(cx);
                }
                return;
            }
            self.starved = false;
            let body = Body::Data { unit: 0, info: 0, note: 0 };
            cx.send(Outgoing { seq: self.flight.next(), size: payload as u16 + header, flags: 0, body });
            self.flight.sent(cx.now());
            if cx.due(Timer::Timeout) == NEVER {
                cx.arm(Timer::Timeout, cx.now() + self.rtt.timeout());
            }
            if paces {
                let gap = from_secs(self.rtt.srtt() / self.cwnd.max(1.0));
                self.next_paced = self.next_paced.max(cx.now().saturating_sub(gap)) + gap;
            }
        }
    }

    fn complete_if_done(&mut self, cx: &mut Cx) {
        if !self.completed && cx.app_finished() {
            self.completed = true;
            cx.completed();
        }
    }

    /// Once per window: half of what was out.
    fn cut(&mut self, out: f64, cx: &mut Cx) {
        let from = self.cwnd;
        self.ssthresh = (out / 2.0).max(2.0);
        self.cwnd = self.ssthresh;
        self.recover = self.flight.next();
        cx.obs.cut(cx.flow(), cx.now(), self.cwnd);
        cx.decide(LOSS, &[from, self.cwnd, out]);
    }

    fn report(&mut self, cx: &mut Cx) {
        let now = cx.now();
        let rate = self.rate();
        // A moving average in time: the share of the old value falls with the round trips that have passed.
        let span = self.params.smoothing * self.rtt.srtt();
        let share = if span > 0.0 { to_secs(now - self.told_at) / (span + to_secs(now - self.told_at)) } else { 1.0 };
        self.told = if self.told > 0.0 { self.told + share * (rate - self.told) } else { rate };
        self.told_at = now;
        cx.obs.window_is(cx.flow(), now, self.cwnd, f64::from(self.flight.out()));
        cx.obs.rate(cx.flow(), now, rate);
        if cx.obs.wants_own_signals() {
            cx.signal(SSTHRESH, self.ssthresh);
            cx.signal(SRTT, self.rtt.srtt());
            cx.signal(RTO, to_secs(self.rtt.timeout()));
            cx.signal(TOLD, self.told);
        }
    }
}

impl Protocol for Ifp {
    type Params = Params;
    const ID: &'static str = "ifp";

    fn info() -> AlgorithmInfo {
        const FROM: DecisionInput = DecisionInput { id: "from", unit: "packets", doc: "Window before." };
        const TO: DecisionInput = DecisionInput { id: "to", unit: "packets", doc: "Window after." };
        const OUT: DecisionInput = DecisionInput { id: "out", unit: "packets", doc: "Packets that were out." };
        AlgorithmInfo {
            id: Self::ID,
            name: "IFP",
            family: Family::Window,
            summary: "TCP's window for media: nothing is sent twice, and the window over the round trip is the rate that the \
                      source adapts to.",
            doc: "The window $w$ grows and shrinks as TCP Reno's: one packet per acknowledgement up to a threshold, then \
                  $1/w$ per acknowledgement; half of what is out at a loss; one packet after a timeout. What differs is \
                  that lost packets are not sent again: media come too late then. A packet counts as lost when three later \
                  ones are acknowledged and leaves the window at once, so there is no recovery phase.\n\n\
                  The source is told the rate $r = w s / R$ and adapts its coding to it. Packets are spread over the \
                  round trip.\n\n\
                  Each acknowledgement names one packet only, so a lost one looks like a lost packet; *ACK redundancy* lets \
                  it tell of earlier packets, too.",
            references: vec![Reference {
                title: "S. Jacobs and A. Eleftheriadis, Providing Video Services over Networks without Quality of Service \
                        Guarantees, 1996",
                url: "https://www.w3.org/AudioVideo/9610_Workshop/",
            }],
            fields: Params::fields(),
            signals: vec![
                Signal::gauge("ssthresh", "Slow-start threshold", "packets", "Where slow start ends."),
                Signal::gauge("srtt", "Smoothed RTT", "s", "The sender's smoothed round-trip time."),
                Signal::gauge("rto", "Timeout", "s", "The timeout, back-off included."),
                Signal::gauge("source_rate", "Rate for the source", "bit/s", "What the source is told to adapt to."),
            ],
            decisions: vec![
                Decision {
                    id: "loss",
                    label: "Loss found",
                    template: "Three later packets arrived: window {from} -> {to} packets, half of the {out} that were out. \
                               Nothing is sent again.",
                    inputs: &[FROM, TO, OUT],
                },
                Decision {
                    id: "timeout",
                    label: "Timeout",
                    template: "Nothing was acknowledged for {rto}: all {out} packets out count as lost, window {from} -> {to}.",
                    inputs: &[
                        FROM,
                        TO,
                        OUT,
                        DecisionInput { id: "rto", unit: "s", doc: "The timeout that expired." },
                    ],
                },
            ],
        }
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let settings = VectorSettings {
            span: params.redundancy,
            ack_size: params.ack_size as u16,
            bytes_per_16: u16::from(params.redundancy > 0) * 2,
        };
        let receiver = AnyReceiver::VectorReceiver(VectorReceiver::new(settings));
        (Ifp::new(params, facts.packet), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, _: &mut Cx) {
        self.params = params.clone();
        self.flight.set_overtakers(params.dupthresh);
        self.rtt.configure(RtoRule::Rfc6298, params.min_rto, 0.001, INITIAL_RTO, LONGEST_RTO);
    }
}

impl Sender for Ifp {
    fn start(&mut self, cx: &mut Cx) {
        self.running = true;
        self.try_send(cx);
        self.report(cx);
    }

    fn stop(&mut self, cx: &mut Cx) {
        self.running = false;
        cx.cancel(Timer::Send);
        cx.cancel(Timer::Timeout);
    }

    fn restart(&mut self, cx: &mut Cx) {
        for timer in Timer::ALL {
            cx.cancel(timer);
        }
        *self = Ifp::new(&self.params, cx.packet_size());
        self.start(cx);
    }

    fn on_feedback(&mut self, packet: &Packet, cx: &mut Cx) {
        let Some(Note::AckVector(vector)) = cx.take_note(packet.note()) else { return };
        let now = cx.now();
        let out = f64::from(self.flight.out());
        let mut acked = 0u32;
        if let Some(sent) = self.flight.acknowledge(packet.seq) {
            acked += 1;
            self.rtt.sample(sent, now);
            cx.obs.rtt(cx.flow(), now, now - sent);
        }
        for back in 1..=self.params.redundancy.min(vector.head) {
            let seq = vector.head - back;
            if vector.has(seq) == Some(true) && self.flight.acknowledge(seq).is_some() {
                acked += 1;
            }
        }
        if acked > 0 {
            self.rtt.clear_back_off();
            cx.arm(Timer::Timeout, now + self.rtt.timeout());
            // Only what is used grows.
            if out >= self.cwnd / 2.0 {
                for _ in 0..acked {
                    self.cwnd += if self.cwnd < self.ssthresh { 1.0 } else { 1.0 / self.cwnd };
                }
            }
        }
        let recover = self.recover;
        let mut news = false;
        self.flight.lose_overtaken(|seq, _| news |= seq >= recover);
        if news {
            self.cut(out, cx);
        }
        if self.flight.out() == 0 {
            cx.cancel(Timer::Timeout);
        }
        self.try_send(cx);
        self.report(cx);
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut Cx) {
        if timer == Timer::Timeout && self.running && self.flight.out() > 0 {
            let (from, out) = (self.cwnd, f64::from(self.flight.out()));
            let expired = to_secs(self.rtt.timeout());
            self.ssthresh = (out / 2.0).max(2.0);
            self.cwnd = 1.0;
            self.flight.lose_older(cx.now(), |_, _| {});
            self.recover = self.flight.next();
            self.rtt.back_off();
            self.next_paced = cx.now();
            cx.obs.timeout(cx.flow(), cx.now(), expired);
            cx.decide(TIMEOUT, &[from, self.cwnd, out, expired]);
        }
        self.try_send(cx);
        self.report(cx);
    }

    fn on_app(&mut self, cx: &mut Cx) {
        self.try_send(cx);
        self.report(cx);
    }

    fn state(&self) -> SenderState {
        SenderState { window: Some(self.cwnd), rate: None, in_flight: self.flight.out() }
    }

    fn digest(&self) -> u64 {
        digest_of(&[
            self.cwnd.to_bits(),
            self.ssthresh.to_bits(),
            u64::from(self.recover),
            self.flight.digest(),
            self.rtt.digest(),
            self.next_paced,
        ])
    }
}
