//! The cells of a sweep: every combination of values, in the order of its document, each with the scenario of
//! each seed.

use fairshare_measures::numbers::Entry;
use serde_json::{Map, Value, json};
use sim_core::describe::Kinds;
use sim_core::ground::convert::narrow;
use sim_core::ground::rng::{digest_of, split_mix};
use sim_core::params::{Issue, number};
use sim_core::scenario::change::{
    DroppedSetting, drop_foreign_settings, read_path, set_text, split_quantity,
};
use sim_core::scenario::{Derived, Scenario};
use sim_core::simulation::VERSION;

use crate::values::VariedSetting;

/// Maximum number of runs. A larger number is probably a mistake.
pub const MAX_RUNS: usize = 1_000_000;

/// The rule by which the values of several settings are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Design {
    /// Every value of each setting with every value of the others.
    Grid,
    /// The scenario as it is, then each value of each setting alone.
    OneAtATime,
    /// The first values of all settings, then their second values, and so on.
    Zipped,
    /// As many cells as the longest list has values. Each value of a setting occurs equally often, in an order
    /// that this seed draws for each setting.
    LatinHypercube(u64),
}

impl Design {
    /// The names of the designs in documents.
    pub const NAMES: [&str; 4] = ["grid", "one-at-a-time", "zipped", "latin-hypercube"];

    /// The design with this name. `seed` draws the order of a Latin hypercube.
    pub fn named(name: &str, seed: u64) -> Option<Self> {
        let all = [Self::Grid, Self::OneAtATime, Self::Zipped, Self::LatinHypercube(seed)];
        Some(all[Self::NAMES.iter().position(|known| *known == name)?])
    }
}

/// A sweep that can be run.
#[derive(Clone, Debug)]
pub struct Sweep {
    pub design: Design,
    pub settings: Vec<VariedSetting>,
    /// Number of seeds of each cell, starting with the scenario's seed.
    pub seeds: u64,
    /// The names of the metrics that are reported. Empty for all.
    pub measure: Vec<String>,
    /// The entries of the scenario's `flows`.
    pub entries: Vec<Entry>,
    pub cells: Vec<Cell>,
    /// The settings of the scenario that algorithms of the sweep do not have, each once.
    pub dropped: Vec<DroppedSetting>,
    scenario: Value,
    /// The time in seconds from which the varied settings of the timeline have an effect; infinite if none is
    /// varied.
    timeline_varies_from: f64,
}

/// One combination of values.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The name of the cell, which is unique within a sweep whose settings have different values.
    pub id: String,
    /// The settings that differ from the scenario, by their index, with the index of the value.
    changes: Vec<(usize, usize)>,
    /// The text of each column in reports.
    pub labels: Vec<String>,
    /// The coordinates of the cell: a number for each column whose values are numbers, otherwise a text.
    pub at: Vec<Value>,
}

fn cell_id(labels: &[String]) -> String {
    let is_plain = |label: &String| !label.contains([',', '[']);
    if labels.iter().all(is_plain) { labels.join(", ") } else { json!(labels).to_string() }
}

/// A cell that cannot be run, and the issues of its scenario.
#[derive(Debug)]
pub struct InvalidCell {
    pub cell: String,
    pub issues: Vec<Issue>,
}

impl Sweep {
    /// Combines the values of all settings. The scenario is valid. The error names the setting that a value
    /// does not fit.
    pub fn new(
        scenario: Value,
        design: Design,
        settings: Vec<VariedSetting>,
        seeds: u64,
        measure: Vec<String>,
        kinds: &Kinds,
    ) -> Result<Self, Issue> {
        let combinations = combinations(design, &settings);
        let mut sweep = Self {
            design,
            settings,
            seeds,
            measure,
            entries: entries(&scenario),
            cells: Vec::new(),
            dropped: Vec::new(),
            scenario,
            timeline_varies_from: f64::INFINITY,
        };
        sweep.refuse_unknown_names(kinds)?;
        let mut cells = Vec::new();
        for changes in combinations {
            let (document, dropped) = sweep.changed(&changes, kinds)?;
            sweep.dropped.extend(dropped);
            let value = |path: &str| read_path(&document, path).cloned().unwrap_or(Value::Null);
            let at = match design {
                Design::OneAtATime => Vec::new(),
                _ => changes.iter().map(|&(s, _)| value(&sweep.settings[s].path)).collect(),
            };
            let labels = sweep.labels(&changes);
            for &(setting, _) in &changes {
                let earliest = sweep.takes_effect_at(setting, &document).unwrap_or(f64::INFINITY);
                sweep.timeline_varies_from = sweep.timeline_varies_from.min(earliest);
            }
            cells.push(Cell { id: cell_id(&labels), labels, at, changes });
        }
        sweep.cells = cells;
        sweep.dropped.sort();
        sweep.dropped.dedup();
        sweep.use_labels_for_texts();
        Ok(sweep)
    }

