//! TAIMD: a window that grows in two steps around an estimate of its fair share, and falls to just below that estimate
//! (Nishantha and Hayashida 2009).
//!
//! The sink tells of losses by trains of negative acknowledgements (`transport/nack_receiver.rs`); packets follow a timer and
//! are sent once.

mod about;
mod law;
#[cfg(test)]
mod tests;

use crate::describe::AlgorithmInfo;
use crate::ground::packet::{NEGATIVE, Packet};
use crate::transport::Body;
use crate::ground::time::{NEVER, Time, from_secs, to_secs};
use crate::params::Issue;
use crate::transport::loss_history::{Averaging, LossHistory};
use crate::transport::nack_receiver::{NackReceiver, NackSettings};
use crate::transport::pacer::Pacer;
use crate::transport::smoothed::Smoothed;
use crate::transport::{
    AnyReceiver, ConnSpec, Context, FlowFacts, Outgoing, Protocol, Sender, SenderState, Timer, digest_of,
};
use crate::{choice, params};
use law::Law;

choice! {
    /// What the steps and the decrease are given by.
    pub enum Given {
        /// By delta and k: always as fast as TCP.
        Ripple "delta_k" "Delta and k",
        /// By alpha 1, alpha 2 and beta themselves.
        Steps "steps" "Alpha 1, alpha 2 and beta",
    }
}

choice! {
    /// How the loss intervals give a fair share; the paper's equation 3.13 does not fit its own text.
    pub enum FairShare {
        /// The root of 1.5 mean intervals in packets, as TCP's law has it.
        Packets "packets" "Root of 1.5 N",
        /// 1.5 mean intervals in rounds, which is the same in a steady state.
        Rounds "rounds" "1.5 L",
        /// As printed: the root of 1.5 mean intervals in rounds. Always below the fair share, so that nothing comes of it.
        Printed "printed" "As printed: root of 1.5 L",
    }
}

params! {
    pub struct Params {
        /// What the steps and the decrease are given by.
        given: Given = Given::Ripple, label "Given by", cite "Nishantha and Hayashida 2009, section 3.5";
        /// From trough to peak, as a share of the mean window.
        delta: f64 = 0.1, range 0.01..=0.9, label "Delta: ripple", cite "Nishantha and Hayashida 2009, eq. 3.15";
        /// The increase below the fair share over that above it.
        k: f64 = 3.0, range 1.0..=10.0, label "k: ratio of steps", cite "Nishantha and Hayashida 2009, section 3.5";
        /// Increase per round at and below the fair share, if given directly.
        alpha1: f64 = 0.259808, unit "packets", range 0.001..=10.0, scale log, label "Alpha 1", cite "Nishantha and Hayashida 2009, eq. 2.1";
        /// Increase per round above the fair share, if given directly; no more than alpha 1.
        alpha2: f64 = 0.086603, unit "packets", range 0.001..=10.0, scale log, label "Alpha 2", cite "Nishantha and Hayashida 2009, eq. 2.1";
        /// Share of the fair share that a loss costs, if given directly.
        beta: f64 = 0.063397, above 0.0, max 0.99, label "Beta", cite "Nishantha and Hayashida 2009, eq. 2.2";
        /// Raise the fair share faster when the loss intervals say that it is too low.
        fast_convergence: bool = true, cite "Nishantha and Hayashida 2009, section 3.4";
        /// How the loss intervals give a fair share.
        ws_mode: FairShare = FairShare::Packets, label "Fair share of the intervals", cite "Nishantha and Hayashida 2009, eq. 3.13";
        /// Epochs that are averaged, with TFRC's weights.
        history: u32 = 8, unit "epochs", range 2..=32, label "Epochs averaged", cite "RFC 5348 section 5.4";
        /// Packets after a gap that the sink acknowledges as if nothing were missing.
        ooo: u32 = 2, unit "packets", range 0..=10, label "Reordering tolerated", cite "Nishantha and Hayashida 2009, section 2.2";
        /// The flow never sends faster than this.
        rate_limit: Option<f64> = None, unit "bit/s", range 1000.0..=1e11, scale log, null "no limit", cite "Nishantha and Hayashida 2009, section 4.4";
        /// Window at the start.
        initial_window: f64 = 1.0, unit "packets", range 1.0..=10.0;
        /// Floor of the timeout, which is four long-term round trips.
        min_rto: f64 = 1.0, unit "s", range 0.05..=10.0, scale log, label "Smallest timeout";
        /// Size of an acknowledgement on the wire.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size";
    }
}

