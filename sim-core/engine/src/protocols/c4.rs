//! C4, Christian's congestion control code (draft-huitema-ccwg-c4-spec-04, with the code of `picoquic` where the draft leaves something open): a
//! nominal rate that measurements only raise and congestion lowers, and a window for the largest round-trip time without a queue.

mod about;
#[cfg(test)]
mod tests;

use crate::ground::packet::ECT_1;
use crate::protocols::prelude::*;
use crate::transport::ack_receiver::AckReceiver;
use crate::transport::delivery_rate::{DeliveryRate, RateSample};
use crate::transport::stack::Stack;
use about::{SIGNALS, decision};

params! {
    pub struct Params {
        /// Rate while the flow pushes, relative to the nominal rate.
        push_gain: f64 = 1.25, range 1.05..=2.0, label "Gain of pushing", cite "draft-huitema-ccwg-c4-spec-04 section 4.7";
        /// Rate while the flow probes, relative to the nominal rate. Marks halve the excess over 1.
        probe_gain: f64 = 1.0625, range 1.005..=1.5, label "Gain of probing", cite "draft-huitema-ccwg-c4-spec-04 section 4.6";
        /// Largest share of the nominal rate that a congestion signal takes.
        beta: f64 = 0.25, range 0.01..=0.9, label "Largest reduction", cite "draft-huitema-ccwg-c4-spec-04 section 5.5.1";
        /// A long round-trip time is a congestion signal while the flow cruises as well, as in the draft, not only after probing, pushing and the
        /// start, as in `picoquic`.
        delay_in_cruising: bool = true, label "Delay signals in Cruising", cite "draft-huitema-ccwg-c4-spec-04 section 5.2";
        /// Send packets as ECT(1) and respond to congestion marks.
        ecn: bool = true, label "ECN", cite "draft-huitema-ccwg-c4-spec-04 section 5.4";
        ..paced: PacedParams;
    }
}

const INITIAL_GAIN: f64 = 2.0;
const RECOVERY_GAIN: f64 = 0.9375;
const CRUISING_ERAS: u32 = 2;
/// Eras without growth after which Initial ends, and after which a long round-trip time ends it.
const FLAT_ERAS: u32 = 3;
const FLAT_ERAS_WITH_DELAY: u32 = 2;
/// Growth of the nominal rate in an era of Initial that counts: a quarter of that expected (`picoquic`).
const INITIAL_GROWTH: f64 = 1.25;
/// Growth in an era of Pushing with which it continues, and the number of growing eras after which Initial begins again.
const PUSH_GROWTH: f64 = 19.0 / 16.0;
const MAX_PUSH_ERAS: u32 = 3;
/// Initial begins again only above this largest round-trip time, in seconds, and below this nominal rate, in bit/s (`picoquic`).
const MIN_RESTART_RTT: f64 = 0.05;
const MAX_RESTART_RATE: f64 = 8e6;
/// Packets received before losses end Initial.
const MIN_RECEIVED: u64 = 20;
/// Smallest pacing rate in Initial, bit/s.
const MIN_INITIAL_RATE: f64 = 1_048_576.0;
/// Largest jitter that the largest round-trip time follows, largest excess over it without congestion, and largest allowance of the window, in seconds.
const MAX_JITTER: f64 = 0.25;
const MAX_DELAY_THRESHOLD: f64 = 0.025;
const MAX_MARGIN: f64 = 0.015;
/// Smallest value of the largest round-trip time, in seconds (section 6.3).
const MIN_MAX_RTT: f64 = 0.001;
/// Weight of a packet in the average share of losses and of an acknowledgement in that of marks.
const LOSS_WEIGHT: f64 = 1.0 / 16.0;
const MARK_WEIGHT: f64 = 1.0 / 16.0;
const MIN_WINDOW: f64 = 2.0;
/// Packets by which the window grows at most for each packet delivered.
const MAX_GROWTH: f64 = 2.0;

