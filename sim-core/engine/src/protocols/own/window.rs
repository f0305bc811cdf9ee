//! Programs of the level `window` on the shared window sender: the inputs and controls of `fairshare_script::WINDOW`,
//! and when its handlers run (docs/write-your-own.md).

use super::code::Code;
use crate::ground::packet::ECN_CAPABLE;
use crate::protocols::prelude::*;
use crate::transport::ack_receiver::AckReceiver;
use crate::transport::delivery_rate::DeliveryRate;

/// The positions of the handlers, inputs and controls in `fairshare_script::WINDOW`. A test holds them equal.
pub mod handler {
    pub const START: usize = 0;
    pub const ACK: usize = 1;
    pub const EVERY_ACK: usize = 2;
    pub const ROUND: usize = 3;
    pub const CONGESTION: usize = 4;
    pub const TIMEOUT: usize = 5;
}

pub mod input {
    pub const NOW: usize = 0;
    pub const RTT: usize = 1;
    pub const MIN_RTT: usize = 2;
    pub const SRTT: usize = 3;
    pub const IN_FLIGHT: usize = 4;
    pub const DELIVERY_RATE: usize = 5;
    pub const PACKET: usize = 6;
    pub const ACKED: usize = 7;
    pub const DELIVERED: usize = 8;
    pub const MARKS: usize = 9;
    pub const LOSSES: usize = 10;
    pub const ROUND_RTT: usize = 11;
    pub const IN_RECOVERY: usize = 12;
    pub const WINDOW_LIMITED: usize = 13;
    pub const BASE: usize = 14;
    pub const BY_MARK: usize = 15;
}

pub mod control {
    pub const CWND: usize = 0;
    pub const SSTHRESH: usize = 1;
    pub const PACING_RATE: usize = 2;
}

/// The largest value of `cwnd`, in packets.
const MAX_WINDOW: f64 = 1e5;

/// What window rules read. Times are in seconds.
#[derive(Clone, Copy, Debug, Default)]
struct WindowInputs {
    now: f64,
    rtt: f64,
    min_rtt: f64,
    srtt: f64,
    in_flight: f64,
    delivery_rate: f64,
    packet: f64,
    /// Only for `on_ack`.
    acked: f64,
    /// Only for `on_every_ack` and `on_round`, like the next four.
    delivered: f64,
    marks: f64,
    in_recovery: bool,
    window_limited: bool,
    /// Only for `on_round`, like the next one.
    losses: f64,
    round_rtt: f64,
    /// Only for `on_congestion` and `on_timeout`, like the next one.
    base: f64,
    by_mark: bool,
}

/// What window rules use, which determines the parts of the sender.
#[derive(Clone, Copy, Debug, Default)]
struct WindowNeeds {
    /// They read the delivery rate or the number of losses.
    samples: bool,
    /// They read marks.
    marks: bool,
    /// They set a pacing rate.
    paces: bool,
    /// They assign the window at a loss.
    owns_window: bool,
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

impl Code {
    /// Runs a handler with the window as its control.
    fn call_window(&mut self, handler: usize, w: &mut CongestionWindow, x: &WindowInputs) {
        self.set_input(input::NOW, x.now);
        self.set_input(input::RTT, x.rtt);
        self.set_input(input::MIN_RTT, x.min_rtt);
        self.set_input(input::SRTT, x.srtt);
        self.set_input(input::IN_FLIGHT, x.in_flight);
        self.set_input(input::DELIVERY_RATE, x.delivery_rate);
        self.set_input(input::PACKET, x.packet);
        self.set_control(control::CWND, w.cwnd);
        self.set_control(control::SSTHRESH, w.ssthresh);
        self.call(handler);
        w.cwnd = self.control(control::CWND);
        w.ssthresh = self.control(control::SSTHRESH);
        if self.fault.is_some() {
            // The run ends with this event, in which nothing more should be sent.
            (w.cwnd, w.ssthresh) = (1.0, 2.0);
        }
    }

    fn set_counts(&mut self, x: &WindowInputs) {
        self.set_input(input::DELIVERED, x.delivered);
        self.set_input(input::MARKS, x.marks);
        self.set_input(input::IN_RECOVERY, f64::from(x.in_recovery));
        self.set_input(input::WINDOW_LIMITED, f64::from(x.window_limited));
    }

    fn window_needs(&self) -> WindowNeeds {
        let program = self.program();
        let handlers = program.interface().handlers.len();
        WindowNeeds {
            samples: program.reads(input::DELIVERY_RATE) || program.reads(input::LOSSES),
            marks: program.reads(input::MARKS),
            paces: (0..handlers).any(|handler| program.assigns(handler, control::PACING_RATE)),
            owns_window: program.assigns(handler::CONGESTION, control::CWND),
        }
    }

    /// The connection begins.
    fn on_start(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        self.call_window(handler::START, w, x);
    }

