//! The result of one run, which an experiment's `measure` function reads, and the measurements that the
//! function makes.

use sim_core::ground::convert::whole;
use std::ops::Range;

use serde_json::Value;

use crate::axes::{AxisValue, Coordinates};

/// The result of one run of a cell (see `fairshare_runs::run`), with the coordinates of the cell.
pub struct RunResult<'a> {
    pub at: &'a [(&'static str, AxisValue)],
    pub result: &'a Value,
}

/// A curve to draw: values at regular intervals of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub name: &'static str,
    pub label: String,
    /// Time of the first value in seconds.
    pub from: f64,
    /// Time between two values in seconds.
    pub step: f64,
    pub values: Vec<f64>,
}

/// The numbers and curves measured in one run.
#[derive(Clone, Debug, Default)]
pub struct Measurements {
    /// A quantity, the coordinates of its value in addition to the coordinates of the cell, and the value
    /// (`None` if it is undefined).
    pub numbers: Vec<(&'static str, Coordinates, Option<f64>)>,
    pub curves: Vec<Curve>,
}

impl Measurements {
    /// Adds the value of a quantity at the cell's coordinates.
    pub fn number(&mut self, quantity: &'static str, value: impl Into<Option<f64>>) {
        self.number_at(quantity, Vec::new(), value);
    }

    /// Adds the value of a quantity at the coordinates of the cell and the additional coordinates `at`.
    pub fn number_at(&mut self, quantity: &'static str, at: Coordinates, value: impl Into<Option<f64>>) {
        self.numbers.push((quantity, at, value.into().filter(|x: &f64| x.is_finite())));
    }

    pub fn curve(
        &mut self,
        name: &'static str,
        label: impl Into<String>,
        from: f64,
        step: f64,
        values: Vec<f64>,
    ) {
        self.curves.push(Curve { name, label: label.into(), from, step, values });
    }
}

impl<'a> RunResult<'a> {
    /// The summaries of all flows of an entry of the document's `flows`.
    pub fn flows(&self, entry: &str) -> Vec<&'a Value> {
        let all = self.result["summary"]["flows"].as_array();
        all.map_or(&[][..], Vec::as_slice).iter().filter(|flow| is_member(flow, entry)).collect()
    }

    /// The summary of a link.
    pub fn link(&self, id: &str) -> &'a Value {
        let all = self.result["summary"]["links"].as_array();
        all.and_then(|links| links.iter().find(|link| link["id"] == id)).unwrap_or(&Value::Null)
    }

    /// The width of the recorded bins in seconds.
    pub fn width(&self) -> f64 {
        self.result["width"].as_f64().unwrap_or(f64::NAN)
    }

    /// The series of a signal of an entity such as `flow:near` or `link:forward`: for a counter the increment
    /// in each bin, for a gauge its last value in each bin, or NaN for bins without a value.
    pub fn series(&self, entity: &str, signal: &str) -> Vec<f64> {
        let values = self.result["series"][entity][signal].as_array();
        let values = values.map_or(&[][..], Vec::as_slice).iter();
        values.map(|value| value.as_f64().unwrap_or(f64::NAN)).collect()
    }

    /// The increments of a counter in each bin, summed over the flows of an entry.
    pub fn counts(&self, entry: &str, signal: &str) -> Vec<f64> {
        let mut sum: Vec<f64> = Vec::new();
        for flow in self.flows(entry) {
            let series = self.series(&format!("flow:{}", flow["id"].as_str().unwrap_or_default()), signal);
            if sum.is_empty() {
                sum = series;
            } else {
                sum.iter_mut().zip(&series).for_each(|(sum, count)| *sum += count);
            }
        }
        sum
    }

    /// The increments of a counter, summed over the flows of an entry, in bins of `seconds`, a multiple of
    /// the recorded width.
    pub fn sums(&self, entry: &str, signal: &str, seconds: f64) -> Vec<f64> {
        let bins = bins_per(seconds, self.width());
        self.counts(entry, signal).chunks_exact(bins).map(|bins| bins.iter().sum()).collect()
    }

    /// The total rate of an entry's flows in bit/s, in bins of `seconds`, a multiple of the recorded width.
    pub fn rates(&self, entry: &str, signal: &str, seconds: f64) -> Vec<f64> {
        self.sums(entry, signal, seconds).iter().map(|bytes| bytes * 8.0 / seconds).collect()
    }

    /// The ids of the flows of an entry.
    pub fn ids(&self, entry: &str) -> Vec<&'a str> {
        self.flows(entry).iter().filter_map(|flow| flow["id"].as_str()).collect()
    }
}

/// The number of recorded bins of `width` in `seconds`.
fn bins_per(seconds: f64, width: f64) -> usize {
    let bins = sim_core::ground::math::round(seconds / width);
    if bins >= 1.0 { whole::<usize>(bins) } else { 1 }
}

/// The indices of the bins of `width` between two times.
pub fn bins_between(from: f64, to: f64, width: f64) -> Range<usize> {
    let first = sim_core::ground::math::round(from / width);
    let last = sim_core::ground::math::round(to / width);
    whole::<usize>(first)..whole::<usize>(last)
}

/// The values in these bins; fewer if `values` is shorter.
pub fn slice_bins(values: &[f64], bins: Range<usize>) -> &[f64] {
    let end = bins.end.min(values.len());
    &values[bins.start.min(end)..end]
}

/// Returns whether a flow belongs to an entry: its id is the id of the entry, or the id of the entry with a
/// number, such as `tcp.0`. A `#` at the end of `entry` stands for the number of several entries: `tcp#` for
/// `tcp1`, `tcp2` and so on.
fn is_member(flow: &Value, entry: &str) -> bool {
    let prefix = entry.strip_suffix('#');
    let Some(suffix) = flow["id"].as_str().and_then(|id| id.strip_prefix(prefix.unwrap_or(entry))) else {
        return false;
    };
    let after_number = suffix.trim_start_matches(|c: char| c.is_ascii_digit());
    let suffix = if prefix.is_some() { after_number } else { suffix };
    suffix.is_empty()
        || suffix.strip_prefix('.').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_members_of_an_entry_are_found_and_their_rates_are_added() {
        let result = json!({ "width": 0.5, "summary": { "flows": [
            { "id": "tcp.0", "goodput_bps": 1 }, { "id": "tcp.10", "goodput_bps": 3 }, { "id": "tcp2", "goodput_bps": 9 },
        ] }, "series": { "flow:tcp.0": { "throughput": [100, 200, 300, 400, 500] },
                         "flow:tcp.10": { "throughput": [0, 100, 0, 0, 0] } } });
        let run = RunResult { at: &[], result: &result };
        assert_eq!(run.ids("tcp"), ["tcp.0", "tcp.10"]);
        // Bins of 0.5 s: 100 + 300 bytes in the first second are 3200 bit/s; the fifth bin is an incomplete
        // second.
        assert_eq!(run.rates("tcp", "throughput", 1.0), [3200.0, 5600.0]);
    }

    #[test]
    fn bins_between_two_times_are_selected() {
        assert_eq!(bins_between(1.0, 2.0, 0.1), 10..20);
        assert_eq!(slice_bins(&[1.0, 2.0, 3.0], 1..9), [2.0, 3.0]);
        assert_eq!(slice_bins(&[1.0], 5..9), [] as [f64; 0]);
    }
}
