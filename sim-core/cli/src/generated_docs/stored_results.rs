//! The results that the repository stores: a file for each experiment in `public/papers`, and an index of all
//! experiments. The page loads these files. In addition to the results, the file of an experiment contains
//! Fairshare's version and a hash of the experiment's definition, which show whether the results are out of
//! date.

use std::path::{Path, PathBuf};

use fairshare_papers::built_in;
use fairshare_papers::export::{cells, definition, index};
use fairshare_papers::model::Experiment;
use serde_json::{Map, Value, json};
use sim_core::describe::Kinds;
use sim_core::simulation::VERSION;

use super::claim_texts::verdict_of;
use crate::shared::error::CommandError;
use crate::shared::output::write_file;

/// The folder of the results below the repository's root.
pub const FOLDER: &str = "public/papers";

pub fn path(root: &Path, id: &str) -> PathBuf {
    root.join(FOLDER).join(format!("{id}.json"))
}

/// Reads the stored results of an experiment.
pub fn read(root: &Path, id: &str) -> Option<Value> {
    serde_json::from_str(&std::fs::read_to_string(path(root, id)).ok()?).ok()
}

/// The index of all experiments as text, with the verdicts of the stored results that belong to the current definitions and
/// version.
pub fn index_text(root: &Path) -> String {
    let experiments = built_in();
    let mut index = index(&experiments);
    let entries = index["experiments"].as_array_mut().map_or(&mut [][..], Vec::as_mut_slice);
    for (experiment, entry) in experiments.iter().zip(entries) {
        let stored = read(root, experiment.id).filter(|stored| is_current(experiment, stored));
        if let Some(stored) = stored {
            let numbers = 0..experiment.claims.len();
            entry["verdicts"] = numbers.map(|number| verdict_of(&stored, number)).collect();
        }
    }
    to_json_lines(&index)
}

/// The path of the index below the repository's root.
pub fn index_path() -> String {
    format!("{FOLDER}/index.json")
}

/// Returns whether stored results belong to the current definition of the experiment and the current version.
pub fn is_current(experiment: &Experiment, stored: &Value) -> bool {
    stored["version"] == VERSION && stored["definition"] == definition(experiment).as_str()
}

/// Stores the results of an experiment, its scenarios, and the processor time of its runs.
pub fn write(
    root: &Path,
    experiment: &Experiment,
    results: &Value,
    seconds: f64,
    kinds: &Kinds,
) -> Result<(), CommandError> {
    let mut out = Map::new();
    out.insert("definition".to_owned(), Value::from(definition(experiment)));
    out.extend(results.as_object().cloned().unwrap_or_default());
    // Processor times are not accurate beyond tenths of a second.
    out.insert("seconds".to_owned(), json!(sim_core::ground::math::round(seconds * 10.0) / 10.0));
    out.insert("documents".to_owned(), cells(experiment, kinds));
    write_file(&path(root, experiment.id), &to_json_lines(&Value::Object(out)))
}

/// Formats a JSON object with one line for each member, and one for each item of a member that is an array. This makes diffs
/// readable.
pub fn to_json_lines(value: &Value) -> String {
    let Some(object) = value.as_object() else { return format!("{value}\n") };
    let entry = |(name, value): (&String, &Value)| match value.as_array() {
        Some(items) if !items.is_empty() => {
            let items: Vec<String> = items.iter().map(|item| format!("    {item}")).collect();
            format!("  {}: [\n{}\n  ]", Value::from(name.as_str()), items.join(",\n"))
        }
        _ => format!("  {}: {value}", Value::from(name.as_str())),
    };
    let entries: Vec<String> = object.iter().map(entry).collect();
    format!("{{\n{}\n}}\n", entries.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_lines_can_be_parsed() {
        let value =
            json!({ "id": "a", "empty": [], "list": [{ "x": 1 }, { "x": 2.5 }], "text": "with \"quotes\"" });
        let text = to_json_lines(&value);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        assert_eq!(text.lines().count(), 9);
    }
}