    /// Refuses a value that names something unknown, such as an algorithm that does not exist. Other values that some
    /// cells cannot have are reported with these cells: numbers, and settings of an algorithm that varies, too.
    fn refuse_unknown_names(&self, kinds: &Kinds) -> Result<(), Issue> {
        for (s, VariedSetting { path, values }) in self.settings.iter().enumerate() {
            let is_name = |v: &usize| !path.contains(".params.") && split_quantity(&values[*v]).is_none();
            for v in (0..values.len()).filter(is_name) {
                let Ok((document, _)) = self.changed(&[(s, v)], kinds) else { continue };
                let issues = Scenario::from_value(document, kinds).err().unwrap_or_default();
                if let Some(issue) = issues.into_iter().find(|issue| issue.code == "unknown_choice") {
                    return Err(Issue { path: path.clone(), ..issue });
                }
            }
        }
        Ok(())
    }

    /// The names of the columns of a report.
    pub fn columns(&self) -> Vec<&str> {
        match self.design {
            Design::OneAtATime => vec!["setting", "value"],
            _ => self.settings.iter().map(|setting| setting.path.as_str()).collect(),
        }
    }

    fn labels(&self, changes: &[(usize, usize)]) -> Vec<String> {
        let value = |&(s, v): &(usize, usize)| self.settings[s].values[v].clone();
        match (self.design, changes.first()) {
            (Design::OneAtATime, None) => vec![String::new(), String::new()],
            (Design::OneAtATime, Some(change)) => vec![self.settings[change.0].path.clone(), value(change)],
            _ => changes.iter().map(value).collect(),
        }
    }

    /// A column of limits in one unit gets their amounts as coordinates, and a column with other values that are not
    /// numbers the labels.
    fn use_labels_for_texts(&mut self) {
        for column in 0..self.columns().len() {
            let values = || self.cells.iter().map(|cell| cell.at.get(column).unwrap_or(&Value::Null));
            if values().all(Value::is_number) {
                continue;
            }
            let unit = values().next().and_then(limit).map(|(unit, _)| unit.clone());
            let amounts = values().map(|value| limit(value).filter(|(of, _)| Some(*of) == unit.as_ref()));
            let amounts: Option<Vec<Value>> = amounts.map(|limit| Some(limit?.1.clone())).collect();
            for (i, cell) in self.cells.iter_mut().enumerate() {
                cell.at.resize(cell.labels.len(), Value::Null);
                cell.at[column] = match &amounts {
                    Some(amounts) => amounts[i].clone(),
                    None => Value::from(cell.labels[column].as_str()),
                };
            }
        }
    }

    /// The coordinates of a cell as texts: numbers in the units of the document.
    pub fn plain(&self, cell: &Cell) -> impl Iterator<Item = String> {
        cell.at.iter().map(|at| at.as_str().map_or_else(|| at.to_string(), str::to_owned))
    }

    /// The time in seconds from which a varied setting has an effect, if it belongs to an entry of the
    /// timeline.
    fn takes_effect_at(&self, setting: usize, document: &Value) -> Option<f64> {
        let entry = self.settings[setting].timeline_entry()?;
        let at = |document: &Value| document["timeline"][entry]["at"].as_f64();
        Some(at(document)?.min(at(&self.scenario)?))
    }

    /// The time in seconds up to which a run of a cell is expected to equal the runs of other cells with the
    /// same seed; 0 if it differs from the start.
    pub fn shared_until(&self, cell: &Cell) -> f64 {
        let varies_timeline =
            cell.changes.iter().any(|&(setting, _)| self.settings[setting].timeline_entry().is_some());
        let is_unchanged = cell.changes.is_empty();
        if (varies_timeline || is_unchanged) && self.timeline_varies_from.is_finite() {
            self.timeline_varies_from
        } else {
            0.0
        }
    }

    /// The scenario with changes, and the settings that the algorithms of the changes do not have.
    fn changed(
        &self,
        changes: &[(usize, usize)],
        kinds: &Kinds,
    ) -> Result<(Value, Vec<DroppedSetting>), Issue> {
        let mut document = self.scenario.clone();
        let mut dropped = Vec::new();
        let varied: Vec<&str> = self.settings.iter().map(|setting| setting.path.as_str()).collect();
        for &(setting, value) in changes {
            let VariedSetting { path, values } = &self.settings[setting];
            set_text(&mut document, path, &values[value], kinds)?;
            dropped.extend(drop_foreign_settings(&mut document, path, &varied, kinds));
        }
        Ok((document, dropped))
    }

