//! The results of an experiment: for each quantity, the values of all seeds at all coordinates, with means
//! and confidence intervals.

use serde_json::{Value, json};

use crate::axes::{AxisValue, Coordinates, Filter, coordinates_json, value_on};
use crate::quantity::{Quantity, SeedAverage};
use crate::run_result::{Curve, Measurements};
use sim_core::analysis::confidence::Interval;
use sim_core::analysis::fairness::mean_ratio;
use sim_core::ground::intern::intern;
use sim_core::ground::math::{exp, ln};
use sim_core::params::number;

/// The values of a quantity at one set of coordinates.
#[derive(Clone, Debug)]
pub struct DataPoint {
    pub at: Coordinates,
    /// One value for each seed; `None` where the value is undefined. Empty for derived quantities.
    pub values: Vec<Option<f64>>,
    /// The mean over the seeds; `None` if one of the values is undefined.
    pub mean: Option<f64>,
    /// The 95 % confidence interval of the mean; `None` for a single seed.
    pub interval: Option<(f64, f64)>,
}

/// All values of one quantity.
#[derive(Clone, Debug)]
pub struct Column {
    pub quantity: Quantity,
    pub points: Vec<DataPoint>,
}

/// The curves of one cell, from its first seed.
#[derive(Clone, Debug)]
pub struct CellCurves {
    pub at: Coordinates,
    pub curves: Vec<Curve>,
}

/// The results of an experiment.
#[derive(Clone, Debug)]
pub struct ResultTable {
    pub columns: Vec<Column>,
    pub curves: Vec<CellCurves>,
}

impl DataPoint {
    fn of(at: Coordinates, values: Vec<Option<f64>>, averaging: SeedAverage) -> Self {
        let defined_values: Option<Vec<f64>> = values.iter().copied().collect();
        let (mean, interval) = match (averaging, defined_values) {
            (_, None) => (None, None),
            // The geometric mean of one value is this value, without rounding.
            (_, Some(one)) if one.len() == 1 => (one.first().copied(), None),
            (SeedAverage::Mean, Some(defined_values)) => {
                let interval = Interval::of_95(&defined_values);
                let ends = |i: Interval| Some((i.mean - i.half_width?, i.mean + i.half_width?));
                (interval.map(|i| i.mean), interval.and_then(ends))
            }
            (SeedAverage::Geometric, Some(defined_values)) => {
                let logs: Vec<f64> = defined_values.iter().map(|&x| ln(x)).collect();
                let ends = |i: Interval| Some((exp(i.mean - i.half_width?), exp(i.mean + i.half_width?)));
                (mean_ratio(&defined_values), Interval::of_95(&logs).and_then(ends))
            }
        };
        Self { at, values, mean, interval }
    }

    /// The coordinate on an axis.
    pub fn axis(&self, axis: &str) -> Option<AxisValue> {
        value_on(axis, &self.at)
    }
}

impl ResultTable {
    /// A table with a column for each quantity and no values.
    pub fn new(quantities: &[Quantity]) -> Self {
        let column = |&quantity: &Quantity| Column { quantity, points: Vec::new() };
        Self { columns: quantities.iter().map(column).collect(), curves: Vec::new() }
    }

    /// Reads the means of stored columns of these quantities.
    pub fn from_json(quantities: &[Quantity], columns: &Value) -> Self {
        let mut table = Self::new(quantities);
        for (column, point) in columns.as_array().into_iter().flatten().flat_map(|column| {
            column["points"].as_array().into_iter().flatten().map(move |point| (column, point))
        }) {
            let own = table.columns.iter_mut().find(|own| column["id"] == own.quantity.id);
            if let (Some(own), Some(at)) = (own, point["at"].as_object()) {
                let values = point["values"].as_array().into_iter().flatten().map(Value::as_f64).collect();
                let at = at.iter().map(|(axis, at)| (intern(axis), AxisValue::from_json(at))).collect();
                own.points.push(DataPoint { at, values, mean: point["mean"].as_f64(), interval: None });
            }
        }
        table
    }

