//! TypeScript types of the document, made from the field tree.

use std::fmt::Write as _;

use crate::describe::Kinds;
use crate::params::{Field, FieldKind, TAG, Variant, default_kind};
use crate::scenario::schema;

/// Parts of the document that get a name of their own; what is the same twice is written once.
const NAMED: &[(&str, &str)] = &[
    ("", "ScenarioDocument"),
    ("network", "NetworkDocument"),
    ("network.forward", "LinkDocument"),
    ("network.reverse", "LinkDocument"),
    ("network.forward.queue", "QueueDocument"),
    ("network.forward.loss[]", "LossRule"),
    ("network.links[].forward", "LinkDocument"),
    ("network.links[].reverse", "LinkDocument"),
    ("jitter", "JitterDocument"),
    ("flows[]", "FlowDocument"),
    ("flows[].source", "SourceDocument"),
    ("flows[].path", "PathDocument"),
    ("timeline[]", "TimelineEntry"),
    ("measure", "MeasureDocument"),
    ("measure.windows[]", "WindowDocument"),
];

const HEAD: &str = r#"// Generated from the simulator's registry and schema by `npm run gen`. Do not edit.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A number, or a range from which each flow draws uniformly. */
export type Span = number | { readonly min: number; readonly max: number };

/** A queue limit: exactly one unit. */
export type Limit =
  | { readonly packets: number }
  | { readonly bytes: number }
  | { readonly seconds: number }
  | { readonly bdp: number };
"#;

/// The text of `web/src/generated/types.ts`.
pub fn typescript(kinds: &Kinds) -> String {
    let mut writer = Writer { parts: Vec::new() };
    writer.type_of(&schema::document(kinds), "");
    let mut text = HEAD.to_owned();
    text.push_str(&union("AlgorithmId", kinds.algorithms.iter().map(|info| info.id)));
    text.push_str(&union("SourceKind", kinds.sources.iter().map(|info| info.id)));
    text.push_str(&union("QueueKind", kinds.queues.iter().map(|info| info.id)));
    text.push_str(&union("LossKind", kinds.losses.iter().map(|info| info.id)));
    for info in &kinds.algorithms {
        let name = params_name(info.id);
        let declaration = if info.fields.is_empty() {
            format!("type {name} = Record<string, never>;")
        } else {
            format!("interface {name} {}", writer.members(&info.fields, "params", 0))
        };
        let _ = write!(text, "\n/** Parameters of {}. */\nexport {declaration}\n", info.name);
    }
    text.push_str("\n/** The parameters of each algorithm. */\nexport interface ParamsOf {\n");
    for info in &kinds.algorithms {
        let _ = writeln!(text, "  readonly {}: {};", key(info.id), params_name(info.id));
    }
    text.push_str("}\n");
    for (_, declaration) in &writer.parts {
        text.push_str(declaration);
    }
    text
}

fn union<'a>(name: &str, ids: impl Iterator<Item = &'a str>) -> String {
    let ids: Vec<String> = ids.map(|id| format!("\"{id}\"")).collect();
    format!("\nexport type {name} = {};\n", if ids.is_empty() { "never".to_owned() } else { ids.join(" | ") })
}

/// `on_off` becomes `OnOff`.
fn pascal(id: &str) -> String {
    let words = id.split(['_', '-']).map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

fn params_name(id: &str) -> String {
    format!("{}Params", pascal(id))
}

fn key(name: &str) -> String {
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if plain { name.to_owned() } else { format!("\"{name}\"") }
}

struct Writer {
    /// Name and text of each declaration, in the order in which they were finished.
    parts: Vec<(&'static str, String)>,
}

impl Writer {
    fn type_of(&mut self, field: &Field, path: &str) -> String {
        let bare = match &field.kind {
            FieldKind::Number | FieldKind::Integer => "number".to_owned(),
            FieldKind::Boolean => "boolean".to_owned(),
            FieldKind::Text { .. } | FieldKind::Id => "string".to_owned(),
            FieldKind::Choice(_) if field.name == "algorithm" => "AlgorithmId".to_owned(),
            FieldKind::Choice(choices) => {
                choices.iter().map(|choice| format!("\"{}\"", choice.value)).collect::<Vec<_>>().join(" | ")
            }
            FieldKind::Range => "Span".to_owned(),
            FieldKind::Limit => "Limit".to_owned(),
            FieldKind::Object(fields) => {
                self.named(field, path, |writer, path, depth| writer.members(fields, path, depth))
            }
            FieldKind::Variant(variants) => {
                self.named(field, path, |writer, path, depth| writer.variants(field, variants, path, depth))
            }
            FieldKind::List { item, .. } => {
                let item = self.type_of(item, &format!("{path}[]"));
                if item.contains(' ') { format!("readonly ({item})[]") } else { format!("readonly {item}[]") }
            }
            FieldKind::Params { .. } => "ParamsOf[AlgorithmId]".to_owned(),
            FieldKind::ValueOf { .. } => "Json".to_owned(),
        };
        if field.nullable { format!("{bare} | null") } else { bare }
    }

    /// Declares a part that has a name, once, and gives the name; writes out one that has none.
    fn named(
        &mut self,
        field: &Field,
        path: &str,
        body: impl Fn(&mut Self, &str, usize) -> String,
    ) -> String {
        let Some((_, name)) = NAMED.iter().find(|(at, _)| *at == path) else {
            return body(self, path, 1);
        };
        if !self.parts.iter().any(|(known, _)| known == name) {
            let body = body(self, path, 0);
            let declaration = match field.kind {
                FieldKind::Variant(_) => format!("\n/** {} */\nexport type {name} ={body};\n", field.doc),
                _ => format!("\n/** {} */\nexport interface {name} {body}\n", field.doc),
            };
            self.parts.push((name, declaration));
        }
        (*name).to_owned()
    }

    fn members(&mut self, fields: &[Field], path: &str, depth: usize) -> String {
        let mut text = "{\n".to_owned();
        self.lines(fields, path, depth, &mut text);
        let _ = write!(text, "{}}}", "  ".repeat(depth));
        text
    }

    fn lines(&mut self, fields: &[Field], path: &str, depth: usize, text: &mut String) {
        let indent = "  ".repeat(depth + 1);
        for field in fields {
            let kind = self.type_of(field, &crate::params::join(path, field.name));
            let mark = if field.default.is_some() { "?" } else { "" };
            let unit = if field.unit.is_empty() { String::new() } else { format!(" ({})", field.unit) };
            if !field.doc.is_empty() {
                let _ = writeln!(text, "{indent}/** {}{unit} */", field.doc);
            }
            let _ = writeln!(text, "{indent}readonly {}{mark}: {kind};", key(field.name));
        }
    }

    fn variants(&mut self, field: &Field, variants: &[Variant], path: &str, depth: usize) -> String {
        let indent = "  ".repeat(depth + 1);
        let mut text = String::new();
        let default = default_kind(field).and_then(serde_json::Value::as_str);
        for variant in variants {
            let mark = if default == Some(variant.value) { "?" } else { "" };
            let _ =
                write!(text, "\n{indent}| {{\n{indent}    readonly {TAG}{mark}: \"{}\";\n", variant.value);
            self.lines(&variant.fields, path, depth + 2, &mut text);
            let _ = write!(text, "{indent}  }}");
        }
        text
    }
}