    /// New packets were acknowledged, and the window may grow.
    fn on_ack(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        if self.handles(handler::ACK) {
            self.set_input(input::ACKED, x.acked);
            self.call_window(handler::ACK, w, x);
        }
    }

    /// Any acknowledgement was processed.
    fn on_every_ack(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        if self.handles(handler::EVERY_ACK) {
            self.set_counts(x);
            self.call_window(handler::EVERY_ACK, w, x);
        }
    }

    /// A round trip has passed.
    fn on_round(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        if self.handles(handler::ROUND) {
            self.set_counts(x);
            self.set_input(input::LOSSES, x.losses);
            self.set_input(input::ROUND_RTT, x.round_rtt);
            self.call_window(handler::ROUND, w, x);
        }
    }

    /// A loss was detected, or a mark arrived.
    fn on_congestion(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        if self.handles(handler::CONGESTION) {
            self.set_input(input::BASE, x.base);
            self.set_input(input::BY_MARK, f64::from(x.by_mark));
            self.call_window(handler::CONGESTION, w, x);
        } else {
            w.ssthresh = (x.base / 2.0).max(2.0);
        }
    }

    /// The retransmission timer expired.
    fn on_timeout(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        if self.handles(handler::TIMEOUT) {
            self.set_input(input::BASE, x.base);
            self.call_window(handler::TIMEOUT, w, x);
        } else {
            self.on_congestion(w, x);
        }
    }
}

/// Window rules with what they read.
#[derive(Clone, Debug, State)]
#[state(not(
    has_timestamps,
    has_ecn,
    packet,
    sample,
    counts_marks,
    echoes_marks_exactly,
    paces,
    owns_window
))]
struct WindowCode {
    code: Code,
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
    /// Whether the receiver reports marks as DCTCP's does.
    echoes_marks_exactly: bool,
    paces: bool,
    owns_window: bool,
}

impl WindowCode {
    fn new(code: Code, tcp: &TcpParams, packet: u16) -> Self {
        let needs = code.window_needs();
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
            echoes_marks_exactly: tcp.ecn && needs.marks && tcp.ecn_feedback.is_none(),
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

impl WindowAlgorithm for WindowCode {
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
        self.code.set_control(control::PACING_RATE, 0.0);
        self.code.restart_variables();
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
        let rate = self.code.control(control::PACING_RATE);
        if rate > 0.0 { 1.0 / rate } else { 0.0 }
    }

    fn owns_window(&self) -> bool {
        self.owns_window
    }

    fn sampler(&mut self) -> Option<&mut DeliveryRate> {
        self.rates.as_deref_mut()
    }

    fn prepare(&self, receiver: &mut AckReceiver) {
        if self.echoes_marks_exactly {
            receiver.echo_marks_exactly();
        }
    }

    fn ecn_field(&self) -> Option<u8> {
        (self.counts_marks && self.has_ecn).then_some(ECN_CAPABLE)
    }
}

/// A window sender with a program.
#[derive(Clone, Debug, State)]
pub struct ProgramWindow(ControlledWindow);

impl ProgramWindow {
    /// Builds the sender, and describes its connection.
    pub fn build(code: Code, tcp: &TcpParams, packet: u16, header: u16) -> (Self, Vec<ConnSpec>) {
        let (sender, connections) =
            controller::build(WindowCode::new(code, tcp, packet), RECOVERY, tcp, header);
        (ProgramWindow(sender), connections)
    }

    /// Applies new settings to the sender and, by `configure`, to its program.
    pub fn set_params(&mut self, tcp: &TcpParams, configure: impl FnOnce(&mut Code)) {
        controller::set_params(&mut self.0, RECOVERY, tcp, |rules: &mut WindowCode| {
            (rules.has_timestamps, rules.has_ecn) = (tcp.timestamps, tcp.ecn);
            configure(&mut rules.code);
        });
    }

    /// The program.
    pub fn code(&mut self) -> Option<&mut Code> {
        controller::rules_mut::<WindowCode>(&mut self.0).map(|rules| &mut rules.code)
    }
}

impl Sender for ProgramWindow {
    fn start(&mut self, cx: &mut impl Context) {
        self.0.start(cx);
    }
    fn stop(&mut self, cx: &mut impl Context) {
        self.0.stop(cx);
    }
    fn restart(&mut self, cx: &mut impl Context) {
        self.0.restart(cx);
    }
    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        if let Some(rules) = controller::rules_mut::<WindowCode>(&mut self.0) {
            // `on_ack` runs before the shared sender computes the sample.
            let rtt = cx.now().saturating_sub(packet.timestamp);
            rules.sample = if rules.has_timestamps { rtt } else { NEVER };
        }
        self.0.on_feedback(packet, cx);
    }
    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        self.0.on_timer(timer, cx);
    }
    fn on_app(&mut self, cx: &mut impl Context) {
        self.0.on_app(cx);
    }
    fn state(&self) -> SenderState {
        self.0.state()
    }
    fn standing(&self, connection: u32, seq: u32) -> Option<Standing> {
        self.0.standing(connection, seq)
    }
}
