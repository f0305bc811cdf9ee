//! What the runs of an experiment gave: for each quantity and place its values over the seeds, their mean and interval.

use serde_json::{Value, json};

use super::model::{At, Averaging, Filter, Place, Quantity, Runs};
use super::ran::{Curve, Measured, Ran};
use sim_core::analysis::confidence::Interval;
use sim_core::analysis::fairness::mean_ratio;
use sim_core::ground::math::{exp, ln};
use sim_core::params::number;

/// One number at one place.
#[derive(Clone, Debug)]
pub struct Point {
    pub at: Place,
    /// One for each seed; `None` where it is undefined.
    pub values: Vec<Option<f64>>,
    pub mean: Option<f64>,
    /// The 95 % interval of the mean; none for a single seed.
    pub interval: Option<(f64, f64)>,
}

/// All points of one quantity.
#[derive(Clone, Debug)]
pub struct Column {
    pub quantity: Quantity,
    pub points: Vec<Point>,
}

/// Curves of one cell, of the first seed.
#[derive(Clone, Debug)]
pub struct Curves {
    pub at: Place,
    pub curves: Vec<Curve>,
}

#[derive(Clone, Debug)]
pub struct Table {
    pub columns: Vec<Column>,
    pub curves: Vec<Curves>,
}

impl Point {
    fn of(at: Place, values: Vec<Option<f64>>, averaging: Averaging) -> Self {
        let known: Option<Vec<f64>> = values.iter().copied().collect();
        let (mean, interval) = match (averaging, known) {
            (_, None) => (None, None),
            (Averaging::Mean, Some(known)) => {
                let interval = Interval::of_95(&known);
                let ends = |i: Interval| Some((i.mean - i.half_width?, i.mean + i.half_width?));
                (interval.map(|i| i.mean), interval.and_then(ends))
            }
            (Averaging::Geometric, Some(known)) => {
                let logs: Vec<f64> = known.iter().map(|&x| ln(x)).collect();
                let ends = |i: Interval| Some((exp(i.mean - i.half_width?), exp(i.mean + i.half_width?)));
                (mean_ratio(&known), Interval::of_95(&logs).and_then(ends))
            }
        };
        Self { at, values, mean, interval }
    }

    /// The value on an axis.
    pub fn axis(&self, axis: &str) -> Option<At> {
        self.at.iter().find(|(name, _)| *name == axis).map(|(_, at)| *at)
    }
}

impl Table {
    /// Measures every run. `results` gives a cell's result for each seed, in the order of the cells.
    pub fn of(runs: &Runs, results: &[Vec<Value>]) -> Self {
        let mut table = Self {
            columns: runs
                .quantities
                .iter()
                .map(|&quantity| Column { quantity, points: Vec::new() })
                .collect(),
            curves: Vec::new(),
        };
        for (cell, results) in runs.cells.iter().zip(results) {
            let mut measured: Vec<Measured> = Vec::new();
            for result in results {
                let mut own = Measured::default();
                (runs.measure)(&Ran { at: &cell.at, result }, &mut own);
                measured.push(own);
            }
            table.add(&cell.at, measured);
        }
        (runs.derive)(&mut table);
        table.columns.retain(|column| !column.points.is_empty());
        table
    }

    fn add(&mut self, at: &Place, mut measured: Vec<Measured>) {
        let Some(first) = measured.first_mut() else { return };
        let curves = std::mem::take(&mut first.curves);
        if !curves.is_empty() {
            self.curves.push(Curves { at: at.clone(), curves });
        }
        for (id, own, _) in &measured[0].numbers {
            let find = |one: &Measured| {
                let number = one.numbers.iter().find(|(name, place, _)| name == id && place == own);
                number.and_then(|(_, _, value)| *value)
            };
            let values: Vec<Option<f64>> = measured.iter().map(find).collect();
            let place: Place = at.iter().chain(own).copied().collect();
            if let Some(column) = self.columns.iter_mut().find(|column| column.quantity.id == *id) {
                column.points.push(Point::of(place, values, column.quantity.averaging));
            }
        }
    }

    pub fn column(&self, quantity: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.quantity.id == quantity)
    }

    /// The points of a quantity that a filter lets through.
    pub fn points<'a>(&'a self, quantity: &str, only: &'a Filter) -> impl Iterator<Item = &'a Point> {
        let points = self.column(quantity).map_or(&[][..], |column| &column.points);
        points.iter().filter(|point| only.lets(&point.at))
    }

    /// The means of the points that a filter lets through; `None` if one of them is undefined or there is none.
    pub fn means(&self, quantity: &str, only: &Filter) -> Option<Vec<f64>> {
        let means: Option<Vec<f64>> = self.points(quantity, only).map(|point| point.mean).collect();
        means.filter(|means| !means.is_empty())
    }

    /// The mean at exactly one place.
    pub fn value(&self, quantity: &str, place: &[(&'static str, At)]) -> Option<f64> {
        let found = self.column(quantity)?.points.iter().find(|point| {
            place.iter().all(|(axis, at)| point.at.iter().any(|(name, own)| name == axis && own == at))
        });
        found.and_then(|point| point.mean)
    }

    /// Adds a number that follows from others.
    pub fn derived(&mut self, quantity: &'static str, at: Place, value: Option<f64>) {
        let value = value.filter(|x| x.is_finite());
        if let Some(column) = self.columns.iter_mut().find(|column| column.quantity.id == quantity) {
            column.points.push(Point { at, values: Vec::new(), mean: value, interval: None });
        }
    }

    pub fn to_json(&self) -> Value {
        let point = |point: &Point| {
            let mut out = json!({ "at": place_json(&point.at), "mean": optional(point.mean) });
            if let Some((low, high)) = point.interval {
                out["interval"] = json!([number(low), number(high)]);
            }
            if point.values.len() > 1 {
                out["values"] = point.values.iter().map(|&value| optional(value)).collect();
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

pub fn optional(value: Option<f64>) -> Value {
    value.filter(|x| x.is_finite()).map_or(Value::Null, number)
}

pub fn place_json(place: &[(&'static str, At)]) -> Value {
    Value::Object(place.iter().map(|(axis, at)| ((*axis).to_owned(), at.to_json())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_average_by_their_logarithms_and_an_undefined_value_spoils_the_mean() {
        let ratio = Point::of(Vec::new(), vec![Some(0.5), Some(2.0)], Averaging::Geometric);
        assert!((ratio.mean.unwrap() - 1.0).abs() < 1e-12);
        let plain = Point::of(Vec::new(), vec![Some(0.5), Some(2.0)], Averaging::Mean);
        assert_eq!(plain.mean, Some(1.25));
        let open = Point::of(Vec::new(), vec![Some(0.5), None], Averaging::Mean);
        assert_eq!((open.mean, open.interval), (None, None));
        let single = Point::of(Vec::new(), vec![Some(3.0)], Averaging::Mean);
        assert_eq!((single.mean, single.interval), (Some(3.0), None));
    }
}
