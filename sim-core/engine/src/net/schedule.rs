//! Rate schedules: steps, ramps and periodic changes of a link's rate (docs/scenario.md, "Rate schedule").
//! Each schedule is expanded into a list of changes when the scenario is read.

use super::types::MAX_RATE;
use crate::describe::{KindInfo, help_text};
use crate::ground::convert::whole;
use crate::ground::digest::mix;
use crate::ground::math;
use crate::ground::order::sorted;
use crate::ground::rng::{Purpose, stream_key, unit};
use crate::params::{Field, FieldKind, NoParams, ParamSet, ParamType, Scale, number};
use crate::{choice, params};
use serde_json::{Value, json};

/// The largest number of changes that a schedule may have.
pub const MAX_CHANGES: usize = 100_000;

choice! {
    /// How the rate changes between two points.
    pub enum Between {
        /// The rate of the earlier point, until the time of the later point.
        Steps "steps",
        /// A linear change from the rate of the earlier point to the rate of the later point.
        Ramps "ramps",
    }
}

choice! {
    /// The shape of a period.
    pub enum ScheduleShape {
        /// The highest rate for a part of the period, then the lowest rate.
        Square "square",
        /// A linear increase, then a linear decrease.
        Triangle "triangle",
        /// A linear increase, then a sudden decrease.
        Sawtooth "sawtooth",
    }
}

/// A time in seconds, and the rate in bit/s at that time.
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
        let rate = Field::new("rate", FieldKind::Number, "Rate at that time; 0 is an outage.")
            .unit("bit/s")
            .range(0.0..=MAX_RATE)
            .scale(Scale::Log);
        FieldKind::Object(vec![at.default(0), rate.default(1_000_000)])
    }
    fn to_value(&self) -> Value {
        json!({"at": number(self.at), "rate": number(self.rate)})
    }
    fn from_value(value: &Value) -> Option<Self> {
        let number_or = |name, default| value.get(name).map_or(Some(default), f64::from_value);
        Some(Point { at: number_or("at", 0.0)?, rate: number_or("rate", 1e6)? })
    }
}

params! {
    pub struct PointsParams {
        /// Times and rates, in any order. Until the first point, the link has the rate in its settings.
        points: Vec<Point> = Vec::new();
        /// How the rate changes between two points.
        between: Between = Between::Steps;
        /// Time after which the points are repeated.
        repeat: Option<f64> = None, unit "s", range 0.001..=86400.0, label "Repeat after", null "never";
        /// Time between changes of the rate on a ramp. Each change sets the value of the ramp half-way to the
        /// next change.
        every: f64 = 0.05, unit "s", range 0.001..=100.0, label "Ramp step";
    }
}

params! {
    pub struct PeriodicParams {
        /// The shape of a period.
        shape: ScheduleShape = ScheduleShape::Square;
        /// The lowest rate; 0 is an outage.
        low: f64 = 1e6, unit "bit/s", range 0.0..=MAX_RATE, label "Lowest rate";
        /// The highest rate.
        high: f64 = 1e7, unit "bit/s", range 0.0..=MAX_RATE, label "Highest rate";
        /// Length of a period.
        period: f64 = 10.0, unit "s", range 0.001..=86400.0, scale log;
        /// Part of the period at the highest rate.
        share: f64 = 0.5, range 0.0..=1.0, label "Share at the high rate";
        /// Time between changes of the rate on a slope. Each change sets the value of the slope half-way to
        /// the next change.
        every: f64 = 0.05, unit "s", range 0.001..=100.0, label "Slope step";
    }
}