/// The states, numbered as in the signal `state`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, State)]
enum C4State {
    #[default]
    Initial,
    Recovery,
    Cruising,
    Probing,
    Pushing,
}

/// A congestion signal with its excess over the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
enum C4Signal {
    Delay { excess: f64, limit: f64 },
    Loss { threshold: f64 },
    Marks { threshold: f64 },
}

/// A round trip: it ends when a packet is acknowledged that was sent after its beginning.
#[derive(Clone, Copy, Debug, Default, State)]
struct C4Era {
    /// Packets delivered at its beginning, and the nominal rate.
    delivered: u64,
    rate: f64,
    /// Gain of the era before, in which the packets were sent that are acknowledged now.
    sent_gain: f64,
    /// Extremes of the round-trip time; 0 and infinity before the first sample.
    max_rtt: f64,
    min_rtt: f64,
    /// Whether the application did not limit all of its samples.
    is_filled: bool,
    /// Whether the network set the rate of one of its samples, although the application may have limited the flow for a time.
    is_slowed: bool,
}

#[derive(Clone, Debug, State)]
#[state(not(bits))]
pub struct C4Rules {
    params: Params,
    /// Bits of a packet.
    bits: f64,
    rate: DeliveryRate,
    state: C4State,
    era: C4Era,
    /// Packets per second.
    nominal_rate: f64,
    /// Seconds; 0 before the first sample, and infinite before the first era below the nominal rate.
    max_rtt: f64,
    running_min_rtt: f64,
    /// The window of slow start.
    initial_window: f64,
    flat_eras: u32,
    /// Eras left before probing, and eras of Pushing that are over.
    cruising_left: u32,
    pushed: u32,
    /// Whether the state before Recovery was Probing.
    has_probed: bool,
    /// The nominal rate at the end of the last Recovery.
    rate_before: f64,
    /// Whether a congestion signal came in this cycle.
    is_congested: bool,
    /// Number of cycles in a row with a congestion signal.
    congested_cycles: u32,
    /// The largest sample since the end of the last Recovery.
    recent_rate: f64,
    has_restarted: bool,
    loss: f64,
    marks: f64,
    has_marks: bool,
    /// Marked packets that the receiver has reported.
    reported: u32,
    /// Packets delivered when the average of marks was last updated.
    #[state(if self.has_marks)]
    averaged_at: u64,
}

impl C4Rules {
    fn new(params: Params, bits: f64) -> Self {
        let initial_window = params.paced.initial_window;
        let era = C4Era { sent_gain: INITIAL_GAIN, min_rtt: f64::INFINITY, ..C4Era::default() };
        C4Rules {
            params,
            bits,
            rate: DeliveryRate::default(),
            state: C4State::Initial,
            era,
            nominal_rate: 0.0,
            max_rtt: 0.0,
            running_min_rtt: f64::INFINITY,
            initial_window,
            flat_eras: 0,
            cruising_left: 0,
            pushed: 0,
            has_probed: false,
            rate_before: 0.0,
            is_congested: false,
            congested_cycles: 0,
            recent_rate: 0.0,
            has_restarted: false,
            loss: 0.0,
            marks: 0.0,
            has_marks: false,
            averaged_at: 0,
            reported: 0,
        }
    }

    /// How strongly the flow responds: linear between 50 kB/s, 1 MB/s and 10 MB/s (section 5.1).
    fn sensitivity(&self) -> f64 {
        let bytes = self.nominal_rate * self.bits / 8.0;
        let (low, middle, high) = (5e4, 1e6, 1e7);
        if bytes < middle {
            (0.92 * (bytes - low) / (middle - low)).max(0.0)
        } else {
            (0.92 + 0.08 * (bytes - middle) / (high - middle)).min(1.0)
        }
    }

    fn delay_threshold(&self) -> f64 {
        let share = 1.0 / 16.0 + (1.0 - self.sensitivity()) * 3.0 / 16.0;
        (share * self.max_rtt).min(MAX_DELAY_THRESHOLD)
    }

