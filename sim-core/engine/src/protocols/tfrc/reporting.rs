//! The signals and decisions that a TFRC sender reports.

use super::Reason;
use super::sender::{FlavourRules, TfrcRules};
use crate::ground::time::to_secs;
use crate::transport::Context;
use crate::transport::tfrc_receiver;

// Indices of signals.
pub(super) const X: usize = tfrc_receiver::SIGNALS;
const X_EQ: usize = X + 1;
const X_RECV: usize = X + 2;
const LIMIT: usize = X + 3;
const P: usize = X + 4;
const MEAN: usize = X + 5;
const RTT: usize = X + 6;
const T_RTO: usize = X + 7;

impl TfrcRules {
    /// Emits the signals that each report can change.
    pub(super) fn emit(&self, cx: &mut impl Context, x_recv: Option<f64>) {
        if !cx.records_own_signals() {
            return;
        }
        cx.signal(X, self.x() * 8.0);
        if self.p > 0.0 {
            cx.signal(X_EQ, self.x_eq * 8.0);
        }
        if let Some(x_recv) = x_recv {
            cx.signal(X_RECV, x_recv * 8.0);
        }
        let limit = match &self.rules {
            FlavourRules::Rfc(rules) => rules.limit,
            FlavourRules::Ns2(rules) => rules.limit(),
        };
        if limit.is_finite() {
            cx.signal(LIMIT, limit * 8.0);
        }
        if self.rtt.has_value() {
            cx.signal(RTT, self.rtt.get());
            cx.signal(T_RTO, self.timeout());
        }
    }

    /// Emits the loss event rate, after it has changed.
    pub(super) fn emit_loss(&self, cx: &mut impl Context) {
        if cx.records_own_signals() {
            cx.signal(P, self.p);
            if self.p > 0.0 {
                cx.signal(MEAN, 1.0 / self.p);
            }
        }
    }

    /// Records the decision that explains the present rate. `from` is the rate before, in bytes per second.
    pub(super) fn explain(&self, reason: Reason, from: f64, x_recv: f64, cx: &mut impl Context) {
        let (from, to) = (from * 8.0, self.x() * 8.0);
        let eq = if self.x_eq.is_finite() { self.x_eq * 8.0 } else { 0.0 };
        match reason {
            Reason::FirstReport => cx.decide(reason as u32, &[from, to, self.rtt.get()]),
            Reason::SlowStart => cx.decide(reason as u32, &[from, to, x_recv * 8.0]),
            Reason::Equation => {
                cx.decide(reason as u32, &[from, to, self.p, 1.0 / self.p.max(1e-12), self.timeout(), eq]);
            }
            Reason::ReceiveRate => cx.decide(reason as u32, &[from, to, x_recv * 8.0, eq]),
            Reason::NoFeedback => {
                cx.decide(reason as u32, &[from, to, to_secs(cx.now() - self.silence_since)]);
            }
            Reason::IdleKept => cx.decide(reason as u32, &[to]),
            Reason::Unchanged => {}
        }
    }
}
