//! Programs of the level `window`: the inputs and controls of `fairshare_script::WINDOW`, and its handlers
//! as hooks of the window chassis.

use super::code::Code;
use super::params::Params;
use crate::ground::packet::ECN_CAPABLE;
use crate::ground::time::{NEVER, Time, to_secs};
use crate::state;
use crate::transport::delivery_rate::DeliveryRate;
use crate::transport::tcp_params::TcpParams;
use crate::transport::window::{Acked, Congestion, CongestionWindow, Feedback, Reports, WindowAlgorithm};

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

/// The largest window in packets, as in the language. Each packet in flight takes memory.
const LARGEST_WINDOW: f64 = 1e5;

/// What arrived in the present round trip.
#[derive(Clone, Copy, Debug, Default)]
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

state!(Round { end, delivered, marked, lost, rtt_sum, rtt_samples } not {});

/// The rules of a program.
#[derive(Clone, Debug)]
pub struct WindowCode {
    pub code: Code,
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

state!(WindowCode { code, rtt, min_rtt, srtt, in_flight, delivery_rate, round, rates }
    not { has_timestamps, has_ecn, packet, sample, counts_marks, paces, owns_window });

impl WindowCode {
    pub fn new(code: Code, tcp: &TcpParams, packet: u16) -> Self {
        let program = code.program();
        let samples = program.reads(input::DELIVERY_RATE) || program.reads(input::LOSSES);
        let counts_marks = tcp.ecn && program.reads(input::MARKS);
        let paces = (0..program.interface().handlers.len())
            .any(|handler| program.assigns(handler, control::PACING_RATE));
        let owns_window = program.assigns(handler::CONGESTION, control::CWND);
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
            rates: samples.then(Box::default),
            counts_marks,
            paces,
            owns_window,
            code,
        }
    }

    /// Whether the program needs to know which packets were marked.
    pub fn counts_marks(&self) -> bool {
        self.counts_marks
    }

    /// Applies new settings while the sender runs.
    pub fn configure(&mut self, params: &Params) {
        self.has_timestamps = params.base.tcp.timestamps;
        self.has_ecn = params.base.tcp.ecn;
        self.code.configure(params);
    }

    /// An acknowledgement arrives, which was sent `rtt` after its data.
    pub fn expect_sample(&mut self, rtt: Time) {
        self.sample = if self.has_timestamps { rtt } else { NEVER };
    }

    fn take_sample(&mut self, rtt: Time) {
        self.rtt = rtt;
        self.min_rtt = self.min_rtt.min(rtt);
    }

    /// Runs a handler with the window as its control.
    fn call(&mut self, handler: usize, w: &mut CongestionWindow, now: Time) {
        let seconds = |time: Time| if time == NEVER { 0.0 } else { to_secs(time) };
        let code = &mut self.code;
        code.set_input(input::NOW, to_secs(now));
        code.set_input(input::RTT, seconds(self.rtt));
        code.set_input(input::MIN_RTT, seconds(self.min_rtt));
        code.set_input(input::SRTT, self.srtt);
        code.set_input(input::IN_FLIGHT, f64::from(self.in_flight));
        code.set_input(input::DELIVERY_RATE, self.delivery_rate);
        code.set_input(input::PACKET, f64::from(self.packet));
        code.set_control(control::CWND, w.cwnd);
        code.set_control(control::SSTHRESH, w.ssthresh);
        code.call(handler);
        w.cwnd = code.control(control::CWND);
        w.ssthresh = code.control(control::SSTHRESH);
        if code.fault.is_some() {
            // The run ends with this event, in which nothing more should be sent.
            (w.cwnd, w.ssthresh) = (1.0, 2.0);
        }
    }

    fn handles(&self, handler: usize) -> bool {
        self.code.program().handles(handler)
    }

    /// Updates the values of the present round by an acknowledgement.
    fn extend_round(&mut self, feedback: &Feedback) {
        let marked = if feedback.marked { feedback.delivered } else { 0 };
        self.round.delivered += feedback.delivered;
        self.round.marked += marked;
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
        self.code.set_input(input::DELIVERED, f64::from(feedback.delivered));
        self.code.set_input(input::MARKS, f64::from(marked));
        self.code.set_input(input::IN_RECOVERY, f64::from(feedback.in_recovery || feedback.after_timeout));
        self.code.set_input(input::WINDOW_LIMITED, f64::from(feedback.window_limited));
    }

    /// Gives the values of the round that ends to the program, and begins the next round.
    fn end_round(&mut self, w: &mut CongestionWindow, feedback: &Feedback) {
        let Round { delivered, marked, lost, rtt_sum, rtt_samples, .. } = self.round;
        self.round = Round { end: feedback.high, ..Round::default() };
        if self.handles(handler::ROUND) {
            let mean = if rtt_samples == 0 { 0.0 } else { to_secs(rtt_sum) / f64::from(rtt_samples) };
            self.code.set_input(input::DELIVERED, f64::from(delivered));
            self.code.set_input(input::MARKS, f64::from(marked));
            self.code.set_input(input::LOSSES, f64::from(lost));
            self.code.set_input(input::ROUND_RTT, mean);
            self.call(handler::ROUND, w, feedback.now);
        }
    }
}

impl WindowAlgorithm for WindowCode {
    fn on_open(&mut self, w: &mut CongestionWindow, now: Time, srtt: f64) {
        self.srtt = srtt;
        if srtt > 0.0 && self.sample < NEVER {
            self.take_sample(self.sample);
        }
        self.call(handler::START, w, now);
    }

    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if self.sample < NEVER {
            self.take_sample(self.sample);
        }
        self.srtt = acked.srtt;
        if self.handles(handler::ACK) {
            self.code.set_input(input::ACKED, f64::from(acked.packets));
            self.call(handler::ACK, w, acked.now);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, now: Time) {
        self.code.set_input(input::BASE, base);
        self.code.set_input(input::BY_MARK, f64::from(kind == Congestion::Mark));
        if kind == Congestion::Timeout && self.handles(handler::TIMEOUT) {
            self.call(handler::TIMEOUT, w, now);
        } else if self.handles(handler::CONGESTION) {
            self.call(handler::CONGESTION, w, now);
        } else {
            w.ssthresh = (base / 2.0).max(2.0);
        }
        if kind != Congestion::Timeout && !self.owns_window {
            // The chassis sets the window to the threshold, which begins very high.
            w.ssthresh = w.ssthresh.min(w.cwnd.max(2.0));
        }
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, _: &mut dyn Reports) {
        // At the end of recovery, the chassis sets the window to the threshold.
        w.cwnd = w.cwnd.min(LARGEST_WINDOW);
        self.extend_round(feedback);
        if self.handles(handler::EVERY_ACK) {
            self.call(handler::EVERY_ACK, w, feedback.now);
        }
        if feedback.una > self.round.end {
            self.end_round(w, feedback);
        }
    }

    fn restart(&mut self) {
        self.code.set_control(control::PACING_RATE, 0.0);
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
        let rate = self.code.control(control::PACING_RATE);
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
