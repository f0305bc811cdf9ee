//! The numbers of flows and links in an interval of time.

use sim_core::analysis::fairness;

use crate::run::RecordedRun;

/// The facts about a flow in an interval that the document and the timeline state.
#[derive(Clone, Copy, Debug)]
pub struct FlowFacts {
    /// The time for which the flow is active in the interval, s.
    pub active: f64,
    /// The bits of its fair share in the interval.
    pub fair_bits: f64,
    /// The bits that the slowest link of its route can send in the interval.
    pub route_bits: f64,
}

/// The numbers of a flow. NaN where the run has no value.
#[derive(Clone, Copy, Debug)]
pub struct FlowNumbers {
    /// The mean goodput while the flow is active, bit/s.
    pub goodput: f64,
    /// The bits that were delivered, relative to the fair share.
    pub share: f64,
    /// The bits that were delivered, relative to the bits that the slowest link of the route can send.
    pub link_share: f64,
}

impl FlowNumbers {
    pub fn of<R: RecordedRun>(run: &R, entity: &str, facts: FlowFacts, from: f64, to: f64) -> Self {
        let delivered = run.series(entity, "delivered");
        let bits = delivered.map_or(0.0, |delivered| delivered.growth(from, to) * 8.0);
        let relative = |whole: f64, without: f64| if whole > 0.0 { bits / whole } else { without };
        FlowNumbers {
            goodput: relative(facts.active, 0.0),
            share: relative(facts.fair_bits, f64::NAN),
            link_share: relative(facts.route_bits, 0.0),
        }
    }
}

/// The numbers of a link direction. NaN where the run has no value.
#[derive(Clone, Copy, Debug)]
pub struct LinkNumbers {
    /// The length of the queue at the end, packets.
    pub queue: f64,
    /// Packets dropped in the interval.
    pub drops: f64,
    /// The share of the capacity that was used in the interval.
    pub utilisation: f64,
}

impl LinkNumbers {
    /// `capacity` is the number of bits that the link can send in the interval.
    pub fn of<R: RecordedRun>(run: &R, entity: &str, capacity: f64, from: f64, to: f64) -> Self {
        let departed = run.growth(entity, "departed", from, to) * 8.0;
        LinkNumbers {
            queue: run.gauge(entity, "queue", to),
            drops: run.growth(entity, "drops", from, to),
            utilisation: if capacity > 0.0 { departed / capacity } else { f64::NAN },
        }
    }
}

/// The mean time in seconds that packets waited at a link between two times. The recorded delays of bins are
/// weighted by the bytes that left in each bin, because it is a mean over packets, and most packets leave
/// while the queue is long.
pub fn mean_wait<R: RecordedRun>(run: &R, link: &str, from: f64, to: f64) -> f64 {
    let entity = format!("link:{link}");
    match (run.series(&entity, "queue_delay"), run.series(&entity, "departed")) {
        (Some(delay), Some(departed)) => delay.weighted_mean(&departed, from, to),
        _ => f64::NAN,
    }
}

/// The values of a signal at times, as in the curve of a prediction: a gauge's last value, or the mean growth
/// in bit/s of a counter of bytes over the `interval` seconds before the time.
pub fn curve<R: RecordedRun>(run: &R, entity: &str, signal: &str, interval: f64, times: &[f64]) -> Vec<f64> {
    let series = run.series(entity, signal);
    let value = |series: &crate::series::Series<R::Values>, t: f64| {
        if series.is_counter { series.rate_at(t, interval) * 8.0 } else { series.gauge_at(t) }
    };
    times.iter().map(|&t| series.as_ref().map_or(f64::NAN, |series| value(series, t))).collect()
}

/// Jain's fairness index of rates. NaN if it is undefined, for example if all rates are zero.
pub fn jain(rates: &[f64]) -> f64 {
    fairness::jain(rates).unwrap_or(f64::NAN)
}