/// Timeout before the first sample, and its longest value, in seconds.
const INITIAL_RTO: f64 = 1.0;
const LONGEST_RTO: f64 = 60.0;
/// The silence of fewer packets than these says nothing of a share: their acknowledgements may be what was lost.
const FEW: u32 = 4;
/// What a sample leaves of the two slower averages (table 1).
const MEMORY: f64 = 0.8;
/// The rate never exceeds this, whatever happens, in bit/s.
const MOST: f64 = 1e11;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    SlowStart,
    Normal,
    Loss,
}

#[derive(Clone, Debug)]
pub struct Taimd {
    params: Params,
    law: Law,
    size: f64,
    mode: Mode,
    window: f64,
    /// Where slow start ends.
    threshold: f64,
    /// The estimated fair share, W_F, and the window after a loss, w_0; 0 before the first one.
    fair: f64,
    low: f64,
    next: u32,
    /// Packets below this are no longer out.
    settled: u32,
    /// Where the present round began, in packets: rounds are as long as the window, which is no whole number.
    round: f64,
    /// The application or the rate limit, not the window, ruled in this round.
    held_back: bool,
    /// Of the present epoch: rounds, and its first packet; none before the first loss.
    rounds: f64,
    epoch: Option<u32>,
    /// Lengths of epochs, in packets and in rounds.
    packets: LossHistory,
    lengths: LossHistory,
    current: f64,
    short: Smoothed,
    long: Smoothed,
    /// Packets sent since the loss mode, or the last round trip of it, began, and when that was.
    sent_in_loss: f64,
    loss_since: Time,
    /// Losses of packets below this have been answered by a timeout.
    answered: u32,
    /// Timeouts since something was last heard.
    expired: u32,
    pacer: Pacer,
    /// The timer found no room in the window: the next acknowledgement sends.
    blocked: bool,
    running: bool,
    starved: bool,
    completed: bool,
}

fn history(params: &Params) -> LossHistory {
    LossHistory::new(Averaging { intervals: params.history as usize, discount: None, open_besides: false })
}

impl Taimd {
    fn new(params: &Params, packet: u16) -> Self {
        Taimd {
            law: Law::new(params),
            size: f64::from(packet.max(1)),
            mode: Mode::SlowStart,
            window: params.initial_window,
            threshold: f64::MAX,
            fair: 0.0,
            low: 0.0,
            next: 0,
            settled: 0,
            round: 0.0,
            held_back: false,
            rounds: 0.0,
            epoch: None,
            packets: history(params),
            lengths: history(params),
            current: 0.0,
            short: Smoothed::default(),
            long: Smoothed::default(),
            sent_in_loss: 0.0,
            loss_since: 0,
            answered: 0,
            expired: 0,
            pacer: Pacer::default(),
            blocked: false,
            running: false,
            starved: false,
            completed: false,
            params: params.clone(),
        }
    }

    fn outstanding(&self) -> u32 {
        self.next.saturating_sub(self.settled)
    }

    fn bits(&self) -> f64 {
        self.size * 8.0
    }

    /// From packet to packet (table 1).
    fn gap(&self) -> f64 {
        let gap = match self.mode {
            Mode::SlowStart => self.current / self.window,
            Mode::Loss => self.short.get() / self.low.max(1.0),
            Mode::Normal => self.long.get() / self.window,
        };
        gap.max(self.bits() / self.params.rate_limit.unwrap_or(MOST))
    }

    /// The window that the rate limit allows.
    fn most(&self) -> f64 {
        match self.params.rate_limit {
            Some(rate) if self.long.has_value() => (rate * self.long.get() / self.bits()).max(2.0),
            _ => f64::MAX,
        }
    }

    fn rto(&self) -> f64 {
        let once = if self.long.has_value() { 4.0 * self.long.get() } else { INITIAL_RTO };
        (once.max(self.params.min_rto) * f64::from(1u32 << self.expired.min(16))).min(LONGEST_RTO)
    }

