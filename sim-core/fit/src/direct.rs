//! The direct estimate: what the data show without a simulation. The rate is the greatest rate of arrival, the round-trip
//! time the least, the buffer the greatest wait (the simple estimator of iBox, HotNets 2020); and the reasons why a
//! measurement cannot be fitted.

use serde_json::{Value, json};
use sim_core::ground::convert::whole;
use sim_core::ground::math;

use fairshare_measured::measurement::{FULL_PACKET, Measurement, quantile, sorted};

/// Bytes of an acknowledgement.
const ACK: f64 = 40.0;

/// An estimate with the interval that should contain the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineEstimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl LineEstimate {
    pub fn around(value: f64, below: f64, above: f64) -> Self {
        Self { value, low: value * (1.0 - below), high: value * (1.0 + above) }
    }

    pub fn covers(&self, truth: f64) -> bool {
        self.low <= truth && truth <= self.high
    }
}

/// Why a measurement gets no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FitRefusal {
    /// The transfers took only this many seconds.
    TooShort(f64),
    NoRtt,
    /// The rate in bit/s never met a limit of the line.
    NotFull(f64),
    /// While packets waited, the rate was between these, in bit/s.
    RateVaries(f64, f64),
    /// Transfers have least round-trip times from one to the other, in seconds.
    SeveralPaths(f64, f64),
    /// No scenario resembles the measurement: the distance of the best one.
    NothingSimilar(f64),
}

impl FitRefusal {
    /// The ID of the sentence about it.
    pub fn id(&self) -> &'static str {
        match self {
            FitRefusal::TooShort(_) => "too_short",
            FitRefusal::NoRtt => "no_rtt",
            FitRefusal::NotFull(_) => "not_full",
            FitRefusal::RateVaries(..) => "rate_varies",
            FitRefusal::SeveralPaths(..) => "several_paths",
            FitRefusal::NothingSimilar(_) => "nothing_similar",
        }
    }
}

