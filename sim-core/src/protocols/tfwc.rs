//! TFWC: TFRC's equation gives a window instead of a rate, and acknowledgements clock the packets.
//!
//! Choi and Handley 2007; the authors' simulator and tool code where the paper is silent, which is most of the small-window
//! regime. What is said about it stands in `tfwc/about.rs`.

mod about;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use crate::analysis::equation::{ThroughputEquation, Timeout};
use crate::describe::AlgorithmInfo;
use crate::ground::packet::Packet;
use crate::transport::{Body, Note};
use crate::transport::vector_receiver::AckVector;
use crate::ground::time::{NEVER, Time, from_secs, to_secs};
use crate::ground::math;
use crate::transport::loss_history::{Averaging, LossHistory};
use crate::transport::pacer::Pacer;
use crate::transport::smoothed::{Smoothed, TickTimeout, TimeoutRule};
use crate::transport::vector_receiver::{VECTOR_PACKETS, VectorReceiver, VectorSettings};
use crate::transport::{
    AnyReceiver, ConnSpec, Context, FlowFacts, Outgoing, Protocol, Sender, SenderState, Timer, digest_of,
};
use crate::{choice, params};

choice! {
    /// How the equation's window becomes packets.
    pub enum Rounding {
        /// As it is.
        Real "real" "Real-valued",
        /// The whole part, as the authors' simulator code.
        Truncate "truncate" "Whole part",
        /// The nearest whole number, at least 1, as the authors' video tool.
        Round "round" "Nearest",
    }
}

choice! {
    /// Weights of the loss intervals.
    pub enum Weights {
        /// Those of TFRC: even for the newer half, then falling to 0.2 in equal steps.
        Tfrc "tfrc" "As TFRC",
        /// Those of the authors' simulator code: four even ones, then $2/(i-1)$ for the i-th.
        Authors "authors" "As the authors' code",
    }
}

choice! {
    /// How long the sender waits after a timeout.
    pub enum BackOff {
        /// Twice as long each time, as the paper says.
        Double "double",
        /// Two smoothed round trips each time, as the authors' code does.
        TwoRtt "two_rtt" "Two round trips",
    }
}

params! {
    pub struct Params {
        /// How the equation's window becomes packets.
        rounding: Rounding = Rounding::Real, cite "Choi and Handley 2007, eq. 1";
        /// Loss intervals that are averaged; the authors' simulator code has 16.
        intervals: u32 = 8, range 4..=32, label "Loss intervals", cite "Choi and Handley 2007";
        /// Weights of the loss intervals.
        weights: Weights = Weights::Tfrc;
        /// A packet is looked at when one so much later has arrived; the authors' simulator code has 4.
        ndupack: u32 = 3, unit "packets", range 1..=10, label "Reordering threshold";
        /// Below this window packets follow a timer instead of acknowledgements; the authors have 2.5 and 2.
        timer_threshold: f64 = 2.0, unit "packets", range 1.0..=4.0, cite "the authors' code";
        /// The timer's gap is multiplied by this; the authors' simulator code has 0.8.
        gap_factor: f64 = 1.0, range 0.5..=1.2, cite "the authors' code";
        /// What the equation takes for TCP's timeout while a timer clocks the packets.
        t_rto: TimeoutRule = TimeoutRule::FourRtt, label "Timeout in the timer's gap";
        /// Tick of the clock with which that timeout is measured as TCP does.
        t_rto_tick: f64 = 0.1, unit "s", range 0.0001..=1.0, scale log, label "Timeout's clock tick";
        /// Least value of 4 R where a least value is asked for.
        t_rto_least: f64 = 1.0, unit "s", range 0.01..=3.0, label "Least timeout";
        /// Multiply the timer's gap by the root of the latest round trip over the mean of the roots.
        damping: bool = false, label "Oscillation prevention";
        /// Share of the old average that each round-trip sample leaves.
        rtt_memory: f64 = 0.9, range 0.0..=0.99, label "RTT memory", cite "the authors' code; RFC 5348 section 4.3";
        /// What happens to the timeout when it expires.
        back_off: BackOff = BackOff::Double, label "Back-off", cite "Choi and Handley 2007";
        /// The receiver allows no more than this many packets in flight.
        receive_window: f64 = 10_000.0, unit "packets", range 1.0..=1e6, scale log;
        /// Spread packets over the round trip instead of answering acknowledgements at once.
        pacing: bool = false;
        /// Size of an acknowledgement on the wire, without its vector.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size";
        /// What each 16 packets of the vector add to it.
        vector_bytes: u32 = 0, unit "bytes", range 0..=16, label "Vector bytes per 16 packets";
    }
}

