//! One run as experiments look at it: its summary and recorded series, and what was measured of it.

use std::ops::Range;

use serde_json::Value;

use super::model::{At, Place};
use sim_core::analysis::descriptive;

/// What a cell's run left (see `cell`), with the place of the cell.
pub struct Ran<'a> {
    pub at: &'a [(&'static str, At)],
    pub result: &'a Value,
}

/// A curve for drawing: values at even steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub name: &'static str,
    pub label: String,
    /// Time of the first value, and the step.
    pub from: f64,
    pub step: f64,
    pub values: Vec<f64>,
}

/// The numbers and curves of one run.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    pub numbers: Vec<(&'static str, Place, Option<f64>)>,
    pub curves: Vec<Curve>,
}

impl Measured {
    pub fn number(&mut self, quantity: &'static str, value: impl Into<Option<f64>>) {
        self.number_at(quantity, Vec::new(), value);
    }

    /// With a place of its own besides the cell's.
    pub fn number_at(&mut self, quantity: &'static str, place: Place, value: impl Into<Option<f64>>) {
        self.numbers.push((quantity, place, value.into().filter(|x: &f64| x.is_finite())));
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

impl<'a> Ran<'a> {
    /// The cell's value on an axis.
    pub fn axis(&self, axis: &str) -> Option<At> {
        self.at.iter().find(|(name, _)| *name == axis).map(|(_, at)| *at)
    }

    pub fn axis_number(&self, axis: &str) -> f64 {
        self.axis(axis).and_then(At::number).unwrap_or(f64::NAN)
    }

    /// Whether the cell has this text on an axis.
    pub fn is(&self, axis: &str, text: &str) -> bool {
        matches!(self.axis(axis), Some(At::Text(own)) if own == text)
    }

    /// The summaries of the flows that an entry of the document stands for.
    pub fn flows(&self, entry: &str) -> Vec<&'a Value> {
        let all = self.result["summary"]["flows"].as_array();
        all.map_or(&[][..], Vec::as_slice).iter().filter(|flow| is_member(flow, entry)).collect()
    }

    /// One field of each of them.
    pub fn each(&self, entry: &str, field: &str) -> Vec<f64> {
        self.flows(entry).iter().filter_map(|flow| flow[field].as_f64()).collect()
    }

    /// The mean of a field over the flows of an entry.
    pub fn mean(&self, entry: &str, field: &str) -> Option<f64> {
        descriptive::mean(&self.each(entry, field))
    }

    pub fn sum(&self, entry: &str, field: &str) -> f64 {
        self.each(entry, field).iter().sum()
    }

    /// A field of each flow within a declared window.
    pub fn in_window(&self, window: &str, entry: &str, field: &str) -> Vec<f64> {
        let all = self.result["summary"]["windows"][window]["flows"].as_array();
        let flows = all.map_or(&[][..], Vec::as_slice).iter().filter(|flow| is_member(flow, entry));
        flows.filter_map(|flow| flow[field].as_f64()).collect()
    }

    /// The mean of each flow's coefficient of variation in bins of this width, which the document declares.
    pub fn mean_cov(&self, entry: &str, width: &str) -> Option<f64> {
        let all: Vec<f64> = self.flows(entry).iter().filter_map(|flow| flow["cov"][width].as_f64()).collect();
        descriptive::mean(&all)
    }

    /// The summary of a link.
    pub fn link(&self, id: &str) -> &'a Value {
        let all = self.result["summary"]["links"].as_array();
        all.and_then(|links| links.iter().find(|link| link["id"] == id)).unwrap_or(&Value::Null)
    }

    pub fn utilisation(&self) -> Option<f64> {
        self.link("forward")["utilisation"].as_f64()
    }

    /// Width of the recorded bins in seconds.
    pub fn width(&self) -> f64 {
        self.result["width"].as_f64().unwrap_or(f64::NAN)
    }

