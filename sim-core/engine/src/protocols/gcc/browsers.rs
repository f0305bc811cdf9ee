//! The rules that browsers add to the draft: probes with padding, the loss-based estimator, and the throughput
//! that they use. They follow WebRTC's `goog_cc_network_control`.

mod alr;
mod loss;
mod probing;
mod throughput;

use super::Params;
use super::trendline::Usage;
use crate::protocols::prelude::*;
use alr::AppLimit;
pub use loss::LossState;
use loss::{LossInput, LossModel};
pub use probing::FoundRate;
use probing::{ALR_MEMORY, Prober};
use throughput::Throughput;

/// The result of a burst is at least this share of the throughput, if it is below the delay-based rate.
const LEAST_PROBED: f64 = 0.85;

/// The state of the rules of browsers.
#[derive(Clone, Debug, Default, State)]
// What a report shows is read only while the report is handled.
#[state(not(found, has_recovered))]
pub struct Browser {
    throughput: Throughput,
    /// The throughput in bit/s at the last report.
    pub received: Option<f64>,
    alr: AppLimit,
    prober: Prober,
    loss: LossModel,
    /// What the last burst found that the present report covers.
    found: Option<FoundRate>,
    /// Whether the present report shows the end of an underuse.
    has_recovered: bool,
    /// Until when what was sent fills the rate; from then on, padding does if the loss-based estimator needs it.
    filled_until: Time,
}

impl Browser {
    /// The flow starts at `rate` bit/s.
    pub fn start(&mut self, rate: f64, params: &Params, now: Time) {
        self.alr.set_rate(rate);
        if params.probing {
            self.prober.start(rate, params.max_rate, now);
        }
    }

    /// A report covers a packet, which arrived at `at` if it did.
    pub fn on_reported(&mut self, seq: u32, sent: Time, at: Option<Time>, size: u16) {
        self.loss.add(sent, size, at.is_some());
        if let Some(at) = at {
            self.throughput.add(sent, at, size);
            self.found = self.prober.on_arrival(seq, sent, at, size).or(self.found);
        }
    }

    /// The detector's hypothesis has changed.
    pub fn on_usage(&mut self, from: Usage, to: Usage) {
        self.has_recovered |= from == Usage::Under && to == Usage::Normal;
    }

    /// All packets of a report have been read.
    pub fn end_report(&mut self) {
        self.received = self.throughput.rate();
    }

    /// What the last burst found. An estimate far below the throughput is probably wrong, and counts as somewhat
    /// less than the throughput.
    pub fn take_found(&mut self, delay_based: f64) -> Option<FoundRate> {
        let found = self.found.take()?;
        let least = self.received.map_or(0.0, |received| delay_based.min(LEAST_PROBED * received));
        Some(FoundRate { rate: found.rate.max(least), ..found })
    }

    /// Updates the loss-based estimator. Returns whether there was a new observation.
    pub fn observe_losses(&mut self, delay_based: f64, least: f64) -> bool {
        let (throughput, is_app_limited) = (self.received, self.alr.since().is_some());
        self.loss.update(LossInput { delay_based, throughput, is_app_limited, least })
    }

    /// The loss-based estimate in bit/s, if there is one.
    pub fn loss_rate(&self) -> Option<f64> {
        self.loss.rate()
    }

    /// The share of lost bytes.
    pub fn losses(&self) -> f64 {
        self.loss.loss()
    }

    /// The rate in use has been determined from a report.
    pub fn on_rate(&mut self, rate: f64, usage: Usage, params: &Params, now: Time) {
        self.alr.set_rate(rate);
        if !params.probing {
            return;
        }
        let is_allowed = usage == Usage::Normal && self.loss.state() == LossState::DelayBased;
        self.prober.on_estimate(rate, is_allowed, params.max_rate, now);
        let has_recovered = std::mem::take(&mut self.has_recovered);
        if has_recovered && self.alr.is_recent(ALR_MEMORY, now) {
            self.prober.on_recovery(params.max_rate, now);
        }
    }

    /// Packet `seq` has been sent while the rate is `rate` bit/s. Returns the rate of a burst that begins with it.
    pub fn on_sent(&mut self, seq: u32, size: u16, rate: f64, params: &Params, now: Time) -> Option<f64> {
        self.alr.on_sent(size, now);
        self.filled_until = self.filled_until.max(now) + from_secs(8.0 * f64::from(size) / rate);
        if params.probing && params.alr_probes {
            self.prober.on_time(self.alr.since(), params.max_rate, now);
        }
        self.prober.on_sent(seq, size, now)
    }

    /// The rate of the burst that is being sent or follows at once, in bit/s.
    pub fn burst_rate(&self) -> Option<f64> {
        self.prober.sending_rate()
    }

    /// When padding is due for an application without data: now, in a burst; when the rate is no longer filled,
    /// while the loss-based estimate rises; otherwise never.
    pub fn padding_due(&self, now: Time) -> Option<Time> {
        if self.prober.sending_rate().is_some() || self.prober.has_next() {
            Some(now)
        } else if self.loss.state() == LossState::Rising {
            Some(self.filled_until.max(now))
        } else {
            None
        }
    }

    /// Reports are missing: forgets all bursts.
    pub fn on_silence(&mut self) {
        self.prober.clear();
    }
}