/// Timeout before the first sample, its longest value, and the least part for the deviation, in seconds.
const INITIAL_RTO: f64 = 3.0;
const LONGEST_RTO: f64 = 60.0;
const LEAST_DEVIATION: f64 = 0.01;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    SlowStart,
    Window,
    Timer,
}

#[derive(Clone, Debug)]
pub struct Tfwc {
    params: Params,
    size: f64,
    mode: Mode,
    cwnd: f64,
    history: LossHistory,
    /// When the loss that began the present event was sent.
    event: Time,
    /// When each packet from `examined` on was sent.
    sent: VecDeque<Time>,
    /// Packets below this have been looked at, once each.
    examined: u32,
    /// Of these so many had arrived.
    arrived: u32,
    /// Above the highest packet known to have arrived.
    head: u32,
    /// Packets that timeouts have let out beyond the window.
    extra: u32,
    rtt: Smoothed,
    sqrt_rtt: Smoothed,
    rttvar: f64,
    sample: f64,
    ticks: TickTimeout,
    /// Timeouts since the last acknowledgement.
    expired: u32,
    last_ack: Time,
    pacer: Pacer,
    next_paced: Time,
    running: bool,
    starved: bool,
    completed: bool,
}

impl Tfwc {
    fn new(params: &Params, packet: u16) -> Self {
        Tfwc {
            params: params.clone(),
            size: f64::from(packet.max(1)),
            mode: Mode::SlowStart,
            cwnd: 1.0,
            history: history(params),
            event: 0,
            sent: VecDeque::new(),
            examined: 0,
            arrived: 0,
            head: 0,
            extra: 0,
            rtt: Smoothed::default(),
            sqrt_rtt: Smoothed::default(),
            rttvar: 0.0,
            sample: 0.0,
            ticks: TickTimeout::new(params.t_rto_tick),
            expired: 0,
            last_ack: 0,
            pacer: Pacer::default(),
            next_paced: 0,
            running: false,
            starved: false,
            completed: false,
        }
    }

    fn next(&self) -> u32 {
        self.examined + self.sent.len() as u32
    }

    fn in_flight(&self) -> u32 {
        self.next().saturating_sub(self.head)
    }

    /// The equation's window at the present mean interval.
    fn equation_window(&self) -> f64 {
        ThroughputEquation::TFRC.window(self.history.rate(), 1.0)
    }

    /// Equation 1 of the paper, and the mode that goes with its window.
    fn set_window(&mut self) {
        let window = self.equation_window();
        self.cwnd = match self.params.rounding {
            Rounding::Real => window,
            Rounding::Truncate => window.trunc().max(1.0),
            Rounding::Round => math::round(window).max(1.0),
        };
        self.mode = if window < self.params.timer_threshold { Mode::Timer } else { Mode::Window };
    }

    /// From packet to packet while a timer clocks them.
    fn gap(&self) -> f64 {
        let rtt = self.rtt.get();
        let four = 4.0 * rtt;
        let timeout = match self.params.t_rto {
            TimeoutRule::FourRtt => four,
            TimeoutRule::Tcp => self.ticks.seconds(),
            TimeoutRule::Least => four.max(self.params.t_rto_least),
        };
        let equation = ThroughputEquation {
            acked_per_ack: 1.0,
            timeout: Timeout::Seconds(timeout),
            clamp: self.params.t_rto == TimeoutRule::Tcp,
        };
        let mut gap = self.params.gap_factor * rtt / equation.window(self.history.rate(), rtt).max(1e-6);
        if self.params.damping && self.sqrt_rtt.get() > 0.0 {
            gap *= self.sample.sqrt() / self.sqrt_rtt.get();
        }
        // While nothing comes back the gap doubles as the timeout does.
        let doublings = self.expired.min(16);
        (gap * f64::from(1u32 << doublings)).clamp(1e-6, LONGEST_RTO)
    }

