//! Generates TypeScript types for the page. The types of the document follow from the field tree, and the
//! types of all other JSON objects from their declarations (`ground::json::shape`). Also generates the
//! constants for reading arrays of numbers.

use std::fmt::Write as _;

use super::Catalogue;
use crate::{CheckResult, LinkRates, schema};
use sim_engine::boundary::program::{ProgramLanguage, ProgramReport, ProgramState};
use sim_engine::boundary::summary::RunSummary;
use sim_engine::boundary::{
    self, EVENT_COLUMNS, EVENTS_HEADER, IssueReport, PairedComparison, PanicReport, RecordedDecision,
    SERIES_HEADER, SeriesInfo, StepState, StopReport,
};
use sim_engine::describe::{AlgorithmInfo, Kinds};
use sim_engine::ground::json::shape::{Declaration, Shape, ToJson};
use sim_engine::params::{Field, FieldKind, TAG, Variant, default_kind};
use sim_engine::record::EventKind;

/// Paths in the document whose values have a named type, and the name. Paths with the same name share the
/// type.
const NAMED_TYPES: &[(&str, &str)] = &[
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

const HEAD: &str = r#"// Generated from the simulator's declarations by `npm run gen`. Do not edit.

export type JsonObject = { readonly [key: string]: Json };

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A number, or a range from which each flow draws uniformly. */
export type Span = number | { readonly min: number; readonly max: number };

/** A queue limit, which has exactly one unit. */
export type Limit =
  | { readonly packets: number }
  | { readonly bytes: number }
  | { readonly seconds: number }
  | { readonly bdp: number };
"#;

/// The text of `web/src/generated/types.ts`.
pub fn typescript(kinds: &Kinds) -> String {
    let mut writer = Writer { declarations: Vec::new() };
    writer.type_of(schema::document(kinds), "");
    let mut text = HEAD.to_owned();
    text.push_str(&union("AlgorithmId", kinds.algorithms.iter().map(|info| info.id)));
    text.push_str(&union("SourceKind", kinds.sources.iter().map(|info| info.id)));
    text.push_str(&union("QueueKind", kinds.queues.iter().map(|info| info.id)));
    text.push_str(&union("LossKind", kinds.losses.iter().map(|info| info.id)));
    text.push_str("\n/** The parameters of all algorithms. Each algorithm has some of them. */\nexport type AlgorithmParams = {\n");
    for (name, parameter) in algorithm_parameters(&mut writer, kinds) {
        comment(&mut text, "  ", &parameter.docs.join(" Or: "));
        let _ = writeln!(text, "  readonly {}?: {};", key(name), parameter.kinds.join(" | "));
    }
    text.push_str("};\n");
    for (_, declaration) in &writer.declarations {
        text.push_str(declaration);
    }
    for declaration in boundary_declarations() {
        text.push_str(&interface(&declaration));
    }
    text
}

/// The text of `web/src/generated/constants.ts`.
pub fn constants() -> String {
    let mut text =
        "// Generated from the simulator's declarations by `npm run gen`. Do not edit.\n".to_owned();
    for (name, doc, value) in [
        (
            "SERIES_HEADER",
            "Number of header values of a series block: key, revision, bin width in s, number of bins, first bin.",
            SERIES_HEADER,
        ),
        (
            "EVENTS_HEADER",
            "Number of header values before the event rows: revision, number of rows, first row.",
            EVENTS_HEADER,
        ),
        (
            "EVENT_COLUMNS",
            "Number of values of an event row: time in s, code, index of the entity, value, count.",
            EVENT_COLUMNS,
        ),
    ] {
        let _ = write!(text, "\n/** {doc} */\nexport const {name} = {value};\n");
    }
    let codes = EventKind::ALL.map(|kind| (format!("{kind:?}"), kind.code()));
    text.push_str(&codes_object("EventCode", "The codes in event rows.", &codes));
    let states = StepState::ALL.map(|state| (format!("{state:?}"), state as u8));
    let with = |setting: &str| {
        let has = |info: &&AlgorithmInfo| info.fields.iter().any(|field| field.name == setting);
        let ids = super::kinds().algorithms.iter().filter(has).map(|info| format!("\"{}\"", info.id));
        format!("  {setting}: [{}],\n", ids.collect::<Vec<_>>().join(", "))
    };
    let _ = write!(
        text,
        "\n/** The settings of a flow's host, with the algorithms that have them. */\nexport const HOST_SETTINGS = {{\n{}{}}} as const;\n",
        with("stack"),
        with("hystart")
    );
    text.push_str(&codes_object("StepState", "The state of a simulation after a step.", &states));
    text
}

/// The text of the file that declares that a JSON file has the type `name`, such as `catalogue.d.json.ts` for `catalogue.json`.
pub fn json_module(name: &str) -> String {
    format!(
        "// Generated by `npm run gen`. Do not edit.\nimport type {{ {name} }} from \"./types.ts\";\n\n\
         declare const content: {name};\nexport default content;\n"
    )
}

fn codes_object(name: &str, doc: &str, codes: &[(String, u8)]) -> String {
    let mut text = format!("\n/** {doc} */\nexport const {name} = {{\n");
    for (variant, code) in codes {
        let (first, rest) = variant.split_at(1);
        let _ = writeln!(text, "  {}{rest}: {code},", first.to_ascii_lowercase());
    }
    text.push_str("} as const;\n");
    text
}

/// The declarations of all JSON objects at the boundary, including nested objects, each once, in the order of
/// their first occurrence.
fn boundary_declarations() -> Vec<Declaration> {
    let mut found = vec![boundary::recording_settings()];
    for shape in [
        CheckResult::shape(),
        Catalogue::shape(),
        SeriesInfo::shape(),
        StopReport::shape(),
        RecordedDecision::shape(),
        IssueReport::shape(),
        PanicReport::shape(),
        LinkRates::shape().list_of(),
        PairedComparison::shape(),
        RunSummary::shape(),
        ProgramReport::shape(),
        ProgramLanguage::shape(),
        ProgramState::shape(),
    ] {
        find_declarations(&shape, &mut found);
    }
    found
}

/// Appends the declarations of objects in `shape` that are not in `found` yet.
fn find_declarations(shape: &Shape, found: &mut Vec<Declaration>) {
    match shape {
        Shape::OrNull(inner) | Shape::List(inner) | Shape::Map(inner) => find_declarations(inner, found),
        Shape::Tuple(items) => items.iter().for_each(|item| find_declarations(item, found)),
        Shape::Object(declaration) if found.iter().all(|known| known.name != declaration.name) => {
            found.push(*declaration);
            for member in (declaration.members)() {
                find_declarations(&member.shape, found);
            }
        }
        _ => {}
    }
}

/// The TypeScript interface of an object.
fn interface(declaration: &Declaration) -> String {
    let mut text = String::from("\n");
    comment(&mut text, "", declaration.doc);
    let _ = writeln!(text, "export interface {} {{", declaration.name);
    for member in (declaration.members)() {
        comment(&mut text, "  ", member.doc);
        let mark = if member.optional { "?" } else { "" };
        let _ = writeln!(text, "  readonly {}{mark}: {};", key(member.name), type_of_shape(&member.shape));
    }
    text.push_str("}\n");
    text
}

fn comment(text: &mut String, indent: &str, doc: &str) {
    let doc = doc.split_whitespace().collect::<Vec<_>>().join(" ");
    if !doc.is_empty() {
        let _ = writeln!(text, "{indent}/** {doc} */");
    }
}

fn type_of_shape(shape: &Shape) -> String {
    match shape {
        Shape::Boolean => "boolean".to_owned(),
        Shape::Number => "number".to_owned(),
        Shape::Text => "string".to_owned(),
        Shape::OneOf(texts) => texts.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(" | "),
        Shape::Named(name, _) => (*name).to_owned(),
        Shape::OrNull(inner) => format!("{} | null", type_of_shape(inner)),
        Shape::List(inner) => {
            let inner = type_of_shape(inner);
            if inner.contains(' ') { format!("readonly ({inner})[]") } else { format!("readonly {inner}[]") }
        }
        Shape::Tuple(items) => {
            format!("readonly [{}]", items.iter().map(type_of_shape).collect::<Vec<_>>().join(", "))
        }
        Shape::Map(inner) => format!("Readonly<Record<string, {}>>", type_of_shape(inner)),
        Shape::Object(declaration) => declaration.name.to_owned(),
        Shape::Any => "Json".to_owned(),
    }
}

fn union<'a>(name: &str, ids: impl Iterator<Item = &'a str>) -> String {
    let ids: Vec<String> = ids.map(|id| format!("\"{id}\"")).collect();
    format!("\nexport type {name} = {};\n", if ids.is_empty() { "never".to_owned() } else { ids.join(" | ") })
}

