//! The results that the repository stores: a file for each experiment in `public/papers`, and an index of all
//! experiments. The page loads these files, which are compressed (zlib). In addition to the results, the file of an experiment contains
//! Fairshare's version and a hash of the experiment's definition, which show whether the results are out of
//! date.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fairshare_papers::built_in;
use fairshare_papers::export::{cells, definition, index};
use fairshare_papers::model::Experiment;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use serde_json::{Map, Value, json};
use sim_core::describe::Kinds;
use sim_core::simulation::VERSION;

use crate::shared::error::CommandError;
use crate::shared::output::write_file;

/// The folder of the results below the repository's root.
pub const FOLDER: &str = "public/papers";

pub fn path(root: &Path, id: &str) -> PathBuf {
    root.join(FOLDER).join(format!("{id}.json.zlib"))
}

/// Reads the stored results of an experiment.
pub fn read(root: &Path, id: &str) -> Option<Value> {
    let bytes = std::fs::read(path(root, id)).ok()?;
    serde_json::from_slice(&decompress_to_vec_zlib(&bytes).ok()?).ok()
}

/// The content of a file with a value.
fn packed(value: &Value) -> Vec<u8> {
    compress_to_vec_zlib(value.to_string().as_bytes(), 9)
}

/// The stored results that belong to the current definitions and version, by the id of the experiment.
pub fn current(root: &Path) -> BTreeMap<&'static str, Value> {
    let stored = |experiment: Experiment| {
        let stored = read(root, experiment.id).filter(|stored| is_current(&experiment, stored))?;
        Some((experiment.id, stored))
    };
    built_in().into_iter().filter_map(stored).collect()
}

/// The file with the index of all experiments and the verdicts of these stored results.
pub fn index_file(current: &BTreeMap<&'static str, Value>) -> Vec<u8> {
    packed(&index(&|id| current.get(id).cloned()))
}

/// The path of the index below the repository's root.
pub fn index_path() -> String {
    format!("{FOLDER}/index.json.zlib")
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
    write_file(&path(root, experiment.id), packed(&Value::Object(out)))
}
