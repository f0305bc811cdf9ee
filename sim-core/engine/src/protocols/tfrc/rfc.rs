//! The rate of a TFRC sender according to RFC 5348 section 4, or RFC 3448 section 4 where that differs.

use super::{RateInputs, Reason, Report};
use crate::protocols::prelude::*;

/// Largest number of remembered receive rates.
const MAX_RATES: usize = 16;

#[derive(Clone, Debug, State)]
#[state(not(rfc3448))]
pub(super) struct RfcRules {
    /// Whether RFC 3448 is followed: a single receive rate, and one packet per round trip at the start.
    rfc3448: bool,
    /// The allowed rate in bytes per second.
    pub x: f64,
    /// The limit imposed by the receive rates (recv_limit).
    pub limit: f64,
    /// X_recv_set (RFC 5348 section 4.3): receive rates and when they were reported, the newest last.
    rates: Vec<(f64, Time)>,
    /// The rate that is set at the first round-trip sample, in bytes per second: one initial window per round
    /// trip, or in RFC 3448 one packet per round trip. 0 before this sample.
    initial_rate: f64,
    /// When slow start last doubled the rate.
    doubled_at: Option<Time>,
    /// Loss event rate in the last report.
    p: f64,
}

impl RfcRules {
    pub fn new(size: f64, rfc3448: bool) -> Self {
        // Section 4.2: one packet per second until the round-trip time is known.
        RfcRules {
            rfc3448,
            x: size,
            limit: f64::INFINITY,
            rates: Vec::with_capacity(MAX_RATES),
            initial_rate: 0.0,
            doubled_at: None,
            p: 0.0,
        }
    }

    /// The rules of a running sender that followed other rules until now, at rate `x`.
    pub fn continuing(x: f64, p: f64, rfc3448: bool, inputs: &RateInputs) -> Self {
        let mut rules = RfcRules { x, p, ..Self::new(inputs.size, rfc3448) };
        if inputs.rtt > 0.0 {
            rules.begin(inputs);
        }
        rules
    }

    /// Determines the initial rate with the first round-trip sample: the initial window per round trip
    /// (section 4.2), or one packet per round trip (RFC 3448).
    fn begin(&mut self, inputs: &RateInputs) {
        let window = if self.rfc3448 { inputs.size } else { inputs.initial_window() };
        self.initial_rate = window / inputs.rtt;
        self.doubled_at = Some(inputs.now);
        self.rates.push((f64::INFINITY, inputs.now));
    }

    fn largest_receive_rate(&self) -> f64 {
        self.rates.iter().fold(0.0, |largest, &(rate, _)| rate.max(largest))
    }

    /// "Update X_recv_set" of section 4.3: adds a receive rate and removes those older than two round-trip
    /// times.
    fn update(&mut self, rate: f64, inputs: &RateInputs) {
        let oldest = inputs.now.saturating_sub(from_secs(2.0 * inputs.rtt));
        self.rates.retain(|&(_, at)| at >= oldest);
        if self.rates.len() == MAX_RATES {
            self.rates.remove(0);
        }
        self.rates.push((rate, inputs.now));
    }

    /// "Maximize X_recv_set" of section 4.3: keeps only the largest rate, with the present time. The infinite
    /// initial rate does not count.
    fn maximize(&mut self, rate: f64, inputs: &RateInputs) {
        let largest = self.rates.iter().filter(|(r, _)| r.is_finite()).fold(rate, |m, &(r, _)| m.max(r));
        self.rates.clear();
        self.rates.push((largest, inputs.now));
    }

    /// Section 4.3, step 4: the limit imposed by the receive rates. It is twice the largest recent receive
    /// rate. After a data-limited interval with new losses the remembered rates are halved, and the largest
    /// of them is the limit.
    fn receive_limit(&mut self, report: &Report, inputs: &RateInputs) -> f64 {
        if self.rfc3448 {
            self.rates.clear();
            self.rates.push((report.x_recv, inputs.now));
            return 2.0 * report.x_recv;
        }
        if !report.data_limited {
            self.update(report.x_recv, inputs);
            return 2.0 * self.largest_receive_rate();
        }
        if report.new_event || report.p > self.p {
            // Losses although the application did not use the rate: older receive rates no longer count in
            // full.
            for entry in &mut self.rates {
                entry.0 /= 2.0;
            }
            self.maximize(0.85 * report.x_recv, inputs);
            self.largest_receive_rate()
        } else {
            self.maximize(report.x_recv, inputs);
            2.0 * self.largest_receive_rate()
        }
    }