    /// What was counted in each bin, or a gauge's last value in it (NaN: none), of `flow:near` or `link:forward`.
    pub fn series(&self, entity: &str, signal: &str) -> Vec<f64> {
        let values = self.result["series"][entity][signal].as_array();
        let values = values.map_or(&[][..], Vec::as_slice).iter();
        values.map(|value| value.as_f64().unwrap_or(f64::NAN)).collect()
    }

    /// The sum over the flows of an entry of what was counted in each bin.
    pub fn counts(&self, entry: &str, signal: &str) -> Vec<f64> {
        let mut sum: Vec<f64> = Vec::new();
        for flow in self.flows(entry) {
            let own = self.series(&format!("flow:{}", flow["id"].as_str().unwrap_or_default()), signal);
            if sum.is_empty() {
                sum = own;
            } else {
                sum.iter_mut().zip(&own).for_each(|(sum, own)| *sum += own);
            }
        }
        sum
    }

    /// The rate of an entry's flows together in bit/s, in bins of `seconds`, a multiple of the recorded width.
    pub fn rates(&self, entry: &str, signal: &str, seconds: f64) -> Vec<f64> {
        let bins = bins_in(seconds, self.width());
        self.counts(entry, signal)
            .chunks_exact(bins)
            .map(|bins| bins.iter().sum::<f64>() * 8.0 / seconds)
            .collect()
    }

    /// The ids of the flows of an entry.
    pub fn ids(&self, entry: &str) -> Vec<&'a str> {
        self.flows(entry).iter().filter_map(|flow| flow["id"].as_str()).collect()
    }
}

/// How many recorded bins make one of `seconds`.
fn bins_in(seconds: f64, width: f64) -> usize {
    let bins = sim_core::ground::math::round(seconds / width);
    if bins >= 1.0 { bins as usize } else { 1 }
}

/// The bins of `width` within a span of time.
pub fn bins_between(from: f64, to: f64, width: f64) -> Range<usize> {
    let first = sim_core::ground::math::round(from / width);
    let last = sim_core::ground::math::round(to / width);
    first as usize..last as usize
}

/// Those of the values that lie within the bins, as far as there are any.
pub fn within(values: &[f64], bins: Range<usize>) -> &[f64] {
    let end = bins.end.min(values.len());
    &values[bins.start.min(end)..end]
}

/// Whether a flow is `entry` or `entry.0`, `entry.1`, ...
fn is_member(flow: &Value, entry: &str) -> bool {
    let Some(rest) = flow["id"].as_str().and_then(|id| id.strip_prefix(entry)) else { return false };
    rest.is_empty()
        || rest.strip_prefix('.').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn members_of_an_entry_are_told_from_others_with_a_like_name() {
        let result = json!({ "width": 0.5, "summary": { "flows": [
            { "id": "tcp.0", "goodput_bps": 1 }, { "id": "tcp.10", "goodput_bps": 3 }, { "id": "tcp2", "goodput_bps": 9 },
        ] }, "series": { "flow:tcp.0": { "throughput": [100, 200, 300, 400, 500] },
                         "flow:tcp.10": { "throughput": [0, 100, 0, 0, 0] } } });
        let ran = Ran { at: &[], result: &result };
        assert_eq!(ran.each("tcp", "goodput_bps"), [1.0, 3.0]);
        assert_eq!(ran.mean("tcp", "goodput_bps"), Some(2.0));
        // Bins of 0.5 s: 100 + 300 bytes in the first second are 3200 bit/s; a fifth bin alone makes no second.
        assert_eq!(ran.rates("tcp", "throughput", 1.0), [3200.0, 5600.0]);
    }

    #[test]
    fn bins_of_a_span() {
        assert_eq!(bins_between(1.0, 2.0, 0.1), 10..20);
        assert_eq!(within(&[1.0, 2.0, 3.0], 1..9), [2.0, 3.0]);
        assert_eq!(within(&[1.0], 5..9), [] as [f64; 0]);
    }
}
