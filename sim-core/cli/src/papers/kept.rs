//! The results that the repository keeps: one file for each experiment in `public/papers`, which the page fetches too, and an index of
//! all experiments. Each file says which version and which definition of the experiment it is of.

use std::path::{Path, PathBuf};

use fairshare_papers::export::{cells, definition};
use fairshare_papers::model::Experiment;
use serde_json::{Map, Value, json};
use sim_core::describe::Kinds;

use crate::failure::Failure;
use crate::output::write_file;

/// Below the repository's root.
pub const FOLDER: &str = "public/papers";

pub fn path(root: &Path, id: &str) -> PathBuf {
    root.join(FOLDER).join(format!("{id}.json"))
}

/// The kept results of an experiment.
pub fn read(root: &Path, id: &str) -> Option<Value> {
    serde_json::from_str(&std::fs::read_to_string(path(root, id)).ok()?).ok()
}

/// Keeps results, the scenarios beside them, and how long the runs took.
pub fn write(
    root: &Path,
    experiment: &Experiment,
    results: &Value,
    seconds: f64,
    kinds: &Kinds,
) -> Result<(), Failure> {
    let mut out = Map::new();
    out.insert("definition".to_owned(), Value::from(definition(experiment)));
    out.extend(results.as_object().cloned().unwrap_or_default());
    // Tenths: no more is known of a time.
    out.insert("seconds".to_owned(), json!(sim_core::ground::math::round(seconds * 10.0) / 10.0));
    out.insert("documents".to_owned(), cells(experiment, kinds));
    write_file(&path(root, experiment.id), &by_lines(&Value::Object(out)))
}

/// JSON with one line for each entry of the first two levels: short, and changes of it can be read.
pub fn by_lines(value: &Value) -> String {
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
    fn lines_read_back_as_what_was_written() {
        let value =
            json!({ "id": "a", "empty": [], "list": [{ "x": 1 }, { "x": 2.5 }], "text": "with \"quotes\"" });
        let text = by_lines(&value);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        assert_eq!(text.lines().count(), 9);
    }
}
