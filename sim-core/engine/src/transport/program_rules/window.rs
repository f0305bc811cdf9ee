//! Window rules on the shared window sender: what a program reads and changes, and when its handlers run
//! (docs/write-your-own.md).

use std::fmt::Debug;

use crate::ground::digest::State;
use crate::ground::packet::{ECN_CAPABLE, Packet};
use crate::ground::time::{NEVER, Time, to_secs};
use crate::transport::controller::{self, ControlledWindow};
use crate::transport::delivery_rate::DeliveryRate;
use crate::transport::tcp_params::TcpParams;
use crate::transport::window::{Acked, Congestion, CongestionWindow, Feedback, Reports, WindowAlgorithm};
use crate::transport::{ConnSpec, Context, Sender, SenderState, Timer};

/// The largest value of `cwnd`, in packets.
const MAX_WINDOW: f64 = 1e5;

/// What window rules read. Times are in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct WindowInputs {
    pub now: f64,
    pub rtt: f64,
    pub min_rtt: f64,
    pub srtt: f64,
    pub in_flight: f64,
    pub delivery_rate: f64,
    pub packet: f64,
    /// Only for `on_ack`.
    pub acked: f64,
    /// Only for `on_every_ack` and `on_round`, like the next four.
    pub delivered: f64,
    pub marks: f64,
    pub in_recovery: bool,
    pub window_limited: bool,
    /// Only for `on_round`, like the next one.
    pub losses: f64,
    pub round_rtt: f64,
    /// Only for `on_congestion` and `on_timeout`, like the next one.
    pub base: f64,
    pub by_mark: bool,
}

/// What window rules use, which determines the parts of the sender.
#[derive(Clone, Copy, Debug, Default)]
pub struct WindowNeeds {
    /// They read the delivery rate or the number of losses.
    pub samples: bool,
    /// They read marks.
    pub marks: bool,
    /// They set a pacing rate.
    pub paces: bool,
    /// They assign the window at a loss.
    pub owns_window: bool,
}

/// Window rules: the handlers of a program of the level `window`.
pub trait WindowProgram: State + Clone + Debug + Send + 'static {
    fn needs(&self) -> WindowNeeds;
    /// The connection begins.
    fn on_start(&mut self, w: &mut CongestionWindow, x: &WindowInputs);
    /// New packets were acknowledged, and the window may grow.
    fn on_ack(&mut self, w: &mut CongestionWindow, x: &WindowInputs);
    /// Any acknowledgement was processed.
    fn on_every_ack(&mut self, w: &mut CongestionWindow, x: &WindowInputs);
    /// A round trip has passed.
    fn on_round(&mut self, w: &mut CongestionWindow, x: &WindowInputs);
    /// A loss was detected, or a mark arrived.
    fn on_congestion(&mut self, w: &mut CongestionWindow, x: &WindowInputs);
    /// The retransmission timer expired.
    fn on_timeout(&mut self, w: &mut CongestionWindow, x: &WindowInputs);
    /// The rate at which packets are sent, in packets/s; 0 for no pacing.
    fn pacing_rate(&self) -> f64;
    /// Gives all variables their first values.
    fn restart(&mut self);
}

/// What arrived in the present round trip.
#[derive(Clone, Copy, Debug, Default, State)]
struct Round {
    /// The round ends when all packets below this one are acknowledged.
    end: u32,
    delivered: u32,
    marked: u32,
    lost: u32,
    /// Sum and number of the round-trip samples.
    rtt_sum: Time,
    rtt_samples: u32,
}

/// Window rules with what they read.
#[derive(Clone, Debug, State)]
#[state(not(has_timestamps, has_ecn, packet, sample, counts_marks, paces, owns_window))]
pub struct WindowCode<P> {
    pub code: P,
    /// The setting `timestamps`: each acknowledgement of new data gives a round-trip sample.
    has_timestamps: bool,
    has_ecn: bool,
    /// Size of a full packet in bytes.
    packet: u16,
    /// The round-trip sample that the present acknowledgement gives if it acknowledges new data.
    sample: Time,
    /// The last and the smallest round-trip time; `NEVER` before the first one.
    rtt: Time,
    min_rtt: Time,
    srtt: f64,
    in_flight: u32,
    delivery_rate: f64,
    round: Round,
    /// The sampler, if the program uses the delivery rate or the number of losses.
    rates: Option<Box<DeliveryRate>>,
    counts_marks: bool,
    paces: bool,
    owns_window: bool,
}

