//! TFWC's window: each packet is checked once for loss, and the loss intervals determine the window.

use super::about::decision;
use super::{Params, Rounding, Weights};
use crate::analysis::equation::ThroughputEquation;
use crate::protocols::prelude::*;
use crate::transport::loss_history::{Averaging, LossHistory};
use crate::transport::reports::{AckVector, VECTOR_PACKETS};

#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
pub(super) enum TfwcMode {
    SlowStart,
    /// Acknowledgements clock the packets.
    Window,
    /// The window is small and a timer clocks the packets.
    Timer,
}

/// The window, and the loss history that determines it.
#[derive(Clone, Debug, State)]
pub(super) struct TfwcWindow {
    pub mode: TfwcMode,
    /// In packets.
    pub cwnd: f64,
    pub history: LossHistory,
    /// When the first lost packet of the present loss event was sent.
    event_start: Time,
    /// The times at which packets were sent, beginning with packet `checked_end`.
    pub sent: Deque<Time>,
    /// Packets below this have been checked for loss.
    pub checked_end: u32,
    /// How many of the checked packets had arrived.
    arrived: u32,
}

impl TfwcWindow {
    pub fn new(params: &Params) -> Self {
        TfwcWindow {
            mode: TfwcMode::SlowStart,
            cwnd: 1.0,
            history: history(params),
            event_start: 0,
            sent: Deque::new(),
            checked_end: 0,
            arrived: 0,
        }
    }

    /// The equation's window at the present mean loss interval (Choi and Handley 2007, equation 1).
    pub fn equation_window(&self) -> f64 {
        ThroughputEquation::TFRC.window(self.history.rate(), 1.0)
    }

    /// Sets the window to the equation's window, and the mode by the size of the window.
    pub fn update(&mut self, params: &Params) {
        let window = self.equation_window();
        self.cwnd = match params.rounding {
            Rounding::Real => window,
            Rounding::Truncate => window.trunc().max(1.0),
            Rounding::Round => math::round(window).max(1.0),
        };
        self.mode = if window < params.timer_threshold { TfwcMode::Timer } else { TfwcMode::Window };
    }

    /// Checks every packet below `until` for loss, each once and in order. `srtt` is in seconds.
    pub fn check_for_loss(
        &mut self,
        until: u32,
        vector: &AckVector,
        srtt: f64,
        params: &Params,
        cx: &mut impl Context,
    ) {
        // Of the packets older than the vector, only the number that arrived is known. The oldest of them
        // count as lost.
        let oldest = vector.oldest();
        let unknown = oldest.min(until).saturating_sub(self.checked_end);
        let arrived = vector.older().saturating_sub(self.arrived);
        let mut missing = if vector.head >= VECTOR_PACKETS { unknown.saturating_sub(arrived) } else { 0 };
        while self.checked_end < until {
            let Some(sent) = self.sent.pop_front() else { break };
            let lost = match vector.has(self.checked_end) {
                Some(arrived) => !arrived,
                None => {
                    let lost = missing > 0;
                    missing = missing.saturating_sub(1);
                    lost
                }
            };
            self.checked_end += 1;
            self.arrived += u32::from(!lost);
            if self.mode != TfwcMode::SlowStart {
                self.extend_history(lost, sent, srtt, params, cx);
            } else if lost {
                self.on_first_loss(sent, params, cx);
            }
        }
    }

    /// Adds a packet to the loss history. A packet that was sent more than a round-trip time after the first
    /// loss of the last event begins a new event (RFC 5348 section 5.2).
    fn extend_history(&mut self, lost: bool, sent: Time, srtt: f64, params: &Params, cx: &mut impl Context) {
        if lost && sent > self.event_start + from_secs(srtt) {
            let from = self.cwnd;
            self.history.close(self.history.open());
            self.history.set_open(1.0);
            self.event_start = sent;
            self.update(params);
            cx.report_reduction(self.cwnd);
            let mean = self.history.mean().unwrap_or(0.0);
            cx.decide(decision::LossEvent { from, to: self.cwnd, i_mean: mean, p: self.history.rate() });
        } else {
            self.history.set_open(self.history.open() + 1.0);
        }
    }

    /// The first loss ends slow start: halves the window and begins the history with the interval for which
    /// the equation gives this window (as in TFRC, RFC 5348 section 6.3.1).
    fn on_first_loss(&mut self, sent: Time, params: &Params, cx: &mut impl Context) {
        let from = self.cwnd;
        self.cwnd = (self.cwnd / 2.0).max(1.0);
        let interval = 1.0 / ThroughputEquation::TFRC.loss_for_window(self.cwnd, 1.0);
        let interval = if params.rounding == Rounding::Truncate { interval.trunc() } else { interval };
        self.history.begin(interval);
        self.event_start = sent;
        self.update(params);
        cx.report_reduction(self.cwnd);
        cx.decide(decision::FirstLoss { from, to: self.cwnd, interval });
    }

    /// Takes new settings while the sender runs.
    pub fn change_settings(&mut self, old: &Params, new: &Params) {
        if (new.intervals, new.weights) != (old.intervals, old.weights) {
            self.history = history(new).with_intervals_of(&self.history);
        }
        if self.mode != TfwcMode::SlowStart {
            self.update(new);
        }
    }
}

fn history(params: &Params) -> LossHistory {
    let averaging =
        Averaging { intervals: params.intervals as usize, discount: None, open_is_additional: false };
    match params.weights {
        Weights::Tfrc => LossHistory::new(averaging),
        Weights::Authors => {
            let weight = |i: u32| if i < 4 { 1.0 } else { 2.0 / f64::from(i - 1) };
            LossHistory::with_weights(averaging, (0..params.intervals.max(2)).map(weight).collect())
        }
    }
}
