//! Experiments and their results as JSON, for the page and the documents.

use serde_json::{Map, Value, json};

use super::judge::{Judged, judge};
use super::model::{Axis, Cell, Does, Experiment, Line};
use super::ran::Curve;
use super::table::{Curves, Table, place_json};
use sim_core::describe::Kinds;
use sim_core::params::number;
use sim_core::scenario::canonical;
use sim_core::simulation::VERSION;

/// Points of a curve that is kept for drawing.
const CURVE_POINTS: usize = 400;

fn line_json((index, line): (usize, &Line)) -> Value {
    let mut out = json!({ "number": index + 1, "text": line.text, "judged": line.judged,
                          "checks": line.checks.iter().map(super::model::Check::to_json).collect::<Value>() });
    if let Some(cause) = line.cause {
        out["cause"] = Value::from(cause);
    }
    out
}

fn axis_json(axis: &Axis) -> Value {
    json!({ "id": axis.id, "label": axis.label, "unit": axis.unit, "log": axis.log })
}

/// What is known of an experiment without running it.
pub fn description(experiment: &Experiment) -> Value {
    let mut out = json!({
        "id": experiment.id,
        "paper": experiment.paper.id(),
        "place": experiment.place,
        "title": experiment.title,
        "shows": experiment.shows,
        "states": experiment.states.iter().map(|statement| {
            let mut out = json!({ "text": statement.text });
            if !statement.quantity.is_empty() {
                out["quantity"] = Value::from(statement.quantity);
            }
            if let Some(value) = statement.value {
                out["value"] = number(value);
            }
            out
        }).collect::<Value>(),
        "lines": experiment.lines.iter().enumerate().map(line_json).collect::<Value>(),
        "assumptions": experiment.assumptions.iter()
            .map(|assumption| json!({ "what": assumption.what, "why": assumption.why }))
            .collect::<Value>(),
    });
    match &experiment.does {
        Does::NotSimulated(why) => out["not_simulated"] = Value::from(*why),
        Does::Run(runs) => {
            out["seeds"] = Value::from(runs.seeds);
            out["cells"] = Value::from(runs.cells.len());
            out["axes"] = runs.axes.iter().map(axis_json).collect();
            out["drawings"] = runs.drawings.iter().map(super::model::Drawing::to_json).collect();
        }
    }
    out
}

/// A hash over all that makes an experiment what it is: when it changes, kept results are stale.
pub fn definition(experiment: &Experiment) -> String {
    let mut text = description(experiment).to_string();
    if let Some(runs) = experiment.runs() {
        text.push_str(&runs.watch.to_json().to_string());
        for cell in &runs.cells {
            text.push_str(&cell.document.to_string());
        }
    }
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The scenario of a cell for its first seed, in canonical form.
fn cell_json(cell: &Cell, kinds: &Kinds) -> Value {
    json!({ "id": cell.id(), "at": place_json(&cell.at), "document": canonical(&cell.with_seed(1), kinds) })
}

/// All scenarios of an experiment.
pub fn cells(experiment: &Experiment, kinds: &Kinds) -> Value {
    experiment.runs().map_or(&[][..], |runs| &runs.cells).iter().map(|cell| cell_json(cell, kinds)).collect()
}

/// A curve with few enough points to draw: means of neighbours.
fn curve_json(curve: &Curve) -> Value {
    let merge = curve.values.len().div_ceil(CURVE_POINTS).max(1);
    let values: Vec<Value> = curve
        .values
        .chunks(merge)
        .map(|values| {
            let known: Vec<f64> = values.iter().copied().filter(|x| x.is_finite()).collect();
            if known.is_empty() {
                return Value::Null;
            }
            six_digits(known.iter().sum::<f64>() / known.len() as f64)
        })
        .collect();
    json!({ "name": curve.name, "label": curve.label, "from": number(curve.from),
            "step": number(curve.step * merge as f64), "values": values })
}

/// Enough for a picture.
fn six_digits(x: f64) -> Value {
    format!("{x:.5e}").parse().map_or(Value::Null, number)
}

/// What the runs of an experiment gave, and the verdicts. `ids` are the result IDs of each cell, seed by seed.
pub fn results(experiment: &Experiment, table: &Table, ids: &[Vec<String>]) -> Value {
    let judged = judge(experiment, table);
    let cells = experiment.runs().map_or(&[][..], |runs| &runs.cells);
    let cells: Vec<Value> = cells
        .iter()
        .zip(ids)
        .map(|(cell, ids)| json!({ "id": cell.id(), "at": place_json(&cell.at), "result_ids": ids }))
        .collect();
    let curves = |curves: &Curves| json!({ "at": place_json(&curves.at), "curves": curves.curves.iter().map(curve_json).collect::<Value>() });
    json!({
        "id": experiment.id,
        "version": VERSION,
        "seeds": ids.iter().map(Vec::len).max().unwrap_or(0),
        "lines": judged.iter().map(Judged::to_json).collect::<Value>(),
        "quantities": table.to_json(),
        "curves": table.curves.iter().map(curves).collect::<Value>(),
        "cells": cells,
    })
}

/// What a document names that this simulator does not have (yet).
pub fn missing(experiment: &Experiment, kinds: &Kinds) -> Vec<String> {
    let mut missing = Vec::new();
    let mut note = |name: String| {
        if !missing.contains(&name) {
            missing.push(name);
        }
    };
    for cell in experiment.runs().map_or(&[][..], |runs| &runs.cells) {
        let empty = Vec::new();
        for flow in cell.document["flows"].as_array().unwrap_or(&empty) {
            let algorithm = flow["algorithm"].as_str().unwrap_or("newreno");
            if kinds.algorithm(algorithm).is_none() {
                note(format!("algorithm {algorithm}"));
            }
            let source = flow["source"]["kind"].as_str().unwrap_or("greedy");
            if !kinds.sources.iter().any(|known| known.id == source) {
                note(format!("source {source}"));
            }
        }
    }
    missing
}

/// Everything about all experiments, without results.
pub fn index(experiments: &[Experiment]) -> Value {
    let mut out = Map::new();
    out.insert("version".into(), Value::from(VERSION));
    let papers = super::model::Paper::ALL;
    out.insert(
        "papers".into(),
        papers.iter().map(|paper| json!({ "id": paper.id(), "name": paper.name() })).collect(),
    );
    out.insert("experiments".into(), experiments.iter().map(description).collect());
    Value::Object(out)
}