    /// The seed of a run of each cell. `run` counts from 1.
    pub fn seed(&self, run: u64) -> u64 {
        self.scenario["seed"].as_u64().unwrap_or(1).saturating_add(run - 1)
    }

    /// The scenario of a cell with one of its seeds. `run` counts the seeds from 1.
    pub fn document(&self, cell: &Cell, run: u64, kinds: &Kinds) -> Value {
        // `new` made the same changes without an error.
        let mut document = self
            .changed(&cell.changes, kinds)
            .map_or_else(|_| self.scenario.clone(), |(document, _)| document);
        if let Some(object) = document.as_object_mut() {
            object.insert("seed".to_owned(), Value::from(self.seed(run)));
        }
        document
    }

    /// The runs of each cell, one for each seed, counted from 1.
    pub fn runs(&self) -> std::ops::RangeInclusive<u64> {
        1..=self.seeds
    }

    /// The expected number of packets of a run of each cell.
    pub fn packets(&self, kinds: &Kinds) -> Result<Vec<f64>, InvalidCell> {
        let packets = |cell: &Cell| {
            Scenario::from_value(self.document(cell, 1, kinds), kinds)
                .map(|scenario| Derived::of(&scenario).estimated_packets)
                .map_err(|issues| InvalidCell { cell: cell.id.clone(), issues })
        };
        self.cells.iter().map(packets).collect()
    }

    /// The coordinates of a cell by the names of the columns.
    pub fn coordinates(&self, cell: &Cell) -> Value {
        let named = |(name, at): (&str, &Value)| (name.to_owned(), at.clone());
        Value::Object(self.columns().into_iter().zip(&cell.at).map(named).collect::<Map<_, _>>())
    }

    /// The outline of the sweep, for a program that runs it: its cells with their coordinates and the
    /// expected number of packets of a run.
    pub fn outline(&self, kinds: &Kinds) -> Result<Value, InvalidCell> {
        let packets = self.packets(kinds)?;
        let cell = |(cell, packets): (&Cell, f64)| json!({ "id": cell.id, "at": self.coordinates(cell), "packets": number(packets) });
        Ok(json!({
            "version": VERSION,
            "seeds": self.seeds,
            "columns": self.columns(),
            "entries": self.entries.iter().map(|entry| &entry.id).collect::<Vec<_>>(),
            "dropped": self.dropped.iter().map(DroppedSetting::to_json).collect::<Value>(),
            "cells": self.cells.iter().zip(packets).map(cell).collect::<Value>(),
        }))
    }
}

fn combinations(design: Design, settings: &[VariedSetting]) -> Vec<Vec<(usize, usize)>> {
    let each = |setting: usize| (0..settings[setting].values.len()).map(move |value| (setting, value));
    match design {
        Design::Grid => (0..settings.len()).fold(vec![Vec::new()], |before, setting| {
            let with = |changes: &Vec<(usize, usize)>, change| [changes.as_slice(), &[change]].concat();
            before.iter().flat_map(|changes| each(setting).map(|change| with(changes, change))).collect()
        }),
        Design::OneAtATime => {
            let alone = (0..settings.len()).flat_map(each).map(|change| vec![change]);
            std::iter::once(Vec::new()).chain(alone).collect()
        }
        Design::Zipped => side_by_side(settings, |_, cell| cell),
        Design::LatinHypercube(seed) => {
            let cells = longest(settings);
            let order = |s: usize| shuffled(cells, digest_of(&[seed, s as u64]));
            let orders: Vec<Vec<usize>> = (0..settings.len()).map(order).collect();
            side_by_side(settings, |s, cell| orders[s][cell] * settings[s].values.len() / cells)
        }
    }
}

/// The number of values of the setting with the most values.
fn longest(settings: &[VariedSetting]) -> usize {
    settings.iter().map(|setting| setting.values.len()).max().unwrap_or(0)
}

/// Cells in which every setting has a value, which `value` chooses for a setting and a cell.
fn side_by_side(
    settings: &[VariedSetting],
    value: impl Fn(usize, usize) -> usize,
) -> Vec<Vec<(usize, usize)>> {
    let cell = |cell| (0..settings.len()).map(|setting| (setting, value(setting, cell))).collect();
    (0..longest(settings)).map(cell).collect()
}

/// The numbers below `count` in a random order.
fn shuffled(count: usize, mut state: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, narrow(split_mix(&mut state) % (last as u64 + 1)));
    }
    order
}

fn entries(scenario: &Value) -> Vec<Entry> {
    scenario["flows"].as_array().into_iter().flatten().filter_map(Entry::of).collect()
}

/// The unit and the amount of a limit.
fn limit(value: &Value) -> Option<(&String, &Value)> {
    let fields = value.as_object().filter(|fields| fields.len() == 1)?;
    fields.iter().next().filter(|(_, amount)| amount.is_number())
}