    /// The timeout while acknowledgements clock the packets.
    fn rto(&self) -> f64 {
        if !self.rtt.has_value() {
            return (INITIAL_RTO * f64::from(1u32 << self.expired.min(16))).min(LONGEST_RTO);
        }
        let once = self.rtt.get() + (4.0 * self.rttvar).max(LEAST_DEVIATION);
        let rto = match self.params.back_off {
            BackOff::Double => once * f64::from(1u32 << self.expired.min(16)),
            BackOff::TwoRtt if self.expired > 0 => 2.0 * self.rtt.get(),
            BackOff::TwoRtt => once,
        };
        rto.min(LONGEST_RTO)
    }

    /// Equation 2 of the paper: as many packets beyond the highest that has arrived.
    fn may_send(&self) -> bool {
        let window = self.cwnd.max(1.0).min(self.params.receive_window);
        let part = if self.params.rounding == Rounding::Real { self.part() } else { 0.0 };
        f64::from(self.next() + 1) <= f64::from(self.head + self.extra) + (window + part).trunc()
    }

    /// What is added to a real-valued window before its whole part is taken for the next packet: evenly spread over
    /// [0, 1) from packet to packet (multiples of the golden ratio), so that on average the whole of it is used.
    fn part(&self) -> f64 {
        let spread = u64::from(self.next()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread >> 11) as f64 / (1u64 << 53) as f64
    }

    fn send_one(&mut self, cx: &mut impl Context) -> bool {
        let header = Self::header_bytes();
        let payload = cx.pull(u32::from(cx.packet_size().saturating_sub(header).max(1)));
        self.starved = payload == 0;
        if self.starved {
            return false;
        }
        // The packet says up to where the sender knows what has arrived: the acknowledgement of acknowledgements.
        let body = Body::Data { unit: 0, info: self.examined, note: 0 };
        cx.send(Outgoing { seq: self.next(), size: payload as u16 + header, flags: 0, payload: body.into() });
        self.sent.push_back(cx.now());
        self.pacer.sent(cx.now());
        true
    }

    fn try_send(&mut self, cx: &mut impl Context) {
        if !self.running {
            return;
        }
        if self.mode == Mode::Timer {
            if !self.starved {
                self.set_gap(cx);
            }
            return;
        }
        while self.may_send() {
            let paces = self.params.pacing && self.rtt.has_value();
            if paces && cx.now() < self.next_paced {
                cx.arm(Timer::Send, self.next_paced);
                break;
            }
            if !self.send_one(cx) {
                break;
            }
            if paces {
                let gap = from_secs(self.rtt.get() / self.cwnd.max(1.0));
                self.next_paced = self.next_paced.max(cx.now().saturating_sub(gap)) + gap;
            }
            if cx.due(Timer::Timeout) == NEVER {
                cx.arm(Timer::Timeout, cx.now() + from_secs(self.rto()));
            }
        }
    }

    fn set_gap(&mut self, cx: &mut impl Context) {
        let due = self.pacer.due(self.gap());
        cx.arm(Timer::Send, due.max(cx.now() + 1));
        cx.cancel(Timer::Timeout);
    }

    fn on_gap(&mut self, cx: &mut impl Context) {
        if !self.running {
            return;
        }
        // Silence of two gaps and of four round trips: whatever is out does not get through.
        let silent = to_secs(cx.now() - self.last_ack);
        if silent > (2.0 * self.gap()).max(4.0 * self.rtt.get()) {
            self.expired += 1;
            cx.report_timeout(silent);
        }
        if self.send_one(cx) {
            self.set_gap(cx);
        } else {
            self.complete_if_done(cx);
        }
    }

    fn on_timeout(&mut self, cx: &mut impl Context) {
        if !self.running || self.mode == Mode::Timer {
            return;
        }
        let expired = self.rto();
        if self.starved && self.in_flight() == 0 {
            return;
        }
        self.expired += 1;
        // The next packet, not an old one: one more may be out.
        self.extra += 1;
        cx.report_timeout(expired);
        cx.decide(about::TIMEOUT, &[expired, self.rto(), f64::from(self.next())]);
        self.try_send(cx);
        if self.starved && cx.app_finished() {
            self.complete_if_done(cx);
            return;
        }
        cx.arm(Timer::Timeout, cx.now() + from_secs(self.rto()));
    }

