//! RAP: additive increase and multiplicative decrease of a rate, with an acknowledgement for each packet.
//!
//! Rejaie, Handley and Estrin 1999; ns-2's Agent/RAP where the paper is silent.

#[cfg(test)]
mod tests;

use crate::describe::{AlgorithmInfo, Decision, DecisionInput, Family, Reference, Signal, sources, words};
use crate::ground::packet::Packet;
use crate::transport::{Body, Note};
use crate::transport::hole_receiver::LastHole;
use crate::ground::time::{Time, from_secs, to_secs};
use crate::ground::math;
use crate::params::ParamSet;
use crate::transport::flight::{Fate, Flight};
use crate::transport::hole_receiver::HoleReceiver;
use crate::transport::pacer::Pacer;
use crate::transport::{
    AnyReceiver, ConnSpec, Context, FlowFacts, Outgoing, Protocol, Sender, SenderState, Timer, digest_of,
};
use crate::{choice, params};

choice! {
    /// Whose start is followed.
    pub enum Flavour {
        /// The first acknowledgement sets the clocks at once.
        Paper "paper" "Paper",
        /// As ns-2's agent: the first gap and the first step run their two seconds out, and the fine-grain factor has no bounds.
        Ns2 "ns2" "ns-2",
    }
}

params! {
    pub struct Params {
        /// Whose start is followed.
        flavour: Flavour = Flavour::Paper;
        /// Packets per round trip that are added in each round trip.
        alpha: f64 = 1.0, unit "packets", range 0.1..=4.0, label "Alpha", cite "Rejaie and others 1999";
        /// What is left of the rate after a loss.
        beta: f64 = 0.5, range 0.1..=0.95, label "Beta", cite "Rejaie and others 1999";
        /// Share of each new sample in the smoothed round trip and in its deviation.
        delta: f64 = 0.5, range 0.05..=1.0, label "RTT gain", cite "ns-2 delta_";
        /// The timeout is this many smoothed round trips...
        mu: f64 = 1.2, range 1.0..=2.0, label "Timeout: round trips", cite "ns-2 mu_";
        /// ...and this many deviations.
        phi: f64 = 4.0, range 1.0..=8.0, label "Timeout: deviations", cite "ns-2 phi_";
        /// Change the gap within a round trip by the short-term over the long-term mean of the round trip.
        fine_grain: bool = false, label "Fine-grain adaptation", cite "Rejaie and others 1999";
        /// Share of each new sample in the short-term mean.
        k_frtt: f64 = 0.9, above 0.0, max 1.0, label "Short-term gain", cite "ns-2 kfrtt_";
        /// Share of each new sample in the long-term mean.
        k_xrtt: f64 = 0.01, above 0.0, max 1.0, label "Long-term gain", cite "ns-2 kxrtt_";
        /// Share of the packets it could have sent in a step that it must have sent to go faster.
        least_used: f64 = 0.5, range 0.0..=1.0, label "Least use", cite "ns-2 dpthresh_";
        /// Each gap is longer by a random time of up to this.
        gap_noise: f64 = 0.0, unit "s", range 0.0..=1.0, label "Random delay per gap", cite "ns-2 overhead_";
        /// Round-trip samples are whole multiples of this; 0: exact.
        rtt_tick: f64 = 0.0, unit "s", range 0.0..=0.5, label "RTT clock tick";
        /// Round-trip samples are longer by a random time of up to this.
        rtt_noise: f64 = 0.0, unit "s", range 0.0..=0.5, label "RTT noise";
        /// The rate never exceeds this.
        max_rate: Option<f64> = None, unit "bit/s", range 100.0..=1e11, scale log, label "Largest rate", null "no limit";
        /// Size of an acknowledgement on the wire.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size";
    }
}

/// Gap, round trip and timeout before the first acknowledgement, in seconds (ns-2).
const START: f64 = 2.0;
/// Longest gap in seconds.
const LONGEST_GAP: f64 = 64.0;
/// The rate never exceeds this, whatever happens, in bit/s.
const MOST: f64 = 1e11;
/// Steps are no shorter than this, in seconds.
const SHORTEST_STEP: f64 = 1e-4;
/// Bounds of the fine-grain factor.
const FINE_GRAIN: (f64, f64) = (0.5, 2.0);