    fn gain(&self) -> f64 {
        match self.state {
            C4State::Initial => INITIAL_GAIN,
            C4State::Recovery => RECOVERY_GAIN,
            C4State::Cruising => 1.0,
            C4State::Probing if self.has_marks => 1.0 + (self.params.probe_gain - 1.0) / 2.0,
            C4State::Probing => self.params.probe_gain,
            C4State::Pushing => self.params.push_gain,
        }
    }

    /// Packets per second; 0 before the first sample, which does not pace.
    fn pacing_rate(&self) -> f64 {
        let rate = self.gain() * self.nominal_rate;
        match self.state {
            C4State::Initial if rate > 0.0 => rate.max(MIN_INITIAL_RATE / self.bits),
            _ => rate,
        }
    }

    fn begin_era(&mut self) {
        if self.has_marks {
            self.average_marks(0);
        }
        self.era = C4Era {
            delivered: self.rate.delivered(),
            rate: self.nominal_rate,
            sent_gain: self.gain(),
            max_rtt: 0.0,
            min_rtt: f64::INFINITY,
            is_filled: false,
            is_slowed: false,
        };
    }

    /// Begins a state. The era before had the gain of the state before.
    fn enter(&mut self, state: C4State) {
        self.begin_era();
        self.state = state;
    }

    fn enter_recovery(&mut self) {
        self.has_probed = self.state == C4State::Probing;
        self.enter(C4State::Recovery);
    }

    fn end_initial(&mut self, out: &mut dyn Reports) {
        if self.nominal_rate <= 0.0 {
            return;
        }
        self.max_rtt = (self.initial_window / 2.0 / self.nominal_rate).max(MIN_MAX_RTT);
        self.flat_eras = 0;
        (self.is_congested, self.rate_before) = (false, self.nominal_rate);
        self.enter_recovery();
        out.decide(decision::EndsInitial { rate: self.nominal_rate * self.bits, rtt: self.max_rtt });
    }

    fn restart_initial(&mut self) {
        self.initial_window = (self.nominal_rate * self.max_rtt).max(MIN_WINDOW);
        self.flat_eras = 0;
        self.enter(C4State::Initial);
    }

    /// A rate sample (section 3.1). The network sets the rate if it delivers more than ever, or if more packets are in it than the nominal rate fills
    /// the path with (`picoquic`): then they wait.
    fn measure(&mut self, sample: &RateSample) {
        self.era.is_filled |= !sample.app_limited;
        let Some(rate) = sample.rate else { return };
        let fills = self.nominal_rate * self.running_min_rtt;
        self.era.is_slowed |= rate > self.nominal_rate || sample.delivered as f64 > fills;
        self.recent_rate = self.recent_rate.max(rate);
        if !(self.state == C4State::Recovery && self.is_congested) {
            self.nominal_rate = self.nominal_rate.max(rate);
        }
    }

    /// A round-trip sample. Returns the signal of a long one.
    fn note_rtt(&mut self, rtt: f64) -> Option<C4Signal> {
        self.era.max_rtt = self.era.max_rtt.max(rtt);
        self.era.min_rtt = self.era.min_rtt.min(rtt);
        self.running_min_rtt = self.running_min_rtt.min(rtt);
        if self.max_rtt == 0.0 {
            self.max_rtt = rtt.max(MIN_MAX_RTT);
        }
        let limit = self.delay_threshold();
        let excess = rtt - self.max_rtt - limit;
        let counts = self.params.delay_in_cruising || self.era.sent_gain > 1.0;
        (counts && excess > 0.0).then_some(C4Signal::Delay { excess, limit })
    }

