//! Experiments and their results as JSON, for the page and the documentation.

use serde_json::{Map, Value, json};

use crate::axes::coordinates_json;
use crate::judge::{Judgement, judge};
use crate::library::{built_in, loaded_papers};
use crate::model::{
    Alternative, Axis, Cell, Check, Claim, Drawing, Experiment, FIRST_SEED, PaperNumber, Procedure,
};
use crate::paper_file::LoadedPaper;
use crate::quantity::Quantity;
use crate::questions::{Change, OpenQuestion};
use crate::run_result::Curve;
use crate::table::{CellCurves, ResultTable};
use sim_core::describe::Kinds;
use sim_core::params::number;
use sim_core::scenario::canonical;
use sim_core::simulation::{VERSION, kinds};

/// The largest number of points of a stored curve.
const CURVE_POINTS: usize = 400;

fn claim_json((index, claim): (usize, &Claim)) -> Value {
    let mut out = json!({ "number": index + 1, "text": claim.text, "judged": claim.judged,
                          "checks": claim.checks.iter().map(Check::to_json).collect::<Value>() });
    if let Some(cause) = claim.cause {
        out["cause"] = Value::from(cause);
    }
    if let Some(quote) = claim.quote {
        (out["quote"], out["place"]) = (Value::from(quote.text), Value::from(quote.place));
    }
    if claim.ours {
        out["ours"] = Value::from(true);
    }
    if let Some(band) = claim.band {
        out["band"] = json!({ "from": band.source.text(), "why": band.why });
    }
    if claim.share < 1.0 {
        out["share"] = number(claim.share);
    }
    if let Some(finding) = claim.finding {
        out["finding"] = json!({ "is": finding.verdict.text(), "why": finding.why });
    }
    if claim.unknown {
        out["unknown"] = Value::from(true);
    }
    if let Some(counter) = &claim.counter {
        out["counter"] = alternative_json(counter);
    }
    for (name, alternatives) in [("readings", &claim.readings), ("causes", &claim.causes)] {
        if !alternatives.is_empty() {
            out[name] = alternatives.iter().map(alternative_json).collect();
        }
    }
    out
}

fn alternative_json(alternative: &Alternative) -> Value {
    let Alternative { what, at, of, changes, only, seeds, best, bundle } = alternative;
    let mut out = json!({ "what": what });
    if !at.0.is_empty() {
        out["at"] = at.to_json();
    }
    if let Some(of) = of {
        out["of"] = Value::from(*of);
    }
    if !changes.is_empty() {
        out["changes"] = changes.iter().map(Change::to_json).collect();
        out["only"] = only.to_json();
    }
    if let Some(seeds) = seeds {
        out["seeds"] = Value::from(*seeds);
    }
    for (name, flag) in [("best", *best), ("bundle", *bundle)] {
        if flag {
            out[name] = Value::from(true);
        }
    }
    out
}

fn axis_json(axis: &Axis) -> Value {
    json!({ "id": axis.id, "label": axis.label, "unit": axis.unit, "log": axis.log })
}

/// The declaration of an experiment as JSON, without results.
pub fn description(experiment: &Experiment) -> Value {
    let mut out = json!({
        "id": experiment.id,
        "paper": experiment.paper.id(),
        "place": experiment.place,
        "title": experiment.title,
        "shows": experiment.shows,
        "states": experiment.statements.iter().map(|statement| {
            let mut out = json!({ "text": statement.text });
            if !statement.quantity.is_empty() {
                out["quantity"] = Value::from(statement.quantity);
            }
            if let Some(value) = statement.value {
                out["value"] = number(value);
            }
            out
        }).collect::<Value>(),
        "lines": experiment.claims.iter().enumerate().map(claim_json).collect::<Value>(),
        "assumptions": experiment.assumptions.iter()
            .map(|assumption| json!({ "what": assumption.what, "why": assumption.why }))
            .collect::<Value>(),
    });
    match &experiment.procedure {
        Procedure::NotSimulated(why) => out["not_simulated"] = Value::from(*why),
        Procedure::Simulate(plan) => {
            out["seeds"] = Value::from(plan.seeds);
            out["cells"] = Value::from(plan.cells.len());
            out["axes"] = plan.axes.iter().map(axis_json).collect();
            out["drawings"] = plan.drawings.iter().map(Drawing::to_json).collect();
        }
    }
    out
}