#[derive(Clone, Debug)]
pub struct Rap {
    params: Params,
    size: f64,
    /// Inter-packet gap in seconds.
    gap: f64,
    heard: bool,
    srtt: f64,
    var: f64,
    frtt: f64,
    xrtt: f64,
    timeout: f64,
    flight: Flight,
    /// Losses of packets below this are part of a cluster that has been answered.
    answered: u32,
    sent_in_step: u32,
    pacer: Pacer,
    running: bool,
    starved: bool,
    /// The application has nothing and nothing is in flight: the clocks stand still.
    asleep: bool,
    completed: bool,
}

const GAP: usize = 0;
const PACKETS: usize = 1;
const SRTT: usize = 2;
const TIMEOUT: usize = 3;
const FRTT: usize = 4;
const XRTT: usize = 5;
const FACTOR: usize = 6;

const INCREASED: u32 = 0;
const BACKED_OFF: u32 = 1;
const UNUSED: u32 = 2;
const TIMED_OUT: u32 = 3;
const BEGUN: u32 = 4;

/// The gap after a step: `1 / gap` grows by `alpha / srtt`.
fn stepped(gap: f64, srtt: f64, alpha: f64) -> f64 {
    gap * srtt / (alpha * gap + srtt)
}

impl Rap {
    fn new(params: &Params, packet: u16) -> Self {
        Rap {
            params: params.clone(),
            size: f64::from(packet.max(1)),
            gap: START,
            heard: false,
            srtt: START,
            var: 0.0,
            frtt: START,
            xrtt: START,
            timeout: START,
            flight: Flight::new(3),
            answered: 0,
            sent_in_step: 0,
            pacer: Pacer::default(),
            running: false,
            starved: false,
            asleep: false,
            completed: false,
        }
    }

    /// The rate in bit/s.
    fn rate(&self) -> f64 {
        self.size * 8.0 / self.gap
    }

    fn set_gap(&mut self, gap: f64) {
        let least = self.size * 8.0 / self.params.max_rate.unwrap_or(MOST);
        self.gap = gap.clamp(least, LONGEST_GAP.max(least));
    }

    fn fine_grain(&self) -> f64 {
        if !self.params.fine_grain || self.xrtt <= 0.0 {
            return 1.0;
        }
        let factor = self.frtt / self.xrtt;
        match self.params.flavour {
            Flavour::Ns2 => factor,
            Flavour::Paper => math::limit(factor, FINE_GRAIN.0, FINE_GRAIN.1),
        }
    }

    fn set_clock(&mut self, cx: &mut impl Context) {
        let mut wait = self.gap * self.fine_grain();
        if self.params.gap_noise > 0.0 {
            wait += cx.rng().range(0.0, self.params.gap_noise);
        }
        let due = self.pacer.due(wait);
        cx.arm(Timer::Send, due.max(cx.now() + 1));
        cx.report_rate(self.size * 8.0 / wait.max(1e-9));
    }

    fn set_step(&self, cx: &mut impl Context) {
        cx.arm(Timer::Round, cx.now() + from_secs(self.srtt.max(SHORTEST_STEP)));
    }

    fn measure(&mut self, sent: Time, cx: &mut impl Context) {
        let now = cx.now();
        cx.report_rtt(now - sent);
        let mut sample = to_secs(now - sent);
        if self.params.rtt_noise > 0.0 {
            sample += cx.rng().range(0.0, self.params.rtt_noise);
        }
        if self.params.rtt_tick > 0.0 {
            sample = (math::round(sample / self.params.rtt_tick)).max(1.0) * self.params.rtt_tick;
        }
        if !self.heard {
            (self.srtt, self.frtt, self.xrtt, self.var) = (sample, sample, sample, 0.0);
        }
        let difference = sample - self.srtt;
        self.srtt += self.params.delta * difference;
        self.var += self.params.delta * (difference.abs() - self.var);
        self.timeout = self.params.mu * self.srtt + self.params.phi * self.var;
        self.frtt += self.params.k_frtt * (sample - self.frtt);
        self.xrtt += self.params.k_xrtt * (sample - self.xrtt);
    }