params! {
    pub struct SatelliteParams {
        /// Time between two assignments of a satellite.
        period: f64 = 15.0, unit "s", range 0.1..=86400.0, scale log, cite "Mohan and others 2024";
        /// Time of the first change of the satellite.
        first: f64 = 12.0, unit "s", range 0.0..=86400.0, label "First change";
        /// The lowest rate over a satellite. Each satellite has a random rate between this and the highest.
        low: f64 = 5e7, unit "bit/s", range 1000.0..=MAX_RATE, scale log, label "Lowest rate";
        /// The highest rate over a satellite.
        high: f64 = 2e8, unit "bit/s", range 1000.0..=MAX_RATE, scale log, label "Highest rate";
        /// The delay of the link over the nearest satellite. Each satellite has a random delay between this and the longest,
        /// instead of the delay in the link's settings.
        shortest: f64 = 0.012, unit "s", range 0.0..=10.0, label "Shortest delay";
        /// The delay of the link over the farthest satellite.
        longest: f64 = 0.028, unit "s", range 0.0..=10.0, label "Longest delay";
        /// How long nothing is sent at a change. Packets wait.
        gap: f64 = 0.05, unit "s", range 0.0..=10.0, label "Pause";
        /// Selects the random rates and delays. With the same number, both directions have the same satellites.
        draw: u64 = 1, label "Satellites";
    }
}

impl SatelliteParams {
    /// For each satellite before `duration`: the time of its assignment, its rate in bit/s and its delay, all in seconds.
    fn satellites(&self, duration: f64) -> impl Iterator<Item = (f64, f64, f64)> + '_ {
        let assigned = |n: u32| if n == 0 { 0.0 } else { self.first + self.period * f64::from(n - 1) };
        let between = |low: f64, high: f64, share: f64| low + (high - low) * share;
        let satellite = move |n: u32| {
            let key = stream_key(self.draw, Purpose::Impairment, u64::from(n));
            let (rate, delay) = (unit(mix(key)), unit(mix(key ^ 1)));
            (assigned(n), between(self.low, self.high, rate), between(self.shortest, self.longest, delay))
        };
        (u32::from(self.first == 0.0)..).map(satellite).take_while(move |satellite| satellite.0 < duration)
    }
}

/// The catalogue entries of all kinds of schedules.
pub fn infos() -> Vec<KindInfo> {
    let kind =
        |id, name, doc, fields| KindInfo { id, name, doc: help_text(doc), fields, signals: Vec::new() };
    vec![
        kind("constant", "Constant", "The rate is constant unless the timeline changes it.", Vec::new()),
        kind(
            "points",
            "Points",
            "The rate follows a list of points, in steps or in ramps, once or repeatedly.",
            PointsParams::fields(),
        ),
        kind(
            "periodic",
            "Periodic",
            "The rate changes periodically: it alternates between two values, or it rises and falls in slopes.",
            PeriodicParams::fields(),
        ),
        kind(
            "satellite",
            "Satellite in low orbit",
            "The link goes over a satellite, and every 15 s over another one, with another rate and another delay. Between them is a short pause.",
            SatelliteParams::fields(),
        ),
    ]
}

crate::kind_settings! {
    /// The settings of a rate schedule.
    pub enum ScheduleSettings {
        Constant(NoParams) = "constant",
        Points(PointsParams) = "points",
        Periodic(PeriodicParams) = "periodic",
        Satellite(SatelliteParams) = "satellite",
    }
}

impl ScheduleSettings {
    /// The changes before `duration` (in seconds), in the order of time. Each has a time in seconds and a
    /// rate in bit/s. `None` if there are more than `MAX_CHANGES` changes.
    pub fn changes(&self, duration: f64) -> Option<Vec<(f64, f64)>> {
        let list = self.change_list(duration, 0.0, MAX_CHANGES);
        (!list.is_truncated).then_some(list.changes)
    }

    /// Like [`Self::changes`], but returns only the first `max_changes` changes, and the steps of ramps and
    /// slopes have a length of at least `min_step` seconds.
    pub fn coarse_changes(&self, duration: f64, min_step: f64, max_changes: usize) -> Vec<(f64, f64)> {
        self.change_list(duration, min_step, max_changes).changes
    }

    /// The lower bounds that are above their upper bounds, with the names of both.
    pub fn reversed_bounds(&self) -> Vec<(&'static str, &'static str)> {
        let Self::Satellite(params) = self else { return Vec::new() };
        let bounds = [
            ("low", "high", params.low > params.high),
            ("shortest", "longest", params.shortest > params.longest),
        ];
        bounds.into_iter().filter(|bound| bound.2).map(|(low, high, _)| (low, high)).collect()
    }

