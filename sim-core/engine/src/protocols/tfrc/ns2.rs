//! The rate of ns-2's Agent/TFRC (version 2.35 with its default settings), with which most papers on TFRC
//! measured.
//!
//! It differs from the RFCs not only by constants. Each doubling of slow start is spread over a round trip,
//! and each report in slow start triggers a packet at once. After slow start, the rate grows in each round
//! trip by at most one packet per round trip. Two round trips without a report halve the rate.

use super::{RateInputs, Reason, Report};
use crate::protocols::prelude::*;

/// Upper limit of the equation's rate, in bytes per second: 200 Mb/s.
pub(super) const MAX_EQUATION_RATE: f64 = 25e6;
/// Rate before the first report, in bytes per second.
const INITIAL_RATE: f64 = 300.0;

#[derive(Clone, Debug, State)]
pub(super) struct Ns2Rules {
    /// The allowed rate in bytes per second.
    pub rate: f64,
    /// In slow start: the rate of the packets while it grows towards `rate`, and its increase per packet.
    ramp: f64,
    step: f64,
    slow_start: bool,
    /// Whether a report has arrived.
    has_report: bool,
    /// Number of reports and of expiries of the no-feedback timer.
    rounds: u32,
    /// When a report last set the rate.
    last_change: Time,
    /// Limits by the receive rate, in slow start and after it, in bytes per second; 0 if there is none.
    slow_start_limit: f64,
    receive_limit: f64,
    /// When the application last had data again after a pause.
    data_since: Option<Time>,
    /// Whether the application had no data when the no-feedback timer last expired, and has had none since.
    all_idle: bool,
}

impl Ns2Rules {
    pub fn new() -> Self {
        Ns2Rules {
            rate: INITIAL_RATE,
            ramp: INITIAL_RATE,
            step: 0.0,
            slow_start: true,
            has_report: false,
            rounds: 0,
            last_change: 0,
            slow_start_limit: 0.0,
            receive_limit: 0.0,
            data_since: None,
            all_idle: false,
        }
    }

    /// The rules of a running sender that followed other rules until now, at rate `x`.
    pub fn continuing(x: f64, p: f64, inputs: &RateInputs) -> Self {
        let has_report = inputs.rtt > 0.0;
        let rounds = if has_report { 3 } else { 0 };
        let last_change = inputs.now;
        Ns2Rules { rate: x, ramp: x, slow_start: p <= 0.0, has_report, rounds, last_change, ..Self::new() }
    }

    pub fn start(&mut self) {
        *self = Self::new();
    }

    /// The present limit by the receive rate, in bytes per second; 0 if there is none.
    pub fn limit(&self) -> f64 {
        if self.slow_start { self.slow_start_limit } else { self.receive_limit }
    }

    /// The application has data again.
    pub fn on_data_available(&mut self, now: Time) {
        self.data_since = Some(now);
        self.all_idle = false;
    }

    /// Whether the packets follow the ramp instead of the rate.
    fn is_ramping(&self) -> bool {
        self.rounds > 2 && self.slow_start && self.ramp < self.rate
    }

    /// A packet was sent: takes one step of the ramp. Returns whether the instantaneous rate has changed.
    pub fn after_packet(&mut self) -> bool {
        let ramping = self.is_ramping();
        if ramping {
            self.ramp += self.step;
        }
        ramping
    }

    /// The instantaneous rate, which determines the next gap. Unlike in the RFCs, oscillation prevention has
    /// no lower limit.
    pub fn x_inst(&self, inputs: &RateInputs) -> f64 {
        if self.is_ramping() {
            self.ramp
        } else if inputs.damping && inputs.sample > 0.0 {
            self.rate * inputs.sqrt_rtt / inputs.sample.sqrt()
        } else {
            self.rate
        }
    }

