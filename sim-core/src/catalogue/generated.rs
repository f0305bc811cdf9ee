//! The files that are generated from the registry and the schema, and committed; `fairshare gen` writes them.

use serde_json::Value;

use super::algorithm_page::{algorithm_index, algorithm_page};
use super::typescript::{catalogue_module, constants};
use super::{catalogue, json_schema, python, scenario_page, typescript};
use crate::describe::Kinds;

/// A generated file: its path from the root of the repository, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    pub path: String,
    pub text: String,
}

/// Folders that contain only generated files.
pub const GENERATED_FOLDERS: &[&str] = &["docs/algorithms"];

/// All generated files.
pub fn generated_files(kinds: &Kinds) -> Vec<GeneratedFile> {
    let file = |path: &str, text| GeneratedFile { path: path.to_owned(), text };
    let mut files = vec![
        file("web/src/generated/catalogue.json", pretty(&catalogue(kinds))),
        file("web/src/generated/catalogue.d.json.ts", catalogue_module()),
        file("web/src/generated/constants.ts", constants()),
        file("web/src/generated/types.ts", typescript(kinds)),
        file("sim-core/python/python/fairshare/build.py", python(kinds)),
        file("public/scenario.schema.json", pretty(&json_schema(kinds))),
        file("docs/scenario.md", scenario_page(kinds)),
        file("docs/algorithms/README.md", algorithm_index(kinds)),
    ];
    files.extend(
        kinds
            .algorithms
            .iter()
            .map(|info| file(&format!("docs/algorithms/{}.md", info.id), algorithm_page(info))),
    );
    files
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
