//! The files that are generated from the registry and the schema, and committed; `fairshare gen` writes them.

use serde_json::Value;

use super::{Kinds, catalogue, json_schema, scenario_page, typescript};

/// A file of the repository, by its path from the root, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    pub path: &'static str,
    pub text: String,
}

/// Every generated file.
pub fn generated(kinds: &Kinds) -> Vec<Generated> {
    let file = |path, text| Generated { path, text };
    vec![
        file("web/src/generated/catalogue.json", pretty(&catalogue(kinds))),
        file("web/src/generated/types.ts", typescript(kinds)),
        file("public/scenario.schema.json", pretty(&json_schema(kinds))),
        file("docs/scenario.md", scenario_page(kinds)),
    ]
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