    /// Sets the rate after a report. `starved`: the application has no data.
    pub fn on_report(&mut self, report: &Report, starved: bool, inputs: &RateInputs) -> Reason {
        self.rounds += 1;
        if self.rounds > 1 && report.x_recv > 0.0 {
            self.slow_start_limit = 2.0 * report.x_recv;
            self.receive_limit = match inputs.conservative {
                Some(_) if report.losses > 0 => report.x_recv,
                Some(factor) => factor * report.x_recv,
                None => 2.0 * report.x_recv,
            };
        } else {
            self.slow_start_limit = 0.0;
            self.receive_limit = 0.0;
        }
        let data_is_recent =
            self.data_since.is_some_and(|since| to_secs(since) > to_secs(inputs.now) - 1.5 * inputs.rtt);
        let data_limited = starved || data_is_recent;
        if self.slow_start {
            if report.p > 0.0 && self.has_report {
                self.slow_start = false;
                self.rate = inputs.x_eq;
                self.ramp = self.rate;
                return Reason::Equation;
            }
            let first = !std::mem::replace(&mut self.has_report, true);
            let reason = self.grow_in_slow_start(data_limited, inputs);
            return if first { Reason::FirstReport } else { reason };
        }
        let per_rtt = inputs.size / inputs.rtt;
        if inputs.x_eq > self.rate {
            // The rate grows by one packet per round trip in each round trip, but by at most two packets per
            // round trip at each report.
            let elapsed = (to_secs(inputs.now - self.last_change) / inputs.rtt).min(2.0);
            let floor = if data_limited { inputs.initial_window() / inputs.rtt } else { per_rtt };
            let limit = self.receive_limit.max(floor).min(inputs.x_eq);
            self.rate = (self.rate + per_rtt * elapsed).min(limit);
        } else {
            self.rate = inputs.x_eq.min(self.receive_limit.max(per_rtt));
        }
        self.last_change = inputs.now;
        if self.rate < inputs.x_eq && self.rate >= self.receive_limit {
            Reason::ReceiveRate
        } else {
            Reason::Equation
        }
    }

    /// Slow start: doubles the rate once per round trip, to at most twice the receive rate.
    fn grow_in_slow_start(&mut self, data_limited: bool, inputs: &RateInputs) -> Reason {
        let initial = inputs.initial_window() / inputs.rtt;
        let before = self.rate;
        let reason = Reason::SlowStart;
        if self.rounds <= 2
            || (data_limited && self.slow_start_limit > 0.0 && self.slow_start_limit < initial)
        {
            self.ramp = before;
            self.rate = before.max(initial);
            self.last_change = inputs.now;
        } else if self.slow_start_limit <= 0.0 {
            self.rate = inputs.size / inputs.rtt;
            self.ramp = before;
            self.step = 0.0;
            self.last_change = inputs.now;
            return reason;
        } else if before < self.slow_start_limit {
            if inputs.now - self.last_change <= from_secs(inputs.rtt) {
                return Reason::Unchanged;
            }
            self.ramp = before;
            self.rate =
                (inputs.slow_start_factor * before).min(self.slow_start_limit).max(inputs.size / inputs.rtt);
            self.last_change = inputs.now;
        } else if before > self.slow_start_limit {
            self.rate = self.slow_start_limit / 2.0;
            self.ramp = self.rate;
            self.step = 0.0;
            self.last_change = inputs.now;
            return reason;
        } else {
            return Reason::Unchanged;
        }
        self.step = (self.rate - self.ramp) / (self.rate * inputs.rtt / inputs.size);
        reason
    }

    /// The no-feedback timer expired after two round trips: halves the rate. If the application was idle, the
    /// rate does not fall below one initial window per round trip. `starved`: the application has no data.
    pub fn on_no_feedback(&mut self, starved: bool, inputs: &RateInputs) -> Reason {
        self.rounds += 1;
        let idle = starved || self.all_idle;
        let reason = if !idle {
            self.rate /= 2.0;
            Reason::NoFeedback
        } else {
            let initial = inputs.initial_window() / inputs.rtt.max(1e-6);
            if self.rate > 2.0 * initial {
                self.rate /= 2.0;
                Reason::NoFeedback
            } else if self.rate > initial {
                self.rate = initial;
                Reason::NoFeedback
            } else {
                Reason::IdleKept
            }
        };
        self.rate = self.rate.max(inputs.smallest_rate());
        self.all_idle = starved;
        reason
    }
}
