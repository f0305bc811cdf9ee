//! The signals and decisions that a TFRC sender reports.

use super::Reason;
use super::about::{SIGNALS, decision};
use super::sender::{FlavourRules, TfrcRules};
use crate::ground::time::to_secs;
use crate::transport::Context;

impl TfrcRules {
    /// Emits the signals that each report can change.
    pub(super) fn emit(&self, cx: &mut impl Context, x_recv: Option<f64>) {
        if !cx.records_own_signals() {
            return;
        }
        cx.signal(SIGNALS.x, self.x() * 8.0);
        if self.p > 0.0 {
            cx.signal(SIGNALS.x_eq, self.x_eq * 8.0);
        }
        if let Some(x_recv) = x_recv {
            cx.signal(SIGNALS.x_recv, x_recv * 8.0);
        }
        let limit = match &self.rules {
            FlavourRules::Rfc(rules) => rules.limit,
            FlavourRules::Ns2(rules) => rules.limit(),
        };
        if limit.is_finite() {
            cx.signal(SIGNALS.recv_limit, limit * 8.0);
        }
        if self.rtt.has_value() {
            cx.signal(SIGNALS.srtt, self.rtt.get());
            cx.signal(SIGNALS.t_rto, self.timeout());
        }
    }

    /// Emits the loss event rate, after it has changed.
    pub(super) fn emit_loss(&self, cx: &mut impl Context) {
        if cx.records_own_signals() {
            cx.signal(SIGNALS.p, self.p);
            if self.p > 0.0 {
                cx.signal(SIGNALS.mean_interval, 1.0 / self.p);
            }
        }
    }

    /// Records the decision that explains the present rate. `from` is the rate before, in bytes per second.
    pub(super) fn explain(&self, reason: Reason, from: f64, x_recv: f64, cx: &mut impl Context) {
        let (from, to, x_recv) = (from * 8.0, self.x() * 8.0, x_recv * 8.0);
        let x_eq = if self.x_eq.is_finite() { self.x_eq * 8.0 } else { 0.0 };
        match reason {
            Reason::FirstReport => cx.decide(decision::FirstReport { from, to, rtt: self.rtt.get() }),
            Reason::SlowStart => cx.decide(decision::SlowStart { from, to, x_recv }),
            Reason::Equation => {
                let (i_mean, t_rto) = (1.0 / self.p.max(1e-12), self.timeout());
                cx.decide(decision::Equation { from, to, p: self.p, i_mean, t_rto, x_eq });
            }
            Reason::ReceiveRate => cx.decide(decision::Received { from, to, x_recv, x_eq }),
            Reason::NoFeedback => {
                let waited = to_secs(cx.now() - self.silence_since);
                cx.decide(decision::NoFeedback { from, to, waited });
            }
            Reason::IdleKept => cx.decide(decision::Idle { to }),
            Reason::Unchanged => {}
        }
    }
}
