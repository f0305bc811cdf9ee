//! Whether the application limits the rate (WebRTC's `alr_detector`): a budget grows with 65 % of the rate, and
//! sent bytes use it. If more than 80 % of it is left, the flow is *application-limited*, until less than 50 %
//! is left.

use crate::protocols::prelude::*;

/// The share of the rate with which the budget grows.
const USAGE: f64 = 0.65;
/// The largest budget and the largest debt: what these seconds of this share allow.
const SECONDS: f64 = 0.5;
/// Shares of the largest budget at which application limitation begins and ends.
const BEGINS_ABOVE: f64 = 0.8;
const ENDS_BELOW: f64 = 0.5;

#[derive(Clone, Debug, Default, State)]
pub struct AppLimit {
    /// Bytes per second with which the budget grows.
    per_second: f64,
    /// In bytes.
    budget: f64,
    sent_at: Option<Time>,
    since: Option<Time>,
    ended_at: Option<Time>,
}

impl AppLimit {
    /// Sets the rate in bit/s.
    pub fn set_rate(&mut self, rate: f64) {
        self.per_second = USAGE * rate / 8.0;
        self.budget = math::limit(self.budget, -self.largest(), self.largest());
    }

    fn largest(&self) -> f64 {
        SECONDS * self.per_second
    }

    /// A packet of `bytes` bytes is sent.
    pub fn on_sent(&mut self, bytes: u16, now: Time) {
        let Some(before) = self.sent_at.replace(now) else { return };
        let largest = self.largest();
        self.budget = (self.budget - f64::from(bytes)).max(-largest);
        self.budget = (self.budget + self.per_second * to_secs(now - before)).min(largest);
        if self.since.is_none() && self.budget > BEGINS_ABOVE * largest {
            self.since = Some(now);
        } else if self.since.is_some() && self.budget < ENDS_BELOW * largest {
            (self.since, self.ended_at) = (None, Some(now));
        }
    }

    /// Since when the application has limited the rate, if it does.
    pub fn since(&self) -> Option<Time> {
        self.since
    }

    /// Whether the application limits the rate, or has done so within the last `seconds`.
    pub fn is_recent(&self, seconds: f64, now: Time) -> bool {
        self.since.is_some() || self.ended_at.is_some_and(|at| to_secs(now - at) < seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::{MILLISECOND, SECOND};

    /// Sends packets of 1000 bytes, `gap` ms apart, for a time in ms. Returns the time of the last.
    fn send(limit: &mut AppLimit, from: Time, gap: u64, time: u64) -> Time {
        let mut at = from;
        while at < from + time * MILLISECOND {
            at += gap * MILLISECOND;
            limit.on_sent(1000, at);
        }
        at
    }

    #[test]
    fn less_than_65_percent_of_the_rate_is_application_limited_and_more_ends_it() {
        let mut limit = AppLimit::default();
        limit.set_rate(1e6);
        // 8 kbit per 12 ms are 667 kb/s: above 65 %.
        let at = send(&mut limit, 0, 12, 4000);
        assert_eq!(limit.since(), None);
        // 8 kbit per 20 ms are 400 kb/s. The budget grows by 81250 - 50000 = 31250 bytes per second, and from a debt
        // near 0 it takes 32500 / 31250 = 1 s to 80 % of 40625 bytes.
        let at = send(&mut limit, at, 20, 2500);
        let since = limit.since().expect("limited");
        assert!((4 * SECOND..at).contains(&since));
        assert!(limit.is_recent(3.0, at));
        // 1 Mb/s uses it up.
        let at = send(&mut limit, at, 8, 1000);
        assert_eq!(limit.since(), None);
        assert!(limit.is_recent(3.0, at) && !limit.is_recent(3.0, at + 4 * SECOND));
    }
}