impl<P: WindowProgram> WindowCode<P> {
    fn new(code: P, tcp: &TcpParams, packet: u16) -> Self {
        let needs = code.needs();
        WindowCode {
            has_timestamps: tcp.timestamps,
            has_ecn: tcp.ecn,
            packet,
            sample: NEVER,
            rtt: NEVER,
            min_rtt: NEVER,
            srtt: 0.0,
            in_flight: 0,
            delivery_rate: 0.0,
            round: Round::default(),
            rates: needs.samples.then(Box::default),
            counts_marks: tcp.ecn && needs.marks,
            paces: needs.paces,
            owns_window: needs.owns_window,
            code,
        }
    }

    fn take_sample(&mut self, rtt: Time) {
        self.rtt = rtt;
        self.min_rtt = self.min_rtt.min(rtt);
    }

    /// The values that every handler reads.
    fn inputs(&self, now: Time) -> WindowInputs {
        let seconds = |time: Time| if time == NEVER { 0.0 } else { to_secs(time) };
        WindowInputs {
            now: to_secs(now),
            rtt: seconds(self.rtt),
            min_rtt: seconds(self.min_rtt),
            srtt: self.srtt,
            in_flight: f64::from(self.in_flight),
            delivery_rate: self.delivery_rate,
            packet: f64::from(self.packet),
            ..WindowInputs::default()
        }
    }

    /// Updates the values of the present round by an acknowledgement.
    fn extend_round(&mut self, feedback: &Feedback) {
        self.round.delivered += feedback.delivered;
        self.round.marked += feedback.marks;
        if let Some(sample) = feedback.sample {
            self.round.lost += sample.newly_lost;
            self.delivery_rate = sample.rate.unwrap_or(self.delivery_rate);
        }
        if let Some(rtt) = feedback.rtt {
            self.take_sample(rtt);
            self.round.rtt_sum += rtt;
            self.round.rtt_samples += 1;
        }
        (self.srtt, self.in_flight) = (feedback.srtt, feedback.in_flight);
    }

    /// The values that `on_every_ack` reads.
    fn ack_inputs(&self, feedback: &Feedback) -> WindowInputs {
        WindowInputs {
            delivered: f64::from(feedback.delivered),
            marks: f64::from(feedback.marks),
            in_recovery: feedback.in_recovery || feedback.after_timeout,
            window_limited: feedback.window_limited,
            ..self.inputs(feedback.now)
        }
    }

    /// Gives the values of the round that ends to the rules, and begins the next round.
    fn end_round(&mut self, w: &mut CongestionWindow, feedback: &Feedback) {
        let Round { delivered, marked, lost, rtt_sum, rtt_samples, .. } = self.round;
        self.round = Round { end: feedback.high, ..Round::default() };
        let mean = if rtt_samples == 0 { 0.0 } else { to_secs(rtt_sum) / f64::from(rtt_samples) };
        let inputs = WindowInputs {
            delivered: f64::from(delivered),
            marks: f64::from(marked),
            losses: f64::from(lost),
            round_rtt: mean,
            ..self.ack_inputs(feedback)
        };
        self.code.on_round(w, &inputs);
    }
}

