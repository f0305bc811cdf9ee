//! Programs of the level `rate`: the inputs and controls of `fairshare_script::RATE`, and its handlers.

use super::code::Code;
use crate::transport::program_rules::rate::{RateEvent, RateProgram, ReportControls, ReportInputs};

/// The positions of the handlers, inputs and controls in `fairshare_script::RATE`. A test holds them equal.
pub mod handler {
    pub const START: usize = 0;
    pub const REPORT: usize = 1;
    pub const PACKET: usize = 2;
    pub const TIMER: usize = 3;
}

pub mod input {
    pub const NOW: usize = 0;
    pub const RTT: usize = 1;
    pub const MIN_RTT: usize = 2;
    pub const PACKET: usize = 3;
    pub const RECEIVED_RATE: usize = 4;
    pub const LOSS: usize = 5;
    pub const LOSS_EVENTS: usize = 6;
    pub const MARKS: usize = 7;
    pub const PERIOD: usize = 8;
    pub const BOTTLENECK: usize = 9;
    pub const SENT: usize = 10;
}

pub mod control {
    pub const RATE: usize = 0;
    pub const TIMER: usize = 1;
}

fn handler_of(event: RateEvent) -> usize {
    match event {
        RateEvent::Start => handler::START,
        RateEvent::Report => handler::REPORT,
        RateEvent::Packet => handler::PACKET,
        RateEvent::Timer => handler::TIMER,
    }
}

impl RateProgram for Code {
    fn handles(&self, event: RateEvent) -> bool {
        self.fault.is_none() && self.program().handles(handler_of(event))
    }

    fn on(&mut self, event: RateEvent, c: &mut ReportControls, x: &ReportInputs) {
        self.set_input(input::NOW, x.now);
        self.set_input(input::RTT, x.rtt);
        self.set_input(input::MIN_RTT, x.min_rtt);
        self.set_input(input::PACKET, x.packet);
        if event == RateEvent::Report {
            self.set_input(input::RECEIVED_RATE, x.received_rate);
            self.set_input(input::LOSS, x.loss);
            self.set_input(input::LOSS_EVENTS, x.loss_events);
            self.set_input(input::MARKS, x.marks);
            self.set_input(input::PERIOD, x.period);
            self.set_input(input::BOTTLENECK, x.bottleneck);
        }
        self.set_input(input::SENT, x.sent);
        self.set_control(control::RATE, c.rate);
        self.set_control(control::TIMER, c.timer);
        self.call(handler_of(event));
        (c.rate, c.timer) = (self.control(control::RATE), self.control(control::TIMER));
    }

    fn restart(&mut self) {
        self.restart_variables();
    }
}
