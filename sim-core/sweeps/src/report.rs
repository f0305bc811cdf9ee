//! The results of a sweep as CSV, as JSON, as a table, and as the page draws them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use fairshare_measures::prediction::Predict;
use fairshare_runs::series::quoted;
use serde_json::{Value, json};
use sim_core::catalogue::RESULT_FORMAT;
use sim_core::ground::json::shape::Pairs;
use sim_core::json_object;
use sim_core::params::number;
use sim_core::simulation::VERSION;

use crate::measure::{SweepMetric, SweepRecord, bounds, number_of, unit_of};
use crate::predictions::columns;
use crate::sweep::{Cell, Sweep};

json_object! {
    /// The mean over the seeds.
    pub struct SweepMean {
        pub mean: f64,
        /// Half the width of the 95 % interval; null for fewer than two values.
        pub half_width: Option<f64>,
    }
}

json_object! {
    /// A combination of values.
    pub struct SweepCell {
        /// The value of each setting as a text.
        pub at: Pairs<String>,
        /// One for each seed.
        pub result_ids: Vec<String>,
        /// Null where no run has the number.
        pub numbers: Pairs<Option<SweepMean>>,
    }
}

json_object! {
    /// What `sweep --json` prints.
    pub struct SweepReport {
        pub format: u64,
        pub version: String,
        /// Number of runs of each cell.
        pub seeds: u64,
        /// The paths of the settings that vary.
        pub vary: Vec<String>,
        pub cells: Vec<SweepCell>,
    }
}

/// A sweep with the runs of its cells.
#[derive(Debug)]
pub struct SweepResults<'a> {
    sweep: &'a Sweep,
    rows: Vec<Row<'a>>,
}

#[derive(Debug)]
struct Row<'a> {
    cell: &'a Cell,
    runs: Vec<SweepRecord>,
    metrics: Vec<SweepMetric>,
}

fn csv_line(texts: impl Iterator<Item = impl AsRef<str>>) -> String {
    texts.map(|text| quoted(text.as_ref())).collect::<Vec<_>>().join(",")
}