    /// The changes of the delay before `duration`. Each has a time and a delay, in seconds.
    pub fn delay_changes(&self, duration: f64) -> Vec<(f64, f64)> {
        match self {
            Self::Satellite(params) => {
                params.satellites(duration).map(|(at, _, delay)| (at, delay)).collect()
            }
            Self::Constant(_) | Self::Points(_) | Self::Periodic(_) => Vec::new(),
        }
    }

    fn change_list(&self, duration: f64, min_step: f64, max_changes: usize) -> ChangeList {
        let mut list = ChangeList { changes: Vec::new(), duration, max_changes, is_truncated: false };
        match self {
            Self::Constant(_) => {}
            Self::Points(params) => add_points(params, params.every.max(min_step), &mut list),
            Self::Periodic(params) => add_periods(params, params.every.max(min_step), &mut list),
            Self::Satellite(params) => add_satellites(params, &mut list),
        }
        list
    }
}

struct ChangeList {
    /// Times in seconds and rates in bit/s.
    changes: Vec<(f64, f64)>,
    /// The time in seconds before which changes are added.
    duration: f64,
    max_changes: usize,
    /// Whether a change was not added because the list had `max_changes` changes.
    is_truncated: bool,
}

impl ChangeList {
    /// Adds a change. Returns false if neither this change nor any later change can be added.
    fn add(&mut self, at: f64, rate: f64) -> bool {
        if at >= self.duration || self.is_truncated {
            return false;
        }
        if self.changes.len() >= self.max_changes {
            self.is_truncated = true;
            return false;
        }
        self.changes.push((at, rate.max(0.0)));
        true
    }

    /// Adds a linear change of the rate between two pairs of time and rate, in steps of at most `every`
    /// seconds. Returns false if no later change can be added.
    fn add_ramp(&mut self, (from, first): (f64, f64), (to, last): (f64, f64), every: f64) -> bool {
        let steps = math::ceil((to - from) / every - 1e-9).max(1.0);
        (0..whole::<u64>(steps)).all(|step| {
            let middle = (step as f64 + 0.5) / steps;
            self.add(from + (to - from) * step as f64 / steps, first + (last - first) * middle)
        })
    }
}