    /// The losses that an acknowledgement shows, with the packets that it covers (section 5.3). In Recovery they concern packets from before.
    fn note_losses(&mut self, sample: &RateSample) -> Option<C4Signal> {
        if self.state == C4State::Recovery {
            return None;
        }
        if self.loss > 0.0 {
            self.loss *= math::powi(1.0 - LOSS_WEIGHT, narrow(sample.newly_delivered.min(1000)));
        }
        for _ in 0..sample.newly_lost.min(1000) {
            self.loss += LOSS_WEIGHT * (1.0 - self.loss);
        }
        let threshold = 0.02 + 0.5 * (1.0 - self.sensitivity());
        (sample.newly_lost > 0 && self.loss > threshold).then_some(C4Signal::Loss { threshold })
    }

    /// The marks that an acknowledgement reports (section 5.4).
    fn note_marks(&mut self, feedback: &Feedback) -> Option<C4Signal> {
        // An acknowledgement that a later one has overtaken reports fewer marks.
        let marked = feedback.report.saturating_sub(self.reported);
        self.reported += marked;
        if marked == 0 {
            return None;
        }
        if !self.has_marks {
            (self.has_marks, self.averaged_at) = (true, self.era.delivered);
        }
        self.average_marks(marked);
        let threshold = (2.0 - self.sensitivity()) * 3.0 / 32.0;
        (self.marks > threshold).then_some(C4Signal::Marks { threshold })
    }

    /// Averages the share of marked packets among those delivered since the last time. As in `picoquic`, this happens at marks and at the end of an
    /// era, because an acknowledgement of two packets has shares of 0, 0.5 and 1 only.
    fn average_marks(&mut self, marked: u32) {
        let delivered = self.rate.delivered().saturating_sub(self.averaged_at).max(u64::from(marked)).max(1);
        self.averaged_at = self.rate.delivered();
        let share = f64::from(marked) / delivered as f64;
        self.marks = if share >= 0.5 {
            self.marks.max(share)
        } else {
            self.marks + MARK_WEIGHT * (share - self.marks)
        };
    }

    /// Responds to a congestion signal (section 5.5).
    fn respond(&mut self, signal: C4Signal, out: &mut dyn Reports) {
        match self.state {
            C4State::Initial => {
                let ends = match signal {
                    C4Signal::Loss { .. } => self.rate.delivered() > MIN_RECEIVED,
                    _ => self.flat_eras >= FLAT_ERAS_WITH_DELAY && self.nominal_rate <= self.era.rate,
                };
                if ends {
                    self.end_initial(out);
                }
                return;
            }
            C4State::Cruising => self.reduce(signal, out),
            // In Probing and Pushing, the rate was above the nominal one on purpose.
            C4State::Recovery | C4State::Probing | C4State::Pushing => {}
        }
        self.is_congested = true;
        if self.state != C4State::Recovery {
            self.enter_recovery();
        }
    }

    fn reduce(&mut self, signal: C4Signal, out: &mut dyn Reports) {
        let excess = match signal {
            C4Signal::Delay { excess, limit } => excess / limit,
            C4Signal::Loss { .. } => self.params.beta,
            C4Signal::Marks { threshold } => self.marks / threshold - 1.0,
        };
        let before = self.nominal_rate * self.bits;
        let rest = 1.0 - excess.min(self.params.beta);
        self.nominal_rate *= rest;
        let rate = self.nominal_rate * self.bits;
        match signal {
            C4Signal::Delay { excess, .. } => out.decide(decision::Delay { excess, before, rate }),
            C4Signal::Loss { threshold } => {
                self.max_rtt = (self.max_rtt * rest).max(MIN_MAX_RTT);
                out.decide(decision::Loses { share: self.loss, threshold, before, rate });
            }
            C4Signal::Marks { threshold } => {
                out.decide(decision::Marks { share: self.marks, threshold, before, rate })
            }
        }
    }