impl<'a> SweepResults<'a> {
    /// `runs` has one list for each cell, in order, with the record of each of its seeds. A list may end
    /// early.
    pub fn new(sweep: &'a Sweep, runs: Vec<Vec<SweepRecord>>) -> Self {
        let row =
            |(cell, runs): (&'a Cell, Vec<SweepRecord>)| Row { cell, metrics: sweep.averages(&runs), runs };
        Self { sweep, rows: sweep.cells.iter().zip(runs).map(row).collect() }
    }

    /// One row for each cell and metric that has a value in some cell.
    pub fn csv(&self) -> String {
        let mut text = format!("{},metric,mean,half_width,seeds\n", csv_line(self.sweep.columns().iter()));
        let all = self.rows.iter().flat_map(|row| &row.metrics);
        let known: BTreeSet<&str> =
            all.filter(|metric| metric.interval.is_some()).map(|metric| metric.name.as_str()).collect();
        for Row { cell, metrics, .. } in &self.rows {
            let at = csv_line(self.sweep.plain(cell));
            for SweepMetric { name, interval } in metrics {
                if !known.contains(name.as_str()) {
                    continue;
                }
                let (mean, half_width) = interval.map_or_else(Default::default, |interval| {
                    let half_width = interval.half_width.map_or_else(String::new, |width| width.to_string());
                    (interval.mean.to_string(), half_width)
                });
                let seeds = interval.map_or(0, |interval| interval.samples);
                let _ = writeln!(text, "{at},{name},{mean},{half_width},{seeds}");
            }
        }
        text
    }

    pub fn json(&self) -> String {
        let cell = |Row { cell, runs, metrics }: &Row| {
            let labels = self.sweep.columns().into_iter().zip(&cell.labels);
            let mean = |SweepMetric { name, interval }: &SweepMetric| {
                let value = interval
                    .as_ref()
                    .map(|interval| SweepMean { mean: interval.mean, half_width: interval.half_width });
                (name.clone(), value)
            };
            SweepCell {
                at: Pairs(labels.map(|(name, label)| (name.to_owned(), label.clone())).collect()),
                result_ids: runs.iter().map(|run| run.result_id.clone()).collect(),
                numbers: Pairs(metrics.iter().map(mean).collect()),
            }
        };
        let report = SweepReport {
            format: RESULT_FORMAT,
            version: VERSION.to_owned(),
            seeds: self.sweep.seeds,
            vary: self.sweep.settings.iter().map(|setting| setting.path.clone()).collect(),
            cells: self.rows.iter().map(cell).collect(),
        };
        format!("{:#}\n", report.to_json())
    }

    /// The most important metrics, for a reader.
    pub fn table(&self) -> String {
        let mut text = String::new();
        for Row { cell, metrics, .. } in &self.rows {
            let at: Vec<String> = self
                .sweep
                .columns()
                .iter()
                .zip(&cell.labels)
                .filter(|(_, label)| !label.is_empty())
                .map(|(name, label)| format!("{name}={label}"))
                .collect();
            let _ = writeln!(text, "{}", if at.is_empty() { "unchanged".to_owned() } else { at.join("  ") });
            for SweepMetric { name, interval } in metrics {
                let (Some((number, _)), Some(interval)) = (number_of(name), interval) else { continue };
                if self.sweep.measure.is_empty() && number.compared.is_none() {
                    continue;
                }
                let half_width = interval
                    .half_width
                    .map_or_else(String::new, |width| format!(" +- {}", number.text(Some(width))));
                let _ = writeln!(text, "  {name:<28} {:>14}{half_width}", number.text(Some(interval.mean)));
            }
        }
        let seeds = match self.sweep.seeds {
            1 => "1 seed".to_owned(),
            seeds => format!("{seeds} seeds, 95 % intervals"),
        };
        let _ = writeln!(text, "{seeds}; --csv and --json include all metrics.");
        text
    }

    /// The results in the form in which the page draws results of experiments (`Results` in
    /// web/src/charts/paper/types.ts). Cells without runs are left out. Columns of models follow those of the
    /// metrics.
    pub fn drawn(&self, predict: &[Predict]) -> Value {
        let point = |row: &Row, name: &str| {
            let metric = row.metrics.iter().find(|metric| metric.name == name)?;
            let at = self.sweep.coordinates(row.cell);
            let Some(interval) = metric.interval else {
                return Some(json!({ "at": at, "mean": Value::Null }));
            };
            let mut point = json!({ "at": at, "mean": number(interval.mean) });
            if let Some(half_width) = interval.half_width {
                point["interval"] = bounds(name, interval.mean, half_width).map(number).into_iter().collect();
            }
            let value = |run: &SweepRecord| run.number(name).map_or(Value::Null, number);
            point["values"] = row.runs.iter().map(value).collect();
            Some(point)
        };
        let names = self.sweep.metric_names();
        let column = |name: &String| {
            let points: Vec<Value> = self.rows.iter().filter_map(|row| point(row, name)).collect();
            json!({ "id": name, "label": name, "unit": unit_of(name), "points": points })
        };
        let cells: Vec<(&Cell, &[SweepRecord])> =
            self.rows.iter().map(|row| (row.cell, row.runs.as_slice())).collect();
        let quantities: Vec<Value> =
            names.iter().map(column).chain(columns(self.sweep, &cells, predict)).collect();
        let cell = |row: &Row| {
            let ids: Vec<&str> = row.runs.iter().map(|run| run.result_id.as_str()).collect();
            json!({ "id": row.cell.id, "at": self.sweep.coordinates(row.cell), "result_ids": ids })
        };
        json!({
            "id": "sweep",
            "version": VERSION,
            "seeds": self.sweep.seeds,
            "lines": [],
            "quantities": quantities,
            "curves": [],
            "cells": self.rows.iter().filter(|row| !row.runs.is_empty()).map(cell).collect::<Value>(),
        })
    }
}
