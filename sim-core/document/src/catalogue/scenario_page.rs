//! Generates docs/scenario.md from the text in `scenario.md` in this folder. Tables generated from the field
//! tree replace the lines `{{table PATH}}` and `{{kinds SORT}}`.

use std::fmt::Write as _;

use crate::schema;
use sim_engine::describe::{AlgorithmInfo, KindInfo, Kinds};
use sim_engine::params::{Field, FieldKind, Variant, quantity};

/// The text of the page with placeholders for the tables.
const TEMPLATE: &str = include_str!("scenario.md");

/// The text of docs/scenario.md.
pub fn scenario_page(kinds: &Kinds) -> String {
    let root = schema::document(kinds);
    let mut text = String::new();
    for line in TEMPLATE.lines() {
        let placeholder = line.strip_prefix("{{").and_then(|line| line.strip_suffix("}}"));
        match placeholder.and_then(|placeholder| placeholder.split_once(' ')) {
            Some(("table", path)) => text.push_str(&table(fields_at(root, path))),
            Some(("kinds", "sources")) => push_kinds(&mut text, &kinds.sources, None),
            Some(("kinds", "queues")) => {
                push_kinds(&mut text, &kinds.queues, Some(&schema::queue_variants(kinds)))
            }
            Some(("kinds", "schedules")) => push_kinds(&mut text, &sim_engine::net::schedule::infos(), None),
            Some(("kinds", "losses")) => push_kinds(&mut text, &kinds.losses, None),
            Some(("kinds", "algorithms")) => push_algorithms(&mut text, &kinds.algorithms),
            _ => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    while text.ends_with("\n\n") {
        text.pop();
    }
    text
}

/// Appends a section for each kind. `variants` lists the fields of the kinds if they have other fields in
/// addition to their own.
fn push_kinds(text: &mut String, infos: &[KindInfo], variants: Option<&[Variant]>) {
    for info in infos {
        let variant = variants.and_then(|variants| variants.iter().find(|variant| variant.value == info.id));
        let fields = variant.map_or(&info.fields, |variant| &variant.fields);
        let _ = writeln!(text, "### `{}`: {}\n\n{}\n", info.id, info.name, info.doc);
        text.push_str(&settings_table(fields));
    }
}

/// Appends the settings that the TCP algorithms share, and a list of the algorithms. The own settings of each are
/// on its page.
fn push_algorithms(text: &mut String, infos: &[AlgorithmInfo]) {
    let row = |field: &Field| table(std::slice::from_ref(field));
    let fields = |id: &str| infos.iter().find(|info| info.id == id).map_or(&[][..], |info| &info.fields);
    let is_shared = |field: &&Field| fields("cubic").iter().any(|other| row(other) == row(field));
    let shared: Vec<Field> = fields("sack").iter().filter(is_shared).cloned().collect();
    let _ = writeln!(text, "### Settings of a TCP\n\n{}", table(&shared));
    text.push_str("### The algorithms\n\n| Algorithm | Name | Rule |\n|---|---|---|\n");
    for info in infos {
        let summary = info.summary.replace('|', "\\|");
        let _ = writeln!(text, "| `{}` | {} | {summary} |", info.id, info.name);
    }
    text.push('\n');
}

/// A table of settings, or a sentence if there are none.
pub(super) fn settings_table(fields: &[Field]) -> String {
    if fields.is_empty() { "There are no settings.\n\n".to_owned() } else { table(fields) + "\n" }
}

/// The fields of the object at a path of the document. In a step `name:variant` of the path, the name after
/// the colon selects a variant of the object. Without it, the first variant is used.
fn fields_at<'a>(root: &'a Field, path: &str) -> &'a [Field] {
    let mut field = root;
    let mut variant = "";
    for step in path.split('.').filter(|step| *step != ".") {
        let (name, next_variant) = step.split_once(':').unwrap_or((step, ""));
        field = match members(field, variant).iter().find(|field| field.name == name) {
            Some(member) => member,
            None => break,
        };
        variant = next_variant;
    }
    members(field, variant)
}

/// The fields of an object, of the items of a list, or of the named variant. If there is no variant of that
/// name, the first variant is used.
fn members<'a>(field: &'a Field, name: &str) -> &'a [Field] {
    match &field.kind {
        FieldKind::Object(fields) => fields,
        FieldKind::Variant(variants) => {
            let named = variants.iter().find(|variant| variant.value == name);
            named.or(variants.first()).map_or(&[], |variant| &variant.fields)
        }
        FieldKind::List { item, .. } => members(item, name),
        _ => &[],
    }
}