    /// The first acknowledgement: one packet per round trip.
    fn begin(&mut self, cx: &mut impl Context) {
        self.heard = true;
        let before = self.rate();
        self.set_gap(self.srtt);
        cx.decide(BEGUN, &[before, self.rate(), self.srtt]);
        if self.params.flavour == Flavour::Paper {
            self.set_clock(cx);
            self.set_step(cx);
        }
    }

    /// Loses what the last hole shows to be lost; true if that is a signal of congestion.
    fn lose_by(&mut self, hole: LastHole) -> bool {
        let answered = self.answered;
        let mut signal = false;
        self.flight.settle(hole.current, |seq, _| {
            let q = seq + 1;
            if q > hole.missing || q == hole.last {
                Fate::Received
            } else if hole.current - q >= 3 {
                signal |= seq >= answered;
                Fate::Lost
            } else {
                Fate::Unknown
            }
        });
        signal
    }

    /// Loses what is older than the timeout; true if that is a signal of congestion.
    fn lose_by_time(&mut self, now: Time) -> bool {
        let answered = self.answered;
        let mut signal = false;
        if let Some(at) = now.checked_sub(from_secs(self.timeout)) {
            self.flight.lose_older(at, |seq, _| signal |= seq >= answered);
        }
        signal
    }

    fn back_off(&mut self, by_time: bool, cx: &mut impl Context) {
        let before = self.rate();
        self.set_gap(self.gap / self.params.beta);
        // What is out now belongs to the same cluster: its losses are counted, and not answered again.
        self.answered = self.flight.next();
        self.set_step(cx);
        if by_time {
            cx.report_timeout(self.timeout);
        } else {
            cx.report_reduction(self.srtt / self.gap);
        }
        let packets = self.srtt / self.gap;
        if by_time {
            cx.decide(TIMED_OUT, &[before, self.rate(), packets, self.timeout]);
        } else {
            cx.decide(BACKED_OFF, &[before, self.rate(), packets]);
        }
    }

    fn on_gap(&mut self, cx: &mut impl Context) {
        if !self.running {
            return;
        }
        if self.lose_by_time(cx.now()) {
            self.back_off(true, cx);
            self.pacer.sent(cx.now());
        } else if !self.send_one(cx) {
            if self.flight.out() == 0 {
                self.sleep(cx);
                return;
            }
            // Nothing to send, but losses of what is out can still be found.
            self.starved = true;
            cx.arm(Timer::Send, cx.now() + from_secs(self.gap.max(self.srtt / 4.0).max(SHORTEST_STEP)));
            return;
        }
        self.set_clock(cx);
    }

    fn send_one(&mut self, cx: &mut impl Context) -> bool {
        let header = Self::header_bytes();
        let payload = cx.pull(u32::from(cx.packet_size().saturating_sub(header).max(1)));
        if payload == 0 {
            return false;
        }
        let seq = self.flight.next();
        let body = Body::Data { unit: 0, info: 0, note: 0 };
        cx.send(Outgoing { seq, size: payload as u16 + header, flags: 0, payload: body.into() });
        self.flight.sent(cx.now());
        self.pacer.sent(cx.now());
        self.sent_in_step += 1;
        self.starved = false;
        true
    }

    fn sleep(&mut self, cx: &mut impl Context) {
        self.asleep = true;
        cx.cancel(Timer::Round);
        cx.cancel(Timer::Send);
        if !self.completed && cx.app_finished() {
            self.completed = true;
            cx.completed();
        }
    }