    fn has_room(&mut self, now: Time) -> bool {
        if self.mode != Mode::Loss {
            return f64::from(self.outstanding()) < self.window;
        }
        if now >= self.loss_since + from_secs(self.short.get()) {
            self.loss_since = now;
            self.sent_in_loss = 0.0;
        }
        self.sent_in_loss < self.low.trunc()
    }

    /// The timer's turn, or that of an acknowledgement which makes room for what the timer could not send.
    fn tick(&mut self, cx: &mut impl Context) {
        if !self.running {
            return;
        }
        self.blocked = !self.has_room(cx.now());
        if self.blocked {
            if self.mode == Mode::Loss {
                cx.arm(Timer::Send, self.loss_since + from_secs(self.short.get()).max(1));
            }
            return;
        }
        let header = Self::header_bytes();
        let payload = cx.pull(u32::from(cx.packet_size().saturating_sub(header).max(1)));
        self.starved = payload == 0;
        if self.starved {
            self.held_back = true;
            self.complete_if_done(cx);
            return;
        }
        let micros = (self.short.get() * 1e6).min(f64::from(u32::MAX)) as u32;
        let body = Body::Data { unit: 0, info: micros, note: 0 };
        cx.send(Outgoing { seq: self.next, size: payload as u16 + header, flags: 0, payload: body.into() });
        self.next += 1;
        self.sent_in_loss += 1.0;
        self.pacer.sent(cx.now());
        let due = self.pacer.due(self.gap());
        cx.arm(Timer::Send, due.max(cx.now() + 1));
        if cx.due(Timer::Timeout) == NEVER {
            cx.arm(Timer::Timeout, cx.now() + from_secs(self.rto()));
        }
    }

    fn complete_if_done(&mut self, cx: &mut impl Context) {
        if self.starved && self.outstanding() == 0 {
            cx.cancel(Timer::Timeout);
            if !self.completed && cx.app_finished() {
                self.completed = true;
                cx.completed();
            }
        }
    }

    fn measure(&mut self, sample: f64) {
        self.current = sample;
        self.short.update(sample, MEMORY);
        if !self.long.has_value() {
            self.long.update(sample, MEMORY);
        }
    }

    /// A round ends: one step up.
    fn end_round(&mut self, cx: &mut impl Context) {
        self.round += self.window;
        self.rounds += 1.0;
        self.long.update(self.short.get(), MEMORY);
        let held_back = std::mem::replace(&mut self.held_back, false);
        let (from, most) = (self.window, self.most());
        if self.mode == Mode::SlowStart {
            if !held_back {
                self.window = (2.0 * from).min(self.threshold).min(most);
            }
            if self.window >= self.threshold {
                self.mode = Mode::Normal;
            }
            cx.decide(about::DOUBLED, &[from, self.window]);
            return;
        }
        if let Some(first) = self.epoch {
            self.packets.set_open(f64::from(self.next - first));
            self.lengths.set_open(self.rounds);
        }
        if held_back || from >= most {
            self.window = from.min(most);
            cx.decide(about::HELD, &[self.window]);
            return;
        }
        let step = self.law.step(from, self.fair);
        self.window = (from + step).min(most);
        cx.decide(about::STEP, &[from, self.window, step, self.fair]);
        if self.params.fast_convergence {
            self.converge(cx);
        }
    }

    /// What TCP's law makes of the loss intervals; none before the first epoch has ended.
    fn fair_of_intervals(&self) -> Option<(f64, f64)> {
        let (packets, rounds) = (self.packets.mean()?, self.lengths.mean()?);
        let share = match self.params.ws_mode {
            FairShare::Packets => (1.5 * packets).sqrt(),
            FairShare::Rounds => 1.5 * rounds,
            FairShare::Printed => (1.5 * rounds).sqrt(),
        };
        Some((share, rounds))
    }

    /// Equation 3.14: the fair share goes up faster if it would not be reached within an epoch.
    fn converge(&mut self, cx: &mut impl Context) {
        let Some((target, rounds)) = self.fair_of_intervals() else { return };
        let needed = self.law.rounds(self.window, self.fair, target);
        if target >= self.fair && needed > rounds && rounds > 1.0 {
            let from = self.fair;
            self.fair += self.law.alpha1;
            self.low += self.law.alpha1;
            cx.decide(about::CONVERGED, &[from, self.fair, target, needed, rounds]);
        }
    }