impl<P: WindowProgram> WindowAlgorithm for WindowCode<P> {
    fn on_open(&mut self, w: &mut CongestionWindow, now: Time, srtt: f64) {
        self.srtt = srtt;
        if srtt > 0.0 && self.sample < NEVER {
            self.take_sample(self.sample);
        }
        let inputs = self.inputs(now);
        self.code.on_start(w, &inputs);
    }

    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if self.sample < NEVER {
            self.take_sample(self.sample);
        }
        self.srtt = acked.srtt;
        let inputs = WindowInputs { acked: f64::from(acked.packets), ..self.inputs(acked.now) };
        self.code.on_ack(w, &inputs);
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, now: Time) {
        let inputs = WindowInputs { base, by_mark: kind == Congestion::Mark, ..self.inputs(now) };
        if kind == Congestion::Timeout {
            self.code.on_timeout(w, &inputs);
        } else {
            self.code.on_congestion(w, &inputs);
        }
        if kind != Congestion::Timeout && !self.owns_window {
            // The chassis sets the window to the threshold, which begins very high.
            w.ssthresh = w.ssthresh.min(w.cwnd.max(2.0));
        }
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, _: &mut dyn Reports) {
        // At the end of recovery, the chassis sets the window to the threshold.
        w.cwnd = w.cwnd.min(MAX_WINDOW);
        self.extend_round(feedback);
        let inputs = self.ack_inputs(feedback);
        self.code.on_every_ack(w, &inputs);
        if feedback.una > self.round.end {
            self.end_round(w, feedback);
        }
    }

    fn restart(&mut self) {
        self.code.restart();
        (self.sample, self.rtt, self.min_rtt) = (NEVER, NEVER, NEVER);
        (self.srtt, self.in_flight, self.delivery_rate) = (0.0, 0, 0.0);
        self.round = Round::default();
        if let Some(rates) = &mut self.rates {
            **rates = DeliveryRate::default();
        }
    }

    fn has_own_slow_start(&self) -> bool {
        true
    }

    fn paces(&self) -> bool {
        self.paces
    }

    fn gap(&self, _: &CongestionWindow, _: f64) -> f64 {
        let rate = self.code.pacing_rate();
        if rate > 0.0 { 1.0 / rate } else { 0.0 }
    }

    fn owns_window(&self) -> bool {
        self.owns_window
    }

    fn sampler(&mut self) -> Option<&mut DeliveryRate> {
        self.rates.as_deref_mut()
    }

    fn ecn_field(&self) -> Option<u8> {
        (self.counts_marks && self.has_ecn).then_some(ECN_CAPABLE)
    }
}

/// A window sender with rules of the type `P`.
#[derive(Clone, Debug, State)]
#[state(not(rules))]
pub struct ProgramWindow<P> {
    sender: ControlledWindow,
    rules: std::marker::PhantomData<fn() -> P>,
}

impl<P: WindowProgram> ProgramWindow<P> {
    /// Builds the sender, and describes its connection.
    pub fn build(code: P, tcp: &TcpParams, packet: u16, header: u16) -> (Self, Vec<ConnSpec>) {
        let rules = WindowCode::new(code, tcp, packet);
        let exact = rules.counts_marks;
        let is_default = tcp.ecn_feedback.is_none();
        let (sender, connections) = controller::build_with(rules, tcp, header, |receiver| {
            if exact && is_default {
                receiver.echo_marks_exactly();
            }
        });
        (ProgramWindow { sender, rules: std::marker::PhantomData }, connections)
    }

    /// Applies new settings to the sender and, by `configure`, to its rules.
    pub fn set_params(&mut self, tcp: &TcpParams, configure: impl FnOnce(&mut P)) {
        controller::set_params(&mut self.sender, tcp, |rules: &mut WindowCode<P>| {
            (rules.has_timestamps, rules.has_ecn) = (tcp.timestamps, tcp.ecn);
            configure(&mut rules.code);
        });
    }

    /// The rules.
    pub fn code(&mut self) -> Option<&mut P> {
        controller::rules_mut::<WindowCode<P>>(&mut self.sender).map(|rules| &mut rules.code)
    }
}

impl<P: WindowProgram> Sender for ProgramWindow<P> {
    fn start(&mut self, cx: &mut impl Context) {
        self.sender.start(cx);
    }
    fn stop(&mut self, cx: &mut impl Context) {
        self.sender.stop(cx);
    }
    fn restart(&mut self, cx: &mut impl Context) {
        self.sender.restart(cx);
    }
    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        if let Some(rules) = controller::rules_mut::<WindowCode<P>>(&mut self.sender) {
            // `on_ack` runs before the shared sender computes the sample.
            let rtt = cx.now().saturating_sub(packet.timestamp);
            rules.sample = if rules.has_timestamps { rtt } else { NEVER };
        }
        self.sender.on_feedback(packet, cx);
    }
    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        self.sender.on_timer(timer, cx);
    }
    fn on_app(&mut self, cx: &mut impl Context) {
        self.sender.on_app(cx);
    }
    fn state(&self) -> SenderState {
        self.sender.state()
    }
}