    /// Once per round trip: one packet per round trip more, if the rate was used.
    fn on_step(&mut self, cx: &mut impl Context) {
        if !self.running {
            return;
        }
        let before = self.rate();
        if !self.heard && self.params.flavour == Flavour::Paper {
            // Nothing says that anything arrives: no reason to go faster.
            self.set_step(cx);
            return;
        }
        if f64::from(self.sent_in_step) * self.gap / self.srtt >= self.params.least_used {
            self.set_gap(stepped(self.gap, self.srtt, self.params.alpha));
            cx.decide(INCREASED, &[before, self.rate(), self.srtt]);
        } else {
            cx.decide(UNUSED, &[before, f64::from(self.sent_in_step), self.srtt / self.gap]);
        }
        self.sent_in_step = 0;
        self.set_step(cx);
        self.emit(cx);
    }

    fn emit(&self, cx: &mut impl Context) {
        if !cx.records_own_signals() {
            return;
        }
        cx.signal(GAP, self.gap);
        if self.heard {
            cx.signal(PACKETS, self.srtt / self.gap);
            cx.signal(SRTT, self.srtt);
            cx.signal(TIMEOUT, self.timeout);
            cx.signal(FRTT, self.frtt);
            cx.signal(XRTT, self.xrtt);
            cx.signal(FACTOR, self.fine_grain());
        }
    }
}

impl Protocol for Rap {
    type Params = Params;
    const ID: &'static str = "rap";

