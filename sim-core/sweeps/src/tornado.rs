//! The document of a sweep that shows which settings of a scenario matter: one number of the scenario at a
//! time is made a little smaller and a little larger.

use serde_json::{Value, json};
use sim_core::describe::Kinds;
use sim_core::params::{Issue, number};
use sim_core::scenario::change::set_text;
use sim_core::scenario::{Scenario, expanded};

use crate::document::FORMAT;

/// The parts of a document that do not describe the simulated network, or that contain times.
const EXCLUDED: [&str; 7] = ["v", "seed", "duration", "warmup", "measure", "record", "timeline"];

/// The document of a sweep over all numbers of a scenario, each changed by this many percent.
pub fn tornado(scenario: &Value, percent: f64, seeds: u64, kinds: &Kinds) -> Result<Value, Vec<Issue>> {
    Scenario::from_value(scenario.clone(), kinds)?;
    let mut numbers = Vec::new();
    if let Some(fields) = expanded(scenario, kinds).as_object() {
        for (name, value) in fields.iter().filter(|(name, _)| !EXCLUDED.contains(&name.as_str())) {
            collect(value, name, &mut numbers);
        }
    }
    let vary: Vec<Value> = numbers
        .iter()
        .filter_map(|Setting { path, value, unit }| {
            let both = [-percent, percent]
                .map(|percent| changed(scenario, path, *value, unit.as_deref(), percent, kinds));
            let values: Vec<String> = both.into_iter().flatten().collect();
            (!values.is_empty()).then(|| json!({ "path": path, "values": values }))
        })
        .collect();
    Ok(
        json!({ "sweep": FORMAT, "scenario": scenario, "design": "one-at-a-time", "vary": vary, "seeds": seeds }),
    )
}

/// A number of a scenario.
struct Setting {
    path: String,
    value: f64,
    /// The unit of a queue limit, which is part of its value.
    unit: Option<String>,
}

/// Collects the numbers other than 0 below a path. Entries of lists are named by their ids.
fn collect(value: &Value, path: &str, into: &mut Vec<Setting>) {
    match value {
        Value::Number(found) => {
            if let Some(value) = found.as_f64().filter(|value| *value != 0.0) {
                into.push(Setting { path: path.to_owned(), value, unit: None });
            }
        }
        Value::Array(entries) => {
            for (i, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.is_object()) {
                let name = entry["id"].as_str().map_or_else(|| i.to_string(), str::to_owned);
                collect(entry, &format!("{path}.{name}"), into);
            }
        }
        Value::Object(fields) => {
            let limit = fields.iter().next().filter(|_| fields.len() == 1);
            if let Some((unit, amount)) = limit.filter(|(unit, _)| is_limit_unit(unit)) {
                if let Some(value) = amount.as_f64().filter(|value| *value != 0.0) {
                    into.push(Setting { path: path.to_owned(), value, unit: Some(unit.clone()) });
                }
                return;
            }
            for (name, value) in fields {
                collect(value, &format!("{path}.{name}"), into);
            }
        }
        _ => {}
    }
}

fn is_limit_unit(name: &str) -> bool {
    matches!(name, "packets" | "bytes" | "seconds" | "bdp")
}

/// The value of a setting changed by a number of percent, as a text: rounded to a whole number, by at least
/// 1, if only whole numbers are valid. `None` if the setting cannot be changed in this way.
fn changed(
    scenario: &Value,
    path: &str,
    value: f64,
    unit: Option<&str>,
    percent: f64,
    kinds: &Kinds,
) -> Option<String> {
    let exact: f64 = format!("{:.5e}", value * (1.0 + percent / 100.0)).parse().ok()?;
    let step = (value * percent / 100.0).abs().round_ties_even().max(1.0);
    let whole = value + if percent < 0.0 { -step } else { step };
    let candidates =
        if value.fract() == 0.0 && exact.fract() != 0.0 { vec![exact, whole] } else { vec![exact] };
    candidates.into_iter().find_map(|x| {
        let text = match unit {
            Some(unit) => json!({ unit: number(x) }).to_string(),
            None => number(x).to_string(),
        };
        let mut document = scenario.clone();
        set_text(&mut document, path, &text, kinds).ok()?;
        Scenario::from_value(document, kinds).ok().map(|_| text)
    })
}
