//! GCC's delay-based detector: groups of packets, the trendline of their delays, and the comparison with an
//! adaptive threshold. Times are in milliseconds, as in draft-ietf-rmcat-gcc-02 and in the open
//! implementations.

use super::{Params, Thresholds};
use crate::protocols::prelude::*;

/// Packets sent within this time, in ms, belong to one group (draft section 5.2).
const BURST: f64 = 5.0;
/// Longest time, in ms, between the arrivals of a group's first and last packet.
const LONGEST_BURST: f64 = 100.0;
/// The modified trend counts at most this number of groups.
const MOST_GROUPS: u32 = 60;
/// Modified trends that exceed the threshold by more than this, in ms, do not adapt it (draft section 5.4).
const LARGEST_EXCESS: f64 = 15.0;
/// Longest time, in ms, for which one step adapts the threshold.
const LONGEST_STEP: f64 = 100.0;
/// Range of the threshold in ms (draft section 5.4).
const THRESHOLDS: (f64, f64) = (6.0, 600.0);

/// Packets that were sent within a burst.
#[derive(Clone, Copy, Debug, Default, PartialEq, State)]
struct Group {
    first_sent: f64,
    last_sent: f64,
    first_arrived: f64,
    last_arrived: f64,
}

/// How the times between two groups differ at sender and receiver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupDelta {
    /// Time between the groups' last packets at the sender and at the receiver.
    pub sent: f64,
    pub arrived: f64,
    /// When the later group was complete.
    pub at: f64,
}

/// Forms groups of packets.
#[derive(Clone, Debug, Default, State)]
pub struct Groups {
    current: Option<Group>,
    previous: Option<Group>,
}

/// A time in milliseconds.
pub fn to_ms(time: Time) -> f64 {
    time as f64 / 1e6
}

impl Groups {
    /// Adds a packet. If it begins a new group, returns the difference between the two groups before it.
    pub fn add(&mut self, sent: f64, arrived: f64) -> Option<GroupDelta> {
        let new = Group { first_sent: sent, last_sent: sent, first_arrived: arrived, last_arrived: arrived };
        let Some(group) = &mut self.current else {
            self.current = Some(new);
            return None;
        };
        if sent < group.first_sent {
            return None; // The packet was overtaken.
        }
        // Packets that a queue delayed and then released at once belong together as well.
        let gains = (arrived - group.last_arrived) - (sent - group.last_sent) < 0.0;
        let is_released =
            gains && arrived - group.last_arrived <= BURST && arrived - group.first_arrived < LONGEST_BURST;
        if sent - group.first_sent <= BURST || is_released {
            group.last_sent = group.last_sent.max(sent);
            group.last_arrived = group.last_arrived.max(arrived);
            return None;
        }
        let complete = *group;
        let delta = self.previous.map(|previous| GroupDelta {
            sent: complete.last_sent - previous.last_sent,
            arrived: complete.last_arrived - previous.last_arrived,
            at: complete.last_arrived,
        });
        self.previous = Some(complete);
        self.current = Some(new);
        delta
    }
}

/// The detector's hypothesis about the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
pub enum Usage {
    Normal,
    Over,
    Under,
}

/// Estimates the trend of the one-way delay and compares it with a threshold.
#[derive(Clone, Debug, State)]
pub struct Trendline {
    /// Number of differences so far, at most 1000.
    groups: u32,
    accumulated: f64,
    smoothed: f64,
    first_at: Option<f64>,
    /// Time since the first group and smoothed delay of the newest groups.
    points: Deque<(f64, f64)>,
    slope: f64,
    threshold: f64,
    /// For how long the trend has exceeded the threshold; `None` while it does not.
    over_for: Option<f64>,
    over_count: u32,
    adapted_at: Option<f64>,
    usage: Usage,
}

/// The slope of the least-squares line through the points; `None` if all have the same abscissa.
pub fn slope(points: &Deque<(f64, f64)>) -> Option<f64> {
    let count = points.len() as f64;
    let (sum_x, sum_y) = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    let (mean_x, mean_y) = (sum_x / count, sum_y / count);
    let (mut numerator, mut denominator) = (0.0, 0.0);
    for &(x, y) in points.iter() {
        numerator += (x - mean_x) * (y - mean_y);
        denominator += (x - mean_x) * (x - mean_x);
    }
    (denominator > 0.0).then(|| numerator / denominator)
}