fn table(fields: &[Field]) -> String {
    let mut text = "| Setting | Value | Default | Meaning |\n|---|---|---|---|\n".to_owned();
    for field in fields {
        let mut default = match &field.default {
            None => "required".to_owned(),
            Some(_) if matches!(field.kind, FieldKind::Code { .. }) => {
                "the example program for Reno".to_owned()
            }
            Some(value) => format!("`{value}`"),
        };
        for given in &field.given {
            let values = given.values.join("`, `");
            let _ = write!(default, "; if `{}` is `{values}`: `{}`", given.setting, given.value.0);
        }
        let mut doc = field.doc.clone();
        if !field.null_means.is_empty() {
            let _ = write!(doc, " `null`: {}.", field.null_means);
        }
        if !field.cite.is_empty() {
            let _ = write!(doc, " ({})", field.cite);
        }
        let doc = doc.replace('|', "\\|");
        let _ =
            writeln!(text, "| `{}` | {} | {default} | {} |", field.name, accepted_values(field), doc.trim());
    }
    text
}

/// A short description of the values that a field accepts.
fn accepted_values(field: &Field) -> String {
    let bounds = |kind: &str| {
        let bound = |x: f64| if x == 0.0 { "0".to_owned() } else { quantity(x, field.unit) };
        match (field.bounds.min, field.bounds.max) {
            (Some(min), Some(max)) if field.bounds.above => {
                format!("{kind}, more than {} up to {}", bound(min), bound(max))
            }
            (Some(min), Some(max)) if min == max => format!("`{min}`"),
            (Some(min), Some(max)) => format!("{kind}, {} to {}", bound(min), bound(max)),
            (Some(min), None) if field.bounds.above => format!("{kind}, more than {}", bound(min)),
            (Some(min), None) => format!("{kind}, from {}", bound(min)),
            (None, Some(max)) => format!("{kind}, up to {}", bound(max)),
            (None, None) => kind.to_owned(),
        }
    };
    match &field.kind {
        FieldKind::Number => bounds("number"),
        FieldKind::Integer => bounds("whole number"),
        FieldKind::Boolean => "`true` or `false`".to_owned(),
        FieldKind::Text { max_length } => format!("text, up to {max_length} characters"),
        FieldKind::Choice(choices) => {
            choices.iter().map(|choice| format!("`\"{}\"`", choice.value)).collect::<Vec<_>>().join(", ")
        }
        FieldKind::Id => "ID".to_owned(),
        FieldKind::Range => bounds("number or range"),
        FieldKind::Limit => "limit".to_owned(),
        FieldKind::Object(_) | FieldKind::Params { .. } => "object".to_owned(),
        FieldKind::List { max_items, .. } => format!("list, up to {max_items}"),
        FieldKind::Variant(variants) => {
            let kinds: Vec<String> = variants.iter().map(|variant| format!("`{}`", variant.value)).collect();
            format!("object; kinds: {}", kinds.join(", "))
        }
        FieldKind::Code { max_length } => format!("a program, up to {max_length} bytes"),
        FieldKind::Settings { .. } => "object of numbers, `true` and `false`".to_owned(),
        FieldKind::ValueOf { .. } => "a value of the setting".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::Scenario;
    use crate::catalogue::kinds;

    /// The JSON examples of the page that are complete documents.
    fn examples() -> Vec<Value> {
        let blocks = TEMPLATE.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
        blocks
            .filter_map(|block| serde_json::from_str(block).ok())
            .filter(|value: &Value| value.get("v").is_some())
            .collect()
    }

    #[test]
    fn examples_are_valid() {
        let kinds = kinds();
        let examples = examples();
        assert!(examples.len() >= 4);
        for example in examples {
            let read = Scenario::from_value(example.clone(), kinds);
            assert!(read.is_ok(), "{example}: {:?}", read.err());
        }
    }

    #[test]
    fn every_setting_is_in_a_table() {
        let kinds = kinds();
        let page = scenario_page(kinds);
        assert!(!page.contains("{{"), "a placeholder was not understood");
        fn walk(field: &Field, page: &str) {
            let field_lists: Vec<&[Field]> = match &field.kind {
                FieldKind::Object(fields) => vec![fields],
                FieldKind::Variant(variants) => variants.iter().map(|variant| &variant.fields[..]).collect(),
                FieldKind::List { item, .. } => return walk(item, page),
                _ => Vec::new(),
            };
            for member in field_lists.concat() {
                assert!(
                    page.contains(&format!("| `{}` |", member.name)),
                    "{} is not documented",
                    member.name
                );
                walk(&member, page);
            }
        }
        walk(schema::document(kinds), &page);
    }
}
