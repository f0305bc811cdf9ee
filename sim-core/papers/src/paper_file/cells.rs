//! The cells of an experiment: the combinations of coordinates that are run, and their scenarios.
//!
//! A scenario is an ordinary document. In it, a text that begins with `=` is a formula over the coordinates.
//! An entry of a list with the field `repeat` is repeated. Its formulas contain the number of the repetition
//! as `i`, its texts as `{i}`, starting with 1. An entry whose `count` is 0 is left out. Before that, the
//! settings of `set` are written as `fairshare run --set` writes them. A flow without a setting that the file's
//! `defaults` state, and that its algorithm has, has their value.

use serde_json::{Map, Value};
use sim_core::ground::convert::whole;
use sim_core::params::number;
use sim_core::scenario::change::set_text;
use sim_core::simulation::kinds;

use super::fields::{Fields, Read, axis_values, issue, object, within};
use crate::axes::{Axis, AxisValue, Coordinates};
use crate::formula::{self, Data, Definitions, Formula, Scope};
use crate::model::Cell;

/// The largest number of cells of an experiment.
const MAX_CELLS: usize = 2000;
/// The largest number of repetitions of an entry.
const MAX_REPETITIONS: f64 = 1000.0;

/// The fields of an entry of `cells`, except its axes.
const SCENARIO: &str = "scenario";
const SET: &str = "set";
const LET: &str = "let";

/// Reads the cells of an experiment whose fields are `fields`. `defaults` are the defaults of the file.
pub fn read(
    fields: &Fields,
    axes: &[Axis],
    definitions: &Definitions,
    defaults: &Map<String, Value>,
) -> Read<Vec<Cell>> {
    let mut cells = Vec::new();
    for (block, path) in fields.list("cells")? {
        let block = object(block, &path)?;
        let mut definitions = definitions.clone();
        if let Some(values) = block.get(LET) {
            definitions.extend(super::definitions(values, &within(&path, LET))?);
        }
        let template = block.get(SCENARIO).or_else(|| fields.get(SCENARIO));
        let template = template.ok_or_else(|| issue(&fields.path, "The field `scenario` is missing."))?;
        for at in combinations(block, axes, &path)? {
            if cells.len() >= MAX_CELLS {
                return Err(issue(&path, format!("An experiment has at most {MAX_CELLS} cells.")));
            }
            let scope = Scope::new(&definitions, &at, &[], Data::None);
            let mut document = template.clone();
            for (name, value) in settings(fields, block, &at) {
                set(&mut document, name, value, &scope)
                    .map_err(|message| issue(&within(&path, SET), message))?;
            }
            let mut document = fill(&document, &scope, "").map_err(|message| issue(&path, message))?;
            set_defaults(&mut document, defaults);
            cells.push(Cell { at, document });
        }
    }
    Ok(cells)
}

/// Every combination of the coordinates in an entry of `cells`. The coordinates on the last axis change
/// fastest.
fn combinations(block: &Map<String, Value>, axes: &[Axis], path: &str) -> Read<Vec<Coordinates>> {
    let mut combinations: Vec<Coordinates> = vec![Vec::new()];
    for (name, values) in block.iter().filter(|(name, _)| ![SCENARIO, SET, LET].contains(&name.as_str())) {
        let path = within(path, name);
        let axis = axes.iter().find(|axis| axis.id == name);
        let axis = axis.ok_or_else(|| issue(&path, format!("There is no axis `{name}`.")))?;
        let values = axis_values(values, &path)?;
        if combinations.len().saturating_mul(values.len()) > MAX_CELLS {
            return Err(issue(&path, format!("An experiment has at most {MAX_CELLS} cells.")));
        }
        let with =
            |at: &Coordinates, value: AxisValue| at.iter().copied().chain([(axis.id, value)]).collect();
        combinations =
            combinations.iter().flat_map(|at| values.iter().map(move |&value| with(at, value))).collect();
    }
    // Coordinates are in the order of the axes.
    let place = |id: &str| axes.iter().position(|axis| axis.id == id);
    for at in &mut combinations {
        at.sort_by_key(|(axis, _)| place(axis));
    }
    Ok(combinations)
}