/// A parameter of one or more algorithms: the distinct help texts and types that it has in them.
#[derive(Default)]
struct Parameter {
    docs: Vec<String>,
    kinds: Vec<String>,
}

/// The parameters of all algorithms by name, in the order of their first occurrence.
fn algorithm_parameters<'a>(writer: &mut Writer, kinds: &'a Kinds) -> Vec<(&'a str, Parameter)> {
    let mut parameters: Vec<(&str, Parameter)> = Vec::new();
    for field in kinds.algorithms.iter().flat_map(|info| &info.fields) {
        let known = parameters.iter().position(|(name, _)| *name == field.name);
        let index = known.unwrap_or_else(|| {
            parameters.push((field.name, Parameter::default()));
            parameters.len() - 1
        });
        let parameter = &mut parameters[index].1;
        let kind = writer.type_of(field, &sim_engine::params::join("params", field.name));
        let texts = [(&mut parameter.docs, doc_with_unit(field)), (&mut parameter.kinds, kind)];
        for (list, text) in texts {
            if !list.contains(&text) {
                list.push(text);
            }
        }
    }
    parameters
}

/// The help text of a field with its unit.
fn doc_with_unit(field: &Field) -> String {
    if field.unit.is_empty() { field.doc.clone() } else { format!("{} ({})", field.doc, field.unit) }
}