    /// Follows the round-trip times of an era whose packets were sent at no more than the nominal rate (section 3.2).
    fn update_max_rtt(&mut self) {
        if self.era.sent_gain > 1.0 || self.era.max_rtt == 0.0 {
            return;
        }
        // It has followed smaller samples at once.
        self.running_min_rtt = (7.0 * self.running_min_rtt + self.era.min_rtt) / 8.0;
        let max = self.era.max_rtt.min(self.running_min_rtt + MAX_JITTER);
        self.max_rtt = if max > self.max_rtt { max } else { (7.0 * self.max_rtt + max) / 8.0 };
        self.max_rtt = self.max_rtt.max(MIN_MAX_RTT);
    }

    fn end_era(&mut self, out: &mut dyn Reports) {
        if self.state != C4State::Initial {
            self.update_max_rtt();
        }
        match self.state {
            C4State::Initial => self.end_initial_era(out),
            C4State::Recovery => self.end_recovery(out),
            C4State::Cruising => {
                self.cruising_left = self.cruising_left.saturating_sub(1);
                // A flow that the application limits could not use a higher rate, so it waits.
                if self.cruising_left == 0 && self.era.is_filled && !self.rate.is_app_limited() {
                    self.enter(C4State::Probing);
                } else {
                    self.begin_era();
                }
            }
            C4State::Probing => self.enter_recovery(),
            C4State::Pushing => self.end_pushing_era(out),
        }
    }

    fn end_initial_era(&mut self, out: &mut dyn Reports) {
        if self.nominal_rate >= INITIAL_GROWTH * self.era.rate {
            self.flat_eras = 0;
        } else if self.era.is_filled || self.era.is_slowed {
            self.flat_eras += 1;
        }
        if self.flat_eras >= FLAT_ERAS {
            self.end_initial(out);
        } else {
            self.begin_era();
        }
    }

    /// Judges the cycle that ends (sections 4.4 and 5.5.2).
    fn end_recovery(&mut self, out: &mut dyn Reports) {
        let has_grown = self.has_probed && !self.is_congested && self.nominal_rate > self.rate_before;
        let before = self.rate_before * self.bits;
        self.congested_cycles = if self.is_congested { self.congested_cycles + 1 } else { 0 };
        if self.congested_cycles > 1 && self.recent_rate > 0.0 && self.nominal_rate > self.recent_rate {
            let (count, before) = (f64::from(self.congested_cycles), self.nominal_rate * self.bits);
            self.nominal_rate = self.recent_rate;
            out.decide(decision::Persists { count, before, rate: self.nominal_rate * self.bits });
        }
        (self.is_congested, self.recent_rate, self.rate_before) = (false, 0.0, self.nominal_rate);
        (self.loss, self.marks) = (0.0, 0.0);
        if self.must_restart() {
            self.has_restarted = true;
            out.decide(decision::Restarts { smallest: self.running_min_rtt, rtt: self.max_rtt });
            self.restart_initial();
        } else if has_grown {
            out.decide(decision::Pushes { before, rate: self.nominal_rate * self.bits });
            self.pushed = 0;
            self.enter(C4State::Pushing);
        } else {
            self.cruising_left = CRUISING_ERAS;
            self.enter(C4State::Cruising);
        }
    }

    /// Whether the round-trip times vary so much that the start may have ended too early (section 4.4.1, with the limits of `picoquic`).
    fn must_restart(&self) -> bool {
        !self.has_restarted
            && self.running_min_rtt < 0.4 * self.max_rtt
            && self.max_rtt > MIN_RESTART_RTT
            && self.nominal_rate * self.bits < MAX_RESTART_RATE
    }

    /// The first era of Pushing shows what Recovery has sent, so it always continues (section 4.7).
    fn end_pushing_era(&mut self, out: &mut dyn Reports) {
        self.pushed += 1;
        let has_grown = self.nominal_rate >= PUSH_GROWTH * self.era.rate;
        if self.pushed > 1 && !has_grown {
            self.enter_recovery();
        } else if self.pushed > MAX_PUSH_ERAS {
            self.restart_initial();
        } else {
            if self.pushed > 1 {
                let [before, rate] = [self.era.rate, self.nominal_rate].map(|rate| rate * self.bits);
                out.decide(decision::Grows { before, rate });
            }
            self.begin_era();
        }
    }