    /// Sets the rate after a report (section 4.3, steps 4 and 5).
    pub fn on_report(&mut self, report: &Report, inputs: &RateInputs) -> Reason {
        if self.rates.is_empty() {
            // The first report (section 4.2).
            self.begin(inputs);
            self.x = self.initial_rate;
            self.p = report.p;
            return Reason::FirstReport;
        }
        let limit = self.receive_limit(report, inputs);
        self.p = report.p;
        if report.p > 0.0
            && let Some(factor) = inputs.conservative
        {
            // Conservative mode (Bansal and others 2001): once there has been a loss, the rate is at most
            // `factor` times the receive rate, and at most the receive rate itself if this report has new
            // losses. One packet per round trip is always allowed.
            let factor = if report.losses > 0 { 1.0 } else { factor };
            let limit = (factor * report.x_recv).max(inputs.size / inputs.rtt);
            return self.set_rate(limit, inputs);
        }
        self.set_rate(limit, inputs)
    }

    /// Section 4.3, step 5: the equation's rate within the limit once there has been a loss; before that,
    /// slow start doubles the rate once per round-trip time.
    fn set_rate(&mut self, limit: f64, inputs: &RateInputs) -> Reason {
        self.limit = limit;
        if self.p > 0.0 {
            self.x = inputs.x_eq.min(limit).max(inputs.smallest_rate());
            return if inputs.x_eq <= limit { Reason::Equation } else { Reason::ReceiveRate };
        }
        let rtt = from_secs(inputs.rtt);
        if self.doubled_at.is_none_or(|at| inputs.now - at >= rtt) {
            // In RFC 3448 the minimum in slow start is one packet per present round-trip time.
            let floor = if self.rfc3448 { inputs.size / inputs.rtt } else { self.initial_rate };
            self.x = (inputs.slow_start_factor * self.x).min(limit).max(floor);
            self.doubled_at = Some(inputs.now);
            return Reason::SlowStart;
        }
        Reason::Unchanged
    }

    /// The instantaneous rate (section 4.5): lower than the allowed rate while the round-trip time is above
    /// its average.
    pub fn x_inst(&self, inputs: &RateInputs) -> f64 {
        if inputs.damping && inputs.sample > 0.0 {
            (self.x * inputs.sqrt_rtt / inputs.sample.sqrt()).max(inputs.smallest_rate())
        } else {
            self.x
        }
    }

    /// The no-feedback timer expired (section 4.4): halves the allowed rate, unless the rate is low and the
    /// sender has sent nothing since the timer was set.
    pub fn on_no_feedback(&mut self, idle: bool, p: f64, inputs: &RateInputs) -> Reason {
        if self.rates.is_empty() {
            if idle {
                return Reason::IdleKept;
            }
            self.x = (self.x / 2.0).max(inputs.smallest_rate());
            return Reason::NoFeedback;
        }
        if self.rfc3448 {
            return self.on_no_feedback_rfc3448(idle, p, inputs);
        }
        let received = self.largest_receive_rate();
        let is_low =
            (p > 0.0 && received < self.initial_rate) || (p <= 0.0 && self.x < 2.0 * self.initial_rate);
        if idle && is_low {
            return Reason::IdleKept;
        }
        if p <= 0.0 {
            self.x = (self.x / 2.0).max(inputs.smallest_rate());
        } else if inputs.x_eq > 2.0 * received {
            self.limit_to(received, inputs);
        } else {
            self.limit_to(inputs.x_eq / 2.0, inputs);
        }
        Reason::NoFeedback
    }

    /// "Update_Limits" of section 4.4: makes half of `limit` the only receive rate and sets the rate
    /// accordingly.
    fn limit_to(&mut self, limit: f64, inputs: &RateInputs) {
        let limit = limit.max(inputs.smallest_rate());
        self.rates.clear();
        self.rates.push((limit / 2.0, inputs.now));
        self.set_rate(limit, inputs);
    }

    /// RFC 3448 section 4.4, with errata 270 and 1458: as `on_no_feedback`, but first sets the receive rate
    /// to half of itself or to a quarter of the equation's rate. Once there has been a loss, the rate is
    /// computed from the receive rate; before, the rate is halved.
    fn on_no_feedback_rfc3448(&mut self, idle: bool, p: f64, inputs: &RateInputs) -> Reason {
        // The infinite initial rate means that no receive rate has been reported yet.
        let received = self.rates.iter().map(|&(rate, _)| rate).find(|r| r.is_finite()).unwrap_or(self.x);
        if idle && received < 4.0 * inputs.size / inputs.rtt {
            return Reason::IdleKept;
        }
        let received = if p <= 0.0 || inputs.x_eq > 2.0 * received {
            (received / 2.0).max(inputs.smallest_rate() / 2.0)
        } else {
            inputs.x_eq / 4.0
        };
        self.rates.clear();
        self.rates.push((received, inputs.now));
        if p > 0.0 {
            self.set_rate(2.0 * received, inputs);
        } else {
            self.limit = 2.0 * received;
            self.x = (self.x / 2.0).max(inputs.smallest_rate());
        }
        Reason::NoFeedback
    }
}
