//! The files that are generated from the registry and the schema, and committed; `fairshare gen` writes them.

use serde_json::Value;

use super::algorithm_page::{algorithm_index, algorithm_page};
use super::share::{CATALOGUE_NAMES, SCHEMA_NAMES, SENTENCE_NAMES, lines, share};
use super::typescript::{catalogue_module, constants, decisions_module};
use super::{catalogue, json_schema, python, scenario_page, typescript};
use sim_engine::boundary::DecisionSentence;
use sim_engine::describe::{Decision, Kinds};
use sim_engine::net::queues;

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
        file("web/src/generated/catalogue.json", shared(catalogue(kinds), CATALOGUE_NAMES)),
        file("web/src/generated/catalogue.d.json.ts", catalogue_module()),
        file("web/src/generated/constants.ts", constants()),
        file("web/src/generated/decisions.json", shared(decision_sentences(kinds), SENTENCE_NAMES)),
        file("web/src/generated/decisions.d.json.ts", decisions_module()),
        file("web/src/generated/types.ts", typescript(kinds)),
        file("sim-core/python/python/fairshare/build.py", python(kinds)),
        file("public/scenario.schema.json", shared(json_schema(kinds), SCHEMA_NAMES)),
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

/// The sentences of the decisions of each algorithm and queue discipline, by its ID.
fn decision_sentences(kinds: &Kinds) -> Value {
    let sentence = |decision: &Decision| DecisionSentence {
        template: decision.template,
        inputs: decision.inputs.iter().map(|input| [input.id, input.unit]).collect(),
    };
    let of_algorithms = kinds.algorithms.iter().map(|info| (info.id, info.decisions.clone()));
    let of_queues = queues::decisions().into_iter();
    let all = of_algorithms.chain(of_queues).filter(|(_, decisions)| !decisions.is_empty());
    let sentences = all.map(|(id, decisions)| {
        (id.to_owned(), decisions.iter().map(|one| sentence(one).to_json()).collect())
    });
    Value::Object(sentences.collect())
}

/// The text of a JSON file in which each part is stated once.
fn shared(value: Value, names: &[&str]) -> String {
    lines(&share(value, names))
}
