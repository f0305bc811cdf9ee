//! The series of a file for charts. Times are in seconds from the first sample of the file, rates in bit/s, delays in
//! seconds.

use serde_json::{Value, json};
use sim_core::ground::convert::whole;

use crate::measurement::{MeasuredBy, Measurement};
use crate::problem::{ReadProblem, problem};

/// The most values of a series, and rows of a table.
pub const MAX_ROWS: usize = 1_000_000;
/// The most series or flows that are listed.
pub const MAX_LISTED: usize = 40;
/// The width of bins in seconds, unless the file is long, and their greatest number.
const MIN_BIN: f64 = 0.01;
const MAX_BINS: f64 = 20_000.0;

/// Value `i` applies from `starts[i]` to `ends[i]`, which are equal if it was measured at a single moment. Intervals are in
/// order and do not overlap.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedSeries {
    /// For the page, which writes the words (`SeriesName` in web/src/engine/imports/types.ts). Addresses are never part of it.
    pub name: Value,
    /// `rate`, `rtt`, or `delay` for another delay, such as the wait in a queue.
    pub quantity: &'static str,
    pub starts: Vec<f64>,
    pub ends: Vec<f64>,
    pub values: Vec<f64>,
}

impl ImportedSeries {
    pub fn new(name: Value, quantity: &'static str) -> Self {
        Self { name, quantity, starts: Vec::new(), ends: Vec::new(), values: Vec::new() }
    }

    /// A series with a name in the file's own words.
    pub fn named(text: &str, quantity: &'static str) -> Self {
        Self::new(json!({"kind": "own", "text": text}), quantity)
    }

    /// Adds a value. An interval that begins before the end of the last one is shortened. Numbers without an end are ignored.
    pub fn add(&mut self, start: f64, end: f64, value: f64) -> Result<(), ReadProblem> {
        if ![start, end, value].iter().all(|number| number.is_finite()) {
            return Ok(());
        }
        if self.values.len() >= MAX_ROWS {
            return Err(problem("tooManyRows"));
        }
        let from = self.ends.last().map_or(start, |last| start.max(*last));
        if end > from || (end == from && start == end) {
            self.starts.push(from);
            self.ends.push(end);
            self.values.push(value);
        }
        Ok(())
    }

    /// The rates of bytes at times, which need not be in order: the bits in bins of equal width.
    pub fn of_bytes(name: Value, bytes: &[(f64, f64)]) -> Result<Self, ReadProblem> {
        let mut series = Self::new(name, "rate");
        let times = || bytes.iter().map(|(t, _)| *t);
        let (first, last) =
            (times().fold(f64::INFINITY, f64::min), times().fold(f64::NEG_INFINITY, f64::max));
        if bytes.is_empty() {
            return Ok(series);
        }
        let width = MIN_BIN.max((last - first) / (MAX_BINS - 1.0));
        let bin = |t: f64| whole::<usize>((t - first) / width);
        let mut bins = vec![0.0; bin(last) + 1];
        for &(t, bytes) in bytes {
            bins[bin(t)] += bytes;
        }
        for (index, bytes) in bins.into_iter().enumerate() {
            let [start, end] = [index, index + 1].map(|index| first + index as f64 * width);
            series.add(start, end, bytes * 8.0 / width)?;
        }
        Ok(series)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ImportedFile {
    pub format: &'static str,
    pub series: Vec<ImportedSeries>,
    /// For the page, which writes the words (`ImportNote`).
    pub notes: Vec<Value>,
}

impl ImportedFile {
    /// A file with those of the series that have values.
    pub fn new(format: &'static str, mut series: Vec<ImportedSeries>) -> Self {
        series.retain(|one| !one.values.is_empty());
        Self { format, series, notes: Vec::new() }
    }

    /// The first series only, with a note if there are more.
    pub fn listed(mut self) -> Self {
        let all = self.series.len();
        if all > MAX_LISTED {
            self.series.truncate(MAX_LISTED);
            self.notes.push(json!({"code": "moreSeries", "shown": MAX_LISTED, "all": all}));
        }
        self
    }

    /// The flows of a measurement, of files that have no finer times.
    pub fn of_measurement(measured: &Measurement) -> Result<Self, ReadProblem> {
        let (step, mut series) = (measured.step, Vec::new());
        for (index, flow) in measured.transfers.iter().chain(&measured.pings).enumerate() {
            // The names of sockets are addresses.
            let is_stream = match measured.source {
                MeasuredBy::Ss => true,
                source => source == MeasuredBy::Crusader && index < measured.transfers.len(),
            };
            let name = if is_stream {
                json!({"kind": "stream", "number": index + 1, "received": false})
            } else {
                json!({"kind": "own", "text": flow.name})
            };
            let [mut rate, mut rtt] = ["rate", "rtt"].map(|of| ImportedSeries::new(name.clone(), of));
            let has_bytes = flow.total() > 0.0;
            for (at, (bytes, sample)) in flow.bytes.iter().zip(&flow.rtt).enumerate() {
                let [start, end] = [at, at + 1].map(|at| at as f64 * step);
                if has_bytes {
                    rate.add(start, end, bytes * 8.0 / step)?;
                }
                rtt.add(start, end, sample.unwrap_or(f64::NAN))?;
            }
            series.extend([rate, rtt]);
        }
        Ok(Self::new(measured.source.id(), series).listed())
    }

    /// Moves all series, so that the first sample of the file is at 0.
    pub fn from_first_sample(mut self) -> Self {
        let starts = self.series.iter().filter_map(|one| one.starts.first());
        let first = starts.copied().fold(f64::INFINITY, f64::min);
        for one in &mut self.series {
            for time in one.starts.iter_mut().chain(&mut one.ends) {
                *time -= first;
            }
        }
        self
    }
}
