//! The files that are generated from the registry and the schema; `fairshare gen` writes them.

use serde_json::{Map, Value, json};

use super::algorithm_page::{algorithm_index, algorithm_page};
use super::settings_page::settings_page;
use super::share::{CATALOGUE_NAMES, SCHEMA_NAMES, lines, share};
use super::typescript::{constants, json_module};
use super::{catalogue, json_schema, python, typescript};
use sim_engine::describe::Kinds;
use sim_engine::protocols::own::editor::language;

/// A generated file: its path from the root of the repository, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    pub path: String,
    pub text: String,
}

/// The committed files.
pub fn generated_files(kinds: &Kinds) -> Vec<GeneratedFile> {
    let file = |path: &str, text| GeneratedFile { path: path.to_owned(), text };
    vec![
        file("web/src/generated/catalogue.json", catalogue_file(kinds)),
        file("web/src/generated/catalogue.d.json.ts", json_module("Catalogue")),
        file("web/src/generated/language.json", lines(&language().to_json())),
        file("web/src/generated/language.d.json.ts", json_module("ProgramLanguage")),
        file("web/src/generated/constants.ts", constants()),
        file("web/src/generated/types.ts", typescript(kinds)),
        file("sim-core/python/python/fairshare/build.py", python(kinds)),
        file("public/scenario.schema.json", lines(&share(json_schema(kinds), SCHEMA_NAMES))),
    ]
}

/// The pages about settings and algorithms, which are not committed.
pub fn setting_pages(kinds: &Kinds) -> Vec<GeneratedFile> {
    let file = |name: &str, text| GeneratedFile { path: format!("docs/{name}.md"), text };
    let pages =
        kinds.algorithms.iter().map(|info| file(&format!("algorithms/{}", info.id), algorithm_page(info)));
    let first = [file("settings", settings_page(kinds)), file("algorithms/README", algorithm_index(kinds))];
    first.into_iter().chain(pages).collect()
}

/// The text of `catalogue.json`. A setting omits the members that have the usual value for its type, and
/// `$defaults` states these values.
fn catalogue_file(kinds: &Kinds) -> String {
    let mut value = catalogue(kinds);
    let mut defaults = Map::new();
    omit_usual_members(&mut value, &mut defaults);
    let mut shared = share(value, CATALOGUE_NAMES);
    shared["$defaults"] = Value::Object(defaults);
    lines(&shared)
}

/// The usual values of the members of a setting of a type.
fn usual_members(kind: &str) -> Value {
    let mut usual = json!({ "cite": "", "unit": "", "required": false, "nullable": false, "null_means": "" });
    if matches!(kind, "number" | "integer" | "span") {
        usual["above"] = json!(false);
        usual["scale"] = json!("linear");
    }
    usual
}

/// Removes the members of settings that have the usual value, and adds the usual values of each type to
/// `defaults`. A setting is an object with a label and a type.
fn omit_usual_members(value: &mut Value, defaults: &mut Map<String, Value>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| omit_usual_members(item, defaults)),
        Value::Object(members) => {
            if let (Some(Value::String(kind)), true) = (members.get("type"), members.contains_key("label")) {
                let usual = defaults.entry(kind.clone()).or_insert_with(|| usual_members(kind));
                members.retain(|name, member| usual.get(name) != Some(member));
            }
            members.values_mut().for_each(|member| omit_usual_members(member, defaults));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    /// Adds the usual members to every setting.
    fn complete(value: &mut Value, defaults: &Map<String, Value>) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| complete(item, defaults)),
            Value::Object(members) => {
                let kind = members.get("type").and_then(Value::as_str).unwrap_or_default();
                for (name, usual) in defaults.get(kind).and_then(Value::as_object).into_iter().flatten() {
                    members.entry(name).or_insert_with(|| usual.clone());
                }
                members.values_mut().for_each(|member| complete(member, defaults));
            }
            _ => {}
        }
    }

    #[test]
    fn the_usual_members_complete_the_catalogue() {
        let whole = catalogue(&testing::kinds());
        let mut value = whole.clone();
        let mut defaults = Map::new();
        omit_usual_members(&mut value, &mut defaults);
        assert_ne!(value, whole);
        let mut again = value.clone();
        omit_usual_members(&mut again, &mut Map::new());
        assert_eq!(again, value, "no usual member is left");
        complete(&mut value, &defaults);
        assert_eq!(value, whole);
    }
}
