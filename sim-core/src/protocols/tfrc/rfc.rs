//! The rate of a TFRC sender by RFC 5348 section 4, and by RFC 3448 section 4 where that differs.

use super::{Known, Reason, Report};
use crate::ground::time::{Time, from_secs};

/// Receive rates that are remembered: those of two round trips.
const MOST_RATES: usize = 16;

#[derive(Clone, Debug)]
pub(super) struct RfcRules {
    /// RFC 3448: one receive rate, one packet per round trip at the start.
    old: bool,
    /// The allowed rate in bytes per second.
    pub x: f64,
    /// The most that receive rates allow.
    pub limit: f64,
    /// Receive rates and when they were reported (RFC 5348 section 4.3), the newest last.
    rates: Vec<(f64, Time)>,
    initial_rate: f64,
    /// When the rate was last doubled.
    doubled: Option<Time>,
    p: f64,
}

impl RfcRules {
    pub fn new(size: f64, old: bool) -> Self {
        // Section 4.2: one packet per second until the round trip is known.
        RfcRules {
            old,
            x: size,
            limit: f64::INFINITY,
            rates: Vec::with_capacity(MOST_RATES),
            initial_rate: 0.0,
            doubled: None,
            p: 0.0,
        }
    }

    /// The rules of a sender that has followed others until now, at rate `x`.
    pub fn from_now_on(x: f64, p: f64, old: bool, known: &Known) -> Self {
        let mut rules = RfcRules { x, p, ..Self::new(known.size, old) };
        if known.rtt > 0.0 {
            rules.begin(known);
        }
        rules
    }

    /// The round trip is known: the rate that slow start does not go below.
    fn begin(&mut self, known: &Known) {
        // RFC 3448 starts with one packet per round trip.
        let window = if self.old { known.size } else { known.initial_window() };
        self.initial_rate = window / known.rtt;
        self.doubled = Some(known.now);
        self.rates.push((f64::INFINITY, known.now));
    }

    fn largest(&self) -> f64 {
        self.rates.iter().fold(0.0, |largest, &(rate, _)| rate.max(largest))
    }

    /// Adds a receive rate and forgets those of more than two round trips ago.
    fn update(&mut self, rate: f64, known: &Known) {
        let oldest = known.now.saturating_sub(from_secs(2.0 * known.rtt));
        self.rates.retain(|&(_, at)| at >= oldest);
        if self.rates.len() == MOST_RATES {
            self.rates.remove(0);
        }
        self.rates.push((rate, known.now));
    }

    /// Keeps only the largest rate, as of now; the infinite one of the start does not count.
    fn maximize(&mut self, rate: f64, known: &Known) {
        let largest = self.rates.iter().filter(|(r, _)| r.is_finite()).fold(rate, |m, &(r, _)| m.max(r));
        self.rates.clear();
        self.rates.push((largest, known.now));
    }

    /// Sections 4.3 step 4: the limit that receive rates set.
    fn receive_limit(&mut self, report: &Report, known: &Known) -> f64 {
        if self.old {
            self.rates.clear();
            self.rates.push((report.x_recv, known.now));
            return 2.0 * report.x_recv;
        }
        if !report.data_limited {
            self.update(report.x_recv, known);
            return 2.0 * self.largest();
        }
        if report.new_event || report.p > self.p {
            // The application paused and there was loss all the same: what was received before says little now.
            for entry in &mut self.rates {
                entry.0 /= 2.0;
            }
            self.maximize(0.85 * report.x_recv, known);
            self.largest()
        } else {
            self.maximize(report.x_recv, known);
            2.0 * self.largest()
        }
    }

    pub fn on_report(&mut self, report: &Report, known: &Known) -> Reason {
        if self.rates.is_empty() {
            // The first report (section 4.2).
            self.begin(known);
            self.x = self.initial_rate;
            self.p = report.p;
            return Reason::FirstReport;
        }
        let limit = self.receive_limit(report, known);
        self.p = report.p;
        if report.p > 0.0
            && let Some(factor) = known.conservative
        {
            // Bansal and others 2001: packet conservation.
            let factor = if report.losses > 0 { 1.0 } else { factor };
            let limit = (factor * report.x_recv).max(known.size / known.rtt);
            return self.set(limit, known);
        }
        self.set(limit, known)
    }

    fn set(&mut self, limit: f64, known: &Known) -> Reason {
        self.limit = limit;
        if self.p > 0.0 {
            self.x = known.x_eq.min(limit).max(known.least());
            return if known.x_eq <= limit { Reason::Equation } else { Reason::Received };
        }
        let rtt = from_secs(known.rtt);
        if self.doubled.is_none_or(|doubled| known.now - doubled >= rtt) {
            // RFC 3448's floor in slow start is one packet per round trip, which is its initial rate of now.
            let floor = if self.old { known.size / known.rtt } else { self.initial_rate };
            self.x = (known.slow_start_factor * self.x).min(limit).max(floor);
            self.doubled = Some(known.now);
            return Reason::SlowStart;
        }
        Reason::Unchanged
    }

    /// Section 4.5: the rate of the next gap.
    pub fn x_inst(&self, known: &Known) -> f64 {
        if known.damping && known.sample > 0.0 {
            (self.x * known.sqrt_rtt / known.sample.sqrt()).max(known.least())
        } else {
            self.x
        }
    }

    /// Section 4.4: no report. `idle`: nothing was sent since the timer was set.
    pub fn on_silence(&mut self, idle: bool, p: f64, known: &Known) -> Reason {
        if self.rates.is_empty() {
            if idle {
                return Reason::IdleKept;
            }
            self.x = (self.x / 2.0).max(known.least());
            return Reason::NoFeedback;
        }
        if self.old {
            return self.on_silence_old(idle, p, known);
        }
        let received = self.largest();
        let spare = (p > 0.0 && received < self.initial_rate) || (p <= 0.0 && self.x < 2.0 * self.initial_rate);
        if idle && spare {
            return Reason::IdleKept;
        }
        if p <= 0.0 {
            self.x = (self.x / 2.0).max(known.least());
        } else if known.x_eq > 2.0 * received {
            self.limit_to(received, known);
        } else {
            self.limit_to(known.x_eq / 2.0, known);
        }
        Reason::NoFeedback
    }

    fn limit_to(&mut self, limit: f64, known: &Known) {
        let limit = limit.max(known.least());
        self.rates.clear();
        self.rates.push((limit / 2.0, known.now));
        self.set(limit, known);
    }

    /// RFC 3448 section 4.4 with errata 270 and 1458.
    fn on_silence_old(&mut self, idle: bool, p: f64, known: &Known) -> Reason {
        // An infinite rate stands for "no receive rate yet".
        let received = self.rates.iter().map(|&(rate, _)| rate).find(|r| r.is_finite()).unwrap_or(self.x);
        if idle && received < 4.0 * known.size / known.rtt {
            return Reason::IdleKept;
        }
        let received = if p <= 0.0 || known.x_eq > 2.0 * received {
            (received / 2.0).max(known.least() / 2.0)
        } else {
            known.x_eq / 4.0
        };
        self.rates.clear();
        self.rates.push((received, known.now));
        if p > 0.0 {
            self.set(2.0 * received, known);
        } else {
            self.limit = 2.0 * received;
            self.x = (self.x / 2.0).max(known.least());
        }
        Reason::NoFeedback
    }
}