/// A hash over the declaration of an experiment, including its texts and formulas. Stored results with
/// another hash are out of date.
pub fn definition(experiment: &Experiment) -> String {
    let mut text = description(experiment).to_string();
    if let Some(plan) = experiment.plan() {
        text.push_str(&plan.recording.to_json().to_string());
        text.push_str(&plan.rules.text);
        for cell in &plan.cells {
            text.push_str(&canonical(&cell.document, kinds()).to_string());
        }
    }
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The document of a cell with a seed, in canonical form.
pub fn cell_document(cell: &Cell, seed: u64, kinds: &Kinds) -> Value {
    canonical(&cell.with_seed(seed), kinds)
}

/// A cell as JSON, with its document for the first seed in canonical form.
fn cell_json(cell: &Cell, kinds: &Kinds) -> Value {
    json!({ "id": cell.id(), "at": coordinates_json(&cell.at), "document": cell_document(cell, FIRST_SEED, kinds) })
}

/// All cells of an experiment as JSON, with their documents.
pub fn cells(experiment: &Experiment, kinds: &Kinds) -> Value {
    experiment.plan().map_or(&[][..], |plan| &plan.cells).iter().map(|cell| cell_json(cell, kinds)).collect()
}

/// A curve as JSON, reduced to at most `CURVE_POINTS` points by averaging neighbouring values.
fn curve_json(curve: &Curve) -> Value {
    let values_per_point = curve.values.len().div_ceil(CURVE_POINTS).max(1);
    let values: Vec<Value> = curve
        .values
        .chunks(values_per_point)
        .map(|values| {
            let finite_values: Vec<f64> = values.iter().copied().filter(|x| x.is_finite()).collect();
            if finite_values.is_empty() {
                return Value::Null;
            }
            six_digits(finite_values.iter().sum::<f64>() / finite_values.len() as f64)
        })
        .collect();
    json!({ "name": curve.name, "label": curve.label, "from": number(curve.from),
            "step": number(curve.step * values_per_point as f64), "values": values })
}

/// Rounds to six significant digits, which is enough for a figure.
fn six_digits(x: f64) -> Value {
    format!("{x:.5e}").parse().map_or(Value::Null, number)
}

/// The results of an experiment and the verdicts on its claims, as JSON. `ids` has a list for each
/// cell with the result ID of each seed.
pub fn results(experiment: &Experiment, table: &ResultTable, ids: &[Vec<String>]) -> Value {
    let judgements = judge(experiment, table);
    let cells = experiment.plan().map_or(&[][..], |plan| &plan.cells);
    let cells: Vec<Value> = cells
        .iter()
        .zip(ids)
        .map(|(cell, ids)| json!({ "id": cell.id(), "at": coordinates_json(&cell.at), "result_ids": ids }))
        .collect();
    let curves = |curves: &CellCurves| json!({ "at": coordinates_json(&curves.at), "curves": curves.curves.iter().map(curve_json).collect::<Value>() });
    json!({
        "id": experiment.id,
        "version": VERSION,
        "seeds": ids.iter().map(Vec::len).max().unwrap_or(0),
        "lines": judgements.iter().map(Judgement::to_json).collect::<Value>(),
        "quantities": table.to_json(),
        "curves": table.curves.iter().map(curves).collect::<Value>(),
        "cells": cells,
    })
}

fn quantity_json(quantity: &Quantity) -> Value {
    let mut out = json!({ "id": quantity.id, "label": quantity.label, "unit": quantity.unit });
    if let Some(fair) = quantity.fair {
        out["fair"] = number(fair);
    }
    out
}

/// The declaration of an experiment, with further data for the page: its quantities, the numbers of the
/// paper, its algorithms, and what its assumptions are about. None of them belongs to the definition.
fn index_entry(experiment: &Experiment) -> Value {
    let mut out = description(experiment);
    for (index, assumption) in experiment.assumptions.iter().enumerate() {
        if let Some(about) = assumption.about {
            out["assumptions"][index]["about"] = about.text().into();
        }
    }
    if let Some(plan) = experiment.plan() {
        out["quantities"] = plan.quantities.iter().map(quantity_json).collect();
        out["numbers"] = plan.numbers.iter().map(PaperNumber::to_json).collect();
        out["shown"] = plan.shown.to_json();
        out["algorithms"] = Value::from(experiment.algorithms());
    }
    out
}

fn open_question_json(question: &OpenQuestion) -> Value {
    let readings = question.readings.iter().map(|reading| {
        let measured = reading.measured.iter().map(|values| {
            json!({ "experiment": values.experiment, "quantity": values.quantity, "where": values.only.to_json() })
        });
        json!({ "what": reading.what, "note": reading.note, "measured": measured.collect::<Value>() })
    });
    json!({ "place": question.place, "question": question.question, "states": question.paper_states,
            "readings": readings.collect::<Value>(), "why": question.reason })
}

/// A paper in the index. `stored` returns the current stored results of an experiment.
fn paper_json(loaded: &LoadedPaper, stored: &dyn Fn(&str) -> Option<Value>) -> Value {
    let paper = loaded.paper;
    let info = paper.info();
    let mut out = json!({ "id": paper.id(), "name": paper.name(), "title": info.title, "authors": info.authors,
            "venue": info.venue, "venue_in_text": info.venue_in_text, "year": info.year, "algorithm": info.algorithm, "problem": info.problem,
            "brief": info.brief, "proposed": info.proposed,
            "kind": info.kind, "counts": counts(&loaded.experiments, stored),
            "open": loaded.open.iter().map(open_question_json).collect::<Value>() });
    out["undecidable"] = loaded.undecidable.as_slice().into();
    loaded.first_screen.add_to(&mut out, stored);
    out["readings"] = loaded.readings.iter().map(|(what, why)| json!({ "what": what, "why": why })).collect();
    out
}

/// The numbers of the paper's lines by how far their verdicts carry, and of the other lines.
pub fn counts(experiments: &[Experiment], stored: &dyn Fn(&str) -> Option<Value>) -> Value {
    let mut out = json!({ "judged": 0, "all": 0, "most": 0, "some": 0, "none": 0, "untestable": 0, "contradicts": 0,
                          "reported": 0, "ours": 0, "experiments": experiments.len() });
    let mut add = |name: &str| out[name] = (out[name].as_u64().unwrap_or(0) + 1).into();
    for experiment in experiments {
        let stored = stored(experiment.id).unwrap_or_default();
        for (index, claim) in experiment.claims.iter().enumerate() {
            if !claim.is_of_paper() {
                add(if claim.judged { "ours" } else { "reported" });
                continue;
            }
            add("judged");
            let outcome = &stored["outcomes"][index];
            match (outcome["verdict"].as_str(), outcome["class"].as_str()) {
                (Some("better than stated"), _) => add("all"),
                (Some("cannot be tested"), _) => add("untestable"),
                (Some("the paper contradicts itself"), _) => add("contradicts"),
                (_, class) => class.into_iter().for_each(&mut add),
            }
        }
    }
    out
}

/// The data that the page shows of a paper's file: an index of the paper and its experiments, and for each
/// simulated experiment the part of its stored results that needs no run.
pub fn opened(loaded: &LoadedPaper) -> Value {
    let unrun = |experiment: &Experiment| {
        let plan = experiment.plan()?;
        let documents: Value = plan
            .cells
            .iter()
            .map(|cell| json!({ "id": cell.id(), "document": cell_document(cell, FIRST_SEED, kinds()) }))
            .collect();
        let table = ResultTable::new(&plan.quantities);
        let mut unrun = results(experiment, &table, &vec![Vec::new(); plan.cells.len()]);
        unrun["lines"] = json!([]);
        unrun["seeds"] = plan.seeds.into();
        unrun["definition"] = definition(experiment).into();
        unrun["seconds"] = 0.into();
        unrun["documents"] = documents;
        Some(unrun)
    };
    json!({ "version": VERSION, "papers": [paper_json(loaded, &|_| None)],
            "experiments": loaded.experiments.iter().map(index_entry).collect::<Value>(),
            "results": loaded.experiments.iter().filter_map(unrun).collect::<Value>() })
}

/// The papers and the declarations of all experiments as JSON, with the verdicts of the stored results. `stored`
/// returns the current stored results of an experiment.
pub fn index(stored: &dyn Fn(&str) -> Option<Value>) -> Value {
    let entry = |experiment: &Experiment| {
        let mut entry = index_entry(experiment);
        if let Some(stored) = stored(experiment.id) {
            let numbers = 0..experiment.claims.len();
            entry["verdicts"] = numbers.clone().map(|number| verdict_of(&stored, number)).collect();
            entry["reach"] = numbers.map(|number| reach_json(&stored["outcomes"][number])).collect();
        }
        entry
    };
    let mut out = Map::new();
    out.insert("version".into(), Value::from(VERSION));
    out.insert("papers".into(), loaded_papers().map(|loaded| paper_json(loaded, stored)).collect());
    out.insert("experiments".into(), built_in().iter().map(entry).collect());
    Value::Object(out)
}

/// How far the verdict of an outcome carries; null if the line is not judged.
fn reach_json(outcome: &Value) -> Value {
    if !outcome["class"].is_string() {
        return Value::Null;
    }
    let mut out = json!({ "readings": outcome["agree"] });
    for name in ["values", "not_in", "only_in", "plausible", "class"] {
        if let Some(value) = outcome.get(name) {
            out[name] = value.clone();
        }
    }
    out
}

/// The verdict on a claim over all readings, if there is one. Otherwise the verdict of its own runs.
pub fn verdict_of(results: &Value, number: usize) -> Option<&str> {
    results["outcomes"][number]["verdict"].as_str().or_else(|| results["lines"][number]["verdict"].as_str())
}