    /// Section 4.1, with the margin of `picoquic` as a time and at least one packet more while the flow probes or pushes.
    fn window(&self) -> f64 {
        let rate = self.gain() * self.nominal_rate;
        if self.state == C4State::Initial {
            return self.initial_window.max(rate * self.max_rtt);
        }
        let margin = (self.max_rtt / 4.0).min(MAX_MARGIN);
        let excess = (self.gain() - 1.0) * self.nominal_rate * self.max_rtt;
        let extra = if self.gain() > 1.0 { (1.0 - excess).max(0.0) } else { 0.0 };
        rate * (self.max_rtt + margin) + extra
    }
}

impl WindowAlgorithm for C4Rules {
    fn on_congestion(&mut self, _: &mut CongestionWindow, _: f64, _: Congestion, _: Time) {}

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        let Some(sample) = &feedback.sample else { return };
        let delay = feedback.rtt.and_then(|rtt| self.note_rtt(to_secs(rtt.max(1))));
        self.measure(sample);
        for signal in [self.note_losses(sample), self.note_marks(feedback), delay].into_iter().flatten() {
            self.respond(signal, out);
        }
        if self.state == C4State::Initial {
            let slower = math::powi(0.125, narrow(self.flat_eras));
            self.initial_window += f64::from(feedback.delivered) * slower;
        }
        if sample.prior_delivered >= self.era.delivered {
            self.end_era(out);
        }
        // After a jump of the largest round-trip time, the window follows like slow start.
        let reachable = w.cwnd + MAX_GROWTH * f64::from(feedback.delivered);
        // QUIC's window counts bytes, and the last packet may exceed it.
        w.cwnd = math::ceil(self.window().min(reachable).max(MIN_WINDOW));
    }

    fn sampler(&mut self) -> Option<&mut DeliveryRate> {
        Some(&mut self.rate)
    }

    fn paces(&self) -> bool {
        true
    }

    fn makes_up_delays(&self) -> bool {
        true
    }

    fn gap(&self, _: &CongestionWindow, _: f64) -> f64 {
        let rate = self.pacing_rate();
        if rate > 0.0 { 1.0 / rate } else { 0.0 }
    }

    fn owns_window(&self) -> bool {
        true
    }

    fn ignores_mark(&self, _: Time) -> bool {
        true
    }

    fn ecn_field(&self) -> Option<u8> {
        self.params.ecn.then_some(ECT_1)
    }

    fn emit(&self, out: &mut dyn Reports) {
        out.signal(SIGNALS.nominal_rate, self.nominal_rate * self.bits);
        out.signal(SIGNALS.pacing_rate, self.pacing_rate() * self.bits);
        if self.max_rtt > 0.0 {
            out.signal(SIGNALS.max_rtt, self.max_rtt);
            out.signal(SIGNALS.rtt_limit, self.max_rtt + self.delay_threshold());
        }
        out.signal(SIGNALS.state, f64::from(self.state as u8));
        out.signal(SIGNALS.sensitivity, self.sensitivity());
        out.signal(SIGNALS.loss, self.loss);
        out.signal(SIGNALS.marks, self.marks);
    }

    fn restart(&mut self) {
        *self = C4Rules::new(self.params.clone(), self.bits);
    }

    fn prepare(&self, receiver: &mut AckReceiver) {
        receiver.report_marks();
    }
}

controlled_tcp!(
    C4,
    C4Rules,
    "c4",
    "C4",
    |params| TcpParams { ecn: params.ecn, ..params.paced.tcp() },
    |params, facts| C4Rules::new(params.clone(), 8.0 * f64::from(facts.packet)),
    {
        const FIELDS: List<Field> = || controller::on_stack(Params::fields(), Some(Stack::Quic.as_str()));
        const SIGNALS: List<Signal> = about::C4Signals::list;
        const DECISIONS: List<Decision> = decision::list;
    }
);
