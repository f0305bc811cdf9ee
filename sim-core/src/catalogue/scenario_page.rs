//! Generates docs/scenario.md: prose and examples from `scenario.md` in this folder, in which tables generated from the field
//! tree replace the lines `{{table PATH}}` and `{{kinds SORT}}`.

use std::fmt::Write as _;

use crate::describe::{KindInfo, Kinds};
use crate::params::{Field, FieldKind, Variant, quantity};
use crate::scenario::schema;

const FRAME: &str = include_str!("scenario.md");

/// The text of docs/scenario.md.
pub fn scenario_page(kinds: &Kinds) -> String {
    let root = schema::document(kinds);
    let mut text = String::new();
    for line in FRAME.lines() {
        let inside = line.strip_prefix("{{").and_then(|line| line.strip_suffix("}}"));
        match inside.and_then(|inside| inside.split_once(' ')) {
            Some(("table", path)) => text.push_str(&table(fields_at(&root, path))),
            Some(("kinds", "sources")) => parts(&mut text, &kinds.sources, None),
            Some(("kinds", "queues")) => {
                parts(&mut text, &kinds.queues, Some(&schema::queue_variants(kinds)))
            }
            Some(("kinds", "schedules")) => parts(&mut text, &crate::net::schedule::infos(), None),
            Some(("kinds", "losses")) => parts(&mut text, &kinds.losses, None),
            Some(("kinds", "algorithms")) => {
                for info in &kinds.algorithms {
                    let _ = writeln!(text, "### `{}`: {}\n\n{}\n", info.id, info.name, info.summary);
                    text.push_str(&settings(&info.fields));
                }
            }
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

fn parts(text: &mut String, parts: &[KindInfo], variants: Option<&[Variant]>) {
    for part in parts {
        let whole = variants.and_then(|variants| variants.iter().find(|variant| variant.value == part.id));
        let fields = whole.map_or(&part.fields, |variant| &variant.fields);
        let _ = writeln!(text, "### `{}`: {}\n\n{}\n", part.id, part.name, part.doc);
        text.push_str(&settings(fields));
    }
}

pub(super) fn settings(fields: &[Field]) -> String {
    if fields.is_empty() { "It has no settings.\n\n".to_owned() } else { table(fields) + "\n" }
}

/// The fields of an object or of a variant. A name after a colon selects the variant; the default is the first.
fn fields_at<'a>(root: &'a Field, path: &str) -> &'a [Field] {
    let mut field = root;
    let mut form = "";
    for step in path.split('.').filter(|step| *step != ".") {
        let (name, wanted) = step.split_once(':').unwrap_or((step, ""));
        field = match members(field, form).iter().find(|field| field.name == name) {
            Some(below) => below,
            None => break,
        };
        form = wanted;
    }
    members(field, form)
}

fn members<'a>(field: &'a Field, form: &str) -> &'a [Field] {
    match &field.kind {
        FieldKind::Object(fields) => fields,
        FieldKind::Variant(variants) => {
            let wanted = variants.iter().find(|variant| variant.value == form);
            wanted.or(variants.first()).map_or(&[], |variant| &variant.fields)
        }
        FieldKind::List { item, .. } => members(item, form),
        _ => &[],
    }
}

fn table(fields: &[Field]) -> String {
    let mut text = "| Setting | Value | Default | What it is |\n|---|---|---|---|\n".to_owned();
    for field in fields {
        let default = match &field.default {
            None => "must be given".to_owned(),
            Some(value) => format!("`{value}`"),
        };
        let mut doc = field.doc.clone();
        if !field.null_means.is_empty() {
            let _ = write!(doc, " `null`: {}.", field.null_means);
        }
        if !field.cite.is_empty() {
            let _ = write!(doc, " ({})", field.cite);
        }
        let doc = doc.replace('|', "\\|");
        let _ = writeln!(text, "| `{}` | {} | {default} | {} |", field.name, value_of(field), doc.trim());
    }
    text
}

/// A short description of the values of a field.
fn value_of(field: &Field) -> String {
    let bounds = |kind: &str| {
        let at = |x: f64| if x == 0.0 { "0".to_owned() } else { quantity(x, field.unit) };
        match (field.bounds.min, field.bounds.max) {
            (Some(min), Some(max)) if field.bounds.above => {
                format!("{kind}, more than {} up to {}", at(min), at(max))
            }
            (Some(min), Some(max)) if min == max => format!("`{min}`"),
            (Some(min), Some(max)) => format!("{kind}, {} to {}", at(min), at(max)),
            (Some(min), None) if field.bounds.above => format!("{kind}, more than {}", at(min)),
            (Some(min), None) => format!("{kind}, from {}", at(min)),
            (None, Some(max)) => format!("{kind}, up to {}", at(max)),
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
        FieldKind::ValueOf { .. } => "as the setting".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::catalogue::kinds;
    use crate::scenario::Scenario;

    /// The JSON examples of the page that are complete documents.
    fn examples() -> Vec<Value> {
        let blocks = FRAME.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
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
            let forms: Vec<&[Field]> = match &field.kind {
                FieldKind::Object(fields) => vec![fields],
                FieldKind::Variant(variants) => variants.iter().map(|form| &form.fields[..]).collect(),
                FieldKind::List { item, .. } => return walk(item, page),
                _ => Vec::new(),
            };
            for below in forms.concat() {
                assert!(page.contains(&format!("| `{}` |", below.name)), "{} is not documented", below.name);
                walk(&below, page);
            }
        }
        walk(&schema::document(kinds), &page);
    }
}