impl FitRefusal {
    /// The ID of the sentence about it, and the numbers in the sentence.
    pub fn to_json(&self) -> Value {
        let numbers = match self {
            FitRefusal::NoRtt => Vec::new(),
            FitRefusal::TooShort(a) | FitRefusal::NotFull(a) | FitRefusal::NothingSimilar(a) => vec![*a],
            FitRefusal::RateVaries(a, b) | FitRefusal::SeveralPaths(a, b) => vec![*a, *b],
        };
        json!({"refused": self.id(), "numbers": numbers})
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Direct {
    /// bit/s on the wire.
    pub rate: LineEstimate,
    /// Without serialization, in seconds.
    pub base_rtt: LineEstimate,
    /// What the rate was in each half second under load, in bit/s, if it varied while packets waited.
    pub over_time: Option<Vec<f64>>,
    /// The wait in seconds that few packets exceed.
    pub wait: f64,
    /// What the buffer holds at least, in seconds at the rate. It is the wait if the rate is constant.
    pub held: f64,
    /// The greatest wait in seconds, or the greatest round trip of a lost packet.
    pub peak: f64,
    /// Lost packets per packet that arrived.
    pub loss: Option<f64>,
    /// The interval in which the transfers begin to load the line.
    pub loaded_from: usize,
    /// The share of the rate that the measured transfers have.
    pub share: f64,
}

/// The shortest time under load, in seconds, and in round trips.
const SHORTEST: f64 = 2.0;
const ROUNDS: f64 = 15.0;
/// The share of round-trip times up to which one counts as a wait in the queue.
const LONG: f64 = 0.98;
/// The rate of pairs is used if it exceeds the greatest rate of arrival by at least the first and at most the second factor.
const PART: f64 = 1.03;
const MOST: f64 = 20.0;
/// While packets wait, the rate of a constant line varies by less than this.
const STEADY: f64 = 0.6;
/// Packets wait when their round-trip time is above the least by this share, or by this many seconds.
const WAITS: f64 = 0.1;
const WAITS_SECONDS: f64 = 0.003;

/// The sums of `width` values in a row.
fn windows(values: &[f64], width: usize) -> Vec<f64> {
    values.windows(width.max(1)).map(|window| window.iter().sum::<f64>() / width.max(1) as f64).collect()
}

/// The number of intervals in this many seconds.
fn steps(measured: &Measurement, seconds: f64) -> usize {
    whole::<usize>(math::round(seconds / measured.step)).max(1)
}

/// The mean of the last round-trip times in an interval.
pub fn mean_rtt(measured: &Measurement, step: usize) -> Option<f64> {
    let all: Vec<f64> = measured.timed().iter().filter_map(|flow| flow.rtt[step]).collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

pub fn estimate(measured: &Measurement) -> Result<Direct, FitRefusal> {
    let total = measured.total_rate();
    let fastest = total.iter().copied().fold(0.0, f64::max);
    let loaded = |rate: &f64| *rate > 0.1 * fastest;
    let from = total.iter().position(loaded).unwrap_or(0);
    let to = total.iter().rposition(loaded).map_or(from, |last| last + 1);
    let least = measured.least_rtt().ok_or(FitRefusal::NoRtt)?;
    let seconds = (to - from) as f64 * measured.step;
    if seconds < SHORTEST.max(ROUNDS * least) {
        return Err(FitRefusal::TooShort(seconds));
    }
    one_path(measured)?;
    let under_load = &total[from..to];
    // One second averages over packets; in a short measurement, less time has to do.
    let second = steps(measured, 1.0);
    let seen = sorted(windows(under_load, second)).last().copied().unwrap_or(fastest);
    let pairs = measured.pair_rate.filter(|pairs| *pairs > PART * seen && *pairs < MOST * seen);
    let rate = pairs.unwrap_or(seen);
    let packet_time = |bytes: f64| bytes * 8.0 / rate;
    let overhead = packet_time(bytes_of_least(measured, least));
    let base = (least - overhead).max(least / 2.0);
    let waiting = |step: usize| {
        let rtt = mean_rtt(measured, from + step);
        rtt.is_some_and(|rtt| rtt > least + (WAITS * least).max(WAITS_SECONDS))
    };
    // The greatest samples are often of retransmitted data, whose round trips are longer than any wait.
    let under = measured.timed().iter().flat_map(|flow| flow.rtt[from..to].iter().flatten().copied());
    let under = sorted(under);
    let greatest = under.last().copied().unwrap_or(least);
    let wait = (quantile(&under, LONG).unwrap_or(least) - base - packet_time(FULL_PACKET + ACK)).max(0.0);
    let rates = over_time(measured, under_load, seen, &waiting)?;
    let lost: f64 = measured.transfers.iter().flat_map(|flow| &flow.lost).sum();
    let arrived: f64 =
        measured.transfers.iter().map(fairshare_measured::measurement::MeasuredFlow::total).sum();
    Ok(Direct {
        rate: match &rates {
            Some(rates) => range(rates),
            None if pairs.is_some() => LineEstimate::around(rate, 0.04, 0.04),
            None => LineEstimate::around(rate, 0.02, 0.04),
        },
        base_rtt: LineEstimate {
            value: base,
            low: base_low(measured, base, wait),
            high: base * 1.05 + 0.0005,
        },
        held: rates.as_ref().map_or(wait, |rates| held(measured, from, base, rates)),
        over_time: rates,
        wait,
        peak: (greatest - base).max(wait),
        loss: measured.has_losses.then(|| lost / (lost + arrived / FULL_PACKET).max(1.0)),
        loaded_from: from,
        share: if pairs.is_some() { share_of(under_load, rate, &waiting) } else { (seen / rate).min(1.0) },
    })
}

/// The share of the line's rate that arrives while packets wait, when the line has no other limit. What is missing is other traffic.
fn share_of(under_load: &[f64], rate: f64, waiting: &dyn Fn(usize) -> bool) -> f64 {
    let busy = || under_load.iter().enumerate().filter(|(step, _)| waiting(*step)).map(|(_, rate)| *rate);
    let (count, sum) = (busy().count(), busy().sum::<f64>());
    if count == 0 { 1.0 } else { (sum / count as f64 / rate).min(1.0) }
}

/// The bytes of the packet with the least round-trip time, and of its answer: a ping, the first packet of a connection, or
/// a full packet.
fn bytes_of_least(measured: &Measurement, least: f64) -> f64 {
    if measured.pings.iter().any(|ping| ping.least_rtt == Some(least)) {
        return 140.0;
    }
    let first =
        measured.transfers.iter().find(|flow| flow.first_rtt.is_some_and(|first| first < 1.001 * least));
    first.and_then(|flow| flow.first_bytes).unwrap_or(FULL_PACKET + ACK)
}

/// The least that the base round-trip time can be. Without a ping before the load, packets may have waited from the first
/// sample on.
fn base_low(measured: &Measurement, base: f64, wait: f64) -> f64 {
    let is_sampled_before_load = !measured.pings.is_empty() || !measured.source.is_late();
    if is_sampled_before_load { base * 0.94 - 0.0005 } else { (base - 0.5 * wait).max(base * 0.3) }
}

/// Transfers whose least round-trip times differ take different paths.
fn one_path(measured: &Measurement) -> Result<(), FitRefusal> {
    let least = sorted(measured.transfers.iter().filter_map(|flow| flow.least_rtt));
    match (least.first(), least.last()) {
        (Some(&first), Some(&last))
            if last > 1.4 * first && last > first + 0.005 && has_idle_samples(measured) =>
        {
            Err(FitRefusal::SeveralPaths(first, last))
        }
        _ => Ok(()),
    }
}

/// Whether all transfers begin together, so that each has seen the path before the queue was full.
fn has_idle_samples(measured: &Measurement) -> bool {
    let starts = measured.transfers.iter().map(|flow| flow.bytes.iter().position(|&bytes| bytes > 0.0));
    let starts: Vec<usize> = starts.flatten().collect();
    starts.iter().max() == starts.iter().min()
}

/// The rates in half seconds if they vary while packets wait. Refuses a measurement in which packets never wait for long enough,
/// or not for most of the time if the rate varies.
fn over_time(
    measured: &Measurement,
    under_load: &[f64],
    seen: f64,
    waiting: &dyn Fn(usize) -> bool,
) -> Result<Option<Vec<f64>>, FitRefusal> {
    let half = steps(measured, 0.5);
    let rates = windows(under_load, half);
    let waits = |step: usize| (step..step + half).all(waiting);
    let busy = sorted(rates.iter().enumerate().filter(|(step, _)| waits(*step)).map(|(_, rate)| *rate));
    let lost: f64 = measured.transfers.iter().flat_map(|flow| &flow.lost).sum();
    if busy.len() < 3 && lost == 0.0 {
        return Err(FitRefusal::NotFull(seen));
    }
    let (Some(low), Some(high)) = (quantile(&busy, 0.1), quantile(&busy, 0.9)) else {
        return Ok(None);
    };
    if low >= STEADY * high || measured.pair_rate.is_some_and(|pairs| pairs > PART * seen) {
        return Ok(None);
    }
    let (mut rates, mut waiting) = (Vec::new(), 0);
    for (index, part) in under_load.chunks_exact(half).enumerate() {
        let mean = part.iter().sum::<f64>() / half as f64;
        // While no packet waits, the line may be faster than what arrives.
        let before = rates.last().copied().unwrap_or(mean);
        let is_waiting = waits(index * half);
        waiting += usize::from(is_waiting);
        rates.push(if is_waiting { mean } else { mean.max(before) });
    }
    // One transfer may vary because of others that are not in the file.
    if measured.pair_rate.is_some() || waiting * 3 < rates.len() * 2 {
        return Err(FitRefusal::RateVaries(low, high));
    }
    Ok(Some(rates))
}

/// The median of rates over time, and what four fifths of them are between.
fn range(rates: &[f64]) -> LineEstimate {
    let sorted = sorted(rates.iter().copied());
    let at = |share| quantile(&sorted, share).unwrap_or(0.0);
    LineEstimate { value: at(0.5), low: at(0.1), high: at(0.9) }
}

/// What the buffer held, in seconds at the median rate: at each time, the wait multiplied by the rate.
fn held(measured: &Measurement, from: usize, base: f64, rates: &[f64]) -> f64 {
    let half = steps(measured, 0.5);
    let at = |index: usize| Some((mean_rtt(measured, from + index)? - base) * rates[index / half]);
    let waits = sorted((0..rates.len() * half).filter_map(at));
    (quantile(&waits, LONG).unwrap_or(0.0) / range(rates).value).max(0.0)
}