impl Trendline {
    pub fn new(params: &Params) -> Self {
        Trendline {
            groups: 0,
            accumulated: 0.0,
            smoothed: 0.0,
            first_at: None,
            points: Deque::new(),
            slope: 0.0,
            threshold: params.threshold * 1e3,
            over_for: None,
            over_count: 0,
            adapted_at: None,
            usage: Usage::Normal,
        }
    }

    pub fn usage(&self) -> Usage {
        self.usage
    }

    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    /// The modified trend: the slope times the number of groups, at most 60, and a gain.
    pub fn trend(&self, params: &Params) -> f64 {
        f64::from(self.groups.min(MOST_GROUPS)) * self.slope * params.trend_gain
    }

    /// Adds a difference between groups: smooths the delay, fits the line, and updates hypothesis and
    /// threshold.
    pub fn add(&mut self, delta: GroupDelta, params: &Params) {
        self.groups = (self.groups + 1).min(1000);
        let first_at = *self.first_at.get_or_insert(delta.at);
        self.accumulated += delta.arrived - delta.sent;
        self.smoothed = params.smoothing * self.smoothed + (1.0 - params.smoothing) * self.accumulated;
        self.points.push_back((delta.at - first_at, self.smoothed));
        while self.points.len() > params.trend_window as usize {
            self.points.pop_front();
        }
        let before = self.slope;
        if self.points.len() == params.trend_window as usize {
            self.slope = slope(&self.points).unwrap_or(before);
        }
        if self.groups >= 2 {
            self.detect(before, delta, params);
        }
    }

    /// Updates the hypothesis (draft section 5.4). `before` is the slope before the newest group.
    fn detect(&mut self, before: f64, delta: GroupDelta, params: &Params) {
        let trend = self.trend(params);
        if trend > self.threshold {
            // The trend is assumed to have exceeded the threshold for half of the time since the previous
            // group.
            let over_for = self.over_for.map_or(delta.sent / 2.0, |over_for| over_for + delta.sent);
            self.over_for = Some(over_for);
            self.over_count += 1;
            if over_for > params.overuse_time * 1e3 && self.over_count > 1 && self.slope >= before {
                (self.over_for, self.over_count) = (Some(0.0), 0);
                self.usage = Usage::Over;
            }
        } else {
            (self.over_for, self.over_count) = (None, 0);
            self.usage = if trend < -self.threshold { Usage::Under } else { Usage::Normal };
        }
        self.adapt(trend.abs(), delta.at, params);
    }