    /// Adds the measurements of a cell, one for each seed.
    pub fn add_cell(&mut self, at: &Coordinates, mut measurements_by_seed: Vec<Measurements>) {
        let Some(first) = measurements_by_seed.first_mut() else { return };
        let curves = std::mem::take(&mut first.curves);
        if !curves.is_empty() {
            self.curves.push(CellCurves { at: at.clone(), curves });
        }
        for (id, further_coordinates, _) in &measurements_by_seed[0].numbers {
            let value_of_seed = |seed: &Measurements| {
                let number =
                    seed.numbers.iter().find(|(name, at, _)| name == id && at == further_coordinates);
                number.and_then(|(_, _, value)| *value)
            };
            let values: Vec<Option<f64>> = measurements_by_seed.iter().map(value_of_seed).collect();
            let at: Coordinates = at.iter().chain(further_coordinates).copied().collect();
            if let Some(column) = self.columns.iter_mut().find(|column| column.quantity.id == *id) {
                column.points.push(DataPoint::of(at, values, column.quantity.averaging));
            }
        }
    }

    /// Adds a value that was derived from other values.
    pub fn add_derived(&mut self, quantity: &'static str, at: Coordinates, value: Option<f64>) {
        let value = value.filter(|x| x.is_finite());
        if let Some(column) = self.columns.iter_mut().find(|column| column.quantity.id == quantity) {
            column.points.push(DataPoint { at, values: Vec::new(), mean: value, interval: None });
        }
    }

    /// Removes the columns without values.
    pub fn remove_empty_columns(&mut self) {
        self.columns.retain(|column| !column.points.is_empty());
    }

    pub fn column(&self, quantity: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.quantity.id == quantity)
    }

    /// The data points of a quantity whose coordinates match a filter.
    pub fn points<'a>(&'a self, quantity: &str, only: &'a Filter) -> impl Iterator<Item = &'a DataPoint> {
        let points = self.column(quantity).map_or(&[][..], |column| &column.points);
        points.iter().filter(|point| only.matches(&point.at))
    }

    /// The means of the data points whose coordinates match a filter; `None` if there are no such points or
    /// if one of the means is undefined.
    pub fn means(&self, quantity: &str, only: &Filter) -> Option<Vec<f64>> {
        let means: Option<Vec<f64>> = self.points(quantity, only).map(|point| point.mean).collect();
        means.filter(|means| !means.is_empty())
    }

    /// The mean of the first data point that has all of these coordinates.
    pub fn value(&self, quantity: &str, at: &[(&'static str, AxisValue)]) -> Option<f64> {
        let has_all = |point: &&DataPoint| at.iter().all(|(axis, value)| point.axis(axis) == Some(*value));
        self.column(quantity)?.points.iter().find(has_all).and_then(|point| point.mean)
    }

    pub fn to_json(&self) -> Value {
        let point = |point: &DataPoint| {
            let mut out = json!({ "at": coordinates_json(&point.at), "mean": optional_json(point.mean) });
            if let Some((low, high)) = point.interval {
                out["interval"] = json!([number(low), number(high)]);
            }
            if point.values.len() > 1 {
                out["values"] = point.values.iter().map(|&value| optional_json(value)).collect();
            }
            out
        };
        let column = |column: &Column| {
            let quantity = &column.quantity;
            json!({ "id": quantity.id, "label": quantity.label, "unit": quantity.unit,
                    "points": column.points.iter().map(point).collect::<Value>() })
        };
        self.columns.iter().map(column).collect()
    }
}

/// A number as JSON; null if the number is undefined or not finite.
pub fn optional_json(value: Option<f64>) -> Value {
    value.filter(|x| x.is_finite()).map_or(Value::Null, number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_a_geometric_mean_and_undefined_values_have_none() {
        let ratio = DataPoint::of(Vec::new(), vec![Some(0.5), Some(2.0)], SeedAverage::Geometric);
        assert!((ratio.mean.unwrap() - 1.0).abs() < 1e-12);
        let arithmetic = DataPoint::of(Vec::new(), vec![Some(0.5), Some(2.0)], SeedAverage::Mean);
        assert_eq!(arithmetic.mean, Some(1.25));
        let undefined = DataPoint::of(Vec::new(), vec![Some(0.5), None], SeedAverage::Mean);
        assert_eq!((undefined.mean, undefined.interval), (None, None));
        let single = DataPoint::of(Vec::new(), vec![Some(3.0)], SeedAverage::Mean);
        assert_eq!((single.mean, single.interval), (Some(3.0), None));
    }
}
