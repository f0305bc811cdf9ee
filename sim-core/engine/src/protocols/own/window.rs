//! Programs of the level `window`: the inputs and controls of `fairshare_script::WINDOW`, and its handlers.

use super::code::Code;
use crate::transport::program_rules::window::{WindowInputs, WindowNeeds, WindowProgram};
use crate::transport::window::CongestionWindow;

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

    fn handles(&self, handler: usize) -> bool {
        self.program().handles(handler)
    }
}

impl WindowProgram for Code {
    fn needs(&self) -> WindowNeeds {
        let program = self.program();
        let handlers = program.interface().handlers.len();
        WindowNeeds {
            samples: program.reads(input::DELIVERY_RATE) || program.reads(input::LOSSES),
            marks: program.reads(input::MARKS),
            paces: (0..handlers).any(|handler| program.assigns(handler, control::PACING_RATE)),
            owns_window: program.assigns(handler::CONGESTION, control::CWND),
        }
    }

    fn on_start(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        self.call_window(handler::START, w, x);
    }

    fn on_ack(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        if self.handles(handler::ACK) {
            self.set_input(input::ACKED, x.acked);
            self.call_window(handler::ACK, w, x);
        }
    }

    fn on_every_ack(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        if self.handles(handler::EVERY_ACK) {
            self.set_counts(x);
            self.call_window(handler::EVERY_ACK, w, x);
        }
    }

    fn on_round(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        if self.handles(handler::ROUND) {
            self.set_counts(x);
            self.set_input(input::LOSSES, x.losses);
            self.set_input(input::ROUND_RTT, x.round_rtt);
            self.call_window(handler::ROUND, w, x);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        if self.handles(handler::CONGESTION) {
            self.set_input(input::BASE, x.base);
            self.set_input(input::BY_MARK, f64::from(x.by_mark));
            self.call_window(handler::CONGESTION, w, x);
        } else {
            w.ssthresh = (x.base / 2.0).max(2.0);
        }
    }

    fn on_timeout(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        if self.handles(handler::TIMEOUT) {
            self.set_input(input::BASE, x.base);
            self.call_window(handler::TIMEOUT, w, x);
        } else {
            self.on_congestion(w, x);
        }
    }

    fn pacing_rate(&self) -> f64 {
        self.control(control::PACING_RATE)
    }

    fn restart(&mut self) {
        self.set_control(control::PACING_RATE, 0.0);
        self.restart_variables();
    }
}