    fn info() -> AlgorithmInfo {
        const FROM: DecisionInput = DecisionInput { id: "from", unit: "bit/s", doc: "Rate before." };
        const TO: DecisionInput = DecisionInput { id: "to", unit: "bit/s", doc: "Rate after." };
        AlgorithmInfo {
            id: Self::ID,
            name: "RAP",
            family: Family::Rate,
            summary: words("TCP's additive increase and multiplicative decrease on a rate instead of a window."),
            doc: words("The sender paces packets with a gap $G$, so its rate is $s/G$. Every smoothed round trip $S$ without loss \
                  it adds $\\alpha$ packets per round trip:\n\n\
                  $$\\frac{1}{G'} = \\frac{1}{G} + \\frac{\\alpha}{S}, \\quad G' = \\frac{G S}{\\alpha G + S}$$\n\n\
                  and at a loss it divides the gap by $\\beta$, which halves the rate. The receiver acknowledges each packet \
                  and tells of the last hole in what it received; a packet counts as lost when three later ones have \
                  arrived, or after $\\mu S + \\phi V$ ($V$: deviation of the round trip). What is in flight at a loss \
                  belongs to the same *cluster*: its losses are not answered again, so the rate halves once per round \
                  trip at most.\n\n\
                  There is no slow start: a path of $W$ packets takes $W$ round trips to fill. There is no \
                  retransmission timeout in the rate either, so under heavy loss RAP is far above TCP: \
                  $\\sqrt{3/(2p)}$ packets per round trip at any $p$.\n\n\
                  With *fine-grain adaptation* each gap is multiplied by the short-term over the long-term mean of the \
                  round trip, so that a queue that grows slows the sender within a round trip."),
            references: sources(&[Reference {
                title: "R. Rejaie, M. Handley and D. Estrin, RAP: An End-to-end Rate-based Congestion Control Mechanism \
                        for Realtime Streams in the Internet, 1999",
                url: "https://doi.org/10.1109/INFCOM.1999.752152",
            }]),
            fields: Params::fields(),
            signals: vec![
                Signal::gauge("gap", "Gap", "s", "Time from packet to packet, fine-grain adaptation left out."),
                Signal::gauge("packets_per_rtt", "Packets per RTT", "packets", "Smoothed round trip over gap."),
                Signal::gauge("srtt", "Smoothed RTT", "s", "S: what steps and rates are counted in."),
                Signal::gauge("timeout", "Timeout", "s", "A packet without acknowledgement for so long is lost."),
                Signal::gauge("frtt", "Short-term RTT", "s", "Follows the round trip within some packets."),
                Signal::gauge("xrtt", "Long-term RTT", "s", "Follows the round trip within hundreds of packets."),
                Signal::gauge("fine_grain", "Fine-grain factor", "", "What each gap is multiplied by; 1 without fine-grain adaptation."),
            ],
            decisions: vec![
                Decision {
                    id: "increase",
                    label: "Increase",
                    template: "A round trip of {srtt} without loss: rate {from} -> {to}.",
                    inputs: &[
                        FROM,
                        TO,
                        DecisionInput { id: "srtt", unit: "s", doc: "Smoothed round trip." },
                    ],
                },
                Decision {
                    id: "back_off",
                    label: "Back-off",
                    template: "Loss: rate {from} -> {to}, {packets} packets per round trip. Other losses among what is in \
                               flight now are part of the same cluster.",
                    inputs: &[
                        FROM,
                        TO,
                        DecisionInput { id: "packets", unit: "packets", doc: "Packets per round trip after it." },
                    ],
                },
                Decision {
                    id: "unused",
                    label: "No increase",
                    template: "Only {sent} of {could} packets were sent in the last round trip: the rate stays at {from}.",
                    inputs: &[
                        FROM,
                        DecisionInput { id: "sent", unit: "packets", doc: "Packets sent." },
                        DecisionInput { id: "could", unit: "packets", doc: "Packets that the rate allowed." },
                    ],
                },
                Decision {
                    id: "timeout",
                    label: "Timeout",
                    template: "A packet had no acknowledgement for {timeout}: rate {from} -> {to}, {packets} packets per round trip.",
                    inputs: &[
                        FROM,
                        TO,
                        DecisionInput { id: "packets", unit: "packets", doc: "Packets per round trip after it." },
                        DecisionInput { id: "timeout", unit: "s", doc: "The timeout that expired." },
                    ],
                },
                Decision {
                    id: "first_ack",
                    label: "First acknowledgement",
                    template: "First acknowledgement, round trip {srtt}: rate {from} -> {to}, one packet per round trip.",
                    inputs: &[FROM, TO, DecisionInput { id: "srtt", unit: "s", doc: "First sample of the round trip." }],
                },
            ],
        }
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let receiver = AnyReceiver::HoleReceiver(HoleReceiver::new(params.ack_size));
        (Rap::new(params, facts.packet), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, _: &mut impl Context) {
        self.params = params.clone();
        self.set_gap(self.gap);
    }
}

impl Sender for Rap {
    fn start(&mut self, cx: &mut impl Context) {
        self.running = true;
        self.set_step(cx);
        self.on_gap(cx);
        self.emit(cx);
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
        *self = Rap::new(&self.params, cx.packet_size());
        self.start(cx);
    }

    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        let Some(Note::LastHole(hole)) = cx.take_note(packet.note()) else { return };
        // Also of a packet that counts as lost by now: else a timeout that is too short could never be mended.
        self.flight.acknowledge(packet.seq);
        self.measure(packet.stamp.min(cx.now()), cx);
        if !self.heard && self.running {
            self.begin(cx);
        }
        if self.lose_by(hole) && self.running {
            self.back_off(false, cx);
        }
        if self.flight.out() == 0 && self.running && cx.app_finished() && !self.asleep {
            self.sleep(cx);
        }
        self.emit(cx);
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match timer {
            Timer::Send => self.on_gap(cx),
            Timer::Round => self.on_step(cx),
            Timer::Timeout | Timer::Other => {}
        }
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        if self.asleep && self.running {
            self.asleep = false;
            self.starved = true;
            self.sent_in_step = 0;
            self.set_step(cx);
        }
        if self.starved && self.running {
            // At once if a gap has passed since the last packet.
            self.starved = false;
            self.set_clock(cx);
        }
    }

    fn state(&self) -> SenderState {
        SenderState { window: None, rate: Some(self.rate()), in_flight: self.flight.out() }
    }

    fn digest(&self) -> u64 {
        digest_of(&[
            self.gap.to_bits(),
            self.srtt.to_bits(),
            self.var.to_bits(),
            u64::from(self.answered),
            u64::from(self.sent_in_step),
            self.flight.digest(),
            self.pacer.digest(),
        ])
    }
}
