//! Rate schedules: steps, ramps and periodic changes (docs/scenario.md, "Rate schedule"). A schedule is expanded into changes of
//! the rate when a scenario is read.

use crate::describe::KindInfo;
use crate::ground::math;
use crate::ground::order::sorted;
use crate::params::{Field, FieldKind, ParamSet, ParamType, Scale, TAG, number};
use crate::{choice, params};
use serde_json::{Value, json};

/// The largest number of changes that a schedule may have.
pub const MAX_CHANGES: usize = 100_000;

choice! {
    /// How the rate changes between two points.
    pub enum Between {
        /// The rate of the earlier point, until the later one.
        Steps "steps",
        /// A straight line.
        Ramps "ramps",
    }
}

choice! {
    /// The shape of a period.
    pub enum ScheduleShape {
        /// High for a part of the period, then low.
        Square "square",
        /// A linear increase, then a linear decrease.
        Triangle "triangle",
        /// A linear increase, then a sudden decrease.
        Sawtooth "sawtooth",
    }
}

/// A rate at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub at: f64,
    pub rate: f64,
}

impl ParamType for Point {
    fn kind() -> FieldKind {
        let at = Field::new("at", FieldKind::Number, "Time of the point.")
            .unit("s")
            .label("Time")
            .range(0.0..=86_400.0);
        let rate = Field::new("rate", FieldKind::Number, "Rate from that time on; 0 is an outage.")
            .unit("bit/s")
            .range(0.0..=1e12)
            .scale(Scale::Log);
        FieldKind::Object(vec![at.default(0), rate.default(1_000_000)])
    }
    fn to_value(&self) -> Value {
        json!({"at": number(self.at), "rate": number(self.rate)})
    }
    fn from_value(value: &Value) -> Option<Self> {
        let part = |name, missing| value.get(name).map_or(Some(missing), f64::from_value);
        Some(Point { at: part("at", 0.0)?, rate: part("rate", 1e6)? })
    }
}

params! {
    pub struct PointsParams {
        /// Rates at times, in any order. Before the first the link has its own rate.
        points: Vec<Point> = Vec::new();
        /// How the rate changes between two points.
        between: Between = Between::Steps;
        /// Time after which the points are repeated.
        repeat: Option<f64> = None, unit "s", range 0.001..=86400.0, label "Repeat after", null "never";
        /// Time between changes of the rate on a ramp. Each change sets the ramp's value half-way to the next change.
        every: f64 = 0.05, unit "s", range 0.001..=100.0, label "Ramp step";
    }
}

params! {
    pub struct PeriodicParams {
        /// The shape of a period.
        shape: ScheduleShape = ScheduleShape::Square;
        /// The lowest rate; 0 is an outage.
        low: f64 = 1e6, unit "bit/s", range 0.0..=1e12, label "Lowest rate";
        /// The highest rate.
        high: f64 = 1e7, unit "bit/s", range 0.0..=1e12, label "Highest rate";
        /// Length of a period.
        period: f64 = 10.0, unit "s", range 0.001..=86400.0, scale log;
        /// Part of the period at the high rate.
        share: f64 = 0.5, range 0.0..=1.0, label "Share at the high rate";
        /// Time between changes of the rate on a slope. Each change sets the value half-way to the next change.
        every: f64 = 0.05, unit "s", range 0.001..=100.0, label "Slope step";
    }
}

/// The catalogue entries of all kinds of schedules.
pub fn infos() -> Vec<KindInfo> {
    let kind = |id, name, doc, fields| KindInfo { id, name, doc, fields, signals: Vec::new() };
    vec![
        kind("constant", "Constant", "The rate is constant unless the timeline changes it.", Vec::new()),
        kind(
            "points",
            "Points",
            "The rate follows points, in steps or in ramps, once or repeatedly.",
            PointsParams::fields(),
        ),
        kind(
            "periodic",
            "Periodic",
            "The rate changes periodically: between two values, or in slopes.",
            PeriodicParams::fields(),
        ),
    ]
}

/// The changes of a schedule before `duration`, in the order of time: time in seconds and rate in bit/s. `None` if there are more than
/// `MAX_CHANGES`.
pub fn changes(plan: &Value, duration: f64) -> Option<Vec<(f64, f64)>> {
    let list = changes_of(plan, duration, 0.0, MAX_CHANGES);
    (!list.full).then_some(list.changes)
}

/// The first `most` changes, with the steps of slopes at least `shortest_step` long.
pub fn coarse_changes(plan: &Value, duration: f64, shortest_step: f64, most: usize) -> Vec<(f64, f64)> {
    changes_of(plan, duration, shortest_step, most).changes
}

fn changes_of(plan: &Value, duration: f64, shortest_step: f64, most: usize) -> ChangeList {
    let mut list = ChangeList { changes: Vec::new(), duration, most, full: false };
    match plan.get(TAG).and_then(Value::as_str) {
        Some("points") => {
            let mut params = PointsParams::read(plan);
            params.every = params.every.max(shortest_step);
            points(&params, &mut list);
        }
        Some("periodic") => {
            let mut params = PeriodicParams::read(plan);
            params.every = params.every.max(shortest_step);
            periodic(&params, &mut list);
        }
        _ => {}
    }
    list
}