    /// Ends the present epoch and begins another.
    fn new_epoch(&mut self) {
        if let Some(first) = self.epoch.replace(self.next) {
            let (packets, rounds) = (f64::from(self.next - first), self.rounds);
            if self.packets.is_empty() {
                self.packets.begin(packets);
                self.lengths.begin(rounds);
            } else {
                self.packets.close(packets);
                self.lengths.close(rounds);
            }
        }
        self.rounds = 0.0;
        self.round = f64::from(self.next);
    }

    /// The first negative acknowledgement of a train.
    fn on_loss(&mut self, cx: &mut impl Context) {
        let (top, before) = (self.window, self.fair);
        let rounds = self.rounds;
        let packets = self.epoch.map_or(0, |first| self.next - first);
        let first = self.mode == Mode::SlowStart;
        self.fair = if first { (top / 2.0).max(1.0) } else { self.law.fair(self.low, top).max(1.0) };
        self.low = self.law.low(self.fair);
        self.window = self.low;
        self.mode = Mode::Loss;
        self.loss_since = cx.now();
        self.sent_in_loss = 0.0;
        if first {
            // What slow start sent is no epoch of this law.
            self.epoch = None;
        }
        self.new_epoch();
        cx.report_reduction(self.window);
        if first {
            cx.decide(about::FIRST_LOSS, &[top, self.window, self.fair]);
        } else {
            cx.decide(about::LOSS, &[top, self.window, before, self.fair, rounds, f64::from(packets)]);
        }
    }

    /// The train is over: all but a window less one counts as settled, so that one packet may go at once.
    fn leave_loss(&mut self, cx: &mut impl Context) {
        self.mode = Mode::Normal;
        if !self.starved {
            self.settled = self.next.saturating_sub((self.low.trunc() - 1.0).max(0.0) as u32);
        }
        cx.report_recovered();
        cx.decide(about::TRAIN_OVER, &[self.low, f64::from(self.outstanding())]);
    }

    fn on_timeout(&mut self, cx: &mut impl Context) {
        if !self.running || (self.starved && self.outstanding() == 0) {
            return;
        }
        let (from, expired) = (self.window, self.rto());
        if self.expired == 0 && self.outstanding() >= FEW {
            self.fair = from / 2.0;
            self.low = self.law.low(self.fair);
        }
        self.threshold = if self.fair > 0.0 { self.fair } else { f64::MAX };
        (self.window, self.mode) = (1.0, Mode::SlowStart);
        (self.settled, self.answered) = (self.next, self.next);
        self.epoch = None;
        self.new_epoch();
        self.epoch = None;
        self.expired += 1;
        cx.report_timeout(expired);
        cx.decide(about::TIMEOUT, &[from, self.fair, expired]);
        cx.arm(Timer::Timeout, cx.now() + from_secs(self.rto()));
        self.tick(cx);
        self.complete_if_done(cx);
    }

    fn tell_law(&self, cx: &mut impl Context) {
        let law = &self.law;
        let numbers = [law.delta(), law.k(), law.alpha1, law.alpha2, law.beta, law.friendly_beta()];
        cx.decide(about::LAW, &numbers);
    }
}

impl Protocol for Taimd {
    type Params = Params;
    const ID: &'static str = "taimd";

    fn info() -> AlgorithmInfo {
        about::info()
    }

    fn contradictions(params: &Params) -> Vec<Issue> {
        if params.given != Given::Steps || params.alpha1 >= params.alpha2 {
            return Vec::new();
        }
        vec![Issue::new(
            "alpha1",
            "contradiction",
            format!(
                "Alpha 1 is {} and alpha 2 is {}: the increase below the fair share must not be smaller than the one above it. \
                 Raise alpha 1 or lower alpha 2.",
                params.alpha1, params.alpha2
            ),
        )]
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let settings = NackSettings { tolerated: params.ooo, ack_size: params.ack_size as u16 };
        let receiver = AnyReceiver::NackReceiver(NackReceiver::new(settings));
        (Taimd::new(params, facts.packet), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        self.params = params.clone();
        self.law = Law::new(params);
        let averaging = Averaging { intervals: params.history as usize, discount: None, open_besides: false };
        self.packets.adopt(averaging);
        self.lengths.adopt(averaging);
        if self.fair > 0.0 {
            self.low = self.law.low(self.fair);
        }
        self.tell_law(cx);
        self.report(cx);
    }
}

impl Sender for Taimd {
    fn start(&mut self, cx: &mut impl Context) {
        self.running = true;
        self.tell_law(cx);
        self.tick(cx);
        self.report(cx);
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.running = false;
        cx.cancel(Timer::Send);
        cx.cancel(Timer::Timeout);
    }

