//! The rate of ns-2's Agent/TFRC (version 2.35, as it comes): what most papers of the time measured.
//!
//! It differs from the RFCs by more than constants: each doubling is spread over a round trip and each report of slow start
//! sends a packet at once; after slow start the rate grows by one packet per round trip at most; two round trips without
//! a report halve it.

use super::{Known, Reason, Report};
use crate::ground::time::{Time, from_secs, to_secs};

/// Its equation never gives more, in bytes per second: 200 Mb/s.
pub(super) const CEILING: f64 = 25e6;
/// Rate before the first report, in bytes per second.
const INITIAL_RATE: f64 = 300.0;

#[derive(Clone, Debug)]
pub(super) struct Ns2Rules {
    /// The allowed rate in bytes per second.
    pub rate: f64,
    /// In slow start: the rate that the packets follow, on its way to `rate`, and its step per packet.
    on_the_way: f64,
    step: f64,
    slow_start: bool,
    /// A report has come.
    heard: bool,
    rounds: u32,
    last_change: Time,
    /// Twice what was received; the most after slow start.
    slow_start_limit: f64,
    most: f64,
    /// Since when the application has had something again.
    data_since: Option<Time>,
    /// The no-feedback timer has expired while there was nothing to send.
    all_idle: bool,
}

impl Ns2Rules {
    pub fn new() -> Self {
        Ns2Rules {
            rate: INITIAL_RATE,
            on_the_way: INITIAL_RATE,
            step: 0.0,
            slow_start: true,
            heard: false,
            rounds: 0,
            last_change: 0,
            slow_start_limit: 0.0,
            most: 0.0,
            data_since: None,
            all_idle: false,
        }
    }

    /// The rules of a sender that has followed others until now, at rate `x`.
    pub fn from_now_on(x: f64, p: f64, known: &Known) -> Self {
        let heard = known.rtt > 0.0;
        let rounds = if heard { 3 } else { 0 };
        let last_change = known.now;
        Ns2Rules { rate: x, on_the_way: x, slow_start: p <= 0.0, heard, rounds, last_change, ..Self::new() }
    }

    pub fn start(&mut self) {
        *self = Self::new();
    }

    pub fn limit(&self) -> f64 {
        if self.slow_start { self.slow_start_limit } else { self.most }
    }

    /// The application has something again.
    pub fn data_again(&mut self, now: Time) {
        self.data_since = Some(now);
        self.all_idle = false;
    }

    fn spreads(&self) -> bool {
        self.rounds > 2 && self.slow_start && self.on_the_way < self.rate
    }

    /// A packet was sent: slow start comes one step nearer to its rate. True: the rate has changed.
    pub fn after_packet(&mut self) -> bool {
        let spreads = self.spreads();
        if spreads {
            self.on_the_way += self.step;
        }
        spreads
    }

    /// The rate of the next gap. The damping has no floor.
    pub fn x_inst(&self, known: &Known) -> f64 {
        if self.spreads() {
            self.on_the_way
        } else if known.damping && known.sample > 0.0 {
            self.rate * known.sqrt_rtt / known.sample.sqrt()
        } else {
            self.rate
        }
    }

    pub fn on_report(&mut self, report: &Report, starved: bool, known: &Known) -> Reason {
        self.rounds += 1;
        if self.rounds > 1 && report.x_recv > 0.0 {
            self.slow_start_limit = 2.0 * report.x_recv;
            self.most = match known.conservative {
                Some(_) if report.losses > 0 => report.x_recv,
                Some(factor) => factor * report.x_recv,
                None => 2.0 * report.x_recv,
            };
        } else {
            self.slow_start_limit = 0.0;
            self.most = 0.0;
        }
        let recent = self
            .data_since
            .is_some_and(|since| to_secs(since) > to_secs(known.now) - 1.5 * known.rtt);
        let limited = starved || recent;
        if self.slow_start {
            if report.p > 0.0 && self.heard {
                self.slow_start = false;
                self.rate = known.x_eq;
                self.on_the_way = self.rate;
                return Reason::Equation;
            }
            let first = !std::mem::replace(&mut self.heard, true);
            let reason = self.grow_fast(limited, known);
            return if first { Reason::FirstReport } else { reason };
        }
        let per_rtt = known.size / known.rtt;
        if known.x_eq > self.rate {
            // One packet per round trip per round trip, at most two at once.
            let elapsed = (to_secs(known.now - self.last_change) / known.rtt).min(2.0);
            let floor = if limited { known.initial_window() / known.rtt } else { per_rtt };
            let most = self.most.max(floor).min(known.x_eq);
            self.rate = (self.rate + per_rtt * elapsed).min(most);
        } else {
            self.rate = known.x_eq.min(self.most.max(per_rtt));
        }
        self.last_change = known.now;
        if self.rate < known.x_eq && self.rate >= self.most { Reason::Received } else { Reason::Equation }
    }

    fn grow_fast(&mut self, limited: bool, known: &Known) -> Reason {
        let initial = known.initial_window() / known.rtt;
        let before = self.rate;
        let reason = Reason::SlowStart;
        if self.rounds <= 2 || (limited && self.slow_start_limit > 0.0 && self.slow_start_limit < initial) {
            self.on_the_way = before;
            self.rate = before.max(initial);
            self.last_change = known.now;
        } else if self.slow_start_limit <= 0.0 {
            self.rate = known.size / known.rtt;
            self.on_the_way = before;
            self.step = 0.0;
            self.last_change = known.now;
            return reason;
        } else if before < self.slow_start_limit {
            if known.now - self.last_change <= from_secs(known.rtt) {
                return Reason::Unchanged;
            }
            self.on_the_way = before;
            self.rate =
                (known.slow_start_factor * before).min(self.slow_start_limit).max(known.size / known.rtt);
            self.last_change = known.now;
        } else if before > self.slow_start_limit {
            self.rate = self.slow_start_limit / 2.0;
            self.on_the_way = self.rate;
            self.step = 0.0;
            self.last_change = known.now;
            return reason;
        } else {
            return Reason::Unchanged;
        }
        self.step = (self.rate - self.on_the_way) / (self.rate * known.rtt / known.size);
        reason
    }

    /// No report for two round trips. `starved`: the application has nothing.
    pub fn on_silence(&mut self, starved: bool, known: &Known) -> Reason {
        self.rounds += 1;
        let idle = starved || self.all_idle;
        let reason = if !idle {
            self.rate /= 2.0;
            Reason::NoFeedback
        } else {
            let initial = known.initial_window() / known.rtt.max(1e-6);
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
        self.rate = self.rate.max(known.least());
        self.all_idle = starved;
        reason
    }
}