struct ChangeList {
    changes: Vec<(f64, f64)>,
    duration: f64,
    /// The most changes.
    most: usize,
    /// There are more.
    full: bool,
}

impl ChangeList {
    /// Adds a change. Returns false if no further change can be added.
    fn add(&mut self, at: f64, rate: f64) -> bool {
        if at >= self.duration || self.full {
            return false;
        }
        if self.changes.len() >= self.most {
            self.full = true;
            return false;
        }
        self.changes.push((at, rate.max(0.0)));
        true
    }

    /// Adds a linear change from `from` to `to`, in steps.
    fn line(&mut self, (from, low): (f64, f64), (to, high): (f64, f64), every: f64) -> bool {
        let steps = math::ceil((to - from) / every - 1e-9).max(1.0);
        (0..steps as u64).all(|step| {
            let middle = (step as f64 + 0.5) / steps;
            self.add(from + (to - from) * step as f64 / steps, low + (high - low) * middle)
        })
    }
}

fn points(params: &PointsParams, list: &mut ChangeList) {
    let mut points = sorted(params.points.clone(), |a, b| a.at.total_cmp(&b.at));
    // Points after the repetition are never reached.
    points.retain(|point| params.repeat.is_none_or(|period| point.at < period));
    let Some(last) = points.last().copied() else { return };
    for round in 0u64.. {
        let start = params.repeat.unwrap_or(0.0) * round as f64;
        for (index, point) in points.iter().enumerate() {
            let at = start + point.at;
            let next = points.get(index + 1).filter(|_| params.between == Between::Ramps);
            let continues = match next {
                Some(next) if next.at > point.at => {
                    list.line((at, point.rate), (start + next.at, next.rate), params.every)
                }
                _ => list.add(at, point.rate),
            };
            if !continues {
                return;
            }
        }
        if params.repeat.is_none() || start + last.at > list.duration {
            return;
        }
    }
}

fn periodic(params: &PeriodicParams, list: &mut ChangeList) {
    let (low, high, period) = (params.low, params.high, params.period);
    for round in 0u64.. {
        let start = period * round as f64;
        let end = period * (round + 1) as f64;
        let continues = match params.shape {
            ScheduleShape::Square => {
                let turn = start + period * params.share;
                (params.share == 0.0 || list.add(start, high)) && (params.share == 1.0 || list.add(turn, low))
            }
            ScheduleShape::Triangle => {
                let middle = start + period / 2.0;
                list.line((start, low), (middle, high), params.every)
                    && list.line((middle, high), (end, low), params.every)
            }
            ScheduleShape::Sawtooth => list.line((start, low), (end, high), params.every),
        };
        if !continues || end >= list.duration {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_repeat_and_end_with_the_run() {
        let points = json!([{"at": 2, "rate": 0}, {"at": 1, "rate": 5e6}]);
        let once = json!({"kind": "points", "points": points});
        assert_eq!(changes(&once, 10.0), Some(vec![(1.0, 5e6), (2.0, 0.0)]));
        let again = json!({"kind": "points", "points": points, "repeat": 3});
        let expected = vec![(1.0, 5e6), (2.0, 0.0), (4.0, 5e6), (5.0, 0.0), (7.0, 5e6)];
        assert_eq!(changes(&again, 8.0), Some(expected));
    }

    /// A ramp in steps carries as many bits as a continuous ramp, because each step has the mean rate of its part of the ramp.
    #[test]
    fn ramps_carry_as_many_bits_as_continuous_ones() {
        let ramp = json!({"kind": "points", "between": "ramps", "every": 0.1,
                          "points": [{"at": 1, "rate": 1e6}, {"at": 3, "rate": 5e6}]});
        let list = changes(&ramp, 10.0).expect("a few changes");
        assert_eq!((list.len(), list[0], list[20]), (21, (1.0, 1.1e6), (3.0, 5e6)));
        let bits: f64 = list.windows(2).map(|pair| pair[0].1 * (pair[1].0 - pair[0].0)).sum();
        assert!((bits - 6e6).abs() < 1.0, "{bits}");
    }

    #[test]
    fn periods_have_their_shapes() {
        let square = json!({"kind": "periodic", "low": 1, "high": 9, "period": 4, "share": 0.25});
        assert_eq!(changes(&square, 6.0), Some(vec![(0.0, 9.0), (1.0, 1.0), (4.0, 9.0), (5.0, 1.0)]));
        let triangle =
            json!({"kind": "periodic", "shape": "triangle", "low": 0, "high": 8, "period": 4, "every": 1});
        assert_eq!(changes(&triangle, 4.0), Some(vec![(0.0, 2.0), (1.0, 6.0), (2.0, 6.0), (3.0, 2.0)]));
        assert_eq!(changes(&json!({"kind": "constant"}), 5.0), Some(vec![]));
        let much = json!({"kind": "periodic", "period": 0.001});
        assert_eq!(changes(&much, 86_400.0), None);
    }
}