    fn restart(&mut self, cx: &mut impl Context) {
        for timer in Timer::ALL {
            cx.cancel(timer);
        }
        *self = Taimd::new(&self.params, cx.packet_size());
        self.start(cx);
    }

    #[inline]
    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        let Body::Ack { note: 0, next: missing, .. } = Body::of(packet) else {
            cx.take_note(packet.note());
            return;
        };
        if packet.seq >= self.next || !self.running {
            return;
        }
        let now = cx.now();
        self.expired = 0;
        cx.arm(Timer::Timeout, now + from_secs(self.rto()));
        if packet.flags & NEGATIVE != 0 && missing >= self.answered {
            if self.mode != Mode::Loss {
                self.on_loss(cx);
            }
        } else {
            self.settled = self.settled.max(packet.seq + 1);
            if self.mode == Mode::Loss {
                // The sink's clock, not a packet's arrival, may have caused this one: it says nothing of the round trip.
                self.leave_loss(cx);
            } else {
                let sample = now.saturating_sub(packet.stamp);
                cx.report_rtt(sample);
                self.measure(to_secs(sample));
            }
            let sent = f64::from(self.next) >= self.round + self.window.trunc();
            if sent && f64::from(self.settled) > self.round {
                self.end_round(cx);
            }
        }
        if self.blocked {
            self.tick(cx);
        }
        if self.starved {
            self.complete_if_done(cx);
        }
        self.report(cx);
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match timer {
            Timer::Timeout => self.on_timeout(cx),
            Timer::Send => self.tick(cx),
            Timer::Round | Timer::Other => {}
        }
        self.report(cx);
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        if self.starved {
            self.tick(cx);
            self.report(cx);
        }
    }

    fn state(&self) -> SenderState {
        SenderState { window: Some(self.window), rate: None, in_flight: self.outstanding() }
    }

    fn digest(&self) -> u64 {
        digest_of(&[
            self.window.to_bits(),
            self.fair.to_bits(),
            self.low.to_bits(),
            self.mode as u64,
            u64::from(self.next),
            u64::from(self.settled),
            self.round.to_bits(),
            self.packets.open().to_bits(),
            self.short.get().to_bits(),
            self.long.get().to_bits(),
            self.pacer.digest(),
        ])
    }
}

impl Taimd {
    #[inline]
    fn report(&self, cx: &mut impl Context) {
        cx.report_window(self.window, || self.outstanding());
        if self.long.has_value() {
            cx.report_rate(self.bits() / self.gap());
        }
        if cx.records_own_signals() {
            self.signals(cx);
        }
    }

    fn signals(&self, cx: &mut impl Context) {
        cx.signal(about::MODE, f64::from(self.mode as u8));
        if self.fair > 0.0 {
            cx.signal(about::FAIR, self.fair);
            cx.signal(about::LOW, self.low);
        }
        if let Some((share, rounds)) = self.fair_of_intervals() {
            cx.signal(about::OF_INTERVALS, share);
            cx.signal(about::MEAN_ROUNDS, rounds);
            cx.signal(about::MEAN_PACKETS, self.packets.mean().unwrap_or(0.0));
        }
        if self.epoch.is_some() {
            cx.signal(about::ROUNDS, self.rounds);
        }
        if self.long.has_value() {
            cx.signal(about::RTT_CURRENT, self.current);
            cx.signal(about::RTT_SHORT, self.short.get());
            cx.signal(about::RTT_LONG, self.long.get());
            cx.signal(about::GAP, self.gap());
        }
        let law = &self.law;
        for (i, value) in [law.alpha1, law.alpha2, law.beta, law.delta(), law.k()].into_iter().enumerate() {
            cx.signal(about::LAW_SIGNALS + i, value);
        }
    }
}