    fn complete_if_done(&mut self, cx: &mut impl Context) {
        if !self.completed && self.starved && cx.app_finished() {
            self.completed = true;
            cx.cancel(Timer::Timeout);
            cx.cancel(Timer::Send);
            cx.completed();
        }
    }

    fn measure(&mut self, sample: f64) {
        self.sample = sample;
        if self.rtt.has_value() {
            self.rttvar += ((sample - self.rtt.get()).abs() - self.rttvar) / 4.0;
        } else {
            self.rttvar = sample / 2.0;
        }
        self.rtt.update(sample, self.params.rtt_memory);
        self.sqrt_rtt.update(sample.sqrt(), self.params.rtt_memory);
        self.ticks.sample(sample);
    }

    /// Looks at every packet that enough later ones have passed, once each and in order.
    fn examine(&mut self, vector: &AckVector, cx: &mut impl Context) {
        let until = self.head.saturating_sub(self.params.ndupack);
        // What the vector does not tell one by one it tells as a number; the oldest of these count as the lost ones.
        let oldest = vector.oldest();
        let unknown = oldest.min(until).saturating_sub(self.examined);
        let arrived = vector.older().saturating_sub(self.arrived);
        let mut missing = if vector.head >= VECTOR_PACKETS { unknown.saturating_sub(arrived) } else { 0 };
        while self.examined < until {
            let Some(sent) = self.sent.pop_front() else { break };
            let lost = match vector.has(self.examined) {
                Some(there) => !there,
                None => {
                    let lost = missing > 0;
                    missing = missing.saturating_sub(1);
                    lost
                }
            };
            self.examined += 1;
            self.arrived += u32::from(!lost);
            self.judge(lost, sent, cx);
        }
    }

    fn judge(&mut self, lost: bool, sent: Time, cx: &mut impl Context) {
        if self.mode == Mode::SlowStart {
            if lost {
                self.first_loss(sent, cx);
            }
            return;
        }
        let srtt = from_secs(self.rtt.get());
        if lost && sent > self.event + srtt {
            let from = self.cwnd;
            self.history.close(self.history.open());
            self.history.set_open(1.0);
            self.event = sent;
            self.set_window();
            cx.report_reduction(self.cwnd);
            let mean = self.history.mean().unwrap_or(0.0);
            cx.decide(about::LOSS_EVENT, &[from, self.cwnd, mean, self.history.rate()]);
        } else {
            self.history.set_open(self.history.open() + 1.0);
        }
    }

    /// Half the window, and a history that gives this window.
    fn first_loss(&mut self, sent: Time, cx: &mut impl Context) {
        let from = self.cwnd;
        self.cwnd = (self.cwnd / 2.0).max(1.0);
        let interval = 1.0 / ThroughputEquation::TFRC.loss_for_window(self.cwnd, 1.0);
        let interval = if self.params.rounding == Rounding::Truncate { interval.trunc() } else { interval };
        self.history.begin(interval);
        self.event = sent;
        self.set_window();
        cx.report_reduction(self.cwnd);
        cx.decide(about::FIRST_LOSS, &[from, self.cwnd, interval]);
    }
}

fn history(params: &Params) -> LossHistory {
    let averaging = Averaging { intervals: params.intervals as usize, discount: None, open_besides: false };
    match params.weights {
        Weights::Tfrc => LossHistory::new(averaging),
        Weights::Authors => {
            let weight = |i: u32| if i < 4 { 1.0 } else { 2.0 / f64::from(i - 1) };
            LossHistory::with_weights(averaging, (0..params.intervals.max(2)).map(weight).collect())
        }
    }
}

impl Protocol for Tfwc {
    type Params = Params;
    const ID: &'static str = "tfwc";