fn add_points(params: &PointsParams, every: f64, list: &mut ChangeList) {
    let mut points = sorted(params.points.clone(), |a, b| a.at.total_cmp(&b.at));
    // Points at or after the end of the period are never reached.
    points.retain(|point| params.repeat.is_none_or(|period| point.at < period));
    let Some(last) = points.last().copied() else { return };
    for repetition in 0u64.. {
        let start = params.repeat.unwrap_or(0.0) * repetition as f64;
        for (index, point) in points.iter().enumerate() {
            let at = start + point.at;
            let next = points.get(index + 1).filter(|_| params.between == Between::Ramps);
            let continues = match next {
                Some(next) if next.at > point.at => {
                    list.add_ramp((at, point.rate), (start + next.at, next.rate), every)
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

fn add_periods(params: &PeriodicParams, every: f64, list: &mut ChangeList) {
    let (low, high, period) = (params.low, params.high, params.period);
    for index in 0u64.. {
        let start = period * index as f64;
        let end = period * (index + 1) as f64;
        let continues = match params.shape {
            ScheduleShape::Square => {
                let high_end = start + period * params.share;
                (params.share == 0.0 || list.add(start, high))
                    && (params.share == 1.0 || list.add(high_end, low))
            }
            ScheduleShape::Triangle => {
                let middle = start + period / 2.0;
                list.add_ramp((start, low), (middle, high), every)
                    && list.add_ramp((middle, high), (end, low), every)
            }
            ScheduleShape::Sawtooth => list.add_ramp((start, low), (end, high), every),
        };
        if !continues || end >= list.duration {
            return;
        }
    }
}

fn add_satellites(params: &SatelliteParams, list: &mut ChangeList) {
    // A pause is shorter than the time over a satellite.
    let gap = params.gap.min(params.period / 2.0);
    for (at, rate, _) in params.satellites(list.duration) {
        let has_gap = gap > 0.0 && at > 0.0;
        if has_gap && !list.add(at, 0.0) || !list.add(if has_gap { at + gap } else { at }, rate) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(schedule: &Value, duration: f64) -> Option<Vec<(f64, f64)>> {
        let id = schedule["kind"].as_str().unwrap();
        ScheduleSettings::read(id, schedule).unwrap().changes(duration)
    }

    #[test]
    fn points_are_sorted_and_repeated_until_the_end_of_the_run() {
        let points = json!([{"at": 2, "rate": 0}, {"at": 1, "rate": 5e6}]);
        let once = json!({"kind": "points", "points": points});
        assert_eq!(changes(&once, 10.0), Some(vec![(1.0, 5e6), (2.0, 0.0)]));
        let repeated = json!({"kind": "points", "points": points, "repeat": 3});
        let expected = vec![(1.0, 5e6), (2.0, 0.0), (4.0, 5e6), (5.0, 0.0), (7.0, 5e6)];
        assert_eq!(changes(&repeated, 8.0), Some(expected));
    }

    /// A ramp in steps carries the same number of bits as a continuous ramp, because each step has the mean
    /// rate of the ramp over the interval of the step.
    #[test]
    fn ramps_carry_as_many_bits_as_continuous_ramps() {
        let ramp = json!({"kind": "points", "between": "ramps", "every": 0.1,
                          "points": [{"at": 1, "rate": 1e6}, {"at": 3, "rate": 5e6}]});
        let list = changes(&ramp, 10.0).expect("a few changes");
        assert_eq!((list.len(), list[0], list[20]), (21, (1.0, 1.1e6), (3.0, 5e6)));
        let bits: f64 = list.windows(2).map(|pair| pair[0].1 * (pair[1].0 - pair[0].0)).sum();
        assert!((bits - 6e6).abs() < 1.0, "{bits}");
    }

    #[test]
    fn periodic_schedules_have_the_configured_shapes() {
        let square = json!({"kind": "periodic", "low": 1, "high": 9, "period": 4, "share": 0.25});
        assert_eq!(changes(&square, 6.0), Some(vec![(0.0, 9.0), (1.0, 1.0), (4.0, 9.0), (5.0, 1.0)]));
        let triangle =
            json!({"kind": "periodic", "shape": "triangle", "low": 0, "high": 8, "period": 4, "every": 1});
        assert_eq!(changes(&triangle, 4.0), Some(vec![(0.0, 2.0), (1.0, 6.0), (2.0, 6.0), (3.0, 2.0)]));
        assert_eq!(changes(&json!({"kind": "constant"}), 5.0), Some(vec![]));
        let satellite =
            json!({"kind": "satellite", "low": 1e7, "high": 1e8, "shortest": 0.01, "longest": 0.03});
        let list = changes(&satellite, 30.0).expect("a few changes");
        let times: Vec<f64> = list.iter().map(|change| change.0).collect();
        assert_eq!(times, [0.0, 12.0, 12.05, 27.0, 27.05]);
        assert_eq!((list[1].1, list[3].1), (0.0, 0.0));
        let delays = ScheduleSettings::read("satellite", &satellite)
            .map(|schedule| schedule.delay_changes(30.0))
            .unwrap();
        assert_eq!(delays.iter().map(|change| change.0).collect::<Vec<_>>(), [0.0, 12.0, 27.0]);
        assert!(delays.iter().all(|change| (0.01..=0.03).contains(&change.1)));
        assert!(delays[0].1 != delays[1].1 && delays[1].1 != delays[2].1 && list[0].1 != list[2].1);
        let other = ScheduleSettings::read("satellite", &json!({"kind": "satellite", "draw": 2})).unwrap();
        assert_ne!(other.delay_changes(30.0), delays);
        let too_many = json!({"kind": "periodic", "period": 0.001});
        assert_eq!(changes(&too_many, 86_400.0), None);
    }
}