/// The settings of a cell: those of its coordinates, and those of its entry of `cells`.
fn settings<'a>(
    fields: &Fields<'a>,
    block: &'a Map<String, Value>,
    at: &Coordinates,
) -> Vec<(&'a String, &'a Value)> {
    let of_experiment = fields.get(SET);
    let of_coordinates =
        at.iter().filter_map(|(axis, value)| of_experiment?.get(*axis)?.get(value.to_string()));
    of_coordinates.chain(block.get(SET)).filter_map(Value::as_object).flatten().collect()
}

/// Writes a setting. The error describes the problem.
fn set(document: &mut Value, path: &str, value: &Value, scope: &Scope) -> Result<(), String> {
    let text = match fill(value, scope, "")? {
        Value::String(text) => text,
        other => other.to_string(),
    };
    set_text(document, path, &text, kinds()).map_err(|issue| format!("`{path}`: {}", issue.message))
}

/// States the settings of `defaults` in each flow whose algorithm has them and that does not state them.
fn set_defaults(document: &mut Value, defaults: &Map<String, Value>) {
    for flow in document["flows"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        let algorithm = flow.get("algorithm").and_then(Value::as_str).unwrap_or_default();
        let known = kinds().params_of(algorithm).unwrap_or_default();
        let mut stated = defaults.clone();
        stated.retain(|name, _| known.iter().any(|field| field.name == name));
        if let Some(Value::Object(params)) = flow.get("params") {
            stated.extend(params.clone());
        }
        if !stated.is_empty() {
            flow.insert("params".to_owned(), Value::Object(stated));
        }
    }
}

/// A value of a scenario with the values of its formulas. `i` replaces `{i}` in texts.
fn fill(value: &Value, scope: &Scope, i: &str) -> Result<Value, String> {
    match value {
        Value::String(text) => match text.strip_prefix('=') {
            Some(formula) => computed(formula, scope),
            None => Ok(Value::from(text.replace("{i}", i))),
        },
        Value::Array(list) => {
            let mut filled = Vec::new();
            for entry in list {
                repeat(entry, scope, i, &mut filled)?;
            }
            filled.retain(|entry| entry.get("count").and_then(Value::as_f64) != Some(0.0));
            Ok(Value::Array(filled))
        }
        Value::Object(object) => {
            let fields = object.iter().filter(|(name, _)| *name != "repeat");
            fields.map(|(name, value)| Ok((name.clone(), fill(value, scope, i)?))).collect()
        }
        other => Ok(other.clone()),
    }
}

/// Adds an entry of a list as often as its `repeat` states.
fn repeat(entry: &Value, scope: &Scope, i: &str, out: &mut Vec<Value>) -> Result<(), String> {
    let Some(times) = entry.get("repeat") else {
        out.push(fill(entry, scope, i)?);
        return Ok(());
    };
    let times = fill(times, scope, i)?.as_f64().filter(|times| (0.0..=MAX_REPETITIONS).contains(times));
    let times = times.ok_or_else(|| format!("`repeat` is a number from 0 to {MAX_REPETITIONS}."))?;
    for number in 1..=whole::<u32>(times) {
        let variables = [("i".to_owned(), formula::Value::Number(f64::from(number)))];
        let scope = Scope::new(scope.definitions, scope.coordinates, &variables, Data::None);
        out.push(fill(entry, &scope, &number.to_string())?);
    }
    Ok(())
}

fn computed(text: &str, scope: &Scope) -> Result<Value, String> {
    match scope.value(&Formula::read(text)?) {
        formula::Value::Text(text) => Ok(Value::from(text)),
        value if value.number().is_finite() => Ok(number(value.number())),
        _ => Err(format!("`={text}` has no value here.")),
    }
}
