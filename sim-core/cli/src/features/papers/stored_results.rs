//! The results that the repository stores: a file for each experiment in `public/papers`, and an index of all
//! experiments. The page loads these files, which are compressed (zlib). In addition to the results, the file of an experiment contains
//! Fairshare's version and a hash of the experiment's definition, which show whether the results are out of
//! date.

use std::path::{Path, PathBuf};

use fairshare_papers::built_in;
use fairshare_papers::export::{cells, definition, index};
use fairshare_papers::model::Experiment;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use serde_json::{Map, Value, json};
use sim_core::describe::Kinds;
use sim_core::simulation::VERSION;

use super::claim_texts::verdict_of;
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

/// The file with the index of all experiments, with the verdicts of the stored results that belong to the current definitions and
/// version.
pub fn index_file(root: &Path) -> Vec<u8> {
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
    packed(&index)
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
