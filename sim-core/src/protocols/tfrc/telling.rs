//! What a TFRC sender tells of itself: its own signals, and decisions in numbers.

use super::{LIMIT, MEAN, P, RTT, Reason, Rules, T_RTO, Tfrc, X, X_EQ, X_RECV};
use crate::ground::time::to_secs;
use crate::transport::Context;

impl Tfrc {
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
            Rules::Rfc(rules) => rules.limit,
            Rules::Ns2(rules) => rules.limit(),
        };
        if limit.is_finite() {
            cx.signal(LIMIT, limit * 8.0);
        }
        if self.rtt.has_value() {
            cx.signal(RTT, self.rtt.get());
            cx.signal(T_RTO, self.timeout());
        }
    }

    /// The loss event rate has changed, which it does less often.
    pub(super) fn emit_loss(&self, cx: &mut impl Context) {
        if cx.records_own_signals() {
            cx.signal(P, self.p);
            if self.p > 0.0 {
                cx.signal(MEAN, 1.0 / self.p);
            }
        }
    }

    pub(super) fn explain(&self, reason: Reason, from: f64, x_recv: f64, cx: &mut impl Context) {
        let (from, to) = (from * 8.0, self.x() * 8.0);
        let eq = if self.x_eq.is_finite() { self.x_eq * 8.0 } else { 0.0 };
        match reason {
            Reason::FirstReport => cx.decide(reason as u32, &[from, to, self.rtt.get()]),
            Reason::SlowStart => cx.decide(reason as u32, &[from, to, x_recv * 8.0]),
            Reason::Equation => {
                cx.decide(reason as u32, &[from, to, self.p, 1.0 / self.p.max(1e-12), self.timeout(), eq]);
            }
            Reason::Received => cx.decide(reason as u32, &[from, to, x_recv * 8.0, eq]),
            Reason::NoFeedback => {
                cx.decide(reason as u32, &[from, to, to_secs(cx.now() - self.silence_since)]);
            }
            Reason::IdleKept => cx.decide(reason as u32, &[to]),
            Reason::Unchanged => {}
        }
    }
}
