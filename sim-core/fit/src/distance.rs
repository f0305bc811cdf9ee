//! How far a run is from a measurement. The distance is a sum of parts, each a mean of absolute differences relative to a
//! natural scale: round-trip times by their quantiles and over time, the roughness of the round-trip time, rates by their
//! quantiles and over time, the division among the transfers, losses, and the delay of pings.

use serde_json::{Value, json};
use sim_core::ground::convert::whole;
use sim_core::ground::math;

use crate::direct::{Direct, mean_rtt};
use fairshare_measured::measurement::{Measurement, quantile, sorted};

/// The parts of a distance. Their order is that of `PARTS`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Distance {
    pub parts: [f64; 8],
}

pub const PARTS: [&str; 8] =
    ["delays", "delay over time", "roughness", "rates", "rate over time", "division", "losses", "pings"];
/// How much each part counts.
const WEIGHTS: [f64; 8] = [1.0, 0.5, 0.25, 1.0, 0.5, 0.5, 0.15, 1.0];

impl Distance {
    pub fn sum(&self) -> f64 {
        self.parts.iter().zip(WEIGHTS).map(|(part, weight)| part * weight).sum()
    }

    /// The distance of a candidate that cannot be run.
    pub const NO_RUN: Self = Self { parts: [9.0; 8] };

    /// The parts in their order.
    pub fn from_parts(parts: &[f64]) -> Option<Self> {
        Some(Self { parts: parts.try_into().ok()? })
    }

    pub fn to_json(self) -> Value {
        PARTS.iter().zip(self.parts).map(|(name, part)| ((*name).to_owned(), json!(part))).collect()
    }
}

/// The shares whose quantiles are compared.
const SHARES: [f64; 10] = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95];

fn quantiles_differ(a: &[f64], b: &[f64], scale: f64) -> f64 {
    let each = SHARES.iter().map(|&share| match (quantile(a, share), quantile(b, share)) {
        (Some(a), Some(b)) => ((a - b).abs() / scale).min(2.0),
        (None, None) => 0.0,
        _ => 1.0,
    });
    each.sum::<f64>() / SHARES.len() as f64
}

/// Means of consecutive values over a second, from the load on.
fn seconds(values: &[Option<f64>], width: usize) -> Vec<Option<f64>> {
    let mean = |chunk: &[Option<f64>]| {
        let known: Vec<f64> = chunk.iter().flatten().copied().collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    };
    values.chunks(width).map(mean).collect()
}

fn differ_over_time(a: &[Option<f64>], b: &[Option<f64>], scale: f64) -> f64 {
    let both: Vec<f64> =
        a.iter().zip(b).filter_map(|(a, b)| Some((((*a)? - (*b)?).abs() / scale).min(2.0))).collect();
    if both.is_empty() { 1.0 } else { both.iter().sum::<f64>() / both.len() as f64 }
}

/// The mean step of the round-trip time from one interval to the next.
fn roughness(values: &[Option<f64>]) -> f64 {
    let steps: Vec<f64> = values.windows(2).filter_map(|pair| Some((pair[1]? - pair[0]?).abs())).collect();
    steps.iter().sum::<f64>() / steps.len().max(1) as f64
}

/// One side of a comparison, from the load on.
struct Side {
    rtts: Vec<Option<f64>>,
    pings: Vec<f64>,
    rates: Vec<Option<f64>>,
    /// For each transfer, its share of all bytes, sorted.
    shares: Vec<f64>,
    loss: f64,
}

fn side(measured: &Measurement, from: usize, to: usize, width: usize) -> Side {
    let to = to.min(measured.steps());
    let from = from.min(to);
    let totals: Vec<Option<f64>> = measured.total_rate()[from..to].iter().map(|&rate| Some(rate)).collect();
    let of = |flow: &fairshare_measured::measurement::MeasuredFlow| flow.bytes[from..to].iter().sum::<f64>();
    let all: f64 = measured.transfers.iter().map(of).sum::<f64>().max(1.0);
    let lost: f64 = measured.transfers.iter().map(|flow| flow.lost[from..to].iter().sum::<f64>()).sum();
    Side {
        rtts: (from..to).map(|step| mean_rtt(measured, step)).collect(),
        pings: sorted(measured.pings.iter().flat_map(|ping| ping.rtt[from..to].iter().flatten().copied())),
        rates: seconds(&totals, width),
        shares: sorted(measured.transfers.iter().map(|flow| of(flow) / all)),
        loss: lost / (lost + all / fairshare_measured::measurement::FULL_PACKET),
    }
}

/// The distance of a run from the measurement, up to an interval.
pub fn distance(measured: &Measurement, run: &Measurement, direct: &Direct, to: usize) -> Distance {
    let width = whole::<usize>(math::round(1.0 / measured.step)).max(1);
    let from = direct.loaded_from;
    let [a, b] = [measured, run].map(|one| side(one, from, to, width));
    let delay = direct.wait.max(0.1 * direct.base_rtt.value).max(0.002);
    let known = |values: &[Option<f64>]| sorted(values.iter().flatten().copied());
    let small = 0.01 * delay;
    let rough = math::ln((roughness(&a.rtts) + small) / (roughness(&b.rtts) + small)).abs();
    let rate = direct.rate.value;
    let division = a.shares.iter().zip(&b.shares).map(|(a, b)| (a - b).abs()).sum::<f64>();
    let losses = math::ln((a.loss + 1e-4) / (b.loss + 1e-4)).abs();
    let pings = if measured.pings.is_empty() { 0.0 } else { quantiles_differ(&a.pings, &b.pings, delay) };
    Distance {
        parts: [
            quantiles_differ(&known(&a.rtts), &known(&b.rtts), delay),
            differ_over_time(&seconds(&a.rtts, width), &seconds(&b.rtts, width), delay),
            rough.min(4.0),
            quantiles_differ(&known(&a.rates), &known(&b.rates), 0.2 * rate),
            differ_over_time(&a.rates, &b.rates, 0.2 * rate),
            division,
            if measured.has_losses { losses.min(4.0) } else { 0.0 },
            pings,
        ],
    }
}