    fn info() -> AlgorithmInfo {
        about::info()
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let receiver = AnyReceiver::VectorReceiver(VectorReceiver::new(VectorSettings {
            // All that the sender does not know of yet.
            span: u32::MAX - 1,
            ack_size: params.ack_size as u16,
            bytes_per_16: params.vector_bytes as u16,
        }));
        (Tfwc::new(params, facts.packet), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let reweigh = (params.intervals, params.weights) != (self.params.intervals, self.params.weights);
        self.params = params.clone();
        self.ticks.set_tick(params.t_rto_tick);
        if reweigh {
            self.history = history(params).continuing(&self.history);
        }
        if self.mode != Mode::SlowStart {
            self.set_window();
        }
        self.try_send(cx);
    }
}

impl Sender for Tfwc {
    fn start(&mut self, cx: &mut impl Context) {
        self.running = true;
        self.last_ack = cx.now();
        self.try_send(cx);
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
        *self = Tfwc::new(&self.params, cx.packet_size());
        self.start(cx);
    }

    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        let Some(Note::AckVector(vector)) = cx.take_note(packet.note()) else { return };
        if vector.head >= self.next() || !self.running {
            return;
        }
        let now = cx.now();
        let was = self.mode;
        cx.report_rtt(now.saturating_sub(packet.stamp));
        self.measure(to_secs(now.saturating_sub(packet.stamp)));
        self.last_ack = now;
        self.expired = 0;
        self.extra = 0;
        self.head = self.head.max(vector.head + 1);
        self.examine(&vector, cx);
        if self.mode == Mode::SlowStart {
            self.cwnd += 1.0;
        } else {
            self.set_window();
        }
        if was != self.mode {
            cx.decide(about::MODE, &[self.cwnd, self.params.timer_threshold, self.gap()]);
            if was == Mode::Timer {
                cx.cancel(Timer::Send);
            }
        }
        if self.mode != Mode::Timer {
            if self.in_flight() > 0 || !self.starved {
                cx.arm(Timer::Timeout, now + from_secs(self.rto()));
            } else {
                cx.cancel(Timer::Timeout);
            }
        }
        self.try_send(cx);
        if self.head == self.next() {
            self.complete_if_done(cx);
        }
        self.report(cx);
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match timer {
            Timer::Timeout => self.on_timeout(cx),
            Timer::Send if self.mode == Mode::Timer => self.on_gap(cx),
            Timer::Send => self.try_send(cx),
            Timer::Round | Timer::Other => {}
        }
        self.report(cx);
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        if self.starved {
            self.starved = false;
            self.last_ack = self.last_ack.max(cx.now());
            self.try_send(cx);
            self.report(cx);
        }
    }

    fn state(&self) -> SenderState {
        let timed = self.mode == Mode::Timer;
        SenderState {
            window: (!timed).then_some(self.cwnd.max(1.0)),
            rate: timed.then(|| self.size * 8.0 / self.gap()),
            in_flight: self.in_flight(),
        }
    }

    fn digest(&self) -> u64 {
        digest_of(&[
            self.cwnd.to_bits(),
            self.mode as u64,
            u64::from(self.examined),
            self.sent.len() as u64,
            u64::from(self.head),
            self.history.digest(),
            self.rtt.get().to_bits(),
            self.pacer.digest(),
        ])
    }
}

impl Tfwc {
    fn report(&self, cx: &mut impl Context) {
        cx.report_window(self.cwnd, || self.in_flight());
        if !cx.records_own_signals() {
            return;
        }
        cx.signal(about::MODE_SIGNAL, f64::from(self.mode as u8));
        if self.rtt.has_value() {
            cx.signal(about::SRTT, self.rtt.get());
            cx.signal(about::RTO, self.rto());
        }
        if self.mode == Mode::Timer {
            cx.report_rate(self.size * 8.0 / self.gap());
        }
        if !self.history.is_empty() {
            cx.signal(about::P, self.history.rate());
            cx.signal(about::MEAN, self.history.mean().unwrap_or(0.0));
            cx.signal(about::EQUATION, self.equation_window());
            cx.signal(about::OPEN, self.history.open());
            for (i, length) in self.history.closed().take(about::SHOWN).enumerate() {
                cx.signal(about::OPEN + 1 + i, length);
            }
        }
    }
}