fn key(name: &str) -> String {
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if plain { name.to_owned() } else { format!("\"{name}\"") }
}

/// Writes the types of the document. They are type aliases and not interfaces, because TypeScript accepts a
/// value of an alias as `Json`, but not a value of an interface, and code that follows the path of a setting
/// reads the document as `Json`.
struct Writer {
    /// Name and text of each declaration, in the order of completion.
    declarations: Vec<(&'static str, String)>,
}

impl Writer {
    fn type_of(&mut self, field: &Field, path: &str) -> String {
        let non_null = match &field.kind {
            // A field with a single possible value, such as the version.
            FieldKind::Integer if field.bounds.min.is_some() && field.bounds.min == field.bounds.max => {
                field.bounds.min.unwrap_or_default().to_string()
            }
            FieldKind::Number | FieldKind::Integer => "number".to_owned(),
            FieldKind::Boolean => "boolean".to_owned(),
            FieldKind::Text { .. } | FieldKind::Code { .. } | FieldKind::Id => "string".to_owned(),
            FieldKind::Settings { .. } => "Readonly<Record<string, number | boolean>>".to_owned(),
            FieldKind::Choice(_) if field.name == "algorithm" => "AlgorithmId".to_owned(),
            FieldKind::Choice(choices) => {
                choices.iter().map(|choice| format!("\"{}\"", choice.value)).collect::<Vec<_>>().join(" | ")
            }
            FieldKind::Range => "Span".to_owned(),
            FieldKind::Limit => "Limit".to_owned(),
            FieldKind::Object(fields) => {
                self.named_or_inline(field, path, |writer, path, depth| writer.members(fields, path, depth))
            }
            FieldKind::Variant(variants) => self.named_or_inline(field, path, |writer, path, depth| {
                writer.variants(field, variants, path, depth)
            }),
            FieldKind::List { item, .. } => {
                let item = self.type_of(item, &format!("{path}[]"));
                if item.contains(' ') { format!("readonly ({item})[]") } else { format!("readonly {item}[]") }
            }
            FieldKind::Params { .. } => "AlgorithmParams".to_owned(),
            FieldKind::ValueOf { .. } => "Json".to_owned(),
        };
        if field.nullable { format!("{non_null} | null") } else { non_null }
    }

    /// The type at a path of the document. If `NAMED_TYPES` contains the path, the type is declared on first
    /// use, and its name is returned. Otherwise, `body` writes the type where it is used.
    fn named_or_inline(
        &mut self,
        field: &Field,
        path: &str,
        body: impl Fn(&mut Self, &str, usize) -> String,
    ) -> String {
        let Some((_, name)) = NAMED_TYPES.iter().find(|(typed_path, _)| *typed_path == path) else {
            return body(self, path, 1);
        };
        if !self.declarations.iter().any(|(known, _)| known == name) {
            let body = body(self, path, 0);
            let declaration = match field.kind {
                FieldKind::Variant(_) => format!("\n/** {} */\nexport type {name} ={body};\n", field.doc),
                _ => format!("\n/** {} */\nexport type {name} = {body};\n", field.doc),
            };
            self.declarations.push((name, declaration));
        }
        (*name).to_owned()
    }

    fn members(&mut self, fields: &[Field], path: &str, depth: usize) -> String {
        let mut text = "{\n".to_owned();
        self.push_members(fields, path, depth, &mut text);
        let _ = write!(text, "{}}}", "  ".repeat(depth));
        text
    }

    /// Appends a line for each field to `text`, and its help text before it.
    fn push_members(&mut self, fields: &[Field], path: &str, depth: usize, text: &mut String) {
        let indent = "  ".repeat(depth + 1);
        for field in fields {
            let kind = self.type_of(field, &sim_engine::params::join(path, field.name));
            let mark = if field.default.is_some() { "?" } else { "" };
            if !field.doc.is_empty() {
                let _ = writeln!(text, "{indent}/** {} */", doc_with_unit(field));
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
            self.push_members(&variant.fields, path, depth + 2, &mut text);
            let _ = write!(text, "{indent}  }}");
        }
        text
    }
}