    /// Moves the threshold towards the trend's magnitude (draft section 5.4).
    fn adapt(&mut self, magnitude: f64, at: f64, params: &Params) {
        let last = self.adapted_at.replace(at).unwrap_or(at);
        if params.thresholds == Thresholds::Fixed || magnitude > self.threshold + LARGEST_EXCESS {
            return;
        }
        let gain = if magnitude < self.threshold { params.k_down } else { params.k_up };
        let moved = self.threshold + gain * (magnitude - self.threshold) * (at - last).min(LONGEST_STEP);
        self.threshold = moved.max(THRESHOLDS.0).min(THRESHOLDS.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::ParamSet;

    fn params() -> Params {
        Params::read(&serde_json::json!({})).unwrap()
    }

    /// Adds a difference between groups that were sent 20 ms apart and whose delay grew by `growth` ms.
    fn add(line: &mut Trendline, at: &mut f64, growth: f64) {
        *at += 20.0 + growth;
        line.add(GroupDelta { sent: 20.0, arrived: 20.0 + growth, at: *at }, &params());
    }

    #[test]
    fn packets_within_5_ms_form_a_group() {
        let mut groups = Groups::default();
        // Three packets within 4 ms; then groups at 20 and 40 ms, of which the second is 3 ms later than
        // expected.
        let packets = [(0.0, 50.0), (2.0, 52.0), (4.0, 54.0), (20.0, 70.0), (40.0, 93.0), (60.0, 113.0)];
        let deltas: Vec<_> =
            packets.iter().filter_map(|&(sent, arrived)| groups.add(sent, arrived)).collect();
        // A difference is known when the next group begins.
        assert_eq!(
            deltas,
            [
                GroupDelta { sent: 16.0, arrived: 16.0, at: 70.0 },
                GroupDelta { sent: 20.0, arrived: 23.0, at: 93.0 }
            ]
        );
    }

    #[test]
    fn packets_that_were_delayed_and_arrive_together_are_one_group() {
        let mut groups = Groups::default();
        // Packets sent 20 ms apart arrive at 150, 151 and 152 ms: one group.
        for (sent, arrived) in [(0.0, 50.0), (20.0, 150.0), (40.0, 151.0), (60.0, 152.0)] {
            assert_eq!(groups.add(sent, arrived), None);
        }
        let delta = groups.add(80.0, 172.0).expect("the group is complete");
        assert_eq!(delta, GroupDelta { sent: 60.0, arrived: 102.0, at: 152.0 });
    }

    #[test]
    fn the_slope_is_fitted_by_least_squares() {
        // Points (0,0), (1,2), (2,3): mean (1, 5/3); slope = ((-1)(-5/3) + 0 + 1 (4/3)) / 2 = 1.5.
        let points = Deque::from([(0.0, 0.0), (1.0, 2.0), (2.0, 3.0)]);
        assert!((slope(&points).expect("a slope") - 1.5).abs() < 1e-12);
        assert_eq!(slope(&Deque::from([(1.0, 0.0), (1.0, 5.0)])), None);
    }

    #[test]
    fn a_steady_growth_of_the_delay_gives_its_slope() {
        // The delay grows by 1 ms per 21 ms of arrival time. After the smoothing has settled, the slope is
        // 1/21, and with 60 groups and a gain of 4 the modified trend is 240/21 = 11.43 ms.
        let (mut line, mut at) = (Trendline::new(&params()), 0.0);
        for _ in 0..200 {
            add(&mut line, &mut at, 1.0);
        }
        assert!((line.trend(&params()) - 240.0 / 21.0).abs() < 1e-3, "{}", line.trend(&params()));
    }

    #[test]
    fn overuse_needs_more_than_10_ms_and_two_groups_above_the_threshold() {
        let (mut line, mut at) = (Trendline::new(&params()), 0.0);
        for _ in 0..19 {
            add(&mut line, &mut at, 0.0);
        }
        let mut above = 0;
        while line.usage() != Usage::Over {
            add(&mut line, &mut at, 4.0);
            assert!(above < 10);
            above += u32::from(line.trend(&params()) > line.threshold());
        }
        // The first group above counts for half of 20 ms, which is not more than 10 ms; the second makes it
        // 30 ms.
        assert_eq!(above, 2);
        for _ in 0..30 {
            add(&mut line, &mut at, 0.0);
        }
        assert_eq!(line.usage(), Usage::Normal);
        let mut below = 0;
        while line.usage() != Usage::Under {
            add(&mut line, &mut at, -10.0);
            below += 1;
            assert!(below < 20);
        }
        assert!(line.trend(&params()) < -line.threshold());
    }

    #[test]
    fn the_threshold_moves_with_k_up_and_k_down() {
        let params = params();
        let mut line = Trendline::new(&params);
        line.adapt(0.0, 0.0, &params);
        // 20 ms at a trend of 10 ms: 12.5 + 0.039 (10 - 12.5) 20 = 10.55 ms.
        line.adapt(10.0, 20.0, &params);
        assert!((line.threshold() - 10.55).abs() < 1e-12);
        // 20 ms at 20.55 ms: 10.55 + 0.0087 x 10 x 20 = 12.29 ms.
        line.adapt(20.55, 40.0, &params);
        assert!((line.threshold() - 12.29).abs() < 1e-12);
        // A trend more than 15 ms above the threshold does not move it.
        line.adapt(28.0, 60.0, &params);
        assert!((line.threshold() - 12.29).abs() < 1e-12);
        // An interval of a second counts as 100 ms, and the threshold is at least 6 ms.
        line.adapt(0.0, 1060.0, &params);
        assert_eq!(line.threshold(), 6.0);
    }
}
